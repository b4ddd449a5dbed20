"""The rest of a bidding, thought through: what the others may do after a call, and what that comes to.

For one way the cards may lie (the mean tricks of both sides in each denomination) everybody is given a view of it that
is a little off, and takes the call that then looks best. Nobody counts on partner's help: two who leave it to each
other find that nobody did it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from random import Random
from typing import NamedTuple

from hool.robots.expert_tricks import STEP, cell, earnings
from hool.rules.hool import BIDS, Options

Means = Sequence[float]  # tricks with S H D C as trumps, and without
Sight = tuple[Means, Means]  # what a player expects his own side to take, and the other

PASS, DOUBLE = -1, -2  # calls that are no bid; a bid is its rank

SHARED, ALONE = 0.9, 0.8  # tricks by which expectations are off: for all denominations alike, and for each one
BLUR = 1.2  # tricks by which players know that they may be off
FEAR = 0.6  # how much dearer than its price a failure looks to who may be doubled
STAY = 6.0  # points by which a bid must look better than letting the others play
CAUTION, CAUTION_PART = 4.0, 0.08  # points by which a double must look better, and a part of what they may make

_LEVEL = (3, 2, 1, 0, 4)  # where the five bids of a level, clubs first, are among the means


def place_of(rank: int) -> int:
    """The place of a bid's denomination among the means."""
    return _LEVEL[rank % 5]


class Lie(NamedTuple):
    """One way the cards may lie, and how it looks to us later, to one opponent and to the other."""

    ours: Means
    theirs: Means
    us: Sight
    first: Sight
    second: Sight


def look(ours: Means, theirs: Means, rng: Random) -> Lie:
    sights: list[Sight] = []
    for own, other in ((ours, theirs), (theirs, ours), (theirs, ours)):
        strength, gauss = rng.gauss(0, SHARED), rng.gauss
        sights.append(
            (
                [mean + strength + gauss(0, ALONE) for mean in own],
                [mean - strength + gauss(0, ALONE) for mean in other],
            )
        )
    return Lie(ours, theirs, *sights)


class Auction:
    """The bidding under one table's options; made by `auction`. Points are those of the side that is asked about."""

    def __init__(self, options: Options) -> None:
        self.steps = options.bidding_steps
        ranks = range(len(BIDS))
        self.plain = [earnings(options, rank) for rank in ranks]
        self.seems = [_blur(row) for row in self.plain]
        feared = [_blur(earnings(options, rank, FEAR)) for rank in ranks]
        self.caution = [CAUTION + CAUTION_PART * row[-1] for row in self.plain]
        sure, doubtful = _upwards(self.seems), _upwards(feared)
        self.best = {  # by step: for each bid and cell, the best of it and the higher ones of its denomination
            1: doubtful if self.steps > 1 else sure,
            2: doubtful if self.steps > 2 else sure,
            3: doubtful if options.closing_double else sure,
        }

    def opening(self, sight: Sight) -> int:
        """Somebody's call in step 1."""
        worth, bid = max(self.best[1][rank][cell(sight[0][place_of(rank)])] for rank in range(5))
        return -bid if worth > 0 else PASS

    def reply(self, standing: int, sight: Sight, step: int) -> int:
        """Somebody's call in step 2 or 3 over the other side's bid."""
        own, other = sight
        theirs = self.seems[standing][cell(other[place_of(standing)])]
        if standing < 34:
            bids = range(standing + 1, min(standing + 6, 35))
            worth, bid = max(self.best[step][rank][cell(own[place_of(rank)])] for rank in bids)
            if worth > max(-theirs, -2 * theirs) + STAY:
                return -bid
        return DOUBLE if -theirs > self.caution[standing] else PASS

    def played(self, bid: int, tricks: Means, redoubler: Sight | None = None) -> float:
        """What a bid earns its side if it is played; doubled if there is a `redoubler`, who may redouble."""
        worth = self.plain[bid][cell(tricks[place_of(bid)])]
        if redoubler is None:
            return worth
        hopes = self.seems[bid][cell(redoubler[0][place_of(bid)])]
        return worth * (4 if hopes > self.caution[bid] else 2)

    def outcome(self, step: str, call: int, standing: int, lie: Lie) -> float:
        """Points for us if we make this call in this step, over their `standing` bid if there is one."""
        if step == "step 1":
            return self._first(call, lie)
        if step == "step 2":
            return self._second(standing, call, lie.ours, lie.theirs, lie.first)
        if call >= 0:
            return self.played(call, lie.ours)
        return -self.played(standing, lie.theirs, lie.first if call == DOUBLE else None)

    def _first(self, call: int, lie: Lie) -> float:
        against = max(self.opening(lie.first), self.opening(lie.second))
        if call < 0 and against < 0:
            return 0.0
        if call >= against:
            if self.steps == 1:
                return self.played(call, lie.ours)
            answer = self.reply(call, lie.first, 2)
            return -self._second(call, answer, lie.theirs, lie.ours, lie.us)
        if self.steps == 1:
            return -self.played(against, lie.theirs)
        return self._second(against, self.reply(against, lie.us, 2), lie.ours, lie.theirs, lie.first)

    def _second(self, standing: int, answer: int, own: Means, other: Means, bidder: Sight) -> float:
        """Points for the side that answers in step 2; the bidder's side goes on in step 3."""
        if answer < 0:
            return -self.played(standing, other, bidder if answer == DOUBLE else None)
        if self.steps == 2:
            return self.played(answer, own)
        third = self.reply(answer, bidder, 3)
        if third >= 0:
            return -self.played(third, other)
        return self.played(answer, own) * (2 if third == DOUBLE else 1)


@lru_cache(maxsize=8)
def auction(options: Options) -> Auction:
    return Auction(options)


def _upwards(rows: Sequence[Sequence[float]]) -> list[list[tuple[float, int]]]:
    """For each bid and cell: the best worth of it and the higher bids of its denomination; less its rank."""
    best: list[list[tuple[float, int]]] = [[] for _ in rows]
    for rank in reversed(range(len(rows))):
        here = [(worth, -rank) for worth in rows[rank]]
        best[rank] = here if rank >= 30 else [max(pair) for pair in zip(here, best[rank + 5], strict=True)]
    return best


def _blur(row: Sequence[float]) -> list[float]:
    """A row by cells of the mean as it looks to somebody who knows that he may be off."""
    weights = [(off, exp(-((off / STEP / BLUR) ** 2) / 2)) for off in range(-2 * STEP, 2 * STEP + 1, STEP // 2)]
    total, last = sum(weight for _, weight in weights), len(row) - 1
    return [
        sum(weight * row[min(max(place + off, 0), last)] for off, weight in weights) / total
        for place in range(len(row))
    ]
