"""What a board of HOOL is made of: actions, `State`, `View`, and the facts that follow from a state.

The phase is such a fact: it is derived from what has been said and played, so it cannot go wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from hool.rules.cards import Card
from hool.rules.game import Board, Choice, Deal, Result, Seat
from hool.rules.hool_bidding import Call, Step
from hool.rules.hool_options import Options
from hool.rules.text import Text
from hool.rules.tricks import PlayCard

# Actions; those of the bidding are in hool_bidding.py


@dataclass(frozen=True, slots=True)
class GiveClue:
    """One true fact about the own hand, told to all; a kind of `CLUE_KINDS`. The value is never the player's to say."""

    kind: str

    def __str__(self) -> str:
        return f"clue {self.kind}"


@dataclass(frozen=True, slots=True)
class Propose:
    """A contract, one of `BIDS`, that the proposer's partner may agree to."""

    bid: str

    def __str__(self) -> str:
        return f"propose {self.bid}"


@dataclass(frozen=True, slots=True)
class Agree:
    def __str__(self) -> str:
        return "agree"


Action: TypeAlias = GiveClue | Call | Propose | Agree | PlayCard


# State and view


ClueValue: TypeAlias = int | str  # points or a length; the pattern as "5-4-3-1"


class Trick(NamedTuple):
    """A finished trick."""

    leader: Seat
    cards: tuple[Card, ...]  # in play order
    winner: Seat


@dataclass(frozen=True, slots=True)
class State:
    """All that has happened on a board. `contract`, `doubled` and `declarer` are conclusions, kept for speed."""

    board: Board
    deal: Deal
    hands: tuple[tuple[Card, ...], ...]  # cards still held
    clues: tuple[tuple[tuple[str, ClueValue], ...], ...] = ((), (), (), ())
    steps: tuple[Step, ...] = ()  # of the bidding; () if nobody bids
    proposals: tuple[tuple[Seat, str], ...] = ()
    contract: str = ""  # once it is settled
    doubled: int = 1
    declarer: Seat | None = None  # as soon as the board, the cards or the bidding name one
    tricks: tuple[Trick, ...] = ()
    trick: tuple[Card, ...] = ()  # the unfinished one, in play order
    claimed: tuple[Seat, int] | None = None  # who, and how many of the remaining tricks


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know; `seat` None is the public. Per-seat tuples are in the order N E S W."""

    seat: Seat | None
    options: Options
    to_act: frozenset[Seat]
    choices: tuple[Choice, ...]
    result: Result | None
    phase: str  # clues, agree, step 1, step 2, step 3, redouble, closing, play, done
    dealer: Seat
    hands: tuple[tuple[Card, ...] | None, ...]  # cards still held; None = not for this viewer
    clues: tuple[tuple[tuple[str, ClueValue], ...], ...]  # per seat: (kind, value), in the order given
    steps: tuple[str, ...]  # the bidding steps so far, by name
    calls: tuple[tuple[str | None, ...], ...]  # per step, per seat; None = secret, not given or not asked
    proposals: tuple[tuple[Seat, str], ...]
    contract: str  # "4H"; "" if there is none (yet)
    declarer: Seat | None
    dummy: Seat | None
    doubled: int  # 1, 2 (doubled) or 4 (redoubled)
    leader: Seat | None  # who leads, or led, the present trick
    trick: tuple[tuple[Seat, Card], ...]  # in play order
    tricks: tuple[Trick, ...]  # finished ones: (leader, cards in play order, winner)
    tricks_won: tuple[int, ...]  # per seat
    trumps: str  # S, H, D, C, "N" = none, "" = not settled
    standing: tuple[Text, ...]  # why the standing bid stands, or declarer is who it is
    claimed: tuple[Seat, int] | None  # who claimed how many of the remaining tricks, which ended the board


# What follows from a state


def phase(state: State) -> str:
    """clues, agree, step 1, step 2, step 3, redouble, closing, play or done: the first that is unfinished."""
    if state.claimed is not None or len(state.tricks) == len(state.deal.hands[0]):
        return "done"
    if lead_made(state):
        return "play"
    options: Options = state.board.options
    if clues_given(state) < 4 * options.clues:
        return "clues"
    if state.contract or options.trumps != "contract":
        return "play"
    if options.contract != "bid":
        return "agree"
    step = state.steps[-1]
    return step.name if step.waiting else "done"  # all have called and there is no contract: passed out


def to_act(state: State) -> frozenset[Seat]:
    """Who must act: one seat, or all who still owe a secret bid; empty when the board is over."""
    match phase(state):
        case "done":
            return frozenset()
        case "play":
            hand = next_hand(state)
            return _ONLY[state.declarer if state.declarer is not None and hand == dummy_of(state) else hand]
        case "clues":
            return _ONLY[next_clue(state)]
        case "agree":
            return _ONLY[proposer(state)]
    return state.steps[-1].waiting


_ONLY = tuple(frozenset({seat}) for seat in range(4))


def clues_given(state: State) -> int:
    return sum(map(len, state.clues))


def next_clue(state: State) -> Seat:
    """Clues go round from the dealer, who begins the second round too."""
    return (state.board.dealer + clues_given(state)) % 4


def proposer(state: State) -> Seat:
    """Declarer proposes first on odd boards, partner on even ones; then they take turns."""
    assert state.declarer is not None
    partners_turn = (state.board.number + len(state.proposals)) % 2 == 0
    return (state.declarer + 2) % 4 if partners_turn else state.declarer


def dummy_of(state: State) -> Seat | None:
    options: Options = state.board.options
    if state.declarer is None or not (options.dummy and options.partners):
        return None
    return (state.declarer + 2) % 4


def lead_made(state: State) -> bool:
    """Dummy's hand goes face up after the opening lead (G20)."""
    return bool(state.trick or state.tricks)


def leader_of(state: State) -> Seat:
    """The winner of the last trick; first the player left of declarer, or of the dealer if there is no declarer."""
    if state.tricks:
        return state.tricks[-1].winner
    return ((state.board.dealer if state.declarer is None else state.declarer) + 1) % 4


def next_hand(state: State) -> Seat:
    """Whose card is due."""
    return (leader_of(state) + len(state.trick)) % 4


def trumps_of(state: State) -> str:
    """The trump suit, "N" if there is none, "" while the contract is not settled."""
    options: Options = state.board.options
    return state.contract[1:2] if options.trumps == "contract" else options.trumps


def tricks_left(state: State) -> int:
    """Tricks not finished yet."""
    return len(state.deal.hands[0]) - len(state.tricks)


def tricks_won(state: State) -> tuple[int, ...]:
    """Tricks per seat; what was claimed goes to the claimer, what was given up to the next opponent."""
    won = [0, 0, 0, 0]
    for trick in state.tricks:
        won[trick.winner] += 1
    if state.claimed is not None:
        seat, tricks = state.claimed
        won[seat] += tricks
        won[(seat + 1) % 4] += tricks_left(state) - tricks
    return tuple(won)
