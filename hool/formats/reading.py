"""From the text of a file to boards: what the tags of a game mean, checked by the rules.

PBN is cut into games by `pbn_text`; LIN is put into the same shape by `lin`.
"""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from hool.formats import own
from hool.formats.boards import (
    MAX_BOARDS,
    MAX_BYTES,
    MAX_GAMES,
    MAX_PROBLEMS,
    SEATS,
    FileBoard,
    Problem,
    Report,
    card_of,
    contract_of,
    declarers_tricks,
    denomination,
    played_board,
)
from hool.formats.bridge import auction_of, double_dummy_of
from hool.formats.own import Unusable
from hool.formats.pbn_text import Game, decode, is_binary
from hool.rules import hool
from hool.rules.cards import Card, CardError, Deal, check_deal, parse_hand
from hool.rules.game import IllegalAction, Seat, play
from hool.rules.text import SeatRef, Text, say

MAX_HAND = 60  # characters; 13 cards and three dots are 16, and some write more signs than they need
_VULNERABLE = {
    **dict.fromkeys(("NONE", "LOVE", "-", "O"), "None"),
    **dict.fromkeys(("NS", "N-S", "N/S", "N"), "NS"),
    **dict.fromkeys(("EW", "E-W", "E/W", "E"), "EW"),
    **dict.fromkeys(("ALL", "BOTH", "B"), "All"),
}


class Reader:
    """Collects boards and problems of one file.

    acts: False leaves out clues, calls and cards (checking a whole board by the rules takes milliseconds).
    pack: the cards that must have been dealt; None = any pack that HOOL plays with.
    """

    def __init__(self, acts: bool, pack: Sequence[Card] | None) -> None:
        self.acts, self.pack = acts, pack
        self.boards: list[FileBoard] = []
        self.problems: list[Problem] = []  # the first MAX_PROBLEMS by their lines
        self.more = 0
        self.known: set[tuple[int, Deal]] = set()
        self.number = 0
        self.left_out: list[int] = []  # lines of the boards beyond MAX_BOARDS

    def problem(self, line: int, text: Text) -> None:
        if len(self.problems) == MAX_PROBLEMS:
            self.more += 1
            if line >= self.problems[-1].line:
                return
            self.problems.pop()
        insort(self.problems, Problem(line, text), key=lambda problem: problem.line)

    def report(self) -> Report:
        if self.left_out:
            self.problem(
                self.left_out[0],
                say(
                    "This file holds {count} boards. The first {most} are taken.",
                    count=len(self.boards) + len(self.left_out),
                    most=MAX_BOARDS,
                ),
            )
        more = [Problem(0, say("And {count} more.", count=self.more))] if self.more else []
        return Report(tuple(self.boards), (*self.problems, *more))

    def text(self, data: bytes | str) -> str | None:
        """The text of a file; None, and a problem, if it is too large or no text."""
        if len(data) > MAX_BYTES:
            self.problem(0, say("This file is too large. One megabyte is the most that can be read."))
            return None
        text = data if isinstance(data, str) else decode(data)
        if is_binary(text):
            self.problem(0, say("This is not a text file. PBN and LIN files are plain text."))
            return None
        return text

    def take_all(self, games: Iterable[Game], count: int) -> None:
        """The boards of a file. count: of all games in it."""
        for place, game in enumerate(games):
            if place == MAX_GAMES:
                text = say("This file holds {count} results. The first {most} are read.", count=count, most=MAX_GAMES)
                self.problem(game.line, text)
                break
            for line, word in game.strays():
                self.problem(line, say("“{text}” belongs to no tag and is left out.", text=word[:60]))
            self.take(game)
        if not self.boards and not self.problems:
            self.problem(0, say("There are no deals in this file."))

    def take(self, game: Game) -> None:
        """A board is taken; a deal that comes again under its own number is another table's result and left out,
        unless HOOL wrote it."""
        number = re.search(r"\d{1,6}", game.value("Board"))
        if not game.value("Deal"):
            # Results of a second table repeat no deal; only a board of its own number misses one.
            if number and int(number.group()) != self.number:
                self.number = int(number.group())
                self.problem(game.line_of("Deal", "Board"), say("Board {number} has no deal.", number=self.number))
            return
        if len(self.boards) == MAX_BOARDS:
            self.left_out.append(game.line)
            return
        self.number = max(1, int(number.group())) if number else self.number + 1
        try:
            board = self._board(game)
        except Unusable as fault:
            self.problem(fault.line, fault.text)
            return
        if board.options is None and (board.number, board.deal) in self.known:
            return
        self.known.add((board.number, board.deal))
        self.boards.append(board)

    def _board(self, game: Game) -> FileBoard:
        options = own.options_of(game) if "HoolVersion" in game.tags else None
        board = FileBoard(
            number=self.number,
            dealer=self._dealer(game),
            deal=self._deal(game, options),
            options=options,
            vulnerable="None" if options else _VULNERABLE.get(game.value("Vulnerable").upper(), "None"),
            par=game.value("HoolPar"),
            tags=tuple((tag.name, tag.value) for tag in game.tags.values()),
            line=game.line,
        )
        board = self._tried(board, _with_table, game)
        if options is None and (self.acts or game.in_turn):  # a LIN file names no contract but by its auction
            board = self._tried(board, _with_auction, game)
        told = self._tried(board, _with_contract, game)
        if told is board:  # without its contract an auction would tell another one
            told = board = replace(board, auction=())
        if not self.acts:
            return told
        whole = told if told is board else self._tried(told, _with_acts, game)
        # Of HOOL's own boards the contract comes from what was said and played, or there is none.
        return _unplayed(board) if options and whole is told else whole

    def _tried(self, board: FileBoard, part: Any, game: Game) -> FileBoard:
        """The board with one more part of what the file tells about it, or as it was, and a problem."""
        try:
            changed: FileBoard = part(game, board)
        except Unusable as fault:
            text = say(
                "{reason} The deal of board {number} is taken without it.", reason=fault.text, number=board.number
            )
            self.problem(fault.line, text)
            return board
        return changed

    def _deal(self, game: Game, options: hool.Options | None) -> Deal:
        if game.fault:
            raise Unusable(*game.fault)
        line = game.line_of("Deal")
        own_pack = hool.PACKS[options.pack] if options else self.pack
        deal = _deal(line, game.value("Deal"), [own_pack] if own_pack else tuple(hool.PACKS.values()))
        try:
            if self.pack is not None:
                check_deal(deal, self.pack)
        except CardError as fault:
            raise Unusable(line, fault.why) from None
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
        raise Unusable(line, say("The deal does not begin with the seat of its first hand, such as N: for North."))
    hands = rest.split()
    if len(hands) == 4:
        first = SEATS.index(letter.strip())
        hands = hands[-first:] + hands[:-first]
    else:
        raise Unusable(line, say("The deal has {count} hands, 4 are needed.", count=len(hands)))
    if long := next((hand for hand in hands if len(hand) > MAX_HAND), ""):
        raise Unusable(line, say("This is too long for a hand: “{hand}”.", hand=long[:40]))
    unknown = [seat for seat, hand in enumerate(hands) if hand == "-"]
    if len(unknown) > 1:
        raise Unusable(line, say("The cards of {seat} are not told.", seat=SeatRef(unknown[0])))
    try:
        dealt = [() if hand == "-" else parse_hand(re.sub(r"(^|\.)-(?=\.|$)", r"\1", hand)) for hand in hands]
        size = sum(map(len, dealt))
        pack = next((pack for pack in packs if len(pack) == size), packs[0])
        holders: dict[Card, Seat] = {}
        for seat, hand in enumerate(dealt):
            for card in hand:
                if card in holders:
                    one, other = SeatRef(holders[card]), SeatRef(seat)
                    raise Unusable(line, say("{one} and {other} both have {card}.", one=one, other=other, card=card))
                holders[card] = seat
        if unknown:
            dealt[unknown[0]] = tuple(card for card in pack if card not in holders)
        deal = Deal(tuple(dealt))
        check_deal(deal, pack)
        return deal
    except CardError as fault:
        raise Unusable(line, fault.why) from None


# -- parts of a board --------------------------------------------------------------------------------------------------


def _with_table(game: Game, board: FileBoard) -> FileBoard:
    return replace(board, double_dummy=double_dummy_of(game))


def _with_auction(game: Game, board: FileBoard) -> FileBoard:
    return replace(board, auction=auction_of(game, board.dealer))


def _with_contract(game: Game, board: FileBoard) -> FileBoard:
    """The board with contract, declarer, doubled and tricks, as far as the file names them, and points brought in."""
    told = _contract(game)
    if not told.get("contract") and (ends := contract_of(board.auction, board.dealer)):
        told = dict(zip(("contract", "declarer", "doubled"), ends, strict=True))
        if told["declarer"] is not None:
            told["tricks"] = _tricks(game.value("Result"), SEATS[told["declarer"]], told["contract"])
    return replace(board, **told, carry=own.carry_of(game))


def _unplayed(board: FileBoard) -> FileBoard:
    """A HOOL board as it is before anything is said."""
    view = board.view()
    return replace(
        board, contract=view.contract, declarer=view.declarer if view.contract else None, doubled=view.doubled
    )


def _contract(game: Game) -> dict[str, Any]:
    text = re.sub(r"\s", "", game.value("Contract")).upper()
    if re.fullmatch(r"P|PASS|(ALL)?PASS(ED)?(OUT)?", text):
        return {"contract": "Pass"}
    declarer = game.value("Declarer").upper().strip("^")[:1]
    if not text or denomination(text):  # a trump suit alone: the end position of a puzzle
        return {"declarer": SEATS.index(declarer)} if declarer and declarer in SEATS else {}
    match = re.fullmatch(r"([1-7])(NT|[SHDCN♠♥♦♣])(XX|X|\*\*|\*)?", text)
    if not match:
        raise Unusable(game.line_of("Contract"), say("“{contract}” is no contract.", contract=text[:20]))
    if declarer not in SEATS:
        raise Unusable(game.line_of("Declarer"), say("The declarer is none of N, E, S, W."))
    contract = f"{match[1]}{denomination(match[2])}"
    return {
        "contract": contract,
        "declarer": SEATS.index(declarer) if declarer else None,
        "doubled": 2 ** len(match[3] or ""),
        "tricks": _tricks(game.value("Result"), declarer, contract),
    }


def _tricks(result: str, declarer: str, contract: str) -> int | None:
    """Declarer's tricks from `10`, `^10`, `NS 9`, `EW 4 NS 9`, or `=`, `+1`, `-2` measured by the contract."""
    sides = {side: int(count) for side, count in re.findall(r"\b(NS|EW)\s*(\d{1,2})\b", result.upper())}
    count: int | None = None
    if match := re.fullmatch(r"\^?(\d{1,2})", result):
        count = int(match[1])
    elif match := re.fullmatch(r"=|[+-]\d{1,2}", result):
        count = 6 + int(contract[0]) + int(match[0].strip("=") or 0)
    elif sides and declarer:
        ours, theirs = ("NS", "EW") if declarer in "NS" else ("EW", "NS")
        count = sides.get(ours, 13 - sides.get(theirs, 0))
    return count if count is not None and 0 <= count <= 13 else None


def _with_acts(game: Game, board: FileBoard) -> FileBoard:
    """The board with what was said and played. Raises Unusable if that is not legal or contradicts itself."""
    if board.options is None:
        if board.contract in ("", "Pass") or board.declarer is None or len(board.deal.hands[0]) != 13:
            return board
        acts = _Acts(game, board)
        played = replace(board, acts=tuple(acts.made))
        if board.tricks is None and hool.phase(acts.state) == "done":
            played = replace(played, tricks=declarers_tricks(hool.view(acts.state, None)))
        return played
    made = _Acts(game, board).made
    try:
        told = played_board(board.board(), board.deal, made, claim=own.claim_of(game))
    except IllegalAction as fault:
        raise Unusable(game.line_of("HoolClaim"), fault.why) from None
    if (told.contract, told.declarer, told.doubled) != (board.contract, board.declarer, board.doubled):
        raise Unusable(game.line_of("Contract"), say("The contract does not follow from the calls."))
    return replace(board, tricks=told.tricks, acts=told.acts, claim=told.claim)


class _Acts:
    """The acts of one board, each tried by the rules as it is read; `made` holds them in order.

    Raises Unusable at the first that is not legal.
    """

    def __init__(self, game: Game, board: FileBoard) -> None:
        self.game, self.board = game, board
        self.state = hool.start(board.board(), board.deal)
        self.made: list[tuple[Seat, str]] = []
        if board.options is not None:
            self._clues()
            for line, seat, text in own.calls_of(game):
                self._act(line, seat, text)
        self._cards()

    def _act(self, line: int, seat: Seat, text: str) -> None:
        try:
            self.state = play(hool, self.state, seat, text)
        except IllegalAction as fault:
            raise Unusable(line, fault.why) from None
        self.made.append((seat, text))

    def _clues(self) -> None:
        for line, seat, kind, value in own.clues_of(self.game):
            self._act(line, seat, f"clue {kind}")
            told = str(self.state.clues[seat][-1][1])
            if told != value:
                raise Unusable(line, say("The clue says {value}, but the hand has {told}.", value=value, told=told))

    def _cards(self) -> None:
        columns = _columns(self.game, self.board)
        while any(columns) and hool.to_act(self.state):
            view = hool.view(self.state, None)
            if view.leader is None:
                raise Unusable(self.game.line_of("Play"), say("Cards are played before the bidding is over."))
            seat = (view.leader + len(view.trick)) % 4
            line, card = next(columns[seat], (0, None))
            if card is None:
                return
            if card not in self.state.hands[seat]:
                text = say("{seat} cannot play {card}: the card is not there.", seat=SeatRef(seat), card=card)
                raise Unusable(line, text)
            (actor,) = hool.to_act(self.state)
            self._act(line, actor, f"play {card}")


def _columns(game: Game, board: FileBoard) -> tuple[Iterator[tuple[int, Card | None]], ...]:
    """What each seat played, with the line where it stands; None = a card that is not known or was not played.

    () if no cards are told. The cards of a LIN file stand as they were played, so all seats take from one row.
    """
    table = game.tags.get("HoolPlayTable") or game.tags.get("Play")
    cells = list(_cells(table.rows)) if table else []
    if not cells or table is None:
        return ()
    if game.in_turn and table.name == "Play":
        return (iter(cells),) * 4
    first = 0 if table.name == "HoolPlayTable" else _opener(game, board)
    return tuple(iter(cells[(seat - first) % 4 :: 4]) for seat in range(4))


def _cells(rows: Sequence[tuple[int, str]]) -> Iterator[tuple[int, Card | None]]:
    for line, token in rows:
        # `^R` a revoke, `^L` a lead out of turn; behind a card what is thought of it, and notes.
        text = re.sub(r"^\^[A-Za-z](?=.)|(=\d*=|\$\d+|[!?])+$", "", token)
        if text in ("-", "*", "+"):
            yield line, None
        elif card := card_of(text):
            yield line, card
        elif text and not re.fullmatch(r"\^[A-Za-z]", text):
            raise Unusable(line, say("“{card}” is no card.", card=token[:20]))


def _opener(game: Game, board: FileBoard) -> Seat:
    """Whose cards stand in the first column of `[Play]`: the opening leader's."""
    opener = game.value("Play").upper()[:1]
    if opener and opener in SEATS:
        return SEATS.index(opener)
    return 0 if board.declarer is None else (board.declarer + 1) % 4
