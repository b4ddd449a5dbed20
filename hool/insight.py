"""What a finished board can teach: what each clue told, what each card cost, and when the result changed.

Counting hands is exact and takes no search. What cards cost comes from a double-dummy `Trace`; here it becomes a story
in words a child can follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

from hool.analysis.trace import Trace
from hool.robots.facts import LENGTH_CLUES, points
from hool.rules.cards import SUITS, Card
from hool.rules.game import Seat
from hool.rules.hool import PACKS
from hool.rules.hool_state import ClueValue
from hool.rules.text import Cards, SeatRef, Text, name_seats, say, say_count

Clue = tuple[str, ClueValue]

# What a clue told


@lru_cache(maxsize=4096)
def hands_left(own: tuple[Card, ...], clues: tuple[Clue, ...], pack: str = "full") -> int:
    """How many hands somebody may hold who has given these clues, for a player who holds `own` and knows no more.

    pack: one of `PACKS`. All hands are as long as `own`. 39 choose 13, about 8,122 million, before the first clue.
    """
    told = dict(clues)
    lengths = {LENGTH_CLUES[kind]: int(value) for kind, value in clues if kind in LENGTH_CLUES}
    shape = [int(part) for part in str(told["pattern"]).split("-")] if "pattern" in told else None
    strength = int(told["hcp"]) if "hcp" in told else None
    # What is settled so far -> in how many ways. A state: cards, points (0 if nobody told them), and with a pattern
    # the lengths that are still to be given to a suit.
    states: dict[tuple[int, int, tuple[int, ...]], int] = {(0, 0, tuple(shape or ())): 1}
    for suit in SUITS:
        hidden = [card for card in PACKS[pack] if card.suit == suit and card not in own]
        ways = _ways(tuple(points(card) for card in hidden), strength is not None)
        following: dict[tuple[int, int, tuple[int, ...]], int] = {}
        for (cards, worth, free), count in states.items():
            for (length, more), times in ways.items():
                if lengths.get(suit, length) != length or cards + length > len(own) or worth + more > (strength or 0):
                    continue
                if shape is not None and length not in free:
                    continue
                place = free.index(length) if shape is not None else 0
                state = (cards + length, worth + more, free[:place] + free[place + 1 :])
                following[state] = following.get(state, 0) + count * times
        states = following
    return sum(n for (cards, worth, _), n in states.items() if cards == len(own) and worth == (strength or 0))


@lru_cache(maxsize=1024)
def _ways(worth: tuple[int, ...], counted: bool) -> dict[tuple[int, int], int]:
    """In how many ways so many cards with so many points come from cards worth `worth`; points are 0 if not counted."""
    if not counted:
        return {(length, 0): comb(len(worth), length) for length in range(len(worth) + 1)}
    found = {(0, 0): 1}
    for each in worth:
        for (length, total), count in list(found.items()):  # as it was without this card
            key = (length + 1, total + each)
            found[key] = found.get(key, 0) + count
    return found


@dataclass(frozen=True, slots=True)
class Told:
    """What a clue told one player: how many hands the teller could hold before it, and how many after it, for somebody
    who holds the own cards and heard the clues of this teller only."""

    listener: Seat
    before: int
    after: int


def told_by(hands: Sequence[tuple[Card, ...]], pack: str, teller: Seat, clues: tuple[Clue, ...]) -> tuple[Told, ...]:
    """What the last of `clues` told each of the other three, partner first. hands: as dealt."""
    listeners = [(teller + 2) % 4, (teller + 1) % 4, (teller + 3) % 4]
    return tuple(
        Told(each, hands_left(hands[each], clues[:-1], pack), hands_left(hands[each], clues, pack))
        for each in listeners
    )


def many(number: int) -> Text:
    """A number of hands to be read at a glance: exact below 10,000, else two figures of thousands or millions."""
    if number < 10_000:
        return _grouped(number)
    unit = 10 ** (len(str(number)) - 2)
    rounded = (number + unit // 2) // unit * unit
    if rounded < 10_000_000:
        return say("{number} thousand", number=_grouped(rounded // 1000))
    return say("{number} million", number=_grouped(rounded // 1_000_000))


def _grouped(number: int) -> Text:
    """Up to 9,999, with the sign that a language puts after the thousands."""
    if number < 1000:
        return say("{number}", number=number)
    return say("{thousands},{rest}", thousands=number // 1000, rest=f"{number % 1000:03}")


def share(told: Told) -> Text:
    """What part of the hands is left: "1 of 15", "2 of 3"."""
    if told.after == told.before:
        return say("all")
    rest = told.before / told.after
    if rest >= 1.75:
        return say("1 of {number}", number=_rounded(rest))
    tenths = round(10 * told.after / told.before)
    return say("{part} of {number}", part=min(tenths, 9), number=10)


def told_words(told: Told, teller: Seat) -> Text:
    """What the clue did for one listener, in numbers of hands."""
    return say(
        "Before this clue {listener} could think of {before} hands for {teller}. Now {after} are left.",
        listener=SeatRef(told.listener),
        teller=SeatRef(teller),
        before=many(told.before),
        after=many(told.after),
    )


def _rounded(ratio: float) -> Text:
    whole = round(ratio)
    return _grouped(whole) if whole < 1000 else many(round(whole, -len(str(whole)) + 2))


# What the cards cost


@dataclass(frozen=True, slots=True)
class Played:
    """A card of the play. number: its trick, from 1. actor: who chose it; holder: whose hand it came from, which is
    another one for dummy's cards. held: that hand before. led: the suit of the trick, "" for its first card.
    given: it came with the board, so nobody here chose it."""

    number: int
    actor: Seat
    holder: Seat
    card: Card
    held: tuple[Card, ...]
    led: str
    given: bool = False

    @property
    def forced(self) -> bool:
        """Whether no other card was allowed."""
        following = [card for card in self.held if card.suit == self.led]
        return len(following or self.held) == 1


@dataclass(frozen=True, slots=True)
class Change:
    """A card that gave tricks away. place: among the cards, from 0. cost: 1..13. kept: the cards that would not."""

    place: int
    played: Played
    cost: int
    kept: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Flip:
    """A moment when the contract's fate changed. change: the card that did it, None for a claim. made: whether the
    contract can be made from then on."""

    change: Change | None
    made: bool


@dataclass(frozen=True, slots=True)
class Story:
    """A board's play as double dummy sees it. All tricks are those of `side` (0 North-South, 1 East-West).

    reach[i]: what it gets with perfect play after i cards. first: how many cards came with the board. goal: the tricks
    its contract needs, None without one. took: what it took in the end. claimed: (who, tricks) if the rest was claimed.
    """

    side: int
    cards: tuple[Played, ...]
    reach: tuple[int, ...]
    best: tuple[tuple[Card, ...], ...]
    first: int
    goal: int | None
    took: int
    claimed: tuple[Seat, int] | None

    def cost(self, place: int) -> int:
        """What card `place` gave away; 0 for a card that came with the board."""
        return 0 if self.cards[place].given else abs(self.reach[place + 1] - self.reach[place])

    @property
    def changes(self) -> tuple[Change, ...]:
        """The cards that gave something away, in the order played."""
        return tuple(
            Change(place, played, self.cost(place), self.best[place])
            for place, played in enumerate(self.cards)
            if self.cost(place)
        )

    @property
    def ends(self) -> int:
        """What the claim gave to `side` beyond perfect play; negative for what it took away; 0 without a claim."""
        return self.took - self.reach[-1]

    @property
    def flips(self) -> tuple[Flip, ...]:
        """When the contract's fate changed; () without a contract."""
        if self.goal is None:
            return ()
        found = []
        for change in self.changes:
            made = self.reach[change.place + 1] >= self.goal
            if made != (self.reach[change.place] >= self.goal):
                found.append(Flip(change, made))
        if (self.took >= self.goal) != (self.reach[-1] >= self.goal):
            found.append(Flip(None, self.took >= self.goal))
        return tuple(found)


def story(
    cards: Sequence[Played], trace: Trace, goal: int | None, took: int, claimed: tuple[Seat, int] | None = None
) -> Story:
    """The story of a play with at least one card. goal, took: of the side of the trace."""
    first = sum(played.given for played in cards)
    return Story(trace.side, tuple(cards), trace.tricks, trace.best, first, goal, took, claimed)


# In words


def played_words(played: Played) -> Text:
    """ "Ines played the 9 of hearts", to be part of a sentence."""
    seat = SeatRef(played.actor)
    if played.holder != played.actor:
        return say("{seat} played {card} from dummy", seat=seat, card=played.card)
    return say("{seat} played {card}", seat=seat, card=played.card)


def judged(story: Story, place: int) -> tuple[Text, ...]:
    """What to think of card `place`: it gave tricks away and what would have kept them, or nothing was better."""
    played = story.cards[place]
    if played.given:
        return (say("This card came with the board."),)
    cost = story.cost(place)
    if not cost:
        return (say("No other card was allowed.") if played.forced else say("No card was better."),)
    gave = say_count("This card gave {count} trick away.", "This card gave {count} tricks away.", cost)
    return gave, _kept(story.best[place], cost)


def _kept(cards: tuple[Card, ...], cost: int) -> Text:
    most = 5
    if len(cards) > most:
        return say_count(
            "{number} other cards would have kept it, such as {card}.",
            "{number} other cards would have kept them, such as {card}.",
            cost,
            number=len(cards),
            card=cards[0],
        )
    if len(cards) == 1:
        return say_count("{card} would have kept it.", "{card} would have kept them.", cost, card=cards[0])
    return say_count(
        "Each of these would have kept it: {cards}", "Each of these would have kept them: {cards}", cost,
        cards=Cards(cards),
    )  # fmt: skip


def told_story(story: Story) -> Text:
    """In a sentence or two: when the result changed."""
    if story.goal is None:
        return _tricks_only(story)
    flips = story.flips
    if not flips:
        if story.took >= story.goal:
            return say("From the first card to the last, the contract could be made.")
        return say("From the first card to the last, the contract could not be made.")
    if len(flips) > 1:
        return say_count(
            "Could the contract be made? The answer changed {count} time.",
            "Could the contract be made? The answer changed {count} times.",
            len(flips),
        )
    return _only_flip(story, flips[0])


def _only_flip(story: Story, flip: Flip) -> Text:
    if flip.change is None:
        return (
            say("Until the claim the contract could not be made. The claim let it make.")
            if flip.made
            else say("Until the claim the contract could be made. The claim gave it up.")
        )
    number, played = flip.change.played.number, played_words(flip.change.played)
    if flip.made:
        return say("Until trick {number} the contract was down. Then {played} and let it make.", number=number,
                   played=played)  # fmt: skip
    return say("Until trick {number} the contract could be made. Then {played}, and it was down.", number=number,
               played=played)  # fmt: skip


def flip_words(flip: Flip) -> Text:
    """One of several moments, as a line of a list."""
    if flip.change is None:
        return (
            say("With the claim the contract was made.") if flip.made else say("With the claim the contract was down.")
        )
    number, played = flip.change.played.number, played_words(flip.change.played)
    if flip.made:
        return say("Trick {number}: {played}. Now the contract can be made.", number=number, played=played)
    return say("Trick {number}: {played}. Now the contract is down.", number=number, played=played)


def _tricks_only(story: Story) -> Text:
    sure, pair = story.reach[story.first], name_seats((story.side, story.side + 2))
    if sure == story.took:
        return say_count(
            "{pair} could be sure of {count} trick, and took just that.",
            "{pair} could be sure of {count} tricks, and took just that many.",
            sure,
            pair=pair,
        )
    return say_count(
        "{pair} could be sure of {count} trick, and took {took}.",
        "{pair} could be sure of {count} tricks, and took {took}.",
        sure,
        pair=pair,
        took=story.took,
    )


def claim_words(story: Story) -> Text | None:
    """What a claim gave away; None without a claim."""
    if story.claimed is None:
        return None
    if not story.ends:
        return say("The claim was right: nobody could have got more.")
    loser = 1 - story.side if story.ends > 0 else story.side
    return say_count(
        "The claim cost {pair} {count} trick.",
        "The claim cost {pair} {count} tricks.",
        abs(story.ends),
        pair=name_seats((loser, loser + 2)),
    )
