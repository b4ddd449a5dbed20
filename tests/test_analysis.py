"""Double dummy: what could have been made, par in HOOL points, and what a card cost."""

import subprocess
import sys
from itertools import product
from random import Random
from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hool.analysis import dds
from hool.analysis.analyst import AGAIN, Analyst
from hool.analysis.crew import Crew, Job
from hool.analysis.par import DENOMINATIONS, Par, par
from hool.analysis.trace import Play, brings, trace
from hool.rules import hool
from hool.rules.cards import SUITS, Deal, hand_order, parse_deal
from hool.rules.game import Board, legal_actions
from hool.store import Store
from tests.double_dummy import Solver

FULL = hool.PRESETS["full"]


@pytest.fixture(scope="module")
def solver():
    return dds.load()


def shuffled(pack, seed):
    cards = list(pack)
    Random(seed).shuffle(cards)
    size = len(cards) // 4
    return tuple(hand_order(cards[seat * size : (seat + 1) * size]) for seat in range(4))


# -- the solver


def test_all_spades_in_one_hand(solver):
    hands = parse_deal("AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432").hands
    table = solver.table(hands)
    spades, no_trump = DENOMINATIONS.index("S"), DENOMINATIONS.index("NT")
    assert [row[spades] for row in table] == [13, 0, 13, 0]
    # without trumps whoever leads a suit runs it: the player left of declarer
    assert [row[no_trump] for row in table] == [0, 0, 0, 0]


@pytest.mark.parametrize("pack", ["one suit", "two suits"])
@pytest.mark.parametrize("seed", range(6))
def test_small_packs_agree_with_plain_search(solver, pack, seed):
    """A second solver, written for the lessons' claims, finds the same."""
    hands = shuffled(hool.PACKS[pack], seed)
    for trumps, leader in product("SN", range(4)):
        side = frozenset({leader, (leader + 2) % 4})
        second = Solver(hands, None if trumps == "N" else SUITS.index(trumps), side)
        assert solver.tricks(hands, trumps, leader) == second.tricks(leader)


def test_the_table_is_what_the_lead_allows(solver):
    hands = shuffled(hool.PACKS["full"], 5)
    table = solver.table(hands)
    for declarer, (place, denomination) in product(range(4), enumerate(DENOMINATIONS)):
        assert table[declarer][place] == 13 - solver.tricks(hands, denomination, (declarer + 1) % 4)


def test_every_card_that_may_be_played_has_its_tricks(solver):
    hands = [list(hand) for hand in shuffled(hool.PACKS["full"], 9)]
    lead = hands[1][0]
    hands[1].remove(lead)
    worth = solver.cards(hands, "H", 1, [lead])
    suit = [card for card in hands[2] if card.suit == lead.suit]
    assert set(worth) == set(suit or hands[2])
    hands[1].append(lead)
    assert max(worth.values()) == 13 - solver.cards(hands, "H", 1, [])[lead]


# -- par


def table_of(**tricks):
    """The same tricks for both partners: NS="6 7 8 9 5" in the order C D H S NT."""
    rows = {side: tuple(map(int, row.split())) for side, row in tricks.items()}
    return (rows["NS"], rows["EW"]) * 2


def test_par_is_the_game_that_makes():
    assert par(table_of(NS="6 6 6 10 6", EW="6 6 6 3 6"), FULL, 0) == Par(140, "4S", (0, 2), 1, 10)


def test_overtricks_count_but_a_slam_pays_more():
    assert par(table_of(NS="6 6 6 12 6", EW="5 5 5 1 5"), FULL, 1) == Par(260, "6S", (0, 2), 1, 12)


def test_a_part_score_is_named_as_high_as_it_makes():
    assert par(table_of(NS="5 5 5 9 5", EW="6 6 6 4 6"), FULL, 3) == Par(30, "3S", (0, 2), 1, 9)


def test_a_cheap_sacrifice_is_par():
    """Five diamonds doubled, two down, costs 80 instead of 140."""
    reached = par(table_of(NS="3 4 3 10 5", EW="6 9 6 3 5"), FULL, 0)
    assert reached == Par(80, "5D", (1, 3), 2, 9)


def test_nobody_bids_what_only_loses():
    assert par(table_of(NS="6 6 6 6 6", EW="6 6 6 6 6"), FULL, 2) == Par(0)


def test_the_dealers_side_has_the_first_word():
    """Both sides make exactly one no-trump."""
    both = table_of(NS="6 6 6 6 7", EW="6 6 6 6 7")
    assert [par(both, FULL, dealer).points for dealer in range(4)] == [10, -10, 10, -10]


def test_only_the_better_declarer_is_named():
    rows = [list(row) for row in table_of(NS="6 6 6 9 6", EW="5 5 5 3 5")]
    rows[2][3] = 10
    assert par(tuple(map(tuple, rows)), FULL, 0).declarers == (2,)


@given(st.lists(st.integers(0, 13), min_size=20, max_size=20), st.integers(0, 3))
@settings(max_examples=60, deadline=None)
def test_par_is_stable(flat, dealer):
    """Neither side does better with any higher bid, and the score is that of the contract."""
    table = tuple(tuple(flat[5 * seat : 5 * seat + 5]) for seat in range(4))
    reached = par(table, FULL, dealer)
    for bid, seat in product(hool.BIDS, range(4)):
        if reached.contract and hool.bid_rank(bid) <= hool.bid_rank(reached.contract):
            continue
        most = max(table[seat][DENOMINATIONS.index(bid[1:])], table[(seat + 2) % 4][DENOMINATIONS.index(bid[1:])])
        if most < hool.tricks_needed(bid):
            continue  # the others double what fails, and what they could say then only costs more
        ours, _ = hool.score(FULL, bid, 1, most)
        side = 1 if seat % 2 == 0 else -1
        if reached.contract and reached.declarers[0] % 2 != seat % 2:
            # whoever makes more by a higher bid than par gives would have bid it, unless it is outbid in turn
            assert ours <= side * reached.points or _outbid(table, bid, seat)
    if reached.contract:
        ours, theirs = hool.score(FULL, reached.contract, reached.doubled, reached.tricks)
        assert abs(reached.points) == ours + theirs


def _outbid(table, bid, seat):
    """The others have a still higher bid that loses less than letting this one stand."""
    place = DENOMINATIONS.index(bid[1:])
    stands = hool.score(FULL, bid, 1, max(table[seat][place], table[(seat + 2) % 4][place]))[0]
    for higher in hool.BIDS[hool.bid_rank(bid) + 1 :]:
        place = DENOMINATIONS.index(higher[1:])
        most = max(table[(seat + 1) % 4][place], table[(seat + 3) % 4][place])
        doubled = 1 if most >= hool.tricks_needed(higher) else 2
        ours, theirs = hool.score(FULL, higher, doubled, most)
        if theirs - ours < stands:
            return True
    return False


# -- what a card cost


def played(board, deal, seed):
    """A board played at random: trumps, the first leader, the cards, and declarer's tricks."""
    rng, state = Random(seed), hool.start(board, deal)
    cards = []
    while acting := hool.to_act(state):
        seat = min(acting)
        action = rng.choice(legal_actions(hool, state, seat))
        if isinstance(action, hool.PlayCard):
            cards.append(action.card)
        state = hool.apply(state, seat, action)
    view = hool.view(state, None)
    return view, cards


def test_a_trace_ends_with_the_tricks_that_were_taken(solver):
    options = hool.Options(contract="given", given_contract="4S", given_declarer=2, clues=0)
    board = Board(1, 0, 4, options)
    deal = Deal(shuffled(hool.PACKS["full"], 3))
    view, cards = played(board, deal, 3)
    story = trace(Play(deal, "S", 3, tuple(cards)), solver)
    assert story.side == 0
    assert story.tricks[-1] == view.tricks_won[0] + view.tricks_won[2]
    assert story.tricks[0] == solver.table(deal.hands)[2][DENOMINATIONS.index("S")]
    for place, (seat, card) in enumerate(zip(story.seats, cards, strict=True)):
        change = story.tricks[place + 1] - story.tricks[place]
        assert change <= 0 if seat % 2 == 0 else change >= 0, "a card only ever costs its own side"
        assert (story.cost(place) == 0) == (card in story.best[place])


def test_an_unfinished_trick_is_traced_too(solver):
    deal = Deal(shuffled(hool.PACKS["two suits"], 4))
    cards = [deal.hands[1][0]]
    story = trace(Play(deal, "N", 1, tuple(cards)), solver)
    assert len(story.tricks) == 2 and story.seats == (1,)


@pytest.mark.parametrize("kept", [0, 1, 3, 17, 18])
def test_what_a_card_brings_is_what_the_trace_says_after_it(solver, kept):
    board = Board(1, 0, 4, hool.PRESETS["two suits"])
    deal = Deal(shuffled(hool.PACKS["two suits"], 6))
    _view, cards = played(board, deal, 6)
    story = trace(Play(deal, "N", 1, tuple(cards)), solver)
    found = brings(Play(deal, "N", 1, tuple(cards[:kept])), solver)
    all_tricks = len(deal.hands[0])
    ours = story.seats[kept] % 2 == story.side
    assert found[cards[kept]] == (story.tricks[kept + 1] if ours else all_tricks - story.tricks[kept + 1])
    assert max(found.values()) == (story.tricks[kept] if ours else all_tricks - story.tricks[kept])
    assert {card for card, tricks in found.items() if tricks == max(found.values())} >= set(story.best[kept])


# -- the analyst: never waits, keeps what it knows


class Desk:
    """Work that is done when the test says so."""

    def __init__(self):
        self.jobs = []

    def __call__(self, kind, data, seconds):
        self.jobs.append(Job(kind, data, seconds, None))
        return self.jobs[-1]


@pytest.fixture
def store(tmp_path, clock):
    return Store(f"sqlite:///{tmp_path}/x.sqlite", clock)


DEAL = Deal(shuffled(hool.PACKS["full"], 1))
TABLE = tuple(tuple(range(seat, seat + 5)) for seat in range(4))


def test_a_board_is_worked_out_once(store, clock):
    desk = Desk()
    analyst = Analyst(store, desk, clock, lambda: True)
    assert analyst.table(DEAL) is None and analyst.table(DEAL) is None
    assert len(desk.jobs) == 1
    desk.jobs[0].finish(TABLE)
    assert analyst.table(DEAL) == TABLE
    after_a_restart = Analyst(store, desk, clock, lambda: True)
    assert after_a_restart.table(DEAL) == TABLE
    assert len(desk.jobs) == 1


def test_a_trace_is_kept_as_it_was(store, clock, solver):
    desk = Desk()
    cards = (DEAL.hands[1][0], DEAL.hands[2][0])
    lead_only = (DEAL.hands[1][0],)
    analyst = Analyst(store, desk, clock, lambda: True)
    assert analyst.trace(DEAL, "N", 1, lead_only) is None
    story = trace(Play(DEAL, "N", 1, lead_only), solver)
    desk.jobs[0].finish(story)
    assert analyst.trace(DEAL, "N", 1, lead_only) == story
    assert Analyst(store, desk, clock, lambda: True).trace(DEAL, "N", 1, lead_only) == story
    assert analyst.trace(DEAL, "N", 1, cards) is None, "another play is another question"


def test_what_cards_bring_is_kept_too(store, clock):
    desk = Desk()
    analyst = Analyst(store, desk, clock, lambda: True)
    assert analyst.brings(DEAL, "H", 2, ()) is None and analyst.brings(DEAL, "H", 2, ()) is None
    (job,) = desk.jobs
    assert job.kind == "brings" and not analyst.brings_failed(DEAL, "H", 2, ())
    job.finish({DEAL.hands[2][0]: 9})
    assert analyst.brings(DEAL, "H", 2, ()) == {DEAL.hands[2][0]: 9}
    assert Analyst(store, desk, clock, lambda: True).brings(DEAL, "H", 2, ()) == {DEAL.hands[2][0]: 9}
    assert analyst.brings(DEAL, "H", 2, DEAL.hands[2][:1]) is None
    desk.jobs[1].finish(why_not="late")
    assert analyst.brings(DEAL, "H", 2, DEAL.hands[2][:1]) is None
    assert analyst.brings_failed(DEAL, "H", 2, DEAL.hands[2][:1])


def test_what_failed_is_tried_again_after_a_while(store, clock):
    desk = Desk()
    analyst = Analyst(store, desk, clock, lambda: True)
    analyst.table(DEAL)
    desk.jobs[0].finish(why_not="late")
    assert analyst.table(DEAL) is None
    assert analyst.table_failed(DEAL)
    assert analyst.table(DEAL) is None and len(desk.jobs) == 1
    clock.now += AGAIN
    assert not analyst.table_failed(DEAL)
    assert analyst.table(DEAL) is None and len(desk.jobs) == 2


def test_without_a_solver_it_says_so_and_asks_nobody(store, clock):
    desk = Desk()
    analyst = Analyst(store, desk, clock, lambda: False)
    assert "not installed" in str(analyst.off)
    assert analyst.table(DEAL) is None and not desk.jobs


# -- the crew: processes with a time limit


def test_a_worker_answers():
    job = Crew().ask("table", DEAL.hands, 20)
    assert job.wait(30)
    assert len(job.answer) == 4 and job.why_not == ""


def test_work_that_cannot_be_done_does_not_end_the_worker():
    crew = Crew()
    bad, good = crew.ask("table", "nonsense", 20), crew.ask("table", DEAL.hands, 20)
    assert bad.wait(30) and bad.answer is None and bad.why_not
    assert good.wait(30) and good.answer is not None


def process(code):
    """How a crew starts a worker that runs this instead."""
    ready = "import pickle, sys; pickle.dump(('ready', ''), sys.stdout.buffer); sys.stdout.flush();"
    return lambda: subprocess.Popen([sys.executable, "-c", ready + code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def test_a_worker_that_never_answers_is_stopped_and_the_next_job_is_done(monkeypatch):
    monkeypatch.setattr("hool.analysis.crew.GRACE", 0.1)
    answers = (
        "import pickle, sys;pickle.load(sys.stdin.buffer); pickle.dump((42, ''), sys.stdout.buffer); sys.stdout.flush()"
    )
    starts = iter([process("sys.stdin.buffer.read()"), process(answers)])
    crew = Crew(1, lambda: next(starts)())
    late, then = crew.ask("table", None, 0.1), crew.ask("table", None, 30)
    assert late.wait(30) and late.answer is None
    assert then.wait(30) and then.answer == 42


def test_a_worker_that_breaks_down_fails_only_its_own_job():
    starts = iter([process("raise SystemExit(3)"), process("raise SystemExit(3)")])
    crew = Crew(1, lambda: next(starts)())
    job = crew.ask("table", None, 30)
    assert job.wait(30) and job.answer is None and job.why_not


def test_what_nobody_wants_any_more_is_not_begun():
    begun = Event()

    def start():
        begun.set()
        return process("")()

    job = Crew(1, start).ask("think", None, 1, within=-1)
    assert job.wait(30)
    assert job.answer is None and not begun.is_set()


def test_an_expert_thinks_in_a_worker():
    board = Board(1, 0, 4, FULL)
    state = hool.start(board, DEAL)
    job = Crew().ask("think", (hool.view(state, 0), 1), 0.5)
    assert job.wait(30)
    action, why = job.answer
    assert action in map(str, legal_actions(hool, state, 0)) and str(why).endswith(".")
