"""The lesson workshop: a teacher copies, writes, loads and downloads lessons, and adds boards to them.

A lesson is its text, here as in the file. The editor is one form: what its buttons ask for is done to the text that
was sent with it and shown again, and only ``save`` keeps anything. ``preview`` is the part that is drawn anew while
somebody types. A lesson that runs has its own text, so nothing here changes it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import PurePath
from random import Random
from typing import Any

from flask import Blueprint, abort, current_app, flash, get_flashed_messages, redirect, render_template, request
from markupsafe import Markup
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response

from hool import dealing, game_words, lessons
from hool.formats import deal_block, files
from hool.formats.boards import MAX_BYTES, SEATS, FileBoard
from hool.i18n import _
from hool.lessons import KINDS, MOST_BOARDS, Lesson, LessonBoard, Problem, Problems, Question, Step
from hool.register import Room
from hool.rules import GAMES, hool, oh_hell
from hool.rules.cards import (
    FULL_PACK,
    SUITS,
    Card,
    CardError,
    Deal,
    format_deal,
    format_hand,
    high_card_points,
    lengths,
    parse_deal,
)  # fmt: skip
from hool.rules.game import Board, Seat
from hool.rules.hool_options import BIDS
from hool.rules.hoola import Meld
from hool.rules.shuffle import Shuffler
from hool.rules.text import SaidError, Text, say, say_count
from hool.shelf import LONGEST, NAME, Entry, ShelfError
from hool.web import orders
from hool.web.access import analyst, came_from, need_teacher, shelf
from hool.web.entered import plain, whole
from hool.web.paper_hoola import lying
from hool.web.show import plainly, speak
from hool.web.teacher import Told

pages = Blueprint("workshop", __name__)

LESSONS = "/room/<slug>/class/lessons"

PRESETS: dict[str, Text] = {
    "one suit": say("Twelve hearts, three for each. Everybody plays alone, without trumps, for tricks."),
    "two suits": say("Spades and hearts without the twos, six for each. Everybody plays alone, without trumps."),
    "whist": say("All 52 cards, two against two. No trumps, no dummy, no bids: just tricks."),
    "trumps": say("Two against two with a trump suit: spades, or the one a board names. No dummy, no bids."),
    "dummy": say("No trumps. The side with more points declares, and dummy lies open. Just tricks."),
    "promise": say("The board gives contract and declarer; it is made or it goes down. No bonuses yet."),
    "minibridge": say("The side with more points sees both its hands and chooses the contract."),
    "one clue": say("Everybody tells their points. Then the declaring pair agrees on a contract."),
    "two clues": say("Everybody tells two true clues. Then the declaring pair agrees on a contract."),
    "secret bids": say("Two clues and one secret bid each: the highest stands."),
    "answer back": say("Two clues, secret bids, and one answer: pass, double or a higher bid."),
    "full": say("All of HOOL: two clues, three steps of bids, play with dummy, points."),
    "match": say("All of HOOL as a match of 8 boards. A board that all four pass counts 0."),
}
"""What each preset of the rules means, in the order in which classes meet them."""

_NOTHING = Markup()
_MOMENTS = {
    "start": say("before the board"),
    "meld": say("after the first meld"),
    "clues": say("after the clues"),
    "lead": say("before the lead"),
    "dummy": say("when dummy opens"),
    "end": say("at the end"),
}


class Unusable(SaidError):
    """Why something cannot be added to a lesson. ``report``: all that is wrong with it, if it is several things."""

    def __init__(self, why: Text, report: Sequence[Markup] = ()) -> None:
        super().__init__(why)
        self.report = tuple(report)


# -- a lesson as it is shown -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandShow:
    """One of the four hands; ``points`` are its high-card points."""

    seat: Seat
    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class DealShow:
    """Four hands in a compass. ``suits`` are those of the pack; ``contract`` is "" where none is given; ``trumps``
    a suit or "N" where the rules give them; ``number`` 0 for a deal that is in no lesson yet; ``turned`` the card that
    makes trumps, if one does, or begins the discards; ``stock``, ``melds``, ``discards`` as in ``paper.BoardShow``."""

    hands: tuple[HandShow, ...]
    suits: str
    number: int = 0
    dealer: Seat | None = None
    contract: str = ""
    doubled: int = 1
    declarer: Seat | None = None
    trumps: str = ""
    game: str = "hool"
    turned: Card | None = None
    stock: tuple[Card, ...] = ()
    melds: tuple[Meld, ...] = ()
    discards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class PartShow:
    """A piece of a step. ``kind`` as in ``lessons.Part``; ``question`` is None for a prediction with a mistake."""

    kind: str
    html: Markup = _NOTHING
    when: Text | None = None
    question: Question | None = None
    deal: DealShow | None = None


@dataclass(frozen=True, slots=True)
class StepShow:
    title: str
    line: int
    parts: tuple[PartShow, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """A lesson's text as far as it can be read. ``head`` has fields of a ``Lesson``; ``boards`` counts those begun,
    mistakes and all; ``end`` is the line (from 0) before which the next board goes."""

    head: Mapping[str, Any]
    steps: tuple[StepShow, ...]
    problems: tuple[Problem, ...]
    boards: int
    end: int

    @property
    def title(self) -> str:
        return str(self.head.get("title") or "")

    @property
    def game(self) -> str:
        """The lesson's game; HOOL while it names none that there is."""
        game = self.head.get("game")
        return game if game in GAMES else "hool"

    @property
    def options(self) -> Any:
        """The options of the game that all boards begin from."""
        return self.head.get("options") or GAMES[self.game].Options()

    @property
    def pack(self) -> tuple[Card, ...]:
        return hool.PACKS[self.options.pack] if self.game == "hool" else FULL_PACK

    @property
    def suits(self) -> str:
        """The suits of the pack."""
        return "".join(suit for suit, count in zip(SUITS, lengths(self.pack), strict=True) if count)

    @property
    def reflection(self) -> PartShow:
        """The question at the end."""
        return _part(lessons.Part("predict", str(self.head.get("reflection") or ""), "end"), None)


def draft(text: str, name: str) -> Draft:
    """A lesson's text, with all its mistakes, as far as it can be read. Too long a one is not read at all."""
    if len(text) > LONGEST:
        return Draft({}, (), (Problem(name, 1, _too_long()),), 0, 0)
    found = lessons.read(text, name)
    if isinstance(found, Problems):
        head, steps, problems = found.head, found.steps, found.items
    else:
        head, steps, problems = {item.name: getattr(found, item.name) for item in fields(found)}, found.steps, ()
    boards = [place for place, step in enumerate(steps) if any(part.kind == "board" for part in step.parts)]
    after = boards[-1] + 1 if boards else _closing(steps)
    end = steps[after].line - 1 if after < len(steps) else len(text.split("\n"))
    count = sum(part.kind == "board" for step in steps for part in step.parts)
    return Draft(head, tuple(map(_step, steps)), problems, count, end)


def _closing(steps: Sequence[Step]) -> int:
    """Where a first board goes: before a last step that is called Share, else behind all."""
    closing = steps and steps[-1].title.casefold() in ("share", _("Share").casefold())
    return len(steps) - 1 if closing else len(steps)


def _too_long() -> Text:
    return say("This lesson is too long: {most} letters at most.", most=LONGEST)


def _step(step: Step) -> StepShow:
    return StepShow(step.title, step.line, tuple(_part(part, step.board) for part in step.parts))


def _part(part: lessons.Part, board: LessonBoard | None) -> PartShow:
    if part.kind == "board":
        return PartShow("board", deal=_board(board) if board else None)
    if part.kind != "predict":
        return PartShow(part.kind, _html(part.text))
    after = part.when.startswith("trick ")
    when = say("after trick {number}", number=int(part.when.split()[1])) if after else _MOMENTS[part.when]
    try:
        asked = Step("", (part,), board).questions[0]
    except SaidError:
        return PartShow("predict", _html(part.text), when)
    return PartShow("predict", _html(asked.text), when, asked)


def _html(text: str) -> Markup:
    """Markdown drawn; tags in it are shown as they are written."""
    return Markup(lessons.html(text))


def _board(board: LessonBoard) -> DealShow:
    return _BOARDS[board.game](board)


def _hool_board(board: LessonBoard) -> DealShow:
    options = board.options
    return deal_show(
        board.pbn.deal,
        number=board.pbn.number,
        dealer=board.pbn.dealer,
        contract=options.given_contract,
        doubled=options.given_doubled,
        declarer=options.given_declarer,
        trumps="" if options.trumps == "contract" else options.trumps,
    )


def _oh_hell_board(board: LessonBoard) -> DealShow:
    view = oh_hell.view(oh_hell.start(board.board(), board.pbn.deal), None)
    return deal_show(
        board.pbn.deal,
        number=board.pbn.number,
        dealer=board.pbn.dealer,
        trumps=view.trumps,
        turned=view.turned,
        game=board.game,
    )


def _hoola_board(board: LessonBoard) -> DealShow:
    now = lying(board)
    return deal_show(
        now.deal,
        number=board.pbn.number,
        dealer=board.pbn.dealer,
        turned=now.deal.turned,
        stock=now.deal.rest,
        melds=now.melds,
        discards=now.discards,
        game=board.game,
    )


_BOARDS: dict[str, Callable[[LessonBoard], DealShow]] = {
    "hool": _hool_board,
    "oh_hell": _oh_hell_board,
    "hoola": _hoola_board,
}


def deal_show(deal: Deal, **more: Any) -> DealShow:
    """Four hands as they are drawn; ``more``: other fields of ``DealShow``."""
    hands = tuple(HandShow(seat, hand, high_card_points(hand)) for seat, hand in enumerate(deal.hands))
    dealt = {card.suit for hand in deal.hands for card in hand}
    return DealShow(hands, "".join(suit for suit in SUITS if suit in dealt), **more)


# -- a lesson's text, changed ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewBoard:
    """A board that is to come into a lesson of ``game``. ``dealer`` None: the next one clockwise."""

    deal: Deal
    title: str = ""
    dealer: Seat | None = None
    contract: str = ""
    declarer: Seat | None = None
    game: str = "hool"

    def step(self, number: int) -> str:
        """The step it becomes, as it stands in the file."""
        title = _("Board %(number)s", number=number) + (f": {self.title}" if self.title else "")
        dealer = (number - 1) % 4 if self.dealer is None else self.dealer
        if self.game != "hool":
            block = deal_block.write(FileBoard(number, dealer, self.deal), self.game == "hoola")
            return "\n".join((f"## {title}", "", "```deal", *block, "```"))
        tags = [
            f'[Board "{number}"]',
            f'[Dealer "{SEATS[dealer]}"]',
            f'[Deal "N:{" ".join(map(format_hand, self.deal.hands))}"]',
        ]
        if self.contract and self.declarer is not None:
            tags += [f'[Declarer "{SEATS[self.declarer]}"]', f'[Contract "{self.contract}"]']
        return "\n".join((f"## {title}", "", "```pbn", *tags, "```"))


def with_boards(text: str, boards: Iterable[NewBoard], found: Draft) -> tuple[str, int]:
    """The lesson with more boards, behind its last one and before what closes it; and the line (from 1) where they
    begin. ``found`` is the draft of ``text``. Raises ``Unusable`` when there would be too many."""
    steps = [board.step(found.boards + n) for n, board in enumerate(boards, 1)]
    if found.boards + len(steps) > MOST_BOARDS:
        why = say(
            "A lesson can have {most} boards. This one has {count}, and {more} more are too many.",
            most=MOST_BOARDS, count=found.boards, more=len(steps),
        )  # fmt: skip
        raise Unusable(why)
    lines = text.split("\n")
    before, after = "\n".join(lines[: found.end]).rstrip(), "\n".join(lines[found.end :]).strip("\n")
    whole_text = "\n\n".join(filter(None, (before, *steps, after))).rstrip() + "\n"
    if len(whole_text) > LONGEST:
        raise Unusable(_too_long())
    return whole_text, before.count("\n") + 3 if before else 1


def with_preset(text: str, preset: str) -> str:
    """The lesson with another preset in its head. Raises ``Unusable`` if it has no head."""
    lines = text.split("\n")
    marks = [place for place, line in enumerate(lines) if line.rstrip() == "+++"][:2]
    if len(marks) < 2:
        raise Unusable(say("A lesson begins with its head between two lines {mark}.", mark="+++"))
    wanted = f'preset = "{preset}"'
    head = range(marks[0] + 1, marks[1])
    table = next((place for place in head if re.match(r"\s*\[\s*options\s*\]", lines[place])), None)
    if table is None:
        lines[marks[1] : marks[1]] = ["", "[options]", wanted]
        return "\n".join(lines)
    for place in range(table + 1, marks[1]):
        if re.match(r"\s*\[", lines[place]):
            break
        if re.match(r"\s*preset\s*=", lines[place]):
            lines[place] = wanted
            return "\n".join(lines)
    lines.insert(table + 1, wanted)
    return "\n".join(lines)


def _copy_of(text: str) -> str:
    """A lesson's text under a title that tells it from the one it was copied from."""
    mark = _("(copy)").replace("\\", "").replace('"', "")
    title = re.compile(r'^([ \t]*title[ \t]*=[ \t]*"(?:[^"\\]|\\.)*)"', re.M)
    return title.sub(lambda found: f'{found[1]} {mark}"', text, count=1)


def _new_lesson(title: str, rng: Shuffler) -> str:
    """A small lesson to begin from: every field says what it is for, and there is one board."""
    options = hool.PRESETS["full"]
    deal = hool.deal(Board(1, 0, 4, options), rng)
    board = LessonBoard(FileBoard(1, 0, deal), options)
    parts = (
        lessons.Part("text", _("What everybody reads before this board.")),
        lessons.Part("predict", _("What do you expect?") + f" [{_('yes')} | {_('no')}]"),
        lessons.Part("board"),
        lessons.Part("note", _("Our best moment.")),
        lessons.Part("teacher", _("What only you read.")),
    )
    share = (
        lessons.Part("text", _("What did you find out?")),
        lessons.Part("teacher", _("Each table brings one thing.")),
    )
    return lessons.write(
        Lesson(
            name="",
            title=title,
            rung=0,
            game="hool",
            minutes=60,
            new=_("The one thing that is new."),
            goal=_("What everybody can do afterwards."),
            big_question=_("Which question has no single right answer?"),
            story=_("Two sentences before the question. They give no hint of the answer."),
            reflection=_("What will you do another way next time?"),
            check=(),
            dummy_predicts=False,
            look_for=(_("What you see when it goes well."),),
            mistakes=(_("What beginners do wrong here."),),
            ask_back=((_("What a student asks"), _("What you ask back")),),
            phases=((40, (4, 24, 9, 3)), (60, (5, 35, 15, 5))),
            ages=tuple((age, _("What changes for this age.")) for age in lessons.AGES),
            preset="full",
            options=options,
            steps=(Step(_("Board %(number)s", number=1), parts, board), Step(_("Share"), share)),
        )
    )


def _name_from(words: str) -> str:
    """Words as the name of a lesson: small letters, digits and dashes."""
    letters = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "-", letters).strip("-")
    return name if len(name) > 1 else "lesson"


# -- boards to add ---------------------------------------------------------------------------------------------------


def _chance() -> Random:
    return current_app.config.get("RNG") or Random()


def _typed(key: str, most: int = 60) -> str:
    return plain(request.form.get(key), most)


def _seek(room: Room, name: str, found: Draft, todo: str) -> orders.Search:
    """The search for a random deal of this lesson, a look further. ``todo``: "deal" begins one under the conditions in
    the form, "look" looks how far it is, "stop" ends it. Raises ``Unusable``."""
    if todo == "deal":
        wanted = dealing.parse(orders.from_form(request.form))
        if not isinstance(wanted, dealing.Conditions):
            raise Unusable(say("This is not understood:"), [speak(text) for text in wanted])
        if problems := dealing.contradictions(wanted, found.pack):
            raise Unusable(say("No deal can be like this:"), [speak(text) for text in problems])
        if wanted.goals and (off := analyst().off):
            raise Unusable(off)
        orders.keep(room.id, f"lesson {name}", orders.Search(wanted, 1, _chance(), analyst().ask, found.pack))
    search = orders.searches().get((room.id, f"lesson {name}"))
    if search is None:
        raise Unusable(say("There is no search any more. Find a deal anew."))
    search.look()
    if todo == "stop":
        search.stop()
    if search.why is not None:
        raise Unusable(search.why)
    return search


def _typed_deal(found: Draft) -> Deal:
    """The deal of the hands in the form. Raises ``Unusable``."""
    written = [[_typed(f"hand {seat} {suit}") for suit in SUITS] for seat in SEATS]
    deal = dealing.typed(written, found.pack)
    if not isinstance(deal, Deal):
        raise Unusable(say("These hands are no deal yet:"), [speak(text) for text in deal])
    return deal


def _found_deal(found: Draft) -> Deal:
    """The random deal that was shown. Raises ``Unusable``: it has been in a browser, so it is looked at again."""
    try:
        return parse_deal(_typed("found", 100), found.pack, seats=4)
    except CardError as error:
        raise Unusable(say("Find a deal first; then it can be added.")) from error


def _new_board(deal: Deal) -> NewBoard:
    """A deal with what the form says about its board. Raises ``Unusable``."""
    dealer, declarer = whole(request.form.get("dealer")), whole(request.form.get("declarer"))
    contract = request.form.get("contract", "")
    if any(seat is not None and seat > 3 for seat in (dealer, declarer)):
        raise Unusable(say("There is no such seat."))
    if contract and contract not in BIDS:
        raise Unusable(say("“{contract}” is no contract.", contract=plain(contract, 20)))
    if bool(contract) != (declarer is not None):
        raise Unusable(say("Declarer and contract belong together: give both or neither."))
    if contract and len(deal.hands[0]) != 13:
        raise Unusable(say("A contract needs all 52 cards; this lesson has fewer."))
    return NewBoard(deal, _title(), dealer, contract, declarer)


def _title() -> str:
    return " ".join(_typed("board_title", 80).split())


def _next_hand(found: Draft) -> Deal:
    """Shuffled cards for the next board of a lesson whose options say how many each gets."""
    rules, number = GAMES[found.game], found.boards + 1
    deal = rules.deal(Board(number, (number - 1) % 4, 4, found.options), _chance())
    return deal_block.tidy(deal, found.game == "hoola")


def _file_boards(found: Draft) -> tuple[list[NewBoard], list[Markup]]:
    """The good boards of the file that was sent, and what was wrong with the others. Raises ``Unusable``."""
    sent = request.files.get("pbn")
    data = sent.read(MAX_BYTES + 1) if sent else b""
    if not data:
        raise Unusable(say("This file is empty.") if sent and sent.filename else say("Choose a PBN or LIN file first."))
    report = files.read(data, acts=False, pack=found.pack)
    problems = [_with_line(problem.line, problem.text) for problem in report.problems]
    if not report.boards:
        raise Unusable(say("No board could be read from this file:"), problems)
    with_contract = request.form.get("contracts") == "1"
    boards = [
        NewBoard(
            board.deal,
            dealer=board.dealer,
            contract=board.contract if with_contract and board.contract != "Pass" else "",
            declarer=board.declarer if with_contract else None,
        )
        for board in report.boards
    ]
    return boards, problems


def _with_line(line: int, text: Text) -> Markup:
    where = _("line %(n)s", n=line) if line else ""
    return Markup("<b>{0}</b> {1}").format(where, speak(text))


# -- pages -----------------------------------------------------------------------------------------------------------


def _at(room: Room) -> str:
    return f"/room/{room.slug}/class/lessons"


def _entry(slug: str, name: str) -> tuple[Room, Entry]:
    """A lesson of a room, for its teacher. Answers 404 with a sentence when there is none of this name."""
    room = need_teacher(slug).room
    entry = shelf().find(room.id, name)
    if entry is None:
        abort(404, say("There is no lesson of this name in the room."))
    return room, entry


@dataclass(slots=True)
class Desk:
    """What the editor shows beside the text. ``side``: which of its three; ``way``: how boards are added; ``form``:
    what was typed in the fields; ``found``: the random deal; ``search``: how it is found; ``report``: all that was
    wrong; ``line``: where to look (from 1, 0 for nowhere)."""

    side: str = "preview"
    way: str = "deal"
    form: dict[str, str] = field(default_factory=dict)
    found: DealShow | None = None
    found_text: str = ""
    search: orders.Search | None = None
    why: Markup = _NOTHING
    report: Sequence[Markup] = ()
    line: int = 0


def _editor(
    room: Room, name: str, text: str, entry: Entry | None, told: Told | None = None, desk: Desk | None = None
) -> str:
    """The editor with this text. ``entry`` is the lesson as it is kept, None if it is not; a lesson of the app is shown
    to be read and copied."""
    found = draft(text, name)
    return render_template(
        "workshop.html",
        room=room,
        name=name,
        text=text,
        own=entry is None or entry.own,
        kept=entry.text if entry else None,
        seen=repr(entry.changed_at) if entry else "",
        told=told,
        desk=desk or Desk(),
        draft=found,
        lessons_at=_at(room),
        at=f"{_at(room)}/{name}",
        games=game_words.GAMES,
        presets=presets_of(found.game),
        lessons_with=_lessons_with_preset(),
        options=[item for item in fields(GAMES[found.game].Options) if item.name not in HIDDEN],
        kinds=KINDS,
        wish_kinds=dealing.KINDS,
        bids=BIDS,
        off=analyst().off,
        longest=LONGEST,
    )


HIDDEN = (
    *("given_contract", "given_declarer", "given_doubled", "declaring_side"),
    *("players", "deck", "double_rule", "ante_last", "joker", "joker_turned", "on_timeout", "first_dealer"),
    *("next_dealer", "blast_when", "large_min", "knock_max", "lowest_tie"),
)
"""Options that a lesson does not set: a board's contract, declarer and dealer do, or they need more than four players
or another pack, or have one value only."""


def presets_of(game: str) -> dict[str, Text]:
    """What each preset of a game means that four can play."""
    if game == "hool":
        return PRESETS
    return {name: words.line for name, words in game_words.PRESETS[game].items() if name != "two packs"}


def _lessons_with_preset() -> dict[str, str]:
    """For each preset the title of the first lesson that comes with the app and has it."""
    found: dict[str, str] = {}
    for entry in shelf().shipped():
        if entry.lesson:
            found.setdefault(entry.lesson.preset, entry.lesson.title)
    return found


def _told_before() -> Told | None:
    messages = get_flashed_messages(with_categories=True)
    return Told(messages[-1][1], messages[-1][0] != "no") if messages else None


def _say(words: str, path: str, ok: bool = True) -> Response:
    flash(words, "done" if ok else "no")
    return redirect(path, 303)


def _refuse(room: Room, why: Text) -> Response:
    """Say why something was not done, on the page of the class from which it was asked."""
    came = came_from().path
    known = came == f"/room/{room.slug}/class" or came.startswith(f"/room/{room.slug}/class/")
    return _say(plainly(why), came if known else _at(room), ok=False)


@pages.errorhandler(RequestEntityTooLarge)
def too_large(_error: RequestEntityTooLarge) -> tuple[str, int]:
    both = say("A file of boards may have 1 MB at most, and a lesson {most} letters.", most=LONGEST)
    page = render_template(
        "error.html",
        heading=_("That was too big."),
        sentence=speak(_too_long() if request.path.endswith("/load") else both),
        back=came_from().path or "/",
        code=413,
    )
    return page, 413


@pages.get(LESSONS + "/<name>.md")
def download(slug: str, name: str) -> Response:
    """A lesson as a file, whether it is the room's own or comes with the app."""
    _room, entry = _entry(slug, name)
    answer = current_app.response_class(entry.text, content_type="text/markdown; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{entry.name}.md"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@pages.post(LESSONS + "/new")
def new(slug: str) -> Response:
    room = need_teacher(slug).room
    title = " ".join(plain(request.form.get("title"), 80).split()) or _("My lesson")
    name = shelf().free_name(room.id, f"500-{_name_from(title)}")
    return _keep(room, name, _new_lesson(title, _chance()), _("Here is a lesson to begin from. Change what you like."))


@pages.post(LESSONS + "/load")
def load(slug: str) -> Response:
    """Keep a lesson from a file, with its mistakes if it has any."""
    room = need_teacher(slug).room
    sent = request.files.get("file")
    filename = (sent.filename if sent else "") or ""
    if sent is None or not filename:
        return _refuse(room, say("Choose the file of a lesson first."))
    path = PurePath(filename)
    if path.suffix.lower() not in (".md", ".markdown", ".txt"):
        return _refuse(room, say("The file of a lesson is a text, and its name ends in .md."))
    data = sent.read(4 * LONGEST + 4)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if len(data) <= 4 * LONGEST:
            return _refuse(
                room, say("This is not a text in UTF-8. Save it as plain text in UTF-8, then load it again.")
            )
        return _refuse(room, _too_long())
    if not text.strip():
        return _refuse(room, say("This file is empty."))
    if re.search(r"[\x00-\x08\x0e-\x1f]", text):
        return _refuse(room, say("This is not a text file. A lesson is plain text."))
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    name = shelf().free_name(room.id, _name_from(path.stem))
    words = _("%(file)s is loaded and kept in the room as %(name)s.", file=plain(path.name, 60), name=name)
    return _keep(room, name, text, words)


@pages.post(LESSONS + "/<name>/copy")
def copy(slug: str, name: str) -> Response:
    room, entry = _entry(slug, name)
    to = shelf().free_name(room.id, name)
    return _keep(room, to, _copy_of(entry.text), _("This copy is yours: the room keeps it as %(name)s.", name=to))


def _keep(room: Room, name: str, text: str, words: str) -> Response:
    """Put a lesson on the room's shelf and open it; or say why that cannot be."""
    try:
        shelf().save(room.id, name, text)
    except ShelfError as error:
        return _refuse(room, error.why)
    return _say(words, f"{_at(room)}/{name}/edit")


@pages.post(LESSONS + "/<name>/delete")
def delete(slug: str, name: str) -> Response:
    room, entry = _entry(slug, name)
    if not entry.own:
        return _refuse(room, say("“{name}” comes with HOOL and stays.", name=name))
    if request.form.get("sure") != "1":
        return _refuse(room, say("Tick the box first: the lesson would be gone for good."))
    shelf().drop(room.id, name)
    return _say(_("“%(title)s” is deleted.", title=entry.title), _at(room))


@pages.get(LESSONS + "/<name>/edit")
def edit(slug: str, name: str) -> str:
    room, entry = _entry(slug, name)
    return _editor(room, name, entry.text, entry, _told_before())


def _sent_text() -> str:
    request.max_form_memory_size = 4 * LONGEST + 100_000
    text = (request.form.get("text") or "").replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    return text[: LONGEST + 1]  # one more, so that it is too long


@pages.post(LESSONS + "/<name>/preview")
def preview(slug: str, name: str) -> str:
    """The mistakes and the preview of the text that was sent; nothing is kept."""
    need_teacher(slug)
    return render_template("_workshop_live.html", draft=draft(_sent_text(), plain(name, 60)), games=game_words.GAMES)


@pages.post(LESSONS + "/<name>/edit")
def change(slug: str, name: str) -> Response | str:
    """Do with the text that was sent what the button says: ``do`` is "save", "preview", "deal", "look", "stop", "add",
    or "preset" and a preset's name. All but the first show the editor again, with the text as it is then, and keep
    nothing."""
    room = need_teacher(slug).room
    text = _sent_text()
    entry = shelf().find(room.id, name)
    if entry is None and not NAME.fullmatch(name):
        abort(404, say("There is no lesson of this name in the room."))
    todo, _space, what = request.form.get("do", "").partition(" ")
    if todo == "save":
        return _save(room, name, text, entry)
    desk = Desk(
        side=request.form.get("side", "preview"),
        way=request.form.get("way", "deal"),
        form={key: plain(value, 100) for key, value in request.form.items() if key not in ("text", "do")},
    )
    told = None
    try:
        if todo in ("deal", "look", "stop"):
            desk.search = _seek(room, name, draft(text, name), todo)
            for deal in desk.search.found:
                desk.found, desk.found_text = deal_show(deal), format_deal(deal)
        elif todo == "add":
            text, told = _add(text, name, desk)
        elif todo == "preset" and what in presets_of(draft(text, name).game):
            text = with_preset(text, what)
            told = Told(_("The lesson has the rules “%(preset)s” now. Save keeps them.", preset=what), True)
    except Unusable as error:
        told = Told(_("Nothing was added yet. The list says why.") if error.report else plainly(error.why), False)
        desk.why, desk.report = speak(error.why), error.report
        _show_found(text, name, desk)
    return _editor(room, name, text, entry, told, desk)


def _add(text: str, name: str, desk: Desk) -> tuple[str, Told]:
    """The text with the boards that the form asks for, and what to say. Raises ``Unusable``."""
    found = draft(text, name)
    if found.game != "hool":
        boards = [NewBoard(_next_hand(found), _title(), game=found.game)]
    elif desk.way == "pbn":
        boards, problems = _file_boards(found)
        if problems:
            desk.why, desk.report = speak(say("These could not be used:")), problems
    elif desk.way == "hands":
        boards = [_new_board(_typed_deal(found))]
    else:
        boards = [_new_board(_found_deal(found))]
    text, desk.line = with_boards(text, boards, found)
    done = ("board_title", "contract", "declarer", "dealer", "found")
    desk.form = {key: value for key, value in desk.form.items() if key not in done and not key.startswith("hand ")}
    words = say_count(
        "Board {number} stands at the end of the boards. Save keeps it.",
        "{count} boards stand at the end of the boards. Save keeps them.",
        len(boards),
        number=found.boards + 1,
    )
    return text, Told(plainly(words), True)


def _show_found(text: str, name: str, desk: Desk) -> None:
    """Keep showing the deal that was found before, if there is one."""
    try:
        deal = _found_deal(draft(text, name))
    except Unusable:
        return
    desk.found, desk.found_text = deal_show(deal), format_deal(deal)


def _save(room: Room, name: str, text: str, entry: Entry | None) -> Response | str:
    seen = request.form.get("seen", "")
    if entry and entry.own and seen and seen != repr(entry.changed_at) and entry.text != text:
        words = _("This lesson was saved somewhere else since you opened it. Save again to keep yours instead.")
        return _editor(room, name, text, entry, Told(words, False))
    try:
        kept = shelf().save(room.id, name, text)
    except ShelfError as error:
        return _editor(room, name, text, entry, Told(plainly(error.why), False))
    if not kept.problems:
        return _say(_("Saved. The lesson is ready to play."), f"{_at(room)}/{name}/edit")
    mistakes = say_count(
        "Saved with {count} mistake. When it is mended, the lesson can be played.",
        "Saved with {count} mistakes. When they are mended, the lesson can be played.",
        len(kept.problems),
    )
    return _say(plainly(mistakes), f"{_at(room)}/{name}/edit")
