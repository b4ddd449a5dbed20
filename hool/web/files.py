"""Finished HOOL boards as files for other programs, PBN and LIN, and as a link to a hand viewer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from time import sleep

from flask import Blueprint, Response

from hool.analysis.par import Par, par
from hool.fold import BoardRecord, Table
from hool.formats import lin, pbn
from hool.formats.boards import SEATS, FileBoard, played_board
from hool.formats.links import HOST, viewer_link
from hool.register import Room
from hool.web.access import analyst
from hool.web.analysis import shows_par, shows_table
from hool.web.replay import all_tables, hool_only, reader_of, record_of, seats_of

pages = Blueprint("files", __name__)

_WRITES = {"pbn": pbn.write, "lin": lin.write}


@pages.get("/room/<slug>/boards/<int:number>/<int:ordinal>.<any(pbn, lin):kind>")
def board_file(slug: str, number: int, ordinal: int, kind: str) -> Response:
    """One finished board."""
    reader = reader_of(slug)
    table, record = record_of(reader, number, ordinal)
    hool_only(record)
    if reader.analyses and shows_table(record.board.options):
        analyst().table(record.deal)  # begins the work, should there be a second download
    return _file([(table, record)], reader.visitor.room, f"table-{number}-board-{ordinal}", kind, reader.analyses)


@pages.get("/room/<slug>/boards.<any(pbn, lin):kind>")
def boards_file(slug: str, kind: str) -> Response:
    """All finished HOOL boards that this reader may see."""
    reader = reader_of(slug)
    room = reader.visitor.room
    found = [(table, each) for table in all_tables(room) for each in table.play.boards if reader.may_open(each)]
    return _file(found, room, "boards", kind, reader.analyses)


def _file(found: Sequence[tuple[Table, BoardRecord]], room: Room, name: str, kind: str, analyses: bool) -> Response:
    text = _WRITES[kind](boards_of(found, room, analyses))
    title = re.sub(r"[^a-z0-9]+", "-", room.name.lower()).strip("-")
    filename = f"{title}-{name}.{kind}" if title else f"{name}.{kind}"
    response = Response(text, content_type="text/plain; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    response.headers["Cache-Control"] = "no-store"
    return response


def boards_of(found: Sequence[tuple[Table, BoardRecord]], room: Room, analyses: bool) -> Iterator[FileBoard]:
    """The HOOL boards among these one by one, with what could be made as far as it is known and wanted."""
    for table, record in found:
        if record.game != "hool":
            continue
        yield _board(table, record, room, analyses)
        sleep(0)  # a year's boards take seconds: whoever taps meanwhile comes in between two of them


def _board(table: Table, record: BoardRecord, room: Room, analyses: bool) -> FileBoard:
    acts = [(act.seat, act.text) for act in record.acts]
    number = f"game {-table.number}" if table.own_pace else str(table.number)
    tags = [("Event", room.name), ("Site", "HOOL Classroom"), ("Table", number)]
    if record.acts:
        tags.append(("Date", datetime.fromtimestamp(record.acts[0].at, UTC).strftime("%Y.%m.%d")))
    names = [seat.name for seat in seats_of(record)]
    options = record.board.options
    tricks = analyst().known_table(record.deal) if analyses and shows_table(options) else None
    best = par_text(par(tricks, options, record.board.dealer)) if tricks and shows_par(options) else ""
    return played_board(record.board, record.deal, acts, names, record.claim, tags, tricks, best)


def par_text(best: Par) -> str:
    """Par as `HoolPar` has it: `NS 140;4S;NS`."""
    contract = best.contract + "X" * (best.doubled // 2) if best.contract else "Pass"
    side = "EW" if best.points < 0 else "NS"
    return f"{side} {abs(best.points)};{contract};{''.join(SEATS[seat] for seat in best.declarers)}"


def link_of(record: BoardRecord) -> str:
    """The link to the hand viewer for a finished board; "" for a small pack or another game, which no viewer knows."""
    if record.game != "hool" or len(record.deal.hands[0]) != 13:
        return ""
    acts = [(act.seat, act.text) for act in record.acts]
    return viewer_link(played_board(record.board, record.deal, acts, claim=record.claim))


@pages.app_context_processor
def _for_templates() -> dict[str, object]:
    return {"viewer_link": link_of, "viewer_site": HOST}
