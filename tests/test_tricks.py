"""Following suit and winning a trick (Laws of Duplicate Bridge 2017, Law 44 C-F)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hool.rules.cards import FULL_PACK, parse_card, parse_hand
from hool.rules.tricks import followers, must_follow, winning_place


def cards(text):
    return [parse_card(card) for card in text.split()]


@pytest.mark.parametrize(
    ("trick", "trumps", "winner"),
    [
        ("2S AS KS QS", "N", "AS"),
        ("7D 9D TD 8D", "N", "TD"),
        ("2C AS AH AD", "N", "2C"),  # a discard never wins, however high
        ("AS 2H KS QS", "H", "2H"),  # the lowest trump beats an ace
        ("AS 2H 3H KS", "H", "3H"),  # of two trumps the higher
        ("3H AH 2H KH", "H", "AH"),
        ("AS 2H KS QS", "D", "AS"),  # nobody has a trump
        ("AS 2H KS QS", "", "AS"),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(trick, trumps, winner):
    trick = cards(trick)
    assert str(trick[winning_place(trick, trumps)]) == winner


@given(st.lists(st.sampled_from(FULL_PACK), min_size=4, max_size=4, unique=True), st.sampled_from("SHDCN"))
def test_the_winner_is_the_best_by_trumps_then_led_suit_then_rank(trick, trumps):
    def strength(place):
        card = trick[place]
        return card.suit == trumps, card.suit == trick[0].suit, card.rank

    assert winning_place(trick, trumps) == max(range(4), key=strength)


def test_followers_are_the_cards_of_the_suit_led():
    assert followers(parse_hand("AK.76.5.2"), "H") == tuple(cards("7H 6H"))
    assert followers(parse_hand("AK..5.2"), "H") == ()


@pytest.mark.parametrize(
    ("hand", "sentence"),
    [
        ("K...", "Spades were led and you still have a spade. Play the KS."),
        (".76..", "Hearts were led and you still have a heart. Play the 7H or the 6H."),
        ("..J52.", "Diamonds were led and you still have a diamond. Play one of these: JD, 5D, 2D."),
        ("...AKQ2", "Clubs were led and you still have a club. Play one of these: AC, KC, QC, 2C."),
    ],
)
def test_the_refusal_says_why_and_what_may_be_played(hand, sentence):
    assert str(must_follow(parse_hand(hand))) == sentence


def test_the_refusal_for_dummys_cards_speaks_of_dummy():
    assert str(must_follow(parse_hand(".76.."), dummy=True)) == (
        "Hearts were led and dummy still has a heart. Play the 7H or the 6H."
    )
