"""Hoola in words."""

from __future__ import annotations

from typing import Any

from hool.game_words.words import GameWords, Words, match_words
from hool.rules.hoola import Options
from hool.rules.text import Text, say, say_count

_PRESETS: dict[str, Words] = {
    "seed": Words(
        say("Hoola"),
        say("Each 7 left in your hand makes you pay double. Everybody may say thank you. The first time, begin here."),
    ),
    "pagat": Words(
        say("Round the corner"),
        say(
            "K A 2 is a run too. A 7 left in the hand counts 14 and doubles nothing, 15 points are a small blast, and"
            " turns go anticlockwise."
        ),
    ),
}

_OPTIONS: dict[str, tuple[Text, dict[Any, Words]]] = {
    "ace": (
        say("The ace in a run"),
        {
            "high_low": Words(say("low or high"), say("A 2 3 is a run, and so is Q K A.")),
            "low": Words(say("low"), say("A 2 3 is a run, Q K A is not.")),
            "round": Words(say("round the corner"), say("A 2 3, Q K A and also K A 2 are runs.")),
        },
    ),
    "single7": (
        say("A 7 that lies alone"),
        {
            "either": Words(say("a set or a run"), say("The first card laid on it decides which of them it becomes.")),
            "run_only": Words(say("a run"), say("It can only grow into a run.")),
        },
    ),
    "must_discard": (
        say("A discard at the end"),
        {
            True: Words(say("yes"), say("You go out with a discard: one card is kept for it.")),
            False: Words(say("no"), say("Whoever has melded all cards is out.")),
        },
    ),
    "thank_you": (
        say("Thank you"),
        {
            "anyone": Words(say("for everybody"), say("A discard is for anyone who can meld it, out of turn too.")),
            "next_only": Words(say("only the next player"), say("Only the next player may take a discard, in turn.")),
            "off": Words(say("off"), say("Nobody takes a discard out of turn.")),
        },
    ),
    "claim_policy": (
        say("If several say it"),
        {
            "first": Words(say("the first"), say("Whoever says thank you first has the card.")),
            "priority": Words(
                say("the nearest in turn"),
                say("All may answer in peace; of those who want it, the next in turn has the card."),
            ),
        },
    ),
    "claim_window_s": (say("Time for thank you"), {}),
    "discard_first": (
        say("A discard is melded at once"),
        {
            True: Words(say("yes"), say("A discard goes into a new meld at once, before all other cards.")),
            False: Words(say("no"), say("In turn you may take the discard and meld it a little later.")),
        },
    ),
    "blast_when": (
        say("A blast"),
        {
            "turn_start": Words(
                say("before drawing"), say("You call a blast at the start of your turn, nothing melded.")
            )
        },
    ),
    "small_max": (
        say("A small blast"),
        {
            14: Words(say("14 or less"), say("Whoever has 14 points or less, and nothing melded, may end the board.")),
            15: Words(say("15 or less"), say("Whoever has 15 points or less, and nothing melded, may end the board.")),
        },
    ),
    "large_min": (
        say("A large blast"),
        {83: Words(say("83 or more"), say("Whoever has 83 points or more, and nothing melded, may end the board."))},
    ),
    "knock_max": (
        say("A knock"),
        {
            10: Words(
                say("10 or less"),
                say("With 10 points or less you may knock, if you and another have melded: the lowest hand wins."),
            )
        },
    ),
    "knock_when": (
        say("When to knock"),
        {
            "turn_start": Words(say("before drawing"), say("You knock at the start of your turn only.")),
            "before_discard": Words(say("until the discard"), say("You knock at any time in your turn.")),
            "never": Words(say("never"), say("Nobody knocks: a board goes on until somebody is out.")),
        },
    ),
    "knock_tie": (
        say("A knock with equal hands"),
        {
            "knocker_loses": Words(say("fails"), say("If another has as few points, the knock has failed.")),
            "knocker_wins": Words(say("wins"), say("If another has as few points, the knock still wins.")),
        },
    ),
    "failed_knock_rank": (
        say("A knock that failed"),
        {
            "by_points": Words(
                say("a place by points"), say("Who knocked pays for all; the points in the hand decide the place.")
            ),
            "last": Words(say("the last place"), say("Who knocked pays for all, and has the last place.")),
        },
    ),
    "hoola_layoffs": (
        say("Hoola with cards on other melds"),
        {
            True: Words(say("yes"), say("Cards on other melds may help to a Hoola.")),
            False: Words(say("no"), say("For a Hoola all cards go into melds of your own.")),
        },
    ),
    "feeder": (
        say("Who pays for all"),
        {
            "hoola": Words(say("after a Hoola"), say("Whoever discarded the card for a Hoola pays for all.")),
            "any_out": Words(
                say("whenever one goes out"),
                say("Whoever discarded the card with which another goes out pays for all."),
            ),
            "never": Words(say("nobody"), say("Everybody pays for their own hand only.")),
        },
    ),
    "seven_value": (
        say("A 7 in the hand"),
        {
            7: Words(say("7 points"), say("A 7 left in the hand counts 7.")),
            14: Words(say("14 points"), say("A 7 left in the hand counts 14; for a blast it counts 7.")),
        },
    ),
    "seven_doubles": (
        say("Double for each 7"),
        {
            True: Words(say("yes"), say("A loser pays double for each 7 in the hand.")),
            False: Words(say("no"), say("A 7 in the hand doubles nothing.")),
        },
    ),
    "zero_four": (
        say("Four of a kind count nothing"),
        {
            True: Words(say("yes"), say("Four cards of a rank in the hand count nothing.")),
            False: Words(say("no"), say("All cards in the hand count.")),
        },
    ),
    "stock_end": (
        say("No card left"),
        {
            "after_last_draw": Words(
                say("after the last draw"), say("After the turn with the last card the lowest hand wins.")
            ),
            "on_need": Words(
                say("when one must draw"), say("Play goes on until somebody must draw; then the lowest hand wins.")
            ),
        },
    ),
    "lowest_tie": (
        say("Two lowest hands"),
        {"turn_order": Words(say("the first in turn"), say("The one whose turn would come first wins."))},
    ),
    "next_dealer": (
        say("Who deals next"),
        {
            "winner": Words(say("the winner"), say("Whoever won deals the next board, and plays first.")),
            "rotate": Words(say("each in turn"), say("Each deals in turn, round the table.")),
        },
    ),
    "direction": (
        say("Turns go"),
        {
            "clockwise": Words(say("clockwise"), say("To the left, as a clock goes.")),
            "anticlockwise": Words(say("anticlockwise"), say("To the right, against the clock.")),
        },
    ),
    "first_dealer": (say("First dealer"), {}),
    "match": (say("A match is"), {}),
}


def _number(option: str, value: Any) -> Words | None:
    match option:
        case "match":
            return match_words(value)
        case "claim_window_s":
            return Words(
                say_count("{count} second", "{count} seconds", value),
                say_count("A discard waits {count} second.", "A discard waits {count} seconds.", value),
            )
    return None


def _in_force(options: Options, seats: int) -> tuple[str, ...]:
    claims = options.thank_you == "anyone" and seats > 2
    knocks = options.knock_when != "never"
    matters = {
        **dict.fromkeys(("knock_max", "knock_tie", "failed_knock_rank"), knocks),
        "claim_policy": claims,
        "claim_window_s": claims,
        "thank_you": seats > 2,
        "first_dealer": False,  # drawn by lot; the table shows who deals
    }
    return tuple(name for name in _OPTIONS if matters.get(name, True))


WORDS = GameWords(
    Words(
        say("Hoola"),
        say(
            "Everybody alone: collect cards that belong together, lay them down, and be the first to go out."
            " For two to five."
        ),
    ),
    _PRESETS,
    _OPTIONS,
    _number,
    _in_force,
)
