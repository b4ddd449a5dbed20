"""Turned deals: the cards go round the table and the children stay, at every table alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from people import open_class

from hool.fold import parse_prepared
from hool.formats import pbn
from hool.rules.cards import FULL_PACK, Deal, hand_order
from hool.rules.turn import turn

NORTH = "A32.A32.A32.A432 K54.K54.K54.KQ65 Q76.QJ76.QJ76.J7 JT98.T98.T98.T98"
LOADED = "\n".join(f"{number} dealer {(number - 1) % 4} deal {NORTH}" for number in (1, 2, 3))


@pytest.fixture
def parts(app):
    return app.extensions["hool"]


def room_of(parts, slug):
    return parts.classroom.room_by_slug(slug)


def finish(parts, table_id):
    """Play the board at a table to its end, as anybody would who taps the first thing allowed."""
    while (table := parts.tables.get(table_id)).playing:
        seat = min(table.to_act())
        action = next(str(c.action) for c in table.rules.choices(table.play.state, seat) if c.why_not is None)
        assert parts.tables.act_for(table_id, seat, table.turns[seat], action).ok


@given(st.permutations(FULL_PACK), st.integers(0, 3), st.integers(-9, 9))
def test_a_turn_goes_back_and_carries_every_hand_and_the_dealer(cards, dealer, by):
    deal = Deal(tuple(hand_order(cards[i : i + 13]) for i in range(0, 52, 13)))
    turned, dealing = turn(deal, dealer, by)
    assert turn(turned, dealing, -by) == (deal, dealer)
    assert turn(deal, dealer, by + 4) == (turned, dealing)
    assert all(turned.hands[(seat + by) % 4] == deal.hands[seat] for seat in range(4))
    assert dealing == (dealer + by) % 4


def test_loaded_boards_come_turned_to_every_table_and_files_say_what_was_played(app, parts):
    teacher, slug, _students = open_class(app, *"ABCDE", start=False)
    at = f"/room/{slug}/class"
    teacher.post(f"{at}/boards/turn", by="1")
    teacher.post(f"{at}/boards/use", boards=LOADED, filename="club.pbn")
    teacher.post(f"{at}/start")
    tables = parts.tables.tables(room_of(parts, slug).id)
    north = parse_prepared(LOADED.splitlines()[0]).deal.hands[0]
    assert len(tables) == 2
    for table in tables:
        assert table.play.deal.hands[1] == north, "North's cards are East's"
        assert table.play.board.dealer == 1 and table.play.board.number == 1
        finish(parts, table.id)
    assert "East–West play what North–South would have" in teacher.get(f"{at}/boards").get_data(as_text=True)
    written = teacher.get(f"/room/{slug}/boards/1/1.pbn").get_data(as_text=True)
    assert '[Dealer "E"]' in written and '[Deal "E:A32.A32.A32.A432' in written
    [board] = pbn.read(written.encode()).boards
    assert board.deal == tables[0].play.deal
    assert board.dealer == 1


def test_a_board_that_one_table_has_begun_is_the_same_at_the_others(app, parts):
    teacher, slug, _students = open_class(app, *"ABCDE", start=False)
    at, room = f"/room/{slug}/class", room_of(parts, slug)
    teacher.post(f"{at}/boards/use", boards=LOADED, filename="club.pbn")
    teacher.post(f"{at}/start")
    one, two = parts.tables.tables(room.id)
    finish(parts, one.id)
    parts.tables.command(one.id, "next")
    teacher.post(f"{at}/boards/turn", by="2")
    finish(parts, two.id)
    parts.tables.command(two.id, "next")
    one, two = parts.tables.tables(room.id)
    assert one.play.deal == two.play.deal and two.play.board.number == 2
    for table in (one, two):
        finish(parts, table.id)
        parts.tables.command(table.id, "next")
    one, two = parts.tables.tables(room.id)
    assert one.play.deal == two.play.deal and two.play.board.number == 3
    assert one.play.deal.hands[2] == parse_prepared(LOADED.splitlines()[2]).deal.hands[0]
    late = parts.tables.get(parts.classroom.add_table(room.id).id)
    assert [board.deal for board in late.set_of_boards][-1] == one.play.deal


def test_shuffled_boards_are_turned_at_all_tables_alike_from_the_next_number_on(app, parts):
    teacher, slug, _students = open_class(app, *"ABCDE")
    room = room_of(parts, slug)
    one, two = parts.tables.tables(room.id)
    finish(parts, one.id)
    parts.tables.command(one.id, "next")
    teacher.post(f"/room/{slug}/class/boards/turn", by="3")
    finish(parts, two.id)
    parts.tables.command(two.id, "next")
    one, two = parts.tables.tables(room.id)
    assert one.play.deal == two.play.deal, "board 2 was begun before the turn"
    for table in (one, two):
        finish(parts, table.id)
        parts.tables.command(table.id, "next")
    one, two = parts.tables.tables(room.id)
    assert one.play.board.number == two.play.board.number == 3
    assert one.play.deal == two.play.deal
    assert one.play.board.dealer == two.play.board.dealer == (2 + 3) % 4
    # What lies on the table is what comes of the room's secret, turned.
    teacher.post(f"/room/{slug}/class/boards/turn", by="0")
    plain = parts.classroom._next_deal(two, two.play.board)
    assert plain.dealer == 3, "board 4 is not turned any more"


def test_there_are_four_ways_to_turn(app, parts):
    teacher, slug, _students = open_class(app, "Amina")
    for by in ("4", "-1", "x", ""):
        teacher.post(f"/room/{slug}/class/boards/turn", by=by)
        assert "Choose how the deals are turned." in teacher.get(f"/room/{slug}/class/boards").get_data(as_text=True)
    assert room_of(parts, slug).settings.turns == []


def test_boards_of_a_lesson_are_not_turned(app, parts):
    teacher, slug, _students = open_class(app, "Amina", start=False)
    at, room = f"/room/{slug}/class", room_of(parts, slug)
    teacher.post(f"{at}/boards/turn", by="1")
    name = parts.sessions.next_lesson(room.id).name
    teacher.post(f"{at}/lessons/{name}/start")
    teacher.post(f"{at}/lesson/phase", phase="play")
    [table] = parts.tables.tables(room.id)
    step = parts.sessions.step_of(table)
    assert table.play.deal == step.board.pbn.deal
    teacher.post(f"{at}/boards/turn", by="2")
    assert room_of(parts, slug).settings.turned == 1
    assert "End it first" in teacher.get(f"{at}/boards").get_data(as_text=True)
