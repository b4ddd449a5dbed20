"""What a hand of Oh Hell is made of: actions, `State`, `View`, and the facts that follow from a state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from hool.rules.cards import Card
from hool.rules.game import Board, Choice, Deal, Result, Seat
from hool.rules.oh_hell_options import Options
from hool.rules.text import Text
from hool.rules.tricks import PlayCard

# Actions, besides PlayCard


@dataclass(frozen=True, slots=True)
class MakeBid:
    """So many tricks, 0 to the size of the hand."""

    tricks: int

    def __str__(self) -> str:
        return f"bid {self.tricks}"


@dataclass(frozen=True, slots=True)
class NameTrumps:
    """The highest bidder's choice: a suit letter, or N for none."""

    trumps: str

    def __str__(self) -> str:
        return f"trumps {self.trumps}"


@dataclass(frozen=True, slots=True)
class PlayBlind:
    """The one card of a blind hand, which its owner has not seen."""

    def __str__(self) -> str:
        return "play"


Action: TypeAlias = MakeBid | NameTrumps | PlayCard | PlayBlind


# State and view


class Trick(NamedTuple):
    """A finished trick."""

    leader: Seat
    cards: tuple[Card, ...]  # in play order
    winner: Seat | None  # None = void: it counts in the next one, or for nobody if it was the last
    worth: int  # how many tricks it counts: 1, more after void ones


@dataclass(frozen=True, slots=True)
class State:
    """All that has happened in a hand. `trumps`, `leader`, `won` and `worth` are conclusions, kept for speed."""

    board: Board
    deal: Deal
    size: int  # cards dealt to each
    turned: Card | None  # the card turned up for trumps
    hands: tuple[tuple[Card, ...], ...]  # cards still held
    trumps: str  # a suit, "N" for none, "" while nobody has named them
    bids: tuple[int | None, ...]  # per seat, of the present round
    attempts: tuple[tuple[int, ...], ...]  # earlier rounds of bids, which worked out and were made anew
    leader: Seat  # of the present trick
    won: tuple[int, ...]  # tricks per seat
    trick: tuple[Card, ...] = ()  # the unfinished one, in play order
    worth: int = 1  # what it counts
    tricks: tuple[Trick, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know; `seat` None is the public. Per-seat tuples begin with seat 0."""

    seat: Seat | None
    options: Options
    to_act: frozenset[Seat]
    choices: tuple[Choice, ...]
    result: Result | None
    phase: str  # bids, trumps, play, done
    dealer: Seat
    number: int  # of the hand in the match, from 1
    size: int  # cards dealt to each
    sizes: tuple[int, ...]  # of all hands of the match
    hands: tuple[tuple[Card, ...] | None, ...]  # cards still held; None = not for this viewer
    counts: tuple[int, ...]  # how many cards each still holds
    turned: Card | None  # the card turned up for trumps
    trumps: str  # S, H, D, C, "N" = none, "" = not yet named
    trumps_why: Text | None  # why these are trumps, or who names them; None during the bids of those who will
    bidding: str  # how the present round of bids is made: hook, open, secret, knock
    bids: tuple[int | None, ...]  # None = not made, or still secret
    attempts: tuple[tuple[int, ...], ...]  # failed rounds of knock bids, oldest first
    attempt: int  # the present round, from 1
    forbidden: int | None  # what the last bidder, now to bid, may not bid
    only: int | None  # the one number that the last bidder, or this viewer, can bid now
    total: int  # of the bids seen
    chooser: Seat | None  # who names trumps, or has named them
    leader: Seat  # who leads, or led, the present trick
    trick: tuple[tuple[Seat, Card], ...]  # in play order
    tricks: tuple[Trick, ...]  # finished ones: (leader, cards in play order, winner, worth)
    tricks_won: tuple[int, ...]
    worth: int  # how many tricks the present one counts
    doubled: bool  # a spade was turned up: all points of this hand count twice
    blind: bool  # one card each: all see it but its owner


# What follows from a state


_ONLY = tuple(frozenset({seat}) for seat in range(10))


def phase(state: State) -> str:
    """bids, trumps, play or done: the first that is unfinished."""
    if len(state.tricks) == state.size:
        return "done"
    if state.trick or state.tricks:
        return "play"
    if None in state.bids:
        return "bids"
    return "play" if state.trumps else "trumps"


def to_act(state: State) -> frozenset[Seat]:
    """Who must act: one seat, or all who still owe a secret bid; empty when the hand is over."""
    match phase(state):
        case "done":
            return frozenset()
        case "play":
            return _ONLY[next_player(state)]
        case "trumps":
            return _ONLY[chooser_of(state)]
    if bids_in_turn(state):
        return _ONLY[next_bidder(state)]
    return frozenset(seat for seat, bid in enumerate(state.bids) if bid is None)


def in_order(state: State) -> tuple[Seat, ...]:
    """All seats in the order of bidding: the dealer's left first, the dealer last."""
    dealer, n = state.board.dealer, state.board.seats
    return tuple((dealer + place) % n for place in range(1, n + 1))


def bidding_of(state: State) -> str:
    """How the present round of bids is made; knock bids that never get settled end with a hook."""
    options: Options = state.board.options
    if options.bidding == "knock" and len(state.attempts) >= options.knock_limit:
        return "hook"
    return options.bidding


def bids_in_turn(state: State) -> bool:
    return bidding_of(state) in ("hook", "open")


def next_bidder(state: State) -> Seat:
    """Whose bid is due where they are made in turn."""
    return (state.board.dealer + 1 + state.board.seats - state.bids.count(None)) % state.board.seats


def next_player(state: State) -> Seat:
    """Whose card is due."""
    return (state.leader + len(state.trick)) % state.board.seats


def forbidden_bid(state: State) -> int | None:
    """The hook: what the last bidder may not bid, for the total must not be the number of tricks. None before his
    turn, or if nothing is forbidden."""
    if state.bids.count(None) != 1 or bidding_of(state) != "hook":
        return None
    left = state.size - bids_total(state.bids)
    return left if left >= 0 else None


def bids_total(bids: Sequence[int | None]) -> int:
    return sum(bid for bid in bids if bid is not None)


def repeated_bid(state: State, seat: Seat) -> int | None:
    """What `seat` may not bid because it was his bid of the last round; None if he may."""
    options: Options = state.board.options
    changes = len(state.attempts) + 1 >= options.knock_change_from and bidding_of(state) == "knock"
    return state.attempts[-1][seat] if changes else None


def chooser_of(state: State) -> Seat:
    """The highest bidder, of equal ones the first in the order of bidding; all must have bid."""
    return max(in_order(state), key=lambda seat: state.bids[seat] or 0)


def is_blind(state: State) -> bool:
    return state.size == 1 and bool(state.board.options.blind_ones)


def is_doubled(state: State) -> bool:
    """Whether a spade turned up doubles this hand."""
    return state.board.options.spades_double and state.turned is not None and state.turned.suit == "S"
