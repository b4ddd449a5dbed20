"""How something is called and what it means, and the words for one game's options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hool.rules.text import Text, say, say_count


@dataclass(frozen=True, slots=True)
class Words:
    """What something is called, and what it means in a sentence."""

    name: Text
    line: Text


@dataclass(frozen=True, slots=True)
class GameWords:
    """A game in words. ``presets`` go from the easiest on, with the names of ``PRESETS`` in the rules; ``options`` give
    each a label and words for its values, and ``number`` those for values that are too many to list (None for others).
    ``in_force`` names the options that decide something at a table of so many, in the order in which a game meets
    them."""

    game: Words
    presets: Mapping[str, Words]
    options: Mapping[str, tuple[Text, Mapping[Any, Words]]]
    number: Callable[[str, Any], Words | None]
    in_force: Callable[[Any, int], tuple[str, ...]]


_SUIT_NAMES = {
    "S": say("spades"), "H": say("hearts"), "D": say("diamonds"), "C": say("clubs"), "N": say("no trumps"),
}  # fmt: skip


def suit_name(suit: str) -> Text:
    """A suit's letter or N as a word."""
    return _SUIT_NAMES[suit]


def suit_list(suits: tuple[str, ...]) -> Text:
    """Suits' letters and N in a row, in words."""
    listed = _SUIT_NAMES[suits[0]] if suits else say("none")
    for suit in suits[1:]:
        listed = say("{some}, {one}", some=listed, one=_SUIT_NAMES[suit])
    return listed


def match_words(boards: int) -> Words:
    """How long a match is, 0 for no end."""
    if not boards:
        return Words(say("open"), say("It goes on until you stop."))
    return Words(
        say_count("{count} board", "{count} boards", boards), say("After them the points begin at nothing again.")
    )
