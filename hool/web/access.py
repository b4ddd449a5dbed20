"""Who is asking: the keys in the cookies, and the room behind an address.

A key is random, lives in a cookie of its own for each room and role, and is stored only as a hash. The teacher's key,
a helper's and a student's are different cookies, so a teacher can look at the room as a student in the same browser.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from flask import Response, abort, current_app, g, request

from hool.analysis.analyst import Analyst
from hool.classroom import Classroom, Room
from hool.differences import Lineup
from hool.radar import Radar
from hool.rules.text import say
from hool.session import Sessions
from hool.shelf import Shelf
from hool.store import PersonRow
from hool.tables import Tables


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who looks at a page of a room; several may be set, in a browser that holds several keys."""

    room: Room
    student: PersonRow | None
    teacher: PersonRow | None
    helper: PersonRow | None = None

    @property
    def desk(self) -> PersonRow | None:
        """Who may see and steer every table: the teacher or a helper."""
        return self.teacher or self.helper

    @property
    def is_teacher(self) -> bool:
        return self.teacher is not None

    @property
    def knows_room(self) -> bool:
        """True for everybody who holds a key of this room."""
        return self.student is not None or self.desk is not None


def classroom() -> Classroom:
    return current_app.extensions["hool"].classroom


def tables() -> Tables:
    return current_app.extensions["hool"].tables


def analyst() -> Analyst:
    return current_app.extensions["hool"].analyst


def shelf() -> Shelf:
    return current_app.extensions["hool"].shelf


def sessions() -> Sessions:
    return current_app.extensions["hool"].sessions


def radar() -> Radar:
    return current_app.extensions["hool"].radar


def lineup() -> Lineup:
    return current_app.extensions["hool"].lineup


def cookie_name(room: Room, role: str) -> str:
    return f"hool-{role[0]}-{room.slug}"


def visitor_of(room: Room) -> Visitor:
    """Whoever sends this request, as this room knows them."""
    found = {
        role: classroom().by_key(room.id, request.cookies.get(cookie_name(room, role), ""), role)
        for role in ("student", "teacher", "helper")
    }
    return Visitor(room, found["student"], found["teacher"], found["helper"])


def current_visitor(slug: str) -> Visitor:
    """The visitor of the room with this permanent link. Answers 404 with a sentence when there is no such room."""
    room = classroom().room_by_slug(slug)
    if room is None:
        abort(404, say("There is no class at this address. Check the link, or type the code from the wall."))
    return visitor_of(room)


def need_student(slug: str) -> Visitor:
    """As ``current_visitor``; answers 401 (the join page) for everybody who is no student of the room."""
    visitor = current_visitor(slug)
    if visitor.student is None:
        abort(401, say("First tell us your name."))
    return visitor


def need_teacher(slug: str) -> Visitor:
    """As ``current_visitor``; answers 403 for everybody who does not hold the teacher's key."""
    visitor = current_visitor(slug)
    if visitor.teacher is None and visitor.helper is not None:
        abort(403, say("Only the teacher can do that. Helpers see and steer the tables."))
    if visitor.teacher is None:
        abort(403, say("This page is for the teacher of the class. Teachers come in with their return code."))
    draw_for(visitor.is_teacher)
    return visitor


def need_desk(slug: str) -> Visitor:
    """As ``current_visitor``; answers 403 for everybody who is neither the teacher nor a helper."""
    visitor = current_visitor(slug)
    if visitor.desk is None:
        abort(403, say("This page is for the teacher of the class. Teachers come in with their return code."))
    draw_for(visitor.is_teacher)
    return visitor


def draw_for(is_teacher: bool) -> None:
    """Say for whom the templates of the class page are drawn now: the teacher, or a helper, who is offered less."""
    g.is_teacher = is_teacher


def for_templates() -> dict[str, bool]:
    """``is_teacher`` in every template: False unless it is drawn for the teacher."""
    return {"is_teacher": g.get("is_teacher", False)}


def came_from() -> SplitResult:
    """The page from which the browser says that it came; all parts are empty when it says nothing or nonsense."""
    try:
        return urlsplit(request.headers.get("HX-Current-URL") or request.referrer or "")
    except ValueError:
        return urlsplit("")


def give_key(response: Response, room: Room, role: str, key: str) -> Response:
    """Put a person's key into a cookie that ends with the room."""
    response.set_cookie(
        cookie_name(room, role),
        key,
        max_age=max(60, int(room.ends_at - classroom().clock())),
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
        path="/",
    )
    return response
