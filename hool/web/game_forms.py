"""The form of a game in which everybody plays alone: its presets, and every option behind them with a line each.

Drawn on the tab Games; read again when it is sent. What cannot be played is refused with the sentence of the rules.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from hool import game_words
from hool.game_words import Words
from hool.i18n import _
from hool.refused import Refused
from hool.rules import GAMES, hoola, oh_hell
from hool.rules.text import SaidError, Text, say
from hool.web.entered import plain, whole
from hool.web.show import plainly
from hool.web.teacher import MATCHES

OWN = "own"  # the name of no preset: the options are those of the form


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What the form of a game has of its own. ``groups`` are the options that one may choose, ``beside`` those that
    one may choose with a preset too, ``hidden`` values that are the same as another one; ``matches`` says whether a
    match can have any length."""

    first: str  # the preset to begin with
    own: Text
    groups: tuple[tuple[Text, tuple[str, ...]], ...]
    seats: Text  # how many can sit
    choose: Text
    fitted: Words
    matches: bool = False
    beside: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()


_SHEETS = {
    "oh_hell": _Sheet(
        first="short",
        own=say("Every variant: cards, hands, bids, trumps, points. It opens below."),
        groups=(
            (say("The hands"), ("deck", "order", "max_cards")),
            (say("Bids"), ("bidding", "knock_change_from", "knock_limit")),
            (say("Trumps"), ("trump", "no_stock", "rotation", "chooser_may_no_trump")),
            (say("Points"), ("scoring", "spades_double")),
            (
                say("Special cards and cases"),
                ("double_rule", "ante_last", "joker_turned", "blind_ones", "first_dealer"),
            ),
        ),
        seats=say("Three to ten can sit at a table of Oh Hell."),
        choose=say("Choose how Oh Hell is played."),
        fitted=Words(
            say("No more seats than students, where three are enough"),
            say("Then no robots play where at least three students sit. Who comes later sits at another table."),
        ),
    ),
    "hoola": _Sheet(
        first="seed",
        own=say("Every variant: melds, thank you, blasts, knocking, points. It opens below."),
        groups=(
            (say("Melds"), ("ace", "single7", "must_discard")),
            (say("Thank you"), ("thank_you", "claim_policy", "discard_first")),
            (say("How a board ends"), ("small_max", "knock_when", "knock_tie", "failed_knock_rank", "stock_end")),
            (say("Points"), ("seven_value", "seven_doubles", "zero_four", "hoola_layoffs", "feeder")),
            (say("Dealing and turns"), ("next_dealer", "direction")),
        ),
        seats=say("Two to five can sit at a table of Hoola."),
        choose=say("Choose how Hoola is played."),
        fitted=Words(
            say("No more seats than students, where two are enough"),
            say("Then no robots play where at least two students sit. Who comes later sits at another table."),
        ),
        matches=True,
        beside=("claim_window_s",),  # how quick a class is does not hang on its rules
        hidden=("off",),  # of thank_you: at the table the same as "next_only"
    ),
}


@dataclass(frozen=True, slots=True)
class Value:
    """A value of an option in the form: how it is sent, what it is called and means."""

    text: str
    words: Words
    chosen: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """An option in the form. ``typed`` is what stands in its field, for one whose values are too many to list."""

    name: str
    label: Text
    line: Text
    values: tuple[Value, ...]
    typed: str | None = None


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset. ``seats``: how many can play it."""

    key: str
    words: Words
    seats: range
    chosen: bool


@dataclass(frozen=True, slots=True)
class Form:
    """The form of ``game`` as it stands. ``own``: whether the options below are chosen, with ``own_line`` about them;
    ``beside``: options that hold with presets too; ``fixed``: those that have one value; ``match``: how many boards,
    None where that follows from the options; ``problem``: why it was refused."""

    game: str
    words: Words
    presets: tuple[Preset, ...]
    own: bool
    own_line: Text
    groups: tuple[tuple[Text, tuple[Choice, ...]], ...]
    fixed: tuple[tuple[Text, Words], ...]
    beside: tuple[Choice, ...]
    possible: range
    seats: int
    fitted: bool
    fitted_words: Words
    match: int | None
    limit: int
    problem: Text | None


def forms(
    kept: Mapping[str, Any], limit: int, begun_with: str, sent: Mapping[str, str] | None, problem: Text | None
) -> tuple[Form, ...]:
    """The forms of all such games. ``kept``: by game the options it was played with last, and ``fitted`` whether with
    no more seats than students; ``begun_with`` a preset to change; ``sent``: what was sent and refused, with its game.
    """
    made = []
    for game in _SHEETS:
        mine = sent if sent is not None and sent.get("game") == game else None
        options, fitted = kept.get(game, (None, False))
        made.append(_form(game, options, fitted, limit, begun_with, mine, problem if mine is not None else None))
    return tuple(made)


def _form(
    game: str,
    options: Any,
    fitted: bool,
    limit: int,
    begun_with: str,
    sent: Mapping[str, str] | None,
    problem: Text | None,
) -> Form:
    sheet, presets = _SHEETS[game], _rules(game).PRESETS
    preset = _preset_of(game, options) if options is not None else sheet.first
    options = presets[sheet.first] if options is None else options
    seats, match = options.players, getattr(options, "match", None)
    if sent is not None:
        preset, seats = sent.get("preset", OWN), whole(sent.get("seats")) or seats
        fitted, limit = sent.get("fitted") == "1", whole(sent.get("limit")) or 0
        match = match if match is None else whole(sent.get("match")) or 0
    elif begun_with in presets:
        preset, options = OWN, presets[begun_with]
        seats = options.players
    elif preset != OWN:
        options = replace(presets[preset], **{name: getattr(options, name) for name in sheet.beside})
    return Form(
        game=game,
        words=game_words.GAMES[game],
        presets=tuple(
            Preset(key, words, _seats_for(game, key), key == preset) for key, words in game_words.PRESETS[game].items()
        ),
        own=preset == OWN,
        own_line=sheet.own,
        groups=tuple(
            (label, tuple(_choice(game, name, options, sent) for name in names)) for label, names in sheet.groups
        ),
        fixed=tuple(
            (
                game_words.option_name(game, field.name),
                game_words.value_words(game, field.name, field.metadata["values"][0]),
            )
            for field in fields(_rules(game).Options)
            if len(field.metadata["values"]) == 1
        ),
        beside=tuple(_choice(game, name, options, sent) for name in sheet.beside),
        possible=_rules(game).seats,
        seats=seats,
        fitted=fitted,
        fitted_words=sheet.fitted,
        match=match,
        limit=limit,
        problem=problem,
    )


def _rules(game: str) -> Any:
    return {"oh_hell": oh_hell, "hoola": hoola}[game]


def _preset_of(game: str, options: Any) -> str:
    """The name of the preset with these options, whatever is said beside it: the players, any length of a match, and
    the like."""
    names = ("players", "match", *_SHEETS[game].beside)
    beside = {name: getattr(options, name) for name in names if hasattr(options, name)}
    found = (key for key, preset in _rules(game).PRESETS.items() if replace(preset, **beside) == options)
    return next(found, OWN)


def _seats_for(game: str, preset: str) -> range:
    """How many can play a preset."""
    options = _rules(game).PRESETS[preset]
    possible = [seats for seats in GAMES[game].seats if refusal(game, options, seats) is None]
    return range(possible[0], possible[-1] + 1)


def refusal(game: str, options: Any, seats: int) -> Text | None:
    """Why so many cannot play with these options, or None."""
    try:
        GAMES[game].next_board(options, seats, ())
    except SaidError as problem:
        return problem.why
    return None


def _choice(game: str, name: str, options: Any, sent: Mapping[str, str] | None) -> Choice:
    """An option with its values, as the form has them or else as ``options`` do."""
    field = next(each for each in fields(_rules(game).Options) if each.name == name)
    line, label = field.metadata["help"], game_words.option_name(game, name)
    now = _text(getattr(options, name)) if sent is None else sent.get(name, "")
    if name == "rotation":
        return Choice(name, label, line, (), now)
    values = [value for value in field.metadata["values"] if value not in _SHEETS[game].hidden]
    words = (
        Words(say("seat {number}", number=value + 1), line)
        if name == "first_dealer"
        else game_words.value_words(game, name, value)
        for value in values
    )
    return Choice(
        name, label, line,
        tuple(Value(_text(v), said, _text(v) == now) for v, said in zip(values, words, strict=True)),
    )  # fmt: skip


def _text(value: Any) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)


# -- reading it ------------------------------------------------------------------------------------------------------


def read(game: str, form: Mapping[str, str]) -> Any:
    """The options that were sent: those of ``preset``, or with "own" the options by their names, where one that is not
    sent has its default; and what is chosen beside both, such as the number of ``seats``, as ``players``. Raises
    ``OptionError`` or ``Refused``."""
    sheet, rules = _SHEETS[game], _rules(game)
    seats, preset = whole(form.get("seats")), form.get("preset", "")
    if seats is None or seats not in rules.seats:
        raise Refused(sheet.seats)
    if preset not in (OWN, *rules.PRESETS):
        raise Refused(sheet.choose)
    beside: dict[str, Any] = {"players": seats, **_sent(game, sheet.beside, form)}
    if sheet.matches:
        match = whole(form.get("match") or "0")
        if match not in MATCHES:
            raise Refused(say("A match has 4, 8 or 12 boards, or no end."))
        beside["match"] = match
    offered = [name for _label, names in sheet.groups for name in names]
    options = rules.Options(**_sent(game, offered, form)) if preset == OWN else rules.PRESETS[preset]
    return replace(options, **beside)


def _sent(game: str, offered: Collection[str], form: Mapping[str, str]) -> dict[str, Any]:
    """Those of the offered options that were sent. Raises ``Refused``."""
    values: dict[str, Any] = {}
    for field in fields(_rules(game).Options):
        if field.name not in form or field.name not in offered:
            continue
        text = plain(form[field.name], 60).strip()
        if field.name == "rotation":
            values["rotation"] = _suits(text)
            continue
        found = [value for value in field.metadata["values"] if _text(value) == text]
        if not found:
            raise Refused(
                say(
                    "“{option}”: {value} cannot be chosen.",
                    option=game_words.option_name(game, field.name),
                    value=text,
                )
            )
        values[field.name] = found[0]
    return values


def _suits(text: str) -> tuple[str, ...]:
    """A list such as "D C H S N". Raises ``Refused``."""
    letters = re.split(r"[\s,;]+", text.upper()) if text else []
    wrong = next((letter for letter in letters if letter not in ("S", "H", "D", "C", "N")), None)
    if wrong is not None:
        raise Refused(
            say("“{word}” in the list of trumps is no suit. Write S, H, D, C, or N for no trumps.", word=wrong[:10])
        )
    return tuple(letters)


def with_labels(game: str, why: Text) -> Text:
    """A sentence of the rules with what the form calls the options instead of their names."""
    known = {field.name for field in fields(_rules(game).Options)}

    def label(found: re.Match[str]) -> str:
        name = found[1]
        if name == "players":
            return f"“{_('Players at a table')}”"
        return f"“{plainly(game_words.option_name(game, name))}”" if name in known else found[0]

    return say("{problem}", problem=re.sub(r"“(\w+)”", label, plainly(why)))
