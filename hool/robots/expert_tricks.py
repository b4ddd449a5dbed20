"""How many tricks two hands take together, as a sum of parts that were fitted to double-dummy results.

A suit of the pair is known by which of its five honours (ace to ten) the pair holds and by its two lengths. As trumps,
beside trumps, and without trumps each such holding has a worth of its own; short suits are worth more with trumps in
the same hand; the last part is the pair's points. `python -m bench.fit` makes the numbers (expert_tricks.json).
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import erf, sqrt
from pathlib import Path

from hool.rules.cards import SUITS, Card
from hool.rules.hool import BIDS, Options, score, tricks_needed

FILE = Path(__file__).with_name("expert_tricks.json")

Holding = tuple[int, int]  # bits of the honours held (ten 1, jack 2, queen 4, king 8, ace 16), and the length
Hand = Sequence[Holding]  # four holdings, S H D C

# The parts: name and how many numbers each has. `trump_parts` and the others below say which of them count.
TABLES = {
    "trump honours": 32,
    "trump honours by length": 32 * 6,
    "trump lengths": 14 * 4,
    "side honours": 32,
    "side honours by length": 32 * 4,
    "side lengths": 6 * 8,
    "ruffs": 3 * 7 * 2,
    "points": 41,
    "honours": 32,
    "honours by length": 32 * 5,
    "honours by shortness": 32 * 4,
    "lengths": 7 * 9,
    "points at no trumps": 41,
}
Part = tuple[str, int]

POINTS = tuple(sum(points for bit, points in enumerate((0, 1, 2, 3, 4)) if held >> bit & 1) for held in range(32))

STEP = 8  # means are told apart in eighths of a trick when chances are looked up
CELLS = range(-2 * STEP, 15 * STEP)


def holdings(cards: Iterable[Card]) -> tuple[Holding, ...]:
    """A hand as the model sees it."""
    honours, lengths = [0] * 4, [0] * 4
    for card in cards:
        suit = SUITS.index(card.suit)
        lengths[suit] += 1
        if card.rank >= 10:
            honours[suit] |= 1 << card.rank - 10
    return tuple(zip(honours, lengths, strict=True))


# What counts: the same for fitting and for use


def trump_parts(held: int, one: int, other: int) -> Iterator[Part]:
    total = one + other
    yield "trump honours", held
    yield "trump honours by length", held * 6 + min(max(total, 6), 11) - 6
    yield "trump lengths", total * 4 + min(max(one, other) - (total + 1) // 2, 3)


def side_parts(held: int, one: int, other: int) -> Iterator[Part]:
    low, high = sorted((one, other))
    yield "side honours", held
    yield "side honours by length", held * 4 + min(low, 3)
    yield "side lengths", min(low, 5) * 8 + min(high, 7)


def ruff_parts(one: Sequence[int], other: Sequence[int], trumps: int) -> Iterator[Part]:
    """Short suits of both hands (given by their lengths), each with the trumps beside it."""
    for mine, partners in ((one, other), (other, one)):
        more = min(partners[trumps], 6) >= min(mine[trumps], 6)
        for suit, length in enumerate(mine):
            if suit != trumps and length < 3:
                yield "ruffs", (length * 7 + min(mine[trumps], 6)) * 2 + more


def plain_parts(held: int, one: int, other: int) -> Iterator[Part]:
    low, high = sorted((one, other))
    yield "honours", held
    yield "honours by length", held * 5 + min(max(high, 3), 7) - 3
    yield "honours by shortness", held * 4 + min(low, 3)
    yield "lengths", min(low, 6) * 9 + min(high, 8)


def all_parts(one: Hand, other: Hand, denomination: int) -> Iterator[Part]:
    """Everything that counts for two hands; denomination 0..3 is S H D C as trumps, 4 no trumps."""
    points = sum(POINTS[mine[0] | theirs[0]] for mine, theirs in zip(one, other, strict=True))
    for suit, (mine, theirs) in enumerate(zip(one, other, strict=True)):
        what = plain_parts if denomination == 4 else trump_parts if suit == denomination else side_parts
        yield from what(mine[0] | theirs[0], mine[1], theirs[1])
    if denomination == 4:
        yield "points at no trumps", points
    else:
        yield "points", points
        yield from ruff_parts([each[1] for each in one], [each[1] for each in other], denomination)


# Means


class Model:
    """The fitted numbers: what each part is worth, and how far results lie from a mean."""

    def __init__(self, data: dict[str, list[float]]) -> None:
        self.tables = {name: data[name] for name in TABLES}
        self.base = data["base"]  # trumps, no trumps
        self.bends = data["bend"]  # the last tricks come harder: so much of each over `BENT` is left
        self.spreads = {False: data["spread"], True: data["spread at no trumps"]}
        self._suits: dict[tuple[int, int, int], tuple[float, float, float]] = {}
        self._ruffs: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[float, ...]] = {}

    def _sum(self, parts: Iterable[Part]) -> float:
        return sum(self.tables[name][place] for name, place in parts)

    def _suit(self, key: tuple[int, int, int]) -> tuple[float, float, float]:
        found = self._sum(trump_parts(*key)), self._sum(side_parts(*key)), self._sum(plain_parts(*key))
        self._suits[key] = found
        return found

    def means(self, one: Hand, other: Hand) -> tuple[float, float, float, float, float]:
        """Tricks the pair takes on average (over how the rest lies) with S, H, D, C as trumps and without trumps."""
        suits = self._suits
        (s, a), (h, b), (d, c), (m, e) = one
        (t, f), (i, g), (k, j), (n, l) = other  # noqa: E741
        s, h, d, m = s | t, h | i, d | k, m | n
        spades = suits.get((s, a, f)) or self._suit((s, a, f))
        hearts = suits.get((h, b, g)) or self._suit((h, b, g))
        diamonds = suits.get((d, c, j)) or self._suit((d, c, j))
        clubs = suits.get((m, e, l)) or self._suit((m, e, l))
        shapes = (a, b, c, e), (f, g, j, l)
        ruffs = self._ruffs.get(shapes)
        if ruffs is None:
            ruffs = self._ruffs[shapes] = tuple(self._sum(ruff_parts(*shapes, trumps)) for trumps in range(4))
        points = POINTS[s] + POINTS[h] + POINTS[d] + POINTS[m]
        sides = spades[1] + hearts[1] + diamonds[1] + clubs[1] + self.base[0] + self.tables["points"][points]
        return (
            sides + spades[0] - spades[1] + ruffs[0],
            sides + hearts[0] - hearts[1] + ruffs[1],
            sides + diamonds[0] - diamonds[1] + ruffs[2],
            sides + clubs[0] - clubs[1] + ruffs[3],
            self.base[1] + spades[2] + hearts[2] + diamonds[2] + clubs[2]
            + self.tables["points at no trumps"][points],
        )  # fmt: skip

    @lru_cache(maxsize=2)  # noqa: B019 - there is one model
    def odds(self, plain: bool) -> tuple[tuple[float, ...], ...]:
        """For each cell of a mean (see `cell`) the chances of 0..13 tricks."""
        rows = []
        for place in CELLS:
            mean = (place + 0.5) / STEP
            spread = self.spreads[plain][bisect_right(EDGES, mean)]
            mean -= (1 - self.bends[plain]) * max(0.0, mean - BENT)
            below = [0.0, *(_normal((tricks - 0.5 - mean) / spread) for tricks in range(1, 14)), 1.0]
            rows.append(tuple(below[tricks + 1] - below[tricks] for tricks in range(14)))
        return tuple(rows)


EDGES = (5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0)  # of means: in between the spread is one number
BENT = 11.0


def cell(mean: float) -> int:
    """Where `odds` and `earnings` have the row of this mean."""
    return min(max(int((mean + 2) * STEP), 0), len(CELLS) - 1)


def _normal(x: float) -> float:
    return 0.5 * (1 + erf(x / sqrt(2)))


@lru_cache(maxsize=1)
def model() -> Model:
    return Model(json.loads(FILE.read_text("utf-8")))


@lru_cache(maxsize=256)
def earnings(options: Options, rank: int, fear: float = 0.0) -> tuple[float, ...]:
    """For each cell of a mean: what the bid of this rank earns declarer's side on average, undoubled, less than 0 if it
    fails. fear: how much more than its price a failure is taken to cost, because the others may double it."""
    bid = BIDS[rank]
    pairs = [score(options, bid, 1, tricks) for tricks in range(14)]
    row = [ours - theirs * (1 + fear) for ours, theirs in pairs]
    return tuple(sum(odd * each for odd, each in zip(odds, row, strict=True)) for odds in model().odds(bid[1:] == "NT"))


@lru_cache(maxsize=64)
def chances(rank: int) -> tuple[float, ...]:
    """For each cell of a mean: how likely the bid of this rank is made."""
    bid = BIDS[rank]
    return tuple(sum(odds[tricks_needed(bid) :]) for odds in model().odds(bid[1:] == "NT"))
