"""The rules of the games: pure functions, standard library only. See README.md in this folder."""

from hool.rules import hool
from hool.rules.game import Game

_hool: Game = hool  # annotated, so that mypy names the function at fault

GAMES: dict[str, Game] = {"hool": _hool}
