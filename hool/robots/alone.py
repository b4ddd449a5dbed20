"""Everybody for himself: how a game goes on if all cards are seen and each takes what he can get cheaply.

There is no solver for a game of four sides, and this is none: a trick is looked at to its end, not the next one. It
compares the cards of one player well enough, for all that follows is played the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hool.rules.cards import Card


class Alone:
    """Tricks by playing on, with the same question as the double-dummy solver's."""

    def cards(
        self, hands: Sequence[Sequence[Card]], trumps: str, leader: int, trick: Sequence[Card]
    ) -> Mapping[Card, int]:
        """For each card that may be played now: the tricks its player alone takes then, the present one included."""
        me = (leader + len(trick)) % 4
        legal = [card for card in hands[me] if trick and card.suit == trick[0].suit] or list(hands[me])
        return {card: _Game(hands, trumps, leader, trick).played(me, card) for card in legal}


class _Game:
    def __init__(self, hands: Sequence[Sequence[Card]], trumps: str, leader: int, trick: Sequence[Card]) -> None:
        self.hands = [sorted(hand, key=lambda card: card.rank) for hand in hands]
        self.trumps, self.leader, self.trick = trumps, leader, list(trick)

    def played(self, me: int, card: Card) -> int:
        """The tricks of `me` if this card is played now."""
        won = 0
        while True:
            seat = (self.leader + len(self.trick)) % 4
            self.hands[seat].remove(card)
            self.trick.append(card)
            if len(self.trick) == 4:
                self.leader = self._winner(self.trick)
                won += self.leader == me
                self.trick = []
                if not self.hands[self.leader]:
                    return won
            card = self._next()

    def _next(self) -> Card:
        """The cheapest card that wins the trick, else the lowest."""
        seat = (self.leader + len(self.trick)) % 4
        legal = self._legal(seat, self.trick)
        if len(legal) == 1:
            return legal[0]
        for card in legal:
            if self._holds(seat, card):
                return card
        return min(legal, key=lambda card: (card.suit == self.trumps, card.rank))

    def _legal(self, seat: int, trick: Sequence[Card]) -> list[Card]:
        hand = self.hands[seat]
        return [card for card in hand if trick and card.suit == trick[0].suit] or hand

    def _beats(self, card: Card, best: Card) -> bool:
        return card.rank > best.rank if card.suit == best.suit else card.suit == self.trumps

    def _winner(self, trick: Sequence[Card]) -> int:
        best = 0
        for place in range(1, len(trick)):
            if self._beats(trick[place], trick[best]):
                best = place
        return (self.leader + best) % 4

    def _holds(self, seat: int, card: Card) -> bool:
        """Does this card win, whatever those play who come after it?"""
        trick = [*self.trick, card]
        if self._winner(trick) != seat:
            return False
        after = ((self.leader + place) % 4 for place in range(len(trick), 4))
        return not any(self._beats(other, card) for later in after for other in self._legal(later, trick))
