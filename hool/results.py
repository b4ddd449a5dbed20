"""What came of playing: for each student, each table and the class, as facts and in plain words.

Everything is read from finished boards and from what students made; nothing is kept. A seat that two share counts for
both, a board counts for those who sat there when it ended. What a robot or the teacher chose for somebody is told, and
is nobody's contract. How long anything took is not looked at. Knows nothing of Flask.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from hool import checks
from hool.lessons import Lesson
from hool.rules.cards import SUITS, Card
from hool.rules.game import Seat
from hool.rules.hool import clue_value, tricks_needed
from hool.rules.hool_state import dummy_of, tricks_won
from hool.session import Session, Sessions
from hool.store import PersonRow, WorkRow
from hool.tables import TEACHER_CHOSE, BoardRecord

FIT = 8  # cards of a suit in two hands that make it a good suit to bid
_LENGTH_CLUES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


@dataclass(frozen=True, slots=True)
class Only:
    """What is looked at. session: one lesson in progress, by its number, 0 for boards without a lesson, None for all.
    day: None for all days."""

    session: int | None = None
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """A finished board. table: its number, 0 at home. session: 0 for none. over: tricks above the contract, negative
    below it, None without one. won: tricks of each seat. robots: seats where a robot made most of the choices.
    chosen: seats for which the teacher made one."""

    table: int
    record: BoardRecord
    session: int
    contract: str
    doubled: int
    declarer: Seat | None
    dummy: Seat | None
    over: int | None
    won: tuple[int, ...]
    robots: frozenset[Seat]
    chosen: frozenset[Seat]

    @property
    def day(self) -> date:
        return date.fromtimestamp(self.record.ended_at)

    @property
    def made(self) -> bool:
        return self.over is not None and self.over >= 0

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(person for who in self.record.seats for person in who.people)

    @property
    def scored(self) -> bool:
        """Whether it has HOOL points that count."""
        return bool(self.contract) and self.record.board.options.score == "hool" and self.record.result.counted


@dataclass(frozen=True, slots=True)
class Sat:
    """A board as one student played it. clues: the kinds this student told. bids: suits bid after partner had told
    how many of them; fits: those with `FIT` cards or more in the two hands. predicted: what can be judged of what was
    expected; right: of these. smallest: the lowest card that won a trick for this student."""

    board: Board
    seat: Seat
    clues: tuple[str, ...] = ()
    bids: int = 0
    fits: int = 0
    predicted: int = 0
    right: int = 0
    smallest: Card | None = None

    @property
    def by_robot(self) -> bool:
        return self.seat in self.board.robots

    @property
    def role(self) -> str:
        """declarer, dummy, defender, or "" where nobody declares."""
        if self.board.declarer is None or not self.board.record.board.options.partners:
            return ""
        if self.seat % 2 != self.board.declarer % 2:
            return "defender"
        return "declarer" if self.seat == self.board.declarer else "dummy"

    @property
    def good(self) -> bool:
        """Whether the contract came out well for this side: made by the own one, or beaten."""
        return self.board.made != (self.role == "defender")

    @property
    def partners(self) -> tuple[int, ...]:
        """Who sat across the table, if they played together."""
        record = self.board.record
        return record.seats[(self.seat + 2) % 4].people if record.board.options.partners else ()

    @property
    def tricks(self) -> int:
        """Those of the own side; without partners the own ones."""
        won = self.board.won
        return won[self.seat] + (won[(self.seat + 2) % 4] if self.board.record.board.options.partners else 0)

    @property
    def points(self) -> int | None:
        """HOOL points for the own side, negative for what the others got; None where only tricks count."""
        scores = self.board.record.result.scores
        return scores[self.seat] - scores[(self.seat + 1) % 4] if self.board.scored else None


@dataclass(frozen=True)
class Tally:
    """Boards of one student added up. Contracts, tricks and what else one does oneself leave out boards that a robot
    played."""

    sat: tuple[Sat, ...]

    @cached_property
    def own(self) -> tuple[Sat, ...]:
        return tuple(each for each in self.sat if not each.by_robot)

    @cached_property
    def declared(self) -> tuple[Board, ...]:
        """As declarer, with a contract."""
        return tuple(s.board for s in self.own if s.role == "declarer" and s.board.over is not None)

    @cached_property
    def defended(self) -> tuple[Board, ...]:
        return tuple(s.board for s in self.own if s.role == "defender" and s.board.over is not None)

    @property
    def boards(self) -> int:
        return len(self.sat)

    @property
    def by_robot(self) -> int:
        return len(self.sat) - len(self.own)

    @property
    def made(self) -> int:
        return sum(board.made for board in self.declared)

    @property
    def short(self) -> int:
        return len(self.declared) - self.made

    @property
    def beaten(self) -> int:
        return sum(not board.made for board in self.defended)

    @property
    def dummies(self) -> int:
        return sum(each.role == "dummy" for each in self.sat)

    @property
    def tricks(self) -> int:
        return sum(each.tricks for each in self.own)

    @property
    def clues(self) -> Counter[str]:
        return Counter(kind for each in self.sat for kind in each.clues)

    @property
    def bids(self) -> int:
        return sum(each.bids for each in self.sat)

    @property
    def fits(self) -> int:
        return sum(each.fits for each in self.sat)

    @property
    def predicted(self) -> int:
        return sum(each.predicted for each in self.sat)

    @property
    def right(self) -> int:
        return sum(each.right for each in self.sat)

    @property
    def shown(self) -> int:
        """Boards on which all hands lay open."""
        return sum(each.board.record.shown for each in self.sat)

    @property
    def chosen(self) -> int:
        """Boards on which the teacher chose for this student."""
        return sum(each.seat in each.board.chosen for each in self.sat)

    @property
    def smallest(self) -> Card | None:
        return min((each.smallest for each in self.own if each.smallest), key=lambda card: card.rank, default=None)

    @property
    def points(self) -> int:
        """HOOL points of the own side, less those of the others."""
        return sum(each.points or 0 for each in self.own)


@dataclass(frozen=True, slots=True)
class Check:
    """How far a student came in the check of a lesson. right of answered: the best five. mistakes: (skill, the
    mistake's code), each once; "" is none of the common ones."""

    session: int
    lesson: Lesson
    right: int
    answered: int
    passed: bool
    mistakes: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Student:
    """What is known of one student. refused: how often a card was tapped that may not be played, and the like, by
    kind. notes, moments, looked_back: note cards written, moments picked, reflections given, by session. missed:
    lessons the class played without them, and whose check they have not passed."""

    id: int
    name: str
    real_name: str
    sat: tuple[Sat, ...]
    home: tuple[Sat, ...]
    checks: tuple[Check, ...]
    notes: Counter[int]
    moments: Counter[int]
    looked_back: Counter[int]
    missed: tuple[Session, ...]
    refused: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def tally(self) -> Tally:
        return Tally(self.sat)

    @property
    def tables(self) -> tuple[int, ...]:
        return tuple(sorted({each.board.table for each in self.sat}))

    def of(self, session: int) -> Tally:
        """The boards of one session, or without one (0)."""
        return Tally(tuple(each for each in self.sat if each.board.session == session))


@dataclass(frozen=True)
class TableResults:
    """What a table did, whoever sat there. people: all who did, the first to come first."""

    number: int
    boards: tuple[Board, ...]
    people: tuple[int, ...]
    notes: int

    @cached_property
    def contracts(self) -> tuple[Board, ...]:
        return tuple(board for board in self.boards if board.over is not None)

    @property
    def made(self) -> int:
        return sum(board.made for board in self.contracts)

    @property
    def robot_seats(self) -> int:
        """On how many boards robots played at least one seat."""
        return sum(bool(board.robots) for board in self.boards)


@dataclass(frozen=True)
class Results:
    """All of a room, or the part that was asked for. students: in the order of the class list. sessions, days: of
    which there is anything, whatever was asked for; outside: whether there are boards without a lesson."""

    only: Only
    students: tuple[Student, ...]
    tables: tuple[TableResults, ...]
    sessions: tuple[Session, ...]
    days: tuple[date, ...]
    outside: bool

    @property
    def boards(self) -> tuple[Board, ...]:
        return tuple(board for table in self.tables for board in table.boards)

    def student(self, person_id: int) -> Student | None:
        return next((each for each in self.students if each.id == person_id), None)

    def table(self, number: int) -> TableResults | None:
        return next((each for each in self.tables if each.number == number), None)

    @cached_property
    def levels(self) -> tuple[tuple[int, int, int], ...]:
        """Contracts by level: (level, made, all)."""
        contracts = [board for board in self.boards if board.over is not None]
        count = Counter(int(board.contract[0]) for board in contracts)
        made = Counter(int(board.contract[0]) for board in contracts if board.made)
        return tuple((level, made[level], count[level]) for level in sorted(count))

    @cached_property
    def checks(self) -> tuple[tuple[Lesson, int, int], ...]:
        """Each check that somebody began: (lesson, how many passed, how many began)."""
        begun: dict[str, list[Check]] = {}
        for student in self.students:
            for check in student.checks:
                begun.setdefault(check.lesson.name, []).append(check)
        return tuple((all_[0].lesson, sum(c.passed for c in all_), len(all_)) for _, all_ in sorted(begun.items()))

    @cached_property
    def mistakes(self) -> tuple[tuple[str, str, int], ...]:
        """In checks, the most common first: (skill, code, by how many students)."""
        seen = ({each for check in student.checks for each in check.mistakes} for student in self.students)
        counted = Counter(each for student in seen for each in student)
        return tuple((skill, code, count) for (skill, code), count in counted.most_common())

    @cached_property
    def refused(self) -> tuple[tuple[str, int, int], ...]:
        """Taps that were refused, the most common kind first: (kind, how often, by how many students)."""
        times: Counter[str] = Counter()
        for student in self.students:
            times.update(student.refused)
        by = Counter(kind for student in self.students for kind, count in student.refused.items() if count)
        return tuple((kind, count, by[kind]) for kind, count in times.most_common() if count)


# -- gathering --------------------------------------------------------------------------------------------------------


def gather(
    sessions: Sessions,
    room_id: int,
    only: Only = Only(),
    refused: Mapping[int, Mapping[str, int]] | None = None,
) -> Results:
    """The results of a room. refused: taps that were refused, by person and kind."""
    every = {each.id: each for each in sessions.all(room_id)}
    lessons = {number: session.lesson for number, session in every.items()}
    tables = sessions.tables
    numbers = [(row.number, row.id) for row in sorted(tables.rows(room_id, closed=True), key=lambda row: row.number)]
    boards = [(number, _board(number, r, lessons)) for number, i in numbers for r in tables.get(i).play.boards]
    work = _Work(sessions.store.work(room_id, "check", "note", "moment", "reflect", "home"), only, every)
    home = [_board(0, r, lessons) for i in work.homes for r in tables.get(i, fresh=False).play.boards]
    kept = [(number, board) for number, board in boards if _wanted(board, only, every, False)]
    sat = _by_person((board for _, board in kept), lessons)
    at_home = _by_person((board for board in home if _wanted(board, only, every, True)), lessons)
    there = {(person, board.session) for _, board in boards for person in board.people}
    students = tuple(
        _student(person, sat, at_home, work, there, refused or {}) for person in sessions.classroom.students(room_id)
    )
    found = {number: [board for n, board in kept if n == number] for number, _ in numbers}
    played = {board.session for _, board in boards} | {board.session for board in home}
    return Results(
        only=only,
        students=students,
        tables=tuple(
            TableResults(number, tuple(each), tuple(dict.fromkeys(p for b in each for p in b.people)),
                         work.table_notes[number])
            for number, each in found.items() if each
        ),
        sessions=tuple(s for s in every.values() if s.state.begun or s.state.homework or s.id in played),
        days=tuple(sorted({board.day for _, board in boards} | work.days, reverse=True)),
        outside=0 in played,
    )  # fmt: skip


def _wanted(board: Board, only: Only, every: Mapping[int, Session], by_name: bool) -> bool:
    """by_name: at home a lesson may be played on in another session of the same lesson."""
    if only.day is not None and board.day != only.day:
        return False
    if only.session is None or board.session == only.session:
        return True
    here, asked = every.get(board.session), every.get(only.session)
    return by_name and here is not None and asked is not None and here.name == asked.name


def _board(number: int, record: BoardRecord, lessons: Mapping[int, Lesson]) -> Board:
    state, own = record.state, record.acts[record.fixed :]
    robots: Counter[Seat] = Counter()
    for act in own:
        robots[act.seat] += 1 if act.note and act.note != TEACHER_CHOSE else -1
    acted = {act.seat for act in own}
    won = tricks_won(state)
    over = None
    if state.contract and state.declarer is not None:
        over = won[state.declarer] + won[(state.declarer + 2) % 4] - tricks_needed(state.contract)
    return Board(
        table=number,
        record=record,
        session=record.lesson if record.lesson in lessons else 0,
        contract=state.contract,
        doubled=state.doubled,
        declarer=state.declarer,
        dummy=dummy_of(state),
        over=over,
        won=won,
        robots=frozenset(
            seat for seat, who in enumerate(record.seats) if (robots[seat] > 0 if seat in acted else who.acts_alone)
        ),
        chosen=frozenset(act.seat for act in own if act.note == TEACHER_CHOSE),
    )


def _by_person(boards: Iterable[Board], lessons: Mapping[int, Lesson]) -> dict[int, list[Sat]]:
    found: dict[int, list[Sat]] = {}
    for board in boards:
        for seat, who in enumerate(board.record.seats):
            if who.people:
                sat = _sat(board, seat, lessons.get(board.session))
                for person in who.people:
                    found.setdefault(person, []).append(sat)
    return found


def _sat(board: Board, seat: Seat, lesson: Lesson | None) -> Sat:
    acts = [act.text for act in board.record.acts[board.record.fixed :] if act.seat == seat and not act.note]
    told = board.record.state.clues[(seat + 2) % 4] if board.record.board.options.partners else ()
    lengths = dict(told)
    hand = board.record.deal.hands[seat]
    suits = [text.split()[1][1:] for text in acts if text.startswith("bid ")]
    judged = [suit for suit in suits if suit in SUITS and _LENGTH_CLUES[suit] in lengths]
    together = (int(clue_value(hand, _LENGTH_CLUES[s])) + int(lengths[_LENGTH_CLUES[s]]) for s in judged)
    verdicts = list(_judged(board, seat, lesson))
    mine = [board.dummy] if seat == board.declarer and board.dummy is not None else []
    given = sum(act.text.startswith("play ") for act in board.record.acts[: board.record.fixed]) // 4
    tricks = [trick for trick in board.record.state.tricks[given:] if trick.winner in (seat, *mine)]
    cards = [trick.cards[(trick.winner - trick.leader) % 4] for trick in tricks]
    return Sat(
        board,
        seat,
        tuple(text.split()[1] for text in acts if text.startswith("clue ")),
        len(judged),
        sum(length >= FIT for length in together),
        len(verdicts),
        sum(verdicts),
        min(cards, key=lambda card: card.rank, default=None) if seat != board.dummy else None,
    )


def _judged(board: Board, seat: Seat, lesson: Lesson | None) -> Iterator[bool]:
    """Whether what a seat expected came true, for what can be judged: who won a trick, and how many tricks."""
    record, place = board.record, board.record.board.number - 1
    step = lesson.boards[place] if lesson is not None and place < len(lesson.boards) else None
    for said in record.said:
        if said.seat != seat or said.answer is None:
            continue
        if said.key.startswith("trick"):
            number = int(said.key[5:])
            if number <= len(record.state.tricks):
                theirs = record.state.tricks[number - 1].winner % 2 != seat % 2
                yield said.answer == theirs
        elif step is not None and said.key.isdigit() and int(said.key) < len(step.questions):
            question = step.questions[int(said.key)]
            if question.kind == "tricks":
                yield question.answers[said.answer] == str(Sat(board, seat).tricks)


class _Work:
    """What the students of a room made, sorted by whose it is."""

    def __init__(self, rows: Sequence[WorkRow], only: Only, every: Mapping[int, Session]) -> None:
        self._every = every
        # A check belongs to the lesson; it stands with the last time this was played or given for home.
        in_use = sorted(every.values(), key=lambda each: (each.state.begun or each.state.homework, each.id))
        newest = {session.name: session for session in in_use}
        asked = every.get(only.session or 0)
        self.homes: list[int] = []
        self.days: set[date] = set()
        self.table_notes: Counter[int] = Counter()
        self.made: dict[str, dict[int, Counter[int]]] = {"note": {}, "moment": {}, "reflect": {}}
        answers: dict[tuple[int, str], list[tuple[checks.Answer, str]]] = {}
        for row in rows:
            data, person, day = json.loads(row.data), row.person_id or 0, date.fromtimestamp(row.at)
            if row.kind == "home":
                self.homes.append(int(data["table"]))
                continue
            name = row.key.rsplit("/", 2)[0] if row.kind == "check" else ""
            session = newest.get(name) if name else every.get(int(row.key.partition("/")[0]))
            if session is None:
                continue
            self.days.add(day)
            if only.day not in (None, day):
                continue
            if only.session is not None and (asked is None or (session is not asked and name != asked.name)):
                continue
            if row.kind == "check":
                given = tuple(frozenset(chosen) for chosen in data["given"])
                answer = checks.Answer(
                    data["n"], data["skill"], data["seed"], given, data["right"], data["practice"]
                )  # fmt: skip
                answers.setdefault((person, name), []).append((answer, data["mistake"]))
            elif row.kind != "reflect" or data["text"]:
                self.made[row.kind].setdefault(person, Counter())[session.id] += 1
                if row.kind == "note":
                    self.table_notes[data["table"]] += 1
        self.checks: dict[int, list[Check]] = {}
        for (person, name), given_ in answers.items():
            just = [answer for answer, _ in given_]
            slips = dict.fromkeys((answer.skill, slip) for answer, slip in given_ if not answer.right)
            right, answered = checks.best(just)
            at = asked if asked is not None and asked.name == name else newest[name]
            self.checks.setdefault(person, []).append(
                Check(at.id, at.lesson, right, answered, checks.passed(just), tuple(slips))
            )
        # Over, played, and asked for: who was not there has missed it.
        self.over = [
            each
            for each in every.values()
            if each.ended_at is not None and each.state.begun and only.session in (None, each.id) and only.day is None
        ]


def _student(
    person: PersonRow,
    sat: Mapping[int, list[Sat]],
    at_home: Mapping[int, list[Sat]],
    work: _Work,
    there: set[tuple[int, int]],
    refused: Mapping[int, Mapping[str, int]],
) -> Student:
    own = work.checks.get(person.id, [])
    have = {check.lesson.name for check in own if check.passed} | {
        s.name for s in work.over if (person.id, s.id) in there
    }
    played = {session for _, session in there}
    nothing: Counter[int] = Counter()
    return Student(
        id=person.id,
        name=person.name,
        real_name=person.real_name,
        sat=tuple(sorted(sat.get(person.id, ()), key=lambda each: each.board.record.ended_at)),
        home=tuple(sorted(at_home.get(person.id, ()), key=lambda each: each.board.record.ended_at)),
        checks=tuple(sorted(own, key=lambda check: check.lesson.name)),
        notes=work.made["note"].get(person.id, nothing),
        moments=work.made["moment"].get(person.id, nothing),
        looked_back=work.made["reflect"].get(person.id, nothing),
        missed=tuple({s.name: s for s in work.over if s.name not in have and s.id in played}.values()),
        refused=refused.get(person.id, {}),
    )
