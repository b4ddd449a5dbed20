"""Hints for a student: a question to think about, a reason without the card, or what a robot would do.

A hint is made from the view of the student who asks, by the standard robot, and so can tell nothing that the student
may not know. The question is one that this view answers by looking and counting.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from hool.robots.facts import LENGTH_CLUES, points, suit_of
from hool.robots.hint_words import ONE_SUIT, WHY
from hool.robots.standard import standard
from hool.robots.turn import PLURAL, Turn
from hool.rules.cards import SUITS, Card
from hool.rules.game import Action
from hool.rules.hool import PACKS, Double, GiveClue, MakeBid, Pass, PlayCard, Propose, Redouble, View, bid_rank
from hool.rules.text import Bid, SeatRef, Text, say

STRENGTHS = ("question", "reason", "card")


@dataclass(frozen=True, slots=True)
class Question:
    """Something to find out: `how` is the way, `answer` what the view says: a number, a yes, seats, suits, clues."""

    text: Text
    how: Text
    answer: object


@dataclass(frozen=True, slots=True)
class Hint:
    """`reason` and `idea` (the robot's `action` as a sentence) are None in a weaker hint."""

    question: Question
    reason: Text | None = None
    idea: Text | None = None
    action: Action | None = None


def hint(view: View, strength: str, rng: Random) -> Hint:
    """A hint for the viewer of `view`, whose turn it must be. `strength` is one of `STRENGTHS`.

    Raises ValueError if the viewer has nothing to decide.
    """
    action, why = standard(view, rng)
    thought, key = _thought(why)
    if view.options.pack == "one suit" and why.message in ONE_SUIT:
        thought = ONE_SUIT[why.message]
    bid = action.bid if isinstance(action, MakeBid | Propose) else ""
    made = Hint(Asker(view, bid.strip("1234567")).ask(key))
    if strength == "question":
        return made
    made = replace(made, reason=thought)
    return made if strength == "reason" else replace(made, idea=_idea(action), action=action)


def _thought(why: Text) -> tuple[Text, str]:
    """The thought behind a robot's reason, and the question that leads to it."""
    if why.message not in WHY:
        return say("Think of what you know about the other hands."), ""
    text, key = WHY[why.message]
    given = dict(why.params)
    inner = given.get("why")
    if isinstance(inner, Text):  # a reason within a reason
        given["why"], key = _thought(inner)
    words = text.message + text.plural
    kept = tuple((name, value) for name, value in given.items() if f"{{{name}}}" in words)
    return Text(text.message, kept, text.plural, why.count if text.plural else None), key


def _idea(action: Action) -> Text:
    """What the robot would do, marked as its idea."""
    match action:
        case PlayCard(card):
            return say("A robot would play the {card}.", card=card)
        case GiveClue("hcp"):
            return say("A robot would tell the points.")
        case GiveClue("pattern"):
            return say("A robot would tell the pattern.")
        case GiveClue(kind):
            return say("A robot would tell the {suit}.", suit=PLURAL[LENGTH_CLUES[kind]])
        case MakeBid(bid):
            return say("A robot would bid {bid}.", bid=Bid(bid))
        case Propose(bid):
            return say("A robot would propose {bid}.", bid=Bid(bid))
        case Pass():
            return say("A robot would pass.")
        case Double():
            return say("A robot would double.")
        case Redouble():
            return say("A robot would redouble.")
    return say("A robot would agree.")


# Without a better one, the first of these that fits is asked.
_CLUE = ("partner_told", "points_mine", "longest")
_CALL = ("points_together", "fit", "points_mine", "longest")
_ANSWER = ("standing", "points_theirs", *_CALL)
_LEAD = ("trumps_out", "needed", "told_left", "highest")
_FOLLOW = ("winning", "told_left", "can_win")


class Asker:
    """The questions that fit a moment. Each method answers with None where its question makes no sense."""

    def __init__(self, view: View, trumps: str = "") -> None:
        """trumps: those of the bid that the robot has in mind, "NT" or "" for none."""
        assert view.seat is not None
        self.view, self.seat, self.trumps = view, view.seat, trumps
        self.turn = Turn(view, Random(0))
        self.facts, self.me = self.turn.facts, self.turn.me
        partners = view.options.partners
        self.partner = (self.seat + 2) % 4 if partners else None
        self.own = view.hands[self.seat] or ()

    def ask(self, wanted: str) -> Question:
        """The wanted question, by name, if it fits; else another one that does."""
        phase = self.view.phase
        usual: tuple[str, ...] = {"clues": _CLUE, "step 1": _CALL, "agree": _CALL}.get(phase, _ANSWER)
        if phase == "play":
            usual = _FOLLOW if self.view.trick else _LEAD
        ways: dict[str, Callable[[], Question | None]] = {
            "only": self.only, "winning": self.winning, "can_win": self.can_win, "after": self.after,
            "told_left": self.told_left, "trumps_out": self.trumps_out, "highest": self.highest, "needed": self.needed,
            "partner_led": self.partner_led, "partner_told": self.partner_told, "longest": self.longest,
            "points_mine": self.points_mine, "points_together": self.points_together,
            "points_theirs": self.points_theirs, "fit": self.fit, "standing": self.standing,
        }  # fmt: skip
        for name in (wanted, *usual):
            if name in ways and (found := ways[name]()) is not None:
                return found
        return self.longest() if phase != "play" else self.suit_out()

    # cards

    def only(self) -> Question | None:
        """Nothing to choose."""
        if len(self.turn.legal) != 1:
            return None
        how = say("Who can follow suit must do so.") if self.view.trick else say("Count the cards of this hand.")
        return Question(say("How many cards can you choose from?"), how, 1)

    def winning(self) -> Question | None:
        """Who wins so far; with a single card on the table that is no question."""
        if len(self.view.trick) < 2:
            return None
        how = say("The highest card of the suit that was led wins.")
        if self.turn.trumps:
            how = say("The highest trump wins. Without a trump it is the highest card of the suit that was led.")
        return Question(say("Who is winning this trick so far?"), how, self.turn.best()[0])

    def can_win(self) -> Question | None:
        """How many of the cards that may be played beat the best one on the table."""
        if not self.view.trick:
            return None
        best = self.turn.best()[1]
        count = sum(self.turn.beats(card, best) for card in self.turn.legal)
        how = say("Look at the card that is winning so far, and compare.")
        return Question(say("How many of the cards you may play beat the one that is winning?"), how, count)

    def after(self) -> Question | None:
        """Who is still to play."""
        if not 0 < len(self.view.trick) < 3:
            return None
        text = say("Who plays after you in this trick?")
        if self.me != self.seat:
            text = say("Who plays after dummy in this trick?")
        return Question(text, say("The play goes round clockwise, and each plays one card."), tuple(self.turn.after))

    def told_left(self) -> Question | None:
        """How many cards of a suit are left to somebody who told how many there were."""
        if not self.view.trick:
            return None
        suit = self.turn.led
        kind = next(kind for kind, each in LENGTH_CLUES.items() if each == suit)
        for seat in sorted(self.facts.hidden, key=lambda seat: seat not in self.turn.after):
            if kind in self.facts.told[seat]:
                told, gone = int(self.facts.told[seat][kind]), self._played(seat, suit)
                text = say("How many {suit} can {seat} still have?", suit=PLURAL[suit], seat=SeatRef(seat))
                how = say("{seat} told {told}. Take away those played since.", seat=SeatRef(seat), told=told)
                return Question(text, how, max(0, told - gone))
        return None

    def trumps_out(self) -> Question | None:
        """How many trumps are where the viewer cannot see them."""
        if not self.turn.trumps:
            return None
        how = say(
            "There are {total} in all. Take away those you see and those that were played.",
            total=self._total(self.turn.trumps),
        )
        text = say("How many trumps are still out that you cannot see?")
        return Question(text, how, len(self.facts.out[self.turn.trumps]))

    def suit_out(self) -> Question:
        """The same of the suit led, or of the longest one here."""
        suit = self.turn.led or max(SUITS, key=lambda suit: len(suit_of(self.turn.hand, suit)))
        how = say(
            "There are {total} in all. Take away those you see and those that were played.", total=self._total(suit)
        )
        text = say("How many {suit} are still out that you cannot see?", suit=PLURAL[suit])
        return Question(text, how, len(self.facts.out[suit]))

    def highest(self) -> Question | None:
        """In how many suits the hand to lead has the highest card that is left."""
        if self.view.trick or not self.turn.hand:
            return None
        tops = [cards[0] for suit in SUITS if (cards := suit_of(self.turn.hand, suit))]
        count = sum(not self._above(card) for card in tops)
        how = say("A card is the highest left when all above it in its suit are gone.")
        if self.view.options.pack == "one suit":
            return Question(say("Do you have the highest card that is left?"), how, count > 0)
        text = say("In how many suits do you have the highest card that is left?")
        if self.me != self.seat:
            text = say("In how many suits does dummy have the highest card that is left?")
        return Question(text, how, count)

    def needed(self) -> Question | None:
        """How many tricks are still missing to make or to beat the contract."""
        view = self.view
        if not view.contract or view.declarer is None:
            return None
        total, target = len(view.tricks) + max(self.facts.left), 6 + int(view.contract[0])
        won = sum(view.tricks_won[seat] for seat in self.facts.friends(self.seat))
        if view.declarer in self.facts.friends(self.seat):
            text = say("How many more tricks do you need for your contract?")
            how = say("You need {target} in all. Take away those you have won.", target=target)
        else:
            target = total + 1 - target
            text = say("How many more tricks do you need to beat the contract?")
            how = say("With {target} in all you beat it. Take away those you have won.", target=target)
        return Question(text, how, max(0, target - won))

    def partner_led(self) -> Question | None:
        """Which suit partner began with."""
        for leader, card in zip(self.facts.leaders, self.facts.leads, strict=True):
            if leader == self.partner:
                how = say("Think back to the first trick that partner began.")
                return Question(say("Which suit did partner lead first?"), how, card.suit)
        return None

    # clues and calls

    def partner_told(self) -> Question | None:
        """What partner's clues were."""
        if self.partner is None or not self.view.clues[self.partner]:
            return None
        text = say("What did {seat} tell everyone?", seat=SeatRef(self.partner))
        return Question(text, say("The clues are kept for all to see."), self.view.clues[self.partner])

    def longest(self) -> Question:
        """The longest suits of the own hand."""
        length = {suit: len(suit_of(self.own, suit)) for suit in SUITS}
        longest = tuple(suit for suit in SUITS if length[suit] == max(length.values()))
        how = say("Count the cards of each suit. There may be more than one.")
        return Question(say("Which is your longest suit?"), how, longest)

    def points_mine(self) -> Question | None:
        """The own points."""
        if not self._points_known:
            return None
        how = say("An ace is 4 points, a king 3, a queen 2, a jack 1.")
        return Question(say("How many points do you have?"), how, sum(map(points, self.own)))

    def points_together(self) -> Question | None:
        """The own points and partner's, if they were told."""
        ours = self._ours()
        if ours is None:
            return None
        how = say("Add your points to those that partner told.")
        return Question(say("How many points do you and partner have together?"), how, ours)

    def points_theirs(self) -> Question | None:
        """The other side's points, which are the rest."""
        ours = self._ours()
        if ours is None:
            return None
        how = say("All four hands have 40 points together. Take away yours and partner's.")
        return Question(say("How many points does the other side have together?"), how, 40 - ours)

    def fit(self) -> Question | None:
        """How many cards of the suit to bid the partners have, if one told of it; the best suit if both are seen."""
        if self.partner is None:
            return None
        shown = self.view.hands[self.partner]
        if shown is not None:
            both = {suit: len(suit_of((*self.own, *shown), suit)) for suit in SUITS}
            best = tuple(suit for suit in SUITS if both[suit] == max(both.values()))
            how = say("Count each suit in your hand and in partner's.")
            return Question(say("In which suit do you and partner have most cards together?"), how, best)
        told = {
            suit: int(value) + len(suit_of(self.own, suit))
            for kind, value in self.view.clues[self.partner]
            if (suit := LENGTH_CLUES.get(kind))
        }
        if not told or (self.trumps in SUITS and self.trumps not in told):
            return None
        suit = self.trumps if self.trumps in told else max(told, key=lambda suit: told[suit])
        how = say("Add yours to those that partner told.")
        text = say("How many {suit} do you and partner have together?", suit=PLURAL[suit])
        return Question(text, how, told[suit])

    def standing(self) -> Question | None:
        """The tricks that the standing bid promises."""
        bids = [call[4:] for row in self.view.calls[:-1] for call in row if call and call.startswith("bid ")]
        if not bids:
            return None
        bid = max(bids, key=bid_rank)
        how = say("A bid promises six tricks and as many more as it says.")
        return Question(say("How many tricks does {bid} need?", bid=Bid(bid)), how, 6 + int(bid[0]))

    # counting

    @property
    def _points_known(self) -> bool:
        """Whether the reader has met points."""
        return self.view.options.clues > 0 and "hcp" in self.view.options.clue_kinds

    def _ours(self) -> int | None:
        if self.partner is None or not self._points_known:
            return None
        told = dict(self.view.clues[self.partner]).get("hcp")
        return None if told is None else int(told) + sum(map(points, self.own))

    def _total(self, suit: str) -> int:
        return sum(card.suit == suit for card in PACKS[self.view.options.pack])

    def _played(self, seat: int, suit: str) -> int:
        return sum(card.suit == suit for card in self.facts.played[seat])

    def _above(self, card: Card) -> list[Card]:
        """The higher cards of the suit that are still in other hands."""
        seen = [c for seat, hand in enumerate(self.view.hands) if seat != self.me for c in hand or ()]
        return [c for c in (*self.facts.out[card.suit], *seen) if c.suit == card.suit and c.rank > card.rank]
