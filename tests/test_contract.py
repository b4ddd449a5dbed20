"""The promises every game makes, on boards played at random with every preset and with options at random.

hool/rules/game.py states them. A failing test prints the board as a log.
"""

from collections import Counter
from copy import deepcopy

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from hool.rules import GAMES, hool, hoola
from hool.rules.cards import FULL_PACK, format_deal, parse_deal
from hool.rules.game import (
    CLOCK,
    IllegalAction,
    legal_actions,
    narrate,
    options_from_json,
    options_to_json,
    places_without,
    play,
    replay,
)
from tests.rules_play import ANY_OPTIONS, game_of, most_acts, random_board, seats_of

SEEDS = st.integers(0, 2**32)
PRESETS = [(game, preset) for game in GAMES for preset in GAMES[game].PRESETS]


def played(options, seed):
    """A board played at random, noted for the case that a test fails."""
    history, last = random_board(options, seed)
    acts = [(seat, str(action)) for _, seat, action in history]
    note(narrate(game_of(options), last.board, last.deal, acts))
    return history, last, acts


def states_of(history, last):
    return [state for state, _, _ in history] + [last]


def test_the_games_are_named_as_they_say():
    assert {name: game.name for name, game in GAMES.items()} == {name: name for name in GAMES}
    assert all(issubclass(type(game.seats), range) for game in GAMES.values())


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_presets_play_to_the_end(name, preset):
    game = GAMES[name]
    for seed in range(10):
        history, last = random_board(game.PRESETS[preset], seed)
        assert game.result(last) is not None
        assert len(history) <= most_acts(game.PRESETS[preset])


@given(ANY_OPTIONS, SEEDS)
def test_every_board_ends_and_only_then_has_a_result(options, seed):
    game = game_of(options)
    history, last, _ = played(options, seed)
    assert len(history) <= most_acts(options)
    for state in states_of(history, last):
        assert (game.result(state) is None) == bool(game.to_act(state)) == (game.phase(state) != "done")


@settings(max_examples=60)
@given(ANY_OPTIONS, SEEDS)
def test_a_seat_has_a_legal_choice_exactly_when_it_is_to_act(options, seed):
    game = game_of(options)
    history, last, _ = played(options, seed)
    for state in states_of(history, last):
        acting = game.to_act(state)
        assert acting - {CLOCK} == {seat for seat in range(seats_of(options)) if legal_actions(game, state, seat)}
        assert (CLOCK in acting) == (game.time_limit(state) is not None)
        assert game is hoola or CLOCK not in acting
        assert game is not hoola or len(legal_actions(game, state, CLOCK)) == (CLOCK in acting)


@settings(max_examples=60)
@given(ANY_OPTIONS, SEEDS)
def test_the_texts_of_a_seats_choices_are_unique_and_until_the_end_there_are_some(options, seed):
    game = game_of(options)
    history, last, _ = played(options, seed)
    for state in states_of(history, last):
        for seat in range(seats_of(options)):
            texts = [str(choice.action) for choice in game.choices(state, seat)]
            assert len(set(texts)) == len(texts)
            out_of_cards = game.phase(state) == "play" and not state.hands[seat]
            assert texts or out_of_cards or game.phase(state) == "done"


@settings(max_examples=40)
@given(ANY_OPTIONS, SEEDS)
def test_the_checked_door_does_what_is_legal_and_refuses_the_rest_with_its_reason(options, seed):
    game = game_of(options)
    history, _, _ = played(options, seed)
    # Of the long boards of Hoola, with many choices each time, some moments will do.
    for state, actor, action in history[:: 1 if game is not hoola else 1 + len(history) // 10]:
        assert play(game, state, actor, str(action)) == game.apply(state, actor, action)
        for seat in range(seats_of(options)):
            for choice in game.choices(state, seat):
                if choice.why_not is not None:
                    with pytest.raises(IllegalAction) as refused:
                        play(game, state, seat, str(choice.action))
                    assert refused.value.why == choice.why_not
        wrong = ("", "play 1S", "bid 8C", "bid 99", "bid -1", "trumps X", "clue age", "nonsense", "take", "meld 6C 7D")
        for text in (*wrong, "claim 7C 7C", "lay 7C on 99", "lay 7C on 0", "discard 1S", "Draw", "draw "):
            with pytest.raises(IllegalAction):
                play(game, state, actor, text)


@settings(max_examples=60)
@given(ANY_OPTIONS, SEEDS)
def test_a_log_replays_to_the_same_state(options, seed):
    game = game_of(options)
    _, last, acts = played(options, seed)
    written = parse_deal(format_deal(last.deal), copies=2)
    assert written == last.deal
    assert replay(game, last.board, written, acts) == last


@settings(max_examples=30)
@given(ANY_OPTIONS, SEEDS)
def test_nothing_is_changed_in_place_and_same_arguments_give_the_same_answer(options, seed):
    game, viewers = game_of(options), (None, *range(seats_of(options)))
    history, last, _ = played(options, seed)
    for state, actor, action in history:
        before = deepcopy(state)
        views = [game.view(state, viewer) for viewer in viewers]
        assert game.apply(state, actor, action) == game.apply(before, actor, action)
        assert state == before
        assert hash(state) == hash(before)
        assert views == [game.view(before, viewer) for viewer in viewers]
    assert random_board(options, seed)[1] == last


@given(ANY_OPTIONS, SEEDS)
def test_no_card_is_lost_and_points_are_as_the_options_say(options, seed):
    game = game_of(options)
    history, last, _ = played(options, seed)
    if game is hoola:
        for state in states_of(history, last):
            there = [*state.stock, *state.discards]
            for cards in (*state.hands, *(meld.cards for meld in state.melds)):
                there += cards
            assert len(there) == 52 and set(there) == set(FULL_PACK)
        scores = game.result(last).scores
        assert sum(scores) == 0 and [score > 0 for score in scores].count(True) == 1
        return
    whole = Counter(card for hand in last.deal.hands for card in hand)
    for state in states_of(history, last):
        played_cards = Counter(card for trick in state.tricks for card in trick.cards)
        held = Counter(card for hand in state.hands for card in hand)
        assert played_cards + Counter(state.trick) + held == whole
    scores = game.result(last).scores
    if game is hool:
        assert set(whole) <= set(FULL_PACK)
        if options.partners:
            assert scores[0] == scores[2] and scores[1] == scores[3]
            if last.contract and options.score == "hool":
                assert min(scores) == 0
        if not last.contract and game.result(last).counted and last.tricks:
            assert sum(scores) == len(last.tricks) * (2 if options.partners else 1)
    else:
        assert whole + Counter(last.deal.rest) == Counter(game.PACKS[options.deck])
        assert min(scores) >= 0
        given_up = 0 if last.tricks[-1].winner is not None else last.tricks[-1].worth
        assert sum(last.won) + given_up == last.size
        assert not given_up or options.ante_last == "dead"


@given(ANY_OPTIONS)
def test_options_are_read_back_from_json(options):
    assert options_from_json(type(options), options_to_json(options)) == options


@settings(max_examples=60)
@given(ANY_OPTIONS, SEEDS)
def test_a_match_is_made_of_boards_that_count(options, seed):
    game, seats, results = game_of(options), seats_of(options), []
    for number in range(1, 6):
        board = game.next_board(options, seats, results)
        assert board.number == number
        if getattr(options, "next_dealer", "") == "winner" and results:
            assert results[-1].scores[board.dealer] == max(results[-1].scores)
        else:
            around = -1 if getattr(options, "direction", "") == "anticlockwise" else 1
            assert board.dealer == (options.first_dealer + around * (number - 1)) % seats
        _, last = random_board(board.options, seed + number, number)
        results.append(game.result(last))
        if not results[-1].counted:
            assert game.next_board(options, seats, results) == board
            return
        if game.boards_in_match(options, seats) == number:
            assert game.next_board(options, seats, results) is None
            return


@settings(max_examples=60)
@given(ANY_OPTIONS, SEEDS)
def test_places_go_by_the_totals(options, seed):
    game, seats = game_of(options), range(seats_of(options))
    results = [game.result(random_board(options, seed + board)[1]) for board in range(2)]
    totals = [sum(result.scores[seat] for result in results) for seat in seats]
    if getattr(options, "scoring", "") == "negative":
        totals = [-total for total in totals]
    places = game.places(options, results)
    for one in seats:
        for other in seats:
            assert (places[one] < places[other]) == (totals[one] > totals[other])
    assert min(places) == 1
    out = {seed % len(seats)}
    left = places_without(game, options, results, len(seats), out)
    for one in seats:
        for other in seats:
            if one not in out:
                assert (left[one] < left[other]) == (other in out or totals[one] > totals[other])
    assert places_without(game, options, [], len(seats), out) == tuple(len(seats) if s in out else 1 for s in seats)
