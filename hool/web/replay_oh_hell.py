"""A finished hand of Oh Hell step by step: a pure function of what the record holds, and what its replay shows beside.

A step is a bid, or all bids where they are turned together, the naming of trumps, a card, and last the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hool.fold import BoardRecord
from hool.rules import oh_hell
from hool.rules.cards import JOKER, SUITS, Card
from hool.rules.game import Board, Deal, Seat, play
from hool.rules.text import Player, Text, say, say_count

PHASES = ("deal", "bids", "trumps", "play", "result")
_SUITS = {"S": say("spades"), "H": say("hearts"), "D": say("diamonds"), "C": say("clubs")}
# What somebody did with a card: (how, and it won the trick).
_PLAYS = {
    ("lead", False): say("{seat} leads {card}."),
    ("follow", False): say("{seat} plays {card}."),
    ("follow", True): say("{seat} plays {card} and wins the trick."),
    ("trump", False): say("{seat} has no {suit} and trumps with {card}."),
    ("trump", True): say("{seat} has no {suit}, trumps with {card} and wins the trick."),
    ("throw", False): say("{seat} has no {suit} and throws {card}."),
    ("blind", False): say("{seat} turns the own card: {card}."),
    ("blind", True): say("{seat} turns the own card, {card}, and wins the trick."),
}


@dataclass(frozen=True, slots=True)
class Step:
    """A finished hand after some of its acts, all hands open.

    at, view, hands, number, trick, winner, hot, actor, said, reasons, done: as in `replay.Step`; phase: one of PHASES.
    worth: how many tricks the one on the table counts. void: it is complete, and nobody has won it.
    """

    at: int
    phase: str
    view: Any
    hands: tuple[tuple[Card, ...], ...]
    number: int = 0
    trick: tuple[tuple[Seat, Card], ...] = ()
    winner: Seat | None = None
    worth: int = 1
    void: bool = False
    hot: Card | None = None
    actor: Seat | None = None
    said: tuple[Text, ...] = ()
    reasons: tuple[tuple[Seat, Text], ...] = ()
    done: int = 0


def steps(
    board: Board, deal: Deal, acts: Iterable[tuple[Seat, str]], reasons: Mapping[int, Text] | None = None
) -> tuple[Step, ...]:
    """A hand as the steps of its replay. reasons: a robot's reason by the place of its act in `acts`.

    Raises IllegalAction for acts that are not legal.
    """
    state = oh_hell.start(board, deal)
    view = oh_hell.view(state, None)
    made = [Step(0, "deal", view, deal.hands, said=_dealt(view))]
    thoughts: list[tuple[Seat, Text]] = []
    place = -1
    for place, (seat, text) in enumerate(acts):
        before, state = view, play(oh_hell, state, seat, text)
        view = oh_hell.view(state, None)
        if reasons and place in reasons:
            thoughts.append((seat, reasons[place]))
        if before.phase == "bids" and before.bidding in ("secret", "knock") and not _turned(before, view):
            continue  # secret: a step of the replay is the moment when all bids are turned
        step = Step(len(made), before.phase, view, state.hands, actor=seat, reasons=tuple(thoughts), done=place + 1)
        thoughts.clear()
        if before.phase == "play":
            made.append(_card(step, before, seat, made[-1].hands[seat]))
        elif before.phase == "trumps":
            assert view.trumps_why is not None
            made.append(replace(step, said=(view.trumps_why,)))
        elif before.bidding in ("secret", "knock"):
            made.append(replace(step, actor=None, said=_turned_words(before, view)))
        else:
            made.append(replace(step, said=_bid(before, view, seat)))
    said = () if view.result is None else (view.result.line,)
    made.append(Step(len(made), "result", view, deal.hands, said=said, done=place + 1))
    return tuple(made)


def _dealt(view: Any) -> tuple[Text, ...]:
    said = [
        say("{seat} deals.", seat=Player(view.dealer)),
        say_count("Everybody gets {count} card.", "Everybody gets {count} cards.", view.size),
    ]
    if view.trumps_why is not None:
        said.append(view.trumps_why)
    if view.blind:
        said.append(say("Everybody sees the cards of all others, but not the own one."))
    if view.doubled:
        said.append(say("It is a spade: all points of this hand count twice."))
    return tuple(said)


def _turned(before: Any, view: Any) -> bool:
    """Whether the last of the secret bids has just been made."""
    return view.phase != "bids" or len(view.attempts) > len(before.attempts)


def _turned_words(before: Any, view: Any) -> tuple[Text, ...]:
    said = [say("All bids are turned face up together.")]
    if len(view.attempts) > len(before.attempts):
        said.append(
            say_count(
                "They add up to the one trick there is, so everybody bids again.",
                "They add up to the {count} tricks there are, so everybody bids again.",
                view.size,
            )
        )
        if view.bidding == "hook":
            said.append(say("From now on the bids are made in turn, with the dealer’s hook."))
        return tuple(said)
    return (*said, _sum(view))


def _bid(before: Any, view: Any, seat: Seat) -> tuple[Text, ...]:
    bid = view.bids[seat]
    said = [
        say_count("{seat} bids {count} trick.", "{seat} bids {count} tricks.", bid, seat=Player(seat))
        if bid
        else say("{seat} bids no trick.", seat=Player(seat))
    ]
    if before.forbidden is not None:
        said.append(
            say(
                "{bid} was not allowed: {total} + {bid} is {size}, and the bids may not add up to the tricks.",
                bid=before.forbidden,
                total=before.total,
                size=view.size,
            )
        )
    if view.phase != "bids":
        said.append(_sum(view))
    return tuple(said)


def _sum(view: Any) -> Text:
    """All bids beside the tricks there are."""
    over = view.total - view.size
    sums = {"total": view.total, "size": view.size}
    if not over:
        return say("The bids add up to the tricks: {total} of {size}.", **sums)
    if over > 0:
        return say("The bids add up to {total} of {size}: {over} too many.", **sums, over=over)
    return say("The bids add up to {total} of {size}: {under} too few.", **sums, under=-over)


def _card(step: Step, before: Any, seat: Seat, held: Sequence[Card]) -> Step:
    """`step` completed for a card that `seat`, who held these, played when the hand stood as in `before`."""
    view = step.view
    left = list(step.hands[seat])
    card = next(each for each in held if each not in left or held.count(each) > left.count(each))
    trick = (*before.trick, (seat, card))
    done = len(view.tricks) > len(before.tricks)
    winner = view.tricks[-1].winner if done else None
    led = trick[0][1]
    suit = view.trumps if led == JOKER and view.trumps in SUITS else led.suit
    how = _how(card, suit, view.trumps, first=len(trick) == 1, blind=before.blind)
    sentence = _PLAYS[how, winner == seat]
    said = [replace(sentence, params=(("seat", Player(seat)), ("card", card), ("suit", _SUITS.get(suit, ""))))]
    if view.options.double_rule != "pinochle" and [each for _, each in before.trick].count(card) == 1:
        said.append(say("There are two {card} now: neither of them can win.", card=card))
    if winner is not None and winner != seat:
        said.append(say("{seat} wins the trick.", seat=Player(winner)))
    if done and winner is None:
        said.append(
            say("No card can win this trick. The next one counts {count}.", count=view.worth)
            if view.phase == "play"
            else say("No card can win this trick, and nobody gets it.")
        )
    elif done and before.worth > 1:
        said.append(say_count("It counts {count} trick.", "It counts {count} tricks.", before.worth))
    return replace(
        step,
        number=len(before.tricks) + 1,
        trick=trick,
        winner=winner,
        worth=before.worth,
        void=done and winner is None,
        hot=card,
        said=tuple(said),
    )


def _how(card: Card, suit: str, trumps: str, first: bool, blind: bool) -> str:
    """suit: of which a card has to be played."""
    if blind:
        return "blind"
    if first:
        return "lead"
    if suit not in SUITS or card.suit == suit or (card == JOKER and suit == trumps):
        return "follow"
    if card.suit == trumps or card == JOKER:
        return "trump"
    return "throw"


# -- what stands beside the steps --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Score:
    """How one seat came out of a hand. why: the points, a line for each step; total: with the hands before it."""

    seat: Seat
    bid: int
    tricks: int
    why: tuple[Text, ...]
    points: int
    total: int

    @property
    def made(self) -> bool:
        return self.bid == self.tricks


def scores(record: BoardRecord, before: Iterable[BoardRecord]) -> tuple[Score, ...]:
    """before: the other finished hands of its match, up to this one."""
    state, options = record.state, record.board.options
    doubled = oh_hell.view(state, None).doubled
    earlier = [each.result.scores for each in before if each.result.counted]
    return tuple(
        Score(
            seat=seat,
            bid=bid,
            tricks=won,
            why=oh_hell.explain(options, state.size, bid, won, doubled),
            points=record.result.scores[seat],
            total=record.result.scores[seat] + sum(each[seat] for each in earlier),
        )
        for seat, (bid, won) in enumerate(zip(state.bids, state.won, strict=True))
    )
