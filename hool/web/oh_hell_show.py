"""What Oh Hell's pages say beside the rules: hands with equal cards in rows, the score sheet, what a bid pays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from flask import Flask

from hool import game_words
from hool.rules import oh_hell
from hool.rules.cards import JOKER, Card, hand_order
from hool.rules.oh_hell import Options
from hool.rules.text import Text, say, say_count
from hool.web.show import LONGEST_ROW, ONE_ROW

SUITS = "SHDC*"


class Held(NamedTuple):
    """A card of a hand, and a mark that no other card of the hand has: "AS", for its twin "AS-2", and "joker"."""

    card: Card
    mark: str


class Cell(NamedTuple):
    """A hand of one player on the score sheet: what it brought, and the points after it."""

    bid: int
    tricks: int
    points: int
    total: int

    @property
    def made(self) -> bool:
        return self.bid == self.tricks


class SheetRow(NamedTuple):
    """A hand that was played, with a cell for each seat."""

    number: int
    size: int
    cells: tuple[Cell, ...]


@lru_cache(maxsize=4096)
def held_rows(held: tuple[Card, ...], dealt: tuple[Card, ...]) -> tuple[tuple[tuple[Held, ...], ...], ...]:
    """The cards ``held`` as one or two rows of suits, in the places they had when the hand was dealt.

    As ``show.hand_rows``, for packs with equal cards, with pips above ten and with a joker, which stands last. Of two
    equal cards it is always the second that goes first.
    """
    copies: Counter[Card] = Counter()
    places: list[Held] = []
    for card in hand_order(dealt):
        copies[card] += 1
        mark = "joker" if card == JOKER else f"{card}-{copies[card]}" if copies[card] > 1 else str(card)
        places.append(Held(card, mark))
    split = _second_row(places)
    left = Counter(held)
    rows: tuple[list[list[Held]], ...] = ([[] for _ in SUITS], [[] for _ in SUITS])
    for place, each in enumerate(places):
        if left[each.card]:
            left[each.card] -= 1
            rows[place >= split][SUITS.index(each.card.suit)].append(each)
    return tuple(tuple(tuple(suit) for suit in row if suit) for row in rows if any(row))


def _second_row(places: Sequence[Held]) -> int:
    """Where the second row begins: between two suits, so that the longer row is shortest; inside one if it must."""
    if len(places) <= ONE_ROW:
        return len(places)
    ends = [sum(SUITS.index(each.card.suit) <= suit for each in places) for suit in range(len(SUITS))]
    split = min(ends, key=lambda end: max(end, len(places) - end))
    return split if max(split, len(places) - split) <= LONGEST_ROW else (len(places) + 1) // 2


def sheet(records: Sequence[Any]) -> tuple[SheetRow, ...]:
    """The score sheet of a match: its finished hands, oldest first, as ``BoardRecord``."""
    rows: list[SheetRow] = []
    totals: tuple[int, ...] = ()
    for record in records:
        scores = record.result.scores
        totals = tuple(a + b for a, b in zip(totals or (0,) * len(scores), scores, strict=True))
        state = record.state
        cells = tuple(map(Cell, state.bids, state.won, scores, totals))
        rows.append(SheetRow(record.board.number, state.size, cells))
    return tuple(rows)


def missed_words(options: Options, doubled: bool) -> Text:
    """What a bid that is missed brings, in a few words."""
    times = 2 if doubled else 1
    match options.scoring:
        case "negative":
            return say("1 off: {one}, 2 off: {two}", one=times, two=3 * times)
        case "adjusted_2":
            return say("nothing")
    return say("2 points a trick") if doubled else say("a point a trick")


def made_words(options: Options, size: int, bid: int, doubled: bool) -> Text:
    """What this bid brings if it is made."""
    points = oh_hell.score_of(options, size, bid, bid, doubled)
    if options.scoring == "negative":
        return say("no penalty points")
    return say_count("{count} point", "{count} points", points)


def install(app: Flask) -> None:
    """Give the templates the words of this module."""
    app.jinja_env.globals.update(
        held_rows=held_rows,
        score_sheet_of=sheet,
        missed_words=missed_words,
        made_words=made_words,
        oh_hell=oh_hell,
        in_force=game_words.in_force,
        hand_sizes=game_words.sizes_words,
    )
