"""Looking for a deal by its cards.

First in plain shuffles, which are fair; then by changing cards of a shuffled deal until it fits, and after that by
changing them on at random for as long as it still fits, so that nothing is left of how it was found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import exp
from operator import add, sub
from random import Random

from hool.dealing.conditions import NAMES, SIDES, Conditions, who_is
from hool.dealing.limits import contradictions
from hool.dealing.pack import Pack
from hool.dealing.reading import OPEN, Lengths, Span
from hool.rules.cards import FULL_PACK, SUITS, Card, Deal, hand_order, high_card_points
from hool.rules.text import SeatRef, Text, say

PLAIN = 150  # shuffles before cards are changed on purpose
STEPS = 1500  # changes tried in one deal


def find(
    wanted: Conditions,
    rng: Random,
    clock: Callable[[], float],
    pack: Sequence[Card] = FULL_PACK,
    seconds: float = 1.0,
    tries: int = 500,
) -> Deal | Text:
    """A random deal with cards as wanted, goals aside; or the sentence why there is none, or none was found.

    As `Finder.find`.
    """
    for text in contradictions(wanted, pack):
        return text
    return Finder(wanted, rng, pack).find(clock, seconds, tries)


class Finder:
    """Finds deals, under conditions that do not contradict each other.

    It holds a deal in the making. A card is its place in the pack; costs say how far the deal is from what is wanted.
    """

    def __init__(self, wanted: Conditions, rng: Random, cards: Sequence[Card] = FULL_PACK) -> None:
        self.wanted, self.rng = wanted, rng
        self.pack = pack = Pack(cards)
        self.suit = [SUITS.index(card.suit) for card in pack.cards]
        self.value = [high_card_points([card]) for card in pack.cards]
        self.shapes = [pack.shapes(wish) if wish.shape else () for wish in wanted.hands]
        self.suits_count = [bool(together.fit or any(together.lengths)) for together in wanted.sides]
        self.known: list[dict[Lengths, int]] = [
            {} for _ in range(6)
        ]  # wrong suits of each hand and side, as worked out
        self.order = list(range(len(pack.cards)))
        self.shuffle()

    def find(self, clock: Callable[[], float], seconds: float = 1.0, tries: int = 500) -> Deal | Text:
        """The next deal; or the sentence why none was found.

        clock: in seconds; it is asked about every millisecond, so it may let others go on meanwhile. The search ends
        after `seconds` and after `tries` shuffles.
        """
        end = clock() + seconds
        missed: Counter[Text] = Counter()
        for attempt in range(tries):
            self.shuffle()
            if attempt >= PLAIN:
                self.mend(lambda: clock() >= end)
            if not any(self.costs()):
                if attempt >= PLAIN:
                    self.stir()
                return self.deal()
            if attempt >= PLAIN:
                missed.update(self.missing())
            if clock() >= end:
                break
        if not missed:
            return say("No such deal was found in time. Allow more, then try again.")
        return say("No such deal was found. The hardest is this: {what}. Allow more there, then try again.",
                   what=missed.most_common(1)[0][0])  # fmt: skip

    def shuffle(self) -> None:
        size = self.pack.size
        self.rng.shuffle(self.order)
        self.hands = [self.order[seat * size : (seat + 1) * size] for seat in range(4)]
        self.points = [sum(self.value[card] for card in hand) for hand in self.hands]
        self.lengths = [[0, 0, 0, 0] for _ in range(4)]
        for hand, own in zip(self.hands, self.lengths, strict=True):
            for card in hand:
                own[self.suit[card]] += 1

    def deal(self) -> Deal:
        cards = self.pack.cards
        return Deal(tuple(hand_order(cards[place] for place in hand) for hand in self.hands))

    def costs(self) -> list[int]:
        """How far each hand is away, and each side."""
        hands = [self.hand_cost(seat, self.points[seat], tuple(self.lengths[seat])) for seat in range(4)]
        return [*hands, *self.side_costs()]

    def hand_cost(self, seat: int, points: int, suits: Lengths) -> int:
        """Points too many or too few, and for each card that has the wrong suit three."""
        known = self.known[seat]
        if suits not in known:
            known[suits] = self.wrong_suits(seat, suits)
        return _off(points, self.wanted.hands[seat].points) + 3 * known[suits]

    def wrong_suits(self, seat: int, suits: Lengths) -> int:
        """How many cards a hand of these suit lengths has to change for others of another suit, at least."""
        if self.shapes[seat]:
            return min(sum(map(abs, map(sub, suits, each))) for each in self.shapes[seat]) // 2
        return _wrong_cards(suits, self.wanted.hands[seat].lengths)

    def side_costs(self) -> tuple[int, int]:
        return self.side_cost(0), self.side_cost(1)

    def side_cost(self, one: int) -> int:
        """As `hand_cost`, of both hands of a side together."""
        together = self.wanted.sides[one]
        cost = _off(self.points[one] + self.points[one + 2], together.points)
        return cost + 3 * self.wrong_together(one) if self.suits_count[one] else cost

    def wrong_together(self, one: int) -> int:
        """How many cards a side has to change for others of another suit, at least."""
        together = self.wanted.sides[one]
        suits = tuple(map(add, self.lengths[one], self.lengths[one + 2]))
        known = self.known[4 + one]
        if suits not in known:
            fit = together.fit.off(suits) if together.fit else 0
            known[suits] = _wrong_cards(suits, together.lengths) + fit
        return known[suits]

    def missing(self) -> Iterator[Text]:
        """What is not as wanted, in words."""
        for seat, wish in enumerate(self.wanted.hands):
            who = SeatRef(seat)
            if _off(self.points[seat], wish.points):
                yield say("{who}, {what}", who=who, what=NAMES["hcp"])
            if self.hand_cost(seat, self.points[seat], tuple(self.lengths[seat])) > _off(
                self.points[seat], wish.points
            ):
                yield say("{who}, {what}", who=who, what=NAMES["shape"] if wish.shape else say("lengths of the suits"))
        for one, (letters, together) in enumerate(zip(SIDES, self.wanted.sides, strict=True)):
            if _off(self.points[one] + self.points[one + 2], together.points):
                yield say("{who}, {what}", who=who_is(letters), what=NAMES["hcp"])
            if self.suits_count[one] and self.wrong_together(one):
                what = NAMES["fit"] if together.fit else say("lengths of the suits")
                yield say("{who}, {what}", who=who_is(letters), what=what)

    def mend(self, over: Callable[[], bool]) -> None:
        """Change cards between hands until all is as wanted, `STEPS` were tried, or it is `over`."""
        costs = self.costs()
        total = sum(costs)
        for step in range(STEPS):
            if not total or (step % 128 == 127 and over()):
                return
            # One of the two hands is one that is not right yet.
            wrong = [seat for seat in range(4) if costs[seat] or costs[4 + seat % 2]]
            after = self.change(self.rng.choice(wrong), costs, total)
            if after is not None:
                costs, total = after, sum(after)

    def stir(self) -> None:
        """Change cards at random for as long as all stays as wanted."""
        costs = self.costs()
        for _ in range(STEPS):
            self.change(self.rng.randrange(4), costs, 0, strict=True)

    def change(self, seat: int, costs: list[int], total: int, strict: bool = False) -> list[int] | None:
        """Let a hand change a card with another one, and give the new costs; None: it was better to leave it.

        A change for the worse is made now and then, else the search would get stuck; never if `strict`.
        """
        rng = self.rng
        other = (seat + rng.randrange(1, 4)) % 4
        place, place_there = rng.randrange(self.pack.size), rng.randrange(self.pack.size)
        mine, theirs = self.hands[seat], self.hands[other]
        card, card_there = mine[place], theirs[place_there]
        suit, suit_there = self.suit[card], self.suit[card_there]
        more = self.value[card_there] - self.value[card]
        if suit == suit_there and not more:
            mine[place], theirs[place_there] = card_there, card
            return costs
        self._move(seat, other, suit, suit_there, more)
        after = costs.copy()
        for each in (seat, other):
            after[each] = self.hand_cost(each, self.points[each], tuple(self.lengths[each]))
        after[4:] = self.side_costs()
        worse = sum(after) - total
        if worse <= 0 or (not strict and rng.random() < exp(-worse / 0.7)):
            mine[place], theirs[place_there] = card_there, card
            return after
        self._move(other, seat, suit, suit_there, more)
        return None

    def _move(self, seat: int, other: int, suit: int, suit_there: int, more: int) -> None:
        """Note that `seat` has one of `suit` less, one of `suit_there` and so many points more, and `other` not."""
        self.points[seat] += more
        self.points[other] -= more
        for own, sign in ((self.lengths[seat], 1), (self.lengths[other], -1)):
            own[suit] -= sign
            own[suit_there] += sign


def _off(value: int, span: Span | None) -> int:
    """How far a number is outside of a span."""
    return 0 if span is None else max(span[0] - value, value - span[1], 0)


def _wrong_cards(suits: Lengths, spans: Sequence[Span | None]) -> int:
    """How many cards have to change their suit, at least, until each length is in its span."""
    ends = [span or (0, OPEN) for span in spans]
    over = sum(max(count - end[1], 0) for count, end in zip(suits, ends, strict=True))
    under = sum(max(end[0] - count, 0) for count, end in zip(suits, ends, strict=True))
    return max(over, under)
