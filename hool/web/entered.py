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


class WholeNumber(BaseConverter):
    """``<int:name>`` in an address: as ``whole``; an address with another number is not found."""

    regex = r"[0-9]{1,10}"

    def to_python(self, value: str) -> int:
        number = whole(value)
        if number is None:
            raise ValidationError
        return number
