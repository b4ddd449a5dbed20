"""What the expert bids, doubles and redoubles, and the one sentence that says why.

It looks at hands partner may hold (`expert_hands`), reckons for each how many tricks either side takes
(`expert_tricks`), plays the rest of the bidding out for the calls that look best (`expert_auction`), and takes the one
that earns most on average. What others have bid makes some of the hands likelier. Double-dummy results are in all of
it, but nothing is solved while it thinks: a hard deal can take a second, and would change few calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import exp
from random import Random

from hool.robots.bidding import allowed_bids, decide
from hool.robots.expert_auction import DOUBLE, PASS, Auction, Lie, auction, look, place_of
from hool.robots.expert_hands import Partner
from hool.robots.expert_tricks import Hand, cell, chances, earnings, model
from hool.robots.facts import Facts
from hool.rules.game import Action
from hool.rules.hool import BIDS, View, bid_rank, tricks_needed
from hool.rules.text import Bid, Text, say, say_count

Means = tuple[float, ...]  # tricks with S H D C as trumps, and without

FIRST, BATCH, MOST = 48, 32, 592  # hands looked at: at least, between two looks at the clock, at most
FEW = 32  # and for how many of them the bidding is played out at least
BIDS_TRIED = 6
FEAR = 0.35  # how much dearer a failure is taken to be while the others may still double
SHADE = 0.5  # points a bid in step 1 must be worth more for every step it is higher: partner may bid as well
PLAYED_OUT = 0.5  # the weight of the bidding played out in step 1; the rest has a bid as if all others passed
STAY = 6.0  # points by which a bid must beat a pass in the later steps
CAUTION, CAUTION_PART = 4.0, 0.08  # points by which a double must beat it, and a part of what they may make
CLOSE = 8.0  # points by which the own contract must beat partner's proposal


class Outlook:
    """What the viewer of a full-pack view expects, from `count` hands partner may hold; `late()` ends the looking."""

    def __init__(self, view: View, rng: Random, late: Callable[[], bool]) -> None:
        self.view, self.options, self.rng = view, view.options, rng
        self.partner = Partner(Facts(view), rng)
        self.others = view.phase not in ("agree", "redouble")  # their tricks matter
        self.ours: list[Means] = []
        self.theirs: list[Means] = []
        self.weights: list[float] = []
        self._cells: dict[tuple[bool, int], dict[int, float]] = {}
        evidence = list(_evidence(view, self.partner.me))
        size = FIRST
        while self.count < MOST and (self.count < FIRST or not late()):
            for hand in self.partner.draw(size):
                self._add(hand, evidence)
            size = BATCH
        self.total = sum(self.weights)
        if not self.total:  # what was told and bid leaves none of these hands: they are as good as any
            self.weights, self.total = [1.0] * self.count, float(self.count)

    @property
    def count(self) -> int:
        return len(self.ours)

    def _add(self, hand: Hand, evidence: list[tuple[bool, int, int]]) -> None:
        tricks, own = model(), self.partner.own
        ours: Means = tricks.means(own, hand)
        theirs: Means = ()
        weight = 1.0
        if self.others:
            left, right = self.partner.opponents(hand)
            held = [31 & ~(mine[0] | partners[0]) for mine, partners in zip(own, hand, strict=True)]
            theirs = tricks.means(list(zip(held, left, strict=True)), [(0, length) for length in right])
            weight = self.partner.likelihood(hand, left, right)
        for by_us, place, needed in evidence:
            means = ours if by_us else theirs
            if means:
                weight *= _likelihood(means, place, needed)
        self.ours.append(ours)
        self.theirs.append(theirs)
        self.weights.append(weight)

    def _spread(self, ours: bool, place: int) -> dict[int, float]:
        """How likely each cell of the mean is."""
        found = self._cells.get((ours, place))
        if found is None:
            found = self._cells[ours, place] = {}
            for means, weight in zip(self.ours if ours else self.theirs, self.weights, strict=True):
                here = cell(means[place])
                found[here] = found.get(here, 0.0) + weight / self.total
        return found

    def worth(self, ours: bool, rank: int, fear: float = 0.0) -> float:
        """What a bid earns the side that plays it, on average, undoubled."""
        row = earnings(self.options, rank, fear)
        return sum(part * row[here] for here, part in self._spread(ours, place_of(rank)).items())

    def chance(self, ours: bool, rank: int) -> float:
        """How likely a bid is made, 0..1."""
        row = chances(rank)
        return sum(part * row[here] for here, part in self._spread(ours, place_of(rank)).items())

    def played_out(self, calls: list[int], standing: int, late: Callable[[], bool]) -> dict[int, float]:
        """Our points for each of these calls, on average over the hands looked at, or some of them if it gets late."""
        game: Auction = auction(self.options)
        totals, done = dict.fromkeys(calls, 0.0), 0
        for place in self.rng.choices(range(self.count), self.weights, k=self.count):
            if done >= FEW and not done % 8 and late():
                break
            done += 1
            lie: Lie = look(self.ours[place], self.theirs[place], self.rng)
            for call in calls:
                totals[call] += game.outcome(self.view.phase, call, standing, lie)
        return {call: total / done for call, total in totals.items()}


def _evidence(view: View, me: int) -> Iterator[tuple[bool, int, int]]:
    """What the others called: whether on our side, in which denomination, and how many tricks. The denomination is -1
    for a pass in step 1, and the tricks are less than 0 for a double of our bid."""
    standing = ""
    for step, row in zip(view.steps, view.calls, strict=True):
        for seat, call in enumerate(row):
            if seat == me or call is None:
                continue
            ours = seat % 2 == me % 2
            if call.startswith("bid "):
                yield ours, place_of(bid_rank(call[4:])), tricks_needed(call[4:])
            elif call == "pass" and step == "step 1":
                yield ours, -1, 0
            elif call == "double" and not ours:
                yield True, place_of(bid_rank(standing)), -tricks_needed(standing)
        standing = max((call[4:] for call in row if call and call.startswith("bid ")), key=bid_rank, default=standing)


def _likelihood(means: Means, place: int, needed: int) -> float:
    """How well tricks agree with a call: who bids expects nearly enough, who passes or doubles expects little."""
    if place < 0:
        return 0.25 + 0.75 / (1 + exp(1.7 * (max(means) - 8.0)))
    if needed < 0:
        return 0.2 + 0.8 / (1 + exp(1.7 * (means[place] + needed + 0.5)))
    return 0.1 + 0.9 / (1 + exp(-1.7 * (means[place] - needed + 0.6)))


# Calls


def make_call(view: View, rng: Random, seconds: float, clock: Callable[[], float]) -> tuple[Action, Text]:
    """The call or proposal that earns most on average, in whichever step of the bidding this is.

    It thinks for at most about `seconds`; with none it looks at a few hands only.
    """
    begun = clock()
    outlook = Outlook(view, rng, lambda: clock() - begun > seconds / 3)
    bids = [bid_rank(bid) for bid in allowed_bids(view)]
    return decide(view, _Caller(view, outlook, bids, lambda: clock() - begun > seconds * 0.9))


class _Caller:
    """One decision in the bidding; `bids` are the ranks of the bids that are allowed now."""

    def __init__(self, view: View, outlook: Outlook, bids: list[int], late: Callable[[], bool]) -> None:
        self.view, self.outlook, self.bids, self.late = view, outlook, bids, late
        doubled = {"step 1": view.options.bidding_steps > 1, "step 2": view.options.bidding_steps > 2}
        self.fear = FEAR if doubled.get(view.phase, view.options.closing_double) and view.phase != "agree" else 0.0
        self.standing = -1  # the rank of the bid that must be beaten or answered
        for row in view.calls:
            for call in row:
                if call is not None and call.startswith("bid "):
                    self.standing = max(self.standing, bid_rank(call[4:]))

    def _best(self) -> list[int]:
        """The bids that earn most on average, the lower of equals first."""
        return sorted(self.bids, key=lambda rank: (-self.outlook.worth(True, rank, self.fear), rank))[:BIDS_TRIED]

    # the steps

    def open(self) -> tuple[str, Text]:
        """Step 1."""
        best = self._best()
        found = self.outlook.played_out([PASS, *best], self.standing, self.late)
        for call in found:
            found[call] *= PLAYED_OUT
            if call >= 0:
                found[call] += (1 - PLAYED_OUT) * self.outlook.worth(True, call, self.fear) - SHADE * call
        call = max(found, key=lambda call: (found[call], -call))
        if call == PASS:
            return "pass", self._why_pass(best[0])
        return f"bid {BIDS[call]}", self._why_bid(call)

    def answer(self) -> tuple[str, Text]:
        """Steps 2 and 3 and the closing double: their bid stands."""
        outlook = self.outlook
        found = outlook.played_out([PASS, DOUBLE, *self._best()], self.standing, self.late)
        letting, doubling = found.pop(PASS), found.pop(DOUBLE)
        if found:
            bid = max(found, key=lambda call: (found[call], -call))
            if found[bid] > max(letting, doubling) + STAY:
                if found[bid] >= 0:
                    return f"bid {BIDS[bid]}", self._why_bid(bid)
                return f"bid {BIDS[bid]}", self._said(
                    "I looked at {count} deal that fits what I know: {bid} is made in {good}. My bid may fail,"
                    " but that costs us less.",
                    "I looked at {count} deals that fit what I know: {bid} is made in {good}. My bid may fail,"
                    " but that costs us less.",
                    False, self.standing,
                )  # fmt: skip
        if doubling > letting + CAUTION + CAUTION_PART * earnings(self.view.options, self.standing)[-1]:
            return "double", self._said(
                "I looked at {count} deal that fits what I know: {bid} fails in {bad}.",
                "I looked at {count} deals that fit what I know: {bid} fails in {bad}.",
                False, self.standing,
            )  # fmt: skip
        if doubling > letting or outlook.chance(False, self.standing) < 0.5:
            return "pass", self._said(
                "I looked at {count} deal that fits what I know: {bid} fails in {bad}, but a double costs a lot"
                " when it is made.",
                "I looked at {count} deals that fit what I know: {bid} fails in {bad}, but a double costs a lot"
                " when it is made.",
                False, self.standing,
            )  # fmt: skip
        return "pass", self._said(
            "I looked at {count} deal that fits what I know: {bid} is made in {good}, and we have no better bid.",
            "I looked at {count} deals that fit what I know: {bid} is made in {good}, and we have no better bid.",
            False, self.standing,
        )  # fmt: skip

    def redouble(self) -> tuple[str, Text]:
        """Our bid was doubled; the doublers know something, which the hands looked at have been weighed by."""
        worth, row = self.outlook.worth(True, self.standing), earnings(self.view.options, self.standing)
        if worth > CAUTION + CAUTION_PART * row[-1]:
            return "redouble", self._said(
                "I looked at {count} hand partner may hold: {bid} is made in {good}. Then it counts four times.",
                "I looked at {count} hands partner may hold: {bid} is made in {good}. Then it counts four times.",
                True, self.standing,
            )  # fmt: skip
        return "pass", self._said(
            "I looked at {count} hand partner may hold: {bid} is made in {good}, too few to make it four times.",
            "I looked at {count} hands partner may hold: {bid} is made in {good}, too few to make it four times.",
            True, self.standing,
        )  # fmt: skip

    def agree(self) -> tuple[str, Text]:
        """The declaring pair chooses together: the best contract, or partner's if it is nearly as good."""
        best = self._best()[0]
        if self.view.proposals:
            proposed = bid_rank(self.view.proposals[-1][1])
            if self.outlook.worth(True, proposed) >= self.outlook.worth(True, best) - CLOSE:
                return "agree", say(
                    "{bid} is made in {good} deals that fit what I know. I would choose it too, or nearly.",
                    bid=Bid(BIDS[proposed]), good=_often(self.outlook.chance(True, proposed)),
                )  # fmt: skip
        return f"propose {BIDS[best]}", self._why_bid(best)

    # the reasons

    def _said(self, one: str, many: str, ours: bool, rank: int) -> Text:
        """A sentence about `count` hands, with how often in ten a bid is made (`good`) or not (`bad`)."""
        chance = self.outlook.chance(ours, rank)
        return say_count(
            one, many, self.outlook.count, bid=Bid(BIDS[rank]), good=_often(chance), bad=_often(1 - chance)
        )

    def _why_pass(self, best: int) -> Text:
        if self.outlook.chance(True, best) < 0.55:
            return self._said(
                "I looked at {count} hand partner may hold: even {bid} fails in {bad}.",
                "I looked at {count} hands partner may hold: even {bid} fails in {bad}.",
                True, best,
            )  # fmt: skip
        return self._said(
            "I looked at {count} hand partner may hold: {bid} is made in {good}, but may cost more than that.",
            "I looked at {count} hands partner may hold: {bid} is made in {good}, but may cost more than that.",
            True, best,
        )  # fmt: skip

    def _why_bid(self, rank: int) -> Text:
        if self.outlook.partner.shown is not None:
            good = _often(self.outlook.chance(True, rank))
            why = say("I see both our hands: {bid} is made in {good} deals.", bid=Bid(BIDS[rank]), good=good)
        else:
            why = self._said(
                "I looked at {count} hand partner may hold: {bid} is made in {good}.",
                "I looked at {count} hands partner may hold: {bid} is made in {good}.",
                True, rank,
            )  # fmt: skip
        if self.outlook.chance(True, rank) < 0.5:
            return say("{why} What {bid} pays is worth the risk.", why=why, bid=Bid(BIDS[rank]))
        return why


def _often(chance: float) -> Text:
    """Such as "7 of 10"; what happens hardly ever or nearly always is not called 0 or 10 of 10."""
    tenths = round(10 * chance)
    if tenths == 0:
        return say("hardly any")
    return say("nearly all") if tenths == 10 else say("{count} of 10", count=tenths)
