"""What each viewer may know, said from the rules and not from the views: for test_views.py, a class for each game.

`moment` is a state with the acts that led to it, [(seat, action) ...].
"""

from collections import Counter
from dataclasses import replace

from hool.rules import hool, hoola, oh_hell
from hool.rules.cards import JOKER, Deal, hand_order, high_card_points
from hool.rules.game import legal_actions
from hool.rules.hool import GiveClue, PlayCard, clue_value


def rebuilt(game, state, acts, deal=None):
    """The state after the same acts with another deal; not checked again, for a twin need not be legal play."""
    twin = game.start(state.board, deal or state.deal)
    for seat, action in acts:
        twin = game.apply(twin, seat, action)
    return replace(twin, claimed=state.claimed) if game is hool else twin


def with_another_call(game, rng, state, acts, place):
    """The state if the act at `place`, a call still face down, had been a different one."""
    seat, call = acts[place]
    before = rebuilt(game, state, acts[:place])
    others = [each for each in legal_actions(game, before, seat) if each != call]
    return rebuilt(game, state, [*acts[:place], (seat, rng.choice(others)), *acts[place + 1 :]]) if others else state


class Hool:
    game = hool
    viewers = (None, 0, 1, 2, 3)

    def __init__(self, options=None):
        """The options say nothing that the state does not."""

    @staticmethod
    def known_hands(state, acts, viewer):
        """The seats whose cards `viewer` may see: his own; dummy's after the opening lead, and then, for dummy's
        player, declarer's if the table allows it; both of the declaring pair, for themselves, when they choose openly;
        a claimer's.
        """
        options, declarer = state.board.options, state.declarer
        known = set() if viewer is None else {viewer}
        lead_made = any(isinstance(action, PlayCard) for _, action in acts)
        if declarer is not None:
            partner = (declarer + 2) % 4
            if options.partners and options.dummy and lead_made:
                known.add(partner)
                if viewer == partner and options.dummy_sees_declarer:
                    known.add(declarer)
            clues_done = sum(isinstance(action, GiveClue) for _, action in acts) == 4 * options.clues
            if options.contract == "open" and clues_done and viewer in (declarer, partner):
                known |= {declarer, partner}
        if state.claimed is not None:
            known.add(state.claimed[0])
        return known

    @staticmethod
    def secret_calls(state, acts):
        """The acts still face down: the last calls, one for each who has called in the step that others still owe."""
        step = state.steps[-1] if state.steps else None
        return sum(call is not None for call in step.calls) if step and step.waiting else 0

    @classmethod
    def shown_calls(cls, state, acts, viewer):
        """The calls `viewer` may see: those of finished steps, and his own."""
        if hool.phase(state) == "clues":
            return ()
        rows = [tuple(None if call is None else str(call) for call in step.calls) for step in state.steps]
        if cls.secret_calls(state, acts):
            rows[-1] = tuple(call if seat == viewer else None for seat, call in enumerate(rows[-1]))
        return tuple(rows)

    @staticmethod
    def calls_of(view):
        return view.calls

    @staticmethod
    def _told(state, acts, deal):
        """What has been said about the cards of `deal`, for all to hear: the clues; who declares by points, and why."""
        facts = [
            (seat, action.kind, clue_value(deal.hands[seat], action.kind))
            for seat, action in acts
            if isinstance(action, GiveClue)
        ]
        options = state.board.options
        if state.steps or options.given_declarer is not None or state.declarer is None:
            return facts
        points = [high_card_points(hand) for hand in deal.hands]
        sides = points[0] + points[2] - points[1] - points[3]
        sign = (sides > 0) - (sides < 0)
        declaring = state.declarer % 2
        ours = points[declaring] - points[declaring + 2]
        return [*facts, sign, (ours > 0) - (ours < 0)]

    @classmethod
    def other_deals(cls, rng, state, acts, viewer):
        """Deals `viewer` cannot tell from this one: two cards he does not know have changed places."""
        known = cls.known_hands(state, acts, viewer)
        unknown = [seat for seat in range(4) if seat not in known and state.hands[seat]]
        if len(unknown) < 2:
            return
        facts = cls._told(state, acts, state.deal)
        for _ in range(8):
            here, there = rng.sample(unknown, 2)
            one, other = rng.choice(state.hands[here]), rng.choice(state.hands[there])
            exchange = {one: other, other: one}
            hands = (hand_order(exchange.get(card, card) for card in hand) for hand in state.deal.hands)
            deal = Deal(tuple(hands))
            if cls._told(state, acts, deal) == facts:
                yield deal

    @staticmethod
    def variants(rng, state):
        """The state, or a claim made in it."""
        if hool.phase(state) == "play" and rng.random() < 0.3:
            claimer = rng.choice([seat for seat in range(4) if seat != hool.view(state, None).dummy])
            return hool.claim(state, claimer, max(map(len, state.hands)))
        return state


class OhHell:
    game = oh_hell

    def __init__(self, options):
        self.viewers = (None, *range(options.players))

    @staticmethod
    def known_hands(state, acts, viewer):
        """A player's own hand, in a blind hand of one card all others but not his own; the public's none."""
        if viewer is None:
            return set()
        if state.board.options.blind_ones and len(state.deal.hands[0]) == 1:
            return set(range(state.board.seats)) - {viewer}
        return {viewer}

    @staticmethod
    def _rounds(state, acts):
        """The bids so far, in rounds of one for each player."""
        bids = [(seat, action.tricks) for seat, action in acts if isinstance(action, oh_hell.MakeBid)]
        return [bids[at : at + state.board.seats] for at in range(0, len(bids), state.board.seats)]

    @classmethod
    def secret_calls(cls, state, acts):
        """The bids face down: those of a round that is not complete, unless bids are made in turn."""
        options, rounds = state.board.options, cls._rounds(state, acts)
        in_turn = options.bidding in ("hook", "open") or (
            options.bidding == "knock" and len(rounds) > options.knock_limit
        )
        return 0 if in_turn or not rounds or len(rounds[-1]) == state.board.seats else len(rounds[-1])

    @classmethod
    def shown_calls(cls, state, acts, viewer):
        """The rounds of bids `viewer` may see: all complete ones, of one in secret only his own."""
        n, secret = state.board.seats, cls.secret_calls(state, acts)
        rounds = [dict(bids) for bids in cls._rounds(state, acts)]
        if secret:
            rounds[-1] = {seat: bid for seat, bid in rounds[-1].items() if seat == viewer}
        shown = [tuple(bids.get(seat) for seat in range(n)) for bids in rounds]
        again = state.board.options.bidding == "knock" and shown and sum(x or 0 for x in shown[-1]) == state.size
        full = shown and len(cls._rounds(state, acts)[-1]) == n and len(shown) <= state.board.options.knock_limit
        return (*shown, (None,) * n) if not shown or (again and full) else tuple(shown)

    @staticmethod
    def calls_of(view):
        return (*view.attempts, view.bids)

    @classmethod
    def other_deals(cls, rng, state, acts, viewer):
        """Deals `viewer` cannot tell from this one: two cards he does not know have changed places, in hands or among
        those not dealt. Where the card turned up lies is known, but for a card that was shuffled in again."""
        deal, options = state.deal, state.board.options
        known = cls.known_hands(state, acts, viewer)
        fixed = []
        if options.trump == "turn_up" and deal.rest:
            fixed = [0, 1] if deal.rest[0] == JOKER and options.joker_turned == "next" else [0]
        places = [("rest", at) for at in range(len(deal.rest)) if at not in fixed]
        for seat in set(range(state.board.seats)) - known:
            shown = [deal.turned] if options.no_stock == "dealer_last" and seat == state.board.dealer else []
            held = Counter(state.hands[seat]) - Counter(shown if not deal.rest else [])
            places += [(seat, deal.hands[seat].index(card)) for card in held]
        if len(places) < 2:
            return
        for _ in range(6):
            (here, i), (there, j) = rng.sample(places, 2)
            lists = {"rest": list(deal.rest), **{seat: list(hand) for seat, hand in enumerate(deal.hands)}}
            lists[here][i], lists[there][j] = lists[there][j], lists[here][i]
            hands = tuple(hand_order(lists[seat]) for seat in range(state.board.seats))
            yield Deal(hands, tuple(lists["rest"]), deal.turned)

    @staticmethod
    def variants(rng, state):
        return state


class Hoola:
    game = hoola

    def __init__(self, options):
        self.viewers = (None, *range(options.players))

    @staticmethod
    def known_hands(state, acts, viewer):
        """A player's own hand; when the board has ended, all show theirs."""
        if state.ending:
            return set(range(state.board.seats))
        return set() if viewer is None else {viewer}

    @staticmethod
    def _answered(state, acts):
        """Who has answered to the last discard, while others still may; None if it cannot be claimed."""
        options, n = state.board.options, state.board.seats
        last = next((at for at in reversed(range(len(acts))) if isinstance(acts[at][1], hoola.Discard)), None)
        if last is None or options.thank_you != "anyone" or n == 2 or state.ending:
            return None
        after = acts[last + 1 :]
        said = [seat for seat, action in after if isinstance(action, (hoola.Pass, hoola.Claim))]
        others = set(range(n)) - {acts[last][0]}
        if any(not isinstance(action, (hoola.Pass, hoola.Claim)) for _, action in after):
            return None  # the clock, a draw or a take: the time is over
        if options.claim_policy == "priority":
            return None if set(said) == others else said
        step = 1 if options.direction == "clockwise" else -1
        others.discard((acts[last][0] + step) % n)
        claimed = any(not isinstance(action, hoola.Pass) for _, action in after)
        return None if claimed or others <= set(said) else said

    @classmethod
    def secret_calls(cls, state, acts):
        """Answers to a discard are secret until it is settled, where the first to claim does not simply get it."""
        said = cls._answered(state, acts)
        return len(said) if said and state.board.options.claim_policy == "priority" else 0

    @classmethod
    def shown_calls(cls, state, acts, viewer):
        """Only who has answered."""
        said = cls._answered(state, acts)
        return (said is not None, tuple(seat in (said or ()) for seat in range(state.board.seats)))

    @staticmethod
    def calls_of(view):
        return tuple(view.window)

    @classmethod
    def other_deals(cls, rng, state, acts, viewer):
        """Deals `viewer` cannot tell from this one: two cards that he does not see have changed places, in hands or in
        the stock."""
        known = cls.known_hands(state, acts, viewer)
        hidden = [card for seat, hand in enumerate(state.hands) if seat not in known for card in hand]
        hidden += state.stock
        if len(hidden) < 2:
            return
        for _ in range(3):
            one, other = rng.sample(hidden, 2)
            exchange = {one: other, other: one}
            hands = (hand_order(exchange.get(card, card) for card in hand) for hand in state.deal.hands)
            rest = tuple(exchange.get(card, card) for card in state.deal.rest)
            yield Deal(tuple(hands), rest, state.deal.turned)

    @staticmethod
    def variants(rng, state):
        return state
