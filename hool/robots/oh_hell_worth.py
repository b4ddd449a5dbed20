"""What the cards of Oh Hell are worth: the chance of each to take a trick, for whoever holds it.

The chances were counted in hands played to their end by the engine in oh_hell_playout.py, with hands of all sizes for
three to ten players and all packs, whole ones and such of which some cards were gone, and a curve was laid through them
(`python -m bench.fit_oh_hell`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from math import exp, log, sqrt

from hool.robots.oh_hell_facts import TRUMPS, Code

# Weights of what `about` says of a card: a trump, a card of another suit, and one where there are no trumps.
WEIGHTS = (
    (2.776, -3.053, 0.485, 0.315, -0.778, -0.025, -0.039),
    (1.187, -1.444, -0.324, -2.134, -0.170, -0.098, -0.426, 0.713),
    (1.264, -1.983, -0.096, -1.777, 0.416, 0.066, 0.554),
)
FULL_HOUSE = 256  # codes are below


def about(kind: int, above: float, length: float, trumps: float, others: int, size: int) -> tuple[float, ...]:
    """What the worth of a card follows from.

    kind: the place in `WEIGHTS`. above: how many higher cards of its suit the others may be expected to hold. length
    and trumps: how many cards of its suit and how many trumps a player holds on average. others: how many they are.
    size: the cards each holds.
    """
    root = sqrt(above)
    if kind == 0:
        return 1, root, above, length, 1 / size, log(others), above * length / 3
    if kind == 1:
        return 1, root, above, 1 / (length + 0.5), trumps, 1 / size, log(others), length
    return 1, root, above, 1 / (length + 0.5), 1 / size, log(others), length


def worths(own: Sequence[Code], unseen: Sequence[Code], hidden: int, others: int, trumps: bool) -> list[float]:
    """The worth of each card, 0..1, indexed by code; 0 for cards that are not in play.

    own: the cards one holds. unseen: those that may be in the `hidden` cards of the `others`. trumps: whether there
    are any; a joker alone makes none.
    """
    found = [0.0] * FULL_HOUSE
    share = min(1.0, hidden / len(unseen)) if unseen else 0.0
    mine, theirs = _by_suit(own), _by_suit(unseen)
    lengths = [(len(theirs[suit]) * share + len(mine[suit])) / (others + 1) for suit in range(5)]
    size = max(1, round(hidden / others))
    for suit in range(5):
        kind = 0 if suit == TRUMPS else 1 if trumps else 2
        weights = WEIGHTS[kind]
        held, out = mine[suit], theirs[suit]

        def worth(above: float, kind: int = kind, suit: int = suit, weights: tuple[float, ...] = weights) -> float:
            facts = about(kind, above, lengths[suit], lengths[TRUMPS], others, size)
            return 1 / (1 + exp(-sum([fact * weight for fact, weight in zip(facts, weights, strict=True)])))

        for card in out:
            above = _higher(out, card, 1) * share * (others - 1) / others + _higher(held, card, 0)
            found[card] = worth(above)
        for card in held:
            above = _higher(out, card, 0) * share
            found[card] = worth(above) if above or suit != TRUMPS else 1.0  # nothing beats the highest trump
    return found


def _by_suit(cards: Sequence[Code]) -> list[list[Code]]:
    suits: list[list[Code]] = [[], [], [], [], []]
    for card in sorted(cards):
        suits[card >> 5].append(card)
    return suits


def _higher(ascending: Sequence[Code], card: Code, itself: int) -> float:
    """How many are higher; an equal one, besides the card itself, counts half."""
    right = bisect_right(ascending, card)
    return len(ascending) - right + (right - bisect_left(ascending, card) - itself) / 2
