"""Playing to a trick that somebody else led.

The maxims every beginner learns, in the order in which they are tried: the sentence of the first that fits is the
reason given. Counting decides what is certain; chances are only used where the maxim is about a chance.
"""

from __future__ import annotations

from hool.robots.facts import points, suit_of
from hool.robots.turn import PLURAL, SINGLE, Pick, Turn
from hool.rules.cards import Card
from hool.rules.text import Text, say


class Follow(Turn):
    """The second, third or fourth card of a trick."""

    def choose(self) -> Pick:
        """The card and the reason."""
        return self._follow() if self.legal[0].suit == self.led else self._ruff_or_discard()

    # following suit

    def _follow(self) -> Pick:
        low = min(self.legal, key=lambda card: card.rank)
        winner, best = self.best()
        winning = [card for card in self.legal if self.beats(card, best)]
        winning.sort(key=lambda card: card.rank)
        if winner in self.friends and (not self.enemies_after or not winning):
            if self.declaring:
                return low, say("The other hand is already winning this trick, so I play low here.")
            return low, say("Partner is already winning this trick, so I play low.")
        if not winning:
            return low, say("I cannot win this trick, so I play my lowest {suit}.", suit=SINGLE[low.suit])
        if not self.enemies_after:
            if len(winning) > 1:
                return winning[0], say("I play last: this is the cheapest card that wins the trick.")
            return winning[0], say("I play last, and this card wins the trick.")
        if winner in self.friends:
            return self._third_hand(low, best, winning)
        if self.partner in self.after:
            return self._second_hand(low, best, winning)
        return self._before_an_enemy(low, winning)

    def _third_hand(self, low: Card, best: Card, winning: list[Card]) -> Pick:
        """Partner's card leads so far, an enemy is still to play."""
        threat = self.threat(best, self.enemies_after, self.led)
        if threat == 0:
            if self.declaring:
                return low, say("Nobody can beat the other hand's card any more, so I play low here.")
            return low, say("Nobody can beat partner's card any more, so I play low.")
        card = self._enough(winning)
        if self.threat(card, self.enemies_after, self.led) >= threat:
            return low, say("My cards would do no more than the one that is winning already, so I play low.")
        if best.rank >= 11 and threat < 1:
            if self.declaring:
                return low, say("I let the {card} run: perhaps it wins by itself.", card=best)
            return low, say("Partner's {card} may well win, so I keep my high card.", card=best)
        return card, self._high_enough(card)

    def _before_an_enemy(self, low: Card, winning: list[Card]) -> Pick:
        """An enemy's card leads so far, another enemy plays after me, and no friend does."""
        card = self._enough(winning)
        threat = self.threat(card, self.enemies_after, self.led)
        if threat == 1:
            return low, say("Whatever I play will be beaten, so I play low.")
        if self.partner is None and threat > 0.5:
            return low, say("Players after me will probably beat my {card}, so I keep it.", card=card)
        return card, self._high_enough(card)

    def _high_enough(self, card: Card) -> Text:
        missing = self._finessed(card)
        if missing is not None:
            return say("I try the {card}: it wins unless the {missing} comes after it.", card=card, missing=missing)
        if self.boss(card):
            return say("I win this trick with the {card}: nobody can beat it.", card=card)
        if self.partner == self.view.trick[0][0]:
            return say("Third hand plays high: the {card} is the card that may win here.", card=card)
        return say("I play the {card}: it may win this trick.", card=card)

    def _finessed(self, card: Card) -> Card | None:
        """The enemy's card a cheaper `card` goes around, if this side keeps a higher one."""
        higher = [other for other in self.facts.held_against(self.me, card.suit) if other.rank > card.rank]
        keeps = [other for other in self.hand + self.other if other.suit == card.suit]
        if len(higher) == 1 and any(other.rank > higher[0].rank for other in keeps):
            return higher[0]
        return None

    def _enough(self, winning: list[Card]) -> Card:
        """Of my cards that win so far (lowest first): the surest, then the cheapest; declarer may finesse."""
        odds = [self.threat(card, self.enemies_after, self.led) for card in winning]
        surest = winning[odds.index(min(odds))]
        if self.declaring and self.led:
            for card, odd in zip(winning, odds, strict=True):
                missing = self._finessed(card)
                if card == surest or missing is None:
                    continue
                if odd == 0 or (odd <= 0.5 and not self.falls(missing) and self._can_afford()):
                    return card
        return surest

    def _can_afford(self) -> bool:
        """Losing this trick does not by itself lose a contract that is safe now."""
        return not self.needed or self.tops() < self.needed or self.needed < self.facts.left[self.me] - 1

    def _second_hand(self, low: Card, best: Card, winning: list[Card]) -> Pick:
        """An enemy leads so far, partner plays last."""
        if self.declaring:
            return self._with_two_hands(low, best, winning)
        card = self._enough(winning)
        sure = self.threat(card, self.enemies_after, self.led) == 0
        if self.partner is not None and not self._may_win(self.partner, best):
            return self._before_an_enemy(low, winning)
        forced = self._forced_high(low)
        if sure and forced is not None:
            return card, say("Dummy must play the {forced}, and my {card} beats it.", forced=forced, card=card)
        if sure and (self.needed == 1 or self.facts.left[self.me] <= 3):
            return card, say("I take this trick now: it is late, and the {card} wins for sure.", card=card)
        leader, lead = self.view.trick[0]
        shown = self.facts.hands[leader]
        ruffs_next = shown is not None and not suit_of(shown, self.led) and suit_of(shown, self.trumps)
        if sure and ruffs_next and self.led != self.trumps and self.boss(card):
            return card, say(
                "Dummy has no more {suit} and could trump next time, so I take my {card} now.",
                suit=PLURAL[self.led], card=card,
            )  # fmt: skip
        if lead.rank >= 11 and best == lead and winning[-1].rank >= 12:
            top = winning[-1]
            again = shown is not None and any(abs(card.rank - lead.rank) == 1 for card in suit_of(shown, self.led))
            if not again or top.rank == 14:
                return self._enough([c for c in winning if c.rank >= 12]), say(
                    "An honour was led, so I cover it with an honour."
                )
        ranks = [card.rank for card in suit_of(self.legal, self.led)]
        if 13 in ranks and 12 in ranks and 14 not in ranks and winning[-1].rank >= 12 and lead.rank < 11:
            queen = next(card for card in winning if card.rank == 12)
            return queen, say("I hold king and queen: if the queen drives out the ace, my king is high.")
        return low, say("Second hand plays low: partner still comes last.")

    def _may_win(self, seat: int, best: Card) -> bool:
        """Can this hidden hand, still to play, beat `best`?"""
        if any(card.rank > best.rank and self.facts.may_hold(seat, card) for card in self.facts.out[self.led]):
            return True
        return (
            bool(self.trumps) and not self.facts.shortest(seat, self.led) and self.facts.longest(seat, self.trumps) > 0
        )

    def _forced_high(self, low: Card) -> Card | None:
        """The honour that dummy, next to play, has to put on a low card because it has nothing lower."""
        shown = self.facts.hands[self.after[0]]
        cards = suit_of(shown or (), self.led)
        return cards[-1] if cards and cards[-1].rank >= 11 and cards[-1].rank > low.rank else None

    def _with_two_hands(self, low: Card, best: Card, winning: list[Card]) -> Pick:
        """Declarer's side in second place: the other hand's cards are known."""
        last = suit_of(self.other, self.led)
        if not last and suit_of(self.other, self.trumps) and self.led != self.trumps:
            return low, say("The other hand can trump this, so I play low here.")

        def loses(card: Card) -> float:
            top = max([c for c in (card, best, *last) if c.suit == self.led], key=lambda c: c.rank)
            if top == best:
                return 1.0
            return self.threat(top, self.enemies_after, self.led)

        odds = loses(low)
        better = [card for card in winning if loses(card) < odds - 0.01]
        if not better:
            if odds < 1:
                return low, say("Second hand plays low: the other hand can still win this trick.")
            return low, say("Neither hand can win this trick, so I play low.")
        least = min(loses(card) for card in better)
        card = next(card for card in better if loses(card) <= least + 0.01)
        finesse = self._enough(better)
        if finesse.rank < card.rank:
            card = finesse
        if self._finessed(card) or self.boss(card):
            return card, self._high_enough(card)
        return card, say("I play the {card} now: the other hand could not win this trick cheaply.", card=card)

    # not able to follow suit

    def _ruff_or_discard(self) -> Pick:
        winner, best = self.best()
        trumps = sorted((card for card in self.legal if self.beats(card, best)), key=lambda card: card.rank)
        trumps = [card for card in trumps if card.suit == self.trumps]
        threat = self.threat(best, self.enemies_after, self.led)
        if winner in self.friends and (threat < 0.7 or not trumps):
            why = say("Partner is already winning this trick, so I throw away a card that I do not need.")
            if self.declaring:
                why = say("The other hand is already winning this trick, so I throw away a card I do not need.")
            return self._discard(why)
        if not trumps:
            return self._discard(say("I cannot win this trick, so I throw away a card that I do not need."))
        if winner not in self.friends and self.partner in self.after:
            theirs = [card for card in suit_of(self.other, self.led) if self.beats(card, best)]
            if theirs and self.threat(theirs[0], self.enemies_after, self.led) == 0:
                return self._discard(say("The other hand wins this trick, so I need no trump here."))
            if not self.declaring and best.rank < 11 and best.suit != self.trumps and len(self.hand) > 3:
                return self._discard(say("A low card was led and partner may win it, so I keep my trump."))
        card = self._enough(trumps)
        cheapest = trumps[0]
        gain = self.threat(cheapest, self.enemies_after, self.led) - self.threat(card, self.enemies_after, self.led)
        if gain <= 0.4:  # a high trump is only spent against a real danger of a higher one
            card = cheapest
        if self.threat(card, self.enemies_after, self.led) == 1:
            return self._discard(say("The next player would beat my trump, so I throw away another card."))
        if winner in self.friends:
            return card, say("The next player will probably beat the {best}, so I trump this trick.", best=best)
        if card == cheapest and len(trumps) > 1:
            return card, say("I have no {suit} left, so I win with my cheapest trump.", suit=PLURAL[self.led])
        if card == cheapest:
            return card, say("I have no {suit} left, so I win with a trump.", suit=PLURAL[self.led])
        return card, say("I trump high, so that the next player cannot trump over it.")

    def _discard(self, why: Text) -> Pick:
        """The card missed least; `why` says why one is thrown away at all."""
        costs = {card: self._cost(card) for card in self.legal}
        low = min(costs.values())
        card = self.rng.choice([card for card in self.legal if costs[card] <= low + 0.05])
        return card, why

    def _cost(self, card: Card) -> float:
        """How much throwing this card away hurts."""
        suit = suit_of(self.hand, card.suit)
        cost = card.rank / 14 + points(card) / 2 - 0.15 * len(suit)
        if card.rank == 14:
            return cost + 9  # even where it may be trumped: aces are kept to the end
        if card.suit == self.trumps:
            return cost + 8
        against = self.facts.held_against(self.me, card.suit)
        if not against:
            return cost + (6 if self.run(self.hand, card.suit) else 2)
        if self.boss(card):
            return cost + 6
        top = suit[0]
        over = sum(other.rank > top.rank for other in against)
        if 0 < over < 4 and top.rank >= 11 and card != top and len(suit) <= over + 1:
            cost += 4 - over  # a guard: with it the honour lives until the higher cards are gone
        return cost
