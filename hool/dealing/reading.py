"""How conditions are written: numbers, shapes of a hand, and fits of a side; read into values and back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

from hool.rules.cards import SUITS
from hool.rules.text import SaidError, say

Span = tuple[int, int]  # from and to, both possible
Lengths = tuple[int, ...]  # spades, hearts, diamonds, clubs
Pattern = tuple[int | None, ...]  # lengths in the order of SUITS, None for any

OPEN = 99  # the end of "5+"
FITS = {"": SUITS, "major": "SH", "minor": "DC"}
NO_FIT = (0, 7)

_BALANCED = ("4-3-3-3", "4-4-3-2", "5-3-3-2")
_DASHES = str.maketrans("–—−", "---")


class ConditionError(SaidError):
    """A condition that cannot be understood."""


def read_span(text: str) -> Span | None:
    """From and to of "5", "5+" or "3-5"; None for nothing. Raises ConditionError."""
    text = re.sub(r"\s", "", text).translate(_DASHES)
    if not text:
        return None
    found = re.fullmatch(r"([0-9]{1,2})(?:(\+)|-([0-9]{1,2}))?", text)
    if not found:
        raise ConditionError(say("“{text}” is not understood. Write 5, 5+ or 3-5.", text=text[:20]))
    low = int(found[1])
    high = OPEN if found[2] else int(found[3] or low)
    if low > high:
        raise ConditionError(say("{low} is more than {high}; write the smaller number first.", low=low, high=high))
    return low, high


def span_text(span: Span) -> str:
    """The inverse of `read_span`."""
    low, high = span
    return f"{low}" if low == high else f"{low}+" if high == OPEN else f"{low}-{high}"


@lru_cache(maxsize=64)
def patterns(shape: str) -> frozenset[Pattern]:
    """The patterns of a shape as in `Wish`; none: it is open. Raises ConditionError."""
    shape = shape.translate(_DASHES)
    found: set[Pattern] = set()
    for each in filter(None, map(str.strip, re.split(r",|;|\bor\b", shape))):
        names = _BALANCED if each in ("balanced", "any balanced") else (each,)
        for name in names:
            plain = "-".join(name) if re.fullmatch(r"[0-9x]{4}", name) else name
            match = re.fullmatch(r"(x|[0-9]{1,2})([-= ])(x|[0-9]{1,2})\2(x|[0-9]{1,2})\2(x|[0-9]{1,2})", plain)
            if not match:
                text = say(
                    "“{text}” is not understood. Write 5-3-3-2, or 5=4=3=1 for spades, hearts, diamonds and clubs in"
                    " this order, or balanced.",
                    text=each[:20],
                )
                raise ConditionError(text)
            parts = tuple(None if part == "x" else int(part) for part in match.group(1, 3, 4, 5))
            found.update([parts] if match[2] == "=" else permutations(parts))
    return frozenset(found)


def matches(suits: Lengths, shapes: frozenset[Pattern]) -> bool:
    """Whether suit lengths are of one of the patterns; every hand is if there are none."""
    return (
        not shapes
        or suits in shapes
        or any(
            None in parts and all(part in (None, count) for part, count in zip(parts, suits, strict=True))
            for parts in shapes
        )
    )


@dataclass(frozen=True, slots=True)
class Fit:
    """How long a side's longest suit is, both hands together. kind: "", "major" or "minor", which suits count."""

    span: Span
    kind: str = ""

    def __str__(self) -> str:
        return f"{'no' if self.span == NO_FIT else span_text(self.span)} {self.kind}".strip()

    def longest(self, suits: Lengths) -> int:
        """suits: the cards of a side in each suit."""
        return max(count for suit, count in zip(SUITS, suits, strict=True) if suit in FITS[self.kind])

    def off(self, suits: Lengths) -> int:
        """How many cards of a side have the wrong suit, at least."""
        low, high = self.span
        over = sum(max(count - high, 0) for suit, count in zip(SUITS, suits, strict=True) if suit in FITS[self.kind])
        return max(low - self.longest(suits), over, 0)


def read_fit(text: str) -> Fit | None:
    """A fit of "8+", "8+ major", "9 minor", "no" or "no major"; None for nothing. Raises ConditionError."""
    text = " ".join(text.casefold().split())
    if not text:
        return None
    found = re.fullmatch(r"(no|[0-9][0-9+ –—−-]*?)(?: fit)?(?: (?:in )?(?:an? )?(major|minor|suit))?", text)
    if not found:
        why = say("“{text}” is not understood. Write 8+, 8+ major, 8+ minor, no, or no major.", text=text[:20])
        raise ConditionError(why)
    span = NO_FIT if found[1] == "no" else read_span(found[1])
    assert span is not None
    return Fit(span, "" if found[2] in (None, "suit") else found[2])
