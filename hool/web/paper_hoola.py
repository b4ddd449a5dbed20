"""Hoola on a lesson's paper: how a board is played in short phrases, how it lies when students begin, and what the
student card tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hool.game_words import value_words
from hool.lessons import LessonBoard
from hool.rules.cards import Card, Deal
from hool.rules.hoola import Meld, Options
from hool.rules.text import Text, say, say_count

_CLAIMS = {
    "first": say("thank you for everybody"),
    "priority": say("thank you for everybody, the nearest in turn has it"),
}
_ON_PAPER = ("ace", "seven_value", "must_discard")  # what a board says of itself if it is not as usual


def how_played(options: Options) -> Iterator[Text]:
    """How a board is played, in a few short phrases."""
    yield _CLAIMS[options.claim_policy] if options.thank_you == "anyone" else say("no thank you")
    if options.knock_when == "never":
        yield say("no knock")
    if options.direction != "clockwise":
        yield value_words("hoola", "direction", options.direction).name
    for option in _ON_PAPER:
        value = getattr(options, option)
        if value != getattr(Options(), option):
            yield value_words("hoola", option, value).name


@dataclass(frozen=True, slots=True)
class Lying:
    """A board as it lies when students begin. deal: the hands, the stock from its top, and the card turned up. Of a
    board that begins in the middle: melds on the table, discards (oldest first), and whose turn it is; else (), (),
    None."""

    deal: Deal
    melds: tuple[Meld, ...]
    discards: tuple[Card, ...]
    turn: int | None


def lying(board: LessonBoard) -> Lying:
    state, begun = board.state(), bool(board.pbn.acts)
    deal = Deal(state.hands, state.stock, board.pbn.deal.turned)
    return Lying(deal, state.melds, state.discards if begun else (), state.turn if begun else None)


@dataclass(frozen=True, slots=True)
class HoolaCard:
    """What a student card of Hoola tells; what is false, None or () is not on it.

    ace: where it stands in a run. claims: how a discard is claimed out of turn. endings: the bolder ways to end are
    told, too; knock, blast: points of a hand that may end the board. left: what cards count that are left in the hand.
    doubles: when a loser pays double.
    """

    ace: tuple[Text, ...]
    claims: tuple[Text, ...]
    keeps_one: bool
    endings: bool
    knock: Text | None
    blast: Text
    left: tuple[Text, ...]
    doubles: tuple[Text, ...]


def card_of(played: Sequence[Options]) -> HoolaCard:
    """The card for boards played under these options, at least one. A lesson without claims is about melds: its card
    has nothing about payments."""

    def lines(option: str, among: Sequence[Options] = played) -> tuple[Text, ...]:
        values = dict.fromkeys(getattr(each, option) for each in among)
        return tuple(value_words("hoola", option, value).line for value in values)

    claiming = [each for each in played if each.thank_you == "anyone"]
    last = played[-1]
    return HoolaCard(
        ace=lines("ace"),
        claims=lines("claim_policy", claiming) if claiming else (),
        keeps_one=any(each.must_discard for each in played),
        endings=bool(claiming),
        knock=None
        if last.knock_when == "never"
        else say_count("at most {count} point", "at most {count} points", last.knock_max),
        blast=say("{small} points or fewer, or {large} or more", small=last.small_max, large=last.large_min),
        left=(*lines("seven_value"), *(lines("zero_four") if any(each.zero_four for each in played) else ())),
        doubles=lines("seven_doubles") if any(each.seven_doubles for each in played) else (),
    )
