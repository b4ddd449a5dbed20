"""Games, presets, options and their values as people call them: a short name, and a line that says what it means.

A child may read all of it. ``in_force`` picks what matters at a table; the rest of an option list is idle there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hool.game_words import hool, hoola, oh_hell
from hool.game_words.oh_hell import sizes_words
from hool.game_words.words import GameWords, Words, match_words, suit_list, suit_name
from hool.rules.text import Text, say

__all__ = [
    "GAMES",
    "PRESETS",
    "Rule",
    "Words",
    "in_force",
    "match_words",
    "option_name",
    "sizes_words",
    "suit_list",
    "suit_name",
    "value_words",
]

_WORDS: dict[str, GameWords] = {"hool": hool.WORDS, "oh_hell": oh_hell.WORDS, "hoola": hoola.WORDS}

GAMES = {name: words.game for name, words in _WORDS.items()}
PRESETS = {name: words.presets for name, words in _WORDS.items()}
"""By game, the presets from the easiest on; their names are those of ``PRESETS`` in the rules."""


@dataclass(frozen=True, slots=True)
class Rule:
    """An option of a table with the value it has: ``option`` is its field, ``label`` what it is called."""

    option: str
    label: Text
    value: Words


def option_name(game: str, option: str) -> Text:
    """What an option is called; its field's name where people never meet it."""
    known = _WORDS[game].options.get(option)
    return known[0] if known else say("{option}", option=option)


def value_words(game: str, option: str, value: Any) -> Words:
    """What a value of an option is called, and what it means. ``value`` must be one that the option can have."""
    known = _WORDS[game].options.get(option)
    said = known[1].get(value) if known and not isinstance(value, tuple) else None
    said = said or _WORDS[game].number(option, value)
    if said is not None:
        return said
    plain = say("{value}", value=str(value))
    return Words(plain, plain)


def in_force(game: str, options: Any, seats: int) -> tuple[Rule, ...]:
    """The options that decide something at a table of so many, in the order in which a game meets them."""
    names = _WORDS[game].in_force(options, seats)
    return tuple(Rule(name, option_name(game, name), value_words(game, name, getattr(options, name))) for name in names)
