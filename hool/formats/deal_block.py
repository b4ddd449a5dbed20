"""The `deal` block of a lesson: a hand of a game in which players have numbers, with the tags that a PBN board has.

    [Board "2"]
    [Dealer "1"]
    [Deal "A.7.. .K.4. 9..Q. .2..5 turned 3D"]

Four hands, that of player 1 first, as in the text of a deal (rules/cards.py); then perhaps the card that is turned up.
The undealt cards need not be written: they follow behind it. Where they are drawn, `Stock` names the first of them, and
the others follow by lot, the same at every reading; `Play` is a line for each turn that has been played:

    [Stock "4C 9D"]
    [Play "1 draw, meld 7S 7H, discard KD"]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from hool.formats.boards import MAX_NUMBER, FileBoard, Problem, Report
from hool.rules.cards import (
    FULL_PACK,
    Card,
    CardError,
    Deal,
    check_deal,
    format_deal,
    format_hand,
    parse_card,
    parse_deal,
    parse_hand,
)
from hool.rules.game import CLOCK
from hool.rules.shuffle import SecretRandom
from hool.rules.text import Text, say

TAGS = ("Board", "Dealer", "Deal", "Options", "Claims")
DRAWN_TAGS = (*TAGS, "Stock", "Play")  # of games in which the undealt cards are drawn
SEATS = 4
_TAG = re.compile(r'\s*\[\s*(\w+)\s+"([^"]*)"\s*\]\s*')


def read(block: str, drawn: bool = False) -> Report:
    """The board of a block, or all that is wrong with it; lines count from 1. Whether its game can begin with these
    cards is for its rules to say. drawn: the undealt cards are drawn in the game."""
    found: dict[str, tuple[int, str]] = {}
    turns: list[tuple[int, str]] = []
    problems: list[Problem] = []
    for line, text in enumerate(block.split("\n"), 1):
        tag = _TAG.fullmatch(text)
        if not tag:
            if text.strip():
                problems.append(
                    Problem(line, say("A line of a deal is written like this: {example}", example='[Dealer "1"]'))
                )
        elif tag[1] == "Play":
            turns.append((line, tag[2]))
        elif tag[1] in found:
            problems.append(Problem(line, say("“{tag}” is there twice.", tag=tag[1])))
        else:
            found[tag[1]] = (line, tag[2])
    board = _board(found, problems, drawn)
    acts = [act for line, text in turns for act in _turn(line, text, problems)]
    played = tuple(("Play", text) for _, text in turns)
    whole = (replace(board, acts=tuple(acts), tags=(*board.tags, *played)),) if board else ()
    return Report(whole, tuple(problems))


def _board(found: dict[str, tuple[int, str]], problems: list[Problem], drawn: bool) -> FileBoard | None:
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
            deal = parse(text, drawn)
        except CardError as fault:
            problems.append(Problem(line, fault.why))
    if deal is not None and "Stock" in found:
        line, text = found["Stock"]
        try:
            deal = _stocked(deal, text)
        except CardError as fault:
            problems.append(Problem(line, fault.why))
    if deal is None or not number or not dealer:
        return None
    tags = tuple((name, value) for name, (_, value) in found.items())
    return FileBoard(number, dealer - 1, deal, tags=tags)


def _turn(line: int, text: str, problems: list[Problem]) -> Iterator[tuple[int, str]]:
    """The acts of a line: a player's number, then what the player did, with commas between."""
    player, _, done = text.strip().partition(" ")
    acts = [" ".join(act.split()) for act in done.split(",")]
    if player not in ("1", "2", "3", "4") or not all(acts):
        example = '[Play "1 draw, discard KD"]'
        problems.append(Problem(line, say("A turn that was played is written like this: {example}", example=example)))
        return
    yield from ((int(player) - 1, act) for act in acts)


def _number(found: dict[str, tuple[int, str]], name: str, most: int, why: Text, problems: list[Problem]) -> int:
    """The number that a tag says, 0 if it says none."""
    if name not in found:
        return 0
    line, text = found[name]
    if text.isdecimal() and text.isascii() and len(text) < 7 and 0 < int(text) <= most:
        return int(text)
    problems.append(Problem(line, why))
    return 0


def parse(text: str, drawn: bool = False) -> Deal:
    """A deal of one pack to four, whose undealt cards may be left out: they follow in the order of the pack, or where
    they are drawn by lot. Raises `CardError`."""
    if "|" in text:
        return parse_deal(text, FULL_PACK, seats=SEATS)
    dealt, _, turned = text.partition(" turned ")
    hands = tuple(map(parse_hand, dealt.split()))
    card = _turned(turned.strip())
    check_deal(Deal(hands), seats=SEATS, compass=False)
    return _whole(hands, card, drawn)


def _turned(text: str) -> Card | None:
    if not text:
        return None
    card = next((each for each in FULL_PACK if str(each) == text), None)
    if card is None:
        raise CardError(say("“{text}” is not a card: write rank then suit, such as AS or TD.", text=text[:20]))
    return card


def _whole(hands: tuple[tuple[Card, ...], ...], turned: Card | None, drawn: bool) -> Deal:
    """The deal with the cards that nobody holds: first the one turned up, then the others."""
    held = {card for hand in hands for card in hand}
    if turned in held and len(held) < len(FULL_PACK):
        raise CardError(say("{card} is in a hand, so it cannot be turned up.", card=turned))
    rest = [card for card in FULL_PACK if card not in held and card != turned]
    if drawn:
        SecretRandom(" ".join(map(format_hand, hands))).shuffle(rest)
    return Deal(hands, ((turned, *rest) if turned and turned not in held else tuple(rest)), turned)


def _stocked(deal: Deal, text: str) -> Deal:
    """The deal with these cards on top of its stock, which lies below the card turned up. Raises `CardError`."""
    top = tuple(map(parse_card, text.split()))
    up, stock = (deal.rest[:1], deal.rest[1:]) if deal.turned in deal.rest else ((), deal.rest)
    for place, card in enumerate(top):
        if card in top[:place]:
            raise CardError(say("{card} is there twice.", card=card))
        if card not in stock:
            raise CardError(say("{card} is dealt or turned up already.", card=card))
    return Deal(deal.hands, (*up, *top, *(card for card in stock if card not in top)), deal.turned)


def tidy(deal: Deal, drawn: bool = False) -> Deal:
    """The same hands and the same card turned up, the undealt cards in the order that need not be written."""
    return parse(_written(deal), drawn)


def _written(deal: Deal) -> str:
    """A deal without its undealt cards."""
    return " ".join(map(format_hand, deal.hands)) + (f" turned {deal.turned}" if deal.turned else "")


def write(board: FileBoard, drawn: bool = False) -> Iterator[str]:
    """The lines of a board's block; `read` makes the same board of them."""
    deal = board.deal
    plain = tidy(deal, drawn)
    short = drawn or plain == deal
    yield f'[Board "{board.number}"]'
    yield f'[Dealer "{board.dealer + 1}"]'
    yield f'[Deal "{_written(deal) if short else format_deal(deal)}"]'
    if stock := _top(plain, deal) if drawn else "":
        yield f'[Stock "{stock}"]'
    for tag in ("Options", "Claims"):
        if board.tag(tag):
            yield f'[{tag} "{board.tag(tag)}"]'
    acts = [(seat, text) for seat, text in board.acts if seat != CLOCK]  # it acts by itself
    for seat, turn in groupby(acts, key=lambda act: act[0]):
        yield f'[Play "{seat + 1} {", ".join(text for _, text in turn)}"]'


def _top(plain: Deal, deal: Deal) -> str:
    """The fewest cards of the stock that must be named so that `_stocked` makes this deal of the plain one."""
    stock = [str(card) for card in deal.rest if card != deal.turned]
    return next(text for count in range(len(stock) + 1) if _stocked(plain, text := " ".join(stock[:count])) == deal)
