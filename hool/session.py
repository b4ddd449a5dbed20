"""Lessons in progress: what a class is at, what its students expect and write, and playing again at home.

A session is a lesson that a room has begun (or been given for home), with its text as it was then: whoever edits the
lesson afterwards changes nothing for those who play. Where each table is in it, its own log tells; what must be the
same for all (the phase, the pace, what the wall shows) stands in the session's row. Knows nothing of Flask.
"""

from __future__ import annotations

import json
import re
import threading
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from hool import checks
from hool.classroom import TURNING, Classroom
from hool.fold import BoardRecord, Prepared, Table
from hool.lessons import PHASES, Lesson, LessonBoard, Question, Step, reached
from hool.names import BLANKS, JOINERS, few_marks
from hool.refused import Refused
from hool.rules import hoola
from hool.rules.game import Deal, options_to_json
from hool.rules.text import Text, say
from hool.shelf import Entry, Shelf, read_text
from hool.store import Conflict, PersonRow, SessionRow, Store, WorkRow
from hool.tables import Tables

PACES = ("free", "together")
LENGTHS = (40, 60)
NOTE_LENGTH = 140
RECENT = 2.0
SEATS = 4  # at a table in a lesson
MOMENTS = 12  # picked moments a table may send in one session
GOT_IT = 3  # of a table of four; a smaller table has got it when all but one have


@dataclass(frozen=True, slots=True)
class OnWall:
    """What the teacher has put on the wall while the class shares: a card as it was then, and the step of its board.

    card: the number of a card, 0 for none. step: of the replay, None for no board.
    """

    card: int = 0
    text: str = ""
    table: int = 0
    ordinal: int = 0
    step: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """What the teacher has set, the same for all.

    phase: one of `PHASES`. since: when it began, seconds since 1970. length: minutes, one of `LENGTHS`. pace: one of
    `PACES`. at: the furthest board that may be played together, from 0. homework: given for home, never run.
    order and hidden: numbers of note cards.
    """

    phase: str = "question"
    since: float = 0.0
    length: int = 60
    pace: str = "free"
    at: int = 0
    begun: bool = False
    homework: bool = False
    order: tuple[int, ...] = ()
    hidden: tuple[int, ...] = ()
    wall: OnWall = field(default_factory=OnWall)


@dataclass(frozen=True, slots=True)
class Session:
    """A lesson that a room has begun or been given. ended_at is None while it runs."""

    id: int
    room_id: int
    name: str
    lesson: Lesson
    state: State
    made_at: float
    ended_at: float | None

    @property
    def minutes(self) -> int:
        """How long the present phase is meant to take; 0 if the lesson does not say."""
        plan = dict(self.lesson.phases).get(self.state.length, (0, 0, 0, 0))
        return plan[PHASES.index(self.state.phase)]

    @property
    def for_home(self) -> bool:
        """Whether students may play it alone: it is over, or was given for home."""
        return self.state.homework or self.ended_at is not None


@dataclass(frozen=True, slots=True)
class Way:
    """How far a table is. at: the board on the table, from 0, None before the first. done: boards finished, each once.
    next: the board that comes next, from 0. passed: how many of its people have passed the check."""

    table: Table
    at: int | None
    done: tuple[int, ...]
    next: int
    passed: int

    @property
    def got_it(self) -> bool:
        people = len(self.table.people)
        return people > 0 and self.passed >= min(GOT_IT, max(1, people - 1))


@dataclass(frozen=True, slots=True)
class Card:
    """A note card or a picked moment. kind: "note" or "moment". board: from 0. step: of the replay, None for a note."""

    id: int
    kind: str
    table: int  # its number
    ordinal: int
    board: int
    text: str
    step: int | None
    person: int | None
    hidden: bool
    at: float


@dataclass(frozen=True, slots=True)
class Before:
    """The same cards, played earlier. at_home: by this student alone; else at a table of the class."""

    record: BoardRecord
    table: int
    at_home: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that a seat may answer now. key: its name at the table. question: what is asked; None asks dummy's
    player who wins trick number `trick`."""

    key: str
    question: Question | None
    trick: int = 0

    @property
    def answers(self) -> int:
        return len(self.question.answers) if self.question else 2


@dataclass(frozen=True, slots=True)
class Roles:
    """Who does what beside playing on a board: seats, None while only robots sit there."""

    writer: int | None
    speaker: int | None


class Sessions:
    """All lessons in progress of this process."""

    def __init__(
        self, store: Store, tables: Tables, classroom: Classroom, shelf: Shelf, clock: Callable[[], float]
    ) -> None:
        self.store, self.tables, self.classroom, self.shelf, self.clock = store, tables, classroom, shelf, clock
        self._lock = threading.RLock()
        self._rooms: dict[int, tuple[float, tuple[Session, ...]]] = {}
        self._looks_on: dict[tuple[int, str], str] = {}
        tables.questions = lambda table, seat: {asked.key: asked.answers for asked in self.questions(table, seat)}
        classroom.lesson_on = lambda room_id: self.current(room_id) is not None
        classroom.lesson_commands = self._commands_of
        classroom.lesson_stops = self.stops
        classroom.lesson_refuses = self._refuses
        classroom.first_board = self._first_board

    # -- which lessons there are -----------------------------------------------------------------------------

    def all(self, room_id: int) -> tuple[Session, ...]:
        """Every session of a room, oldest first; one whose text cannot be read any more is left out."""
        read_at, found = self._rooms.get(room_id, (0.0, ()))
        if not read_at or self.clock() > read_at + RECENT:
            read = (_session(row) for row in self.store.sessions(room_id))
            found = tuple(session for session in read if session is not None)
            self._rooms[room_id] = (self.clock(), found)
        return found

    def get(self, room_id: int, session_id: int) -> Session | None:
        return next((each for each in self.all(room_id) if each.id == session_id), None) if session_id else None

    def current(self, room_id: int) -> Session | None:
        """The lesson the class is at."""
        running = [each for each in self.all(room_id) if each.ended_at is None and not each.state.homework]
        return running[-1] if running else None

    def last(self, room_id: int) -> Session | None:
        """The lesson that was over last."""
        over = [each for each in self.all(room_id) if each.ended_at is not None and not each.state.homework]
        return max(over, key=lambda each: each.ended_at or 0.0, default=None)

    def for_home(self, room_id: int) -> tuple[Session, ...]:
        """What students may play alone, each lesson once, the newest of it."""
        return tuple({each.name: each for each in self.all(room_id) if self.is_for_home(each)}.values())

    def is_for_home(self, session: Session) -> bool:
        """Whether students may play it alone: as it says, and when the room was closed in the middle of it."""
        return session.for_home or (session.state.begun and self.classroom.room(session.room_id).closed)

    def done(self, room_id: int) -> frozenset[str]:
        """The names of the lessons that the class has finished; one that was opened and never played is not."""
        return frozenset(each.name for each in self.all(room_id) if each.ended_at is not None and each.state.begun)

    def next_lesson(self, room_id: int) -> Entry | None:
        """Where the class goes on: the first rung of the ladder it has not finished."""
        done = self.done(room_id)
        ladder = [entry for entry in self.shelf.shipped() if entry.lesson and entry.lesson.rung]
        return next((entry for entry in ladder if entry.name not in done), None)

    # -- running one -----------------------------------------------------------------------------------------

    def open(self, room_id: int, name: str, length: int = 60, pace: str = "free") -> Session:
        """Begin a lesson: the big question. One that runs is ended. Raises ``Refused``."""
        entry = self._readable(room_id, name)
        if pace not in PACES or length not in LENGTHS:
            raise Refused(say("There is no such setting: {name}.", name=pace if pace not in PACES else length))
        with self._lock:
            if self.current(room_id) is not None:
                self.end(room_id)
            state = State(since=self.clock(), length=length, pace=pace)
            row = self.store.add_session(room_id, name, entry.text, _state_json(state))
            self._rooms.pop(room_id, None)
            self.classroom.change_settings(room_id, prepared=[], deals_from="", resting=False)
            found = self.get(room_id, row.id)
            assert found is not None
            self._bring_in(found)
        self._told(room_id)
        return found

    def _bring_in(self, session: Session) -> None:
        """Tables that do not play the lesson yet begin it, and its game, with four seats; and stand still."""
        people = self.classroom.make_way(session.room_id, SEATS)
        for table in self.tables.tables(session.room_id):
            if table.lesson != session.id:
                self.tables.commands(table.id, [*_commands(session, table), "pause"])
                self.classroom.same_robots(self.tables.get(table.id))
        self.classroom.seat_again(session.room_id, people)

    def go(self, room_id: int, phase: str) -> None:
        """Forward or back to a phase. Playing begins with everybody seated and the first board dealt."""
        if phase not in PHASES:
            raise Refused(say("There is no such part of the lesson."))
        with self._lock:
            session = self._running(room_id)
            if phase != session.state.phase:
                begun = session.state.begun or phase == "play"
                session = self._change(session, phase=phase, since=self.clock(), begun=begun)
            self._bring_in(session)  # whoever opened it may have been cut off before every table had heard of it
            for table in self.tables.tables(room_id) if phase != "play" else ():
                self.tables.command(table.id, "pause")
            if phase == "play":
                self.classroom.start(room_id)
        self._told(room_id)

    def set_pace(self, room_id: int, pace: str) -> None:
        """ "free": each table goes on by itself. "together": to the board that the furthest table is at, no further."""
        session = self._running(room_id)
        if pace not in PACES:
            raise Refused(say("There is no such setting: {name}.", name=pace))
        at = max([0, *(way.at for way in self.ways(session) if way.at is not None and way.table.people)])
        self._change(session, pace=pace, at=at)
        self._told(room_id)

    def next_board(self, room_id: int, seen: int | None = None) -> None:
        """Together: one board further. Tables that wait get it now, the others when they are ready for it.

        seen: the board for all (from 0) when the button was drawn; pressed twice, it is done once.
        """
        with self._lock:
            session = self._running(room_id)
            if seen is not None and seen < session.state.at:
                return
            self._look_seated(self.tables.tables(room_id))
            if session.state.at + 1 >= len(session.lesson.boards):
                raise Refused(say("That was the last board of this lesson."))
            session = self._change(session, at=session.state.at + 1)
        if session.state.phase == "play":
            for way in self.ways(session):
                if way.table.people and not way.table.playing and way.next == session.state.at:
                    self.tables.command(way.table.id, f"deal {way.next}")
        self._told(room_id)

    def _look_seated(self, tables: Iterable[Table]) -> None:
        if any(map(self.classroom.turning, tables)):
            raise Refused(TURNING)

    def reach(self, room_id: int, board: int) -> None:
        """Together: tables may play up to this board (from 0) at least."""
        session = self._running(room_id)
        if session.state.at < board:
            self._change(session, at=board)

    def bring(self, room_id: int, board: int, table_id: int | None = None) -> None:
        """All tables, or one, to a board (from 0) now, forward or back; a board in play there is put away."""
        session = self._running(room_id)
        if not 0 <= board < len(session.lesson.boards):
            raise Refused(say("This lesson has no such board."))
        if session.state.phase != "play":
            raise Refused(say("Boards are played in the part “Play”. Go there first."))
        self._look_seated(table for table in self.tables.tables(room_id) if table_id in (None, table.id))
        if table_id is None or session.state.at < board:
            session = self._change(session, at=board)
        for way in self.ways(session):
            here = way.table.playing and way.at == board
            if (way.table.id == table_id) if table_id is not None else (way.table.people and not here):
                self.tables.command(way.table.id, f"deal {board}")
        self._told(room_id)

    def end(self, room_id: int) -> None:
        """The lesson is over: the class rests, and may play it again at home."""
        with self._lock:
            self._running(room_id)
            for table in self.tables.tables(room_id):
                self.tables.commands(table.id, ["pause", "unprepare", "lesson 0"])
            people = self.classroom.own_game(room_id)
            # The tables first: cut off in between, the lesson is still open and can be ended again. All that are open:
            # two processes may have opened one each.
            for session in self.all(room_id):
                if session.ended_at is None and not session.state.homework:
                    self.store.change_session(session.id, ended_at=self.clock())
            self._rooms.pop(room_id, None)
            self.classroom.change_settings(room_id, resting=True)
            self.classroom.seat_again(room_id, people)
        self._told(room_id)

    def assign(self, room_id: int, name: str) -> Session:
        """Give a lesson for home. Raises ``Refused``."""
        entry = self._readable(room_id, name)
        known = next((each for each in self.for_home(room_id) if each.name == name), None)
        if known is not None:
            return known
        row = self.store.add_session(room_id, name, entry.text, _state_json(State(homework=True, since=self.clock())))
        self._rooms.pop(room_id, None)
        self._told(room_id)
        found = self.get(room_id, row.id)
        assert found is not None
        return found

    def stops(self, room_id: int) -> bool:
        """True while the tables of a room stand still for the lesson's sake."""
        session = self.current(room_id)
        return session is not None and session.state.phase != "play"

    # -- the boards ------------------------------------------------------------------------------------------

    def session_of(self, table: Table) -> Session | None:
        """The session whose boards are played at a table."""
        return self.get(table.room_id, table.lesson)

    def place_of(self, table: Table) -> int | None:
        """Which board of the lesson is on the table, from 0; None if it is none of the lesson's."""
        session, board = self.session_of(table), table.play.board
        if session is None or board is None or not table.play.given or table.next_place == 0:
            return None
        return board.number - 1 if board.number <= len(session.lesson.boards) else None

    def step_of(self, table: Table) -> Step | None:
        """The lesson's step whose board is on the table."""
        session, place = self.session_of(table), self.place_of(table)
        return session.lesson.boards[place] if session is not None and place is not None else None

    def ways(self, session: Session) -> tuple[Way, ...]:
        """How far each table of the class is, by its number."""
        passed = self.passed(session.room_id, session.name)
        return tuple(
            Way(
                table,
                self.place_of(table),
                self.finished(table),
                table.next_place,
                sum(person in passed for person in table.people),
            )
            for table in self.tables.tables(session.room_id)
            if table.lesson == session.id
        )

    def finished(self, table: Table) -> tuple[int, ...]:
        """Which boards of its lesson a table has finished, from 0, each once."""
        return tuple(sorted({r.board.number - 1 for r in table.play.boards if r.lesson == table.lesson}))

    def before(self, table: Table, person: int) -> tuple[Before, ...]:
        """How the cards on this table went earlier: here, and for a student alone also in class. Oldest first."""
        deal, now = table.play.deal, len(table.play.boards) + (not table.finished)
        if deal is None:
            return ()
        here = [Before(r, table.number, table.at_home) for r in table.play.boards if r.ordinal < now]
        found = [each for each in here if each.record.deal == deal]
        if table.at_home:
            for row in self.tables.rows(table.room_id, closed=True):
                other = self.tables.get(row.id, fresh=False)
                played = (r for r in other.play.boards if any(person in s.people for s in r.seats))
                found = [*(Before(r, other.number, False) for r in played if r.deal == deal), *found]
        return tuple(found)

    def roles(self, table: Table) -> Roles:
        """Who writes the note card and who will explain the board at the wall: they turn with the deal."""
        people = [seat for seat, who in enumerate(table.seats) if who.person is not None and not who.acts_alone]
        number = table.play.board.number if table.play.board else 1
        if not people:
            return Roles(None, None)
        return Roles(people[number % len(people)], people[(number + 1) % len(people)])

    # -- what students expect --------------------------------------------------------------------------------

    def questions(self, table: Table, seat: int) -> tuple[Asked, ...]:
        """What a seat may say now of what it expects: the lesson's questions whose moment has come, and for dummy's
        player who wins the trick."""
        step = self.step_of(table)
        if step is None or not table.playing:
            return ()
        view = table.rules.view(table.play.state, None)
        told = {said.key for said in table.play.said if said.seat == seat}
        due = [
            Asked(str(place), question)
            for place, question in enumerate(step.questions)
            if question.answers and str(place) not in told and is_now(question.when, view)
        ]
        session = self.session_of(table)
        if session is not None and session.lesson.dummy_predicts and view.phase == "play" and view.dummy == seat:
            number = len(view.tricks) + 1
            if (view.trick or view.tricks) and f"trick{number}" not in told:
                due.append(Asked(f"trick{number}", None, number))
        return tuple(due)

    # -- note cards and moments ------------------------------------------------------------------------------

    def write_note(self, person: PersonRow, text: str) -> None:
        """The note card of the person's table about the board on it; writing again changes it. Raises ``Refused``."""
        session = self._for_writing(person.room_id)
        text = clean_line(text)
        if not text:
            raise Refused(say("Write a few words on the card."))
        found = self.classroom.seat_of(person.id)
        if found is None:
            raise Refused(say("You have no seat yet. Your table writes the card."))
        table = found[0]
        ordinal = table.play.ordinal
        data = {"text": text, "table": table.number, "ordinal": ordinal, "board": self.place_of(table) or 0}
        self._keep(session, "note", f"{session.id}/{table.id}/{ordinal}", person.id, data)
        self._told(session.room_id, stages=False)
        if session.state.phase == "play":
            self.tables.on_change(table)
        else:
            for mate in table.people:
                self.classroom.on_person(mate)

    def pick_moment(self, person: PersonRow, table_number: int, ordinal: int, step: int, text: str) -> None:
        """Send a moment of a finished board to the teacher. The caller has made sure that the person may see it."""
        session = self._for_writing(person.room_id)
        table = next((t for t in self.tables.tables(person.room_id) if t.number == table_number), None)
        record = self.tables.record(table.id, ordinal) if table else None
        if table is None or record is None:
            raise Refused(say("This board is not there any more."))
        mine = [c for c in self.cards(session) if c.kind == "moment" and c.table == table.number]
        if len(mine) >= MOMENTS:
            raise Refused(say("Your table has sent many moments already. That is enough for today."))
        data = {
            "text": clean_line(text), "table": table.number, "ordinal": ordinal, "step": step,
            "board": record.board.number - 1,
        }  # fmt: skip
        self._keep(session, "moment", f"{session.id}/{table.id}/{ordinal}/{step}", person.id, data)
        self._told(session.room_id, stages=False)

    def note_of(self, session: Session, table: Table) -> str:
        """What the table has written about the board on it."""
        cards = (c for c in self.cards(session) if c.kind == "note" and c.table == table.number)
        return next((card.text for card in cards if card.ordinal == table.play.ordinal), "")

    def cards(self, session: Session) -> tuple[Card, ...]:
        """All note cards and moments in the teacher's order; new ones at the end."""
        rows = self.store.work(session.room_id, "note", "moment", begins=f"{session.id}/")
        place = {number: i for i, number in enumerate(session.state.order)}
        rows.sort(key=lambda row: (place.get(row.id, len(place)), row.id))
        return tuple(_card(row, row.id in session.state.hidden) for row in rows)

    def order_card(self, room_id: int, card_id: int, up: bool) -> None:
        """Move a card one place up or down."""
        session = self._running(room_id)
        order = [card.id for card in self.cards(session)]
        if card_id not in order:
            raise Refused(say("This card is not there any more."))
        here = order.index(card_id)
        there = max(0, min(len(order) - 1, here + (-1 if up else 1)))
        order[here], order[there] = order[there], order[here]
        self._change(session, order=tuple(order))
        self._told(room_id, stages=False)

    def hide_card(self, room_id: int, card_id: int, hidden: bool) -> None:
        """Put a card aside, or fetch it back; one that is on the wall leaves it."""
        session = self._running(room_id)
        others = tuple(each for each in session.state.hidden if each != card_id)
        wall = OnWall() if hidden and session.state.wall.card == card_id else session.state.wall
        self._change(session, hidden=(*others, card_id) if hidden else others, wall=wall)
        self._told(room_id, stages=False)

    def show_card(self, room_id: int, card_id: int) -> None:
        """Put a card on the wall as it reads now; 0 takes the wall's card away."""
        session = self._running(room_id)
        wall = OnWall()
        if card_id:
            card = next((each for each in self.cards(session) if each.id == card_id), None)
            if card is None:
                raise Refused(say("This card is not there any more."))
            wall = OnWall(card.id, card.text, card.table, card.ordinal, card.step)
        self._change(session, wall=wall)
        self._told(room_id, stages=False)

    def step_wall(self, room_id: int, step: int | None) -> None:
        """Show the board of the card on the wall at this step of its replay; None shows the card alone."""
        session = self._running(room_id)
        if not session.state.wall.card:
            raise Refused(say("First put a card on the wall."))
        self._change(session, wall=replace(session.state.wall, step=step))
        self._told(room_id, stages=False)

    # -- looking back ----------------------------------------------------------------------------------------

    def reflect(self, person: PersonRow, text: str) -> None:
        """A student's answer to the reflection question; "" passes it over. Saying it again changes it."""
        session = self._running(person.room_id)
        if session.state.phase != "reflect":
            raise Refused(say("This question is asked at the end of the lesson."))
        self._look_open(person.room_id)
        self._keep(session, "reflect", f"{session.id}/{person.id}", person.id, {"text": clean_line(text)})
        self._told(session.room_id, stages=False)
        self.classroom.on_person(person.id)

    def reflection(self, session: Session, person_id: int) -> str | None:
        """What a student has answered; "" if they passed it over, None before."""
        rows = self.store.work(session.room_id, "reflect", person_id=person_id, begins=f"{session.id}/")
        return next((str(json.loads(row.data)["text"]) for row in rows), None)

    def reflections(self, session: Session) -> tuple[tuple[int, str], ...]:
        """All answers that say something, as (person, text)."""
        rows = self.store.work(session.room_id, "reflect", begins=f"{session.id}/")
        said = ((row.person_id or 0, str(json.loads(row.data)["text"])) for row in rows)
        return tuple((person, text) for person, text in said if text)

    # -- checks ----------------------------------------------------------------------------------------------

    def check(self, person: PersonRow, name: str) -> checks.CheckState | None:
        """Where a student is in the check of a lesson; None for a lesson without one."""
        lesson = self._lesson_for(person.room_id, name)
        if lesson is None or not lesson.check:
            return None
        key = self.classroom.derived(f"check {person.room_id} {person.id} {name}").hex()
        answers = self._answers(person.room_id, person.id, name)
        go = self._looks_on.get((person.id, name), "next" if not answers else "")
        return checks.progress(lesson.check, key, answers, go, lesson.options)

    def answer_check(self, person: PersonRow, name: str, number: int, given: Sequence[frozenset[str]]) -> bool:
        """Take the answer to item `number`. False when that item has an answer already; it is not changed.

        Raises ``Refused`` for what is no answer to it.
        """
        state = self.check(person, name)
        if state is None:
            raise Refused(say("This lesson has no check."))
        if state.item is None or number != state.n or state.answered is not None:
            return False
        fault = checks.fault(state.item, given)
        if fault is not None:
            raise Refused(fault)
        verdict = checks.judge(state.item, given)
        data = {
            "n": number, "skill": state.item.skill, "seed": state.seed, "given": [sorted(chosen) for chosen in given],
            "right": verdict.right, "mistake": verdict.mistake, "practice": state.practice,
        }  # fmt: skip
        try:
            self.store.add_work(person.room_id, "check", f"{name}/{person.id}/{number}", person.id, json.dumps(data))
        except Conflict:
            return False
        self._looks_on.pop((person.id, name), None)
        self._told(person.room_id, stages=False)
        self.classroom.on_person(person.id)
        return True

    def go_on(self, person: PersonRow, name: str, where: str) -> None:
        """From an answered item to the "next", to "another" like it that does not count, or to five new ones
        ("again")."""
        if where not in ("next", "another", "again"):
            raise Refused(say("There is no such step."))
        self._looks_on[person.id, name] = where
        self.classroom.on_person(person.id)

    def passed(self, room_id: int, name: str) -> frozenset[int]:
        """Who has passed the check of a lesson."""
        return frozenset(person for person, _ in self.reached(room_id, name))

    def reached(self, room_id: int, name: str = "") -> frozenset[tuple[int, str]]:
        """All passed checks of a room, or those of one lesson, as (person, lesson's name)."""
        answers: dict[tuple[int, str], list[checks.Answer]] = {}
        for row in self.store.work(room_id, "check", begins=name and f"{name}/"):
            answers.setdefault((row.person_id or 0, row.key.rsplit("/", 2)[0]), []).append(_answer(row))
        return frozenset(key for key, rows in answers.items() if checks.passed(rows))

    def mistakes(self, room_id: int, name: str) -> tuple[tuple[str, str, int], ...]:
        """What went wrong in the checks of a lesson, most common first: (skill, the mistake's code, by how many)."""
        seen: set[tuple[int | None, str, str]] = set()
        for row in self.store.work(room_id, "check", begins=f"{name}/"):
            data = json.loads(row.data)
            if not data["right"]:
                seen.add((row.person_id, data["skill"], data["mistake"]))
        counted = Counter((skill, mistake) for _, skill, mistake in seen)
        return tuple((skill, mistake, count) for (skill, mistake), count in counted.most_common())

    def answered(self, room_id: int, name: str) -> Mapping[int, int]:
        """How many items that count each person has answered in the check of a lesson."""
        rows = self.store.work(room_id, "check", begins=f"{name}/")
        return Counter(row.person_id or 0 for row in rows if not json.loads(row.data)["practice"])

    # -- at home ---------------------------------------------------------------------------------------------

    def home_table(self, person: PersonRow, session_id: int) -> Table:
        """The table at which a student plays a lesson alone with three robots; made when it is first wanted.

        Raises ``Refused`` for a lesson that is not for home, and when the room's end date has passed.
        """
        if self.clock() > self.classroom.room(person.room_id).ends_at:
            raise Refused(say("The end date of this room has passed. Its lessons cannot be played any more."))
        session = self.get(person.room_id, session_id)
        if session is None or not self.is_for_home(session):
            raise Refused(say("This lesson is not for home yet. Ask your teacher."))
        with self._lock:
            table = self._home_of(person, session)
            if table is None:
                robots = self.classroom.room(person.room_id).settings.robots
                lesson = session.lesson
                table = self.tables.open(person.room_id, lesson.game, lesson.options, robot=robots, alone=person.id)
                self.tables.commands(table.id, [*_commands(session, table), "deal 0"])
                data = json.dumps({"table": table.id})
                try:
                    self.store.add_work(person.room_id, "home", f"{session.id}/{person.id}", person.id, data)
                except Conflict:  # another process was faster, and its table counts
                    table = self._home_of(person, session) or table
            self.classroom.same_robots(table)
            return self.tables.get(table.id)

    def home_done(self, person: PersonRow) -> Mapping[int, frozenset[int]]:
        """Which boards (from 0) a student has finished at home, by session."""
        tables = {each.id: self._home_of(person, each) for each in self.for_home(person.room_id)}
        return {
            number: frozenset(r.board.number - 1 for r in table.play.boards if r.lesson == table.lesson)
            for number, table in tables.items()
            if table is not None
        }

    def _home_of(self, person: PersonRow, session: Session) -> Table | None:
        """A student's table for a lesson, made in this session or another one of the very same lesson."""
        for row in self.store.work(person.room_id, "home", person_id=person.id):
            other = self.get(person.room_id, int(row.key.partition("/")[0]))
            if other is not None and other.lesson == session.lesson:
                return self.tables.get(int(json.loads(row.data)["table"]), fresh=False)
        return None

    def home_board(self, person: PersonRow, session_id: int, board: int) -> None:
        """Begin a board (from 0) at home, whatever is on the table."""
        table = self.home_table(person, session_id)
        answer = self.tables.command(table.id, f"deal {board}")
        if not answer.ok and answer.say is not None:
            raise Refused(answer.say)

    # -- deleting --------------------------------------------------------------------------------------------

    def forget(self, room_id: int, people: Sequence[int]) -> None:
        """These people were deleted in the store, or the whole room: what is known of them is forgotten."""
        self._looks_on = {key: where for key, where in self._looks_on.items() if key[0] not in people}
        self._rooms.pop(room_id, None)

    def take_from_walls(self, room_id: int, cards: Collection[int]) -> None:
        """Cards with these numbers are about to be deleted: their words stand in what the wall shows, too."""
        for row in self.store.sessions(room_id):
            state = json.loads(row.state)
            if state.get("wall", {}).get("card") in cards:
                self.store.change_session(row.id, state=json.dumps(state | {"wall": {}}, sort_keys=True))
        self._rooms.pop(room_id, None)

    # -- inside ----------------------------------------------------------------------------------------------

    def _readable(self, room_id: int, name: str) -> Entry:
        entry = self.shelf.find(room_id, name)
        if entry is None:
            raise Refused(say("There is no lesson “{name}”.", name=name))
        if entry.lesson is None:
            first = entry.problems[0]
            raise Refused(
                say(
                    "“{name}” has mistakes. The first is in line {line}: {problem}",
                    name=name,
                    line=first.line,
                    problem=first.text,
                )
            )
        return entry

    def _running(self, room_id: int) -> Session:
        self._rooms.pop(room_id, None)  # whoever changes it looks at it as it stands now, in any process
        session = self.current(room_id)
        if session is None:
            raise Refused(say("No lesson is open now."))
        return session

    def _for_writing(self, room_id: int) -> Session:
        session = self._running(room_id)
        if session.state.phase not in ("play", "share"):
            raise Refused(say("Note cards are for the time of playing and sharing."))
        self._look_open(room_id)
        return session

    def _look_open(self, room_id: int) -> None:
        if self.classroom.room(room_id).closed:
            raise Refused(say("This room is closed. Ask your teacher."))

    def _lesson_for(self, room_id: int, name: str) -> Lesson | None:
        """A lesson as this room plays it: with the text of its newest session."""
        return next((each.lesson for each in reversed(self.all(room_id)) if each.name == name), None)

    def _change(self, session: Session, **values: Any) -> Session:
        with self._lock:
            self._rooms.pop(session.room_id, None)
            now = self.get(session.room_id, session.id) or session  # somebody may have changed other values meanwhile
            state = replace(now.state, **values)
            self.store.change_session(session.id, state=_state_json(state))
            self._rooms.pop(session.room_id, None)
        return replace(session, state=state)

    def _told(self, room_id: int, stages: bool = True) -> None:
        """Show the teacher and the wall that something is different, and with ``stages`` every student too."""
        self.classroom.on_room(room_id)
        for person in self.classroom.students(room_id) if stages else ():
            self.classroom.on_person(person.id)

    def _keep(self, session: Session, kind: str, key: str, person: int, data: Mapping[str, Any]) -> None:
        """Keep something a student made; under the same key it takes the place of what was there."""
        text = json.dumps(data)
        for _ in range(3):
            old = next((row for row in self.store.work(session.room_id, kind, begins=key) if row.key == key), None)
            if old is not None:
                self.store.change_work(old.id, data=text, person_id=person)
                return
            try:
                self.store.add_work(session.room_id, kind, key, person, text)
                return
            except Conflict:
                continue

    def _answers(self, room_id: int, person_id: int, name: str) -> list[checks.Answer]:
        return [_answer(row) for row in self.store.work(room_id, "check", person_id=person_id, begins=f"{name}/")]

    def _commands_of(self, table: Table) -> list[str] | None:
        session = self.current(table.room_id)
        return None if session is None else _commands(session, table)

    def _first_board(self, table: Table) -> str | None:
        session = self.current(table.room_id)
        if session is None or table.lesson != session.id:
            return "next" if table.play.state is None else None
        if table.next_place:
            return None
        return f"deal {session.state.at if session.state.pace == 'together' else 0}"

    def _refuses(self, table: Table, again: bool) -> Text | None:
        session = self.session_of(table)
        if session is None or again:
            return None
        if table.next_place >= len(session.lesson.boards):
            return say("You have played all boards of this lesson. You can play one again.")
        together = session.state.pace == "together" and not table.at_home
        if together and table.next_place > session.state.at:
            return say("Your teacher starts the next board for all tables.")
        return None


def clean_line(text: str) -> str:
    """One line of at most `NOTE_LENGTH` characters, without what hides or reorders text; "" if nothing can be seen."""
    line = few_marks("".join(c for c in unicodedata.normalize("NFC", text) if c not in BLANKS))
    line = "".join(c if unicodedata.category(c)[0] != "C" or c in JOINERS else " " for c in line)
    line = re.sub(r"\s+", " ", line).strip()[:NOTE_LENGTH].rstrip()
    return line if any(unicodedata.category(c)[0] in "LNPS" for c in line) else ""


def is_now(when: str, view: Any) -> bool:
    """Whether the moment of a question has come and is not over: until the next trick is complete, and what is asked
    before a contract is chosen only until it is; in Hoola until somebody has a single card left."""
    if isinstance(view, hoola.View):  # to guess who wins is no art when somebody has one card left
        return reached(when, view) and view.phase != "done" and min(view.counts) > 1
    if when.startswith("trick "):
        return len(view.tricks) == int(when[6:]) and view.phase == "play"
    chosen = view.phase == "play" and bool(getattr(view, "steps", ()) or getattr(view, "proposals", ()))
    over = bool(view.tricks) or view.phase == "done" or (chosen and when in ("start", "clues"))
    return reached(when, view) and not over


def _commands(session: Session, table: Table) -> list[str]:
    """What makes a table ready for a lesson: its game for four, if that is another one, without a limit for moves; the
    options all boards begin from, and the boards."""
    lesson = session.lesson
    base = json.dumps(json.loads(options_to_json(lesson.options)), sort_keys=True)
    boards = [_prepared(step.board, lesson) for step in lesson.boards if step.board]
    same = table.game == lesson.game and len(table.seats) == SEATS
    return [
        *([] if same else [f"game {lesson.game} {base}"]),
        "unprepare",
        f"lesson {session.id}",
        f"options {base}",
        "limit 0",
        *(f"prepare {board}" for board in boards),
    ]


def _prepared(board: LessonBoard, lesson: Lesson) -> Prepared:
    deal: Deal = board.pbn.deal
    base = asdict(lesson.options)
    extra = {name: value for name, value in asdict(board.options).items() if value != base[name]}
    if board.game == "hool":
        extra["passed_out"] = "score"  # a board that was chosen is not exchanged for another
    acts = tuple((seat, text) for seat, text in board.pbn.acts)
    return Prepared(board.pbn.number, board.pbn.dealer, deal, json.dumps(extra, sort_keys=True), acts)


def _state_json(state: State) -> str:
    return json.dumps(asdict(state), sort_keys=True)


def _session(row: SessionRow) -> Session | None:
    lesson = read_text(row.text, row.lesson)
    if not isinstance(lesson, Lesson):
        return None
    data = json.loads(row.state)
    data |= {name: tuple(data.get(name, ())) for name in ("order", "hidden")}
    data["wall"] = OnWall(**data.get("wall", {}))
    return Session(row.id, row.room_id, row.lesson, lesson, State(**data), row.made_at, row.ended_at)


def _card(row: WorkRow, hidden: bool) -> Card:
    data = json.loads(row.data)
    return Card(
        row.id, row.kind, data["table"], data["ordinal"], data["board"], data["text"], data.get("step"),
        row.person_id, hidden, row.at,
    )  # fmt: skip


def _answer(row: WorkRow) -> checks.Answer:
    data = json.loads(row.data)
    given = tuple(frozenset(chosen) for chosen in data["given"])
    return checks.Answer(data["n"], data["skill"], data["seed"], given, data["right"], data["practice"])
