"""What the class plays: the tab Games, from which the teacher starts a game at all tables.

Presets come with a line each, and so does every option behind them (``game_forms``). What cannot be played is refused
with the sentence of the rules, and the form is shown again as it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, flash, request
from werkzeug.wrappers import Response

from hool import game_words
from hool.game_words import Rule, Words
from hool.refused import Refused
from hool.register import Room
from hool.rules import GAMES
from hool.rules.game import options_from_json, options_to_json
from hool.rules.text import SaidError, Text, say, say_count
from hool.web import game_forms, teacher
from hool.web.access import classroom, need_teacher, tables
from hool.web.clock import limit_words
from hool.web.entered import plain, whole
from hool.web.show import plainly
from hool.web.teacher import CLASS, home_of, open_room, tab_html, tell, without_lesson

pages = Blueprint("games", __name__)
pages.register_error_handler(Refused, teacher.refused)

LIMITS = (0, 60, 120, 180, 300, 600)
"""Seconds that a move may take at the class's tables, as the teacher may choose them; 0 for no limit."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The tab: what is played now with the rules in force, and the forms as they stand. ``length`` of a match, how many
    ``at_table``, and what a move may take if it is ``timed``; HOOL's ``words`` and ``match``; ``playing`` says whether
    boards are in play that a new game would put away."""

    game: Words
    rules: tuple[Rule, ...]
    length: Text | None
    at_table: Text
    timed: Text | None
    words: Words
    match: int
    forms: tuple[game_forms.Form, ...]
    limit: int
    playing: bool


def offer(room: Room, sent: Mapping[str, str] | None = None, problem: Text | None = None) -> Offer:
    """What the tab shows. ``sent`` was refused for this ``problem``; else the forms show what ``?from=`` asks for, or
    what was played last."""
    settings = room.settings
    options = _options(settings.game, settings.options)
    kept = {game: (_options(game, data), False) for game, data in settings.before.items()}
    kept[settings.game] = (options, settings.fitted)
    return Offer(
        game=game_words.GAMES[settings.game],
        rules=game_words.in_force(settings.game, options, settings.table_seats),
        length=_length(settings.game, options, settings.table_seats),
        at_table=say("{count} at a table.", count=settings.table_seats)
        if not settings.fitted
        else say("{count} at a table at most.", count=settings.table_seats),
        timed=say("Time for a move: {time}.", time=limit_words(settings.move_limit)) if settings.move_limit else None,
        words=game_words.GAMES["hool"],
        match=kept["hool"][0].match if "hool" in kept else 4,
        forms=game_forms.forms(kept, settings.move_limit, request.args.get("from", ""), sent, problem),
        limit=settings.move_limit,
        playing=any(table.playing and table.people for table in tables().tables(room.id)),
    )


def _options(game: str, data: Mapping[str, Any]) -> Any:
    return options_from_json(GAMES[game].Options, data)


def _length(game: str, options: Any, seats: int) -> Text | None:
    """How long a match is, where that is not said by HOOL's own rules in force."""
    match game:
        case "oh_hell":
            return game_forms.refusal(game, options, seats) or game_words.sizes_words(options, seats)
        case "hoola" if options.match:
            return say_count("A match of {count} board", "A match of {count} boards", options.match)
    return None


@pages.get(CLASS + "/games")
def page(slug: str) -> str:
    """What is played and what could be; ``?from=knock`` shows the options of a preset, to change them."""
    room = need_teacher(slug).room
    return tab_html(room, "games", offer=offer(room))


# -- starting a game --------------------------------------------------------------------------------------------------


@pages.post(CLASS + "/games")
def start(slug: str) -> Response | str:
    """Start ``game`` at all tables, with ``limit`` seconds for each move, 0 for no limit. ``match`` is how many boards,
    where that can be chosen. Other games than HOOL: ``preset``, or "own" with the options by their names; ``seats`` at
    a table, ``fitted``."""
    room = open_room(slug)
    without_lesson(room)
    game = request.form.get("game", "")
    if game not in GAMES:
        raise Refused(say("Choose a game first."))
    # A switch sends a no before itself, so that it says no when it is off.
    sent = {name: plain(values[-1], 60) for name, values in request.form.lists()}
    try:
        words = _PLAY[game](room, sent)
    except (SaidError, Refused) as problem:
        if game == "hool":
            raise
        why = game_forms.with_labels(game, problem.why)
        flash(plainly(why), "no")
        return tab_html(room, "games", offer=offer(room, sent, why))
    waiting = len(classroom().waiting(room.id))
    if waiting:
        left = say_count("{count} student waits for a seat.", "{count} students wait for a seat.", waiting)
        words = say("{done} {left}", done=words, left=left)
    return tell(plainly(words), home_of(room))


def _play_hool(room: Room, sent: Mapping[str, str]) -> Text:
    match = whole(sent.get("match"))
    if match not in teacher.MATCHES:
        raise Refused(say("A match has 4, 8 or 12 boards, or no end."))
    rules = room.settings.options if room.settings.game == "hool" else room.settings.before.get("hool", {})
    _begin(room, "hool", _options("hool", rules | {"match": match}), 4, sent)
    return say("HOOL has begun at every table.")


def _play_oh_hell(room: Room, sent: Mapping[str, str]) -> Text:
    options = game_forms.read("oh_hell", sent)
    _begin(room, "oh_hell", options, options.players, sent)
    hands = game_words.sizes_words(options, options.players)
    return say("Oh Hell has begun at every table: {hands}.", hands=hands)


def _play_hoola(room: Room, sent: Mapping[str, str]) -> Text:
    options = game_forms.read("hoola", sent)
    _begin(room, "hoola", options, options.players, sent)
    return say("Hoola has begun at every table.")


_PLAY: dict[str, Callable[[Room, Mapping[str, str]], Text]] = {
    "hool": _play_hool,
    "oh_hell": _play_oh_hell,
    "hoola": _play_hoola,
}


def _begin(room: Room, game: str, options: Any, seats: int, sent: Mapping[str, str]) -> None:
    """Start it, and remember the options of the game that the class comes from."""
    limit = whole(sent.get("limit") or "0")
    if limit not in LIMITS:
        raise Refused(say("Choose how long a move may take from the list."))
    before = room.settings.before | {room.settings.game: room.settings.options}
    before[game] = json.loads(options_to_json(options))
    classroom().play_game(room.id, game, options, seats, sent.get("fitted") == "1", limit)
    classroom().change_settings(room.id, before=before)
