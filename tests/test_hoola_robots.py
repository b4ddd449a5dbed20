"""Robots of Hoola: always legal, to the end in every variant; they know only what they see, and the better one wins."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hool import create_app
from hool.robots import ROBOTS
from hool.robots.hoola_telling import told
from hool.robots.hoola_turns import bits, lying, melds_of, turns
from hool.rules import hoola
from hool.rules.cards import FULL_PACK, hand_order
from hool.rules.game import CLOCK, Board, legal_actions
from hool.rules.hoola import Options, melds_in
from hool.rules.text import Text
from tests.hoola_play import cards, dealt, do, made
from tests.rules_play import any_hoola

LEVELS = ROBOTS["hoola"]
standard, beginner = LEVELS["standard"], LEVELS["beginner"]


def decide(robot, state, seat):
    """What a robot does, and its reason in English."""
    action, why = robot(hoola.view(state, seat), Random(0))
    return str(action), str(why)


def played(robots, options, seed, late=0.0):
    """The decisions of a board, a robot in each seat, [(state, seat, action, why) ...], and its last state.

    late: how often the time for claims is over before the next one answers.
    """
    rng, seats = Random(seed), options.players
    board = Board(1, rng.randrange(seats), seats, options)
    state, decisions = hoola.start(board, hoola.deal(board, rng)), []
    while waiting := hoola.to_act(state):
        seat = rng.choice(sorted(waiting - {CLOCK}))
        if CLOCK in waiting and rng.random() < late:
            state = do(state, "clock close")
            continue
        action, why = robots[seat % len(robots)](hoola.view(state, seat), rng)
        assert action in legal_actions(hoola, state, seat)
        decisions.append((state, seat, action, why))
        state = hoola.apply(state, seat, action)
    return decisions, state


def by_chance(view, rng):
    return rng.choice([choice.action for choice in view.choices if choice.why_not is None]), Text("By chance.")


# Every variant


@settings(max_examples=20)
@given(any_hoola(), st.integers(0, 10_000), st.sampled_from([0.0, 0.4]))
def test_robots_do_what_is_legal_say_why_and_finish_the_board(options, seed, late):
    decisions, state = played([standard, beginner, by_chance], options, seed, late)
    assert hoola.result(state) is not None
    for _, _, _, why in decisions:
        sentence = str(why)
        assert isinstance(why, Text)
        assert not sentence[0].islower() and sentence[-1] in ".!" and "{" not in sentence and len(sentence) < 120


@pytest.mark.parametrize("level", LEVELS)
def test_hidden_cards_change_no_decision(level):
    """The others' hands and the stock shuffled: the same view, the same chance, the same choice and reason."""
    decisions, _ = played([LEVELS[level]], Options(), 4)
    for state, seat, _, _ in decisions[::4]:
        hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
        hidden = Random(1).sample([*hidden, *state.stock], len(hidden) + len(state.stock))
        hands = [
            hand if other == seat else hand_order(hidden.pop() for _ in hand) for other, hand in enumerate(state.hands)
        ]
        other = replace(state, hands=tuple(hands), stock=tuple(hidden))
        views = hoola.view(state, seat), hoola.view(other, seat)
        assert LEVELS[level](views[0], Random(5)) == LEVELS[level](views[1], Random(5))


@pytest.mark.parametrize("level", LEVELS)
def test_a_robot_that_has_nothing_to_do_refuses(level):
    with pytest.raises(ValueError):
        LEVELS[level](hoola.view(dealt("AS"), 2), Random(0))


# What they know of melds is what the rules say


@given(st.sampled_from(["low", "high_low", "round"]), st.sets(st.sampled_from(FULL_PACK), max_size=9))
def test_melds_in_bits_are_those_of_the_rules(ace, held):
    hand = hand_order(held)
    assert sorted(melds_of(ace, bits(hand))) == sorted(map(bits, melds_in(ace, hand)))


@pytest.mark.parametrize(
    ("hand", "melds", "left"),
    [
        ("8C 9C KD 4D", "0 7C, 1 KS KH KC", {"4D"}),
        ("KD AD 4D", "0 7C, 1 KS KH KC, 1 TD JD QD", {"4D"}),  # the king on the run, for the ace goes on it
        ("7D 8C QS", "0 7C", {"QS"}),  # the 7 not on the other 7, which the 8 makes a run
        ("5S 5H 5D 6D TD", "0 2D 3D 4D", {"6D TD", "5S 5H TD"}),  # the 5 with its like, or on the run with the 6
        ("5C 5D QH", "0 7C", {"5C 5D QH"}),
        ("5C 6C", "0 7C", {"5C"}),  # one card is kept for the discard
    ],
)
def test_a_whole_turn_leaves_as_few_cards_as_can_be(hand, melds, left):
    view = hoola.view(made(hand, "2C", melds=melds, drawn=True), 0)
    found = turns(view.options, bits(cards(hand)), lying(view.melds), True)
    assert {turn.left for turn in found} == {bits(cards(some)) for some in left}


# Hoola


def test_a_hoola_is_taken_when_it_is_there():
    state = do(dealt("2C 3C 4C 7D 9S 9H KD", stock="9D"), "0 draw")
    while not state.ending:
        action, why = decide(standard, state, 0)
        assert "Hoola" in why or "all my cards go" in why or why == "It is my last card."
        state = do(state, f"0 {action}")
    assert state.ending == "hoola"


def test_a_hoola_is_made_with_the_discard_of_another():
    state = do(dealt("9D 2S 4H", "5S 8H", "2C 3C 4C 7D 9S 9H KD"), "0 draw", "0 discard 9D")
    action, why = decide(standard, state, 2)
    assert (action, why) == ("claim 9S 9H 9D", "With the 9D all my cards can go at once: a Hoola.")


def test_melds_are_kept_for_a_hoola_while_the_board_cannot_end():
    """Two melds and two loose cards, nobody has melded, and many cards would help."""
    early = do(dealt("2C 3C 4C 9S 9H 9D 7D", stock="KD"), "0 draw")
    assert decide(standard, early, 0)[0] != "discard 7D"
    waits = do(dealt("3C 4C 5C 9S 9H 9D QD", stock="KD"), "0 draw")
    assert decide(standard, waits, 0) == ("discard KD", "I keep my melds for a Hoola, and the KD helps me least.")
    late = made("3C 4C 5C 9S 9H 9D QD KD", "2C AD", "3S 2D", melds="1 QC KC AC, 2 TD TH TC", drawn=True)
    assert decide(standard, late, 0)[0].startswith("meld")


# Knocking


@pytest.mark.parametrize(("others", "acts"), [("AC 2C", "draw"), ("KC QC", "knock")])
def test_it_knocks_only_if_it_can_be_lowest(others, acts):
    """But for one ace in the stock the cards of the other are known."""
    state = made("5S 4S", others, melds="0 7H, 1 7S", stock=1)
    assert decide(standard, state, 0)[0] == acts


def test_a_tie_loses_unless_the_table_says_otherwise():
    """The other has the three of clubs, most likely: else it is the king of spades."""
    hands = {"melds": "0 7H, 1 AS AH AD", "stock": 1}
    state, wins = made("3S", "3C", **hands), made("3S", "3C", **hands, knock_tie="knocker_wins")
    assert (decide(standard, state, 0)[0], decide(standard, wins, 0)[0]) == ("draw", "knock")


def test_without_a_stock_nobody_need_risk_a_knock():
    state = made("5S 4S", "KC QC", melds="0 7H, 1 7S", stock=0, stock_end="on_need")
    assert decide(standard, state, 0) == ("draw", "No card is left to draw, so the lowest hand wins now.")


def test_where_the_feeder_always_pays_nothing_is_fed_to_who_may_go_out():
    """Two cards like the nine may be in one hand; those like the eight are gone."""
    hands = "9S 8S 3D", "9H 9D 4D", "KD QD 5D"
    state = made(*hands, melds="0 7C, 1 7S 7D, 2 7H", drawn=True, stock=4, feeder="any_out")
    assert decide(standard, state, 0)[0] == "discard 8S"


def test_who_comes_next_and_will_knock_says_no_to_the_discard():
    state = do(made("KS 9S", "AS 9H 9D", "KC QC JC", melds="0 7H, 1 7S, 2 7C"), "0 draw", "0 discard 9S")
    assert decide(standard, state, 1)[0] == "claim 9S 9H 9D", "19 points are too many to knock"
    low = do(made("KS AS QD", "AH AD AC", "KC QC JC", melds="0 7H, 1 7S, 2 7C"), "0 draw", "0 discard AS")
    assert decide(standard, low, 1) == ("pass", "It is my turn next, and then I want to knock.")


# Discards


def test_a_seven_is_laid_down_before_it_doubles_the_loss():
    state = made("7D KS QH 4C", "2C", "3D 2D", melds="1 5S 6S 7S, 2 TH TD TC", drawn=True)
    action, why = decide(standard, state, 0)
    assert (action, why) == ("meld 7D", "7D: my first meld. Whoever has none pays double.")


def test_of_two_cards_the_one_goes_that_nobody_can_use():
    """The 7 of hearts is out there somewhere, that of spades on the table."""
    state = made("8S 8H 2D", "KC QC JC 4D", "KD QD JD 5D", melds="0 7C, 1 7S 7D, 2 3C 4C 5C", drawn=True)
    assert decide(standard, state, 0)[0] == "discard 8S"


def test_with_the_last_card_of_the_stock_the_highest_goes():
    state = made("KS QD 2C 3C", "4D 5D", "6H 9H", melds="0 7H, 1 7S, 2 7D", stock=0, drawn=True)
    assert decide(standard, state, 0) == ("discard KS", "The board may end soon, so my highest card goes, the KS.")


# The better one wins


def test_the_stronger_robot_beats_the_weaker():
    """Each deal twice with the seats exchanged, points per board and seat."""
    better = 0
    for seed in range(16):
        for pair in ([standard, beginner], [beginner, standard]):
            scores = hoola.result(played(pair, Options(), seed)[1]).scores
            better += sum(scores[pair.index(standard) :: 2]) / 32
    assert better > 0.5


# At the table


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("draw", "None"),
        ("pass", "None"),
        ("knock", "None"),
        ("claim KS KH KD", "Thank you! The KD is just what I needed."),
        ("meld 7C", "A 7 alone is a meld, and it is my first one. Now I may lay off cards too."),
        ("meld 4S 4D 4C", "My first meld. Now I may lay off cards too."),
        ("lay 7D on 1", "The 7D goes on a meld of player 1."),
        ("discard QS", "The QS counts 12. I do not want to be left with it."),
        ("discard 8H", "Two cards like the 8H lie there already: nobody can make a new set with it."),
        ("discard 7D", "The 7D helps me least."),
        ("discard 3S", "The 3S helps me least."),
    ],
)
def test_what_an_act_shows_to_everybody(text, says):
    state = made("2D 2C", "QS 3S 8H 9H", melds="0 7H 7S, 0 8C 8D 8S", discards="KD", stock=41)
    assert str(told(hoola.view(state, None), 1, text)) == says


def test_nothing_is_said_of_a_claim_that_nobody_may_know_of_yet():
    state = made("2D 2C", "QS 3S 8H 9H", "AS", discards="KD", claim_policy="priority")
    assert told(hoola.view(state, None), 1, "claim KS KH KD") is None


def test_robots_play_on_the_command_line_and_their_log_is_read_again(tmp_path):
    runner = create_app({"TESTING": True, "DATA": str(tmp_path / "x.sqlite")}).test_cli_runner()
    log = runner.invoke(args=["play", "hoola", "--seats", "3", "--seed", "2"]).output
    (tmp_path / "board.log").write_text(log, "utf-8")
    assert "3 0 " in log or "3 1 " in log or "3 2 " in log
    again = runner.invoke(args=["replay", str(tmp_path / "board.log")])
    assert again.exit_code == 0 and again.output.startswith("board 1: ")
    assert "2 to 5 players" in runner.invoke(args=["play", "hoola", "--seats", "6"]).output
