"""The guard: headers of every answer, foreign requests, limits for programs that no person or class ever meets."""

import json
import queue
import socket
import threading

import gevent
import pytest
from analysts import Pondering

from hool import create_app, serve
from hool.addresses import neighbourhood
from hool.web import guard
from hool.web.access import cookie_name
from hool.web.socket_guard import SILENT
from tests.conftest import Clock
from tests.people import Person, open_class

ALWAYS = ("Content-Security-Policy", "Cache-Control", *guard.HEADERS)
OUTSIDE = {"REMOTE_ADDR": "203.0.113.7"}


@pytest.fixture
def make(tmp_path, clock):
    """Apps with settings: ``make(PROXY="1")``."""

    def app(**config):
        data = str(tmp_path / "hool.sqlite")
        made = create_app({"DATA": data, "CLOCK": clock, "LATER": clock.later, "ANALYST": Pondering(), **config})
        return made

    return app


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """One app for all that leave nothing behind."""
    clock = Clock()
    data = tmp_path_factory.mktemp("guard") / "hool.sqlite"
    app = create_app({"DATA": str(data), "CLOCK": clock, "LATER": clock.later, "ANALYST": Pondering()})
    return app


# -- headers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "method", "url", "more"),
    [
        (404, "GET", "/no/such/page", {}),
        (404, "GET", "/room/AAAAAAAAAAAA/class", {}),
        (404, "GET", "/static/no.css", {}),
        (405, "GET", "/open", {}),
        (403, "POST", "/open", {"headers": {"Origin": "http://elsewhere.example"}}),
        (413, "POST", "/join", {"data": {"code": "A" * 70_000}}),
        (431, "GET", "/", {"environ_overrides": {"HTTP_COOKIE": "a=" + "b" * 17_000}}),
        (500, "GET", "/card", {}),
        (200, "GET", "/static/app.css", {}),
        (200, "GET", "/", {}),
    ],
)
def test_every_answer_and_every_error_is_sealed(shared, monkeypatch, status, method, url, more):
    if status == 500:
        monkeypatch.setitem(shared.view_functions, "paper.whole_card", lambda: 1 / 0)
    answer = shared.test_client(use_cookies=False).open(url, method=method, **more)
    assert answer.status_code == status
    assert [name for name in ALWAYS if name not in answer.headers] == []
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert "Strict-Transport-Security" not in answer.headers
    if "static" not in url:
        assert answer.headers["Cache-Control"] == "no-store"


def test_behind_https_cookies_are_for_https_alone_and_browsers_remember_it(make):
    app = make(PROXY="1")
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "hool.school", "X-Forwarded-For": "203.0.113.9"}
    client = app.test_client()
    opened = client.post("/open", data={"class_name": "5b"}, headers=forwarded)
    slug = opened.headers["Location"].split("/")[2]
    client.set_cookie(f"hool-t-{slug}", opened.headers["Set-Cookie"].split("=", 1)[1].split(";")[0])
    told = client.post(f"/room/{slug}/class/pause", data={"on": "1"}, headers=forwarded)
    asked = client.post("/language", data={"lang": "en"}, headers=forwarded)
    for answer in (opened, told, asked):
        assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
        assert answer.headers.getlist("Set-Cookie")
        for cookie in answer.headers.getlist("Set-Cookie"):
            assert "; Secure" in cookie and "SameSite=Lax" in cookie, cookie
    assert "HttpOnly" in opened.headers["Set-Cookie"] and "HttpOnly" in told.headers["Set-Cookie"]


@pytest.mark.parametrize(
    ("host", "named"),
    [("hool.school:8000", True), ("[fd00::1]:8000", True), ("x; script-src *", False), ("a b", False), ("", False)],
)
def test_a_host_gets_into_the_policy_only_as_a_host(host, named):
    assert (f"ws://{host} wss://{host}" in guard.policy(host)) == named
    assert guard.policy(host).count("script-src") == 1


# -- what other sites make --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "own"),
    [
        ({}, True),
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "none"}, True),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"}, False),
        ({"Origin": "http://localhost"}, True),
        ({"Origin": "http://localhost:8000"}, False),
        ({"Origin": "http://elsewhere.example"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": "http://["}, False),
        ({"Origin": "http://elsewhere.example", "Referer": "http://localhost/"}, False),
        ({"Referer": "http://localhost/room/x"}, True),
        ({"Referer": "http://elsewhere.example/"}, False),
    ],
)
def test_only_our_own_pages_change_anything(shared, headers, own):
    answer = shared.test_client().post("/open", data={"class_name": "5b"}, headers=headers)
    assert answer.status_code == (303 if own else 403)


def test_a_page_without_https_is_a_stranger_to_one_with():
    assert guard.is_own("https://hool.school", "hool.school", secure=True)
    assert not guard.is_own("http://hool.school", "hool.school", secure=True)
    assert guard.is_own("https://hool.school", "hool.school", secure=False)  # the proxy did not say that it is https
    assert not guard.is_own("ftp://hool.school", "hool.school", secure=False)


FORWARDED = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "hool.school"}


@pytest.mark.parametrize(
    ("proxy", "headers", "own"),
    [
        ("", {}, True),  # no browser, or the very page
        ("", {"Origin": "http://localhost"}, True),
        ("", {"Origin": "http://elsewhere.example"}, False),
        ("", {"Origin": "http://elsewhere.example", "X-Forwarded-Host": "elsewhere.example"}, False),
        ("", {"Sec-Fetch-Site": "cross-site"}, False),
        ("1", {"Origin": "https://hool.school", **FORWARDED}, True),
        ("1", {"Origin": "http://hool.school", **FORWARDED}, False),
        ("1", {"Origin": "https://elsewhere.example", **FORWARDED}, False),
    ],
)
def test_only_our_own_pages_open_a_socket(make, proxy, headers, own):
    client = make(PROXY=proxy).test_client()
    polling = client.get("/socket.io/?EIO=4&transport=polling", headers=headers)
    assert (polling.status_code == 200) == own
    if "Sec-Fetch-Site" not in headers and not own:
        websocket = client.get(
            "/socket.io/?EIO=4&transport=websocket",
            headers={**headers, "Connection": "Upgrade", "Upgrade": "websocket"},
        )
        assert (websocket.status_code, b"accepted origin" in websocket.data) == (400, True)


# -- how much ---------------------------------------------------------------------------------------------------------


def test_whoever_is_counted_by_address():
    assert neighbourhood("127.0.0.1") == neighbourhood("::1") == neighbourhood("::ffff:127.0.0.1") == ""
    assert neighbourhood("203.0.113.7") == neighbourhood("::ffff:203.0.113.7") == "203.0.113.7"
    assert neighbourhood("2001:db8:1:2:aaaa::1") == neighbourhood("2001:db8:1:2:bbbb::9%eth0") == "2001:db8:1:2::"
    assert neighbourhood("2001:db8:1:3::1") != neighbourhood("2001:db8:1:2::1")
    assert (neighbourhood(None), neighbourhood("odd")) == ("", "odd")


def test_a_program_with_a_key_is_slowed_down_and_nobody_else_is(make, clock, monkeypatch):
    monkeypatch.setattr(guard, "VISITOR_ASKS", (20, 0.2))
    teacher, slug, [amina, bo] = open_class(make(), "Amina", "Bo")
    statuses = [amina.get(f"/room/{slug}/open").status_code for _ in range(25)]
    assert statuses[:10] == [204] * 10 and statuses[-1] == 429
    answer = amina.get(f"/room/{slug}/play")
    assert answer.headers["Retry-After"] == "5" and "Wait 5 seconds" in answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    words = amina.http.get(f"/room/{slug}/play", headers={"Accept": "text/plain"})
    assert words.status_code == 429 and words.text == "That was a lot at once. Wait 5 seconds, then try again."
    assert bo.get(f"/room/{slug}/open").status_code == 204
    assert teacher.get(f"/room/{slug}/class").status_code < 400
    clock.now += 5
    assert amina.get(f"/room/{slug}/open").status_code == 204


def test_what_costs_much_counts_for_several(make):
    app = make()
    assert guard.COSTS.keys() <= app.blueprints.keys()
    _teacher, slug, [amina, bo] = open_class(app, "Amina", "Bo")
    assert {amina.get(f"/room/{slug}/boards").status_code for _ in range(100)} == {200}
    assert {amina.get(f"/room/{slug}/boards").status_code for _ in range(30)} == {200, 429}
    assert bo.get(f"/room/{slug}/boards").status_code == 200


def test_a_key_that_is_made_up_is_no_way_around_the_count(make, monkeypatch):
    monkeypatch.setattr(guard, "STRANGERS_ASK", (20, 0.2))
    app = make()
    _teacher, slug, _ = open_class(app)
    room = app.extensions["hool"].classroom.room_by_slug(slug)
    client = app.test_client()
    for n in range(25):
        client.set_cookie(cookie_name(room, "student"), f"made-up-{n}")
        answer = client.get(f"/room/{slug}", environ_base=OUTSIDE)
    assert answer.status_code == 429
    assert client.get("/", environ_base={"REMOTE_ADDR": "203.0.113.8"}).status_code == 200
    assert client.get("/", environ_base={"REMOTE_ADDR": "127.0.0.1"}).status_code == 200


def test_a_school_of_a_thousand_comes_in_at_the_same_minute():
    """The code, the room, a name, and the page again: from one address."""
    budgets = guard.Guard().budgets
    for n in range(1000):
        now = n * 60 / 1000
        assert all(budgets["address", False].spend("school", now) for _ in range(3))
        assert budgets["address", True].spend("school", now)


def test_rooms_are_opened_by_the_dozen_and_not_by_the_hundred(app, clock):
    def opens(**environ):
        return app.test_client().post("/open", data={"class_name": "5b"}, environ_base=environ).status_code

    assert [opens(**OUTSIDE) for _ in range(21)] == [303] * 20 + [429]
    assert opens(REMOTE_ADDR="203.0.113.8") == 303
    assert opens(REMOTE_ADDR="127.0.0.1") == 303
    clock.now += 180
    assert [opens(**OUTSIDE) for _ in range(2)] == [303, 429]


def test_a_public_server_asks_for_a_password(make, clock):
    app = make(OPEN_PASSWORD="Ärmel 7")

    def opens(password, **environ):
        form = {"class_name": "5b", "password": password}
        return app.test_client().post("/open", data=form, environ_base=environ or OUTSIDE)

    assert 'name="password"' in app.test_client().get("/").text
    assert opens("Ärmel 7").status_code == 303
    wrong = [opens(text) for text in ("", "ärmel 7", "Ärmel 7 ", "\u00e9\0", "x" * 300, "a", "b", "c")]
    assert {answer.status_code for answer in wrong} == {403}
    assert "not the password" in wrong[0].text and 'value="5b"' not in wrong[0].headers
    assert opens("Ärmel 7").status_code == 429  # who guesses waits, also with the right one
    assert opens("Ärmel 7", REMOTE_ADDR="203.0.113.8").status_code == 303
    clock.now += 20
    assert opens("Ärmel 7").status_code == 303
    assert app.extensions["hool"].store.room(4) is None


def test_the_file_alone_opens_nothing(app, tmp_path):
    """No key and no return code stands in it; what its rows hold comes from random keys by a hash."""
    teacher, slug, students = open_class(app, "Amina", "Bo")
    parts = app.extensions["hool"]
    room = parts.store.room_by_slug(slug)
    keys = [teacher.http.get_cookie(cookie_name(room, "teacher")).value]
    keys += [student.http.get_cookie(cookie_name(room, "student")).value for student in students]
    codes = [parts.classroom.return_code(person) for person in parts.store.people(room.id)]
    written = b"".join(path.read_bytes() for path in tmp_path.glob("hool.sqlite*"))
    assert b"Amina" in written
    assert [text for text in (*keys, *codes, app.secret_key) if text.encode() in written] == []


def test_the_file_and_the_secret_are_for_their_owner_alone(make, tmp_path):
    make()
    assert {path.name: path.stat().st_mode & 0o77 for path in tmp_path.iterdir()}.keys() >= {"hool.sqlite", "secret"}
    assert {path.stat().st_mode & 0o77 for path in tmp_path.iterdir()} == {0}


def test_without_a_password_nobody_is_asked_for_one(client):
    assert 'name="password"' not in client.get("/").text


def test_a_lost_device_is_signed_out(app):
    """The other laptop of the teacher is gone: it opens nothing any more, and its page is told so at once."""
    teacher, slug, _ = open_class(app)
    room = app.extensions["hool"].classroom.room_by_slug(slug)
    mine = app.extensions["hool"].store.people(room.id)[0]
    lost = Person(app)
    code = app.extensions["hool"].classroom.return_code(mine)
    assert lost.post("/teacher", code=room.code, return_code=code).status_code == 303
    assert lost.connect("class", slug)["ok"]
    assert "2 devices are signed in as the teacher." in teacher.get(f"/room/{slug}/class/room").text
    answer = teacher.get(teacher.post(f"/room/{slug}/class/room/return").headers["Location"])
    assert "All other devices are signed out." in answer.text
    assert "1 device is signed in as the teacher." in answer.text
    assert lost.get(f"/room/{slug}/class").status_code == 403
    assert [m["args"][0] for m in lost.socket.get_received() if m["name"] == "gone"] == [{"reason": "out"}]
    assert lost.post("/teacher", code=room.code, return_code=code).status_code == 403


# -- sockets ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def amina(app):
    return open_class(app, "Amina")[2][0]


def sends(person, text):
    """One message as it comes over the wire, without the help of a client; whether the line still stands."""
    server = person.app.extensions["hool"].socketio.server
    server._handle_eio_message(person.socket.eio_sid, text)
    return server.manager.sid_from_eio_sid(person.socket.eio_sid, "/") is not None


@pytest.mark.parametrize(
    "text",
    ['2["act"', "2" + "[" * 9000, '51-["act",{"_placeholder":true,"num":0}]', "0", '3["x"]', '2["nosuch",1]', "9", "",
     '2["disconnect"]', '2["connect"]', '2["act",1,2]', "2[]", "2{}", "2[1]", '4"x"', b"\x00\x01"],
)  # fmt: skip
def test_whoever_breaks_the_protocol_is_hung_up_on_without_a_word(shared, text, caplog):
    amina = open_class(shared, "Amina", start=False)[2][0]
    person = shared.extensions["hool"].classroom
    caplog.clear()
    assert person.here(amina.id)
    assert not sends(amina, text)
    assert not person.here(amina.id)
    assert caplog.records == []


def test_messages_of_any_kind_have_an_end(amina, clock):
    said = [sends(amina, '2["act",{}]') for _ in range(300)]
    assert said[0] and said[150] and not said[-1]


def test_a_socket_that_never_says_what_for_is_hung_up_on(app, amina, clock):
    silent = Person(app)
    socketio = app.extensions["hool"].socketio
    silent.socket = socketio.test_client(app, flask_test_client=silent.http)
    clock.advance(SILENT + 1)
    assert not silent.socket.is_connected()
    assert amina.socket.is_connected()
    late = socketio.test_client(app)
    clock.advance(SILENT - 2)
    assert late.is_connected()


def test_one_person_watches_from_a_handful_of_pages(app, amina):
    first, sockets = amina.socket, []
    for _ in range(20):
        amina.connect("play", amina.slug)
        sockets.append(amina.socket)
    gone = [s for s in (first, *sockets) if any(m["name"] == "gone" for m in s.get_received())]
    assert gone == [first, *sockets[:4]]


def test_a_wall_may_hang_in_many_rooms_and_the_teachers_always(app):
    teacher, slug, _ = open_class(app)
    answers = []
    for _ in range(42):
        stranger = Person(app)
        answers.append(stranger.connect("wall", slug)["code"])
    assert answers == ["done"] * 40 + ["no"] * 2
    assert teacher.connect("wall", slug)["code"] == "done"


# -- requests that never end ------------------------------------------------------------------------------------------


@pytest.fixture
def served(make, monkeypatch):
    """The app behind its own server, which has little patience here. Yields (port, the server)."""
    monkeypatch.setattr(serve, "REST", 0.4)
    monkeypatch.setattr(serve, "BODY", 0.4)
    app, ready = make(), queue.Queue()

    def run():
        listener = serve.listen("127.0.0.1", 0)
        server = serve._HttpServer(listener, app, log=None, environ={"SERVER_NAME": "localhost"})
        stop = gevent.get_hub().loop.async_()
        stop.start(lambda: gevent.spawn(server.stop))
        ready.put((listener.getsockname()[1], server, stop))
        server.serve_forever()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    port, server, stop = ready.get(timeout=10)
    yield port, server
    stop.send()
    thread.join(timeout=10)


def answered(port, *pieces):
    """What comes back for these bytes until the server hangs up or has been silent for some seconds."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
        line.sendall(b"".join(pieces))
        found = b""
        while more := line.recv(65536):
            found += more
        return found


POST = b"POST /join HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"


def test_who_dawdles_is_hung_up_on(served):
    port, _server = served
    assert answered(port) == b""
    assert answered(port, b"GET / HT") == b""
    assert answered(port, b"GET / HTTP/1.1\r\nHost: x\r\nA: ").startswith(b"HTTP/1.1 400")
    assert answered(port, POST, b"Content-Length: 100\r\n\r\ncode=A").startswith(b"HTTP/1.1 400")


def test_heads_and_bodies_have_an_end_that_is_known_before(served):
    port, _server = served
    many = b"".join(b"X-%d: %s\r\n" % (n, b"y" * 900) for n in range(60))
    assert answered(port, b"GET / HTTP/1.1\r\nHost: x\r\n", many, b"\r\n").startswith(b"HTTP/1.1 400")
    assert answered(port, POST, b"Transfer-Encoding: chunked\r\n\r\n").startswith(b"HTTP/1.1 400")
    whole = answered(port, POST, b"Connection: close\r\nContent-Length: 10\r\n\r\ncode=AAAAA")
    assert whole.startswith(b"HTTP/1.1 404") and b"No class has the code" in whole


def test_lines_of_one_address_are_counted_and_this_computer_is_not(served, monkeypatch):
    port, server = served
    monkeypatch.setattr(serve, "MOST_LINES", 0)
    assert answered(port, b"GET /card HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").startswith(b"HTTP/1.1 200")
    monkeypatch.setattr(serve, "neighbourhood", lambda address: "203.0.113.7")
    try:
        found = answered(port, b"GET /card HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    except ConnectionError:
        found = b""
    assert found == b"" and not server._lines


def test_what_a_page_sends_is_read_as_json_of_its_own(amina):
    answer = amina.emit("act", json.loads('{"table": 1, "turn": 0, "text": "undo"}'))
    assert answer["code"] in ("no", "stale", "already")
