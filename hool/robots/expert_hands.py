"""Hands partner may hold: drawn in proportion to how many deals hold them, given all clues.

First every shape of partner's hand is weighed (by the small cards and honours that fill it, by what the opponents told,
and by how players choose which suit to tell), then honours are put in so that the points are as told. Nothing is tried
and thrown away, so a few hundred hands take some milliseconds.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, product
from math import comb, exp
from random import Random

from hool.robots.expert_tricks import POINTS, Hand, holdings
from hool.robots.facts import LENGTH_CLUES, Facts
from hool.rules.cards import SUITS

Lengths = tuple[int, ...]  # of S H D C

UNUSUAL = 0.2  # how often, against the usual choice, somebody tells a suit that is not the longest
SMALL = 1e-5  # shapes so much less likely than all others together are left out
LAID = 12  # ways tried for the opponents' suits


class Partner:
    """What the viewer of a full-pack view knows about partner's hand, and hands drawn from it."""

    def __init__(self, facts: Facts, rng: Random) -> None:
        self.facts, self.rng = facts, rng
        self.me = facts.seat
        self.seat = (self.me + 2) % 4
        self.enemies = ((self.me + 1) % 4, (self.me + 3) % 4)
        self.own = holdings(facts.hands[self.me] or ())
        self.own_points = sum(POINTS[held] for held, _ in self.own)
        self._read_clues()
        shown = facts.hands[self.seat]
        self.shown = holdings(shown) if shown is not None else None
        self._suits = [_Suit(31 & ~held, 13 - length) for held, length in self.own]
        self._pairs: dict[tuple[int, int, int], list[float]] = {}
        self._splits: dict[tuple[int, int, int, int], list[float]] = {}
        self._weigh()

    def _read_clues(self) -> None:
        told = self.facts.told
        self.told = [
            {SUITS.index(LENGTH_CLUES[k]): int(v) for k, v in each.items() if k in LENGTH_CLUES} for each in told
        ]
        self.patterns = [
            tuple(sorted(map(int, str(each["pattern"]).split("-")))) if "pattern" in each else None for each in told
        ]
        self.strength = [int(each["hcp"]) if "hcp" in each else None for each in told]

    # weighing

    def _weigh(self) -> None:
        """`cases`: shape and points of partner's hand, `sums` their weights added up."""
        self.cases: list[tuple[Lengths, int]] = []
        self.sums: list[float] = []
        if self.shown is not None:
            shape = tuple(length for _, length in self.shown)
            self.cases, self.sums = [(shape, sum(POINTS[held] for held, _ in self.shown))], [1.0]
            return
        chances = self._points()
        for strict in (True, False):  # nobody lies, but a claim of all cards may leave nothing that was foreseen
            weighed = self._shapes(chances, strict)
            if weighed:
                break
        total = 0.0
        for case, weight in weighed:
            total += weight
            self.cases.append(case)
            self.sums.append(total)

    def _points(self) -> dict[int, float]:
        """Partner's points, each with a weight for what the opponents told."""
        mine = self.strength[self.seat]
        if mine is not None:
            return {mine: 1.0}
        told = [each for each in (self.strength[seat] for seat in self.enemies) if each is not None]
        rest = 40 - self.own_points
        if len(told) == 2:
            return {rest - sum(told): 1.0}
        if not told:
            return dict.fromkeys(range(rest + 1), 1.0)
        chances = {}
        for held in range(rest - told[0] + 1):
            left = rest - held  # with both opponents; one of them has half of it, give or take
            chances[held] = exp(-((told[0] - left / 2) ** 2) / (1.44 * left + 1)) / (left + 1) ** 0.5
        return chances

    def _shapes(self, chances: dict[int, float], strict: bool) -> list[tuple[tuple[Lengths, int], float]]:
        out = [suit.cards for suit in self._suits]
        told, pattern = self.told[self.seat], self.patterns[self.seat]
        ranges = [
            (told[suit],) if suit in told else range(out[suit] + 1) if suit < 3 else range(14) for suit in range(4)
        ]
        rough: list[tuple[float, Lengths]] = []
        for s, h, d in product(*ranges[:3]):
            c = 13 - s - h - d
            if not 0 <= c <= out[3] or c not in ranges[3]:
                continue
            shape: Lengths = (s, h, d, c)
            if pattern is not None and tuple(sorted(shape)) != pattern:
                continue
            weight = float(comb(out[0], s) * comb(out[1], h) * comb(out[2], d) * comb(out[3], c))
            rough.append((weight * self._reading(self.seat, shape), shape))
        least = SMALL * sum(weight for weight, _ in rough)
        found: list[tuple[tuple[Lengths, int], float]] = []
        for weight, shape in rough:
            if weight < least:
                continue
            if strict:
                rest = tuple(have - length for have, length in zip(out, shape, strict=True))
                weight = self._reading(self.seat, shape) * self._ways(rest)
            else:
                weight = self._reading(self.seat, shape)
            for each, chance in chances.items():
                fits = weight * self._fits(shape, each)
                if fits:
                    found.append(((shape, each), chance * fits))
        return found

    def _reading(self, seat: int, shape: Sequence[int]) -> float:
        """How likely a hand of this shape tells the suit that was told, against the usual choice."""
        weight = 1.0
        for suit, length in self.told[seat].items():
            if length < max(shape):
                weight *= UNUSUAL
            elif any(shape[other] == length and other < suit for other in range(4)):
                weight *= 0.6
        return weight

    def _ways(self, rest: Lengths) -> float:
        """In how many ways the opponents can share what partner does not hold (so many cards of each suit)."""
        found = self._shares(rest)
        if found is None:
            return 0.0
        fixed, pool, need = found
        ways = float(comb(pool, need))
        for suit, length in fixed.items():
            ways *= comb(rest[suit], length)
        return ways

    def _shares(self, rest: Lengths) -> tuple[dict[int, int], int, int] | None:
        """What is told of the left opponent's suits (by either), how many cards of the other suits there are, and how
        many of these are on the left; None if it does not fit."""
        fixed = dict(self.told[self.enemies[0]])
        for suit, length in self.told[self.enemies[1]].items():
            if fixed.setdefault(suit, rest[suit] - length) != rest[suit] - length:
                return None
        if any(not 0 <= length <= rest[suit] for suit, length in fixed.items()):
            return None
        pool = sum(count for suit, count in enumerate(rest) if suit not in fixed)
        need = 13 - sum(fixed.values())
        return (fixed, pool, need) if 0 <= need <= pool else None

    def _pair(self, first: int, one: int, other: int) -> list[float]:
        """Ways to fill so many cards of suits `first` and the next, by their points together (0..20)."""
        key = first, one, other
        found = self._pairs.get(key)
        if found is None:
            found = self._pairs[key] = [0.0] * 21
            seconds = [(points, ways) for points, ways in enumerate(self._suits[first + 1].ways(other)) if ways]
            for points, ways in enumerate(self._suits[first].ways(one)):
                if ways:
                    for more, other_ways in seconds:
                        found[points + more] += ways * other_ways
        return found

    def _fits(self, shape: Lengths, points: int) -> float:
        """Ways to fill a shape with cards that count so many points, over the ways to fill it at all."""
        one, other = self._pair(0, shape[0], shape[1]), self._pair(2, shape[2], shape[3])
        low, high = max(0, points - 20), min(points, 20)
        return sum(one[here] * other[points - here] for here in range(low, high + 1))

    # drawing

    def draw(self, count: int) -> list[Hand]:
        """So many hands, evenly spread over what is likely."""
        if self.shown is not None:
            return [self.shown] * count
        total, random = self.sums[-1], self.rng.random
        drawn: list[Hand] = []
        for place in range(count):
            chance = (place + random()) / count * total
            shape, points = self.cases[bisect_right(self.sums, chance, 0, len(self.sums) - 1)]
            majors = self._choose((4, shape[0] * 14 + shape[1], shape[2] * 14 + shape[3], points), shape)
            first = self._choose((0, shape[0], shape[1], majors), shape)
            third = self._choose((2, shape[2], shape[3], points - majors), shape)
            counts = (first, majors - first, third, points - majors - third)
            drawn.append(
                tuple(
                    (suit.pick(length, each, random()), length)
                    for suit, length, each in zip(self._suits, shape, counts, strict=True)
                )
            )
        return drawn

    def _choose(self, key: tuple[int, int, int, int], shape: Lengths) -> int:
        """How many of the points are in the first of two suits, or in the first pair of suits."""
        sums = self._splits.get(key)
        points = key[3]
        if sums is None:
            if key[0] == 4:
                one: Sequence[float] = self._pair(0, shape[0], shape[1])
                other: Sequence[float] = self._pair(2, shape[2], shape[3])
            else:
                one, other = self._suits[key[0]].ways(key[1]), self._suits[key[0] + 1].ways(key[2])
            sums = self._splits[key] = list(
                accumulate(
                    one[here] * (other[points - here] if points - here < len(other) else 0)
                    for here in range(min(points + 1, len(one)))
                )
            )
        return bisect_right(sums, self.rng.random() * sums[-1], 0, len(sums) - 1)

    def opponents(self, hand: Hand) -> tuple[Lengths, Lengths]:
        """How the suits may lie on the left and on the right if partner holds this hand."""
        rest = tuple(suit.cards - length for suit, (_, length) in zip(self._suits, hand, strict=True))
        fixed, _, need = self._shares(rest) or ({}, sum(rest), sum(rest) // 2)
        cards = [suit for suit, count in enumerate(rest) if suit not in fixed for _ in range(count)]
        for _ in range(LAID):
            left = [fixed.get(suit, 0) for suit in range(4)]
            for suit in self.rng.sample(cards, need):
                left[suit] += 1
            right = [have - length for have, length in zip(rest, left, strict=True)]
            usual = self._usual(self.enemies[0], left) * self._usual(self.enemies[1], right)
            if usual == 1 or self.rng.random() < usual:
                break
        return tuple(left), tuple(right)

    def _usual(self, seat: int, shape: Sequence[int]) -> float:
        pattern = self.patterns[seat]
        return 0.0 if pattern is not None and tuple(sorted(shape)) != pattern else self._reading(seat, shape)

    def likelihood(self, hand: Hand, left: Lengths, right: Lengths) -> float:
        """The chance of the opponents' points, as they told them, with this hand of partner and these lengths."""
        told = [self.strength[seat] for seat in self.enemies]
        if told[0] is None and told[1] is None:
            return 1.0
        # the honours partner does not hold go to the opponent whose points are counted with the chance `share`
        counted = 0 if told[1] is None or (told[0] is not None and told[0] <= told[1]) else 1
        most = told[counted] or 0
        chances = [1.0] + [0.0] * most
        for suit, (held, _) in enumerate(hand):
            rest = 30 & ~(held | self.own[suit][0])
            if rest:
                share = (left, right)[counted][suit] / (left[suit] + right[suit])
                for points in range(1, 5):
                    if rest >> points & 1:
                        chances = [
                            chance * (1 - share) + (chances[total - points] * share if total >= points else 0.0)
                            for total, chance in enumerate(chances)
                        ]
        return chances[most]


class _Suit:
    """The cards of a suit the viewer does not hold: `honours` (bits) among `cards` in all."""

    def __init__(self, honours: int, cards: int) -> None:
        self.cards = cards
        self._key = honours, cards

    def ways(self, length: int) -> tuple[int, ...]:
        """In how many ways partner holds so many of them, by the points among them (0..10)."""
        return _fillings(*self._key, length)[0]

    def pick(self, length: int, points: int, chance: float) -> int:
        """The honours (bits) of one such holding with so many points."""
        subsets, sums = _fillings(*self._key, length)[1][points]
        return subsets[bisect_right(sums, chance * sums[-1], 0, len(sums) - 1)]


@lru_cache(maxsize=4096)
def _fillings(
    honours: int, cards: int, length: int
) -> tuple[tuple[int, ...], tuple[tuple[Sequence[int], Sequence[int]], ...]]:
    small = cards - honours.bit_count()
    rows: list[list[tuple[int, int]]] = [[] for _ in range(11)]
    subset = honours
    while True:
        rest = length - subset.bit_count()
        if 0 <= rest <= small:
            rows[POINTS[subset]].append((subset, comb(small, rest)))
        if not subset:
            break
        subset = subset - 1 & honours
    return (
        tuple(sum(ways for _, ways in row) for row in rows),
        tuple(([subset for subset, _ in row], list(accumulate(ways for _, ways in row))) for row in rows),
    )
