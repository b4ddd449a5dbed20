"""Which card the standard robot plays, and the one sentence that says why."""

from __future__ import annotations

from random import Random

from hool.robots.follow import Follow
from hool.robots.lead import Lead
from hool.robots.turn import SINGLE
from hool.rules.game import Action
from hool.rules.hool import View
from hool.rules.text import Text, say


def play_card(view: View, rng: Random) -> tuple[Action, Text]:
    """The robot's card for the hand whose turn it is (its own, or dummy's when it is declarer)."""
    turn = Follow(view, rng) if view.trick else Lead(view, rng)
    card = turn.legal[0]
    if len(turn.hand) == 1:
        why = say("It is the last card.")
    elif len(turn.legal) == 1:
        why = say("It is the only {suit} here, and I must follow suit.", suit=SINGLE[card.suit])
    else:
        card, why = turn.choose()
    return next(choice.action for choice in view.choices if str(choice.action) == f"play {card}"), why
