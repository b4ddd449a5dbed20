"""The check of a lesson: questions made from a skill and a seed, answered by tapping, and judged by the rules.

`make` gives an `Item`: what is asked, a picture as plain values, what can be tapped, what is right and why. The right
answer and its reason are always computed by hool.rules, never written here. The same skill, seed and options give the
same item on every machine. The options are the lesson's: a skill asks nothing that its rules do not have, no discards
with one suit, no game bonus where there is none, no doubles before they are taught.

`judge` says whether an answer is right, and names a common mistake. `progress` is the course of a check: five places,
four right are enough.
"""

from hool.checks.course import PLACES, SKILLS, Answer, Answered, CheckState, best, make, passed, progress
from hool.checks.item import MISTAKES, Final, Given, Item, Played, fault, judge

__all__ = [
    "MISTAKES",
    "PLACES",
    "SKILLS",
    "Answer",
    "Answered",
    "CheckState",
    "Final",
    "Given",
    "Item",
    "Played",
    "best",
    "fault",
    "judge",
    "make",
    "passed",
    "progress",
]
