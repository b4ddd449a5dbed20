"""Which card the expert robot plays: the one that earns most over many ways the hidden cards may lie.

Each way is solved as if everybody saw all cards. That is too good to be true for both sides alike: nobody has to guess.
So where the ways show no real difference, the plain habits of the standard robot decide, for they are about guessing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from statistics import fmean, stdev
from typing import Protocol

from hool.robots.alone import Alone
from hool.robots.play import play_card
from hool.robots.sampling import Hands, Sampler
from hool.robots.turn import Turn
from hool.rules.cards import Card
from hool.rules.game import Action
from hool.rules.hool import PlayCard, View, score
from hool.rules.text import Text, say

MOST = 40  # ways looked at; more change the choice seldom
FEWEST = 3  # with fewer ways chance would choose
MARGIN = 0.05  # tricks: a smaller gain is none
DOUBT = 0.5  # how many standard errors a gain must be, to be believed
SLOW = {13: 0.05, 12: 0.03, 11: 0.02}  # s that a way takes, by tricks left, as long as none was timed


class Solver(Protocol):
    """How many tricks the player's side takes with each card that may be played, if everybody sees all cards."""

    def cards(
        self, hands: Sequence[Sequence[Card]], trumps: str, leader: int, trick: Sequence[Card]
    ) -> Mapping[Card, int]: ...


def choose_card(
    view: View, rng: Random, solver: Solver, seconds: float, clock: Callable[[], float]
) -> tuple[Action, Text]:
    """The card for the hand whose turn it is (the viewer's own, or dummy's), and the one sentence that says why.

    No way is begun that would, by those before it, last longer than `seconds` from now, as `clock` tells them; with too
    few ways it is the standard robot's card. Same view, same state of `rng` and time enough: same answer.
    """
    due = clock() + seconds
    turn = Turn(view, rng)
    usual, why = play_card(view, rng)
    actions = {
        choice.action.card: choice.action
        for choice in view.choices
        if choice.why_not is None and isinstance(choice.action, PlayCard)
    }
    if len(turn.legal) == 1 or _all_equal(turn):
        return usual, why
    study = _Study(turn, solver if view.options.partners else Alone())
    study.look(rng, due, clock)
    better = study.better_than(next(card for card, action in actions.items() if action == usual))
    return (usual, why) if better is None else (actions[better], study.why(better))


def _all_equal(turn: Turn) -> bool:
    """Do the cards that may be played do the same, because nobody else holds one between them?"""
    suits = {card.suit for card in turn.legal}
    if len(suits) > 1:
        return False
    (suit,) = suits
    ranks = [card.rank for card in turn.legal]
    others = [card for seat, hand in enumerate(turn.view.hands) if seat != turn.me for card in hand or ()]
    others += [*turn.facts.out[suit], *(card for _, card in turn.view.trick)]
    return not any(card.suit == suit and min(ranks) < card.rank < max(ranks) for card in others)


class _Study:
    """What each card brings: `rows` has, for each way the hidden cards may lie, the tricks that each card takes."""

    def __init__(self, turn: Turn, solver: Solver) -> None:
        self.turn, self.view, self.solver = turn, turn.view, solver
        self.rows: list[Mapping[Card, int]] = []
        self.complete = False  # these are all the ways there are
        self.worth = self._worths()

    def _worths(self) -> list[float]:
        """What 0, 1, 2 ... more tricks are worth to this side; a trick too few or without contract counts about 1."""
        view, turn = self.view, self.turn
        left = turn.facts.left[turn.me]
        if not view.contract or view.declarer is None or view.options.score == "tricks":
            return [float(tricks) for tricks in range(left + 1)]
        declaring = view.declarer in turn.friends
        won = sum(view.tricks_won[seat] for seat in turn.friends)
        unit = max(1, view.options.trick, view.options.undertrick) * view.doubled
        worth = []
        for more in range(left + 1):
            tricks = won + more if declaring else len(view.tricks) + left - won - more
            made, failed = score(view.options, view.contract, view.doubled, tricks)
            worth.append((made - failed if declaring else failed - made) / unit)
        return worth

    def look(self, rng: Random, due: float, clock: Callable[[], float]) -> None:
        """Solve as many ways as there is time for: all if there are few, else `MOST` of them."""
        if clock() >= due:
            return
        sampler = Sampler(self.view)
        every = sampler.every(MOST)
        if every is not None:
            every = rng.sample(every, len(every))  # if time runs out, those looked at are a fair choice
        trick = [card for _, card in self.view.trick]
        leader = (self.turn.me - len(trick)) % 4
        slow = SLOW.get(self.turn.facts.left[self.turn.me], 0.0)
        for place in range(MOST if every is None else len(every)):
            hands: Hands | None = sampler.draw(rng) if every is None else every[place]
            begun = clock()
            if hands is None or begun + slow > due:
                return
            self.rows.append(self.solver.cards(hands, self.view.trumps, leader, trick))
            took = clock() - begun
            slow = max(took, 0.8 * slow if place else took)
        self.complete = every is not None

    # the choice

    def better_than(self, usual: Card) -> Card | None:
        """The card that does better than the usual one, and not by accident; None if there is none."""
        if len(self.rows) < FEWEST and not self.complete:
            return None
        legal = self.turn.legal
        mean = {card: fmean(self.worth[row[card]] for row in self.rows) for card in legal}
        best = max(mean.values())
        if mean[usual] >= best - MARGIN:
            return None
        card = self._habit([card for card in legal if mean[card] >= best - 1e-9])
        gains = [self.worth[row[card]] - self.worth[row[usual]] for row in self.rows]
        if not self.complete and fmean(gains) < DOUBT * stdev(gains) / len(gains) ** 0.5:
            return None
        return card

    def _habit(self, equal: list[Card]) -> Card:
        """Of cards equally good the lowest; a defender leads the top of cards in a row, for partner reads it so."""
        card = min(equal, key=lambda card: (card.suit == self.turn.trumps, card.rank))
        if self.view.trick or self.turn.declaring or self.turn.partner is None:
            return card
        row = [card]
        for other in sorted(equal, key=lambda other: other.rank):
            if other.suit == card.suit and other.rank == row[-1].rank + 1:
                row.append(other)
        return row[-1] if row[-1].rank > 10 else card

    # the reason

    def why(self, card: Card) -> Text:
        """Why this card and not the usual one."""
        count = len(self.rows)
        if count == 1:
            return say("I know where every card is, and no other card wins more tricks.")
        if self.turn.needed and self.view.options.score != "tricks":
            kept = {other: sum(row[other] >= self.turn.needed for row in self.rows) for other in self.turn.legal}
            rivals = [kept[other] for other in self.turn.legal if any(row[other] != row[card] for row in self.rows)]
            if kept[card] > max(rivals, default=0):
                if self.view.declarer in self.turn.friends:
                    return say(
                        "This card makes the contract in {good} of {count} ways the hidden cards may lie, more than any"
                        " other card.",
                        good=kept[card], count=count,
                    )  # fmt: skip
                return say(
                    "This card beats the contract in {good} of {count} ways the hidden cards may lie, more than any"
                    " other card.",
                    good=kept[card], count=count,
                )  # fmt: skip
        good = sum(row[card] == max(row.values()) for row in self.rows)
        if good == count and self.complete:
            return say("However the hidden cards lie, no other card wins more tricks.")
        if good == count:
            return say(
                "I imagined {count} ways the hidden cards may lie: in none of them another card wins more tricks.",
                count=count,
            )
        if 2 * good >= count:
            return say(
                "In {good} of {count} ways the hidden cards may lie, no other card wins more tricks.",
                good=good, count=count,
            )  # fmt: skip
        return say("I imagined {count} ways the hidden cards may lie: all in all, this card does best.", count=count)
