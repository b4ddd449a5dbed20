"""The rules of the games: pure functions, standard library only. See README.md in this folder."""

from hool.rules import hool, oh_hell
from hool.rules.game import Game

_hool: Game = hool  # annotated, so that mypy names the function at fault
_oh_hell: Game = oh_hell

GAMES: dict[str, Game] = {"hool": _hool, "oh_hell": _oh_hell}
