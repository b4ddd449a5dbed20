"""Analysts for tests: one that never comes to an end, and one that knows the answers beforehand."""

from collections.abc import Sequence

from hool.analysis.trace import Trace
from hool.rules.cards import Card, Deal
from hool.rules.text import Text


class Pondering:
    """Has been asked and has no answer yet. `off` and `failed` make it one that never will."""

    def __init__(self, off: Text | None = None, failed: bool = False) -> None:
        self.off, self.failed = off, failed
        self.asked: list[str] = []

    def table(self, _deal: Deal) -> tuple[tuple[int, ...], ...] | None:
        self.asked.append("table")
        return None

    def trace(self, _deal: Deal, _trumps: str, _leader: int, _cards: Sequence[Card]) -> Trace | None:
        self.asked.append("trace")
        return None

    def brings(self, _deal: Deal, _trumps: str, _leader: int, _cards: Sequence[Card]) -> dict[Card, int] | None:
        self.asked.append("brings")
        return None

    def known_table(self, deal: Deal) -> tuple[tuple[int, ...], ...] | None:
        asked, self.asked = self.asked, []
        known = self.table(deal)
        self.asked = asked
        return known

    def table_failed(self, _deal: Deal) -> bool:
        return self.failed

    def trace_failed(self, _deal: Deal, _trumps: str, _leader: int, _cards: Sequence[Card]) -> bool:
        return self.failed

    def brings_failed(self, _deal: Deal, _trumps: str, _leader: int, _cards: Sequence[Card]) -> bool:
        return self.failed


class Knowing(Pondering):
    """Says the same table of every deal; of a play that `side` can take `tricks`, one number more than cards, and that
    each card's best was `best`."""

    def __init__(self, rows: Sequence[Sequence[int]], tricks: Sequence[int] = (), best: Sequence[Card] = ()) -> None:
        super().__init__()
        self.rows, self.tricks, self.best = tuple(map(tuple, rows)), tricks, tuple(best)

    def table(self, deal: Deal) -> tuple[tuple[int, ...], ...]:
        super().table(deal)
        return self.rows

    def trace(self, _deal: Deal, _trumps: str, leader: int, cards: Sequence[Card]) -> Trace:
        reach = (*self.tricks, *[self.tricks[-1]] * (len(cards) + 1 - len(self.tricks)))[: len(cards) + 1]
        return Trace((leader + 1) % 2, reach, (), (self.best,) * len(cards))
