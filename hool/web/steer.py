"""How the teacher and helpers reach into a table: messages, all hands laid open, a choice made for a seat.

Also the one thing that a student does about it: put a message away, with or without an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, current_app, request
from werkzeug.wrappers import Response

from hool.fold import Table
from hool.i18n import _
from hool.messages import ANSWERS, CALLS, PHRASES, Message, Messages
from hool.refused import Refused
from hool.register import Room
from hool.rules import hool
from hool.rules.cards import Card, parse_card
from hool.rules.game import options_from_json
from hool.rules.text import Text, say
from hool.web import desk_hoola, teacher
from hool.web.access import classroom, need_desk, need_device, sessions, tables
from hool.web.chosen import choice_words
from hool.web.entered import plain, whole
from hool.web.sealed import must_be_open
from hool.web.seat_words import sitter
from hool.web.show import introduced, plainly, show
from hool.web.student import answer
from hool.web.teacher import CLASS, Desk, home_of, open_desk, tab_html, table_of, tell

pages = Blueprint("steer", __name__)
pages.register_error_handler(Refused, teacher.refused)

LATEST = 8  # messages that the teacher's page lists


def messages() -> Messages:
    found: Messages = current_app.extensions["hool"].messages
    return found


# -- what the teacher's page shows ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody whom a message reached. ``said``: their answer, None while there is none; ``away``: it was put away."""

    name: str
    away: bool
    said: Text | None


@dataclass(frozen=True, slots=True)
class Sent:
    """A message as its sender follows it. ``at`` is in seconds since 1970."""

    key: str
    to: str
    text: Text | str
    at: float
    readers: tuple[Reader, ...]

    @property
    def read(self) -> int:
        return sum(reader.away for reader in self.readers)


@dataclass(frozen=True, slots=True)
class Steering:
    """What the box for messages needs. ``phrases``: those a class of this room understands, by their names; ``tables``:
    the numbers of those where somebody sits."""

    phrases: tuple[tuple[str, Text], ...]
    tables: tuple[int, ...]
    sent: tuple[Sent, ...]


@pages.app_template_global()
def steering(found: Desk) -> Steering:
    has = met(found.room)
    return Steering(
        phrases=tuple((key, phrase.text) for key, phrase in PHRASES.items() if phrase.needs <= has),
        tables=tuple(t.number for t in found.shows if any(seat.people for seat in t.seats)),
        sent=sent(found.room),
    )


def met(room: Room) -> frozenset[str]:
    """What this class has met, in the words of ``introduced``: in its lessons so far, else with the room's options."""
    boards = {t.options for t in tables().tables(room.id)}
    boards |= {t.play.board.options for t in tables().tables(room.id) if t.play.board is not None}
    boards = {options for options in boards if isinstance(options, hool.Options)}
    begun = [each for each in sessions().all(room.id) if each.state.begun]
    if not begun and sessions().current(room.id) is None and room.settings.game == "hool":
        boards.add(options_from_json(hool.Options, room.settings.options))
    # Of a lesson that is over all its boards; the one that runs is on the tables.
    boards |= {step.board.options for each in begun if each.ended_at for step in each.lesson.boards if step.board}
    games = {table.game for table in tables().tables(room.id)} or {room.settings.game}
    return introduced(frozenset(boards)).union(*(_MET[game] for game in games))


_MET = {"hool": frozenset[str](), "oh_hell": frozenset({"suits", "trumps"}), "hoola": frozenset({"melds"})}


def sent(room: Room) -> tuple[Sent, ...]:
    """The latest messages of a room, newest first."""
    people = {p.id: p for p in classroom().students(room.id)}
    found = []
    for message in messages().latest(room.id, LATEST):
        readers = tuple(_reader(message, p.id, p.name) for p in people.values() if message.reaches(p))
        found.append(Sent(message.key, _who(message.to), message.text, message.at, readers))
    return tuple(found)


def _reader(message: Message, person: int, name: str) -> Reader:
    said = message.answers.get(person)
    return Reader(name, said is not None, ANSWERS.get(said) if said else None)


def _who(to: str) -> str:
    """Who was meant, in words."""
    kind, _space, number = to.partition(" ")
    if kind == "table":
        return _("table %(number)s", number=number)
    person = classroom().person(whole(number) or 0) if kind == "person" else None
    return person.name if person is not None else _("everybody")


def messages_html(room_id: int) -> str:
    """``#messages``: the latest messages and what became of them."""
    room = classroom().room(room_id)
    macros: Any = current_app.jinja_env.get_template("_class_steer.html").module
    return str(macros.latest(sent(room), classroom().clock()))


# -- messages ---------------------------------------------------------------------------------------------------------


@pages.get(CLASS + "/message")
def write(slug: str) -> str:
    """The box for messages as a page of its own; ``to`` says who is meant at first, as in ``Messages.send``."""
    room = need_desk(slug).room
    return tab_html(room, "message", to=plain(request.args.get("to"), 40) or "all")


@pages.post(CLASS + "/message")
def send(slug: str) -> Response:
    """``to`` is "all", "table 3" or "person 17"; ``phrase`` the name of a fixed sentence, else ``words`` are sent."""
    room = open_desk(slug)
    sender = need_desk(slug).desk
    assert sender is not None
    to, phrase = plain(request.form.get("to"), 40), plain(request.form.get("phrase"), 40)
    message = messages().send(room.id, sender.id, to, phrase, plain(request.form.get("words"), 2000))
    text = message.text if isinstance(message.text, str) else plainly(message.text)
    who = _who(to)
    if not any(classroom().here(person) for person in message.people):
        return tell(_("Sent. %(who)s: away now, it is shown as soon as the page is open again.", who=who))
    return tell(_("Sent to %(who)s: %(text)s", who=who, text=text))


@pages.post("/room/<slug>/message")
def reply(slug: str) -> Any:
    """A student puts a message away: ``message`` is its key, ``answer`` one of the phrases, or "" for none."""
    visitor, student = need_device(slug)
    key, said = plain(request.form.get("message"), 40), plain(request.form.get("answer"), 40)

    def put_away() -> Text | None:
        unread = ((person, messages().unread(person)) for person in visitor.students)
        for person in [who for who, message in unread if message and message.key == key] or [student]:
            messages().answer(person, key, said)
        if said in CALLS:
            return say("Your hand is up. Your teacher sees it.")
        return say("Your teacher can read it now.") if said else None

    return answer(slug, put_away)


# -- all hands, and a choice for a seat -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChoiceShow:
    """What the teacher can choose for a seat now. ``turn``: as in ``Tables.act_for``. ``clues``: kinds with the value
    that would be told; ``words``: pass, double, redouble, agree; ``verb``: what is done with one of the ``bids``, by
    level; ``cards``: by suit, ``dummy`` if they are dummy's. In Oh Hell ``numbers`` of tricks to bid, ``trumps`` to
    choose (suits, N), ``blind``: the one card, which only its owner must not see. In Hoola ``hoola`` alone."""

    number: int
    seat: int
    name: str
    turn: int
    clues: tuple[tuple[str, int | str], ...]
    words: tuple[str, ...]
    verb: str
    bids: tuple[tuple[str, ...], ...]
    cards: tuple[tuple[Card, ...], ...]
    dummy: bool
    numbers: tuple[int, ...] = ()
    trumps: tuple[str, ...] = ()
    blind: bool = False
    hoola: desk_hoola.Choices | None = None


def choice_of(table: Table, seat: int) -> ChoiceShow:
    """Raises ``Refused`` for a seat that has nothing to choose now."""
    if not 0 <= seat < len(table.seats):
        raise Refused(say("There is no such seat."))
    if table.paused:
        raise Refused(say("This table is paused. Let it play on first."))
    if seat not in table.to_act():
        name = show().table(table).seats[seat].name
        raise Refused(say("{who} has nothing to choose now.", who=name))
    must_be_open(table)
    legal = [str(c.action) for c in table.rules.choices(table.play.state, seat) if c.why_not is None]
    return _CHOICES[table.game](table, seat, legal)


def _common(table: Table, seat: int) -> dict[str, Any]:
    name = show().table(table).seats[seat].name
    nothing: dict[str, Any] = {"clues": (), "words": (), "verb": "bid", "bids": (), "cards": (), "dummy": False}
    return {"number": table.number, "seat": seat, "name": name, "turn": table.turns[seat]} | nothing


def _cards(legal: Sequence[str], suits: str) -> tuple[tuple[Card, ...], ...]:
    """The cards that can be played, suit by suit."""
    cards = [parse_card(text.removeprefix("play ")) for text in legal if text.startswith("play ")]
    return tuple(filter(None, (tuple(card for card in cards if card.suit == suit) for suit in suits)))


def _of_hool(table: Table, seat: int, legal: Sequence[str]) -> ChoiceShow:
    hand = table.rules.view(table.play.state, seat).hands[seat]
    bids = [text.split() for text in legal if text.startswith(("bid ", "propose "))]
    cards = _cards(legal, "SHDC")
    made = {
        "clues": tuple(
            (kind, hool.clue_value(hand, kind))
            for kind in (text.removeprefix("clue ") for text in legal if text.startswith("clue "))
        ),
        "words": tuple(text for text in legal if " " not in text),
        "verb": bids[0][0] if bids else "bid",
        "bids": tuple(filter(None, (tuple(bid for _verb, bid in bids if bid[0] == str(n)) for n in range(1, 8)))),
        "cards": cards,
        "dummy": bool(cards) and cards[0][0] not in hand,
    }
    return ChoiceShow(**(_common(table, seat) | made))


def _of_oh_hell(table: Table, seat: int, legal: Sequence[str]) -> ChoiceShow:
    made = {
        "cards": _cards(legal, "SHDC*"),
        "numbers": tuple(int(text.removeprefix("bid ")) for text in legal if text.startswith("bid ")),
        "trumps": tuple(text.removeprefix("trumps ") for text in legal if text.startswith("trumps ")),
        "blind": "play" in legal,
    }
    return ChoiceShow(**(_common(table, seat) | made))


def _of_hoola(table: Table, seat: int, legal: Sequence[str]) -> ChoiceShow:
    return ChoiceShow(**(_common(table, seat) | {"hoola": desk_hoola.choices(legal)}))


_CHOICES: dict[str, Callable[[Table, int, Sequence[str]], ChoiceShow]] = {
    "hool": _of_hool,
    "oh_hell": _of_oh_hell,
    "hoola": _of_hoola,
}


@pages.get(CLASS + "/table/<int:number>/choose/<int:seat>")
def choose(slug: str, number: int, seat: int) -> str:
    """The choices of a seat, above the open table."""
    room = open_desk(slug)
    return tab_html(room, "table", number=number, choice=choice_of(table_of(room, number), seat))


@pages.post(CLASS + "/table/<int:number>/choose/<int:seat>")
def chosen(slug: str, number: int, seat: int) -> Response:
    """Choose for a seat: ``text`` is the action, ``turn`` as the page was drawn."""
    room = open_desk(slug)
    table = table_of(room, number)
    path = f"{home_of(room)}?table={number}"
    turn, text = whole(request.form.get("turn")), plain(request.form.get("text"), 40)
    must_be_open(table)
    if not 0 <= seat < len(table.seats):
        raise Refused(say("There is no such seat."))
    if table.paused:
        return tell(_("This table is paused. Let it play on first."), path, ok=False)
    if turn is None or not text:
        raise Refused(say("Choose something first."))
    made = tables().act_for(table.id, seat, turn, text)
    seats = show().table(table).seats
    if made.code == "already":
        return tell(plainly(say("{who} has chosen already.", who=sitter(table.game, seat)), seats), path, ok=False)
    if not made.ok:
        return tell(plainly(made.say, seats), path, ok=False)
    words = say("You chose for {who}: {what}", who=sitter(table.game, seat), what=choice_words(table.game, text))
    return tell(plainly(words, seats), path)


@pages.post(CLASS + "/table/<int:number>/hands")
def hands(slug: str, number: int) -> Response:
    """Lay all hands open to the table (``on`` is 1), or close them again."""
    room = open_desk(slug)
    table = table_of(room, number)
    path = f"{home_of(room)}?table={number}"
    if not table.playing:
        return tell(_("No board is being played at table %(number)s.", number=number), path, ok=False)
    opened = request.form.get("on") == "1"
    if opened:
        must_be_open(table)
    made = tables().command(table.id, "hands open" if opened else "hands closed")
    if not made.ok:
        return tell(plainly(made.say), path, ok=False)
    if opened:
        return tell(_("All hands lie open at table %(number)s until the board is over.", number=number), path)
    return tell(_("The hands at table %(number)s are closed again.", number=number), path)
