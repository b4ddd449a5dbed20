"""Hoola in lessons: boards that begin in the middle, what a board claims to show, and which options fit no lesson."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, cast

from hool.rules import hoola
from hool.rules.cards import Card, CardError, Deal, hand_order, parse_card
from hool.rules.game import CLOCK, Board, IllegalAction, OptionError, Seat, legal_actions, play
from hool.rules.hoola_choices import can_meld
from hool.rules.text import Player, SaidError, Text, say

_CARD = "([2-9TJQKA][SHDC])"
CLAIMS = {
    # About the cards as they lie when students begin.
    "can meld": re.compile(r"([1-4]) can meld ([2-9TJQKA][SHDC](?: [2-9TJQKA][SHDC])*)"),
    "counts": re.compile(r"([1-4]) counts (\d+)"),
    "can claim": re.compile(rf"([1-4]) can claim {_CARD}"),
    "cannot claim": re.compile(rf"([1-4]) cannot claim {_CARD}"),
    # About the turn that begins then; whose it is, is claimed too.
    "draws": re.compile(rf"([1-4]) draws {_CARD}"),
    "can take": re.compile(rf"([1-4]) can take {_CARD}"),
    "can call": re.compile(r"([1-4]) can call (knock|blast|luck)"),
    "wins with a knock": re.compile(r"([1-4]) wins with a knock"),
    "loses with a knock": re.compile(r"([1-4]) loses with a knock"),
    "can go out": re.compile(r"([1-4]) can go out"),
    "can make a Hoola": re.compile(r"([1-4]) can make a Hoola"),
}
"""What a board of Hoola may say of itself: the kinds, the first group is always the player."""


class Refused(SaidError):
    """An act that the rules do not allow. place: of the act, from 0."""

    def __init__(self, place: int, why: Text) -> None:
        super().__init__(why)
        self.place = place


def look_at_options(options: hoola.Options) -> None:
    """Raises OptionError for what no lesson can have: in a lesson four sit at a table, and its boards say who deals."""
    if options.players != 4:
        raise OptionError(say("“players” cannot be {value} here: lessons are for four.", value=options.players))
    for name in ("first_dealer", "next_dealer"):
        if getattr(options, name) != getattr(hoola.Options(), name):
            raise OptionError(say("“{option}”: in a lesson each board says who deals.", option=name))


def played(board: Board, deal: Deal, acts: Sequence[tuple[Seat, str]]) -> tuple[tuple[Seat, str], ...]:
    """The acts with those of the clock between them: it ends the wait after each discard that nobody claims in them.

    Raises CardError if no board can begin with this deal, Refused for what the rules do not allow.
    """
    if deal.turned is None:
        raise CardError(say("Say which card is turned up, behind the hands, such as {example}.", example="turned 4D"))
    state = hoola.start(board, deal)
    done: list[tuple[Seat, str]] = []
    for place, (seat, text) in enumerate(acts):
        if _waits(state) and not text.startswith(("claim ", "pass", "close")):
            state = play(hoola, state, CLOCK, "close")
            done.append((CLOCK, "close"))
        try:
            state = play(hoola, state, seat, text)
        except IllegalAction as fault:
            raise Refused(place, fault.why) from None
        done.append((seat, text))
    if _waits(state):  # who opens the board would come too late for a claim
        done.append((CLOCK, "close"))
    if hoola.result(state) is not None:
        raise Refused(len(acts) - 1, say("With this the board is over, and nothing is left to play."))
    return tuple(done)


def _waits(state: hoola.State) -> bool:
    return hoola.phase(state) == "claim"


def wrong(state: hoola.State, kind: str, seat: Seat, values: Sequence[str], text: str) -> Text | None:
    """Why a claim does not hold where students begin. values: what its pattern found behind the player."""
    options: hoola.Options = state.board.options
    hand = state.hands[seat]
    if kind == "counts":
        truth = hoola.hand_value(options, hand)
        return None if truth == int(values[0]) else _other(text, truth)
    if kind == "can meld":
        cards = [parse_card(card) for card in values[0].split(" ")]
        mine = set(cards) <= set(hand) and len(set(cards)) == len(cards)
        good = mine and hoola.as_meld(options.ace, cards) is not None
        return None if good else _no(text)
    if kind in ("can claim", "cannot claim"):
        card = parse_card(values[0])
        able = card not in hand and can_meld(options, hand_order((*hand, card)), card)
        return None if able == (kind == "can claim") else _no(text)
    if seat != state.turn:
        return say("“{claim}” does not hold: it is {seat}'s turn.", claim=text, seat=Player(state.turn))
    if kind == "draws":
        top = state.stock[0] if state.stock else "-"
        return None if str(top) == values[0] else _other(text, top)
    return None if _can(state, kind, values) else _no(text)


def _can(state: hoola.State, kind: str, values: Sequence[str]) -> bool:
    may = legal_actions(hoola, state, state.turn)
    if kind == "can take":
        return any(isinstance(each, hoola.Take) and parse_card(values[0]) == state.discards[-1] for each in may)
    if kind == "can call":
        return hoola.Declare(values[0]) in may
    if "knock" in kind:
        if hoola.Declare("knock") not in may:
            return False
        won = hoola.apply(state, state.turn, hoola.Declare("knock")).winner == state.turn
        return won == kind.startswith("wins")
    endings = ("hoola",) if "Hoola" in kind else ("hoola", "out")
    return any(end.ending in endings for end in _ends(state))


def _ends(state: hoola.State) -> Iterator[hoola.State]:
    """Every way in which the player in turn can end the board in this turn by going out."""
    turn, seen, left = state.turn, set[object](), [state]
    while left:
        now = left.pop()
        for action in legal_actions(hoola, now, turn):
            if isinstance(action, hoola.Declare):
                continue
            after = hoola.apply(now, turn, cast(Any, action))
            if after.ending:
                yield after
            elif not isinstance(action, hoola.Discard) and (key := _position(after)) not in seen:
                seen.add(key)
                left.append(after)


def _position(state: hoola.State) -> object:
    """What decides how the turn can go on: in which order the melds were laid down does not."""
    return state.hands[state.turn], frozenset((meld.kind, meld.cards) for meld in state.melds), state.owed


def _no(text: str) -> Text:
    return say("“{claim}” does not hold with these cards.", claim=text)


def _other(text: str, truth: Card | int | str) -> Text:
    return say("“{claim}” does not hold; it is {truth}.", claim=text, truth=truth)
