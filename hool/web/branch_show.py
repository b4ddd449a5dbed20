"""What the pages of a branch show: the table at any moment, in words what is asked and what differs, and the results of
all tries as plain values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from hool import branches, notes
from hool.analysis.analyst import Analyst
from hool.branches import Branch, Difference, Done, Move
from hool.differences import KINDS
from hool.fold import BoardRecord
from hool.rules import hool
from hool.rules.cards import Card, parse_card
from hool.rules.game import Board, Deal, Result, Seat
from hool.rules.hool_bidding import standing_bid
from hool.rules.hool_state import leader_of, next_hand, trumps_of
from hool.rules.text import Bid, SeatRef, Text, say, say_count
from hool.web import replay
from hool.web.replay import Step


@dataclass(frozen=True, slots=True)
class Try:
    """One way in which a board went: as it was played, or as somebody tried. line: how it ended, None before that.
    tricks: of the four seats. differs: the first thing that was done in another way."""

    branch: Branch
    name: str
    mine: bool
    here: str
    line: Text | None
    tricks: tuple[int, ...]
    differs: Text | None


@dataclass(frozen=True, slots=True)
class Worth:
    """How many of all tricks the player's side takes after each card, if from there on everybody plays perfectly. side:
    0 or 1. Nothing in `tricks` while that is not known; problem: why it will not be soon."""

    side: int
    tricks: Mapping[Card, int]
    problem: Text | None

    @property
    def most(self) -> int:
        return max(self.tricks.values(), default=0)


# -- moments ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def _steps(board: Board, deal: Deal, moves: tuple[Move, ...]) -> tuple[Step, ...]:
    """The steps of a replay, with the result at the end only if there is one."""
    reasons = {place: notes.load(move.note) for place, move in enumerate(moves) if move.note}
    made = replay.steps(board, deal, [(move.seat, move.text) for move in moves], None, reasons)
    return made if made[-1].view.result is not None else made[:-1]


def _steps_of(record: BoardRecord, branch: Branch) -> tuple[Step, ...]:
    return _steps(record.board, record.deal, branches.moves_of(record, branch))


def moments(record: BoardRecord, branch: Branch) -> tuple[int, ...]:
    """After how many acts there is something to see: after each own one, and at the steps of the board before."""
    own = range(branch.start, branch.start + len(branch.moves) + 1)
    return tuple(sorted({step.done for step in _steps_of(record, branch)} | set(own)))


def step_at(record: BoardRecord, branch: Branch, at: int) -> Step:
    """The table after the first `at` acts, also in the middle of secret calls: here all cards are open."""
    moves = branches.moves_of(record, branch)[:at]
    step = [each for each in _steps_of(record, branch) if each.done <= at][-1]
    if step.done == at:
        return step
    state = branches.state_after(record, tuple((move.seat, move.text) for move in moves))
    calls = tuple(tuple(None if call is None else str(call) for call in each.calls) for each in state.steps)
    last = moves[-1]
    return replace(
        step,
        phase="bids",
        view=replace(hool.view(state, None), calls=calls),
        asked=state.steps[-1].name,
        standing=standing_bid(state.board.dealer, [each for each in state.steps if not each.waiting]),
        said=(_call_said(last.seat, last.text),),
        reasons=((last.seat, notes.load(last.note)),) if last.note else (),
        done=at,
    )


def board_step(record: BoardRecord, branch: Branch, at: int) -> int:
    """The step of the board's replay at which the branch stands, or where it left the board."""
    last = min(at, branch.start)
    return max(step.at for step in replay.steps_of(record) if step.done <= last)


# -- words -----------------------------------------------------------------------------------------------------------

_WORDS = {"pass": say("pass"), "double": say("double"), "redouble": say("redouble"), "agree": say("agree")}


def deed(text: str) -> Card | Bid | Text:
    """What an act is about, as it stands in a sentence."""
    verb, _, what = text.partition(" ")
    match verb:
        case "play":
            return parse_card(what)
        case "bid" | "propose":
            return Bid(what)
        case "clue":
            return KINDS[what]
    return _WORDS[verb]


def _call_said(seat: Seat, text: str) -> Text:
    who = SeatRef(seat)
    match text.partition(" "):
        case "bid", _, bid:
            return say("{seat} bids {bid}.", seat=who, bid=Bid(bid))
        case "pass", _, _:
            return say("{seat} passes.", seat=who)
        case "double", _, _:
            return say("{seat} doubles.", seat=who)
    return say("{seat} redoubles.", seat=who)


def asks(state: Any, seat: Seat) -> Text:
    """Whose turn it is, and to do what."""
    who = SeatRef(seat)
    match hool.phase(state):
        case "play":
            if branches.hand_due(state) != seat:
                return say("{seat} plays a card from dummy.", seat=who)
            if not state.trick:
                return say("{seat} leads to trick {n}.", seat=who, n=len(state.tricks) + 1)
            return say("{seat} plays a card.", seat=who)
        case "clues":
            return say("{seat} tells everyone something.", seat=who)
        case "agree":
            if not state.proposals:
                return say("{seat} proposes a contract.", seat=who)
            return say("{seat} agrees, or proposes another contract.", seat=who)
        case "redouble":
            return say("{seat} is doubled: pass or redouble?", seat=who)
        case "closing":
            return say("{seat} has the last word: pass or double?", seat=who)
    return say("{seat} bids.", seat=who)


def _differs(found: Difference) -> Text:
    """The first difference as a sentence."""
    who, now = SeatRef(found.seat), deed(found.now)
    if found.phase == "play":
        if not found.then:
            return say("Trick {n}: the rest is played.", n=found.trick)
        return say(
            "Trick {n}: {seat} plays {card} instead of {other}.",
            n=found.trick,
            seat=who,
            card=now,
            other=deed(found.then),
        )
    if found.phase == "clues":
        return say("{seat} tells {kind} instead of {other}.", seat=who, kind=now, other=deed(found.then))
    return say("{seat}: {call} instead of {other}.", seat=who, call=now, other=deed(found.then))


def gain(record: BoardRecord, result: Result | None) -> Text | None:
    """What a result is worth beside that of the board; None where there are no two sides."""
    if result is None or not record.board.options.partners:
        return None
    was, now = record.result.scores, result.scores
    more = (now[0] - now[1]) - (was[0] - was[1])
    side = say("N–S") if more > 0 else say("E–W")
    if not more:
        return say("This comes to the same as it was played.")
    if record.board.options.score == "tricks" or record.board.options.trumps != "contract":
        count = abs(more) // 2  # one side's gain is the other's loss
        return say_count(
            "{side} take {count} trick more than as it was played.",
            "{side} take {count} tricks more than as it was played.",
            count,
            side=side,
        )
    return say("{side} are {more} better off than as it was played.", side=side, more=abs(more))


# -- results ---------------------------------------------------------------------------------------------------------


def try_of(record: BoardRecord, branch: Branch, name: str, mine: bool, here: str) -> Try:
    """How far a branch has come."""
    acts = branches.acts_of(record, branch)
    state = branches.state_after(record, acts)
    found = branches.difference(record, acts)
    result: Result | None = hool.result(state)
    return Try(
        branch,
        name,
        mine,
        here,
        None if result is None else result.line,
        hool.view(state, None).tricks_won,
        None if found is None else _differs(found),
    )


_LATE = say("This took too long to work out. Look again in a minute.")


def worth(analyst: Analyst, record: BoardRecord, state: Any, acts: tuple[Done, ...]) -> Worth:
    """What each card that may follow `acts` would bring."""
    cards = tuple(parse_card(text[5:]) for _, text in acts if text.startswith("play "))
    leader = state.tricks[0].leader if state.tricks else leader_of(state)
    asked = (record.deal, trumps_of(state), leader, cards)
    found = analyst.brings(*asked)
    late = found is None and analyst.brings_failed(*asked)
    return Worth(next_hand(state) % 2, found or {}, _LATE if late else None)
