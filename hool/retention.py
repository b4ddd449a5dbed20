"""The end: rooms are deleted after their last day or when their teacher says so, students when it is asked for.

Deleting is real: rows, logs and keys included, from the file as well, and from the memory of this process. What stays
of a deleted student is an empty row, so that "person 17" in the log of a class table names nobody.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy.exc import DBAPIError

from hool.classroom import Classroom
from hool.fold import parse_seated
from hool.messages import Messages
from hool.names import fold_name, tidy
from hool.quiet import told
from hool.refused import Refused
from hool.register import Room
from hool.rules.text import say
from hool.session import Sessions
from hool.store import PersonRow, RoomRow, Store
from hool.tables import Tables

logger = logging.getLogger(__name__)

SWEEP = 3600.0  # seconds between two looks for rooms whose last day is over
WARNING = 7  # days before the end on which the teacher's page begins to say it


@dataclass(frozen=True, slots=True)
class Deleted:
    """What is not there any more: how many of each. tables: of the class and of those who played alone."""

    people: int
    tables: int
    events: int
    lessons: int
    work: int


class Retention:
    """``later(seconds, function)`` runs a function after a while; ``on_end(room_id, tables)`` is called when a room has
    been deleted, with the ids of its tables."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        classroom: Classroom,
        sessions: Sessions,
        messages: Messages,
        clock: Callable[[], float],
        later: Callable[[float, Callable[[], None]], object],
    ) -> None:
        self.store, self.tables, self.classroom = store, tables, classroom
        self.sessions, self.messages = sessions, messages
        self._clock, self._later = clock, later
        self._dirty = False
        self.on_end: Callable[[int, Sequence[int]], None] = lambda room_id, tables: None

    # -- by itself -------------------------------------------------------------------------------------------

    def keep(self) -> None:
        """Delete what has ended, now and every hour from now on; for a server, which lives on."""
        try:
            self.delete_ended()
        except Exception as error:  # the next time then; nobody's class must stop for it
            logger.error("ended rooms could not be deleted: %s", told(error))
        self._later(SWEEP, self.keep)

    def delete_ended(self) -> int:
        """Delete every room whose last day is over; how many there were."""
        remembered = self.tables.in_memory()
        rows = self.store.all_rooms()
        ended = [row for row in rows if self.classroom.has_ended(row.ends_at)]
        for row in ended:
            self._delete_room(row)
        for room_id in remembered.keys() - {row.id for row in rows}:  # another process has deleted it
            people = [person for table in remembered[room_id] for person in table.people]
            with self._forgetting(room_id, people, [table.id for table in remembered[room_id]]):
                pass
        # A server that was stopped in between may have left something, and so may a page that was about to be written.
        if self.store.drop_leftovers() or self._dirty or self.store.has_free_pages():
            self._scrub()
        return len(ended)

    def days_left(self, room: Room) -> int:
        """Whole days until the room is deleted: 0 on its last day."""
        return max(0, int((room.ends_at - self._clock()) // 86400))

    # -- a room ----------------------------------------------------------------------------------------------

    def delete_room(self, room: Room, typed: str) -> Deleted:
        """Delete a room now. ``typed`` must be its name. Raises ``Refused``."""
        if _folded(typed) != _folded(room.name):
            raise Refused(
                say("Type the name of the class as it stands here: {name}. Nothing was deleted.", name=room.name)
            )
        row = self.store.room(room.id)
        if row is None:
            raise Refused(say("There is no such room any more."))
        deleted = self._delete_room(row)
        self._scrub()
        return deleted

    def _delete_room(self, row: RoomRow) -> Deleted:
        everybody = self.store.everybody(row.id)
        people = [person.id for person in everybody]
        tables = [table.id for table in self.store.every_table(row.id)]
        with self._forgetting(row.id, people, tables):
            self._dirty = True
            counts = self.store.delete_room(row.id)
        logger.info("room %s was deleted", row.id)
        return Deleted(
            sum(bool(person.name) for person in everybody),
            *(counts[name] for name in ("tables", "events", "lessons", "work")),
        )

    @contextmanager
    def _forgetting(self, room_id: int, people: Sequence[int], tables: Sequence[int]) -> Iterator[None]:
        """While a room is deleted nobody changes anything in it; then it is forgotten, and its pages are told."""
        with self.classroom.deleting(room_id, people, whole=True), self.tables.deleting(tables):
            yield
        self.sessions.forget(room_id, people)
        self.messages.forget(room_id)
        self.on_end(room_id, tables)

    # -- a student -------------------------------------------------------------------------------------------

    def delete_person(self, room_id: int, person_id: int) -> Deleted:
        """Delete a student or helper, whether still in the room or taken out before; a robot has the seat.

        Raises ``Refused`` for the teacher, and for somebody who is not known in this room.
        """
        person = self.store.person(person_id)
        if person is None or person.room_id != room_id or person.role == "teacher" or not person.name:
            raise Refused(say("This person is not in the room any more."))
        if person.archived_at is None:
            self.classroom.take_out(person_id)
        self.sessions.take_from_walls(
            room_id, {row.id for row in self.store.all_work(room_id) if row.person_id == person_id}
        )
        alone = self._tables_alone(person)
        with self.classroom.deleting(room_id, [person_id], whole=False), self.tables.deleting(alone):
            self._dirty = True
            counts = self.store.delete_person(person_id, alone)
        self.sessions.forget(room_id, [person_id])
        self.messages.forget(room_id)
        self._scrub()
        self.classroom.on_room(room_id)
        logger.info("person %s was deleted", person_id)
        return Deleted(1, counts["tables"], counts["events"], 0, counts["work"])

    def _tables_alone(self, person: PersonRow) -> list[int]:
        """The tables at which nobody else ever sat: at home, or at the own pace with robots."""
        found = []
        for table in self.store.every_table(person.room_id):
            if table.number <= 0:
                texts = (event.text.split(" ", 2) for event in self.store.events(table.id))
                sat = {each for text in texts if text[0] == "sit" for each in parse_seated(text[2]).people}
                if sat == {person.id}:
                    found.append(table.id)
        return found

    # -- inside ----------------------------------------------------------------------------------------------

    def _scrub(self) -> None:
        try:
            self.store.scrub()
        except DBAPIError as error:  # a full disk, or a long look at a large table: done within the hour
            logger.error("what was deleted could not be overwritten yet: %s", told(error))
            return
        self._dirty = False


def _folded(text: str) -> str:
    return fold_name(tidy(text))
