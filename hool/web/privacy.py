"""What is kept of people, said to them; and its end: a room that is deleted, a student who is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    g,
    redirect,
    render_template,
    request,
    session,
)
from werkzeug.wrappers import Response as Answer

from hool.refused import Refused
from hool.register import ROOM_DAYS, Room
from hool.retention import WARNING, Deleted, Retention
from hool.rules.text import Text, say, say_count
from hool.web import desk
from hool.web.access import Visitor, classroom, cookie_name, keep_keys, need_teacher, visitor_of
from hool.web.entered import plain
from hool.web.kept import COOKIES, KEPT
from hool.web.show import plainly
from hool.web.teacher import home_of, refused, sure, tell

pages = Blueprint("privacy", __name__)
pages.register_error_handler(Refused, refused)

CLASS = "/room/<slug>/class"
ROLES = ("student", "teacher", "helper")


@dataclass(frozen=True, slots=True)
class Mine:
    """A room of which the reader's browser holds a key."""

    name: str
    role: str
    last_day: Text


def install(app: Flask) -> None:
    """What templates may ask, and the cookies of every answer."""
    app.jinja_env.globals.update(last_day=last_day, ending=ending)
    app.after_request(_keep_cookies_true)


def retention() -> Retention:
    found: Retention = current_app.extensions["hool"].retention
    return found


def last_day(room: Room) -> Text:
    """The last day of a room: 1 June 2027."""
    return desk.date_words(date.fromtimestamp(room.ends_at))


def ending(room: Room) -> Text | None:
    """What the teacher reads in the last days of a room; None before."""
    if retention().days_left(room) > WARNING:
        return None
    return say(
        "This room and everything in it will be deleted at the end of {date}. "
        "Export it first if you want to keep something.",
        date=last_day(room),
    )


# -- pages for everybody ---------------------------------------------------------------------------------------------


@pages.get("/privacy")
def for_children() -> str:
    """What is kept, in words of a ten-year-old, with the days of the reader's own rooms."""
    return render_template("privacy.html", rooms=tuple(_rooms_of_reader()))


@pages.get("/privacy/school")
def for_schools() -> str:
    """What, why, how long and who, for teachers, schools and parents."""
    return render_template("privacy_school.html", kept=KEPT, cookies=COOKIES, days=ROOM_DAYS, warning=WARNING)


def _rooms_of_reader() -> Iterator[Mine]:
    for slug in sorted({found[2] for found in map(_key_cookie, request.cookies) if found}):
        room = classroom().room_by_slug(slug)
        visitor = visitor_of(room) if room is not None else None
        if room is not None and visitor is not None and (visitor.sharing or visitor.desk):
            yield Mine(room.name, ", ".join(student.name for student in visitor.students), last_day(room))


# -- the end of a room -----------------------------------------------------------------------------------------------


@pages.post(CLASS + "/room/delete")
def delete_room(slug: str) -> Answer:
    room = need_teacher(slug).room
    try:
        deleted = retention().delete_room(room, plain(request.form.get("class_name"), 200))
    except Refused as refused:  # said where the name is typed
        return tell(plainly(refused.why), f"{home_of(room)}/room#delete", ok=False)
    session["deleted"] = asdict(deleted)  # no flash: a page of another room in this browser may be drawn before
    return redirect("/deleted", 303)


@pages.get("/deleted")
def room_deleted() -> str | Answer:
    """What was deleted, for whoever has just done it."""
    told = session.pop("deleted", None)
    if told is None:
        return redirect("/", 303)
    deleted = Deleted(**told)
    names = say_count("{count} name with its keys.", "{count} names with their keys.", deleted.people)
    return render_template("room_deleted.html", lines=(*((names,) if deleted.people else ()), *_lines(deleted)))


@pages.post(CLASS + "/people/<int:person_id>/delete")
def delete_person(slug: str, person_id: int) -> Answer:
    room = need_teacher(slug).room
    person = classroom().person(person_id)
    name = person.name if person is not None and person.room_id == room.id else ""
    if name and not sure():
        raise Refused(say("Tick the box first: everything of {name} would be deleted.", name=name))
    deleted = retention().delete_person(room.id, person_id)
    lines = tuple(_lines(deleted))
    also = (say("Gone as well:"), *lines) if lines else ()
    words = " ".join(map(plainly, [say("{name} is deleted.", name=name), *also]))
    return tell(words, f"{home_of(room)}/people")


def _lines(deleted: Deleted) -> Iterator[Text]:
    """What was deleted beside names, a sentence each, as far as there was any."""
    if deleted.tables:
        yield say_count("{count} table with its log.", "{count} tables with their logs.", deleted.tables)
    if deleted.work:
        yield say_count("{count} card, answer or try.", "{count} cards, answers and tries.", deleted.work)
    if deleted.lessons:
        yield say_count("{count} lesson of the room's own.", "{count} lessons of the room's own.", deleted.lessons)


# -- cookies ---------------------------------------------------------------------------------------------------------


def _key_cookie(name: str) -> re.Match[str] | None:
    return re.fullmatch(r"hool-([ths])-([\w-]{6,24})", name)


def _keep_cookies_true(response: Response) -> Response:
    """A key's cookie ends with its room: on the new day when the teacher has moved it, at once when the room is gone.

    Only whole pages bring them: what a page asks for by itself stays small.
    """
    if request.method != "GET" or response.mimetype != "text/html" or "HX-Request" in request.headers:
        return response
    slug = (request.view_args or {}).get("slug")
    visitor: Visitor | None = g.get("visitor")
    if visitor is not None and visitor.room.settings.end_moved and response.status_code == 200:
        set_already = " ".join(response.headers.getlist("Set-Cookie"))
        for role in ROLES:
            name = cookie_name(visitor.room, role)
            here = visitor.sharing if role == "student" else getattr(visitor, role)
            if here and f"{name}=" not in set_already:
                keep_keys(response, visitor.room, role, request.cookies[name])
    for name in request.cookies:
        found = _key_cookie(name)
        asked = request.path == "/" or (response.status_code == 404 and found is not None and found[2] == slug)
        if found and asked and classroom().room_by_slug(found[2]) is None:
            response.delete_cookie(name, path="/")
    return response
