"""What a deal shall be like: conditions as values, read from fields or from a text, and written again.

In a text conditions stand on lines of their own, or between semicolons: "NS hcp 25+; S shape balanced; NS spades 8+;
EW fit no; NS makes 4S; EW not 3NT". `parse` reads fields, which is what a form has: "NS hcp" with "25+"; what can be
made is the field "goals".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hool.dealing.goals import SEATS, SIDES, Goal, read_goal
from hool.dealing.reading import ConditionError, Fit, Span, matches, patterns, read_fit, read_span, span_text
from hool.rules.cards import Deal, high_card_points, lengths
from hool.rules.text import SeatRef, Text, name_seats, say

SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
KINDS = ("hcp", *SUIT_NAMES, "shape")
"""What can be wished of a hand."""
SIDE_KINDS = ("hcp", *SUIT_NAMES, "fit")
"""What can be wished of a side, both hands together."""

FIELDS = tuple((who, kind) for group, kinds in ((SEATS, KINDS), (SIDES, SIDE_KINDS)) for who in group for kind in kinds)

NAMES = {
    "hcp": say("points"),
    "spades": say("spades"),
    "hearts": say("hearts"),
    "diamonds": say("diamonds"),
    "clubs": say("clubs"),
    "shape": say("shape"),
    "fit": say("fit"),
}
MOST_GOALS = 12
_NOTHING = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class Wish:
    """What one hand shall be like; None and "" leave it open.

    points: high-card points. lengths: of spades, hearts, diamonds, clubs. shape: "5-3-3-2" in any order of the suits,
    "5=4=3=1" in the order of `SUITS`, x for any number, several with commas between them, or "balanced".
    """

    points: Span | None = None
    lengths: tuple[Span | None, ...] = _NOTHING
    shape: str = ""


@dataclass(frozen=True, slots=True)
class Together:
    """What the two hands of a side shall be like together, as `Wish`."""

    points: Span | None = None
    lengths: tuple[Span | None, ...] = _NOTHING
    fit: Fit | None = None


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a deal shall be like. hands: from North clockwise. sides: North-South and East-West."""

    hands: tuple[Wish, ...] = (Wish(), Wish(), Wish(), Wish())
    sides: tuple[Together, Together] = (Together(), Together())
    goals: tuple[Goal, ...] = ()


def who_is(letters: str) -> Text | SeatRef:
    """A seat or a side in words."""
    return name_seats([SEATS.index(letter) for letter in letters])


def parse(written: Mapping[str, str]) -> Conditions | tuple[Text, ...]:
    """The conditions in fields such as "N hcp", "S hearts", "W shape", "EW hcp" or "goals"; or all that is not
    understood.

    A number is written "5", "5+" or "3-5"; a shape as in `Wish`, a fit as its `str`, goals as their `str` with lines or
    semicolons between them. Fields that are missing or empty leave it open.
    """
    problems: list[Text] = []

    def number(who: str, kind: str) -> Span | None:
        try:
            return read_span(written.get(f"{who} {kind}", ""))
        except ConditionError as fault:
            problems.append(say("{who}, {what}: {why}", who=who_is(who), what=NAMES[kind], why=fault.why))
            return None

    def hand(letter: str) -> Wish:
        shape = ", ".join(map(str.strip, " ".join(written.get(f"{letter} shape", "").casefold().split()).split(";")))
        try:
            patterns(shape)
        except ConditionError as fault:
            problems.append(say("{who}, {what}: {why}", who=who_is(letter), what=NAMES["shape"], why=fault.why))
            shape = ""
        points, *suits = (number(letter, kind) for kind in KINDS[:5])
        return Wish(points, tuple(suits), shape)

    def side(letters: str) -> Together:
        points, *suits = (number(letters, kind) for kind in SIDE_KINDS[:5])
        try:
            fit = read_fit(written.get(f"{letters} fit", ""))
        except ConditionError as fault:
            problems.append(say("{who}, {what}: {why}", who=who_is(letters), what=NAMES["fit"], why=fault.why))
            fit = None
        return Together(points, tuple(suits), fit)

    def goals() -> Iterator[Goal]:
        for clause in _clauses(written.get("goals", "")):
            try:
                yield read_goal(clause)
            except ConditionError as fault:
                problems.append(fault.why)

    hands = tuple(map(hand, SEATS))
    north_south, east_west = map(side, SIDES)
    found = tuple(dict.fromkeys(goals()))
    if len(found) > MOST_GOALS:
        problems.append(say("At most {most} wishes about what can be made are possible.", most=MOST_GOALS))
    return tuple(problems) or Conditions(hands, (north_south, east_west), found)


def _clauses(text: str) -> list[str]:
    return list(filter(None, (" ".join(clause.split()) for clause in re.split(r"[;\r\n]", text))))


def fields(text: str) -> dict[str, str]:
    """The fields of a text of conditions, for `parse`. What is no field is taken for a goal."""
    found: dict[str, str] = {}
    goals = []
    known = {f"{who} {kind}" for who, kind in FIELDS}
    for clause in _clauses(text):
        who, kind, value = (*clause.split(" ", 2), "", "")[:3]
        name = f"{who.upper()} {kind.casefold()}"
        if name in known:
            found[name] = value
        else:
            goals.append(clause)
    if goals:
        found["goals"] = "; ".join(goals)
    return found


def written(wanted: Conditions) -> str:
    """The conditions as a text; ``parse(fields(text))`` is its inverse."""
    lines: list[str] = []
    for letter, wish in zip(SEATS, wanted.hands, strict=True):
        lines += _numbers(letter, wish)
        if wish.shape:
            lines.append(f"{letter} shape {wish.shape}")
    for letters, together in zip(SIDES, wanted.sides, strict=True):
        lines += _numbers(letters, together)
        if together.fit:
            lines.append(f"{letters} fit {together.fit}")
    return "; ".join([*lines, *map(str, wanted.goals)])


def _numbers(who: str, wish: Wish | Together) -> Iterator[str]:
    for kind, span in zip(KINDS[:5], (wish.points, *wish.lengths), strict=True):
        if span:
            yield f"{who} {kind} {span_text(span)}"


def keeps(wanted: Conditions, deal: Deal) -> bool:
    """Whether the cards of a deal are as wanted; what can be made with them is not looked at."""
    points = [high_card_points(hand) for hand in deal.hands]
    suits = [lengths(hand) for hand in deal.hands]
    for own, count, wish in zip(suits, points, wanted.hands, strict=True):
        if not _numbers_keep(wish, count, own) or not matches(own, patterns(wish.shape)):
            return False
    for one, together in enumerate(wanted.sides):
        both = tuple(map(sum, zip(suits[one], suits[one + 2], strict=True)))
        if not _numbers_keep(together, points[one] + points[one + 2], both):
            return False
        if together.fit and together.fit.off(both):
            return False
    return True


def _numbers_keep(wish: Wish | Together, points: int, suits: tuple[int, ...]) -> bool:
    spans = zip((wish.points, *wish.lengths), (points, *suits), strict=True)
    return all(not span or span[0] <= value <= span[1] for span, value in spans)
