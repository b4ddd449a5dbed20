"""What seats are called: HOOL's by the compass, those of other games by numbers."""

from __future__ import annotations

from collections.abc import Sequence

from hool.i18n import _
from hool.rules.text import Player, SeatRef, Text, list_players, name_seats, say
from hool.web.show import seat_name


def seat_word(game: str, seat: int) -> str:
    """A seat, from 0, in words: "North", or "seat 5"."""
    return seat_name(seat) if game == "hool" else _("seat %(number)s", number=seat + 1)


def sitter(game: str, seat: int) -> SeatRef | Player:
    """Who sits there, inside a sentence."""
    return SeatRef(seat) if game == "hool" else Player(seat)


def sitters(game: str, seats: Sequence[int]) -> Text | SeatRef | Player:
    """Who sits on one seat or more, inside a sentence."""
    if game == "hool":
        return name_seats(seats)
    if len(seats) == 2:
        return say("{first} and {second}", first=Player(seats[0]), second=Player(seats[1]))
    return list_players(seats)
