"""The course of a check: which item comes when, five places, four right are enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hool.checks import bids, hands, hoola, oh_hell, scores, tricks
from hool.checks.item import Given, Item, Verdict, judge
from hool.checks.making import Dice
from hool.rules.hool import PRESETS, Options

PLACES, ENOUGH = 5, 4  # items in a check, and how many right ones pass

_MAKERS: dict[str, Callable[[Dice, Options], Item]] = {
    "winner": tricks.winner,
    "legal cards": tricks.legal_cards,
    "next lead": tricks.next_lead,
    "trump winner": tricks.trump_winner,
    "declarer and dummy": tricks.declarer_and_dummy,
    "sure winners": hands.sure_winners,
    "level": scores.level,
    "score": scores.score,
    "game": scores.game,
    "points": hands.points,
    "shape": hands.shape,
    "higher bid": bids.higher_bid,
    "tie": bids.tie,
    "second step": bids.second_step,
    "auction": bids.auction,
    "results": scores.results,
}
# Of other games: whatever options they get, they take those of their own game.
_OTHERS: dict[str, Callable[[Dice, Any], Item]] = {
    "bid sum": oh_hell.bid_sum,
    "turned trumps": oh_hell.turned_trumps,
    "hook": oh_hell.hook,
    "bid score": oh_hell.bid_score,
    "melds": hoola.melds,
    "lay off": hoola.lay_off,
    "thank you": hoola.thank_you,
    "hand points": hoola.hand_points,
    "payment": hoola.payment,
}
SKILLS = (*_MAKERS, *_OTHERS)


def make(skill: str, seed: str | bytes, options: Any = None) -> Item:
    """The item of a skill that belongs to a seed. options: the lesson's, of whatever game. Raises KeyError for an
    unknown skill."""
    text = seed.hex() if isinstance(seed, bytes) else seed
    dice = Dice(f"{skill}:{text}")
    if skill in _OTHERS:
        return _OTHERS[skill](dice, options)
    return _MAKERS[skill](dice, options if isinstance(options, Options) else _as_hool(options))


def _as_hool(options: Any) -> Options:
    """What HOOL's items about tricks need to know of another game's options: whether there are trumps."""
    if options is None:
        return Options()
    return PRESETS["whist" if options.trump == "none" else "trumps"]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it was kept. n: the item's running number, from 1. practice: it does not count."""

    n: int
    skill: str
    seed: str
    given: Given
    right: bool
    practice: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer on the page."""

    given: Given
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class CheckState:
    """Where somebody is in a check, for the page.

    places: "", "right" or "wrong" for each of the five, in order. n: the running number of `item`, which is None when
    the five are done and nothing is asked. seed: of the item, to be kept with its answer. practice: the item is
    another like the one before and does not count. answered: None while the item waits for its answer. passed: some
    five had four right. finished: these five are all answered. action: where the form goes.
    """

    places: tuple[str, ...]
    n: int
    item: Item | None
    seed: str = ""
    answered: Answered | None = None
    practice: bool = False
    passed: bool = False
    finished: bool = False
    action: str = ""

    @property
    def place(self) -> int:
        """Which of the five is asked, or was answered last: 1 to 5."""
        done = sum(map(bool, self.places))
        return max(1, done if self.answered or self.practice or self.finished else done + 1)

    @property
    def score(self) -> int:
        """How many of the five are right so far."""
        return self.places.count("right")


def passed(answers: Sequence[Answer]) -> bool:
    """Whether four were right in some five."""
    return any(sum(each.right for each in five) >= ENOUGH for five in _fives(answers))


def best(answers: Sequence[Answer]) -> tuple[int, int]:
    """The five with the most right ones: how many of them are right, and how many are answered; (0, 0) before any."""
    return max(((sum(each.right for each in five), len(five)) for five in _fives(answers)), default=(0, 0))


def progress(
    skills: Sequence[str], key: str, answers: Sequence[Answer], go: str = "", options: Any = None
) -> CheckState:
    """What to show after these answers of one person in one lesson, in order.

    skills: what the lesson checks, at least one; they are taken in turn. key: what makes this person's items in this
    lesson differ from others'. go: the button that was pressed: "next", "another" (like the one that went wrong),
    "again" (a new five), or "" to see the last answer again.
    """
    fives = _fives(answers)
    five = fives[-1] if fives else []
    last = answers[-1] if answers else None
    won = passed(answers)
    full = len(five) == PLACES
    if last is not None and go not in ("next", "another", "again"):
        item = make(last.skill, last.seed, options)
        answered = Answered(last.given, judge(item, last.given))
        return CheckState(_places(five), last.n, item, last.seed, answered, last.practice, won, full)
    n = last.n + 1 if last is not None else 1
    seed = f"{key}:{n}"
    if last is not None and go == "another" and (last.practice or not last.right):
        item = make(last.skill, seed, options)
        return CheckState(_places(five), n, item, seed, practice=True, passed=won, finished=full)
    if full and go != "again":
        return CheckState(_places(five), n, None, passed=won, finished=True)
    place = sum(map(len, fives))
    item = make(skills[place % len(skills)], seed, options)
    return CheckState(_places([] if full else five), n, item, seed, passed=won)


def _fives(answers: Sequence[Answer]) -> list[list[Answer]]:
    """The answers that count, five by five; the last group may be unfinished."""
    counted = [each for each in answers if not each.practice]
    return [counted[start : start + PLACES] for start in range(0, len(counted), PLACES)]


def _places(five: Sequence[Answer]) -> tuple[str, ...]:
    marks = ["right" if each.right else "wrong" for each in five]
    return tuple(marks + [""] * (PLACES - len(marks)))
