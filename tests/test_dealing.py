"""Deals to order: what is found is as wanted, what cannot be is said, and hands that were typed in."""

import itertools
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hool.dealing import (
    KINDS,
    SEATS,
    Conditions,
    Fit,
    Together,
    Wish,
    contradictions,
    find,
    keeps,
    parse,
    typed,
)
from hool.dealing.reading import FITS
from hool.rules.cards import FULL_PACK, Deal, format_hand, high_card_points, lengths, parse_deal, pattern
from hool.rules.hool import PACKS


def still():
    """A clock on which no time passes."""
    return 0.0


def wanted(**fields):
    """Conditions from `N_hcp="20-21"`."""
    found = parse({name.replace("_", " "): text for name, text in fields.items()})
    assert isinstance(found, Conditions), [str(text) for text in found]
    return found


def whys(**fields):
    return [str(text) for text in contradictions(wanted(**fields))]


# -- what people write ------------------------------------------------------------------------------------------------


def test_numbers_are_written_as_one_as_more_or_as_a_span():
    found = wanted(N_hcp="20-21", S_hearts=" 5+ ", E_clubs="0", W_spades="3 – 4", NS_hcp="24+", N_shape=" 5-3-3-2 ")
    north, east, south, west = found.hands
    assert north == Wish(points=(20, 21), shape="5-3-3-2")
    assert south.lengths == (None, (5, 99), None, None)
    assert east.lengths == (None, None, None, (0, 0))
    assert west.lengths == ((3, 4), None, None, None)
    assert found.sides == (Together(points=(24, 99)), Together())
    assert parse({}) == Conditions() == parse({"N hcp": "", "N shape": "  ", "what": "5"})


def test_all_that_is_not_understood_is_named_by_seat_and_field():
    found = parse({"N hcp": "many", "S hearts": "9-3", "W shape": "5-3-3", "EW hcp": "-4", "E shape": "5=3-3=2"})
    assert [str(text) for text in found] == [
        "North, points: “many” is not understood. Write 5, 5+ or 3-5.",
        "East, shape: “5=3-3=2” is not understood. Write 5-3-3-2, or 5=4=3=1 for spades, hearts, diamonds and clubs "
        "in this order, or balanced.",
        "South, hearts: 9 is more than 3; write the smaller number first.",
        "West, shape: “5-3-3” is not understood. Write 5-3-3-2, or 5=4=3=1 for spades, hearts, diamonds and clubs "
        "in this order, or balanced.",
        "East and West, points: “-4” is not understood. Write 5, 5+ or 3-5.",
    ]


@given(st.dictionaries(st.sampled_from([f"{who} {kind}" for who in SEATS for kind in KINDS]), st.text(max_size=12)))
def test_no_text_breaks_the_reading(fields):
    found = parse(fields)
    assert isinstance(found, Conditions) or all(map(str, found))


@pytest.mark.parametrize(
    ("shape", "fits", "other"),
    [
        ("5-3-3-2", "AKQJ2.432.432.32", "AKQ2.432.432.432"),
        ("3253", "AK2.32.AKQJ2.432", "AK32.32.AKQ2.432"),
        ("5=4=3=1", "AKQJ2.5432.432.2", "5432.AKQJ2.432.2"),
        ("any balanced", "AKQ2.432.432.432", "AKQ2.5432.432.32".replace("432.32", "5432.2")),
        ("5-4-x-x", "2.AKQJ2.5432.432", "AKQ2.432.432.432"),
        ("4-4-4-1, 7-2-2-2", "AKQJ987.32.32.32", "AKQ2.432.432.432"),
    ],
)
def test_a_shape_is_any_order_or_a_fixed_one(shape, fits, other):
    conditions = wanted(N_shape=shape)
    assert keeps(conditions, dealt(fits))
    assert not keeps(conditions, dealt(other))


def dealt(north):
    """A deal in which North has these cards."""
    full = typed([[north, "", "", ""], *hands_of_the_rest(north)])
    assert isinstance(full, Deal)
    return full


def hands_of_the_rest(north):
    held = {rank + suit for suit, ranks in zip("SHDC", north.split("."), strict=True) for rank in ranks}
    rest = [card for card in FULL_PACK if str(card) not in held]
    return [[format_hand(rest[:13]), "", "", ""], [format_hand(rest[13:26]), "", "", ""], [""] * 4]


# -- what cannot be ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"N_hcp": "38+"}, "North, points: a hand has at most 37, not 38."),
        ({"E_clubs": "14"}, "East, clubs: a hand has at most 13, not 14."),
        ({"S_shape": "5-4-3-2"}, "South, shape: “5-4-3-2” is 14 cards; a hand has 13."),
        ({"S_shape": "balanced, 4-4-3-1"}, "South, shape: “4-4-3-1” is 12 cards; a hand has 13."),
        ({"W_spades": "7+", "W_hearts": "7+"}, "West: the suits would have at least 14 cards; a hand has 13."),
        (
            {"W_spades": "3", "W_hearts": "0-3", "W_diamonds": "3", "W_clubs": "3"},
            "West: the suits would have at most 12 cards; a hand has 13.",
        ),
        ({"N_shape": "balanced", "N_spades": "6+"}, "North: no hand has this shape and these lengths of the suits."),
        ({"N_shape": "x-x-x-13", "N_hcp": "11"}, "North, points: with these suits a hand has 10 to 10."),
        (
            {"N_hcp": "20-37", "S_hcp": "21-37"},
            "North and South together would have at least 41 points; there are only 40.",
        ),
        (
            {"N_hcp": "20+", "NS_hcp": "0-19"},
            "North and South together would have at least 20 points, but their side at most 19.",
        ),
        (
            {"E_hcp": "0-3", "W_hcp": "0-3", "EW_hcp": "10+"},
            "East and West together would have at most 6 points, but their side at least 10.",
        ),
        (
            {"NS_hcp": "30+", "E_hcp": "12"},
            "North, East and South together would have at least 42 points; there are only 40.",
        ),
        ({"NS_hcp": "0-10", "EW_hcp": "0-10"}, "All four together would have at most 20 points; there are 40."),
        (
            {"N_hearts": "5+", "E_hearts": "5+", "W_hearts": "4"},
            "North, East and West together would have at least 14 hearts; there are only 13.",
        ),
        (
            {"N_clubs": "0-2", "E_clubs": "2", "S_clubs": "0-3", "W_clubs": "5"},
            "All four together would have at most 12 clubs; there are 13.",
        ),
        (
            {"N_shape": "7=2=2=2", "S_shape": "7=2=2=2"},
            "North and South together would have at least 14 spades; there are only 13.",
        ),
    ],
)
def test_what_contradicts_itself_is_said_at_once_with_seat_and_field(fields, sentence):
    assert sentence in whys(**fields)
    asked = []
    answer = find(wanted(**fields), Random(1), lambda: asked.append(1) or 0.0)
    assert str(answer) == whys(**fields)[0]
    assert not asked  # no search


def test_small_packs_have_their_own_limits():
    one, two = PACKS["one suit"], PACKS["two suits"]
    assert [str(text) for text in contradictions(wanted(N_hearts="4"), one)] == [
        "North, hearts: a hand has at most 3, not 4."
    ]
    assert [str(text) for text in contradictions(wanted(N_clubs="1+"), two)] == [
        "North, clubs: a hand has at most 0, not 1."
    ]
    assert [str(text) for text in contradictions(wanted(N_hcp="8", S_hcp="3"), one)] == [
        "North and South together would have at least 11 points; there are only 10."
    ]
    for pack in (one, two):
        found = find(wanted(N_hcp="5", E_hearts="2+"), Random(3), still, pack)
        assert isinstance(found, Deal) and high_card_points(found.hands[0]) == 5
        assert sorted(map(str, itertools.chain(*found.hands))) == sorted(map(str, pack))


# -- what is found ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"N_hcp": "20-21", "N_shape": "any balanced", "S_hearts": "5+"},
        {"N_hcp": "22-24", "N_shape": "balanced", "S_spades": "6+", "S_hcp": "0-3"},
        {"N_hcp": "37", "S_hcp": "3"},
        {"N_shape": "5=4=3=1", "E_shape": "4=5=1=3", "S_shape": "1=3=4=5", "W_shape": "3=1=5=4"},
        {"N_shape": "13-0-0-0", "E_shape": "7-6-0-0"},
        {
            "N_hcp": "10",
            "E_hcp": "10",
            "S_hcp": "10",
            "W_hcp": "10",
            "N_shape": "4333",
            "E_shape": "4333",
            "S_shape": "4333",
        },
        {"NS_hcp": "40", "N_shape": "balanced", "S_shape": "balanced"},
    ],
)
def test_ordinary_and_odd_wishes_are_met(fields):
    conditions = wanted(**fields)
    for seed in range(3):
        found = find(conditions, Random(seed), still)
        assert isinstance(found, Deal)
        assert sorted(map(str, itertools.chain(*found.hands))) == sorted(map(str, FULL_PACK))
        assert keeps(conditions, found)


def test_what_is_found_is_what_was_said():
    found = find(wanted(N_hcp="20-21", N_shape="balanced", S_hearts="5+", EW_hcp="0-10"), Random(5), still)
    north, east, south, west = found.hands
    assert 20 <= high_card_points(north) <= 21
    assert pattern(north) in ((4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2))
    assert lengths(south)[1] >= 5
    assert high_card_points(east) + high_card_points(west) <= 10


@st.composite
def shuffled(draw):
    pack = PACKS[draw(st.sampled_from(sorted(PACKS)))]
    cards = draw(st.permutations(pack))
    size = len(cards) // 4
    return pack, Deal(tuple(tuple(cards[n * size : (n + 1) * size]) for n in range(4)))


def spans(value):
    """A span with this number in it."""
    return st.tuples(st.integers(0, 3), st.integers(0, 3)).map(lambda off: (max(0, value - off[0]), value + off[1]))


@st.composite
def with_its_conditions(draw):
    """A deal, and conditions which it keeps."""
    pack, deal = draw(shuffled())

    def some(value):
        return draw(st.none() | spans(value))

    def side(deal, one):
        both = (*deal.hands[one], *deal.hands[one + 2])
        suits = lengths(both)
        kind = draw(st.sampled_from(sorted(FITS)))
        longest = max(count for suit, count in zip("SHDC", suits, strict=True) if suit in FITS[kind])
        fit = draw(st.none() | spans(longest).map(lambda span: Fit(span, kind)))
        return Together(some(high_card_points(both)), tuple(map(some, suits)), fit)

    hands = []
    for hand in deal.hands:
        suits = lengths(hand)
        shape = draw(st.sampled_from(["", "-".join(map(str, pattern(hand))), "=".join(map(str, suits)), "x-x-x-x"]))
        hands.append(Wish(some(high_card_points(hand)), tuple(map(some, suits)), shape))
    sides = [side(deal, one) for one in (0, 1)]
    return pack, deal, Conditions(tuple(hands), tuple(sides))


@given(with_its_conditions(), st.integers())
def test_what_a_real_deal_keeps_is_no_contradiction_and_what_is_found_keeps_it_too(case, seed):
    pack, deal, conditions = case
    assert keeps(conditions, deal)
    assert contradictions(conditions, pack) == ()
    found = find(conditions, Random(seed), still, pack)
    assert isinstance(found, Deal), str(found)
    assert keeps(conditions, found)
    assert {card for hand in found.hands for card in hand} == set(pack)


def test_a_found_deal_shows_nothing_of_the_search():
    """Rare points come in every number of their span, and the long suit is each of the four."""
    conditions = wanted(N_hcp="23-25", N_shape="5-3-3-2")
    found = [find(conditions, Random(seed), still).hands[0] for seed in range(60)]
    assert {high_card_points(hand) for hand in found} == {23, 24, 25}
    assert {lengths(hand).index(5) for hand in found} == {0, 1, 2, 3}


# No sentence of `contradictions` says why, but these shapes do not fit into one pack.
HARD = {"N_shape": "7-2-2-2", "E_shape": "7-2-2-2", "S_shape": "7-2-2-2", "W_shape": "4-3-3-3"}


def test_a_search_ends_in_time_and_says_what_is_hardest():
    ticks = itertools.count()
    hard = wanted(**HARD)
    assert contradictions(hard) == ()
    answer = find(hard, Random(1), lambda: next(ticks) * 0.001)
    assert 1000 <= next(ticks) < 1010
    assert "No such deal was found. The hardest is this: " in str(answer)
    assert "shape" in str(answer)


def test_a_search_ends_after_its_tries():
    hard = wanted(**HARD)
    assert "No such deal was found" in str(find(hard, Random(1), still, tries=160))
    rare = wanted(N_hcp="30+")
    assert str(find(rare, Random(1), still, tries=10)) == "No such deal was found in time. Allow more, then try again."


# -- typed hands ------------------------------------------------------------------------------------------------------

DEAL = "AT4.9865.9.Q9873 J6.J2.AKQ8743.T4 K98532.AKT7..A52 Q7.Q43.JT652.KJ6"


def fields_of(deal):
    return [hand.split(".") for hand in deal.split(" ")]


def test_three_hands_are_enough():
    hands = fields_of(DEAL)
    hands[1] = ["", " ", "-", ""]
    assert typed(hands) == parse_deal(DEAL)
    assert typed(fields_of(DEAL)) == parse_deal(DEAL)


def test_ranks_may_be_small_and_apart_and_a_hand_may_be_pasted():
    hands = [["a 10 4", "9,8,6,5", "9", "q9873"], ["j6.j2.AKQ8743.10 4", "", "", ""], *fields_of(DEAL)[2:]]
    assert typed(hands) == parse_deal(DEAL)


@pytest.mark.parametrize("name", ["one suit", "two suits"])
def test_small_packs_are_filled_up_too(name):
    size = len(PACKS[name]) // 4
    whole = Deal(tuple(PACKS[name][seat * size : (seat + 1) * size] for seat in range(4)))
    hands = [format_hand(hand).split(".") for hand in whole.hands]
    hands[2] = [""] * 4
    assert typed(hands, PACKS[name]) == whole
    hands[0] = ["", "2", "", ""]
    assert "North: 2H is not in this pack." in map(str, typed(hands, PACKS[name]))


def test_every_mistake_names_its_seat_and_card():
    hands = fields_of(DEAL)
    hands[0] = ["AT4", "98655", "9", "Q987"]  # a heart twice, a club short
    hands[1] = ["J6X", "J2", "AKQ8743", "T4"]
    hands[3] = ["A7", "Q43", "JT652", "KJ6"]
    assert [str(text) for text in typed(hands)] == [
        "North has 5H twice.",
        "East, spades: “X” is no card. Write A K Q J 10 and 9 to 2.",
        "North and West both have AS.",
        "North has 12 cards and should have 13.",
    ]


def test_a_pasted_hand_has_four_suits_and_two_hands_are_too_few():
    hands = [["AT4.9865.9", "", "", ""], fields_of(DEAL)[1], [""] * 4, [""] * 4]
    assert [str(text) for text in typed(hands)] == [
        "North: “AT4.9865.9” needs four suits with dots between them.",
        "Type three hands; the fourth is filled in by itself. South and West have no cards yet.",
    ]


@given(st.lists(st.lists(st.text(max_size=20), min_size=4, max_size=4), min_size=4, max_size=4))
def test_nothing_typed_breaks_the_reading(hands):
    found = typed(hands)
    assert isinstance(found, Deal) or (found and all(map(str, found)))


@given(shuffled(), st.integers(0, 3))
def test_any_deal_can_be_typed_with_one_hand_left_out(case, silent):
    pack, deal = case
    hands = [format_hand(hand).split(".") for hand in deal.hands]
    hands[silent] = [""] * 4
    assert [set(hand) for hand in typed(hands, pack).hands] == [set(hand) for hand in deal.hands]
