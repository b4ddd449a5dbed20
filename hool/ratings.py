"""Ratings: how strong the players of a room are, from the matches they have played without robots.

Nothing is kept but who wants no place on the list: a rating is the fold of the matches that ended, in their order, so
that a room that is deleted leaves none. The model is Plackett and Luce's for many players (Weng and Lin 2011), by the
library openskill; partners are a team.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

from hool.classroom import Classroom
from hool.fold import MatchEnd
from hool.store import Conflict, Store
from hool.tables import Tables

# Everybody begins with START points; a point of the model counts STEP. What is shown is what a player is worth at least
# (three standard deviations below the estimate), so it grows with every match while little is known of somebody.
START, STEP = 1000, 20


@dataclass(frozen=True, slots=True)
class Rated:
    """A match that counts: when it ended, in seconds since 1970, who sat where, the places, and the points of each
    player before and after it."""

    end: MatchEnd
    before: Mapping[int, int]
    after: Mapping[int, int]

    def place_of(self, person: int) -> int:
        """The place of one of its players, 1 = first."""
        return next(place for people, place in zip(self.end.people, self.end.places, strict=True) if person in people)


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody's rating: points, how many matches it stands on, and how many of them were won alone or shared."""

    person: int
    points: int
    matches: int
    firsts: int


@dataclass(frozen=True, slots=True)
class Rating:
    """All ratings of a room: by person, and the matches they come from, the last one first."""

    standings: Mapping[int, Standing]
    matches: tuple[Rated, ...]

    def ranked(self, but: Iterable[int] = ()) -> tuple[tuple[int, Standing], ...]:
        """(place, standing), the most points first, without those in ``but``; equal points share a place."""
        left = [each for each in self.standings.values() if each.person not in set(but)]
        left.sort(key=lambda each: (-each.points, each.person))
        return tuple((1 + sum(other.points > each.points for other in left), each) for each in left)


def counts(end: MatchEnd) -> bool:
    """Whether a match is rated: it has begun so, one person has played on each seat, the same from first to last, and a
    board is over.

    Two heads on one seat are no team of the model's, which would expect twice as much of them.
    """
    return end.rated and not end.aided and end.boards > 0 and all(len(people) == 1 for people in end.people)


def rate(ends: Iterable[MatchEnd]) -> Rating:
    """The ratings after all these matches, whatever order they are given in."""
    model = _model()
    strengths: dict[int, Any] = {}
    played: dict[int, list[int]] = {}
    rated: list[Rated] = []
    for end in sorted(filter(counts, ends), key=lambda each: each.at):
        teams = _teams(end)
        people = [person for team, _ in teams for person in team]
        before = {person: _points(strengths.setdefault(person, model.rating())) for person in people}
        new = model.rate([[strengths[person] for person in team] for team, _ in teams], ranks=[r for _, r in teams])
        for (team, place), strength in zip(teams, new, strict=True):
            strengths.update(zip(team, strength, strict=True))
            for person in team:
                played.setdefault(person, []).append(place)
        rated.append(Rated(end, before, {person: _points(strengths[person]) for person in people}))
    standings = {
        person: Standing(person, _points(strengths[person]), len(places), places.count(1))
        for person, places in played.items()
    }
    return Rating(standings, tuple(reversed(rated)))


def _teams(end: MatchEnd) -> list[tuple[Sequence[int], int]]:
    """Who played together, and their place."""
    if end.sides:
        return [((*end.people[side], *end.people[side + 2]), end.places[side]) for side in range(2)]
    return list(zip(end.people, end.places, strict=True))


def _points(strength: Any) -> int:
    return START + round(STEP * strength.ordinal())


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce  # only a room with ratings needs it

    return PlackettLuce()


class Ratings:
    """The ratings of all rooms. What was worked out is kept until another match has ended."""

    def __init__(self, store: Store, tables: Tables, classroom: Classroom) -> None:
        self._store, self._tables, self._classroom = store, tables, classroom
        self._known: dict[int, tuple[tuple[MatchEnd, ...], Rating]] = {}

    def of(self, room_id: int) -> Rating:
        rows = [*self._tables.rows(room_id, closed=True), *self._store.pace_tables(room_id, closed=True)]
        ends = tuple(end for row in rows for end in self._tables.get(row.id, fresh=False).play.ended)
        known = self._known.get(room_id)
        if known is None or known[0] != ends:
            known = self._known[room_id] = (ends, rate(ends))
        return known[1]

    def forget(self, room_id: int) -> None:
        self._known.pop(room_id, None)

    def hidden(self, room_id: int) -> frozenset[int]:
        """Who wants no place on the list."""
        return frozenset(row.person_id for row in self._store.work(room_id, "unlisted") if row.person_id is not None)

    def hide(self, person_id: int, on: bool) -> None:
        """Somebody wants to stand on the list no more, or again."""
        person = self._classroom.person(person_id)
        if person is None:
            return
        if not on:
            self._store.drop_work("unlisted", person_id=person_id)
            return
        with suppress(Conflict):  # it has been so already
            self._store.add_work(person.room_id, "unlisted", str(person_id), person_id, "{}")
