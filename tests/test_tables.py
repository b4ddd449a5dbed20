"""A table is the fold of its log: acts, double taps, robots, rewinds, restarts and races."""

import threading
from random import Random

import pytest

from hool import notes
from hool.fold import Seated, format_seated, parse_prepared, parse_seated, tricks_left
from hool.rules import hool
from hool.rules.cards import parse_deal
from hool.rules.game import legal_actions
from hool.store import Store
from hool.tables import NEXT_WAIT, Tables

DEAL_TEXT = "AKQ2.KQ2.AK2.432 543.543.9543.KQJ 876.876.876.8765 JT9.AJT9.QJT.AT9"


@pytest.fixture
def store(tmp_path, clock):
    store = Store(f"sqlite:///{tmp_path / 'hool.sqlite'}", clock)
    store.make_room("slug-1234", "ACE34", "5b", "{}", 2e9)
    return store


@pytest.fixture
def tables(store, clock):
    return Tables(store, clock, clock.later, Random(7))


PEOPLE = (11, 12, 13, 14)


def open_table(tables, people=PEOPLE, options=None):
    table = tables.open(1, "hool", options or hool.Options())
    tables.arrange([(table.id, seat, Seated(p, "")) for seat, p in enumerate(people) if p])
    return table.id


def act(tables, table_id, seat, text):
    table = tables.get(table_id)
    return tables.act(table_id, table.seats[seat].person, table.turns[seat], text)


def start(tables, table_id, deal=DEAL_TEXT, dealer=0):
    tables.commands(table_id, [f"prepare 1 dealer {dealer} deal {deal}", "next"])


def play_clues(tables, table_id):
    for kind in ("hcp", "pattern"):
        for seat in range(4):
            assert act(tables, table_id, seat, f"clue {kind}").ok


def to_play(tables, table_id, bid="bid 3NT"):
    start(tables, table_id)
    play_clues(tables, table_id)
    for seat, text in enumerate((bid, "pass", "pass", "pass")):
        assert act(tables, table_id, seat, text).ok
    assert act(tables, table_id, 1, "pass").ok and act(tables, table_id, 3, "pass").ok


def play_any(tables, table_id, rng=None):
    """Finish the board with any legal action of whoever is to act."""
    rng = rng or Random(1)
    while (table := tables.get(table_id)).playing:
        seat = min(table.to_act())
        choice = rng.choice(legal_actions(hool, table.play.state, seat))
        assert act(tables, table_id, seat, str(choice)).ok


# -- acts and double taps ------------------------------------------------------------------------------------


def test_a_board_is_played_from_the_first_clue_to_the_result(tables):
    table_id = open_table(tables)
    start(tables, table_id)
    play_any(tables, table_id)
    table = tables.get(table_id)
    assert table.finished and len(table.play.boards) == 1
    assert table.play.results[0].scores[0] == table.play.results[0].scores[2], "partners score together"


def test_a_double_tap_is_answered_already_and_never_answers_the_next_question(tables):
    table_id = open_table(tables)
    start(tables, table_id)
    turn = tables.get(table_id).turns[0]
    assert tables.act(table_id, 11, turn, "clue hcp").code == "done"
    for seat in (1, 2, 3):
        act(tables, table_id, seat, "clue hcp")
    assert tables.act(table_id, 11, turn, "clue hcp").code == "already"
    assert tables.get(table_id).rules.view(tables.get(table_id).play.state, None).clues[0] == (("hcp", 21),)


def test_a_made_up_turn_number_gets_a_fresh_view(tables):
    table_id = open_table(tables)
    start(tables, table_id)
    answer = tables.act(table_id, 11, 99, "clue hcp")
    assert (answer.code, str(answer.say)) == ("stale", "The table has moved on. Here is how it stands now.")


@pytest.mark.parametrize(
    ("seat", "text"),
    [
        (1, "clue hcp"),
        (0, "clue aces"),
        (0, "bid 3NT"),
        (0, "play AS"),
        (0, ""),
        (0, "rewind 3"),
        (0, "sit 1 person 11"),
    ],
)
def test_what_is_not_allowed_is_refused_with_a_sentence_and_changes_nothing(tables, seat, text):
    table_id = open_table(tables)
    start(tables, table_id)
    before = tables.get(table_id)
    answer = act(tables, table_id, seat, text)
    assert answer.code == "no" and str(answer.say)
    assert tables.get(table_id) == before


def test_somebody_who_does_not_sit_here_cannot_act(tables):
    table_id = open_table(tables)
    start(tables, table_id)
    assert tables.act(table_id, 99, 0, "clue hcp").code == "stale"
    assert tables.get(table_id).play.acts == ()


def test_four_secret_bids_at_the_same_instant_are_all_accepted(tables):
    table_id = open_table(tables)
    start(tables, table_id)
    play_clues(tables, table_id)
    turns = tables.get(table_id).turns
    answers = [None] * 4

    def bid(seat):
        answers[seat] = tables.act(table_id, PEOPLE[seat], turns[seat], "pass" if seat else "bid 1C")

    threads = [threading.Thread(target=bid, args=(seat,)) for seat in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [a.code for a in answers] == ["done"] * 4
    assert tables.get(table_id).rules.view(tables.get(table_id).play.state, None).phase == "step 2"


# -- the log -------------------------------------------------------------------------------------------------


def test_a_restart_in_mid_board_goes_on_where_the_log_stands(tables, store, clock):
    table_id = open_table(tables)
    to_play(tables, table_id)
    act(tables, table_id, 1, "play KC")
    again = Tables(store, clock, clock.later, Random(7))
    assert again.get(table_id) == tables.get(table_id)
    assert act(again, table_id, 0, "play 5C").ok, "declarer plays dummy's card after the restart"


def test_two_processes_racing_for_one_table_leave_a_gapless_legal_log(tables, store, clock):
    table_id = open_table(tables)
    start(tables, table_id)
    other = Tables(store, clock, clock.later, Random(8))
    rng = Random(3)
    for process in [tables, other] * 60:
        table = process.get(table_id)
        if not table.playing:
            break
        seat = min(table.to_act())
        choice = str(rng.choice(legal_actions(hool, table.play.state, seat)))
        late = other if process is tables else tables
        assert process.act(table_id, PEOPLE[seat], table.turns[seat], choice).code == "done"
        # The other process has not read the log since; the same tap through it must not act twice.
        assert late.act(table_id, PEOPLE[seat], table.turns[seat], choice).code in ("already", "no")
    events = store.events(table_id)
    assert [e.seq for e in events] == list(range(1, len(events) + 1))
    assert Tables(store, clock, clock.later, Random(1)).get(table_id).seq == events[-1].seq


def test_log_texts_are_read_back_as_they_were_written():
    for who in (Seated(None, "standard"), Seated(17, ""), Seated(17, "standard")):
        assert parse_seated(format_seated(who)) == who
    for text in (f"3 dealer 2 deal {DEAL_TEXT}", f'1 dealer 0 options {{"clues": 1}} deal {DEAL_TEXT}'):
        assert str(parse_prepared(text)) == text


def test_a_robots_reason_survives_the_log(tables, clock):
    table_id = open_table(tables, people=(11, None, None, None))
    start(tables, table_id)
    act(tables, table_id, 0, "clue hcp")
    clock.advance(10)
    told = [a for a in tables.get(table_id).play.acts if a.seat == 1]
    reason = notes.load(told[0].note)
    assert str(reason).endswith(".") and notes.dump(reason) == told[0].note


# -- robots --------------------------------------------------------------------------------------------------


def test_robots_act_one_by_one_with_a_pause_and_wait_for_a_person(tables, clock):
    table_id = open_table(tables, people=(11, None, None, None))
    start(tables, table_id)
    clock.advance(60)
    assert tables.get(table_id).play.acts == (), "the dealer is a person and gives the first clue"
    act(tables, table_id, 0, "clue hcp")
    assert len(tables.get(table_id).play.acts) == 1
    clock.advance(2)
    assert len(tables.get(table_id).play.acts) == 2
    clock.advance(10)
    assert [a.seat for a in tables.get(table_id).play.acts] == [0, 1, 2, 3]


def test_a_robot_that_fails_is_replaced_for_that_action(tables, clock, monkeypatch, caplog):
    def broken(view, rng):
        raise RuntimeError("no idea")

    monkeypatch.setitem(__import__("hool.tables", fromlist=["ROBOTS"]).ROBOTS["hool"], "standard", broken)
    table_id = open_table(tables, people=(None, 12, None, None))
    start(tables, table_id)
    clock.advance(10)
    assert [a.text for a in tables.get(table_id).play.acts] == ["clue hcp"]
    assert "failed at table" in caplog.text


def test_robots_stand_still_while_the_table_is_paused(tables, clock):
    table_id = open_table(tables, people=(None, 12, None, None))
    start(tables, table_id)
    tables.command(table_id, "pause")
    clock.advance(60)
    assert tables.get(table_id).play.acts == ()
    assert str(act(tables, table_id, 1, "clue hcp").say) == "The table is paused. Look at your teacher."
    tables.command(table_id, "resume")
    clock.advance(5)
    assert len(tables.get(table_id).play.acts) == 1


# -- the next board ------------------------------------------------------------------------------------------


def finish(tables, table_id):
    start(tables, table_id)
    for _ in range(2):
        for seat in range(4):
            act(tables, table_id, seat, ("clue hcp", "clue hearts")[_])
    for seat in range(4):
        act(tables, table_id, seat, "pass")


def test_the_next_board_starts_when_all_who_are_here_have_pressed(tables):
    tables.present = lambda person: person != 14
    table_id = open_table(tables)
    finish(tables, table_id)
    for seat in (0, 1):
        assert act(tables, table_id, seat, "next").ok
    assert tables.get(table_id).finished
    act(tables, table_id, 2, "next")
    assert tables.get(table_id).playing, "the fourth is away and is not waited for"


def test_one_idle_student_cannot_hold_the_next_board(tables, clock):
    tables.present = lambda person: True
    table_id = open_table(tables)
    finish(tables, table_id)
    act(tables, table_id, 0, "next")
    clock.advance(NEXT_WAIT - 1)
    assert tables.get(table_id).finished
    clock.advance(2)
    assert tables.get(table_id).playing and tables.get(table_id).play.ordinal == 2


def test_prepared_deals_come_in_order_with_their_numbers_and_dealers(tables):
    table_id = open_table(tables)
    tables.commands(table_id, [f"prepare 7 dealer 2 deal {DEAL_TEXT}", f"prepare 9 dealer 3 deal {DEAL_TEXT}"])
    for number, dealer in ((7, 2), (9, 3)):
        tables.command(table_id, "next")
        board = tables.get(table_id).play.board
        assert (board.number, board.dealer) == (number, dealer)
        assert tables.get(table_id).play.deal == parse_deal(DEAL_TEXT)
        play_any(tables, table_id)
    assert len(tables.get(table_id).play.results) == 2


def test_a_match_of_four_boards_ends_and_another_begins_at_nothing(tables):
    table_id = open_table(tables)
    for _ in range(4):
        tables.command(table_id, "next")
        while tables.get(table_id).playing:
            table = tables.get(table_id)
            seat = min(table.to_act())
            legal = [str(a) for a in legal_actions(hool, table.play.state, seat)]
            wish = "bid 1C" if "bid 1C" in legal and seat == 0 else "pass" if "pass" in legal else legal[0]
            act(tables, table_id, seat, wish)
    assert tables.get(table_id).match_over
    assert [r.board.dealer for r in tables.get(table_id).play.boards] == [0, 1, 2, 3]
    tables.command(table_id, "next")
    assert tables.get(table_id).play.results == ()
    assert tables.get(table_id).play.board.number == 1


def test_a_redeal_gives_the_same_board_other_cards(tables):
    table_id = open_table(tables)
    start(tables, table_id)
    act(tables, table_id, 0, "clue hcp")
    assert tables.command(table_id, "redeal").ok
    now = tables.get(table_id).play
    assert now.board.number == 1 and now.acts == () and now.deal != parse_deal(DEAL_TEXT)


# -- rewind and take-back ------------------------------------------------------------------------------------


def test_a_rewind_brings_back_the_moment_it_names_and_keeps_the_turn_numbers(tables):
    table_id = open_table(tables)
    start(tables, table_id)
    for seat in range(3):
        act(tables, table_id, seat, "clue hcp")
    table = tables.get(table_id)
    moment = table.play.acts[0].seq
    assert tables.command(table_id, f"rewind {moment}").ok
    back = tables.get(table_id)
    assert [a.seat for a in back.play.acts] == [0] and back.to_act() == {1}
    assert back.turns == table.turns, "a tap from before the rewind is recognised as old"
    assert tables.act(table_id, 12, table.turns[1] - 1, "clue hcp").code == "already"


def test_a_rewind_into_an_earlier_board_takes_the_later_results_away(tables, store, clock):
    table_id = open_table(tables)
    start(tables, table_id)
    play_any(tables, table_id)
    tables.command(table_id, "next")
    play_any(tables, table_id, Random(4))
    first = tables.get(table_id).play.boards[0]
    assert tables.command(table_id, f"rewind {first.acts[3].seq}").ok
    back = tables.get(table_id)
    assert back.playing and back.play.ordinal == 1 and back.play.boards == () and len(back.play.acts) == 4
    assert Tables(store, clock, clock.later, Random(1)).get(table_id) == back


def test_a_rewind_to_a_moment_that_never_was_is_refused(tables):
    table_id = open_table(tables)
    start(tables, table_id)
    assert tables.command(table_id, "rewind 9999").code == "no"
    assert tables.command(table_id, "rewind 1").code == "no"


def test_a_card_is_taken_back_when_an_opponent_agrees(tables):
    table_id = open_table(tables)
    to_play(tables, table_id)
    assert act(tables, table_id, 1, "play KC").ok
    assert act(tables, table_id, 1, "undo").ok
    assert tables.get(table_id).ask.waiting == {0}, "a defender asks declarer"
    assert str(act(tables, table_id, 0, "play 5C").say) == "First there is a question to answer."
    assert act(tables, table_id, 0, "accept").ok
    assert tables.get(table_id).to_act() == {1} and tables.get(table_id).ask is None


def test_a_refused_take_back_leaves_the_card(tables):
    table_id = open_table(tables)
    to_play(tables, table_id)
    act(tables, table_id, 1, "play KC")
    act(tables, table_id, 1, "undo")
    act(tables, table_id, 0, "refuse")
    assert tables.get(table_id).ask is None and tables.get(table_id).play.acts[-1].text == "play KC"


def test_a_card_stays_once_another_person_has_played_after_it(tables):
    table_id = open_table(tables)
    to_play(tables, table_id)
    act(tables, table_id, 1, "play KC")
    act(tables, table_id, 0, "play 5C")
    assert str(act(tables, table_id, 1, "undo").say) == "Someone has played after you, so your card stays."


def test_a_double_tap_on_take_back_takes_one_card_back(tables, clock):
    table_id = open_table(tables, people=(None, 12, None, None))
    start(tables, table_id)
    clock.advance(60)
    while tables.get(table_id).playing and 1 in tables.get(table_id).to_act():
        table = tables.get(table_id)
        act(tables, table_id, 1, str(legal_actions(hool, table.play.state, 1)[0]))
        clock.advance(30)
        if sum(a.text.startswith("play") and a.seat == 1 for a in tables.get(table_id).play.acts) == 3:
            break
    table = tables.get(table_id)
    if not table.playing:  # all four passed: nothing to take back
        pytest.fail("the prepared deal is bid by the robots")
    mine = sum(a.seat == 1 for a in table.play.acts)
    turn = table.turns[1]
    assert tables.act(table_id, 12, turn, "undo").code == "done"
    assert tables.act(table_id, 12, turn, "undo").code == "already"
    assert sum(a.seat == 1 for a in tables.get(table_id).play.acts) == mine - 1


# -- claims --------------------------------------------------------------------------------------------------


def test_a_claim_ends_the_board_when_both_defenders_accept(tables):
    table_id = open_table(tables)
    to_play(tables, table_id)
    act(tables, table_id, 1, "play KC")
    assert tricks_left(tables.get(table_id)) == 13
    assert act(tables, table_id, 0, "claim 9").ok
    assert act(tables, table_id, 1, "accept").ok
    assert tables.get(table_id).playing
    assert act(tables, table_id, 3, "accept").ok
    table = tables.get(table_id)
    assert table.finished and table.play.boards[0].claim == (0, 9)
    assert table.play.results[0].scores == (130, 0, 130, 0)


def test_a_refused_claim_is_played_out(tables):
    table_id = open_table(tables)
    to_play(tables, table_id)
    act(tables, table_id, 1, "play KC")
    act(tables, table_id, 0, "claim 13")
    act(tables, table_id, 3, "refuse")
    assert tables.get(table_id).playing and tables.get(table_id).ask is None


@pytest.mark.parametrize("text", ["claim 14", "claim -1", "claim", "claim x", "claim 1000000000"])
def test_a_claim_of_an_impossible_number_is_refused(tables, text):
    table_id = open_table(tables)
    to_play(tables, table_id)
    act(tables, table_id, 1, "play KC")
    assert act(tables, table_id, 0, text).code == "no"
    assert tables.get(table_id).ask is None


def test_a_question_nobody_answers_runs_out(tables, clock):
    table_id = open_table(tables)
    to_play(tables, table_id)
    act(tables, table_id, 1, "play KC")
    act(tables, table_id, 0, "claim 9")
    clock.advance(41)
    assert tables.get(table_id).ask is None and tables.get(table_id).playing


def test_dummy_does_not_claim(tables):
    table_id = open_table(tables)
    to_play(tables, table_id)
    act(tables, table_id, 1, "play KC")
    assert act(tables, table_id, 2, "claim 1").code == "no"
