"""HOOL's three steps of secret bids: who is asked, what the calls lead to, and why.

A bidding is its `Step`s in order. In each one all who are asked call at once and in secret; when the last call is in,
`outcome` says what comes next. Ties are settled from the dealer. Rules: README.md, "Bidding", rulings G1-G11.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from hool.rules.game import Choice, Seat
from hool.rules.hool_options import BIDS, Options, bid_rank
from hool.rules.text import Bid, SeatRef, Text, name_seats, say


@dataclass(frozen=True, slots=True)
class MakeBid:
    """A bid, one of `BIDS`."""

    bid: str

    def __str__(self) -> str:
        return f"bid {self.bid}"


@dataclass(frozen=True, slots=True)
class Pass:
    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Double:
    def __str__(self) -> str:
        return "double"


@dataclass(frozen=True, slots=True)
class Redouble:
    def __str__(self) -> str:
        return "redouble"


Call: TypeAlias = MakeBid | Pass | Double | Redouble
Standing: TypeAlias = tuple[Seat, str]  # whose bid it is, and the bid

PASS, DOUBLE, REDOUBLE = Pass(), Double(), Redouble()
MAKE_BID = tuple(MakeBid(bid) for bid in BIDS)
CALLS = (PASS, DOUBLE, REDOUBLE, *MAKE_BID)


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its name, who is asked, and the call of each seat so far; secret while anybody is awaited."""

    name: str  # step 1, step 2, step 3, redouble, closing
    asked: tuple[Seat, ...]
    calls: tuple[Call | None, ...] = (None, None, None, None)

    @property
    def waiting(self) -> frozenset[Seat]:
        """Those who still owe a call."""
        return frozenset(seat for seat in self.asked if self.calls[seat] is None)

    def called(self, seat: Seat, call: Call) -> Step:
        """The step after one more call."""
        return Step(self.name, self.asked, (*self.calls[:seat], call, *self.calls[seat + 1 :]))


FIRST_STEP = Step("step 1", (0, 1, 2, 3))


class Contract(NamedTuple):
    """What a bidding comes to."""

    bid: str
    doubled: int  # 1, 2, 4
    declarer: Seat


def outcome(options: Options, dealer: Seat, steps: Sequence[Step]) -> Step | Contract | None:
    """What follows when the last of `steps` is complete: another step, the contract, or None, passed out.

    A bid beats a double (G2). Only the player whose bid was doubled may redouble (G5, G6). The final bidder is
    declarer (G8). With fewer steps the last one's highest bid wins at once.
    """
    step, standing = steps[-1], standing_bid(dealer, steps)
    if standing is None:
        return None
    seat, bid = standing
    opponents = ((seat + 1) % 4, (seat + 3) % 4)
    if highest(dealer, step) is not None:
        number = int(step.name[-1])
        if number < options.bidding_steps:
            return Step(f"step {number + 1}", opponents)
        if number == 3 and options.closing_double:
            return Step("closing", opponents)
    elif DOUBLE in step.calls:
        return Step("redouble", (seat,))
    if step.name == "redouble":
        return Contract(bid, 4 if REDOUBLE in step.calls else 2, seat)
    return Contract(bid, 1, seat)


def highest(dealer: Seat, step: Step) -> Standing | None:
    """The highest bid of a step; of equal ones the first from the dealer clockwise, the dealer included (G9-G11)."""
    bids = [(seat, call.bid) for seat, call in enumerate(step.calls) if isinstance(call, MakeBid)]
    return max(bids, key=lambda each: (bid_rank(each[1]), -from_dealer(dealer, each[0])), default=None)


def standing_bid(dealer: Seat, steps: Sequence[Step]) -> Standing | None:
    """The bid that stands after the complete steps: bids only go up, so it is in the last step that has one."""
    complete = (step for step in reversed(steps) if not step.waiting)
    return next((best for step in complete if (best := highest(dealer, step)) is not None), None)


def from_dealer(dealer: Seat, seat: Seat) -> int:
    """How many places a seat is from the dealer, clockwise; the dealer's own is 0."""
    return (seat - dealer) % 4


# Choices


@lru_cache(maxsize=512)
def call_choices(step: str, standing: Standing | None) -> tuple[Choice, ...]:
    """The calls of a player who is asked in `step`, over the `standing` bid; a bid must be higher (G4)."""
    not_doubled = say("Only a bid that was doubled can be redoubled.")
    if standing is None:
        no_bid = say("There is no bid yet that you could double.")
        return (
            Choice(PASS),
            Choice(DOUBLE, no_bid),
            Choice(REDOUBLE, not_doubled),
            *map(Choice, MAKE_BID),
        )
    stands = Bid(standing[1])
    if step == "redouble":
        only = say("Your {bid} was doubled: you may pass or redouble.", bid=stands)
        return (
            Choice(PASS),
            Choice(DOUBLE, only),
            Choice(REDOUBLE),
            *(Choice(call, only) for call in MAKE_BID),
        )
    first = (Choice(PASS), Choice(DOUBLE), Choice(REDOUBLE, not_doubled))
    if step == "closing":
        only = say("Step 3 was the last for bids: you may pass or double.")
        return first + tuple(Choice(call, only) for call in MAKE_BID)
    least = bid_rank(stands.text) + 1
    too_low = tuple(
        Choice(call, say("{bid} is not higher than {standing}.", bid=Bid(call.bid), standing=stands))
        for call in MAKE_BID[:least]
    )
    return first + too_low + tuple(map(Choice, MAKE_BID[least:]))


def refused_calls(step: Step, seat: Seat) -> tuple[Choice, ...]:
    """The calls of a player who is not asked now, or has called already, all with the reason."""
    if step.calls[seat] is not None:
        return _refused(say("You have already chosen. Wait for {seats}.", seats=name_seats(sorted(step.waiting))))
    if step.name == "redouble":
        return _refused(say("Only {seat} may answer the double.", seat=SeatRef(step.asked[0])))
    return _refused(say("In this step only {seats} may call.", seats=name_seats(sorted(step.asked))))


@lru_cache(maxsize=512)
def _refused(why: Text) -> tuple[Choice, ...]:
    return tuple(Choice(call, why) for call in CALLS)


# Why


@lru_cache(maxsize=1024)  # every view of a board asks, at every card
def reasons(dealer: Seat, steps: tuple[Step, ...], settled: bool) -> tuple[Text, ...]:
    """Why the standing bid stands, what happened to it since, and who is declarer (for now, until `settled`)."""
    return tuple(_reasons(dealer, steps, settled))


def _reasons(dealer: Seat, steps: Sequence[Step], settled: bool) -> Iterator[Text]:
    complete = [step for step in steps if not step.waiting]
    if not complete:
        return
    standing = standing_bid(dealer, complete)
    if standing is None:
        yield say("All four passed.")
        return
    seat = standing[0]
    decisive = max(place for place, step in enumerate(complete) if highest(dealer, step) is not None)
    yield from _why_highest(dealer, complete[decisive], standing)
    for step in complete[decisive + 1 :]:
        yield from _answer_to(seat, step)
    if settled:
        yield say("{seat} is declarer.", seat=SeatRef(seat))
    else:
        yield say("{seat} is declarer for now.", seat=SeatRef(seat))


def _why_highest(dealer: Seat, step: Step, standing: Standing) -> Iterator[Text]:
    seat, bid = standing
    yield say("{bid} is the highest bid.", bid=Bid(bid))
    equal = [each for each in step.asked if step.calls[each] == MakeBid(bid)]
    if len(equal) > 1:
        equal.sort(key=lambda each: from_dealer(dealer, each))
        yield say("{seats} bid the same.", seats=name_seats(equal))
        yield say("Equal bids: start at the dealer and go clockwise.")
        if seat == dealer:
            yield say("{seat} deals, so {seat} comes first.", seat=SeatRef(seat))
        else:
            yield say("{dealer} deals, so {seat} comes first.", dealer=SeatRef(dealer), seat=SeatRef(seat))
    for each in step.asked:
        if step.calls[each] == DOUBLE:
            doubler = SeatRef(each)
            yield say("{doubler}'s double falls away because {seat} bid.", doubler=doubler, seat=SeatRef(seat))


def _answer_to(seat: Seat, step: Step) -> Iterator[Text]:
    """What a step without a bid did to the bid of `seat`."""
    if step.name == "redouble":
        if REDOUBLE in step.calls:
            yield say("{seat} redoubled.", seat=SeatRef(seat))
        return
    doublers = [each for each in step.asked if step.calls[each] == DOUBLE]
    if len(doublers) == 2:
        yield say("{seats} both doubled: that counts once.", seats=name_seats(sorted(doublers)))
    elif doublers:
        yield say("{seat} doubled.", seat=SeatRef(doublers[0]))
    elif step.name == "closing":
        yield say("Nobody doubled.")
    else:
        yield say("Nobody bid higher and nobody doubled.")
