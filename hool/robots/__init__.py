"""Robots: functions from a view to an action and a reason. They see what their seat sees, never a state."""

from collections.abc import Callable
from random import Random
from typing import Any

from hool.robots import hoola_beginner, hoola_standard, oh_hell_beginner, oh_hell_standard
from hool.robots.beginner import beginner
from hool.robots.claims import accepts_claim
from hool.robots.standard import standard
from hool.rules.game import Action
from hool.rules.text import Text

__all__ = ["LEVELS", "ROBOTS", "Robot", "accepts_claim"]

Robot = Callable[[Any, Random], tuple[Action, Text]]

LEVELS = ("beginner", "standard", "expert")
"""What a seat's robot can be called in the log. The expert thinks in a process of its own and is not among `ROBOTS`."""

ROBOTS: dict[str, dict[str, Robot]] = {
    "hool": {"beginner": beginner, "standard": standard},
    "oh_hell": {"beginner": oh_hell_beginner.beginner, "standard": oh_hell_standard.standard},
    "hoola": {"beginner": hoola_beginner.beginner, "standard": hoola_standard.standard},
}
