"""What a table is: the fold of its log.

A ``Table`` is a frozen value. ``fold`` takes it one event further and asks the rules whether an act is legal; nothing
here writes, waits or knows a clock.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

from hool.rules import GAMES
from hool.rules.cards import Card, format_deal, parse_deal
from hool.rules.game import CLOCK, Board, Deal, Result, options_from_json, options_to_json, places_without, play
from hool.rules.text import SeatRef, Text, say
from hool.store import Event

SOUTH = 2
# At one's own pace the next board is dealt after so many seconds at the latest, if nobody asks for it.
NEXT_OWN_PACE = 3600.0


@dataclass(frozen=True, slots=True)
class Seated:
    """Who acts for a seat. A person's seat is theirs also while a robot plays for them: ``person`` stays. ``mates``
    share the seat with the person, each on a device of their own: they see what the person sees, and whoever is
    quicker acts."""

    person: int | None = None
    robot: str = "standard"  # "" when the person plays
    mates: tuple[int, ...] = ()

    @property
    def acts_alone(self) -> bool:
        """True when a robot makes the decisions of this seat."""
        return bool(self.robot)

    @property
    def people(self) -> tuple[int, ...]:
        """All who share the seat, its person first."""
        return () if self.person is None else (self.person, *self.mates)

    def without(self, person: int, robot: str) -> Seated:
        """The seat when this person has left it: those who shared it keep it, else ``robot`` has it."""
        left = tuple(p for p in self.people if p != person)
        return Seated(left[0], self.robot, left[1:]) if left else Seated(None, robot)


class Act(NamedTuple):
    """One action of the board being played or shown, of a seat or ``CLOCK``; ``note`` is the robot's reason as JSON, or
    ``""``."""

    seq: int
    seat: int
    text: str
    note: str
    at: float


@dataclass(frozen=True, slots=True)
class Prepared:
    """A deal put aside for a later board. ``options`` holds what differs from the table's own, as a JSON object;
    ``acts`` are done as soon as it is dealt, as ``(seat, text)``: a lesson may begin in the middle of a board.
    ``secret`` is what a shuffled deal follows from (``rules/shuffle.py``), "" for one that an author has chosen."""

    number: int
    dealer: int
    deal: Deal
    options: str = ""
    acts: tuple[tuple[int, str], ...] = ()
    secret: str = ""

    def __str__(self) -> str:
        extra = f" secret {self.secret}" if self.secret else ""
        extra += f" options {self.options}" if self.options else ""
        then = " then " + ", ".join(f"{seat} {text}" for seat, text in self.acts) if self.acts else ""
        return f"{self.number} dealer {self.dealer}{extra} deal {format_deal(self.deal)}{then}"


class Said(NamedTuple):
    """What somebody expected: ``key`` names a question of the lesson or a trick, ``answer`` counts its answers from 0;
    None is a question that was passed over."""

    seat: int
    key: str
    answer: int | None


@dataclass(frozen=True, slots=True)
class BoardRecord:
    """A finished board: the slice of the log that began at ``first_seq``. ``people`` is who sat there, per seat."""

    ordinal: int
    first_seq: int
    last_seq: int
    board: Board
    deal: Deal
    acts: tuple[Act, ...]
    result: Result
    seats: tuple[Seated, ...]
    state: Any  # as the board ended
    claim: tuple[int, int] | None = None
    lesson: int = 0
    said: tuple[Said, ...] = ()
    fixed: int = 0  # how many acts came with the board
    shown: bool = False  # the teacher had all hands laid open while it was played
    ended_at: float = 0.0  # seconds since 1970
    game: str = "hool"
    match: int = 1  # which match of the table it belongs to
    secret: str = ""  # what the deal follows from, "" for one that an author has chosen
    aided: bool = False  # as in ``Play``

    @property
    def rules(self) -> Any:
        return GAMES[self.game]


@dataclass(frozen=True, slots=True)
class Ask:
    """A question of one seat to its opponents: ``kind`` is "undo" or "claim"."""

    kind: str
    seat: int
    tricks: int
    waiting: frozenset[int]
    seq: int
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Over:
    """A match ended before its time: who ended it, and ``why``: "resigned", "late" when a deadline was missed, or
    "stopped" by the teacher, where ``seats`` is empty."""

    seats: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """A match that has ended. ``people`` are those of each seat, ``places`` as in ``Table.places``, ``totals`` the
    points of each seat; ``boards`` how many were finished; ``aided`` as in ``Play``."""

    game: str
    match: int
    people: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    totals: tuple[int, ...]
    boards: int
    at: float
    aided: bool
    sides: bool  # two partnerships instead of single players
    over: Over | None = None
    rated: bool = False  # it was to count for ratings from its first board on, and as in ``Table.rated`` to the end


@dataclass(frozen=True, slots=True)
class Play:
    """What a rewind brings back: the board in play and all that was reached before it."""

    board: Board | None = None
    deal: Deal | None = None
    state: Any = None
    first_seq: int = 0
    ordinal: int = 0
    acts: tuple[Act, ...] = ()
    results: tuple[Result, ...] = ()  # of the present match
    boards: tuple[BoardRecord, ...] = ()
    used: int = 0  # how many prepared deals have been taken
    given: bool = False  # the board is one of the prepared deals
    fixed: int = 0  # how many acts came with the board
    claim: tuple[int, int] | None = None
    said: tuple[Said, ...] = ()  # what was expected of this board
    secret: str = ""  # as in ``Prepared``
    match: int = 1  # counts the matches of the table, over all its games
    over: Over | None = None  # the present match has ended with the board in play
    aided: bool = False  # in this match a robot or the teacher has had a hand, or cards were known beforehand
    ended: tuple[MatchEnd, ...] = ()  # the matches of this table that are over
    rated: bool = False  # the present match has begun as one that counts for ratings


@dataclass(frozen=True, slots=True)
class Table:
    """The fold of one log.

    ``turns`` counts what each seat ever did here, rewound acts included, how often its cards were taken away, and the
    discards of others that it could claim;
    ``moments`` are the seqs of the present board that a rewind can name; ``moved_at`` is the time of the last event
    that changed the board. Nobody can have been awaited longer than since ``free_at`` (the board was dealt or rewound,
    the table goes on after a stop) and ``sat_at`` (by seat: who has it sat down).
    """

    id: int
    room_id: int
    number: int
    seq: int = 0
    game: str = "hool"
    options: Any = None
    seats: tuple[Seated, ...] = ()
    prepared: tuple[Prepared, ...] = ()
    play: Play = field(default_factory=Play)
    history: tuple[tuple[int, Play], ...] = ()
    turns: tuple[int, ...] = ()
    paused: bool = False
    ask: Ask | None = None
    ready: frozenset[int] = frozenset()
    # What was refused on this board: claims as (seat, tricks left), take-backs as (seat, minus the last act's event).
    refused: frozenset[tuple[int, int]] = frozenset()
    last_number: int = 0  # the highest board number ever dealt here, rewound ones included
    batch: int = 0  # where the prepared deals begin that were loaded last
    lesson: int = 0  # the session whose boards are played here, 0 for none
    wish: int = 0  # a prepared board that is wished for once more, counted from 1 in its set; 0 for the next one
    wishes: tuple[tuple[int, int], ...] = ()  # what each seat has wished for last: (seat, wish)
    shown: int = 0  # the board, by its first event, on which all hands were laid open to the table; 0 for none
    hands_open: bool = False  # all hands lie open to the table now
    notice: Text | None = None  # what all should hear about the last thing that was no act; until the next act
    moved_at: float = 0.0
    free_at: float = 0.0
    sat_at: tuple[float, ...] = ()
    began: int = 0  # the event since which this game is played here
    dealt: tuple[int, ...] = ()  # the numbers of all boards dealt in this match, rewound ones included
    limit: int = 0  # seconds for each move, 0 for as many as one wants
    on_timeout: str = "bot"  # what a missed deadline brings: a robot for the seat ("bot"), or the end ("forfeit")
    due: tuple[float | None, ...] = ()  # where there is a limit: since when each seat is awaited, None if it is not
    late_at: float | None = None  # where there is a limit: since when the next board is awaited
    clock: tuple[int, float] | None = None  # the event that started the clock of the rules, and when; None if it stands
    invited: tuple[int, ...] = ()  # at one's own pace: who may take a free seat before the game begins
    anybody: bool = False  # the same for anybody of the room

    @property
    def rules(self) -> Any:
        return GAMES[self.game]

    @property
    def finished(self) -> bool:
        """True when the present board has its result."""
        return self.play.state is not None and self.rules.result(self.play.state) is not None

    @property
    def playing(self) -> bool:
        return self.play.state is not None and not self.finished and self.play.over is None

    @property
    def moments(self) -> tuple[int, ...]:
        return tuple(seq for seq, _ in self.history)

    @property
    def match_over(self) -> bool:
        """True when the match has its length; a set of prepared deals is a match of its own, however many they are."""
        if self.play.over is not None:
            return True
        if self.play.used < len(self.prepared):
            return self.play.used == self.batch and self._length_reached
        return self.play.given or self._length_reached

    @property
    def _length_reached(self) -> bool:
        return self.rules.next_board(self.options, len(self.seats), self.play.results) is None

    @property
    def next_place(self) -> int:
        """Which board of the present set is the next, from 0; the number of them all when none is left."""
        return self.play.used - self.batch

    @property
    def set_of_boards(self) -> tuple[Prepared, ...]:
        """The prepared deals that were loaded last, played or not."""
        return self.prepared[self.batch :]

    @property
    def at_home(self) -> bool:
        """A student alone with three robots; none of the class's tables."""
        return self.number == 0

    @property
    def own_pace(self) -> bool:
        """A game at its players' own pace, beside their seats in the class; none of the class's tables."""
        return self.number < 0

    @property
    def in_class(self) -> bool:
        """One of the class's tables: nobody sits at two of them."""
        return self.number > 0

    @property
    def match_length(self) -> int:
        """How many boards the present match has; 0 when it is open."""
        if self.play.given:
            return len(self.prepared) - self.batch
        return int(self.rules.boards_in_match(self.options, len(self.seats)))

    @property
    def match_begun(self) -> bool:
        """Whether the present match has a finished board, or has ended without one."""
        return bool(self.match_boards) or self.play.over is not None

    @property
    def match_boards(self) -> tuple[BoardRecord, ...]:
        """The finished boards of the present match."""
        return tuple(board for board in self.play.boards if board.match == self.play.match)

    @property
    def places(self) -> tuple[int, ...]:
        """Each seat's place in the present match as it stands: 1 = first, equal places are shared. Whoever has ended it
        by leaving is last, with the partner where there are sides."""
        results = [result for result in self.play.results if result.counted]
        out = frozenset(self.play.over.seats) if self.play.over else frozenset()
        if out and getattr(self.options, "partners", False):
            out |= {(seat + 2) % len(self.seats) for seat in out}
        return places_without(self.rules, self.options, results, len(self.seats), out)

    @property
    def unaided(self) -> bool:
        """True while the present match is the players' own: people in all seats, and nobody has helped or looked."""
        return not self.play.aided and not self.lesson and all(not who.acts_alone for who in self.seats)

    @property
    def rated(self) -> bool:
        """True while the present match counts for ratings, as far as it has come: it has begun so, every seat is a
        person's, and nobody has helped or looked. A robot that waits for its player has done nothing yet."""
        return (
            self.play.rated
            and self.match_length > 0
            and not self.play.aided
            and not self.lesson
            and all(who.people for who in self.seats)
        )

    def deadline(self, seat: int) -> float | None:
        """When this seat must have moved, in seconds since 1970; None where nobody waits for it, or without end."""
        since = self.due[seat] if seat < len(self.due) else None
        if since is None and self.clock is not None and seat in self.to_act():
            return self.closes_at
        return None if since is None or not self.limit or self.paused else since + self.limit

    @property
    def closes_at(self) -> float | None:
        """When the clock of the rules acts, in seconds since 1970; None while it stands. At one's own pace there are no
        seconds to be quick in: it waits as long as a move may take."""
        if self.clock is None or self.paused or self.ask is not None:
            return None
        seconds = self.limit or None if self.own_pace else self.rules.time_limit(self.play.state)
        return None if seconds is None else self.clock[1] + seconds

    @property
    def deals_at(self) -> float | None:
        """When the next board is dealt by itself, in seconds since 1970: at one's own pace, if nobody asks for it."""
        if not (self.own_pace and self.limit) or self.paused or self.late_at is None or self.match_over:
            return None
        return self.late_at + min(self.limit, NEXT_OWN_PACE)

    def seat_of(self, person: int) -> int | None:
        return next((i for i, s in enumerate(self.seats) if person in s.people), None)

    def to_act(self) -> frozenset[int]:
        """The seats that may act now; the clock of the rules, which may as well, has none."""
        return self.rules.to_act(self.play.state) - {CLOCK} if self.playing else frozenset()

    @property
    def people(self) -> tuple[int, ...]:
        """All who sit here, by seat."""
        return tuple(p for s in self.seats for p in s.people)


class NeedsRefold(Exception):
    """A rewind named a moment that the short history no longer holds."""


# -- the fold ------------------------------------------------------------------------------------------------


def fold(table: Table, event: Event, keep_all: bool = False) -> Table:
    """The table after one more event of its log.

    ``keep_all`` keeps the moments of earlier boards too, for rewinding across boards. Raises ``ValueError`` for a
    text the fold does not know, ``IllegalAction`` for an act the rules refuse, ``NeedsRefold`` as said there.
    """
    before, table = table, replace(table, seq=event.seq)
    if event.actor.isdigit():
        table = _fold_seat(table, event, int(event.actor), keep_all)
    elif event.actor == "clock":
        table = _fold_act(table, event, CLOCK, keep_all)
    else:
        table = _fold_other(table, event, keep_all)
    table = replace(table, clock=_clock(before, table, event))
    if table.clock is not None and table.clock[0] == event.seq and table.play.state is not before.play.state:
        # What is on its way about another discard is no answer to this one.
        others = (turn + (event.actor != str(seat)) for seat, turn in enumerate(table.turns))
        table = replace(table, turns=tuple(others))
    return _awaited(before, table, event) if table.limit else table


_STARTS_AGAIN = ("resume", "rewind", "expire", "refuse", "cancel", "limit", "wait")


def _clock(before: Table, table: Table, event: Event) -> tuple[int, float] | None:
    """The clock of the rules runs from the event on that started it; after a stop it has its whole time again."""
    state = table.play.state
    if state is None or table.rules.time_limit(state) is None or not table.playing:
        return None
    same = table.play.first_seq == before.play.first_seq and event.text.partition(" ")[0] not in _STARTS_AGAIN
    return before.clock if same and before.clock is not None else (event.seq, event.at)


def _awaited(before: Table, table: Table, event: Event) -> Table:
    """Note since when each seat is awaited: since the event that made it so, since its player sat down, or since the
    table goes on after a stop."""
    begins_anew = (
        table.play.first_seq != before.play.first_seq
        or not before.limit
        or event.text.partition(" ")[0] in _STARTS_AGAIN
    )
    acting = table.to_act() if table.clock is None else ()  # nobody is late who may leave it to the clock

    def since(seat: int) -> float:
        same = not begins_anew and seat < len(before.due) and event.actor != str(seat)
        same = same and table.seats[seat] == before.seats[seat]
        then = before.due[seat] if same else None
        return event.at if then is None else then

    due = tuple(since(seat) if seat in acting else None for seat in range(len(table.seats)))
    late_at = None
    if table.play.state is not None and not table.playing:
        late_at = event.at if begins_anew or before.late_at is None else before.late_at
    return replace(table, due=due, late_at=late_at)


def _fold_other(table: Table, event: Event, keep_all: bool) -> Table:
    verb, _, rest = event.text.partition(" ")
    match verb:
        case "open" | "game":
            game, _, text = rest.partition(" ")
            data = json.loads(text or "{}")
            data.pop("version", None)
            seats, match = data.pop("seats", 4), data.pop("first_match", 1)
            return _fold_game(table, event, game, options_from_json(GAMES[game].Options, data), seats, match)
        case "limit":
            seconds, _, on_timeout = rest.partition(" ")
            return replace(table, limit=int(seconds), on_timeout=on_timeout or "bot", due=(), late_at=None)
        case "late":
            return _ended(table, event, Over(tuple(map(int, rest.split())), "late"), keep_all)
        case "stop":
            stopped = replace(table, play=replace(table.play, aided=True))
            return _ended(stopped, event, Over((), "stopped"), keep_all)
        case "invite":
            words = rest.split()
            invited = tuple(int(word) for word in words if word != "anybody")
            return replace(table, invited=invited, anybody="anybody" in words)
        case "options":
            return replace(table, options=options_from_json(table.rules.Options, json.loads(rest)))
        case "sit":
            seat, _, who = rest.partition(" ")
            sat_at = _with(table.sat_at, int(seat), event.at)
            sits, sat = parse_seated(who), table.seats[int(seat)]
            if sits.people != sat.people and (table.play.results or table.play.acts):
                table = replace(table, play=replace(table.play, aided=True))  # no match of the same people any more
            return replace(table, seats=_with(table.seats, int(seat), sits), sat_at=sat_at)
        case "prepare":
            return replace(table, prepared=(*table.prepared, parse_prepared(rest)))
        case "unprepare":
            ready = table.ready if not table.wish else frozenset()  # what was wished for is not there any more
            kept = table.prepared[: table.play.used]
            return replace(table, prepared=kept, batch=table.play.used, wish=0, ready=ready, wishes=())
        case "lesson":
            return replace(table, lesson=int(rest))
        case "goto":
            return replace(table, play=replace(table.play, used=table.batch + int(rest)), wish=0)
        case "match":
            new = replace(table.play, results=(), match=table.play.match + 1, over=None, aided=False, rated=False)
            return replace(table, play=new, dealt=())
        case "board":
            return _fold_board(table, event, rest, keep_all)
        case "redeal":
            # The board is taken away unplayed; its prepared deal, if it had one, is not used again.
            taken = replace(table.play, board=None, deal=None, state=None, acts=(), said=())
            turns = tuple(turn + 1 for turn in table.turns)  # what was tapped for the old cards is done by now
            other = say("Your teacher dealt other cards.")
            return _keep(replace(table, play=taken, turns=turns, hands_open=False, notice=other), event)
        case "rewind":
            table = _rewind(table, int(rest), event)
            if event.actor == "teacher":
                table = replace(table, play=replace(table.play, aided=True))
                return replace(table, notice=say("Your teacher went back to an earlier moment."))
            return replace(table, notice=say("The card was taken back."))
        case "hands":
            if rest == "open":
                opened = replace(table.play, aided=True)
                return replace(table, play=opened, hands_open=True, shown=table.play.first_seq)
            return replace(table, hands_open=False)
        case "rated":
            return replace(table, play=replace(table.play, rated=True))
        case "look":
            looked = replace(table.play, aided=True)
            return replace(table, play=looked, notice=say("Your teacher looks at all hands of this table."))
        case "pause":
            return replace(table, paused=True)
        case "resume":
            return replace(table, paused=False, free_at=event.at)
        case "wait":
            return table  # the clock of the rules begins anew
        case "expire":
            return replace(_refuse(table), free_at=event.at)
        case "claimed":
            claimer, tricks = (int(n) for n in rest.split())
            state = table.rules.claim(table.play.state, claimer, tricks)
            claimed = replace(table, ask=None, play=replace(table.play, state=state, claim=(claimer, tricks)))
            return _keep(_close_board(replace(claimed, moved_at=event.at), event), event, keep_all)
    raise ValueError(f"table {table.id}, event {event.seq}: unknown event {event.text!r}")


def _fold_game(table: Table, event: Event, game: str, options: Any, seats: int, match: int) -> Table:
    """From here on the table plays this game. Whoever has a seat keeps it if it is still there; what lay on the table
    is put away, the finished boards stay. ``match``: the least number of its first match here."""
    old = table.play
    match = max(match, old.match + table.match_begun)
    more = seats - len(table.seats)
    return replace(
        table,
        game=game,
        options=options,
        seats=(*table.seats, *(Seated(),) * more)[:seats],
        # A seat that comes back goes on counting; what was tapped for other cards is done by now.
        turns=(*(turn + 1 for turn in table.turns), *(0,) * (seats - len(table.turns))),
        sat_at=(*table.sat_at, *(event.at,) * more)[:seats],
        prepared=(),
        batch=0,
        lesson=0,
        play=Play(boards=old.boards, match=match, ended=old.ended),
        history=(),
        ask=None,
        ready=frozenset(),
        wish=0,
        wishes=(),
        refused=frozenset(),
        last_number=0,
        dealt=(),
        hands_open=False,
        notice=None,
        moved_at=event.at,
        free_at=event.at,
        began=event.seq,
    )


def _ended(table: Table, event: Event, over: Over, keep_all: bool) -> Table:
    """The match is over in the middle of a board; what was played of that board counts for nobody."""
    table = replace(table, play=replace(table.play, over=over), ready=frozenset(), wish=0, wishes=(), ask=None)
    table = _end_match(table, event)
    return _keep(replace(table, moved_at=event.at, hands_open=False), event, keep_all)


def _fold_seat(table: Table, event: Event, seat: int, keep_all: bool) -> Table:
    table = replace(table, turns=_with(table.turns, seat, table.turns[seat] + 1))
    verb, _, rest = event.text.partition(" ")
    match verb:
        case "next" | "again":
            wish = int(rest or 0)
            # Whoever wishes for another board begins the count anew.
            ready = (table.ready if wish == table.wish else frozenset()) | {seat}
            wishes = (*(each for each in table.wishes if each[0] != seat), (seat, wish))
            return replace(table, wish=wish, ready=ready, wishes=wishes)
        case "predict":
            key, _, answer = rest.partition(" ")
            said = Said(seat, key, None if answer == "-" else int(answer))
            return replace(table, play=replace(table.play, said=(*table.play.said, said)))
        case "undo":
            return replace(table, ask=Ask("undo", seat, 0, undo_voters(table, seat), event.seq, event.at))
        case "claim" if table.rules.claims == "tricks":
            return replace(table, ask=Ask("claim", seat, int(rest), claim_voters(table, seat), event.seq, event.at))
        case "accept":
            if table.ask is None:
                return table
            # One opponent is enough to allow a take-back; a claim needs every one of them.
            waiting = table.ask.waiting - {seat} if table.ask.kind == "claim" else frozenset()
            return replace(table, ask=replace(table.ask, waiting=waiting))
        case "refuse":
            return replace(_refuse(table, seat), free_at=event.at)
        case "cancel":
            return replace(table, ask=None, free_at=event.at, refused=_asked_once(table))
        case "resign":
            return _ended(table, event, Over((seat,), "resigned"), keep_all)
    return _fold_act(table, event, seat, keep_all)


def _fold_act(table: Table, event: Event, seat: int, keep_all: bool) -> Table:
    """What a seat does by the rules of the game, or the clock, which is ``CLOCK``."""
    state = play(table.rules, table.play.state, seat, event.text)
    acts = (*table.play.acts, Act(event.seq, seat, event.text, event.note, event.at))
    aided = table.play.aided or event.note != ""
    table = replace(
        table, play=replace(table.play, state=state, acts=acts, aided=aided), moved_at=event.at, notice=None
    )
    return _keep(_close_board(table, event), event, keep_all)


def _fold_board(table: Table, event: Event, rest: str, keep_all: bool) -> Table:
    prepared = parse_prepared(rest.removeprefix("prepared ").removeprefix("again "))
    options = table.options
    if prepared.options:
        merged = json.loads(options_to_json(options)) | json.loads(prepared.options)
        options = options_from_json(table.rules.Options, merged)
    board = Board(prepared.number, prepared.dealer, len(table.seats), options)
    given = rest.startswith(("prepared ", "again "))
    # Dealt again, a prepared board stays one of its set.
    given = given or (table.play.state is None and table.play.given and table.play.board is None)
    now = replace(
        table.play,
        board=board,
        deal=prepared.deal,
        state=table.rules.start(board, prepared.deal),
        first_seq=event.seq,
        ordinal=len(table.play.boards) + 1,
        acts=(),
        claim=None,
        used=table.play.used + rest.startswith("prepared "),
        given=given,
        fixed=len(prepared.acts),
        said=(),
        secret=prepared.secret,
        over=None,
        aided=table.play.aided or given or any(who.acts_alone for who in table.seats),
    )
    history = table.history if keep_all else ()
    table = replace(table, play=now, ready=frozenset(), wish=0, wishes=(), ask=None, history=history)
    notice = table.notice if table.play.state is None else None  # "other cards" is said with the new ones
    last = max(table.last_number, board.number)
    dealt = (*table.dealt, board.number)
    table = replace(table, refused=frozenset(), last_number=last, dealt=dealt, notice=notice, hands_open=False)
    table = replace(table, moved_at=event.at)
    return _keep(replace(table, free_at=event.at), event, True)


def _asked_once(table: Table) -> frozenset[tuple[int, int]]:
    """What may not be asked again: to take the same card back, so that nobody can hold up the others with it."""
    if table.ask is None or table.ask.kind != "undo":
        return table.refused
    return table.refused | {(table.ask.seat, -table.play.acts[-1].seq)}


def _refuse(table: Table, seat: int | None = None) -> Table:
    """A question was answered with no by this seat, or by nobody in time."""
    refused = _asked_once(table)
    if table.ask is not None and table.ask.kind == "claim":
        refused |= {(table.ask.seat, tricks_left(table))}
    if seat is None:
        notice = say("Nobody answered, so the play goes on.")
    else:
        notice = say("{seat} wants to play on.", seat=SeatRef(seat))
    return replace(table, ask=None, refused=refused, notice=notice)


def _close_board(table: Table, event: Event) -> Table:
    """Put a board that has just ended among the results."""
    now = table.play
    result = table.rules.result(now.state)
    if result is None:
        return table
    assert now.board is not None and now.deal is not None
    record = BoardRecord(
        now.ordinal, now.first_seq, event.seq, now.board, now.deal, now.acts, result, table.seats, now.state,
        now.claim, table.lesson, now.said, now.fixed, table.shown == now.first_seq, event.at,
        table.game, now.match, now.secret, now.aided,
    )  # fmt: skip
    now = replace(now, results=(*now.results, result), boards=(*now.boards, record))
    table = replace(table, play=now, ready=frozenset(), wish=0, wishes=(), ask=None)
    return _end_match(table, event) if not now.given and table.match_over else table


def _end_match(table: Table, event: Event) -> Table:
    now = table.play
    counted = [result for result in now.results if result.counted]
    end = MatchEnd(
        game=table.game,
        match=now.match,
        people=tuple(who.people for who in table.seats),
        places=table.places,
        totals=tuple(sum(result.scores[seat] for result in counted) for seat in range(len(table.seats))),
        boards=len(counted),
        at=event.at,
        aided=not table.unaided,
        sides=getattr(table.options, "partners", False),
        over=now.over,
        rated=table.rated,
    )
    return replace(table, play=replace(now, ended=(*now.ended, end)))


def _keep(table: Table, event: Event, _all: bool = True) -> Table:
    return replace(table, history=(*table.history, (event.seq, table.play)))


def _rewind(table: Table, seq: int, event: Event) -> Table:
    for i, (moment, then) in enumerate(table.history):
        if moment == seq:
            if event.actor != "teacher" and then.first_seq == table.play.first_seq:
                then = replace(then, said=table.play.said)  # a card is taken back, not what was expected
            if then.match == table.play.match:  # nor is what somebody has seen
                then = replace(then, aided=then.aided or table.play.aided)
            # Deals taken after that moment stay taken only if their boards are still there.
            return replace(
                table, play=then, history=table.history[: i + 1], ask=None, ready=frozenset(), wish=0, wishes=(),
                moved_at=event.at, free_at=event.at,
                hands_open=table.hands_open and then.first_seq == table.play.first_seq,
            )  # fmt: skip
    raise NeedsRefold(seq)


def difference(options: Any, base: Any) -> str:
    """What a board's options say differently from the table's, as the JSON of a ``board`` event; "" if nothing."""
    if options == base:
        return ""
    names = (f.name for f in fields(options) if getattr(options, f.name) != getattr(base, f.name))
    return json.dumps({name: getattr(options, name) for name in names}, sort_keys=True)


def _with(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


def format_seated(who: Seated) -> str:
    """``person 17``, ``robot standard``, or ``robot standard for 17``, with ``and 23`` for each who shares the seat;
    ``parse_seated`` is its inverse."""
    mates = "".join(f" and {mate}" for mate in who.mates)
    if not who.robot:
        return f"person {who.person}{mates}"
    return f"robot {who.robot}" + (f" for {who.person}{mates}" if who.person is not None else "")


def parse_seated(text: str) -> Seated:
    """Raises ``ValueError`` quoting the text."""
    who, *others = text.split(" and ")
    mates = tuple(int(mate) for mate in others)
    match who.split():
        case ["person", person]:
            return Seated(int(person), "", mates)
        case ["robot", robot] if not mates:
            return Seated(None, robot)
        case ["robot", robot, "for", person]:
            return Seated(int(person), robot, mates)
    raise ValueError(f"nobody can sit as {text!r}")


def parse_prepared(text: str) -> Prepared:
    """``3 dealer 2 deal AK7.T9..542 ...``; before ``deal`` there may be ``secret 5f3a...``, from which the cards
    follow, and ``options {...}``; behind it ``then 3 play AS, 0 play 5S`` where the board has begun.

    Raises ``ValueError``."""
    text, _, then = text.partition(" then ")
    head, _, deal = text.partition(" deal ")
    head, _, options = head.partition(" options ")
    number, word, dealer, *more = head.split()
    if word != "dealer" or (more and (len(more) != 2 or more[0] != "secret")):
        raise ValueError(f"not a prepared deal: {text!r}")
    acts = tuple((int(who), done) for who, _, done in (act.partition(" ") for act in then.split(", ") if act))
    return Prepared(int(number), int(dealer), parse_deal(deal, copies=2), options, acts, *more[1:])


# -- who must agree ------------------------------------------------------------------------------------------


def declaring(table: Table) -> tuple[int | None, int | None]:
    """Declarer and dummy; None for each where there is none, or where the game knows none."""
    view = table.rules.view(table.play.state, None)
    return getattr(view, "declarer", None), getattr(view, "dummy", None)


def claim_voters(table: Table, seat: int) -> frozenset[int]:
    """Both defenders for declarer's claim, declarer alone for a defender's; without declarer, every opponent."""
    declarer, _dummy = declaring(table)
    if declarer is None:
        assert table.play.board is not None
        partner = {(seat + 2) % 4} if getattr(table.play.board.options, "partners", False) else set()
        return frozenset(range(len(table.seats))) - {seat} - partner
    if seat == declarer:
        return frozenset(range(len(table.seats))) - {declarer, (declarer + 2) % 4}
    return frozenset({declarer})


def undo_voters(table: Table, seat: int) -> frozenset[int]:
    """The people among the opponents: one of them has to agree. Robots never mind."""
    return frozenset(s for s in claim_voters(table, seat) if not table.seats[s].acts_alone)


def undo_target(table: Table, seat: int) -> int | Text:
    """The moment to which taking back this seat's last card leads, or the sentence why it cannot be taken back.

    A card can be taken back until the next player has played, and not once its trick is complete (G28), nor an opening
    lead that has shown dummy to somebody whom no person stops. A student who plays with three robots practises and
    may take back any last card. Where discards are claimed, cards laid down or discarded can be taken back until
    anything else is done, by whomever; a card that was drawn has been seen, and stays.
    """
    if not table.playing:
        return say("There is no card to take back.")
    acts = table.play.acts
    last = next((i for i in range(len(acts) - 1, -1, -1) if acts[i].seat == seat), None)
    if last is None or last < table.play.fixed or acts[last].text.partition(" ")[0] not in table.rules.taken_back:
        return say("You have not played a card that you could take back.")
    if table.rules.claims == "discards":  # from the next act on somebody has drawn or taken a card, or said no to one
        return (
            acts[last - 1].seq if acts[last] is acts[-1] else say("Someone has played after you, so your card stays.")
        )
    alone = all(s.acts_alone for i, s in enumerate(table.seats) if i != seat)
    if acts[last + 1 :] and not alone:
        return say("Someone has played after you, so your card stays.")
    opening = not any(a.text.startswith("play ") for a in acts[:last])
    if opening and not alone and declaring(table)[1] is not None and not undo_voters(table, seat):
        return say("Dummy's cards are open now, so your lead stays.")
    before = acts[last - 1].seq if last else table.play.first_seq
    played = sum(a.text.startswith("play ") for a in acts[: last + 1])
    card_in_trick = (played - 1) % len(table.seats)
    finished = len([a for a in acts if a.text.startswith("play ")]) >= played + len(table.seats) - 1 - card_in_trick
    if finished and not alone:
        return say("The trick is complete, so its cards stay.")
    return before


def tricks_left(table: Table, view: Any = None) -> int:
    """How many tricks of the present board are still to be won, the one in progress included.

    ``view`` is any view of the board, if there is one at hand.
    """
    assert table.play.deal is not None
    all_cards = sum(len(hand) for hand in table.play.deal.hands)
    done = len((view or table.rules.view(table.play.state, None)).tricks)
    return all_cards // len(table.seats) - done


def shown_hand(table: Table, seat: int) -> tuple[Card, ...]:
    """The cards a claiming seat lays open."""
    hand = table.rules.view(table.play.state, seat).hands[seat]
    return hand or ()
