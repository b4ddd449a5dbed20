"""What a hand of Hoola counts, who wins, and who pays what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from hool.rules.cards import Card
from hool.rules.game import Seat
from hool.rules.hoola_options import Options
from hool.rules.hoola_state import Payment, State
from hool.rules.text import Player, Text, say, say_count


def face_value(card: Card) -> int:
    """Ace 1, jack 11, queen 12, king 13, all others their number."""
    return 1 if card.rank == 14 else card.rank


def hand_value(options: Options, cards: Sequence[Card]) -> int:
    """The points of cards left in a hand."""
    ranks = [card.rank for card in cards]
    return sum(
        options.seven_value if card.rank == 7 else face_value(card)
        for card in cards
        if not (options.zero_four and ranks.count(card.rank) == 4)
    )


def blast_value(cards: Iterable[Card]) -> int:
    """The points of a hand for a blast: a 7 counts 7, and four of a rank count as they are."""
    return sum(map(face_value, cards))


def blast_of(options: Options, cards: Sequence[Card]) -> str:
    """Which blast a hand is: small, large, or empty for none."""
    value = blast_value(cards)
    if value <= options.small_max:
        return "small"
    return "large" if value >= options.large_min else ""


def sevens(cards: Iterable[Card]) -> int:
    return sum(card.rank == 7 for card in cards)


def values(state: State) -> tuple[int, ...]:
    """The points of each hand."""
    return tuple(hand_value(state.board.options, hand) for hand in state.hands)


def lowest(state: State, order: Sequence[Seat]) -> Seat:
    """Who of `order` has the lowest hand, of equal ones the first."""
    points = values(state)
    return min(order, key=points.__getitem__)  # the first of equal ones


def payments(state: State) -> tuple[Payment, ...]:
    """What each loser's hand costs, the lowest first, once the board is over; empty before."""
    winner = state.winner
    if winner is None:
        return ()
    options: Options = state.board.options
    points, payer = values(state), _pays_for_all(state)
    losers = sorted((seat for seat in range(state.board.seats) if seat != winner), key=points.__getitem__)
    lines = []
    for seat in losers:
        rank = sum(points[other] <= points[seat] for other in losers)
        if seat == state.knocker and options.failed_knock_rank == "last":
            rank = len(losers)
        why = say("{seat} has {points} in the hand and place {rank}", seat=Player(seat), points=points[seat], rank=rank)
        doubled: list[tuple[str, int]] = []
        if (count := sevens(state.hands[seat])) and options.seven_doubles:
            doubled.append(("sevens", 2**count))
            why = say_count(
                "{so_far}, doubled for a 7", "{so_far}, doubled for each of {count} sevens", count, so_far=why
            )
        if state.had_turn[seat] and not state.melded[seat]:
            doubled.append(("meld", 2))
            why = say("{so_far}, doubled for no meld", so_far=why)
        if state.ending == "hoola":
            doubled.append(("hoola", 2))
            why = say("{so_far}, doubled for the Hoola", so_far=why)
        doubles = prod(factor for _, factor in doubled)
        cost = rank * doubles
        pays = seat if payer is None else payer
        why = (
            say("{so_far}: {cost}.", so_far=why, cost=cost)
            if pays == seat
            else say("{so_far}: {cost}, paid by {payer}.", so_far=why, cost=cost, payer=Player(pays))
        )
        lines.append(Payment(seat, pays, winner, rank, doubles, cost, why, tuple(doubled)))
    return tuple(lines)


def _pays_for_all(state: State) -> Seat | None:
    """The one whose knock failed, or whose discard let somebody go out."""
    if state.knocker is not None:
        return None if state.knocker == state.winner else state.knocker
    feeds = {"hoola": ("hoola",), "any_out": ("hoola", "out"), "never": ()}[state.board.options.feeder]
    return state.feeder if state.ending in feeds else None


def explain_payments(state: State) -> tuple[Text, ...]:
    """The payments in words, a line for each loser, the lowest hand first; empty until the board is over."""
    return tuple(payment.why for payment in payments(state))
