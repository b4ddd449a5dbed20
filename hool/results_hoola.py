"""What came of a board of Hoola for each seat, read from its acts and from how it ended; no act is played again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from hool.fold import BoardRecord
from hool.rules.cards import parse_card
from hool.rules.game import Seat
from hool.rules.hoola import as_meld, hand_value, payments, seats_after
from hool.rules.hoola_score import sevens
from hool.rules.text import Text, say

ENDINGS: dict[str, Text] = {
    "out": say("going out"),
    "hoola": say("a Hoola"),
    "knock": say("a knock that held"),
    "knock failed": say("a knock that failed"),
    "stock": say("no card left to draw"),
    "blast small": say("a small blast"),
    "blast large": say("a large blast"),
    "luck": say("big luck"),
}
"""How a board can end, the most usual first."""


@dataclass(frozen=True, slots=True)
class Rummy:
    """What a player did on a board, and how it ended for the seat.

    melds, laid_off, thanks: melds laid down, cards laid off, discards got with a thank you, each without what a robot
    or the teacher chose. won: whether the seat won; ending: one of ENDINGS; knocked: whether it ended the board so.
    cards, value, sevens: what was left in the hand, its points, its sevens. bare: it had a turn and no meld. points:
    won or paid; pays_for_all: it also paid what others owed.
    """

    melds: int
    laid_off: int
    thanks: int
    won: bool
    ending: str
    knocked: bool
    cards: int
    value: int
    sevens: int
    bare: bool
    points: int
    pays_for_all: bool

    @property
    def hoola(self) -> bool:
        return self.won and self.ending == "hoola"

    @property
    def out(self) -> bool:
        """It laid down all cards, in one turn or in several."""
        return self.won and self.ending in ("out", "hoola")

    @property
    def held(self) -> bool:
        """It knocked and won."""
        return self.knocked and self.won


def ending_of(record: BoardRecord) -> str:
    """How a finished board of Hoola ended, one of ENDINGS."""
    state = record.state
    return "knock failed" if state.knocker not in (None, state.winner) else str(state.ending)


def rummy_of(record: BoardRecord) -> tuple[Rummy, ...]:
    """A finished board of Hoola, seat by seat."""
    state, options, ending = record.state, record.board.options, ending_of(record)
    done = Counter(_done(record))
    for_others = {line.payer for line in payments(state) if line.payer != line.loser}
    return tuple(
        Rummy(
            melds=done[seat, "meld"],
            laid_off=done[seat, "lay"],
            thanks=done[seat, "thanks"],
            won=seat == state.winner,
            ending=ending,
            knocked=seat == state.knocker,
            cards=len(hand),
            value=hand_value(options, hand),
            sevens=sevens(hand),
            bare=state.had_turn[seat] and not state.melded[seat],
            points=record.result.scores[seat],
            pays_for_all=seat in for_others,
        )
        for seat, hand in enumerate(state.hands)
    )


def _done(record: BoardRecord) -> Iterator[tuple[Seat, str]]:
    """What players themselves did with cards: (seat, meld, lay or thanks). Of several who claim a discard the nearest
    after its player has it, also where the first to claim is the only one."""
    board, order = record.board, tuple[Seat, ...]()
    claims: dict[Seat, bool] = {}  # whether it was the player's own choice
    for place, act in enumerate(record.acts):
        verb, _, rest = act.text.partition(" ")
        own = place >= record.fixed and not act.note
        if verb == "claim":
            claims[act.seat] = own
        elif claims and verb not in ("pass", "close"):
            yield from _thanked(claims, order)
            claims = {}
        if verb == "discard":
            order = seats_after(board, act.seat)
        elif own and verb == "lay":
            yield act.seat, "lay"
        elif own and verb in ("meld", "take") and as_meld(board.options.ace, list(map(parse_card, rest.split()))):
            yield act.seat, "meld"
    if claims:
        yield from _thanked(claims, order)


def _thanked(claims: dict[Seat, bool], order: tuple[Seat, ...]) -> Iterator[tuple[Seat, str]]:
    seat = min(claims, key=order.index)
    if claims[seat]:
        yield seat, "thanks"
        yield seat, "meld"
