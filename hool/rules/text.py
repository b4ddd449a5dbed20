"""Sentences that know no language.

The rules speak in `Text`: an English message, which is also its gettext id, with its parameters. `str()` gives
plain English for logs and tests; the web translates the message and draws the cards, bids and names in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hool.rules.cards import Card

SEAT_NAMES = ("North", "East", "South", "West")


@dataclass(frozen=True, slots=True)
class Text:
    """A message id and what fills its `{places}`: numbers, strings, other Texts, cards, bids or seats.

    `plural` and `count` are set together, for messages that depend on a number.
    """

    message: str
    params: tuple[tuple[str, object], ...] = ()
    plural: str = ""
    count: int | None = None

    def __str__(self) -> str:
        message = self.message if self.count is None or self.count == 1 else self.plural
        return message.format_map(dict(self.params)) if self.params else message


def say(message: str, /, **params: object) -> Text:
    """Mark `message` for translation and fill it with `params`."""
    return Text(message, tuple(params.items()))


def say_count(one: str, many: str, count: int, /, **params: object) -> Text:
    """Like `say`, for a message that depends on the number `count`, which it may print as `{count}`."""
    return Text(one, (("count", count), *params.items()), many, count)


@dataclass(frozen=True, slots=True)
class SeatRef:
    """A seat of the compass, 0..3, inside a sentence; the web shows who sits there."""

    seat: int

    def __str__(self) -> str:
        return SEAT_NAMES[self.seat]


@dataclass(frozen=True, slots=True)
class Player:
    """A numbered seat, from 0, inside a sentence; the web shows who sits there."""

    seat: int

    def __str__(self) -> str:
        return f"player {self.seat + 1}"


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid or contract inside a sentence, such as `3NT` or `4H`; the web draws its suit."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Cards:
    """Several cards inside a sentence, drawn in a row."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return ", ".join(str(card) for card in self.cards)


class SaidError(ValueError):
    """An error whose reason, `why`, is a sentence for the person who made it. `str()` is its English."""

    def __init__(self, why: Text) -> None:
        super().__init__(str(why))
        self.why = why


def name_seats(seats: Sequence[int]) -> Text | SeatRef:
    """One to four seats as a phrase: "North", "North and East", "North, East and South"."""
    refs = [SeatRef(seat) for seat in seats]
    match refs:
        case [one]:
            return one
        case [first, second]:
            return say("{first} and {second}", first=first, second=second)
        case [first, second, third]:
            return say("{first}, {second} and {third}", first=first, second=second, third=third)
        case [first, second, third, fourth]:
            return say(
                "{first}, {second}, {third} and {fourth}", first=first, second=second, third=third, fourth=fourth
            )
    raise ValueError(f"{len(refs)} seats cannot be named")


def list_players(seats: Sequence[int]) -> Text | Player:
    """One or more numbered seats in a row: "player 1, player 3"."""
    listed: Text | Player = Player(seats[0])
    for seat in seats[1:]:
        listed = say("{some}, {one}", some=listed, one=Player(seat))
    return listed
