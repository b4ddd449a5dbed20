"""The shelf of lessons: those that come with the app, and a room's own, written or loaded by its teacher.

A broken lesson keeps nobody from using the others: it stands on the shelf with its errors.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from hool.lessons import Lesson, Problem, Problems, read
from hool.rules.text import SaidError, say
from hool.store import Store

LONGEST = 200_000
"""Characters of a lesson's text; the longest of ours has 7,000."""
MOST_OWN = 60
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,58}[a-z0-9]")


class ShelfError(SaidError):
    """Why a lesson cannot be put on the shelf, or is not there."""


@dataclass(frozen=True)
class Entry:
    """A lesson as it stands on the shelf.

    name: as in its address. own: the room's own, which its teacher may change. changed_at: seconds since 1970, 0 for
    a lesson that comes with the app. lesson: None if the text has `problems`.
    """

    name: str
    text: str
    own: bool
    changed_at: float = 0.0

    @cached_property
    def _read(self) -> Lesson | Problems:
        return read_text(self.text, self.name)

    @property
    def lesson(self) -> Lesson | None:
        return self._read if isinstance(self._read, Lesson) else None

    @property
    def problems(self) -> tuple[Problem, ...]:
        return self._read.items if isinstance(self._read, Problems) else ()

    @property
    def title(self) -> str:
        """The lesson's title; its name while it cannot be read."""
        return self.lesson.title if self.lesson else self.name


@lru_cache(maxsize=256)
def read_text(text: str, name: str) -> Lesson | Problems:
    """A lesson's text read, once for as long as it stays the same."""
    return read(text, name)


class Shelf:
    """folder: where the lessons that come with the app are. They are looked at anew whenever one is wanted."""

    def __init__(self, store: Store, folder: Path) -> None:
        self._store, self._folder = store, folder

    def shipped(self) -> tuple[Entry, ...]:
        """The lessons that come with the app, in their order."""
        files = sorted(self._folder.glob("[0-9]*.md"))
        return tuple(Entry(path.stem, path.read_text("utf-8", "replace"), own=False) for path in files)

    def own(self, room_id: int) -> tuple[Entry, ...]:
        """A room's own lessons by name."""
        return tuple(Entry(row.name, row.text, True, row.changed_at) for row in self._store.lessons(room_id))

    def all(self, room_id: int) -> tuple[Entry, ...]:
        """All lessons a room can use, in order: by name, so that a copy stands beside its original."""
        return tuple(sorted((*self.shipped(), *self.own(room_id)), key=lambda entry: entry.name))

    def find(self, room_id: int, name: str) -> Entry | None:
        return next((entry for entry in self.all(room_id) if entry.name == name), None)

    def save(self, room_id: int, name: str, text: str) -> Entry:
        """Keep a lesson in the room, with its errors if it has any; one of that name is replaced.

        Raises `ShelfError` for a name that is none or belongs to a lesson of the app, too long a text, too many.
        """
        if not NAME.fullmatch(name):
            raise ShelfError(say("Name the lesson with small letters, digits and dashes, such as 045-my-lesson."))
        if any(entry.name == name for entry in self.shipped()):
            raise ShelfError(say("“{name}” comes with HOOL. Keep your copy under another name.", name=name))
        if len(text) > LONGEST:
            raise ShelfError(say("This lesson is too long: {most} letters at most.", most=LONGEST))
        own = self.own(room_id)
        if len(own) >= MOST_OWN and all(entry.name != name for entry in own):
            raise ShelfError(say("The room has {most} lessons of its own. Delete one first.", most=MOST_OWN))
        self._store.save_lesson(room_id, name, text.replace("\r\n", "\n").replace("\0", ""))
        found = self.find(room_id, name)
        assert found is not None
        return found

    def free_name(self, room_id: int, like: str) -> str:
        """A name that no lesson has yet: the wished one, else with a number behind it."""
        taken = {entry.name for entry in self.all(room_id)}
        names = (like[:55].rstrip("-") + (f"-{n}" if n > 1 else "") for n in range(1, 1000))
        return next(name for name in names if name not in taken)

    def drop(self, room_id: int, name: str) -> None:
        """Take one of the room's own lessons away."""
        self._store.drop_lesson(room_id, name)
