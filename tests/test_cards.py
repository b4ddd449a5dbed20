"""Cards, hands and deals as text, and what clues count. Each parser is tested against its writer."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hool.rules.cards import (
    DOUBLE104,
    FIVE62,
    FIVE63,
    FULL_PACK,
    Card,
    CardError,
    Deal,
    format_deal,
    format_hand,
    hand_order,
    high_card_points,
    lengths,
    pack,
    parse_card,
    parse_deal,
    parse_hand,
    pattern,
)
from tests.rules_play import DEAL

HANDS = st.lists(st.sampled_from(FULL_PACK), unique=True).map(hand_order)


@pytest.mark.parametrize(("text", "rank", "suit"), [("AS", 14, "S"), ("TD", 10, "D"), ("7H", 7, "H"), ("2C", 2, "C")])
def test_a_card_is_rank_then_suit(text, rank, suit):
    assert parse_card(text) == Card(rank, suit)
    assert str(Card(rank, suit)) == text


@pytest.mark.parametrize("text", ["", "A", "SA", "1S", "10S", "as", "AX", "AS "])
def test_other_texts_are_no_cards_and_are_quoted(text):
    with pytest.raises(CardError, match=f"“{text}”"):
        parse_card(text)


def test_the_packs_of_the_first_lessons():
    assert len(set(FULL_PACK)) == 52
    assert " ".join(map(str, pack("H", 3))) == "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H"
    assert len(pack("SH", 3)) == 24


def test_a_hand_is_held_spades_first_and_from_the_ace_down():
    cards = [parse_card(text) for text in ("2C", "TS", "AH", "AS", "9D", "KH")]
    assert [str(card) for card in hand_order(cards)] == ["AS", "TS", "AH", "KH", "9D", "2C"]


@given(HANDS)
def test_every_hand_is_read_back_from_its_text(hand):
    assert parse_hand(format_hand(hand)) == hand


def test_a_hand_may_be_written_in_any_order_of_ranks():
    assert format_hand(parse_hand("2A..T.")) == "A2..T."


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("AKQ.T98.76", "“AKQ.T98.76” is not a hand"),
        ("AKQ.T98.76.5432.A", "is not a hand"),
        ("AKX...", "“X” is not a rank, in the hand “AKX...”"),
        ("10...", "“1” is not a rank"),
        (".AA..", "AH comes twice in the hand “.AA..”"),
    ],
)
def test_a_wrong_hand_is_refused_with_its_text(text, error):
    with pytest.raises(CardError, match=error):
        parse_hand(text)


@given(st.permutations(FULL_PACK), st.integers(0, 13))
def test_every_deal_is_read_back_from_its_text(cards, size):
    deal = Deal(
        tuple(hand_order(cards[seat * size : (seat + 1) * size]) for seat in range(4)), tuple(cards[4 * size :])
    )
    assert parse_deal(format_deal(deal), FULL_PACK) == deal


@pytest.mark.parametrize("cards", [FULL_PACK, DOUBLE104, FIVE62, FIVE63], ids=["52", "104", "62", "63"])
@settings(max_examples=20)
@given(data=st.data())
def test_deals_of_every_pack_and_number_of_hands_are_read_back(cards, data):
    seats = data.draw(st.integers(2, 10))
    size = data.draw(st.integers(0, len(cards) // seats))
    mixed = data.draw(st.permutations(cards))
    hands = tuple(hand_order(mixed[seat * size : (seat + 1) * size]) for seat in range(seats))
    turned = data.draw(st.none() | st.sampled_from(mixed))
    deal = Deal(hands, tuple(mixed[seats * size :]), turned)
    assert parse_deal(format_deal(deal), cards) == parse_deal(format_deal(deal), copies=2) == deal


def test_the_500_pack_and_a_card_turned_up_as_text():
    deal = parse_deal("A11T..13.5 8.12..76.X 43...AK9 | 2C 11H turned 2C")
    assert [str(card) for card in deal.hands[0]] == ["AS", "11S", "TS", "13D", "5C"]
    assert [str(card) for card in deal.hands[1]] == ["8S", "12H", "7C", "6C", "X*"]
    assert (str(deal.rest[1]), str(deal.turned)) == ("11H", "2C")
    assert format_deal(deal) == "A11T..13.5 8.12..76.X 43...AK9 | 2C 11H turned 2C"


def test_equal_cards_need_a_pack_that_has_them():
    with pytest.raises(CardError, match="AS comes twice in the hand"):
        parse_deal("AA... KQ...")
    assert format_deal(parse_deal("AA... K.2..", copies=2)) == "AA... K.2.."
    with pytest.raises(CardError, match="AS more than twice"):
        parse_deal("AA... AK...", copies=2)
    with pytest.raises(CardError, match="AS more than once"):
        parse_deal("A... A...")


@pytest.mark.parametrize(
    ("text", "seats", "error"),
    [
        ("A... K... Q...", 4, "A deal for 4 players has 4 hands, this has 3"),
        ("A... K... QJ...", None, "Hand 3 has 2 cards and should have 1"),
        ("A... K... Q... J... turned 1S", None, "“1S” is not a card"),
        ("A... K...X", None, "“X” is not a rank"),
        ("....X K... | X*", None, r"X\* more than once"),
    ],
)
def test_other_numbers_of_hands_are_refused_by_number(text, seats, error):
    with pytest.raises(CardError, match=error):
        parse_deal(text, seats=seats)


def test_undealt_cards_stand_behind_a_bar_in_their_order():
    deal = parse_deal("A... K... Q... J... | 2C AH 4D")
    assert [str(card) for card in deal.rest] == ["2C", "AH", "4D"]
    assert format_deal(deal) == "A... K... Q... J... | 2C AH 4D"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("A...", "has at least two hands, this has 1"),
        ("AK.. QJ... T9... 87...", "“AK..” is not a hand"),
        ("AK... QJ... T... 87...", "South has 1 card and should have 2: “T...”"),
        ("AK... QJ... A9... 87...", "AS more than once"),
        ("A... K... Q... J... | AS", "AS more than once"),
        ("A... K... Q... J... | 2C 2C", "2C more than once"),
        ("A... K... Q... J... | 2X", "“2X” is not a card"),
    ],
)
def test_a_wrong_deal_is_refused_by_name(text, error):
    with pytest.raises(CardError, match=error):
        parse_deal(text)


def test_with_a_pack_given_every_card_must_be_there_and_no_other():
    small = pack("H", 3)
    assert parse_deal(".AQ8.. .K95.. .J74.. .T63..", small)
    with pytest.raises(CardError, match="2H is not in this pack"):
        parse_deal(".AQ8.. .K95.. .J74.. .T62..", small)
    with pytest.raises(CardError, match="West has 2 cards and should have 3"):
        parse_deal(".AQ8.. .K95.. .J74.. .T3..", small)
    with pytest.raises(CardError, match="TH is missing"):
        parse_deal(".AQ.. .K9.. .J7.. .63.. | 8H 5H 4H", small)
    with pytest.raises(CardError, match="North has 12 cards and should have 13"):
        parse_deal(format_deal(DEAL).replace("AK72.", "AK7."), FULL_PACK)


def test_points_are_ace_4_king_3_queen_2_jack_1():
    assert [high_card_points(parse_hand(f"{rank}...")) for rank in "AKQJT2"] == [4, 3, 2, 1, 0, 0]
    assert high_card_points(FULL_PACK) == 40


def test_lengths_and_pattern():
    hand = parse_hand("A.KQJ52.K74.QT86")
    assert lengths(hand) == (1, 5, 3, 4)
    assert pattern(hand) == (5, 4, 3, 1)
    assert pattern(parse_hand("AQJT98.AKQJT98..")) == (7, 6, 0, 0)
