"""Several deals, also by what can be made with them: a long search in stretches, so that it can be watched and ended.

Which deals keep their goals only the double-dummy solver knows, so candidates are found by their cards and then looked
at one by one. The first candidates are plain ones, as fair as `find`. Where less than one in six of them is good, most
others are guided: the side that shall make 4S then has the points and the trumps that this usually takes. So boards
which are rare are of the usual kind more often than chance would have it; freaks still come, among the plain ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

from hool.dealing.conditions import Conditions, Together
from hool.dealing.goals import ALL_TRICKS, Goal, Solved, Solver
from hool.dealing.limits import contradictions
from hool.dealing.reading import OPEN, Span
from hool.dealing.search import Finder
from hool.rules.cards import FULL_PACK, SUITS, Card, Deal
from hool.rules.game import Seat
from hool.rules.text import Text, say, say_count

STRETCH = 1.5  # seconds between two looks at a search
FAIR = 12  # plain candidates before any is guided
OFTEN = 6  # one good one among so many is often enough
PATIENCE = 30.0  # seconds without a good one
TRIES = 300  # candidates without a good one


@dataclass(frozen=True, slots=True)
class Tally:
    """What a search has seen so far.

    tried: deals with the right cards, `plain` of them not guided. good, plain_good: those which kept all goals.
    asked, held: for each goal, how often it was looked at and was true. dry, seconds: deals tried and time spent since
    the last good one.
    """

    tried: int = 0
    plain: int = 0
    good: int = 0
    plain_good: int = 0
    asked: tuple[int, ...] = ()
    held: tuple[int, ...] = ()
    dry: int = 0
    seconds: float = 0.0

    @property
    def fair(self) -> bool:
        """Whether the next candidate is a plain one."""
        return self.plain < FAIR or self.plain_good * OFTEN >= self.plain or self.tried % OFTEN == 0


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a search: the deals it found, all that was seen until then, and why it is not worth while to go on."""

    deals: tuple[Deal, ...]
    tally: Tally
    why: Text | None = None


def look_on(
    wanted: Conditions,
    count: int,
    tally: Tally,
    rng: Random,
    clock: Callable[[], float],
    solver: Solver | None = None,
    pack: Sequence[Card] = FULL_PACK,
    seconds: float = STRETCH,
) -> Stretch:
    """Look for up to `count` deals for about so many seconds; `tally` is what earlier stretches have seen.

    solver: needed for goals. clock: as in `find`.
    """
    for text in contradictions(wanted, pack):
        return Stretch((), tally, text)
    goals = sorted(enumerate(wanted.goals), key=lambda each: each[1].work)
    finder = Finder(wanted, rng, pack)
    guides: dict[Conditions, Finder | None] = {}
    asked, held = (list(counts or [0] * len(goals)) for counts in (tally.asked, tally.held))
    deals: list[Deal] = []
    begun = since = clock()
    before = tally
    while len(deals) < count and (now := clock()) < begun + seconds:
        guide = None if tally.fair or not goals else _guide(wanted, rng, pack, guides)
        left = max(begun + seconds - now, 0.05)
        deal = (guide or finder).find(clock, left)
        if isinstance(deal, Text) and guide is not None:
            guides[guide.wanted], guide = None, None
            deal = finder.find(clock, left)
        if isinstance(deal, Text):
            if tally is before:  # the first of this stretch, which had all its time
                return Stretch((), tally, deal)
            continue
        good = True
        solved = Solved(deal, solver) if solver else None
        for place, goal in goals:
            assert solved is not None
            good = solved.keeps(goal)
            asked[place] += 1
            held[place] += good
            if not good:
                break
        now = clock()
        tally = Tally(
            tried=tally.tried + 1,
            plain=tally.plain + (guide is None),
            good=tally.good + good,
            plain_good=tally.plain_good + (good and guide is None),
            asked=tuple(asked),
            held=tuple(held),
            dry=0 if good else tally.dry + 1,
            seconds=0.0 if good else tally.seconds + now - since,
        )
        since = now
        if good:
            deals.append(deal)
        elif tally.dry >= TRIES or tally.seconds >= PATIENCE:
            return Stretch(tuple(deals), tally, _rare(wanted.goals, tally))
    return Stretch(tuple(deals), tally)


def _rare(goals: Sequence[Goal], tally: Tally) -> Text:
    """Which goal makes the search so long."""
    place = min(
        (place for place, asked in enumerate(tally.asked) if asked), key=lambda p: tally.held[p] / tally.asked[p]
    )
    goal, asked, held = goals[place].words(), tally.asked[place], tally.held[place]
    if not held:
        return say_count(
            "{count} deal met the rest, and it did not meet this: {goal}. Ask for less, or look again.",
            "Of {count} deals that met the rest, none met this: {goal}. Ask for less, or look again.",
            asked,
            goal=goal,
        )
    return say(
        "This is rare: of {count} deals that met the rest, only {held} met this: {goal}. Ask for less, or look again.",
        count=asked,
        held=held,
        goal=goal,
    )


# -- guidance -------------------------------------------------------------------------------------------------------


def _guide(
    wanted: Conditions, rng: Random, pack: Sequence[Card], guides: dict[Conditions, Finder | None]
) -> Finder | None:
    """Finds deals which are likely to keep the goals; None where guidance contradicts what is wanted."""
    guided = _guided(wanted, [rng.choice(ways) for goal in wanted.goals if (ways := goal.ways())])
    if guided not in guides:
        guides[guided] = None if contradictions(guided, pack) else Finder(guided, rng, pack)
    return guides[guided]


def _guided(wanted: Conditions, ways: Iterable[tuple[Seat, str, int]]) -> Conditions:
    """The conditions, narrowed to what it usually takes to reach these tricks."""
    sides = list(wanted.sides)
    most = {(seat % 2, each): count for goal in wanted.goals for seat, each, count in goal.limits()}
    for seat, denomination, tricks in ways:
        one = seat % 2
        high = usual_points(denomination, most.get((one, denomination), ALL_TRICKS)) + 5
        low = usual_points(denomination, tricks) - 1 if tricks > 6 else 0
        sides[one] = _narrowed(sides[one], (low, high if (one, denomination) in most else OPEN), denomination, tricks)
    return replace(wanted, sides=(sides[0], sides[1]), goals=())


def _narrowed(together: Together, points: Span, denomination: str, tricks: int) -> Together:
    lengths = list(together.lengths)
    if denomination in SUITS and tricks > 6:
        place = SUITS.index(denomination)
        lengths[place] = _both(lengths[place], (8, OPEN))
    return replace(together, points=_both(together.points, points), lengths=tuple(lengths))


def _both(wished: Span | None, usual: Span) -> Span | None:
    """What is in both spans; what is wished, if nothing is."""
    if wished is None:
        return usual
    low, high = max(wished[0], usual[0]), min(wished[1], usual[1])
    return (low, high) if low <= high else wished


def usual_points(denomination: str, tricks: int) -> int:
    """The points of both hands with which so many tricks are common: 24 for 9 in no trumps, 24 for 10 in a suit."""
    first = 19 if denomination == "NT" else 17
    return max(0, round(first + 2.4 * (tricks - 7)))
