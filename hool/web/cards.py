"""Return cards: on paper for every student, and the page that a card's QR code opens on any phone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import segno
from flask import Blueprint, abort, make_response, redirect, render_template, request
from markupsafe import Markup

from hool.refused import Refused
from hool.register import RETURN_LENGTHS, Room, normal_code
from hool.rules.text import say
from hool.store import PersonRow
from hool.web.access import classroom, current_visitor, door, keep_keys, need_teacher
from hool.web.entered import plain, whole
from hool.web.join import caller, forget_newcomers, join_page, public_address, stopped
from hool.web.show import plainly

pages = Blueprint("cards", __name__)


@dataclass(frozen=True, slots=True)
class Card:
    """What stands on a student's card. ``code`` in two groups; ``qr``: the drawing that opens ``/back``."""

    name: str
    real_name: str
    code: tuple[str, str]
    qr: Markup


@pages.get("/room/<slug>/class/cards")
def cards(slug: str) -> str:
    """The cards of all students, or of the one in ``person``; with ``real``, their real names stand on them too."""
    room = need_teacher(slug).room
    wanted = whole(request.args.get("person"))
    people = [p for p in classroom().students(room.id) if wanted in (None, p.id)]
    if wanted is not None and not people:
        abort(404, say("This student is not in the room any more."))
    with_real = "real" in request.args
    return render_template(
        "paper_return.html",
        room=room,
        lesson=None,
        back=f"/room/{slug}/class/people",
        cards=[_card(room, person, with_real) for person in people],
        person=people[0] if wanted is not None and people else None,
        with_real=with_real,
        has_real=any(p.real_name for p in people),
        address=public_address().partition("://")[2],
    )


def _card(room: Room, person: PersonRow, with_real: bool) -> Card:
    code = classroom().return_code(person)
    drawn = segno.make(f"{public_address()}/room/{room.slug}/back/{code}", micro=False, error="m")
    qr = drawn.svg_inline(border=4, dark="#000", light="#fff", omitsize=True)
    return Card(person.name, person.real_name if with_real else "", (code[:3], code[3:]), Markup(qr))


@pages.get("/room/<slug>/back/<code>")
def back(slug: str, code: str) -> Any:
    """ "You are Amina?": looked at by whatever opens links, so nothing happens yet. A wrong code is counted."""
    return _with_code(slug, code, go=False)


@pages.post("/room/<slug>/back/<code>")
def go_back(slug: str, code: str) -> Any:
    """This phone is Amina's now. Who used it before keeps the own seat, and has to come in again."""
    return _with_code(slug, code, go=True)


def _with_code(slug: str, code: str, go: bool) -> Any:
    visitor = current_visitor(slug)
    room, typed = visitor.room, plain(code, 40)
    if (stop := stopped(room, with_code=False)) is not None:
        return stop
    try:
        # Longer codes are a teacher's or a helper's, and are only ever typed.
        if len(normal_code(typed)) != RETURN_LENGTHS["student"]:
            raise Refused(say("This return code is not known in this room. Check it with your teacher."))
        person = door().whose_code(room.id, typed, who=caller())
    except Refused as refused:
        return join_page(room, return_problem=plainly(refused.why), return_open=True), 403
    if any(each.id == person.id for each in visitor.students):
        return redirect(f"/room/{slug}/play", 303)
    if not go:
        return render_template("back.html", room=room, person=person, code=typed, others=visitor.students)
    forget_newcomers(room)
    response = make_response(redirect(f"/room/{slug}/play", 303))
    return keep_keys(response, room, "student", classroom().new_key(person))
