"""What the makers of items share: chance, and the usual groups of taps.

Chance is the shuffle's, so no maker may depend on the order of a set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from hool.checks.item import Option, Part
from hool.rules import hool
from hool.rules.cards import Card
from hool.rules.game import Board, Seat
from hool.rules.hool import Options
from hool.rules.shuffle import SecretRandom
from hool.rules.text import SeatRef, Text, say

T = TypeVar("T")

PLAIN = Options()  # where an item needs HOOL as it is printed, whatever the lesson's options
_ANY_BOARD = Board(1, 0, 4, PLAIN)


class Dice(SecretRandom):
    """The shuffle's chance, with what the makers need of it."""

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """`count` different places of `items`, in a random order."""
        mixed = list(items)
        self.shuffle(mixed)
        return mixed[:count]

    def odds(self, times: int, of: int) -> bool:
        """True `times` in `of`."""
        return self.below(of) < times

    def seat(self) -> Seat:
        return self.below(4)

    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """A full pack dealt to four."""
        return hool.deal(_ANY_BOARD, self).hands


def chain(*texts: Text) -> Text:
    """Sentences one after the other."""
    whole = texts[0]
    for text in texts[1:]:
        whole = say("{first} {second}", first=whole, second=text)
    return whole


def seats_part(label: Text, slips: Mapping[Seat, str]) -> Part:
    """The four seats to tap one of. slips: the mistake of each."""
    return Part(label, "seat", tuple(Option("NESW"[seat], SeatRef(seat), slips.get(seat, "")) for seat in range(4)))


def seat_value(seat: Seat) -> frozenset[str]:
    """What is right in a `seats_part`."""
    return frozenset("NESW"[seat])


def numbers_part(label: Text, numbers: Sequence[int], slips: Mapping[int, str]) -> Part:
    """Numbers to tap one of. slips: the mistakes of some."""
    return Part(label, "number", tuple(Option(str(each), each, slips.get(each, "")) for each in numbers))
