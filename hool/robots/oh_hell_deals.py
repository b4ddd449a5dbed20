"""The hidden cards of Oh Hell dealt anew, so that all that a seat knows stays true and the bids are likely.

One deal that fits what was shown is found by passing cards on until everybody has a place; then two hidden cards change
places again and again, if both may, and rather if the bids become likelier by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from random import Random

from hool.robots.oh_hell_facts import Code, Facts

STOCK = -1
SPREAD = 0.9  # variance between what a hand is worth and what is bid with it
FRESH = 60  # worlds after which the deal begins anew: not every deal can be reached by changes of two cards


class Deals:
    """Deals that fit `facts`. before: the worth of each card when bids were made; bids: those to be explained, None
    where a seat has said nothing yet."""

    def __init__(self, facts: Facts, rng: Random, before: Sequence[float], bids: Sequence[int | None]) -> None:
        self.facts, self.rng, self.before = facts, rng, before
        view = facts.view
        self.holders = [
            seat
            for seat in range(facts.seats)
            for _ in range(view.counts[seat])
            if seat != facts.me and view.hands[seat] is None
        ]
        self.pool = list(facts.unseen)
        self.known = [list(map(facts.code.__getitem__, hand or ())) for hand in view.hands]
        if facts.shown is not None and view.dealer != facts.me:
            self.known[view.dealer].append(facts.shown)
            self.pool.remove(facts.shown)
            self.holders.remove(view.dealer)
        self.holders += [STOCK] * (len(self.pool) - len(self.holders))
        self.bids = list(bids)
        kept = zip(facts.played, self.known, strict=True)
        self.kept = [sum(before[card] for card in (*cards, *known)) for cards, known in kept]

    def __iter__(self) -> Iterator[list[list[Code]]]:
        """The hands of all seats, again and again; the viewer's own as it is."""
        while True:
            cards = self._fitting()
            hopes = self._hopes(cards)
            self._mix(cards, hopes, 4 * len(cards))
            for _ in range(FRESH):
                yield self._hands(cards)
                self._mix(cards, hopes, len(cards) // 2 + 2)

    def _hands(self, cards: Sequence[Code]) -> list[list[Code]]:
        hands = [list(known) for known in self.known]
        for card, seat in zip(cards, self.holders, strict=True):
            if seat != STOCK:
                hands[seat].append(card)
        return hands

    def _may_hold(self, seat: int, card: Code) -> bool:
        return seat == STOCK or card >> 5 not in self.facts.voids[seat]

    def _fitting(self) -> list[Code]:
        """A card for each place, such that every holder may hold it."""
        pending = list(self.pool)
        self.rng.shuffle(pending)
        places: list[Code | None] = [None] * len(self.holders)
        order = list(range(len(places)))
        self.rng.shuffle(order)
        while pending:
            card = pending.pop()
            if not self._place(card, places, order, set()):  # cannot be: the true deal fits
                raise ValueError("no deal fits what was played")
        return [card for card in places if card is not None]

    def _place(self, card: Code, places: list[Code | None], order: Sequence[int], tried: set[int]) -> bool:
        for place in order:
            if places[place] is None and self._may_hold(self.holders[place], card):
                places[place] = card
                return True
        able = [place for place in order if self._may_hold(self.holders[place], card)]
        for place in able:
            there = places[place]
            if place not in tried and there is not None:
                tried.add(place)
                if self._place(there, places, order, tried):
                    places[place] = card
                    return True
        return False

    def _hopes(self, cards: Sequence[Code]) -> list[float]:
        """What each seat's hand was worth when it bid."""
        hopes = list(self.kept)
        for card, seat in zip(cards, self.holders, strict=True):
            if seat != STOCK:
                hopes[seat] += self.before[card]
        return hopes

    def _mix(self, cards: list[Code], hopes: list[float], times: int) -> None:
        holders, before, bids, rng = self.holders, self.before, self.bids, self.rng
        voids, count = self.facts.voids, len(cards)
        if count < 2:
            return
        draw = rng.random
        for _ in range(times):
            i, j = int(draw() * count), int(draw() * count)
            one, other = holders[i], holders[j]
            mine, theirs = cards[i], cards[j]
            if one == other or mine == theirs:
                continue
            if (one != STOCK and theirs >> 5 in voids[one]) or (other != STOCK and mine >> 5 in voids[other]):
                continue
            change = before[theirs] - before[mine]
            gain = 0.0
            if one != STOCK and (bid := bids[one]) is not None:
                off = hopes[one] - bid
                gain -= change * (2 * off + change)
            if other != STOCK and (bid := bids[other]) is not None:
                off = hopes[other] - bid
                gain -= change * (change - 2 * off)
            if gain < 0 and draw() > exp(gain / (2 * SPREAD)):
                continue
            cards[i], cards[j] = theirs, mine
            if one != STOCK:
                hopes[one] += change
            if other != STOCK:
                hopes[other] -= change
