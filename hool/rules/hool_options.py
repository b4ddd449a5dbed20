"""HOOL's switches: every variant of the rules and every stage of the lesson ladder is a value of `Options`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hool.rules.cards import SUITS, Card, pack
from hool.rules.game import OptionError
from hool.rules.options import check_values, option
from hool.rules.text import say

DENOMINATIONS = ("C", "D", "H", "S", "NT")  # from the lowest to the highest
BIDS = tuple(f"{level}{denomination}" for level in range(1, 8) for denomination in DENOMINATIONS)
_RANK = {bid: place for place, bid in enumerate(BIDS)}
CLUE_KINDS = ("hcp", "pattern", "spades", "hearts", "diamonds", "clubs")
PACKS: dict[str, tuple[Card, ...]] = {"full": pack(), "one suit": pack("H", 3), "two suits": pack("SH", 3)}
POINTS = range(0, 10_001)


def bid_rank(bid: str) -> int:
    """The place of a bid in the order 1C < 1D < 1H < 1S < 1NT < 2C ... 7NT: 0..34."""
    return _RANK[bid]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """One table's rules. Each field's metadata has `values` (what it may be) and `help` (a Text).

    Raises `OptionError`, naming the field, for a value that is not possible or contradicts another.
    """

    pack: str = option(
        "full", tuple(PACKS), say("The cards: all 52, hearts without the two, or spades and hearts without the twos.")
    )
    partners: bool = option(True, (True, False), say("North and South play together against East and West."))
    dummy: bool = option(True, (True, False), say("Declarer's partner puts the hand on the table."))
    trumps: str = option(
        "contract", ("contract", *SUITS, "N"), say("The trump suit: the contract names it, or it is given.")
    )
    contract: str = option(
        "bid",
        ("bid", "given", "open", "pair"),
        say(
            "Where the contract comes from: the bidding, the board, or the declaring pair, who see both their hands"
            " or do not."
        ),
    )
    given_contract: str = option("", ("", *BIDS), say("The contract, if the board gives it."))
    given_declarer: int | None = option(None, (None, 0, 1, 2, 3), say("Who is declarer, if the board says so."))
    given_doubled: int = option(1, (1, 2, 4), say("Whether the given contract is doubled (2) or redoubled (4)."))
    declaring_side: str = option(
        "points",
        ("points",),
        say("If nobody bids: the side with more points declares, and of these two the one with more points."),
    )
    clues: int = option(2, (2, 1, 0), say("How many clues each player gives."))
    clue_kinds: tuple[str, ...] = option(CLUE_KINDS, CLUE_KINDS, say("Which clues may be given."))
    bidding_steps: int = option(3, (3, 2, 1), say("How many steps the bidding has."))
    score: str = option("hool", ("hool", "tricks"), say("HOOL points, or just tricks."))
    closing_double: bool = option(False, (False, True), say("A bid in step 3 may still be doubled."))
    slam_adds_game: bool = option(False, (False, True), say("A slam also earns the game bonus."))
    dummy_sees_declarer: bool = option(True, (True, False), say("Dummy's player sees declarer's cards."))
    passed_out: str = option(
        "redeal", ("redeal", "score"), say("If all four pass: deal again, or write down 0 and go on.")
    )
    first_dealer: int = option(0, (0, 1, 2, 3), say("Who deals first."))
    match: int = option(4, range(0, 101), say("Boards in a match; 0 for no end."))
    trick: int = option(10, POINTS, say("Points for each trick from the seventh on."))
    undertrick: int = option(20, POINTS, say("Points for the other side for each trick too few."))
    game: int = option(100, POINTS, say("Bonus for a game: 3NT, 4 of hearts or spades, 5 of clubs or diamonds."))
    small_slam: int = option(200, POINTS, say("Bonus for a contract of 12 tricks."))
    grand_slam: int = option(400, POINTS, say("Bonus for a contract of 13 tricks."))

    def __post_init__(self) -> None:
        check_values(self)
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
