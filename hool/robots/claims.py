"""Does a robot agree to a claim? Only if the tricks are certain however its own side plays.

A claimer shows the hand, so with dummy and its own cards the robot knows all four: what is left is an exact search,
given up after `NODES` positions.
"""

from __future__ import annotations

from collections.abc import Sequence

from hool.robots.facts import Facts
from hool.rules.cards import SUITS, Card
from hool.rules.hool import View
from hool.rules.text import Text, say

NODES = 20_000

Hands = tuple[tuple[Card, ...], ...]


def accepts_claim(view: View, seat: int, tricks: int, shown: Sequence[Card]) -> tuple[bool, Text]:
    """Whether the viewer's robot agrees that `seat`, whose cards are `shown`, gets `tricks` of those that remain.

    An unfinished trick counts among the remaining ones. A claim of fewer tricks than certain is agreed to as well.
    """
    if tricks == 0:
        return True, say("Thank you: the rest is for us.")
    facts = Facts(view)
    left = max(facts.left)
    side = facts.friends(seat)
    hands = [None if hand is None else tuple(hand) for hand in view.hands]
    hands[seat] = tuple(shown)
    hidden = [other for other in range(4) if hands[other] is None]
    if len(hidden) == 1:
        known = {card for hand in hands for card in hand or ()}
        hands[hidden[0]] = tuple(c for suit in SUITS for c in facts.out[suit] if c not in known)
    elif hidden:  # without dummy two hands are hidden: agree only if the claimer can simply cash
        rest = [card for suit in SUITS for card in facts.out[suit] if card not in shown]
        others = tuple(card for card in rest) + tuple(card for hand in view.hands for card in hand or ())
        enemies = tuple(card for card in others if card not in shown)
        if facts.turn == seat and not view.trick and _runs(tuple(shown), enemies, facts.trumps) >= tricks:
            return True, say("I agree: these cards cannot be beaten.")
        return False, say("Let us play it out.")
    search = _Search(facts.trumps, side)
    all_hands: Hands = tuple(hand or () for hand in hands)
    leader = view.leader if view.leader is not None else facts.turn
    try:
        sure = search.can_take(all_hands, leader, tuple(card for _, card in view.trick), tricks, left)
    except _TooMuch:
        return False, say("I am not sure about that. Let us play it out.")
    if sure:
        return True, say("I agree: whatever we play, these tricks are sure.")
    return False, say("I think we can still take one of these. Let us play it out.")


class _TooMuch(Exception):
    """More positions than a robot should look at."""


def _runs(hand: tuple[Card, ...], against: tuple[Card, ...], trumps: str) -> int:
    """Tricks a hand on lead can cash from the top while `against`, all other cards that count, can do nothing."""
    total = 0
    ruffs = any(card.suit == trumps for card in against)
    for suit in SUITS:
        top = max((card.rank for card in against if card.suit == suit), default=0)
        masters = sum(card.suit == suit and card.rank > top for card in hand)
        if suit == trumps and masters >= sum(card.suit == trumps for card in against):
            ruffs = False  # drawing trumps first
        total += masters if suit == trumps or not trumps else 0
    if not trumps or not ruffs:
        total = 0
        for suit in SUITS:
            top = max((card.rank for card in against if card.suit == suit), default=0)
            total += sum(card.suit == suit and card.rank > top for card in hand)
    return total


class _Search:
    """All cards seen: can `side` take so many of the tricks that are left?"""

    def __init__(self, trumps: str, side: tuple[int, ...]) -> None:
        self.trumps, self.side = trumps, side
        self.nodes = 0
        self.memo: dict[tuple[Hands, int, int], bool] = {}

    def can_take(self, hands: Hands, leader: int, trick: tuple[Card, ...], want: int, left: int) -> bool:
        """`left` tricks remain, `trick` among them if it has begun. Raises `_TooMuch`."""
        if want <= 0 or want > left:
            return want <= 0
        if trick:
            return self._moves(hands, leader, trick, want, left)
        key = (hands, leader, want)
        if key not in self.memo:
            self.memo[key] = self._at_lead(hands, leader, want, left)
        return self.memo[key]

    def _at_lead(self, hands: Hands, leader: int, want: int, left: int) -> bool:
        ours = leader in self.side
        against = tuple(card for s in range(4) if (s in self.side) != ours for card in hands[s])
        sure = _runs(hands[leader], against, self.trumps)
        if ours and sure >= want:
            return True
        if not ours and left - sure < want:
            return False
        return self._moves(hands, leader, (), want, left)

    def _moves(self, hands: Hands, leader: int, trick: tuple[Card, ...], want: int, left: int) -> bool:
        self.nodes += 1
        if self.nodes > NODES:
            raise _TooMuch
        turn = (leader + len(trick)) % 4
        ours = turn in self.side
        for card in self._candidates(hands, turn, trick):
            hand = tuple(other for other in hands[turn] if other != card)
            after = (*hands[:turn], hand, *hands[turn + 1 :])
            played = (*trick, card)
            if len(played) < 4:
                taken = self.can_take(after, leader, played, want, left)
            else:
                winner = (leader + self._best(played)) % 4
                taken = self.can_take(after, winner, (), want - (winner in self.side), left - 1)
            if taken == ours:
                return ours
        return not ours

    def _best(self, trick: tuple[Card, ...]) -> int:
        best = 0
        for place in range(1, len(trick)):
            card, top = trick[place], trick[best]
            if (card.rank > top.rank) if card.suit == top.suit else card.suit == self.trumps:
                best = place
        return best

    def _candidates(self, hands: Hands, turn: int, trick: tuple[Card, ...]) -> list[Card]:
        """The legal cards, one of each group that nothing held elsewhere separates; winners before losers."""
        hand = hands[turn]
        if trick:
            hand = tuple(card for card in hand if card.suit == trick[0].suit) or hand
        elsewhere = {card for s in range(4) if s != turn for card in hands[s]} | set(trick)
        cards = sorted(hand, key=lambda card: (card.suit, -card.rank))
        kept: list[Card] = []
        for card in cards:
            if kept and kept[-1].suit == card.suit:
                last = kept[-1]
                if not any(Card(rank, card.suit) in elsewhere for rank in range(card.rank + 1, last.rank)):
                    continue
            kept.append(card)
        if not trick:
            return sorted(kept, key=lambda card: (card.suit != self.trumps, -card.rank))
        best = trick[self._best(trick)]
        wins = [
            card for card in kept if ((card.rank > best.rank) if card.suit == best.suit else card.suit == self.trumps)
        ]
        return sorted(wins, key=lambda card: card.rank) + sorted(
            (card for card in kept if card not in wins), key=lambda card: card.rank
        )
