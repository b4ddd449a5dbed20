"""A board as the log of a table, for games that have no file format of their own; ``flask replay`` plays it again."""

from __future__ import annotations

import json
from collections.abc import Iterable

from hool.rules.cards import Deal, format_deal
from hool.rules.game import CLOCK, Board, Game, Seat, options_to_json


def write(game: Game, board: Board, deal: Deal, acts: Iterable[tuple[Seat, str]], about: Iterable[str] = ()) -> str:
    """The board on its own, its first lines say the game, the options and the cards.

    about: lines for people; they stand first, indented, and are passed over when the log is read.
    """
    options = json.loads(options_to_json(board.options)) | {"seats": board.seats}
    rows = [
        f"teacher open {game.name} {json.dumps(options, sort_keys=True)}",
        f"table board {board.number} dealer {board.dealer} deal {format_deal(deal)}",
        *(f"{'clock' if seat == CLOCK else seat} {text}" for seat, text in acts),
    ]
    told = (f"    {' '.join(line.split())}" for line in about)
    return "\n".join([*told, *(f"{number} {row}" for number, row in enumerate(rows, 1))]) + "\n"
