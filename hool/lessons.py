"""Lessons: one Markdown file each, written with a text editor, read here and checked to the last card.

Between two `+++` lines stands the head in TOML. Below it second-level headings are the steps; a fenced `pbn` block
(in other games than HOOL `deal`) is the step's board; quotes that begin with `Teacher:`, `Predict:` or `Note card:` are
for the teacher only, a prediction asked before the board or at a moment of it, and a prompt after it. Answers to tap
stand in brackets behind a question.
lessons/README.md explains every field to those who write one.

`read` names every mistake by its line; `write` is its inverse. A board says in `[Claims]` what it shows. Claims about
points, lengths and declarer are checked here, and all of Hoola's (`lesson_hoola`); those about the play of tricks by a
solver in tests/test_lessons.py.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from hool import lesson_hoola
from hool.formats import deal_block, pbn
from hool.formats.boards import SEATS, FileBoard, Report
from hool.rules import GAMES, hool, hoola, oh_hell
from hool.rules.cards import CardError, format_hand, parse_card
from hool.rules.game import Board, IllegalAction, OptionError, Seat, options_from_json, replay
from hool.rules.text import SaidError, SeatRef, Text, say

# What a student can be asked in the check, and what the answer takes.
SKILLS: dict[str, Text] = {
    "winner": say("Which card wins this trick?"),
    "legal cards": say("Which of your cards may you play?"),
    "next lead": say("Who wins this trick and leads to the next?"),
    "trump winner": say("There are trumps: which card wins this trick?"),
    "declarer and dummy": say("Who leads, and who is dummy?"),
    "sure winners": say("How many tricks can you take at once?"),
    "level": say("How many tricks does this contract promise?"),
    "score": say("How many points is this result, and for whom?"),
    "game": say("Is this contract a game?"),
    "points": say("How many points does this hand have?"),
    "shape": say("What is the pattern of this hand, and how long is each suit?"),
    "higher bid": say("Which of these two bids is higher?"),
    "tie": say("Equal bids: whose bid counts?"),
    "second step": say("What follows from these answers in step 2?"),
    "auction": say("Who is declarer, in which contract?"),
    "results": say("Which table did best on this board?"),
    "bid sum": say("Can everybody take what they have bid?"),
    "turned trumps": say("A card was turned up: which card wins this trick?"),
    "hook": say("The dealer bids last: which number is forbidden?"),
    "bid score": say("How many points is this bid with these tricks?"),
    "melds": say("Which of these cards are a meld?"),
    "lay off": say("Which of your cards go on this meld?"),
    "thank you": say("Can you say thank you for this card?"),
    "hand points": say("How many points do these cards count?"),
    "payment": say("Who pays how much?"),
}
OH_HELL_SKILLS = ("bid sum", "turned trumps", "hook", "bid score")
HOOLA_SKILLS = ("melds", "lay off", "thank you", "hand points", "payment")
TRICK_SKILLS = ("winner", "legal cards", "next lead", "trump winner")  # of HOOL too
AGES = ("8-10", "11-14", "adults")
PHASES = ("question", "play", "share", "reflect")
KINDS = {"teacher": "Teacher", "predict": "Predict", "note": "Note card"}  # a quote's first words
# When a prediction is asked, and how its quote goes on after `Predict`; "trick 3" is `after trick 3`.
MOMENTS = {
    "start": "",
    "clues": "after the clues",
    "lead": "before the lead",
    "dummy": "when dummy opens",
    "meld": "after the first meld",
}
MOST_ANSWERS = 14
LONGEST_ANSWER = 40
MOST_BOARDS = 60
"""Boards of a lesson; the longest of ours has 8."""

_MARKDOWN = MarkdownIt("js-default", {"html": False})
_BLOCKS = MarkdownIt("js-default", {"html": False}).disable("inline")  # what stands where, and no more
_LONGEST_PARAGRAPH = 2500  # characters; stress and links take time with the square of a paragraph's length
_MOST_BRACKETS = 40  # in a paragraph; looking for the ends of links takes long
_LONGEST_LINE = 3000  # characters in the head; a key a.a.a.a takes time and memory with the square of its length
_MOST_PROBLEMS = 100  # that are told at once
# The tags a board in a lesson may have; PBN has many more, and a misspelt one would be lost in silence.
_TAGS = {
    *("Board", "Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Result", "Scoring", "Play", "Note"),
    *("Event", "Site", "Date", "North", "East", "South", "West", "Options", "Claims"),
    *("HoolVersion", "HoolCarry", "HoolClaim", "HoolScore"),
    *("HoolBidTable", "HoolClueTable", "HoolOptionTable", "HoolPlayTable"),
}
_MAX_TAG = 200  # what `pbn.write` keeps of a tag


@dataclass(frozen=True, slots=True)
class Problem:
    """A mistake in a lesson: the lesson's name, the line (from 1), and one sentence."""

    name: str
    line: int
    text: Text

    def __str__(self) -> str:
        return f"{self.name}.md:{self.line}: {self.text}"


@dataclass(frozen=True, slots=True)
class Problems:
    """Why a lesson cannot be used: all its mistakes, by line; and what could be read all the same, to be looked at.

    steps: a step whose board has a mistake has none. head: fields as of a `Lesson`, as far as they are there.
    """

    name: str
    items: tuple[Problem, ...]
    steps: tuple[Step, ...] = field(default=(), compare=False)
    head: Mapping[str, Any] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing a board shows.

    text: as written, such as "S makes 4H". kind: a name of `_CLAIMS`. seats: whom it is about. values: the rest, as
    text: a bid, a number of tricks, a denomination, cards.
    """

    text: str
    kind: str
    seats: tuple[Seat, ...]
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LessonBoard:
    """A prepared board: its cards and dealer (and perhaps acts) as its block told them, the options of its game that it
    is played with, and what it shows. line: of its fence in the file."""

    pbn: FileBoard
    options: Any
    claims: tuple[Claim, ...] = ()
    line: int = field(default=0, compare=False)
    game: str = "hool"

    def board(self) -> Board:
        """The board for the rules."""
        return Board(self.pbn.number, self.pbn.dealer, 4, self.options)

    def state(self) -> Any:
        """Where students begin: the cards dealt, and what stands in the file as played."""
        return replay(GAMES[self.game], self.board(), self.pbn.deal, self.pbn.acts)


@dataclass(frozen=True, slots=True)
class Question:
    """What students are asked.

    when: a name of `MOMENTS`, "trick 1" ... "trick 12" (after that trick), or "end" (of the lesson). text: Markdown,
    without the answers. answers: the texts to tap, in order; for "seats" they are "N", "E", "S", "W", in games whose
    players have numbers "1" to "4"; for "tricks" the numbers from "0" to the board's tricks; none for "talk". kind:
    "words"; "seats"; "tricks" that the own side will take (without partners: oneself); "talk", which is asked aloud and
    has no answers.
    """

    when: str
    text: str
    answers: tuple[str, ...] = ()
    kind: str = "talk"


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a step. kind: "text" (Markdown for everybody), a name of `KINDS`, or "board" (with no text).

    text: as written, a prediction with its answers. when: of a prediction, as in `Question`.
    """

    kind: str
    text: str = ""
    when: str = "start"


@dataclass(frozen=True, slots=True)
class Step:
    """What stands under one heading. title: "" for what comes before the first heading. line: where it begins."""

    title: str
    parts: tuple[Part, ...]
    board: LessonBoard | None = None
    line: int = field(default=0, compare=False)

    @property
    def text(self) -> str:
        """What everybody may read, as Markdown."""
        return "\n\n".join(self.of("text"))

    @property
    def teacher(self) -> str:
        """What only the teacher may read, as Markdown."""
        return "\n\n".join(self.of("teacher"))

    @property
    def questions(self) -> tuple[Question, ...]:
        """The predictions, as written. `read` has seen to it that each can be asked."""
        tricks = len(self.board.pbn.deal.hands[0]) if self.board else 13
        seats = _TABLES[self.board.game].seats if self.board else SEATS
        return tuple(_question(part.when, part.text, tricks, seats) for part in self.parts if part.kind == "predict")

    def of(self, kind: str) -> tuple[str, ...]:
        """The texts of one kind, such as "predict" or "note"."""
        return tuple(part.text for part in self.parts if part.kind == kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A lesson. The fields of the head have their names; lessons/README.md says what each is for.

    name: of the file, without `.md`. rung: 1-13 on the ladder, 0 beside it. game: a name of `GAMES`. phases: for
    lessons of 40 and 60 minutes, the minutes of each of `PHASES`. ask_back: pairs of what a student asks and the
    question to answer with. check: names of `SKILLS`. dummy_predicts: whether dummy's player is asked before each trick
    who will win it. ages: a text for each of `AGES`. options: what every board begins from.
    """

    name: str
    title: str
    rung: int
    game: str
    minutes: int
    new: str
    goal: str
    big_question: str
    story: str
    reflection: str
    check: tuple[str, ...]
    dummy_predicts: bool
    look_for: tuple[str, ...]
    mistakes: tuple[str, ...]
    ask_back: tuple[tuple[str, str], ...]
    phases: tuple[tuple[int, tuple[int, ...]], ...]
    ages: tuple[tuple[str, str], ...]
    preset: str
    options: Any
    steps: tuple[Step, ...]

    @property
    def boards(self) -> tuple[Step, ...]:
        """The steps that have a board, in order."""
        return tuple(step for step in self.steps if step.board)

    @property
    def reflection_question(self) -> Question:
        """The question at the end, with its answers to tap if it has any; `reflection` is how it is written."""
        return _question("end", self.reflection, 0, _TABLES[self.game].seats)

    @property
    def adds_up(self) -> bool:
        """Whether the points of its boards add up to a match."""
        return self.game == "oh_hell" or self.options.match > 0

    def same_cards(self, index: int) -> tuple[int, ...]:
        """Which other boards have the cards of board `index` (places in `boards`, from 0): the same another way."""
        deals = [step.board.pbn.deal for step in self.boards if step.board]
        return tuple(place for place, deal in enumerate(deals) if deal == deals[index] and place != index)


def reached(when: str, view: Any) -> bool:
    """Whether a board, as anybody sees it, has come to a question's moment or is past it."""
    if isinstance(view, hoola.View):
        return when == "start" or bool(view.melds)
    if when == "clues":
        return view.phase != "clues"
    led = bool(view.trick or view.tricks)
    if when == "lead":
        return led or view.phase == "play"
    if when == "dummy":
        return led
    return when == "start" or len(view.tricks) >= int(when.split()[1])


def html(text: str) -> str:
    """A part's Markdown as HTML. Safe for any text: tags in it are shown, and links to scripts stay text.

    A text with a paragraph too long to be one, or with too many brackets, is shown as it is written.
    """
    paragraphs = re.split(r"\n\s*\n", text)
    if any(len(each) > _LONGEST_PARAGRAPH or each.count("[") > _MOST_BRACKETS for each in paragraphs):
        return f"<p>{escape(text)}</p>"
    return str(_MARKDOWN.render(text))


def read_all(folder: Path) -> tuple[tuple[Lesson, ...], tuple[Problem, ...]]:
    """All lessons of a folder by name, and the problems of those that cannot be used.

    A lesson's file begins with its three-digit place in the order, such as `010-one-suit.md`.
    """
    found = [read(path.read_text("utf-8"), path.stem) for path in sorted(folder.glob("[0-9]*.md"))]
    problems = [problem for each in found if isinstance(each, Problems) for problem in each.items]
    return tuple(each for each in found if isinstance(each, Lesson)), tuple(problems)


# ---------------------------------------------------------------------------------------------------- reading


def read(text: str, name: str) -> Lesson | Problems:
    """The lesson written as `text`, or all that is wrong with it. name: of the file, without `.md`."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    try:
        return _Reader(text, name).lesson()
    except (ValueError, RecursionError):  # one bad file must not keep anybody from the others
        odd = say("This cannot be read: a number has thousands of digits, or brackets stand in brackets without end.")
        return Problems(name, (Problem(name, 1, odd),))


class _Reader:
    """Collects the parts and the problems of one lesson."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.lines = text.split("\n")
        self.problems: list[Problem] = []
        self.game = "hool"
        self.base: Any = hool.Options()
        self.count = 0  # boards so far

    def problem(self, line: int, text: Text) -> None:
        self.problems.append(Problem(self.name, line, text))

    def lesson(self) -> Lesson | Problems:
        head, body = self.head()
        values = self.fields(head) if head is not None else self.salvaged(body)
        steps = tuple(self.steps(body))
        if head is not None and not self.count:
            fence = f"```{_TABLES[self.game].fence}"
            self.problem(1, say("A lesson has at least one board, in a block that begins with {fence}.", fence=fence))
        boards = [step.board for step in steps if step.board]
        if values.get("dummy_predicts") and len(boards) == self.count and not any(map(_has_dummy, boards)):
            self.problem(self.line_of("dummy_predicts"), say("“dummy_predicts”: no board of this lesson has a dummy."))
        if self.problems:
            items = tuple(sorted(self.problems, key=lambda problem: problem.line))[:_MOST_PROBLEMS]
            return Problems(self.name, items, steps, values)
        return Lesson(name=self.name, steps=steps, **values)

    # The head

    def head(self) -> tuple[dict[str, Any] | None, int]:
        """The TOML between the first two `+++` lines (None: there is none), and how many lines come before the body."""
        marks = [place for place, line in enumerate(self.lines) if line.rstrip() == "+++"][:2]
        if len(marks) < 2 or any(line.strip() for line in self.lines[: marks[0]]):
            self.problem(1, say("A lesson begins with its head between two lines {mark}.", mark="+++"))
            return None, 0
        for number, line in enumerate(self.lines[: marks[1]], 1):
            if len(line) > _LONGEST_LINE:
                self.problem(
                    number, say("This line of the head is too long: {most} letters at most.", most=_LONGEST_LINE)
                )
                return None, marks[1] + 1
        try:
            return tomllib.loads("\n" * (marks[0] + 1) + "\n".join(self.lines[marks[0] + 1 : marks[1]])), marks[1] + 1
        except tomllib.TOMLDecodeError as error:
            at = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
            reason = str(error).partition(" (at ")[0]
            self.problem(int(at[1]) if at else marks[1] + 1, say("The head is not TOML: {reason}.", reason=reason))
            return None, marks[1] + 1

    def salvaged(self, end: int) -> dict[str, Any]:
        """What single lines above line `end` (from 1) say in a head that is no TOML as a whole: enough to look at the
        lesson, and to read its boards by their rules. Sets these; adds no problems."""
        head: dict[str, Any] = {}
        table = head
        for line in self.lines[:end]:
            if len(line) > _LONGEST_LINE:
                continue
            try:
                found = tomllib.loads(line)
            except (ValueError, RecursionError):
                continue
            if re.match(r"\s*\[\w+\]", line):
                head |= found
                table = next(iter(found.values()))
            else:
                table |= found
        options = head["options"] if isinstance(head.get("options"), dict) else {}
        if head.get("game") in GAMES:
            self.game = head["game"]
        rules = _TABLES[self.game]
        preset = str(options.pop("preset", rules.preset))
        self.base = rules.presets.get(preset, rules.presets[rules.preset])
        with suppress(OptionError):
            self.base = _changed(self.base, options)
        texts = {
            key: value for key, value in head.items() if isinstance(value, str) and _FIELDS.get(key, (0,))[0] is str
        }
        return texts | {"preset": preset, "options": self.base}

    def line_of(self, key: str) -> int:
        """The line on which a field of the head or its table begins, 1 if it has none."""
        return self._keys.get(key, 1)

    @cached_property
    def _keys(self) -> dict[str, int]:
        """What stands before the first `=` or `]` of each line, with the first line of which this is true."""
        found: dict[str, int] = {}
        for number, line in enumerate(self.lines, 1):
            if key := re.match(r"\s*\[?\"?([^\]=]+)[\]=]", line):
                found.setdefault(key[1].rstrip().removesuffix('"'), number)
        return found

    def fields(self, head: dict[str, Any]) -> dict[str, Any]:
        """The fields of a `Lesson` from the head. What is wrong or missing becomes a problem and a stand-in."""
        for key in head.keys() - _FIELDS.keys():
            self.problem(self.line_of(key), say("There is no field “{field}”.", field=key))
        values: dict[str, Any] = {}
        for key, (kind, default) in _FIELDS.items():
            value = head.get(key, default)
            if value is None:
                self.problem(1, say("The field “{field}” is missing.", field=key))
                continue
            if type(value) is not kind or value == "" or (kind is list and not _right_list(key, value)):
                what = _WANTED.get(key) or _WANTED[kind]
                self.problem(self.line_of(key), say("“{field}” must be {what}.", field=key, what=what))
                value = kind()
            values[key] = _frozen(value) if kind is list else value
        if values.get("game", "hool") in GAMES:
            self.game = values.get("game", "hool")
        else:
            known = ", ".join(GAMES)
            text = say("There is no game “{game}”. There are: {games}.", game=str(values["game"]), games=known)
            self.problem(self.line_of("game"), text)
        if values.get("rung") not in range(14):
            self.problem(self.line_of("rung"), say("“{field}” must be {what}.", field="rung", what="0 to 13"))
        if type(head.get("minutes")) is int and head["minutes"] not in range(1, 601):
            self.problem(self.line_of("minutes"), say("“{field}” must be {what}.", field="minutes", what="1 to 600"))
            values["minutes"] = 60
        for skill in values.get("check", ()):
            if skill not in SKILLS:
                self.problem(self.line_of("check"), say("There is no skill “{skill}” to check.", skill=skill))
            elif skill not in _TABLES[self.game].skills:
                self.problem(self.line_of("check"), say("The skill “{skill}” is of another game.", skill=skill))
        try:
            _question("end", values.get("reflection") or "?", 0)
        except SaidError as fault:
            self.problem(self.line_of("reflection"), fault.why)
        values["phases"] = tuple(self.phases(values.get("phases") or {}))
        values["ages"] = tuple(self.ages(values.get("ages") or {}))
        values["preset"] = self.options(dict(values.pop("options", {})))
        values["options"] = self.base
        return values

    def phases(self, table: Mapping[str, Any]) -> Iterator[tuple[int, tuple[int, ...]]]:
        for key, value in table.items():
            good = isinstance(value, list) and len(value) == 4 and all(type(each) is int for each in value)
            if not (good and key.isdecimal() and sum(value) == int(key)):
                text = say("The phases of a lesson of {minutes} minutes are four numbers with that sum.", minutes=key)
                self.problem(self.line_of(key), text)
            else:
                yield int(key), tuple(value)

    def ages(self, table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        for key in [*AGES, *(key for key in table if key not in AGES)]:
            if key not in AGES:
                self.problem(self.line_of(key), say("There is no age “{age}”; write 8-10, 11-14, adults.", age=key))
            elif not isinstance(table.get(key), str):
                self.problem(self.line_of("ages"), say("“ages” says nothing for {age}.", age=key))
            else:
                yield key, table[key]

    def options(self, table: dict[str, Any]) -> str:
        """Sets the options all boards begin from; the name of their preset."""
        rules = _TABLES[self.game]
        self.base = rules.presets[rules.preset]
        preset = str(table.pop("preset", rules.preset))
        if preset not in rules.presets:
            known = ", ".join(rules.presets)
            text = say("There is no preset “{preset}”. There are: {presets}.", preset=preset, presets=known)
            self.problem(self.line_of("preset"), text)
            return rules.preset
        self.base = rules.presets[preset]
        try:
            changed = _changed(self.base, table)
            if isinstance(changed, hoola.Options):
                lesson_hoola.look_at_options(changed)
            GAMES[self.game].boards_in_match(changed, len(SEATS))  # whether four can play by them
            self.base = changed
        except OptionError as fault:
            self.problem(self.line_of("options"), fault.why)
        return preset

    # The body

    def steps(self, start: int) -> Iterator[Step]:
        """The steps below line `start` (counted from 0)."""
        tokens = _BLOCKS.parse("\n" * start + "\n".join(self.lines[start:]))
        title, parts, board, began = "", list[Part](), None, start + 1
        asked: list[tuple[int, Part]] = []  # the step's predictions, with their lines
        for place, token in enumerate(tokens):
            if token.map is None:
                continue
            line = token.map[0] + 1
            if token.type == "blockquote_open" and token.level:
                self.problem(line, say("A quote stands by itself, not inside something else."))
            if token.level or token.nesting == -1:
                continue
            if token.type == "heading_open" and token.tag == "h1":
                self.problem(line, say("The title stands in the head; headings of steps begin with ##."))
            elif token.type == "heading_open" and token.tag == "h2":
                if title or parts:
                    yield replace(self.step(title, parts, board, asked), line=began)
                title, parts, board, asked, began = tokens[place + 1].content, [], None, [], line
                if not title:
                    self.problem(line, say("A step needs a title after ##."))
            elif token.type == "fence" and (fence := token.info.strip().lower()) in ("pbn", "deal"):
                if board is not None:
                    self.problem(line, say("This step has a board already. Give the next one a heading of its own."))
                board = self.board(token, line, fence) or board
                parts.append(Part("board"))
            else:
                part = self.part(token, line)
                if part.kind == "predict":
                    asked.append((line, part))
                if part.kind == "text" and parts and parts[-1].kind == "text":
                    parts[-1] = Part("text", parts[-1].text + "\n\n" + part.text)
                else:
                    parts.append(part)
        if title or parts:
            yield replace(self.step(title, parts, board, asked), line=began)

    def step(
        self, title: str, parts: Sequence[Part], board: LessonBoard | None, asked: Sequence[tuple[int, Part]]
    ) -> Step:
        """A step whose predictions, given with their lines, have been looked at."""
        for line, part in asked:
            try:
                if not any(each.kind == "board" for each in parts):
                    raise SaidError(say("A prediction belongs to a board, and this step has none."))
                question = _question(part.when, part.text, 13, _TABLES[self.game].seats)
                if question.kind == "tricks" and not _TABLES[self.game].tricks:
                    raise SaidError(say("There are no tricks in this game: it cannot have the answers [tricks]."))
                if board is not None:  # else it has problems of its own
                    _look_at_moment(part.when, board)
            except SaidError as fault:
                self.problem(line, fault.why)
        return Step(title, tuple(parts), board)

    def part(self, token: Token, line: int) -> Part:
        """A top-level piece of Markdown as it stands in the file; a marked quote without its marks."""
        assert token.map is not None
        source = "\n".join(self.lines[token.map[0] : token.map[1]]).rstrip()
        if token.type != "blockquote_open":
            return Part("text", source)
        inner = re.sub(r"^ {0,3}> ?", "", source, flags=re.M)
        label = re.match(r"\s*(Predict\b[^:\n]{0,40}?|[A-Za-z][\w ]{0,14}?)\s*:\s*", inner, re.I)
        if not label:
            return Part("text", source)
        words = " ".join(label[1].split()).casefold()
        if words.startswith("predict "):
            when = _moment(words.removeprefix("predict "))
            if when:
                return Part("predict", inner[label.end() :], when)
            text = say(
                "A prediction may be asked after the clues, before the lead, when dummy opens, or after trick 3."
            )
            self.problem(line, _IN_HOOLA if self.game == "hoola" else text)
            return Part("text", source)
        for kind, name in KINDS.items():
            if words == name.casefold():
                return Part(kind, inner[label.end() :])
        text = say("A quote may begin with Teacher:, Predict: or Note card:, not with {label}:", label=label[1])
        self.problem(line, text)
        return Part("text", source)

    def board(self, token: Token, line: int, fence: str) -> LessonBoard | None:
        """The board of a block whose fence is on `line`. fence: the word behind its backticks."""
        before = len(self.problems)
        self.count += 1
        if self.count > MOST_BOARDS:
            if self.count == MOST_BOARDS + 1:
                self.problem(line, say("A lesson has {most} boards at most.", most=MOST_BOARDS))
            return None
        wanted, drawn = _TABLES[self.game].fence, _TABLES[self.game].drawn
        if fence != wanted:
            text = say("The boards of this game stand in blocks that begin with {fence}.", fence=f"```{wanted}")
            self.problem(line, text)
            return None
        report: Report = deal_block.read(token.content, drawn) if wanted == "deal" else pbn.read(token.content)
        for fault in report.problems:
            self.problem(line + max(fault.line, 1), fault.text)
        if len(report.boards) != 1:
            if not report.problems:
                self.problem(line, say("A block holds one board."))
            return None
        board = report.boards[0]
        lines = {tag: line + number for number, tag in _tag_lines(token.content)}
        known = deal_block.DRAWN_TAGS if drawn else deal_block.TAGS
        for tag in lines.keys() - (_TAGS if wanted == "pbn" else set(known)):
            self.problem(lines[tag], say("A board in a lesson has no tag “{tag}”.", tag=tag))
        for tag, value in board.tags:
            if len(value) > _MAX_TAG:
                text = say("“{tag}” is longer than {count} letters.", tag=tag, count=_MAX_TAG)
                self.problem(lines.get(tag, line), text)
        if board.number != self.count:
            text = say("This is board {count} of the lesson, not {number}.", count=self.count, number=board.number)
            self.problem(lines.get("Board", line), text)
        if drawn:
            turns = [line + n for n, tag in enumerate(token.content.split("\n"), 1) if re.match(r"\s*\[\s*Play\b", tag)]
            return self.in_hoola(board, lines, line, before, turns)
        if wanted == "deal":
            return self.checked(board, lines, line, before)
        if board.options is None and (board.declarer is None) != (not board.contract):
            text = say("Declarer and contract belong together: give both or neither.")
            self.problem(lines.get("Contract", lines.get("Declarer", line)), text)
        elif board.options is None and not board.contract and "Play" in lines:
            self.problem(lines["Play"], say("“Play” needs “Declarer” and “Contract”."))
        return self.checked(board, lines, line, before)

    def checked(self, board: FileBoard, lines: Mapping[str, int], line: int, before: int) -> LessonBoard | None:
        """The board if its game can begin with it and it shows what it claims. lines: of its tags; before: how many
        problems there were before it."""
        try:
            options = _changed(self.base, _options_tag(board.tag("Options")))
            if self.game == "hool":
                options = board.options_with(options)
                if board.options is not None and board.tag("Options"):
                    raise OptionError(say("This board has options of its own already, in HoolOptionTable."))
            replay(GAMES[self.game], Board(board.number, board.dealer, 4, options), board.deal, board.acts)
            if self.game == "oh_hell":
                _look_at_turned(board, options)
        except IllegalAction as fault:
            self.problem(
                lines.get("Play", line), say("The cards in “Play” cannot be played here: {why}", why=fault.why)
            )
            return None
        except OptionError as fault:
            self.problem(lines.get("Options", line), fault.why)
            return None
        except CardError as fault:
            self.problem(lines.get("Deal", line), fault.why)
            return None
        found = LessonBoard(board, options, line=line, game=self.game)
        claims = tuple(self.claims(found, lines.get("Claims", line)))
        return replace(found, claims=claims) if len(self.problems) == before else None

    def in_hoola(
        self, board: FileBoard, lines: Mapping[str, int], line: int, before: int, turns: Sequence[int]
    ) -> LessonBoard | None:
        """As `checked`, with the acts of the clock between those that have been played. turns: the lines of these."""
        try:
            options = _changed(self.base, _options_tag(board.tag("Options")))
            lesson_hoola.look_at_options(options)
            acts = lesson_hoola.played(Board(board.number, board.dealer, 4, options), board.deal, board.acts)
        except OptionError as fault:
            self.problem(lines.get("Options", line), fault.why)
        except CardError as fault:
            self.problem(lines.get("Deal", line), fault.why)
        except lesson_hoola.Refused as fault:
            played = [text for tag, text in board.tags if tag == "Play"]
            of_act = [at for at, text in zip(turns, played, strict=False) for _ in text.split(",")]
            at = of_act[fault.place] if fault.place < len(of_act) else line
            seat, text = board.acts[fault.place]
            self.problem(at, say("“{act}” cannot be played here: {why}", act=f"{seat + 1} {text}"[:80], why=fault.why))
        else:
            return self.checked(replace(board, acts=acts), lines, line, before)
        return None

    def claims(self, board: LessonBoard, line: int) -> Iterator[Claim]:
        for text in filter(None, map(str.strip, board.pbn.tag("Claims").split(";"))):
            claim = _claim(text, self.game)
            if claim is None:
                self.problem(line, say("“{claim}” is no claim that can be checked.", claim=text))
                continue
            wrong = _WRONG[self.game](board, claim)
            if wrong is not None:
                self.problem(line, wrong)
            yield claim


class _OfGame(NamedTuple):
    """What lessons of a game have of their own."""

    fence: str  # the word with which the block of a board begins
    presets: Mapping[str, Any]
    preset: str  # the one that need not be named
    seats: Sequence[str]  # how seats are called in the file
    skills: Sequence[str]  # what its check can ask
    tricks: bool = True  # whether there are any
    drawn: bool = False  # whether the cards that nobody holds are drawn from


_TABLES = {
    "hool": _OfGame(
        "pbn", hool.PRESETS, "full", SEATS, [each for each in SKILLS if each not in OH_HELL_SKILLS + HOOLA_SKILLS]
    ),
    "oh_hell": _OfGame("deal", oh_hell.PRESETS, "p2p", "1234", TRICK_SKILLS + OH_HELL_SKILLS),
    "hoola": _OfGame("deal", hoola.PRESETS, "seed", "1234", HOOLA_SKILLS, tricks=False, drawn=True),
}

# The fields of the head: their kind, and what they are if left out (None: they may not be).
_FIELDS: dict[str, tuple[type, Any]] = {
    "title": (str, None),
    "rung": (int, 0),
    "game": (str, "hool"),
    "minutes": (int, None),
    "new": (str, None),
    "goal": (str, None),
    "big_question": (str, None),
    "story": (str, None),
    "reflection": (str, None),
    "check": (list, None),
    "dummy_predicts": (bool, False),
    "look_for": (list, None),
    "mistakes": (list, None),
    "ask_back": (list, None),
    "phases": (dict, None),
    "ages": (dict, None),
    "options": (dict, {}),
}
_WANTED = {
    "ask_back": say("a list of pairs: what they ask, and what you ask back"),
    str: say("a text in quotation marks"),
    int: say("a number"),
    bool: say("true or false"),
    list: say("a list of texts"),
    dict: say("a table"),
}


def _right_list(key: str, value: Any) -> bool:
    """Only the check may ask nothing."""
    if not value:
        return key == "check"
    if key == "ask_back":
        return all(isinstance(each, list) and [*map(type, each)] == [str, str] for each in value)
    return all(isinstance(each, str) for each in value)


def _frozen(value: list[Any]) -> tuple[Any, ...]:
    return tuple(tuple(each) if isinstance(each, list) else each for each in value)


def _changed(base: Any, changes: Mapping[str, Any]) -> Any:
    """Options of any game with some of them changed. Raises OptionError."""
    stated = {item.name: getattr(base, item.name) for item in fields(base)}
    return options_from_json(type(base), stated | dict(changes))


def _look_at_turned(board: FileBoard, options: oh_hell.Options) -> None:
    """Raises CardError unless the board says which card is turned up where one is, and says none elsewhere."""
    turns = options.trump == "turn_up" and (board.deal.rest or options.no_stock != "no_trump")
    if turns and board.deal.turned is None:
        raise CardError(say("Say which card is turned up, behind the hands, such as {example}.", example="turned 4D"))
    if not turns and board.deal.turned is not None:
        raise CardError(say("No card is turned up on this board: trumps come from elsewhere."))


def _options_tag(text: str) -> dict[str, Any]:
    """What `[Options "trumps = 'H', clues = 0"]` changes. Raises OptionError."""
    try:
        table: dict[str, Any] = tomllib.loads(f"options = {{{text[: _MAX_TAG + 1]}}}")["options"]
    except tomllib.TOMLDecodeError:
        raise OptionError(say("Options are written like this: trumps = 'H', dummy = false.")) from None
    return table


def _tag_lines(block: str) -> Iterator[tuple[int, str]]:
    """Every tag that begins a line of a block, with its line from 1."""
    for number, line in enumerate(block.split("\n"), 1):
        if tag := re.match(r"\s*\[\s*(\w+)", line):
            yield number, tag[1]


# Predictions


def _moment(words: str) -> str | None:
    """The name of the moment that a quote calls "after the clues" or "after trick 3"; None: there is no such one."""
    after = re.fullmatch(r"after (trick [1-9][0-9]?)", words)
    return after[1] if after else next((name for name, said in MOMENTS.items() if said == words), None)


def _question(when: str, text: str, tricks: int, seats: Sequence[str] = SEATS) -> Question:
    """The question in a prediction or reflection, as written. tricks: of its board, 0 if it has none. seats: how they
    are called.

    Raises SaidError if its answers are wrong.
    """
    found = re.search(r"(?<!\\)\[([^\[\]]*)\]\s*$", text)
    asked = text[: found.start()].strip() if found else text.strip()
    if re.search(r"[\[\]]", re.sub(r"\\.|!?\[[^\[\]]*\]\([^()]*\)", "", asked)):  # neither escaped nor of a link
        raise SaidError(say("Answers stand once, at the end of the question, like this: [yes | no]."))
    if not asked:
        raise SaidError(say("A question is missing here."))
    if not found:
        return Question(when, asked)
    words = " ".join(found[1].split())
    if words == "seats":
        return Question(when, asked, tuple(seats), "seats")
    if words == "tricks":
        if not tricks:
            raise SaidError(say("Only a prediction has the answers [tricks]."))
        return Question(when, asked, tuple(map(str, range(tricks + 1))), "tricks")
    return Question(when, asked, tuple(_answers(words)), "words")


def _answers(words: str) -> list[str]:
    """The answers in `yes | no` or `0-3`. Raises SaidError."""
    if span := re.fullmatch(r"([0-9]{1,4}) ?- ?([0-9]{1,4})", words):
        low, high = int(span[1]), int(span[2])
        if low >= high:
            raise SaidError(say("[{answers}]: the smaller number comes first.", answers=words))
        answers = [str(number) for number in range(low, high + 1)]
    else:
        answers = [answer.strip() for answer in words.split("|")]
    if len(answers) < 2:
        raise SaidError(say("[{answers}]: give two answers or more, with | between them.", answers=words))
    if len(answers) > MOST_ANSWERS:
        raise SaidError(say("{count} answers are too many; {most} is the most.", count=len(answers), most=MOST_ANSWERS))
    for answer in answers:
        if not answer:
            raise SaidError(say("[{answers}]: an answer is empty.", answers=words))
        if len(answer) > LONGEST_ANSWER:
            raise SaidError(say("“{answer}” is longer than {most} letters.", answer=answer[:60], most=LONGEST_ANSWER))
        if answers.count(answer) > 1:
            raise SaidError(say("[{answers}]: “{answer}” is there twice.", answers=words, answer=answer))
    return answers


def _has_dummy(board: LessonBoard) -> bool:
    return board.game == "hool" and bool(board.options.dummy and board.options.partners)


_IN_HOOLA = say("In Hoola a prediction is asked before the board or after the first meld.")


def _look_at_moment(when: str, board: LessonBoard) -> None:
    """Raises SaidError if play never comes to this moment, or the given cards are past it."""
    given, tricks = board.pbn, len(board.pbn.deal.hands[0])
    if board.game == "hoola" and when not in ("start", "meld"):
        raise SaidError(_IN_HOOLA)
    if board.game != "hoola" and when == "meld":
        raise SaidError(say("There are no melds in this game."))
    if when == "clues" and not getattr(board.options, "clues", 0):
        raise SaidError(say("There are no clues on this board."))
    if when == "dummy" and not _has_dummy(board):
        raise SaidError(say("This board has no dummy."))
    if when.startswith("trick") and int(when.split()[1]) >= tricks:
        if tricks == 1:
            raise SaidError(say("This board has one trick only: ask before the lead at the latest."))
        raise SaidError(
            say("This board has {count} tricks: ask after trick {last} at the latest.", count=tricks, last=tricks - 1)
        )
    if given.acts and when != "start":
        rules = GAMES[board.game]
        before = rules.view(replay(rules, board.board(), given.deal, given.acts[:-1]), None)
        if reached(when, before):
            raise SaidError(say("The cards in “Play” are past this moment."))


# Claims

_WHO = "(NS|EW|N|E|S|W)"
_BID = "([1-7](?:C|D|H|S|NT))"
_CARD = "([2-9TJQKA][SHDC])"
_CLAIMS = {
    # Best play with all cards seen; for a contract `who` declares, two seats: each of them.
    "makes": re.compile(f"{_WHO} makes? {_BID}"),
    "fails": re.compile(f"{_WHO} fails? {_BID}"),
    "takes": re.compile(rf"{_WHO} takes? (\d+)(?: in (NT|S|H|D|C))?"),
    "or more": re.compile(rf"{_WHO} takes? (\d+) or more(?: in (NT|S|H|D|C))?"),
    "needs a ruff": re.compile(f"([NESW]) needs a ruff in ([NESW]) for {_BID}"),
    # One against three: what `who` takes whatever the others do, and what is possible if all help.
    "is sure of": re.compile(r"([NESW]) is sure of (\d+)"),
    "can win": re.compile(r"([NESW]) can win (\d+)"),
    "cannot win": re.compile(r"([NESW]) cannot win (\d+)"),
    "can beat": re.compile(f"{_CARD} can beat {_CARD}"),
    "cannot beat": re.compile(f"{_CARD} cannot beat {_CARD}"),
    "card can win": re.compile(f"{_CARD} can win"),
    # Facts.
    "is declarer": re.compile("([NESW]) is declarer"),
    "has": re.compile(rf"{_WHO} (hcp|spades|hearts|diamonds|clubs|pattern) (\d+(?:-\d+-\d+-\d+)?)"),
}
# Of Oh Hell: players have numbers, and everybody is against everybody.
_OH_HELL_CLAIMS = {
    "is sure of": re.compile(r"([1-4]) is sure of (\d+)"),
    "can win": re.compile(r"([1-4]) can win (\d+)"),
    "cannot win": re.compile(r"([1-4]) cannot win (\d+)"),
    "all can make": re.compile(r"all can make (\d+) (\d+) (\d+) (\d+)"),
}


_CLAIMS_OF = {"hool": _CLAIMS, "oh_hell": _OH_HELL_CLAIMS, "hoola": lesson_hoola.CLAIMS}


def _claim(text: str, game: str) -> Claim | None:
    for kind, pattern in _CLAIMS_OF[game].items():
        if match := pattern.fullmatch(text):
            words = [word or "" for word in match.groups()]
            if "card" in kind or "beat" in kind or kind == "all can make":
                return Claim(text, kind, (), tuple(words))
            seats = tuple(_TABLES[game].seats.index(letter) for letter in words[0])
            return Claim(text, kind, seats, tuple(words[1:]))
    return None


def _wrong(board: LessonBoard, claim: Claim) -> Text | None:
    """Why a claim does not hold or makes no sense here, as far as the cards tell without being played."""
    deal = board.pbn.deal
    if claim.kind == "all can make" and sum(map(int, claim.values)) != len(deal.hands[0]):
        return say("“{claim}”: these numbers do not add up to the tricks.", claim=claim.text)
    if claim.kind == "has":
        kind, value = claim.values
        hands = [deal.hands[seat] for seat in claim.seats]
        told = [hool.clue_value(hand, kind) for hand in hands]
        truth = str(told[0]) if len(told) == 1 else "" if kind == "pattern" else str(sum(map(int, told)))
        if truth != value:
            return say("“{claim}” does not hold; it is {truth}.", claim=claim.text, truth=truth or "-")
    elif claim.kind == "is declarer":
        declarer = hool.start(board.board(), deal).declarer
        if (declarer,) != claim.seats:
            truth_of: SeatRef | str = "-" if declarer is None else SeatRef(declarer)
            return say("“{claim}” does not hold; it is {truth}.", claim=claim.text, truth=truth_of)
    elif claim.kind in ("makes", "fails", "needs a ruff") and len(deal.hands[0]) != 13:
        return say("“{claim}”: a contract needs all 52 cards.", claim=claim.text)
    elif "card" in claim.kind or "beat" in claim.kind:
        dealt = {card for hand in deal.hands for card in hand}
        for word in claim.values:
            if parse_card(word) not in dealt:
                return say("“{claim}”: {card} is not in this pack.", claim=claim.text, card=parse_card(word))
    return None


def _wrong_in_hoola(board: LessonBoard, claim: Claim) -> Text | None:
    return lesson_hoola.wrong(board.state(), claim.kind, claim.seats[0], claim.values, claim.text)


_WRONG = {"hool": _wrong, "oh_hell": _wrong, "hoola": _wrong_in_hoola}


# ---------------------------------------------------------------------------------------------------- writing


def write(lesson: Lesson) -> str:
    """The text of a lesson, the inverse of `read`."""
    return "\n\n".join(("\n".join(("+++", *_head(lesson), "+++")), *_body(lesson))) + "\n"


def _head(lesson: Lesson) -> Iterator[str]:
    for key, (kind, default) in _FIELDS.items():
        value = getattr(lesson, key)
        if kind is not dict and value != default:
            yield f"{key} = {_toml(value)}"
    yield from ("", "[phases]", *(f"{minutes} = {_inline(plan)}" for minutes, plan in lesson.phases))
    yield from ("", "[ages]", *(f"{age} = {_inline(text)}" for age, text in lesson.ages))
    preset = _TABLES[lesson.game].presets[lesson.preset]
    yield from ("", "[options]", f"preset = {_inline(lesson.preset)}")
    for item in fields(preset):
        value = getattr(lesson.options, item.name)
        if value != getattr(preset, item.name) and value is not None:
            yield f"{item.name} = {_inline(value)}"


def _toml(value: Any) -> str:
    """A value of the head; each item of a long list has its line."""
    short = _inline(value)
    if not isinstance(value, tuple) or len(short) <= 100:
        return short
    return "[\n" + "".join(f"  {_inline(each)},\n" for each in value) + "]"


def _inline(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(_inline, value)) + "]"
    text = str(value).replace("\\", r"\\").replace('"', r"\"")
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda odd: f"\\u{ord(odd[0]):04x}", text) + '"'


def _body(lesson: Lesson) -> Iterator[str]:
    for step in lesson.steps:
        if step.title:
            yield f"## {step.title}"
        for part in step.parts:
            if part.kind == "board":
                assert step.board is not None
                yield f"```{_TABLES[step.board.game].fence}\n" + "\n".join(_block(step.board)) + "\n```"
            elif part.kind == "text":
                yield part.text
            else:
                moment = MOMENTS.get(part.when, f"after {part.when}")
                quote = f"{KINDS[part.kind]}{moment and ' '}{moment}: {part.text}"
                yield "\n".join(f"> {line}" if line else ">" for line in quote.split("\n"))


def _block(board: LessonBoard) -> Iterator[str]:
    """A board for people who write with a text editor: what it needs, and all of PBN only if cards were played."""
    given = board.pbn
    if board.game != "hool":
        yield from deal_block.write(given, _TABLES[board.game].drawn)
        return
    if given.acts or given.options is not None:
        yield from (line for line in pbn.write([given]).split("\n") if line and line[0] != "%")
        return
    yield f'[Board "{given.number}"]'
    yield f'[Dealer "{SEATS[given.dealer]}"]'
    yield f'[Deal "N:{" ".join(map(format_hand, given.deal.hands))}"]'
    if given.declarer is not None:
        yield f'[Declarer "{SEATS[given.declarer]}"]'
        yield f'[Contract "{given.contract}{"X" * (given.doubled // 2)}"]'
    for tag in ("Options", "Claims"):
        if given.tag(tag):
            yield f'[{tag} "{given.tag(tag)}"]'


def listing(lesson: Lesson) -> str:
    """A line about a lesson for the `flask lessons` command."""
    place = f"rung {lesson.rung}" if lesson.rung else "beside the ladder"
    game = "" if lesson.game == "hool" else f"{lesson.game}, "
    return f"{lesson.name}: {lesson.title} ({game}{place}, {lesson.minutes} minutes, {len(lesson.boards)} boards)"
