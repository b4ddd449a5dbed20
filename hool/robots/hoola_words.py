"""Why the standard robot of Hoola does what it does, in a child's words.

They name cards that it holds, and are for log and replay.
"""

from __future__ import annotations

from hool.robots.hoola_facts import Facts
from hool.robots.hoola_turns import BIT, SEVENS, Bits, completes, each
from hool.rules.cards import Card
from hool.rules.text import Cards, Text, say

SOON = 0.5  # from this chance on the board is said to end soon


def claim_reason(card: Card, out: bool, hoola: bool) -> Text:
    """For taking the discard, out of turn or in turn."""
    if hoola:
        return say("With the {card} all my cards can go at once: a Hoola.", card=card)
    if out:
        return say("With the {card} I can go out.", card=card)
    return say("The {card} makes a meld with my cards.", card=card)


def no_reason(card: Card, fits: bool, knocks: bool, melded: bool) -> Text:
    """For leaving the discard to others. fits: it makes a meld; knocks: the robot wants to knock at its turn."""
    if not fits:
        return say("The {card} makes no meld with my cards.", card=card)
    if knocks:
        return say("It is my turn next, and then I want to knock.")
    if melded:
        return say("I could use the {card}, but my cards are better as they are.", card=card)
    return say("I could use the {card}, but I wait for a Hoola.", card=card)


def draw_reason(card: Card, fits: bool, value: int | None, melded: bool, stock: int) -> Text:
    """For a card of the stock, if there is one. value: of the hand, if the robot could have knocked with it."""
    if not stock:
        return say("No card is left to draw, so the lowest hand wins now.")
    if value is not None:
        return say("I could knock with {value}, but somebody may have less. So I draw.", value=value)
    if fits:
        return no_reason(card, True, False, melded)
    return say("The {card} makes no meld with my cards, so I draw.", card=card)


def knock_reason(value: int) -> Text:
    return say("My cards count only {value}, and the others should have more.", value=value)


def meld_reason(facts: Facts, cards: tuple[Card, ...], out: bool, hoola: bool) -> Text:
    """For a new meld; out: the robot goes out in this turn."""
    laid = Cards(cards)
    if hoola:
        return say("{cards}: all my cards go at once, a Hoola.", cards=laid)
    if out:
        return say("{cards}: all my cards go in this turn.", cards=laid)
    if not facts.view.melded[facts.me]:
        return say("{cards}: my first meld. Whoever has none pays double.", cards=laid)
    if len(cards) == 1 and facts.options.seven_doubles:
        return say("{cards}: in my hand it would double what I pay.", cards=laid)
    return say("{cards}: on the table they do not count against me.", cards=laid)


def lay_reason(card: Card, out: bool) -> Text:
    if out:
        return say("The {card} fits on a meld, and all my cards go in this turn.", card=card)
    return say("The {card} fits on a meld. There it does not count against me.", card=card)


def discard_reason(facts: Facts, card: Card, keep: Bits, rather: Card | None, waits: bool, ends: float) -> Text:
    """For a discard. keep: the other cards; rather: what would have gone if nobody could take it; waits: melds are kept
    for a Hoola; ends: the chance that this was the last turn."""
    if not keep:
        return say("It is my last card.")
    if waits:
        return say("I keep my melds for a Hoola, and the {card} helps me least.", card=card)
    if rather is not None and rather != card:
        return say("The {card} is safer than the {other}, which somebody may wait for.", card=card, other=rather)
    highest = all(facts.points[BIT[card]] >= facts.points[other] for other in each(keep))
    if highest and ends > SOON:
        return say("The board may end soon, so my highest card goes, the {card}.", card=card)
    if _is_dead(facts, BIT[card], keep):
        return say("Nothing that goes with the {card} can come any more.", card=card)
    if highest:
        return say("The {card} counts most of my cards.", card=card)
    return say("The {card} goes least with my other cards.", card=card)


def _is_dead(facts: Facts, card: Bits, keep: Bits) -> bool:
    """Whether no hidden cards are left with which it could be a meld."""
    ace, there = facts.options.ace, (facts.hidden | keep) & ~card
    if completes(ace, card) & there or card & SEVENS:
        return False
    return not any(completes(ace, card | other) & there for other in each(there))
