"""The teacher's list of the games at their players' own pace: whose turn it is, ending and removing one, beginning one
for chosen students. A tab of the class page."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response

from hool.i18n import _
from hool.pace import is_over
from hool.refused import Refused
from hool.register import Room
from hool.web import teacher
from hool.web.access import classroom, need_desk, pace
from hool.web.pace import HOOLA_BOARDS, LIMITS, OVER_SHOWN, USUAL, card, kinds, people_of, plan_of
from hool.web.show import plainly
from hool.web.teacher import CLASS, home_of, open_desk, open_room, tell

pages = Blueprint("pace_desk", __name__)
pages.register_error_handler(Refused, teacher.refused)


@pages.app_template_global()
def own_pace(room: Room) -> dict[str, Any]:
    """What the teacher's tab shows: all games, those that go on first, and what can be begun."""
    return {
        **_list(room),
        "kinds": kinds(room),
        "limits": LIMITS,
        "usual": USUAL,
        "hoola_boards": HOOLA_BOARDS,
    }


def pace_html(room_id: int) -> str:
    """``#pace-list``: all games, for the teacher's page."""
    room = classroom().room(room_id)
    return render_template("_class_pace_list.html", **_list(room), at=home_of(room))


def _list(room: Room) -> dict[str, Any]:
    """The games that go on and the latest of those that are over, and how many are left out."""
    found = sorted(pace().games(room.id), key=lambda table: (is_over(table), table.number))
    shown = found[: sum(not is_over(table) for table in found) + OVER_SHOWN]
    return {"cards": [card(table) for table in shown], "left_out": len(found) - len(shown)}


def _back(room: Room) -> str:
    return f"{home_of(room)}/pace"


@pages.get(CLASS + "/pace")
def tab(slug: str) -> str:
    return teacher.tab_html(need_desk(slug).room, "pace")


@pages.post(CLASS + "/pace/allow")
def allow(slug: str) -> Response:
    """Whether students may open games themselves."""
    room = open_room(slug)
    on = request.form.get("own_pace") == "1"
    classroom().change_settings(room.id, own_pace=on)
    done = _("Students may open games now.") if on else _("Only you begin games now. Those that go on go on.")
    return tell(done, _back(room))


@pages.post(CLASS + "/pace")
def begin(slug: str) -> Response:
    """Begin a game for chosen students; robots have the seats that are left."""
    room = open_desk(slug)
    table = pace().begin_for(room.id, people_of(request.form.getlist("people")), plan_of(room))
    return tell(_("Game %(number)s has begun.", number=-table.number), _back(room))


@pages.post(CLASS + "/pace/<int:number>/<any(end, remove):verb>")
def end(slug: str, number: int, verb: str) -> Response:
    """End a game, or take it away from everybody's list for good."""
    room = open_desk(slug)
    if verb == "end":
        return tell(plainly(pace().stop(room.id, number)), _back(room))
    pace().remove(room.id, number)
    return tell(_("Game %(number)s is removed.", number=number), _back(room))
