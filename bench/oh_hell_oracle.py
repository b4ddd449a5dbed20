"""Oh Hell beside OpenSpiel's: the same cards in both, played at random, and every decision compared.

    pip install open_spiel==2.0.2       (into a place of its own; nothing else is needed)
    python bench/oh_hell_oracle.py [hands] [seed]

Compared are, before every bid and card, whose turn it is and what he may do, and at the end the tricks and points. The
rules that both have: one pack, a card turned up, the dealer's hook, 3 to 7 players, hands that leave a card to turn.
"""

from __future__ import annotations

import sys
import types
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parent.parent
if __name__ == "__main__":  # the rules need the standard library only: do without the app around them
    package = types.ModuleType("hool")
    package.__path__ = [str(ROOT / "hool")]
    sys.modules["hool"] = package

import pyspiel

from hool.rules import oh_hell
from hool.rules.cards import Card
from hool.rules.game import Board, legal_actions

SUITS = "CDSH"  # OpenSpiel's cards are numbered by rank, then suit, from the two of clubs; then come the bids


def number_of(card: Card) -> int:
    return (card.rank - 2) * 4 + SUITS.index(card.suit)


def number_of_action(action: Any) -> int:
    return number_of(action.card) if isinstance(action, oh_hell.PlayCard) else 52 + int(action.tricks)


def compare(rng: Random) -> int:
    """One hand played at random; how many decisions were compared. Raises `AssertionError` at a difference."""
    seats = rng.randrange(3, 8)
    options = oh_hell.Options(players=seats, order="up", max_cards="keep_one")
    size = rng.choice(oh_hell.sizes(options, seats))
    board = Board(size, rng.randrange(seats), seats, options)
    deal = oh_hell.deal(board, rng)
    state = oh_hell.start(board, deal)
    other = pyspiel.load_game("oh_hell", {"players": seats, "num_tricks_fixed": size}).new_initial_state()
    other.apply_action(size)
    other.apply_action(board.dealer)
    for place in range(size):
        for hand in deal.hands:
            other.apply_action(number_of(hand[place]))
    other.apply_action(number_of(deal.rest[0]))
    decisions = 0
    while acting := oh_hell.to_act(state):
        (seat,) = acting
        legal = legal_actions(oh_hell, state, seat)
        assert other.current_player() == seat, (board, deal, other)
        assert sorted(map(number_of_action, legal)) == sorted(other.legal_actions()), (board, deal, legal, str(other))
        action = rng.choice(legal)
        state = oh_hell.apply(state, seat, action)
        other.apply_action(number_of_action(action))
        decisions += 1
    result = oh_hell.result(state)
    assert other.is_terminal() and result is not None
    assert list(result.scores) == other.returns(), (board, deal, state.won, str(other))
    return decisions


def main(hands: int = 2000, seed: int = 1) -> None:
    rng = Random(seed)
    decisions = sum(compare(rng) for _ in range(hands))
    print(f"{hands} hands, {decisions} decisions: the same turns, choices and points.")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
