"""What is said about people's data is true: what is kept, which cookies there are, who else is told, what logs say."""

import io
import logging
import re
import sqlite3
import threading
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from sqlalchemy.exc import OperationalError

from hool import _later, create_app, quiet, store
from hool.register import end_of_day
from hool.robots import ROBOTS
from hool.web import kept
from hool.web.access import cookie_name
from tests.analysts import Pondering
from tests.people import Person, open_class

ROOT = Path(__file__).resolve().parent.parent


# -- what is kept -----------------------------------------------------------------------------------------------------


def test_the_list_of_what_is_kept_names_every_table_and_column_of_persons():
    """A new column cannot be kept without being told: the page for schools shows this list."""
    named = {where for each in kept.KEPT for where in each.where}
    links = {"id", "room_id", "person_id", "table_id"}
    missing = [
        f"{table}.{column.name}"
        for table, columns in store.meta.tables.items()
        for column in columns.columns
        if table not in named and f"{table}.{column.name}" not in named and column.name not in links
    ]
    assert missing == []
    known = {*store.meta.tables, *(f"{t}.{c.name}" for t, cs in store.meta.tables.items() for c in cs.columns)}
    assert named <= known, "nothing is named that is not kept"


def test_the_pages_say_it_to_children_and_to_schools(app):
    _teacher, slug, (amina,) = open_class(app, "Amina")
    for who, link in ((Person(app), "/"), (Person(app), f"/room/{slug}"), (amina, f"/room/{slug}/play")):
        assert 'href="/privacy"' in who.get(link).get_data(as_text=True), link
    assert 'href="/privacy/school"' in _teacher.get(f"/room/{slug}/class/room").get_data(as_text=True)
    stranger = Person(app).get("/privacy").get_data(as_text=True)
    assert "Class 5b" not in stranger and "Amina" not in stranger
    mine = amina.get("/privacy").get_data(as_text=True)
    assert "Class 5b" in mine and "Amina" in mine
    school = Person(app).get("/privacy/school").get_data(as_text=True)
    assert all(f"<code>{cookie.name}</code>" in school for cookie in kept.COOKIES)
    assert "[Data protection officer]" in school and "30 days" in school


def test_sentences_for_children_are_short(app):
    """Ten-year-olds read sentences of a dozen words; a few may be longer."""
    page = Person(app).get("/privacy").get_data(as_text=True).partition("<main")[2].partition("</main>")[0]
    words = [len(s.split()) for s in re.split(r"[.?!]\s", re.sub(r"<[^>]+>", " ", page)) if s.strip()]
    assert max(words) <= 28 and sum(words) / len(words) <= 12


# -- who is told ------------------------------------------------------------------------------------------------------


class Addresses(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        named = ("src", "href", "action", "formaction", "srcset", "poster", "data", "content", "hx-get", "hx-post")
        self.found += [(tag, name, value) for name, value in attrs if name in named and value]


def test_no_page_asks_another_host_for_anything(app):
    teacher, slug, students = open_class(app, "Amina", "Bo")
    parts = app.extensions["hool"]
    room = parts.classroom.room_by_slug(slug)
    parts.sessions.assign(room.id, "010-one-suit")
    own = {"localhost", ""}
    pages = ["/", "/privacy", "/privacy/school", "/deleted", f"/room/{slug}"]
    pages += [rule.rule.replace("<slug>", slug) for rule in app.url_map.iter_rules() if "GET" in rule.methods]
    pages = [page for page in dict.fromkeys(pages) if "<" not in page and not page.endswith((".zip", ".svg"))]
    assert len(pages) > 25
    looked, strange = 0, []
    for who in (Person(app), students[0], teacher):
        for page in pages:
            answer = who.http.get(page, follow_redirects=True)
            looked += answer.mimetype == "text/html"
            policy = answer.headers["Content-Security-Policy"]
            assert "unsafe" not in policy and not re.search(r"https?://(?!localhost)", policy)
            for tag, name, value in Addresses(answer.get_data(as_text=True)).found:
                parsed = urlsplit(value)
                if (parsed.scheme in ("http", "https") and parsed.hostname not in own) or value.startswith(
                    ("//", "data:")
                ):
                    strange.append((page, tag, name, value))
    assert looked > 40 and strange == []
    for path in [*(ROOT / "static").glob("*.css"), *(ROOT / "static").glob("*.js")]:
        text = path.read_text("utf-8")
        assert not re.search(r"url\(\s*['\"]?(?:https?:|//)|@import|https?://(?!www\.w3\.org/)", text), path.name


# -- cookies ----------------------------------------------------------------------------------------------------------


def test_every_cookie_in_the_code_is_in_the_list():
    source = "\n".join(path.read_text("utf-8") for path in (ROOT / "hool").rglob("*.py"))
    listed = {name for cookie in kept.COOKIES for name in cookie.name.split(", ")}
    names = set(re.findall(r'f"(hool-[a-z]+-)\{', source)) | {"hool-s-", "hool-t-", "hool-h-"}
    assert {f"{name}…" for name in names} <= listed
    # Whatever sets one: by a name above, the language, or what two functions are given.
    how = set(re.findall(r"set_cookie\(\s*(\w+\([^)]*\)|[^,()]+),", source))
    assert how <= {"cookie_name(room, role)", 'f"hool-was-{slug}"', "i18n.COOKIE", "name"}
    prefs = set(re.findall(r'data-pref="(\w+)"', (ROOT / "templates" / "_bar.html").read_text("utf-8")))
    prefs |= set(re.findall(r'(?:choice|switch)\("(\w+)"', (ROOT / "templates" / "_bar.html").read_text("utf-8")))
    assert {f"hool-{name}" for name in prefs} <= listed


def test_cookies_are_for_this_site_alone_out_of_reach_of_scripts_and_end_with_the_room(app, clock):
    teacher, slug, (amina,) = open_class(app, "Amina")
    room = app.extensions["hool"].classroom.room_by_slug(slug)
    for who, role in ((teacher, "teacher"), (amina, "student")):
        cookie = who.http.get_cookie(cookie_name(room, role))
        assert cookie.http_only and cookie.same_site == "Lax" and cookie.domain == "localhost"
        assert cookie.max_age == int(room.ends_at - clock())
    moved = end_of_day(date.fromtimestamp(clock() + 200 * 86400))
    teacher.post(f"/room/{slug}/class/room/end", end=date.fromtimestamp(moved).isoformat())
    for who, role, page in ((amina, "student", "play"), (teacher, "teacher", "class/room")):
        who.get(f"/room/{slug}/{page}")
        assert who.http.get_cookie(cookie_name(room, role)).max_age == int(moved - clock()), "the key lives as long"
    key = amina.http.get_cookie(cookie_name(room, "student")).value
    assert key == amina.http.get_cookie(cookie_name(room, "student")).value
    piece = amina.http.get(f"/room/{slug}/home/call", headers={"HX-Request": "true"})
    assert "Set-Cookie" not in piece.headers, "what a page asks for by itself stays small"


def test_the_keys_of_a_shared_device_live_as_long_as_the_room(app, clock):
    teacher, slug, _students = open_class(app, "Amina")
    tablet = Person(app)
    tablet.post(f"/room/{slug}/together", names=["Bo", "Cem"])
    moved = end_of_day(date.fromtimestamp(clock() + 200 * 86400))
    teacher.post(f"/room/{slug}/class/room/end", end=date.fromtimestamp(moved).isoformat())
    tablet.get(f"/room/{slug}/play")
    assert tablet.http.get_cookie(f"hool-s-{slug}").max_age == int(moved - clock())


def test_a_browser_forgets_the_keys_of_rooms_that_are_gone(app):
    teacher, slug, (amina,) = open_class(app, "Amina")
    room = app.extensions["hool"].classroom.room_by_slug(slug)
    other = app.extensions["hool"].classroom.open_room("Other")[0]
    amina.http.set_cookie(cookie_name(other, "student"), "x" * 32)
    teacher.post(f"/room/{slug}/class/room/delete", class_name="Class 5b")
    amina.get("/")
    teacher.get(f"/room/{slug}/class")
    assert amina.http.get_cookie(cookie_name(room, "student")) is None
    assert teacher.http.get_cookie(cookie_name(room, "teacher")) is None
    assert amina.http.get_cookie(cookie_name(other, "student")) is not None


# -- what logs say ----------------------------------------------------------------------------------------------------

SPOKEN = ("Aminazade", "Zwiebelkuchen", "Klasse 5x", "10.77.66.55")


@pytest.fixture
def heard():
    """All that is logged, as a server's log would have it, and what is written to the error stream."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))
    root, ours = logging.getLogger(), logging.getLogger("hool")
    before = root.level, ours.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    ours.setLevel(logging.DEBUG)
    yield out
    root.removeHandler(handler)
    root.setLevel(before[0])
    ours.setLevel(before[1])


@pytest.fixture
def served(tmp_path, clock):
    """An app as a server has it: what fails is caught and logged."""
    config = {"DATA": str(tmp_path / "hool.sqlite"), "CLOCK": clock, "LATER": clock.later, "ANALYST": Pondering()}
    app = create_app(config)
    return app


def test_the_log_of_a_class_where_much_fails_has_no_word_of_anybody(served, clock, heard, monkeypatch):
    parts = served.extensions["hool"]
    teacher = Person(served)
    teacher.http.environ_base["REMOTE_ADDR"] = SPOKEN[3]
    slug = teacher.post("/open", class_name=SPOKEN[2]).headers["Location"].split("/")[2]
    room = parts.classroom.room_by_slug(slug)
    amina = Person(served)
    amina.http.environ_base["REMOTE_ADDR"] = SPOKEN[3]
    amina.post(f"/room/{slug}/join", name=SPOKEN[0])
    amina.connect("play", slug)
    [person] = parts.classroom.students(room.id)
    parts.sessions.open(room.id, "010-one-suit")
    parts.sessions.go(room.id, "play")
    codes = {room.code, slug, *(parts.classroom.return_code(p) for p in parts.store.people(room.id))}
    keys = {
        each.http.get_cookie(cookie_name(room, role)).value for each, role in ((teacher, "teacher"), (amina, "student"))
    }

    def broken(*given, **named):
        raise ValueError(f"{given} {named} {SPOKEN} {codes} {keys}")

    def full(*given, **named):
        raise OperationalError(
            f"INSERT {SPOKEN[1]}", {"name": SPOKEN[0]}, sqlite3.OperationalError(f"near {SPOKEN[1]}")
        )

    table, seat = parts.classroom.seat_of(person.id)
    act = {"table": table.id, "turn": table.turns[seat], "text": f"play {SPOKEN[0]}"}
    assert amina.emit("act", act)["code"] == "no", "a wish that is no card"
    assert amina.emit("act", {"table": SPOKEN[1]})["code"] == "no"
    for failing in (broken, full):
        with monkeypatch.context() as patched:
            patched.setattr(parts.tables, "act", failing)
            assert "Try again." in amina.emit("act", act)["text"], "every tap gets an answer"
            patched.setattr(parts.classroom, "room_by_code", failing)
            assert amina.get(f"/join/{room.code}").status_code == 500
            assert teacher.post("/teacher", code=room.code, return_code="PASSWORD").status_code == 500
            patched.setattr(parts.sessions, "write_note", failing)
            assert amina.post(f"/room/{slug}/note", text=SPOKEN[1]).status_code == 500
            patched.setattr(parts.store, "append", failing)
            patched.setitem(ROBOTS["hool"], "standard", failing)
            clock.advance(60)
    with pytest.raises(Exception, match="parameters hidden"), parts.store.engine.begin() as db:
        db.exec_driver_sql("insert into people (id, name) values (?, ?)", (1, SPOKEN[0]))
    engine = served.test_client()
    for query in (f"sid={SPOKEN[0]}", f"transport={SPOKEN[1]}", ""):
        engine.get(f"/socket.io/?EIO=4&{query}", headers={"Origin": f"http://{SPOKEN[3]}"})
    try:
        broken()
    except ValueError as error:
        logging.getLogger("engineio.server").exception("message handler error")
        quiet.print_exception({"REMOTE_ADDR": SPOKEN[3]}, ValueError, error, error.__traceback__)
    log = heard.getvalue()
    assert log.count("failed") >= 8 and "GET /join/<code> failed: ValueError at" in log and "act failed" in log
    assert "could not be written" in log and "engineio.server failed: ValueError" in log
    found = [word for word in (*SPOKEN, *codes, *keys, "PASSWORD") if word in log]
    assert found == [], log


def test_no_line_of_code_logs_a_whole_exception():
    for path in (ROOT / "hool").rglob("*.py"):
        loud = re.findall(r"\w+\.exception\(|exc_info=|traceback\.print|format_exc", path.read_text("utf-8"))
        assert loud == [], f"{path}: say what failed with hool.quiet.told"


def test_what_is_put_aside_for_later_fails_quietly_too(heard):
    done = threading.Event()

    def fail():
        done.set()
        raise KeyError(SPOKEN[0])

    timer = _later(0.0, fail)
    assert done.wait(10) and timer is None
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):
            thread.join(10)
    assert "KeyError" in heard.getvalue() and SPOKEN[0] not in heard.getvalue()


def test_a_failure_is_told_well_enough_to_find_it():
    try:
        try:
            (Path("/nowhere") / SPOKEN[0]).read_text()
        except OSError as error:
            raise ValueError(SPOKEN[1]) from error
    except ValueError as error:
        told = quiet.told(error)
    assert "ValueError at tests/test_privacy.py:" in told and "FileNotFoundError (No such file or directory)" in told
    assert SPOKEN[0] not in told and SPOKEN[1] not in told
