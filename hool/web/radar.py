"""One board at several tables, for the teacher: HOOL's at two side by side, a hand of Oh Hell at all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, request

from hool.differences import Course, HandCourse, claim_words
from hool.fold import BoardRecord, Table
from hool.game_words import GAMES as GAME_WORDS
from hool.refused import Refused
from hool.rules.cards import SUITS, Deal
from hool.rules.text import Text, say
from hool.web import needs, teacher
from hool.web.access import need_desk, tables
from hool.web.entered import whole
from hool.web.sealed import must_be_open
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


@dataclass(frozen=True, slots=True)
class HandSide:
    """A hand at one table. ``seats`` are those who played it there."""

    course: HandCourse
    seats: tuple[SeatShow, ...]


@dataclass(frozen=True, slots=True)
class HandsCompared:
    """A hand of Oh Hell at the table it was asked for, which comes first, and at all others that have had it."""

    deal: Deal
    sides: tuple[HandSide, ...]
    apart: Text | None

    @property
    def here(self) -> HandCourse:
        return self.sides[0].course

    @property
    def one_trump(self) -> bool:
        """Whether trumps are the same everywhere, as far as they are known."""
        return len({side.course.trumps for side in self.sides}) == 1


@pages.get(teacher.CLASS + "/compare/<int:number>")
def compare(slug: str, number: int) -> Any:
    """The board on table ``number`` there and, with ``?with=5``, at table 5; else where it went as at most tables."""
    room = need_desk(slug).room
    table = teacher.table_of(room, number)
    must_be_open(table)
    if table.rules.compared is None:
        raise Refused(
            say(
                "Each table of {game} has its own cards: there is no board to compare.",
                game=GAME_WORDS[table.game].name,
            )
        )
    if table.game != "hool":
        return teacher.tab_html(room, "hands", c=hands_compared(table))
    found = comparison(table, whole(request.args.get("with")))
    return teacher.tab_html(room, "compare", c=found)


def hands_compared(table: Table) -> HandsCompared:
    """Raises ``Refused`` where there is no hand yet."""
    everywhere = tables().tables(table.room_id)
    here, others = needs.courses(table, everywhere)
    if here is None or table.play.deal is None:
        raise Refused(say("No hand has been dealt at this table yet."))
    by_number = {each.number: each for each in everywhere}
    sides = (
        HandSide(course, _seats(course, by_number[course.table]))
        for course in (here, *others)
        if isinstance(course, HandCourse)
    )
    apart = needs.differences(everywhere).get(table.id)
    return HandsCompared(table.play.deal, tuple(sides), apart.words if apart else None)


def comparison(table: Table, other: int | None) -> Comparison:
    """Raises ``Refused`` where there is no board yet."""
    everywhere = tables().tables(table.room_id)
    here, found = needs.courses(table, everywhere)
    others = [each for each in found if isinstance(each, Course)]
    if not isinstance(here, Course) or table.play.deal is None:
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
    record = _record(course, table)
    return Side(course, _seats(course, table), record.result.line if record else None)


def _record(course: Course | HandCourse, table: Table) -> BoardRecord | None:
    records = table.play.boards
    return records[course.ordinal - 1] if course.over and course.ordinal <= len(records) else None


def _seats(course: Course | HandCourse, table: Table) -> tuple[SeatShow, ...]:
    """Those who sat there when it ended; who sits there now, if it is still played."""
    record = _record(course, table)
    seated = record.seats if record else table.seats
    return tuple(show().seat(i, who, False, table.game) for i, who in enumerate(seated))
