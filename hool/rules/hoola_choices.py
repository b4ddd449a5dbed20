"""What a seat could try now, and why not.

Bounded, from at most nine cards: each new meld they hold, and what a learner may take for one (`lookalikes`); each
card on each meld of the table; each card as a discard; and the three words that end a board. Who is not to act is
offered no more than a card of the stock and the discards, each with the reason. Nothing here is told to others: a
discard may be claimed by all, whether they can or not.
"""

from __future__ import annotations

from collections.abc import Iterator

from hool.rules.cards import Card, hand_order
from hool.rules.game import CLOCK, Choice, Seat
from hool.rules.hoola_melds import SEVEN, grown, lookalikes, melds_in, why_not_on
from hool.rules.hoola_options import Options
from hool.rules.hoola_score import blast_of, blast_value, hand_value, sevens
from hool.rules.hoola_state import (
    Claim,
    Close,
    Declare,
    Discard,
    Draw,
    LayMeld,
    LayOff,
    Pass,
    State,
    Take,
    phase,
)
from hool.rules.text import Player, Text, say, say_count

_DRAW_FIRST = say("First draw a card.")
_KEEP_ONE = say("Keep a card: you must discard one at the end of your turn.")
_TURN_START = say("Only at the start of your turn, before you draw.")


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """What `seat` could try now, each with the reason if it is refused. Out of turn, every one has a reason."""
    now = phase(state)
    if seat == CLOCK:
        return (Choice(Close()),) if now == "claim" else ()
    if now == "done":
        return ()
    if now == "claim" and seat != state.discarder:
        return tuple(_answers(state, seat))
    if seat != state.turn:
        return tuple(_out_of_turn(state, seat, say("It is {seat}'s turn.", seat=Player(state.turn))))
    return tuple(_before_drawing(state) if now == "draw" else _after_drawing(state))


def _out_of_turn(state: State, seat: Seat, why: Text) -> Iterator[Choice]:
    yield Choice(Draw(), why)
    for card in state.hands[seat]:
        yield Choice(Discard(card), why)


# The discard of another


def _answers(state: State, seat: Seat) -> Iterator[Choice]:
    """While a discard may be claimed: the melds it makes, and no."""
    assert state.answers is not None
    card = state.discards[-1]
    if state.answers[seat] is not None:
        why = say("You have answered. Now wait for the others.")
        yield Choice(Pass(), why)
    else:
        yield Choice(Pass())
        yield from _takes(state, seat, Claim)
        if seat != state.turn:
            return
        why = say("Wait a moment: another player may want the {card}.", card=card)
    yield Choice(Draw(), why)


def _takes(state: State, seat: Seat, action: type[Take] | type[Claim]) -> Iterator[Choice]:
    """The new melds that the top discard makes with cards of the hand."""
    options: Options = state.board.options
    card = state.discards[-1]
    hand = hand_order((*state.hands[seat], card))
    declined = say("You said no to the {card}.", card=card) if state.declined and action is Take else None
    for cards in melds_in(options.ace, hand):
        if card in cards:
            why = _KEEP_ONE if options.must_discard and len(cards) == len(hand) else None
            yield Choice(action(cards), declined or why)
    for cards, why in lookalikes(options.ace, hand):
        if card in cards:
            yield Choice(action(cards), declined or why)
    if card.rank != SEVEN:  # a 7 alone is a meld, and has been offered
        later = not options.discard_first and state.answers is None and can_meld(options, hand, card)
        why = None if later else say("You may take the {card} only to play it at once in a new meld.", card=card)
        yield Choice(action((card,)), declined or why)


def can_meld(options: Options, hand: tuple[Card, ...], card: Card) -> bool:
    """Whether `card` of this hand, in hand order, makes a meld in it that leaves a discard if there must be one."""
    most = len(hand) - 1 if options.must_discard else len(hand)
    return any(card in cards and len(cards) <= most for cards in melds_in(options.ace, hand))


# One's own turn


def _before_drawing(state: State) -> Iterator[Choice]:
    yield Choice(Draw())
    yield from _takes(state, state.turn, Take)
    yield from _declarations(state)
    hand = state.hands[state.turn]
    for cards in melds_in(state.board.options.ace, hand):
        yield Choice(LayMeld(cards), _DRAW_FIRST)
    for meld in state.melds:
        for card in hand:
            yield Choice(LayOff(card, meld.number), _DRAW_FIRST)
    for card in hand:
        yield Choice(Discard(card), _DRAW_FIRST)


def _after_drawing(state: State) -> Iterator[Choice]:
    options: Options = state.board.options
    hand, owed = state.hands[state.turn], state.owed
    for cards in melds_in(options.ace, hand):
        yield Choice(LayMeld(cards), _why_not_meld(state, cards))
    for cards, why in lookalikes(options.ace, hand):
        yield Choice(LayMeld(cards), why)
    for meld in state.melds:
        for card in hand:
            yield Choice(LayOff(card, meld.number), _why_not_lay_off(state, card, meld.number))
    for card in hand:
        yield Choice(Discard(card), None if owed is None else say("First play the {card} in a new meld.", card=owed))
    yield from _declarations(state)
    yield Choice(Draw(), say("You have your card for this turn."))


def _why_not_meld(state: State, cards: tuple[Card, ...]) -> Text | None:
    options: Options = state.board.options
    left = _without(state.hands[state.turn], cards)
    if options.must_discard and not left:
        return _KEEP_ONE
    return _why_not_owed(state, left) if state.owed not in cards else None


def _why_not_lay_off(state: State, card: Card, number: int) -> Text | None:
    options: Options = state.board.options
    hand = state.hands[state.turn]
    if not state.melded[state.turn]:
        return say("First lay down a new meld of your own. Then you may lay off cards.")
    meld = state.melds[number - 1]
    if grown(options.ace, options.single7, meld, card) is None:
        return why_not_on(options.ace, options.single7, meld, card)
    if options.must_discard and len(hand) == 1:
        return _KEEP_ONE
    if card == state.owed:
        return say("The {card} that you took must go into a new meld.", card=card)
    return _why_not_owed(state, _without(hand, (card,)))


def _why_not_owed(state: State, left: tuple[Card, ...]) -> Text | None:
    """Why cards of the hand cannot go away: then a discard that was taken would find no meld among those left."""
    if state.owed is None or can_meld(state.board.options, left, state.owed):
        return None
    return say("Then the {card} that you took would have no meld.", card=state.owed)


def _without(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in hand if card not in cards)


def _declarations(state: State) -> Iterator[Choice]:
    owed = None if state.owed is None else say("First play the {card} in a new meld.", card=state.owed)
    yield Choice(Declare("knock"), owed or _why_not_knock(state))
    yield Choice(Declare("blast"), _why_not_blast(state))
    yield Choice(Declare("luck"), owed or _why_not_luck(state))


def _why_not_knock(state: State) -> Text | None:
    options: Options = state.board.options
    if options.knock_when == "never":
        return say("At this table nobody knocks.")
    if state.drawn and options.knock_when == "turn_start":
        return _TURN_START
    if not state.melded[state.turn]:
        return say("You may knock only if you have laid down a meld.")
    if sum(state.melded) < 2:
        return say("You may knock only if another player has laid down a meld too.")
    value = hand_value(options, state.hands[state.turn])
    if value > options.knock_max:
        return say(
            "Your cards count {value}. To knock they may count {most} at most.", value=value, most=options.knock_max
        )
    return None


def _why_not_blast(state: State) -> Text | None:
    options: Options = state.board.options
    if state.drawn:
        return _TURN_START
    if state.melded[state.turn]:
        return say("A blast is only for those who have laid down no meld.")
    hand = state.hands[state.turn]
    if not blast_of(options, hand):
        return say(
            "Your cards count {value}. A blast needs {small} or fewer, or {large} or more.",
            value=blast_value(hand),
            small=options.small_max,
            large=options.large_min,
        )
    return None


def _why_not_luck(state: State) -> Text | None:
    count = sevens(state.hands[state.turn])
    if count == 4:
        return None
    return say_count(
        "You have {count} seven. Big luck needs all four.", "You have {count} sevens. Big luck needs all four.", count
    )
