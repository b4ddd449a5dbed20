"""What a pack can give to a hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from hool.dealing.conditions import Wish
from hool.dealing.reading import Lengths, Span, matches, patterns
from hool.rules.cards import SUITS, Card, high_card_points, lengths


class Pack:
    """What a pack can give. size: cards of a hand. suits: cards of each suit. total: points of the whole pack.

    least, most: for each suit the points of so many cards of it, at least and at most.
    """

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = tuple(cards)
        self.size = len(cards) // 4
        self.suits = lengths(cards)
        self.total = high_card_points(cards)
        values = [sorted(high_card_points([card]) for card in cards if card.suit == suit) for suit in SUITS]
        self.least = [[sum(own[:count]) for count in range(len(own) + 1)] for own in values]
        self.most = [[sum(own[len(own) - count :]) for count in range(len(own) + 1)] for own in values]

    def shapes(self, wish: Wish) -> tuple[Lengths, ...]:
        """All suit lengths that a hand may have under a wish, its points left aside."""
        wished = patterns(wish.shape)
        *ranges, last = (
            range(span[0], min(span[1], own, self.size) + 1) if span else range(min(own, self.size) + 1)
            for span, own in zip(wish.lengths, self.suits, strict=True)
        )
        found = ((*suits, self.size - sum(suits)) for suits in product(*ranges))
        return tuple(suits for suits in found if suits[3] in last and matches(suits, wished))

    def points(self, suits: Lengths) -> Span:
        """The points that a hand of these suit lengths can have, at least and at most."""
        return (
            sum(self.least[suit][count] for suit, count in enumerate(suits)),
            sum(self.most[suit][count] for suit, count in enumerate(suits)),
        )
