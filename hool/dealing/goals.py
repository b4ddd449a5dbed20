"""Who can make what: wishes about the tricks each could take if everybody saw all cards and played perfectly."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from hool.dealing.reading import ConditionError, Span, read_span, span_text
from hool.rules.cards import Card, Deal
from hool.rules.game import Seat
from hool.rules.hool_options import BIDS, DENOMINATIONS
from hool.rules.text import Bid, SeatRef, Text, name_seats, say

SEATS = "NESW"
SIDES = ("NS", "EW")
VERBS = ("makes", "not", "takes", "alone")

CONTRACTS: dict[str, tuple[str, ...]] = {
    "game": ("3NT", "4S", "4H", "5D", "5C"),
    "major game": ("4S", "4H"),
    "suit game": ("4S", "4H", "5D", "5C"),
    "slam": tuple(f"6{denomination}" for denomination in DENOMINATIONS),
    "grand slam": tuple(f"7{denomination}" for denomination in DENOMINATIONS),
}
"""Several contracts under one name: one of them, or for "not" none of them."""

_CALLED = {
    "game": say("a game"),
    "major game": say("a game in a major suit"),
    "suit game": say("a game in a suit"),
    "slam": say("a slam"),
    "grand slam": say("a grand slam"),
}
_SUITS = {"S": say("spades"), "H": say("hearts"), "D": say("diamonds"), "C": say("clubs"), "NT": say("no trumps")}
_WORDS = {"makes": "makes?|can make", "not": "not|cannot make|can not make", "takes": "takes?", "alone": "alone"}
ALL_TRICKS = 13

Tricks = Callable[[Seat, str], int]
"""The tricks of a declarer in a denomination."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A wish about one hand or one side as declarer; of a side the better of its two hands counts.

    who: "N", "E", "S", "W", "NS" or "EW". what: a contract, or a name of `CONTRACTS`; for "takes" the tricks and the
    denomination, "9 NT". verb: "makes" it, or "not"; "takes" just so many tricks; "alone": can make it, partner cannot.
    """

    who: str
    verb: str
    what: str

    def __str__(self) -> str:
        return f"{self.who} {self.verb} {self.what}"

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(map(SEATS.index, self.who))

    @property
    def partner(self) -> Seat:
        return (self.seats[0] + 2) % 4

    @property
    def contracts(self) -> tuple[tuple[str, int], ...]:
        """Denominations, each with the tricks it needs."""
        if self.verb == "takes":
            return ((self.denomination, self.span[0]),)
        return tuple((bid[1:], 6 + int(bid[0])) for bid in CONTRACTS.get(self.what, (self.what,)))

    @property
    def denomination(self) -> str:
        """Of "takes"."""
        return self.what.split()[1]

    @property
    def span(self) -> Span:
        """The tricks of "takes"."""
        span = read_span(self.what.split()[0])
        assert span is not None
        return span

    @property
    def work(self) -> int:
        """How many declarers and denominations have to be looked at, at most."""
        return len(self.contracts) * (2 if self.verb == "alone" else len(self.seats))

    def holds(self, tricks: Tricks) -> bool:
        if self.verb == "takes":
            best = max(tricks(seat, self.denomination) for seat in self.seats)
            return self.span[0] <= best <= self.span[1]
        can = any(self._can(seat, tricks) for seat in self.seats)
        if self.verb == "alone":
            return can and not self._can(self.partner, tricks)
        return can == (self.verb == "makes")

    def _can(self, seat: Seat, tricks: Tricks) -> bool:
        return any(tricks(seat, denomination) >= need for denomination, need in self.contracts)

    def limits(self) -> Iterator[tuple[Seat, str, int]]:
        """The most tricks that a declarer may have in a denomination."""
        if self.verb == "takes":
            yield from ((seat, self.denomination, self.span[1]) for seat in self.seats)
        elif self.verb != "makes":
            seats = self.seats if self.verb == "not" else (self.partner,)
            yield from ((seat, denomination, need - 1) for seat in seats for denomination, need in self.contracts)

    def ways(self) -> list[tuple[Seat, str, int]]:
        """Declarer, denomination, tricks: of these one has to be reached at least. Empty for "not"."""
        if self.verb == "not":
            return []
        return [(seat, denomination, need) for seat in self.seats for denomination, need in self.contracts]

    def words(self) -> Text:
        """The wish as a sentence without its stop."""
        who = name_seats(self.seats)
        if self.verb == "takes":
            suit = _SUITS[self.denomination]
            count = span_text(self.span)
            if len(self.seats) == 1:
                return say("{who} takes {count} of the tricks in {suit}", who=who, count=count, suit=suit)
            return say("{who} take {count} of the tricks in {suit}", who=who, count=count, suit=suit)
        what = _CALLED.get(self.what) or Bid(self.what)
        if self.verb == "alone":
            return say(
                "{who} can make {contract}, {partner} cannot", who=who, contract=what, partner=SeatRef(self.partner)
            )
        if self.verb == "makes":
            return say("{who} can make {contract}", who=who, contract=what)
        return say("{who} cannot make {contract}", who=who, contract=what)


def read_goal(text: str) -> Goal:
    """A goal written as its `str` or nearly so: "NS can make 4 S", "W cannot make 3N". Raises ConditionError."""
    text = " ".join(text.split())
    for verb, words in _WORDS.items():
        found = re.fullmatch(rf"(NS|EW|[NESW]) (?:{words}) (.+)", text, re.I)
        if not found:
            continue
        who, what = found[1].upper(), found[2]
        if verb == "alone" and len(who) > 1:
            raise ConditionError(say("“{text}”: say which hand alone can make it.", text=text[:40]))
        return Goal(who, verb, _tricks(what) if verb == "takes" else _contract(what))
    raise ConditionError(
        say("“{text}” is not understood. Write it like this: NS makes 4S, EW not 3NT, N takes 9 NT.", text=text[:40])
    )


def _contract(text: str) -> str:
    plain = re.sub(r"^(?:an?|any) ", "", text.casefold())
    bid = re.sub(r"\s", "", plain).upper()
    bid = bid + "T" if re.fullmatch(r"[1-7]N", bid) else bid
    if plain in CONTRACTS:
        return plain
    if bid not in BIDS:
        raise ConditionError(say("“{contract}” is no contract.", contract=text[:20]))
    return bid


def _tricks(text: str) -> str:
    found = re.fullmatch(r"([0-9+ –—−-]+?) ?(?:tricks? )?(?:in )?(NT?|[SHDC])", text, re.I)
    span = read_span(found[1]) if found else None
    if not found or span is None:
        raise ConditionError(say("“{text}” is not understood. Write tricks and suit: 9 NT, or 8-9 S.", text=text[:20]))
    suit = found[2].upper()
    return f"{span_text(span)} {'NT' if suit == 'N' else suit}"


# -- looking --------------------------------------------------------------------------------------------------------


class Solver(Protocol):
    """Double dummy, as `hool.analysis.dds.Dds` has it."""

    def table(self, hands: Sequence[Sequence[Card]]) -> tuple[tuple[int, ...], ...]: ...
    def tricks(self, hands: Sequence[Sequence[Card]], trumps: str, leader: Seat) -> int: ...


class Solved:
    """The tricks of one deal, worked out when they are asked for. Few are asked one by one, many as a whole table,
    which takes as long as six of them."""

    ONE_BY_ONE = 5

    def __init__(self, deal: Deal, solver: Solver) -> None:
        self._deal, self._solver = deal, solver
        self._known: dict[tuple[Seat, str], int] = {}

    def keeps(self, goal: Goal) -> bool:
        if goal.work > self.ONE_BY_ONE:
            self._solve_all()
        return goal.holds(self)

    def __call__(self, seat: Seat, denomination: str) -> int:
        key = (seat, denomination)
        if key not in self._known:
            if len(self._known) < self.ONE_BY_ONE:
                theirs = self._solver.tricks(self._deal.hands, denomination, (seat + 1) % 4)
                self._known[key] = len(self._deal.hands[0]) - theirs
            else:
                self._solve_all()
        return self._known[key]

    def _solve_all(self) -> None:
        if len(self._known) < 4 * len(DENOMINATIONS):
            for declarer, row in enumerate(self._solver.table(self._deal.hands)):
                self._known |= {(declarer, each): count for each, count in zip(DENOMINATIONS, row, strict=True)}
