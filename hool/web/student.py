"""A student's page: the lobby or the table, and the few things that are not acts at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request
from markupsafe import Markup

from hool import i18n
from hool.refused import Refused
from hool.rules.text import Text, say
from hool.web import tablet
from hool.web.access import classroom, door, need_device, need_student, pace
from hool.web.entered import Budgets, plain, whole
from hool.web.show import plainly, show

pages = Blueprint("student", __name__)

# What one student may send in forms; nobody's fingers are quicker.
_FORMS = Budgets(burst=40, steady=2.0)


@pages.get("/room/<slug>/play")
def play(slug: str) -> Any:
    """Where this student is now. The stage is then kept up to date by pushes."""
    visitor, student = need_device(slug)
    if visitor.shared:
        return tablet.play_page(visitor)
    classroom().take_seat_back(student.id)
    stage = show().stage(student)
    return render_template(
        "play.html",
        inside=Markup(stage.html),
        heading="",
        deeds="",
        raised=classroom().hand_up(student.id, visitor.room.id),
        room_name=visitor.room.name,
        room_slug=slug,
        room=visitor.room,
        person=student,
        person_name=student.name,
        return_code=classroom().return_code(student),
        games_waiting=pace().waiting_for(student) or 0,
    )


@pages.get("/room/<slug>/rules")
def rules(slug: str) -> str:
    """How to play, as far as this student has come; with ``lesson``, as far as that lesson at home goes; with ``game``,
    the rules of that game at the own pace."""
    _, student = need_device(slug)
    number = whole(request.args.get("game"))
    if number:
        return show().rules_html(student, table=pace().game(student.room_id, number))
    return show().rules_html(student, whole(request.args.get("lesson")) or 0)


@pages.get("/room/<slug>/open")
def is_open(slug: str) -> Any:
    """204 while the room is open, 410 once it is closed: a page that was closed asks whether it may come back."""
    return "", 410 if need_device(slug)[0].room.closed else 204


@pages.post("/room/<slug>/sit")
def sit(slug: str) -> Any:
    """Take a free seat, where the teacher lets students choose."""
    student = need_student(slug).student
    assert student is not None
    table, seat = whole(request.form.get("table")), whole(request.form.get("seat"))
    if table is None or seat is None:
        abort(400, say("This seat does not exist. Choose one on the page."))
    return answer(slug, lambda: classroom().sit(student.id, table, seat))


@pages.post("/room/<slug>/hand")
def hand(slug: str) -> Any:
    """Hand up, or down again; those who share a device have one button."""
    visitor, student = need_device(slug)
    up = request.form.get("up") == "1"

    def raise_it() -> None:
        for person in (student,) if up else visitor.students:
            classroom().raise_hand(person.id, up)

    return answer(slug, raise_it)


@pages.post("/room/<slug>/name")
def rename(slug: str) -> Any:
    """A student changes their own name."""
    visitor = need_student(slug)
    student = visitor.student
    assert student is not None
    typed = plain(request.form.get("name"), 200)

    def change() -> Text | None:
        named = door().rename(student, typed, i18n.language())
        return door().why_renamed(visitor.room, named.name) if named.replaced else None

    return answer(slug, change, "play?named=1")


def answer(slug: str, deed: Callable[[], Text | None], back: str = "play") -> Any:
    """Do it; a page's script gets words, a plain form goes to the page `back` of the room.

    deed: may return what is to be said about it.
    """
    try:
        may_send(slug)
        said = deed()
    except Refused as refused:
        if wants_words():
            return plainly(refused.why), 409, {"Content-Type": "text/plain; charset=utf-8"}
        raise
    if wants_words():
        return (plainly(said), 200, {"Content-Type": "text/plain; charset=utf-8"}) if said else ("", 204)
    return redirect(f"/room/{slug}/{back}", 303)


def may_send(slug: str) -> None:
    """Raises ``Refused`` for a student who has sent more than anybody's fingers could."""
    if not _FORMS.spend(request.cookies.get(f"hool-s-{slug}"), classroom().clock()):
        raise Refused(say("That was a lot at once. Wait a moment."))


def wants_words() -> bool:
    """Whether a page's script asks, which needs no page for an answer."""
    return request.headers.get("Accept", "").startswith("text/plain")
