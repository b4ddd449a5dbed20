"""Melds: which cards are one, in which order they are written, and which card goes on one that lies on the table.

A set is written spades, hearts, diamonds, clubs. A run is written upwards, the ace where it stands: `AC 2C 3C`,
`QC KC AC`, and where runs go round the corner `KC AC 2C`. So each meld has one text. `ace` is the option of this name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from hool.rules.cards import SUITS, Card
from hool.rules.game import Seat
from hool.rules.text import Text, say

SEVEN = 7
# The ranks a run may go through, upwards. Round the corner it may begin anywhere.
_LINES = {
    "low": (14, *range(2, 14)),
    "high_low": (14, *range(2, 15)),
    "round": (14, *range(2, 14), 14, *range(2, 14)),
}
_SET_NEEDS = say("A set needs three cards of a rank. Only sevens need fewer.")
_RUN_NEEDS = say("A run needs three cards in a row, or two if one of them is a 7.")
_ACE_LOW = say("At this table the ace stands only below the 2.")
_CORNER = say("At this table a run does not go round the corner: the ace ends it.")
_CORNERS: dict[str, tuple[tuple[tuple[int, int, int], Text], ...]] = {
    "low": (((12, 13, 14), _ACE_LOW), ((13, 14, 2), _ACE_LOW)),
    "high_low": (((13, 14, 2), _CORNER),),
    "round": (),
}


class Meld(NamedTuple):
    """Cards on the table."""

    number: int  # from 1
    owner: Seat  # who laid it down; all may lay off on it
    kind: str  # set, run, or seven: a 7 alone, which may become either
    cards: tuple[Card, ...]  # in the order above


def as_meld(ace: str, cards: Sequence[Card]) -> tuple[str, tuple[Card, ...]] | None:
    """The kind and the order of `cards` as a new meld, None if they are none."""
    size, ranks = len(cards), {card.rank for card in cards}
    if len(ranks) == 1:
        if size == 1:
            return ("seven", tuple(cards)) if SEVEN in ranks else None
        return ("set", _by_suit(cards)) if size >= (2 if SEVEN in ranks else 3) else None
    if len({card.suit for card in cards}) > 1 or len(ranks) < size or size < (2 if SEVEN in ranks else 3):
        return None
    line, by_rank = _LINES[ace], {card.rank: card for card in cards}
    for start in range(len(line) - size + 1):
        if ranks == set(line[start : start + size]):
            return "run", tuple(by_rank[rank] for rank in line[start : start + size])
    return None


def _by_suit(cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: SUITS.index(card.suit)))


@lru_cache(maxsize=4096)
def melds_in(ace: str, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """All melds that can be made of some of `cards`, each once and in its order: sets by rank, then runs by suit."""
    found: list[tuple[Card, ...]] = []
    for rank in range(2, 15):
        same = _by_suit([card for card in cards if card.rank == rank])
        for size in range(1 if rank == SEVEN else 3, len(same) + 1):
            found += combinations(same, size)
    for stretch in _stretches(ace, cards):
        for start in range(len(stretch) - 1):
            for end in range(start + 2, len(stretch) + 1):
                run = stretch[start:end]
                if len(run) > 2 or SEVEN in (run[0].rank, run[1].rank):
                    found.append(run)
    return tuple(dict.fromkeys(found))


def _stretches(ace: str, cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """The longest rows of neighbours in a suit, upwards."""
    line = _LINES[ace]
    for suit in SUITS:
        held = {card.rank: card for card in cards if card.suit == suit}
        row: list[Card] = []
        for rank in line:
            if rank in held and len(row) < len(held):
                row.append(held[rank])
            else:
                if len(row) > 1:
                    yield tuple(row)
                row = [held[rank]] if rank in held else []
        if len(row) > 1:
            yield tuple(row)


@lru_cache(maxsize=4096)
def lookalikes(ace: str, cards: tuple[Card, ...]) -> tuple[tuple[tuple[Card, ...], Text], ...]:
    """What a learner may take for a meld, with the sentence that says why it is none: two of a rank where there is no
    third, two neighbours in a suit where there is no third, and runs with the ace where it may not stand."""
    found: list[tuple[tuple[Card, ...], Text]] = []
    for rank in range(2, 15):
        same = _by_suit([card for card in cards if card.rank == rank])
        if len(same) == 2 and rank != SEVEN:
            found.append((same, _SET_NEEDS))
    stretches = tuple(_stretches(ace, cards))
    for stretch in stretches:
        if SEVEN in (stretch[0].rank, stretch[1].rank) or any(set(stretch) < set(other) for other in stretches):
            continue
        if len(stretch) == 2:
            found.append((stretch, _RUN_NEEDS))
    for ranks, why in _CORNERS[ace]:
        for suit in SUITS:
            row = tuple(Card(rank, suit) for rank in ranks)
            if all(card in cards for card in row):
                found.append((row, why))
    return tuple(dict(found).items())


def grown(ace: str, single7: str, meld: Meld, card: Card) -> Meld | None:
    """The meld with `card` laid off on it; None if it does not go there. The first card fixes what a lone 7 becomes."""
    first = meld.cards[0]
    if card.rank == first.rank and card.suit != first.suit:
        if meld.kind == "set" or (meld.kind == "seven" and single7 == "either"):
            return meld._replace(kind="set", cards=_by_suit((*meld.cards, card)))
        return None
    if meld.kind == "set" or card.suit != first.suit:
        return None
    line = _LINES[ace]
    for cards in ((card, *meld.cards), (*meld.cards, card)):
        ranks = tuple(each.rank for each in cards)
        if any(line[start : start + len(ranks)] == ranks for start in range(len(line) - len(ranks) + 1)):
            return meld._replace(kind="run", cards=cards)
    return None


def why_not_on(ace: str, single7: str, meld: Meld, card: Card) -> Text:
    """Why `card` does not go on the meld, which `grown` has said."""
    if meld.kind == "set":
        return say("This is a set: only cards of the same rank go on it.")
    if meld.kind == "seven" and single7 == "either":
        return say("On a 7 alone goes another 7, or the 6 or the 8 of its suit.")
    if meld.kind == "seven":
        return say("On a 7 alone goes at this table only the 6 or the 8 of its suit.")
    return say("This is a run: only the next card of the suit goes on it, at either end.")
