"""The class plays Oh Hell and HOOL by turns: how the teacher starts a game and sees its tables; and the wall."""

import re
from dataclasses import fields, replace
from random import Random

import pytest
from people import cards_in, open_class

from hool import game_words
from hool.differences import HandCourse, hand_difference
from hool.radar import awaited
from hool.rules import GAMES, oh_hell
from hool.rules.game import legal_actions
from hool.web import desk

NAMES = ("Amina", "Bo", "Chi", "Dev", "Eve", "Finn", "Gita", "Hugo")
WITHOUT_WORDS = ("players", "first_dealer", "rotation")  # numbers of seats, and a list that is typed


class Class:
    """A class with its teacher, who presses buttons, and what the tests look at. ``here``: students have their pages
    open."""

    def __init__(self, app, *names, start=False, here=False):
        self.teacher, self.slug, self.students = open_class(app, *(names if here else ()), start=False)
        self.parts = app.extensions["hool"]
        self.at = f"/room/{self.slug}/class"
        self.room_id = self.parts.store.room_by_slug(self.slug).id
        for name in () if here else names:
            self.parts.classroom.join(self.room_id, name)
        if start:
            self.parts.classroom.start(self.room_id)

    @property
    def settings(self):
        return self.parts.classroom.room(self.room_id).settings

    @property
    def tables(self):
        return self.parts.tables.tables(self.room_id)

    def table(self, number=1):
        return next(table for table in self.tables if table.number == number)

    def name(self, person):
        return self.parts.classroom.person(person).name

    def post(self, path, **form):
        """Press a button; the page that answers."""
        return self._page(self.teacher.http.post(self.at + path, data=form, follow_redirects=True))

    def get(self, path=""):
        return self._page(self.teacher.http.get(self.at + path, follow_redirects=True))

    def wall(self):
        return self._page(self.teacher.http.get(f"/room/{self.slug}/wall"))

    def play(self, preset="short", seats=4, **more):
        return self.post("/games", game="oh_hell", preset=preset, seats=seats, limit=0, **more)

    def act(self, number=1, rng=None, text=""):
        """One act of whoever is first to act at a table: this one, or one by chance."""
        table = self.table(number)
        seat = min(table.to_act())
        text = text or str(rng.choice(legal_actions(table.rules, table.play.state, seat)))
        assert self.parts.tables.act_for(table.id, seat, table.turns[seat], text).ok
        return self.table(number)

    def finish(self, number, rng):
        while self.table(number).playing:
            self.act(number, rng)
        return self.table(number)

    @staticmethod
    def _page(answer):
        assert answer.status_code == 200, (answer.request.path, answer.status_code)
        return answer.get_data(as_text=True)


def told(page):
    """What the last press has said."""
    return text_of(re.search(r'id="told"[^>]*>(.*?)</p>', page, re.S)[1])


def text_of(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()


# -- words ------------------------------------------------------------------------------------------------------------


def test_games_presets_options_and_their_values_have_a_name_and_a_line_each():
    assert set(game_words.GAMES) == set(GAMES)
    assert set(game_words.PRESETS["oh_hell"]) == set(oh_hell.PRESETS)
    assert str(game_words.option_name("oh_hell", "first_dealer")) == "First dealer"
    for field in fields(oh_hell.Options):
        if field.name in WITHOUT_WORDS:
            continue
        assert str(game_words.option_name("oh_hell", field.name)) != field.name
        said = [game_words.value_words("oh_hell", field.name, value) for value in field.metadata["values"]]
        assert len({str(words.name) for words in said}) == len(said), field.name
        assert all(str(words.line).endswith(".") for words in said), field.name


def test_only_options_that_decide_something_are_told_as_in_force():
    def names(preset, seats):
        return {rule.option for rule in game_words.in_force("oh_hell", oh_hell.PRESETS[preset], seats)}

    assert names("short", 4) == {"deck", "order", "max_cards", "bidding", "trump", "scoring"}
    assert names("knock", 4) - names("short", 4) == {"knock_limit", "knock_change_from"}
    assert "double_rule" in names("two packs", 8)
    assert "no_stock" in names("classic", 4)  # in the largest hand all cards are dealt ...
    assert "no_stock" not in names("classic", 3)  # ... but not to three


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (oh_hell.PRESETS["p2p"], "19 hands, 10 to 1 to 10 cards"),
        (oh_hell.PRESETS["knock"], "7 hands, 7 to 1 cards"),
        (oh_hell.Options(max_cards=3, order="up_up"), "6 hands, 1 to 3 to 1 to 3 cards"),
    ],
)
def test_the_hands_of_a_match_in_a_phrase(options, said):
    assert str(game_words.sizes_words(options, 4)) == said


# -- starting a game --------------------------------------------------------------------------------------------------


def test_every_preset_can_be_started_and_all_students_sit(app):
    made = Class(app, *NAMES[:5])
    for preset, options in oh_hell.PRESETS.items():
        seats = 6 if preset == "two packs" else 4
        assert told(made.play(preset, seats)).startswith("Oh Hell has begun at every table: ")
        assert made.settings.game == "oh_hell"
        seated = [table for table in made.tables if table.people]
        assert sorted(made.name(p) for table in seated for p in table.people) == sorted(NAMES[:5])
        for table in seated:
            assert table.playing and len(table.seats) == seats
            assert replace(table.options, players=options.players) == options


def test_the_tab_explains_every_preset_and_option(app):
    page = text_of(Class(app).get("/games"))
    assert "Your class plays HOOL." in page
    for words in game_words.PRESETS["oh_hell"].values():
        assert str(words.name) in page and str(words.line) in page
    for field in fields(oh_hell.Options):
        if field.name in ("players", "on_timeout", "joker"):  # said by the seats and the limit; the joker has no choice
            continue
        line = str(field.metadata["help"])
        values = () if field.name in WITHOUT_WORDS else field.metadata["values"]
        lines = [str(game_words.value_words("oh_hell", field.name, value).line) for value in values]
        assert line in page or all(each in page for each in lines), field.name


def test_own_rules_reach_the_tables_and_stand_in_the_form_again(app):
    made = Class(app, "Amina", "Bo", "Chi")
    form = {
        "deck": "five63", "max_cards": "4", "order": "down_up", "bidding": "knock", "knock_change_from": "3",
        "knock_limit": "5", "trump": "rotation", "rotation": "s, h N", "scoring": "negative", "blind_ones": "True",
        "joker_turned": "next", "first_dealer": "2",
    }  # fmt: skip
    made.play("own", 5, **form)
    assert made.table().options == oh_hell.Options(
        players=5, deck="five63", max_cards=4, order="down_up", bidding="knock", knock_change_from=3, knock_limit=5,
        trump="rotation", rotation=("S", "H", "N"), scoring="negative", blind_ones=True, joker_turned="next",
        first_dealer=2,
    )  # fmt: skip
    page = made.get("/games")
    assert 'value="negative" checked' in page and 'value="S H N"' in page


def test_no_more_seats_than_students_where_three_are_enough(app):
    made = Class(app, *NAMES[:5])
    made.play("short", 7, fitted="1")
    assert [len(table.seats) for table in made.tables if table.people] == [5]


REFUSED = [
    ({"deck": "std52", "seats": 9}, "“Players at a table” and “Cards”: with these cards 3 to 7 can play, not 9."),
    ({"trump": "spades", "spades_double": "True"}, "“Spades count twice” and “Trumps”: a spade can only be turned"),
    ({"double_rule": "cancel_first"}, "“Equal cards” and “Cards”: only two packs have equal cards."),
    (
        {"order": "classic_25", "max_cards": "5"},
        "“Hands” and “Largest hand”: these hands go up to 13 cards, and at most 5 are allowed.",
    ),
    ({"trump": "rotation", "rotation": ""}, "“The list” and “Trumps”: the list of trumps is empty."),
    ({"rotation": "S H P"}, "“P” in the list of trumps is no suit."),
    ({"bidding": "loud"}, "“Bids”: loud cannot be chosen."),
    ({"seats": 2}, "Three to ten can sit at a table of Oh Hell."),
    ({"seats": "many"}, "Three to ten can sit at a table of Oh Hell."),
    ({"limit": 7}, "Choose how long a move may take from the list."),
    ({"preset": "nonsense"}, "Choose how Oh Hell is played."),
]


def test_what_cannot_be_played_is_refused_with_its_reason_and_changes_nothing(app):
    made = Class(app, "Amina", "Bo", "Chi")
    before, options = made.settings, [table.options for table in made.tables]
    for form, said in REFUSED:
        sent = {"game": "oh_hell", "preset": "own", "seats": 4, "limit": 0, "order": "down", "max_cards": "5", **form}
        page = made.post("/games", **sent)
        assert said in told(page) and "Nothing has been changed." in page
        assert re.search(rf'name="order" value="{sent["order"]}" checked', page)  # what was chosen stands there still
        assert made.settings == before and [table.options for table in made.tables] == options


def test_a_game_or_match_that_is_not_there_is_refused(app):
    made = Class(app, "Amina")
    before = made.settings
    assert told(made.post("/games", game="chess")) == "Choose a game first."
    assert told(made.post("/games", game="hool", match=5)) == "A match has 4, 8 or 12 boards, or no end."
    assert made.settings == before


def test_a_lesson_that_is_on_keeps_its_game(app):
    made = Class(app, *NAMES[:4])
    made.parts.sessions.open(made.room_id, "010-one-suit")
    assert "is open. End it first" in told(made.play())
    assert made.settings.game == "hool"
    assert "A lesson is on, with its own game." in text_of(made.get("/games"))


def test_hool_comes_back_with_its_own_rules_and_boards(app):
    made = Class(app, *NAMES[:5])
    made.post("/room/rules", closing_double="1", dummy_sees_declarer="1")
    made.play("secret", 5)
    assert made.settings.options["bidding"] == "secret"
    room = made.get("/room")
    assert 'name="match"' not in room and 'name="closing_double"' not in room
    assert told(made.post("/room/class", name="Class 5b", next_by="teacher")) == "Saved."
    assert made.settings.options["bidding"] == "secret" and made.settings.next_by == "teacher"
    made.post("/games", game="hool", match=8)
    assert made.settings.game == "hool" and made.settings.options == {"closing_double": True, "match": 8}
    assert {len(table.seats) for table in made.tables} == {4}
    assert sum(len(table.people) for table in made.tables) == 5
    assert 'name="pbn"' in made.get("/boards")


def test_what_is_made_for_hool_says_so_while_another_game_is_on(app):
    made = Class(app, *NAMES[:4])
    made.play()
    page = made.get("/boards")
    assert "are for HOOL" in page and 'name="pbn"' not in page and "Shuffled hands" in page
    before = made.settings
    assert "These boards are for HOOL" in told(made.post("/boards/use", boards="1 dealer 0 deal x"))
    assert "These boards are for HOOL" in told(made.get("/deals"))
    assert "These rules are for HOOL" in told(made.post("/room/rules", closing_double="1"))
    assert "Turned cards are for HOOL" in told(made.post("/boards/turn", by=1))
    assert "Seats turn between boards of HOOL." in told(made.post("/turn", go="turn", plan="x"))
    assert made.settings == before
    assert "Seats turn by themselves between boards of HOOL." in made.get("/seats")


def test_all_tables_get_the_same_cards_also_those_that_have_played_less(app):
    made = Class(app, *NAMES, start=True)
    rng = Random(5)
    made.finish(1, rng)  # one table has a finished board of HOOL, the other has not
    made.play("short", 4)
    one, two = made.table(1), made.table(2)
    assert one.play.deal == two.play.deal and one.play.secret == two.play.secret
    new = made.parts.classroom.add_table(made.room_id)
    made.parts.tables.command(new.id, "next")
    assert made.parts.tables.get(new.id).play.deal == one.play.deal
    made.post("/boards/shuffle", deals="different")
    for number in (1, 2):
        made.finish(number, rng)
        made.parts.tables.command(made.table(number).id, "next")
    assert made.table(1).play.deal != made.table(2).play.deal


# -- the teacher's page -----------------------------------------------------------------------------------------------

VARIANTS = {
    "knock": (7, {"bidding": "knock"}),
    "chosen trumps": (5, {"trump": "highest_bidder", "scoring": "negative"}),
    "two packs": (6, {"deck": "double104", "double_rule": "cancel_ante"}),
    "joker, blind": (6, {"deck": "five63", "blind_ones": True, "max_cards": 1, "spades_double": True}),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_every_page_of_the_teacher_and_the_wall_in_every_phase(app, name):
    """From the deal to the result: the pages are drawn, the teacher can choose what is legal, the wall has no card."""
    seats, more = VARIANTS[name]
    made = Class(app, *NAMES[:seats])
    options = oh_hell.Options(**{"max_cards": 2, "order": "down", "players": seats, **more})
    made.parts.classroom.play_game(made.room_id, "oh_hell", options, seats)
    made.post("/room/wall", code="1", names="1", tables="1", results="1")
    rng, seen, table = Random(3), set(), made.table()
    while table.playing:
        view = oh_hell.view(table.play.state, None)
        if view.phase not in seen and len(view.trick) == (view.phase == "play"):
            seen.add(view.phase)
            assert "You see every hand" in made.get("?table=1")
            seat = min(table.to_act())
            offered = re.findall(r'name="text" value="([^"]+)"', made.get(f"/table/1/choose/{seat}"))
            assert sorted(offered) == sorted(map(str, legal_actions(oh_hell, table.play.state, seat)))
            assert not cards_in(made.wall())
        table = made.act(1, rng)
    page = text_of(made.get("?table=1"))
    assert "Cards as dealt" in page and "Score sheet" in page
    for path in ("/seats", "/boards", "/people", "/compare/1"):
        made.get(path)
    assert not cards_in(made.wall())
    assert seen == {"bids", "play"} | ({"trumps"} if options.trump == "highest_bidder" else set())


def test_the_teacher_sees_a_secret_bid_and_the_wall_only_that_there_is_one(app):
    made = Class(app, *NAMES[:4])
    made.play("secret", 4)
    made.post("/room/wall", code="1", names="1", tables="1", results="1")
    table = made.act(text="bid 6")
    row = re.search(r'<tr id="oh-1".*?</tr>', made.get("?table=1"), re.S)[0]
    assert made.name(table.seats[0].person) in row and "<b>6</b>" in row
    wall = text_of(made.wall())
    assert "Hand 1, bids: 1 of 4" in wall and not re.search(r"\b6\b", wall.partition("Hand 1")[2])


def test_the_teacher_chooses_once_and_rewinds(app):
    made = Class(app, *NAMES[:4])
    made.play("short", 4)
    table = made.table()
    seat = min(table.to_act())
    form, name = {"turn": table.turns[seat], "text": "bid 1"}, made.name(table.seats[seat].person)
    assert told(made.post(f"/table/1/choose/{seat}", **form)) == f"You chose for {name}: 1 trick"
    assert made.table().play.state.bids[seat] == 1
    assert told(made.post(f"/table/1/choose/{seat}", **form)) == f"{name} has chosen already."
    assert f"{name} bid 1" in text_of(made.get("?table=1"))  # among the moments
    made.post("/table/1/rewind", seq=table.play.first_seq)
    assert made.table().play.state.bids == (None,) * 4


def test_who_is_awaited_is_said_by_name_and_many_by_their_number(app, clock):
    made = Class(app, *NAMES[:6], here=True)
    made.play("secret", 6)
    clock.advance(10)
    since = awaited(made.act(text="bid 2"))
    assert len(since) == 5 and set(since.values()) == {clock.now - 10}  # since the deal, whoever has bid meanwhile
    clock.advance(desk.STUCK)
    assert "5 players have not bid" in text_of(made.get("/rows"))
    for _ in range(4):
        table = made.act(text="bid 2")
    left = made.name(table.seats[min(table.to_act())].person)
    assert f"{left} has not bid" in text_of(made.get("/rows"))


def test_a_bid_that_the_hook_forbids_is_counted_as_such(app):
    made = Class(app, *NAMES[:3], here=True)
    made.play("short", 3)
    made.act(text="bid 0")
    table = made.act(text="bid 0")
    last = next(each for each in made.students if each.id == table.seats[min(table.to_act())].person)
    answer = last.act("bid 1")
    assert not answer["ok"] and "may not add up" in answer["text"]
    assert made.parts.radar.refusals(made.room_id) == {last.id: {"hook": 1}}


def test_a_numbered_seat_can_be_given_by_hand(app):
    made = Class(app, *NAMES[:5])
    made.play("short", 5)
    first = made.table().seats[0].person
    assert told(made.post("/move", who=first, to="1.4")).startswith(f"{made.name(first)} sits at table 1, seat 5")
    assert made.table().seats[4].person == first
    assert told(made.post("/move", who=first, to="1.9")) == "There is no such seat."


def test_only_phrases_that_fit_the_game_are_offered(app):
    made = Class(app, *NAMES[:4])
    made.play()
    page = text_of(made.get("/message"))
    assert "Look at the suit that was led." in page
    assert "Count the points once more." not in page and "Talk to your partner" not in page


# -- what sets a table apart ------------------------------------------------------------------------------------------


def at(table, bids, won=(0, 0, 0), over=False, robots=(), trumps="H", forced=None):
    return HandCourse(table, 3, 1, 5, trumps, bids, won, (0, 0, 0) if over else (), over, frozenset(robots), forced)


def test_a_bid_far_from_what_nearly_all_others_bid_is_told():
    found = hand_difference(at(1, (0, 1, 1)), [at(n, (2, 1, 1)) for n in (2, 3, 4)])
    assert found.kind == "bid" and found.tables == (2, 3, 4)
    assert str(found.words) == "Hand 3: player 1 bid 0 here, 2 at 3 tables"


@pytest.mark.parametrize(
    ("here", "others"),
    [
        (at(1, (1, 1, 1)), [at(n, (2, 1, 1)) for n in (2, 3, 4)]),  # a trick more or less is taste
        (at(1, (0, 1, 1)), [at(n, (2, 1, 1)) for n in (2, 3)]),  # two tables are not many
        (at(1, (0, 1, 1)), [*(at(n, (2, 1, 1)) for n in (2, 3, 4)), at(5, (0, 1, 1))]),  # another did the same
        (at(1, (0, 1, 1)), [*(at(n, (2, 1, 1)) for n in (2, 3, 4)), at(5, (3, 0, 0)), at(6, (4, 0, 0))]),
        (at(1, (0, 1, 1), robots=(0,)), [at(n, (2, 1, 1)) for n in (2, 3, 4)]),  # a robot's bid is no news
        (at(1, (0, 1, 1), forced=0), [at(n, (2, 1, 1)) for n in (2, 3, 4)]),  # the hook may have forced it
        (at(1, (None, 1, 1)), [at(n, (2, 1, 1)) for n in (2, 3, 4)]),
        (at(1, (2, 1, 1), (0, 3, 2), True), [at(n, (2, 1, 1), (2, 2, 1), True, trumps="S") for n in (2, 3, 4)]),
        (at(1, (2, 1, 1), (1, 3, 1), True), [at(n, (2, 1, 1), (2, 2, 1), True) for n in (2, 3, 4)]),
    ],
)
def test_what_may_be_chance_is_not_told(here, others):
    assert hand_difference(here, others) is None


def test_a_bid_missed_by_far_that_nearly_all_others_made_is_told():
    others = [at(n, (2, 1, 1), (2, 2, 1), True) for n in (2, 3, 4)]
    found = hand_difference(at(1, (2, 1, 1), (0, 4, 1), True), others)
    assert found.kind == "result"
    assert str(found.words) == "Hand 3: player 1 bid 2 and took 0 here; the same bid was made at 3 tables"


def test_the_same_hand_at_all_tables_side_by_side(app):
    made = Class(app, *NAMES)
    made.play("short", 4)
    records = [made.finish(number, Random(2)).play.boards[-1] for number in (1, 2)]
    page = text_of(made.get("/compare/1"))
    assert "Hand 1 at all tables" in page
    for record in records:
        for seat, who in enumerate(record.seats):
            bid, won = record.state.bids[seat], record.state.won[seat]
            assert re.search(rf"{made.name(who.person)} bid {bid}, took {won}\b", page)


def test_hands_of_a_second_match_stand_behind_those_of_the_first(app):
    made = Class(app, *NAMES[:3], here=True)
    own = {"preset": "own", "order": "up", "max_cards": "2"}
    for _ in range(2):
        made.play(seats=3, **own)
        made.finish(1, Random(3))
        made.post("/table/1/next")
        assert made.finish(1, Random(3)).match_over
    page = made.get("/boards")
    assert re.findall(r">hand (\d)<", page) == ["1", "2", "1", "2"]
    found = [int(number) for number in re.findall(r"/boards/1/(\d+)\"", page)]
    assert found == sorted(found) and len(found) == 4


def test_after_a_match_nobody_owes_the_next_hand(app):
    made = Class(app, *NAMES[:3], here=True)
    made.play(preset="own", seats=3, order="up", max_cards="1")
    made.finish(1, Random(3))
    page = text_of(made.get("?table=1"))
    assert "The match is over" in page and "New match for all" in page
    assert "not pressed" not in page and "Next hand" not in page


def test_a_match_of_many_hands_says_in_words_how_far_it_is(app):
    made = Class(app, *NAMES[:3], here=True)
    made.play("short", 3)
    made.finish(1, Random(3))
    row = re.search(r'class="tboard">(.*?)</span>', made.get("/rows"), re.S)[1]
    assert row == "1 of 9 played"


# -- the wall ---------------------------------------------------------------------------------------------------------


def test_the_wall_tells_results_only_when_no_table_has_the_hand_before_it(app):
    made = Class(app, *NAMES)
    made.play("short", 4)
    made.post("/room/wall", code="1", names="1", tables="1", results="1")
    one = made.finish(1, Random(4))
    assert 'class="stand"' not in made.wall() and "Made" not in text_of(made.wall())
    made.finish(2, Random(4))
    wall = made.wall()
    assert wall.count('class="stand"') == 2
    record = one.play.boards[-1]
    for seat, who in enumerate(record.seats):
        points = record.result.scores[seat]
        assert re.search(rf"{one.places[seat]}\. +{made.name(who.person)} +{points}\b", text_of(wall))


def test_a_wall_without_names_has_none_and_tells_how_many_made_it(app):
    made = Class(app, *NAMES[:4])
    made.play("short", 4)
    made.post("/room/wall", code="1", tables="1", results="1")
    record = made.finish(1, Random(4)).play.boards[-1]
    wall = text_of(made.wall())
    made_it = sum(bid == won for bid, won in zip(record.state.bids, record.state.won, strict=True))
    assert f"{made_it} of 4 made" in wall
    assert not any(name in wall for name in NAMES) and "player 1" not in wall
