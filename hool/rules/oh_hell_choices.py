"""What a seat could try now, and why not: each number, suit or card, with the sentence for the learner."""

from __future__ import annotations

from collections.abc import Iterable

from hool.rules.cards import FIVE63
from hool.rules.game import Action, Choice, Seat
from hool.rules.oh_hell_options import Options
from hool.rules.oh_hell_state import (
    MakeBid,
    NameTrumps,
    PlayBlind,
    State,
    bids_in_turn,
    bids_total,
    chooser_of,
    forbidden_bid,
    is_blind,
    next_bidder,
    next_player,
    phase,
    repeated_bid,
)
from hool.rules.oh_hell_tricks import must_follow_suit, suited
from hool.rules.text import Player, Text, say
from hool.rules.tricks import PlayCard

_BIDS = tuple(Choice(MakeBid(tricks)) for tricks in range(18))
_TRUMPS = tuple(Choice(NameTrumps(trumps)) for trumps in "SHDCN")
_PLAYS = {card: Choice(PlayCard(card)) for card in FIVE63}
_BLIND = Choice(PlayBlind())


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """What `seat` could try now, each with the reason if it is refused. Out of turn, every one has a reason."""
    match phase(state):
        case "done":
            return ()
        case "play":
            return _card_choices(state, seat)
        case "trumps":
            return _trump_choices(state, seat)
    return _bid_choices(state, seat)


def _not_your_turn(turn: Seat) -> Text:
    return say("It is {seat}'s turn.", seat=Player(turn))


def _refuse(offered: Iterable[Choice], why: Text) -> tuple[Choice, ...]:
    return tuple(Choice(choice.action, why) for choice in offered)


def _but(offered: Iterable[Choice], refused: Action, why: Text) -> tuple[Choice, ...]:
    return tuple(Choice(choice.action, why) if choice.action == refused else choice for choice in offered)


def _bid_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    offered = _BIDS[: state.size + 1]
    if state.bids[seat] is not None:
        return _refuse(offered, say("You have made your bid. Now wait for the others."))
    if not bids_in_turn(state):
        same = repeated_bid(state, seat)
        if same is None:
            return offered
        return _but(
            offered, MakeBid(same), say("You bid {bid} the last time. Now everyone must bid another number.", bid=same)
        )
    turn = next_bidder(state)
    if seat != turn:
        return _refuse(offered, _not_your_turn(turn))
    bid = forbidden_bid(state)
    if bid is None:
        return offered
    sum_of = {"total": bids_total(state.bids), "bid": bid, "size": state.size}
    return _but(
        offered, MakeBid(bid), say("{total} + {bid} is {size}: the bids may not add up to the tricks.", **sum_of)
    )


def _trump_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    options: Options = state.board.options
    chooser = chooser_of(state)
    if seat != chooser:
        return _refuse(_TRUMPS, say("{seat} bid most and chooses trumps.", seat=Player(chooser)))
    if options.chooser_may_no_trump:
        return _TRUMPS
    return _but(_TRUMPS, NameTrumps("N"), say("At this table you must choose a suit."))


def _card_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Each card once, for two equal ones are one choice; follow suit if you can."""
    turn, hand = next_player(state), state.hands[seat]
    if is_blind(state):
        offered: tuple[Choice, ...] = (_BLIND,) if hand else ()
    else:
        offered = tuple(_PLAYS[card] for card in dict.fromkeys(hand))
    if seat != turn:
        return _refuse(offered, _not_your_turn(turn))
    if not state.trick or len(offered) == 1:
        return offered
    cards = tuple(dict.fromkeys(suited(hand, state.trick[0], state.trumps)))
    if not cards:
        return offered
    why = must_follow_suit(cards, state.trick[0])
    return tuple(_PLAYS[card] if card in cards else Choice(_PLAYS[card].action, why) for card in dict.fromkeys(hand))
