"""Thank you at a table: who gets a discard that several want, whatever happens on the way."""

from __future__ import annotations

import threading
from random import Random

import pytest

from hool.fold import Seated, parse_prepared
from hool.rules import hoola
from hool.rules.cards import format_deal
from hool.store import Row, Store
from hool.tables import Answer, Tables
from tests.hoola_play import dealt

HANDS = ("4H 9C JD", "8C 8D QS KD", "4S 4D 2C", "5H 6H 2D")  # seat 0 deals, and discards the four of hearts
PEOPLE = (11, 12, 13, 14)


@pytest.fixture
def address(tmp_path):
    return f"sqlite:///{tmp_path / 'hool.sqlite'}"


@pytest.fixture
def tables(address, clock):
    store = Store(address, clock)
    store.make_room("slug-1234", "ACE34", "5b", "{}", 2e9)
    return Tables(store, clock, clock.later, Random(7))


def opened(tables, people=PEOPLE, own_pace=False, limit=0, **options):
    """A table of Hoola at which the first discard lies, to be claimed by seats 2 and 3."""
    board = dealt(*HANDS, stock="KH", **options)
    table = tables.open(1, "hoola", board.board.options, own_pace=own_pace)
    tables.arrange([(table.id, seat, Seated(person, "")) for seat, person in enumerate(people) if person])
    if limit:
        tables.command(table.id, f"limit {limit} bot")
    prepared = parse_prepared(f"1 dealer 0 deal {format_deal(board.deal)}")
    assert tables.commands(table.id, ["next", f"redeal {prepared}"]).ok
    for text in ("draw", "discard 4H"):
        assert act(tables, table.id, 0, text).code == "done"
    return table.id


def act(tables, table_id, seat, text, turn=None):
    table = tables.get(table_id)
    return tables.act(table_id, PEOPLE[seat], table.turns[seat] if turn is None else turn, text)


def view(tables, table_id, seat=None):
    table = tables.get(table_id)
    return hoola.view(table.play.state, seat)


def test_a_discard_may_be_claimed_for_as_long_as_the_table_says(tables, clock):
    table = opened(tables, claim_window_s=5)
    clock.advance(4.9)
    assert view(tables, table).window.open
    assert str(act(tables, table, 1, "draw").say) == "Wait a moment: another player may want the 4H."
    clock.advance(0.1)
    assert (view(tables, table).phase, view(tables, table).turn) == ("draw", 1)
    assert tables.get(table).play.acts[-1][1:3] == (-1, "close")
    late = act(tables, table, 2, "claim 4S 4H 4D")
    assert (late.code, str(late.say)) == ("no", "Too late: the time to say thank you is over.")
    assert act(tables, table, 1, "draw").code == "done"
    clock.advance(60)
    assert view(tables, table).turn == 1, "the clock has nothing to do while a turn is played"


def test_while_the_class_is_stopped_the_time_stands_still_and_then_begins_anew(tables, clock):
    table = opened(tables, claim_window_s=5)
    clock.advance(4)
    tables.command(table, "pause")
    clock.advance(600)
    assert view(tables, table).window.open
    tables.command(table, "resume")
    clock.advance(4.9)
    assert view(tables, table).window.open
    clock.advance(0.1)
    assert not view(tables, table).window.open


@pytest.mark.parametrize("order", [(2, 3), (3, 2)])
def test_the_first_claim_wins_and_the_other_is_told_who_was_quicker(tables, order):
    table = opened(tables)
    claims = {2: "claim 4S 4H 4D", 3: "claim 4H 5H 6H"}
    first, second = order
    assert act(tables, table, first, claims[first]).code == "done"
    late = act(tables, table, second, claims[second])
    assert (late.code, str(late.say)) == ("no", f"Too late: player {first + 1} said thank you first.")
    assert (view(tables, table).turn, view(tables, table).claimed) == (first, first)


def test_claims_in_the_same_instant_have_one_winner_and_the_log_keeps_their_order(tables, address, clock):
    for _ in range(12):
        table = opened(tables)
        claims, turns = {2: "claim 4S 4H 4D", 3: "claim 4H 5H 6H"}, tables.get(table).turns
        answers, start = {}, threading.Barrier(2)

        def claim(seat, at=table, go=start, said=answers, turns=turns, claims=claims):
            go.wait()
            said[seat] = tables.act(at, PEOPLE[seat], turns[seat], claims[seat])

        threads = [threading.Thread(target=claim, args=(seat,)) for seat in claims]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        winner = view(tables, table).claimed
        (loser,) = claims.keys() - {winner}
        assert (answers[winner].code, answers[loser].code) == ("done", "no")
        assert "said thank you first" in str(answers[loser].say)
        again = Tables(Store(address, clock), clock, clock.later, Random(1))
        assert view(again, table) == view(tables, table)
        assert tables.get(table).play.acts[-1].seat == winner


def test_by_turns_all_may_answer_and_who_comes_first_after_the_discard_gets_it(tables):
    table = opened(tables, claim_policy="priority")
    assert act(tables, table, 3, "claim 4H 5H 6H").code == "done"
    assert view(tables, table).window.open, "another comes before"
    assert act(tables, table, 2, "claim 4S 4H 4D").code == "done"
    assert not view(tables, table, 1).passed_over
    assert act(tables, table, 1, "pass").code == "done"
    assert view(tables, table).claimed == 2
    assert [view(tables, table, seat).passed_over for seat in range(4)] == [False, False, False, True]
    assert not view(tables, table).passed_over, "whoever looks on is not told who else could have used it"


def test_a_claim_that_is_sent_again_is_done_once(tables):
    table = opened(tables)
    turn = tables.get(table).turns[2]
    assert act(tables, table, 2, "claim 4S 4H 4D", turn).code == "done"
    again = act(tables, table, 2, "claim 4S 4H 4D", turn)
    assert again.code == "already"
    assert len(view(tables, table).melds) == 1


def test_what_was_tapped_for_one_discard_is_no_answer_to_the_next(tables, clock):
    """A slow phone: it still shows the first discard, while the next player has drawn and discarded."""
    table = opened(tables)
    turns = tables.get(table).turns
    clock.advance(5)
    assert act(tables, table, 1, "draw").code == "done"
    assert act(tables, table, 1, "discard QS").code == "done"
    before = tables.get(table)
    assert act(tables, table, 3, "pass", turns[3]).code == "already"
    late = act(tables, table, 2, "claim 4S 4H 4D", turns[2])
    assert (late.code, str(late.say)) == ("stale", "Too late: another card lies there now.")
    assert tables.get(table) == before, "nothing has been answered"
    assert act(tables, table, 3, "pass").code == "done", "who sees the new card may answer"


def test_a_late_claim_is_told_who_was_first_although_the_winner_has_gone_on(tables):
    table = opened(tables)
    turns = tables.get(table).turns
    act(tables, table, 3, "claim 4H 5H 6H")
    late = act(tables, table, 2, "claim 4S 4H 4D", turns[2])
    assert str(late.say) == "Too late: player 4 said thank you first."
    act(tables, table, 3, "discard 2D")
    late = act(tables, table, 2, "claim 4S 4H 4D", turns[2])
    assert (late.code, str(late.say)) == ("stale", "Too late: another card lies there now.")


def test_whoever_says_no_a_moment_too_late_has_done_nothing_wrong(tables, clock):
    table = opened(tables)
    clock.advance(5)
    before = tables.get(table)
    for seat in (1, 2):
        assert act(tables, table, seat, "pass") == Answer("already")
    assert tables.get(table) == before and act(tables, table, 1, "draw").code == "done"


def test_a_claim_that_a_robot_has_forestalled_is_not_said_to_be_done(tables):
    table = opened(tables, claim_policy="priority")
    turn = tables.get(table).turns[2]
    tables.arrange([(table, 2, Seated(PEOPLE[2], "standard"))])
    with_robot = tables.get(table)
    tables._write(with_robot, [Row("2", "pass")])
    late = act(tables, table, 2, "claim 4S 4H 4D", turn)
    assert (late.code, str(late.say)) == ("stale", "The table has moved on. Here is how it stands now.")


def test_a_restart_in_the_middle_closes_the_time_that_is_over(tables, address, clock):
    table = opened(tables, claim_policy="priority")
    act(tables, table, 3, "claim 4H 5H 6H")
    clock.advance(2)
    clock._due.clear()  # the server is gone, and with it what it wanted to do later
    clock.advance(60)
    again = Tables(Store(address, clock), clock, clock.later, Random(1))
    again.wake(again.get(table))
    assert view(again, table).window.open, "nobody has looked at the clock yet"
    clock.advance(1)
    assert view(again, table).claimed == 3


def test_two_servers_close_the_same_time_once(tables, address, clock):
    table = opened(tables)
    other = Tables(Store(address, clock), clock, clock.later, Random(1))
    other.wake(other.get(table))
    clock.advance(30)
    closes = [act for act in tables.get(table).play.acts if act.text == "close"]
    assert len(closes) == 1
    assert view(other, table) == view(tables, table)


def test_robots_leave_people_the_time_to_claim_whatever_they_hold(tables, clock):
    table = opened(tables, people=(11, 0, 0, 14), claim_window_s=10)
    clock.advance(5.9)
    assert view(tables, table).window.open
    assert act(tables, table, 3, "claim 4H 5H 6H").code == "done"


def test_at_ones_own_pace_the_time_is_as_long_as_a_move_may_take(tables, clock):
    tables.watch_deadlines()
    table = opened(tables, own_pace=True, limit=3600, claim_policy="priority")
    clock.advance(3000)
    assert view(tables, table).window.open
    act(tables, table, 3, "claim 4H 5H 6H")
    clock.advance(660)
    assert view(tables, table).claimed == 3, "who says nothing for so long says no"
    assert tables.get(table).seats[2].person == 13
    assert not tables.get(table).seats[2].acts_alone, "and is not late"


def test_a_discard_may_be_taken_back_until_somebody_has_answered_and_the_time_begins_anew(tables, clock):
    table = opened(tables)
    clock.advance(3)
    assert act(tables, table, 0, "undo").code == "done"
    assert str(act(tables, table, 2, "claim 4S 4H 4D").say) == "First there is a question to answer."
    clock.advance(10)
    assert view(tables, table).window.open, "while the others are asked nobody's time runs out"
    assert act(tables, table, 1, "accept").code == "done"
    assert (view(tables, table).phase, view(tables, table).turn) == ("play", 0)
    assert act(tables, table, 0, "discard KH").code == "done"
    clock.advance(4)
    act(tables, table, 2, "pass")
    answer = act(tables, table, 0, "undo")
    assert (answer.code, str(answer.say)) == ("no", "Someone has played after you, so your card stays.")


def test_nobody_holds_up_the_others_by_asking_again_and_again(tables, clock):
    table = opened(tables)
    assert act(tables, table, 0, "undo").code == "done"
    assert act(tables, table, 0, "cancel").code == "done"
    assert str(act(tables, table, 0, "undo").say) == "You have asked for that already. Play on."
    clock.advance(5)
    assert not view(tables, table).window.open


def test_a_clock_that_is_set_back_keeps_no_table_waiting(tables, clock):
    table = opened(tables)
    clock.now -= 3600
    tables.wake(tables.get(table))
    clock.advance(1)
    assert not view(tables, table).window.open


def test_a_card_that_was_drawn_stays(tables):
    table = opened(tables)
    for seat in (2, 3):
        act(tables, table, seat, "pass")
    assert act(tables, table, 1, "draw").code == "done"
    assert str(act(tables, table, 1, "undo").say) == "You have not played a card that you could take back."


def test_who_deals_first_is_drawn(tables, clock):
    dealers = set()
    for _ in range(12):
        table = tables.open(1, "hoola", hoola.Options())
        tables.command(table.id, "next")
        dealers.add(tables.get(table.id).play.board.dealer)
        assert tables.get(table.id).options.first_dealer == tables.get(table.id).play.board.dealer
    assert len(dealers) > 1
