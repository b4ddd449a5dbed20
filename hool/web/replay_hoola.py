"""A finished board of Hoola step by step: a pure function of what the record holds, and what its replay shows beside.

A step is a card drawn or taken, a meld, a card laid off, a discard, a word that ends the board, the time for a discard
if somebody said thank you or could have, and last the result.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hool.fold import BoardRecord
from hool.rules import hoola
from hool.rules.cards import Card
from hool.rules.game import Board, Deal, Seat, legal_actions, play
from hool.rules.hoola import Claim, Meld, State, blast_value, hand_value
from hool.rules.text import Cards, Player, Text, list_players, say, say_count
from hool.web.hoola_result import end_words

PHASES = ("deal", "play", "result")
_ANSWERS = ("claim", "pass", "close")
_Melds = dict[Seat, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class Step:
    """A finished board after some of its acts, all hands open.

    at, view, actor, said, reasons, done: as in `replay.Step`; phase: one of PHASES. hands: what each seat holds, at the
    end what was left. number: of the turn, from 1, 0 before the first. opens: how the turn began if this step begins
    it: draw, take, claim, knock, blast or luck. hot: the cards that moved. meld: the number of the meld that came or
    grew, 0 for none. winner: who won the board, at the result.
    """

    at: int
    phase: str
    view: Any
    hands: tuple[tuple[Card, ...], ...]
    number: int = 0
    opens: str = ""
    hot: tuple[Card, ...] = ()
    meld: int = 0
    actor: Seat | None = None
    said: tuple[Text, ...] = ()
    reasons: tuple[tuple[Seat, Text], ...] = ()
    winner: Seat | None = None
    done: int = 0


def steps(
    board: Board, deal: Deal, acts: Iterable[tuple[Seat, str]], reasons: Mapping[int, Text] | None = None
) -> tuple[Step, ...]:
    """A board as the steps of its replay. reasons: a robot's reason by the place of its act in `acts`.

    The answers to a discard that nobody could use are no step, and why robots said no to it needs no words.
    Raises IllegalAction for acts that are not legal.
    """
    acts, reasons = tuple(acts), reasons or {}
    state = lies = hoola.start(board, deal)  # lies: the board when the last discard came to lie there
    made = [Step(0, "deal", hoola.view(state, None), state.hands, hot=state.discards, said=tuple(_dealt(state)))]
    could: _Melds = {}  # who can meld that discard
    no: set[Seat] = set()  # who has said no to it
    thoughts: list[tuple[Seat, Text]] = []
    number, begins, place = 0, True, -1
    for place, (seat, text) in enumerate(acts):
        before, state = state, play(hoola, state, seat, text)
        verb, actor = text.partition(" ")[0], seat
        answers = verb in _ANSWERS
        if place in reasons and (not answers or seat in could):
            thoughts.append((seat, reasons[place]))
        if answers:
            if verb == "pass":
                no.add(seat)
            if hoola.phase(state) == "claim":
                continue
            if state.claimed is None:
                next_takes = acts[place + 1 : place + 2] and acts[place + 1][1].startswith("take")
                left = {each: cards for each, cards in could.items() if each != state.turn or not next_takes}
                if left:
                    said = (
                        say("Nobody says thank you for {card}.", card=lies.discards[-1]),
                        *_missed(left, no, "late"),
                    )
                    made.append(_step(made, before, state, place, number, None, said, thoughts))
                    thoughts.clear()
                continue
            actor, verb = state.claimed, "claim"
            said = tuple(_thanked(lies, state, could, no))
        else:
            said = tuple(_did(before, state, verb))
        number += begins
        made.append(_step(made, before, state, place, number, actor, said, thoughts, verb if begins else ""))
        thoughts.clear()
        begins = verb == "discard"
        if begins:
            lies, could, no = state, _able(state), set()
    view, at = hoola.view(state, None), len(made)
    said = () if view.result is None else (view.result.line, *end_words(view))
    last = Step(at, "result", view, state.hands, number, said=said, winner=state.winner, done=place + 1)
    return (*made, last)


def _step(
    made: Sequence[Step],
    before: State,
    state: State,
    place: int,
    number: int,
    actor: Seat | None,
    said: tuple[Text, ...],
    thoughts: Iterable[tuple[Seat, Text]],
    opens: str = "",
) -> Step:
    changed = [meld for meld in state.melds if meld not in before.melds]
    moved = tuple(changed[0].cards) if changed else ()
    old = next((meld.cards for meld in before.melds if changed and meld.number == changed[0].number), ())
    hot = tuple(card for card in moved if card not in old)
    if not changed:
        held = {card for hand in before.hands for card in hand}
        drawn = tuple(card for hand in state.hands for card in hand if card not in held)
        hot = drawn or (state.discards[-1:] if len(state.discards) > len(before.discards) else ())
    return Step(
        len(made),
        "play",
        hoola.view(state, None),
        state.hands,
        number,
        opens,
        hot,
        changed[0].number if changed else 0,
        actor,
        said,
        tuple(thoughts),
        done=place + 1,
    )


# -- in words --------------------------------------------------------------------------------------------------------


def _dealt(state: State) -> Iterator[Text]:
    yield say("{seat} deals and plays first.", seat=Player(state.board.dealer))
    yield say("{card} is turned up.", card=state.discards[-1])
    yield say_count("{count} card is left to draw.", "{count} cards are left to draw.", len(state.stock))


def _able(state: State) -> _Melds:
    """Who may answer to the discard that lies there and can meld it: each with the longest such meld."""
    if hoola.phase(state) != "claim":
        return {}
    found: _Melds = {}
    for seat in hoola.waiting(state):
        claims = [action.cards for action in legal_actions(hoola, state, seat) if isinstance(action, Claim)]
        if claims:
            found[seat] = max(claims, key=len)
    return found


_MISSED = {
    "no": say("{seat} could have melded it, but said no: {cards}."),
    "late": say("{seat} could have melded it, but did not say so in time: {cards}."),
    "slow": say("{seat} could have melded it too: {cards}."),
}


def _missed(could: _Melds, no: Container[Seat], others: str) -> Iterator[Text]:
    """Who did not get a card that they could have melded. no: who has said no to it; others: how it was for the others,
    as in `_MISSED`."""
    for seat, cards in could.items():
        words = _MISSED["no" if seat in no else others]
        yield replace(words, params=(("seat", Player(seat)), ("cards", Cards(cards))))


def _thanked(lies: State, state: State, could: _Melds, no: Container[Seat]) -> Iterator[Text]:
    """Somebody has the discard: who, whom that passes over, and who wanted it or could have."""
    seat, card, meld = state.turn, lies.discards[-1], state.melds[-1]
    yield say("{seat} says thank you for {card} and melds {cards}.", **_with(seat, meld), card=card)
    if state.passed_over:
        yield say("Also said thank you, but come later in turn: {players}.", players=list_players(state.passed_over))
    wanted = (seat, *state.passed_over)
    yield from _missed({each: cards for each, cards in could.items() if each not in wanted}, no, "slow")
    assert lies.discarder is not None
    order = hoola.seats_after(state.board, lies.discarder)
    if skipped := order[: order.index(seat)]:
        yield say("No turn this time: {players}.", players=list_players(skipped))


def _with(seat: Seat, meld: Meld) -> dict[str, object]:
    return {"seat": Player(seat), "cards": Cards(meld.cards)}


def _did(before: State, state: State, verb: str) -> Iterator[Text]:
    """What the player in turn did."""
    seat = before.turn
    who: dict[str, object] = {"seat": Player(seat)}
    match verb:
        case "draw" if not before.stock:
            yield say("{seat} has to draw, but no card is left.", **who)
        case "draw":
            yield say("{seat} draws {card}.", **who, card=before.stock[0])
            if not state.stock:
                yield say("It is the last card of the stock.")
        case "take" if state.owed is not None:
            yield say("{seat} takes {card}, to meld it in this turn.", **who, card=state.owed)
        case "take":
            meld = state.melds[-1]
            yield say("{seat} takes {card} and melds {cards}.", **_with(seat, meld), card=before.discards[-1])
        case "meld":
            meld = state.melds[-1]
            alone = len(meld.cards) == 1
            yield say("{seat} melds {cards}.", **_with(seat, meld))
            if alone:
                yield say("A 7 alone is a meld.")
        case "lay":
            (meld,) = (each for each in state.melds if each not in before.melds)
            (card,) = set(meld.cards) - set(before.melds[meld.number - 1].cards)
            yield say("{seat} lays off {card} on meld {number}.", **who, card=card, number=meld.number)
        case "discard":
            yield say("{seat} discards {card}.", **who, card=state.discards[-1])
        case "knock":
            value = hand_value(state.board.options, state.hands[seat])
            yield say_count(
                "{seat} knocks with {count} point in the hand.", "{seat} knocks with {count} points in the hand.",
                value, **who,
            )  # fmt: skip
        case "blast":
            value = blast_value(state.hands[seat])
            if state.ending == "blast small":
                yield say("{seat} calls a small blast: the hand counts only {value}.", **who, value=value)
            else:
                yield say("{seat} calls a large blast: the hand counts {value}.", **who, value=value)
        case "luck":
            yield say("{seat} has all four sevens: big luck!", **who)


# -- what stands beside the steps --------------------------------------------------------------------------------------


def totals(record: BoardRecord, before: Iterable[BoardRecord]) -> tuple[int, ...]:
    """The points of each seat after this board. before: the other finished boards of its match, up to this one."""
    counted = [each.result.scores for each in (*before, record) if each.result.counted]
    return tuple(map(sum, zip(*counted, strict=True)))
