"""The beginner robot of Hoola: it plays as children do in their first weeks, and its reasons say so.

It lays down every meld that it sees at once, throws away its highest card that goes with no other, looks at nobody's
discards, and often does not notice that it could say thank you.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hool.rules.cards import Card
from hool.rules.game import Action
from hool.rules.hoola import Claim, Discard, LayMeld, LayOff, Take, View, hand_value
from hool.rules.hoola_score import face_value
from hool.rules.text import Cards, Text, say

# How often each habit comes up where it can.
SLEEPS = 0.5  # does not say thank you in time
MISSES = 0.2  # does not see that the discard makes a meld in its own turn
FORGETS = 0.3  # does not look whether a card goes on a meld of the table
SHY = 0.4  # does not dare to knock


def beginner(view: View, rng: Random) -> tuple[Action, Text]:
    """One of the view's legal choices, and the reason, which says so where it is a beginner's habit.

    Same view and same state of `rng`, same answer. Raises ValueError if the view's seat has nothing to decide.
    """
    legal = [choice.action for choice in view.choices if choice.why_not is None]
    if not legal:
        raise ValueError("nothing to decide")
    actions = {str(action): action for action in legal}
    if view.phase == "claim":
        return _answer(view, rng, actions)
    if view.phase == "draw":
        return _begin(view, rng, actions)
    return _play(view, rng, actions)


def _most(melds: Sequence[Claim | Take | LayMeld]) -> Claim | Take | LayMeld:
    """The meld of most cards, of equal ones the first."""
    return max(melds, key=lambda meld: len(meld.cards))


def _answer(view: View, rng: Random, actions: dict[str, Action]) -> tuple[Action, Text]:
    claims = [action for action in actions.values() if isinstance(action, Claim)]
    card = view.discards[-1]
    if not claims:
        return actions["pass"], say("The {card} makes no meld with my cards.", card=card)
    if rng.random() < SLEEPS:
        return actions["pass"], say("I was not quick enough to see what the {card} is good for.", card=card)
    return _most(claims), say("The {card} makes a meld with my cards, so I say thank you.", card=card)


def _begin(view: View, rng: Random, actions: dict[str, Action]) -> tuple[Action, Text]:
    if "blast" in actions:
        return actions["blast"], say("My cards are a blast.")
    if "knock" in actions and rng.random() >= SHY:
        return actions["knock"], _knocks(view)
    takes = [action for action in actions.values() if isinstance(action, Take)]
    if takes and rng.random() >= MISSES:
        return _most(takes), say("The {card} makes a meld with my cards.", card=view.discards[-1])
    return actions["draw"], say("I draw a card and hope that it fits.")


def _play(view: View, rng: Random, actions: dict[str, Action]) -> tuple[Action, Text]:
    if "luck" in actions:
        return actions["luck"], say("I have all four sevens: big luck!")
    melds = [action for action in actions.values() if isinstance(action, LayMeld)]
    if melds:
        meld = _most(melds)
        return meld, say("{cards}: I lay down every meld that I see.", cards=Cards(meld.cards))
    offs = [action for action in actions.values() if isinstance(action, LayOff)]
    discards = [action.card for action in actions.values() if isinstance(action, Discard)]
    if offs and (rng.random() >= FORGETS or not discards):
        off = max(offs, key=lambda each: face_value(each.card))
        return off, say("The {card} goes on a meld of the table.", card=off.card)
    if "knock" in actions and rng.random() >= SHY:
        return actions["knock"], _knocks(view)
    hand = view.hands[view.seat] if view.seat is not None else None
    loose = [card for card in discards if not _goes_with(card, hand or ())]
    card = max(loose or discards, key=face_value)
    if loose:
        return actions[f"discard {card}"], say("The {card} is my highest card that goes with no other.", card=card)
    return actions[f"discard {card}"], say("The {card} is my highest card.", card=card)


def _knocks(view: View) -> Text:
    assert view.seat is not None
    value = hand_value(view.options, view.hands[view.seat] or ())
    return say("My cards count only {value}, so I knock, and do not think of the others.", value=value)


def _goes_with(card: Card, hand: tuple[Card, ...]) -> bool:
    """Whether another card of the hand has its rank, or is its neighbour in the suit."""
    return any(
        other != card
        and (other.rank == card.rank or (other.suit == card.suit and abs(face_value(other) - face_value(card)) == 1))
        for other in hand
    )
