"""Cards, packs and hands, and their text.

A card is written rank then suit: `AS`, `TD`, `7H`; the 500 pack also has `11S`, `12S`, `13D` and the joker `X*`. A hand
is written the dotted way, spades, hearts, diamonds, clubs: `AK72.QJ5.T94.A83`; a joker is a fifth part: `A11T9..5.2.X`.
A deal is its hands from seat 0 (North) clockwise, then perhaps a bar and the undealt cards, top first, and the card
that was turned up for trumps: `h h h | 4D AS turned 4D`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hool.rules.text import SaidError, SeatRef, Text, say, say_count

SUITS = "SHDC"  # as hands are written; the rank of suits in the bidding is C < D < H < S
RANKS = "23456789TJQKA"
_RANK_TEXTS = {**dict(enumerate(RANKS, 2)), 21: "11", 22: "12", 23: "13", 0: "X"}
# From the lowest: in the 500 pack 11, 12 and 13 pips lie between the ten and the jack; above all the joker.
_HEIGHTS = {rank: height for height, rank in enumerate((*range(2, 11), 21, 22, 23, 11, 12, 13, 14, 0))}
_POINTS = {14: 4, 13: 3, 12: 2, 11: 1}


class CardError(SaidError):
    """A text that names no card, hand or deal."""


@dataclass(frozen=True, slots=True)
class Card:
    """A playing card: rank 2..14 (ace high), suit one of `S H D C`. Ranks 21, 22 and 23 are the cards with 11, 12 and
    13 pips; the joker has rank 0 and suit `*`."""

    rank: int
    suit: str

    def __str__(self) -> str:
        return _RANK_TEXTS[self.rank] + self.suit


def height(card: Card) -> int:
    """What orders the cards of a suit: A K Q J 13 12 11 10 9 ... 2, the joker above them; 0..16."""
    return _HEIGHTS[card.rank]


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards as distributed: a hand per seat, each in hand order."""

    hands: tuple[tuple[Card, ...], ...]
    rest: tuple[Card, ...] = ()  # undealt cards, top first: the stock
    turned: Card | None = None  # the card a rule exposes for trumps, wherever it comes from


def pips(rank: int) -> int:
    """How many pips the card of a rank has: 2..13; ace and court cards as they are ranked, the joker 0."""
    return rank - 10 if rank > 20 else rank


def pack(suits: str = SUITS, lowest: int = 2) -> tuple[Card, ...]:
    """The cards of `suits` from the ace down to rank `lowest`, suit by suit."""
    return tuple(Card(rank, suit) for suit in suits for rank in range(14, lowest - 1, -1))


FULL_PACK = pack()
JOKER = Card(0, "*")
# The pack of the game of 500, for six: 52 cards, four 11s, four 12s and two red 13s, all in hand order; then the joker.
FIVE62 = tuple(
    sorted(
        (*FULL_PACK, *(Card(rank, suit) for rank in (21, 22) for suit in SUITS), Card(23, "H"), Card(23, "D")),
        key=lambda card: (SUITS.index(card.suit), -height(card)),
    )
)
FIVE63 = (*FIVE62, JOKER)
DOUBLE104 = FULL_PACK * 2
_CARDS = {str(card): card for card in FIVE63}
_PLACE = {card: place for place, card in enumerate(FIVE63)}


def hand_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards as one holds them: spades, hearts, diamonds, clubs, each from the ace down; equal cards together."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def high_card_points(cards: Iterable[Card]) -> int:
    """Ace 4, king 3, queen 2, jack 1; a full pack holds 40."""
    return sum(_POINTS.get(card.rank, 0) for card in cards)


def lengths(cards: Sequence[Card]) -> tuple[int, int, int, int]:
    """How many spades, hearts, diamonds and clubs."""
    suits = [card.suit for card in cards]
    return suits.count("S"), suits.count("H"), suits.count("D"), suits.count("C")


def pattern(cards: Sequence[Card]) -> tuple[int, ...]:
    """The four suit lengths from the longest to the shortest, not saying which suit is which."""
    return tuple(sorted(lengths(cards), reverse=True))


def is_card(text: str) -> bool:
    """Whether `text` names a card."""
    return text in _CARDS


def parse_card(text: str) -> Card:
    """The card named by `text` (`AS`); raises `CardError` quoting the text."""
    try:
        return _CARDS[text]
    except KeyError:
        raise CardError(say("“{text}” is not a card: write rank then suit, such as AS or TD.", text=text)) from None


def parse_hand(text: str, copies: int = 1) -> tuple[Card, ...]:
    """The cards of a dotted hand, of any size, in hand order; raises `CardError` quoting the text.

    copies: how often the pack has each card, 1 or 2.
    """
    suits = text.split(".")
    joker = suits[4:] == ["X"]
    if len(suits) != 4 + joker:
        raise CardError(say("“{text}” is not a hand: it needs four suits with dots between them.", text=text))
    cards = [JOKER] if joker else []
    for suit, ranks in zip(SUITS, suits, strict=False):
        for rank in re.findall(r"1[123]|.", ranks, re.DOTALL):
            if rank + suit not in _CARDS:
                raise CardError(say("“{rank}” is not a rank, in the hand “{text}”.", rank=rank, text=text))
            cards.append(_CARDS[rank + suit])
    for card, times in Counter(cards).items():
        if times > copies:
            raise CardError(say("{card} comes twice in the hand “{text}”.", card=card, text=text))
    return hand_order(cards)


def format_hand(cards: Iterable[Card]) -> str:
    """The dotted text of a hand, the inverse of `parse_hand`."""
    ranks = dict.fromkeys(SUITS, "")
    joker = ""
    for card in hand_order(cards):
        if card == JOKER:
            joker = ".X"
        else:
            ranks[card.suit] += _RANK_TEXTS[card.rank]
    return ".".join(ranks.values()) + joker


def parse_deal(text: str, cards: Sequence[Card] | None = None, copies: int = 1, seats: int | None = None) -> Deal:
    """The deal written as `text`; raises `CardError` naming the seat or card at fault.

    The hands, at least two, must be equally long. With `cards` given (a pack, such as `FULL_PACK`) the deal must hold
    exactly these, else no card may come more often than `copies`. seats: how many hands there must be.
    """
    dealt, _, turned = text.partition(" turned ")
    dealt, _, undealt = dealt.partition("|")
    copies = copies if cards is None else max(Counter(cards).values())
    hands = tuple(parse_hand(hand, copies) for hand in dealt.split())
    rest = tuple(parse_card(card) for card in undealt.split())
    deal = Deal(hands, rest, parse_card(turned.strip()) if turned else None)
    check_deal(deal, cards, copies, seats)
    return deal


def check_deal(
    deal: Deal,
    cards: Sequence[Card] | None = None,
    copies: int = 1,
    seats: int | None = None,
    compass: bool | None = None,
) -> None:
    """Raise `CardError`, naming the seat or card at fault, unless the deal is as `parse_deal` demands.

    compass: whether seats are called North, East ... or hand 1, hand 2 ...; None: if there are four.
    """
    count = len(deal.hands)
    if count < 2:
        raise CardError(say("A deal has at least two hands, this has {count}.", count=count))
    if seats not in (None, count):
        raise CardError(
            say("A deal for {seats} players has {seats} hands, this has {count}.", seats=seats, count=count)
        )
    compass = count == 4 if compass is None else compass
    if cards is None or deal.rest:
        size = Counter(map(len, deal.hands)).most_common(1)[0][0]
    else:
        size = len(cards) // count
    for seat, hand in enumerate(deal.hands):
        if len(hand) != size:
            raise CardError(
                say_count(
                    "{seat} has {count} card and should have {size}: “{hand}”.",
                    "{seat} has {count} cards and should have {size}: “{hand}”.",
                    len(hand),
                    seat=SeatRef(seat) if compass else _hand_number(seat),
                    size=size,
                    hand=format_hand(hand),
                )
            )
    held = Counter(card for hand in (*deal.hands, deal.rest) for card in hand)
    pack = None if cards is None else Counter(cards)
    for card, times in held.items():
        if times > (copies if pack is None else max(pack[card], 1)):
            raise CardError(
                say("The deal has {card} more than once.", card=card)
                if times == 2
                else say("The deal has {card} more than twice.", card=card)
            )
    if pack is None:
        return
    for card in held if deal.turned is None else (*held, deal.turned):
        if card not in pack:
            raise CardError(say("{card} is not in this pack.", card=card))
    if held != pack:
        missing = next(card for card in pack if held[card] < pack[card])
        raise CardError(say("{card} is missing from the deal.", card=missing))


def _hand_number(seat: int) -> Text:
    return say("Hand {number}", number=seat + 1)


def format_deal(deal: Deal) -> str:
    """The text of a deal, the inverse of `parse_deal`."""
    text = " ".join(map(format_hand, deal.hands))
    if deal.rest:
        text += f" | {' '.join(map(str, deal.rest))}"
    return text if deal.turned is None else f"{text} turned {deal.turned}"
