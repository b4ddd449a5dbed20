"""What a seat of Oh Hell can know, in numbers: cards as codes, who is out of which suit, which cards are not seen.

A code is 32 times the suit plus the card's height: trumps are suit 4, spades, hearts, diamonds and clubs 0 to 3. The
joker is the highest trump; without trumps it is the only card of suit 4, which comes to the same in a trick.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from hool.rules.cards import FIVE63, JOKER, SUITS, Card, height
from hool.rules.oh_hell import PACKS, View, wins

TRUMPS = 4
Code = int


@cache
def codes(trumps: str) -> dict[Card, Code]:
    """The code of every card, where these are trumps."""
    return {
        card: height(card) + 32 * (TRUMPS if card.suit == trumps or card == JOKER else SUITS.index(card.suit))
        for card in FIVE63
    }


@cache
def cards_of(trumps: str) -> dict[Code, Card]:
    """The inverse of `codes`."""
    return {code: card for card, code in codes(trumps).items()}


class Facts:
    """What the viewer of `view`, who sits at the table, knows. `trumps` stand in while nobody has named any."""

    def __init__(self, view: View, trumps: str = "") -> None:
        if view.seat is None or view.seat not in view.to_act:
            raise ValueError("it is not this seat's turn")
        self.view, self.me, self.seats = view, view.seat, len(view.hands)
        self.trumps = view.trumps or trumps or "N"
        self.code = codes(self.trumps)
        self.hand = [self.code[card] for card in view.hands[self.me] or ()]
        self.played = [[self.code[card] for card in cards] for cards in self._played()]
        self.bid = view.bids[self.me]
        self.left = view.counts[self.me]  # tricks, this one included
        self.need = (self.bid or 0) - view.tricks_won[self.me]
        self.voids = self._voids()
        self.unseen = self._unseen()

    def _played(self) -> list[list[Card]]:
        """The cards each seat has played, in order."""
        played: list[list[Card]] = [[] for _ in range(self.seats)]
        for trick in self.view.tricks:
            for place, card in enumerate(trick.cards):
                played[(trick.leader + place) % self.seats].append(card)
        for seat, card in self.view.trick:
            played[seat].append(card)
        return played

    def _voids(self) -> list[set[int]]:
        """The suits of which each seat has shown that it holds no more."""
        voids: list[set[int]] = [set() for _ in range(self.seats)]
        tricks = [(trick.leader, trick.cards) for trick in self.view.tricks]
        tricks.append((self.view.leader, tuple(card for _, card in self.view.trick)))
        for leader, cards in tricks:
            suits = [self.code[card] >> 5 for card in cards]
            for place, suit in enumerate(suits):
                if suit != suits[0]:
                    voids[(leader + place) % self.seats].add(suits[0])
        return voids

    def _unseen(self) -> list[Code]:
        """The cards that may be in hands which the viewer does not see, or undealt; in the order of the pack.

        The card the dealer has shown is among them: it is in a hand.
        """
        view = self.view
        pack = PACKS[view.options.deck]
        seen = Counter(card for cards in self._played() for card in cards)
        for hand in view.hands:
            seen.update(hand or ())
        if view.turned is not None and self.stock:
            seen[view.turned] += 1
            if view.options.joker_turned == "next" and _joker_was_turned(view):
                seen[JOKER] += 1
        unseen = []
        for card in pack:
            if seen[card]:
                seen[card] -= 1
            else:
                unseen.append(self.code[card])
        return unseen

    @property
    def stock(self) -> int:
        """How many cards of the pack are not dealt."""
        return len(PACKS[self.view.options.deck]) - self.seats * self.view.size

    @property
    def shown(self) -> Code | None:
        """The card everybody knows to be in the dealer's hand, None if there is none any more."""
        view = self.view
        if self.stock or view.turned is None or view.options.no_stock != "dealer_last":
            return None
        code = self.code[view.turned]
        return None if code in self.played[view.dealer] else code

    @property
    def table(self) -> list[Code]:
        """The cards of the present trick, in play order."""
        return [self.code[card] for _, card in self.view.trick]

    @property
    def after(self) -> list[int]:
        """Who plays to this trick after the viewer."""
        return [(self.me + i) % self.seats for i in range(1, self.seats - len(self.view.trick))]

    def winning(self, cards: Sequence[Card]) -> int | None:
        """Which card of a trick wins so far, None if it would be void."""
        return wins(cards, self.trumps, self.view.options, self.left == 1)


def _joker_was_turned(view: View) -> bool:
    return view.trumps_why is not None and view.trumps_why.message == "The joker was turned up, and then {card}."
