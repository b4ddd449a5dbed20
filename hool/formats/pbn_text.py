"""The text of a PBN file, cut into games: what stands where, not yet what it means (PBN 2.1, 2, 3 and 4.8).

A game ends at an empty line, except inside a comment. Real files leave that line out, or put one after every
line; both are understood.

Files come from anybody, so the work grows no faster than the file: no expression goes twice over the same text,
and what could be multiplied (long values and many tags that later games inherit) is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from hool.rules.text import Text, say

# In the order in which export format writes them.
MANDATORY = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal"),
    *("Scoring", "Declarer", "Contract", "Result"),
)

# Far beyond what the standard allows (255 characters in a line) and what programs write.
MAX_VALUE = 1000  # characters of a tag's value
MAX_CELL = 200  # characters of a token in a section; what is longer means nothing there and is cut off
MAX_TAGS = 100  # tags of one game

MAX_NOTES = 64  # of one section; the standard has 32

SECTIONS = ("Auction", "Play")
KNOWN_TAGS = {
    name.lower(): name
    for name in (*MANDATORY, *SECTIONS, "Note", "Score", "OptimumResultTable", "OptimumScore", "DoubleDummyTricks")
}

# A sign of ISO-8859-1 amid letters: there stands a letter of ISO-8859-2, such as the Polish ones.
_SIGN_IN_WORD = re.compile(r"[A-Za-z\xc0-\xff][\xa1-\xa9\xab-\xb9\xbb-\xbf]|[\xa1\xa3\xa6\xaf\xb1\xb3\xb6\xbf][a-z]")


def decode(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    # Without a mark at the start, UTF-16 shows in every second byte of its ASCII being zero.
    head = data[:400]
    if head[1::2].count(0) > len(head) // 3:
        return data.decode("utf-16-le", errors="replace")
    if head[::2].count(0) > len(head) // 3:
        return data.decode("utf-16-be", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    text = data.decode("iso-8859-1")
    eastern = _SIGN_IN_WORD.search(text) is not None
    if re.search(r"[\x80-\x9f]", text):  # no sign of any ISO-8859, but letters and quotes on Windows
        return data.decode("cp1250" if eastern else "cp1252", errors="replace")
    return data.decode("iso-8859-2") if eastern else text


def is_binary(text: str) -> bool:
    odd = sum((ch < " " and ch not in "\t\n\r\f\v\x1a") or ch == "\ufffd" for ch in text)
    return odd * 50 > len(text)


@dataclass(slots=True)
class Tag:
    line: int
    name: str
    value: str
    rows: list[tuple[int, str]] = field(default_factory=list)  # (line, token) of the section that follows
    notes: list[str] = field(default_factory=list)  # `1: text`, of an auction or of cards


@dataclass(slots=True)
class Game:
    line: int
    tags: dict[str, Tag] = field(default_factory=dict)
    orphans: list[tuple[int, str]] = field(default_factory=list)  # tokens before the first tag
    last: Tag | None = None
    section: Tag | None = None  # the last that may have notes
    in_turn: bool = False  # cards stand as they were played, not in columns
    fault: tuple[int, Text] | None = None  # why its deal cannot be used

    def add(self, tag: Tag) -> None:
        """The next tag. One that the game has already is ignored, with the rows below it."""
        self.last = tag
        if tag.name not in self.tags:
            self.tags[tag.name] = tag
            if tag.name in SECTIONS:
                self.section = tag

    @property
    def cells(self) -> list[tuple[int, str]]:
        """Where the next token belongs."""
        return self.last.rows if self.last else self.orphans

    def strays(self) -> Iterator[tuple[int, str]]:
        """Words that belong to no section, one for each place: before the first tag, or below one that has no rows."""
        for rows in (self.orphans, *(tag.rows for tag in self.tags.values() if tag.name in MANDATORY)):
            yield from rows[:1]

    def value(self, name: str) -> str:
        tag = self.tags.get(name)
        return "" if tag is None or tag.value.strip() in ("?", "") else tag.value.strip()

    def line_of(self, *names: str) -> int:
        return next((self.tags[name].line for name in names if name in self.tags), self.line)


# A `+` after a repetition gives nothing back. `\s` may run over lines, all else ends with its line.
_TOKEN = re.compile(
    r"""
      (?P<escape>  ^%[^\n]* )
    | (?P<blank>   ^[ \t\f\v\x1a\xa0]*+\n [ \t\f\v\x1a\xa0\n]*+ )
    | (?P<space>   [ \t\f\v\x1a\xa0\ufeff]++\n? | \n )
    | (?P<comment> ;[^\n]* )
    | (?P<brace>   \{ )
    | (?P<tag>     \[ \s*+ (?P<name>\w{1,64}+)(?!\w) \s*+ (?:
                     "(?P<value>(?: [^"\\\n]++ | \\. ){0,1000})" \s*+ \]
                   | (?P<loose>(?: [^\]\n]++ | \](?![^\S\n]*+(?:$|[\[;{])) ){0,1000})
                     \s*+ \](?=[^\S\n]*+(?:$|[\[;{]))
                   ) )
    | (?P<broken>  \[[^\n]* )
    | (?P<string>  "[^"\n]*" )
    | (?P<word>    [^\s;{\["]+ )
    | (?P<stray>   . )
    """,
    re.MULTILINE | re.VERBOSE,
)


def games(text: str, problem: Callable[[int, Text], None]) -> list[Game]:
    """The file cut into games, each with its tags and the tokens of their sections."""
    text = re.sub(r"\r\r\n|\r\n|\r", "\n", text)
    found: list[Game] = []
    game = Game(1)
    line, pos = 1, 0
    last_brace = text.rfind("}")
    while pos < len(text):
        match = _TOKEN.match(text, pos)
        assert match is not None, "the last alternative matches any character"
        kind, end = match.lastgroup, match.end()
        if kind == "string" or kind == "word":
            cell = match.group().strip('"')[:MAX_CELL]
            game.cells.append((line, cell))
        elif kind == "blank":
            if game.tags:
                found.append(game)
                game = Game(line + 1)
            elif found:  # a section that a blank line has cut
                found[-1].cells.extend(game.orphans)
                game.orphans.clear()
        elif kind == "tag":
            name, value = _pair(match)
            if _begins_anew(game, name, value):
                found.append(game)
                game = Game(line)
            if not game.tags:
                game.line = line
            if len(value) > MAX_VALUE:
                problem(line, say("The value of {tag} is too long and is left out.", tag=name))
                game.last = Tag(line, name, "")
            elif name == "Note":
                # An empty line may have cut it from the section whose note it is.
                section = found[-1].section if found and not game.tags else game.section
                if section is not None and len(section.notes) < MAX_NOTES:
                    section.notes.append(value)
            else:
                game.add(Tag(line, name, value))
        elif kind == "brace" and pos < last_brace:
            end = text.index("}", pos) + 1
        elif kind == "brace":
            problem(line, say("A comment begins here with {brace} and never ends.", brace="{"))
            end = text.find("\n", pos)
            end = end if end >= 0 else len(text)
        elif kind == "broken":
            problem(line, say("This tag has no end and is left out: {tag}", tag=match.group()[:60]))
        line += text.count("\n", pos, end)
        pos = end
    if game.tags:
        found.append(game)
    elif found:
        found[-1].cells.extend(game.orphans)
    return [_bounded(game, problem) for game in _join(found)]


def _pair(match: re.Match[str]) -> tuple[str, str]:
    """Name and value of a tag, also of one whose quotes are missing, curly or not doubled inside."""
    name, value = match["name"], match["value"]
    if value is not None:
        value = re.sub(r'\\(["\\])', r"\1", value)
    else:
        value = match["loose"].rstrip()
        value = value[1:] if value.startswith(('"', "“")) else value
        value = value[:-1] if value.endswith(('"', "”")) else value
    return KNOWN_TAGS.get(name.lower(), name), value


def _bounded(game: Game, problem: Callable[[int, Text], None]) -> Game:
    """The game without its tags beyond MAX_TAGS."""
    if len(game.tags) > MAX_TAGS:
        first, *_ = left_out = list(game.tags.values())[MAX_TAGS:]
        problem(first.line, say("No board has more than {count} tags. The others are left out.", count=MAX_TAGS))
        for tag in left_out:
            del game.tags[tag.name]
    return game


def _begins_anew(game: Game, name: str, value: str) -> bool:
    """A tag that comes again belongs to a next board whose blank line is missing, if it names another board;
    else it is a mere repetition, which the standard lets importers ignore."""
    if name not in game.tags or "Deal" not in game.tags:
        return False
    return name == "Event" or (name in ("Board", "Deal") and game.tags[name].value != value)


def _join(games: list[Game]) -> list[Game]:
    """Puts together what blank lines inside a board have cut: some files have one after every line."""
    joined: list[Game] = []
    for game in games:
        before = joined[-1] if joined else None
        if (
            before is not None
            and not before.tags.keys() & game.tags.keys()
            and ("Deal" not in before.tags or not game.tags.keys() & {"Event", "Board", "Deal"})
        ):
            before.cells.extend(game.orphans)
            before.tags |= game.tags
            before.last, before.section = game.last, game.section or before.section
        else:
            joined.append(game)
    return joined


def inherit(games: Iterable[Game]) -> Iterator[Game]:
    """`#` takes the nearest value before; `##value` also gives it to all later boards that do not name the tag, until
    one of them names it: then that value goes on (PBN 2.1, 4.8)."""
    nearest: dict[str, str] = {}
    header: dict[str, Tag] = {}
    for game in games:
        for name, tag in game.tags.items():
            begins = tag.value.startswith("##")
            if begins:
                tag.value = tag.value[2:]
            elif tag.value == "#":
                tag.value = nearest.get(name, "")
            nearest[name] = tag.value
            if begins or (name in header and header[name].value != tag.value):
                header[name] = Tag(tag.line, name, tag.value)
        for name, tag in header.items():
            game.tags.setdefault(name, tag)
        yield game
