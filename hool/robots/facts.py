"""What a seat can know for certain from its view: nothing here guesses, and nothing here sees a hidden card.

Counting is what a good player does aloud: cards already played, suits somebody could not follow, and the clues, which
stay true all through the play ("West told five hearts and has played two, so three are left").
"""

from __future__ import annotations

from collections.abc import Iterable

from hool.rules.cards import SUITS, Card
from hool.rules.hool import PACKS, View

LENGTH_CLUES = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}


def points(card: Card) -> int:
    """High-card points: ace 4, king 3, queen 2, jack 1."""
    return max(0, card.rank - 10)


def suit_of(cards: Iterable[Card], suit: str) -> list[Card]:
    """The cards of one suit, highest first."""
    return sorted((card for card in cards if card.suit == suit), key=lambda card: -card.rank)


class Facts:
    """The certain knowledge of the viewer of `view`, who must be seated.

    `hands[seat]` are the cards known to be there (None if hidden); `out` the cards hidden from the viewer, highest
    first per suit; `least` and `most` bounds on how many cards of a suit a hidden hand still holds; `left[seat]` how
    many cards a hand still holds; `strength[seat]` the points still in a hidden hand, None if unknown; `told` the
    clues as given, `told[seat][kind]`.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat: int = view.seat if view.seat is not None else 0
        self.turn: int = (view.leader + len(view.trick)) % 4 if view.leader is not None else self.seat
        self.partners = view.options.partners
        self.trumps = view.trumps if view.trumps in SUITS else ""
        self.hands = view.hands
        self.told: list[dict[str, int | str]] = [dict(clues) for clues in view.clues]
        self.played: list[list[Card]] = [[], [], [], []]
        self.leads: list[Card] = []  # the first card of each finished trick, with its leader in `leaders`
        self.leaders: list[int] = []
        void: set[tuple[int, str]] = set()
        for leader, cards, _ in view.tricks:
            self.leads.append(cards[0])
            self.leaders.append(leader)
            for i, card in enumerate(cards):
                self.played[(leader + i) % 4].append(card)
                if card.suit != cards[0].suit:
                    void.add(((leader + i) % 4, cards[0].suit))
        for seat, card in view.trick:
            self.played[seat].append(card)
            if card.suit != view.trick[0][1].suit:
                void.add((seat, view.trick[0][1].suit))
        known = {card for hand in view.hands if hand is not None for card in hand}
        known.update(card for cards in self.played for card in cards)
        pack = PACKS[view.options.pack]
        self.hidden = [seat for seat in range(4) if view.hands[seat] is None]
        self.out: dict[str, list[Card]] = {suit: [] for suit in SUITS}
        for card in pack:
            if card not in known:
                self.out[card.suit].append(card)
        for unseen in self.out.values():
            unseen.sort(key=lambda card: -card.rank)
        self.left = [len(pack) // 4 - len(cards) for cards in self.played]
        self._bound_lengths(void)
        self._bound_strength()

    # who is who

    def friends(self, seat: int) -> tuple[int, ...]:
        """The seats that take tricks together with `seat`, itself first."""
        return (seat, (seat + 2) % 4) if self.partners else (seat,)

    def enemies(self, seat: int) -> list[int]:
        """The seats that take tricks against `seat`, clockwise."""
        return [other for other in range(4) if other not in self.friends(seat)]

    # bounds

    def _bound_lengths(self, void: set[tuple[int, str]]) -> None:
        self.least = [dict.fromkeys(SUITS, 0) for _ in range(4)]
        self.most = [{suit: min(self.left[seat], len(self.out[suit])) for suit in SUITS} for seat in range(4)]
        for seat in self.hidden:
            told = {LENGTH_CLUES[kind]: int(value) for kind, value in self.told[seat].items() if kind in LENGTH_CLUES}
            shape = [int(part) for part in str(self.told[seat].get("pattern", "")).split("-") if part]
            for length in told.values():
                if length in shape:
                    shape.remove(length)
            for suit in SUITS:
                gone = sum(card.suit == suit for card in self.played[seat])
                if suit in told:
                    self.least[seat][suit] = self.most[seat][suit] = max(0, told[suit] - gone)
                elif shape:
                    self.least[seat][suit] = max(0, min(shape) - gone)
                    self.most[seat][suit] = max(0, min(max(shape) - gone, self.most[seat][suit]))
                if (seat, suit) in void:
                    self.least[seat][suit] = self.most[seat][suit] = 0
        for _ in range(3):  # each bound sharpens the others; three rounds settle nearly always
            for seat in self.hidden:
                self._squeeze([(seat, suit) for suit in SUITS], self.left[seat])
            for suit in SUITS:
                self._squeeze([(seat, suit) for seat in self.hidden], len(self.out[suit]))

    def _squeeze(self, places: list[tuple[int, str]], total: int) -> None:
        """The lengths at `places` add up to `total`: what the others cannot hold, this one must."""
        least = sum(self.least[seat][suit] for seat, suit in places)
        most = sum(self.most[seat][suit] for seat, suit in places)
        for seat, suit in places:
            low, high = self.least[seat][suit], self.most[seat][suit]
            self.least[seat][suit] = min(high, max(low, total - (most - high)))
            self.most[seat][suit] = max(low, min(high, total - (least - low)))

    def _bound_strength(self) -> None:
        self.strength: list[int | None] = [None] * 4
        for seat in self.hidden:
            if "hcp" in self.told[seat]:
                gone = sum(map(points, self.played[seat]))
                self.strength[seat] = max(0, int(self.told[seat]["hcp"]) - gone)
        untold = [seat for seat in self.hidden if self.strength[seat] is None]
        if len(untold) == 1:
            total = sum(points(card) for cards in self.out.values() for card in cards)
            self.strength[untold[0]] = max(0, total - sum(self.strength[seat] or 0 for seat in self.hidden))

    # questions

    def may_hold(self, seat: int, card: Card) -> bool:
        """Could this hand still hold this card? For a hand in view: does it?"""
        hand = self.hands[seat]
        if hand is not None:
            return card in hand
        if card not in self.out[card.suit] or not self.most[seat][card.suit]:
            return False
        strength = self.strength[seat]
        if strength is None:
            return True
        rest = strength - points(card)
        if rest < 0:
            return False
        sums = 1  # bit n: honours worth n points can be put together from the other cards out
        for cards in self.out.values():
            for other in cards:
                if other.rank <= 10:
                    break
                if other != card:
                    sums |= sums << points(other)
        return bool(sums >> rest & 1)

    def chance(self, seat: int, card: Card) -> float:
        """How likely this hand holds this card, 0..1, weighing the places left in each hand that may hold it."""
        if self.hands[seat] is not None or not self.may_hold(seat, card):
            return float(self.may_hold(seat, card))
        room = {
            other: self.least[other][card.suit] + self.most[other][card.suit]
            for other in self.hidden
            if self.may_hold(other, card)
        }
        return room[seat] / sum(room.values()) if sum(room.values()) else 0.0

    def longest(self, seat: int, suit: str) -> int:
        """The most cards of the suit this hand can still hold."""
        hand = self.hands[seat]
        return self.most[seat][suit] if hand is None else sum(card.suit == suit for card in hand)

    def shortest(self, seat: int, suit: str) -> int:
        """The fewest cards of the suit this hand can still hold."""
        hand = self.hands[seat]
        return self.least[seat][suit] if hand is None else sum(card.suit == suit for card in hand)

    def held_against(self, seat: int, suit: str) -> list[Card]:
        """The cards of the suit that some enemy of `seat` may hold, highest first."""
        enemies = self.enemies(seat)
        cards = list(self.out[suit])
        for enemy in enemies:
            cards += [card for card in self.hands[enemy] or () if card.suit == suit]
        return [card for card in suit_of(cards, suit) if any(self.may_hold(enemy, card) for enemy in enemies)]
