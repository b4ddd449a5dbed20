"""What a robot says at the table, while the board is played, of what it has just done.

Its own reason may give away cards it holds, so it is kept for the replay. At the table it says only what its act shows
to everybody: these sentences are made from the public view before the act, the act itself, and how well the robot
plays. Nothing here is told the robot's hand or its reason, so nothing here can give them away.
"""

from __future__ import annotations

from hool.robots.facts import LENGTH_CLUES
from hool.robots.turn import PLURAL
from hool.rules.cards import Card
from hool.rules.hool import View, tricks_needed
from hool.rules.text import Bid, Text, say
from hool.rules.tricks import winning_place

ENOUGH = 21  # points of two hands that may be worth a promise


# Clues


def told_clue(before: View, seat: int, kind: str, value: int | str, level: str) -> Text | None:
    """Why a clue was told, as far as it shows. `before` is the public view before it."""
    first = not before.clues[seat]
    if kind == "hcp":
        if first and level != "beginner":
            return say("I tell my points first because they say most about a hand.")
        return say("I count my points and tell them.")
    if kind == "pattern":
        if level == "beginner":
            return say("I tell my pattern because it looks clever. But it does not say which suit is long.")
        return say("My pattern says how long my suits are, but not which is which.")
    suit = LENGTH_CLUES[kind]
    if level == "beginner":
        if first:
            return say("I like my {suit}, so I tell them first. My points would say more.", suit=PLURAL[suit])
        return None
    told = dict(before.clues[(seat + 2) % 4]).get(kind)
    if told is not None and int(told) >= 4 and int(value) >= 3:
        return say("Partner told {suit}, so I tell how many I have to go with them.", suit=PLURAL[suit])
    if int(value) >= 5:
        return say("I tell a long suit: it may become the trump suit.")
    return say("If partner has four, too, they may become trumps.") if int(value) == 4 else None


# Calls


def told_call(view: View, row: int, seat: int, level: str) -> Text | None:
    """Why a call was made, as far as it shows. `row` is its step in `view`, the public view once it has been turned."""
    call, step = view.calls[row][seat] or "", view.steps[row]
    told = [dict(view.clues[each]).get("hcp") for each in (seat, (seat + 2) % 4)]
    together = None if None in told else sum(int(each or 0) for each in told)
    standing = [each[4:] for each in view.calls[row - 1] if each and each.startswith("bid ")] if row else []
    if step == "step 1":
        if together is None or level == "beginner":
            return None
        if call != "pass":
            return say("Partner and I told {points} points together.", points=together)
        if together < ENOUGH:
            return say("Together we told only {points} points, so I promise nothing.", points=together)
        return None
    if call == "double":
        if level == "beginner":
            return say("They bid over us. That makes me cross, so I double without counting their tricks.")
        return say("I think they have promised too much.")
    if call == "redouble":
        return say("I still believe in our promise.")
    if call.startswith("bid ") and standing:
        return say("I would rather promise {bid} than leave it to them.", bid=Bid(call[4:]))
    return None


def told_answer(proposed: str, level: str) -> Text:
    """Why a robot agreed to a contract."""
    if level == "beginner":
        return say("I agree with whatever partner proposes, without counting.")
    return say("For {bid} we need {needed} tricks. I agree.", bid=Bid(proposed), needed=tricks_needed(proposed))


# Cards


def told_card(before: View, seat: int, card: Card, level: str) -> Text | None:
    """Why a card was played, as far as it shows. `before` is the public view before it; `seat` decided, perhaps for
    dummy's hand."""
    return _Played(before, seat, card, level).says()


class _Played:
    """A card on the table, seen by everybody."""

    def __init__(self, before: View, seat: int, card: Card, level: str) -> None:
        assert before.leader is not None
        self.view, self.card, self.beginner = before, card, level == "beginner"
        self.trumps = before.trumps if before.trumps in PLURAL else ""
        self.holder = (before.leader + len(before.trick)) % 4
        self.partner = (self.holder + 2) % 4 if before.options.partners else None
        dummy = before.dummy
        # one player for two hands
        self.declaring = before.declarer == seat and dummy is not None and before.hands[dummy] is not None

    def says(self) -> Text | None:
        """The sentence for this moment."""
        if not self.view.trick:
            return self._lead()
        cards = [card for _, card in self.view.trick]
        best_seat, best = self.view.trick[winning_place(cards, self.view.trumps)]
        wins = winning_place([*cards, self.card], self.view.trumps) == len(cards)
        friend = best_seat == self.partner
        if self.card.suit == cards[0].suit:
            return self._over_friend() if friend and wins else self._follows(friend, wins)
        return self._out_of_suit(friend, wins, best)

    def _lead(self) -> Text | None:
        suit = self.card.suit
        if self.beginner:
            if self.card.rank == 14:
                return say("I play my ace at once, before I forget it. Later it could catch a king.")
            return None
        if self.declaring:
            return say("I play trumps, so that they cannot trump my winners.") if suit == self.trumps else None
        led = [cards[0].suit for leader, cards, _ in self.view.tricks if leader == self.partner]
        if suit in led and suit != self.trumps:
            return say("Partner led {suit} before, and I lead them back.", suit=PLURAL[suit])
        for kind, value in self.view.clues[self.partner] if self.partner is not None else ():
            if LENGTH_CLUES.get(kind) == suit and int(value) >= 5:
                return say("Partner told {count} {suit}, and I lead one.", count=int(value), suit=PLURAL[suit])
        return None

    def _over_friend(self) -> Text | None:
        if self.beginner and self.declaring:
            return say("I play high from both hands. One high card was enough for this trick.")
        if self.beginner:
            return say("I like to win tricks myself and play high, though partner was winning already.")
        if len(self.view.trick) < 3 and not self.declaring:
            return say("The next player could beat partner's card, so I play higher.")
        return None

    def _follows(self, friend: bool, wins: bool) -> Text:
        if wins:
            if len(self.view.trick) == 3:
                return say("I play last, and this card wins the trick.")
            return say("I play the {card}: it may win this trick.", card=self.card)
        if friend and self.card.rank < 11:
            if self.declaring:
                return say("The other hand is already winning this trick, so I play low here.")
            return say("Partner is already winning this trick, so I play low.")
        if friend:
            return self._friend_wins()
        if len(self.view.trick) == 1 and self.partner is not None and not self.declaring and not self.beginner:
            return say("Partner still comes last in this trick.")
        return say("I let this trick go.")

    def _friend_wins(self) -> Text:
        if self.declaring:
            return say("The other hand is already winning this trick.")
        return say("Partner is already winning this trick.")

    def _out_of_suit(self, friend: bool, wins: bool, best: Card) -> Text:
        led = PLURAL[self.view.trick[0][1].suit]
        if wins and friend and self.beginner:
            if self.declaring:
                return say("I love to trump, though the other hand was winning this trick already.")
            return say("I love to trump, though partner was winning this trick already.")
        if wins and friend and len(self.view.trick) < 3:
            return say("The next player could beat the {best}, so I trump this trick.", best=best)
        if wins:
            return say("I have no {suit} left, so I trump.", suit=led)
        if friend:
            return self._friend_wins()
        return say("I have no {suit} left, so I throw a card away.", suit=led)
