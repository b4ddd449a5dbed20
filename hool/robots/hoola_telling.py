"""What a robot of Hoola says at the table of what it has just done: only what its act shows to everybody.

As in telling.py these sentences are made from the public view before the act and from the act, and from nothing else,
so they cannot give away a card that is hidden, nor who could have used a discard.
"""

from __future__ import annotations

from hool.rules.cards import Card, parse_card
from hool.rules.hoola import View
from hool.rules.hoola_melds import SEVEN
from hool.rules.hoola_score import face_value
from hool.rules.text import Player, Text, say, say_count

HIGH = 10  # points that are many for one card


def told(before: View, seat: int, text: str) -> Text | None:
    """What `seat` says of its act `text`; None where there is nothing to say: to a draw, to a no, to the end of a
    board, and to a claim that the others do not know of yet."""
    verb, _, rest = text.partition(" ")
    match verb:
        case "claim" if before.options.claim_policy == "first":
            return say("Thank you! The {card} is just what I needed.", card=before.discards[-1])
        case "take":
            return say("The {card} is just what I needed.", card=before.discards[-1])
        case "meld":
            return _melds(before, seat, [parse_card(card) for card in rest.split()])
        case "lay":
            card, _, number = rest.partition(" on ")
            return _lays_off(before, seat, parse_card(card), int(number))
        case "discard":
            return _discards(before, seat, parse_card(rest))
    return None


def _melds(before: View, seat: int, cards: list[Card]) -> Text:
    if not before.melded[seat]:
        if len(cards) == 1:
            return say("A 7 alone is a meld, and it is my first one. Now I may lay off cards too.")
        return say("My first meld. Now I may lay off cards too.")
    if len(cards) == 1:
        return say("A 7 alone is a meld. I do not want to be left with it.")
    return say("One more meld: so many points fewer in my hand.")


def _lays_off(before: View, seat: int, card: Card, number: int) -> Text:
    owner = before.melds[number - 1].owner
    if owner == seat:
        return say("The {card} goes on a meld of mine.", card=card)
    return say("The {card} goes on a meld of {owner}.", card=card, owner=Player(owner))


def _discards(before: View, seat: int, card: Card) -> Text:
    left = before.counts[seat] - 1
    if left <= 2:
        return say_count("I have only {count} card left.", "I have only {count} cards left.", left)
    seen = [*before.discards, *(each for meld in before.melds for each in meld.cards)]
    if card.rank != SEVEN and sum(each.rank == card.rank for each in seen) > 1:  # two sevens are a set
        return say("Two cards like the {card} lie there already: nobody can make a new set with it.", card=card)
    if face_value(card) >= HIGH:
        return say("The {card} counts {value}. I do not want to be left with it.", card=card, value=face_value(card))
    return say("The {card} helps me least.", card=card)
