"""What a teacher does with lessons: the list, the notes of one, and the tab of the class from which a lesson is run.

Pages and actions are as in ``teacher``: plain GETs and POSTs that answer with a sentence and a 303. ``lesson_html``
renders the tab's part that is pushed. What happens in a lesson is ``hool.session``'s; here it is gathered and asked
for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import quote

from flask import Blueprint, abort, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from hool import checks, game_words
from hool.fairness import may_meet
from hool.fold import BoardRecord, Table
from hool.i18n import _
from hool.lessons import AGES, PHASES, SKILLS, Lesson, Step, html
from hool.refused import Refused
from hool.register import Room
from hool.rules.text import Text, say, say_count
from hool.session import GOT_IT, LENGTHS, PACES, Card, Session, Way
from hool.shelf import Entry
from hool.web import desk, teacher
from hool.web.access import classroom, need_desk, need_teacher, sessions, shelf, tables
from hool.web.entered import whole
from hool.web.paper import boards_of
from hool.web.replay import seats_of, steps_of, stops
from hool.web.show import SeatShow, plainly, show

pages = Blueprint("lesson_desk", __name__)
pages.register_error_handler(Refused, teacher.refused)

LESSONS = teacher.CLASS + "/lessons"
RUN = teacher.CLASS + "/lesson"

PHASE_NAMES = {
    "question": say("Question"),
    "play": say("Play"),
    "share": say("Share"),
    "reflect": say("Reflect"),
}
PACE_NAMES = {"free": say("Free"), "together": say("Together")}


# -- what became of a lesson ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reached:
    """What a class has reached in a session. tables: that played, and ``got`` of them have got it: all but one of
    their people have passed, or three. passed: of ``people``, the students of the room. missed: who did not play and
    has not passed either, by name; () if nobody played a board to its end."""

    tables: int
    got: int
    people: int
    passed: int
    missed: tuple[str, ...]


def reached_in(session: Session) -> Reached:
    school, room_id = classroom(), session.room_id
    passed = sessions().passed(room_id, session.name)
    sat: set[int] = set()
    got = count = 0
    for row in tables().rows(room_id, closed=True):
        played = [each for each in tables().get(row.id, fresh=False).play.boards if each.lesson == session.id]
        if not played:
            continue
        sat |= {person for record in played for person in _people(record)}
        last = _people(played[-1])
        count += bool(last)
        got += bool(last) and len(last & passed) >= min(GOT_IT, max(1, len(last) - 1))
    students = school.students(room_id)
    missed = (p.name for p in students if sat and p.id not in sat and p.id not in passed)
    return Reached(
        count, got, len(students), sum(p.id in passed for p in students), tuple(sorted(missed, key=str.casefold))
    )


def _people(record: BoardRecord) -> set[int]:
    return {person for seat in record.seats for person in seat.people}


def _day(at: float | None) -> Text:
    return desk.date_words(date.fromtimestamp(at or 0.0))


# -- the list ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """A lesson in the list. mark: "done" by this class, "now" where it is or goes on, or "". reached, day: of the last
    time it was over. home: students may play it alone."""

    entry: Entry
    mark: str
    reached: Reached | None
    day: Text | None
    home: bool


@dataclass(frozen=True, slots=True)
class Next:
    """The one lesson with which a class goes on: the one that is open, or else the next. ``entry`` is None when the
    ladder is at its end. place: the furthest board on a table, from 1, 0 before the first."""

    session: Session | None
    entry: Entry | None
    place: int = 0


def _next(room: Room) -> Next:
    session = sessions().current(room.id)
    if session is None:
        return Next(None, sessions().next_lesson(room.id))
    places = [way.at + 1 for way in sessions().ways(session) if way.at is not None]
    return Next(session, shelf().find(room.id, session.name), max(places, default=0))


def _lines(room: Room, entries: Iterable[Entry], now: str) -> list[Line]:
    over = {each.name: each for each in sessions().all(room.id) if each.ended_at is not None and each.state.begun}
    home = {each.name for each in sessions().for_home(room.id)}
    done = sessions().done(room.id)
    lines = []
    for entry in entries:
        last = over.get(entry.name)
        mark = "now" if entry.name == now else "done" if entry.name in done else ""
        reached = reached_in(last) if last else None
        lines.append(Line(entry, mark, reached, _day(last.ended_at) if last else None, entry.name in home))
    return lines


def _busy(room: Room) -> Text | None:
    """What would be lost if a lesson began now; None for nothing."""
    session = sessions().current(room.id)
    if session is not None:
        return say("The lesson “{title}” is open and would end.", title=session.lesson.title)
    playing = sum(bool(table.people) and table.playing for table in tables().tables(room.id))
    if not playing or room.settings.resting:
        return None
    return say_count(
        "{count} table is in the middle of a board, which would be put away.",
        "{count} tables are in the middle of a board, which would be put away.",
        playing,
    )


def _habits(room: Room) -> dict[str, Any]:
    """How a lesson begins unless the teacher chooses otherwise: as the last one did."""
    last = next((each for each in reversed(sessions().all(room.id)) if not each.state.homework), None)
    return {
        "lengths": LENGTHS,
        "length": last.state.length if last else 60,
        "paces": PACE_NAMES,
        "pace": last.state.pace if last else "free",
        "busy": _busy(room),
    }


@pages.get(LESSONS)
def lesson_list(slug: str) -> str:
    """The thirteen questions on a string, what stands beside them, and the room's own lessons."""
    room = need_teacher(slug).room
    now = _next(room)
    name = now.session.name if now.session else now.entry.name if now.entry else ""
    shipped, own = shelf().shipped(), shelf().own(room.id)
    ladder = [entry for entry in shipped if entry.lesson and entry.lesson.rung]
    return render_template(
        "lessons.html",
        room=room,
        at=teacher.home_of(room),
        told=teacher.told_before(),
        next=now,
        ladder=_lines(room, ladder, name),
        beside=_lines(room, (entry for entry in shipped if entry not in ladder), name),
        own=_lines(room, own, name),
        games=game_words.GAMES,
        **_habits(room),
    )


# -- one lesson -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Example:
    """A question of the check as students get it, answered."""

    item: checks.Item
    answered: checks.Answered


def _example(skill: str, seed: str, lesson: Lesson) -> Example:
    item = checks.make(skill, seed, lesson.options)
    nothing = tuple(frozenset[str]() for _part in item.parts)
    return Example(item, checks.Answered(nothing, checks.judge(item, nothing)))


@pages.get(LESSONS + "/<name>")
def lesson_page(slug: str, name: str) -> str:
    """All that a lesson's file tells its teacher. ``?example=2`` shows other questions of its check."""
    room = need_desk(slug).room
    entry = shelf().find(room.id, name)
    if entry is None:
        abort(404, say("This class has no lesson “{name}”. Perhaps it was renamed or deleted.", name=name))
    lesson, example = entry.lesson, whole(request.args.get("example")) or 1
    more: dict[str, Any] = {}
    if lesson is not None:
        opening, middle, closing = _around(lesson)
        boards = iter(boards_of(lesson))
        more = {
            "opening": opening,
            "closing": closing,
            "middle": [(step, next(boards) if step.board else None) for step in middle],
            "skills": [(SKILLS[s], _example(s, f"{name} {example}", lesson)) for s in lesson.check],
            "ages": {"8-10": say("8 to 10 years"), "11-14": say("11 to 14 years"), "adults": say("Adults")},
        }
        assert set(more["ages"]) == set(AGES)
    now = sessions().current(room.id)
    return render_template(
        "lesson.html",
        room=room,
        at=teacher.home_of(room),
        told=teacher.told_before(),
        entry=entry,
        lesson=lesson,
        games=game_words.GAMES,
        example=example,
        running=now is not None and now.name == name,
        home=any(each.name == name for each in sessions().for_home(room.id)),
        markdown=markdown,
        **more,
        **_habits(room),
    )


def markdown(text: str) -> Markup:
    """Text of a lesson as HTML."""
    return Markup(html(text))


def _around(lesson: Lesson) -> tuple[tuple[Step, ...], tuple[Step, ...], tuple[Step, ...]]:
    """The steps before the first board, from it to the last, and behind: for the question, for play, for sharing."""
    places = [place for place, step in enumerate(lesson.steps) if step.board]
    first, behind = places[0], places[-1] + 1
    return lesson.steps[:first], lesson.steps[first:behind], lesson.steps[behind:]


@pages.post(LESSONS + "/<name>/start")
def start(slug: str, name: str) -> Response:
    """Open a lesson for the class: ``length`` in minutes, ``pace``, and ``sure`` if something would be lost."""
    room = teacher.open_room(slug)
    habits = _habits(room)
    length = whole(request.form.get("length")) or habits["length"]
    pace = request.form.get("pace") or habits["pace"]
    if length not in LENGTHS or pace not in PACES:
        raise Refused(say("A lesson takes 40 or 60 minutes, free or together."))
    lost = habits["busy"]
    if lost is not None and not teacher.sure():
        words = _("%(lost)s Tick the box if you want that.", lost=plainly(lost))
        return teacher.tell(words, f"{teacher.home_of(room)}/lessons/{quote(name, safe='')}#start", ok=False)
    session = sessions().open(room.id, name, length, pace)
    words = _("“%(title)s” is open: everybody sees its question.", title=session.lesson.title)
    return teacher.tell(words, f"{teacher.home_of(room)}/lesson")


@pages.post(LESSONS + "/<name>/give")
def give(slug: str, name: str) -> Response:
    """Let students play a lesson alone."""
    session = sessions().assign(teacher.open_room(slug).id, name)
    return teacher.tell(
        _("“%(title)s” is given for home: everybody can play it alone, with three robots.", title=session.lesson.title)
    )


# -- the tab: a lesson is run -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """A board of the lesson. here: numbers of the tables that have it on the table; done: of those that finished
    it."""

    step: Step
    here: tuple[int, ...]
    done: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableWay:
    """How far a table with people is. writer, speaker: names, or "" while nobody is there."""

    way: Way
    seats: tuple[SeatShow, ...]
    phase: Text | None
    writer: str
    speaker: str


@dataclass(frozen=True, slots=True)
class CardShow:
    """A note card or moment for the teacher's eyes. who: who wrote it. title: of its board in the lesson. over: that
    board has ended, so that it can be looked at."""

    card: Card
    who: str
    title: str
    over: bool


@dataclass(frozen=True, slots=True)
class WallShow:
    """The card on the wall. shown: as it is now, None if it is gone. at: the step of its board, None while only the
    card is shown; last: the last step, None if the board cannot be shown. trick_back, trick_on: steps at which the
    trick before and the one after are complete; turns: they are turns, in a game without tricks. said: what happens at
    this step. ahead: numbers of the tables that would see cards they still have to play."""

    shown: CardShow | None
    text: str
    at: int | None
    last: int | None = None
    trick_back: int | None = None
    trick_on: int | None = None
    turns: bool = False
    said: tuple[Text, ...] = ()
    seats: tuple[SeatShow, ...] = ()
    ahead: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Looked:
    """What came of looking back. counts: how often each answer to tap was given. words: (name, text), the texts
    shuffled out of the order in which they came. passed, busy, not_begun: names; busy with how many of five are
    answered. mistakes: the skill's words, the mistake's (None: no common one), by how many students."""

    counts: tuple[tuple[str, int], ...]
    words: tuple[tuple[str, str], ...]
    passed: tuple[str, ...]
    busy: tuple[tuple[str, int], ...]
    not_begun: tuple[str, ...]
    mistakes: tuple[tuple[Text, Text | None, int], ...]


@dataclass(frozen=True, slots=True)
class Run:
    """The lesson that is open, as its teacher sees it. plan: the minutes of each of ``PHASES``, () if the lesson does
    not say. all_wait: together, every table has finished the board and another one is left. all_done: every table has
    finished the last board."""

    session: Session
    plan: tuple[int, ...]
    opening: tuple[Step, ...]
    closing: tuple[Step, ...]
    boards: tuple[Place, ...]
    ways: tuple[TableWay, ...]
    all_wait: bool
    all_done: bool
    cards: tuple[CardShow, ...]
    aside: tuple[CardShow, ...]
    wall: WallShow | None
    looked: Looked | None

    @property
    def phase(self) -> str:
        return self.session.state.phase

    @property
    def lesson(self) -> Lesson:
        return self.session.lesson


def look(session: Session) -> Run:
    ways = [way for way in sessions().ways(session) if way.table.people]
    at, boards = session.state.at, session.lesson.boards
    together = session.state.pace == "together" and session.state.phase == "play" and at + 1 < len(boards)
    opening, _middle, closing = _around(session.lesson)
    cards = [_card(session, each) for each in sessions().cards(session)]
    return Run(
        session=session,
        plan=dict(session.lesson.phases).get(session.state.length, ()),
        opening=opening,
        closing=closing,
        boards=tuple(_place(step, place, ways) for place, step in enumerate(boards)),
        ways=tuple(map(_way, ways)),
        all_wait=together and bool(ways) and all(not w.table.playing and w.next > at for w in ways),
        all_done=bool(ways) and all(not w.table.playing and w.next >= len(boards) for w in ways),
        cards=tuple(each for each in cards if not each.card.hidden),
        aside=tuple(each for each in cards if each.card.hidden),
        wall=_wall(session, cards),
        looked=_looked(session) if session.state.phase == "reflect" else None,
    )


def _place(step: Step, place: int, ways: Sequence[Way]) -> Place:
    here = tuple(way.table.number for way in ways if way.at == place)
    return Place(step, here, tuple(way.table.number for way in ways if place in way.done))


def _way(way: Way) -> TableWay:
    face = show().table(way.table)
    roles = sessions().roles(way.table)

    def named(seat: int | None) -> str:
        return face.seats[seat].name if seat is not None else ""

    return TableWay(way, face.seats, desk.phase_words(face), named(roles.writer), named(roles.speaker))


def _card(session: Session, card: Card) -> CardShow:
    boards = session.lesson.boards
    title = boards[card.board].title if 0 <= card.board < len(boards) else ""
    return CardShow(card, _name(card.person), title, _record(session.room_id, card.table, card.ordinal) is not None)


def _name(person_id: int | None) -> str:
    person = classroom().person(person_id) if person_id else None
    return person.name if person else ""


def _record(room_id: int, number: int, ordinal: int) -> BoardRecord | None:
    """A finished board of the class, also of a table that was taken away."""
    row = next((row for row in tables().rows(room_id, closed=True) if row.number == number), None)
    return tables().record(row.id, ordinal) if row else None


def _wall(session: Session, cards: Sequence[CardShow]) -> WallShow | None:
    wall = session.state.wall
    if not wall.card:
        return None
    shown = next((each for each in cards if each.card.id == wall.card), None)
    record = _record(session.room_id, wall.table, wall.ordinal)
    if record is None:
        return WallShow(shown, wall.text, None)
    steps = steps_of(record)
    at = None if wall.step is None else max(0, min(wall.step, len(steps) - 1))
    tricks = stops(record)
    ahead = [t.number for t in tables().tables(session.room_id) if t.people and may_meet(t, record, shared=False)]
    return WallShow(
        shown=shown,
        text=wall.text,
        at=at,
        last=len(steps) - 1,
        trick_back=None if at is None else max((each for each in tricks if each < at), default=0),
        trick_on=None if at is None else min((each for each in tricks if each > at), default=len(steps) - 1),
        turns=record.game == "hoola",
        said=steps[at].said[:2] if at is not None else (),
        seats=seats_of(record),
        ahead=tuple(ahead),
    )


def _looked(session: Session) -> Looked:
    students = sorted(classroom().students(session.room_id), key=lambda person: person.name.casefold())
    said = sessions().reflections(session)
    counts = Counter(text for _person, text in said)
    answers = session.lesson.reflection_question.answers
    passed = sessions().passed(session.room_id, session.name)
    answered = sessions().answered(session.room_id, session.name)
    return Looked(
        counts=tuple((answer, counts[answer]) for answer in answers),
        words=tuple(sorted((_name(person), text) for person, text in said if text not in answers)),
        passed=tuple(p.name for p in students if p.id in passed),
        busy=tuple((p.name, answered[p.id] % checks.PLACES) for p in students if p.id in answered.keys() - passed),
        not_begun=tuple(p.name for p in students if p.id not in answered.keys() | passed),
        mistakes=tuple(
            (SKILLS[skill], checks.MISTAKES.get(code), count)
            for skill, code, count in sessions().mistakes(session.room_id, session.name)
        ),
    )


def _parts(room: Room) -> dict[str, Any]:
    """What ``_class_lesson.html`` draws beside the desk."""
    session = sessions().current(room.id)
    if session is not None:
        common = {"phases": PHASES, "phase_names": PHASE_NAMES, "paces": PACE_NAMES, "markdown": markdown}
        return {"run": look(session), **common}
    over = sessions().last(room.id)
    return {
        "run": None,
        "over": over,
        "over_day": _day(over.ended_at) if over else None,
        "over_reached": reached_in(over) if over else None,
        "next": _next(room),
        **_habits(room),
    }


def lesson_html(room_id: int) -> str:
    """``#lesson``: the lesson that is open, or how to open one."""
    room = classroom().room(room_id)
    return render_template("_class_lesson.html", d=teacher.look(room), at=teacher.home_of(room), **_parts(room))


@pages.get(RUN)
def run_page(slug: str) -> str:
    room = need_desk(slug).room
    return teacher.tab_html(room, "lesson", **_parts(room))


# -- the tab: actions -------------------------------------------------------------------------------------------------


def _done(room: Room, words: str) -> Response:
    return teacher.tell(words, f"{teacher.home_of(room)}/lesson")


def _open_session(slug: str) -> tuple[Room, Session]:
    """The room, and the lesson that is open in it, for its teacher or a helper. Raises ``Refused``."""
    room = teacher.open_desk(slug)
    session = sessions().current(room.id)
    if session is None:
        raise Refused(say("No lesson is open now."))
    return room, session


@pages.post(RUN + "/phase")
def go(slug: str) -> Response:
    room, _session = _open_session(slug)
    phase = request.form.get("phase", "")
    sessions().go(room.id, phase)
    words = {
        "question": _("Everybody sees the question. Boards in play wait."),
        "play": _("Everybody plays. Who joins later is seated and plays on at once."),
        "share": _("All tables stand still. Note cards can still be written."),
        "reflect": _("Everybody sees the last question and the check."),
    }
    return _done(room, words[phase])


@pages.post(RUN + "/pace")
def set_pace(slug: str) -> Response:
    room, _session = _open_session(slug)
    pace = request.form.get("pace", "")
    sessions().set_pace(room.id, pace)
    if pace == "free":
        return _done(room, _("Each table goes on to its next board by itself."))
    return _done(room, _("All tables wait after this board, until you start the next one."))


@pages.post(RUN + "/next")
def next_board(slug: str) -> Response:
    """One board further than ``at``, the board (from 0) that the page showed: the same button pressed twice is one."""
    room, session = _open_session(slug)
    seen = whole(request.form.get("at"))
    sessions().next_board(room.id, seen)
    number = (session.state.at if seen is None else min(seen, session.state.at)) + 2
    return _done(room, _("Board %(number)s for all. Who still plays comes after.", number=number))


@pages.post(RUN + "/board")
def bring(slug: str) -> Response:
    """All tables, or the one with the number ``table``, to ``board`` (from 0); ``sure`` if boards are put away."""
    room, session = _open_session(slug)
    place, number = whole(request.form.get("board")), whole(request.form.get("table"))
    if place is None or place >= len(session.lesson.boards):
        raise Refused(say("This lesson has no such board."))
    chosen = None if number is None else _table(room, number)
    cut = [way.table for way in sessions().ways(session) if way.table.people and way.table.playing]
    if not teacher.sure() and any(chosen is None or table.id == chosen.id for table in cut):
        raise Refused(say("A board is in play there and would be put away. Press the button at the board to confirm."))
    sessions().bring(room.id, place, None if chosen is None else chosen.id)
    if chosen is None:
        return _done(room, _("Everybody is at board %(number)s.", number=place + 1))
    return _done(room, _("Table %(table)s is at board %(number)s.", table=chosen.number, number=place + 1))


def _table(room: Room, number: int) -> Table:
    table = next((t for t in tables().tables(room.id) if t.number == number), None)
    if table is None:
        raise Refused(say("There is no table {number} in this room any more.", number=number))
    return table


@pages.post(RUN + "/cards/<int:card>/<any(up, down, aside, fetch, wall):verb>")
def change_card(slug: str, card: int, verb: str) -> Response:
    room, session = _open_session(slug)
    found = next((each for each in sessions().cards(session) if each.id == card), None)
    if found is None:
        raise Refused(say("This card is not there any more."))
    match verb:
        case "wall":
            sessions().show_card(room.id, card)
            return _done(room, _("The card is on the wall, without a name."))
        case "aside":
            sessions().hide_card(room.id, card, True)
            return _done(room, _("Put aside. You can fetch it back below."))
        case "fetch":
            sessions().hide_card(room.id, card, False)
            return _done(room, _("The card is back in the row."))
    _move_card(room, session, card, verb == "up")
    return _done(room, _("The order is changed."))


def _move_card(room: Room, session: Session, card: int, up: bool) -> None:
    """One place among the cards that are seen: those put aside between them do not count."""
    row = [each.id for each in sessions().cards(session) if not each.hidden or each.id == card]
    here = row.index(card)
    there = here + (-1 if up else 1)
    if not 0 <= there < len(row):
        return
    whole_row = [each.id for each in sessions().cards(session)]
    for _step in range(abs(whole_row.index(row[there]) - whole_row.index(card))):
        sessions().order_card(room.id, card, up)


@pages.post(RUN + "/wall")
def step_wall(slug: str) -> Response:
    """Step the board of the card on the wall to ``step``; "card" shows the card alone, "off" takes it down."""
    room, session = _open_session(slug)
    wall, step = session.state.wall, request.form.get("step", "")
    if not wall.card:
        raise Refused(say("First put a card on the wall."))
    if whole(request.form.get("card")) != wall.card:
        raise Refused(say("Another card is on the wall now. Look again, then step."))
    if step == "off":
        sessions().show_card(room.id, 0)
        return _done(room, _("The wall shows the question again."))
    if step == "card":
        sessions().step_wall(room.id, None)
        return _done(room, _("The wall shows the card alone."))
    number = whole(step)
    record = _record(room.id, wall.table, wall.ordinal)
    if record is None:
        raise Refused(say("This board is not over, so that it cannot be shown."))
    last = len(steps_of(record)) - 1
    if number is None or number > last:
        raise Refused(say("This board has no such step."))
    sessions().step_wall(room.id, number)
    return _done(room, _("The wall shows step %(step)s of %(last)s.", step=number, last=last))


@pages.post(RUN + "/end")
def end(slug: str) -> Response:
    need_teacher(slug)  # an end cannot be taken back
    room, session = _open_session(slug)
    if not teacher.sure():
        raise Refused(say("Ending the lesson stops all tables. Press End, then confirm."))
    sessions().end(room.id)
    return _done(
        room, _("“%(title)s” is over. Everybody can play it again alone, with robots.", title=session.lesson.title)
    )
