"""How many tricks a side takes when all cards are seen and everybody plays their best: an exact solver.

Small on purpose, and fast enough for the boards of the lessons, which were chosen with it. Zero-window alpha-beta over
whole tricks; what was found is kept for all positions alike in the top cards that decided it, since it does not
matter who holds a two that never wins ("partition search", Ginsberg 1996).
"""

from collections.abc import Iterator, Sequence
from functools import cache

SUITS = "SHDC"
WIDTH = 26  # bits of a suit in an ownership: two for each card, the highest first


class Solver:
    """Tricks from hands of one length, with one trump suit or none.

    trumps: 0-3 for S H D C, None for none. counted: the seats whose tricks count. trying: the seats that try to take
    them, the others try to prevent it; by default the same. no_ruff: a seat that may not trump while it can throw
    something else away.
    """

    def __init__(
        self,
        hands: Sequence[Sequence],  # four hands of cards with .rank 2-14 and .suit
        trumps: int | None,
        counted: frozenset[int],
        trying: frozenset[int] | None = None,
        no_ruff: int | None = None,
    ) -> None:
        self.held = [[0] * 4 for _ in range(4)]  # [seat][suit]: a bit for each rank, the ace's is 1 << 12
        for seat, hand in enumerate(hands):
            for card in hand:
                self.held[seat][SUITS.index(card.suit)] |= 1 << (card.rank - 2)
        self.live = [sum(hand[suit] for hand in self.held) for suit in range(4)]  # not gone in earlier tricks
        self.trumps, self.counted, self.no_ruff = trumps, counted, no_ruff
        self.trying = counted if trying is None else trying
        self.size = len(hands[0])
        self.found: dict[int, list[list[int]]] = {}  # shape and leader: [mask, owners, at least, at most]
        self.owned: dict[tuple[int, int, int, int], int] = {}
        self.nodes = 0

    def tricks(self, leader: int) -> int:
        """What the counted seats take if `leader` leads to the first trick."""
        low, high = 0, self.size
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.reach(leader, middle) else (low, middle - 1)
        return low

    def reach(self, leader: int, goal: int) -> bool:
        """Whether the counted seats take at least `goal` tricks."""
        return self._trick(leader, goal, self.size)[0]

    # Positions between tricks

    def _owners(self) -> tuple[int, int]:
        """Who holds the cards of each suit from the top down, and the shape: the lengths of all holdings."""
        owners = shape = 0
        north, east, south, west = self.held
        for suit in range(4):
            holding = (north[suit], east[suit], south[suit], west[suit])
            one = self.owned.get(holding)
            if one is None:
                code = count = 0
                for rank in range(12, -1, -1):
                    for seat in range(4):
                        if holding[seat] >> rank & 1:
                            code = code << 2 | seat
                            count += 1
                code <<= WIDTH - 2 * count
                for each in holding:
                    code = code << 4 | each.bit_count()
                one = self.owned[holding] = code
            owners = owners << WIDTH | one >> 16
            shape = shape << 16 | one & 0xFFFF
        return owners, shape

    def _trick(self, leader: int, goal: int, left: int) -> tuple[bool, list[int]]:
        """Whether `goal` of the tricks left can be reached; the lowest rank that mattered in each suit (13: none)."""
        if goal <= 0:
            return True, [13] * 4
        if goal > left:
            return False, [13] * 4
        owners, shape = self._owners()
        key = shape << 2 | leader
        for mask, pattern, least, most in self.found.get(key, ()):
            if owners & mask == pattern:
                if least >= goal:
                    return True, self._ranks(mask)
                if most < goal:
                    return False, self._ranks(mask)
        self.nodes += 1
        ours = leader in self.counted
        sure, ranks = self._cash(leader, left)
        if not (sure >= goal if ours else left - sure < goal):
            sure, ranks = self._top_trumps(leader)
            ours = not ours
        if sure and (sure >= goal if ours else left - sure < goal):
            reached = ours
        else:
            reached, ranks = self._play(leader, leader, [], goal, left)
        mask = self._mask(ranks)
        entry = [mask, owners & mask, goal if reached else 0, left if reached else goal - 1]
        self.found.setdefault(key, []).insert(0, entry)
        return reached, ranks

    def _mask(self, ranks: Sequence[int]) -> int:
        """The bits of an ownership that tell who holds the cards from `ranks` up."""
        mask = 0
        for suit, rank in enumerate(ranks):
            count = (self.live[suit] >> rank).bit_count()
            mask = mask << WIDTH | ((1 << 2 * count) - 1) << (WIDTH - 2 * count)
        return mask

    def _ranks(self, mask: int) -> list[int]:
        """The inverse of `_mask` for the cards held now."""
        ranks = []
        for suit in range(4):
            count = (mask >> WIDTH * (3 - suit) & (1 << WIDTH) - 1).bit_count() // 2
            cards = self.live[suit]
            rank = 13
            while count:
                rank -= 1
                count -= cards >> rank & 1
            ranks.append(rank)
        return ranks

    def _cash(self, leader: int, left: int) -> tuple[int, list[int]]:
        """Tricks the leader can take at once with top cards, then partner with his, and the ranks that make them so."""
        total, ranks = 0, [13] * 4
        if self.trying != self.counted:
            return total, ranks
        side = leader in self.counted
        rivals = [seat for seat in range(4) if (seat in self.counted) != side]
        ruffs = self.trumps is not None and any(self.held[seat][self.trumps] for seat in rivals)
        blank = []  # suits in which the leader has no top card
        for suit in range(4):
            mine, others = self.held[leader][suit], self._others(leader, suit)
            top = (mine >> others.bit_length()).bit_count()
            if not top:
                blank.append(suit)
            if ruffs and suit != self.trumps:
                for seat in rivals:
                    if self.held[seat][self.trumps]:
                        top = min(top, self.held[seat][suit].bit_count())
            total += top
            while top:
                ranks[suit] -= 1
                top -= mine >> ranks[suit] & 1
        partner = (leader + 2) % 4
        if ruffs or (partner in self.counted) != side:
            return total, ranks
        tops = {}
        for suit in blank:
            top = (self.held[partner][suit] >> self._others(partner, suit).bit_length()).bit_count()
            if top:
                tops[suit] = top
        if any(self.held[leader][suit] for suit in tops):
            for suit, top in tops.items():
                total += top
                while top:
                    ranks[suit] -= 1
                    top -= self.held[partner][suit] >> ranks[suit] & 1
        return min(total, left), ranks

    def _top_trumps(self, leader: int) -> tuple[int, list[int]]:
        """Tricks that one opponent of the leader takes in the end with the highest trumps, and their ranks."""
        ranks = [13] * 4
        if self.trumps is None or self.trying != self.counted:
            return 0, ranks
        for seat in range(4):
            if (seat in self.counted) != (leader in self.counted):
                mine = self.held[seat][self.trumps]
                top = (mine >> self._others(seat, self.trumps).bit_length()).bit_count()
                if top:
                    count = top
                    while count:
                        ranks[self.trumps] -= 1
                        count -= mine >> ranks[self.trumps] & 1
                    return top, ranks
        return 0, ranks

    def _others(self, seat: int, suit: int) -> int:
        """The cards of a suit that the other three hold or have in this trick."""
        return self.live[suit] & ~self.held[seat][suit]

    # Within a trick: `trick` holds (seat, suit, rank)

    def _play(self, leader: int, seat: int, trick: list, goal: int, left: int) -> tuple[bool, list[int]]:
        ours = seat in self.trying
        needed = [13] * 4
        for suit, rank in self._moves(seat, trick):
            self.held[seat][suit] ^= 1 << rank
            trick.append((seat, suit, rank))
            if len(trick) < 4:
                reached, ranks = self._play(leader, (seat + 1) % 4, trick, goal, left)
            else:
                winner, by_rank = self._winner(trick)
                for _, gone, card in trick:
                    self.live[gone] ^= 1 << card
                reached, ranks = self._trick(winner[0], goal - (winner[0] in self.counted), left - 1)
                for _, gone, card in trick:
                    self.live[gone] ^= 1 << card
                if by_rank and winner[2] < ranks[winner[1]]:
                    ranks = [*ranks]
                    ranks[winner[1]] = winner[2]
            trick.pop()
            self.held[seat][suit] ^= 1 << rank
            if reached == ours:
                return reached, ranks
            needed = [min(pair) for pair in zip(needed, ranks, strict=True)]
        return not ours, needed

    def _winner(self, trick: list) -> tuple[tuple[int, int, int], bool]:
        """The winning card, and whether another of its suit lost to it."""
        best = trick[0]
        for card in trick[1:]:
            if card[1] == best[1]:
                if card[2] > best[2]:
                    best = card
            elif card[1] == self.trumps:
                best = card
        return best, sum(card[1] == best[1] for card in trick) > 1

    def _moves(self, seat: int, trick: list) -> Iterator[tuple[int, int]]:
        """What may be played, one of touching cards only, the promising ones first."""
        hand = self.held[seat]
        if not trick:
            yield from self._leads(seat)
            return
        led = trick[0][1]
        best, _ = self._winner(trick)
        partner_wins = (best[0] in self.trying) == (seat in self.trying)
        if hand[led]:
            cards = self._apart(seat, led)
            above = [card for card in cards if best[1] == led and card > best[2]]
            if above and not (partner_wins and len(trick) == 3):
                below = [card for card in cards if card < best[2]]
                # The last player wins as cheaply as can be; the others try their highest first.
                yield from ((led, card) for card in (above[::-1] if len(trick) == 3 else above))
                yield from ((led, card) for card in below[::-1])
            else:
                yield from ((led, card) for card in cards[::-1])
            return
        suits = sorted((suit for suit in range(4) if hand[suit]), key=lambda suit: -hand[suit].bit_count())
        ruffs = []
        if self.trumps is not None and hand[self.trumps]:
            suits.remove(self.trumps)
            if seat != self.no_ruff or not suits:
                ruffs = [(self.trumps, card) for card in self._apart(seat, self.trumps)[::-1]]
        if not partner_wins:
            yield from ruffs
        for suit in suits:
            yield from ((suit, card) for card in self._apart(seat, suit)[::-1])
        if partner_wins:
            yield from ruffs

    def _leads(self, seat: int) -> Iterator[tuple[int, int]]:
        hand = self.held[seat]
        partner = (seat + 2) % 4
        together = (partner in self.trying) == (seat in self.trying)

        def promise(suit: int) -> tuple:
            theirs = self.held[(seat + 1) % 4][suit] | self.held[(seat + 3) % 4][suit]
            ours = hand[suit] | (self.held[partner][suit] if together else 0)
            return (ours > theirs, hand[suit].bit_count() + self.held[partner][suit].bit_count())

        for suit in sorted((suit for suit in range(4) if hand[suit]), key=promise, reverse=True):
            cards = self._apart(seat, suit)
            if hand[suit] > self._others(seat, suit):
                yield from ((suit, card) for card in cards)
            else:
                yield from ((suit, card) for card in cards[::-1])

    def _apart(self, seat: int, suit: int) -> tuple[int, ...]:
        """The ranks of a holding from the top, of touching ones only the highest."""
        mine = self.held[seat][suit]
        return apart(mine, self.live[suit] & ~mine)


@cache
def apart(mine: int, others: int) -> tuple[int, ...]:
    ranks, touching = [], False
    for rank in range(12, -1, -1):
        if mine >> rank & 1:
            if not touching:
                ranks.append(rank)
            touching = True
        elif others >> rank & 1:
            touching = False
    return tuple(ranks)
