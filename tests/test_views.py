"""What each viewer may know, said here from the rules, and checked on every view.

Three checks on boards played at random: a view shows exactly the hands and calls its viewer may see; it stays the
same when cards he may not know change places; and when another's secret bid was a different one. At the end the
same checks must catch views with planted leaks.
"""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hool.rules import hool
from hool.rules.cards import Deal, hand_order, high_card_points
from hool.rules.game import legal_actions
from hool.rules.hool import PRESETS, GiveClue, PlayCard, clue_value
from hool.rules.text import say
from tests.rules_play import DEAL, any_options, random_board, start

VIEWERS = (None, 0, 1, 2, 3)


# What the rules say


def known_hands(state, acts, viewer):
    """The seats whose cards `viewer` may see: his own; dummy's after the opening lead, and then, for dummy's player,
    declarer's if the table allows it; both of the declaring pair, for themselves, when they choose openly; a
    claimer's.
    """
    options, declarer = state.board.options, state.declarer
    known = set() if viewer is None else {viewer}
    lead_made = any(isinstance(action, PlayCard) for _, action in acts)
    if declarer is not None:
        partner = (declarer + 2) % 4
        if options.partners and options.dummy and lead_made:
            known.add(partner)
            if viewer == partner and options.dummy_sees_declarer:
                known.add(declarer)
        clues_done = sum(isinstance(action, GiveClue) for _, action in acts) == 4 * options.clues
        if options.contract == "open" and clues_done and viewer in (declarer, partner):
            known |= {declarer, partner}
    if state.claimed is not None:
        known.add(state.claimed[0])
    return known


def secret_calls(state):
    """The acts still face down: the last calls, one for each who has called in the step that others still owe."""
    step = state.steps[-1] if state.steps else None
    return sum(call is not None for call in step.calls) if step and step.waiting else 0


def known_calls(state, viewer):
    """The calls `viewer` may see: those of finished steps, and his own."""
    rows = [tuple(None if call is None else str(call) for call in step.calls) for step in state.steps]
    if secret_calls(state):
        rows[-1] = tuple(call if seat == viewer else None for seat, call in enumerate(rows[-1]))
    return tuple(rows)


def told(state, acts, deal):
    """What has been said about the cards of `deal`, for all to hear: the clues, and who declares by points and why."""
    facts = [
        (seat, action.kind, clue_value(deal.hands[seat], action.kind))
        for seat, action in acts
        if isinstance(action, GiveClue)
    ]
    options = state.board.options
    if state.steps or options.given_declarer is not None or state.declarer is None:
        return facts
    points = [high_card_points(hand) for hand in deal.hands]
    sides = points[0] + points[2] - points[1] - points[3]
    sign = (sides > 0) - (sides < 0)
    declaring = state.declarer % 2
    ours = points[declaring] - points[declaring + 2]
    return [*facts, sign, (ours > 0) - (ours < 0)]


# The checks


def rebuilt(state, acts, deal=None):
    """The state after the same acts with another deal; not checked again, for a twin need not be legal play."""
    twin = hool.start(state.board, deal or state.deal)
    for seat, action in acts:
        twin = hool.apply(twin, seat, action)
    return replace(twin, claimed=state.claimed)


def swapped(deal, one, other):
    exchange = {one: other, other: one}
    return Deal(tuple(hand_order(exchange.get(card, card) for card in hand) for hand in deal.hands))


def twins(rng, state, acts, viewer):
    """States `viewer` cannot tell from this one: two cards he does not know have changed places, or a secret call."""
    unknown = [seat for seat in range(4) if seat not in known_hands(state, acts, viewer) and state.hands[seat]]
    if len(unknown) > 1:
        facts = told(state, acts, state.deal)
        for _ in range(8):
            here, there = rng.sample(unknown, 2)
            deal = swapped(state.deal, rng.choice(state.hands[here]), rng.choice(state.hands[there]))
            if told(state, acts, deal) == facts:
                yield rebuilt(state, acts, deal)
    for place in range(len(acts) - secret_calls(state), len(acts)):
        seat, call = acts[place]
        if seat != viewer:
            before = rebuilt(state, acts[:place])
            other = rng.choice([each for each in legal_actions(hool, before, seat) if each != call])
            yield rebuilt(state, [*acts[:place], (seat, other), *acts[place + 1 :]])


def leak(view, options, seed):
    """What a `view` function shows that it should not, or hides that it should show, on one board; None if nothing."""
    rng = Random(seed)
    history, last = random_board(options, seed)
    moments = [
        (state, [(seat, action) for _, seat, action in history[:done]]) for done, (state, _, _) in enumerate(history)
    ]
    moments.append((last, [(seat, action) for _, seat, action in history]))
    if len(moments) > 30:
        moments = rng.sample(moments[:20], 8) + rng.sample(moments[20:], 4)
    for state, acts in moments:
        if hool.phase(state) == "play" and rng.random() < 0.3:
            claimer = rng.choice([seat for seat in range(4) if seat != hool.view(state, None).dummy])
            state = hool.claim(state, claimer, max(map(len, state.hands)))
        for viewer in VIEWERS:
            seen = view(state, viewer)
            known = known_hands(state, acts, viewer)
            if seen.hands != tuple(hand if seat in known else None for seat, hand in enumerate(state.hands)):
                return f"hands of {viewer} after {acts}"
            if seen.calls != (() if hool.phase(state) == "clues" else known_calls(state, viewer)):
                return f"calls of {viewer} after {acts}"
            for twin in twins(rng, state, acts, viewer):
                if view(twin, viewer) != seen:
                    return f"{viewer} after {acts} can tell {state.deal} from {twin.deal}"
    return None


@settings(max_examples=40)
@given(any_options(), st.integers(0, 2**32))
def test_no_view_depends_on_what_its_viewer_may_not_know(options, seed):
    assert leak(hool.view, options, seed) is None


@pytest.mark.parametrize("name", PRESETS)
def test_no_view_of_a_preset_depends_on_what_its_viewer_may_not_know(name):
    for seed in range(3):
        assert leak(hool.view, PRESETS[name], seed) is None


def test_the_public_sees_no_choices_and_no_cards_before_the_lead():
    view = hool.view(start(clues=0), None)
    assert (view.seat, view.choices, view.hands) == (None, (), (None,) * 4)


def test_a_seats_view_has_its_own_choices():
    state = start()
    for seat in range(4):
        view = hool.view(state, seat)
        assert view.seat == seat
        assert view.choices == hool.choices(state, seat)
        assert view.hands[seat] == DEAL.hands[seat]


# Planted leaks: each must be caught


def dummy_before_the_lead(state, viewer):
    view = hool.view(state, viewer)
    if view.phase != "play" or view.dummy is None:
        return view
    return replace(
        view, hands=tuple(state.hands[seat] if seat == view.dummy else hand for seat, hand in enumerate(view.hands))
    )


def highest_card_in_play(state, viewer):
    view = hool.view(state, viewer)
    hidden = [card for seat, hand in enumerate(view.hands) if hand is None for card in state.hands[seat]]
    best = max((card.rank for card in state.hands[(state.board.dealer + 1) % 4]), default=0)
    return replace(view, standing=(*view.standing, say("{best}", best=best))) if hidden else view


def secret_bids(state, viewer):
    view = hool.view(state, viewer)
    calls = [tuple(None if call is None else str(call) for call in step.calls) for step in state.steps]
    return replace(view, calls=tuple(calls)) if view.phase != "clues" else view


def who_bid_at_all(state, viewer):
    view = hool.view(state, viewer)
    passed = [step.calls.count(hool.Pass()) for step in state.steps]
    return replace(view, standing=(*view.standing, say("{passed}", passed=tuple(passed))))


def sum_of_two_hands(state, viewer):
    points = high_card_points(state.hands[0] + state.hands[2])
    view = hool.view(state, viewer)
    return replace(view, standing=(*view.standing, say("{points}", points=points)))


def turn_of_those_who_hold_an_ace(state, viewer):
    view = hool.view(state, viewer)
    aces = {seat for seat in view.to_act if any(card.rank == 14 for card in state.hands[seat])}
    return replace(view, to_act=frozenset(aces or view.to_act))


def declarers_hand_for_everybody(state, viewer):
    view = hool.view(state, viewer)
    if view.declarer is None or not view.trick:
        return view
    return replace(
        view, hands=tuple(state.hands[seat] if seat == view.declarer else hand for seat, hand in enumerate(view.hands))
    )


@pytest.mark.parametrize(
    "leaky",
    [
        dummy_before_the_lead,
        highest_card_in_play,
        secret_bids,
        who_bid_at_all,
        sum_of_two_hands,
        turn_of_those_who_hold_an_ace,
        declarers_hand_for_everybody,
    ],
)
def test_planted_leaks_are_caught(leaky):
    found = [leak(leaky, PRESETS["full"], seed) for seed in range(10)]
    assert any(found)


def test_a_view_that_hides_too_much_is_caught_too():
    def blind(state, viewer):
        return replace(hool.view(state, viewer), hands=(None,) * 4)

    assert leak(blind, PRESETS["full"], seed=1) is not None
