"""Items about what a contract promises and what it pays: level, score, game, and the results of several tables."""

from __future__ import annotations

from hool.checks.item import Final, Item, Option, Part, Row, Sheet
from hool.checks.making import PLAIN, Dice, chain, numbers_part
from hool.rules import hool
from hool.rules.game import Seat
from hool.rules.hool import BIDS, Options, bid_rank
from hool.rules.text import Bid, SeatRef, Text, name_seats, say, say_count

_TRICKS_IN = {
    "C": say("clubs"),
    "D": say("diamonds"),
    "H": say("hearts"),
    "S": say("spades"),
    "N": say("no trumps"),
}

# Up to 5NT. A game is a matter of the bid alone, whatever the bonus of a lesson is.
GAMES = frozenset(bid for bid in BIDS[:25] if hool.pays(PLAIN, bid)[0] > int(bid[0]) * PLAIN.trick)


def level(dice: Dice, options: Options) -> Item:
    """From the level to the tricks, or back."""
    bid = dice.pick(BIDS)
    number, tricks = int(bid[0]), hool.tricks_needed(bid)
    sums = f"6 + {number} = {tricks}"
    why = say("The first six tricks are free, and the level comes on top: {sum}.", sum=sums)
    if dice.odds(2, 3):
        ask = say("How many tricks does this contract promise?")
        part = numbers_part(say("How many tricks?"), range(1, 14), {number: "level is tricks"})
        return Item("level", ask, None, Final(bid), (part,), (frozenset({str(tricks)}),), why)
    ask = say_count(
        "You promise {count} trick in {suit}. Which level do you bid?",
        "You promise {count} tricks in {suit}. Which level do you bid?",
        tricks,
        suit=_TRICKS_IN[bid[1]],
    )
    part = numbers_part(say("Which level?"), range(1, 8), {tricks: "level is tricks"})
    return Item("level", ask, None, None, (part,), (frozenset({str(number)}),), why)


def _has_doubles(options: Options) -> bool:
    """Whether a contract can be doubled: that is an answer, so the bidding needs a second step."""
    return options.contract == "bid" and options.trumps == "contract" and options.bidding_steps > 1


def score(dice: Dice, options: Options) -> Item:
    """A contract and its tricks: who gets the points, and six sums to choose from."""
    kinds = ["part", "part over", "down", "game", "game over", "game down"]
    if _has_doubles(options):
        kinds += ["doubled", "doubled down"]
    kind = dice.pick(kinds)
    games = [bid for bid in BIDS[:25] if bid in GAMES]
    parts = [bid for bid in BIDS[:20] if bid not in GAMES]
    bid = dice.pick(games if "game" in kind or (kind == "doubled" and dice.odds(1, 2)) else parts)
    needed, declarer = hool.tricks_needed(bid), dice.seat()
    doubled = (4 if dice.odds(1, 4) else 2) if "doubled" in kind else 1
    tricks = needed
    if "down" in kind:
        tricks -= 1 + dice.below(3)
    elif "over" in kind or (kind == "doubled" and dice.odds(1, 2)):
        tricks += 1 + dice.below(2)
    made = tricks >= needed
    right = max(hool.score(options, bid, doubled, tricks))
    slips: dict[int, str] = {}
    for points, slip in _other_sums(options, bid, doubled, tricks):
        if points > 0 and points != right and len(slips) < 5:
            slips.setdefault(points, slip)
    fill = [right + step for step in (-30, -20, -10, 10, 20, 30, 40, 100) if right + step > 0]
    for points in dice.some(fill, len(fill)):
        if len(slips) < 5:
            slips.setdefault(points, "")
    side = (declarer if made else declarer + 1) % 2
    pairs = tuple(
        Option(("ns", "ew")[each], name_seats((each, each + 2)), "" if each == side else "wrong side")
        for each in range(2)
    )
    who = Part(say("Who gets the points?"), "words", pairs)
    many = numbers_part(say("How many points?"), sorted((right, *slips)), slips)
    return Item(
        "score",
        say("How many points is this, and for whom?"),
        say(
            "{seat} is declarer in {contract} and takes {tricks} tricks.",
            seat=SeatRef(declarer),
            contract=_contract_text(bid, doubled),
            tricks=tricks,
        ),
        Final(bid, doubled, declarer, tricks),
        (who, many),
        (frozenset({("ns", "ew")[side]}), frozenset({str(right)})),
        _score_lines(options, bid, declarer, doubled, tricks),
    )


def _other_sums(options: Options, bid: str, doubled: int, tricks: int) -> list[tuple[int, str]]:
    """What the usual mistakes come to, the commonest first. Some come to the right sum: no bonus
    was there to be forgotten."""
    needed = hool.tricks_needed(bid)
    if tricks < needed:
        short = needed - tricks
        return [
            (max(hool.score(options, bid, 1, tricks)), "forgot the double"),
            (short * options.trick * doubled, "ten for each"),
            (hool.score(options, bid, doubled, needed)[0], "counted as made"),
            (tricks * options.trick, "counted as made"),
        ]
    right = hool.score(options, bid, doubled, tricks)[0]
    bonus = right - (tricks - 6) * options.trick * doubled
    return [
        (hool.score(options, bid, 1, tricks)[0], "forgot the double"),
        (right - bonus, "forgot the bonus"),
        (right + (0 if bonus else options.game), "bonus without game"),
        (hool.score(options, bid, doubled, needed)[0], "forgot overtricks"),
        (right + 6 * options.trick * doubled, "counted the first six"),
    ]


def _contract_text(bid: str, doubled: int) -> Text:
    if doubled == 1:
        return say("{bid}", bid=Bid(bid))
    return say("{bid} doubled", bid=Bid(bid)) if doubled == 2 else say("{bid} redoubled", bid=Bid(bid))


def _score_lines(options: Options, bid: str, declarer: Seat, doubled: int, tricks: int) -> Text:
    lines = [
        say("{what}: {sum} = {points}.", what=line.text, sum=line.sum, points=line.points)
        if line.sum
        else say("{what}: {points}.", what=line.text, points=line.points)
        for line in hool.explain_score(options, bid, declarer, doubled, tricks)
    ]
    return chain(*lines)


def game(dice: Dice, options: Options) -> Item:
    """Four contracts around the border, one to three of them games."""
    near = BIDS[8:25]  # 2S up to 5NT
    border = ["3H", "3S", "4C", "4D", "2NT"]
    while True:
        bids = [dice.pick(border), *dice.some(near, 3)]
        games = [bid for bid in bids if bid in GAMES]
        if len(set(bids)) == 4 and 1 <= len(games) <= 3:
            break
    bids.sort(key=bid_rank)
    taps = tuple(Option(bid, Bid(bid), "" if bid in GAMES else "part-score") for bid in bids)
    part = Part(say("Tap every game."), "bid", taps, several=True, left_out="left out a game")
    order = [bid for bid in bids if bid in GAMES]
    others = [bid for bid in bids if bid not in GAMES]
    why = chain(
        say("A game is 3NT, 4 of hearts or spades, 5 of clubs or diamonds, or more."),
        *(say("{bid} is a game: {count} tricks.", bid=Bid(bid), count=hool.tricks_needed(bid)) for bid in order),
        *(say("{bid} is not: {count} tricks.", bid=Bid(bid), count=hool.tricks_needed(bid)) for bid in others),
    )
    return Item("game", say("Which of these contracts are games?"), None, None, (part,), (frozenset(order),), why)


def results(dice: Dice, options: Options) -> Item:
    """Three or four tables; in half of the sheets one side scored everywhere, so that the least counts."""
    one_side = dice.odds(1, 2)
    tables = 3 + dice.below(2)
    strong = dice.below(2)
    suits = [dice.some(("C", "D", "H", "S", "NT"), 2) for _ in range(2)]
    while True:
        rows = []
        for number in range(1, tables + 1):
            side = strong if dice.odds(3, 4) else 1 - strong
            able = 8 + dice.below(4) if side == strong else 6 + dice.below(3)
            level = max(1, min(5, able - 6 + dice.pick((-1, 0, 0, 1))))
            bid = f"{level}{dice.pick(suits[side])}"
            doubled = 2 if _has_doubles(options) and able < hool.tricks_needed(bid) and dice.odds(1, 3) else 1
            declarer = side + 2 * dice.below(2)
            ours, theirs = hool.score(options, bid, doubled, able)
            ns, ew = (ours, theirs) if side == 0 else (theirs, ours)
            rows.append(Row(number, bid, doubled, declarer, able, ns, ew))
        gains = [row.ns - row.ew for row in rows]
        ends = gains.count(max(gains)) == gains.count(min(gains)) == 1
        if ends and (min(gains) > 0 or max(gains) < 0) == one_side:
            break
    best, worst = rows[gains.index(max(gains))], rows[gains.index(min(gains))]

    def tap(row: Row, wrong: Row) -> Option:
        slip = "other column" if row == wrong else ""
        return Option(str(row.number), row.number, slip)

    # Whoever reads the other side's column finds that side's best table, which is their own worst.
    for_ns = Part(say("At which table did North and South do best?"), "number", tuple(tap(row, worst) for row in rows))
    for_ew = Part(say("At which table did East and West do best?"), "number", tuple(tap(row, best) for row in rows))
    ns_why = (
        say("North and South got most at table {number}: {points}.", number=best.number, points=best.ns)
        if best.ns
        else say(
            "East and West scored at every table. At table {number} North and South gave away least: {points}.",
            number=best.number,
            points=best.ew,
        )
    )
    ew_why = (
        say("East and West got most at table {number}: {points}.", number=worst.number, points=worst.ew)
        if worst.ew
        else say(
            "North and South scored at every table. At table {number} East and West gave away least: {points}.",
            number=worst.number,
            points=worst.ns,
        )
    )
    return Item(
        "results",
        say("Who did best on this board?"),
        say("Each table played the same cards."),
        Sheet(tuple(rows)),
        (for_ns, for_ew),
        (frozenset({str(best.number)}), frozenset({str(worst.number)})),
        chain(ns_why, ew_why),
    )
