"""The other end of a `Crew`: a process that works, with the double-dummy solver and without the web."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Sequence
from random import Random
from time import monotonic
from typing import Any

from hool.analysis import dds
from hool.analysis.trace import Play, Trace, trace
from hool.dealing import Conditions, Stretch, Tally, look_on
from hool.rules.cards import Card


def tricks_table(hands: Sequence[Sequence[Card]], solver: dds.Dds, _seconds: float) -> tuple[tuple[int, ...], ...]:
    return solver.table(hands)


def traced(played: Play, solver: dds.Dds, _seconds: float) -> Trace:
    return trace(played, solver)


def dealt(asked: tuple[Conditions, int, Tally, int], solver: dds.Dds, seconds: float) -> Stretch:
    """A stretch of a search for deals. asked: what is wanted, how many, what was seen so far, and a seed."""
    wanted, count, tally, seed = asked
    # Half of the time: the last deal that is begun may be a hard one.
    return look_on(wanted, count, tally, Random(seed), monotonic, solver, seconds=seconds / 2)


KINDS: dict[str, Callable[[Any, dds.Dds, float], Any]] = {
    "table": tricks_table,
    "trace": traced,
    "deal": dealt,
}
"""What can be asked for: functions of (data, solver, seconds they may take)."""


def main() -> None:
    """Answer until the input ends, which it does when the server has gone."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a library prints must not get between the answers
    try:
        solver = dds.load()
    except dds.NoSolver as missing:
        solver, why_not = None, str(missing)
    while True:
        try:
            kind, data, seconds = pickle.load(sys.stdin.buffer)
        except (EOFError, KeyboardInterrupt):
            return
        if solver is None:
            answer: tuple[Any, str] = (None, why_not)
        else:
            try:
                answer = (KINDS[kind](data, solver, seconds), "")
            except Exception as error:  # the process lives on for the next question
                answer = (None, f"{type(error).__name__}: {error}")
        pickle.dump(answer, answers)
        answers.flush()
