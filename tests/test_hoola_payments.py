"""Hoola: what is paid, counted a second time.

`owed` follows rules 10 to 13 of hool/rules/README.md word by word and shares no code with the game.
"""

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from hool.rules import hoola
from hool.rules.cards import FULL_PACK
from hool.rules.game import Board, Deal
from hool.rules.hoola import Options
from tests.hoola_play import shows

POINTS = {14: 1} | {rank: rank for rank in range(2, 14)}
ENDINGS = ("out", "hoola", "knock", "blast small", "blast large", "luck", "stock")

FED = {
    ("hoola", "hoola"),
    ("hoola", "any_out"),
    ("out", "any_out"),
}  # ending and option with which a feeder pays for all


@st.composite
def ended(draw):
    """A board as it may have ended: any hands, melds, turns had, winner, knocker and feeder that go together."""
    seats, rng = draw(st.integers(2, 5)), Random(draw(st.integers(0, 2**32)))
    options = Options(
        players=seats,
        seven_value=draw(st.sampled_from((7, 14))),
        seven_doubles=draw(st.booleans()),
        zero_four=draw(st.booleans()),
        feeder=draw(st.sampled_from(("hoola", "any_out", "never"))),
        failed_knock_rank=draw(st.sampled_from(("by_points", "last"))),
    )
    few = sorted(rng.sample(range(2, 15), 4))  # few ranks, so that four of a kind, sevens and equal hands come up
    pack = [card for card in FULL_PACK if seats > 3 or card.rank in (7, *few)]
    rng.shuffle(pack)
    hands = tuple(tuple(pack.pop() for _ in range(min(rng.randint(1, 7), len(pack)))) for _ in range(seats))
    ending, winner = draw(st.sampled_from(ENDINGS)), rng.randrange(seats)
    if ending in ("out", "hoola"):
        hands = tuple(() if seat == winner else hand for seat, hand in enumerate(hands))
    others = [seat for seat in range(seats) if seat != winner]
    state = hoola.start(Board(1, 0, seats, options), hoola.deal(Board(1, 0, seats, options), Random(1)))
    return replace(
        state,
        deal=Deal(hands),
        hands=hands,
        melded=tuple(rng.random() < 0.5 for _ in range(seats)),
        had_turn=tuple(rng.random() < 0.7 for _ in range(seats)),
        ending=ending,
        winner=winner,
        knocker=rng.choice((winner, *others)) if ending == "knock" else None,
        feeder=rng.choice((None, *others)) if ending in ("out", "hoola") else None,
    )


def owed(state):
    """What each seat gets in the end."""
    options, seats = state.board.options, range(state.board.seats)

    def points(hand):
        ranks = Counter(card.rank for card in hand)
        values = POINTS | {7: options.seven_value}
        return sum(0 if options.zero_four and n == 4 else n * values[rank] for rank, n in ranks.items())

    losers = [seat for seat in seats if seat != state.winner]
    place = {}
    for seat in losers:  # the lowest pays 1, the next 2 ...; equal hands pay the higher number
        place[seat] = len([other for other in losers if points(state.hands[other]) <= points(state.hands[seat])])
    failed = state.ending == "knock" and state.knocker != state.winner
    if failed and options.failed_knock_rank == "last":
        place[state.knocker] = len(losers)
    gets = [0] * len(seats)
    for seat in losers:
        stake = place[seat]
        for card in state.hands[seat]:
            stake *= 2 if card.rank == 7 and options.seven_doubles else 1
        if state.had_turn[seat] and not state.melded[seat]:
            stake *= 2
        if state.ending == "hoola":
            stake *= 2
        pays = seat
        if failed:
            pays = state.knocker
        elif state.feeder is not None and (state.ending, options.feeder) in FED:
            pays = state.feeder
        gets[pays] -= stake
        gets[state.winner] += stake
    return tuple(gets)


@given(ended())
def test_payments_are_what_the_rules_say_and_add_up_to_nothing(state):
    scores = hoola.result(state).scores
    assert sum(scores) == 0
    assert scores == owed(state)
    assert scores[state.winner] > 0 and max(scores) == scores[state.winner]
    view = shows(state)
    assert sorted(line.loser for line in view.payments) == [s for s in range(state.board.seats) if s != state.winner]
    assert all(line.points == line.rank * line.doubles > 0 for line in view.payments)
    assert len(hoola.explain_payments(state)) == state.board.seats - 1
