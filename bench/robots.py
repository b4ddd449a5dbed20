"""How good and how fast is a robot? `python -m bench.robots --boards 200 --seed 1`

Every deal is played twice: the robot North-South against a player who makes legal choices at random, then with the
seats exchanged. Prints the robot's points per board with their standard error, and the time of a decision.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import mean, quantiles, stdev
from time import perf_counter

from hool.robots import ROBOTS, Robot
from hool.rules import hool
from hool.rules.game import Action, Board, Deal, Result, play
from hool.rules.text import Text, say


def at_random(view: hool.View, rng: Random) -> tuple[Action, Text]:
    """Any legal choice."""
    return rng.choice([choice.action for choice in view.choices if choice.why_not is None]), say("I chose at random.")


def play_board(board: Board, deal: Deal, robots: tuple[Robot, Robot], rng: Random, times: list[float]) -> Result:
    """The board played to its end by one robot N-S and one E-W; the first one's decision times (s) are noted."""
    state = hool.start(board, deal)
    while acting := hool.to_act(state):
        seat = min(acting)
        view = hool.view(state, seat)
        begun = perf_counter()
        action, _ = robots[seat % 2](view, rng)
        if robots[seat % 2] is not at_random:
            times.append(perf_counter() - begun)
        state = play(hool, state, seat, str(action))
    result = hool.result(state)
    assert result is not None
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--preset", default="full", choices=hool.PRESETS)
    parser.add_argument("--robot", default="standard", choices=ROBOTS["hool"])
    args = parser.parse_args()
    rng, robot, options = Random(args.seed), ROBOTS["hool"][args.robot], hool.PRESETS[args.preset]
    margins: list[float] = []
    times: list[float] = []
    for number in range(1, args.boards + 1):
        board = Board(number=number, dealer=(number - 1) % 4, seats=4, options=options)
        deal = hool.deal(board, rng)
        for side, pair in enumerate([(robot, at_random), (at_random, robot)]):
            scores = play_board(board, deal, pair, rng, times).scores
            margins.append(scores[side] - scores[1 - side])
    error = stdev(margins) / len(margins) ** 0.5
    spent = [1000 * each for each in times]
    cuts = quantiles(spent, n=100)
    print(f"{args.robot} against random, {args.preset}: {len(margins)} boards")
    print(f"points per board {mean(margins):+.1f} (standard error {error:.1f})")
    print(f"{len(spent) / sum(times):.0f} decisions a second")
    print(
        f"a decision: mean {mean(spent):.2f} ms, median {cuts[49]:.2f}, 99 of 100 {cuts[98]:.2f}, max {max(spent):.2f}"
    )


if __name__ == "__main__":
    main()
