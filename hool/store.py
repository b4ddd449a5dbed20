"""The event log and the class register: text rows in a database, and nothing that knows a card.

SQLite by default (WAL, full sync), any other database by URL. Rows of ``events`` are only ever added; the primary key
``(table_id, seq)`` is the whole concurrency control: who appends to an outdated log gets ``Conflict`` and looks again.
They go only with their room, or with the student who played alone at that table; then they are gone from the file too.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.pool import NullPool, StaticPool

meta = sa.MetaData()

# The number of what was deleted is never given again: a log says "person 17", and that must not become another child.
_NEVER_TWICE: dict[str, Any] = {"sqlite_autoincrement": True}

rooms = sa.Table(
    "rooms",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("slug", sa.String(24), nullable=False, unique=True),
    sa.Column("code", sa.String(12), nullable=False, unique=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("settings", sa.Text, nullable=False, default="{}"),
    sa.Column("made_at", sa.Float, nullable=False),
    sa.Column("ends_at", sa.Float, nullable=False),
    sa.Column("closed_at", sa.Float),
    **_NEVER_TWICE,
)
people = sa.Table(
    "people",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("room_id", sa.Integer, sa.ForeignKey("rooms.id"), nullable=False, index=True),
    sa.Column("role", sa.String(12), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("code_generation", sa.Integer, nullable=False, default=0),
    sa.Column("made_at", sa.Float, nullable=False),
    sa.Column("archived_at", sa.Float),
    sa.Column("banned_at", sa.Float),
    sa.Column("benched_at", sa.Float),
    sa.Column("real_name", sa.Text, nullable=False, server_default=""),
    **_NEVER_TWICE,
)
keys = sa.Table(
    "keys",
    meta,
    sa.Column("key_hash", sa.String(64), primary_key=True),
    sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("made_at", sa.Float, nullable=False),
)
tables = sa.Table(
    "tables",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("room_id", sa.Integer, sa.ForeignKey("rooms.id"), nullable=False, index=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("made_at", sa.Float, nullable=False),
    sa.Column("closed_at", sa.Float),
    **_NEVER_TWICE,
)
events = sa.Table(
    "events",
    meta,
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("actor", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("note", sa.Text, nullable=False, default=""),
)
lessons = sa.Table(
    "lessons",
    meta,
    sa.Column("room_id", sa.Integer, sa.ForeignKey("rooms.id"), primary_key=True),
    sa.Column("name", sa.String(60), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("changed_at", sa.Float, nullable=False),
)
sessions = sa.Table(
    "sessions",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("room_id", sa.Integer, sa.ForeignKey("rooms.id"), nullable=False, index=True),
    sa.Column("lesson", sa.String(60), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("made_at", sa.Float, nullable=False),
    sa.Column("ended_at", sa.Float),
    **_NEVER_TWICE,
)
work = sa.Table(
    "work",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("room_id", sa.Integer, sa.ForeignKey("rooms.id"), nullable=False),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("key", sa.String(120), nullable=False),
    sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id"), index=True),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.UniqueConstraint("room_id", "kind", "key"),
    **_NEVER_TWICE,
)
analyses = sa.Table(
    "analyses",
    meta,
    sa.Column("key", sa.String(400), primary_key=True),
    sa.Column("data", sa.Text, nullable=False),
)


class _Waiting:
    """Events that wait for their commit. ``leads``: whoever waits for them commits the next batch."""

    def __init__(self, events_: Sequence[Event]) -> None:
        self.events = events_
        self.ready = threading.Event()
        self.leads = False
        self.written = False
        self.error: BaseException | None = None


class _GroupCommit:
    """One commit for all who come while the disk is busy with the commit before.

    A full sync takes milliseconds, whatever it syncs: with thirty tables playing, one for each act would be the
    slowest thing the server does. The first to come commits for all who wait, then hands over to the next.
    """

    def __init__(
        self,
        write: Callable[[Sequence[_Waiting]], None],
        offload: Callable[[Callable[[], None]], None],
    ) -> None:
        self._write, self._offload = write, offload
        self._lock = threading.Lock()
        self._waiting: list[_Waiting] = []
        self._busy = False

    def commit(self, events_: Sequence[Event]) -> bool:
        """True when the events are in the log for good; False when one of their places was taken."""
        mine = _Waiting(events_)
        with self._lock:
            self._waiting.append(mine)
            mine.leads, self._busy = not self._busy, True
        if not mine.leads:
            mine.ready.wait()
        if mine.leads:
            self._lead()
        if mine.error is not None:
            raise mine.error
        return mine.written

    def _lead(self) -> None:
        with self._lock:
            batch, self._waiting = self._waiting, []
        error: BaseException | None = None
        try:
            self._offload(lambda: self._write(batch))
        except Exception as failed:
            error = failed
        with self._lock:
            following = self._waiting[0] if self._waiting else None
            self._busy = following is not None
        for item in batch:
            item.error = error
            item.ready.set()
        if following is not None:
            following.leads = True
            following.ready.set()


class Conflict(Exception):
    """Somebody else appended first: catch up and try again."""


@dataclass(frozen=True, slots=True)
class Event:
    """One row of a table's history. ``seq`` counts from 1 without gaps; ``note`` is a robot's reason as JSON."""

    table_id: int
    seq: int
    at: float
    actor: str
    text: str
    note: str = ""

    def __str__(self) -> str:
        return f"{self.seq} {self.actor} {self.text}"


@dataclass(frozen=True, slots=True)
class Row:
    """A row to be appended; the store gives it its seq and time."""

    actor: str
    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class RoomRow:
    id: int
    slug: str
    code: str
    name: str
    settings: str
    made_at: float
    ends_at: float
    closed_at: float | None


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody in one room. ``role`` is "teacher", "helper", "student", or "newcomer" while the teacher has not let
    them in; ``archived_at`` is set when they were taken out, ``banned_at`` too when they may not come back,
    ``benched_at`` while they are to have no seat. ``real_name`` is for the teacher's eyes only."""

    id: int
    room_id: int
    role: str
    name: str
    code_generation: int
    made_at: float
    archived_at: float | None
    banned_at: float | None = None
    benched_at: float | None = None
    real_name: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table of a room. ``number`` counts from 1 within it, 0 and below as in ``make_table``; a removed table has
    ``closed_at`` and keeps its log."""

    id: int
    room_id: int
    number: int
    made_at: float
    closed_at: float | None


@dataclass(frozen=True, slots=True)
class LessonRow:
    """A lesson of a room's own, as it was written."""

    room_id: int
    name: str
    text: str
    changed_at: float


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A lesson that a room has begun or been given, with its text as it was then; ``state`` is JSON."""

    id: int
    room_id: int
    lesson: str
    text: str
    state: str
    made_at: float
    ended_at: float | None


@dataclass(frozen=True, slots=True)
class WorkRow:
    """Something a student made in a lesson. ``key`` names it within its room and kind; ``data`` is JSON."""

    id: int
    room_id: int
    kind: str
    key: str
    person_id: int | None
    data: str
    at: float


class Store:
    """All reading and writing of the database. ``clock`` gives seconds since 1970.

    Every public method is one transaction and returns only after the commit. ``offload(function)`` calls a function
    where it may wait for the disk without holding up anybody else, and returns its result.
    """

    def __init__(
        self,
        url: str,
        clock: Callable[[], float],
        offload: Callable[[Callable[[], None]], None] = lambda function: function(),
    ) -> None:
        self._clock = clock
        self._commits = _GroupCommit(self._write, offload)
        self._offload = offload
        # What is written may be a child's name or words: an error must not carry it into a log.
        self.engine = sa.create_engine(url, hide_parameters=True)
        # What is going to write says so when it begins: a read that becomes a write may find itself outdated.
        self._writer = self.engine.execution_options(writes=True)
        # The log has a connection of its own, which is used wherever `offload` runs.
        writes = {"execution_options": {"writes": True}, "hide_parameters": True}
        self._log = sa.create_engine(url, poolclass=StaticPool, **writes)
        # So has deleting, which takes long and so runs there too; a new one each time.
        self._broom = sa.create_engine(url, poolclass=NullPool, **writes)
        self._sqlite = self.engine.dialect.name == "sqlite"
        if self._sqlite:
            for engine in (self.engine, self._log, self._broom):
                sa.event.listen(engine, "connect", _sqlite_settings)
                sa.event.listen(engine, "begin", _sqlite_begin)
        meta.create_all(self.engine)
        self._add_missing_columns()

    # -- the log ---------------------------------------------------------------------------------------------

    def append(self, events_: Sequence[Event]) -> None:
        """Append events to one or several tables, all or nothing.

        Raises ``Conflict`` when one of the tables has grown since its writer looked; then nothing was written.
        """
        if events_ and not self._commits.commit(events_):
            raise Conflict(str(events_[0]))

    def events(self, table_id: int, after: int = 0) -> list[Event]:
        """The rows of one table with ``seq > after``, in order."""
        with self.engine.connect() as db:
            rows_ = db.execute(_SELECT_EVENTS, {"table": table_id, "after": after})
            return [Event(*row) for row in rows_]

    # -- tables ----------------------------------------------------------------------------------------------

    def make_table(self, room_id: int, rows_: Sequence[Row], kind: str = "class") -> TableRow:
        """A new table with the next free number of its room and the first rows of its log.

        ``kind``: "class"; "home" for a student alone, with the number 0; "pace" for a game at its players' own pace,
        counted -1, -2 ... The last two are none of the class's tables.
        """
        at = self._clock()
        with self._writer.begin() as db:
            taken = {n for (n,) in db.execute(sa.select(tables.c.number).where(tables.c.room_id == room_id))}
            step = -1 if kind == "pace" else 1
            number = 0 if kind == "home" else next(n for n in count(step, step) if n not in taken)
            key = db.execute(sa.insert(tables).values(room_id=room_id, number=number, made_at=at)).inserted_primary_key
            table_id = _new_id(key)
            db.execute(
                _INSERT_EVENT,
                [
                    {"table_id": table_id, "seq": i, "at": at, "actor": r.actor, "text": r.text, "note": r.note}
                    for i, r in enumerate(rows_, 1)
                ],
            )
        return TableRow(table_id, room_id, number, at, None)

    def tables(self, room_id: int, closed: bool = False) -> list[TableRow]:
        """The class's tables of a room by number; removed ones only if ``closed``."""
        query = sa.select(tables).where(tables.c.room_id == room_id, tables.c.number > 0).order_by(tables.c.number)
        if not closed:
            query = query.where(tables.c.closed_at.is_(None))
        with self.engine.connect() as db:
            return [TableRow(*row) for row in db.execute(query)]

    def pace_tables(self, room_id: int | None = None, closed: bool = False) -> list[TableRow]:
        """The games at their players' own pace, of one room or of all rooms that are open, the oldest first; removed
        ones only if ``closed``."""
        query = sa.select(tables).where(tables.c.number < 0).order_by(tables.c.id)
        if room_id is not None:
            query = query.where(tables.c.room_id == room_id)
        else:
            going = sa.select(rooms.c.id).where(rooms.c.closed_at.is_(None), rooms.c.ends_at > self._clock())
            query = query.where(tables.c.room_id.in_(going))
        if not closed:
            query = query.where(tables.c.closed_at.is_(None))
        with self.engine.connect() as db:
            return [TableRow(*row) for row in db.execute(query)]

    def table(self, table_id: int) -> TableRow | None:
        with self.engine.connect() as db:
            row = db.execute(sa.select(tables).where(tables.c.id == table_id)).first()
        return TableRow(*row) if row else None

    def close_table(self, table_id: int) -> None:
        self._set(tables, table_id, closed_at=self._clock())

    # -- rooms and people ------------------------------------------------------------------------------------

    def make_room(self, slug: str, code: str, name: str, settings: str, ends_at: float) -> RoomRow:
        """A new room. Raises ``Conflict`` when its code or slug is taken."""
        values: dict[str, Any] = {
            "slug": slug, "code": code, "name": name, "settings": settings,
            "made_at": self._clock(), "ends_at": ends_at, "closed_at": None,
        }  # fmt: skip
        try:
            with self._writer.begin() as db:
                key = db.execute(sa.insert(rooms).values(**values)).inserted_primary_key
        except IntegrityError as error:
            raise Conflict(code) from error
        return RoomRow(id=_new_id(key), **values)

    def room(self, room_id: int) -> RoomRow | None:
        return self._room(rooms.c.id == room_id)

    def room_by_slug(self, slug: str) -> RoomRow | None:
        return self._room(rooms.c.slug == slug)

    def room_by_code(self, code: str) -> RoomRow | None:
        return self._room(rooms.c.code == code)

    def change_room(self, room_id: int, **values: Any) -> None:
        """Set ``name``, ``code``, ``settings``, ``ends_at`` or ``closed_at``. Raises ``Conflict`` for a taken code."""
        self._set(rooms, room_id, **values)

    def add_person(self, room_id: int, role: str, name: str, key_hash: str) -> PersonRow:
        at = self._clock()
        with self._writer.begin() as db:
            key = db.execute(
                sa.insert(people).values(room_id=room_id, role=role, name=name, code_generation=0, made_at=at)
            ).inserted_primary_key
            person_id = _new_id(key)
            db.execute(sa.insert(keys).values(key_hash=key_hash, person_id=person_id, made_at=at))
        return PersonRow(person_id, room_id, role, name, 0, at, None)

    def add_key(self, person_id: int, key_hash: str) -> None:
        """One more device for a person."""
        with self._writer.begin() as db:
            db.execute(sa.insert(keys).values(key_hash=key_hash, person_id=person_id, made_at=self._clock()))

    def drop_keys(self, person_id: int, but: str = "") -> None:
        """All devices of a person lose their right; ``but`` is the hash of a key that stays."""
        with self._writer.begin() as db:
            db.execute(sa.delete(keys).where(keys.c.person_id == person_id, keys.c.key_hash != but))

    def count_keys(self, person_id: int) -> int:
        """On how many devices a person has a key."""
        with self.engine.connect() as db:
            query = sa.select(sa.func.count()).select_from(keys).where(keys.c.person_id == person_id)
            return int(db.execute(query).scalar_one())

    def first_key(self, person_id: int) -> str:
        """The hash of the key with which a person came in first, "" if there is none left."""
        query = sa.select(keys.c.key_hash).where(keys.c.person_id == person_id).order_by(keys.c.made_at).limit(1)
        with self.engine.connect() as db:
            return str(db.execute(query).scalar() or "")

    def person_by_key(self, key_hash: str) -> PersonRow | None:
        query = sa.select(people).join(keys, keys.c.person_id == people.c.id).where(keys.c.key_hash == key_hash)
        with self.engine.connect() as db:
            row = db.execute(query).first()
        return PersonRow(*row) if row else None

    def person(self, person_id: int) -> PersonRow | None:
        with self.engine.connect() as db:
            row = db.execute(sa.select(people).where(people.c.id == person_id)).first()
        return PersonRow(*row) if row else None

    def people(self, room_id: int) -> list[PersonRow]:
        """Everybody of a room who was not taken out, in the order they came."""
        query = (
            sa.select(people).where(people.c.room_id == room_id, people.c.archived_at.is_(None)).order_by(people.c.id)
        )
        with self.engine.connect() as db:
            return [PersonRow(*row) for row in db.execute(query)]

    def change_person(self, person_id: int, **values: Any) -> None:
        self._set(people, person_id, **values)

    def _write(self, batch: Sequence[_Waiting]) -> None:
        """Commit what is waiting in one transaction; what conflicts is left out and marked."""
        with self._log.begin() as db:
            for item in batch:
                values = [
                    {"table_id": e.table_id, "seq": e.seq, "at": e.at, "actor": e.actor, "text": e.text, "note": e.note}
                    for e in item.events
                ]
                try:
                    with db.begin_nested():
                        db.execute(_INSERT_EVENT, values)
                    item.written = True
                except IntegrityError:
                    item.written = False

    # -- deleting --------------------------------------------------------------------------------------------

    def all_rooms(self) -> list[RoomRow]:
        """Every room, the one that ends first before the others."""
        with self.engine.connect() as db:
            return [RoomRow(*row) for row in db.execute(sa.select(rooms).order_by(rooms.c.ends_at, rooms.c.id))]

    def everybody(self, room_id: int) -> list[PersonRow]:
        """All who ever were in a room, also those who were taken out, in the order they came."""
        with self.engine.connect() as db:
            query = sa.select(people).where(people.c.room_id == room_id).order_by(people.c.id)
            return [PersonRow(*row) for row in db.execute(query)]

    def every_table(self, room_id: int) -> list[TableRow]:
        """All tables a room ever had, removed ones and those of students alone at home too, in the order they were
        made."""
        with self.engine.connect() as db:
            query = sa.select(tables).where(tables.c.room_id == room_id).order_by(tables.c.id)
            return [TableRow(*row) for row in db.execute(query)]

    def all_work(self, room_id: int) -> list[WorkRow]:
        """Whatever the people of a room made, of every kind, oldest first."""
        with self.engine.connect() as db:
            query = sa.select(work).where(work.c.room_id == room_id).order_by(work.c.id)
            return [WorkRow(*row) for row in db.execute(query)]

    def delete_room(self, room_id: int) -> dict[str, int]:
        """Delete a room and everything in it; how many rows there were, by table. All or nothing."""
        its_tables = sa.select(tables.c.id).where(tables.c.room_id == room_id)
        its_people = sa.select(people.c.id).where(people.c.room_id == room_id)
        return self._delete(
            events=sa.delete(events).where(events.c.table_id.in_(its_tables)),
            work=sa.delete(work).where(work.c.room_id == room_id),
            keys=sa.delete(keys).where(keys.c.person_id.in_(its_people)),
            tables=sa.delete(tables).where(tables.c.room_id == room_id),
            sessions=sa.delete(sessions).where(sessions.c.room_id == room_id),
            lessons=sa.delete(lessons).where(lessons.c.room_id == room_id),
            people=sa.delete(people).where(people.c.room_id == room_id),
            rooms=sa.delete(rooms).where(rooms.c.id == room_id),
        )

    def delete_person(self, person_id: int, tables_alone: Sequence[int]) -> dict[str, int]:
        """Delete what a person is and made, and the tables where they played alone; how many rows, by table.

        The row stays without anything in it, taken out, so that "person 17" in the log of a class table is nobody.
        """
        return self._delete(
            keys=sa.delete(keys).where(keys.c.person_id == person_id),
            work=sa.delete(work).where(work.c.person_id == person_id),
            events=sa.delete(events).where(events.c.table_id.in_(tables_alone)),
            tables=sa.delete(tables).where(tables.c.id.in_(tables_alone)),
            people=sa.update(people)
            .where(people.c.id == person_id)
            .values(
                name="", real_name="", made_at=0.0, benched_at=None, banned_at=None,
                archived_at=sa.func.coalesce(people.c.archived_at, self._clock()),
            ),
        )  # fmt: skip

    def drop_leftovers(self) -> int:
        """Delete what was written for somebody in the moment in which they were deleted; how many rows."""
        nobody = sa.select(people.c.id).where(people.c.name == "", people.c.archived_at.is_not(None))
        counts = self._delete(
            keys=sa.delete(keys).where(keys.c.person_id.in_(nobody)),
            work=sa.delete(work).where(work.c.person_id.in_(nobody)),
        )
        return sum(counts.values())

    def drop_newcomer(self, person_id: int) -> None:
        """Delete somebody who was never let in: no log names them, so that not even the row stays."""
        # Another process may have let them in meanwhile.
        those = sa.select(people.c.id).where(people.c.id == person_id, people.c.role == "newcomer")
        self._delete(
            keys=sa.delete(keys).where(keys.c.person_id.in_(those)),
            work=sa.delete(work).where(work.c.person_id.in_(those)),
            people=sa.delete(people).where(people.c.id == person_id, people.c.role == "newcomer"),
        )

    def _delete(self, **statements: sa.Delete | sa.Update) -> dict[str, int]:
        counts: dict[str, int] = {}

        def run() -> None:
            with self._broom.begin() as db:
                for name, statement in statements.items():
                    counts[name] = db.execute(statement).rowcount

        self._offload(run)
        return counts

    def has_free_pages(self) -> bool:
        """Whether something has been deleted since the file was written anew."""
        if not self._sqlite:
            return False
        with self.engine.connect() as db:
            return bool(db.exec_driver_sql("PRAGMA freelist_count").scalar())

    def scrub(self) -> None:
        """Make what was deleted unreadable in the files as well. May raise ``sqlalchemy.exc.DBAPIError`` on a disk that
        is full or busy: then it is still to be done.

        SQLite overwrites what is deleted (``secure_delete``), but moving rows about leaves copies of them between the
        others, and the write-ahead log has them too: so the file is written anew, and the log cut to nothing. Another
        database does that in its own way and time.
        """
        if self._sqlite:
            self._offload(self._rewrite)

    def _rewrite(self) -> None:
        with self._broom.connect() as db:
            raw = db.connection.driver_connection
            assert raw is not None
            try:
                raw.execute("VACUUM")
                if raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                    raise sqlite3.OperationalError("somebody is reading")
            except sqlite3.Error as error:
                raise OperationalError("VACUUM", None, error) from error

    # -- lessons ---------------------------------------------------------------------------------------------

    def lessons(self, room_id: int) -> list[LessonRow]:
        """The room's own lessons by name."""
        query = sa.select(lessons).where(lessons.c.room_id == room_id).order_by(lessons.c.name)
        with self.engine.connect() as db:
            return [LessonRow(*row) for row in db.execute(query)]

    def save_lesson(self, room_id: int, name: str, text: str) -> None:
        """Keep a lesson of the room's own; one of that name is replaced."""
        here = (lessons.c.room_id == room_id) & (lessons.c.name == name)
        with self._writer.begin() as db:
            values = {"text": text, "changed_at": self._clock()}
            if not db.execute(sa.update(lessons).where(here).values(**values)).rowcount:
                db.execute(sa.insert(lessons).values(room_id=room_id, name=name, **values))

    def drop_lesson(self, room_id: int, name: str) -> None:
        with self._writer.begin() as db:
            db.execute(sa.delete(lessons).where(lessons.c.room_id == room_id, lessons.c.name == name))

    def add_session(self, room_id: int, lesson: str, text: str, state: str) -> SessionRow:
        at = self._clock()
        values = {"room_id": room_id, "lesson": lesson, "text": text, "state": state, "made_at": at}
        with self._writer.begin() as db:
            key = db.execute(sa.insert(sessions).values(**values)).inserted_primary_key
        return SessionRow(_new_id(key), room_id, lesson, text, state, at, None)

    def sessions(self, room_id: int) -> list[SessionRow]:
        """All lessons that a room has begun or been given, oldest first."""
        query = sa.select(sessions).where(sessions.c.room_id == room_id).order_by(sessions.c.id)
        with self.engine.connect() as db:
            return [SessionRow(*row) for row in db.execute(query)]

    def change_session(self, session_id: int, **values: Any) -> None:
        """Set ``state`` or ``ended_at``."""
        self._set(sessions, session_id, **values)

    def add_work(self, room_id: int, kind: str, key: str, person_id: int | None, data: str) -> WorkRow:
        """Raises ``Conflict`` when the room has something of that kind and key already."""
        at = self._clock()
        values = {"room_id": room_id, "kind": kind, "key": key, "person_id": person_id, "data": data, "at": at}
        try:
            with self._writer.begin() as db:
                made = db.execute(sa.insert(work).values(**values)).inserted_primary_key
        except IntegrityError as error:
            raise Conflict(key) from error
        return WorkRow(_new_id(made), room_id, kind, key, person_id, data, at)

    def work(
        self, room_id: int, *kinds: str, person_id: int | None = None, begins: str = "", work_id: int | None = None
    ) -> list[WorkRow]:
        """What the students of a room made, oldest first; of one person if ``person_id`` is given, only what has a key
        that ``begins`` so, and the one thing that ``work_id`` names."""
        query = sa.select(work).where(work.c.room_id == room_id, work.c.kind.in_(kinds)).order_by(work.c.id)
        if person_id is not None:
            query = query.where(work.c.person_id == person_id)
        if begins:
            query = query.where(work.c.key.startswith(begins, autoescape=True))
        if work_id is not None:
            query = query.where(work.c.id == work_id)
        with self.engine.connect() as db:
            return [WorkRow(*row) for row in db.execute(query)]

    def change_work(self, work_id: int, **values: Any) -> None:
        """Set ``data`` or ``person_id``."""
        self._set(work, work_id, **values)

    def swap_work(self, work_id: int, before: str, data: str) -> bool:
        """Set ``data`` where it is still as ``before``; False if it is not, and nothing is changed."""
        with self._writer.begin() as db:
            here = (work.c.id == work_id) & (work.c.data == before)
            return db.execute(sa.update(work).where(here).values(data=data)).rowcount == 1

    def drop_work(self, kind: str, *, work_id: int | None = None, person_id: int | None = None) -> None:
        """Delete one thing of a kind, or all of it that a person made."""
        whose = work.c.id == work_id if work_id is not None else work.c.person_id == person_id
        with self._writer.begin() as db:
            db.execute(sa.delete(work).where((work.c.kind == kind) & whose))

    def drop_old_work(self, room_id: int, before: float, *kinds: str) -> None:
        """Delete what a room has of these kinds from before a time, in seconds since 1970."""
        old = (work.c.room_id == room_id) & work.c.kind.in_(kinds) & (work.c.at < before)
        with self._writer.begin() as db:
            db.execute(sa.delete(work).where(old))

    # -- analyses --------------------------------------------------------------------------------------------

    def analysis(self, key: str) -> str | None:
        """What was kept of an analysis of cards, which belongs to no room and no person; None if nothing was."""
        with self.engine.connect() as db:
            return db.execute(sa.select(analyses.c.data).where(analyses.c.key == key)).scalar()

    def keep_analysis(self, key: str, data: str) -> None:
        """Another process may have kept the same already: that is as good."""
        try:
            with self._writer.begin() as db:
                db.execute(sa.insert(analyses).values(key=key, data=data))
        except IntegrityError:
            return

    # -- inside ----------------------------------------------------------------------------------------------

    def _add_missing_columns(self) -> None:
        """A data file of an earlier version gets the columns that have come since; all of them may be empty or have a
        default in the database."""
        there = sa.inspect(self.engine)
        for table in meta.sorted_tables:
            known = {column["name"] for column in there.get_columns(table.name)}
            for column in table.columns:
                if column.name not in known:
                    what = sa.schema.CreateColumn(column).compile(self.engine)
                    with self._writer.begin() as db:
                        db.execute(sa.DDL(f"ALTER TABLE {table.name} ADD COLUMN {what}"))

    def _room(self, condition: sa.ColumnElement[bool]) -> RoomRow | None:
        with self.engine.connect() as db:
            row = db.execute(sa.select(rooms).where(condition)).first()
        return RoomRow(*row) if row else None

    def _set(self, table: sa.Table, row_id: int, **values: Any) -> None:
        try:
            with self._writer.begin() as db:
                db.execute(sa.update(table).where(table.c.id == row_id).values(**values))
        except IntegrityError as error:
            raise Conflict(str(row_id)) from error


def _new_id(key: Any) -> int:
    return int(key[0])


_INSERT_EVENT = sa.insert(events)
_SELECT_EVENTS = (
    sa.select(events)
    .where(events.c.table_id == sa.bindparam("table"), events.c.seq > sa.bindparam("after"))
    .order_by(events.c.seq)
)


def _sqlite_settings(connection: Any, _record: Any) -> None:
    # Left to itself Python's sqlite3 begins transactions when it likes, which breaks savepoints.
    connection.isolation_level = None
    # Full sync: what was acknowledged must survive a power cut in a school, not only a crash of ours.
    # What is deleted or changed is overwritten, and does not stay in the file until the place is used again.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _sqlite_begin(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
