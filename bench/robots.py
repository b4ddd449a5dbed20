"""How good and how fast are the robots? `python -m bench.robots match expert standard --boards 200`

- `match A B`: every deal is played twice, A sits North-South and then East-West; prints A's points per board over B.
- `bidding A`: both partners of a side bid while the other side passes, scored undoubled as if all cards were seen
  (in the same test 36.5 with two clues and one bidder, 41.2 with all lengths, 65.0 with all cards).
- `par A`: four of the same level; how far from par the boards end.
- `oh_hell A B`: matches of Oh Hell, see bench/robots_oh_hell.py; `--boards` are matches, `--preset` one of its own.
- `hoola A B`: boards of Hoola, see bench/robots_hoola.py; `--seats` and `--preset` of its own.
- `load`: eight tables of experts who must all decide at the same moment, on two workers, as the app has them think.

Everything random comes from `--seed`; the expert also depends on how much it can look at in its time. Whoever plays
`random` makes legal choices by chance.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from multiprocessing import Pool
from random import Random
from statistics import mean, quantiles, stdev
from time import perf_counter

from bench import robots_hoola, robots_oh_hell
from hool.analysis.crew import Crew, Job
from hool.analysis.dds import Dds, load
from hool.analysis.par import par
from hool.robots import LEVELS, ROBOTS
from hool.robots.expert import think
from hool.rules import hool, hoola, oh_hell
from hool.rules.game import Action, Board, Deal, play
from hool.rules.text import Text, say

Player = Callable[[hool.View, Random], tuple[Action, Text]]
Times = dict[str, list[float]]  # seconds of each decision, by what was decided

TABLES = 8
PRESETS: dict[str, Mapping[str, object]] = {
    "match": hool.PRESETS,
    "oh_hell": oh_hell.PRESETS,
    "hoola": hoola.PRESETS,
}
"""The first of each is played if none is named."""

_solver: Dds | None = None  # each process has its own


def start_process() -> None:
    global _solver
    _solver = load()


def at_random(view: hool.View, rng: Random) -> tuple[Action, Text]:
    """Any legal choice."""
    return rng.choice([choice.action for choice in view.choices if choice.why_not is None]), say("I chose at random.")


def passes(view: hool.View, rng: Random) -> tuple[Action, Text]:
    """Gives clues as the standard robot does, and then stays out of the bidding."""
    if view.phase == "clues":
        return ROBOTS["hool"]["standard"](view, rng)
    return next(choice.action for choice in view.choices if str(choice.action) == "pass"), say("I only watch.")


def player(level: str, seconds: float) -> Player:
    if level == "expert":
        return lambda view, rng: think(view, rng, _solver, seconds, perf_counter)
    return at_random if level == "random" else ROBOTS["hool"][level]


def kind(view: hool.View) -> str:
    return {"clues": "clue", "play": "card"}.get(view.phase, "call")


def run(
    board: Board, deal: Deal, pair: tuple[Player, Player], rng: Random, until: str = "done"
) -> tuple[hool.State, Times]:
    """The board played by one player N-S and one E-W, to its end or a phase; and the N-S player's decision times."""
    state = hool.start(board, deal)
    times: Times = {"clue": [], "call": [], "card": []}
    while (acting := hool.to_act(state)) and hool.phase(state) != until:
        seat = min(acting)
        view = hool.view(state, seat)
        begun = perf_counter()
        action, _ = pair[seat % 2](view, rng)
        if seat % 2 == 0:
            times[kind(view)].append(perf_counter() - begun)
        state = play(hool, state, seat, str(action))
    return state, times


def boards(args: argparse.Namespace) -> Iterable[tuple[Board, Deal]]:
    rng, options = Random(args.seed), hool.PRESETS[args.preset]
    for number in range(1, args.boards + 1):
        board = Board(number=number, dealer=(number - 1) % 4, seats=4, options=options)
        yield board, hool.deal(board, rng)


def margin(state: hool.State) -> int:
    """N-S points less E-W points."""
    result = hool.result(state)
    assert result is not None
    return result.scores[0] - result.scores[1]


def match_board(levels: Sequence[str], seconds: float, job: tuple[Board, Deal]) -> tuple[list[int], list[Times]]:
    """The first level's points over the second's, N-S and then E-W, and the decision times of both levels."""
    one, other = (player(level, seconds) for level in levels)
    first, quick = run(*job, (one, other), Random(str(job[0].number)))
    second, slow = run(*job, (other, one), Random(str(job[0].number)))
    return [margin(first), -margin(second)], [quick, slow]


def par_board(level: str, seconds: float, job: tuple[Board, Deal]) -> int:
    """How far from par the board ends, points N-S."""
    board, deal = job
    assert _solver is not None
    state, _ = run(board, deal, (player(level, seconds),) * 2, Random(str(board.number)))
    return margin(state) - par(_solver.table(deal.hands), board.options, board.dealer).points


def bidding_board(level: str, seconds: float, job: tuple[Board, Deal]) -> list[int]:
    """Points of N-S and of E-W, each bidding alone, as if all cards were seen."""
    board, deal = job
    assert _solver is not None
    found = []
    for side in (0, 1):
        pair = (player(level, seconds), passes) if side == 0 else (passes, player(level, seconds))
        state, _ = run(board, deal, pair, Random(str(board.number)), until="play")
        points = 0
        if state.contract and state.declarer is not None:
            tricks = 13 - _solver.tricks(deal.hands, state.contract[1:], (state.declarer + 1) % 4)
            ours, theirs = hool.score(board.options, state.contract, 1, tricks)
            points = ours - theirs
        found.append(points)
    return found


def report(values: Sequence[float]) -> str:
    error = stdev(values) / len(values) ** 0.5
    return f"{mean(values):.1f} (standard error {error:.1f}, {mean(values) / error:.1f} of them)"


def speeds(times: Sequence[Times]) -> str:
    parts = []
    for what in ("clue", "call", "card"):
        spent = [1000 * each for some in times for each in some[what]]
        if len(spent) > 1:
            parts.append(
                f"{what} mean {mean(spent):.1f}, 99 of 100 {quantiles(spent, n=100)[98]:.1f}, max {max(spent):.1f}"
            )
    return "ms: " + "; ".join(parts)


def views_to_think_about(seed: int) -> list[list[hool.View]]:
    """Eight tables after their clues: each with the views of the four players, who all bid now."""
    tables, rng, standard = [], Random(seed), ROBOTS["hool"]["standard"]
    for number in range(1, TABLES + 1):
        board = Board(number=number, dealer=(number - 1) % 4, seats=4, options=hool.PRESETS["full"])
        state = hool.start(board, hool.deal(board, rng))
        while hool.phase(state) == "clues":
            (seat,) = hool.to_act(state)
            state = play(hool, state, seat, str(standard(hool.view(state, seat), rng)[0]))
        tables.append([hool.view(state, seat) for seat in range(4)])
    return tables


def under_load(seed: int, rounds: int, limit: float) -> None:
    """All tables ask at once, one seat after the other, as the app does; when does the last answer come?"""
    crew = Crew(2)
    for job in [crew.ask("think", (views_to_think_about(seed)[0][0], 0), 1.0) for _ in range(2)]:
        job.wait(10)  # the processes start with their first job
    last: list[float] = []
    missed = 0
    for number in range(rounds):
        for seat in range(4):
            begun = perf_counter()
            jobs: list[Job] = [
                crew.ask("think", (views[seat], number), limit, limit) for views in views_to_think_about(seed + number)
            ]
            for job in jobs:
                job.wait(10)
                missed += job.answer is None
            last.append(perf_counter() - begun)
    print(
        f"{TABLES} tables at once, two workers, {limit} s: the last answer after {1000 * mean(last):.0f} ms on average,"
        f" {1000 * max(last):.0f} at most; {missed} of {TABLES * len(last)} not answered"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("match", "bidding", "par", "load", "oh_hell", "hoola"))
    parser.add_argument("levels", nargs="*", choices=(*LEVELS, "random", []), help="two for a match, one otherwise")
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.1, help="the expert's time for a decision")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--preset", choices=sorted({name for each in PRESETS.values() for name in each}))
    parser.add_argument("--seats", type=int, default=4, choices=hoola.seats, help="how many play Hoola")
    args = parser.parse_args()
    if args.what == "load":
        return under_load(args.seed, rounds=5, limit=0.9)
    if len(args.levels) != (2 if args.what in ("match", "oh_hell", "hoola") else 1):
        parser.error("name two levels for a match, and one for the rest")
    presets = PRESETS.get(args.what, hool.PRESETS)
    args.preset = args.preset or next(iter(presets))
    if args.preset not in presets:
        parser.error(f"this game has the presets {', '.join(presets)}")
    if args.what == "oh_hell":
        if args.boards % 2:
            parser.error("matches are played in pairs: name an even number")
        return robots_oh_hell.report(args.levels, args.boards, args.seconds, args.preset, args.seed, args.processes)
    if args.what == "hoola":
        return robots_hoola.report(args.levels, args.boards, args.preset, args.seats, args.seed, args.processes)
    jobs = list(boards(args))
    with Pool(args.processes, start_process) as pool:
        if args.what == "match":
            results = pool.map(partial(match_board, args.levels, args.seconds), jobs, chunksize=1)
            points = [mean(pair) for pair, _ in results]
            print(
                f"{args.levels[0]} over {args.levels[1]}, points per board, {len(jobs)} boards twice: {report(points)}"
            )
            for place, level in enumerate(args.levels):
                print(f"  {level}, {speeds([times[place] for _, times in results])}")
        elif args.what == "par":
            ends = pool.map(partial(par_board, args.levels[0], args.seconds), jobs, chunksize=1)
            away = report([abs(points) for points in ends])
            print(f"four of {args.levels[0]}, {len(jobs)} boards, points away from par: {away}")
        else:
            scored = pool.map(partial(bidding_board, args.levels[0], args.seconds), jobs, chunksize=1)
            each = [points for pair in scored for points in pair]
            print(f"{args.levels[0]} bidding alone, {len(each)} hands of a side, points each: {report(each)}")


if __name__ == "__main__":
    main()
