"""Whole boards for the benchmarks: seeded deals played by chance, always the same ones."""

from dataclasses import dataclass
from random import Random

from hool.rules import hool
from hool.rules.game import Action, Board, Deal, legal_actions
from hool.rules.shuffle import rng


@dataclass(frozen=True, slots=True)
class Played:
    """A board with everything that was done in it: (seat, action) pairs to the end."""

    board: Board
    deal: Deal
    acts: tuple[tuple[int, Action], ...]

    @property
    def texts(self) -> tuple[tuple[int, str], ...]:
        return tuple((seat, str(action)) for seat, action in self.acts)


def deal_board(number: int, options: hool.Options) -> tuple[Board, Deal]:
    """Board `number` (from 1), with its dealer by turns and its deal from a secret that is no secret."""
    board = Board(number, (number - 1) % 4, 4, options)
    return board, hool.deal(board, rng(f"{number:032x}"))


def play_board(board: Board, deal: Deal) -> Played:
    """Play a board with legal actions drawn by chance."""
    random = Random(board.number)
    state = hool.start(board, deal)
    acts = []
    while acting := hool.to_act(state):
        seat = random.choice(sorted(acting))
        action = random.choice(legal_actions(hool, state, seat))
        state = hool.apply(state, seat, action)
        acts.append((seat, action))
    return Played(board, deal, tuple(acts))


def played_boards(count: int) -> list[Played]:
    """`count` boards in which somebody bid, so that each has its 52 cards."""
    boards: list[Played] = []
    number = 0
    while len(boards) < count:
        number += 1
        played = play_board(*deal_board(number, hool.Options()))
        if len(played.acts) > 52:
            boards.append(played)
    return boards
