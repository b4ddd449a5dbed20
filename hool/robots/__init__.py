"""Robots: functions from a view to an action and a reason. They see what their seat sees, never a state."""

from collections.abc import Callable
from random import Random
from typing import Any

from hool.robots.claims import accepts_claim
from hool.robots.standard import standard
from hool.rules.game import Action
from hool.rules.text import Text

__all__ = ["ROBOTS", "Robot", "accepts_claim"]

Robot = Callable[[Any, Random], tuple[Action, Text]]

ROBOTS: dict[str, dict[str, Robot]] = {"hool": {"standard": standard}}
