"""The list of tables on the teacher's page: what classroom, radar and lineup know of each, gathered into rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hool.differences import Course, Difference, HandCourse, Plan, difference, hand_difference, plan_of
from hool.fold import Table
from hool.radar import awaited
from hool.web import desk
from hool.web.access import classroom, lineup, radar, sessions
from hool.web.show import TableShow


def rows(
    tables: Sequence[Table], shows: Sequence[TableShow], now: float, hands: Mapping[int, float], resting: bool
) -> tuple[desk.Row, ...]:
    """The tables of a room, the neediest first. ``shows`` are those of ``tables``, ``hands`` tells by person since when
    a hand is up."""
    apart = {} if resting else differences(tables)
    return desk.by_need(
        _row(table, face, now, hands, resting, apart.get(table.id)) for table, face in zip(tables, shows, strict=True)
    )


def _row(
    table: Table,
    face: TableShow,
    now: float,
    hands: Mapping[int, float],
    resting: bool,
    apart: Difference | None,
) -> desk.Row:
    raised = (s.seat for s in face.seats if any(person in hands for person in s.people))
    gone = {s.seat: [classroom().away_since(person) for person in s.people] for s in face.seats if s.away}
    gone_at = {seat: max(at or now for at in since) for seat, since in gone.items()}
    steps = table.play.state.steps if table.playing and table.game == "hool" else ()
    chosen = sum(call is not None for call in steps[-1].calls) if steps else 0
    return desk.make_row(
        face, face.moved_at, now, raised, gone_at, resting,
        awaited(table), chosen, radar().on_board(table), apart,
    )  # fmt: skip


def differences(tables: Sequence[Table]) -> dict[int, Difference]:
    """What sets tables apart from the others with the same board, by the table's id."""
    found = {}
    for table in tables:
        here, others = courses(table, tables)
        apart = None
        if isinstance(here, Course):
            apart = difference(here, [each for each in others if isinstance(each, Course)], plan(table))
        elif here is not None:
            apart = hand_difference(here, [each for each in others if isinstance(each, HandCourse)])
        if apart is not None:
            found[table.id] = apart
    return found


def courses(
    table: Table, tables: Sequence[Table]
) -> tuple[Course | HandCourse | None, list[Course] | list[HandCourse]]:
    """The board on a table as it goes there and at the others of its room, as far as they have had it."""
    kept = lineup()
    mark = kept.now(table)
    if not mark:
        return None, []
    others = [course for other in tables if other.id != table.id and (course := kept.at(other, mark)) is not None]
    here = kept.at(table, mark)
    if isinstance(here, HandCourse):
        return here, [each for each in others if isinstance(each, HandCourse)]
    return here, [each for each in others if isinstance(each, Course)]


def plan(table: Table) -> Plan:
    """What the lesson says of the board on a table; nothing without one."""
    return plan_of(claims(table))


def claims(table: Table) -> tuple[Any, ...]:
    step = sessions().step_of(table)
    return step.board.claims if step is not None and step.board is not None else ()
