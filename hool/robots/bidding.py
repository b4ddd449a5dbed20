"""What the standard robot tells, bids and doubles, and the one sentence that says why.

The robot adds up what it knows of its side's points and trumps, turns them into tricks (straight lines fitted to
double-dummy results of random deals), and compares what each call earns on average under the table's own score.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import comb, erf, sqrt
from typing import Protocol

from hool.robots.facts import LENGTH_CLUES, Facts, points
from hool.rules.cards import SUITS
from hool.rules.game import Action
from hool.rules.hool import BIDS, Options, View, bid_rank, score, tricks_needed
from hool.rules.text import Bid, Text, say, say_count

PLURAL = {"S": say("spades"), "H": say("hearts"), "D": say("diamonds"), "C": say("clubs")}
KIND = {suit: kind for kind, suit in LENGTH_CLUES.items()}

BELIEF = 0.5  # how far a bid that promises more tricks moves the robot's own estimate


# Clues


def give_clue(view: View) -> tuple[Action, Text]:
    """Points first, then the suit that helps partner most; pattern last, for it hides the suits."""
    actions = {str(choice.action)[5:]: choice.action for choice in view.choices if choice.why_not is None}
    for kind, why in _clue_wishes(view):
        if kind in actions:
            return actions[kind], why
    raise ValueError("no clue may be given")


def _clue_wishes(view: View) -> list[tuple[str, Text]]:
    facts = Facts(view)
    hand = facts.hands[facts.seat] or ()
    length = {suit: sum(card.suit == suit for card in hand) for suit in SUITS}
    wishes = [("hcp", say("I tell my points first because they say most about a hand."))]
    for kind, value in view.clues[(facts.seat + 2) % 4]:
        suit = LENGTH_CLUES.get(kind, "")
        if suit and int(value) >= 4 and length[suit] >= 3:
            why = say("Partner told {suit}, so I tell how many I have to go with them.", suit=PLURAL[suit])
            wishes.append((kind, why))
    longest = max(SUITS, key=lambda suit: length[suit])
    major = max("SH", key=lambda suit: length[suit])
    if length[longest] == 4 and (longest in "DC" or sorted(length.values()) == [3, 3, 3, 4]):
        wishes.append((KIND[major], say("I have no long suit, so I tell my longer major suit.")))
    wishes.append((KIND[longest], say("I tell my longest suit: it may become the trump suit.")))
    rest = sorted(SUITS, key=lambda suit: -length[suit])
    wishes += [(KIND[suit], say("Of the clues left, I tell my next longest suit.")) for suit in rest]
    return [*wishes, ("pattern", say("This is the clue that is left."))]


# What the two sides can expect


_SHAPES = [(s, h, d, 13 - s - h - d) for s, h, d in product(range(14), repeat=3) if s + h + d <= 13]


@lru_cache(maxsize=64)
def _shapes(told: tuple[tuple[str, int], ...], pattern: str) -> tuple[tuple[int, ...], ...]:
    """All suit lengths (S H D C) of 13 cards that agree with the told lengths and pattern."""
    parts = sorted(map(int, pattern.split("-"))) if pattern else None
    return tuple(
        shape
        for shape in _SHAPES
        if all(shape[SUITS.index(suit)] == length for suit, length in told)
        and (parts is None or sorted(shape) == parts)
    )


@lru_cache(maxsize=16)
def _earnings(options: Options) -> tuple[tuple[int, ...], ...]:
    """For each bid and each number of tricks 0..13: declarer's points, minus if they go to the others."""
    rows = []
    for bid in BIDS:
        pairs = (score(options, bid, 1, tricks) for tricks in range(14))
        rows.append(tuple(ours - theirs for ours, theirs in pairs))
    return tuple(rows)


class Outlook:
    """What one seat expects of the board before the play.

    `points` is the expected sum of its side's points, `cards[suit]` of its side's cards in a suit; `tricks(ours, d)`
    the expected tricks if its side (or the other) plays in `d`; `ours[r]`, `theirs[r]` what the r-th bid earns the
    side that plays it, on average, undoubled.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.facts = facts = Facts(view)
        self.me, self.partner = facts.seat, (facts.seat + 2) % 4
        self.hand = facts.hands[self.me] or ()
        self.bids = [
            (seat, call[4:])
            for step, row in zip(view.steps, view.calls, strict=True)
            for seat, call in enumerate(row)
            if call is not None
            and call.startswith("bid ")
            and seat != self.me
            # what partner bids in the later steps answers the opponents and says little about his cards
            and (step == "step 1" or seat != self.partner)
        ]
        self._expect_points()
        self._expect_lengths()
        self.ours = self._earn(True)
        self.theirs = self._earn(False)

    def _expect_points(self) -> None:
        """Partner's points: told, or an equal share of what is not accounted for."""
        own = sum(map(points, self.hand))
        shown = self.facts.hands[self.partner]
        strength = self.facts.strength[self.partner]
        self.points_spread = 0.0
        if shown is not None:
            self.points = float(own + sum(map(points, shown)))
        elif strength is not None:
            self.points = float(own + strength)
        else:
            unknown = [seat for seat in self.facts.hidden if self.facts.strength[seat] is None]
            rest = 40 - own - sum(self.facts.strength[seat] or 0 for seat in self.facts.hidden)
            self.points = own + rest / len(unknown)
            # a hand of 13 from a full pack has 10 points give or take 4.1; fewer points left, less spread
            self.points_spread = 4.1 * sqrt(max(rest, 1) / (10 * len(unknown)) * (1 - 1 / len(unknown)))

    def _expect_lengths(self) -> None:
        """Partner's suits: every shape that fits the clues, weighed by how many deals hold it."""
        facts, partner = self.facts, self.partner
        own = {suit: sum(card.suit == suit for card in self.hand) for suit in SUITS}
        shown = facts.hands[partner]
        if shown is not None:
            self.cards = {suit: own[suit] + float(sum(c.suit == suit for c in shown)) for suit in SUITS}
            self.spread = dict.fromkeys(SUITS, 0.0)
            return
        told = facts.told[partner]
        lengths = tuple((suit, int(told[kind])) for kind, suit in LENGTH_CLUES.items() if kind in told)
        partner_bids = {bid[1:] for seat, bid in self.bids if seat == partner}
        theirs = [
            (SUITS.index(LENGTH_CLUES[kind]), int(value))
            for seat in facts.enemies(self.me)
            for kind, value in facts.told[seat].items()
            if kind in LENGTH_CLUES
        ]
        out = [13 - own[suit] for suit in SUITS]
        total, sums, squares = 0.0, [0.0] * 4, [0.0] * 4
        for shape in _shapes(lengths, str(told.get("pattern", ""))):
            weight = 1.0
            for have, length in zip(out, shape, strict=True):
                weight *= comb(have, length)
            if not weight:
                continue
            for place, length in theirs:  # each card partner does not hold is with either opponent
                rest = out[place] - shape[place]
                weight *= comb(rest, length) / (1 << rest) if rest >= length else 0
            if lengths:  # players name a long suit, seldom a shorter one
                longest = max(length for _, length in lengths)
                weight *= 0.4 ** sum(max(0, length - max(longest, 4)) > 0 for length in shape)
            for suit in partner_bids:
                if suit in SUITS and shape[SUITS.index(suit)] < 4:
                    weight *= 0.2  # a suit one bids is usually one's own
            total += weight
            for place, length in enumerate(shape):
                sums[place] += weight * length
                squares[place] += weight * length * length
        if not total:  # the clues leave nothing that was weighed: share the rest evenly
            total, sums, squares = 1.0, [have / 3 for have in out], [have * have / 9 + 1 for have in out]
        means = [each / total for each in sums]
        self.cards = {suit: own[suit] + mean for suit, mean in zip(SUITS, means, strict=True)}
        self.spread = {
            suit: sqrt(max(0.0, squares[place] / total - means[place] ** 2)) for place, suit in enumerate(SUITS)
        }

    def tricks(self, ours: bool, denomination: str) -> tuple[float, float]:
        """Mean and spread of the tricks of one side playing in a denomination.

        Fitted straight lines (no-trump 6 + 0.5 a point over 20, a suit 8 + 0.38 a point over 20 + 0.92 a trump over 8),
        flatter for very long trumps and for the last tricks, which are the hardest, and lowered by what robots and
        learners take less than perfect players.
        """
        strength = self.points if ours else 40 - self.points
        if denomination == "NT":
            mean, spread = 5.5 + 0.5 * (strength - 20), sqrt(1.4**2 + (0.5 * self.points_spread) ** 2)
        else:
            trumps = self.cards[denomination] if ours else 13 - self.cards[denomination]
            mean = 7.7 + 0.38 * (strength - 20) + 0.92 * (min(trumps, 9) - 8) + 0.5 * max(trumps - 9, 0)
            spread = sqrt(1.2**2 + (0.38 * self.points_spread) ** 2 + (0.92 * self.spread[denomination]) ** 2)
        if mean > 11:
            mean = 11 + 0.6 * (mean - 11)
        for seat, bid in self.bids:  # who promises more than I expect knows something that I do not
            if (seat == self.partner) == ours and bid[1:] == denomination:
                mean += BELIEF * max(0.0, tricks_needed(bid) - mean)
        return mean, spread

    def _earn(self, ours: bool) -> list[float]:
        """What each bid earns on average for the side that plays it."""
        rows = _earnings(self.view.options)
        earned = [0.0] * len(BIDS)
        for denomination in ("C", "D", "H", "S", "NT"):
            mean, spread = self.tricks(ours, denomination)
            below = [_normal((tricks - 0.5 - mean) / spread) for tricks in range(1, 14)]
            odds = [below[0], *(below[i + 1] - below[i] for i in range(12)), 1 - below[12]]
            for level in range(1, 8):
                rank = bid_rank(f"{level}{denomination}")
                earned[rank] = sum(odd * each for odd, each in zip(odds, rows[rank], strict=True))
        return earned


def _normal(x: float) -> float:
    return 0.5 * (1 + erf(x / sqrt(2)))


# Calls


def make_call(view: View) -> tuple[Action, Text]:
    """The call or proposal that earns most on average, in whichever step of the bidding this is."""
    return decide(view, _Caller(view, allowed_bids(view)))


class Caller(Protocol):
    """One decision in the bidding, as its name ("bid 4H", "pass" ...) and the reason, for whichever step it is."""

    def agree(self) -> tuple[str, Text]: ...
    def redouble(self) -> tuple[str, Text]: ...
    def open(self) -> tuple[str, Text]: ...
    def answer(self) -> tuple[str, Text]: ...


def allowed_bids(view: View) -> list[str]:
    """The bids that may be made or proposed now, the lowest first."""
    legal = (str(choice.action).partition(" ")[2] for choice in view.choices if choice.why_not is None)
    return [bid for bid in legal if bid]


def decide(view: View, caller: Caller) -> tuple[Action, Text]:
    """What the caller does in the present step, as one of the view's choices."""
    match view.phase:
        case "agree":
            name, why = caller.agree()
        case "redouble":
            name, why = caller.redouble()
        case "step 1":
            name, why = caller.open()
        case _:
            name, why = caller.answer()
    return next(choice.action for choice in view.choices if str(choice.action) == name), why


class _Caller:
    """One decision in the bidding: `bids` are the bids that are allowed now."""

    def __init__(self, view: View, bids: list[str]) -> None:
        self.view, self.bids = view, bids
        self.outlook = Outlook(view)
        self.ours, self.theirs = self.outlook.ours, self.outlook.theirs
        self.standing = self._standing()

    def _standing(self) -> str:
        """The bid that must be beaten or answered, "" if there is none."""
        for row in reversed(self.view.calls):
            bids = [call[4:] for call in row if call is not None and call.startswith("bid ")]
            if bids:
                return max(bids, key=bid_rank)
        return ""

    def _best_bid(self) -> tuple[str, float]:
        """The bid allowed that earns most on average, undoubled, the lower one of equals."""
        best = max(self.bids, key=lambda bid: (self.ours[bid_rank(bid)], -bid_rank(bid)))
        return best, self.ours[bid_rank(best)]

    # the steps

    def open(self) -> tuple[str, Text]:
        """Step 1."""
        best, worth = self._best_bid()
        if worth <= 0:
            return "pass", self._why_pass()
        return f"bid {best}", self._why_bid(best)

    def answer(self) -> tuple[str, Text]:
        """Steps 2 and 3 and the closing double: their bid stands."""
        rank = bid_rank(self.standing)
        standing = Bid(self.standing)
        letting = -self.theirs[rank]
        doubling = -2 * self.theirs[rank]
        if self.bids:
            best, worth = self._best_bid()
            if worth < 0 and self._can_be_doubled():
                worth *= 2
            if worth > max(letting, doubling) + 8:  # a small gain is not worth a fight
                if worth >= 0:
                    return f"bid {best}", self._why_bid(best)
                return f"bid {best}", say(
                    "{standing} would bring them about {points} points. My bid may fail, but that costs us less.",
                    standing=standing, points=round(self.theirs[rank] / 10) * 10,
                )  # fmt: skip
        mean, _ = self.outlook.tricks(False, self.standing[1:])
        needed = tricks_needed(self.standing)
        if doubling > letting + self._caution(rank):
            return "double", say_count(
                "They promised {needed} tricks and I expect them to take only about {count}.",
                "They promised {needed} tricks and I expect them to take only about {count}.",
                round(mean), needed=needed,
            )  # fmt: skip
        if self.theirs[rank] > 0:
            return "pass", say("I think they can make {standing}, and we have no better bid.", standing=standing)
        return "pass", say("{standing} may well fail, but a double is dear if it does not.", standing=standing)

    def _can_be_doubled(self) -> bool:
        """Whether the other side has another word after a bid made now."""
        options = self.view.options
        return options.closing_double or (self.view.phase == "step 2" and options.bidding_steps > 2)

    def _caution(self, rank: int) -> float:
        """How much a double must promise: more where a made contract would be dear."""
        made = _earnings(self.view.options)[rank][tricks_needed(BIDS[rank])]
        return 4 + 0.1 * made

    def redouble(self) -> tuple[str, Text]:
        """Our bid was doubled: the doublers know something, so a bare plus on average is not enough."""
        needed = tricks_needed(self.standing)
        mean, _ = self.outlook.tricks(True, self.standing[1:])
        rank = bid_rank(self.standing)
        if self.ours[rank] > self._caution(rank) and mean >= needed:
            return "redouble", say(
                "I need {needed} tricks and still expect to take them, so four times the points are welcome.",
                needed=needed,
            )
        return "pass", say("I am not sure enough of {needed} tricks to make it four times.", needed=needed)

    def agree(self) -> tuple[str, Text]:
        """The declaring pair chooses together: the best contract, or partner's if it is nearly as good."""
        best, worth = self._best_bid()
        if self.view.proposals:
            proposed = self.view.proposals[-1][1]
            if self.ours[bid_rank(proposed)] >= worth - 8:
                return "agree", say("{bid} is what I would choose, or nearly as good.", bid=Bid(proposed))
        return f"propose {best}", self._why_bid(best)

    # the reasons

    def _why_pass(self) -> Text:
        together = round(self.outlook.points)
        if together < 21:
            return say_count(
                "Together we should have only about {count} point, so I promise nothing.",
                "Together we should have only about {count} points, so I promise nothing.",
                together,
            )
        return say("I see no bid that we can expect to make.")

    def _why_bid(self, bid: str) -> Text:
        """Points and trumps, the tricks they should give, and what else made this the bid. Where nobody tells clues,
        the reader may not know yet how points are counted."""
        denomination, needed = bid[1:], tricks_needed(bid)
        mean, _ = self.outlook.tricks(True, denomination)
        together, tricks = round(self.outlook.points), round(mean)
        if not self.view.options.clues:
            why = say_count(
                "I expect about {count} trick for us in {suit}.", "I expect about {count} tricks for us in {suit}.",
                tricks, suit=PLURAL.get(denomination, say("no trumps")),
            )  # fmt: skip
        elif denomination == "NT":
            why = say_count(
                "Together we should have about {points} points: that is about {count} trick without trumps.",
                "Together we should have about {points} points: that is about {count} tricks without trumps.",
                tricks, points=together,
            )  # fmt: skip
        else:
            why = say_count(
                "Together we should have about {points} points and {cards} {suit}: that is about {count} trick.",
                "Together we should have about {points} points and {cards} {suit}: that is about {count} tricks.",
                tricks, points=together, cards=round(self.outlook.cards[denomination]), suit=PLURAL[denomination],
            )  # fmt: skip
        if tricks < needed:
            return say("{why} What {bid} pays is worth the risk.", why=why, bid=Bid(bid))
        return why
