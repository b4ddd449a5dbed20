"""HOOL's score. Rules: README.md, "Score", rulings G12-G18."""

from __future__ import annotations

from dataclasses import dataclass

from hool.rules.hool_options import Options
from hool.rules.text import Bid, Text, name_seats, say, say_count

_GAME_LEVEL = {"C": 5, "D": 5, "H": 4, "S": 4, "NT": 3}


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a score: what for, the sum as written ("4 × 10" or ""), and its points."""

    text: Text
    sum: str
    points: int


def tricks_needed(bid: str) -> int:
    """Tricks promised by a bid: 7 to 13."""
    return 6 + int(bid[0])


def bonus_lines(options: Options, bid: str) -> tuple[ScoreLine, ...]:
    """The bonuses of a contract that is made. They depend on the bid, not on the tricks taken."""
    level, denomination = int(bid[0]), bid[1:]
    lines = []
    if level >= _GAME_LEVEL[denomination] and (level < 6 or options.slam_adds_game):
        lines.append(ScoreLine(say("Game bonus: {bid} was promised", bid=Bid(bid)), "", options.game))
    if level == 6:
        lines.append(ScoreLine(say("Small slam: {bid} was promised", bid=Bid(bid)), "", options.small_slam))
    if level == 7:
        lines.append(ScoreLine(say("Grand slam: {bid} was promised", bid=Bid(bid)), "", options.grand_slam))
    return tuple(line for line in lines if line.points)


def score(options: Options, bid: str, doubled: int, tricks: int) -> tuple[int, int]:
    """Points for declarer's side and for the defenders, one of them 0."""
    over = tricks - tricks_needed(bid)
    if over < 0:
        return 0, -over * options.undertrick * doubled
    return ((tricks - 6) * options.trick + sum(line.points for line in bonus_lines(options, bid))) * doubled, 0


def explain_score(options: Options, contract: str, declarer: int, doubled: int, tricks: int) -> tuple[ScoreLine, ...]:
    """The score line by line: what is added up, then a double if there was one, last the whole and for whom."""
    needed = tricks_needed(contract)
    lines: list[ScoreLine] = []
    if tricks >= needed:
        text = say_count("{count} trick, the first 6 are free", "{count} tricks, the first 6 are free", tricks)
        lines.append(ScoreLine(text, f"{tricks - 6} × {options.trick}", (tricks - 6) * options.trick))
        lines.extend(bonus_lines(options, contract))
    else:
        short = needed - tricks
        text = say_count("{count} trick too few", "{count} tricks too few", short)
        lines.append(ScoreLine(text, f"{short} × {options.undertrick}", short * options.undertrick))
    if doubled > 1:
        before = sum(line.points for line in lines)
        text = say("Doubled: all of it twice") if doubled == 2 else say("Redoubled: all of it four times")
        lines.append(ScoreLine(text, f"{before} × {doubled}", before * doubled))
    ours, theirs = score(options, contract, doubled, tricks)
    side = (declarer if tricks >= needed else declarer + 1) % 2
    lines.append(ScoreLine(say("For {pair}", pair=name_seats((side, side + 2))), "", ours + theirs))
    return tuple(lines)


def pays(options: Options, bid: str, doubled: int = 1) -> tuple[int, int]:
    """What a contract earns if just made, and what it costs (to the other side) if one trick short."""
    needed = tricks_needed(bid)
    return score(options, bid, doubled, needed)[0], score(options, bid, doubled, needed - 1)[1]
