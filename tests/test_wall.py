"""The wall is public: it has no controls and no secrets, and names only as the teacher allows."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hool.web.wall import SIZES, TILES, reaches_home, size
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


# -- while a lesson runs ----------------------------------------------------------------------------------------------

LESSON = """+++
title = "Small cards"
minutes = 40
new = "A trick."
goal = "All know."
big_question = "Can a small card beat a king?"
story = "A mouse sits in a palace. Nobody looks at it."
reflection = "When did you know? [at once | late]"
check = ["winner"]
look_for = ["Joy."]
mistakes = ["None."]
ask_back = [["Why?", "Why not?"]]

[phases]
40 = [4, 24, 9, 3]
60 = [5, 35, 15, 5]

[ages]
8-10 = "a"
11-14 = "b"
adults = "c"

[options]
preset = "one suit"
+++

## Board 1

> Predict: Who will smile? [the mouse | the palace]

```pbn
[Board "1"]
[Dealer "N"]
[Deal "N:.A74.. .983.. .QT6.. .KJ5.."]
```

## Board 2

```pbn
[Board "2"]
[Dealer "E"]
[Deal "N:.JT8.. .K74.. .Q65.. .A93.."]
```
"""
ALL = ("code", "names", "tables", "results")
SAID = {
    "note": "We hid the seven <b>behind</b> the ten",
    "later note": "And then we did it again",
    "moment": "Look at this nine",
    "reflection": "Quite early",
}


class Class(Desk):
    """Two tables that play a lesson, and short words for what happens."""

    def __init__(self, app, clock, *names, **how):
        super().__init__(app, clock, *names, start=False)
        parts = app.extensions["hool"]
        self.lessons = parts.sessions
        parts.shelf.save(self.room.id, "500-small", LESSON)
        self.lessons.open(self.room.id, "500-small", **how)

    @property
    def now(self):
        return self.lessons.current(self.room.id)

    def go(self, phase):
        self.lessons.go(self.room.id, phase)

    def person(self, place):
        return self.school.person(self.students[place].id)

    def next(self, number):
        table = self.table(number)
        assert self.tables.command(table.id, "next").ok

    def cards(self):
        return {card.text: card for card in self.lessons.cards(self.now)}

    def put(self, text, step=None):
        """A card on the wall."""
        self.lessons.show_card(self.room.id, self.cards()[text].id)
        if step is not None:
            self.lessons.step_wall(self.room.id, step)

    def say_all(self):
        """Everything that students can say in play: predictions, a note card, another one, and a moment."""
        for student in self.students[:4]:
            assert student.act("predict 0 1")["ok"]
        self.play_out(1)
        self.lessons.write_note(self.person(0), SAID["note"])
        self.lessons.pick_moment(self.person(1), 1, 1, 3, SAID["moment"])
        self.lessons.pick_moment(self.person(1), 1, 1, 4, "")
        self.play_out(2)
        self.lessons.write_note(self.person(4), SAID["later note"])


@pytest.fixture
def lesson(app, clock):
    return Class(app, clock, *NAMES)


def progress(page):
    """What the list of boards says of each."""
    rows = re.search(r'<ol class="boardlist.*?</ol>', page, re.S)[0]
    return [words(row) for row in re.findall(r"<li.*?</li>", rows, re.S)]


def test_the_big_question_and_its_story_stand_beside_the_code(lesson):
    page = wall(lesson)
    assert re.search(r"<h1 [^>]*>Can a small card beat a king\?</h1>", page)
    assert "A mouse sits in a palace. Nobody looks at it." in words(page)
    assert " ".join(lesson.room.code) in words(page) and "qr.svg" in page
    assert "about 5 minutes" in words(page)
    show(lesson, "tables")
    assert "Can a small card" in wall(lesson) and lesson.room.code not in wall(lesson) and "qr.svg" not in wall(lesson)


def clock_face(page):
    """How many petals are open, and what is said."""
    petals = re.findall(r'<path class="petal( shut)?"', page)
    said = re.findall(r'<p data-from="\d+">(.*?)</p>', page)
    return petals.count(""), said


def test_the_clock_closes_a_petal_as_time_goes_and_counts_no_seconds(lesson):
    seen = []
    for _ in range(13):
        seen.append(clock_face(wall(lesson)))
        lesson.clock.advance(30)
    assert [petals for petals, _ in seen] == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0]
    assert [said for _, said in seen] == [
        [f"about {n} minutes"] for n in (5, 4, 4, 3, 3, 2, 2)
    ] + [["about 1 minute"]] * 3 + [["Take the time you need."]] * 3  # fmt: skip


def test_every_part_has_its_own_time(lesson):
    for phase, minutes in (("play", 35), ("share", 15), ("reflect", 5)):
        lesson.clock.advance(400)
        lesson.go(phase)
        assert clock_face(wall(lesson)) == (10, [f"about {minutes} minutes"])


def test_a_lesson_without_times_has_no_clock(app, clock):
    no_times = LESSON.replace("60 = [5, 35, 15, 5]\n", "")
    room = Desk(app, clock, *NAMES, start=False)
    app.extensions["hool"].shelf.save(room.room.id, "500-small", no_times)
    app.extensions["hool"].sessions.open(room.room.id, "500-small", length=60)
    assert "Can a small card" in wall(room) and 'id="flowerclock"' not in wall(room)


def test_play_shows_how_far_the_class_is_without_names(lesson):
    lesson.go("play")
    assert progress(wall(lesson)) == ["Board 1 0 of 2 tables", "Board 2 0 of 2 tables"]
    lesson.play_out(1)
    lesson.next(1)
    lesson.play_out(1)
    lesson.play_out(2)
    page = wall(lesson)
    assert progress(page) == ["Board 1 2 of 2 tables", "Board 2 1 of 2 tables"]
    assert "Can a small card beat a king?" in words(page) and "qr.svg" in page
    assert not [name for name in NAMES if name in page]


def test_tables_stand_there_only_if_the_teacher_lets_them(lesson):
    lesson.go("play")
    assert wall(lesson).count('class="tile"') == 2
    assert "Board 1 Playing, trick 1" in words(wall(lesson))
    show(lesson, "code")
    assert 'class="tile"' not in wall(lesson) and "Playing" not in words(wall(lesson))


def test_together_names_the_board_for_all(lesson):
    lesson.go("play")
    assert "together" not in words(wall(lesson))
    lesson.lessons.set_pace(lesson.room.id, "together")
    assert "Board 1 together" in words(wall(lesson))
    lesson.lessons.next_board(lesson.room.id)
    page = wall(lesson)
    assert "Board 2 together" in words(page)
    now = re.search(r'<li class="[^"]*\bnow\b[^"]*" aria-current="step">.*?</li>', page, re.S)
    assert words(now[0]).startswith("Board 2")


def test_a_result_of_a_lesson_waits_for_all_tables_in_whatever_order_they_play(lesson):
    show(lesson, *ALL)
    lesson.school.change_settings(lesson.room.id, deals="different")  # what the lesson deals is the same for all
    lesson.go("play")
    lesson.play_out(1)
    lesson.lessons.bring(lesson.room.id, 1, lesson.table(2).id)
    lesson.play_out(2)
    assert [len(t.play.boards) for t in lesson.tables.tables(lesson.room.id)] == [1, 1]
    assert 'class="last"' not in wall(lesson)
    lesson.next(1)
    lesson.play_out(1)
    page = wall(lesson)
    assert page.count('class="last"') == 2 and "Board 2: " in words(page) and "Board 1: " not in words(page)


def test_nothing_that_students_say_is_on_the_wall_by_itself(lesson):
    show(lesson, *ALL)
    lesson.go("play")
    pages = []
    lesson.say_all()
    for phase in ("question", "play", "share", "reflect"):
        lesson.go(phase)
        if phase == "reflect":
            lesson.lessons.reflect(lesson.person(2), SAID["reflection"])
        pages.append(wall(lesson))
    lesson.lessons.end(lesson.room.id)
    pages.append(wall(lesson))
    for page in pages:
        assert not [said for said in SAID.values() if said[:12] in page]
        assert "the mouse" not in page and "the palace<" not in page
        assert cards_in(page) == set()


def test_names_stay_away_from_every_part(lesson):
    lesson.go("play")
    lesson.say_all()
    for phase in ("question", "play", "share", "reflect"):
        lesson.go(phase)
        if phase == "share":
            lesson.put(SAID["moment"], step=6)
        assert not [name for name in NAMES if name in wall(lesson)], phase


def test_sharing_begins_with_a_calm_screen(lesson):
    lesson.go("play")
    lesson.say_all()
    lesson.go("share")
    page = words(wall(lesson))
    assert "Which of your note cards do you want to show?" in page
    assert "Can a small card beat a king?" in page and lesson.room.code in page


def test_the_wall_shows_the_card_that_the_teacher_puts_there(lesson):
    lesson.go("play")
    lesson.say_all()
    lesson.go("share")
    lesson.put(SAID["note"])
    page = wall(lesson)
    assert f"“{SAID['note']}”" in words(page.replace("&lt;", "‹").replace("&gt;", "›")).replace("‹", "<").replace(
        "›", ">"
    )
    assert "<b>behind</b>" not in page
    assert "Note card 1 of 4" in words(page) and SAID["later note"] not in page
    assert "wall-board" not in page and cards_in(page) == set()
    assert not [name for name in NAMES if name in page]
    assert re.search(r'<blockquote [^>]*dir="auto"', page)
    lesson.lessons.hide_card(lesson.room.id, lesson.cards()[SAID["note"]].id, True)
    assert "behind" not in wall(lesson)


def test_a_card_says_who_made_it_only_where_names_are_allowed(lesson):
    lesson.go("play")
    lesson.say_all()
    lesson.go("share")
    lesson.put(SAID["later note"])
    assert "Table 2" not in re.sub(r"<[^>]+>", "", wall(lesson))
    show(lesson, "code", "names")
    page = wall(lesson)
    at_two = {lesson.school.person(p).name for p in lesson.table(2).people}
    assert {name for name in NAMES if name in page} == at_two
    assert "Table 2" in re.sub(r"<[^>]+>", "", page)


def test_what_is_on_the_wall_stays_when_its_writer_changes_it(lesson):
    lesson.go("play")
    lesson.say_all()
    lesson.go("share")
    lesson.put(SAID["note"])
    lesson.lessons.write_note(lesson.person(0), "Something else")
    assert "We hid the seven" in wall(lesson) and "Something else" not in wall(lesson)


def board_on(page):
    return re.search(r'<section class="wallboard.*?</section>', page, re.S)[0]


def test_a_moment_has_its_board_beside_it_and_steps(lesson):
    lesson.go("play")
    lesson.say_all()
    lesson.go("share")
    lesson.put(SAID["moment"])
    page = wall(lesson)
    record = lesson.tables.record(lesson.table(1).id, 1)
    hands = {str(card) for hand in record.deal.hands for card in hand}
    assert SAID["moment"] in page and "Trick 1 of 3" in words(page)
    assert cards_in(board_on(page)) <= hands
    lesson.lessons.step_wall(lesson.room.id, 1)
    assert board_on(wall(lesson)).count('role="img"') == 1
    lesson.lessons.step_wall(lesson.room.id, 2)
    assert board_on(wall(lesson)).count('role="img"') == 2
    lesson.lessons.step_wall(lesson.room.id, 0)
    assert "The deal" in words(wall(lesson)) and cards_in(board_on(wall(lesson))) == hands
    lesson.lessons.step_wall(lesson.room.id, None)
    assert "wall-board" not in wall(lesson) and SAID["moment"] in wall(lesson)
    lesson.lessons.step_wall(lesson.room.id, 10_000)  # a step that this board does not have is its last
    assert "The result" in words(wall(lesson))


def test_a_moment_without_words_says_what_happened(lesson):
    lesson.go("play")
    lesson.say_all()
    lesson.go("share")
    lesson.put("")
    page = words(wall(lesson))
    assert "“" not in page and re.search(r"(North|East|South|West) (plays|leads)", page)


def test_the_class_is_asked_what_fingers_can_answer(lesson):
    lesson.go("play")
    lesson.say_all()
    lesson.go("share")
    asked = {0: "Which hand would you rather have?", 3: "What would you have played?", 13: "Did you expect this?"}
    for step, question in asked.items():
        lesson.put(SAID["moment"], step=step)
        page = words(wall(lesson))
        assert question in page and "Show your fingers: 1 " in page


def test_a_card_leaves_the_wall_with_its_part(lesson):
    lesson.go("play")
    lesson.say_all()
    lesson.go("share")
    lesson.put(SAID["moment"])
    for phase in ("play", "question", "reflect"):
        lesson.go(phase)
        assert SAID["moment"] not in wall(lesson) and cards_in(wall(lesson)) == set()


def test_looking_back_counts_and_names_nobody(lesson):
    lesson.go("play")
    lesson.go("reflect")
    page = words(wall(lesson))
    assert "When did you know? at once late 0 of 8 have answered" in page
    assert "0 of 2 tables have passed the check" in page
    lesson.lessons.reflect(lesson.person(0), "late")
    lesson.lessons.reflect(lesson.person(1), "late")
    lesson.lessons.reflect(lesson.person(2), "")  # passed over
    assert "2 of 8 have answered" in words(wall(lesson))
    assert not [name for name in NAMES if name in wall(lesson)]


def test_after_the_lesson_it_tells_where_to_play_at_home(lesson):
    lesson.app.config["ADDRESS"] = "https://hool.example"
    lesson.lessons.end(lesson.room.id)
    page = words(wall(lesson))
    assert "Thank you" in page and "“ Small cards ”" in page and "At home hool.example" in page
    lesson.app.config["ADDRESS"] = "http://192.168.1.5:8000"
    page = words(wall(lesson))
    assert "From home it cannot be reached." in page and "At home" not in page
    lesson.do("/start")
    assert "Thank you" not in words(wall(lesson))


@pytest.mark.parametrize(
    "address, reaches",
    [
        ("hool.example", True), ("hool.example:8000", True), ("93.184.216.34", True), ("[2606:2800:220:1::1]:80", True),
        ("192.168.1.5:8000", False), ("10.0.0.3", False), ("localhost:8000", False), ("classpc:8000", False),
        ("classpc.local", False), ("[fd00::1]:8000", False), ("", False),
    ],
)  # fmt: skip
def test_addresses_that_end_at_the_school_door_are_known(address, reaches):
    assert reaches_home(address) is reaches


def test_eyes_up_and_a_closed_room_win_over_every_part(lesson):
    lesson.go("play")
    lesson.say_all()
    for phase in ("question", "play", "share", "reflect"):
        lesson.go(phase)
        if phase == "share":
            lesson.put(SAID["moment"])
        lesson.do("/pause", on="1")
        page = words(wall(lesson))
        assert "Eyes up Look at your teacher. Nothing is lost." in page
        assert SAID["moment"] not in page and "Can a small card" not in page
        lesson.do("/pause", on="")
    lesson.do("/room/close", sure="1")
    page = words(wall(lesson))
    assert "This room is closed." in page and "Can a small card" not in page and "Looking back" not in page


def test_every_change_of_a_lesson_reaches_the_wall(lesson):
    viewer = type(lesson.teacher)(lesson.app)
    viewer.get(f"/room/{lesson.slug}/wall")
    assert viewer.connect("wall", lesson.slug)["ok"]

    def pushed():
        lesson.clock.advance(1)
        return words(viewer.listen().pop("wall", ""))

    assert "Big question" in pushed()
    lesson.go("play")
    assert "0 of 2 tables" in pushed()
    lesson.play_out(1)
    assert "1 of 2 tables" in pushed()
    lesson.lessons.set_pace(lesson.room.id, "together")
    assert "Board 1 together" in pushed()
    lesson.lessons.write_note(lesson.person(0), SAID["later note"])
    lesson.go("share")
    assert "Which of your note cards" in pushed()
    lesson.put(SAID["later note"])
    assert SAID["later note"] in pushed()
    lesson.lessons.step_wall(lesson.room.id, 2)
    assert "Trick 1 of 3" in pushed()
    lesson.go("reflect")
    lesson.lessons.reflect(lesson.person(0), "late")
    page = pushed()
    assert "1 of 8 have answered" in page and "Go to localhost and type" in page
    lesson.lessons.end(lesson.room.id)
    assert "Thank you" in pushed()


# -- how large a text is ----------------------------------------------------------------------------------------------


def test_a_longer_question_is_smaller_and_a_short_one_as_large_as_can_be():
    place = [int(size("How can a two beat an ace? " * n, 74, 27).removeprefix("size-")) for n in range(1, 60)]
    assert place[0] == 0 and place == sorted(place) and place[-1] > 8


@given(st.text(max_size=600), st.floats(20, 100), st.floats(2, 30))
def test_every_text_has_a_size_that_the_style_sheet_knows(text, wide, high):
    name = size(text, wide, high)
    assert re.fullmatch(rf"size-({'|'.join(map(str, range(len(SIZES))))})", name)


def test_sizes_are_those_of_the_style_sheet():
    css = (Path(__file__).parent.parent / "static" / "wall.css").read_text()
    assert [float(n) for n in re.findall(r"\.wall \.size-\d+ \{ font-size: ([\d.]+)rem; \}", css)] == list(SIZES)
    fits = re.findall(r"\.tiles\.fit-\d \{ font-size: ([\d.]+)rem; grid-template-columns: repeat\((\d)", css)
    assert [(int(columns), float(rem)) for rem, columns in fits] == list(TILES)


def test_a_word_is_not_broken_while_there_is_a_smaller_size():
    word = "Donaudampfschifffahrtsgesellschaft"
    rem = SIZES[int(size(word, 40, 30).removeprefix("size-"))]
    assert 20 * rem <= 40 and rem > SIZES[-1]  # the word is about twenty of its own heights long
    assert size("W" * 400, 40, 30) != size("W" * 40, 40, 30)
