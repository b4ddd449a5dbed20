"""What each viewer may know, said in knowledge.py from the rules, and checked on every view.

Three checks on boards played at random: a view shows exactly the hands and calls its viewer may see; it stays the
same when cards he may not know change places; and when another's secret bid was a different one. At the end the
same checks must catch views with planted leaks.
"""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hool.rules import GAMES, hool, hoola, oh_hell
from hool.rules.cards import high_card_points
from hool.rules.game import legal_actions
from hool.rules.text import say
from tests.knowledge import Hool, Hoola, OhHell, rebuilt, with_another_call
from tests.rules_play import ANY_OPTIONS, DEAL, game_of, random_board, start


def twins(rules, rng, state, acts, viewer):
    """States `viewer` cannot tell from this one: two cards he does not know have changed places, or a secret call."""
    for deal in rules.other_deals(rng, state, acts, viewer):
        yield rebuilt(rules.game, state, acts, deal)
    for place in range(len(acts) - rules.secret_calls(state, acts), len(acts)):
        if acts[place][0] != viewer:
            yield with_another_call(rules.game, rng, state, acts, place)


def leak(view, options, seed, number=None):
    """What a `view` function shows that it should not, or hides that it should show, on one board; None if nothing."""
    rng = Random(seed)
    rules = {hool: Hool, oh_hell: OhHell, hoola: Hoola}[game_of(options)](options)
    history, last = random_board(options, seed, number)
    moments = [
        (state, [(seat, action) for _, seat, action in history[:done]]) for done, (state, _, _) in enumerate(history)
    ]
    moments.append((last, [(seat, action) for _, seat, action in history]))
    if len(moments) > 30:
        moments = rng.sample(moments[:20], 8) + rng.sample(moments[20:], 4)
    for state, acts in moments:
        state = rules.variants(rng, state)
        viewers = rules.viewers if len(rules.viewers) < 6 else (None, *rng.sample(rules.viewers[1:], 4))
        for viewer in viewers:
            seen = view(state, viewer)
            known = rules.known_hands(state, acts, viewer)
            if seen.hands != tuple(hand if seat in known else None for seat, hand in enumerate(state.hands)):
                return f"hands of {viewer} after {acts}"
            if rules.calls_of(seen) != rules.shown_calls(state, acts, viewer):
                return f"calls of {viewer} after {acts}"
            for twin in twins(rules, rng, state, acts, viewer):
                if view(twin, viewer) != seen:
                    return f"{viewer} after {acts} can tell {state.deal} from {twin.deal}"
    return None


@settings(max_examples=40)
@given(ANY_OPTIONS, st.integers(0, 2**32))
def test_no_view_depends_on_what_its_viewer_may_not_know(options, seed):
    assert leak(game_of(options).view, options, seed) is None


@pytest.mark.parametrize(("game", "name"), [(game, name) for game in GAMES for name in GAMES[game].PRESETS])
def test_no_view_of_a_preset_depends_on_what_its_viewer_may_not_know(game, name):
    for seed in range(2):
        assert leak(GAMES[game].view, GAMES[game].PRESETS[name], seed) is None


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
    found = [leak(leaky, hool.PRESETS["full"], seed) for seed in range(10)]
    assert any(found)


def test_a_view_that_hides_too_much_is_caught_too():
    def blind(state, viewer):
        return replace(hool.view(state, viewer), hands=(None,) * 4)

    assert leak(blind, hool.PRESETS["full"], seed=1) is not None


def total_of_secret_bids(state, viewer):
    return replace(oh_hell.view(state, viewer), total=sum(bid or 0 for bid in state.bids))


def next_undealt_card(state, viewer):
    return replace(oh_hell.view(state, viewer), turned=state.deal.rest[1])


def own_card_on_the_forehead(state, viewer):
    view = oh_hell.view(state, viewer)
    if viewer is None:
        return view
    return replace(view, hands=(*view.hands[:viewer], state.hands[viewer], *view.hands[viewer + 1 :]))


def own_card_among_the_choices(state, viewer):
    view = oh_hell.view(state, viewer)
    if view.phase != "play" or viewer is None or not state.hands[viewer]:
        return view
    return replace(view, choices=tuple(replace(c, action=state.hands[viewer][0]) for c in view.choices))


def foreheads_for_the_public(state, viewer):
    return replace(
        oh_hell.view(state, viewer), hands=state.hands if viewer is None else oh_hell.view(state, viewer).hands
    )


def holder_of_the_card_shuffled_in(state, viewer):
    holder = next(seat for seat, hand in enumerate(state.deal.hands) if state.turned in hand)
    return replace(oh_hell.view(state, viewer), trumps_why=say("{holder}", holder=holder))


@pytest.mark.parametrize(
    ("leaky", "number", "changes"),
    [
        (total_of_secret_bids, 3, {"bidding": "secret"}),
        (total_of_secret_bids, 3, {"bidding": "knock"}),
        (next_undealt_card, 3, {}),
        (own_card_on_the_forehead, 1, {"blind_ones": True}),
        (own_card_among_the_choices, 1, {"blind_ones": True}),
        (foreheads_for_the_public, 1, {"blind_ones": True}),
        (holder_of_the_card_shuffled_in, 13, {"no_stock": "random_flip", "max_cards": "all"}),
    ],
)
def test_planted_leaks_of_oh_hell_are_caught(leaky, number, changes):
    options = oh_hell.Options(order="up", **changes)
    assert leak(oh_hell.view, options, 1, number) is None
    assert any(leak(leaky, options, seed, number) for seed in range(10))


def next_card_of_the_stock(state, viewer):
    return replace(hoola.view(state, viewer), stock=state.stock[:1])


def asks_only_those_who_can_claim(state, viewer):
    view = hoola.view(state, viewer)
    can = {seat for seat in view.to_act if len(legal_actions(hoola, state, seat)) > 1}
    return replace(view, to_act=frozenset(can)) if view.phase == "claim" else view


def who_claims_in_secret(state, viewer):
    answers = state.answers or ()
    return replace(hoola.view(state, viewer), claimed=sum(isinstance(answer, hoola.Claim) for answer in answers))


def lowest_hand_so_far(state, viewer):
    return replace(hoola.view(state, viewer), winner=min(map(hoola.blast_value, state.hands)))


def hands_that_have_not_been_shown(state, viewer):
    view = hoola.view(state, viewer)
    return replace(
        view, hands=tuple(state.hands[s] if view.melded[s] else view.hands[s] for s in range(len(view.hands)))
    )


@pytest.mark.parametrize(
    ("leaky", "changes"),
    [
        (next_card_of_the_stock, {}),
        (asks_only_those_who_can_claim, {}),
        (who_claims_in_secret, {"claim_policy": "priority"}),
        (lowest_hand_so_far, {}),
        (hands_that_have_not_been_shown, {}),
    ],
)
def test_planted_leaks_of_hoola_are_caught(leaky, changes):
    options = hoola.Options(**changes)
    assert leak(hoola.view, options, 1) is None
    assert any(leak(leaky, options, seed) for seed in range(20))
