"""What came of playing: for each student, each table and the class, as facts and in plain words.

Everything is read from finished boards and from what students made (`result_gather` does it); nothing is kept. A seat
that two share counts for both, a board counts for those who sat there when it ended. What a robot or the teacher chose
for somebody is told, and a board that a robot played is nobody's contract. How long anything took is not looked at.

HOOL has contracts, clues and sides; in Oh Hell everybody has a bid; Hoola has melds. Each is added up for itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from hool.fold import BoardRecord
from hool.lessons import Lesson
from hool.results_hoola import ENDINGS, Rummy, ending_of
from hool.rules.cards import Card
from hool.rules.game import Seat
from hool.session import Session


@dataclass(frozen=True, slots=True)
class Only:
    """What is looked at. session: one lesson in progress, by its number, 0 for boards without a lesson, None for all.
    day: None for all days."""

    session: int | None = None
    day: date | None = None


ALL = Only()


@dataclass(frozen=True, slots=True)
class Board:
    """A finished board. table: its number, 0 at home, below it for a game at one's own pace. session: 0 for none.
    contract, doubled, declarer, dummy: of HOOL. over: tricks above the contract, negative below it, None without one.
    won: tricks of each seat, () in Hoola. robots: seats where a robot made most of the choices. chosen: seats for which
    the teacher made one. bids: of each seat in Oh Hell, else (). rummy: what each seat did in Hoola, else ()."""

    table: int
    record: BoardRecord
    session: int
    contract: str
    doubled: int
    declarer: Seat | None
    dummy: Seat | None
    over: int | None
    won: tuple[int, ...]
    robots: frozenset[Seat]
    chosen: frozenset[Seat]
    bids: tuple[int, ...] = ()
    rummy: tuple[Rummy, ...] = ()

    @property
    def game(self) -> str:
        return self.record.game

    @property
    def partners(self) -> bool:
        """Whether two and two play together."""
        return bool(getattr(self.record.board.options, "partners", False))

    @property
    def cards(self) -> int:
        """How many each was dealt."""
        return len(self.record.deal.hands[0])

    @property
    def own_bids(self) -> tuple[tuple[int, int], ...]:
        """Bid and tricks of each seat where somebody played for themselves; () in HOOL."""
        return tuple(
            (bid, self.won[seat])
            for seat, bid in enumerate(self.bids)
            if self.record.seats[seat].people and seat not in self.robots
        )

    @property
    def own_rummy(self) -> tuple[Rummy, ...]:
        """In Hoola what each seat did where somebody played for themselves."""
        return tuple(
            each for seat, each in enumerate(self.rummy) if self.record.seats[seat].people and seat not in self.robots
        )

    @property
    def day(self) -> date:
        return date.fromtimestamp(self.record.ended_at)

    @property
    def made(self) -> bool:
        return self.over is not None and self.over >= 0

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(person for who in self.record.seats for person in who.people)

    @property
    def scored(self) -> bool:
        """Whether it has HOOL points that count."""
        return (
            self.game == "hool"
            and bool(self.contract)
            and self.record.board.options.score == "hool"
            and self.record.result.counted
        )


@dataclass(frozen=True, slots=True)
class Sat:
    """A board as one student played it. clues: the kinds this student told. bids: suits bid after partner had told
    how many of them; fits: those with eight cards or more in the two hands. predicted: what can be judged of what was
    expected; right: of these. smallest: the lowest card that won a trick for this student."""

    board: Board
    seat: Seat
    clues: tuple[str, ...] = ()
    bids: int = 0
    fits: int = 0
    predicted: int = 0
    right: int = 0
    smallest: Card | None = None

    @property
    def by_robot(self) -> bool:
        return self.seat in self.board.robots

    @property
    def role(self) -> str:
        """declarer, dummy, defender, or "" where nobody declares."""
        if self.board.declarer is None or not self.board.partners:
            return ""
        if self.seat % 2 != self.board.declarer % 2:
            return "defender"
        return "declarer" if self.seat == self.board.declarer else "dummy"

    @property
    def bid(self) -> int | None:
        """How many tricks this student bid in Oh Hell; None in other games."""
        return self.board.bids[self.seat] if self.board.bids else None

    @property
    def rummy(self) -> Rummy | None:
        """What this student did in Hoola; None in other games."""
        return self.board.rummy[self.seat] if self.board.rummy else None

    @property
    def good(self) -> bool:
        """Whether it came out well for this student: the bid made exactly; the board of Hoola won; in HOOL the contract
        made by the own side, or beaten."""
        if self.rummy is not None:
            return self.rummy.won
        if self.bid is not None:
            return self.bid == self.tricks
        return self.board.made != (self.role == "defender")

    @property
    def partners(self) -> tuple[int, ...]:
        """Who sat across the table, if they played together."""
        return self.board.record.seats[(self.seat + 2) % 4].people if self.board.partners else ()

    @property
    def tricks(self) -> int:
        """Those of the own side; without partners the own ones; 0 in a game without tricks."""
        won = self.board.won
        if not won:
            return 0
        return won[self.seat] + (won[(self.seat + 2) % 4] if self.board.partners else 0)

    @property
    def points(self) -> int | None:
        """HOOL points for the own side, negative for what the others got; None where only tricks count."""
        scores = self.board.record.result.scores
        return scores[self.seat] - scores[(self.seat + 1) % 4] if self.board.scored else None


@dataclass(frozen=True)
class Tally:
    """Boards of one student added up. Contracts, tricks and what else one does oneself leave out boards that a robot
    played."""

    sat: tuple[Sat, ...]

    @cached_property
    def own(self) -> tuple[Sat, ...]:
        return tuple(each for each in self.sat if not each.by_robot)

    @cached_property
    def declared(self) -> tuple[Board, ...]:
        """As declarer, with a contract."""
        return tuple(s.board for s in self.own if s.role == "declarer" and s.board.over is not None)

    @cached_property
    def defended(self) -> tuple[Board, ...]:
        return tuple(s.board for s in self.own if s.role == "defender" and s.board.over is not None)

    @cached_property
    def bid_on(self) -> tuple[Sat, ...]:
        """In Oh Hell, each with a bid."""
        return tuple(each for each in self.own if each.bid is not None)

    @property
    def exact(self) -> int:
        """Bids made: as many tricks as were bid."""
        return sum(each.bid == each.tricks for each in self.bid_on)

    @property
    def too_few(self) -> int:
        """Bids with fewer tricks than were bid."""
        return sum(each.tricks < (each.bid or 0) for each in self.bid_on)

    @property
    def too_many(self) -> int:
        return len(self.bid_on) - self.exact - self.too_few

    @property
    def best_bid(self) -> int:
        """The highest bid that was made, 0 for none."""
        return max((each.tricks for each in self.bid_on if each.good), default=0)

    @property
    def none_taken(self) -> int:
        """Bids of no trick that were made."""
        return sum(each.good and not each.tricks for each in self.bid_on)

    @cached_property
    def rummy(self) -> tuple[Rummy, ...]:
        """The boards of Hoola."""
        return tuple(each.rummy for each in self.own if each.rummy is not None)

    @property
    def boards(self) -> int:
        return len(self.sat)

    @property
    def by_robot(self) -> int:
        return len(self.sat) - len(self.own)

    @property
    def made(self) -> int:
        return sum(board.made for board in self.declared)

    @property
    def short(self) -> int:
        return len(self.declared) - self.made

    @property
    def beaten(self) -> int:
        return sum(not board.made for board in self.defended)

    @property
    def dummies(self) -> int:
        return sum(each.role == "dummy" for each in self.sat)

    @property
    def tricks(self) -> int:
        """Those of HOOL, where every trick is good."""
        return sum(each.tricks for each in self.own if each.board.game == "hool")

    @property
    def clues(self) -> Counter[str]:
        return Counter(kind for each in self.sat for kind in each.clues)

    @property
    def bids(self) -> int:
        return sum(each.bids for each in self.sat)

    @property
    def fits(self) -> int:
        return sum(each.fits for each in self.sat)

    @property
    def predicted(self) -> int:
        return sum(each.predicted for each in self.sat)

    @property
    def right(self) -> int:
        return sum(each.right for each in self.sat)

    @property
    def shown(self) -> int:
        """Boards on which all hands lay open."""
        return sum(each.board.record.shown for each in self.sat)

    @property
    def chosen(self) -> int:
        """Boards on which the teacher chose for this student."""
        return sum(each.seat in each.board.chosen for each in self.sat)

    @property
    def smallest(self) -> Card | None:
        return min((each.smallest for each in self.own if each.smallest), key=lambda card: card.rank, default=None)

    @property
    def points(self) -> int:
        """HOOL points of the own side, less those of the others."""
        return sum(each.points or 0 for each in self.own)


@dataclass(frozen=True, slots=True)
class Check:
    """How far a student came in the check of a lesson. right of answered: the best five. mistakes: (skill, the
    mistake's code), each once; "" is none of the common ones."""

    session: int
    lesson: Lesson
    right: int
    answered: int
    passed: bool
    mistakes: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Student:
    """What is known of one student. refused: how often a card was tapped that may not be played, and the like, by
    kind. notes, moments, looked_back: note cards written, moments picked, reflections given, by session. missed:
    lessons the class played without them, and whose check they have not passed. pace: boards at one's own pace."""

    id: int
    name: str
    real_name: str
    sat: tuple[Sat, ...]
    home: tuple[Sat, ...]
    checks: tuple[Check, ...]
    notes: Counter[int]
    moments: Counter[int]
    looked_back: Counter[int]
    missed: tuple[Session, ...]
    refused: Mapping[str, int] = field(default_factory=dict)
    pace: tuple[Sat, ...] = ()

    @cached_property
    def tally(self) -> Tally:
        """Of the boards with the class."""
        return Tally(self.sat)

    @cached_property
    def every(self) -> Tally:
        """Of the boards with the class and those at one's own pace."""
        return Tally((*self.sat, *self.pace))

    @cached_property
    def own_pace(self) -> tuple[Sat, ...]:
        """The boards at one's own pace that no robot played on, as it does for whoever is late."""
        return tuple(each for each in self.pace if not each.by_robot)

    @property
    def tables(self) -> tuple[int, ...]:
        return tuple(sorted({each.board.table for each in self.sat}))

    def of(self, session: int, game: str) -> Tally:
        """The boards of one session, or without one (0), in one game."""
        return Tally(tuple(each for each in self.sat if (each.board.session, each.board.game) == (session, game)))


@dataclass(frozen=True)
class TableResults:
    """What a table did, whoever sat there. people: all who did, the first to come first."""

    number: int
    boards: tuple[Board, ...]
    people: tuple[int, ...]
    notes: int

    @cached_property
    def contracts(self) -> tuple[Board, ...]:
        return tuple(board for board in self.boards if board.over is not None)

    @property
    def made(self) -> int:
        return sum(board.made for board in self.contracts)

    @cached_property
    def bids(self) -> tuple[tuple[int, int], ...]:
        """Bid and tricks, in Oh Hell, of all who played for themselves."""
        return tuple(each for board in self.boards for each in board.own_bids)

    @property
    def exact(self) -> int:
        return sum(bid == tricks for bid, tricks in self.bids)

    @cached_property
    def rummy(self) -> tuple[Rummy, ...]:
        """In Hoola, of all who played for themselves."""
        return tuple(each for board in self.boards for each in board.own_rummy)

    @property
    def robot_seats(self) -> int:
        """On how many boards robots played at least one seat."""
        return sum(bool(board.robots) for board in self.boards)


@dataclass(frozen=True)
class Results:
    """All of a room, or the part that was asked for. students: in the order of the class list. sessions, days: of
    which there is anything, whatever was asked for; outside: whether there are boards without a lesson."""

    only: Only
    students: tuple[Student, ...]
    tables: tuple[TableResults, ...]
    sessions: tuple[Session, ...]
    days: tuple[date, ...]
    outside: bool

    @property
    def boards(self) -> tuple[Board, ...]:
        return tuple(board for table in self.tables for board in table.boards)

    def student(self, person_id: int) -> Student | None:
        return next((each for each in self.students if each.id == person_id), None)

    def table(self, number: int) -> TableResults | None:
        return next((each for each in self.tables if each.number == number), None)

    @cached_property
    def levels(self) -> tuple[tuple[int, int, int], ...]:
        """Contracts by level: (level, made, all)."""
        contracts = [board for board in self.boards if board.over is not None]
        count = Counter(int(board.contract[0]) for board in contracts)
        made = Counter(int(board.contract[0]) for board in contracts if board.made)
        return tuple((level, made[level], count[level]) for level in sorted(count))

    @cached_property
    def sizes(self) -> tuple[tuple[int, int, int], ...]:
        """Bids of Oh Hell by how many cards each had: (cards, made, all)."""
        bids = [(board.cards, bid == tricks) for board in self.boards for bid, tricks in board.own_bids]
        count, made = Counter(cards for cards, _ in bids), Counter(cards for cards, good in bids if good)
        return tuple((cards, made[cards], count[cards]) for cards in sorted(count))

    @cached_property
    def endings(self) -> tuple[tuple[str, int], ...]:
        """How boards of Hoola ended: (one of ENDINGS, how many), those that happened, in the order of ENDINGS."""
        count = Counter(ending_of(board.record) for board in self.boards if board.rummy)
        return tuple((ending, count[ending]) for ending in ENDINGS if count[ending])

    @cached_property
    def games(self) -> tuple[str, ...]:
        """The games of which there are boards, the first to be played first."""
        return tuple(dict.fromkeys(board.game for board in sorted(self.boards, key=lambda each: each.record.ended_at)))

    @cached_property
    def checks(self) -> tuple[tuple[Lesson, int, int], ...]:
        """Each check that somebody began: (lesson, how many passed, how many began)."""
        begun: dict[str, list[Check]] = {}
        for student in self.students:
            for check in student.checks:
                begun.setdefault(check.lesson.name, []).append(check)
        return tuple((all_[0].lesson, sum(c.passed for c in all_), len(all_)) for _, all_ in sorted(begun.items()))

    @cached_property
    def mistakes(self) -> tuple[tuple[str, str, int], ...]:
        """In checks, the most common first: (skill, code, by how many students)."""
        seen = (dict.fromkeys(m for check in student.checks for m in check.mistakes) for student in self.students)
        counted = Counter(each for student in seen for each in student)
        return tuple((skill, code, count) for (skill, code), count in counted.most_common())

    @cached_property
    def refused(self) -> tuple[tuple[str, int, int], ...]:
        """Taps that were refused, the most common kind first: (kind, how often, by how many students)."""
        times: Counter[str] = Counter()
        for student in self.students:
            times.update(student.refused)
        by = Counter(kind for student in self.students for kind, count in student.refused.items() if count)
        return tuple((kind, count, by[kind]) for kind, count in times.most_common() if count)
