"""The expert's clues, bids and doubles: legal, in time, with a true reason, and right where there is no doubt."""

from collections import Counter
from itertools import count, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hool.robots import expert_hands
from hool.robots.expert import think
from hool.robots.expert_hands import Partner
from hool.robots.expert_tricks import POINTS, all_parts, chances, holdings, model
from hool.robots.facts import Facts
from hool.robots.sampling import Sampler
from hool.rules import hool
from hool.rules.cards import FULL_PACK, high_card_points, lengths, parse_deal, parse_hand
from hool.rules.game import Board, legal_actions
from hool.rules.hool import BIDS, PRESETS, bid_rank
from hool.rules.text import Text
from tests.rules_play import MOST_ACTS, E, N, S, W, act, any_options, start

# North 14 points, East 6, South 14, West 6: 28 points and eight hearts.
GAME = parse_deal("K96.KQ87.A875.Q6 QJ84.52.T93.J842 A3.AJT4.KQ42.953 T752.963.J6.AKT7", FULL_PACK)
# North and South have 34 points and ten spades; all that is lost is the ace of hearts.
SLAM = parse_deal("AKQ72.KQ5.A9.KQ4 9.JT983.8642.J73 JT853.42.KQJ.A62 64.A76.T753.T985", FULL_PACK)
NOTHING = parse_deal("AK2.AK2.AK2.AK32 543.543.543.7654 QJT.QJT.QJT.QJT9 9876.9876.9876.8", FULL_PACK)


def ticking(tick):
    """A clock that goes on by `tick` seconds whenever somebody looks at it."""
    steps = count()
    return lambda: tick * next(steps)


def decide(state, seat=None, seed=0, seconds=1.0, tick=0.0):
    """What the expert does without a solver, and its reason in English."""
    if seat is None:
        (seat,) = hool.to_act(state)
    action, why = think(hool.view(state, seat), Random(seed), None, seconds, ticking(tick))
    return str(action), str(why)


def after_clues(deal, *clues, dealer=N, options=None):
    """The board after these clues, or after points and the longest suit of each player."""
    state = start(options, deal=deal, dealer=dealer)
    while hool.phase(state) == "clues":
        (seat,) = hool.to_act(state)
        clue = clues[sum(map(len, state.clues))] if clues else decide(state)[0].removeprefix("clue ")
        state = act(state, f"{'NESW'[seat]} clue {clue}")
    return state


def passed(state, *acts):
    """The state after the acts, everybody else who is asked passing before them."""
    named = {each[0] for each in acts}
    return act(state, *(f"{seat} pass" for seat in "NESW" if seat not in named), *acts)


# Every board


@settings(max_examples=15, deadline=None)
@given(any_options(), st.integers(0, 10_000))
def test_whatever_the_rules_the_expert_chooses_what_is_legal_and_says_why(options, seed):
    rng = Random(seed)
    board = Board(rng.randrange(1, 9), rng.randrange(4), 4, options)
    state = hool.start(board, hool.deal(board, rng))
    for _ in range(MOST_ACTS):
        waiting = hool.to_act(state)
        if not waiting or hool.phase(state) == "play":
            break
        seat = min(waiting)
        action, why = think(hool.view(state, seat), rng, None, 0.0, lambda: 0.0)
        assert action in legal_actions(hool, state, seat)
        assert isinstance(why, Text) and str(why).endswith(".")
        if rng.random() < 0.3:  # people sit there, too, and call what no robot expects
            action = rng.choice(legal_actions(hool, state, seat))
        state = hool.apply(state, seat, action)
    else:
        pytest.fail("the bidding does not end")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_board_of_each_lesson_is_played_to_its_end(preset):
    rng = Random(preset)
    board = Board(1, 2, 4, PRESETS[preset])
    state = hool.start(board, hool.deal(board, rng))
    while waiting := hool.to_act(state):
        seat = min(waiting)
        action, _ = think(hool.view(state, seat), rng, None, 0.0, lambda: 0.0)
        assert action in legal_actions(hool, state, seat)
        state = hool.apply(state, seat, action)
    assert hool.result(state) is not None


def test_same_view_and_same_chance_same_answer():
    state = after_clues(GAME)
    for seat in (N, E, S, W):
        assert decide(state, seat, seed=5) == decide(state, seat, seed=5)


def test_who_has_nothing_to_decide_is_told():
    with pytest.raises(ValueError):
        decide(start(), S)


# Time


@pytest.mark.parametrize("seconds", [0.03, 0.3, 1.0])
@pytest.mark.parametrize("step", ["step 1", "step 2", "step 3"])
def test_the_time_given_is_kept(seconds, step):
    state = after_clues(GAME)
    if step != "step 1":
        state = passed(state, "N bid 2H")
    if step == "step 3":
        state = act(state, "E pass", "W bid 3C")
    clock = ticking(0.001)  # a look at the clock comes after some hands, and a millisecond holds about as many
    begun = clock()
    seat = min(hool.to_act(state))
    think(hool.view(state, seat), Random(0), None, seconds, clock)
    assert clock() - begun <= seconds + 0.005


def test_with_no_time_the_answer_is_still_a_good_one():
    state = after_clues(GAME)
    for seat in (N, S):
        assert decide(state, seat, seconds=0.0, tick=1.0)[0] == "bid 4H"


def test_time_is_used_to_look_at_more_hands():
    state = after_clues(GAME)
    few, many = (decide(state, N, tick=tick)[1] for tick in (1.0, 0.0))
    assert int(few.split()[3]) < int(many.split()[3])


# Bids


def test_game_is_bid_with_28_points_and_eight_hearts():
    state = after_clues(GAME)
    for seat in (N, S):
        action, why = decide(state, seat)
        assert action == "bid 4H"
        assert "hands partner may hold: 4H is made in " in why
    for seat in (E, W):
        assert decide(state, seat)[0] == "pass"


def test_a_slam_that_all_can_see_is_bid():
    state = after_clues(SLAM)
    for seat in (N, S):
        action, _ = decide(state, seat)
        assert action in ("bid 6S", "bid 6NT", "bid 7S")


def test_nothing_is_promised_with_nothing():
    state = after_clues(NOTHING)
    assert decide(state, E)[0] == decide(state, W)[0] == "pass"
    assert decide(state, N)[0] in ("bid 7NT", "bid 6NT")


def test_a_hopeless_contract_is_doubled():
    state = after_clues(GAME)
    for bid in ("6S", "5C", "7NT"):
        high = passed(state, f"W bid {bid}")
        for seat in (N, S):
            action, why = decide(high, seat)
            assert action == "double", bid
            assert f"{bid} fails in nearly all" in why


def test_a_sure_contract_is_not_doubled():
    state = passed(after_clues(GAME), "N bid 4H")
    assert decide(state, E)[0] == decide(state, W)[0] == "pass"
    state = passed(after_clues(SLAM), "N bid 6S")
    assert decide(state, E)[0] == decide(state, W)[0] == "pass"


def test_a_sound_game_is_redoubled_and_a_shaky_slam_is_not():
    state = after_clues(GAME)
    sound = act(passed(state, "N bid 4H"), "E double", "W pass")
    assert decide(sound)[0] == "redouble"
    shaky = act(passed(state, "N bid 6NT"), "E double", "W pass")
    assert decide(shaky)[0] == "pass"


def test_the_last_bid_cannot_be_doubled_and_so_saves_a_game_cheaply():
    # East and West bid 4H over 3S; ten spades are there, and a trick too few costs 20 where 4H brings them 140.
    deal = parse_deal("KQJ95.7.KJ43.876 A.KQJ85.A62.KQJ4 T8742.42.QT98.A5 63.AT963.75.T932", FULL_PACK)
    state = act(passed(after_clues(deal), "N bid 3S"), "E bid 4H", "W pass")
    assert "bid 4S" in {decide(state, N)[0], decide(state, S)[0]}


def test_the_declaring_pair_agrees_on_a_good_contract():
    state = start(PRESETS["minibridge"], deal=GAME)
    first, why = decide(state)
    assert first == "propose 4H" and why.startswith("I see both our hands")
    (seat,) = hool.to_act(state)
    state = act(state, f"{'NESW'[seat]} propose 7C")
    assert decide(state)[0] == "propose 4H"
    (seat,) = hool.to_act(state)
    state = act(state, f"{'NESW'[seat]} propose 4H")
    assert decide(state)[0] == "agree"


# The hands it looks at


@pytest.mark.parametrize("clues", [("hcp",), ("hcp", "hearts"), ("pattern", "spades"), ("clubs", "diamonds")])
def test_the_hands_looked_at_agree_with_all_clues(clues):
    kinds = [kind for kind in clues for _ in range(4)]
    board = Board(1, 0, 4, PRESETS["full"])
    for seed in range(20):
        state = hool.start(board, hool.deal(board, Random(seed)))
        for place, kind in enumerate(kinds):
            state = act(state, f"{'NESW'[place % 4]} clue {kind}")
        facts = Facts(hool.view(state, S))
        partner = Partner(facts, Random(seed))
        north = state.hands[N]
        for hand in partner.draw(30):
            left, right = partner.opponents(hand)
            shape = [length for _, length in hand]
            assert sum(shape) == sum(left) == sum(right) == 13
            assert not any(held & mine for (held, _), (mine, _) in zip(hand, partner.own, strict=True))
            assert all(held.bit_count() <= length for held, length in hand), (
                "a suit has at least as many cards as honours"
            )
            told = dict(facts.told[N])
            if "hcp" in told:
                assert sum(POINTS[held] for held, _ in hand) == high_card_points(north)
            if "pattern" in told:
                assert sorted(shape) == sorted(lengths(north))
            for place, kind in enumerate(("spades", "hearts", "diamonds", "clubs")):
                if kind in told:
                    assert shape[place] == told[kind]
                    assert left[place] == lengths(state.hands[W])[place]
                    assert right[place] == lengths(state.hands[E])[place]


def test_hands_come_up_as_often_as_deals_hold_them(monkeypatch):
    """Beside a slower way to deal that counts exactly; what a choice of clue may mean is left out, as it is there."""
    monkeypatch.setattr(expert_hands, "UNUSUAL", 1.0)
    monkeypatch.setattr(Partner, "_reading", lambda self, seat, shape: 1.0)
    state = start(deal=GAME)
    for clue in ("N clue hcp", "E clue pattern", "S clue hearts", "W clue clubs"):
        state = act(state, clue)
    view, rng, many = hool.view(state, E), Random(1), 1500
    ours = Partner(Facts(view), rng).draw(many)
    sampler = Sampler(view)
    exact = [holdings(deal[W]) for _ in range(many) if (deal := sampler.draw(rng))]
    for suit in range(4):
        for one, other in zip(
            (Counter(hand[suit][1] for hand in ours), Counter(bool(hand[suit][0] & 16) for hand in ours)),
            (Counter(hand[suit][1] for hand in exact), Counter(bool(hand[suit][0] & 16) for hand in exact)),
            strict=True,
        ):
            for value in one | other:
                assert one[value] / many == pytest.approx(other[value] / len(exact), abs=0.06)


# What it reckons with


def test_the_quick_sum_is_the_sum_that_was_fitted():
    tricks = model()
    for seed in range(40):
        deal = hool.deal(Board(1, 0, 4, PRESETS["full"]), Random(seed))
        one, other = holdings(deal.hands[N]), holdings(deal.hands[S])
        for place, mean in enumerate(tricks.means(one, other)):
            parts = sum(tricks.tables[name][number] for name, number in all_parts(one, other, place))
            assert mean == pytest.approx(tricks.base[place == 4] + parts)


def test_tricks_are_reckoned_about_right():
    """Rules 7.4: 25 points without trumps 8.6 tricks; a trick more for a ninth trump; four hearts with 28 points."""
    tricks = model()
    north, south = holdings(GAME.hands[N]), holdings(GAME.hands[S])
    assert 10 < tricks.means(north, south)[1] < 12
    plain = tricks.means(holdings(parse_hand("AQ5.K84.A72.9863")), holdings(parse_hand("K73.AJ9.Q85.Q742")))[4]
    assert 7.5 < plain < 9.5
    eight = tricks.means(holdings(parse_hand("AQ85.K84.72.9863")), holdings(parse_hand("K973.A9.Q85.K742")))[0]
    nine = tricks.means(holdings(parse_hand("AQ852.K84.72.986")), holdings(parse_hand("K973.A9.Q85.K742")))[0]
    assert 0.4 < nine - eight < 1.6


def test_the_chance_of_a_bid_falls_with_its_level():
    for denomination in ("C", "D", "H", "S", "NT"):
        rows = [chances(bid_rank(f"{level}{denomination}")) for level in range(1, 8)]
        for lower, higher in pairwise(rows):
            assert all(0 <= less <= more <= 1 for more, less in zip(lower, higher, strict=True))
    assert len(BIDS) == 35
