"""Hidden cards dealt anew: always what the viewer knows, never less likely than another deal that fits as well."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hool.robots.sampling import Sampler
from hool.rules import hool
from hool.rules.cards import Deal, format_hand, hand_order, parse_deal
from hool.rules.hool import PACKS, Options
from tests.rules_play import E, act, any_options, random_board, start


def whole(view, hands):
    """The hands as they were dealt, if these are the cards still held."""
    dealt = [list(hand) for hand in hands]
    for leader, cards, _ in view.tricks:
        for place, card in enumerate(cards):
            dealt[(leader + place) % 4].append(card)
    for seat, card in view.trick:
        dealt[seat].append(card)
    return dealt


def fits(view, board, hands):
    """Whether the viewer of `view` must think these hands possible: asked of the rules, not of the sampler."""
    dealt = whole(view, hands)
    if any(len(hand) != len(PACKS[view.options.pack]) // 4 for hand in dealt):
        return False
    for shown, hand in zip(view.hands, hands, strict=True):
        if shown is not None and set(shown) != set(hand):
            return False
    for clues, hand in zip(view.clues, dealt, strict=True):
        if any(hool.clue_value(hand, kind) != value for kind, value in clues):
            return False
    played = [
        ((leader + place) % 4, card, cards[0]) for leader, cards, _ in view.tricks for place, card in enumerate(cards)
    ]
    played += [(seat, card, view.trick[0][1]) for seat, card in view.trick]
    if any(card.suit != led.suit and any(led.suit == each.suit for each in hands[seat]) for seat, card, led in played):
        return False
    if view.options.contract == "bid" and view.options.trumps == "contract":
        return True
    again = hool.start(board, Deal(tuple(hand_order(hand) for hand in dealt)))  # refuses what is not the pack
    return view.declarer is None or again.declarer == view.declarer


@settings(max_examples=60, deadline=None)
@given(any_options(), st.integers(0, 10**6))
def test_every_deal_drawn_fits_all_that_is_known(options, seed):
    history, last = random_board(options, seed)
    rng = Random(seed)
    for state, seat, _ in rng.sample(history, min(5, len(history))):
        view = hool.view(state, seat)
        sampler = Sampler(view)
        for _ in range(3):
            hands = sampler.draw(rng)
            assert hands is not None and fits(view, last.board, hands)


def possible(view, board):
    """All deals that fit, found by trying every one."""
    hidden = [seat for seat in range(4) if view.hands[seat] is None]
    gone = {card for hand in whole(view, [hand or () for hand in view.hands]) for card in hand}
    unseen = [card for card in PACKS[view.options.pack] if card not in gone]
    played = Counter(seat for seat, _ in view.trick)
    for leader, cards, _ in view.tricks:
        played.update((leader + place) % 4 for place in range(len(cards)))
    size = len(PACKS[view.options.pack]) // 4

    def shared(seats, cards):
        if not seats:
            yield {}
            return
        for mine in combinations(cards, size - played[seats[0]]):
            for rest in shared(seats[1:], [card for card in cards if card not in mine]):
                yield {seats[0]: mine, **rest}

    for given_hands in shared(hidden, unseen):
        hands = [hand if hand is not None else given_hands[seat] for seat, hand in enumerate(view.hands)]
        if fits(view, board, hands):
            yield named(hands)


def named(hands):
    return " ".join(format_hand(hand) for hand in hands)


SMALL = {
    "no clues": {"pack": "one suit", "clues": 0},
    "points": {"pack": "one suit", "clues": 1, "clue_kinds": ("hcp",)},
    "points of two suits": {"pack": "two suits", "clues": 1, "clue_kinds": ("hcp",)},
    "shapes of two suits": {"pack": "two suits", "clues": 2, "clue_kinds": ("pattern", "spades")},
    "points and lengths": {"pack": "two suits", "clues": 2, "clue_kinds": ("hcp", "hearts")},
    "points and patterns": {"pack": "two suits", "clues": 2, "clue_kinds": ("hcp", "pattern")},
    "declarer by points": {"pack": "two suits", "clues": 0, "dummy": True},
}  # fmt: skip


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("seed", range(3))
def test_no_deal_that_fits_comes_up_more_often_than_another(name, seed):
    options = Options(**{"trumps": "S", "dummy": False, **SMALL[name]})
    history, last = random_board(options, seed)
    # as early as all deals can be tried: three hidden hands of a few cards, or two
    for state, seat, _ in history:
        view = hool.view(state, seat)
        sizes = [len(hand) for other, hand in enumerate(state.hands) if view.hands[other] is None]
        if view.phase == "play" and sum(sizes) <= (9 if len(sizes) > 2 else 12):
            break
    expected = list(possible(view, last.board))
    sampler, rng = Sampler(view), Random(seed)
    each = max(10, 2000 // len(expected))
    drawn = Counter(named(map(hand_order, sampler.draw(rng))) for _ in range(each * len(expected)))
    assert named(state.hands) in expected
    assert drawn.keys() <= set(expected)
    spread = sum((drawn[deal] - each) ** 2 / each for deal in expected)
    free = len(expected) - 1
    assert spread <= free + 5 * (2 * free) ** 0.5 + 3, (name, free, spread)
    everything = sampler.every(10**6)
    if everything is not None:
        assert sorted(named(map(hand_order, hands)) for hands in everything) == sorted(expected)


@pytest.mark.parametrize("seed", range(8))
def test_the_cards_as_they_really_lie_are_always_among_all_deals(seed):
    options = hool.PRESETS["two clues"]  # always played to the end
    history, _ = random_board(options, seed)
    late = [(state, seat) for state, seat, _ in history if len(state.tricks) >= 9]
    assert late
    for state, seat in late:
        deals = Sampler(hool.view(state, seat)).every(10**4)
        assert deals is not None
        assert named(state.hands) in [named(map(hand_order, hands)) for hands in deals]


def test_what_leaves_no_doubt_is_known_at_once():
    deal = parse_deal("AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    state = start(deal=deal, clues=1, clue_kinds=("hearts", "pattern"), dummy=False, trumps="N")
    state = act(state, "N clue pattern", "E clue hearts", "S clue pattern", "W clue pattern")
    hands = Sampler(hool.view(state, E)).draw(Random(1))
    assert [len({card.suit for card in hand}) for hand in hands] == [1, 1, 1, 1]


def test_the_same_chance_gives_the_same_deals():
    state = start(hool.PRESETS["two clues"])
    for kind in ("hcp", "spades"):
        state = act(state, *(f"{seat} clue {kind}" for seat in "NESW"))
    view = hool.view(state, E)
    first, second = ([Sampler(view).draw(Random(7)) for _ in range(3)] for _ in range(2))
    assert first == second
