"""A rules text as one line of JSON and back: how the log keeps a robot's reason beside its act."""

from __future__ import annotations

import json
from typing import Any

from hool.rules.cards import Card, parse_card
from hool.rules.text import Bid, Cards, Player, SeatRef, Text


def dump(text: Text) -> str:
    """The text as JSON; ``load`` is its inverse."""
    return json.dumps(_plain(text), ensure_ascii=False, separators=(",", ":"))


def load(line: str) -> Text:
    """Raises ``ValueError`` when the line was not written by ``dump``."""
    value = _real(json.loads(line))
    if not isinstance(value, Text):
        raise ValueError(f"not a text: {line!r}")
    return value


def _plain(value: object) -> Any:
    match value:
        case Text():
            made: dict[str, Any] = {"say": value.message}
            if value.params:
                made["with"] = {name: _plain(v) for name, v in value.params}
            if value.plural:
                made |= {"many": value.plural, "count": value.count}
            return made
        case Card():
            return {"card": str(value)}
        case SeatRef():
            return {"seat": value.seat}
        case Player():
            return {"player": value.seat}
        case Bid():
            return {"bid": value.text}
        case Cards():
            return {"cards": [str(c) for c in value.cards]}
        case bool() | int() | str():
            return value
    raise TypeError(f"a text cannot hold {value!r}")


def _real(value: Any) -> Any:
    match value:
        case {"say": message}:
            params = tuple((name, _real(v)) for name, v in value.get("with", {}).items())
            return Text(message, params, value.get("many", ""), value.get("count"))
        case {"card": text}:
            return parse_card(text)
        case {"seat": seat}:
            return SeatRef(seat)
        case {"player": seat}:
            return Player(seat)
        case {"bid": text}:
            return Bid(text)
        case {"cards": cards}:
            return Cards(tuple(parse_card(c) for c in cards))
    return value
