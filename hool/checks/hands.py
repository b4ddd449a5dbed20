"""Items about hands: their points and shape, and the sure winners of two."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import takewhile
from typing import TypeAlias

from hool.checks.item import Hand, Item, Option, Part, TwoHands
from hool.checks.making import Dice, chain, numbers_part
from hool.rules import hool
from hool.rules.cards import SUITS, Card, high_card_points, lengths, pack
from hool.rules.hool import Options
from hool.rules.text import Cards, Text, say, say_count
from hool.rules.tricks import followers

_Cards: TypeAlias = tuple[Card, ...]  # a hand or what is left of it, in hand order

_SUITS = tuple(map(pack, SUITS))  # the cards of each from the ace down


def points(dice: Dice, options: Options) -> Item:
    """A hand with three honours at least, 5 to 20 points."""
    while True:
        hand = dice.pick(dice.hands())
        right = high_card_points(hand)
        honours = [card for card in hand if card.rank > 10]
        if 5 <= right <= 20 and len(honours) >= 3:
            break
    worth = [high_card_points([card]) for card in honours]
    slips = {} if len(honours) == right else {len(honours): "counted honours"}
    part = numbers_part(say("How many points?"), _window(dice, right, 1, 25, 9), slips)
    why = say(
        "An ace is 4, a king 3, a queen 2, a jack 1. In this hand: {cards}. {sum} = {points}.",
        cards=Cards(tuple(honours)),
        sum=" + ".join(map(str, worth)),
        points=right,
    )
    ask = say("How many points does this hand have?")
    return Item("points", ask, None, Hand(hand), (part,), (frozenset({str(right)}),), why)


def shape(dice: Dice, options: Options) -> Item:
    """The pattern and the lengths of a hand whose lengths, as the suits come, are not yet the pattern."""
    while True:
        hand = dice.pick(dice.hands())
        held = lengths(hand)
        if list(held) != sorted(held, reverse=True) and max(held) < 8:
            break
    right = str(hool.clue_value(hand, "pattern"))
    wrong = {"-".join(map(str, held)): "not sorted"}
    ordered = sorted(held, reverse=True)
    near: Sequence[int] = ordered
    while len(wrong) < 5:
        near = _moved(dice, ordered if dice.odds(2, 3) else near)
        text = "-".join(map(str, sorted(near, reverse=True)))
        if text != right and max(near) < 8:
            wrong.setdefault(text, "")
    patterns = Part(
        say("Which pattern?"),
        "words",
        tuple(Option(text, text, wrong.get(text, "")) for text in sorted((right, *wrong), reverse=True)),
    )
    others: dict[tuple[int, ...], str] = {tuple(ordered): "sorted"}
    while len(others) < 4:
        i, j = dice.some(range(4), 2)
        swapped = list(held)
        swapped[i], swapped[j] = swapped[j], swapped[i]
        near = swapped if dice.odds(1, 2) else _moved(dice, held)
        if tuple(near) != held:
            others.setdefault(tuple(near), "suits swapped" if sorted(near) == sorted(held) else "")
    all_lengths = sorted((held, *others), reverse=True)
    suits = Part(
        say("How long are the suits?"),
        "lengths",
        tuple(Option(".".join(map(str, each)), each, others.get(each, "")) for each in all_lengths),
    )
    s, h, d, c = held
    why = say(
        "Spades {s}, hearts {h}, diamonds {d}, clubs {c}. From the longest to the shortest: {pattern}.",
        s=s, h=h, d=d, c=c, pattern=right,
    )  # fmt: skip
    return Item(
        "shape",
        say("What is the pattern of this hand, and how long is each suit?"),
        None,
        Hand(hand),
        (patterns, suits),
        (frozenset({right}), frozenset({".".join(map(str, held))})),
        why,
    )


def _moved(dice: Dice, held: Sequence[int]) -> list[int]:
    """Lengths with one card counted in another suit."""
    near = list(held)
    i, j = dice.some(range(4), 2)
    if near[i]:
        near[i], near[j] = near[i] - 1, near[j] + 1
    return near


def _window(dice: Dice, right: int, least: int, most: int, wide: int = 8) -> range:
    """`wide` numbers in a row between `least` and `most`, `right` anywhere among them."""
    start = right - dice.below(wide)
    start = max(least, min(start, most - wide + 1))
    return range(start, min(start + wide, most + 1))


def _top_cards(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Those that no card outside can beat: of each suit from the ace down to the first that is missing."""
    held = frozenset(cards)
    return tuple(card for suit in _SUITS for card in takewhile(held.__contains__, suit))


def _most_tricks(own: _Cards, dummy: _Cards, tops: frozenset[Card]) -> list[int]:
    """Per suit, the tricks before an opponent wins one, if one opponent holds all that is out: its top cards, but no
    more than the longer hand has cards."""
    high = lengths([card for card in own + dummy if card in tops])
    return [min(each) for each in zip(high, map(max, lengths(own), lengths(dummy)), strict=True)]


def _can_cash(own: _Cards, dummy: _Cards, tops: frozenset[Card], tricks: int) -> bool:
    """Whether declarer, to lead from `own` without trumps, finds a way to so many tricks in a row, each won by a top
    card and led from the hand that won the one before. Not every way is tried: no is no proof."""

    @cache
    def goes(lead: _Cards, across: _Cards, left: int) -> bool:
        if not left:
            return True
        if sum(_most_tricks(lead, across, tops)) < left:  # a trick was thrown away before: this ends the search early
            return False
        for card in _worth_trying(lead, tops):
            same = followers(across, card.suit)
            for reply in _worth_trying(same, tops) if same else _spare(across, tops):
                best = reply if same and reply.rank > card.rank else card
                if best not in tops:
                    continue
                hands = _without(lead, card), _without(across, reply)
                if goes(*(hands if best == card else hands[::-1]), left - 1):
                    return True
        return False

    return goes(own, dummy, tricks)


def _worth_trying(hand: _Cards, tops: frozenset[Card]) -> list[Card]:
    """Of each suit, the shortest first: its highest and lowest top card, and its lowest other one."""
    cards: list[Card] = []
    suits = [followers(hand, suit) for suit in SUITS]
    for held in sorted(filter(None, suits), key=len):
        high = [card for card in held if card in tops]
        cards += dict.fromkeys([*high[:1], *high[-1:], held[-1]])
    return cards


def _spare(hand: _Cards, tops: frozenset[Card]) -> _Cards:
    """What to throw away: the smallest card of the suit with most small ones, else anything."""
    small = [card for card in hand if card not in tops]
    if not small:
        return hand
    return (max(small, key=lambda card: (sum(each.suit == card.suit for each in small), -card.rank)),)


def _without(hand: _Cards, card: Card) -> _Cards:
    return tuple(each for each in hand if each != card)


def sure_winners(dice: Dice, options: Options) -> Item:
    """Two hands whose winners can all be reached, so that counting suit by suit is exact, and whose suits are
    short enough that no small card is sure to become one: one opponent may hold all that is out."""
    want_fall = dice.odds(1, 2)  # two high cards on one trick, the commonest trap
    while True:
        dummy, _, own, _ = dice.hands()
        held = list(zip(lengths(own), lengths(dummy), strict=True))
        if any(max(both) > 5 or sum(both) > 8 for both in held):
            continue
        tops = _top_cards(own + dummy)
        by_suit = _most_tricks(own, dummy, frozenset(tops))
        right = sum(by_suit)
        if 3 <= right <= 8 and (len(tops) > right) == want_fall and _can_cash(own, dummy, frozenset(tops), right):
            break
    honours = sum(card.rank >= 12 for card in (*own, *dummy))
    slips = {honours: "missing card", len(_top_cards(own)): "counted one hand", len(tops): "counted twice"}
    slips.pop(right, None)
    part = numbers_part(say("How many tricks?"), _window(dice, right, 1, 13), slips)
    lines = [_suit_line(followers(tops, suit), number) for suit, number in zip(SUITS, by_suit, strict=True) if number]
    sums = say("{sum} = {count}.", sum=" + ".join(str(number) for number in by_suit if number), count=right)
    why = chain(*lines, sums) if len(lines) > 1 else lines[0]
    return Item(
        "sure winners",
        say("How many tricks can you take at once?"),
        say("You are declarer in no trumps and lead. Count what you win before an opponent wins a trick."),
        TwoHands(own, dummy),
        (part,),
        (frozenset({str(right)}),),
        why,
    )


def _suit_line(tops: tuple[Card, ...], number: int) -> Text:
    """Why so many of a suit's top cards are tricks."""
    if number < len(tops):
        return say_count(
            "{cards}: only {count} trick, for neither hand has more cards of this suit.",
            "{cards}: only {count} tricks, for neither hand has more cards of this suit.",
            number,
            cards=Cards(tops),
        )
    return say_count("{cards}: {count} trick.", "{cards}: {count} tricks.", number, cards=Cards(tops))
