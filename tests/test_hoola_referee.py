"""The rules of Hoola beside a second referee, in whole boards of random deeds: what each seat may do, what becomes of
it, how the board ends, and what it costs."""

from dataclasses import fields
from random import Random

import pytest

from hool.rules import hoola
from hool.rules.cards import FULL_PACK, Deal, hand_order, parse_card
from hool.rules.game import CLOCK, Board, legal_actions, play
from tests.hoola_referee import Referee, pips

LIKELY = {"meld": 25, "lay": 8, "claim": 25, "take": 25, "draw": 6, "pass": 3, "close": 2}  # how often each is done


def random_options(rng, seats):
    """Every second option is not the default."""
    chosen = {"players": seats}
    for field in fields(hoola.Options):
        if field.name not in ("players", "match", "first_dealer") and rng.random() < 0.5:
            chosen[field.name] = rng.choice(list(field.metadata["values"]))
    if chosen.get("thank_you", "anyone") != "anyone":
        chosen["claim_policy"] = "first"
    return hoola.Options(**chosen)


def random_pack(rng):
    """Every second one is shuffled badly, for blasts, long runs and hands with all sevens."""
    pack = [str(card) for card in FULL_PACK]
    rng.shuffle(pack)
    kind = rng.random()
    if kind < 0.1:
        pack.sort(key=lambda card: card[0] != "7")
    elif kind < 0.25:
        pack.sort(key=lambda card: pips(card) + 3 * rng.random(), reverse=rng.random() < 0.5)
    elif kind < 0.5:
        pack.sort(key=lambda card: (card[1], pips(card) + 3 * rng.random()))
    return pack


def deed(action):
    """An action as the referee writes it."""
    word, *what = str(action).split(" ")
    if word in ("meld", "take", "claim"):
        return word, frozenset(what)
    return (word, what[0], int(what[2])) if word == "lay" else (word, *what)


def board_of(rng):
    """The same board before the rules and before the referee."""
    seats = rng.randint(2, 5)
    options, pack, dealer = random_options(rng, seats), random_pack(rng), rng.randrange(seats)
    hands, rest = [pack[7 * seat : 7 * seat + 7] for seat in range(seats)], pack[7 * seats :]
    cards = [tuple(map(parse_card, some)) for some in (*hands, rest)]
    deal = Deal(tuple(map(hand_order, cards[:-1])), cards[-1], cards[-1][0])
    return hoola.start(Board(1, dealer, seats, options), deal), Referee(options, dealer, hands, rest)


def played(rng):
    """A board to its end, compared at each step; the referee."""
    state, referee = board_of(rng)
    while True:
        may = {}
        for seat in (CLOCK, *range(referee.seats)):
            actions = legal_actions(hoola, state, seat)
            assert {deed(action) for action in actions} == referee.allowed(seat), (state, seat)
            may |= {(seat, str(action)): deed(action) for action in actions}
        assert {seat for seat, _ in may} == hoola.to_act(state)
        if referee.ending:
            assert (state.ending, state.winner, state.knocker) == (referee.ending, referee.winner, referee.knocker)
            assert hoola.result(state).scores == referee.scores(), state
            return referee
        seat, text = rng.choices(list(may), [LIKELY.get(text.split(" ")[0], 1) for _, text in may])[0]
        state = play(hoola, state, seat, text)
        referee.do(seat, may[seat, text])
        assert [set(map(str, hand)) for hand in state.hands] == referee.hands
        assert [str(card) for card in state.stock] == referee.stock
        assert [str(card) for card in state.discards] == referee.discards
        assert [(meld.kind, {*map(str, meld.cards)}, meld.owner) for meld in state.melds] == [
            (kind, {*cards}, owner) for kind, cards, owner in referee.melds
        ]


@pytest.mark.parametrize("seed", range(2))
def test_rules_and_referee_agree_on_whole_boards(seed):
    rng = Random(seed)
    ends = {played(rng).ending for _ in range(12)}
    assert {"out", "knock", "stock"} <= ends
