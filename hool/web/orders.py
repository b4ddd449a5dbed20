"""Deals to order on pages: the conditions in a form, and searches that go on a little whenever somebody looks.

Nothing here blocks for long. A search by the cards alone is mostly done in a blink; what takes longer, and every search
by what can be made, goes to a worker, a stretch at a time. A search that nobody looks at any more stands still and
costs nothing.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from time import process_time

from flask import current_app

from hool import dealing
from hool.analysis.analyst import Ask
from hool.analysis.crew import Job
from hool.dealing import Conditions, Stretch, Tally, look_on
from hool.i18n import _
from hool.rules.cards import FULL_PACK, Card, Deal
from hool.rules.hool_options import BIDS
from hool.rules.text import Text, say
from hool.web.entered import plain

HERE = 0.15  # seconds of this process's work for a search
WORKER = 12.0  # seconds after which a worker that is stuck at one deal is stopped
FAILURES = 3  # stretches in a row that come to nothing, before it is said
KEPT = 200  # searches that are remembered


# -- the form -------------------------------------------------------------------------------------------------------


def from_form(form: Mapping[str, str]) -> dict[str, str]:
    """The fields for ``dealing.parse`` that a form holds: ``wish N hcp`` and the like, and rows of ``goal 1 who``,
    ``goal 1 verb``, ``goal 1 what``. A row in which nobody or nothing is chosen is none."""
    balanced = {_("any balanced").casefold(), _("balanced").casefold()}
    found = {}
    for who, kind in dealing.FIELDS:
        text = plain(form.get(f"wish {who} {kind}"), 60)
        found[f"{who} {kind}"] = "balanced" if text.strip().casefold() in balanced else text
    found["goals"] = "; ".join(_goals(form))
    return found


def _goals(form: Mapping[str, str]) -> Iterator[str]:
    for row in range(1, dealing.MOST_GOALS + 1):
        who, verb, what = (plain(form.get(f"goal {row} {part}"), 30).strip() for part in ("who", "verb", "what"))
        if who and what:
            bid = what.upper()
            yield f"{who} {verb} {f'{int(bid[0]) + 6} {bid[1:]}' if verb == 'takes' and bid in BIDS else what}"


def to_form(wanted: Conditions) -> dict[str, str]:
    """The fields of a form that says this; the inverse of ``from_form``."""
    form = {f"wish {name}": value for name, value in dealing.fields(dealing.written(wanted)).items() if name != "goals"}
    for row, goal in enumerate(wanted.goals, 1):
        what = goal.what
        if goal.verb == "takes":
            tricks, denomination = goal.what.split()
            bid = f"{int(tricks) - 6}{denomination}" if tricks.isdigit() else ""
            what = bid if bid in BIDS else what
        form |= {f"goal {row} who": goal.who, f"goal {row} verb": goal.verb, f"goal {row} what": what}
    return form


# -- a search -------------------------------------------------------------------------------------------------------


class Search:
    """A search for so many deals. ``deals`` has None where one is still to come; ``why`` says why none will."""

    def __init__(self, wanted: Conditions, count: int, rng: Random, ask: Ask, pack: Sequence[Card] = FULL_PACK) -> None:
        """ask: hands work to a worker."""
        self.wanted, self.pack = wanted, tuple(pack)
        self.deals: list[Deal | None] = [None] * count
        self.tally = Tally()
        self.why: Text | None = None
        self._rng, self._ask = rng, ask
        self._job: Job | None = None
        self._failed = 0

    @property
    def found(self) -> list[Deal]:
        return [deal for deal in self.deals if deal is not None]

    @property
    def over(self) -> bool:
        return self.why is not None or None not in self.deals

    def look(self) -> None:
        """Take in what was found since the last look, and have the search go on if that is needed."""
        if self.over:
            return
        if self._job is None and not self.wanted.goals:
            clock = process_time  # which does not run while others have the processor
            rest = self.deals.count(None)
            found = look_on(self.wanted, rest, self.tally, self._rng, clock, pack=self.pack, seconds=HERE)
            self._take(replace(found, why=None))  # so short a time proves nothing
        if self._job is not None and self._job.done:
            answer, self._job = self._job.answer, None
            self._failed = self._failed + 1 if answer is None else 0
            if answer is not None:
                self._take(answer)
            elif self._failed >= FAILURES:
                self.why = say("The search did not work on this computer. Try again later, or ask for less.")
        if self._job is None and not self.over:
            data = (self.wanted, self.deals.count(None), self.tally, self._rng.getrandbits(64), self.pack)
            self._job = self._ask("deal", data, WORKER)

    def _take(self, stretch: Stretch) -> None:
        for deal in stretch.deals:
            self.deals[self.deals.index(None)] = deal
        self.tally, self.why = stretch.tally, stretch.why if None in self.deals else None

    def another(self, place: int) -> None:
        """Look for another deal in this place."""
        self.deals[place] = None
        self.go_on()

    def go_on(self) -> None:
        """Look again for what was not found."""
        self.why, self._failed = None, 0
        self.tally = replace(self.tally, dry=0, seconds=0.0)
        self._drop()
        self.look()

    def stop(self) -> None:
        """End it; what was found stays."""
        if not self.over:
            self._drop()
            self.why = say("You stopped the search.")

    def _drop(self) -> None:
        """Work that is not begun yet is taken back: however often a button is pressed, one piece of it waits."""
        if self._job is not None:
            self._job.drop()
            self._job = None


def searches() -> OrderedDict[tuple[int, str], Search]:
    """The searches of this process, by room and page; each has one. They last until the next one or the next start."""
    found: OrderedDict[tuple[int, str], Search] = current_app.extensions.setdefault("hool-searches", OrderedDict())
    return found


def keep(room_id: int, page: str, search: Search) -> None:
    """Remember a room's search in place of its last one, and begin it."""
    kept = searches()
    before = kept.pop((room_id, page), None)
    if before is not None:
        before.stop()
    kept[room_id, page] = search
    while len(kept) > KEPT:
        kept.popitem(last=False)
    search.look()
