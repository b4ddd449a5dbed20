"""Double dummy: what each hand could take if everybody saw all cards and played perfectly.

The work is done by DDS, Bo Haglund's solver, in the library that the `endplay` package carries. Only that package's
thin ctypes layer is loaded, from its file: `import endplay` itself would bring numpy and matplotlib, of which nothing
is used here, and so it can be installed without them (`pip install --no-deps`).

The library is not safe for threads, so this module is for a process of its own (`worker`): nothing else imports it.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from hool.rules.cards import SUITS, Card
from hool.rules.game import Seat

Hand = Sequence[Card]

DENOMINATIONS = ("C", "D", "H", "S", "NT")
_TRUMPS = {**{suit: place for place, suit in enumerate(SUITS)}, "N": 4, "NT": 4}  # as DDS counts: S H D C, no trumps
MEMORY = 160  # MB for what the solver remembers of positions; with less it takes three times as long for hard deals


class NoSolver(Exception):
    """There is no double-dummy solver on this computer."""


def load() -> Dds:
    """The solver. Raises `NoSolver` with the reason in English if the library is not installed or will not start."""
    spec = importlib.util.find_spec("endplay")
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    if not places:
        raise NoSolver("endplay is not installed")
    file = Path(places[0]) / "_dds" / "__init__.py"
    spec = importlib.util.spec_from_file_location("hool_dds", file)
    if spec is None or spec.loader is None or not file.exists():
        raise NoSolver(f"there is no {file}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
        module._dll.SetResources(MEMORY, 1)
    except (OSError, RuntimeError, AttributeError, ImportError) as error:
        raise NoSolver(repr(error)) from error
    return Dds(module)


class Dds:
    """Answers about positions. `hands` are four sequences of the cards still held, N E S W, from any pack of HOOL."""

    def __init__(self, module: ModuleType) -> None:
        self._dds: Any = module

    def table(self, hands: Sequence[Hand]) -> tuple[tuple[int, ...], ...]:
        """Tricks of each declarer N E S W in each of `DENOMINATIONS`; about 0.2 to 0.4 s for a full pack."""
        asked, answer = self._dds.ddTableDeal(), self._dds.ddTableResults()
        for seat, suits in enumerate(_bits(hands)):
            for suit, bits in enumerate(suits):
                asked.cards[seat][suit] = bits
        self._dds.CalcDDtable(asked, answer)
        missing = 13 - len(hands[0])  # DDS counts declarer's tricks as those of 13 that the others do not take
        return tuple(
            tuple(answer.resTable[_TRUMPS[denomination]][seat] - missing for denomination in DENOMINATIONS)
            for seat in range(4)
        )

    def tricks(self, hands: Sequence[Hand], trumps: str, leader: Seat) -> int:
        """How many of the tricks left the leader's side takes. trumps: S H D C, or "N" or "NT" for none."""
        return int(self._solve(hands, trumps, leader, (), solutions=1).score[0])

    def cards(self, hands: Sequence[Hand], trumps: str, leader: Seat, trick: Sequence[Card]) -> dict[Card, int]:
        """For each card that may be played now: how many tricks the player's side takes then, the present one included.

        trick: the cards on the table, the leader's first; `hands` do not hold them any more.
        """
        due = (leader + len(trick)) % 4
        held = hands[due]
        following = [card for card in held if trick and card.suit == trick[0].suit] or list(held)
        if len(held) == 1 and len({len(hand) for hand in hands}) == 1:  # DDS does not solve a last trick from its lead
            return {held[0]: int(self.tricks(hands, trumps, leader))}
        found = self._solve(hands, trumps, leader, trick, solutions=3)
        worth: dict[tuple[int, int], int] = {}
        for place in range(found.cards):
            suit, rank = found.suit[place], found.rank[place]
            worth[suit, rank] = found.score[place]
            for lower in range(2, 15):
                if found.equals[place] >> lower & 1:
                    worth[suit, lower] = found.score[place]
        return {card: worth[SUITS.index(card.suit), card.rank] for card in following}

    def _solve(self, hands: Sequence[Hand], trumps: str, leader: Seat, trick: Sequence[Card], solutions: int) -> Any:
        asked, answer = self._dds.deal(), self._dds.futureTricks()
        asked.trump, asked.first = _TRUMPS[trumps], leader
        for place, card in enumerate(trick):
            asked.currentTrickSuit[place], asked.currentTrickRank[place] = SUITS.index(card.suit), card.rank
        for seat, suits in enumerate(_bits(hands)):
            for suit, bits in enumerate(suits):
                asked.remainCards[seat][suit] = bits
        # mode 1: the score is found also where only one card can be played
        self._dds.SolveBoard(asked, -1, solutions, 1, answer, 0)
        return answer


def _bits(hands: Sequence[Hand]) -> list[list[int]]:
    rows = [[0] * 4 for _ in range(4)]
    for row, hand in zip(rows, hands, strict=True):
        for card in hand:
            row[SUITS.index(card.suit)] |= 1 << card.rank
    return rows
