"""Tricks: following suit, with the sentence that says why not, and who wins.

Trumps are a suit letter, or anything else (`N`, empty) for none. Laws of Bridge 44; ace high.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hool.rules.cards import Card
from hool.rules.text import Cards, Text, say


@dataclass(frozen=True, slots=True)
class PlayCard:
    """The action that plays a card; who plays it and from which hand the game says."""

    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


_YOU_HAVE = {
    "S": say("Spades were led and you still have a spade."),
    "H": say("Hearts were led and you still have a heart."),
    "D": say("Diamonds were led and you still have a diamond."),
    "C": say("Clubs were led and you still have a club."),
}
_DUMMY_HAS = {
    "S": say("Spades were led and dummy still has a spade."),
    "H": say("Hearts were led and dummy still has a heart."),
    "D": say("Diamonds were led and dummy still has a diamond."),
    "C": say("Clubs were led and dummy still has a club."),
}


def followers(hand: Sequence[Card], led: str) -> tuple[Card, ...]:
    """The cards of the suit led: if there are any, one of them must be played."""
    return tuple(card for card in hand if card.suit == led)


def must_follow(cards: tuple[Card, ...], dummy: bool = False) -> Text:
    """Why another suit is refused while the hand, the player's own or dummy's, holds `cards` of the suit led."""
    why = (_DUMMY_HAS if dummy else _YOU_HAVE)[cards[0].suit]
    match cards:
        case (one,):
            return say("{why} Play the {card}.", why=why, card=one)
        case (first, second):
            return say("{why} Play the {first} or the {second}.", why=why, first=first, second=second)
    return say("{why} Play one of these: {cards}.", why=why, cards=Cards(cards))


def winning_place(cards: Sequence[Card], trumps: str) -> int:
    """Which card wins, counted from the lead (0): the highest trump, else the highest of the suit led."""
    best, place = cards[0], 0
    for i, card in enumerate(cards):
        if (card.rank > best.rank) if card.suit == best.suit else card.suit == trumps:
            best, place = card, i
    return place
