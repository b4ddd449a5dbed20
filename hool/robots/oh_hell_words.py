"""Why the robots of Oh Hell bid and play as they do, in a child's words."""

from __future__ import annotations

from hool.robots.oh_hell_facts import TRUMPS, Facts
from hool.robots.turn import PLURAL
from hool.rules.cards import Card, height
from hool.rules.text import Text, say, say_count


def bid_reason(facts: Facts, bid: int, wanted: int) -> Text:
    """For a bid, where `wanted` is the number that would have been best without the hook."""
    if bid != wanted:
        return say("I wanted to bid {wanted}, and that is not allowed, so I bid {bid}.", wanted=wanted, bid=bid)
    trumps = sum(card >> 5 == TRUMPS for card in facts.hand)
    if bid == 0:
        return say("My cards are low enough to take no trick at all.")
    if trumps and facts.view.trumps:
        return say_count(
            "With my {count} trump and my high cards I should take {bid}.",
            "With my {count} trumps and my high cards I should take {bid}.",
            trumps,
            bid=bid,
        )
    return say("My high cards should take {bid}.", bid=bid)


def blind_reason(bid: int | None) -> Text:
    """For a hand of one card that its owner has not seen; `bid` None when it is played."""
    if bid is None:
        return say("It is my only card, and I have not seen it.")
    if bid:
        return say("I see no card that beats most others, so I bid 1.")
    return say("I see a card that beats most others, so I bid 0.")


def trumps_reason(trumps: str, count: int) -> Text:
    if trumps == "N":
        return say("Without trumps my cards take about what I bid.")
    if not count:
        return say("I choose a suit that I see least of.")
    return say("With {suit} as trumps my cards take about what I bid.", suit=PLURAL[trumps])


def card_reason(facts: Facts, card: Card, takes: float, only: bool = False) -> Text:
    """For a card that wins the trick with the chance `takes`, 0..1."""
    need, leads = facts.need, not facts.view.trick
    if only:
        return say("It is the only card I can play.")
    if need > facts.left:
        return say("I cannot make my bid any more.")
    if need < 0:
        return say("I have too many tricks already.")
    if need == 0:
        return _enough(facts, card, takes, leads)
    if takes > 0.85:
        return say_count(
            "I need {count} more trick, and this card should win one.",
            "I need {count} more tricks, and this card should win one.",
            need,
        )
    if takes > 0.3:
        return say_count(
            "I need {count} more trick, and this card may win one.",
            "I need {count} more tricks, and this card may win one.",
            need,
        )
    if not leads and facts.code[card] >> 5 != facts.table[0] >> 5:
        return say("I throw this card away, so that it cannot take a trick too many.")
    return say_count(
        "I need {count} more trick, but not with this card.",
        "I need {count} more tricks, but not with this card.",
        need,
    )


def _enough(facts: Facts, card: Card, takes: float, leads: bool) -> Text:
    if takes > 0.5:
        return say("I want no more tricks, but I could not play anything lower.")
    if leads:
        return say("I want no more tricks, and somebody should beat this card.")
    if facts.code[card] >> 5 != facts.table[0] >> 5:
        if height(card) < height(Card(10, "S")):
            return say("I want no more tricks, and this card takes none.")
        return say("I want no more tricks, so I get rid of a dangerous card.")
    return say("I want no more tricks, so I stay below the card that wins.")


# What the expert has thought of


def _of_ten(kept: int, deals: int) -> int:
    return round(10 * kept / deals)


def thought_bid(bid: int, deals: int, kept: int) -> Text:
    return say(
        "I imagined {deals} ways in which the cards may lie. With {bid} I kept my bid in {kept} of 10.",
        deals=deals,
        bid=bid,
        kept=_of_ten(kept, deals),
    )


def thought_trumps(trumps: str, deals: int, kept: int) -> Text:
    values = {"deals": deals, "kept": _of_ten(kept, deals)}
    if trumps == "N":
        return say(
            "I imagined {deals} ways in which the cards may lie. Without trumps I kept my bid in {kept} of 10.",
            **values,
        )
    return say(
        "I imagined {deals} ways in which the cards may lie. With {suit} as trumps I kept my bid in {kept} of 10.",
        **values,
        suit=PLURAL[trumps],
    )


def thought_card(facts: Facts, deals: int, kept: int) -> Text:
    if not 0 <= facts.need <= facts.left:
        return say(
            "My bid is lost. I imagined {deals} ways in which the cards may lie, to spoil another one.", deals=deals
        )
    return say(
        "I imagined {deals} ways in which the cards may lie. After this card I kept my bid in {kept} of 10.",
        deals=deals,
        kept=_of_ten(kept, deals),
    )
