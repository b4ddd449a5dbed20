"""Options as dataclass fields that say what they may be and what they do."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import field, fields
from typing import Any

from hool.rules.game import OptionError
from hool.rules.text import Text, say


def option(default: Any, values: Collection[Any], text: Text, repeats: bool = False) -> Any:
    """A field whose metadata has `values` (what it may be) and `help`. A tuple holds some of them, each once unless
    `repeats`."""
    return field(default=default, metadata={"values": values, "help": text, "repeats": repeats})


def check_values(options: Any) -> None:
    """Raise `OptionError`, naming the field, unless each value is one of those possible."""
    for each in fields(options):
        value, values = getattr(options, each.name), each.metadata["values"]
        if isinstance(each.default, tuple):
            possible = isinstance(value, tuple) and all(
                one in values and (each.metadata["repeats"] or value.count(one) == 1) for one in value
            )
        else:  # True == 1, but a switch is not a number
            possible = value in values and any(type(value) is type(one) for one in values)
        if not possible:
            raise OptionError(say("“{option}” cannot be {value}.", option=each.name, value=repr(value)))
