"""The door of a room: who comes in at once, who waits for the teacher, who is to stay outside, and under which name.

Whoever waits, was taken out or banned stands in the store. What brakes a swarm is counted in memory: an address is
never kept beside a name, and all of it is forgotten within an hour.
"""

from __future__ import annotations

import hmac
import json
import math
import threading
from collections.abc import Callable
from dataclasses import dataclass

from hool.brakes import A_MINUTE, AN_HOUR, Delays, Lately
from hool.classroom import Classroom
from hool.names import bare_name, clean_name, clean_real_name, fold_name, is_bad, is_made_up, made_up_name
from hool.refused import Refused
from hool.register import Room, hash_key, normal_code
from hool.rules.text import Text, say, say_count
from hool.store import PersonRow

# Above every class, and two classes at once in the gym come in within two minutes.
CROWD = 45  # joins within a minute; whoever comes next waits for the teacher
MOST_WAITING = 60
LATELY = 300.0  # seconds of which the teacher is told what was held back

# Wrong return codes, by what they would open: from one address within a minute and an hour, and to one room in all.
# A right one counts for nothing. With 30 students in a room, so many tries find one code in some weeks.
WRONG_RETURNS = {"student": (60, 600), "teacher": (20, 200), "helper": (20, 200)}
WRONG_IN_ROOM = (300, 1500)
# A whole school is one address, so a right room code always works: it is no secret, it hangs on the wall.
WRONG_ROOM_CODES = 60  # from one address within a minute

STAY_OUTSIDE = say("You cannot come into this class now. Talk to your teacher, who can let you in again.")


@dataclass(frozen=True, slots=True)
class Named:
    """A name as it will be shown. ``replaced``: it is not the one that was typed."""

    name: str
    replaced: bool


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody at the door with their key. ``person.role`` is "newcomer" while the teacher has not let them in."""

    person: PersonRow
    key: str
    replaced: bool


@dataclass(frozen=True, slots=True)
class Gone:
    """Somebody who was taken out or banned."""

    id: int
    name: str
    banned: bool


class Door:
    """The doors of all rooms of this process. ``who`` is always the address from which somebody asks, "" if unknown."""

    def __init__(self, classroom: Classroom) -> None:
        self.classroom, self.store = classroom, classroom.store
        self._lock = threading.RLock()
        self._came, self._held = Lately(classroom.clock), Lately(classroom.clock)
        self._wrong = Lately(classroom.clock)
        self._delays = Delays(classroom.clock)
        self._crowded: dict[int, float] = {}

    # -- coming in -------------------------------------------------------------------------------------------

    def join(
        self, room_id: int, typed: str, again: bool = False, lang: str = "en", who: str = "", seated: bool = True
    ) -> Joined:
        """Somebody new, under the typed name or one that is put in its place. Raises ``Refused``.

        ``again``, ``seated``: as for ``Classroom.join``. ``lang``: the language of a made-up name. Whoever has a seat
        never comes this way.
        """
        with self._lock:
            room = self.classroom.room(room_id)
            self.look_at_name(room_id, typed)
            named = self._named(room, typed, lang)
            self._hold_back(room, who)
            person, key = self.classroom.join(room_id, named.name, again, self._must_wait(room), seated)
            self._came.add(room_id)
            if named.replaced:
                self._mark(person, "name")
            if person.role == "newcomer" and again:
                self._mark(person, "again")
        return Joined(person, key, named.replaced)

    def look_at_name(self, room_id: int, typed: str) -> None:
        """Raises ``Refused`` for a name under which nobody comes in."""
        clean_name(typed)
        if self._is_banned_name(room_id, typed):
            raise Refused(say("This name cannot come in now. Talk to your teacher."))

    def rename(self, person: PersonRow, typed: str, lang: str = "en") -> Named:
        """A student gives themselves another name, or gets one in place of it. Raises ``Refused``."""
        room = self.classroom.room(person.room_id)
        if clean_name(typed) == person.name:
            return Named(person.name, False)
        if self._is_banned_name(room.id, typed):
            raise Refused(say("Somebody else had this name. Choose another one."))
        named = self._named(room, typed, lang)
        with self._lock:
            shown = self.classroom.rename(person.id, named.name)
            self.store.drop_work("name", person_id=person.id)
            if named.replaced:
                self._mark(person, "name")
        return Named(shown, named.replaced)

    def rename_for(self, person: PersonRow, typed: str) -> str:
        """The teacher gives somebody a name, whatever it is. Raises ``Refused``."""
        name = self.classroom.rename(person.id, typed)
        self.store.drop_work("name", person_id=person.id)
        return name

    def why_renamed(self, room: Room, name: str) -> Text:
        """What somebody is told whose name was replaced."""
        if room.settings.made_up:
            return say(
                "Here everybody has a made-up name. Yours is {name}. You can choose another one in the menu.", name=name
            )
        return say("We gave you the name {name}. You can choose another one in the menu.", name=name)

    def replaced(self, room_id: int) -> set[int]:
        """The people whose typed name was replaced, and who have that name still."""
        return {row.person_id for row in self.store.work(room_id, "name") if row.person_id is not None}

    def _named(self, room: Room, typed: str, lang: str) -> Named:
        name = clean_name(typed)
        if not is_bad(name) and (not room.settings.made_up or is_made_up(name)):
            return Named(name, False)
        taken = {fold_name(p.name) for p in self.store.people(room.id)}
        return Named(made_up_name(lang, lambda each: fold_name(each) in taken), True)

    def _mark(self, person: PersonRow, kind: str, data: str = "{}") -> None:
        self.store.drop_work(kind, person_id=person.id)
        self.store.add_work(person.room_id, kind, str(person.id), person.id, data)

    # -- waiting for the teacher -----------------------------------------------------------------------------

    def let_in(self, room_id: int, person_id: int) -> PersonRow:
        """A newcomer comes in. Raises ``Refused``."""
        with self._lock:
            person = self._newcomer(room_id, person_id)
            again = bool(self.store.work(room_id, "again", person_id=person_id))
            self.classroom.let_in(person_id, again)
            self.store.drop_work("again", person_id=person_id)
            self._forgive(room_id)
        return person

    def let_all_in(self, room_id: int) -> int:
        """Everybody who waits comes in; how many. Raises ``Refused`` when the room is full before that."""
        return self._for_each(room_id, self.let_in)

    def turn_away(self, room_id: int, person_id: int) -> PersonRow:
        """Not now: nothing is kept of them, and they may try again. Raises ``Refused``."""
        with self._lock:
            person = self._newcomer(room_id, person_id)
            self.classroom.turn_away(person_id)
            self._forgive(room_id)
        return person

    def turn_all_away(self, room_id: int) -> int:
        count = self._for_each(room_id, self.turn_away)
        self._held.forget(room_id)
        return count

    def _for_each(self, room_id: int, deed: Callable[[int, int], object]) -> int:
        """Do it for everybody who waits, also when some of them leave meanwhile; for how many. Raises ``Refused``."""
        done = 0
        for person in self.classroom.newcomers(room_id):
            try:
                deed(room_id, person.id)
                done += 1
            except Refused:
                if any(each.id == person.id for each in self.classroom.newcomers(room_id)):
                    raise
        return done

    def _newcomer(self, room_id: int, person_id: int) -> PersonRow:
        person = next((p for p in self.classroom.newcomers(room_id) if p.id == person_id), None)
        if person is None:
            raise Refused(say("This newcomer does not wait any more."))
        return person

    # -- out, and back in ------------------------------------------------------------------------------------

    def take_out(self, room_id: int, person_id: int, ban: bool = False) -> None:
        """Out of the room. ``ban``: and not in again, with this name or one of these devices; because a device that
        has forgotten everything looks new, from now on newcomers wait for the teacher."""
        with self._lock:
            person = self.classroom.person(person_id)
            found = self.classroom.seat_of(person_id, fresh=True)
            if person is not None and found is not None:
                self._mark(person, "seat", json.dumps({"table": found[0].id, "seat": found[1]}))
            self.classroom.take_out(person_id, ban)
            if ban and not self.classroom.room(room_id).settings.approve:
                self.classroom.change_settings(room_id, approve=True)

    def gone(self, room_id: int) -> list[Gone]:
        """Who was taken out or banned, the last one first."""
        people = [p for p in self.store.everybody(room_id) if p.role == "student" and p.archived_at and p.name]
        people.sort(key=lambda p: p.archived_at or 0.0, reverse=True)
        return [Gone(p.id, p.name, p.banned_at is not None) for p in people]

    def let_back(self, room_id: int, person_id: int) -> tuple[PersonRow, bool]:
        """Somebody who was out is in again, and whether on the old seat; else they wait for one. Raises ``Refused``.

        The return code works again. Another seat is for the teacher to give: it may have the cards that they have seen.
        """
        with self._lock:
            if all(gone.id != person_id for gone in self.gone(room_id)):
                raise Refused(say("This student is not among those who were taken out."))
            person = self.classroom.let_back(person_id)
            for row in self.store.work(room_id, "seat", person_id=person_id):
                had = json.loads(row.data)
                self.store.drop_work("seat", person_id=person_id)
                table = next((t for t in self.classroom.tables.tables(room_id) if t.id == had["table"]), None)
                if table is not None and table.seats[had["seat"]].person is None:
                    self.classroom.move(person_id, table.id, had["seat"])
                    return person, True
        return person, False

    def is_banned(self, room_id: int, key: str) -> bool:
        """Whether a device with this key belongs to somebody who is to stay outside."""
        person = self.store.person_by_key(hash_key(key)) if key else None
        return person is not None and person.room_id == room_id and person.banned_at is not None

    def _is_banned_name(self, room_id: int, typed: str) -> bool:
        bare = bare_name(typed)
        banned = {bare_name(p.name) for p in self.store.everybody(room_id) if p.banned_at is not None}
        return bool(banned & {bare, bare.rstrip("0123456789")})

    # -- real names ------------------------------------------------------------------------------------------

    def note_real_name(self, person: PersonRow, typed: str) -> str:
        """What the teacher writes beside a name, for no other eyes; "" takes it away. Raises ``Refused``."""
        real = clean_real_name(typed)
        self.store.change_person(person.id, real_name=real)
        return real

    def note_real_names(self, room_id: int, text: str) -> int:
        """A list with a line for each: "Amina = Amina Yilmaz", or with a tab as from a table; how many were noted.

        All of it or nothing. Raises ``Refused`` with the line that cannot be used.
        """
        students = {fold_name(p.name): p for p in self.classroom.students(room_id)}
        found: dict[int, str] = {}
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip():
                continue
            name, sign, real = line.partition("\t") if "\t" in line else line.partition("=")
            shown = f"{line.strip()[:30]} …" if len(line.strip()) > 30 else line.strip()
            if not sign:
                raise Refused(
                    say(
                        "Line {line}, “{text}”: write it as Name = Real name. Nothing was changed.",
                        line=number,
                        text=shown,
                    )
                )
            person = students.get(fold_name(" ".join(name.split())))
            if person is None:
                raise Refused(
                    say(
                        "Line {line}: nobody in the class is called “{name}”. Nothing was changed.",
                        line=number, name=" ".join(name.split())[:30],
                    )
                )  # fmt: skip
            found[person.id] = clean_real_name(real)
        if not found:
            raise Refused(say("Write or paste at least one line: Name = Real name."))
        for person_id, real in found.items():
            self.store.change_person(person_id, real_name=real)
        return len(found)

    # -- codes and brakes ------------------------------------------------------------------------------------

    def whose_code(self, room_id: int, typed: str, role: str = "student", who: str = "") -> PersonRow:
        """The person whose return code this is. Raises ``Refused``, and counts, when it is nobody's.

        So many wrong ones as only a program types, from one address or to one room, make everybody there wait a
        little longer each time. Not so the teacher and the helpers, whose codes are too long to be guessed from one
        address: or a prankster in the school could keep them out.
        """
        guesser, a_room = ("return", room_id, role, who), ("return", room_id, role)
        held = bool(self._delays.left(guesser)) or self._too_many(guesser, *WRONG_RETURNS[role])
        crowd = self._too_many(a_room, *WRONG_IN_ROOM)
        person = None if crowd or (held and role == "student") else self.classroom.whose_code(room_id, typed, role)
        if person is not None:
            return person
        if held or crowd:
            self._hold(room_id)
            raise Refused(_too_many_codes(self._delays.refuse(guesser)))
        code = normal_code(typed).encode("utf-8", "replace")
        for each in self.store.everybody(room_id) if role == "student" else ():
            if each.banned_at and hmac.compare_digest(self.classroom.return_code(each).encode(), code):
                raise Refused(STAY_OUTSIDE)
        self._wrong.add(guesser)
        self._wrong.add(a_room)
        raise Refused(say("This return code is not known in this room. Check it with your teacher."))

    def come_back(self, room_id: int, typed: str, role: str = "student", who: str = "") -> tuple[PersonRow, str]:
        """The person whose return code this is, with a new key for the new device. Raises ``Refused``."""
        person = self.whose_code(room_id, typed, role, who)
        return person, self.classroom.new_key(person)

    def wrong_room_code(self, who: str) -> Text | None:
        """Count a room code that no room has; what to say if it was one of very many from this address."""
        if self._wrong.count(who, A_MINUTE) >= WRONG_ROOM_CODES or self._delays.left(who):
            return _too_many_codes(self._delays.refuse(who))
        self._wrong.add(who)
        return None

    def renew_return_codes(self, room_id: int) -> int:
        """New return codes for all students; how many."""
        students = self.classroom.students(room_id)
        for person in students:
            self.classroom.renew_return_code(person.id)
        return len(students)

    def entry(self, room: Room) -> str:
        """What a browser holds that has typed the room's present code; 24 signs."""
        return self.classroom.derived(f"door {room.id} {room.code}").hex()[:24]

    def held_back(self, room_id: int) -> int:
        """How many tries to come in were held back in the last minutes."""
        return self._held.count(room_id, LATELY)

    def change_rules(self, room_id: int, approve: bool, made_up: bool, code_asked: bool) -> None:
        """How newcomers come in, as the teacher wishes: what a crowd has changed is forgotten."""
        if not approve:
            self._crowded.pop(room_id, None)
            self._came.forget(room_id)
        self.classroom.change_settings(room_id, approve=approve, made_up=made_up, code_asked=code_asked)

    def strays(self, room_id: int) -> list[PersonRow]:
        """Who came in the rush before newcomers had to wait, and never opened a page: programs, most likely."""
        since = self._crowded.get(room_id, math.inf) - A_MINUTE
        came = [p for p in self.classroom.students(room_id) if p.made_at >= since]
        return [p for p in came if (self.classroom.away_since(p.id) or math.inf) <= p.made_at + 1]

    def take_out_strays(self, room_id: int) -> int:
        strays = self.strays(room_id)
        for person in strays:
            self.take_out(room_id, person.id)
        return len(strays)

    def is_crowded(self, room_id: int) -> bool:
        """Whether newcomers wait because very many came at once, and not because the teacher wished it."""
        return room_id in self._crowded and self.classroom.room(room_id).settings.approve

    def _too_many(self, key: object, minute: int, hour: int) -> bool:
        return self._wrong.count(key, A_MINUTE) >= minute or self._wrong.count(key, AN_HOUR) >= hour

    def _must_wait(self, room: Room) -> bool:
        """Whether the next one waits for the teacher, because the teacher or the crowd says so."""
        if room.settings.approve:
            return True
        if self._came.count(room.id, A_MINUTE) < CROWD:
            return False
        self._crowded[room.id] = self.classroom.clock()
        self.classroom.change_settings(room.id, approve=True)
        return True

    def _hold_back(self, room: Room, who: str) -> None:
        """Raises ``Refused`` while as many wait as a teacher can look at."""
        place = ("room", room.id, who)
        left = self._delays.left(place)
        if not left:
            if not room.settings.approve or len(self.classroom.newcomers(room.id)) < MOST_WAITING:
                return
            left = self._delays.refuse(place)
        self._hold(room.id)
        raise Refused(
            say_count(
                "Very many want to come in at once. Wait {count} second, then try again.",
                "Very many want to come in at once. Wait {count} seconds, then try again.",
                left,
            )
        )

    def _forgive(self, room_id: int) -> None:
        """There is room again: all who were told to wait may try at once."""
        self._delays.forget(lambda who: isinstance(who, tuple) and who[:2] == ("room", room_id))

    def _hold(self, room_id: int) -> None:
        self._held.add(room_id)
        self.classroom.on_room(room_id)


def _too_many_codes(seconds: int) -> Text:
    return say_count(
        "Too many wrong codes were typed. Wait {count} second, then try again.",
        "Too many wrong codes were typed. Wait {count} seconds, then try again.",
        seconds,
    )
