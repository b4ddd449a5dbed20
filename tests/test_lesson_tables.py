"""A table in a lesson: boards of a set forward, back and again, boards that have begun, predictions, moving on."""

from random import Random

import pytest

from hool.fold import Seated, parse_prepared
from hool.rules import hool
from hool.rules.text import say
from hool.store import Store
from hool.tables import NEXT_WAIT, Tables

ONE_SUIT = hool.PRESETS["one suit"]
DEALS = (
    "A74 983 QT6 KJ5",
    "JT8 K74 Q65 A93",
    "973 AT5 KQ4 J86",
)


def hearts(deal):
    return " ".join(f".{hand}.." for hand in deal.split())


@pytest.fixture
def tables(tmp_path, clock):
    store = Store(f"sqlite:///{tmp_path / 'hool.sqlite'}", clock)
    store.make_room("slug-1234", "ACE34", "5b", "{}", 2e9)
    return Tables(store, clock, clock.later, Random(7))


@pytest.fixture
def table_id(tables):
    table = tables.open(1, "hool", ONE_SUIT)
    tables.arrange([(table.id, seat, Seated(11 + seat, "")) for seat in range(4)])
    boards = [f"prepare {n} dealer {n - 1} deal {hearts(deal)}" for n, deal in enumerate(DEALS, 1)]
    tables.commands(table.id, ["unprepare", "lesson 5", *boards])
    return table.id


def act(tables, table_id, seat, text):
    table = tables.get(table_id)
    return tables.act(table_id, table.seats[seat].person, table.turns[seat], text)


def play_out(tables, table_id):
    while (table := tables.get(table_id)).playing:
        seat = min(table.to_act())
        view = table.rules.view(table.play.state, seat)
        card = next(str(c.action) for c in view.choices if c.why_not is None)
        assert act(tables, table_id, seat, card).ok


def cards_of(tables, table_id):
    return " ".join("".join(str(card)[0] for card in hand) for hand in tables.get(table_id).play.deal.hands)


def test_boards_come_in_order_and_the_table_knows_how_far_it_is(tables, table_id):
    for place, deal in enumerate(DEALS):
        assert tables.get(table_id).next_place == place
        assert tables.command(table_id, "next").ok
        assert cards_of(tables, table_id) == deal
        play_out(tables, table_id)
    table = tables.get(table_id)
    assert table.next_place == 3 and [r.lesson for r in table.play.boards] == [5, 5, 5]


def test_the_teacher_sends_a_table_forward_and_back(tables, table_id):
    assert tables.command(table_id, "deal 2").ok
    assert cards_of(tables, table_id) == DEALS[2] and tables.get(table_id).next_place == 3
    assert tables.command(table_id, "deal 0").ok  # in the middle of the board
    table = tables.get(table_id)
    assert cards_of(tables, table_id) == DEALS[0] and table.next_place == 1 and table.play.boards == ()
    play_out(tables, table_id)
    tables.command(table_id, "next")
    assert cards_of(tables, table_id) == DEALS[1]
    answer = tables.command(table_id, "deal 3")
    assert not answer.ok and str(answer.say) == "This lesson has no such board."


def test_a_board_is_played_again_when_all_who_are_here_wish_it(tables, table_id):
    tables.present = lambda person: person in (11, 12)
    tables.command(table_id, "next")
    play_out(tables, table_id)
    tables.command(table_id, "next")
    play_out(tables, table_id)
    assert str(act(tables, table_id, 0, "again 3").say) == "There is no such board to play again."
    assert act(tables, table_id, 0, "again 1").ok and not tables.get(table_id).playing
    assert act(tables, table_id, 1, "next").ok  # would rather go on
    assert not tables.get(table_id).playing and tables.get(table_id).ready == {1}
    assert act(tables, table_id, 1, "again 1").ok and act(tables, table_id, 0, "again 1").ok
    assert cards_of(tables, table_id) == DEALS[0]
    play_out(tables, table_id)
    first, _, again = tables.get(table_id).play.boards
    assert first.deal == again.deal and tables.get(table_id).next_place == 2
    tables.command(table_id, "next")
    assert cards_of(tables, table_id) == DEALS[2]


def test_a_wish_for_a_board_again_waits_for_nobody_for_ever(tables, table_id, clock):
    tables.present = lambda person: True
    tables.command(table_id, "next")
    play_out(tables, table_id)
    assert act(tables, table_id, 2, "again 1").ok and not tables.get(table_id).playing
    clock.advance(NEXT_WAIT)
    assert cards_of(tables, table_id) == DEALS[0] and tables.get(table_id).play.given


def test_students_are_told_why_they_may_not_go_on(tables, table_id):
    tables.may_not_start = lambda table, again: None if again else say("Wait for the others.")
    tables.command(table_id, "next")
    play_out(tables, table_id)
    assert str(act(tables, table_id, 0, "next").say) == "Wait for the others."
    assert act(tables, table_id, 0, "again 1").ok


def test_a_board_that_has_begun_goes_on_from_there_and_its_cards_stay(tables, table_id):
    begun = f"1 dealer 0 deal {hearts(DEALS[0])} then 1 play 9H, 2 play TH"
    assert str(parse_prepared(begun)) == begun
    tables.commands(table_id, ["unprepare", f"prepare {begun}", "next"])
    table = tables.get(table_id)
    assert table.to_act() == {3} and len(table.play.acts) == 2
    assert str(act(tables, table_id, 2, "undo").say) == "You have not played a card that you could take back."
    tables.arrange([(table_id, s, Seated(None, "standard")) for s in (0, 1, 3)])
    assert not act(tables, table_id, 2, "undo").ok


def test_what_is_expected_belongs_to_the_board(tables, table_id):
    tables.questions = lambda table, seat: {"0": 4, "trick2": 2}
    tables.command(table_id, "next")
    assert act(tables, table_id, 3, "predict 0 2").ok
    assert act(tables, table_id, 3, "predict 0 3").code == "already"
    assert act(tables, table_id, 1, "predict 0 -").ok
    assert act(tables, table_id, 1, "predict trick2 1").ok
    for odd in ("predict 0 4", "predict 0 x", "predict 7 0", "predict", "predict 0", "predict 0 -1"):
        answer = act(tables, table_id, 2, odd)
        assert answer.code == "no" and answer.say, odd
    assert [tuple(said) for said in tables.get(table_id).play.said] == [(3, "0", 2), (1, "0", None), (1, "trick2", 1)]
    play_out(tables, table_id)
    assert len(tables.get(table_id).play.boards[0].said) == 3
    tables.command(table_id, "next")
    assert tables.get(table_id).play.said == ()


def test_a_table_at_home_is_none_of_the_class(tables, table_id):
    home = tables.open(1, "hool", ONE_SUIT, alone=11)
    assert home.at_home and home.seats[2].person == 11
    assert [t.id for t in tables.tables(1)] == [table_id]
    assert tables.where(11)[0].id == table_id
    other = tables.open(1, "hool", ONE_SUIT)
    assert other.number == 2
