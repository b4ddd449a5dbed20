"""Matches of Oh Hell between two levels of robots: `python -m bench.robots oh_hell expert standard --boards 500`.

The levels sit by turns round the table. Each pair of matches has the same deals with the seats exchanged, so that the
luck of the cards falls out; the standard error is that of the pairs. Time is the processor's own: other work on the
computer makes no level weaker.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import Pool
from random import Random
from statistics import mean, quantiles, stdev
from time import process_time
from typing import Any

from hool.robots import ROBOTS
from hool.robots.oh_hell_expert import think
from hool.rules import oh_hell
from hool.rules.game import Action, Board
from hool.rules.text import Text, say

Player = Callable[[oh_hell.View, Random], tuple[Action, Text]]


@dataclass
class Came:
    """What came of a match, for the first level and the second: points and kept bids per hand, and the seconds of each
    decision that was one, for bids and for cards."""

    points: list[float] = field(default_factory=lambda: [0.0, 0.0])
    kept: list[float] = field(default_factory=lambda: [0.0, 0.0])
    bid: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    card: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))


def at_random(view: oh_hell.View, rng: Random) -> tuple[Action, Text]:
    """Any legal choice."""
    return rng.choice([choice.action for choice in view.choices if choice.why_not is None]), say("I chose at random.")


def player(level: str, seconds: float) -> Player:
    if level == "expert":
        return lambda view, rng: think(view, rng, seconds, process_time)
    return at_random if level == "random" else ROBOTS["oh_hell"][level]


def match(levels: Sequence[str], seconds: float, preset: str, seed: int, number: int) -> Came:
    """One match: the first level has the even seats where `number` is even, else the odd ones."""
    options, came = oh_hell.PRESETS[preset], Came()
    players = [player(level, seconds) for level in levels]
    seats = options.players
    cards, rng = Random(f"{seed} {number // 2}"), Random(f"{seed} {number} robots")
    hands = oh_hell.boards_in_match(options, seats)
    for hand in range(hands):
        board = Board(number=hand + 1, dealer=hand % seats, seats=seats, options=options)
        state = oh_hell.start(board, oh_hell.deal(board, cards))
        while acting := oh_hell.to_act(state):
            seat = min(acting)
            side = (seat + number) % 2
            view = oh_hell.view(state, seat)
            begun = process_time()
            action, _ = players[side](view, rng)
            if sum(choice.why_not is None for choice in view.choices) > 1:
                times: Any = came.card if view.phase == "play" else came.bid
                times[side].append(process_time() - begun)
            state = oh_hell.apply(state, seat, action)
        ended = oh_hell.result(state)
        assert ended is not None
        for seat, points in enumerate(ended.scores):
            side = (seat + number) % 2
            came.points[side] += points / hands / (seats / 2)
            came.kept[side] += (state.bids[seat] == state.won[seat]) / hands / (seats / 2)
    return came


def speeds(times: Sequence[float]) -> str:
    spent = [1000 * each for each in times]
    return f"mean {mean(spent):.2f}, 99 of 100 {quantiles(spent, n=100)[98]:.2f}, max {max(spent):.1f}"


def report(levels: Sequence[str], matches: int, seconds: float, preset: str, seed: int, processes: int) -> None:
    """Play an even number of matches, and print what came of them."""
    play = partial(match, levels, seconds, preset, seed)
    with Pool(processes) as pool:
        came = pool.map(play, range(matches), chunksize=2)
    over = [mean(one.points[0] - one.points[1] for one in came[at : at + 2]) for at in range(0, matches, 2)]
    error = stdev(over) / len(over) ** 0.5
    print(
        f"{preset}: {levels[0]} over {levels[1]}, points per hand, {matches} matches: {mean(over):.2f}"
        f" (standard error {error:.2f}, {mean(over) / error:.1f} of them)"
    )
    for side, level in enumerate(levels):
        points = mean(one.points[side] for one in came)
        kept = mean(one.kept[side] for one in came)
        bids = [each for one in came for each in one.bid[side]]
        cards = [each for one in came for each in one.card[side]]
        print(f"  {level}: {points:.2f} points, bid kept in {100 * kept:.1f} of 100 hands")
        print(f"    ms: bid {speeds(bids)}; card {speeds(cards)}", flush=True)
