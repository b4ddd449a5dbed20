"""HOOL: two true clues each, three steps of secret bids, play with dummy, score.

Sources and rulings, with the function that implements each, are in README.md. One frozen `State`; its phase is
derived from what has been said and played. `match action` in `apply` is the table of contents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple, TypeAlias, assert_never

from hool.rules.cards import SUITS, Card, check_deal, hand_order, high_card_points, lengths, pattern
from hool.rules.game import Board, Choice, Deal, IllegalAction, Result, Seat
from hool.rules.hool_bidding import (
    FIRST_STEP,
    Call,
    Double,
    MakeBid,
    Pass,
    Redouble,
    Step,
    call_choices,
    from_dealer,
    outcome,
    reasons,
    refused_calls,
    standing_bid,
)
from hool.rules.hool_options import BIDS, CLUE_KINDS, PACKS, PRESETS, Options, bid_rank
from hool.rules.hool_score import ScoreLine, explain_score, pays, score, tricks_needed
from hool.rules.shuffle import Shuffler
from hool.rules.text import Bid, SeatRef, Text, name_seats, say, say_count
from hool.rules.tricks import followers, must_follow, winning_place

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
    "choices",
    "claim",
    "clue_value",
    "deal",
    "explain_score",
    "name",
    "next_board",
    "pays",
    "phase",
    "places",
    "result",
    "score",
    "seats",
    "start",
    "time_limit",
    "to_act",
    "tricks_needed",
    "view",
]

name = "hool"
seats = range(4, 5)


# Actions; those of the bidding are in hool_bidding.py


@dataclass(frozen=True, slots=True)
class GiveClue:
    """One true fact about the own hand, told to all; a kind of `CLUE_KINDS`. The value is never the player's to say."""

    kind: str

    def __str__(self) -> str:
        return f"clue {self.kind}"


@dataclass(frozen=True, slots=True)
class Propose:
    """A contract, one of `BIDS`, that the proposer's partner may agree to."""

    bid: str

    def __str__(self) -> str:
        return f"propose {self.bid}"


@dataclass(frozen=True, slots=True)
class Agree:
    def __str__(self) -> str:
        return "agree"


@dataclass(frozen=True, slots=True)
class PlayCard:
    """A card from the own hand, or, by declarer, from dummy's."""

    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


Action: TypeAlias = GiveClue | Call | Propose | Agree | PlayCard


# State and view


ClueValue: TypeAlias = int | str  # points or a length; the pattern as "5-4-3-1"


class Trick(NamedTuple):
    """A finished trick."""

    leader: Seat
    cards: tuple[Card, ...]  # in play order
    winner: Seat


@dataclass(frozen=True, slots=True)
class State:
    """All that has happened on a board. `contract`, `doubled` and `declarer` are conclusions, kept for speed."""

    board: Board
    deal: Deal
    hands: tuple[tuple[Card, ...], ...]  # cards still held
    clues: tuple[tuple[tuple[str, ClueValue], ...], ...] = ((), (), (), ())
    steps: tuple[Step, ...] = ()  # of the bidding; () if nobody bids
    proposals: tuple[tuple[Seat, str], ...] = ()
    contract: str = ""  # once it is settled
    doubled: int = 1
    declarer: Seat | None = None  # as soon as the board, the cards or the bidding name one
    tricks: tuple[Trick, ...] = ()
    trick: tuple[Card, ...] = ()  # the unfinished one, in play order
    claimed: tuple[Seat, int] | None = None  # who, and how many of the remaining tricks


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know; `seat` None is the public. Per-seat tuples are in the order N E S W."""

    seat: Seat | None
    options: Options
    to_act: frozenset[Seat]
    choices: tuple[Choice, ...]
    result: Result | None
    phase: str  # clues, agree, step 1, step 2, step 3, redouble, closing, play, done
    dealer: Seat
    hands: tuple[tuple[Card, ...] | None, ...]  # cards still held; None = not for this viewer
    clues: tuple[tuple[tuple[str, ClueValue], ...], ...]  # per seat: (kind, value), in the order given
    steps: tuple[str, ...]  # the bidding steps so far, by name
    calls: tuple[tuple[str | None, ...], ...]  # per step, per seat; None = secret, not given or not asked
    proposals: tuple[tuple[Seat, str], ...]
    contract: str  # "4H"; "" if there is none (yet)
    declarer: Seat | None
    dummy: Seat | None
    doubled: int  # 1, 2 (doubled) or 4 (redoubled)
    leader: Seat | None  # who leads, or led, the present trick
    trick: tuple[tuple[Seat, Card], ...]  # in play order
    tricks: tuple[Trick, ...]  # finished ones: (leader, cards in play order, winner)
    tricks_won: tuple[int, ...]  # per seat
    trumps: str  # S, H, D, C, "N" = none, "" = not settled
    standing: tuple[Text, ...]  # why the standing bid stands, or declarer is who it is
    claimed: tuple[Seat, int] | None  # who claimed how many of the remaining tricks, which ended the board


# The match


def next_board(options: Options, seats: int, results: Sequence[Result]) -> Board | None:
    """The board after those played, None when the match is over. Number and dealer go on with results that count."""
    done = sum(result.counted for result in results)
    if options.match and done >= options.match:
        return None
    return Board(number=done + 1, dealer=(options.first_dealer + done) % 4, seats=seats, options=options)


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
    check_deal(deal, PACKS[options.pack])
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


# Where the board stands


def phase(state: State) -> str:
    """clues, agree, step 1, step 2, step 3, redouble, closing, play or done: the first that is unfinished."""
    if state.claimed is not None or len(state.tricks) == len(state.deal.hands[0]):
        return "done"
    if _dummy_open(state):
        return "play"
    options: Options = state.board.options
    if _clues_given(state) < 4 * options.clues:
        return "clues"
    if state.contract or options.trumps != "contract":
        return "play"
    if options.contract != "bid":
        return "agree"
    step = state.steps[-1]
    return step.name if step.waiting else "done"  # all have called and there is no contract: passed out


def to_act(state: State) -> frozenset[Seat]:
    """Who must act: one seat, or all who still owe a secret bid; empty when the board is over."""
    match phase(state):
        case "done":
            return frozenset()
        case "play":
            hand = _next_hand(state)
            return _ONLY[state.declarer if state.declarer is not None and hand == _dummy(state) else hand]
        case "clues":
            return _ONLY[_next_clue(state)]
        case "agree":
            return _ONLY[_proposer(state)]
    return state.steps[-1].waiting


_ONLY = tuple(frozenset({seat}) for seat in range(4))


def _clues_given(state: State) -> int:
    return sum(map(len, state.clues))


def _next_clue(state: State) -> Seat:
    """Clues go round from the dealer, who begins the second round too."""
    return (state.board.dealer + _clues_given(state)) % 4


def _proposer(state: State) -> Seat:
    """Declarer proposes first on odd boards, partner on even ones; then they take turns."""
    assert state.declarer is not None
    partners_turn = (state.board.number + len(state.proposals)) % 2 == 0
    return (state.declarer + 2) % 4 if partners_turn else state.declarer


def _dummy(state: State) -> Seat | None:
    options: Options = state.board.options
    if state.declarer is None or not (options.dummy and options.partners):
        return None
    return (state.declarer + 2) % 4


def _dummy_open(state: State) -> bool:
    """Dummy's hand goes face up after the opening lead (G20)."""
    return bool(state.trick or state.tricks)


def _leader(state: State) -> Seat:
    """The winner of the last trick; first the player left of declarer, or of the dealer if there is no declarer."""
    if state.tricks:
        return state.tricks[-1].winner
    return ((state.board.dealer if state.declarer is None else state.declarer) + 1) % 4


def _next_hand(state: State) -> Seat:
    """Whose card is due."""
    return (_leader(state) + len(state.trick)) % 4


def _trumps(state: State) -> str:
    """The trump suit, "N" if there is none, "" while the contract is not settled."""
    options: Options = state.board.options
    return state.contract[1:2] if options.trumps == "contract" else options.trumps


def _tricks_left(state: State) -> int:
    """Tricks not finished yet."""
    return len(state.deal.hands[0]) - len(state.tricks)


# Choices


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
    turn = _next_clue(state)
    offered = [_CLUES[kind] for kind in state.board.options.clue_kinds]
    if seat != turn:
        return _refuse(offered, _not_your_turn(turn))
    told = {_CLUES[kind]: _TOLD[kind] for kind, _ in state.clues[seat]}
    return tuple(Choice(each.action, told[each]) if each in told else each for each in offered)


def _agree_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    turn = _proposer(state)
    if (seat - turn) % 2:
        return _refused_proposals(say("The other side chooses the contract."))
    if seat != turn:
        return _refused_proposals(_not_your_turn(turn))
    if not state.proposals:
        return (Choice(_AGREE, say("Nothing has been proposed yet.")), *map(Choice, _PROPOSE))
    proposer, bid = state.proposals[-1]
    same = say("{seat} already proposed {bid}: you can agree.", seat=SeatRef(proposer), bid=Bid(bid))
    return (Choice(_AGREE), *(Choice(each, same if each.bid == bid else None) for each in _PROPOSE))


@lru_cache(maxsize=16)
def _refused_proposals(why: Text) -> tuple[Choice, ...]:
    return (Choice(_AGREE, why), *(Choice(each, why) for each in _PROPOSE))


def _card_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    due, declarer, dummy = _next_hand(state), state.declarer, _dummy(state)
    plays_dummy = seat == declarer and dummy is not None and _dummy_open(state)
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
        return offered + _refuse(_cards(state, (seat,)), say("Now a card from dummy is due."))
    return offered + _refuse(_cards(state, hands[1:]), say("Now a card from your own hand is due."))


def _cards(state: State, hands: Sequence[Seat]) -> list[Choice]:
    return [_PLAYS[card] for hand in hands for card in state.hands[hand]]


def _hand_choices(state: State, due: Seat, is_dummy: bool) -> tuple[Choice, ...]:
    """The cards of the hand that plays now: follow suit if you can."""
    hand = state.hands[due]
    suited = followers(hand, state.trick[0].suit) if state.trick else ()
    if not suited or len(suited) == len(hand):
        return tuple(_PLAYS[card] for card in hand)
    why = must_follow(suited, is_dummy)
    led = suited[0].suit
    return tuple(_PLAYS[card] if card.suit == led else Choice(_PLAYS[card].action, why) for card in hand)


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
    due = _next_hand(state)
    held = state.hands[due]
    place = held.index(card)
    hands = (*state.hands[:due], held[:place] + held[place + 1 :], *state.hands[due + 1 :])
    trick, tricks = (*state.trick, card), state.tricks
    if len(trick) == 4:
        leader = _leader(state)
        winner = (leader + winning_place(trick, _trumps(state))) % 4
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
    if seat == _dummy(state):
        raise IllegalAction(say("Dummy cannot claim."))
    left = _tricks_left(state)
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
    won = _tricks_won(state)
    if not options.partners:
        n, e, s, w = won
        return Result(won, say("Tricks: North {n}, East {e}, South {s}, West {w}", n=n, e=e, s=s, w=w))
    ns, ew = won[0] + won[2], won[1] + won[3]
    if not state.contract or state.declarer is None:
        return Result((ns, ew, ns, ew), say("Tricks: N-S {ns}, E-W {ew}", ns=ns, ew=ew))
    tricks = (ns, ew)[state.declarer % 2]
    if options.score == "tricks":
        gain = say("tricks N-S {ns}, E-W {ew}", ns=ns, ew=ew)
    else:
        ours, theirs = score(options, state.contract, state.doubled, tricks)
        ns, ew = (ours, theirs) if state.declarer % 2 == 0 else (theirs, ours)
        gain = say("E-W {points}", points=ew) if ew else say("N-S {points}", points=ns)
    return Result((ns, ew, ns, ew), _contract_line(state, state.declarer, tricks, gain))


def _passed_out(options: Options) -> Result:
    """G1: a random board is dealt again by the same dealer and does not count; a prepared one is written down as 0."""
    if options.passed_out == "redeal":
        return Result((0, 0, 0, 0), say("All four passed: new cards are dealt."), counted=False)
    return Result((0, 0, 0, 0), say("All four passed: nobody scores."))


def _tricks_won(state: State) -> tuple[int, ...]:
    """Tricks per seat; what was claimed goes to the claimer, what was given up to the next opponent."""
    won = [0, 0, 0, 0]
    for trick in state.tricks:
        won[trick.winner] += 1
    if state.claimed is not None:
        seat, tricks = state.claimed
        won[seat] += tricks
        won[(seat + 1) % 4] += _tricks_left(state) - tricks
    return tuple(won)


def _contract_line(state: State, declarer: Seat, tricks: int, gain: Text) -> Text:
    """Such as "4H by North, one over: N-S 150"."""
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
    leader = _leader(state)
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
        dummy=_dummy(state) if told else None,
        doubled=state.doubled,
        leader=leader if now == "play" or _dummy_open(state) else None,
        trick=tuple(((leader + place) % 4, card) for place, card in enumerate(state.trick)),
        tricks=state.tricks,
        tricks_won=_tricks_won(state),
        trumps=_trumps(state),
        standing=tuple(_standing(state)) if told else (),
        claimed=state.claimed,
    )


def _may_see(state: State, now: str, viewer: Seat | None, seat: Seat) -> bool:
    """Whether `viewer` sees the hand of `seat`: the one rule about hidden cards (G20, G25)."""
    if viewer == seat or (state.claimed is not None and state.claimed[0] == seat):
        return True  # a claim is made with the cards on the table
    options: Options = state.board.options
    dummy = _dummy(state)
    if _dummy_open(state):
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
    """Why the points make this seat declarer. Who has more is told to all; how many is not."""
    partner = (declarer + 2) % 4
    points = [high_card_points(hand) for hand in state.deal.hands]
    pair = name_seats(sorted((declarer, partner)))
    if 2 * (points[declarer] + points[partner]) == sum(points):
        yield say("Both sides have the same points: {pair} declare, for the dealer is one of them.", pair=pair)
    else:
        yield say("{pair} have more points together, so they declare.", pair=pair)
    if points[declarer] == points[partner]:
        yield say("Both partners have the same points: {seat} comes first from the dealer.", seat=SeatRef(declarer))
    else:
        yield say("{seat} has more points than {partner}.", seat=SeatRef(declarer), partner=SeatRef(partner))
