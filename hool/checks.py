"""The check of a lesson: questions made from a skill and a seed, answered by tapping, and judged by the rules.

`make` gives an `Item`: what is asked, a picture as plain values, what can be tapped, what is right and why. The right
answer and its reason are always computed by hool.rules, never written here. The same skill, seed and options give the
same item on every machine. The options are the lesson's: a skill asks nothing that its rules do not have, no discards
with one suit, no game bonus where there is none, no doubles before they are taught.

`judge` says whether an answer is right, and names a common mistake. `progress` is the course of a check: five places,
four right are enough.

Chance is the shuffle's, so nothing here may depend on the order of a set.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar, TypeAlias, TypeVar

from hool.rules import hool
from hool.rules.cards import FULL_PACK, SUITS, Card, Deal, hand_order, high_card_points, lengths
from hool.rules.game import Board, Seat, legal_actions
from hool.rules.hool import BIDS, PACKS, Options, PlayCard, Step, bid_rank
from hool.rules.hool_bidding import DOUBLE, MAKE_BID, PASS, REDOUBLE, Double, MakeBid, highest
from hool.rules.shuffle import SecretRandom
from hool.rules.text import Bid, Cards, SeatRef, Text, name_seats, say, say_count
from hool.rules.tricks import followers, winning_place

PLACES, ENOUGH = 5, 4  # items in a check, and how many right ones pass

T = TypeVar("T")


# ---------------------------------------------------------------------------------------------------- what is shown


@dataclass(frozen=True, slots=True)
class Played:
    """A trick, finished or not. trumps: a suit, "N" for none, "" where nothing is said of trumps."""

    kind: ClassVar[str] = "trick"
    leader: Seat
    cards: tuple[Card, ...]  # in play order
    trumps: str

    def at(self, seat: Seat) -> Card | None:
        """The card that a seat played."""
        place = (seat - self.leader) % 4
        return self.cards[place] if place < len(self.cards) else None


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand to look at."""

    kind: ClassVar[str] = "hand"
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TwoHands:
    """Declarer's hand and dummy's."""

    kind: ClassVar[str] = "hands"
    own: tuple[Card, ...]
    dummy: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Role:
    """One seat's part in the play: "declarer", "dummy" or "leader" (with the card led)."""

    kind: ClassVar[str] = "role"
    seat: Seat
    role: str
    card: Card | None


@dataclass(frozen=True, slots=True)
class Bidding:
    """The steps of a bidding whose calls lie open."""

    kind: ClassVar[str] = "bids"
    dealer: Seat
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Final:
    """A contract. doubled: 1, 2 or 4. tricks: taken by declarer's side, None before the play."""

    kind: ClassVar[str] = "contract"
    bid: str
    doubled: int = 1
    declarer: Seat | None = None
    tricks: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """What became of a board at one table. number: from 1. ns, ew: points."""

    number: int
    bid: str
    doubled: int
    declarer: Seat
    tricks: int
    ns: int
    ew: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """The results of one board at several tables."""

    kind: ClassVar[str] = "sheet"
    rows: tuple[Row, ...]


Picture: TypeAlias = Played | Hand | TwoHands | Role | Bidding | Final | Sheet | None


@dataclass(frozen=True, slots=True)
class Option:
    """Something to tap. value: what a form sends. slip: the mistake, a key of `MISTAKES`, if this is tapped wrongly."""

    value: str
    shown: Any  # as `Part.kind` says
    slip: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One group of taps. kind says what its options show: "card" (Card), "seat" (SeatRef), "number" (int), "bid"
    (Bid), "contract" (Final), "lengths" (four numbers, spades first), "words" (Text, or a str such as "5-4-3-1").

    several: any number of them may be tapped, not just one; left_out: the mistake if a right one was not.
    """

    label: Text
    kind: str
    options: tuple[Option, ...]
    several: bool = False
    left_out: str = ""


Given: TypeAlias = tuple[frozenset[str], ...]  # per part, the values that were tapped


@dataclass(frozen=True, slots=True)
class Item:
    """One question. situation: what happened, before it is asked. right: per part, the values of the right options.
    why: the reason, for after the answer."""

    skill: str
    ask: Text
    situation: Text | None
    picture: Picture
    parts: tuple[Part, ...]
    right: Given
    why: Text


@dataclass(frozen=True, slots=True)
class Verdict:
    """parts: which of them are right. mistake: a key of `MISTAKES`, or "" if it is no common one."""

    right: bool
    parts: tuple[bool, ...]
    mistake: str = ""

    @property
    def sentence(self) -> Text | None:
        """The mistake, for the teacher."""
        return MISTAKES.get(self.mistake)


# What a wrong answer often shows, in a sentence for the teacher.
MISTAKES: dict[str, Text] = {
    "high discard": say("Let a high card of another suit win."),
    "discard": say("Let a card of another suit win."),
    "lower card": say("Overlooked a higher card of the suit that was led."),
    "forgot trumps": say("Forgot that a trump beats every other suit."),
    "lower trump": say("Overlooked a higher trump."),
    "did not follow": say("Did not follow suit although it was possible."),
    "followed the last card": say("Followed the last card instead of the suit that was led."),
    "trumped": say("Trumped although following suit was possible."),
    "left out": say("Left out a card that may be played."),
    "must trump": say("Left out cards that may be played by a hand that cannot follow suit."),
    "same leader": say("Let the same player lead again, instead of the winner of the trick."),
    "declarer leads": say("Let declarer or dummy make the first lead."),
    "wrong opponent leads": say("Let declarer’s right-hand opponent lead, instead of the left-hand one."),
    "not the partner": say("Did not know that declarer and dummy are partners, across the table."),
    "counted twice": say("Counted two high cards that fall on the same trick as two tricks."),
    "counted one hand": say("Counted the winners of one hand only."),
    "missing card": say("Counted a high card that loses to a higher one."),
    "level is tricks": say("Took the level for the number of tricks: six come on top."),
    "wrong side": say("Gave the points to the wrong side."),
    "forgot the bonus": say("Forgot the bonus."),
    "bonus without game": say("Counted a bonus that was not promised or not made."),
    "forgot overtricks": say("Forgot the tricks above the promise."),
    "counted the first six": say("Counted the first six tricks, which are free."),
    "forgot the double": say("Forgot the double."),
    "ten for each": say("Counted 10 for each trick too few, not 20."),
    "counted as made": say("Counted a contract as made that failed."),
    "part-score": say("Took a contract below game for a game."),
    "left out a game": say("Did not see that a contract is a game."),
    "counted honours": say("Counted the honours instead of their points."),
    "not sorted": say("Wrote the pattern in the order of the suits, not from the longest to the shortest."),
    "sorted": say("Took the pattern for the lengths in the order of the suits."),
    "suits swapped": say("Mixed up the lengths of two suits."),
    "suit before level": say("Let the suit count more than the level."),
    "order of suits": say("Mixed up the order of the suits in the bidding."),
    "not from the dealer": say("Equal bids: did not count from the dealer."),
    "not the highest": say("Did not find the highest bid."),
    "doubler": say("Took the player who doubled for declarer."),
    "double stays": say("Forgot that a double falls away when partner bids."),
    "forgot to redouble": say("Forgot that a doubled bidder may redouble."),
    "forgot the next step": say("Forgot that a higher bid is answered in the next step."),
    "too early": say("Stopped before the last step of the bidding."),
    "other column": say("Read the other side’s column."),
}


def make(skill: str, seed: str | bytes, options: Options | None = None) -> Item:
    """The item of a skill that belongs to a seed. options: the lesson's. Raises KeyError for an unknown skill."""
    text = seed.hex() if isinstance(seed, bytes) else seed
    return _MAKERS[skill](_Dice(f"{skill}:{text}"), options or Options())


def fault(item: Item, given: Sequence[frozenset[str]]) -> Text | None:
    """Why this is no answer to the item, None if it is one."""
    if len(given) != len(item.parts):
        return say("This was another question.")
    for part, values in zip(item.parts, given, strict=True):
        if not values <= {option.value for option in part.options}:
            return say("This was another question.")
        if not values:
            return say("Nothing is tapped yet: {question}", question=part.label)
        if len(values) > 1 and not part.several:
            return say("Only one answer fits here: {question}", question=part.label)
    return None


def judge(item: Item, given: Sequence[frozenset[str]]) -> Verdict:
    """Whether an answer (which has no `fault`) is right, and which mistake it shows: that of the first wrong part."""
    parts = tuple(values == right for values, right in zip(given, item.right, strict=True))
    for part, values, right, good in zip(item.parts, given, item.right, parts, strict=True):
        if good:
            continue
        slips = [option.slip for option in part.options if option.value in values - right and option.slip]
        mistake = slips[0] if slips else part.left_out if right - values else ""
        if mistake:
            return Verdict(False, parts, mistake)
    return Verdict(all(parts), parts)


# ---------------------------------------------------------------------------------------------------- the course


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it was kept. n: the item's running number, from 1. practice: it does not count."""

    n: int
    skill: str
    seed: str
    given: Given
    right: bool
    practice: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer on the page."""

    given: Given
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class CheckState:
    """Where somebody is in a check, for the page.

    places: "", "right" or "wrong" for each of the five, in order. n: the running number of `item`, which is None when
    the five are done and nothing is asked. seed: of the item, to be kept with its answer. practice: the item is
    another like the one before and does not count. answered: None while the item waits for its answer. passed: some
    five had four right. finished: these five are all answered. action: where the form goes.
    """

    places: tuple[str, ...]
    n: int
    item: Item | None
    seed: str = ""
    answered: Answered | None = None
    practice: bool = False
    passed: bool = False
    finished: bool = False
    action: str = ""

    @property
    def place(self) -> int:
        """Which of the five is asked, or was answered last: 1 to 5."""
        done = sum(map(bool, self.places))
        return max(1, done if self.answered or self.practice or self.finished else done + 1)

    @property
    def score(self) -> int:
        """How many of the five are right so far."""
        return self.places.count("right")


def passed(answers: Sequence[Answer]) -> bool:
    """Whether four were right in some five."""
    return any(sum(each.right for each in five) >= ENOUGH for five in _fives(answers))


def progress(
    skills: Sequence[str], key: str, answers: Sequence[Answer], go: str = "", options: Options | None = None
) -> CheckState:
    """What to show after these answers of one person in one lesson, in order.

    skills: what the lesson checks, at least one; they are taken in turn. key: what makes this person's items in this
    lesson differ from others'. go: the button that was pressed: "next", "another" (like the one that went wrong),
    "again" (a new five), or "" to see the last answer again.
    """
    fives = _fives(answers)
    five = fives[-1] if fives else []
    last = answers[-1] if answers else None
    won = passed(answers)
    full = len(five) == PLACES
    if last is not None and go not in ("next", "another", "again"):
        item = make(last.skill, last.seed, options)
        answered = Answered(last.given, judge(item, last.given))
        return CheckState(_places(five), last.n, item, last.seed, answered, last.practice, won, full)
    n = last.n + 1 if last is not None else 1
    seed = f"{key}:{n}"
    if last is not None and go == "another" and (last.practice or not last.right):
        item = make(last.skill, seed, options)
        return CheckState(_places(five), n, item, seed, practice=True, passed=won, finished=full)
    if full and go != "again":
        return CheckState(_places(five), n, None, passed=won, finished=True)
    place = sum(map(len, fives))
    item = make(skills[place % len(skills)], seed, options)
    return CheckState(_places([] if full else five), n, item, seed, passed=won)


def _fives(answers: Sequence[Answer]) -> list[list[Answer]]:
    """The answers that count, five by five; the last group may be unfinished."""
    counted = [each for each in answers if not each.practice]
    return [counted[start : start + PLACES] for start in range(0, len(counted), PLACES)]


def _places(five: Sequence[Answer]) -> tuple[str, ...]:
    marks = ["right" if each.right else "wrong" for each in five]
    return tuple(marks + [""] * (PLACES - len(marks)))


# ---------------------------------------------------------------------------------------------------- chance


class _Dice(SecretRandom):
    """The shuffle's chance, with what the makers need of it."""

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """`count` different places of `items`, in a random order."""
        mixed = list(items)
        self.shuffle(mixed)
        return mixed[:count]

    def odds(self, times: int, of: int) -> bool:
        return self.below(of) < times

    def seat(self) -> Seat:
        return self.below(4)

    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """A full pack dealt to four."""
        return hool.deal(Board(1, 0, 4, Options()), self).hands


# ---------------------------------------------------------------------------------------------------- sentences

_WERE_LED = {
    "S": say("Spades were led."),
    "H": say("Hearts were led."),
    "D": say("Diamonds were led."),
    "C": say("Clubs were led."),
}
_ARE_TRUMPS = {
    "S": say("Spades are trumps."),
    "H": say("Hearts are trumps."),
    "D": say("Diamonds are trumps."),
    "C": say("Clubs are trumps."),
    "N": say("There are no trumps."),
}
_TRICKS_IN = {
    "C": say("clubs"),
    "D": say("diamonds"),
    "H": say("hearts"),
    "S": say("spades"),
    "N": say("no trumps"),
}


def _chain(*texts: Text) -> Text:
    """Sentences one after the other."""
    whole = texts[0]
    for text in texts[1:]:
        whole = say("{first} {second}", first=whole, second=text)
    return whole


def _seats(label: Text, slips: Mapping[Seat, str]) -> Part:
    return Part(label, "seat", tuple(Option("NESW"[seat], SeatRef(seat), slips.get(seat, "")) for seat in range(4)))


def _seat(seat: Seat) -> frozenset[str]:
    return frozenset("NESW"[seat])


def _numbers(label: Text, numbers: Sequence[int], slips: Mapping[int, str]) -> Part:
    return Part(label, "number", tuple(Option(str(each), each, slips.get(each, "")) for each in numbers))


def _window(dice: _Dice, right: int, least: int, most: int, wide: int = 8) -> range:
    """`wide` numbers in a row between `least` and `most`, `right` anywhere among them."""
    start = right - dice.below(wide)
    start = max(least, min(start, most - wide + 1))
    return range(start, min(start + wide, most + 1))


# ---------------------------------------------------------------------------------------------------- tricks


def _said_trumps(dice: _Dice, options: Options) -> str:
    """The trumps of an item: "" in lessons that know none."""
    if options.trumps == "N":
        return ""
    return dice.pick("SHDCN" if options.trumps == "contract" else "SHDC")


def _led_by(picture: Played) -> Text:
    led = say("{seat} leads the {card}.", seat=SeatRef(picture.leader), card=picture.cards[0])
    return _chain(_ARE_TRUMPS[picture.trumps], led) if picture.trumps else led


def _trick_without_ruff(dice: _Dice, pack: Sequence[Card], led: str) -> list[Card]:
    """Four cards, the lead first. Half of the tricks have a discard that is higher than the winner."""
    suited = [card for card in pack if card.suit == led]
    others = [card for card in pack if card.suit != led]
    kind = dice.pick(("high", "high", "high", "low", "low", "all")) if others else "all"
    if kind == "all":
        return dice.some(suited, 4)
    while True:
        following = dice.some(suited, 2 + dice.below(2))
        top = max(card.rank for card in following)
        thrown = dice.some(others, 4 - len(following))
        if (max(card.rank for card in thrown) > top) == (kind == "high"):
            break
    rest = following[1:] + thrown
    dice.shuffle(rest)
    return [following[0], *rest]


def _trick_with_trumps(dice: _Dice, trumps: str) -> list[Card]:
    """Four cards, the lead first: one ruff, two, trumps led, or none although there are trumps."""
    kind = dice.pick(("one", "one", "one", "two", "two", "led", "none"))
    plain = dice.pick([suit for suit in SUITS if suit != trumps])
    ruffs = [card for card in FULL_PACK if card.suit == trumps]
    suited = [card for card in FULL_PACK if card.suit == plain]
    other = [card for card in FULL_PACK if card.suit not in (plain, trumps)]
    if kind == "led":
        high = [card for card in other + suited if card.rank > 11]
        lead, *rest = [*dice.some(ruffs, 3), dice.pick(high)]
    elif kind == "none":
        return _trick_without_ruff(dice, suited + other, plain)
    else:
        small = [card for card in ruffs if card.rank < 12]
        out = dice.some(small, 1 if kind == "one" else 2)
        lead, *rest = [*dice.some(suited, 2), *out]
        rest += dice.some(suited + other, 20)
        rest = list(dict.fromkeys(card for card in rest if card != lead))[:3]
    dice.shuffle(rest)
    return [lead, *rest]


def _why_it_wins(cards: Sequence[Card], trumps: str) -> Text:
    best, led = cards[winning_place(cards, trumps)], cards[0].suit
    out = [card for card in cards if card.suit == trumps]
    if led == trumps:
        why = say("Trumps were led, and the {card} is the highest of them.", card=best)
    elif len(out) == 1:
        why = say("The {card} is the only trump here, and a trump beats every other suit.", card=best)
    elif out:
        why = say("A trump beats every other suit, and the {card} is the highest trump here.", card=best)
    else:
        why = say("{led} The {card} is the highest card of that suit.", led=_WERE_LED[led], card=best)
        if trumps not in ("", "N"):
            why = _chain(say("Nobody played a trump."), why)
    if trumps not in ("", "N"):
        why = _chain(_ARE_TRUMPS[trumps], why)
    thrown = tuple(card for card in cards if card.suit not in (led, trumps) and card.rank > best.rank)
    if thrown:
        why = say("{why} Cards of another suit cannot win: {cards}.", why=why, cards=Cards(thrown))
    return why


def _trick_slip(card: Card, cards: Sequence[Card], trumps: str) -> str:
    """The mistake of him who takes `card` for the winner."""
    best, led = cards[winning_place(cards, trumps)], cards[0].suit
    if best.suit == trumps and best.suit != led:
        if card.suit == trumps:
            return "lower trump"
        if winning_place(cards, "") == cards.index(card):
            return "forgot trumps"
    if card.suit != led:
        return "high discard" if card.rank > best.rank else "discard"
    return "lower card"


def _which_card(skill: str, leader: Seat, cards: Sequence[Card], trumps: str) -> Item:
    picture = Played(leader, tuple(cards), trumps)
    best = cards[winning_place(cards, trumps)]
    taps = tuple(Option(str(card), card, "" if card == best else _trick_slip(card, cards, trumps)) for card in cards)
    ask = say("Which card wins this trick?")
    part = Part(say("Tap the card."), "card", taps)
    return Item(skill, ask, _led_by(picture), picture, (part,), (frozenset({str(best)}),), _why_it_wins(cards, trumps))


def _winner(dice: _Dice, options: Options) -> Item:
    pack = PACKS[options.pack]
    led = dice.pick([suit for suit in SUITS if any(card.suit == suit for card in pack)])
    said = "" if options.trumps == "N" else "N"
    return _which_card("winner", dice.seat(), _trick_without_ruff(dice, pack, led), said)


def _trump_winner(dice: _Dice, options: Options) -> Item:
    trumps = dice.pick(SUITS)
    return _which_card("trump winner", dice.seat(), _trick_with_trumps(dice, trumps), trumps)


def _in_play(leader: Seat, trick: Sequence[Card], hand: Sequence[Card], trumps: str) -> hool.State:
    """A position of the rules: `trick` was begun by `leader`, and `hand` plays next."""
    options = Options(dummy=False, trumps=trumps or "N", clues=0)
    seat = (leader + len(trick)) % 4
    hands = tuple(tuple(hand) if each == seat else () for each in range(4))
    deal = Deal(tuple(hool.deal(Board(1, 0, 4, options), _Dice("any")).hands))
    board = Board(1, (leader - 1) % 4, 4, options)
    return hool.State(board, deal, hands, trick=tuple(trick))


def _next_lead(dice: _Dice, options: Options) -> Item:
    trumps = _said_trumps(dice, options)
    if trumps in ("", "N"):
        cards = _trick_without_ruff(dice, FULL_PACK, dice.pick(SUITS))
    else:
        cards = _trick_with_trumps(dice, trumps)
    leader = dice.seat()
    picture = Played(leader, tuple(cards), trumps)
    last = _in_play(leader, cards[:3], cards[3:], trumps)
    seat = hool.apply(last, (leader + 3) % 4, PlayCard(cards[3])).tricks[-1].winner
    slips = {(leader + place) % 4: _trick_slip(card, cards, trumps) for place, card in enumerate(cards)}
    if slips[leader] == "lower card":
        slips[leader] = "same leader"
    why = say(
        "{why} {seat} played it, so {seat} wins the trick and leads to the next.",
        why=_why_it_wins(cards, trumps),
        seat=SeatRef(seat),
    )
    part = _seats(say("Tap the seat."), slips)
    ask = say("Who leads to the next trick?")
    return Item("next lead", ask, _led_by(picture), picture, (part,), (_seat(seat),), why)


def _legal_cards(dice: _Dice, options: Options) -> Item:
    pack = FULL_PACK if options.pack == "one suit" else PACKS[options.pack]
    suits = [suit for suit in SUITS if any(card.suit == suit for card in pack)]
    trumps = _said_trumps(dice, options)
    void = dice.odds(2, 5)
    size = 5 + dice.below(2) if len(suits) < 4 else 7 + dice.below(2)
    led = dice.pick([suit for suit in suits if suit != trumps])
    while True:
        cards = dice.some(pack, size + 3)
        hand, played = hand_order(cards[3:]), cards[: 1 + dice.below(3)]
        able = len(followers(hand, led))
        shape = able == 0 if void else 2 <= able <= 4
        trap = len(played) == 1 or void or (played[-1].suit != led) == (dice.below(2) == 0)
        if played[0].suit == led and shape and trap:
            break
    picture = Played(dice.seat(), tuple(played), trumps)
    seat = (picture.leader + len(played)) % 4
    choices = hool.choices(_in_play(picture.leader, played, hand, trumps), seat)
    legal = frozenset(str(each.action).split()[1] for each in choices if each.why_not is None)
    why = next((each.why_not for each in choices if each.why_not is not None), None)
    if why is None:
        why = say("{led} You have none, so you may play any card.", led=_WERE_LED[led])
        if any(card.suit == trumps for card in hand):
            why = say("{why} You may play a trump, but you need not.", why=why)

    def slip(card: Card) -> str:
        if card.suit == led:
            return ""
        if card.suit == trumps:
            return "trumped"
        return "followed the last card" if card.suit == played[-1].suit else "did not follow"

    taps = tuple(Option(str(card), card, slip(card)) for card in hand)
    left_out = "must trump" if void else "left out"
    part = Part(say("Tap every card you may play."), "card", taps, several=True, left_out=left_out)
    yours = say("You are {seat}.", seat=SeatRef(seat))
    ask = say("Which of your cards may you play?")
    return Item("legal cards", ask, _chain(_led_by(picture), yours), picture, (part,), (legal,), why)


# ---------------------------------------------------------------------------------------------------- two hands


def _declarer_and_dummy(dice: _Dice, options: Options) -> Item:
    """One of declarer, dummy and leader is told, the other two are asked."""
    declarer = dice.seat()
    bid = dice.pick(BIDS[:20]) if options.trumps == "contract" else ""
    rules = Options(contract="given", given_contract=bid or "1NT", given_declarer=declarer, clues=0)
    deal = Deal(dice.hands())
    view = hool.view(hool.start(Board(1, dice.seat(), 4, rules), deal), None)
    leader, dummy = view.leader, view.dummy
    assert leader is not None and dummy is not None
    told = dice.pick(("declarer", "declarer", "leader", "dummy"))
    seat = {"declarer": declarer, "leader": leader, "dummy": dummy}[told]
    card = dice.pick(deal.hands[leader]) if told == "leader" else None
    picture = Role(seat, told, card)
    who_leads = _seats(
        say("Who leads to the first trick?"),
        {declarer: "declarer leads", dummy: "declarer leads", (declarer - 1) % 4: "wrong opponent leads"},
    )
    who_is_dummy = _seats(say("Who is dummy?"), dict.fromkeys(range(4), "not the partner"))
    who_declares = _seats(
        say("Who is declarer?"),
        {leader: "declarer leads", dummy: "wrong opponent leads"}
        if told == "leader"
        else dict.fromkeys(range(4), "not the partner"),
    )
    ref = SeatRef(seat)
    if told == "declarer":
        situation = say("{seat} is declarer.", seat=ref)
        if bid:
            situation = say("{seat} is declarer in {bid}.", seat=ref, bid=Bid(bid))
        ask, parts, right = say("Who leads, and who is dummy?"), (who_leads, who_is_dummy), (leader, dummy)
    elif told == "dummy":
        situation = say("{seat} is dummy.", seat=ref)
        ask, parts, right = say("Who is declarer, and who leads?"), (who_declares, who_leads), (declarer, leader)
    else:
        situation = say("{seat} leads the {card} to the first trick.", seat=ref, card=card)
        ask, parts, right = say("Who is declarer, and who is dummy?"), (who_declares, who_is_dummy), (declarer, dummy)
    why = say(
        "{declarer} is declarer. The player on declarer’s left leads: {leader}. Dummy is declarer’s partner: {dummy}.",
        declarer=SeatRef(declarer),
        leader=SeatRef(leader),
        dummy=SeatRef(dummy),
    )
    return Item("declarer and dummy", ask, situation, picture, parts, tuple(map(_seat, right)), why)


def _top_cards(own: Sequence[Card], dummy: Sequence[Card], suit: str) -> tuple[Card, ...]:
    """The cards of a suit in two hands that no card outside them can beat, from the ace down."""
    ranks = {card.rank for card in (*own, *dummy) if card.suit == suit}
    top = 14
    while top in ranks:
        top -= 1
    return tuple(Card(rank, suit) for rank in range(14, top, -1))


def _most_tricks(own: Sequence[Card], dummy: Sequence[Card], suit: str) -> int:
    """Tricks in a suit before an opponent wins one, if one opponent holds all that is out: its top cards, but no
    more than the longer hand has cards."""
    longer = max(len(followers(hand, suit)) for hand in (own, dummy))
    return min(len(_top_cards(own, dummy, suit)), longer)


def _can_cash(own: Sequence[Card], dummy: Sequence[Card], tricks: int) -> bool:
    """Whether declarer, to lead from `own` without trumps, finds a way to so many tricks in a row, each won by a top
    card and led from the hand that won the one before. Not every way is tried: no is no proof."""
    tops = frozenset(card for suit in SUITS for card in _top_cards(own, dummy, suit))

    @cache
    def goes(lead: frozenset[Card], across: frozenset[Card], left: int) -> bool:
        if not left:
            return True
        for card in _worth_trying(lead, tops):
            same = frozenset(followers(tuple(across), card.suit))
            for reply in _worth_trying(same, tops) if same else _spare(across, tops):
                holds = card in tops, reply in tops and reply.suit == card.suit
                rest = lead - {card}, across - {reply}
                if not any(holds):
                    continue
                if holds[1] and (not holds[0] or reply.rank > card.rank):
                    rest = rest[::-1]
                if goes(*rest, left - 1):
                    return True
        return False

    return goes(frozenset(own), frozenset(dummy), tricks)


def _worth_trying(hand: frozenset[Card], tops: frozenset[Card]) -> list[Card]:
    """Of each suit, the shortest first: its highest and lowest top card, and its lowest other one."""
    cards = []
    suits = [sorted(followers(tuple(hand), suit), key=lambda card: card.rank) for suit in SUITS]
    for held in sorted(filter(None, suits), key=len):
        high = [card for card in held if card in tops]
        cards += list(dict.fromkeys([*high[-1:], *high[:1], *(card for card in held[:1] if card not in tops)]))
    return cards


def _spare(hand: frozenset[Card], tops: frozenset[Card]) -> list[Card]:
    """What to throw away: a small card of the suit with most of them, else anything."""
    small = [card for card in hand_order(hand) if card not in tops]
    if not small:
        return list(hand_order(hand))
    return [max(small, key=lambda card: (sum(each.suit == card.suit for each in small), -card.rank))]


def _sure_winners(dice: _Dice, options: Options) -> Item:
    """Two hands whose winners can all be reached, so that counting suit by suit is exact, and whose suits are
    short enough that no small card is sure to become one: one opponent may hold all that is out."""
    want_fall = dice.odds(1, 2)  # two high cards on one trick, the commonest trap
    while True:
        hands = dice.hands()
        own, dummy = hands[2], hands[0]
        by_suit = [_most_tricks(own, dummy, suit) for suit in SUITS]
        right = sum(by_suit)
        held = [lengths(own), lengths(dummy)]
        if not 3 <= right <= 8 or max(max(each) for each in held) > 5:
            continue
        if any(held[0][i] + held[1][i] > 8 for i in range(4)):
            continue
        tops = sum(len(_top_cards(own, dummy, suit)) for suit in SUITS)
        if (tops > right) == want_fall and _can_cash(own, dummy, right):
            break
    whole = sum(card.rank >= 12 for card in (*own, *dummy))
    alone = sum(len(_top_cards(own, (), suit)) for suit in SUITS)
    slips = {whole: "missing card", alone: "counted one hand", tops: "counted twice"}
    slips.pop(right, None)
    part = _numbers(say("How many tricks?"), _window(dice, right, 1, 13), slips)
    lines = [
        _suit_line(suit, number, _top_cards(own, dummy, suit))
        for suit, number in zip(SUITS, by_suit, strict=True)
        if number
    ]
    sums = say("{sum} = {count}.", sum=" + ".join(str(number) for number in by_suit if number), count=right)
    why = _chain(*lines, sums) if len(lines) > 1 else lines[0]
    return Item(
        "sure winners",
        say("How many tricks can you take at once?"),
        say("You are declarer in no trumps and lead. Count what you win before an opponent wins a trick."),
        TwoHands(own, dummy),
        (part,),
        (frozenset({str(right)}),),
        why,
    )


def _suit_line(suit: str, number: int, tops: tuple[Card, ...]) -> Text:
    if number < len(tops):
        return say_count(
            "{cards}: only {count} trick, for neither hand has more cards of this suit.",
            "{cards}: only {count} tricks, for neither hand has more cards of this suit.",
            number,
            cards=Cards(tops),
        )
    return say_count("{cards}: {count} trick.", "{cards}: {count} tricks.", number, cards=Cards(tops))


# ---------------------------------------------------------------------------------------------------- contracts

# A game is a matter of the bid alone, whatever the bonus of a lesson is.
_PLAIN = Options()
GAMES = frozenset(bid for bid in BIDS[:25] if hool.pays(_PLAIN, bid)[0] > int(bid[0]) * _PLAIN.trick)


def _level(dice: _Dice, options: Options) -> Item:
    bid = dice.pick(BIDS)
    level, tricks = int(bid[0]), hool.tricks_needed(bid)
    sums = f"6 + {level} = {tricks}"
    why = say("The first six tricks are free, and the level comes on top: {sum}.", sum=sums)
    if dice.odds(2, 3):
        ask = say("How many tricks does this contract promise?")
        part = _numbers(say("How many tricks?"), range(1, 14), {level: "level is tricks"})
        return Item("level", ask, None, Final(bid), (part,), (frozenset({str(tricks)}),), why)
    ask = say_count(
        "You promise {count} trick in {suit}. Which level do you bid?",
        "You promise {count} tricks in {suit}. Which level do you bid?",
        tricks,
        suit=_TRICKS_IN[bid[1]],
    )
    part = _numbers(say("Which level?"), range(1, 8), {tricks: "level is tricks"})
    return Item("level", ask, None, None, (part,), (frozenset({str(level)}),), why)


def _has_doubles(options: Options) -> bool:
    return options.contract == "bid" and options.trumps == "contract" and options.bidding_steps > 1


def _score(dice: _Dice, options: Options) -> Item:
    kinds = ["part", "part over", "down", "game", "game over", "game down"]
    if _has_doubles(options):
        kinds += ["doubled", "doubled down"]
    kind = dice.pick(kinds)
    games = [bid for bid in BIDS[:25] if bid in GAMES]
    parts = [bid for bid in BIDS[:20] if bid not in GAMES]
    bid = dice.pick(games if "game" in kind or (kind == "doubled" and dice.odds(1, 2)) else parts)
    needed, declarer = hool.tricks_needed(bid), dice.seat()
    doubled = (4 if dice.odds(1, 4) else 2) if "doubled" in kind else 1
    tricks = needed
    if "down" in kind:
        tricks -= 1 + dice.below(3)
    elif "over" in kind or (kind == "doubled" and dice.odds(1, 2)):
        tricks += 1 + dice.below(2)
    made = tricks >= needed
    right = max(hool.score(options, bid, doubled, tricks))
    slips: dict[int, str] = {}
    for points, slip in _other_sums(options, bid, doubled, tricks):
        if points > 0 and points != right and len(slips) < 5:
            slips.setdefault(points, slip)
    fill = [right + step for step in (-30, -20, -10, 10, 20, 30, 40, 100) if right + step > 0]
    for points in dice.some(fill, len(fill)):
        if len(slips) < 5:
            slips.setdefault(points, "")
    side = (declarer if made else declarer + 1) % 2
    pairs = tuple(
        Option(("ns", "ew")[each], name_seats((each, each + 2)), "" if each == side else "wrong side")
        for each in range(2)
    )
    who = Part(say("Who gets the points?"), "words", pairs)
    many = _numbers(say("How many points?"), sorted((right, *slips)), slips)
    return Item(
        "score",
        say("How many points is this, and for whom?"),
        say(
            "{seat} is declarer in {contract} and takes {tricks} tricks.",
            seat=SeatRef(declarer),
            contract=_contract_text(bid, doubled),
            tricks=tricks,
        ),
        Final(bid, doubled, declarer, tricks),
        (who, many),
        (frozenset({("ns", "ew")[side]}), frozenset({str(right)})),
        _score_lines(options, bid, declarer, doubled, tricks),
    )


def _other_sums(options: Options, bid: str, doubled: int, tricks: int) -> list[tuple[int, str]]:
    """What the usual mistakes come to, the commonest first."""
    needed = hool.tricks_needed(bid)
    if tricks < needed:
        short = needed - tricks
        return [
            (max(hool.score(options, bid, 1, tricks)), "forgot the double"),
            (short * options.trick * doubled, "ten for each"),
            (hool.score(options, bid, doubled, needed)[0], "counted as made"),
            (tricks * options.trick, "counted as made"),
        ]
    right = hool.score(options, bid, doubled, tricks)[0]
    bonus = right - (tricks - 6) * options.trick * doubled
    return [
        (hool.score(options, bid, 1, tricks)[0], "forgot the double"),
        (right - bonus, "forgot the bonus"),
        (right + (0 if bonus else options.game), "bonus without game"),
        (hool.score(options, bid, doubled, needed)[0], "forgot overtricks"),
        (right + 6 * options.trick * doubled, "counted the first six"),
    ]


def _score_lines(options: Options, bid: str, declarer: Seat, doubled: int, tricks: int) -> Text:
    lines = [
        say("{what}: {sum} = {points}.", what=line.text, sum=line.sum, points=line.points)
        if line.sum
        else say("{what}: {points}.", what=line.text, points=line.points)
        for line in hool.explain_score(options, bid, declarer, doubled, tricks)
    ]
    return _chain(*lines)


def _game(dice: _Dice, options: Options) -> Item:
    """Four contracts around the border, one to three of them games."""
    near = BIDS[8:25]  # 2S up to 5NT
    border = ["3H", "3S", "4C", "4D", "2NT"]
    while True:
        bids = [dice.pick(border), *dice.some(near, 3)]
        games = [bid for bid in bids if bid in GAMES]
        if len(set(bids)) == 4 and 1 <= len(games) <= 3:
            break
    bids.sort(key=bid_rank)
    taps = tuple(Option(bid, Bid(bid), "" if bid in GAMES else "part-score") for bid in bids)
    part = Part(say("Tap every game."), "bid", taps, several=True, left_out="left out a game")
    order = [bid for bid in bids if bid in GAMES]
    others = [bid for bid in bids if bid not in GAMES]
    why = _chain(
        say("A game is 3NT, 4 of hearts or spades, 5 of clubs or diamonds, or more."),
        *(say("{bid} is a game: {count} tricks.", bid=Bid(bid), count=hool.tricks_needed(bid)) for bid in order),
        *(say("{bid} is not: {count} tricks.", bid=Bid(bid), count=hool.tricks_needed(bid)) for bid in others),
    )
    return Item("game", say("Which of these contracts are games?"), None, None, (part,), (frozenset(order),), why)


# ---------------------------------------------------------------------------------------------------- hands


def _points(dice: _Dice, options: Options) -> Item:
    while True:
        hand = dice.pick(dice.hands())
        right = int(hool.clue_value(hand, "hcp"))
        honours = [card for card in hand if card.rank > 10]
        if 5 <= right <= 20 and len(honours) >= 3:
            break
    worth = [high_card_points([card]) for card in honours]
    slips = {} if len(honours) == right else {len(honours): "counted honours"}
    part = _numbers(say("How many points?"), _window(dice, right, 1, 25, 9), slips)
    why = say(
        "An ace is 4, a king 3, a queen 2, a jack 1. In this hand: {cards}. {sum} = {points}.",
        cards=Cards(tuple(honours)),
        sum=" + ".join(map(str, worth)),
        points=right,
    )
    ask = say("How many points does this hand have?")
    return Item("points", ask, None, Hand(hand), (part,), (frozenset({str(right)}),), why)


def _shape(dice: _Dice, options: Options) -> Item:
    while True:
        hand = dice.pick(dice.hands())
        held = tuple(int(hool.clue_value(hand, kind)) for kind in ("spades", "hearts", "diamonds", "clubs"))
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


def _moved(dice: _Dice, held: Sequence[int]) -> list[int]:
    """Lengths with one card counted in another suit."""
    near = list(held)
    i, j = dice.some(range(4), 2)
    if near[i]:
        near[i], near[j] = near[i] - 1, near[j] + 1
    return near


# ---------------------------------------------------------------------------------------------------- bids


def _higher_bid(dice: _Dice, options: Options) -> Item:
    """Three pairs: of one level, of two levels with the lower bid in the higher suit, and of any kind nearby."""
    names = ["C", "D", "H", "S", "NT"]
    low, high = sorted(dice.some(range(5), 2))
    level = 1 + dice.below(6)
    pairs = [[f"{level}{names[low]}", f"{level}{names[high]}"]]
    low, high = sorted(dice.some(range(5), 2))
    level = 1 + dice.below(6)
    pairs.append([f"{level}{names[high]}", f"{level + 1}{names[low]}"])
    start = dice.below(len(BIDS) - 4)
    pairs.append([BIDS[start], BIDS[start + 1 + dice.below(3)]])
    dice.shuffle(pairs)
    parts, right, why = [], [], []
    for place, pair in enumerate(pairs, 1):
        dice.shuffle(pair)
        best = max(pair, key=bid_rank)
        (other,) = (bid for bid in pair if bid != best)
        same = best[0] == other[0]
        slip = "order of suits" if same else "suit before level"
        taps = tuple(Option(bid, Bid(bid), "" if bid == best else slip) for bid in pair)
        parts.append(Part(say("Pair {number}", number=place), "bid", taps))
        right.append(frozenset({best}))
        if same:
            why.append(
                say(
                    "{best} beats {other}: the level is the same, the suit is higher.", best=Bid(best), other=Bid(other)
                )
            )
        else:
            why.append(say("{best} beats {other}: the level is higher.", best=Bid(best), other=Bid(other)))
    why.append(say("From the lowest: clubs, diamonds, hearts, spades, no trumps."))
    ask = say("Which of the two bids is higher?")
    return Item("higher bid", ask, say("Tap one in each pair."), None, tuple(parts), tuple(right), _chain(*why))


def _bidding(options: Options, dealer: Seat) -> hool.State:
    """A board whose bidding is about to begin, by the steps of these options."""
    rules = Options(bidding_steps=options.bidding_steps, closing_double=options.closing_double, clues=0)
    board = Board(1, dealer, 4, rules)
    return hool.start(board, hool.deal(board, _Dice("any")))


def _call(state: hool.State, calls: Mapping[Seat, Any]) -> hool.State:
    """The state after the calls of a step."""
    for seat, call in calls.items():
        assert call in legal_actions(hool, state, seat)
        state = hool.apply(state, seat, call)
    return state


def _shown(state: hool.State) -> Bidding:
    return Bidding(state.board.dealer, tuple(step for step in state.steps if not step.waiting))


def _declarer_now(state: hool.State) -> Seat:
    """Declarer, or declarer for now."""
    if state.declarer is not None:
        return state.declarer
    standing = [best for step in state.steps if (best := highest(state.board.dealer, step)) is not None]
    return standing[-1][0]


def _why_declarer(state: hool.State) -> Text:
    return _chain(*hool.view(state, None).standing)


def _deals(dealer: Seat) -> Text:
    return say("{seat} deals.", seat=SeatRef(dealer))


def _bid_from(dice: _Dice, least: int, most: int) -> MakeBid:
    return MAKE_BID[least + dice.below(most - least + 1)]


def _tie(dice: _Dice, options: Options) -> Item:
    """Four open bids, two or three of them equal and highest; counting from North goes wrong in most."""
    from_north = dice.odds(1, 4)
    while True:
        dealer = dice.seat()
        best = _bid_from(dice, bid_rank("1NT"), bid_rank("5C"))
        equal = sorted(dice.some(range(4), 2 if dice.odds(4, 5) else 3))
        lower = [PASS, PASS, *MAKE_BID[max(0, bid_rank(best.bid) - 6) : bid_rank(best.bid)]]
        calls = {seat: best if seat in equal else dice.pick(lower) for seat in range(4)}
        state = _call(_bidding(options, dealer), calls)
        right = _declarer_now(state)
        if (right == equal[0]) == from_north:
            break
    slips = {seat: "not from the dealer" if seat in equal else "not the highest" for seat in range(4)}
    settled = options.bidding_steps == 1
    ask = say("Who is declarer?") if settled else say("Who is declarer for now?")
    situation = _chain(say("Four secret bids are turned over."), _deals(dealer))
    part = _seats(say("Tap the seat."), slips)
    return Item("tie", ask, situation, _shown(state), (part,), (_seat(right),), _why_declarer(state))


_OVER, _REDOUBLE, _THIRD = "over", "redouble", "step 3"


def _second_step(dice: _Dice, options: Options) -> Item:
    """The answers to a bid, and what they lead to."""
    rules = replace(_PLAIN, bidding_steps=max(2, options.bidding_steps), closing_double=options.closing_double)
    kind = dice.pick(("pass", "double", "both double", "bid", "bid and double", "bid and double", "two bids", "tie"))
    dealer, first = dice.seat(), dice.seat()
    best = _bid_from(dice, bid_rank("1H"), bid_rank("4H"))
    lower = [PASS, PASS, PASS, *MAKE_BID[: bid_rank(best.bid)][-5:]]
    calls = {seat: best if seat == first else dice.pick(lower) for seat in range(4)}
    state = _call(_bidding(rules, dealer), calls)
    rank = bid_rank(best.bid)
    bid = _bid_from(dice, rank + 1, rank + 6)
    other = _bid_from(dice, rank + 1, rank + 6)
    while other == bid:
        other = _bid_from(dice, rank + 1, rank + 6)
    pairs: dict[str, list[Any]] = {
        "pass": [PASS, PASS],
        "double": [DOUBLE, PASS],
        "both double": [DOUBLE, DOUBLE],
        "bid": [bid, PASS],
        "bid and double": [bid, DOUBLE],
        "two bids": [bid, other],
        "tie": [bid, bid],
    }
    answers = pairs[kind]
    dice.shuffle(answers)
    asked = state.steps[-1].asked
    state = _call(state, dict(zip(asked, answers, strict=True)))
    declarer = _declarer_now(state)
    follows = _OVER if state.contract else _REDOUBLE if state.steps[-1].name == "redouble" else _THIRD
    slips: dict[Seat, str] = {}
    for seat, call in zip(asked, answers, strict=True):
        slips[seat] = (
            "doubler" if isinstance(call, Double) else "not from the dealer" if kind == "tie" else "not the highest"
        )
    slips[first] = "forgot the next step" if isinstance(bid, MakeBid) and bid in answers else ""
    label = say("Who is declarer for now?") if rules.bidding_steps == 3 else say("Who is declarer?")
    who = _seats(label, slips)
    taps = [
        Option(
            _OVER,
            say("The bidding is over."),
            {_REDOUBLE: "forgot to redouble", _THIRD: "forgot the next step"}.get(follows, ""),
        ),
        Option(_REDOUBLE, say("The player who was doubled may redouble."), "double stays" if DOUBLE in answers else ""),
    ]
    if rules.bidding_steps == 3:
        taps.append(Option(_THIRD, say("Step 3: the other side answers.")))
    what = Part(say("What comes next?"), "words", tuple(taps))
    if follows == _OVER:
        after = say("The bidding is over.")
    elif follows == _REDOUBLE:
        after = say("Now {seat} may redouble.", seat=SeatRef(declarer))
    else:
        after = say("Now {seats} are asked, in step 3.", seats=name_seats(state.steps[-1].asked))
    return Item(
        "second step",
        say("What follows from these answers?"),
        _chain(_deals(dealer), say("{seats} answered in step 2.", seats=name_seats(asked))),
        _shown(state),
        (who, what),
        (_seat(declarer), frozenset({follows})),
        _chain(_why_declarer(state), after),
    )


def _auction(dice: _Dice, options: Options) -> Item:
    """A whole bidding that goes on to its last step."""
    rules = replace(_PLAIN, bidding_steps=options.bidding_steps, closing_double=options.closing_double)
    while True:
        dealer = dice.seat()
        state = _bidding(rules, dealer)
        while not state.contract and state.steps[-1].waiting:
            state = _call(state, {seat: _likely(dice, state, seat) for seat in state.steps[-1].asked})
        names = [step.name for step in state.steps]
        if state.contract and f"step {rules.bidding_steps}" in names and bid_rank(state.contract) < bid_rank("6C"):
            break
    declarer, contract = _declarer_now(state), (state.contract, state.doubled)
    stood = [best for step in state.steps if (best := highest(dealer, step)) is not None]
    slips = {seat: "too early" for seat, _ in stood[:-1]}
    for step in state.steps:
        slips |= {seat: "doubler" for seat in step.asked if step.calls[seat] == DOUBLE and seat not in slips}
        tied = [seat for seat in step.asked if step.calls[seat] == MakeBid(state.contract)]
        slips |= dict.fromkeys(tied, "not from the dealer")
    others: dict[tuple[str, int], str] = {}
    for _, bid in stood[-2::-1]:
        others.setdefault((bid, 1), "too early")
    doubled = any(DOUBLE in step.calls for step in state.steps)
    turn = 2 if state.doubled == 1 else 1
    others.setdefault((state.contract, turn), "forgot the double" if turn == 1 else "double stays" if doubled else "")
    near = bid_rank(state.contract)
    while len(others) < 4:
        other = (BIDS[max(0, near - 4 + dice.below(9))], dice.pick((1, 1, 2)))
        if other != contract:
            others.setdefault(other, "")
    kept = [contract, *list(others)[:4]]
    kept.sort(key=lambda each: (bid_rank(each[0]), each[1]))
    taps = tuple(Option(_contract_value(*each), Final(*each), others.get(each, "")) for each in kept)
    return Item(
        "auction",
        say("Who is declarer, and in which contract?"),
        _deals(dealer),
        _shown(state),
        (_seats(say("Who is declarer?"), slips), Part(say("Which contract?"), "contract", taps)),
        (_seat(declarer), frozenset({_contract_value(*contract)})),
        _why_declarer(state),
    )


def _likely(dice: _Dice, state: hool.State, seat: Seat) -> Any:
    """A call somebody might make: pass, double, or one of the next few bids."""
    legal = legal_actions(hool, state, seat)
    bids = [call for call in legal if isinstance(call, MakeBid)]
    if len(bids) == len(BIDS):
        return dice.pick((PASS, *bids[2:14]))
    some = [PASS, *(call for call in (DOUBLE, REDOUBLE) if call in legal), *dice.some(bids[:6], 2)]
    return dice.pick(some)


def _contract_value(bid: str, doubled: int) -> str:
    return bid + "x" * (doubled // 2)


def _contract_text(bid: str, doubled: int) -> Text:
    if doubled == 1:
        return say("{bid}", bid=Bid(bid))
    return say("{bid} doubled", bid=Bid(bid)) if doubled == 2 else say("{bid} redoubled", bid=Bid(bid))


# ---------------------------------------------------------------------------------------------------- results


def _results(dice: _Dice, options: Options) -> Item:
    """Three or four tables; in half of the sheets one side scored everywhere, so that the least counts."""
    one_side = dice.odds(1, 2)
    tables = 3 + dice.below(2)
    strong = dice.below(2)
    suits = [dice.some(("C", "D", "H", "S", "NT"), 2) for _ in range(2)]
    while True:
        rows = []
        for number in range(1, tables + 1):
            side = strong if dice.odds(3, 4) else 1 - strong
            able = 8 + dice.below(4) if side == strong else 6 + dice.below(3)
            level = max(1, min(5, able - 6 + dice.pick((-1, 0, 0, 1))))
            bid = f"{level}{dice.pick(suits[side])}"
            doubled = 2 if _has_doubles(options) and able < hool.tricks_needed(bid) and dice.odds(1, 3) else 1
            declarer = side + 2 * dice.below(2)
            ours, theirs = hool.score(options, bid, doubled, able)
            ns, ew = (ours, theirs) if side == 0 else (theirs, ours)
            rows.append(Row(number, bid, doubled, declarer, able, ns, ew))
        gains = [row.ns - row.ew for row in rows]
        ends = gains.count(max(gains)) == gains.count(min(gains)) == 1
        if ends and (min(gains) > 0 or max(gains) < 0) == one_side:
            break
    best, worst = rows[gains.index(max(gains))], rows[gains.index(min(gains))]

    def tap(row: Row, wrong: Row) -> Option:
        slip = "other column" if row == wrong else ""
        return Option(str(row.number), row.number, slip)

    for_ns = Part(say("At which table did North and South do best?"), "number", tuple(tap(row, worst) for row in rows))
    for_ew = Part(say("At which table did East and West do best?"), "number", tuple(tap(row, best) for row in rows))
    ns_why = (
        say("North and South got most at table {number}: {points}.", number=best.number, points=best.ns)
        if best.ns
        else say(
            "East and West scored at every table. At table {number} North and South gave away least: {points}.",
            number=best.number,
            points=best.ew,
        )
    )
    ew_why = (
        say("East and West got most at table {number}: {points}.", number=worst.number, points=worst.ew)
        if worst.ew
        else say(
            "North and South scored at every table. At table {number} East and West gave away least: {points}.",
            number=worst.number,
            points=worst.ns,
        )
    )
    return Item(
        "results",
        say("Who did best on this board?"),
        say("Each table played the same cards."),
        Sheet(tuple(rows)),
        (for_ns, for_ew),
        (frozenset({str(best.number)}), frozenset({str(worst.number)})),
        _chain(ns_why, ew_why),
    )


_MAKERS: dict[str, Callable[[_Dice, Options], Item]] = {
    "winner": _winner,
    "legal cards": _legal_cards,
    "next lead": _next_lead,
    "trump winner": _trump_winner,
    "declarer and dummy": _declarer_and_dummy,
    "sure winners": _sure_winners,
    "level": _level,
    "score": _score,
    "game": _game,
    "points": _points,
    "shape": _shape,
    "higher bid": _higher_bid,
    "tie": _tie,
    "second step": _second_step,
    "auction": _auction,
    "results": _results,
}
SKILLS = tuple(_MAKERS)
