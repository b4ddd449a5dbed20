"""One board at two tables side by side, for the teacher: what was told, bid, led and taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, request

from hool.differences import Course, claim_words
from hool.fold import Table
from hool.refused import Refused
from hool.rules.cards import SUITS, Deal
from hool.rules.text import Text, say
from hool.web import needs, teacher
from hool.web.access import need_desk, tables
from hool.web.entered import whole
from hool.web.show import SeatShow, show

pages = Blueprint("radar", __name__)
pages.register_error_handler(Refused, teacher.refused)


@dataclass(frozen=True, slots=True)
class Side:
    """A board at one table. ``seats`` are those who played it there; ``line`` is its result, or None."""

    course: Course
    seats: tuple[SeatShow, ...]
    line: Text | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A board at the table ``left`` and at another. ``others`` are the numbers of all tables that have had it,
    ``apart`` what sets the first one apart, ``plan`` what the lesson says of the board."""

    deal: Deal
    left: Side
    right: Side | None
    others: tuple[int, ...]
    apart: Text | None
    plan: tuple[Text, ...]

    @property
    def sides(self) -> tuple[Side, ...]:
        return (self.left, self.right) if self.right else (self.left,)

    @property
    def suits(self) -> str:
        """The suits of this pack."""
        dealt = {card.suit for hand in self.deal.hands for card in hand}
        return "".join(suit for suit in SUITS if suit in dealt)

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps of the bidding at either table."""
        longest = max(self.sides, key=lambda side: len(side.course.steps))
        return tuple(name for name, _calls in longest.course.steps)


@pages.get(teacher.CLASS + "/compare/<int:number>")
def compare(slug: str, number: int) -> Any:
    """The board on table ``number`` there and, with ``?with=5``, at table 5; else where it went as at most tables."""
    room = need_desk(slug).room
    table = teacher.table_of(room, number)
    found = comparison(table, whole(request.args.get("with")))
    return teacher.tab_html(room, "compare", c=found)


def comparison(table: Table, other: int | None) -> Comparison:
    """Raises ``Refused`` where there is no board yet."""
    everywhere = tables().tables(table.room_id)
    here, others = needs.courses(table, everywhere)
    if here is None or table.play.deal is None:
        raise Refused(say("No board has been dealt at this table yet."))
    apart = needs.differences(everywhere).get(table.id)
    wanted = other if other is not None else apart.tables[0] if apart else None
    by_number = {each.number: each for each in everywhere}
    right = next((each for each in others if each.table == wanted), others[0] if others else None)
    return Comparison(
        deal=table.play.deal,
        left=_side(here, table),
        right=_side(right, by_number[right.table]) if right else None,
        others=tuple(each.table for each in others),
        apart=apart.words if apart else None,
        plan=tuple(words for claim in needs.claims(table) if (words := claim_words(claim)) is not None),
    )


def _side(course: Course, table: Table) -> Side:
    """Those who sat there when it ended; who sits there now, if it is still played."""
    records = table.play.boards
    record = records[course.ordinal - 1] if course.over and course.ordinal <= len(records) else None
    seated = record.seats if record else table.seats
    line = record.result.line if record else None
    return Side(course, tuple(show().seat(i, who, False) for i, who in enumerate(seated)), line)
