"""Results gathered from finished boards and from what students made: all of a room, or the part that is asked for."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date

from hool import checks
from hool.fold import Act, BoardRecord
from hool.lessons import Lesson
from hool.results import ALL, Board, Check, Only, Results, Sat, Student, TableResults
from hool.results_hoola import rummy_of
from hool.rules.cards import SUITS
from hool.rules.game import CLOCK, Seat
from hool.rules.hool import clue_value, tricks_needed
from hool.rules.hool_state import dummy_of, tricks_won
from hool.session import Session, Sessions
from hool.store import PersonRow, WorkRow
from hool.tables import TEACHER_CHOSE

FIT = 8
"""Cards of a suit in two hands that make it a good suit to bid."""
_LENGTH_CLUES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def gather(
    sessions: Sessions,
    room_id: int,
    only: Only = ALL,
    refused: Mapping[int, Mapping[str, int]] | None = None,
) -> Results:
    """The results of a room. refused: taps that were refused, by person and kind."""
    every = {each.id: each for each in sessions.all(room_id)}
    lessons = {number: session.lesson for number, session in every.items()}
    tables = sessions.tables
    numbers = [(row.number, row.id) for row in sorted(tables.rows(room_id, closed=True), key=lambda row: row.number)]
    boards = [
        (number, _board(number, record, lessons))
        for number, table_id in numbers
        for record in tables.get(table_id).play.boards
        if record.result.counted  # passed out, other cards were dealt
    ]
    work = _Work(sessions.store.work(room_id, "check", "note", "moment", "reflect", "home"), only, every)
    home = [_board(0, r, lessons) for i in work.homes for r in tables.get(i, fresh=False).play.boards]
    pace = [
        _board(row.number, record, lessons)
        for row in sessions.store.pace_tables(room_id, closed=True)
        for record in tables.get(row.id, fresh=False).play.boards
        if record.result.counted
    ]
    kept = [(number, board) for number, board in boards if _wanted(board, only, every, False)]
    sat = _by_person((board for _, board in kept), lessons)
    at_home = _by_person((board for board in home if _wanted(board, only, every, True)), lessons)
    at_pace = _by_person((board for board in pace if _wanted(board, only, every, False)), lessons)
    there = {(person, board.session) for _, board in boards for person in board.people}
    students = tuple(
        _student(person, sat, at_home, at_pace, work, there, refused or {})
        for person in sessions.classroom.students(room_id)
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
        days=tuple(sorted({b.day for _, b in boards} | {b.day for b in pace} | work.days, reverse=True)),
        outside=0 in played or bool(pace),
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
    # The clock is nobody, and a no to a discard is hardly a choice: people let its time run out.
    own = [act for act in record.acts[record.fixed :] if act.seat != CLOCK and not _is_no(record, act)]
    robots: Counter[Seat] = Counter()
    for act in own:
        robots[act.seat] += 1 if act.note and act.note != TEACHER_CHOSE else -1
    acted = {act.seat for act in own}
    board = Board(
        table=number,
        record=record,
        session=record.lesson if record.lesson in lessons else 0,
        contract="",
        doubled=1,
        declarer=None,
        dummy=None,
        over=None,
        won=(),
        robots=frozenset(
            seat for seat, who in enumerate(record.seats) if (robots[seat] > 0 if seat in acted else who.acts_alone)
        ),
        chosen=frozenset(act.seat for act in record.acts[record.fixed :] if act.note == TEACHER_CHOSE),
    )
    return _OF_GAME[record.game](board)


def _is_no(record: BoardRecord, act: Act) -> bool:
    return record.game == "hoola" and act.text == "pass"


def _hool(board: Board) -> Board:
    state = board.record.state
    won, over = tricks_won(state), None
    if state.contract and state.declarer is not None:
        over = won[state.declarer] + won[(state.declarer + 2) % 4] - tricks_needed(state.contract)
    return replace(
        board,
        won=won,
        over=over,
        contract=state.contract,
        doubled=state.doubled,
        declarer=state.declarer,
        dummy=dummy_of(state),
    )


def _oh_hell(board: Board) -> Board:
    return replace(board, won=board.record.state.won, bids=board.record.state.bids)


def _hoola(board: Board) -> Board:
    return replace(board, rummy=rummy_of(board.record))


_OF_GAME = {"hool": _hool, "oh_hell": _oh_hell, "hoola": _hoola}


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
    verdicts = list(_judged(board, seat, lesson))
    if board.game != "hool":
        return Sat(board, seat, predicted=len(verdicts), right=sum(verdicts))
    acts = [act.text for act in board.record.acts[board.record.fixed :] if act.seat == seat and not act.note]
    told = board.record.state.clues[(seat + 2) % 4] if board.partners else ()
    lengths = dict(told)
    hand = board.record.deal.hands[seat]
    suits = [text.split()[1][1:] for text in acts if text.startswith("bid ")]
    judged = [suit for suit in suits if suit in SUITS and _LENGTH_CLUES[suit] in lengths]
    together = (int(clue_value(hand, _LENGTH_CLUES[s])) + int(lengths[_LENGTH_CLUES[s]]) for s in judged)
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
            if board.game == "hool" and number <= len(record.state.tricks):
                theirs = record.state.tricks[number - 1].winner % 2 != seat % 2
                yield said.answer == theirs
        elif step is not None and said.key.isdigit() and int(said.key) < len(step.questions):
            question = step.questions[int(said.key)]
            if question.kind == "tricks" and board.won:
                yield question.answers[said.answer] == str(Sat(board, seat).tricks)


class _Work:
    """What the students of a room made, sorted by whose it is."""

    def __init__(self, rows: Sequence[WorkRow], only: Only, every: Mapping[int, Session]) -> None:
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
    at_pace: Mapping[int, list[Sat]],
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
        pace=tuple(sorted(at_pace.get(person.id, ()), key=lambda each: each.board.record.ended_at)),
    )
