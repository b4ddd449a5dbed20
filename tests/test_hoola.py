"""Hoola rule by rule: options, match, deal, melds, lay-offs and turns. Sources and rulings (H1 ...) are in
hool/rules/README.md; claims, endings and payments in test_hoola_end.py.

Four seats, and seat 0 deals and plays first, if nothing else is said.
"""

import re
from dataclasses import replace
from importlib import import_module
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from hool.rules import hoola
from hool.rules.cards import FULL_PACK, CardError, Deal, hand_order
from hool.rules.game import Board, IllegalAction, OptionError, Result, play
from hool.rules.hoola import Meld, Options, as_meld, melds_in
from hool.rules.hoola_melds import grown
from hool.rules.shuffle import rng
from hool.rules.text import say
from tests.hoola_play import cards, dealt, do, made, may, offered, shows, why_not
from tests.rules_play import random_board

# The page of the rules


def test_the_readme_names_functions_that_exist():
    text = (Path(hoola.__file__).parent / "README.md").read_text("utf-8").partition("## Hoola")[2]
    modules = [import_module(f"hool.rules.{path.stem}") for path in Path(hoola.__file__).parent.glob("hoola*.py")]
    named = [(module, name) for module, name in re.findall(r"`(\w+)\.(\w+)`", text) if name != "py"]
    assert len(named) > 8
    assert [each for each in named if not hasattr(import_module(f"hool.rules.{each[0]}"), each[1])] == []
    rulings = re.findall(r"^\| H\d+ \|.*\| ([^|]*) \|$", text, re.MULTILINE)
    assert len(rulings) >= 18
    bare = re.findall(r"`(\w+)`", " ".join(rulings))
    assert [name for name in bare if not any(hasattr(module, name) for module in modules)] == []


def test_every_option_has_a_help_text_and_its_default_is_possible():
    for field in Options.__dataclass_fields__.values():
        assert str(field.metadata["help"]).endswith(".")
        assert field.default in field.metadata["values"]


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ({"thank_you": "off", "claim_policy": "priority"}, "“claim_policy” and “thank_you”"),
        ({"thank_you": "next_only", "claim_policy": "priority"}, "“claim_policy” and “thank_you”"),
        ({"players": 6}, "“players” cannot be 6"),
        ({"players": 1}, "“players” cannot be 1"),
        ({"small_max": 16}, "“small_max” cannot be 16"),
        ({"claim_window_s": 2}, "“claim_window_s” cannot be 2"),
        ({"claim_window_s": 11}, "“claim_window_s” cannot be 11"),
        ({"must_discard": "on"}, "“must_discard” cannot be 'on'"),
        ({"ace": "high"}, "“ace” cannot be 'high'"),
    ],
)
def test_options_that_are_not_possible_are_refused_by_name(changes, names):
    with pytest.raises(OptionError, match=names):
        Options(**changes)


def test_the_two_presets():
    assert hoola.PRESETS["seed"] == Options()
    changes = {"ace": "round", "seven_value": 14, "seven_doubles": False, "small_max": 15, "direction": "anticlockwise"}
    assert hoola.PRESETS["pagat"] == Options(**changes)


# The match


def test_the_winner_deals_next_and_the_first_dealer_is_drawn():
    boards = [Result(scores, say("x")) for scores in ((-1, 5, -4), (6, -2, -4), (-1, -2, 3))]
    dealers = [hoola.next_board(Options(first_dealer=4), 3, boards[:done]) for done in range(4)]
    assert [(board.number, board.dealer) for board in dealers] == [(1, 1), (2, 1), (3, 0), (4, 2)]


@pytest.mark.parametrize(("direction", "dealers"), [("clockwise", [2, 3, 0, 1]), ("anticlockwise", [2, 1, 0, 3])])
def test_or_the_deal_goes_round(direction, dealers):
    options = Options(next_dealer="rotate", first_dealer=2, direction=direction)
    results = [Result((-1, -1, -1, 3), say("x"))] * 4
    assert [hoola.next_board(options, 4, results[:done]).dealer for done in range(4)] == dealers


def test_the_evening_ends_when_the_players_stop_or_after_so_many_boards():
    results = [Result((-1, 1), say("x"))] * 3
    assert (hoola.boards_in_match(Options(), 4), hoola.boards_in_match(Options(match=3), 4)) == (0, 3)
    assert hoola.next_board(Options(), 2, results * 20).number == 61
    assert hoola.next_board(Options(match=3), 2, results[:2]).number == 3
    assert hoola.next_board(Options(match=3), 2, results) is None


def test_equal_totals_share_a_place():
    results = [Result((6, -2, -2, -2), say("x")), Result((-3, 5, -1, -1), say("x"))]
    assert hoola.places(Options(), results) == (1, 1, 3, 3)
    assert hoola.places(Options(), []) == (1, 1, 1, 1)


# The deal


@pytest.mark.parametrize(("seats", "stock"), [(2, 37), (3, 30), (4, 23), (5, 16)])
def test_seven_cards_go_round_one_at_a_time_and_the_next_is_turned_up(seats, stock):
    board = Board(1, 1, seats, Options(players=seats))
    deal, pack = hoola.deal(board, rng("ab" * 32)), list(FULL_PACK)
    rng("ab" * 32).shuffle(pack)
    for place in range(7 * seats):
        assert pack[place] in deal.hands[(2 + place) % seats], "the first to the dealer's left"
    assert (deal.turned, list(deal.rest)) == (pack[7 * seats], pack[7 * seats :])
    view = shows(hoola.start(board, deal), 1)
    assert (view.discards, view.stock, view.counts) == ((deal.turned,), stock, (7,) * seats)
    assert (view.turn, view.phase, view.to_act) == (1, "draw", {1}), "the dealer plays first"
    assert hoola.start(board, Deal(deal.hands, deal.rest)).discards == (deal.turned,), "need not be said"


def test_anticlockwise_the_deal_and_the_turns_go_the_other_way():
    board = Board(1, 1, 4, Options(direction="anticlockwise"))
    deal, pack = hoola.deal(board, rng("ab" * 32)), list(FULL_PACK)
    rng("ab" * 32).shuffle(pack)
    assert pack[0] in deal.hands[0] and pack[1] in deal.hands[3] and pack[3] in deal.hands[1]
    state = do(hoola.start(board, deal), "1 draw")
    state = do(state, f"1 {may(state, 1, 'discard')[0]}")
    assert shows(state).turn == 0


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda deal: replace(deal, turned=deal.rest[1]), "cannot be turned up"),
        (lambda deal: replace(deal, hands=deal.hands[:3]), "A deal for 4 players has 4 hands"),
        (lambda deal: replace(deal, rest=deal.rest[1:]), "is missing from the deal"),
        (
            lambda deal: Deal(tuple(hand[:6] for hand in deal.hands), (*deal.rest, *(h[6] for h in deal.hands))),
            "each gets 7 cards, in this deal 6",
        ),
    ],
)
def test_a_deal_that_cannot_be_is_refused(change, error):
    board = Board(1, 0, 4, Options())
    with pytest.raises(CardError, match=error):
        hoola.start(board, change(hoola.deal(board, Random(1))))


# Melds


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("7C", "seven"),  # worked example 1
        ("7D 7C", "set"),
        ("6C 7C", "run"),
        ("7C 8C", "run"),
        ("6C 7D", None),
        ("6C 8C", None),
        ("5C 6C", None),
        ("QD KD AD", "run"),  # worked example 2
        ("AD 2D 3D", "run"),
        ("4S 4H 4D", "set"),
        ("4S 4H 4D 4C", "set"),
        ("7S 7H 7D 7C", "set"),
        ("4S 4H", None),
        ("4S 5H 6S", None),
        ("8C", None),
        ("KD AD 2D", None),
        ("5C 6C 7C 8C 9C TC JC", "run"),
    ],
)
def test_sets_and_runs(text, kind):
    made_of = as_meld("high_low", cards(text)[::-1])
    assert made_of == (None if kind is None else (kind, cards(text)))


@pytest.mark.parametrize(
    ("ace", "possible"),
    [("low", ["AD 2D 3D"]), ("high_low", ["AD 2D 3D", "QD KD AD"]), ("round", ["AD 2D 3D", "QD KD AD", "KD AD 2D"])],
)
def test_where_the_ace_may_stand(ace, possible):
    for text in ("AD 2D 3D", "QD KD AD", "KD AD 2D"):
        assert (as_meld(ace, cards(text)) is not None) == (text in possible)
    hand = hand_order(cards("AD 2D 3D QD KD"))
    threes = [" ".join(map(str, meld)) for meld in melds_in(ace, hand) if len(meld) == 3]
    assert sorted(threes) == sorted(possible)
    if ace == "round":
        assert cards("QD KD AD 2D 3D") in melds_in(ace, hand)


ROWS = {
    "low": "A23456789TJQK",
    "high_low": "A23456789TJQKA",
    "round": "A23456789TJQKA23456789TJQK",
}


def is_meld(ace, held):
    """The rule told in another way, by the text of a suit."""
    ranks, suits = "".join(str(card)[0] for card in held), {card.suit for card in held}
    if set(ranks) == {"7"}:
        return True
    if len(set(ranks)) == 1:
        return len(ranks) > 2
    long_enough = len(ranks) > (1 if "7" in ranks else 2)
    row = ROWS[ace]
    parts = {frozenset(row[at : at + len(ranks)]) for at in range(len(row) - len(ranks) + 1)}
    return long_enough and len(suits) == 1 and frozenset(ranks) in parts and len(set(ranks)) == len(ranks)


@pytest.mark.parametrize("ace", ROWS)
def test_the_melds_of_a_hand_are_all_its_parts_that_are_melds(ace):
    dice = Random(5)
    packs = [FULL_PACK, tuple(card for card in FULL_PACK if card.suit in "SH"), FULL_PACK[:13], FULL_PACK[:13]]
    for pack in (*packs, tuple(card for card in FULL_PACK if card.rank in (6, 7, 8, 13, 14, 2))):
        hand = hand_order(dice.sample(pack, 8))
        parts = [part for size in range(1, 9) for part in combinations(hand, size) if is_meld(ace, part)]
        found = melds_in(ace, hand)
        assert len(set(found)) == len(found) == len(parts)
        assert {frozenset(meld) for meld in found} == set(map(frozenset, parts))
        for meld in found:
            assert as_meld(ace, meld[::-1])[1] == meld, "one order, one text"


def test_what_looks_like_a_meld_is_refused_with_its_reason():
    state = made("4S 4H 5C 6C KD AD 2D", "2H", discards="9S", drawn=True)
    assert why_not(state, 0, "meld 4S 4H") == "A set needs three cards of a rank. Only sevens need fewer."
    assert why_not(state, 0, "meld 5C 6C") == "A run needs three cards in a row, or two if one of them is a 7."
    assert "the ace ends it" in why_not(state, 0, "meld KD AD 2D")
    low = made("QD KD AD 2D 9S", "2H", drawn=True, discards="9C", ace="low")
    for text in ("meld QD KD AD", "meld KD AD 2D"):
        assert why_not(low, 0, text) == "At this table the ace stands only below the 2."
    round_ = made("KD AD 2D 9S", "2H", drawn=True, discards="9C", ace="round")
    assert offered(round_, 0, "meld") == ["meld KD AD 2D"]


def test_the_cards_of_a_meld_may_be_named_in_any_order():
    state = made("7C 7D 4S 4H 4D 9C", "2H", drawn=True)
    state = do(state, "0 meld 7C 7D", "0 meld 4D 4S 4H")
    assert [meld.cards for meld in shows(state).melds] == [cards("7D 7C"), cards("4S 4H 4D")]


def test_the_choices_are_not_without_number():
    for seed in range(12):
        history, _ = random_board(Options(players=2 + seed % 4, ace="round"), seed)
        assert max(len(hoola.choices(state, seat)) for state, seat, _ in history) < 250


# Laying off


def on(text, *laid, ace="high_low", single7="either"):
    """The cards of a meld after these were laid off on it, None if one of them was refused."""
    meld = Meld(1, 0, *as_meld(ace, cards(text)))
    for card in cards(" ".join(laid)):
        meld = grown(ace, single7, meld, card)
        if meld is None:
            return None
    return " ".join(map(str, meld.cards))


@pytest.mark.parametrize(
    ("meld", "laid", "after"),
    [
        ("4C 5C 6C", "7C 8C", "4C 5C 6C 7C 8C"),  # worked example 3; trap 18
        ("4C 5C 6C", "8C", None),
        ("4C 5C 6C", "3C", "3C 4C 5C 6C"),
        ("4C 5C 6C", "7D", None),
        ("7C", "7D", "7D 7C"),  # worked example 4
        ("7C", "7D 8C", None),
        ("7C", "8C", "7C 8C"),
        ("7C", "6C 7D", None),
        ("6C 7C", "7D", None),
        ("7C", "9C", None),
        ("4S 4H 4D", "4C", "4S 4H 4D 4C"),
        ("4S 4H 4D", "5D", None),
        ("QD KD AD", "JD", "JD QD KD AD"),
        ("QD KD AD", "2D", None),  # ruling 7
        ("AD 2D 3D", "KD", None),
        ("JD QD KD", "AD", "JD QD KD AD"),
        ("2D 3D 4D", "AD", "AD 2D 3D 4D"),
    ],
)
def test_what_goes_on_a_meld(meld, laid, after):
    assert on(meld, laid) == after


def test_runs_round_the_corner_grow_to_thirteen_and_low_aces_stay_low():
    assert on("KD AD 2D", *(f"{rank}D" for rank in "3456789TJQ"), ace="round") == (
        "QD KD AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD"
    )
    assert on("QD KD AD", "2D", "JD", ace="round") == "JD QD KD AD 2D"
    assert on("JD QD KD", "AD", ace="low") is None
    assert on("2D 3D 4D", "AD", *(f"{rank}D" for rank in "56789TJQK")) == "AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD"


def test_a_seven_alone_may_be_for_runs_only():
    assert on("7C", "7D", single7="run_only") is None
    assert on("7C", "6C", "8C", single7="run_only") == "6C 7C 8C"
    assert on("7C 7D", "7H", single7="run_only") == "7H 7D 7C", "two sevens are a set"
    state = made("7D 2C", "2H", melds="0 7C", discards="9S", drawn=True, single7="run_only")
    assert "only the 6 or the 8" in why_not(state, 0, "lay 7D on 1")


def test_the_meld_to_lay_off_on_is_named():
    """Trap 19: 8C may go on a run and on a lone 7."""
    state = made("8C 2H 3H", "KH", melds="0 7C, 1 9C TC JC, 1 4S 4H 4D", drawn=True)
    assert may(state, 0, "lay") == ["lay 8C on 1", "lay 8C on 2"]
    assert len(offered(state, 0, "lay")) == 9
    assert why_not(state, 0, "lay 8C on 3") == "This is a set: only cards of the same rank go on it."
    assert "next card of the suit" in why_not(state, 0, "lay 2H on 2")
    state = do(state, "0 lay 8C on 2")
    assert shows(state).melds[1] == Meld(2, 1, "run", cards("8C 9C TC JC"))


def test_nobody_lays_off_before_a_meld_of_his_own():
    """Worked example 7."""
    state = made("KD 7D 2S 3H", "2H", melds="1 TD JD QD", discards="9S", drawn=True)
    assert why_not(state, 0, "lay KD on 1") == "First lay down a new meld of your own. Then you may lay off cards."
    state = do(state, "0 meld 7D", "0 lay KD on 1")
    assert shows(state).melds[0].cards == cards("TD JD QD KD")


# A turn


def test_a_turn_is_a_card_then_melds_and_lay_offs_then_a_discard():
    state = dealt("2C 3C 4C 7D 9S 9H KD", stock="5C")
    assert may(state, 0) == ["draw"]
    for text in ("meld 2C 3C 4C", "meld 7D", "discard KD"):
        assert why_not(state, 0, text) == "First draw a card."
    assert why_not(state, 1, "draw") == "It is player 1's turn."
    state = do(state, "0 draw", "0 meld 2C 3C 4C", "0 lay 5C on 1")
    assert why_not(state, 0, "draw") == "You have your card for this turn."
    assert why_not(state, 1, "draw") == "It is player 1's turn."
    state = do(state, "0 discard KD")
    view = shows(state)
    assert (view.counts, view.melded, view.had_turn) == ((3, 7, 7, 7), (True, *[False] * 3), (True, *[False] * 3))
    assert (view.discards[-1], view.turn, view.stock) == (cards("KD")[0], 1, 22)


def test_a_card_from_the_stock_may_be_discarded_at_once():
    assert "discard 5C" in may(do(dealt("2C", stock="5C"), "0 draw"), 0)


def test_lays_are_not_offered_before_drawing_either():
    state = made("3C 7C", "KH", melds="0 4C 5C 6C", discards="9S")
    assert why_not(state, 0, "lay 3C on 1") == "First draw a card."


def test_a_discard_is_taken_only_into_a_new_meld():
    """Worked example 8, and the whole choice in one act (trap 24)."""
    state = made("3C 9D 2H KH", "KD", melds="0 6C 7C 8C", discards="5C")
    assert why_not(state, 0, "take 5C") == "You may take the 5C only to play it at once in a new meld."
    state = made("3C 4C 6C 2H KH", "KD", discards="5C")
    assert may(state, 0, "take") == ["take 3C 4C 5C", "take 3C 4C 5C 6C", "take 4C 5C 6C"]
    state = do(state, "0 take 4C 5C 6C")
    assert (shows(state).counts[0], shows(state).melds[0].cards) == (3, cards("4C 5C 6C"))
    assert shows(state).discards[-1:] != cards("5C")


def test_other_melds_of_the_hand_do_not_help_to_take_a_discard():
    """Trap 24: the meld must hold the card itself."""
    state = made("4S 4H 4D 2C 9H", "KD", discards="KS")
    assert may(state, 0, "take") == []


def test_the_card_turned_up_is_the_dealers_to_take():
    state = dealt("KC KD 2H 3S 5S 9S TS", turned="KS")
    state = do(state, "0 take KS KD KC")
    view = shows(state)
    assert (view.feeder, view.claimed, view.discards) == (None, None, ())


def test_a_taken_card_must_leave_a_card_to_discard():
    """Ruling 8."""
    assert why_not(made("4C 4D", "KD", discards="4H"), 0, "take 4H 4D 4C").startswith("Keep a card")
    assert may(made("4C 4D 9S", "KD", discards="4H"), 0, "take") == ["take 4H 4D 4C"]
    assert may(made("4C", "KD", discards="7H"), 0, "take") == ["take 7H"]
    assert may(made("4C 4D", "KD", discards="4H", must_discard=False), 0, "take") == ["take 4H 4D 4C"]


def test_one_card_is_kept_for_the_discard():
    state = made("7C 7D", "KD", melds="0 4C 5C 6C", drawn=True)
    assert may(state, 0) == ["meld 7D", "meld 7C", "lay 7C on 1", "discard 7D", "discard 7C"]
    assert why_not(state, 0, "meld 7D 7C").startswith("Keep a card")
    state = do(state, "0 lay 7C on 1")
    assert why_not(state, 0, "meld 7D").startswith("Keep a card")
    assert may(state, 0) == ["discard 7D"]
    state = made("7C", "KD", melds="0 4C 5C 6C", drawn=True)
    assert why_not(state, 0, "lay 7C on 1").startswith("Keep a card")


def test_a_card_is_never_in_two_melds():
    """Trap 17: nor does a refused act change anything."""
    state = do(made("4S 4H 4D 5D 6D KH", "2H", drawn=True), "0 meld 4S 4H 4D")
    for text in ("meld 4D 5D 6D", "lay 4D on 1", "discard 4D", "meld KS KH KD"):
        with pytest.raises(IllegalAction):
            play(hoola, state, 0, text)
    assert may(state, 0) == ["discard KH", "discard 6D", "discard 5D"]


def test_where_a_taken_card_need_not_come_first_it_is_owed():
    state = made("9S 9H 7D 2C 3C", "KD", discards="9D", discard_first=False)
    assert {"take 9D", "take 9S 9H 9D"} <= set(may(state, 0, "take"))
    state = do(state, "0 take 9D")
    assert (shows(state).owed, shows(state).counts[0], shows(state).melded[0]) == (cards("9D")[0], 6, False)
    assert may(state, 0) == ["meld 7D", "meld 9S 9H 9D"]
    for text in ("discard 2C", "knock", "luck"):
        assert why_not(state, 0, text) == "First play the 9D in a new meld."
    state = do(state, "0 meld 7D")
    assert why_not(state, 0, "discard 2C") == "First play the 9D in a new meld.", "another meld does not do"
    state = do(state, "0 meld 9S 9H 9D", "0 discard 3C")
    assert shows(state).owed is None


def test_other_cards_may_not_go_where_an_owed_card_needs_them():
    state = made("9S 9H 7H 8H TD KC", "KD", melds="1 9C TC JC, 0 AS AH AD", discards="9D", discard_first=False)
    state = do(state, "0 take 9D")
    assert why_not(state, 0, "meld 7H 8H 9H") == "Then the 9D that you took would have no meld."
    assert may(state, 0, "meld") == ["meld 7H", "meld 9S 9H 9D", "meld 7H 8H"]
    state = made("8D 9S 9H 7D 2C", "KD", melds="1 TD JD QD, 0 AS AH AD", discards="9D", discard_first=False)
    state = do(state, "0 take 9D")
    assert why_not(state, 0, "lay 9D on 1") == "The 9D that you took must go into a new meld."
    assert may(made("2H 3C", "KD", discards="9D", discard_first=False), 0, "take") == []
