"""Items about the bidding: which bid is higher, who is declarer, and in which contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hool.checks.item import Bidding, Final, Item, Option, Part
from hool.checks.making import Dice, chain, seat_value, seats_part
from hool.rules import hool
from hool.rules.game import Board, Seat, legal_actions
from hool.rules.hool import BIDS, Options, bid_rank
from hool.rules.hool_bidding import DOUBLE, MAKE_BID, PASS, REDOUBLE, MakeBid, highest, standing_bid
from hool.rules.text import Bid, SeatRef, Text, name_seats, say


def higher_bid(dice: Dice, options: Options) -> Item:
    """Three pairs: of one level, of two levels with the lower bid in the higher suit, and of any kind nearby."""
    names = ["C", "D", "H", "S", "NT"]
    low, high = sorted(dice.some(range(5), 2))
    level = 1 + dice.below(6)
    pairs = [[f"{level}{names[low]}", f"{level}{names[high]}"]]
    low, high = sorted(dice.some(range(5), 2))
    level = 1 + dice.below(6)
    pairs.append([f"{level}{names[high]}", f"{level + 1}{names[low]}"])
    start = dice.below(len(BIDS) - 4)
    pairs.append([BIDS[start], BIDS[start + 1 + dice.below(3)]])
    dice.shuffle(pairs)
    parts, right, why = [], [], []
    for place, pair in enumerate(pairs, 1):
        dice.shuffle(pair)
        best = max(pair, key=bid_rank)
        (other,) = (bid for bid in pair if bid != best)
        same = best[0] == other[0]
        slip = "order of suits" if same else "suit before level"
        taps = tuple(Option(bid, Bid(bid), "" if bid == best else slip) for bid in pair)
        parts.append(Part(say("Pair {number}", number=place), "bid", taps))
        right.append(frozenset({best}))
        beats = {"best": Bid(best), "other": Bid(other)}
        if same:
            why.append(say("{best} beats {other}: the level is the same, the suit is higher.", **beats))
        else:
            why.append(say("{best} beats {other}: the level is higher.", **beats))
    why.append(say("From the lowest: clubs, diamonds, hearts, spades, no trumps."))
    ask = say("Which of the two bids is higher?")
    return Item("higher bid", ask, say("Tap one in each pair."), None, tuple(parts), tuple(right), chain(*why))


def _bidding(options: Options, dealer: Seat, steps: int) -> hool.State:
    """A board whose bidding is about to begin. Of the options only the bidding's count: a lesson that checks bids may
    have its boards played without."""
    board = Board(1, dealer, 4, Options(bidding_steps=steps, closing_double=options.closing_double, clues=0))
    return hool.start(board, hool.deal(board, Dice("any")))


def _call(state: hool.State, calls: Mapping[Seat, Any]) -> hool.State:
    """The state after the calls of a step."""
    for seat, call in calls.items():
        assert call in legal_actions(hool, state, seat)
        state = hool.apply(state, seat, call)
    return state


def _shown(state: hool.State) -> Bidding:
    """The complete steps."""
    return Bidding(state.board.dealer, tuple(step for step in state.steps if not step.waiting))


def _declarer_now(state: hool.State) -> Seat:
    """Declarer, or declarer for now; somebody has bid."""
    standing = standing_bid(state.board.dealer, state.steps)
    assert standing is not None
    return standing[0]


def _why_declarer(state: hool.State) -> Text:
    return chain(*hool.view(state, None).standing)


def _deals(dealer: Seat) -> Text:
    return say("{seat} deals.", seat=SeatRef(dealer))


def _bid_from(dice: Dice, least: int, most: int) -> MakeBid:
    """One of the bids from rank `least` to rank `most`."""
    return MAKE_BID[least + dice.below(most - least + 1)]


def tie(dice: Dice, options: Options) -> Item:
    """Four open bids, two or three of them equal and highest; counting from North goes wrong in most."""
    from_north = dice.odds(1, 4)
    while True:
        dealer = dice.seat()
        best = _bid_from(dice, bid_rank("1NT"), bid_rank("5C"))
        equal = sorted(dice.some(range(4), 2 if dice.odds(4, 5) else 3))
        lower = [PASS, PASS, *MAKE_BID[max(0, bid_rank(best.bid) - 6) : bid_rank(best.bid)]]
        calls = {seat: best if seat in equal else dice.pick(lower) for seat in range(4)}
        state = _call(_bidding(options, dealer, options.bidding_steps), calls)
        right = _declarer_now(state)
        if (right == equal[0]) == from_north:
            break
    slips = {seat: "not from the dealer" if seat in equal else "not the highest" for seat in range(4)}
    settled = options.bidding_steps == 1
    ask = say("Who is declarer?") if settled else say("Who is declarer for now?")
    situation = chain(say("Four secret bids are turned over."), _deals(dealer))
    part = seats_part(say("Tap the seat."), slips)
    return Item("tie", ask, situation, _shown(state), (part,), (seat_value(right),), _why_declarer(state))


_OVER, _REDOUBLE, _THIRD = "over", "redouble", "step 3"


def second_step(dice: Dice, options: Options) -> Item:
    """The answers to a bid, and what they lead to."""
    steps = max(2, options.bidding_steps)
    kind = dice.pick(("pass", "double", "both double", "bid", "bid and double", "bid and double", "two bids", "tie"))
    dealer, first = dice.seat(), dice.seat()
    best = _bid_from(dice, bid_rank("1H"), bid_rank("4H"))
    lower = [PASS, PASS, PASS, *MAKE_BID[: bid_rank(best.bid)][-5:]]
    calls = {seat: best if seat == first else dice.pick(lower) for seat in range(4)}
    state = _call(_bidding(options, dealer, steps), calls)
    rank = bid_rank(best.bid)
    bid = _bid_from(dice, rank + 1, rank + 6)
    other = _bid_from(dice, rank + 1, rank + 6)
    while other == bid:
        other = _bid_from(dice, rank + 1, rank + 6)
    pairs: dict[str, list[Any]] = {
        "pass": [PASS, PASS],
        "double": [DOUBLE, PASS],
        "both double": [DOUBLE, DOUBLE],
        "bid": [bid, PASS],
        "bid and double": [bid, DOUBLE],
        "two bids": [bid, other],
        "tie": [bid, bid],
    }
    answers = pairs[kind]
    dice.shuffle(answers)
    asked = state.steps[-1].asked
    state = _call(state, dict(zip(asked, answers, strict=True)))
    declarer = _declarer_now(state)
    follows = _OVER if state.contract else _REDOUBLE if state.steps[-1].name == "redouble" else _THIRD
    outbid = "not from the dealer" if kind == "tie" else "not the highest"
    slips = {seat: "doubler" if call == DOUBLE else outbid for seat, call in zip(asked, answers, strict=True)}
    slips[first] = "forgot the next step" if bid in answers else ""
    label = say("Who is declarer for now?") if steps == 3 else say("Who is declarer?")
    who = seats_part(label, slips)
    taps = [
        Option(
            _OVER,
            say("The bidding is over."),
            {_REDOUBLE: "forgot to redouble", _THIRD: "forgot the next step"}.get(follows, ""),
        ),
        Option(_REDOUBLE, say("The player who was doubled may redouble."), "double stays" if DOUBLE in answers else ""),
    ]
    if steps == 3:
        taps.append(Option(_THIRD, say("Step 3: the other side answers.")))
    what = Part(say("What comes next?"), "words", tuple(taps))
    if follows == _OVER:
        after = say("The bidding is over.")
    elif follows == _REDOUBLE:
        after = say("Now {seat} may redouble.", seat=SeatRef(declarer))
    else:
        after = say("Now {seats} are asked, in step 3.", seats=name_seats(state.steps[-1].asked))
    return Item(
        "second step",
        say("What follows from these answers?"),
        chain(_deals(dealer), say("{seats} answered in step 2.", seats=name_seats(asked))),
        _shown(state),
        (who, what),
        (seat_value(declarer), frozenset({follows})),
        chain(_why_declarer(state), after),
    )


def auction(dice: Dice, options: Options) -> Item:
    """A whole bidding that goes on to its last step."""
    last = options.bidding_steps
    while True:
        dealer = dice.seat()
        state = _bidding(options, dealer, last)
        while not state.contract and state.steps[-1].waiting:
            state = _call(state, {seat: _likely(dice, state, seat) for seat in state.steps[-1].asked})
        names = [step.name for step in state.steps]
        if state.contract and f"step {last}" in names and bid_rank(state.contract) < bid_rank("6C"):
            break
    declarer, contract = _declarer_now(state), (state.contract, state.doubled)
    stood = [best for step in state.steps if (best := highest(dealer, step)) is not None]
    slips = {seat: "too early" for seat, _ in stood[:-1]}
    for step in state.steps:
        slips |= {seat: "doubler" for seat in step.asked if step.calls[seat] == DOUBLE and seat not in slips}
        tied = [seat for seat in step.asked if step.calls[seat] == MakeBid(state.contract)]
        slips |= dict.fromkeys(tied, "not from the dealer")
    others: dict[tuple[str, int], str] = {}
    for _, bid in stood[-2::-1]:
        others.setdefault((bid, 1), "too early")
    fell_away = state.doubled == 1 and any(DOUBLE in step.calls for step in state.steps)
    turned = (state.contract, 2 if state.doubled == 1 else 1)
    others.setdefault(turned, "forgot the double" if state.doubled > 1 else "double stays" if fell_away else "")
    near = bid_rank(state.contract)
    while len(others) < 4:
        other = (BIDS[max(0, near - 4 + dice.below(9))], dice.pick((1, 1, 2)))
        if other != contract:
            others.setdefault(other, "")
    kept = [contract, *list(others)[:4]]
    kept.sort(key=lambda each: (bid_rank(each[0]), each[1]))
    taps = tuple(Option(_contract_value(*each), Final(*each), others.get(each, "")) for each in kept)
    return Item(
        "auction",
        say("Who is declarer, and in which contract?"),
        _deals(dealer),
        _shown(state),
        (seats_part(say("Who is declarer?"), slips), Part(say("Which contract?"), "contract", taps)),
        (seat_value(declarer), frozenset({_contract_value(*contract)})),
        _why_declarer(state),
    )


def _likely(dice: Dice, state: hool.State, seat: Seat) -> Any:
    """A call somebody might make: pass, double, or one of the next few bids."""
    legal = legal_actions(hool, state, seat)
    bids = [call for call in legal if isinstance(call, MakeBid)]
    if len(bids) == len(BIDS):
        return dice.pick((PASS, *bids[2:14]))
    some = [PASS, *(call for call in (DOUBLE, REDOUBLE) if call in legal), *dice.some(bids[:6], 2)]
    return dice.pick(some)


def _contract_value(bid: str, doubled: int) -> str:
    return bid + "x" * (doubled // 2)
