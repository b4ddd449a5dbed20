"""HOOL in words."""

from __future__ import annotations

from typing import Any

from hool.game_words.words import GameWords, Words, match_words
from hool.rules.text import Text, say

_PRESETS = {
    "full": Words(say("HOOL"), say("All of HOOL: two clues, three steps of bids, play with dummy, points.")),
}

_OPTIONS: dict[str, tuple[Text, dict[Any, Words]]] = {
    "match": (say("A match is"), {}),
    "closing_double": (
        say("Last chance to double"),
        {
            True: Words(say("yes"), say("After the bids there is one last chance to double.")),
            False: Words(say("no"), say("A bid of the last step stands undoubled.")),
        },
    ),
    "slam_adds_game": (
        say("Slam and game"),
        {
            True: Words(say("both bonuses"), say("A slam also earns the game bonus.")),
            False: Words(say("one bonus"), say("A slam earns its own bonus only.")),
        },
    ),
    "dummy_sees_declarer": (
        say("Dummy’s player"),
        {
            True: Words(say("sees declarer"), say("Dummy’s player sees declarer’s cards.")),
            False: Words(say("sees dummy only"), say("Dummy’s player does not see declarer’s cards.")),
        },
    ),
}


def _number(option: str, value: Any) -> Words | None:
    return match_words(value) if option == "match" else None


def _in_force(_options: Any, _seats: int) -> tuple[str, ...]:
    return tuple(_OPTIONS)


WORDS = GameWords(
    Words(say("HOOL"), say("Two against two: tell true clues, bid in secret, play with dummy. For four at a table.")),
    _PRESETS,
    _OPTIONS,
    _number,
    _in_force,
)
