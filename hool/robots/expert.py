"""The expert robot of HOOL. It takes its time, and solves deals double dummy, in a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter

from hool.robots.bidding import give_clue
from hool.robots.expert_bids import make_call
from hool.robots.expert_play import Solver, choose_card
from hool.robots.standard import standard
from hool.rules.game import Action
from hool.rules.hool import View
from hool.rules.text import Text


def think(
    view: View, rng: Random, solver: Solver | None, seconds: float, clock: Callable[[], float] = perf_counter
) -> tuple[Action, Text]:
    """One of the view's legal choices, and the reason, after at most about `seconds`.

    Without time or without a solver it still answers, from what it can reckon. Same view, state of `rng` and number of
    looks at the clock: same answer. Raises ValueError if the view's seat has nothing to decide.
    """
    if view.seat not in view.to_act:
        raise ValueError("it is not this seat's turn")
    if view.phase == "clues":
        return give_clue(view)
    if view.phase == "play":
        return standard(view, rng) if solver is None else choose_card(view, rng, solver, seconds, clock)
    return make_call(view, rng, seconds, clock)
