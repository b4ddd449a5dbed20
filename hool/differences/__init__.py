"""How one board went at several tables, and what is remarkable about one of them: pure functions.

Here for HOOL, in ``hands`` for Oh Hell; ``apart`` says what is worth a word, ``Lineup`` keeps both.

A ``Course`` is what can be compared of a board at one table. ``difference`` says in a sentence what sets a table apart
from the others that are as far or further: a clue, a bid, the contract, the lead or the result. It speaks only of what
this table has done itself, and only where it stands against a clear majority. Sentences are for the teacher alone:
they tell of secret bids.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from hool.differences.apart import Difference, majority, tables_words
from hool.differences.hands import HandCourse, hand_course, hand_difference
from hool.fold import Act, Table
from hool.lessons import Claim
from hool.rules import GAMES, hool
from hool.rules.cards import Card, format_deal
from hool.rules.game import Board, Deal, Seat, options_to_json
from hool.rules.text import Bid, SeatRef, Text, say, say_count

__all__ = [
    "KINDS",
    "Course",
    "Difference",
    "HandCourse",
    "Lineup",
    "Plan",
    "claim_words",
    "course",
    "difference",
    "hand_course",
    "hand_difference",
    "mark_of",
    "plan_of",
]

TRICKS = 2
"""Tricks fewer or more that are worth a word; fewer if the contract was made at one table and not at the other."""

Contract = tuple[str, int]  # the bid, "" when all passed, and the side: 0 North-South, 1 East-West, -1 nobody


@dataclass(frozen=True, slots=True)
class Course:
    """A board at one table, as far as it has come.

    ``clues`` are (kind, value) by seat; ``steps`` are (name, calls by seat, as text or None). ``contract`` is "" when
    all passed and None while it is not settled. ``robots`` are the acts that were no student's: ("clue", seat),
    ("bid", seat) for step 1, ("lead", seat). ``won`` are tricks by seat so far.
    """

    table: int
    number: int
    ordinal: int
    clues: tuple[tuple[tuple[str, int | str], ...], ...]
    steps: tuple[tuple[str, tuple[str | None, ...]], ...]
    contract: str | None
    doubled: int
    declarer: Seat | None
    lead: Card | None
    leader: Seat | None
    won: tuple[int, ...]
    over: bool
    partners: bool
    told: int  # clues that each seat has to give
    robots: frozenset[tuple[str, Seat]]

    @property
    def game(self) -> Contract | None:
        """What is played, once it is settled; None too where there is no contract at all."""
        if self.contract is None:
            return None
        return (self.contract, self.declarer % 2) if self.contract and self.declarer is not None else ("", -1)

    @property
    def tricks(self) -> tuple[int, int]:
        """Tricks of North-South and East-West."""
        n, e, s, w = self.won
        return n + s, e + w


@dataclass(frozen=True, slots=True)
class Plan:
    """What a lesson's board is about: contracts that make or fail, each with its side, and tricks by side and
    denomination ("" for the board's own trumps) as (number, whether more are as good)."""

    makes: frozenset[Contract] = frozenset()
    fails: frozenset[Contract] = frozenset()
    takes: tuple[tuple[int, str, int, bool], ...] = ()

    def likes(self, game: Contract) -> int:
        """1 for a contract the board is about, -1 for one that it warns of, else 0."""
        return (game in self.makes) - (game in self.fails)


# -- what can be compared ---------------------------------------------------------------------------------------------


def mark_of(board: Board, deal: Deal) -> str:
    """The same for the same cards under the same number, dealer and options, and for no others."""
    return f"{board.number} {board.dealer} {format_deal(deal)} {options_to_json(board.options)}"


def course(table: int, board: Board, ordinal: int, state: hool.State, acts: Sequence[Act]) -> Course:
    """What can be compared of a board in this state. ``table`` is the table's number."""
    options: hool.Options = board.options
    over = hool.phase(state) == "done"
    contract: str | None = state.contract or None
    if contract is None and over and options.trumps == "contract":
        contract = ""
    first = state.tricks[0].cards[0] if state.tricks else state.trick[0] if state.trick else None
    view = hool.view(state, None)
    leader = None
    if first is not None:
        leader = state.tricks[0].leader if state.tricks else view.leader
    return Course(
        table=table,
        number=board.number,
        ordinal=ordinal,
        clues=state.clues,
        steps=tuple((s.name, tuple(str(c) if c is not None else None for c in s.calls)) for s in state.steps),
        contract=contract if view.phase in ("play", "done") else None,
        doubled=state.doubled,
        declarer=state.declarer,
        lead=first,
        leader=leader,
        won=view.tricks_won,
        over=over,
        partners=options.partners,
        told=options.clues,
        robots=_robots(acts),
    )


def _robots(acts: Sequence[Act]) -> frozenset[tuple[str, Seat]]:
    """The first act of each kind that came with a reason: a robot's, or the teacher's."""
    found: dict[tuple[str, Seat], bool] = {}
    lead = False
    for act in acts:
        verb = act.text.partition(" ")[0]
        if verb == "play":
            if not lead:
                found["lead", act.seat] = bool(act.note)
            lead = True
        elif verb == "clue":
            found["clue", act.seat] = found.get(("clue", act.seat), False) or bool(act.note)
        else:
            found.setdefault(("bid", act.seat), bool(act.note))
    return frozenset(key for key, by_robot in found.items() if by_robot)


def _course_of(
    game: str, table: int, board: Board, ordinal: int, state: Any, acts: Sequence[Act]
) -> Course | HandCourse:
    return _COURSES[game](table, board, ordinal, state, acts)


_COURSES: dict[str, Callable[[int, Board, int, Any, Sequence[Act]], Course | HandCourse]] = {
    "hool": course,
    "oh_hell": hand_course,
}
"""For every game of which several tables play a board; in the others each table has its own cards."""


class Lineup:
    """The boards of all tables side by side. What has not changed is not looked at again: a table's part is kept with
    the seq it was made from, and a finished board for good."""

    def __init__(self) -> None:
        self._tables: dict[int, tuple[int, dict[str, Course | HandCourse], str]] = {}
        self._boards: dict[tuple[int, int], tuple[str, Course | HandCourse]] = {}

    def now(self, table: Table) -> str:
        """The mark of the board on the table, "" if there is none."""
        return self._of(table)[1]

    def at(self, table: Table, mark: str) -> Course | HandCourse | None:
        """How a board went at a table: as it is now if it lies there, else as it was played first."""
        return self._of(table)[0].get(mark)

    def forget(self, tables: Collection[int]) -> None:
        """These tables are not there any more."""
        for table in tables:
            self._tables.pop(table, None)
        for key in [key for key in self._boards if key[0] in tables]:
            del self._boards[key]

    def _of(self, table: Table) -> tuple[dict[str, Course | HandCourse], str]:
        known = self._tables.get(table.id)
        if known is not None and known[0] == table.seq:
            return known[1], known[2]
        courses: dict[str, Course | HandCourse] = {}
        for record in (each for each in table.play.boards if GAMES[each.game].compared is not None):
            key = (table.id, record.last_seq)
            if key not in self._boards:
                made = _course_of(record.game, table.number, record.board, record.ordinal, record.state, record.acts)
                self._boards[key] = (mark_of(record.board, record.deal), made)
            mark, made = self._boards[key]
            courses.setdefault(mark, made)
        mark, play = "", table.play
        compared = table.rules.compared is not None
        if compared and play.board is not None and play.deal is not None and play.state is not None:
            mark = mark_of(play.board, play.deal)
            courses[mark] = _course_of(table.game, table.number, play.board, play.ordinal, play.state, play.acts)
        self._tables[table.id] = (table.seq, courses, mark)
        return courses, mark


# -- the plan of a lesson's board -------------------------------------------------------------------------------------


def plan_of(claims: Sequence[Claim]) -> Plan:
    """What a board of a lesson says of itself, as far as tables can be compared with it."""
    makes: set[Contract] = set()
    fails: set[Contract] = set()
    takes: list[tuple[int, str, int, bool]] = []
    for claim in claims:
        sides = {seat % 2 for seat in claim.seats}
        match claim.kind:
            case "makes" | "fails":
                into = makes if claim.kind == "makes" else fails
                into |= {(claim.values[0], side) for side in sides}
            case "takes" | "or more":
                suit = claim.values[1] if len(claim.values) > 1 else ""
                takes += [(side, suit[:1], int(claim.values[0]), claim.kind == "or more") for side in sides]
    return Plan(frozenset(makes), frozenset(fails), tuple(takes))


# -- what is remarkable -----------------------------------------------------------------------------------------------


def difference(here: Course, others: Sequence[Course], plan: Plan | None = None) -> Difference | None:
    """The most telling thing in which a table stands apart from the others on the same board, or None."""
    plan = plan or Plan()
    if here.contract is None and not here.over and here.lead is None:
        return _bid_differs(here, others) or _clue_differs(here, others)
    return _contract_differs(here, others, plan) or _result_differs(here, others, plan) or _lead_differs(here, others)


def _contract_differs(here: Course, others: Sequence[Course], plan: Plan) -> Difference | None:
    if here.game is None:
        return None
    games = {each.table: each.game for each in others if each.game is not None}
    found = majority(here.game, games, lambda game: plan.likes(game))  # type: ignore[arg-type]
    if found is None:
        return None
    there, tables = found
    bid, side = here.game
    facts = {
        "board": here.number,
        "here": _contract_words(here.game),
        "there": _contract_words(there),
        "tables": tables_words(tables),
    }
    if bid and bid == there[0]:  # type: ignore[index]
        sides = (say("N–S"), say("E–W"))
        facts |= {"here": sides[side], "there": sides[1 - side], "bid": Bid(bid)}
        words = say("Board {board}: {here} play {bid} here, {there} at {tables}", **facts)
    elif plan.likes(there) > 0:  # type: ignore[arg-type]
        words = say("Board {board}: {here} here, {there} at {tables} and in the lesson’s plan", **facts)
    elif plan.likes(here.game) < 0:
        words = say("Board {board}: {here} here, which cannot be made; {there} at {tables}", **facts)
    else:
        words = say("Board {board}: {here} here, {there} at {tables}", **facts)
    return Difference("contract", words, tables)


def _result_differs(here: Course, others: Sequence[Course], plan: Plan) -> Difference | None:
    """Tricks, where the same was played: with the same contract, or with the trumps that the board gives."""
    if not here.over or not here.partners or here.contract == "":
        return None
    same = [each for each in others if each.over and each.game == here.game]
    side = here.game[1] if here.game else 0
    denomination = here.game[0][1:2] if here.game else ""

    def likes(tricks: Hashable) -> int:
        assert isinstance(tricks, int)
        of_side = (tricks, sum(here.won) - tricks)
        return int(
            any(
                _as_planned(of_side[which != side], number, or_more)
                for which, suit, number, or_more in plan.takes
                if suit in ("", denomination)
            )
        )

    found = majority(here.tricks[side], {each.table: each.tricks[side] for each in same}, likes)
    if found is None:
        return None
    there, tables = found
    mine = here.tricks[side]
    assert isinstance(there, int)
    needed = hool.tricks_needed(here.game[0]) if here.game else 0
    turned = bool(here.game) and (mine >= needed) != (there >= needed)
    if abs(mine - there) < TRICKS and not turned and likes(there) <= likes(mine):
        return None
    facts = {
        "board": here.number,
        "here": say_count("{count} trick", "{count} tricks", mine),
        "there": there,
        "tables": tables_words(tables),
    }
    if here.game:
        words = say("Board {board}: {here} in {bid} here, {there} at {tables}", bid=Bid(here.game[0]), **facts)
    else:
        words = say("Board {board}: {here} for N–S here, {there} at {tables}", **facts)
    return Difference("result", words, tables)


def _as_planned(tricks: int, number: int, or_more: bool) -> bool:
    return tricks >= number if or_more else tricks == number


def _lead_differs(here: Course, others: Sequence[Course]) -> Difference | None:
    """Another suit led against the same contract, from the same hand; cards of one suit are as good as equal."""
    if here.lead is None or here.leader is None or ("lead", here.leader) in here.robots:
        return None
    suits: dict[int, Hashable] = {
        each.table: each.lead.suit
        for each in others
        if each.lead is not None and (each.leader, each.game) == (here.leader, here.game)
    }
    found = majority(here.lead.suit, suits, alone=True)
    if found is None:
        return None
    words = say(
        "Board {board}: {here} led here, {there} at {tables}",
        board=here.number, here=_A_SUIT[here.lead.suit], there=_A_SUIT[str(found[0])], tables=tables_words(found[1]),
    )  # fmt: skip
    return Difference("lead", words, found[1])


def _bid_differs(here: Course, others: Sequence[Course]) -> Difference | None:
    """What students bid in secret in the first step; a robot's bid is no news."""
    for seat in range(4):
        mine = _first_bid(here, seat)
        there: dict[int, Hashable] = {each.table: bid for each in others if (bid := _first_bid(each, seat)) is not None}
        found = majority(mine, there, alone=True) if mine is not None else None
        if found is not None and mine is not None:
            words = say(
                "Board {board}: {who} says {here}, {there} at {tables}",
                board=here.number, who=SeatRef(seat), here=_call(mine), there=_call(str(found[0])),
                tables=tables_words(found[1]),
            )  # fmt: skip
            return Difference("bid", words, found[1])
    return None


def _clue_differs(here: Course, others: Sequence[Course]) -> Difference | None:
    """Kinds of clues that a student has chosen, once all of that hand are told."""
    for seat in range(4):
        mine = _clues(here, seat)
        there: dict[int, Hashable] = {each.table: told for each in others if (told := _clues(each, seat))}
        found = majority(mine, there, alone=True) if mine else None
        if found is not None:
            most = found[0]
            assert isinstance(most, frozenset)
            words = say(
                "Board {board}: {who} told {here}, {there} at {tables}",
                board=here.number, who=SeatRef(seat), here=_kinds(mine - most), there=_kinds(most - mine),
                tables=tables_words(found[1]),
            )  # fmt: skip
            return Difference("clue", words, found[1])
    return None


def _first_bid(course: Course, seat: Seat) -> str | None:
    return course.steps[0][1][seat] if course.steps and ("bid", seat) not in course.robots else None


def _clues(course: Course, seat: Seat) -> frozenset[str]:
    """The kinds this hand has told, when it has told all; empty before, and for a robot."""
    told = course.clues[seat]
    if not told or len(told) < course.told or ("clue", seat) in course.robots:
        return frozenset()
    return frozenset(kind for kind, _value in told)


# -- words ------------------------------------------------------------------------------------------------------------

_A_SUIT = {"S": say("a spade"), "H": say("a heart"), "D": say("a diamond"), "C": say("a club")}
_TRUMPS = {
    "S": say("spades"),
    "H": say("hearts"),
    "D": say("diamonds"),
    "C": say("clubs"),
    "N": say("no trumps"),
}
KINDS = {
    "hcp": say("points"),
    "pattern": say("the pattern"),
    "spades": say("spades"),
    "hearts": say("hearts"),
    "diamonds": say("diamonds"),
    "clubs": say("clubs"),
}


def _contract_words(game: Hashable) -> Text | Bid:
    assert isinstance(game, tuple)
    return Bid(game[0]) if game[0] else say("all passed")


def _call(text: str) -> Text | Bid:
    verb, _, bid = text.partition(" ")
    return Bid(bid) if bid else {"double": say("Double"), "redouble": say("Redouble")}.get(verb, say("Pass"))


def _kinds(kinds: frozenset[str]) -> Text:
    first, *more = [KINDS[kind] for kind in hool.CLUE_KINDS if kind in kinds]
    return say("{first} and {second}", first=first, second=more[0]) if more else first


def claim_words(claim: Claim) -> Text | None:
    """What a lesson says of its board, as a sentence; None for a claim about single cards."""
    if not claim.seats:
        return None
    who = SeatRef(claim.seats[0]) if len(claim.seats) == 1 else (say("N–S"), say("E–W"))[claim.seats[0] % 2]
    match claim.kind:
        case "makes":
            return say("{who} can make {bid}.", who=who, bid=Bid(claim.values[0]))
        case "fails":
            return say("{who} cannot make {bid}.", who=who, bid=Bid(claim.values[0]))
        case "takes" | "or more":
            tricks = say_count("{count} trick", "{count} tricks", int(claim.values[0]))
            if claim.values[1]:
                tricks = say("{tricks} in {suit}", tricks=tricks, suit=_TRUMPS[claim.values[1][0]])
            if claim.kind == "takes":
                return say("{who} can take {tricks}.", who=who, tricks=tricks)
            return say("{who} can take {tricks} or more.", who=who, tricks=tricks)
        case "is declarer":
            return say("{who} is declarer.", who=who)
    return None
