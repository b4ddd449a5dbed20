"""What a board of Hoola is made of: actions, `State`, `View`, and the facts that follow from a state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from hool.rules.cards import Card
from hool.rules.game import CLOCK, Board, Choice, Deal, Result, Seat
from hool.rules.hoola_melds import Meld
from hool.rules.hoola_options import Options
from hool.rules.text import Text

# Actions


def _row(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


@dataclass(frozen=True, slots=True)
class Draw:
    """The top card of the stock; if none is left, the board ends."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Take:
    """In turn, when others may not claim it: the top discard with the meld it goes into. Where `discard_first` is off
    also the card alone."""

    cards: tuple[Card, ...]  # as hoola_melds writes them

    def __str__(self) -> str:
        return f"take {_row(self.cards)}"


@dataclass(frozen=True, slots=True)
class Claim:
    """ "Thank you", while all may: the top discard with the meld it goes into. Also for the player whose turn it would
    be next."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"claim {_row(self.cards)}"


@dataclass(frozen=True, slots=True)
class Pass:
    """No, thank you: another may have the discard."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class LayMeld:
    """A new meld from the hand."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"meld {_row(self.cards)}"


@dataclass(frozen=True, slots=True)
class LayOff:
    """A card on a meld of the table, named by its number from 1."""

    card: Card
    meld: int

    def __str__(self) -> str:
        return f"lay {self.card} on {self.meld}"


@dataclass(frozen=True, slots=True)
class Discard:
    """The end of a turn."""

    card: Card

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class Declare:
    """A word that ends the board: `knock`, `blast`, or `luck` for big luck."""

    word: str

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class Close:
    """The clock's: the time for claims is over."""

    def __str__(self) -> str:
        return "close"


Answer: TypeAlias = Claim | Pass
Action: TypeAlias = Answer | Draw | Take | LayMeld | LayOff | Discard | Declare | Close


# State and view


@dataclass(frozen=True, slots=True)
class State:
    """All that has happened in a board. Per-seat tuples begin with seat 0."""

    board: Board
    deal: Deal
    hands: tuple[tuple[Card, ...], ...]  # in hand order
    stock: tuple[Card, ...]  # top first
    discards: tuple[Card, ...]  # oldest first
    melds: tuple[Meld, ...]
    melded: tuple[bool, ...]  # who has laid a meld of his own
    had_turn: tuple[bool, ...]  # who has finished a turn
    turn: Seat  # whose turn it is, or will be unless the discard is claimed
    discarder: Seat | None = None  # who laid the top discard; None for the card turned up at the deal
    answers: tuple[Answer | None, ...] | None = None  # to that discard, while it may be claimed
    declined: bool = False  # the player in turn has said no to it
    drawn: bool = False  # this turn has its card
    had_melded: bool = False  # before this turn
    laid_off: bool = False  # in this turn
    owed: Card | None = None  # a discard taken in this turn and not melded yet
    claimed: Seat | None = None  # who said thank you for the discard, for the present turn
    passed_over: tuple[Seat, ...] = ()  # who said it too, and comes later in the order of turns
    feeder: Seat | None = None  # whose discard was taken for the present turn
    drew_last: Seat | None = None  # who was the last to draw from the stock
    knocker: Seat | None = None
    ending: str = ""  # how the board ended, as in the view; empty until then
    winner: Seat | None = None


class Window(NamedTuple):
    """The time in which a discard may be claimed."""

    open: bool
    answered: tuple[bool, ...]  # per seat; what was answered is not told


class Payment(NamedTuple):
    """What a loser's hand costs."""

    loser: Seat
    payer: Seat  # the loser, or who pays for all
    winner: Seat
    rank: int  # how many losers have no more points: 1 for the lowest; of a failed knock perhaps the last
    doubles: int  # 1, 2, 4 ...
    points: int  # rank x doubles
    why: Text
    doubled: tuple[tuple[str, int], ...] = ()  # what for and how much each: "sevens", "meld" for none, "hoola"


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know; `seat` None is the public. Per-seat tuples begin with seat 0."""

    seat: Seat | None
    options: Options
    to_act: frozenset[Seat]
    choices: tuple[Choice, ...]
    result: Result | None
    phase: str  # claim, draw, play (after drawing), done
    dealer: Seat
    turn: Seat  # whose turn it is; while a discard may be claimed, whose it will be if nobody does
    hands: tuple[tuple[Card, ...] | None, ...]  # None = not for this viewer; all when the board is over
    counts: tuple[int, ...]  # how many cards each holds
    melds: tuple[Meld, ...]  # (number, owner, kind, cards in order)
    stock: int  # cards left to draw
    discards: tuple[Card, ...]  # all, oldest first
    melded: tuple[bool, ...]  # who has laid a meld of his own
    had_turn: tuple[bool, ...]  # who has finished a turn
    window: Window
    owed: Card | None  # a discard taken in this turn that must still be melded
    claimed: Seat | None  # who said thank you for a discard, for the present turn
    passed_over: bool  # the viewer said it too, and comes later in the order of turns
    feeder: Seat | None  # whose discard was taken for the present turn
    knocker: Seat | None
    ending: str  # out, hoola, knock, blast small, blast large, luck, stock; empty until the end
    winner: Seat | None
    payments: tuple[Payment, ...]  # a line for each loser, when the board is over


# What follows from a state


def phase(state: State) -> str:
    """done, claim (a discard may be claimed), draw or play (what the player in turn does)."""
    if state.ending:
        return "done"
    if state.answers is not None:
        return "claim"
    return "play" if state.drawn else "draw"


def to_act(state: State) -> frozenset[Seat]:
    """The player in turn; while a discard may be claimed all who have not answered, and the clock. It depends on
    nobody's cards."""
    if state.ending:
        return frozenset()
    if state.answers is None:
        return frozenset({state.turn})
    return frozenset({CLOCK, *waiting(state)})


def waiting(state: State) -> tuple[Seat, ...]:
    """Who may still answer to the discard, the nearest after its player first."""
    if state.answers is None or state.discarder is None:
        return ()
    return tuple(seat for seat in seats_after(state.board, state.discarder)[:-1] if state.answers[seat] is None)


def seats_after(board: Board, seat: Seat) -> tuple[Seat, ...]:
    """All seats in the order of turns, the one after `seat` first and `seat` last."""
    step = 1 if board.options.direction == "clockwise" else -1
    return tuple((seat + step * place) % board.seats for place in range(1, board.seats + 1))


def has_window(board: Board) -> bool:
    """Whether a discard may be claimed out of turn: not if only the player whose turn it is could want it."""
    return board.options.thank_you == "anyone" and board.seats > 2
