"""HOOL: two true clues each, three steps of secret bids, play with dummy, score.

Sources and rulings, with the function that implements each, are in README.md. One frozen `State`; its phase is derived
from what has been said and played. `match action` in `apply` is the table of contents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple, TypeAlias, assert_never

from hool.rules.cards import SUITS, Card, check_pack, hand_order, high_card_points, lengths, pattern
from hool.rules.game import Board, Choice, Deal, IllegalAction, Result, Seat
from hool.rules.hool_options import BIDS, CLUE_KINDS, PACKS, PRESETS, Options
from hool.rules.hool_score import ScoreLine, bid_rank, explain_score, pays, score, tricks_needed
from hool.rules.shuffle import Shuffler
from hool.rules.text import Bid, SeatRef, Text, name_seats, say, say_count
from hool.rules.tricks import followers, must_follow, winning_place

__all__ = [
    "BIDS", "CLUE_KINDS", "PACKS", "PRESETS", "Agree", "Double", "GiveClue", "MakeBid", "Options", "Pass", "PlayCard",
    "Propose", "Redouble", "ScoreLine", "State", "Step", "Trick", "View", "apply", "bid_rank", "choices", "claim",
    "clue_value", "deal", "explain_score", "name", "next_board", "pays", "phase", "places", "result", "score", "seats",
    "start", "time_limit", "to_act", "tricks_needed", "view",
]  # fmt: skip

name = "hool"
seats = range(4, 5)

ClueValue: TypeAlias = int | str
NO_CALLS: tuple[None, None, None, None] = (None, None, None, None)


# Actions


@dataclass(frozen=True, slots=True)
class GiveClue:
    kind: str  # one of CLUE_KINDS

    def __str__(self) -> str:
        return f"clue {self.kind}"


@dataclass(frozen=True, slots=True)
class MakeBid:
    bid: str  # one of BIDS

    def __str__(self) -> str:
        return f"bid {self.bid}"


@dataclass(frozen=True, slots=True)
class Pass:
    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Double:
    def __str__(self) -> str:
        return "double"


@dataclass(frozen=True, slots=True)
class Redouble:
    def __str__(self) -> str:
        return "redouble"


@dataclass(frozen=True, slots=True)
class Propose:
    bid: str  # one of BIDS

    def __str__(self) -> str:
        return f"propose {self.bid}"


@dataclass(frozen=True, slots=True)
class Agree:
    def __str__(self) -> str:
        return "agree"


@dataclass(frozen=True, slots=True)
class PlayCard:
    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


Call: TypeAlias = MakeBid | Pass | Double | Redouble
HoolAction: TypeAlias = GiveClue | Call | Propose | Agree | PlayCard


# State


class Trick(NamedTuple):
    leader: Seat
    cards: tuple[Card, ...]  # in play order
    winner: Seat


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the bidding: who is asked, and the call of each seat so far, secret until all are in."""

    name: str
    asked: tuple[Seat, ...]
    calls: tuple[Call | None, ...] = NO_CALLS

    @property
    def waiting(self) -> frozenset[Seat]:
        return frozenset(seat for seat in self.asked if self.calls[seat] is None)


@dataclass(frozen=True, slots=True)
class State:
    """All that has happened on a board; only `contract`, `doubled` and `declarer` are conclusions, kept for speed."""

    board: Board
    deal: Deal
    hands: tuple[tuple[Card, ...], ...]  # cards still held
    clues: tuple[tuple[tuple[str, ClueValue], ...], ...] = ((), (), (), ())
    steps: tuple[Step, ...] = ()  # bidding; () if nobody bids
    proposals: tuple[tuple[Seat, str], ...] = ()
    contract: str = ""  # once it is settled
    doubled: int = 1
    declarer: Seat | None = None  # as soon as the cards or the bidding name one
    tricks: tuple[Trick, ...] = ()
    trick: tuple[Card, ...] = ()  # the unfinished one, in play order
    claimed: tuple[Seat, int] | None = None  # who, and how many of the remaining tricks


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know; `seat` None is the public. Per-seat tuples are in the order N E S W."""

    seat: Seat | None
    to_act: frozenset[Seat]
    choices: tuple[Choice, ...]
    result: Result | None
    phase: str  # clues, agree, step 1, step 2, step 3, redouble, closing, play, done
    dealer: Seat
    hands: tuple[tuple[Card, ...] | None, ...]  # cards still held; None = not for this viewer
    clues: tuple[tuple[tuple[str, ClueValue], ...], ...]  # per seat: (kind, value), in the order given
    steps: tuple[str, ...]  # names of the bidding steps so far
    calls: tuple[tuple[str | None, ...], ...]  # per step, per seat; None = secret, not given or not asked
    proposals: tuple[tuple[Seat, str], ...]
    contract: str  # "4H", "" if none (yet)
    declarer: Seat | None
    dummy: Seat | None
    doubled: int  # 1, 2 (doubled) or 4 (redoubled)
    leader: Seat | None  # who leads, or led, the present trick
    trick: tuple[tuple[Seat, Card], ...]  # in play order
    tricks: tuple[Trick, ...]  # finished: (leader, cards in play order, winner)
    tricks_won: tuple[int, ...]  # per seat
    trumps: str  # S, H, D, C, "N" = none, "" = not settled
    standing: tuple[Text, ...]  # why the standing bid, or declarer, is who it is
    claimed: tuple[Seat, int] | None  # who claimed how many of the remaining tricks; the board ended there
    options: Options  # the table's rules, known to all


# The match


def next_board(options: Options, seats: int, results: Sequence[Result]) -> Board | None:
    """The board after those played: number and dealer go on with each that counted; None when the match is over."""
    done = sum(result.counted for result in results)
    if options.match and done >= options.match:
        return None
    return Board(number=done + 1, dealer=(options.first_dealer + done) % 4, seats=seats, options=options)


def places(options: Options, results: Sequence[Result]) -> tuple[int, ...]:
    """Each seat's place, 1 = first, equal totals share it; partners share their side's."""
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
    """The board before the first action; raises `CardError` if the deal is not made of the board's pack."""
    options: Options = board.options
    cards = PACKS[options.pack]
    check_pack((card for hand in deal.hands for card in hand), cards)
    if any(len(hand) != len(cards) // 4 for hand in deal.hands):
        raise ValueError(f"every hand must have {len(cards) // 4} cards")
    state = State(board, deal, deal.hands)
    if options.trumps == "contract" and options.contract == "bid":
        return replace(state, steps=(Step("step 1", (0, 1, 2, 3)),))
    return replace(
        state,
        contract=options.given_contract,
        doubled=options.given_doubled,
        declarer=_named_declarer(board, deal),
    )


def _named_declarer(board: Board, deal: Deal) -> Seat | None:
    """Declarer where nobody bids: named by the board, else by points; None if a board without contract has no dummy."""
    options: Options = board.options
    if options.given_declarer is not None:
        return options.given_declarer
    if not options.partners or (options.trumps != "contract" and not options.dummy):
        return None
    points = [high_card_points(hand) for hand in deal.hands]
    sides = [points[0] + points[2], points[1] + points[3]]
    side = board.dealer % 2 if sides[0] == sides[1] else sides.index(max(sides))
    return min((side, side + 2), key=lambda seat: (-points[seat], _turn(board, seat)))


def _turn(board: Board, seat: Seat) -> int:
    """How far a seat is from the dealer, clockwise; the dealer himself 0."""
    return (seat - board.dealer) % 4


# Where the board stands


def phase(state: State) -> str:
    """clues, agree, step 1, step 2, step 3, redouble, closing, play or done: the first that is unfinished."""
    if state.claimed is not None or len(state.tricks) == len(state.deal.hands[0]):
        return "done"
    if state.tricks or state.trick:
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


def _clues_given(state: State) -> int:
    return sum(map(len, state.clues))


def _dummy(state: State) -> Seat | None:
    options: Options = state.board.options
    if state.declarer is None or not (options.dummy and options.partners):
        return None
    return (state.declarer + 2) % 4


def _leader(state: State) -> Seat:
    if state.tricks:
        return state.tricks[-1].winner
    first = state.board.dealer if state.declarer is None else state.declarer
    return (first + 1) % 4


def _trumps(state: State) -> str:
    """The trump suit, "N" if there is none, "" while the contract is not settled."""
    options: Options = state.board.options
    if options.trumps != "contract":
        return options.trumps
    return state.contract[1:2]


def _next_hand(state: State) -> Seat:
    """Whose card is due."""
    return (_leader(state) + len(state.trick)) % 4


def _proposer(state: State) -> Seat:
    """Declarer proposes first on odd boards, partner on even ones; then they take turns."""
    assert state.declarer is not None
    partner_first = state.board.number % 2 == 0
    return (state.declarer + 2 * ((len(state.proposals) + partner_first) % 2)) % 4


def to_act(state: State) -> frozenset[Seat]:
    """Who must act: one seat, or all who still owe a secret bid; empty when the board is over."""
    match phase(state):
        case "done":
            return frozenset()
        case "play":
            hand = _next_hand(state)
            return _ONLY[state.declarer if state.declarer is not None and hand == _dummy(state) else hand]
        case "clues":
            return _ONLY[(state.board.dealer + _clues_given(state)) % 4]
        case "agree":
            return _ONLY[_proposer(state)]
    return state.steps[-1].waiting


_ONLY = tuple(frozenset({seat}) for seat in range(4))


# Choices


_CLUES = {kind: Choice(GiveClue(kind)) for kind in CLUE_KINDS}
_TOLD = {
    "hcp": say("You have already told your points. Choose another clue."),
    "pattern": say("You have already told your pattern. Choose another clue."),
    "spades": say("You have already told your spades. Choose another clue."),
    "hearts": say("You have already told your hearts. Choose another clue."),
    "diamonds": say("You have already told your diamonds. Choose another clue."),
    "clubs": say("You have already told your clubs. Choose another clue."),
}
_PASS, _DOUBLE, _REDOUBLE = Pass(), Double(), Redouble()
_MAKE_BID = tuple(MakeBid(bid) for bid in BIDS)
_PROPOSE = tuple(Propose(bid) for bid in BIDS)
_AGREE = Agree()
_PLAY = {card: Choice(PlayCard(card)) for card in PACKS["full"]}


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """What `seat` could try now, each with the reason if it is refused; a seat whose turn it is not gets only reasons.

    In the play these are the player's own cards and, for declarer once it is open, dummy's.
    """
    now = phase(state)
    acting = to_act(state)
    match now:
        case "done":
            return ()
        case "play":
            return _play_choices(state, seat)
        case "clues":
            return _clue_choices(state, seat, acting)
        case "agree":
            return _agree_choices(state, seat)
    standing = _standing(state)
    if seat in acting:
        return _call_choices(now, standing)
    return _refused_calls(_why_not_asked(state, seat))


def _clue_choices(state: State, seat: Seat, acting: frozenset[Seat]) -> tuple[Choice, ...]:
    kinds = state.board.options.clue_kinds
    if seat not in acting:
        (turn,) = acting
        return _refused(tuple(_CLUES[kind].action for kind in kinds), _not_your_turn(turn))
    told = {kind for kind, _ in state.clues[seat]}
    return tuple(Choice(_CLUES[kind].action, _TOLD[kind]) if kind in told else _CLUES[kind] for kind in kinds)


@lru_cache(maxsize=256)
def _call_choices(step: str, standing: tuple[Seat, str] | None) -> tuple[Choice, ...]:
    """The calls of one who is asked in `step`, over the `standing` bid."""
    no_redouble = say("Only a bid that was doubled can be redoubled.")
    if standing is None:
        no_double = say("There is no bid yet that you could double.")
        return (
            Choice(_PASS), Choice(_DOUBLE, no_double), Choice(_REDOUBLE, no_redouble), *map(Choice, _MAKE_BID),
        )  # fmt: skip
    bid = standing[1]
    if step == "redouble":
        only = say("Your {bid} was doubled: you may pass or redouble.", bid=Bid(bid))
        refused = (Choice(call, only) for call in _MAKE_BID)
        return (Choice(_PASS), Choice(_DOUBLE, only), Choice(_REDOUBLE), *refused)
    if step == "closing":
        only = say("Step 3 was the last for bids: you may pass or double.")
        bids = [Choice(call, only) for call in _MAKE_BID]
    else:
        least = bid_rank(bid)
        bids = [
            Choice(call)
            if place > least
            else Choice(call, say("{bid} is not higher than {standing}.", bid=Bid(call.bid), standing=Bid(bid)))
            for place, call in enumerate(_MAKE_BID)
        ]
    return (Choice(_PASS), Choice(_DOUBLE), Choice(_REDOUBLE, no_redouble), *bids)


@lru_cache(maxsize=256)
def _refused(actions: tuple[HoolAction, ...], why: Text) -> tuple[Choice, ...]:
    return tuple(Choice(action, why) for action in actions)


def _refused_calls(why: Text) -> tuple[Choice, ...]:
    return _refused((_PASS, _DOUBLE, _REDOUBLE, *_MAKE_BID), why)


def _not_your_turn(turn: Seat) -> Text:
    return say("It is {seat}'s turn.", seat=SeatRef(turn))


def _why_not_asked(state: State, seat: Seat) -> Text:
    step = state.steps[-1]
    if step.calls[seat] is not None:
        return say("You have already chosen. Wait for {seats}.", seats=name_seats(sorted(step.waiting)))
    if step.name == "redouble":
        return say("Only {seat} may answer the double.", seat=SeatRef(step.asked[0]))
    return say("In this step only {seats} may call.", seats=name_seats(step.asked))


def _agree_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    turn = _proposer(state)
    if seat != turn:
        if (seat - turn) % 2:
            return _refused((_AGREE, *_PROPOSE), say("The other side chooses the contract."))
        return _refused((_AGREE, *_PROPOSE), _not_your_turn(turn))
    if not state.proposals:
        return (Choice(_AGREE, say("Nothing has been proposed yet.")), *map(Choice, _PROPOSE))
    proposer, bid = state.proposals[-1]
    same = say("{seat} proposed {bid}: say that you agree.", seat=SeatRef(proposer), bid=Bid(bid))
    return (Choice(_AGREE), *(Choice(each, same if each.bid == bid else None) for each in _PROPOSE))


def _play_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    hand, declarer, dummy = _next_hand(state), state.declarer, _dummy(state)
    dummy_due = hand == dummy
    acts = (seat == declarer) if dummy_due else (seat == hand)
    if not acts:
        if seat == dummy:
            assert declarer is not None
            why = say("You are dummy: {seat} plays your cards.", seat=SeatRef(declarer))
        elif dummy_due:
            assert declarer is not None
            why = say("{seat} plays a card from dummy now.", seat=SeatRef(declarer))
        else:
            why = _not_your_turn(hand)
        return tuple(Choice(_PLAY[card].action, why) for card in _playable(state, seat))
    led = state.trick[0].suit if state.trick else ""
    cards = state.hands[hand]
    suited = followers(cards, led)
    if suited:
        why = must_follow(suited, dummy_due)
        offered = [_PLAY[card] if card.suit == led else Choice(_PLAY[card].action, why) for card in cards]
    else:
        offered = [_PLAY[card] for card in cards]
    if seat == declarer and dummy is not None and _dummy_open(state):
        if dummy_due:
            other, why = seat, say("Now a card from dummy is due.")
        else:
            other, why = dummy, say("Now a card from your own hand is due.")
        offered += [Choice(_PLAY[card].action, why) for card in state.hands[other]]
    return tuple(offered)


def _playable(state: State, seat: Seat) -> tuple[Card, ...]:
    """The cards `seat` ever plays: its own, and dummy's for declarer."""
    dummy = _dummy(state)
    if seat == state.declarer and dummy is not None and _dummy_open(state):
        return state.hands[seat] + state.hands[dummy]
    return state.hands[seat]


def _dummy_open(state: State) -> bool:
    """Dummy's hand goes face up after the opening lead (G20)."""
    return bool(state.trick or state.tricks)


# Acting


def apply(state: State, seat: Seat, action: HoolAction) -> State:
    """The state after `seat` does `action`, which must be one of its legal choices."""
    match action:
        case PlayCard(card):
            return _play(state, card)
        case GiveClue(kind):
            told = (*state.clues[seat], (kind, clue_value(state.deal.hands[seat], kind)))
            return replace(state, clues=(*state.clues[:seat], told, *state.clues[seat + 1 :]))
        case MakeBid() | Pass() | Double() | Redouble():
            return _call(state, seat, action)
        case Propose(bid):
            proposals = (*state.proposals, (seat, bid))
            last = len(proposals) == 3  # three without agreement: the last stands
            return replace(state, proposals=proposals, contract=bid if last else "")
        case Agree():
            return replace(state, contract=state.proposals[-1][1])
    assert_never(action)


def clue_value(hand: Sequence[Card], kind: str) -> ClueValue:
    """The true clue: points, a length, or the pattern as "5-4-3-1" (zeros shown)."""
    if kind == "hcp":
        return high_card_points(hand)
    if kind == "pattern":
        return "-".join(map(str, pattern(hand)))
    return lengths(hand)[SUITS.index(kind[0].upper())]


def _play(state: State, card: Card) -> State:
    hand = _next_hand(state)
    held = state.hands[hand]
    place = held.index(card)
    hands = (*state.hands[:hand], held[:place] + held[place + 1 :], *state.hands[hand + 1 :])
    trick, tricks = (*state.trick, card), state.tricks
    if len(trick) == 4:
        leader = _leader(state)
        tricks = (*tricks, Trick(leader, trick, (leader + winning_place(trick, _trumps(state))) % 4))
        trick = ()
    return State(
        state.board, state.deal, hands, state.clues, state.steps, state.proposals, state.contract, state.doubled,
        state.declarer, tricks, trick,
    )  # fmt: skip


def _call(state: State, seat: Seat, call: Call) -> State:
    step = state.steps[-1]
    step = Step(step.name, step.asked, (*step.calls[:seat], call, *step.calls[seat + 1 :]))
    state = replace(state, steps=(*state.steps[:-1], step))
    return state if step.waiting else _turn_over(state, step)


def _turn_over(state: State, step: Step) -> State:
    """All calls of a step are in: what they lead to. A bid beats a double (G2); a doubled bidder alone answers (G5, G6)."""
    standing = _standing(state)
    if standing is None:
        return state  # passed out
    options: Options = state.board.options
    seat, bid = standing
    opponents = ((seat + 1) % 4, (seat + 3) % 4)
    if _highest(state.board, step) is not None:
        number = int(step.name[-1])
        if number < options.bidding_steps:
            return replace(state, steps=(*state.steps, Step(f"step {number + 1}", opponents)))
        if number == 3 and options.closing_double:
            return replace(state, steps=(*state.steps, Step("closing", opponents)))
    elif _DOUBLE in step.calls:
        return replace(state, steps=(*state.steps, Step("redouble", (seat,))))
    doubled = (4 if _REDOUBLE in step.calls else 2) if step.name == "redouble" else 1
    return replace(state, contract=bid, doubled=doubled, declarer=seat)


def _highest(board: Board, step: Step) -> tuple[Seat, str] | None:
    """The highest bid of a step; of equal bids the first from the dealer clockwise, dealer included (G9-G11)."""
    bids = [(seat, call.bid) for seat, call in enumerate(step.calls) if isinstance(call, MakeBid)]
    return max(bids, key=lambda each: (bid_rank(each[1]), -_turn(board, each[0])), default=None)


def _standing(state: State) -> tuple[Seat, str] | None:
    """The bid that stands after the steps that are complete: bids only go up, so it is in the last step with one."""
    for step in reversed(state.steps):
        if not step.waiting:
            best = _highest(state.board, step)
            if best is not None:
                return best
    return None


def claim(state: State, seat: Seat, tricks: int) -> State:
    """The board ended: `seat`'s side takes `tricks` of those that remain, an unfinished one included (G29).

    The table asks the others first. Raises `IllegalAction` outside the play, for dummy's player, for more tricks than
    remain, and without partners for fewer (nobody could say whose the rest are).
    """
    remaining = len(state.deal.hands[0]) - len(state.tricks)
    if phase(state) != "play":
        raise IllegalAction(say("You can claim tricks only while cards are played."))
    if seat == _dummy(state):
        raise IllegalAction(say("Dummy cannot claim."))
    if not 0 <= tricks <= remaining:
        raise IllegalAction(say_count("Only {count} trick is left.", "Only {count} tricks are left.", remaining))
    if not state.board.options.partners and tricks != remaining:
        raise IllegalAction(say("Without partners you can claim only all the rest."))
    return replace(state, claimed=(seat, tricks))


def time_limit(state: State) -> None:
    """No rule of HOOL has a time window (G27)."""
    return None


# Result


def _tricks_won(state: State) -> tuple[int, ...]:
    """Tricks per seat; claimed ones go to the claimer, the rest of a claim to the next opponent."""
    won = [0, 0, 0, 0]
    for trick in state.tricks:
        won[trick.winner] += 1
    if state.claimed is not None:
        seat, tricks = state.claimed
        won[seat] += tricks
        won[(seat + 1) % 4] += len(state.deal.hands[0]) - len(state.tricks) - tricks
    return tuple(won)


def result(state: State) -> Result | None:
    """The score of a finished board, None before: HOOL points, or tricks where there is no contract or they count."""
    if phase(state) != "done":
        return None
    options: Options = state.board.options
    if options.trumps == "contract" and not state.contract:
        if options.passed_out == "redeal":
            return Result((0, 0, 0, 0), say("All four passed: new cards are dealt."), counted=False)
        return Result((0, 0, 0, 0), say("All four passed: nobody scores."))
    won = _tricks_won(state)
    if not options.partners:
        n, e, s, w = won
        line = say("Tricks: North {n}, East {e}, South {s}, West {w}", n=n, e=e, s=s, w=w)
        return Result(won, line)
    sides = (won[0] + won[2], won[1] + won[3])
    if not state.contract:
        return Result(sides * 2, say("Tricks: N-S {ns}, E-W {ew}", ns=sides[0], ew=sides[1]))
    assert state.declarer is not None
    side = state.declarer % 2
    points = (
        sides if options.score == "tricks"
        else score(options, state.contract, state.doubled, sides[side])[:: 1 if side == 0 else -1]
    )  # fmt: skip
    return Result(points * 2, _result_line(state, sides[side], points))


_DOUBLED: dict[int, Callable[[str], Text | Bid]] = {
    1: Bid,
    2: lambda bid: say("{bid} doubled", bid=Bid(bid)),
    4: lambda bid: say("{bid} redoubled", bid=Bid(bid)),
}


def _result_line(state: State, tricks: int, points: tuple[int, ...]) -> Text:
    """Such as "4H by North, one over: N-S 150"."""
    assert state.declarer is not None
    over = tricks - tricks_needed(state.contract)
    if over == 0:
        how = say("made")
    elif over > 0:
        how = say_count("one over", "{count} over", over)
    else:
        how = say_count("one down", "{count} down", -over)
    if state.board.options.score == "tricks":
        gain = say("tricks N-S {ns}, E-W {ew}", ns=points[0], ew=points[1])
    elif points[0] or not points[1]:
        gain = say("N-S {points}", points=points[0])
    else:
        gain = say("E-W {points}", points=points[1])
    return say(
        "{bid} by {declarer}, {how}: {gain}",
        bid=_DOUBLED[state.doubled](state.contract), declarer=SeatRef(state.declarer), how=how, gain=gain,
    )  # fmt: skip


# Views


def view(state: State, viewer: Seat | None) -> View:
    """What `viewer` may know; None is the public, who see no hidden cards."""
    now = phase(state)
    options: Options = state.board.options
    known = now != "clues" or options.given_declarer is not None  # what the points say is told after the clues
    declarer = state.declarer if known else None
    playing = now == "play" or bool(state.trick or state.tricks) or state.claimed is not None
    dummy = _dummy(state) if known else None
    leader = _leader(state) if playing else None
    calls: tuple[tuple[str | None, ...], ...] = ()
    steps: tuple[str, ...] = ()
    if now != "clues":
        steps = tuple(step.name for step in state.steps)
        calls = tuple(_seen_calls(step, viewer) for step in state.steps)
    return View(
        seat=viewer,
        to_act=to_act(state),
        choices=() if viewer is None else choices(state, viewer),
        result=result(state),
        phase=now,
        dealer=state.board.dealer,
        hands=tuple(hand if _sees(state, now, viewer, seat) else None for seat, hand in enumerate(state.hands)),
        clues=state.clues,
        steps=steps,
        calls=calls,
        proposals=state.proposals,
        contract=state.contract,
        declarer=declarer,
        dummy=dummy,
        doubled=state.doubled,
        leader=leader,
        trick=tuple(((_leader(state) + i) % 4, card) for i, card in enumerate(state.trick)),
        tricks=state.tricks,
        tricks_won=_tricks_won(state),
        trumps=_trumps(state),
        standing=tuple(_standing_sentences(state, now)),
        claimed=state.claimed,
        options=options,
    )


def _sees(state: State, now: str, viewer: Seat | None, seat: Seat) -> bool:
    """Whether `viewer` may see the hand at `seat` (G20, G25): the one rule about hidden cards."""
    if viewer == seat:
        return True
    if state.claimed is not None and state.claimed[0] == seat:
        return True  # a claim is made with the cards on the table
    options: Options = state.board.options
    dummy = _dummy(state)
    if _dummy_open(state):
        if seat == dummy:
            return True
        if viewer == dummy and seat == state.declarer and viewer is not None and options.dummy_sees_declarer:
            return True
    if options.contract == "open" and now != "clues" and viewer is not None and state.declarer is not None:
        return viewer % 2 == seat % 2 == state.declarer % 2
    return False


def _seen_calls(step: Step, viewer: Seat | None) -> tuple[str | None, ...]:
    secret = bool(step.waiting)
    return tuple(
        None if call is None or (secret and seat != viewer) else str(call) for seat, call in enumerate(step.calls)
    )


# Why the standing bid stands


def _standing_sentences(state: State, now: str) -> Iterator[Text]:
    """In order: who has the bid that stands and why, what happened to it since, and who is declarer."""
    if now == "clues":
        return
    options: Options = state.board.options
    if state.steps:
        yield from _bidding_sentences(state)
    elif state.declarer is not None:
        yield from _points_sentences(state)
        if options.contract in ("open", "pair") and state.contract:
            yield from _agreed_sentences(state)


def _bidding_sentences(state: State) -> Iterator[Text]:
    complete = [step for step in state.steps if not step.waiting]
    if not complete:
        return
    standing = _standing(state)
    if standing is None:
        yield say("All four passed.")
        return
    seat, bid = standing
    last_bids = max(i for i, step in enumerate(complete) if _highest(state.board, step) is not None)
    yield from _why_highest(state.board, complete[last_bids], seat, bid)
    for step in complete[last_bids + 1 :]:
        if step.name == "redouble":
            if _REDOUBLE in step.calls:
                yield say("{seat} redoubled.", seat=SeatRef(seat))
        elif doublers := [each for each in step.asked if step.calls[each] == _DOUBLE]:
            if len(doublers) == 1:
                yield say("{seat} doubled.", seat=SeatRef(doublers[0]))
            else:
                yield say("{seats} both doubled: that counts once.", seats=name_seats(doublers))
        elif step.name == "closing":
            yield say("Nobody doubled.")
        else:
            yield say("Nobody bid higher and nobody doubled.")
    if state.contract:
        yield say("{seat} is declarer.", seat=SeatRef(seat))
    else:
        yield say("{seat} is declarer for now.", seat=SeatRef(seat))


def _why_highest(board: Board, step: Step, seat: Seat, bid: str) -> Iterator[Text]:
    yield say("{bid} is the highest bid.", bid=Bid(bid))
    equal = sorted(
        (each for each, call in enumerate(step.calls) if call == MakeBid(bid)), key=lambda each: _turn(board, each)
    )
    if len(equal) > 1:
        yield say("{seats} bid the same.", seats=name_seats(equal))
        yield say("Equal bids: start at the dealer and go clockwise.")
        yield say("{dealer} deals, so {seat} comes first.", dealer=SeatRef(board.dealer), seat=SeatRef(seat))
    for each, call in enumerate(step.calls):
        if call == _DOUBLE:
            yield say("{doubler}'s double falls away because {seat} bid.", doubler=SeatRef(each), seat=SeatRef(seat))


def _points_sentences(state: State) -> Iterator[Text]:
    """Why this seat is declarer where nobody bids; says no number, for these are secret."""
    assert state.declarer is not None
    declarer, partner = state.declarer, (state.declarer + 2) % 4
    if state.board.options.given_declarer is None:
        points = [high_card_points(hand) for hand in state.deal.hands]
        pair = name_seats(sorted((declarer, partner)))
        if sum(points) == 2 * (points[declarer] + points[partner]):
            yield say("Both sides have the same points: the dealer's side, {pair}, declares.", pair=pair)
        else:
            yield say("{pair} have more points together, so their side declares.", pair=pair)
        if points[declarer] == points[partner]:
            yield say("Both have the same: {seat} comes first from the dealer.", seat=SeatRef(declarer))
        else:
            yield say("{seat} has more points than {partner}.", seat=SeatRef(declarer), partner=SeatRef(partner))
    yield say("{seat} is declarer.", seat=SeatRef(declarer))


def _agreed_sentences(state: State) -> Iterator[Text]:
    seat, bid = state.proposals[-1]
    if len(state.proposals) == 3:
        yield say("{seat} made the third proposal, {bid}: it stands.", seat=SeatRef(seat), bid=Bid(bid))
    else:
        partner = SeatRef((seat + 2) % 4)
        yield say("{seat} proposed {bid} and {partner} agreed.", seat=SeatRef(seat), bid=Bid(bid), partner=partner)
