"""Hoola in bits: hands and melds as sets of cards in one number, and the whole turns that can be played with them.

A card is a bit: 13 for each suit, spades, hearts, diamonds, clubs, from the ace up to the king. What is a meld and what
goes on one is asked of the rules once and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from hool.rules.cards import FULL_PACK, SUITS, Card
from hool.rules.hoola import Meld, Options, as_meld, melds_in
from hool.rules.hoola_melds import grown

Bits = int
Lying = tuple[str, Bits]  # a meld of the table: kind and cards
Step = tuple[Bits, int]  # cards, and the number of the meld on which one is laid off; 0 for a new meld

SUIT = (1 << 13) - 1
SEVENS: Bits = sum(1 << 13 * suit + 6 for suit in range(4))
MOST = 40  # sets of melds that are looked at; more can be made only of a hand that is nearly all melds

BIT: dict[Card, Bits] = {
    card: 1 << 13 * SUITS.index(card.suit) + card.rank % 14 - (card.rank < 14) for card in FULL_PACK
}
CARD = {bit: card for card, bit in BIT.items()}


def bits(cards: Iterable[Card]) -> Bits:
    return sum(map(BIT.__getitem__, cards))


def each(some: Bits) -> Iterator[Bits]:
    """The cards one by one."""
    while some:
        card = some & -some
        yield card
        some ^= card


def cards(some: Bits) -> tuple[Card, ...]:
    return tuple(CARD[bit] for bit in each(some))


class Turn(NamedTuple):
    """What can be done between drawing and discarding."""

    steps: tuple[Step, ...]
    left: Bits  # the discard among them
    table: tuple[Lying, ...]  # the melds of the table then


# What the rules say


@cache
def _runs(ace: str, held: Bits) -> tuple[Bits, ...]:
    """The runs in cards of one suit, which are written as spades."""
    return tuple(bits(run) for run in melds_in(ace, cards(held)) if len(run) > 1)


@cache
def _sets(ace: str, held: Bits) -> tuple[Bits, ...]:
    """The sets in cards of one rank."""
    return tuple(bits(some) for some in melds_in(ace, cards(held)))


def melds_of(ace: str, hand: Bits) -> list[Bits]:
    """All melds that can be made of the cards."""
    found: list[Bits] = []
    spades, hearts, diamonds, clubs = (hand >> 13 * suit & SUIT for suit in range(4))
    ranks = (spades & hearts & (diamonds | clubs)) | (diamonds & clubs & (spades | hearts))
    ranks |= (spades | hearts | diamonds | clubs) & 1 << 6
    for rank in each(ranks):
        found += _sets(ace, hand & (rank | rank << 13 | rank << 26 | rank << 39))
    for suit, held in enumerate((spades, hearts, diamonds, clubs)):
        if held & held << 1 or held & 1:
            found += [run << 13 * suit for run in _runs(ace, held)]
    return found


@lru_cache(maxsize=4096)
def takers(ace: str, single7: str, lying: Lying) -> Bits:
    """The cards that go on a meld of the table."""
    meld = _meld(ace, lying)
    return bits(card for card in FULL_PACK if grown(ace, single7, meld, card) is not None)


def _meld(ace: str, lying: Lying) -> Meld:
    made = as_meld(ace, cards(lying[1]))
    assert made is not None
    return Meld(0, 0, lying[0], made[1])


@lru_cache(maxsize=4096)
def kind(ace: str, meld: Bits) -> str:
    made = as_meld(ace, cards(meld))
    assert made is not None
    return made[0]


@lru_cache(maxsize=4096)
def completes(ace: str, held: Bits) -> Bits:
    """The cards that make one meld with all of these, a card or two; a 7, which is a meld alone, if with one."""
    few = cards(held)
    return bits(
        card
        for card in _like(few[0])
        if card not in few and as_meld(ace, (*few, card)) is not None and (card.rank != 7 or len(few) == 1)
    )


def _like(card: Card) -> list[Card]:
    """The other cards of its suit and of its rank."""
    return [other for other in FULL_PACK if (other.suit == card.suit) != (other.rank == card.rank)]


@lru_cache(maxsize=256)
def partners(ace: str, card: Bits) -> tuple[Bits, ...]:
    """The fewest cards with which a card is a meld: one or two."""
    others = [BIT[other] for other in _like(CARD[card])]
    ones = [bit for bit in others if as_meld(ace, cards(card | bit)) is not None]
    pairs = [one | other for one, other in combinations([bit for bit in others if bit not in ones], 2)]
    return (*ones, *(pair for pair in pairs if as_meld(ace, cards(card | pair)) is not None))


# Turns


def lying(melds: Sequence[Meld]) -> tuple[Lying, ...]:
    return tuple((meld.kind, bits(meld.cards)) for meld in melds)


def open_ends(options: Options, table: Iterable[Lying]) -> Bits:
    """The cards that can be laid off on the melds of a table."""
    found = 0
    for meld in table:
        found |= takers(options.ace, options.single7, meld)
    return found


def turns(options: Options, hand: Bits, table: tuple[Lying, ...], melded: bool, owed: Bits = 0) -> list[Turn]:
    """The turns that leave as few cards as can be, each in its way: none that leaves all that another leaves, and more.

    hand: what is held after drawing; melded: whether a meld of the own lies on the table; owed: a card that must be
    melded. With nothing laid down where that is all one can do.
    """
    keeps = int(options.must_discard)
    found: dict[Bits, Turn] = {}
    for count, melds in enumerate(_sets_of_melds(melds_of(options.ace, hand), hand, keeps)):
        if count == MOST and found:
            break
        left = hand
        for meld in melds:
            left ^= meld
        if left & owed:
            continue
        steps = tuple((meld, 0) for meld in sorted(melds, key=lambda meld: not meld & owed))
        after = (*table, *((kind(options.ace, meld), meld) for meld, _ in steps))
        turn = Turn(steps, left, after)
        if melded or melds:
            _lay_off(options, turn, keeps, found)
        else:
            found.setdefault(left, turn)
    return [turn for left, turn in found.items() if not any(other & left == other != left for other in found)]


def _sets_of_melds(offered: list[Bits], hand: Bits, keeps: int) -> Iterator[tuple[Bits, ...]]:
    """All sets of melds without a common card that leave `keeps` cards; those of most cards rather early."""
    offered.sort(key=int.bit_count, reverse=True)

    def more(start: int, left: Bits) -> Iterator[tuple[Bits, ...]]:
        for place in range(start, len(offered)):
            meld = offered[place]
            if meld & left == meld and (meld != left or not keeps):
                for rest in more(place + 1, left ^ meld):
                    yield (meld, *rest)
        yield ()

    return more(0, hand)


def _lay_off(options: Options, turn: Turn, keeps: int, found: dict[Bits, Turn]) -> None:
    """Into `found`, by the cards left: the turn with all laid off that can be, in each way that matters: a king may go
    on kings, or on a run that the ace then goes on. A 7 need not go on a 7 alone, for it is a meld itself."""
    left = turn.left
    ways = []
    for number, (name, lain) in enumerate(turn.table, 1):
        fits = takers(options.ace, options.single7, (name, lain)) & left
        if name == "seven":
            name, fits = "run", fits & ~SEVENS
        if fits:
            ways.append((fits & -fits, number, name, lain))
    if not ways or left.bit_count() <= keeps:
        found.setdefault(left, turn)
        return
    first = min(ways)[0]
    for card, number, name, lain in ways:
        if card == first:
            table = (*turn.table[: number - 1], (name, lain | card), *turn.table[number:])
            _lay_off(options, Turn((*turn.steps, (card, number)), left ^ card, table), keeps, found)
