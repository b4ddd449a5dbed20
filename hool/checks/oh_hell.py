"""Items about Oh Hell: whether the bids add up, which card wins under the card turned up, the hook, and the points."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hool.checks import tricks
from hool.checks.item import Item, Option, Part
from hool.checks.making import Dice, chain, numbers_part
from hool.rules import oh_hell
from hool.rules.cards import FULL_PACK, Card
from hool.rules.game import Board
from hool.rules.oh_hell import MakeBid, Options
from hool.rules.text import Text, say

_CAN, _OVER, _UNDER = "can", "over", "under"


def _of_oh_hell(options: Any) -> Options:
    return options if isinstance(options, Options) else Options()


def _bids(dice: Dice, count: int, size: int) -> list[int]:
    """So many likely bids in a hand of this size: small ones."""
    return [dice.below(min(size, 4) + 1) for _ in range(count)]


def bid_sum(dice: Dice, options: Any) -> Item:
    """Four open bids; a third of them add up to the tricks."""
    wanted = dice.pick((_CAN, _OVER, _UNDER))
    while True:
        size = 2 + dice.below(5)
        bids = _bids(dice, 4, size)
        total = sum(bids)
        if (_CAN if total == size else _OVER if total > size else _UNDER) == wanted:
            break
    a, b, c, d = bids
    taps = (
        Option(_CAN, say("All four can be right."), "" if wanted == _CAN else "did not add the bids"),
        Option(_OVER, say("Somebody will take too few."), "" if wanted == _OVER else "over and under"),
        Option(_UNDER, say("Somebody will take too many."), "" if wanted == _UNDER else "over and under"),
    )
    numbers = {"a": a, "b": b, "c": c, "d": d, "total": total, "size": size}
    why = {
        _CAN: say(
            "{a} + {b} + {c} + {d} is {total}, and there are {size} tricks: one for each that is bid.", **numbers
        ),
        _OVER: say("{a} + {b} + {c} + {d} is {total}, but there are only {size} tricks.", **numbers),
        _UNDER: say(
            "{a} + {b} + {c} + {d} is {total}, but there are {size} tricks, and somebody has to take them.", **numbers
        ),
    }[wanted]
    return Item(
        "bid sum",
        say("Can everybody take what they have bid?"),
        say("{size} cards each. The bids are {a}, {b}, {c} and {d}.", **numbers),
        None,
        (Part(say("What is certain?"), "words", taps),),
        (frozenset({wanted}),),
        why,
    )


def turned_trumps(dice: Dice, options: Any) -> Item:
    """A trick as it was played; the card turned up, which is not in play, says what trumps are."""
    without = _of_oh_hell(options).trump == "none"
    if without:
        item = tricks.winner(dice, tricks.Options())
        told = say("There are no trumps.")
    else:
        turned = dice.pick(FULL_PACK)
        while True:
            item = tricks.which_card("trump winner", 0, tricks.trick_with_trumps(dice, turned.suit), turned.suit)
            if all(option.shown != turned for option in item.parts[0].options):
                break
        told = say("The {card} was turned up.", card=turned)
    first: Card = item.parts[0].options[0].shown
    order = say("The {card} was led, and the others were played in this order.", card=first)
    ask = say("Which card wins this trick?")
    return replace(item, skill="turned trumps", ask=ask, situation=chain(told, order), picture=None)


def hook(dice: Dice, options: Any) -> Item:
    """Three bids are made and the dealer is to bid; in a quarter of the hands every number is allowed."""
    free = dice.odds(1, 4)
    while True:
        size = dice.pick((1, 2, 3, 4, 5, 6, 7, 8))
        bids = _bids(dice, 3, size)
        if (sum(bids) > size) == free:
            break
    board = Board(size, 3, 4, Options(order="up", max_cards="all", trump="none"))
    state = oh_hell.start(board, oh_hell.deal(board, Dice("any")))
    for seat, bid in enumerate(bids):
        state = oh_hell.apply(state, seat, MakeBid(bid))
    forbidden, total = oh_hell.view(state, None).forbidden, sum(bids)
    numbers = [
        Option(str(n), str(n), "" if n == forbidden else "took the sum" if n == total else "not the rest")
        for n in range(size + 1)
    ]
    none = Option("none", say("none: every number is allowed"), "" if forbidden is None else "forgot the hook")
    if forbidden is None:
        why = say(
            "{total} is more than {size} already, so the bids cannot add up to the tricks.", total=total, size=size
        )
    else:
        refused = (choice.why_not for choice in oh_hell.choices(state, 3) if choice.why_not is not None)
        why = next(refused)
    a, b, c = bids
    ask = say("Which number may you not bid?")
    told = say("{size} cards each. The others have bid {a}, {b} and {c}.", size=size, a=a, b=b, c=c)
    if size == 1:
        told = say("One card each. The others have bid {a}, {b} and {c}.", a=a, b=b, c=c)
    part = Part(say("Tap the number."), "words", (*numbers, none))
    right = frozenset({"none" if forbidden is None else str(forbidden)})
    return Item("hook", ask, chain(say("You deal and bid last."), told), None, (part,), (right,), why)


def bid_score(dice: Dice, options: Any) -> Item:
    """The points of two players in a hand: half of the bids are made."""
    rules = _of_oh_hell(options)
    size = left = 3 + dice.below(8)
    parts, right, why, told = [], [], [], []
    for mine in (True, False):
        made = dice.odds(1, 2)
        while True:
            bid, taken = dice.below(min(size, 6) + 1), dice.below(min(left, 6) + 1)
            if (bid == taken) == made and abs(bid - taken) < 4:
                break
        left -= taken
        points = oh_hell.score_of(rules, size, bid, taken, False)
        numbers = {"bid": bid, "taken": taken, "points": points}
        if mine:
            told.append(say("You bid {bid} and take {taken}.", **numbers))
        else:
            told.append(say("Your neighbour bids {bid} and takes {taken}.", **numbers))
        parts.append(
            _points(dice, say("Tap your points.") if mine else say("Tap your neighbour’s points."), bid, taken, points)
        )
        right.append(frozenset({str(points)}))
        reason = oh_hell.explain(rules, size, bid, taken, False)[0]
        why.append(say("{bid} bid and {taken} taken are worth {points} ({reason}).", reason=reason, **numbers))
    situation = chain(say("{size} cards each.", size=size), *told)
    ask = say("How many points is that for each?")
    return Item("bid score", ask, situation, None, tuple(parts), tuple(right), chain(*why))


def _points(dice: Dice, label: Text, bid: int, taken: int, points: int) -> Part:
    """The right number of points among those of the usual mistakes."""
    if bid == taken:
        slips = {0: "", bid: "forgot the ten"}
    else:
        slips = {0: "missed is nothing", bid: "counted the bid"}
        slips |= {10 + taken: "missed counts as made", 10 + bid: "missed counts as made"}
    near = [number for number in slips if number != points]
    more = [number for number in (points + 1, points + 2, points + 10) if number not in slips]
    shown = sorted({points, *[*dice.some(near, len(near)), *more][:3]})
    return numbers_part(label, shown, {number: slips.get(number, "") for number in shown if number != points})
