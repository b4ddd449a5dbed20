"""Oh Hell in words."""

from __future__ import annotations

from typing import Any

from hool.game_words.words import GameWords, Words, suit_list
from hool.rules import oh_hell
from hool.rules.text import Text, say, say_count

_PRESETS: dict[str, Words] = {
    "short": Words(
        say("Short match"),
        say("Hands of 1 to 5 cards and back to 1, a card turned up for trumps. The first time, begin here."),
    ),
    "spades": Words(
        say("Spades are trumps"), say("Hands of 1 to 7 cards and back, spades always trumps. Nothing is turned up.")
    ),
    "secret": Words(
        say("Secret bids"), say("Hands of 7 cards down to 1. All bid at the same time, unseen: no waiting.")
    ),
    "knock": Words(
        say("Knock bids"),
        say("Hands of 7 cards down to 1. All bid at the same time; if the bids add up to the tricks, all bid again."),
    ),
    "p2p": Words(
        say("10 to 1 to 10"),
        say("Hands of 10 cards down to 1 and up to 10 again: 19 hands, a long match."),
    ),
    "classic": Words(
        say("1 to 13 to 1"), say("25 hands, up to 13 cards for each of four. For a club, or for several days.")
    ),
    "two packs": Words(
        say("Two packs"),
        say("For six to ten. Hands of 8 cards down to 1; two equal cards in a trick cancel each other."),
    ),
}

_OPTIONS: dict[str, tuple[Text, dict[Any, Words]]] = {
    "deck": (
        say("Cards"),
        {
            "std52": Words(say("one pack"), say("52 cards, for three to seven.")),
            "double104": Words(say("two packs"), say("104 cards, each of them twice, for six to ten.")),
            "five62": Words(
                say("62 cards"), say("With elevens, twelves and two red thirteens below the jacks, for five to eight.")
            ),
            "five63": Words(say("62 cards and a joker"), say("The same with a joker, which is the highest trump.")),
        },
    ),
    "max_cards": (
        say("Largest hand"),
        {
            "all": Words(say("all cards"), say("In the largest hand all cards are dealt.")),
            "keep_one": Words(say("all but one at least"), say("One card is always left to be turned up.")),
        },
    ),
    "order": (
        say("Hands"),
        {
            "up_down": Words(say("up, then down"), say("One card each in the first hand, then more, then fewer.")),
            "down": Words(say("down"), say("The largest hand first, one card each in the last.")),
            "up": Words(say("up"), say("One card each in the first hand, the largest hand last.")),
            "down_up": Words(say("down, then up"), say("The largest hand first, down to one card each, and up again.")),
            "up_up": Words(say("up, and up again"), say("From one card each to the largest hand, twice.")),
            "ten_down_up": Words(say("10 to 1 to 10"), say("19 hands: ten cards each, down to one, up to ten again.")),
            "classic_25": Words(say("1 to 13 to 1"), say("25 hands: one card each, up to 13, down to one again.")),
        },
    ),
    "scoring": (
        say("Points"),
        {
            "basic": Words(
                say("10 and the tricks"),
                say("If you make your bid: 10 and a point for each trick. If not: a point for each trick."),
            ),
            "progressive": Words(
                say("10 and bid × bid"),
                say("If you make your bid: 10 and the bid times itself. If not: a point for each trick."),
            ),
            "negative": Words(
                say("penalty points"),
                say("1 off costs 1 point, 2 off 3, 3 off 6, and so on. The lowest total wins."),
            ),
            "adjusted_1": Words(
                say("10 and the bid, zero by cards"),
                say(
                    "If you make your bid: 10 and the bid, for a bid of zero 5 and a point for each card dealt."
                    " If not: a point for each trick."
                ),
            ),
            "adjusted_2": Words(
                say("10 and the bid, or nothing"),
                say("If you make your bid: 10 and the bid, for a bid of zero 5. If not: nothing."),
            ),
        },
    ),
    "spades_double": (
        say("Spades count twice"),
        {
            True: Words(say("yes"), say("If a spade is turned up, all points of that hand count twice.")),
            False: Words(say("no"), say("Every hand counts once.")),
        },
    ),
    "bidding": (
        say("Bids"),
        {
            "hook": Words(
                say("in turn, with the hook"),
                say("The last to bid may not make the bids add up to the tricks: somebody always misses."),
            ),
            "open": Words(say("in turn, free"), say("One after the other, any number. Everybody can make it.")),
            "secret": Words(say("secret"), say("All bid at the same time; the bids are shown when all are in.")),
            "knock": Words(
                say("knock"),
                say("All bid at the same time. If the bids add up to the tricks, they are shown and all bid again."),
            ),
        },
    ),
    "knock_change_from": (
        say("New numbers"),
        {
            4: Words(say("from try 4"), say("From the fourth try on nobody may repeat the bid before.")),
            3: Words(say("from try 3"), say("From the third try on nobody may repeat the bid before.")),
        },
    ),
    "knock_limit": (say("At most"), {}),
    "trump": (
        say("Trumps"),
        {
            "turn_up": Words(say("turned up"), say("After the deal the next card is turned up: its suit is trumps.")),
            "spades": Words(say("spades"), say("Spades are trumps in every hand.")),
            "highest_bidder": Words(
                say("the highest bidder chooses"), say("After the bids the highest bidder names the trump suit.")
            ),
            "rotation": Words(say("from a list"), say("The trump suit changes from hand to hand by a list.")),
            "none": Words(say("none"), say("There are no trumps: the highest card of the suit led wins.")),
        },
    ),
    "no_stock": (
        say("No card left"),
        {
            "dealer_last": Words(
                say("the dealer’s last card"), say("If all cards are dealt, the dealer’s last one is shown for trumps.")
            ),
            "random_flip": Words(
                say("a card before the deal"),
                say("If all cards are dealt, one is turned up for trumps before, and shuffled in again."),
            ),
            "no_trump": Words(say("no trumps"), say("If all cards are dealt, there are no trumps.")),
        },
    ),
    "rotation": (say("The list"), {}),
    "chooser_may_no_trump": (
        say("No trumps allowed"),
        {
            True: Words(say("yes"), say("The highest bidder may also choose no trumps.")),
            False: Words(say("no"), say("The highest bidder has to name a suit.")),
        },
    ),
    "double_rule": (
        say("Equal cards"),
        {
            "pinochle": Words(say("the first is higher"), say("Of two equal cards in a trick the first is higher.")),
            "cancel_first": Words(
                say("cancel each other"),
                say("Two equal cards in a trick cannot win. If then no card can, the first of the highest does."),
            ),
            "cancel_ante": Words(
                say("cancel, or nobody wins"),
                say("Two equal cards in a trick cannot win. If then no card can, the next trick counts two."),
            ),
        },
    ),
    "ante_last": (
        say("Last trick"),
        {
            "first_copy": Words(
                say("somebody wins it"), say("If no card can win the last trick, the first of the highest does.")
            ),
            "dead": Words(say("may be nobody’s"), say("If no card can win the last trick, nobody gets it.")),
        },
    ),
    "joker": (
        say("Joker"),
        {
            "top_trump": Words(
                say("the highest trump"), say("The joker is the highest trump. Without trumps it wins any trick.")
            )
        },
    ),
    "joker_turned": (
        say("Joker turned up"),
        {
            "no_trump": Words(say("no trumps"), say("If the joker is turned up, there are no trumps.")),
            "next": Words(say("the next card"), say("If the joker is turned up, the card below it counts.")),
        },
    ),
    "blind_ones": (
        say("Blind single cards"),
        {
            True: Words(
                say("yes"), say("With one card each you see the cards of all the others, but not your own.")
            ),
            False: Words(say("no"), say("With one card each you see your own, as always.")),
        },
    ),
    "first_dealer": (say("First dealer"), {}),
    "on_timeout": (
        say("Whoever is late"),
        {
            "forfeit": Words(say("ends the match"), say("The match is over, and whoever was late comes last.")),
            "bot": Words(say("gets a robot"), say("A robot plays on until the player is back.")),
        },
    ),
}  # fmt: skip


def _number(option: str, value: Any) -> Words | None:
    match option:
        case "max_cards":
            return Words(
                say_count("{count} card", "{count} cards", value),
                say_count("{count} card each at most.", "{count} cards each at most.", value),
            )
        case "knock_limit":
            return Words(
                say_count("{count} try", "{count} tries", value),
                say("Then the bids are made in turn, with the hook."),
            )
        case "rotation":
            return Words(suit_list(value), say("Hand by hand, and again from the beginning."))
    return None


def _in_force(options: oh_hell.Options, seats: int) -> tuple[str, ...]:
    pack = len(oh_hell.PACKS[options.deck])
    deals_all = options.trump == "turn_up" and any(size * seats == pack for size in oh_hell.sizes(options, seats))
    matters = {
        "max_cards": options.order not in ("ten_down_up", "classic_25"),
        "spades_double": options.spades_double,
        "knock_change_from": options.bidding == "knock",
        "knock_limit": options.bidding == "knock",
        "no_stock": deals_all,
        "rotation": options.trump == "rotation",
        "chooser_may_no_trump": options.trump == "highest_bidder",
        "double_rule": options.deck == "double104",
        "ante_last": options.double_rule == "cancel_ante",
        "joker": options.deck == "five63",
        "joker_turned": options.deck == "five63" and options.trump == "turn_up",
        "blind_ones": options.blind_ones,
        "first_dealer": False,  # the table shows who deals
        "on_timeout": False,
    }
    return tuple(name for name in _OPTIONS if matters.get(name, True))


def sizes_words(options: oh_hell.Options, seats: int) -> Text:
    """The hand sizes of a match in a phrase. Raises ``OptionError`` where so many cannot play so."""
    sizes = oh_hell.sizes(options, seats)
    turning = [b for a, b, c in zip(sizes, sizes[1:], sizes[2:], strict=False) if (b > a) != (c > b)]
    listed: Text | int = sizes[0]
    for size in (*turning, *sizes[-1:]) if len(sizes) > 1 else ():
        listed = say("{some} to {one}", some=listed, one=size)
    return say_count("{count} hand, {sizes} cards", "{count} hands, {sizes} cards", len(sizes), sizes=listed)


WORDS = GameWords(
    Words(
        say("Oh Hell"),
        say("Everybody alone: say how many tricks you will take, and take exactly that many. For three to ten."),
    ),
    _PRESETS,
    _OPTIONS,
    _number,
    _in_force,
)
