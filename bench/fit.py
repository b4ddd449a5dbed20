"""Fit the expert's trick model: `python -m bench.fit deals.txt` (with `--deal 6000` that file is made first).

A line of the file is a deal: four hands N E S W as `AK2.QJ3.T98.7654`, then five groups of four hexadecimal digits, the
double-dummy tricks with S, H, D, C as trumps and at no trumps, each by declarer N E S W. Every line is used in both
directions, N-S and E-W. Least squares with a small ridge, in plain Python. One line in five is kept
apart, and what is printed is how well these are foretold.
"""

from __future__ import annotations

import argparse
import json
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import mean, pstdev

from hool.robots import expert_tricks as tricks
from hool.rules import hool
from hool.rules.cards import SUITS, format_hand, parse_hand
from hool.rules.game import Board

RIDGE = 4.0
ENOUGH = 100  # rows that tell what so many points are worth; beyond them the worth goes on in a straight line
PLAIN = ("honours", "honours by length", "honours by shortness", "lengths", "points at no trumps")

Row = tuple[list[int], tuple[int, int]]  # the places of the parts that count, and the tricks of both declarers


def make(path: Path, deals: int) -> None:
    """Add random deals with their tables to a file."""
    from hool.analysis.dds import DENOMINATIONS, load

    solver, rng = load(), Random(str(path))
    with path.open("a") as file:
        for _ in range(deals):
            deal = hool.deal(Board(1, 0, 4, hool.PRESETS["full"]), rng)
            table = solver.table(deal.hands)
            groups = (
                "".join(f"{table[seat][DENOMINATIONS.index(name)]:x}" for seat in range(4)) for name in (*SUITS, "NT")
            )
            file.write(f"{' '.join(map(format_hand, deal.hands))} {','.join(groups)}\n")
            file.flush()


def read(paths: list[Path]) -> Iterator[tuple[list[tuple[tricks.Holding, ...]], list[list[int]]]]:
    """The deals: four hands as the model sees them, and tricks[denomination][declarer]."""
    for path in paths:
        for line in path.read_text().splitlines():
            *hands, table = line.split()
            if len(hands) == 4 and len(table) == 24:
                yield (
                    [tricks.holdings(parse_hand(hand)) for hand in hands],
                    [[int(digit, 16) for digit in group] for group in table.split(",")],
                )


def rows(paths: list[Path], names: dict[str, int], plain: bool) -> Iterator[Row]:
    for hands, table in read(paths):
        for one in (0, 1):
            for denomination in [4] if plain else range(4):
                if plain or hands[one][denomination][1] + hands[one + 2][denomination][1] >= 5:
                    parts = tricks.all_parts(hands[one], hands[one + 2], denomination)
                    places = [names[name] + place for name, place in parts]
                    yield places, (table[denomination][one], table[denomination][one + 2])


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a positive definite system (Cholesky), which is used up."""
    size = len(right)
    for i in range(size):
        row = matrix[i]
        for j in range(i + 1):
            other = matrix[j]
            total = row[j] - sum(x * y for x, y in zip(row[:j], other[:j], strict=True))
            row[j] = total**0.5 if i == j else total / other[j]
    for i in range(size):
        right[i] = (right[i] - sum(matrix[i][j] * right[j] for j in range(i))) / matrix[i][i]
    for i in reversed(range(size)):
        right[i] = (right[i] - sum(matrix[j][i] * right[j] for j in range(i + 1, size))) / matrix[i][i]
    return right


def fit(training: list[Row], size: int) -> tuple[float, list[float]]:
    """The mean and the worth of each part."""
    base = mean(sum(pair) / 2 for _, pair in training)
    matrix = [[0.0] * size for _ in range(size)]
    right = [0.0] * size
    for places, pair in training:
        rest = sum(pair) / 2 - base
        for i in places:
            right[i] += rest
            row = matrix[i]
            for j in places:
                row[j] += 1
    for i in range(size):
        matrix[i][i] += RIDGE
    return base, solve(matrix, right)


def straighten(worth: list[float], counts: list[int]) -> None:
    """Draw out the worth of points to both ends, where there are few hands to learn from."""
    known = [points for points, count in enumerate(counts) if count >= ENOUGH]
    for end, step in ((known[0], -1), (known[-1], 1)):
        slope = (worth[end] - worth[end - 8 * step]) / 8
        points = end + step
        while 0 <= points < len(worth):
            worth[points] = worth[points - step] + slope
            points += step


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--deal", type=int, default=0, help="first add so many deals to the first file")
    args = parser.parse_args()
    if args.deal:
        make(args.files[0], args.deal)
    data: dict[str, list[float]] = {"base": [], "bend": []}
    for plain in (False, True):
        names, size = {}, 0
        for name, count in tricks.TABLES.items():
            if (name in PLAIN) == plain:
                names[name] = size
                size += count
        every = list(rows(args.files, names, plain))
        training = every[: len(every) * 4 // 5]
        base, worth = fit(training, size)
        data["base"].append(round(base, 3))
        first = names["points at no trumps" if plain else "points"]
        counts = [0] * tricks.TABLES["points"]
        for places, _ in training:
            for place in places:
                if place >= first and place - first < len(counts):
                    counts[place - first] += 1
        ends = worth[first : first + len(counts)]
        straighten(ends, counts)
        worth[first : first + len(counts)] = ends
        for name, place in names.items():
            data[name] = [round(each, 3) for each in worth[place : place + tricks.TABLES[name]]]
        overs = [(base + sum(worth[place] for place in places) - tricks.BENT, pair) for places, pair in every]
        top = [(over, sum(pair) / 2 - tricks.BENT) for over, pair in overs if over > 0]
        bend = sum(over * taken for over, taken in top) / sum(over * over for over, _ in top)
        data["bend"].append(round(bend, 2))
        groups: list[list[float]] = [[] for _ in range(len(tricks.EDGES) + 1)]
        tested: list[list[float]] = [[] for _ in range(len(tricks.EDGES) + 1)]
        for number, (places, pair) in enumerate(every):
            expected = base + sum(worth[place] for place in places)
            among = bisect_right(tricks.EDGES, expected)
            expected -= (1 - bend) * max(0.0, expected - tricks.BENT)
            groups[among] += [taken - expected for taken in pair]
            if number >= len(training):
                tested[among] += [taken - expected for taken in pair]
        data["spread at no trumps" if plain else "spread"] = [round(pstdev(group), 2) for group in groups]
        apart = [each for group in tested for each in group]
        print(f"{'no trumps' if plain else 'trumps'}: {len(every)} rows, kept apart: spread {pstdev(apart):.3f}")
        for group in tested:
            if group:
                print(f"    {len(group):6} bias {mean(group):+.3f} spread {pstdev(group):.2f}")
    tricks.FILE.write_text(json.dumps(data).replace("], ", "],\n") + "\n", "utf-8")


if __name__ == "__main__":
    main()
