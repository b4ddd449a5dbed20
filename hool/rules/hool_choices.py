"""What a seat could try now, and why not: each clue, bid, proposal or card, with the sentence for the learner."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hool.rules.game import Choice, Seat
from hool.rules.hool_bidding import call_choices, refused_calls, standing_bid
from hool.rules.hool_options import BIDS, CLUE_KINDS, PACKS
from hool.rules.hool_state import (
    Agree,
    GiveClue,
    Propose,
    State,
    dummy_of,
    lead_made,
    next_clue,
    next_hand,
    phase,
    proposer,
)
from hool.rules.text import Bid, SeatRef, Text, say
from hool.rules.tricks import PlayCard, followers, must_follow


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """What `seat` could try now, each with the reason if it is refused. Out of turn, every one has a reason.

    In the play these are the player's own cards and, for declarer once they are open, dummy's.
    """
    match phase(state):
        case "done":
            return ()
        case "play":
            return _card_choices(state, seat)
        case "clues":
            return _clue_choices(state, seat)
        case "agree":
            return _agree_choices(state, seat)
    step = state.steps[-1]
    if seat in step.waiting:
        return call_choices(step.name, standing_bid(state.board.dealer, state.steps))
    return refused_calls(step, seat)


_CLUES = {kind: Choice(GiveClue(kind)) for kind in CLUE_KINDS}
_PLAYS = {card: Choice(PlayCard(card)) for card in PACKS["full"]}
_PROPOSE = tuple(Propose(bid) for bid in BIDS)
_AGREE = Agree()
_TOLD = {
    "hcp": say("You have already told your points. Choose another clue."),
    "pattern": say("You have already told your pattern. Choose another clue."),
    "spades": say("You have already told your spades. Choose another clue."),
    "hearts": say("You have already told your hearts. Choose another clue."),
    "diamonds": say("You have already told your diamonds. Choose another clue."),
    "clubs": say("You have already told your clubs. Choose another clue."),
}


def _not_your_turn(turn: Seat) -> Text:
    return say("It is {seat}'s turn.", seat=SeatRef(turn))


def _refuse(offered: Sequence[Choice], why: Text) -> tuple[Choice, ...]:
    return tuple(Choice(choice.action, why) for choice in offered)


def _clue_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """A player's two clues differ in kind; what others told does not matter."""
    turn = next_clue(state)
    offered = [_CLUES[kind] for kind in state.board.options.clue_kinds]
    if seat != turn:
        return _refuse(offered, _not_your_turn(turn))
    told = {_CLUES[kind]: _TOLD[kind] for kind, _ in state.clues[seat]}
    return tuple(Choice(each.action, told[each]) if each in told else each for each in offered)


def _agree_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    turn = proposer(state)
    if (seat - turn) % 2:
        return _refused_proposals(say("The other side chooses the contract."))
    if seat != turn:
        return _refused_proposals(_not_your_turn(turn))
    if not state.proposals:
        return (Choice(_AGREE, say("Nothing has been proposed yet.")), *map(Choice, _PROPOSE))
    partner, bid = state.proposals[-1]
    same = say("{seat} already proposed {bid}: you can agree.", seat=SeatRef(partner), bid=Bid(bid))
    return (Choice(_AGREE), *(Choice(each, same if each.bid == bid else None) for each in _PROPOSE))


@lru_cache(maxsize=16)
def _refused_proposals(why: Text) -> tuple[Choice, ...]:
    return (Choice(_AGREE, why), *(Choice(each, why) for each in _PROPOSE))


def _card_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    due, declarer, dummy = next_hand(state), state.declarer, dummy_of(state)
    plays_dummy = seat == declarer and dummy is not None and lead_made(state)
    hands = (seat, dummy) if plays_dummy and dummy is not None else (seat,)
    if seat == dummy and declarer is not None:
        return _refuse(_cards(state, hands), say("You are dummy: {seat} plays your cards.", seat=SeatRef(declarer)))
    if due not in hands:
        if due == dummy and declarer is not None:
            why = say("Now {seat} plays a card from dummy.", seat=SeatRef(declarer))
        else:
            why = _not_your_turn(due)
        return _refuse(_cards(state, hands), why)
    offered = _hand_choices(state, due, due == dummy)
    if not plays_dummy:
        return offered
    if due == dummy:
        return offered + _refuse(_cards(state, (seat,)), say("Play a card from dummy first."))
    return offered + _refuse(_cards(state, hands[1:]), say("Play a card from your own hand first."))


def _cards(state: State, hands: Sequence[Seat]) -> list[Choice]:
    return [_PLAYS[card] for hand in hands for card in state.hands[hand]]


def _hand_choices(state: State, due: Seat, is_dummy: bool) -> tuple[Choice, ...]:
    """The cards of the hand that plays now: follow suit if you can."""
    hand = state.hands[due]
    suited = followers(hand, state.trick[0].suit) if state.trick else ()
    if not suited:
        return tuple(_PLAYS[card] for card in hand)
    why = must_follow(suited, is_dummy)
    led = suited[0].suit
    return tuple(_PLAYS[card] if card.suit == led else Choice(_PLAYS[card].action, why) for card in hand)
