"""Hands of Oh Hell played to their end at once: everybody sees the cards that lie in `hands` and tries to keep the bid.

Cards are codes (see oh_hell_facts.py). A hand is five ascending lists, one for each suit, trumps last. Players do not
look ahead: each card has a worth, the chance that it takes a trick, and whoever holds more worth than tricks are wanted
gets rid of it. That is far from good play, but the same for every card that is tried, and thousands fit into a second.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from hool.robots.oh_hell_facts import TRUMPS, Code
from hool.rules.oh_hell import Options

Hand = list[list[Code]]
SUITS = range(5)


def sorted_hand(cards: Sequence[Code]) -> Hand:
    """Codes as a hand of this engine."""
    hand: Hand = [[], [], [], [], []]
    for card in sorted(cards):
        hand[card >> 5].append(card)
    return hand


class Engine:
    """One table's way to play on. worth: the chance of each code to take a trick, indexed by code."""

    def __init__(self, options: Options, seats: int, worth: Sequence[float]) -> None:
        self.seats, self.worth = seats, worth
        self.cancels = options.double_rule != "pinochle"
        self.ante = options.double_rule == "cancel_ante"
        self.ante_last_dead = options.ante_last == "dead"
        self.penalty = options.scoring == "negative"

    def play(
        self,
        hands: list[Hand],
        need: list[int],
        leader: int,
        trick: Sequence[Code],
        left: int,
        worth_now: int = 1,
        first: Code | None = None,
        hopes: Sequence[float] = (),
    ) -> list[int]:
        """How many tricks each still needs at the end, below 0 for too many. `hands` and `need` are used up.

        left: tricks to come, the one begun included. worth_now: how many tricks that one counts. first: the card that
        is played next, None to choose it like the others. hopes: what each hand is worth, if that is known already.
        """
        seats, worth = self.seats, self.worth
        hopes = list(hopes) or [self.hope(hand) for hand in hands]
        cards = list(trick)
        while left:
            place = len(cards)
            seat = (leader + place) % seats
            led, best, holder = 0, -1, leader
            for at, card in enumerate(cards):
                if not at:
                    led, best = card >> 5, card
                elif card > best and (card >> 5 == best >> 5 or card >> 5 == TRUMPS):
                    best, holder = card, (leader + at) % seats
            while place < seats:
                hand = hands[seat]
                if first is not None:
                    card, first = first, None
                elif place:
                    card = self.follow(hand, led, best, need[seat], hopes[seat], left, place + 1 == seats)
                else:
                    card = self.lead(hand, need[seat], hopes[seat], left)
                hand[card >> 5].remove(card)
                hopes[seat] -= worth[card]
                if not place:
                    led, best, holder = card >> 5, card, seat
                elif card > best and (card >> 5 == best >> 5 or card >> 5 == TRUMPS):
                    best, holder = card, seat
                cards.append(card)
                place += 1
                seat += 1
                if seat == seats:
                    seat = 0
            if self.cancels and len(set(cards)) < seats:
                found = self._uncancelled(cards, left == 1)
                if found is None:
                    worth_now += 1
                    left -= 1
                    cards = []
                    continue
                holder = (leader + found) % seats
            need[holder] -= worth_now
            worth_now = 1
            leader = holder
            left -= 1
            cards = []
        return need

    def hope(self, hand: Hand) -> float:
        """How many tricks a hand may be expected to take."""
        worth = self.worth
        return sum([worth[card] for suit in hand for card in suit])

    def _uncancelled(self, cards: list[Code], last: bool) -> int | None:
        """The place of the card that wins where equal cards cancel each other, None for a void trick."""
        led = cards[0] >> 5
        able = [card for card in cards if card >> 5 in (led, TRUMPS)]
        alive = [card for card in able if cards.count(card) == 1]
        if not alive and self.ante and not (last and not self.ante_last_dead):
            return None
        alive = alive or able
        trumps = [card for card in alive if card >> 5 == TRUMPS]
        return cards.index(max(trumps or alive))

    def _wants(self, need: int, left: int, excess: float, winner: Code, loser: Code) -> bool:
        """Whether a seat would rather win with one card than lose with the other."""
        if need == 0:
            return False
        if need >= left:
            return True
        if need < 0:
            return not self.penalty
        worth = self.worth
        return abs(excess + 1 - worth[winner]) <= abs(excess - worth[loser])

    def lead(self, hand: Hand, need: int, hope: float, left: int) -> Code:
        """The card a seat leads that needs so many tricks and may hope for so many, with `left` to come."""
        worth = self.worth
        if (need < 0 and not self.penalty) or need >= left or (need > 0 and hope - need < 0.5):
            chosen, top = -1, -1.0
            for suit in hand:
                if suit and worth[suit[-1]] > top:
                    chosen, top = suit[-1], worth[suit[-1]]
            return chosen
        chosen, low = -1, 2.0
        for suit in hand:
            if suit and worth[suit[0]] < low:
                chosen, low = suit[0], worth[suit[0]]
        return chosen

    def follow(self, hand: Hand, led: int, best: Code, need: int, hope: float, left: int, last: bool) -> Code:
        """The card it plays to the suit `led` while `best` wins the trick; last: nobody plays after it."""
        suit = hand[led]
        if suit:
            if len(suit) == 1:
                return suit[0]
            excess = hope - need
            if best >> 5 != led or suit[-1] <= best:  # ruffed, or too high
                return suit[-1] if need <= 0 or excess > 0 else suit[0]
            at = bisect_left(suit, best + 1)  # the first that beats it
            if not at:  # all of them
                if self._wants(need, left, excess, suit[-1], suit[0]):
                    return suit[0] if last and excess <= 0 else suit[-1]
                return suit[-1] if last else suit[0]
            loser = suit[at - 1] if need <= 0 or excess > 0 else suit[0]
            winner = suit[at] if last and excess <= 0 else suit[-1]
            return winner if self._wants(need, left, excess, winner, loser) else loser
        return self._out_of_suit(hand, best, need, hope - need, left, last)

    def _out_of_suit(self, hand: Hand, best: Code, need: int, excess: float, left: int, last: bool) -> Code:
        worth, trumps = self.worth, hand[TRUMPS]
        at = bisect_left(trumps, best + 1) if best >> 5 == TRUMPS else 0
        sheds = need <= 0 or excess > 0
        loser, value = -1, -1.0 if sheds else 2.0
        for suit in hand[:TRUMPS]:
            if suit:
                card = suit[-1] if sheds else suit[0]
                if (worth[card] > value) if sheds else (worth[card] < value):
                    loser, value = card, worth[card]
        if at:  # a trump that is lower than the one that wins
            card = trumps[at - 1] if sheds else trumps[0]
            if loser < 0 or (sheds and worth[card] > value):
                loser = card
        if at == len(trumps):
            return loser
        if loser < 0:
            wants = need >= left or need > 0 >= excess
            return trumps[at] if wants or not last else trumps[-1]
        return trumps[at] if self._wants(need, left, excess, trumps[at], loser) else loser
