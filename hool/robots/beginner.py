"""The beginner robot of HOOL: it plays as children play in their first weeks, on purpose, and says so.

Its mistakes are habits, each with a chance of its own; where no habit comes up it takes a simple sensible card or call.
A reason names the habit in a child's words, so that whoever looks at the board again can find it and do better.
"""

from __future__ import annotations

from random import Random

from hool.robots.facts import LENGTH_CLUES, points, suit_of
from hool.robots.turn import PLURAL, SINGLE, Pick, Turn
from hool.rules.cards import SUITS, Card
from hool.rules.game import Action
from hool.rules.hool import View, bid_rank
from hool.rules.text import Bid, Text, say, say_count

# How often each habit comes up where it can.
ACE_FIRST, BIG_FIRST, NO_TRUMPS_DRAWN = 0.55, 0.45, 0.8
SECOND_HIGH, OVER_PARTNER, WIN_BIG = 0.5, 0.5, 0.5
TRUMP_PARTNER, SPARE_TRUMPS, BIG_TRUMP = 0.4, 0.25, 0.35
LIKES_A_SUIT, LIKES_PATTERN = 0.7, 0.4
TOO_LOW, TOO_HIGH, CROSS, STUBBORN = 0.35, 0.35, 0.2, 0.15


def beginner(view: View, rng: Random) -> tuple[Action, Text]:
    """One of the view's legal choices, and the reason, which says so where it is a beginner's habit.

    Same view and same state of `rng`, same answer. Raises ValueError if the view's seat has nothing to decide.
    """
    if view.seat not in view.to_act:
        raise ValueError("it is not this seat's turn")
    actions = {str(choice.action): choice.action for choice in view.choices if choice.why_not is None}
    if view.phase == "play":
        card, why = _Card(view, rng).choose()
        return actions[f"play {card}"], why
    name, why = _clue(view, rng, actions) if view.phase == "clues" else _call(view, rng, actions)
    return actions[name], why


# Clues


def _clue(view: View, rng: Random, actions: dict[str, Action]) -> tuple[str, Text]:
    """A suit it likes rather than its points; then the pattern, which looks clever."""
    assert view.seat is not None
    hand = view.hands[view.seat] or ()
    suits = {suit: kind for kind, suit in LENGTH_CLUES.items() if f"clue {kind}" in actions}
    if suits and not view.clues[view.seat] and rng.random() < LIKES_A_SUIT:
        suit = max(suits, key=lambda suit: sum(card.rank for card in suit_of(hand, suit)))
        why = say("I like my {suit}, so I tell them first. My points would say more.", suit=PLURAL[suit])
        return f"clue {suits[suit]}", why
    if "clue pattern" in actions and rng.random() < LIKES_PATTERN:
        return "clue pattern", say("I tell my pattern because it looks clever. But it does not say which suit is long.")
    if "clue hcp" in actions:
        return "clue hcp", say("I count my points and tell them.")
    if not suits:
        return next(iter(actions)), say("This is the clue that is left.")
    suit = max(suits, key=lambda suit: len(suit_of(hand, suit)))
    return f"clue {suits[suit]}", say("I tell my longest suit and do not look at what partner told.")


# Bids


def _call(view: View, rng: Random, actions: dict[str, Action]) -> tuple[str, Text]:
    """Bids of its own hand; partner's suits are forgotten, and the other side's bids hardly heard."""
    if view.phase == "redouble":
        return "pass", say("I do not dare to redouble. I never do.")
    if view.phase == "agree":
        if "agree" in actions and rng.random() < 0.8:
            return "agree", say("I agree with whatever partner proposes, without counting.")
        bid, why = _own_bid(view, rng)
        if f"propose {bid}" in actions:
            return f"propose {bid}", why
        return "agree", say("Partner proposes what I would choose.")
    if view.phase == "step 1":
        if _together(view) < 20:
            return "pass", say("I see too few high cards, so I pass and do not look at our suits.")
        bid, why = _own_bid(view, rng)
        return f"bid {bid}", why
    return _answer(view, rng, actions)


def _answer(view: View, rng: Random, actions: dict[str, Action]) -> tuple[str, Text]:
    """Steps 2 and 3 and the closing double: sometimes cross, sometimes stubborn, else quiet."""
    assert view.seat is not None
    ours = any((row[seat] or "").startswith("bid ") for row in view.calls for seat in (view.seat, (view.seat + 2) % 4))
    if ours and "double" in actions and rng.random() < CROSS:
        return "double", say("They bid over us. That makes me cross, so I double without counting their tricks.")
    own = next((row[view.seat] or "" for row in view.calls if (row[view.seat] or "").startswith("bid ")), "")
    again = [name for name in actions if own and name.startswith("bid ") and name[5:] == own[5:]]
    if again and rng.random() < STUBBORN:
        lowest = min(again, key=lambda name: bid_rank(name[4:]))
        return lowest, say("I want to play my {suit}, so I bid again, however high it is.", suit=_suit_word(own[5:]))
    return "pass", say("I never know how many tricks the others will take, so I pass.")


def _together(view: View) -> int:
    """Own points and partner's: those told or seen, else ten taken for granted."""
    assert view.seat is not None
    partner = (view.seat + 2) % 4
    own, seen = sum(map(points, view.hands[view.seat] or ())), view.hands[partner]
    if seen is not None:
        return own + sum(map(points, seen))
    return own + int(dict(view.clues[partner]).get("hcp", 10))


def _own_bid(view: View, rng: Random) -> tuple[str, Text]:
    """A level by the points, in the own longest suit whatever partner has; often too low or too high."""
    assert view.seat is not None
    together = _together(view)
    hand = view.hands[view.seat] or ()
    longest = max(SUITS, key=lambda suit: (len(suit_of(hand, suit)), suit in "SH"))
    length = len(suit_of(hand, longest))
    denomination = longest if length > 4 or (length == 4 and rng.random() < 0.4) else "NT"
    level = min(7, max(1, round((together - 16) / 3)))
    luck = rng.random()
    if level > 2 and luck < TOO_LOW:
        bid = f"{rng.choice((1, 2))}{denomination}"
        return bid, say(
            "I am afraid to promise much, so I stop at {bid}, though we may take more tricks.", bid=Bid(bid)
        )
    if luck > 1 - TOO_HIGH:
        bid = f"{min(7, level + rng.choice((1, 2)))}{denomination}"
        return bid, say("I feel lucky today and promise {bid}, more than I can count.", bid=Bid(bid))
    bid = f"{level}{denomination}"
    if denomination == "NT":
        return bid, say("I have no long suit of my own, so I choose no trumps and hope.")
    return bid, say_count(
        "I have {count} card in {suit}, so I want them as trumps. I did not ask how many partner has.",
        "I have {count} {suit}, so I want them as trumps. I did not ask how many partner has.",
        length, suit=PLURAL[denomination],
    )  # fmt: skip


def _suit_word(denomination: str) -> Text:
    return PLURAL.get(denomination, say("no trumps"))


# Cards


class _Card(Turn):
    """One card, with a beginner's eyes: the own hand, the card to beat, and not much else."""

    def choose(self) -> Pick:
        """The card and the reason."""
        if len(self.hand) == 1:
            return self.legal[0], say("It is the last card.")
        if len(self.legal) == 1:
            card = self.legal[0]
            return card, say("It is the only {suit} here, and I must follow suit.", suit=SINGLE[card.suit])
        if not self.view.trick:
            return self._lead()
        return self._follow() if self.legal[0].suit == self.led else self._out_of_suit()

    def _often(self, chance: float) -> bool:
        return self.rng.random() < chance

    def _lead(self) -> Pick:
        side = [card for card in self.hand if card.suit != self.trumps]
        mine = suit_of(self.hand, self.trumps) if self.trumps else []
        if self.declaring and mine and side and self.enemy_trumps():
            if not self._often(NO_TRUMPS_DRAWN):
                return mine[0], say("I play trumps first, so that nobody can trump my winners.")
            return self._biggest(side), say(
                "I play my high cards first and forget to draw trumps. They may be trumped."
            )
        cards = side or self.hand
        aces = [card for card in cards if card.rank == 14]
        if aces and self._often(ACE_FIRST):
            ace = self.rng.choice(aces)
            if Card(13, ace.suit) in self.facts.out[ace.suit]:
                return ace, say("I play my ace at once, before I forget it. Later it could catch a king.")
            return ace, say("I play my ace at once, before I forget it.")
        longest = max(SUITS, key=lambda suit: len(suit_of(cards, suit)))
        if self._often(BIG_FIRST):
            return self._biggest(cards), say("I always play my biggest card first. That is often a waste.")
        return suit_of(cards, longest)[-1], say("I start low in my longest suit.")

    def _biggest(self, cards: list[Card]) -> Card:
        return max(cards, key=lambda card: card.rank)

    def _follow(self) -> Pick:
        low, big = min(self.legal, key=lambda card: card.rank), self._biggest(self.legal)
        winner, best = self.best()
        winning = sorted((card for card in self.legal if self.beats(card, best)), key=lambda card: card.rank)
        if not winning:
            return low, say("I cannot win this trick, so I play my lowest {suit}.", suit=SINGLE[low.suit])
        if winner in self.friends:
            if self._often(OVER_PARTNER if self.enemies_after else OVER_PARTNER / 2):
                return big, self._over_friend()
            return low, self._friend_wins()
        if self.partner in self.after:  # second hand
            if self._often(SECOND_HIGH):
                return big, say("I can beat this card, so I play my biggest at once and do not wait for partner.")
            return low, say("I play low and hope for partner.")
        if not self.enemies_after and not self._often(WIN_BIG):
            return winning[0], say("I play last, and this card wins the trick.")
        if not self.enemies_after and big != winning[0]:
            return big, say("I win with my biggest card to be sure. A smaller one was enough.")
        return big, say("I play my biggest card and hope that it wins.")

    def _over_friend(self) -> Text:
        if self.declaring:
            return say("I play high from both hands. One high card was enough for this trick.")
        return say("I like to win tricks myself and play high, though partner was winning already.")

    def _friend_wins(self) -> Text:
        if self.declaring:
            return say("The other hand is already winning this trick, so I play low here.")
        return say("Partner is already winning this trick, so I play low.")

    def _out_of_suit(self) -> Pick:
        winner, best = self.best()
        trumps = sorted((card for card in self.legal if self._trumps_it(card, best)), key=lambda card: card.rank)
        low = min(self.legal, key=lambda card: (card.suit == self.trumps, card.rank))
        if winner in self.friends:
            if trumps and self._often(TRUMP_PARTNER):
                if self.declaring:
                    return trumps[0], say("I love to trump, though the other hand was winning this trick already.")
                return trumps[0], say("I love to trump, though partner was winning this trick already.")
            return low, say("I throw away my smallest card.")
        if trumps and low.suit != self.trumps and self._often(SPARE_TRUMPS):
            return low, say("I save my trumps for later, though one would win this trick now.")
        if len(trumps) > 1 and self._often(BIG_TRUMP):
            return trumps[-1], say("I trump with my biggest trump. A small one was worth a try.")
        if trumps:
            return trumps[0], say("I have no {suit} left, so I trump.", suit=PLURAL[self.led])
        return low, say("I cannot win this trick, so I throw away my smallest card.")

    def _trumps_it(self, card: Card, best: Card) -> bool:
        return card.suit == self.trumps and self.beats(card, best)
