"""What a seat of Hoola can know: the cards not seen, what others may hold, and how soon the board may end."""

from __future__ import annotations

from functools import cached_property
from math import erf, exp

from hool.robots.hoola_turns import BIT, SEVENS, SUIT, Bits, bits, each, lying, partners
from hool.rules.cards import FULL_PACK
from hool.rules.hoola import View
from hool.rules.hoola_melds import SEVEN
from hool.rules.hoola_score import face_value

# How much rarer a card is in a hand for each of its points, by cards held: high ones are thrown away. With these
# numbers the chances that the robot sees come true as often as it thinks.
KEEPS_LOW = (0.2, 0.2, 0.2, 0.2, 0.12, 0.05)
KNOCKS = 0.5  # how often somebody knocks who may
OUT = (0.0, 0.3, 0.08, 0.07, 0.035, 0.006)  # how often somebody who has melded goes out, by cards held
HOOLA = 0.01  # how often somebody who has not ends the board
FEW = 5  # cards; hands of more hardly ever count so little that somebody could knock

FACES = {bit: face_value(card) for card, bit in BIT.items()}


class _Held:
    """Hands of hidden cards, where some cards are likelier to be held than others. cards: their points and weights;
    most: up to which sum the chance is counted exactly."""

    def __init__(self, cards: list[tuple[int, float]], most: int) -> None:
        self.cards, self.most = cards, most

    @cached_property
    def _lows(self) -> list[list[float]]:
        """The weight of all hands by how many cards they have, up to `FEW`, and what they count, up to `most`."""
        table = [[0.0] * (self.most + 1) for _ in range(FEW + 1)]
        table[0][0] = 1.0
        for points, weight in self.cards:
            if points > self.most:
                continue
            for size in range(FEW - 1, -1, -1):
                row, above = table[size], table[size + 1]
                for total in range(self.most - points + 1):
                    if row[total]:
                        above[total + points] += weight * row[total]
        return table

    @cached_property
    def _all(self) -> list[float]:
        """The weight of all hands by how many cards they have."""
        sums = [1.0] + [0.0] * FEW
        for _, weight in self.cards:
            for size in range(FEW - 1, -1, -1):
                sums[size + 1] += weight * sums[size]
        return sums

    @cached_property
    def _mean(self) -> tuple[float, float]:
        """Mean and variance of the points of a card."""
        total = sum(weight for _, weight in self.cards) or 1.0
        mean = sum(weight * points for points, weight in self.cards) / total
        squares = sum(weight * points**2 for points, weight in self.cards) / total
        return mean, max(0.5, squares - mean**2)

    def low(self, count: int, points: int) -> float:
        """The chance that a hand of so many cards counts `points` at most."""
        if points <= self.most and count > FEW:
            return 0.0
        if points <= self.most:
            return min(1.0, sum(self._lows[count][: points + 1]) / self._all[count])
        mean, variance = self._mean
        return 0.5 + 0.5 * erf((points + 0.5 - count * mean) / (2 * count * variance) ** 0.5)


class Facts:
    """What the viewer of `view`, who is to act, knows."""

    def __init__(self, view: View) -> None:
        if view.seat is None or not any(choice.why_not is None for choice in view.choices):
            raise ValueError("nothing to decide")
        self.view, self.options, self.me = view, view.options, view.seat
        self.seats = len(view.hands)
        step = 1 if self.options.direction == "clockwise" else -1
        self.others = [(self.me + step * place) % self.seats for place in range(1, self.seats)]
        self.hands = [None if hand is None else bits(hand) for hand in view.hands]
        self.hand = self.hands[self.me] or 0
        self.table = lying(view.melds)
        seen = bits(view.discards) | sum(meld for _, meld in self.table)
        for hand in self.hands:
            seen |= hand or 0
        self.hidden = bits(FULL_PACK) & ~seen
        self.unseen = self.hidden.bit_count()
        self._likely: dict[float, _Held] = {}
        self._small: dict[int, int] = {}
        self.points = FACES if self.options.seven_value == SEVEN else FACES | dict.fromkeys(each(SEVENS), 14)

    def value(self, hand: Bits) -> int:
        """What the cards count in a hand."""
        points = self.points
        total = sum([points[card] for card in each(hand)])
        if self.options.zero_four:
            for rank in each(hand & hand >> 13 & hand >> 26 & hand >> 39 & SUIT):
                total -= 4 * points[rank]
        return total

    # What others may hold

    def _held(self, count: int) -> _Held:
        """What is likely in a hand of so many cards."""
        keeps_low = KEEPS_LOW[min(count, len(KEEPS_LOW) - 1)]
        if keeps_low not in self._likely:
            cards = [(self.points[card], exp(-keeps_low * self.points[card])) for card in each(self.hidden)]
            self._likely[keeps_low] = _Held(cards, self.options.knock_max)
        return self._likely[keeps_low]

    def low(self, seat: int, points: int) -> float:
        """The chance that another's hand counts `points` at most."""
        if points < 0:
            return 0.0
        hand = self.hands[seat]
        if hand is not None:
            return float(self.value(hand) <= points)
        count = self.view.counts[seat]
        return self._held(count).low(count, points)

    def lowest(self, points: int) -> float:
        """The chance that a hand of `points` would win a knock."""
        if self.options.knock_tie == "knocker_wins":
            points -= 1
        chance = 1.0
        for seat in self.others:
            chance *= 1 - self.low(seat, points)
        return chance

    def place(self, points: int) -> float:
        """The place among the losers that a hand of so many points may expect, 1 for the lowest."""
        lower = sum(self.low(seat, points) for seat in self.others)
        return 1 + lower * (self.seats - 2) / (self.seats - 1)

    def ends(self, melded: bool) -> float:
        """The chance that the board ends before the viewer's next turn, if he has then melded or not."""
        view = self.view
        if view.stock < self.seats - (self.options.stock_end == "on_need"):
            return 1.0
        down = sum(view.melded[seat] for seat in self.others) + melded
        goes_on = 1.0
        for seat in self.others:
            if not view.melded[seat]:
                goes_on *= 1 - HOOLA
                continue
            out = OUT[min(view.counts[seat], len(OUT) - 1)]
            knocks = down > 1 and self.options.knock_when != "never"
            knock = KNOCKS * self.low(seat, self.options.knock_max) if knocks else 0.0
            goes_on *= 1 - max(out, knock) - 0.3 * min(out, knock)
        return max(0.0, 1 - goes_on)

    def uses(self, seat: int, card: Bits) -> float:
        """The chance that another can make a new meld with the card."""
        held = self.view.counts[seat]
        if card & SEVENS:
            return 1.0
        share = held / max(1, self.unseen)
        free = 1.0
        for some in partners(self.options.ace, card):
            size = some.bit_count()
            if some & self.hidden == some and held > size - (not self.options.must_discard):
                free *= 1 - share**size
        return 1 - free

    # What may come

    def swapped(self, high: int) -> int:
        """The points of all hidden cards, none counted above `high`: what is kept if the higher one is thrown away."""
        if high not in self._small:
            points = self.points
            self._small[high] = sum([min(points[card], high) for card in each(self.hidden)])
        return self._small[high]
