"""Messages from the teacher to the students of a room, and the answers that students tap.

There is no chat: a student answers with one of a few phrases, reads only what the teacher or a helper sent, and nothing
ever goes from one student to another. Fixed phrases are kept by their names, so that each reads them in the own
language. Knows nothing of Flask.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hool.classroom import Classroom
from hool.refused import Refused
from hool.rules.text import Text, say
from hool.session import clean_line
from hool.store import Conflict, PersonRow, Store, WorkRow

LONGEST = 140  # characters of the teacher's own words
UNREAD = 3600.0  # a message that nobody has put away is shown for so long: in the next lesson it would be nonsense
NEWCOMERS = 600.0  # who joins later is shown a message to all if it is no older
KEPT = 86400.0  # seconds after which a message and its answers are deleted
RECENT = 2.0


@dataclass(frozen=True, slots=True)
class Phrase:
    """A fixed sentence. ``needs``: what a class must have met to understand it, in the words of ``show.introduced``, or
    "melds"."""

    text: Text
    needs: frozenset[str] = frozenset()


PHRASES: Mapping[str, Phrase] = {
    "your-turn": Phrase(say("It is your turn, please choose.")),
    "time": Phrase(say("Take your time.")),
    "suit-led": Phrase(say("Look at the suit that was led."), frozenset({"suits"})),
    "melds": Phrase(say("Look which of your cards belong together."), frozenset({"melds"})),
    "points": Phrase(say("Count the points once more."), frozenset({"points"})),
    "partner": Phrase(say("Talk to your partner about it when the board is over."), frozenset({"partners"})),
    "last-board": Phrase(say("Finish this board, then we stop.")),
    "quiet": Phrase(say("A little quieter, please.")),
    "coming": Phrase(say("I am coming to you.")),
    "front": Phrase(say("Come to the front, please.")),
    "played": Phrase(say("Well played!")),
}
ANSWERS: Mapping[str, Text] = {
    "ok": say("OK"),
    "thanks": say("Thank you"),
    "moment": say("One moment"),
    "help": say("I need help"),
    "come": say("Please come"),
}
CALLS = frozenset({"help", "come"})  # answers that ask the teacher to come, as a hand that is up does


@dataclass(frozen=True, slots=True)
class Message:
    """A message as it was sent.

    to: "all", "table 3" (a table's number) or "person 17". people: whom it reached then. phrase: a key of `PHRASES`, or
    "" with the teacher's own words. sender: the teacher or a helper. at: seconds since 1970. answers: of those who have
    put it away, a key of `ANSWERS`, or "" for no answer.
    """

    key: str
    to: str
    people: tuple[int, ...]
    phrase: str
    words: str
    sender: int
    at: float
    answers: Mapping[int, str]

    @property
    def text(self) -> Text | str:
        """What it says; the teacher's own words are a plain string."""
        return self.words or PHRASES[self.phrase].text

    def reaches(self, person: PersonRow) -> bool:
        """Whether it is for somebody: they were there, or came soon after it went to all."""
        return person.id in self.people or (self.to == "all" and 0 <= person.made_at - self.at <= NEWCOMERS)


class Messages:
    """The messages of all rooms."""

    def __init__(self, store: Store, classroom: Classroom) -> None:
        self.store, self.classroom = store, classroom
        self._lock = threading.RLock()
        self._rooms: dict[int, tuple[float, tuple[Message, ...]]] = {}

    def forget(self, room_id: int) -> None:
        """Something of this room was deleted in the store: what was read of it is forgotten."""
        self._rooms.pop(room_id, None)

    def send(self, room_id: int, sender: int, to: str, phrase: str = "", words: str = "") -> Message:
        """Send a fixed phrase, or own words. Whoever is meant by `to` now gets it, also those who are away.

        Raises ``Refused``.
        """
        people = self._receivers(room_id, to)
        if phrase and phrase not in PHRASES:
            raise Refused(say("There is no such sentence. Choose one from the list."))
        if not phrase and len(" ".join(words.split())) > LONGEST:
            raise Refused(say("A message has {count} letters at most. Make it shorter.", count=LONGEST))
        line = "" if phrase else clean_line(words)
        if not phrase and not line:
            raise Refused(say("Choose a sentence, or write a few words."))
        now = self.classroom.clock()
        data = {"to": to, "people": people, "phrase": phrase, "words": line, "sender": sender}
        with self._lock:
            self.store.drop_old_work(room_id, now - KEPT, "message", "answer")
            # What was sent to one person goes when that person is deleted.
            whose = people[0] if to.startswith("person ") else None
            row = self.store.add_work(room_id, "message", secrets.token_urlsafe(9), whose, json.dumps(data))
            self._rooms.pop(room_id, None)
        self.classroom.on_room(room_id)
        for person in people:
            self.classroom.on_person(person)
        return _message(row, {})

    def latest(self, room_id: int, count: int) -> tuple[Message, ...]:
        """The last `count` messages, newest first."""
        return self._all(room_id)[::-1][:count]

    def unread(self, person: PersonRow) -> Message | None:
        """The newest message that a student has not put away yet, while it is not too old."""
        since = self.classroom.clock() - UNREAD
        mine = (m for m in reversed(self._all(person.room_id)) if m.at >= since and m.reaches(person))
        return next((m for m in mine if person.id not in m.answers), None)

    def answer(self, person: PersonRow, key: str, answer: str) -> None:
        """A student puts a message away, with an answer or with "" for none; the first answer stands.

        Raises ``Refused``.
        """
        if answer and answer not in ANSWERS:
            raise Refused(say("Answer with one of the buttons."))
        with self._lock:
            self._rooms.pop(person.room_id, None)
            message = next((m for m in self._all(person.room_id) if m.key == key), None)
            if message is None or not message.reaches(person):
                raise Refused(say("This message is not there any more."))
            self._keep(person, message, answer)
            self._rooms.pop(person.room_id, None)
        self.classroom.on_room(person.room_id)
        self.classroom.on_person(person.id)
        if answer in CALLS:
            self.classroom.raise_hand(person.id, True)

    def _keep(self, person: PersonRow, message: Message, answer: str) -> None:
        key, data = f"{message.key}/{person.id}", json.dumps({"answer": answer})
        try:
            self.store.add_work(person.room_id, "answer", key, person.id, data)
        except Conflict:  # put away on another device, or tapped twice
            row = next(row for row in self.store.work(person.room_id, "answer", begins=key) if row.key == key)
            if answer:
                self.store.swap_work(row.id, json.dumps({"answer": ""}), data)

    def _receivers(self, room_id: int, to: str) -> list[int]:
        """Who is meant: "all", "table 3", "person 17". Raises ``Refused`` where that is nobody."""
        students = [p.id for p in self.classroom.students(room_id)]
        kind, _, number = to.partition(" ")
        if to == "all" and not students:
            raise Refused(say("Nobody is here yet."))
        if to == "all":
            return students
        if kind == "table":
            table = next((t for t in self.classroom.tables.tables(room_id) if str(t.number) == number), None)
            if table is None:
                raise Refused(say("There is no such table in this room any more."))
            if not table.people:
                raise Refused(say("Nobody sits at table {number}.", number=table.number))
            return list(table.people)
        if kind == "person":
            found = [person for person in students if str(person) == number]
            if not found:
                raise Refused(say("This student is not in the room any more."))
            return found
        raise Refused(say("Choose who is to read it."))

    def _all(self, room_id: int) -> tuple[Message, ...]:
        """Oldest first. Read again after RECENT seconds: another process may have written meanwhile."""
        read_at, found = self._rooms.get(room_id, (0.0, ()))
        if not read_at or self.classroom.clock() > read_at + RECENT:
            said: dict[str, dict[int, str]] = {}
            rows = self.store.work(room_id, "message", "answer")
            for row in rows:
                if row.kind == "answer":
                    said.setdefault(row.key.partition("/")[0], {})[row.person_id or 0] = json.loads(row.data)["answer"]
            found = tuple(_message(row, said.get(row.key, {})) for row in rows if row.kind == "message")
            self._rooms[room_id] = (self.classroom.clock(), found)
        return found


def _message(row: WorkRow, answers: Mapping[int, str]) -> Message:
    data: dict[str, Any] = json.loads(row.data)
    # A phrase of a later version is read as what it is called.
    words = data["words"] if data["phrase"] in ("", *PHRASES) else data["phrase"]
    return Message(
        row.key, data["to"], tuple(data["people"]), data["phrase"], words, data["sender"], row.at, answers
    )  # fmt: skip
