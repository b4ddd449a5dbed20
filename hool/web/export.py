"""Everything a room keeps as one ZIP that people and other programs can read; for its teacher, before it is deleted.

No keys, no codes, no secrets: what opens a room is not in there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from time import sleep
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from flask import Blueprint, Response

from hool.fairness import match_is_over, without_secrets
from hool.fold import SOUTH, BoardRecord, Table
from hool.formats import csv, log, pbn
from hool.i18n import _
from hool.register import Room
from hool.store import Event, PersonRow, SessionRow, TableRow, WorkRow
from hool.web.access import classroom, need_teacher, tables
from hool.web.files import boards_of
from hool.web.replay import seats_of
from hool.web.sealed import seals

pages = Blueprint("export", __name__)

# What of the settings opens something, or tells cards that are still to come.
SECRET_SETTINGS = ("seed",)
# Where the boards of games are that have no file format of their own.
OTHER_FILES = {"oh_hell": "boards-oh-hell.txt", "hoola": "boards-hoola.txt"}


@pages.get("/room/<slug>/class/export.zip")
def download(slug: str) -> Response:
    room = need_teacher(slug).room
    day = datetime.fromtimestamp(classroom().clock(), UTC).strftime("%Y-%m-%d")
    title = re.sub(r"[^a-z0-9]+", "-", room.name.lower()).strip("-") or "room"
    response = Response(packed(room), content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{title}-{day}.zip"'
    response.headers["Cache-Control"] = "no-store"
    return response


def packed(room: Room) -> bytes:
    """The ZIP of a room."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as file:
        for name, content in _contents(room):
            file.writestr(name, content)
            sleep(0)  # a year's boards take seconds: whoever taps meanwhile comes in between
    return out.getvalue()


def _contents(room: Room) -> Iterator[tuple[str, str | bytes]]:
    store = classroom().store
    everybody, every_table = store.everybody(room.id), store.every_table(room.id)
    yield "README.txt", _readme(room)
    yield "room.json", _json(_room(room))
    yield "people.csv", csv.table(PEOPLE, map(_person, everybody))
    yield "work.json", _json([_work(row) for row in store.all_work(room.id)])
    yield "lessons.json", _json([_session(row) for row in store.sessions(room.id)])
    for lesson in store.lessons(room.id):
        yield f"lessons/{lesson.name}.md", lesson.text
    class_tables, sealed = tables().tables(room.id), seals(room)
    shared = room.settings.deals == "same"
    times: list[tuple[str, int, str]] = []
    for row in every_table:
        events = store.events(row.id)
        name = _log_name(row, events)
        times += [(name, event.seq, _when(event.at)) for event in events]
        told = without_secrets(events, tables().get(row.id), class_tables, shared)
        yield f"logs/{name}.txt", "".join(f"{event}\t{event.note}".rstrip("\t") + "\n" for event in told)
    yield "logs/times.csv", csv.table(("log", "number", "time"), times)
    for home, file in ((False, "boards.pbn"), (True, "boards-at-home.pbn")):
        found = [tables().get(row.id) for row in every_table if (row.number == 0) == home]
        boards = boards_of(
            [(table, record) for table in found for record in table.play.boards if not sealed(record)],
            room,
            analyses=True,
        )
        yield file, pbn.write(boards)
    found = [tables().get(row.id) for row in every_table]
    for game, file in OTHER_FILES.items():
        others = [(table, record) for table in found for record in table.play.boards if record.game == game]
        if others:
            open_ = (each for each in others if not (sealed(each[1]) or (each[0].rated and not match_is_over(*each))))
            yield file, "\n".join(_other_boards(open_))


def _other_boards(found: Iterable[tuple[Table, BoardRecord]]) -> Iterator[str]:
    """Boards of another game than HOOL one by one, each as a log."""
    for table, record in found:
        names = [seat.name for seat in seats_of(record)]
        where = f"table {table.number}" if table.in_class else "at home" if table.at_home else f"game {-table.number}"
        called = "hand" if record.rules.number_counts else "board"
        about = (
            f"{where}, match {record.match}, {called} {record.board.number}, {_when(record.ended_at)}",
            f"players {', '.join(f'{seat} {name}' for seat, name in enumerate(names, 1))}",
            f"points {' '.join(map(str, record.result.scores))}",
        )
        yield log.write(record.rules, record.board, record.deal, [(act.seat, act.text) for act in record.acts], about)
        sleep(0)


# -- what each file holds --------------------------------------------------------------------------------------------

PEOPLE = ("number", "role", "name", "real name", "came", "taken out", "banned", "on the bench since")


def _person(row: PersonRow) -> tuple[csv.Cell, ...]:
    marks = (row.archived_at, row.banned_at, row.benched_at)
    came = _when(row.made_at) if row.made_at else ""
    return (row.id, row.role, row.name, row.real_name, came, *(_when(at) if at is not None else "" for at in marks))


def _room(room: Room) -> dict[str, Any]:
    row = classroom().store.room(room.id)
    assert row is not None
    settings = {name: value for name, value in json.loads(row.settings).items() if name not in SECRET_SETTINGS}
    times = {"opened": _when(row.made_at), "last_day": _when(row.ends_at)}
    return {"name": row.name, **times, "closed": row.closed_at and _when(row.closed_at), "settings": settings}


def _work(row: WorkRow) -> dict[str, Any]:
    data = json.loads(row.data)
    return {"person": row.person_id, "kind": row.kind, "about": row.key, "time": _when(row.at), "data": data}


def _session(row: SessionRow) -> dict[str, Any]:
    ended = _when(row.ended_at) if row.ended_at is not None else None
    times = {"begun": _when(row.made_at), "ended": ended}
    return {"number": row.id, "lesson": row.lesson, **times, "state": json.loads(row.state), "text": row.text}


def _log_name(row: TableRow, events: list[Event]) -> str:
    if row.number < 0:
        return f"game-{-row.number}"
    if row.number:
        return f"table-{row.number}"
    words = (event.text.split() for event in events)
    person = next((each[3] for each in words if each[:3] == ["sit", str(SOUTH), "person"]), "")
    return f"home-person-{person}-table-{row.id}"


def _readme(room: Room) -> str:
    day = _when(classroom().clock())
    parts = (
        _("Everything HOOL Classroom kept of “%(name)s” on %(day)s.", name=room.name, day=day),
        _(
            "This file holds names and what children wrote. Keep it where only you can open it, "
            "and delete it when you do not need it any more."
        ),
        _(
            "people.csv: everybody who was in the room. The other files call them by the number in its first column. "
            "Who was deleted has no name there."
        ),
        _("boards.pbn, boards-at-home.pbn: all finished boards of HOOL, for HOOL Classroom and programs for bridge."),
        _(
            "boards-oh-hell.txt, boards-hoola.txt: all finished boards of Oh Hell and of Hoola, if there are any. Each "
            "is a log of its own, as in logs/, which “flask --app app replay” plays again; lines with a blank in front "
            "are for you."
        ),
        _(
            "logs/: everything that happened at each table, in order. A line has its number, who did it (teacher, "
            "table, clock, or a seat: 0 North, 1 East, 2 South, 3 West; in other games 0 is the first player) and "
            "what. times.csv says when."
        ),
        _(
            "Cards of a match that counts for ratings and is not over are left out: a log has their seal instead. "
            "Export again when it is over."
        ),
        _("lessons/: the room's own lessons. lessons.json: the lessons it began, with their text as it was then."),
        _(
            "work.json: note cards, picked moments, looking back, answers to checks, tries of “What if …?”, "
            "messages and the answers to them, refused taps."
        ),
        _("room.json: the name of the room, its days and its settings."),
        _("Keys, return codes and the room code are not in here: this file opens nothing."),
    )
    return "\n\n".join(parts) + "\n"


def _when(at: float) -> str:
    """A moment as 2027-06-01T10:15:00+00:00."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=False) + "\n"
