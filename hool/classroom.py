"""The class around the tables: who comes in, who is here, who sits where, which boards are dealt.

Knows nothing of Flask. Everything that must survive is in the store; who is connected, whose hand is up and who asks
to come back live in memory, since a restart makes all phones connect again anyway.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from hool.fold import BoardRecord, Prepared, Seated, Table, parse_prepared
from hool.names import clean_name, fold_name
from hool.refused import Refused
from hool.register import CHOICES, Register, Room, hash_key, settings_json
from hool.robots import LEVELS
from hool.rules import GAMES, shuffle
from hool.rules.game import Board, Deal, options_from_json, options_to_json
from hool.rules.text import SaidError, Text, say
from hool.rules.turn import turn
from hool.store import PersonRow, Store
from hool.tables import LIMITS, Answer, Tables

# A robot plays for a dropped student after this many seconds: if the table waits for that seat, and in any case.
AWAY_WAITING, AWAY_ANYWAY = 20.0, 60.0
MOST_STUDENTS = 120
MOST_ASKING = 2  # devices that ask to come back as the same person: nobody's asking can be undone by another
MOST_RETURNING = 60  # who ask to come back to one room: as many as a teacher can look at
ASKING = 900.0  # seconds for which a device may wait for the teacher's answer
# After the first of a table is back, the others get this many seconds before robots play for them again.
COMING_BACK = 5.0
TURNING = say("The seats change as soon as all tables are ready. Call that off first, under Seats.")
AGAIN = 20  # so often, at most, one hand of a match is thought to be dealt once more
LOOKING = 12.0  # a replay page says every few seconds that it is open; after this long without it is closed


@dataclass(frozen=True, slots=True)
class ComingBack:
    """Somebody without a key who says they are a person of the room; the teacher lets them in (``allowed``) or not."""

    token: str
    person: int
    asked_at: float
    allowed: bool = False


class Classroom(Register):
    """All rooms of this process: the register, and what happens at the tables. ``secret`` as for ``Register``."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        clock: Callable[[], float],
        later: Callable[[float, Callable[[], None]], object],
        secret: bytes,
    ) -> None:
        super().__init__(store, clock, secret)
        self.tables, self._later = tables, later
        self._sockets: dict[int, set[str]] = {}
        self._last_socket: dict[int, str] = {}  # of those who are away
        self._gone_at: dict[int, float] = {}
        self._started_at = clock()
        self._expected: dict[int, float] = {}
        self._looking: dict[int, float] = {}
        self._hands: dict[int, dict[int, float]] = {}
        self._hints: dict[int, tuple[int, int]] = {}  # by table: the board, by its first event, and how many hints
        self._returning: dict[int, list[ComingBack]] = {}
        tables.present = self.here
        tables.next_deal = self._next_deal
        tables.rates = lambda table: not table.at_home and bool(self.room(table.room_id).settings.ratings)
        tables.may_not_start = self._may_not_start
        # What a lesson in progress says, set by whoever runs lessons: whether there is one, a table's commands when it
        # joins the lesson (None without one), whether the tables of a room are stopped, and why a table may not begin a
        # board.
        self.lesson_on: Callable[[int], bool] = lambda room_id: False
        self.lesson_commands: Callable[[Table], list[str] | None] = lambda table: None
        self.lesson_stops: Callable[[int], bool] = lambda room_id: False
        self.lesson_refuses: Callable[[Table, bool], Text | None] = lambda table, again: None
        # How a table without a board of what the room plays gets its first one; None when it has one.
        self.first_board: Callable[[Table], str | None] = lambda table: "next" if table.play.state is None else None
        # Whoever keeps the games beside the class hears that somebody is out, and that all stands still or goes on.
        self.on_out: Callable[[PersonRow], None] = lambda person: None
        self.on_stop: Callable[[int, bool], None] = lambda room_id, paused: None
        # Whoever turns the seats of a class looks here whether a table that has changed was the last to be waited for.
        self.settle_rotation: Callable[[Table], None] = lambda table: None

    # -- the room --------------------------------------------------------------------------------------------

    def change_settings(self, room_id: int, **changes: Any) -> Room:
        """Change settings by name; ``options`` takes the differing HOOL options. Raises ``Refused``."""
        with self._lock:
            room = self.room(room_id)
            for name, allowed in CHOICES.items():
                if name in changes and changes[name] not in allowed:
                    raise Refused(say("There is no such setting: {name}.", name=name))
            if "options" in changes:
                try:
                    options = options_from_json(
                        GAMES[changes.get("game", room.settings.game)].Options, changes["options"]
                    )
                except ValueError as error:
                    raise Refused(say("{problem}", problem=str(error))) from error
                changes["options"] = json.loads(options_to_json(options))
            if changes.get("change_tables") is False:
                changes["moves"] = {}
            settings = replace(room.settings, **changes)
            self.store.change_room(room_id, settings=settings_json(settings))
            self._rooms.pop(room_id, None)
        if "options" in changes and "game" not in changes and not self.lesson_on(room_id):
            for table in self.tables.tables(room_id):
                self.tables.command(table.id, f"options {json.dumps(changes['options'], sort_keys=True)}")
        if settings.robots != room.settings.robots:
            for table in self.tables.tables(room_id):
                self.same_robots(table)
        # What students' pages show of the settings.
        seen = ("change_tables", "own_pace", "reasons", "hints", "all_locked", "locked_tables", "rotation")
        if any(getattr(settings, name) != getattr(room.settings, name) for name in seen):
            for person in self.students(room_id):
                self.on_person(person.id)
        self._room_changed(room_id)
        return self.room(room_id)

    def close_room(self, room_id: int) -> None:
        """End the room: nobody can join or play any more; the boards can still be replayed until the end date."""
        for table in self.tables.tables(room_id):
            self.tables.command(table.id, "pause")
        self.on_stop(room_id, True)
        self._change_room(room_id, closed_at=self.clock())
        for person in self.store.people(room_id):
            self.on_person(person.id)

    def reopen_room(self, room_id: int) -> None:
        """Undo ``close_room``. Raises ``Refused`` when the end date has passed."""
        if self.clock() > self.room(room_id).ends_at:
            raise Refused(say("The end date of this room has passed. Set a later one first."))
        self._change_room(room_id, closed_at=None)
        self.resume(room_id)

    # -- people ----------------------------------------------------------------------------------------------

    def join(
        self, room_id: int, typed: str, again: bool = False, waits: bool = False, seated: bool = True
    ) -> tuple[PersonRow, str]:
        """A new student and their key. Equal names get a number. Raises ``Refused`` for a bad name or a shut room.

        ``again`` says that this device has had another name here: at a running board it would see a second hand of
        the same cards, so the teacher gives it a seat. ``waits``: a newcomer, no student until ``let_in``. ``seated``:
        with the next seat, where seats are given by themselves.
        """
        with self._lock:
            room = self.room(room_id)
            if room.closed:
                raise Refused(say("This room is closed. Ask your teacher."))
            if room.settings.locked:
                raise Refused(say("Your teacher has locked the room. Ask your teacher to let you in."))
            if len(self.students(room_id)) >= MOST_STUDENTS:
                raise Refused(say("This room is full. Ask your teacher."))
            name = self._free_name(room_id, clean_name(typed))
            key = secrets.token_urlsafe(24)
            person = self.store.add_person(room_id, "newcomer" if waits else "student", name, hash_key(key))
            if not waits:
                self._come_in(room, person.id, again, seated)
        self._room_changed(room_id)
        return person, key

    def let_in(self, person_id: int, again: bool = False) -> None:
        """A newcomer is a student from now on; ``again`` as for ``join``. Raises ``Refused`` for a full room."""
        with self._lock:
            person = self._person(person_id)
            if person.role != "newcomer" or person.archived_at is not None:
                raise Refused(say("Nobody is waiting with that request any more."))
            if len(self.students(person.room_id)) >= MOST_STUDENTS:
                raise Refused(say("The room is full: {count} students at most.", count=MOST_STUDENTS))
            self._change_person(person_id, role="student")
            self._come_in(self.room(person.room_id), person_id, again)
        self._room_changed(person.room_id)

    def turn_away(self, person_id: int) -> None:
        """A newcomer does not come in; nothing is kept of them."""
        with self._lock:
            person = self._person(person_id)
            if person.role != "newcomer":
                raise Refused(say("Nobody is waiting with that request any more."))
            self.store.drop_newcomer(person_id)
            self._people.pop(person_id, None)
        self._room_changed(person.room_id)

    def _come_in(self, room: Room, person_id: int, again: bool, seated: bool = True) -> None:
        self._gone_at[person_id] = self.clock()
        self._expect(person_id)
        if seated and room.settings.seating == "fill" and not (again and room.settings.started):
            self._seat_newcomer(room, person_id)

    def rename(self, person_id: int, typed: str) -> str:
        """Give a person another name; returns it as it will be shown. Raises ``Refused``."""
        with self._lock:
            person = self._person(person_id)
            name = clean_name(typed)
            if name != person.name:
                name = self._free_name(person.room_id, name, but=person_id)
                self._change_person(person_id, name=name)
        self._person_changed(person)
        return name

    def take_out(self, person_id: int, ban: bool = False) -> None:
        """Take somebody out of the room: a robot gets the seat, the devices lose their right; a new name may join.

        ``ban``: the devices are remembered, for whoever holds them is not to come in again.
        """
        with self._lock:
            person = self._person(person_id)
            self.unseat(person_id)
            self.on_out(person)
            if not ban:
                self.store.drop_keys(person_id)
            self.store.drop_work("branch", person_id=person_id)
            now = self.clock()
            self._change_person(person_id, archived_at=now, banned_at=now if ban else None)
            self._hands.get(person.room_id, {}).pop(person_id, None)
        self._person_changed(person)

    def let_back(self, person_id: int) -> PersonRow:
        """Somebody who was taken out is a student again, with the return code and all that was theirs but the seat."""
        with self._lock:
            person = self._person(person_id)
            name = self._free_name(person.room_id, person.name, but=person_id)
            self._change_person(person_id, archived_at=None, banned_at=None, name=name)
            self._gone_at[person_id] = self.clock()
        self._room_changed(person.room_id)
        return self._person(person_id)

    def same_name_away(self, room_id: int, typed: str) -> PersonRow | None:
        """Somebody of that name who is not connected now: perhaps the one who is typing."""
        wanted = fold_name(clean_name(typed))
        for person in self.students(room_id):
            if fold_name(person.name) == wanted and not self.here(person.id):
                return person
        return None

    def ask_to_return(self, room_id: int, person_id: int, held: str = "") -> str:
        """Ask the teacher to be let in as this person; the token fetches the key once allowed. ``held`` is the token
        that this device has already, if any. Raises ``Refused`` when several others ask for the same."""
        with self._lock:
            waiting = self._returning.setdefault(room_id, [])
            waiting[:] = [w for w in waiting if w.asked_at > self.clock() - ASKING]
            same = [w for w in waiting if w.person == person_id]
            if any(_same(w.token, held) for w in same):
                return held
            waiting[:] = [w for w in waiting if not _same(w.token, held)]  # of somebody else, by a slip
            if len(same) >= MOST_ASKING:
                raise Refused(say("Others ask for this seat already. Talk to your teacher."))
            if len(waiting) >= MOST_RETURNING:
                raise Refused(say("Very many ask to come back. Type your own code, or talk to your teacher."))
            token = secrets.token_urlsafe(16)
            waiting.append(ComingBack(token, person_id, self.clock()))
        self._room_changed(room_id)
        return token

    def returning(self, room_id: int) -> list[ComingBack]:
        """Who asks to come back and has no answer yet, the longest waiting first."""
        return [w for w in self._returning.get(room_id, []) if not w.allowed]

    def let_return(self, room_id: int, token: str, allow: bool) -> None:
        """The teacher's answer to one who asks to come back."""
        with self._lock:
            waiting = self._returning.get(room_id, [])
            found = next((w for w in waiting if _same(w.token, token) and not w.allowed), None)
            if found is None:
                raise Refused(say("Nobody is waiting with that request any more."))
            if allow:  # and nobody else who says the same
                waiting[:] = [w for w in waiting if w.person != found.person] + [replace(found, allowed=True)]
            else:
                waiting.remove(found)
        self._room_changed(room_id)

    def refuse_returns(self, room_id: int) -> int:
        """The teacher says no to all who ask to come back; to how many."""
        with self._lock:
            waiting = self._returning.get(room_id, [])
            count = len(self.returning(room_id))
            waiting[:] = [w for w in waiting if w.allowed]
        self._room_changed(room_id)
        return count

    def fetch_return(self, room_id: int, token: str) -> tuple[PersonRow, str] | None:
        """The key for somebody whom the teacher has let in; None while the teacher has not answered.

        Raises ``Refused`` when the teacher said no, or the request is too old.
        """
        with self._lock:
            waiting = self._returning.get(room_id, [])
            found = next((w for w in waiting if _same(w.token, token)), None)
            if found is not None and not found.allowed:
                return None
            if found is not None:
                waiting.remove(found)
            person = self.person(found.person) if found is not None else None
            if person is None or person.archived_at is not None:
                raise Refused(  # no, or too late, or the server was started anew meanwhile
                    say("Your teacher did not let you in, or did not see it in time. Ask again, or take another name.")
                )
            return person, self.new_key(person)

    # -- presence --------------------------------------------------------------------------------------------

    def here(self, person_id: int) -> bool:
        """True while one of the person's devices is connected."""
        return bool(self._sockets.get(person_id))

    def away_since(self, person_id: int) -> float | None:
        """When the last device of the person went, in seconds since 1970; None while they are here."""
        return None if self.here(person_id) else self._gone_at.get(person_id, self._started_at)

    def looking(self, person_id: int) -> bool:
        """True while the person has a replay open: not at the table, and not gone either."""
        return self.clock() - self._looking.get(person_id, 0.0) < LOOKING

    def there(self, person_id: int) -> bool:
        """True while the person is at the table, or looks at a replay."""
        return self.here(person_id) or self.looking(person_id)

    def looks(self, person_id: int) -> None:
        """A replay page of this person says that it is open. A robot plays only if the table waits for long."""
        before = self.looking(person_id)
        self._looking[person_id] = self.clock()
        found = self.seat_of(person_id)
        if found:
            self.watch_absent(found[0])
            if not before:
                self.tables.on_change(found[0])

    def arrived(self, person_id: int, socket: str) -> None:
        """A device of a person is connected: they get their seat back in this moment."""
        known = self._sockets.setdefault(person_id, set())
        self._looking.pop(person_id, None)
        if socket in known:
            self.take_seat_back(person_id)
            return
        known.add(socket)
        self._last_socket.pop(person_id, None)
        self._gone_at.pop(person_id, None)
        person = self._person(person_id)
        if person.role == "student":
            self.take_seat_back(person_id)
            found = self.seat_of(person_id)
            for mate in found[0].people if found else ():
                # After a restart nobody knows yet who of the table will come back.
                self._expect(mate)
            if found:
                self._later(COMING_BACK, lambda: self._cover(person_id))
            if len(known) == 1:
                self._seat_changed(person)

    def left(self, person_id: int, socket: str) -> None:
        """A device is gone. After the last one the table is told, and a robot gets ready."""
        known = self._sockets.get(person_id, set())
        known.discard(socket)
        if known:
            return
        self._sockets.pop(person_id, None)
        self._last_socket[person_id] = socket
        self._gone_at[person_id] = self.clock()
        person = self.person(person_id)
        if person is None or person.role != "student":
            if person is not None:
                self._room_changed(person.room_id)
            return
        self._seat_changed(person)
        self._expect(person.id)

    def watch_absent(self, table: Table) -> None:
        """Let robots play for those who have been missing at this table for long enough.

        Not while nobody of the table is here: then it waits, for it is the network that is gone and not the class.
        """
        if not table.in_class:
            return
        if not any(map(self.there, table.people)):
            return
        for seat, who in enumerate(table.seats):
            if who.person is None or who.acts_alone or any(self.here(person) for person in who.people):
                continue
            if any(map(self.looking, who.people)) and self.clock() - table.moved_at < AWAY_ANYWAY:
                continue
            since = self.clock() - max(self.away_since(person) or 0 for person in who.people)
            if since >= AWAY_ANYWAY or (since >= AWAY_WAITING and seat in table.to_act()):
                self._give_to_robot(table.id, seat, who)

    def stand_in(self, room_id: int, table_id: int, seat: int) -> None:
        """The teacher lets a robot play for whoever sits here; the seat stays theirs."""
        table = self._table_of(room_id, table_id)
        if not 0 <= seat < len(table.seats):
            raise Refused(say("There is no such seat."))
        if table.seats[seat].acts_alone:
            raise Refused(say("A robot plays on this seat already."))
        self._give_to_robot(table_id, seat, table.seats[seat])

    def set_robot(self, room_id: int, table_id: int, seat: int, level: str) -> None:
        """Another robot on this seat, also in the middle of a board. Raises ``Refused``."""
        table = self._table_of(room_id, table_id)
        if level not in LEVELS:
            raise Refused(say("There is no such robot."))
        if not 0 <= seat < len(table.seats):
            raise Refused(say("There is no such seat."))
        who = table.seats[seat]
        if not who.acts_alone or not self.tables.arrange(
            [(table_id, seat, replace(who, robot=level))], "teacher", [who]
        ):
            raise Refused(say("No robot plays on this seat now."))

    def same_robots(self, table: Table) -> None:
        """Put the room's robots on all seats of this table where one plays."""
        level = self.room(table.room_id).settings.robots
        others = [(seat, who) for seat, who in enumerate(table.seats) if who.robot not in ("", level)]
        if others:
            self.tables.arrange([(table.id, seat, replace(who, robot=level)) for seat, who in others])

    def take_seat_back(self, person_id: int) -> None:
        """End a robot's stand-in for this person."""
        found = self.seat_of(person_id)
        if found and found[0].seats[found[1]].acts_alone:
            table, seat = found
            who = table.seats[seat]
            self.tables.arrange([(table.id, seat, replace(who, robot=""))], "table", [who])

    def raise_hand(self, person_id: int, up: bool) -> None:
        person = self._person(person_id)
        hands = self._hands.setdefault(person.room_id, {})
        if up:
            hands.setdefault(person_id, self.clock())
        else:
            hands.pop(person_id, None)
        self._person_changed(person)

    def hand_up(self, person_id: int, room_id: int) -> bool:
        return person_id in self._hands.get(room_id, {})

    def count_hint(self, table: Table) -> None:
        """Somebody at this table looks at a hint."""
        self._hints[table.id] = (table.play.first_seq, self.hints_used(table) + 1)
        self._room_changed(table.room_id)

    def hints_used(self, table: Table) -> int:
        """How many hints were looked at on the board in play; forgotten when the server starts again."""
        board, count = self._hints.get(table.id, (0, 0))
        return count if board == table.play.first_seq else 0

    def hands(self, room_id: int) -> list[tuple[int, float]]:
        """Who has a hand up, and since when; the longest waiting first."""
        return sorted(self._hands.get(room_id, {}).items(), key=lambda item: item[1])

    # -- seats -----------------------------------------------------------------------------------------------

    def seat_of(self, person_id: int, fresh: bool = False) -> tuple[Table, int] | None:
        """The table and seat of a person, or None while they wait; ``fresh`` asks the log, as changes must."""
        found = None if fresh else self.tables.where(person_id)
        if found:
            return found
        person = self.person(person_id)
        for table in self.tables.tables(person.room_id) if person else ():
            seat = table.seat_of(person_id)
            if seat is not None:
                return table, seat
        return None

    def waiting(self, room_id: int) -> list[PersonRow]:
        """The students who wait for a seat; those on the bench do not."""
        seated = {p for table in self.tables.tables(room_id) for p in table.people}
        return [p for p in self.students(room_id) if p.id not in seated and p.benched_at is None]

    def sit(self, person_id: int, table_id: int, seat: int) -> None:
        """A student takes a free seat themselves (seating "choose"). Raises ``Refused`` when it is somebody's."""
        with self._lock:
            person = self._person(person_id)
            room = self.room(person.room_id)
            table = self._table_of(room.id, table_id)
            if room.closed:
                raise Refused(say("This room is closed. Ask your teacher."))
            if room.settings.seating != "choose" or person.benched_at is not None:
                raise Refused(say("Your teacher decides who sits where."))
            if self._locked_in(person_id, table):
                raise Refused(say("Your teacher has locked the tables."))
            if not 0 <= seat < len(table.seats):
                raise Refused(say("There is no such seat."))
            holder = table.seats[seat].person
            if holder == person_id:
                return
            if room.settings.started and self.seat_of(person_id, fresh=True):
                # Every other seat holds cards of a deal that this student has seen another hand of.
                raise Refused(say("The boards have begun. Ask your teacher if you want another seat."))
            if holder is not None:
                raise Refused(say("{name} was faster and sits there already.", name=self._person(holder).name))
            self._move(person_id, table, seat)
            if room.settings.started:
                self._first_board(self.tables.get(table.id))
        self._room_changed(room.id)

    def move(self, person_id: int, table_id: int, seat: int) -> None:
        """The teacher puts a person on a seat; whoever sits there changes places with them, in one action."""
        with self._lock:
            person = self._person(person_id)
            table = self._table_of(person.room_id, table_id)
            if not 0 <= seat < len(table.seats):
                raise Refused(say("There is no such seat."))
            self._move(person_id, table, seat)
            if self.room(person.room_id).settings.started:
                self._first_board(self.tables.get(table.id))
        self._room_changed(person.room_id)

    def unseat(self, person_id: int) -> None:
        """A person leaves the seat to a robot and waits."""
        with self._lock:
            found = self.seat_of(person_id, fresh=True)
            if found:
                table, seat = found
                left = table.seats[seat].without(person_id, self._robot(table).robot)
                self.tables.arrange([(table.id, seat, left)])
                self.on_person(person_id)
                self._room_changed(table.room_id)

    def share_seat(self, person_id: int, with_person: int) -> None:
        """The teacher lets somebody share the seat of another: both see the hand, and whoever is quicker acts.

        Raises ``Refused`` when the other has no seat.
        """
        with self._lock:
            person, other = self._person(person_id), self._person(with_person)
            found = self.seat_of(with_person, fresh=True) if other.room_id == person.room_id else None
            if found is None or person_id == with_person:
                raise Refused(say("{name} has no seat that could be shared.", name=other.name))
            table, seat = found
            if person_id in table.seats[seat].people:
                return
            self.unseat(person_id)
            now = self.tables.get(table.id).seats[seat]
            if now.person is None or not self.tables.arrange(
                [(table.id, seat, replace(now, mates=(*now.mates, person_id)))], "teacher", [now]
            ):
                raise Refused(say("{name} has no seat that could be shared.", name=other.name))
            self._off_the_bench(person_id)
        self.on_person(person_id)
        self._room_changed(person.room_id)

    def unbench(self, person_id: int) -> None:
        """Somebody leaves the bench and waits for a seat like the others."""
        with self._lock:
            person = self._person(person_id)
            self._off_the_bench(person_id)
        self.on_person(person_id)
        self._room_changed(person.room_id)

    def lock_tables(self, room_id: int, on: bool, table_id: int | None = None) -> None:
        """Lock one table, or all, or open them again: while a table is locked, only the teacher's hand changes who sits
        there. Students who were about to change tables there stay. Raises ``Refused`` for a table of another room."""
        with self._lock:
            settings = self.room(room_id).settings
            if table_id is None:
                changes: dict[str, Any] = {"all_locked": on, "locked_tables": []}
            else:
                self._table_of(room_id, table_id)
                ids = [table.id for table in self.tables.tables(room_id) if settings.locks(table.id)]
                ids = [each for each in ids if each != table_id] + ([table_id] if on else [])
                changes = {"all_locked": settings.all_locked and on, "locked_tables": sorted(ids)}
            locks = replace(settings, **changes).locks
            here = {who: self.seat_of(int(who)) for who in settings.moves}
            changes["moves"] = {
                who: to
                for who, to in settings.moves.items()
                if not locks(to) and not ((found := here[who]) and locks(found[0].id))
            }
            self.change_settings(room_id, **changes)
        for table in self.tables.tables(room_id):
            self.settle_rotation(table)

    def turning(self, table: Table) -> bool:
        """True while the seats of this table are about to change: it begins no other board before."""
        settings = self.room(table.room_id).settings
        return bool(settings.rotation) and table.in_class and not settings.locks(table.id)

    def _locked_in(self, person_id: int, table: Table) -> bool:
        """Whether a lock keeps somebody from going to this table, or from leaving their own."""
        locks, found = self.room(table.room_id).settings.locks, self.seat_of(person_id, fresh=True)
        return locks(table.id) or (found is not None and locks(found[0].id))

    def bench(self, person_id: int) -> None:
        """Somebody is to have no seat until the teacher gives them one by hand; a robot takes theirs."""
        with self._lock:
            person = self._person(person_id)
            moves = self.room(person.room_id).settings.moves
            if str(person_id) in moves:  # they would not stay there
                left = {who: to for who, to in moves.items() if who != str(person_id)}
                self.change_settings(person.room_id, moves=left)
            self.unseat(person_id)
            self._change_person(person_id, benched_at=self.clock())
        self.on_person(person_id)
        self._room_changed(person.room_id)

    def change_table(self, person_id: int, table_id: int) -> bool:
        """A student goes to a free seat of another table, where the teacher allows it; True when they are there.

        Nobody leaves in the middle of a board, nor comes into one of which they have seen a hand: then False, and the
        move is made as soon as it can be. Going to the own table calls a move off. Raises ``Refused``.
        """
        with self._lock:
            person = self._person(person_id)
            room, table = self.room(person.room_id), self._table_of(person.room_id, table_id)
            if room.closed:
                raise Refused(say("This room is closed. Ask your teacher."))
            if not room.settings.change_tables or person.benched_at is not None:
                raise Refused(say("Your teacher decides who sits where."))
            if self._locked_in(person_id, table):
                raise Refused(say("Your teacher has locked the tables."))
            found = self.seat_of(person_id, fresh=True)
            here = found is not None and found[0].id == table_id
            if not here and all(seat.person is not None for seat in table.seats):
                raise Refused(say("Table {number} is full. Choose another one.", number=table.number))
            moves = {who: where for who, where in room.settings.moves.items() if who != str(person_id)}
            if not here and not self._change_now(person_id, table_id):
                moves[str(person_id)] = table_id
            if moves != room.settings.moves:
                self.change_settings(room.id, moves=moves)
        self._seat_changed(person)
        return str(person_id) not in moves

    def wished_table(self, person: PersonRow) -> Table | None:
        """The table to which somebody goes as soon as they can."""
        where = self.room(person.room_id).settings.moves.get(str(person.id))
        tables = self.tables.tables(person.room_id) if where is not None else ()
        return next((table for table in tables if table.id == where), None)

    def settle_moves(self, table: Table) -> None:
        """Make the moves that wait and can be made now that this table has changed."""
        moves = self.room(table.room_id).settings.moves
        if not moves or table.playing:
            return
        with self._lock:
            left = dict(self.room(table.room_id).settings.moves)
            for who, where in list(left.items()):
                try:
                    done = self._change_now(int(who), self._table_of(table.room_id, where).id)
                except Refused:  # the table or the person is gone
                    done = True
                if done:
                    del left[who]
            if left != self.room(table.room_id).settings.moves:
                self.change_settings(table.room_id, moves=left)

    def _change_now(self, person_id: int, table_id: int) -> bool:
        """Move a person to the best free seat of a table, if no board is harmed by it."""
        if self._person(person_id).archived_at is not None:
            raise Refused(say("This person is not in the room any more."))
        found, table = self.seat_of(person_id, fresh=True), self.tables.get(table_id)
        if found and (found[0].playing or found[0].id == table_id):
            return found[0].id == table_id
        if all(seat.person is not None for seat in table.seats):
            return False
        if table.playing and table.play.deal in self.deals_seen(person_id, table.room_id):
            return False
        self._move(person_id, table, self._best_seat(table))
        if self.room(table.room_id).settings.started:
            self._first_board(self.tables.get(table_id))
        return True

    def deals_seen(self, person_id: int, room_id: int) -> set[Deal]:
        """The deals of the class's tables of which this person has held a hand."""
        every = [t for row in self.tables.rows(room_id, closed=True) for t in (self.tables.get(row.id),)]
        held = [r.deal for t in every for r in t.play.boards if any(person_id in s.people for s in r.seats)]
        now = [t.play.deal for t in every if t.play.deal is not None and t.seat_of(person_id) is not None]
        return {*held, *now}

    def add_table(self, room_id: int) -> Table:
        room = self.room(room_id)
        settings = room.settings
        others = self.tables.tables(room_id)
        table = self.tables.open(
            room_id, settings.game, self._options(room), settings.table_seats, settings.robots,
            match=max((each.play.match for each in others if each.game == settings.game), default=1),
        )  # fmt: skip
        lesson = self.lesson_commands(table)
        if settings.move_limit and lesson is None:
            self.tables.command(table.id, f"limit {settings.move_limit} bot")
        self.tables.commands(table.id, [f"prepare {p}" for p in room.settings.prepared] if lesson is None else lesson)
        if room.settings.paused or self.lesson_stops(room_id):
            self.tables.command(table.id, "pause")
        self._room_changed(room_id)
        return table

    def remove_table(self, room_id: int, table_id: int) -> None:
        """Remove a table; its people wait for another seat, its finished boards stay for replay."""
        with self._lock:
            table = self._table_of(room_id, table_id)
            self.tables.command(table_id, "pause")
            gone = [(table.id, seat, self._robot(table)) for seat, s in enumerate(table.seats) if s.person]
            self.tables.arrange(gone)
            self.store.close_table(table_id)
        for person in table.people:
            self.on_person(person)
        self._room_changed(room_id)

    def seat(self, person_id: int) -> None:
        """Seat one student who waits, where they are most useful."""
        with self._lock:
            person = self._person(person_id)
            room = self.room(person.room_id)
            self._look_unlocked(room)
            if self.seat_of(person_id, fresh=True) is None:
                self._seat_newcomer(room, person_id)
        self._room_changed(person.room_id)

    def _look_unlocked(self, room: Room) -> None:
        if room.settings.all_locked:
            raise Refused(say("All tables are locked. Unlock one, or choose a person and then the seat."))

    def seat_together(self, people: Sequence[int], again: bool = False) -> None:
        """Seats at one table for new students who share a device, where seats are given by themselves; ``again`` as for
        ``join``. Two become partners."""
        with self._lock:
            room = self.room(self._person(people[0]).room_id)
            wait = room.settings.all_locked or (again and room.settings.started)
            if room.settings.seating == "fill" and not wait:
                self._seat_together(room, people)
        self._room_changed(room.id)

    def gather(self, people: Sequence[int]) -> None:
        """Those who share a device and were let in one by one sit at one table, as long as nothing has been played."""
        with self._lock:
            room = self.room(self._person(people[0]).room_id)
            tables = {found[0].id if (found := self.seat_of(person, fresh=True)) else 0 for person in people}
            waits = room.settings.started or room.settings.all_locked or room.settings.seating != "fill"
            if waits or len(tables) == 1:
                return
            for person in people:
                self.unseat(person)
            self._seat_together(room, people)
        self._room_changed(room.id)

    def _seat_together(self, room: Room, people: Sequence[int]) -> None:
        """Seats at one table, all of them at once; two become partners."""
        while True:
            table, seats = self._seats_for(room.id, len(people))
            seating = [
                (table.id, seat, Seated(person, "")) for seat, person in zip(seats, people, strict=True)
            ]  # fmt: skip
            if self.tables.arrange(seating, "teacher", [table.seats[seat] for seat in seats]):
                break
        if room.settings.started:
            self._first_board(self.tables.get(table.id))

    def _seats_for(self, room_id: int, count: int) -> tuple[Table, tuple[int, ...]]:
        """So many free seats of one table, at that with the fewest people on it, else at an empty or a new one."""
        locks = self.room(room_id).settings.locks
        tables = [self.tables.get(table.id) for table in self.tables.tables(room_id) if not locks(table.id)]
        for table in sorted(tables, key=lambda t: (not t.people, len(t.people), t.number)):
            sides = table.game == "hool"
            order = (0, 2, 1, 3) if sides else range(len(table.seats))
            free = [seat for seat in order if table.seats[seat].person is None]
            pairs = [pair for pair in ((0, 2), (1, 3)) if set(pair) <= set(free)]
            if sides and count == 2 and pairs:
                return table, pairs[0]
            if (count != 2 or not sides) and len(free) >= count:
                return table, tuple(free[:count])
        return self.add_table(room_id), (0, 2, 1, 3)[:count]

    def seat_beside(self, person_id: int, other: int) -> None:
        """A seat for a new student at the table of another with whom they share a device, where seats are given by
        themselves; not before a board in play is over, of which the device has shown a hand."""
        with self._lock:
            room, found = self.room(self._person(person_id).room_id), self.seat_of(other, fresh=True)
            if room.settings.seating != "fill":
                return
            if found is None or all(seat.person is not None for seat in found[0].seats):
                if not room.settings.started:
                    self._seat_newcomer(room, person_id)
            elif room.settings.locks(found[0].id):
                pass  # they wait for the teacher
            elif found[0].playing:
                self.change_settings(room.id, moves={**room.settings.moves, str(person_id): found[0].id})
            else:
                self._move(person_id, found[0], self._best_seat(found[0]))
        self._room_changed(room.id)

    def beside(self, person_id: int) -> tuple[int, ...]:
        """Who shares a device with somebody: a tablet that sleeps, or has lost its line, is that of the same still."""
        now = self._sockets.get(person_id)
        if now:
            return tuple(other for other, sockets in self._sockets.items() if other != person_id and sockets & now)
        last = self._last_socket.get(person_id)
        away = self._last_socket.items() if last is not None else ()
        return tuple(other for other, socket in away if other != person_id and socket == last)

    def fill(self, room_id: int) -> None:
        """Seat everybody who waits. Raises ``Refused`` when all tables are locked."""
        with self._lock:
            room = self.room(room_id)
            self._look_unlocked(room)
            for person in self.waiting(room_id):
                self._seat_newcomer(room, person.id)
        self._room_changed(room_id)

    def start(self, room_id: int) -> None:
        """Begin to play: balance the tables, seat everybody who waits (unless by hand), deal the first boards."""
        with self._lock:
            room = self.room(room_id)
            if room.settings.seating != "hand":
                for person in self.waiting(room_id):
                    self._seat_newcomer(room, person.id)
            if room.settings.seating == "fill" and not room.settings.started:
                self._balance(room_id)
            after_lesson = room.settings.resting  # what lies on the tables since then belongs to it
            if not room.settings.started or after_lesson:
                self.change_settings(room_id, started=True, resting=False)
        for table in self.tables.tables(room_id):
            if table.paused and not (room.settings.paused or self.lesson_stops(room_id)):
                self.tables.command(table.id, "resume")
            if table.people and after_lesson:
                self.tables.command(table.id, "fresh")
            elif table.people:
                self._first_board(table)
        self._room_changed(room_id)

    def play_game(
        self, room_id: int, game: str, options: Any, seats: int, fitted: bool = False, limit: int = 0
    ) -> None:
        """From now on the class plays this game, with so many seats at a table; all tables begin a new match.

        ``fitted``: no more seats than players, where the game can be played so. ``limit``: seconds for each move, 0 for
        none. Raises ``Refused`` while a lesson is on, and for options or seats that the game does not have.
        """
        with self._lock:
            room = self.room(room_id)
            if self.lesson_on(room_id):
                raise Refused(say("A lesson is on. End it first."))
            if room.closed:
                raise Refused(say("This room is closed."))
            rules = GAMES[game]
            if seats not in rules.seats or (limit and limit not in LIMITS):
                raise Refused(say("This game cannot be played with {count} at a table.", count=seats))
            try:
                rules.next_board(options, seats, ())
            except SaidError as problem:
                raise Refused(problem.why) from None
            said = json.loads(options_to_json(options))
            self._drop_wishes(room)
            self.change_settings(
                room_id, game=game, options=said, table_seats=seats, fitted=fitted, move_limit=limit, prepared=[],
                deals_from="", seed=secrets.token_hex(16), turns=[], resting=False, started=True,
            )  # fmt: skip
            tables = self.tables.tables(room_id)
            match = _next_match(tables)
            for table in tables:
                for person in [p for who in table.seats[seats:] for p in who.people]:
                    self.unseat(person)
                self._begin_game(table, game, said, seats, limit, match)
            if room.settings.seating != "hand":
                for waiting in self.waiting(room_id):
                    self._seat_newcomer(self.room(room_id), waiting.id)
            if room.settings.seating == "fill":
                self._balance(room_id)
            for table in self.tables.tables(room_id):
                if fitted and table.people:
                    self._fit(table, said, limit)
                if table.paused and not room.settings.paused:
                    self.tables.command(table.id, "resume")
                if self.tables.get(table.id).people:
                    self._first_board(self.tables.get(table.id))
        for student in self.students(room_id):
            self.on_person(student.id)
        self._room_changed(room_id)

    def make_way(self, room_id: int, seats: int) -> tuple[int, ...]:
        """Whoever sits on a seat beyond so many gets up, before all tables have so many only. Returns who did."""
        with self._lock:
            beyond = [who for table in self.tables.tables(room_id) for who in table.seats[seats:]]
            people = tuple(person for who in beyond for person in who.people)
            if people:
                self._drop_wishes(self.room(room_id))
            for person in people:
                self.unseat(person)
        return people

    def seat_again(self, room_id: int, people: Sequence[int]) -> None:
        """Seats for those who had to get up, unless students are seated by hand."""
        with self._lock:
            for person in people if self.room(room_id).settings.seating != "hand" else ():
                if self.seat_of(person, fresh=True) is None:
                    self._seat_newcomer(self.room(room_id), person)

    def own_game(self, room_id: int) -> tuple[int, ...]:
        """After a lesson the tables play again what the class plays, with as many seats; they begin a new match where
        that was something else. Returns who has no seat any more."""
        with self._lock:
            # A new seed: boards count from the first one again, and shall not be those that were played before.
            settings = self.change_settings(room_id, seed=secrets.token_hex(16)).settings
            people, resized = self.make_way(room_id, settings.table_seats), False
            begun: list[int] = []
            match = _next_match(self.tables.tables(room_id))
            for table in self.tables.tables(room_id):
                seats = len(table.seats)
                if table.game == settings.game and seats == settings.table_seats:
                    limit = f"limit {settings.move_limit} bot" if settings.move_limit else "limit 0"
                    self.tables.commands(table.id, [f"options {json.dumps(settings.options, sort_keys=True)}", limit])
                    continue
                self._begin_game(
                    table, settings.game, settings.options, settings.table_seats, settings.move_limit, match
                )
                begun.append(table.id)
                resized |= seats != settings.table_seats
            if resized and settings.seating == "fill":
                self._balance(room_id)
            for table in map(self.tables.get, begun if settings.fitted else ()):  # when all have their seats
                if table.people:
                    self._fit(table, settings.options, settings.move_limit)
        return people

    def _begin_game(self, table: Table, game: str, options: dict[str, Any], seats: int, limit: int, match: int) -> None:
        """``match`` is the number of its first match, the same at all tables, so that they get the same cards."""
        data = options | {"seats": seats, "first_match": match}
        limited = f"limit {limit} bot" if limit else "limit 0"
        self.tables.commands(table.id, [f"game {game} {json.dumps(data, sort_keys=True)}", limited])
        self.same_robots(self.tables.get(table.id))

    def _fit(self, table: Table, options: dict[str, Any], limit: int) -> None:
        """Take the seats away in which only robots would sit, as far as the game and its options allow it."""
        held = [who for who in table.seats if who.person is not None]
        for seats in range(max(len(held), table.rules.seats.start), len(table.seats)):
            try:
                table.rules.next_board(table.options, seats, ())
            except SaidError:  # an option needs more
                continue
            robots = [self._robot(table)] * (len(table.seats) - len(held))
            seating = [(table.id, seat, who) for seat, who in enumerate((*held, *robots))]
            if self.tables.arrange(seating, "teacher", table.seats):
                now = self.tables.get(table.id)
                self._begin_game(now, table.game, options, seats, limit, now.play.match)
            return

    def _drop_wishes(self, room: Room) -> None:
        """Nobody is about to change tables or seats any more."""
        if room.settings.moves or room.settings.rotation:
            self.change_settings(room.id, moves={}, rotation=[])

    def plan(self, students: int, seats: int = 4) -> tuple[int, ...]:
        """How many students sit at each table: as few tables as possible, sizes that differ by at most one.

        5 at tables of four is (3, 2), not (4, 1): nobody is alone with three robots unless they are the only student.
        """
        if students <= 0:
            return ()
        count = -(-students // seats)
        return tuple(students // count + (i < students % count) for i in range(count))

    # -- deleting --------------------------------------------------------------------------------------------

    @contextmanager
    def deleting(self, room_id: int, people: Sequence[int], whole: bool) -> Iterator[None]:
        """While these people are deleted in the store, with the ``whole`` room or alone, nobody joins or moves;
        afterwards they are forgotten. If that fails, everything is as it was."""
        with self._lock:
            yield
            memories: list[dict[int, Any]] = [self._sockets, self._last_socket, self._gone_at, self._expected]
            memories += [self._looking, self._people]
            for memory, person in product([*memories, self._hands.get(room_id, {})], people):
                memory.pop(person, None)
            asking = self._returning.get(room_id, [])
            asking[:] = [each for each in asking if each.person not in people]
            if whole:
                self._hands.pop(room_id, None)
                self._returning.pop(room_id, None)
                self._rooms.pop(room_id, None)

    # -- boards ----------------------------------------------------------------------------------------------

    def pause(self, room_id: int) -> None:
        """Eyes up: every table stops."""
        self.change_settings(room_id, paused=True)
        for table in self.tables.tables(room_id):
            self.tables.command(table.id, "pause")
        self.on_stop(room_id, True)
        self._tell_those_who_wait(room_id)

    def resume(self, room_id: int) -> None:
        self.change_settings(room_id, paused=False)
        self.on_stop(room_id, False)
        if not self.lesson_stops(room_id):
            for table in self.tables.tables(room_id):
                self.tables.command(table.id, "resume")
        self._tell_those_who_wait(room_id)

    def next_board(self, room_id: int, table_id: int | None = None) -> Answer:
        """Deal the next board at one table, or at every table that has finished its board."""
        turning = Answer("no", TURNING)
        if table_id is not None:
            table = self._table_of(room_id, table_id)
            return turning if self.turning(table) else self.tables.command(table_id, "next")
        done = False
        for table in self.tables.tables(room_id):
            if not table.playing and not self.turning(table):
                done |= self.tables.command(table.id, "next").code == "done"
        if done:
            return Answer("done")
        waits = self.room(room_id).settings.rotation
        return turning if waits else Answer("no", say("Every table is still playing its board."))

    def redeal(self, room_id: int, table_id: int | None = None) -> Answer:
        """Other cards for the board in play: at one table, or the same new deal at all tables that are playing.

        A lesson has chosen its cards: there the board begins anew with the same ones.
        """
        if table_id is not None:
            return self.tables.command(self._table_of(room_id, table_id).id, "redeal")
        done = False
        fresh: dict[Deal, Prepared] = {}  # tables that had the same cards get the same new ones
        for table in self.tables.tables(room_id):
            if table.playing and table.lesson:
                done |= self.tables.command(table.id, "redeal").code == "done"
            elif table.playing and table.play.deal is not None:
                board = self.tables.other_cards(table, fresh.get(table.play.deal))
                fresh[table.play.deal] = board
                done |= self.tables.command(table.id, f"redeal {board}").code == "done"
        return Answer("done") if done else Answer("no", say("No table is playing a board now."))

    def load_deals(self, room_id: int, boards: Sequence[tuple[int, int, Deal]], name: str = "") -> None:
        """Prepare ``(number, dealer, deal)`` at every table, turned as the room turns deals.

        They replace prepared deals that were not yet played.

        ``name`` says where they came from, such as the file's name.
        """
        by = self.room(room_id).settings.turned
        passed = json.dumps({"passed_out": "score"})
        prepared = [_turned(Prepared(number, dealer, deal, passed), by) for number, dealer, deal in boards]
        for table in self.tables.tables(room_id):
            self.tables.commands(table.id, ["unprepare", *(f"prepare {p}" for p in prepared)])
        self.change_settings(room_id, prepared=[str(p) for p in prepared], deals_from=name[:80])

    def random_deals(self, room_id: int, same: bool) -> None:
        """From the next board on, shuffled deals: the same at every table, or different ones."""
        for table in self.tables.tables(room_id):
            self.tables.command(table.id, "unprepare")
        # A new seed: boards that were looked at while the tables differed must not come again as the shared ones.
        self.change_settings(room_id, seed=secrets.token_hex(16))
        self.change_settings(room_id, deals="same" if same else "different", prepared=[], deals_from="")

    def turn_deals(self, room_id: int, by: int) -> int:
        """Turn deals by so many seats clockwise (0 to 3) from the next board on that no table has begun: the shuffled
        ones that all tables share, and loaded ones. Returns how many loaded boards were turned. Raises ``Refused``."""
        if by not in range(4):
            raise Refused(say("Deals can be turned by one, two or three seats."))
        with self._lock:
            settings, tables = self.room(room_id).settings, self.tables.tables(room_id)
            more = by - settings.turned
            if not more:
                return 0
            numbers = [self.tables.get(row.id).last_number for row in self.tables.rows(room_id, closed=True)]
            since = max(numbers, default=0) + 1
            # The same board is turned at every table or at none, so that tables can be compared.
            left = [len(table.prepared) - table.play.used for table in tables if not table.lesson]
            untouched = min([len(settings.prepared), *left])
            kept = len(settings.prepared) - untouched
            loaded = [str(_turned(parse_prepared(text), more)) for text in settings.prepared[kept:]]
            for table in tables if untouched else ():
                begun = table.prepared[table.play.used : len(table.prepared) - untouched]
                self.tables.commands(table.id, ["unprepare", *(f"prepare {p}" for p in (*begun, *loaded))])
            turns = [*(each for each in settings.turns if each[0] < since), [since, by]]
            self.change_settings(room_id, turns=turns, prepared=[*settings.prepared[:kept], *loaded])
        return untouched

    # -- inside ----------------------------------------------------------------------------------------------

    def _tell_those_who_wait(self, room_id: int) -> None:
        """Tables that stand still for the lesson's sake do not change with a pause; their students' pages do."""
        for person in self.students(room_id) if self.lesson_stops(room_id) else ():
            self.on_person(person.id)

    def _person_changed(self, person: PersonRow) -> None:
        self.on_person(person.id)
        self._seat_changed(person)

    def _seat_changed(self, person: PersonRow) -> None:
        """Show the person's table and the room that something about the person is different."""
        found = self.seat_of(person.id)
        if found:
            self.tables.on_change(found[0])
        self._room_changed(person.room_id)

    def _table_of(self, room_id: int, table_id: int) -> Table:
        try:
            table = self.tables.get(table_id)
        except KeyError:
            table = None
        if table is None or table.room_id != room_id:
            raise Refused(say("There is no such table in this room."))
        return table

    def _options(self, room: Room) -> Any:
        return options_from_json(GAMES[room.settings.game].Options, room.settings.options)

    def _may_not_start(self, table: Table, again: bool) -> Text | None:
        if self.turning(table):
            return say("Seats change when all tables are ready.")
        if table.own_pace:
            return None
        if table.at_home or table.lesson:  # a lesson has its own pace
            return self.lesson_refuses(table, again)
        if self.room(table.room_id).settings.next_by != "students":
            return say("Your teacher starts the next board.")
        return self.lesson_refuses(table, again)

    def _next_deal(self, table: Table, board: Board) -> Prepared | None:
        """A room's shared deal: board n of every table is the same, drawn from the room's seed.

        A table never gets the same one twice, so that a rewind brings no cards that have been seen, nor one that others
        have had before the seats changed.
        """
        room = self.room(table.room_id)
        if room.settings.deals != "same" or not table.in_class or table.rules.compared is None:
            return None
        compared = dict(table.rules.compared)
        if table.rules.number_counts:
            # The number stays, and what is drawn for it changes.
            again = table.dealt.count(board.number)
            mark = _mark(table.game, len(table.seats), table.play.match, board.number, again)
            shared, turned = board, 0
        else:
            number = max(table.last_number + 1, room.settings.floor)
            mark, turned = f"board {number}", room.settings.turned_at(number)
            shared = replace(board, number=number, dealer=(number - 1) % len(table.seats))
        secret = _secret(room, mark)
        deal = table.rules.deal(shared, shuffle.rng(secret))
        extra = json.dumps(compared) if compared else ""
        return _turned(Prepared(shared.number, shared.dealer, deal, extra, secret=secret), turned)

    @staticmethod
    def may_be_shared(room: Room, record: BoardRecord) -> bool:
        """Whether tables of the room may still be dealt the cards of a finished board as one of those they share: those
        drawn from an earlier seed come no more."""
        if room.settings.deals != "same":
            return False
        if not record.secret:
            return True  # by nothing kept can it be told
        number = record.board.number
        marks = [f"board {number}"]
        if record.rules.number_counts:
            marks = [_mark(record.game, record.board.seats, record.match, number, again) for again in range(AGAIN)]
        return any(_secret(room, mark) == record.secret for mark in marks)

    def _seat_newcomer(self, room: Room, person_id: int) -> None:
        """Put somebody where they are most useful: beside the loneliest student, else at a new table. Locked tables are
        left alone; with all of them locked, whoever comes waits."""
        locks = self.room(room.id).settings.locks
        if self.room(room.id).settings.all_locked:
            return
        tables = [t for t in self.tables.tables(room.id) if any(s.person is None for s in t.seats) and not locks(t.id)]
        with_people = [t for t in tables if t.people]
        if with_people:
            table = min(with_people, key=lambda t: (len(t.people), t.number))
        elif tables:
            table = tables[0]
        else:
            table = self.add_table(room.id)
        self._move(person_id, table, self._best_seat(table))
        if room.settings.started:
            self._first_board(self.tables.get(table.id))

    @staticmethod
    def _best_seat(table: Table) -> int:
        """Partners first: North, South, then East, West."""
        seats = (0, 2, 1, 3) if table.game == "hool" else range(len(table.seats))
        return next(seat for seat in seats if table.seats[seat].person is None)

    def _move(self, person_id: int, table: Table, seat: int) -> None:
        found = self.seat_of(person_id, fresh=True)
        if found and (found[0].id, found[1]) == (table.id, seat):
            return
        others = table.seats[seat].people
        seating = [(table.id, seat, Seated(person_id, ""))]
        expected = [table.seats[seat]]
        if found:
            old, old_seat = found
            left = old.seats[old_seat].without(person_id, self._robot(old).robot)
            if others and left.person is not None:
                raise Refused(say("{name} shares a seat. Choose a free one.", name=self._person(person_id).name))
            seating.append((old.id, old_seat, Seated(others[0], "", others[1:]) if others else left))
            expected.append(old.seats[old_seat])
        if not self.tables.arrange(seating, "teacher", expected):
            # Somebody came or went in this moment: look again who sits where.
            self._move(person_id, self.tables.get(table.id), seat)
            return
        self._off_the_bench(person_id)
        for each in (person_id, *others):
            self.on_person(each)

    def _off_the_bench(self, person_id: int) -> None:
        if self._person(person_id).benched_at is not None:
            self._change_person(person_id, benched_at=None)

    def _balance(self, room_id: int) -> None:
        """Move as few as possible so that table sizes differ by at most one; those who share a device stay together."""
        locks = self.room(room_id).settings.locks
        tables = [t for t in self.tables.tables(room_id) if t.people and not locks(t.id)]
        held = {t.id: [s.person for s in t.seats if s.person is not None] for t in tables}  # shared seats count once
        sizes = self.plan(sum(map(len, held.values())), self.room(room_id).settings.table_seats)
        order = sorted(tables, key=lambda t: (-len(held[t.id]), t.number))
        spare = []
        for table, size in zip(order, sizes, strict=False):
            alone = [s.person for s in table.seats if s.person and not s.mates and not self.beside(s.person)]
            spare += alone[-(len(held[table.id]) - size) :] if len(held[table.id]) > size else []
        spare += [p for table in order[len(sizes) :] for p in held[table.id]]
        for table, size in zip(order, sizes, strict=False):
            for _ in range(min(size - len(held[table.id]), len(spare))):
                now = self.tables.get(table.id)
                if all(who.person is not None for who in now.seats):
                    break  # a table that has no more seats than players
                person = spare.pop()
                found = self.seat_of(person, fresh=True) if person is not None else None
                if person is None or found is None:
                    continue
                self._move(person, now, self._best_seat(now))
                for mate in found[0].seats[found[1]].mates:
                    self.share_seat(mate, person)

    def _first_board(self, table: Table) -> None:
        stands = self.lesson_stops(table.room_id) or self.room(table.room_id).settings.resting
        command = None if stands else self.first_board(table)
        if command is not None:
            self.tables.command(table.id, command, "table")

    def _expect(self, person_id: int) -> None:
        """Get a robot ready for somebody who is not here, once for each time they go."""
        gone = self.away_since(person_id)
        if gone is None or self._expected.get(person_id) == gone:
            return
        self._expected[person_id] = gone
        for wait in (AWAY_WAITING, AWAY_ANYWAY):
            self._later(max(0.0, gone + wait - self.clock()), lambda: self._cover(person_id))

    def _cover(self, person_id: int) -> None:
        """Look after the table where this person sits."""
        found = self.seat_of(person_id)
        if found:
            self.watch_absent(found[0])
            self.settle_rotation(found[0])

    def _give_to_robot(self, table_id: int, seat: int, who: Seated) -> None:
        # Only if the person still sits there: the teacher may have moved them in this moment.
        stand_in = replace(who, robot=self._robot(self.tables.get(table_id, fresh=False)).robot)
        self.tables.arrange([(table_id, seat, stand_in)], "table", [who])

    def _robot(self, table: Table) -> Seated:
        """The robot that takes a seat of this table."""
        return Seated(None, self.room(table.room_id).settings.robots)


def _secret(room: Room, mark: str) -> str:
    """What the shared cards of this name follow from, 64 hex digits."""
    return hmac.digest(bytes.fromhex(room.settings.seed), mark.encode(), "sha256").hex()


def _next_match(tables: Sequence[Table]) -> int:
    """A number that none of these tables has had for a match with a finished board."""
    return max((table.play.match + table.match_begun for table in tables), default=1)


def _mark(game: str, seats: int, match: int, number: int, again: int) -> str:
    """The name of a shared hand in games whose hands have their place in a match."""
    return f"{game} {seats} match {match} board {number} again {again}"


def _turned(board: Prepared, by: int) -> Prepared:
    """A board with its cards and its dealer turned by so many seats."""
    if not by:
        return board
    deal, dealer = turn(board.deal, board.dealer, by)
    return replace(board, deal=deal, dealer=dealer)


def _same(one: str, other: str) -> bool:
    """Whether two secrets are equal, without telling by the time it takes where they differ."""
    return hmac.compare_digest(one.encode(), other.encode("utf-8", "replace"))
