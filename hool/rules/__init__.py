"""The rules of the games: pure functions, standard library only. See README.md in this folder."""

from hool.rules import hool, hoola, oh_hell
from hool.rules.game import Game

_hool: Game = hool  # annotated, so that mypy names the function at fault
_oh_hell: Game = oh_hell
_hoola: Game = hoola

GAMES: dict[str, Game] = {"hool": _hool, "oh_hell": _oh_hell, "hoola": _hoola}
