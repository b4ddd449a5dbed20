"""Who may do what: every route and every socket event, tried by every kind of visitor, against `access_table.py`.

Whoever is refused has changed nothing by trying, and has learnt nothing of the room: no name, no code, no card.
"""

import ast
import inspect
import json
import re
import textwrap
from dataclasses import dataclass, field
from itertools import product
from urllib.parse import quote

import pytest
import sqlalchemy as sa
from analysts import Pondering

from hool import branches, create_app
from hool.door import STAY_OUTSIDE
from hool.fold import Seated
from hool.live import Live
from hool.pace import Plan
from hool.register import hash_key
from hool.rules import hool, oh_hell
from hool.rules.game import legal_actions
from hool.web.access import cookie_name
from hool.web.guard import HEADERS
from tests import access_table as table
from tests.conftest import Clock
from tests.people import cards_in, open_class

SEALED = {"Content-Security-Policy", "Cache-Control", *HEADERS}
NAMES = {"Amina": "Amina Quartz", "Bokun": "Bokun Feldspar", "Chidi": "", "Darya": ""}
NOTE = "We kept the trump for the end"


@dataclass
class School:
    """A class in the middle of a lesson, with a visitor of every kind; ``secrets`` are texts by who may read them."""

    app: object
    clock: Clock
    room: object
    cookies: dict[str, dict[str, str]]
    first: object  # the table where a board is over
    students: list[object]
    secrets: dict[str, frozenset[str]]
    parts: dict[str, str]
    two_keys: str  # of a device that two students share
    written: list[str] = field(default_factory=list)
    before: object = None

    @property
    def hool(self):
        return self.app.extensions["hool"]

    def rows(self):
        """Every route of the app as "METHOD rule"."""
        for rule in self.app.url_map.iter_rules():
            for method in sorted(rule.methods - {"HEAD", "OPTIONS"}):
                yield f"{method} {rule.rule}"

    def ask(self, visitor, row, **more):
        self.clock.now += 1
        (method, _, rule), word = row.partition(" = ")[0].partition(" "), row.partition(" = ")[2]
        given = FILLED.get(row, {})
        offered = {name: word or first for first, name in re.findall(r"<any\((\w+)[^<>]*:(\w+)>", rule)}
        parts = (
            offered | self.parts | {name: said(self, visitor, text) for name, text in given.get("parts", {}).items()}
        )
        url = re.sub(r"<(?:[^<>]*:)?(\w+)>", lambda found: quote(parts[found[1]], safe=""), rule)
        form = {name: said(self, visitor, text) for name, text in (given.get("form", {}) | more).items()}
        sent = {"data": form} if method == "POST" else {"query_string": form}
        client = self.app.test_client()
        extra = {
            name + self.parts["slug"]: said(self, visitor, text) for name, text in given.get("cookies", {}).items()
        }
        for name, value in (self.cookies[visitor] | extra).items():
            client.set_cookie(name, value)
        self.before = self.state()
        self.written.clear()
        answer = client.open(url, method=method, **sent)
        assert set(answer.headers.keys()) >= SEALED, (row, answer.headers)
        return answer

    def state(self):
        """What a request could change besides what it writes."""
        room, school = self.room.id, self.hool.classroom
        here = [(each.id, school.here(each.id), school.hand_up(each.id, room)) for each in self.students]
        return [each.token for each in school.returning(room)], here


def said(school, visitor, value):
    found = value(school, visitor) if callable(value) else value
    return list(map(str, found)) if isinstance(found, list) else str(found)


def fresh(school, _visitor):
    """A student who has just joined, for what can be done to somebody once."""
    school.clock.now += 1
    return school.hool.classroom.join(school.room.id, f"Zed {school.clock.now % 1e6:.0f}")[0].id


def waiting(school, _visitor):
    """Somebody who waits for the teacher's yes."""
    school.clock.now += 1
    return school.hool.classroom.join(school.room.id, f"Yan {school.clock.now % 1e6:.0f}", waits=True)[0].id


def helping(school, _visitor):
    for each in school.hool.classroom.helpers(school.room.id)[1:]:
        school.hool.classroom.take_out(each.id)
    return school.hool.classroom.add_helper(school.room.id, f"Ida {school.clock.now % 1e6:.0f}").id


def own_try(school, visitor):
    """A try of "what if" that is this visitor's own."""
    kept = branches.Branches(school.hool.store)
    people = {p.role: p.id for p in reversed(school.hool.store.people(school.room.id)) if p.role != "newcomer"}
    if visitor not in people:
        return 1  # whoever has none tries somebody else's
    people["student"] = school.students[0].id
    record = school.first.play.boards[0]
    made = branches.by_robots(record, branches.original(record, school.first.id), 3 + len(visitor), 2)
    return kept.add(school.room.id, people[visitor], made).id


def code_of(role):
    def code(school, _visitor):
        person = next(p for p in school.hool.store.people(school.room.id) if p.role == role)
        return school.hool.classroom.return_code(person)

    return code


def open_to_all(school, _visitor):
    """A game at the own pace that anybody of the room can join."""
    host = school.hool.classroom.person(school.students[1].id)
    for game in school.hool.pace.games(host.room_id):
        if game.play.state is None:
            school.hool.pace.remove(host.room_id, -game.number)
    plan = Plan("hool", hool.Options(match=4), 4, 60, "bot")
    return -school.hool.pace.open(host, plan, [], anybody=True).number


def knocking(school, _visitor):
    asked = school.hool.classroom.returning(school.room.id)
    return asked[0].token if asked else school.hool.classroom.ask_to_return(school.room.id, school.students[3].id)


def not_asked_for(school, _visitor):
    """Somebody who is away, and as whom no other device asks to come back."""
    school.hool.classroom.refuse_returns(school.room.id)
    return school.students[3].id


NEW_NAME = {"name": lambda school, _visitor: f"Xan {school.clock.now % 1e6:.0f}"}
LESSON = {"parts": {"name": "010-one-suit"}}
# What a row is tried with beyond its usual parts: a form that does what the row is for.
FILLED: dict[str, dict[str, dict[str, object]]] = {
    "GET /static/<path:name>": {"parts": {"name": "app.css"}},
    "POST /join": {"form": {"code": lambda school, _visitor: school.parts["code"]}},
    "POST /language": {"form": {"lang": "en"}},
    "POST /leave": {"form": {"room": lambda school, _visitor: school.parts["slug"]}},
    "POST /open": {"form": {"class_name": "Another class"}},
    "POST /teacher": {"form": {"code": lambda school, _v: school.parts["code"], "return_code": code_of("teacher")}},
    "POST /room/<slug>/join": {"form": NEW_NAME},
    "POST /room/<slug>/return": {"form": {"return_code": code_of("student")}},
    "POST /room/<slug>/ask": {"form": {"person": not_asked_for}},
    "POST /room/<slug>/games": {"form": {"kind": "hool 4", "who": "anybody", "limit": "60", "late": "bot"}},
    "POST /room/<slug>/games/<int:number>/<any(join, no, leave, begin, again):verb>": {
        "parts": {"number": open_to_all}
    },
    "POST /room/<slug>/class/pace": {
        "form": {"people": lambda school, _v: school.students[1].id, "kind": "hool 4", "limit": "60", "late": "bot"}
    },
    "POST /room/<slug>/class/pace/<int:number>/<any(end, remove):verb>": {"parts": {"number": open_to_all}},
    "GET /room/<slug>/waiting": {"cookies": {"hool-ask-": knocking}},
    "GET /room/<slug>/back/<code>": {"parts": {"code": code_of("student")}},
    "POST /room/<slug>/back/<code>": {"parts": {"code": code_of("student")}},
    "GET /room/<slug>/helper/<code>": {"parts": {"code": code_of("helper")}},
    "POST /room/<slug>/helper/<code>": {"parts": {"code": code_of("helper")}},
    "POST /room/<slug>/together": {"form": {"names": lambda s, _v: [f"{n} {s.clock.now % 1e6:.0f}" for n in "LM"]}},
    "POST /room/<slug>/players": {"form": NEW_NAME},
    "POST /room/<slug>/players/leave": {"form": {"person": lambda school, _visitor: school.students[0].id}},
    "POST /room/<slug>/sit": {"form": {"table": lambda school, _visitor: school.first.id, "seat": "3"}},
    "POST /room/<slug>/name": {"form": {"name": "Amina"}},
    "POST /room/<slug>/note": {"form": {"text": "Again"}},
    "POST /room/<slug>/reflect": {"form": {"text": "Nothing"}},
    "GET /room/<slug>/check/<name>": {"parts": {"name": "020-two-suits"}},
    "POST /room/<slug>/check/<name>": {"parts": {"name": "020-two-suits"}},
    "POST /room/<slug>/change-table": {"form": {"table": "1"}},
    "POST /room/<slug>/home/<int:lesson>/board": {"form": {"board": "1"}},
    "GET /room/<slug>/games/<int:game>/boards/<int:ordinal>/what-if": {"parts": {"game": "2"}},
    "POST /room/<slug>/games/<int:game>/boards/<int:ordinal>/what-if": {"parts": {"game": "2"}},
    "POST /room/<slug>/what-if/<int:branch>/drop": {"parts": {"branch": own_try}},
    "POST /room/<slug>/moment": {"form": {"table": "1", "ordinal": "1", "step": "1"}},
    "GET /room/<slug>/class/lessons/<name>/paper/card": LESSON,
    "GET /room/<slug>/class/lessons/<name>/paper/teacher": LESSON,
    "GET /room/<slug>/class/lessons/<name>/paper/hands": LESSON,
    "GET /room/<slug>/class/helpers/<int:person_id>/qr.svg": {"parts": {"person_id": helping}},
    "POST /room/<slug>/class/helpers": {"form": NEW_NAME},
    "POST /room/<slug>/class/helpers/<int:person_id>/<any(code, out):verb>": {"parts": {"person_id": helping}},
    "POST /room/<slug>/class/knocks": {"form": {"token": knocking, "answer": "no"}},
}
# Let in, and perhaps told that it cannot be done now.
NOT_NOW = {
    "POST /room/<slug>/moment": 400,
    "POST /room/<slug>/hint": 409,
    "POST /room/<slug>/sit": 400,
    "POST /room/<slug>/reflect": 400,
    "POST /room/<slug>/change-table": 400,
}


def got_in(answer, row):
    """Whether the door was open: the answer is no refusal and leads to no door."""
    if answer.status_code in (401, 403, 404) or STAY_OUTSIDE.message.encode() in answer.data:
        return False
    return row in TO_A_DOOR or not re.fullmatch(r"/(room/[^/?]+)?", answer.headers.get("Location", "."))


# Who is let in here is led to the door of the room all the same.
TO_A_DOOR = {"POST /join", "GET /join/<code>", "POST /language", "GET /room/<slug>", "GET /deleted"}


# Whoever has the code in this address is told whose it is.
BY_CODE = {"GET /room/<slug>/back/<code>", "GET /room/<slug>/helper/<code>"}


def play_out(parts, clock, students):
    """The first board of the class, as it comes."""
    while True:
        for student in students:
            own, seat = parts.classroom.seat_of(student.id)
            if own.play.boards:
                return own
            if seat in own.to_act():
                student.act(str(legal_actions(own.rules, own.play.state, seat)[0]))
        clock.advance(2)


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    clock = Clock()
    data = tmp_path_factory.mktemp("access") / "hool.sqlite"
    config = {"TESTING": True, "DATA": str(data), "CLOCK": clock, "LATER": clock.later, "ANALYST": Pondering()}
    app = create_app(config)
    teacher, slug, students = open_class(app, *NAMES)
    parts = app.extensions["hool"]
    store, school = parts.store, parts.classroom
    room = school.room_by_slug(slug)
    school.change_settings(room.id, seating="choose")
    given = parts.sessions.assign(room.id, "020-two-suits")
    parts.sessions.open(room.id, "010-one-suit")
    parts.sessions.go(room.id, "play")
    parts.shelf.save(room.id, "045-ours", "no lesson at all")
    amina = students[0]
    parts.sessions.write_note(school.person(amina.id), NOTE)
    first = play_out(parts, clock, students)
    tried = branches.by_robots(first.play.boards[0], branches.original(first.play.boards[0], first.id), 3, 2)
    tried = branches.Branches(store).add(room.id, amina.id, tried)
    at_home(parts, clock, amina, given)
    game = at_own_pace(parts, clock, amina, oh_hell.Options(max_cards=1, order="down"), 3)
    assert (game, at_own_pace(parts, clock, amina, hool.PRESETS["one suit"], 4)) == (1, 2)
    school.change_settings(room.id, own_pace=True, ratings="class")
    helper = school.add_helper(room.id, "Hedda")
    helper_key = "the-key-of-a-helper"
    store.add_key(helper.id, hash_key(helper_key))
    _newcomer, newcomer_key = school.join(room.id, "Nero", waits=True)
    outcast, outcast_key = school.join(room.id, "Ozzy")
    school.take_out(outcast.id, ban=True)
    students[3].socket.disconnect()
    other, other_slug, [stranger] = open_class(app, "Wanda")
    other_room = school.room_by_slug(other_slug)
    keys = {
        "student": amina.http.get_cookie(cookie_name(room, "student")).value,
        "teacher": teacher.http.get_cookie(cookie_name(room, "teacher")).value,
        "helper": helper_key,
        "newcomer": newcomer_key,
        "banned": outcast_key,
        "other_student": stranger.http.get_cookie(cookie_name(other_room, "student")).value,
        "other_teacher": other.http.get_cookie(cookie_name(other_room, "teacher")).value,
    }
    # Everybody but a stranger tries their key under all names: a cookie is soon renamed.
    cookies: dict[str, dict[str, str]] = {"stranger": {}}
    for visitor, key in keys.items():
        only = visitor in ("helper", "teacher")
        cookies[visitor] = {
            cookie_name(room, r): key for r in ("student", "helper", "teacher") if not only or r == visitor
        }
    people = {p.name: p for p in store.people(room.id)}
    at_desk = frozenset({"helper", "teacher"})
    secrets = {school.return_code(people["Amina"]): frozenset({"student", "teacher"})}
    secrets |= {
        school.return_code(p): frozenset({"teacher"}) for p in people.values() if p.name not in ("Amina", "Nero")
    }
    secrets |= {key: frozenset() for key in keys.values()}
    secrets |= {NOTE: at_desk | {"student"}}
    secrets |= dict.fromkeys(NAMES, at_desk | {"student"})
    for name, real in NAMES.items():
        if real:
            store.change_person(people[name].id, real_name=real)
            secrets[real] = frozenset({"teacher"})
    school._people.clear()
    found = School(
        app, clock, room, cookies, first, students, secrets,
        parts={"slug": slug, "code": room.code, "name": "045-ours", "number": str(first.number), "ordinal": "1",
               "person_id": str(students[1].id), "lesson": str(given.id), "card": "1", "branch": str(tried.id),
               "seat": "0", "game": str(game)},
        two_keys=f"{keys['student']}.{students[1].http.get_cookie(cookie_name(room, 'student')).value}",
    )  # fmt: skip
    sa.event.listen(store.engine, "before_cursor_execute", lambda *sent: note_writing(found, sent[2]))
    sa.event.listen(store._log, "before_cursor_execute", lambda *sent: note_writing(found, sent[2]))
    return found


def note_writing(school, statement):
    if not statement.lstrip().upper().startswith(("SELECT", "PRAGMA", "BEGIN")):
        school.written.append(statement)


def at_own_pace(parts, clock, student, options, seats):
    """The number of a game that a student has played with robots, beside the class: one board of it is over."""
    room = parts.store.room_by_slug(student.slug)
    game = "oh_hell" if isinstance(options, oh_hell.Options) else "hool"
    table = parts.tables.open(room.id, game, options, seats, own_pace=True)
    parts.tables.arrange([(table.id, 0, Seated(student.id, ""))])
    parts.tables.command(table.id, "next")
    while not (now := parts.tables.get(table.id)).play.boards:
        if 0 in now.to_act():
            parts.tables.act(now.id, student.id, now.turns[0], str(legal_actions(now.rules, now.play.state, 0)[0]))
        clock.advance(3)
    return -now.number


def at_home(parts, clock, student, given):
    """A board that a student has finished alone."""
    person = parts.classroom.person(student.id)
    home = parts.sessions.home_table(person, given.id)
    student.http.get(f"/room/{student.slug}/home/{given.id}")
    while not parts.tables.get(home.id).play.boards:
        now = parts.tables.get(home.id)
        seat = next(i for i, who in enumerate(now.seats) if who.person == person.id)
        if seat in now.to_act():
            parts.tables.act(now.id, person.id, now.turns[seat], str(legal_actions(now.rules, now.play.state, seat)[0]))
        clock.advance(2)


def test_every_route_has_a_row_and_every_row_a_route(school):
    routes = set(school.rows())
    rows = {row.partition(" = ")[0] for row in table.ROUTES}
    nameless = sorted(routes - rows)
    assert not nameless, "\n".join(["say in tests/access_table.py who may do this:", *nameless])
    for row in table.ROUTES:  # where one word has a row of its own, all of them have
        rule, _, word = row.partition(" = ")
        for each in re.search(r"<any\((.*)\):", rule)[1].split(", ") if word else ():
            assert f"{rule} = {each}" in table.ROUTES
    gone = sorted(rows - routes)
    assert not gone, "\n".join(["there is no such route (any more):", *gone])


def test_who_may_not_do_it_changes_nothing_and_learns_nothing(school):
    wrong = []
    for row, who in table.ROUTES.items():
        for visitor in table.EVERYBODY:
            if visitor in table.WHO[who]:
                continue
            answer = school.ask(visitor, row)
            if got_in(answer, row):
                wrong.append((visitor, row, answer.status, answer.headers.get("Location")))
            if school.written or school.state() != school.before:
                wrong.append((visitor, row, "changed", school.written))
            wrong += [(visitor, row, "tells", text) for text in told(school, visitor, answer)]
            wrong += [(visitor, row, "shows", card) for card in cards_in(answer.data.decode("utf-8", "replace"))]
    assert not wrong, "\n".join(map(str, wrong))


def told(school, visitor, answer):
    """The secrets in an answer that are not for this visitor; refused ones tell none, and no card."""
    return tells(
        school,
        visitor,
        answer.data.decode("utf-8", "replace") + "".join(v for k, v in answer.headers if k != "Set-Cookie"),
    )


def tells(school, visitor, text):
    return [secret for secret, who in school.secrets.items() if secret in text and visitor not in who]


def test_who_may_do_it_is_let_in(school):
    wrong = []
    rows = sorted(
        table.ROUTES.items(),
        key=lambda row: not row[0].startswith("GET"),
    )
    for row, who in rows:
        for visitor in sorted(table.WHO[who]):
            answer = school.ask(visitor, row)
            if not got_in(answer, row) or (answer.status_code >= 400 and NOT_NOW.get(row) != answer.status_code):
                wrong.append(
                    (
                        visitor,
                        row,
                        answer.status,
                        answer.headers.get("Location"),
                        re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", answer.text.split("</h1>")[-1]))[:120],
                    )
                )
            if row not in BY_CODE:
                wrong += [(visitor, row, "tells", text) for text in told(school, visitor, answer)]
    assert not wrong, "\n".join(map(str, wrong))


# -- sockets ----------------------------------------------------------------------------------------------------------


def test_every_event_and_every_page_of_a_socket_has_a_row(school):
    events = school.hool.socketio.server.handlers["/"].keys() - {"connect", "disconnect"}
    source = ast.parse(textwrap.dedent(inspect.getsource(Live._on_watch)))
    pages = {n.value.value for node in ast.walk(source) if isinstance(node, ast.Match) for case in node.cases
             for n in ast.walk(case.pattern) if isinstance(n, ast.MatchValue)}  # fmt: skip
    assert {"play", "class", "wall"} <= pages
    assert {f"watch {page}" for page in pages} | (events - {"watch"}) == table.SOCKETS.keys()


def test_a_socket_is_shown_only_what_is_for_whoever_opened_it(school):
    wrong, slug = [], school.parts["slug"]
    for (row, who), visitor in product(table.SOCKETS.items(), table.EVERYBODY):
        client = school.app.test_client()
        for name, value in school.cookies[visitor].items():
            client.set_cookie(name, value)
        if row == "curtain" and visitor == "student":
            client.set_cookie(cookie_name(school.room, "student"), school.two_keys)
        socket = school.hool.socketio.test_client(school.app, flask_test_client=client)
        event, _, page = row.partition(" ")
        sent = {"page": page or "play", "slug": slug, "table": school.first.id, "lesson": int(school.parts["lesson"])}
        answer = socket.emit("watch", sent, callback=True)
        heard = json.dumps(socket.get_received())
        if event != "watch":
            said = {"slug": slug, "person": 0, "table": school.first.id, "seat": "N", "turn": 0, "text": "undo"}
            answer = socket.emit(event, said, callback=True)
        may = visitor in table.WHO[who]
        opened = answer["code"] not in ("gone", "stale") if event != "curtain" else answer["ok"]
        if opened != may:
            wrong.append((visitor, row, answer))
        school.hool.live.room_changed(school.room.id)
        school.clock.advance(1)
        heard += json.dumps(socket.get_received())
        if not may:
            assert heard == "[][]" or (event == "curtain" and visitor == "student"), (visitor, row, heard[:300])
        wrong += [(visitor, row, secret) for secret in tells(school, visitor, heard)]
        socket.disconnect()
    assert not wrong, "\n".join(map(str, wrong))
