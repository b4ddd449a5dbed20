"""A question and its answer: what is asked and shown, what can be tapped, what is right, and what a mistake shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from hool.rules.cards import Card
from hool.rules.game import Seat
from hool.rules.hool import Step
from hool.rules.text import Text, say


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
    "did not add the bids": say("Did not add up the bids and compare them with the tricks."),
    "over and under": say("Mixed up too many bids with too few."),
    "took the sum": say("Took the sum of the bids for the forbidden number."),
    "not the rest": say("Did not find the number that makes the bids add up to the tricks."),
    "forgot the hook": say("Forgot that the dealer’s bid may not make the bids add up to the tricks."),
    "missed counts as made": say("Gave ten points for a bid that was missed."),
    "forgot the ten": say("Forgot the ten points for an exact bid."),
    "counted the bid": say("Counted the bid instead of the tricks."),
    "missed is nothing": say("Gave no points for the tricks of a missed bid."),
    "seven": say("Did not know that a 7 makes a meld alone, with another 7, or with a neighbour of its suit."),
    "ace": say("Did not know where the ace stands in a run."),
    "two of a rank": say("Took two of a rank for a set; only sevens need fewer than three."),
    "short run": say("Took two neighbours for a run although none is a 7."),
    "mixed suits": say("Took cards of different suits for a run."),
    "gap": say("Took a row with a card missing for a run."),
    "corner": say("Let a run go on behind the ace."),
    "not on a meld": say("Laid off a card that does not go on the meld."),
    "left out of a meld": say("Did not see a card that goes on the meld."),
    "set or run": say("Mixed up sets and runs."),
    "laid off a discard": say("Wanted to take a discard only to lay it off."),
    "missed a thank you": say("Did not see the meld that a discard makes."),
    "counted four of a kind": say("Counted four of a kind, which are worth nothing."),
    "pictures are ten": say("Counted jack, queen or king as 10."),
    "ace is fourteen": say("Counted the ace as 14 instead of 1."),
    "forgot to double": say("Forgot to double the payment."),
    "doubled too often": say("Doubled the payment once too often."),
}


def fault(item: Item, given: Sequence[frozenset[str]]) -> Text | None:
    """Why this is no answer to the item, None if it is one."""
    if len(given) != len(item.parts):
        return say("This was another question.")
    for part, values in zip(item.parts, given, strict=True):
        if not values <= {option.value for option in part.options}:
            return say("This was another question.")
        if not values:
            return say("Nothing is tapped yet. {question}", question=part.label)
        if len(values) > 1 and not part.several:
            return say("Only one answer fits here. {question}", question=part.label)
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
