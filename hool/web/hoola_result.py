"""How a board of Hoola ended, in words that a child can check: hands, what they count, and each step of their cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from flask import Flask

from hool.rules import hoola
from hool.rules.cards import Card
from hool.rules.hoola import View
from hool.rules.hoola_score import sevens
from hool.rules.text import Player, Text, say, say_count
from hool.web.seat_words import sitters


class Step(NamedTuple):
    """A part of what a hand costs: the place among the losers, or by how much it is multiplied, and what for."""

    number: int
    label: Text


class Line(NamedTuple):
    """A hand at the end. ``hand``: its cards, ``void``: those of them that count nothing; ``points``: what they count;
    ``steps``: how its cost comes about, empty for the winner; ``cost``: that cost; ``payer``: who pays it; ``score``:
    what the board brought this player, below 0 for what was paid."""

    seat: int
    hand: tuple[Card, ...]
    void: tuple[Card, ...]
    points: int
    steps: tuple[Step, ...]
    cost: int
    payer: int
    score: int


class Cell(NamedTuple):
    """A board of one player on the score sheet: what it brought, and the points after it."""

    points: int
    total: int


class SheetRow(NamedTuple):
    """A board that was played, with a cell for each seat."""

    number: int
    winner: int
    cells: tuple[Cell, ...]


def bill(view: View) -> tuple[Line, ...]:
    """A line for each hand of a board that is over: the winner's, then the losers' from the lowest; () before."""
    if view.result is None or view.winner is None:
        return ()
    paid = {each.loser: each for each in view.payments}
    return tuple(_line(view, seat, paid.get(seat)) for seat in (view.winner, *paid))


def _line(view: View, seat: int, paid: hoola.Payment | None) -> Line:
    assert view.result is not None
    hand = _hand(view, seat)
    ranks = [card.rank for card in hand]
    called = paid is None and view.ending in ("luck", "blast small", "blast large")  # won by the cards as they are
    void = tuple(card for card in hand if view.options.zero_four and ranks.count(card.rank) == 4 and not called)
    return Line(
        seat,
        hand=(*(card for card in hand if card not in void), *void),
        void=void,
        points=_points(view, seat),
        steps=() if paid is None else _steps(view, paid),
        cost=0 if paid is None else paid.points,
        payer=seat if paid is None else paid.payer,
        score=view.result.scores[seat],
    )


def _hand(view: View, seat: int) -> tuple[Card, ...]:
    """A hand of a board that is over: then all hands are open."""
    hand = view.hands[seat]
    assert hand is not None
    return hand


def _points(view: View, seat: int) -> int:
    return hoola.hand_value(view.options, _hand(view, seat))


def _steps(view: View, paid: hoola.Payment) -> tuple[Step, ...]:
    """The place among the losers, and each reason to double it, in the order in which the rules name them. Multiplied
    they are the cost."""
    seat, options = paid.loser, view.options
    equal = sum(_points(view, other.loser) == _points(view, seat) for other in view.payments) > 1
    if seat == view.knocker and options.failed_knock_rank == "last":
        label = say("last place")
    elif equal:
        label = say("place {place}, shared", place=paid.rank)
    else:
        label = say("place {place}", place=paid.rank)
    for_what = {
        "sevens": say_count("a 7", "{count} sevens", sevens(_hand(view, seat))),
        "meld": say("no meld"),
        "hoola": say("Hoola"),
    }
    return Step(paid.rank, label), *(Step(factor, for_what[reason]) for reason, factor in paid.doubled)


def end_words(view: View) -> tuple[Text, ...]:
    """Why the board ended as it did, in one or two sentences that its headline leaves out."""
    if view.winner is None:
        return ()
    winner = Player(view.winner)
    match view.ending:
        case "hoola":
            said = [
                say(
                    "{winner} laid all cards in one turn, and had no meld before: everything counts twice.",
                    winner=winner,
                )
            ]
        case "out":
            said = [say("{winner} has no card left.", winner=winner)]
        case "blast small" | "blast large":
            value = hoola.blast_value(_hand(view, view.winner))
            said = [say("The seven cards of {winner} count {value}. That wins at once.", winner=winner, value=value)]
        case "luck":
            said = [say("{winner} has all four sevens. That wins at once.", winner=winner)]
        case "stock":
            said = _lowest_words(view)
        case _:
            said = [_knock_words(view)]
    payer = next((each.payer for each in view.payments if each.payer != each.loser), None)
    if payer is not None and payer == view.feeder:
        said.append(say("The card that helped came from {payer}, so {payer} pays for all.", payer=Player(payer)))
    return tuple(said)


def _lowest_words(view: View) -> list[Text]:
    """The stock is used up: the lowest hand wins, and of equal ones the one whose turn comes first."""
    assert view.winner is not None
    points = _points(view, view.winner)
    said = [
        say_count(
            "{winner} has {count} point, the lowest hand.",
            "{winner} has {count} points, the lowest hand.",
            points,
            winner=Player(view.winner),
        )
    ]
    equal = [each.loser for each in view.payments if _points(view, each.loser) == points]
    if equal:
        said = [
            say(
                "{winner} and {equal} have {points} points each. The turn of {winner} would come first.",
                winner=Player(view.winner), equal=sitters("hoola", equal), points=points,
            )
        ]  # fmt: skip
    return said


def _knock_words(view: View) -> Text:
    assert view.knocker is not None and view.winner is not None
    knocker, winner = Player(view.knocker), Player(view.winner)
    points, best = _points(view, view.knocker), _points(view, view.winner)
    if view.knocker == view.winner:
        return say("{knocker} knocked with {points}, the lowest hand.", knocker=knocker, points=points)
    if points == best:
        return say(
            "{knocker} knocked with {points}, but {winner} has {points} too. So {knocker} pays for all.",
            knocker=knocker, points=points, winner=winner,
        )  # fmt: skip
    return say(
        "{knocker} knocked with {points}, but {winner} has only {best}. So {knocker} pays for all.",
        knocker=knocker, points=points, winner=winner, best=best,
    )  # fmt: skip


def own_words(view: View, seat: int) -> tuple[Text, ...]:
    """What the board brought this player, and whom that went to."""
    if view.result is None or view.winner is None:
        return ()
    points = view.result.scores[seat]
    if seat == view.winner:
        return (say_count("You win {count} point.", "You win {count} points.", points),)
    winner = Player(view.winner)
    if points:
        return (
            say_count(
                "You pay {count} point to {winner}.", "You pay {count} points to {winner}.", -points, winner=winner
            ),
        )
    payer = next(each.payer for each in view.payments if each.loser == seat)
    return (say("You pay nothing: {payer} pays for all.", payer=Player(payer)),)


def next_dealer(options: hoola.Options, seats: int, records: Sequence[Any]) -> int | None:
    """Who deals the next board after these, as ``BoardRecord``; None when the match is over."""
    board = hoola.next_board(options, seats, [record.result for record in records])
    return None if board is None else board.dealer


def sheet(records: Iterable[Any]) -> tuple[SheetRow, ...]:
    """The score sheet of a match: its finished boards, oldest first, as ``BoardRecord``."""
    rows: list[SheetRow] = []
    totals: tuple[int, ...] = ()
    for record in records:
        scores = record.result.scores
        totals = tuple(a + b for a, b in zip(totals or (0,) * len(scores), scores, strict=True))
        rows.append(SheetRow(record.board.number, record.state.winner, tuple(map(Cell, scores, totals))))
    return tuple(rows)


def signed(points: int) -> str:
    """A number with its sign: "+15", "−3", "0"."""
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"


def install(app: Flask) -> None:
    """Give the templates the words of this module."""
    app.jinja_env.globals.update(
        hoola_bill=bill,
        hoola_blast=hoola.blast_value,
        hoola_end=end_words,
        hoola_own=own_words,
        hoola_next_dealer=next_dealer,
        hoola_sheet=sheet,
        signed=signed,
    )
