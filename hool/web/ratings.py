"""The page of ratings: one's own, and what the teacher lets the class see of the others'."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, current_app, render_template, request

from hool.fold import MatchEnd
from hool.i18n import _
from hool.ratings import Rated, Ratings, Standing
from hool.refused import Refused
from hool.register import CHOICES, Room
from hool.rules.text import say
from hool.web import teacher
from hool.web.access import classroom, current_visitor, need_student
from hool.web.student import answer
from hool.web.teacher import CLASS, open_room, tell

pages = Blueprint("ratings", __name__)
pages.register_error_handler(Refused, teacher.refused)

LAST = 12  # matches of one's own that are listed


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody on the list. place: 0 where nobody is told it. hidden: only they themselves and the teacher see them."""

    place: int
    name: str
    standing: Standing
    own: bool
    hidden: bool


@dataclass(frozen=True, slots=True)
class Played:
    """A rated match of somebody: with whom, their place, and how their points changed."""

    end: MatchEnd
    names: tuple[str, ...]
    place: int
    points: int
    change: int


def ratings() -> Ratings:
    """The app's own ``Ratings``."""
    found: Ratings = current_app.extensions["hool"].ratings
    return found


@pages.get("/room/<slug>/ratings")
def rated(slug: str) -> Any:
    """For students their own matches and what the teacher lets them see; for the desk everybody."""
    visitor = current_visitor(slug)
    if visitor.desk is None:
        visitor = need_student(slug)
    room, me = visitor.room, None if visitor.desk else visitor.student
    if me is not None and not room.settings.ratings:
        abort(404, say("Your teacher has switched ratings off."))
    found, hidden = ratings().of(room.id), ratings().hidden(room.id)
    known = {person.id: person.name for person in classroom().students(room.id)}
    mine = None if me is None else found.standings.get(me.id)
    own = () if me is None else tuple(each for each in found.matches if any(me.id in p for p in each.end.people))
    return render_template(
        "ratings.html",
        room=room,
        me=me,
        mine=mine,
        played=[_played(each, me.id) for each in own[:LAST]] if me else [],
        lines=_lines(room, known, found.ranked(), hidden, me.id if me else None),
        board=room.settings.ratings == "board" or me is None,
        hidden=me is not None and me.id in hidden,
        at=teacher.home_of(room),
    )


def _lines(
    room: Room, known: dict[int, str], ranked: tuple[tuple[int, Standing], ...], hidden: frozenset[int], me: int | None
) -> list[Line]:
    """The list as this reader may see it: by points, or where the class is told no places by name."""
    board = me is None or room.settings.ratings == "board"
    seen = [each for _place, each in ranked if each.person in known and (me is None or each.person not in hidden)]
    lines = [
        Line(
            1 + sum(other.points > each.points for other in seen) if board else 0,
            known[each.person], each, each.person == me, each.person in hidden,
        )
        for each in seen
    ]  # fmt: skip
    return lines if board else sorted(lines, key=lambda line: line.name.casefold())


def _played(each: Rated, person: int) -> Played:
    others = [p for people in each.end.people for p in people if p != person]
    names = tuple(row.name if (row := classroom().person(p)) and row.name else _("somebody who left") for p in others)
    return Played(each.end, names, each.place_of(person), each.after[person], each.after[person] - each.before[person])


@pages.post("/room/<slug>/ratings/hide")
def hide(slug: str) -> Any:
    """Stand on the list no more, or again. One's own matches count all the same."""
    student = need_student(slug).student
    assert student is not None
    on = request.form.get("on") == "1"
    return answer(slug, lambda: ratings().hide(student.id, on), back="ratings")


@pages.post(CLASS + "/room/ratings")
def change_ratings(slug: str) -> Any:
    room = open_room(slug)
    chosen = request.form.get("ratings", "")
    if chosen not in CHOICES["ratings"]:
        raise Refused(say("Choose who sees the ratings."))
    classroom().change_settings(room.id, ratings=chosen)
    return tell(_("Saved."))
