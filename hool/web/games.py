"""What the class plays: the tab Games, from which the teacher starts HOOL or Oh Hell at all tables.

Presets come with a line each, and so does every option behind them. What cannot be played is refused with the sentence
of the rules, and the form is shown again as it was.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from flask import Blueprint, flash, request
from werkzeug.wrappers import Response

from hool import game_words
from hool.game_words import Rule, Words
from hool.i18n import _
from hool.refused import Refused
from hool.register import Room
from hool.rules import GAMES, hoola, oh_hell
from hool.rules.game import options_from_json, options_to_json
from hool.rules.text import SaidError, Text, say, say_count
from hool.web import teacher
from hool.web.access import classroom, need_teacher, tables
from hool.web.clock import limit_words
from hool.web.entered import plain, whole
from hool.web.show import plainly
from hool.web.teacher import CLASS, home_of, open_room, tab_html, tell, without_lesson

pages = Blueprint("games", __name__)
pages.register_error_handler(Refused, teacher.refused)

LIMITS = (0, 60, 120, 180, 300, 600)
"""Seconds that a move may take at the class's tables, as the teacher may choose them; 0 for no limit."""
OWN = "own"  # the name of no preset: the options are those of the form
_SHOWN = (
    ("deck", "order", "max_cards"),
    ("bidding", "knock_change_from", "knock_limit"),
    ("trump", "no_stock", "rotation", "chooser_may_no_trump"),
    ("scoring", "spades_double"),
    ("double_rule", "ante_last", "joker_turned", "blind_ones", "first_dealer"),
)  # the others are said by the number of seats, by the limit, or have one value
_GROUPS = (say("The hands"), say("Bids"), say("Trumps"), say("Points"), say("Special cards and cases"))


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
    """A preset of Oh Hell. ``seats``: how many can play it."""

    key: str
    words: Words
    seats: range
    chosen: bool


@dataclass(frozen=True, slots=True)
class Offer:
    """The tab: what is played now with the rules in force, and the form as it stands. ``length`` of a match, how many
    ``at_table``, and what a move may take if it is ``timed``; ``playing`` says whether boards are in play that a new
    game would put away, ``problem`` why the form was refused."""

    game: Words
    rules: tuple[Rule, ...]
    length: Text | None
    at_table: Text
    timed: Text | None
    match: int
    presets: tuple[Preset, ...]
    own: bool
    groups: tuple[tuple[Text, tuple[Choice, ...]], ...]
    seats: int
    fitted: bool
    limit: int
    playing: bool
    problem: Text | None


def offer(room: Room, form: Mapping[str, str] | None = None, problem: Text | None = None) -> Offer:
    """What the tab shows. ``form`` is what was sent, else what ``?from=`` asks for, else what was played last."""
    settings, is_hool = room.settings, room.settings.game == "hool"
    options: Any = options_from_json(GAMES[settings.game].Options, settings.options)
    kept = options_from_json(oh_hell.Options, settings.before.get("oh_hell", {})) if is_hool else options
    seats, fitted = (4, False) if is_hool else (settings.table_seats, settings.fitted)
    limit = settings.move_limit
    preset = _preset_of(kept) if not is_hool or "oh_hell" in settings.before else "short"
    begun_with = request.args.get("from", "")
    if form is not None:
        preset, seats = form.get("preset", OWN), whole(form.get("seats")) or seats
        fitted, limit = form.get("fitted") == "1", whole(form.get("limit")) or 0
    elif begun_with in oh_hell.PRESETS:
        preset, kept = OWN, oh_hell.PRESETS[begun_with]
        seats = kept.players
    elif preset != OWN:
        kept = oh_hell.PRESETS[preset]
    return Offer(
        game=game_words.GAMES[settings.game],
        rules=game_words.in_force(settings.game, options, settings.table_seats),
        length=None if is_hool else _sizes(options, settings.table_seats),
        at_table=say("{count} at a table.", count=settings.table_seats)
        if not settings.fitted
        else say("{count} at a table at most.", count=settings.table_seats),
        timed=say("Time for a move: {time}.", time=limit_words(settings.move_limit)) if settings.move_limit else None,
        match=settings.before.get("hool", {}).get("match", 4) if not is_hool else options.match,
        presets=tuple(
            Preset(key, words, _seats_for(key), key == preset) for key, words in game_words.PRESETS["oh_hell"].items()
        ),
        own=preset == OWN,
        groups=tuple(
            (label, tuple(_choice(name, kept, form) for name in names))
            for label, names in zip(_GROUPS, _SHOWN, strict=True)
        ),
        seats=seats,
        fitted=fitted,
        limit=limit,
        playing=any(table.playing and table.people for table in tables().tables(room.id)),
        problem=problem,
    )


def _preset_of(options: oh_hell.Options) -> str:
    """The name of the preset with these options, whatever the number of players."""
    for key, preset in oh_hell.PRESETS.items():
        if replace(preset, players=options.players) == options:
            return key
    return OWN


def _seats_for(preset: str) -> range:
    """How many can play a preset."""
    possible = [seats for seats in oh_hell.seats if _refusal(oh_hell.PRESETS[preset], seats) is None]
    return range(possible[0], possible[-1] + 1)


def _refusal(options: oh_hell.Options, seats: int) -> Text | None:
    try:
        oh_hell.check(options, seats)
    except SaidError as problem:
        return problem.why
    return None


def _sizes(options: oh_hell.Options, seats: int) -> Text:
    return _refusal(options, seats) or game_words.sizes_words(options, seats)


def _choice(name: str, options: oh_hell.Options, form: Mapping[str, str] | None) -> Choice:
    """An option with its values, as the form has them or else as ``options`` do."""
    field = next(each for each in fields(oh_hell.Options) if each.name == name)
    line, label = field.metadata["help"], game_words.option_name("oh_hell", name)
    now = _text(getattr(options, name)) if form is None else form.get(name, "")
    if name == "rotation":
        return Choice(name, label, line, (), now)
    values = field.metadata["values"]
    words = (
        Words(say("seat {number}", number=value + 1), line)
        if name == "first_dealer"
        else game_words.value_words("oh_hell", name, value)
        for value in values
    )
    return Choice(
        name, label, line,
        tuple(Value(_text(v), said, _text(v) == now) for v, said in zip(values, words, strict=True)),
    )  # fmt: skip


def _text(value: Any) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)


@pages.get(CLASS + "/games")
def page(slug: str) -> str:
    """What is played and what could be; ``?from=knock`` shows the options of a preset, to change them."""
    room = need_teacher(slug).room
    return tab_html(room, "games", offer=offer(room))


# -- starting a game --------------------------------------------------------------------------------------------------


@pages.post(CLASS + "/games")
def start(slug: str) -> Response | str:
    """Start ``game`` at all tables, with ``limit`` seconds for each move, 0 for no limit. HOOL: ``match`` is how many
    boards. Oh Hell: ``preset``, or "own" with the options by their names; ``seats`` at a table, ``fitted``."""
    room = open_room(slug)
    without_lesson(room)
    game = request.form.get("game", "")
    if game not in GAMES:
        raise Refused(say("Choose a game first."))
    try:
        words = _PLAY[game](room)
    except (SaidError, Refused) as problem:
        if game == "hool":
            raise
        form = {name: plain(value, 60) for name, value in request.form.items()}
        why = _said_with_labels(problem.why)
        flash(plainly(why), "no")
        return tab_html(room, "games", offer=offer(room, form, why))
    waiting = len(classroom().waiting(room.id))
    if waiting:
        left = say_count("{count} student waits for a seat.", "{count} students wait for a seat.", waiting)
        words = say("{done} {left}", done=words, left=left)
    return tell(plainly(words), home_of(room))


def _play_hool(room: Room) -> Text:
    match = whole(request.form.get("match"))
    if match not in teacher.MATCHES:
        raise Refused(say("A match has 4, 8 or 12 boards, or no end."))
    rules = room.settings.options if room.settings.game == "hool" else room.settings.before.get("hool", {})
    options = options_from_json(GAMES["hool"].Options, rules | {"match": match})
    _begin(room, "hool", options, 4, limit=_limit())
    return say("HOOL has begun at every table.")


def _play_oh_hell(room: Room) -> Text:
    seats = whole(request.form.get("seats"))
    if seats is None or seats not in oh_hell.seats:
        raise Refused(say("Three to ten can sit at a table of Oh Hell."))
    limit = _limit()
    preset = request.form.get("preset", "")
    if preset not in (OWN, *oh_hell.PRESETS):
        raise Refused(say("Choose how Oh Hell is played."))
    options = _own_options(request.form) if preset == OWN else oh_hell.PRESETS[preset]
    options = replace(options, players=seats)
    _begin(room, "oh_hell", options, seats, request.form.get("fitted") == "1", limit)
    return say("Oh Hell has begun at every table: {hands}.", hands=game_words.sizes_words(options, seats))


def _play_hoola(room: Room) -> Text:
    seats, match = whole(request.form.get("seats")), whole(request.form.get("match") or "0")
    if seats is None or seats not in hoola.seats:
        raise Refused(say("Two to five can sit at a table of Hoola."))
    if match not in teacher.MATCHES:
        raise Refused(say("A match has 4, 8 or 12 boards, or no end."))
    limit = _limit()
    preset = request.form.get("preset", "")
    if preset not in hoola.PRESETS:
        raise Refused(say("Choose how Hoola is played."))
    options = replace(hoola.PRESETS[preset], players=seats, match=match)
    _begin(room, "hoola", options, seats, request.form.get("fitted") == "1", limit)
    return say("Hoola has begun at every table.")


_PLAY: dict[str, Callable[[Room], Text]] = {"hool": _play_hool, "oh_hell": _play_oh_hell, "hoola": _play_hoola}


def _limit() -> int:
    limit = whole(request.form.get("limit") or "0")
    if limit not in LIMITS:
        raise Refused(say("Choose how long a move may take from the list."))
    return limit


def _begin(room: Room, game: str, options: Any, seats: int, fitted: bool = False, limit: int = 0) -> None:
    """Start it, and remember the options of the game that the class comes from."""
    before = room.settings.before | {room.settings.game: room.settings.options}
    before[game] = json.loads(options_to_json(options))
    classroom().play_game(room.id, game, options, seats, fitted, limit)
    classroom().change_settings(room.id, before=before)


def _own_options(form: Mapping[str, str]) -> oh_hell.Options:
    """The options of the form; one that is not sent has its default. Raises ``OptionError`` or ``Refused``."""
    values: dict[str, Any] = {}
    for field in fields(oh_hell.Options):
        if field.name not in form or field.name not in {name for group in _SHOWN for name in group}:
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
                    option=game_words.option_name("oh_hell", field.name),
                    value=text,
                )
            )
        values[field.name] = found[0]
    return oh_hell.Options(**values)


def _suits(text: str) -> tuple[str, ...]:
    """A list such as "D C H S N". Raises ``Refused``."""
    letters = re.split(r"[\s,;]+", text.upper()) if text else []
    wrong = next((letter for letter in letters if letter not in ("S", "H", "D", "C", "N")), None)
    if wrong is not None:
        raise Refused(
            say("“{word}” in the list of trumps is no suit. Write S, H, D, C, or N for no trumps.", word=wrong[:10])
        )
    return tuple(letters)


def _said_with_labels(why: Text) -> Text:
    """A sentence of the rules with what the form calls the options instead of their names."""

    def label(found: re.Match[str]) -> str:
        name = found[1]
        known = {field.name for field in fields(oh_hell.Options)}
        if name == "players":
            return f"“{_('Players at a table')}”"
        return f"“{plainly(game_words.option_name('oh_hell', name))}”" if name in known else found[0]

    return say("{problem}", problem=re.sub(r"“(\w+)”", label, plainly(why)))
