"""HOOL rule by rule. Sources and rulings (G1 ...) are in hool/rules/README.md; examples_hool.json holds worked ones."""

import json
import re
from importlib import import_module
from pathlib import Path

import pytest

from hool.rules import hool
from hool.rules.cards import FULL_PACK, CardError, high_card_points, parse_deal, parse_hand
from hool.rules.game import Board, IllegalAction, OptionError, Result, options_from_json, options_to_json
from hool.rules.hool import BIDS, CLUE_KINDS, PRESETS, Options
from hool.rules.text import say
from tests.rules_play import DEAL, SEATS, E, N, S, W, act, acting, random_board, start, texts, why_not

EXAMPLES = json.loads((Path(__file__).parent / "examples_hool.json").read_text("utf-8"))
CALLS = {"P": "pass", "X": "double", "XX": "redouble"}


def examples(name):
    return pytest.mark.parametrize("example", EXAMPLES[name], ids=[each["id"] for each in EXAMPLES[name]])


def call(text):
    return CALLS.get(text) or f"bid {text}"


def calls(state, given):
    """The state after a step's calls, {"N": "4H", "E": "P" ...}."""
    return act(state, *(f"{seat} {call(text)}" for seat, text in given.items()))


def bid_to(declarer, contract, doubled=1, **options):
    """A board at its opening lead, this contract having been bid."""
    left = "NESW"[(SEATS[declarer] + 1) % 4]
    right = "NESW"[(SEATS[declarer] + 3) % 4]
    state = start(clues=0, **options)
    state = calls(state, {seat: contract if seat == declarer else "P" for seat in "NESW"})
    state = calls(state, {left: "X" if doubled > 1 else "P", right: "P"})
    if doubled > 1:
        state = act(state, f"{declarer} {'redouble' if doubled == 4 else 'pass'}")
    return state


# Score


@examples("scoring")
def test_worked_scores(example):
    if example["contract"] is None:
        state = calls(start(clues=0), dict.fromkeys("NESW", "P"))
    else:
        state = bid_to(example["declarer"], example["contract"], example["doubled"])
        state = hool.claim(state, SEATS[example["declarer"]], example["tricks"])
    assert hool.result(state).scores == (example["ns"], example["ew"], example["ns"], example["ew"])


@examples("scoring")
def test_worked_scores_line_by_line(example):
    if example["contract"] is None:
        return
    declarer = SEATS[example["declarer"]]
    lines = hool.explain_score(Options(), example["contract"], declarer, example["doubled"], example["tricks"])
    assert lines[-1].points == max(example["ns"], example["ew"])
    assert str(lines[-1].text) == ("For North and South" if example["ns"] else "For East and West")
    terms, doubled = lines[:-1], [line for line in lines[:-1] if "oubled" in str(line.text)]
    if example["doubled"] > 1:
        assert doubled == [terms[-1]]
        assert terms[-1].points == lines[-1].points == sum(line.points for line in terms[:-1]) * example["doubled"]
    else:
        assert doubled == []
        assert sum(line.points for line in terms) == lines[-1].points


@pytest.mark.parametrize(
    "example",
    [each for each in EXAMPLES["scoring"] if "if_slam_adds_game" in each],
    ids=lambda example: example["id"],
)
def test_a_slam_earns_the_game_bonus_too_if_the_table_says_so(example):
    state = bid_to(example["declarer"], example["contract"], example["doubled"], slam_adds_game=True)
    state = hool.claim(state, SEATS[example["declarer"]], example["tricks"])
    assert max(hool.result(state).scores) == example["if_slam_adds_game"]


def test_a_score_is_explained_as_a_child_would_add_it_up():
    lines = hool.explain_score(Options(), "4H", N, 1, 11)
    assert [(str(line.text), line.sum, line.points) for line in lines] == [
        ("11 tricks, the first 6 are free", "5 × 10", 50),
        ("Game bonus: 4H was promised", "", 100),
        ("For North and South", "", 150),
    ]
    lines = hool.explain_score(Options(slam_adds_game=True), "6NT", E, 2, 12)
    assert [(str(line.text), line.sum, line.points) for line in lines] == [
        ("12 tricks, the first 6 are free", "6 × 10", 60),
        ("Game bonus: 6NT was promised", "", 100),
        ("Small slam: 6NT was promised", "", 200),
        ("Doubled: all of it twice", "360 × 2", 720),
        ("For East and West", "", 720),
    ]
    lines = hool.explain_score(Options(), "4H", N, 4, 9)
    assert [(str(line.text), line.sum, line.points) for line in lines] == [
        ("1 trick too few", "1 × 20", 20),
        ("Redoubled: all of it four times", "20 × 4", 80),
        ("For East and West", "", 80),
    ]


@pytest.mark.parametrize(
    ("bid", "doubled", "made", "one_down"),
    [
        ("2S", 1, 20, 20),
        ("3NT", 1, 130, 20),
        ("4H", 1, 140, 20),
        ("5C", 2, 300, 40),
        ("6C", 1, 260, 20),
        ("7NT", 4, 1880, 80),
    ],
)
def test_what_a_bid_pays_if_kept_and_costs_if_one_short(bid, doubled, made, one_down):
    assert hool.pays(Options(), bid, doubled) == (made, one_down)


def test_the_amounts_are_options():
    options = Options(trick=5, undertrick=7, game=11, small_slam=13, grand_slam=17)
    assert [hool.pays(options, bid)[0] for bid in ("2H", "4H", "6H", "7H")] == [10, 31, 43, 52]
    assert hool.pays(options, "2H")[1] == 7


@pytest.mark.parametrize(
    ("declarer", "contract", "doubled", "tricks", "line"),
    [
        ("N", "4H", 1, 11, "4H by North, one over: N–S 150"),
        ("S", "3NT", 1, 9, "3NT by South, made: N–S 130"),
        ("W", "1C", 1, 13, "1C by West, 6 over: E–W 70"),
        ("E", "4S", 2, 8, "4S doubled by East, 2 down: N–S 80"),
        ("N", "2D", 4, 7, "2D redoubled by North, one down: E–W 80"),
    ],
)
def test_a_result_in_a_line(declarer, contract, doubled, tricks, line):
    state = hool.claim(bid_to(declarer, contract, doubled), SEATS[declarer], tricks)
    assert str(hool.result(state).line) == line


def test_with_tricks_as_the_score_a_contract_only_sets_the_target():
    result = hool.result(hool.claim(bid_to("N", "4H", score="tricks"), N, 9))
    assert result == Result((9, 4, 9, 4), result.line)
    assert str(result.line) == "4H by North, one down: tricks N–S 9, E–W 4"


# Bidding


def bidding(example, state):
    """The example's board, as far as its calls are asked for."""
    for step in ("round1", "round2", "round3", "closing"):
        if step in example and (step != "closing" or hool.phase(state) == "closing"):
            state = calls(state, example[step])
        if hool.phase(state) == "redouble":
            answer = example.get("closing_redouble" if step == "closing" else "redouble")
            return state if answer is None else act(state, f"{'NESW'[min(hool.to_act(state))]} {call(answer)}")
    return state


NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
WAITING = {"need_r2": "step 2", "need_r3": "step 3", "need_redouble": "redouble", "need_closing": "closing"}


def check_bidding(example, expected, **options):
    at_first = start(clues=0, dealer=SEATS[example["dealer"]], **options)
    view = hool.view(bidding(example, at_first), None)
    for name, steps in (("td1", ("round1",)), ("td2", ("round1", "round2"))):  # declarer for now after step 1, 2
        if name in expected:
            then = hool.view(bidding({step: example[step] for step in steps}, at_first), None)
            assert str(then.standing[0]) == f"{expected[f'{name}_bid']} is the highest bid."
            assert str(then.standing[-1]) == f"{NAMES[expected[name]]} is declarer for now."
    if expected["state"] == "passed_out":
        assert (view.phase, view.contract, view.declarer) == ("done", "", None)
    elif expected["state"] == "play":
        assert (view.phase, view.contract, view.doubled) == ("play", expected["contract"], expected["doubled"])
        seats = [SEATS[expected[name]] for name in ("declarer", "dummy", "leader")]
        assert [view.declarer, view.dummy, view.leader] == seats
        assert view.to_act == {view.leader}
    else:
        assert view.phase == WAITING[expected["state"]]
        assert view.to_act == {SEATS[seat] for seat in expected["actors"]}


@examples("bidding")
def test_worked_biddings_by_the_printed_rules(example):
    check_bidding(example, example["printed"])


@examples("bidding")
def test_worked_biddings_with_a_closing_double(example):
    check_bidding(example, example.get("app", example["printed"]), closing_double=True)


@examples("illegal_calls")
def test_legal_and_illegal_calls(example):
    state = bidding(example["after"], start(clues=0, dealer=SEATS[example["dealer"]]))
    sentence = why_not(state, SEATS[example["seat"]], call(example["call"]))
    assert (sentence is None) == example["legal"], sentence
    if not example["legal"]:
        with pytest.raises(IllegalAction) as refused:
            act(state, f"{example['seat']} {call(example['call'])}")
        assert str(refused.value) == sentence


def after(*steps):
    state = start(clues=0)
    for step in steps:
        state = calls(state, dict(zip(step[::2], step[1::2], strict=True)))
    return state


ROUND1 = ("N", "3H", "E", "P", "S", "P", "W", "P")


@pytest.mark.parametrize(
    ("steps", "seat", "text", "sentence"),
    [
        ([], N, "double", "There is no bid yet that you could double."),
        ([], N, "redouble", "Only a bid that was doubled can be redoubled."),
        ([("E", "P")], E, "bid 1C", "You have already chosen. Wait for North, South and West."),
        ([ROUND1], E, "bid 3D", "3D is not higher than 3H."),
        ([ROUND1], E, "bid 3H", "3H is not higher than 3H."),
        ([ROUND1], S, "bid 4H", "In this step only East and West may call."),
        ([ROUND1], N, "redouble", "In this step only East and West may call."),
        ([ROUND1, ("E", "X")], E, "pass", "You have already chosen. Wait for West."),
        ([ROUND1, ("E", "X", "W", "P")], S, "redouble", "Only North may answer the double."),
        ([ROUND1, ("E", "X", "W", "P")], N, "bid 4H", "Your 3H was doubled: you may pass or redouble."),
        ([ROUND1, ("E", "3S", "W", "P")], N, "bid 3S", "3S is not higher than 3S."),
    ],
)
def test_a_refused_call_says_why(steps, seat, text, sentence):
    assert why_not(after(*steps), seat, text) == sentence


def test_bids_rank_by_level_then_clubs_diamonds_hearts_spades_no_trumps():
    assert BIDS[:6] == ("1C", "1D", "1H", "1S", "1NT", "2C")
    assert [hool.bid_rank(bid) for bid in BIDS] == list(range(35))


def test_calls_of_a_step_are_given_in_any_order():
    forward = after(("N", "2H", "E", "P", "S", "3NT", "W", "3S"))
    assert forward == after(("W", "3S", "S", "3NT", "E", "P", "N", "2H"))


def test_all_are_asked_at_once_and_the_rest_are_awaited():
    state = after()
    assert acting(state) == "NESW"
    assert acting(calls(state, {"S": "1C", "W": "P"})) == "NE"


def test_a_double_by_both_counts_once():
    assert hool.view(after(ROUND1, ("E", "X", "W", "X"), ("N", "P")), None).doubled == 2


@pytest.mark.parametrize(
    ("steps", "sentences"),
    [
        ([("N", "P")], []),
        ([("N", "P", "E", "P", "S", "P", "W", "P")], ["All four passed."]),
        ([ROUND1], ["3H is the highest bid.", "North is declarer for now."]),
        (
            [("N", "4H", "E", "P", "S", "4H", "W", "2D")],
            [
                "4H is the highest bid.",
                "North and South bid the same.",
                "Equal bids: start at the dealer and go clockwise.",
                "North deals, so North comes first.",
                "North is declarer for now.",
            ],
        ),
        (
            [("N", "P", "E", "2D", "S", "2D", "W", "2D")],
            [
                "2D is the highest bid.",
                "East, South and West bid the same.",
                "Equal bids: start at the dealer and go clockwise.",
                "North deals, so East comes first.",
                "East is declarer for now.",
            ],
        ),
        (
            [ROUND1, ("E", "3S", "W", "X")],
            [
                "3S is the highest bid.",
                "West's double falls away because East bid.",
                "East is declarer for now.",
            ],
        ),
        (
            [ROUND1, ("E", "P", "W", "P")],
            ["3H is the highest bid.", "Nobody bid higher and nobody doubled.", "North is declarer."],
        ),
        (
            [ROUND1, ("E", "P", "W", "X")],
            ["3H is the highest bid.", "West doubled.", "North is declarer for now."],
        ),
        (
            [ROUND1, ("E", "X", "W", "X"), ("N", "XX")],
            [
                "3H is the highest bid.",
                "East and West both doubled: that counts once.",
                "North redoubled.",
                "North is declarer.",
            ],
        ),
    ],
)
def test_the_table_says_why_the_bid_stands(steps, sentences):
    assert [str(text) for text in hool.view(after(*steps), None).standing] == sentences


def test_a_closing_step_in_which_nobody_doubles_is_told():
    state = start(clues=0, closing_double=True)
    state = act(state, "N bid 3H", "E pass", "S pass", "W pass", "E bid 3S", "W pass", "N bid 4H", "S pass")
    assert why_not(state, E, "bid 5C") == "Step 3 was the last for bids: you may pass or double."
    assert texts(state, E) == {"pass", "double"}
    state = act(state, "E pass", "W pass")
    assert [str(text) for text in hool.view(state, None).standing] == [
        "4H is the highest bid.",
        "Nobody doubled.",
        "North is declarer.",
    ]


class TestFewerSteps:
    """The ladder's rungs 10 and 11 (options bidding_steps 1 and 2)."""

    def test_with_one_step_the_highest_bid_wins_at_once(self):
        state = calls(start(clues=0, bidding_steps=1), {"N": "2H", "E": "P", "S": "3NT", "W": "3S"})
        view = hool.view(state, None)
        assert (view.phase, view.contract, view.declarer, view.doubled) == ("play", "3NT", S, 1)
        assert str(view.standing[-1]) == "South is declarer."

    def test_with_one_step_all_may_pass(self):
        state = calls(start(clues=0, bidding_steps=1), dict.fromkeys("NESW", "P"))
        assert hool.phase(state) == "done"

    def test_with_two_steps_a_higher_bid_wins_at_once(self):
        state = calls(start(clues=0, bidding_steps=2), {"N": "3H", "E": "P", "S": "P", "W": "P"})
        view = hool.view(calls(state, {"E": "X", "W": "3S"}), None)
        assert (view.phase, view.contract, view.declarer, view.doubled) == ("play", "3S", W, 1)

    def test_with_two_steps_a_double_may_be_redoubled(self):
        state = calls(start(clues=0, bidding_steps=2), {"N": "3H", "E": "P", "S": "P", "W": "P"})
        state = calls(state, {"E": "X", "W": "P"})
        assert (hool.phase(state), acting(state)) == ("redouble", "N")
        assert hool.view(act(state, "N redouble"), None).doubled == 4

    def test_a_closing_double_belongs_to_step_3_only(self):
        state = calls(start(clues=0, bidding_steps=2, closing_double=True), {"N": "3H", "E": "P", "S": "P", "W": "P"})
        assert hool.phase(calls(state, {"E": "P", "W": "3S"})) == "play"


# Clues


@examples("clues")
def test_worked_clues(example):
    assert hool.clue_value(parse_hand(example["hand"]), example["clue"]) == example["value"]


@pytest.mark.parametrize("example", EXAMPLES["clue_order"][:2], ids=lambda example: example["id"])
def test_clues_go_round_twice_from_the_dealer(example):
    state = start(dealer=SEATS[example["dealer"]])
    kinds = iter(["hcp"] * 4 + ["pattern"] * 4)
    for seat in example["order"]:
        assert (hool.phase(state), acting(state)) == ("clues", seat)
        state = act(state, f"{seat} clue {next(kinds)}")
    assert (hool.phase(state), acting(state)) == ("step 1", "NESW")


def test_a_player_may_not_give_the_same_kind_twice():  # K03
    state = act(start(), *(f"{seat} clue hcp" for seat in "NESW"))
    assert why_not(state, N, "clue hcp") == "You have already told your points. Choose another clue."
    with pytest.raises(IllegalAction):
        act(state, "N clue hcp")


def test_two_suit_lengths_are_two_kinds():  # K04
    state = act(start(), *(f"{seat} clue spades" for seat in "NESW"), "N clue hearts")
    assert hool.view(state, None).clues[N] == (("spades", 4), ("hearts", 3))


def test_what_partner_or_an_opponent_gave_may_be_given_too():  # K05
    state = act(start(), "N clue hcp")
    assert why_not(state, E, "clue hcp") is None
    assert why_not(act(state, "E clue hcp"), S, "clue hcp") is None


def test_there_is_no_passing_in_the_clues():  # K06
    with pytest.raises(IllegalAction, match="“pass” is not possible now"):
        act(start(), "N pass")


def test_a_clue_is_always_true_and_for_all():
    state = start()
    for seat, kind in [(N, "hcp"), (E, "pattern"), (S, "clubs"), (W, "diamonds")]:
        state = act(state, f"{'NESW'[seat]} clue {kind}")
    for viewer in (None, N, E, S, W):
        clues = hool.view(state, viewer).clues
        assert clues == ((("hcp", 14),), (("pattern", "5-3-3-2"),), (("clubs", 5),), (("diamonds", 5),))


def test_out_of_turn_the_table_says_whose_turn_it_is():
    state = start(dealer=W)
    assert why_not(state, N, "clue hcp") == "It is West's turn."


@pytest.mark.parametrize("count", [0, 1, 2])
def test_the_table_sets_how_many_clues_there_are(count):
    state = start(clues=count)
    for kind in CLUE_KINDS[:count]:
        state = act(state, *(f"{seat} clue {kind}" for seat in "NESW"))
    assert hool.phase(state) == "step 1"


def test_only_the_tables_kinds_are_on_offer():
    state = start(clues=1, clue_kinds=("hcp", "hearts"))
    assert texts(state, N) == {"clue hcp", "clue hearts"}


# Agreeing on a contract (ladder, rungs 7 to 9)


class TestAgreement:
    """North has 14 of N-S's 24 points, so North is declarer."""

    def agree(self, number=1, **options):
        return start(**({"contract": "pair", "clues": 0} | options), number=number)

    def test_the_side_with_more_points_declares_and_of_these_the_one_with_more(self):
        view = hool.view(self.agree(), None)
        assert (view.phase, view.declarer, view.dummy) == ("agree", N, S)
        assert [str(text) for text in view.standing] == [
            "North and South have the stronger cards together, so they declare.",
            "North has stronger cards than South.",
            "North is declarer.",
        ]

    def test_who_has_told_points_is_told_of_points(self):
        told = act(self.agree(clues=1), *(f"{seat} clue hcp" for seat in "NESW"))
        assert [str(text) for text in hool.view(told, None).standing] == [
            "North and South have more points together, so they declare.",
            "North has more points than South.",
            "North is declarer.",
        ]

    def test_equal_sides_the_dealers_side_and_equal_partners_the_one_nearer_the_dealer(self):
        even = parse_deal("A32.K32.Q32.J432 K54.Q54.J654.A65 QT6.J876.AT8.K87 J987.AT9.K97.QT9", FULL_PACK)
        assert [high_card_points(hand) for hand in even.hands] == [10, 10, 10, 10]
        for dealer in range(4):
            view = hool.view(start(contract="pair", clues=0, dealer=dealer, deal=even), None)
            assert view.declarer == dealer
        assert [str(text) for text in view.standing] == [
            "Both sides are equally strong: East and West declare, for the dealer is one of them.",
            "Both partners are equally strong: West comes first from the dealer.",
            "West is declarer.",
        ]

    def test_declarer_is_told_only_after_the_clues(self):
        state = self.agree(clues=1)
        view = hool.view(state, None)
        assert (view.declarer, view.dummy, view.standing) == (None, None, ())
        state = act(state, *(f"{seat} clue hcp" for seat in "NESW"))
        assert hool.view(state, None).declarer == N

    def test_the_board_may_name_declarer_instead(self):
        view = hool.view(self.agree(clues=1, given_declarer=E), None)
        assert view.declarer == E
        assert [str(text) for text in view.standing] == ["East is declarer."]

    def test_one_proposes_and_the_partner_agrees(self):
        state = self.agree()
        assert acting(state) == "N"
        state = act(state, "N propose 4S")
        assert acting(state) == "S"
        state = act(state, "S agree")
        view = hool.view(state, None)
        assert (view.phase, view.contract, view.declarer, view.leader) == ("play", "4S", N, E)
        assert str(view.standing[-1]) == "North proposed 4S and South agreed."

    def test_three_proposals_without_agreement_and_the_last_stands(self):
        state = act(self.agree(), "N propose 4S", "S propose 3NT")
        assert acting(state) == "N"
        state = act(state, "N propose 4S")
        view = hool.view(state, None)
        assert (view.phase, view.contract) == ("play", "4S")
        assert view.proposals == ((N, "4S"), (S, "3NT"), (N, "4S"))
        assert str(view.standing[-1]) == "North made the third proposal, 4S: it stands."

    def test_who_proposes_first_turns_with_the_board(self):
        assert [acting(self.agree(number=number)) for number in (1, 2, 3, 4)] == ["N", "S", "N", "S"]
        state = act(self.agree(number=2), "S propose 1C", "N propose 2C", "S propose 3C")
        assert hool.view(state, None).declarer == N

    def test_refusals(self):
        state = self.agree()
        assert why_not(state, N, "agree") == "Nothing has been proposed yet."
        assert why_not(state, S, "propose 1C") == "It is North's turn."
        assert why_not(state, E, "propose 1C") == "The other side chooses the contract."
        state = act(state, "N propose 4S")
        assert why_not(state, S, "propose 4S") == "North already proposed 4S: you can agree."
        assert len(texts(state, S)) == 35  # agree, or any of the other 34

    def test_open_lets_the_declaring_pair_see_both_its_hands(self):
        state = self.agree(contract="open")
        known = {seat: [hand is not None for hand in hool.view(state, seat).hands] for seat in range(4)}
        assert known == {
            N: [True, False, True, False],
            E: [False, True, False, False],
            S: [True, False, True, False],
            W: [False, False, False, True],
        }

    def test_pair_agrees_without_seeing(self):
        assert hool.view(self.agree(), N).hands[S] is None


# Given contracts and given trumps (ladder, rungs 1 to 6)


def test_a_given_contract_starts_at_the_lead():
    view = hool.view(start(contract="given", given_contract="4H", given_declarer=E, given_doubled=2, clues=0), None)
    assert (view.phase, view.contract, view.doubled, view.trumps) == ("play", "4H", 2, "H")
    assert (view.declarer, view.dummy, view.leader) == (E, W, S)


def test_clues_may_be_asked_before_the_lead_of_a_given_contract():
    state = start(contract="given", given_contract="3NT", given_declarer=E, clues=1)
    assert (hool.phase(state), acting(state)) == ("clues", "N")
    assert hool.view(state, None).declarer == E
    state = act(state, *(f"{seat} clue hcp" for seat in "NESW"))
    assert (hool.phase(state), acting(state), hool.view(state, None).trumps) == ("play", "S", "N")


def test_declarer_of_a_given_contract_may_be_left_to_the_points():
    assert hool.view(start(contract="given", given_contract="1NT", clues=0), None).declarer == N


def test_given_trumps_need_no_contract_and_count_tricks():
    state = start(trumps="S", dummy=False, clues=0)
    view = hool.view(state, None)
    assert (view.phase, view.contract, view.trumps, view.declarer, view.dummy) == ("play", "", "S", None, None)
    state = hool.claim(state, N, 8)
    assert str(hool.result(state).line) == "Tricks: N–S 8, E–W 5"
    assert hool.result(state).scores == (8, 5, 8, 5)


@pytest.mark.parametrize(("dealer", "leader"), [(N, E), (E, S), (S, W), (W, N)])
def test_without_declarer_the_player_left_of_the_dealer_leads(dealer, leader):
    view = hool.view(start(trumps="N", dummy=False, clues=0, dealer=dealer), None)
    assert (view.leader, view.to_act) == (leader, {leader})


def test_given_trumps_with_a_dummy_have_a_declarer_by_points():
    view = hool.view(start(trumps="H", clues=0), None)
    assert (view.declarer, view.dummy, view.leader) == (N, S, E)


@pytest.mark.parametrize(("name", "tricks", "suits"), [("one suit", 3, {"H"}), ("two suits", 6, {"S", "H"})])
def test_the_small_packs_play_short_boards_each_for_themselves(name, tricks, suits):
    history, state = random_board(PRESETS[name], seed=5)
    assert len(history) == 4 * tricks
    assert {card.suit for hand in state.deal.hands for card in hand} == suits
    assert min(card.rank for hand in state.deal.hands for card in hand) == 3
    result = hool.result(state)
    assert sum(result.scores) == tricks
    assert result.scores == hool.view(state, None).tricks_won
    n, e, s, w = result.scores
    assert str(result.line) == f"Tricks: North {n}, East {e}, South {s}, West {w}"


def test_without_dummy_all_four_play_their_own_cards():
    state = act(bid_to("N", "3NT", dummy=False), "E play KH", "S play AH")
    view = hool.view(state, None)
    assert (view.declarer, view.dummy, view.hands) == (N, None, (None,) * 4)
    assert acting(state) == "W"


# Play


LEAD = ("E play 7H", "N play 4H", "W play TH", "N play JH")  # against 3NT by North: dummy is South


def test_the_player_left_of_declarer_leads_and_any_card_will_do():
    state = bid_to("N", "3NT")
    assert acting(state) == "E"
    assert len(texts(state, E)) == 13


def test_declarer_plays_dummys_cards():
    state = act(bid_to("N", "3NT"), "E play 7H")
    assert acting(state) == "N"
    assert texts(state, N) == {"play AH", "play 4H"}


def test_the_winner_leads_to_the_next_trick():
    state = act(bid_to("N", "3NT"), *LEAD)
    view = hool.view(state, None)
    assert [(trick.leader, " ".join(map(str, trick.cards)), trick.winner) for trick in view.tricks] == [
        (E, "7H 4H TH JH", N)
    ]
    assert (view.trick, view.leader, view.tricks_won, acting(state)) == ((), N, (1, 0, 0, 0), "N")


def test_a_dummy_that_wins_leads_by_declarers_hand():
    state = act(bid_to("N", "3NT"), "E play 7H", "N play AH", "W play 6H", "N play 5H")
    assert acting(state) == "N"
    assert "play JC" in texts(state, N)
    assert why_not(state, N, "play AS") == "Play a card from dummy first."


def test_a_trump_beats_the_suit_led():
    state = act(bid_to("S", "1C"), "W play TH", "S play QH", "E play KH", "S play AH")
    assert hool.view(state, None).tricks[-1].winner == S
    state = act(state, "S play 4H", "W play 6H", "S play 5H", "E play 9H", "E play 7H")
    assert texts(state, S) == {f"play {card}" for card in state.hands[S]}  # no heart left: anything goes
    state = act(state, "S play 2C", "W play 8H", "S play JH")
    assert hool.view(state, None).tricks[-1].winner == S


@pytest.mark.parametrize(
    ("acts", "seat", "card", "sentence"),
    [
        (("E play 7H",), N, "JC", "Hearts were led and dummy still has a heart. Play the AH or the 4H."),
        (("E play 7H",), N, "QH", "Play a card from dummy first."),
        (("E play 7H",), W, "TH", "Now North plays a card from dummy."),
        (("E play 7H",), S, "AH", "You are dummy: North plays your cards."),
        (("E play 7H",), E, "2H", "Now North plays a card from dummy."),
        (
            ("E play 7H", "N play 4H"),
            W,
            "6S",
            "Hearts were led and you still have a heart. Play one of these: TH, 8H, 6H.",
        ),
        (("E play 7H", "N play 4H"), N, "QH", "It is West's turn."),
        (("E play 7H", "N play 4H"), N, "AH", "It is West's turn."),
        (LEAD[:3], N, "AC", "Hearts were led and you still have a heart. Play one of these: QH, JH, 5H."),
        (LEAD[:3], N, "AH", "Play a card from your own hand first."),
        ((), N, "AS", "It is East's turn."),
        ((), S, "AH", "You are dummy: North plays your cards."),
    ],
)
def test_a_refused_card_says_why(acts, seat, card, sentence):
    state = act(bid_to("N", "3NT"), *acts)
    assert why_not(state, seat, f"play {card}") == sentence
    with pytest.raises(IllegalAction) as refused:
        act(state, f"{'NESW'[seat]} play {card}")
    assert str(refused.value.why) == sentence


def test_dummys_cards_are_no_choices_before_they_lie_open():
    offered = {str(choice.action) for choice in hool.choices(bid_to("N", "3NT"), N)}
    assert offered == {f"play {card}" for card in DEAL.hands[N]}


def test_a_card_that_is_not_held_is_not_possible():
    with pytest.raises(IllegalAction, match="“play AS” is not possible now"):
        act(bid_to("N", "3NT"), "E play AS")


def test_nothing_can_be_done_on_a_board_that_is_over():
    _, state = random_board(PRESETS["one suit"], seed=1)
    with pytest.raises(IllegalAction, match="This board is over"):
        act(state, "N play AH")


@pytest.mark.parametrize(
    ("dummy_sees", "seen"), [(True, [True, False, True, False]), (False, [False, False, True, False])]
)
def test_dummys_hand_opens_after_the_lead_and_dummys_player_may_then_see_declarers(dummy_sees, seen):  # G20
    state = bid_to("N", "3NT", dummy_sees_declarer=dummy_sees)
    assert [hand is not None for hand in hool.view(state, S).hands] == [False, False, True, False]
    assert hool.view(state, None).hands == (None,) * 4
    state = act(state, "E play 7H")
    assert [hand is not None for hand in hool.view(state, S).hands] == seen
    for viewer in (None, N, E, W):
        assert [seat for seat, hand in enumerate(hool.view(state, viewer).hands) if hand is not None] == sorted(
            {S} | ({viewer} - {None})
        )


def test_a_secret_bid_is_seen_by_its_bidder_only_until_all_are_in():  # G25
    state = act(start(clues=0), "N bid 3H", "E pass")
    seen = {viewer: hool.view(state, viewer).calls for viewer in (None, N, E, S)}
    nothing = (None, None, None, None)
    assert seen == {
        None: (nothing,),
        N: (("bid 3H", None, None, None),),
        E: ((None, "pass", None, None),),
        S: (nothing,),
    }
    view = hool.view(act(state, "S pass", "W pass"), None)
    assert view.calls == (("bid 3H", "pass", "pass", "pass"), nothing)
    assert view.steps == ("step 1", "step 2")


# Claims


def test_a_claim_ends_the_board_with_these_tricks():
    state = hool.claim(act(bid_to("N", "3NT"), *LEAD), N, 9)
    view = hool.view(state, None)
    assert (view.phase, view.to_act, view.claimed) == ("done", frozenset(), (N, 9))
    assert str(view.result.line) == "3NT by North, one over: N–S 140"
    assert sum(view.tricks_won) == 13
    assert view.tricks_won[N] + view.tricks_won[S] == 10


def test_a_defender_may_concede():
    state = hool.claim(act(bid_to("N", "3NT"), "E play 7H"), W, 0)
    assert str(hool.result(state).line) == "3NT by North, 4 over: N–S 170"


def test_a_claim_shows_the_claimers_cards_and_no_others():
    state = hool.claim(act(bid_to("N", "3NT"), *LEAD), E, 0)
    assert [hand is not None for hand in hool.view(state, None).hands] == [False, True, True, False]


@pytest.mark.parametrize(
    ("state", "seat", "tricks", "sentence"),
    [
        (start(clues=0), N, 1, "You can claim tricks only while cards are played."),
        (bid_to("N", "3NT"), S, 1, "Dummy cannot claim."),
        (bid_to("N", "3NT"), N, 14, "Only 13 tricks are left."),
        (bid_to("N", "3NT"), N, -1, "Only 13 tricks are left."),
        (
            start(trumps="N", partners=False, clues=0),
            N,
            5,
            "Without partners you can claim only all the tricks that are left.",
        ),
    ],
)
def test_a_claim_that_cannot_be_made_says_why(state, seat, tricks, sentence):
    with pytest.raises(IllegalAction) as refused:
        hool.claim(state, seat, tricks)
    assert str(refused.value) == sentence


def test_without_partners_all_the_rest_may_be_claimed():
    state = hool.claim(start(trumps="N", partners=False, clues=0), W, 13)
    assert hool.result(state).scores == (0, 0, 0, 13)


# Passed out, the match


def test_a_board_passed_out_is_dealt_again_and_does_not_count():  # G1
    result = hool.result(calls(start(clues=0), dict.fromkeys("NESW", "P")))
    assert (result.scores, result.counted) == ((0, 0, 0, 0), False)
    board = hool.next_board(Options(), 4, [result, result])
    assert (board.number, board.dealer) == (1, N)


def test_a_prepared_board_passed_out_is_written_down():
    result = hool.result(calls(start(clues=0, passed_out="score"), dict.fromkeys("NESW", "P")))
    assert (result.scores, result.counted) == ((0, 0, 0, 0), True)


def scores(*rows):
    return [Result(row, say("")) for row in rows]


def test_the_deal_goes_round_clockwise():
    done = scores(*[(10, 0, 10, 0)] * 5)
    options = Options(match=0)
    assert [hool.next_board(options, 4, done[:count]).dealer for count in range(6)] == [N, E, S, W, N, E]
    assert hool.next_board(Options(first_dealer=S), 4, done[:1]) == Board(2, W, 4, Options(first_dealer=S))


@pytest.mark.parametrize(("match", "boards"), [(4, 4), (8, 8), (12, 12)])
def test_a_match_has_its_number_of_boards(match, boards):
    done = scores(*[(10, 0, 10, 0)] * boards)
    assert hool.next_board(Options(match=match), 4, done[:-1]).number == boards
    assert hool.next_board(Options(match=match), 4, done) is None


def test_an_open_match_never_ends():
    assert hool.next_board(Options(match=0), 4, scores(*[(0, 0, 0, 0)] * 60)).number == 61


@pytest.mark.parametrize(
    ("rows", "places"),
    [
        ([(140, 0, 140, 0), (0, 150, 0, 150)], (2, 1, 2, 1)),
        ([(140, 0, 140, 0), (0, 140, 0, 140)], (1, 1, 1, 1)),
        ([], (1, 1, 1, 1)),
    ],
)
def test_the_higher_total_wins_and_equal_totals_share(rows, places):
    assert hool.places(Options(), scores(*rows)) == places


def test_without_partners_each_seat_has_its_own_place():
    assert hool.places(Options(partners=False, trumps="N"), scores((3, 0, 2, 1), (0, 3, 2, 1))) == (2, 2, 1, 4)


# The deal


def test_a_deal_must_be_the_boards_pack():
    with pytest.raises(CardError, match="2S is not in this pack"):
        hool.start(Board(1, N, 4, PRESETS["one suit"]), parse_deal("2.AK.. .QJT.. .987.. .654.."))
    with pytest.raises(CardError, match="North has 3 cards and should have 13"):
        hool.start(Board(1, N, 4, Options()), parse_deal(".AQ8.. .K95.. .J74.. .T63.."))


# Options


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_read_back_from_json(name):
    assert options_from_json(Options, options_to_json(PRESETS[name])) == PRESETS[name]


def test_only_what_differs_from_the_default_is_written():
    assert options_to_json(Options()) == "{}"
    assert options_to_json(Options(clues=1, clue_kinds=("hcp",))) == '{"clue_kinds": ["hcp"], "clues": 1}'


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("{", "not JSON"),
        ("[]", "names with values"),
        ('{"clue": 1}', "There is no option “clue”."),
        ('{"clues": 3}', "“clues” cannot be 3."),
        ('{"clues": "2"}', "“clues” cannot be '2'."),
        ('{"clues": true}', "“clues” cannot be True."),
        ('{"dummy": 1}', "“dummy” cannot be 1."),
        ('{"match": 4.0}', "“match” cannot be 4.0."),
        ('{"match": -1}', "“match” cannot be -1."),
        ('{"trick": {}}', "“trick” cannot be {}."),
        ('{"given_declarer": "N"}', "“given_declarer” cannot be 'N'."),
        ('{"clue_kinds": "hcp"}', "“clue_kinds” cannot be 'hcp'."),
        ('{"clue_kinds": ["hcp", "hcp"]}', "“clue_kinds” cannot be"),
        ('{"clue_kinds": [["hcp"], {}]}', "“clue_kinds” cannot be"),
        ('{"clue_kinds": ["hcp"]}', "“clue_kinds”: there must be as many kinds as clues."),
        ('{"pack": "one suit"}', "“trumps”: a contract needs all 52 cards and partners"),
        ('{"partners": false}', "“trumps”: a contract needs all 52 cards and partners"),
        ('{"trumps": "S", "contract": "pair"}', "“contract”: there is none when trumps are given."),
        ('{"contract": "given"}', "“given_contract”: needed"),
        ('{"given_contract": "4H"}', "“given_contract”: needed"),
        ('{"given_doubled": 2}', "“given_doubled”: only a given contract"),
        ('{"given_declarer": 0}', "“given_declarer”: here the bidding names declarer"),
    ],
)
def test_options_that_cannot_be_are_refused_by_name(source, error):
    with pytest.raises(OptionError, match=error.replace("[", r"\[").replace("{}", r"\{\}")):
        options_from_json(Options, source)


def test_options_may_come_as_a_mapping():
    assert options_from_json(Options, {"clues": 0}) == Options(clues=0)


def test_the_readme_names_functions_that_exist():
    text = (Path(hool.__file__).parent / "README.md").read_text("utf-8")
    text = text.partition("## HOOL")[2].partition("## Oh Hell")[0]
    modules = {
        name: import_module(f"hool.rules.{name}")
        for name in ("cards", "hool", "hool_choices", "hool_options", "hool_state", "tricks")
    }
    named = re.findall(r"`(\w+)\.(\w+)`", text)
    assert len(named) > 20
    assert [f"{module}.{name}" for module, name in named if name != "py" and not hasattr(modules[module], name)] == []
    bidding, score = import_module("hool.rules.hool_bidding"), import_module("hool.rules.hool_score")
    for name in ("outcome", "highest", "call_choices", "refused_calls", "reasons"):
        assert f"`{name}`" in text and hasattr(bidding, name)
    for name in ("score", "bonus_lines", "explain_score"):
        assert f"`{name}`" in text and hasattr(score, name)


def test_every_option_has_a_help_text_and_its_default_is_possible():
    for field in Options.__dataclass_fields__.values():
        assert str(field.metadata["help"]).endswith(".")
        if not isinstance(field.default, tuple):
            assert field.default in field.metadata["values"]
