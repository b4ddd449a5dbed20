"""Deals to order: what is found is as wanted, what cannot be is said, and hands that were typed in."""

import itertools
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hool.dealing import (
    CONTRACTS,
    FIELDS,
    SEATS,
    SIDES,
    Conditions,
    Fit,
    Goal,
    Together,
    Wish,
    contradictions,
    fields,
    find,
    keeps,
    parse,
    typed,
    written,
)
from hool.dealing import search as searching
from hool.dealing.reading import FITS, span_text
from hool.rules.cards import FULL_PACK, Deal, format_hand, high_card_points, lengths, parse_deal, pattern
from hool.rules.hool import PACKS
from hool.rules.hool_options import BIDS


def still():
    """A clock on which no time passes."""
    return 0.0


def wanted(**wish):
    """Conditions from `N_hcp="20-21"`."""
    found = parse({name.replace("_", " "): text for name, text in wish.items()})
    assert isinstance(found, Conditions), [str(text) for text in found]
    return found


def whys(**wish):
    return [str(text) for text in contradictions(wanted(**wish))]


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


NAMES = [*(f"{who} {kind}" for who, kind in FIELDS), "goals"]


@given(st.dictionaries(st.sampled_from(NAMES), st.text(max_size=12)))
def test_no_text_breaks_the_reading(written):
    found = parse(written)
    assert isinstance(found, Conditions) or all(map(str, found))


@given(st.text(alphabet="NSEWhcpspadesfitmakes not4SNT;+-0123 \n", max_size=60))
def test_no_line_breaks_the_reading_either(text):
    found = parse(fields(text))
    assert isinstance(found, Conditions) or all(map(str, found))


def test_a_side_has_points_suits_and_a_fit():
    found = wanted(NS_hcp="25+", NS_spades="8+", NS_fit=" 8+ in a Major ", EW_fit="no fit", EW_clubs="0-5")
    assert found.sides == (
        Together((25, 99), ((8, 99), None, None, None), Fit((8, 99), "major")),
        Together(None, (None, None, None, (0, 5)), Fit((0, 7))),
    )
    assert wanted(EW_fit="9-10").sides[1].fit == Fit((9, 10)) == wanted(EW_fit="9-10 suit").sides[1].fit
    assert [str(text) for text in parse({"NS fit": "big", "EW fit": "8+ both", "NS hearts": "some"})] == [
        "North and South, hearts: “some” is not understood. Write 5, 5+ or 3-5.",
        "North and South, fit: “big” is not understood. Write 8+, 8+ major, 8+ minor, no, or no major.",
        "East and West, fit: “8+ both” is not understood. Write 8+, 8+ major, 8+ minor, no, or no major.",
    ]


def test_conditions_are_a_text_too():
    text = "N hcp 20-21; N shape any balanced; NS fit 8+ major; EW hcp 0-10; NS makes 4S; EW not 3NT; N takes 9 NT"
    assert written(parse(fields(text))) == text
    assert parse(fields(text.replace("; ", "\n"))) == parse(fields(text))
    assert parse(fields("n HCP  20-21;; ns Can Make 4 s; W cannot make 3n; ew takes 8 - 9 tricks in S")) == Conditions(
        hands=(Wish((20, 21)), Wish(), Wish(), Wish()),
        goals=(Goal("NS", "makes", "4S"), Goal("W", "not", "3NT"), Goal("EW", "takes", "8-9 S")),
    )
    assert written(Conditions()) == "" and parse(fields("")) == Conditions()


def test_lines_that_are_not_understood_are_quoted():
    text = "NS hcp 25+; four spades; NS makes 8S; NS alone 4H; NS takes all; N makes nothing"
    assert [str(text) for text in parse(fields(text))] == [
        "“four spades” is not understood. Write it like this: NS makes 4S, EW not 3NT, N takes 9 NT.",
        "“8S” is no contract.",
        "“NS alone 4H”: say which hand alone can make it.",
        "“all” is not understood. Write tricks and suit: 9 NT, or 8-9 S.",
        "“nothing” is no contract.",
    ]
    many = "; ".join(f"NS makes {level}{suit}" for level in range(1, 4) for suit in "CDHS") + "; NS not 7S"
    assert [str(text) for text in parse(fields(many))] == ["At most 12 wishes about what can be made are possible."]


def any_span(most):
    return st.tuples(st.integers(0, most), st.integers(0, most)).map(lambda ends: (min(ends), max(ends))) | st.integers(
        0, most
    ).map(lambda low: (low, 99))


@st.composite
def any_conditions(draw):
    def some(most):
        return draw(st.none() | any_span(most))

    def numbers():
        return some(40), tuple(some(13) for _ in range(4))

    shapes = st.sampled_from(["", "balanced", "5-3-3-2", "5=4=3=1", "4-4-4-1, 5-x-x-x", "6322"])
    fits = st.none() | st.builds(Fit, any_span(14), st.sampled_from(sorted(FITS)))
    contracts = st.sampled_from([*BIDS, *CONTRACTS])
    sides = st.sampled_from([*SEATS, *SIDES])
    goal = (
        st.builds(Goal, sides, st.sampled_from(["makes", "not"]), contracts)
        | st.builds(Goal, st.sampled_from(SEATS), st.just("alone"), contracts)
        | st.builds(lambda who, span, suit: Goal(who, "takes", f"{span_text(span)} {suit}"), sides, any_span(13),
                    st.sampled_from(["S", "H", "D", "C", "NT"]))
    )  # fmt: skip
    hands = tuple(Wish(*numbers(), draw(shapes)) for _ in SEATS)
    one, other = (Together(*numbers(), draw(fits)) for _ in SIDES)
    return Conditions(hands, (one, other), tuple(draw(st.lists(goal, max_size=12, unique=True))))


@given(any_conditions())
def test_any_conditions_can_be_written_and_read_again(conditions):
    assert parse(fields(written(conditions))) == conditions


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
    ("wish", "sentence"),
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
        ({"NS_fit": "14"}, "North and South, fit: two hands have at most 13 cards of a suit, not 14."),
        ({"EW_clubs": "14+"}, "East and West, clubs: two hands have at most 13 cards of a suit, not 14."),
        (
            {"NS_spades": "0-5", "N_spades": "3+", "S_spades": "4"},
            "North and South together would have at least 7 spades, but their side at most 5.",
        ),
        (
            {"EW_hearts": "8+", "E_hearts": "0-3", "W_hearts": "3"},
            "East and West together would have at most 6 hearts, but their side at least 8.",
        ),
        (
            {"NS_spades": "8+", "E_spades": "6"},
            "North, East and South together would have at least 14 spades; there are only 13.",
        ),
        ({"NS_clubs": "0-5", "EW_clubs": "0-5"}, "All four together would have at most 10 clubs; there are 13."),
        (
            {"NS_spades": "9+", "NS_hearts": "9+", "NS_clubs": "9+"},
            "North and South: the suits would have at least 27 cards; two hands have 26.",
        ),
        (
            {"NS_spades": "6", "NS_hearts": "6", "NS_diamonds": "6", "NS_clubs": "6"},
            "North and South: the suits would have at most 24 cards; two hands have 26.",
        ),
        (
            {"NS_fit": "8+ major", "NS_spades": "7", "S_hearts": "0-2", "N_hearts": "0-5"},
            "North and South, fit: with these suits the longest has at most 7 cards, not 8.",
        ),
        (
            {"EW_fit": "no", "E_diamonds": "6", "W_diamonds": "3+"},
            "East and West would have at least 9 diamonds, but no suit of more than 7.",
        ),
        ({"NS_fit": "0-6"}, "No two sides can have these suits and fits together."),
        ({"NS_fit": "no", "EW_fit": "9+"}, "No two sides can have these suits and fits together."),
    ],
)
def test_what_contradicts_itself_is_said_at_once_with_seat_and_field(wish, sentence):
    assert sentence in whys(**wish)
    asked = []
    answer = find(wanted(**wish), Random(1), lambda: asked.append(1) or 0.0)
    assert str(answer) == whys(**wish)[0]
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
    "wish",
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
        {"NS_fit": "8+ major", "EW_fit": "8+ minor", "NS_hcp": "25+"},
        {"NS_fit": "no", "EW_fit": "no"},
        {"NS_fit": "13", "EW_spades": "13"},
        {"NS_spades": "11+", "EW_hearts": "10", "EW_fit": "11+"},
        {"NS_fit": "no", "EW_fit": "8", "N_shape": "4333", "E_hcp": "20+"},
    ],
)
def test_ordinary_and_odd_wishes_are_met(wish):
    conditions = wanted(**wish)
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


def test_a_fit_that_is_found_is_one():
    rng = Random(2)
    for _ in range(8):
        hands = find(wanted(NS_fit="8+ major", EW_fit="no", EW_hcp="20+", NS_clubs="5-6"), rng, still).hands
        one, other = lengths(hands[0] + hands[2]), lengths(hands[1] + hands[3])
        assert max(one[:2]) >= 8 and max(other) == 7 and one[3] in (5, 6)
        assert high_card_points(hands[1] + hands[3]) >= 20


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


def test_what_is_found_by_changing_cards_is_as_likely_as_by_shuffling(monkeypatch):
    """Of all deals in which a side has 11 spades or more, 91 in 100 have just 11, and 50 in 100 more with North."""
    monkeypatch.setattr(searching, "PLAIN", 0)
    finder = searching.Finder(wanted(NS_spades="11+"), Random(7))
    found = [finder.find(still) for _ in range(80)]
    spades = [(lengths(deal.hands[0])[0], lengths(deal.hands[2])[0]) for deal in found]
    assert 64 <= sum(north + south == 11 for north, south in spades) <= 79
    assert 28 <= sum(north > south for north, south in spades) <= 52


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
