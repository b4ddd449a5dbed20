"""What bridge files tell and HOOL has no use for but to give it back: auctions; and double-dummy tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hool.formats.boards import SEATS, Call, Tricks, contract_of, denomination
from hool.formats.own import Unusable
from hool.formats.pbn_text import Game, Tag
from hool.rules.game import Seat
from hool.rules.hool_options import DENOMINATIONS
from hool.rules.text import say

MARKS = ("!", "?", "!!", "??", "!?", "?!")  # the marks 1 to 6 of a call
LONGEST = 319  # calls of the longest auction there can be
OPTIMUM = r"Declarer;Denomination\2R;Result\2R"
_BCSEATS, _BCDENOMINATIONS = "NSEW", ("NT", "S", "H", "D", "C")  # the order in `DoubleDummyTricks`
_CALL = re.compile(
    r"(?P<irregular>\^[IS])? (?P<call>ALLPASS|AP|PASS|DBL|RDBL|P|XX|X|R|D|[1-7](?:NT|[CDHSN♠♥♦♣])|-)? (?P<rest>.*)",
    re.IGNORECASE | re.VERBOSE,
)
_NAMES = {"P": "Pass", "PASS": "Pass", "X": "X", "D": "X", "DBL": "X", "XX": "XX", "R": "XX", "RDBL": "XX"}


def call_of(text: str) -> str | None:
    """`Call.text` of a call as any program writes it; None if it is none."""
    text = text.upper()
    if text in _NAMES:
        return _NAMES[text]
    named = denomination(text[1:])
    return f"{text[0]}{named}" if text[:1] in tuple("1234567") and named else None


# -- auctions ----------------------------------------------------------------------------------------------------------


def auction_of(game: Game, dealer: Seat) -> tuple[Call, ...]:
    """The auction of a board, dealer first; () if it has none. Raises Unusable at the first that is no call."""
    tag = game.tags.get("Auction")
    if tag is None:
        return ()
    notes = {int(match[1]): match[2] for note in tag.notes if (match := re.match(r"\s*(\d{1,3})\s*:\s*(.*)", note))}
    calls: list[Call] = []
    skipped, ended = 0, False
    for line, token in tag.rows:
        match = _CALL.fullmatch("AP" if token.upper() == "ALL" else token)
        assert match is not None, "the rest matches anything"
        text, rest = (match["call"] or "").upper(), match["rest"]
        if not re.fullmatch(r"(=\d*=|\$\d+|[!?])*|[*+]", rest):
            raise Unusable(line, say("“{call}” is no call.", call=token[:20]))
        if match["irregular"]:
            calls.append(Call(match["irregular"].upper()))
        if text == "-":
            skipped += not calls
        elif text in ("AP", "ALLPASS"):
            ended = True
            calls.extend(_passes(calls, dealer))
        elif text and not ended:
            calls.append(Call(call_of(text) or text))
        elif rest in ("*", "+"):
            break
        if calls:
            calls[-1] = _marked(calls[-1], rest, notes)
        if len(calls) > LONGEST:
            raise Unusable(line, say("This auction never ends."))
    first = tag.value.upper()[:1]
    if calls and first and first in SEATS and (SEATS.index(first) + skipped) % 4 != dealer:
        raise Unusable(tag.line, say("The auction does not begin with the dealer."))
    return tuple(calls)


def _passes(calls: Sequence[Call], dealer: Seat) -> Iterator[Call]:
    """The passes that end an auction."""
    made = list(calls)
    while contract_of(made, dealer) is None:
        made.append(Call("Pass"))
        yield made[-1]


def _marked(call: Call, rest: str, notes: dict[int, str]) -> Call:
    """A call with the marks and the note behind it."""
    marks, note = list(call.marks), call.note
    for each in re.findall(r"=\d*=|\$\d+|[!?]{1,2}", rest):
        if each[0] == "=":
            note = notes.get(int(each.strip("=") or 0), note)
        elif each[0] == "$":
            marks.append(int(each[1:4]) % 256)
        elif each in MARKS:
            marks.append(MARKS.index(each) + 1)
    return Call(call.text, tuple(sorted(set(marks))), _fitting(note))


def _fitting(note: str) -> str:
    """A note that still fits into a line when it is written."""
    note = re.sub(r"[\x00-\x1f\x7f\x85\u2028\u2029\s]+", " ", note)[:190]
    while len(note) + len(re.findall(r'["\\]', note)) > 190:
        note = note[:-1]
    return note.strip()


def auction_rows(auction: Sequence[Call], dealer: Seat) -> tuple[list[str], list[str]]:
    """The rows of `[Auction]`, four calls each, dealer first, and the notes `1:text` that belong below them."""
    rows: list[str] = []
    notes: list[str] = []
    row: list[str] = []
    turns = 0
    for call in auction:
        parts = [call.text]
        if call.note and len(notes) < 32:
            if call.note not in notes:
                notes.append(call.note)
            parts.append(f"={notes.index(call.note) + 1}=")
        parts += [f"${mark}" for mark in call.marks]
        row.append(" ".join(parts))
        turns += call.text != "^I"
        if turns == 4:
            rows.append(" ".join(row))
            row, turns = [], 0
    if contract_of(auction, dealer) is None:
        row.append("*")
    if row:
        rows.append(" ".join(row))
    return rows, [f"{number}:{note}" for number, note in enumerate(notes, 1)]


# -- double dummy ------------------------------------------------------------------------------------------------------


def double_dummy_of(game: Game) -> Tricks | None:
    """The double-dummy table, None unless all twenty results are told. Raises Unusable for what is no result."""
    found = _optimum(game.tags["OptimumResultTable"]) if "OptimumResultTable" in game.tags else {}
    digits = game.value("DoubleDummyTricks").lower()
    if re.fullmatch(r"[0-9a-d]{20}", digits):
        places = ((seat, name) for seat in _BCSEATS for name in _BCDENOMINATIONS)
        found = {place: int(digit, 16) for place, digit in zip(places, digits, strict=True)} | found
    if len(found) < 20:
        return None
    return tuple(tuple(found[seat, name] for name in DENOMINATIONS) for seat in SEATS)


def _optimum(tag: Tag) -> dict[tuple[str, str], int]:
    """The rows of `[OptimumResultTable]` by declarer and denomination: programs have them in different orders, some
    give a side instead of a seat, and some name the columns in another order."""
    columns = [re.sub(r"[\\+\-].*", "", name.strip().lstrip("+-")).lower() for name in tag.value.split(";")]
    try:
        at = [columns.index(name) for name in ("declarer", "denomination", "result")]
    except ValueError:
        at, columns = [0, 1, 2], ["", "", ""]
    found: dict[tuple[str, str], int] = {}
    width = len(columns)
    for start in range(0, len(tag.rows) - width + 1, width):
        line = tag.rows[start][0]
        seats, name, tricks = (tag.rows[start + place][1].upper() for place in at)
        if tricks in ("-", "?", "*"):
            continue
        trumps = denomination(name)
        if seats not in (*SEATS, "NS", "EW") or not trumps or not re.fullmatch(r"1?[0-9]", tricks) or int(tricks) > 13:
            text = say("“{row}” is no double-dummy result.", row=f"{seats} {name} {tricks}"[:40])
            raise Unusable(line, text)
        for seat in seats:
            found.setdefault((seat, trumps), int(tricks))
    return found


def optimum_rows(table: Tricks) -> list[str]:
    """The twenty rows of `[OptimumResultTable]`: for N E S W each of DENOMINATIONS."""
    return [
        f"{seat} {name:>2} {tricks:>2}"
        for seat, row in zip(SEATS, table, strict=True)
        for name, tricks in zip(DENOMINATIONS, row, strict=True)
    ]


def tricks_digits(table: Tricks) -> str:
    """The value of `[DoubleDummyTricks]`."""
    return "".join(
        f"{table[SEATS.index(seat)][DENOMINATIONS.index(name)]:x}" for seat in _BCSEATS for name in _BCDENOMINATIONS
    )
