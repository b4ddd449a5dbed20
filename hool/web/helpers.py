"""Helpers: a second teacher, say, who sees every table and steers it, and comes in by a link of their own.

What helpers may not do is what the pages ask ``need_teacher`` for: who is in, what is kept, which lesson or boards the
class has, and whatever gives out a key or a code. So who was a helper once keeps nothing.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

import segno
from flask import Blueprint, make_response, redirect, render_template, request
from werkzeug.wrappers import Response

from hool.i18n import _
from hool.refused import Refused
from hool.register import RETURN_LENGTHS, Room, normal_code
from hool.rules.text import say
from hool.store import PersonRow
from hool.web import teacher
from hool.web.access import classroom, current_visitor, door, give_key, need_teacher
from hool.web.entered import plain, whole
from hool.web.join import caller, join_page, public_address
from hool.web.show import plainly
from hool.web.teacher import CLASS

pages = Blueprint("helpers", __name__)
pages.register_error_handler(Refused, teacher.refused)


# -- the panel in the room's settings ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Helper:
    """A helper as the teacher sees them; ``code`` and ``link`` are "" unless they were asked for."""

    id: int
    name: str
    away: bool
    code: str = ""
    link: str = ""


@pages.app_template_global()
def room_helpers(room: Room) -> tuple[Helper, ...]:
    """The helpers of a room, with the code of the one in ``?helper=17``: the page may be on a projector."""
    wanted = whole(request.args.get("helper"))
    return tuple(
        Helper(each.id, each.name, not classroom().here(each.id), *(_way_in(room, each) if each.id == wanted else ()))
        for each in classroom().helpers(room.id)
    )


def _way_in(room: Room, helper: PersonRow) -> tuple[str, str]:
    code = classroom().return_code(helper)
    return code, f"{public_address()}/room/{room.slug}/helper/{code}"


def _to(room: Room, helper: PersonRow | None, words: str) -> Response:
    return teacher.tell(words, f"{teacher.home_of(room)}/room{f'?helper={helper.id}' if helper else ''}#helpers")


def _helper(room: Room, person_id: int) -> PersonRow:
    found = next((each for each in classroom().helpers(room.id) if each.id == person_id), None)
    if found is None:
        raise Refused(say("This helper is not in the room any more."))
    return found


@pages.post(CLASS + "/helpers")
def add(slug: str) -> Response:
    room = teacher.open_room(slug)
    helper = classroom().add_helper(room.id, plain(request.form.get("name"), 200))
    return _to(room, helper, _("%(name)s is a helper. Give them the link or the code.", name=helper.name))


@pages.post(CLASS + "/helpers/<int:person_id>/<any(code, out):verb>")
def change(slug: str, person_id: int, verb: str) -> Response:
    """A new link and code: devices that came in with the old one are out. Or take the helper out, if ``sure``."""
    room = teacher.open_room(slug)
    helper = _helper(room, person_id)
    if verb == "code":
        classroom().renew_return_code(helper.id, keep="nobody")
        return _to(room, helper, _("%(name)s has a new link. With the old one nobody comes in.", name=helper.name))
    if not teacher.sure():
        raise Refused(say("Tick the box first: {name} would be no helper any more.", name=helper.name))
    classroom().take_out(helper.id)
    classroom().store.delete_person(helper.id, ())  # nothing else is known of a helper
    return _to(room, None, _("%(name)s is no helper any more.", name=helper.name))


@pages.get(CLASS + "/helpers/<int:person_id>/qr.svg")
def link_qr(slug: str, person_id: int) -> Response:
    """The helper's link as a QR code, black on white with its quiet zone."""
    room = need_teacher(slug).room
    _code, link = _way_in(room, _helper(room, person_id))
    out = io.BytesIO()
    segno.make(link, micro=False, error="m").save(out, kind="svg", border=4, dark="#000", light="#fff", omitsize=True)
    answer = make_response(out.getvalue())
    answer.mimetype = "image/svg+xml"
    answer.headers["Cache-Control"] = "no-store"
    return answer


# -- coming in --------------------------------------------------------------------------------------------------------


@pages.get("/room/<slug>/helper/<code>")
def look(slug: str, code: str) -> Any:
    """ "You are Ida?": looked at by whatever opens links, so nothing happens yet. A wrong code is counted."""
    return _with_code(slug, code, go=False)


@pages.post("/room/<slug>/helper/<code>")
def go_in(slug: str, code: str) -> Any:
    return _with_code(slug, code, go=True)


def _with_code(slug: str, code: str, go: bool) -> Any:
    visitor = current_visitor(slug)
    room, typed = visitor.room, plain(code, 40)
    try:
        if len(normal_code(typed)) != RETURN_LENGTHS["helper"]:
            raise Refused(say("This link is not known in this room. Ask the teacher for a new one."))
        helper = door().whose_code(room.id, typed, "helper", caller())
    except Refused as refused:
        return join_page(room, return_problem=plainly(refused.why), return_open=True), 403
    home = teacher.home_of(room)
    if visitor.helper is not None and visitor.helper.id == helper.id:
        return redirect(home, 303)
    if not go:
        return render_template("helper.html", room=room, helper=helper, code=typed)
    return give_key(make_response(redirect(home, 303)), room, "helper", classroom().new_key(helper))
