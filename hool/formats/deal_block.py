"""The `deal` block of a lesson: a hand of a game in which players have numbers, with the tags that a PBN board has.

    [Board "2"]
    [Dealer "1"]
    [Deal "A.7.. .K.4. 9..Q. .2..5 turned 3D"]

Four hands, that of player 1 first, as in the text of a deal (rules/cards.py); then perhaps the card that is turned up.
The undealt cards need not be written: they follow behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hool.formats.boards import MAX_NUMBER, FileBoard, Problem, Report
from hool.rules.cards import (
    FULL_PACK,
    Card,
    CardError,
    Deal,
    check_deal,
    format_deal,
    format_hand,
    parse_deal,
    parse_hand,
)
from hool.rules.text import Text, say

TAGS = ("Board", "Dealer", "Deal", "Options", "Claims")
SEATS = 4
_TAG = re.compile(r'\s*\[\s*(\w+)\s+"([^"]*)"\s*\]\s*')


def read(block: str) -> Report:
    """The board of a block, or all that is wrong with it; lines count from 1. Whether its game can begin with these
    cards is for its rules to say."""
    found: dict[str, tuple[int, str]] = {}
    problems: list[Problem] = []
    for line, text in enumerate(block.split("\n"), 1):
        tag = _TAG.fullmatch(text)
        if not tag:
            if text.strip():
                problems.append(
                    Problem(line, say("A line of a deal is written like this: {example}", example='[Dealer "1"]'))
                )
        elif tag[1] in found:
            problems.append(Problem(line, say("“{tag}” is there twice.", tag=tag[1])))
        else:
            found[tag[1]] = (line, tag[2])
    board = _board(found, problems)
    return Report((board,) if board else (), tuple(problems))


def _board(found: dict[str, tuple[int, str]], problems: list[Problem]) -> FileBoard | None:
    unread = bool(problems)  # what is missing may stand in a line that could not be read
    for name in ("Board", "Dealer", "Deal"):
        if name not in found and not unread:
            problems.append(Problem(0, say("The tag “{tag}” is missing.", tag=name)))
    number = _number(found, "Board", MAX_NUMBER, say("A board has a number from 1."), problems)
    dealer = _number(found, "Dealer", SEATS, say("The dealer is player 1, 2, 3 or 4."), problems)
    deal = None
    if "Deal" in found:
        line, text = found["Deal"]
        try:
            deal = parse(text)
        except CardError as fault:
            problems.append(Problem(line, fault.why))
    if deal is None or not number or not dealer:
        return None
    tags = tuple((name, value) for name, (_, value) in found.items())
    return FileBoard(number, dealer - 1, deal, tags=tags)


def _number(found: dict[str, tuple[int, str]], name: str, most: int, why: Text, problems: list[Problem]) -> int:
    """The number that a tag says, 0 if it says none."""
    if name not in found:
        return 0
    line, text = found[name]
    if text.isdecimal() and text.isascii() and len(text) < 7 and 0 < int(text) <= most:
        return int(text)
    problems.append(Problem(line, why))
    return 0


def parse(text: str) -> Deal:
    """A deal of one pack to four, whose undealt cards may be left out. Raises `CardError`."""
    if "|" in text:
        return parse_deal(text, FULL_PACK, seats=SEATS)
    dealt, _, turned = text.partition(" turned ")
    hands = tuple(map(parse_hand, dealt.split()))
    card = _turned(turned.strip())
    check_deal(Deal(hands), seats=SEATS, compass=False)
    return _whole(hands, card)


def _turned(text: str) -> Card | None:
    if not text:
        return None
    card = next((each for each in FULL_PACK if str(each) == text), None)
    if card is None:
        raise CardError(say("“{text}” is not a card: write rank then suit, such as AS or TD.", text=text[:20]))
    return card


def _whole(hands: tuple[tuple[Card, ...], ...], turned: Card | None) -> Deal:
    """The deal with the cards that nobody holds: first the one turned up, the others in the order of the pack."""
    held = {card for hand in hands for card in hand}
    if turned in held and len(held) < len(FULL_PACK):
        raise CardError(say("{card} is in a hand, so it cannot be turned up.", card=turned))
    rest = [card for card in FULL_PACK if card not in held and card != turned]
    return Deal(hands, ((turned, *rest) if turned and turned not in held else tuple(rest)), turned)


def tidy(deal: Deal) -> Deal:
    """The same hands and the same card turned up, the undealt cards in the order that need not be written."""
    return parse(_written(deal))


def _written(deal: Deal) -> str:
    """A deal without its undealt cards."""
    return " ".join(map(format_hand, deal.hands)) + (f" turned {deal.turned}" if deal.turned else "")


def write(board: FileBoard) -> Iterator[str]:
    """The lines of a board's block; `read` makes the same board of them."""
    deal = board.deal
    yield f'[Board "{board.number}"]'
    yield f'[Dealer "{board.dealer + 1}"]'
    yield f'[Deal "{_written(deal) if tidy(deal) == deal else format_deal(deal)}"]'
    for tag in ("Options", "Claims"):
        if board.tag(tag):
            yield f'[{tag} "{board.tag(tag)}"]'
