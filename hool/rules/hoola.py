"""Hoola: a rummy in which sevens are special and anyone may call "thank you" for a discard.

Sources and rulings, with the function that implements each, are in README.md. This is the game as `Game` wants it.
Beside it stand hoola_options.py (every variant), hoola_melds.py (sets and runs), hoola_state.py (what a board is made
of), hoola_choices.py (what may be done, and why not) and hoola_score.py (what hands count and who pays).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, assert_never

from hool.rules.cards import FULL_PACK, Card, CardError, check_deal, hand_order
from hool.rules.game import Board, Deal, Result, Seat
from hool.rules.hoola_choices import choices
from hool.rules.hoola_melds import Meld, as_meld, grown, melds_in
from hool.rules.hoola_options import PRESETS, SEATS, Options
from hool.rules.hoola_score import (
    blast_of,
    blast_value,
    explain_payments,
    hand_value,
    lowest,
    payments,
    values,
)
from hool.rules.hoola_state import (
    Action,
    Answer,
    Claim,
    Close,
    Declare,
    Discard,
    Draw,
    LayMeld,
    LayOff,
    Pass,
    Payment,
    State,
    Take,
    View,
    Window,
    has_window,
    phase,
    seats_after,
    to_act,
    waiting,
)
from hool.rules.shuffle import Shuffler
from hool.rules.text import Player, Text, say

__all__ = [
    "PRESETS",
    "Claim",
    "Close",
    "Declare",
    "Discard",
    "Draw",
    "LayMeld",
    "LayOff",
    "Meld",
    "Options",
    "Pass",
    "Payment",
    "State",
    "Take",
    "View",
    "Window",
    "apply",
    "as_meld",
    "blast_of",
    "blast_value",
    "boards_in_match",
    "choices",
    "claims",
    "compared",
    "deal",
    "dealer_by_lot",
    "explain_payments",
    "hand_value",
    "melds_in",
    "name",
    "next_board",
    "number_counts",
    "payments",
    "phase",
    "places",
    "result",
    "seats",
    "seats_after",
    "start",
    "taken_back",
    "time_limit",
    "to_act",
    "too_late",
    "view",
]

name = "hoola"
seats = SEATS
number_counts = False  # who deals is not in it either: by default the winner does
compared: Mapping[str, Any] | None = None  # whoever won deals, so no two tables have the same turns for long
dealer_by_lot = True
taken_back: tuple[str, ...] = ("meld", "lay", "discard")
claims = "discards"
HAND = 7


# The match


def next_board(options: Options, seats: int, results: Sequence[Result]) -> Board | None:
    """The board after those played, None when the match is over. The winner, who alone has points, deals next."""
    counted = [result for result in results if result.counted]
    if options.match and len(counted) >= options.match:
        return None
    step = 1 if options.direction == "clockwise" else -1
    dealer = (options.first_dealer + step * len(counted)) % seats
    if counted and options.next_dealer == "winner":
        scores = counted[-1].scores
        dealer = scores.index(max(scores))
    return Board(number=len(counted) + 1, dealer=dealer, seats=seats, options=options)


def boards_in_match(options: Options, seats: int) -> int:
    """How many boards a match has, 0 = until one stops."""
    return options.match


def places(options: Options, results: Sequence[Result]) -> tuple[int, ...]:
    """Each seat's place by total points: 1 = first, equal totals share a place."""
    seats = len(results[0].scores) if results else options.players
    totals = [sum(result.scores[seat] for result in results) for seat in range(seats)]
    return tuple(1 + sum(other > total for other in totals) for total in totals)


def deal(board: Board, rng: Shuffler) -> Deal:
    """The pack, shuffled; seven each, one at a time in the order of turns, the dealer last, as hool/rules/shuffle.py
    says. The next card is turned up, and the top of `rest`; the stock is what lies below it."""
    cards = list(FULL_PACK)
    rng.shuffle(cards)
    dealt = HAND * board.seats
    order = seats_after(board, board.dealer)
    hands = tuple(hand_order(cards[order.index(seat) : dealt : board.seats]) for seat in range(board.seats))
    return Deal(hands, tuple(cards[dealt:]), cards[dealt])


def start(board: Board, deal: Deal) -> State:
    """The board before the dealer's first turn. Raises `CardError` unless the deal is one of the pack with seven cards
    each, and the card turned up, if it is said, the top of the rest."""
    check_deal(deal, FULL_PACK, seats=board.seats, compass=False)
    if len(deal.hands[0]) != HAND:
        raise CardError(
            say("In Hoola each gets {size} cards, in this deal {held}.", size=HAND, held=len(deal.hands[0]))
        )
    if deal.turned not in (None, deal.rest[0]):
        raise CardError(
            say("{card} cannot be turned up: {top} is the next card of the pack.", card=deal.turned, top=deal.rest[0])
        )
    nobody = (False,) * board.seats
    return State(
        board,
        deal,
        hands=deal.hands,
        stock=deal.rest[1:],
        discards=deal.rest[:1],
        melds=(),
        melded=nobody,
        had_turn=nobody,
        turn=board.dealer,
    )


# Acting


def apply(state: State, seat: Seat, action: Action) -> State:
    """The state after `seat`, or the clock, does `action`, which must be one of its legal choices."""
    match action:
        case Draw():
            return _draw(state)
        case Take(cards):
            return _take(state, seat, cards)
        case Claim() | Pass():
            return _answer(state, seat, action)
        case LayMeld(cards):
            return _lay_meld(state, cards)
        case LayOff(card, number):
            return _lay_off(state, card, number)
        case Discard(card):
            return _discard(state, card)
        case Declare(word):
            return _declare(state, word)
        case Close():
            return _close(state)
    assert_never(action)


def _draw(state: State) -> State:
    """The top of the stock. Without a stock (only if `stock_end` is `on_need`) the hands are compared."""
    turn, stock = state.turn, state.stock
    if not stock:
        assert state.drew_last is not None
        return _compare(state, state.drew_last)
    return replace(
        state,
        hands=_with_hand(state, turn, hand_order((*state.hands[turn], stock[0]))),
        stock=stock[1:],
        drawn=True,
        had_melded=state.melded[turn],
        drew_last=turn,
    )


def _answer(state: State, seat: Seat, answer: Answer) -> State:
    """Kept until all have answered or the time is over; where the first claim wins, it wins at once."""
    assert state.answers is not None
    answers = (*state.answers[:seat], answer, *state.answers[seat + 1 :])
    after = replace(state, answers=answers)
    left = waiting(after)
    if state.board.options.claim_policy == "priority":
        return after if left else _close(after)
    if isinstance(answer, Pass):  # the player in turn need not say no: what is left is his
        return after if set(left) - {state.turn} else _close(after)
    return _close(after)


def _close(state: State) -> State:
    """The discard goes to the nearest after its player who claims it, else on to the player in turn."""
    assert state.answers is not None and state.discarder is not None
    for seat in seats_after(state.board, state.discarder):
        answer = state.answers[seat]
        if isinstance(answer, Claim):
            others = (i for i, each in enumerate(state.answers) if isinstance(each, Claim) and i != seat)
            chosen = replace(state, turn=seat, claimed=seat, passed_over=tuple(others))
            return _take(chosen, seat, answer.cards)
    return replace(state, answers=None, declined=state.answers[state.turn] is not None)


def _take(state: State, seat: Seat, cards: tuple[Card, ...]) -> State:
    """The top discard begins the turn of `seat`, in a meld; or alone, owed to one."""
    card = state.discards[-1]
    begun = replace(
        state,
        hands=_with_hand(state, seat, hand_order((*state.hands[seat], card))),
        discards=state.discards[:-1],
        answers=None,
        drawn=True,
        had_melded=state.melded[seat],
        feeder=state.discarder,
        owed=card,
    )
    return begun if as_meld(state.board.options.ace, cards) is None else _lay_meld(begun, cards)


def _lay_meld(state: State, cards: tuple[Card, ...]) -> State:
    made = as_meld(state.board.options.ace, cards)
    assert made is not None
    turn = state.turn
    after = replace(
        state,
        hands=_with_hand(state, turn, tuple(card for card in state.hands[turn] if card not in cards)),
        melds=(*state.melds, Meld(len(state.melds) + 1, turn, *made)),
        melded=_with(state.melded, turn),
        owed=None if state.owed in cards else state.owed,
    )
    return after if after.hands[turn] else _go_out(after)


def _lay_off(state: State, card: Card, number: int) -> State:
    options: Options = state.board.options
    meld = grown(options.ace, options.single7, state.melds[number - 1], card)
    assert meld is not None
    turn = state.turn
    after = replace(
        state,
        hands=_with_hand(state, turn, tuple(each for each in state.hands[turn] if each != card)),
        melds=(*state.melds[: number - 1], meld, *state.melds[number:]),
        laid_off=True,
    )
    return after if after.hands[turn] else _go_out(after)


def _discard(state: State, card: Card) -> State:
    """The turn ends; the next one may begin with this card, for whoever claims it."""
    board, turn = state.board, state.turn
    after = replace(
        state,
        hands=_with_hand(state, turn, tuple(each for each in state.hands[turn] if each != card)),
        discards=(*state.discards, card),
        discarder=turn,
        had_turn=_with(state.had_turn, turn),
    )
    if not after.hands[turn]:
        return _go_out(after)
    if not state.stock and board.options.stock_end == "after_last_draw":
        return _compare(after, turn)
    return replace(
        after,
        turn=seats_after(board, turn)[0],
        answers=(None,) * board.seats if has_window(board) else None,
        declined=False,
        drawn=False,
        had_melded=False,
        laid_off=False,
        claimed=None,
        passed_over=(),
        feeder=None,
    )


def _with_hand(state: State, seat: Seat, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])


def _with(flags: tuple[bool, ...], seat: Seat) -> tuple[bool, ...]:
    return (*flags[:seat], True, *flags[seat + 1 :])


def time_limit(state: State) -> int | None:
    """For how many seconds a discard may be claimed, while it may."""
    limit: int = state.board.options.claim_window_s
    return limit if phase(state) == "claim" else None


def too_late(state: State, seat: Seat, text: str) -> Text | None:
    """Why an answer to a discard comes too late; None for what is no answer, or comes in time."""
    word, *cards = text.split(" ")
    if word not in ("claim", "pass") or phase(state) == "done":
        return None
    if phase(state) == "claim":
        other = word == "claim" and str(state.discards[-1]) not in cards
        return say("Too late: another card lies there now.") if other else None
    if state.claimed is not None and state.claimed != seat:
        return say("Too late: {seat} said thank you first.", seat=Player(state.claimed))
    if word == "claim" and seat == state.turn and phase(state) == "draw" and not state.declined:
        return say("The time is over, but it is your turn: you may still take the card.")
    return say("Too late: the time to say thank you is over.")


# The end


def _go_out(state: State) -> State:
    """A Hoola if nothing had been melded before this turn."""
    hoola = not state.had_melded and (state.board.options.hoola_layoffs or not state.laid_off)
    return replace(state, ending="hoola" if hoola else "out", winner=state.turn)


def _compare(state: State, last: Seat) -> State:
    """The stock is used up: the lowest hand wins, of equal ones the first after `last`, who drew the last card."""
    return replace(state, ending="stock", winner=lowest(state, seats_after(state.board, last)))


def _declare(state: State, word: str) -> State:
    turn = state.turn
    if word == "knock":
        return replace(state, ending="knock", knocker=turn, winner=_winner_of_knock(state))
    if word == "blast":
        return replace(state, ending=f"blast {blast_of(state.board.options, state.hands[turn])}", winner=turn)
    return replace(state, ending="luck", winner=turn)


def _winner_of_knock(state: State) -> Seat:
    """The one who knocks if his hand is the lowest, else the lowest of the others, the first after him if equal."""
    knocker, points = state.turn, values(state)
    other = lowest(state, seats_after(state.board, knocker)[:-1])
    tie_wins = state.board.options.knock_tie == "knocker_wins"
    won = points[knocker] <= points[other] if tie_wins else points[knocker] < points[other]
    return knocker if won else other


def result(state: State) -> Result | None:
    """Points per seat, which add up to nothing; None until the board is over."""
    if state.winner is None:
        return None
    scores = [0] * state.board.seats
    for line in payments(state):
        scores[line.payer] -= line.points
        scores[line.winner] += line.points
    return Result(tuple(scores), _line(state, state.winner, scores[state.winner]))


def _line(state: State, winner: Seat, points: int) -> Text:
    won = {"winner": Player(winner), "points": points}
    match state.ending:
        case "hoola":
            return say("Hoola! {winner} wins {points}.", **won)
        case "out":
            return say("{winner} goes out and wins {points}.", **won)
        case "blast small":
            return say("Small blast: {winner} wins {points}.", **won)
        case "blast large":
            return say("Large blast: {winner} wins {points}.", **won)
        case "luck":
            return say("Big luck: {winner} wins {points}.", **won)
        case "stock":
            return say("No card is left to draw: {winner} has the lowest hand and wins {points}.", **won)
    if state.knocker == winner:
        return say("{winner} knocks and wins {points}.", **won)
    assert state.knocker is not None
    return say("{knocker} knocks, but {winner} wins {points}.", knocker=Player(state.knocker), **won)


# Looking


def view(state: State, viewer: Seat | None) -> View:
    """What `viewer` may know; None is the public, who see no hand until the board is over."""
    now = phase(state)
    answers = state.answers or (None,) * state.board.seats
    return View(
        seat=viewer,
        options=state.board.options,
        to_act=to_act(state),
        choices=() if viewer is None else choices(state, viewer),
        result=result(state),
        phase=now,
        dealer=state.board.dealer,
        turn=state.turn,
        hands=tuple(hand if now == "done" or seat == viewer else None for seat, hand in enumerate(state.hands)),
        counts=tuple(map(len, state.hands)),
        melds=state.melds,
        stock=len(state.stock),
        discards=state.discards,
        melded=state.melded,
        had_turn=state.had_turn,
        window=Window(now == "claim", tuple(answer is not None for answer in answers)),
        owed=state.owed,
        claimed=state.claimed,
        passed_over=viewer in state.passed_over,
        feeder=state.feeder,
        knocker=state.knocker,
        ending=state.ending,
        winner=state.winner,
        payments=payments(state),
    )
