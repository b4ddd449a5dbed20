"""What the teacher's page shows of a table that plays Oh Hell: sentences, and the open table with every hand.

The same for this game as the parts of ``desk`` and ``stalls`` that speak of clues, bids and dummy are for HOOL.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from hool.game_words import suit_name
from hool.rules import oh_hell
from hool.rules.cards import Card, parse_card
from hool.rules.game import Deal
from hool.rules.text import Player, Text, say, say_count
from hool.web.seat_words import sitters

# -- how far a hand is, and who is awaited ----------------------------------------------------------------------------


def phase_words(view: oh_hell.View) -> Text:
    """How far the hand is, as all may hear it: no name, no bid."""
    match view.phase:
        case "bids":
            given = len(view.bids) - _owing(view)
            if view.attempt > 1:
                return say(
                    "Hand {hand}, bids once more: {given} of {all}", hand=view.number, given=given, all=len(view.bids)
                )
            return say("Hand {hand}, bids: {given} of {all}", hand=view.number, given=given, all=len(view.bids))
        case "trumps":
            return say("Hand {hand}, trumps are being chosen", hand=view.number)
        case "done":
            return say("Hand {hand} is over", hand=view.number)
    return say("Hand {hand}, trick {trick} of {size}", hand=view.number, trick=len(view.tricks) + 1, size=view.size)


def _owing(view: oh_hell.View) -> int:
    """How many have not bid in this round. Secret bids are not in a public view, but who owes one is."""
    return len(view.to_act) if view.bidding in ("secret", "knock") else view.bids.count(None)


def owes(view: oh_hell.View) -> Text:
    """What a seat that is awaited owes, without the name."""
    match view.phase:
        case "bids":
            return say("bid due")
        case "trumps":
            return say("trumps due")
        case "done":
            return say("has not pressed next hand")
    return say("lead due") if not view.trick and not view.tricks else say("card due")


def sentence(view: oh_hell.View, waiting: Sequence[int]) -> Text:
    """Why a table waits for these seats."""
    many, count = len(waiting) > 1, len(waiting)
    who = sitters("oh_hell", waiting)
    match view.phase:
        case "bids" if count > 3:
            return say_count("{count} player has not bid", "{count} players have not bid", count)
        case "bids":
            return say("{who} have not bid", who=who) if many else say("{who} has not bid", who=who)
        case "trumps":
            return say("{who} has not chosen trumps", who=who)
        case "done" if count > 3:
            return say_count(
                "{count} player has not pressed next hand", "{count} players have not pressed next hand", count
            )
        case "done":
            return (
                say("{who} have not pressed next hand", who=who)
                if many
                else say("{who} has not pressed next hand", who=who)
            )
    if not view.trick and not view.tricks:
        return say("{who} has not led", who=who)
    return say("{who} has not played a card", who=who)


def balance(view: oh_hell.View) -> Text | None:
    """How the bids and the tricks of a hand compare, once all have bid."""
    if view.phase == "bids" or None in view.bids:
        return None
    over = view.total - view.size
    facts = {"bids": view.total, "tricks": view.size}
    if over > 0:
        return say("bids {bids}, tricks {tricks}: {over} over", over=over, **facts)
    if over < 0:
        return say("bids {bids}, tricks {tricks}: {under} under", under=-over, **facts)
    return say("bids {bids}, tricks {tricks}: all can make it", **facts)


def act_words(seat: int, text: str) -> Text:
    """One act in words: ``bid 3`` becomes "Anna bid 3"."""
    verb, _, what = text.partition(" ")
    who = Player(seat)
    match verb:
        case "bid":
            return say("{who} bid {bid}", who=who, bid=int(what))
        case "trumps" if what == "N":
            return say("{who} chose no trumps", who=who)
        case "trumps":
            return say("{who} chose {suit} as trumps", who=who, suit=suit_name(what))
    if not what:
        return say("{who} played the blind card", who=who)
    return say("{who} played {card}", who=who, card=parse_card(what))


# -- the open table ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TrickRow:
    """A finished trick: the card of each seat, the ``winner`` (None: void) and how many tricks it counts."""

    cards: tuple[Card, ...]
    leader: int
    winner: int | None
    worth: int


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A finished hand on the score sheet: (bid, tricks, points) by seat."""

    number: int
    size: int
    cells: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """The hand on the table as the teacher sees it. By seat: ``cards`` still held (all that were dealt once it is
    over), ``bids`` (secret ones too, None = not made), ``played`` the card in the present trick."""

    cards: tuple[tuple[Card, ...], ...]
    bids: tuple[int | None, ...]
    played: tuple[Card | None, ...]
    tricks: tuple[TrickRow, ...]
    balance: Text | None


def hand_of(views: Sequence[oh_hell.View], deal: Deal) -> Hand:
    """views: each seat's own, in their order."""
    view = views[0]
    now = dict(view.trick)
    cards = deal.hands if view.phase == "done" else tuple(_left(view, deal.hands[s], s) for s in range(len(views)))
    return Hand(
        cards=cards,
        bids=tuple(own.bids[seat] for seat, own in enumerate(views)),
        played=tuple(now.get(seat) for seat in range(len(views))),
        tricks=tuple(_by_seat(trick) for trick in view.tricks),
        balance=balance(view),
    )


def _left(view: oh_hell.View, dealt: Sequence[Card], seat: int) -> tuple[Card, ...]:
    """What a seat still holds; its own view hides a blind card, and two packs have equal ones."""
    gone = Counter(card for who, card in view.trick if who == seat)
    gone.update(trick.cards[(seat - trick.leader) % len(view.bids)] for trick in view.tricks)
    left = []
    for card in dealt:
        if gone[card]:
            gone[card] -= 1
        else:
            left.append(card)
    return tuple(left)


def _by_seat(trick: oh_hell.Trick) -> TrickRow:
    n = len(trick.cards)
    cards = tuple(trick.cards[(seat - trick.leader) % n] for seat in range(n))
    return TrickRow(cards, trick.leader, trick.winner, trick.worth)


def sheet(records: Iterable[Any]) -> tuple[SheetRow, ...]:
    """The score sheet of a match from its finished boards."""
    rows = []
    for record in records:
        view = oh_hell.view(record.state, None)
        cells = tuple(
            (bid if bid is not None else 0, won, points)
            for bid, won, points in zip(view.bids, view.tricks_won, record.result.scores, strict=True)
        )
        rows.append(SheetRow(view.number, view.size, cells))
    return tuple(rows)
