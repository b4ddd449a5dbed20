"""What holds back a program that tries again and again: counts of the last hour, and delays that grow.

All of it in memory, by keys that mean nothing here; who has been quiet for an hour is forgotten.
"""

from __future__ import annotations

import math
from collections.abc import Callable

A_MINUTE, AN_HOUR = 60.0, 3600.0
LONGEST_WAIT = 60  # seconds to which a delay grows
FORGIVEN = 300.0  # after so many quiet seconds a delay begins anew


class Lately:
    """How often something happened, by key, within the last hour; at most the ``most`` latest times."""

    def __init__(self, clock: Callable[[], float], most: int = 2000) -> None:
        self._clock, self._most = clock, most
        self._times: dict[object, list[float]] = {}
        self._swept = clock()

    def add(self, key: object) -> None:
        now = self._clock()
        if now > self._swept + A_MINUTE:
            self._times = {each: times for each, times in self._times.items() if times[-1] > now - AN_HOUR}
            self._swept = now
        self._times[key] = [*(t for t in self._times.get(key, ()) if t > now - AN_HOUR), now][-self._most :]

    def count(self, key: object, seconds: float) -> int:
        """How often within so many seconds, an hour at most."""
        since = self._clock() - seconds
        return sum(t > since for t in self._times.get(key, ()))

    def forget(self, key: object) -> None:
        self._times.pop(key, None)


class Delays:
    """Whoever is refused again waits twice as long: 2, 4, 8 ... 60 seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._kept: dict[object, tuple[float, int]] = {}  # until when, and how long that wait was

    def left(self, who: object) -> int:
        """The seconds that ``who`` has still to wait."""
        return max(0, math.ceil(self._kept.get(who, (0.0, 0))[0] - self._clock()))

    def refuse(self, who: object) -> int:
        """One more refusal; the seconds to wait, which do not grow while they run."""
        now, (until, last) = self._clock(), self._kept.get(who, (0.0, 0))
        if now < until:
            return self.left(who)
        self._kept = {each: kept for each, kept in self._kept.items() if now < kept[0] + FORGIVEN}
        wait = min(LONGEST_WAIT, max(2, last * 2 if now < until + FORGIVEN else 0))
        self._kept[who] = (now + wait, wait)
        return wait

    def forget(self, matches: Callable[[object], bool]) -> None:
        """All for whom ``matches`` may try again at once."""
        self._kept = {who: kept for who, kept in self._kept.items() if not matches(who)}
