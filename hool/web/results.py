"""What came of playing, on pages, on paper and for spreadsheets: for the teacher and helpers, and each student's own.

Lists stand in the order of the class list. By points they stand only when the teacher asks for it, and only there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, current_app, render_template, request

from hool.fold import BoardRecord
from hool.formats import csv
from hool.register import Room
from hool.result_gather import gather
from hool.result_words import (
    mistake_words,
    over_words,
    refused_words,
    table_to_practise,
    table_went_well,
    to_practise,
    went_well,
)
from hool.results import ALL, Board, Only, Results, Student, Tally
from hool.results_hoola import ENDINGS, Rummy, ending_of
from hool.rules import GAMES
from hool.rules.text import Text, say
from hool.web import desk, teacher
from hool.web.access import classroom, need_desk, need_student, need_teacher, sessions
from hool.web.entered import whole
from hool.web.replay import seats_of
from hool.web.show import LETTERS, place_name, seat_token

pages = Blueprint("results", __name__)

RESULTS = teacher.CLASS + "/results"


def _asked() -> Only:
    """What the address asks for: ``lesson``, a session's number or 0 for none, and ``day``; anything else is all."""
    try:
        day = date.fromisoformat(request.args.get("day", ""))
    except ValueError:
        day = None
    return Only(whole(request.args.get("lesson")), day)


def _results(room: Room) -> Results:
    return _gather(room, _asked())


def _gather(room: Room, only: Only) -> Results:
    # Refused taps are counted over all boards, so they are no part of one lesson or day.
    refused = current_app.extensions["hool"].radar.refusals(room.id) if only == ALL else None
    return gather(sessions(), room.id, only, refused)


def _query(only: Only, **more: str) -> str:
    """The part of an address that asks for the same; "" for all."""
    asked = {"lesson": only.session, "day": only.day and only.day.isoformat(), **more}
    text = urlencode({name: value for name, value in asked.items() if value is not None})
    return f"?{text}" if text else ""


def _draw(template: str, room: Room, found: Results, **more: Any) -> str:
    return render_template(
        template,
        room=room,
        at=teacher.home_of(room),
        found=found,
        query=_query(found.only),
        lessons={session.id: session.lesson for session in found.sessions},
        over_words=over_words,
        ending_words=ENDINGS,
        went_well=went_well,
        to_practise=to_practise,
        table_went_well=lambda table: table_went_well(table, found),
        table_to_practise=lambda table: table_to_practise(table, found),
        name_of=name_of,
        seats_of=seats_of,
        letters=LETTERS,
        place_name=place_name,
        day_words=desk.date_words,
        parts_of=_parts,
        **more,
    )


def _parts(boards: Sequence[Any]) -> list[list[Any]]:
    """Boards, or what students sat at, one behind another with the same lesson, day and game together."""

    def part(each: Any) -> tuple[int, date, str]:
        board = getattr(each, "board", each)
        return board.session, board.day, board.game

    return [list(group) for _, group in groupby(boards, part)]


def name_of(person_id: int) -> str:
    """As it stands on the class list; "" for somebody who was deleted."""
    person = classroom().person(person_id)
    return person.name if person is not None else ""


# -- for the teacher and helpers --------------------------------------------------------------------------------------


@pages.get(RESULTS)
def overview(slug: str) -> str:
    """The class: totals, every student, every table. ``order=points`` sorts students by their points."""
    room = need_desk(slug).room
    found = _results(room)
    by_points = request.args.get("order") == "points"
    if by_points:
        found = replace(found, students=tuple(sorted(found.students, key=lambda each: -each.tally.points)))
    return _draw(
        "results.html",
        room,
        found,
        by_points=by_points,
        by_points_query=_query(found.only, order="points"),
        mistakes=sorted(_mistakes(found), key=lambda each: -each[1])[:10],
    )


def _mistakes(found: Results) -> Iterator[tuple[Text, int]]:
    """Refused taps and mistakes in checks, in words, each with by how many students."""
    for kind, times, by in found.refused:
        words = refused_words(kind, times)
        if words is not None:
            yield words, by
    for skill, code, by in found.mistakes:
        yield mistake_words(skill, code), by


def _student(found: Results, person_id: int) -> Student:
    student = found.student(person_id)
    if student is None:
        abort(404, say("This student is not in the room any more."))
    return student


@pages.get(RESULTS + "/students/<int:person_id>")
def student(slug: str, person_id: int) -> str:
    room = need_desk(slug).room
    found = _results(room)
    return _draw("results_student.html", room, found, student=_student(found, person_id), own=False)


@pages.get(RESULTS + "/tables/<int:number>")
def table(slug: str, number: int) -> str:
    room = need_desk(slug).room
    found = _results(room)
    return _draw("results_table.html", room, found, table=_table(found, number))


def _table(found: Results, number: int) -> Any:
    each = found.table(number)
    if each is None:
        abort(404, say("This table has finished no board."))
    return each


# -- on paper ---------------------------------------------------------------------------------------------------------


@pages.get(RESULTS + "/students/print")
def print_students(slug: str) -> str:
    """A page for each student who has played or answered anything."""
    room = need_desk(slug).room
    found = _results(room)
    there = [each for each in found.students if each.sat or each.home or each.checks]
    return _paper(room, found, students=there)


@pages.get(RESULTS + "/students/<int:person_id>/print")
def print_student(slug: str, person_id: int) -> str:
    room = need_desk(slug).room
    found = _results(room)
    return _paper(room, found, students=[_student(found, person_id)])


@pages.get(RESULTS + "/tables/print")
def print_tables(slug: str) -> str:
    room = need_desk(slug).room
    found = _results(room)
    return _paper(room, found, tables=found.tables)


@pages.get(RESULTS + "/tables/<int:number>/print")
def print_table(slug: str, number: int) -> str:
    room = need_desk(slug).room
    found = _results(room)
    return _paper(room, found, tables=[_table(found, number)])


def _paper(room: Room, found: Results, students: Sequence[Student] = (), tables: Sequence[Any] = ()) -> str:
    back = f"{teacher.home_of(room)}/results{_query(found.only)}"
    return _draw("paper_results.html", room, found, students=students, tables=tables, lesson=None, back=back)


# -- a student's own --------------------------------------------------------------------------------------------------


@pages.get("/room/<slug>/results")
def mine(slug: str) -> str:
    """What came of the own playing, for the student alone."""
    visitor = need_student(slug)
    assert visitor.student is not None
    found = _gather(visitor.room, ALL)
    return _draw("results_student.html", visitor.room, found, student=_student(found, visitor.student.id), own=True)


# -- for spreadsheets -------------------------------------------------------------------------------------------------

_STUDENT_COLUMNS = (
    "room", "first_day", "last_day", "lesson_number", "lesson", "name", "tables", "seats", "boards", "robot_boards",
    "declarer", "contracts_made", "contracts_short", "dummy", "defender", "contracts_beaten", "tricks", "clues",
    "clue_kinds", "suit_bids_known", "suit_bids_with_fit", "predictions", "predictions_right", "check_right",
    "check_answered", "check_passed", "note_cards", "moments", "looked_back", "boards_at_home", "teacher_chose",
    "hands_open", "note", "game", "bids", "bids_made", "bids_too_few", "bids_too_many", "boards_own_pace", "boards_won",
    "melds", "cards_laid_off", "thank_yous", "hoolas", "knocks", "knocks_held", "points",
)  # fmt: skip
_BOARD_COLUMNS = (
    "room",
    "day",
    "lesson_number",
    "lesson",
    "table",
    "board",
    "dealer",
    "north",
    "east",
    "south",
    "west",
    "contract",
    "doubled",
    "declarer",
    "tricks_ns",
    "tricks_ew",
    "over",
    "points_ns",
    "points_ew",
    "robot_seats",
    "teacher_chose",
    "hands_open",
    "claimed",
    "game",
    "cards",
    "trumps",
    "players",
    "bids",
    "tricks",
    "points",
    "ending",
    "winner",
)
_BID_COLUMNS = (
    "room", "day", "lesson_number", "lesson", "game", "table", "match", "board", "cards", "dealer", "trumps", "seat",
    "name", "bid", "tricks", "made", "points", "robot", "teacher_chose", "hands_open",
)  # fmt: skip
_HOOLA_COLUMNS = (
    "room", "day", "lesson_number", "lesson", "game", "table", "match", "board", "players", "dealer", "ending", "seat",
    "name", "won", "melds", "cards_laid_off", "thank_yous", "knocked", "no_meld", "cards_left", "points_left",
    "sevens_left", "points", "paid_for_others", "robot", "teacher_chose", "hands_open",
)  # fmt: skip


@pages.get(RESULTS + "/students.csv")
def students_csv(slug: str) -> Response:
    """A row for each student, lesson and game. ``real`` adds the real names that the teacher has noted, ``words`` what
    students wrote when they looked back."""
    room = need_teacher(slug).room
    found = _results(room)
    real, words = "real" in request.args, "words" in request.args
    columns = [*_STUDENT_COLUMNS, *(["real_name"] if real else []), *(["looked_back_words"] if words else [])]
    return _file(room, "students", columns, _student_rows(room, found, real, words))


def _student_rows(room: Room, found: Results, real: bool, words: bool) -> Iterator[list[csv.Cell]]:
    said: dict[tuple[int, int], str] = {}
    for session in found.sessions if words else ():
        said |= {(person, session.id): text for person, text in sessions().reflections(session)}
    for student in found.students:
        lessons = [(each.id, each.lesson.rung or None, each.lesson.title) for each in found.sessions]
        for number, rung, title in [*lessons, (0, None, "")]:
            for row in _games_rows(student, number):
                extra = [student.real_name] if real else []
                extra += [said.get((student.id, number), "")] if words else []
                yield [room.name, *row[0], rung, title, student.name, *row[1], *extra]


def _games_rows(student: Student, session: int) -> Iterator[tuple[list[csv.Cell], list[csv.Cell]]]:
    """The rows of a student in this session, one for each game; what belongs to no game stands in the first one."""
    sat = [each.board for each in (*student.sat, *student.home, *student.pace) if each.board.session == session]
    games = [game for game in GAMES if any(board.game == game for board in sat)]
    for place, game in enumerate(games or ["hool"]):
        row = _student_row(student, session, game, first=not place)
        if row is not None:
            yield row


def _student_row(
    student: Student, session: int, game: str, first: bool
) -> tuple[list[csv.Cell], list[csv.Cell]] | None:
    """The days, and what stands behind the name; None where the student has nothing in this session."""
    tally = student.of(session, game)
    check = next((c for c in student.checks if c.session == session), None) if first else None
    home, pace = (
        [each for each in some if (each.board.session, each.board.game) == (session, game)]
        for some in (student.home, student.pace)
    )
    made: list[csv.Cell] = [student.notes[session], student.moments[session], student.looked_back[session]]
    if not (tally.boards or home or pace or check or (first and any(made))):
        return None
    days = sorted({each.board.day for each in (*tally.sat, *home, *pace)})
    began, ended = (days[0].isoformat(), days[-1].isoformat()) if days else ("", "")
    clues, hool = tally.clues, game == "hool"
    every = Tally((*tally.sat, *pace))
    tricks = {"hool": tally.tricks, "oh_hell": sum(each.tricks for each in every.bid_on)}
    bids = [len(every.bid_on), every.exact, every.too_few, every.too_many]
    sides = [len(tally.declared), tally.made, tally.short, tally.dummies, len(tally.defended), tally.beaten]
    told = [clues.total(), " ".join(sorted(clues)), tally.bids, tally.fits]
    seats = sorted({each.seat for each in tally.sat})
    return [began, ended], [
        " ".join(map(str, sorted({each.board.table for each in tally.sat}))),
        ("" if hool else " ").join(seat_token(game, seat) for seat in seats),
        tally.boards,
        tally.by_robot,
        *(sides if hool else [None] * len(sides)),
        tricks.get(game),
        *(told if hool else [None] * len(told)),
        tally.predicted,
        tally.right,
        check.right if check else None,
        check.answered if check else None,
        ("yes" if check.passed else "no") if check else None,
        *(made if first else [None] * len(made)),
        len(home),
        tally.chosen,
        tally.shown,
        None,
        game,
        *(bids if game == "oh_hell" else [None] * len(bids)),
        len(pace),
        *_rummy_cells(every.rummy, game),
    ]


def _rummy_cells(played: Sequence[Rummy], game: str) -> list[csv.Cell]:
    """The columns of a student that are Hoola's."""
    sums: list[csv.Cell] = [
        sum(each.won for each in played),
        sum(each.melds for each in played),
        sum(each.laid_off for each in played),
        sum(each.thanks for each in played),
        sum(each.hoola for each in played),
        sum(each.knocked for each in played),
        sum(each.held for each in played),
        sum(each.points for each in played),
    ]
    return sums if game == "hoola" else [None] * len(sums)


@pages.get(RESULTS + "/boards.csv")
def boards_csv(slug: str) -> Response:
    """A row for each board and table."""
    room = need_teacher(slug).room
    found = _results(room)
    lessons = {session.id: session.lesson for session in found.sessions}
    rows = (_board_row(room, board, lessons.get(board.session)) for board in found.boards)
    return _file(room, "boards", _BOARD_COLUMNS, rows)


def _names(record: BoardRecord) -> list[str]:
    """Who sat there, seat by seat, as on the class list; "" for a robot's seat."""
    return [" + ".join(filter(None, map(name_of, who.people))) for who in record.seats]


def _board_row(room: Room, board: Board, lesson: Any) -> list[csv.Cell]:
    """Sides, contract and claims are HOOL's, bids and points of each are other games'."""
    record, won, partners, hool = board.record, board.won, board.partners, board.game == "hool"
    scores: tuple[int, ...] = record.result.scores
    between = "" if hool else " "
    return [
        room.name,
        board.day.isoformat(),
        lesson.rung or None if lesson else None,
        lesson.title if lesson else "",
        board.table,
        record.board.number,
        seat_token(board.game, record.board.dealer),
        *(_names(record) if hool else [""] * 4),
        board.contract,
        board.doubled if board.contract else None,
        LETTERS[board.declarer] if board.declarer is not None else "",
        won[0] + won[2] if partners else None,
        won[1] + won[3] if partners else None,
        board.over,
        record.result.scores[0] if board.scored else None,
        record.result.scores[1] if board.scored else None,
        between.join(seat_token(board.game, seat) for seat in sorted(board.robots)),
        between.join(seat_token(board.game, seat) for seat in sorted(board.chosen)),
        "yes" if record.shown else "no",
        ("yes" if record.claim else "no") if hool else "",
        board.game,
        board.cards,
        record.state.trumps if board.bids else "",
        *("; ".join(map(_listed, () if hool else each)) for each in (_names(record), board.bids, won, scores)),
        ending_of(record) if board.rummy else "",
        seat_token(board.game, record.state.winner) if board.rummy else "",
    ]


def _listed(value: object) -> str:
    """One of several values of a cell. A hyphen behind the sign between them would look like a formula."""
    return f"−{-value}" if isinstance(value, int) and value < 0 else str(value)


@pages.get(RESULTS + "/bids.csv")
def bids_csv(slug: str) -> Response:
    """A row for each player of each hand of Oh Hell."""
    room = need_teacher(slug).room
    found = _results(room)
    lessons = {session.id: session.lesson for session in found.sessions}
    boards = (board for board in found.boards if board.bids)
    rows = (row for board in boards for row in _bid_rows(room, board, lessons.get(board.session)))
    return _file(room, "bids", _BID_COLUMNS, rows)


def _where(room: Room, board: Board, lesson: Any) -> list[csv.Cell]:
    """The first cells of a row: when, in which lesson and game, at which table, on which board."""
    return [
        room.name,
        board.day.isoformat(),
        lesson.rung or None if lesson else None,
        lesson.title if lesson else "",
        board.game,
        board.table,
        board.record.match,
        board.record.board.number,
    ]


def _bid_rows(room: Room, board: Board, lesson: Any) -> Iterator[list[csv.Cell]]:
    record = board.record
    for seat, (name, bid, tricks) in enumerate(zip(_names(record), board.bids, board.won, strict=True)):
        yield [
            *_where(room, board, lesson),
            board.cards,
            seat_token(board.game, record.board.dealer),
            record.state.trumps,
            seat_token(board.game, seat),
            name,
            bid,
            tricks,
            "yes" if bid == tricks else "no",
            record.result.scores[seat],
            "yes" if seat in board.robots else "no",
            "yes" if seat in board.chosen else "no",
            "yes" if record.shown else "no",
        ]


@pages.get(RESULTS + "/hoola.csv")
def hoola_csv(slug: str) -> Response:
    """A row for each player of each board of Hoola."""
    room = need_teacher(slug).room
    found = _results(room)
    lessons = {session.id: session.lesson for session in found.sessions}
    rows = (row for board in found.boards for row in _hoola_rows(room, board, lessons.get(board.session)))
    return _file(room, "hoola", _HOOLA_COLUMNS, rows)


def _hoola_rows(room: Room, board: Board, lesson: Any) -> Iterator[list[csv.Cell]]:
    """None for a board of another game."""
    record = board.record
    for seat, (name, did) in enumerate(zip(_names(record), board.rummy, strict=False)):
        yield [
            *_where(room, board, lesson),
            record.board.seats,
            seat_token(board.game, record.board.dealer),
            did.ending,
            seat_token(board.game, seat),
            name,
            _yes(did.won),
            did.melds,
            did.laid_off,
            did.thanks,
            _yes(did.knocked),
            _yes(did.bare),
            did.cards,
            did.value,
            did.sevens,
            did.points,
            _yes(did.pays_for_all),
            _yes(seat in board.robots),
            _yes(seat in board.chosen),
            _yes(record.shown),
        ]


def _yes(it_is: bool) -> str:
    return "yes" if it_is else "no"


def _file(room: Room, what: str, columns: Sequence[str], rows: Iterable[Sequence[csv.Cell]]) -> Response:
    title = re.sub(r"[^a-z0-9]+", "-", room.name.lower()).strip("-")
    filename = f"{title}-{what}.csv" if title else f"{what}.csv"
    response = Response(csv.table(columns, rows), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    response.headers["Cache-Control"] = "no-store"
    return response
