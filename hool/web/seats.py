"""Who sits where: the Seats tab with its actions, for the teacher and helpers.

Each action is a plain POST that answers with a sentence and a 303, as in ``teacher``, whose page shows the tab.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, request
from werkzeug.wrappers import Response

from hool.fold import Table
from hool.i18n import _
from hool.refused import Refused
from hool.register import Room
from hool.rotation import Unit
from hool.rounds import Place
from hool.rules.text import Text, say, say_count
from hool.store import PersonRow
from hool.web import teacher
from hool.web.access import classroom, rounds
from hool.web.entered import whole
from hool.web.show import LETTERS, SeatShow, place_name, plainly
from hool.web.teacher import CLASS, Desk, Student, home_of, open_desk, student_of, sure, tab_html, table_of, tell

pages = Blueprint("seats", __name__)
pages.register_error_handler(Refused, teacher.refused)


# -- what the tab shows -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of the plan; several ``people`` share it, and none where a robot plays."""

    show: SeatShow
    people: tuple[Student, ...]

    @property
    def names(self) -> str:
        return " + ".join(person.name for person in self.people)


@dataclass(frozen=True, slots=True)
class Box:
    """A table of the plan."""

    number: int
    game: str
    locked: bool
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class NextTable:
    """A table of the next round: its number, 0 for a new one, and a name for each seat, "" for a robot."""

    number: int
    seats: tuple[tuple[str, str], ...]  # the seat's letter and who sits there


@dataclass(frozen=True, slots=True)
class Turn:
    """The next rounds. ``robots``: who shares a table with robots, by name, in each round; ``had``: who has done so on
    how many boards. ``waits``: whether a turn waits, for ``tables``, each with those whose turn it is there."""

    next: tuple[NextTable, ...]
    robots: tuple[tuple[str, ...], ...]
    had: tuple[tuple[str, int], ...]
    everybody: int  # how many take part
    mark: str
    waits: bool
    tables: tuple[tuple[int, tuple[str, ...]], ...]


@pages.app_template_global()
def seat_plan(desk: Desk) -> tuple[Box, ...]:
    """Every table with those who sit there."""
    by_id = {person.id: person for person in desk.people}
    return tuple(
        Box(
            table.number,
            table.game,
            desk.settings.locks(table.id),
            tuple(Seat(s, tuple(by_id[p] for p in s.people if p in by_id)) for s in table.seats),
        )
        for table in desk.shows
    )


@pages.app_template_global()
def seat_turn(desk: Desk) -> Turn | None:
    """How the seats of this room would turn, or are about to; None while nobody has a seat."""
    room = desk.room
    plan = rounds().plan(room.id)
    if plan is None:
        return None
    names = {person.id: person.name for person in desk.people}

    def name(unit: Unit) -> str:
        return " + ".join(names.get(person, "?") for person in unit)

    numbers = {table.id: table.number for table in desk.shows}
    waits = rounds().waits(room.id)
    kept = [Place(at, numbers.get(at, 0), _four(four)) for at, *four in room.settings.rotation]
    shown = tuple(
        NextTable(place.number, tuple((LETTERS[seat], name(unit)) for seat, unit in enumerate(place.seats)))
        for place in (kept if waits else plan.next)
    )
    waited = tuple(
        (each.table.number, tuple(name(each.table.seats[seat].people) for seat in each.seats))
        for each in rounds().waited_for(room.id)
    )
    had = sorted(((names[p], count) for p, count in plan.had.items() if p in names), key=lambda each: -each[1])
    robots = tuple(tuple(map(name, turn)) for turn in plan.robots)
    everybody = sum(1 for place in plan.next for unit in place.seats if unit)
    return Turn(shown, robots, tuple(had), everybody, plan.mark, waits, waited)


def _four(units: Sequence[Sequence[int]]) -> tuple[Unit, Unit, Unit, Unit]:
    north, east, south, west = map(tuple, units)
    return north, east, south, west


# -- actions: one person ----------------------------------------------------------------------------------------------


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
    """``who`` is a person; ``to`` is a table's number, a dot and a seat, or ``waiting``, or ``bench``."""
    room = open_desk(slug)
    person = _chosen(room)
    to = request.form.get("to", "")
    if not to:
        raise Refused(say("Choose a seat first."))
    if to == "bench":
        classroom().bench(person.id)
        return tell(_("%(name)s has a rest on the bench, until you give a seat.", name=person.name))
    if to == "waiting":
        classroom().unseat(person.id)
        classroom().unbench(person.id)
        return tell(_("%(name)s waits for a seat.", name=person.name))
    table, seat = _seat(room, to)
    others = [each for each in table.seats[seat].people if each != person.id]
    classroom().move(person.id, table.id, seat)
    place = _("table %(number)s, %(seat)s", number=table.number, seat=place_name(table.game, seat))
    if not others:
        return tell(_("%(name)s sits at %(place)s.", name=person.name, place=place))
    return tell(
        _("%(name)s sits at %(place)s, %(other)s has the other place.",
          name=person.name, place=place, other=_names(others))
    )  # fmt: skip


@pages.post(CLASS + "/share")
def share(slug: str) -> Response:
    """``who`` shares the seat ``to`` with whoever has it: both see the hand, and whoever is quicker acts."""
    room = open_desk(slug)
    person = _chosen(room)
    table, seat = _seat(room, request.form.get("to", ""))
    holder = table.seats[seat].person
    if holder is None:
        raise Refused(say("A robot has this seat. Choose the seat of a student to share it."))
    if person.id in table.seats[seat].people:
        raise Refused(say("{name} has this seat already.", name=person.name))
    others = _names(table.seats[seat].people)
    classroom().share_seat(person.id, holder)
    return tell(_("%(name)s shares the seat of %(other)s. Both see the hand; who taps first, acts.",
                  name=person.name, other=others))  # fmt: skip


@pages.post(CLASS + "/apart")
def apart(slug: str) -> Response:
    """Whoever came to the seat ``to`` of another waits for one of their own."""
    room = open_desk(slug)
    table, seat = _seat(room, request.form.get("to", ""))
    who = table.seats[seat]
    if not who.mates:
        raise Refused(say("Nobody shares this seat any more."))
    for mate in who.mates:
        classroom().unseat(mate)
    return tell(_("%(name)s keeps the seat. Waiting for one: %(other)s.",
                  name=_names(who.people[:1]), other=_names(who.mates)))  # fmt: skip


def _chosen(room: Room) -> PersonRow:
    who = whole(request.form.get("who"))
    if who is None:
        raise Refused(say("Choose a person first."))
    return student_of(room, who)


def _seat(room: Room, to: str) -> tuple[Table, int]:
    """The table and seat written as ``3.2``. Raises ``Refused``."""
    before, _dot, after = to.partition(".")
    number, seat = whole(before), whole(after)
    if number is None or seat is None:
        raise Refused(say("There is no such seat."))
    table = table_of(room, number)
    if seat >= len(table.seats):
        raise Refused(say("There is no such seat."))
    return table, seat


def _names(people: Sequence[int]) -> str:
    found = (classroom().person(each) for each in people)
    return " + ".join(person.name for person in found if person)


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


# -- actions: tables --------------------------------------------------------------------------------------------------


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


@pages.post(CLASS + "/tables/lock")
def lock_all(slug: str) -> Response:
    room, on = open_desk(slug), request.form.get("on") == "1"
    classroom().lock_tables(room.id, on)
    if on:
        return tell(_("All tables are locked: only you change who sits where, and who comes waits for a seat."))
    return tell(_("No table is locked any more."))


@pages.post(CLASS + "/table/<int:number>/lock")
def lock_one(slug: str, number: int) -> Response:
    room, on = open_desk(slug), request.form.get("on") == "1"
    classroom().lock_tables(room.id, on, table_of(room, number).id)
    if on:
        return tell(_("Table %(number)s is locked: only you change who sits there.", number=number))
    return tell(_("Table %(number)s is not locked any more.", number=number))


# -- actions: the seats turn ------------------------------------------------------------------------------------------


@pages.post(CLASS + "/turn")
def turn(slug: str) -> Response:
    """``go``: "turn" by the plan with the mark ``plan``, as soon as all tables are ready; "now", if ``sure``; or
    "off"."""
    room = open_desk(slug)
    at = f"{home_of(room)}/seats"
    match request.form.get("go"):
        case "turn":
            if rounds().begin(room.id, request.form.get("plan", "")):
                return tell(_("The seats have changed. Everybody sees the new place."), at)
            waited = [each.table.number for each in rounds().waited_for(room.id)]
            return tell(plainly(_wait_for(waited)), at)
        case "now":
            if not sure():
                raise Refused(say("Boards in play would be put away. Press Turn at once, then confirm."))
            rounds().now(room.id)
            return tell(_("The seats have changed. Boards that were in play do not count."), at)
        case "off":
            rounds().call_off(room.id)
            return tell(_("Called off: everybody stays where they are."), at)
    raise Refused(say("There is no such step."))


def _wait_for(numbers: Sequence[int]) -> Text:
    return say_count(
        "The seats change when table {list} has finished its board. Tables that are ready wait.",
        "The seats change when tables {list} have finished their boards. Tables that are ready wait.",
        len(numbers),
        list=", ".join(map(str, numbers)),
    )
