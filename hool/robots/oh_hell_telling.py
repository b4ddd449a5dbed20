"""What a robot of Oh Hell says at the table of what it has just done: only what its act shows to everybody.

As in telling.py these sentences are made from the public view before the act and from the act, and from nothing else,
so they cannot give away a card or a bid that is hidden.
"""

from __future__ import annotations

from hool.robots.turn import PLURAL
from hool.rules.cards import JOKER, Card
from hool.rules.oh_hell import View, suited, wins
from hool.rules.text import Text, say, say_count


def told_bid(before: View, bid: int) -> Text | None:
    """Why a bid was made, once it is seen; None for one of those that are turned together."""
    if before.bidding not in ("hook", "open"):
        return None
    if before.forbidden is not None and before.bids.count(None) == 1:
        return say("I bid last, and {forbidden} was not allowed.", forbidden=before.forbidden)
    if before.blind:
        return say("I see your cards, and you see mine.")
    if bid == 0:
        return say("I promise to take no trick at all.")
    return say_count("I promise exactly {count} trick.", "I promise exactly {count} tricks.", bid)


def told_trumps(trumps: str) -> Text:
    """Why trumps were named."""
    if trumps == "N":
        return say("I bid most, so I may choose: no trumps.")
    return say("I bid most, so I may choose: {suit}.", suit=PLURAL[trumps])


def told_card(before: View, seat: int, card: Card) -> Text | None:
    """Why a card was played, as far as it shows; None for a blind one."""
    bid = before.bids[seat]
    if before.blind or bid is None:
        return None
    need, left = bid - before.tricks_won[seat], before.counts[seat]
    cards = [each for _, each in before.trick]
    if not cards:
        return _leads(need, left)
    ahead = wins([*cards, card], before.trumps, before.options, left == 1) == len(cards)
    if not suited((card,), cards[0], before.trumps):
        return _out_of_suit(need, left, ahead, cards[0])
    if need == 0:
        if ahead:
            return say("I want no more tricks, but this card is ahead now.")
        return say("I want no more tricks, so I stay below.")
    if not 0 < need <= left:
        return _lost(need)
    if ahead and len(cards) + 1 == len(before.hands):
        return say("I play last, and I want this trick.")
    if ahead:
        return say_count(
            "I need {count} more trick: perhaps this one.", "I need {count} more tricks: perhaps this one.", need
        )
    return say_count(
        "I need {count} more trick, but not this one.", "I need {count} more tricks, but not this one.", need
    )


def _lost(need: int) -> Text:
    if need < 0:
        return say("I have too many tricks already.")
    return say("I cannot make my bid any more.")


def _leads(need: int, left: int) -> Text:
    if need == 0:
        return say("I want no more tricks, but I have to lead.")
    if not 0 < need <= left:
        return _lost(need)
    if need == left:
        return say("From now on I need every trick.")
    return say_count("I need {count} more trick.", "I need {count} more tricks.", need)


def _out_of_suit(need: int, left: int, ahead: bool, lead: Card) -> Text:
    if not 0 <= need <= left:
        return _lost(need)
    if lead == JOKER:
        return say("I have no trump left, so I throw a card away.")
    suit = PLURAL[lead.suit]
    if not ahead:
        return say("I have no {suit} left, so I throw a card away.", suit=suit)
    if need:
        return say("I have no {suit} left, so I trump.", suit=suit)
    return say("I have no {suit} left, and only trumps to play.", suit=suit)
