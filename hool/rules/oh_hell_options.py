"""Oh Hell's switches: every variant of the rules is a value of `Options`; and the hand sizes of a match."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from hool.rules.cards import DOUBLE104, FIVE62, FIVE63, FULL_PACK, Card
from hool.rules.game import OptionError
from hool.rules.options import check_values, option
from hool.rules.text import say

SEATS = range(3, 11)
PACKS: dict[str, tuple[Card, ...]] = {"std52": FULL_PACK, "double104": DOUBLE104, "five62": FIVE62, "five63": FIVE63}
# How many may play with a pack. With fewer, hands would be longer than anybody can bid; with more, too short.
PLAYERS = {"std52": range(3, 8), "double104": range(6, 11), "five62": range(5, 9), "five63": range(5, 9)}
FIXED = {"ten_down_up": 10, "classic_25": 13}  # orders with a largest hand of their own


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """One table's rules. Each field's metadata has `values` (what it may be) and `help` (a Text).

    Raises `OptionError`, naming the fields, for a value that is not possible or contradicts another. What depends on
    the number of players is for `check`.
    """

    players: int = option(4, SEATS, say("How many usually sit at a table, robots included."))
    deck: str = option(
        "std52",
        tuple(PACKS),
        say("The cards: one pack, two packs, or the pack of the game of 500 with 62 cards or, with a joker, 63."),
    )
    max_cards: str | int = option(
        10,
        ("all", "keep_one", *range(1, 18)),
        say("The largest hand: all cards are dealt, or one at least is left to turn up, or so many cards at most."),
    )
    order: str = option(
        "ten_down_up",
        ("up_down", "up", "down", "up_up", "down_up", "ten_down_up", "classic_25"),
        say("How the number of cards changes from hand to hand."),
    )
    scoring: str = option(
        "basic",
        ("basic", "progressive", "negative", "adjusted_1", "adjusted_2"),
        say("How a hand is scored; with penalty points the lowest total wins."),
    )
    spades_double: bool = option(
        False, (False, True), say("If a spade is turned up, all points of the hand count twice.")
    )
    bidding: str = option(
        "hook",
        ("hook", "open", "secret", "knock"),
        say(
            "Bids in turn with the dealer's hook or without it, secret bids turned together, or the same with new bids"
            " as long as the total is the number of tricks."
        ),
    )
    knock_change_from: int = option(4, (4, 3), say("The try from which on nobody may repeat the bid of the last one."))
    knock_limit: int = option(8, range(1, 21), say("After so many tries the bids are made in turn, with the hook."))
    trump: str = option(
        "turn_up",
        ("turn_up", "spades", "highest_bidder", "rotation", "none"),
        say(
            "Where trumps come from: a card turned up, always spades, the highest bidder, a list, or no trumps at all."
        ),
    )
    no_stock: str = option(
        "dealer_last",
        ("dealer_last", "random_flip", "no_trump"),
        say("If no card is left to turn up: the dealer's last card, a card turned up before the deal, or no trumps."),
    )
    rotation: tuple[str, ...] = option(
        ("D", "C", "H", "S", "N"), ("D", "C", "H", "S", "N"), say("The list of trumps, hand by hand."), repeats=True
    )
    chooser_may_no_trump: bool = option(False, (False, True), say("The highest bidder may also choose no trumps."))
    double_rule: str = option(
        "pinochle",
        ("pinochle", "cancel_first", "cancel_ante"),
        say(
            "Two equal cards in a trick: the first ranks higher, or neither can win. If then no card can win: the first"
            " of the highest does, or nobody and the next trick counts one more."
        ),
    )
    ante_last: str = option(
        "first_copy",
        ("first_copy", "dead"),
        say("If no card can win the last trick: the first of the highest does, or nobody gets it."),
    )
    joker: str = option("top_trump", ("top_trump",), say("The joker is the highest trump."))
    joker_turned: str = option(
        "no_trump", ("no_trump", "next"), say("If the joker is turned up: no trumps, or another card is turned.")
    )
    blind_ones: bool = option(
        False, (False, True), say("With one card each you see the cards of all others, but not your own.")
    )
    on_timeout: str = option(
        "forfeit", ("forfeit", "bot"), say("Whoever is late ends the match and comes last, or a robot plays on.")
    )
    first_dealer: int = option(0, range(SEATS[-1]), say("Who deals first."))

    def __post_init__(self) -> None:
        check_values(self)
        largest = FIXED.get(self.order)
        if largest is not None and isinstance(self.max_cards, int) and self.max_cards < largest:
            raise OptionError(
                say(
                    "“order” and “max_cards”: these hands go up to {largest} cards, and at most {most} are allowed.",
                    largest=largest,
                    most=self.max_cards,
                )
            )
        if self.spades_double and self.trump != "turn_up":
            raise OptionError(say("“spades_double” and “trump”: a spade can only be turned up if a card is."))
        if self.chooser_may_no_trump and self.trump != "highest_bidder":
            raise OptionError(say("“chooser_may_no_trump” and “trump”: here nobody chooses trumps."))
        if self.double_rule != "pinochle" and self.deck != "double104":
            raise OptionError(say("“double_rule” and “deck”: only two packs have equal cards."))
        if self.ante_last != "first_copy" and self.double_rule != "cancel_ante":
            raise OptionError(say("“ante_last” and “double_rule”: here every trick has a winner."))
        if self.joker_turned != "no_trump" and self.deck != "five63":
            raise OptionError(say("“joker_turned” and “deck”: this pack has no joker."))
        if self.trump == "rotation" and not self.rotation:
            raise OptionError(say("“rotation” and “trump”: the list of trumps is empty."))


def check(options: Options, seats: int) -> None:
    """Raise `OptionError`, naming the two options, unless so many can play by these."""
    players = PLAYERS[options.deck]
    if seats not in players:
        raise OptionError(
            say(
                "“players” and “deck”: with these cards {least} to {most} can play, not {seats}.",
                least=players[0],
                most=players[-1],
                seats=seats,
            )
        )
    largest = largest_hand(options, seats)
    needed = FIXED.get(options.order, 1)
    if largest < needed:
        values = {"needed": needed, "seats": seats, "largest": largest}
        if len(PACKS[options.deck]) // seats < needed:
            raise OptionError(
                say(
                    "“order” and “players”: these hands go up to {needed} cards, and {seats} players can get {largest}"
                    " each.",
                    **values,
                )
            )
        raise OptionError(
            say(
                "“order” and “max_cards”: these hands go up to {largest} cards, and at most {most} are allowed.",
                largest=needed,
                most=largest,
            )
        )


def largest_hand(options: Options, seats: int) -> int:
    """The most cards each may get: all, or all but one, of the pack shared out; a number is a cap on this."""
    pack = len(PACKS[options.deck])
    if options.max_cards == "keep_one":
        return (pack - 1) // seats
    whole = pack // seats
    return min(whole, options.max_cards) if isinstance(options.max_cards, int) else whole


@lru_cache(maxsize=256)
def sizes(options: Options, seats: int) -> tuple[int, ...]:
    """The hand sizes of a match, in order; raises `OptionError` as `check` does."""
    check(options, seats)
    up = tuple(range(1, FIXED.get(options.order, largest_hand(options, seats)) + 1))
    down = up[::-1]
    match options.order:
        case "up":
            return up
        case "down":
            return down
        case "up_up":
            return up + up
        case "down_up" | "ten_down_up":
            return down + up[1:]
    return up + down[1:]


PRESETS: dict[str, Options] = {
    "p2p": Options(),
    "classic": Options(max_cards="all", order="classic_25"),
    "short": Options(max_cards=5, order="up_down"),
    "secret": Options(max_cards=7, order="down", bidding="secret"),
    "knock": Options(max_cards=7, order="down", bidding="knock"),
    "two packs": Options(players=8, deck="double104", max_cards=8, order="down", double_rule="cancel_first"),
    "spades": Options(max_cards=7, order="up_down", trump="spades"),
}
