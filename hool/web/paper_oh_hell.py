"""Oh Hell on a lesson's paper: how a hand is played in short phrases, and what the student card tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hool.game_words import value_words
from hool.rules.oh_hell import Options
from hool.rules.text import Text, say, say_count

_TRUMPS = {
    "turn_up": say("a card turned up makes trumps"),
    "spades": say("spades are trumps"),
    "highest_bidder": say("the highest bidder chooses trumps"),
    "rotation": say("trumps by a list"),
    "none": say("no trumps"),
}
_BIDS = {
    "hook": say("bids in turn, with the dealer’s hook"),
    "open": say("bids in turn, any number"),
    "secret": say("secret bids"),
    "knock": say("knock bids"),
}


def how_played(options: Options, size: int) -> Iterator[Text]:
    """How a hand of so many cards each is played, in a few short phrases."""
    yield say_count("{count} card each", "{count} cards each", size)
    yield _TRUMPS[options.trump]
    yield _BIDS[options.bidding]
    if options.scoring != "basic":
        yield value_words("oh_hell", "scoring", options.scoring).name
    if options.blind_ones and size == 1:
        yield say("nobody sees the own card")


@dataclass(frozen=True, slots=True)
class OhHellCard:
    """What a student card of Oh Hell tells.

    trumps: where they come from, () in a lesson without trumps. bids: how they are made. points: how a hand is scored.
    """

    trumps: tuple[Text, ...]
    bids: tuple[Text, ...]
    points: tuple[Text, ...]


def card_of(played: Sequence[Options]) -> OhHellCard:
    """The card for hands played under these options, at least one."""

    def lines(option: str) -> tuple[Text, ...]:
        values = dict.fromkeys(getattr(each, option) for each in played)
        return tuple(value_words("oh_hell", option, value).line for value in values)

    return OhHellCard(
        trumps=() if all(each.trump == "none" for each in played) else lines("trump"),
        bids=lines("bidding"),
        points=lines("scoring"),
    )
