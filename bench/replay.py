"""How fast boards go through the rules: `make bench`, or `python -m bench.replay`."""

import statistics
import time
from collections.abc import Callable

from bench.boards import Played, played_boards
from hool.rules import hool
from hool.rules.game import play, replay

BOARDS, ROUNDS = 60, 5


def through_apply(played: Played) -> None:
    state = hool.start(played.board, played.deal)
    for seat, action in played.acts:
        state = hool.apply(state, seat, action)


def through_play(played: Played) -> None:
    state = hool.start(played.board, played.deal)
    for seat, text in played.texts:
        state = play(hool, state, seat, text)


def through_replay(played: Played) -> None:
    replay(hool, played.board, played.deal, played.texts)


def seconds_a_board(way: Callable[[Played], None], boards: list[Played]) -> float:
    """The median over some rounds, in seconds a board."""
    rounds = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for played in boards:
            way(played)
        rounds.append((time.perf_counter() - start) / len(boards))
    return statistics.median(rounds)


def main() -> None:
    boards = played_boards(BOARDS)
    acts = statistics.mean(len(played.acts) for played in boards)
    print(f"Whole boards of HOOL, {acts:.0f} acts each, one core")
    print(f"  through apply           {1 / seconds_a_board(through_apply, boards):7.0f} boards/s   (goal 1,000)")
    print(f"  through play, checked   {1 / seconds_a_board(through_play, boards):7.0f} boards/s   (goal 150)")
    print(f"  replay of a whole board {1000 * seconds_a_board(through_replay, boards):7.1f} ms         (goal < 10)")


if __name__ == "__main__":
    main()
