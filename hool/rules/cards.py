"""Cards, packs and hands, and their text.

A card is written rank then suit: `AS`, `TD`, `7H`. A hand is written the dotted way, spades, hearts, diamonds,
clubs: `AK72.QJ5.T94.A83`. A deal is its hands from North clockwise, then perhaps a bar and the undealt cards, top
first: `h h h h | 4D AS`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hool.rules.text import SaidError, SeatRef, say, say_count

SUITS = "SHDC"  # as hands are written; the rank of suits in the bidding is C < D < H < S
RANKS = "23456789TJQKA"
_POINTS = {14: 4, 13: 3, 12: 2, 11: 1}


class CardError(SaidError):
    """A text that names no card, hand or deal."""


@dataclass(frozen=True, slots=True)
class Card:
    """A playing card: rank 2..14 (ace high), suit one of `S H D C`."""

    rank: int
    suit: str

    def __str__(self) -> str:
        return RANKS[self.rank - 2] + self.suit


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards as distributed: a hand per seat, each in hand order."""

    hands: tuple[tuple[Card, ...], ...]
    rest: tuple[Card, ...] = ()  # undealt cards, top first: the stock
    turned: Card | None = None  # the card a rule exposes for trumps, wherever it comes from


def pack(suits: str = SUITS, lowest: int = 2) -> tuple[Card, ...]:
    """The cards of `suits` from the ace down to rank `lowest`, suit by suit."""
    return tuple(Card(rank, suit) for suit in suits for rank in range(14, lowest - 1, -1))


FULL_PACK = pack()
_CARDS = {str(card): card for card in FULL_PACK}
_PLACE = {card: place for place, card in enumerate(FULL_PACK)}


def hand_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards as one holds them: spades, hearts, diamonds, clubs, each from the ace down."""
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


def parse_card(text: str) -> Card:
    """The card named by `text` (`AS`); raises `CardError` quoting the text."""
    try:
        return _CARDS[text]
    except KeyError:
        raise CardError(say("“{text}” is not a card: write rank then suit, such as AS or TD.", text=text)) from None


def parse_hand(text: str) -> tuple[Card, ...]:
    """The cards of a dotted hand, of any size, in hand order; raises `CardError` quoting the text."""
    suits = text.split(".")
    if len(suits) != 4:
        raise CardError(say("“{text}” is not a hand: it needs four suits with dots between them.", text=text))
    cards = []
    for suit, ranks in zip(SUITS, suits, strict=True):
        for rank in ranks:
            if rank + suit not in _CARDS:
                raise CardError(say("“{rank}” is not a rank, in the hand “{text}”.", rank=rank, text=text))
            cards.append(_CARDS[rank + suit])
    for card, times in Counter(cards).items():
        if times > 1:
            raise CardError(say("{card} comes twice in the hand “{text}”.", card=card, text=text))
    return hand_order(cards)


def format_hand(cards: Iterable[Card]) -> str:
    """The dotted text of a hand, the inverse of `parse_hand`."""
    ranks = dict.fromkeys(SUITS, "")
    for card in hand_order(cards):
        ranks[card.suit] += RANKS[card.rank - 2]
    return ".".join(ranks.values())


def parse_deal(text: str, cards: Sequence[Card] | None = None) -> Deal:
    """The deal written as `text`; raises `CardError` naming the seat or card at fault.

    The hands must be equally long and no card may come twice. With `cards` given (a pack, such as `FULL_PACK`) the
    deal must hold exactly these.
    """
    dealt, _, undealt = text.partition("|")
    hands = tuple(parse_hand(hand) for hand in dealt.split())
    if len(hands) != 4:
        raise CardError(say("A deal has four hands, this has {count}: “{text}”.", count=len(hands), text=text.strip()))
    deal = Deal(hands, tuple(parse_card(card) for card in undealt.split()))
    check_deal(deal, cards)
    return deal


def check_deal(deal: Deal, cards: Sequence[Card] | None = None) -> None:
    """Raise `CardError`, naming the seat or card at fault, unless the deal is as `parse_deal` demands."""
    if cards is None:
        size = Counter(map(len, deal.hands)).most_common(1)[0][0]
    else:
        size = (len(cards) - len(deal.rest)) // len(deal.hands)
    for seat, hand in enumerate(deal.hands):
        if len(hand) != size:
            raise CardError(
                say_count(
                    "{seat} has {count} card and should have {size}: “{hand}”.",
                    "{seat} has {count} cards and should have {size}: “{hand}”.",
                    len(hand),
                    seat=SeatRef(seat),
                    size=size,
                    hand=format_hand(hand),
                )
            )
    held = Counter(card for hand in (*deal.hands, deal.rest) for card in hand)
    for card, times in held.items():
        if times > 1:
            raise CardError(say("The deal has {card} more than once.", card=card))
    if cards is not None and held.keys() != set(cards):
        for card in held:
            if card not in cards:
                raise CardError(say("{card} is not in this pack.", card=card))
        missing = next(card for card in cards if card not in held)
        raise CardError(say("{card} is missing from the deal.", card=missing))


def format_deal(deal: Deal) -> str:
    """The text of a deal, the inverse of `parse_deal`."""
    hands = " ".join(format_hand(hand) for hand in deal.hands)
    return f"{hands} | {' '.join(map(str, deal.rest))}" if deal.rest else hands
