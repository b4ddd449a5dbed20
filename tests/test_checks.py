"""The check of a lesson: every item's answer against the rules written down here once more, and the course of a check.

`tests/golden/checks.txt` holds one item of each skill in words. When a skill is changed on purpose, write it again:
`PYTHONPATH=. .venv/bin/python tests/test_checks.py > tests/golden/checks.txt`.
"""

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hool import checks, lessons
from hool.checks import Answer, Played, fault, judge, make, passed, progress
from hool.checks.tricks import which_card
from hool.rules.cards import FULL_PACK, Card
from hool.rules.hool import PRESETS, Options
from hool.rules.text import Bid, SeatRef, Text

GOLDEN = Path(__file__).parent / "golden" / "checks.txt"
SEEDS = range(60)
SEATS = "NESW"
NAMES = ("North", "East", "South", "West")
each_skill = pytest.mark.parametrize("skill", checks.SKILLS)


def words(item):
    """An item as text."""

    def option(each):
        return f"{each.shown.bid}x{each.shown.doubled}" if isinstance(each.shown, checks.Final) else str(each.shown)

    lines = [f"# {item.skill}", str(item.situation or "-"), str(item.ask)]
    for part, right in zip(item.parts, item.right, strict=True):
        taps = [f"[{option(each)}]" if each.value in right else option(each) for each in part.options]
        lines.append(f"{part.label} {' / '.join(taps)}")
    return "\n".join([*lines, str(item.why), ""])


# ------------------------------------------------------------------------------------------------ what holds for all


def test_every_skill_a_lesson_may_name_has_items():
    assert set(checks.SKILLS) == set(lessons.SKILLS)


def test_the_same_seed_gives_the_same_item_on_every_machine():
    assert "\n".join(words(make(skill, "golden")) for skill in checks.SKILLS) == GOLDEN.read_text("utf-8")


def test_a_seed_may_be_bytes():
    assert make("winner", b"\x01\x02") == make("winner", "0102")


@each_skill
@given(seed=st.text(max_size=20))
def test_an_item_can_be_answered(skill, seed):
    item = make(skill, seed)
    assert item == make(skill, seed)
    assert len(item.parts) == len(item.right) >= 1
    for part, right in zip(item.parts, item.right, strict=True):
        values = [option.value for option in part.options]
        assert 2 <= len(values) <= 13 and len(set(values)) == len(values)
        assert right and right <= set(values)
        assert part.several or len(right) == 1
        assert {option.slip for option in part.options} <= {"", *checks.MISTAKES}
    assert fault(item, item.right) is None
    assert judge(item, item.right).right
    for text in (item.ask, item.situation, item.why, *(part.label for part in item.parts)):
        assert text is None or (str(text)[-1] in ".?0123456789" and "{" not in str(text))


@each_skill
def test_a_wrong_answer_is_wrong(skill):
    for seed in SEEDS:
        item = make(skill, str(seed))
        for place, part in enumerate(item.parts):
            for option in part.options:
                tapped = frozenset({option.value})
                if tapped == item.right[place]:
                    continue
                given = (*item.right[:place], tapped, *item.right[place + 1 :])
                verdict = judge(item, given)
                assert not verdict.right
                assert verdict.parts == tuple(i != place for i in range(len(item.parts)))
                assert (verdict.sentence is None) == (verdict.mistake == "")


@each_skill
def test_neighbours_get_other_items(skill):
    """Thirty seats, five items each: nearly all differ, and no answer is right for most of them."""
    items = [make(skill, f"seat {seat}:{n}") for seat in range(30) for n in range(5)]
    least = 50 if skill in ("level", "declarer and dummy") else 125
    assert len({words(item) + repr(item.picture) for item in items}) >= least
    for place in range(len(items[0].parts)):
        counts = Counter(item.right[place] for item in items)
        assert max(counts.values()) <= 0.7 * len(items), counts


@each_skill
def test_the_place_of_an_option_tells_nothing(skill):
    """Wherever options are no fixed scale such as seats: the right one is not mostly at the same place."""
    first = Counter()
    for seed in range(200):
        item = make(skill, str(seed))
        part, right = item.parts[-1], item.right[-1]
        first[[option.value in right for option in part.options].index(True)] += 1
    assert max(first.values()) <= 0.75 * 200, first


# ------------------------------------------------------------------------------------------------ tricks


def strongest(cards, trumps):
    """The winner of a trick: the highest trump, else the highest of the suit led."""
    ranked = [(card.suit == trumps, card.suit == cards[0].suit, card.rank) for card in cards]
    return ranked.index(max(ranked))


@pytest.mark.parametrize("skill", ["winner", "trump winner"])
@given(seed=st.integers())
def test_the_winning_card(skill, seed):
    item = make(skill, str(seed))
    cards, trumps = item.picture.cards, item.picture.trumps
    assert len(set(cards)) == 4
    assert item.right == (frozenset({str(cards[strongest(cards, trumps)])}),)
    assert str(cards[strongest(cards, trumps)]) in str(item.why)


def test_half_of_the_tricks_have_a_discard_that_is_higher_than_the_winner():
    high = 0
    for seed in range(400):
        cards = make("winner", str(seed)).picture.cards
        high += any(card.rank > cards[strongest(cards, "")].rank for card in cards)
    assert 160 < high < 240


def test_trumps_win_often_but_not_always_and_sometimes_the_higher_of_two():
    kinds = Counter()
    for seed in range(400):
        item = make("trump winner", str(seed))
        out = [card for card in item.picture.cards if card.suit == item.picture.trumps]
        led = item.picture.cards[0].suit == item.picture.trumps
        kinds["led" if led else min(len(out), 2)] += 1
    assert min(kinds[each] for each in ("led", 0, 1, 2)) > 20


def test_a_high_discard_and_a_forgotten_trump_are_named():
    item = which_card("winner", 0, [Card(9, "H"), Card(14, "S"), Card(10, "H"), Card(2, "H")], "N")
    assert judge(item, (frozenset({"AS"}),)).mistake == "high discard"
    assert judge(item, (frozenset({"9H"}),)).mistake == "lower card"
    item = which_card("trump winner", 0, [Card(14, "H"), Card(2, "S"), Card(10, "H"), Card(3, "S")], "S")
    assert item.right == (frozenset({"3S"}),)
    assert judge(item, (frozenset({"AH"}),)).mistake == "forgot trumps"
    assert judge(item, (frozenset({"2S"}),)).mistake == "lower trump"
    assert str(judge(item, (frozenset({"2S"}),)).sentence) == "Overlooked a higher trump."


@given(seed=st.integers())
def test_who_wins_the_trick_leads_to_the_next(seed):
    item = make("next lead", str(seed))
    trick = item.picture
    winner = (trick.leader + strongest(trick.cards, trick.trumps)) % 4
    assert item.right == (frozenset({SEATS[winner]}),)
    assert f"{NAMES[winner]} wins the trick" in str(item.why)


@given(seed=st.integers())
def test_the_cards_that_may_be_played(seed):
    item = make("legal cards", str(seed))
    hand = [option.shown for option in item.parts[0].options]
    assert not set(hand) & set(item.picture.cards)
    led = item.picture.cards[0].suit
    suited = {str(card) for card in hand if card.suit == led}
    assert item.right == (suited or {str(card) for card in hand},)
    assert len(suited) < len(hand)
    if not suited and any(card.suit == item.picture.trumps for card in hand):
        assert "you need not" in str(item.why)


def test_both_kinds_of_hands_come_those_that_can_follow_and_those_that_cannot():
    kinds = Counter(len(make("legal cards", str(seed)).right[0]) >= 5 for seed in range(200))
    assert min(kinds.values()) > 50


def test_the_mistakes_about_following_suit():
    for seed in SEEDS:
        item = make("legal cards", str(seed))
        (right,) = item.right
        part = item.parts[0]
        if len(right) == len(part.options):
            assert judge(item, (frozenset(sorted(right)[:1]),)).mistake == "must trump"
            continue
        assert judge(item, (frozenset(sorted(right)[:1]),)).mistake == "left out"
        everything = frozenset(option.value for option in part.options)
        said = judge(item, (everything,)).mistake
        assert said in ("trumped", "followed the last card", "did not follow")


def test_a_trick_knows_who_played_what():
    trick = Played(3, (Card(9, "H"), Card(14, "S")), "")
    assert [trick.at(seat) for seat in range(4)] == [Card(14, "S"), None, None, Card(9, "H")]


# ------------------------------------------------------------------------------------------------ two hands


@given(seed=st.integers())
def test_the_player_on_declarers_left_leads_and_the_one_across_is_dummy(seed):
    item = make("declarer and dummy", str(seed))
    seat = item.picture.seat
    declarer = {"declarer": seat, "leader": seat + 3, "dummy": seat + 2}[item.picture.role] % 4
    roles = {"declarer": declarer, "leads": (declarer + 1) % 4, "dummy": (declarer + 2) % 4}
    for part, right in zip(item.parts, item.right, strict=True):
        (role,) = (role for role in roles if role in str(part.label))
        assert right == {SEATS[roles[role]]}
        assert role != item.picture.role.replace("leader", "leads")


def sure_tricks(own, dummy):
    """By suit: ace, king, queen ... as long as the two hands have them, at most as many as the longer hand has."""
    whole = 0
    for suit in "SHDC":
        held = [{card.rank for card in hand if card.suit == suit} for hand in (own, dummy)]
        run = 0
        while 14 - run in held[0] | held[1]:
            run += 1
        whole += min(run, max(map(len, held)))
    return whole


def cashed(own, dummy, wanted):
    """Whether `own`, to lead, can win so many tricks in a row while West and East always throw their lowest card:
    every card is tried, in tricks as the rules play them."""
    rest = [card for card in FULL_PACK if card not in (*own, *dummy)]
    top = {suit: max(card.rank for card in rest if card.suit == suit) for suit in "SHDC"}

    @cache
    def wins(lead, across, left):
        if not left:
            return True
        for first in sorted(lead, key=lambda card: -card.rank):
            same = [card for card in across if card.suit == first.suit]
            for second in sorted(same or across, key=lambda card: (card.rank > top[card.suit], card.rank)):
                best = max([first, second] if same else [first], key=lambda card: card.rank)
                if best.rank < top[best.suit]:
                    continue
                hands = lead - {first}, across - {second}
                if wins(*(hands if best == first else hands[::-1]), left - 1):
                    return True
        return False

    return wins(frozenset(own), frozenset(dummy), wanted)


def test_the_sure_winners_can_all_be_taken_and_there_are_no_more():
    falls = 0
    for seed in SEEDS:
        item = make("sure winners", str(seed))
        own, dummy = item.picture.own, item.picture.dummy
        right = sure_tricks(own, dummy)
        assert item.right == (frozenset({str(right)}),)
        assert cashed(own, dummy, right)
        # No small card may become a winner: an opponent can hold as many cards of each suit as declarer plays.
        for suit in "SHDC":
            held = [sum(card.suit == suit for card in hand) for hand in (own, dummy)]
            assert 13 - sum(held) >= max(held)
        falls += "neither hand" in str(item.why)
    assert 10 < falls < 50  # two high cards on one trick are the commonest trap


# ------------------------------------------------------------------------------------------------ contracts

GAME_LEVEL = {"NT": 3, "H": 4, "S": 4, "C": 5, "D": 5}


def points(bid, doubled, tricks):
    """HOOL's score by the printed rules: for declarer's side, for the others."""
    level, suit = int(bid[0]), bid[1:]
    if tricks < level + 6:
        return 0, (level + 6 - tricks) * 20 * doubled
    bonus = 400 if level == 7 else 200 if level == 6 else 100 if level >= GAME_LEVEL[suit] else 0
    return ((tricks - 6) * 10 + bonus) * doubled, 0


@given(seed=st.integers())
def test_six_tricks_come_on_top_of_the_level(seed):
    item = make("level", str(seed))
    (right,) = item.right[0]
    if item.picture is not None:
        level = int(item.picture.bid[0])
        assert int(right) == level + 6
        assert judge(item, (frozenset({str(level)}),)).mistake == "level is tricks"
    else:
        assert int(right) + 6 == int(re.search(r"\d+", str(item.ask))[0])


@given(seed=st.integers())
def test_the_score_of_a_result(seed):
    item = make("score", str(seed))
    final = item.picture
    ours, theirs = points(final.bid, final.doubled, final.tricks)
    side = final.declarer % 2 if ours else 1 - final.declarer % 2
    assert item.right == (frozenset({("ns", "ew")[side]}), frozenset({str(ours or theirs)}))
    assert f"= {ours or theirs}." in str(item.why) or f": {ours or theirs}." in str(item.why)
    assert len(item.parts[1].options) == 6


def test_results_of_every_kind_are_asked():
    kinds = Counter()
    for seed in range(300):
        final = make("score", str(seed)).picture
        over = final.tricks - 6 - int(final.bid[0])
        kinds["down" if over < 0 else "over" if over else "made"] += 1
        kinds["game"] += int(final.bid[0]) >= GAME_LEVEL[final.bid[1:]]
        kinds["doubled"] += final.doubled > 1
    assert min(kinds.values()) > 40


def test_the_usual_sums_are_there_to_be_tapped_and_named():
    said = Counter()
    for seed in range(300):
        item = make("score", str(seed))
        said |= Counter({option.slip for part in item.parts for option in part.options if option.slip})
    assert set(said) >= {
        *("wrong side", "forgot the bonus", "bonus without game", "forgot overtricks", "counted the first six"),
        *("forgot the double", "ten for each", "counted as made"),
    }


@given(seed=st.integers())
def test_which_contracts_are_games(seed):
    item = make("game", str(seed))
    bids = [option.value for option in item.parts[0].options]
    games = {bid for bid in bids if int(bid[0]) >= GAME_LEVEL[bid[1:]]}
    assert item.right == (games,)
    assert 1 <= len(games) <= 3
    assert {option.value for option in item.parts[0].options if option.slip} == set(bids) - games


def test_nine_tricks_in_hearts_are_often_there_to_be_taken_for_a_game():
    near = sum("3H" in [option.value for option in make("game", str(seed)).parts[0].options] for seed in range(100))
    assert near > 15


# ------------------------------------------------------------------------------------------------ hands


@given(seed=st.integers())
def test_the_points_of_a_hand(seed):
    item = make("points", str(seed))
    ranks = [card.rank for card in item.picture.cards]
    assert len(ranks) == 13
    right = 4 * ranks.count(14) + 3 * ranks.count(13) + 2 * ranks.count(12) + ranks.count(11)
    assert item.right == (frozenset({str(right)}),)
    assert str(item.why).endswith(f"= {right}.")


@given(seed=st.integers())
def test_the_pattern_and_the_lengths_of_a_hand(seed):
    item = make("shape", str(seed))
    held = [sum(card.suit == suit for card in item.picture.cards) for suit in "SHDC"]
    pattern = "-".join(map(str, sorted(held, reverse=True)))
    assert item.right == (frozenset({pattern}), frozenset({".".join(map(str, held))}))
    assert len(item.parts[0].options) == 6 and len(item.parts[1].options) == 5
    unsorted = "-".join(map(str, held))
    assert judge(item, (frozenset({unsorted}), item.right[1])).mistake == "not sorted"
    for option in item.parts[1].options:
        assert sum(option.shown) == 13


# ------------------------------------------------------------------------------------------------ bids


def order(bid):
    """Where a bid stands: the level first, then clubs, diamonds, hearts, spades, no trumps."""
    return int(bid[0]), "CDHSN".index(bid[1])


def nearest(dealer, seats):
    """The first of some seats from the dealer clockwise, the dealer included."""
    return next(seat for seat in (dealer, dealer + 1, dealer + 2, dealer + 3) if seat % 4 in seats) % 4


def said(step):
    return {seat: str(step.calls[seat]) for seat in step.asked}


def best_of(dealer, calls):
    """The seat and the bid that win a step, None if nobody bid."""
    bids = {seat: call[4:] for seat, call in calls.items() if call.startswith("bid ")}
    if not bids:
        return None
    high = max(bids.values(), key=order)
    return nearest(dealer, [seat for seat, bid in bids.items() if bid == high]), high


def outcome(dealer, steps, last=3):
    """(declarer, bid, doubled, what comes next): the bidding as the rules tell it, step by step."""
    declarer, bid, doubled = None, "", 1
    for number, step in enumerate(steps, 1):
        calls = said(step)
        if step.name == "redouble":
            assert list(calls) == [declarer]
            return declarer, bid, 4 if calls[declarer] == "redouble" else 2, "over"
        if number > 1:
            assert set(calls) == {(declarer + 1) % 4, (declarer + 3) % 4}
        if best := best_of(dealer, calls):
            assert not bid or order(best[1]) > order(bid)
            declarer, bid = best
            follows = "over" if number == last else f"step {number + 1}"
        elif "double" in calls.values():
            follows = "redouble"
        else:
            follows = "over"
    return declarer, bid, doubled, follows


@given(seed=st.integers())
def test_the_higher_of_two_bids(seed):
    item = make("higher bid", str(seed))
    assert len(item.parts) == 3
    levels = Counter()
    for part, right in zip(item.parts, item.right, strict=True):
        pair = [option.value for option in part.options]
        assert right == {max(pair, key=order)}
        levels[pair[0][0] == pair[1][0]] += 1
        (other,) = set(pair) - right
        if pair[0][0] == pair[1][0]:
            said = judge(item, tuple(frozenset({other}) if each == right else each for each in item.right))
            assert said.mistake == "order of suits" or item.right.count(right) > 1
    assert levels[True] and levels[False]


@given(seed=st.integers())
def test_equal_bids_go_to_the_first_from_the_dealer(seed):
    item = make("tie", str(seed))
    (step,) = item.picture.steps
    calls = said(step)
    right, high = best_of(item.picture.dealer, calls)
    equal = [seat for seat in calls if calls[seat] == f"bid {high}"]
    assert len(equal) in (2, 3)
    assert item.right == (frozenset({SEATS[right]}),)
    other = next(seat for seat in equal if seat != right)
    assert judge(item, (frozenset({SEATS[other]}),)).mistake == "not from the dealer"


def test_counting_from_north_is_mostly_wrong():
    wrong = 0
    for seed in range(200):
        item = make("tie", str(seed))
        calls = said(item.picture.steps[0])
        _, high = best_of(0, calls)
        wrong += SEATS[min(seat for seat in calls if calls[seat] == f"bid {high}")] not in item.right[0]
    assert wrong > 120


@given(seed=st.integers(), last=st.sampled_from([2, 3]))
def test_what_follows_from_the_answers_in_step_2(seed, last):
    item = make("second step", str(seed), Options(bidding_steps=last))
    declarer, _, _, follows = outcome(item.picture.dealer, item.picture.steps, last)
    assert item.right == (frozenset({SEATS[declarer]}), frozenset({follows}))
    assert len(item.parts[1].options) == last


def test_every_kind_of_answer_comes_in_step_2():
    kinds = Counter()
    for seed in range(300):
        calls = [call.split()[0] for call in said(make("second step", str(seed)).picture.steps[1]).values()]
        kinds[" ".join(sorted(calls))] += 1
    assert set(kinds) == {"pass pass", "double pass", "double double", "bid pass", "bid double", "bid bid"}
    assert min(kinds.values()) > 15


@given(seed=st.integers(), last=st.sampled_from([1, 2, 3]))
def test_declarer_and_contract_of_a_whole_bidding(seed, last):
    item = make("auction", str(seed), Options(bidding_steps=last))
    steps = item.picture.steps
    assert f"step {last}" in [step.name for step in steps]
    declarer, bid, doubled, follows = outcome(item.picture.dealer, steps, last)
    assert follows == "over"
    assert item.right == (frozenset({SEATS[declarer]}), frozenset({bid + {1: "", 2: "x", 4: "xx"}[doubled]}))
    assert len(item.parts[1].options) == 5


def test_biddings_end_plain_doubled_and_redoubled():
    ends = Counter()
    for seed in range(300):
        (contract,) = make("auction", str(seed)).right[1]
        ends[contract.count("x")] += 1
    assert min(ends[each] for each in (0, 1, 2)) > 10


# ------------------------------------------------------------------------------------------------ results


@given(seed=st.integers())
def test_who_did_best_on_a_sheet(seed):
    item = make("results", str(seed))
    rows = item.picture.rows
    for row in rows:
        ours, theirs = points(row.bid, row.doubled, row.tricks)
        assert (row.ns, row.ew) == ((ours, theirs) if row.declarer % 2 == 0 else (theirs, ours))
    best = sorted(rows, key=lambda row: row.ew - row.ns)
    assert item.right == (frozenset({str(best[0].number)}), frozenset({str(best[-1].number)}))
    assert best[0].ns - best[0].ew > best[1].ns - best[1].ew
    assert best[-2].ns - best[-2].ew > best[-1].ns - best[-1].ew


def test_in_half_of_the_sheets_the_least_bad_result_is_best():
    one_side = 0
    for seed in range(200):
        rows = make("results", str(seed)).picture.rows
        one_side += all(row.ew for row in rows) or all(row.ns for row in rows)
    assert 70 < one_side < 130


# ------------------------------------------------------------------------------------------------ a lesson's own rules


def test_a_lesson_with_one_suit_has_no_discards():
    for seed in SEEDS:
        item = make("winner", str(seed), PRESETS["one suit"])
        assert {card.suit for card in item.picture.cards} == {"H"}
        assert item.picture.trumps == "" and "trump" not in str(item.why) + str(item.situation)


def test_a_lesson_with_two_suits_keeps_to_them():
    for skill in ("winner", "legal cards"):
        for seed in SEEDS:
            item = make(skill, str(seed), PRESETS["two suits"])
            cards = [*item.picture.cards, *(option.shown for option in item.parts[0].options)]
            assert {card.suit for card in cards} <= {"S", "H"}
            assert min(card.rank for card in cards) >= 3


@pytest.mark.parametrize("skill", ["winner", "legal cards", "next lead"])
def test_a_lesson_without_trumps_does_not_speak_of_them(skill):
    for seed in SEEDS:
        item = make(skill, str(seed), PRESETS["whist"])
        assert "trump" not in f"{item.situation} {item.ask} {item.why}".lower()


def test_a_lesson_without_bonus_and_doubles_asks_for_neither():
    for seed in SEEDS:
        item = make("score", str(seed), PRESETS["promise"])
        final = item.picture
        assert final.doubled == 1
        assert max(map(int, *item.right[1:])) == abs(final.tricks - 6) * 10 or final.tricks < 6 + int(final.bid[0])
        assert not {"forgot the bonus", "forgot the double"} & {option.slip for option in item.parts[1].options}


def test_where_one_step_is_all_the_tie_names_declarer():
    assert str(make("tie", "x", PRESETS["secret bids"]).ask) == "Who is declarer?"
    assert str(make("tie", "x").ask) == "Who is declarer for now?"


def test_every_lesson_can_be_checked():
    found, problems = lessons.read_all(Path(__file__).parent.parent / "lessons")
    assert found and not problems
    for lesson in found:
        for skill in lesson.check:
            for seed in range(20):
                item = make(skill, f"{lesson.name}:{seed}", lesson.options)
                assert judge(item, item.right).right


# ------------------------------------------------------------------------------------------------ the course


def answer(state, given):
    """An answer as it is kept."""
    return Answer(state.n, state.item.skill, state.seed, given, judge(state.item, given).right, state.practice)


def play(pattern, skills=("winner",), options=None):
    """Answers to the items as they come: "r" right, "w" wrong; capitals are practice, asked for by "another"."""
    answers = []
    for mark in pattern:
        go = (
            "another" if mark.isupper() else "again" if len([a for a in answers if not a.practice]) % 5 == 0 else "next"
        )
        state = progress(skills, "key", answers, go, options)
        assert state.item is not None and state.answered is None
        assert state.practice == mark.isupper()
        given = state.item.right if mark in "rR" else wrong(state.item)
        answers.append(answer(state, given))
    return answers


def wrong(item):
    part, right = item.parts[0], item.right[0]
    taps = next(each for each in ({option.value} for option in part.options) if each != right)
    return (frozenset(taps), *item.right[1:])


def test_a_check_begins_with_the_first_of_five():
    state = progress(["winner", "level"], "key", [])
    assert (state.places, state.n, state.place, state.score) == (("",) * 5, 1, 1, 0)
    assert state.item.skill == "winner" and state.item == make("winner", state.seed)
    assert not (state.passed or state.finished or state.practice or state.answered)


def test_the_skills_take_turns_and_go_on_in_the_next_five():
    skills = ["winner", "level", "tie"]
    asked = [each.skill for each in play("rrrrrrr", skills)]
    assert asked == ["winner", "level", "tie", "winner", "level", "tie", "winner"]


def test_after_an_answer_it_stays_until_next_is_pressed():
    answers = play("rw")
    state = progress(["winner"], "key", answers)
    assert (state.n, state.place, state.places) == (2, 2, ("right", "wrong", "", "", ""))
    assert state.answered.given == answers[1].given and not state.answered.verdict.right
    assert state.item == make("winner", answers[1].seed)
    after = progress(["winner"], "key", answers, "next")
    assert (after.n, after.place, after.answered) == (3, 3, None)


def test_another_like_it_is_of_the_same_skill_and_does_not_count():
    skills = ["winner", "level"]
    answers = play("w", skills)
    state = progress(skills, "key", answers, "another")
    assert state.practice and state.item.skill == "winner" and state.seed != answers[0].seed
    answers.append(answer(state, state.item.right))
    state = progress(skills, "key", answers)
    assert state.answered.verdict.right and state.practice and state.places == ("wrong", "", "", "", "")
    state = progress(skills, "key", answers, "next")
    assert (state.n, state.place, state.item.skill, state.practice) == (3, 2, "level", False)


def test_another_is_offered_after_a_mistake_and_while_practising_only():
    assert not progress(["winner"], "key", play("r"), "another").practice
    assert progress(["winner"], "key", play("wRW"), "another").practice


def test_no_item_is_asked_twice():
    seeds = [each.seed for each in play("wRWrrrrwW")]
    assert len(set(seeds)) == len(seeds)


@pytest.mark.parametrize(
    ("pattern", "won"),
    [("rrrr", True), ("rrrw", False), ("rrrwr", True), ("rrwwr", False), ("wRRRRRwrrr", False), ("wwrrrrrrrw", True)],
)
def test_four_of_five_pass(pattern, won):
    answers = play(pattern)
    assert passed(answers) == progress(["winner"], "key", answers).passed == won


def test_after_five_nothing_is_asked_until_another_five_is_wanted():
    answers = play("rrwwr")
    assert progress(["winner"], "key", answers).finished
    state = progress(["winner"], "key", answers, "next")
    assert state.finished and state.item is None and state.score == 3
    state = progress(["winner"], "key", answers, "again")
    assert (state.places, state.n, state.finished) == (("",) * 5, 6, False)
    assert progress(["winner"], "key", play("rrwwrr"), "next").places == ("right", "", "", "", "")


def test_who_has_passed_may_go_on_and_stays_passed():
    state = progress(["winner"], "key", play("rrrrrwwwww"), "next")
    assert state.passed and state.finished and state.score == 0


def test_two_people_get_different_items():
    assert progress(["points"], "Amina", []).item != progress(["points"], "Ben", []).item


# ------------------------------------------------------------------------------------------------ from a form


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ([set(), {"ns"}], "Nothing is tapped yet. Who is declarer?"),
        ([{"N"}, set()], "Nothing is tapped yet. Which contract?"),
        ([{"N", "E"}, {"1C"}], "Only one answer fits here. Who is declarer?"),
        ([{"X"}, {"1C"}], "This was another question."),
        ([{"N"}], "This was another question."),
        ([], "This was another question."),
    ],
)
def test_what_is_no_answer_is_said(given, sentence):
    item = make("auction", "x")
    contract = item.parts[1].options[0].value
    given = tuple(frozenset({contract} if each in ({"1C"}, {"ns"}) else each) for each in given)
    assert str(fault(item, given)) == sentence


# ------------------------------------------------------------------------------------------------ on the page


@pytest.fixture
def draw(app):
    """A state as HTML."""

    def drawn(state, **more):
        with app.test_request_context():
            return str(app.jinja_env.get_template("_check.html").module.check(replace(state, action="/here"), **more))

    return drawn


def state_of(item, given=None):
    answered = checks.Answered(given, judge(item, given)) if given else None
    return checks.CheckState(("", "", "", "", ""), 1, item, "seed", answered)


@each_skill
def test_the_page_tells_nothing_before_the_answer(skill, draw):
    """The page of an item with another answer, another reason and no mistakes is the same."""
    for seed in range(8):
        item = make(skill, str(seed))
        parts = tuple(
            replace(part, left_out="", options=tuple(replace(each, slip="") for each in part.options))
            for part in item.parts
        )
        other = replace(item, parts=parts, right=(frozenset(),) * len(parts), why=Text("Because."))
        assert draw(state_of(item)) == draw(state_of(other))


@each_skill
def test_everything_that_can_be_tapped_is_in_the_form(skill, draw):
    item = make(skill, "page")
    html = draw(state_of(item))
    for place, part in enumerate(item.parts):
        kind = "checkbox" if part.several else "radio"
        found = re.findall(rf'<input type="{kind}" name="part{place}" value="([^"]+)">', html)
        assert found == [option.value for option in part.options]
    assert 'action="/here"' in html and 'name="n" value="1"' in html and "Check my answer" in html
    assert "style=" not in html


@each_skill
def test_after_the_answer_the_page_shows_both_answers_and_the_reason(skill, draw):
    item = make(skill, "page")
    html = draw(state_of(item, wrong(item)))
    assert '<input type="radio"' not in html and '<input type="checkbox"' not in html
    assert "Nearly." in html and "yours" in html and ("right<" in html or "this too<" in html)
    assert 'name="go" value="another"' in html and 'name="go" value="next"' in html
    html = draw(state_of(item, item.right))
    assert "Yes." in html and 'class="tap' in html and "bad" not in re.findall(r'class="tap([^"]*)"', html)
    assert 'value="another"' not in html


def test_what_was_tapped_stays_tapped_when_something_is_missing(draw):
    item = make("auction", "page")
    kept = (frozenset({"E"}), frozenset())
    html = draw(state_of(item), fault=fault(item, kept), kept=kept)
    assert 'value="E" checked' in html and html.count("checked") == 1
    assert "Nothing is tapped yet. Which contract?" in html


def test_the_end_of_a_check(draw):
    def end(pattern):
        return draw(progress(["winner"], "key", play(pattern), "next"))

    assert "Four of five: you have it." in end("rrwrr")
    assert "Five of five: you have it." in end("rrrrr")
    html = end("rwrwr")
    assert "Nearly. Another five?" in html and "3 of five are right" in html and 'value="again"' in html
    assert "You had four right before" in end("rrrrrwwwww")


def test_a_card_is_never_drawn_for_a_seat_or_a_bid():
    """What each kind of part shows, as the page expects it."""
    kinds = {"card": Card, "seat": SeatRef, "number": int, "bid": Bid, "contract": checks.Final, "lengths": tuple}
    for skill in checks.SKILLS:
        for part in make(skill, "kinds").parts:
            for option in part.options:
                assert isinstance(option.shown, kinds.get(part.kind, (Text, str)))


if __name__ == "__main__":
    print("\n".join(words(make(skill, "golden")) for skill in checks.SKILLS), end="")
