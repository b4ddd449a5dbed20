"""The only writer of a table: act, seat, deal, rewind, wake robots.

``Tables`` keeps the newest fold of each table it has met, appends to the log under the table's lock, and then tells the
injected ``on_change``. Clock, "later" and chance are injected, so that everything here is tested without a web server
and without waiting.
"""

from __future__ import annotations

import json
import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any, Protocol

from hool import notes
from hool.fold import (
    SOUTH,
    Ask,
    BoardRecord,
    NeedsRefold,
    Prepared,
    Seated,
    Table,
    declaring,
    difference,
    fold,
    format_seated,
    shown_hand,
    tricks_left,
    undo_target,
    undo_voters,
)
from hool.quiet import told
from hool.robots import ROBOTS, accepts_claim
from hool.rules import GAMES, shuffle
from hool.rules.game import CLOCK, Board, IllegalAction, options_from_json, options_to_json
from hool.rules.text import SaidError, SeatRef, Text, say
from hool.store import Conflict, Event, Row, Store, TableRow

logger = logging.getLogger(__name__)

VERSION = "1"

# How long people can follow a robot: seconds before a clue or bid, before a card, and before the card after a trick.
THINK, CARD, AFTER_TRICK = 1.2, 0.65, 1.1
FIRST_LOOK = 8.0  # on a board that begins in the middle: people have to see first how it lies
# One press of "next board" waits this many seconds for the others, so that no single idle student can hold a table.
NEXT_WAIT = 15.0
# Deadlines that are further away are looked at again every so many seconds, so that a clock may jump or a server sleep.
DEADLINES_EVERY = 60.0
RETRY = 0.5  # what could not be written for a deadline is tried again after so many seconds
LIMITS = range(60, 7 * 24 * 3600 + 1)  # seconds that a move may take, where there is a limit
# A question to the opponents (take-back, claim) that nobody answers is refused after this many seconds.
ASK_WAIT = 40.0
# A robot that thinks in a worker has this long from its turn on; people's pause is part of it. If the thought is not
# there after the pause, it is looked for again so often and every so many seconds; then the standard robot acts.
THOUGHT = 0.9
# A robot lets people have this part of the time in which a discard may be claimed, at least and at most.
WAITS_TO_ANSWER = (0.6, 0.85)
THINKS = {"hool": "think", "oh_hell": "think oh hell"}  # what a worker is asked for by a game's expert
LOOKS, LOOK_AGAIN = 10, 0.05
# The note of an act that the teacher chose for a seat; other notes are robots' reasons.
TEACHER_CHOSE = notes.dump(say("The teacher chose this."))


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tap is answered with. ``code``: "done", "no" (``say`` tells why), "already", or "stale" (look again)."""

    code: str
    say: Text | None = None

    @property
    def ok(self) -> bool:
        return self.code in ("done", "already")


# -- the writer ----------------------------------------------------------------------------------------------


def _nobody_present(_person: int) -> bool:
    return False


class Thought(Protocol):
    """What a worker thinks about; ``answer`` is then (action as text, reason), or None if it failed."""

    @property
    def done(self) -> bool: ...
    @property
    def answer(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class _Thinking:
    """A robot at work on a view; ``looks`` counts how often it may still be waited for."""

    view: Any
    thought: Thought
    looks: int = LOOKS

    def fits(self, view: Any) -> bool:
        """Whether the robot still knows what it knew then. Who else has yet to choose in secret is no part of that."""
        return bool(replace(self.view, to_act=view.to_act) == view)


class Tables:
    """The tables of all rooms in this process.

    ``later(seconds, function)`` runs a function after a while; ``present(person)`` tells whether a person is
    connected; ``next_deal(table, board)`` may name the deal of a board that is not prepared; ``rates(table)`` tells
    whether a match that begins counts for ratings; ``may_not_start(table,
    again)`` says why students may not start the next board, or one ``again``, None if they may; ``questions(table,
    seat)`` tells what the seat may be asked to expect now, as the number of answers by the question's key;
    ``think("think", (view, seed), seconds, within)`` has a worker think for a robot that is none of ``ROBOTS``, in
    the games ``thinks``, each with its own word;
    ``on_change(table)`` is called after every commit, outside the lock.
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        later: Callable[[float, Callable[[], None]], object],
        rng: Random,
    ) -> None:
        self.store = store
        self.clock = clock
        self._later = later
        self._rng = rng
        self.present: Callable[[int], bool] = _nobody_present
        self.next_deal: Callable[[Table, Board], Prepared | None] = lambda table, board: None
        self.rates: Callable[[Table], bool] = lambda table: False
        self.may_not_start: Callable[[Table, bool], Text | None] = lambda table, again: None
        self.questions: Callable[[Table, int], Mapping[str, int]] = lambda table, seat: {}
        self.on_change: Callable[[Table], None] = lambda table: None
        self.think: Callable[[str, Any, float, float], Thought] | None = None
        self.thinks = dict(THINKS)
        self._cache: dict[int, Table] = {}
        self._table_of: dict[int, int] = {}
        self._locks: dict[int, threading.RLock] = {}
        self._waking: set[tuple[int, ...]] = set()
        self._armed: dict[int, float] = {}  # by table: the deadline that something is to happen at
        self._came: dict[int, float] = {}  # by table of a class: since when somebody is there, as far as it was looked

    # -- reading --

    def get(self, table_id: int, fresh: bool = True) -> Table:
        """The table as its log stands; with ``fresh=False`` as this process last saw it. Raises ``KeyError``."""
        table = self._cache.get(table_id)
        if table is None:
            row = self.store.table(table_id)
            if row is None:
                raise KeyError(table_id)
            table = Table(row.id, row.room_id, row.number)
        elif not fresh:
            return table
        with self._lock(table_id):
            table = self._cache.get(table_id, table)
            return self._advance(table, self.store.events(table_id, table.seq))

    def where(self, person: int) -> tuple[Table, int] | None:
        """The table and seat where this process last saw a person sit; quick, without a look at the store."""
        table = self._cache.get(self._table_of.get(person, 0))
        seat = table.seat_of(person) if table is not None else None
        return (table, seat) if table is not None and seat is not None else None

    def in_memory(self) -> dict[int, list[Table]]:
        """The tables that this process remembers, by room."""
        found: dict[int, list[Table]] = {}
        for table in list(self._cache.values()):
            found.setdefault(table.room_id, []).append(table)
        return found

    @contextmanager
    def deleting(self, table_ids: Sequence[int]) -> Iterator[None]:
        """While these tables are deleted in the store nobody acts at them; afterwards they are forgotten. If that
        fails, everything is as it was."""
        with self._locks_of(table_ids):
            yield
            gone = set(table_ids)
            for table_id in gone:
                for memory in (self._cache, self._armed, self._came):
                    memory.pop(table_id, None)
            self._table_of = {person: at for person, at in self._table_of.items() if at not in gone}
        for table_id in gone:
            self._locks.pop(table_id, None)

    def record(self, table_id: int, ordinal: int) -> BoardRecord | None:
        """The finished board with this number among all boards played at the table, or None."""
        boards = self.get(table_id).play.boards
        return boards[ordinal - 1] if 1 <= ordinal <= len(boards) else None

    # -- one action of a person --

    def act(self, table_id: int, person: int, turn: int, text: str, at_seat: int | None = None) -> Answer:
        """Do what a person asks for at their seat: an action of the game, or ``next``, ``undo``, ``claim N``,
        ``accept``, ``refuse``, ``cancel``, ``again N``, ``predict KEY N``.

        ``turn`` is ``turns`` of the seat as the person last saw it: an older one is answered "already", so a double
        tap or a resent message never answers the next question; a claim that was not done hears that it is too late.
        ``at_seat`` is the seat where the person believes to sit: what was meant for another hand is not done for this
        one.
        """
        for _ in range(8):
            with self._lock(table_id):
                try:
                    table = self.get(table_id, fresh=False)
                except KeyError:  # deleted meanwhile
                    return Answer("stale", say("You are not sitting at this table any more."))
                seat = table.seat_of(person)
                if seat is None:
                    return Answer("stale", say("You are not sitting at this table any more."))
                if at_seat is not None and at_seat != seat:
                    return Answer("stale", say("You have another seat now. Look again."))
                if turn < table.turns[seat]:
                    return _answer_to_earlier(table, seat, text)
                if turn > table.turns[seat]:
                    table = self.get(table_id)
                    if turn != table.turns[seat]:
                        return Answer("stale", say("The table has moved on. Here is how it stands now."))
                rows_or_answer = self._decide(table, seat, text)
                if isinstance(rows_or_answer, Answer):
                    return rows_or_answer
                rows = rows_or_answer
                if table.seats[seat].acts_alone:
                    rows = [Row("table", f"sit {seat} {format_seated(replace(table.seats[seat], robot=''))}"), *rows]
                try:
                    table = self._write(table, rows)
                except IllegalAction as refused:
                    return Answer("no", refused.why)
                except Conflict:
                    self.get(table_id)
                    continue
            self._changed(table)
            return Answer("done")
        return Answer("stale", say("The table has moved on. Here is how it stands now."))

    def _decide(self, table: Table, seat: int, text: str) -> list[Row] | Answer:
        """The rows a wish becomes, or the answer that refuses it. Called under the lock.

        Whether an action of the game is legal is left to the fold, which asks the rules.
        """
        verb, _, rest = text.partition(" ")
        if table.paused:
            if table.own_pace:
                return Answer("no", say("This game is paused. Its clock stands still."))
            return Answer("no", say("The table is paused. Look at your teacher."))
        match verb:
            case "next" | "again":
                return self._decide_next(table, seat, rest)
            case "predict":
                return self._decide_predict(table, seat, rest)
            case "undo":
                return self._decide_undo(table, seat)
            case "claim" if table.rules.claims != "discards":
                return self._decide_claim(table, seat, rest)
            case "accept" | "refuse":
                if table.ask is None or seat not in table.ask.waiting:
                    return Answer("already")
                return self._rows_after(table, Row(str(seat), verb))
            case "cancel":
                if table.ask is None or table.ask.seat != seat:
                    return Answer("already")
                return [Row(str(seat), "cancel")]
            case "resign":
                if not table.own_pace:
                    return Answer("no", say("Nobody resigns here: you play with your class."))
                if table.play.state is None or table.play.over is not None:
                    return Answer("already")
                if table.finished and table.match_over:
                    return Answer("no", say("The match is over."))
                return [Row(str(seat), "resign")]
        if table.play.state is None:
            return Answer("no", say("The next board has not been dealt yet."))
        if table.play.over is not None:
            return Answer("no", say("The match is over."))
        if table.finished:
            return Answer("no", say("This board is over."))
        if table.ask is not None:
            return Answer("no", say("First there is a question to answer."))
        if text == "pass" and table.rules.claims == "discards" and table.clock is None:
            return Answer("already")  # no to a discard that is not offered any more: so it is
        return [Row(str(seat), text)]

    def _decide_next(self, table: Table, seat: int, wish: str) -> list[Row] | Answer:
        """The next board of the table, or with a number in ``wish`` that board of the set once more."""
        if table.playing:
            return Answer("already")
        if table.own_pace and (table.match_over or table.play.state is None):
            return Answer("no", say("The match is over.") if table.match_over else say("This game has not begun yet."))
        if wish and not (wish.isdecimal() and len(wish) < 4 and 1 <= int(wish) <= table.next_place):
            return Answer("no", say("There is no such board to play again."))
        why_not = self.may_not_start(table, bool(wish))
        if why_not is not None:
            return Answer("no", why_not)
        number = int(wish or 0)
        ready = table.ready if number == table.wish else frozenset()
        rows = [Row(str(seat), f"again {number}" if wish else "next")] if seat not in ready else []
        others = [
            i
            for i, s in enumerate(table.seats)
            if not s.acts_alone and i != seat and any(self.present(person) for person in s.people)
        ]
        if table.own_pace:
            others = []
        if all(i in ready for i in others):
            return [*rows, *self._wished_rows(table, number)]
        return rows or Answer("already")

    def _wished_rows(self, table: Table, wish: int, actor: str = "table") -> list[Row]:
        return _deal_rows(actor, "again ", table.set_of_boards[wish - 1]) if wish else self._next_rows(table, actor)

    def _decide_predict(self, table: Table, seat: int, rest: str) -> list[Row] | Answer:
        key, _, answer = rest.partition(" ")
        if any(said[:2] == (seat, key) for said in table.play.said):
            return Answer("already")
        count = self.questions(table, seat).get(key)
        if count is None:
            return Answer("no", say("This question is over. Play on."))
        if answer != "-" and not (answer.isdecimal() and len(answer) < 3 and int(answer) < count):
            return Answer("no", say("This is none of the answers. Tap one of them."))
        return [Row(str(seat), f"predict {key} {answer}")]

    def _decide_undo(self, table: Table, seat: int) -> list[Row] | Answer:
        if table.ask is not None:
            return Answer("no", say("First there is a question to answer."))
        if table.own_pace:
            return Answer("no", say("At your own pace a card that is played stays."))
        target = undo_target(table, seat)
        if isinstance(target, Text):
            return Answer("no", target)
        if (seat, -table.play.acts[-1].seq) in table.refused:
            return Answer("no", say("You have asked for that already. Play on."))
        row = Row(str(seat), "undo")
        return [row] if undo_voters(table, seat) else [row, Row("table", f"rewind {target}")]

    def _decide_claim(self, table: Table, seat: int, tricks: str) -> list[Row] | Answer:
        if table.rules.claims != "tricks":
            return Answer("no", say("In this game every trick is played."))
        if table.own_pace:
            return Answer("no", say("At your own pace every trick is played."))
        if not table.playing or table.rules.view(table.play.state, None).phase != "play":
            return Answer("no", say("You can claim only while cards are played."))
        if table.ask is not None:
            return Answer("no", say("First there is a question to answer."))
        declarer, dummy = declaring(table)
        if seat == dummy:
            return Answer("no", say("Dummy does not claim. {declarer} does.", declarer=SeatRef(declarer or 0)))
        left = tricks_left(table)
        if not tricks.isdecimal() or len(tricks) > 2 or int(tricks) > left:
            return Answer("no", say("You can claim from 0 to {left} tricks.", left=left))
        if (seat, left) in table.refused:
            return Answer("no", say("Your claim was refused. Play a trick before you claim again."))
        try:
            table.rules.claim(table.play.state, seat, int(tricks))
        except IllegalAction as refused:
            return Answer("no", refused.why)
        return [Row(str(seat), f"claim {int(tricks)}")]

    def _rows_after(self, table: Table, row: Row) -> list[Row]:
        """The answer to a question, and what follows when it was the last one needed."""
        ask = table.ask
        assert ask is not None
        if row.text == "refuse":
            return [row]
        if ask.kind == "undo":
            target = undo_target(table, ask.seat)
            return [row] if isinstance(target, Text) else [row, Row("table", f"rewind {target}")]
        if ask.waiting - {int(row.actor)}:
            return [row]
        return [row, Row("table", f"claimed {ask.seat} {ask.tricks}")]

    # -- the teacher and the class --

    def open(
        self,
        room_id: int,
        game: str,
        options: Any,
        seats: int = 4,
        robot: str = "standard",
        alone: int | None = None,
        own_pace: bool = False,
        match: int = 1,
    ) -> Table:
        """A new table with robots in all seats; ``alone`` is a person who plays South of it at home. ``own_pace``: one
        of the room's games beside the class. ``match``: the number of its first one."""
        data = json.loads(options_to_json(options)) | {"version": VERSION}
        if match != 1:
            data["first_match"] = match
        if seats != 4:
            data["seats"] = seats
        rows = [Row("teacher", f"open {game} {json.dumps(data, sort_keys=True)}")]
        rows += [Row("teacher", f"sit {i} robot {robot}") for i in range(seats)]
        if alone is not None:
            rows.append(Row("teacher", f"sit {SOUTH} {format_seated(Seated(alone, ''))}"))
        row = self.store.make_table(room_id, rows, "home" if alone is not None else "pace" if own_pace else "class")
        table = self.get(row.id)
        self._changed(table)
        return table

    def tables(self, room_id: int) -> list[Table]:
        """The open tables of a room, by number."""
        return [self.get(row.id) for row in self.store.tables(room_id)]

    def rows(self, room_id: int, closed: bool = False) -> list[TableRow]:
        return self.store.tables(room_id, closed)

    def arrange(
        self,
        seating: Sequence[tuple[int, int, Seated]],
        actor: str = "teacher",
        expected: Sequence[Seated] | None = None,
        then: Mapping[int, Sequence[str]] | None = None,
    ) -> bool:
        """Seat several people at once, at one or several tables, all or nothing: ``(table, seat, who)``.

        ``expected`` says who must still sit on each of these seats; if somebody else does by now, or a seat is not
        there any more, nothing is changed and the answer is False. ``then``: commands for these tables, which belong
        to it; if one of them cannot be done, nothing is.
        """
        ids = sorted({table_id for table_id, _, _ in seating})
        for _ in range(8):
            with self._locks_of(ids):
                tables_ = {i: self.get(i) for i in ids}
                if any(seat >= len(tables_[t].seats) for t, seat, _ in seating):
                    return False  # the table plays another game by now, with fewer seats
                now = [tables_[t].seats[seat] for t, seat, _ in seating]
                if expected is not None and now != list(expected):
                    return False
                writes = []
                for i in ids:
                    rows = [
                        Row(actor, f"sit {seat} {format_seated(who)}")
                        for t, seat, who in seating
                        if t == i and tables_[i].seats[seat] != who
                    ]
                    after = self._advance(tables_[i], self._events(tables_[i], rows), keep=False)
                    for text in (then or {}).get(i, ()):
                        try:
                            new = self._command_rows(after, text, actor)
                        except _Refused:  # another process was quicker: the board has begun
                            return False
                        after = self._advance(after, self._events(after, new), keep=False)
                        rows += new
                    if rows:
                        writes.append(self._events(tables_[i], rows))
                try:
                    self.store.append([event for made in writes for event in made])
                except Conflict:
                    continue
                changed = [self._advance(tables_[made[0].table_id], made) for made in writes]
            for table in changed:
                self._changed(table)
            return True
        raise Conflict("seating")

    def act_for(self, table_id: int, seat: int, turn: int, text: str) -> Answer:
        """The teacher chooses for a seat: an action of the game, judged as the seat's own; ``turn`` as in ``act``."""
        for _ in range(8):
            with self._lock(table_id):
                table = self.get(table_id)
                if seat >= len(table.seats):
                    return Answer("stale", say("The table has moved on. Here is how it stands now."))
                if turn < table.turns[seat] and table.rules.claims != "discards":
                    return Answer("already")
                if turn != table.turns[seat] or not table.playing or seat not in table.to_act():
                    return Answer("stale", say("The table has moved on. Here is how it stands now."))
                if table.ask is not None:
                    return Answer("no", say("First there is a question to answer."))
                if text not in {str(choice.action) for choice in table.rules.choices(table.play.state, seat)}:
                    return Answer("no", say("This cannot be chosen now."))
                try:
                    table = self._write(table, [Row(str(seat), text, TEACHER_CHOSE)])
                except IllegalAction as refused:
                    return Answer("no", refused.why)
                except Conflict:
                    continue
            self._changed(table)
            return Answer("done")
        return Answer("stale", say("The table has moved on. Here is how it stands now."))

    def command(self, table_id: int, text: str, actor: str = "teacher") -> Answer:
        """One teacher's event: ``game NAME {...}`` (another game from here on), ``limit SECONDS bot`` or ``forfeit``
        (for each move; ``limit 0`` for none), ``stop`` (the match ends here), ``invite 17 23 anybody`` (who may take
        the free seats of a game that has not begun), ``look`` (the teacher looks at all hands), ``pause``, ``resume``,
        ``wait`` (a discard may be claimed for its whole time again), ``hands open``, ``hands closed``, ``rewind N``,
        ``redeal`` (or ``redeal`` with a deal as in ``prepare``), ``next``, ``fresh`` (the next board, whatever is on
        the table), ``deal N`` (a board of the set, from 0, whatever is on the table), ``onto N`` (that board is the
        next one), ``away`` (the board in play is put away), ``options {...}``, ``prepare ...``, ``unprepare``,
        ``lesson N``."""
        return self.commands(table_id, [text], actor)

    def commands(self, table_id: int, texts: Sequence[str], actor: str = "teacher") -> Answer:
        """Several teacher's events of one table, all or nothing."""
        for _ in range(8):
            with self._lock(table_id):
                table = then = self.get(table_id)
                rows: list[Row] = []
                try:
                    for text in texts:
                        new = self._command_rows(then, text, actor)
                        # Each command finds the table as those before it leave it.
                        then = self._advance(then, self._events(then, new), keep=False)
                        rows += new
                    if not rows:
                        return Answer("already")
                    table = self._write(table, rows)
                except Conflict:
                    continue
                except _Refused as refused:
                    return Answer("no", refused.why)
            self._changed(table)
            return Answer("done")
        return Answer("stale", say("The table has moved on. Here is how it stands now."))

    def _command_rows(self, table: Table, text: str, actor: str) -> list[Row]:
        verb, _, rest = text.partition(" ")
        match verb:
            case "game":
                return self._game_rows(table, rest, actor)
            case "limit":
                seconds, _, on_timeout = rest.partition(" ")
                if seconds != "0" and not (seconds.isdecimal() and len(seconds) < 9 and int(seconds) in LIMITS):
                    raise _Refused(say("A move may take from one minute to one week."))
                if seconds != "0" and on_timeout not in ("bot", "forfeit"):
                    raise _Refused(say("There is no such setting: {name}.", name=on_timeout[:40]))
                now = (table.limit, table.on_timeout if table.limit else "")
                return [Row(actor, text)] if now != (int(seconds), on_timeout) else []
            case "stop":
                return [Row(actor, "stop")] if table.play.state is not None and not table.match_over else []
            case "invite":
                return [Row(actor, text.rstrip())]
            case "look":
                return [] if table.play.aided else [Row(actor, "look")]
            case "pause" | "resume":
                return [Row(actor, verb)] if table.paused != (verb == "pause") else []
            case "wait":
                return [Row(actor, verb)] if (table.closes_at or 0) > self.clock() else []
            case "hands":
                if table.play.state is None:
                    raise _Refused(say("No board has been dealt at this table yet."))
                return [Row(actor, text)] if table.hands_open != (rest == "open") else []
            case "next":
                if table.playing:
                    raise _Refused(say("This board is still being played."))
                return self._next_rows(table, actor)
            case "away":
                return [Row(actor, "redeal")] if table.playing else []
            case "onto":
                if not rest.isdecimal() or int(rest) > len(table.set_of_boards):
                    raise _Refused(say("This lesson has no such board."))
                return [Row(actor, f"goto {rest}")] if int(rest) != table.next_place else []
            case "fresh":
                return [*([Row(actor, "redeal")] if table.playing else []), *self._next_rows(table, actor)]
            case "redeal":
                if table.play.state is None:
                    raise _Refused(say("No board has been dealt at this table yet."))
                if table.finished:
                    raise _Refused(say("This board is over. Deal the next one."))
                if table.lesson and table.play.given and table.next_place:
                    return [Row(actor, "redeal"), *_deal_rows(actor, "again ", self._same_again(table))]
                return [Row(actor, "redeal"), Row(actor, f"board {rest or self.other_cards(table)}")]
            case "deal":
                if not rest.isdecimal() or int(rest) >= len(table.set_of_boards):
                    raise _Refused(say("This lesson has no such board."))
                away = [Row(actor, "redeal")] if table.playing else []
                chosen = table.set_of_boards[int(rest)]
                return [*away, Row(actor, f"goto {rest}"), *_deal_rows(actor, "prepared ", chosen)]
            case "rewind":
                if not rest.isdecimal() or int(rest) not in self._all_moments(table):
                    raise _Refused(say("There is no such moment to go back to."))
                then = self._advance(table, self._events(table, [Row(actor, text)]), keep=False).play
                # What came with a board is done as soon as it is dealt.
                given = max(0, then.fixed - len(then.acts)) if then.state is not None else 0
                return [Row(actor, f"rewind {int(rest) + given}")]
            case "options" | "prepare" | "unprepare" | "lesson":
                return [Row(actor, text)]
        raise _Refused(say("There is no such command."))

    def _same_again(self, table: Table) -> Prepared:
        """The board in play as it was prepared: a lesson has chosen its cards."""
        assert table.play.board is not None
        return next(each for each in table.set_of_boards if each.number == table.play.board.number)

    def _game_rows(self, table: Table, rest: str, actor: str) -> list[Row]:
        """``NAME {...}``: the table plays another game from here on; among the options ``seats``, if not four, and
        ``first_match``, the least number of its first match here. New seats are robots'; who sits on one that is not
        there any more must have another before."""
        name, _, text = rest.partition(" ")
        try:
            data = json.loads(text or "{}")
            seats, match = data.pop("seats", 4), data.pop("first_match", 1)
            game = GAMES[name]
            options = options_from_json(game.Options, data)
            if game.next_board(options, seats, ()) is None or seats not in game.seats or not 0 < int(match) < 10**6:
                raise ValueError(name)
        except SaidError as problem:
            raise _Refused(problem.why) from None
        except (KeyError, ValueError, TypeError, AttributeError):
            raise _Refused(say("There is no such game.")) from None
        if any(who.person is not None for who in table.seats[seats:]):
            raise _Refused(say("Somebody has a seat that this game does not have."))
        robots = [Row(actor, f"sit {seat} robot standard") for seat in range(len(table.seats), seats)]
        more = {key: value for key, value, usual in (("seats", seats, 4), ("first_match", match, 1)) if value != usual}
        said = json.dumps(json.loads(options_to_json(options)) | more, sort_keys=True)
        return [Row(actor, f"game {name} {said}"), *robots]

    def other_cards(self, table: Table, like: Prepared | None = None) -> Prepared:
        """The board in play with other cards: those of ``like``, else a fresh shuffle."""
        old = table.play.board
        assert old is not None
        fresh = like or self._shuffled(table, old)
        return replace(fresh, number=old.number, dealer=old.dealer, options=difference(old.options, table.options))

    def _shuffled(self, table: Table, board: Board) -> Prepared:
        """A board with cards that follow from a secret of its own."""
        secret = f"{self._rng.getrandbits(256):064x}"
        return Prepared(board.number, board.dealer, table.rules.deal(board, shuffle.rng(secret)), secret=secret)

    def _all_moments(self, table: Table) -> frozenset[int]:
        if table.history:
            # Of another lesson, or of none, the boards that came next then are not there any more.
            # Nor does a rewind lead back into another game.
            records = [r for r in table.play.boards if r.lesson == table.lesson and r.first_seq > table.began]
            earlier = {a.seq for r in records for a in r.acts} | {r.first_seq for r in records}
            return frozenset(table.moments) | earlier
        return frozenset()

    def _next_rows(self, table: Table, actor: str = "table") -> list[Row]:
        """The next board: a prepared deal if there is one, else a fresh shuffle; a finished match starts anew."""
        rows: list[Row] = []
        now = table.play
        left = table.prepared[now.used :]
        if left:
            begins = now.used == table.batch and now.results
            return [*([Row(actor, "match")] if begins else []), *_deal_rows(actor, "prepared ", left[0])]
        seats = len(table.seats)
        over = now.given or now.over is not None
        board = None if over else table.rules.next_board(table.options, seats, now.results)
        if board is None:
            rows.append(Row(actor, "match"))
            board = table.rules.next_board(table.options, seats, ())
        if (rows or not table.dealt) and table.rules.dealer_by_lot:
            first = {"first_dealer": self._rng.randrange(seats)}
            options = options_from_json(table.rules.Options, json.loads(options_to_json(table.options)) | first)
            rows.append(Row(actor, f"options {options_to_json(options)}"))
            board = table.rules.next_board(options, seats, ())
        # A match is to count or not before its first card is seen, so that nobody can look and then have it count.
        if (rows or not table.dealt) and self.rates(table):
            rows.append(Row(actor, "rated"))
        prepared = self.next_deal(table, board) or self._shuffled(table, board)
        return [*rows, Row(actor, f"board {prepared}")]

    # -- robots, and questions that run out --

    def wake(self, table: Table) -> None:
        """Let the robots of a table do what is theirs to do, after a pause that people can follow."""
        self._wait_for_others(table)
        self._wait_for_deadline(table)
        if table.paused or not table.playing:
            return
        if table.ask is not None:
            self._wake_voters(table, table.ask)
            return
        # When the last person has answered, the robots keep nobody waiting.
        quick = table.clock is not None and not _awaited_people(table)
        for seat in sorted(table.to_act()):
            if not table.seats[seat].acts_alone:
                continue
            mark = (table.id, seat, table.turns[seat], table.play.first_seq, quick, _started(table))
            if mark in self._waking:
                continue
            self._waking.add(mark)
            thinking = self._begin_to_think(table, seat)
            self._later(self._pause(table, quick), partial(self._robot_acts, table.id, seat, mark, thinking))

    def _begin_to_think(self, table: Table, seat: int) -> _Thinking | None:
        """Have a worker think already while people look at what happened last; None where no worker is needed."""
        kind = self.thinks.get(table.game)
        if self.think is None or kind is None or table.seats[seat].robot in ROBOTS[table.game]:
            return None
        view = table.rules.view(table.play.state, seat)
        if sum(choice.why_not is None for choice in view.choices) == 1:
            return None
        return _Thinking(view, self.think(kind, (view, self._rng.getrandbits(32)), THOUGHT, THOUGHT))

    def _pause(self, table: Table, quick: bool) -> float:
        """How long a robot waits before it acts: where a discard may be claimed so long that people had their chance,
        and whatever its cards are, for how long it waits would tell."""
        if quick:
            return CARD * self._rng.uniform(0.7, 1.3)
        if table.clock is not None:
            return float(table.rules.time_limit(table.play.state)) * self._rng.uniform(*WAITS_TO_ANSWER)
        if len(table.play.acts) == table.play.fixed > 0:
            return FIRST_LOOK
        last = table.play.acts[-1].text.partition(" ")[0] if table.play.acts else ""
        if last in ("meld", "lay"):  # the next card of the same turn
            return CARD * self._rng.uniform(0.7, 1.3)
        if last != "play":
            return THINK * self._rng.uniform(0.7, 1.4)
        played = sum(a.text.startswith("play") for a in table.play.acts)
        return AFTER_TRICK if played % len(table.seats) == 0 else CARD * self._rng.uniform(0.7, 1.3)

    def _robot_acts(self, table_id: int, seat: int, mark: tuple[int, ...], thinking: _Thinking | None = None) -> None:
        self._waking.discard(mark)
        with self._lock(table_id):
            table = self._cache.get(table_id)
            if table is None:  # deleted meanwhile
                return
            if table.paused or table.ask is not None or seat not in table.to_act():
                return
            if (table.turns[seat], _started(table)) != (mark[2], mark[5]) or not table.seats[seat].acts_alone:
                self.wake(table)
                return
            view = table.rules.view(table.play.state, seat)
            if thinking is not None and not thinking.fits(view):
                self.wake(table)  # the table went back meanwhile, and there is something else to think about
                return
            if thinking is not None and not thinking.thought.done and thinking.looks:
                self._waking.add(mark)
                thinking = replace(thinking, looks=thinking.looks - 1)
                self._later(LOOK_AGAIN, partial(self._robot_acts, table_id, seat, mark, thinking))
                return
            action, reason = self._robot_chooses(table, seat, view, thinking)
            table = self._write_or_look_again(table, [Row(str(seat), action, notes.dump(reason))])
        self._changed(table)

    def _robot_chooses(self, table: Table, seat: int, view: Any, thinking: _Thinking | None) -> tuple[str, Text]:
        """What the robot does and why. A thought that came too late does not count: then the standard robot acts, and
        gives its own reason."""
        legal = [str(choice.action) for choice in view.choices if choice.why_not is None]
        if thinking is not None and thinking.thought.answer is not None:
            thought, why = thinking.thought.answer
            if thought in legal:
                return thought, why
            # Not what it was: a log shows no card that somebody holds.
            logger.error("the robot at table %s, seq %s, wanted what is not allowed", table.id, table.seq)
        robots = ROBOTS[table.game]
        try:
            action, why = robots.get(table.seats[seat].robot, robots["standard"])(view, self._rng)
            return str(action), why
        except Exception as error:
            # A robot that fails must not hold four children: it takes any legal choice, and the log says so.
            logger.error("the robot failed at table %s, seq %s: %s", table.id, table.seq, told(error))
            return legal[0], say("I could not make up my mind, so I took the first thing allowed.")

    def _wake_voters(self, table: Table, ask: Ask) -> None:
        mark = (table.id, -1, ask.seq, table.play.first_seq)
        if mark not in self._waking:
            self._waking.add(mark)
            self._later(ASK_WAIT, lambda: self._ask_runs_out(table.id, ask.seq, mark))
        for seat in sorted(ask.waiting):
            if table.seats[seat].acts_alone and ask.kind == "claim":
                vote = (table.id, seat, table.turns[seat], ask.seq)
                if vote not in self._waking:
                    self._waking.add(vote)
                    self._later(THINK, partial(self._robot_votes, table.id, seat, ask.seq, vote))

    def _robot_votes(self, table_id: int, seat: int, ask_seq: int, mark: tuple[int, ...]) -> None:
        self._waking.discard(mark)
        with self._lock(table_id):
            table = self._cache.get(table_id)
            if table is None:  # deleted meanwhile
                return
            ask = table.ask
            if ask is None or ask.seq != ask_seq or seat not in ask.waiting or not table.seats[seat].acts_alone:
                return
            view = table.rules.view(table.play.state, seat)
            accepts, reason = accepts_claim(view, ask.seat, ask.tricks, shown_hand(table, ask.seat))
            row = Row(str(seat), "accept" if accepts else "refuse", notes.dump(reason))
            table = self._write_or_look_again(table, self._rows_after(table, row))
        self._changed(table)

    def _ask_runs_out(self, table_id: int, ask_seq: int, mark: tuple[int, ...]) -> None:
        self._waking.discard(mark)
        with self._lock(table_id):
            table = self._cache.get(table_id)
            if table is None:  # deleted meanwhile
                return
            if table.ask is None or table.ask.seq != ask_seq:
                return
            table = self._write_or_look_again(table, [Row("table", "expire")])
        self._changed(table)

    def _wait_for_others(self, table: Table) -> None:
        mark = (table.id, -2, len(table.play.boards), table.play.first_seq)
        if not table.ready or table.playing or table.paused or mark in self._waking:
            return
        self._waking.add(mark)
        self._later(NEXT_WAIT, lambda: self._next_runs_out(table.id, mark))

    def _next_runs_out(self, table_id: int, mark: tuple[int, ...]) -> None:
        self._waking.discard(mark)
        with self._lock(table_id):
            table = self._cache.get(table_id)
            if table is None:  # deleted meanwhile
                return
            if table.paused or table.playing or not table.ready or table.play.first_seq != mark[3]:
                return
            wish = next((each for each in _voted(table) if self.may_not_start(table, each > 0) is None), None)
            if wish is None:
                return
            table = self._write_or_look_again(table, self._wished_rows(table, wish))
        self._changed(table)

    # -- deadlines --

    def watch_deadlines(self) -> None:
        """From now on look after the deadlines of all rooms, of those that passed while nothing ran too."""
        try:
            own_pace = [row.id for row in self.store.pace_tables()]
        except Exception as error:  # the next time then: nobody's deadlines must end with it
            logger.error("no deadline could be looked after: %s", told(error))
            own_pace = []
        # At one's own pace a match that is over stays so, and need not be looked at again.
        left = [i for i in own_pace if (known := self._cache.get(i)) is None or not known.match_over]
        in_class = [t.id for t in list(self._cache.values()) if (t.limit or t.clock is not None) and t.in_class]
        for table_id in (*left, *in_class):
            try:
                self.wake(self.get(table_id))
            except Exception as error:  # nor those of the other tables
                logger.error("the deadline of table %s could not be looked after: %s", table_id, told(error))
        self._later(DEADLINES_EVERY, self.watch_deadlines)

    def settle(self, table_id: int) -> None:
        """Do what missed deadlines bring. Whoever looks, each is settled once."""
        self._armed.pop(table_id, None)
        with self._lock(table_id):
            try:
                table = self.get(table_id)
            except KeyError:  # deleted meanwhile
                return
            rows = self._late_rows(table)
            if rows:
                table = self._write_or_look_again(table, rows)
        if rows:
            self._changed(table)
        else:
            self.wake(table)  # somebody was quicker, or the clock was set back

    def _deadline_comes(self, table_id: int, at: float) -> None:
        # Where somebody has moved since, another deadline is waited for.
        if self._armed.get(table_id) == at:
            self.settle(table_id)

    def _wait_for_deadline(self, table: Table) -> None:
        at = self._next_deadline(table)
        if at is None or self._armed.get(table.id) == at:
            return
        wait = at - self.clock()
        if wait <= DEADLINES_EVERY:
            self._armed[table.id] = at
            # Never at once: a store that fails must not be asked again without a pause.
            self._later(max(RETRY, wait), partial(self._deadline_comes, table.id, at))

    def _late_rows(self, table: Table) -> list[Row]:
        at = self._next_deadline(table)
        if at is None or at > self.clock():
            return []
        if table.clock is not None:
            return [Row("clock", "close")]
        if not table.playing:
            return self._next_rows(table)
        late = [seat for seat in _awaited_people(table) if (self._deadline(table, seat) or 0) <= self.clock()]
        if table.on_timeout == "forfeit":
            return [Row("table", f"late {' '.join(map(str, late))}")]
        stand_in = [(seat, replace(table.seats[seat], robot="standard")) for seat in late]
        return [Row("table", f"sit {seat} {format_seated(who)}") for seat, who in stand_in]

    def _next_deadline(self, table: Table) -> float | None:
        """When somebody at this table will be late, the rules' own time is over, or the next board is dealt by itself;
        None if never."""
        if table.clock is not None:
            at, since, now = table.closes_at, table.clock[1], self.clock()
            # A start so far ahead is of before the computer's clock was set back.
            return now if at is not None and since - now > at - since else at
        if not table.limit or table.paused:
            return None
        if not table.playing:
            return table.deals_at
        if table.in_class and not any(map(self.present, table.people)):
            self._came.pop(table.id, None)  # the class has gone, and robots need not play by themselves
            return None
        times = [self._deadline(table, seat) for seat in _awaited_people(table)]
        return min((at for at in times if at is not None), default=None)

    def _deadline(self, table: Table, seat: int) -> float | None:
        """When this seat is late. A class that comes back has the whole time for its move."""
        at = table.deadline(seat)
        if at is None or not table.in_class:
            return at
        return max(at, self._came.setdefault(table.id, self.clock()) + table.limit)

    # -- inside --

    def _write(self, table: Table, rows: Sequence[Row]) -> Table:
        """Fold first, then commit: rows that the fold refuses are never written.

        Raises ``Conflict``, and ``IllegalAction`` for an act that the rules refuse.
        """
        events = self._events(table, rows)
        after = self._advance(table, events, keep=False)
        self.store.append(events)
        self._remember(after)
        return after

    def _write_or_look_again(self, table: Table, rows: Sequence[Row]) -> Table:
        """Write for a robot or a clock, whom nobody asks again: after a failure the caller wakes the table anew."""
        try:
            return self._write(table, rows)
        except Conflict:
            return self.get(table.id)
        except Exception as error:
            problem = "table %s could not be written after seq %s; trying again: %s"
            logger.error(problem, table.id, table.seq, told(error))
            return table

    def _events(self, table: Table, rows: Sequence[Row]) -> list[Event]:
        at = self.clock()
        return [Event(table.id, table.seq + i, at, r.actor, r.text, r.note) for i, r in enumerate(rows, 1)]

    def _advance(self, table: Table, events: Sequence[Event], keep: bool = True) -> Table:
        try:
            for event in events:
                table = fold(table, event)
        except NeedsRefold:
            earlier = self.store.events(table.id)
            known = earlier[-1].seq if earlier else 0
            table = Table(table.id, table.room_id, table.number)
            for event in [*earlier, *(e for e in events if e.seq > known)]:
                table = fold(table, event, keep_all=True)
            table = replace(table, history=tuple(h for h in table.history if h[0] >= table.play.first_seq))
        if keep:
            self._remember(table)
        return table

    def _remember(self, table: Table) -> None:
        self._cache[table.id] = table
        for person in table.people if table.in_class else ():
            self._table_of[person] = table.id

    def _changed(self, table: Table) -> None:
        self.wake(table)
        self.on_change(table)

    def _lock(self, table_id: int) -> threading.RLock:
        return self._locks.setdefault(table_id, threading.RLock())

    @contextmanager
    def _locks_of(self, ids: Sequence[int]) -> Iterator[None]:
        # Always in the order of the ids, so that two moves between the same tables cannot block each other.
        locks = [self._lock(i) for i in sorted(ids)]
        for lock in locks:
            lock.acquire()
        try:
            yield
        finally:
            for lock in reversed(locks):
                lock.release()


def _deal_rows(actor: str, how: str, prepared: Prepared) -> list[Row]:
    """A prepared board is dealt, and what has happened on it already is done."""
    return [Row(actor, f"board {how}{prepared}"), *(Row(_actor(seat), text) for seat, text in prepared.acts)]


def _actor(seat: int) -> str:
    """How the log calls whoever did an act."""
    return "clock" if seat == CLOCK else str(seat)


def _answer_to_earlier(table: Table, seat: int, text: str) -> Answer:
    """What an act of an earlier turn is answered with: it is done, or comes too late for the discard it claims."""
    claims = table.rules.claims == "discards" and text.startswith("claim ")
    if not claims or any(done.seat == seat and done.text == text for done in table.play.acts):
        return Answer("already")
    why = table.rules.too_late(table.play.state, seat, text) if table.playing else None
    return Answer("stale", why or say("The table has moved on. Here is how it stands now."))


def _started(table: Table) -> int:
    """The event that started the clock of the rules, 0 while it stands: robots leave people the whole of its time."""
    return table.clock[0] if table.clock is not None else 0


def _awaited_people(table: Table) -> list[int]:
    """The seats that people are to act for now."""
    return [seat for seat in sorted(table.to_act()) if not table.seats[seat].acts_alone]


def _voted(table: Table) -> list[int]:
    """What is wished for, as in ``Table.wish``, most votes first. To go on wins a draw: nobody alone keeps the others
    at a board, however late and often they ask for it."""
    votes = Counter(wish for seat, wish in table.wishes if table.seats[seat].person is not None)
    return sorted(votes or (table.wish,), key=lambda wish: (-votes[wish], wish))


class _Refused(Exception):
    def __init__(self, why: Text) -> None:
        super().__init__(str(why))
        self.why = why
