"""Where trumps come from in Oh Hell, and the sentence that says it."""

from __future__ import annotations

from collections.abc import Sequence

from hool.rules.cards import JOKER, Card, CardError
from hool.rules.game import Board, Deal
from hool.rules.oh_hell_options import Options
from hool.rules.oh_hell_state import State, chooser_of, phase
from hool.rules.text import Player, Text, say


def top_card(cards: Sequence[Card], options: Options) -> Card:
    """The card that counts when the first of `cards` is turned up: after a joker the next one, if the table says so."""
    return cards[1] if options.joker_turned == "next" and cards[0] == JOKER and len(cards) > 1 else cards[0]


def turned_card(board: Board, deal: Deal) -> Card | None:
    """The card that makes trumps, None if none is turned; raises `CardError` if that of the deal cannot be it."""
    options: Options = board.options
    if options.trump != "turn_up" or (not deal.rest and options.no_stock == "no_trump"):
        return None
    if deal.rest:
        card = top_card(deal.rest, options)
        if deal.turned not in (None, card):
            raise CardError(
                say("{card} cannot be turned up: {top} is the next card of the pack.", card=deal.turned, top=card)
            )
        return card
    if deal.turned is None:
        raise CardError(say("All cards are dealt, and the deal does not say which one was turned up."))
    if options.no_stock == "dealer_last" and deal.turned not in deal.hands[board.dealer]:
        raise CardError(say("{card} cannot be the dealer's last card: the dealer does not hold it.", card=deal.turned))
    return deal.turned


def first_trumps(board: Board, turned: Card | None) -> str:
    """The trumps of a hand before anybody bids: a suit, "N" for none, "" if they are to be named."""
    options: Options = board.options
    match options.trump:
        case "spades":
            return "S"
        case "highest_bidder":
            return ""
        case "rotation":
            return options.rotation[(board.number - 1) % len(options.rotation)]
    return turned.suit if turned is not None and turned != JOKER else "N"


_LISTED = {
    "S": say("Trumps change by a list: now it is spades."),
    "H": say("Trumps change by a list: now it is hearts."),
    "D": say("Trumps change by a list: now it is diamonds."),
    "C": say("Trumps change by a list: now it is clubs."),
    "N": say("Trumps change by a list: now there are none."),
}


def why_trumps(state: State) -> Text | None:
    """Why these are trumps, or who is to name them, for all to hear; None while that is open."""
    options: Options = state.board.options
    match options.trump:
        case "spades":
            return say("Spades are always trumps.")
        case "none":
            return say("This table plays without trumps.")
        case "rotation":
            return _LISTED[state.trumps]
        case "highest_bidder":
            return None if phase(state) == "bids" else _named(state)
    return _turned_up(state)


def _turned_up(state: State) -> Text:
    card, rest = state.turned, state.deal.rest
    if card is None:
        return say("No trumps: all cards are dealt.")
    if card == JOKER:
        return say("No trumps: the joker was turned up.")
    if rest:
        if rest[0] == JOKER:
            return say("The joker was turned up, and then {card}.", card=card)
        return say("{card} was turned up.", card=card)
    if state.board.options.no_stock == "dealer_last":
        return say("All cards are dealt: {card} is the dealer's last card.", card=card)
    return say("All cards are dealt: {card} was turned up before, then shuffled in again.", card=card)


def _named(state: State) -> Text:
    chooser = chooser_of(state)
    bid, seat = state.bids[chooser], Player(chooser)
    said = {
        "": say("{seat} bid most and chooses trumps.", seat=seat),
        "S": say("{seat} bid most and chose spades.", seat=seat),
        "H": say("{seat} bid most and chose hearts.", seat=seat),
        "D": say("{seat} bid most and chose diamonds.", seat=seat),
        "C": say("{seat} bid most and chose clubs.", seat=seat),
        "N": say("{seat} bid most and chose no trumps.", seat=seat),
    }[state.trumps]
    if state.bids.count(bid) == 1:
        return said
    return say("{said} Of equal bids the first counts.", said=said)
