"""Hoola's switches: every variant of the rules is a value of `Options`."""

from __future__ import annotations

from dataclasses import dataclass

from hool.rules.game import OptionError
from hool.rules.options import check_values, option
from hool.rules.text import say

SEATS = range(2, 6)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """One table's rules. Each field's metadata has `values` (what it may be) and `help` (a Text).

    Raises `OptionError`, naming the fields, for a value that is not possible or contradicts another.
    """

    players: int = option(4, SEATS, say("How many usually sit at a table, robots included."))
    ace: str = option(
        "high_low",
        ("high_low", "low", "round"),
        say("Where the ace stands in a run: below the 2 or above the king, only below the 2, or also between them."),
    )
    single7: str = option(
        "either",
        ("either", "run_only"),
        say("What a 7 that lies alone may grow into: a set of sevens or a run, or a run only."),
    )
    seven_value: int = option(7, (7, 14), say("The points of a 7 left in the hand. For a blast it always counts 7."))
    seven_doubles: bool = option(
        True,
        (True, False),
        say("A loser pays double for each 7 in the hand. Where a 7 counts 14, this would make it hurt twice."),
    )
    zero_four: bool = option(True, (True, False), say("Four cards of a rank in the hand count nothing."))
    small_max: int = option(14, (14, 15), say("A small blast is a hand of so many points or fewer."))
    large_min: int = option(83, (83,), say("A large blast is a hand of so many points or more."))
    blast_when: str = option(
        "turn_start", ("turn_start",), say("A blast is called at the start of one's turn, before drawing.")
    )
    knock_max: int = option(10, (10,), say("To knock, a hand may count so many points at most."))
    knock_when: str = option(
        "turn_start",
        ("turn_start", "before_discard", "never"),
        say("When one may knock: at the start of the turn only, at any time before the discard, or never."),
    )
    knock_tie: str = option(
        "knocker_loses",
        ("knocker_loses", "knocker_wins"),
        say("If somebody has as few points as the one who knocked, the knock fails, or it succeeds."),
    )
    must_discard: bool = option(
        True, (True, False), say("Every turn ends with a discard, also the last; or laying all cards ends the board.")
    )
    thank_you: str = option(
        "anyone",
        ("anyone", "next_only", "off"),
        say(
            "Who may have a discard: anyone who can meld it, out of turn too; or only the next player, in turn."
            " “next_only” and “off” are the same at the table."
        ),
    )
    claim_policy: str = option(
        "first",
        ("first", "priority"),
        say("Who gets a discard that several want: the first to say so, or the one whose turn would come first."),
    )
    claim_window_s: int = option(5, range(3, 11), say("For how many seconds a discard may be claimed."))
    discard_first: bool = option(
        True,
        (True, False),
        say("A discard that is taken is melded at once, before all other cards; or at any time in the same turn."),
    )
    hoola_layoffs: bool = option(
        True, (True, False), say("It is also a Hoola if some of the cards were laid off on other melds.")
    )
    feeder: str = option(
        "hoola",
        ("hoola", "any_out", "never"),
        say(
            "Whoever discarded the card with which somebody goes out pays for all: if it is a Hoola, whenever"
            " somebody goes out, or never."
        ),
    )
    failed_knock_rank: str = option(
        "by_points",
        ("by_points", "last"),
        say("The place of one whose knock failed: by the points in the hand, or the last."),
    )
    stock_end: str = option(
        "after_last_draw",
        ("after_last_draw", "on_need"),
        say("The board ends after the turn that draws the last card, or when somebody must draw and no card is left."),
    )
    lowest_tie: str = option(
        "turn_order", ("turn_order",), say("Of two lowest hands the one whose turn would come first wins.")
    )
    next_dealer: str = option(
        "winner", ("winner", "rotate"), say("Who deals next: the winner, or each in turn round the table.")
    )
    direction: str = option("clockwise", ("clockwise", "anticlockwise"), say("Which way the deal and the turns go."))
    first_dealer: int = option(0, range(SEATS[-1]), say("Who deals first."))
    match: int = option(0, range(101), say("How many boards a match has, 0 for as many as the players like."))

    def __post_init__(self) -> None:
        check_values(self)
        if self.claim_policy != "first" and self.thank_you != "anyone":
            raise OptionError(
                say("“claim_policy” and “thank_you”: only the next player may have a discard, so nobody else wants it.")
            )


PRESETS: dict[str, Options] = {
    "seed": Options(),
    "pagat": Options(ace="round", seven_value=14, seven_doubles=False, small_max=15, direction="anticlockwise"),
}
