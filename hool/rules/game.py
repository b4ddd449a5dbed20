"""What a game is, and what is the same for all of them.

A game is a module whose top-level functions fulfil the `Game` protocol. Actions, states and views are frozen;
only `deal` uses chance, through the source it is given. Everybody goes through `play`, the one checked door.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from typing import Any, Protocol, TypeVar

from hool.rules.cards import Card, Deal, format_deal, is_card
from hool.rules.shuffle import Shuffler
from hool.rules.text import SaidError, Text, say

__all__ = [
    "CLOCK",
    "Action",
    "Board",
    "Card",
    "Choice",
    "Deal",
    "Game",
    "IllegalAction",
    "OptionError",
    "Result",
    "Seat",
    "legal_actions",
    "narrate",
    "options_from_json",
    "options_to_json",
    "places_without",
    "play",
    "replay",
]

Seat = int  # 0, 1, 2 ... clockwise
CLOCK: Seat = -1  # acts when a rule's own time window closes
Action = Hashable  # a frozen dataclass; str(action) is its only name outside rules


@dataclass(frozen=True, slots=True)
class Choice:
    """An action a learner could try. `why_not` is None if it is allowed, else the sentence that says why not."""

    action: Action
    why_not: Text | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """A numbered deal with its dealer and options: the unit that is played, scored, reviewed and compared."""

    number: int  # from 1
    dealer: Seat
    seats: int  # how many sit at this table
    options: Any  # the game's own frozen Options
    carry: tuple[int, ...] = ()  # points brought in, per seat; () at the start


@dataclass(frozen=True, slots=True)
class Result:
    """How a board ended."""

    scores: tuple[int, ...]  # points per seat for this board, as the game writes them
    line: Text  # "4H by North, one over: N–S 150"
    counted: bool = True  # False: not a board of the match; the cards are dealt again


class Game(Protocol):
    """The functions a game module has. Seats are 0-based and clockwise; nothing is changed in place."""

    name: str  # also the folder of its templates
    seats: range  # how many may sit
    number_counts: bool  # a board's number says more than who deals, such as how many cards each gets
    compared: Mapping[str, Any] | None  # options of a board that several tables play; None: each has its own cards
    dealer_by_lot: bool  # who deals first is drawn when a match begins, and written as the option `first_dealer`
    taken_back: tuple[str, ...]  # the first words of what a player may take back, if the others agree
    claims: str  # what a player may claim: "tricks", "discards", or "" for nothing

    @property
    def Options(self) -> type[Any]: ...

    def next_board(self, options: Any, seats: int, results: Sequence[Result]) -> Board | None: ...
    def boards_in_match(self, options: Any, seats: int) -> int: ...  # 0 = until one stops
    def places(self, options: Any, results: Sequence[Result]) -> tuple[int, ...]: ...
    def deal(self, board: Board, rng: Shuffler) -> Deal: ...
    def start(self, board: Board, deal: Deal) -> Any: ...
    def to_act(self, state: Any) -> frozenset[Seat]: ...
    def choices(self, state: Any, seat: Seat) -> tuple[Choice, ...]: ...
    def apply(self, state: Any, seat: Seat, action: Any) -> Any: ...
    def time_limit(self, state: Any) -> int | None: ...
    def view(self, state: Any, viewer: Seat | None) -> Any: ...
    def result(self, state: Any) -> Result | None: ...


class IllegalAction(SaidError):
    """An action the rules do not allow now; `why` is the sentence for the learner."""


def legal_actions(game: Game, state: Any, seat: Seat) -> tuple[Action, ...]:
    """What `seat` may do now; empty exactly when it is not its turn."""
    return tuple(choice.action for choice in game.choices(state, seat) if choice.why_not is None)


def play(game: Game, state: Any, seat: Seat, text: str) -> Any:
    """The state after `seat` does what `text` says; raises `IllegalAction` unless it is a legal choice now.

    Cards that follow the first word may stand in any order: a meld is the same, however its cards are named.
    """
    offered = game.choices(state, seat)
    meant = [choice for choice in offered if str(choice.action) == text]
    for choice in meant or [choice for choice in offered if _words(str(choice.action)) == _words(text)]:
        if choice.why_not is not None:
            raise IllegalAction(choice.why_not)
        return game.apply(state, seat, choice.action)
    if not game.to_act(state):
        raise IllegalAction(say("This board is over."))
    too_late = getattr(game, "too_late", None)  # only where there is something to be quick for
    if too_late is not None and (why := too_late(state, seat, text)) is not None:
        raise IllegalAction(why)
    raise IllegalAction(say("“{action}” is not possible now.", action=text[:40]))


def _words(text: str) -> tuple[str, list[str]]:
    first, *others = text.split(" ")
    return first, sorted(others) if all(map(is_card, others)) else others


def places_without(
    game: Game, options: Any, results: Sequence[Result], seats: int, out: Collection[Seat]
) -> tuple[int, ...]:
    """Each seat's place, 1 = first, where those in `out` have left the match or were late.

    They share the last place; the others are placed by their points so far, which are equal before the first result.
    """
    places = game.places(options, results) if results else (1,) * seats
    left = [seat for seat in range(seats) if seat not in out]
    return tuple(
        1 + sum(places[other] < places[seat] for other in left) if seat in left else 1 + len(left)
        for seat in range(seats)
    )


def replay(game: Game, board: Board, deal: Deal, acts: Iterable[tuple[Seat, str]]) -> Any:
    """The state after all `acts`, each checked again; raises `IllegalAction` at the first that is refused."""
    state = game.start(board, deal)
    for seat, text in acts:
        state = play(game, state, seat, text)
    return state


class OptionError(SaidError):
    """An option that does not exist, or a value it cannot have."""


Options = TypeVar("Options")


def options_to_json(options: Any) -> str:
    """The options that differ from their defaults, as JSON with sorted keys."""
    changed = {
        field.name: getattr(options, field.name)
        for field in fields(options)
        if getattr(options, field.name) != field.default
    }
    return json.dumps(changed, sort_keys=True)


def options_from_json(kind: type[Options], source: str | Mapping[str, Any]) -> Options:
    """Options of the dataclass `kind` from JSON text or a mapping; what is left out keeps its default.

    Raises `OptionError` naming the field if one is unknown or its value is wrong.
    """
    if isinstance(source, str):
        try:
            source = json.loads(source or "{}")
        except json.JSONDecodeError as error:
            raise OptionError(say("These options are not JSON: {error}.", error=str(error))) from None
    if not isinstance(source, Mapping):
        raise OptionError(say("Options are written as names with values."))
    known = {field.name: field.default for field in fields(kind)}  # type: ignore[arg-type]
    values: dict[str, Any] = {}
    for name, value in source.items():
        if name not in known or known[name] is MISSING:
            raise OptionError(say("There is no option “{option}”.", option=str(name)))
        values[name] = tuple(value) if isinstance(value, list) else value
    return kind(**values)


def narrate(game: Game, board: Board, deal: Deal, acts: Iterable[tuple[Seat, str]]) -> str:
    """A board as a log to read: under each event, indented, what its actor could choose and what all now see.

    Of the public view only what changed is shown, of lists that grew only what was added; the options are in the
    first line, with `seats` if there are not four. The unindented lines are rows of a table's log: number, actor, text.
    """
    state = game.start(board, deal)
    seen: dict[str, object] = {}
    options = json.loads(options_to_json(board.options)) | ({"seats": board.seats} if board.seats != 4 else {})
    lines = [
        f"1 teacher open {game.name} {json.dumps(options, sort_keys=True)}",
        f"2 table board {board.number} dealer {board.dealer} deal {format_deal(deal)}",
        *_changes(seen, game.view(state, None)),
    ]
    for row, (seat, text) in enumerate(acts, start=3):
        actor = "clock" if seat == CLOCK else seat
        lines += [f"{row} {actor} {text}", *_offers(game.choices(state, seat))]
        state = play(game, state, seat, text)
        lines += _changes(seen, game.view(state, None))
    return "\n".join(lines) + "\n"


def _offers(choices: Iterable[Choice]) -> Iterator[str]:
    """The legal choices in a line, then the refused ones, a line for each kind of reason."""
    kinds: dict[str, list[Choice]] = {"": []}
    for choice in choices:
        kinds.setdefault(choice.why_not.message if choice.why_not else "", []).append(choice)
    for message, group in kinds.items():
        actions = [str(choice.action) for choice in group]
        if len(actions) > 13:  # more than a hand: bids
            actions = [*actions[:3], "...", actions[-1]]
        why = f": {group[0].why_not}" if message else ""
        yield f"    {'may not' if message else 'may'} {', '.join(actions)}{why}"


def _changes(seen: dict[str, object], view: Any) -> Iterator[str]:
    """The fields of a view that are not as in `seen`, which is brought up to date."""
    for field in fields(view):
        old, new = seen.get(field.name, seen), getattr(view, field.name)
        if field.name in ("choices", "options") or old == new:
            continue
        seen[field.name] = new
        if isinstance(new, tuple) and isinstance(old, tuple) and old and new[: len(old)] == old:
            yield f"    {field.name}: + {_plain(new[len(old) :])}"
        else:
            yield f"    {field.name}: {_plain(new)}"


def _plain(value: object) -> str:
    """A value of a view as text: nested in brackets, cards in a row."""
    if isinstance(value, Result):
        return f"{_plain(value.scores)} {value.line}{'' if value.counted else ' (does not count)'}"
    if isinstance(value, frozenset):
        return _plain(tuple(sorted(value)))
    if not isinstance(value, tuple):
        return "-" if value is None or value == "" else str(value)
    if value and all(isinstance(each, Card) for each in value):
        return " ".join(map(str, value))
    return f"[{', '.join(map(_plain, value))}]"
