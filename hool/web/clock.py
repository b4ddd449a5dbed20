"""The limit for each move and the time left, in words that need no ticking: they change once a minute at most."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from flask import Flask

from hool.fold import Table
from hool.rules.text import Text, say, say_count

if TYPE_CHECKING:
    from hool.web.show import TableShow

MINUTE, HOUR, DAY = 60, 3600, 86400
AT_ONCE = 5.0  # seconds: right after a move its full time is "60 minutes", which need not become 59 in the next moment


class Awaited(NamedTuple):
    """Somebody who is to move: the seat, and the time that is left, in seconds and in words."""

    seat: int
    seconds: float
    left: Text


def limit_words(seconds: int) -> Text:
    """A span of time as people say it, in the largest unit that fits: "3 days", "90 minutes"."""
    if seconds == 7 * DAY:
        return say("1 week")
    for unit, words in ((DAY, _days), (HOUR, _hours), (MINUTE, _minutes)):
        if seconds and seconds % unit == 0:
            return words(seconds // unit)
    return say_count("{count} second", "{count} seconds", seconds)


def left_words(seconds: float) -> Text:
    """The time that is left, rounded down: in days from two days on, in hours from two hours on, then in minutes."""
    if seconds < MINUTE:
        return say("less than a minute")
    unit, words = _unit(seconds)
    return words(int(seconds // unit))


def changes_in(seconds: float) -> float:
    """After how many seconds ``left_words`` says something else."""
    return seconds if seconds < MINUTE else seconds % _unit(seconds)[0] + 0.1


def _unit(seconds: float) -> tuple[int, Callable[[int], Text]]:
    if seconds < 2 * HOUR:
        return MINUTE, _minutes
    return (HOUR, _hours) if seconds < 2 * DAY else (DAY, _days)


def _days(count: int) -> Text:
    return say_count("{count} day", "{count} days", count)


def _hours(count: int) -> Text:
    return say_count("{count} hour", "{count} hours", count)


def _minutes(count: int) -> Text:
    return say_count("{count} minute", "{count} minutes", count)


def awaited(face: TableShow, now: float) -> tuple[Awaited, ...]:
    """The people who have to move within a limit, whoever has the least time left first; nobody has to who
    may say thank you within some seconds. now: seconds since 1970."""
    if face.closes_in is not None:
        return ()
    there = [(at, seat) for seat, at in enumerate(face.deadlines) if at is not None]
    people = [(at, seat) for at, seat in there if face.seats[seat].kind == "person"]
    return tuple(Awaited(seat, at - now, left_words(at - now)) for at, seat in sorted(people))


def clock_words(face: TableShow, now: float) -> Text | None:
    """The one time that matters at a table now; None where nobody's runs. now: seconds since 1970."""
    if not face.limit or face.view is None or face.match_over:
        return None
    if face.paused:
        return say("the clock stands still")
    people = awaited(face, now)
    if people:
        return say("under a minute left") if people[0].seconds < MINUTE else say("{time} left", time=people[0].left)
    if face.deals_at is not None:
        return say("dealt in {time}", time=left_words(face.deals_at - now))
    return None


def next_change(table: Table, now: float) -> float | None:
    """In how many seconds what a page says of the time that is left changes; None if only an act can do that."""
    if not table.limit or (table.clock is not None and not table.own_pace):
        return None
    people = [seat for seat, who in enumerate(table.seats) if not who.acts_alone]
    times = [at for at in (*map(table.deadline, people), table.deals_at) if at is not None and at > now]
    soonest = min((changes_in(at - now) for at in times), default=None)
    return None if soonest is None else max(AT_ONCE, soonest)


def install(app: Flask) -> None:
    """Give the templates these words."""

    def now() -> float:
        return float(app.extensions["hool"].classroom.clock())

    app.jinja_env.globals.update(
        limit_words=limit_words,
        awaited_people=lambda face: awaited(face, now()),
        table_clock=lambda face: clock_words(face, now()),
    )
