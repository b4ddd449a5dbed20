"""What pages ask about a deal: double-dummy tricks, and what each card cost.

Nothing here blocks: an answer is there or it is not there yet, and asking is what begins the work. Answers are kept in
memory and in the store, so a board is worked out once.
"""

from __future__ import annotations

import importlib.util
import json
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from hool.analysis.crew import NO_SOLVER, Job
from hool.analysis.par import Tricks
from hool.analysis.trace import Play, Trace
from hool.quiet import told
from hool.rules.cards import Card, Deal, format_deal, parse_card
from hool.rules.game import Seat
from hool.rules.text import Text, say

logger = logging.getLogger(__name__)

REMEMBERED = 2000  # answers kept in memory
AGAIN = 60.0  # seconds after which what failed is tried again
BRINGS = 6  # moments that wait to be looked at card by card; more would keep the solver from whole boards
TABLE_TIME, TRACE_TIME = 40.0, 20.0  # seconds that the hardest deals are given; most need less than one


class Ask(Protocol):
    def __call__(self, kind: str, data: Any, seconds: float) -> Job: ...


class Memory(Protocol):
    """Where answers are kept for good: a text by its key."""

    def analysis(self, key: str) -> str | None: ...
    def keep_analysis(self, key: str, data: str) -> None: ...


class Analyst:
    """Answers of one server. ask: `Crew.ask`, for other long work too. installed: whether there is a solver here."""

    def __init__(
        self, memory: Memory, ask: Ask, clock: Callable[[], float], installed: Callable[[], bool] | None = None
    ) -> None:
        self._memory, self.ask, self._clock = memory, ask, clock
        self._known: OrderedDict[str, Any] = OrderedDict()
        self._jobs: dict[str, Job] = {}
        self._failed: dict[str, float] = {}
        self.off: Text | None = None
        if not (installed or _installed)():
            self.off = say("The double-dummy solver is not installed on this computer, so there is no analysis.")

    def table(self, deal: Deal) -> Tricks | None:
        """Double-dummy tricks per declarer N E S W and denomination C D H S NT; None while not known."""
        return self._answer(
            f"table {format_deal(deal)}", "table", deal.hands, TABLE_TIME, _table_to_json, _table_from_json
        )

    def known_table(self, deal: Deal) -> Tricks | None:
        """As `table`, but begins no work: for many deals at once."""
        key = f"table {format_deal(deal)}"
        job = self._jobs.get(key)
        if key in self._known or (job is not None and job.done):
            return self.table(deal)
        kept = self._memory.analysis(key)
        return None if kept is None else _table_from_json(json.loads(kept))

    def trace(self, deal: Deal, trumps: str, leader: Seat, cards: Sequence[Card]) -> Trace | None:
        """What each card played cost; None while not known. trumps: S H D C or "N". leader: of the opening lead."""
        if not cards:
            return Trace((leader + 1) % 2, (), (), ())
        played = "".join(map(str, cards))
        key = f"trace {trumps or 'N'} {leader} {format_deal(deal)} {played}"
        data = Play(deal, trumps or "N", leader, tuple(cards))
        return self._answer(key, "trace", data, TRACE_TIME, _trace_to_json, _trace_from_json)

    def brings(self, deal: Deal, trumps: str, leader: Seat, cards: Sequence[Card]) -> dict[Card, int] | None:
        """As `trace.brings` after `cards`; None while not known. Work on it may begin with a later question."""
        data = Play(deal, trumps or "N", leader, tuple(cards))
        key = _brings_key(deal, trumps, leader, cards)
        return self._answer(key, "brings", data, TRACE_TIME, _brings_to_json, _brings_from_json)

    def table_failed(self, deal: Deal) -> bool:
        """Whether the last try did not come to an end, so that there will be no answer within the next minute."""
        return self._has_failed(f"table {format_deal(deal)}")

    def trace_failed(self, deal: Deal, trumps: str, leader: Seat, cards: Sequence[Card]) -> bool:
        """As `table_failed`."""
        played = "".join(map(str, cards))
        return self._has_failed(f"trace {trumps or 'N'} {leader} {format_deal(deal)} {played}")

    def brings_failed(self, deal: Deal, trumps: str, leader: Seat, cards: Sequence[Card]) -> bool:
        """As `table_failed`."""
        return self._has_failed(_brings_key(deal, trumps, leader, cards))

    def _has_failed(self, key: str) -> bool:
        return self._clock() - self._failed.get(key, -AGAIN) < AGAIN

    def _answer(
        self,
        key: str,
        kind: str,
        data: Any,
        seconds: float,
        to_json: Callable[[Any], Any],
        from_json: Callable[[Any], Any],
    ) -> Any:
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        job = self._jobs.get(key)
        if job is None:
            kept = self._memory.analysis(key)
            if kept is not None:
                return self._remember(key, from_json(json.loads(kept)))
            if self.off is None and not self._has_failed(key) and not (kind == "brings" and self._too_many()):
                self._jobs[key] = self.ask(kind, data, seconds)
            return None
        if not job.done:
            return None
        del self._jobs[key]
        if job.why_not.startswith(NO_SOLVER):
            logger.error("there is no analysis: %s", job.why_not)
            self.off = say("The double-dummy solver does not start on this computer, so there is no analysis.")
            return None
        if job.answer is None:
            self._failed[key] = self._clock()
            return None
        self._failed.pop(key, None)
        try:
            self._memory.keep_analysis(key, json.dumps(to_json(job.answer), separators=(",", ":")))
        except Exception as error:  # a full disk, or a store that is busy: the answer is known all the same
            logger.error("the analysis %s could not be kept: %s", key, told(error))
        return self._remember(key, job.answer)

    def _too_many(self) -> bool:
        """Whether enough moments wait already: there are hundreds in a board, and a page asks again each second."""
        return sum(job.kind == "brings" and not job.done for job in self._jobs.values()) >= BRINGS

    def _remember(self, key: str, answer: Any) -> Any:
        self._known[key] = answer
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return answer


def _installed() -> bool:
    return importlib.util.find_spec("endplay") is not None


def _table_to_json(table: Tricks) -> Any:
    return table


def _table_from_json(data: Any) -> Tricks:
    return tuple(tuple(row) for row in data)


def _trace_to_json(trace: Trace) -> Any:
    return [trace.side, trace.tricks, trace.seats, [[str(card) for card in best] for best in trace.best]]


def _trace_from_json(data: Any) -> Trace:
    side, tricks, seats, best = data
    return Trace(side, tuple(tricks), tuple(seats), tuple(tuple(map(parse_card, cards)) for cards in best))


def _brings_key(deal: Deal, trumps: str, leader: Seat, cards: Sequence[Card]) -> str:
    return f"brings {trumps or 'N'} {leader} {format_deal(deal)} {''.join(map(str, cards))}"


def _brings_to_json(tricks: dict[Card, int]) -> Any:
    return {str(card): count for card, count in tricks.items()}


def _brings_from_json(data: Any) -> dict[Card, int]:
    return {parse_card(card): int(count) for card, count in data.items()}
