"""Items about tricks: who wins, what may be played, who leads, and who plays which part."""

from __future__ import annotations

from collections.abc import Sequence

from hool.checks.item import Item, Option, Part, Played, Role
from hool.checks.making import Dice, chain, seat_value, seats_part
from hool.rules import hool
from hool.rules.cards import FULL_PACK, SUITS, Card, Deal, hand_order
from hool.rules.game import Board, Seat
from hool.rules.hool import BIDS, PACKS, Options, PlayCard
from hool.rules.text import Bid, Cards, SeatRef, Text, say
from hool.rules.tricks import followers, winning_place

_WERE_LED = {
    "S": say("Spades were led."),
    "H": say("Hearts were led."),
    "D": say("Diamonds were led."),
    "C": say("Clubs were led."),
}
_ARE_TRUMPS = {
    "S": say("Spades are trumps."),
    "H": say("Hearts are trumps."),
    "D": say("Diamonds are trumps."),
    "C": say("Clubs are trumps."),
    "N": say("There are no trumps."),
}


def _said_trumps(dice: Dice, options: Options) -> str:
    """The trumps of an item: "" in lessons that know none."""
    if options.trumps == "N":
        return ""
    return dice.pick("SHDCN" if options.trumps == "contract" else "SHDC")


def _led_by(picture: Played) -> Text:
    led = say("{seat} leads the {card}.", seat=SeatRef(picture.leader), card=picture.cards[0])
    return chain(_ARE_TRUMPS[picture.trumps], led) if picture.trumps else led


def _trick_without_ruff(dice: Dice, pack: Sequence[Card], led: str) -> list[Card]:
    """Four cards, the lead first. Half of the tricks have a discard that is higher than the winner."""
    suited = [card for card in pack if card.suit == led]
    others = [card for card in pack if card.suit != led]
    kind = dice.pick(("high", "high", "high", "low", "low", "all")) if others else "all"
    if kind == "all":
        return dice.some(suited, 4)
    while True:
        following = dice.some(suited, 2 + dice.below(2))
        top = max(card.rank for card in following)
        thrown = dice.some(others, 4 - len(following))
        if (max(card.rank for card in thrown) > top) == (kind == "high"):
            break
    rest = following[1:] + thrown
    dice.shuffle(rest)
    return [following[0], *rest]


def trick_with_trumps(dice: Dice, trumps: str) -> list[Card]:
    """Four cards, the lead first: one ruff, two, trumps led, or none although there are trumps."""
    kind = dice.pick(("one", "one", "one", "two", "two", "led", "none"))
    plain = dice.pick([suit for suit in SUITS if suit != trumps])
    ruffs = [card for card in FULL_PACK if card.suit == trumps]
    suited = [card for card in FULL_PACK if card.suit == plain]
    other = [card for card in FULL_PACK if card.suit not in (plain, trumps)]
    if kind == "led":
        high = [card for card in other + suited if card.rank > 11]
        lead, *rest = [*dice.some(ruffs, 3), dice.pick(high)]
    elif kind == "none":
        return _trick_without_ruff(dice, suited + other, plain)
    else:
        small = [card for card in ruffs if card.rank < 12]
        out = dice.some(small, 1 if kind == "one" else 2)
        lead, *rest = [*dice.some(suited, 2), *out]
        rest += dice.some(suited + other, 20)
        rest = list(dict.fromkeys(card for card in rest if card != lead))[:3]
    dice.shuffle(rest)
    return [lead, *rest]


def _why_it_wins(cards: Sequence[Card], trumps: str) -> Text:
    best, led = cards[winning_place(cards, trumps)], cards[0].suit
    out = [card for card in cards if card.suit == trumps]
    if led == trumps:
        why = say("Trumps were led, and the {card} is the highest of them.", card=best)
    elif len(out) == 1:
        why = say("The {card} is the only trump here, and a trump beats every other suit.", card=best)
    elif out:
        why = say("A trump beats every other suit, and the {card} is the highest trump here.", card=best)
    else:
        why = say("{led} The {card} is the highest of them here.", led=_WERE_LED[led], card=best)
        if trumps not in ("", "N"):
            why = chain(say("Nobody played a trump."), why)
    if trumps not in ("", "N"):
        why = chain(_ARE_TRUMPS[trumps], why)
    thrown = tuple(card for card in cards if card.suit not in (led, trumps) and card.rank > best.rank)
    if thrown:
        why = say("{why} Cards of another suit cannot win: {cards}.", why=why, cards=Cards(thrown))
    return why


def _trick_slip(card: Card, cards: Sequence[Card], trumps: str) -> str:
    """The mistake of taking `card`, another than the winner, for the winner."""
    best, led = cards[winning_place(cards, trumps)], cards[0].suit
    if best.suit == trumps and best.suit != led:
        if card.suit == trumps:
            return "lower trump"
        if winning_place(cards, "") == cards.index(card):
            return "forgot trumps"
    if card.suit != led:
        return "high discard" if card.rank > best.rank else "discard"
    return "lower card"


def which_card(skill: str, leader: Seat, cards: Sequence[Card], trumps: str) -> Item:
    picture = Played(leader, tuple(cards), trumps)
    best = cards[winning_place(cards, trumps)]
    taps = tuple(Option(str(card), card, "" if card == best else _trick_slip(card, cards, trumps)) for card in cards)
    ask = say("Which card wins this trick?")
    part = Part(say("Tap the card."), "card", taps)
    return Item(skill, ask, _led_by(picture), picture, (part,), (frozenset({str(best)}),), _why_it_wins(cards, trumps))


def winner(dice: Dice, options: Options) -> Item:
    pack = PACKS[options.pack]
    led = dice.pick([suit for suit in SUITS if any(card.suit == suit for card in pack)])
    said = "" if options.trumps == "N" else "N"
    return which_card("winner", dice.seat(), _trick_without_ruff(dice, pack, led), said)


def trump_winner(dice: Dice, options: Options) -> Item:
    trumps = dice.pick(SUITS)
    return which_card("trump winner", dice.seat(), trick_with_trumps(dice, trumps), trumps)


def _in_play(leader: Seat, trick: Sequence[Card], hand: Sequence[Card], trumps: str) -> hool.State:
    """A position of the rules: `trick` was begun by `leader`, and `hand` plays next."""
    board = Board(1, (leader - 1) % 4, 4, Options(dummy=False, trumps=trumps or "N", clues=0))
    deal = hool.deal(board, Dice("any"))  # a state has one, but the rules of a trick look at the hands only
    seat = (leader + len(trick)) % 4
    hands = tuple(tuple(hand) if each == seat else () for each in range(4))
    return hool.State(board, deal, hands, trick=tuple(trick))


def next_lead(dice: Dice, options: Options) -> Item:
    trumps = _said_trumps(dice, options)
    if trumps in ("", "N"):
        cards = _trick_without_ruff(dice, FULL_PACK, dice.pick(SUITS))
    else:
        cards = trick_with_trumps(dice, trumps)
    leader = dice.seat()
    picture = Played(leader, tuple(cards), trumps)
    last = _in_play(leader, cards[:3], cards[3:], trumps)
    seat = hool.apply(last, (leader + 3) % 4, PlayCard(cards[3])).tricks[-1].winner
    slips = {(leader + place) % 4: _trick_slip(card, cards, trumps) for place, card in enumerate(cards)}
    if slips[leader] == "lower card":
        slips[leader] = "same leader"
    why = say(
        "{why} {seat} played it, so {seat} wins the trick and leads to the next.",
        why=_why_it_wins(cards, trumps),
        seat=SeatRef(seat),
    )
    part = seats_part(say("Tap the seat."), slips)
    ask = say("Who leads to the next trick?")
    return Item("next lead", ask, _led_by(picture), picture, (part,), (seat_value(seat),), why)


def legal_cards(dice: Dice, options: Options) -> Item:
    pack = FULL_PACK if options.pack == "one suit" else PACKS[options.pack]
    suits = [suit for suit in SUITS if any(card.suit == suit for card in pack)]
    trumps = _said_trumps(dice, options)
    void, discarded = dice.odds(2, 5), dice.odds(1, 2)
    size = 5 + dice.below(2) if len(suits) < 4 else 7 + dice.below(2)
    led = dice.pick([suit for suit in suits if suit != trumps])
    while True:
        cards = dice.some(pack, size + 3)
        hand, played = hand_order(cards[3:]), cards[: 1 + dice.below(3)]
        able = len(followers(hand, led))
        fits = able == 0 if void else 2 <= able <= 4
        # Whether the card on top is of the suit that was led: half of the time it is not, and must not be followed.
        balanced = len(played) == 1 or void or (played[-1].suit != led) == discarded
        if played[0].suit == led and fits and balanced:
            break
    picture = Played(dice.seat(), tuple(played), trumps)
    seat = (picture.leader + len(played)) % 4
    choices = hool.choices(_in_play(picture.leader, played, hand, trumps), seat)
    why_not = {each.action: each.why_not for each in choices}
    legal = frozenset(str(card) for card in hand if why_not[PlayCard(card)] is None)
    why = next((each for each in why_not.values() if each is not None), None)
    if why is None:
        why = say("{led} You have none, so you may play any card.", led=_WERE_LED[led])
        if any(card.suit == trumps for card in hand):
            why = say("{why} You may play a trump, but you need not.", why=why)

    def slip(card: Card) -> str:
        if card.suit == led:
            return ""
        if card.suit == trumps:
            return "trumped"
        return "followed the last card" if card.suit == played[-1].suit else "did not follow"

    taps = tuple(Option(str(card), card, slip(card)) for card in hand)
    left_out = "must trump" if void else "left out"
    part = Part(say("Tap every card you may play."), "card", taps, several=True, left_out=left_out)
    yours = say("You are {seat}.", seat=SeatRef(seat))
    ask = say("Which of your cards may you play?")
    return Item("legal cards", ask, chain(_led_by(picture), yours), picture, (part,), (legal,), why)


def declarer_and_dummy(dice: Dice, options: Options) -> Item:
    """One of declarer, dummy and leader is told, the other two are asked."""
    declarer = dice.seat()
    bid = dice.pick(BIDS[:20]) if options.trumps == "contract" else ""
    rules = Options(contract="given", given_contract=bid or "1NT", given_declarer=declarer, clues=0)
    hands = dice.hands()
    view = hool.view(hool.start(Board(1, dice.seat(), 4, rules), Deal(hands)), None)
    leader, dummy = view.leader, view.dummy
    assert leader is not None and dummy is not None
    told = dice.pick(("declarer", "declarer", "leader", "dummy"))
    seat = {"declarer": declarer, "leader": leader, "dummy": dummy}[told]
    card = dice.pick(hands[leader]) if told == "leader" else None
    picture = Role(seat, told, card)
    who_leads = seats_part(
        say("Who leads to the first trick?"),
        {declarer: "declarer leads", dummy: "declarer leads", (declarer - 1) % 4: "wrong opponent leads"},
    )
    who_is_dummy = seats_part(say("Who is dummy?"), dict.fromkeys(range(4), "not the partner"))
    who_declares = seats_part(
        say("Who is declarer?"),
        {leader: "declarer leads", dummy: "wrong opponent leads"}
        if told == "leader"
        else dict.fromkeys(range(4), "not the partner"),
    )
    ref = SeatRef(seat)
    if told == "declarer":
        situation = say("{seat} is declarer.", seat=ref)
        if bid:
            situation = say("{seat} is declarer in {bid}.", seat=ref, bid=Bid(bid))
        ask, parts, right = say("Who leads, and who is dummy?"), (who_leads, who_is_dummy), (leader, dummy)
    elif told == "dummy":
        situation = say("{seat} is dummy.", seat=ref)
        ask, parts, right = say("Who is declarer, and who leads?"), (who_declares, who_leads), (declarer, leader)
    else:
        situation = say("{seat} leads the {card} to the first trick.", seat=ref, card=card)
        ask, parts, right = say("Who is declarer, and who is dummy?"), (who_declares, who_is_dummy), (declarer, dummy)
    why = say(
        "{declarer} is declarer. The player on declarer’s left leads: {leader}. Dummy is declarer’s partner: {dummy}.",
        declarer=SeatRef(declarer),
        leader=SeatRef(leader),
        dummy=SeatRef(dummy),
    )
    return Item("declarer and dummy", ask, situation, picture, parts, tuple(map(seat_value, right)), why)
