"""Games at their players' own pace, beside the class's tables: who begins one, who takes its seats, whose turn it is.

A game is a table of its own (``Table.own_pace``), and its log is all there is of it. Until it begins nothing is dealt:
whoever holds the first seat has opened it, and where a robot is named in the log a seat is free. What a missed deadline
brings is done by ``Tables``, whether anybody is connected or not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal

from hool.classroom import Classroom
from hool.fold import Seated, Table
from hool.refused import Refused
from hool.register import Room
from hool.rules import GAMES
from hool.rules.text import SaidError, Text, say
from hool.store import PersonRow, Store
from hool.tables import LIMITS, Tables

MOST_OPENED = 3  # games of one student that have not begun: nobody fills everybody's list
MOST_GAMES = 12  # games of one student that are not over: more than anybody keeps in mind
MOST_KEPT = 40  # games of one student, over or not, that are on the lists: nobody alone fills the room
MOST_IN_ROOM = 300  # games of a room, over or not
FOR_TEACHER = 100  # so many more the teacher may begin
RECENT = 5.0  # seconds for which the numbers of a room's games are not read again: another process may begin one

Stands = Literal["turn", "answer", "asked", "wait", "open", "forming", "over"]


@dataclass(frozen=True, slots=True)
class Plan:
    """A game that is to begin. limit: seconds for each move; on_timeout: "forfeit" or "bot"."""

    game: str
    options: Any
    seats: int
    limit: int
    on_timeout: str


class Pace:
    """The games of all rooms that are played at their players' own pace. ``rng`` draws lots; ``on_removed(table)`` is
    called when a game is not there any more."""

    def __init__(
        self, store: Store, tables: Tables, classroom: Classroom, clock: Callable[[], float], rng: Random
    ) -> None:
        self.store, self.tables, self.classroom, self.clock = store, tables, classroom, clock
        self._rng = rng
        self._known: dict[int, tuple[float, tuple[int, ...]]] = {}
        self.on_removed: Callable[[Table], None] = lambda table: None
        classroom.on_out = self.gone
        classroom.on_stop = self._stop_all

    # -- reading --

    def games(self, room_id: int, fresh: bool = True) -> list[Table]:
        """The games of a room, the oldest first; with ``fresh=False`` as this process last saw them."""
        read_at, ids = self._known.get(room_id, (0.0, ()))
        if fresh or not read_at <= self.clock() < read_at + RECENT:
            ids = tuple(row.id for row in self.store.pace_tables(room_id))
            self._known[room_id] = (self.clock(), ids)
        found = []
        for table_id in ids:
            with suppress(KeyError):  # deleted in this moment
                table = self.tables.get(table_id, fresh=False)
                # What is over stays as it is.
                found.append(self.tables.get(table_id) if fresh and not is_over(table) else table)
        return [table for table in found if begun(table) or table.people]

    def game(self, room_id: int, number: int) -> Table:
        """The game that the room counts as this, from 1. Raises ``Refused``."""
        found = next((table for table in self.games(room_id) if table.number == -number), None)
        if found is None:
            raise Refused(say("This game is not there any more."))
        return found

    def of(self, person: PersonRow, fresh: bool = True) -> list[tuple[Stands, Table]]:
        """What there is for a student: the games they play or could, the oldest first, and how each stands for them."""
        return [(how, table) for table in self.games(person.room_id, fresh) if (how := stands(table, person.id))]

    def waiting_for(self, person: PersonRow) -> int | None:
        """How many games wait for this student: to move, to answer, or to say whether they play. None for who has no
        game and cannot open one."""
        found = self.of(person, fresh=False)
        if not found and not self.classroom.room(person.room_id).settings.own_pace:
            return None
        return sum(how in ("turn", "answer", "asked") for how, _ in found)

    def forget(self, room_id: int) -> None:
        """The room is deleted."""
        self._known.pop(room_id, None)

    # -- beginning --

    def open(self, host: PersonRow, plan: Plan, invited: Sequence[int], anybody: bool, robots: bool = False) -> Table:
        """A student opens a game: for those ``invited``, for ``anybody`` of the room, or at once with ``robots``.

        Raises ``Refused`` where the teacher has not allowed it, and for a plan that cannot be.
        """
        with self.classroom.lock:
            room = self._open_room(host.room_id)
            if not room.settings.own_pace:
                raise Refused(say("Your teacher begins the games here."))
            self._look_free(host, opens=True)
            guests = list(dict.fromkeys(person for person in invited if person != host.id))
            if not (robots or guests or anybody):
                raise Refused(say("Choose who plays with you."))
            self._look_all_here(room.id, guests)
            who = " ".join(map(str, [] if robots else guests)) + (" anybody" if anybody and not robots else "")
            table = self._make(room, plan, [host.id], f"invite {who.strip()}".rstrip())
            return self._begin(table) if robots else table

    def begin_for(self, room_id: int, people: Sequence[int], plan: Plan) -> Table:
        """The teacher begins a game of these students; robots have the seats that are left. Raises ``Refused``."""
        with self.classroom.lock:
            room = self._open_room(room_id)
            chosen = list(dict.fromkeys(people))
            if not chosen:
                raise Refused(say("Choose at least one student."))
            self._look_all_here(room_id, chosen)
            if len(chosen) > plan.seats:
                raise Refused(
                    say("{count} students and {seats} seats: choose more seats.", count=len(chosen), seats=plan.seats)
                )
            self._rng.shuffle(chosen)  # who sits beside whom
            return self._begin(self._make(room, plan, chosen, "invite", FOR_TEACHER))

    def join(self, person: PersonRow, number: int) -> Table:
        """A student takes a free seat; with the last one the game begins. Raises ``Refused``."""
        with self.classroom.lock:
            self._open_room(person.room_id)
            for _ in range(8):
                table = self._forming(person.room_id, number)
                if person.id in table.people:
                    return table
                if person.id not in table.invited and not table.anybody:
                    raise Refused(say("Only those who were asked can play in this game."))
                self._look_free(person)
                free = _free(table)
                if not free:
                    raise Refused(say("All seats are taken."))
                seated = [(table.id, free[0], Seated(person.id, ""))]
                if len(free) == 1:
                    return self._begin(table, seated)
                if self.tables.arrange(seated, "table", [table.seats[free[0]]]):
                    return self.tables.get(table.id)
            raise Refused(say("Somebody came or went in this moment. Look again."))

    def decline(self, person: PersonRow, number: int) -> None:
        """A student who was asked does not play."""
        with self.classroom.lock:
            table = self._forming(person.room_id, number)
            if person.id in table.invited:
                self._invite(table, [each for each in table.invited if each != person.id])

    def leave(self, person: PersonRow, number: int) -> None:
        """A student gives the seat back before the game begins; whoever has opened it calls it off."""
        with self.classroom.lock:
            self._leave(self._forming(person.room_id, number), person.id)

    def begin_with_robots(self, host: PersonRow, number: int) -> Table:
        """Whoever has opened a game begins it, with robots on the seats that nobody has taken."""
        with self.classroom.lock:
            self._open_room(host.room_id)
            table = self._forming(host.room_id, number)
            if table.seats[0].person != host.id:
                raise Refused(say("Whoever has opened this game begins it."))
            return self._begin(table)

    def again(self, person: PersonRow, number: int) -> Table:
        """A player of a game that is over opens another like it and asks those who played in it; with robots alone it
        begins at once. Whoever is asked for the same already takes that seat, so that there are no two. Raises
        ``Refused``."""
        with self.classroom.lock:
            old = self.game(person.room_id, number)
            if old.seat_of(person.id) is None:
                raise Refused(say("You do not play in this game."))
            if not is_over(old):
                raise Refused(say("This game is not over yet."))
            here = {each.id for each in self.classroom.students(person.room_id)}
            others = [each for each in old.people if each != person.id and each in here]
            for how, table in self.of(person):
                if how not in ("asked", "forming") or _plan(table) != _plan(old):
                    continue
                if {person.id, *others} <= {*table.people, *table.invited}:
                    return self.join(person, -table.number)
            return self.open(person, _plan(old), others, anybody=False, robots=not others)

    def back(self, person: PersonRow, number: int) -> Table:
        """A player is there: a robot that played for them ends. The game. Raises ``Refused`` for anybody else, and
        before it begins."""
        table = self.game(person.room_id, number)
        seat = table.seat_of(person.id)
        if seat is None or not begun(table):
            raise Refused(say("You do not play in this game."))
        who = table.seats[seat]
        if who.acts_alone and not table.match_over:
            self.tables.arrange([(table.id, seat, replace(who, robot=""))], "table", [who])
        return self.tables.get(table.id)

    # -- the teacher --

    def stop(self, room_id: int, number: int) -> Text:
        """The teacher ends a game; nobody has lost it. The sentence that says so."""
        table = self.game(room_id, number)
        if not begun(table):
            self._remove(table)
            return say("Game {number} is called off.", number=number)
        if table.match_over:
            raise Refused(say("Game {number} is over already.", number=number))
        self.tables.command(table.id, "stop")
        return say("Game {number} has ended.", number=number)

    def remove(self, room_id: int, number: int) -> None:
        """Take a game away from everybody's list, for good."""
        table = self.game(room_id, number)
        self.tables.command(table.id, "stop")
        self._remove(table)

    def gone(self, person: PersonRow) -> None:
        """Somebody is out of the room: robots have their seats, or the games they opened are called off."""
        for table in self.games(person.room_id):
            seat = table.seat_of(person.id)
            if not begun(table):
                if person.id in table.invited:
                    self._invite(table, [each for each in table.invited if each != person.id])
                if seat is not None:
                    self._leave(self.tables.get(table.id), person.id)
            elif seat is not None and not table.match_over:
                left = table.seats[seat].without(person.id, self._robot(person.room_id))
                self.tables.arrange([(table.id, seat, left)])
                if not self.tables.get(table.id).people:
                    self.tables.command(table.id, "stop")

    def _stop_all(self, room_id: int, paused: bool) -> None:
        """With the class's tables stop the clocks of these games too, and go on with them."""
        for table in self.games(room_id):
            if begun(table) and not table.match_over:
                self.tables.command(table.id, "pause" if paused else "resume")

    # -- inside --

    def _open_room(self, room_id: int) -> Room:
        room = self.classroom.room(room_id)
        if room.closed:
            raise Refused(say("This room is closed. Ask your teacher."))
        return room

    def _look_free(self, person: PersonRow, opens: bool = False) -> None:
        """Raises ``Refused`` for a student who plays in very many games already."""
        found = [(how, table) for how, table in self.of(person) if table.seat_of(person.id) is not None]
        if opens and len(found) >= MOST_KEPT:
            raise Refused(
                say("You have {count} games on your list. Your teacher can remove old ones.", count=len(found))
            )
        mine = [table for how, table in found if how != "over"]
        if len(mine) >= MOST_GAMES:
            raise Refused(say("You play in {count} games already. Finish one first.", count=len(mine)))
        opened = [table for table in mine if not begun(table) and table.seats[0].person == person.id]
        if opens and len(opened) >= MOST_OPENED:
            raise Refused(say("{count} games of yours still wait for players.", count=len(opened)))

    def _look_all_here(self, room_id: int, people: Sequence[int]) -> None:
        """Raises ``Refused`` unless all of these are students of the room."""
        if not set(people) <= {person.id for person in self.classroom.students(room_id)}:
            raise Refused(say("One of those you have chosen is not in the room any more. Choose again."))

    def _forming(self, room_id: int, number: int) -> Table:
        table = self.game(room_id, number)
        if begun(table):
            raise Refused(say("This game has begun already."))
        return table

    def _make(self, room: Room, plan: Plan, people: Sequence[int], invite: str, more: int = 0) -> Table:
        rules = GAMES.get(plan.game)
        if rules is None or plan.seats not in rules.seats:
            raise Refused(say("This game cannot be played with {count} at a table.", count=plan.seats))
        try:
            length = rules.boards_in_match(plan.options, plan.seats)
        except SaidError as problem:
            raise Refused(problem.why) from None
        if not length:
            raise Refused(say("A game at your own pace needs an end. Choose how many boards it has."))
        if getattr(plan.options, "thank_you", "off") == "anyone" and plan.options.claim_policy == "first":
            raise Refused(say("At your own pace nobody is the quickest: a discard goes to the next who wants it."))
        if plan.limit not in LIMITS:
            raise Refused(say("A move may take from one minute to one week."))
        if len(self.games(room.id)) >= MOST_IN_ROOM + more:
            raise Refused(say("There are very many games in this room. Your teacher can remove old ones."))
        table = self.tables.open(room.id, plan.game, plan.options, plan.seats, room.settings.robots, own_pace=True)
        self._known.pop(room.id, None)
        seating = [(table.id, seat, Seated(person, "")) for seat, person in enumerate(people)]
        commands = [f"limit {plan.limit} {plan.on_timeout}", invite]
        self.tables.arrange(seating, "teacher", then={table.id: commands})
        return self.tables.get(table.id)

    def _begin(self, table: Table, coming: Sequence[tuple[int, int, Seated]] = ()) -> Table:
        """Deal the first cards, with those who are ``coming`` on their seats. The seats are turned by lot, so that
        chance decides who deals and everybody keeps their neighbours. All at once: a game has begun or it has not."""
        paused = self.classroom.room(table.room_id).settings.paused
        seats = list(table.seats)
        for _, seat, who in coming:
            seats[seat] = who
        by = self._rng.randrange(len(seats))
        seating = [(table.id, seat, who) for seat, who in enumerate(seats[-by:] + seats[:-by])]
        then = {table.id: ["next", *(["pause"] if paused else [])]}
        if not self.tables.arrange(seating, "table", table.seats, then):
            raise Refused(say("Somebody came or went in this moment. Look again."))
        return self.tables.get(table.id)

    def _invite(self, table: Table, people: Sequence[int]) -> None:
        who = [*map(str, people), *(["anybody"] if table.anybody else [])]
        self.tables.command(table.id, " ".join(["invite", *who]), "table")

    def _leave(self, table: Table, person_id: int) -> None:
        seat = table.seat_of(person_id)
        if seat is None:
            return
        if seat == 0:
            self._remove(table)
            return
        free = Seated(None, self._robot(table.room_id))
        self.tables.arrange([(table.id, seat, free)], "table", [table.seats[seat]])

    def _remove(self, table: Table) -> None:
        self.store.close_table(table.id)
        self._known.pop(table.room_id, None)
        self.on_removed(self.tables.get(table.id))

    def _robot(self, room_id: int) -> str:
        return self.classroom.room(room_id).settings.robots


def begun(table: Table) -> bool:
    """Whether the first board of a game has been dealt."""
    return table.play.state is not None


def is_over(table: Table) -> bool:
    """Whether the match of a game is over."""
    return begun(table) and not table.playing and table.match_over


def stands(table: Table, person_id: int) -> Stands | None:
    """How a game stands for somebody: their "turn", or theirs to "answer" whether they want a discard, or they "wait";
    before it begins they are "asked" to play, could take a seat that is "open" to all, or have one ("forming"); "over".
    None where it is none of theirs."""
    seat = table.seat_of(person_id)
    if not begun(table):
        if seat is not None:
            return "forming"
        return "asked" if person_id in table.invited else "open" if table.anybody else None
    if seat is None:
        return None
    if is_over(table):
        return "over"
    if table.paused or table.seats[seat].acts_alone:
        return "wait"
    if seat not in table.to_act():
        return "wait"
    return "answer" if table.clock is not None else "turn"


def _plan(table: Table) -> Plan:
    """How a game was begun; who deals first is drawn anew."""
    options = replace(table.options, first_dealer=0) if table.rules.dealer_by_lot else table.options
    return Plan(table.game, options, len(table.seats), table.limit, table.on_timeout)


def _free(table: Table) -> list[int]:
    return [seat for seat, who in enumerate(table.seats) if who.person is None]
