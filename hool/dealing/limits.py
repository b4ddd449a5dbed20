"""What can never be: contradictions between conditions, told before any search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from hool.dealing.conditions import KINDS, NAMES, SIDES, SUIT_NAMES, Conditions, Wish, who_is
from hool.dealing.goals import ALL_TRICKS, Goal
from hool.dealing.pack import Pack
from hool.dealing.reading import FITS, Fit, Lengths, Span, patterns
from hool.rules.cards import FULL_PACK, SUITS, Card, high_card_points
from hool.rules.game import Seat
from hool.rules.hool_options import DENOMINATIONS
from hool.rules.text import SeatRef, Text, name_seats, say

_Ceilings = dict[tuple[Seat, str], int]  # the most tricks of a declarer in a denomination


def contradictions(wanted: Conditions, pack: Sequence[Card] = FULL_PACK) -> tuple[Text, ...]:
    """Why no deal of this pack can be as wanted: sentences that name seats and fields. Empty: nothing is in the way
    as far as hands, suits, the sum of the points, and tricks that exclude each other tell."""
    return tuple(_contradictions(wanted, Pack(pack)))


def _contradictions(wanted: Conditions, pack: Pack) -> Iterator[Text]:
    alone = [*(list(_alone(seat, wish, pack)) for seat, wish in enumerate(wanted.hands)), list(_too_many(wanted, pack))]
    yield from (text for texts in alone for text in texts)
    if any(alone):
        return  # what follows would only say the same again
    shapes = [_possible(wish, pack) for wish in wanted.hands]
    suits = list(_suits_together(wanted, pack, shapes))
    yield from suits
    yield from _points_together(
        wanted, pack, [_points(wish, own, pack) for wish, own in zip(wanted.hands, shapes, strict=True)]
    )
    if suits:
        return
    sides = _side_shapes(wanted, pack, shapes)
    if not sides:
        yield say("No two sides can have these suits and fits together.")
    elif wanted.goals:
        yield from _tricks_together(wanted.goals, sides, pack)


def _possible(wish: Wish, pack: Pack) -> list[Lengths]:
    """The shapes of a hand with which it can have the points wished for, too."""
    found = []
    for suits in pack.shapes(wish):
        low, high = pack.points(suits)
        if wish.points is None or (low <= wish.points[1] and wish.points[0] <= high):
            found.append(suits)
    return found


def _points(wish: Wish, shapes: Sequence[Lengths], pack: Pack) -> Span:
    """The points that a hand may have, by the wish and by its shape."""
    low, high = min(pack.points(suits)[0] for suits in shapes), max(pack.points(suits)[1] for suits in shapes)
    return (max(low, wish.points[0]), min(high, wish.points[1])) if wish.points else (low, high)


def _alone(seat: int, wish: Wish, pack: Pack) -> Iterator[Text]:
    """What one hand's own wishes make impossible."""
    who = SeatRef(seat)
    most = sum(sorted((high_card_points([card]) for card in pack.cards), reverse=True)[: pack.size])
    wrong = False
    for kind, span, limit in zip(KINDS, (wish.points, *wish.lengths), (most, *pack.suits), strict=False):
        limit = limit if kind == "hcp" else min(limit, pack.size)
        if span and span[0] > limit:
            wrong = True
            yield say("{who}, {what}: a hand has at most {most}, not {low}.",
                      who=who, what=NAMES[kind], most=limit, low=span[0])  # fmt: skip
    told = {parts: sum(part or 0 for part in parts) for parts in patterns(wish.shape)}
    bad = [parts for parts, count in told.items() if count > pack.size or (count < pack.size and None not in parts)]
    if bad:
        wrong = True
        parts = max(bad, key=lambda parts: [-1 if part is None else part for part in parts])
        yield say(
            "{who}, {what}: “{shape}” is {count} cards; a hand has {size}.",
            who=who, what=NAMES["shape"], shape="-".join("x" if part is None else str(part) for part in parts),
            count=told[parts], size=pack.size,
        )  # fmt: skip
    if wrong:
        return
    least = sum(span[0] for span in wish.lengths if span)
    if least > pack.size:
        yield say("{who}: the suits would have at least {count} cards; a hand has {size}.",
                  who=who, count=least, size=pack.size)  # fmt: skip
        return
    if all(span or not own for span, own in zip(wish.lengths, pack.suits, strict=True)):
        together = sum(min(span[1], own) for span, own in zip(wish.lengths, pack.suits, strict=True) if span)
        if together < pack.size:
            yield say("{who}: the suits would have at most {count} cards; a hand has {size}.",
                      who=who, count=together, size=pack.size)  # fmt: skip
            return
    shapes = pack.shapes(wish)
    if not shapes:
        yield say("{who}: no hand has this shape and these lengths of the suits.", who=who)
    elif not _possible(wish, pack):
        low, high = _points(Wish(), shapes, pack)
        yield say("{who}, {what}: with these suits a hand has {low} to {high}.",
                  who=who, what=NAMES["hcp"], low=low, high=high)  # fmt: skip


def _too_many(wanted: Conditions, pack: Pack) -> Iterator[Text]:
    """What is more than two hands can have."""
    for letters, together in zip(SIDES, wanted.sides, strict=True):
        spans = (*together.lengths, together.fit.span if together.fit else None)
        limits = (*pack.suits, max(pack.suits))
        for kind, span, limit in zip((*SUIT_NAMES, "fit"), spans, limits, strict=True):
            if span and span[0] > limit:
                yield say("{who}, {what}: two hands have at most {most} cards of a suit, not {low}.",
                          who=who_is(letters), what=NAMES[kind], most=limit, low=span[0])  # fmt: skip


def _suits_together(wanted: Conditions, pack: Pack, shapes: Sequence[Sequence[Lengths]]) -> Iterator[Text]:
    """What the hands and sides make impossible in one suit, or in the suits of one side. shapes: those of each hand."""
    least = [[min(own[suit] for own in hand) for suit in range(4)] for hand in shapes]
    most = [[max(own[suit] for own in hand) for suit in range(4)] for hand in shapes]
    spans: list[list[Span]] = []
    for one, (letters, together) in enumerate(zip(SIDES, wanted.sides, strict=True)):
        spans.append([])
        for suit, name in enumerate(SUIT_NAMES):
            low, high = least[one][suit] + least[one + 2][suit], most[one][suit] + most[one + 2][suit]
            span = together.lengths[suit]
            if span and low > span[1]:
                yield say("{who} together would have at least {low} {suit}, but their side at most {high}.",
                          who=who_is(letters), low=low, high=span[1], suit=NAMES[name])  # fmt: skip
                return
            if span and high < span[0]:
                yield say("{who} together would have at most {high} {suit}, but their side at least {low}.",
                          who=who_is(letters), low=span[0], high=high, suit=NAMES[name])  # fmt: skip
                return
            spans[one].append((max(low, span[0]), min(high, span[1], pack.suits[suit])) if span else (low, high))
    for suit, name in enumerate(SUIT_NAMES):
        low, high = (sum(side[suit][end] for side in spans) for end in (0, 1))
        if low > pack.suits[suit]:
            sides = [bool(span and span[0]) for span in (together.lengths[suit] for together in wanted.sides)]
            who = name_seats([seat for seat in range(4) if least[seat][suit] or sides[seat % 2]])
            yield say("{who} together would have at least {count} {suit}; there are only {all}.",
                      who=who, count=low, suit=NAMES[name], all=pack.suits[suit])  # fmt: skip
        elif high < pack.suits[suit]:
            yield say("All four together would have at most {count} {suit}; there are {all}.",
                      count=high, suit=NAMES[name], all=pack.suits[suit])  # fmt: skip
    for letters, together, side in zip(SIDES, wanted.sides, spans, strict=True):
        yield from _one_side(who_is(letters), together.fit, side, pack)


def _one_side(who: Text | SeatRef, fit: Fit | None, suits: Sequence[Span], pack: Pack) -> Iterator[Text]:
    """What the suits of a side make impossible. suits: from and to of each."""
    size = 2 * pack.size
    low, high = sum(span[0] for span in suits), sum(span[1] for span in suits)
    if low > size:
        yield say("{who}: the suits would have at least {count} cards; two hands have {size}.",
                  who=who, count=low, size=size)  # fmt: skip
    elif high < size:
        yield say("{who}: the suits would have at most {count} cards; two hands have {size}.",
                  who=who, count=high, size=size)  # fmt: skip
    elif fit:
        places = [place for place, suit in enumerate(SUITS) if suit in FITS[fit.kind]]
        longest = max(suits[place][1] for place in places)
        if longest < fit.span[0]:
            yield say("{who}, fit: with these suits the longest has at most {most} cards, not {low}.",
                      who=who, most=longest, low=fit.span[0])  # fmt: skip
        for place in places:
            if suits[place][0] > fit.span[1]:
                yield say("{who} would have at least {low} {suit}, but no suit of more than {high}.",
                          who=who, low=suits[place][0], suit=NAMES[SUIT_NAMES[place]], high=fit.span[1])  # fmt: skip
                return


def _side_shapes(wanted: Conditions, pack: Pack, shapes: Sequence[Sequence[Lengths]]) -> list[Lengths]:
    """The suits that North and South may have together; East and West have what is left."""
    low = [[min(own[suit] for own in hand) for suit in range(4)] for hand in shapes]
    high = [[max(own[suit] for own in hand) for suit in range(4)] for hand in shapes]
    ranges = []
    for suit, own in enumerate(pack.suits):
        one, other = (together.lengths[suit] or (0, own) for together in wanted.sides)
        least = max(low[0][suit] + low[2][suit], one[0], own - other[1], own - high[1][suit] - high[3][suit])
        most = min(high[0][suit] + high[2][suit], one[1], own - other[0], own - low[1][suit] - low[3][suit])
        ranges.append(range(least, most + 1))
    fits = [together.fit for together in wanted.sides]
    found = []
    for suits in product(*ranges[:3]):
        mine = (*suits, 2 * pack.size - sum(suits))
        theirs = tuple(own - count for own, count in zip(pack.suits, mine, strict=True))
        kept = all(not fit or not fit.off(own) for fit, own in zip(fits, (mine, theirs), strict=True))
        if mine[3] in ranges[3] and kept:
            found.append(mine)
    return found


def _tricks_together(goals: Sequence[Goal], sides: Sequence[Lengths], pack: Pack) -> Iterator[Text]:
    """What the wishes about tricks make impossible. sides: as `_side_shapes`."""
    if len(pack.cards) != len(FULL_PACK):
        yield say("What can be made needs all 52 cards; this pack has fewer.")
        return
    for goal in goals:
        if any(need > ALL_TRICKS for _seat, _denomination, need in goal.ways()):
            yield say("{goal}: there are only {all}.", goal=goal.words(), all=ALL_TRICKS)
            return
    by_trumps = _by_trumps(sides)
    for goal in goals:
        if not _open(goal, by_trumps):
            yield say("{goal}: for that they have too few trumps.", goal=goal.words())
            return
    ceilings = _ceilings(goals, by_trumps)
    for place, goal in enumerate(goals):
        if _open(goal, ceilings):
            continue
        for other in goals:
            if not _open(goal, _ceilings([other], by_trumps)):
                first, second = (goal, other) if place < goals.index(other) else (other, goal)
                yield say("Both cannot be: {one}, and {other}.", one=first.words(), other=second.words())
                return
        yield say("{goal}: with all else that is wished this cannot be.", goal=goal.words())
        return
    for suit in SUITS:
        # Whoever holds the highest trump takes a trick with it.
        need = {goal.seats[0] % 2: goal for goal in goals if _needs_all(goal, suit)}
        if len(need) == 2:
            yield say("Both cannot be: {one}, and {other}.", one=need[0].words(), other=need[1].words())


def _needs_all(goal: Goal, suit: str) -> bool:
    ways = goal.ways()
    return bool(ways) and all(way[1:] == (suit, ALL_TRICKS) for way in ways)


def _by_trumps(sides: Sequence[Lengths]) -> _Ceilings:
    """How many tricks a side can have at most with so few trumps.

    One opponent holds at least half of the others. Each of these takes a trick unless a higher trump of ours falls on
    it, and every trump of ours falls on one of them at most.
    """
    found: _Ceilings = {(seat, denomination): ALL_TRICKS for seat in range(4) for denomination in DENOMINATIONS}
    for place, suit in enumerate(SUITS):
        counts = [side[place] for side in sides]
        for seat, trumps in enumerate((max(counts), 13 - min(counts)) * 2):
            lost = (13 - trumps + 1) // 2 - trumps
            found[seat, suit] = ALL_TRICKS - max(0, lost)
    return found


def _ceilings(goals: Sequence[Goal], by_trumps: _Ceilings) -> _Ceilings:
    found = dict(by_trumps)
    for goal in goals:
        for seat, denomination, most in goal.limits():
            found[seat, denomination] = min(found[seat, denomination], most)
    return found


def _open(goal: Goal, ceilings: _Ceilings) -> bool:
    """Whether a goal can be reached under these ceilings."""
    ways = goal.ways()
    return not ways or any(need <= ceilings[seat, denomination] for seat, denomination, need in ways)


def _points_together(wanted: Conditions, pack: Pack, hands: Sequence[Span]) -> Iterator[Text]:
    """What the points of several hands and sides make impossible. hands: what each may have."""
    sides: list[Span] = []
    for name, together, one in zip(SIDES, wanted.sides, (0, 1), strict=True):
        span = together.points
        least = hands[one][0] + hands[one + 2][0]
        most = hands[one][1] + hands[one + 2][1]
        if span and least > span[1]:
            yield say("{who} together would have at least {low} points, but their side at most {high}.",
                      who=who_is(name), low=least, high=span[1])  # fmt: skip
            return
        if span and most < span[0]:
            yield say("{who} together would have at most {high} points, but their side at least {low}.",
                      who=who_is(name), high=most, low=span[0])  # fmt: skip
            return
        sides.append((max(least, span[0]), min(most, span[1])) if span else (least, most))
    least, most = sides[0][0] + sides[1][0], sides[0][1] + sides[1][1]
    if least > pack.total:
        blamed = [seat for seat in range(4) if wanted.sides[seat % 2].points or hands[seat][0]]
        yield say("{who} together would have at least {count} points; there are only {all}.",
                  who=name_seats(blamed), count=least, all=pack.total)  # fmt: skip
    elif most < pack.total:
        yield say("All four together would have at most {count} points; there are {all}.",
                  count=most, all=pack.total)  # fmt: skip
