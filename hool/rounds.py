"""The seats of a class turn: the plan from the logs, waiting until all tables are ready, and the turn itself.

``rotation`` says who should sit where; here it is carried out. A turn that waits stands in the room's settings, so
that a restart keeps it. It is one write to the logs of all its tables: the seats, and the board with which each goes
on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hool.classroom import AWAY_ANYWAY, Classroom
from hool.fold import Seated, Table
from hool.refused import Refused
from hool.rotation import ROBOT, SEATS, Block, Four, Told, Unit, next_rounds, seating, told_by
from hool.rules.game import Deal
from hool.rules.text import say
from hool.session import Sessions
from hool.tables import Tables

ROUNDS = 4  # how many are planned ahead
LOOK = 8.0  # seconds in which the table that was ready last can look at its result
NEW = 0  # a table that is still to be made


@dataclass(frozen=True, slots=True)
class Place:
    """A table of the next round: its number (0 for a new one) and who sits North, East, South, West."""

    table: int
    number: int
    seats: Four


@dataclass(frozen=True, slots=True)
class Plan:
    """The next round in full, and who shares a table with robots in it and in those behind it. ``had``: on how many
    boards each person has done so until now; ``mark`` names this plan."""

    next: tuple[Place, ...]
    robots: tuple[tuple[Unit, ...], ...]
    had: dict[int, int]
    mark: str


@dataclass(frozen=True, slots=True)
class Waited:
    """A table that the turn waits for, and the seats that it waits for in turn."""

    table: Table
    seats: tuple[int, ...]


class Rounds:
    """The turns of all classes of this process."""

    def __init__(
        self,
        classroom: Classroom,
        tables: Tables,
        sessions: Sessions,
        later: Callable[[float, Callable[[], None]], object],
    ) -> None:
        self.classroom, self.tables, self.sessions, self._later = classroom, tables, sessions, later
        self._plans: dict[int, tuple[Any, Plan]] = {}
        self._due: set[int] = set()
        self._busy: set[int] = set()
        classroom.settle_rotation = self.settle

    # -- the plan --------------------------------------------------------------------------------------------

    def plan(self, room_id: int) -> Plan | None:
        """Who would sit where if the seats turned now; None while nobody takes part, and where they cannot turn."""
        tables, blocks = self._open_tables(room_id), self._blocks(room_id)
        if not blocks or not self.can_turn(room_id):
            return None
        every = [self.tables.get(row.id, fresh=False) for row in self.tables.rows(room_id, closed=True)]
        known = (
            tuple(blocks),
            tuple((table.id, _people(table), table.playing) for table in tables),
            sum(len(table.play.boards) for table in every),
        )
        if self._plans.get(room_id, (None,))[0] != known:
            self._plans[room_id] = known, self._make(tables, blocks, every)
        return self._plans[room_id][1]

    def _make(self, tables: Sequence[Table], blocks: Sequence[Block], every: Sequence[Table]) -> Plan:
        told, length = self._told(tables, every), _length(tables)
        sizes = self.classroom.plan(sum(map(len, blocks)))
        fours = seating(blocks, sizes, told)
        places = _where(fours, tables)
        chosen = next_rounds(blocks, sizes, told, ROUNDS, length)
        robots = tuple(tuple(unit for block in turn for unit in block) for turn in chosen)
        had = told_by(_boards(every)).robots
        mark = hashlib.sha256(repr(places).encode()).hexdigest()[:12]
        return Plan(places, robots, dict(had), mark)

    def _told(self, tables: Sequence[Table], every: Sequence[Table]) -> Told:
        """What all boards of the class tell, as if those in play and what was never played were over too: who sits
        together now shall part."""
        now = [_people(table) for table in tables if table.people and (table.playing or not _since(table))]
        return told_by([*_boards(every), *now])

    def can_turn(self, room_id: int) -> bool:
        """Whether seats turn in what is played: between boards of HOOL. A match of another game is its players' own
        from the first hand to the last."""
        return all(map(_is_hool, self._open_tables(room_id)))

    def _open_tables(self, room_id: int) -> list[Table]:
        """The tables whose seats turn: all that are not locked."""
        locks = self.classroom.room(room_id).settings.locks
        return [table for table in self.tables.tables(room_id) if not locks(table.id)]

    def _blocks(self, room_id: int) -> list[Block]:
        """Who takes part: whoever sits at a table that turns, and who is here and waits; those on one device stay
        together."""
        units = [seat.people for table in self._open_tables(room_id) for seat in table.seats if seat.people]
        units += [(p.id,) for p in self.classroom.waiting(room_id) if self.classroom.here(p.id)]
        blocks: list[Block] = []
        left = list(units)
        while left:
            first = left.pop(0)
            beside = {other for person in first for other in self.classroom.beside(person)}
            mates = [unit for unit in left if beside & set(unit)][: SEATS - 1]
            left = [unit for unit in left if unit not in mates]
            blocks.append((first, *mates))
        return blocks

    def forget(self, room_id: int) -> None:
        """This room is not there any more."""
        self._plans.pop(room_id, None)

    # -- waiting for the turn --------------------------------------------------------------------------------

    def begin(self, room_id: int, mark: str) -> bool:
        """Turn the seats by the plan that was shown, as soon as no table is in the middle of a board; True when it is
        done already. Raises ``Refused`` when the plan is another one by now."""
        with self.classroom.lock:
            if not self.can_turn(room_id):
                raise Refused(say("Seats turn between boards of HOOL. In this game a match keeps its players."))
            plan = self.plan(room_id)
            if plan is None:
                raise Refused(say("Nobody is here whose seat could change."))
            if plan.mark != mark:
                raise Refused(
                    say("Somebody came or went, so the plan is another one now. Look at it, then press again.")
                )
            now = {table.id: _people(table) for table in self._open_tables(room_id)}
            if all(now.get(place.table) == place.seats for place in plan.next):
                raise Refused(say("Everybody sits already as the plan has it."))
            self._keep(room_id, [[place.table, *map(list, place.seats)] for place in plan.next])
        if not self._is_ready(room_id):
            return False
        self._turn(room_id)
        return True

    def now(self, room_id: int) -> None:
        """Turn at once: boards in play are put away unplayed. Raises ``Refused`` when no turn waits."""
        self._look_waiting(room_id)
        self._turn(room_id)

    def call_off(self, room_id: int) -> None:
        """Everybody stays. Raises ``Refused`` when no turn waits."""
        with self.classroom.lock:
            self._look_waiting(room_id)
            self._keep(room_id, [])
        for table in self.tables.tables(room_id):
            self.tables.on_change(table)

    def waits(self, room_id: int) -> bool:
        return bool(self.classroom.room(room_id).settings.rotation)

    def waited_for(self, room_id: int) -> tuple[Waited, ...]:
        """The tables that a turn waits for."""
        return tuple(
            Waited(table, tuple(seat for seat in sorted(table.to_act()) if table.seats[seat].person is not None))
            for table in self._open_tables(room_id)
            if self._holds(table)
        )

    def settle(self, table: Table) -> None:
        """Turn the seats, in a moment, if that waits and this was the last table to be ready."""
        room_id = table.room_id
        if table.at_home or room_id in self._due or not self.waits(room_id) or not self._is_ready(room_id):
            return
        self._due.add(room_id)
        self._later(LOOK, lambda: self._settle(room_id))

    def _settle(self, room_id: int) -> None:
        self._due.discard(room_id)
        try:
            due = self.waits(room_id) and self._is_ready(room_id)
        except KeyError:  # the room was deleted meanwhile
            return
        if due:
            self._turn(room_id)

    def _is_ready(self, room_id: int) -> bool:
        """Whether no table is in the middle of a board, but for those whose people are gone while others are here."""
        tables = [table for table in self._open_tables(room_id) if table.people]
        here = any(self.classroom.here(person) for table in tables for person in table.people)
        return not any(map(self._holds, tables)) and (here or not any(map(self._plays, tables)))

    def _plays(self, table: Table) -> bool:
        """Whether a board is in play here that counts: of the lesson that is open, or of none while there is none."""
        session = self.sessions.current(table.room_id)
        if session is None:
            return table.playing and not self.classroom.room(table.room_id).settings.resting
        return table.playing and self.sessions.place_of(table) is not None

    def _holds(self, table: Table) -> bool:
        """Whether a turn waits for this table: somebody of it is here, or was a minute ago, and a board is in play."""
        away = [self.classroom.away_since(person) for person in table.people]
        here = any(since is None or self.classroom.clock() - since < AWAY_ANYWAY for since in away)
        return here and self._plays(table)

    def _look_waiting(self, room_id: int) -> None:
        if not self.waits(room_id):
            raise Refused(say("The seats have changed already, or that was called off."))

    def _keep(self, room_id: int, rotation: list[list[Any]]) -> None:
        self.classroom.change_settings(room_id, rotation=rotation)

    # -- the turn --------------------------------------------------------------------------------------------

    def _turn(self, room_id: int) -> None:
        if room_id in self._busy:
            return  # the tables that change in the turn ask whether it is due
        self._busy.add(room_id)
        try:
            with self.classroom.lock:
                self._carry_out(room_id)
                self.classroom.change_settings(room_id, rotation=[], moves={})
        finally:
            self._busy.discard(room_id)

    def _carry_out(self, room_id: int) -> None:
        """Seats and boards in one write. Done twice, it changes nothing."""
        while self.waits(room_id):
            tables = {table.id: table for table in self._open_tables(room_id)}
            wanted = self._wanted(room_id, tables)
            for place in [place for place in wanted if place < NEW]:
                empty = next((i for i, table in tables.items() if i not in wanted and not table.people), None)
                made = self.classroom.add_table(room_id).id if empty is None else empty
                tables[made] = self.tables.get(made)
                wanted[made] = wanted.pop(place)
            seats = {i: wanted.get(i, [ROBOT] * SEATS) for i in tables}
            if all(list(_people(table)) == seats[i] for i, table in tables.items()):
                return
            people = {person for four in seats.values() for unit in four for person in unit}
            then = self._boards_for(room_id, tables, seats, people)
            now = {person: s for table in tables.values() for s in table.seats for person in s.people}
            seating = [
                (i, seat, self._seated(tables[i], seat, unit, now))
                for i in tables
                for seat, unit in enumerate(seats[i])
            ]
            expected = [tables[i].seats[seat] for i, seat, _who in seating]
            if self.tables.arrange(seating, "teacher", expected, then):
                return

    def _seated(self, table: Table, seat: int, unit: Unit, now: dict[int, Seated]) -> Seated:
        """Who acts for a seat after the turn; a robot goes on to play for those who are not here."""
        if not unit:
            old = table.seats[seat]
            return old if old.person is None else Seated(None, self.classroom.room(table.room_id).settings.robots)
        before = now.get(unit[0])
        away = before is not None and not any(map(self.classroom.here, unit))
        return Seated(unit[0], before.robot if before and away else "", unit[1:])

    def _wanted(self, room_id: int, tables: dict[int, Table]) -> dict[int, list[Unit]]:
        """The plan that was kept, as far as it still holds: by table, new ones below 0. Who has gone since is left out,
        who came or was parted gets a seat that is left."""
        mates = {p: seat.people for table in tables.values() for seat in table.seats for p in seat.people}
        mates |= {p.id: (p.id,) for p in self.classroom.waiting(room_id)}
        wanted: dict[int, list[Unit]] = {}
        for table_id, *four in self.classroom.room(room_id).settings.rotation:
            if table_id != NEW and table_id not in tables:
                continue  # taken away or locked since
            place = table_id or min([NEW, *wanted]) - 1
            wanted[place] = []
            for planned in four:
                first = next((person for person in planned if person in mates), None)
                wanted[place].append(mates[first] if first is not None else ROBOT)
                for person in mates[first] if first is not None else ():
                    del mates[person]
        seated = {unit for table in tables.values() for seat in table.seats if (unit := seat.people)}
        for unit in sorted({unit for unit in mates.values() if unit in seated}):
            place = min(
                (each for each in wanted if ROBOT in wanted[each]),
                key=lambda each: (not any(wanted[each]), -wanted[each].count(ROBOT)),
                default=NEW,
            )
            if place == NEW:
                place = next((i for i in tables if i not in wanted), min([NEW, *wanted]) - 1)
                wanted[place] = [ROBOT] * SEATS
            free = next(seat for seat in (0, 2, 1, 3) if not wanted[place][seat])
            wanted[place][free] = unit
        return {place: four for place, four in wanted.items() if any(four) or place > NEW}

    # -- the boards behind it --------------------------------------------------------------------------------

    def _boards_for(
        self, room_id: int, tables: dict[int, Table], seats: dict[int, list[Unit]], people: Iterable[int]
    ) -> dict[int, list[str]]:
        """The commands with which each table goes on: all of a set with the same board, which nobody has seen."""
        settings, session = self.classroom.room(room_id).settings, self.sessions.current(room_id)
        begun = session.state.begun if session is not None else settings.started and not settings.resting
        if not begun:
            return {}
        if session is None:
            last = [self.tables.get(row.id, fresh=False).last_number for row in self.tables.rows(room_id, closed=True)]
            self.classroom.change_settings(room_id, floor=max(last, default=0) + 1)
        stands = session is not None and self.sessions.stops(room_id)
        left = self._left(room_id, tables, people)
        dealt: dict[int, list[str]] = {}
        for i, table in tables.items():
            place = len(table.set_of_boards) - left
            if not any(seats[i]) or (stands and not table.playing):
                dealt[i] = [f"onto {place}"]
            elif session is None:
                dealt[i] = [f"onto {place}", "fresh"]
            else:
                dealt[i] = [f"deal {place}"] if left else ["away", f"onto {place}"]
            if session is not None and left and any(seats[i]) and not stands:
                self.sessions.reach(room_id, place)
        return dealt

    def _left(self, room_id: int, tables: dict[int, Table], people: Iterable[int]) -> int:
        """How many boards of the set are left that none of these people has seen a hand of. Sets are alike from their
        end: a table may have begun its own later."""
        left = min(len(table.set_of_boards) - table.next_place for table in tables.values())
        ahead = next(iter(tables.values())).set_of_boards
        seen: set[Deal] = set()
        for person in people:
            seen |= self.classroom.deals_seen(person, room_id)
        while left and ahead[len(ahead) - left].deal in seen:
            left -= 1
        return left


# -- from tables to plain seats ---------------------------------------------------------------------------------------


def _is_hool(table: Table) -> bool:
    return table.game == "hool" and len(table.seats) == SEATS


def _people(table: Table) -> Four:
    north, east, south, west = (seat.people for seat in table.seats)
    return north, east, south, west


def _boards(tables: Iterable[Table]) -> Iterator[Sequence[Unit]]:
    """Who sat at each finished board of these tables, oldest board first."""
    ended = (
        (r.acts[-1].at if r.acts else 0.0, table.id, r)
        for table in tables
        for r in table.play.boards
        if r.game == "hool"
    )
    for _at, _table, record in sorted(ended, key=lambda each: each[:2]):
        yield tuple(seat.people for seat in record.seats)


def _since(table: Table) -> int:
    """How many boards those who sit there now have finished together."""
    count = 0
    for record in reversed(table.play.boards):
        if record.game != table.game or tuple(seat.people for seat in record.seats) != _people(table):
            break
        count += 1
    return count


def _length(tables: Sequence[Table]) -> int:
    """How many boards a round has, going by the one that ends now."""
    boards = [_since(table) + table.playing for table in tables if table.people]
    return max(1, round(sum(boards) / len(boards))) if boards else 1


def _where(fours: Sequence[Four], tables: Sequence[Table]) -> tuple[Place, ...]:
    """A table for each four: as few people as possible have to get up; the lowest numbers are used."""
    used = sorted(tables, key=lambda table: table.number)[: len(fours)]
    free = {table.id: table for table in used}
    left = list(fours)
    places: list[Place] = []

    def stay(table: Table, four: Four) -> int:
        return len({p for unit in four for p in unit} & set(table.people))

    while left and free:
        table, four = max(
            ((t, f) for t in free.values() for f in left), key=lambda pair: (stay(*pair), -pair[0].number)
        )
        places.append(Place(table.id, table.number, _kept(table, four)))
        del free[table.id]
        left.remove(four)
    places += [Place(NEW, 0, four) for four in left]
    return tuple(sorted(places, key=lambda place: place.number or 10**6))


def _kept(table: Table, four: Four) -> Four:
    """The same four turned around the table so that most of those who stay keep their seat."""
    ways = [four[i:] + four[:i] for i in range(SEATS)]
    best = max(
        ways,
        key=lambda way: sum(unit == seat.people and unit != ROBOT for unit, seat in zip(way, table.seats, strict=True)),
    )
    north, east, south, west = best
    return north, east, south, west
