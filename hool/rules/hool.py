"""HOOL: two true clues each, three steps of secret bids, play with dummy, score.

Sources and rulings, with the function that implements each, are in README.md. This is the game as `Game` wants it;
`match action` in `apply` is the table of contents. Beside it stand hool_options.py (every variant), hool_state.py (what
a board is made of), hool_choices.py (what may be done, and why not), hool_bidding.py and hool_score.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, assert_never

from hool.rules.cards import SUITS, Card, check_deal, hand_order, high_card_points, lengths, pattern
from hool.rules.game import Board, Deal, IllegalAction, Result, Seat
from hool.rules.hool_bidding import (
    FIRST_STEP,
    Call,
    Double,
    MakeBid,
    Pass,
    Redouble,
    Step,
    from_dealer,
    outcome,
    reasons,
)
from hool.rules.hool_choices import choices
from hool.rules.hool_options import BIDS, CLUE_KINDS, PACKS, PRESETS, Options, bid_rank
from hool.rules.hool_score import ScoreLine, explain_score, pays, score, tricks_needed
from hool.rules.hool_state import (
    Action,
    Agree,
    ClueValue,
    GiveClue,
    Propose,
    State,
    Trick,
    View,
    dummy_of,
    lead_made,
    leader_of,
    next_hand,
    phase,
    to_act,
    tricks_left,
    tricks_won,
    trumps_of,
)
from hool.rules.shuffle import Shuffler
from hool.rules.text import Bid, SeatRef, Text, name_seats, say, say_count
from hool.rules.tricks import PlayCard, winning_place

__all__ = [
    "BIDS",
    "CLUE_KINDS",
    "PACKS",
    "PRESETS",
    "Agree",
    "Double",
    "GiveClue",
    "MakeBid",
    "Options",
    "Pass",
    "PlayCard",
    "Propose",
    "Redouble",
    "ScoreLine",
    "State",
    "Step",
    "Trick",
    "View",
    "apply",
    "bid_rank",
    "boards_in_match",
    "choices",
    "claim",
    "claims",
    "clue_value",
    "compared",
    "deal",
    "dealer_by_lot",
    "explain_score",
    "name",
    "next_board",
    "number_counts",
    "pays",
    "phase",
    "places",
    "result",
    "score",
    "seats",
    "start",
    "taken_back",
    "time_limit",
    "to_act",
    "tricks_needed",
    "view",
]

name = "hool"
seats = range(4, 5)
number_counts = False
# Where tables are compared, a board that all four passed is written down as 0, for the others play it.
compared: Mapping[str, Any] | None = {"passed_out": "score"}
dealer_by_lot = False
taken_back: tuple[str, ...] = ("play",)
claims = "tricks"


# The match


def next_board(options: Options, seats: int, results: Sequence[Result]) -> Board | None:
    """The board after those played, None when the match is over. Number and dealer go on with results that count."""
    done = sum(result.counted for result in results)
    if options.match and done >= options.match:
        return None
    return Board(number=done + 1, dealer=(options.first_dealer + done) % 4, seats=seats, options=options)


def boards_in_match(options: Options, seats: int) -> int:
    """How many boards a match has, 0 = until one stops."""
    return options.match


def places(options: Options, results: Sequence[Result]) -> tuple[int, ...]:
    """Each seat's place by total points: 1 = first, equal totals share a place, partners share their side's."""
    totals = [sum(result.scores[seat] for result in results) for seat in range(4)]
    rivals = totals[:2] if options.partners else totals
    return tuple(1 + sum(other > total for other in rivals) for total in totals)


def deal(board: Board, rng: Shuffler) -> Deal:
    """The board's pack, shuffled; a quarter each, North first."""
    cards = list(PACKS[board.options.pack])
    rng.shuffle(cards)
    size = len(cards) // 4
    return Deal(tuple(hand_order(cards[seat * size : (seat + 1) * size]) for seat in range(4)))


def start(board: Board, deal: Deal) -> State:
    """The board before the first action; raises `CardError` unless the deal is four equal hands of its pack."""
    options: Options = board.options
    check_deal(deal, PACKS[options.pack], seats=4)
    if options.trumps == "contract" and options.contract == "bid":
        return State(board, deal, deal.hands, steps=(FIRST_STEP,))
    return State(
        board,
        deal,
        deal.hands,
        contract=options.given_contract,
        doubled=options.given_doubled,
        declarer=_declarer_without_bids(board, deal),
    )


def _declarer_without_bids(board: Board, deal: Deal) -> Seat | None:
    """Named by the board, else by points; None if there is neither a contract nor a dummy."""
    options: Options = board.options
    if options.given_declarer is not None:
        return options.given_declarer
    if not options.partners or (options.trumps != "contract" and not options.dummy):
        return None
    points = [high_card_points(hand) for hand in deal.hands]
    sides = [points[0] + points[2], points[1] + points[3]]
    side = board.dealer % 2 if sides[0] == sides[1] else sides.index(max(sides))
    return min((side, side + 2), key=lambda seat: (-points[seat], from_dealer(board.dealer, seat)))


# Acting


def apply(state: State, seat: Seat, action: Action) -> State:
    """The state after `seat` does `action`, which must be one of its legal choices."""
    match action:
        case PlayCard(card):
            return _play_card(state, card)
        case GiveClue(kind):
            told = (*state.clues[seat], (kind, clue_value(state.deal.hands[seat], kind)))
            return replace(state, clues=(*state.clues[:seat], told, *state.clues[seat + 1 :]))
        case MakeBid() | Pass() | Double() | Redouble():
            return _add_call(state, seat, action)
        case Propose(bid):
            proposals = (*state.proposals, (seat, bid))
            stands = len(proposals) == 3  # three without agreement: the last one stands
            return replace(state, proposals=proposals, contract=bid if stands else "")
        case Agree():
            return replace(state, contract=state.proposals[-1][1])
    assert_never(action)


def clue_value(hand: Sequence[Card], kind: str) -> ClueValue:
    """The true clue of a kind: points, a length, or the pattern as "5-4-3-1", zeros shown."""
    if kind == "hcp":
        return high_card_points(hand)
    if kind == "pattern":
        return "-".join(map(str, pattern(hand)))
    return lengths(hand)[SUITS.index(kind[0].upper())]


def _play_card(state: State, card: Card) -> State:
    due = next_hand(state)
    held = state.hands[due]
    place = held.index(card)
    hands = (*state.hands[:due], held[:place] + held[place + 1 :], *state.hands[due + 1 :])
    trick, tricks = (*state.trick, card), state.tricks
    if len(trick) == 4:
        leader = leader_of(state)
        winner = (leader + winning_place(trick, trumps_of(state))) % 4
        trick, tricks = (), (*tricks, Trick(leader, trick, winner))
    # Spelt out: `replace` would take twice the time, and this is three quarters of all actions.
    return State(
        state.board,
        state.deal,
        hands,
        state.clues,
        state.steps,
        state.proposals,
        state.contract,
        state.doubled,
        state.declarer,
        tricks,
        trick,
    )


def _add_call(state: State, seat: Seat, call: Call) -> State:
    """One more call; the last of a step opens the next step or settles the contract."""
    step = state.steps[-1].called(seat, call)
    steps = (*state.steps[:-1], step)
    if not step.waiting:
        match outcome(state.board.options, state.board.dealer, steps):
            case Step() as following:
                steps = (*steps, following)
            case (bid, doubled, declarer):
                return replace(state, steps=steps, contract=bid, doubled=doubled, declarer=declarer)
    return replace(state, steps=steps)


def claim(state: State, seat: Seat, tricks: int) -> State:
    """The board ended: `seat`'s side takes `tricks` of those that remain, an unfinished one included (G29).

    The table asks the others first. Raises `IllegalAction` outside the play, for dummy's player, for more tricks
    than remain, and without partners for fewer (nobody could say whose the rest are).
    """
    if phase(state) != "play":
        raise IllegalAction(say("You can claim tricks only while cards are played."))
    if seat == dummy_of(state):
        raise IllegalAction(say("Dummy cannot claim."))
    left = tricks_left(state)
    if not 0 <= tricks <= left:
        raise IllegalAction(say_count("Only {count} trick is left.", "Only {count} tricks are left.", left))
    if tricks != left and not state.board.options.partners:
        raise IllegalAction(say("Without partners you can claim only all the tricks that are left."))
    return replace(state, claimed=(seat, tricks))


def time_limit(state: State) -> None:
    """No rule of HOOL has a time window (G27)."""
    return None


# Result


def result(state: State) -> Result | None:
    """How the board ended, None before. Tricks are the score if there is no contract, or if they alone count."""
    if phase(state) != "done":
        return None
    options: Options = state.board.options
    if options.trumps == "contract" and not state.contract:
        return _passed_out(options)
    won = tricks_won(state)
    if not options.partners:
        n, e, s, w = won
        return Result(won, say("Tricks: North {n}, East {e}, South {s}, West {w}", n=n, e=e, s=s, w=w))
    ns, ew = won[0] + won[2], won[1] + won[3]
    if not state.contract or state.declarer is None:
        return Result((ns, ew, ns, ew), say("Tricks: N–S {ns}, E–W {ew}", ns=ns, ew=ew))
    tricks = (ns, ew)[state.declarer % 2]
    if options.score == "tricks":
        gain = say("tricks N–S {ns}, E–W {ew}", ns=ns, ew=ew)
    else:
        ours, theirs = score(options, state.contract, state.doubled, tricks)
        ns, ew = (ours, theirs) if state.declarer % 2 == 0 else (theirs, ours)
        gain = say("E–W {points}", points=ew) if ew else say("N–S {points}", points=ns)
    return Result((ns, ew, ns, ew), _contract_line(state, state.declarer, tricks, gain))


def _passed_out(options: Options) -> Result:
    """G1: a random board is dealt again by the same dealer and does not count; a prepared one is written down as 0."""
    if options.passed_out == "redeal":
        return Result((0, 0, 0, 0), say("All four passed: new cards are dealt."), counted=False)
    return Result((0, 0, 0, 0), say("All four passed: nobody scores."))


def _contract_line(state: State, declarer: Seat, tricks: int, gain: Text) -> Text:
    """Such as "4H by North, one over: N–S 150"."""
    over = tricks - tricks_needed(state.contract)
    if over == 0:
        how = say("made")
    elif over > 0:
        how = say_count("one over", "{count} over", over)
    else:
        how = say_count("one down", "{count} down", -over)
    bid: Text | Bid = Bid(state.contract)
    if state.doubled == 2:
        bid = say("{bid} doubled", bid=bid)
    elif state.doubled == 4:
        bid = say("{bid} redoubled", bid=bid)
    return say("{bid} by {declarer}, {how}: {gain}", bid=bid, declarer=SeatRef(declarer), how=how, gain=gain)


# Views


def view(state: State, viewer: Seat | None) -> View:
    """What `viewer` may know; None is the public, who see no hidden card."""
    now = phase(state)
    options: Options = state.board.options
    told = now != "clues" or options.given_declarer is not None  # who has more points is told after the clues
    leader = leader_of(state)
    bidding = now != "clues"
    return View(
        seat=viewer,
        options=options,
        to_act=to_act(state),
        choices=() if viewer is None else choices(state, viewer),
        result=result(state),
        phase=now,
        dealer=state.board.dealer,
        hands=tuple(hand if _may_see(state, now, viewer, seat) else None for seat, hand in enumerate(state.hands)),
        clues=state.clues,
        steps=tuple(step.name for step in state.steps) if bidding else (),
        calls=tuple(_seen_calls(step, viewer) for step in state.steps) if bidding else (),
        proposals=state.proposals,
        contract=state.contract,
        declarer=state.declarer if told else None,
        dummy=dummy_of(state) if told else None,
        doubled=state.doubled,
        leader=leader if now == "play" or lead_made(state) else None,
        trick=tuple(((leader + place) % 4, card) for place, card in enumerate(state.trick)),
        tricks=state.tricks,
        tricks_won=tricks_won(state),
        trumps=trumps_of(state),
        standing=tuple(_standing(state)) if told else (),
        claimed=state.claimed,
    )


def _may_see(state: State, now: str, viewer: Seat | None, seat: Seat) -> bool:
    """Whether `viewer` sees the hand of `seat`: the one rule about hidden cards (G20, G25)."""
    if viewer == seat or (state.claimed is not None and state.claimed[0] == seat):
        return True  # a claim is made with the cards on the table
    options: Options = state.board.options
    dummy = dummy_of(state)
    if lead_made(state):
        if seat == dummy:
            return True
        if viewer is not None and viewer == dummy and seat == state.declarer and options.dummy_sees_declarer:
            return True
    if options.contract == "open" and now != "clues" and viewer is not None and state.declarer is not None:
        return viewer % 2 == seat % 2 == state.declarer % 2
    return False


def _seen_calls(step: Step, viewer: Seat | None) -> tuple[str | None, ...]:
    """The calls of a step; while anybody is awaited each player sees only his own."""
    open_now = not step.waiting
    return tuple(
        str(call) if call is not None and (open_now or seat == viewer) else None for seat, call in enumerate(step.calls)
    )


def _standing(state: State) -> Iterator[Text]:
    """The public reasons for the standing bid and for declarer, in order."""
    if state.steps:
        yield from reasons(state.board.dealer, state.steps, settled=state.contract != "")
        return
    if state.declarer is None:
        return
    if state.board.options.given_declarer is None:
        yield from _more_points(state, state.declarer)
    yield say("{seat} is declarer.", seat=SeatRef(state.declarer))
    if state.contract and state.proposals:
        seat, bid = state.proposals[-1]
        partner = (seat + 2) % 4
        if len(state.proposals) == 3:
            yield say("{seat} made the third proposal, {bid}: it stands.", seat=SeatRef(seat), bid=Bid(bid))
        else:
            yield say(
                "{seat} proposed {bid} and {partner} agreed.",
                seat=SeatRef(seat),
                bid=Bid(bid),
                partner=SeatRef(partner),
            )


def _more_points(state: State, declarer: Seat) -> Iterator[Text]:
    """Why the points make this seat declarer. Who has more is told to all; how many is not. Where nobody tells clues,
    players may not know yet how points are counted, so the word is not used."""
    partner = (declarer + 2) % 4
    counted = state.board.options.clues > 0
    points = [high_card_points(hand) for hand in state.deal.hands]
    pair = name_seats(sorted((declarer, partner)))
    if 2 * (points[declarer] + points[partner]) == sum(points):
        yield (
            say("Both sides have the same points: {pair} declare, for the dealer is one of them.", pair=pair)
            if counted
            else say("Both sides are equally strong: {pair} declare, for the dealer is one of them.", pair=pair)
        )
    else:
        yield (
            say("{pair} have more points together, so they declare.", pair=pair)
            if counted
            else say("{pair} have the stronger cards together, so they declare.", pair=pair)
        )
    seats = {"seat": SeatRef(declarer), "partner": SeatRef(partner)}
    if points[declarer] == points[partner]:
        yield (
            say("Both partners have the same points: {seat} comes first from the dealer.", seat=SeatRef(declarer))
            if counted
            else say("Both partners are equally strong: {seat} comes first from the dealer.", seat=SeatRef(declarer))
        )
    else:
        yield (
            say("{seat} has more points than {partner}.", **seats)
            if counted
            else say("{seat} has stronger cards than {partner}.", **seats)
        )
