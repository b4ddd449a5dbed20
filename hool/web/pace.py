"""Games at the players' own pace: a student's list of them, the form to open one, and the page of a game.

A game's stage is kept up to date by pushes (``live``, page "pace"); the list asks for itself now and then.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, redirect, render_template, request
from markupsafe import Markup

from hool import game_words
from hool.fold import Table
from hool.game_words import Words
from hool.pace import Plan, Stands, begun, is_over
from hool.refused import Refused
from hool.register import Room
from hool.rules import GAMES, hool, hoola, oh_hell
from hool.rules.game import options_from_json, options_to_json
from hool.rules.text import SaidError, Text, say, say_count
from hool.store import PersonRow
from hool.web import clock
from hool.web.access import classroom, need_student, pace, sessions
from hool.web.entered import plain, whole
from hool.web.show import SeatShow, TableShow, plainly, show
from hool.web.student import answer

pages = Blueprint("pace", __name__)

MINUTE, HOUR, DAY = clock.MINUTE, clock.HOUR, clock.DAY
LIMITS = (MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
USUAL = DAY
HOOL_BOARDS = (4, 8)
HOOLA_BOARDS = (1, 3, 5)
# By the word of the form, who may say thank you in Hoola. To be the quickest is nothing to play for over days.
THANKS: dict[str, dict[str, Any]] = {
    "off": {"thank_you": "off", "claim_policy": "first"},
    "all": {"thank_you": "anyone", "claim_policy": "priority"},
}
# The ways to play the games that have several.
PRESETS: dict[str, dict[str, Any]] = {"oh_hell": oh_hell.PRESETS, "hoola": hoola.PRESETS}
# What is chosen or drawn anew for each game, and so belongs to none of these ways.
CHOSEN: dict[str, dict[str, Any]] = {
    "oh_hell": {"players": 4, "first_dealer": 0, "on_timeout": "forfeit"},
    "hoola": {"players": 4, "first_dealer": 0, "match": 0, "claim_window_s": 5, **THANKS["off"]},
}
MOST_ASKED = 30
OVER_SHOWN = 12  # games that are over, unless all are wanted
# What a student sees first.
ORDER: tuple[Stands, ...] = ("turn", "answer", "asked", "wait", "forming", "open", "over")


@dataclass(frozen=True, slots=True)
class Kind:
    """A game that can be begun: by which ``key`` a form names it, what it is called, by how many it can be played."""

    key: str
    words: Words
    game: str
    options: Any
    seats: range


@dataclass(frozen=True, slots=True)
class Card:
    """A game on a list. ``how`` it stands for the reader, None for the teacher; ``kind``: its name in words; ``place``:
    which board of how many, and before it begins what was chosen for it; ``clock``: the time that is left, if it runs;
    ``free`` seats before it begins, and who was ``asked`` and has not answered; ``mine``: the reader's seat;
    ``wanted``: the question the reader is to answer."""

    number: int
    how: Stands | None
    table: Table
    face: TableShow
    kind: Text
    place: Text | None
    clock: Text | None
    free: int
    asked: tuple[str, ...]
    mine: SeatShow | None
    wanted: Text | None

    @property
    def begun(self) -> bool:
        return begun(self.table)

    @property
    def over(self) -> bool:
        return is_over(self.table)


# -- what is shown ----------------------------------------------------------------------------------------------------


def kinds(room: Room) -> tuple[Kind, ...]:
    """All games a room may play at its players' own pace, that of the class first if it has rules of its own."""
    of_class = options_from_json(GAMES[room.settings.game].Options, room.settings.options)
    found = [
        Kind(
            f"hool {boards}",
            Words(say_count("HOOL, {count} board", "HOOL, {count} boards", boards), game_words.GAMES["hool"].line),
            "hool",
            replace(of_class if room.settings.game == "hool" else hool.Options(), match=boards),
            hool.seats,
        )
        for boards in HOOL_BOARDS
    ]
    for game, presets in PRESETS.items():
        for key, line in game_words.PRESETS[game].items():
            as_the_game = line.name == game_words.GAMES[game].name
            words = Words(_way(game, key), game_words.GAMES[game].line if as_the_game else line.line)
            found.append(Kind(f"{game} {key}", words, game, presets[key], _seats(game, presets[key])))
    game = room.settings.game
    if game in PRESETS and _preset_of(game, of_class) is None:
        name = say("{game} as our class plays it", game=game_words.GAMES[game].name)
        words = Words(name, say("With the rules of our class's tables."))
        found.insert(0, Kind("class", words, game, of_class, _seats(game, of_class)))
    return tuple(found)


def _preset_of(game: str, options: Any) -> str | None:
    rules = replace(options, **CHOSEN[game])
    return next((key for key, each in PRESETS[game].items() if replace(each, **CHOSEN[game]) == rules), None)


def _way(game: str, key: str) -> Text:
    """A game and one of its presets, which may be called as the game is."""
    name, way = game_words.GAMES[game].name, game_words.PRESETS[game][key].name
    return name if way == name else say("{game}: {way}", game=name, way=way)


def _seats(game: str, options: Any) -> range:
    """How many can play by these options."""
    there = []
    for seats in GAMES[game].seats:
        try:
            GAMES[game].boards_in_match(options, seats)
        except SaidError:
            continue
        there.append(seats)
    return range(there[0], there[-1] + 1) if there else range(0)


def kind_name(table: Table) -> Text:
    """What a game is called."""
    key = _preset_of(table.game, table.options) if table.game in PRESETS else None
    return game_words.GAMES[table.game].name if key is None else _way(table.game, key)


def card(table: Table, how: Stands | None = None, reader: int = 0) -> Card:
    """A game as it stands on a list of this person, or of the teacher."""
    face, seat = show().table(table), table.seat_of(reader)
    people = [classroom().person(person) for person in table.invited if person not in table.people]
    return Card(
        number=-table.number,
        how=how,
        table=table,
        face=face,
        kind=kind_name(table),
        place=_place(table) if not is_over(table) else None,
        clock=clock.clock_words(face, classroom().clock()),
        free=sum(who.person is None for who in table.seats) if not begun(table) else 0,
        asked=tuple(person.name for person in people if person is not None),
        mine=face.seats[seat] if seat is not None else None,
        wanted=say("Do you want the {card}?", card=face.view.discards[-1]) if how == "answer" else None,
    )


def _place(table: Table) -> Text | None:
    """Which board of how many; before the first what was chosen beside the rules."""
    number, boards = len(table.play.results) + table.playing, table.match_length
    if begun(table):
        board = say("board {number} of {count}", number=number, count=boards)
        hand = say("hand {number} of {count}", number=number, count=boards)
        return {"hool": board, "oh_hell": hand, "hoola": board}[table.game]
    if table.game != "hoola":
        return None
    claims = table.options.thank_you == "anyone" and len(table.seats) > 2
    thanks = say("thank you for all") if claims else say("no thank you")
    return say("{length}, {thanks}", length=game_words.match_words(boards).name, thanks=thanks)


def cards_of(student: PersonRow, all_over: bool = False) -> tuple[list[Card], int]:
    """A student's games, what waits for them first, and of those that are over the latest, or all; how many are left
    out."""
    found = sorted(pace().of(student), key=lambda each: (ORDER.index(each[0]), each[1].number * (each[0] == "over")))
    going = sum(how != "over" for how, _ in found)
    shown = found if all_over else found[: going + OVER_SHOWN]
    return [card(table, how, student.id) for how, table in shown], len(found) - len(shown)


def _student(slug: str) -> tuple[Room, PersonRow]:
    visitor = need_student(slug)
    assert visitor.student is not None
    return visitor.room, visitor.student


def _called(room: Room) -> bool:
    return sessions().current(room.id) is not None and not room.closed


# -- students ---------------------------------------------------------------------------------------------------------


@pages.get("/room/<slug>/games")
def games(slug: str) -> str:
    """All games of a student; a page that is open asks for the list alone."""
    room, student = _student(slug)
    template = "_pace_list.html" if "HX-Request" in request.headers else "pace.html"
    cards, left_out = cards_of(student, "all" in request.args)
    return render_template(template, room=room, student=student, cards=cards, left_out=left_out, called=_called(room))


@pages.get("/room/<slug>/games/new")
def new(slug: str) -> Any:
    """The form to open a game."""
    room, student = _student(slug)
    return _form(room, student)


def _form(room: Room, student: PersonRow, problem: Text | None = None) -> Any:
    others = [each for each in classroom().students(room.id) if each.id != student.id]
    page = render_template(
        "pace_new.html",
        room=room,
        others=others,
        kinds=kinds(room),
        limits=LIMITS,
        usual=USUAL,
        hoola_boards=HOOLA_BOARDS,
        form=request.form,
        asked=set(request.form.getlist("asked")),
        problem=problem,
        called=_called(room),
    )
    return page, 200 if problem is None else 409


@pages.post("/room/<slug>/games")
def open_game(slug: str) -> Any:
    """Open a game: for those who are asked, for anybody, or at once with robots."""
    room, student = _student(slug)
    who = plain(request.form.get("who"), 20)
    begins: list[Table] = []

    def deed() -> None:
        if who not in ("asked", "anybody", "robots"):
            raise Refused(say("Choose who plays with you."))
        asked = people_of(request.form.getlist("asked")) if who == "asked" else []
        begins.append(pace().open(student, plan_of(room), asked, who == "anybody", who == "robots"))

    try:
        done = answer(slug, deed, "games")
    except Refused as refused:
        return _form(room, student, refused.why)
    return redirect(f"/room/{slug}/games/{-begins[0].number}", 303) if who == "robots" and begins else done


def plan_of(room: Room) -> Plan:
    """The game that a form describes. Raises ``Refused`` naming what is missing."""
    kind = next((each for each in kinds(room) if each.key == plain(request.form.get("kind"), 40)), None)
    if kind is None:
        raise Refused(say("Choose a game."))
    seats = whole(request.form.get("seats"))
    if kind.game == "hool":
        seats = 4  # whatever stands in the field for the other games
    if seats is None:
        raise Refused(say("How many players? Type a number."))
    if seats not in kind.seats:
        least, most = kind.seats[0], kind.seats[-1]
        raise Refused(
            say("{game}: from {least} to {most} can play, not {count}.", game=kind.words.name, least=least, most=most,
                count=seats)
        )  # fmt: skip
    limit, late = whole(request.form.get("limit")), plain(request.form.get("late"), 20)
    if limit is None:
        raise Refused(say("Choose how long a move may take."))
    if late not in ("bot", "forfeit"):
        raise Refused(say("Choose what happens when somebody is late."))
    chosen = {"hool": dict, "oh_hell": lambda: {"on_timeout": late}, "hoola": _chosen_for_hoola}[kind.game]()
    if kind.game != "hool":
        chosen["players"] = seats
    data = json.loads(options_to_json(kind.options)) | chosen
    return Plan(kind.game, options_from_json(GAMES[kind.game].Options, data), seats, limit, late)


def _chosen_for_hoola() -> dict[str, Any]:
    boards, thanks = whole(request.form.get("boards")), THANKS.get(plain(request.form.get("thanks"), 20))
    if boards not in HOOLA_BOARDS:
        raise Refused(say("Choose how many boards of Hoola you play."))
    if thanks is None:
        raise Refused(say("Choose who may say thank you."))
    return {"match": boards, **thanks}


def people_of(sent: Iterable[str]) -> list[int]:
    numbers = [whole(each) for each in sent]
    if None in numbers or len(numbers) > MOST_ASKED:
        raise Refused(say("Choose the players on the page."))
    return [number for number in numbers if number is not None]


DEEDS: dict[str, Callable[[PersonRow, int], object]] = {
    "join": lambda student, number: pace().join(student, number),
    "no": lambda student, number: pace().decline(student, number),
    "leave": lambda student, number: pace().leave(student, number),
    "begin": lambda student, number: pace().begin_with_robots(student, number),
    "again": lambda student, number: pace().again(student, number),
}


@pages.post("/room/<slug>/games/<int:number>/<any(join, no, leave, begin, again):verb>")
def deed(slug: str, number: int, verb: str) -> Any:
    """Take a seat, say no, leave before it begins, begin with robots, or play once more with the same players."""
    student = _student(slug)[1]

    def do() -> None:
        DEEDS[verb](student, number)

    return answer(slug, do, "games")


@pages.get("/room/<slug>/games/<int:number>")
def game(slug: str, number: int) -> Any:
    """A game of one's own. The stage is then kept up to date by pushes."""
    room, student = _student(slug)
    try:
        table = pace().back(student, number)
    except Refused:  # removed, or not begun: the list says what there is
        return redirect(f"/room/{slug}/games", 303)
    stage, shared = show().pace_stage(student, table), need_student(slug).shared
    assert stage is not None
    return render_template(
        "play.html",
        inside=Markup(stage.html),
        room_name=plainly(kind_name(table)),
        room_slug=slug,
        room=room,
        raised=False,
        pace=number,
        called=_called(room),
        person_name="" if shared else student.name,
        return_code="" if shared else classroom().return_code(student),
    )
