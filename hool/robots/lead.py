"""Leading to a trick: opening leads, a defender's leads, and declarer's plan with two hands."""

from __future__ import annotations

from hool.robots.facts import LENGTH_CLUES, points, suit_of
from hool.robots.turn import PLURAL, SINGLE, Pick, Turn
from hool.rules.cards import SUITS, Card
from hool.rules.text import Text, say, say_count


class Lead(Turn):
    """The first card of a trick."""

    def choose(self) -> Pick:
        """The card and the reason."""
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
            for kind, suit in LENGTH_CLUES.items()
            if kind in facts.told[self.partner]
        }
        for suit, length in sorted(known.items(), key=lambda item: -item[1]):
            if length >= 5 and suit != self.trumps:
                return suit, say(
                    "Partner told us {count} {suit}, so I lead that suit.", count=length, suit=PLURAL[suit]
                )
        for row in self.view.calls:
            bid = row[self.partner] or ""
            suit = bid[5:]
            if suit in PLURAL and suit != self.trumps and known.get(suit, 4) >= 4:
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
            elif len(cards) == 1 and suit_of(self.hand, self.trumps):
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
        all_needed = self.needed == self.facts.left[self.me]
        if (all_needed or self._must_cash(out)) and (pick := self._cash()):
            if not self.needed or not self.boss(pick[0]):
                return pick
            if all_needed:
                return pick[0], say("I need every trick that is left, so I take the sure ones first.")
            return pick[0], say("I can count enough sure tricks for my contract, so I take them now.")
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
        if mine and theirs and (len(mine) != len(theirs)) and min(len(mine), len(theirs)) <= (out + 1) // 2 + 1:
            pick = self._shorten()
            if pick is not None:
                return pick
        against = self.facts.held_against(self.me, self.trumps)
        ours = sorted(mine + theirs, key=lambda card: -card.rank)
        over = sum(card.rank > ours[0].rank for card in against)
        if out <= over or len(ours) < out or (over and len(ours) == out):
            return None  # only trumps that win anyway are out, or they have more than we do
        _, card, why = self._attack(self.trumps)
        if card.suit != self.trumps:
            return card, why
        return card, say_count(
            "I draw trumps: the opponents may still have {count}.",
            "I draw trumps: the opponents may still have {count}.",
            out,
        )

    def _shorten(self) -> Pick | None:
        """A suit of which the hand with fewer trumps has one card and the other has losers, to be trumped next."""
        here = len(suit_of(self.hand, self.trumps)) < len(suit_of(self.other, self.trumps))
        short, long = (self.hand, self.other) if here else (self.other, self.hand)
        for suit in SUITS:
            one, many = suit_of(short, suit), suit_of(long, suit)
            if suit != self.trumps and len(one) == 1 and len(many) > 1 and not self.boss(many[-1]):
                cards = suit_of(self.hand, suit)
                return cards[0] if self.boss(cards[0]) else cards[-1], say(
                    "One hand has a single {suit}: I play it now, to trump the other hand's losers later.",
                    suit=SINGLE[suit],
                )
        return None

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
        caught = 0.0 if self.falls(missing) else self.facts.chance((self.me + 1) % 4, missing)
        between = against[1] if len(against) > 1 else None
        gap = next((card for card in theirs if card.rank < missing.rank), None)
        top_there = above[0] in theirs
        tight = gap is not None and gap.rank > 9 and (between is None or between.rank < gap.rank)
        if top_there and caught >= 0.3 and gap is not None and tight and low.rank < gap.rank:
            lead = mine[0] if mine[0].rank == gap.rank - 1 else low
            why = say("I lead towards the {card}: it wins if the {missing} comes before it.", card=gap, missing=missing)
            return worth + caught, lead, why
        if top_there and caught >= 0.3 and mine[0].rank < missing.rank and self._sequence(mine):
            why = say("I lead the {card}: the {missing} is caught if it comes next.", card=mine[0], missing=missing)
            return worth + caught, mine[0], why
        gap = next((card for card in mine if card.rank < missing.rank), None)
        if above[0] in mine and gap is not None and gap.rank > 10 and theirs and theirs[-1].rank < gap.rank:
            caught = 0.0 if self.falls(missing) else self.facts.chance((self.me + 3) % 4, missing)
            crossing = self._cross(suit) if caught >= 0.3 and (between is None or between.rank < gap.rank) else None
            if crossing is not None:
                why = say("I cross to the other hand, to lead {suit} from there.", suit=PLURAL[suit])
                return worth + caught - 0.1, crossing[0], why
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
            return worth, mine[0], say("I drive out the {card}, so that my next cards become high.", card=missing)
        if theirs and theirs[0].rank >= 11 and theirs[0].rank > mine[0].rank and len(theirs) > 1:
            before = self.facts.chance((self.me + 1) % 4, missing)
            return worth + before - 0.3, mine[-1], say("I lead low towards the {card}.", card=theirs[0])
        suit = PLURAL[mine[0].suit]
        why = say("I play on {suit}: when the high ones are gone, our small ones can win.", suit=suit)
        return worth - 0.1, mine[-1], why
