"""LIN, the files of a large online bridge site: `key|value|` pairs. The format is not published; files show this.

`read` takes files of one board and of many, with the heads of matches, and links to the site's hand viewer. `write`
makes one line a board, as the site does.

    qx o5         a board begins; `o` and `c` are the two rooms of a match
    pn ...        names, South West North East; eight for two rooms
    md 3S..,..    the dealer, 1 to 4 for South West North East, and the hands in this order; a missing hand is the rest
    ah Board 5    the number; sv o n e b: nobody, N-S, E-W, both are vulnerable
    mb 1C  an ..  a call (p pass, d double, r redouble, ! alert), and what it means
    pc SK  mc 9   a card; declarer's tricks, where the cards do not tell
    nt vg pg ..   words, heads and layout
    zh Name value what only HOOL has, a tag of `own` each; rows of a table have `;` between them

HOOL has no auction, but viewers need one: they take trumps, declarer and the lead from it, and refuse cards without.
So a contract is written as the shortest auction that ends in it, marked as made up in words for people (`an`, `nt`)
and as `HoolAuction` for our own reader, which drops it. A board without a contract gets none, and so no `pc` either:
any contract would be a lie about its trumps. Its cards are in a `zh`, as in PBN.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from hool.formats.boards import NAMES, SEATS, Call, FileBoard, Report, bridge_card, contract_of
from hool.formats.bridge import auction_of, tricks_digits
from hool.formats.own import TAGS, Own, Unusable, own_data
from hool.formats.pbn_text import KNOWN_TAGS, MAX_CELL, MAX_NOTES, MAX_TAGS, MAX_VALUE, Game, Tag
from hool.formats.reading import Reader
from hool.rules import hool
from hool.rules.cards import RANKS, SUITS, Card, hand_order
from hool.rules.text import Text, say

OWN = "zh"
_ORDER = (2, 3, 0, 1)  # seats as they stand in a file: South West North East
_VULNERABLE = {"o": "None", "n": "NS", "e": "EW", "b": "All"}
_KEYS = frozenset(("pn st rh pg va sa md ah sv mb an pc mc nt vg rs qx pw mp bn " + OWN).split())
_PAIR = re.compile(r"\s*+([A-Za-z0-9]{2})\|([^|]*+)\|?")
_LINK = re.compile(r"https?://[^\s?|]{0,200}\?(?:[^\s|=&]{0,40}=[^\s|&]{0,100}&){0,5}lin=(\S*+)")
_CALLS = re.compile(r"ALLPASS|PASS|RDBL|DBL|AP|XX|X|R|D|P|-|[1-7](?:NT|[CDHSN])", re.IGNORECASE)
_CARDS = re.compile(r"[SHDC](?:10|[2-9TJQKA])", re.IGNORECASE)
# Tags that a file tells by keys of its own, so a `zh` may not tell them otherwise.
_TOLD = {"Board", "Dealer", "Deal", "Vulnerable", "Result", "Auction", "Play", "Note"}


def looks_like(text: str) -> bool:
    """Whether this is LIN rather than PBN."""
    pair = re.search(r"(?:^|\||[?&]lin=)[ \t]*(?:md|qx|vg|pn|st|rh)(?:\||%7C)", text, re.IGNORECASE | re.MULTILINE)
    tag = re.search(r'\[\s*\w{1,64}\s*"', text)
    return pair is not None and (tag is None or pair.start() < tag.start())


# -- reading -----------------------------------------------------------------------------------------------------------


def read(data: bytes | str, acts: bool = True, pack: Sequence[Card] | None = None) -> Report:
    """All boards of a LIN file, and what could not be used; as `pbn.read`."""
    reader = Reader(acts, pack)
    text = reader.text(data)
    if text is not None:
        cut = _boards(_pairs(_without_links(text), reader.problem))
        reader.take_all((board.game() for board in cut), len(cut))
    return reader.report()


def _without_links(text: str) -> str:
    """The text with what stands in links to a viewer, written out."""
    if "|" not in text and re.search("%7C", text, re.IGNORECASE):
        text = unquote(text)
    text = re.sub(r"&[a-z]{1,10}=\w{0,10}(?=\s|$)", "", text)
    return _LINK.sub(lambda link: unquote(link[1]), text)


@dataclass(frozen=True, slots=True)
class _Pair:
    line: int
    key: str  # small letters
    value: str


def _pairs(text: str, problem: Callable[[int, Text], None]) -> Iterator[_Pair]:
    """The pairs of a file. What is none, or stands between a key and its value, is named and passed over."""
    text = re.sub(r"\r\n|\r", "\n", text.removeprefix("\ufeff"))
    line, pos = 1, 0
    while pos < len(text):
        match = _PAIR.match(text, pos)
        key = match[1].lower() if match else ""
        # Something is missing before: `SK|pc|` is no pair, but a card and the next key.
        shifted = match is not None and key not in _KEYS and match[2].strip().lower() in _KEYS
        if match is None or shifted:
            bar = text.find("|", pos)
            end = bar + 1 if bar >= 0 else len(text)
            if junk := text[pos:end].strip("| \t\n\ufeff\x1a"):
                at = line + text.count("\n", pos, end - len(text[pos:end].lstrip()))
                problem(at, say("This is not understood: {text}", text=junk[:60]))
        else:
            end = match.end()
            yield _Pair(line + text.count("\n", pos, match.start(1)), key, match[2])
        line += text.count("\n", pos, end)
        pos = end


@dataclass(slots=True)
class _Board:
    """The pairs of one board; event and names: of the file's head."""

    line: int
    event: str
    names: str
    pairs: list[_Pair] = field(default_factory=list)

    def game(self) -> Game:
        """The board in the shape of a PBN game."""
        game = Game(self.line, in_turn=True)
        label, number, names = "", "", self.names
        for pair in self.pairs:
            value = " ".join(pair.value.split())
            match pair.key:
                case "qx":
                    label = value
                case "ah":
                    number = value
                case "pn":
                    names = value
                case "md":
                    self._deal(game, pair.line, value)
                case "sv":
                    game.add(Tag(pair.line, "Vulnerable", _VULNERABLE.get(value[:1].lower(), "None")))
                case "mb":
                    _calls(game, pair.line, value)
                case "an":
                    _explained(game, value)
                case "pc":
                    _section(game, "Play", pair.line).rows.extend((pair.line, card) for card in _split(_CARDS, value))
                case "mc":
                    game.add(Tag(pair.line, "Result", value))
                case _ if pair.key == OWN:
                    _own(game, pair.line, pair.value)
        found = re.search(r"\d{1,6}", number) or re.search(r"\d{1,6}", label)
        if found:
            game.add(Tag(self.line, "Board", found.group()))
        if self.event:
            game.add(Tag(self.line, "Event", self.event))
        if label[:1] in ("o", "c") and "," in names and names.count(",") > 3:
            game.add(Tag(self.line, "Room", {"o": "Open", "c": "Closed"}[label[0]]))
        self._names(game, names.split(","), label[:1] == "c")
        _without_made_up(game)
        return game

    def _names(self, game: Game, names: Sequence[str], closed: bool) -> None:
        here = names[4:8] if closed and len(names) > 4 else names[:4]
        for seat, name in zip(_ORDER, here, strict=False):
            if name.strip():
                game.add(Tag(self.line, NAMES[seat], name.strip()[:MAX_VALUE]))

    def _deal(self, game: Game, line: int, value: str) -> None:
        text = re.sub(r"\s", "", value).upper().replace("10", "T")
        if text[:1] in tuple("1234"):
            game.add(Tag(line, "Dealer", SEATS[_ORDER[int(text[0]) - 1]]))
        hands = text.lstrip("0123456789").split(",")
        while len(hands) > 4 and not hands[-1]:
            hands.pop()
        hands += [""] * (4 - len(hands))
        for hand in hands:
            if not re.fullmatch(r"(?:[SHDC][^SHDC]*)*", hand):
                why = say("“{hand}” is no hand: write the cards behind their suit, such as SAK3H52.", hand=hand[:40])
                game.fault = line, why
        game.add(Tag(line, "Deal", "S:" + " ".join(map(_dotted, hands))[: MAX_VALUE - 2]))


def _boards(pairs: Iterable[_Pair]) -> list[_Board]:
    """The file cut into boards: one begins with `qx`, and where there is none with its names or its deal."""
    found: list[_Board] = []
    event = names = ""
    dealt = True
    for pair in pairs:
        begins = pair.key == "qx" or (dealt and pair.key in ("pn", "md"))
        if pair.key == "vg":
            event = pair.value.split(",")[0].strip()[:MAX_CELL]
        elif pair.key == "pn" and not found and pair.value.count(",") > 3:
            names = pair.value  # of the whole match, before the first board
        elif begins:
            found.append(_Board(pair.line, event, names))
            dealt = False
        if found and (pair.key in _KEYS):
            found[-1].pairs.append(pair)
            dealt = dealt or pair.key == "md"
    return [board for board in found if any(pair.key == "md" for pair in board.pairs)]


def _dotted(hand: str) -> str:
    """`SKT4HAQ` as `KT4.AQ..`, `-` if no card is told."""
    ranks = dict.fromkeys(SUITS, "")
    for suit, told in re.findall(r"([SHDC])([^SHDC]*)", hand):
        ranks[suit] += told.replace("-", "")
    return ".".join(ranks.values()) if any(ranks.values()) else "-"


def _section(game: Game, name: str, line: int) -> Tag:
    if name not in game.tags:
        game.add(Tag(line, name, ""))
    return game.tags[name]


def _split(words: re.Pattern[str], value: str) -> list[str]:
    """The words of a value, which may run together; as it is if it holds anything else."""
    found = words.findall(value.replace(" ", ""))
    return found if "".join(found) == value.replace(" ", "") else [value[:MAX_CELL]] if value else []


def _calls(game: Game, line: int, value: str) -> None:
    """Calls, each perhaps with an alert."""
    rows = _section(game, "Auction", line).rows
    for part in re.findall(r"[^!]+!?", value):
        rows.extend((line, call) for call in _split(_CALLS, part.rstrip("!")))
        if part.endswith("!"):
            _explained(game, "!")


def _explained(game: Game, text: str) -> None:
    """Says what the last call means; `!` that it means more than it says."""
    auction = game.tags.get("Auction")
    if auction is None or not auction.rows or not text:
        return
    notes, (line, last) = auction.notes, auction.rows[-1]
    if last.startswith("="):  # the alert before
        if notes and notes[-1].endswith(":!"):
            notes[-1] = notes[-1][:-1] + text[:MAX_VALUE]
    elif len(notes) < MAX_NOTES:
        notes.append(f"{len(notes) + 1}:{text[:MAX_VALUE]}")
        auction.rows.append((line, f"={len(notes)}="))


def _own(game: Game, line: int, value: str) -> None:
    name, _, text = value.strip("\n").partition(" ")
    if not re.fullmatch(r"[A-Za-z]\w{0,63}", name) or name in _TOLD or len(game.tags) >= MAX_TAGS:
        return
    tag = Tag(line, KNOWN_TAGS.get(name.lower(), name), "")
    if name.endswith("Table") and name != "Table":
        cells = re.findall(r'"[^"]*"|[^\s";]+', text)
        tag.rows = [(line, cell.strip('"')[:MAX_CELL]) for cell in cells]
    else:
        tag.value = unquote(text)[:MAX_VALUE]
    game.add(tag)


def _without_made_up(game: Game) -> None:
    """Puts the contract in the place of an auction that only `write` has made."""
    made_up = game.tags.pop("HoolAuction", None) is not None or "HoolVersion" in game.tags
    if not made_up or "Auction" not in game.tags:
        return
    dealer = game.value("Dealer")
    auction = game.tags.pop("Auction")
    if not dealer or dealer not in SEATS:
        return
    try:
        cut = Game(auction.line, {"Auction": auction})
        contract, declarer, doubled = contract_of(auction_of(cut, SEATS.index(dealer)), SEATS.index(dealer)) or (
            "",
            0,
            1,
        )
    except Unusable:
        return
    if contract:
        game.tags["Contract"] = Tag(auction.line, "Contract", contract + "X" * (doubled // 2))
    if contract and declarer is not None:
        game.tags["Declarer"] = Tag(auction.line, "Declarer", SEATS[declarer])


# -- writing -----------------------------------------------------------------------------------------------------------


def write(boards: Iterable[FileBoard]) -> str:
    """The boards, a line each, to be stored as UTF-8. Raises IllegalAction if the acts of a board are illegal."""
    return "".join("".join(f"{key}|{value}|" for key, value in _written(board)) + "\n" for board in boards)


def _written(board: FileBoard) -> Iterator[tuple[str, str]]:
    own = own_data(board)
    yield "qx", f"o{board.number}"
    yield from deal_pairs(board)
    auction, made_up = board.auction, False
    if not auction:
        auction = made_up_auction(board)
        made_up = bool(auction)
    if board.options is not None:
        yield "nt", _clean(" ".join(_story(board, own)))
    yield from auction_pairs(auction)
    yield "pg", ""
    yield from play_pairs(own.view)
    if board.tricks is not None and not _complete(own.view):
        yield "mc", str(board.tricks)
    tags = own.tags | ({"HoolAuction": "made up"} if made_up else {})
    if contract_of(auction, board.dealer) != (board.contract, board.declarer, board.doubled):
        if board.contract:
            tags["Contract"] = board.contract + "X" * (board.doubled // 2)
        if board.declarer is not None:
            tags["Declarer"] = SEATS[board.declarer]
    if board.double_dummy is not None:
        tags["DoubleDummyTricks"] = tricks_digits(board.double_dummy)
    given = dict(board.tags)
    for name in sorted(given.keys() - tags.keys() - TAGS - _TOLD - {"Contract", "Declarer", "DoubleDummyTricks"}):
        if re.fullmatch(r"[A-Z][A-Za-z0-9_]*", name) and (name == "Table" or not name.endswith("Table")):
            tags[name] = given[name]
    for name, value in tags.items():
        yield OWN, f"{name} {_coded(value)}"
    for name, _columns, rows in own.tables:
        yield OWN, f"{name} " + "; ".join(rows)
    yield "pg", ""


def deal_pairs(board: FileBoard, names: Sequence[str] | None = None) -> Iterator[tuple[str, str]]:
    """Names, dealer, hands, number, vulnerability. names: N E S W, instead of those in the tags."""
    told = dict(board.tags)
    shown = [names[seat] if names else told.get(NAMES[seat], "") for seat in _ORDER]
    yield "pn", ",".join(_clean(name).replace(",", " ") for name in shown)
    yield "st", ""
    yield "md", f"{_ORDER.index(board.dealer) + 1}" + ",".join(_hand(board.deal.hands[seat]) for seat in _ORDER)
    yield "rh", ""
    yield "ah", f"Board {board.number}"
    yield "sv", next(letter for letter, name in _VULNERABLE.items() if name == board.vulnerable)


def auction_pairs(auction: Sequence[Call]) -> Iterator[tuple[str, str]]:
    for call in auction:
        if call.text == "^I":
            continue
        text = {"Pass": "p", "^S": "p", "X": "d", "XX": "r"}.get(call.text, call.text.removesuffix("T"))
        yield "mb", text + ("!" if call.note else "")
        if call.note and call.note != "!":
            yield "an", _clean(call.note)


def play_pairs(view: hool.View) -> Iterator[tuple[str, str]]:
    """The cards of a board with a contract, as they were played."""
    if not view.contract:
        return
    for trick in view.tricks:
        yield from (("pc", bridge_card(card)) for card in trick.cards)
        yield "pg", ""
    yield from (("pc", bridge_card(card)) for _, card in view.trick)


def made_up_auction(board: FileBoard) -> tuple[Call, ...]:
    """The shortest auction that ends in the contract of a board; () if it has none."""
    if board.contract == "Pass":
        return (Call("Pass"),) * 4
    if not board.contract or board.declarer is None:
        return ()
    bid = Call(board.contract, note="Made up: HOOL has no auction. This bid only names the contract.")
    doubles = {1: "", 2: "X", 4: "X Pass Pass XX"}[board.doubled].split()
    before = ("Pass",) * ((board.declarer - board.dealer) % 4)
    return (*map(Call, before), bid, *map(Call, doubles), *map(Call, ("Pass",) * 3))


def _complete(view: hool.View) -> bool:
    """Whether the cards alone tell how many tricks were won."""
    return view.phase == "done" and view.claimed is None and bool(view.contract)


def _story(board: FileBoard, own: Own) -> Iterator[str]:
    """What happened before the lead, in words for people."""
    yield "HOOL:"
    tables = {name: rows for name, _columns, rows in own.tables}
    clues: dict[str, list[str]] = {letter: [] for letter in SEATS}
    for row in tables.get("HoolClueTable", ()):
        _round, letter, kind, value = row.split(" ")
        clues[letter].append(f"{kind} {value}")
    if any(clues.values()):
        yield "clues " + ", ".join(f"{letter} {' and '.join(told)}" for letter, told in clues.items() if told) + "."
    steps: dict[str, list[str]] = {}
    for row in tables.get("HoolBidTable", ()):
        step, letter, call = row.split(" ")
        steps.setdefault(f"step {step}" if step.isdigit() else step, []).append(f"{letter} {call}")
    for step, calls in steps.items():
        yield f"{step}: {', '.join(calls)}."
    if board.contract and board.declarer is not None:
        times = {1: "", 2: " doubled", 4: " redoubled"}[board.doubled]
        yield f"{board.contract}{times} by {NAMES[board.declarer]}; the auction shown is made up."
    elif board.contract:
        yield "all passed; the auction shown is made up."
    else:
        yield "no contract."


def _hand(cards: Sequence[Card]) -> str:
    ordered = hand_order(cards)
    return "".join(suit + "".join(RANKS[c.rank - 2] for c in ordered if c.suit == suit) for suit in SUITS)


def _clean(text: str) -> str:
    """Words without what ends a value."""
    return re.sub(r"[\x00-\x1f\x7f|\u2028\u2029\x85]+", " ", text)


def _coded(text: str) -> str:
    return re.sub(
        r"[\x00-\x1f\x7f|%\u2028\u2029\x85]", lambda sign: "".join(f"%{b:02X}" for b in sign[0].encode()), text[:200]
    )
