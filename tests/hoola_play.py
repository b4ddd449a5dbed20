"""What the tests of Hoola share: boards dealt to order, and acts as text.

Four seats, and seat 0 deals and plays first, if nothing else is said.
"""

from hool.rules import hoola
from hool.rules.cards import FULL_PACK, Deal, hand_order, parse_card
from hool.rules.game import CLOCK, Board, legal_actions, play
from hool.rules.hoola import Meld, Options


def cards(text):
    return tuple(parse_card(card) for card in text.split())


def dealt(*hands, turned="KS", stock="", seats=4, dealer=0, **changes):
    """A board just dealt: hands of seat 0, 1 ... (the missing cards and hands are the highest nobody else has), the
    card turned up, the top of the stock."""
    held, up, top = [cards(hand) for hand in hands], cards(turned), cards(stock)
    named = {card for part in (*held, up, top) for card in part}
    left = [card for card in reversed(FULL_PACK) if card not in named]
    held += [()] * (seats - len(held))
    full = []
    for hand in held:
        full.append(hand_order((*hand, *(left.pop() for _ in range(7 - len(hand))))))
    deal = Deal(tuple(full), (*up, *top, *reversed(left)), up[0])
    return hoola.start(Board(1, dealer, seats, Options(players=seats, **changes)), deal)


def made(*hands, melds="", discards="2S", stock=20, turn=0, had_turn=True, discarder=None, drawn=False, **changes):
    """The middle of a board, put together: hands as they are, melds as "0 7C, 1 4S 4H 4D" (owner and cards).

    stock: how many of the cards left over are still there to draw; the others lie under the discards.
    """
    held = tuple(hand_order(cards(hand)) for hand in hands)
    options = Options(players=len(hands), **changes)
    board = Board(1, 0, len(hands), options)
    laid = []
    for number, line in enumerate(filter(None, melds.split(",")), 1):
        owner, text = line.strip().split(" ", 1)
        laid.append(Meld(number, int(owner), *hoola.as_meld(options.ace, cards(text))))
    top = cards(discards)
    named = {card for part in (*held, top, *(meld.cards for meld in laid)) for card in part}
    left = tuple(card for card in FULL_PACK if card not in named)
    owners = {meld.owner for meld in laid}
    return hoola.State(
        board,
        Deal(held),
        hands=held,
        stock=left[:stock],
        discards=left[stock:] + top,
        melds=tuple(laid),
        melded=tuple(seat in owners for seat in range(len(hands))),
        had_turn=(had_turn,) * len(hands) if isinstance(had_turn, bool) else had_turn,
        turn=turn,
        discarder=discarder,
        drawn=drawn,
        had_melded=drawn and turn in owners,
        drew_last=None if stock else (turn - 1) % len(hands),
    )


def do(state, *acts):
    """The state after acts such as "0 draw" or "clock close", each through the checked door; no card gets lost."""
    for act in acts:
        seat, _, text = act.partition(" ")
        state = play(hoola, state, CLOCK if seat == "clock" else int(seat), text)
        whole(state)
    return state


def whole(state):
    """Hands, melds, discards and stock are the 52 different cards."""
    there = [*state.stock, *state.discards]
    for part in (*state.hands, *(meld.cards for meld in state.melds)):
        there += part
    assert len(there) == 52 and set(there) == set(FULL_PACK)


def may(state, seat, verb=""):
    """What a seat may do now, as texts that begin with `verb`."""
    return [str(action) for action in legal_actions(hoola, state, seat) if str(action).startswith(verb)]


def why_not(state, seat, text):
    (choice,) = (choice for choice in hoola.choices(state, seat) if str(choice.action) == text)
    return choice.why_not and str(choice.why_not)


def offered(state, seat, verb=""):
    """Everything a seat could try, refused or not."""
    return [str(c.action) for c in hoola.choices(state, seat) if str(c.action).startswith(verb)]


def shows(state, seat=None):
    return hoola.view(state, seat)


def scores(state):
    return hoola.result(state).scores
