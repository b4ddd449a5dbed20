"""Robots choose only what is legal, finish every board, commit no crime at the table, and say why."""

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hool.robots import ROBOTS, accepts_claim
from hool.rules import hool
from hool.rules.cards import FULL_PACK, parse_card, parse_deal
from hool.rules.game import Board, legal_actions
from hool.rules.hool import PRESETS, Options
from hool.rules.text import Text
from hool.rules.tricks import winning_place
from tests.rules_play import MOST_ACTS, SEATS, E, N, S, W, act, any_options, start

standard = ROBOTS["hool"]["standard"]


def decide(state, seat=None, seed=0):
    """What the standard robot does, and its reason in English."""
    if seat is None:
        (seat,) = hool.to_act(state)
    action, why = standard(hool.view(state, seat), Random(seed))
    return str(action), str(why)


def played(options, seed):
    """The decisions of a board played by four robots: [(view, action, why) ...], and the last state."""
    rng = Random(seed)
    board = Board(rng.randrange(1, 9), rng.randrange(4), 4, options)
    state = hool.start(board, hool.deal(board, rng))
    decisions = []
    while waiting := hool.to_act(state):
        assert len(decisions) <= MOST_ACTS
        seat = min(waiting)
        view = hool.view(state, seat)
        action, why = standard(view, rng)
        assert action in legal_actions(hool, state, seat)
        decisions.append((view, action, why))
        state = hool.apply(state, seat, action)
    return decisions, state


@cache
def many_boards():
    """The decisions of four boards of each preset."""
    return [each for options in PRESETS.values() for seed in range(4) for each in played(options, seed)[0]]


def in_play():
    """Every card played on these boards by choice: (view, hand, legal cards, card)."""
    for view, action, _ in many_boards():
        if view.phase == "play":
            legal = [choice.action.card for choice in view.choices if choice.why_not is None]
            if len(legal) > 1:
                yield view, view.hands[(view.leader + len(view.trick)) % 4], legal, action.card


def winner(view):
    """Which seat wins the trick so far."""
    return view.trick[winning_place([card for _, card in view.trick], view.trumps)][0]


def wins(view, card):
    """Would this card win the trick so far?"""
    return winning_place([*(each for _, each in view.trick), card], view.trumps) == len(view.trick)


# Every board


@settings(max_examples=40)
@given(any_options(), st.integers(0, 10_000))
def test_robots_choose_what_is_legal_and_finish_the_board(options, seed):
    _, state = played(options, seed)
    assert hool.result(state) is not None


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_finished(name):
    decisions, state = played(PRESETS[name], 7)
    assert decisions and hool.result(state) is not None


def test_every_action_has_a_reason_for_a_reader():
    for _, _, why in many_boards():
        sentence = str(why)
        assert isinstance(why, Text)
        assert not sentence[0].islower() and sentence[-1] == "." and "{" not in sentence and len(sentence) < 180


def test_same_view_and_same_chance_same_choice():
    for view, action, why in many_boards()[::7]:
        first, second = standard(view, Random(5)), standard(view, Random(5))
        assert first == second
        assert type(first[0]) is type(action) and isinstance(why, Text)


def test_a_robot_whose_turn_it_is_not_refuses():
    with pytest.raises(ValueError):
        standard(hool.view(start(), S), Random(0))


# Crimes at the table, on all boards


def test_the_last_hand_wins_as_cheaply_as_possible():
    for view, _, legal, card in in_play():
        better = [each for each in legal if len(view.trick) == 3 and wins(view, each)]
        if better and not (view.options.partners and (winner(view) - view.trick[0][0]) % 4 == 1):
            assert card == min(better, key=lambda each: (each.suit == view.trumps, each.rank))


def test_partners_winner_is_neither_ruffed_nor_beaten_by_the_last_hand():
    for view, _, legal, card in in_play():
        if len(view.trick) == 3 and view.options.partners and (winner(view) - view.trick[0][0]) % 4 == 1:
            if card.suit == view.trick[0][1].suit:
                assert card == min(legal, key=lambda each: each.rank)
            elif any(each.suit != view.trumps and each.rank < 14 for each in legal):
                assert card.suit != view.trumps


def test_no_ace_is_thrown_away():
    for view, _, legal, card in in_play():
        if view.trick and not wins(view, card) and card.rank == 14:
            assert all(each.rank == 14 or each.suit == view.trumps for each in legal)


def test_what_cannot_win_is_the_lowest_card():
    for view, _, legal, card in in_play():
        if view.trick and legal[0].suit == view.trick[0][1].suit and not any(wins(view, each) for each in legal):
            assert card == min(legal, key=lambda each: each.rank)


def test_openings_leads_are_not_always_aces():
    leads = [card for view, _, _, card in in_play() if not view.tricks and not view.trick and view.contract]
    assert leads and sum(card.rank == 14 for card in leads) < len(leads) / 2


# Positions

# North: 12 points; East 8; South 14 with five hearts; West 6.
FOUR_HEARTS = parse_deal("K96.Q87.AJ75.Q63 AQ84.52.T983.J84 J3.AKJT4.KQ2.K95 T752.963.64.AT72", FULL_PACK)


def playing(contract, declarer, deal, *cards):
    """The board at the play of a given contract, after these cards, each with the seat that holds it."""
    state = start(Options(contract="given", given_contract=contract, given_declarer=declarer, clues=0), deal=deal)
    for card in cards:
        holder = next(seat for seat in SEATS if parse_card(card) in state.hands[SEATS[seat]])
        (seat,) = hool.to_act(state)
        assert SEATS[holder] in (seat, (seat + 2) % 4)
        state = act(state, f"{'NESW'[seat]} play {card}")
    return state


def test_partners_winner_is_not_ruffed():
    deal = parse_deal("AK32.876.876.876 QJ5.KQ.KQJ5.AQJ2 .J32.AT932.T9543 T98764.AT954.4.K", FULL_PACK)
    state = playing("4H", W, deal, "AS", "5S")  # South has no spade, but partner's ace holds
    action, why = decide(state)
    assert action != "play 2H" and "H" not in action[-1] and why.startswith("Partner is already winning")


def test_second_hand_plays_low():
    state = playing("4H", S, FOUR_HEARTS, "2C", "3C", "JC", "KC", "3S")
    assert decide(state)[0] == "play 2S"  # West before dummy's king
    state = playing("3NT", N, FOUR_HEARTS, "TD", "2D", "4D", "JD", "6S")  # North leads from hand
    assert decide(state) == ("play 4S", "Second hand plays low: partner still comes last.")


def test_third_hand_plays_high_but_only_as_high_as_needed():
    deal = parse_deal("96.Q87.AJ75.QT63 AKQ4.52.T983.J84 J83.AKJT4.KQ2.K9 T752.963.64.A752", FULL_PACK)
    state = playing("3NT", S, deal, "2S", "6S")
    assert decide(state)[0] == "play QS"  # of king and queen beside the ace, the lowest that does the work


def test_declarer_draws_trumps():
    state = playing("4H", S, FOUR_HEARTS, "2C", "3C", "JC", "KC")
    action, why = decide(state)
    assert action == "play AH" and why == "I draw trumps: the opponents may still have 5."


def test_declarer_leads_towards_a_finesse():
    deal = parse_deal("AQ5.J5.A8763.A32 K832.T98.J2.JT84 764.AKQ.KQT4.Q95 JT9.76432.95.K76", FULL_PACK)
    state = playing("6NT", S, deal, "JS")
    action, why = decide(state)  # dummy goes around the king that may lie behind the jack
    assert action == "play QS" and why.startswith("I try the QS")


def test_the_king_and_queen_lead_from_the_top():
    deal = parse_deal("A5.J52.A876.A432 9832.T9.J42.JT87 J764.AKQ4.KT53.9 KQT.8763.Q9.KQ65", FULL_PACK)
    assert decide(playing("4H", S, deal))[0] in ("play KS", "play KC")


def test_an_ace_is_not_underled_against_a_trump_contract():
    for seed in range(300):
        rng = Random(seed)
        board = Board(1, N, 4, Options(contract="given", given_contract="4S", given_declarer=S, clues=0))
        state = hool.start(board, hool.deal(board, rng))
        card = parse_card(decide(state)[0][5:])
        suit = [each.rank for each in state.hands[W] if each.suit == card.suit]
        if card.suit != "S" and 14 in suit:
            assert card.rank == 14


def after_clues(deal, *clues, dealer=N):
    state = start(deal=deal, dealer=dealer)
    for clue in clues:
        (seat,) = hool.to_act(state)
        state = act(state, f"{'NESW'[seat]} clue {clue}")
    return state


BID_GAME = parse_deal("K96.KQ87.A875.Q6 QJ84.52.T93.J842 A3.AJT4.KQ42.953 T752.963.J6.AKT7", FULL_PACK)


def test_game_is_bid_with_26_points_and_eight_hearts():
    state = after_clues(BID_GAME, "hcp", "hcp", "hcp", "hcp", "hearts", "spades", "hearts", "spades")
    for seat in (N, S):
        action, why = decide(state, seat)
        assert action == "bid 4H"
        assert "28 points and 8 hearts" in why
    for seat in (E, W):
        action, why = decide(state, seat)
        assert action == "pass" and "12 points" in why


def test_nothing_is_promised_with_nothing():
    deal = parse_deal("AK2.AK2.AK2.AK32 543.543.543.7654 QJT.QJT.QJT.QJT9 9876.9876.9876.8", FULL_PACK)
    state = after_clues(deal, *["hcp"] * 4, *["spades"] * 4)
    assert decide(state, E)[0] == "pass" and decide(state, W)[0] == "pass"
    assert decide(state, N)[0] in ("bid 7NT", "bid 6NT")


def test_a_hopeless_contract_is_doubled():
    state = after_clues(BID_GAME, "hcp", "hcp", "hcp", "hcp", "hearts", "spades", "hearts", "spades")
    for bid, tricks in (("6S", 12), ("5C", 11), ("7NT", 13)):
        high = act(state, "N pass", "E pass", "S pass", f"W bid {bid}")
        for seat in (N, S):
            action, why = decide(high, seat)
            assert action == "double"
            assert why.startswith(f"They promised {tricks} tricks and I expect them to take only about ")


def test_a_contract_that_should_be_made_is_not_doubled():
    state = after_clues(BID_GAME, "hcp", "hcp", "hcp", "hcp", "hearts", "spades", "hearts", "spades")
    state = act(state, "N bid 4H", "E pass", "S pass", "W pass")
    assert decide(state, E)[0] == "pass" and decide(state, W)[0] == "pass"


def test_a_sound_game_is_redoubled_and_a_shaky_one_is_not():
    state = after_clues(BID_GAME, "hcp", "hcp", "hcp", "hcp", "hearts", "spades", "hearts", "spades")
    sound = act(state, "N bid 4H", "E pass", "S pass", "W pass", "E double", "W pass")
    assert decide(sound)[0] == "redouble"
    shaky = act(state, "N bid 6NT", "E pass", "S pass", "W pass", "E double", "W pass")
    assert decide(shaky)[0] == "pass"


def test_clues_are_points_then_the_suit_that_helps_most():
    state = after_clues(BID_GAME)
    assert decide(state)[0] == "clue hcp"
    state = after_clues(BID_GAME, "hcp", "hcp", "hcp", "hcp")
    assert decide(state)[0] == "clue hearts"  # four hearts and four diamonds: the higher suit
    state = after_clues(BID_GAME, "hcp", "hcp", "hcp", "hcp", "diamonds", "spades")
    assert decide(state)[0] == "clue diamonds"  # partner told four diamonds, South has four
    state = start(PRESETS["one clue"])
    assert decide(state)[0] == "clue hcp"


def test_the_declaring_pair_agrees_on_a_good_contract():
    state = start(PRESETS["minibridge"], deal=BID_GAME)
    first, _ = decide(state)
    assert first == "propose 4H"
    (seat,) = hool.to_act(state)
    state = act(state, f"{'NESW'[seat]} propose 7C")
    assert decide(state)[0] == "propose 4H"
    (seat,) = hool.to_act(state)
    state = act(state, f"{'NESW'[seat]} propose 4H")
    assert decide(state)[0] == "agree"


# Claims


def best(hands, leader, trick, trumps, side, memo):
    """Tricks `side` takes of the rest with perfect play on all sides: the plain way, to check the robot's."""
    key = (tuple(hands), leader, tuple(trick))
    if key not in memo:
        turn = (leader + len(trick)) % 4
        if not hands[turn]:
            return 0
        legal = [card for card in hands[turn] if trick and card.suit == trick[0].suit] or hands[turn]
        outcomes = []
        for card in legal:
            after = list(hands)
            after[turn] = tuple(each for each in hands[turn] if each != card)
            cards = [*trick, card]
            if len(cards) < 4:
                outcomes.append(best(after, leader, cards, trumps, side, memo))
            else:
                won = (leader + winning_place(cards, trumps)) % 4
                outcomes.append((won in side) + best(after, won, [], trumps, side, memo))
        memo[key] = max(outcomes) if turn in side else min(outcomes)
    return memo[key]


@pytest.mark.parametrize("seed", range(12))
def test_a_claim_is_accepted_exactly_if_it_is_sure(seed):
    rng = Random(seed)
    board = Board(1, seed % 4, 4, Options())
    state = hool.start(board, hool.deal(board, rng))
    while len(state.tricks) < 9 or len(state.trick) != seed % 3:
        (seat, *_) = sorted(hool.to_act(state))
        state = hool.apply(state, seat, standard(hool.view(state, seat), rng)[0])
    view = hool.view(state, None)
    side = (view.declarer, (view.declarer + 2) % 4)
    cards = [card for _, card in view.trick]
    sure = best(list(state.hands), view.leader, cards, view.trumps, side, {})
    for asked in ((view.declarer + 1) % 4, (view.declarer + 3) % 4):
        seen = hool.view(state, asked)
        for tricks in range(5):
            accepted, why = accepts_claim(seen, view.declarer, tricks, state.hands[view.declarer])
            assert accepted == (tricks <= sure), str(why)
            assert isinstance(why, Text) and str(why)


def test_a_cold_grand_slam_is_conceded_at_once():
    deal = parse_deal("AKQ.AKQ.AKQ.AKQ2 543.543.543.7654 JT2.JT2.JT2.JT98 9876.9876.9876.3", FULL_PACK)
    state = playing("7NT", N, deal, "5S")
    view = hool.view(state, E)
    assert accepts_claim(view, N, 13, state.hands[N])[0]


def test_without_dummy_only_cards_that_cannot_be_beaten_are_accepted():
    deal = parse_deal("AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432", FULL_PACK)
    state = start(PRESETS["whist"], deal=deal, dealer=W)
    view = hool.view(state, E)
    assert accepts_claim(view, N, 13, state.hands[N])[0]
    state = start(PRESETS["whist"], deal=deal, dealer=N)
    assert not accepts_claim(hool.view(state, W), N, 13, state.hands[N])[0]
    assert accepts_claim(hool.view(state, E), N, 0, state.hands[N])[0]


def test_no_robot_bids_far_too_much_where_the_others_can_still_double():
    """A bid that must fail is only worth it if it is cheap doubled, too."""
    rng = Random(9)
    for number in range(1, 61):
        board = Board(number, (number - 1) % 4, 4, hool.PRESETS["full"])
        state = hool.start(board, hool.deal(board, rng))
        while acting := hool.to_act(state):
            action, _ = ROBOTS["hool"]["standard"](hool.view(state, min(acting)), Random(number))
            state = hool.apply(state, min(acting), action)
        if state.contract:
            won = hool.view(state, None).tricks_won
            short = hool.tricks_needed(state.contract) - won[state.declarer] - won[(state.declarer + 2) % 4]
            assert short < 5, f"board {number}: {state.contract}"
