"""All ways to play tiny boards, counted: tests/perft/*.txt.

A file sets up a board with `game` (HOOL if not said), `options`, `board`, `deal` and perhaps `acts`. Then `depth N
COUNT`: there are COUNT ways to go on for N acts (where several owe a secret call, each may come first); and `end COUNT
LINE`: of the ways to the end, so many have this result. The counts were also found by a second program, or by the sum
in the file's comment.
"""

from collections import Counter
from pathlib import Path

import pytest

from hool.rules import GAMES
from hool.rules.cards import parse_deal
from hool.rules.game import Board, legal_actions, options_from_json, replay

FILES = sorted((Path(__file__).parent / "perft").glob("*.txt"))


def read(text):
    """The game, the state to start from, {depth: count} and {result line: count}."""
    setup, depths, ends = {"game": "hool", "options": "{}", "acts": ""}, {}, {}
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "depth":
            depth, count = rest.split()
            depths[int(depth)] = int(count)
        elif word == "end":
            count, _, result = rest.partition(" ")
            ends[result] = int(count)
        elif word and word != "#":
            setup[word] = rest
    number, _, dealer = setup["board"].split()
    game, deal = GAMES[setup["game"]], parse_deal(setup["deal"], copies=2)
    board = Board(int(number), int(dealer), len(deal.hands), options_from_json(game.Options, setup["options"]))
    acts = [act.strip().split(" ", 1) for act in setup["acts"].split(",") if act]
    return game, replay(game, board, deal, [(int(seat), text) for seat, text in acts]), depths, ends


def ways(game, state, depth):
    if depth == 0:
        return 1
    return sum(ways(game, following, depth - 1) for following in all_after(game, state))


def all_after(game, state):
    for seat in game.to_act(state):
        for action in legal_actions(game, state, seat):
            yield game.apply(state, seat, action)


def endings(game, state):
    result = game.result(state)
    if result is not None:
        return Counter({str(result.line): 1})
    return sum((endings(game, following) for following in all_after(game, state)), Counter())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts(path):
    game, state, depths, ends = read(path.read_text("utf-8"))
    assert {depth: ways(game, state, depth) for depth in depths} == depths
    if ends:
        assert endings(game, state) == ends
