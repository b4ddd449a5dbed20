"""What a hand of Oh Hell scores, and why."""

from __future__ import annotations

from hool.rules.oh_hell_options import Options
from hool.rules.text import Text, say


def score_of(options: Options, size: int, bid: int, tricks: int, doubled: bool) -> int:
    """The points of a player who bid so many of `size` tricks and took `tricks`; doubled: they count twice."""
    return (2 if doubled else 1) * _single(options.scoring, size, bid, tricks)


def _single(scoring: str, size: int, bid: int, tricks: int) -> int:
    off = abs(bid - tricks)
    if scoring == "negative":
        return off * (off + 1) // 2
    if off:
        return 0 if scoring == "adjusted_2" else tricks
    match scoring:
        case "progressive":
            return 10 + bid * bid
        case "adjusted_1":
            return 10 + bid if bid else 5 + size
        case "adjusted_2":
            return 10 + bid if bid else 5
    return 10 + tricks


def explain(options: Options, size: int, bid: int, tricks: int, doubled: bool) -> tuple[Text, ...]:
    """The score of `score_of` in words, a line for each step."""
    why = _explain(options.scoring, size, bid, tricks)
    return (why, say("a spade was turned up: twice the points")) if doubled else (why,)


def _explain(scoring: str, size: int, bid: int, tricks: int) -> Text:
    off = abs(bid - tricks)
    if off:
        if scoring == "negative":
            if off == 1:
                return say("1 off: 1 penalty point")
            return say("{off} off: {sum} penalty points", off=off, sum=" + ".join(map(str, range(1, off + 1))))
        if scoring == "adjusted_2":
            return say("{off} off: nothing", off=off)
        return say("{off} off: a point for each trick", off=off)
    match scoring:
        case "negative":
            return say("made: no penalty points")
        case "progressive":
            return say("made: 10 + {bid} × {bid}", bid=bid)
        case "adjusted_1" if bid == 0:
            return say("made: 5, and a point for each of {size} cards", size=size)
        case "adjusted_2" if bid == 0:
            return say("made: 5 for no tricks")
    return say("made: 10 + {tricks}", tricks=tricks)
