"""The promises every game makes, on boards played at random with every preset and with options at random.

hool/rules/game.py states them. A failing test prints the board as a log.
"""

from copy import deepcopy

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from hool.rules import GAMES, hool
from hool.rules.cards import FULL_PACK
from hool.rules.game import (
    CLOCK,
    IllegalAction,
    legal_actions,
    narrate,
    options_from_json,
    options_to_json,
    play,
    replay,
)
from hool.rules.hool import PRESETS, Options
from tests.rules_play import MOST_ACTS, any_options, random_board

SEEDS = st.integers(0, 2**32)


def played(options, seed):
    """A board played at random, noted for the case that a test fails."""
    history, last = random_board(options, seed)
    acts = [(seat, str(action)) for _, seat, action in history]
    note(narrate(hool, last.board, last.deal, acts))
    return history, last, acts


def states_of(history, last):
    return [state for state, _, _ in history] + [last]


def test_the_games_are_named_as_they_say():
    assert {name: game.name for name, game in GAMES.items()} == {name: name for name in GAMES}
    assert all(issubclass(type(game.seats), range) for game in GAMES.values())


@pytest.mark.parametrize("name", PRESETS)
def test_presets_play_to_the_end(name):
    for seed in range(20):
        history, last = random_board(PRESETS[name], seed)
        assert hool.result(last) is not None
        assert len(history) <= MOST_ACTS


@given(any_options(), SEEDS)
def test_every_board_ends_and_only_then_has_a_result(options, seed):
    history, last, _ = played(options, seed)
    assert len(history) <= MOST_ACTS
    for state in states_of(history, last):
        assert (hool.result(state) is None) == bool(hool.to_act(state)) == (hool.phase(state) != "done")


@given(any_options(), SEEDS)
def test_a_seat_has_a_legal_choice_exactly_when_it_is_to_act(options, seed):
    history, last, _ = played(options, seed)
    for state in states_of(history, last):
        acting = hool.to_act(state)
        assert acting == {seat for seat in range(4) if legal_actions(hool, state, seat)}
        assert CLOCK not in acting and hool.time_limit(state) is None


@given(any_options(), SEEDS)
def test_the_texts_of_a_seats_choices_are_unique_and_until_the_end_there_are_some(options, seed):
    history, last, _ = played(options, seed)
    for state in states_of(history, last):
        for seat in range(4):
            texts = [str(choice.action) for choice in hool.choices(state, seat)]
            assert len(set(texts)) == len(texts)
            out_of_cards = hool.phase(state) == "play" and not state.hands[seat]
            assert texts or out_of_cards or hool.phase(state) == "done"


@settings(max_examples=40)
@given(any_options(), SEEDS)
def test_the_checked_door_does_what_is_legal_and_refuses_the_rest_with_its_reason(options, seed):
    history, _, _ = played(options, seed)
    for state, actor, action in history:
        assert play(hool, state, actor, str(action)) == hool.apply(state, actor, action)
        for seat in range(4):
            for choice in hool.choices(state, seat):
                if choice.why_not is not None:
                    with pytest.raises(IllegalAction) as refused:
                        play(hool, state, seat, str(choice.action))
                    assert refused.value.why == choice.why_not
        for text in ("", "play", "play 1S", "bid 8C", "clue age", "nonsense"):
            with pytest.raises(IllegalAction):
                play(hool, state, actor, text)


@given(any_options(), SEEDS)
def test_a_log_replays_to_the_same_state(options, seed):
    _, last, acts = played(options, seed)
    assert replay(hool, last.board, last.deal, acts) == last


@settings(max_examples=40)
@given(any_options(), SEEDS)
def test_nothing_is_changed_in_place_and_same_arguments_give_the_same_answer(options, seed):
    history, last, _ = played(options, seed)
    for state, actor, action in history:
        before = deepcopy(state)
        views = [hool.view(state, viewer) for viewer in (None, 0, 1, 2, 3)]
        assert hool.apply(state, actor, action) == hool.apply(before, actor, action)
        assert state == before
        assert hash(state) == hash(before)
        assert views == [hool.view(before, viewer) for viewer in (None, 0, 1, 2, 3)]
    assert random_board(options, seed)[1] == last


@given(any_options(), SEEDS)
def test_no_card_is_lost_and_points_are_as_the_options_say(options, seed):
    history, last, _ = played(options, seed)
    whole = sorted(map(str, (card for hand in last.deal.hands for card in hand)))
    assert set(whole) <= set(map(str, FULL_PACK))
    for state in states_of(history, last):
        played_cards = [card for trick in state.tricks for card in trick.cards]
        held = [card for hand in state.hands for card in hand]
        assert sorted(map(str, [*played_cards, *state.trick, *held])) == whole
    scores = hool.result(last).scores
    if options.partners:
        assert scores[0] == scores[2] and scores[1] == scores[3]
        if last.contract and options.score == "hool":
            assert min(scores) == 0
    if not last.contract and hool.result(last).counted and last.tricks:
        assert sum(scores) == len(last.tricks) * (2 if options.partners else 1)


@given(any_options())
def test_options_are_read_back_from_json(options):
    assert options_from_json(Options, options_to_json(options)) == options


@given(any_options(), SEEDS)
def test_a_match_is_made_of_boards_that_count(options, seed):
    results = []
    for number in range(1, 6):
        board = hool.next_board(options, 4, results)
        assert board.number == number
        assert board.dealer == (options.first_dealer + number - 1) % 4
        _, last = random_board(board.options, seed + number)
        results.append(hool.result(last))
        if not results[-1].counted:
            assert hool.next_board(options, 4, results) == board
            return
        if options.match == number:
            assert hool.next_board(options, 4, results) is None
            return


@given(any_options(), SEEDS)
def test_places_go_by_the_totals(options, seed):
    results = [hool.result(random_board(options, seed + board)[1]) for board in range(2)]
    totals = [sum(result.scores[seat] for result in results) for seat in range(4)]
    places = hool.places(options, results)
    for one in range(4):
        for other in range(4):
            assert (places[one] < places[other]) == (totals[one] > totals[other])
    assert min(places) == 1
