"""Socket.IO: who watches which page, their acts, and pushing what changed.

Client to server: ``watch`` (on connect, on waking, after a miss), ``act``, and on a shared device ``curtain``. Server
to client: ``view`` {what, table, seq, html, hold}, where ``what`` is "shared", "mine" (or its "ribbon" alone), "stage",
"pace" (the time that is left), "turns" (games that wait), and for the desk "rows", "open", "lesson", "pace", "seats"
and "wall"; and ``gone`` {reason}. Everything sent is flat, with ready strings.

Views go to people, not to seats: a socket joins its owner's room ``p/<person>``; who sits where is decided from the
table at the moment of the push. The shared part of a table, which holds nothing that any viewer may not know, goes to
the table's room once for each language in use.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeGuard

from flask import Flask, request
from flask_socketio import SocketIO

from hool import i18n
from hool.classroom import Classroom
from hool.fold import SOUTH, Table
from hool.pace import Pace
from hool.quiet import told
from hool.refused import Refused
from hool.register import hash_key
from hool.rules.text import Text, say
from hool.session import Sessions
from hool.store import PersonRow
from hool.tables import Answer, Tables
from hool.web.access import Visitor, cookie_name, draw_for, newcomer_keys, visitor_of
from hool.web.attendance import Attendance
from hool.web.clock import next_change
from hool.web.curtain import Curtains
from hool.web.entered import Budgets
from hool.web.show import Show, Stage, TableShow, plainly, seat_of_token, speak

logger = logging.getLogger(__name__)

# How long a finished trick and bids just turned stay in sight before the next view is shown: milliseconds.
HOLD_TRICK, HOLD_BIDS = 1100, 1800
# The desk and the wall are redrawn at most this often: seconds.
DESK_PAUSE = 0.4
LONGEST_ACT = 40  # characters
# What one phone may send: so many messages at once, and so many a second after that. Nobody's fingers are quicker.
BURST, STEADY = 40, 15.0
# Pages one person may watch at once (lines that are lost count until that is noticed), and walls strangers may.
MOST_PAGES, MOST_WALLS = 16, 40


@dataclass(frozen=True, slots=True)
class Watcher:
    """What one socket watches. ``table`` is the shared part it receives, or on the desk the opened table; ``tab`` says
    which part of the desk it looks at."""

    page: str
    room_id: int
    person: int
    table: int
    lang: str
    key: str = ""  # the hash of the key that this device came in with
    tab: str = ""
    # A page "tablet" is that of several students on one device: who they are, by the hashes of their keys.
    sharing: Mapping[str, PersonRow] = field(default_factory=dict)
    device: str = ""  # the shared device, also of a page there that is one student's own
    waiting: tuple[int, ...] = ()  # who is to use this device too, once the teacher has let them in

    @property
    def people(self) -> tuple[PersonRow, ...]:
        return tuple(self.sharing.values())


class _Watchers:
    """Who watches what, found by socket, person, table or room without looking at everybody else."""

    def __init__(self) -> None:
        self._by_sid: dict[str, Watcher] = {}
        self._sids: dict[tuple[str, int], dict[str, None]] = {}  # whoever asked first stands first

    def get(self, sid: str) -> Watcher | None:
        return self._by_sid.get(sid)

    def put(self, sid: str, watcher: Watcher) -> None:
        self.drop(sid)
        self._by_sid[sid] = watcher
        for mark in self._marks(watcher):
            self._sids.setdefault(mark, {})[sid] = None

    def drop(self, sid: str) -> Watcher | None:
        watcher = self._by_sid.pop(sid, None)
        for mark in self._marks(watcher) if watcher else ():
            self._sids[mark].pop(sid, None)
            if not self._sids[mark]:
                del self._sids[mark]
        return watcher

    def of(self, kind: str, number: int) -> list[tuple[str, Watcher]]:
        """The sockets of a ``"person"``, those at a ``"table"``, or those of a ``"class"``, ``"wall"`` or ``"play"``
        page of the room with this number."""
        return [(sid, self._by_sid[sid]) for sid in self._sids.get((kind, number), ())]

    def of_room(self, room_id: int) -> list[tuple[str, Watcher]]:
        """All sockets of a room, found by looking at everybody."""
        return [(sid, watcher) for sid, watcher in self._by_sid.items() if watcher.room_id == room_id]

    def of_device(self, device: str) -> list[tuple[str, Watcher]]:
        """All sockets of a shared device, found by looking at everybody."""
        return [(sid, watcher) for sid, watcher in self._by_sid.items() if watcher.device == device]

    @staticmethod
    def _marks(watcher: Watcher) -> tuple[tuple[str, int], ...]:
        page = (watcher.page, watcher.room_id)
        if watcher.page == "wall":
            return (page,)
        if watcher.page == "class":
            return page, ("person", watcher.person)
        coming = tuple(("newcomer", person) for person in watcher.waiting)
        if watcher.page == "tablet":
            return page, *(("person", person.id) for person in watcher.people), *coming
        return page, ("person", watcher.person), ("table", watcher.table), *coming


class Live:
    """The sockets of this process, and the pushes to them."""

    def __init__(
        self,
        app: Flask,
        socketio: SocketIO,
        classroom: Classroom,
        tables: Tables,
        sessions: Sessions,
        show: Show,
        curtains: Curtains,
        later: Callable[[float, Callable[[], None]], object],
        desk: Desk,
        pace: Pace,
    ) -> None:
        self.app, self.socketio, self.classroom, self.tables, self.show = app, socketio, classroom, tables, show
        self.sessions, self.curtains, self.pace = sessions, curtains, pace
        self._later = later
        self._desk = desk
        self._watchers = _Watchers()
        self._pushed: dict[int, int] = {}
        self._stages: dict[int, tuple[str, int]] = {}
        self._began: dict[int, int] = {}  # since when the game of their table is played, as people were shown it
        self._sent: dict[int, str] = {}
        self._standing: dict[int, Any] = {}
        self._sent_to: dict[str, Stage] = {}  # what a shared device was sent last, by socket
        self._dirty: set[int] = set()
        self._dirty_games: set[int] = set()
        self._turns: dict[int, int] = {}  # how many games wait for somebody, as their page was told last
        self._clocks: dict[int, float] = {}  # by table: when the words for the time that is left change
        self._budgets = Budgets(BURST, STEADY)
        self._lock = threading.RLock()
        self._attendance = Attendance(classroom, later, self._tell_students)
        self.on_refused: Callable[[Table, int, str, Text], None] = lambda table, person, text, why: None
        tables.on_change = self.table_changed
        pace.on_removed = self.game_removed
        curtains.on_front = self._front_changed
        classroom.on_room = self.room_changed
        classroom.on_person = self.person_changed
        socketio.on_event("watch", self._on_watch)
        socketio.on_event("act", self._on_act)
        socketio.on_event("curtain", self._on_curtain)
        socketio.on_event("disconnect", self._on_disconnect)
        socketio.on_error_default(self._failed)

    def watches(self, sid: str) -> bool:
        """Whether this socket looks at a page."""
        return self._watchers.get(sid) is not None

    # -- from the phones -------------------------------------------------------------------------------------

    def _on_watch(self, data: Any = None) -> dict[str, Any]:
        """``{page, slug, table, tab}``: show me this page, and tell me when it changes."""
        if self._too_much():
            return self._answer(Answer("no", say("That was a lot at once. Wait a moment.")))
        if not isinstance(data, dict) or not all(isinstance(data.get(k), str) for k in ("page", "slug")):
            return self._answer(Answer("no", say("This message was not understood. Load the page again.")))
        room = self.classroom.room_by_slug(data["slug"])
        if room is None:
            return self._answer(Answer("no", say("There is no class at this address.")))
        visitor = visitor_of(room)
        sid, lang = _sid(), i18n.language()
        role = visitor.desk.role if data["page"] == "class" and visitor.desk else "student"
        key = hash_key(request.cookies.get(cookie_name(room, role), ""))
        if role == "student" and visitor.student is not None:
            key = next(key for key, person in visitor.sharing.items() if person.id == visitor.student.id)
        waiting = tuple(person.id for person in newcomer_keys(room).values())
        match data["page"]:
            case "home" if visitor.student is not None:
                return self._watch_home(visitor.student, data.get("lesson"), lang, key, _shared(visitor))
            case "pace" if visitor.student is not None:
                return self._watch_pace(visitor.student, data.get("lesson"), lang, key, _shared(visitor))
            case "play" if visitor.shared:
                self._watch_tablet(visitor, lang, waiting)
            case "play" if visitor.student is not None:
                person = visitor.student.id
                self._enter(sid, Watcher("play", room.id, person, 0, lang, key, waiting=waiting), f"p/{person}")
                self.classroom.arrived(person, sid)
                self._show_stage(person, only=sid)
            case "class" if visitor.desk is not None:
                table = data.get("table")
                opened = table if isinstance(table, int) and not isinstance(table, bool) else 0
                if opened not in {row.id for row in self.tables.rows(room.id)}:
                    opened = 0
                tab = data["tab"] if isinstance(data.get("tab"), str) else ""
                seen = Watcher("class", room.id, visitor.desk.id, opened, lang, key, tab)
                self._enter(sid, seen, f"desk/{room.id}")
                self.classroom.arrived(visitor.desk.id, sid)
                self._attendance.look(room.id)
                self._show_desk(room.id, only=sid)
            case "wall" if visitor.desk is None and len(self._watchers.of("wall", room.id)) >= MOST_WALLS:
                return self._answer(Answer("no", say("This wall is open on very many screens. Close one of them.")))
            case "wall":
                self._enter(sid, Watcher("wall", room.id, 0, 0, lang), f"wall/{room.id}")
                self._show_wall(room.id, only=sid)
            case _:
                return self._answer(Answer("gone", say("Your key for this room is not known any more. Come in again.")))
        if data["page"] == "play" and (words := self._attendance.words(room.id)) is not None:
            self._tell_students(room.id, words, only=sid)
        return {"ok": True, "code": "done", "say": "", "text": ""}

    def _watch_tablet(self, visitor: Visitor, lang: str, waiting: tuple[int, ...]) -> None:
        """Several students on one device: all of them are here."""
        sid = _sid()
        watcher = Watcher(
            "tablet", visitor.room.id, 0, 0, lang, sharing=visitor.sharing, device=visitor.device, waiting=waiting
        )  # fmt: skip
        self._enter(sid, watcher, f"tablet/{visitor.device}")
        self.curtains.arrived(visitor.device, sid)
        for person in visitor.students:
            self.classroom.arrived(person.id, sid)
        self._sent_to.pop(sid, None)
        self._show_tablet(sid, watcher)
        for table in {seated[0].id for each in visitor.students if (seated := self.classroom.seat_of(each.id))}:
            self.tables.wake(self.tables.get(table, fresh=False))

    def _on_curtain(self, data: Any = None, *_more: Any) -> dict[str, Any]:
        """``{slug, person}``: on a shared device, this student comes before the curtain; with 0 it falls."""
        if self._too_much():
            return self._answer(Answer("no", say("That was a lot at once. Wait a moment.")))
        parts = data if isinstance(data, dict) else {}
        slug, person = parts.get("slug"), parts.get("person")
        room = self.classroom.room_by_slug(slug) if isinstance(slug, str) else None
        if room is None or not _number(person):
            return self._answer(Answer("no", say("This message was not understood. Load the page again.")))
        visitor = visitor_of(room)
        if not visitor.shared:
            return self._answer(Answer("no", say("Only one player uses this device. Load the page again.")))
        answer = self.curtains.lift(visitor.device, visitor.students, person)
        for sid, watcher in self._watchers.of("tablet", room.id):
            if watcher.device == visitor.device:
                self._show_tablet(sid, watcher)
        return self._answer(answer)

    def _watch_home(self, person: PersonRow, lesson: Any, lang: str, key: str, device: str) -> dict[str, Any]:
        """A student alone with a lesson: not at the class's table, nor gone from it."""
        try:
            table = self.sessions.home_table(person, lesson if _number(lesson) else 0)
        except Refused as refused:
            return self._answer(Answer("gone", refused.why))
        sid = _sid()
        seen = Watcher("home", person.room_id, person.id, table.id, lang, key, device=device)
        self._enter(sid, seen, f"home/{person.id}")
        self._show_home(table, only=sid)
        self.tables.wake(table)
        return {"ok": True, "code": "done", "say": "", "text": ""}

    def _watch_pace(self, person: PersonRow, number: Any, lang: str, key: str, device: str) -> dict[str, Any]:
        """A student at a game at the players' own pace: not at the class's table, nor gone from it."""
        try:
            table = self.pace.back(person, number if _number(number) else 0)
        except Refused as refused:
            return self._answer(Answer("gone", refused.why))
        sid = _sid()
        seen = Watcher("pace", person.room_id, person.id, table.id, lang, key, device=device)
        self._enter(sid, seen, f"pace/{person.id}")
        self._show_pace(table, only=sid)
        self.tables.wake(table)
        return {"ok": True, "code": "done", "say": "", "text": ""}

    def _on_act(self, data: Any = None, *_more: Any) -> dict[str, Any]:
        """``{table, seat, turn, text}``: what a person does at their table. Answered with {ok, code, say, text}."""
        if self._too_much():
            return self._answer(Answer("no", say("That was a lot at once. Wait a moment.")))
        watcher = self._watchers.get(_sid())
        if watcher is None or watcher.page not in ("play", "home", "pace", "tablet"):
            return self._answer(Answer("stale", say("Please wait, the table is coming back.")))
        parts = data if isinstance(data, dict) else {}
        table, turn, text, letter = (parts.get(name) for name in ("table", "turn", "text", "seat"))
        seat = seat_of_token(letter) if isinstance(letter, str) else None
        if not _number(table) or not _number(turn) or not isinstance(text, str) or len(text) > LONGEST_ACT:
            logger.info("person %s sent an act of the wrong shape", watcher.person)  # no line for each of a flood
            return self._answer(Answer("no", say("This message was not understood. Load the page again.")))
        try:
            known = self.tables.get(table, fresh=False).room_id == watcher.room_id
        except KeyError:
            known = False
        there = self.tables.get(table, fresh=False) if known else None
        if there is None or (there.at_home, there.own_pace) != (watcher.page == "home", watcher.page == "pace"):
            return self._answer(Answer("no", say("There is no such table in this room.")))
        if watcher.person and watcher.device and not self.curtains.stands(watcher.device, watcher.person):
            return self._answer(Answer("stale", say("Please wait, the table is coming back.")))
        if watcher.page == "home":
            return self._act_at_home(watcher, table, turn, text, seat)
        if self.classroom.room(watcher.room_id).closed:
            return self._answer(Answer("no", say("This room is closed. Ask your teacher.")))
        if watcher.page == "tablet":
            return self._act_on_tablet(watcher, table, turn, text, seat)
        if watcher.page == "pace":
            answer = self.tables.act(table, watcher.person, turn, text, seat)
            if answer.code in ("stale", "already"):
                self._show_pace(self.tables.get(table, fresh=False), only=_sid())
            return self._answer(answer, table)
        # Any touch ends a robot's stand-in, whatever becomes of the act.
        self.classroom.take_seat_back(watcher.person)
        answer = self.tables.act(table, watcher.person, turn, text, seat)
        if answer.code in ("stale", "already"):
            self._show_stage(watcher.person, only=_sid())
        elif not answer.ok:
            logger.info("table %s refused person %s: %s", table, watcher.person, answer.say and answer.say.message)
            if answer.say is not None:
                self.on_refused(self.tables.get(table, fresh=False), watcher.person, text, answer.say)
        return self._answer(answer, table)

    def _act_on_tablet(self, watcher: Watcher, table: int, turn: int, text: str, seat: int | None) -> dict[str, Any]:
        front = self.curtains.front(watcher.device, watcher.people)
        answer = self.curtains.act(watcher.device, watcher.people, table, seat, turn, text)
        if answer.code in ("stale", "already"):
            self._sent_to.pop(_sid(), None)
        elif answer.say is not None and front is not None:
            logger.info("table %s refused person %s: %s", table, front.id, answer.say and answer.say.message)
            self.on_refused(self.tables.get(table, fresh=False), front.id, text, answer.say)
        self._show_tablet(_sid(), watcher)
        return self._answer(answer, table)

    def _act_at_home(self, watcher: Watcher, table: int, turn: int, text: str, seat: int | None) -> dict[str, Any]:
        if self.classroom.clock() > self.classroom.room(watcher.room_id).ends_at:
            return self._answer(Answer("no", say("The end date of this room has passed.")))
        answer = self.tables.act(table, watcher.person, turn, text, seat)
        if answer.code in ("stale", "already"):
            self._show_home(self.tables.get(table, fresh=False), only=_sid())
        return self._answer(answer, table)

    def _failed(self, error: BaseException) -> dict[str, Any]:
        """Whatever went wrong, a tap gets an answer; in tests, the test gets the error."""
        if self.app.testing:
            raise error
        logger.error("%s failed: %s", request.event["message"], told(error))  # type: ignore[attr-defined]
        return self._answer(Answer("no", say("The computer that runs HOOL could not do this. Try again.")))

    def _on_disconnect(self, *_reason: Any) -> None:
        self._budgets.forget(_sid())
        self._let_go(_sid())

    # -- to the phones ---------------------------------------------------------------------------------------

    def table_changed(self, table: Table) -> None:
        """Push a table to all who watch it."""
        if table.at_home:
            self._show_home(table)
            return
        try:
            self.classroom.room(table.room_id)
        except KeyError:  # a robot has acted in the moment in which the room was deleted
            return
        self._keep_clock(table)
        if table.own_pace:
            self._show_pace(table)
            self._games_changed(table.room_id)
            return
        self.classroom.watch_absent(table)
        self.classroom.settle_moves(table)
        self.classroom.settle_rotation(table)
        with self._lock:
            if table.seq < self._pushed.get(table.id, 0):
                return  # another act was quicker, and its push has shown this one too
            self._pushed[table.id] = table.seq
            hold = _hold(table)
            faces = {}
            for lang in {w.lang for _, w in self._watchers.of("table", table.id)}:
                with i18n.speaking(lang):
                    faces[lang] = self.show.table(table)
                    html = self.show.shared_html(table, faces[lang])
                self._send(f"t/{table.id}/{lang}", "shared", table.id, table.seq, html, hold)
            kind = self.show.kind(self.classroom.room(table.room_id), table)
            for seat, who in enumerate(table.seats):
                for person in filter(self._plays, who.people):
                    self._show_mine(person, table, seat, kind, faces, hold)
            for sid, watcher in self._tablets_of(table.people).items():
                self._show_tablet(sid, watcher, hold)
        self.room_changed(table.room_id)

    def _show_mine(
        self, person: int, table: Table, seat: int, kind: str, faces: dict[str, TableShow], hold: int
    ) -> None:
        """Push to somebody at this table what is for them alone, if it is not what they were shown last."""
        if kind == "session" and self._stages.get(person, ("",))[0] == kind:
            self._show_stage(person, unless_same=True)  # who sits there, and whose hand is up
            return
        if self._stages.get(person) != (kind, table.id) or self._began.get(person, table.began) != table.began:
            self._show_stage(person)
            return
        lang = self._language(person)
        with i18n.speaking(lang):
            face = faces.get(lang) or self.show.table(table)
            mine = self.show.mine(table, seat, person)
            what, html, standing = self.show.private(face, mine, table, self._standing.get(person))
        self._standing[person] = standing
        if self._sent.get(person) != html:
            self._sent[person] = html
            self._send(f"p/{person}", what, table.id, table.seq, html, hold)

    def person_changed(self, person: int) -> None:
        """Somebody was moved, renamed, taken out: show them where they are now."""
        row = self.classroom.person(person)
        for sid, _ in self._watchers.of("newcomer", person):
            if row is not None and row.role == "student":
                self._end(sid, "others")
        for sid, watcher in self._tablets_of((person,)).items():
            key = next(key for key, each in watcher.sharing.items() if each.id == person)
            if row is None or row.archived_at is not None or self.classroom.store.person_by_key(key) is None:
                self._end(sid, "others")
            elif self.classroom.room(row.room_id).closed:
                self._end(sid, "closed")
            else:
                self._show_tablet(sid, watcher)
        for sid, watcher in self._watchers.of("person", person):
            if watcher.page == "tablet":
                continue
            # A key that was taken away, from one device or from all, ends the page that came in with it.
            if row is None or row.archived_at is not None or self.classroom.store.person_by_key(watcher.key) is None:
                self._end(sid, "out")
            elif watcher.page in ("play", "pace") and self.classroom.room(row.room_id).closed:
                self._end(sid, "closed")
        if self._plays(person):
            self._show_stage(person)

    def _plays(self, person: int) -> bool:
        """Whether somebody has the page of the class open on a device of their own."""
        return any(watcher.page == "play" for _, watcher in self._watchers.of("person", person))

    def _tablets_of(self, people: Iterable[int]) -> dict[str, Watcher]:
        """The shared devices that these students use."""
        return {sid: w for person in people for sid, w in self._watchers.of("person", person) if w.page == "tablet"}

    def _show_tablet(self, sid: str, watcher: Watcher, hold: int = 0) -> None:
        """Send the whole stage of a shared device, if it is not what it was sent last."""
        with self._lock:
            people = [self.classroom.person(each.id) or each for each in watcher.people]
            with i18n.speaking(watcher.lang):
                stage = self.curtains.stage(watcher.device, people)
            before = self._sent_to.get(sid)
            if before is not None and before.html == stage.html:
                return
            self._sent_to[sid] = stage
            self._send(sid, "stage", stage.table, stage.seq, stage.html, hold)

    def _front_changed(self, device: str, person: int) -> None:
        """Another student stands before the curtain of a shared device, or nobody: what was open there for one of the
        others alone, with a hand, asks again who it is."""
        for sid, watcher in self._watchers.of_device(device):
            if watcher.person and watcher.person != person:
                self._end(sid, "others")

    def room_deleted(self, room_id: int, tables: Iterable[int]) -> None:
        """Every page of a room that is not there any more says so, and plays no more."""
        for table in tables:
            self._pushed.pop(table, None)
        for sid, _ in self._watchers.of_room(room_id):
            self._end(sid, "deleted")

    def room_changed(self, room_id: int) -> None:
        """Redraw desk, wall and lobbies of a room soon; many changes in a moment are drawn once."""
        if room_id in self._dirty:
            return
        self._dirty.add(room_id)
        self._later(DESK_PAUSE, lambda: self._redraw_room(room_id))

    def _redraw_room(self, room_id: int) -> None:
        self._dirty.discard(room_id)
        self._attendance.look(room_id)
        self._show_desk(room_id)
        self._show_wall(room_id)
        for sid, watcher in self._watchers.of("tablet", room_id):
            if sid not in self._sent_to or self._sent_to[sid].kind != "table":
                self._show_tablet(sid, watcher)
        for person in {w.person for _, w in self._watchers.of("play", room_id)}:
            stage = self._stages.get(person, ("", 0))
            if stage[0] == "lobby" or stage == ("session", 0):  # the latter may choose among the free seats
                self._show_stage(person)

    def _show_stage(self, person: int, only: str = "", unless_same: bool = False) -> None:
        """Send the whole stage to a person, or to one of their sockets only; with ``unless_same`` only if it looks
        different from the last one that was sent to all of them."""
        row = self.classroom.person(person)
        if row is None:
            return
        with self._lock:
            with i18n.speaking(self._language(person)):
                stage = self.show.stage(row)
            if unless_same and self._sent.get(person) == stage.html:
                return
            self._move_sockets(person, stage)
            self._stages[person] = (stage.kind, stage.table)
            self._sent.pop(person, None)
            self._standing.pop(person, None)
            if stage.kind == "session" and not only:
                self._sent[person] = stage.html
            self._send(only or f"p/{person}", "stage", stage.table, stage.seq, stage.html, 0)
        if stage.kind == "table":
            table = self.tables.get(stage.table, fresh=False)
            self._began[person] = table.began
            self.tables.wake(table)
            self._keep_clock(table)

    def _show_home(self, table: Table, only: str = "") -> None:
        """Send the whole stage to a student who plays alone, on all their devices or on one."""
        owner = self.classroom.person(table.seats[SOUTH].person or 0)
        for sid, watcher in self._watchers.of("table", table.id):
            if owner is None or watcher.page != "home" or watcher.person != owner.id or (only and sid != only):
                continue
            with i18n.speaking(watcher.lang):
                stage = self.show.home_stage(owner, table)
            self._send(sid, "stage", table.id, table.seq, stage.html, 0 if only else _hold(table))

    def _show_pace(self, table: Table, only: str = "") -> None:
        """Send the whole stage of a game to those of its players who have it open, or to one of their sockets."""
        for sid, watcher in self._watchers.of("table", table.id):
            if watcher.page != "pace" or (only and sid != only):
                continue
            person = self.classroom.person(watcher.person)
            with i18n.speaking(watcher.lang):
                stage = self.show.pace_stage(person, table) if person is not None else None
            if stage is None:  # somebody without a seat there any more
                self._end(sid, "others")
            else:
                self._send(sid, "stage", table.id, table.seq, stage.html, 0 if only else _hold(table))
        self._keep_clock(table)

    def _games_changed(self, room_id: int) -> None:
        """Tell students on their class's page how many games wait for them, and the teacher if the list is open."""
        if room_id not in self._dirty_games and self._lists_of_games(room_id):
            self._dirty_games.add(room_id)
            self._later(DESK_PAUSE, lambda: self._redraw_games(room_id))
        for person in {w.person for _, w in self._watchers.of("play", room_id)}:
            row = self.classroom.person(person)
            count = (self.pace.waiting_for(row) if row is not None else None) or 0
            if row is None or self._turns.get(person, -1) == count:
                continue
            self._turns[person] = count
            with i18n.speaking(self._language(person)):
                html = self.show.turns_html(row, count)
            self._send(f"p/{person}", "turns", self._stages.get(person, ("", 0))[1], 0, html, 0)

    def _lists_of_games(self, room_id: int) -> list[tuple[str, Watcher]]:
        return [(sid, w) for sid, w in self._watchers.of("class", room_id) if w.tab == "pace" and not w.table]

    def _redraw_games(self, room_id: int) -> None:
        """Draw the teacher's list of these games anew; nothing else of the class's pages shows them."""
        self._dirty_games.discard(room_id)
        for sid, watcher in self._lists_of_games(room_id):
            self._show_games(sid, watcher)

    def _show_games(self, sid: str, watcher: Watcher) -> None:
        person = self.classroom.person(watcher.person)
        with self.app.app_context(), i18n.speaking(watcher.lang):
            draw_for(person is not None and person.role == "teacher")
            self._send(sid, "pace", 0, 0, self._desk.pace_html(watcher.room_id), 0)

    def game_removed(self, table: Table) -> None:
        """A game at its players' own pace is not there any more: their pages look again."""
        for sid, watcher in self._watchers.of("table", table.id):
            if watcher.page == "pace":
                self._end(sid, "others")
        self._games_changed(table.room_id)

    def _keep_clock(self, table: Table) -> None:
        """Say the time that is left anew as soon as its words change, to whoever has the table open."""
        now = self.classroom.clock()
        wait = next_change(table, now)
        if wait is None or self._clocks.get(table.id, now + wait + 1) <= now + wait:
            return
        if self._watchers.of("table", table.id) or self._tablets_of(table.people):
            at = self._clocks[table.id] = now + wait
            self._later(wait, lambda: self._clock_moves(table.id, at))

    def _clock_moves(self, table_id: int, at: float) -> None:
        if self._clocks.get(table_id) != at:
            return  # another moment is waited for
        del self._clocks[table_id]
        try:
            table = self.tables.get(table_id, fresh=False)
            face = self.show.table(table)
        except KeyError:  # deleted meanwhile
            return
        drawn: dict[str, str] = {}
        for sid, watcher in self._watchers.of("table", table_id):
            with i18n.speaking(watcher.lang):
                html = drawn.get(watcher.lang) or self.show.clock_html(face)
            drawn[watcher.lang] = html
            self._send(sid, "pace", table_id, table.seq, html, 0)
        for sid, watcher in self._tablets_of(table.people).items():
            self._show_tablet(sid, watcher)
        self._keep_clock(table)

    def _show_desk(self, room_id: int, only: str = "") -> None:
        for sid, watcher in self._watchers.of("class", room_id):
            if only and sid != only:
                continue
            person = self.classroom.person(watcher.person)
            with self.app.app_context(), i18n.speaking(watcher.lang):
                draw_for(person is not None and person.role == "teacher")
                rows = self._desk.rows_html(room_id, watcher.tab or "table") + self._desk.messages_html(room_id)
                self._send(sid, "rows", 0, 0, rows, 0)
                if watcher.table:
                    table = self.tables.get(watcher.table, fresh=False)
                    self._send(sid, "open", table.id, table.seq, self._desk.open_table_html(table.id), 0)
                elif watcher.tab == "lesson":
                    self._send(sid, "lesson", 0, 0, self._desk.lesson_html(room_id), 0)
                elif watcher.tab == "pace":
                    self._show_games(sid, watcher)
                elif watcher.tab in ("", "seats"):
                    self._send(sid, "seats", 0, 0, self._desk.seats_html(room_id), 0)

    def _show_wall(self, room_id: int, only: str = "") -> None:
        for sid, watcher in self._watchers.of("wall", room_id):
            if not only or sid == only:
                with self.app.app_context(), i18n.speaking(watcher.lang):
                    self._send(sid, "wall", 0, 0, self._desk.wall_html(room_id), 0)

    def _send(self, to: str, what: str, table: int, seq: int, html: str, hold: int) -> None:
        message = {"what": what, "table": table, "seq": seq, "html": str(html), "hold": hold}
        self.socketio.emit("view", message, to=to)

    # -- inside ----------------------------------------------------------------------------------------------

    def _enter(self, sid: str, watcher: Watcher, room: str) -> None:
        old = self._watchers.get(sid)
        if (
            old is not None
            and (old.person or old.sharing)
            and (old.person, old.device)
            != (
                watcher.person,
                watcher.device,
            )
        ):
            self._let_go(sid)
        self._leave_rooms(sid)
        owner = watcher.person or next((person.id for person in watcher.people), 0)
        if owner:
            others = [other for other, _ in self._watchers.of("person", owner) if other != sid]
            for oldest in others[: max(0, len(others) - MOST_PAGES + 1)]:
                self._end(oldest, "tab")
        self._watchers.put(sid, watcher)
        self._server.enter_room(sid, room, namespace="/")

    def _tell_students(self, room_id: int, words: Text, only: str = "") -> None:
        for sid, watcher in [*self._watchers.of("play", room_id), *self._watchers.of("tablet", room_id)]:
            if not only or sid == only:
                with i18n.speaking(watcher.lang):
                    self.socketio.emit("teacher", {"say": str(speak(words)), "text": plainly(words)}, to=sid)

    def _leave_rooms(self, sid: str) -> None:
        """Whatever this socket was shown, it is shown no more."""
        for name in list(self._server.rooms(sid, namespace="/")):
            if name != sid:
                self._server.leave_room(sid, name, namespace="/")

    def _let_go(self, sid: str) -> None:
        """A socket that is gone, or says so, or watches for somebody else now."""
        self._leave_rooms(sid)
        watcher = self._watchers.drop(sid)
        if watcher is not None and watcher.page == "tablet":
            self._sent_to.pop(sid, None)
            self.curtains.left(watcher.device, sid)
            for person in watcher.people:
                self.classroom.left(person.id, sid)
        if watcher is not None and watcher.person and watcher.page not in ("home", "pace"):
            self.classroom.left(watcher.person, sid)
            if not self.classroom.here(watcher.person):
                self._sent.pop(watcher.person, None)
                self._standing.pop(watcher.person, None)
                self._stages.pop(watcher.person, None)
                self._began.pop(watcher.person, None)
                self._turns.pop(watcher.person, None)

    def _end(self, sid: str, reason: str) -> None:
        """Tell a page that it plays no more, and let go of it."""
        self.socketio.emit("gone", {"reason": reason}, to=sid)
        self._let_go(sid)

    def _too_much(self) -> bool:
        """Whether this socket sends more than a person could; then the others get their turn first."""
        enough = self._budgets.spend(_sid(), self.classroom.clock())
        if not enough:
            self.socketio.sleep(0)
        return not enough

    def _move_sockets(self, person: int, stage: Stage) -> None:
        """All sockets of a person receive the shared part of the table they sit at, and of no other."""
        server = self._server
        for sid, w in self._watchers.of("person", person):
            if w.page != "play":
                continue
            table = stage.table if stage.kind == "table" else 0
            if w.table and w.table != table:
                server.leave_room(sid, f"t/{w.table}/{w.lang}", namespace="/")
            if table:
                server.enter_room(sid, f"t/{table}/{w.lang}", namespace="/")
            self._watchers.put(sid, replace(w, table=table))

    @property
    def _server(self) -> Any:
        return self.socketio.server  # type: ignore[attr-defined]

    def _language(self, person: int) -> str:
        return next((w.lang for _, w in self._watchers.of("person", person)), i18n.SOURCE)

    def _answer(self, answer: Answer, table_id: int = 0) -> dict[str, Any]:
        seats = self.show.table(self.tables.get(table_id, fresh=False)).seats if table_id and answer.say else ()
        return {
            "ok": answer.ok,
            "code": answer.code,
            "say": str(speak(answer.say, seats)),
            "text": plainly(answer.say, seats),
        }


class Desk:
    """How the teacher's page and the wall are drawn; set by the web layer."""

    def __init__(
        self,
        rows_html: Callable[[int, str], str],
        messages_html: Callable[[int], str],
        open_table_html: Callable[[int], str],
        seats_html: Callable[[int], str],
        lesson_html: Callable[[int], str],
        wall_html: Callable[[int], str],
        pace_html: Callable[[int], str],
    ) -> None:
        self.rows_html, self.messages_html, self.open_table_html = rows_html, messages_html, open_table_html
        self.seats_html, self.lesson_html, self.wall_html = seats_html, lesson_html, wall_html
        self.pace_html = pace_html


def _number(value: Any) -> TypeGuard[int]:
    """A whole number that a table or a turn could have; JSON's true is none, and a database has its limits."""
    return type(value) is int and 0 <= value < 2**31


def _shared(visitor: Visitor) -> str:
    """The device of a visitor who shares it; "" for all others."""
    return visitor.device if visitor.shared else ""


def _sid() -> str:
    return request.sid  # type: ignore[attr-defined]


def _hold(table: Table) -> int:
    """How long people need to see what the last act did: a trick completed, bids turned face up."""
    if not table.play.acts or table.play.acts[-1].seq != table.seq:
        return 0
    if table.rules.claims == "discards":  # piles and melds stay in sight, and time is short
        return 0
    text = table.play.acts[-1].text
    if text.startswith("play"):
        played = sum(a.text.startswith("play") for a in table.play.acts)
        return HOLD_TRICK if played % len(table.seats) == 0 else 0
    if text.startswith("clue "):
        return 0
    view = table.rules.view(table.play.state, None)
    if table.game != "hool":  # the last bid, also of a round that is made anew; or trumps that were named
        return HOLD_BIDS if view.phase != "bids" or len(view.to_act) == len(table.seats) else 0
    return HOLD_BIDS if len(table.to_act()) != 1 or view.phase == "play" else 0
