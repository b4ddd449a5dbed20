"""Who at a table is waited for, and which taps the rules refused.

A refused tap is a child who tries: to play another suit than the one led, to act out of turn. Each belongs to a kind,
decided from the rule's sentence. How often a person met which kind is kept with the room and goes with the person; what
belongs to the board on the table is in memory only. Students are told none of it.
"""

from __future__ import annotations

import json
import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from hool.fold import Table
from hool.rules.text import Text, say
from hool.store import Conflict, Store

logger = logging.getLogger(__name__)

WRITE_AFTER = 3.0
"""Counts of a person are written at most this often, in seconds."""
SAME_TAP = 1.0  # seconds in which the same tap once more is a double tap
MANY = 4
"""Refused taps of one person on one board that the teacher is told of ..."""
RECENTLY = 180.0
"""... while the last of them is not longer ago, in seconds."""
_TRIES = 5

_WORDS = {
    "follow": say("plays another suit than the one led"),
    "turn": say("acts when it is another’s turn"),
    "dummy": say("wants to play as dummy"),
    "hand": say("plays from the wrong one of the two hands"),
    "low": say("bids too low"),
    "twice": say("wants to choose once more"),
    "told": say("tells the same clue twice"),
    "double": say("doubles or bids where that cannot be"),
    "proposal": say("proposes what was proposed"),
    "hook": say("bids what the hook forbids"),
    "change": say("bids the same number again"),
    "suit": say("chooses no trumps where a suit is asked for"),
    "draw": say("lays down or discards before drawing"),
    "late": say("says thank you too late"),
    "wait": say("does not wait whether another wants the discard"),
    "meld": say("lays down cards that are no meld"),
    "lay off": say("lays a card where it does not fit"),
    "first": say("lays cards off before a meld of their own"),
    "keep": say("keeps no card for the discard"),
    "taken": say("takes a discard without a meld for it"),
    "end": say("knocks or calls a blast too early"),
    "claim": say("claims where that cannot be"),
    "undo": say("asks for a card back too late"),
    "other": say("taps what is not allowed now"),
}
"""What a student does, as a teacher says it after the name."""

# The kind of every sentence with which the rules or the table refuse an act; "" where it says nothing of a student.
_KINDS = {
    "{why} Play the {card}.": "follow",
    "{why} Play the {first} or the {second}.": "follow",
    "{why} Play one of these: {cards}.": "follow",
    "It is {seat}'s turn.": "turn",
    "The other side chooses the contract.": "turn",
    "In this step only {seats} may call.": "turn",
    "Only {seat} may answer the double.": "turn",
    "Now {seat} plays a card from dummy.": "turn",
    "You are dummy: {seat} plays your cards.": "dummy",
    "Trumps were led, and the joker is your only trump. Play the joker.": "follow",
    "The joker was led, the highest trump, and you still have a trump. Play the {card}.": "follow",
    "The joker was led, the highest trump: play one of your trumps.": "follow",
    "{seat} bid most and chooses trumps.": "turn",
    "Play a card from dummy first.": "hand",
    "Play a card from your own hand first.": "hand",
    "{bid} is not higher than {standing}.": "low",
    "You have already chosen. Wait for {seats}.": "twice",
    "You have made your bid. Now wait for the others.": "twice",
    "{total} + {bid} is {size}: the bids may not add up to the tricks.": "hook",
    "You bid {bid} the last time. Now everyone must bid another number.": "change",
    "At this table you must choose a suit.": "suit",
    "You have already told your points. Choose another clue.": "told",
    "You have already told your pattern. Choose another clue.": "told",
    "You have already told your spades. Choose another clue.": "told",
    "You have already told your hearts. Choose another clue.": "told",
    "You have already told your diamonds. Choose another clue.": "told",
    "You have already told your clubs. Choose another clue.": "told",
    "Only a bid that was doubled can be redoubled.": "double",
    "There is no bid yet that you could double.": "double",
    "Your {bid} was doubled: you may pass or redouble.": "double",
    "Step 3 was the last for bids: you may pass or double.": "double",
    "Nothing has been proposed yet.": "proposal",
    "{seat} already proposed {bid}: you can agree.": "proposal",
    "You can claim only while cards are played.": "claim",
    "You can claim tricks only while cards are played.": "claim",
    "Dummy does not claim. {declarer} does.": "claim",
    "Dummy cannot claim.": "claim",
    "You can claim from 0 to {left} tricks.": "claim",
    "Without partners you can claim only all the tricks that are left.": "claim",
    "Your claim was refused. Play a trick before you claim again.": "claim",
    "There is no card to take back.": "undo",
    "You have not played a card that you could take back.": "undo",
    "Someone has played after you, so your card stays.": "undo",
    "You have asked for that already. Play on.": "",
    "Dummy's cards are open now, so your lead stays.": "undo",
    "The trick is complete, so its cards stay.": "undo",
    "First draw a card.": "draw",
    "Too late: {seat} said thank you first.": "late",
    "Too late: the time to say thank you is over.": "late",
    "Too late: another card lies there now.": "late",
    "Wait a moment: another player may want the {card}.": "wait",
    "You have answered. Now wait for the others.": "twice",
    "You have your card for this turn.": "twice",
    "You said no to the {card}.": "twice",
    "A set needs three cards of a rank. Only sevens need fewer.": "meld",
    "A run needs three cards in a row, or two if one of them is a 7.": "meld",
    "At this table the ace stands only below the 2.": "meld",
    "At this table a run does not go round the corner: the ace ends it.": "meld",
    "This is a set: only cards of the same rank go on it.": "lay off",
    "On a 7 alone goes another 7, or the 6 or the 8 of its suit.": "lay off",
    "On a 7 alone goes at this table only the 6 or the 8 of its suit.": "lay off",
    "This is a run: only the next card of the suit goes on it, at either end.": "lay off",
    "First lay down a new meld of your own. Then you may lay off cards.": "first",
    "Keep a card: you must discard one at the end of your turn.": "keep",
    "You may take the {card} only to play it at once in a new meld.": "taken",
    "The {card} that you took must go into a new meld.": "taken",
    "First play the {card} in a new meld.": "taken",
    "Then the {card} that you took would have no meld.": "taken",
    "Only at the start of your turn, before you draw.": "end",
    "At this table nobody knocks.": "end",
    "You may knock only if you have laid down a meld.": "end",
    "You may knock only if another player has laid down a meld too.": "end",
    "Your cards count {value}. To knock they may count {most} at most.": "end",
    "A blast is only for those who have laid down no meld.": "end",
    "Your cards count {value}. A blast needs {small} or fewer, or {large} or more.": "end",
    "You have {count} seven. Big luck needs all four.": "end",
    # Nobody's mistake: the table stands still, or the phone was a moment behind.
    "The time is over, but it is your turn: you may still take the card.": "",
    "The table is paused. Look at your teacher.": "",
    "The next board has not been dealt yet.": "",
    "This board is over.": "",
    "First there is a question to answer.": "",
}
_ABOUT_BOARDS = ("next", "again", "predict", "accept", "refuse", "cancel")


@dataclass(frozen=True, slots=True)
class Refused:
    """What was refused to one person on the board of a table: ``kinds`` with their counts, the most frequent first;
    ``last`` is when, in seconds since 1970; ``cards`` whether all of it were cards."""

    person: int
    kinds: tuple[tuple[str, int], ...]
    last: float
    cards: bool

    @property
    def count(self) -> int:
        return sum(count for _kind, count in self.kinds)


@dataclass(slots=True)
class _OnBoard:
    kinds: Counter[str]
    last: float
    tap: str
    cards: bool


def kind_of(text: str, why: Text) -> str:
    """The kind of a refused act, "" if it is not worth a word. A sentence that is not known here is "other"."""
    if text.partition(" ")[0] in _ABOUT_BOARDS:
        return ""
    return _KINDS.get(why.message, "other")


def words_of(kind: str) -> Text:
    """What a student does whose taps are refused for this kind of reason; it follows the name."""
    return _WORDS.get(kind, _WORDS["other"])


def awaited(table: Table) -> dict[int, float]:
    """Who is waited for at a table, people and robots, and since when, in seconds since 1970.

    Those who choose in secret are awaited since the step began, whoever chose meanwhile; those who have not asked for
    the next board since the last one ended, once somebody has asked.
    """
    if table.paused or table.play.state is None:
        return {}
    if table.ask is not None:
        begin, seats = table.ask.at, table.ask.waiting
    elif table.finished:
        if not table.ready:
            return {}
        begin, seats = table.moved_at, frozenset(range(len(table.seats))) - table.ready
    else:
        seats = table.to_act()
        chosen = _CHOSEN[table.game](table)
        before = table.play.acts[: len(table.play.acts) - chosen]
        begin = before[-1].at if before else 0.0
    return {seat: max(begin, table.free_at, table.sat_at[seat]) for seat in sorted(seats)}


def _chosen_in_hool(table: Table) -> int:
    view = table.rules.view(table.play.state, None)
    return sum(call is not None for call in table.play.state.steps[-1].calls) if view.phase in view.steps else 0


def _chosen_in_oh_hell(table: Table) -> int:
    view = table.rules.view(table.play.state, None)
    secret = view.phase == "bids" and view.bidding in ("secret", "knock")
    return len(table.seats) - len(table.to_act()) if secret else 0


def _chosen_in_hoola(table: Table) -> int:
    window = table.rules.view(table.play.state, None).window
    return sum(window.answered) if window.open else 0


_CHOSEN: dict[str, Callable[[Table], int]] = {
    "hool": _chosen_in_hool,
    "oh_hell": _chosen_in_oh_hell,
    "hoola": _chosen_in_hoola,
}
"""By game, how many have chosen of those who do so at the same time."""


class Radar:
    """Counts refused taps. ``later(seconds, function)`` runs a function after a while; ``on_many(room)`` is called
    when the teacher's page of a room has something new to say."""

    def __init__(
        self, store: Store, clock: Callable[[], float], later: Callable[[float, Callable[[], None]], object]
    ) -> None:
        self._store, self._clock, self._later = store, clock, later
        self.on_many: Callable[[int], None] = lambda room_id: None
        self._lock = threading.RLock()
        self._boards: dict[int, tuple[int, dict[int, _OnBoard]]] = {}  # by table: the board, by its first event
        self._unwritten: dict[int, tuple[int, Counter[str]]] = {}  # by person: the room, and what has come since

    def refused(self, table: Table, person: int, text: str, why: Text) -> None:
        """The rules or the table refused this act of a person."""
        kind = kind_of(text, why)
        if not kind:
            return
        now = self._clock()
        with self._lock:
            first_seq, people = self._boards.get(table.id, (0, {}))
            if first_seq != table.play.first_seq:
                people = {}
                self._boards[table.id] = (table.play.first_seq, people)
            board = people.setdefault(person, _OnBoard(Counter(), 0.0, "", True))
            if board.tap == text and now - board.last < SAME_TAP:
                return
            board.kinds[kind] += 1
            board.last, board.tap = now, text
            board.cards = board.cards and text.startswith("play ")
            many = board.kinds.total() >= MANY
            waits = person in self._unwritten
            self._unwritten.setdefault(person, (table.room_id, Counter()))[1][kind] += 1
        if not waits:
            self._later(WRITE_AFTER, lambda: self._write(person))
        if many:
            self.on_many(table.room_id)

    def on_board(self, table: Table) -> Refused | None:
        """Who of those at the table was refused most on its board, if that was often and not long ago."""
        with self._lock:
            first_seq, people = self._boards.get(table.id, (0, {}))
            if first_seq != table.play.first_seq:
                return None
            now = self._clock()
            found = [
                Refused(person, tuple(each.kinds.most_common()), each.last, each.cards)
                for person, each in people.items()
                if person in table.people and each.kinds.total() >= MANY and now - each.last < RECENTLY
            ]
        return max(found, key=lambda each: (each.count, each.last), default=None)

    def forget(self, tables: Iterable[int]) -> None:
        """These tables are not there any more."""
        with self._lock:
            for table in tables:
                self._boards.pop(table, None)

    def refusals(self, room_id: int) -> dict[int, dict[str, int]]:
        """How often each person of a room was refused what kind of tap, over all boards."""
        with self._lock:
            counts = {row.person_id: Counter(_read(row.data)) for row in self._store.work(room_id, "refused")}
            for person, (room, more) in self._unwritten.items():
                if room == room_id:
                    counts.setdefault(person, Counter()).update(more)
        return {person: dict(kinds) for person, kinds in counts.items() if person is not None}

    def _write(self, person: int) -> None:
        """Add to what is stored: another process may count for the same person."""
        with self._lock:
            room_id, more = self._unwritten.pop(person, (0, Counter()))
        known = self._store.person(person)
        if not more or known is None or known.room_id != room_id or not known.name:
            return  # deleted meanwhile: nothing of them is kept
        for _ in range(_TRIES):
            row = next(iter(self._store.work(room_id, "refused", person_id=person)), None)
            try:
                if row is None:
                    self._store.add_work(room_id, "refused", str(person), person, json.dumps(more, sort_keys=True))
                    return
                data = json.dumps(more + Counter(_read(row.data)), sort_keys=True)
                if self._store.swap_work(row.id, row.data, data):
                    return
            except Conflict:
                continue
        logger.error("the refused taps of person %s could not be counted", person)


def _read(data: str) -> Mapping[str, int]:
    found: Mapping[str, int] = json.loads(data)
    return found
