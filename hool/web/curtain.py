"""Several students on one device, and the curtain between them: who stands before it, whom it names next, and what it
shows.

Each of them stays a person of their own, with a key, a seat and results. While the curtain is down the device shows
what everybody at the table may see, and nothing else; one tap of a student lifts it for this student alone. Who has
lifted it is kept in memory only, so that after a restart every curtain is down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hool.classroom import Classroom
from hool.fold import Table
from hool.register import Room
from hool.rules.text import say
from hool.session import Sessions
from hool.store import PersonRow
from hool.tables import Answer, Tables
from hool.web.show import MineShow, Show, Stage

MOST = 4  # students on one device
# After a drop of the line that was shorter than this the one before the curtain still sits there: seconds.
SAME_HANDS = 20.0
# So long somebody may read a page of their own, such as a board or their results, without another one: seconds.
SAME_READER = 1800.0
_MOST_DEVICES = 5000


@dataclass(slots=True)
class _Device:
    """front: the person before the curtain, 0 while it is down. facing: the last who stood there. acted: what the one
    before it is doing in this moment, as (person, table, seat, turn). looks: the discard that the one before it came to
    see, as (table, event of the discard), while it may be claimed. gave: for whom the time to claim it has begun anew,
    as (person, the discard). gone_at: when its last socket went, or None. asked_at: when it was last asked who stands
    before it."""

    front: int = 0
    facing: int = 0
    acted: tuple[int, int, int, int] | None = None
    looks: tuple[int, int] | None = None
    gave: set[tuple[int, tuple[int, int]]] = field(default_factory=set)
    sockets: set[str] = field(default_factory=set)
    gone_at: float | None = None
    asked_at: float = 0.0


@dataclass(frozen=True, slots=True)
class Place:
    """One student of a shared device. table: None without a seat. due: has to act now. asked: may say what they expect
    of the board, which nobody has to. soon: waits for a seat that is free when the board is over. offered: others may
    act in this moment too, as with a discard that anybody may claim: nobody's turn, and whoever wants."""

    person: PersonRow
    table: Table | None
    seat: int
    due: bool = False
    asked: bool = False
    soon: bool = False
    offered: bool = False


class Curtains:
    """The curtains of all shared devices of this process; a device is named by the hash of the keys it holds."""

    def __init__(
        self, classroom: Classroom, tables: Tables, sessions: Sessions, show: Show, clock: Callable[[], float]
    ) -> None:
        self.classroom, self.tables, self.sessions, self.show, self.clock = classroom, tables, sessions, show, clock
        self._devices: dict[str, _Device] = {}
        self.on_front: Callable[[str, int], None] = lambda device, person: None  # who stands before one now; 0: nobody

    # -- who stands before it --------------------------------------------------------------------------------

    def front(self, device: str, people: Sequence[PersonRow]) -> PersonRow | None:
        """Who of these, who share the device, stands before its curtain; None while it is down."""
        known = self._devices.get(device)
        if known is None:
            return None
        if not known.sockets and self.clock() - known.asked_at > SAME_READER:
            self._comes(device, 0)
        known.asked_at = self.clock()
        return next((person for person in people if person.id == known.front), None)

    def lift(self, device: str, people: Sequence[PersonRow], person: int) -> Answer:
        """Somebody of the device says: I am this person. 0 lets the curtain fall."""
        known = self._device(device)
        known.acted = None
        if person and person not in {each.id for each in people}:
            return Answer("no", say("This player is not on this device."))
        known.facing, known.asked_at = person or known.facing, self.clock()
        self._comes(device, person)
        if person:
            self.classroom.take_seat_back(person)
            seated = self.classroom.seat_of(person)
            known.looks = _discard(seated[0]) if seated is not None else None
            if seated is not None and seated[1] in seated[0].to_act():
                self._give_time(known, person, seated[0])
        return Answer("done")

    def lower(self, device: str) -> None:
        if device in self._devices:
            self._comes(device, 0)

    def stands(self, device: str, person: int) -> bool:
        """Whether this student still stands before the curtain, who does something there now."""
        self.front(device, ())
        return device in self._devices and self._devices[device].front == person

    def arrived(self, device: str, socket: str) -> None:
        """A page of the device is connected; after a longer absence nobody is taken to sit there still."""
        known = self._device(device)
        if known.gone_at is not None and self.clock() - known.gone_at > SAME_HANDS:
            self._comes(device, 0)
        known.gone_at = None
        known.sockets.add(socket)

    def left(self, device: str, socket: str) -> None:
        known = self._device(device)
        known.sockets.discard(socket)
        if not known.sockets:
            known.gone_at = self.clock()

    def _comes(self, device: str, person: int) -> None:
        known = self._devices[device]
        before, known.front = known.front, person
        if before != person:
            self.on_front(device, person)

    def _device(self, device: str) -> _Device:
        known = self._devices.setdefault(device, _Device())
        if len(self._devices) > _MOST_DEVICES:
            idle = [name for name, each in self._devices.items() if not each.sockets and name != device]
            for name in idle[: _MOST_DEVICES // 10]:
                del self._devices[name]
        return known

    # -- acts ------------------------------------------------------------------------------------------------

    def act(
        self, device: str, people: Sequence[PersonRow], table_id: int, seat: int | None, turn: int, text: str
    ) -> Answer:
        """What is done at a table on this device: by the one before the curtain, or the next board, for all of them."""
        table = self.tables.get(table_id, fresh=False)
        at = {place: each.id for each in reversed(people) if (place := table.seat_of(each.id)) is not None}
        if text == "next" or text.startswith("again "):
            return self._go_on(table, at, seat, turn, text)
        front, known = self.front(device, people), self._device(device)
        own = table.seat_of(front.id) if front is not None else None
        if front is not None and own is not None and seat in (None, own):
            self.classroom.take_seat_back(front.id)
            known.acted = (front.id, table_id, own, turn)
            answer = self.tables.act(table_id, front.id, turn, text, seat)
            if answer.code == "done":
                self._settle(device, people)
            known.acted = None
            after = self.tables.get(table_id, fresh=False)
            if known.front == 0 and _discard(after) == _discard(table) and any(each in after.to_act() for each in at):
                self._give_time(known, -front.id, after)  # the tablet goes from hand to hand
            return answer
        if seat in at and turn < table.turns[seat]:
            return Answer("already")
        return Answer("no", say("First tap whose turn it is: “I am …”."))

    def _give_time(self, known: _Device, whom: int, table: Table) -> None:
        """Whoever of a device comes before its curtain has the whole time to claim a discard, and so have the others
        when it falls behind them (``whom`` is below 0): each once for each discard."""
        discard = _discard(table)
        if discard is None or not table.in_class or (whom, discard) in known.gave:
            return
        known.gave = {each for each in known.gave if each[1] == discard} | {(whom, discard)}
        self.tables.command(table.id, "wait", actor="table")

    def _go_on(self, table: Table, at: dict[int, int], seat: int | None, turn: int, text: str) -> Answer:
        if seat is None or seat not in at:
            return Answer("stale", say("You have another seat now. Look again."))
        first = self.tables.act(table.id, at[seat], turn, text, seat)
        for other, person in at.items() if first.code == "done" else ():
            now = self.tables.get(table.id, fresh=False)
            if other != seat and not now.playing:
                self.tables.act(table.id, person, now.turns[other], text, other)
        return first

    def _settle(self, device: str, people: Sequence[PersonRow]) -> None:
        """Let the curtain fall when the one before it has acted, and whenever nothing private is left behind it."""
        known = self._device(device)
        front = self.front(device, people)
        places = self.places(people)
        if front is None:
            return
        mine = next(place for place in places if place.person.id == front.id)
        if known.acted is not None:
            person, table_id, seat, turn = known.acted
            done = person == front.id and self.tables.get(table_id, fresh=False).turns[seat] > turn
            if done and not mine.due and not _sees_all(mine, places):
                self._comes(device, 0)
        discard = _discard(mine.table) if mine.table is not None else None
        if known.looks != discard:
            # A new discard is there for all of the device; and who came for one that is gone only came to look.
            others = [each for each in places if each.offered and each.person.id != front.id and _together(each, mine)]
            if others if discard is not None else not mine.due:
                self._comes(device, 0)
            known.looks = discard
        together = len({place.table.id for place in places if place.table is not None}) < 2
        if together and not self._is_private(mine):
            self._comes(device, 0)

    def _is_private(self, place: Place) -> bool:
        """Whether the page of this student shows anything that the others of the device should not look at."""
        room = self.classroom.room(place.person.room_id)
        kind = self.show.kind(room, place.table)
        if kind == "session":
            session = self.sessions.current(room.id)
            if session is not None and session.state.phase == "reflect":
                return True
        if kind == "table" and place.table is not None:
            return place.table.playing
        return place.table is None and room.settings.seating == "choose" and not room.closed

    # -- who is next -----------------------------------------------------------------------------------------

    def places(self, people: Sequence[PersonRow]) -> list[Place]:
        """Where the students of a device sit and whose turn it is, those at one table beside each other."""
        found = []
        for person in people:
            seated = self.classroom.seat_of(person.id)
            soon = self.classroom.wished_table(person) is not None
            found.append(self._place(person, *seated) if seated else Place(person, None, 0, soon=soon))
        return sorted(found, key=lambda place: (place.table is None, place.table.number if place.table else 0))

    def _place(self, person: PersonRow, table: Table, seat: int) -> Place:
        if table.paused or not table.playing or table.seats[seat].acts_alone:
            return Place(person, table, seat)
        due = seat in (table.ask.waiting if table.ask is not None else table.to_act())
        asked = bool(table.lesson) and any(q.question is not None for q in self.sessions.questions(table, seat))
        return Place(person, table, seat, due, asked, offered=due and table.clock is not None)

    # -- what is shown ---------------------------------------------------------------------------------------

    def stage(self, device: str, people: Sequence[PersonRow]) -> Stage:
        """The page of a shared device as it stands: of the one before the curtain, or what all of them may see."""
        self._settle(device, people)
        front = self.front(device, people)
        if front is not None:
            stage = self.show.stage(front)
            html = self._draw("front", front=front, kind=stage.kind) + stage.html
            if self.hand_up(people):  # whoever of them it was that raised it
                html = html.replace('data-hand="0"', 'data-hand="1"', 1)
            return replace(stage, html=html)
        room = self.classroom.room(people[0].room_id)
        places = self.places(people)
        due = sorted((place for place in places if place.due), key=_from_dealer)
        facing = self._device(device).facing
        main = next(
            iter([*due[:1], *(p for p in places if p.person.id == facing and p.table is not None), *places]), places[0]
        )
        kind = self.show.kind(room, main.table)
        reader = next((person for person in people if self.show.messages.unread(person)), people[0])
        top = self._draw("front") + self.show.message_html(reader, room, shared=True)
        top += self._draw("ways", room=room, for_home=self.sessions.for_home(room.id))
        table, seq = (main.table.id, main.table.seq) if main.table else (0, 0)
        if kind == "table":
            html = self._table(main, due[0] if due else None, places)
        elif kind == "session":
            html = self._session(room, main, places)
        else:
            html = self._lobby(room, main, places)
        return Stage(kind, table, seq, top + html)

    def _table(self, main: Place, first: Place | None, places: list[Place]) -> str:
        table = main.table
        assert table is not None
        face = self.show.table(table)
        here = [place for place in places if place.table is not None and place.table.id == table.id]
        waiting = table.ask.waiting if table.ask is not None else table.to_act()
        return self._draw(
            "table",
            t=face,
            me=self._all_of_them(main, here),
            here=here,
            others=[place for place in places if place not in here],
            choosing=self.classroom.room(main.person.room_id).settings.seating == "choose",
            next=first,
            offered=_in_turn(table, [place for place in here if place.offered]) if first and first.offered else [],
            facing=(facing := first.seat if first else main.seat),
            turn=table.turns[facing],
            both_sides=table.game == "hool" and len({place.seat % 2 for place in here}) > 1,
            slow=[] if first else [seat for seat in face.seats if seat.seat in waiting],
        )

    def _all_of_them(self, main: Place, here: list[Place]) -> MineShow:
        """What the result of a board says to all who share the device: nobody of them is "you"."""
        table = main.table
        assert table is not None
        mine = self.show.mine(table, main.seat, main.person.id)
        one_side = len({place.seat % 2 for place in here}) == 1
        return replace(
            mine, seat=-1, seats=tuple(place.seat for place in here), said=(), asked=(), hint="", chosen=None,
            view=table.rules.view(table.play.state, None), dealt=(), ways=mine.ways if one_side else (),
            hand_up=self.hand_up([place.person for place in here]),
        )  # fmt: skip

    def _session(self, room: Room, main: Place, places: list[Place]) -> str:
        session = self.sessions.current(room.id)
        assert session is not None
        if session.state.phase == "reflect":
            return self._draw(
                "names",
                room=room,
                s=session,
                places=[(place, self._looked_back(room, place.person)) for place in places],
                hand_up=self.hand_up([place.person for place in places]),
            )
        found = (main.table, main.seat) if main.table else None
        return self._group("_session.html", room, places, self.show.session(main.person, room, found))

    def _lobby(self, room: Room, main: Place, places: list[Place]) -> str:
        found = (main.table, main.seat) if main.table else None
        return self._group("_lobby.html", room, places, {**self.show.lobby(main.person, room, found), "check": None})

    def _group(self, template: str, room: Room, places: list[Place], values: dict[str, Any]) -> str:
        """A page that all of them may see; ``seekers`` choose their seats each for themselves."""
        seekers = [place for place in places if place.table is None] if values["choosing"] else []
        hand_up = self.hand_up([place.person for place in places])
        shared = {"group": places, "seekers": seekers, "choosing": False, "hand_up": hand_up}
        return str(self.show.app.jinja_env.get_template(template).render(**{**values, **shared}))

    def _looked_back(self, room: Room, person: PersonRow) -> bool:
        """Whether somebody has looked back and is through with the check."""
        session = self.sessions.current(room.id)
        if session is None or self.sessions.reflection(session, person.id) is None:
            return False
        check = self.show.check(person, room, session.name)
        return check is None or check.item is None

    def hand_up(self, people: Sequence[PersonRow]) -> bool:
        """Whether a hand of the device is up: there is one button for all of them."""
        return any(self.classroom.hand_up(person.id, person.room_id) for person in people)

    def _draw(self, scene: str, **values: Any) -> str:
        return str(self.show.app.jinja_env.get_template("_curtain.html").render(scene=scene, **values))


def _discard(table: Table) -> tuple[int, int] | None:
    """The discard that may be claimed at this table, by the event that laid it; None where there is none."""
    if table.clock is None or not table.playing:
        return None
    return table.id, next(act.seq for act in reversed(table.play.acts) if act.text.startswith("discard"))


def _together(one: Place, other: Place) -> bool:
    """Whether both sit at the same table."""
    return one.table is not None and other.table is not None and one.table.id == other.table.id


def _in_turn(table: Table, places: list[Place]) -> list[Place]:
    """These in the order in which the turns would come to them."""
    order = [*table.rules.seats_after(table.play.board, table.play.state.turn)]
    return sorted(places, key=lambda place: (order.index(place.seat) + 1) % len(order))


def _from_dealer(place: Place) -> tuple[int, int]:
    """The order in which the students of a device are asked: by table, then from the dealer clockwise."""
    table = place.table
    assert table is not None
    dealer = table.play.board.dealer if table.play.board else 0
    return table.number, (place.seat - dealer) % len(table.seats)


def _sees_all(mine: Place, places: Sequence[Place]) -> bool:
    """Whether nobody else on the device is kept from a hand that this one sees: declarer, when only dummy's player is
    there, who may see it while the cards are played (G20)."""
    table = mine.table
    if table is None or not table.playing:
        return False
    seen = _hands_seen(table, mine.seat)
    return all(
        place.table is not None and place.table.id == table.id and seen <= _hands_seen(table, place.seat)
        for place in places
        if place.person.id != mine.person.id
    )


def _hands_seen(table: Table, seat: int) -> set[int]:
    """Whose cards the player of this seat sees."""
    return {other for other, hand in enumerate(table.rules.view(table.play.state, seat).hands) if hand is not None}
