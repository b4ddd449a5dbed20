"""What students do in a lesson beside the table: note cards, looking back, the check, another table, lessons at home.

The pages of a lesson in class are pushed (``Show.stage``); the forms on them come here.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, render_template, request
from markupsafe import Markup

from hool import checks
from hool.refused import Refused
from hool.register import Room
from hool.rules.text import Text, say
from hool.session import NOTE_LENGTH, Session
from hool.store import PersonRow
from hool.web.access import classroom, need_device, need_student, sessions, tables
from hool.web.entered import plain, whole
from hool.web.show import show
from hool.web.student import answer

pages = Blueprint("lessons", __name__)

LONGEST = 4 * NOTE_LENGTH  # of what is read of a text, before it is cut to its length


def _student(slug: str) -> tuple[Room, PersonRow]:
    """Whoever asks, and their room; answers 401 (the join page) for everybody who is no student of it."""
    visitor = need_student(slug)
    assert visitor.student is not None
    return visitor.room, visitor.student


# -- in class --------------------------------------------------------------------------------------------------------


@pages.post("/room/<slug>/note")
def note(slug: str) -> Any:
    """The note card of the own table about its board."""
    _, student = need_device(slug)
    text = plain(request.form.get("text"), LONGEST)
    return answer(slug, lambda: sessions().write_note(student, text))


@pages.post("/room/<slug>/reflect")
def reflect(slug: str) -> Any:
    """The reflection question: one of its answers, a few words, or passed over."""
    room, student = _student(slug)

    def deed() -> None:
        session = sessions().current(room.id)
        text = plain(request.form.get("text"), LONGEST).strip()
        if "pass" in request.form:
            text = ""
        elif session is not None and "answer" in request.form:
            chosen, answers = whole(request.form.get("answer")), session.lesson.reflection_question.answers
            if chosen is None or chosen >= len(answers):
                raise Refused(say("This question has no such answer. Tap one of those on the page."))
            text = answers[chosen]
        elif not text:
            raise Refused(say("Write a few words, or pass the question over."))
        sessions().reflect(student, text)

    return answer(slug, deed)


@pages.get("/room/<slug>/change-table")
def choose_table(slug: str) -> str:
    """The tables a student may go to: what the sheet of the menu shows."""
    room, student = _student(slug)
    found, wished = classroom().seat_of(student.id), classroom().wished_table(student)
    return render_template(
        "_change_table.html",
        room=room,
        allowed=room.settings.change_tables and not room.closed,
        locked=room.settings.all_locked or (found is not None and room.settings.locks(found[0].id)),
        tables=[show().table(table) for table in tables().tables(room.id) if not room.settings.locks(table.id)],
        own=found[0].number if found else 0,
        to=wished.number if wished else 0,
    )


@pages.post("/room/<slug>/change-table")
def change_table(slug: str) -> Any:
    """Go to a free seat of a table, now or as soon as it can be; going to the own table calls that off."""
    room, student = _student(slug)
    number = whole(request.form.get("table"))

    def deed() -> None:
        table = next((table for table in tables().tables(room.id) if table.number == number), None)
        if table is None:
            raise Refused(say("There is no such table in this room."))
        classroom().change_table(student.id, table.id)
        classroom().on_person(student.id)  # a wish stands above the table until it is fulfilled

    return answer(slug, deed)


# -- the check -------------------------------------------------------------------------------------------------------


def _in_class(room: Room, name: str) -> bool:
    """Whether the class looks back on this lesson now, so that its check is on the pages of all."""
    session = sessions().current(room.id)
    return session is not None and session.name == name and session.state.phase == "reflect" and not room.closed


def _checked(room: Room, name: str) -> Session:
    """The lesson whose check may be taken now. Answers 404 for one that is not over."""
    found = [each for each in sessions().for_home(room.id) if each.name == name]
    session = sessions().current(room.id) if _in_class(room, name) else found[0] if found else None
    if session is None or not session.lesson.check:
        abort(404, say("There is no check here now. It comes at the end of a lesson."))
    return session


@pages.get("/room/<slug>/check/<name>")
def check(slug: str, name: str) -> Any:
    """The check of a lesson as a page of its own, for those at home."""
    room, student = _student(slug)
    return _check_page(room, student, _checked(room, name))


def _check_page(
    room: Room, student: PersonRow, session: Session, fault: Text | None = None, given: checks.Given = ()
) -> Any:
    page = render_template(
        "check.html",
        room=room,
        s=session,
        state=show().check(student, room, session.name),
        fault=fault,
        given=given,
        at_home=sessions().is_for_home(session),
        called=_called(room),
    )
    return page, 200 if fault is None else 409


@pages.post("/room/<slug>/check/<name>")
def answer_check(slug: str, name: str) -> Any:
    """The answer to the item on the page, or the way on from it."""
    room, student = _student(slug)
    session = _checked(room, name)
    given: list[frozenset[str]] = []

    def deed() -> None:
        state = sessions().check(student, name)
        if "go" in request.form:
            sessions().go_on(student, name, plain(request.form.get("go"), 10))
            return
        parts = len(state.item.parts) if state and state.item else 0
        given.extend(frozenset(plain(v, 40) for v in request.form.getlist(f"part{p}")) for p in range(parts))
        if not sessions().answer_check(student, name, whole(request.form.get("n")) or 0, given):
            classroom().on_person(student.id)  # a page that is behind is shown how things stand

    try:
        return answer(slug, deed, "play" if _in_class(room, name) else f"check/{name}")
    except Refused as refused:
        return _check_page(room, student, session, refused.why, tuple(given))


# -- at home ---------------------------------------------------------------------------------------------------------


@pages.get("/room/<slug>/home")
def at_home(slug: str) -> str:
    """What a student can play alone, with the own state in each."""
    room, student = _student(slug)
    reached = sessions().reached(room.id)
    done = sessions().home_done(student)
    lessons = [
        (
            session,
            (student.id, session.name) in reached,
            len(done.get(session.id, frozenset())),
        )
        for session in reversed(sessions().for_home(room.id))
    ]
    return render_template("home_lessons.html", room=room, lessons=lessons, called=_called(room))


def _called(room: Room) -> bool:
    """Whether the class is in a lesson, so that whoever plays alone should come back."""
    return sessions().current(room.id) is not None and not room.closed


@pages.get("/room/<slug>/home/call")
def call(slug: str) -> str:
    """The way back to the class, on pages where a student is alone."""
    room = need_device(slug)[0].room
    return render_template("_home_call.html", room=room, called=_called(room))


@pages.get("/room/<slug>/home/<int:lesson>")
def play_at_home(slug: str, lesson: int) -> Any:
    """A lesson's boards, alone with three robots. The stage is then kept up to date by pushes."""
    room, student = _student(slug)
    table, shared = sessions().home_table(student, lesson), need_student(slug).shared
    session = sessions().session_of(table)
    assert session is not None
    return render_template(
        "play.html",
        inside=Markup(show().home_stage(student, table).html),
        room_name=session.lesson.title,
        room_slug=slug,
        room=room,
        raised=False,
        home=session,
        called=_called(room),
        person_name="" if shared else student.name,
        return_code="" if shared else classroom().return_code(student),
    )


@pages.post("/room/<slug>/home/<int:lesson>/board")
def begin_at_home(slug: str, lesson: int) -> Any:
    """Begin one of the lesson's boards, from 1, whatever is on the table."""
    _, student = _student(slug)
    number = whole(request.form.get("board"))

    def deed() -> None:
        if not number:
            raise Refused(say("This lesson has no such board."))
        sessions().home_board(student, lesson, number - 1)

    return answer(slug, deed, f"home/{lesson}")
