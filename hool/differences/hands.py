"""How one hand of Oh Hell went at several tables.

Bids depend on those before them, so little is remarkable: a number far from what nearly all others bid with the same
cards, and a bid missed by far that nearly all others made.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from hool.differences.apart import Difference, majority, tables_words
from hool.fold import Act
from hool.rules import oh_hell
from hool.rules.game import Board, Seat
from hool.rules.text import Player, say

FAR = 2  # tricks


@dataclass(frozen=True, slots=True)
class HandCourse:
    """A hand at one table, as far as it has come. By seat: ``bids`` (None = not made), ``won`` tricks so far,
    ``points`` (() until it is over). ``robots``: seats whose bid was no student's. ``forced``: the seat that the hook
    binds, or None."""

    table: int
    number: int
    ordinal: int
    size: int
    trumps: str
    bids: tuple[int | None, ...]
    won: tuple[int, ...]
    points: tuple[int, ...]
    over: bool
    robots: frozenset[Seat]
    forced: Seat | None


def hand_course(table: int, board: Board, ordinal: int, state: oh_hell.State, acts: Sequence[Act]) -> HandCourse:
    """What can be compared of a hand in this state. ``table`` is the table's number."""
    result = oh_hell.result(state)
    return HandCourse(
        table=table,
        number=board.number,
        ordinal=ordinal,
        size=state.size,
        trumps=state.trumps,
        bids=state.bids,
        won=state.won,
        points=result.scores if result else (),
        over=result is not None,
        robots=frozenset(act.seat for act in acts if act.text.startswith("bid ") and act.note),
        forced=board.dealer if board.options.bidding == "hook" else None,
    )


def hand_difference(here: HandCourse, others: Sequence[HandCourse]) -> Difference | None:
    """The most telling thing in which a table stands apart from the others on the same hand, or None."""
    for seat in range(len(here.bids)):
        found = _missed(here, others, seat) if here.over else _bid(here, others, seat)
        if found is not None:
            return found
    return None


def _bid(here: HandCourse, others: Sequence[HandCourse], seat: Seat) -> Difference | None:
    mine = here.bids[seat]
    if mine is None or seat in here.robots or seat == here.forced:
        return None
    there: dict[int, Hashable] = {
        each.table: bid for each in others if (bid := each.bids[seat]) is not None and seat not in each.robots
    }
    found = majority(mine, there, alone=True)
    if found is None or not isinstance(found[0], int) or abs(found[0] - mine) < FAR:
        return None
    words = say(
        "Hand {hand}: {who} bid {here} here, {there} at {tables}",
        hand=here.number, who=Player(seat), here=mine, there=found[0], tables=tables_words(found[1]),
    )  # fmt: skip
    return Difference("bid", words, found[1])


def _missed(here: HandCourse, others: Sequence[HandCourse], seat: Seat) -> Difference | None:
    bid, won = here.bids[seat], here.won[seat]
    if bid is None or seat in here.robots or abs(bid - won) < FAR:
        return None
    there: dict[int, Hashable] = {
        each.table: each.won[seat] == bid
        for each in others
        if each.over and each.bids[seat] == bid and each.trumps == here.trumps
    }
    found = majority(False, there, alone=True)
    if found is None:
        return None
    words = say(
        "Hand {hand}: {who} bid {bid} and took {won} here; the same bid was made at {tables}",
        hand=here.number, who=Player(seat), bid=bid, won=won, tables=tables_words(found[1]),
    )  # fmt: skip
    return Difference("result", words, found[1])
