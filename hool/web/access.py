"""Who is asking: the keys in the cookies, and the room behind an address.

A key is random, lives in a cookie of its own for each room and role, and is stored only as a hash. The teacher's key,
a helper's and a student's are different cookies, so a teacher can look at the room as a student in the same browser.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import SplitResult, urlsplit

from flask import Response, abort, current_app, g, request

from hool.analysis.analyst import Analyst
from hool.classroom import Classroom
from hool.differences import Lineup
from hool.door import Door
from hool.pace import Pace
from hool.radar import Radar
from hool.refused import Refused
from hool.register import Room, hash_key
from hool.rounds import Rounds
from hool.rules.text import say
from hool.session import Sessions
from hool.shelf import Shelf
from hool.store import PersonRow
from hool.tables import Tables
from hool.web.curtain import MOST, Curtains

NO_ROOM = say(
    "There is no class at this address. Check the link, or type the code from the wall. "
    "A class whose last day is over is not here any more: everything in it was deleted."
)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who looks at a page of a room; several may be set, in a browser that holds several keys.

    ``sharing`` are all students of this device, by the hash of the key it holds for each; ``student`` is the only one,
    or the one who stands before the curtain now, None while it is down. ``device`` names the device among all.
    """

    room: Room
    student: PersonRow | None
    teacher: PersonRow | None
    helper: PersonRow | None = None
    sharing: Mapping[str, PersonRow] = field(default_factory=dict)
    device: str = ""

    @property
    def desk(self) -> PersonRow | None:
        """Who may see and steer every table: the teacher or a helper."""
        return self.teacher or self.helper

    @property
    def is_teacher(self) -> bool:
        return self.teacher is not None

    @property
    def knows_room(self) -> bool:
        """True for everybody who holds a key of this room; a shared device does not while its curtain is down."""
        return self.student is not None or self.desk is not None

    @property
    def students(self) -> tuple[PersonRow, ...]:
        """All students of this device."""
        return tuple(self.sharing.values())

    @property
    def shared(self) -> bool:
        """Whether several students use this device."""
        return len(self.sharing) > 1

    @property
    def anybody(self) -> PersonRow | None:
        """The student before the curtain, or while it is down the first of the device: for what concerns them all."""
        return self.student or next(iter(self.students), None)


def classroom() -> Classroom:
    return current_app.extensions["hool"].classroom


def tables() -> Tables:
    return current_app.extensions["hool"].tables


def analyst() -> Analyst:
    return current_app.extensions["hool"].analyst


def shelf() -> Shelf:
    return current_app.extensions["hool"].shelf


def rounds() -> Rounds:
    return current_app.extensions["hool"].rounds


def sessions() -> Sessions:
    return current_app.extensions["hool"].sessions


def door() -> Door:
    return current_app.extensions["hool"].door


def pace() -> Pace:
    return current_app.extensions["hool"].pace


def radar() -> Radar:
    return current_app.extensions["hool"].radar


def lineup() -> Lineup:
    return current_app.extensions["hool"].lineup


def curtains() -> Curtains:
    return current_app.extensions["hool"].curtains


def cookie_name(room: Room, role: str) -> str:
    return f"hool-{role[0]}-{room.slug}"


def student_keys(room: Room) -> dict[str, PersonRow]:
    """The students whose keys this browser holds, by key: more than one on a device that several share."""
    return _keys_here(room, "student")


def newcomer_keys(room: Room) -> dict[str, PersonRow]:
    """As ``student_keys``, for those on this device whom the teacher has not let in yet."""
    return _keys_here(room, "newcomer")


def _keys_here(room: Room, role: str) -> dict[str, PersonRow]:
    held = request.cookies.get(cookie_name(room, "student"), "").split(".")[:MOST]
    people = ((key, classroom().by_key(room.id, key, role)) for key in held)
    # Somebody who came in twice holds one place, with the newer key.
    newest = {person.id: (key, person) for key, person in people if person is not None}
    return dict(newest.values())


def visitor_of(room: Room) -> Visitor:
    """Whoever sends this request, as this room knows them."""
    teacher, helper = (
        classroom().by_key(room.id, request.cookies.get(cookie_name(room, role), ""), role)
        for role in ("teacher", "helper")
    )
    sharing = {hash_key(key): person for key, person in student_keys(room).items()}
    people = tuple(sharing.values())
    device = hash_key(request.cookies.get(cookie_name(room, "student"), ""))
    student = curtains().front(device, people) if len(people) > 1 else next(iter(people), None)
    return Visitor(room, student, teacher, helper, sharing, device)


def current_visitor(slug: str) -> Visitor:
    """The visitor of the room with this permanent link. Answers 404 with a sentence when there is no such room."""
    room = classroom().room_by_slug(slug)
    if room is None:
        abort(404, NO_ROOM)
    g.visitor = visitor = visitor_of(room)  # for what is done with every page
    return visitor


def need_student(slug: str) -> Visitor:
    """As ``current_visitor``; answers 401 (the join page) for everybody who is no student of the room."""
    visitor = current_visitor(slug)
    if visitor.student is None:
        abort(401, say("First tell us your name."))
    return visitor


def need_device(slug: str) -> tuple[Visitor, PersonRow]:
    """As ``need_student``, for what is not one student's own: on a shared device any of them answers for it, also while
    the curtain is down. The person is the one before the curtain, else the first of the device."""
    visitor = current_visitor(slug)
    if visitor.anybody is None:
        abort(401, say("First tell us your name."))
    return visitor, visitor.anybody


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
    """Put a person's key into a cookie that ends with the room. A student's is added to those of the others who share
    the device; raises ``Refused`` when they are as many as can."""
    if role == "student":
        keys = [*_others(room, key), *key.split(".")]
        if len(keys) > MOST:
            raise Refused(say("Four players can share a device, no more."))
        key = ".".join(keys)
    return keep_keys(response, room, role, key)


def _others(room: Room, keys: str) -> list[str]:
    """The keys this browser holds of other students than those to whom these keys belong."""
    coming = {person.id for key in keys.split(".") if (person := classroom().by_key(room.id, key, "student"))}
    here = {**student_keys(room), **newcomer_keys(room)}
    return [key for key, person in here.items() if person.id not in coming]


def keep_keys(response: Response, room: Room, role: str, key: str) -> Response:
    """As ``give_key``, but these keys are all that the device keeps for the role: "" for none. Those of students who
    were banned stay, for the device is to be known again."""
    if role == "student":
        held = request.cookies.get(cookie_name(room, role), "").split(".")[: 2 * MOST]
        mine = [each for each in key.split(".") if each]
        key = ".".join([*mine, *(each for each in held if each not in mine and door().is_banned(room.id, each))])
    if not key:
        response.delete_cookie(cookie_name(room, role), path="/")
        return response
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


def remember_device(response: Response, slug: str) -> None:
    """Whoever comes next on this device may be the same child, who has seen a hand of the running board."""
    response.set_cookie(
        f"hool-was-{slug}", "1", max_age=86400, httponly=True, samesite="Lax", secure=request.is_secure, path="/"
    )


def known_device(slug: str) -> bool:
    """Whether somebody has left this room on this device lately."""
    return bool(request.cookies.get(f"hool-was-{slug}"))
