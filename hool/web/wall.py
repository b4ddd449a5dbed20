"""The wall: what a projector shows of a room. A public page without controls, names only as the teacher allows."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, has_request_context, render_template

from hool.classroom import Room
from hool.rules.text import Text
from hool.web import desk
from hool.web.access import classroom, current_visitor, tables
from hool.web.join import join_url, public_address
from hool.web.show import SeatShow, show

pages = Blueprint("wall", __name__)


@dataclass(frozen=True, slots=True)
class Tile:
    """A table on the wall. ``seats`` is empty while names are not allowed, ``phase`` None before the first board,
    ``result`` the last finished board or None; ``totals`` are the points of north-south and east-west."""

    number: int
    phase: Text | None
    paused: bool
    tricks: tuple[int, int] | None
    seats: tuple[SeatShow, ...]
    result: Text | None
    result_seats: tuple[SeatShow, ...]
    totals: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Wall:
    """All that the wall may show, already cut down to what the teacher allows: what is not here cannot be drawn."""

    room: Room
    here: int
    names: tuple[str, ...]
    tiles: tuple[Tile, ...]


def look(room: Room) -> Wall:
    """The wall of this room as it stands now."""
    allowed, students = room.settings.wall, classroom().students(room.id)
    here = [p for p in students if classroom().here(p.id)]
    found = [t for t in tables().tables(room.id) if t.people] if allowed.tables or allowed.results else []
    tiles = []
    for table in found:
        public, last = show().table(table), table.play.boards[-1] if table.play.boards else None
        then = tuple(show().seat(i, who, False) for i, who in enumerate(last.seats)) if last else ()
        tiles.append(
            Tile(
                number=table.number,
                phase=desk.phase_words(public) if allowed.tables else None,
                paused=table.paused,
                tricks=desk.tricks_by_side(public.view) if allowed.tables and table.playing else None,
                seats=public.seats if allowed.names else (),
                result=last.result.line if last and allowed.results else None,
                result_seats=then if allowed.names else (),
                totals=public.totals,
            )
        )
    names = tuple(p.name for p in here) if allowed.names else ()
    return Wall(room, len(here), names, tuple(tiles))


def wall_html(room_id: int) -> str:
    """``#wall``, as it is pushed and as the page includes it.

    The address is only known while a browser asks; pushes leave that line as the page has it.
    """
    room = classroom().room(room_id)
    asked = has_request_context()
    return render_template(
        "_wall.html",
        w=look(room),
        address=public_address().partition("://")[2] if asked else "",
        join_url=join_url(room) if asked else "",
    )


@pages.get("/room/<slug>/wall")
def page(slug: str) -> str:
    room = current_visitor(slug).room
    return render_template("wall.html", room=room, wall=wall_html(room.id))
