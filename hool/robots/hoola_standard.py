"""The standard robot of Hoola: it counts what is gone, and weighs how soon the board may end.

It compares whole turns: what it would lay down, which cards it would keep, and what each discard may give to others.
Before its first meld it also thinks of keeping everything for a Hoola. It knocks when its hand is likely the lowest.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import NamedTuple

from hool.robots.hoola_facts import Facts
from hool.robots.hoola_turns import BIT, CARD, SEVENS, Bits, Lying, Turn, bits, completes, each, kind, open_ends, turns
from hool.robots.hoola_words import (
    claim_reason,
    discard_reason,
    draw_reason,
    knock_reason,
    lay_reason,
    meld_reason,
    no_reason,
)
from hool.rules.game import Action
from hool.rules.hoola import Claim, LayMeld, Take, View
from hool.rules.text import Text, say

# In stakes: what the lowest of the losers pays. FIRST, LUCKY, OUT and POINT are for four; with more players there is
# more to win. Found by letting many versions of the robot play against each other.
POINT = 0.17  # a point in the hand, while the board goes on
HELP = 3.5  # how much likelier a card comes that makes a meld than by drawing alone: it may be discarded
KNOCK = 0.6  # the chance to be lowest with which it knocks
FIRST = 4.0  # to be able to knock at the next turn, and win
LUCKY = 12.0  # a Hoola
OUT = 6.0  # what somebody else costs who goes out
FEED = 0.8  # what a discard costs which another takes
TURN = 1.5  # a turn out of turn


class Plan(NamedTuple):
    """A turn to its end, and what it costs in stakes."""

    cost: float
    turn: Turn
    discard: Bits  # 0 where no card is left
    fed: float = 0.0  # the part of the cost that is for what others may do with the discard
    waits: bool = False  # all is kept, although something could be laid down

    @property
    def out(self) -> bool:
        """Whether it ends the board."""
        return self.turn.left == self.discard


def standard(view: View, rng: Random) -> tuple[Action, Text]:
    """One of the view's legal choices, and the reason. `rng` is not used: same view, same answer.

    Raises ValueError if the view's seat has nothing to decide.
    """
    mind = _Mind(view)
    if view.phase == "claim":
        return mind.answer()
    if view.phase == "draw":
        return mind.begin()
    return mind.play()


class _Mind:
    """One decision."""

    def __init__(self, view: View) -> None:
        self.view, self.facts, self.options = view, Facts(view), view.options
        self.hand, self.table = self.facts.hand, self.facts.table
        self.melded = view.melded[self.facts.me]
        self.scale = self.facts.seats * (self.facts.seats - 1) / 12
        self.prize = self.scale * LUCKY  # nothing is better than going out
        self.actions = {str(choice.action): choice.action for choice in view.choices if choice.why_not is None}
        self.ends = {melded: self.facts.ends(melded) for melded in (False, True)}
        self.hoolas: dict[Bits, float] = {}

    # What to do

    def answer(self) -> tuple[Action, Text]:
        """Thank you, or no."""
        card = self.view.discards[-1]
        claims = [action for action in self.actions.values() if isinstance(action, Claim)]
        knocks = self.view.turn == self.facts.me and self.knock > KNOCK
        if claims and not knocks:
            claim, plan = self.best_of(claims)
            if plan.cost < self.stays + TURN:
                return claim, claim_reason(card, plan.out, self.hoola_now(plan))
        return self.actions["pass"], no_reason(card, bool(claims), knocks, self.melded)

    def begin(self) -> tuple[Action, Text]:
        """The card of this turn, or the end of the board."""
        if "blast" in self.actions:
            return self.actions["blast"], say("My cards are a blast.")
        if "knock" in self.actions and self.knock > KNOCK and self.view.stock:
            return self.actions["knock"], knock_reason(self.value)
        card = self.view.discards[-1]
        takes = [action for action in self.actions.values() if isinstance(action, Take)]
        if takes:
            take, plan = self.best_of(takes)
            if plan.cost < self.stays:
                return take, claim_reason(card, plan.out, self.hoola_now(plan))
        value = self.value if "knock" in self.actions else None
        return self.actions["draw"], draw_reason(card, bool(takes), value, self.melded, self.view.stock)

    def play(self) -> tuple[Action, Text]:
        """The next step of the best turn."""
        if "luck" in self.actions:
            return self.actions["luck"], say("I have all four sevens: big luck!")
        owed = 0 if self.view.owed is None else BIT[self.view.owed]
        plans = self.plans(self.hand, self.table, self.melded, owed)
        plan = min(plans, key=lambda plan: plan.cost)
        if "knock" in self.actions and not plan.out and self.knock > KNOCK:
            return self.actions["knock"], knock_reason(self.value)
        if plan.turn.steps:
            return self.lay(plan, *plan.turn.steps[0])
        card = CARD[plan.discard]
        same = [other for other in plans if other.turn == plan.turn and other.waits == plan.waits]
        rather = CARD[min(same, key=lambda plan: plan.cost - plan.fed).discard]
        ends = self.ends[self.melded]
        why = discard_reason(self.facts, card, self.hand ^ plan.discard, rather, plan.waits, ends)
        return self.actions[f"discard {card}"], why

    def lay(self, plan: Plan, some: Bits, number: int) -> tuple[Action, Text]:
        """The first step of a turn."""
        if number:
            card = CARD[some]
            return self.actions[f"lay {card} on {number}"], lay_reason(card, plan.out)
        melds = [action for action in self.actions.values() if isinstance(action, LayMeld)]
        meld = next(meld for meld in melds if bits(meld.cards) == some)
        return meld, meld_reason(self.facts, meld.cards, plan.out, self.hoola_now(plan))

    def hoola_now(self, plan: Plan) -> bool:
        """Whether the turn is a Hoola, as far as that can be known after its first steps."""
        return plan.out and not self.melded

    @cached_property
    def value(self) -> int:
        """What the hand counts."""
        return self.facts.value(self.hand)

    @cached_property
    def knock(self) -> float:
        """The chance that a knock with the hand as it is would win; 0 where it is not allowed."""
        if self.options.knock_when == "never" or not self.melded or sum(self.view.melded) < 2:
            return 0.0
        if self.value > self.options.knock_max:
            return 0.0
        return self.facts.lowest(self.value)

    @cached_property
    def stays(self) -> float:
        """What it costs not to take the discard."""
        return self.kept(self.hand, self.table, self.melded)

    # Plans

    def best_of(self, actions: list[Claim] | list[Take]) -> tuple[Claim | Take, Plan]:
        """The action with which the best turn begins, and that turn."""
        plans = [(action, self.after_taking(action)) for action in actions]
        return min(plans, key=lambda pair: pair[1].cost)

    def after_taking(self, action: Claim | Take) -> Plan:
        """The best turn that begins with this."""
        card, meld = BIT[self.view.discards[-1]], bits(action.cards)
        if meld == card and not card & SEVENS:  # taken alone, and melded later in the turn
            return self.best(self.hand | card, self.table, self.melded, card)
        left = (self.hand | card) ^ meld
        table = (*self.table, (kind(self.options.ace, meld), meld))
        if not left:
            return Plan(-self.prize, Turn((), 0, table), 0)
        return self.best(left, table, True, 0)

    def best(self, hand: Bits, table: tuple[Lying, ...], melded: bool, owed: Bits) -> Plan:
        """The cheapest turn with this hand after drawing."""
        return min(self.plans(hand, table, melded, owed), key=lambda plan: plan.cost)

    def plans(self, hand: Bits, table: tuple[Lying, ...], melded: bool, owed: Bits) -> list[Plan]:
        """All turns worth a thought, with each discard."""
        plans: list[Plan] = []
        lays = False
        for turn in turns(self.options, hand, table, melded, owed):
            lays |= bool(turn.steps)
            if turn.left.bit_count() <= 1:  # the last one is the discard
                plans.append(Plan(-self.prize, turn, turn.left))
            else:
                plans += self.discards(turn, melded or bool(turn.steps), waits=False)
        if lays and not melded and not owed:
            plans += self.discards(Turn((), hand, table), False, waits=True)
        return plans

    def discards(self, turn: Turn, melded: bool, waits: bool) -> Iterator[Plan]:
        """The turn with each discard."""
        for card in each(turn.left):
            fed = self.fed(card)
            yield Plan(self.kept(turn.left ^ card, turn.table, melded) + fed, turn, card, fed, waits)

    def kept(self, keep: Bits, table: tuple[Lying, ...], melded: bool) -> float:
        """What it costs, in stakes, to hold these cards until the next turn."""
        facts, options = self.facts, self.options
        ends, value = self.ends[melded], facts.value(keep)
        loss = facts.place(value)
        if options.seven_doubles:
            loss *= 2 ** (keep & SEVENS).bit_count()
        if not melded:
            loss *= 2
        if ends == 1.0:
            return loss + 0.01 * value - self.scale * FIRST * facts.lowest(value)
        dead = min(turns(options, keep, table, melded), key=lambda turn: facts.value(turn.left))
        goes_on = POINT * (facts.seats - 1) / 3 * self.hopes(dead.left, open_ends(options, dead.table))
        knocks = options.knock_when != "never" and any(self.view.melded[seat] for seat in facts.others)
        if melded and value <= options.knock_max and knocks:
            goes_on -= self.scale * FIRST * facts.lowest(value)
        if not melded and dead.left.bit_count() <= 3:
            goes_on -= self.scale * LUCKY * self.hoola(keep, dead)
        return ends * loss + (1 - ends) * goes_on

    def hopes(self, left: Bits, open_to: Bits) -> float:
        """The points that cards without a meld may be expected to count after the next turn."""
        facts, ace, points = self.facts, self.options.ace, self.facts.points
        if not left or not facts.unseen:
            return 0.0
        held = list(each(left))
        high = max([points[card] for card in held])
        saved: dict[Bits, int] = {}
        for place, card in enumerate(held):
            for some, worth in [(card, points[card])] + [
                (card | other, points[card] + points[other]) for other in held[:place]
            ]:
                for helper in each(completes(ace, some) & facts.hidden):
                    if worth > saved.get(helper, 0):
                        saved[helper] = worth
        after = float(facts.swapped(high))
        for card in each((open_to | SEVENS) & facts.hidden):
            after -= min(points[card], high)
        after -= HELP * sum(saved.values())
        return sum([points[card] for card in held]) - high + after / facts.unseen

    def hoola(self, keep: Bits, dead: Turn) -> float:
        """The chance of a Hoola at the next turn."""
        if keep in self.hoolas:
            return self.hoolas[keep]
        facts, options = self.facts, self.options
        helpers = open_ends(options, dead.table) | SEVENS
        for card in each(keep):
            helpers |= completes(options.ace, card)
            for other in each(keep & (card - 1)):
                helpers |= completes(options.ace, card | other)
        if not dead.left:  # any card will do
            helpers = facts.hidden
        good = sum(self.empties(keep | card) for card in each(helpers & facts.hidden))
        self.hoolas[keep] = good / max(1, facts.unseen)
        return self.hoolas[keep]

    def empties(self, hand: Bits) -> bool:
        """Whether these cards can go in one turn, as a Hoola."""
        for turn in turns(self.options, hand, self.facts.table, False):
            lays_off = any(number for _, number in turn.steps)
            if turn.left.bit_count() <= 1 and (self.options.hoola_layoffs or not lays_off):
                return True
        return False

    def fed(self, card: Bits) -> float:
        """What it costs that another may take the card."""
        view, facts = self.view, self.facts
        if not view.stock and self.options.stock_end == "after_last_draw":
            return 0.0
        takers = facts.others if self.options.thank_you == "anyone" else facts.others[:1]
        free, cost = 1.0, 0.0
        for seat in takers:
            uses = facts.uses(seat, card)
            free *= 1 - uses
            if self.options.feeder == "any_out" and view.counts[seat] <= 3:  # two in the meld, and one to discard
                cost += uses * self.scale * OUT
        return cost + FEED * (1 - free)
