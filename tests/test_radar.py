"""Who needs the teacher: who is waited for and why, what was refused, and how a table differs from the others."""

import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from hool import differences, radar
from hool.differences import Lineup, Plan, course, difference, plan_of
from hool.fold import Act
from hool.lessons import read_all
from hool.rules import hool, hoola, oh_hell
from hool.rules.game import Board as RuleBoard
from hool.rules.game import Choice, legal_actions, play
from hool.rules.text import Text, say
from hool.web import desk
from tests.hoola_play import made
from tests.test_teacher import Desk, words

BOARD = RuleBoard(3, 0, 4, hool.Options())
DEAL = hool.deal(BOARD, Random(5))
CLUES = (("hcp", "spades"),) * 4


def went(table, clues=CLUES, calls=None, lead="", tricks=None, robots=(), board=BOARD):
    """A board at a table: kinds of clues by seat, calls of step 1 by seat (the others pass), the suit that is led, and
    how many tricks the declaring side has in the end. ``robots`` are seats whose acts have a reason."""
    state, acts = hool.start(board, DEAL), []

    def do(seat, text):
        nonlocal state
        state = play(hool, state, seat, text)
        acts.append(Act(len(acts) + 1, seat, text, "why" if seat in robots else "", 0.0))

    for turn in range(2 if clues else 0):
        for seat, kinds in enumerate(clues):
            if turn < len(kinds):
                do(seat, f"clue {kinds[turn]}")
    if calls is not None:
        for seat in range(4):
            if seat in calls or len(calls) == 1:
                do(seat, calls.get(seat, "pass"))
        while not state.contract and len(calls) in (1, 4) and hool.phase(state) != "done":
            do(min(hool.to_act(state)), "pass")
    if lead:
        seat = min(hool.to_act(state))
        do(seat, next(f"play {card}" for card in state.hands[seat] if card.suit == lead))
    if tricks is not None:
        state = hool.claim(state, state.declarer, tricks)
    return course(table, board, 1, state, acts)


def said(here, others, plan=None):
    found = difference(here, others, plan)
    return str(found.words) if found else None


# -- how a table differs --------------------------------------------------------------------------------------------


def test_another_contract_than_most_tables_is_told():
    others = [went(n, calls={0: "bid 4H"}) for n in range(2, 7)]
    here = went(1, calls={0: "bid 2H"})
    assert said(here, others) == "Board 3: 2H here, 4H at 5 tables"
    assert difference(here, others).tables == (2, 3, 4, 5, 6)
    assert said(went(1, calls={0: "bid 4H"}), others) is None
    assert said(went(1, calls={1: "bid 4H"}), others) == "Board 3: E–W play 4H here, N–S at 5 tables"
    passed = replace(BOARD, options=replace(BOARD.options, passed_out="score"))
    assert said(went(1, calls=dict.fromkeys(range(4), "pass"), board=passed), others) == (
        "Board 3: all passed here, 4H at 5 tables"
    )


@pytest.mark.parametrize(
    ("bids", "told"),
    [
        (["4H", "4H"], None),  # two tables are no majority worth a word
        (["4H", "4H", "4H"], "Board 3: 2H here, 4H at 3 tables"),
        (["4H", "4H", "4H", "3NT", "3S", "5C"], None),  # three of seven agree: everybody bids as they like
        (["4H", "4H", "4H", "2H", "2H"], None),  # three against three
    ],
)
def test_only_a_minority_against_a_clear_majority_is_remarkable(bids, told):
    others = [went(n, calls={0: f"bid {bid}"}) for n, bid in enumerate(bids, 2)]
    assert said(went(1, calls={0: "bid 2H"}), others) == told


def test_with_the_plan_of_the_lesson_two_tables_are_enough():
    two = [went(n, calls={0: "bid 4H"}) for n in (2, 3)]
    plan = Plan(makes=frozenset({("4H", 0)}), fails=frozenset({("3NT", 0)}))
    assert said(went(1, calls={0: "bid 2H"}), two, plan) == (
        "Board 3: 2H here, 4H at 2 tables and in the lesson’s plan"
    )
    two = [went(n, calls={0: "bid 3S"}) for n in (2, 3)]
    assert said(went(1, calls={0: "bid 3NT"}), two, plan) == ("Board 3: 3NT here, which cannot be made; 3S at 2 tables")
    assert said(went(1, calls={0: "bid 4H"}), two, plan) is None  # the plan is with this table


def test_a_table_that_has_not_acted_itself_is_never_told_apart():
    done = [went(n, (("pattern", "hearts"),) * 4, {0: "bid 4H"}, tricks=10) for n in range(2, 8)]
    assert said(went(1, ()), done) is None
    assert said(went(1, (("hcp",), (), (), ())), done) is None  # one of North's two clues
    assert said(went(1, (("pattern", "hearts"),) * 4), done) is None
    assert said(went(1, (("hcp", "hearts"), *(("pattern", "hearts"),) * 3)), done) == (
        "Board 3: North told points, the pattern at 6 tables"
    )


def test_a_secret_bid_is_told_before_it_is_turned_and_a_robots_is_not():
    others = [went(n, calls={0: "bid 4H"}) for n in range(2, 6)]
    here = went(1, calls={0: "pass", 1: "pass"})
    assert said(here, others) == "Board 3: North says Pass, 4H at 4 tables"
    assert said(went(1, calls={0: "pass", 1: "pass"}, robots={0}), others) is None
    assert said(here, [went(n, calls={0: "bid 4H"}, robots={0}) for n in range(2, 6)]) is None


def test_where_many_ways_are_good_only_the_one_table_that_goes_its_own_is_told():
    others = [went(n, calls={0: "bid 4H"}, lead="S") for n in range(2, 7)]
    assert said(went(1, calls={0: "bid 4H"}, lead="D"), others)
    assert said(went(1, calls={0: "bid 4H"}, lead="D"), [*others, went(7, calls={0: "bid 4H"}, lead="D")]) is None
    two = [went(n, calls={0: "bid 4H"}, lead="H") for n in (7, 8)]
    assert said(went(1, calls={0: "bid 4H"}, lead="D"), [*others, *two]) is None  # three suits were led


def test_another_suit_led_against_the_same_contract_is_told():
    others = [went(n, calls={0: "bid 4H"}, lead="S") for n in range(2, 6)]
    assert said(went(1, calls={0: "bid 4H"}, lead="D"), others) == "Board 3: a diamond led here, a spade at 4 tables"
    assert said(went(1, calls={0: "bid 4H"}, lead="D", robots={1}), others) is None
    assert said(went(1, calls={2: "bid 4H"}, lead="D"), others) is None  # another hand leads


def test_tricks_are_told_where_two_are_missing_or_the_contract_is():
    four = [went(n, calls={0: "bid 3H"}, tricks=10) for n in range(2, 6)]
    assert said(went(1, calls={0: "bid 3H"}, tricks=9), four) is None
    assert said(went(1, calls={0: "bid 3H"}, tricks=8), four) == "Board 3: 8 tricks in 3H here, 10 at 4 tables"
    nine = [went(n, calls={0: "bid 3H"}, tricks=9) for n in range(2, 6)]
    assert said(went(1, calls={0: "bid 3H"}, tricks=8), nine) == "Board 3: 8 tricks in 3H here, 9 at 4 tables"
    plan = Plan(takes=((0, "H", 9, False),))
    assert said(went(1, calls={0: "bid 2H"}, tricks=10), [replace(c, contract="2H") for c in nine[:2]], plan) == (
        "Board 3: 10 tricks in 2H here, 9 at 2 tables"
    )


def test_every_lesson_of_ours_has_a_plan_that_can_be_read():
    lessons, problems = read_all(Path(__file__).parent.parent / "lessons")
    assert not problems
    plans = {lesson.rung: [plan_of(step.board.claims) for step in lesson.boards if step.board] for lesson in lessons}
    assert plans[6][3].makes == {("4H", 1)}  # "W makes 4H"
    assert plans[7][1] == Plan(frozenset({("4H", 1)}), frozenset({("3NT", 1)}))  # "EW makes 4H; EW fails 3NT"
    assert plans[3][0].takes  # "NS takes 9"


def test_the_lineup_looks_again_only_at_what_has_changed(four, monkeypatch):
    kept, looked = Lineup(), []
    real = course
    monkeypatch.setitem(differences._COURSES, "hool", lambda *args: looked.append(args) or real(*args))
    four.play(3)
    mark = kept.now(four.table())
    assert [len(told) for told in kept.at(four.table(), mark).clues] == [1, 1, 1, 0]
    assert kept.at(four.table(), "another board") is None and len(looked) == 1
    four.play_out()
    four.tables.command(four.table().id, "next")
    assert kept.now(four.table()) not in ("", mark) and kept.at(four.table(), mark).over
    assert len(looked) == 3  # the finished board, and the new one
    four.play(1)
    kept.now(four.table())
    assert len(looked) == 4  # the finished one is kept


# -- who is waited for ----------------------------------------------------------------------------------------------


@pytest.fixture
def four(app, clock):
    return Desk(app, clock, "Amina", "Łukasz", "Ines", "Ravi")


def row(room, number=1):
    found = re.search(rf'<li class="trow[^"]*" id="row-{number}">.*?</a>', room.html("/rows"), re.S)
    return words(found[0]).replace(" ,", ",").removeprefix(f"{number} ")


def name(room, *seats):
    """Who sits there, as a sentence names them."""
    names = [room.school.person(room.table().seats[seat].person).name for seat in seats]
    return ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else names[0]


def choose(room, seat, text):
    table = room.table()
    answer = room.tables.act(table.id, table.seats[seat].person, table.turns[seat], text)
    assert answer.ok, answer


def test_who_has_not_bid_is_named_with_how_many_have_and_since_when(four):
    four.play(8)
    four.clock.advance(100)
    slow = four.school.seat_of(four.students[1].id)[1]
    for seat in {0, 1, 2, 3} - {slow}:
        choose(four, seat, "pass")
    four.clock.advance(30)
    # The step began 130 seconds ago, however lately the third one chose.
    assert radar.awaited(four.table()) == {slow: four.clock() - 130}
    assert row(four) == "Łukasz has not bid, three have 2:10"
    page = four.html("?table=1")
    assert re.search(r"bid due <span[^>]*data-since", page)
    alert = re.search(r'<div class="alert.*?</div>', page, re.S)[0]
    assert ">Nudge<" in alert and "Let a robot play<" in alert and alert.count("<button") == 2
    assert len(re.findall(r'class="alert', page)) == 1
    assert four.do("/message", to=f"person {four.students[1].id}", phrase="your-turn").startswith("Sent")
    four.do("/table/1/robot", seat=slow)
    assert "has not bid" not in row(four)


def test_each_moment_has_its_reason(four):
    def due():
        four.clock.advance(desk.SLOW)
        return row(four)

    assert due().startswith(f"{name(four, 0)} has not told a clue 0:30")
    four.play(8)
    assert due().startswith(f"{name(four, 0, 1, 2, 3)} have not bid 0:30")
    choose(four, 0, "pass")
    assert due().startswith(f"{name(four, 1, 2, 3)} have not bid, one has ")
    for seat, call in ((1, "pass"), (3, "pass"), (2, "bid 7NT")):
        choose(four, seat, call)
    assert due().startswith(f"{name(four, 1, 3)} have not bid 0:30")
    choose(four, 1, "double")
    assert due().startswith(f"{name(four, 3)} has not bid, one has ")
    choose(four, 3, "pass")
    assert due().startswith(f"{name(four, 2)} has not said whether to redouble")
    choose(four, 2, "pass")
    assert due().startswith(f"{name(four, 3)} has not led")
    four.play(1)
    assert due().startswith(f"{name(four, 2)} has not played from dummy")
    four.play(1)
    assert due().startswith(f"{name(four, 1)} has not played a card")
    four.play(2)
    choose(four, 2, "claim 5")
    asked = four.table().ask
    assert radar.awaited(four.table()) == dict.fromkeys(sorted(asked.waiting), four.clock())
    assert "is asked about a claim" in four.see("?table=1")
    for seat in sorted(asked.waiting):
        choose(four, seat, "accept")
    assert four.table().finished
    choose(four, 0, "next")
    four.clock.advance(5)
    assert row(four).startswith(f"Board 1 is over {name(four, 1, 2, 3)} have not pressed next board")
    page = four.html("?table=1")
    assert page.count("/table/1/next") == 1 and "Look at it again" in page


def test_a_stop_a_rewind_and_a_new_player_begin_the_wait_anew(four):
    four.play(2)
    four.clock.advance(200)
    assert 'class="trow stuck' in four.html("/rows")
    four.do("/pause", on="1")
    assert radar.awaited(four.table()) == {}
    four.clock.advance(200)
    four.do("/pause", on="0")
    assert radar.awaited(four.table()) == {2: four.clock()}
    four.clock.advance(150)
    four.do("/table/1/rewind", seq=four.table().play.acts[0].seq)
    assert radar.awaited(four.table()) == {1: four.clock()}
    four.clock.advance(150)
    four.do("/table/1/robot", seat=1)
    four.do("/table/1/robot", seat=1)
    assert radar.awaited(four.table()) == {1: four.clock()}


def test_somebody_away_is_no_reason_to_nudge(four):
    four.play(8)
    four.students[1].socket.disconnect()
    page = four.html("?table=1")
    assert "Łukasz is away" in four.see("?table=1") and "Let a robot play now" in page
    seat = four.school.seat_of(four.students[1].id)[1]
    assert "A robot plays for Łukasz" in four.do("/table/1/robot", seat=seat)


def test_whoever_looks_at_a_replay_is_said_to(four):
    four.play(8)
    four.play_out()
    looker = four.students[1]
    looker.get(f"/room/{four.slug}/boards/1/1")
    looker.socket.disconnect()
    four.school.looks(looker.id)
    assert row(four).startswith("Board 1 is over")  # everybody may look at it now
    assert "looks at a replay" in four.see("?table=1")
    four.tables.command(four.table().id, "next")
    four.school.looks(looker.id)
    assert row(four).startswith("Łukasz looks at a replay, robot in")


def test_a_hand_up_can_be_seen_from_the_open_table(four):
    four.students[0].http.post(f"/room/{four.slug}/hand", data={"up": "1"})
    alert = re.search(r'<div class="alert.*?</div>', four.html("?table=1"), re.S)[0]
    assert "Hand up: Amina" in words(alert)
    assert f"/hands/{four.students[0].id}" in alert and 'value="coming"' in alert


# -- refused taps ---------------------------------------------------------------------------------------------------


def wrong(rng):
    """Every sentence with which the rules refuse something in a few boards of every kind."""
    for game, seats, options in (
        (hool, 4, hool.Options()),
        (hool, 4, hool.Options(closing_double=True)),
        (hool, 4, hool.Options(bidding_steps=1, clues=1)),
        (hool, 4, hool.Options(contract="pair", clues=0)),
        (hool, 4, hool.Options(trumps="H", clues=0)),
        (oh_hell, 4, oh_hell.Options(trump="highest_bidder")),
        (oh_hell, 3, oh_hell.Options(order="up", max_cards=1, bidding="knock", knock_change_from=3)),
        (oh_hell, 7, oh_hell.Options(deck="five63", order="down", max_cards="all")),
        (hoola, 4, hoola.Options()),
        (hoola, 3, hoola.Options(ace="low", single7="run_only", claim_policy="priority")),
        (hoola, 2, hoola.Options(discard_first=False, ace="round")),
    ):
        board = RuleBoard(1, 0, seats, options)
        for _ in range(3 if game is hool else 12):
            state = game.start(board, game.deal(board, rng))
            while acting := game.to_act(state):
                for seat in range(seats):
                    late = game is hoola and hoola.too_late(state, seat, "claim 7S")
                    yield from [Choice(hoola.Pass(), late)] if late else []
                    yield from (c for c in game.choices(state, seat) if c.why_not is not None)
                seat = min(acting)
                legal = legal_actions(game, state, seat)
                state = game.apply(state, seat, rng.choice(legal))
    yield from (c for c in hoola.choices(made("7S 8S", "2C", drawn=True), 0) if c.why_not is not None)


def test_every_refusal_of_the_rules_has_a_kind():
    found = {}
    for choice in wrong(Random(2)):
        found[choice.why_not.message] = radar.kind_of(str(choice.action), choice.why_not)
    kinds = {"follow", "turn", "dummy", "hand", "low", "twice", "told", "double", "hook", "change", "suit"}
    kinds |= {"draw", "late", "wait", "meld", "lay off", "first", "keep", "taken", "end"}
    assert kinds <= set(found.values())
    assert "other" not in found.values(), [m for m, kind in found.items() if kind == "other"]


def test_a_refusal_that_is_not_known_has_a_sensible_word():
    kind = radar.kind_of("play AS", say("Spades are closed on Mondays."))
    assert str(radar.words_of(kind)) == str(radar.words_of("a kind of tomorrow")) == "taps what is not allowed now"


@pytest.mark.parametrize("text", ["next", "again 2", "predict 0 1", "accept", "cancel"])
def test_what_is_no_act_of_the_game_is_not_counted(text):
    assert radar.kind_of(text, say("This question is over. Play on.")) == ""


def test_a_child_who_keeps_trying_is_told_to_the_teacher_and_to_nobody_else(four, app):
    kept = app.extensions["hool"].radar
    four.play(8)
    while four.table().rules.view(four.table().play.state, None).phase != "play":
        four.play(1)
    table = four.table()
    seat = next(s for s in range(4) if s not in table.to_act() and s != table.rules.view(table.play.state, None).dummy)
    student = next(s for s in four.students if s.id == table.seats[seat].person)
    card = table.rules.view(table.play.state, seat).hands[seat][0]
    for _ in range(3):
        student.act(f"play {card}")
        four.clock.advance(2)
    assert 'class="trow refused' not in four.html("/rows")
    student.act(f"play {card}")
    student.act(f"play {card}")  # a double tap is one tap
    assert "4 refused cards on this board" in row(four)
    assert f"{student.name} acts when it is another’s turn" in row(four)
    alert = re.search(r'<div class="alert.*?</div>', four.html("?table=1"), re.S)[0]
    assert f'value="person {student.id}"' in alert and alert.count("<button") <= 2
    assert kept.refusals(four.room.id) == {student.id: {"turn": 4}}
    for other in four.students:
        other.listen()
        assert not [text for text in other.heard if "refused card" in text or "another’s turn" in text]
    four.clock.advance(radar.RECENTLY)
    assert "refused" not in row(four)


def test_counts_of_refused_taps_survive_a_restart_and_go_with_the_person(four, app):
    parts = app.extensions["hool"]
    person, table = four.students[0].id, four.table()
    low = Text("{bid} is not higher than {standing}.")
    for _ in range(2):
        parts.radar.refused(table, person, "bid 1C", low)
        four.clock.advance(radar.SAME_TAP)
    parts.radar.refused(table, person, "bid 1C", low)
    assert not four.store.work(four.room.id, "refused")  # not at every tap
    four.clock.advance(radar.WRITE_AFTER)
    (kept,) = four.store.work(four.room.id, "refused")
    assert (kept.key, kept.person_id, json.loads(kept.data)) == (str(person), person, {"low": 3})
    again = radar.Radar(four.store, four.clock, four.clock.later)
    again.refused(table, person, "bid 1C", low)
    again.refused(table, person, "undo", say("There is no card to take back."))
    assert again.refusals(four.room.id) == {person: {"low": 4, "undo": 1}}
    four.clock.advance(5)
    assert parts.radar.refusals(four.room.id) == {person: {"low": 4, "undo": 1}}
    assert again.on_board(table) is None  # too few to trouble the teacher with
    four.school.take_out(person)
    assert again.on_board(four.table()) is None


# -- several tables -------------------------------------------------------------------------------------------------


def drive(room, number, calls):
    """Clues and bids at a table, by the teacher's hand."""
    table = room.table(number)
    while table.playing and table.rules.view(table.play.state, None).phase != "play":
        seat = min(table.to_act())
        view = table.rules.view(table.play.state, seat)
        if view.phase == "clues":
            text = f"clue {hool.CLUE_KINDS[len(view.clues[seat])]}"
        else:
            text = calls.get(seat, "pass") if view.phase == "step 1" else "pass"
        assert room.tables.act_for(table.id, seat, table.turns[seat], text).ok
        table = room.table(number)


def test_a_board_of_a_lesson_says_its_plan_beside_the_tables(four, app):
    sessions = app.extensions["hool"].sessions
    sessions.open(four.room.id, "060-a-promise")
    sessions.go(four.room.id, "play")
    page = four.see("/compare/1")
    assert "The lesson: South can take 8 tricks in no trumps. South can make 1 ." in page
    assert "No other table has had this board yet." in page and "Step 1" not in page


def test_a_table_that_plays_another_contract_can_be_compared(four):
    for _ in range(3):
        four.tables.command(four.school.add_table(four.room.id).id, "next")
    drive(four, 1, {0: "bid 2H"})
    for number in (2, 3, 4):
        drive(four, number, {0: "bid 4H"})
    assert 'class="trow different' in four.html("/rows")
    assert re.search(r"Board 1: 2 here, 4 at 3 tables", row(four))
    page = four.html("?table=1")
    link = re.search(r'href="[^"]*(/compare/1\?with=\d+)">Compare', page)[1]
    side = four.see(link)
    assert "Board 1 side by side" in side and "Table 1 Table 2" in side
    assert side.count("still playing") == 2
    assert re.search(r'class="first differs"><th scope="row">Contract', four.html(link))
    assert "Table 4" in four.see("/compare/1?with=4")
    assert four.see("/compare/1?with=99")
    assert four.students[0].http.get(four.at + "/compare/1").status_code == 403
    assert "no table 9" in words(four.teacher.http.get(four.at + "/compare/9", follow_redirects=True).text)
