"""Provable fairness for whoever wants to know: a page that checks the cards of a finished board in the browser, and the
teacher's look at the hands of a rated match, which ends the rating."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template
from werkzeug.wrappers import Response

from hool.fairness import Recipe, is_told, recipe_of
from hool.fold import BoardRecord, Table
from hool.i18n import _
from hool.refused import Refused
from hool.rules import shuffle
from hool.rules.cards import format_deal
from hool.rules.text import Text, say
from hool.web import teacher
from hool.web.access import classroom, tables
from hool.web.replay import Reader, pace_record_of, reader_of, record_of, seats_of
from hool.web.sealed import sealed_by
from hool.web.show import SeatShow, plainly
from hool.web.teacher import CLASS, home_of, open_desk, table_of, tell

pages = Blueprint("fair", __name__)
pages.register_error_handler(Refused, teacher.refused)


@dataclass(frozen=True, slots=True)
class Proof:
    """A finished board to check. seal: the hash that all saw before play. secret: "" while it is not told, then ``why``
    says for what it waits. deal: its cards as the log has them."""

    record: BoardRecord
    seats: tuple[SeatShow, ...]
    seal: str
    secret: str
    why: Text | None
    recipe: Recipe | None
    deal: str


@pages.get("/fair")
def by_hand() -> str:
    """The check for a secret that is typed in; everything happens in the browser."""
    return _checking(None, "/")


@pages.get("/room/<slug>/boards/<int:number>/<int:ordinal>/fair")
def board(slug: str, number: int, ordinal: int) -> str:
    """The check of a finished board that this reader may see."""
    reader = reader_of(slug)
    table, record = record_of(reader, number, ordinal)
    return _page(reader, table, record, f"/room/{slug}/boards/{number}/{ordinal}")


@pages.get("/room/<slug>/games/<int:game>/boards/<int:ordinal>/fair")
def own_pace_board(slug: str, game: int, ordinal: int) -> str:
    """The same for a game at its players' own pace."""
    reader = reader_of(slug)
    table, record = pace_record_of(reader, game, ordinal)
    return _page(reader, table, record, f"/room/{slug}/games/{game}/boards/{ordinal}")


def _page(reader: Reader, table: Table, record: BoardRecord, back: str) -> str:
    return _checking(_proof(reader, table, record), back)


def _checking(proof: Proof | None, back: str) -> str:
    rule = (shuffle.__doc__ or "").partition("\n\n")[2]
    return render_template("fair.html", proof=proof, back=back, version=shuffle.VERSION, rule=rule)


def _proof(reader: Reader, table: Table, record: BoardRecord) -> Proof:
    room = reader.visitor.room
    recipe, why = recipe_of(record), None
    if recipe is None:
        why = say("Somebody has chosen these cards: they come from no shuffle, and there is nothing to check.")
    elif not is_told(table, record, tables().tables(room.id), classroom().may_be_shared(room, record)):
        why = say("The secret is told when the match is over, at all tables that play these cards.")
    return Proof(
        record=record,
        seats=seats_of(record),
        seal=shuffle.commitment(record.secret) if record.secret else "",
        secret="" if why else record.secret,
        why=why,
        recipe=recipe,
        deal="" if why else format_deal(record.deal),
    )


@pages.post(CLASS + "/table/<int:number>/look")
def look(slug: str, number: int) -> Response:
    """See the hands of a table. Matches that they belong to count for ratings no more, and their tables are told."""
    room = open_desk(slug)
    table = table_of(room, number)
    path = f"{home_of(room)}?table={number}"
    found = sealed_by(table)
    if not found:
        return tell(_("You see the hands of table %(number)s already.", number=number), path)
    for each in found:
        made = tables().command(each.id, "look")
        if not made.ok:
            return tell(plainly(made.say), path, ok=False)
    return tell(_("You see the hands now. The match does not count for ratings any more, and the table knows."), path)
