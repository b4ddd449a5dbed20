"""What robots say at a table that is being played: taken from the log, and only what all may know by now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hool.fold import Act, Table
from hool.robots import hoola_telling, oh_hell_telling
from hool.robots.telling import told_answer, told_call, told_card, told_clue
from hool.rules.cards import parse_card
from hool.rules.game import CLOCK
from hool.rules.text import Text
from hool.tables import TEACHER_CHOSE

AT_ONCE = 4  # acts of which something may be said at the same time: a trick, a round of clues, a step


def told_reasons(table: Table) -> tuple[tuple[int, Text], ...]:
    """What the robots say of their last acts, oldest first, as ``(seat, sentence)``; () between boards.

    Of each seat the last one only. Acts that are not open yet, such as secret bids, are passed over as if they had not
    happened.
    """
    if not table.playing:
        return ()
    return _TOLD[table.game](table, table.rules.view(table.play.state, None))


def _told_in_hool(table: Table, view: Any) -> tuple[tuple[int, Text], ...]:
    """The same in HOOL: of clues, calls and answers, and of the trick on the table or the last."""
    calls = {seat: [row for row, said in enumerate(view.calls) if said[seat] is not None] for seat in range(4)}
    made = dict.fromkeys(range(4), 0)
    known: list[tuple[Act, int]] = []  # with the row of a call
    for act in table.play.acts:
        row = -1
        if act.text.partition(" ")[0] in ("bid", "pass", "double", "redouble"):
            made[act.seat] += 1
            if made[act.seat] > len(calls[act.seat]):
                continue
            row = calls[act.seat][made[act.seat] - 1]
        known.append((act, row))
    last = known[-AT_ONCE:]
    if view.phase == "play" and view.trick:  # of the trick on the table only
        last = known[-len(view.trick) :]
    found: dict[int, Text] = {}
    for act, row in last:
        said = _said(table, view, act, row) if act.note not in ("", TEACHER_CHOSE) else None
        found.pop(act.seat, None)
        if said is not None:
            found[act.seat] = said
    return tuple(found.items())


def _told_in_oh_hell(table: Table, view: Any) -> tuple[tuple[int, Text], ...]:
    """The same in Oh Hell: of the bids as they come, of who names trumps, and of the trick on the table or the last."""
    found: dict[int, Text] = {}
    for act in table.play.acts[-(len(view.trick) or len(view.hands)) :]:
        before = _before(table, act)
        if act.note in ("", TEACHER_CHOSE) or before is None:
            continue
        verb, _, rest = act.text.partition(" ")
        said: Text | None = None
        if verb == "bid":
            said = oh_hell_telling.told_bid(before, int(rest))
        elif verb == "trumps":
            said = oh_hell_telling.told_trumps(rest)
        elif rest:
            said = oh_hell_telling.told_card(before, act.seat, parse_card(rest))
        if said is not None:
            found[act.seat] = said
    return tuple(found.items())


def _told_in_hoola(table: Table, view: Any) -> tuple[tuple[int, Text], ...]:
    """The same in Hoola: of the last deeds that all could see. Answers to a discard are passed over as if they had not
    happened, but for a claim that got it at once, and the clock says nothing."""
    unseen = ("draw", "pass") if view.options.claim_policy == "first" else ("draw", "pass", "claim")
    shown = [act for act in table.play.acts if act.seat != CLOCK and act.text.partition(" ")[0] not in unseen]
    found: dict[int, Text] = {}
    for act in shown[-AT_ONCE:]:
        before = _before(table, act)
        if before is None:
            continue
        said = hoola_telling.told(before, act.seat, act.text) if act.note not in ("", TEACHER_CHOSE) else None
        found.pop(act.seat, None)
        if said is not None:
            found[act.seat] = said
    return tuple(found.items())


_TOLD: dict[str, Callable[[Table, Any], tuple[tuple[int, Text], ...]]] = {
    "hool": _told_in_hool,
    "oh_hell": _told_in_oh_hell,
    "hoola": _told_in_hoola,
}


def _before(table: Table, act: Act) -> Any:
    """What all saw before an act; None if that is no longer known."""
    state = next((play.state for seq, play in reversed(table.history) if seq < act.seq), None)
    return None if state is None else table.rules.view(state, None)


def _said(table: Table, view: Any, act: Act, row: int) -> Text | None:
    """The sentence for one act: from the public view before it, or for a call from the one that shows it."""
    verb, _, rest = act.text.partition(" ")
    level = table.seats[act.seat].robot
    if row >= 0:
        return told_call(view, row, act.seat, level)
    if verb == "agree":
        return told_answer(view.proposals[-1][1], level)
    then = _before(table, act) if verb in ("clue", "play") else None
    if then is None:
        return None
    if verb == "play":
        return told_card(then, act.seat, parse_card(rest), level)
    value = dict(view.clues[act.seat]).get(rest)
    return None if value is None else told_clue(then, act.seat, rest, value, level)
