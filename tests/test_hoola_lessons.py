"""Lessons of Hoola: their text and every mistake by its line; boards that begin in the middle; a class from the
question to the check; home; what the check asks; paper and workshop."""

import re
from dataclasses import replace
from html import unescape
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
import test_oh_hell_lessons
from test_oh_hell_lessons import words

from hool import checks, create_app, lessons
from hool.formats import deal_block
from hool.lessons import Claim, Lesson, Problems, Question
from hool.robots import ROBOTS
from hool.rules import hoola
from hool.rules.cards import Card, parse_card
from hool.rules.game import Board

FOLDER = Path(__file__).parent.parent / "lessons"
FIRST, SECOND = "230-sets-and-runs", "240-thank-you"
ROBOT = ROBOTS["hoola"]["beginner"]

HEAD = """+++
title = "Melds"
game = "hoola"
minutes = 40
new = "Melds."
goal = "Find them."
big_question = "Keep or give?"
story = "A. B."
reflection = "Which? [seats]"
check = ["melds"]
look_for = ["A."]
mistakes = ["B."]
ask_back = [["C?", "D?"]]

[phases]
40 = [4, 24, 9, 3]

[ages]
8-10 = "A."
11-14 = "B."
adults = "C."

[options]
preset = "seed"
claim_window_s = 8
+++
"""
BODY = """
## Board 1: In the middle

> Predict: Who is out first? [seats]

> Predict after the first meld: How many? [0-3]

```deal
[Board "1"]
[Dealer "3"]
[Deal "Q2.2.J2.93 J5.Q4.T.87 3.K.8.J654 K9.93.96.Q turned 6H"]
[Stock "TH AD"]
[Claims "1 can meld 2S 2H 2D; 1 counts 41"]
[Play "3 draw, discard KH"]
```
"""
TEXT = HEAD + BODY


def read(text=TEXT):
    lesson = lessons.read(text, "test")
    assert isinstance(lesson, Lesson), [str(problem) for problem in lesson.items]
    return lesson


def problems(text):
    found = lessons.read(text, "test")
    return [str(each) for each in found.items] if isinstance(found, Problems) else []


# The text


def test_a_lesson_of_hoola_is_read():
    lesson = read()
    assert (lesson.game, lesson.preset, lesson.options.claim_window_s, lesson.adds_up) == ("hoola", "seed", 8, False)
    (step,) = lesson.boards
    board = step.board
    assert list(map(str, board.pbn.deal.rest[:3])) == ["6H", "TH", "AD"] and board.pbn.deal.turned == Card(6, "H")
    assert len(board.pbn.deal.rest) == 24
    assert board.claims[1] == Claim("1 counts 41", "counts", (0,), ("41",))
    assert step.questions == (
        Question("start", "Who is out first?", ("1", "2", "3", "4"), "seats"),
        Question("meld", "How many?", ("0", "1", "2", "3"), "words"),
    )


def test_the_clock_passes_between_turns_that_have_been_played():
    board = read().boards[0].board
    assert board.pbn.acts == ((2, "draw"), (2, "discard KH"), (-1, "close"))
    state = board.state()
    assert (hoola.phase(state), state.turn, len(state.hands[2])) == ("draw", 3, 7)
    claimed = read(TEXT.replace('discard KH"]', 'discard KH"]\n[Play "1 pass"]\n[Play "4 draw, discard KS"]'))
    assert [text for _, text in claimed.boards[0].board.pbn.acts] == [
        *("draw", "discard KH", "pass", "close", "draw", "discard KS", "close")
    ]


def test_cards_of_the_stock_that_are_not_named_follow_by_lot_always_the_same():
    once, again = (read().boards[0].board.pbn.deal for _ in range(2))
    assert once == again
    named = read(TEXT.replace("TH AD", " ".join(map(str, reversed(once.rest[1:])))))
    assert named.boards[0].board.pbn.deal.rest[1:] == once.rest[:0:-1]
    rest = once.rest[3:]
    assert rest != tuple(sorted(rest, key=lambda card: ("SHDC".index(card.suit), -card.rank)))


def test_a_written_lesson_reads_the_same():
    assert lessons.write(read()) == TEXT
    for seed in range(5):  # any deal, as the workshop adds it
        deal = hoola.deal(Board(1, 0, 4, hoola.Options()), Random(seed))
        board = deal_block.read("\n".join(deal_block.write(deal_block.FileBoard(1, 0, deal), True)), True).boards[0]
        assert board.deal == deal


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('check = ["melds"]', 'check = ["hook"]', "10: The skill “hook” is of another game."),
        ('preset = "seed"', 'preset = "short"', "24: There is no preset “short”. There are: seed, pagat."),
        ("claim_window_s = 8", "claim_window_s = 60", "23: “claim_window_s” cannot be 60"),
        ("claim_window_s = 8", "players = 3", "23: “players” cannot be 3 here: lessons are for four."),
        ("claim_window_s = 8", 'next_dealer = "rotate"', "23: “next_dealer”: in a lesson each board says who deals."),
        ("```deal\n", "```pbn\n", "34: The boards of this game stand in blocks that begin with ```deal."),
        (" turned 6H", "", "37: Say which card is turned up, behind the hands, such as turned 4D."),
        (" turned 6H", " turned KS", "37: KS is in a hand, so it cannot be turned up."),
        ("Q2.2.J2.93", "Q2.2.J2.9", "37: Hand 1 has 6 cards and should have 7"),
        ('"TH AD"', '"TH TH"', "38: TH is there twice."),
        ('"TH AD"', '"TH KH"', "38: KH is dealt or turned up already."),
        ('"TH AD"', '"TH 1D"', "38: “1D” is not a card"),
        ("1 counts 41", "1 counts 42", "39: “1 counts 42” does not hold; it is 41."),
        ("1 can meld 2S 2H 2D", "1 can meld 2S 2H 2C", "39: “1 can meld 2S 2H 2C” does not hold with these cards."),
        ("1 counts 41", "3 can go out", "39: “3 can go out” does not hold: it is player 4's turn."),
        ("1 counts 41", "4 draws TH", "39: “4 draws TH” does not hold; it is AD."),
        ("1 counts 41", "4 can call knock", "39: “4 can call knock” does not hold with these cards."),
        ("1 counts 41", "3 is sure of 2", "39: “3 is sure of 2” is no claim that can be checked."),
        ("3 draw, discard KH", "3 discard KH", "40: “3 discard KH” cannot be played here: First draw a card."),
        ("3 draw, discard KH", "4 draw", "40: “4 draw” cannot be played here: It is player 3's turn."),
        ("discard KH", "meld 8D", "40: “3 meld 8D” cannot be played here: “meld 8D” is not possible now."),
        ("3 draw, discard KH", "three draw", '40: A turn that was played is written like this: [Play "1 draw'),
        ("3 draw, discard KH", "3 draw,, discard KH", '40: A turn that was played is written like this: [Play "1 draw'),
        ('[Stock "TH AD"]', '[Auction "N"]', "38: A board in a lesson has no tag “Auction”."),
        ("[seats]\n", "[tricks]\n", "30: There are no tricks in this game"),
        ("after the first meld", "after trick 1", "32: In Hoola a prediction is asked before the board or after"),
        ("after the first meld", "after the end", "32: In Hoola a prediction is asked before the board or after"),
        (
            '[Play "3 draw, discard KH"]',
            '[Play "3 draw, meld 4C 5C 6C, discard KH"]\n[Play "4 draw, discard KS"]',
            "32: The cards in “Play” are past this moment.",
        ),
        ("check =", "dummy_predicts = true\ncheck =", "10: “dummy_predicts”: no board of this lesson has a dummy."),
    ],
)
def test_every_mistake_is_named_by_its_line(old, new, problem):
    assert old in TEXT
    found = problems(TEXT.replace(old, new, 1))
    assert any(each.startswith(f"test.md:{problem}") for each in found), found


@pytest.mark.parametrize("seed", range(10))
def test_whatever_robots_play_can_be_written_as_turns_that_were_played(seed):
    chance = Random(seed)
    options = hoola.Options(claim_policy=chance.choice(["first", "priority"]))
    board = Board(1, chance.randrange(4), 4, options)
    deal = hoola.deal(board, chance)
    state, acts = hoola.start(board, deal), []
    for _ in range(chance.randrange(60)):
        seat = max(hoola.to_act(state))
        action = hoola.Close() if seat == -1 else ROBOT(hoola.view(state, seat), chance)[0]
        if (after := hoola.apply(state, seat, action)).ending:
            break
        state = after
        acts.append((seat, str(action)))
    block = "\n".join(deal_block.write(deal_block.FileBoard(1, board.dealer, deal, acts=tuple(acts)), True))
    text = TEXT[: TEXT.index("```deal")] + f"```deal\n{block}\n```\n"
    text = text.replace(" after the first meld", "").replace(
        "[options]", f'[options]\nclaim_policy = "{options.claim_policy}"'
    )
    found = read(text).boards[0].board
    if hoola.phase(state) == "claim":
        state = hoola.apply(state, -1, hoola.Close())
    options = found.options  # the window is of another length there
    assert found.state() == replace(state, board=replace(board, options=options))


def test_a_board_that_is_over_cannot_be_begun():
    knock = (
        (FOLDER / f"{SECOND}.md")
        .read_text("utf-8")
        .replace('[Play "2 draw, discard KH"]', "")
        .replace(
            '[Play "1 draw, discard QS"]',
            '[Play "1 draw, discard QS"]\n[Play "2 draw, discard KH"]\n[Play "3 knock"]',
            1,
        )
    )
    assert any("“3 knock” cannot be played here: With this the board is over" in each for each in problems(knock))


def test_what_only_hoola_has_is_refused_elsewhere():
    text = test_oh_hell_lessons.TEXT.replace("before the lead", "after the first meld")
    assert "test.md:44: There are no melds in this game." in problems(text)
    text = test_oh_hell_lessons.TEXT.replace('[Dealer "2"]', '[Dealer "2"]\n[Stock "4D"]', 1)
    assert "test.md:38: A board in a lesson has no tag “Stock”." in problems(text)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_a_teacher_types_is_read_or_named(seed):
    chance = Random(seed)
    bits = ['"', "[", "]", "|", ".", ",", " turned ", "X", "0", "\0", "`", "AS", "\n", "> ", "draw", "-1 ", "close"]
    for _ in range(12):
        text = TEXT
        for _ in range(chance.randint(1, 4)):
            place = chance.randrange(len(HEAD) - 60, len(text))
            text = text[:place] + chance.choice(bits) + text[place + chance.randint(0, 4) :]
        found = lessons.read(text, "test")
        if isinstance(found, Lesson):
            assert read(lessons.write(found)) == found
        else:
            assert found.items


@pytest.mark.parametrize(
    ("claim", "true"),
    [
        ("3 can make a Hoola", True),
        ("3 draws 9D", True),
        ("3 can go out", True),
        ("3 can call knock", False),
        ("3 can take 5D", False),
        ("2 can claim 4D", False),
        ("4 can claim JS", False),
        ("4 can claim QC", True),
        ("1 can claim 7H", True),
        ("1 can meld KS KS KS", False),
    ],
)
def test_a_claim_is_believed_only_if_it_holds(claim, true):
    text = (FOLDER / f"{SECOND}.md").read_text("utf-8").replace("3 draws 9D; 3 can make a Hoola", claim)
    assert (problems(text) == []) == true, problems(text)


# A class


class Class(test_oh_hell_lessons.Class):
    def step(self, table):
        """Whoever is due acts, people first; of robots and of the clock time alone is asked."""
        people = [seat for seat in sorted(table.to_act()) if table.seats[seat].person is not None]
        if not people or table.seats[people[0]].acts_alone:
            self.clock.advance(2)
        else:
            seat = people[0]
            action, _ = ROBOT(table.rules.view(table.play.state, seat), self.chance)
            assert self.tables.act(table.id, table.seats[seat].person, table.turns[seat], str(action)).ok
        return self.tables.get(table.id)


def test_a_class_plays_the_first_lesson_from_the_question_to_the_end(app):
    klass = Class(app, "Ada", "Bo")
    klass.school.start(klass.room)
    before = klass.seats
    klass.sessions.open(klass.room, FIRST)
    (table,) = klass.all_tables
    assert (table.game, table.paused, table.options.thank_you, len(table.seats)) == ("hoola", True, "off", 4)
    klass.sessions.go(klass.room, "play")
    (table,) = klass.all_tables
    assert table.playing and table.play.board.dealer == 0 and klass.seats == before
    ada = klass.students[0]
    stage = words(ada.get(f"/room/{klass.slug}/play").get_data(as_text=True))
    assert "Who will be out first?" in stage and "Everybody has one meld." in stage
    seat = table.seat_of(ada.id)
    assert klass.tables.act(table.id, ada.id, table.turns[seat], "predict 0 2").ok
    table = klass.play_out(table)
    assert klass.sessions.finished(table) == (0,)
    klass.tables.command(table.id, "next")
    assert klass.sessions.place_of(klass.tables.get(table.id)) == 1
    klass.sessions.bring(klass.room, 4)
    table = klass.play_out(table)
    assert klass.sessions.finished(table) == (0, 4)
    assert [(record.board.number, record.fixed) for record in table.play.boards] == [(1, 0), (5, 10)]
    assert [said[:2] for said in table.play.boards[0].said] == [(seat, "0")]
    shown = words(ada.get(f"/room/{klass.slug}/play").get_data(as_text=True))
    assert "How we got rid of the last card." in shown
    assert "the match" not in shown, "the boards of this lesson do not add up"
    klass.sessions.end(klass.room)
    assert [(t.game, t.lesson, t.paused) for t in klass.all_tables] == [("hool", 0, True)]


def test_a_class_of_five_at_a_table_sits_by_fours_in_a_lesson_and_together_afterwards(app):
    klass = Class(app, *"ABCDE")
    options = hoola.PRESETS["pagat"]
    klass.school.play_game(klass.room, "hoola", options, 5, limit=600)
    assert klass.crowds == [5]
    klass.sessions.open(klass.room, SECOND)
    klass.sessions.go(klass.room, "play")
    assert {(t.game, len(t.seats), t.limit, t.options.ace) for t in klass.all_tables} == {("hoola", 4, 0, "high_low")}
    assert klass.crowds == [1, 4] and all(t.playing for t in klass.all_tables if t.people)
    klass.sessions.end(klass.room)
    (table,) = (t for t in klass.all_tables if t.people)
    assert (table.game, len(table.seats), table.limit) == ("hoola", 5, 600)
    assert replace(table.options, first_dealer=0) == options and len(table.people) == 5


def test_what_a_board_says_stands_there_until_everybody_has_had_a_turn(app):
    klass = Class(app, "Ada")
    klass.sessions.open(klass.room, FIRST)
    klass.sessions.go(klass.room, "play")
    (table,) = klass.all_tables
    klass.tables.act(table.id, klass.students[0].id, table.turns[0], "predict 0 -")

    def seen(turns):
        klass.until(klass.all_tables[0], lambda table: sum(a.text[:7] == "discard" for a in table.play.acts) >= turns)
        with app.test_request_context():
            stage = words(klass.parts.show.stage(klass.school.person(klass.students[0].id)).html)
        return stage.count("Everybody has one meld.")  # once in the menu

    assert (seen(0), seen(3), seen(4)) == (2, 2, 1)


def test_what_was_expected_is_shown_at_the_end(app):
    klass = Class(app, "Ada", "Bo")
    klass.sessions.open(klass.room, FIRST)
    klass.sessions.go(klass.room, "play")
    (table,) = klass.all_tables
    ada = klass.students[0]
    klass.tables.act(table.id, ada.id, table.turns[table.seat_of(ada.id)], "predict 0 2")
    klass.play_out(table)
    with app.test_request_context():
        stage = klass.parts.show.stage(klass.school.person(ada.id)).html
    heard = re.search(r'<section class="heard".*?</section>', stage, re.S)[0]
    assert "Who will be out first?" in words(heard) and "You:" in words(heard)


def test_a_board_that_begins_in_the_middle_stands_so_after_a_restart_too(app, clock):
    klass = Class(app, *"ABCD")
    klass.sessions.open(klass.room, SECOND)
    klass.sessions.go(klass.room, "play")
    klass.sessions.bring(klass.room, 2)
    (table,) = klass.all_tables
    view = hoola.view(table.play.state, None)
    assert (view.phase, view.turn, view.counts, view.stock) == ("draw", 2, (7, 7, 3, 4), 19)
    assert [act.seat for act in table.play.acts if act.text == "close"] == [-1] * 4
    again = create_app({"DATA": app.config["DATA"], "CLOCK": clock, "LATER": clock.later}).extensions["hool"]
    there = again.tables.get(table.id)
    assert (there.play.state, there.play.fixed) == (table.play.state, table.play.fixed)
    asked = klass.sessions.questions(table, 2)
    assert [each.question.answers for each in asked] == [("yes", "no")]
    person = table.seats[2].person
    assert klass.tables.act(table.id, person, table.turns[2], "knock").ok
    assert klass.tables.get(table.id).play.boards[-1].state.winner == 2


def test_robots_wait_until_people_have_seen_how_a_board_lies(app, clock):
    klass = Class(app, "Ada")
    klass.sessions.open(klass.room, SECOND)
    klass.sessions.go(klass.room, "play")
    klass.sessions.bring(klass.room, 2)
    (table,) = klass.all_tables
    clock.advance(7)
    assert len(klass.tables.get(table.id).play.acts) == table.play.fixed, "the robot is to play, and may end the board"
    clock.advance(2)
    assert len(klass.tables.get(table.id).play.acts) > table.play.fixed


def test_the_same_knock_fails_on_the_next_board(app):
    klass = Class(app, *"ABCD")
    klass.sessions.open(klass.room, SECOND)
    klass.sessions.go(klass.room, "play")
    klass.sessions.bring(klass.room, 3)
    (table,) = klass.all_tables
    assert klass.tables.act(table.id, table.seats[2].person, table.turns[2], "knock").ok
    record = klass.tables.get(table.id).play.boards[-1]
    assert (record.state.winner, record.state.knocker) == (3, 2)
    assert {line.payer for line in hoola.payments(record.state)} == {2}


def test_boards_with_the_same_cards_are_compared(app):
    klass = Class(app, *"ABCD")
    klass.sessions.open(klass.room, SECOND)
    klass.sessions.go(klass.room, "play")
    (table,) = klass.all_tables
    klass.play_out(table)
    klass.tables.command(table.id, "next")
    table = klass.tables.get(table.id)
    assert table.play.board.options.claim_policy == "priority"
    table = klass.play_out(table)
    first, again = table.play.boards
    assert first.deal == again.deal
    with app.test_request_context():
        stage = klass.parts.show.stage(klass.school.person(table.seats[0].person)).html
    found = words(re.search(r'<table class="ways".*?</table>', stage, re.S)[0])
    for record in (first, again):
        assert str(hoola.hand_value(record.board.options, record.state.hands[0])) in found


def test_a_lesson_is_played_at_home_with_three_robots(app):
    klass = Class(app, "Ada")
    session = klass.sessions.assign(klass.room, FIRST)
    ada = klass.students[0]
    page = ada.get(f"/room/{klass.slug}/home/{session.id}").get_data(as_text=True)
    assert "Everybody has one meld." in words(page) and 'data-page="home"' in page
    rules = words(ada.get(f"/room/{klass.slug}/rules?lesson={session.id}").get_data(as_text=True))
    assert "set" in rules and "trick" not in rules.lower()
    person = klass.school.person(ada.id)
    table = klass.sessions.home_table(person, session.id)
    assert (table.game, [who.acts_alone for who in table.seats]) == ("hoola", [True, True, False, True])
    klass.play_out(table)
    assert klass.sessions.home_done(person) == {session.id: frozenset({0})}
    assert ada.post(f"/room/{klass.slug}/home/{session.id}/board", board="5").status_code == 303
    table = klass.sessions.home_table(person, session.id)
    assert klass.sessions.place_of(table) == 4
    assert (table.play.state.turn, len(table.play.state.hands[2])) == (2, 4), "the last card is the student's"


def test_the_check_is_passed_with_the_right_answers(app):
    klass = Class(app, "Ada")
    klass.sessions.open(klass.room, SECOND)
    for phase in ("play", "reflect"):
        klass.sessions.go(klass.room, phase)
    ada = klass.school.person(klass.students[0].id)
    klass.sessions.reflect(ada, "the nearest has it")
    skills = ("thank you", "hand points", "payment")
    for n in range(1, 6):
        klass.sessions.go_on(ada, SECOND, "next")
        state = klass.sessions.check(ada, SECOND)
        assert state.item.skill == skills[(n - 1) % 3]
        with app.test_request_context():
            assert str(state.item.ask) in words(klass.parts.show.stage(ada).html)
        assert klass.sessions.answer_check(ada, SECOND, n, state.item.right)
    assert klass.sessions.passed(klass.room, SECOND) == {ada.id}


# What the check asks, answered by rules written down once more


def of(text):
    return [parse_card(word) for word in re.findall(r"\b[2-9TJQKA][SHDC]\b", text)]


def is_meld(cards):
    """By the rules of the lesson: the ace low or high."""
    ranks, suits = sorted(card.rank for card in cards), {card.suit for card in cards}
    enough = 1 if ranks == [7] else 2 if 7 in ranks else 3
    if len(set(ranks)) == 1:
        return len(cards) >= enough
    low = sorted(1 if rank == 14 else rank for rank in ranks)
    rows = [list(range(row[0], row[0] + len(row))) for row in (ranks, low)]
    return len(suits) == 1 and len(cards) >= enough and (ranks == rows[0] or low == rows[1])


@pytest.mark.parametrize("seed", range(40))
def test_which_groups_are_melds(seed):
    item = checks.make("melds", str(seed))
    (part,) = item.parts
    melds = {option.value for option in part.options if is_meld(of(option.value.replace("-", " ")))}
    assert item.right == (frozenset(melds),)
    assert 2 <= len(melds) <= 4 and len(part.options) == 6


@pytest.mark.parametrize("seed", range(40))
def test_which_cards_go_on_the_meld(seed):
    item = checks.make("lay off", str(seed))
    laid = of(str(item.situation))
    fits = {option.value for option in item.parts[0].options if is_meld([*laid, option.shown])}
    assert item.right == (frozenset(fits),)


@pytest.mark.parametrize("seed", range(40))
def test_who_may_say_thank_you(seed):
    item = checks.make("thank you", str(seed))
    card, hand = of(str(item.situation))[-1], item.picture.cards
    assert card not in hand and len(hand) == 7
    kinds = {
        "set" if group[0].rank == card.rank else "run"
        for size in (1, 2)
        for group in combinations(hand, size)
        if is_meld([card, *group])
    }
    assert item.right == (frozenset(kinds or {"no"}),)


@pytest.mark.parametrize("seed", range(40))
def test_what_a_hand_counts(seed):
    item = checks.make("hand points", str(seed))
    ranks = [card.rank for card in item.picture.cards]
    points = sum(1 if rank == 14 else rank for rank in ranks if ranks.count(rank) < 4)
    assert item.right == (frozenset({str(points)}),)


@pytest.mark.parametrize("seed", range(40))
def test_who_pays_what(seed):
    item = checks.make("payment", str(seed))
    began, *told = re.split(r"(?=Player [BCD] has)", str(item.situation))
    points = [int(re.search(r"has (\d+) point", text)[1]) for text in told]
    for place, text in enumerate(told):
        cost = sum(each <= points[place] for each in points)
        sevens = re.search(r"with (?:a 7|(\d) sevens)", text)
        cost *= 2 ** (int(sevens[1] or 1) if sevens else 0)
        cost *= 2 if "no meld" in text else 1
        cost *= 1 if "no Hoola" in began else 2
        assert item.right[place] == {str(cost)}, text


def test_a_lesson_with_rules_of_its_own_is_asked_by_them():
    low, pagat = hoola.Options(ace="low"), hoola.PRESETS["pagat"]
    asked = [checks.make("melds", str(seed), low) for seed in range(60)]
    top = [item for item in asked if any("KS-AS" in option.value for option in item.parts[0].options)]
    assert top and all(not any("KS-AS" in value for value in item.right[0]) for item in top)
    items = [checks.make("hand points", str(seed), pagat) for seed in range(60)]
    seven = next(i for i in items if sum(card.rank == 7 for card in i.picture.cards) == 1)
    assert "14" in str(seven.why)


# The teacher's pages


def test_the_shelf_the_notes_and_the_paper_speak_of_the_game(app):
    klass = Class(app, "Ada")
    assert "Hoola Sets and runs." in klass.see("/lessons")
    notes = klass.see(f"/lessons/{FIRST}")
    assert "seat 1 deals" in notes and "9 9 of diamonds turned up" in notes and "no thank you · no knock" in notes
    assert "The stock, from the top:" in notes and "Asked after the first meld" in notes
    assert "seat 1 plays next" in notes and "Meld of seat 3: 4 4 of clubs" in notes
    assert "Which of these are melds?" in notes and "North" not in notes and "trick" not in notes.lower()
    notes = klass.see(f"/lessons/{SECOND}")
    assert "thank you for everybody, the nearest in turn has it" in notes
    sheet = klass.see(f"/lessons/{FIRST}/paper/teacher")
    assert "Hoola · 40 minutes" in sheet and "glad of it" in sheet
    hands = klass.see(f"/lessons/{SECOND}/paper/hands")
    assert "seat 3 plays next" in hands and "Discards, the last one on top:" in hands
    card = klass.see(f"/lessons/{FIRST}/paper/card")
    assert "A set: three or four cards of a rank." in card and "hank you" not in card and "Knock" not in card
    card = klass.see(f"/lessons/{SECOND}/paper/card")
    assert "at most 10 points" in card and "say thank you" in card and "14 points or fewer" in card


def test_the_workshop_copies_shows_and_extends_a_lesson(app):
    klass = Class(app)
    at = f"/room/{klass.slug}/class/lessons"
    klass.teacher.post(f"{at}/{FIRST}/copy")
    (own,) = klass.parts.shelf.own(klass.room)
    page = klass.see(f"/lessons/{own.name}/edit")
    assert "No mistakes: this lesson can be played. Hoola · 40 minutes" in page
    assert "seat 1 deals" in page and "Add a board" in page and "after the first meld" in page
    assert "Round the corner" not in page and "first_dealer" not in page and "claim_policy" in page
    form = {"text": own.text, "do": "add", "board_title": "More", "side": "add"}
    answer = klass.teacher.http.post(f"{at}/{own.name}/edit", data=form).get_data(as_text=True)
    assert "Board 6 stands at the end of the boards." in words(answer)
    lesson = read(unescape(re.search(r"<textarea[^>]*>\n(.*?)</textarea>", answer, re.S)[1]))
    assert [step.title for step in lesson.boards][-1] == "Board 6: More"
    assert lesson.boards[-1].board.pbn.deal.turned is not None
    form = {"text": own.text, "do": "preset pagat"}
    answer = klass.teacher.http.post(f"{at}/{own.name}/edit", data=form).get_data(as_text=True)
    assert "The lesson has the rules “pagat” now." in words(answer)
    broken = own.text.replace("discard KH", "discard KC", 1)
    live = klass.teacher.http.post(f"{at}/{own.name}/preview", data={"text": broken}).get_data(as_text=True)
    assert "“3 discard KC” cannot be played here" in words(live)
