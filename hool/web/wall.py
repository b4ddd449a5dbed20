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
    """A table on the wall. ``phase`` is None before the first board; ``seats`` is empty while names are not allowed.

    ``result`` is the newest finished board that may be told, with those who sat there, and ``totals`` the points of
    north-south and east-west in all boards up to it.
    """

    number: int
    phase: Text | None
    paused: bool
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
    """The wall of this room as it stands now.

    Where all tables play the same boards, a result is told once every table with people has finished that board.
    """
    may, here = room.settings.wall, [p for p in classroom().students(room.id) if classroom().here(p.id)]
    found = [t for t in tables().tables(room.id) if t.people] if may.tables or may.results else []
    same = bool(room.settings.prepared) or room.settings.deals == "same"
    done_by_all = min((len(t.play.boards) for t in found), default=0)
    tiles = []
    for table in found:
        boards = table.play.boards[:done_by_all] if same else table.play.boards
        last = boards[-1] if boards and may.results else None
        public = show().table(table)
        then = tuple(show().seat(i, who, False) for i, who in enumerate(last.seats)) if last and may.names else ()
        counted = [r.result.scores for r in boards if r.result.counted]
        tiles.append(
            Tile(
                number=table.number,
                phase=desk.phase_words(public, contract=False) if may.tables else None,
                paused=table.paused,
                seats=public.seats if may.names else (),
                result=last.result.line if last else None,
                result_seats=then,
                totals=(sum(s[0] for s in counted), sum(s[1] for s in counted)),
            )
        )
    return Wall(room, len(here), tuple(p.name for p in here) if may.names else (), tuple(tiles))


def wall_html(room_id: int) -> str:
    """``#wall-view``, as it is pushed and as the page includes it.

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
