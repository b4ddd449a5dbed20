"""Oh Hell: bid exactly how many tricks you will take, with more cards or fewer from hand to hand.

Sources and rulings, with the function that implements each, are in README.md. This is the game as `Game` wants it.
Beside it stand oh_hell_options.py (every variant, and the hand sizes), oh_hell_state.py (what a hand is made of),
oh_hell_choices.py (what may be done, and why not), oh_hell_trumps.py, oh_hell_tricks.py and oh_hell_score.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, assert_never

from hool.rules.cards import Card, CardError, check_deal, hand_order
from hool.rules.game import Board, Deal, Result, Seat
from hool.rules.oh_hell_choices import choices
from hool.rules.oh_hell_options import PACKS, PLAYERS, PRESETS, SEATS, Options, check, largest_hand, sizes
from hool.rules.oh_hell_score import explain, score_of
from hool.rules.oh_hell_state import (
    Action,
    MakeBid,
    NameTrumps,
    PlayBlind,
    State,
    Trick,
    View,
    bidding_of,
    bids_in_turn,
    bids_total,
    chooser_of,
    forbidden_bid,
    is_blind,
    is_doubled,
    phase,
    to_act,
)
from hool.rules.oh_hell_tricks import suited, wins
from hool.rules.oh_hell_trumps import first_trumps, top_card, turned_card, why_trumps
from hool.rules.shuffle import Shuffler
from hool.rules.text import list_players, say, say_count
from hool.rules.tricks import PlayCard

__all__ = [
    "PACKS",
    "PLAYERS",
    "PRESETS",
    "MakeBid",
    "NameTrumps",
    "Options",
    "PlayBlind",
    "PlayCard",
    "State",
    "Trick",
    "View",
    "apply",
    "boards_in_match",
    "check",
    "choices",
    "claims",
    "compared",
    "deal",
    "dealer_by_lot",
    "explain",
    "largest_hand",
    "name",
    "next_board",
    "number_counts",
    "phase",
    "places",
    "result",
    "score_of",
    "seats",
    "sizes",
    "start",
    "suited",
    "taken_back",
    "time_limit",
    "to_act",
    "view",
    "wins",
]

name = "oh_hell"
seats = SEATS
number_counts = True  # it says how many cards each gets
compared: Mapping[str, Any] | None = {}  # nothing differs where tables are compared
dealer_by_lot = False
taken_back: tuple[str, ...] = ("play",)
claims = ""


# The match


def next_board(options: Options, seats: int, results: Sequence[Result]) -> Board | None:
    """The hand after those played, None when the match is over; raises `OptionError` as `check` does."""
    done = sum(result.counted for result in results)
    if done >= len(sizes(options, seats)):
        return None
    return Board(number=done + 1, dealer=(options.first_dealer + done) % seats, seats=seats, options=options)


def boards_in_match(options: Options, seats: int) -> int:
    """How many hands a match has; raises `OptionError` as `check` does."""
    return len(sizes(options, seats))


def places(options: Options, results: Sequence[Result]) -> tuple[int, ...]:
    """Each seat's place by total points: 1 = first, equal totals share a place. Lowest first with penalty points."""
    seats = len(results[0].scores) if results else options.players
    sign = -1 if options.scoring == "negative" else 1
    totals = [sign * sum(result.scores[seat] for result in results) for seat in range(seats)]
    return tuple(1 + sum(other > total for other in totals) for total in totals)


def _size(board: Board) -> int:
    """The cards each gets. A number beyond the match begins the list again."""
    listed = sizes(board.options, board.seats)
    return listed[(board.number - 1) % len(listed)]


def deal(board: Board, rng: Shuffler) -> Deal:
    """The board's pack, shuffled and dealt one at a time from the dealer's left, as hool/rules/shuffle.py says."""
    options: Options = board.options
    cards = list(PACKS[options.deck])
    dealt = board.seats * _size(board)
    turned = None
    rng.shuffle(cards)
    turn_up, all_dealt = options.trump == "turn_up", dealt == len(cards)
    if turn_up and all_dealt and options.no_stock == "random_flip":
        turned = top_card(cards, options)
        rng.shuffle(cards)
    first = (board.dealer + 1) % board.seats
    hands = tuple(hand_order(cards[(seat - first) % board.seats : dealt : board.seats]) for seat in range(board.seats))
    rest = tuple(cards[dealt:])
    if turn_up and rest:
        turned = top_card(rest, options)
    elif turn_up and options.no_stock == "dealer_last":
        turned = cards[dealt - 1]
    return Deal(hands, rest, turned)


def start(board: Board, deal: Deal) -> State:
    """The hand before the first bid. Raises `OptionError` as `check` does, and `CardError` unless the deal is of this
    pack, with as many cards each as the board's number says and a card turned up that can be."""
    options: Options = board.options
    size = _size(board)
    check_deal(deal, PACKS[options.deck], seats=board.seats, compass=False)
    if len(deal.hands[0]) != size:
        raise CardError(
            say_count(
                "Hand {number} of the match has {count} card for each, this deal has {held}.",
                "Hand {number} of the match has {count} cards for each, this deal has {held}.",
                size,
                number=board.number,
                held=len(deal.hands[0]),
            )
        )
    turned = turned_card(board, deal)
    return State(
        board,
        deal,
        size,
        turned,
        hands=deal.hands,
        trumps=first_trumps(board, turned),
        bids=(None,) * board.seats,
        attempts=(),
        leader=(board.dealer + 1) % board.seats,
        won=(0,) * board.seats,
    )


# Acting


def apply(state: State, seat: Seat, action: Action) -> State:
    """The state after `seat` does `action`, which must be one of its legal choices."""
    match action:
        case PlayCard(card):
            return _play_card(state, seat, card)
        case MakeBid(tricks):
            return _make_bid(state, seat, tricks)
        case NameTrumps(trumps):
            return replace(state, trumps=trumps)
        case PlayBlind():
            return _play_card(state, seat, state.hands[seat][0])
    assert_never(action)


def _make_bid(state: State, seat: Seat, tricks: int) -> State:
    """If the total of knock bids is the number of tricks, everybody bids again."""
    bids = (*state.bids[:seat], tricks, *state.bids[seat + 1 :])
    if bidding_of(state) == "knock" and None not in bids and bids_total(bids) == state.size:
        failed = tuple(bid for bid in bids if bid is not None)
        return replace(state, bids=(None,) * len(bids), attempts=(*state.attempts, failed))
    return replace(state, bids=bids)


def _play_card(state: State, seat: Seat, card: Card) -> State:
    hand = state.hands[seat]
    place = hand.index(card)
    hands = (*state.hands[:seat], hand[:place] + hand[place + 1 :], *state.hands[seat + 1 :])
    trick = (*state.trick, card)
    if len(trick) < len(hands):
        return replace(state, hands=hands, trick=trick)
    last = len(state.tricks) + 1 == state.size
    winning = wins(trick, state.trumps, state.board.options, last)
    winner = None if winning is None else (state.leader + winning) % len(hands)
    tricks = (*state.tricks, Trick(state.leader, trick, winner, state.worth))
    if winner is None:  # the same player leads again, and the next trick counts one more
        return replace(state, hands=hands, trick=(), tricks=tricks, worth=state.worth + 1)
    won = (*state.won[:winner], state.won[winner] + state.worth, *state.won[winner + 1 :])
    return replace(state, hands=hands, trick=(), tricks=tricks, leader=winner, won=won, worth=1)


def time_limit(state: State) -> int | None:
    """Oh Hell has no time limits of its own."""
    return None


# The end


def result(state: State) -> Result | None:
    """Points per seat, None until the hand is over."""
    if phase(state) != "done":
        return None
    doubled = is_doubled(state)
    made, scores = [], []
    for seat, (bid, tricks) in enumerate(zip(state.bids, state.won, strict=True)):
        assert bid is not None
        scores.append(score_of(state.board.options, state.size, bid, tricks, doubled))
        if bid == tricks:
            made.append(seat)
    line = say("Made: {players}", players=list_players(made)) if made else say("Nobody made the bid.")
    return Result(tuple(scores), line)


# Looking


def view(state: State, viewer: Seat | None) -> View:
    """What `viewer` may know; None is the public, who see no hidden card and no secret bid."""
    now = phase(state)
    bids = state.bids
    if now == "bids" and not bids_in_turn(state):
        bids = tuple(bid if seat == viewer else None for seat, bid in enumerate(bids))
    own = () if viewer is None else choices(state, viewer)
    n = state.board.seats
    return View(
        seat=viewer,
        options=state.board.options,
        to_act=to_act(state),
        choices=own,
        result=result(state),
        phase=now,
        dealer=state.board.dealer,
        number=state.board.number,
        size=state.size,
        sizes=sizes(state.board.options, n),
        hands=tuple(hand if _may_see(state, viewer, seat) else None for seat, hand in enumerate(state.hands)),
        counts=tuple(map(len, state.hands)),
        turned=state.turned,
        trumps=state.trumps,
        trumps_why=why_trumps(state),
        bidding=bidding_of(state),
        bids=bids,
        attempts=state.attempts,
        attempt=len(state.attempts) + 1,
        forbidden=forbidden_bid(state) if now == "bids" else None,
        only=_only_bid(state, viewer) if now == "bids" else None,
        total=bids_total(bids),
        chooser=chooser_of(state) if state.board.options.trump == "highest_bidder" and now != "bids" else None,
        leader=state.leader,
        trick=tuple(((state.leader + place) % n, card) for place, card in enumerate(state.trick)),
        tricks=state.tricks,
        tricks_won=state.won,
        worth=state.worth,
        doubled=is_doubled(state),
        blind=is_blind(state),
    )


def _may_see(state: State, viewer: Seat | None, seat: Seat) -> bool:
    """Whether `viewer` sees the hand of `seat`: his own, or in a blind hand all others but his own."""
    if is_blind(state):
        return viewer is not None and viewer != seat
    return viewer == seat


def _only_bid(state: State, viewer: Seat | None) -> int | None:
    """The one number left to the last bidder, or to `viewer` who must change a bid."""
    acting = to_act(state)
    seat = next(iter(acting)) if len(acting) == 1 else viewer
    if seat is None or seat not in acting:
        return None
    legal = [choice.action for choice in choices(state, seat) if choice.why_not is None]
    return legal[0].tricks if len(legal) == 1 and isinstance(legal[0], MakeBid) else None
