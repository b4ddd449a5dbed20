"""Who sits where in the next round: robots are shared fairly, and company is new as far as possible.

Pure: from what finished boards tell (``told_by``) and who takes part, ``next_rounds`` says who sits with robots in the
next rounds, and ``seating`` who sits where in the next one.

A ``Unit`` is the people of one seat, which two students may share; a ``Block`` is the units that stay at one table,
such as those who share a device. Most are blocks of one unit of one person.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

Unit = tuple[int, ...]
Block = tuple[Unit, ...]
Four = tuple[Unit, Unit, Unit, Unit]  # North, East, South, West

ROBOT: Unit = ()
SEATS = 4
CHANGES = 100_000  # so many pairs of people, about, are looked at to see whether they should change places
PARTNERS = -(10**9)  # nothing is as good as a partner on the same device


@dataclass(frozen=True, slots=True)
class Told:
    """What finished boards tell, each a count of boards. ``robots``: at a table with a robot's seat, by person;
    ``played``: all of them; ``met``: at one table, by the two people, the smaller first; ``partners``: the same for
    partners, a robot being person 0. ``last``: the number of the last board with robots, from 1, by person."""

    robots: Counter[int] = field(default_factory=Counter)
    played: Counter[int] = field(default_factory=Counter)
    met: Counter[tuple[int, int]] = field(default_factory=Counter)
    partners: Counter[tuple[int, int]] = field(default_factory=Counter)
    last: dict[int, int] = field(default_factory=dict)


def told_by(boards: Iterable[Sequence[Unit]]) -> Told:
    """boards: oldest first, who sat North, East, South, West when the board ended."""
    told = Told()
    for number, seats in enumerate(boards, 1):
        people = [person for unit in seats for person in unit]
        told.played.update(people)
        if ROBOT in seats:
            told.robots.update(people)
            told.last.update(dict.fromkeys(people, number))
        told.met.update(_pair(a, b) for one, two in combinations(seats, 2) for a in one for b in two)
        for one, two in ((seats[0], seats[2]), (seats[1], seats[3])):
            told.partners.update(_pair(a, b) for a in one or (0,) for b in two or (0,) if a or b)
    return told


def _pair(one: int, two: int) -> tuple[int, int]:
    return (one, two) if one < two else (two, one)


def _people(block: Block) -> list[int]:
    return [person for unit in block for person in unit]


# -- who shares a table with robots ----------------------------------------------------------------------------------


def counts(blocks: Sequence[Block], told: Told) -> dict[Block, int]:
    """On how many boards each has sat with robots; of several who stay together, whoever has most.

    Who has not played yet counts like whoever had the fewest: a newcomer shall not have all the turns of the others.
    """
    most = {block: max(told.robots[person] for person in _people(block)) for block in blocks}
    known = [most[block] for block in blocks if any(told.played[person] for person in _people(block))]
    fewest = min(known, default=0)
    return {block: max(most[block], fewest) for block in blocks}


def next_rounds(
    blocks: Sequence[Block], sizes: Sequence[int], told: Told, rounds: int, boards: int = 1
) -> tuple[tuple[Block, ...], ...]:
    """Who sits with robots in each of the next rounds, of so many boards: those who had that on the fewest boards,
    among them whoever had it longest ago. So what differs by one round at most goes on doing so, and what differs by
    more comes nearer.

    sizes: how many units sit at each table (1 to 4); they are kept wherever blocks allow it.
    """
    had = counts(blocks, told)
    last = {block: max(told.last.get(person, 0) for person in _people(block)) for block in blocks}
    now = max(last.values(), default=0)
    found = []
    for turn in range(1, rounds + 1):
        short = [table for table in _tables(blocks, sizes, had, last) if _size(table) < SEATS]
        chosen = tuple(block for table in short for block in table)
        for block in chosen:
            had[block] += boards
            last[block] = now + turn
        found.append(chosen)
    return tuple(found)


def _tables(
    blocks: Sequence[Block], sizes: Sequence[int], had: dict[Block, int], last: dict[Block, int]
) -> list[list[Block]]:
    """The blocks at tables: those who had robots most fill the tables of four, the others share the rest evenly.
    A block that is a table of four by itself is one of them, or two others would be left with two robots."""
    left = sorted(blocks, key=lambda block: (len(block) < SEATS, -had[block], -last[block]))
    tables = []
    for _ in range(list(sizes).count(SEATS)):
        four = _fill(left, SEATS)
        if four is None:
            break
        left = [block for block in left if block not in four]
        tables.append(four)
    short: list[list[Block]] = [[] for _ in range(len(sizes) - len(tables))]
    for block in sorted(left, key=len, reverse=True):
        table = min(short, key=_size, default=[])
        if not short or _size(table) + len(block) > SEATS:
            table = []
            short.append(table)
        table.append(block)
    return [table for table in (*tables, *short) if table]


def _fill(blocks: Sequence[Block], room: int) -> list[Block] | None:
    """The first blocks that together have exactly so many units; None if there are none."""
    for place, block in enumerate(blocks):
        if len(block) == room:
            return [block]
        if len(block) < room and (rest := _fill(blocks[place + 1 :], room - len(block))) is not None:
            return [block, *rest]
    return None


def _size(table: Sequence[Block]) -> int:
    return sum(map(len, table))


# -- who sits where --------------------------------------------------------------------------------------------------


def seating(blocks: Sequence[Block], sizes: Sequence[int], told: Told) -> tuple[Four, ...]:
    """The tables of the next round, as ``next_rounds`` has it; otherwise those come together who have met least. The
    same question has the same answer."""
    last = {block: max(told.last.get(person, 0) for person in _people(block)) for block in blocks}
    tables = _tables(blocks, sizes, counts(blocks, told), last)
    company = _Company(told)
    for alike in (
        [table for table in tables if _size(table) == SEATS],
        [table for table in tables if _size(table) < SEATS],
    ):
        company.mix(alike)
    return tuple(company.around(table) for table in tables)


class _Company:
    """How often people have met, and who should sit together."""

    def __init__(self, told: Told) -> None:
        self._told = told
        self._known: dict[tuple[Block, Block], int] = {}

    def met(self, one: Block, two: Block) -> int:
        """What it costs that these sit at one table again: the square of the boards, so that all meet all."""
        found = self._known.get((one, two))
        if found is None:
            boards = (self._told.met[_pair(a, b)] for a in _people(one) for b in _people(two))
            found = self._known[one, two] = self._known[two, one] = sum(count * count for count in boards)
        return found

    def mix(self, tables: Sequence[list[Block]]) -> None:
        """Let blocks of equal size change tables as long as that makes company newer."""
        pairs = max(1, (SEATS * len(tables)) ** 2 // 2)
        for _ in range(max(2, min(8, CHANGES // (8 * pairs)))):
            if not sum(self._swap(one, two) for one, two in combinations(tables, 2)):
                return

    def _swap(self, one: list[Block], two: list[Block]) -> bool:
        changed = False
        for i in range(len(one)):
            for j in range(len(two)):
                a, b = one[i], two[j]
                if len(a) != len(b):
                    continue
                mates, others = one[:i] + one[i + 1 :], two[:j] + two[j + 1 :]
                now = sum(self.met(a, m) for m in mates) + sum(self.met(b, m) for m in others)
                then = sum(self.met(b, m) for m in mates) + sum(self.met(a, m) for m in others)
                if then < now:
                    one[i], two[j] = b, a
                    changed = True
        return changed

    def around(self, table: Sequence[Block]) -> Four:
        """Around the table, with the partner each has had least; those on one device are partners, and so are two who
        are alone with robots."""
        units = [unit for block in table for unit in block]
        together = {frozenset(pair) for block in table for pair in combinations(block, 2)}
        four = [*units, *[ROBOT] * (SEATS - len(units))]
        if len(units) <= 2:
            return four[0], ROBOT, four[1], ROBOT

        def again(i: int, j: int) -> int:
            if frozenset((four[i], four[j])) in together:
                return PARTNERS
            return max(self._told.partners[_pair(a, b)] for a in four[i] or (0,) for b in four[j] or (0,)) ** 2

        ways = [((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))]
        (a, b), (c, d) = min(ways, key=lambda way: sum(again(i, j) for i, j in way))
        if ROBOT in (four[a], four[b]):
            a, b, c, d = c, d, a, b
        return four[a], four[c], four[b], four[d]
