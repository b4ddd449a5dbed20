"""What a card of Oh Hell is worth: `python -m bench.fit_oh_hell` prints the weights of hool/robots/oh_hell_worth.py.

Hands of all sizes, for three to ten players, from whole packs and such of which cards are gone, are bid by what the
cards are thought to be worth and played by the engine; a logistic curve is laid through what took tricks; and so again
with what they are worth then, until nothing changes any more. Half a minute.
"""

from __future__ import annotations

import argparse
from math import exp
from random import Random

from hool.robots.oh_hell_facts import TRUMPS, codes
from hool.robots.oh_hell_playout import Engine, sorted_hand
from hool.robots.oh_hell_worth import WEIGHTS, about
from hool.rules.oh_hell import PACKS, Options
from hool.rules.oh_hell_options import PLAYERS

About = tuple[float, ...]
Counts = dict[About, list[int]]  # what is known of a card: how often it was held, and how often it took a trick
DECKS = ("std52", "std52", "std52", "std52", "double104", "five62")
DEALS = 25  # of each table


class Table:
    """A pack, perhaps with cards gone, so many players and cards for each."""

    def __init__(self, rng: Random) -> None:
        deck = rng.choice(DECKS)
        self.seats = rng.choice(PLAYERS[deck])
        self.trumps = rng.random() < 0.8
        self.pack = [codes("S" if self.trumps else "N")[card] for card in PACKS[deck]]
        rng.shuffle(self.pack)
        if rng.random() < 0.5:
            del self.pack[rng.randrange(2 * self.seats, len(self.pack) + 1) :]
        self.size = rng.randrange(1, min(13, len(self.pack) // self.seats) + 1)

    def known(self) -> dict[int, tuple[int, About]]:
        """Of each card its kind and what its worth follows from, for somebody who sees none."""
        share = self.seats * self.size / len(self.pack)
        by_suit = [[card for card in self.pack if card >> 5 == suit] for suit in range(5)]
        found = {}
        for suit, cards in enumerate(by_suit):
            kind = 0 if suit == TRUMPS else 1 if self.trumps else 2
            length, trumps = (len(each) * share / self.seats for each in (cards, by_suit[TRUMPS]))
            for card in cards:
                above = sum(other > card for other in cards) + (cards.count(card) - 1) / 2
                above *= share * (self.seats - 1) / self.seats
                found[card] = kind, about(kind, above, length, trumps, self.seats - 1, self.size)
        return found


def chance(weights: list[float], facts: About) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, sum(a * b for a, b in zip(weights, facts, strict=True))))))


def winners(engine: Engine, hands: list[list[int]], bids: list[int]) -> list[tuple[int, int]]:
    """Who took each trick with which card."""
    held, need, leader, won = [sorted_hand(hand) for hand in hands], bids[:], 0, []
    hopes = [engine.hope(hand) for hand in held]
    for left in range(len(hands[0]), 0, -1):
        led, best, holder = 0, -1, leader
        for place in range(engine.seats):
            seat = (leader + place) % engine.seats
            now = need[seat], hopes[seat], left
            if place:
                card = engine.follow(held[seat], led, best, *now, place + 1 == engine.seats)
            else:
                card = engine.lead(held[seat], *now)
                led = card >> 5
            held[seat][card >> 5].remove(card)
            hopes[seat] -= engine.worth[card]
            if not place or (card > best and (card >> 5 == best >> 5 or card >> 5 == TRUMPS)):
                best, holder = card, seat
        need[holder] -= 1
        won.append((holder, best))
        leader = holder
    return won


def count(weights: list[list[float]], tables: int, rng: Random) -> list[Counts]:
    """Play, and count what took tricks, for each kind of card."""
    counts: list[Counts] = [{}, {}, {}]
    for _ in range(tables):
        table = Table(rng)
        known, worth = table.known(), [0.0] * 256
        for card, (kind, facts) in known.items():
            worth[card] = chance(weights[kind], facts)
        engine = Engine(Options(), table.seats, worth)
        for _ in range(DEALS):
            rng.shuffle(table.pack)
            hands = [table.pack[seat * table.size : (seat + 1) * table.size] for seat in range(table.seats)]
            bids = [round(sum(worth[card] for card in hand)) for hand in hands]
            if sum(bids) == table.size:  # the hook
                bids[-1] += -1 if bids[-1] else 1
            won = winners(engine, hands, bids)
            for seat, hand in enumerate(hands):
                for card in hand:
                    kind, facts = known[card]
                    row = counts[kind].setdefault(facts, [0, 0])
                    row[0] += 1
                    if (seat, card) in won:
                        won.remove((seat, card))
                        row[1] += 1
    return counts


def fit(counts: Counts, size: int) -> list[float]:
    """The weights of a logistic curve, by Newton's steps with a bound on each and a little pull towards 0."""
    weights = [0.0] * size
    for _ in range(30):
        matrix = [[3.0 * (i == j) for j in range(size)] for i in range(size)]
        right = [-3 * weight for weight in weights]
        for facts, (held, took) in counts.items():
            likely = chance(weights, facts)
            for i, fact in enumerate(facts):
                right[i] += (took - held * likely) * fact
                for j in range(size):
                    matrix[i][j] += held * likely * (1 - likely) * fact * facts[j]
        step = solved(matrix, right)
        bound = min(1.0, 1.5 / max(map(abs, step)))
        weights = [weight + bound * each for weight, each in zip(weights, step, strict=True)]
    return weights


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a system of linear equations."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(len(rows)):
        best = max(range(i, len(rows)), key=lambda place: abs(rows[place][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for other in range(len(rows)):
            if other != i:
                times = rows[other][i] / rows[i][i]
                rows[other] = [a - times * b for a, b in zip(rows[other], rows[i], strict=True)]
    return [row[-1] / row[i] for i, row in enumerate(rows)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--tables", type=int, default=4000, help="in the last round; a tenth of it in those before")
    args = parser.parse_args()
    rng = Random(args.seed)
    weights = [list(each) for each in WEIGHTS]
    for rounds_left in reversed(range(4)):
        counts = count(weights, args.tables // 10 if rounds_left else args.tables, rng)
        weights = [fit(each, len(old)) for each, old in zip(counts, weights, strict=True)]
    for each in weights:
        print(f"    ({', '.join(f'{weight:.3f}' for weight in each)}),")


if __name__ == "__main__":
    main()
