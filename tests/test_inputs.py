"""Nonsense at every door: whatever somebody sends, the answer is a sentence, and nothing is changed by it."""

import inspect
import io
import re
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from werkzeug.datastructures import FileStorage

from hool import branches, create_app, web
from hool.rules.game import legal_actions
from hool.web.access import cookie_name
from hool.web.entered import LARGEST, plain, whole
from tests.conftest import Clock
from tests.people import Person, open_class

NASTY = [
    "", " ", "0", "-1", "1e9", "٣", "²", "1.²",
    str(LARGEST), str(LARGEST + 1), str(2**63 - 1), str(2**63), "9" * 5000, "1." + "9" * 5000,
    "é", "\0", "a\0b", "AB\0CD", "\u202eabc", "\ud800", "\U0001f600", "a" * 5000,
    "../../etc/passwd", "http://[", "{x}", "%s%(a)s", "\r\nX: y", "0001-01-01", "9999-12-31",
]  # fmt: skip
HEADERS = ["Referer", "HX-Current-URL", "Accept-Language", "Accept-Encoding", "If-None-Match", "Origin", "HX-Target"]
ROLES = ["stranger", "student", "teacher"]
FIELD = re.compile(r'request\.(?:form|args|files)\.get\(\s*"(\w+)"|"(\w+)" in request\.args')


def fields_in(source):
    return sorted({one or other for one, other in FIELD.findall(source)})


EVERY_FIELD = fields_in("\n".join(path.read_text("utf-8") for path in Path(web.__file__).parent.glob("*.py")))


# -- every route, every part and field of it --------------------------------------------------------------------------


@dataclass
class School:
    """A class that plays, and what a well-meaning visitor would send: ``parts`` of an address, ``fields`` of a form."""

    app: object
    clock: Clock
    room: object
    keys: dict[str, str]
    parts: dict[str, str]
    fields: dict[str, str]

    def ask(self, role, method, url, headers=(), **sent):
        """One request in a browser of its own; returns what is wrong with the answer, or nothing."""
        self.clock.now += 4  # so that not all wrong codes fall into the same minute
        client = self.app.test_client()
        for known in ROLES[1 : ROLES.index(role) + 1]:
            client.set_cookie(cookie_name(self.room, known), self.keys[known])
        environ = {f"HTTP_{k.upper().replace('-', '_')}": wsgi(v) for k, v in dict(headers).items()}
        try:
            answer = client.open(url, method=method, environ_overrides=environ, **sent)
        except Exception as error:
            return f"{role} {method} {url[:90]} {str(headers)[:60]} {str(sent)[:120]}: {error!r}"[:400]
        if answer.status_code >= 500 or (answer.status_code >= 400 and len(answer.data) < 20):
            return f"{role} {method} {url[:90]} {str(headers)[:60]} {str(sent)[:120]}: {answer.status}"
        return ""

    def routes(self, method):
        for rule in self.app.url_map.iter_rules():
            if method in rule.methods:
                yield rule, fields_in(inspect.getsource(self.app.view_functions[rule.endpoint]))

    def closed(self, role, rule):
        """Whether the teacher's door is before it: then nothing of theirs is looked at. That it is closed is tested."""
        return role != "teacher" and rule.rule.startswith("/room/<slug>/class")

    def url(self, rule, **parts):
        """The address of a route, percent-coded by hand: the app's own builder would refuse what we want to send."""
        known = self.parts | parts
        return re.sub(r"<(?:[^<>]*:)?(\w+)>", lambda found: coded(known[found[1]]), rule.rule)


def coded(value):
    return quote(value, safe="", errors="surrogatepass")


def wsgi(value):
    """A header as a server hands it over: bytes as Latin-1, and no end of line in it."""
    return value.replace("\r\n", " ").encode("utf-8", "surrogatepass").decode("latin-1")


def form(values):
    """A form as a browser sends it, a lone surrogate as the bytes it would be."""
    return {"data": urlencode(values, errors="surrogatepass"), "content_type": "application/x-www-form-urlencoded"}


def play_out(parts, clock, students):
    """The first board of the first table, as it comes: three tricks."""
    while True:
        table, seat = parts.classroom.seat_of(students[0].id)
        if table.play.boards:
            return table
        for student in students:
            table, seat = parts.classroom.seat_of(student.id)
            if seat in table.to_act():
                student.act(str(legal_actions(table.rules, table.play.state, seat)[0]))
        clock.advance(2)


@pytest.fixture
def school(app, clock):
    teacher, slug, students = open_class(app, "Amina", "Bo")
    parts = app.extensions["hool"]
    room = parts.classroom.room_by_slug(slug)
    parts.classroom.change_settings(room.id, seating="choose")
    given = parts.sessions.assign(room.id, "020-two-suits")
    parts.sessions.open(room.id, "010-one-suit")
    parts.sessions.go(room.id, "play")
    parts.shelf.save(room.id, "045-ours", "no lesson at all")
    parts.sessions.write_note(parts.classroom.person(students[0].id), "A note")
    table = play_out(parts, clock, students)
    record = table.play.boards[0]
    tried = branches.by_robots(record, branches.original(record, table.id), 3, 2)
    tried = branches.Branches(parts.store).add(room.id, students[0].id, tried)
    keys = {
        role: who.http.get_cookie(cookie_name(room, role)).value
        for role, who in (("teacher", teacher), ("student", students[0]))
    }
    return School(
        app, clock, room, keys,
        parts={"slug": slug, "code": room.code, "name": "045-ours", "number": "1", "game": "1", "ordinal": "1",
               "person_id": str(students[1].id), "verb": "name", "tab": "seats", "lesson": str(given.id), "card": "1",
               "branch": str(tried.id), "kind": "lin", "seat": "1"},
        fields={"table": str(table.id), "seat": "3", "who": str(students[1].id), "to": "1.3", "code": room.code,
                "person": str(students[1].id), "class_name": "Class 7", "name": "Zoe", "room": slug, "match": "4",
                "next_by": "students", "seating": "choose", "answer": "yes", "lang": "en", "phase": "play",
                "pace": "together", "board": "0", "card": "1", "step": "1", "n": "1", "part0": "AH", "go": "next",
                "text": "Words", "length": "40", "sure": "0", "turn": "0", "at": "4", "do": "robot"},
    )  # fmt: skip


@pytest.mark.parametrize("role", ROLES)
def test_no_part_of_an_address_breaks_a_page(school, role):
    """In a room that there is not, everybody is a stranger."""
    broken = []
    for method in ("GET", "POST"):
        for rule, _fields in school.routes(method):
            parts = {"slug"} if school.closed(role, rule) else rule.arguments
            for part, value in product(sorted(parts - {"slug"} if role != "stranger" else parts), NASTY):
                broken.append(school.ask(role, method, school.url(rule, **{part: value})))
            for verb in ("next", "redeal", "code") if "verb" in rule.arguments else ():
                broken.append(school.ask(role, method, school.url(rule, verb=verb, number=str(2**63), person_id="0")))
    assert len(broken) > 500
    assert not list(filter(None, broken))


def test_every_page_and_action_of_the_teacher_is_closed_to_others(school):
    """But the student card of a lesson, which tells nothing of its boards."""
    rules = [rule for rule in school.app.url_map.iter_rules() if rule.rule.startswith("/room/<slug>/class")]
    assert len(rules) > 50
    for rule, role in product(rules, ("stranger", "student")):
        offered = re.search(r"any\((\w+)[^<>]*:(\w+)>", rule.rule)  # one of some words: the first of them
        url = school.url(rule, **({offered[2]: offered[1]} if offered else {}))
        client = school.app.test_client()
        if role == "student":
            client.set_cookie(cookie_name(school.room, role), school.keys[role])
        for method in rule.methods & {"GET", "POST"}:
            sent = {"data": {"sure": "1"}} if method == "POST" else {}
            status = client.open(url, method=method, **sent).status_code
            assert status == 403 or rule.rule.endswith("/paper/card"), (role, method, rule.rule, status)


@pytest.mark.parametrize("role", ROLES)
def test_no_field_of_a_form_breaks_a_page(school, role):
    broken = []
    for rule, fields in school.routes("POST"):
        url = school.url(rule)
        closed = school.closed(role, rule)
        for value in NASTY if fields and not closed else NASTY[-1:]:
            broken.append(school.ask(role, "POST", url, **form(dict.fromkeys(EVERY_FIELD, value))))
        good = {name: school.fields.get(name, "1") for name in fields}
        # One by one, from those whose form it is; the teacher has a student's key here, too.
        theirs = (role == "teacher") == rule.rule.startswith("/room/<slug>/class")
        for field, value in product(fields if theirs and len(fields) > 1 else (), NASTY):
            broken.append(school.ask(role, "POST", url, **form(good | {field: value})))
        broken.append(school.ask(role, "POST", url, data=b"\xff\0=%zz&&=", content_type="text/plain"))
        broken.append(school.ask(role, "POST", url, json={"name": 1}))
        files = {name: FileStorage(io.BytesIO(b"\xff\0\r\n"), "é\0.pbn") for name in {*fields, "pbn"}}
        broken.append(school.ask(role, "POST", url, data=files))
    assert len(broken) > 1000
    assert not list(filter(None, broken))


@pytest.mark.parametrize("role", ROLES)
def test_no_query_breaks_a_page(school, role):
    broken = []
    for rule, fields in school.routes("GET"):
        for value in NASTY if fields or rule.endpoint == "teacher.tab_page" else NASTY[-1:]:
            query = urlencode(dict.fromkeys(EVERY_FIELD, value), errors="surrogatepass")
            broken.append(school.ask(role, "GET", school.url(rule), query_string=query))
    assert not list(filter(None, broken))


def test_no_header_breaks_a_page(school):
    broken = []
    room = f"/room/{school.room.slug}"
    doors = [("POST", "/language"), ("GET", "/static/app.css"), ("POST", f"{room}/class/pause")]
    for (method, url), header, value in product(doors, HEADERS, NASTY):
        broken.append(school.ask("teacher", method, url, {header: value}))
    for name, value in product(("ask", "s", "t"), NASTY):
        jar = f"hool-{name}-{school.room.slug}={value}; hool-s-{value}=1; lang={value}; hool-flash={value}"
        for url in ("/", f"{room}/play", f"{room}/waiting", f"{room}/class"):
            broken.append(school.ask("stranger", "GET", url, {"Cookie": jar}))
    assert not list(filter(None, broken))


def test_every_field_was_found():
    """The fields are read from the code; this stands guard over how they are read."""
    assert {"table", "seat", "who", "to", "seq", "end", "token", "return_code", "pbn", "boards"} <= set(EVERY_FIELD)


# -- numbers ----------------------------------------------------------------------------------------------------------


def test_a_whole_number_is_one_that_a_database_holds():
    assert [whole(text) for text in ("0", "7", " 12 ", "0042", str(LARGEST))] == [0, 7, 12, 42, LARGEST]
    for text in (None, "", "-1", "+1", "1.0", "1_0", "٣", "²", "7\0", str(LARGEST + 1), "9" * 5000):
        assert whole(text) is None, text


def test_what_is_typed_is_cut_and_has_no_nul():
    assert (plain(None, 5), plain("ab\0cdef", 5)) == ("", "abcd")


@pytest.fixture(scope="module")
def four(tmp_path_factory):
    """One class for all that must change nothing: (teacher, slug, students)."""
    clock = Clock()
    data = tmp_path_factory.mktemp("four") / "hool.sqlite"
    app = create_app({"TESTING": True, "DATA": str(data), "CLOCK": clock, "LATER": clock.later})
    teacher, slug, students = open_class(app, "Amina", "Bo", "Ines", "Ravi")
    classroom = app.extensions["hool"].classroom
    classroom.change_settings(classroom.room_by_slug(slug).id, seating="choose")
    return teacher, slug, students


@pytest.fixture
def anybody(four):
    return four[0].app.test_client()


def told(answer, teacher, slug):
    """The sentence of an action: on the error page, or on the page where the teacher goes on."""
    if answer.status_code == 303:
        html = teacher.get(f"/room/{slug}/class?table=1").get_data(as_text=True)
        return re.sub(r"<[^>]+>", "", re.search(r'id="told".*?>(.*?)</p>', html, re.S)[1]).strip()
    html = answer.get_data(as_text=True)
    return re.search(r"</h1>\s*<p>(.*?)</p>", html, re.S)[1]


def everything(teacher, slug):
    """All that a wrong value could have changed in a room."""
    parts = teacher.app.extensions["hool"]
    room = parts.store.room_by_slug(slug)
    logs = [parts.store.events(row.id) for row in parts.store.tables(room.id, closed=True)]
    return room, parts.store.people(room.id), parts.store.tables(room.id), logs


HUGE = str(2**63)


@pytest.mark.parametrize(
    ("path", "fields", "sentence"),
    [
        (f"/hands/{HUGE}", {}, "Check the address"),
        (f"/people/{HUGE}/name", {"name": "x"}, "Check the address"),
        (f"/people/{'9' * 5000}/out", {"sure": "1"}, "Check the address"),
        (f"/people/{LARGEST}/out", {"sure": "1"}, "not in the room any more"),
        (f"/table/{HUGE}/pause", {"on": "1"}, "Check the address"),
        ("/table/77/pause", {"on": "1"}, "There is no table 77"),
        ("/seat", {"who": HUGE}, "not in the room any more"),
        ("/move", {"who": HUGE, "to": ""}, "Choose a person first"),
        ("/move", {"who": "-2", "to": ""}, "Choose a person first"),
        ("/move", {"who": "Amina", "to": "9" * 5000 + ".0"}, "There is no such seat"),
        ("/move", {"who": "Amina", "to": "1." + "9" * 5000}, "There is no such seat"),
        ("/move", {"who": "Amina", "to": "1.4"}, "There is no such seat"),
        ("/move", {"who": "Amina", "to": "1"}, "There is no such seat"),
        ("/table/1/robot", {"seat": HUGE}, "There is no such seat"),
        ("/table/1/robot", {"seat": "-1"}, "There is no such seat"),
        ("/table/1/rewind", {"seq": HUGE}, "Choose a moment first"),
        ("/table/1/rewind", {"seq": ""}, "Choose a moment first"),
        ("/room/end", {"end": "0001-01-01"}, "within the next year"),
        ("/room/end", {"end": "9999-12-31"}, "within the next year"),
        ("/room/end", {"end": "tomorrow"}, "year, month and day"),
        ("/room/class", {"match": HUGE, "name": "Other", "next_by": "students"}, "A match has"),
        ("/room/class", {"match": "8", "name": "Other", "next_by": "nobody"}, "who starts the next board"),
        ("/knocks", {"token": "é", "answer": "yes"}, "Nobody is waiting"),
    ],
)
def test_a_wrong_value_gets_a_sentence_and_changes_nothing(four, path, fields, sentence):
    teacher, slug, students = four
    fields = {k: str(students[0].id) if v == "Amina" else v for k, v in fields.items()}
    before = everything(teacher, slug)
    answer = teacher.post(f"/room/{slug}/class{path}", **fields)
    assert sentence in told(answer, teacher, slug)
    assert everything(teacher, slug) == before


@pytest.mark.parametrize("table", [HUGE, "-1", "x", "9" * 5000])
def test_a_seat_that_does_not_exist(four, table):
    teacher, slug, students = four
    before = everything(teacher, slug)
    for form_ in ({"table": table, "seat": "0"}, {"table": "1", "seat": table}):
        answer = students[0].post(f"/room/{slug}/sit", **form_)
        assert answer.status_code == 400
        assert "This seat does not exist" in told(answer, teacher, slug)
    assert everything(teacher, slug) == before


# -- addresses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("came_from", "goes_to"),
    [
        ("http://localhost/room/abcdef", "/room/abcdef"),
        ("http://[", "/"),
        ("", "/"),
        ("http://localhost//elsewhere.example", "/"),
        ("http://localhost/\\elsewhere.example", "/"),
        ("javascript:alert(1)", "/"),
    ],
)
def test_a_language_leads_back_to_the_page_and_never_elsewhere(anybody, came_from, goes_to):
    answer = anybody.post("/language", data={"lang": "en"}, headers={"Referer": came_from})
    assert (answer.status_code, answer.headers["Location"]) == (303, goes_to)


@pytest.mark.parametrize("header", ["Referer", "HX-Current-URL"])
def test_a_teacher_without_a_sensible_referrer_comes_back_to_the_class(four, header):
    teacher, slug, _ = four
    answer = teacher.http.post(f"/room/{slug}/class/pause", data={"on": "1"}, headers={header: "http://["})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/room/{slug}/class")


@pytest.mark.parametrize(
    "name",
    ["%00", "a%00b", "a" * 300, "a/" * 500, "fonts", ".", "..", "../app.py", "%2e%2e/app.py", "./app.css",
     "x/%2e%2e/app.css", "%ff", "no.css"],
)  # fmt: skip
def test_a_static_file_that_is_not_there_is_not_remembered(anybody, name):
    anybody.get("/static/app.css")
    kept = web._static.cache_info().currsize
    assert anybody.get(f"/static/{name}").status_code == 404
    assert web._static.cache_info().currsize == kept


def test_the_cookie_for_what_was_said_stays_with_us(four):
    teacher, slug, _ = four
    cookie = teacher.post(f"/room/{slug}/class/pause", on="1").headers["Set-Cookie"]
    assert cookie.startswith("hool-flash=")
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie


# -- codes ------------------------------------------------------------------------------------------------------------


class Door:
    """A room's codes and somebody who types at an address of their own."""

    def __init__(self, app):
        _teacher, self.slug, self.students = open_class(app, "Amina")
        self.app, self.school = app, app.extensions["hool"].classroom
        room = self.school.room_by_slug(self.slug)
        self.code = room.code
        row = app.extensions["hool"].store.people(room.id)
        self.own = {p.role: self.school.return_code(p) for p in row}

    def type(self, address, url, **fields):
        who = Person(self.app).http
        environ = {"REMOTE_ADDR": address}
        return who.get(url, environ_base=environ) if not fields else who.post(url, data=fields, environ_base=environ)

    def room_code(self, address, door, code):
        if door == "link":
            return self.type(address, f"/join/{code}").status_code
        if door == "teacher":
            return self.type(address, "/teacher", code=code, return_code=self.own["teacher"]).status_code
        return self.type(address, "/join", code=code).status_code

    def return_code(self, address, code, door="room"):
        if door == "teacher":
            return self.type(address, "/teacher", code=self.code, return_code=code).status_code
        return self.type(address, f"/room/{self.slug}/return", return_code=code).status_code


@pytest.fixture
def door(app):
    return Door(app)


@pytest.mark.parametrize("way", ["wall", "link", "teacher"])
def test_wrong_room_codes_are_counted_at_every_door_and_a_right_one_still_works(door, clock, way):
    answers = [door.room_code("10.0.0.9", way, "AAAAA") for _ in range(62)]
    assert answers == [404] * 60 + [429] * 2
    assert [door.room_code("10.0.0.9", w, "AAAAA") for w in ("wall", "link", "teacher")] == [429] * 3
    assert [door.room_code("10.0.0.9", w, door.code) for w in ("wall", "link", "teacher")] == [303] * 3
    assert door.room_code("10.0.0.8", way, "AAAAA") == 404
    clock.advance(61)
    assert door.room_code("10.0.0.9", way, "AAAAA") == 404


@pytest.mark.parametrize("way", ["room", "teacher"])
def test_guessing_return_codes_is_slow_and_keeps_out_only_who_guesses(door, clock, way):
    role, guess, tries = ("teacher", "AAAAAAAA", 45) if way == "teacher" else ("student", "AAAAAA", 70)
    for _ in range(tries):
        assert door.return_code("10.0.0.9", guess, way) == 403
    # The teacher's code is too long to be guessed, and so it always works.
    assert door.return_code("10.0.0.9", door.own[role], way) == (303 if role == "teacher" else 403)
    assert door.return_code("10.0.0.8", door.own[role], way) == 303
    clock.advance(61)
    assert door.return_code("10.0.0.9", door.own[role], way) == 303


def test_return_codes_are_read_as_they_are_written(door):
    for role, code in door.own.items():
        assert door.return_code("10.0.0.7", f" {code[:3].lower()}-{code[3:]} ") == 303, role
    assert {door.return_code("10.0.0.7", wrong) for wrong in ("é", "ÄÖÜ", "²", "\0", "", "\u202e" + code)} == {403}


def test_a_page_without_a_code_asks_for_one(door):
    assert door.type("10.0.0.9", "/join", code=" - ").status_code == 400
