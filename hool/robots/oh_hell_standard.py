"""The standard robot of Oh Hell: it counts cards, knows what each of its own is worth, and answers at once.

It bids what brings most points if its cards take about as many tricks as they are worth. It plays the card after which
the trick and the worth of the cards that are left make the bid most likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

from hool.robots.oh_hell_facts import TRUMPS, Code, Facts
from hool.robots.oh_hell_words import bid_reason, blind_reason, card_reason, trumps_reason
from hool.robots.oh_hell_worth import worths
from hool.rules.cards import SUITS, Card
from hool.rules.game import Action
from hool.rules.oh_hell import View, score_of
from hool.rules.text import Text

SPREAD = 0.8  # variance of the tricks around what a hand is worth, for somebody who tries to take that many
SHY = 0.4  # how often a player who wants no more tricks takes one where he could


def standard(view: View, rng: Random) -> tuple[Action, Text]:
    """One of the view's legal choices, and the reason. `rng` is not used: same view, same answer.

    Raises ValueError if the view's seat has nothing to decide.
    """
    facts = Facts(view)
    actions = {str(choice.action): choice.action for choice in view.choices if choice.why_not is None}
    if view.phase == "bids":
        bid, why = _bid(facts, [bid for bid in range(view.size + 1) if f"bid {bid}" in actions])
        return actions[f"bid {bid}"], why
    if view.phase == "trumps":
        trumps, why = _trumps(facts, [trumps for trumps in "SHDCN" if f"trumps {trumps}" in actions])
        return actions[f"trumps {trumps}"], why
    if view.blind:
        return actions["play"], blind_reason(None)
    card, why = _Card(facts).choose()
    return actions[f"play {card}"], why


def points(view: View) -> list[list[int]]:
    """What each bid and number of tricks brings, as [bid][tricks]; the more, the better for whoever gets it."""
    sign = -1 if view.options.scoring == "negative" else 1
    numbers = range(view.size + 1)
    return [
        [sign * score_of(view.options, view.size, bid, tricks, view.doubled) for tricks in numbers] for bid in numbers
    ]


def hidden_cards(facts: Facts) -> int:
    """How many cards the others hold."""
    return sum(facts.view.counts) - facts.left


def own_worths(facts: Facts) -> list[float]:
    """The worth of each card now."""
    others = facts.seats - 1
    return worths(facts.hand, facts.unseen, hidden_cards(facts), others, facts.trumps in SUITS)


# Bids


def hope(facts: Facts) -> float:
    """How many tricks the hand may be expected to take."""
    if facts.view.trumps:
        table = own_worths(facts)
        return sum(table[card] for card in facts.hand)
    hopes = [hope_with(facts.view, trumps) for trumps in SUITS]
    return 0.6 * max(hopes) + 0.4 * sum(hopes) / len(hopes)


def hope_with(view: View, trumps: str) -> float:
    """The same if these become trumps."""
    facts = Facts(view, trumps)
    table = own_worths(facts)
    return sum(table[card] for card in facts.hand)


def _bid(facts: Facts, legal: Sequence[int]) -> tuple[int, Text]:
    if facts.view.blind:
        chance = _blind_chance(facts)
        expected = {bid: _gain(facts.view, bid, [1 - chance, chance]) for bid in legal}
        bid = max(legal, key=lambda bid: expected[bid])
        return bid, blind_reason(bid)
    hoped = hope(facts)
    numbers = range(facts.view.size + 1)
    sure = _sure(facts)
    spread = SPREAD * (hoped + 0.3) / (hoped + 1)  # who hopes for little seldom gets more
    likely = [exp(-((tricks - hoped) ** 2) / (2 * spread)) if tricks >= sure else 0.0 for tricks in numbers]
    total = sum(likely)
    chances = [each / total for each in likely]
    gains = [_gain(facts.view, bid, chances) for bid in numbers]
    bid = max(legal, key=lambda bid: gains[bid])
    wanted = max(numbers, key=lambda bid: gains[bid])
    return bid, bid_reason(facts, bid, wanted)


def _sure(facts: Facts) -> int:
    """How many tricks the hand cannot help taking: its trumps that nothing beats."""
    highest = max((card for card in facts.unseen if card >> 5 == TRUMPS), default=-1)
    return sum(card >> 5 == TRUMPS and card > highest for card in facts.hand) if facts.view.trumps else 0


def _gain(view: View, bid: int, chances: Sequence[float]) -> float:
    """The points to be expected from a bid; chances: of each number of tricks."""
    return sum(chance * each for chance, each in zip(chances, points(view)[bid], strict=True))


def _blind_chance(facts: Facts) -> float:
    """How likely the one card, which all but its owner see, is to win."""
    view = facts.view
    if not view.trumps:  # its suit may become trumps
        return 1 / facts.seats
    seen = [facts.code[hand[0]] if hand else -1 for hand in view.hands]
    wins = 0
    for card in facts.unseen:
        cards = [card if seat == facts.me else seen[seat] for seat in range(facts.seats)]
        in_turn = cards[view.leader :] + cards[: view.leader]
        led = in_turn[0] >> 5
        able = [each if each >> 5 in (led, TRUMPS) else -1 for each in in_turn]
        wins += max(able) == card and (view.leader + able.index(max(able))) % facts.seats == facts.me
    return wins / len(facts.unseen)


def _trumps(facts: Facts, legal: Sequence[str]) -> tuple[str, Text]:
    """The trumps with which the hand is worth about what was bid; of equal ones the longest suit."""
    view = facts.view
    held = view.hands[facts.me]
    if held is None:
        seen = [card.suit for hand in view.hands for card in hand or ()]
        trumps = min((each for each in legal if each != "N"), key=seen.count)
        return trumps, trumps_reason(trumps, 0)
    bid = facts.bid or 0
    off = {each: abs(hope_with(view, each) - bid) for each in legal}
    count = {each: sum(card.suit == each for card in held) for each in legal}
    trumps = min(legal, key=lambda each: (round(off[each], 1), -count[each]))
    return trumps, trumps_reason(trumps, count[trumps])


# Cards


class _Card:
    """One card to be chosen."""

    def __init__(self, facts: Facts) -> None:
        view = facts.view
        self.facts, self.view = facts, view
        self.worth = own_worths(facts)
        legal = [choice.action for choice in view.choices if choice.why_not is None]
        self.legal: list[Card] = [action.card for action in legal]  # type: ignore[attr-defined]
        self.cards = [card for _, card in view.trick]
        self.row = points(view)[facts.bid or 0]
        self.won = view.tricks_won[facts.me]

    def choose(self) -> tuple[Card, Text]:
        if len(self.legal) == 1:
            return self.legal[0], card_reason(self.facts, self.legal[0], 0, only=True)
        found = []
        for card in self.legal:
            code = self.facts.code[card]
            takes = self.takes(card)
            rest = list(self.facts.hand)
            rest.remove(code)
            found.append((self.expected(takes, [self.worth[each] for each in rest]), takes, card))
        if self.facts.need >= self.facts.left:  # every trick counts: what is sure comes first, and draws trumps
            _, takes, card = max(found, key=lambda row: (round(row[1], 3), row[0], -self.facts.code[row[2]]))
        else:
            _, takes, card = max(found, key=lambda row: (round(row[0], 6), -row[1], -self.facts.code[row[2]]))
        return card, card_reason(self.facts, card, takes)

    def expected(self, takes: float, rest: Sequence[float]) -> float:
        """The points to be expected if this trick is won with the chance `takes`, and the cards that are left are worth
        `rest`."""
        chances = [1.0]
        for chance in rest:
            chances.append(0.0)
            for tricks in range(len(chances) - 1, 0, -1):
                chances[tricks] += (chances[tricks - 1] - chances[tricks]) * chance
            chances[0] *= 1 - chance
        row, top = self.row, len(self.row) - 1
        now, more = self.won, self.won + self.view.worth
        lost = sum(chance * row[min(top, now + tricks)] for tricks, chance in enumerate(chances))
        won = sum(chance * row[min(top, more + tricks)] for tricks, chance in enumerate(chances))
        return takes * won + (1 - takes) * lost

    def takes(self, card: Card) -> float:
        """The chance, 0..1, that the card wins this trick."""
        facts = self.facts
        cards = [*self.cards, card]
        if facts.winning(cards) != len(cards) - 1:
            return 0.0
        code = facts.code[card]
        led = facts.code[cards[0]] >> 5
        safe = 1.0
        for seat in facts.after:
            safe *= 1 - self._beaten(seat, code, led)
        return safe

    def _beaten(self, seat: int, code: Code, led: int) -> float:
        facts, unseen = self.facts, self.facts.unseen
        share = 1 - facts.view.counts[seat] / max(1, len(unseen))
        out = [each for each in unseen if each >> 5 == led]
        void = 1.0 if led in facts.voids[seat] else share ** len(out)
        beaten = 0.0
        if code >> 5 == led and void < 1:
            beaten = 1 - share ** sum(each > code for each in out)
        if led != TRUMPS and TRUMPS not in facts.voids[seat]:
            over = sum(each >> 5 == TRUMPS and each > code for each in unseen)
            beaten += void * (1 - share**over) if over else 0
        needs = (facts.view.bids[seat] or 0) - facts.view.tricks_won[seat]
        return min(1.0, beaten * (1 if needs > 0 or seat == facts.me else SHY))
