"""Oh Hell rule by rule. Sources and rulings (O1 ...) are in hool/rules/README.md.

Seat 0 bids and leads first, for the last seat deals, if nothing else is said.
"""

import re
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from hool.rules import oh_hell
from hool.rules.cards import CardError, Deal, parse_card
from hool.rules.game import Board, IllegalAction, OptionError, Result, legal_actions, play
from hool.rules.oh_hell import PRESETS, Options, score_of, sizes
from hool.rules.shuffle import rng
from hool.rules.text import list_players, say
from tests.oh_hell_play import at_random, bid, cards, dealt, lay, may, options_for, shows, why_not

# The page of the rules


def test_the_readme_names_functions_that_exist():
    text = (Path(oh_hell.__file__).parent / "README.md").read_text("utf-8").partition("## Oh Hell")[2]
    modules = [import_module(f"hool.rules.{path.stem}") for path in Path(oh_hell.__file__).parent.glob("oh_hell*.py")]
    named = [(module, name) for module, name in re.findall(r"`(\w+)\.(\w+)`", text) if name != "py"]
    assert len(named) > 15
    assert [each for each in named if not hasattr(import_module(f"hool.rules.{each[0]}"), each[1])] == []
    rulings = re.findall(r"^\| O\d+ \|.*\| ([^|]*) \|$", text, re.MULTILINE)
    assert len(rulings) > 20
    bare = re.findall(r"`(\w+)`", " ".join(rulings))
    assert [name for name in bare if not any(hasattr(module, name) for module in modules)] == []


def test_every_option_has_a_help_text_and_its_default_is_possible():
    for field in Options.__dataclass_fields__.values():
        assert str(field.metadata["help"]).endswith(".")
        if field.name != "rotation":
            assert field.default in field.metadata["values"]


# The match: orders and lengths


@pytest.mark.parametrize(
    ("order", "listed"),
    [
        ("up_down", "1 2 3 4 5 4 3 2 1"),
        ("up", "1 2 3 4 5"),
        ("down", "5 4 3 2 1"),
        ("up_up", "1 2 3 4 5 1 2 3 4 5"),
        ("down_up", "5 4 3 2 1 2 3 4 5"),
    ],
)
def test_the_orders_of_hand_sizes(order, listed):
    assert sizes(Options(order=order, max_cards=5), 4) == tuple(map(int, listed.split()))
    assert sizes(Options(order=order, max_cards=1), 4) == ((1, 1) if order == "up_up" else (1,))


def test_the_two_fixed_orders():
    assert sizes(PRESETS["p2p"], 4) == (10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    assert sizes(PRESETS["classic"], 4) == (*range(1, 14), *range(12, 0, -1))
    assert sizes(PRESETS["p2p"], 3) == sizes(Options(max_cards="all"), 4) == sizes(Options(max_cards="keep_one"), 5)


@pytest.mark.parametrize(
    ("preset", "seats", "hands", "tricks", "moves"),
    [("p2p", 4, 19, 109, 512), ("p2p", 3, 19, 109, 384), ("classic", 4, 25, 169, 776)],
)
def test_the_check_numbers_of_a_match(preset, seats, hands, tricks, moves):
    listed = sizes(PRESETS[preset], seats)
    assert (len(listed), sum(listed), seats * (len(listed) + sum(listed))) == (hands, tricks, moves)
    results, made = [], 0
    while board := oh_hell.next_board(PRESETS[preset], seats, results):
        assert board.dealer == len(results) % seats
        state = oh_hell.start(board, oh_hell.deal(board, Random(len(results))))
        while acting := oh_hell.to_act(state):
            (seat,) = acting
            state = oh_hell.apply(state, seat, legal_actions(oh_hell, state, seat)[0])
            made += 1
        results.append(oh_hell.result(state))
    assert len(results) == oh_hell.boards_in_match(PRESETS[preset], seats) == hands
    assert made == moves


MOVES = {  # players: largest hand, then hands/tricks/moves of up_down, up or down, up_up, down_up
    3: (17, "33/289/966 17/153/510 34/306/1020 33/305/1014"),
    4: (13, "25/169/776 13/91/416 26/182/832 25/181/824"),
    5: (10, "19/100/595 10/55/325 20/110/650 19/109/640"),
    6: (8, "15/64/474 8/36/264 16/72/528 15/71/516"),
    7: (7, "13/49/434 7/28/245 14/56/490 13/55/476"),
}


@pytest.mark.parametrize("seats", MOVES)
def test_the_length_of_every_order(seats):
    largest, lengths = MOVES[seats]
    found = []
    for order in ("up_down", "up", "up_up", "down_up"):
        listed = sizes(Options(order=order, max_cards="all"), seats)
        assert max(listed) == largest
        found.append(f"{len(listed)}/{sum(listed)}/{seats * (len(listed) + sum(listed))}")
    assert " ".join(found) == lengths
    assert sorted(sizes(Options(order="down", max_cards="all"), seats)) == list(range(1, largest + 1))


@pytest.mark.parametrize(
    ("deck", "largest"),
    [
        ("double104", {6: 17, 7: 14, 8: 13, 9: 11, 10: 10}),
        ("five62", {5: 12, 6: 10, 7: 8, 8: 7}),
        ("five63", {5: 12, 6: 10, 7: 9, 8: 7}),
    ],
)
def test_the_largest_hand_of_larger_packs(deck, largest):
    options = Options(deck=deck, max_cards="all", order="up")
    assert {seats: max(sizes(options, seats)) for seats in largest} == largest


def test_tricks_of_twelve_up_and_down():
    assert sum(sizes(Options(order="up_down", max_cards=12), 4)) == 144
    assert sum(sizes(Options(order="down_up", max_cards=12), 4)) == 155


def test_the_largest_hand_is_all_or_keeps_a_card_or_has_a_cap():
    largest = {
        value: oh_hell.largest_hand(Options(order="up", max_cards=value), 4) for value in ("all", "keep_one", 5, 17)
    }
    assert largest == {"all": 13, "keep_one": 12, 5: 5, 17: 13}
    assert oh_hell.largest_hand(Options(order="up", max_cards="keep_one"), 5) == 10


def test_the_first_dealer_may_be_anybody_and_the_deal_passes_left():
    options = Options(first_dealer=2)
    boards = [oh_hell.next_board(options, 3, [Result((0, 0, 0), say("x"))] * done) for done in range(4)]
    assert [(board.number, board.dealer) for board in boards] == [(1, 2), (2, 0), (3, 1), (4, 2)]
    assert oh_hell.next_board(options, 3, [Result((0, 0, 0), say("x"))] * 19) is None


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ({"order": "classic_25"}, "“order” and “max_cards”"),
        ({"max_cards": 9}, "“order” and “max_cards”"),
        ({"spades_double": True, "trump": "spades"}, "“spades_double” and “trump”"),
        ({"chooser_may_no_trump": True}, "“chooser_may_no_trump” and “trump”"),
        ({"double_rule": "cancel_ante"}, "“double_rule” and “deck”"),
        ({"deck": "double104", "ante_last": "dead"}, "“ante_last” and “double_rule”"),
        ({"joker_turned": "next"}, "“joker_turned” and “deck”"),
        ({"trump": "rotation", "rotation": ()}, "“rotation” and “trump”"),
        ({"rotation": ("D", "X")}, "“rotation” cannot be"),
        ({"max_cards": 18}, "“max_cards” cannot be 18"),
        ({"max_cards": True}, "“max_cards” cannot be True"),
        ({"players": 2}, "“players” cannot be 2"),
        ({"scoring": "nice"}, "“scoring” cannot be 'nice'"),
    ],
)
def test_options_that_contradict_themselves_are_refused_by_name(changes, names):
    with pytest.raises(OptionError, match=names):
        Options(**changes)


@pytest.mark.parametrize(
    ("changes", "seats", "names"),
    [
        ({"order": "up"}, 8, "“players” and “deck”: with these cards 3 to 7 can play, not 8"),
        ({"order": "up"}, 2, "“players” and “deck”"),
        ({"order": "up", "deck": "double104"}, 5, "“players” and “deck”"),
        ({"order": "up", "deck": "five62"}, 4, "“players” and “deck”"),
        ({}, 6, "“order” and “players”: these hands go up to 10 cards, and 6 players can get 8 each"),
        ({"order": "classic_25", "max_cards": "all"}, 5, "“order” and “players”"),
        ({"order": "classic_25", "max_cards": "keep_one"}, 4, "“order” and “max_cards”"),
    ],
)
def test_options_that_do_not_suit_the_number_of_players_are_refused(changes, seats, names):
    options = Options(**changes)
    for ask in (oh_hell.check, oh_hell.boards_in_match):
        with pytest.raises(OptionError, match=names):
            ask(options, seats)
    with pytest.raises(OptionError, match=names):
        oh_hell.next_board(options, seats, [])
    with pytest.raises(OptionError, match=names):
        oh_hell.start(Board(1, 0, seats, options), Deal(((),) * seats))


# The deal


@pytest.mark.parametrize("size", [1, 10])
def test_cards_go_round_one_at_a_time_and_the_next_is_turned_up(size):
    board = Board(size, 2, 4, options_for(4))
    deal = oh_hell.deal(board, rng("ab" * 32))
    pack = list(oh_hell.PACKS["std52"])
    rng("ab" * 32).shuffle(pack)
    around = [3, 0, 1, 2] * size
    for place, seat in enumerate(around):
        assert pack[place] in deal.hands[seat]
    assert list(deal.rest) == pack[4 * size :]
    assert deal.turned == pack[4 * size]
    assert oh_hell.start(board, Deal(deal.hands, deal.rest)).turned == pack[4 * size], "need not be said"


def test_without_a_stock_the_dealers_last_card_makes_trumps():
    board = Board(13, 2, 4, options_for(4))
    pack = list(oh_hell.PACKS["std52"])
    rng("cd" * 32).shuffle(pack)
    deal = oh_hell.deal(board, rng("cd" * 32))
    assert (deal.turned, deal.rest) == (pack[51], ())
    assert pack[51] in deal.hands[2]
    view = shows(oh_hell.start(board, deal))
    assert (view.turned, view.trumps) == (pack[51], pack[51].suit)
    assert view.hands == (None,) * 4
    assert str(view.trumps_why) == f"All cards are dealt: {pack[51]} is the dealer's last card."


def test_or_a_card_is_turned_up_before_and_shuffled_in_again():
    board = Board(13, 2, 4, options_for(4, no_stock="random_flip"))
    pack = list(oh_hell.PACKS["std52"])
    source = rng("ef" * 32)
    source.shuffle(pack)
    turned = pack[0]
    source.shuffle(pack)
    deal = oh_hell.deal(board, rng("ef" * 32))
    assert deal.turned == turned
    assert pack[0] in deal.hands[3] and pack[51] in deal.hands[2]
    assert "shuffled in again" in str(shows(oh_hell.start(board, deal)).trumps_why)


def test_a_card_shuffled_in_again_is_an_ordinary_trump_in_anybodys_hand():
    hands = [" ".join(f"{rank}{suit}" for rank in "AKQJT98765432") for suit in "SHDC"]
    state = bid(dealt(*hands, turned="9D", no_stock="random_flip"), "0 0 0 1")
    assert (shows(state).trumps, str(shows(state).turned)) == ("D", "9D")
    state = lay(state, "AS AH 9D AC")
    assert state.tricks[0].winner == 2


def test_or_there_are_no_trumps():
    view = shows(at_random(13, no_stock="no_trump"))
    assert (view.turned, view.trumps, str(view.trumps_why)) == (None, "N", "No trumps: all cards are dealt.")


def test_only_the_largest_hand_of_four_eight_and_seven_players_leaves_no_card():
    empty = [
        (deck, seats)
        for deck, pack in oh_hell.PACKS.items()
        for seats in oh_hell.PLAYERS[deck]
        if len(pack) == seats * oh_hell.largest_hand(options_for(seats, deck=deck), seats)
    ]
    assert empty == [("std52", 4), ("double104", 8), ("five63", 7)]


def test_always_spades_turns_no_card_and_can_deal_all():
    view = shows(at_random(13, trump="spades"))
    assert (view.turned, view.trumps, view.doubled) == (None, "S", False)


@pytest.mark.parametrize(
    ("hands", "changes", "error"),
    [
        ("AS/KS/QS", {}, "A deal for 4 players has 4 hands, this has 3"),
        ("AS KS/QS JS/TS 9S/8S 7S", {}, "Hand 1 of the match has 1 card for each, this deal has 2"),
        ("AS/KS/QS TS/JS", {}, "Hand 3 has 2 cards and should have 1"),
        ("AS/KS/QS/JS", {"turned": parse_card("2C")}, "2C cannot be turned up: TS is the next card of the pack"),
        ("AS/KS/QS/AS", {}, "The deal has AS more than once"),
        ("AS/KS/QS/X*", {}, r"X\* is not in this pack"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(hands, changes, error):
    held = tuple(map(cards, hands.split("/")))
    rest = tuple(card for card in oh_hell.PACKS["std52"] if not any(card in hand for hand in held))
    with pytest.raises(CardError, match=error):
        oh_hell.start(Board(1, 0, 4, options_for(4)), replace(Deal(held, rest), **changes))


def test_the_dealers_last_card_must_be_the_dealers():
    hands = [" ".join(f"{rank}{suit}" for rank in "AKQJT98765432") for suit in "SHDC"]
    with pytest.raises(CardError, match="9D cannot be the dealer's last card"):
        dealt(*hands, turned="9D")
    with pytest.raises(CardError, match="does not say which one was turned up"):
        dealt(*hands)


# Bidding


@pytest.mark.parametrize(
    ("size", "earlier", "refused", "only"),
    [
        (5, "2 1 0", 2, None),
        (5, "3 1 2", None, None),
        (7, "4 0 2", 1, None),
        (1, "0 0 0", 1, 0),
        (1, "1 0 0", 0, 1),
        (1, "1 1 0", None, None),
        (5, "5 0 0", 0, None),
    ],
)
def test_the_hook_binds_the_last_bidder(size, earlier, refused, only):
    state = at_random(size)
    for place, number in enumerate(earlier.split()):
        assert shows(state).forbidden is None
        assert may(state, place) == [f"bid {n}" for n in range(size + 1)], "nobody else is bound"
        state = play(oh_hell, state, place, f"bid {number}")
    assert may(state, 3) == [f"bid {n}" for n in range(size + 1) if n != refused]
    assert (shows(state).forbidden, shows(state).only) == (refused, only)
    assert shows(state).total == sum(map(int, earlier.split()))


def test_the_reason_of_the_hook_is_a_sum():
    state = bid(at_random(7, seats=5), "2 0 2 1")
    assert why_not(state, 4, "bid 2") == "5 + 2 is 7: the bids may not add up to the tricks."
    with pytest.raises(IllegalAction, match=r"5 \+ 2 is 7"):
        play(oh_hell, state, 4, "bid 2")


def test_with_the_hook_somebody_always_misses():
    for seed in range(30):
        state = at_random(3, seed=seed)
        dice = Random(seed)
        while acting := oh_hell.to_act(state):
            (seat,) = acting
            state = oh_hell.apply(state, seat, dice.choice(legal_actions(oh_hell, state, seat)))
        assert any(made != said for made, said in zip(state.won, state.bids, strict=True))


def test_bids_go_round_from_the_dealers_left_whoever_deals():
    state = at_random(3, dealer=1)
    for seat in (2, 3, 0, 1):
        assert oh_hell.to_act(state) == {seat}
        assert why_not(state, (seat + 1) % 4, "bid 0") in (
            f"It is player {seat + 1}'s turn.",
            "You have made your bid. Now wait for the others.",
        )
        state = play(oh_hell, state, seat, "bid 0")
    assert oh_hell.to_act(state) == {2}, "and the dealer's left leads"


def test_a_bid_is_no_more_than_the_hand():
    state = at_random(1)
    assert [str(choice.action) for choice in oh_hell.choices(state, 0)] == ["bid 0", "bid 1"]


def test_open_bids_may_add_up_to_the_tricks():
    state = bid(at_random(3, seats=3, bidding="open"), "1 1 1")
    assert (shows(state).phase, shows(state).total) == ("play", 3)


def test_secret_bids_are_shown_when_the_last_is_in():
    state = at_random(3, seats=3, bidding="secret")
    assert oh_hell.to_act(state) == {0, 1, 2}
    state = play(oh_hell, state, 2, "bid 1")
    assert oh_hell.to_act(state) == {0, 1}
    assert why_not(state, 2, "bid 0") == "You have made your bid. Now wait for the others."
    state = play(oh_hell, state, 0, "bid 1")
    assert [shows(state, seat).bids for seat in (None, 0, 1, 2)] == [
        (None, None, None), (1, None, None), (None, None, None), (None, None, 1)
    ]  # fmt: skip
    assert (shows(state).total, shows(state, 0).total) == (0, 1)
    state = play(oh_hell, state, 1, "bid 1")
    assert (shows(state).bids, shows(state).phase, shows(state).leader) == ((1, 1, 1), "play", 0)


def knock(seats, size, *rounds, **changes):
    state = at_random(size, seats=seats, bidding="knock", **changes)
    for bids in rounds:
        state = bid(state, bids)
    return state


def test_knock_bids_that_add_up_are_made_anew_and_the_fourth_must_change():
    state = knock(3, 3, "1 1 1", "1 1 1")
    assert (shows(state).attempts, shows(state).attempt) == (((1, 1, 1), (1, 1, 1)), 3)
    assert "bid 1" in may(state, 0)
    state = bid(state, "1 1 1")
    assert may(state, 0) == ["bid 0", "bid 2", "bid 3"]
    assert why_not(state, 0, "bid 1") == "You bid 1 the last time. Now everyone must bid another number."
    state = bid(state, "0 0 2")
    assert (shows(state).phase, shows(state).bids, shows(state).attempt) == ("play", (0, 0, 2), 4)


def test_or_the_third_must_change():
    state = knock(3, 3, "1 1 1", "1 1 1", knock_change_from=3)
    assert "bid 1" not in may(state, 0)


@pytest.mark.parametrize("seats", [3, 5, 7])
def test_on_one_card_the_forced_change_ends_the_knocking(seats):
    last = "1" + " 0" * (seats - 1)
    state = knock(seats, 1, last, last, last)
    assert [may(state, seat) for seat in range(seats)] == [["bid 0"], *[["bid 1"]] * (seats - 1)]
    assert [shows(state, seat).only for seat in (None, 0, 1)] == [None, 0, 1]
    state = bid(state, "0" + " 1" * (seats - 1))
    assert shows(state).phase == "play"


def test_knock_bids_that_never_settle_end_with_the_hook():
    state = knock(3, 3, "1 1 1", "0 1 2", knock_limit=2)
    assert shows(state).bidding == "hook"
    assert oh_hell.to_act(state) == {0}
    state = bid(state, "0 1")
    assert (shows(state).bids, shows(state).forbidden) == ((0, 1, None), 2)
    state = play(oh_hell, state, 2, "bid 3")
    assert (shows(state).phase, shows(state).attempts) == ("play", ((1, 1, 1), (0, 1, 2)))


# Scores


@pytest.mark.parametrize(
    ("scoring", "nines", "zeros", "one_card"),
    [
        # nines: bid 4 of nine, taken 4, 3, 6; zeros: bid 0 of nine, taken 0, 2; one_card: bid 0 made, bid 1 made
        ("basic", (14, 3, 6), (10, 2), (10, 11)),
        ("progressive", (26, 3, 6), (10, 2), (10, 11)),
        ("negative", (0, 1, 3), (0, 3), (0, 0)),
        ("adjusted_1", (14, 3, 6), (14, 2), (6, 11)),
        ("adjusted_2", (14, 0, 0), (5, 0), (5, 11)),
    ],
)
@pytest.mark.parametrize("doubled", [False, True])
def test_the_scores(scoring, nines, zeros, one_card, doubled):
    options, factor = Options(scoring=scoring), 2 if doubled else 1
    assert tuple(score_of(options, 9, 4, taken, doubled) for taken in (4, 3, 6)) == tuple(factor * n for n in nines)
    assert tuple(score_of(options, 9, 0, taken, doubled) for taken in (0, 2)) == tuple(factor * n for n in zeros)
    assert tuple(score_of(options, 1, n, n, doubled) for n in (0, 1)) == tuple(factor * n for n in one_card)


def test_three_off_costs_six_and_doubled_twelve():
    assert score_of(Options(scoring="negative"), 9, 1, 4, False) == 6
    assert score_of(Options(scoring="negative"), 9, 4, 1, True) == 12
    assert score_of(Options(), 5, 3, 3, True) == 26


@pytest.mark.parametrize(
    ("scoring", "said", "taken", "line"),
    [
        ("basic", 3, 3, "made: 10 + 3"),
        ("basic", 3, 1, "2 off: a point for each trick"),
        ("progressive", 4, 4, "made: 10 + 4 × 4"),
        ("negative", 3, 3, "made: no penalty points"),
        ("negative", 3, 2, "1 off: 1 penalty point"),
        ("negative", 0, 3, "3 off: 1 + 2 + 3 penalty points"),
        ("adjusted_1", 0, 0, "made: 5, and a point for each of 9 cards"),
        ("adjusted_2", 0, 0, "made: 5 for no tricks"),
        ("adjusted_2", 2, 2, "made: 10 + 2"),
        ("adjusted_2", 2, 3, "1 off: nothing"),
    ],
)
def test_a_score_is_explained(scoring, said, taken, line):
    options = Options(scoring=scoring)
    assert list(map(str, oh_hell.explain(options, 9, said, taken, False))) == [line]
    assert list(map(str, oh_hell.explain(options, 9, said, taken, True))) == [
        line,
        "a spade was turned up: twice the points",
    ]


def test_a_hand_from_the_first_bid_to_the_score():
    state = bid(dealt("AS 2H", "KS 3H", "QS 4H", rest="9D"), "1 0 0")
    state = lay(state, "AS KS QS 2H 3H 4H")
    assert oh_hell.result(state) == Result((11, 10, 1), say("Made: {players}", players=list_players((0, 1))))
    assert str(oh_hell.result(state).line) == "Made: player 1, player 2"
    assert (state.won, shows(state).phase, oh_hell.to_act(state)) == ((1, 0, 1), "done", frozenset())
