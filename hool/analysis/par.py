"""Par in HOOL scoring: the score that both sides reach if all four see every card and nobody errs.

**How par is defined for HOOL.** A side's contract is worth what it scores double dummy: made, undoubled; failing,
doubled, because opponents who see all cards double it. Whoever holds such a contract, the other side may say more as
long as that pays, for as many turns as they like; par is where neither side gains by another bid. The side of the
dealer speaks first, as equal bids in HOOL belong to the player nearest the dealer.

**Why not HOOL's own three steps?** They are secret and simultaneous, so with all cards known the best play would be a
guessing game (when to bid a little less in step 1 to keep the last word in step 3), its value an average over guesses
that names no contract, and in step 3 even hopeless bids could not be doubled. A learner asks "what could we have
made, and could they stop us?", and that is what this answers: one contract, one score, the same at all tables. Nobody
is vulnerable in HOOL, the bonuses depend on the bid, and every undertrick costs the same; the points themselves always
come from `hool.score` under the board's options.
"""

from __future__ import annotations

from dataclasses import dataclass

from hool.rules import hool
from hool.rules.game import Seat

Tricks = tuple[tuple[int, ...], ...]
"""Double-dummy tricks: per declarer N E S W, per denomination in the order C D H S NT."""

DENOMINATIONS = ("C", "D", "H", "S", "NT")


@dataclass(frozen=True, slots=True)
class Par:
    """points: for North-South, negative if East-West score. contract: "4S", "" if nobody gains by bidding.
    declarers: the seats that reach it, all of one side. doubled: 2 if the contract fails and is bid to save points,
    else 1. tricks: declarer's."""

    points: int
    contract: str = ""
    declarers: tuple[Seat, ...] = ()
    doubled: int = 1
    tricks: int = 0


def par(tricks: Tricks, options: hool.Options, dealer: Seat) -> Par:
    """Par of a board of a full pack. tricks: its double-dummy table. Of equal scores the highest contract
    is named, which is the one without overtricks."""
    # From the top down: `best[side]` is what that side reaches with a bid higher than the present one, the other side
    # answering with still higher ones as long as that pays.
    best: list[Par | None] = [None, None]
    for bid in reversed(hool.BIDS):
        reached: list[Par] = []
        for side in (0, 1):
            here, answer = _worth(tricks, options, bid, side), best[1 - side]
            reached.append(answer if answer and _gain(answer, 1 - side) > _gain(here, 1 - side) else here)
        for side, now in enumerate(reached):
            old = best[side]
            best[side] = old if old and _gain(old, side) >= _gain(now, side) else now
    outcome = Par(0)  # all four pass
    for side in (1 - dealer % 2, dealer % 2):  # the dealer's side may keep the other one from opening
        opening = best[side]
        if opening and _gain(opening, side) > _gain(outcome, side):
            outcome = opening
    return outcome


def _worth(tricks: Tricks, options: hool.Options, bid: str, side: int) -> Par:
    """A bid of a side as the contract, played by its better declarer."""
    place = DENOMINATIONS.index(bid[1:])
    most = max(tricks[side][place], tricks[side + 2][place])
    declarers = tuple(seat for seat in (side, side + 2) if tricks[seat][place] == most)
    doubled = 1 if most >= hool.tricks_needed(bid) else 2
    ours, theirs = hool.score(options, bid, doubled, most)
    points = ours - theirs
    return Par(points if side == 0 else -points, bid, declarers, doubled, most)


def _gain(reached: Par, side: int) -> int:
    return reached.points if side == 0 else -reached.points
