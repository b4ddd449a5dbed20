"""The standard robot of HOOL."""

from __future__ import annotations

from random import Random

from hool.robots.bidding import give_clue, make_call
from hool.robots.play import play_card
from hool.rules.game import Action
from hool.rules.hool import View
from hool.rules.text import Text


def standard(view: View, rng: Random) -> tuple[Action, Text]:
    """One of the view's legal choices, and the reason: plain good habits, counting, and the odds of the score.

    Same view and same state of `rng`, same answer. Raises ValueError if the view's seat has nothing to decide.
    """
    if view.seat not in view.to_act:
        raise ValueError("it is not this seat's turn")
    if view.phase == "play":
        return play_card(view, rng)
    if view.phase == "clues":
        return give_clue(view)
    return make_call(view)
