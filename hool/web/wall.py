"""The wall: what a projector shows of a room. A public page without controls, names only as the teacher allows.

While a lesson runs the wall follows it, one scene for each of its parts. Of what students write and expect it shows
nothing by itself: only the one card that the teacher has put there, and how many have answered.
"""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

from flask import Blueprint, current_app, has_request_context, render_template

from hool.fairness import may_meet
from hool.fold import BoardRecord, Table
from hool.register import Room
from hool.rules import hoola
from hool.rules.text import Player, Text, say, say_count
from hool.session import Session
from hool.web import desk
from hool.web.access import classroom, current_visitor, sessions, tables
from hool.web.join import public_address
from hool.web.replay import Step, steps_of
from hool.web.show import SeatShow, plainly, show

pages = Blueprint("wall", __name__)

PETALS = 10
# What is left is told by the minute at the end, before that by the five minutes.
MINUTES = (*range(60, 10, -5), *range(10, 0, -1))

# What the class can answer with its fingers about a note card, or about a step of a board: a question and its answers,
# one finger for the first. A board without partners asks for a hand.
_FINGERS = {
    "note": (say("Would your table say the same?"), (say("yes"), say("no"), say("not sure"))),
    "deal": (say("Which side would you rather be?"), (say("North and South"), say("East and West"))),
    "hands": (say("Which hand would you rather have?"), (say("North"), say("East"), say("South"), say("West"))),
    "clues": (say("What would you have told?"), (say("the same"), say("another clue"))),
    "bids": (say("What would you have bid?"), (say("the same"), say("more"), say("less"))),
    "trumps": (say("What would you have chosen?"), (say("the same trumps"), say("other trumps"))),
    "play": (say("What would you have played?"), (say("the same card"), say("another card"))),
    "result": (say("Did you expect this?"), (say("yes"), say("no"))),
}
_FINGERS_IN = {"hoola": {"play": (say("What would you have done?"), (say("the same"), say("something else")))}}


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody's place and points in a match in which everybody plays alone."""

    place: int
    name: str
    total: int


@dataclass(frozen=True, slots=True)
class Racer:
    """How far somebody is who wants to get rid of all cards: those ``left`` in the hand, the ``melds`` laid down, and
    the points of the match before this board; None while these are not told."""

    name: str
    left: int
    melds: int
    total: int | None


@dataclass(frozen=True, slots=True)
class Tile:
    """A table on the wall. ``phase`` is None before the first board; ``seats`` is empty while names are not allowed.

    ``board`` is the place in the lesson of the board in play, from 1, or 0. ``result`` is the newest finished
    board that may be told, with its place ``of`` in the lesson and those who sat there, and ``totals`` the points of
    north-south and east-west in all boards up to it; None where they are not added up. ``standings``: where everybody
    plays alone, in the order of places; empty while names or results are not allowed. ``racers`` take their place where
    cards are laid down to be rid of them, while a board is played.
    """

    number: int
    phase: Text | None
    paused: bool
    seats: tuple[SeatShow, ...]
    board: int
    result: Text | None
    of: int
    result_seats: tuple[SeatShow, ...]
    totals: tuple[int, int] | None
    standings: tuple[Standing, ...] = ()
    racers: tuple[Racer, ...] = ()

    @property
    def head(self) -> tuple[str, ...]:
        """What stands beside the number, line by line."""
        return tuple(
            text for text in (_board(self.board) if self.board else "", plainly(self.phase, self.seats)) if text
        )

    @property
    def foot(self) -> tuple[str, ...]:
        """What stands below it."""
        names = ["   ".join(seat.name for seat in self.seats if seat.kind == "person" or seat.robot_for)]
        if self.racers:
            names = ["cards", *(each.name for each in self.racers)]
        elif self.standings:
            names = ["   ".join(f"{each.place}. {each.name} {each.total}" for each in self.standings)]
        of = f"{_board(self.of)}: " if self.of else ""
        result = of + plainly(self.result, self.result_seats) if self.result else ""
        return tuple(text for text in (*names, result, "So far: N–S 1000, E–W 1000" if self.totals else "") if text)


def _board(number: int) -> str:
    return plainly(say("Board {n}", n=number))


@dataclass(frozen=True, slots=True)
class Clock:
    """The time that a part of the lesson is meant to take, as a flower that closes.

    since, now: seconds since 1970. shuts: when each petal closes, clockwise from the top, in seconds after `since`.
    words: what is said, each from so many seconds after `since` on.
    """

    since: float
    now: float
    shuts: tuple[float, ...]
    words: tuple[tuple[float, Text], ...]

    @property
    def age(self) -> float:
        return self.now - self.since

    @property
    def place(self) -> int:
        """Which of the words are said now."""
        return sum(self.age >= begins for begins, _ in self.words[1:])


def clock_of(session: Session, now: float) -> Clock | None:
    """The clock of the present part; None if the lesson does not say how long it takes."""
    minutes = session.minutes
    if not minutes:
        return None
    # Of two numbers of minutes the nearer one is said; there are no seconds to count.
    told = (minutes, *(each for each in MINUTES if each < minutes))
    begins = (0.0, *(60 * (minutes - (before + after) / 2) for before, after in pairwise(told)))
    words = [
        (at, say_count("about {count} minute", "about {count} minutes", n)) for at, n in zip(begins, told, strict=True)
    ]
    end = 60.0 * minutes
    shuts = tuple(end * (PETALS - petal) / PETALS for petal in range(PETALS))
    return Clock(session.state.since, now, shuts, (*words, (end, say("Take the time you need."))))


# -- scenes ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Asking:
    """The big question with its story."""

    kind: ClassVar[str] = "question"
    question: str
    story: str
    clock: Clock | None


@dataclass(frozen=True, slots=True)
class Progress:
    """A board of the lesson, from 1, and how many tables have finished it. now: all play it together."""

    number: int
    done: int
    now: bool


@dataclass(frozen=True, slots=True)
class Playing:
    """How far the class is, without names. tables: how many play; together: the board for all, from 1, or 0."""

    kind: ClassVar[str] = "play"
    question: str
    clock: Clock | None
    boards: tuple[Progress, ...]
    tables: int
    together: int


@dataclass(frozen=True, slots=True)
class Shown:
    """The card that the teacher has put on the wall.

    text: as a student wrote it, perhaps "". moment: whether it was picked from a replay. place, all: in the teacher's
    order; 0 for a card that is not there any more. table, names: who made it, 0 and () while the wall is nameless.
    board: its place in the lesson, from 1. step: of its board, or None; record and seats are the board's.
    fingers: what can be answered by a show of fingers.
    """

    text: str
    moment: bool
    place: int
    all: int
    table: int
    names: tuple[str, ...]
    board: int
    record: BoardRecord | None
    seats: tuple[SeatShow, ...]
    step: Step | None
    final: Step | None
    fingers: tuple[Text, tuple[Text, ...]]


@dataclass(frozen=True, slots=True)
class Sharing:
    """What the tables have found. card: None while the teacher shows none."""

    kind: ClassVar[str] = "share"
    question: str
    clock: Clock | None
    card: Shown | None


@dataclass(frozen=True, slots=True)
class Reflecting:
    """The last question. answered of people: how many have answered it; got_it of tables: how many have passed the
    check, None for a lesson without one."""

    kind: ClassVar[str] = "reflect"
    question: str
    answers: tuple[str, ...]
    clock: Clock | None
    answered: int
    people: int
    got_it: int | None
    tables: int


@dataclass(frozen=True, slots=True)
class Over:
    """A lesson is over. title: what it was called."""

    kind: ClassVar[str] = "over"
    title: str


Scene = Asking | Playing | Sharing | Reflecting | Over


@dataclass(frozen=True, slots=True)
class Wall:
    """All that the wall may show, already cut down to what the teacher allows: what is not here cannot be drawn.

    scene: the part of a lesson; None without one."""

    room: Room
    here: int
    names: tuple[str, ...]
    tiles: tuple[Tile, ...]
    scene: Scene | None


def look(room: Room) -> Wall:
    """The wall of this room as it stands now."""
    may, here = room.settings.wall, [p for p in classroom().students(room.id) if classroom().here(p.id)]
    session = None if room.closed or room.settings.paused else sessions().current(room.id)
    scene: Scene | None = None
    if session is not None:
        scene = _scene(room, session, frozenset(p.id for p in here))
    elif room.settings.resting and (last := sessions().last(room.id)) is not None:
        scene = Over(last.lesson.title)
    tiles: tuple[Tile, ...] = ()
    if (may.tables or may.results) and (scene is None or scene.kind == "play"):
        tiles = _tiles(room, session)
    return Wall(room, len(here), tuple(p.name for p in here) if may.names else (), tiles, scene)


def _tiles(room: Room, session: Session | None) -> tuple[Tile, ...]:
    """Where all tables play the same boards, a result is told once every table with people has finished that board."""
    may = room.settings.wall
    found = [t for t in tables().tables(room.id) if t.people and (session is None or t.lesson == session.id)]
    tiles = []
    for table in found:
        told = _told(room, session, table, found) if may.results else ()
        last = told[-1] if told else None
        public = show().table(table)
        counted = [record.result.scores for record in told if record.result.counted]
        added = session is None or session.lesson.adds_up
        is_hool = table.game == "hool"
        racers = _racers(table, public.seats if may.names else (), may.results and added) if may.tables else ()
        alone = added and may.names and not is_hool and not racers
        board = sessions().place_of(table) if session is not None and table.playing else None
        tiles.append(
            Tile(
                number=table.number,
                phase=desk.phase_words(public, contract=False) if may.tables else None,
                paused=table.paused,
                seats=public.seats if may.names else (),
                board=board + 1 if board is not None else 0,
                result=_result_words(last, may.names) if last else None,
                of=last.board.number if last and session else 0,
                result_seats=_seats(last) if last and may.names else (),
                totals=(sum(s[0] for s in counted), sum(s[1] for s in counted)) if last and added and is_hool else None,
                standings=_standings(table, told) if last and alone else (),
                racers=racers,
            )
        )
    return tuple(tiles)


def _result_words(record: BoardRecord, names: bool) -> Text:
    """How a board ended; without names only how many made their bid, where each plays alone."""
    if record.game != "oh_hell" or names:
        return record.result.line
    view = record.rules.view(record.state, None)
    made = sum(bid == won for bid, won in zip(view.bids, view.tricks_won, strict=True))
    return say_count("{count} of {all} made the bid", "{count} of {all} made their bids", made, all=len(view.bids))


def _racers(table: Table, seats: Sequence[SeatShow], results: bool) -> tuple[Racer, ...]:
    """By seat, at a table of Hoola that plays a board; what all at the table see. seats: () for no names."""
    if table.game != "hoola" or not table.playing:
        return ()
    view: hoola.View = table.rules.view(table.play.state, None)
    scores = [record.result.scores for record in table.match_boards if record.result.counted]
    fits = results and scores and all(len(each) == len(view.counts) for each in scores)
    totals = [sum(points) for points in zip(*scores, strict=True)] if fits else [None] * len(view.counts)
    return tuple(
        Racer(
            name=plainly(say("{who}", who=Player(seat)), seats),
            left=left,
            melds=sum(meld.owner == seat for meld in view.melds),
            total=totals[seat],
        )
        for seat, left in enumerate(view.counts)
    )


def _standings(table: Table, told: Sequence[BoardRecord]) -> tuple[Standing, ...]:
    """Places and points in these boards, each as it went the first time."""
    first = {record.board.number: record.result for record in reversed(told)}
    results = list(first.values())
    if any(len(result.scores) != len(table.seats) for result in results):
        return ()
    places = table.places if table.play.over is not None else table.rules.places(table.options, results)
    standings = (
        Standing(places[seat.seat], seat.name, sum(result.scores[seat.seat] for result in results))
        for seat in show().table(table).seats
    )
    return tuple(sorted(standings, key=lambda each: each.place))


def _told(room: Room, session: Session | None, table: Table, found: Sequence[Table]) -> Sequence[BoardRecord]:
    """The finished boards of a table whose results may be told, oldest first; with a session, those of the lesson."""
    boards = table.play.boards
    if session is not None:
        # Tables may come to the boards of a lesson in any order, and to the same cards more than once.
        played = [{r.deal for r in each.play.boards if r.lesson == session.id} for each in found]
        everybody = set.intersection(*played)
        return [record for record in boards if record.lesson == session.id and record.deal in everybody]
    same = bool(room.settings.prepared) or room.settings.deals == "same"
    if table.game != "hool":
        others = [each for each in found if each.id != table.id]
        return [r for r in table.match_boards if not any(may_meet(each, r, same) for each in others)]
    boards = _since_game(table)
    return boards[: min(len(_since_game(each)) for each in found)] if same else boards


def _since_game(table: Table) -> tuple[BoardRecord, ...]:
    """The boards that were finished since the table plays this game."""
    return tuple(record for record in table.play.boards if record.last_seq > table.began)


def _scene(room: Room, session: Session, here: frozenset[int]) -> Scene:
    lesson, state = session.lesson, session.state
    clock = clock_of(session, classroom().clock())
    match state.phase:
        case "question":
            return Asking(lesson.big_question, lesson.story, clock)
        case "play":
            ways = [way for way in sessions().ways(session) if way.table.people]
            together = state.at if state.pace == "together" else None
            boards = (
                Progress(place + 1, sum(place in way.done for way in ways), place == together)
                for place in range(len(lesson.boards))
            )
            return Playing(
                lesson.big_question, clock, tuple(boards), len(ways), 0 if together is None else together + 1
            )
        case "share":
            return Sharing(lesson.big_question, clock, _shown(room, session))
    ways = [way for way in sessions().ways(session) if way.table.people]
    answered = {person for person, _ in sessions().reflections(session)}
    question = lesson.reflection_question
    return Reflecting(
        question.text,
        question.answers if question.kind == "words" else (),
        clock,
        len(answered),
        len(here | answered),
        sum(way.got_it for way in ways) if lesson.check else None,
        len(ways),
    )


def _shown(room: Room, session: Session) -> Shown | None:
    on = session.state.wall
    if not on.card:
        return None
    cards = [card for card in sessions().cards(session) if not card.hidden]
    place = next((i for i, card in enumerate(cards, 1) if card.id == on.card), 0)
    card = cards[place - 1] if place else None
    rows = tables().rows(room.id, closed=True)
    table = next((tables().get(row.id, fresh=False) for row in rows if row.number == on.table), None)
    record = next((r for r in table.play.boards if r.ordinal == on.ordinal), None) if table else None
    names = room.settings.wall.names
    at_table: tuple[SeatShow, ...] = ()
    if names and record is not None:
        at_table = _seats(record)
    elif names and table is not None:
        at_table = show().table(table).seats
    made = steps_of(record) if record is not None and on.step is not None else ()
    step = made[max(0, min(on.step or 0, len(made) - 1))] if made else None
    return Shown(
        text=on.text,
        moment=card is not None and card.kind == "moment",
        place=place,
        all=len(cards),
        table=on.table if names else 0,
        names=tuple(seat.name for seat in at_table if seat.kind == "person" or seat.robot_for),
        board=record.board.number if record is not None else card.board + 1 if card is not None else 0,
        record=record if step else None,
        seats=at_table if step else (),
        step=step,
        final=made[-1] if made else None,
        fingers=_fingers(record, step),
    )


def _fingers(record: BoardRecord | None, step: Any) -> tuple[Text, tuple[Text, ...]]:
    """What the class may show its fingers about, and what each number of them means."""
    if record is None or step is None:
        return _FINGERS["note"]
    if step.phase != "deal":
        return _FINGERS_IN.get(record.game, {}).get(step.phase) or _FINGERS[step.phase]
    if record.game != "hool":
        hands = tuple(say("player {number}", number=number) for number in range(1, record.board.seats + 1))
        return (_FINGERS["hands"][0], hands) if len(hands) <= 5 else _FINGERS["note"]
    return _FINGERS["deal" if record.board.options.partners else "hands"]


def _seats(record: BoardRecord) -> tuple[SeatShow, ...]:
    return tuple(show().seat(seat, who, False, record.game) for seat, who in enumerate(record.seats))


# -- how large a text can be -----------------------------------------------------------------------------------------

# In rem, which are a 120th of a wall's width; static/wall.css has a class for each place in this list.
SIZES = (8.25, 7.0, 6.0, 5.25, 4.5, 4.0, 3.5, 3.0, 2.625, 2.25, 2.0, 1.75, 1.5, 1.25)


def size(text: str, wide: float, high: float, largest: float = SIZES[0], lead: float = 1.08) -> str:
    """The class of the largest type in which a text fits into a box of wide x high rem, such as "size-3".

    The widths of letters are estimated from above. A text that fits in no size has the smallest.
    """
    words = _words(text)
    for place, rem in enumerate(SIZES):
        if rem <= largest and max(words, default=0) * rem <= wide and _lines(words, wide / rem) * rem * lead <= high:
            return f"size-{place}"
    for place, rem in enumerate(SIZES):  # words longer than a line: they are broken
        if rem <= largest and _lines(words, wide / rem) * rem * lead <= high:
            return f"size-{place}"
    return f"size-{len(SIZES) - 1}"


def _words(text: str) -> list[float]:
    """How wide each word is, in em. Between wide signs, as of Chinese, a line may end anywhere."""
    words = []
    for word in re.split(r"\s+", text.strip()):
        pieces = re.findall(r"[\u2e80-\uffef]|[^\u2e80-\uffef]+", word)
        words += [sum(map(_em, piece)) for piece in pieces]
    return words


def _em(sign: str) -> float:
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(sign) in "WF":
        return 1.1 if sign < "\U0001f000" else 1.4  # an emoji is wider than it is high
    if sign in "ijlI.,:;!'’|":
        return 0.3
    if sign in "frtJ1()[]-":
        return 0.43
    if sign in "mwMW—@%":
        return 0.97
    return 0.72 if sign.isupper() else 0.6


def _lines(words: Sequence[float], wide: float) -> int:
    """How many lines of `wide` em these words take, a blank between two of them."""
    count, at = 1, 0.0
    for word in words:
        if at and at + 0.28 + word > wide:
            count, at = count + 1, 0.0
        at += word + (0.28 if at else 0.0)
        while at > wide:
            count, at = count + 1, at - wide
    return count


def _high(texts: Sequence[str], wide: float) -> int:
    return sum(_lines(_words(text), wide) for text in texts)


# The columns of tables and their type in rem, as the classes "fit-0" ... of static/wall.css.
TILES = ((2, 2.0), (3, 1.75), (3, 1.5), (4, 1.375), (4, 1.125), (5, 0.9375), (6, 0.8125))


def fit_tiles(tiles: Sequence[Tile], high: float) -> int:
    """Which of `TILES` shows all these tables largest in a box that is 74 rem wide and `high` rem high."""
    for place, (columns, rem) in enumerate(TILES):
        wide = 74 / columns / rem - 2.2  # the inside of one, in em
        heights = [
            1.6 + max(1.9, 1.3 * _high(tile.head, (wide - 2.6) / 1.1)) + 1.3 * _high(tile.foot, wide) for tile in tiles
        ]
        rows = [max(heights[i : i + columns]) for i in range(0, len(heights), columns)]
        if sum(rows) * rem <= high:
            return place
    return len(TILES) - 1


# How the list of boards can be set, largest first: its class, the columns, and the height of a row in rem.
LISTS = (("few", 1, 8.1), ("some", 1, 5.7), ("half", 2, 5.1), ("lots", 4, 4.5))
ROOM_TO_PLAY = 46.0  # rem below the question


def layout(playing: Playing, tiles: Sequence[Tile]) -> tuple[str, str]:
    """The classes of the list of boards and of the tables below it, so that both fit and can still be read."""
    high = ROOM_TO_PLAY - (4.75 if playing.together else 0) - (2.25 if tiles else 0)
    for css, columns, row in LISTS:
        left = high - -(-len(playing.boards) // columns) * row
        fit = fit_tiles(tiles, left)
        if (fit <= 1 if tiles else left >= 0) or css == LISTS[-1][0]:
            break
    return css, f"fit-{fit}"


# -- the page --------------------------------------------------------------------------------------------------------


def _address(room: Room) -> str:
    """Where phones reach this server, "" if no browser has asked for this wall yet: a push has none that asks."""
    known: dict[int, str] = current_app.extensions.setdefault("wall addresses", {})
    if has_request_context() and room.id not in known:
        known[room.id] = public_address()
    return known.get(room.id, "")


def reaches_home(address: str) -> bool:
    """Whether an address such as "hool.example:8000" can be opened outside of the school's own network."""
    host = address.partition("/")[0]
    host = host.partition("]")[0].lstrip("[") if host.startswith("[") else host.partition(":")[0]
    try:
        return not ipaddress.ip_address(host).is_private
    except ValueError:
        return "." in host and not host.endswith((".local", ".lan", ".home", ".internal"))


def wall_html(room_id: int) -> str:
    """``#wall-view``, as it is pushed and as the page includes it."""
    room = classroom().room(room_id)
    url = _address(room)
    address = url.partition("://")[2]
    return render_template(
        "_wall.html",
        w=look(room),
        address=address,
        join_url=f"{url}/join/{room.code}" if url else "",
        home=reaches_home(address),
        size=size,
        layout=layout,
    )


@pages.get("/room/<slug>/wall")
def page(slug: str) -> str:
    room = current_visitor(slug).room
    current_app.extensions.setdefault("wall addresses", {})[room.id] = public_address()
    return render_template("wall.html", room=room, wall=wall_html(room.id))
