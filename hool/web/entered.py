"""What somebody sends in a form, a query or an address: numbers and words that every database can hold."""

from __future__ import annotations

import re

from werkzeug.routing import BaseConverter, ValidationError

LARGEST = 2**31 - 1
"""What an integer column holds in every database; nothing of ours is counted further."""


def whole(text: str | None) -> int | None:
    """The number that ``text`` says in decimal digits, 0 to ``LARGEST``; None for anything else."""
    # Tested before int() sees it, which raises for thousands of digits.
    if text is None or not re.fullmatch(r"[0-9]{1,10}", text.strip()):
        return None
    number = int(text)
    return number if number <= LARGEST else None


def plain(text: str | None, most: int) -> str:
    """The first ``most`` characters of what somebody typed, without NUL, which not every database takes."""
    return (text or "")[:most].replace("\0", "")


class Budgets:
    """How much each of many may do: ``burst`` things at once, and ``steady`` a second after that."""

    def __init__(self, burst: int, steady: float) -> None:
        self._burst, self._steady = float(burst), steady
        self._left: dict[object, tuple[float, float]] = {}

    def spend(self, who: object, now: float, cost: int = 1) -> bool:
        """Take one, or as many as it costs; False if there are not so many left. ``now`` is in seconds."""
        left, then = self._left.get(who, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._steady)
        self._left[who] = (max(0.0, left - cost), now)
        if len(self._left) > 5000:  # those who have all they may have again need not be remembered
            full = self._burst / self._steady
            self._left = {each: kept for each, kept in self._left.items() if now - kept[1] < full}
        return left >= cost

    def forget(self, who: object) -> None:
        self._left.pop(who, None)


class WholeNumber(BaseConverter):
    """``<int:name>`` in an address: as ``whole``; an address with another number is not found."""

    regex = r"[0-9]{1,10}"

    def to_python(self, value: str) -> int:
        number = whole(value)
        if number is None:
            raise ValidationError
        return number
