"""A board as files tell it, whatever their format: what every reader makes and every writer takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from hool.rules import hool
from hool.rules.cards import RANKS, SUITS, Card, Deal
from hool.rules.game import Board, Seat, replay
from hool.rules.hool_options import DENOMINATIONS
from hool.rules.text import Text

MAX_BYTES = 1_000_000
MAX_BOARDS = 500
MAX_GAMES = 10_000  # boards and further results of them
MAX_PROBLEMS = 50
MAX_NUMBER = 999_999  # of a board

SEATS = "NESW"
NAMES = ("North", "East", "South", "West")
DEFAULT = hool.Options()

Tricks = tuple[tuple[int, ...], ...]
"""Double-dummy tricks: for each declarer N E S W those in each of DENOMINATIONS."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file that could not be used.

    line: 1 for the first line; 0 when the file as a whole is meant.
    text: one sentence, without the line number.
    """

    line: int
    text: Text

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}" if self.line else str(self.text)


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a bridge auction, which HOOL has none of; kept so that a file can be given back.

    text: "Pass", "X", "XX", "1C" ... "7NT"; "^S" for a player who was skipped, "^I" before an insufficient bid.
    marks: numbers 0-255 as PBN has them, `!` is 1. note: what the call means, in its author's words.
    """

    text: str
    marks: tuple[int, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class FileBoard:
    """One board as a file tells it.

    number: from 1. dealer, declarer: seats 0-3 (N E S W); declarer None = unknown or none.
    contract: "4H", "3NT", "Pass" (passed out) or "" (unknown). doubled: 1, 2 or 4. tricks: declarer's, 0-13.
    options: HOOL's options if HOOL wrote the board, else None. carry: `Board.carry`.
    acts: (seat, text) as in a table's log: clues, calls and cards, all checked by the rules. Of a board that
      HOOL did not write only the cards, to be played under `options_with(...)`.
    claim: (seat, tricks) when the board ended by a claim.
    vulnerable: "None", "NS", "EW" or "All". HOOL knows no vulnerability.
    auction: a bridge auction, dealer first; () if there is none.
    double_dummy: what was solved before, None if unknown. par: HOOL's par of it as text, "" if unknown.
    tags: every tag pair of the board as (name, value), inherited ones included.
    line: where the board begins in the file; 0 if it comes from no file.
    """

    number: int
    dealer: Seat
    deal: Deal
    contract: str = ""
    declarer: Seat | None = None
    doubled: int = 1
    tricks: int | None = None
    options: hool.Options | None = None
    carry: tuple[int, ...] = ()
    acts: tuple[tuple[Seat, str], ...] = ()
    claim: tuple[Seat, int] | None = None
    vulnerable: str = "None"
    auction: tuple[Call, ...] = ()
    double_dummy: Tricks | None = None
    par: str = ""
    tags: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    line: int = field(default=0, compare=False)

    def tag(self, name: str) -> str:
        """The value of a tag, "" if the board has none."""
        return dict(self.tags).get(name, "")

    def options_with(self, base: hool.Options) -> hool.Options:
        """The options to play this board with: HOOL's own; else `base`, and if the file names contract and
        declarer, the board begins with the opening lead of that contract."""
        if self.options is not None:
            return self.options
        if self.declarer is None or self.contract in ("", "Pass") or len(self.deal.hands[0]) != 13:
            return base
        return replace(
            base,
            pack="full",
            partners=True,
            trumps="contract",
            contract="given",
            given_contract=self.contract,
            given_declarer=self.declarer,
            given_doubled=self.doubled,
            clues=0,
        )

    def board(self, base: hool.Options | None = None) -> Board:
        """The board for the rules, under `options_with(base)`; without a base, under the first options of its pack."""
        if base is None:
            size = 4 * len(self.deal.hands[0])
            base = next((each for each in hool.PRESETS.values() if len(hool.PACKS[each.pack]) == size), DEFAULT)
        return Board(self.number, self.dealer, 4, self.options_with(base), self.carry)

    def view(self) -> hool.View:
        """What all may see when everything that is told here has been done. Raises IllegalAction."""
        state = replay(hool, self.board(), self.deal, self.acts)
        return hool.view(hool.claim(state, *self.claim) if self.claim else state, None)


@dataclass(frozen=True, slots=True)
class Report:
    boards: tuple[FileBoard, ...]
    problems: tuple[Problem, ...]


def played_board(
    board: Board,
    deal: Deal,
    acts: Iterable[tuple[Seat, str]],
    names: Sequence[str] = ("", "", "", ""),
    claim: tuple[Seat, int] | None = None,
    tags: Iterable[tuple[str, str]] = (),
    double_dummy: Tricks | None = None,
    par: str = "",
) -> FileBoard:
    """A HOOL board as it stands after `acts`, ready to be written.

    names: who sits N E S W, "" if unknown. tags: more tag pairs, such as ("Date", "2025.03.14").
    Raises IllegalAction for acts that are not legal.
    """
    made = FileBoard(
        number=board.number,
        dealer=board.dealer,
        deal=deal,
        options=board.options,
        carry=board.carry,
        acts=tuple(acts),
        claim=claim,
        double_dummy=double_dummy,
        par=par,
        tags=(*tags, *(pair for pair in zip(NAMES, names, strict=True) if pair[1])),
    )
    view = made.view()
    contract, tricks = view.contract, None
    if view.result is not None and not view.trumps:
        contract = "Pass"
    elif view.result is not None and contract and view.declarer is not None:
        tricks = declarers_tricks(view)
    return replace(
        made,
        contract=contract,
        declarer=view.declarer if contract else None,
        doubled=view.doubled,
        tricks=tricks,
    )


def declarers_tricks(view: hool.View) -> int:
    """Tricks of declarer's side."""
    assert view.declarer is not None
    return view.tricks_won[view.declarer] + view.tricks_won[(view.declarer + 2) % 4]


def contract_of(auction: Sequence[Call], dealer: Seat) -> tuple[str, Seat | None, int] | None:
    """(contract, declarer, doubled) that an auction of bridge ends in; ("Pass", None, 1) when it is passed out, None
    while it is unfinished. Declarer is the first of the side to have named the denomination."""
    bid, doubled, passes, seat = "", 1, 0, dealer
    first: dict[tuple[int, str], Seat] = {}
    side = 0
    for call in auction:
        if call.text == "^I":
            continue
        passes = passes + 1 if call.text in ("Pass", "^S") else 0
        if call.text in ("X", "XX"):
            doubled = 2 * len(call.text)
        elif not passes:
            bid, doubled, side = call.text, 1, seat % 2
            first.setdefault((side, bid[1:]), seat)
        seat = (seat + 1) % 4
    if passes < (3 if bid else 4):
        return None
    return (bid, first[side, bid[1:]], doubled) if bid else ("Pass", None, 1)


def card_of(text: str) -> Card | None:
    """The card that bridge files write suit first, `SK`; some write `KS`, `s10`. None if it is none."""
    text = text.upper().replace("10", "T")
    if len(text) == 2 and text[1] in SUITS and text[0] not in SUITS:
        text = text[1] + text[0]
    if len(text) != 2 or text[0] not in SUITS or text[1] not in RANKS:
        return None
    return Card(RANKS.index(text[1]) + 2, text[0])


def bridge_card(card: Card) -> str:
    """A card as bridge files write it: `SK`, `HT`."""
    return card.suit + RANKS[card.rank - 2]


def denomination(text: str) -> str | None:
    """One of DENOMINATIONS from `S`, `nt`, `N`, `♠`; None if it is none."""
    text = text.upper()
    for suit, sign in zip(SUITS, "♠♥♦♣", strict=True):
        text = text.replace(sign, suit)
    text = "NT" if text == "N" else text
    return text if text in DENOMINATIONS else None
