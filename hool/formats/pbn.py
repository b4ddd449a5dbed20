"""Portable Bridge Notation (PBN 2.1): tolerant in, strict out.

`read` takes what real programs write: any tag order, several tags on a line, comments, escape lines, notes,
suffixes, `#` inheritance, small letters, ISO-8859-1, UTF-8 or UTF-16, missing blank lines, missing dealers.
What cannot be used becomes a `Problem` that names its line; every sound board beside it is still offered.

`write` makes PBN 2.1 export format. PBN knows no clues and no secret bids, so HOOL keeps them where the
standard lets other programs skip them: tags of its own and tables (a name that ends in `Table`).

    [HoolVersion "1"]                                 this board was made by HOOL Classroom
    [HoolCarry "0;0;0;0"]                             points brought in, per seat, if there are any
    [HoolClaim "N 4"]                                 North's side takes four of the tricks that were left
    [HoolScore "NS 140"]                              the board in HOOL points
    [HoolBidTable "Step;Seat;Call"]                   calls in the order in which they were made
    [HoolClueTable "Round;Seat;Kind;Value"]           clues in the order in which they were given
    [HoolOptionTable "Name;Value"]                    the options that differ from the default
    [HoolPlayTable "North;East;South;West"]           the cards, a trick a row, where there is no contract

There is no `[Auction]`: a HOOL board has none, and an invented one would be false. The play of a board with a
contract is an ordinary `[Play]`; without one the standard allows none.
"""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from hool.formats.pbn_text import MANDATORY, Game, decode, games, inherit, is_binary
from hool.rules import hool
from hool.rules.cards import (
    RANKS,
    SUITS,
    Card,
    CardError,
    Deal,
    check_deal,
    format_hand,
    parse_card,
    parse_hand,
)  # fmt: skip
from hool.rules.game import Board, IllegalAction, OptionError, Seat, options_from_json, play, replay
from hool.rules.text import SeatRef, Text, say

MAX_BYTES = 1_000_000
MAX_BOARDS = 500
MAX_GAMES = 10_000  # boards and further results of them
MAX_PROBLEMS = 50
MAX_NUMBER = 999_999  # of a board

SEATS = "NESW"
_DEFAULT = hool.Options()
_NAMES = ("North", "East", "South", "West")
_CALLS = {"pass": "Pass", "double": "X", "redouble": "XX"}
_ACTS = {call.lower(): act for act, call in _CALLS.items()} | {"p": "pass"}


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
class PbnBoard:
    """One board as PBN tells it.

    number: from 1. dealer, declarer: seats 0-3 (N E S W); declarer None = unknown or none.
    contract: "4H", "3NT", "Pass" (passed out) or "" (unknown). doubled: 1, 2 or 4. tricks: declarer's, 0-13.
    options: HOOL's options if HOOL wrote the board, else None. carry: `Board.carry`.
    acts: (seat, text) as in a table's log: clues, calls and cards, all checked by the rules. Of a board that
      HOOL did not write only the cards, to be played under `options_with(...)`.
    claim: (seat, tricks) when the board ended by a claim.
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
    tags: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    line: int = field(default=0, compare=False)

    @property
    def clues(self) -> tuple[tuple[Seat, str], ...]:
        return tuple(act for act in self.acts if act[1].startswith("clue "))

    @property
    def plays(self) -> tuple[tuple[Seat, str], ...]:
        return tuple(act for act in self.acts if act[1].startswith("play "))

    @property
    def bids(self) -> tuple[tuple[Seat, str], ...]:
        return tuple(act for act in self.acts if not act[1].startswith(("clue ", "play ")))

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

    def board(self, base: hool.Options = _DEFAULT) -> Board:
        """The board for the rules, under `options_with(base)`."""
        return Board(self.number, self.dealer, 4, self.options_with(base), self.carry)


@dataclass(frozen=True, slots=True)
class Report:
    boards: tuple[PbnBoard, ...]
    problems: tuple[Problem, ...]


# ---------------------------------------------------------------------------------------------------- reading


def read(data: bytes | str, acts: bool = True, pack: Sequence[Card] | None = None) -> Report:
    """All boards of a PBN file, and what could not be used. Never raises for what stands in `data`.

    acts: False leaves out clues, calls and cards (checking a whole board by the rules takes milliseconds).
    pack: the cards that must have been dealt, such as `hool.PACKS["full"]`; None = any pack that HOOL plays with.
    A deal that comes again under its own number is another table's result and left out, unless HOOL wrote it.
    Refused as a whole: more than MAX_BYTES, MAX_BOARDS or MAX_GAMES, and what is no text.
    """
    reader = _Reader(acts, pack)
    if len(data) > MAX_BYTES:
        reader.problem(0, say("This file is too large. One megabyte is the most that can be read."))
        return reader.report()
    text = data if isinstance(data, str) else decode(data)
    if is_binary(text):
        reader.problem(0, say("This is not a text file. A PBN file is plain text."))
        return reader.report()
    cut = games(text, reader.problem)
    if len(cut) > MAX_GAMES:
        reader.problem(0, say("This file holds more than {count} results. Please split it.", count=MAX_GAMES))
        return reader.report()
    cut = list(inherit(cut))
    if sum("Deal" in game.tags for game in cut) > MAX_BOARDS:
        reader.problem(0, say("This file holds more than {count} boards. Please split it.", count=MAX_BOARDS))
        return reader.report()
    for game in cut:
        reader.take(game)
    if not reader.boards and not reader.problems:
        reader.problem(0, say("There are no deals in this file."))
    return reader.report()


class _Unusable(Exception):
    """A part of a board that cannot be used, with the reason."""

    def __init__(self, line: int, text: Text) -> None:
        self.line, self.text = line, text


class _Reader:
    """Collects boards and problems of one file."""

    def __init__(self, acts: bool, pack: Sequence[Card] | None) -> None:
        self.acts, self.pack = acts, pack
        self.boards: list[PbnBoard] = []
        self.problems: list[Problem] = []  # the first MAX_PROBLEMS by their lines
        self.more = 0
        self.known: set[tuple[int, Deal]] = set()
        self.number = 0

    def problem(self, line: int, text: Text) -> None:
        if len(self.problems) == MAX_PROBLEMS:
            self.more += 1
            if line >= self.problems[-1].line:
                return
            self.problems.pop()
        insort(self.problems, Problem(line, text), key=lambda problem: problem.line)

    def report(self) -> Report:
        more = [Problem(0, say("And {count} more.", count=self.more))] if self.more else []
        return Report(tuple(self.boards), (*self.problems, *more))

    def take(self, game: Game) -> None:
        number = re.search(r"\d{1,6}", game.value("Board"))
        if not game.value("Deal"):
            # Results of a second table repeat no deal; only a board of its own number misses one.
            if number and int(number.group()) != self.number:
                self.number = int(number.group())
                self.problem(game.line_of("Deal", "Board"), say("Board {number} has no deal.", number=self.number))
            return
        self.number = max(1, int(number.group())) if number else self.number + 1
        try:
            board = self._board(game)
        except _Unusable as fault:
            self.problem(fault.line, fault.text)
            return
        if board.options is None and (board.number, board.deal) in self.known:
            return
        self.known.add((board.number, board.deal))
        self.boards.append(board)

    def _board(self, game: Game) -> PbnBoard:
        options = _options(game) if "HoolVersion" in game.tags else None
        board = PbnBoard(
            number=self.number,
            dealer=self._dealer(game),
            deal=self._deal(game, options),
            options=options,
            tags=tuple((tag.name, tag.value) for tag in game.tags.values()),
            line=game.line,
        )
        try:
            board = replace(board, **_contract(game), carry=_carry(game))
            if self.acts:
                board = _with_acts(game, board)
        except _Unusable as fault:
            self.problem(
                fault.line,
                say(
                    "{reason} The deal of board {number} is taken without it.",
                    reason=fault.text,
                    number=board.number,
                ),
            )
            board = replace(board, claim=None, acts=())
        return board

    def _deal(self, game: Game, options: hool.Options | None) -> Deal:
        line = game.line_of("Deal")
        own = hool.PACKS[options.pack] if options else self.pack
        deal = _deal(line, game.value("Deal"), [own] if own else tuple(hool.PACKS.values()))
        try:
            if self.pack is not None:
                check_deal(deal, self.pack)
        except CardError as fault:
            raise _Unusable(line, fault.why) from None
        return deal

    def _dealer(self, game: Game) -> Seat:
        dealer = game.value("Dealer").upper()[:1]
        if dealer and dealer not in SEATS:
            self.problem(
                game.line_of("Dealer"),
                say(
                    "The dealer of board {number} is none of N, E, S, W; the board's number decides.",
                    number=self.number,
                ),
            )
            dealer = ""
        return SEATS.index(dealer) if dealer else (self.number - 1) % 4


def _deal(line: int, text: str, packs: Sequence[Sequence[Card]]) -> Deal:
    """The four hands of `N:AKQ.T98.76.5432 ...`: any seat may come first, one hand may be left out as `-`.

    packs: the packs that may have been dealt; the first is the one a deal of no pack's size is measured by.
    """
    letter, _, rest = text.upper().replace("10", "T").partition(":")
    if letter.strip() not in tuple(SEATS) or not rest:
        raise _Unusable(line, say("The deal does not begin with the seat of its first hand, such as N: for North."))
    hands = rest.split()
    if len(hands) == 4:
        first = SEATS.index(letter.strip())
        hands = hands[-first:] + hands[:-first]
    else:
        raise _Unusable(line, say("The deal has {count} hands, 4 are needed.", count=len(hands)))
    unknown = [seat for seat, hand in enumerate(hands) if hand == "-"]
    if len(unknown) > 1:
        raise _Unusable(line, say("The cards of {seat} are not told.", seat=SeatRef(unknown[0])))
    try:
        dealt = [() if hand == "-" else parse_hand(re.sub(r"(^|\.)-(?=\.|$)", r"\1", hand)) for hand in hands]
        size = sum(map(len, dealt))
        pack = next((pack for pack in packs if len(pack) == size), packs[0])
        holders: dict[Card, Seat] = {}
        for seat, hand in enumerate(dealt):
            for card in hand:
                if card in holders:
                    one, other = SeatRef(holders[card]), SeatRef(seat)
                    raise _Unusable(line, say("{one} and {other} both have {card}.", one=one, other=other, card=card))
                holders[card] = seat
        if unknown:
            dealt[unknown[0]] = tuple(card for card in pack if card not in holders)
        deal = Deal(tuple(dealt))
        check_deal(deal, pack)
        return deal
    except CardError as fault:
        raise _Unusable(line, fault.why) from None


def _contract(game: Game) -> dict[str, Any]:
    """contract, declarer, doubled and tricks, as far as the board names them."""
    text = re.sub(r"\s", "", game.value("Contract")).upper()
    for suit, sign in zip(SUITS, "♠♥♦♣", strict=True):
        text = text.replace(sign, suit)
    if re.fullmatch(r"P|PASS|(ALL)?PASS(ED)?(OUT)?", text):
        return {"contract": "Pass"}
    declarer = game.value("Declarer").upper().strip("^")[:1]
    if not text or text in (*SUITS, "N", "NT"):  # a trump suit alone: the end position of a puzzle
        return {"declarer": SEATS.index(declarer)} if declarer and declarer in SEATS else {}
    match = re.fullmatch(r"([1-7])(NT|[SHDCN])(XX|X|\*\*|\*)?", text)
    if not match:
        raise _Unusable(game.line_of("Contract"), say("“{contract}” is no contract.", contract=text[:20]))
    if declarer not in SEATS:
        raise _Unusable(game.line_of("Declarer"), say("The declarer is none of N, E, S, W."))
    return {
        "contract": match[1] + match[2].replace("NT", "N").replace("N", "NT"),
        "declarer": SEATS.index(declarer) if declarer else None,
        "doubled": 2 ** len(match[3] or ""),
        "tricks": _tricks(game.value("Result"), declarer),
    }


def _tricks(result: str, declarer: str) -> int | None:
    """Declarer's tricks from `10`, `^10`, `NS 9` or `EW 4 NS 9`."""
    sides = {side: int(count) for side, count in re.findall(r"\b(NS|EW)\s*(\d{1,2})\b", result.upper())}
    plain = re.fullmatch(r"\^?(\d{1,2})", result)
    count: int | None = int(plain[1]) if plain else None
    if sides and declarer:
        ours, theirs = ("NS", "EW") if declarer in "NS" else ("EW", "NS")
        count = sides.get(ours, 13 - sides.get(theirs, 0))
    return count if count is not None and 0 <= count <= 13 else None


# HOOL's own tags


def _rows(game: Game, name: str, width: int) -> list[tuple[int, list[str]]]:
    """The rows of a table, each with its line. Raises _Unusable for a row that is too short."""
    tag = game.tags.get(name)
    cells = tag.rows if tag else []
    rows = [(cells[at][0], [cell for _, cell in cells[at : at + width]]) for at in range(0, len(cells), width)]
    for line, row in rows:
        if len(row) != width:
            raise _Unusable(line, say("The last row of {table} is too short.", table=name))
    return rows


def _seat(line: int, text: str) -> Seat:
    if len(text) != 1 or text.upper() not in SEATS:
        raise _Unusable(line, say("“{text}” is none of N, E, S, W.", text=text[:20]))
    return SEATS.index(text.upper())


def _options(game: Game) -> hool.Options:
    line = game.line_of("HoolOptionTable", "HoolVersion")
    if game.value("HoolVersion") != "1":
        raise _Unusable(
            game.line_of("HoolVersion"),
            say("This board was written by a newer HOOL Classroom and cannot be read here."),
        )
    defaults = {item.name: getattr(hool.Options(), item.name) for item in fields(hool.Options)}
    values: dict[str, Any] = {}
    for line, (name, text) in _rows(game, "HoolOptionTable", 2):
        try:
            values[name] = _option_value(defaults[name], text) if name in defaults else text
        except ValueError:
            raise _Unusable(line, say("“{text}” is no value for {option}.", text=text[:40], option=name)) from None
    try:
        return options_from_json(hool.Options, values)
    except OptionError as fault:
        raise _Unusable(line, fault.why) from None


def _option_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(value) if isinstance(value, tuple) else str(value)


def _option_value(default: Any, text: str) -> Any:
    """The value that `_option_text` wrote, by the kind of the option's default."""
    if isinstance(default, bool):
        return {"yes": True, "no": False}.get(text, text)
    if isinstance(default, tuple):
        return tuple(text.split(","))
    return int(text) if default is None or isinstance(default, int) else text


def _carry(game: Game) -> tuple[int, ...]:
    """The points brought in, () if there are none; the limit keeps scores within what can be written."""
    text = game.value("HoolCarry")
    if text and not re.fullmatch(r"(-?[0-9]{1,6};){3}-?[0-9]{1,6}", text):
        raise _Unusable(game.line_of("HoolCarry"), say("“{text}” is not the points of four players.", text=text[:40]))
    return tuple(map(int, filter(None, text.split(";"))))


def _claim(game: Game) -> tuple[Seat, int] | None:
    match = re.fullmatch(r"([NESW]) (\d{1,2})", game.value("HoolClaim"))
    return (SEATS.index(match[1]), int(match[2])) if match else None


def _with_acts(game: Game, board: PbnBoard) -> PbnBoard:
    """The board with what was said and played. Raises _Unusable if that is not legal or contradicts itself."""
    if board.options is None:
        named = board.contract not in ("", "Pass") and board.declarer is not None
        if not named or len(board.deal.hands[0]) != 13:
            return board
        return replace(board, acts=tuple(_Acts(game, board).made))
    acts = _Acts(game, board).made
    try:
        told = pbn_board(board.board(), board.deal, acts, claim=_claim(game), tags=board.tags)
    except IllegalAction as fault:
        raise _Unusable(game.line_of("HoolClaim"), fault.why) from None
    if (told.contract, told.declarer, told.doubled) != (board.contract, board.declarer, board.doubled):
        raise _Unusable(game.line_of("Contract"), say("The contract does not follow from the calls."))
    return replace(told, line=board.line)


class _Acts:
    """The acts of one board, each tried by the rules as it is read; `made` holds them in order.

    Raises _Unusable at the first that is not legal.
    """

    def __init__(self, game: Game, board: PbnBoard) -> None:
        self.game, self.board = game, board
        self.state = hool.start(board.board(), board.deal)
        self.made: list[tuple[Seat, str]] = []
        if board.options is not None:
            self._clues()
            self._calls()
        self._cards()

    def _act(self, line: int, seat: Seat, text: str) -> None:
        try:
            self.state = play(hool, self.state, seat, text)
        except IllegalAction as fault:
            raise _Unusable(line, fault.why) from None
        self.made.append((seat, text))

    def _clues(self) -> None:
        for line, (_, letter, kind, value) in _rows(self.game, "HoolClueTable", 4):
            seat = _seat(line, letter)
            self._act(line, seat, f"clue {kind.lower()}")
            told = str(self.state.clues[seat][-1][1])
            if told != value:
                raise _Unusable(line, say("The clue says {value}, but the hand has {told}.", value=value, told=told))

    def _calls(self) -> None:
        for line, (step, letter, call) in _rows(self.game, "HoolBidTable", 3):
            self._act(line, _seat(line, letter), _act_of(step, call))

    def _cards(self) -> None:
        columns = _columns(self.game, self.board)
        taken = [0] * 4
        while any(columns) and hool.to_act(self.state):
            view = hool.view(self.state, None)
            if view.leader is None:
                raise _Unusable(self.game.line_of("Play"), say("Cards are played before the bidding is over."))
            seat = (view.leader + len(view.trick)) % 4
            column = columns[seat]
            line, card = column[taken[seat]] if taken[seat] < len(column) else (0, None)
            if card is None:
                return
            taken[seat] += 1
            (actor,) = hool.to_act(self.state)
            self._act(line, actor, f"play {card}")


def _act_of(step: str, call: str) -> str:
    call = call.upper()
    if step.lower() == "agree":
        return "agree" if call == "AGREE" else f"propose {call}"
    return _ACTS.get(call.lower(), f"bid {call}")


def _columns(game: Game, board: PbnBoard) -> tuple[list[tuple[int, Card | None]], ...]:
    """What each seat played, with the line where it stands; None = a card that is not known or was not played."""
    own = game.tags.get("HoolPlayTable")
    table = own or game.tags.get("Play")
    cells: list[tuple[int, Card | None]] = []
    for line, token in table.rows if table else []:
        text = token.upper().replace("10", "T").rstrip("!?")
        if text in ("-", "*", "+"):
            cells.append((line, None))
        elif re.fullmatch(rf"[{SUITS}][{RANKS}]", text):
            cells.append((line, parse_card(text[1] + text[0])))
        elif re.fullmatch(rf"[{RANKS}][{SUITS}]", text):
            cells.append((line, parse_card(text)))
        elif not re.fullmatch(r"=\d*=|\$\d+|\^[A-Z]", text):
            raise _Unusable(line, say("“{card}” is no card.", card=token[:20]))
    first = 0 if own else _opener(game, board)
    return tuple(cells[(seat - first) % 4 :: 4] for seat in range(4))


def _opener(game: Game, board: PbnBoard) -> Seat:
    """Whose cards stand in the first column of `[Play]`: the opening leader's."""
    opener = game.value("Play").upper()[:1]
    if opener and opener in SEATS:
        return SEATS.index(opener)
    return 0 if board.declarer is None else (board.declarer + 1) % 4


# ---------------------------------------------------------------------------------------------------- writing


def pbn_board(
    board: Board,
    deal: Deal,
    acts: Iterable[tuple[Seat, str]],
    names: Sequence[str] = ("", "", "", ""),
    claim: tuple[Seat, int] | None = None,
    tags: Iterable[tuple[str, str]] = (),
) -> PbnBoard:
    """A HOOL board as it stands after `acts`, ready for `write`.

    names: who sits N E S W, "" if unknown. tags: more tag pairs, such as ("Date", "2025.03.14").
    """
    acts = tuple(acts)
    state = replay(hool, board, deal, acts)
    view = hool.view(hool.claim(state, *claim) if claim else state, None)
    contract, tricks = view.contract, None
    if view.result is not None and not view.trumps:
        contract = "Pass"
    elif view.result is not None and contract and view.declarer is not None:
        tricks = view.tricks_won[view.declarer] + view.tricks_won[(view.declarer + 2) % 4]
    return PbnBoard(
        number=board.number,
        dealer=board.dealer,
        deal=deal,
        contract=contract,
        declarer=view.declarer if contract else None,
        doubled=view.doubled,
        tricks=tricks,
        options=board.options,
        carry=board.carry,
        acts=acts,
        claim=claim,
        tags=(*tags, *(pair for pair in zip(_NAMES, names, strict=True) if pair[1])),
    )


def write(boards: Iterable[PbnBoard]) -> str:
    """The boards in PBN 2.1 export format, to be stored as UTF-8: the standard's ISO-8859-1 lacks most names.

    HOOL's own tags are written for boards with options. Raises IllegalAction if the acts of a board are illegal.
    """
    return "\n".join(("% PBN 2.1\n% EXPORT\n", *("\n".join(_lines(board)) + "\n" for board in boards)))


def _lines(board: PbnBoard) -> Iterator[str]:
    hands = board.deal.hands
    passed = board.contract == "Pass"
    own = {
        "Board": str(board.number),
        "Dealer": SEATS[board.dealer],
        "Vulnerable": "None",
        "Deal": f"{SEATS[board.dealer]}:" + " ".join(format_hand(hands[(board.dealer + i) % 4]) for i in range(4)),
        "Declarer": "" if passed else "?" if board.declarer is None else SEATS[board.declarer],
        "Contract": (board.contract or "?") + {1: "", 2: "X", 4: "XX"}[board.doubled],
        "Result": "" if passed else "?" if board.tricks is None else str(board.tricks),
    }
    if board.options is not None:
        own |= {"Scoring": "HOOL", "HoolVersion": "1"}
    if board.carry:
        own["HoolCarry"] = ";".join(map(str, board.carry))
    if board.claim:
        own["HoolClaim"] = f"{SEATS[board.claim[0]]} {board.claim[1]}"
    clues, calls, view = _fold(board)
    if view.result is not None and board.options is not None:
        own["HoolScore"] = _score_text(view.result.scores, board.options.partners)
    given = dict(board.tags)
    values = dict.fromkeys(MANDATORY, "?") | {name: given[name] for name in MANDATORY if given.get(name)} | own
    for name in (*MANDATORY, *sorted(own.keys() | given.keys() - {"Auction", "Play", "Note"})):
        if name in values:
            yield _pair(name, values.pop(name))
        elif name in given and name not in MANDATORY and (name == "Table" or not name.endswith("Table")):
            yield _pair(name, given[name])
    if view.contract and (view.tricks or view.trick):
        opener = view.tricks[0].leader if view.tricks else view.trick[0][0]
        yield _pair("Play", SEATS[opener])
        yield from _play_rows(view, opener)
    yield from _table("HoolBidTable", "Step;Seat;Call", calls)
    yield from _table("HoolClueTable", "Round;Seat;Kind;Value", clues)
    if board.options is not None:
        changed = [
            f'{item.name} "{_option_text(value)}"'
            for item in fields(board.options)
            if (value := getattr(board.options, item.name)) != item.default
        ]
        yield from _table("HoolOptionTable", "Name;Value", changed)
    if not view.contract:
        yield from _table("HoolPlayTable", "North;East;South;West", _play_rows(view, 0))


def _pair(name: str, value: str) -> str:
    value = re.sub(r"[\x00-\x1f\x7f]+", " ", value)[:200].replace("\\", r"\\").replace('"', r"\"")
    return f'[{name} "{value}"]'


def _table(name: str, columns: str, rows: Sequence[str]) -> Iterator[str]:
    if rows:
        yield _pair(name, columns)
        yield from rows


def _fold(board: PbnBoard) -> tuple[list[str], list[str], hool.View]:
    """Rows of the clue table and of the bid table, and how the board stands after its acts."""
    state = hool.start(board.board(), board.deal)
    clues, calls = [], []
    for seat, text in board.acts:
        before = hool.phase(state)
        state = play(hool, state, seat, text)
        verb, _, rest = text.partition(" ")
        if verb == "clue":
            given = hool.view(state, None).clues[seat]
            clues.append(f"{len(given)} {SEATS[seat]} {rest} {given[-1][1]}")
        elif verb != "play":
            calls.append(f"{before.removeprefix('step ')} {SEATS[seat]} {_CALLS.get(verb) or rest or verb}")
    return clues, calls, hool.view(hool.claim(state, *board.claim) if board.claim else state, None)


def _score_text(scores: Sequence[int], partners: bool) -> str:
    """`NS 140`, both sides if both have points, or each seat if there are no sides."""
    names = ("NS", "EW") if partners else tuple(SEATS)
    return " ".join(f"{name} {points}" for name, points in zip(names, scores, strict=False) if points) or "NS 0"


def _play_rows(view: hool.View, first: Seat) -> list[str]:
    """One row a trick, the card of seat `first` at its start, whoever leads; `*` and `+` stand for the next card."""
    tricks = [(leader, cards) for leader, cards, _ in view.tricks]
    if view.trick:
        tricks.append((view.trick[0][0], tuple(card for _, card in view.trick)))
    rows = []
    for leader, cards in tricks:
        row = ["-"] * 4
        for turn, card in enumerate(cards):
            row[(leader + turn - first) % 4] = card.suit + RANKS[card.rank - 2]
        if len(cards) < 4:
            row[(leader + len(cards) - first) % 4] = "*" if view.claimed else "+"
        rows.append(" ".join(row))
    if view.claimed and not view.trick:
        rows.append("*")
    return rows
