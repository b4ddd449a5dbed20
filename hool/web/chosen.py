"""What the teacher chose for a seat, in the words in which its player reads it."""

from __future__ import annotations

from hool.fold import Table
from hool.game_words import suit_name
from hool.rules.cards import Card, parse_card
from hool.rules.text import Bid, Text, say, say_count
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


def choice_words(action: str) -> Text | Card | Bid:
    """An action of the game as the thing itself: ``play 7D`` is the card, ``bid 3NT`` the bid, ``bid 3`` a number."""
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


def chosen_for(table: Table, seat: int) -> Text | None:
    """What this seat should hear about a choice that the teacher made for it; None once it is long ago, and when the
    board is over."""
    if not table.playing:
        return None
    act = next((act for act in reversed(table.play.acts[-JUST_NOW:]) if act.seat == seat), None)
    if act is None or act.note != TEACHER_CHOSE:
        return None
    return say("Your teacher chose for you: {what}", what=choice_words(act.text))
