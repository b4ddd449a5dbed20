"""Why a table waits, in words for the teacher: one sentence for its row, a few words for each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hool.rules.text import Text, say
from hool.web.desk_games import ALONE
from hool.web.seat_words import sitters


@dataclass(frozen=True, slots=True)
class Wait:
    """A seat that is waited for since ``since`` (seconds since 1970). ``why`` says what it owes, without the name."""

    seat: int
    since: float
    why: Text


def waits(show: Any, since: Mapping[int, float]) -> tuple[Wait, ...]:
    """The people of a table who are waited for, by seat. ``since`` is as from ``radar.awaited``; a robot is no person
    to wait for, who is not here owes no wish for the next board, and after a match nobody does."""
    view = show.view
    if view is None or show.match_over:
        return ()
    over = view.phase == "done"
    return tuple(
        Wait(seat, at, _owes(show, seat))
        for seat, at in since.items()
        if show.seats[seat].kind == "person" and not (over and show.seats[seat].away)
    )


def _owes(show: Any, seat: int) -> Text:
    view = show.view
    if show.ask is not None:
        return say("is asked about a claim") if show.ask.kind == "claim" else say("is asked about a card")
    if show.game != "hool":
        return ALONE[show.game].owes(view)
    match view.phase:
        case "clues":
            return say("first clue due") if not view.clues[seat] else say("second clue due")
        case "agree":
            return say("answer due") if view.proposals else say("proposal due")
        case "step 1" | "step 2" | "step 3":
            return say("bid due")
        case "redouble":
            return say("redouble or not?")
        case "closing":
            return say("double or not?")
        case "done":
            return say("has not pressed next board")
    if not view.trick and not view.tricks:
        return say("lead due")
    return say("dummy’s card due") if _from_dummy(view) else say("card due")


def _from_dummy(view: Any) -> bool:
    return view.dummy is not None and (view.leader + len(view.trick)) % 4 == view.dummy


def sentence(show: Any, waiting: Sequence[Wait], chosen: int) -> Text:
    """Why a table waits for these people. ``chosen`` is how many have called in the running step of the bidding."""
    view = show.view
    who = sitters(show.game, [wait.seat for wait in waiting])
    many = len(waiting) > 1
    if show.ask is not None:
        if show.ask.kind == "claim":
            return (
                say("{who} have not answered the claim", who=who)
                if many
                else say("{who} has not answered the claim", who=who)
            )
        return (
            say("{who} are asked whether a card may be taken back", who=who)
            if many
            else say("{who} is asked whether a card may be taken back", who=who)
        )
    if show.game != "hool":
        return ALONE[show.game].sentence(view, [wait.seat for wait in waiting])
    match view.phase:
        case "clues":
            return say("{who} has not told a clue", who=who)
        case "agree" if view.proposals:
            return say("{who} has not answered the proposal", who=who)
        case "agree":
            return say("{who} has not proposed a contract", who=who)
        case "step 1" | "step 2" | "step 3":
            return _bids(who, many, chosen)
        case "redouble":
            return say("{who} has not said whether to redouble", who=who)
        case "closing":
            return (
                say("{who} have not said whether to double", who=who)
                if many
                else say("{who} has not said whether to double", who=who)
            )
        case "done":
            return (
                say("{who} have not pressed next board", who=who)
                if many
                else say("{who} has not pressed next board", who=who)
            )
    if not view.trick and not view.tricks:
        return say("{who} has not led", who=who)
    if _from_dummy(view):
        return say("{who} has not played from dummy", who=who)
    return say("{who} has not played a card", who=who)


def _bids(who: object, many: bool, chosen: int) -> Text:
    if not chosen:
        return say("{who} have not bid", who=who) if many else say("{who} has not bid", who=who)
    match many, chosen:
        case False, 1:
            return say("{who} has not bid, one has", who=who)
        case False, 2:
            return say("{who} has not bid, two have", who=who)
        case False, _:
            return say("{who} has not bid, three have", who=who)
        case True, 1:
            return say("{who} have not bid, one has", who=who)
    return say("{who} have not bid, two have", who=who)
