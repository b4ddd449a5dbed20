"""What the teacher's page may not show: hands of a match that counts for ratings."""

from __future__ import annotations

from hool.fairness import cards_on, guarded
from hool.fold import Table
from hool.refused import Refused
from hool.rules.text import say
from hool.web.access import classroom, tables


def sealed_by(table: Table) -> tuple[Table, ...]:
    """The tables of the class whose rated match somebody would spoil who sees the hands that this one holds now."""
    room = classroom().room(table.room_id)
    return guarded(tables().tables(room.id), cards_on(table), room.settings.deals == "same")


def must_be_open(table: Table) -> None:
    """Raises ``Refused`` while nobody but its players may see a hand of this table."""
    if sealed_by(table):
        raise Refused(say("This match counts for ratings. Press “Look at the hands” first: then it does not."))
