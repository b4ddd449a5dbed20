"""Turned deals: the cards go round the table, the children keep their seats."""

from __future__ import annotations

from dataclasses import replace

from hool.rules.game import Deal, Seat


def turn(deal: Deal, dealer: Seat, by: int) -> tuple[Deal, Seat]:
    """The same deal and its dealer, carried `by` seats clockwise: with 1, North's cards go to East, with 2 to South.

    Any whole number is a turn; as many as there are seats are none, and `-by` turns back. The undealt cards stay.
    """
    hands = deal.hands
    by %= len(hands)
    return replace(deal, hands=(*hands[-by:], *hands[:-by]) if by else hands), (dealer + by) % len(hands)
