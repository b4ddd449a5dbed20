"""The teacher's page of a room: every table at once, one table open, seats, boards, students, settings.

Its first tab, from which a lesson is run, is drawn by ``lesson_desk``.

Every page is a plain GET, every action a plain POST that answers with a sentence (flashed) and a 303; htmx only
replaces what changed. ``rows_html``, ``open_table_html`` and ``seats_html`` render what is pushed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from flask import Blueprint, flash, get_flashed_messages, redirect, render_template, request
from werkzeug.wrappers import Response

from hool.fold import Prepared, Table, parse_prepared
from hool.formats import files
from hool.formats.boards import MAX_BOARDS, MAX_BYTES, MAX_NUMBER
from hool.game_words import GAMES as GAME_WORDS
from hool.i18n import _
from hool.refused import Refused
from hool.register import CHOICES, Room
from hool.rules import GAMES, hool
from hool.rules.cards import Card, check_deal
from hool.rules.game import Deal, options_from_json
from hool.rules.text import Text, say, say_count
from hool.session import Session
from hool.store import PersonRow
from hool.tables import Answer
from hool.web import desk, needs
from hool.web.access import analyst, came_from, classroom, cookie_name, need_desk, need_teacher, sessions, tables
from hool.web.desk_games import ALONE
from hool.web.entered import plain, whole
from hool.web.join import join_url, public_address
from hool.web.sealed import sealed_by
from hool.web.show import SeatShow, TableShow, level_name, place_name, plainly, show

pages = Blueprint("teacher", __name__)

CLASS = "/room/<slug>/class"
pages.add_app_template_global(desk.clock_text, "clock_text")

TABS = ("lesson", "table", "seats", "boards", "games", "people", "room")
TEACHERS_TABS = ("people", "room")  # not for helpers: names with codes, and what the room is
MATCHES = (4, 8, 12, 0)
SWITCHES = ("closing_double", "slam_adds_game", "dummy_sees_declarer")


class Told(NamedTuple):
    """What the last action said, and whether it was done."""

    words: str
    ok: bool


@dataclass(frozen=True, slots=True)
class Student:
    """A student as the teacher sees them. ``table`` is the number of their table, ``place`` says it in words;
    both are empty while they wait. ``hand_since`` is in seconds since 1970."""

    id: int
    name: str
    away: bool
    table: int | None = None
    seat: int | None = None
    place: str = ""
    robot_plays: bool = False
    hand_since: float | None = None
    benched: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of the seating plan; ``person`` is None where a robot plays."""

    show: SeatShow
    person: Student | None


@dataclass(frozen=True, slots=True)
class Knock:
    """Somebody who says they were here before."""

    token: str
    name: str


@dataclass(frozen=True, slots=True)
class Compared:
    """A finished board at one table, with those who sat there when it ended. ``number`` is the table's, ``board`` the
    board's own number, ``ordinal`` counts the boards of the table."""

    number: int
    ordinal: int
    board: int
    game: str
    line: Text
    seats: tuple[SeatShow, ...]


@dataclass(frozen=True, slots=True)
class Desk:
    """A room as its teacher sees it at one moment. ``now`` is the server's time in seconds since 1970."""

    room: Room
    now: float
    people: tuple[Student, ...]
    shows: tuple[TableShow, ...]
    rows: tuple[desk.Row, ...]
    knocks: tuple[Knock, ...]

    @property
    def settings(self) -> Any:
        return self.room.settings

    @property
    def game(self) -> str:
        """What the class plays outside of lessons."""
        return str(self.room.settings.game)

    @property
    def options(self) -> Any:
        """The options of this game."""
        return options_from_json(GAMES[self.game].Options, self.room.settings.options)

    @property
    def counts(self) -> Any:
        return desk.count_people([p.away for p in self.people], self.shows)

    @property
    def dots(self) -> tuple[desk.Dot, ...]:
        return desk.radar(self.rows)

    @property
    def waiting(self) -> list[Student]:
        return [p for p in self.people if p.table is None and not p.benched]

    @property
    def benched(self) -> list[Student]:
        """Those who are to have no seat until the teacher gives them one."""
        return [p for p in self.people if p.table is None and p.benched]

    @property
    def raised(self) -> list[Student]:
        return sorted((p for p in self.people if p.hand_since is not None), key=lambda p: p.hand_since or 0)

    @property
    def plan(self) -> Text:
        now = [size for t in self.shows if (size := sum(s.person is not None for s in t.seats))]
        seats = self.settings.table_seats if self.lesson is None else 4
        return desk.plan_words(classroom().plan(sum(now) + len(self.waiting), seats), now, seats)

    @property
    def seating(self) -> list[tuple[int, tuple[Seat, ...]]]:
        """The seating plan: table numbers with their seats."""
        by_id = {p.id: p for p in self.people}
        return [(t.number, tuple(Seat(s, by_id.get(s.person or 0)) for s in t.seats)) for t in self.shows]

    @property
    def lesson(self) -> Session | None:
        """The lesson the class is at."""
        return sessions().current(self.room.id)

    @property
    def stopped(self) -> bool:
        """True while the lesson keeps all tables still: nobody plays during its question, sharing and looking back."""
        return sessions().stops(self.room.id)

    @property
    def deals(self) -> Text:
        if self.lesson is not None:
            return say_count(
                "The lesson “{title}” is open: its {count} board is played at every table.",
                "The lesson “{title}” is open: its {count} boards are played at every table.",
                len(self.lesson.lesson.boards),
                title=self.lesson.lesson.title,
            )
        loaded = len(self.settings.prepared)
        if loaded:
            return say_count(
                "{count} board from {file} is in force, the same at every table.",
                "{count} boards from {file} are in force, the same at every table.",
                loaded,
                file=self.settings.deals_from or "PBN",
            )
        if not self.same_cards:
            return say("Each table has shuffled cards of its own.")
        if self.game != "hool":
            if self.settings.deals == "same":
                return say("Shuffled hands are in force, the same at every table with as many players.")
            return say("Shuffled hands are in force, different ones at every table.")
        if self.settings.deals == "same":
            return say("Shuffled boards are in force, the same at every table.")
        return say("Shuffled boards are in force, different ones at every table.")

    @property
    def same_cards(self) -> bool:
        """Whether several tables can have the same cards in this game."""
        return GAMES[self.game].compared is not None

    @property
    def no_expert(self) -> Text | None:
        """Why an expert robot plays as a standard one on this computer, or None."""
        return analyst().off

    @property
    def ends_on(self) -> str:
        """The end date as YYYY-MM-DD."""
        return date.fromtimestamp(self.room.ends_at).isoformat()

    @property
    def ends_words(self) -> Text:
        return desk.date_words(date.fromtimestamp(self.room.ends_at))

    @property
    def today(self) -> str:
        return date.fromtimestamp(self.now).isoformat()

    @property
    def latest_end(self) -> str:
        return (date.fromtimestamp(self.now) + timedelta(days=365)).isoformat()


# -- gathering --------------------------------------------------------------------------------------------------------


def look(room: Room) -> Desk:
    """Everything the page of this room needs, as it stands now."""
    school, now = classroom(), classroom().clock()
    found = tables().tables(room.id)
    shows = tuple(show().table(t) for t in found)
    hands = dict(school.hands(room.id))
    people = tuple(_students(school.students(room.id), shows, hands))
    rows = needs.rows(found, shows, now, hands, room.settings.resting)
    names = {p.id: p.name for p in people}
    knocks = tuple(Knock(k.token, names[k.person]) for k in school.returning(room.id) if k.person in names)
    return Desk(room, now, people, shows, rows, knocks)


def _students(people: Iterable[PersonRow], shows: Sequence[TableShow], hands: dict[int, float]) -> Iterable[Student]:
    seats = {person: (t, s) for t in shows for s in t.seats for person in s.people}
    for person in people:
        student = Student(person.id, person.name, not classroom().here(person.id), hand_since=hands.get(person.id))
        if person.id in seats:
            table, seat = seats[person.id]
            place = _("table %(number)s, %(seat)s", number=table.number, seat=place_name(table.game, seat.seat))
            student = replace(
                student, table=table.number, seat=seat.seat, place=place, robot_plays=seat.kind == "robot"
            )  # fmt: skip
        elif person.benched_at is not None:
            student = replace(student, place=_("on the bench"), benched=True)
        yield student


def _open(found: Desk, number: int | None) -> desk.OpenTable | None:
    """The table with this number; without one, the neediest. None when the room has none such."""
    row = next((r for r in found.rows if number in (None, r.show.number)), None)
    if row is None:
        return None
    table = tables().get(row.show.id, fresh=False)
    return _look_into(row, table)


def _look_into(row: desk.Row, table: Table) -> desk.OpenTable:
    now, seats = table.play, range(len(table.seats))
    if now.state is None:
        return desk.open_table(row, [], None, now.first_seq, ())
    if sealed := sealed_by(table):  # not even the teacher sees more than everybody
        public = [table.rules.view(now.state, None)] * len(seats)
        shown = desk.open_table(row, public, Deal(((),) * len(seats)), now.first_seq, ())
        return replace(shown, sealed=tuple(each.number for each in sealed))
    views = [table.rules.view(now.state, seat) for seat in seats]
    return desk.open_table(row, views, now.deal, now.first_seq, ((a.seq, a.seat, a.text) for a in now.acts))


def _compare(found: Desk, open_number: int) -> tuple[bool, tuple[Compared, ...]]:
    """The board last finished at the open table, at all tables that have played it; else each table's last board.

    The first value tells whether it is the same board everywhere.
    """
    by_number = {t.number: tables().get(t.id, fresh=False) for t in found.shows}
    here = by_number[open_number].play.boards
    if here:
        same = [
            (table, record)
            for table in by_number.values()
            for record in table.play.boards
            if record.deal == here[-1].deal and record.board.number == here[-1].board.number
        ]
        if len(same) > 1:
            return True, tuple(_compared(t, r) for t, r in same)
    last = [(table, table.play.boards[-1]) for table in by_number.values() if table.play.boards]
    return False, tuple(_compared(t, r) for t, r in last)


def _compared(table: Table, record: Any) -> Compared:
    seats = tuple(show().seat(i, who, False, record.game) for i, who in enumerate(record.seats))
    return Compared(table.number, record.ordinal, record.board.number, record.game, record.result.line, seats)


def _results(found: Desk) -> list[tuple[str, int, list[Compared | None]]]:
    """All boards of the room by game and number: one cell per table, in the order of ``found.shows``.

    A number that a table had twice, as from two files or in two matches, has two lines; the hands of other games than
    HOOL, which begin at 1 in each match, stand match by match.
    """
    columns: list[dict[tuple[str, int, int, int], Compared]] = []
    for table in (tables().get(t.id, fresh=False) for t in found.shows):
        column: dict[tuple[str, int, int, int], Compared] = {}
        for record in table.play.boards:
            game, number, again = record.game, record.board.number, 0
            match = 0 if game == "hool" else record.match
            while (game, match, number, again) in column:
                again += 1
            column[game, match, number, again] = _compared(table, record)
        columns.append(column)
    keys = sorted(set().union(*columns))
    return [
        (game, number, [column.get((game, match, number, again)) for column in columns])
        for game, match, number, again in keys
    ]


# -- what is pushed ---------------------------------------------------------------------------------------------------


def home_of(room: Room) -> str:
    return f"/room/{room.slug}/class"


def rows_html(room_id: int, tab: str = "") -> str:
    """``#rows``: who needs the teacher, and every table; where ``tab`` names a part of the page also
    ``#all-tables``, the buttons of its bar for the whole class."""
    room = classroom().room(room_id)
    found = look(room)
    rows = render_template("_class_rows.html", d=found, at=home_of(room), open_number=None)
    if tab and not room.closed:
        rows += render_template("_class_eyes.html", d=found, at=home_of(room), tab=tab)
    return rows


def seats_html(room_id: int) -> str:
    """``#seats``: the seating plan."""
    room = classroom().room(room_id)
    return render_template("_class_seats.html", d=look(room), at=home_of(room))


def open_table_html(table_id: int) -> str:
    """``#open-table``: one table with all hands. For the teacher's own eyes."""
    table = tables().get(table_id, fresh=False)
    room = classroom().room(table.room_id)
    found = look(room)
    return render_template("_class_table.html", **_table_parts(found, table.number), at=home_of(room))


def _table_parts(found: Desk, number: int | None) -> dict[str, Any]:
    opened = _open(found, number)
    if opened is None:
        return {"d": found, "o": None}
    same, compared = _compare(found, opened.show.number)
    alone = ALONE.get(opened.show.game)
    own = {"sheet": alone.sheet(opened.show.records), "part": alone.part} if alone else {}
    hints = classroom().hints_used(tables().get(opened.show.id, fresh=False))
    return {"d": found, "o": opened, "same_board": same, "compared": compared, "hints": hints} | own


# -- pages ------------------------------------------------------------------------------------------------------------


@pages.get(CLASS)
def page(slug: str) -> Response | str:
    """The tables; ``?table=3`` looks into table 3, and without it the neediest one is opened."""
    room = need_desk(slug).room
    number = whole(request.args.get("table"))
    if number is None and (found := look(room)).rows:
        # Named in the address, so that the next action does not open another table.
        return redirect(f"{home_of(room)}?table={found.rows[0].show.number}", 303)
    return tab_html(room, "table", number=number)


@pages.get(CLASS + "/rows")
def rows(slug: str) -> str:
    """The left half alone, for a page whose socket is silent."""
    return rows_html(need_desk(slug).room.id)


@pages.get(CLASS + "/<any(seats, boards, people, room):tab>")
def tab_page(slug: str, tab: str) -> str:
    visitor = need_teacher(slug) if tab in TEACHERS_TABS else need_desk(slug)
    more: dict[str, Any] = {}
    if tab == "room" and visitor.teacher:
        more["devices"] = classroom().store.count_keys(visitor.teacher.id)
        if "return" in request.args:
            more["return_code"] = classroom().return_code(visitor.teacher)
    return tab_html(visitor.room, tab, **more)


def tab_html(room: Room, tab: str, number: int | None = None, **more: Any) -> str:
    found = look(room)
    parts: dict[str, Any] = {"d": found, "ask_remove": None, "report": None, "chosen": None}
    if tab == "table":
        parts |= _table_parts(found, number)
    elif tab == "people":
        codes = {p.id: classroom().return_code(p) for p in classroom().students(room.id)}
        wanted = whole(request.args.get("person"))
        parts |= {"codes": codes, "chosen": next((p for p in found.people if p.id == wanted), None)}
    elif tab == "boards":
        parts["results"] = _results(found)
    opened = parts.get("o")
    return render_template(
        "class.html",
        **(parts | more),
        tab=tab,
        tabs=TABS,
        at=home_of(room),
        told=told_before(),
        open_number=opened.show.number if opened else None,
        address=public_address().partition("://")[2],
        join_url=join_url(room),
        room_url=f"{public_address()}/room/{room.slug}",
        wall_url=f"/room/{room.slug}/wall",
    )


@pages.get("/room/<slug>/opened")
def opened(slug: str) -> str:
    """What a teacher reads right after opening a room: how to come back, and how students come in."""
    visitor = need_teacher(slug)
    assert visitor.teacher is not None
    return render_template(
        "opened.html",
        room=visitor.room,
        return_code=classroom().return_code(visitor.teacher),
        address=public_address().partition("://")[2],
        at=home_of(visitor.room),
        wall_url=f"/room/{slug}/wall",
    )


# -- answering --------------------------------------------------------------------------------------------------------


def told_before() -> Told | None:
    messages = get_flashed_messages(with_categories=True)
    return Told(messages[-1][1], messages[-1][0] != "no") if messages else None


def tell(words: str, path: str = "", ok: bool = True) -> Response:
    """Answer an action with a sentence, on ``path`` or on the page it was asked from."""
    flash(words, "done" if ok else "no")
    return redirect(path or _back(), 303)


def _answer(answer: Answer, done: str, path: str = "") -> Response:
    if answer.ok:
        return tell(done, path)
    return tell(plainly(answer.say), path, ok=False)


def _back() -> str:
    """The page of this room from which the request came, else its first page."""
    home = request.path.partition("/class")[0] + "/class"
    came = came_from()
    rest = came.path.removeprefix(home + "/")
    ours = rest in (*TABS, "deals", "message", "pace") or rest.partition("/")[0] == "lessons"
    if came.path == home or (rest != came.path and ours):
        return came.path + (f"?{came.query}" if came.query else "")
    return home


@pages.errorhandler(Refused)
def refused(error: Refused) -> Response:
    return tell(plainly(error.why), ok=False)


def open_room(slug: str) -> Room:
    """The open room for an action of its teacher alone. Raises ``Refused`` for a closed one."""
    return _if_open(need_teacher(slug).room)


def open_desk(slug: str) -> Room:
    """The open room for an action of its teacher or a helper. Raises ``Refused`` for a closed one."""
    return _if_open(need_desk(slug).room)


def _if_open(room: Room) -> Room:
    if room.closed:
        raise Refused(say("The room is closed. Open it again first."))
    return room


def table_of(room: Room, number: int) -> Table:
    """The open table with this number. Raises ``Refused``."""
    table = next((t for t in tables().tables(room.id) if t.number == number), None)
    if table is None:
        raise Refused(say("There is no table {number} in this room any more.", number=number))
    return table


def student_of(room: Room, person_id: int | None) -> PersonRow:
    """A student who is in the room. Raises ``Refused``."""
    person = classroom().person(person_id) if person_id is not None else None
    if person is None or person.room_id != room.id or person.role != "student" or person.archived_at is not None:
        raise Refused(say("This student is not in the room any more."))
    return person


def sure() -> bool:
    return request.form.get("sure") == "1"


def without_lesson(room: Room) -> None:
    """Raises ``Refused`` while a lesson is open: other boards would break it."""
    session = sessions().current(room.id)
    if session is not None:
        raise Refused(
            say("The lesson “{title}” is open. End it first, then other boards can come.", title=session.lesson.title)
        )


# -- actions: everybody -----------------------------------------------------------------------------------------------


@pages.post(CLASS + "/start")
def start(slug: str) -> Response:
    room = open_desk(slug)
    if sessions().current(room.id) is not None:
        raise Refused(say("A lesson is open. Go on under Lesson."))
    if not classroom().students(room.id):
        raise Refused(say("Nobody is here yet. Start when the class is in."))
    classroom().start(room.id)
    return tell(_("The first boards are dealt. Who joins later is seated and plays on at once."))


@pages.post(CLASS + "/pause")
def pause(slug: str) -> Response:
    room = open_desk(slug)
    if request.form.get("on") == "1":
        classroom().pause(room.id)
        return tell(_("Everybody is paused and sees: Look at your teacher. Nothing is lost."))
    classroom().resume(room.id)
    return tell(_("The lesson goes on.") if sessions().stops(room.id) else _("Everybody can play on."))


@pages.post(CLASS + "/next")
def next_everywhere(slug: str) -> Response:
    room = open_desk(slug)
    session = sessions().current(room.id)
    if session is not None:
        return _answer(_next_of(session), _("The lesson's next board is dealt wherever the last one was over."))
    answer = classroom().next_board(room.id)
    return _answer(answer, _("The next board is dealt wherever the last one was over."))


def _next_of(session: Session) -> Answer:
    """The next board of a lesson at every table that waits for one: together the same, else each its own."""
    if session.state.phase != "play":
        return Answer("no", say("Boards are played in the part “Play”. Go there first, under Lesson."))
    waiting = [way for way in sessions().ways(session) if way.table.people and not way.table.playing]
    if session.state.pace == "together" and waiting:
        sessions().next_board(session.room_id)
        return Answer("done")
    due = [way for way in waiting if way.next < len(session.lesson.boards)]
    for way in due:
        sessions().bring(session.room_id, way.next, way.table.id)
    if due:
        return Answer("done")
    if waiting:
        return Answer("no", say("Every table that waits has played all boards of this lesson."))
    return Answer("no", say("Every table is still playing its board."))


@pages.post(CLASS + "/redeal")
def redeal_everywhere(slug: str) -> Response:
    room = open_desk(slug)
    answer = classroom().redeal(room.id)
    if sessions().current(room.id) is not None:
        return _answer(answer, _("Every table that was playing begins its board anew."))
    return _answer(answer, _("New cards at every table that was playing."))


@pages.post(CLASS + "/hands/<int:person_id>")
def seen(slug: str, person_id: int) -> Response:
    person = student_of(open_desk(slug), person_id)
    classroom().raise_hand(person.id, False)
    return tell(_("%(name)s sees that you have seen it.", name=person.name))


@pages.post(CLASS + "/knocks")
def knock(slug: str) -> Response:
    """The answer to one who asks to come back, or with ``answer`` "none" a no to all of them."""
    room = open_room(slug)
    if request.form.get("answer") == "none":
        count = classroom().refuse_returns(room.id)
        words = say_count("{count} device was not let in.", "{count} devices were not let in.", count)
        return tell(plainly(words))
    allow = request.form.get("answer") == "yes"
    classroom().let_return(room.id, request.form.get("token", ""), allow)
    return tell(_("Let in. The seat is theirs again.") if allow else _("Not let in. They can join with another name."))


# -- actions: one table -----------------------------------------------------------------------------------------------


def _to_table(room: Room, number: int) -> str:
    return f"{home_of(room)}?table={number}"


@pages.post(CLASS + "/table/<int:number>/<any(next, redeal):verb>")
def deal_at(slug: str, number: int, verb: str) -> Response:
    room = open_desk(slug)
    table = table_of(room, number)
    session = sessions().session_of(table)
    if verb == "next":
        done = _("The next board is dealt at table %(number)s.", number=number)
        if session is None or table.playing:
            answer = classroom().next_board(room.id, table.id)
        elif table.next_place >= len(session.lesson.boards):
            raise Refused(say("Table {number} has played all boards of this lesson.", number=number))
        else:
            sessions().bring(room.id, table.next_place, table.id)
            answer = Answer("done")
    else:
        answer = classroom().redeal(room.id, table.id)
        done = _("Table %(number)s has new cards.", number=number)
        if session is not None:
            done = _("Table %(number)s begins its board anew.", number=number)
    return _answer(answer, done, _to_table(room, number))


@pages.post(CLASS + "/table/<int:number>/pause")
def pause_at(slug: str, number: int) -> Response:
    room = open_desk(slug)
    table = table_of(room, number)
    if request.form.get("on") == "1":
        answer = tables().command(table.id, "pause")
        return _answer(answer, _("Table %(number)s is paused.", number=number), _to_table(room, number))
    if sessions().stops(room.id):
        raise Refused(say("The lesson keeps all tables still now. Press Play under Lesson."))
    answer = tables().command(table.id, "resume")
    return _answer(answer, _("Table %(number)s can play on.", number=number), _to_table(room, number))


@pages.post(CLASS + "/table/<int:number>/rewind")
def rewind(slug: str, number: int) -> Response:
    room = open_desk(slug)
    table = table_of(room, number)
    seq = whole(request.form.get("seq"))
    if seq is None:
        raise Refused(say("Choose a moment first."))
    answer = tables().command(table.id, f"rewind {seq}")
    return _answer(answer, _("Table %(number)s is back at that moment.", number=number), _to_table(room, number))


@pages.post(CLASS + "/table/<int:number>/robot")
def robot(slug: str, number: int) -> Response:
    """Let a robot play on for the person on a seat, who keeps it; or end that."""
    room = open_desk(slug)
    table = table_of(room, number)
    seat = whole(request.form.get("seat"))
    if seat is None or seat >= len(table.seats):
        raise Refused(say("There is no such seat."))
    who = table.seats[seat]
    if who.person is None:
        raise Refused(say("A robot has this seat already."))
    name = student_of(room, who.person).name
    if who.acts_alone:
        classroom().take_seat_back(who.person)
        return tell(_("%(name)s has the seat back.", name=name), _to_table(room, number))
    classroom().stand_in(room.id, table.id, seat)
    words = _("A robot plays for %(name)s, who has the seat back with the next tap.", name=name)
    return tell(words, _to_table(room, number))


@pages.post(CLASS + "/table/<int:number>/level")
def robot_level(slug: str, number: int) -> Response:
    """Another robot on a seat where one plays, also in the middle of a board. ``level``: seat, dot, level."""
    room = open_desk(slug)
    table = table_of(room, number)
    before, _dot, level = request.form.get("level", "").partition(".")
    seat = whole(before)
    if seat is None:
        raise Refused(say("Choose a robot first."))
    classroom().set_robot(room.id, table.id, seat, level)
    words = _(
        "%(seat)s at table %(number)s now has a robot that plays: %(level)s.",
        seat=place_name(table.game, seat), number=number, level=level_name(level),
    )  # fmt: skip
    return tell(words, _to_table(room, number))


# -- actions: boards --------------------------------------------------------------------------------------------------


@pages.post(CLASS + "/boards")
def check_boards(slug: str) -> Response | str:
    """Read a PBN or LIN file. Clean boards are loaded at once; with problems, the report asks first.

    A deal of other cards than the room plays with is such a problem: no table could begin it.
    """
    room = open_room(slug)
    without_lesson(room)
    sent = request.files.get("pbn")
    data = sent.read(MAX_BYTES + 1) if sent else b""
    if not data:
        raise Refused(say("This file is empty.") if sent and sent.filename else say("Choose a PBN or LIN file first."))
    filename = (sent.filename if sent else "") or ""
    report = files.read(data, acts=False, pack=pack_of(room))
    if report.boards and not report.problems:
        return load_boards(room, [(b.number, b.dealer, b.deal) for b in report.boards], filename)
    lines = "\n".join(str(Prepared(b.number, b.dealer, b.deal)) for b in report.boards)
    shown = {
        "filename": filename,
        "problems": report.problems,
        "good": len(report.boards),
        "lines": lines,
    }
    return tab_html(room, "boards", report=shown)


@pages.post(CLASS + "/boards/use")
def use_boards(slug: str) -> Response:
    """Load the good boards of a report that was shown: ``boards`` holds one prepared deal a line.

    All of them or none: the lines have been in a browser, so each is checked again.
    """
    room = open_room(slug)
    without_lesson(room)
    pack = pack_of(room)
    lines = [line for line in request.form.get("boards", "").splitlines() if line.strip()]
    if not lines:
        raise Refused(say("There is no board to load."))
    try:
        if len(lines) > MAX_BOARDS:
            raise ValueError(f"{len(lines)} boards")
        boards = [_board_from(line, pack) for line in lines]
    except ValueError as error:
        raise Refused(say("These boards cannot be read any more. Load the file again.")) from error
    return load_boards(room, boards, request.form.get("filename", ""))


def for_hool(room: Room, what: Text) -> None:
    """Raises ``Refused``, saying ``what``, while the class plays another game."""
    if room.settings.game != "hool":
        game = GAME_WORDS[room.settings.game].name
        raise Refused(say("{what} Your class plays {game} now: choose HOOL under Games first.", what=what, game=game))


def pack_of(room: Room) -> tuple[Card, ...]:
    """The cards this room plays HOOL with. Raises ``Refused`` while it plays another game."""
    for_hool(room, say("These boards are for HOOL."))
    return hool.PACKS[options_from_json(hool.Options, room.settings.options).pack]


def _board_from(line: str, pack: Sequence[Card]) -> tuple[int, int, Deal]:
    """Number, dealer and deal of a line of ``boards``. Raises ``ValueError`` unless a table could begin it."""
    board = parse_prepared(line)
    if not (1 <= board.number <= MAX_NUMBER and 0 <= board.dealer < len(board.deal.hands)):
        raise ValueError(f"no board of this number and dealer: {line[:40]!r}")
    if board.options or board.deal.rest:
        raise ValueError(f"more than number, dealer and hands: {line[:40]!r}")
    check_deal(board.deal, pack)
    return board.number, board.dealer, board.deal


def load_boards(room: Room, boards: Sequence[tuple[int, int, Deal]], filename: str) -> Response:
    """Give every table these boards, each a number, dealer and deal. Raises ``Refused`` while a lesson is open, and
    while the class plays another game."""
    without_lesson(room)
    pack_of(room)
    classroom().load_deals(room.id, boards, filename)
    words = say_count(
        "{count} board is ready at every table. It comes next.",
        "{count} boards are ready at every table. They come next.",
        len(boards),
    )
    return tell(plainly(words), f"{home_of(room)}/boards")


@pages.post(CLASS + "/boards/shuffle")
def shuffle_boards(slug: str) -> Response:
    room = open_room(slug)
    without_lesson(room)
    if GAMES[room.settings.game].compared is None:
        raise Refused(say("In {game} every table has cards of its own.", game=GAME_WORDS[room.settings.game].name))
    same = request.form.get("deals") != "different"
    classroom().random_deals(room.id, same)
    if room.settings.game != "hool":
        words = _("From the next hand on, tables with as many players get the same shuffled cards.")
        return tell(words if same else _("From the next hand on, every table gets its own shuffled cards."))
    words = _("From the next board on, all tables get the same shuffled cards.")
    return tell(words if same else _("From the next board on, every table gets its own shuffled cards."))


# -- actions: the room ------------------------------------------------------------------------------------------------


@pages.post(CLASS + "/room/class")
def change_class(slug: str) -> Response:
    room = open_room(slug)
    match = whole(request.form.get("match"))
    is_hool = room.settings.game == "hool"
    if is_hool and match not in MATCHES:
        raise Refused(say("A match has 4, 8 or 12 boards, or no end."))
    name, next_by = plain(request.form.get("name"), 200), request.form.get("next_by", "")
    if next_by not in CHOICES["next_by"]:  # before anything is changed
        raise Refused(say("Choose who starts the next board."))
    if name != room.name:
        classroom().rename_room(room.id, name)
    classroom().change_settings(
        room.id,
        next_by=next_by,
        change_tables=request.form.get("change_tables") == "1",
        **({"options": room.settings.options | {"match": match}} if is_hool else {}),
    )
    return tell(_("Saved."))


@pages.post(CLASS + "/room/rules")
def change_rules(slug: str) -> Response:
    room = open_room(slug)
    for_hool(room, say("These rules are for HOOL."))
    chosen = {name: request.form.get(name) == "1" for name in SWITCHES}
    classroom().change_settings(room.id, options=room.settings.options | chosen)
    return tell(_("Saved. These rules hold from the next board on."))


@pages.post(CLASS + "/room/help")
def change_help(slug: str) -> Response:
    room = open_room(slug)
    robots, hints = request.form.get("robots", ""), request.form.get("hints", "")
    shown = {name: request.form.get(name) == "1" for name in ("reasons", "analysis")}
    classroom().change_settings(room.id, robots=robots, hints=hints, **shown)
    return tell(_("Saved. It holds at every table now."))


@pages.post(CLASS + "/room/wall")
def change_wall(slug: str) -> Response:
    room = open_room(slug)
    wall = replace(
        room.settings.wall,
        **{name: request.form.get(name) == "1" for name in ("code", "names", "tables", "results")},
    )
    classroom().change_settings(room.id, wall=wall)
    return tell(_("Saved. The wall shows it now."))


@pages.post(CLASS + "/room/return")
def renew_return(slug: str) -> Response:
    room = open_room(slug)
    teacher = need_teacher(slug).teacher
    assert teacher is not None
    classroom().renew_return_code(teacher.id, keep=request.cookies.get(cookie_name(room, "teacher"), ""))
    words = _("All other devices are signed out. You have a new return code; the old one is void.")
    return tell(words, f"{home_of(room)}/room?return=1")


@pages.post(CLASS + "/room/end")
def change_end(slug: str) -> Response:
    room = need_teacher(slug).room  # also for a room that has ended: a later date opens it again
    try:
        day = date.fromisoformat(request.form.get("end", ""))
    except ValueError as error:
        raise Refused(say("Write the end date as year, month and day.")) from error
    today = date.fromtimestamp(classroom().clock())
    if not today <= day <= today + timedelta(days=366):  # far from it, a day has no time in seconds
        raise Refused(say("Choose an end date within the next year."))
    # The last day still belongs to the class, by this computer's clock.
    classroom().end_on(room.id, datetime.combine(day, time(23, 59)).timestamp())
    return tell(_("The room is open until %(date)s.", date=plainly(desk.date_words(day))))


@pages.post(CLASS + "/room/close")
def close(slug: str) -> Response:
    room = open_room(slug)
    if not sure():
        raise Refused(say("Tick the box first: everybody would have to stop."))
    classroom().close_room(room.id)
    return tell(
        _("The room is closed. If you open it again, everybody plays on where they stopped."), f"{home_of(room)}/room"
    )


@pages.post(CLASS + "/room/reopen")
def reopen(slug: str) -> Response:
    classroom().reopen_room(need_teacher(slug).room.id)
    return tell(_("The room is open again. Everybody plays on where they stopped."))
