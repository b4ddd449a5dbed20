"""One device for several students: coming in together, one more, one fewer, and whose page it shows.

The keys of all of them stand in the cookie of the room, with a dot between; ``curtain`` knows who is in front of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from markupsafe import Markup

from hool import i18n
from hool.door import Joined
from hool.refused import Refused
from hool.rules.text import say
from hool.web.access import (
    Visitor,
    classroom,
    current_visitor,
    curtains,
    door,
    give_key,
    keep_keys,
    known_device,
    need_device,
    newcomer_keys,
    remember_device,
    student_keys,
)
from hool.web.curtain import MOST
from hool.web.entered import plain, whole
from hool.web.guard import neighbourhood
from hool.web.show import plainly

pages = Blueprint("tablet", __name__)


def play_page(visitor: Visitor) -> str:
    """The page of a device that several students share. Whenever it is loaded, the curtain is down."""
    curtains().lower(visitor.device)
    for person in visitor.students:
        classroom().take_seat_back(person.id)
    return render_template(
        "play.html",
        inside=Markup(curtains().stage(visitor.device, visitor.students).html),
        raised=curtains().hand_up(visitor.students),
        room_name=visitor.room.name,
        room_slug=visitor.room.slug,
        room=visitor.room,
        shared=True,
        person_name="",
        return_code="",
    )


# -- who uses the device ---------------------------------------------------------------------------------------------


@pages.post("/room/<slug>/together")
def join_together(slug: str) -> Any:
    """Two to four who share this device join under their names."""
    from hool.web import join

    visitor = current_visitor(slug)
    if visitor.sharing:
        return redirect(f"/room/{slug}/play", 303)
    if newcomer_keys(visitor.room):
        return redirect(f"/room/{slug}/waiting", 303)
    if (stop := join.stopped(visitor.room)) is not None:
        return stop
    typed = [plain(name, 200) for name in request.form.getlist("names")]
    names = [name for name in typed if name.strip()]
    again = known_device(slug)
    came: list[Joined] = []
    try:
        if not 2 <= len(names) <= MOST:
            raise Refused(say("Write the names of two, three or four players."))
        for name in names:
            _look_at_name(visitor.room.id, name)  # before anybody of them has come in
        for name in names:
            came.append(_join(visitor.room.id, name, again))
    except Refused as refused:
        if not came:
            return join.join_page(visitor.room, together_problem=plainly(refused.why), names=typed), 400
    students = [each.person.id for each in came if each.person.role == "student"]
    if students:
        classroom().seat_together(students, again)
    return join.welcome(visitor.room, [each.person for each in came], ".".join(each.key for each in came))


def _look_at_name(room_id: int, name: str) -> None:
    """Raises ``Refused`` for a name under which nobody comes in, and says which of the names it is."""
    try:
        door().look_at_name(room_id, name)
    except Refused as refused:
        short = name if len(name) <= 20 else f"{name[:20]} …"
        raise Refused(say("“{name}”: {why}", name=short, why=refused.why)) from None


def _join(room_id: int, name: str, again: bool = False) -> Joined:
    """Somebody new, without a seat yet. Raises ``Refused``."""
    return door().join(room_id, name, again, i18n.language(), neighbourhood(request.remote_addr), seated=False)


@pages.get("/room/<slug>/players")
def players(slug: str) -> str:
    """Who uses this device: the sheet of the menu. Only who is before the curtain sees their own return code."""
    visitor, _ = need_device(slug)
    front = visitor.student
    return render_template(
        "_players.html",
        room=visitor.room,
        people=visitor.students,
        front=front if visitor.shared else None,
        code=classroom().return_code(front) if front is not None and visitor.shared else "",
        waiting=(waiting := tuple(newcomer_keys(visitor.room).values())),
        full=len(visitor.sharing) + len(waiting) >= MOST,
    )


@pages.post("/room/<slug>/players")
def one_more(slug: str) -> Any:
    """One more student on this device: a new one under ``name``, or one who comes back with ``return_code``."""
    visitor, first = need_device(slug)
    name, code = plain(request.form.get("name"), 200), plain(request.form.get("return_code"), 40)

    def deed() -> Response:
        may_take_one_more(visitor)
        if code.strip() and not name.strip():
            _, key = door().come_back(visitor.room.id, code, who=neighbourhood(request.remote_addr))
        else:
            new = _join(visitor.room.id, name)
            key = new.key
            if new.person.role == "student":
                classroom().seat_beside(new.person.id, first.id)
        return give_key(make_response(redirect(f"/room/{slug}/play", 303)), visitor.room, "student", key)

    return _changed(deed)


def may_take_one_more(visitor: Visitor) -> None:
    """Raises ``Refused`` when as many students use this device as can."""
    if len(visitor.sharing) + len(newcomer_keys(visitor.room)) >= MOST:
        raise Refused(say("Four players can share a device, no more."))


@pages.post("/room/<slug>/players/leave")
def one_fewer(slug: str) -> Any:
    """One of the students leaves this device; their seat stays theirs, and a robot plays until they come back."""
    visitor, _ = need_device(slug)
    person = whole(request.form.get("person"))
    here = {**student_keys(visitor.room), **newcomer_keys(visitor.room)}
    left = [key for key, each in here.items() if each.id != person]

    def deed() -> Response:
        if len(left) == len(here):
            raise Refused(say("This player is not on this device."))
        response = make_response(redirect(f"/room/{slug}" + ("/play" if left else "?as=student"), 303))
        remember_device(response, slug)
        return keep_keys(response, visitor.room, "student", ".".join(left))

    return _changed(deed)


def _changed(deed: Callable[[], Response]) -> Any:
    """Do it, and load the page anew; a script that asks hears the sentence when it is refused."""
    from hool.web.student import may_send, wants_words

    try:
        may_send((request.view_args or {})["slug"])
        return deed()
    except Refused as refused:
        if wants_words():
            return plainly(refused.why), 409, {"Content-Type": "text/plain; charset=utf-8"}
        raise


# -- whose page it shows ---------------------------------------------------------------------------------------------


@pages.get("/room/<slug>/who")
def who(slug: str) -> Any:
    """Before a page that belongs to one student: which of them? ``to`` is that page."""
    visitor, _ = need_device(slug)
    if not visitor.shared:
        return redirect(_page_of(slug), 303)
    return render_template("who.html", room=visitor.room, people=visitor.students, to=_page_of(slug))


@pages.post("/room/<slug>/who")
def i_am(slug: str) -> Any:
    """This student comes before the curtain, and sees the page ``to``."""
    visitor, _ = need_device(slug)
    answer = curtains().lift(visitor.device, visitor.students, whole(request.form.get("person")) or 0)
    if answer.say is not None:
        abort(403, answer.say)
    return redirect(_page_of(slug), 303)


def _page_of(slug: str) -> str:
    """The page of this room that is asked for by ``to``; the class's, if it is none."""
    to = request.values.get("to", "")
    inside = to.startswith(f"/room/{slug}/") and not any(sign in to for sign in "\\\r\n\0") and len(to) < 300
    return to if inside else f"/room/{slug}/play"


def way_in(slug: str) -> str:
    """Where somebody goes on who asked for a student's page and is none: to the name; from a shared device whose
    curtain is down to the question who of them it is, or to the class if a form or a script asked."""
    visitor = current_visitor(slug)
    if not visitor.shared:
        return f"/room/{slug}"
    script = "HX-Request" in request.headers or request.headers.get("Accept", "").startswith("text/plain")
    if request.method != "GET" or script:
        return f"/room/{slug}/play"
    return f"/room/{slug}/who?to={request.path}"
