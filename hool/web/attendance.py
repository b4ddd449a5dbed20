"""Whether the teacher's page is there, as far as phones are told: a class is not to wait for somebody who is away."""

from __future__ import annotations

from collections.abc import Callable

from hool.classroom import Classroom
from hool.rules.text import Text, say

GRACE = 20.0  # seconds: to load a page anew, or another one, is no absence

AWAY = say("Your teacher’s computer is away for a moment. Play on.")
AWAY_STOPPED = say("Your teacher’s computer is away for a moment. Wait until it is back.")
BACK = say("Your teacher’s computer is back.")


class Attendance:
    """The rooms whose teacher and helpers have all gone. ``tell(room, words)`` says it to every student there.

    A room where nobody has come since the server started is not one of them.
    """

    def __init__(
        self,
        classroom: Classroom,
        later: Callable[[float, Callable[[], None]], object],
        tell: Callable[[int, Text], None],
    ) -> None:
        self.classroom, self._later, self._tell = classroom, later, tell
        self._present: set[int] = set()
        self._away: set[int] = set()

    def look(self, room_id: int) -> None:
        """Somebody has come or gone in this room."""
        if self._is_here(room_id):
            self._present.add(room_id)
            if room_id in self._away:
                self._away.discard(room_id)
                self._tell(room_id, BACK)
        elif room_id in self._present:
            self._present.discard(room_id)
            self._later(GRACE, lambda: self._missed(room_id))

    def words(self, room_id: int) -> Text | None:
        """What a student who comes now is to know; None while the teacher is there."""
        if room_id not in self._away:
            return None
        return AWAY_STOPPED if self.classroom.room(room_id).settings.paused else AWAY

    def _missed(self, room_id: int) -> None:
        if self._is_here(room_id) or room_id in self._away:
            return
        try:
            closed = self.classroom.room(room_id).closed
        except KeyError:  # deleted meanwhile
            return
        self._away.add(room_id)
        if not closed and (words := self.words(room_id)) is not None:
            self._tell(room_id, words)

    def _is_here(self, room_id: int) -> bool:
        people = self.classroom.store.people(room_id)
        return any(self.classroom.here(p.id) for p in people if p.role in ("teacher", "helper"))
