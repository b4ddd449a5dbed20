"""Sentences of the rules: English by default, open to translation."""

from types import SimpleNamespace

import pytest

from hool import notes
from hool.rules.cards import JOKER, parse_card, parse_hand
from hool.rules.text import Bid, Cards, SaidError, SeatRef, Text, list_players, name_seats, say, say_count
from hool.web.show import plainly, speak


def test_a_text_is_its_message_with_the_parameters_filled_in():
    text = say("{bid} by {declarer}", bid=Bid("3NT"), declarer=SeatRef(2))
    assert str(text) == "3NT by South"
    assert text.message == "{bid} by {declarer}"
    assert dict(text.params) == {"bid": Bid("3NT"), "declarer": SeatRef(2)}


def test_texts_may_stand_inside_texts():
    assert str(say("{why} Play {card}.", why=say("Hearts were led."), card=parse_card("7H"))) == (
        "Hearts were led. Play 7H."
    )


def test_braces_without_parameters_are_plain_text():
    assert str(Text("{not a place}")) == "{not a place}"


@pytest.mark.parametrize(("count", "text"), [(0, "0 tricks"), (1, "1 trick"), (2, "2 tricks")])
def test_a_count_chooses_singular_or_plural(count, text):
    assert str(say_count("{count} trick", "{count} tricks", count)) == text


def test_cards_in_a_sentence_stand_in_a_row():
    assert str(say("Play {cards}.", cards=Cards(parse_hand("..76.")))) == "Play 7D, 6D."


@pytest.mark.parametrize(
    ("seats", "text"),
    [
        ([1], "East"),
        ([0, 2], "North and South"),
        ([3, 0, 1], "West, North and East"),
        ([0, 1, 2, 3], "North, East, South and West"),
    ],
)
def test_seats_are_named_in_the_order_given(seats, text):
    assert str(name_seats(seats)) == text


@pytest.mark.parametrize(("seats", "text"), [([2], "player 3"), ([9, 0, 4], "player 10, player 1, player 5")])
def test_numbered_seats_stand_in_a_row(seats, text):
    assert str(list_players(seats)) == text


def test_a_page_says_who_sits_on_a_numbered_seat(app):
    text = say("{players}: {joker} {card}", players=list_players([0, 6]), joker=JOKER, card=parse_card("12D"))
    here = [SimpleNamespace(name="<Zoë>")]
    with app.test_request_context():
        assert plainly(text, here) == "<Zoë>, player 7: joker 12 of diamonds"
        assert "<bdi>&lt;Zoë&gt;</bdi>, <bdi>player 7</bdi>: " in speak(text, here)
        assert "<b>12</b>" in speak(text, here) and "joker" in speak(text, here)
    assert notes.load(notes.dump(text)) == text


def test_nobody_cannot_be_named():
    with pytest.raises(ValueError, match="0 seats"):
        name_seats([])


def test_equal_texts_are_equal_and_hashable():
    assert {say("{n}", n=1): "a"}[say("{n}", n=1)] == "a"


def test_an_error_carries_its_sentence():
    error = SaidError(say("{card} is missing.", card=parse_card("2C")))
    assert str(error) == str(error.why) == "2C is missing."
