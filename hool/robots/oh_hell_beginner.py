"""The beginner robot of Oh Hell: it bids and plays as children do in their first weeks, and its reasons say so.

It counts aces and kings, likes to win at once, and does not think of getting rid of high cards.
"""

from __future__ import annotations

from random import Random

from hool.robots.oh_hell_facts import TRUMPS, Facts
from hool.rules.cards import SUITS, Card, height
from hool.rules.game import Action
from hool.rules.oh_hell import View
from hool.rules.text import Text, say, say_count

# How often each habit comes up where it can.
DREAMS, FEARS = 0.2, 0.15
BIG_FIRST, FORGETS, WIN_BIG = 0.6, 0.2, 0.6
HIGH = height(Card(12, "S"))  # queens and better look high


def beginner(view: View, rng: Random) -> tuple[Action, Text]:
    """One of the view's legal choices, and the reason, which says so where it is a beginner's habit.

    Same view and same state of `rng`, same answer. Raises ValueError if the view's seat has nothing to decide.
    """
    facts = Facts(view)
    actions = {str(choice.action): choice.action for choice in view.choices if choice.why_not is None}
    match view.phase:
        case "bids":
            bid, why = _bid(facts, rng)
            return _nearest(facts, actions, bid, why)
        case "trumps":
            suit = max(SUITS, key=lambda suit: sum(card.suit == suit for card in view.hands[facts.me] or ()))
            return actions[f"trumps {suit}"], say("I choose the suit of which I have most cards.")
    if view.blind:
        return actions["play"], say("It is my only card, and I have not seen it.")
    card, why = _card(facts, rng)
    return actions[f"play {card}"], why


def _bid(facts: Facts, rng: Random) -> tuple[int, Text]:
    view = facts.view
    if view.blind:
        sees_high = any(height(card) >= HIGH for hand in view.hands for card in hand or ())
        if sees_high:
            return 0, say("I see a high card at the table, so I bid 0.")
        return 1, say("I see no high card at the table, so I bid 1.")
    aces = sum(card.rank in (14, 0) for card in view.hands[facts.me] or ())
    kings = sum(card.rank == 13 for card in view.hands[facts.me] or ())
    high = aces + kings
    luck = rng.random()
    if luck < DREAMS:
        return high + 1, say("I feel lucky today and bid one more than I can count.")
    if high and luck > 1 - FEARS:
        return high - 1, say("I do not trust all my high cards, so I bid one less.")
    if not high:
        return 0, say("I have no ace and no king, so I bid 0. That is all I look at.")
    if any(card >> 5 == TRUMPS for card in facts.hand) and view.trumps:
        return high, say_count(
            "I count {count} ace or king and bid that. I did not look at my small trumps.",
            "I count {count} aces and kings and bid that. I did not look at my small trumps.",
            high,
        )
    return high, say_count(
        "I count {count} ace or king and bid that.", "I count {count} aces and kings and bid that.", high
    )


def _nearest(facts: Facts, actions: dict[str, Action], bid: int, why: Text) -> tuple[Action, Text]:
    """The bid, or the nearest one that is allowed; of two the lower one."""
    bid = min(bid, facts.view.size)
    if f"bid {bid}" in actions:
        return actions[f"bid {bid}"], why
    legal = [number for number in range(facts.view.size + 1) if f"bid {number}" in actions]
    other = min(legal, key=lambda number: (abs(number - bid), number))
    return actions[f"bid {other}"], say("I wanted to bid {bid}, and that is not allowed, so I bid {other}.",
                                         bid=bid, other=other)  # fmt: skip


def _card(facts: Facts, rng: Random) -> tuple[Card, Text]:
    view = facts.view
    legal = [choice.action.card for choice in view.choices if choice.why_not is None]  # type: ignore[attr-defined]
    low, big = min(legal, key=facts.code.__getitem__), max(legal, key=facts.code.__getitem__)
    low_side = min(legal, key=lambda card: (facts.code[card] >> 5 == TRUMPS, height(card)))
    if len(legal) == 1:
        return legal[0], say("It is the only card I can play.")
    if not view.trick:
        if facts.need > 0:
            if rng.random() < BIG_FIRST:
                big = max(legal, key=height)
                return big, say("I want tricks, so I play my biggest card first.")
            return rng.choice(legal), say("I want tricks, and I just try this card.")
        if rng.random() < FORGETS:
            return rng.choice(legal), say("I have enough tricks, and I do not look what this card may win.")
        return low_side, say("I have enough tricks, so I play my lowest card.")
    trick = [card for _, card in view.trick]
    winning = [card for card in legal if facts.winning([*trick, card]) == len(trick)]
    if facts.need > 0 and winning:
        cheap = min(winning, key=facts.code.__getitem__)
        if cheap is not big and rng.random() < WIN_BIG:
            return max(winning, key=facts.code.__getitem__), say(
                "I want this trick, so I play my biggest card at once."
            )
        return cheap, say("This card wins the trick so far, and I want it.")
    if facts.need > 0:
        return low_side, say("I cannot win this trick, so I play my lowest card.")
    if facts.code[low] >> 5 != facts.code[trick[0]] >> 5:
        return low_side, say("I throw away my lowest card. My high ones may still hurt me.")
    return low, say("I have enough tricks, so I play my lowest card. My high ones may still hurt me.")
