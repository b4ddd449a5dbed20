"""What HOOL has and bridge files have not: clues, secret bids, options. In tags of its own, as `HoolX`.

A tag is a name with a value. A table is a tag whose name ends in `Table`, with rows below it; other programs skip both.
PBN writes them as they stand here, LIN puts each into a `zh` of its own.

    HoolVersion "1"                            this board was made by HOOL Classroom
    HoolCarry "0;0;0;0"                        points brought in, per seat, if there are any
    HoolClaim "N 4"                            North's side takes four of the tricks that were left
    HoolPar "NS 140;4S;NS"                     HOOL's par, `OptimumScore` being bridge's: points, contract, by whom
    HoolScore "NS 140"                         the board in HOOL points
    HoolBidTable "Step;Seat;Call"              calls in the order in which they were made
    HoolClueTable "Round;Seat;Kind;Value"      clues in the order in which they were given
    HoolOptionTable "Name;Value"               the options that differ from the default
    HoolAuction "made up"                      in LIN: the auction only tells the contract, and nobody called it
    HoolPlayTable "North;East;South;West"      the cards, a trick a row, where there is no contract
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from hool.formats.boards import SEATS, FileBoard, bridge_card
from hool.formats.pbn_text import Game
from hool.rules import hool
from hool.rules.game import OptionError, Seat, options_from_json, play
from hool.rules.text import Text, say

TAGS = {"HoolVersion", "HoolCarry", "HoolClaim", "HoolPar", "HoolScore", "HoolAuction"}
_CALLS = {"pass": "Pass", "double": "X", "redouble": "XX"}
_ACTS = {call.lower(): act for act, call in _CALLS.items()} | {"p": "pass"}


class Unusable(Exception):
    """A part of a board that cannot be used, with the reason."""

    def __init__(self, line: int, text: Text) -> None:
        self.line, self.text = line, text


# -- out ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Own:
    """A board's own data. tables: (name, columns, rows), by name, those that are empty left out. view: how the board
    stands after its acts."""

    tags: dict[str, str]
    tables: tuple[tuple[str, str, tuple[str, ...]], ...]
    view: hool.View


def own_data(board: FileBoard) -> Own:
    """Raises IllegalAction if the acts of the board are illegal."""
    clues, calls, view = _fold(board)
    tags, options = {}, board.options
    if options is not None:
        tags["HoolVersion"] = "1"
    if board.carry:
        tags["HoolCarry"] = ";".join(map(str, board.carry))
    if board.claim:
        tags["HoolClaim"] = f"{SEATS[board.claim[0]]} {board.claim[1]}"
    if board.par:
        tags["HoolPar"] = board.par
    if view.result is not None and options is not None:
        tags["HoolScore"] = _score_text(view.result.scores, options.partners)
    changed = [
        f'{item.name} "{_option_text(value)}"'
        for item in fields(hool.Options)
        if options is not None and (value := getattr(options, item.name)) != item.default
    ]
    tables = (
        ("HoolBidTable", "Step;Seat;Call", calls),
        ("HoolClueTable", "Round;Seat;Kind;Value", clues),
        ("HoolOptionTable", "Name;Value", changed),
        ("HoolPlayTable", "North;East;South;West", [] if view.contract else play_rows(view, 0)),
    )
    return Own(tags, tuple((name, columns, tuple(rows)) for name, columns, rows in tables if rows), view)


def _fold(board: FileBoard) -> tuple[list[str], list[str], hool.View]:
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


def play_rows(view: hool.View, first: Seat) -> list[str]:
    """One row a trick, the card of seat `first` at its start, whoever leads; `*` and `+` stand for the next card."""
    tricks = [(leader, cards) for leader, cards, _ in view.tricks]
    if view.trick:
        tricks.append((view.trick[0][0], tuple(card for _, card in view.trick)))
    rows = []
    for leader, cards in tricks:
        row = ["-"] * 4
        for turn, card in enumerate(cards):
            row[(leader + turn - first) % 4] = bridge_card(card)
        if len(cards) < 4:
            row[(leader + len(cards) - first) % 4] = "*" if view.claimed else "+"
        rows.append(" ".join(row))
    if view.claimed and not view.trick:
        rows.append("*")
    return rows


def _option_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(value) if isinstance(value, tuple) else str(value)


# -- in ----------------------------------------------------------------------------------------------------------------


def options_of(game: Game) -> hool.Options:
    """The options of a board that HOOL wrote. Raises Unusable."""
    line = game.line_of("HoolOptionTable", "HoolVersion")
    if game.value("HoolVersion") != "1":
        raise Unusable(
            game.line_of("HoolVersion"),
            say("This board was written by a newer HOOL Classroom and cannot be read here."),
        )
    defaults = {item.name: getattr(hool.Options(), item.name) for item in fields(hool.Options)}
    values: dict[str, Any] = {}
    for line, (name, text) in _rows(game, "HoolOptionTable", 2):
        try:
            values[name] = _option_value(defaults[name], text) if name in defaults else text
        except ValueError:
            raise Unusable(line, say("“{text}” is no value for {option}.", text=text[:40], option=name)) from None
    try:
        return options_from_json(hool.Options, values)
    except OptionError as fault:
        raise Unusable(line, fault.why) from None


def _option_value(default: Any, text: str) -> Any:
    """The value that `_option_text` wrote, by the kind of the option's default."""
    if isinstance(default, bool):
        return {"yes": True, "no": False}.get(text, text)
    if isinstance(default, tuple):
        return tuple(filter(None, text.split(",")))
    if default is None and text == "None":
        return None
    return int(text) if default is None or isinstance(default, int) else text


def carry_of(game: Game) -> tuple[int, ...]:
    """The points brought in, () if there are none; the limit keeps scores within what can be written."""
    text = game.value("HoolCarry")
    if text and not re.fullmatch(r"(-?[0-9]{1,6};){3}-?[0-9]{1,6}", text):
        raise Unusable(game.line_of("HoolCarry"), say("“{text}” is not the points of four players.", text=text[:40]))
    return tuple(map(int, filter(None, text.split(";"))))


def claim_of(game: Game) -> tuple[Seat, int] | None:
    match = re.fullmatch(r"([NESW]) (\d{1,2})", game.value("HoolClaim"))
    return (SEATS.index(match[1]), int(match[2])) if match else None


def clues_of(game: Game) -> Iterator[tuple[int, Seat, str, str]]:
    """Line, seat, kind and value of every clue. Raises Unusable."""
    for line, (_, letter, kind, value) in _rows(game, "HoolClueTable", 4):
        yield line, _seat(line, letter), kind.lower(), value


def calls_of(game: Game) -> Iterator[tuple[int, Seat, str]]:
    """Line, seat and act of every secret bid and proposal. Raises Unusable."""
    for line, (step, letter, call) in _rows(game, "HoolBidTable", 3):
        yield line, _seat(line, letter), _act_of(step, call.upper())


def _act_of(step: str, call: str) -> str:
    if step.lower() == "agree":
        return "agree" if call == "AGREE" else f"propose {call}"
    return _ACTS.get(call.lower(), f"bid {call}")


def _rows(game: Game, name: str, width: int) -> list[tuple[int, list[str]]]:
    """The rows of a table, each with its line. Raises Unusable for a row that is too short."""
    tag = game.tags.get(name)
    cells = tag.rows if tag else []
    rows = [(cells[at][0], [cell for _, cell in cells[at : at + width]]) for at in range(0, len(cells), width)]
    for line, row in rows:
        if len(row) != width:
            raise Unusable(line, say("The last row of {table} is too short.", table=name))
    return rows


def _seat(line: int, text: str) -> Seat:
    if len(text) != 1 or text.upper() not in SEATS:
        raise Unusable(line, say("“{text}” is none of N, E, S, W.", text=text[:20]))
    return SEATS.index(text.upper())
