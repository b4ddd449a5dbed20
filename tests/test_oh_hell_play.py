"""Trumps and tricks of Oh Hell, with two packs, blind hands, the 500 pack and its joker; and the places of a match."""

import pytest

from hool.rules import oh_hell
from hool.rules.cards import DOUBLE104, FIVE62, FIVE63, hand_order, height, parse_card
from hool.rules.game import Result, places_without, play
from hool.rules.oh_hell import Options, wins
from hool.rules.text import say
from tests.oh_hell_play import at_random, bid, cards, dealt, lay, may, shows, why_not

TWO = {"deck": "double104"}
PLAIN, FIRST, ANTE = (Options(**TWO, double_rule=rule) for rule in ("pinochle", "cancel_first", "cancel_ante"))


def winner(trick, trumps="N", options=PLAIN, last=False):
    return wins(cards(trick), trumps, options, last)


# Trumps


def test_the_card_after_the_last_one_dealt_is_turned_up():
    view = shows(dealt("AS", "KS", "QS", rest="9D 2C"))
    assert (str(view.turned), view.trumps, str(view.trumps_why)) == ("9D", "D", "9D was turned up.")
    assert (view.chooser, view.doubled, view.phase) == (None, False, "bids")


def test_spades_are_trumps_in_every_hand_where_the_table_says_so():
    state = lay(bid(dealt("AH", "2S", "KH", trump="spades", rest="9D"), "0 0 0"), "AH 2S KH")
    assert state.won == (0, 1, 0)
    assert str(shows(state).trumps_why) == "Spades are always trumps."


def test_a_list_gives_trumps_by_the_number_of_the_hand():
    order = {"trump": "rotation", "order": "up", "max_cards": 6}
    found = [at_random(number, seats=5, dealer=3, **order) for number in range(1, 7)]
    assert [state.trumps for state in found] == ["D", "C", "H", "S", "N", "D"]
    assert all(shows(state).turned is None for state in found)
    assert str(shows(found[4]).trumps_why) == "Trumps change by a list: now there are none."
    assert at_random(2, rotation=("H",), **{**order, "max_cards": 2}).trumps == "H"


def test_a_table_without_trumps():
    state = lay(bid(dealt("2H", "AS", "3D", trump="none"), "0 0 0"), "2H AS 3D")
    assert state.won == (1, 0, 0)
    assert str(shows(state).trumps_why) == "This table plays without trumps."


@pytest.mark.parametrize(
    ("bids", "chooser", "why"),
    [
        ("2 3 3 0", 1, "player 2 bid most and chose hearts. Of equal bids the first counts."),
        ("0 0 0 0", 0, "player 1 bid most and chose hearts. Of equal bids the first counts."),
        ("0 1 0 4", 3, "player 4 bid most and chose hearts."),
    ],
)
@pytest.mark.parametrize("bidding", ["hook", "secret", "knock"])
def test_the_highest_bidder_of_equal_ones_the_first_names_trumps(bids, chooser, why, bidding):
    state = at_random(4, trump="highest_bidder", bidding=bidding)
    assert (shows(state).trumps, shows(state).trumps_why, shows(state).chooser) == ("", None, None)
    state = bid(state, bids)
    assert (shows(state).phase, shows(state).chooser, oh_hell.to_act(state)) == ("trumps", chooser, {chooser})
    assert str(shows(state).trumps_why).startswith(f"player {chooser + 1} bid most and chooses trumps.")
    assert may(state, chooser) == ["trumps S", "trumps H", "trumps D", "trumps C"]
    assert why_not(state, chooser, "trumps N") == "At this table you must choose a suit."
    other = (chooser + 1) % 4
    assert why_not(state, other, "trumps S") == f"player {chooser + 1} bid most and chooses trumps."
    state = play(oh_hell, state, chooser, "trumps H")
    assert (shows(state).trumps, str(shows(state).trumps_why), shows(state).chooser) == ("H", why, chooser)
    assert oh_hell.to_act(state) == {0}, "the dealer's left still leads"


def test_a_table_may_let_the_highest_bidder_choose_no_trumps():
    state = bid(dealt("2H", "AS", "3D", trump="highest_bidder", chooser_may_no_trump=True), "1 1 0")
    state = lay(play(oh_hell, state, 0, "trumps N"), "2H AS 3D")
    assert (state.trumps, state.won) == ("N", (1, 0, 0))


def test_a_spade_turned_up_doubles_all_points_of_the_hand():
    spade = dealt("AH 2D", "KH 3D", "QH 4D", rest="9S", spades_double=True)
    state = lay(bid(spade, "1 1 1"), "AH KH QH 2D 3D 4D")
    assert shows(spade).doubled
    assert (state.won, oh_hell.result(state).scores) == ((1, 0, 1), (22, 0, 22))
    assert not shows(dealt("AH", "KH", "QH", rest="9D", spades_double=True)).doubled
    assert not shows(dealt("AH", "KH", "QH", rest="9S")).doubled
    hands = [" ".join(f"{rank}{suit}" for rank in "AKQJT98765432") for suit in "SHDC"]
    assert shows(dealt(*hands, turned="9S", dealer=0, spades_double=True)).doubled
    assert shows(dealt(*hands, turned="9S", no_stock="random_flip", spades_double=True)).doubled
    assert not shows(dealt(*hands, no_stock="no_trump", spades_double=True)).doubled


# Tricks


def test_the_winner_of_a_trick_leads_the_next():
    state = bid(dealt("2H AD", "KH 3D", "QH 4D", rest="9S"), "0 0 0")
    state = lay(state, "2H KH QH")
    assert (shows(state).leader, oh_hell.to_act(state)) == (1, {1})
    state = lay(state, "3D 4D AD")
    assert [(trick.leader, trick.winner, trick.worth) for trick in state.tricks] == [(0, 1, 1), (1, 0, 1)]
    assert shows(state).tricks_won == (1, 1, 0), "seat 0 wins tricks like any other"


def test_suit_must_be_followed_and_nobody_must_trump_or_beat():
    state = lay(bid(dealt("5H 2H", "AH 3H", "AS 2S", rest="9S"), "0 0 0"), "5H")
    assert may(state, 1) == ["play AH", "play 3H"]
    state = lay(state, "3H")
    assert may(state, 2) == ["play AS", "play 2S"]
    other = lay(bid(dealt("5H 2H", "AH 3S", "AS 2S", rest="9S"), "0 0 0"), "5H")
    assert why_not(other, 1, "play 3S") == "Hearts were led and you still have a heart. Play the AH."
    assert why_not(other, 0, "play 2H") == "It is player 2's turn."
    assert may(bid(dealt("5S 2H", "AH 3H", "AS 2S", rest="9S"), "0 0 0"), 0) == ["play 5S", "play 2H"], (
        "trumps may be led"
    )


@pytest.mark.parametrize(
    ("trick", "trumps", "place"),
    [
        ("2H AS 3D 4C", "H", 0),
        ("2H AS 3D 4C", "S", 1),
        ("2H AS 3D 4C", "N", 0),
        ("2H 3S 2S KH", "S", 1),
        ("QH AH KH", "H", 1),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(trick, trumps, place):
    assert winner(trick, trumps, Options()) == place


# Two packs


@pytest.mark.parametrize(
    ("trick", "trumps", "places"),
    [
        ("3S QH 7H QH 8D 7H 3S", "H", (1, 1, None)),
        ("5S QH 9S QH 2D 5S", "H", (1, 2, 2)),
        ("AC AC AD KD QD JD", "N", (0, 0, None)),
        ("TH 9C AH AH AS TH 6S 8D 7C", "H", (2, 2, None)),
        ("AH AH KH QH 2S 2S", "N", (0, 2, 2)),
        ("AH KS AH KS 2D 3D", "S", (1, 1, None)),
        ("AH AH 2S 2S 3S 4D", "S", (4, 4, 4)),
        ("AH AH AH KH QH 2S", "N", (0, 3, 3)),  # of three packs: all of them cancel each other
    ],
)
def test_equal_cards_in_a_trick(trick, trumps, places):
    assert tuple(winner(trick, trumps, options) for options in (PLAIN, FIRST, ANTE)) == places


def test_a_card_that_wins_may_be_cancelled_later():
    found = [winner("5S QH 9S QH 2D 5S"[: 3 * n - 1], "H", ANTE) for n in range(1, 7)]
    assert found == [0, 1, 1, 2, 2, 2]


def test_a_void_last_trick_goes_to_the_first_copy_or_to_nobody():
    dead = Options(**TWO, double_rule="cancel_ante", ante_last="dead")
    assert winner("3S QH 7H QH 8D 7H 3S", "H", ANTE, last=True) == 1
    assert winner("3S QH 7H QH 8D 7H 3S", "H", dead, last=True) is None


ANTE_HANDS = ("2D TC", "2H TH", "2D TC", "3S 3C", "3S 2S", "TH TD", "3C 3D", "TD 2H")
ANTE_TRICK = "3S 3S TH 3C TD 2D 2H 2D"


def after_a_void_trick(**changes):
    state = dealt(*ANTE_HANDS, dealer=2, rest="9S", double_rule="cancel_ante", **TWO, **changes)
    state = bid(state, "0 0 0 0 0 0 0 0")
    return lay(state, ANTE_TRICK)


def test_after_a_void_trick_the_same_player_leads_and_the_next_counts_two():
    state = after_a_void_trick()
    assert (state.tricks[0].winner, shows(state).leader, shows(state).worth) == (None, 3, 2)
    assert shows(state).tricks_won == (0,) * 8
    state = lay(state, "3C 2S TD 3D 2H TC TH TC")
    assert (state.tricks[1].winner, state.tricks[1].worth) == (4, 2)
    assert state.won == (0, 0, 0, 0, 2, 0, 0, 0), "the tricks of a hand add up to its cards"
    assert oh_hell.result(state).scores[4] == 2


def test_after_two_void_tricks_the_third_counts_three():
    pairs = ("AS KS 2H", "AS KS 3H", "QS JS 4H", "QS JS 5H", "TS 9S 6H", "TS 9S 7H")
    state = bid(dealt(*pairs, trump="none", double_rule="cancel_ante", **TWO), "0 0 0 0 0 0")
    state = lay(state, "AS AS QS QS TS TS KS KS JS JS 9S 9S")
    assert (shows(state).leader, shows(state).worth) == (0, 3)
    assert lay(state, "2H 3H 4H 5H 6H 7H").won == (0, 0, 0, 0, 0, 3)


def test_equal_cards_in_a_hand_are_one_choice_and_one_of_them_is_played():
    state = bid(dealt("AS AS", "2S 3S", "4S 5S", "6S 7S", "8S 9S", "TS JS", rest="9D", **TWO), "0 0 0 0 0 0")
    assert may(state, 0) == ["play AS"]
    state = lay(state, "AS")
    assert (state.hands[0], state.trick) == (cards("AS"), cards("AS"))


# Blind hands of one card


def test_with_one_card_each_sees_all_but_his_own():
    state = bid(dealt("AH", "2C", "KD", rest="9H", blind_ones=True), "0 0")
    held = (cards("AH"), cards("2C"), cards("KD"))
    for seat in range(3):
        view = shows(state, seat)
        assert view.hands == tuple(None if other == seat else hand for other, hand in enumerate(held))
        assert (view.blind, view.counts) == (True, (1, 1, 1))
    assert shows(state).hands == (None, None, None)
    state = bid_last(state, 0)
    assert may(state, 0) == ["play"]
    assert why_not(state, 1, "play") == "It is player 1's turn."
    state = lay(state, "blind")
    assert shows(state, 0).trick == shows(state).trick == ((0, parse_card("AH")),)
    assert shows(state, 1).hands == ((), None, cards("KD"))
    state = lay(state, "blind blind")
    assert state.won == (1, 0, 0)


def bid_last(state, number):
    (seat,) = oh_hell.to_act(state)
    return play(oh_hell, state, seat, f"bid {number}")


def test_longer_hands_are_not_blind():
    view = shows(at_random(2, blind_ones=True), 1)
    assert not view.blind and view.hands[1] and view.hands[0] is None


def test_a_highest_bidder_chooses_blind_too():
    state = bid(dealt("AH", "2C", "KD", blind_ones=True, trump="highest_bidder"), "0 1 1")
    assert (oh_hell.to_act(state), shows(state, 1).hands[1]) == ({1}, None)
    assert lay(play(oh_hell, state, 1, "trumps C"), "blind blind blind").won == (0, 1, 0)


# The 500 pack


def test_the_500_pack():
    assert (len(FIVE62), len(set(FIVE62)), len(FIVE63), len(DOUBLE104)) == (62, 62, 63, 104)
    assert (
        " ".join(str(card) for card in FIVE62 if card.suit == "D")
        == "AD KD QD JD 13D 12D 11D TD 9D 8D 7D 6D 5D 4D 3D 2D"
    )
    assert {str(card) for card in FIVE62 if card.rank > 20} == {
        *("11S", "11H", "11D", "11C", "12S", "12H", "12D", "12C", "13H", "13D")
    }
    assert hand_order(FIVE62) == FIVE62 and hand_order(reversed(FIVE63)) == FIVE63
    assert [height(card) for card in cards("X* AS KS QS JS 13H 12S 11S TS 2S")] == [16, 15, 14, 13, 12, 11, 10, 9, 8, 0]


@pytest.mark.parametrize(
    ("trick", "trumps", "place"),
    [
        ("TS 11S JS 13D", "N", 2),
        ("TS 11S 9S", "N", 1),
        ("11S 12S 13D 2H", "D", 2),
        ("AS X* KS", "S", 1),
        ("AS X* KS", "H", 1),
        ("AS X* KS", "N", 1),
        ("X* AS KS", "N", 0),
        ("X* AS KS", "S", 0),
    ],
)
def test_who_wins_with_the_500_pack(trick, trumps, place):
    assert winner(trick, trumps, Options(deck="five63")) == place


def joker(lead, hand, turned="2D", **changes):
    """What seat 1 may play from `hand` after `lead`, and why not the others."""
    hands = (f"{lead} 3D 4D", hand, *("5C 6C 7C", "8C 9C TC", "JC QC KC"))
    state = dealt(*hands, rest=turned, deck="five63", **changes)
    state = lay(bid(state, "0 0 0 0 0"), lead)
    legal = may(state, 1)
    return " ".join(each[5:] for each in legal), {str(c.why_not) for c in oh_hell.choices(state, 1) if c.why_not}


def test_trumps_must_be_followed_with_the_joker():
    why = "Trumps were led, and the joker is your only trump. Play the joker."
    assert joker("2H", "AS X* KS", "9H") == ("X*", {why})
    why = "Hearts were led and you still have a heart. Play the 5H or the X*."
    assert joker("2H", "5H X* KS", "9H") == ("5H X*", {why})


def test_another_suit_must_be_followed_before_the_joker():
    assert joker("2S", "AS X* AC", "9H")[0] == "AS"
    assert joker("2S", "AS X* KH", trump="none")[0] == "AS"
    assert joker("2S", "AD X* KH", trump="none") == ("KH AD X*", set())


def test_the_joker_led_asks_for_trumps_if_there_are_any():
    why = "The joker was led, the highest trump, and you still have a trump. Play the 5H."
    assert joker("X*", "5H AS KS", "9H") == ("5H", {why})
    assert joker("X*", "5H 6H KS", "9H") == (
        "6H 5H",
        {"The joker was led, the highest trump: play one of your trumps."},
    )
    assert joker("X*", "5H 6H KS", trump="none") == ("KS 6H 5H", set())


def test_the_joker_turned_up_makes_no_trumps_or_another_card_is_turned():
    hands = ("AS", "KS", "QS", "JS", "TS")
    view = shows(dealt(*hands, rest="X* 4H", deck="five63"))
    assert (str(view.turned), view.trumps, str(view.trumps_why)) == ("X*", "N", "No trumps: the joker was turned up.")
    view = shows(dealt(*hands, rest="X* 4H", deck="five63", joker_turned="next", spades_double=True))
    assert (str(view.turned), view.trumps, view.doubled) == ("4H", "H", False)
    assert str(view.trumps_why) == "The joker was turned up, and then 4H."


# The end of a match


def results(*hands):
    return [Result(scores, say("x")) for scores in hands]


def test_equal_totals_share_a_place():
    assert oh_hell.places(Options(), results((20, 30, 50), (40, 30, 0))) == (1, 1, 3)
    assert oh_hell.places(Options(), results((5, 6, 6))) == (3, 1, 1)
    assert oh_hell.places(Options(players=5), []) == (1,) * 5


def test_with_penalty_points_the_lowest_total_wins():
    assert oh_hell.places(Options(scoring="negative"), results((6, 0, 3))) == (3, 1, 2)


@pytest.mark.parametrize(
    ("totals", "out", "places"),
    [
        ((90, 60, 40), {0}, (3, 1, 2)),
        ((90, 60, 60), {0}, (3, 1, 1)),
        ((90, 60, 40, 80), {0, 3}, (3, 1, 2, 3)),
        (None, {1}, (1, 3, 1)),
    ],
)
def test_whoever_gives_up_is_last(totals, out, places):
    played = results(totals) if totals else []
    assert places_without(oh_hell, Options(), played, len(places), out) == places


def test_nobody_may_have_made_it():
    state = lay(bid(dealt("AH", "2H", "3H", rest="9S"), "0 1 1"), "AH 2H 3H")
    assert str(oh_hell.result(state).line) == "Nobody made the bid."
    assert oh_hell.result(state).scores == (1, 0, 0)
