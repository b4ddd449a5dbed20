"""What a finished board teaches: hands counted exactly, cards that cost, and moments when the result changed."""

import random
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hool import insight
from hool.analysis import dds
from hool.analysis.par import Par
from hool.analysis.trace import Play, Trace, trace
from hool.rules import hool
from hool.rules.cards import FULL_PACK, hand_order, parse_card, parse_hand
from hool.rules.game import Board, legal_actions, play
from hool.rules.hool import CLUE_KINDS, PACKS, clue_value
from hool.web import analysis

OWN = parse_hand("AT5.AT5.76.AK876")
ALL = comb(39, 13)

# What a clue told


@pytest.mark.parametrize("pack", ["one suit", "two suits"])
@pytest.mark.parametrize("seed", range(8))
def test_counting_agrees_with_looking_at_every_hand(pack, seed):
    rng = random.Random(seed)
    cards = list(PACKS[pack])
    rng.shuffle(cards)
    size = len(cards) // 4
    own, theirs = hand_order(cards[:size]), hand_order(cards[size : 2 * size])
    kinds = rng.sample(CLUE_KINDS, rng.choice((1, 2, 2, 3)))
    clues = tuple((kind, clue_value(theirs, kind)) for kind in kinds)
    possible = [
        hand
        for hand in combinations([card for card in PACKS[pack] if card not in own], size)
        if all(clue_value(hand, kind) == value for kind, value in clues)
    ]
    assert insight.hands_left(own, clues, pack) == len(possible) > 0


def values(kind: str) -> list[int | str]:
    if kind == "pattern":
        shapes = {(a, b, c, 13 - a - b - c) for a in range(14) for b in range(14 - a) for c in range(14 - a - b)}
        return sorted({"-".join(map(str, sorted(shape, reverse=True))) for shape in shapes})
    return list(range(41 if kind == "hcp" else 14))


@settings(max_examples=25)
@given(st.permutations(FULL_PACK), st.permutations(CLUE_KINDS))
def test_what_is_left_for_every_answer_adds_up_to_what_was_possible(cards, kinds):
    own, theirs = hand_order(cards[:13]), hand_order(cards[13:26])
    first, second = kinds[:2]
    assert insight.hands_left(own, ()) == ALL
    assert sum(insight.hands_left(own, ((first, value),)) for value in values(first)) == ALL
    heard = ((first, clue_value(theirs, first)),)
    total = sum(insight.hands_left(own, (*heard, (second, value))) for value in values(second))
    assert total == insight.hands_left(own, heard)


def test_a_fourth_length_or_a_fact_twice_told_leaves_all():
    shape = tuple((kind, clue_value(OWN, kind)) for kind in ("spades", "hearts", "diamonds"))
    other = parse_hand("KJ832.KQ82.AJ8.5")
    assert insight.hands_left(other, shape) == insight.hands_left(other, (*shape, ("clubs", 5)))


def test_each_of_the_others_is_told_something_else_partner_first():
    hands = hool.deal(Board(1, 0, 4, hool.Options()), random.Random(1)).hands
    clue = ("hcp", clue_value(hands[1], "hcp"))
    told = insight.told_by(hands, "full", 1, (clue,))
    assert [each.listener for each in told] == [3, 2, 0]
    assert [each.before for each in told] == [ALL] * 3
    assert [each.after for each in told] == [insight.hands_left(hands[each.listener], (clue,)) for each in told]


@pytest.mark.parametrize(
    "number, words",
    [
        (1, "1"), (84, "84"), (1000, "1,000"), (9_999, "9,999"), (18_564, "19 thousand"), (243_568, "240 thousand"),
        (2_704_156, "2,700 thousand"), (9_960_000, "10 million"), (560_000_000, "560 million"), (ALL, "8,100 million"),
    ],
)  # fmt: skip
def test_great_numbers_are_told_in_two_figures(number, words):
    assert str(insight.many(number)) == words


@pytest.mark.parametrize(
    "before, after, words",
    [
        (15, 1, "1 of 15"), (100, 7, "1 of 14"), (3, 2, "7 of 10"), (100, 99, "9 of 10"), (9, 9, "all"),
        (2, 1, "1 of 2"), (ALL, 243_568, "1 of 33 thousand"), (3_876, 1, "1 of 3,900"),
    ],
)  # fmt: skip
def test_what_is_left_as_a_share(before, after, words):
    assert str(insight.share(insight.Told(0, before, after))) == words


# What the cards cost


def played(number: int, holder: int, card: str, held: str = "A.A.A.A", led: str = "", actor: int | None = None, **more):
    hand = (*parse_hand(held), parse_card(card))
    return insight.Played(number, holder if actor is None else actor, holder, parse_card(card), hand, led, **more)


def told(
    reach: list[int], goal: int | None, took: int, given: int = 0, claimed=None, best: str = "AS"
) -> insight.Story:
    """A story of declarer South (side 0), whose tricks go as `reach`; West leads."""
    cards = [played(1 + i // 4, (3 + i) % 4, "5C", given=i < given) for i in range(len(reach) - 1)]
    bests = ((parse_card(best),),) * len(cards)
    return insight.story(cards, Trace(0, tuple(reach), (), bests), goal, took, claimed)


def said(*texts) -> str:
    return " ".join(map(str, texts))


def test_a_card_that_cost_says_what_would_have_kept_the_trick():
    story = told([10, 10, 9, 9, 9], 10, 9, best="9H")
    assert said(*insight.judged(story, 1)) == "This card gave 1 trick away. 9H would have kept it."
    assert said(*insight.judged(story, 0)) == "No card was better."
    (change,) = story.changes
    assert (change.place, change.cost, change.kept, change.played.holder) == (1, 1, (parse_card("9H"),), 0)


@pytest.mark.parametrize(
    "best, words",
    [
        ("9H 8H", "Each of these would have kept them: 9H, 8H"),
        ("AS KS QS JS 9S 8S", "6 other cards would have kept them, such as AS."),
    ],
)
def test_several_cards_that_would_have_kept_it(best, words):
    cards = (played(1, 3, "5C"),)
    kept = tuple(map(parse_card, best.split()))
    story = insight.story(cards, Trace(0, (8, 10), (), (kept,)), None, 10)
    assert said(*insight.judged(story, 0)) == f"This card gave 2 tricks away. {words}"


def test_the_only_card_allowed_and_a_card_that_came_with_the_board():
    follow = played(1, 3, "5C", held="AK.A.A.", led="C")
    last = played(13, 3, "5C", held="...")
    story = insight.story(
        (follow, last, played(13, 0, "4C", given=True)), Trace(0, (1, 1, 1, 1), (), ((),) * 3), None, 1
    )
    assert [said(*insight.judged(story, place)) for place in range(3)] == [
        "No other card was allowed.", "No other card was allowed.", "This card came with the board.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "reach, took, words",
    [
        ([10, 10, 11], 11, "From the first card to the last, the contract could be made."),
        ([9, 8, 8], 8, "From the first card to the last, the contract could not be made."),
        ([9, 9, 9, 9, 9, 10], 10, "Until trick 2 the contract was down. Then West played 5C and let it make."),
        ([10, 10, 9], 9, "Until trick 1 the contract could be made. Then North played 5C, and it was down."),
        ([10, 11, 9, 10], 10, "Could the contract be made? The answer changed 2 times."),
    ],
)
def test_when_the_result_changed(reach, took, words):
    assert said(insight.told_story(told(reach, 10, took))) == words


def test_every_turn_of_fortune_has_its_line():
    flips = told([10, 11, 9, 10], 10, 10).flips
    assert [said(insight.flip_words(flip)) for flip in flips] == [
        "Trick 1: North played 5C. Now the contract is down.",
        "Trick 1: East played 5C. Now the contract can be made.",
    ]


def test_dummys_cards_are_declarers_doing():
    card = played(4, 0, "5C", actor=2)
    story = insight.story((card,), Trace(0, (10, 9), (), ((),)), 10, 9)
    assert "Then South played 5C from dummy, and it was down." in said(insight.told_story(story))


def test_cards_that_came_with_a_board_are_nobodys_fault():
    story = told([10, 8, 9, 9, 8], 9, 8, given=2)
    assert [change.place for change in story.changes] == [3]
    assert [flip.made for flip in story.flips] == [False]
    assert said(insight.told_story(told([10, 8, 9], None, 9, given=2))) == (
        "North and South could be sure of 9 tricks, and took just that many."
    )


def test_without_a_contract_tricks_are_compared():
    assert (
        said(insight.told_story(told([7, 8, 8], None, 8))) == "North and South could be sure of 7 tricks, and took 8."
    )
    assert told([7, 8, 8], None, 8).flips == ()


@pytest.mark.parametrize(
    "took, words, flips",
    [
        (9, "The claim was right: nobody could have got more.", []),
        (10, "The claim cost East and West 1 trick.", [True]),
        (7, "The claim cost North and South 2 tricks.", []),
    ],
)
def test_claims_stand_beside_perfect_play(took, words, flips):
    story = told([9, 9, 9], 10, took, claimed=(2, took))
    assert said(insight.claim_words(story)) == words
    assert [flip.made for flip in story.flips] == flips


def test_no_claim_no_words():
    assert insight.claim_words(told([9, 9, 9], 10, 9)) is None


@pytest.mark.parametrize("preset, seed", [("whist", 1), ("trumps", 2), ("dummy", 3)])
def test_what_was_given_away_leads_from_what_was_sure_to_what_was_taken(preset, seed):
    """With the real solver: every trick is accounted for, and costs lie where perfect play was left."""
    rng, board = random.Random(seed), Board(1, 0, 4, hool.PRESETS[preset])
    deal = hool.deal(board, rng)
    state, cards = hool.start(board, deal), []
    leader = min(hool.to_act(state))
    while hool.to_act(state):
        (actor,) = hool.to_act(state)
        view = hool.view(state, actor)
        holder = (view.leader + len(view.trick)) % 4
        action = rng.choice(legal_actions(hool, state, actor))
        led = view.trick[0][1].suit if view.trick else ""
        cards.append(insight.Played(len(view.tricks) + 1, actor, holder, action.card, state.hands[holder], led))
        state = play(hool, state, actor, str(action))
    traced = trace(Play(deal, view.trumps, leader, tuple(each.card for each in cards)), dds.load())
    took = hool.view(state, None).tricks_won
    story = insight.story(cards, traced, None, took[traced.side] + took[traced.side + 2])
    lost = [sum(each.cost for each in story.changes if each.played.holder % 2 == side) for side in (0, 1)]
    assert story.reach[0] - lost[story.side] + lost[1 - story.side] == story.took == story.reach[-1]
    assert sum(lost) > 0
    for change in story.changes:
        assert change.played.card not in change.kept and set(change.kept) <= set(change.played.held)
        assert not change.played.forced


# Par and the table in words


def test_partners_who_take_the_same_share_a_row():
    same, other = (7, 7, 7, 7, 7), (7, 7, 7, 8, 7)
    assert analysis.rows((same, other, same, same)) == (
        analysis.Row((0, 2), same), analysis.Row((1,), other), analysis.Row((3,), same),
    )  # fmt: skip


@pytest.mark.parametrize(
    "par, line",
    [
        (Par(140, "4S", (0,), 1, 10), ": 4S by North, made: N–S 140. That is called par."),
        (Par(-150, "4H", (1, 3), 1, 11), ": 4H by East or West, one over: E–W 150. That is called par."),
        (Par(120, "5C", (3,), 2, 8), ": 5C doubled by West, 3 down: N–S 120. That is called par."),
        (Par(0), ", all four would pass. That is called par."),
    ],
)
def test_par_in_a_sentence(par, line):
    assert said(analysis.par_words(par)) == f"If everybody saw all cards and bid perfectly{line}"


@pytest.mark.parametrize(
    "scored, par, side, words",
    [
        (110, 140, 0, "You got 110; par is 140. For you that is 30 worse than par."),
        (140, 140, 0, "You got 140; par is 140. That is par."),
        (-20, 140, 0, "The other side got 20; par is 140 for you. For you that is 160 worse than par."),
        (-20, -60, 0, "The other side got 20; par for them is 60. For you that is 40 better than par."),
        (-20, 60, 1, "You got 20; par is 60 for the other side. For you that is 80 better than par."),
        (-20, 60, None, "Here: E–W 20. Par: N–S 60. For North and South that is 80 worse than par."),
        (90, 60, None, "Here: N–S 90. Par: N–S 60. For North and South that is 30 better than par."),
    ],
)
def test_the_result_beside_par_as_each_side_sees_it(scored, par, side, words):
    scores = (max(0, scored), max(0, -scored)) * 2
    assert said(*analysis.scored_words(scores, Par(par), side)) == words


@pytest.mark.parametrize(
    "preset, table, par",
    [
        ("whist", False, False), ("promise", False, False), ("minibridge", True, False), ("two clues", True, False),
        ("secret bids", True, False), ("answer back", True, True), ("full", True, True),
    ],
)  # fmt: skip
def test_par_needs_bids_and_doubles_and_the_table_a_choice(preset, table, par):
    options = hool.PRESETS[preset]
    assert (analysis.shows_table(options), analysis.shows_par(options)) == (table, par)
