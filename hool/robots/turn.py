"""One card to be chosen: what the seat wants, what is sure and what is likely."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from hool.robots.facts import Facts, suit_of
from hool.rules.cards import SUITS, Card
from hool.rules.hool import View
from hool.rules.text import Text, say

Pick = tuple[Card, Text]

PLURAL = {"S": say("spades"), "H": say("hearts"), "D": say("diamonds"), "C": say("clubs")}
SINGLE = {"S": say("spade"), "H": say("heart"), "D": say("diamond"), "C": say("club")}


class Turn:
    """One decision: the facts, the hand whose card is due (`me`, perhaps dummy), and what this seat wants."""

    def __init__(self, view: View, rng: Random) -> None:
        self.facts = facts = Facts(view)
        self.view, self.rng = view, rng
        self.me = facts.turn
        self.trumps = facts.trumps
        self.hand = list(facts.hands[self.me] or ())
        names = {str(choice.action) for choice in view.choices if choice.why_not is None}
        self.legal = [card for card in self.hand if f"play {card}" in names]
        self.friends = facts.friends(self.me)
        self.enemies = facts.enemies(self.me)
        self.partner = self.friends[1] if len(self.friends) == 2 else None
        # the other hand of the same player: declarer sees dummy and plays both
        other = facts.hands[self.partner] if self.partner is not None else None
        self.declaring = view.declarer in self.friends and other is not None
        self.other = list(other) if self.declaring and other is not None else []
        self.led = view.trick[0][1].suit if view.trick else ""
        self.after = [(self.me + i) % 4 for i in range(1, 4 - len(view.trick))]
        self.enemies_after = [seat for seat in self.after if seat in self.enemies]
        self.needed = self._needed()

    def _needed(self) -> int:
        """How many more tricks keep (or beat) the contract; 0 when done or when there is none."""
        if not self.view.contract or self.view.declarer is None:
            return 0
        total = len(self.view.tricks) + max(self.facts.left)
        target = 6 + int(self.view.contract[0])
        if self.view.declarer not in self.friends:
            target = total + 1 - target
        return max(0, target - sum(self.view.tricks_won[seat] for seat in self.friends))

    # what is sure, what is likely

    def boss(self, card: Card) -> bool:
        """No enemy can hold a higher card of the suit."""
        against = self.facts.held_against(self.me, card.suit)
        return not against or against[0].rank < card.rank

    def enemy_trumps(self) -> int:
        """The most trumps the enemies can still hold together."""
        if not self.trumps:
            return 0
        return min(
            len(self.facts.held_against(self.me, self.trumps)),
            sum(self.facts.longest(seat, self.trumps) for seat in self.enemies),
        )

    def run(self, hand: Iterable[Card], suit: str) -> int:
        """How many tricks this hand can cash in the suit from the top, for sure and one after the other."""
        cards = suit_of(hand, suit)
        against = self.facts.held_against(self.me, suit)
        longest = max((self.facts.longest(seat, suit) for seat in self.enemies), default=0)
        sure = sum(not against or card.rank > against[0].rank for card in cards)
        if sure >= longest:
            sure = len(cards)
        if suit != self.trumps and self.enemy_trumps():
            sure = min(
                [sure]
                + [self.facts.shortest(seat, suit) for seat in self.enemies if self.facts.longest(seat, self.trumps)]
            )
        return sure

    def tops(self) -> int:
        """Sure tricks of the declaring side's two hands together, entries left aside."""
        total = 0
        for suit in SUITS:
            mine, theirs = suit_of(self.hand, suit), suit_of(self.other, suit)
            most = max(len(mine), len(theirs))
            total += min(most, self.run(mine + theirs, suit))
        return total

    def falls(self, missing: Card) -> bool:
        """So few cards of the suit are out that the missing honour should fall by itself: nine cards, never finesse."""
        mine = len(self.facts.held_against(self.me, missing.suit))
        played = sum(card.suit == missing.suit and seat in self.enemies for seat, card in self.view.trick)
        return mine + played <= {13: 2, 12: 4}.get(missing.rank, 0)

    def beats(self, card: Card, best: Card) -> bool:
        """Would `card` win over `best`, the best card of the trick so far?"""
        return card.rank > best.rank if card.suit == best.suit else card.suit == self.trumps

    def best(self) -> tuple[int, Card]:
        """Who is winning the trick so far, and with which card."""
        seat, best = self.view.trick[0]
        for other, card in self.view.trick[1:]:
            if self.beats(card, best):
                seat, best = other, card
        return seat, best

    def threat(self, best: Card, seats: Iterable[int], led: str) -> float:
        """The chance, 0..1, that one of `seats` beats `best` in a trick of suit `led`."""
        safe = 1.0
        for seat in seats:
            safe *= 1 - self._threat(best, seat, led)
        return 1 - safe

    def _threat(self, best: Card, seat: int, led: str) -> float:
        facts, hand = self.facts, self.facts.hands[seat]
        if hand is not None:
            able = suit_of(hand, led) or list(hand)
            return float(any(self.beats(card, best) for card in able))
        safe = 1.0
        if best.suit == led:
            for card in facts.out[led]:
                if card.rank > best.rank:
                    safe *= 1 - facts.chance(seat, card)
        if self.trumps and led != self.trumps and not facts.shortest(seat, led):
            higher = [card for card in facts.out[self.trumps] if self.beats(card, best)]
            trumps = 1.0
            for card in higher:
                trumps *= 1 - facts.chance(seat, card)
            others = max(1, len(facts.hidden))
            void = (1 - 1 / others) ** len(facts.out[led]) if facts.longest(seat, led) else 1.0
            safe *= 1 - void * (1 - trumps)
        return 1 - safe
