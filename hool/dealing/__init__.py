"""Deals to order: at random under conditions, or typed in hand by hand.

Conditions are about points, lengths and shape of a hand, points, lengths and fit of a side, and about what could be
made with the cards (`Goal`). `parse` reads them, `contradictions` says at once what can never be. `find` looks for a
deal by its cards alone; `look_on` for several, and by what can be made, one stretch of time after the other.
"""

from hool.dealing.conditions import (
    FIELDS,
    KINDS,
    MOST_GOALS,
    SEATS,
    SIDE_KINDS,
    SIDES,
    Conditions,
    Together,
    Wish,
    fields,
    keeps,
    parse,
    written,
)
from hool.dealing.goals import CONTRACTS, VERBS, Goal, Solved, Solver
from hool.dealing.limits import contradictions
from hool.dealing.order import STRETCH, Stretch, Tally, look_on
from hool.dealing.reading import Fit
from hool.dealing.search import find
from hool.dealing.typed import typed

__all__ = [
    "CONTRACTS",
    "FIELDS",
    "KINDS",
    "MOST_GOALS",
    "SEATS",
    "SIDES",
    "SIDE_KINDS",
    "STRETCH",
    "VERBS",
    "Conditions",
    "Fit",
    "Goal",
    "Solved",
    "Solver",
    "Stretch",
    "Tally",
    "Together",
    "Wish",
    "contradictions",
    "fields",
    "find",
    "keeps",
    "look_on",
    "parse",
    "typed",
    "written",
]
