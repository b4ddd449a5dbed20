"""Hints tell only what the student who asks may know, never the card unless the teacher allows it, and ask what can be
found out by counting."""

import ast
import re
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from test_lesson_page import too_early

from hool.lessons import read_all
from hool.robots import ROBOTS
from hool.robots.hint_words import WHY
from hool.robots.hints import STRENGTHS, hint
from hool.robots.telling import told_call, told_card, told_clue
from hool.rules import hool
from hool.rules.cards import Card, hand_order, lengths
from hool.rules.game import Board, legal_actions
from hool.rules.hool import PRESETS
from hool.rules.text import Bid, Cards, Text
from hool.rules.tricks import winning_place

standard = ROBOTS["hool"]["standard"]
ROOT = Path(__file__).parent.parent
LESSONS, _ = read_all(ROOT / "lessons")
SUITS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}


@cache
def moments(name, boards=2):
    """Every moment of some boards, played by robots and now and then at random: [(state, seat), ...]."""
    found = []
    for seed in range(boards):
        rng = Random(f"{name} {seed}")
        board = Board(1, seed % 4, 4, PRESETS[name])
        state = hool.start(board, hool.deal(board, rng))
        while waiting := hool.to_act(state):
            seat = min(waiting)
            found.append((state, seat))
            action = standard(hool.view(state, seat), rng)[0]
            if rng.random() < 0.15:
                action = rng.choice(legal_actions(hool, state, seat))
            state = hool.apply(state, seat, action)
    return found


def texts_in(hint):
    return [t for t in (hint.question.text, hint.question.how, hint.reason, hint.idea) if t is not None]


def named(text):
    """Every card and bid inside a text, however deep."""
    for _, value in text.params:
        if isinstance(value, Text):
            yield from named(value)
        elif isinstance(value, (Card, Cards, Bid)):
            yield value


# What a hint says


def test_every_reason_of_the_standard_robot_has_its_thought():
    """No reason is passed on in the robot's words: a new one needs its thought here, an old one is taken away."""
    said = set()
    for name in ("bidding", "lead", "follow", "play"):
        for node in ast.walk(ast.parse((ROOT / "hool" / "robots" / f"{name}.py").read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "say_count"):
                said.add(ast.literal_eval(node.args[0]))
    assert said - {*SUITS, "no trumps"} == set(WHY)


@pytest.mark.parametrize("name", PRESETS)
def test_a_question_or_a_reason_names_no_card_and_no_call(name):
    for state, seat in moments(name):
        for strength in ("question", "reason"):
            made = hint(hool.view(state, seat), strength, Random(1))
            assert made.action is None and made.idea is None
            assert (made.reason is not None) == (strength == "reason")
            for text in texts_in(made):
                words = str(text)
                assert words[0].isupper() and words[-1] in ".?" and "{" not in words and len(words) < 150
                assert not re.search(r"\b(ace|king|queen|jack|10|[2-9]) of |\b[AKQJT2-9][SHDC]\b(?! need)", words), (
                    words
                )
                standing = {c[4:] for row in hool.view(state, seat).calls for c in row if c and c.startswith("bid ")}
                assert all(isinstance(each, Bid) and str(each) in standing for each in named(text)), words


def test_no_hint_speaks_of_choosing_a_suit_where_there_is_only_one():
    spared = 0
    for lesson in LESSONS:
        for step in lesson.steps:
            if lesson.game != "hool" or step.board is None or step.board.board().options.pack != "one suit":
                continue
            state, rng = hool.start(step.board.board(), step.board.pbn.deal), Random(1)
            while waiting := hool.to_act(state):
                made = hint(hool.view(state, min(waiting)), "card", rng)
                assert "a suit" not in str(made.reason)
                if "No card here is sure to win" in str(made.reason):
                    assert made.question.answer is False
                    spared += 1
                state = hool.apply(state, min(waiting), made.action)
    assert spared


def test_a_bid_in_an_own_suit_asks_for_no_count_of_partners():
    """A hint that leads to spades does not ask how many hearts there are, because partner told of those."""
    asked = set()
    for name in ("two clues", "full"):
        for state, seat in moments(name, 8):
            if hool.phase(state) != "step 1":
                continue
            made = hint(hool.view(state, seat), "card", Random(1))
            bid = str(made.action).removeprefix("bid ")
            counted = re.match(r"How many (?!points)(\w+) do you and partner", str(made.question.text))
            if counted and bid[-1] in "SHDC":
                assert SUITS[counted[1]] == bid[-1]
                asked.add(bid[-1])
    assert asked


@pytest.mark.parametrize("name", PRESETS)
def test_the_strongest_hint_is_what_the_robot_would_do(name):
    for state, seat in moments(name)[::3]:
        view = hool.view(state, seat)
        made = hint(view, "card", Random(4))
        assert made.action == standard(view, Random(4))[0]
        assert str(made.idea).startswith("A robot would ")
        if hool.phase(state) == "play":
            assert list(named(made.idea)) == [made.action.card]


def test_a_stronger_hint_says_the_same_and_more():
    for state, seat in moments("match")[::5]:
        weak, middle, strong = (hint(hool.view(state, seat), strength, Random(2)) for strength in STRENGTHS)
        assert weak.question == middle.question == strong.question
        assert middle.reason == strong.reason


def test_whose_turn_it_is_not_gets_no_hint():
    state, seat = moments("match")[0]
    with pytest.raises(ValueError):
        hint(hool.view(state, (seat + 1) % 4), "card", Random(0))


# The student's view decides


def swapped(state, seat, rng):
    """The same moment with two cards exchanged that `seat` cannot see and that no clue tells apart, or None."""
    view = hool.view(state, seat)
    hidden = [(owner, card) for owner in range(4) if view.hands[owner] is None for card in state.hands[owner]]
    pairs = [(a, b) for a, b in combinations(hidden, 2) if a[0] != b[0]]
    rng.shuffle(pairs)
    for (_, one), (_, two) in pairs[:20]:
        change = {one: two, two: one}
        deal = type(state.deal)(tuple(hand_order(change.get(c, c) for c in hand) for hand in state.deal.hands))
        other = hool.start(state.board, deal)
        try:
            for who, action in acts_of(state):
                if action not in legal_actions(hool, other, who):
                    raise ValueError
                other = hool.apply(other, who, action)
        except ValueError:
            continue
        if hool.view(other, seat) == view:
            return other
    return None


_ACTS: dict = {}


def acts_of(state):
    return _ACTS[id(state)]


@pytest.mark.parametrize("name", ["match", "whist", "trumps", "dummy", "two suits", "minibridge", "two clues"])
def test_cards_that_the_student_cannot_see_change_nothing(name):
    rng, checked = Random(3), 0
    for seed in range(4):
        board = Board(1, seed % 4, 4, PRESETS[name])
        state, acts = hool.start(board, hool.deal(board, rng)), []
        while waiting := hool.to_act(state):
            seat = min(waiting)
            _ACTS[id(state)] = tuple(acts)
            if rng.random() < 0.3 and (other := swapped(state, seat, rng)) is not None:
                checked += 1
                for strength in STRENGTHS:
                    one = hint(hool.view(state, seat), strength, Random(9))
                    assert one == hint(hool.view(other, seat), strength, Random(9))
            action = standard(hool.view(state, seat), rng)[0]
            acts.append((seat, action))
            state = hool.apply(state, seat, action)
    _ACTS.clear()
    assert checked > 10


# The questions


def answer_by_counting(state, seat, text):
    """The answer to a question from all four hands and what was played, counted another way than the hint does."""
    view = hool.view(state, seat)
    due = (view.leader + len(view.trick)) % 4 if view.leader is not None else seat
    places = {card: owner for owner in range(4) for card in state.hands[owner]}
    unseen = [card for card, owner in places.items() if view.hands[owner] is None]
    partner, words = (seat + 2) % 4, str(text)
    deal = state.deal.hands
    points = [sum({14: 4, 13: 3, 12: 2, 11: 1}.get(c.rank, 0) for c in hand) for hand in deal]
    trick = [card for _, card in view.trick]
    legal = [a.card for a in legal_actions(hool, state, seat)] if view.phase == "play" else []

    def wins(card):
        return winning_place([*trick, card], view.trumps) == len(trick)

    if words == "How many cards can you choose from?":
        return len(legal)
    if words.startswith("Who is winning"):
        return view.trick[winning_place(trick, view.trumps)][0]
    if words.startswith("How many of the cards you may play"):
        return sum(map(wins, legal))
    if words.startswith("Who plays after"):
        return tuple((due + i) % 4 for i in range(1, 4 - len(trick)))
    if match := re.match(r"How many (\w+) can (\w+) still have", words):
        owner = ["North", "East", "South", "West"].index(match[2])
        return sum(card.suit == SUITS[match[1]] for card in state.hands[owner])
    if words.startswith("How many trumps are still out"):
        return sum(card.suit == view.trumps for card in unseen)
    if match := re.match(r"How many (\w+) are still out", words):
        return sum(card.suit == SUITS[match[1]] for card in unseen)
    if "highest card that is left" in words:
        tops = {s: max((c for c in places if c.suit == s), key=lambda c: c.rank, default=None) for s in "SHDC"}
        count = sum(card is not None and places[card] == due for card in tops.values())
        return count > 0 if words.startswith("Do you") else count
    if words.startswith("How many more tricks"):
        ours = view.tricks_won[seat] + view.tricks_won[partner]
        goal = 6 + int(view.contract[0])
        return max(0, (goal if view.declarer in (seat, partner) else 14 - goal) - ours)
    if words.startswith("Which suit did partner lead"):
        return next(cards[0].suit for leader, cards, _ in view.tricks if leader == partner)
    if words.startswith("What did"):
        return state.clues[partner]
    if words.startswith("Which is your longest"):
        counts = lengths(deal[seat])
        return tuple(suit for suit, n in zip("SHDC", counts, strict=True) if n == max(counts))
    if words.startswith("How many points do you have"):
        return points[seat]
    if words.startswith("How many points do you and partner"):
        return points[seat] + points[partner]
    if words.startswith("How many points does the other side"):
        return points[(seat + 1) % 4] + points[(seat + 3) % 4]
    if match := re.match(r"How many (?!points)(\w+) do you and partner", words):
        return sum(card.suit == SUITS[match[1]] for owner in (seat, partner) for card in deal[owner])
    if words.startswith("In which suit do you and partner"):
        counts = [a + b for a, b in zip(lengths(deal[seat]), lengths(deal[partner]), strict=True)]
        return tuple(suit for suit, n in zip("SHDC", counts, strict=True) if n == max(counts))
    if match := re.match(r"How many tricks does (\d)\w+ need", words):
        return int(match[1]) + 6
    raise AssertionError(f"nobody has counted: {words}")


@pytest.mark.parametrize("name", PRESETS)
def test_every_question_has_the_answer_that_counting_gives(name):
    asked = set()
    for state, seat in moments(name, 6 if name == "match" else 2):
        question = hint(hool.view(state, seat), "question", Random(0)).question
        assert question.answer == answer_by_counting(state, seat, question.text), str(question.text)
        asked.add(question.text.message)
    assert len(asked) > 2


def test_many_different_questions_are_asked():
    asked = {
        hint(hool.view(state, seat), "question", Random(0)).question.text.message
        for name in PRESETS
        for state, seat in moments(name)
    }
    assert len(asked) >= 17


@pytest.mark.parametrize(
    ("name", "later"),
    [
        ("one suit", r"partner|\bsides?\b|trump|declar|dummy|contract|promis|need|points?\b|clue|\bbid|\bpass|double"),
        ("two suits", r"partner|\bsides?\b|trump|declar|dummy|contract|promis|need|points?\b|clue|\bbid|\bpass|double"),
        ("whist", r"trump|declar|dummy|contract|promis|need|points?\b|clue|\bbid|\bpass|double"),
        ("trumps", r"declar|dummy|contract|promis|need|points?\b|clue|\bbid|\bpass|double"),
        ("dummy", r"trump|contract|promis|need|points?\b|clue|\bbid|\bpass|double"),
        ("promise", r"points?\b|clue|\bbid|\bpass|double|propos|agree"),
        ("minibridge", r"points?\b|clue|\bbid|\bpass|double"),
        ("one clue", r"pattern|\bbid|\bpass|double"),
        ("two clues", r"\bbid|\bpass|double"),
        ("secret bids", r"double"),
    ],
)
def test_hints_speak_of_nothing_a_lesson_has_not_reached(name, later):
    for state, seat in moments(name, 3):
        for text in texts_in(hint(hool.view(state, seat), "card", Random(0))):
            assert not re.search(later, str(text), re.IGNORECASE), str(text)


@pytest.mark.parametrize("rung", range(1, 13))
def test_in_each_lesson_hints_and_robots_know_no_word_of_a_later_one(rung):
    """On the lesson's own boards: hints, the beginner's reasons, and what robots say at the table."""
    lesson = next(each for each in LESSONS if each.rung == rung)
    for number, step in enumerate(step for step in lesson.steps if step.board is not None):
        state, rng = hool.start(step.board.board(), step.board.pbn.deal), Random(number)
        while waiting := hool.to_act(state):
            seat = min(waiting)
            view, public = hool.view(state, seat), hool.view(state, None)
            level = rng.choice(("beginner", "standard", "expert"))
            action, why = ROBOTS["hool"]["beginner"](view, rng)
            said = [why, *texts_in(hint(view, "card", rng))]
            if view.phase == "play":
                said.append(told_card(public, seat, action.card, level))
            elif view.phase == "clues":
                value = hool.clue_value(state.hands[seat], action.kind)
                said.append(told_clue(public, seat, action.kind, value, level))
            for text in filter(None, said):
                assert too_early(str(text), rung) == [], str(text)
            state = hool.apply(state, seat, action)
            after = hool.view(state, None)
            for text in [told_call(after, row, seat, level) for row, r in enumerate(after.calls) if r[seat]]:
                assert text is None or too_early(str(text), rung) == [], str(text)
