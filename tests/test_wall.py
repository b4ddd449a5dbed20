"""The wall is public: it has no controls and no secrets, and names only as the teacher allows."""

import re

import pytest

from tests.people import cards_in
from tests.test_teacher import Desk, words

NAMES = ("Amina", "Yusuf", "Ines", "Ravi", "Zoë", "Kwame", "Ngọc", "Emil")


@pytest.fixture
def room(app, clock):
    return Desk(app, clock, *NAMES)


def wall(room):
    answer = room.app.test_client().get(f"/room/{room.slug}/wall")
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def show(room, *what):
    room.do("/room/wall", **dict.fromkeys(what, "1"))


def test_it_needs_no_key_and_offers_nothing_to_press(room):
    page = wall(room)
    assert not re.search(r"<(form|button|input|select|textarea)\b", page)
    assert set(re.findall(r'<a [^>]*href="([^"]*)"', page)) == {"#bigqr", "#qr-small"}


def test_it_is_always_light_and_scaled(room):
    assert re.search(r'<html[^>]* data-theme="light" data-wall', wall(room))


def test_it_shows_code_address_and_how_many_are_here(room):
    page = words(wall(room))
    assert " ".join(room.room.code) in page
    assert "Go to localhost and type" in page
    assert "8 are here" in page
    room.students[0].socket.disconnect()
    assert "7 are here" in words(wall(room))


def test_before_the_start_the_code_fills_the_wall(app, clock):
    early = Desk(app, clock, *NAMES, start=False)
    page = wall(early)
    assert 'class="wall before"' in page and 'class="tile' not in page
    assert " ".join(early.room.code) in words(page) and "8 are here" in words(page)
    assert not [name for name in NAMES if name in page]
    show(early, "code", "names")
    assert not [name for name in NAMES if name not in wall(early)]
    early.do("/start")
    assert 'class="wall"' in wall(early)


def test_the_address_on_the_serving_computer_is_the_networks(room):
    room.app.config["ADDRESS"] = "http://192.168.1.5:8000"
    assert "Go to 192.168.1.5:8000 and type" in words(wall(room))


def test_the_qr_code_is_black_on_white_with_a_quiet_zone(room):
    answer = room.app.test_client().get(f"/room/{room.slug}/qr.svg")
    svg = answer.get_data(as_text=True)
    assert answer.mimetype == "image/svg+xml"
    assert 'xmlns="http://www.w3.org/2000/svg"' in svg
    assert re.search(r'fill="#fff', svg) and re.search(r'stroke="#000', svg)
    size = int(re.search(r'viewBox="0 0 (\d+)', svg)[1])
    # The first row of dark modules begins four modules from the edge.
    assert re.search(r'd="M4 4\.5h7', svg) and (size - 8 - 17) % 4 == 0


def test_names_are_off_until_the_teacher_allows_them(room):
    assert not [name for name in NAMES if name in wall(room)]
    room.play_out(1)
    room.play_out(2)
    show(room, "code", "tables", "results")
    assert not [name for name in NAMES if name in wall(room)]
    show(room, "names")
    assert not [name for name in NAMES if name not in wall(room)]


def test_without_the_code_there_is_none(room):
    show(room, "tables")
    page = wall(room)
    assert room.room.code not in page
    assert "qr.svg" not in page
    assert "8 are here" in words(page)


def test_tables_show_what_they_do_but_not_the_contract_others_still_bid_for(room):
    room.play(8, 1)
    assert "Secret bids, step 1" in words(wall(room))
    while room.table(1).rules.view(room.table(1).play.state, None).phase != "play":
        room.play(1, 1)
    page = wall(room)
    assert "Playing, trick 1" in words(page)
    assert 'class="chip"' not in page


def test_no_card_and_no_bid_is_ever_on_it(room):
    show(room, "code", "names", "tables", "results")
    while room.table(1).playing:
        room.play(1, 1)
        page = wall(room)
        assert cards_in(page) == set()
        assert 'class="bid' not in page and 'class="chip"' not in page


def test_a_result_waits_until_every_table_has_it(room):
    show(room, "tables", "results")
    room.play_out(1)
    assert "Results come when every table has finished a board." in words(wall(room))
    room.play_out(2)
    page = words(wall(room))
    assert page.count("So far: N–S") == 2
    assert "Results come" not in page


def test_different_boards_need_no_waiting(room):
    room.do("/boards/shuffle", deals="different")
    show(room, "results")
    room.play_out(1)
    assert "So far: N–S" in words(wall(room))


def test_eyes_up_fills_the_wall(room):
    room.do("/pause", on="1")
    page = words(wall(room))
    assert "Eyes up Look at your teacher. Nothing is lost." in page
    assert "Giving clues" not in page


def test_a_closed_room_says_so(room):
    code = room.room.code
    room.do("/room/close", sure="1")
    page = wall(room)
    assert "This room is closed." in words(page)
    assert code not in page


def test_the_wall_is_pushed_and_never_with_more_than_it_may_show(room):
    viewer = type(room.teacher)(room.app)
    assert viewer.connect("wall", room.slug)["ok"]
    viewer.listen()
    room.play(4, 1)
    room.clock.advance(1)
    views = viewer.listen()
    assert set(views) == {"wall"}
    assert 'id="wall-view"' in views["wall"]
    assert "Giving clues, 4 of 8" in words(views["wall"])
    assert not [name for name in NAMES if name in views["wall"]]


def test_no_key_reaches_the_wall(room):
    cookie = room.teacher.http.get_cookie(f"hool-t-{room.slug}").value
    show(room, "code", "names", "tables", "results")
    codes = [room.school.return_code(p) for p in room.store.people(room.room.id)]
    page = wall(room)
    assert cookie not in page
    assert not [code for code in codes if code in page]
