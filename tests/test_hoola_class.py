"""A class plays Hoola: how the teacher starts it, sees its tables, chooses, rewinds, and what the wall shows."""

import re
from dataclasses import fields, replace
from random import Random

import pytest
from flask import render_template
from people import cards_in
from test_games import NAMES, Class, text_of, told

from hool import game_words
from hool.fold import parse_prepared
from hool.radar import awaited
from hool.rules import hoola
from hool.rules.cards import format_deal
from hool.rules.game import legal_actions
from hool.web import desk, desk_hoola, wall
from hool.web.replay import steps_of
from hool.web.show import card_name
from tests.hoola_play import dealt

HANDS = ("4H 9C JD", "8C 8D QS KD", "4S 4D 2C", "5H 6H 2D")  # seat 0 deals, and discards the four of hearts


class Hoola(Class):
    """Four students at a table of Hoola. ``lies``: seat 0 has discarded a card that seats 2 and 3 could claim."""

    def __init__(self, app, *names, seats=4, lies=False, **more):
        super().__init__(app, *(names or NAMES[:4]), here=True)
        self.play_hoola(seats=seats, **more)
        if lies:
            deal = dealt(*HANDS, stock="KH").deal
            table = self.table()
            prepared = parse_prepared(f"1 dealer 0 deal {format_deal(deal)}")
            assert self.parts.tables.commands(table.id, [f"redeal {prepared}"]).ok
            self.does(0, "draw")
            self.does(0, "discard 4H")

    def play_hoola(self, preset="seed", seats=4, **more):
        return self.post(
            "/games", **{"game": "hoola", "preset": preset, "seats": seats, "limit": 0, "match": 0, **more}
        )

    def does(self, seat, text):
        table = self.table()
        made = self.parts.tables.act_for(table.id, seat, table.turns[seat], text)
        assert made.ok, str(made.say)

    def row(self):
        found = re.search(r'<li class="trow[^"]*" id="row-1">.*?</a>', self.get("/rows"), re.S)
        return text_of(found[0])

    def who(self, *seats):
        """The names of those who sit there."""
        return [self.name(self.table().seats[seat].person) for seat in seats]


# -- the tab Games ----------------------------------------------------------------------------------------------------


def test_presets_options_and_values_have_a_name_and_a_line_each():
    assert set(game_words.PRESETS["hoola"]) == set(hoola.PRESETS)
    for field in fields(hoola.Options):
        if field.name in ("players", "first_dealer"):  # said by the seats; drawn by lot
            continue
        assert str(game_words.option_name("hoola", field.name)) != field.name
        values = list(field.metadata["values"])[:20]
        said = [game_words.value_words("hoola", field.name, value) for value in values]
        assert len({str(words.name) for words in said}) == len(said), field.name
        assert all(str(words.line).endswith(".") for words in said), field.name


def test_only_options_that_decide_something_are_told_as_in_force():
    def names(seats, **options):
        return {rule.option for rule in game_words.in_force("hoola", hoola.Options(**options), seats)}

    claims = {"thank_you", "claim_policy", "claim_window_s"}
    assert claims <= names(3) and not claims & names(2)  # of two only one could want a discard
    assert names(4) - names(4, thank_you="off") == {"claim_policy", "claim_window_s"}


def test_every_preset_can_be_started_with_two_to_five_and_is_told_as_in_force(app):
    made = Class(app, *NAMES[:5])
    for preset, seats in (("seed", 2), ("pagat", 3), ("seed", 5)):
        page = made.post("/games", game="hoola", preset=preset, seats=seats, limit=0, match=8)
        assert told(page) == "Hoola has begun at every table."
        seated = [table for table in made.tables if table.people]
        assert sum(len(table.people) for table in seated) == 5
        for table in seated:
            rules = hoola.PRESETS[preset]
            assert table.playing and len(table.seats) == seats and table.options.match == 8
            assert (table.options.ace, table.options.seven_value) == (rules.ace, rules.seven_value)
        page = made.get("/games")
        assert re.search(rf'name="preset" value="{preset}"[^>]* checked', page)
        assert "Your class plays Hoola. A match of 8 boards." in text_of(page)
        ace = game_words.value_words("hoola", "ace", rules.ace)
        assert f"The ace in a run: {ace.name} {ace.line}" in text_of(page)


def test_the_tab_explains_every_option(app):
    page = text_of(Class(app).get("/games"))
    for words in game_words.PRESETS["hoola"].values():
        assert str(words.name) in page and str(words.line) in page
    for field in fields(hoola.Options):
        if field.name in ("players", "first_dealer", "match"):  # each table's size and lot, and a row of its own
            continue
        words = [game_words.value_words("hoola", field.name, v) for v in field.metadata["values"] if v != "off"]
        lines = str(field.metadata["help"]) in page or all(str(each.line) in page for each in words)
        assert lines or f"{game_words.option_name('hoola', field.name)}: {words[0].name}" in page, field.name


def test_own_rules_reach_the_tables_and_stand_in_the_form_again(app):
    made = Class(app, "Amina", "Bo", "Chi")
    own = {
        "ace": "round", "single7": "run_only", "seven_value": 14, "seven_doubles": False, "zero_four": False,
        "small_max": 15, "knock_when": "before_discard", "knock_tie": "knocker_wins", "must_discard": False,
        "thank_you": "anyone", "claim_policy": "priority", "claim_window_s": 8, "discard_first": False,
        "hoola_layoffs": False, "feeder": "any_out", "failed_knock_rank": "last", "stock_end": "on_need",
        "next_dealer": "rotate", "direction": "anticlockwise",
    }  # fmt: skip
    made.post("/games", game="hoola", preset="own", seats=3, limit=60, match=4, **own)
    found = made.table().options
    for name, value in {**own, "players": 3, "match": 4}.items():
        assert getattr(found, name) == value, name
    page = made.get("/games")
    assert re.search(r'name="claim_policy" value="priority" checked', page)
    # A switch says no before itself: what is off comes as one value, what is on as two.
    form = {"game": "hoola", "preset": "own", "seats": 3, "limit": 0, "match": 0}
    made.post("/games", **form, seven_doubles=["False"], zero_four=["False", "True"])
    assert (made.table().options.seven_doubles, made.table().options.zero_four) == (False, True)


def test_how_long_one_may_say_thank_you_is_chosen_with_a_preset_too(app):
    """A preset stays the preset, and the time stands in the form again."""
    made = Class(app, "Amina", "Bo", "Chi")
    made.post("/games", game="hoola", preset="pagat", seats=3, limit=0, match=0, claim_window_s=9)
    found = made.table().options
    assert (found.claim_window_s, found.ace, found.seven_value) == (9, "round", 14)
    page = made.get("/games")
    assert re.search(r'value="pagat"[^>]* checked', page)
    assert re.search(r'<option value="9" selected>', page)


REFUSED = [
    (
        {"preset": "own", "thank_you": "next_only", "claim_policy": "priority"},
        "“If several say it” and “Thank you”: only the next player may have a discard, so nobody else wants it.",
    ),
    ({"preset": "own", "ace": "square"}, "“The ace in a run”: square cannot be chosen."),
    ({"claim_window_s": "11"}, "“Time for thank you”: 11 cannot be chosen."),
    ({"preset": "own", "claim_window_s": "2"}, "“Time for thank you”: 2 cannot be chosen."),
    ({"seats": 6}, "Two to five can sit at a table of Hoola."),
    ({"seats": "two"}, "Two to five can sit at a table of Hoola."),
    ({"match": 5}, "A match has 4, 8 or 12 boards, or no end."),
    ({"limit": 7}, "Choose how long a move may take from the list."),
    ({"preset": "short"}, "Choose how Hoola is played."),
]


def test_what_cannot_be_played_is_refused_with_its_reason_and_changes_nothing(app):
    made = Class(app, "Amina", "Bo", "Chi")
    before = made.settings
    for form, said in REFUSED:
        sent = {"game": "hoola", "preset": "seed", "seats": 4, "limit": 0, "match": 0, "feeder": "never", **form}
        page = made.post("/games", **sent)
        assert said in told(page) and page.count("Nothing has been changed.") == 1
        assert re.search(r'name="feeder" value="never" checked', page)  # what was chosen stands there still
        assert made.settings == before


def test_the_class_goes_from_game_to_game_and_each_comes_back_as_it_was(app):
    made = Class(app, *NAMES[:5])
    made.post("/games", game="hoola", preset="pagat", seats=5, limit=0, match=4)
    made.play("knock", 4)
    assert re.search(r'name="preset" value="pagat"[^>]* checked', made.get("/games"))
    made.post("/games", game="hool", match=8)
    page = made.get("/games")
    assert re.search(r'name="preset" value="knock"[^>]* checked', page)
    assert re.search(r'name="preset" value="pagat"[^>]* checked', page)
    assert {len(table.seats) for table in made.tables} == {4} and made.table().game == "hool"
    made.post("/games", game="hoola", preset="pagat", seats=2, limit=0, match=0, fitted=1)
    assert [len(table.people) for table in made.tables if table.people] == [2, 2, 1]


# -- the list of tables -----------------------------------------------------------------------------------------------


def test_the_list_says_who_is_awaited_and_never_who_could_say_thank_you(app, clock):
    made = Hoola(app, lies=True)
    one, two, three = made.who(1, 2, 3)
    assert "A discard lies: 3 have not answered" in made.row()
    assert set(awaited(made.table())) == {1, 2, 3}
    made.does(2, "pass")
    assert "A discard lies: 2 have not answered" in made.row()
    since = awaited(made.table())
    clock.advance(3)
    made.does(3, "pass")
    assert set(since.values()) == {clock.now - 3}  # since the discard, whoever has answered meanwhile
    assert made.table().play.state.turn == 1 and f"{one} draws" in made.row()
    clock.advance(desk.STUCK)
    assert f"{one} has not drawn" in made.row() and two not in made.row()
    made.does(1, "draw")
    assert f"{one} has drawn" in made.row()
    clock.advance(desk.STUCK)
    assert f"{one} has not discarded" in made.row() and three not in made.row()


def test_who_is_awaited_after_the_clock_has_closed_a_window_is_the_next_player(app, clock):
    made = Hoola(app, lies=True)
    clock.advance(made.table().options.claim_window_s)
    assert made.table().play.acts[-1].seat == -1
    assert awaited(made.table()) == {1: clock.now}
    assert f"{made.who(1)[0]} draws" in made.row()


@pytest.mark.parametrize(
    ("text", "owing"),
    [
        ("claim", "not said yes or no to the discard"),
        ("done", "not pressed next board"),
    ],
)
def test_four_and_more_who_are_awaited_are_counted(text, owing):
    view = replace(hoola.view(dealt(seats=5), None), phase=text)
    assert str(desk_hoola.sentence(view, (1, 2, 3, 4))) == f"4 players have {owing}"
    assert str(desk_hoola.sentence(view, (2, 3))) == f"player 3 and player 4 have {owing}"
    assert str(desk_hoola.sentence(view, (2,))) == f"player 3 has {owing}"


def test_a_table_that_is_stopped_while_a_discard_lies_waits_for_nobody(app, clock):
    made = Hoola(app, lies=True)
    made.post("/table/1/pause", on=1)
    clock.advance(desk.STUCK + 1)
    assert awaited(made.table()) == {} and "Paused" in made.row()


# -- the open table ---------------------------------------------------------------------------------------------------


def test_the_open_table_has_every_hand_with_its_points_the_melds_and_the_discards(app):
    made = Hoola(app, lies=True)
    page = made.get("?table=1")
    for seat in range(4):
        row = re.search(rf'<tr id="hl-{seat + 1}".*?</tr>', page, re.S)[0]
        hand = made.table().play.state.hands[seat]
        assert made.who(seat)[0] in row and row.count('class="mc ') == len(hand)
        assert f">{hoola.hand_value(hoola.Options(), hand)}</td>" in row
    assert "Thank you? 0 of 3 have answered" in text_of(page)
    made.does(2, "claim 4S 4H 4D")
    page = text_of(made.get("?table=1"))
    who = made.who(2)[0]
    assert f"{who} said thank you" in page and f"1 {who} set" in page


def test_a_rated_match_keeps_hands_and_answers_from_the_teacher_too(app):
    made = Hoola(app)
    made.post("/room/ratings", ratings="class")
    made.play_hoola("own", claim_policy="priority", match=4)

    def press(seat, text):
        person = made.table().seats[seat].person
        assert next(each for each in made.students if each.id == person).act(text)["ok"]

    seat = made.table().play.state.turn
    press(seat, "draw")
    discard = made.table().play.state.hands[seat][0]
    press(seat, f"discard {discard}")
    press((seat + 1) % 4, "pass")
    page = made.get("?table=1")
    assert "You see what all see" in page and "said no" not in text_of(page)
    shown = set(re.findall(r'class="mc [shdc]" role="img" aria-label="([^"]+)"', page))
    with app.test_request_context("/"):
        assert shown == {card_name(discard), card_name(made.table().play.deal.rest[0])}
    assert "Thank you? 1 of 3 have answered" in text_of(page)


def test_moments_are_told_in_words_with_the_card_that_was_drawn_and_the_clock(app, clock):
    made = Hoola(app, lies=True)
    clock.advance(10)
    made.does(1, "draw")
    first, second = made.who(0, 1)
    moments = re.search(r'class="moments-list".*?</ol>', made.get("?table=1"), re.S)[0]
    words = [text_of(each) for each in re.findall(r"<li.*?</li>", moments, re.S)]
    assert re.fullmatch(rf"4 {second} drew .+ now", words[0])
    assert words[1] == "3 The time to say thank you was over"
    assert words[2].startswith(f"2 {first} discarded")
    assert words[3].startswith(f"1 {first} drew") and "king of hearts" in words[3]


def test_every_page_of_the_teacher_and_the_wall_through_a_board(app, clock):
    """From the deal to the result: the pages are drawn, the teacher can choose what is legal, the wall has no card."""
    made = Hoola(app, *NAMES[:5], seats=5, match=4)
    made.post("/room/wall", code="1", names="1", tables="1", results="1")
    rng, seen, table = Random(4), set(), made.table()
    while table.playing:
        view = hoola.view(table.play.state, None)
        key = (view.phase, view.claimed is None, bool(view.melds))
        if key not in seen:
            seen.add(key)
            assert "You see every hand" in made.get("?table=1")
            seat = min(table.to_act())
            offered = re.findall(r'name="text" value="([^"]+)"', made.get(f"/table/1/choose/{seat}"))
            assert sorted(offered) == sorted(map(str, legal_actions(hoola, table.play.state, seat)))
            assert not cards_in(made.wall())
        legal = [str(action) for action in legal_actions(hoola, table.play.state, min(table.to_act()))]
        eager = [text for text in legal if text.split()[0] in ("claim", "take", "meld", "lay")]
        table = made.act(1, text=rng.choice(eager or legal))
    assert {phase for phase, _, _ in seen} == {"claim", "draw", "play"}
    page = text_of(made.get("?table=1"))
    assert "What it costs" in page and "Score sheet" in page and "Next board" in page
    assert not re.search(r"\bhand \d", page)  # a hand is what one holds
    for path in ("/seats", "/people", "/room", "/message"):
        made.get(path)
    assert not cards_in(made.wall())
    assert "own cards: there is no board to compare" in told(made.get("/compare/1"))
    boards = made.get("/boards")
    assert "Each table has shuffled cards of its own." in text_of(boards) and 'name="deals"' not in boards
    assert "every table has cards of its own" in told(made.post("/boards/shuffle", deals="same"))


# -- reaching into a table --------------------------------------------------------------------------------------------


def test_the_teacher_answers_to_a_discard_for_a_seat_once(app):
    made = Hoola(app, lies=True)
    turn, who = made.table().turns[3], made.who(3)[0]
    page = made.get("/table/1/choose/3")
    assert "No, thank you" in page and 'value="claim 4H 5H 6H"' in page
    form = {"turn": turn, "text": "claim 4H 5H 6H"}
    assert told(made.post("/table/1/choose/3", **form)).startswith(f"You chose for {who}: ")
    assert made.table().play.state.claimed == 3
    assert "The table has moved on." in told(made.post("/table/1/choose/3", **form))
    assert made.teacher.http.post(made.at + "/table/1/choose/-1", data=form).status_code == 404  # the clock's


@pytest.mark.parametrize("policy", ["first", "priority"])
def test_a_rewind_to_a_discard_gives_all_their_time_again(app, clock, policy):
    made = Hoola(app, lies=True)
    if policy == "priority":
        made.play_hoola("own", claim_policy="priority")
        deal = dealt(*HANDS, stock="KH").deal
        prepared = parse_prepared(f"1 dealer 0 deal {format_deal(deal)}")
        assert made.parts.tables.commands(made.table().id, [f"redeal {prepared}"]).ok
        made.does(0, "draw")
        made.does(0, "discard 4H")
    discard = made.table().play.acts[-1].seq
    made.does(2, "pass")
    made.does(3, "claim 4H 5H 6H")
    clock.advance(60)
    assert made.table().play.state.claimed == 3
    page = made.post("/table/1/rewind", seq=discard)
    assert "A discard lies: 3 have not answered" in text_of(page)
    assert set(awaited(made.table())) == {1, 2, 3} and set(awaited(made.table()).values()) == {clock.now}
    made.does(2, "claim 4S 4H 4D")
    clock.advance(made.table().options.claim_window_s)
    assert made.table().play.state.claimed == 2


def test_whoever_keeps_trying_what_the_rules_forbid_is_told_to_the_teacher(app, clock):
    made = Hoola(app, lies=True)
    clock.advance(6)
    seat = made.table().play.state.turn
    student = next(each for each in made.students if each.id == made.table().seats[seat].person)
    for text in ("discard 8C", "discard QS", "knock", "discard 8D"):
        clock.advance(2)
        assert not student.act(text)["ok"]
    assert made.parts.radar.refusals(made.room_id) == {student.id: {"draw": 3, "end": 1}}
    row = text_of(made.get("/rows"))
    assert "4 refused taps on this board" in row
    assert f"{made.who(seat)[0]} lays down or discards before drawing" in row


def test_only_phrases_that_fit_the_game_are_offered(app):
    made = Hoola(app)

    def offered():
        page = text_of(made.get("/message"))
        return [
            text in page for text in ("Look which of your cards belong together.", "Look at the suit that was led.")
        ]

    assert offered() == [True, False]
    made.parts.sessions.open(made.room_id, "210-say-how-many")  # Oh Hell
    assert offered() == [False, True]


# -- the wall ---------------------------------------------------------------------------------------------------------


def test_the_wall_tells_cards_left_melds_and_points_of_each_player(app):
    made = Hoola(app, lies=True)
    made.post("/room/wall", code="1", names="1", tables="1", results="1")
    made.does(2, "claim 4S 4H 4D")
    rows = [text_of(row) for row in re.findall(r'<tr><th scope="row">.*?</tr>', made.wall(), re.S)]
    names = made.who(0, 1, 2, 3)
    assert rows == [f"{names[0]} 7 –", f"{names[1]} 7 –", f"{names[2]} 5 1", f"{names[3]} 7 –"]
    made.post("/table/1/redeal")
    made.finish(1, Random(3))
    record = made.table().play.boards[-1]
    wall = text_of(made.wall())
    assert "Board 1 is over" in wall
    for seat, points in enumerate(record.result.scores):
        assert f"{made.who(seat)[0]} {'−' if points < 0 else ''}{abs(points)}" in wall
    made.post("/table/1/next")
    rows = [text_of(row) for row in re.findall(r'<tr><th scope="row">.*?</tr>', made.wall(), re.S)]
    points = [f"{'+' if n > 0 else '−' if n else ''}{abs(n)}" for n in record.result.scores]
    assert rows == [f"{who} 7 – {total}" for who, total in zip(made.who(0, 1, 2, 3), points, strict=True)]


def test_the_wall_shows_a_board_beside_a_card_step_by_step(app):
    made = Hoola(app, *NAMES[:3], seats=3)
    record = made.finish(1, Random(3)).play.boards[-1]
    made_steps = steps_of(record)
    with app.test_request_context("/"):
        for step in made_steps:
            fingers, seats = wall._fingers(record, step), wall._seats(record)
            card = wall.Shown("", True, 1, 1, 1, (), 1, record, seats, step, made_steps[-1], fingers)
            html = render_template("hoola/_wall_board.html", c=card)
            rows = re.findall(r"<li class.*?</li>", html, re.S)
            assert len(rows) == 3
            for seat, row in enumerate(rows):
                own = [meld for meld in step.view.melds if meld.owner == seat]
                shown = len(step.hands[seat]) + sum(len(meld.cards) for meld in own)
                assert row.count('class="mc ') == shown and made.who(seat)[0] in row
    assert "+" in html and "The result" in html


def test_a_wall_without_names_has_none(app):
    made = Hoola(app, lies=True)
    made.post("/room/wall", code="1", tables="1", results="1")
    wall = text_of(made.wall())
    assert "player 1 7 – player 2 7 –" in wall
    assert not any(name in wall for name in NAMES)
