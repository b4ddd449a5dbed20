"""What a page shows of a table, as plain values for the templates, and the one way each fragment is rendered.

A table's page has a shared part, the same for everybody (it holds nothing that any viewer may not know), and a
private part for one person. Both are macros of the game's ``_table.html``; pages include them and pushes are exactly
them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from flask import Flask, current_app
from markupsafe import Markup, escape

from hool import i18n
from hool.checks import CheckState
from hool.classroom import AWAY_ANYWAY, AWAY_WAITING, Classroom
from hool.fold import SOUTH, BoardRecord, Over, Said, Seated, Table, shown_hand, tricks_left, undo_target
from hool.lessons import Step
from hool.lessons import html as markdown
from hool.messages import ANSWERS, Messages
from hool.register import Room
from hool.robots import LEVELS
from hool.rules import GAMES, hool, hoola
from hool.rules.cards import JOKER, Card, height, pips
from hool.rules.game import Board, Choice, Result, options_from_json
from hool.rules.hool import Options, PlayCard
from hool.rules.shuffle import commitment
from hool.rules.text import Bid, Cards, Player, SeatRef, Text, say
from hool.session import Asked, Roles, Session, Sessions, is_now
from hool.store import PersonRow
from hool.web import hoola_show
from hool.web.chosen import chosen_for
from hool.web.reasons import told_reasons

_NO_CARD = say("There is no card to take back now.")

LETTERS, COMPASS = "NESW", ("north", "east", "south", "west")


@dataclass(frozen=True, slots=True)
class SeatShow:
    """A seat as all may see it. ``kind`` is "person" or "robot"; ``robot_for`` names the person a robot plays for;
    ``robot_in`` is how many seconds after a drop a robot takes over, or None."""

    seat: int
    letter: str
    css: str
    name: str
    kind: str
    away: bool
    robot_for: str
    robot_in: int | None
    person: int | None
    people: tuple[int, ...]  # all who share the seat, `person` first
    looking: bool  # away from the table, at a replay
    level: str  # how well the robot plays that acts here, "" for a person


@dataclass(frozen=True, slots=True)
class AskShow:
    """A question to the opponents. ``hand`` is what a claimer lays open; ``waiting`` the seats still to answer."""

    kind: str
    seat: int
    tricks: int
    hand: tuple[Card, ...]
    waiting: frozenset[int]


@dataclass(frozen=True, slots=True)
class TableShow:
    """The public face of a table; ``view`` is None before the first board."""

    id: int
    number: int
    seq: int
    ordinal: int
    board: Board | None
    seats: tuple[SeatShow, ...]
    names: tuple[str, ...]
    view: Any
    options: Any
    paused: bool
    closed: bool
    ask: AskShow | None
    totals: tuple[int, ...]  # so far in this match: North-South and East-West, in other games of each seat
    boards_done: int
    boards_in_match: int
    match_over: bool
    ready: frozenset[int]
    people_here: int
    result: Result | None
    game: str
    slug: str
    moved_at: float
    starts_next: str  # "students" or "teacher"
    dealt: tuple[int, ...]  # how many cards each hand began with
    lesson: LessonShow | None
    said: tuple[Said, ...]  # what all four expected of a board that is over
    notice: Text | None  # what all should hear about the last thing that was no act
    reasons: tuple[tuple[int, Text], ...] | None  # what robots say of their last acts, by seat; None if they may not
    laid: tuple[tuple[Card, ...], ...] = ()  # what each seat still holds, while the teacher has all hands laid open
    records: tuple[BoardRecord, ...] = ()  # the finished boards of this match
    places: tuple[int, ...] = ()  # each seat's place in this match as it stands, 1 = first
    over: Over | None = None  # who has ended the match before its time
    limit: int = 0  # seconds for each move, 0 for none
    on_timeout: str = "bot"
    deadlines: tuple[float | None, ...] = ()  # when each seat must have moved, in seconds since 1970
    own_pace: bool = False
    deals_at: float | None = None  # at one's own pace: when the next board is dealt by itself, as above
    rates: bool = False  # the room has ratings
    rated: bool = False  # this match counts for ratings, as far as it has come
    sealed: str = ""  # the hash of the secret from which the cards follow, "" for cards that somebody has chosen
    seen: str = ""  # who beside the players may see the hands: "teacher", "nobody"; "" where nobody asks
    # Seconds in which a discard may still be claimed; None where no clock runs, or where that may take days.
    closes_in: float | None = None
    told: tuple[Any, ...] = ()  # what was done, where a page tells that in words: `hoola_show.Deed`


@dataclass(frozen=True, slots=True)
class LessonShow:
    """The lesson that is played at a table. step: the board's, None before the first. board: its place, from 0; boards:
    how many there are; next: the place of the next one; done: those finished. waits: why the table may not go on by
    itself, or None. wish: a board somebody wants once more, from 1, or 0. earlier: the boards that can be played
    again, from 0. home: a student alone; writes: note cards are wanted now; note: what the table has written.
    fresh: nobody has done anything on this board yet, in Oh Hell nobody has played a card, in Hoola not everybody has
    had a turn. talk: what is asked aloud now, as Markdown."""

    session: Session
    step: Step | None
    board: int | None
    boards: int
    next: int
    done: tuple[int, ...]
    waits: Text | None
    wish: int
    earlier: range
    roles: Roles
    home: bool
    writes: bool
    note: str
    fresh: bool
    talk: tuple[str, ...]

    @property
    def rung(self) -> int:
        return self.session.lesson.rung

    @property
    def has_match(self) -> bool:
        """Whether its boards add up to a match."""
        return self.session.lesson.adds_up


@dataclass(frozen=True, slots=True)
class WayShow:
    """How the same cards went another time. ours, theirs: tricks of the reader's cards and partner's, and of the other
    side (without partners: of the reader's cards, and None). over: tricks above the contract, None without one. paid:
    for our side, negative for the other one; None where only tricks count. now: the one that is on the table."""

    contract: str
    doubled: int
    trumps: str
    ours: int
    theirs: int | None
    over: int | None
    paid: int | None
    at_home: bool
    now: bool


@dataclass(frozen=True, slots=True)
class HandShow:
    """How the same hand of Oh Hell went another time for the reader's cards. hook: the last to bid was not free."""

    bid: int
    took: int
    points: int
    hook: bool
    at_home: bool
    now: bool


@dataclass(frozen=True, slots=True)
class RoundShow:
    """How the same board of Hoola went another time for the reader's seat. ending: as in the view; won: by the reader's
    cards; left: what the hand counted at the end; points: won or paid."""

    ending: str
    won: bool
    left: int
    points: int
    at_home: bool
    now: bool


@dataclass(frozen=True, slots=True)
class MineShow:
    """What one person at a table sees beside the shared part. ``undo`` is None when the last card can be taken back,
    else the sentence why not; ``left`` is how many tricks can be claimed; ``dealt`` the own hand as it was dealt."""

    seat: int
    view: Any
    turn: int
    undo: Text | None
    can_claim: bool
    left: int
    answer: bool
    robot_plays: bool
    again: str
    hand_up: bool
    dealt: tuple[tuple[Card, ...], ...]  # the hands this person may know, as dealt; () for the others
    asked: tuple[Asked, ...]  # what this person may say now of what they expect
    said: tuple[Said, ...]  # what they have said so far about this board
    ways: tuple[WayShow | HandShow | RoundShow, ...]  # the same cards, earlier and now; () if they were not played
    hint: str  # the moment for which a hint may be asked, "" if there is none
    chosen: Text | None = None  # what the teacher chose for this seat a moment ago
    own_act: str = ""  # the last act of this seat in the board that is played
    seats: tuple[int, ...] = ()  # all the seats of a shared device, for what concerns nobody of them alone; else ()


@lru_cache(maxsize=256)
def introduced(boards: frozenset[Any]) -> frozenset[str]:
    """What somebody has met of HOOL who has played with these options, of any game; pages speak of nothing else.

    Names: suits, partners, trumps, dummy, contract, score, bonus, choose (a contract without bids), clues, points,
    pattern, bids, double, last word.
    """
    found = set()
    for board in boards:
        if not isinstance(board, Options):
            continue
        contract = board.trumps == "contract"
        bids = contract and board.contract == "bid"
        found |= {
            name
            for name, is_there in (
                ("suits", board.pack != "one suit"),
                ("partners", board.partners),
                ("trumps", board.trumps != "N"),
                ("dummy", board.dummy and board.partners),
                ("contract", contract),
                ("score", contract and board.score == "hool"),
                ("bonus", contract and board.score == "hool" and board.game > 0),
                ("choose", board.contract in ("open", "pair")),
                ("clues", board.clues > 0),
                ("points", board.clues > 0 and "hcp" in board.clue_kinds),
                ("pattern", board.clues > 0 and "pattern" in board.clue_kinds),
                ("bids", bids),
                ("double", bids and board.bidding_steps > 1),
                ("last word", bids and board.bidding_steps > 2),
            )
            if is_there
        }
    return frozenset(found)


class Show:
    """Builds and renders; one for an app. ``classroom`` tells names and presence, ``sessions`` the lesson."""

    def __init__(self, app: Flask, classroom: Classroom, sessions: Sessions, messages: Messages) -> None:
        self.app = app
        self.classroom = classroom
        self.sessions = sessions
        self.messages = messages
        # How many games at their own pace wait for somebody; None for who has none, and cannot open one.
        self.games_waiting: Callable[[PersonRow], int | None] = lambda person: None

    # -- values ----------------------------------------------------------------------------------------------

    def seat(self, index: int, who: Seated, waiting_for: bool, game: str = "hool") -> SeatShow:
        people = [person for p in who.people if (person := self.classroom.person(p)) is not None]
        names = " + ".join(person.name or i18n._("somebody who left") for person in people)
        away = bool(people) and not any(self.classroom.here(person.id) for person in people)
        robot_in = None
        if away and not who.acts_alone:
            robot_in = int(AWAY_WAITING if waiting_for else AWAY_ANYWAY)
        robot_name = i18n._("Robot %(number)s", number=index + 1)
        return SeatShow(
            seat=index,
            letter=seat_token(game, index),
            css=COMPASS[index] if game == "hool" else f"p{index + 1}",
            name=names or robot_name,
            kind="robot" if who.acts_alone else "person",
            away=away,
            robot_for=names if who.acts_alone else "",
            robot_in=robot_in,
            person=who.person,
            people=who.people,
            looking=away and any(self.classroom.looking(person.id) for person in people),
            level=who.robot,
        )

    def table(self, table: Table) -> TableShow:
        rules, now, at = table.rules, table.play, table.closes_at
        room = self.classroom.room(table.room_id)
        to_act = table.to_act()
        result = rules.result(now.state) if now.state is not None else None
        counted = [r for r in _scores(table) if r.counted]
        view = rules.view(now.state, None) if now.state is not None else None
        if view is not None and table.ask is not None and table.ask.kind == "claim":
            ask_hand = shown_hand(table, table.ask.seat)
        else:
            ask_hand = ()
        seats = tuple(self.seat(i, s, i in to_act, table.game) for i, s in enumerate(table.seats))
        if not table.in_class:  # nobody waits for whoever plays alone, and days may pass at one's own pace
            seats = tuple(replace(seat, away=False, robot_in=None, looking=False) for seat in seats)
        elif not any(map(self.classroom.there, table.people)):  # then no robot comes, and the table waits
            seats = tuple(replace(seat, robot_in=None) for seat in seats)
        return TableShow(
            id=table.id,
            number=table.number,
            seq=table.seq,
            ordinal=now.ordinal,
            board=now.board,
            seats=seats,
            names=tuple(seat.name for seat in seats),
            view=view,
            options=now.board.options if now.board else table.options,
            paused=table.paused,
            closed=room.closed,
            ask=AskShow(table.ask.kind, table.ask.seat, table.ask.tricks, ask_hand, table.ask.waiting)
            if table.ask
            else None,
            totals=tuple(
                sum(r.scores[seat] for r in counted) for seat in range(2 if table.game == "hool" else len(table.seats))
            ),
            boards_done=len(counted),
            boards_in_match=table.match_length,
            match_over=now.over is not None
            or (bool(counted) and not table.playing and table.match_over and _has_match(table)),
            ready=table.ready,
            people_here=sum(self.classroom.here(p) for p in table.people),
            result=result,
            game=table.game,
            slug=room.slug,
            moved_at=table.moved_at,
            starts_next="students" if table.own_pace else room.settings.next_by,
            dealt=tuple(len(h) for h in now.deal.hands) if now.deal else (),
            lesson=self.lesson(table, view),
            said=now.said if table.finished else (),
            notice=table.notice,
            reasons=told_reasons(table) if room.settings.reasons else None,
            laid=_laid(table),
            records=table.match_boards,
            places=table.places,
            over=now.over,
            limit=table.limit,
            on_timeout=table.on_timeout,
            deadlines=tuple(table.deadline(seat) for seat in range(len(table.seats))),
            own_pace=table.own_pace,
            deals_at=table.deals_at,
            rates=bool(room.settings.ratings),
            rated=table.rated,
            sealed=commitment(now.secret) if now.secret else "",
            seen="nobody" if table.rated else "teacher" if table.in_class else "",
            closes_in=None if at is None or table.own_pace else round(max(0.0, at - self.classroom.clock()), 1),
            told=_TOLD[table.game](table) if table.game in _TOLD else (),
        )

    def lesson(self, table: Table, view: Any) -> LessonShow | None:
        """What the page says of the lesson that is played at a table; None if there is none. view: the public one."""
        session = self.sessions.session_of(table)
        if session is None:
            return None
        step = self.sessions.step_of(table)
        return LessonShow(
            session=session,
            step=step,
            board=self.sessions.place_of(table),
            boards=len(session.lesson.boards),
            next=table.next_place,
            done=self.sessions.finished(table),
            waits=self.classroom.tables.may_not_start(table, False) if table.finished else None,
            wish=table.wish,
            earlier=range(min(table.next_place, len(session.lesson.boards))),
            roles=self.sessions.roles(table),
            home=table.at_home,
            writes=not table.at_home and session.ended_at is None and session.state.phase in ("play", "share"),
            note="" if table.at_home or not table.finished else self.sessions.note_of(session, table),
            fresh=_is_fresh(table),
            talk=_talk(step, view) if step is not None and view is not None else (),
        )

    def mine(self, table: Table, seat: int, person: int) -> MineShow:
        now = table.play
        view = table.rules.view(now.state, seat) if now.state is not None else None
        playing_cards = view is not None and view.phase == "play"
        in_tricks = playing_cards and table.rules.claims == "tricks"
        # Where discards are claimed, cards go to the table in every phase, and the next act of anybody closes it.
        took_back = undo_target(table, seat) if playing_cards or table.rules.claims == "discards" else None
        room = self.classroom.room(table.room_id)
        dealt: tuple[tuple[Card, ...], ...] = ()
        if view is not None and now.deal is not None:
            dealt = tuple(now.deal.hands[i] if view.hands[i] is not None else () for i in range(len(table.seats)))
        return MineShow(
            seat=seat,
            view=view,
            turn=table.turns[seat],
            undo=None if table.ask is None and not table.own_pace and isinstance(took_back, int) else _NO_CARD,
            can_claim=in_tricks and not table.own_pace and table.ask is None and seat != getattr(view, "dummy", None),
            left=tricks_left(table, view) if in_tricks else 0,
            answer=table.ask is not None and seat in table.ask.waiting,
            robot_plays=table.seats[seat].acts_alone,
            again=_replay_at(room.slug, table) if table.finished else "",
            hand_up=self.classroom.hand_up(person, table.room_id),
            dealt=dealt,
            asked=self.sessions.questions(table, seat) if table.lesson else (),
            said=tuple(said for said in now.said if said.seat == seat),
            ways=self.ways(table, seat, person) if table.finished else (),
            hint=hint_moment(table, seat, view) if room.settings.hints and not table.own_pace else "",
            chosen=chosen_for(table, seat),
            own_act=next((act.text for act in reversed(now.acts) if act.seat == seat), "") if table.playing else "",
        )

    def ways(self, table: Table, seat: int, person: int) -> tuple[WayShow | HandShow | RoundShow, ...]:
        """The cards of a finished board as they went before and now, for somebody who sits there now."""
        before = self.sessions.before(table, person)
        if not before:
            return ()
        way = _WAYS[table.game]
        now = way(table.play.boards[-1], seat, table.at_home, True)
        return (*(way(each.record, seat, each.at_home, False) for each in before), now)

    # -- fragments -------------------------------------------------------------------------------------------

    def shared_html(self, table: Table, face: TableShow | None = None) -> str:
        """The part that is the same for everybody. ``face`` is ``self.table(table)``, if it is at hand."""
        return self._table_macro(table, "shared")(face or self.table(table))

    def private(self, face: TableShow, mine: MineShow, table: Table, before: Any) -> tuple[str, str, Any]:
        """What to push to one person: ``(what, html, standing)``.

        ``standing`` is all that the private part shows beside its ribbon, or None; when it is as it was ``before``,
        the ribbon is enough: whoever waits only needs to hear for whom.
        """
        view = mine.view
        standing = None
        if view is not None and view.phase == "play" and mine.seat not in view.to_act and face.over is None:
            standing = (
                face.id, face.ordinal, face.names, face.paused, face.ask, face.notice,
                view.hands, getattr(view, "dummy", None), getattr(view, "declarer", None),
                mine.turn, mine.undo is None, mine.can_claim, mine.left, mine.answer, mine.robot_plays, mine.hand_up,
                mine.asked, mine.said, face.lesson and (face.lesson.talk, face.lesson.fresh),
                mine.chosen, bool(face.laid),
            )  # fmt: skip
        if standing is not None and standing == before:
            return "ribbon", str(self._table_macro(table, "ribbon")(face, mine)), standing
        return "mine", str(self._table_macro(table, "mine")(face, mine)), standing

    def kind(self, room: Room, table: Table | None) -> str:
        """What the page of a student at this table (None: without a seat) shows: the "table", the "lobby", or what the
        "session" does beside playing."""
        if not room.closed and self.sessions.stops(room.id):
            return "session"
        resting = room.closed or room.settings.resting
        return "table" if table is not None and table.play.state is not None and not resting else "lobby"

    def home_stage(self, person: PersonRow, table: Table) -> Stage:
        """The stage of a student who plays a lesson alone, behind the sheet with its boards."""
        html = str(self._table_macro(table, "stage")(self.table(table), self.mine(table, SOUTH, person.id)))
        session = self.sessions.session_of(table)
        boards = self.app.jinja_env.get_template("_home_boards.html").render(
            s=session,
            slug=self.classroom.room(table.room_id).slug,
            at=self.sessions.place_of(table),
            done=self.sessions.home_done(person).get(table.lesson, frozenset()),
        )
        return Stage("home", table.id, table.seq, boards + html)

    def pace_stage(self, person: PersonRow, table: Table) -> Stage | None:
        """The stage of a game at its players' own pace for one of them; None for anybody else."""
        seat = table.seat_of(person.id)
        if seat is None or table.play.state is None:
            return None
        html = str(self._table_macro(table, "stage")(self.table(table), self.mine(table, seat, person.id)))
        return Stage("pace", table.id, table.seq, html)

    def clock_html(self, face: TableShow) -> str:
        """The time that is left at a table, which changes without an act."""
        module: Any = self.app.jinja_env.get_template("_pace.html").module
        return str(module.clock(face)) + str(module.pace_facts(face))

    def turns_html(self, person: PersonRow, count: int) -> str:
        """How many games at their own pace wait for somebody: the marks at the menu, and the way to these games."""
        module: Any = self.app.jinja_env.get_template("_pace.html").module
        marks = "".join(str(module.turns(mark, count)) for mark in ("turns", "turns-way", "turns-here"))
        found = self.classroom.seat_of(person.id)
        way = self.moving_html(person, self.classroom.room(person.room_id), found[0] if found else None)
        return marks + way

    def stage(self, person: PersonRow) -> Stage:
        """The whole stage of a student's page: the table they sit at with a board on it, or what there is instead."""
        room = self.classroom.room(person.room_id)
        found = self.classroom.seat_of(person.id)
        kind = self.kind(room, found[0] if found else None)
        moving = self.message_html(person, room) + self.moving_html(person, room, found[0] if found else None)
        if kind == "table" and found:
            table, seat = found
            html = str(self._table_macro(table, "stage")(self.table(table), self.mine(table, seat, person.id)))
            return Stage("table", table.id, table.seq, moving + html)
        if kind == "session":
            html = self.app.jinja_env.get_template("_session.html").render(**self.session(person, room, found))
            return Stage("session", found[0].id if found else 0, found[0].seq if found else 0, moving + html)
        html = self.app.jinja_env.get_template("_lobby.html").render(**self.lobby(person, room, found))
        return Stage("lobby", found[0].id if found else 0, found[0].seq if found else 0, moving + html)

    def message_html(self, person: PersonRow, room: Room, shared: bool = False) -> str:
        """The message that a student has not put away yet, above everything else; an empty place without one. On a
        device that is ``shared`` it says for whom it is."""
        message = None if room.closed else self.messages.unread(person)
        template = self.app.jinja_env.get_template("_message.html")
        return template.render(
            room=room,
            message=message,
            answers=ANSWERS,
            whom=person.name if shared and message and message.to.startswith("person ") else "",
        )

    def moving_html(self, person: PersonRow, room: Room, table: Table | None) -> str:
        """What stands above the stage of a student at this table: a change of table that waits, and which ways there
        are from the menu."""
        to = self.classroom.wished_table(person)
        plays = not (room.closed or room.settings.resting or self.sessions.stops(room.id))
        waits = to and plays and (table is None or to.id != table.id)
        return self.app.jinja_env.get_template("_moving.html").render(
            room=room,
            to=to.number if to and waits else 0,
            turning=table is not None and plays and self.classroom.turning(table),
            own=table.number if table else 0,
            may_change=room.settings.change_tables and not room.closed,
            own_pace=self.games_waiting(person) is not None,
            for_home=self.sessions.for_home(room.id),
        )

    def session(self, person: PersonRow, room: Room, found: tuple[Table, int] | None) -> dict[str, Any]:
        """What ``_session.html`` draws: the big question, sharing, or looking back and the check."""
        session = self.sessions.current(room.id)
        assert session is not None
        looks_back = session.state.phase == "reflect"
        table = found[0] if found else None
        step = self.sessions.step_of(table) if table else None
        return {
            "room": room,
            "person": person,
            "s": session,
            "table": self.table(table) if table else None,
            "seat": found[1] if found else None,
            "step": step,
            "note": self.sessions.note_of(session, table) if table and table.play.state is not None else "",
            "speaker": self.sessions.roles(table).speaker if table and step else None,
            "reflection": self.sessions.reflection(session, person.id) if looks_back else None,
            "check": self.check(person, room, session.name) if looks_back else None,
            "hand_up": self.classroom.hand_up(person.id, room.id),
            **self._choosing(room, person.benched_at is not None),
        }

    def check(self, person: PersonRow, room: Room, name: str) -> CheckState | None:
        """Where a student is in the check of a lesson, with the address of its forms; None for one without a check."""
        check = self.sessions.check(person, name)
        return replace(check, action=f"/room/{room.slug}/check/{name}") if check else None

    def _choosing(self, room: Room, benched: bool) -> dict[str, Any]:
        """Whether students take their own seats, and at which tables; nobody on the bench does."""
        settings = room.settings
        choosing = settings.seating == "choose" and not room.closed and not settings.all_locked and not benched
        tables = [t for t in self.classroom.tables.tables(room.id) if not settings.locks(t.id)] if choosing else []
        return {"choosing": choosing, "tables": [self.table(t) for t in tables]}

    def lobby(self, person: PersonRow, room: Room, found: tuple[Table, int] | None) -> dict[str, Any]:
        students = self.classroom.students(room.id)
        over = self.sessions.last(room.id) if room.settings.resting else None
        return {
            "room": room,
            "person": person,
            "table": self.table(found[0]) if found else None,
            "seat": found[1] if found else None,
            "here": sum(self.classroom.here(p.id) for p in students),
            "expected": len(students),
            "hand_up": self.classroom.hand_up(person.id, room.id),
            "over": over,
            "check": self.check(person, room, over.name) if over else None,
            "for_home": self.sessions.for_home(room.id),
            "games_waiting": self.games_waiting(person),
            **self._choosing(room, person.benched_at is not None),
        }

    def rules_html(self, person: PersonRow, lesson: int = 0, table: Table | None = None) -> str:
        """How to play, as far as a person has come: with the lesson of their class, with this one at home (a
        session's number), or else with the options of their table; of another ``table`` by its own options."""
        if table is not None:
            return self._rules(table.game, [table.options], len(table.seats), table.own_pace)
        room = self.classroom.room(person.room_id)
        found = self.classroom.seat_of(person.id)
        session = self.sessions.get(room.id, lesson) or self.sessions.current(room.id)
        if session is None and room.settings.resting:
            session = self.sessions.last(room.id)
        if session is None:
            boards = [
                found[0].options
                if found
                else options_from_json(GAMES[room.settings.game].Options, room.settings.options)
            ]
        else:
            there = found[0].next_place if found and found[0].lesson == session.id else 1
            reached = len(session.lesson.boards) if session.for_home else max(1, there)
            boards = [step.board.options for step in session.lesson.boards[:reached] if step.board]
        game = found[0].game if found and session is None else session.lesson.game if session else room.settings.game
        seats = len(found[0].seats) if found and session is None else 4 if session else room.settings.table_seats
        return self._rules(game, boards, seats)

    def _rules(self, game: str, boards: Sequence[Any], seats: int, own_pace: bool = False) -> str:
        if game != "hool":
            template = self.app.jinja_env.get_template(f"{game}/_rules.html")
            return template.render(options=boards[-1], seats=seats, own_pace=own_pace)
        has = introduced(frozenset(boards))
        return self.app.jinja_env.get_template("_rules.html").render(has=has, options=boards[-1])

    def _table_macro(self, table: Table, name: str) -> Any:
        return getattr(self.app.jinja_env.get_template(f"{table.game}/_table.html").module, name)


@dataclass(frozen=True, slots=True)
class Stage:
    """``kind`` is "lobby", "table", "session" or "home"; ``table`` 0 while the person has no seat."""

    kind: str
    table: int
    seq: int
    html: str


# What tells, for the games whose tables do, what was done at a table.
_TOLD: dict[str, Callable[[Table], tuple[Any, ...]]] = {"hoola": hoola_show.deeds}


def hint_moment(table: Table, seat: int, view: Any) -> str:
    """A name for the moment in which this seat has to decide, "" when a hint would be of no use: it stays the same
    while others choose in secret, and no other moment of the table has it. view: the seat's own."""
    if (
        table.game != "hool"
        or view is None
        or seat not in view.to_act
        or table.paused
        or table.ask
        or table.seats[seat].acts_alone
        or table.rated  # a hint is a robot's help
    ):
        return ""
    done = sum(map(len, (*view.clues, view.proposals, view.tricks, view.trick)))
    return f"{table.play.first_seq}-{table.turns[seat]}-{view.phase.replace(' ', '')}-{done}"


def seat_token(game: str, seat: int) -> str:
    """How a seat is written on the cloth and in messages: HOOL's by compass, others by number."""
    return LETTERS[seat] if game == "hool" else str(seat + 1)


def seat_of_token(token: str) -> int | None:
    """The inverse of ``seat_token``; None for a text that names no seat."""
    if token in tuple(LETTERS):
        return LETTERS.index(token)
    return int(token) - 1 if token.isdecimal() and len(token) < 3 and int(token) else None


def _laid(table: Table) -> tuple[tuple[Card, ...], ...]:
    """What each seat still holds, where the teacher has laid all hands open to this table; () elsewhere."""
    if not table.hands_open or not table.playing:
        return ()
    return tuple(table.play.state.hands)


def _replay_at(slug: str, table: Table) -> str:
    """The address at which the board that is over can be looked at again."""
    boards = f"home/{table.lesson}/boards" if table.at_home else f"boards/{table.number}"
    if table.own_pace:
        boards = f"games/{-table.number}/boards"
    return f"/room/{slug}/{boards}/{table.play.ordinal}"


def _scores(table: Table) -> list[Result]:
    """The results that add up: of the present match; in a lesson each of its boards as it went the first time."""
    if not table.lesson:
        return list(table.play.results)
    first: dict[int, Result] = {}
    for record in table.play.boards:
        if record.lesson == table.lesson:
            first.setdefault(record.board.number, record.result)
    return list(first.values())


def _is_fresh(table: Table) -> bool:
    """Whether a board is at its beginning, so that what the lesson says of it is of use: to it belong the bids of Oh
    Hell, and in Hoola a turn of everybody."""
    acts = [act.text for act in table.play.acts[table.play.fixed :]]
    if table.game == "hoola":
        return sum(act.startswith("discard ") for act in acts) < len(table.seats)
    return not any(table.game == "hool" or act.startswith("play") for act in acts)


def _has_match(table: Table) -> bool:
    """Whether the boards of a table add up to a match: those of a lesson only if its options say so."""
    return not table.lesson or table.rules.boards_in_match(table.options, len(table.seats)) > 0


def _talk(step: Step, view: Any) -> tuple[str, ...]:
    """The questions without answers whose moment it is; those before the first card only in their own phase."""
    played = (any(view.had_turn) if step.board and step.board.game == "hoola" else bool(view.trick or view.tricks)) or (
        view.phase in _LATER_STEPS
    )
    over = {
        "start": played or (getattr(view.options, "clues", 0) > 0 and view.phase != "clues"),
        "clues": played,
        "lead": played,
    }
    return tuple(
        question.text
        for question in step.questions
        if not question.answers and is_now(question.when, view) and not over.get(question.when)
    )


_LATER_STEPS = ("step 2", "step 3", "redouble", "closing")


def _way(record: BoardRecord, seat: int, at_home: bool, now: bool) -> WayShow:
    """A finished board as it went for the cards of a seat, whoever held them then."""
    options, view = record.board.options, hool.view(record.state, None)
    won = view.tricks_won
    ours, theirs = won[seat], None
    if options.partners:
        ours, theirs = won[seat] + won[(seat + 2) % 4], won[(seat + 1) % 4] + won[(seat + 3) % 4]
    over = paid = None
    if view.contract and view.declarer is not None:
        over = won[view.declarer] + won[(view.declarer + 2) % 4] - hool.tricks_needed(view.contract)
        if options.score == "hool":
            paid = record.result.scores[seat] - record.result.scores[(seat + 1) % 4]
    return WayShow(
        contract=view.contract,
        doubled=view.doubled,
        trumps=options.trumps if options.trumps != "contract" else "",
        ours=ours,
        theirs=theirs,
        over=over,
        paid=paid,
        at_home=at_home,
        now=now,
    )


def _hand(record: BoardRecord, seat: int, at_home: bool, now: bool) -> HandShow:
    """A finished hand of Oh Hell as it went for the cards of a seat."""
    state = record.state
    hook = record.board.options.bidding == "hook"
    return HandShow(state.bids[seat], state.won[seat], record.result.scores[seat], hook, at_home, now)


def _round(record: BoardRecord, seat: int, at_home: bool, now: bool) -> RoundShow:
    """A finished board of Hoola as it went for a seat, whoever sat there then."""
    view = hoola.view(record.state, None)
    left = hoola.hand_value(record.board.options, record.state.hands[seat])
    return RoundShow(view.ending, view.winner == seat, left, record.result.scores[seat], at_home, now)


_WAYS: dict[str, Callable[[BoardRecord, int, bool, bool], WayShow | HandShow | RoundShow]] = {
    "hool": _way,
    "oh_hell": _hand,
    "hoola": _round,
}


# -- sentences of the rules, drawn ---------------------------------------------------------------------------

_SUITS = {"S": "s", "H": "h", "D": "d", "C": "c", "N": "n"}
_RANKS = {14: "A", 13: "K", 12: "Q", 11: "J"}


KEPT = 6000  # pieces of pages kept drawn
LONGEST_ROW = 11
ONE_ROW = 7


@lru_cache(maxsize=4096)
def hand_rows(held: tuple[Card, ...], dealt: tuple[Card, ...]) -> tuple[tuple[tuple[Card, ...], ...], ...]:
    """The cards ``held`` as one or two rows of suits, in the places they had when the hand was dealt.

    The second row begins between two suits, where the longer row becomes shortest; inside a suit only when a row
    would be longer than eleven cards. Up to seven cards stand in one row.
    """
    suits = [[c for c in dealt if c.suit == suit] for suit in "SHDC"]
    split = len(dealt)
    if len(dealt) > ONE_ROW:
        ends = [sum(map(len, suits[: i + 1])) for i in range(4)]
        split = min(ends, key=lambda end: max(end, len(dealt) - end))
        if max(split, len(dealt) - split) > LONGEST_ROW:
            split = (len(dealt) + 1) // 2
    place = {card: i for i, card in enumerate(c for suit in suits for c in sorted(suit, key=_high_first))}
    rows = []
    for upper in (True, False):
        row = (tuple(c for c in place if c in held and c.suit == s and (place[c] < split) == upper) for s in "SHDC")
        rows.append(tuple(suit for suit in row if suit))
    return tuple(row for row in rows if row)


def _high_first(card: Card) -> int:
    return -card.rank


def title_of(step: Step) -> str:
    """What a board of a lesson is called, without the "Board 3:" that many authors write before it."""
    return re.sub(r"^[^:]*\d\s*[:.]\s*", "", step.title)


def expected_by(me: MineShow) -> tuple[Said, ...]:
    """A player's own answers to the lesson's questions about this board, without those passed over."""
    return tuple(said for said in me.said if said.answer is not None and said.key.isdigit())


def seat_answer(answer: str) -> str:
    """A seat among the answers of a lesson's question: "N" is North, "2" the second player."""
    return place_name("hool", LETTERS.index(answer)) if answer in LETTERS else place_name("oh_hell", int(answer) - 1)


def suit_name(letter: str) -> str:
    names = {
        "S": i18n._("spades"), "H": i18n._("hearts"), "D": i18n._("diamonds"), "C": i18n._("clubs"),
    }  # fmt: skip
    return names[letter[0].upper()]


def rank_name(rank: int) -> str:
    names = {14: i18n._("ace"), 13: i18n._("king"), 12: i18n._("queen"), 11: i18n._("jack")}
    return names.get(rank, str(pips(rank)))


def rank_sign(card: Card) -> str:
    """What stands in the corner of a card: "A", "10", "12"; of the joker the first letters of its name."""
    return i18n._("joker")[:2].capitalize() if card == JOKER else _RANKS.get(card.rank, str(pips(card.rank)))


def highest_first(cards: Sequence[Card]) -> list[Card]:
    """The cards of a suit from the highest on."""
    return sorted(cards, key=height, reverse=True)


def card_name(card: Card) -> str:
    """ "king of hearts", in the reader's language."""
    if card == JOKER:
        return i18n._("joker")
    return i18n._("%(rank)s of %(suit)s", rank=rank_name(card.rank), suit=suit_name(card.suit))


def level_name(level: str) -> str:
    """How well a robot plays, as a word."""
    names = {"beginner": i18n._("beginner"), "standard": i18n._("standard"), "expert": i18n._("expert")}
    return names.get(level, level)


def seat_name(seat: int) -> str:
    return (i18n._("North"), i18n._("East"), i18n._("South"), i18n._("West"))[seat % 4]


def place_name(game: str, seat: int) -> str:
    """What a seat is called: HOOL's by compass, others by number."""
    return seat_name(seat) if game == "hool" else i18n._("seat %(number)s", number=seat + 1)


def _token(letter: str) -> Markup:
    return Markup('<svg class="tok {0}" aria-hidden="true"><use href="#{1}"/></svg>').format(_SUITS[letter], letter)


def _drawn_card(card: Card) -> Markup:
    if card == JOKER:
        return Markup('<span class="chip"><b>{0}</b></span>').format(card_name(card))
    shown = _RANKS.get(card.rank, str(pips(card.rank)))
    return Markup('<span class="chip">{0}<b>{1}</b><span class="vh"> {2}</span></span>').format(
        _token(card.suit), shown, card_name(card)
    )


def _drawn_bid(text: str) -> Markup:
    level, letter = text[0], text[1]
    name = i18n._("no trumps") if letter == "N" else suit_name(letter)
    return Markup('<span class="chip"><b>{0}</b>{1}<span class="vh"> {2}</span></span>').format(
        level, _token(letter), name
    )


def _player_name(seat: int, seats: Sequence[SeatShow]) -> str:
    return seats[seat].name if seat < len(seats) else i18n._("player %(number)s", number=seat + 1)


def speak(text: Text | None, seats: Sequence[SeatShow] = ()) -> Markup:
    """A sentence of the rules as HTML: cards and bids drawn, seats by the names of those who sit there."""
    if text is None:
        return Markup("")

    def show(value: Any) -> Any:
        match value:
            case Card():
                return _drawn_card(value)
            case Bid():
                return _drawn_bid(value.text)
            case Cards():
                return Markup(" ").join(_drawn_card(c) for c in value.cards)
            case SeatRef():
                name = seats[value.seat].name if value.seat < len(seats) else seat_name(value.seat)
                return Markup("<bdi>{0}</bdi>").format(name)
            case Player():
                return Markup("<bdi>{0}</bdi>").format(_player_name(value.seat, seats))
        return escape(value)

    return Markup(i18n.translate(text, show, escape))


def plainly(text: Text | None, seats: Sequence[SeatShow] = ()) -> str:
    """The same sentence in words only, for titles and for ears."""
    if text is None:
        return ""

    def show(value: Any) -> str:
        match value:
            case Card():
                return card_name(value)
            case Bid():
                letter = value.text[1]
                return f"{value.text[0]} {i18n._('no trumps') if letter == 'N' else suit_name(letter)}"
            case Cards():
                return ", ".join(card_name(c) for c in value.cards)
            case SeatRef():
                return seats[value.seat].name if value.seat < len(seats) else seat_name(value.seat)
            case Player():
                return _player_name(value.seat, seats)
        return str(value)

    return i18n.translate(text, show)


def refused_cards(choices: Sequence[Choice], seats: Sequence[SeatShow]) -> dict[Card, str]:
    """The cards among the choices that may not be played now, each with its reason in plain words."""
    said: dict[int, str] = {}  # cards are refused in groups that share one Text
    refused = {}
    for choice in choices:
        if choice.why_not is not None and isinstance(choice.action, PlayCard):
            mark = id(choice.why_not)
            if mark not in said:
                said[mark] = plainly(choice.why_not, seats)
            refused[choice.action.card] = said[mark]
    return refused


def show() -> Show:
    """The app's own ``Show``."""
    return current_app.extensions["hool"].show


def install(app: Flask) -> None:
    """Give the templates the words and drawings of this module."""

    # A hand that nobody plays from now looks the same at every push, and drawing cards is most of a push's work.
    @lru_cache(maxsize=2048)
    def drawn_rows(_lang: str, held: tuple[Card, ...], dealt: tuple[Card, ...], prefix: str, buttons: bool) -> Markup:
        cards: Any = app.jinja_env.get_template("_cards.html").module
        return Markup(cards.rows(held, dealt, prefix, {} if buttons else None))

    @lru_cache(maxsize=2048)
    def drawn_slip(_lang: str, held: tuple[Card, ...]) -> Markup:
        cards: Any = app.jinja_env.get_template("_cards.html").module
        return Markup(cards.slip(held))

    drawn: dict[tuple[str, str, Any], Markup] = {}

    def kept(name: str, key: Any, macro: Callable[..., str], *args: Any) -> Markup:
        """``macro(*args)``, drawn once for each language and ``key``: the key names all that the macro looks at."""
        place = (i18n.language(), name, key)
        html = drawn.get(place)
        if html is None:
            html = drawn[place] = Markup(macro(*args))
            while len(drawn) > KEPT:
                drawn.pop(next(iter(drawn)), None)
        return html

    @lru_cache(maxsize=512)
    def lesson_html(text: str) -> Markup:
        """Markdown of a lesson as HTML, safe whatever its author wrote."""
        return Markup(markdown(text))

    def still_rows(held: tuple[Card, ...], dealt: tuple[Card, ...], prefix: str, buttons: bool) -> Markup:
        return drawn_rows(i18n.language(), held, dealt, prefix, buttons)

    def still_slip(held: tuple[Card, ...]) -> Markup:
        return drawn_slip(i18n.language(), held)

    app.jinja_env.globals.update(
        suit_name=suit_name,
        expected_by=expected_by,
        title_of=title_of,
        hand_rows=hand_rows,
        still_rows=still_rows,
        still_slip=still_slip,
        kept=kept,
        lesson_html=lesson_html,
        refused_cards=refused_cards,
        rank_name=rank_name,
        card_name=card_name,
        seat_name=seat_name,
        place_name=place_name,
        seat_answer=seat_answer,
        seat_token=seat_token,
        rank_sign=rank_sign,
        highest_first=highest_first,
        level_name=level_name,
        robot_levels=LEVELS,
        speak=speak,
        plainly=plainly,
        hool=hool,
        say=say,
        Bid=Bid,
        SeatRef=SeatRef,
    )
