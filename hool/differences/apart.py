"""What sets one table apart from the others: when what most of them did is worth a word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

from hool.rules.text import Text, say_count

ENOUGH, ENOUGH_WITH_PLAN = 3, 2
"""How many tables that agree make one that does otherwise remarkable; and with the lesson's plan on their side."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What sets a table apart. ``kind``: clue, bid, contract, lead, result; ``tables``: the numbers of the others."""

    kind: str
    words: Text
    tables: tuple[int, ...]


def majority(
    here: Hashable,
    there: Mapping[int, Hashable],
    likes: Callable[[Hashable], int] = lambda value: 0,
    alone: bool = False,
) -> tuple[Hashable, tuple[int, ...]] | None:
    """What most tables did, and which; None unless this table is a minority worth a word. ``likes`` is the plan's.
    ``alone``: where there is often more than one good way, nobody else may have gone this one, and three of four of
    the others the same."""
    counts = Counter(value for value in there.values() if value != here)
    if not counts:
        return None
    value, most = counts.most_common(1)[0]
    alike = 1 + sum(each == here for each in there.values())
    enough = ENOUGH_WITH_PLAN if likes(value) > likes(here) else ENOUGH
    if most < enough or most <= alike or 2 * most <= len(there):
        return None
    if alone and (alike > 1 or 4 * most < 3 * len(there)):
        return None
    return value, tuple(sorted(number for number, each in there.items() if each == value))


def tables_words(numbers: Sequence[int]) -> Text:
    return say_count("{count} table", "{count} tables", len(numbers))
