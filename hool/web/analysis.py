"""What a replay shows of the double-dummy analysis, as plain values for `_replay_analysis.html`.

It says only what the board's own rules know: no contract and no par where nobody names one, and nothing where each
plays alone. Nothing here waits: what is not known yet is asked for, and the page asks again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING

from hool import insight
from hool.analysis.analyst import Analyst
from hool.analysis.par import Par, Tricks, par
from hool.fold import BoardRecord
from hool.insight import Played, Story
from hool.rules import hool
from hool.rules.game import Seat
from hool.rules.text import Bid, SeatRef, Text, name_seats, say, say_count
from hool.web.show import COMPASS

if TYPE_CHECKING:
    from hool.web.replay import Step

MOST_ROWS = 6.0  # how high the chart may be above the lanes of the seats, in rows of text
GAP = 0.5  # rows between the line and the lanes
_STILL = say("The analysis of this board took too long. Look again in a minute.")


@dataclass(frozen=True, slots=True)
class Mark:
    """A card in the chart. at: its step. css: the compass word of the hand it came from. side: "ns" or "ew".
    cost: tricks given away. name: what its link is called. now: the present step. stop: whether the tab key stops
    here."""

    at: int
    css: str
    side: str
    cost: int
    name: Text
    now: bool
    stop: bool


@dataclass(frozen=True, slots=True)
class Half:
    """Some tricks of the chart. x, width: in cards; tricks: their numbers, from 1; marks: one for each card played."""

    x: int
    width: int
    tricks: range
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of the chart, between the line and the contract; css: whom it is good for, "ns" or "ew"."""

    x: float
    y: float
    width: float
    height: float
    css: str


@dataclass(frozen=True, slots=True)
class Chart:
    """What each card cost, as geometry: x in cards, y in rows of text from the top.

    halves: the tricks in two parts, one below the other on a phone. height: of all. labels: (tricks, y) of the scale;
    lanes: the y of each seat's lane. path: the tricks the side can still reach; claimed: what a claim made of them,
    or "". goal: the y of the contract, None without one. here: the x of the present card, None beside the play.
    """

    halves: tuple[Half, ...]
    height: float
    labels: tuple[tuple[int, float], ...]
    lanes: tuple[float, ...]
    areas: tuple[Area, ...]
    path: str
    claimed: str
    goal: float | None
    here: int | None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table of tricks: one declarer, or both of a side if they take the same.
    tricks: for each denomination, C D H S NT."""

    seats: tuple[Seat, ...]
    tricks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A card that gave tricks away. at: its step; number: its trick; side: "ns" or "ew", who lost by it."""

    at: int
    number: int
    words: Text
    side: str
    cost: int


@dataclass(frozen=True, slots=True)
class Tale:
    """What happened in the play. side: whose tricks the chart shows, 0 or 1. judged: about the card just played; gave:
    the tricks it gave away, and "ns" or "ew", whose. told: what became of the result; flips: when, as (step, sentence),
    if a contract's fate changed. moments: every card that gave something away. claim: what to think of the claim, or
    None."""

    side: int
    chart: Chart
    judged: tuple[Text, ...]
    gave: tuple[int, str]
    told: Text
    flips: tuple[tuple[int, Text], ...]
    moments: tuple[Moment, ...]
    claim: Text | None


@dataclass(frozen=True, slots=True)
class Left:
    """What a clue left for a listener: the share of the hands in words, and as a percentage."""

    listener: Seat
    share: Text
    percent: float


@dataclass(frozen=True, slots=True)
class Clue:
    """A clue of the board. at: its step. words: what it told partner, None without one. left: for each of the others,
    partner first."""

    at: int
    teller: Seat
    kind: str
    value: str | int
    words: Text | None
    left: tuple[Left, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known about a finished board, at one of its steps.

    problem: why something will not come, or None. waiting: something is being worked out. rows: the table of tricks,
    () if not known or not of use; played: the declarer and denomination of the contract. par: what par is; scored: how
    the result compares. tale: None if not known or nobody played.
    """

    problem: Text | None
    waiting: bool
    rows: tuple[Row, ...]
    played: tuple[Seat | None, str]
    par: Text | None
    scored: tuple[Text, ...]
    tale: Tale | None


def analysis(analyst: Analyst, record: BoardRecord, made: Sequence[Step], at: int, side: int | None) -> Analysis | None:
    """The analysis of a board at step `at` of its replay `made`; None where there is none, as each plays alone.

    side: the reader's own, 0 or 1; None for onlookers.
    """
    options, view = record.board.options, made[-1].view
    if not options.partners:
        return None
    missing: list[bool] = []  # for each answer that is not there: whether it failed
    table = analyst.table(record.deal) if shows_table(options) else None
    if table is None and shows_table(options):
        missing.append(analyst.table_failed(record.deal))
    best = par(table, options, record.board.dealer) if table is not None and shows_par(options) else None
    cards = cards_of(record, made)
    tale = None
    if cards:
        asked = (record.deal, view.trumps, cards[0].holder, [played.card for played in cards])
        trace = analyst.trace(*asked)
        if trace is None:
            missing.append(analyst.trace_failed(*asked))
        else:
            goal = hool.tricks_needed(view.contract) if view.contract else None
            took = view.tricks_won[trace.side] + view.tricks_won[trace.side + 2]
            tale = _tale(insight.story(cards, trace, goal, took, record.claim), record, made, made[at])
    problem = (analyst.off or (_STILL if any(missing) else None)) if missing else None
    return Analysis(
        problem=problem,
        waiting=bool(missing) and problem is None,
        rows=() if table is None else rows(table),
        played=(view.declarer if view.contract else None, view.contract[1:]),
        par=None if best is None else par_words(best),
        scored=() if best is None else scored_words(record.result.scores, best, side),
        tale=tale,
    )


def shows_table(options: hool.Options) -> bool:
    """Whether there was something to choose: where the contract is given, or none, only its own tricks are of use."""
    return options.trumps == "contract" and options.contract != "given"


def shows_par(options: hool.Options) -> bool:
    """Par is about bids and doubles: both must be in the game."""
    bids = options.trumps == "contract" and options.contract == "bid"
    return bids and options.bidding_steps > 1 and options.score == "hool"


def cards_of(record: BoardRecord, made: Sequence[Step]) -> list[Played]:
    """The cards of a board in the order played."""
    found = []
    for before, step in pairwise(made):
        if step.phase == "play" and step.hot is not None and step.actor is not None:
            holder = step.trick[-1][0]
            led = step.trick[0][1].suit if len(step.trick) > 1 else ""
            given = step.done <= record.fixed
            found.append(Played(step.number, step.actor, holder, step.hot, before.hands[holder], led, given))
    return found


def clues_of(record: BoardRecord, made: Sequence[Step]) -> list[Clue]:
    """Every clue of the board, and what it told the others."""
    found = []
    for step in made:
        if step.phase == "clues" and step.actor is not None:
            clues = step.view.clues[step.actor]
            told = insight.told_by(record.deal.hands, record.board.options.pack, step.actor, clues)
            left = tuple(Left(each.listener, insight.share(each), 100 * each.after / each.before) for each in told)
            words = insight.told_words(told[0], step.actor) if record.board.options.partners else None
            kind, value = clues[-1]
            found.append(Clue(step.at, step.actor, kind, value, words, left))
    return found


# -- the play --------------------------------------------------------------------------------------------------------


def _tale(story: Story, record: BoardRecord, made: Sequence[Step], step: Step) -> Tale:
    first = next(each.at for each in made if each.phase == "play")
    place = step.at - first if step.phase == "play" else None
    return Tale(
        side=story.side,
        chart=_chart(story, first, place, len(record.deal.hands[0])),
        judged=insight.judged(story, place) if place is not None else (),
        gave=(0, "") if place is None else (story.cost(place), _css(story.cards[place].holder)),
        told=insight.told_story(story),
        flips=tuple(
            (made[-1].at if flip.change is None else first + flip.change.place, insight.flip_words(flip))
            for flip in story.flips
        ),
        moments=tuple(
            Moment(
                first + each.place,
                each.played.number,
                insight.played_words(each.played),
                _css(each.played.holder),
                each.cost,
            )
            for each in story.changes
        ),
        claim=insight.claim_words(story),
    )


def _css(seat: Seat) -> str:
    return "ew" if seat % 2 else "ns"


def _chart(story: Story, first: int, place: int | None, tricks: int) -> Chart:
    """first: the step of the first card. place: of the present card, or None. tricks: of the whole board."""
    reach, goal = story.reach, story.goal
    values = {*reach, story.took, *(() if goal is None else (goal,))}
    low, high = min(values), max(values)
    while high - low < 2:  # room above and below a straight line
        low, high = max(0, low - 1), min(tricks, high + 1)
    row = min(1.0, MOST_ROWS / (high - low + 1))
    every = ceil(0.9 / row)  # labels need a row of text each

    def y(value: int) -> float:
        return round((high - value + 0.5) * row, 3)

    lanes_at = (high - low + 1) * row + GAP
    runs = list(_runs(reach))
    path = f"M0 {y(reach[0])}" + "".join(f"V{y(value)}H{end:g}" for _, end, value in runs)
    areas = () if goal is None else tuple(
        Area(start, min(y(value), y(goal)), end - start, abs(y(value) - y(goal)), _css(story.side + (value < goal)))
        for start, end, value in runs
        if value != goal
    )  # fmt: skip
    half = tricks if tricks <= 7 else (tricks + 1) // 2
    marks = _marks(story, first, place)
    return Chart(
        halves=tuple(
            Half(4 * begin, 4 * (end - begin), range(begin + 1, end + 1), marks[4 * begin : 4 * end])
            for begin, end in ((0, half), (half, tricks))
            if begin < end
        ),
        height=lanes_at + 4,
        labels=tuple((value, y(value)) for value in range(low, high + 1) if (value - (goal or low)) % every == 0),
        lanes=tuple(lanes_at + lane + 0.5 for lane in range(4)),
        areas=areas,
        path=path,
        claimed=f"M{len(story.cards)} {y(reach[-1])}V{y(story.took)}H{4 * tricks}" if story.claimed else "",
        goal=None if goal is None else y(goal),
        here=place,
    )


def _runs(reach: Sequence[int]) -> Iterator[tuple[float, float, int]]:
    """Where the line is level: from and to, in cards, and its value. It changes in the middle of a card's column."""
    start = 0.0
    for place, (before, after) in enumerate(pairwise(reach)):
        if after != before:
            yield start, place + 0.5, before
            start = place + 0.5
    yield start, float(len(reach) - 1), reach[-1]


def _marks(story: Story, first: int, here: int | None) -> tuple[Mark, ...]:
    """One for each card. The tab key stops at the present card and where something was given away, not 52 times."""
    stops = {change.place for change in story.changes} | {here or 0}
    made = []
    for place, played in enumerate(story.cards):
        where: dict[str, object] = {"number": played.number, "seat": SeatRef(played.holder), "card": played.card}
        cost = story.cost(place)
        name = (
            say_count(
                "Trick {number}, {seat}, {card}: gives a trick away",
                "Trick {number}, {seat}, {card}: gives {count} tricks away",
                cost,
                **where,
            )
            if cost
            else say("Trick {number}, {seat}, {card}", **where)
        )
        css, side = COMPASS[played.holder], _css(played.holder)
        made.append(Mark(first + place, css, side, cost, name, place == here, place in stops))
    return tuple(made)


# -- the table and par -----------------------------------------------------------------------------------------------


def rows(table: Tricks) -> tuple[Row, ...]:
    """The table of tricks, North-South first; partners who take the same share a row."""
    found = []
    for one, other in ((0, 2), (1, 3)):
        if table[one] == table[other]:
            found.append(Row((one, other), table[one]))
        else:
            found += [Row((one,), table[one]), Row((other,), table[other])]
    return tuple(found)


def par_words(best: Par) -> Text:
    """What par is, in one sentence."""
    if not best.contract:
        return say("If everybody saw all cards and bid perfectly, all four would pass. That is called par.")
    bid: object = Bid(best.contract)
    if best.doubled > 1:
        bid = say("{bid} doubled", bid=bid)
    over = best.tricks - hool.tricks_needed(best.contract)
    if over == 0:
        how = say("made")
    elif over > 0:
        how = say_count("one over", "{count} over", over)
    else:
        how = say_count("one down", "{count} down", -over)
    declarer: object = SeatRef(best.declarers[0])
    if len(best.declarers) > 1:
        declarer = say("{one} or {other}", one=SeatRef(best.declarers[0]), other=SeatRef(best.declarers[1]))
    line = say("{bid} by {declarer}, {how}: {gain}", bid=bid, declarer=declarer, how=how, gain=_gain(best.points))
    return say("If everybody saw all cards and bid perfectly: {line}. That is called par.", line=line)


def scored_words(scores: Sequence[int], best: Par, side: int | None) -> tuple[Text, ...]:
    """The result beside par, as the reader's side sees it. scores: points per seat; side: 0, 1 or None."""
    scored = scores[0] - scores[1]
    if side is None:
        beside = say("Here: {result}. Par: {par}.", result=_gain(scored), par=_gain(best.points))
        return beside, _difference(scored - best.points, name_seats((0, 2)))
    sign = 1 if side == 0 else -1
    ours, ours_at_par = sign * scored, sign * best.points
    if ours >= 0 and ours_at_par >= 0:
        beside = say("You got {points}; par is {par}.", points=ours, par=ours_at_par)
    elif ours >= 0:
        beside = say("You got {points}; par is {par} for the other side.", points=ours, par=-ours_at_par)
    elif ours_at_par >= 0:
        beside = say("The other side got {points}; par is {par} for you.", points=-ours, par=ours_at_par)
    else:
        beside = say("The other side got {points}; par for them is {par}.", points=-ours, par=-ours_at_par)
    return beside, _difference(ours - ours_at_par, None)


def _gain(points: int) -> Text:
    return say("E–W {points}", points=-points) if points < 0 else say("N–S {points}", points=points)


def _difference(points: int, pair: Text | SeatRef | None) -> Text:
    if points == 0:
        return say("That is par.")
    if pair is None:
        return (
            say("For you that is {points} better than par.", points=points)
            if points > 0
            else say("For you that is {points} worse than par.", points=-points)
        )
    return (
        say("For {pair} that is {points} better than par.", pair=pair, points=points)
        if points > 0
        else say("For {pair} that is {points} worse than par.", pair=pair, points=-points)
    )
