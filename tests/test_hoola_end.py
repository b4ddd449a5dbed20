"""Hoola: claims out of turn, how a board ends, what hands count and who pays.

Sources and rulings are in hool/rules/README.md. Four seats, and seat 0 deals, if nothing else is said.
"""

import pytest

from hool.rules import hoola
from hool.rules.game import CLOCK, IllegalAction, play
from hool.rules.hoola import Options, hand_value
from tests.hoola_play import cards, dealt, do, made, may, offered, scores, shows, why_not

# "Thank you"

# Seat 0 discards 4H; seats 2 and 3 can meld it, seat 1 holds a lone pair of nines.
HANDS = ("4H KS 2C", "9C 9D KD", "4S 4D QH QS", "5H 6H JC JS")


def discarded(card="4H", hands=HANDS, **changes):
    return do(made(*hands, drawn=True, discards="2S", **changes), f"0 discard {card}")


def test_after_a_discard_all_others_are_asked_and_the_clock_runs():
    for card in ("4H", "KS"):  # whether anybody can use it or not
        state = discarded(card)
        view = shows(state)
        assert (view.phase, view.to_act, hoola.time_limit(state)) == ("claim", {CLOCK, 1, 2, 3}, 5)
        assert view.window == (True, (False,) * 4)
        assert why_not(state, 1, "draw") == f"Wait a moment: another player may want the {card}."
        assert may(state, 0) == [], "one's own discard cannot be claimed (ruling 16)"
        assert may(state, CLOCK) == ["close"]
    assert hoola.time_limit(discarded(claim_window_s=8)) == 8


def test_only_its_holder_is_told_what_can_be_claimed():
    state = discarded()
    assert may(state, 1) == ["pass"]
    assert may(state, 2) == ["pass", "claim 4S 4H 4D"]
    assert may(state, 3) == ["pass", "claim 4H 5H 6H"]
    assert why_not(state, 1, "claim 4H") == "You may take the 4H only to play it at once in a new meld."
    assert shows(state).choices == ()


def test_a_claim_is_one_act_and_the_turn_goes_on_after_the_claimant():
    state = do(discarded(), "2 claim 4S 4H 4D")
    view = shows(state)
    assert (view.phase, view.turn, view.claimed, view.feeder) == ("play", 2, 2, 0)
    assert view.melds[-1] == (1, 2, "set", cards("4S 4H 4D"))
    assert (view.counts[2], view.discards[-1], view.window.open) == (2, cards("2S")[0], False)
    assert hoola.time_limit(state) is None
    state = do(state, "2 discard QH")
    view = shows(state)
    assert (view.turn, view.claimed, view.feeder) == (3, None, None)
    assert view.had_turn == (True,) * 4


def test_turns_jumped_over_are_no_turns():
    """Ruling 12; the claimed turn counts, and trap 24: play goes on from the claimant."""
    state = discarded(had_turn=(False,) * 4)
    assert shows(state).had_turn == (True, False, False, False)
    state = do(state, "3 claim 4H 5H 6H", "3 discard JC")
    assert shows(state).had_turn == (True, False, False, True)
    assert (shows(state).turn, shows(state).to_act) == (0, {CLOCK, 0, 1, 2})


@pytest.mark.parametrize(
    ("policy", "claims", "turn", "then"),
    [
        ("first", ["3 claim 4H 5H 6H"], 3, 0),
        ("priority", ["3 claim 4H 5H 6H", "2 claim 4S 4H 4D", "clock close"], 2, 3),
        ("priority", ["3 claim 4H 5H 6H", "2 claim 4S 4H 4D", "1 pass"], 2, 3),
    ],
)
def test_who_gets_a_discard_that_two_want(policy, claims, turn, then):
    """Worked example 16."""
    state = do(discarded(claim_policy=policy), *claims)
    assert (shows(state).turn, shows(state).claimed) == (turn, turn)
    state = do(state, f"{turn} {may(state, turn, 'discard')[0]}")
    assert shows(state).turn == then


def test_a_later_claim_comes_too_late():
    state = do(discarded(), "3 claim 4H 5H 6H")
    for text in ("claim 4S 4H 4D", "pass"):
        with pytest.raises(IllegalAction, match="Too late: player 4 said thank you first"):
            play(hoola, state, 2, text)
    over = do(discarded(), "clock close")
    with pytest.raises(IllegalAction, match="Too late: the time to say thank you is over"):
        play(hoola, over, 2, "claim 4S 4H 4D")
    with pytest.raises(IllegalAction):
        play(hoola, state, CLOCK, "close")


@pytest.mark.parametrize("acts", [["clock close"], ["2 pass", "clock close"], ["2 pass", "3 pass"]])
def test_the_next_player_goes_on_when_the_time_is_over_or_all_others_have_passed(acts):
    state = do(discarded(), *acts)
    assert (shows(state).phase, shows(state).to_act, shows(state).claimed) == ("draw", {1}, None)
    assert "draw" in may(state, 1)


def test_the_next_player_may_claim_like_any_other_or_wait_or_say_no():
    hands = (HANDS[0], "4C 4D KD 9C", "2D 3D 8S QS", HANDS[3])
    state = discarded(hands=hands)
    taken = do(state, "1 claim 4H 4D 4C")
    assert (shows(taken).turn, shows(taken).claimed, shows(taken).feeder) == (1, 1, 0)
    waited = do(state, "2 pass", "3 pass")
    assert "take 4H 4D 4C" in may(waited, 1)
    declined = do(state, "1 pass")
    assert shows(declined).to_act == {CLOCK, 2, 3}, "the others may still claim"
    assert why_not(declined, 1, "draw") == "You have answered. Now wait for the others."
    declined = do(declined, "2 pass", "3 pass")
    assert why_not(declined, 1, "take 4H 4D 4C") == "You said no to the 4H."
    assert may(declined, 1) == ["draw"]


def test_collected_claims_are_secret_and_all_must_answer():
    state = do(discarded(claim_policy="priority"), "3 claim 4H 5H 6H", "2 pass")
    view = shows(state, 1)
    assert (view.window, view.claimed, view.to_act) == ((True, (False, False, True, True)), None, {CLOCK, 1})
    assert view == shows(do(discarded(claim_policy="priority"), "3 pass", "2 claim 4S 4H 4D"), 1)
    assert shows(do(state, "clock close")).turn == 3
    assert shows(do(discarded(claim_policy="priority"), "3 pass", "2 pass")).phase == "claim"
    assert shows(do(discarded(claim_policy="priority"), "3 pass", "2 pass", "1 pass")).phase == "draw"


def test_the_nearest_is_counted_the_way_the_turns_go():
    state = do(
        discarded(claim_policy="priority", direction="anticlockwise"), "3 claim 4H 5H 6H", "2 claim 4S 4H 4D", "1 pass"
    )
    assert shows(state).turn == 3
    assert shows(discarded("KS", direction="anticlockwise")).turn == 3


def test_a_claim_leaves_a_card_to_discard_and_a_seven_is_for_anybody():
    """Ruling 8."""
    state = discarded("7H", hands=("7H KS", "4C", "4S", "7C 7D"))
    assert [may(state, seat)[1:] for seat in (1, 2)] == [["claim 7H"], ["claim 7H"]]
    assert "claim 7H 7D" in may(state, 3) and "claim 7H 7D 7C" not in may(state, 3)
    assert why_not(state, 3, "claim 7H 7D 7C").startswith("Keep a card")
    assert why_not(discarded(hands=("4H KS", "9C", "4S 4D", "9S")), 2, "claim 4S 4H 4D").startswith("Keep a card")


def test_a_claim_cannot_be_a_lay_off():
    """Ruling 18: a claim without a new meld is refused and changes nothing."""
    state = discarded(hands=("4H KS 2C", "9C", "9D 2D", "9S"), melds="2 5H 6H 7H")
    assert may(state, 2) == ["pass"]
    assert why_not(state, 2, "claim 4H") == "You may take the 4H only to play it at once in a new meld."


@pytest.mark.parametrize("changes", [{"thank_you": "next_only"}, {"thank_you": "off"}])
def test_where_nobody_calls_out_of_turn_the_next_player_goes_on_at_once(changes):
    state = discarded(hands=(HANDS[0], "4C 4D KD", "QH QS", HANDS[3]), **changes)
    assert (shows(state).phase, shows(state).to_act, hoola.time_limit(state)) == ("draw", {1}, None)
    assert may(state, 1) == ["draw", "take 4H 4D 4C"]
    assert may(state, 2) == []


def test_two_players_need_not_wait_for_anybody():
    state = discarded(hands=("4H KS 2C", "4C 4D KD"))
    assert (shows(state).phase, may(state, 1)) == ("draw", ["draw", "take 4H 4D 4C"])


def test_nobody_says_thank_you_for_the_card_turned_up():
    """Ruling 10."""
    state = dealt("2C", "KC KD", turned="KS")
    assert (shows(state).to_act, may(state, 1)) == ({0}, [])


# Hoola, and going out

OUT = "2C 3C 4C 7D 9S 9H KD"
MELDS = ("0 meld 2C 3C 4C", "0 meld 7D", "0 meld 9S 9H 9D")


def test_seven_cards_in_one_turn_are_a_hoola():
    """Worked example 5; trap 24: "nothing melded before" is asked at the start of the turn."""
    state = do(dealt(OUT, stock="9D"), "0 draw", *MELDS, "0 discard KD")
    view = shows(state)
    assert (view.ending, view.winner, view.counts[0], view.to_act) == ("hoola", 0, 0, frozenset())
    assert {payment.doubles for payment in view.payments} >= {2}
    assert str(view.result.line) == f"Hoola! player 1 wins {view.result.scores[0]}."
    assert view.hands[1] == state.hands[1], "all show their cards"


def test_a_hoola_on_a_discard_is_paid_by_its_player():
    """Worked example 6."""
    state = made("9D KC 2H", "2C 3C 4C 7D 9S 9H KD", "QS", "QH", drawn=True)
    state = do(state, "0 discard 9D", "clock close", "1 take 9S 9H 9D", "1 meld 2C 3C 4C", "1 meld 7D", "1 discard KD")
    assert (shows(state).ending, shows(state).feeder) == ("hoola", 0)
    assert [each > 0 for each in scores(state)] == [False, True, False, False]
    assert scores(state)[2:] == (0, 0)
    claimed = made("9D KC 2H", "QS", "2C 3C 4C 7D 9S 9H KD", "QH", drawn=True)
    claimed = do(claimed, "0 discard 9D", "2 claim 9S 9H 9D", "2 meld 2C 3C 4C", "2 meld 7D", "2 discard KD")
    assert (shows(claimed).ending, scores(claimed)[1], scores(claimed)[3]) == ("hoola", 0, 0)


def test_a_hoola_with_the_card_turned_up_has_nobody_to_pay_for_all():
    """Ruling 10."""
    state = dealt("2C 3C 4C 7D 9S 9H KD", turned="9D")
    state = do(state, "0 take 9S 9H 9D", "0 meld 2C 3C 4C", "0 meld 7D", "0 discard KD")
    assert shows(state).ending == "hoola"
    assert all(score < 0 for score in scores(state)[1:])


@pytest.mark.parametrize(("layoffs", "ending"), [(True, "hoola"), (False, "out")])
def test_lay_offs_in_a_hoola(layoffs, ending):
    state = made("7D 9C KD", "2S", melds="1 6C 7C 8C", drawn=True, discards="3S", hoola_layoffs=layoffs)
    assert shows(do(state, "0 meld 7D", "0 lay 9C on 1", "0 discard KD")).ending == ending


def test_lay_offs_of_others_do_not_count_in_a_hoola():
    state = made("9C 2S 7D", "KD", melds="0 6C 7C 8C", drawn=True, discards="3S", hoola_layoffs=False)
    state = do(state, "0 lay 9C on 1", "0 discard 7D", "1 take 7D", "1 discard KD")
    assert shows(state).ending == "hoola"


def test_going_out_after_an_earlier_meld_is_no_hoola():
    state = do(made("7D KD", "2S", melds="0 6C 7C 8C", drawn=True, discards="3S"), "0 meld 7D", "0 discard KD")
    assert (shows(state).ending, scores(state)) == ("out", (2, -2)), "2 points, twice for no meld"
    assert str(shows(state).result.line) == "player 1 goes out and wins 2."


def test_without_the_last_discard_melding_everything_ends_the_board():
    state = made("7D 7H", "2S", melds="0 6C 7C 8C", drawn=True, discards="3S", must_discard=False)
    assert shows(do(state, "0 meld 7H 7D")).ending == "out"
    assert shows(do(state, "0 meld 7H", "0 discard 7D")).ending == "out"
    laid = made("9C", "2S", melds="0 6C 7C 8C", drawn=True, discards="3S", must_discard=False)
    assert shows(do(laid, "0 lay 9C on 1")).ending == "out"
    claim = made("9D KC", "2C", "9S 9H", drawn=True, discards="3S", must_discard=False)
    assert shows(do(claim, "0 discard 9D", "2 claim 9S 9H 9D")).ending == "hoola"


# Blasts, knocks and big luck


@pytest.mark.parametrize(
    ("hand", "changes", "ending"),
    [
        ("AC AD AH 2C 2D 3C 4C", {}, "blast small"),  # 14, worked example 9
        ("AC AD AH 2C 2D 3C 5C", {}, None),  # 15
        ("AC AD AH 2C 2D 3C 5C", {"small_max": 15}, "blast small"),
        ("AC AD AH 2C 2D 4C 5C", {"small_max": 15}, None),  # 16
        ("KS KH KD KC QS QH 7S", {"seven_value": 14}, "blast large"),  # 83, ruling 2
        ("KS KH KD KC QS QH 6S", {}, None),  # 82
    ],
)
def test_a_blast_is_a_hand_of_very_few_or_very_many_points(hand, changes, ending):
    state = dealt(hand, turned="9C", stock="9D", **changes)
    if ending is None:
        assert "A blast needs" in why_not(state, 0, "blast")
        return
    blown = do(state, "0 blast")
    assert (shows(blown).ending, shows(blown).winner, scores(blown)[0] > 0) == (ending, 0, True)
    assert "blast: player 1 wins" in str(shows(blown).result.line)
    drawn = do(state, "0 draw")
    assert why_not(drawn, 0, "blast") == "Only at the start of your turn, before you draw."


def test_a_blast_is_only_for_those_who_have_melded_nothing_and_in_their_turn():
    state = made("AC AD 2C", "KD", melds="0 7C", discards="9C")
    assert why_not(state, 0, "blast") == "A blast is only for those who have laid down no meld."
    assert offered(state, 1, "blast") == []


def test_in_the_first_turn_nobody_pays_double_for_no_meld():
    """Ruling 12."""
    state = do(dealt("AC AD AH 2C 2D 3C 4C", "KD QD 2H", "KC QC 3H", "KH QH 4H", turned="9C"), "0 blast")
    assert all(
        payment.doubles == 2 ** sum(c.rank == 7 for c in state.hands[payment.loser])
        for payment in shows(state).payments
    )


def test_four_sevens_in_the_hand_are_big_luck():
    """Ruling 3: it may be completed by the draw."""
    state = dealt("7S 7H 7D 2C", turned="9C", stock="7C")
    assert why_not(state, 0, "luck") == "You have 3 sevens. Big luck needs all four."
    lucky = do(state, "0 draw", "0 luck")
    assert (shows(lucky).ending, shows(lucky).winner, scores(lucky)[0] > 0) == ("luck", 0, True)
    assert "luck" in may(dealt("7S 7H 7D 7C"), 0)
    assert "luck" not in may(do(state, "0 draw", "0 meld 7S", "0 discard 2C"), 0)


def test_a_knock_needs_ones_own_meld_and_anothers_and_ten_points_at_most():
    """Trap 24."""
    assert why_not(made("2C", "KD", melds="1 7C", discards="9C"), 0, "knock").startswith("You may knock only if you")
    assert "another player" in why_not(made("2C", "KD", melds="0 7C", discards="9C"), 0, "knock")
    both = {"melds": "0 7C, 1 4S 4H 4D", "discards": "9C"}
    assert (
        why_not(made("9D 2D", "KD", **both), 0, "knock") == "Your cards count 11. To knock they may count 10 at most."
    )
    assert "knock" in may(made("4C 6C 2C 2D 2H 2S", "KD", **both), 0), "four of a kind count nothing (ruling 4)"
    assert "knock" not in may(made("4C 6C 2C 2D 2H 2S", "KD", zero_four=False, **both), 0)
    assert "knock" not in may(made("7D", "KD", seven_value=14, **both), 0)
    assert offered(made("2C", "KD", turn=1, **both), 0, "knock") == []


def test_when_one_may_knock():
    both = {"melds": "0 7C, 1 4S 4H 4D", "discards": "9C", "drawn": True}
    assert why_not(made("2C 3C", "KD", **both), 0, "knock") == "Only at the start of your turn, before you draw."
    state = made("2C 3C", "KD", knock_when="before_discard", **both)
    assert shows(do(state, "0 knock")).winner == 0
    assert "knock" in may(made("2C 3C", "KD", knock_when="before_discard", **{**both, "drawn": False}), 0)
    never = made("2C 3C", "KD", knock_when="never", **{**both, "drawn": False})
    assert why_not(never, 0, "knock") == "At this table nobody knocks."


BOTH = "0 7C, 1 4S 4H 4D, 2 8S 8H 8D"


@pytest.mark.parametrize(
    ("changes", "winner", "paid"),
    [
        ({}, 1, (-3, 3, 0)),  # worked example 10: ranks 1 and 2, all paid by the one who knocked
        ({"knock_tie": "knocker_wins"}, 0, (3, -1, -2)),
    ],
)
def test_equal_hands_after_a_knock(changes, winner, paid):
    state = do(made("AC 2C", "3D", "KD", melds=BOTH, discards="9C", **changes), "0 knock")
    assert (shows(state).winner, scores(state)) == (winner, paid)


@pytest.mark.parametrize(("rank", "paid"), [("by_points", 3), ("last", 4)])
def test_who_knocks_and_is_not_lowest_pays_for_all(rank, paid):
    """Worked example 14: seat 1 wins 1 + 2; or 2 + 2 if the one who knocked is placed last."""
    state = do(made("5D", "2D", "KD", melds=BOTH, discards="9C", failed_knock_rank=rank), "0 knock")
    assert scores(state) == (-paid, paid, 0)
    assert str(shows(state).result.line) == f"player 1 knocks, but player 2 wins {paid}."
    assert (shows(state).knocker, {payment.payer for payment in shows(state).payments}) == (0, {0})


def test_of_equal_lowest_hands_after_a_failed_knock_the_first_after_the_knocker_wins():
    """Ruling 5; trap 24: not the lowest seat."""
    melds = "0 7C, 1 4S 4H 4D, 2 8S 8H 8D"
    state = made("2C", "5D", "2D", "KD", melds=melds, discards="9C", turn=1)
    assert shows(do(state, "1 knock")).winner == 2


# The stock


def test_the_last_card_of_the_stock_is_played_and_then_the_lowest_hand_wins():
    """Rulings 9 and 10.9: no claim of the last discard; trap 22."""
    state = made("9S 4H", "AS", "2H", "4S 4D 3H", stock=1, discards="3S")
    state = do(state, "0 draw", "0 discard 4H")
    assert (shows(state).ending, shows(state).winner, shows(state).to_act) == ("stock", 1, frozenset())
    assert str(shows(state).result.line).startswith("No card is left to draw: player 2 has the lowest hand")


def test_the_one_who_draws_the_last_card_may_still_go_out():
    state = made("7S", "AS", melds="0 8C 9C TC", stock=1, discards="3S")
    state = do(state, "0 draw", "0 meld 7S")
    assert shows(do(state, f"0 {may(state, 0, 'discard')[0]}")).ending == "out"


@pytest.mark.parametrize(("turn", "winner"), [(0, 2), (2, 3), (3, 2)])
def test_of_equal_lowest_hands_the_first_after_the_last_drawer_wins(turn, winner):
    hands = ["KS", "KD", "2S", "2H"]
    hands[turn] += " KC"
    state = made(*hands, stock=0, turn=turn, drawn=True, discards="3S")
    state = do(state, f"{turn} discard KC")
    assert (shows(state).winner, scores(state)[5 - winner]) == (winner, -2), "the other pays place 1, and for no meld"


def test_or_the_board_goes_on_until_somebody_must_draw_and_cannot():
    state = made("9S 4H", "AS QS", "2H", "4S 4D 3H KD", stock=1, discards="3S", stock_end="on_need")
    state = do(state, "0 draw", "0 discard 4H")
    assert (shows(state).phase, shows(state).stock) == ("claim", 0)
    claimed = do(state, "3 claim 4S 4H 4D", "3 discard 3H", "clock close")
    assert (shows(claimed).turn, shows(claimed).phase) == (0, "draw")
    for end in (do(claimed, "0 draw"), do(state, "clock close", "1 draw")):
        assert (shows(end).ending, shows(end).winner) == ("stock", 2)


# Points and payments


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("4C 6C 2C 2D 2H 2S", 10),  # worked example 15
        ("AS TS JS QS KS", 47),
        ("7S", 7),
        ("7S 7H 7D 7C", 0),
        ("", 0),
    ],
)
def test_what_a_hand_counts(text, points):
    assert hand_value(Options(), cards(text)) == points


def test_a_seven_may_count_fourteen_and_four_of_a_kind_as_they_are():
    assert hand_value(Options(seven_value=14), cards("7S AS")) == 15
    assert hand_value(Options(zero_four=False), cards("2C 2D 2H 2S")) == 8


FIVE = {"drawn": True, "discards": "3S"}  # worked examples 11 to 13: hands of 5, 8, 8 and 20 points
POINTS = ("7D KC", "5S", "8S", "8H", "KD 7S")
ALL = "0 4C 5C 6C, 1 AS AH AD, 2 9S 9H 9D, 3 JS JH JD, 4 QS QH QD"


@pytest.mark.parametrize(
    ("melds", "paid"),
    [(ALL, (15, -1, -3, -3, -8)), (ALL.replace("3 JS", "2 JS"), (18, -1, -3, -6, -8))],
)
def test_worked_examples_11_and_12(melds, paid):
    state = do(made(*POINTS, melds=melds, **FIVE), "0 meld 7D", "0 discard KC")
    assert (shows(state).ending, scores(state)) == ("out", paid)
    assert sum(scores(state)) == 0


def test_worked_example_13():
    others = ALL.removeprefix("0 4C 5C 6C, ")
    state = do(made(*POINTS, melds=others, **FIVE), "0 meld 7D", "0 discard KC")
    assert scores(state) == (30, -2, -6, -6, -16)
    fed = made("KC", "5S", "7D 8S", "8H", "KD 7S", melds=others, turn=2, **FIVE)
    fed = do(fed, "2 discard 7D", "0 claim 7D", "0 discard KC")
    assert (shows(fed).ending, scores(fed)) == ("hoola", (30, 0, -30, 0, 0))
    never = made("KC", "5S", "7D 8S", "8H", "KD 7S", melds=others, turn=2, feeder="never", **FIVE)
    assert scores(do(never, "2 discard 7D", "0 claim 7D", "0 discard KC")) == (30, -2, -6, -6, -16)


@pytest.mark.parametrize(("feeder", "paid"), [("hoola", (-1, 3, -2)), ("any_out", (-3, 3, 0))])
def test_who_feeds_one_that_goes_out(feeder, paid):
    state = made("7D 2C", "KC", "KD", melds=BOTH, drawn=True, discards="3S", feeder=feeder)
    state = do(state, "0 discard 7D", "1 claim 7D", "1 discard KC")
    assert (shows(state).ending, scores(state)) == ("out", paid)


def test_a_feeder_of_an_earlier_turn_does_not_pay():
    state = made("9D 2C", "9S 9H KC QC 4C", "KD", melds=BOTH, drawn=True, discards="3S", feeder="any_out", stock=9)
    state = do(state, "0 discard 9D", "1 claim 9S 9H 9D", "1 discard QC", "clock close", "2 draw", "2 discard KD")
    assert shows(state).feeder is None


def test_doubles_multiply():
    """Rulings 12, 14 and 15: sevens count also in a four of a kind that counts nothing."""
    state = made("7D KC", "7S 7H", "2S 2H", drawn=True, discards="3S", had_turn=(True, True, False))
    state = do(state, "0 meld 7D", "0 discard KC")
    assert scores(state) == (2 * 2 * 4 * 2 + 2, -32, -2)
    assert [str(line) for line in hoola.explain_payments(state)] == [
        "player 3 has 4 in the hand and place 1, doubled for the Hoola: 2.",
        "player 2 has 14 in the hand and place 2, doubled for each of 2 sevens, doubled for no meld, doubled for the"
        " Hoola: 32.",
    ]
    off = made("7D KC", "7S 7H", "2S 2H", drawn=True, discards="3S", had_turn=False, seven_doubles=False)
    assert scores(do(off, "0 meld 7D", "0 discard KC")) == (6, -4, -2)
    melds = "0 AS AH AD, 1 3H 3D 3C, 2 4S 4H 4D"
    four = do(made("KC", "7S 7H 7D 7C", "9S", melds=melds, drawn=True, discards="3S"), "0 discard KC")
    assert (shows(four).ending, scores(four)) == ("out", (18, -16, -2))


def test_the_payments_say_who_pays_for_whom():
    state = do(made("5D", "2D", "KD", melds=BOTH, discards="9C"), "0 knock")
    lines = shows(state).payments
    assert [(line.loser, line.payer, line.winner, line.rank, line.doubles, line.points) for line in lines] == [
        (0, 0, 1, 1, 1, 1),
        (2, 0, 1, 2, 1, 2),
    ]
    assert str(lines[1].why) == "player 3 has 13 in the hand and place 2: 2, paid by player 1."
    assert hoola.explain_payments(state) == tuple(line.why for line in lines)
    before = made("5D", "2D", "KD", melds=BOTH, discards="9C")
    assert (shows(before).payments, hoola.explain_payments(before), hoola.result(before)) == ((), (), None)
