"""The teacher's page through the browser's door: every action, what it says, and what it refuses."""

import io
import re
from html import unescape
from itertools import pairwise

import pytest

from hool.robots import ROBOTS
from hool.rules import hool
from hool.rules.cards import parse_deal
from hool.web import desk
from tests.people import Person, cards_in, open_class

DEAL = "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"
GOOD = f'[Board "1"]\n[Dealer "N"]\n[Deal "{DEAL}"]\n\n[Board "2"]\n[Dealer "E"]\n[Deal "{DEAL}"]\n'
BAD = GOOD + f'\n[Board "3"]\n[Dealer "S"]\n[Deal "{DEAL.replace("AKQ T", "AK T")}"]\n'


class Desk:
    """A class and its teacher's browser."""

    def __init__(self, app, clock, *names, start=True):
        self.teacher, self.slug, self.students = open_class(app, *names, start=start)
        self.app, self.clock = app, clock
        parts = app.extensions["hool"]
        self.school, self.tables, self.store = parts.classroom, parts.tables, parts.store
        self.at = f"/room/{self.slug}/class"

    @property
    def room(self):
        return self.school.room_by_slug(self.slug)

    def table(self, number=1):
        return next(t for t in self.tables.tables(self.room.id) if t.number == number)

    def see(self, path=""):
        """A page as text without tags."""
        answer = self.teacher.http.get(self.at + path, follow_redirects=True)
        assert answer.status_code == 200
        return words(answer.get_data(as_text=True))

    def html(self, path=""):
        return self.teacher.http.get(self.at + path, follow_redirects=True).get_data(as_text=True)

    def do(self, path, **form):
        """Press a button: the sentence that answers."""
        answer = self.teacher.http.post(self.at + path, data=form, follow_redirects=True)
        assert answer.status_code == 200
        assert [r.status_code for r in answer.history] in ([303], [303, 303])
        told = re.search(r'<p class="told.*?id="told".*?>(.*?)</p>', answer.get_data(as_text=True), re.S)
        return words(told[1])

    def play(self, acts, number=1):
        """Let everybody at a table do what a robot would."""
        for _ in range(acts):
            table = self.table(number)
            for seat in sorted(table.to_act())[:1]:
                view = table.rules.view(table.play.state, seat)
                action, _why = ROBOTS["hool"]["standard"](view, self.tables._rng)
                answer = self.tables.act(table.id, table.seats[seat].person, table.turns[seat], str(action))
                assert answer.ok, answer

    def play_out(self, number=1):
        while self.table(number).playing:
            self.play(1, number)


def words(html):
    text = re.sub(r"<[^>]+>", " ", re.sub(r"<(span|svg)[^>]*class=\"vh\".*?</\1>", " ", html, flags=re.S))
    return " ".join(unescape(text).split())


@pytest.fixture
def four(app, clock):
    return Desk(app, clock, "Amina", "Bo", "Ines", "Ravi")


# -- who may ----------------------------------------------------------------------------------------------------------

PAGES = ["", "?table=1", "/rows", "/seats", "/boards", "/people", "/room"]
ACTIONS = [
    "/start", "/pause", "/next", "/redeal", "/hands/1", "/knocks", "/table/1/next", "/table/1/redeal",
    "/table/1/pause", "/table/1/rewind", "/table/1/robot", "/table/1/level", "/table/1/remove", "/seating", "/move",
    "/seat", "/fill", "/tables", "/boards", "/boards/use", "/boards/shuffle", "/people/1/name", "/people/1/code",
    "/people/1/out",
    "/room/class", "/room/rules", "/room/help", "/room/wall", "/room/lock", "/room/code", "/room/return", "/room/end",
    "/room/close", "/room/reopen",
]  # fmt: skip


def test_only_the_teacher_sees_the_page_and_acts(four, app):
    log = len(four.store.events(four.table().id))
    room = four.room
    for who in (four.students[0].http, app.test_client()):
        for path in PAGES:
            assert who.get(four.at + path).status_code == 403, path
        for path in ACTIONS:
            assert who.post(four.at + path, data={"sure": "1", "on": "1"}).status_code == 403, path
    assert len(four.store.events(four.table().id)) == log
    assert four.room == room


def test_every_action_is_tried_above(app):
    rules = [r.rule for r in app.url_map.iter_rules() if r.endpoint.startswith("teacher.") and "POST" in r.methods]
    tried = "\n".join(ACTIONS)
    for rule in rules:
        path = rule.removeprefix("/room/<slug>/class")
        pattern = re.sub(r"<any\((.*?)\):\w+>", lambda m: f"({m[1].replace(', ', '|')})", path)
        pattern = re.sub(r"<int:\w+>", "1", pattern)
        assert re.search(f"^{pattern}$", tried, re.M), rule


def test_the_teacher_of_another_room_is_a_stranger(four, app):
    other, _, _ = open_class(app)
    assert other.http.get(four.at).status_code == 403


def test_a_room_that_does_not_exist_is_not_found(client):
    assert client.get("/room/nosuchroom/class").status_code == 404


# -- the tables -------------------------------------------------------------------------------------------------------


def test_a_row_says_how_far_the_board_is_and_who_is_thinking(four):
    assert four.see("?table=1").count("Giving clues, 0 of 8") == 2  # in the list and on the open table
    four.play(8)
    assert "Secret bids, step 1" in four.see()
    row = four.html("/rows")
    assert row.count('<li class="late"') == 4
    while four.table().rules.view(four.table().play.state, None).phase != "play":
        four.play(1)
    four.play(5)
    contract = r"\d (no trumps |spades |hearts |diamonds |clubs )?((re)?doubled )?"
    assert re.search(rf"Playing, trick 2, {contract}by \w+", four.see())


def test_a_table_is_stuck_after_two_minutes_without_a_move(four):
    four.clock.advance(desk.STUCK - 1)
    assert 'class="trow stuck' not in four.html("/rows")
    four.clock.advance(1)
    assert 'class="trow stuck' in four.html("/rows")
    assert "2:00" in four.see()


def test_the_neediest_table_comes_first_and_is_opened(app, clock):
    room = Desk(app, clock, *(f"P{i}" for i in range(12)))
    assert room.html().count('class="trow') == 3
    student = room.students[-1]
    number = room.school.seat_of(student.id)[0].number
    student.http.post(f"/room/{room.slug}/hand", data={"up": "1"})
    page = room.html()
    assert re.search(r'class="trow (\w+)', page)[1] == "hand"
    assert f'data-number="{number}"' in page
    clock.advance(200)
    assert re.search(r'class="trow (\w+)', room.html())[1] == "stuck"


def test_somebody_away_is_named_with_the_seconds_until_a_robot_plays(four):
    four.students[1].socket.disconnect()
    four.clock.advance(5)
    page = four.see()
    assert "Bo is away, robot in" in page
    assert "3 here · 1 away" in page
    four.clock.advance(60)
    assert "A robot plays for Bo" in four.see()


def test_no_robot_is_announced_where_nobody_is_left_to_play_with(four):
    for student in four.students:
        student.socket.disconnect()
    four.clock.advance(90)
    page = four.see()
    assert "4 students are away" in page and "robot in" not in page


def test_hands_up_are_listed_oldest_first_until_they_are_seen(four):
    four.students[2].http.post(f"/room/{four.slug}/hand", data={"up": "1"})
    four.clock.advance(3)
    four.students[0].http.post(f"/room/{four.slug}/hand", data={"up": "1"})
    four.clock.advance(65)
    listed = re.findall(r'id="hand-(\d+)"', four.html())
    assert listed == [str(four.students[2].id), str(four.students[0].id)]
    assert "1:08" in four.see()
    assert "Ines" in four.do(f"/hands/{four.students[2].id}")
    assert re.findall(r'id="hand-(\d+)"', four.html()) == [str(four.students[0].id)]


def test_the_open_table_shows_every_hand_and_every_secret_bid(four):
    four.play(8)
    page = four.html("?table=1")
    assert len(cards_in(page)) == 52
    table = four.table()
    seat = sorted(table.to_act())[0]
    four.tables.act(table.id, table.seats[seat].person, table.turns[seat], "bid 6H")
    bid = '<span class="bid h"><b>6</b>'
    assert bid in four.html("?table=1")
    for student in four.students:
        if student.id != table.seats[seat].person:
            assert bid not in student.get(f"/room/{four.slug}/play").get_data(as_text=True)


def test_the_open_table_keeps_clues_bids_and_tricks_of_the_board(four):
    four.play(8)
    four.play_out()
    page = four.see("?table=1")
    assert "Board 1 is over" in page
    assert "Bids" in page and "Tricks" in page
    assert len(cards_in(four.html("?table=1"))) == 52


def test_a_room_without_students_shows_how_they_come_in(app, clock):
    room = Desk(app, clock, start=False)
    page = room.see()
    assert "Waiting for students" in page and " ".join(room.room.code) in page
    room.do("/seating", seating="hand")
    assert "Who comes in appears on the left." in room.see()


def test_a_table_that_is_not_there_opens_nothing(four):
    assert "No table is open" in four.see("?table=9")


# -- dealing, pausing, going back -------------------------------------------------------------------------------------


def test_start_deals_the_first_boards(app, clock):
    room = Desk(app, clock, "Amina", "Bo", start=False)
    assert "Waiting for the first board" in room.see()
    assert "Play without a lesson" in room.see()
    assert "first boards are dealt" in room.do("/start")
    assert room.table().playing
    assert "Giving clues" in room.see()


def test_an_empty_class_does_not_start(app, clock):
    room = Desk(app, clock, start=False)
    assert room.do("/start") == "Nobody is here yet. Start when the class is in."
    assert not room.room.settings.started
    assert "Play without a lesson" in room.see()


def test_eyes_up_pauses_everybody_and_the_teacher_sees_what_they_see(four):
    assert "Look at your teacher" in four.do("/pause", on="1")
    assert four.table().paused
    assert "Look at your teacher. Nothing is lost. students see this" in four.see()
    assert "play on" in four.do("/pause", on="0")
    assert not four.table().paused


def test_the_next_board_waits_for_the_end_of_this_one(four):
    assert four.do("/table/1/next") == "This board is still being played."
    assert four.do("/next") == "Every table is still playing its board."
    four.play_out()
    assert "next board is dealt at table 1" in four.do("/table/1/next")
    assert four.table().play.ordinal == 2
    four.play_out()
    assert "wherever the last one was over" in four.do("/next")
    assert four.table().play.ordinal == 3


def test_buttons_for_the_next_board_come_when_a_board_is_over(four):
    assert "Next board" not in four.see("?table=1")
    four.play_out()
    assert "Next board for all" in four.see("?table=1")


def test_new_cards_are_asked_for_before_the_board_is_thrown_away(four):
    page = four.html("?table=1")
    asked = re.search(r'<form class="sheetbox" id="newcards" popover.*?</form>', page, re.S)[0]
    assert "Throw this board away?" in asked
    assert page.count("/table/1/redeal") == asked.count("/table/1/redeal") == 1
    four.play_out()
    assert "/redeal" not in four.html("?table=1")


def test_boards_are_called_by_their_own_numbers(four):
    upload(four, GOOD.replace('"1"', '"7"').replace('"2"', '"9"'))
    four.play_out()
    four.do("/next")
    four.play(1)
    page = four.see("?table=1")
    assert "board 7, " in page and "Board 1 · table 1" in page
    four.play_out()
    page = four.html("?table=1")
    assert "Board 7 is over" in words(page) and "Board 7 · table 1" in words(page)
    replay = f"/room/{four.slug}/boards/1/2"
    assert re.search(f'href="{replay}" target="hool-wall"', page)
    assert four.teacher.http.get(replay).status_code == 200
    assert re.findall(r'<th scope="row">(\d+)</th>', four.html("/boards")) == ["1", "7"]


def test_redeal_gives_new_cards_to_one_table_or_all(four):
    before = four.table().play.deal
    assert four.do("/table/1/redeal") == "Table 1 has new cards."
    assert four.table().play.deal != before
    assert "every table that was playing" in four.do("/redeal")
    four.play_out()
    assert four.do("/table/1/redeal") == "This board is over. Deal the next one."
    assert four.do("/redeal") == "No table is playing a board now."


def test_one_table_is_paused_alone(app, clock):
    room = Desk(app, clock, *(f"P{i}" for i in range(8)))
    assert room.do("/table/2/pause", on="1") == "Table 2 is paused."
    assert (room.table(1).paused, room.table(2).paused) == (False, True)
    assert room.do("/table/2/pause", on="0") == "Table 2 can play on."
    assert not room.table(2).paused


def test_rewind_offers_every_act_in_words_and_goes_back_to_it(four):
    four.play(10)
    page = four.html("?table=1")
    assert "The cards were dealt" in words(page)
    assert re.search(r"told the (points|pattern|number of)", words(page))
    offered = [int(n) for n in re.findall(r'name="seq" value="(\d+)"', page)]
    assert len(offered) == 11
    assert offered == sorted(offered, reverse=True)
    assert "is back at that moment" in four.do("/table/1/rewind", seq=str(offered[-4]))
    assert len(four.table().play.acts) == 3


def test_rewind_refuses_a_moment_that_never_was(four):
    assert four.do("/table/1/rewind", seq="999") == "There is no such moment to go back to."
    assert four.do("/table/1/rewind") == "Choose a moment first."
    assert four.do("/table/1/rewind", seq="x") == "Choose a moment first."


def test_actions_at_a_table_that_is_gone_say_so(four):
    for path in ("/table/7/next", "/table/7/pause", "/table/7/rewind", "/table/7/robot", "/table/7/remove"):
        assert four.do(path, seq="1", seat="0") == "There is no table 7 in this room any more."


def test_a_robot_plays_for_somebody_who_keeps_the_seat(four):
    person = four.students[0]
    seat = four.table().seat_of(person.id)
    assert "A robot plays for Amina" in four.do("/table/1/robot", seat=str(seat))
    assert four.table().seats[seat].acts_alone
    assert four.table().seats[seat].person == person.id
    assert four.do("/table/1/robot", seat=str(seat)) == "Amina has the seat back."
    assert not four.table().seats[seat].acts_alone


def test_a_robots_own_seat_needs_no_robot(app, clock):
    room = Desk(app, clock, "Amina", "Bo")
    empty = next(i for i, s in enumerate(room.table().seats) if s.person is None)
    assert room.do("/table/1/robot", seat=str(empty)) == "A robot has this seat already."
    assert room.do("/table/1/robot", seat="9") == "There is no such seat."
    assert room.do("/table/1/robot") == "There is no such seat."


# -- seats ------------------------------------------------------------------------------------------------------------


def test_the_fair_plan_is_said_in_a_sentence(app, clock):
    room = Desk(app, clock, *(f"P{i}" for i in range(5)))
    wanted = "5 students: two tables, 3 and 2, so that nobody is alone with three robots."
    assert wanted in room.see("/seats")
    assert sorted(len(t.people) for t in room.tables.tables(room.room.id)) == [2, 3]


def test_moving_to_a_free_seat_and_swapping_are_one_action(app, clock):
    room = Desk(app, clock, *(f"P{i}" for i in range(6)))
    student = room.students[0]
    table, seat = room.school.seat_of(student.id)
    target = next(t for t in room.tables.tables(room.room.id) if t.id != table.id)
    free = next(i for i, s in enumerate(target.seats) if s.person is None)
    said = room.do("/move", who=str(student.id), to=f"{target.number}.{free}")
    assert said == f"P0 sits at table {target.number}, {['North', 'East', 'South', 'West'][free]}."
    assert room.table(target.number).seats[free].person == student.id
    assert room.table(table.number).seats[seat].person is None
    other = room.table(table.number).people[0]
    its_seat = room.table(table.number).seat_of(other)
    said = room.do("/move", who=str(student.id), to=f"{table.number}.{its_seat}")
    assert "has the other place" in said
    assert room.table(table.number).seats[its_seat].person == student.id
    assert room.table(target.number).seats[free].person == other


def test_a_student_can_be_put_on_the_waiting_list_and_seated_again(four):
    person = four.students[3]
    assert four.do("/move", who=str(person.id), to="waiting") == "Ravi waits for a seat."
    assert four.school.seat_of(person.id) is None
    assert "1 waits for a seat" in four.see()
    assert four.do("/seat", who=str(person.id)) == "Ravi has a seat."
    assert four.school.seat_of(person.id) is not None


def test_everybody_who_waits_is_seated_at_once(app, clock):
    room = Desk(app, clock, start=False)
    assert "Newcomers wait" in room.do("/seating", seating="hand")
    for name in ("Amina", "Bo", "Ines"):
        room.school.join(room.room.id, name)
    assert "3 wait for a seat" in room.see()
    assert "has a seat" in room.do("/fill")
    assert not room.school.waiting(room.room.id)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({}, "Choose a person first."),
        ({"who": "x", "to": "1.0"}, "Choose a person first."),
        ({"who": "99999", "to": "1.0"}, "This student is not in the room any more."),
        ({"to": ""}, "Choose a seat first."),
        ({"to": "9.0"}, "There is no table 9 in this room any more."),
        ({"to": "1.7"}, "There is no such seat."),
        ({"to": "1"}, "There is no such seat."),
        ({"to": "one.two"}, "There is no such seat."),
    ],
)
def test_a_move_that_cannot_be_says_why_and_changes_nothing(four, form, said):
    before = four.table().seats
    who = {} if form.get("who") or not form else {"who": str(four.students[0].id)}
    assert four.do("/move", **(who | form)) == said
    assert four.table().seats == before


def test_nobody_from_another_room_can_be_moved(four, app, clock):
    other = Desk(app, clock, "Zoë")
    for path, form in (("/move", {"to": "1.0"}), ("/seat", {}), (f"/people/{other.students[0].id}/out", {"sure": "1"})):
        said = four.do(path, who=str(other.students[0].id), **form)
        assert said == "This student is not in the room any more."
    assert other.school.seat_of(other.students[0].id)[0].room_id == other.room.id


def test_how_students_get_their_seat_is_chosen(four):
    for key, said in (("choose", "Students choose"), ("hand", "You seat"), ("fill", "as they come")):
        assert said in four.do("/seating", seating=key)
        assert four.room.settings.seating == key
    assert "no such setting" in four.do("/seating", seating="best")
    assert four.room.settings.seating == "fill"


def test_an_empty_table_goes_at_once_one_with_people_asks_first(four):
    assert "Table 2 is there" in four.do("/tables")
    assert "Table 2 is gone" in four.do("/table/2/remove")
    asked = four.teacher.http.post(four.at + "/table/1/remove")
    assert asked.status_code == 200
    assert "4 students sit at table 1 and would wait" in words(asked.get_data(as_text=True))
    assert four.table(1)
    assert "Table 1 is gone" in four.do("/table/1/remove", sure="1")
    assert len(four.school.waiting(four.room.id)) == 4


def test_the_seating_plan_is_one_form_of_people_and_seats(four):
    page = four.html("/seats")
    assert len(re.findall(r'type="radio" name="who"', page)) == 4
    assert len(re.findall(r'<button type="submit" class="target" name="to" value="1\.[0-3]"', page)) == 4


# -- coming back ------------------------------------------------------------------------------------------------------


def test_somebody_who_says_they_were_here_is_let_in_by_the_teacher(four, app):
    student = four.students[0]
    student.socket.disconnect()
    phone = Person(app)
    phone.post(f"/room/{four.slug}/ask", person=str(student.id))
    page = four.html()
    assert "Amina says: I was here before." in words(page)
    token = re.search(r'name="token" value="([^"]+)"', page)[1]
    assert "Let in" in four.do("/knocks", token=token, answer="yes")
    assert "I was here before" not in four.see()
    assert phone.http.get(f"/room/{four.slug}/waiting").headers["Location"].endswith("/play")


def test_a_request_can_be_turned_down_and_an_old_one_is_gone(four, app):
    four.students[0].socket.disconnect()
    phone = Person(app)
    phone.post(f"/room/{four.slug}/ask", person=str(four.students[0].id))
    token = re.search(r'name="token" value="([^"]+)"', four.html())[1]
    assert "Not let in" in four.do("/knocks", token=token, answer="no")
    assert phone.http.get(f"/room/{four.slug}/waiting").status_code == 403
    assert "any more" in four.do("/knocks", token=token, answer="yes")


# -- boards -----------------------------------------------------------------------------------------------------------


def upload(room, text, name="friday.pbn"):
    data = {"pbn": (io.BytesIO(text.encode()), name)}
    return room.teacher.http.post(room.at + "/boards", data=data, content_type="multipart/form-data")


def test_a_good_file_is_loaded_at_every_table(app, clock):
    room = Desk(app, clock, *(f"P{i}" for i in range(8)))
    assert upload(room, GOOD).status_code == 303
    page = room.see("/boards")
    assert "2 boards are ready at every table" in page
    assert "2 boards from friday.pbn are in force" in page
    deal = parse_deal("AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")
    for table in room.tables.tables(room.room.id):
        assert [p.deal for p in table.prepared] == [deal, deal]
        room.play_out(table.number)
    room.do("/next")
    assert {t.play.deal for t in room.tables.tables(room.room.id)} == {deal}


def test_a_file_with_a_fault_is_reported_and_nothing_is_loaded_until_said_so(four):
    answer = upload(four, BAD)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 200
    assert re.search(r"line 11 .*12", words(page))
    assert "2 boards are good. Nothing has been loaded yet." in words(page)
    assert four.table().prepared == ()
    lines = unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.S)[1])
    assert "2 boards are ready" in four.do("/boards/use", boards=lines, filename="friday.pbn")
    assert len(four.table().prepared) == 2


def test_a_file_without_a_board_loads_nothing(four):
    page = words(upload(four, "this is no PBN").get_data(as_text=True))
    assert "Nothing has been loaded." in page
    assert four.table().prepared == ()


def test_no_file_and_spoilt_lines_are_refused(four):
    assert four.do("/boards") == "Choose a PBN or LIN file first."
    upload(four, "")
    assert "This file is empty." in four.see("/boards")
    assert "cannot be read any more" in four.do("/boards/use", boards="1 dealer 0 deal nonsense")
    assert four.do("/boards/use") == "There is no board to load."
    assert four.table().prepared == ()


SMALL = '[Board "7"]\n[Dealer "N"]\n[Deal "N:.AKQ.. .JT9.. .876.. .543.."]\n'
PAIR = '[Board "8"]\n[Deal "N:AKQ.AKQ.. JT9.JT9.. 876.876.. 543.543.."]\n'


def test_boards_of_another_pack_are_named_and_the_good_ones_offered(four):
    page = upload(four, f"{GOOD}\n{SMALL}\n{PAIR}").get_data(as_text=True)
    assert re.search(r"line 11 .* has 3 cards and should have 13", words(page))
    assert re.search(r"line 14 .* has 6 cards and should have 13", words(page))
    assert "2 boards are good. Nothing has been loaded yet." in words(page)
    lines = unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.S)[1])
    assert "2 boards are ready" in four.do("/boards/use", boards=lines)
    four.play_out()
    assert "The next board is dealt" in four.do("/next")


def test_a_file_of_another_pack_loads_nothing_and_the_class_goes_on(four):
    page = words(upload(four, SMALL).get_data(as_text=True))
    assert "should have 13" in page
    assert "Nothing has been loaded." in page
    four.play_out()
    assert "The next board is dealt" in four.do("/next")


HANDS = DEAL.removeprefix("N:")
CHANGED = [  # lines of a form that somebody has changed by hand
    f"1 dealer 9 deal {HANDS}",
    f"1 dealer 4 deal {HANDS}",
    f"1 dealer -1 deal {HANDS}",
    f"-7 dealer 0 deal {HANDS}",
    f"0 dealer 0 deal {HANDS}",
    f"1000000 dealer 0 deal {HANDS}",
    f"{'9' * 5000} dealer 0 deal {HANDS}",
    f"1 dealer {'9' * 5000} deal {HANDS}",
    f"1 dealer 0 deal {HANDS} | AS",
    f"1 dealer 0 options {{}} deal {HANDS}",
    "1 dealer 0 deal A... K... Q... J...",
    "1 dealer 0 deal ... ... ... ...",
    "1 dealer 0 deal .AKQ.. .JT9.. .876.. .543..",
    "1 dealer 0 deal AKQ.AKQ.. JT9.JT9.. 876.876.. 543.543..",
    f"1 dealer 0 deal {HANDS.replace('2.5432', '3.5432')}",
    f"1 dealer 0 deal {' '.join(HANDS.split()[:3])}",
    "1 dealer 0 deal AKQ.AKQ.AKQ.AKQ T987.JT9.JT9.JT 654.876.876.876 32.432.5432.543 | JS 5H 9C 2C",
    "deal",
    "\n".join([f"1 dealer 0 deal {HANDS}"] * 500),
]


def test_changed_lines_load_nothing_at_all(four):
    for line in CHANGED:
        told = four.do("/boards/use", boards=f"1 dealer 0 deal {HANDS}\n{line}", filename="friday.pbn")
        assert "cannot be read any more" in told, line[:80]
        assert four.table().prepared == (), line[:80]
        assert (four.room.settings.prepared, four.room.settings.deals_from) == ([], ""), line[:80]


def test_shuffled_boards_are_the_same_or_different_for_the_tables(four):
    upload(four, GOOD)
    assert "all tables get the same" in four.do("/boards/shuffle", deals="same")
    assert four.table().prepared == ()
    assert "Shuffled boards are in force, the same at every table." in four.see("/boards")
    assert "its own shuffled cards" in four.do("/boards/shuffle", deals="different")
    assert "different ones at every table" in four.see("/boards")


def test_the_last_board_is_compared_at_all_tables(app, clock):
    room = Desk(app, clock, *(f"P{i}" for i in range(8)))
    for number in (1, 2):
        room.play_out(number)
    page = room.see("?table=1")
    assert "Board 1 at all tables" in page
    assert f"/room/{room.slug}/boards/2/1" in room.html("/boards")


# -- students ---------------------------------------------------------------------------------------------------------


def test_a_student_is_renamed(four):
    person = four.students[0].id
    assert four.do(f"/people/{person}/name", name="Aminata") == "Amina is now called Aminata."
    assert "Aminata" in four.see("/people")
    assert four.do(f"/people/{person}/name", name=" ") == "Write a name with at least one letter."


def test_a_return_code_brings_a_student_back_until_it_is_renewed(four, app):
    person = four.school.person(four.students[0].id)
    code = four.school.return_code(person)
    assert code in four.see("/people")
    assert "new return code" in four.do(f"/people/{person.id}/code")
    assert code not in four.see("/people")
    phone = app.test_client()
    assert phone.post(f"/room/{four.slug}/return", data={"return_code": code}).status_code == 403
    new = four.school.return_code(four.school.person(person.id))
    assert phone.post(f"/room/{four.slug}/return", data={"return_code": new}).status_code == 303


def test_taking_out_asks_first(four):
    student = four.students[0]
    assert "Tick the box first" in four.do(f"/people/{student.id}/out")
    assert four.school.seat_of(student.id)
    assert "was taken out" in four.do(f"/people/{student.id}/out", sure="1")
    assert four.school.seat_of(student.id) is None
    assert f'id="person-{student.id}"' not in four.html("/people")
    assert four.do(f"/people/{student.id}/name", name="X") == "This student is not in the room any more."


# -- the room ---------------------------------------------------------------------------------------------------------


def test_the_class_gets_a_name_a_match_and_who_starts_boards(four):
    assert four.do("/room/class", name="Class 6a", match="8", next_by="teacher") == "Saved."
    assert four.room.name == "Class 6a"
    assert four.room.settings.next_by == "teacher"
    assert four.table().options.match == 8
    assert "4, 8 or 12" in four.do("/room/class", name="Class 6a", match="5", next_by="teacher")
    assert "Choose who starts" in four.do("/room/class", name="Class 6b", match="8", next_by="nobody")
    assert "name of 1 to 40" in four.do("/room/class", name=" ", match="8", next_by="teacher")
    assert four.room.name == "Class 6a"


def test_hools_switches_hold_from_the_next_board(four):
    assert "next board" in four.do("/room/rules", closing_double="1")
    options = four.table().options
    assert (options.closing_double, options.slam_adds_game, options.dummy_sees_declarer) == (True, False, False)
    assert four.table().play.board.options.dummy_sees_declarer
    four.do("/room/class", name="Class 5b", match="12", next_by="students")
    assert four.table().options.closing_double


def test_the_wall_shows_what_is_ticked(four):
    four.do("/room/wall", names="1", results="1")
    wall = four.room.settings.wall
    assert (wall.code, wall.names, wall.tables, wall.results) == (False, True, False, True)


def test_the_room_code_is_renewed_and_the_room_locked(four, app):
    old = four.room.code
    assert four.room.code != four.do("/room/code") and four.room.code != old
    assert four.room.code in four.see()
    stranger = app.test_client()
    assert stranger.post("/join", data={"code": old}).status_code == 404
    assert stranger.post("/join", data={"code": four.room.code}).status_code == 303
    assert "Nobody new can join" in four.do("/room/lock", on="1")
    assert stranger.post(f"/room/{four.slug}/join", data={"name": "Zoë"}).status_code == 400
    assert "can join again" in four.do("/room/lock", on="0")
    assert stranger.post(f"/room/{four.slug}/join", data={"name": "Zoë"}).status_code == 303


def test_the_end_date_is_checked(four):
    assert "open until 1 June 2027" in four.do("/room/end", end="2027-06-01")
    assert 'value="2027-06-01"' in four.html("/room")
    assert "This room stays at the same address until 1 June 2027" in four.see("/room")
    for wrong in ("2001-01-01", "2099-01-01"):
        assert four.do("/room/end", end=wrong) == "Choose an end date within the next year."
    assert four.do("/room/end", end="soon") == "Write the end date as year, month and day."


def test_closing_asks_first_and_can_be_taken_back(four, app):
    assert "Tick the box first" in four.do("/room/close")
    assert not four.room.closed
    assert "is closed" in four.do("/room/close", sure="1")
    assert four.room.closed
    assert app.test_client().post("/join", data={"code": four.room.code}).status_code == 404
    assert four.do("/pause", on="0") == "The room is closed. Open it again first."
    assert four.table().paused
    assert "open again" in four.do("/room/reopen")
    assert not four.table().paused


def test_the_teachers_return_code_opens_the_same_page_elsewhere(four, app):
    shown = re.search(r'id="return-code">(\w+)<', four.html("/room?return=1"))[1]
    tablet = app.test_client()
    came = tablet.post(f"/room/{four.slug}/return", data={"return_code": shown})
    assert came.headers["Location"] == four.at
    there = tablet.get(four.at + "?table=1").get_data(as_text=True)
    assert words(there) == words(four.html("?table=1"))
    assert "the old one is void" in four.do("/room/return")
    new = re.search(r'id="return-code">(\w+)<', four.html("/room?return=1"))[1]
    assert new != shown
    assert app.test_client().post(f"/room/{four.slug}/return", data={"return_code": shown}).status_code == 403
    assert tablet.get(four.at + "?table=1").status_code == 403  # whoever came in with the old code is out
    assert four.teacher.http.get(four.at + "?table=1").status_code == 200


def test_the_device_that_renews_the_teachers_return_code_stays(four, app):
    shown = re.search(r'id="return-code">(\w+)<', four.html("/room?return=1"))[1]
    tablet = app.test_client()
    tablet.post(f"/room/{four.slug}/return", data={"return_code": shown})
    assert tablet.post(four.at + "/room/return").status_code == 303
    assert tablet.get(four.at + "?table=1").status_code == 200


def test_after_opening_a_room_the_return_code_is_shown(app):
    teacher = Person(app)
    where = teacher.post("/open", class_name="Class 5b").headers["Location"]
    page = teacher.get(where).get_data(as_text=True)
    code = re.search(r'id="return-code">(\w+)<', page)[1]
    assert len(code) == 8
    assert "Class 5b is open" in words(page)
    assert app.test_client().get(where).status_code == 403


def test_an_action_returns_to_the_page_it_came_from(four):
    for came, back in (
        (f"http://localhost{four.at}/people?person=1", f"{four.at}/people?person=1"),
        (f"http://localhost{four.at}?table=1", f"{four.at}?table=1"),
        ("http://localhost/elsewhere", four.at),
        ("https://evil.example/room/x/class", None),
    ):
        answer = four.teacher.http.post(four.at + "/room/lock", data={"on": "0"}, headers={"HX-Current-URL": came})
        assert (answer.status_code, answer.headers.get("Location")) == (303 if back else 403, back)


# -- live -------------------------------------------------------------------------------------------------------------


def test_the_page_is_pushed_when_something_happens_and_only_to_the_teacher(four):
    four.teacher.connect("class", four.slug, table=four.table().id)
    four.teacher.listen()
    four.play(1)
    four.clock.advance(1)
    views = four.teacher.listen()
    assert "Giving clues, 1 of 8" in words(views["rows"])
    assert len(cards_in(views["open"])) == 52
    assert views["rows"].startswith("<section") and 'id="rows"' in views["rows"]
    assert 'id="open-table"' in views["open"]
    for student in four.students:
        assert not {"rows", "open", "seats"} & set(student.listen())


def test_a_student_who_asks_for_the_teachers_page_gets_nothing(four):
    student = four.students[0]
    answer = student.emit("watch", {"page": "class", "slug": four.slug, "table": four.table().id})
    assert not answer["ok"]
    four.play(1)
    four.clock.advance(1)
    assert not {"rows", "open", "seats"} & set(student.listen())


def test_the_seating_plan_is_pushed_when_no_table_is_open(four):
    four.teacher.connect("class", four.slug, table=0)
    four.school.join(four.room.id, "Zoë")
    four.clock.advance(1)
    assert "Zoë" in four.teacher.listen()["seats"]


def test_no_key_and_no_code_of_the_teacher_reaches_a_student(four):
    cookie = four.teacher.http.get_cookie(f"hool-t-{four.slug}").value
    teacher = four.school.by_key(four.room.id, cookie, "teacher")
    four.play(12)
    four.clock.advance(2)
    for student in four.students:
        student.get(f"/room/{four.slug}/play")
        student.listen()
        heard = "\n".join(student.heard)
        assert cookie not in heard
        assert four.school.return_code(teacher) not in heard


# -- the words --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ((), "Nobody is here yet. Students are seated as they come."),
        ((1,), "1 student: one table, with three robots."),
        ((4,), "4 students: one table."),
        ((3, 2), "5 students: two tables, 3 and 2, so that nobody is alone with three robots."),
        ((4, 4, 4), "12 students: 3 tables of 4."),
        ((4, 3, 3), "10 students: 1 table with 4, 2 tables with 3, so that nobody is alone with three robots."),
    ],
)
def test_a_plan_in_words(sizes, said):
    assert str(desk.plan_words(sizes)) == said
    assert str(desk.plan_words(sizes, sizes[::-1])) == said


@pytest.mark.parametrize(
    ("sizes", "now", "said"),
    [
        ((4,), (3, 1), "4 students would be best at one table."),
        ((3, 2), (4, 1), "5 students would be best at two tables, 3 and 2."),
        ((3, 3, 3), (4, 4, 1), "9 students would be best at 3 tables of 3."),
        ((4, 3, 3), (4, 4), "10 students would be best at 1 table with 4 and 2 tables with 3."),
        ((1,), (), "1 student: one table, with three robots."),
    ],
)
def test_a_plan_that_the_tables_do_not_follow_is_a_wish(sizes, now, said):
    assert str(desk.plan_words(sizes, now)) == said


@pytest.mark.parametrize(
    ("age", "shown"), [(0, "0:00"), (69.9, "1:09"), (3599, "59:59"), (3600, "1:00:00"), (-3, "0:00")]
)
def test_a_time_in_minutes(age, shown):
    assert desk.clock_text(age) == shown


def test_the_radar_is_bent_and_ends():
    places = [desk.radar_place(age) for age in (0, 30, 120, 300, 9999)]
    assert places == sorted(places)
    assert (desk.radar_place(desk.STUCK), desk.radar_place(9999)) == (70, 98)
    assert all(place % 2 == 0 for place in places)


def test_dots_on_the_radar_never_lie_on_each_other():
    class Seat:
        kind, away, robot_for, robot_in = "person", False, "", None

    class Show:
        view = hool.view(hool.start(*_board()), None)
        paused, match_over, ordinal, seats, ask, game = False, False, 1, (Seat(),) * 4, None, "hool"

        options = hool.Options()

        def __init__(self, number):
            self.number = number

    rows = [desk.make_row(Show(n), 1000 - age, 1000) for n, age in enumerate((0, 1, 2, 400, 500, 600, 700))]
    places = [dot.at for dot in desk.radar(rows)]
    assert all(b - a >= 6 for a, b in pairwise(places))
    assert max(places) <= 98 and min(places) >= 2


def _board():
    from hool.rules.game import Board

    deal = parse_deal("AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")
    return Board(1, 0, 4, hool.Options()), deal


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("play TS", "East played TS"),
        ("bid 3NT", "North bid 3NT"),
        ("pass", "North passed"),
        ("double", "North doubled"),
        ("redouble", "North redoubled"),
        ("propose 4H", "North proposed 4H"),
        ("agree", "North agreed"),
        ("clue hcp", "North told the points"),
        ("clue hearts", "North told the number of hearts"),
    ],
)
def test_an_act_in_words_names_whose_card_it_was(text, said):
    assert str(desk.act_words(0, text, _board()[1])) == said


def test_every_clue_has_its_words():
    for kind in hool.Options().clue_kinds:
        assert str(desk.act_words(0, f"clue {kind}", _board()[1])).startswith("North told the ")
