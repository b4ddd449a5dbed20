"""What if: a branch goes on from a moment of a finished board in another way, by hand or by robots.

The board itself is only read. A branch keeps the first acts of its board and has moves of its own; everything else
about it follows from the rules. It is kept as `work` of its person, and gone when that person is taken out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from hool import notes
from hool.fold import BoardRecord
from hool.refused import Refused
from hool.robots import ROBOTS
from hool.rules import hool
from hool.rules.game import Board, Deal, Seat, play
from hool.rules.hool_state import next_hand
from hool.rules.text import say
from hool.store import Conflict, Store, WorkRow

KIND = "branch"
MOST = 20  # branches of one person on one board

Done = tuple[Seat, str]


class Move(NamedTuple):
    """One act of a branch; ``note`` is the reason of the robot that did it, as JSON, or ``""``."""

    seat: Seat
    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Branch:
    """What somebody tried on the board of `table` that ended with event `last_seq` of its log.

    number: of this person's tries on this board, from 1. start: how many acts of the board it keeps. turn counts its
    changes. The board as it was played is a branch too: without moves, and with `id` 0.
    """

    id: int
    person: int
    table: int
    last_seq: int
    number: int
    start: int
    moves: tuple[Move, ...] = ()
    turn: int = 0


class Difference(NamedTuple):
    """The first act that is not as it was. phase: as in a view. trick: its number, 0 before the play. seat: whose card,
    clue or call it is. now, then: both acts; `then` is "" where a claim had ended the board."""

    phase: str
    trick: int
    seat: Seat
    now: str
    then: str


# -- what follows from the rules -------------------------------------------------------------------------------------


def original(record: BoardRecord, table: int) -> Branch:
    """The board as it was played."""
    return Branch(0, 0, table, record.last_seq, 0, len(record.acts), (), record.last_seq)


def moves_of(record: BoardRecord, branch: Branch) -> tuple[Move, ...]:
    """All acts of a branch, those of the board first, with the reasons of robots."""
    return (*(Move(act.seat, act.text, act.note) for act in record.acts[: branch.start]), *branch.moves)


def acts_of(record: BoardRecord, branch: Branch) -> tuple[Done, ...]:
    return tuple((move.seat, move.text) for move in moves_of(record, branch))


def state_after(record: BoardRecord, acts: tuple[Done, ...]) -> Any:
    """The board after these acts, without the claim that may have ended it. Raises ``IllegalAction``."""
    return _folded(record.board, record.deal, acts)[0]


def due(state: Any) -> Seat | None:
    """Who acts next, None when the board is over. Of those who owe a secret call the first from the dealer: where all
    cards are open they call one after the other."""
    dealer = state.board.dealer
    return min(hool.to_act(state), key=lambda seat: (seat - dealer) % 4, default=None)


def hand_due(state: Any) -> Seat | None:
    """Whose clue, call or card is next: dummy's, when declarer plays it."""
    return next_hand(state) if hool.phase(state) == "play" else due(state)


def difference(record: BoardRecord, acts: tuple[Done, ...]) -> Difference | None:
    """Where `acts` first differ from those of the board; None as long as they do not."""
    was = _folded(record.board, record.deal, tuple((act.seat, act.text) for act in record.acts))[1]
    for key, (seat, now) in sorted(_folded(record.board, record.deal, acts)[1].items()):
        then = was.get(key, (seat, ""))[1]
        if now != then:
            return Difference(key.phase, key.trick, seat, now, then)
    return None


def was_done(record: BoardRecord, acts: tuple[Done, ...]) -> str:
    """What was done on the board where `acts` stop, "" where they differ from it before, or it went no further."""
    state = state_after(record, acts)
    seat = due(state)
    if seat is None or difference(record, acts) is not None:
        return ""
    whole = tuple((act.seat, act.text) for act in record.acts)
    key = _key(state, len(acts), seat)
    return _folded(record.board, record.deal, whole)[1].get(key, (seat, ""))[1]


class _Key(NamedTuple):
    """The place of an act in its board, the same however secret calls were ordered."""

    round: int  # acts before it, but for a call: before its step
    place: int  # 0, but for a call: how far from the dealer
    phase: str
    trick: int


@lru_cache(maxsize=512)
def _folded(board: Board, deal: Deal, acts: tuple[Done, ...]) -> tuple[Any, Mapping[_Key, Done]]:
    """The state after `acts`, and each of them by its place, with the seat whose card, clue or call it is."""
    state, found = hool.start(board, deal), {}
    for count, (seat, text) in enumerate(acts):
        found[_key(state, count, seat)] = (next_hand(state) if hool.phase(state) == "play" else seat, text)
        state = play(hool, state, seat, text)
    return state, found


def _key(state: Any, count: int, seat: Seat) -> _Key:
    phase = hool.phase(state)
    if phase in ("play", "clues", "agree"):
        return _Key(count, 0, phase, len(state.tricks) + 1 if phase == "play" else 0)
    given = len(state.steps[-1].asked) - len(state.steps[-1].waiting)
    return _Key(count - given, (seat - state.board.dealer) % 4, phase, 0)


# -- going on --------------------------------------------------------------------------------------------------------


def after(branch: Branch, kept: int, *more: Move) -> Branch:
    """The branch with only its first `kept` acts, and then `more`."""
    start = min(branch.start, kept)
    return replace(branch, start=start, moves=(*branch.moves[: kept - start], *more))


def by_hand(record: BoardRecord, branch: Branch, kept: int, text: str) -> Branch:
    """The branch after its first `kept` acts and `text` by whoever is due. Raises ``IllegalAction``."""
    acts = acts_of(record, branch)[:kept]
    state = state_after(record, acts)
    seat = due(state)
    play(hool, state, 0 if seat is None else seat, text)
    assert seat is not None
    return after(branch, kept, Move(seat, text))


def by_robots(record: BoardRecord, branch: Branch, kept: int, most: int) -> Branch:
    """The branch after its first `kept` acts and up to `most` acts by robots, which end with the board.

    The same acts are always followed by the same ones.
    """
    acts = acts_of(record, branch)[:kept]
    state, moves = state_after(record, acts), list[Move]()
    robot = ROBOTS["hool"]["standard"]
    while (seat := due(state)) is not None and len(moves) < most:
        chance = Random(f"{branch.table} {branch.last_seq} {acts}")
        action, why = robot(hool.view(state, seat), chance)
        moves.append(Move(seat, str(action), notes.dump(why)))
        acts = (*acts, (seat, str(action)))
        state = play(hool, state, seat, str(action))
    return after(branch, kept, *moves)


# -- what is kept ----------------------------------------------------------------------------------------------------


class Branches:
    """The branches of all rooms."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, room_id: int, table: int, record: BoardRecord) -> list[Branch]:
        """The branches of a board, oldest first."""
        return [_branch(row) for row in self.store.work(room_id, KIND, begins=f"{table}/{record.last_seq}/")]

    def get(self, room_id: int, branch_id: int) -> Branch | None:
        rows = self.store.work(room_id, KIND, work_id=branch_id)
        return _branch(rows[0]) if rows else None

    def add(self, room_id: int, person: int, branch: Branch) -> Branch:
        """A new branch of a person with these acts; one that they have already is not made twice.

        Raises ``Refused`` when they have ``MOST`` on this board.
        """
        for _ in range(8):
            begins = f"{branch.table}/{branch.last_seq}/{person}/"
            mine = [_branch(row) for row in self.store.work(room_id, KIND, begins=begins)]
            same = next((each for each in mine if (each.start, each.moves) == (branch.start, branch.moves)), None)
            if same is not None:
                return same
            if len(mine) >= MOST:
                raise Refused(say("You have {most} tries on this board. Delete one to begin another.", most=MOST))
            new = replace(branch, person=person, number=max((each.number for each in mine), default=0) + 1, turn=0)
            try:
                row = self.store.add_work(room_id, KIND, f"{begins}{new.number}", person, _data(new))
            except Conflict:  # another device was faster
                continue
            return _branch(row)
        raise Conflict(begins)

    def change(self, before: Branch, now: Branch) -> Branch | None:
        """Keep `now` in the place of `before`; None if somebody has changed it meanwhile."""
        now = replace(now, turn=before.turn + 1)
        return now if self.store.swap_work(before.id, _data(before), _data(now)) else None

    def drop(self, branch: Branch) -> None:
        self.store.drop_work(KIND, work_id=branch.id)


def _data(branch: Branch) -> str:
    return json.dumps({"start": branch.start, "moves": branch.moves, "turn": branch.turn}, ensure_ascii=False)


def _branch(row: WorkRow) -> Branch:
    table, last_seq, person, number = map(int, row.key.split("/"))
    data = json.loads(row.data)
    moves = tuple(Move(*move) for move in data["moves"])
    return Branch(row.id, person, table, last_seq, number, data["start"], moves, data["turn"])
