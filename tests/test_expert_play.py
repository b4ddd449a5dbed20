"""The expert's card: legal, in time, true in its reason, and right where the cards leave no doubt."""

from random import Random

import pytest

from hool.analysis.dds import load
from hool.robots.alone import Alone
from hool.robots.expert_play import MOST, choose_card
from hool.robots.play import play_card
from hool.robots.sampling import Sampler
from hool.rules import hool
from hool.rules.cards import parse_card, parse_deal
from hool.rules.game import legal_actions
from hool.rules.hool import PRESETS, Options
from tests.rules_play import E, N, S, W, act, random_board, start


@pytest.fixture(scope="module")
def solver():
    return load()


def still():
    """A clock that stands."""
    return 0.0


def choose(state, solver, seed=0, seconds=1.0, clock=still):
    """The expert's card and its reason in English."""
    (seat,) = hool.to_act(state)
    action, why = choose_card(hool.view(state, seat), Random(seed), solver, seconds, clock)
    return str(action), str(why)


class Told:
    """A solver that says of each position what it was told to, and remembers what it was asked and said."""

    def __init__(self, tricks=lambda card, hands: card.rank % 3, takes=lambda: None):
        self.tricks, self.takes, self.rows = tricks, takes, []

    def cards(self, hands, trumps, leader, trick):
        self.takes()
        due = hands[(leader + len(trick)) % 4]
        legal = [card for card in due if trick and card.suit == trick[0].suit] or due
        self.rows.append({card: min(self.tricks(card, hands), len(due)) for card in legal})
        return self.rows[-1]


def choices(state):
    """How many cards can be played now."""
    (seat,) = hool.to_act(state)
    return len(legal_actions(hool, state, seat))


def in_play(options, seed):
    """The positions of a board played at random in which there is a choice of cards."""
    history, _ = random_board(options, seed)
    return [state for state, _, _ in history if hool.phase(state) == "play" and choices(state) > 1]


@pytest.mark.parametrize("name", PRESETS)
def test_the_card_is_legal_and_the_same_again(name):
    contract = PRESETS[name].trumps == "contract"
    for state in in_play(PRESETS[name], 3)[::5]:
        (seat,) = hool.to_act(state)
        view = hool.view(state, seat)
        first = choose_card(view, Random(1), Told(), 1.0, still)
        assert first[0] in legal_actions(hool, state, seat)
        assert str(first[1]) and (contract or "contract" not in str(first[1]))
        assert choose_card(view, Random(1), Told(), 1.0, still) == first


# Time


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now

    def goes_on(self, seconds):
        self.now += seconds


@pytest.mark.parametrize("each", [0.004, 0.03, 0.3])
def test_it_takes_no_more_time_than_it_has(each):
    for state in in_play(Options(), 5)[::3]:
        clock = Clock()
        solver = Told(takes=lambda clock=clock: clock.goes_on(each))
        choose(state, solver, seconds=0.35, clock=clock)
        assert clock.now <= 100.35 and len(solver.rows) <= MOST


def test_without_time_for_three_ways_it_plays_as_the_standard_robot_does():
    for state in in_play(Options(), 5)[::3]:
        (seat,) = hool.to_act(state)
        usual = play_card(hool.view(state, seat), Random(0))
        for seconds, each in ((0.0, 0.001), (0.25, 0.1)):
            clock = Clock()
            solver = Told(takes=lambda clock=clock, each=each: clock.goes_on(each))
            chosen = choose_card(hool.view(state, seat), Random(0), solver, seconds, clock)
            if len(solver.rows) < 3 and len(state.hands[seat]) > 5:
                assert chosen == usual


def test_where_there_is_nothing_to_choose_nothing_is_worked_out():
    state = start(
        PRESETS["trumps"], deal=parse_deal("AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    )
    solver = Told()
    assert choose(state, solver)[0].endswith("H")  # all of a row
    assert solver.rows == []


# The choice


def test_where_all_cards_do_the_same_the_habit_and_its_reason_decide():
    for state in in_play(Options(), 2)[::4]:
        (seat,) = hool.to_act(state)
        view = hool.view(state, seat)
        assert choose_card(view, Random(4), Told(lambda card, hands: 1), 1.0, still) == play_card(view, Random(4))


def test_how_often_it_is_best_is_counted_and_said():
    seen = 0
    for seed in range(12):
        for state in in_play(PRESETS["trumps"], seed)[:24:3]:
            solver = Told(lambda card, hands: (card.rank * (1 + sum(other.rank for other in hands[E]) % 2)) % 5)
            (seat,) = hool.to_act(state)
            action, why = choose_card(hool.view(state, seat), Random(seed), solver, 1.0, still)
            told = dict(why.params)
            if "good" in told:
                seen += 1
                good = sum(row[action.card] == max(row.values()) for row in solver.rows)
                assert (told["good"], told["count"]) == (good, len(solver.rows)) and good * 2 >= len(solver.rows)
    assert seen > 10


def test_the_tricks_that_beat_the_contract_are_taken_at_once(solver):
    """North told 29 points and two spades: if East does not take three spades now, five no-trumps is home."""
    deal = parse_deal("32.AKQ.AKQJ.AKQJ AKQ.JT987.T98.T9 654.432.432.5432 JT987.65.765.876")
    state = start(deal=deal, contract="given", given_contract="5NT", given_declarer=N)
    for kind in ("hcp", "spades"):
        state = act(state, *(f"{seat} clue {kind}" for seat in "NESW"))
    for _ in range(3):
        card, _ = choose(state, solver)
        assert card in ("play AS", "play KS", "play QS")
        state = act(state, f"E {card}")
        for seat in "SWN":
            lowest = str(play_card(hool.view(state, N if seat in "NS" else W), Random(0))[0])
            state = act(state, f"{'N' if seat in 'NS' else seat} {lowest}")


TWO = {"pack": "two suits", "trumps": "N", "given_declarer": S, "clue_kinds": ("hcp", "hearts"), "clues": 2}


def after_the_jack(deal):
    """Two suits, South declares and has heard all points and hearts. North has led the jack of hearts, East follows."""
    state = start(deal=parse_deal(deal), **TWO)
    for kind in ("hcp", "hearts"):
        state = act(state, *(f"{seat} clue {kind}" for seat in "NESW"))
    return act(state, "W play 9S", "S play JS", "E play 4S", "S play 3S", "S play JH", "E play 4H")


def test_a_finesse_is_taken_where_the_clues_show_that_it_wins(solver):
    state = after_the_jack("QJT.JT9.. 84.K654.. AK3.AQ3.. 9765.87..")
    assert choose(state, solver)[0] == "play 3H"


def test_a_single_king_behind_the_ace_falls(solver):
    state = after_the_jack("QJT.JT9.. 4.87654.. AK3.AQ3.. 98765.K..")
    assert choose(state, solver)[0] == "play AH"


def test_alone_the_last_player_wins_cheaply_and_keeps_the_ace():
    hands = [[parse_card(f"{rank}H") for rank in ranks] for ranks in ("K4", "T5", "Q9", "AJ3")]
    trick = [parse_card(text) for text in ("6H", "7H", "8H")]
    worth = {str(card): tricks for card, tricks in Alone().cards(hands, "N", N, trick).items()}
    assert worth["JH"] == 2 and worth["AH"] == 1


def test_a_loser_is_trumped(solver):
    deal = parse_deal("KQJ.765.. 987.984.. AT3.AKQ.. 654.JT3..")
    state = start(deal=deal, pack="two suits", trumps="S", clues=0, given_declarer=S)
    state = act(state, "W play JH", "S play 5H", "E play 4H", "S play AH")
    assert choose(state, solver)[0].endswith("S")


def test_who_knows_every_card_loses_no_trick(solver):
    known = 0
    for seed in range(25):
        history, _ = random_board(PRESETS["two clues"], seed)
        for state, seat, _ in history:
            view = hool.view(state, seat)
            if view.phase != "play" or len(view.tricks) < 7 or len(Sampler(view).every(MOST) or ()) != 1:
                continue
            action, _ = choose_card(view, Random(seed), solver, 1.0, still)
            worth = solver.cards(state.hands, view.trumps, view.leader, [card for _, card in view.trick])
            assert worth[action.card] == max(worth.values())
            known += min(worth.values()) < max(worth.values())
    assert known > 5
