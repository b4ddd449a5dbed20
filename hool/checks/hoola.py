"""Items about Hoola: what is a meld, what goes on one, who may say thank you, what a hand counts, and who pays what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from hool.checks.item import Hand, Item, Option, Part
from hool.checks.making import Dice, chain, numbers_part
from hool.rules import hoola
from hool.rules.cards import FULL_PACK, SUITS, Card, Deal, hand_order
from hool.rules.game import Board
from hool.rules.hoola import Meld, Options
from hool.rules.hoola_choices import can_meld
from hool.rules.hoola_melds import grown, why_not_on
from hool.rules.hoola_score import face_value, sevens
from hool.rules.text import Cards, Player, Text, say, say_count

_SEVEN, _ACE = 7, 14


def _of_hoola(options: Any) -> Options:
    return options if isinstance(options, Options) else Options()


def _row(cards: Sequence[Card]) -> Text:
    return say("{cards}", cards=Cards(tuple(cards)))


def _value(cards: Sequence[Card]) -> str:
    return "-".join(map(str, cards))


def _neighbours(dice: Dice, count: int, ranks: Sequence[int]) -> tuple[Card, ...]:
    """So many neighbours in a suit, upwards; ranks: where they may begin."""
    suit, first = dice.pick(SUITS), dice.pick(ranks)
    return tuple(Card(rank, suit) for rank in range(first, first + count))


def _of_a_rank(dice: Dice, count: int, rank: int) -> tuple[Card, ...]:
    suits = dice.some(SUITS, count)
    return tuple(Card(rank, suit) for suit in SUITS if suit in suits)


_NO_SEVEN = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14)


def melds(dice: Dice, options: Any) -> Item:
    """Six groups of cards, two to four of which are melds."""
    ace = _of_hoola(options).ace
    low, high = (2, 3, 4), (8, 9, 10, 11)
    first = dice.pick(FULL_PACK)
    corner = tuple(Card(rank, first.suit) for rank in (13, 14, 2))
    top = tuple(Card(rank, first.suit) for rank in (12, 13, 14))
    mixed = list(_neighbours(dice, 3, low + high))
    mixed[1] = Card(mixed[1].rank, dice.pick([suit for suit in SUITS if suit != mixed[1].suit]))
    gap = _neighbours(dice, 4, (2, 3, 8, 9, 10))
    good = [
        ((Card(_SEVEN, first.suit),), "seven"),
        (_of_a_rank(dice, 2, _SEVEN), "seven"),
        (_neighbours(dice, 2, (6, 7)), "seven"),
        (_of_a_rank(dice, 3, dice.pick(_NO_SEVEN)), ""),
        (_neighbours(dice, 3, low + high), ""),
        (top, "ace"),
    ]
    bad = [
        (_of_a_rank(dice, 2, dice.pick(_NO_SEVEN)), "two of a rank"),
        (_neighbours(dice, 2, (2, 3, 4, 8, 9, 10, 11, 12)), "short run"),
        (tuple(mixed), "mixed suits"),
        ((gap[0], gap[1], gap[3]), "gap"),
        (corner, "corner"),
    ]
    wanted = 2 + dice.below(3)
    shown = dict(dice.some(good, len(good))[:wanted] + dice.some(bad, len(bad))[: 6 - wanted])
    groups = dice.some([*shown], len(shown))
    right = [cards for cards in groups if hoola.as_meld(ace, cards)]
    taps = tuple(Option(_value(cards), _row(cards), "" if cards in right else shown[cards]) for cards in groups)
    left_out = next((shown[cards] for cards in right if shown[cards] == "seven"), "")
    part = Part(say("Tap all that are."), "words", taps, several=True, left_out=left_out)
    why = say("A set is three or four of a rank, a run three or more in a row of one suit.")
    if any(_SEVEN in {card.rank for card in cards} for cards in right):
        why = chain(why, say("A 7 alone is a meld, two sevens are a set, and a run with a 7 needs only two cards."))
    if any(_ACE in {card.rank for card in cards} and len({card.rank for card in cards}) > 1 for cards in groups):
        why = chain(why, _ACES[ace])
    ask = say("Which of these are melds?")
    return Item("melds", ask, None, None, (part,), (frozenset(map(_value, right)),), why)


_ACES = {
    "low": say("The ace stands only below the 2."),
    "high_low": say("The ace stands below the 2 or above the king, and ends the run."),
    "round": say("The ace stands below the 2, above the king, and also between them."),
}


def lay_off(dice: Dice, options: Any) -> Item:
    """A meld on the table and five cards, of which one or two could be the next on it."""
    rules = _of_hoola(options)
    kind = dice.pick(("run", "run", "set", "seven"))
    if kind == "run":
        laid = _neighbours(dice, 3, (2, 3, 4, 5, 6, 7, 8, 9, 10))
    elif kind == "set":
        laid = _of_a_rank(dice, 3, dice.pick(_NO_SEVEN))
    else:
        laid = (Card(_SEVEN, dice.pick(SUITS)),)
    meld = Meld(1, 1, kind, laid)
    fits = [card for card in FULL_PACK if card not in laid and grown(rules.ace, rules.single7, meld, card)]
    others = [card for card in FULL_PACK if card not in laid and card not in fits]
    near = [card for card in others if _is_near(laid, card)]
    held = dice.some(fits, min(len(fits), 1 + dice.below(2)))
    held += dice.some(near, 3)
    held += dice.some([card for card in others if card not in near], 5 - len(held))
    hand = hand_order(held)
    right = frozenset(str(card) for card in hand if card in fits)
    taps = tuple(Option(str(card), card, "" if str(card) in right else "not on a meld") for card in hand)
    part = Part(say("Tap all of them."), "card", taps, several=True, left_out="left out of a meld")
    why: Text = why_not_on(rules.ace, rules.single7, meld, others[0])
    told = say("On the table lies this meld: {cards}.", cards=Cards(laid))
    ask = say("Which of your cards could be the next on this meld?")
    return Item("lay off", ask, told, None, (part,), (right,), why)


def _is_near(laid: Sequence[Card], card: Card) -> bool:
    """Whether a learner may take a card for one that goes on the meld."""
    ranks = [each.rank for each in laid]
    beside = min(ranks) - 2 <= card.rank <= max(ranks) + 2
    return beside and (card.suit == laid[0].suit or card.rank in (min(ranks) - 1, max(ranks) + 1, ranks[0]))


def thank_you(dice: Dice, options: Any) -> Item:
    """A discard and the own seven cards: a set, a run, or no; half of the no would go on a meld of the table."""
    rules = _of_hoola(options)
    wanted = dice.pick(("set", "run", "no"))
    while True:
        mixed = dice.some(FULL_PACK, len(FULL_PACK))
        card, cards = mixed[0], mixed[1:8]
        if wanted != "no":  # near enough to come true soon
            near = [each for each in mixed[8:] if _helps(card, each, wanted)]
            cards = [*near[: 2 + dice.below(2)], *cards][:7]
        hand = hand_order(cards)
        made = [meld for meld in hoola.melds_in(rules.ace, hand_order((*hand, card))) if card in meld]
        kinds = {hoola.as_meld(rules.ace, meld)[0] for meld in made}  # type: ignore[index]
        if card.rank != _SEVEN and kinds == (set() if wanted == "no" else {wanted}):
            break
    laid = _meld_for(rules, card, hand) if wanted == "no" and dice.odds(1, 2) else None
    told = say("Another player discards the {card}.", card=card)
    if laid:
        told = chain(say("On the table lies this meld: {cards}.", cards=Cards(laid)), told)
    pairs = sum(each.rank == card.rank for each in hand)
    slip = "laid off a discard" if laid else "two of a rank" if pairs else "short run"
    taps = (
        Option("set", say("yes, for a set"), slip if wanted == "no" else "set or run"),
        Option("run", say("yes, for a run"), slip if wanted == "no" else "set or run"),
        Option("no", say("no"), "missed a thank you"),
    )
    if made:
        assert can_meld(rules, hand_order((*hand, card)), card)
        why = say("With it you have {cards}.", cards=Cards(max(made, key=len)))
    elif laid:
        why = say("It makes no new meld with your cards. Nobody may take a discard only to lay it off.")
    else:
        why = say("It makes no new meld with your cards.")
    part = Part(say("Tap your answer."), "words", taps)
    ask = say("Can you say thank you for this card?")
    return Item("thank you", ask, told, Hand(hand), (part,), (frozenset({wanted}),), why)


def _helps(card: Card, other: Card, wanted: str) -> bool:
    if wanted == "set":
        return other.rank == card.rank
    return other.suit == card.suit and abs(other.rank - card.rank) in (1, 2)


def _meld_for(rules: Options, card: Card, hand: Sequence[Card]) -> tuple[Card, ...] | None:
    """A run on the table that the card would go on."""
    for first in (card.rank - 3, card.rank + 1):
        row = tuple(Card(rank, card.suit) for rank in range(first, first + 3))
        if first >= 2 and first + 2 <= 14 and not set(row) & set(hand) and hoola.as_meld(rules.ace, row):
            return row
    return None


def hand_points(dice: Dice, options: Any) -> Item:
    """Four to seven cards with a picture card or an ace; a third have four of a kind."""
    rules = _of_hoola(options)
    four = dice.odds(1, 3)
    while True:
        rank = dice.pick(_NO_SEVEN)
        same = [Card(rank, suit) for suit in SUITS] if four else []
        others = [card for card in dice.some(FULL_PACK, 9) if card not in same]
        hand = hand_order((*same, *others[: 2 + dice.below(2) if four else 4 + dice.below(2)]))
        if any(card.rank > 10 for card in hand) and hoola.hand_value(rules, hand) > 3:
            break
    right = hoola.hand_value(rules, hand)
    slips = {
        sum(map(face_value, hand)): "counted four of a kind",
        right - sum(max(0, face_value(card) - 10) for card in hand if card not in same): "pictures are ten",
        right + 13 * sum(card.rank == _ACE for card in hand if card not in same): "ace is fourteen",
    }
    if not four:
        slips.pop(sum(map(face_value, hand)), None)
    near = [number for number in dict.fromkeys(slips) if number != right and number > 0]
    around = [right + step for step in (1, -1, 2, -2, 3) if right + step not in near]
    shown = sorted({right, *near, *dice.some(around, 5 - len(near))})
    part = numbers_part(say("Tap the number."), shown, {number: slips.get(number, "") for number in near})
    counted = [card for card in hand if not (rules.zero_four and card in same)]
    worth = [hoola.hand_value(rules, [card]) for card in counted]
    why = say("{sum} = {points}.", sum=" + ".join(map(str, worth)), points=right)
    if four and rules.zero_four:
        why = chain(say("Four of a kind count nothing."), why)
    if any(card.rank > 10 for card in counted):
        why = chain(say("An ace counts 1, a jack 11, a queen 12, a king 13, all others their number."), why)
    ask = say("How many points do these cards count?")
    return Item("hand points", ask, None, Hand(hand), (part,), (frozenset({str(right)}),), why)


def payment(dice: Dice, options: Any) -> Item:
    """What each of three losers pays; the fourth has gone out, a third of the time with a Hoola."""
    rules = _of_hoola(options)
    ending = "hoola" if dice.odds(1, 3) else "out"
    mixed = dice.some(FULL_PACK, len(FULL_PACK))
    hands: list[tuple[Card, ...]] = [()]
    for _ in range(3):
        count = 1 + dice.below(3)
        hands.append(hand_order([mixed.pop() for _ in range(count)]))
    if dice.odds(1, 4):  # two with as many points
        twin = [card for card in mixed if card.rank == hands[1][0].rank]
        hands[1], hands[3] = hands[1][:1], (twin[0],)
    melded = (True, *(not dice.odds(1, 3) for _ in range(3)))
    lost = hoola.State(
        Board(1, 0, 4, rules), Deal(tuple(hands)), tuple(hands), stock=(), discards=(), melds=(), melded=melded,
        had_turn=(True,) * 4, turn=0, ending=ending, winner=0,
    )  # fmt: skip
    lines = {line.loser: line for line in hoola.payments(lost)}
    parts, right = [], []
    for seat in (1, 2, 3):
        line = lines[seat]
        slips = {
            line.rank: "forgot to double",
            line.points * 2: "doubled too often",
            line.points // 2: "forgot to double",
        }
        numbers = sorted({1, 2, 3, 4, 6, 8, 12, line.points})
        wrong = {number: slips.get(number, "") for number in numbers if number != line.points}
        parts.append(numbers_part(_lettered(say("How much for {seat}?", seat=Player(seat))), numbers, wrong))
        right.append(frozenset({str(line.points)}))
    began = (
        say("{seat} goes out, and it is a Hoola.", seat=Player(0))
        if ending == "hoola"
        else say("{seat} goes out, but it is no Hoola.", seat=Player(0))
    )
    told = chain(began, *_losers(rules, lost))
    why = _lettered(chain(*hoola.explain_payments(lost)))
    ask = say("How much does each of them pay?")
    return Item("payment", ask, _lettered(told), None, tuple(parts), tuple(right), why)


def _lettered(text: Text) -> Text:
    """With players called by letters: here nobody sits at a table, and a number is easily taken for points."""

    def named(value: object) -> object:
        if isinstance(value, Player):
            return say("Player {letter}", letter="ABCD"[value.seat])
        return _lettered(value) if isinstance(value, Text) else value

    return replace(text, params=tuple((name, named(value)) for name, value in text.params))


def _losers(rules: Options, lost: hoola.State) -> Iterator[Text]:
    """A sentence for each: the points in the hand, its sevens, and whether there is a meld."""
    for seat in (1, 2, 3):
        points = hoola.hand_value(rules, lost.hands[seat])
        told = say_count(
            "{seat} has {count} point in the hand", "{seat} has {count} points in the hand", points, seat=Player(seat)
        )
        if (count := sevens(lost.hands[seat])) and rules.seven_doubles:
            told = say_count("{so_far}, with a 7 in it", "{so_far}, with {count} sevens in it", count, so_far=told)
        if not lost.melded[seat]:
            told = say("{so_far}, and has laid down no meld", so_far=told)
        yield say("{so_far}.", so_far=told)
