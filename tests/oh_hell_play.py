"""What the tests of Oh Hell share: hands dealt to order, bids and cards as text.

Seat 0 bids and leads first, for the last seat deals, if nothing else is said.
"""

from collections import Counter
from random import Random

from hool.rules import oh_hell
from hool.rules.cards import Deal, hand_order, parse_card
from hool.rules.game import Board, legal_actions, play
from hool.rules.oh_hell import Options


def cards(text):
    return tuple(parse_card(card) for card in text.split())


def options_for(seats, **changes):
    """Options with hands of 1, 2, 3 ... cards, as many as each can get."""
    return Options(**{"players": seats, "order": "up", "max_cards": "all", **changes})


def dealt(*hands, turned="", rest="", dealer=None, number=None, **changes):
    """A hand just dealt: the cards of each seat, the top of the undealt ones, the card turned where all are dealt."""
    options = options_for(len(hands), **changes)
    held = [cards(hand) for hand in hands]
    top = cards(rest)
    left = list((Counter(oh_hell.PACKS[options.deck]) - Counter(c for hand in (*held, top) for c in hand)).elements())
    deal = Deal(tuple(map(hand_order, held)), (*top, *left), parse_card(turned) if turned else None)
    dealer = len(hands) - 1 if dealer is None else dealer
    return oh_hell.start(Board(number or len(held[0]), dealer, len(hands), options), deal)


def at_random(size, seats=4, seed=1, dealer=None, **changes):
    board = Board(size, seats - 1 if dealer is None else dealer, seats, options_for(seats, **changes))
    return oh_hell.start(board, oh_hell.deal(board, Random(seed)))


def bid(state, bids):
    """The state after bids such as "1 0 2" in the order of bidding."""
    n = state.board.seats
    for place, number in enumerate(bids.split()):
        state = play(oh_hell, state, (state.board.dealer + 1 + place) % n, f"bid {number}")
    return state


def lay(state, text):
    """The state after these cards, each by the player whose turn it is."""
    for card in text.split():
        (seat,) = oh_hell.to_act(state)
        state = play(oh_hell, state, seat, f"play {card}" if card != "blind" else "play")
    return state


def may(state, seat):
    return [str(action) for action in legal_actions(oh_hell, state, seat)]


def why_not(state, seat, text):
    (choice,) = (choice for choice in oh_hell.choices(state, seat) if str(choice.action) == text)
    return choice.why_not and str(choice.why_not)


def shows(state, seat=None):
    return oh_hell.view(state, seat)
