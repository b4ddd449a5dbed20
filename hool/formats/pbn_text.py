"""The text of a PBN file, cut into games: what stands where, not yet what it means (PBN 2.1, 2, 3 and 4.8).

A game ends at an empty line, except inside a comment. Real files leave that line out, or put one after every
line; both are understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from hool.rules.text import Text, say

# In the order in which export format writes them.
MANDATORY = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal"),
    *("Scoring", "Declarer", "Contract", "Result"),
)
KNOWN_TAGS = {name.lower(): name for name in (*MANDATORY, "Auction", "Play", "Note", "Score")}


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
        return data.decode("iso-8859-1")


def is_binary(text: str) -> bool:
    odd = sum((ch < " " and ch not in "\t\n\r\f\v\x1a") or ch == "\ufffd" for ch in text)
    return odd * 50 > len(text)


@dataclass(slots=True)
class Tag:
    line: int
    name: str
    value: str
    rows: list[tuple[int, str]] = field(default_factory=list)  # (line, token) of the section that follows


@dataclass(slots=True)
class Game:
    line: int
    tags: dict[str, Tag] = field(default_factory=dict)
    orphans: list[tuple[int, str]] = field(default_factory=list)  # tokens before the first tag
    last: Tag | None = None

    def value(self, name: str) -> str:
        tag = self.tags.get(name)
        return "" if tag is None or tag.value.strip() in ("?", "") else tag.value.strip()

    def line_of(self, *names: str) -> int:
        return next((self.tags[name].line for name in names if name in self.tags), self.line)


_TOKEN = re.compile(
    r"""
      (?P<escape>  ^%[^\n]* )
    | (?P<blank>   ^[ \t\f\v\x1a\xa0]*(?:\n|\Z) )
    | (?P<space>   \n | [ \t\f\v\x1a\xa0\ufeff]+ )
    | (?P<comment> ;[^\n]* | \{[^}]*\} )
    | (?P<tag>     \[ \s* (?P<name>\w+) \s* "(?P<value>(?:[^"\\\n]|\\.)*)" \s* \] )
    | (?P<loose>   \[ \s* (?P<lname>\w+) \s* ["“]? (?P<lvalue>[^\n]*?) ["”]? \s* \] (?=[^\S\n]*(?:$|[\[;{])) )
    | (?P<broken>  [\[{][^\n]* )
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
    while pos < len(text):
        match = _TOKEN.match(text, pos)
        assert match is not None, "the last alternative matches any character"
        token = match.group()
        if match["blank"] is not None:
            found.append(game)
            game = Game(line + 1)
        elif match["tag"] is not None or match["loose"] is not None:
            name = match["name"] or match["lname"]
            name = KNOWN_TAGS.get(name.lower(), name)
            value = re.sub(r'\\(["\\])', r"\1", match["value"]) if match["tag"] else match["lvalue"]
            if _begins_anew(game, name, value):
                found.append(game)
                game = Game(line)
            if not game.tags:
                game.line = line
            game.last = Tag(line, name, value)
            game.tags.setdefault(name, game.last)
        elif match["broken"] is not None and token[0] == "{":
            problem(line, say("A comment begins here with {brace} and never ends.", brace="{"))
        elif match["broken"] is not None:
            problem(line, say("This tag has no end and is left out: {tag}", tag=token[:60]))
        elif match["string"] is not None or match["word"] is not None:
            (game.last.rows if game.last else game.orphans).append((line, token.strip('"')))
        line += token.count("\n")
        pos = match.end()
    found.append(game)
    return _join([game for game in found if game.tags or game.orphans])


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
        if before is not None and not game.tags:
            (before.last.rows if before.last else before.orphans).extend(game.orphans)
        elif (
            before is not None
            and not before.tags.keys() & game.tags.keys()
            and ("Deal" not in before.tags or not game.tags.keys() & {"Event", "Board", "Deal"})
        ):
            if before.last:
                before.last.rows.extend(game.orphans)
            before.tags |= game.tags
            before.last = game.last
        else:
            joined.append(game)
    return joined


def inherit(games: list[Game]) -> Iterator[Game]:
    """`#` takes the value of the board before; `##value` also gives it to all later boards that name none."""
    before: dict[str, str] = {}
    carried: dict[str, str] = {}
    for game in games:
        for name, value in carried.items():
            game.tags.setdefault(name, Tag(game.line, name, value))
        for name, tag in game.tags.items():
            if tag.value.startswith("##"):
                tag.value = carried[name] = tag.value[2:]
            elif tag.value == "#":
                carried.pop(name, None)
                tag.value = before.get(name, "?")
        before = {name: tag.value for name, tag in game.tags.items()}
        yield game
