"""What Hoola's pages say beside the rules: what was done, what one can do with which cards, and which cards of a hand
go together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from flask import Flask

from hool.fold import Table
from hool.rules import hoola
from hool.rules.cards import SUITS, Card, parse_card
from hool.rules.game import Choice, Seat
from hool.rules.hoola import Claim, Declare, Discard, Draw, LayMeld, LayOff, Meld, Pass, Take, View
from hool.rules.hoola_melds import as_meld, grown, melds_in
from hool.rules.hoola_score import hand_value
from hool.rules.text import Cards, Player, Text, say

SHOWN = 12  # deeds: what is told of a board in play


class Deed(NamedTuple):
    """Something that was done, as all may know it. ``meld`` is the number of the meld that it changed, 0 for none;
    ``cards`` are those that came to it."""

    seat: Seat
    said: Text
    meld: int = 0
    cards: tuple[Card, ...] = ()
    ends_turn: bool = False


class Offer(NamedTuple):
    """Something that the viewer could do now: the action as text, the cards of the hand it is about, the number of the
    meld of the table it goes on (else 0), and why not."""

    text: str
    cards: tuple[Card, ...]
    meld: int = 0
    why: Text | None = None


class Offers(NamedTuple):
    """What the viewer could do now, by kind; refused ones only where a page says why. ``lays`` are also those that come
    within reach by another: ``text`` is then the first of them."""

    draw: Offer | None = None
    takes: tuple[Offer, ...] = ()  # in turn
    claims: tuple[Offer, ...] = ()  # out of turn
    no_meld: Text | None = None  # why the top discard cannot be had, if it cannot
    answer: Offer | None = None  # no, thank you; refused after an answer; None for whoever discarded
    melds: tuple[Offer, ...] = ()
    odd: tuple[Offer, ...] = ()  # cards that look like a meld, or may not go now, each with why
    lays: tuple[Offer, ...] = ()
    discards: tuple[Offer, ...] = ()
    keep: Text | None = None  # why no card can be discarded
    words: tuple[Offer, ...] = ()  # knock, blast, luck


# -- what was done ---------------------------------------------------------------------------------------------


def deeds(table: Table) -> tuple[Deed, ...]:
    """The last deeds of the board in play, oldest first; () between boards. Answers to a discard are told when the time
    for them is over, and of several claims only the one that got it."""
    if not table.playing:
        return ()
    state = table.play.state
    found: list[Deed] = []
    wishes: dict[Seat, tuple[Card, ...]] = {}
    top, discarder, melds = state.deal.rest[0], state.board.dealer, 0
    ended = (-1, "close") if hoola.phase(state) != "claim" else None
    for seat, text in [*((act.seat, act.text) for act in table.play.acts), *([ended] if ended else [])]:
        verb, _, rest = text.partition(" ")
        if verb == "claim":
            wishes[seat] = _cards(rest)
        if verb in ("claim", "pass"):
            continue
        for first in hoola.seats_after(state.board, discarder) if wishes else ():
            if first in wishes:
                melds += 1
                found.append(_thanked(first, top, wishes[first], melds))
                break
        wishes.clear()
        if verb == "close":
            continue
        deed = _deed(seat, verb, rest, top, melds + 1)
        melds = max(melds, deed.meld)
        if verb == "discard":
            top, discarder = _cards(rest)[0], seat
        found.append(deed)
    return tuple(found[-SHOWN:])


def _deed(seat: Seat, verb: str, rest: str, top: Card, number: int) -> Deed:
    who = Player(seat)
    match verb:
        case "draw":
            return Deed(seat, say("{who} drew a card.", who=who))
        case "take":
            cards = _cards(rest)
            if as_meld("round", cards) is None:
                return Deed(seat, say("{who} took the {card}.", who=who, card=top))
            said = say("{who} took the {card}: {cards}.", who=who, card=top, cards=Cards(cards))
            return Deed(seat, said, number, cards)
        case "meld":
            cards = _cards(rest)
            return Deed(seat, say("{who} laid down {cards}.", who=who, cards=Cards(cards)), number, cards)
        case "lay":
            card, meld = rest.split(" on ")
            said = say("{who} laid the {card} on meld {number}.", who=who, card=parse_card(card), number=meld)
            return Deed(seat, said, int(meld), _cards(card))
        case "discard":
            return Deed(seat, say("{who} discarded the {card}.", who=who, card=parse_card(rest)), ends_turn=True)
    raise ValueError(f"{verb} is no deed of a board in play")


def _thanked(seat: Seat, top: Card, cards: tuple[Card, ...], number: int) -> Deed:
    said = say("{who} said thank you for the {card}: {cards}.", who=Player(seat), card=top, cards=Cards(cards))
    return Deed(seat, said, number, cards)


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, text.split()))


def fresh_cards(done: Sequence[Deed]) -> dict[int, tuple[Card, ...]]:
    """What came to the melds in the turn that goes on, or while a discard may be claimed in the one before it."""
    found: dict[int, tuple[Card, ...]] = {}
    for at, deed in enumerate(reversed(done)):
        if deed.ends_turn and at:
            break
        if deed.meld:
            found[deed.meld] = (*deed.cards, *found.get(deed.meld, ()))
    return found


# -- what one can do -------------------------------------------------------------------------------------------


def offers(view: View) -> Offers:
    """What the viewer could do now."""
    if view.seat is None or view.phase == "done":
        return Offers()
    own = view.seat in view.to_act and view.phase != "claim"
    by_kind: dict[type, list[Choice]] = {}
    for choice in view.choices:
        by_kind.setdefault(type(choice.action), []).append(choice)
    takes, claims = _allowed(by_kind.get(Take, ())), _allowed(by_kind.get(Claim, ()))
    return Offers(
        draw=next((_offer(choice) for choice in by_kind.get(Draw, ()) if own), None),
        takes=takes,
        claims=claims,
        no_meld=None if takes or claims else _why_no_meld(view, [*by_kind.get(Take, ()), *by_kind.get(Claim, ())]),
        answer=next((_offer(choice) for choice in by_kind.get(Pass, ())), None),
        melds=_allowed(by_kind.get(LayMeld, ())),
        odd=tuple(_offer(choice) for choice in by_kind.get(LayMeld, ()) if choice.why_not is not None),
        lays=_lays(view, by_kind.get(LayOff, ())) if own else (),
        discards=_allowed(by_kind.get(Discard, ())),
        keep=next((choice.why_not for choice in by_kind.get(Discard, ()) if own), None),
        words=tuple(_offer(choice) for choice in by_kind.get(Declare, ())),
    )


def _allowed(choices: Sequence[Choice]) -> tuple[Offer, ...]:
    return tuple(_offer(choice) for choice in choices if choice.why_not is None)


def _offer(choice: Choice) -> Offer:
    action, why = choice.action, choice.why_not
    match action:
        case Take(cards) | Claim(cards) | LayMeld(cards):
            return Offer(str(action), cards, why=why)
        case LayOff(card, number):
            return Offer(str(action), (card,), number, why)
        case Discard(card):
            return Offer(str(action), (card,), why=why)
    return Offer(str(action), (), why=why)


def _why_no_meld(view: View, refused: Sequence[Any]) -> Text | None:
    """Why the top discard cannot be had: what the rules say of a meld that it would make, else that it makes none."""
    if not refused:
        return None
    for choice in refused:
        if as_meld(view.options.ace, choice.action.cards) is not None:
            return choice.why_not
    return say("The {card} makes no meld with your cards.", card=view.discards[-1])


def _lays(view: View, choices: Sequence[Any]) -> tuple[Offer, ...]:
    """Single cards for melds of the table, and several that go on a meld one after another."""
    assert view.seat is not None
    hand = view.hands[view.seat] or ()
    most = len(hand) - 1 if view.options.must_discard else len(hand)
    found: dict[tuple[int, frozenset[Card]], Offer] = {}
    for choice in choices:
        if choice.why_not is not None:
            continue
        card, meld = choice.action.card, view.melds[choice.action.meld - 1]
        first = str(choice.action)
        reached: list[tuple[tuple[Card, ...], Meld]] = [((card,), _grown(view, meld, card))]
        while reached:
            cards, now = reached.pop()
            if (meld.number, frozenset(cards)) in found or len(cards) > most:
                continue
            found[meld.number, frozenset(cards)] = Offer(first, cards, meld.number)
            for other in hand:
                if other not in cards and (after := grown(view.options.ace, view.options.single7, now, other)):
                    reached.append(((*cards, other), after))
    return tuple(found.values())


def _grown(view: View, meld: Meld, card: Card) -> Meld:
    after = grown(view.options.ace, view.options.single7, meld, card)
    assert after is not None
    return after


# -- a hand ----------------------------------------------------------------------------------------------------


def in_hand(cards: Sequence[Card]) -> tuple[Card, ...]:
    """By suit, each from the ace up, as melds are written."""
    return tuple(sorted(cards, key=lambda card: (SUITS.index(card.suit), 1 if card.rank == 14 else card.rank)))


@lru_cache(maxsize=2048)
def together(ace: str, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """Melds that stand beside each other in this hand: as many of its cards as can be, in as few melds as can be."""
    best: tuple[tuple[Card, ...], ...] = ()

    def worth(chosen: Sequence[tuple[Card, ...]]) -> tuple[int, int]:
        return sum(map(len, chosen)), -len(chosen)

    def search(left: Sequence[tuple[Card, ...]], chosen: tuple[tuple[Card, ...], ...]) -> None:
        nonlocal best
        if worth(chosen) > worth(best):
            best = chosen
        for at, meld in enumerate(left):
            search([other for other in left[at + 1 :] if not set(other) & set(meld)], (*chosen, meld))

    search(melds_in(ace, hand), ())
    return best


def install(app: Flask) -> None:
    """Give the templates the words of this module."""
    words: dict[str, Any] = {
        "hoola_counts": hand_value,
        "hoola_offers": offers,
        "hoola_fresh": fresh_cards,
        "hoola_in_hand": in_hand,
        "hoola_together": together,
        "Cards": Cards,
    }
    app.jinja_env.globals.update(words)
