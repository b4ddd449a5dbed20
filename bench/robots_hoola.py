"""Boards of Hoola between two levels of robots: `python -m bench.robots hoola standard beginner --boards 1000`.

The levels sit by turns round the table. Each deal is played twice with the seats exchanged, so that the luck of the
cards falls out as far as it can; the standard error is that of the deals. With three or five at the table one level has
a seat more, and points are those of a seat. Who answers first to a discard is chance. Time is the processor's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import Pool
from random import Random
from statistics import mean, quantiles, stdev
from time import process_time

from hool.robots import ROBOTS
from hool.rules import hoola
from hool.rules.game import CLOCK, Action, Board
from hool.rules.text import Text, say

Player = Callable[[hoola.View, Random], tuple[Action, Text]]


@dataclass
class Came:
    """What came of a deal that was played twice, for the first level and the second: points of a seat, how boards ended
    for whoever ended them, and the seconds of each decision that was one."""

    points: list[float] = field(default_factory=lambda: [0.0, 0.0])
    endings: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    times: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))


def at_random(view: hoola.View, rng: Random) -> tuple[Action, Text]:
    """Any legal choice."""
    return rng.choice([choice.action for choice in view.choices if choice.why_not is None]), say("I chose at random.")


def player(level: str) -> Player:
    return at_random if level == "random" else ROBOTS["hoola"]["standard" if level == "expert" else level]


def twice(levels: Sequence[str], options: hoola.Options, seed: int, number: int) -> Came:
    """A deal, played with the first level in the even seats and then in the odd ones."""
    came, players = Came(), [player(level) for level in levels]
    for turned in (0, 1):
        cards, rng = Random(f"{seed} {number}"), Random(f"{seed} {number} {turned}")
        board = Board(1, cards.randrange(options.players), options.players, options)
        state = hoola.start(board, hoola.deal(board, cards))
        while robots := sorted(hoola.to_act(state) - {CLOCK}):
            seat = rng.choice(robots)
            side = (seat + turned) % 2
            view = hoola.view(state, seat)
            begun = process_time()
            action, _ = players[side](view, rng)
            if sum(choice.why_not is None for choice in view.choices) > 1:
                came.times[side].append(process_time() - begun)
            state = hoola.apply(state, seat, action)  # type: ignore[arg-type]
        result = hoola.result(state)
        assert result is not None and state.winner is not None
        for side in (0, 1):
            own = [points for seat, points in enumerate(result.scores) if (seat + turned) % 2 == side]
            came.points[side] += mean(own) / 2
        ender, ending = state.winner, state.ending
        if state.knocker not in (None, state.winner):
            ender, ending = state.knocker or 0, "failed knock"
        came.endings[(ender + turned) % 2][ending] += 1
    return came


def speeds(times: Sequence[float]) -> str:
    spent = [1000 * each for each in times]
    return f"ms: mean {mean(spent):.2f}, 99 of 100 {quantiles(spent, n=100)[98]:.2f}, longest {max(spent):.1f}"


def report(levels: Sequence[str], boards: int, preset: str, seats: int, seed: int, processes: int) -> None:
    """Play the deals, and print what came of them."""
    options = replace(hoola.PRESETS[preset], players=seats)
    with Pool(processes) as pool:
        came = pool.map(partial(twice, levels, options, seed), range(boards), chunksize=5)
    over = [one.points[0] - one.points[1] for one in came]
    error = stdev(over) / len(over) ** 0.5
    print(
        f"{preset}, {seats} seats: {levels[0]} over {levels[1]}, points per board, {boards} deals twice:"
        f" {mean(over):.2f} (standard error {error:.2f}, {mean(over) / error:.1f} of them)"
    )
    for side, level in enumerate(levels):
        ended: Counter[str] = sum((one.endings[side] for one in came), Counter())
        rates = ", ".join(f"{ending} {100 * count / 2 / boards:.1f}" for ending, count in ended.most_common())
        print(f"  {level}: {mean(one.points[side] for one in came):.2f} points; ends of 100 boards: {rates}")
        print(f"    {speeds([each for one in came for each in one.times[side]])}", flush=True)
