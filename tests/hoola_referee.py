"""A second referee of Hoola, written from the text of the rules alone and in another way than hool/rules: cards are
texts, every group of cards of a hand is looked at, and a board is a few sets that change. It is slow, and it is no part
of the game: tests/test_hoola_referee.py holds both against each other.

A deed is a tuple: ("draw",), ("meld", {cards}), ("lay", card, number), ("claim", {cards}) ...
"""

from itertools import combinations

CLOCK = -1
PIPS = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13, **{str(n): n for n in range(2, 10)}}


def pips(card):
    return PIPS[card[0]]


# -- melds -----------------------------------------------------------------------------------------------------


def run_of(ace, cards):
    """The cards upwards if they are a run, else None."""
    if len({card[1] for card in cards}) > 1 or len(cards) < 2 or (len(cards) == 2 and "7" not in {c[0] for c in cards}):
        return None
    held = {pips(card): card for card in cards}
    for low in range(1, 14):
        steps = range(low, low + len(cards))
        beyond = [step for step in steps if step > 13]  # 14 is the ace above the king
        closed = beyond and ace != "round" and (ace == "low" or beyond != [14])
        if not closed and {(step - 1) % 13 + 1 for step in steps} == set(held):
            return [held[(step - 1) % 13 + 1] for step in steps]
    return None


def kind_of(ace, cards):
    """set, run or seven; None if the cards are no meld."""
    if [card[0] for card in cards] == ["7"]:
        return "seven"
    if len({card[0] for card in cards}) == 1:
        return "set" if len(cards) > 2 or (len(cards) == 2 and cards[0][0] == "7") else None
    return "run" if run_of(ace, cards) else None


def laid_on(options, kind, cards, card):
    """Kind and cards of a meld of the table with one card more; None if it does not go there."""
    if card[0] == cards[0][0]:
        fits = kind == "set" or (kind == "seven" and options.single7 == "either")
        return ("set", [*cards, card]) if fits else None
    if kind == "set" or card[1] != cards[0][1]:
        return None
    low, high, ace = pips(cards[0]), pips(cards[-1]), options.ace
    below = low - 1 if low > 1 else 13 if ace == "round" else None
    above = high + 1 if high < 13 else None if ace == "low" else 1
    if high == 1:  # only above the king; else a run has a card above its ace
        above = 2 if ace == "round" else None
    if pips(card) == below:
        return "run", [card, *cards]
    return ("run", [*cards, card]) if pips(card) == above else None


def melds_with(ace, hand, card=None):
    """All melds that can be made of a hand, or those in which this card is."""
    return {
        frozenset(some)
        for size in range(1, len(hand) + 1)
        for some in combinations(sorted(hand), size)
        if (card is None or card in some) and kind_of(ace, some)
    }


def value(options, hand):
    """What the cards of a hand count at the end."""
    ranks = [card[0] for card in hand]
    return sum(
        options.seven_value if card[0] == "7" else pips(card)
        for card in hand
        if not (options.zero_four and ranks.count(card[0]) == 4)
    )


# -- a board ---------------------------------------------------------------------------------------------------


class Referee:
    """hands: by seat; rest: the card turned up, then the stock."""

    def __init__(self, options, dealer, hands, rest):
        self.options, self.seats = options, len(hands)
        self.hands, self.discards, self.stock = [set(hand) for hand in hands], rest[:1], rest[1:]
        self.melds = []  # [kind, cards, owner]
        self.melded, self.had_turn = [False] * self.seats, [False] * self.seats
        self.turn, self.discarder, self.phase = dealer, None, "draw"
        self.answers, self.no, self.drew = {}, False, None
        self.ending, self.winner, self.knocker = "", None, None
        self.nobody_took()

    def nobody_took(self):
        self.owed = self.feeder = None
        self.laid_off = False

    def after(self, seat):
        step = 1 if self.options.direction == "clockwise" else -1
        return [(seat + step * n) % self.seats for n in range(1, self.seats + 1)]

    def leaves_one(self, hand, meld):
        return not self.options.must_discard or len(meld) < len(hand)

    def finds_meld(self, hand, card):
        """Whether a discard that was taken still has a meld in this hand."""
        return any(self.leaves_one(hand, meld) for meld in melds_with(self.options.ace, hand, card))

    def allowed(self, seat):
        """All deeds that this seat, or the clock, may do now."""
        if self.ending:
            return set()
        if self.phase == "claim":
            if seat == CLOCK:
                return {("close",)}
            if seat == self.discarder or seat in self.answers:
                return set()
            return {("pass",), *self.with_discard("claim", seat)}
        if seat != self.turn:
            return set()
        before = self.phase == "draw"
        return {*(self.first(seat) if before else self.then(seat)), *self.words(seat, before)}

    def with_discard(self, word, seat):
        card = self.discards[-1]
        hand = self.hands[seat] | {card}
        return {(word, meld) for meld in melds_with(self.options.ace, hand, card) if self.leaves_one(hand, meld)}

    def first(self, seat):
        yield ("draw",)
        if self.no:
            return
        takes = self.with_discard("take", seat)
        yield from takes
        if takes and not self.options.discard_first:
            yield "take", frozenset(self.discards[-1:])

    def then(self, seat):
        options, hand = self.options, self.hands[seat]
        for meld in melds_with(options.ace, hand):
            if self.leaves_one(hand, meld) and (self.owed in (None, *meld) or self.finds_meld(hand - meld, self.owed)):
                yield "meld", meld
        if self.melded[seat] and self.leaves_one(hand, [None]):
            for number, (kind, cards, _) in enumerate(self.melds, 1):
                for card in hand - {self.owed}:
                    kept = self.owed is None or self.finds_meld(hand - {card}, self.owed)
                    if kept and laid_on(options, kind, cards, card):
                        yield "lay", card, number
        if self.owed is None:
            yield from (("discard", card) for card in hand)

    def words(self, seat, before):
        options, hand = self.options, self.hands[seat]
        if before and not self.melded[seat]:
            points = sum(map(pips, hand))
            if points <= options.small_max or points >= options.large_min:
                yield ("blast",)
        if self.owed is not None:
            return
        if sum(card[0] == "7" for card in hand) == 4:
            yield ("luck",)
        when = {"turn_start": before, "before_discard": True, "never": False}[options.knock_when]
        if when and self.melded[seat] and sum(self.melded) > 1 and value(options, hand) <= options.knock_max:
            yield ("knock",)

    def do(self, seat, deed):
        assert deed in self.allowed(seat), deed
        word, *what = deed
        getattr(self, f"do_{word}")(seat, *what)

    def do_draw(self, seat):
        if not self.stock:
            return self.compare(self.drew)
        self.hands[seat].add(self.stock.pop(0))
        self.drew = seat
        self.begin(seat)

    def begin(self, seat):
        self.turn, self.phase, self.began_with_nothing = seat, "play", not self.melded[seat]

    def do_take(self, seat, meld):
        self.owed, self.feeder = self.discards.pop(), self.discarder
        self.hands[seat].add(self.owed)
        self.begin(seat)
        if kind_of(self.options.ace, list(meld)):
            self.do_meld(seat, meld)

    def do_pass(self, seat, meld=None):
        self.answers[seat] = meld
        others = {*range(self.seats)} - {self.discarder, *self.answers}
        if self.options.claim_policy == "first":
            others -= {self.turn}
        if not others or (meld and self.options.claim_policy == "first"):
            self.do_close(CLOCK)

    do_claim = do_pass

    def do_close(self, _clock):
        for seat in self.after(self.discarder):
            if self.answers.get(seat):
                return self.do_take(seat, self.answers[seat])
        self.phase, self.no = "draw", self.turn in self.answers

    def do_meld(self, seat, meld):
        self.hands[seat] -= meld
        self.melds.append([kind_of(self.options.ace, list(meld)), run_of(self.options.ace, meld) or sorted(meld), seat])
        self.melded[seat] = True
        if self.owed in meld:
            self.owed = None
        self.look_out(seat)

    def do_lay(self, seat, card, number):
        kind, cards, _ = self.melds[number - 1]
        self.melds[number - 1][:2] = laid_on(self.options, kind, cards, card)
        self.hands[seat].remove(card)
        self.laid_off = True
        self.look_out(seat)

    def look_out(self, seat):
        if not self.hands[seat]:
            hoola = self.began_with_nothing and (self.options.hoola_layoffs or not self.laid_off)
            self.ending, self.winner = "hoola" if hoola else "out", seat

    def do_discard(self, seat, card):
        self.hands[seat].remove(card)
        self.discards.append(card)
        self.discarder, self.had_turn[seat] = seat, True
        self.look_out(seat)
        if self.ending:
            return
        if not self.stock and self.options.stock_end == "after_last_draw":
            return self.compare(seat)
        self.nobody_took()
        self.turn, self.answers, self.no = self.after(seat)[0], {}, False
        self.phase = "claim" if self.options.thank_you == "anyone" and self.seats > 2 else "draw"

    def do_luck(self, seat):
        self.ending, self.winner = "luck", seat

    def do_blast(self, seat):
        small = sum(map(pips, self.hands[seat])) <= self.options.small_max
        self.ending, self.winner = "blast small" if small else "blast large", seat

    def do_knock(self, seat):
        points = [value(self.options, hand) for hand in self.hands]
        others = self.after(seat)[:-1]
        best = min(others, key=lambda other: (points[other], others.index(other)))
        holds = points[seat] < points[best] or (
            points[seat] == points[best] and self.options.knock_tie == "knocker_wins"
        )
        self.ending, self.knocker, self.winner = "knock", seat, seat if holds else best

    def compare(self, last):
        order = self.after(last)
        self.ending = "stock"
        self.winner = min(order, key=lambda seat: (value(self.options, self.hands[seat]), order.index(seat)))

    def scores(self):
        """Points by seat when the board is over."""
        options, scores = self.options, [0] * self.seats
        losers = [seat for seat in range(self.seats) if seat != self.winner]
        points = {seat: value(options, self.hands[seat]) for seat in losers}
        failed = self.knocker not in (None, self.winner)
        feeds = {"hoola": {"hoola"}, "any_out": {"hoola", "out"}, "never": set()}[options.feeder]
        payer = self.knocker if failed else self.feeder if self.ending in feeds else None
        for seat in losers:
            stake = sum(other <= points[seat] for other in points.values())
            if failed and seat == self.knocker and options.failed_knock_rank == "last":
                stake = len(losers)
            doubled = sum(card[0] == "7" for card in self.hands[seat]) if options.seven_doubles else 0
            doubled += self.had_turn[seat] and not self.melded[seat]
            doubled += self.ending == "hoola"
            scores[seat if payer is None else payer] -= stake * 2**doubled
            scores[self.winner] += stake * 2**doubled
        return tuple(scores)
