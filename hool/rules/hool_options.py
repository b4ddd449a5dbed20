"""HOOL's switches: every variant of the rules and every stage of the lesson ladder is a value of `Options`."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from hool.rules.cards import SUITS, Card, pack
from hool.rules.game import OptionError
from hool.rules.text import Text, say

DENOMINATIONS = ("C", "D", "H", "S", "NT")  # from the lowest to the highest
BIDS = tuple(f"{level}{denomination}" for level in range(1, 8) for denomination in DENOMINATIONS)
_RANK = {bid: place for place, bid in enumerate(BIDS)}
CLUE_KINDS = ("hcp", "pattern", "spades", "hearts", "diamonds", "clubs")
PACKS: dict[str, tuple[Card, ...]] = {"full": pack(), "one suit": pack("H", 3), "two suits": pack("SH", 3)}
POINTS = range(0, 10_001)


def bid_rank(bid: str) -> int:
    """The place of a bid in the order 1C < 1D < 1H < 1S < 1NT < 2C ... 7NT: 0..34."""
    return _RANK[bid]


def _option(default: Any, values: Any, text: Text) -> Any:
    return field(default=default, metadata={"values": values, "help": text})


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """One table's rules. Each field's metadata has `values` (what it may be) and `help` (a Text).

    Raises `OptionError`, naming the field, for a value that is not possible or contradicts another.
    """

    pack: str = _option(
        "full", tuple(PACKS), say("The cards: all 52, hearts without the two, or spades and hearts without the twos.")
    )
    partners: bool = _option(True, (True, False), say("North and South play together against East and West."))
    dummy: bool = _option(True, (True, False), say("Declarer's partner puts the hand on the table."))
    trumps: str = _option(
        "contract", ("contract", *SUITS, "N"), say("The trump suit: the contract names it, or it is given.")
    )
    contract: str = _option(
        "bid",
        ("bid", "given", "open", "pair"),
        say(
            "Where the contract comes from: the bidding, the board, or the declaring pair, who see both their hands"
            " or do not."
        ),
    )
    given_contract: str = _option("", ("", *BIDS), say("The contract, if the board gives it."))
    given_declarer: int | None = _option(None, (None, 0, 1, 2, 3), say("Who is declarer, if the board says so."))
    given_doubled: int = _option(1, (1, 2, 4), say("Whether the given contract is doubled (2) or redoubled (4)."))
    declaring_side: str = _option(
        "points",
        ("points",),
        say("If nobody bids: the side with more points declares, and of these two the one with more points."),
    )
    clues: int = _option(2, (2, 1, 0), say("How many clues each player gives."))
    clue_kinds: tuple[str, ...] = _option(CLUE_KINDS, CLUE_KINDS, say("Which clues may be given."))
    bidding_steps: int = _option(3, (3, 2, 1), say("How many steps the bidding has."))
    score: str = _option("hool", ("hool", "tricks"), say("HOOL points, or just tricks."))
    closing_double: bool = _option(False, (False, True), say("A bid in step 3 may still be doubled."))
    slam_adds_game: bool = _option(False, (False, True), say("A slam also earns the game bonus."))
    dummy_sees_declarer: bool = _option(True, (True, False), say("Dummy's player sees declarer's cards."))
    passed_out: str = _option(
        "redeal", ("redeal", "score"), say("If all four pass: deal again, or write down 0 and go on.")
    )
    first_dealer: int = _option(0, (0, 1, 2, 3), say("Who deals first."))
    match: int = _option(4, range(0, 101), say("Boards in a match; 0 for no end."))
    trick: int = _option(10, POINTS, say("Points for each trick from the seventh on."))
    undertrick: int = _option(20, POINTS, say("Points for the other side for each trick too few."))
    game: int = _option(100, POINTS, say("Bonus for a game: 3NT, 4 of hearts or spades, 5 of clubs or diamonds."))
    small_slam: int = _option(200, POINTS, say("Bonus for a contract of 12 tricks."))
    grand_slam: int = _option(400, POINTS, say("Bonus for a contract of 13 tricks."))

    def __post_init__(self) -> None:
        for option in fields(self):
            _check(option.name, getattr(self, option.name), option.default, option.metadata["values"])
        has_contract = self.trumps == "contract"
        if has_contract and (self.pack != "full" or not self.partners):
            raise OptionError(say("“trumps”: a contract needs all 52 cards and partners; otherwise give the trumps."))
        if not has_contract and self.contract != "bid":
            raise OptionError(say("“contract”: there is none when trumps are given."))
        if (self.contract == "given") != (self.given_contract != ""):
            raise OptionError(say("“given_contract”: needed if the contract is given, and only then."))
        if self.given_doubled != 1 and self.contract != "given":
            raise OptionError(say("“given_doubled”: only a given contract can be doubled beforehand."))
        if self.given_declarer is not None and (not self.partners or (has_contract and self.contract == "bid")):
            raise OptionError(say("“given_declarer”: here the bidding names declarer, or there is none."))
        if len(self.clue_kinds) < self.clues:
            raise OptionError(say("“clue_kinds”: there must be as many kinds as clues."))


def _check(name: str, value: Any, default: Any, values: Any) -> None:
    if isinstance(default, tuple):
        possible = isinstance(value, tuple) and all(each in values and value.count(each) == 1 for each in value)
    else:  # True == 1, but a switch is not a number
        possible = value in values and any(type(value) is type(each) for each in values)
    if not possible:
        raise OptionError(say("“{option}” cannot be {value}.", option=name, value=repr(value)))


_TRICKS_ONLY: dict[str, Any] = {"clues": 0, "score": "tricks", "match": 0}

PRESETS: dict[str, Options] = {
    "full": Options(),
    "one suit": Options(pack="one suit", partners=False, dummy=False, trumps="N", **_TRICKS_ONLY),
    "two suits": Options(pack="two suits", partners=False, dummy=False, trumps="N", **_TRICKS_ONLY),
    "whist": Options(dummy=False, trumps="N", **_TRICKS_ONLY),
    "trumps": Options(dummy=False, trumps="S", **_TRICKS_ONLY),
    "dummy": Options(trumps="N", **_TRICKS_ONLY),
    "promise": Options(
        contract="given", given_contract="1NT", clues=0, game=0, small_slam=0, grand_slam=0, match=0
    ),
    "minibridge": Options(contract="open", clues=0, match=0),
    "one clue": Options(contract="pair", clues=1, clue_kinds=("hcp",), match=0),
    "two clues": Options(contract="pair", match=0),
    "secret bids": Options(bidding_steps=1, match=0),
    "answer back": Options(bidding_steps=2, match=0),
    "match": Options(match=8, passed_out="score"),
}  # fmt: skip
