"""What each card of a board cost, double dummy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from hool.rules.cards import Card, Deal
from hool.rules.game import Seat
from hool.rules.tricks import winning_place


class Solver(Protocol):
    def cards(self, hands: list[list[Card]], trumps: str, leader: Seat, trick: list[Card]) -> dict[Card, int]: ...


@dataclass(frozen=True, slots=True)
class Play:
    """The play of a board. trumps: S H D C or "N". leader: of the opening lead. cards: in the order played, whole
    tricks or not."""

    deal: Deal
    trumps: str
    leader: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """How a board's fate moved card by card.

    side: 0 if `tricks` are those of North-South, 1 of East-West; it is the side that did not lead first, so
    declarer's. tricks[i]: how many of all tricks that side gets if from after i cards on everybody plays perfectly;
    one more value than cards. seats[i]: whose hand played card i. best[i]: the cards that would have kept most for
    the player's side then, the one played among them if it cost nothing.
    """

    side: int
    tricks: tuple[int, ...]
    seats: tuple[Seat, ...]
    best: tuple[tuple[Card, ...], ...]

    def cost(self, place: int) -> int:
        """How many tricks card `place` gave away to the other side, 0..13."""
        return abs(self.tricks[place + 1] - self.tricks[place])


def trace(play: Play, solver: Solver) -> Trace:
    """The double-dummy story of a play. Takes about half a second for a whole board."""
    hands = [list(hand) for hand in play.deal.hands]
    side, leader = (play.leader + 1) % 2, play.leader
    trick: list[Card] = []
    won, tricks, seats, best = 0, list[int](), list[Seat](), list[tuple[Card, ...]]()
    for card in play.cards:
        due, left = (leader + len(trick)) % 4, _left(hands, leader, trick)
        worth = solver.cards(hands, play.trumps, leader, trick)
        most = max(worth.values())
        tricks.append(won + (most if due % 2 == side else left - most))
        seats.append(due)
        best.append(tuple(each for each in hands[due] if worth.get(each) == most))
        hands[due].remove(card)
        trick.append(card)
        now = worth[card]
        after = won + (now if due % 2 == side else left - now)
        if len(trick) == 4:
            leader = (leader + winning_place(trick, play.trumps)) % 4
            won += leader % 2 == side
            trick = []
    return Trace(side, (*tricks, after) if play.cards else (), tuple(seats), tuple(best))


def brings(play: Play, solver: Solver) -> dict[Card, int]:
    """For each card that may follow those of `play`: how many of all tricks the player's side takes then, if from there
    on everybody plays perfectly. At least one card must be left."""
    hands, leader = [list(hand) for hand in play.deal.hands], play.leader
    trick: list[Card] = []
    won = [0, 0]
    for card in play.cards:
        hands[(leader + len(trick)) % 4].remove(card)
        trick.append(card)
        if len(trick) == 4:
            leader = (leader + winning_place(trick, play.trumps)) % 4
            won[leader % 2] += 1
            trick = []
    worth = solver.cards(hands, play.trumps, leader, trick)
    return {card: won[(leader + len(trick)) % 2] + tricks for card, tricks in worth.items()}


def _left(hands: list[list[Card]], leader: Seat, trick: list[Card]) -> int:
    """Tricks still to be won, the present one included."""
    return len(hands[leader]) + bool(trick)
