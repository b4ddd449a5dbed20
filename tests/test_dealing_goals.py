"""Deals by what can be made with them: what is said at once, what is found, and when a search gives up."""

import itertools
from random import Random

import pytest

from hool.analysis import dds
from hool.dealing import (
    CONTRACTS,
    SEATS,
    Conditions,
    Goal,
    Solved,
    Tally,
    contradictions,
    fields,
    keeps,
    look_on,
    parse,
)
from hool.dealing.order import FAIR, OFTEN, PATIENCE, TRIES, usual_points
from hool.rules.cards import FULL_PACK, Deal, hand_order, high_card_points, lengths
from hool.rules.hool import PACKS
from hool.rules.hool_options import BIDS, DENOMINATIONS
from tests.double_dummy import Solver


def wanted(text):
    found = parse(fields(text))
    assert isinstance(found, Conditions), [str(text) for text in found]
    return found


def whys(text, pack=FULL_PACK):
    return [str(text) for text in contradictions(wanted(text), pack)]


def still():
    return 0.0


class Same:
    """A solver for which every deal is alike. rows: tricks of N E S W in C D H S NT."""

    def __init__(self, *rows):
        self.rows = rows
        self.asked = []
        self.tables = 0

    def tricks(self, hands, trumps, leader):
        self.asked.append(hands)
        return 13 - self.rows[(leader - 1) % 4][DENOMINATIONS.index(trumps)]

    def table(self, _hands):
        self.tables += 1
        return self.rows


WEAK = Same((6,) * 5, (6,) * 5, (6,) * 5, (6,) * 5).rows


@pytest.fixture(scope="module")
def solver():
    return dds.load()


# -- what a goal is ---------------------------------------------------------------------------------------------------

#        clubs, diamonds, hearts, spades, no trumps
ROWS = ((5, 6, 10, 9, 8), (8, 7, 3, 4, 5), (5, 6, 9, 9, 9), (8, 7, 3, 4, 4))


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("NS makes 4H", True),
        ("N makes 4H", True),
        ("S makes 4H", False),
        ("NS makes 5H", False),
        ("EW makes 2C", True),
        ("EW makes 3C", False),
        ("NS not 4S", True),
        ("NS not 3S", False),
        ("S not 4H", True),
        ("NS not 4H", False),
        ("NS takes 9 NT", True),
        ("NS takes 8 NT", False),
        ("N takes 8 NT", True),
        ("NS takes 10-11 H", True),
        ("EW takes 0-5 NT", True),
        ("EW takes 6+ NT", False),
        ("N alone 4H", True),
        ("S alone 3NT", True),
        ("N alone 3H", False),
        ("S alone 4H", False),
        ("NS makes game", True),
        ("NS makes major game", True),
        ("EW makes game", False),
        ("EW not game", True),
        ("NS not suit game", False),
        ("S not suit game", True),
        ("NS makes slam", False),
        ("NS not grand slam", True),
        ("N alone game", False),
    ],
)
def test_what_a_wish_means(text, holds):
    (goal,) = wanted(text).goals
    assert goal.holds(lambda seat, denomination: ROWS[seat][DENOMINATIONS.index(denomination)]) == holds


def test_a_deal_is_solved_only_as_far_as_it_is_asked():
    same = Same(*ROWS)
    deal = Deal(tuple(FULL_PACK[seat * 13 : seat * 13 + 13] for seat in range(4)))
    tricks = Solved(deal, same)
    for _ in range(2):
        assert [tricks(seat, "H") for seat in range(4)] == [10, 3, 9, 3]
    assert (len(same.asked), same.tables) == (4, 0)
    found = {(seat, each): tricks(seat, each) for seat in range(4) for each in DENOMINATIONS}
    assert [[found[seat, each] for each in DENOMINATIONS] for seat in range(4)] == [list(row) for row in ROWS]
    assert (len(same.asked), same.tables) == (5, 1)
    same = Same(*ROWS)
    tricks = Solved(deal, same)
    assert tricks.keeps(Goal("NS", "makes", "4H")) and (len(same.asked), same.tables) == (1, 0)
    assert tricks.keeps(Goal("NS", "makes", "game")) and tricks.keeps(Goal("EW", "not", "game"))
    assert (len(same.asked), same.tables) == (1, 1)


# -- what cannot be ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("NS makes 4S; NS not 3S", "Both cannot be: North and South can make 4S, and North and South cannot make 3S."),
        ("NS not 3S; N makes 4S", "Both cannot be: North and South cannot make 3S, and North can make 4S."),
        ("NS takes 9 NT; S makes 4NT",
         "Both cannot be: North and South take 9 of the tricks in no trumps, and South can make 4NT."),
        ("NS makes slam; NS not game",
         "Both cannot be: North and South can make a slam, and North and South cannot make a game."),
        ("N alone 4H; S makes 5H", "Both cannot be: North can make 4H, South cannot, and South can make 5H."),
        ("NS makes game; NS not suit game; NS takes 0-8 NT",
         "North and South can make a game: with all else that is wished this cannot be."),
        ("NS makes 7S; EW makes 7S", "Both cannot be: North and South can make 7S, and East and West can make 7S."),
        ("E takes 14 NT", "East takes 14 of the tricks in no trumps: there are only 13."),
        ("NS spades 0-2; NS makes 4S", "North and South can make 4S: for that they have too few trumps."),
        ("N hearts 1; S hearts 0; EW not 1NT; NS makes 3H",
         "North and South can make 3H: for that they have too few trumps."),
    ],
)  # fmt: skip
def test_what_excludes_each_other_is_said_at_once(text, sentence):
    assert whys(text) == [sentence]
    solver = Same(*WEAK)
    found = look_on(wanted(text), 1, Tally(), Random(1), still, solver)
    assert (found.deals, str(found.why), solver.asked) == ((), sentence, [])


@pytest.mark.parametrize(
    "text",
    [
        "NS makes 7NT; EW makes 7NT",  # who leads may decide: each side has two suits from the top, in one hand
        "NS makes 7S; EW makes 6S",
        "NS makes 4S; S not 4S",
        "N makes 4H; S not 4H; N alone 4H",
        "NS makes game; NS not suit game",
        "NS spades 3; NS makes 4S",
    ],
)
def test_what_is_only_rare_is_no_contradiction(text):
    assert whys(text) == []


def test_contracts_need_all_cards():
    assert whys("NS makes 1H", PACKS["two suits"]) == ["What can be made needs all 52 cards; this pack has fewer."]


def test_what_real_deals_allow_is_no_contradiction(solver):
    """Goals, suits and fits read off deals, freaks among them, never exclude each other."""
    rng = Random(11)
    for freak in (False, False, True, True):
        cards = list(FULL_PACK)
        if not freak:
            rng.shuffle(cards)
        for _ in range(12):  # a freak: the sorted pack, with a few cards changed
            one, other = rng.randrange(52), rng.randrange(52)
            cards[one], cards[other] = cards[other], cards[one]
        deal = Deal(tuple(hand_order(cards[seat * 13 : seat * 13 + 13]) for seat in range(4)))
        rows = solver.table(deal.hands)
        goals = [
            Goal(who, verb, what)
            for who in (*SEATS, "NS", "EW")
            for verb in ("makes", "not", "alone")
            for what in (*BIDS, *CONTRACTS)
            if verb != "alone" or len(who) == 1
        ]
        true = [goal for goal in goals if goal.holds(lambda s, d, rows=rows: rows[s][DENOMINATIONS.index(d)])]
        both = [lengths(deal.hands[side] + deal.hands[side + 2]) for side in (0, 1)]
        sides = "; ".join(
            f"{who} {suit} {count}"
            for who, counts in zip(("NS", "EW"), both, strict=True)
            for suit, count in zip(("spades", "hearts", "diamonds", "clubs"), counts, strict=True)
        )
        for _ in range(20):
            text = "; ".join([sides, *map(str, rng.sample(true, 10))])
            assert whys(text) == []


# -- what is found ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "NS makes 4S",
        "EW not 1NT; EW hcp 18+",
        "NS takes 9 NT",
        "N makes 3NT; S not 3NT",
        "NS hcp 24-31; NS fit 8+ major; NS makes major game; NS not slam",
        "NS makes 3NT; NS not suit game",
        "NS hcp 17-23; NS not game; EW not game",
        "E makes 2H; N shape balanced",
    ],
)
def test_what_is_found_is_as_wanted(solver, text):
    conditions = wanted(text)
    found = look_on(conditions, 1, Tally(), Random(3), still, solver)
    assert found.why is None
    (deal,) = found.deals
    assert sorted(map(str, itertools.chain(*deal.hands))) == sorted(map(str, FULL_PACK))
    assert keeps(conditions, deal)
    rows = solver.table(deal.hands)
    for goal in conditions.goals:
        assert goal.holds(lambda seat, denomination: rows[seat][DENOMINATIONS.index(denomination)])


@pytest.mark.parametrize(("text", "need"), [("NS hcp 30+; NS makes 3NT", 9), ("EW hcp 28+; EW makes 3NT", 9)])
def test_another_solver_agrees(solver, text, need):
    """The second solver, written for the lessons, is slow but knows nothing of the first."""
    (deal,) = look_on(wanted(text), 1, Tally(), Random(1), still, solver).deals
    one = SEATS.index(text[0])
    side = frozenset({one, one + 2})
    assert any(Solver(deal.hands, None, side).reach((seat + 1) % 4, need) for seat in side)


def test_boards_without_goals_need_no_solver():
    found = look_on(wanted("NS hcp 20+; EW fit 8+"), 12, Tally(), Random(5), still)
    assert len(found.deals) == 12 == len(set(found.deals)) and found.why is None
    assert all(keeps(wanted("NS hcp 20+; EW fit 8+"), deal) for deal in found.deals)
    assert (found.tally.tried, found.tally.good) == (12, 12)


# -- a long search ----------------------------------------------------------------------------------------------------


class Clock:
    """Each look at it takes a thousandth of a second, and what is asked of its solver 0.3."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        self.now += 0.001
        return self.now

    def solver(self, *rows):
        same, clock = Same(*rows), self

        class Slow(Same):
            def tricks(self, hands, trumps, leader):
                clock.now += 0.3
                return same.tricks(hands, trumps, leader)

        slow = Slow(*rows)
        slow.asked = same.asked
        return slow


def test_a_search_is_made_in_stretches():
    clock = Clock()
    conditions, tally, found = wanted("NS makes 1C"), Tally(), []
    solver = clock.solver((7, 6, 6, 6, 6), *WEAK[1:])
    stretches = 0
    while len(found) < 10:
        begun = clock.now
        stretch = look_on(conditions, 10 - len(found), tally, Random(len(found)), clock, solver, seconds=1.0)
        assert clock.now - begun < 1.5
        assert stretch.why is None and stretch.deals
        found, tally = [*found, *stretch.deals], stretch.tally
        stretches += 1
    assert stretches >= 3 and tally.good == 10 and len(set(found)) == 10


def test_what_is_too_rare_ends_in_time_and_says_why():
    clock = Clock()
    solver = clock.solver(*WEAK)
    tally, why = Tally(), None
    conditions = wanted("EW hcp 20+; EW makes 6S")
    while why is None:
        stretch = look_on(conditions, 4, tally, Random(tally.tried), clock, solver)
        assert stretch.deals == ()
        tally, why = stretch.tally, stretch.why
    assert PATIENCE <= clock.now < PATIENCE + 3
    assert str(why) == (
        f"Of {tally.tried} deals that met the rest, none met this: East and West can make 6S."
        " Ask for less, or look again."
    )
    assert 40 < tally.tried == len(solver.asked) // 2


def test_a_fast_search_ends_after_its_tries():
    found = look_on(wanted("S makes 1NT; NS makes 7NT"), 1, Tally(), Random(1), still, Same(*WEAK), seconds=1.0)
    assert found.tally.tried == TRIES
    # 1NT is looked at first and is never true, so nothing can be said about 7NT
    assert str(found.why).startswith("Of 300 deals that met the rest, none met this: South can make 1NT.")


class OneIn(Same):
    """Only every so many deals can anything be made."""

    def __init__(self, often):
        super().__init__(*WEAK)
        self.often = often

    def tricks(self, hands, trumps, leader):
        super().tricks(hands, trumps, leader)
        return 0 if len(self.asked) % self.often == 0 else 13


def test_what_was_found_before_it_became_too_rare_is_kept():
    found = look_on(wanted("N makes 7NT"), 4, Tally(), Random(1), still, OneIn(100))
    assert len(found.deals) == 4 and found.tally.tried == 400
    rare = look_on(wanted("N makes 7NT"), 9, found.tally, Random(1), still, OneIn(1000))
    assert rare.deals == ()
    assert str(rare.why) == (
        "This is rare: of 700 deals that met the rest, only 4 met this: North can make 7NT."
        " Ask for less, or look again."
    )


def test_the_first_candidates_are_plain_and_later_ones_have_what_it_usually_takes():
    solver = Same(*WEAK)
    look_on(wanted("N makes 6S"), 1, Tally(), Random(4), still, solver)
    usual = [
        high_card_points(north + south) >= usual_points("S", 12) - 1 and lengths(north + south)[0] >= 8
        for north, _, south, _ in solver.asked
    ]
    assert not any(usual[:FAIR])
    later = usual[FAIR:]
    assert len(later) * 0.7 < sum(later) <= len(later) * (1 - 1 / OFTEN) + 3


def test_what_is_common_is_never_guided():
    solver = OneIn(2)
    found = look_on(wanted("N makes 4S"), 40, Tally(), Random(4), still, solver)
    assert found.tally.plain == found.tally.tried == 80
    assert sum(lengths(deal.hands[0] + deal.hands[2])[0] >= 8 for deal in found.deals) < 20


def test_guidance_never_breaks_what_was_asked_for():
    """A slam on few points with few trumps: what is usual cannot be had, and the wishes stand."""
    solver = Same(*WEAK)
    conditions = wanted("NS makes 6S; NS hcp 0-20; N spades 0-3; S spades 0-3")
    found = look_on(conditions, 1, Tally(), Random(2), still, solver)
    assert found.tally.tried == TRIES and found.why is not None
    assert all(keeps(conditions, Deal(hands)) for hands in solver.asked)


def test_a_search_by_cards_that_comes_to_nothing_says_so():
    hard = wanted("N shape 7-2-2-2; E shape 7-2-2-2; S shape 7-2-2-2; W shape 4-3-3-3; NS makes 1C")
    ticks = itertools.count()
    found = look_on(hard, 2, Tally(), Random(1), lambda: next(ticks) * 0.01, Same(*WEAK))
    assert "No such deal was found" in str(found.why)
