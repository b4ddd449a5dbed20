"""Deals to order: at random under conditions on points, lengths and shape, or typed in hand by hand.

`parse` reads conditions as people write them, `contradictions` says at once what can never be, and `find` looks for a
deal: first in plain shuffles, which are fair; then by changing cards of a shuffled deal until it fits, and after that
by changing them on at random for as long as it still fits, so that nothing is left of how it was found.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from math import exp
from operator import sub
from random import Random

from hool.rules.cards import (
    FULL_PACK,
    RANKS,
    SUITS,
    Card,
    Deal,
    hand_order,
    high_card_points,
    lengths,
)  # fmt: skip
from hool.rules.text import SaidError, SeatRef, Text, name_seats, say, say_count

Span = tuple[int, int]  # from and to, both possible
Lengths = tuple[int, ...]  # spades, hearts, diamonds, clubs

SEATS = "NESW"
SIDES = ("NS", "EW")
KINDS = ("hcp", "spades", "hearts", "diamonds", "clubs", "shape")
"""What can be wished of a hand; of a side only "hcp"."""

PLAIN = 150  # shuffles before cards are changed on purpose
STEPS = 1500  # changes tried in one deal
_BALANCED = ("4-3-3-3", "4-4-3-2", "5-3-3-2")
_NAMES = {
    "hcp": say("points"),
    "spades": say("spades"),
    "hearts": say("hearts"),
    "diamonds": say("diamonds"),
    "clubs": say("clubs"),
    "shape": say("shape"),
}


class ConditionError(SaidError):
    """A condition that cannot be understood."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What one hand shall be like; None and "" leave it open.

    points: high-card points. lengths: of spades, hearts, diamonds, clubs. shape: "5-3-3-2" in any order of the suits,
    "5=4=3=1" in the order of `SUITS`, x for any number, several with commas between them, or "balanced".
    """

    points: Span | None = None
    lengths: tuple[Span | None, ...] = (None, None, None, None)
    shape: str = ""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a deal shall be like. hands: from North clockwise. sides: points of North-South and of East-West."""

    hands: tuple[Wish, ...] = (Wish(), Wish(), Wish(), Wish())
    sides: tuple[Span | None, Span | None] = (None, None)


# ---------------------------------------------------------------------------------------------------- reading


def parse(written: Mapping[str, str]) -> Conditions | tuple[Text, ...]:
    """The conditions in fields such as "N hcp", "S hearts", "W shape" or "EW hcp"; or all that is not understood.

    A number is written "5", "5+" or "3-5"; a shape as in `Wish`. Fields that are missing or empty leave it open.
    """
    problems: list[Text] = []

    def number(who: str, kind: str) -> Span | None:
        try:
            return _span(written.get(f"{who} {kind}", ""))
        except ConditionError as fault:
            problems.append(say("{who}, {what}: {why}", who=_who(who), what=_NAMES[kind], why=fault.why))
            return None

    def hand(letter: str) -> Wish:
        shape = " ".join(written.get(f"{letter} shape", "").casefold().split())
        try:
            _patterns(shape)
        except ConditionError as fault:
            problems.append(say("{who}, {what}: {why}", who=_who(letter), what=_NAMES["shape"], why=fault.why))
            shape = ""
        points, *suits = (number(letter, kind) for kind in KINDS[:5])
        return Wish(points, tuple(suits), shape)

    hands = tuple(map(hand, SEATS))
    north_south, east_west = (number(side, "hcp") for side in SIDES)
    return tuple(problems) or Conditions(hands, (north_south, east_west))


def _who(letters: str) -> Text | SeatRef:
    return name_seats([SEATS.index(letter) for letter in letters])


def _span(text: str) -> Span | None:
    """From and to; "5+" goes on to 99. Raises ConditionError."""
    text = re.sub(r"\s", "", text).translate(str.maketrans("–—−", "---"))
    if not text:
        return None
    found = re.fullmatch(r"([0-9]{1,2})(?:(\+)|-([0-9]{1,2}))?", text)
    if not found:
        raise ConditionError(say("“{text}” is not understood. Write 5, 5+ or 3-5.", text=text[:20]))
    low = int(found[1])
    high = 99 if found[2] else int(found[3] or low)
    if low > high:
        raise ConditionError(say("{low} is more than {high}; write the smaller number first.", low=low, high=high))
    return low, high


_Pattern = tuple[int | None, ...]  # lengths in the order of SUITS, None for any


@lru_cache(maxsize=64)
def _patterns(shape: str) -> frozenset[_Pattern]:
    """The patterns of a shape; none: it is open. Raises ConditionError."""
    shape = shape.translate(str.maketrans("–—−", "---"))
    found: set[_Pattern] = set()
    for each in filter(None, map(str.strip, re.split(r",|;|\bor\b", shape))):
        names = _BALANCED if each in ("balanced", "any balanced") else (each,)
        for name in names:
            plain = "-".join(name) if re.fullmatch(r"[0-9x]{4}", name) else name
            match = re.fullmatch(r"(x|[0-9]{1,2})([-= ])(x|[0-9]{1,2})\2(x|[0-9]{1,2})\2(x|[0-9]{1,2})", plain)
            if not match:
                text = say(
                    "“{text}” is not understood. Write 5-3-3-2, or 5=4=3=1 for spades, hearts, diamonds and clubs in"
                    " this order, or balanced.",
                    text=each[:20],
                )
                raise ConditionError(text)
            parts = tuple(None if part == "x" else int(part) for part in match.group(1, 3, 4, 5))
            found.update([parts] if match[2] == "=" else permutations(parts))
    return frozenset(found)


def _fits(suits: Lengths, patterns: frozenset[_Pattern]) -> bool:
    """Whether suit lengths are of one of the patterns; every hand is if there are none."""
    return (
        not patterns
        or suits in patterns
        or any(
            None in parts and all(part in (None, count) for part, count in zip(parts, suits, strict=True))
            for parts in patterns
        )
    )


# ---------------------------------------------------------------------------------------------------- what cannot be


class _Pack:
    """What a pack can give. size: cards of a hand. suits: cards of each suit. total: points of the whole pack.

    least, most: for each suit the points of so many cards of it, at least and at most.
    """

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = tuple(cards)
        self.size = len(cards) // 4
        self.suits = lengths(cards)
        self.total = high_card_points(cards)
        values = [sorted(high_card_points([card]) for card in cards if card.suit == suit) for suit in SUITS]
        self.least = [[sum(own[:count]) for count in range(len(own) + 1)] for own in values]
        self.most = [[sum(own[len(own) - count :]) for count in range(len(own) + 1)] for own in values]

    def shapes(self, wish: Wish) -> tuple[Lengths, ...]:
        """All suit lengths that a hand may have under a wish, its points left aside."""
        patterns = _patterns(wish.shape)
        *ranges, last = (
            range(span[0], min(span[1], own, self.size) + 1) if span else range(min(own, self.size) + 1)
            for span, own in zip(wish.lengths, self.suits, strict=True)
        )
        found = ((*suits, self.size - sum(suits)) for suits in product(*ranges))
        return tuple(suits for suits in found if suits[3] in last and _fits(suits, patterns))

    def points(self, suits: Lengths) -> Span:
        """The points that a hand of these suit lengths can have, at least and at most."""
        return (
            sum(self.least[suit][count] for suit, count in enumerate(suits)),
            sum(self.most[suit][count] for suit, count in enumerate(suits)),
        )


def contradictions(wanted: Conditions, pack: Sequence[Card] = FULL_PACK) -> tuple[Text, ...]:
    """Why no deal of this pack can be as wanted: sentences that name seats and fields. Empty: nothing is in the way
    as far as one hand, one suit or the sum of the points tells."""
    return tuple(_contradictions(wanted, _Pack(pack)))


def _contradictions(wanted: Conditions, pack: _Pack) -> Iterator[Text]:
    alone = [list(_alone(seat, wish, pack)) for seat, wish in enumerate(wanted.hands)]
    yield from (text for texts in alone for text in texts)
    if any(alone):
        return  # what follows would only say the same again
    shapes = [_possible(wish, pack) for wish in wanted.hands]
    for suit, name in enumerate(KINDS[1:5]):
        least = [min(own[suit] for own in hand) for hand in shapes]
        most = [max(own[suit] for own in hand) for hand in shapes]
        if sum(least) > pack.suits[suit]:
            who = name_seats([seat for seat in range(4) if least[seat]])
            yield say(
                "{who} together would have at least {count} {suit}; there are only {all}.",
                who=who, count=sum(least), suit=_NAMES[name], all=pack.suits[suit],
            )  # fmt: skip
        elif sum(most) < pack.suits[suit]:
            yield say(
                "All four together would have at most {count} {suit}; there are {all}.",
                count=sum(most), suit=_NAMES[name], all=pack.suits[suit],
            )  # fmt: skip
    yield from _points_together(
        wanted, pack, [_points(wish, own, pack) for wish, own in zip(wanted.hands, shapes, strict=True)]
    )


def _possible(wish: Wish, pack: _Pack) -> list[Lengths]:
    """The shapes of a hand with which it can have the points wished for, too."""
    found = []
    for suits in pack.shapes(wish):
        low, high = pack.points(suits)
        if wish.points is None or (low <= wish.points[1] and wish.points[0] <= high):
            found.append(suits)
    return found


def _points(wish: Wish, shapes: Sequence[Lengths], pack: _Pack) -> Span:
    """The points that a hand may have, by the wish and by its shape."""
    low, high = min(pack.points(suits)[0] for suits in shapes), max(pack.points(suits)[1] for suits in shapes)
    return (max(low, wish.points[0]), min(high, wish.points[1])) if wish.points else (low, high)


def _alone(seat: int, wish: Wish, pack: _Pack) -> Iterator[Text]:
    """What one hand's own wishes make impossible."""
    who = SeatRef(seat)
    most = sum(sorted((high_card_points([card]) for card in pack.cards), reverse=True)[: pack.size])
    wrong = False
    for kind, span, limit in zip(KINDS, (wish.points, *wish.lengths), (most, *pack.suits), strict=False):
        limit = limit if kind == "hcp" else min(limit, pack.size)
        if span and span[0] > limit:
            wrong = True
            yield say("{who}, {what}: a hand has at most {most}, not {low}.",
                      who=who, what=_NAMES[kind], most=limit, low=span[0])  # fmt: skip
    told = {parts: sum(part or 0 for part in parts) for parts in _patterns(wish.shape)}
    bad = [parts for parts, count in told.items() if count > pack.size or (count < pack.size and None not in parts)]
    if bad:
        wrong = True
        parts = max(bad, key=lambda parts: [-1 if part is None else part for part in parts])
        yield say(
            "{who}, {what}: “{shape}” is {count} cards; a hand has {size}.",
            who=who, what=_NAMES["shape"], shape="-".join("x" if part is None else str(part) for part in parts),
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
                  who=who, what=_NAMES["hcp"], low=low, high=high)  # fmt: skip


def _points_together(wanted: Conditions, pack: _Pack, hands: Sequence[Span]) -> Iterator[Text]:
    """What the points of several hands and sides make impossible. hands: what each may have."""
    sides: list[Span] = []
    for name, span, one in zip(SIDES, wanted.sides, (0, 1), strict=True):
        least = hands[one][0] + hands[one + 2][0]
        most = hands[one][1] + hands[one + 2][1]
        if span and least > span[1]:
            yield say("{who} together would have at least {low} points, but their side at most {high}.",
                      who=_who(name), low=least, high=span[1])  # fmt: skip
            return
        if span and most < span[0]:
            yield say("{who} together would have at most {high} points, but their side at least {low}.",
                      who=_who(name), high=most, low=span[0])  # fmt: skip
            return
        sides.append((max(least, span[0]), min(most, span[1])) if span else (least, most))
    least, most = sides[0][0] + sides[1][0], sides[0][1] + sides[1][1]
    if least > pack.total:
        blamed = [seat for seat in range(4) if wanted.sides[seat % 2] or hands[seat][0]]
        yield say("{who} together would have at least {count} points; there are only {all}.",
                  who=name_seats(blamed), count=least, all=pack.total)  # fmt: skip
    elif most < pack.total:
        yield say("All four together would have at most {count} points; there are {all}.",
                  count=most, all=pack.total)  # fmt: skip


def keeps(wanted: Conditions, deal: Deal) -> bool:
    """Whether a deal is as wanted."""
    points = [high_card_points(hand) for hand in deal.hands]
    for hand, count, wish in zip(deal.hands, points, wanted.hands, strict=True):
        spans = zip((wish.points, *wish.lengths), (count, *lengths(hand)), strict=True)
        if any(span and not span[0] <= value <= span[1] for span, value in spans):
            return False
        if not _fits(lengths(hand), _patterns(wish.shape)):
            return False
    sums = (points[0] + points[2], points[1] + points[3])
    return all(not span or span[0] <= value <= span[1] for span, value in zip(wanted.sides, sums, strict=True))


# ---------------------------------------------------------------------------------------------------- searching


def find(
    wanted: Conditions,
    rng: Random,
    clock: Callable[[], float],
    pack: Sequence[Card] = FULL_PACK,
    seconds: float = 1.0,
    tries: int = 500,
) -> Deal | Text:
    """A random deal as wanted; or the sentence why there is none, or none was found.

    clock: in seconds; it is asked about every millisecond, so it may let others go on meanwhile. The search ends after
    `seconds` and after `tries` shuffles.
    """
    kit = _Pack(pack)
    for text in _contradictions(wanted, kit):
        return text
    search = _Search(wanted, kit, rng)
    end = clock() + seconds
    missed: Counter[Text] = Counter()
    for attempt in range(tries):
        search.shuffle()
        if attempt >= PLAIN:
            search.mend(lambda: clock() >= end)
        if not any(search.costs()):
            if attempt >= PLAIN:
                search.stir()
            return search.deal()
        if attempt >= PLAIN:
            missed.update(search.missing())
        if clock() >= end:
            break
    if not missed:
        return say("No such deal was found in time. Allow more, then try again.")
    return say("No such deal was found. The hardest is this: {what}. Allow more there, then try again.",
               what=missed.most_common(1)[0][0])  # fmt: skip


class _Search:
    """A deal in the making. A card is its place in the pack; costs say how far the deal is from what is wanted."""

    def __init__(self, wanted: Conditions, pack: _Pack, rng: Random) -> None:
        self.wanted, self.pack, self.rng = wanted, pack, rng
        self.suit = [SUITS.index(card.suit) for card in pack.cards]
        self.value = [high_card_points([card]) for card in pack.cards]
        self.shapes = [pack.shapes(wish) if wish.shape else () for wish in wanted.hands]
        self.known: list[dict[Lengths, int]] = [{}, {}, {}, {}]  # how many cards of each hand have the wrong suit
        self.order = list(range(len(pack.cards)))
        self.shuffle()

    def shuffle(self) -> None:
        size = self.pack.size
        self.rng.shuffle(self.order)
        self.hands = [self.order[seat * size : (seat + 1) * size] for seat in range(4)]
        self.points = [sum(self.value[card] for card in hand) for hand in self.hands]
        self.lengths = [[0, 0, 0, 0] for _ in range(4)]
        for hand, own in zip(self.hands, self.lengths, strict=True):
            for card in hand:
                own[self.suit[card]] += 1

    def deal(self) -> Deal:
        cards = self.pack.cards
        return Deal(tuple(hand_order(cards[place] for place in hand) for hand in self.hands))

    def costs(self) -> list[int]:
        """How far each hand is away, and each side."""
        hands = [self.hand_cost(seat, self.points[seat], tuple(self.lengths[seat])) for seat in range(4)]
        return [*hands, *self.side_costs()]

    def hand_cost(self, seat: int, points: int, suits: Lengths) -> int:
        """Points too many or too few, and for each card that has the wrong suit three."""
        known = self.known[seat]
        if suits not in known:
            known[suits] = self.wrong_suits(seat, suits)
        return _off(points, self.wanted.hands[seat].points) + 3 * known[suits]

    def wrong_suits(self, seat: int, suits: Lengths) -> int:
        """How many cards a hand of these suit lengths has to change for others of another suit, at least."""
        if self.shapes[seat]:
            return min(sum(map(abs, map(sub, suits, each))) for each in self.shapes[seat]) // 2
        spans = [span or (0, 99) for span in self.wanted.hands[seat].lengths]
        over = sum(max(count - span[1], 0) for count, span in zip(suits, spans, strict=True))
        under = sum(max(span[0] - count, 0) for count, span in zip(suits, spans, strict=True))
        return max(over, under)

    def side_costs(self) -> tuple[int, int]:
        points, (one, other) = self.points, self.wanted.sides
        return _off(points[0] + points[2], one), _off(points[1] + points[3], other)

    def missing(self) -> Iterator[Text]:
        """What is not as wanted, in words."""
        for seat, wish in enumerate(self.wanted.hands):
            who = SeatRef(seat)
            if _off(self.points[seat], wish.points):
                yield say("{who}, {what}", who=who, what=_NAMES["hcp"])
            if self.hand_cost(seat, self.points[seat], tuple(self.lengths[seat])) > _off(
                self.points[seat], wish.points
            ):
                yield say("{who}, {what}", who=who, what=_NAMES["shape"] if wish.shape else say("lengths of the suits"))
        for name, cost in zip(SIDES, self.side_costs(), strict=True):
            if cost:
                yield say("{who}, {what}", who=_who(name), what=_NAMES["hcp"])

    def mend(self, over: Callable[[], bool]) -> None:
        """Change cards between hands until all is as wanted, `STEPS` were tried, or it is `over`."""
        costs = self.costs()
        total = sum(costs)
        for step in range(STEPS):
            if not total or (step % 128 == 127 and over()):
                return
            # One of the two hands is one that is not right yet.
            wrong = [seat for seat in range(4) if costs[seat] or costs[4 + seat % 2]]
            after = self.change(self.rng.choice(wrong), costs, total)
            if after is not None:
                costs, total = after, sum(after)

    def stir(self) -> None:
        """Change cards at random for as long as all stays as wanted."""
        costs = self.costs()
        for _ in range(STEPS):
            self.change(self.rng.randrange(4), costs, 0, strict=True)

    def change(self, seat: int, costs: list[int], total: int, strict: bool = False) -> list[int] | None:
        """Let a hand change a card with another one, and give the new costs; None: it was better to leave it.

        A change for the worse is made now and then, else the search would get stuck; never if `strict`.
        """
        rng = self.rng
        other = (seat + rng.randrange(1, 4)) % 4
        place, place_there = rng.randrange(self.pack.size), rng.randrange(self.pack.size)
        mine, theirs = self.hands[seat], self.hands[other]
        card, card_there = mine[place], theirs[place_there]
        suit, suit_there = self.suit[card], self.suit[card_there]
        more = self.value[card_there] - self.value[card]
        if suit == suit_there and not more:
            mine[place], theirs[place_there] = card_there, card
            return costs
        self._move(seat, other, suit, suit_there, more)
        after = costs.copy()
        for each in (seat, other):
            after[each] = self.hand_cost(each, self.points[each], tuple(self.lengths[each]))
        after[4:] = self.side_costs()
        worse = sum(after) - total
        if worse <= 0 or (not strict and rng.random() < exp(-worse / 0.7)):
            mine[place], theirs[place_there] = card_there, card
            return after
        self._move(other, seat, suit, suit_there, more)
        return None

    def _move(self, seat: int, other: int, suit: int, suit_there: int, more: int) -> None:
        """Note that `seat` has one of `suit` less, one of `suit_there` and so many points more, and `other` not."""
        self.points[seat] += more
        self.points[other] -= more
        for own, sign in ((self.lengths[seat], 1), (self.lengths[other], -1)):
            own[suit] -= sign
            own[suit_there] += sign


def _off(value: int, span: Span | None) -> int:
    """How far a number is outside of a span."""
    return 0 if span is None else max(span[0] - value, value - span[1], 0)


# ---------------------------------------------------------------------------------------------------- typed hands


def typed(written: Sequence[Sequence[str]], pack: Sequence[Card] = FULL_PACK) -> Deal | tuple[Text, ...]:
    """The deal of hands typed in: for each seat from North the ranks of spades, hearts, diamonds and clubs.

    A whole hand may stand in its first field with dots between the suits: "AK72.QJ5.T94.A83". A hand of which nothing
    is told gets the cards that are left. Else all that is wrong, each sentence with seat and card.
    """
    size = len(pack) // 4
    problems: list[Text] = []
    hands = [list(_typed_hand(seat, texts, problems)) for seat, texts in enumerate(written)]
    holders: dict[Card, int] = {}
    for seat, hand in enumerate(hands):
        for card in hand:
            if card not in pack:
                problems.append(say("{seat}: {card} is not in this pack.", seat=SeatRef(seat), card=card))
            elif holders.setdefault(card, seat) != seat:
                one, other = SeatRef(holders[card]), SeatRef(seat)
                problems.append(say("{one} and {other} both have {card}.", one=one, other=other, card=card))
    silent = [seat for seat, texts in enumerate(written) if not any(map(_ranks, texts))]
    if len(silent) > 1:
        text = say(
            "Type three hands; the fourth is filled in by itself. {who} have no cards yet.", who=name_seats(silent)
        )
        return (*problems, text)
    for seat, hand in enumerate(hands):
        if seat not in silent and len(hand) != size:
            text = say_count("{seat} has {count} card and should have {size}.",
                             "{seat} has {count} cards and should have {size}.",
                             len(hand), seat=SeatRef(seat), size=size)  # fmt: skip
            problems.append(text)
    if problems:
        return tuple(problems)
    for seat in silent:
        hands[seat] = [card for card in pack if card not in holders]
    return Deal(tuple(map(hand_order, hands)))


def _ranks(text: str) -> str:
    """Ranks as `RANKS` has them: `10` is T, and signs between them or for an empty suit say nothing."""
    return re.sub(r"[\s,–—−-]", "", text.upper().replace("10", "T"))


def _typed_hand(seat: int, texts: Sequence[str], problems: list[Text]) -> Iterator[Card]:
    """The cards of a hand as far as they can be read, each once."""
    suits = [*map(_ranks, texts)]
    if "." in suits[0] and not any(suits[1:]):
        suits = suits[0].split(".")
        if len(suits) != 4:
            text = say(
                "{seat}: “{text}” needs four suits with dots between them.", seat=SeatRef(seat), text=texts[0][:40]
            )
            problems.append(text)
            return
    seen = set()
    for suit, name, ranks in zip(SUITS, KINDS[1:5], suits, strict=True):
        for rank in ranks:
            if rank not in RANKS:
                problems.append(
                    say(
                        "{seat}, {suit}: “{sign}” is no card. Write A K Q J 10 and 9 to 2.",
                        seat=SeatRef(seat), suit=_NAMES[name], sign=rank,
                    )
                )  # fmt: skip
                continue
            card = Card(RANKS.index(rank) + 2, suit)
            if card in seen:
                problems.append(say("{seat} has {card} twice.", seat=SeatRef(seat), card=card))
            else:
                seen.add(card)
                yield card
