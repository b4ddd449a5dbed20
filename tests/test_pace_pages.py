"""The pages of games at their players' own pace: what is pushed to whom, what is refused, what the teacher sees."""

import io
import json
import zipfile

import pytest
from people import Person, cards_in, open_class

from hool.pace import Plan
from hool.rules import hool, oh_hell
from hool.web.clock import changes_in, left_words, limit_words

DAY = 86400
SHORT = oh_hell.PRESETS["short"]
FORM = {"kind": "oh_hell short", "seats": "3", "limit": "86400", "late": "forfeit", "who": "asked"}


class Room:
    """A class with games; ``open(student, number)`` is another page of this student, that of a game."""

    def __init__(self, app, clock, *names):
        self.app, self.clock, self.parts = app, clock, app.extensions["hool"]
        self.teacher, self.slug, self.students = open_class(app, *names, start=False)
        self.id = self.parts.store.room_by_slug(self.slug).id
        self.parts.classroom.change_settings(self.id, own_pace=True)

    def begin(self, *who, **changes):
        plan = {"game": "oh_hell", "options": SHORT, "seats": 3, "limit": DAY, "on_timeout": "forfeit"} | changes
        people = [student.id for student in who or self.students[:3]]
        return self.parts.pace.begin_for(self.id, people, Plan(**plan))

    def open(self, student, number):
        page = Person(self.app)
        page.http = student.http
        assert page.get(f"/room/{self.slug}/games/{number}").status_code == 200
        assert page.connect("pace", self.slug, lesson=number)["ok"]
        return page

    def act(self, page, student, game, text=None, **changes):
        table = self.parts.tables.get(game.id)
        seat = table.seat_of(student.id)
        legal = [str(c.action) for c in table.rules.view(table.play.state, seat).choices if c.why_not is None]
        token = str(seat + 1) if table.game == "oh_hell" else "NESW"[seat]
        sent = {"table": table.id, "seat": token, "turn": table.turns[seat], "text": text or legal[0]}
        return page.emit("act", sent | changes)

    def player(self, table):
        """Whose turn it is."""
        table = self.parts.tables.get(table.id)
        person = table.seats[min(table.to_act())].person
        return next(student for student in self.students if student.id == person)


@pytest.fixture
def room(app, clock):
    return Room(app, clock, "Amina", "Bo", "Chi", "Dee")


def test_whoever_has_the_game_open_sees_each_move_and_no_card_of_the_others(room):
    table = room.begin()
    pages = {student.id: room.open(student, 1) for student in room.students[:3]}
    for _ in range(6 + 8):
        if not room.parts.tables.get(table.id).playing:
            assert room.act(pages[room.students[0].id], room.students[0], table, "next")["code"] == "done"
        mover = room.player(table)
        assert room.act(pages[mover.id], mover, table)["code"] == "done"
        now = room.parts.tables.get(table.id)
        for student in room.students[:3]:
            stage = pages[student.id].listen()["stage"]
            view = now.rules.view(now.play.state, now.seat_of(student.id))
            known = {card for hand in view.hands if hand is not None for card in hand}
            known |= {card for trick in view.tricks for card in trick.cards} | {card for _, card in view.trick}
            known |= {view.turned} if view.turned else set()
            known |= {card for record in now.play.boards for hand in record.deal.hands for card in hand}
            assert cards_in(stage) <= {str(card) for card in known}


def test_the_students_page_of_the_class_says_how_many_games_wait_and_is_not_left(room, clock):
    room.parts.classroom.start(room.id)
    table = room.begin()
    mover = room.player(table)
    first = mover.get(f"/room/{room.slug}/play").get_data(as_text=True)
    assert "1 game waits for you" in first and 'data-offer="pace"' in first
    mover.listen()
    page = room.open(mover, 1)
    assert room.act(page, mover, table)["code"] == "done"
    assert "waits" not in mover.listen()["turns"] and "hidden" in mover.views["turns"]
    assert "1 game waits for you" in room.player(table).listen()["turns"]
    page.socket.disconnect()  # their class page is still open
    assert room.parts.classroom.here(mover.id)
    in_class, seat = room.parts.classroom.seat_of(mover.id)
    assert in_class.in_class and not in_class.seats[seat].acts_alone


def test_an_act_goes_to_the_table_of_its_page_and_the_time_that_is_left_comes_to_it(room, clock):
    room.parts.classroom.start(room.id)
    table = room.begin()
    mover, dee = room.player(table), room.students[3]
    assert room.act(mover, mover, table)["code"] == "no"  # from the page of the class
    page = room.open(mover, 1)
    in_class, seat = room.parts.classroom.seat_of(mover.id)
    sent = {"table": in_class.id, "seat": "NESW"[seat], "turn": in_class.turns[seat], "text": "pass"}
    assert page.emit("act", sent)["code"] == "no"
    for nonsense in ({"table": True}, {"turn": -1}, {"text": "x" * 50}, {"table": 2**40}, {"text": 7}):
        assert room.act(page, mover, table, **nonsense)["code"] == "no"
    assert room.act(page, mover, table, text="bid 7")["code"] == "no"
    stranger = Person(room.app)
    stranger.http = dee.http
    assert stranger.connect("pace", room.slug, lesson=1)["code"] == "gone"
    assert stranger.connect("pace", room.slug, lesson="one")["code"] == "gone"
    assert dee.get(f"/room/{room.slug}/games/1").headers["Location"].endswith("/games")
    assert room.parts.tables.get(table.id).play.acts == ()

    table = room.begin(limit=3600)
    page = room.open(room.player(table), 2)
    assert "1 hour" in page.listen()["stage"] and "60 minutes left" in page.views["stage"]
    clock.advance(6)
    assert "59 minutes left" in page.listen()["pace"]
    page.views.clear()
    clock.advance(50)
    assert page.listen() == {}
    clock.advance(5)
    assert "58 minutes left" in page.listen()["pace"] and "stage" not in page.views
    page.socket.disconnect()
    clock.advance(120)
    assert table.id not in room.parts.live._clocks  # nobody looks any more


def test_tables_of_a_class_show_their_limit_and_robots_do_not_play_when_all_have_gone(room, clock):
    room.parts.classroom.play_game(room.id, "oh_hell", SHORT, 4, limit=120)
    amina = room.students[0]
    shown = amina.html["stage"] + amina.html.get("shared", "")
    assert "Each move may take 2 minutes." in shown and "2 minutes left" in shown
    clock.advance(30)
    assert "1 minute left" in amina.html["pace"] and "give up" not in amina.html["stage"]

    room.parts.tables.watch_deadlines()
    room.parts.classroom.play_game(room.id, "oh_hell", SHORT, 4, limit=60)
    for student in room.students:
        student.socket.disconnect()
    clock.advance(600)
    [table] = room.parts.tables.tables(room.id)
    assert table.play.acts == () and not any(who.acts_alone for who in table.seats)
    first = next(student for student in room.students if student.id == table.seats[min(table.to_act())].person)
    first.connect("play", room.slug)
    clock.advance(55)
    assert room.parts.tables.get(table.id).play.acts == ()  # they have the whole minute
    clock.advance(10)
    assert room.parts.tables.get(table.id).play.acts


def test_resigning_is_told_to_all_and_in_a_closed_room_nobody_moves(room):
    table = room.begin(game="hool", options=hool.Options(match=4), seats=4)
    amina = room.students[0]
    pages = [room.open(student, 1) for student in room.students[:3]]
    assert room.act(pages[0], amina, table, text="resign")["code"] == "done"
    for page in pages:
        stage = page.listen()["stage"]
        assert "Amina</bdi> has given up." in stage and "Place 3" in stage and "Your turn" not in stage
    listed = amina.get(f"/room/{room.slug}/games").get_data(as_text=True)
    assert "Over: place 3" in listed

    table = room.begin()
    mover = room.player(table)
    page = room.open(mover, 2)
    room.parts.classroom.close_room(room.id)
    assert any(message["name"] == "gone" for message in page.socket.get_received())
    other = Person(room.app)
    other.http = mover.http
    other.connect("pace", room.slug, lesson=2)
    assert room.act(other, mover, table)["code"] == "no"
    assert mover.get(f"/room/{room.slug}/games").status_code == 200


def test_a_form_says_what_is_wrong_and_opens_a_game_that_others_join(room):
    amina, bo, chi, _ = room.students
    at = f"/room/{room.slug}/games"
    for changes, reason in MISTAKES:
        answer = amina.post(at, **FORM | {"asked": bo.id} | changes)
        assert answer.status_code == 409 and reason in answer.get_data(as_text=True), changes
    assert room.parts.pace.games(room.id) == []
    new = amina.get(at + "/new").get_data(as_text=True)
    assert "Chi" in new and "How long may a move take?" in new
    assert amina.post(at, **FORM, asked=[bo.id, chi.id]).headers["Location"] == at
    assert "Amina</bdi> asks you to play" in bo.get(at).get_data(as_text=True)
    assert "1 game waits for you" in bo.listen()["turns"]
    assert bo.post(at + "/1/join").headers["Location"] == at
    assert "1 seat is still free" in amina.get(at).get_data(as_text=True)
    chi.post(at + "/1/join")
    [table] = room.parts.pace.games(room.id)
    assert table.playing and table.limit == DAY and table.on_timeout == "forfeit"
    robots = amina.post(at, **FORM | {"who": "robots"})
    assert robots.headers["Location"] == at + "/2" and amina.get(at + "/2").status_code == 200


MISTAKES = (
    ({"kind": "bridge"}, "Choose a game."),
    ({"seats": "many"}, "How many players?"),
    ({"seats": "9"}, "from 3 to 7 can play, not 9"),
    ({"limit": "59"}, "one minute to one week"),
    ({"limit": "99999999"}, "one minute to one week"),
    ({"limit": "x"}, "Choose how long"),
    ({"late": "beheaded"}, "somebody is late"),
    ({"who": "nobody"}, "Choose who plays with you."),
    ({"asked": "x"}, "Choose the players on the page."),
    ({"asked": "99999"}, "not in the room any more"),
    ({"asked": ""}, "Choose"),
)


def test_the_teacher_begins_ends_and_removes_games(room):
    at = f"/room/{room.slug}/class"
    people = [student.id for student in room.students[:3]]
    form = {"kind": "oh_hell short", "seats": "4", "limit": "3600", "late": "bot"}
    assert "Choose at least one student." in told(room, room.teacher.post(at + "/pace", **form))
    assert "Game 1 has begun." in told(room, room.teacher.post(at + "/pace", **form, people=people))
    [table] = room.parts.pace.games(room.id)
    assert table.limit == 3600 and not table.unaided
    desk = Person(room.app)
    desk.http = room.teacher.http
    desk.connect("class", room.slug, tab="pace")
    assert "Amina" in desk.listen()["pace"] and cards_in(desk.views["pace"]) == set()
    page = room.open(room.students[0], 1)
    assert "Game 1 has ended." in told(room, room.teacher.post(at + "/pace/1/end"))
    assert "Your teacher ended this game." in page.listen()["stage"]
    assert "is over already" in told(room, room.teacher.post(at + "/pace/1/end"))
    assert "Game 1 is removed." in told(room, room.teacher.post(at + "/pace/1/remove"))
    assert any(message["name"] == "gone" for message in page.socket.get_received())
    assert "not there any more" in told(room, room.teacher.post(at + "/pace/1/remove"))
    assert room.students[0].get(f"/room/{room.slug}/games/1").status_code == 303
    assert "Only you begin games now." in told(room, room.teacher.post(at + "/pace/allow"))
    refused = room.students[0].post(f"/room/{room.slug}/games", **FORM, asked=room.students[1].id)
    assert "Your teacher begins the games here." in refused.get_data(as_text=True)


def told(room, answer):
    """What the page says that an action leads to."""
    assert answer.status_code == 303
    return room.teacher.http.get(answer.headers["Location"], follow_redirects=True).get_data(as_text=True)


def test_these_games_are_on_no_wall_but_in_the_export_and_deleted_with_the_room(room):
    table, alone = room.begin(), room.begin(room.students[3])
    wall = Person(room.app)
    wall.connect("wall", room.slug)
    assert "game 1" not in wall.listen()["wall"].lower()
    rows = room.teacher.get(f"/room/{room.slug}/class/rows").get_data(as_text=True)
    assert "table--1" not in rows and "row--" not in rows
    with zipfile.ZipFile(io.BytesIO(room.teacher.http.get(f"/room/{room.slug}/class/export.zip").data)) as packed:
        log = packed.read("logs/game-1.txt").decode()
        assert f"limit {DAY} forfeit" in log and "open oh_hell" in log
        assert json.loads(packed.read("room.json"))["settings"]["own_pace"] is True
    room.parts.retention.delete_person(room.id, room.students[3].id)
    assert room.parts.store.table(alone.id) is None and room.parts.store.table(table.id) is not None
    found = room.parts.store.room(room.id)
    room.parts.retention.delete_room(room.parts.classroom.room(room.id), found.name)
    assert room.parts.store.every_table(room.id) == [] and room.parts.store.events(table.id) == []


def test_times_are_said_in_the_unit_people_would_use():
    said = [str(limit_words(seconds)) for seconds in (60, 90, 300, 3600, 5400, DAY, 3 * DAY, 7 * DAY)]
    assert said == ["1 minute", "90 seconds", "5 minutes", "1 hour", "90 minutes", "1 day", "3 days", "1 week"]
    left = [str(left_words(seconds)) for seconds in (59, 60, 7199, 7200, 2 * DAY - 1, 2 * DAY, 7 * DAY)]
    assert left == ["less than a minute", "1 minute", "119 minutes", "2 hours", "47 hours", "2 days", "7 days"]
    for seconds in (30, 61, 3599, 7205, 50_000, 2 * DAY + 5, 6.5 * DAY):
        assert seconds < 60 or left_words(seconds - changes_in(seconds)) != left_words(seconds)
        assert left_words(seconds - changes_in(seconds) / 2) == left_words(seconds)
