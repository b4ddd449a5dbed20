"""A file of boards, of whatever format: it is told by what stands in it, not by its name."""

from __future__ import annotations

from collections.abc import Sequence

from hool.formats import lin, pbn
from hool.formats.boards import MAX_BYTES, Report
from hool.formats.pbn_text import decode
from hool.rules.cards import Card


def read(data: bytes, acts: bool = True, pack: Sequence[Card] | None = None) -> Report:
    """All boards of a PBN or LIN file, see `pbn.read`."""
    text = decode(data[:MAX_BYTES])
    reads = lin.read if lin.looks_like(text) else pbn.read
    return reads(data, acts, pack)
