"""What the teacher chose for a seat, in the words in which its player reads it."""

from __future__ import annotations

from collections.abc import Callable

from hool.fold import Table
from hool.game_words import suit_name
from hool.rules.cards import Card, parse_card
from hool.rules.text import Bid, Cards, Text, say, say_count
from hool.tables import TEACHER_CHOSE

JUST_NOW = 4  # acts: until everybody has had one more turn

_WORDS = {
    "pass": say("pass"),
    "double": say("double"),
    "redouble": say("redouble"),
    "agree": say("agree"),
    "clue hcp": say("tell the points"),
    "clue pattern": say("tell the pattern"),
    "clue spades": say("tell the spades"),
    "clue hearts": say("tell the hearts"),
    "clue diamonds": say("tell the diamonds"),
    "clue clubs": say("tell the clubs"),
}


def choice_words(game: str, action: str) -> Text | Card | Bid:
    """An action of a game as the thing itself: ``play 7D`` is the card, ``bid 3NT`` the bid, ``bid 3`` a number,
    ``draw`` and ``lay 8C on 2`` what they do."""
    return _IN[game](action)


def _of_tricks(action: str) -> Text | Card | Bid:
    """The same in HOOL and Oh Hell."""
    verb, _, what = action.partition(" ")
    if verb == "play":
        return parse_card(what) if what else say("the blind card")
    if verb == "trumps":
        return say("{suit} as trumps", suit=suit_name(what)) if what != "N" else say("no trumps")
    if verb == "bid" and what.isdecimal():
        return say_count("{count} trick", "{count} tricks", int(what))
    if verb in ("bid", "propose"):
        return Bid(what)
    return _WORDS[action]


_HOOLA_WORDS = {
    "draw": say("draw a card"),
    "pass": say("no, thank you"),
    "knock": say("knock"),
    "blast": say("blast"),
    "luck": say("big luck"),
}


def _of_hoola(action: str) -> Text:
    """The same in Hoola."""
    verb, _, what = action.partition(" ")
    if verb == "lay":
        card, _, meld = what.partition(" on ")
        return say("the {card} on meld {number}", card=parse_card(card), number=int(meld))
    if not what:
        return _HOOLA_WORDS[verb]
    cards = Cards(tuple(map(parse_card, what.split())))
    return {
        "take": say("take the discard, for {cards}", cards=cards),
        "claim": say("thank you, for {cards}", cards=cards),
        "meld": say("the meld {cards}", cards=cards),
        "discard": say("discard the {card}", card=cards.cards[0]),
    }[verb]


_IN: dict[str, Callable[[str], Text | Card | Bid]] = {"hool": _of_tricks, "oh_hell": _of_tricks, "hoola": _of_hoola}


def chosen_for(table: Table, seat: int) -> Text | None:
    """What this seat should hear about a choice that the teacher made for it; None once it is long ago, and when the
    board is over."""
    if not table.playing:
        return None
    act = next((act for act in reversed(table.play.acts[-JUST_NOW:]) if act.seat == seat), None)
    if act is None or act.note != TEACHER_CHOSE:
        return None
    return say("Your teacher chose for you: {what}", what=choice_words(table.game, act.text))
