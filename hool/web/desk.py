"""What the teacher's page and the wall show of a table, made from show objects and views: plain data for templates.

Nothing here reads the store or knows a request; ``teacher`` and ``wall`` gather the parts and hand them in. A show is
a ``TableShow`` as in ``hool.web.show``; a view is a game's view.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Any

from hool.differences import Difference
from hool.radar import Refused, words_of
from hool.rules.cards import Card, Deal, parse_card
from hool.rules.text import Bid, SeatRef, Text, say, say_count
from hool.web.desk_games import ALONE
from hool.web.seat_words import sitter, sitters
from hool.web.stalls import Wait, sentence, waits

STUCK = 120.0
"""Seconds without a move after which a table counts as stuck."""
SLOW = 30.0

_ORDER = ("stuck", "hand", "away", "refused", "different", "done", "paused", "calm", "empty")
_SIGNS = {
    "stuck": "clock", "hand": "hand", "away": "moon", "refused": "no", "different": "swap", "done": "check",
    "paused": "pause",
}  # fmt: skip
# The bent scale of the stall radar: (seconds, percent of the way). Half a minute is calm, two minutes is stuck.
_RADAR = ((0.0, 3.0), (SLOW, 35.0), (STUCK, 70.0), (300.0, 97.0))
_GAP = 6  # percent that two dots on the radar keep between them


@dataclass(frozen=True, slots=True)
class Row:
    """One table in the list of tables.

    ``need`` is why it stands where it stands: ``stuck``, ``hand``, ``away``, ``refused``, ``different``, ``done``,
    ``paused``, ``calm`` or ``empty``. ``head`` says so, ``more`` adds to it, ``phase`` says how far the board is; both
    are None where there is nothing to say. ``since`` is when the wait began in seconds since 1970, or None when nobody
    is awaited; ``age`` is the same in whole seconds ago. ``thinking`` are the seats whose turn it is, ``hands`` the
    seats with a hand up, ``waits`` the people who are waited for, ``overdue`` those of them who are here and make the
    table stuck, the longest first. ``refused`` and ``differs`` are there whatever ``need`` is.
    ``robot_in`` is how many seconds are left until a robot takes the seat of somebody who is away, or None.
    ``tricks`` is ``(north-south, east-west)``, or None before the first one is won and where everybody plays alone.
    """

    show: Any
    need: str
    head: Text
    more: Text | None
    phase: Text | None
    since: float | None
    age: int
    thinking: frozenset[int]
    hands: frozenset[int]
    robot_in: int | None
    tricks: tuple[int, int] | None
    waits: tuple[Wait, ...]
    overdue: tuple[Wait, ...]
    refused: Refused | None
    differs: Difference | None

    def wait(self, seat: int) -> Wait | None:
        """What this seat owes, if it is waited for."""
        return next((each for each in self.waits if each.seat == seat), None)

    @property
    def gone(self) -> tuple[Any, ...]:
        """The seats whose people are away, without those that a robot plays already."""
        return tuple(seat for seat in self.show.seats if seat.away and not seat.robot_for)

    @property
    def sign(self) -> str:
        """The icon that stands before ``head``, or ``""``."""
        return _SIGNS.get(self.need, "")

    @property
    def heat(self) -> str:
        """``hot`` after two minutes, ``mid`` after half a minute, else ``""``."""
        return "hot" if self.age >= STUCK else "mid" if self.age >= SLOW else ""


@dataclass(frozen=True, slots=True)
class Dot:
    """A table on the stall radar, ``at`` 2..98 percent of the way from calm to stuck, always even."""

    row: Row
    at: int


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the bidding: its name in the view, and a call per seat (``"bid 4S"``; None = none given)."""

    name: str
    calls: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class TrickRow:
    """A finished trick: the card of each seat in the order N E S W (None: a claim left it unplayed)."""

    cards: tuple[Card | None, ...]
    leader: int
    winner: int


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment to which a table can be rewound: just after event ``seq``. ``number`` counts the acts, 0 is the deal."""

    seq: int
    number: int
    words: Text


@dataclass(frozen=True, slots=True)
class OpenTable:
    """The table the teacher looks into: every hand, every secret call, and the whole board so far.

    ``hands`` holds what each seat still has (the whole deal once the board is over), ``asked`` the seats that are
    asked in the running step, ``next_seat`` the seat whose card is due, dummy included. ``moments`` begin with the
    deal and end with now. Where everybody plays alone there is ``alone``, the game's own look, and of the rest only the
    ``moments``.

    ``sealed`` are the tables whose rated match keeps these hands from everybody: then only what all see is here.
    """

    row: Row
    hands: tuple[tuple[Card, ...], ...] = ((),) * 4
    steps: tuple[Step, ...] = ()
    asked: frozenset[int] = frozenset()
    tricks: tuple[TrickRow, ...] = ()
    next_seat: int | None = None
    moments: tuple[Moment, ...] = ()
    alone: Any = None
    sealed: tuple[int, ...] = ()

    @property
    def show(self) -> Any:
        return self.row.show


# -- the list of tables -----------------------------------------------------------------------------------------------


def make_row(
    show: Any,
    since: float | None,
    now: float,
    hands: Iterable[int] = (),
    gone_at: Mapping[int, float] | None = None,
    resting: bool = False,
    awaited: Mapping[int, float] | None = None,
    chosen: int = 0,
    refused: Refused | None = None,
    differs: Difference | None = None,
) -> Row:
    """The row of one table. ``since`` is when its last move was made, ``hands`` are the seats with a hand up,
    ``gone_at`` tells when those who are away went, by seat; times in seconds since 1970. ``resting``: a lesson is over
    and nothing has begun since. ``awaited`` is as from ``radar.awaited``, ``chosen`` counts the calls of the running
    step of the bidding, ``refused`` and ``differs`` are what radar and lineup have found."""
    view = show.view
    raised = frozenset(hands)
    thinking = frozenset() if view is None or show.paused else frozenset(s for s in view.to_act if s >= 0)
    if thinking and show.ask is not None:
        thinking = show.ask.waiting
    owing = waits(show, awaited or {})
    here = [each for each in owing if thinking and not show.seats[each.seat].away]
    if here:
        since = min(each.since for each in here)
    age = int(max(0.0, now - since)) if since is not None and thinking else 0
    late = [each for each in here if now - each.since >= (STUCK if age >= STUCK else SLOW)]
    over = view is not None and view.phase == "done"
    # Whoever looks at the board that is over has not gone anywhere.
    gone = [seat for seat in show.seats if seat.robot_for or (seat.away and not (over and seat.looking))]
    phase, more = phase_words(show), None
    playing = not (show.paused or resting)
    if late and age >= STUCK:
        need, head = "stuck", sentence(show, late, chosen)
    elif raised:
        need, head = "hand", say("Hand up: {who}", who=sitters(show.game, sorted(raised)))
    elif not any(seat.kind == "person" or seat.robot_for for seat in show.seats):
        need, head = "empty", say("Nobody sits here")
    elif any(seat.away and not seat.robot_for for seat in gone):
        need, head = "away", _gone_words(show.game, gone)
    elif refused is not None and playing:
        need, head, more = "refused", _refused_words(refused), who_refused(show, refused)
    elif differs is not None and playing:
        need, head = "different", differs.words
    elif gone:
        need, head = "away", _gone_words(show.game, gone)
    elif show.paused and (stop := _lesson_stop(show)) is not None:
        need, head, more = "paused", stop, phase if show.lesson.board is not None else None
    elif resting:
        need, head = "calm", say("The lesson is over")
    elif show.match_over:
        need, head = "done", _match_words(show)
    elif view is not None and view.phase == "done":
        need, head = "done", phase or say("Board {board} is over", board=show.board.number)
        more = sentence(show, owing, 0) if owing else None
    elif show.paused:
        need, head = "paused", say("Paused")
    elif view is None:
        need, head = "calm", say("Waiting for the first board")
    elif late:
        need, head = "calm", sentence(show, late, chosen)
    else:
        need, head = "calm", phase or say("Waiting")
    robot_in = min(
        (
            max(0, int((gone_at or {}).get(seat.seat, now) + seat.robot_in - now))
            for seat in gone
            if seat.robot_in is not None and not show.paused
        ),
        default=None,
    )
    since = since if thinking else None
    tricks = tricks_by_side(view) if show.game == "hool" and show.options.partners else None
    overdue = tuple(sorted(late, key=lambda each: (each.since, each.seat))) if need == "stuck" else ()
    return Row(
        show, need, head, more, phase, since, age, thinking, raised, robot_in, tricks, owing, overdue, refused, differs
    )  # fmt: skip


def _lesson_stop(show: Any) -> Text | None:
    """What the class does in its lesson while nobody plays; None while the boards are played, or without a lesson."""
    stops = {"question": say("Big question"), "share": say("Sharing"), "reflect": say("Looking back")}
    return stops.get(show.lesson.session.state.phase) if show.lesson is not None else None


def by_need(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The neediest first: stuck (the slowest first), hand up, away, refused, different, finished, fine; then by
    number."""
    return tuple(sorted(rows, key=lambda r: (_ORDER.index(r.need), -r.age if r.need == "stuck" else 0, r.show.number)))


def radar(rows: Iterable[Row]) -> tuple[Dot, ...]:
    """The tables that wait for a move, from the calmest to the slowest, so placed that their dots can be told apart."""
    dots: list[Dot] = []
    for row in sorted((r for r in rows if r.since is not None), key=lambda r: (r.age, r.show.number)):
        at = radar_place(row.age)
        dots.append(Dot(row, max(at, dots[-1].at + _GAP) if dots else at))
    # Too many slow ones: push the crowd back from the right end.
    limit = 98
    for i in range(len(dots) - 1, -1, -1):
        dots[i] = Dot(dots[i].row, max(2, min(dots[i].at, limit)))
        limit = dots[i].at - _GAP
    return tuple(dots)


def radar_place(age: float) -> int:
    """Where a table stands on the radar, in percent (2..98, even): calm at the left, stuck from 70 on."""
    for (a0, p0), (a1, p1) in pairwise(_RADAR):
        if age <= a1:
            return round((p0 + (p1 - p0) * (age - a0) / (a1 - a0)) / 2) * 2
    return 98


def clock_text(age: float) -> str:
    """Seconds as ``m:ss``, or ``h:mm:ss`` from an hour on."""
    minutes, seconds = divmod(max(0, int(age)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def date_words(day: date) -> Text:
    """A day as people write it: 1 June 2027."""
    months = (
        say("January"), say("February"), say("March"), say("April"), say("May"), say("June"), say("July"),
        say("August"), say("September"), say("October"), say("November"), say("December"),
    )  # fmt: skip
    return say("{day} {month} {year}", day=day.day, month=months[day.month - 1], year=day.year)


def phase_words(show: Any, contract: bool = True) -> Text | None:
    """How far the board at this table is, in words a teacher can say aloud; None before the first board.

    ``contract`` False leaves out what tables that still bid on the same board should not hear.
    """
    view = show.view
    if view is None:
        return None
    if show.game != "hool":
        return say("The match is over") if show.match_over else ALONE[show.game].phase_words(show)
    match view.phase:
        case "clues":
            given = sum(len(clues) for clues in view.clues)
            return say("Giving clues, {given} of {all}", given=given, all=4 * show.options.clues)
        case "agree":
            return say("Agreeing on a contract")
        case "step 1" | "step 2" | "step 3":
            return say("Secret bids, step {step}", step=int(view.phase[-1]))
        case "redouble":
            return say("Doubled. Redouble or not?")
        case "closing":
            return say("Last question: double or not?")
        case "done":
            return say("Board {board} is over", board=show.board.number)
    trick = len(view.tricks) + 1
    if not (contract and view.contract):
        return say("Playing, trick {trick}", trick=trick)
    facts = {"trick": trick, "contract": Bid(view.contract), "who": SeatRef(view.declarer)}
    if view.doubled == 4:
        return say("Playing, trick {trick}, {contract} redoubled by {who}", **facts)
    if view.doubled == 2:
        return say("Playing, trick {trick}, {contract} doubled by {who}", **facts)
    return say("Playing, trick {trick}, {contract} by {who}", **facts)


def tricks_by_side(view: Any) -> tuple[int, int] | None:
    """Tricks of north-south and east-west, or None while there are none."""
    if view is None or not any(view.tricks_won):
        return None
    n, e, s, w = view.tricks_won
    return n + s, e + w


def plan_words(sizes: Sequence[int], now: Sequence[int] | None = None, seats: int = 4) -> Text:
    """The fair seating plan in a sentence: ``sizes`` are the students at each table of so many ``seats``. Where those
    who sit at tables ``now`` are spread in another way, the sentence is a wish."""
    students = sum(sizes)
    if students > 1 and now is not None and sorted(now) != sorted(sizes):
        return _plan_wish(sizes)
    if not students:
        return say("Nobody is here yet. Students are seated as they come.")
    if students == 1 and seats == 4:
        return say("1 student: one table, with three robots.")
    if len(sizes) == 1:
        return say_count("{count} student: one table.", "{count} students: one table.", students)
    if len(set(sizes)) == 1:
        return say(
            "{students} students: {tables} tables of {size}.", students=students, tables=len(sizes), size=sizes[0]
        )
    if seats != 4:
        return say(
            "{students} students: {large} with {size}, {small} with {less}.",
            students=students, size=sizes[0], less=sizes[-1],
            large=say_count("{count} table", "{count} tables", sum(size == sizes[0] for size in sizes)),
            small=say_count("{count} table", "{count} tables", sum(size != sizes[0] for size in sizes)),
        )  # fmt: skip
    if len(sizes) == 2:
        return say(
            "{students} students: two tables, {first} and {second}, so that nobody is alone with three robots.",
            students=students, first=sizes[0], second=sizes[1],
        )  # fmt: skip
    large = sum(size == sizes[0] for size in sizes)
    return say(
        "{students} students: {large} with {size}, {small} with {less}, so that nobody is alone with three robots.",
        students=students, size=sizes[0], less=sizes[-1],
        large=say_count("{count} table", "{count} tables", large),
        small=say_count("{count} table", "{count} tables", len(sizes) - large),
    )  # fmt: skip


def _plan_wish(sizes: Sequence[int]) -> Text:
    students, large = sum(sizes), sum(size == sizes[0] for size in sizes)
    if len(sizes) == 1:
        return say("{students} students would be best at one table.", students=students)
    if large == len(sizes):
        return say(
            "{students} students would be best at {tables} tables of {size}.",
            students=students, tables=large, size=sizes[0],
        )  # fmt: skip
    if len(sizes) == 2:
        return say(
            "{students} students would be best at two tables, {first} and {second}.",
            students=students, first=sizes[0], second=sizes[1],
        )  # fmt: skip
    return say(
        "{students} students would be best at {large} with {size} and {small} with {less}.",
        students=students, size=sizes[0], less=sizes[-1],
        large=say_count("{count} table", "{count} tables", large),
        small=say_count("{count} table", "{count} tables", len(sizes) - large),
    )  # fmt: skip


def count_people(away: Sequence[bool], shows: Iterable[Any]) -> Mapping[str, int]:
    """How many students are ``here`` and ``away``, and how many seats ``robots`` play at tables with people."""
    robots = sum(
        seat.kind == "robot"
        for show in shows
        if any(seat.kind == "person" or seat.robot_for for seat in show.seats)
        for seat in show.seats
    )
    return {"here": sum(not gone for gone in away), "away": sum(away), "robots": robots}


def _match_words(show: Any) -> Text:
    """That a match is over, and how long it was."""
    if show.over is not None:
        return say("The match has ended early")
    if show.game == "oh_hell":
        return say_count("The match is over, {count} hand", "The match is over, {count} hands", show.boards_done)
    return say_count("The match is over, {count} board", "The match is over, {count} boards", show.boards_done)


def _gone_words(game: str, gone: Sequence[Any]) -> Text:
    if len(gone) > 1:
        return say_count("{count} student is away", "{count} students are away", len(gone))
    (seat,) = gone
    if seat.robot_for:
        return say("A robot plays for {name}", name=seat.robot_for)
    if seat.looking:
        return say("{who} looks at a replay", who=sitter(game, seat.seat))
    return say("{who} is away", who=sitter(game, seat.seat))


def _refused_words(refused: Refused) -> Text:
    if refused.cards:
        return say_count("{count} refused card on this board", "{count} refused cards on this board", refused.count)
    return say_count("{count} refused tap on this board", "{count} refused taps on this board", refused.count)


def who_refused(show: Any, refused: Refused) -> Text | None:
    """Whose taps were refused, and what it was most of the time."""
    seat = next((each.seat for each in show.seats if refused.person in each.people), None)
    if seat is None:
        return None
    return say("{who} {does}", who=sitter(show.game, seat), does=words_of(refused.kinds[0][0]))


# -- the open table ---------------------------------------------------------------------------------------------------


def open_table(
    row: Row, views: Sequence[Any], deal: Deal | None, first_seq: int, acts: Iterable[tuple[int, int, str]]
) -> OpenTable:
    """Look into a table. ``views`` are the four seats' own views (empty before the first board), ``deal`` what was
    dealt, ``acts`` the ``(seq, seat, text)`` of the board, which began with event ``first_seq``."""
    view = row.show.view
    if view is None or deal is None:
        return OpenTable(row)
    if row.show.game != "hool":
        return OpenTable(
            row,
            alone=ALONE[row.show.game].look(views, deal),
            moments=moments(deal, first_seq, acts, row.show.game),
        )
    hands = deal.hands if view.phase == "done" else tuple(v.hands[s] or () for s, v in enumerate(views))
    steps = tuple(Step(name, tuple(views[s].calls[i][s] for s in range(4))) for i, name in enumerate(view.steps))
    next_seat = (view.leader + len(view.trick)) % 4 if view.phase == "play" else None
    asked = row.thinking if view.phase in view.steps else frozenset()
    return OpenTable(row, hands, steps, asked, trick_rows(view), next_seat, moments(deal, first_seq, acts))


def trick_rows(view: Any) -> tuple[TrickRow, ...]:
    """The finished tricks of a view, their cards by seat."""
    rows = []
    for leader, cards, winner in view.tricks:
        by_seat: list[Card | None] = [None] * 4
        for i, card in enumerate(cards):
            by_seat[(leader + i) % 4] = card
        rows.append(TrickRow(tuple(by_seat), leader, winner))
    return tuple(rows)


def moments(deal: Deal, first_seq: int, acts: Iterable[tuple[int, int, str]], game: str = "hool") -> tuple[Moment, ...]:
    """The deal and every act of a board in words, oldest first."""
    done = list(acts)
    said = [(seat, text) for _seq, seat, text in done]
    words = (
        (act_words(seat, text, deal) for seat, text in said) if game == "hool" else ALONE[game].act_words(said, deal)
    )
    told = (Moment(seq, number, each) for number, ((seq, _, _), each) in enumerate(zip(done, words, strict=True), 1))
    return (Moment(first_seq, 0, say("The cards were dealt")), *told)


def act_words(seat: int, text: str, deal: Deal) -> Text:
    """One act in words: ``play 7H`` becomes "East played 7H"."""
    verb, _, what = text.partition(" ")
    who = SeatRef(seat)
    match verb:
        case "play":
            card = parse_card(what)
            owner = next((s for s, hand in enumerate(deal.hands) if card in hand), seat)
            return say("{who} played {card}", who=SeatRef(owner), card=card)
        case "bid":
            return say("{who} bid {bid}", who=who, bid=Bid(what))
        case "pass":
            return say("{who} passed", who=who)
        case "double":
            return say("{who} doubled", who=who)
        case "redouble":
            return say("{who} redoubled", who=who)
        case "propose":
            return say("{who} proposed {bid}", who=who, bid=Bid(what))
        case "agree":
            return say("{who} agreed", who=who)
    return {
        "hcp": say("{who} told the points", who=who),
        "pattern": say("{who} told the pattern", who=who),
        "spades": say("{who} told the number of spades", who=who),
        "hearts": say("{who} told the number of hearts", who=who),
        "diamonds": say("{who} told the number of diamonds", who=who),
        "clubs": say("{who} told the number of clubs", who=who),
    }[what]
