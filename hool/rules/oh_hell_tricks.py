"""Tricks of Oh Hell: equal cards of two packs, the pips of the 500 pack and the joker."""

from __future__ import annotations

from collections.abc import Sequence

from hool.rules.cards import JOKER, Card, height
from hool.rules.oh_hell_options import Options
from hool.rules.text import Text, say
from hool.rules.tricks import must_follow


def wins(trick: Sequence[Card], trumps: str, options: Options, last: bool) -> int | None:
    """Which card of a trick in play order wins, so far or in the end, counted from the lead (0); None = void.

    trumps: a suit letter, else there are none. last: this is the last trick of its hand. To be asked anew after every
    card: one that wins may be cancelled by a later one.
    """
    if options.double_rule == "pinochle":
        return _highest(trick, trumps, trick[0].suit)
    alive = [card for card in trick if trick.count(card) == 1]
    led = trick[0].suit  # even if this card is cancelled
    if any(card.suit in (trumps, led) for card in alive):
        return trick.index(alive[_highest(alive, trumps, led)])
    if options.double_rule == "cancel_ante" and not (last and options.ante_last == "first_copy"):
        return None
    return _highest(trick, trumps, led)


def _highest(cards: Sequence[Card], trumps: str, led: str) -> int:
    """The place of the highest trump, else of the highest card of the suit led, of which there must be one; the first
    of equal cards."""
    best = place = -1
    suit = led
    for i, card in enumerate(cards):
        if card.suit == "*":
            return i
        if card.suit == trumps != suit:
            suit, best = trumps, -1
        if card.suit == suit and height(card) > best:
            best, place = height(card), i
    return place


def suited(hand: Sequence[Card], lead: Card, trumps: str) -> tuple[Card, ...]:
    """The cards with which `hand` can follow; if there are any, one of them must be played. The joker is a trump;
    without trumps it is a suit of its own."""
    led = trumps if lead == JOKER and trumps != "N" else lead.suit
    return tuple(card for card in hand if card.suit == led or (card.suit == "*" and led == trumps))


def must_follow_suit(cards: tuple[Card, ...], lead: Card) -> Text:
    """Why another card is refused while the hand can follow this lead with `cards`."""
    if lead == JOKER:
        if len(cards) == 1:
            return say(
                "The joker was led, the highest trump, and you still have a trump. Play the {card}.", card=cards[0]
            )
        return say("The joker was led, the highest trump: play one of your trumps.")
    if cards == (JOKER,):
        return say("Trumps were led, and the joker is your only trump. Play the joker.")
    return must_follow(cards)
