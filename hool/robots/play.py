"""Which card the standard robot plays, and the one sentence that says why.

The maxims every beginner learns, in the order in which they are tried: the sentence of the first that fits is the
reason given. Counting (`facts.py`) decides what is certain; chances are only used where the maxim is about a chance.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from hool.robots.facts import Facts, points, suit_of
from hool.rules.cards import SUITS, Card
from hool.rules.game import Action
from hool.rules.hool import View
from hool.rules.text import Text, say, say_count

Pick = tuple[Card, Text]

PLURAL = {"S": say("spades"), "H": say("hearts"), "D": say("diamonds"), "C": say("clubs")}
SINGLE = {"S": say("spade"), "H": say("heart"), "D": say("diamond"), "C": say("club")}


def play_card(view: View, rng: Random) -> tuple[Action, Text]:
    """The robot's card for the hand whose turn it is (its own, or dummy's when it is declarer)."""
    actions = {str(choice.action)[5:]: choice.action for choice in view.choices if choice.why_not is None}
    turn = Turn(view, [card for card in Facts(view).hands[_turn(view)] or () if str(card) in actions], rng)
    card, why = turn.choose()
    return actions[str(card)], why


def _turn(view: View) -> int:
    return ((view.leader or 0) + len(view.trick)) % 4


class Turn:
    """One decision: the facts, the hand whose card is due, and what this seat wants."""

    def __init__(self, view: View, legal: list[Card], rng: Random) -> None:
        self.facts = facts = Facts(view)
        self.view, self.legal, self.rng = view, legal, rng
        self.me = facts.turn
        self.trumps = facts.trumps
        self.hand = list(facts.hands[self.me] or legal)
        self.friends = facts.friends(self.me)
        self.enemies = facts.enemies(self.me)
        self.partner = self.friends[1] if len(self.friends) == 2 else None
        # the other hand of the same player: declarer sees dummy and plays both
        other = facts.hands[self.partner] if self.partner is not None else None
        self.declaring = view.declarer in self.friends and other is not None
        self.other = list(other) if self.declaring and other is not None else []
        self.led = view.trick[0][1].suit if view.trick else ""
        self.after = [(self.me + i) % 4 for i in range(1, 4 - len(view.trick))]
        self.enemies_after = [seat for seat in self.after if seat in self.enemies]
        self.needed = self._needed()

    def _needed(self) -> int:
        """How many more tricks keep (or beat) the contract; 0 when done or when there is none."""
        if not self.view.contract or self.view.declarer is None:
            return 0
        total = len(self.view.tricks) + max(self.facts.left)
        target = 6 + int(self.view.contract[0])
        if self.view.declarer not in self.friends:
            target = total + 1 - target
        return max(0, target - sum(self.view.tricks_won[seat] for seat in self.friends))

    def choose(self) -> Pick:
        """The card and the reason."""
        if len(self.legal) == 1:
            return self._only()
        if not self.view.trick:
            return self._lead()
        if self.legal[0].suit == self.led:
            return self._follow()
        return self._ruff_or_discard()

    def _only(self) -> Pick:
        card = self.legal[0]
        if len(self.hand) == 1:
            return card, say("It is the last card.")
        return card, say("It is the only {suit} here, and I must follow suit.", suit=SINGLE[card.suit])

    # what is sure, what is likely

    def boss(self, card: Card) -> bool:
        """No enemy can hold a higher card of the suit."""
        against = self.facts.held_against(self.me, card.suit)
        return not against or against[0].rank < card.rank

    def enemy_trumps(self) -> int:
        """The most trumps the enemies can still hold together."""
        if not self.trumps:
            return 0
        return min(
            len(self.facts.held_against(self.me, self.trumps)),
            sum(self.facts.longest(seat, self.trumps) for seat in self.enemies),
        )

    def run(self, hand: Iterable[Card], suit: str) -> int:
        """How many tricks this hand can cash in the suit from the top, for sure and one after the other."""
        cards = suit_of(hand, suit)
        against = self.facts.held_against(self.me, suit)
        longest = max((self.facts.longest(seat, suit) for seat in self.enemies), default=0)
        sure = sum(not against or card.rank > against[0].rank for card in cards)
        if sure >= longest:
            sure = len(cards)
        if suit != self.trumps and self.enemy_trumps():
            sure = min(
                [sure]
                + [self.facts.shortest(seat, suit) for seat in self.enemies if self.facts.longest(seat, self.trumps)]
            )
        return sure

    def tops(self) -> int:
        """Sure tricks of the declaring side's two hands together, entries left aside."""
        total = 0
        for suit in SUITS:
            mine, theirs = suit_of(self.hand, suit), suit_of(self.other, suit)
            most = max(len(mine), len(theirs))
            total += min(most, self.run(mine + theirs, suit))
        return total

    def beats(self, card: Card, best: Card) -> bool:
        """Would `card` win over `best`, the best card of the trick so far?"""
        return card.rank > best.rank if card.suit == best.suit else card.suit == self.trumps

    def best(self) -> tuple[int, Card]:
        """Who is winning the trick so far, and with which card."""
        seat, best = self.view.trick[0]
        for other, card in self.view.trick[1:]:
            if self.beats(card, best):
                seat, best = other, card
        return seat, best

    def threat(self, best: Card, seats: Iterable[int], led: str) -> float:
        """The chance, 0..1, that one of `seats` beats `best` in a trick of suit `led`."""
        safe = 1.0
        for seat in seats:
            safe *= 1 - self._threat(best, seat, led)
        return 1 - safe

    def _threat(self, best: Card, seat: int, led: str) -> float:
        facts, hand = self.facts, self.facts.hands[seat]
        if hand is not None:
            able = suit_of(hand, led) or list(hand)
            return float(any(self.beats(card, best) for card in able))
        safe = 1.0
        if best.suit == led:
            for card in facts.out[led]:
                if card.rank > best.rank:
                    safe *= 1 - facts.chance(seat, card)
        if self.trumps and led != self.trumps and not facts.shortest(seat, led):
            higher = [card for card in facts.out[self.trumps] if self.beats(card, best)]
            trumps = 1.0
            for card in higher:
                trumps *= 1 - facts.chance(seat, card)
            others = max(1, len(facts.hidden))
            void = (1 - 1 / others) ** len(facts.out[led]) if facts.longest(seat, led) else 1.0
            safe *= 1 - void * (1 - trumps)
        return 1 - safe

    # following suit

    def _follow(self) -> Pick:
        low = min(self.legal, key=lambda card: card.rank)
        winner, best = self.best()
        winning = [card for card in self.legal if self.beats(card, best)]
        winning.sort(key=lambda card: card.rank)
        if winner in self.friends and (not self.enemies_after or not winning):
            return low, self._partner_wins(winner)
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

    def _partner_wins(self, winner: int) -> Text:
        if self.declaring:
            return say("The other hand is already winning this trick, so I play low here.")
        return say("Partner is already winning this trick, so I play low.")

    def _third_hand(self, low: Card, best: Card, winning: list[Card]) -> Pick:
        """Partner's card leads so far, an enemy is still to play."""
        threat = self.threat(best, self.enemies_after, self.led)
        if threat == 0:
            return low, say("Nobody can beat partner's card any more, so I play low.") if not self.declaring else say(
                "Nobody can beat the other hand's card any more, so I play low here."
            )
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
        return say("Third hand plays high: the {card} is the card that may win here.", card=card)

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
                # "eight ever, nine never": with few cards out, the missing honour falls by itself
                falls = len(self.facts.held_against(self.me, card.suit)) <= (2 if missing.rank == 13 else 4)
                if odd == 0 or (odd <= 0.5 and not falls and self._can_afford()):
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
        return card, self._high_enough(card) if self._finessed(card) or self.boss(card) else say(
            "I play the {card} now: the other hand could not win this trick cheaply.", card=card
        )

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
            if not self.declaring and best.rank < 11 and best.suit != self.trumps and self.trumps_matter():
                return self._discard(say("A low card was led and partner may win it, so I keep my trump."))
        card = self._enough(trumps)
        cheapest = trumps[0]
        gain = self.threat(cheapest, self.enemies_after, self.led) - self.threat(card, self.enemies_after, self.led)
        if gain <= 0.4:  # a high trump is only spent against a real danger of a higher one
            card = cheapest
        if self.threat(card, self.enemies_after, self.led) == 1:
            return self._discard(say("The next player would beat my trump, so I throw away another card."))
        if card == cheapest and len(trumps) > 1:
            return card, say("I have no {suit} left, so I win with my cheapest trump.", suit=PLURAL[self.led])
        if card == cheapest:
            return card, say("I have no {suit} left, so I win with a trump.", suit=PLURAL[self.led])
        return card, say("I trump high, so that the next player cannot trump over it.")

    def trumps_matter(self) -> bool:
        """More than the last few cards are left, so a trump kept now will still be of use."""
        return len(self.hand) > 3

    def _discard(self, why: Text) -> Pick:
        """The card missed least; `why` says why one is thrown away at all."""
        costs = {card: self._cost(card) for card in self.legal}
        low = min(costs.values())
        card = self.rng.choice([card for card in self.legal if costs[card] <= low + 0.05])
        return card, why

    def _cost(self, card: Card) -> float:
        """How much throwing this card away hurts."""
        suit = suit_of(self.hand, card.suit)
        cost = card.rank / 14 + (2 if points(card) else 0) * points(card) / 4 - 0.15 * len(suit)
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

    # leading

    def _lead(self) -> Pick:
        if self._all_mine():
            card = self._top_down()
            return card, say("All the cards left here win, so I play them from the top.")
        if self.declaring:
            return self._declarer_lead()
        if not self.view.tricks:
            return self._opening_lead()
        return self._defender_lead()

    def _all_mine(self) -> bool:
        return sum(self.run(self.hand, suit) for suit in SUITS) == len(self.hand)

    def _top_down(self) -> Card:
        suits = sorted(SUITS, key=lambda suit: suit != self.trumps)
        return next(cards[0] for suit in suits if (cards := suit_of(self.hand, suit)))

    def _lead_from(self, suit: str) -> Card:
        """The usual card of a suit: top of touching honours, high of two, low from an honour, fourth of many."""
        cards = suit_of(self.hand, suit)
        if self._sequence(cards) or len(cards) <= 2 or self.run(cards, suit) > 1:
            return cards[0]
        if self.boss(cards[0]) and (self.trumps or cards[0].rank != 14):
            return cards[0]
        if self._sequence(cards[1:]):
            return cards[1]
        if len(cards) >= 4:
            return cards[3]
        return cards[-1] if points(cards[0]) else cards[0]

    def _sequence(self, cards: list[Card]) -> bool:
        return len(cards) > 1 and cards[0].rank >= 11 and cards[0].rank - cards[1].rank == 1

    def _card_reason(self, card: Card) -> Text:
        """Why this card of its suit."""
        cards = suit_of(self.hand, card.suit)
        if self._sequence(cards[cards.index(card) :]):
            return say("The {card} is the top of cards in a row.", card=card)
        if len(cards) == 1:
            return say("It is my only {suit}.", suit=SINGLE[card.suit])
        if card == cards[0] and len(cards) == 2:
            return say("From two cards I lead the higher one.")
        if len(cards) >= 4 and card == cards[3]:
            return say("I lead the fourth best of my long suit.")
        if card == cards[0]:
            return say("I lead my highest {suit}.", suit=SINGLE[card.suit])
        return say("I lead low and keep the high card.")

    def _partner_suit(self) -> tuple[str, Text] | None:
        """The suit partner led, bid or showed as long, and how I know."""
        if self.partner is None:
            return None
        facts = self.facts
        for leader, card in zip(facts.leaders, facts.leads, strict=True):
            if leader == self.partner and card.suit != self.trumps:
                return card.suit, say("Partner led {suit} before, so I lead them back.", suit=PLURAL[card.suit])
        known = {
            suit: int(facts.told[self.partner][kind])
            for kind, suit in (("spades", "S"), ("hearts", "H"), ("diamonds", "D"), ("clubs", "C"))
            if kind in facts.told[self.partner]
        }
        for suit, length in sorted(known.items(), key=lambda item: -item[1]):
            if length >= 5 and suit != self.trumps:
                return suit, say(
                    "Partner told us {count} {suit}, so I lead that suit.", count=length, suit=PLURAL[suit]
                )
        for row in self.view.calls:
            bid = row[self.partner] or ""
            if bid.startswith("bid") and bid[-1] in SUITS and bid[5:] != "NT" and bid[-1] != self.trumps:
                suit = bid[-1]
                if known.get(suit, 4) >= 4:
                    return suit, say("Partner bid {suit}, so I lead that suit.", suit=PLURAL[suit])
        return None

    def _opening_lead(self) -> Pick:
        scored: list[tuple[float, Card, Text]] = []
        liked = self._partner_suit()
        for suit in SUITS:
            cards = suit_of(self.hand, suit)
            if not cards:
                continue
            card = self._lead_from(suit)
            score, why = self._lead_value(suit, cards), self._card_reason(card)
            if liked is not None and liked[0] == suit:
                score, why = score + (3.5 if self.trumps else 5), liked[1]
            elif suit == self.trumps and not points(card):
                why = say("A small trump gives nothing away.")
            elif len(cards) == 1 and self.trumps:
                why = say("It is my only {suit}: next time I can trump.", suit=SINGLE[suit])
            for enemy in self.enemies:
                if self.facts.shortest(enemy, suit) >= 5:
                    score -= 3
            scored.append((score, card, why))
        top = max(score for score, _, _ in scored)
        _, card, why = self.rng.choice([row for row in scored if row[0] >= top - 0.01])
        return card, why

    def _lead_value(self, suit: str, cards: list[Card]) -> float:
        """How good it is to open a suit, by its cards alone."""
        count, top = len(cards), cards[0]
        run = self._sequence(cards)
        longer = run and count > 2 and cards[1].rank - cards[2].rank <= 2
        if not self.trumps:
            return count + 0.4 * sum(map(points, cards)) / 2 + (2 if longer else 0.5 if run else 0)
        if suit == self.trumps:
            return 1.5 if not points(top) and count > 1 else -2
        if top.rank == 14:
            return (5 if count > 1 and cards[1].rank == 13 else -4) + (1 if count == 1 else 0)
        if count == 1:
            few = 1 <= len(suit_of(self.hand, self.trumps)) <= 4
            return -1 if points(top) >= 2 or not few else 4.5
        if run:
            return 4 + (1 if longer else 0) - (3 if count == 2 else 0)
        if points(top) >= 3:
            return 0.5 + 0.1 * count - (2 if count == 2 else 0)
        return 2 + 0.1 * count - (2 if count == 2 and points(top) else 0)

    def _defender_lead(self) -> Pick:
        runs = {suit: self.run(self.hand, suit) for suit in SUITS}
        cash = max(SUITS, key=lambda suit: runs[suit])
        if runs[cash] and self.partner is None:
            return suit_of(self.hand, cash)[0], say("Nobody can beat this card, so I take the trick.")
        if self.needed and sum(runs.values()) >= self.needed:
            return suit_of(self.hand, cash)[0], say("I have the tricks that beat the contract, so I take them.")
        ruff = self._give_ruff()
        if ruff is not None:
            return ruff
        if runs[cash] and (len(self.hand) <= 4 or (runs[cash] >= 2 and (self.trumps or runs[cash] >= 3))):
            return suit_of(self.hand, cash)[0], say("Nobody can beat this card, so I take the trick.")
        liked = self._partner_suit()
        if liked is not None and suit_of(self.hand, liked[0]) and not self._ruff_for_nothing(liked[0]):
            return self._lead_from(liked[0]), liked[1]
        scored = []
        for suit in SUITS:
            if cards := suit_of(self.hand, suit):
                scored.append((*self._switch_value(suit, cards), self._lead_from(suit)))
        top = max(score for score, _, _ in scored)
        _, why, card = self.rng.choice([row for row in scored if row[0] >= top - 0.01])
        return card, why or self._card_reason(card)

    def _give_ruff(self) -> Pick | None:
        """Partner is out of a suit and has a trump: lead it."""
        if not self.trumps or self.partner is None or not self.facts.longest(self.partner, self.trumps):
            return None
        for suit in SUITS:
            cards = suit_of(self.hand, suit)
            out = not self.facts.longest(self.partner, suit) and not self._ruff_for_nothing(suit)
            if cards and out and suit != self.trumps:
                return cards[-1], say("Partner has no {suit} left and can trump.", suit=PLURAL[suit])
        return None

    def _ruff_for_nothing(self, suit: str) -> bool:
        """Leading this suit would let an enemy trump it."""
        return (
            bool(self.trumps)
            and suit != self.trumps
            and any(
                not self.facts.longest(seat, suit) and self.facts.longest(seat, self.trumps) for seat in self.enemies
            )
        )

    def _switch_value(self, suit: str, cards: list[Card]) -> tuple[float, Text | None]:
        """How good it is to lead this suit in the middle of the play, and why if the table says so."""
        score, why = self._lead_value(suit, cards) * 0.6, None
        if self._ruff_for_nothing(suit):
            return score - 6, None
        left, right = (self.me + 1) % 4, (self.me - 1) % 4
        dummy = next((seat for seat in self.enemies if self.facts.hands[seat] is not None), None)
        if dummy is not None and suit != self.trumps:
            shown = suit_of(self.facts.hands[dummy] or (), suit)
            if dummy == right and shown and shown[0].rank <= 10:
                score, why = score + 2, say("Dummy, who plays last, is weak in {suit}.", suit=PLURAL[suit])
            elif dummy == left and shown and 11 <= shown[0].rank < 14 and (not points(cards[0]) or len(cards) > 3):
                score, why = score + 1.5, say("I lead through dummy's high {suit}.", suit=PLURAL[suit])
        for leader, card in zip(self.facts.leaders, self.facts.leads, strict=True):
            if leader == self.me and card.suit == suit and not self.trumps:
                return score + 2, say("I go on with {suit}, the suit I started.", suit=PLURAL[suit])
        return score, why

    # declarer, with dummy's cards in view

    def _declarer_lead(self) -> Pick:
        out = self.enemy_trumps()
        if out and suit_of(self.hand, self.trumps) and (pick := self._trump_plan(out)):
            return pick
        if self.needed == self.facts.left[self.me] and (pick := self._cash()):
            return pick[0], say("I need every trick that is left, so I take the sure ones first.")
        if self._must_cash(out) and (pick := self._cash()):
            if self.needed:
                return pick[0], say("I can count enough sure tricks for my contract, so I take them now.")
            return pick
        plans = [self._attack(suit) for suit in SUITS if suit_of(self.hand, suit) and (suit != self.trumps or not out)]
        if plans:
            worth, card, why = max(plans, key=lambda plan: plan[0])
            if worth > 0.2:
                return card, why
        if pick := self._cash():
            return pick
        card = min(self.legal, key=lambda card: (card.suit == self.trumps, card.rank))
        return card, say("I have nothing better to do, so I lead a low card.")

    def _must_cash(self, out: int) -> bool:
        """Is it time to take the sure tricks? Yes if losing the lead could cost some of those that are wanted."""
        tops, left = self.tops(), self.facts.left[self.me]
        if tops < self.needed:
            return False
        danger = 0  # tricks the enemies could run before this side is in again
        if out or not suit_of(self.hand + self.other, self.trumps):
            for suit in SUITS:
                against = self.facts.held_against(self.me, suit)
                if against and not self.run(suit_of(self.hand + self.other, suit), suit):
                    danger += (len(against) + 1) // 2
        if self.needed:
            return left - danger - 1 < self.needed
        return tops + danger >= left

    def _trump_plan(self, out: int) -> Pick | None:
        """Trump a loser in the short hand first if that hand is ready for it, else draw the enemies' trumps."""
        mine, theirs = suit_of(self.hand, self.trumps), suit_of(self.other, self.trumps)
        if theirs and len(theirs) <= len(mine):
            for suit in SUITS:
                cards = suit_of(self.hand, suit)
                if suit != self.trumps and cards and not suit_of(self.other, suit) and not self.boss(cards[-1]):
                    return cards[-1], say(
                        "The other hand has no {suit}, so my losing {card} can be trumped there.",
                        suit=PLURAL[suit], card=cards[-1],
                    )  # fmt: skip
        against = self.facts.held_against(self.me, self.trumps)
        ours = sorted(mine + theirs, key=lambda card: -card.rank)
        over = sum(card.rank > ours[0].rank for card in against)
        if out <= over or (over and len(mine) + len(theirs) <= out):
            return None  # only trumps that win anyway are out, or they have more than we do
        _, card, _ = self._attack(self.trumps)
        return card, say_count(
            "I draw trumps: the opponents may still have {count}.",
            "I draw trumps: the opponents may still have {count}.",
            out,
        )

    def _cash(self) -> Pick | None:
        """A sure winner here, the short side's high cards first; else a low card to a sure winner over there."""
        suits = [suit for suit in SUITS if suit != self.trumps] + [self.trumps] * bool(self.trumps)
        here = [suit for suit in suits if self.run(self.hand, suit)]
        longer = {suit: len(suit_of(self.hand, suit)) > len(suit_of(self.other, suit)) for suit in here}
        here.sort(key=lambda suit: (suit == self.trumps, longer[suit]))
        if here:
            return suit_of(self.hand, here[0])[0], say("Nobody can beat this card, so I take the trick.")
        return self._cross()

    def _cross(self, but: str = "") -> Pick | None:
        """A low card to a sure trick in the other hand, in a suit other than `but`."""
        for suit in SUITS:
            cards = suit_of(self.hand, suit)
            if suit != but and cards and self.run(self.other, suit) and not self.boss(cards[-1]):
                return cards[-1], say("I cross to the other hand, which has the winning {suit}.", suit=PLURAL[suit])
        return None

    def _grown(self, mine: list[Card], theirs: list[Card], against: list[Card]) -> int:
        """Tricks of a suit that is played to its end from the top, the enemies' cards falling two at a time."""
        ours, left = sorted((card.rank for card in mine + theirs), reverse=True), [card.rank for card in against]
        tricks, both = 0, min(len(mine), len(theirs))
        for turn in range(max(len(mine), len(theirs))):
            won = not left or ours[0] > left[0]
            tricks += won
            ours.pop(0 if won else -1)
            if turn < both and ours:
                ours.pop()
            if left:
                left.pop(-1 if won else 0)
            if left:
                left.pop()
        return tricks

    def _attack(self, suit: str) -> tuple[float, Card, Text]:
        """How many tricks playing on this suit may add, and the card to do it with."""
        mine, theirs = suit_of(self.hand, suit), suit_of(self.other, suit)
        against = self.facts.held_against(self.me, suit)
        if not against:
            return 0, mine[0], say("Nobody can beat this card, so I take the trick.")
        ours = sorted(mine + theirs, key=lambda card: -card.rank)
        low, missing = mine[-1], against[0]
        above = [card for card in ours if card.rank > missing.rank]
        longest = max(len(mine), len(theirs))
        sure = longest if len(above) >= len(against) else min(longest, len(above))
        worth = self._grown(mine, theirs, against) - sure + 0.02 * len(ours)
        if not above:
            return self._attack_without_top(worth, mine, theirs, missing)
        # a finesse goes past the one card missing between our top and our next card; it must be caught in between
        caught = self.facts.chance((self.me + 1) % 4, missing) if len(against) > 1 else 0.0
        between = against[1] if len(against) > 1 else None
        gap = next((card for card in theirs if card.rank < missing.rank), None)
        top_there = above[0] in theirs
        tight = gap is not None and gap.rank > 9 and (between is None or between.rank < gap.rank)
        if top_there and caught >= 0.3 and gap is not None and tight and low.rank < gap.rank:
            why = "I lead towards the {card}: it wins if the {missing} comes before it."
            lead = mine[0] if mine[0].rank == gap.rank - 1 else low
            return worth + caught, lead, say(why, card=gap, missing=missing)
        if top_there and caught >= 0.3 and mine[0].rank < missing.rank and self._sequence(mine):
            why = "I lead the {card}: the {missing} is caught if it comes next."
            return worth + caught, mine[0], say(why, card=mine[0], missing=missing)
        gap = next((card for card in mine if card.rank < missing.rank), None)
        if above[0] in mine and gap is not None and gap.rank > 10 and theirs and theirs[-1].rank < gap.rank:
            caught = self.facts.chance((self.me + 3) % 4, missing) if len(against) > 1 else 0.0
            crossing = self._cross(suit) if caught >= 0.3 and (between is None or between.rank < gap.rank) else None
            if crossing is not None:
                why = "I cross to the other hand, to lead {suit} from there."
                return worth + caught - 0.1, crossing[0], say(why, suit=PLURAL[suit])
        if mine[0] in above and (len(mine) <= len(theirs) or not top_there):
            return worth, mine[0], say("I play my high {suit} first.", suit=PLURAL[suit])
        if top_there:
            return worth, low, say("I lead low to the high {suit} in the other hand.", suit=PLURAL[suit])
        return worth, mine[0], say("I play my high {suit} first.", suit=PLURAL[suit])

    def _attack_without_top(
        self, worth: float, mine: list[Card], theirs: list[Card], missing: Card
    ) -> tuple[float, Card, Text]:
        """A suit whose highest card is missing."""
        if len(mine) > 1 and mine[0].rank >= 10 and mine[0].rank - mine[1].rank == 1:
            why = "I drive out the {card}, so that my next cards become high."
            return worth, mine[0], say(why, card=missing)
        if theirs and theirs[0].rank >= 11 and theirs[0].rank > mine[0].rank and len(theirs) > 1:
            before = self.facts.chance((self.me + 1) % 4, missing)
            return worth + before - 0.3, mine[-1], say("I lead low towards the {card}.", card=theirs[0])
        why = "I play on {suit}: when the high ones are gone, our small ones can win."
        return worth - 0.1, mine[-1], say(why, suit=PLURAL[mine[0].suit])
