"""What the expert bids, doubles and redoubles, and the one sentence that says why.

It looks at hands partner may hold (`expert_hands`), reckons for each how many tricks either side takes (`expert_tricks`),
and compares what each call earns on average. What others bid makes some of the hands likelier. With time left, whole
deals are solved double dummy for the few contracts that matter, and correct what was reckoned.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from random import Random
from typing import Protocol

from hool.robots.expert_hands import Partner
from hool.robots.expert_tricks import Hand, cell, chances, earnings, model
from hool.robots.facts import Facts
from hool.rules.cards import SUITS, Card
from hool.rules.game import Action
from hool.rules.hool import BIDS, View, bid_rank, tricks_needed
from hool.rules.text import Bid, Text, say, say_count

Means = tuple[float, ...]  # tricks with S H D C as trumps, and without

FIRST, BATCH, MOST = 48, 48, 384  # hands looked at: at least, between two looks at the clock, at most
FEAR = 0.35  # how much dearer a failure is taken to be in step 1: it may be doubled
FEAR_LATER = 0.7  # and in step 2, when the others have a bid of their own to compare with
SHADE = 0.5  # points a bid must be worth more for every step it is higher: partner bids too, and the higher bid counts
STAY = 6.0  # points that a higher bid must promise over letting theirs stand
CAUTION = 4.0  # points that a double must promise, more where a made contract would be dear:
CAUTION_PART = 0.08
TRUST = 1.0  # how far bids are believed: 0 not at all
PRIOR, NOISE = 0.35, 1.1  # tricks: how far the model may be off for all these hands together, and for each one


class Solver(Protocol):
    """The double-dummy solver; see `hool.analysis.dds`."""

    def tricks(self, hands: list[list[Card]], trumps: str, leader: int) -> int: ...


class Outlook:
    """What the viewer of a full-pack view expects of a contract.

    `late()` says when to stop looking at more hands. `count` is how many were looked at.
    """

    def __init__(self, view: View, rng: Random, late: Callable[[], bool]) -> None:
        self.view, self.options = view, view.options
        self.partner = Partner(Facts(view), rng)
        self.hands: list[Hand] = []
        self.means: tuple[list[Means], list[Means]] = ([], [])  # ours, theirs
        self.weights: list[float] = []
        self.shifts: dict[tuple[bool, int], float] = {}  # what double dummy adds to the means
        self._cells: dict[tuple[bool, int], dict[int, float]] = {}
        self.evidence = _evidence(view, self.partner.me)
        self.both = view.phase not in ("step 1", "agree")
        for size in [FIRST] + [BATCH] * ((MOST - FIRST) // BATCH):
            self._look(size)
            if late() or self.partner.shown is not None and not self.both:
                break

    @property
    def count(self) -> int:
        return len(self.hands)

    def _look(self, size: int) -> None:
        tricks, own = model(), self.partner.own
        for hand in self.partner.draw(size):
            ours = tricks.means(own, hand)
            self.hands.append(hand)
            self.means[0].append(ours)
            theirs: Means = ()
            if self.both:
                left, right = self.partner.opponents(hand)
                held = [31 & ~(mine[0] | partners[0]) for mine, partners in zip(own, hand, strict=True)]
                theirs = tricks.means(list(zip(held, left, strict=True)), [(0, length) for length in right])
                self.means[1].append(theirs)
            weight = 1.0
            for by_us, suit, needed in self.evidence:
                means = ours if by_us else theirs
                if means:
                    weight *= _likelihood(means, suit, needed)
            self.weights.append(weight**TRUST)

    def _spread(self, ours: bool, suit: int) -> dict[int, float]:
        """How likely each cell of the mean is."""
        found = self._cells.get((ours, suit))
        if found is None:
            found = self._cells[ours, suit] = {}
            total = sum(self.weights)
            shift = self.shifts.get((ours, suit), 0.0)
            for means, weight in zip(self.means[not ours], self.weights, strict=True):
                place = cell(means[suit] + shift)
                found[place] = found.get(place, 0.0) + weight / total
        return found

    def worth(self, ours: bool, rank: int, fear: float = 0.0) -> float:
        """What a bid earns the side that plays it, on average, undoubled."""
        row = earnings(self.options, rank, fear)
        return sum(part * row[place] for place, part in self._spread(ours, suit_of(rank)).items())

    def chance(self, ours: bool, rank: int) -> float:
        """How likely a bid is made."""
        row = chances(rank)
        return sum(part * row[place] for place, part in self._spread(ours, suit_of(rank)).items())

    def refine(self, contracts: list[tuple[int, int]], solver: Solver, left: Callable[[], float]) -> None:
        """Solve deals double dummy for these contracts (rank, declarer) while `left()` seconds allow."""
        partner, slowest = self.partner, 0.0
        order = self.partner.rng.choices(range(self.count), self.weights, k=self.count)
        off: dict[tuple[bool, int], list[float]] = {}
        for place in order:
            if left() < 2 * slowest + 0.01:
                break
            deal = partner.deal(self.hands[place])
            if deal is None:
                continue
            for rank, declarer in contracts:
                ours = declarer % 2 == partner.me % 2
                begun = left()
                if begun < 2 * slowest + 0.01:
                    break
                suit = suit_of(rank)
                taken = 13 - solver.tricks(deal, "NT" if suit == 4 else SUITS[suit], (declarer + 1) % 4)
                slowest = max(slowest, begun - left())
                off.setdefault((ours, suit), []).append(taken - self.means[not ours][place][suit])
        for key, misses in off.items():
            count = len(misses)
            self.shifts[key] = sum(misses) / count * count * PRIOR**2 / (count * PRIOR**2 + NOISE**2)
            self._cells.pop(key, None)


def suit_of(rank: int) -> int:
    """The place of a bid's denomination among the means."""
    return (3, 2, 1, 0, 4)[rank % 5]


def _evidence(view: View, me: int) -> list[tuple[bool, int, int]]:
    """What the others bid: whether on our side, in which denomination, and how many tricks; -1 and 0 for a pass."""
    found = []
    for step, row in zip(view.steps, view.calls, strict=True):
        for seat, call in enumerate(row):
            if seat == me or call is None or step not in ("step 1", "step 2", "step 3"):
                continue
            ours = seat % 2 == me % 2
            if call.startswith("bid "):
                found.append((ours, suit_of(bid_rank(call[4:])), tricks_needed(call[4:])))
            elif call == "pass" and step == "step 1":
                found.append((ours, -1, 0))
    return found


def _likelihood(means: Means, suit: int, needed: int) -> float:
    """How well tricks agree with a bid: who bids expects nearly enough, who passes expects little."""
    if suit < 0:
        return 0.25 + 0.75 / (1 + exp(1.7 * (max(means) - 8.0)))
    return 0.1 + 0.9 / (1 + exp(-1.7 * (means[suit] - needed + 0.6)))


# Calls


def make_call(
    view: View, rng: Random, solver: Solver | None, seconds: float, clock: Callable[[], float]
) -> tuple[Action, Text]:
    """The call or proposal that earns most on average, in whichever step of the bidding this is.

    It takes about `seconds`; with none it looks at a few hands only.
    """
    begun = clock()
    actions = {str(choice.action): choice.action for choice in view.choices if choice.why_not is None}
    outlook = Outlook(view, rng, lambda: clock() - begun > min(0.4 * seconds, seconds - 0.01))
    caller = _Caller(view, outlook, [bid_rank(name.split()[1]) for name in actions if " " in name])
    if solver is not None:
        outlook.refine(caller.close_ones(), solver, lambda: seconds - (clock() - begun))
    match view.phase:
        case "agree":
            name, why = caller.agree()
        case "redouble":
            name, why = caller.redouble()
        case "step 1":
            name, why = caller.open()
        case _:
            name, why = caller.answer()
    return actions[name], why


class _Caller:
    """One decision in the bidding; `bids` are the ranks of the bids that are allowed now."""

    def __init__(self, view: View, outlook: Outlook, bids: list[int]) -> None:
        self.view, self.outlook, self.bids = view, outlook, bids
        self.me = outlook.partner.me
        self.standing, self.bidder = self._standing()
        steps = view.options.bidding_steps
        if view.phase == "step 1":
            self.fear, self.shade = (FEAR if steps > 1 else 0.0), SHADE
        elif view.phase == "step 2":
            self.fear, self.shade = (FEAR_LATER if steps > 2 else 0.0), 0.0
        else:
            self.fear, self.shade = (FEAR_LATER if view.options.closing_double else 0.0), 0.0

    def _standing(self) -> tuple[int, int]:
        """The bid that must be beaten or answered and whose it is, -1 if there is none."""
        for row in reversed(self.view.calls):
            bids = [(bid_rank(call[4:]), seat) for seat, call in enumerate(row) if call and call.startswith("bid ")]
            if bids:
                rank = max(rank for rank, _ in bids)
                seats = [seat for each, seat in bids if each == rank]
                return rank, min(seats, key=lambda seat: (seat - self.view.dealer) % 4)
        return -1, -1

    def _value(self, rank: int) -> float:
        return self.outlook.worth(True, rank, self.fear) - self.shade * rank

    def _best(self) -> int:
        """The bid allowed that earns most on average, the lowest of equals."""
        return max(self.bids, key=lambda rank: (self._value(rank), -rank))

    def close_ones(self) -> list[tuple[int, int]]:
        """The contracts (and declarers) whose tricks decide: theirs that stands, our best bids in two denominations."""
        if self.view.phase == "redouble":
            return [(self.standing, self.me)]
        found = [] if self.standing < 0 else [(self.standing, self.bidder)]
        if self.bids:
            order = sorted(self.bids, key=lambda rank: (-self._value(rank), rank))
            best, declarer = order[0], self.me
            if self.view.phase == "agree" and self.view.declarer is not None:
                declarer = self.view.declarer
            least = self._value(best) - 25
            if self.standing >= 0:
                least = max(least, -2 * abs(self.outlook.worth(False, self.standing)) - 20)
            if self._value(best) >= least:
                found.append((best, declarer))
            others = [rank for rank in order if rank % 5 != best % 5 and self._value(rank) > least]
            found += [(rank, declarer) for rank in others[:1]]
        return found

    # the steps

    def open(self) -> tuple[str, Text]:
        """Step 1."""
        best = self._best()
        if self._value(best) <= 0:
            return "pass", self._why_pass(best)
        return f"bid {BIDS[best]}", self._why_bid(best)

    def answer(self) -> tuple[str, Text]:
        """Steps 2 and 3 and the closing double: their bid stands."""
        outlook, standing = self.outlook, Bid(BIDS[self.standing])
        theirs = outlook.worth(False, self.standing)
        letting, doubling = -theirs, -2 * theirs
        if self.bids:
            best = self._best()
            worth = self._value(best)
            if worth > max(letting, doubling) + STAY:
                if worth >= 0:
                    return f"bid {BIDS[best]}", self._why_bid(best)
                return f"bid {BIDS[best]}", say_count(
                    "In the {count} deal I looked at, {standing} is made in {good} of 10. My bid may fail, but that costs"
                    " us less.",
                    "In the {count} deals I looked at, {standing} is made in {good} of 10. My bid may fail, but that costs"
                    " us less.",
                    outlook.count, standing=standing, good=self._tenths(False, self.standing),
                )  # fmt: skip
        made = earnings(self.view.options, self.standing)[-1]
        fails = 10 - self._tenths(False, self.standing)
        if doubling > letting + CAUTION + CAUTION_PART * made:
            return "double", say_count(
                "I looked at {count} deal that fits what I know: {standing} fails in {bad} of 10.",
                "I looked at {count} deals that fit what I know: {standing} fails in {bad} of 10.",
                outlook.count, standing=standing, bad=fails,
            )  # fmt: skip
        if fails >= 5:
            return "pass", say(
                "{standing} fails in {bad} of 10 deals that fit what I know, but a double is dear when it is made.",
                standing=standing, bad=fails,
            )  # fmt: skip
        return "pass", say(
            "{standing} is made in {good} of 10 deals that fit what I know, and we have no better bid.",
            standing=standing, good=10 - fails,
        )  # fmt: skip

    def redouble(self) -> tuple[str, Text]:
        """Our bid was doubled; the doublers know something."""
        good = self._tenths(True, self.standing)
        bid = Bid(BIDS[self.standing])
        made = earnings(self.view.options, self.standing)[-1]
        if self.outlook.worth(True, self.standing) > CAUTION + CAUTION_PART * made:
            return "redouble", say_count(
                "I looked at {count} hand partner may hold: {bid} is made in {good} of 10, and then it counts four times.",
                "I looked at {count} hands partner may hold: {bid} is made in {good} of 10, and then it counts four"
                " times.",
                self.outlook.count, bid=bid, good=good,
            )  # fmt: skip
        return "pass", say_count(
            "I looked at {count} hand partner may hold: {bid} is made in {good} of 10, too few to make it four times.",
            "I looked at {count} hands partner may hold: {bid} is made in {good} of 10, too few to make it four times.",
            self.outlook.count, bid=bid, good=good,
        )  # fmt: skip

    def agree(self) -> tuple[str, Text]:
        """The declaring pair chooses together: the best contract, or partner's if it is nearly as good."""
        best = self._best()
        if self.view.proposals:
            proposed = bid_rank(self.view.proposals[-1][1])
            if self.outlook.worth(True, proposed) >= self.outlook.worth(True, best) - 8:
                return "agree", self._why_agree(proposed)
        return f"propose {BIDS[best]}", self._why_bid(best)

    # the reasons

    def _tenths(self, ours: bool, rank: int) -> int:
        return round(10 * self.outlook.chance(ours, rank))

    def _why_pass(self, best: int) -> Text:
        bad = 10 - self._tenths(True, best)
        return say_count(
            "I looked at {count} hand partner may hold: even {bid} fails in {bad} of 10.",
            "I looked at {count} hands partner may hold: even {bid} fails in {bad} of 10.",
            self.outlook.count, bid=Bid(BIDS[best]), bad=bad,
        )  # fmt: skip

    def _why_bid(self, rank: int) -> Text:
        good = self._tenths(True, rank)
        bid = Bid(BIDS[rank])
        if self.outlook.partner.shown is not None:
            why = say("I see both hands of our side: {bid} is made in about {good} of 10 deals.", bid=bid, good=good)
        else:
            why = say_count(
                "I looked at {count} hand partner may hold: {bid} is made in {good} of 10.",
                "I looked at {count} hands partner may hold: {bid} is made in {good} of 10.",
                self.outlook.count, bid=bid, good=good,
            )  # fmt: skip
        if good < 5:
            return say("{why} What {bid} pays is worth the risk.", why=why, bid=bid)
        return why

    def _why_agree(self, rank: int) -> Text:
        return say(
            "{bid} is made in {good} of 10 deals that fit what I know. I would choose it too, or one nearly as good.",
            bid=Bid(BIDS[rank]), good=self._tenths(True, rank),
        )  # fmt: skip
