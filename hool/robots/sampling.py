"""The hidden cards dealt anew, so that everything a viewer knows stays true.

Counting instead of trying: of the ways to share out the cards that are not seen, every one that fits the clues and the
play comes up equally often. Two hidden hands are one choice, counted exactly: the lengths first, then the honours,
then the small cards. Of three, the one of which least is told is chosen first, and kept as often as the other two can
be made to fit.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain, combinations
from math import comb
from random import Random
from typing import NamedTuple, TypeVar

from hool.robots.facts import Facts, points
from hool.rules.cards import SUITS, Card, lengths
from hool.rules.hool import View
from hool.rules.hool_bidding import from_dealer

Hands = tuple[tuple[Card, ...], ...]  # the cards each seat still holds, N E S W
Shape = tuple[int, ...]  # how many spades, hearts, diamonds, clubs
Item = TypeVar("Item")

TRIES = 400  # first hands tried before a deal of three is given up
PILOT = 16  # of these only their chances are looked at, to know what a good one is

# A polynomial in the points, sum of ways * x**points, is one whole number with SLOT bits for each coefficient: Python
# multiplies long numbers fast, and there are never more than comb(39, 13) < 2**33 ways.
SLOT = 36
_MASK = (1 << SLOT) - 1


class _Suit(NamedTuple):
    """The unseen cards of a suit."""

    honours: tuple[Card, ...]  # worth points
    small: tuple[Card, ...]


@lru_cache(maxsize=512)
def _subsets(worth: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """All choices of the honours worth so much each: which, and their points."""
    places = range(len(worth))
    chosen = chain.from_iterable(combinations(places, count) for count in range(len(worth) + 1))
    return tuple((each, sum(worth[place] for place in each)) for each in chosen)


@lru_cache(maxsize=4096)
def _ways(worth: tuple[int, ...], small: int, length: int) -> int:
    """In how many ways `length` cards can be chosen of these honours and small ones, by points: a polynomial."""
    return sum(
        comb(small, length - len(which)) << SLOT * total
        for which, total in _subsets(worth)
        if 0 <= length - len(which) <= small
    )


def _at(polynomial: int, total: int) -> int:
    return polynomial >> SLOT * total & _MASK


class Split:
    """The ways to choose one hand from the cards `out` (those of S H D C).

    shapes: the lengths it may have, each with a weight. allowed: the points it may have, None for any. `total` is the
    number of ways, each counted as often as the weight of its shape says.
    """

    def __init__(self, out: Sequence[_Suit], shapes: dict[Shape, int], allowed: frozenset[int] | None) -> None:
        self.out, self.allowed = out, allowed
        self.shapes = list(shapes)
        worth = [tuple(points(card) for card in suit.honours) for suit in out]
        most = sum(map(sum, worth))
        # the points do not matter if any are allowed: then the honours are cards like others
        self.counted = allowed is not None and any(each not in allowed for each in range(most + 1))
        weights: list[int] = []
        if self.counted and allowed is not None:
            self.wanted = [each for each in range(most + 1) if each in allowed]
            self.worth = worth
            self.pairs: list[dict[tuple[int, int], int]] = [{}, {}]
            for shape, weight in shapes.items():
                both = self._pair(0, shape) * self._pair(1, shape)
                weights.append(weight * sum(_at(both, each) for each in self.wanted))
        else:
            sizes = [len(suit.honours) + len(suit.small) for suit in out]
            for shape, weight in shapes.items():
                for size, length in zip(sizes, shape, strict=True):
                    weight *= comb(size, length)
                weights.append(weight)
        self.sums = list(accumulate(weights))
        self.total = self.sums[-1] if self.sums else 0

    def _suit(self, suit: int, length: int) -> int:
        return _ways(self.worth[suit], len(self.out[suit].small), length)

    def _pair(self, which: int, shape: Shape) -> int:
        """The ways to choose the two major suits (0) or the two minor ones (1), by points."""
        first = 2 * which
        key = shape[first], shape[first + 1]
        known = self.pairs[which]
        if key not in known:
            known[key] = self._suit(first, key[0]) * self._suit(first + 1, key[1])
        return known[key]

    def draw(self, rng: Random) -> tuple[Shape, list[Card]]:
        """One of the ways, all equally likely (but for the weights): its shape and its cards."""
        shape = self.shapes[bisect_right(self.sums, rng.randrange(self.total))]
        if not self.counted:
            return shape, [
                card
                for suit, length in zip(self.out, shape, strict=True)
                for card in rng.sample(suit.honours + suit.small, length)
            ]
        pairs = [self._pair(which, shape) for which in (0, 1)]
        both = pairs[0] * pairs[1]
        total = _choose(rng, self.wanted, [_at(both, each) for each in self.wanted])
        shares = _share(rng, total, pairs[0], pairs[1])
        cards: list[Card] = []
        for which, share in enumerate(shares):
            suits = 2 * which, 2 * which + 1
            ways = [self._suit(suit, shape[suit]) for suit in suits]
            for suit, each in zip(suits, _share(rng, share, ways[0], ways[1]), strict=True):
                cards += self._cards(rng, suit, shape[suit], each)
        return shape, cards

    def _cards(self, rng: Random, suit: int, length: int, total: int) -> list[Card]:
        honours, small = self.out[suit]
        fitting = [which for which, each in _subsets(self.worth[suit]) if each == total and len(which) <= length]
        weights = [comb(len(small), length - len(which)) for which in fitting]
        which = _choose(rng, fitting, weights) if len(fitting) > 1 else fitting[0]
        return [honours[place] for place in which] + rng.sample(small, length - len(which))

    def every(self) -> Iterator[list[Card]]:
        """All the ways, one after the other, weights aside; to be asked only where there are few."""
        for shape in self.shapes:
            hands: list[list[Card]] = [[]]
            for suit, length in zip(self.out, shape, strict=True):
                chosen = list(combinations(suit.honours + suit.small, length))
                hands = [[*hand, *cards] for hand in hands for cards in chosen]
            for hand in hands:
                if not self.counted or sum(map(points, hand)) in self.wanted:
                    yield hand

    def looked_at(self) -> int:
        """How many hands `every` has to look at."""
        sizes = [len(suit.honours) + len(suit.small) for suit in self.out]
        found = 0
        for shape in self.shapes:
            ways = 1
            for size, length in zip(sizes, shape, strict=True):
                ways *= comb(size, length)
            found += ways
        return found


def _choose(rng: Random, items: Sequence[Item], weights: Sequence[int]) -> Item:
    sums = list(accumulate(weights))
    return items[bisect_right(sums, rng.randrange(sums[-1]))]


def _share(rng: Random, total: int, first: int, second: int) -> tuple[int, int]:
    """`total` points divided between two choices of cards, as often as there are ways."""
    parts = range(total + 1)
    part = _choose(rng, parts, [_at(first, each) * _at(second, total - each) for each in parts])
    return part, total - part


class Known:
    """What the viewer of `view`, who must be seated, knows for certain of the hidden hands."""

    def __init__(self, view: View) -> None:
        self.facts = facts = Facts(view)
        self.view = view
        self.hidden = list(facts.hidden)
        self.out = [
            _Suit(tuple(card for card in cards if card.rank > 10), tuple(card for card in cards if card.rank <= 10))
            for cards in facts.out.values()
        ]
        self.sizes = tuple(len(cards) for cards in facts.out.values())
        self.points = sum(sum(map(points, suit.honours)) for suit in self.out)
        self.gone = [lengths(cards) for cards in facts.played]
        self.spent = [sum(map(points, cards)) for cards in facts.played]
        self.named_by_points = _named_by_points(view)

    def shapes(self, seat: int) -> list[Shape]:
        """The lengths this hidden hand may still have, as far as it alone is asked."""
        least, most, left = self.facts.least[seat], self.facts.most[seat], self.facts.left[seat]
        told = str(self.facts.told[seat].get("pattern", ""))
        wanted = sorted(map(int, told.split("-"))) if told else None
        gone = self.gone[seat]
        found: list[Shape] = []
        spades, hearts, diamonds, clubs = (range(least[suit], most[suit] + 1) for suit in SUITS)
        for s in spades:
            for h in hearts:
                for d in diamonds:
                    c = left - s - h - d
                    if c in clubs and (
                        wanted is None or sorted((s + gone[0], h + gone[1], d + gone[2], c + gone[3])) == wanted
                    ):
                        found.append((s, h, d, c))
        return found

    def free(self, seat: int) -> bool:
        """Nothing is known of this hand's lengths but what follows from the others'."""
        if any(kind != "hcp" for kind in self.facts.told[seat]):
            return False
        tricks = [cards for _, cards, _ in self.view.tricks]
        places = [(seat - leader) % 4 for leader, _, _ in self.view.tricks]
        mine = [card for other, card in self.view.trick if other == seat]
        return all(cards[place].suit == cards[0].suit for cards, place in zip(tricks, places, strict=True)) and all(
            card.suit == self.view.trick[0][1].suit for card in mine
        )

    def allowed(self, seat: int, other: int, together: int, known: dict[int, int]) -> frozenset[int] | None:
        """The points `seat` may hold if it and `other` hold so many `together`; None: whatever they are.

        known: the points of the third hidden hand, if there is one.
        """
        mine, theirs = self.facts.strength[seat], self.facts.strength[other]
        possible: Iterable[int]
        if mine is not None:
            possible = [mine] if theirs is None or mine + theirs == together else []
        elif theirs is not None:
            possible = [together - theirs]
        elif self.named_by_points:
            possible = range(together + 1)
        else:
            return None
        if self.named_by_points:
            possible = [each for each in possible if self._declares({**known, seat: each, other: together - each})]
        return frozenset(possible)

    def _declares(self, held: dict[int, int]) -> bool:
        """Do these points still in the hidden hands make declarer who it is?"""
        whole = list(self.spent)
        for seat, hand in enumerate(self.facts.hands):
            whole[seat] += held[seat] if hand is None else sum(map(points, hand))
        return _declarer(whole, self.view.dealer) == self.view.declarer

    def others(self, taken: Iterable[Card]) -> list[Card]:
        """The unseen cards that are not `taken`."""
        gone = set(taken)
        return [card for suit in self.out for cards in suit for card in cards if card not in gone]


class _Two:
    """Two hidden hands: what is not the first one's is the second one's."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.first, self.second = known.hidden
        rests = set(known.shapes(self.second))
        shapes = {shape: 1 for shape in known.shapes(self.first) if _less(known.sizes, shape) in rests}
        self.split = Split(known.out, shapes, known.allowed(self.first, self.second, known.points, {}))

    def _both(self, cards: Sequence[Card]) -> dict[int, Sequence[Card]]:
        return {self.first: cards, self.second: self.known.others(cards)}

    def draw(self, rng: Random) -> dict[int, Sequence[Card]] | None:
        return self._both(self.split.draw(rng)[1]) if self.split.total else None

    def every(self, most: int) -> list[dict[int, Sequence[Card]]] | None:
        if self.split.total > most or self.split.looked_at() > 50 * most:
            return None
        return [self._both(cards) for cards in self.split.every()]


class _Three:
    """Three hidden hands: the first one is drawn by itself, with a shape as likely as the other two leave it.

    What their points do to its chances is made good by keeping it only as often as they can be made to fit.
    """

    def __init__(self, known: Known) -> None:
        self.known = known
        shapes = {seat: known.shapes(seat) for seat in known.hidden}
        free = [seat for seat in known.hidden if known.free(seat)]
        self.weights: dict[Shape, int]
        if len(free) >= 2:
            # in how many ways two such hands share the rest does not depend on what is taken first
            self.first = next(seat for seat in known.hidden if seat not in free[:2])
            left = [known.facts.left[seat] for seat in free[:2]]
            self.weights = dict.fromkeys(shapes[self.first], comb(sum(left), left[0]))
        else:
            self.first = max(known.hidden, key=lambda seat: (seat in free, len(shapes[seat])))
        self.second, self.third = (seat for seat in known.hidden if seat != self.first)
        if len(free) < 2:
            self.weights = self._weights(shapes)
        self.seconds, self.thirds = shapes[self.second], set(shapes[self.third])
        allowed: frozenset[int] | None = None
        strength = known.facts.strength
        if known.named_by_points or any(strength[seat] is not None for seat in known.hidden):
            mine = strength[self.first]
            allowed = frozenset(
                each
                for each in (range(known.points + 1) if mine is None else [mine])
                if known.allowed(self.second, self.third, known.points - each, {self.first: each}) != set()
            )
        self.split = Split(known.out, self.weights, allowed)
        self.best = 0.0
        if self.split.total and allowed is not None:
            self.best = max(self._fit(*self.split.draw(Random(place)))[0] for place in range(PILOT))

    def _weights(self, shapes: dict[int, list[Shape]]) -> dict[Shape, int]:
        """For each shape of the first hand: in how many ways the other two can share the rest, points aside."""
        s, h, d, c = self.known.sizes
        possible = set(shapes[self.first])
        weights: dict[Shape, int] = {}
        for a in shapes[self.second]:
            for b in shapes[self.third]:
                rest = (s - a[0] - b[0], h - a[1] - b[1], d - a[2] - b[2], c - a[3] - b[3])
                if rest in possible:
                    ways = comb(a[0] + b[0], a[0]) * comb(a[1] + b[1], a[1])
                    ways *= comb(a[2] + b[2], a[2]) * comb(a[3] + b[3], a[3])
                    weights[rest] = weights.get(rest, 0) + ways
        return weights

    def _fit(self, shape: Shape, cards: Sequence[Card]) -> tuple[float, Split]:
        """How well the first hand leaves the other two room: the part of their ways in which the points are right."""
        taken = set(cards)
        out = [
            _Suit(
                tuple(card for card in suit.honours if card not in taken),
                tuple(card for card in suit.small if card not in taken),
            )
            for suit in self.known.out
        ]
        s, h, d, c = _less(self.known.sizes, shape)
        fitting = {
            each: 1 for each in self.seconds if (s - each[0], h - each[1], d - each[2], c - each[3]) in self.thirds
        }
        held = sum(map(points, cards))
        allowed = self.known.allowed(self.second, self.third, self.known.points - held, {self.first: held})
        split = Split(out, fitting, allowed)
        return split.total / self.weights[shape], split

    def draw(self, rng: Random) -> dict[int, Sequence[Card]] | None:
        for _ in range(TRIES if self.split.total else 0):
            shape, cards = self.split.draw(rng)
            fit, split = self._fit(shape, cards)
            self.best = max(self.best, fit)
            if fit and rng.random() * self.best <= fit:
                _, more = split.draw(rng)
                return {self.first: cards, self.second: more, self.third: self.known.others(cards + more)}
        return None

    def every(self, most: int) -> None:
        return None


class Sampler:
    """Deals as they may be for the viewer of `view`, who must be seated.

    Own hand and open hands are as they are, every clue is true of the whole hand as it was dealt, nobody has a suit he
    could not follow, and where the points named declarer, they do so.
    """

    def __init__(self, view: View) -> None:
        self.known = known = Known(view)
        self.ways: _Two | _Three | None = None  # there is only one
        if len(known.hidden) > 1:
            self.ways = _Two(known) if len(known.hidden) == 2 else _Three(known)

    def draw(self, rng: Random) -> Hands | None:
        """A deal: the cards every seat still holds, in no order; None if none was found (three hidden hands only)."""
        if self.ways is None:
            return self._only()
        hands = self.ways.draw(rng)
        return None if hands is None else self._deal(hands)

    def every(self, most: int) -> list[Hands] | None:
        """All deals that are possible if they are `most` at most (and quickly found), else None."""
        if self.ways is None:
            return [self._only()]
        found = self.ways.every(most)
        return None if found is None else [self._deal(hands) for hands in found]

    def _only(self) -> Hands:
        return self._deal(dict.fromkeys(self.known.hidden, self.known.others(())))

    def _deal(self, hands: Mapping[int, Sequence[Card]]) -> Hands:
        return tuple(tuple(hands[seat]) if hand is None else hand for seat, hand in enumerate(self.known.facts.hands))


def _less(sizes: Sequence[int], shape: Shape) -> Shape:
    return tuple(all_ - mine for all_, mine in zip(sizes, shape, strict=True))


def _named_by_points(view: View) -> bool:
    """Is declarer who it is because of the points, as is told to everybody after the clues?"""
    options = view.options
    if view.declarer is None or not options.partners or options.given_declarer is not None:
        return False
    return options.contract != "bid" if options.trumps == "contract" else options.dummy


def _declarer(whole: Sequence[int], dealer: int) -> int:
    """The side with more points, of equal ones the dealer's; of its two the one with more, else the first from him."""
    sides = whole[0] + whole[2], whole[1] + whole[3]
    side = dealer % 2 if sides[0] == sides[1] else int(sides[1] > sides[0])
    return min((side, side + 2), key=lambda seat: (-whole[seat], from_dealer(dealer, seat)))
