"""The register of all rooms: their settings and codes, their people and keys. It knows no table.

Knows nothing of Flask. Rows are in the store; what was read is kept for a moment.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime, time, timedelta
from typing import Any

from hool.names import NAME_LENGTH, clean_name, fold_name, tidy
from hool.refused import Refused
from hool.robots import LEVELS
from hool.rules.text import say
from hool.store import Conflict, PersonRow, RoomRow, Store

# Signs that cannot be taken for one another on a projector or read aloud wrongly.
ALPHABET = "3467ACEFGHJKMNPRTWXY"
CODE_LENGTH = 5
RETURN_LENGTHS = {"student": 6, "teacher": 8, "helper": 10}  # who comes back is told by the length of the code
ROOM_DAYS = 30
RECENT = 2.0
MOST_HELPERS = 8
MAX_BOARD = 10**9
CHOICES = {
    "seating": ("fill", "choose", "hand"),
    "deals": ("same", "different"),
    "next_by": ("students", "teacher"),
    "robots": LEVELS,
    "ratings": ("", "class", "board"),
    "hints": ("", "question", "reason", "card"),
}


@dataclass(frozen=True, slots=True)
class Wall:
    """What the teacher lets the projector show."""

    code: bool = True
    names: bool = False
    tables: bool = True
    results: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """A room's settings, kept as JSON in its row.

    ``seating``: "fill" (automatically), "choose" (students choose), "hand" (the teacher seats). ``deals``: "same" for
    all tables or "different". ``next_by``: who starts the next board, "students" or "teacher". ``options``: what
    differs from the game's default options. ``seed``: hex secret from which the room's shared random deals come.
    """

    seating: str = "fill"
    deals: str = "same"
    next_by: str = "students"
    options: dict[str, Any] = field(default_factory=dict)
    seed: str = ""
    started: bool = False
    paused: bool = False
    locked: bool = False
    approve: bool = False  # newcomers wait until the teacher lets them in
    made_up: bool = False  # only made-up names
    code_asked: bool = False  # newcomers need the room code; the link alone is not enough
    wall: Wall = field(default_factory=Wall)
    prepared: list[str] = field(default_factory=list)  # the loaded deals, for tables that are added later
    deals_from: str = ""  # the name of the file they came from
    change_tables: bool = False  # students may go to another table
    moves: dict[str, int] = field(default_factory=dict)  # who waits to go where: table by person
    resting: bool = False  # a lesson is over, and nothing has begun since
    analysis: bool = True  # students see in the replay what cards cost, what could be made and what clues told
    robots: str = "standard"  # how well the robots play that take a seat: one of the levels
    reasons: bool = False  # robots say at the table why they did what they did, as far as all may know it
    end_moved: bool = False  # the last day is another one than keys in browsers were told at first
    hints: str = ""  # the most that a hint tells a student: a "question", a "reason", the "card"; "" for no hints
    turns: list[list[int]] = field(default_factory=list)  # deals are turned: [from this board on, by so many seats]
    all_locked: bool = False  # nobody changes tables, and who comes waits
    locked_tables: list[int] = field(default_factory=list)  # the same for these tables alone
    # The seats that are taken as soon as all tables are ready: [table, or 0 for a new one, the people of each seat].
    rotation: list[list[Any]] = field(default_factory=list)
    floor: int = 0  # the lowest number of a shuffled board that tables may still get
    game: str = "hool"  # what the class plays; ``options`` are this game's
    before: dict[str, dict[str, Any]] = field(default_factory=dict)  # the options each game was started with last
    table_seats: int = 4  # how many sit at a table of the class
    fitted: bool = False  # no more seats at a table than players, where the game can be played so
    ratings: str = ""  # matches without robots are rated; who sees that: the "class" without places, or as a "board"
    own_pace: bool = False  # students may begin games at their own pace
    move_limit: int = 0  # seconds for each move at the class's tables, then a robot helps; 0 for none

    def locks(self, table_id: int) -> bool:
        """True when only the teacher's hand changes who sits at this table."""
        return self.all_locked or table_id in self.locked_tables

    @property
    def turned(self) -> int:
        """By how many seats clockwise deals are turned from now on: 1 gives North's cards to East."""
        return self.turned_at(MAX_BOARD)

    def turned_at(self, number: int) -> int:
        """By how many seats the shuffled board of this number is turned, the same at every table."""
        return next((by for since, by in reversed(self.turns) if since <= number), 0)


@dataclass(frozen=True, slots=True)
class Room:
    """A class's room: the stored row with its settings read."""

    id: int
    slug: str
    code: str
    name: str
    settings: Settings
    made_at: float
    ends_at: float
    closed: bool


class Register:
    """Rooms and people of this process. ``secret`` is the server's own; return codes are derived from it, never stored.

    ``on_room(room_id)`` and ``on_person(person_id)`` are called after something about them has changed.
    """

    def __init__(self, store: Store, clock: Callable[[], float], secret: bytes) -> None:
        self.store, self.clock, self._secret = store, clock, secret
        self.on_room: Callable[[int], None] = lambda room_id: None
        self.on_person: Callable[[int], None] = lambda person_id: None
        self._lock = threading.RLock()
        # Read again after RECENT seconds: another process may have changed the row meanwhile.
        self._rooms: dict[int, tuple[float, Room]] = {}
        self._people: dict[int, tuple[float, PersonRow]] = {}

    @property
    def lock(self) -> AbstractContextManager[Any]:
        """Held while somebody joins, moves or changes a setting: nobody else does meanwhile."""
        return self._lock

    # -- rooms -------------------------------------------------------------------------------------------------------

    def open_room(self, name: str) -> tuple[Room, PersonRow, str]:
        """A new room, its teacher and the teacher's key. Raises ``Refused`` for an empty or too long name."""
        name = tidy(name)
        if not 1 <= len(name) <= 40:
            raise Refused(say("Give the class a name of 1 to 40 letters."))
        settings = Settings(seed=secrets.token_hex(16))
        while True:
            try:
                row = self.store.make_room(
                    secrets.token_urlsafe(9),
                    _code(CODE_LENGTH),
                    name,
                    settings_json(settings),
                    end_of_day(date.fromtimestamp(self.clock()) + timedelta(days=ROOM_DAYS)),
                )
                break
            except Conflict:
                continue
        key = secrets.token_urlsafe(24)
        teacher = self.store.add_person(row.id, "teacher", "", hash_key(key))
        return self._read(row), teacher, key

    def room(self, room_id: int) -> Room:
        """Raises ``KeyError`` for a room that does not exist."""
        read_at, room = self._rooms.get(room_id, (0.0, None))
        if room is None or self.clock() > read_at + RECENT:
            row = self.store.room(room_id)
            if row is None:
                raise KeyError(room_id)
            room = self._read(row)
            self._rooms[room_id] = (self.clock(), room)
        return self._dated(room)

    def room_by_slug(self, slug: str) -> Room | None:
        """The room at this permanent link. After its last day there is none, even before it is deleted."""
        row = self.store.room_by_slug(slug) if re.fullmatch(r"[\w-]{6,24}", slug) else None
        return self.room(row.id) if row and not self.has_ended(row.ends_at) else None

    def room_by_code(self, typed: str, even_closed: bool = False) -> Room | None:
        """The open room with this join code; case, spaces and dashes do not matter.

        ``even_closed`` is for its teacher, who may want to open it again.
        """
        code = normal_code(typed)
        row = self.store.room_by_code(code) if len(code) == CODE_LENGTH else None
        room = self.room(row.id) if row and not self.has_ended(row.ends_at) else None
        return None if room is None or (room.closed and not even_closed) else room

    def has_ended(self, ends_at: float) -> bool:
        """Whether the last day of a room is over, by its ``ends_at``."""
        return self.clock() > ends_at

    def rename_room(self, room_id: int, name: str) -> None:
        name = tidy(name)
        if not 1 <= len(name) <= 40:
            raise Refused(say("Give the class a name of 1 to 40 letters."))
        self._change_room(room_id, name=name)

    def renew_code(self, room_id: int) -> Room:
        """A new join code; the old one stops working, people in the room stay."""
        while True:
            try:
                self._change_room(room_id, code=_code(CODE_LENGTH))
                return self.room(room_id)
            except Conflict:
                continue

    def end_on(self, room_id: int, ends_at: float) -> None:
        """Set the end date, in seconds since 1970, at most a year from now."""
        if not self.clock() < ends_at <= self.clock() + 366 * 86400:
            raise Refused(say("Choose an end date within the next year."))
        with self._lock:
            settings = replace(self.room(room_id).settings, end_moved=True)
            self._change_room(room_id, ends_at=ends_at, settings=settings_json(settings))

    # -- people ------------------------------------------------------------------------------------------------------

    def students(self, room_id: int) -> list[PersonRow]:
        """The students of a room in the order they came."""
        return [p for p in self.store.people(room_id) if p.role == "student"]

    def newcomers(self, room_id: int) -> list[PersonRow]:
        """Those whom the teacher has not let in yet, the longest waiting first."""
        return [p for p in self.store.people(room_id) if p.role == "newcomer"]

    def helpers(self, room_id: int) -> list[PersonRow]:
        """The teacher's helpers in this room, in the order they were made."""
        return [p for p in self.store.people(room_id) if p.role == "helper"]

    def add_helper(self, room_id: int, typed: str) -> PersonRow:
        """Somebody who helps the teacher: sees every table and steers it, and comes in with a code of their own.

        Raises ``Refused`` for a bad name, or when there are many already.
        """
        with self._lock:
            if len(self.helpers(room_id)) >= MOST_HELPERS:
                raise Refused(say("There are {count} helpers already. Take one out first.", count=MOST_HELPERS))
            name = self._free_name(room_id, clean_name(typed))
            # Nobody knows this first key: a helper's devices get theirs with the code.
            helper = self.store.add_person(room_id, "helper", name, hash_key(secrets.token_urlsafe(24)))
        self._room_changed(room_id)
        return helper

    def person(self, person_id: int) -> PersonRow | None:
        """Also somebody who was taken out (``archived_at``): old boards still show the name."""
        read_at, person = self._people.get(person_id, (0.0, None))
        if person is None or self.clock() > read_at + RECENT:
            person = self.store.person(person_id)
            if person is not None:
                self._people[person_id] = (self.clock(), person)
        return person

    # -- keys and return codes ---------------------------------------------------------------------------------------

    def by_key(self, room_id: int, key: str, role: str) -> PersonRow | None:
        """Who holds this key in this room and role; None for everybody else."""
        person = self.store.person_by_key(hash_key(key)) if key else None
        if person is None or person.room_id != room_id or person.role != role or person.archived_at is not None:
            return None
        return person

    def new_key(self, person: PersonRow) -> str:
        """The key for one more device of this person."""
        key = secrets.token_urlsafe(24)
        self.store.add_key(person.id, hash_key(key))
        return key

    def return_code(self, person: PersonRow) -> str:
        """The personal code with which this person comes back on another device."""
        length = RETURN_LENGTHS[person.role]
        number = int.from_bytes(self.derived(f"return {person.room_id} {person.id} {person.code_generation}"))
        code = ""
        for _ in range(length):
            number, i = divmod(number, len(ALPHABET))
            code += ALPHABET[i]
        return code

    def whose_code(self, room_id: int, typed: str, role: str = "student") -> PersonRow | None:
        """The person of the room whose return code this is."""
        code = normal_code(typed).encode("utf-8", "replace")
        for person in self.store.people(room_id):
            if person.role == role and hmac.compare_digest(self.return_code(person).encode(), code):
                return person
        return None

    def renew_return_code(self, person_id: int, keep: str = "") -> None:
        """A new return code. Devices that came in with an old one are out; ``keep`` is the key of one that stays,
        else the person's first."""
        person = self._person(person_id)
        stays = hash_key(keep) if keep else self.store.first_key(person_id)
        self.store.drop_keys(person_id, but=stays)
        self._change_person(person_id, code_generation=person.code_generation + 1)
        self.on_person(person_id)

    def derived(self, purpose: str) -> bytes:
        """32 bytes that are always the same for a purpose and that nobody outside this server can foresee."""
        return hmac.digest(self._secret, purpose.encode(), "sha256")

    # -- inside ------------------------------------------------------------------------------------------------------

    def _read(self, row: RoomRow) -> Room:
        return Room(
            row.id, row.slug, row.code, row.name, _settings_from(row.settings), row.made_at, row.ends_at,
            row.closed_at is not None,
        )  # fmt: skip

    def _dated(self, room: Room) -> Room:
        return replace(room, closed=True) if self.has_ended(room.ends_at) else room

    def _change_room(self, room_id: int, **values: Any) -> None:
        self.store.change_room(room_id, **values)
        self._rooms.pop(room_id, None)
        self._room_changed(room_id)

    def _change_person(self, person_id: int, **values: Any) -> None:
        self.store.change_person(person_id, **values)
        self._people.pop(person_id, None)

    def _room_changed(self, room_id: int) -> None:
        self.on_room(room_id)

    def _person(self, person_id: int) -> PersonRow:
        person = self.person(person_id)
        if person is None:
            raise Refused(say("This person is not in the room any more."))
        return person

    def _free_name(self, room_id: int, name: str, but: int | None = None) -> str:
        taken = {fold_name(p.name) for p in self.store.people(room_id) if p.id != but}
        if fold_name(name) not in taken:
            return name
        for number in range(2, 1000):
            short = name[: NAME_LENGTH - len(str(number)) - 1].rstrip()
            if fold_name(f"{short} {number}") not in taken:
                return f"{short} {number}"
        raise Refused(say("Too many people have that name. Choose another one."))


def end_of_day(day: date) -> float:
    """The last minute of a day by this computer's clock, in seconds since 1970: the last day belongs to the class."""
    return datetime.combine(day, time(23, 59)).timestamp()


def hash_key(key: str) -> str:
    """Keys are random and long, so one plain hash keeps them safe at rest."""
    return hashlib.sha256(key.encode()).hexdigest()


def normal_code(typed: str) -> str:
    """A typed code in capitals without spaces, dashes and dots."""
    return re.sub(r"[\s.\-–_]+", "", typed).upper()


def _code(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def settings_json(settings: Settings) -> str:
    """The settings as they stand in a room's row."""
    data = {f.name: getattr(settings, f.name) for f in fields(settings)}
    data["wall"] = {f.name: getattr(settings.wall, f.name) for f in fields(Wall)}
    return json.dumps(data, sort_keys=True)


def _settings_from(text: str) -> Settings:
    data = json.loads(text)
    data["wall"] = Wall(**data.get("wall", {}))
    return Settings(**data)
