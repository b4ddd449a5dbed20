"""What the teacher's page shows of a table that plays Hoola: sentences, the open table with every hand, and what can be
chosen for a seat.

While a discard may be claimed, all are awaited, whether they can use the card or not; no sentence here tells who can.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hool.rules import hoola
from hool.rules.cards import Card, parse_card
from hool.rules.game import Deal
from hool.rules.text import Cards, Player, Text, say, say_count
from hool.web.seat_words import sitters

# -- how far a board is, and who is awaited ---------------------------------------------------------------------------


def phase_words(show: Any) -> Text:
    """How far the board is, as all may hear it."""
    view: hoola.View = show.view
    match view.phase:
        case "claim":
            left = sum(seat >= 0 for seat in view.to_act)
            return say_count(
                "A discard lies: {count} has not answered", "A discard lies: {count} have not answered", left
            )
        case "draw":
            return say("{who} draws", who=Player(view.turn))
        case "done":
            return say("Board {board} is over", board=show.board.number)
    if view.claimed == view.turn:
        return say("{who} said thank you", who=Player(view.turn))
    return say("{who} has drawn", who=Player(view.turn))


def owes(view: hoola.View) -> Text:
    """What a seat that is awaited owes, without the name."""
    match view.phase:
        case "claim":
            return say("answer due")
        case "draw":
            return say("has not drawn")
        case "done":
            return say("has not pressed next board")
    return say("discard due")


def sentence(view: hoola.View, waiting: Sequence[int]) -> Text:
    """Why a table waits for these seats."""
    count, who = len(waiting), sitters("hoola", waiting)
    many = count > 1
    match view.phase:
        case "claim":
            if count > 3:
                return say_count(
                    "{count} player has not said yes or no to the discard",
                    "{count} players have not said yes or no to the discard",
                    count,
                )
            if many:
                return say("{who} have not said yes or no to the discard", who=who)
            return say("{who} has not said yes or no to the discard", who=who)
        case "draw":
            return say("{who} has not drawn", who=who)
        case "done":
            if count > 3:
                return say_count(
                    "{count} player has not pressed next board", "{count} players have not pressed next board", count
                )
            if many:
                return say("{who} have not pressed next board", who=who)
            return say("{who} has not pressed next board", who=who)
    return say("{who} has not discarded", who=who)


def act_words(acts: Iterable[tuple[int, str]], deal: Deal) -> Iterator[Text]:
    """The acts of a board, (seat, text) each, in words: ``discard 8C`` becomes "Anna discarded 8C".

    What is drawn follows from the deal; one without cards is of a table whose hands are kept from all.
    """
    stock = iter(deal.rest[1:])
    top: Card | None = deal.rest[0] if deal.rest else None
    for seat, text in acts:
        verb, _, what = text.partition(" ")
        who = Player(seat)
        match verb:
            case "close":
                yield say("The time to say thank you was over")
            case "draw":
                card = next(stock, None)
                yield say("{who} drew {card}", who=who, card=card) if card else say("{who} drew", who=who)
            case "take" if " " in what or what != str(top):
                yield say("{who} took the discard: {cards}", who=who, cards=_row(what))
            case "take":
                yield say("{who} took {card}", who=who, card=top)
            case "claim":
                yield say("{who} said thank you: {cards}", who=who, cards=_row(what))
            case "pass":
                yield say("{who} said no to {card}", who=who, card=top)
            case "meld":
                yield say("{who} laid down {cards}", who=who, cards=_row(what))
            case "lay":
                card_text, _, number = what.partition(" on ")
                card = parse_card(card_text)
                yield say("{who} laid {card} on meld {number}", who=who, card=card, number=int(number))
            case "discard":
                top = parse_card(what)
                yield say("{who} discarded {card}", who=who, card=top)
            case "knock":
                yield say("{who} knocked", who=who)
            case "blast":
                yield say("{who} called a blast", who=who)
            case _:
                yield say("{who} had big luck", who=who)


def _row(text: str) -> Cards:
    return Cards(tuple(parse_card(card) for card in text.split()))


# -- the open table ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Look:
    """A board of Hoola as the teacher sees it. By seat: ``hands`` (() if they are kept from all) and their points."""

    hands: tuple[tuple[Card, ...], ...]
    points: tuple[int, ...]


def look(views: Sequence[hoola.View], _deal: Deal) -> Look:
    """views: each seat's own, in their order."""
    hands = tuple(view.hands[seat] or () for seat, view in enumerate(views))
    return Look(hands, tuple(hoola.hand_value(views[0].options, hand) for hand in hands))


# -- a choice for a seat ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Play:
    """Something that can be done with ``cards``. ``text`` is the act, ``meld`` the number of that on which a card is
    laid, 0 for none."""

    text: str
    cards: tuple[Card, ...]
    meld: int = 0


@dataclass(frozen=True, slots=True)
class Choices:
    """What a seat can do now. ``words`` are acts without cards."""

    words: tuple[str, ...]
    takes: tuple[Play, ...]
    melds: tuple[Play, ...]
    lays: tuple[Play, ...]
    discards: tuple[Play, ...]


def choices(legal: Iterable[str]) -> Choices:
    """``legal``: acts as text."""
    words: list[str] = []
    found: dict[str, list[Play]] = {"take": [], "meld": [], "lay": [], "discard": []}
    for text in legal:
        verb, _, what = text.partition(" ")
        if not what:
            words.append(text)
            continue
        named, _, number = what.partition(" on ")
        play = Play(text, tuple(parse_card(card) for card in named.split()), int(number or 0))
        found["take" if verb == "claim" else verb].append(play)
    return Choices(tuple(words), *(tuple(plays) for plays in found.values()))
