"""The expert robot of Oh Hell: it deals the hidden cards anew, again and again, plays each deal to its end in every way
that it could choose, and does what keeps its bid most often. It takes its time, in a process of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from random import Random
from statistics import fmean
from time import perf_counter
from typing import NamedTuple

from hool.robots.oh_hell_deals import Deals
from hool.robots.oh_hell_facts import Code, Facts, cards_of, codes
from hool.robots.oh_hell_playout import Engine, sorted_hand
from hool.robots.oh_hell_standard import hope, own_worths, points, standard
from hool.robots.oh_hell_words import thought_bid, thought_card, thought_trumps
from hool.robots.oh_hell_worth import worths
from hool.rules.cards import SUITS
from hool.rules.game import Action
from hool.rules.oh_hell import View
from hool.rules.text import Text

BLOCK = 8  # deals that are tried between two looks at the clock
MOST = 1500  # deals
ENVY = 0.5  # what a point of the others, on average, counts against an own one
FIRST = 24  # deals before a choice may be given up
BEHIND = 3.0  # and by how many standard errors it must then be behind
ALIKE = 96  # deals after which of two choices that never differ one is enough
RANGE = 3  # bids so far from what the hand is worth are tried

Clock = Callable[[], float]
Hands = list[list[Code]]


def think(
    view: View, rng: Random, seconds: float, clock: Clock = perf_counter, most: int = MOST
) -> tuple[Action, Text]:
    """One of the view's legal choices, and the reason, after at most about `seconds`, or when `most` deals are tried.

    Without time it answers as the standard robot does. Same view, state of `rng` and number of looks at the clock: same
    answer. Raises ValueError if the view's seat has nothing to decide.
    """
    until = clock() + 0.8 * seconds
    quick = standard(view, rng)
    actions = {str(choice.action): choice.action for choice in view.choices if choice.why_not is None}
    if seconds <= 0 or len(actions) == 1 or view.blind:
        return quick
    kind = {"bids": _Bids, "trumps": _Trumps}.get(view.phase, _Cards)
    thinker = kind(view, rng, actions)
    trials = _compare(thinker, until, clock, most)
    if trials is None:
        return quick
    name = thinker.names[trials.best]
    return actions[name], thinker.why(name, trials)


class _Trials(NamedTuple):
    """What came out."""

    best: int  # place of the option
    deals: int
    kept: int  # in how many of them the bid was kept with it


class _Thinker(ABC):
    """One decision: its options by name, and how they come out in a deal."""

    names: list[str]

    def __init__(self, view: View, rng: Random, trumps: str = "") -> None:
        self.view, self.rng = view, rng
        self.facts = facts = Facts(view, trumps)
        self.others = facts.seats - 1
        self.points = points(view)

    @abstractmethod
    def deals(self) -> Iterable[Hands]:
        """Deals of all cards that fit what is known, without end."""

    @abstractmethod
    def come_out(self, hands: Hands, options: Sequence[int]) -> list[tuple[float, bool]]:
        """For each option: what it gains in this deal, and whether the bid is kept."""

    @abstractmethod
    def why(self, name: str, trials: _Trials) -> Text:
        """The reason for the option of this name, after these trials."""

    def gain(self, bids: Sequence[int], needs: Sequence[int]) -> tuple[float, bool]:
        """The own points at the end less some of the others'. needs: tricks that are missing, below 0 too many."""
        rows = self.points
        scores = [rows[bid][bid - need] for bid, need in zip(bids, needs, strict=True)]
        own = scores[self.facts.me]
        return own - ENVY * (sum(scores) - own) / self.others, needs[self.facts.me] == 0

    def likely_deals(self, before: Sequence[float]) -> Deals:
        """Deals that fit the bids, the first ones where they had to be made anew."""
        view = self.view
        bids = view.attempts[0] if view.attempts else view.bids
        return Deals(self.facts, self.rng, before, bids)

    def worths_before(self) -> list[float]:
        """What each card was worth when the bids were made."""
        facts = self.facts
        own = facts.hand + facts.played[facts.me]
        unseen = facts.unseen + [card for seat, cards in enumerate(facts.played) if seat != facts.me for card in cards]
        return worths(own, unseen, self.view.size * self.others, self.others, facts.trumps in SUITS)


def _compare(thinker: _Thinker, until: float, clock: Clock, most: int) -> _Trials | None:
    """Try all options in the same deals, and give up those that are far behind; None without time for any."""
    alive = list(range(len(thinker.names)))
    gains: list[list[float]] = [[] for _ in alive]
    kept = [0] * len(alive)
    deals = 0
    source = iter(thinker.deals())
    while deals < most and len(alive) > 1 and clock() < until:
        for hands in islice(source, BLOCK):
            for option, (gain, made) in zip(alive, thinker.come_out(hands, alive), strict=True):
                gains[option].append(gain)
                kept[option] += made
        deals += BLOCK
        if deals >= FIRST:
            alive = _not_behind(alive, gains)
    if not deals:
        return None
    best = max(alive, key=lambda option: fmean(gains[option]))
    return _Trials(best, deals, kept[best])


def _not_behind(alive: Sequence[int], gains: Sequence[Sequence[float]]) -> list[int]:
    """The options that may still be the best."""
    best = max(alive, key=lambda option: fmean(gains[option]))
    deals = len(gains[best])
    left = [best]
    for option in alive:
        behind = [one - other for one, other in zip(gains[best], gains[option], strict=True)]
        total, squares = sum(behind), sum([each * each for each in behind])
        error = (max(0.0, squares - total * total / deals) / (deals - 1) / deals) ** 0.5
        if option != best and total / deals <= BEHIND * error and (error or deals < ALIKE):
            left.append(option)
    return left


# Cards


class _Cards(_Thinker):
    """Which card to play. Of cards that are worth the same, such as king and queen of one hand, only one is tried."""

    def __init__(self, view: View, rng: Random, actions: dict[str, Action]) -> None:
        super().__init__(view, rng)
        facts = self.facts
        legal = sorted(facts.code[action.card] for action in actions.values())  # type: ignore[attr-defined]
        between = set(facts.unseen) | set(facts.table)
        self.tries: list[Code] = []
        for card in legal:
            above = self.tries[-1] if self.tries else -1
            same = above >> 5 == card >> 5 and not any(above <= other <= card for other in between)
            if not same or view.options.double_rule != "pinochle":
                self.tries.append(card)
        card_of = cards_of(facts.trumps)
        self.names = [f"play {card_of[card]}" for card in self.tries]
        self.bids = [bid or 0 for bid in view.bids]
        self.needs = [bid - won for bid, won in zip(self.bids, view.tricks_won, strict=True)]
        self.engine = Engine(view.options, facts.seats, own_worths(facts))
        self.table = facts.table

    def deals(self) -> Iterable[Hands]:
        return self.likely_deals(self.worths_before())

    def come_out(self, hands: Hands, options: Sequence[int]) -> list[tuple[float, bool]]:
        found, view, left = [], self.view, self.facts.left
        dealt = [sorted_hand(hand) for hand in hands]
        hopes = [self.engine.hope(hand) for hand in dealt]
        for option in options:
            copy = [[suit[:] for suit in hand] for hand in dealt]
            card = self.tries[option]
            needs = self.engine.play(copy, self.needs[:], view.leader, self.table, left, view.worth, card, hopes)
            found.append(self.gain(self.bids, needs))
        return found

    def why(self, name: str, trials: _Trials) -> Text:
        return thought_card(self.facts, trials.deals, trials.kept)


# Trumps


class _Suits(_Thinker):
    """Deals while nobody has named trumps: cards are coded as without any, and there is an engine for each suit."""

    def __init__(self, view: View, rng: Random) -> None:
        super().__init__(view, rng)
        self.suits = [*SUITS, *(["N"] if view.options.chooser_may_no_trump else [])]
        self.worth = {suit: own_worths(Facts(view, suit)) for suit in self.suits}
        self.engines = {suit: Engine(view.options, self.facts.seats, self.worth[suit]) for suit in self.suits}
        card_of = cards_of("N")
        self.recode = {suit: {code: codes(suit)[card] for code, card in card_of.items()} for suit in self.suits}

    def coded(self, hands: Hands, suit: str) -> Hands:
        """The hands with the codes they have if this suit is trumps."""
        recode = self.recode[suit]
        return [[recode[card] for card in hand] for hand in hands]

    def hopes(self, hand: Sequence[Code]) -> list[float]:
        """What the hand is worth with each of the suits as trumps."""
        return [sum([self.worth[suit][self.recode[suit][card]] for card in hand]) for suit in self.suits]

    def deals(self) -> Iterable[Hands]:
        codes_now = self.recode[self.suits[0]]
        before = [0.0] * 256
        for code in codes_now:
            before[code] = sum(self.worth[suit][self.recode[suit][code]] for suit in self.suits) / len(self.suits)
        return self.likely_deals(before)

    def played_out(self, hands: Hands, suit: str, bids: Sequence[int]) -> tuple[float, bool]:
        """A whole hand with these trumps and bids."""
        dealt = [sorted_hand(hand) for hand in self.coded(hands, suit)]
        return self.gain(bids, self.engines[suit].play(dealt, list(bids), self.view.leader, (), self.view.size))


class _Trumps(_Suits):
    """Which trumps to name."""

    def __init__(self, view: View, rng: Random, actions: dict[str, Action]) -> None:
        super().__init__(view, rng)
        self.names = list(actions)
        self.bids = [bid or 0 for bid in view.bids]

    def come_out(self, hands: Hands, options: Sequence[int]) -> list[tuple[float, bool]]:
        return [self.played_out(hands, self.names[option].removeprefix("trumps "), self.bids) for option in options]

    def why(self, name: str, trials: _Trials) -> Text:
        return thought_trumps(name.removeprefix("trumps "), trials.deals, trials.kept)


# Bids


class _Bids(_Suits):
    """How many tricks to bid. Those who bid later, or in secret, bid what their hands are worth."""

    def __init__(self, view: View, rng: Random, actions: dict[str, Action]) -> None:
        super().__init__(view, rng)
        facts = self.facts
        hoped = hope(facts)
        legal = sorted(int(name.removeprefix("bid ")) for name in actions)
        near = [bid for bid in legal if abs(bid - hoped) <= RANGE] or legal
        self.tries = near if len(near) > 1 else legal
        self.names = [f"bid {bid}" for bid in self.tries]
        self.in_turn = view.bidding in ("hook", "open")
        n = facts.seats
        self.later = [
            seat
            for seat in ((view.dealer + i) % n for i in range(1, n + 1))
            if seat != facts.me and view.bids[seat] is None
        ]
        if view.trumps:
            self.engine = Engine(view.options, n, own_worths(facts))

    def deals(self) -> Iterable[Hands]:
        return self.likely_deals(self.worths_before()) if self.view.trumps else super().deals()

    def come_out(self, hands: Hands, options: Sequence[int]) -> list[tuple[float, bool]]:
        view = self.view
        if view.trumps:
            dealt = [sorted_hand(hand) for hand in hands]
            hopes = [self.engine.hope(hand) for hand in dealt]
        else:
            by_suit = [self.hopes(hand) for hand in hands]
            hopes = [0.6 * max(each) + 0.4 * fmean(each) for each in by_suit]
        found = []
        for option in options:
            bids = self._bids(self.tries[option], hopes)
            if view.trumps:
                copy = [[suit[:] for suit in hand] for hand in dealt]
                needs = self.engine.play(copy, bids[:], view.leader, (), view.size, hopes=hopes)
                found.append(self.gain(bids, needs))
            else:
                chooser = max(((view.leader + i) % len(bids) for i in range(len(bids))), key=bids.__getitem__)
                off = [abs(hoped - bids[chooser]) for hoped in by_suit[chooser]]
                found.append(self.played_out(hands, self.suits[off.index(min(off))], bids))
        return found

    def _bids(self, own: int, hopes: Sequence[float]) -> list[int]:
        """Everybody's bids if this is the own one."""
        bids = [bid or 0 for bid in self.view.bids]
        bids[self.facts.me] = own
        size = self.view.size
        for seat in self.later:
            bids[seat] = min(size, round(hopes[seat]))
        if self.view.bidding == "hook" and self.later and sum(bids) == size:
            last = self.later[-1]
            up = hopes[last] > bids[last] or not bids[last]
            bids[last] += 1 if up and bids[last] < size else -1
        return bids

    def why(self, name: str, trials: _Trials) -> Text:
        return thought_bid(int(name.removeprefix("bid ")), trials.deals, trials.kept)
