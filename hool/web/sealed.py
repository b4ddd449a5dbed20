"""What the teacher's page may not show: hands of a match that counts for ratings."""

from __future__ import annotations

from collections.abc import Callable

from hool.fairness import cards_on, guarded
from hool.fold import BoardRecord, Table
from hool.refused import Refused
from hool.register import Room
from hool.rules.text import say
from hool.web.access import classroom, tables


def sealed_by(table: Table) -> tuple[Table, ...]:
    """The tables of the class whose rated match somebody would spoil who sees the hands that this one holds now."""
    shared = classroom().room(table.room_id).settings.deals == "same"
    return guarded(_rated(table.room_id), cards_on(table), shared)


def seals(room: Room) -> Callable[[BoardRecord], bool]:
    """Tells of finished boards of a room whether rated matches still have their cards before them."""
    rated = _rated(room.id)
    return lambda record: bool(rated and guarded(rated, record, classroom().may_be_shared(room, record)))


def _rated(room_id: int) -> list[Table]:
    found = (tables().get(row.id, fresh=False) for row in tables().rows(room_id))
    return [table for table in found if table.rated]


def must_be_open(table: Table) -> None:
    """Raises ``Refused`` while nobody but its players may see a hand of this table."""
    if sealed_by(table):
        raise Refused(say("This match counts for ratings. Press “Look at the hands” first: then it does not."))
