"""The teacher at the door: newcomers, names, return codes, those who were taken out, and who may come in at all.

What is shown of it stands in ``_door_rows.html`` (who needs you), ``_class_people.html`` and ``_room_door.html``, which
ask ``at_door`` and ``roster`` themselves.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, request
from werkzeug.wrappers import Response

from hool.door import Gone
from hool.i18n import _
from hool.refused import Refused
from hool.register import Room
from hool.rules.text import Text, say, say_count
from hool.store import PersonRow
from hool.web import teacher
from hool.web.access import classroom, door
from hool.web.entered import plain
from hool.web.show import plainly
from hool.web.teacher import CLASS, home_of, open_room, student_of, sure, tell

pages = Blueprint("door", __name__)
pages.errorhandler(Refused)(teacher.refused)

LONGEST_LIST = 20_000  # characters of a pasted list: 120 lines of twice the longest names


@dataclass(frozen=True, slots=True)
class Waiting:
    """A newcomer. ``since`` is in seconds since 1970; ``replaced``: the typed name was no name for a class."""

    id: int
    name: str
    since: float
    replaced: bool


@dataclass(frozen=True, slots=True)
class AtDoor:
    """Who wants to come in, the longest waiting first. ``held``: tries held back in the last minutes; ``crowded``:
    newcomers wait because very many came at once; ``strays``: how many of those who came then never opened a page."""

    waiting: tuple[Waiting, ...]
    held: int
    crowded: bool
    strays: int


@dataclass(frozen=True, slots=True)
class Roster:
    """What the teacher alone knows of the students, by person, and who was taken out."""

    real_names: dict[int, str]
    replaced: set[int]
    gone: tuple[Gone, ...]


@pages.app_template_global()
def at_door(room: Room) -> AtDoor:
    replaced = door().replaced(room.id)
    waiting = (Waiting(p.id, p.name, p.made_at, p.id in replaced) for p in classroom().newcomers(room.id))
    crowded = door().is_crowded(room.id)
    return AtDoor(
        tuple(waiting), door().held_back(room.id), crowded, len(door().strays(room.id)) if crowded else 0
    )  # fmt: skip


@pages.app_template_global()
def roster(room: Room) -> Roster:
    """For the teacher's own page only."""
    real_names = {person.id: person.real_name for person in classroom().students(room.id)}
    return Roster(real_names, door().replaced(room.id), tuple(door().gone(room.id)))


@pages.app_template_global()
def name_told(person: PersonRow) -> Text | None:
    """What is to be said to a student whose typed name was replaced."""
    if person.id not in door().replaced(person.room_id):
        return None
    return door().why_renamed(classroom().room(person.room_id), person.name)


# -- newcomers --------------------------------------------------------------------------------------------------------


@pages.post(CLASS + "/newcomers/<int:person_id>")
def answer_newcomer(slug: str, person_id: int) -> Response:
    room = open_room(slug)
    if request.form.get("answer") == "yes":
        person = door().let_in(room.id, person_id)
        return tell(_("%(name)s is in.", name=person.name))
    person = door().turn_away(room.id, person_id)
    return tell(_("%(name)s was not let in, and may ask again.", name=person.name))


@pages.post(CLASS + "/newcomers")
def answer_all_newcomers(slug: str) -> Response:
    room = open_room(slug)
    if request.form.get("answer") == "yes":
        count = door().let_all_in(room.id)
        words = say_count("{count} newcomer is in.", "{count} newcomers are in.", count)
    else:
        count = door().turn_all_away(room.id)
        words = say_count("{count} newcomer was not let in.", "{count} newcomers were not let in.", count)
    return tell(plainly(words))


@pages.post(CLASS + "/newcomers/strays")
def take_out_strays(slug: str) -> Response:
    count = door().take_out_strays(open_room(slug).id)
    words = say_count(
        "{count} who never opened a page was taken out.", "{count} who never opened a page were taken out.", count
    )
    return tell(plainly(words))


@pages.post(CLASS + "/room/door")
def change_door(slug: str) -> Response:
    room = open_room(slug)
    chosen = {name: request.form.get(name) == "1" for name in ("approve", "made_up", "code_asked")}
    door().change_rules(room.id, **chosen)
    return tell(_("Saved. Who is in stays in."))


@pages.post(CLASS + "/room/lock")
def lock(slug: str) -> Response:
    locked = request.form.get("on") == "1"
    classroom().change_settings(open_room(slug).id, locked=locked)
    return tell(_("Nobody new can join. Who is in stays in.") if locked else _("New students can join again."))


@pages.post(CLASS + "/room/code")
def renew_code(slug: str) -> Response:
    """A new room code. Whoever knows only the old one, or the link, does not come in with it any more."""
    room = classroom().renew_code(open_room(slug).id)
    classroom().change_settings(room.id, code_asked=True)
    return tell(_("The new room code is %(code)s. Who is in stays in; newcomers need this code.", code=room.code))


# -- students ---------------------------------------------------------------------------------------------------------


def _people(room: Room, person: PersonRow | None = None) -> str:
    return f"{home_of(room)}/people" + (f"?person={person.id}" if person else "")


@pages.post(CLASS + "/people/<int:person_id>/<any(name, real, code, out, ban):verb>")
def change_person(slug: str, person_id: int, verb: str) -> Response:
    room = open_room(slug)
    person = student_of(room, person_id)
    if verb == "name":
        name = door().rename_for(person, plain(request.form.get("name"), 200))
        return tell(_("%(old)s is now called %(name)s.", old=person.name, name=name), _people(room, person))
    if verb == "real":
        real = door().note_real_name(person, plain(request.form.get("real_name"), 200))
        words = _("Noted: %(name)s is %(real)s.", name=person.name, real=real)
        return tell(
            words if real else _("%(name)s has no real name here now.", name=person.name), _people(room, person)
        )
    if verb == "code":
        classroom().renew_return_code(person.id)
        return tell(_("%(name)s has a new return code. The old one is void.", name=person.name), _people(room))
    if not sure():
        raise Refused(say("Tick the box first: {name} would leave the room.", name=person.name))
    door().take_out(room.id, person.id, ban=verb == "ban")
    if verb == "out":
        return tell(_("%(name)s was taken out. A robot has the seat.", name=person.name), _people(room))
    words = _(
        "%(name)s is banned. A cleared phone looks like a new one, so from now on you let newcomers in yourself.",
        name=person.name,
    )
    return tell(words, _people(room))


@pages.post(CLASS + "/people/<int:person_id>/back")
def let_back(slug: str, person_id: int) -> Response:
    room = open_room(slug)
    person, seated = door().let_back(room.id, person_id)
    if seated:
        words = _("%(name)s is in again, on the old seat. The return code works.", name=person.name)
    else:
        words = _("%(name)s is in again and waits for a seat. The return code works.", name=person.name)
    return tell(words, _people(room))


@pages.post(CLASS + "/people/real")
def note_real_names(slug: str) -> Response:
    room = open_room(slug)
    count = door().note_real_names(room.id, plain(request.form.get("list"), LONGEST_LIST))
    words = say_count("{count} real name is noted.", "{count} real names are noted.", count)
    return tell(plainly(words), _people(room))


@pages.post(CLASS + "/people/codes")
def renew_all_codes(slug: str) -> Response:
    room = open_room(slug)
    if not sure():
        raise Refused(say("Tick the box first: all cards that were printed would be void."))
    count = door().renew_return_codes(room.id)
    words = say_count("{count} new return code.", "{count} new return codes.", count)
    return tell(f"{plainly(words)} {_('Print the cards anew.')}", _people(room))
