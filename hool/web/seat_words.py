"""Who sits where, inside a sentence: HOOL's seats by the compass, those of other games by numbers."""

from __future__ import annotations

from collections.abc import Sequence

from hool.rules.text import Player, SeatRef, Text, list_players, name_seats, say


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
