"""Tables for spreadsheets: RFC 4180 in UTF-8 with the mark that Excel needs, and no cell that is a formula.

A program that opens the file runs what begins with = + - @, and some split at other signs than commas. So text that
could begin a formula gets an apostrophe, at its front and behind each sign at which a program may split. Numbers are
written as numbers, negative ones too.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

Cell: TypeAlias = str | int | float | None

_MARK = "\ufeff"
# A sign that begins a formula (the wide ones are read as the narrow ones by some programs), at the front of a cell or
# behind a sign at which it may be split; blanks and signs that cannot be seen may stand between.
_FORMULA = re.compile("(^|[;,|\\t\\r\\n])(?=[\\s\\u200b-\\u200f\\u2060\\ufeff]*[=+\\-@＝＋－＠])")
_BEGINS = "\t\r"  # in front of a cell they are taken away by some programs, with what follows


def table(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """The file. Each row has a cell for each column; None is an empty one."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([_safe(name) for name in columns])
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return (_MARK + out.getvalue()).encode("utf-8", "replace")


def _safe(cell: Cell) -> Cell:
    if not isinstance(cell, str):
        return cell
    text = cell.replace("\0", "")
    text = _FORMULA.sub(lambda found: f"{found[1]}'", text)
    return f"'{text}" if text[:1] in _BEGINS and text else text
