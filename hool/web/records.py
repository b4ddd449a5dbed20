"""The boards of a room on paper, as clubs print them: several deals a page, for the teacher. Those of Oh Hell and Hoola
stand behind those of HOOL, with what came of them instead of what could have been made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from flask import Blueprint, render_template, request

from hool.analysis.par import Par, Tricks, par
from hool.fairness import is_told
from hool.fold import BoardRecord, Table, parse_prepared
from hool.register import Room
from hool.results_hoola import rummy_of
from hool.rules import hool, oh_hell
from hool.rules.cards import Card, Deal, high_card_points
from hool.rules.game import Seat, options_from_json
from hool.rules.hool_options import DENOMINATIONS
from hool.rules.text import Text
from hool.web.access import analyst, classroom, need_desk, tables
from hool.web.analysis import shows_par, shows_table
from hool.web.replay import all_tables, seats_of
from hool.web.sealed import seals
from hool.web.show import COMPASS, LETTERS, SeatShow

pages = Blueprint("records", __name__)

AT_ONCE = 8  # deals that one look at the page sends to be solved


@dataclass(frozen=True, slots=True)
class Score:
    """What came of a deal at one table; seats: who sat there."""

    table: int
    line: Text
    seats: tuple[SeatShow, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A deal on paper.

    suits: of its pack. points: high-card points of each hand; () in a small pack, where nobody counts them.
    tricks, best: double-dummy tricks and HOOL's par; None while unknown, and where the game has no use for them.
    """

    number: int
    dealer: Seat
    deal: Deal
    suits: str
    points: tuple[int, ...]
    scores: tuple[Score, ...]
    tricks: Tricks | None
    best: Par | None


@dataclass(frozen=True, slots=True)
class OhHellRecord:
    """A hand of Oh Hell on paper. view: what all see before the first bid. played: what came of it, table by table:
    the table's number, who sat there, and the bid and tricks of each."""

    view: oh_hell.View
    deal: Deal
    played: tuple[tuple[int, tuple[SeatShow, ...], tuple[tuple[int, int], ...]], ...]


@dataclass(frozen=True, slots=True)
class HoolaRecord:
    """A board of Hoola on paper. number, dealer, deal: as dealt; tables: where it was played. stock: what lay below the
    card turned up, the top first; () while cards that nobody drew may not be seen. played: what came of it, table by
    table: its number, who sat there, the result, and for each seat the points left in the hand and the points won or
    paid."""

    number: int
    dealer: Seat
    deal: Deal
    tables: tuple[int, ...]
    stock: tuple[Card, ...]
    played: tuple[tuple[int, tuple[SeatShow, ...], Text, tuple[tuple[int, int], ...]], ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The records by number, the hands of Oh Hell match by match, and the boards of Hoola by table. waiting: how many
    deals are still being solved; late: how many took too long. off: why none can be."""

    records: tuple[Record, ...]
    hands: tuple[OhHellRecord, ...]
    hoola: tuple[HoolaRecord, ...]
    waiting: int
    late: int
    off: Text | None


@pages.get("/room/<slug>/class/boards/paper")
def sheet(slug: str) -> str:
    """The room's deals. Query: `scores` for what came of them at the tables, `names` of who sat there, `coming` for
    the prepared boards that nobody has finished."""
    room = need_desk(slug).room
    wanted = {name: name in request.args for name in ("scores", "names", "coming")}
    return render_template(
        "paper_records.html",
        room=room,
        lesson=None,
        back=f"/room/{slug}/boards",
        sheet=_sheet(room, wanted["scores"], wanted["coming"]),
        wanted=wanted,
        letters=LETTERS,
        compass=[f"pp-{name}" for name in COMPASS],
        denominations=DENOMINATIONS,
    )


def _sheet(room: Room, scores: bool, coming: bool) -> Sheet:
    played: dict[tuple[int, Seat, Deal], list[tuple[int, BoardRecord]]] = {}
    sealed = seals(room)
    for table in all_tables(room):
        for record in (each for each in table.play.boards if each.game == "hool" and not sealed(each)):
            key = record.board.number, record.board.dealer, record.deal
            played.setdefault(key, []).append((table.number, record))
    found = {key: records[0][1].board.options for key, records in played.items()}
    if coming and room.settings.game == "hool":
        own = options_from_json(hool.Options, room.settings.options)
        ahead = map(parse_prepared, room.settings.prepared)
        found = {(each.number, each.dealer, each.deal): own for each in ahead} | found
    solver = analyst()
    made, waiting, late = [], 0, 0
    for (number, dealer, deal), options in sorted(found.items(), key=lambda item: item[0][0]):
        tricks = None
        if shows_table(options):
            # A page full of new deals would keep the solver from those who wait for one.
            tricks = solver.table(deal) if waiting < AT_ONCE else solver.known_table(deal)
            failed = tricks is None and solver.table_failed(deal)
            late, waiting = late + failed, waiting + (tricks is None and not failed)
        best = par(tricks, options, dealer) if tricks and shows_par(options) else None
        results = tuple(_scores(played.get((number, dealer, deal), ()))) if scores else ()
        made.append(_record(number, dealer, deal, options, results, tricks, best))
    others = tuple(_hands(room, sealed, scores)), tuple(_hoola(room, sealed, scores))
    return Sheet(tuple(made), *others, waiting, late, solver.off)


def _hands(room: Room, sealed: Callable[[BoardRecord], bool], scores: bool) -> Iterator[OhHellRecord]:
    """The hands of Oh Hell in the order of their matches; the same cards at several tables are one."""
    played: dict[tuple[int, int, Seat, Deal], list[tuple[int, BoardRecord]]] = {}
    for table in all_tables(room):
        for record in (each for each in table.play.boards if each.game == "oh_hell" and not sealed(each)):
            key = record.match, record.board.number, record.board.dealer, record.deal
            played.setdefault(key, []).append((table.number, record))
    for _, found in sorted(played.items(), key=lambda item: item[0][:2]):
        first = found[0][1]
        came = (
            (number, seats_of(each), tuple(zip(each.state.bids, each.state.won, strict=True))) for number, each in found
        )
        view = oh_hell.view(oh_hell.start(first.board, first.deal), None)
        yield OhHellRecord(view, first.deal, tuple(came) if scores else ())


def _hoola(room: Room, sealed: Callable[[BoardRecord], bool], scores: bool) -> Iterator[HoolaRecord]:
    """The boards of Hoola table by table, each as it came; the same cards at several tables are one, where they came
    first. The stock of a board is there as soon as every table that has played it may be told."""
    played: dict[tuple[Seat, Deal], list[tuple[Table, BoardRecord]]] = {}
    for table in all_tables(room):
        for record in (each for each in table.play.boards if each.game == "hoola" and not sealed(each)):
            played.setdefault((record.board.dealer, record.deal), []).append((table, record))
    now = tables().tables(room.id)
    for (dealer, deal), found in played.items():
        told = all(is_told(table, each, now, classroom().may_be_shared(room, each)) for table, each in found)
        came = (
            (
                table.number,
                seats_of(each),
                each.result.line,
                tuple((did.value, did.points) for did in rummy_of(each)),
            )
            for table, each in found
        )
        stock = deal.rest[1:] if told else ()
        at = tuple(dict.fromkeys(table.number for table, _ in found))
        yield HoolaRecord(found[0][1].board.number, dealer, deal, at, stock, tuple(came) if scores else ())


def _scores(played: Iterable[tuple[int, BoardRecord]]) -> Iterator[Score]:
    for table, record in played:
        yield Score(table, record.result.line, seats_of(record))


def _record(
    number: int,
    dealer: Seat,
    deal: Deal,
    options: hool.Options,
    scores: tuple[Score, ...],
    tricks: Tricks | None,
    best: Par | None,
) -> Record:
    pack = hool.PACKS[options.pack]
    return Record(
        number=number,
        dealer=dealer,
        deal=deal,
        suits="".join(suit for suit, _ in groupby(card.suit for card in pack)),
        points=tuple(map(high_card_points, deal.hands)) if options.pack == "full" else (),
        scores=scores,
        tricks=tricks,
        best=best,
    )
