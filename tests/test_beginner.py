"""The beginner robot: legal, recognisable in its habits, honest about them, and clearly weaker than the standard."""

import re
from collections import Counter
from functools import cache
from random import Random
from statistics import mean, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hool.robots import LEVELS, ROBOTS
from hool.robots.facts import points
from hool.rules import hool
from hool.rules.cards import FULL_PACK, parse_card, parse_deal
from hool.rules.game import Board, legal_actions
from hool.rules.hool import PRESETS, Options
from hool.rules.text import Text
from hool.rules.tricks import winning_place
from tests.rules_play import MOST_ACTS, SEATS, E, N, S, any_options, start

beginner, standard = ROBOTS["hool"]["beginner"], ROBOTS["hool"]["standard"]


def played(options, seed, robots=(beginner,) * 4, deal=None):
    """The decisions of a board: [(view, action, why) ...], and the last state."""
    rng = Random(seed)
    board = Board(rng.randrange(1, 9), rng.randrange(4), 4, options)
    state = hool.start(board, deal or hool.deal(board, rng))
    decisions = []
    while waiting := hool.to_act(state):
        assert len(decisions) <= MOST_ACTS
        seat = min(waiting)
        view = hool.view(state, seat)
        action, why = robots[seat](view, rng)
        assert action in legal_actions(hool, state, seat)
        decisions.append((view, action, why))
        state = hool.apply(state, seat, action)
    return decisions, state


@cache
def many_boards():
    return {name: [each for seed in range(8) for each in played(o, seed)[0]] for name, o in PRESETS.items()}


def cards_said(*words):
    """Every card played with a reason that holds all of these words: (view, hand, card)."""
    for decisions in many_boards().values():
        for view, action, why in decisions:
            if view.phase == "play" and all(word in str(why) for word in words):
                yield view, view.hands[(view.leader + len(view.trick)) % 4], action.card


def best(view):
    """Seat and card that win the trick so far."""
    return view.trick[winning_place([card for _, card in view.trick], view.trumps)]


def beats(view, card):
    return winning_place([*(each for _, each in view.trick), card], view.trumps) == len(view.trick)


@settings(max_examples=40)
@given(any_options(), st.integers(0, 10_000))
def test_beginners_choose_what_is_legal_and_finish_the_board(options, seed):
    _, state = played(options, seed)
    assert hool.result(state) is not None


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_finished_with_a_reason_for_each_act(name):
    for _, _, why in many_boards()[name]:
        sentence = str(why)
        assert isinstance(why, Text)
        assert sentence[0].isupper() and sentence[-1] == "." and "{" not in sentence and len(sentence) < 180


def test_same_view_and_same_chance_same_choice():
    for view, _, _ in many_boards()["match"][::5]:
        assert beginner(view, Random(5)) == beginner(view, Random(5))


def test_a_robot_whose_turn_it_is_not_refuses():
    with pytest.raises(ValueError):
        beginner(hool.view(start(), S), Random(0))


def test_the_levels_of_robots_are_named_from_the_weakest():
    assert LEVELS == ("beginner", "standard", "expert")
    assert set(ROBOTS["hool"]) <= set(LEVELS)


def test_the_standard_robot_beats_it_by_far_with_the_same_cards():
    """Each board twice, the robots changing sides: the difference is a matter of play and not of cards."""
    gains = []
    for seed in range(60):
        rng = Random(seed)
        deal = hool.deal(Board(1, 0, 4, PRESETS["match"]), rng)
        one = hool.result(played(PRESETS["match"], seed, (standard, beginner) * 2, deal)[1]).scores
        two = hool.result(played(PRESETS["match"], seed, (beginner, standard) * 2, deal)[1]).scores
        gains.append(((one[0] - one[1]) + (two[1] - two[0])) / 2)
    assert mean(gains) > 4 * stdev(gains) / len(gains) ** 0.5


# Habits: they come up, and what the reason says of the card is true


@pytest.mark.parametrize(
    "words",
    [
        ("my biggest card first",),
        ("my ace at once",),
        ("forget to draw trumps",),
        ("play high, though partner was winning",),
        ("love to trump",),
        ("biggest at once",),
        ("A smaller one was enough",),
        ("save my trumps",),
        ("biggest trump",),
    ],
)
def test_each_habit_of_the_play_comes_up_but_not_always(words):
    assert 3 < len(list(cards_said(*words))) < 400


def test_the_habits_of_clues_and_bids_come_up():
    said = Counter(why.message for decisions in many_boards().values() for _, _, why in decisions)
    for words in ("I like my", "looks clever", "afraid to promise", "feel lucky", "did not ask", "too few high cards"):
        assert any(words in message for message in said), words


def test_it_says_big_first_only_of_its_biggest_card():
    for view, hand, card in cards_said("my biggest card first"):
        assert not view.trick
        assert card.rank == max(each.rank for each in hand if each.suit != view.trumps or card.suit == view.trumps)


def test_it_says_ace_at_once_only_of_an_ace():
    assert {card.rank for _, _, card in cards_said("my ace at once")} == {14}


def test_it_says_partner_was_winning_only_when_partner_was():
    for view, _, card in cards_said("though partner was winning"):
        assert (best(view)[0] - (view.leader + len(view.trick))) % 4 == 2
        assert beats(view, card)


def test_it_says_a_smaller_one_was_enough_only_when_it_was():
    for view, hand, card in cards_said("A smaller one was enough"):
        assert len(view.trick) == 3
        assert any(each.suit == card.suit and each.rank < card.rank and beats(view, each) for each in hand)


def test_declarer_forgets_trumps_only_where_there_are_some_to_draw():
    for view, hand, card in cards_said("forget to draw trumps"):
        assert any(each.suit == view.trumps for each in hand) and card.suit != view.trumps


def test_it_trumps_partners_trick_sometimes():
    deal = parse_deal("AK32.876.876.876 QJ5.KQ.KQJ5.AQJ2 .J32.AT932.T9543 T98764.AT954.4.K", FULL_PACK)
    state = start(Options(contract="given", given_contract="4H", given_declarer=3, clues=0), deal=deal)
    for card in ("AS", "5S"):  # North leads the ace, and South has no spade
        (seat,) = hool.to_act(state)
        state = hool.apply(state, seat, next(a for a in legal_actions(hool, state, seat) if str(a) == f"play {card}"))
    chosen = Counter(beginner(hool.view(state, S), Random(seed))[0].card.suit == "H" for seed in range(200))
    assert 40 < chosen[True] < 160


def test_it_bids_its_own_suit_whatever_partner_told():
    deal = parse_deal("K96.KQ87.A875.Q6 QJ84.52.T93.J842 A3.AJT4.KQ42.953 T752.963.J6.AKT7", FULL_PACK)
    state = start(deal=deal, dealer=N)
    for clue in ("hcp", "hcp", "hcp", "hcp", "spades", "spades", "clubs", "spades"):
        (seat,) = hool.to_act(state)
        state = hool.apply(state, seat, next(a for a in legal_actions(hool, state, seat) if str(a) == f"clue {clue}"))
    bids = Counter(str(beginner(hool.view(state, N), Random(seed))[0]) for seed in range(200))
    assert len(bids) > 4  # too low, too high, and what the points say
    assert not any(bid.endswith(" S") for bid in bids)
    (weak,) = {str(beginner(hool.view(state, E), Random(seed))[0]) for seed in range(20)}
    assert weak == "pass" and sum(map(points, deal.hands[E])) < 5


# Words: nothing that a lesson has not taught yet


@pytest.mark.parametrize(
    ("name", "later"),
    [
        ("one suit", r"partner|trump|declar|dummy|contract|promis|points?\b|bid|pass\b|double|suit is long"),
        ("two suits", r"partner|trump|declar|dummy|contract|promis|points?\b|bid|pass\b|double"),
        ("whist", r"trump|declar|dummy|contract|promis|points?\b|bid|pass\b|double"),
        ("trumps", r"declar|dummy|contract|promis|points?\b|bid|pass\b|double"),
        ("dummy", r"trump|contract|promis|points?\b|bid|pass\b|double"),
        ("promise", r"points?\b|bid|pass\b|double|clue"),
        ("minibridge", r"points?\b|\bbid|pass\b|double|clue"),
        ("one clue", r"pattern|\bbid|\bpass\b|double"),
        ("two clues", r"\bbid|\bpass\b|double"),
        ("secret bids", r"double"),
    ],
)
def test_it_speaks_of_nothing_a_lesson_has_not_reached(name, later):
    for _, _, why in many_boards()[name]:
        assert not re.search(later, str(why), re.IGNORECASE), str(why)


def test_cards_in_its_sentences_do_not_appear():
    """Its reasons name no card at all, so that nothing is given away by them later in the same lesson."""
    for decisions in many_boards().values():
        for _, action, why in decisions:
            assert not any(type(value) is type(parse_card("AS")) for _, value in why.params), str(action)


def test_every_seat_may_be_a_beginner_beside_better_robots():
    for seat in range(len(SEATS)):
        robots = tuple(beginner if each == seat else standard for each in range(4))
        assert hool.result(played(PRESETS["match"], seat, robots)[1]) is not None
