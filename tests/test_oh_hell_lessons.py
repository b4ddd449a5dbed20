"""Lessons of Oh Hell: their text and every mistake by its line; the class's tables taken to the game and back; home,
questions, the check; the shelf, paper and the workshop."""

import re
from html import unescape
from pathlib import Path
from random import Random

import pytest
from people import Student, open_class

from hool import checks, create_app, lessons
from hool.lessons import Claim, Lesson, Problems, Question
from hool.robots import ROBOTS
from hool.rules import oh_hell
from hool.rules.cards import Card

TEXT = (Path(__file__).parent / "fixtures" / "lessons" / "oh-hell.md").read_text("utf-8")
FIRST, SECOND = "210-say-how-many", "220-the-last-to-speak"
ROBOT = ROBOTS["oh_hell"]["beginner"]


def read(text=TEXT):
    lesson = lessons.read(text, "test")
    assert isinstance(lesson, Lesson), [str(problem) for problem in lesson.items]
    return lesson


def words(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


# The text


def test_a_lesson_of_oh_hell_is_read():
    lesson = read()
    assert (lesson.game, lesson.preset, lesson.options.bidding) == ("oh_hell", "short", "open")
    one, two = (step.board for step in lesson.boards)
    assert (one.pbn.number, one.pbn.dealer) == (1, 1)
    assert [list(map(str, hand)) for hand in one.pbn.deal.hands] == [["2C"], ["KD"], ["AD"], ["QD"]]
    assert one.pbn.deal.turned == one.pbn.deal.rest[0] == Card(7, "C") and len(one.pbn.deal.rest) == 48
    assert one.claims[0] == Claim("1 is sure of 1", "is sure of", (0,), ("1",))
    assert two.options == lessons._changed(lesson.options, {"bidding": "hook"})
    view = oh_hell.view(oh_hell.start(two.board(), two.pbn.deal), None)
    assert (view.trumps, view.size, view.leader) == ("H", 2, 3)


def test_questions_speak_of_players_and_of_ones_own_tricks():
    one, two = read().boards
    assert one.questions == (Question("start", "Who takes it?", ("1", "2", "3", "4"), "seats"),)
    assert [(q.when, q.kind, q.answers) for q in two.questions] == [
        ("lead", "tricks", ("0", "1", "2")),
        ("trick 1", "words", ("yes", "no")),
    ]
    assert read().reflection_question.answers == ("1", "2", "3", "4")


def test_a_written_lesson_reads_the_same():
    assert lessons.write(read()) == TEXT
    whole = oh_hell.deal(read().boards[0].board.board(), Random(3))  # undealt cards in an order of their own
    from_log = TEXT.replace("...2 ..K. ..A. ..Q. turned 7C", lessons.deal_block.format_deal(whole))
    lesson = read(re.sub(r"\[Claims .*all can.*\n", "", from_log))
    assert lesson.boards[0].board.pbn.deal == whole
    assert read(lessons.write(lesson)) == lesson


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('game = "oh_hell"', 'game = "whist"', "3: There is no game “whist”. There are: hool, oh_hell, hoola."),
        ('check = ["hook"]', 'check = ["level"]', "10: The skill “level” is of another game."),
        ('preset = "short"', 'preset = "full"', "24: There is no preset “full”. There are: p2p, classic"),
        (
            'preset = "short"\norder = "up"',
            'preset = "two packs"',
            "23: “players” and “deck”: with these cards 6 to 10 can play, not 4.",
        ),
        ('order = "up"', 'order = "sideways"', "23: “order” cannot be 'sideways'"),
        ("```deal\n", "```pbn\n", "35: The boards of this game stand in blocks that begin with ```deal."),
        ('[Board "1"]\n', "", "36: The tag “Board” is missing."),
        ('[Board "1"]', '[Board "7"]', "36: This is board 1 of the lesson, not 7."),
        ('[Board "1"]', '[Board "0"]', "36: A board has a number from 1."),
        ('[Dealer "2"]', '[Dealer "E"]', "37: The dealer is player 1, 2, 3 or 4."),
        ('[Dealer "2"]', '[Dealer "2"]\n[Dealer "2"]', "38: “Dealer” is there twice."),
        ('[Dealer "2"]', "Dealer: 2", "37: A line of a deal is written like this: [Dealer \"1\"]"),
        ('[Dealer "2"]', '[Dealer "2"]\n[Vulnerable "All"]', "38: A board in a lesson has no tag “Vulnerable”."),
        (" turned 7C", "", "38: Say which card is turned up, behind the hands, such as turned 4D."),
        (" turned 7C", " turned 1C", "38: “1C” is not a card: write rank then suit, such as AS or TD."),
        (" turned 7C", " turned KD", "38: KD is in a hand, so it cannot be turned up."),
        ("..A. ..Q.", "..K. ..Q.", "38: The deal has KD more than once."),
        ("..A. ..Q.", "..A. ..QJ.", "38: Hand 4 has 2 cards and should have 1: “..QJ.”."),
        ("..A. ..Q.", "..A.", "38: A deal for 4 players has 4 hands, this has 3."),
        ("2 ..K. ..A. ..Q.", "32 ..K5. ..A6. ..Q7.", "38: Hand 1 of the match has 1 card for each, this deal has 2."),
        ("bidding = 'hook'", "bidding = 'loud'", "52: “bidding” cannot be 'loud'"),
        ("bidding = 'hook'", "trump = 'none'", "51: No card is turned up on this board: trumps come from elsewhere."),
        ("1 is sure of 1", "N is sure of 1", "39: “N is sure of 1” is no claim that can be checked."),
        ("make 1 0 0 0", "make 1 0 0 1", "39: “all can make 1 0 0 1”: these numbers do not add up to the tricks."),
        ("before the lead", "after the clues", "44: There are no clues on this board."),
        ("before the lead", "when dummy opens", "44: This board has no dummy."),
        ("after trick 1:", "after trick 2:", "46: This board has 2 tricks: ask after trick 1 at the latest."),
        ("Predict: Wh", "Predict after trick 1: Wh", "33: This board has one trick only: ask before the lead"),
        ("check =", "dummy_predicts = true\ncheck =", "10: “dummy_predicts”: no board of this lesson has a dummy."),
    ],
)  # fmt: skip
def test_every_mistake_is_named_by_its_line(old, new, problem):
    assert old in TEXT
    found = lessons.read(TEXT.replace(old, new, 1), "test")
    assert isinstance(found, Problems)
    assert str(found.items[0]).startswith(f"test.md:{problem}"), [str(each) for each in found.items]


@pytest.mark.parametrize("seed", range(6))
def test_whatever_a_teacher_types_is_read_or_named(seed):
    """Half-changed lessons raise nothing, and those that can be read are written the same."""
    chance = Random(seed)
    bits = ['"', "[", "]", "|", ".", " turned ", "X", "11", "0", "999999999", "\0", "`", "'", "AS", "pbn", "\n", "> "]
    for _ in range(12):
        text = TEXT
        for _ in range(chance.randint(1, 4)):
            place = chance.randrange(len(text))
            text = text[:place] + chance.choice(bits) + text[place + chance.randint(0, 4) :]
        found = lessons.read(text, "test")
        if isinstance(found, Lesson):
            assert read(lessons.write(found)) == found
        else:
            assert found.items


def test_a_block_of_oh_hell_in_a_lesson_of_hool_is_named():
    found = lessons.read(TEXT.replace('game = "oh_hell"\n', "").replace('"hook"', '"winner"'), "test")
    assert any("stand in blocks that begin with ```pbn" in str(problem) for problem in found.items)


def test_the_command_says_the_game(app, tmp_path):
    (tmp_path / "300-enough.md").write_text(TEXT, "utf-8")
    (tmp_path / "310-wrong.md").write_text(TEXT.replace(" turned 7C", ""), "utf-8")
    result = app.test_cli_runner().invoke(args=["lessons", str(tmp_path)])
    assert "300-enough: Just enough (oh_hell, beside the ladder, 40 minutes, 2 boards)" in result.output
    assert "310-wrong.md:38: Say which card is turned up" in result.output and result.exit_code == 1


# A class


class Class:
    def __init__(self, app, *names):
        self.app, self.clock = app, app.config["CLOCK"]
        self.parts = app.extensions["hool"]
        self.school, self.tables, self.sessions = self.parts.classroom, self.parts.tables, self.parts.sessions
        self.teacher, self.slug, self.students = open_class(app, *names, start=False)
        self.room = self.parts.store.room_by_slug(self.slug).id
        self.chance = Random(2)

    @property
    def all_tables(self):
        return self.tables.tables(self.room)

    @property
    def seats(self):
        return {
            person: (t.id, seat) for t in self.all_tables for seat, who in enumerate(t.seats) for person in who.people
        }

    @property
    def crowds(self):
        """How many sit at each table with people, fewest first."""
        return sorted(len(table.people) for table in self.all_tables if table.people)

    def step(self, table):
        """Whoever is due acts; of robots time alone is asked."""
        seat = min(table.to_act())
        person = table.seats[seat].person
        if person is None:
            self.clock.advance(2)
        else:
            action, _ = ROBOT(table.rules.view(table.play.state, seat), self.chance)
            assert self.tables.act(table.id, person, table.turns[seat], str(action)).ok
        return self.tables.get(table.id)

    def until(self, table, reached):
        while not reached(table):
            table = self.step(table)
        return table

    def play_out(self, table):
        return self.until(self.tables.get(table.id), lambda table: not table.playing)

    def see(self, path):
        answer = self.teacher.http.get(f"/room/{self.slug}/class{path}", follow_redirects=True)
        assert answer.status_code == 200, path
        return words(answer.get_data(as_text=True))


def test_the_tables_turn_to_the_game_of_a_lesson_and_back(app):
    klass = Class(app, "Ada", "Bo", "Cem", "Dua", "Eli")
    klass.school.start(klass.room)
    before, cards = klass.seats, [table.play.deal for table in klass.all_tables]
    klass.sessions.open(klass.room, FIRST)
    assert [(t.game, t.paused, t.options.trump) for t in klass.all_tables] == [("oh_hell", True, "none")] * 2
    klass.sessions.go(klass.room, "play")
    assert klass.seats == before, "everybody keeps the seat"
    for table in klass.all_tables:
        assert table.playing and klass.sessions.place_of(table) == 0 and not table.paused
    ada = klass.students[0]
    ada.get(f"/room/{klass.slug}/play")
    assert "How many of you four will be exactly right?" in words(ada.heard[-1])
    klass.play_out(klass.all_tables[0])
    assert klass.sessions.finished(klass.all_tables[0]) == (0,)
    klass.sessions.end(klass.room)
    assert [(t.game, t.lesson, t.paused) for t in klass.all_tables] == [("hool", 0, True)] * 2
    assert klass.seats == before
    klass.school.start(klass.room)
    for table in klass.all_tables:
        assert table.playing and table.play.deal not in cards and table.options.partners


def test_a_class_of_six_at_a_table_sits_by_fours_in_a_lesson_and_together_afterwards(app):
    klass = Class(app, *"ABCDEF")
    options = oh_hell.PRESETS["spades"]
    klass.school.play_game(klass.room, "oh_hell", options, 6, limit=600)
    assert klass.crowds == [6]
    klass.sessions.open(klass.room, "010-one-suit")
    assert {(t.game, len(t.seats), t.limit) for t in klass.all_tables} == {("hool", 4, 0)}
    assert klass.crowds == [2, 4]
    klass.sessions.go(klass.room, "play")
    assert all(table.playing for table in klass.all_tables if table.people)
    klass.sessions.end(klass.room)
    assert {(t.game, len(t.seats), t.limit, t.options) for t in klass.all_tables} == {("oh_hell", 6, 600, options)}
    assert klass.crowds == [6]


def test_whoever_comes_late_joins_the_game_of_the_lesson(app):
    klass = Class(app, *"ABCD")
    klass.sessions.open(klass.room, FIRST)
    klass.sessions.go(klass.room, "play")
    late = Student(app, klass.slug, "Late")
    table, _seat = klass.school.seat_of(late.id)
    assert (table.game, table.number, table.playing) == ("oh_hell", 2, True)
    assert klass.sessions.place_of(table) == 0


def test_options_that_are_set_during_a_lesson_of_another_game_wait_for_its_end(app):
    klass = Class(app, *"AB")
    klass.sessions.open(klass.room, FIRST)
    klass.school.change_settings(klass.room, options={"match": 8})
    assert klass.all_tables[0].options == klass.sessions.current(klass.room).lesson.options
    klass.sessions.end(klass.room)
    assert klass.all_tables[0].options.match == 8


def test_a_lesson_is_played_to_its_end_with_questions_at_their_moments(app):
    klass = Class(app, *"ABCD")
    klass.sessions.open(klass.room, SECOND)
    klass.sessions.go(klass.room, "play")
    (table,) = klass.all_tables
    ada = table.seats[0].person
    assert [asked.question.kind for asked in klass.sessions.questions(table, 0)] == ["seats"]
    assert klass.tables.act(table.id, ada, table.turns[0], "predict 0 0").ok
    table = klass.play_out(table)
    assert [said[:3] for said in table.play.boards[0].said] == [(0, "0", 0)]
    klass.tables.command(table.id, "next")
    table = klass.tables.get(table.id)
    assert klass.sessions.questions(table, 0) == (), "asked when all have bid"
    table = klass.until(table, lambda table: table.rules.view(table.play.state, None).phase == "play")
    assert len(klass.sessions.questions(table, 0)) == 1
    for place in range(2, 7):
        table = klass.play_out(table)
        assert klass.sessions.finished(table) == tuple(range(place))
        if place < 6:
            klass.tables.command(table.id, "next")
            table = klass.tables.get(table.id)
    hook = [record for record in table.play.boards if record.board.options.bidding == "hook"]
    assert [record.board.number for record in hook] == [4, 5, 6]
    assert all(sum(record.state.bids) != record.state.size for record in hook), "with the hook somebody misses"


def test_the_same_cards_are_compared_with_and_without_the_hook(app):
    klass = Class(app, *"ABCD")
    klass.sessions.open(klass.room, SECOND)
    klass.sessions.go(klass.room, "play")
    (table,) = klass.all_tables
    klass.play_out(table)
    klass.tables.command(table.id, "deal 3")
    table = klass.play_out(table)
    with app.test_request_context():
        stage = klass.parts.show.stage(klass.school.person(table.seats[0].person)).html
    found = re.search(r'<table class="ways".*?</table>', stage, re.S)[0]
    first, again = (record for record in table.play.boards)
    told = [f"{r.state.bids[0]} {r.state.won[0]} {r.result.scores[0]}" for r in (first, again)]
    assert words(found).endswith(f"any bid {told[0]} with the hook this time {told[1]}")


def test_a_lesson_is_played_at_home_with_its_own_game(app):
    klass = Class(app, "Ada")
    session = klass.sessions.assign(klass.room, FIRST)
    ada = klass.students[0]
    page = ada.get(f"/room/{klass.slug}/home/{session.id}").get_data(as_text=True)
    assert "One card each." in words(page) and 'data-page="home"' in page
    rules = words(ada.get(f"/room/{klass.slug}/rules?lesson={session.id}").get_data(as_text=True))
    assert "exactly" in rules and "dummy" not in rules.lower()
    table = klass.sessions.home_table(klass.school.person(ada.id), session.id)
    assert (table.game, table.at_home, [who.acts_alone for who in table.seats].count(True)) == ("oh_hell", True, 3)
    table = klass.play_out(table)
    assert klass.sessions.home_done(klass.school.person(ada.id)) == {session.id: frozenset({0})}
    assert ada.post(f"/room/{klass.slug}/home/{session.id}/board", board="3").status_code == 303
    assert klass.sessions.place_of(klass.tables.get(table.id)) == 2


def test_a_lesson_survives_a_restart(app, clock):
    klass = Class(app, *"ABCD")
    klass.sessions.open(klass.room, SECOND)
    klass.sessions.go(klass.room, "play")
    table = klass.play_out(klass.all_tables[0])
    again = create_app({"DATA": app.config["DATA"], "CLOCK": clock, "LATER": clock.later}).extensions["hool"]
    there = again.tables.get(table.id)
    assert (there.game, there.lesson, there.next_place, there.play.boards) == (
        "oh_hell",
        table.lesson,
        1,
        table.play.boards,
    )
    assert again.sessions.step_of(there).title == "Board 1: A card is turned up"


def test_the_check_asks_for_the_number_that_the_dealer_may_not_bid(app):
    klass = Class(app, "Ada")
    klass.sessions.open(klass.room, SECOND)
    for phase in ("play", "reflect"):
        klass.sessions.go(klass.room, phase)
    ada = klass.school.person(klass.students[0].id)
    for n in range(1, 6):
        klass.sessions.go_on(ada, SECOND, "next")
        state = klass.sessions.check(ada, SECOND)
        assert state.item.skill == ("turned trumps", "hook")[(n - 1) % 2]
        assert klass.sessions.answer_check(ada, SECOND, n, state.item.right)
    assert klass.sessions.passed(klass.room, SECOND) == {ada.id}


@pytest.mark.parametrize("seed", range(40))
def test_the_forbidden_number_makes_the_bids_add_up(seed):
    item = checks.make("hook", str(seed))
    size, *bids = map(int, re.findall(r"\d+", str(item.situation).replace("One card", "1 cards")))
    (right,) = item.right[0]
    assert right == (str(size - sum(bids)) if sum(bids) <= size else "none")


def test_seats_in_a_reflection_are_players(app):
    klass = Class(app, *"AB")
    klass.parts.shelf.save(klass.room, "300-enough", TEXT)
    klass.sessions.open(klass.room, "300-enough")
    for phase in ("play", "reflect"):
        klass.sessions.go(klass.room, phase)
    with app.test_request_context():
        stage = klass.parts.show.stage(klass.school.person(klass.students[0].id)).html
    assert "seat 1 seat 2 seat 3 seat 4" in words(stage)
    assert "seat 3" in klass.see("/lesson")


# The teacher's pages


def test_the_shelf_the_notes_and_the_paper_speak_of_the_game(app):
    klass = Class(app, "Ada")
    assert "Oh Hell Say how many." in klass.see("/lessons")
    notes = klass.see(f"/lessons/{SECOND}")
    assert "seat 2 deals" in notes and "7 7 of clubs turned up" in notes
    assert "1 card each · a card turned up makes trumps · bids in turn, any number" in notes
    assert "Which number may you not bid?" in notes and "North" not in notes
    sheet = klass.see(f"/lessons/{SECOND}/paper/teacher")
    assert "Oh Hell · 40 minutes" in sheet and "All know who will take the trick" in sheet
    hands = klass.see(f"/lessons/{SECOND}/paper/hands")
    assert "6 6 of hearts turned up" in hands and "seat 3 deals" in hands
    card = klass.see(f"/lessons/{FIRST}/paper/card")
    assert "Take exactly that many" in card and "trump" not in card.lower()
    card = klass.see(f"/lessons/{SECOND}/paper/card")
    assert "its suit is trumps" in card and "somebody always misses" in card


def test_the_workshop_copies_shows_and_extends_a_lesson(app):
    klass = Class(app)
    at = f"/room/{klass.slug}/class/lessons"
    klass.teacher.post(f"{at}/{FIRST}/copy")
    (own,) = klass.parts.shelf.own(klass.room)
    page = klass.see(f"/lessons/{own.name}/edit")
    assert "No mistakes: this lesson can be played. Oh Hell · 40 minutes" in page
    assert "seat 4 deals" in page and "Add a hand" in page
    form = {"text": own.text, "do": "add", "board_title": "More", "side": "add"}
    answer = klass.teacher.http.post(f"{at}/{own.name}/edit", data=form).get_data(as_text=True)
    assert "Board 6 stands at the end of the boards." in words(answer)
    text = unescape(re.search(r"<textarea[^>]*>\n(.*?)</textarea>", answer, re.S)[1])
    lesson = read(text.replace("max_cards = 5", ""))
    assert [step.title for step in lesson.boards][-1] == "Board 6: More"
    assert len(lesson.boards[-1].board.pbn.deal.hands[0]) == 1, "the list of hands begins again"
    form = {"text": own.text, "do": "preset spades"}
    answer = klass.teacher.http.post(f"{at}/{own.name}/edit", data=form).get_data(as_text=True)
    assert "The lesson has the rules “spades” now." in words(answer)
    broken = own.text.replace('[Dealer "4"]', '[Dealer "5"]', 1)
    live = klass.teacher.http.post(f"{at}/{own.name}/preview", data={"text": broken}).get_data(as_text=True)
    assert "The dealer is player 1, 2, 3 or 4." in words(live)
