"""Does a robot agree to a claim? Only if the tricks are certain however its own side plays.

A claimer shows the hand, so with dummy and its own cards the robot knows all four: what is left is an exact search,
given up after `NODES` positions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hool.robots.facts import Facts
from hool.rules.cards import SUITS, Card
from hool.rules.hool import View
from hool.rules.text import Text, say

NODES = 20_000

# In the search a card is a number, 16 times its suit's place plus rank less 2, and a set of cards is an int with
# these bits.
_FIELD = 0xFFFF


def accepts_claim(view: View, seat: int, tricks: int, shown: Sequence[Card]) -> tuple[bool, Text]:
    """Whether the viewer's robot agrees that `seat`, whose cards are `shown`, gets `tricks` of those that remain.

    An unfinished trick counts among the remaining ones. A claim of fewer tricks than certain is agreed to as well.
    """
    facts = Facts(view)
    side = facts.friends(seat)
    if tricks == 0 or facts.seat in side:
        return True, say("I agree.")
    hands = [None if hand is None else tuple(hand) for hand in view.hands]
    hands[seat] = tuple(shown)
    hidden = [other for other in range(4) if hands[other] is None]
    unseen = [card for cards in facts.out.values() for card in cards if card not in shown]
    trumps = SUITS.find(facts.trumps) if facts.trumps else -1
    if len(hidden) > 1:  # without dummy: agree only if the claimer can simply cash
        against = _bits(unseen) | _bits(hands[facts.seat] or ())
        if facts.turn == seat and not view.trick and _runs(_bits(shown), against, trumps) >= tricks:
            return True, say("I agree: these cards cannot be beaten.")
        return False, say("Let us play it out.")
    sets = tuple(_bits(unseen if hand is None else hand) for hand in hands)
    leader = view.leader if view.leader is not None else facts.turn
    trick = tuple(_number(card) for _, card in view.trick)
    try:
        sure = _Search(trumps, side).can_take(sets, leader, trick, tricks, max(facts.left))
    except _TooMuch:
        return False, say("I am not sure about that. Let us play it out.")
    if sure:
        return True, say("I agree: whatever we play, these tricks are sure.")
    return False, say("I think we can still take one of these. Let us play it out.")


def _number(card: Card) -> int:
    return 16 * SUITS.index(card.suit) + card.rank - 2


def _bits(cards: Iterable[Card]) -> int:
    return sum(1 << _number(card) for card in cards)


def _runs(hand: int, against: int, trumps: int) -> int:
    """Tricks a hand on lead can cash from the top, whoever holds which of the cards `against` it."""
    total = 0
    for place in range(4):
        theirs = against >> 16 * place & _FIELD
        masters = ((hand >> 16 * place & _FIELD) >> theirs.bit_length()).bit_count()
        if place == trumps and masters < theirs.bit_count():
            return masters  # their trumps cannot all be drawn, so nothing else is safe
        total += masters
    return total


class _TooMuch(Exception):
    """More positions than a robot should look at."""


class _Search:
    """All cards seen: can `side` take so many of the tricks that are left?"""

    def __init__(self, trumps: int, side: tuple[int, ...]) -> None:
        self.trumps = trumps
        self.ours = [seat in side for seat in range(4)]
        self.nodes = 0
        self.memo: dict[tuple[tuple[int, ...], int, int], bool] = {}

    def can_take(self, hands: tuple[int, ...], leader: int, trick: tuple[int, ...], want: int, left: int) -> bool:
        """`left` tricks remain, `trick` among them if it has begun. Raises `_TooMuch`."""
        if want <= 0 or want > left:
            return want <= 0
        if trick:
            return self._moves(hands, leader, trick, want, left)
        key = (hands, leader, want)
        if key not in self.memo:
            self.memo[key] = self._at_lead(hands, leader, want, left)
        return self.memo[key]

    def _at_lead(self, hands: tuple[int, ...], leader: int, want: int, left: int) -> bool:
        ours = self.ours[leader]
        against = sum(hands[seat] for seat in range(4) if self.ours[seat] != ours)
        sure = _runs(hands[leader], against, self.trumps)
        if sure >= (want if ours else left - want + 1):
            return ours
        return self._moves(hands, leader, (), want, left)

    def _moves(self, hands: tuple[int, ...], leader: int, trick: tuple[int, ...], want: int, left: int) -> bool:
        self.nodes += 1
        if self.nodes > NODES:
            raise _TooMuch
        turn = (leader + len(trick)) % 4
        ours = self.ours[turn]
        for card in self._candidates(hands, turn, trick):
            after = (*hands[:turn], hands[turn] ^ 1 << card, *hands[turn + 1 :])
            played = (*trick, card)
            if len(played) < 4:
                taken = self.can_take(after, leader, played, want, left)
            else:
                winner = (leader + self._best(played)) % 4
                taken = self.can_take(after, winner, (), want - self.ours[winner], left - 1)
            if taken == ours:
                return ours
        return not ours

    def _beats(self, card: int, best: int) -> bool:
        return card > best if card >> 4 == best >> 4 else card >> 4 == self.trumps

    def _best(self, trick: tuple[int, ...]) -> int:
        best = 0
        for place in range(1, len(trick)):
            if self._beats(trick[place], trick[best]):
                best = place
        return best

    def _candidates(self, hands: tuple[int, ...], turn: int, trick: tuple[int, ...]) -> list[int]:
        """The legal cards, one of each group that nothing held elsewhere separates; likely winners first."""
        hand = hands[turn]
        if trick:
            hand = hand & _FIELD << 16 * (trick[0] >> 4) or hand
        elsewhere = sum(hands) - hands[turn] | sum(1 << card for card in trick)
        kept: list[int] = []
        for place in range(4):
            mine = hand >> 16 * place & _FIELD
            cards = mine and mine | elsewhere >> 16 * place & _FIELD
            again = False  # the card above is mine, too
            while mine:
                rank = cards.bit_length() - 1
                cards ^= 1 << rank
                held = mine >> rank & 1
                if held:
                    mine ^= 1 << rank
                    if not again:
                        kept.append(16 * place + rank)
                again = bool(held)
        if not trick:
            return sorted(kept, key=lambda card: (card >> 4 != self.trumps, -(card & 15)))
        best = trick[self._best(trick)]
        return sorted(kept, key=lambda card: (not self._beats(card, best), card & 15))
