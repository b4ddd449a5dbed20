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
    room = classroom().room(table.room_id)
    return guarded(tables().tables(room.id), cards_on(table), room.settings.deals == "same")


def seals(room: Room) -> Callable[[BoardRecord], bool]:
    """Tells of finished boards of a room whether rated matches still have their cards before them."""
    rated = [table for table in tables().tables(room.id) if table.rated]
    return lambda record: bool(rated and guarded(rated, record, classroom().may_be_shared(room, record)))


def must_be_open(table: Table) -> None:
    """Raises ``Refused`` while nobody but its players may see a hand of this table."""
    if sealed_by(table):
        raise Refused(say("This match counts for ratings. Press “Look at the hands” first: then it does not."))
