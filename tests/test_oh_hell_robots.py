"""Robots of Oh Hell: always legal, to the end in every variant; they know only what they see, and the better they are
the more often they keep their bids."""

from itertools import count, islice, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hool.analysis import worker
from hool.fold import Seated
from hool.robots import ROBOTS
from hool.robots.oh_hell_deals import Deals
from hool.robots.oh_hell_expert import think
from hool.robots.oh_hell_facts import Facts, codes
from hool.robots.oh_hell_playout import Engine, sorted_hand
from hool.robots.oh_hell_telling import told_card
from hool.robots.oh_hell_worth import worths
from hool.rules import oh_hell
from hool.rules.cards import JOKER, SUITS, parse_card
from hool.rules.game import Board, legal_actions
from hool.rules.oh_hell import PACKS, Options
from hool.rules.text import Text
from hool.store import Store
from hool.tables import Tables
from hool.web.reasons import told_reasons
from tests.oh_hell_play import at_random, bid, dealt, lay, may
from tests.rules_play import any_oh_hell

standard, beginner = ROBOTS["oh_hell"]["standard"], ROBOTS["oh_hell"]["beginner"]


def expert(view, rng, deals=8):
    """The expert with time for so many deals."""
    return think(view, rng, 1.0, lambda: 0.0, deals)


LEVELS = {"beginner": beginner, "standard": standard, "expert": expert}


def decide(robot, state, seat=None):
    """What a robot does, and its reason in English."""
    seat = min(oh_hell.to_act(state)) if seat is None else seat
    action, why = robot(oh_hell.view(state, seat), Random(0))
    return str(action), str(why)


def played(robots, options, seed, number=None):
    """The decisions of a hand, a robot in each seat, [(view, action, why) ...], and its last state."""
    rng, seats = Random(seed), options.players
    sizes = oh_hell.sizes(options, seats)
    board = Board(number or rng.randrange(len(sizes)) + 1, rng.randrange(seats), seats, options)
    state = oh_hell.start(board, oh_hell.deal(board, rng))
    decisions = []
    while waiting := oh_hell.to_act(state):
        seat = min(waiting)
        view = oh_hell.view(state, seat)
        action, why = robots[seat % len(robots)](view, rng)
        assert action in legal_actions(oh_hell, state, seat)
        decisions.append((view, action, why))
        state = oh_hell.apply(state, seat, action)
    return decisions, state


# Every variant


@settings(max_examples=30)
@given(any_oh_hell(), st.integers(0, 10_000))
def test_robots_do_what_is_legal_say_why_and_finish_the_hand(options, seed):
    decisions, state = played([expert, standard, beginner], options, seed)
    assert oh_hell.result(state) is not None
    for _, _, why in decisions:
        sentence = str(why)
        assert isinstance(why, Text)
        assert not sentence[0].islower() and sentence[-1] == "." and "{" not in sentence and len(sentence) < 180


@pytest.mark.parametrize("level", LEVELS)
def test_same_view_and_same_chance_same_choice(level):
    decisions, _ = played([standard], Options(max_cards=5, order="down"), 3, number=1)
    for view, _, _ in decisions[::3]:
        assert LEVELS[level](view, Random(5)) == LEVELS[level](view, Random(5))


@pytest.mark.parametrize("level", LEVELS)
def test_a_robot_whose_turn_it_is_not_refuses(level):
    with pytest.raises(ValueError):
        LEVELS[level](oh_hell.view(at_random(3), 2), Random(0))


def test_an_expert_without_time_plays_as_the_standard_robot():
    state = at_random(5)
    view = oh_hell.view(state, 0)
    assert think(view, Random(0), 0.0) == standard(view, Random(0))


def test_an_expert_stops_when_its_time_is_over():
    ticks = count()
    state = bid(at_random(8, seed=4), "2 1 2 1")
    think(oh_hell.view(state, 0), Random(0), 10.0, lambda: float(next(ticks)))
    assert next(ticks) <= 12


# What they know


@settings(max_examples=40)
@given(any_oh_hell(), st.integers(0, 10_000), st.data())
def test_an_expert_deals_only_what_can_be(options, seed, data):
    """Everybody holds as many cards as in truth, none of a suit that was not followed; the shown card lies where it is
    known to lie; nothing is dealt that was seen, and nothing twice."""
    decisions, _ = played([beginner], options, seed)
    view = data.draw(st.sampled_from(decisions))[0]
    facts = Facts(view)
    pack = [facts.code[card] for card in PACKS[options.deck]]
    for hands in islice(Deals(facts, Random(seed), [0.25] * 256, view.bids), 3):
        assert [len(hand) for hand in hands] == list(view.counts) or view.blind
        for seat, hand in enumerate(hands):
            assert not {card >> 5 for card in hand} & facts.voids[seat]
            if view.hands[seat] is not None:
                assert sorted(hand) == sorted(facts.code[card] for card in view.hands[seat])
        out = [card for cards in (*hands, *facts.played) for card in cards]
        assert all(out.count(card) <= pack.count(card) for card in out)
        if facts.shown is not None:
            assert facts.shown in hands[view.dealer]


def test_a_high_bid_makes_high_cards_likelier():
    state = bid(at_random(5, seed=2), "0 5")
    facts = Facts(oh_hell.view(state, 2))
    before = worths(facts.hand, facts.unseen, 15, 3, True)
    worth = [0.0, 0.0]
    for hands in islice(Deals(facts, Random(1), before, facts.view.bids), 200):
        for seat in (0, 1):
            worth[seat] += sum(before[card] for card in hands[seat]) / 200
    assert worth[1] > worth[0] + 0.7


def test_a_joker_that_was_turned_up_is_in_no_hand():
    state = dealt("AS", "2C", "3D", "4D", "5D", rest="X* KS", deck="five63", joker_turned="next")
    facts = Facts(oh_hell.view(state, 0))
    assert len(facts.unseen) == 63 - 3 and not {facts.code[JOKER], facts.code[parse_card("KS")]} & set(facts.unseen)


# The engine knows the rules


@given(any_oh_hell(), st.integers(0, 10_000), st.sampled_from([*SUITS, "N"]))
def test_the_engine_gives_a_trick_to_the_same_player_as_the_rules(options, seed, trumps):
    cards = Random(seed).sample(PACKS[options.deck], options.players)
    if seed % 2 and options.deck == "double104":
        cards[1::2] = cards[: len(cards) // 2]  # equal cards in plenty
    coded = [codes(trumps)[card] for card in cards]
    need = Engine(options, len(cards), [0.5] * 256).play(
        [sorted_hand([card]) for card in coded], [0] * len(cards), 0, (), 1
    )
    winner = oh_hell.wins(cards, trumps, options, True)
    assert need == [-(place == winner) for place in range(len(cards))]


@settings(max_examples=40)
@given(any_oh_hell(), st.integers(0, 10_000))
def test_in_the_engine_all_tricks_are_taken(options, seed):
    rng, seats = Random(seed), options.players
    size = oh_hell.largest_hand(options, seats)
    pack = [codes("H")[card] for card in rng.sample(PACKS[options.deck], seats * size)]
    hands = [sorted_hand(pack[seat::seats]) for seat in range(seats)]
    need = Engine(options, seats, worths(pack, [], 0, seats - 1, True)).play(hands, [1] * seats, 0, (), size)
    taken = seats - sum(need)
    assert taken == size or (options.ante_last == "dead" and taken < size)


def test_after_a_void_trick_the_same_player_leads_and_the_next_counts_two():
    options = Options(players=6, deck="double104", double_rule="cancel_ante")
    hands = ["3S AH", "3S 2D", "4S 2C", "4S 3D", "5S 4D", "5S 5D"]
    code = codes("H")
    held = [sorted_hand([code[parse_card(card)] for card in hand.split()]) for hand in hands]
    need = Engine(options, 6, [0.5] * 256).play(held, [2, 0, 0, 0, 0, 0], 0, (), 2, first=code[parse_card("3S")])
    assert need == [0] * 6


@pytest.mark.parametrize("trumps", ["S", "N"])
def test_worth_follows_the_cards(trumps):
    pack = [codes(trumps)[card] for card in PACKS["std52"]]
    table = worths(pack[:5], pack[5:], 15, 3, trumps == "S")
    assert all(0 <= table[card] <= 1 for card in pack)
    for suit in range(5):
        held = sorted(card for card in pack[5:] if card >> 5 == suit)
        assert all(table[low] <= table[high] + 1e-9 for low, high in pairwise(held))


def test_the_highest_trump_is_worth_a_trick():
    facts = Facts(oh_hell.view(dealt("AS 2D 3C", "KH 9H 4C", "2C 5D 7D", rest="5S"), 0))
    worth = worths(facts.hand, facts.unseen, 6, 2, True)
    assert worth[facts.code[parse_card("AS")]] == 1 > worth[facts.code[parse_card("KS")]]


# What bots of other games were blamed for


@pytest.mark.parametrize("level", ["standard", "expert"])
def test_the_hook_does_not_make_it_bid_nothing_with_the_ace_of_trumps(level):
    state = bid(dealt("KH QH 4C", "9H 8H KC", "2C 5D 7D", "AS 2D QC", rest="5S"), "1 1 0")
    assert "bid 1" not in may(state, 3)
    assert decide(LEVELS[level], state)[0] in ("bid 2", "bid 3")


@pytest.mark.parametrize("level", ["standard", "expert"])
def test_who_needs_all_tricks_does_not_begin_with_the_low_trump(level):
    state = bid(dealt("AS 2S", "9H 8H", "2C 5D", "3S 2D", rest="5S"), "2 1 0 0")
    assert decide(LEVELS[level], state)[0] == "play AS"


def test_who_needs_one_and_holds_the_highest_trump_does_not_trump_low():
    """The ace of trumps takes its trick whenever it likes; the other trump would be one too many."""
    state = lay(bid(dealt("KH QH 4C", "AS 3S 2D", "2C 5D 7H", "3D 2H 3C", rest="5S"), "1 1 0 0"), "KH")
    for robot in (standard, expert):
        assert decide(robot, state)[0] != "play 3S"


@pytest.mark.parametrize("level", ["standard", "expert"])
def test_who_wants_no_trick_gets_rid_of_the_ace_and_stays_below(level):
    rest = "TC 5D 7H", "4D 2H 3C"
    off = lay(bid(dealt("KH QH 4C", "AD 3D 2C", *rest, rest="5S"), "1 0 0 0"), "KH")
    assert decide(LEVELS[level], off)[0] == "play AD"
    below = lay(bid(dealt("KH QH 4C", "QD JH 3H", *rest, rest="5S"), "1 0 0 0"), "KH")
    assert decide(LEVELS[level], below)[0] == "play JH"


@pytest.mark.parametrize("level", LEVELS)
def test_the_highest_bidder_chooses_the_own_suit(level):
    state = bid(dealt("AS KS 2S", "9H 8H TH", "2C 5D 8S", "3S 2D 4D", trump="highest_bidder"), "3 1 0 0")
    assert decide(LEVELS[level], state)[0] == "trumps S"


@pytest.mark.parametrize("level", LEVELS)
def test_a_blind_bid_depends_on_the_cards_of_the_others(level):
    """With the ace of trumps before its eyes nobody can win; with three small cards anybody may."""
    high = dealt("2C", "AS", "3D", "4D", rest="KS", blind_ones=True)
    low = dealt("2C", "2H", "3D", "4D", rest="KS", blind_ones=True)
    assert decide(LEVELS[level], high)[0] == "bid 0"
    assert decide(LEVELS[level], low)[0] == "bid 1"


# The better the level


def kept(one, other, options, matches):
    """How often each of two levels, seated by turns, keeps its bids."""
    made, hands = [0, 0], len(oh_hell.sizes(options, 4)) * matches * 2
    for number in range(1, hands // matches // 2 + 1):
        for match in range(matches):
            pair = [one, other] if match % 2 else [other, one]
            _, state = played(pair, options, 100 * match + number, number)
            for seat in range(4):
                made[(seat + match + 1) % 2] += state.bids[seat] == state.won[seat]
    return made[0] / hands, made[1] / hands


@pytest.mark.parametrize(("better", "weaker", "matches"), [("standard", "beginner", 8), ("expert", "standard", 4)])
def test_the_better_level_keeps_its_bids_more_often(better, weaker, matches):
    first, second = kept(LEVELS[better], LEVELS[weaker], Options(max_cards=6, order="down"), matches)
    assert first > second + 0.04


# At a table


class Asked:
    """A worker that answers at once, and remembers what it was asked."""

    def __init__(self):
        self.kinds = []

    def __call__(self, kind, data, seconds, within):
        self.kinds.append(kind)
        self.done, self.answer = True, worker.KINDS[kind](data, None, 0.02)
        return self


@pytest.fixture
def tables(tmp_path, clock):
    store = Store(f"sqlite:///{tmp_path / 'hool.sqlite'}", clock)
    store.make_room("slug-1234", "ACE34", "5b", "{}", 2e9)
    return Tables(store, clock, clock.later, Random(7))


def begun(tables, level, seats=3, **options):
    """A table on which such robots have just been dealt three cards each."""
    table = tables.open(1, "oh_hell", Options(players=seats, max_cards=3, order="down", **options), seats)
    tables.arrange([(table.id, seat, Seated(None, level)) for seat in range(seats)])
    tables.commands(table.id, ["next"])
    return table.id


def test_an_expert_at_a_table_thinks_in_a_worker_without_a_solver(tables, clock):
    tables.think = asked = Asked()
    del tables.thinks["hool"]
    table_id = begun(tables, "expert")
    clock.advance(60)
    assert tables.get(table_id).finished
    assert asked.kinds and set(asked.kinds) == {"think oh hell"}
    assert "think oh hell" in worker.WITHOUT_SOLVER


@pytest.mark.parametrize("bidding", ["hook", "secret"])
def test_robots_say_at_the_table_what_all_can_see(tables, clock, bidding):
    """Of every act that is open, in a sentence; of bids that are turned together nothing; and no card is named."""
    table_id = begun(tables, "standard", bidding=bidding)
    told, silent = {}, 0
    while not (table := tables.get(table_id)).finished:
        now = told_reasons(table)
        told |= {(len(table.play.acts), seat): str(text) for seat, text in now}
        silent += table.play.acts != () and now == ()
        assert len(now) <= 3
        clock.advance(0.1)
    assert any("promise" in text for text in told.values()) == (bidding == "hook")
    assert (silent > 0) == (bidding == "secret")
    assert any("more trick" in text for text in told.values())
    cards = {str(card) for card in PACKS["std52"]}
    assert all(text.endswith(".") and not cards & set(text.strip(".").split()) for text in told.values())


@pytest.mark.parametrize(
    ("hands", "bids", "played", "card", "says"),
    [
        (("KH 2H", "QH 3C", "4D 5D"), "1 0 0", "KH", "QH", "I want no more tricks, so I stay below."),
        (("QH 2H", "KH 3C", "4D 5D"), "0 0 1", "QH", "KH", "I want no more tricks, but this card is ahead now."),
        (("KH 2H", "3S 4S", "4D 5D"), "1 1 1", "KH", "3S", "I have no hearts left, so I trump."),
        (("KH 2H", "3C 4C", "4D 5D"), "1 1 1", "KH", "3C", "I have no hearts left, so I throw a card away."),
        (("KH 2H", "3S 4C", "4D 5D"), "2 2 0", "", "KH", "From now on I need every trick."),
        (("KH 2H", "3H 4C", "AH 5D"), "1 0 2", "KH 3H", "AH", "I play last, and I want this trick."),
    ],
)
def test_what_a_card_shows_to_everybody(hands, bids, played, card, says):
    state = lay(bid(dealt(*hands, rest="6S"), bids), played)
    (seat,) = oh_hell.to_act(state)
    assert str(told_card(oh_hell.view(state, None), seat, parse_card(card))) == says
