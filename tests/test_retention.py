"""Rooms and students that are deleted are gone: from the pages, from memory, from the file."""

import io
import json
import sqlite3
import zipfile
from datetime import date
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, OperationalError

from hool import create_app
from hool import store as stored
from hool.fold import Table, fold
from hool.formats import pbn
from hool.refused import Refused
from hool.register import end_of_day
from hool.store import Event, Row, Store
from hool.web.access import cookie_name
from tests.analysts import Pondering
from tests.people import Person, Student, open_class

NAMES = ("Aminazade", "Borislava", "Chidiebele", "Devendra")
WORDS = "Zwiebelkuchen"  # nothing else on any page or in any log


class School:
    """A class that has played a board, written a card, tried something at home; and another class beside it."""

    def __init__(self, app, clock, start=True):
        self.app, self.clock = app, clock
        self.parts = app.extensions["hool"]
        self.other = open_class(app, "Otherwise")
        self.teacher, self.slug, self.students = open_class(app, *NAMES, start=False)
        self.room = self.parts.classroom.room_by_slug(self.slug)
        self.parts.classroom.change_settings(self.room.id, robots="standard")
        self.session = self.parts.sessions.open(self.room.id, "010-one-suit")
        self.parts.sessions.go(self.room.id, "play")
        self.first = self.students[0]
        self.play_out()
        self.parts.sessions.write_note(self.person(self.first), WORDS)
        self.parts.messages.send(self.room.id, self.teacher_id, f"person {self.first.id}", words=f"Bravo {WORDS}")
        self.parts.shelf.save(self.room.id, "045-ours", "# " + WORDS)
        self.parts.store.change_person(self.first.id, real_name="Realnamova")
        self.given = self.parts.sessions.assign(self.room.id, "020-two-suits")
        self.home = self.parts.sessions.home_table(self.person(self.first), self.given.id)

    def person(self, student):
        return self.parts.classroom.person(student.id)

    def play_out(self):
        while not self.table.play.boards:
            for student in self.students:
                table, seat = self.parts.classroom.seat_of(student.id)
                if seat in table.to_act():
                    choices = table.rules.choices(table.play.state, seat)
                    student.act(next(str(c.action) for c in choices if c.why_not is None))
            self.clock.advance(3)

    @property
    def teacher_id(self):
        return self.parts.store.everybody(self.room.id)[0].id

    @property
    def table(self):
        return self.parts.classroom.seat_of(self.first.id)[0]

    def files(self):
        """Every byte of the database and of what lies beside it."""
        folder = Path(self.app.config["DATA"]).parent
        return b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())

    def rows(self):
        with sqlite3.connect(self.app.config["DATA"]) as db:
            return {name: db.execute(f"select count(*) from {name}").fetchone()[0] for name in stored.meta.tables}

    def flask(self, *args):
        """What a `flask --app app` command prints."""
        with self.app.app_context():
            return self.app.test_cli_runner().invoke(args=args).output

    def delete(self, typed="Class 5b"):
        return self.teacher.post(f"/room/{self.slug}/class/room/delete", class_name=typed)


@pytest.fixture
def school(app, clock):
    return School(app, clock)


# -- a room -----------------------------------------------------------------------------------------------------------


def test_a_deleted_room_leaves_no_row_and_no_byte(school):
    school.parts.store.keep_analysis("a deal", "{}")
    before, [teacher_key] = school.rows(), [school.teacher.http.get_cookie(cookie_name(school.room, "teacher")).value]
    slug, code = school.room.slug, school.room.code
    assert all(name.encode() in school.files() for name in (*NAMES, WORDS, "Realnamova", slug, code))
    answer = school.delete()
    assert answer.status_code == 303 and answer.headers["Location"] == "/deleted"
    page = school.teacher.get("/deleted").get_data(as_text=True)
    assert "The room is deleted" in page and "4 names with their keys." in page and "2 tables" in page
    after = school.rows()
    assert after["rooms"] == after["tables"] == 1 and after["people"] == 2 and after["lessons"] == 0
    assert after["sessions"] == after["work"] == 0 and after["analyses"] == before["analyses"] == 1
    left = school.files()
    assert [name for name in (*NAMES, WORDS, "Realnamova", slug, code, teacher_key) if name.encode() in left] == []
    assert b"Otherwise" in left, "the other class is as it was"


def test_whoever_looks_at_a_deleted_room_is_told_kindly_and_finds_nothing_there(school):
    helper = Person(school.app)
    helper.connect("wall", school.slug)
    for each in (*school.students, helper):
        each.socket.get_received()
    school.delete()
    for each in (*school.students, helper):
        assert each.socket.get_received()[-1]["args"] == [{"reason": "deleted"}]
    for page in ("", "/play", "/boards", "/home", "/class", "/wall", "/join"):
        answer = school.teacher.get(f"/room/{school.slug}{page}")
        assert answer.status_code in (404, 405), page
    assert "everything in it was deleted" in school.first.get(f"/room/{school.slug}/play").get_data(as_text=True)
    assert school.teacher.post("/join", code=school.room.code).status_code == 404
    school.clock.advance(300)  # robots, votes and pushes that were due then do nothing


def test_a_page_that_is_asked_for_while_its_room_is_deleted_says_so(school, monkeypatch):
    def delete_meanwhile(person_id):
        if school.parts.store.room(school.room.id) is not None:
            school.parts.retention.delete_room(school.room, "Class 5b")

    monkeypatch.setattr(school.parts.classroom, "take_seat_back", delete_meanwhile)
    answer = school.first.get(f"/room/{school.slug}/play")
    assert answer.status_code == 404 and "everything in it was deleted" in answer.get_data(as_text=True)

    def fail(person_id):
        raise KeyError("a fault of ours")

    _teacher, slug, (other,) = school.other
    monkeypatch.setattr(school.parts.classroom, "take_seat_back", fail)
    with pytest.raises(KeyError, match="a fault of ours"):
        other.get(f"/room/{slug}/play")


def test_nothing_in_memory_answers_for_a_deleted_room(school):
    parts, table, home = school.parts, school.table, school.home
    school.students[1].connect("home", school.slug, lesson=school.given.id)
    parts.classroom.raise_hand(school.first.id, True)
    school.delete()
    for gone in (table.id, home.id):
        with pytest.raises(KeyError):
            parts.tables.get(gone, fresh=False)
    assert parts.tables.where(school.first.id) is None and parts.classroom.person(school.first.id) is None
    assert parts.sessions.all(school.room.id) == () and parts.classroom.hands(school.room.id) == []
    assert school.room.id not in parts.messages._rooms
    with pytest.raises(KeyError):
        parts.classroom.room(school.room.id)
    assert parts.tables.act(table.id, school.first.id, 0, "clue hcp").code == "stale"


def test_an_act_in_the_moment_of_the_deletion_is_shown_to_nobody(school):
    table = school.table
    school.delete()
    school.parts.live.table_changed(table)
    assert school.parts.store.every_table(school.room.id) == []


def test_the_name_of_the_class_has_to_be_typed_and_only_its_teacher_can(school):
    before = school.rows()
    assert school.delete("Class 5c").headers["Location"].endswith("/class/room#delete")
    assert "Type the name of the class" in school.teacher.get(f"/room/{school.slug}/class/room").get_data(as_text=True)
    for who in (school.first, Person(school.app), school.other[0]):
        assert who.post(f"/room/{school.slug}/class/room/delete", class_name="Class 5b").status_code == 403
    assert school.rows() == before
    assert school.delete(" class  5B ").headers["Location"] == "/deleted", "spaces and capitals do not matter"
    assert Person(school.app).get("/deleted").status_code == 303, "others are told nothing"


def test_another_room_in_the_same_browser_says_nothing_of_a_deletion(school):
    slug = school.teacher.post("/open", class_name="Other").headers["Location"].split("/")[2]
    school.teacher.post(f"/room/{school.slug}/class/room/delete", class_name="Class 5b")
    page = school.teacher.get(f"/room/{slug}/class").get_data(as_text=True)
    assert 'id="told" role="status" tabindex="-1"></p>' in page, "nothing is said"
    assert "4 names with their keys" in school.teacher.get("/deleted").get_data(as_text=True)


def test_a_name_that_was_pasted_with_hidden_signs_can_be_typed(app):
    teacher = Person(app)
    slug = teacher.post("/open", class_name="\ufeffCla\u00adss\u200b 5b\u202e").headers["Location"].split("/")[2]
    assert app.extensions["hool"].classroom.room_by_slug(slug).name == "Class 5b"
    assert teacher.post(f"/room/{slug}/class/room/delete", class_name="class  5B").headers["Location"] == "/deleted"
    assert "1 to 40 letters" in teacher.post("/open", class_name="\u200b").get_data(as_text=True)


def test_a_number_is_never_given_twice(school):
    """A log, a cookie or another process may still know the old one."""
    old = {school.room.id, *(s.id for s in school.students)}, {school.table.id, school.home.id}
    school.delete()
    _teacher, slug, students = open_class(school.app, "New")
    room = school.parts.classroom.room_by_slug(slug)
    new = school.parts.classroom.seat_of(students[0].id)[0].id
    assert room.id > school.room.id and students[0].id > max(old[0]) and new > max(old[1])


# -- by itself --------------------------------------------------------------------------------------------------------


def test_a_room_is_deleted_by_itself_after_its_last_day(school, clock):
    day = date.fromtimestamp(clock() + 10 * 86400)
    school.teacher.post(f"/room/{school.slug}/class/room/end", end=day.isoformat())
    assert school.parts.classroom.room(school.room.id).ends_at == end_of_day(day)
    school.parts.retention.keep()
    clock.advance(end_of_day(day) - clock())
    assert school.first.get(f"/room/{school.slug}/play").status_code == 200, "the last day belongs to the class"
    clock.advance(61)
    assert school.first.get(f"/room/{school.slug}/play").status_code == 404, "at once, not only with the next look"
    clock.advance(3600)
    assert school.rows()["rooms"] == 1 and WORDS.encode() not in school.files()
    clock.advance(20 * 86400)
    assert school.rows() == dict.fromkeys(school.rows(), 0) | {"analyses": school.rows()["analyses"]}


def test_what_ended_while_the_computer_was_off_is_deleted_at_the_start(school, clock):
    clock.now += 40 * 86400
    assert school.parts.retention.delete_ended() == 2
    assert school.rows()["people"] == 0
    assert school.parts.retention.delete_ended() == 0


def test_another_process_forgets_what_this_one_has_deleted(school, clock):
    beside = create_app({**school.app.config, "DATA": school.app.config["DATA"], "ANALYST": Pondering()})
    parts = beside.extensions["hool"]
    wall = Person(beside)
    wall.connect("wall", school.slug)
    assert parts.tables.get(school.table.id).play.boards
    school.delete()
    wall.socket.get_received()
    assert parts.retention.delete_ended() == 0
    assert parts.tables.in_memory() == {} and wall.socket.get_received()[-1]["args"] == [{"reason": "deleted"}]


def test_a_command_deletes_what_has_ended(school, clock):
    clock.now += 40 * 86400
    told = school.flask("delete-ended")
    assert told == "2 rooms were deleted.\n" and school.rows()["rooms"] == 0


def test_in_the_last_week_the_teacher_reads_it_and_can_move_the_day(school, clock):
    at = f"/room/{school.slug}/class"
    assert 'id="ending"' not in school.teacher.get(f"{at}/room").get_data(as_text=True)
    clock.now += 23 * 86400
    page = school.teacher.get(f"{at}/people").get_data(as_text=True)
    assert "This room and everything in it will be deleted at the end of" in page and f"{at}/export.zip" in page
    later = date.fromtimestamp(clock() + 100 * 86400).isoformat()
    school.teacher.post(f"{at}/room/end", end=later)
    assert 'id="ending"' not in school.teacher.get(f"{at}/room").get_data(as_text=True)


def test_everybody_can_see_the_last_day(school):
    words = "14 February 2027"
    ends = end_of_day(date(2027, 2, 14))
    school.parts.classroom.end_on(school.room.id, ends)
    pages = {
        "join": Person(school.app).get(f"/room/{school.slug}"),
        "student": school.first.get(f"/room/{school.slug}/play"),
        "home": school.first.get(f"/room/{school.slug}/home"),
        "teacher": school.teacher.get(f"/room/{school.slug}/class/room"),
        "opened": school.teacher.get(f"/room/{school.slug}/opened"),
        "privacy": school.first.get("/privacy"),
    }
    assert [name for name, page in pages.items() if words not in page.get_data(as_text=True)] == []
    school.parts.classroom.close_room(school.room.id)
    assert words in school.first.get(f"/room/{school.slug}/play").get_data(as_text=True)


def test_a_disk_that_is_full_leaves_the_scrubbing_for_later(school, monkeypatch):
    def full():
        raise OperationalError("VACUUM", None, sqlite3.OperationalError("database or disk is full"))

    with monkeypatch.context() as broken:
        broken.setattr(school.parts.store, "_rewrite", full)
        assert school.delete().headers["Location"] == "/deleted"
    assert school.rows()["rooms"] == 1, "what was said to be deleted is deleted"
    school.parts.retention.delete_ended()
    assert WORDS.encode() not in school.files()


# -- a student --------------------------------------------------------------------------------------------------------


def forget(school, student, sure="1"):
    url = f"/room/{school.slug}/class/people/{student.id}/delete"
    where = school.teacher.post(url, **({"sure": sure} if sure else {})).headers["Location"]
    return school.teacher.http.get(where, follow_redirects=True).text


def test_a_deleted_student_is_nobody_in_rows_logs_and_files(school):
    code = school.parts.classroom.return_code(school.person(school.first))
    key = school.first.http.get_cookie(cookie_name(school.room, "student")).value
    table = school.table
    school.parts.sessions.show_card(school.room.id, school.parts.sessions.cards(school.session)[0].id)
    assert "Tick the box first" in forget(school, school.first, sure="")
    told = forget(school, school.first)
    assert f"{NAMES[0]} is deleted." in told
    left = school.files()
    assert [word for word in (NAMES[0], "Realnamova", WORDS + '"', key) if word.encode() in left] == []
    row = school.parts.store.person(school.first.id)
    assert (row.name, row.real_name, row.made_at) == ("", "", 0.0) and row.archived_at is not None
    assert school.parts.store.work(school.room.id, "note", "home", person_id=school.first.id) == []
    assert school.parts.store.events(school.home.id) == [] and school.parts.store.table(school.home.id) is None
    assert any(f"person {school.first.id}" in event.text for event in school.parts.store.events(table.id))
    back = Person(school.app).post(f"/room/{school.slug}/return", return_code=code)
    assert back.status_code == 403
    assert school.first.get(f"/room/{school.slug}/play").status_code == 303, "this device is a stranger's now"
    assert school.first.socket.get_received()[-1]["args"] == [{"reason": "out"}]


def test_what_a_page_wrote_in_the_moment_of_the_deletion_goes_too(school):
    store, room = school.parts.store, school.room.id
    forget(school, school.first)
    store.add_work(room, "note", "late", school.first.id, "{}")
    store.add_key(school.first.id, "hash")
    others = [row.id for row in store.all_work(room) if row.person_id != school.first.id]
    school.parts.retention.delete_ended()
    assert [row.id for row in store.all_work(room)] == others
    assert store.person_by_key("hash") is None


def test_boards_of_the_class_stay_with_somebody_who_left(school):
    table = school.table
    seat = table.seat_of(school.first.id)
    forget(school, school.first)
    now = school.parts.tables.get(table.id)
    assert now.play.boards == table.play.boards and now.seats[seat].person is None and now.seats[seat].robot
    for url in (f"/boards/{table.number}/1", "/boards", "/boards.pbn"):
        page = school.teacher.get(f"/room/{school.slug}{url}").get_data(as_text=True)
        assert "somebody who left" in page and NAMES[0] not in page, url
    Student(school.app, school.slug, "Newcomer")
    assert school.parts.tables.get(table.id).play.boards[0].seats[seat].person == school.first.id


def test_who_was_taken_out_can_be_deleted_too_and_nobody_else(school):
    school.parts.classroom.take_out(school.first.id)
    assert "is deleted" in forget(school, school.first)
    assert "not in the room any more" in forget(school, school.first)
    stranger, teacher = school.other[2][0], school.parts.store.everybody(school.room.id)[0]
    for person in (stranger.id, teacher.id, 999):
        with pytest.raises(Refused):
            school.parts.retention.delete_person(school.room.id, person)
    url = f"/room/{school.slug}/class/people/{school.students[1].id}/delete"
    for who in (school.students[1], school.other[0]):
        assert who.post(url, sure="1").status_code == 403
    assert school.parts.store.person(stranger.id).name == "Otherwise"


# -- to take along ----------------------------------------------------------------------------------------------------


@pytest.fixture
def taken(school):
    """The export: what is in each file."""
    school.parts.store.change_person(school.students[1].id, name="=1+1")
    answer = school.teacher.http.get(f"/room/{school.slug}/class/export.zip")
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="class-5b-')
    file = zipfile.ZipFile(io.BytesIO(answer.data))
    return {name: file.read(name) for name in file.namelist()}


def test_everything_is_taken_along_and_can_be_read(school, taken):
    people = taken["people.csv"].decode("utf-8-sig")
    assert NAMES[0] in people and "Realnamova" in people and "'=1+1" in people
    report = pbn.read(taken["boards.pbn"])
    assert [board.number for board in report.boards] == [1] and not report.problems
    assert (
        f'[{("North", "East", "South", "West")[school.table.seat_of(school.first.id)]} "{NAMES[0]}"]'
        in taken["boards.pbn"].decode()
    )
    assert (
        WORDS in json.dumps(json.loads(taken["work.json"])) and taken["lessons/045-ours.md"] == b"# " + WORDS.encode()
    )
    assert {each["lesson"] for each in json.loads(taken["lessons.json"])} == {"010-one-suit", "020-two-suits"}
    log = taken[f"logs/table-{school.table.number}.txt"].decode()
    told = school.flask("log", str(school.table.id))
    assert log == told
    table = Table(0, 0, 0)
    for line in log.splitlines():
        seq, actor, text = line.partition("\t")[0].split(" ", 2)
        table = fold(table, Event(0, int(seq), 0.0, actor, text), keep_all=True)
    assert [r.result for r in table.play.boards] == [r.result for r in school.table.play.boards]
    assert f"logs/home-person-{school.first.id}-table-{school.home.id}.txt" in taken
    for name in taken.keys() - {"README.txt"}:
        assert name.partition("/")[0] in taken["README.txt"].decode(), name


def test_the_export_opens_nothing(school, taken):
    everything = b"\n".join(taken.values()).decode()
    people = school.parts.store.everybody(school.room.id)
    secrets = {school.parts.classroom.return_code(p) for p in people} | {school.room.code, school.room.settings.seed}
    secrets |= {school.slug, *(school.teacher.http.get_cookie(cookie_name(school.room, "teacher")).value,)}
    with sqlite3.connect(school.app.config["DATA"]) as db:
        secrets |= {row[0] for row in db.execute("select key_hash from keys")}
    assert [secret for secret in secrets if secret in everything] == []
    for who in (school.first, Person(school.app), school.other[0]):
        assert who.get(f"/room/{school.slug}/class/export.zip").status_code == 403


# -- the store --------------------------------------------------------------------------------------------------------


def test_a_file_that_is_busy_says_so(tmp_path, clock):
    store = Store(f"sqlite:///{tmp_path / 'x.sqlite'}", clock)
    sa.event.listen(store._broom, "connect", lambda db, _record: db.execute("PRAGMA busy_timeout=1"))
    for statement in ("BEGIN IMMEDIATE", "BEGIN"):  # somebody writes; somebody reads
        beside = sqlite3.connect(tmp_path / "x.sqlite", isolation_level=None)
        beside.execute(statement)
        beside.execute("SELECT count(*) FROM rooms").fetchone()
        with pytest.raises(DBAPIError):
            store.scrub()
        beside.close()
    store.scrub()


def test_deleted_words_do_not_survive_between_the_rows(tmp_path, clock):
    """Rows that grow, move from page to page and go leave copies of themselves in a file, unless it is written anew."""
    store = Store(f"sqlite:///{tmp_path / 'x.sqlite'}", clock)
    rooms = [store.make_room(f"slug-{i}", f"ACE3{i}", f"Class {i}", "{}", 2e9) for i in range(2)]
    for i in range(150):
        for room in rooms:
            person = store.add_person(room.id, "student", f"Name-{room.id}-{i:03}", f"hash-{room.id}-{i}")
            store.add_work(room.id, "note", f"key-{room.id}-{i}", person.id, f"Words-{room.id}-" * (i % 40))
            store.change_person(person.id, name=f"Name-{room.id}-{i:03}-longer")
    table = store.make_table(rooms[0].id, [Row("teacher", f"open hool {i} Log-1") for i in range(300)])
    counts = store.delete_room(rooms[0].id)
    assert counts["people"] == counts["work"] == 150 and counts["events"] == 300
    store.scrub()
    left = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    gone = rooms[0].id
    assert [
        word for word in (f"Name-{gone}-", f"Words-{gone}-", f"hash-{gone}-", "Log-1") if word.encode() in left
    ] == []
    assert b"Name-2-149-longer" in left and store.events(table.id) == []
