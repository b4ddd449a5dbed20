"""The other end of a `Crew`: a process that works, with the double-dummy solver and without the web."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Sequence
from random import Random
from time import monotonic
from typing import Any, BinaryIO

from hool.analysis import dds
from hool.analysis.crew import NO_SOLVER
from hool.analysis.trace import Play, Trace, brings, trace
from hool.dealing import STRETCH, Conditions, Stretch, Tally, look_on
from hool.robots.expert import think
from hool.robots.oh_hell_expert import think as think_oh_hell
from hool.rules import oh_hell
from hool.rules.cards import Card
from hool.rules.hool import View
from hool.rules.text import Text


def tricks_table(hands: Sequence[Sequence[Card]], solver: dds.Dds, _seconds: float) -> tuple[tuple[int, ...], ...]:
    return solver.table(hands)


def traced(played: Play, solver: dds.Dds, _seconds: float) -> Trace:
    return trace(played, solver)


def brought(played: Play, solver: dds.Dds, _seconds: float) -> dict[Card, int]:
    return brings(played, solver)


def dealt(asked: tuple[Conditions, int, Tally, int, Sequence[Card]], solver: dds.Dds | None, seconds: float) -> Stretch:
    """A stretch of a search for deals. asked: what is wanted, how many, what was seen so far, a seed, and the pack."""
    wanted, count, tally, seed, pack = asked
    # Not all of the time: the last deal that is begun may be a hard one.
    return look_on(wanted, count, tally, Random(seed), monotonic, solver, pack, min(STRETCH, seconds / 2))


def thought(asked: tuple[View, int], solver: dds.Dds, seconds: float) -> tuple[str, Text]:
    """What the expert does, as text, and why. asked: the view and a seed."""
    view, seed = asked
    action, why = think(view, Random(seed), solver, seconds, monotonic)
    return str(action), why


def thought_oh_hell(asked: tuple[oh_hell.View, int], _solver: dds.Dds | None, seconds: float) -> tuple[str, Text]:
    """The same in Oh Hell, which needs no solver."""
    view, seed = asked
    action, why = think_oh_hell(view, Random(seed), seconds, monotonic)
    return str(action), why


KINDS: dict[str, Callable[[Any, Any, float], Any]] = {
    "table": tricks_table,
    "trace": traced,
    "brings": brought,
    "deal": dealt,
    "think": thought,
    "think oh hell": thought_oh_hell,
}
"""What can be asked for: functions of (data, solver, seconds they may take)."""
WITHOUT_SOLVER = ("deal", "think oh hell")  # what can be done on a computer that has none
NICE = 10  # how far pages and taps go before a worker where there are too few processors for both


def main() -> None:
    """Answer until the input ends, which it does when the server has gone."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a library prints must not get between the answers
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is meant for the server, and this ends with it
    if hasattr(os, "nice"):
        os.nice(NICE)
    try:
        solver = dds.load()
    except dds.NoSolver as missing:
        solver, why_not = None, f"{NO_SOLVER}{missing}"
    _send(answers, "ready", "")
    while True:
        try:
            kind, data, seconds = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        if solver is None and kind not in WITHOUT_SOLVER:
            _send(answers, None, why_not)
            continue
        try:
            answer = KINDS[kind](data, solver, seconds)
        except Exception as error:  # the process lives on for the next question
            _send(answers, None, f"{type(error).__name__}: {error}")
        else:
            _send(answers, answer, "")


def _send(answers: BinaryIO, answer: Any, why_not: str) -> None:
    pickle.dump((answer, why_not), answers)
    answers.flush()
