"""Who sits where: the actions of the Seats tab, for the teacher and helpers.

Each is a plain POST that answers with a sentence and a 303, as in ``teacher``, whose page shows the tab.
"""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response

from hool.classroom import Refused
from hool.i18n import _
from hool.rules.text import say, say_count
from hool.web import teacher
from hool.web.access import classroom
from hool.web.entered import whole
from hool.web.show import seat_name
from hool.web.teacher import CLASS, home_of, open_desk, student_of, sure, tab_html, table_of, tell

pages = Blueprint("seats", __name__)
pages.register_error_handler(Refused, teacher.refused)


@pages.post(CLASS + "/seating")
def seating(slug: str) -> Response:
    room = open_desk(slug)
    wish = request.form.get("seating", "")
    classroom().change_settings(room.id, seating=wish)
    words = {
        "fill": _("Students are seated as they come."),
        "choose": _("Students choose their seat themselves."),
        "hand": _("You seat the students. Newcomers wait."),
    }
    return tell(words[wish])


@pages.post(CLASS + "/move")
def move(slug: str) -> Response:
    """``who`` is a person; ``to`` is a table's number, a dot and a seat, or ``waiting`` for the waiting list."""
    room = open_desk(slug)
    who = whole(request.form.get("who"))
    if who is None:
        raise Refused(say("Choose a person first."))
    person = student_of(room, who)
    to = request.form.get("to", "")
    if not to:
        raise Refused(say("Choose a seat first."))
    if to == "waiting":
        classroom().unseat(person.id)
        return tell(_("%(name)s waits for a seat.", name=person.name))
    before, _dot, after = to.partition(".")
    number, seat = whole(before), whole(after)
    if number is None or seat is None:
        raise Refused(say("There is no such seat."))
    table = table_of(room, number)
    other = table.seats[seat].person if seat < len(table.seats) else None
    classroom().move(person.id, table.id, seat)
    place = _("table %(number)s, %(seat)s", number=number, seat=seat_name(seat))
    if other is None or other == person.id:
        return tell(_("%(name)s sits at %(place)s.", name=person.name, place=place))
    swapped = classroom().person(other)
    return tell(
        _("%(name)s sits at %(place)s, %(other)s has the other place.",
          name=person.name, place=place, other=swapped.name if swapped else "")
    )  # fmt: skip


@pages.post(CLASS + "/seat")
def seat_one(slug: str) -> Response:
    """Give one student who waits the seat where they are most useful."""
    person = student_of(open_desk(slug), whole(request.form.get("who")))
    classroom().seat(person.id)
    return tell(_("%(name)s has a seat.", name=person.name))


@pages.post(CLASS + "/fill")
def fill(slug: str) -> Response:
    classroom().fill(open_desk(slug).id)
    return tell(_("Everybody who waited has a seat."))


@pages.post(CLASS + "/tables")
def add_table(slug: str) -> Response:
    room = open_desk(slug)
    table = classroom().add_table(room.id)
    return tell(
        _("Table %(number)s is there, with robots in its seats.", number=table.number), f"{home_of(room)}/seats"
    )


@pages.post(CLASS + "/table/<int:number>/remove")
def remove_table(slug: str, number: int) -> Response | str:
    room = open_desk(slug)
    table = table_of(room, number)
    if table.people and not sure():
        question = say_count(
            "{count} student sits at table {number} and would wait for another seat.",
            "{count} students sit at table {number} and would wait for another seat.",
            len(table.people),
            number=number,
        )
        return tab_html(room, "seats", ask_remove={"number": number, "question": question})
    classroom().remove_table(room.id, table.id)
    return tell(
        _("Table %(number)s is gone. Its boards can still be looked at.", number=number), f"{home_of(room)}/seats"
    )
