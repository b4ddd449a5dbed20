"""Portable Bridge Notation (PBN 2.1): tolerant in, strict out.

`read` takes what real programs write: any tag order, several tags on a line, comments, escape lines, notes,
suffixes, `#` inheritance, small letters, ISO-8859-1 and -2, UTF-8 or UTF-16, missing blank lines, missing dealers.
What cannot be used becomes a `Problem` that names its line; every sound board beside it is still offered.

`write` makes PBN 2.1 export format. PBN knows no clues and no secret bids, so HOOL keeps them where the standard lets
other programs skip them: in the tags and tables of `own`.

A HOOL board has no `[Auction]`: an invented one would be false. One that came with a file of bridge is written again.
The play of a board with a contract is an ordinary `[Play]`; without one the standard allows none. HOOL's par is not
bridge's, so there is no `[OptimumScore]` either, but the double-dummy tricks are the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from hool.formats.boards import SEATS, FileBoard, Report
from hool.formats.bridge import OPTIMUM, auction_rows, optimum_rows, tricks_digits
from hool.formats.own import TAGS, own_data, play_rows
from hool.formats.pbn_text import MANDATORY, games, inherit
from hool.formats.reading import Reader
from hool.rules.cards import Card, format_hand

MAX_LINE = 255  # characters
_DATE = re.compile(r"(\d{4}|\?{4})[.\-/ ](\d{1,2}|\?{1,2})[.\-/ ](\d{1,2}|\?{1,2})")


def read(data: bytes | str, acts: bool = True, pack: Sequence[Card] | None = None) -> Report:
    """All boards of a PBN file, and what could not be used. Never raises for what stands in `data`.

    acts: False leaves out clues, calls and cards (checking a whole board by the rules takes milliseconds).
    pack: the cards that must have been dealt, such as `hool.PACKS["full"]`; None = any pack that HOOL plays with.
    A deal that comes again under its own number is another table's result and left out, unless HOOL wrote it.
    Refused as a whole: more than MAX_BYTES, and what is no text. Of more than MAX_BOARDS the first are taken.
    """
    reader = Reader(acts, pack)
    text = reader.text(data)
    if text is not None:
        cut = games(text, reader.problem)
        reader.take_all(inherit(cut), len(cut))
    return reader.report()


def write(boards: Iterable[FileBoard]) -> str:
    """The boards in PBN 2.1 export format, to be stored as UTF-8: the standard's ISO-8859-1 lacks most names.

    HOOL's own tags are written for boards with options. Raises IllegalAction if the acts of a board are illegal.
    """
    return "\n".join(("% PBN 2.1\n% EXPORT\n", *("\n".join(_lines(board)) + "\n" for board in boards)))


def _lines(board: FileBoard) -> Iterator[str]:
    hands = board.deal.hands
    passed = board.contract == "Pass"
    own = own_data(board)
    tags = {
        "Board": str(board.number),
        "Dealer": SEATS[board.dealer],
        "Vulnerable": board.vulnerable,
        "Deal": f"{SEATS[board.dealer]}:" + " ".join(format_hand(hands[(board.dealer + i) % 4]) for i in range(4)),
        "Declarer": "" if passed else "?" if board.declarer is None else SEATS[board.declarer],
        "Contract": (board.contract or "?") + {1: "", 2: "X", 4: "XX"}[board.doubled],
        "Result": "" if passed else "?" if board.tricks is None else str(board.tricks),
        **own.tags,
    }
    if board.options is not None:
        tags["Scoring"] = "HOOL"
    if board.double_dummy is not None:
        tags["DoubleDummyTricks"] = tricks_digits(board.double_dummy)
    given = dict(board.tags)
    if "Date" in given:
        given["Date"] = _date(given["Date"])
    values = dict.fromkeys(MANDATORY, "?") | {name: given[name] for name in MANDATORY if given.get(name)} | tags
    others = {
        name: given[name]
        for name in given.keys() - values.keys() - TAGS - {"Auction", "Play", "Note", "DoubleDummyTricks"}
        if re.fullmatch(r"[A-Z][A-Za-z0-9_]*", name) and (name == "Table" or not name.endswith("Table"))
    }
    for name in MANDATORY:
        yield _pair(name, values.pop(name))
    yield from (_pair(name, value) for name, value in sorted((values | others).items()))
    if board.auction:
        calls, notes = auction_rows(board.auction, board.dealer)
        yield _pair("Auction", SEATS[board.dealer])
        yield from calls
        yield from (_pair("Note", note) for note in notes)
    view = own.view
    if view.contract and (view.tricks or view.trick):
        opener = view.tricks[0].leader if view.tricks else view.trick[0][0]
        yield _pair("Play", SEATS[opener])
        yield from play_rows(view, opener)
    tables = list(own.tables)
    if board.double_dummy is not None:
        tables.append(("OptimumResultTable", OPTIMUM, tuple(optimum_rows(board.double_dummy))))
    for name, columns, rows in tables:
        yield f'[{name} "{columns}"]'
        yield from rows


def _date(text: str) -> str:
    """A date as the standard wants it, `2024.03.??`, from what programs write."""
    if match := _DATE.search(text):
        return ".".join((match[1], *(part.rjust(2, "?" if "?" in part else "0") for part in match.groups()[1:])))
    return "?"


def _pair(name: str, value: str) -> str:
    value = re.sub(r"[\x00-\x1f\x7f\u2028\u2029\x85]+", " ", value)[:200]
    while len(pair := f'[{name} "' + value.replace("\\", r"\\").replace('"', r"\"") + '"]') > MAX_LINE:
        value = value[:-1]
    return pair
