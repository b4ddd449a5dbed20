"""Hoola and fairness: what the log of a rated match tells, when secrets are told, and which matches count."""

from dataclasses import replace

import pytest
from people import cards_in
from test_fair import School, hidden, play_out

from hool.fairness import is_told, may_meet
from hool.fold import parse_prepared
from hool.rules import shuffle
from hool.rules.cards import format_deal
from tests.hoola_play import dealt

NAMES = ("Ada", "Ben", "Cleo", "Dev")
HANDS = ("4H 9C JD", "8C 8D QS KD", "4S 4D 2C", "5H 6H 2D")  # seat 0 discards the four of hearts; 2 and 3 want it


def school_of(app, names=NAMES, seats=4, **options):
    return School(app, names, game="hoola", seats=seats, **({"match": 2} | options))


def act(school, seat, text, table=None):
    table = school.parts.tables.get((table or school.table).id)
    return school.parts.tables.act(table.id, table.seats[seat].person, table.turns[seat], text)


def deal_the_race(school, **options):
    """A rated match begins with a discard that two others want."""
    board = dealt(*HANDS, stock="KH", match=2, **options)
    prepared = replace(parse_prepared(f"1 dealer 0 deal {format_deal(board.deal)}"), secret="5f" * 32)
    assert school.parts.tables.command(school.table.id, f"redeal {prepared}").ok
    for text in ("draw", "discard 4H"):
        assert act(school, 0, text).code == "done"


def test_the_log_of_a_rated_match_does_not_tell_who_else_wanted_a_discard(app):
    school = school_of(app, claim_policy="priority")
    deal_the_race(school, claim_policy="priority")
    assert school.table.rated
    act(school, 3, "claim 4H 5H 6H")
    log = school.flask("log", str(school.table.id))
    assert "5H" not in log and "sealed" in log, "while others have still to answer"
    act(school, 2, "claim 4S 4H 4D")
    act(school, 1, "pass")
    assert school.table.rules.view(school.table.play.state, None).claimed == 2
    log = school.flask("log", str(school.table.id))
    assert " 2 claim 4S 4H 4D" in log, "that lies on the table"
    assert "5H" not in log and " pass" not in log and "5f" * 32 not in log
    act(school, 2, "discard 2C")
    assert "5H" not in school.flask("log", str(school.table.id))


def test_where_the_first_has_it_the_log_keeps_all_answers(app):
    school = school_of(app)
    deal_the_race(school)
    act(school, 1, "pass")
    act(school, 3, "claim 4H 5H 6H")
    log = school.flask("log", str(school.table.id))
    assert " 1 pass" in log and " 3 claim 4H 5H 6H" in log and " deal " not in log.rpartition("board ")[2]


def test_the_secret_of_a_board_is_told_when_its_match_is_over_and_the_match_counts(app):
    school = school_of(app)
    ada, parts = school.students[0], school.parts
    while not school.table.play.boards:
        play_out(parts, school.table.id, 15)
    first = school.table.play.boards[0]
    assert first.secret not in school.fair(ada).text and shuffle.commitment(first.secret) in school.fair(ada).text
    assert first.secret not in school.flask("log", str(school.table.id))
    play_out(parts, school.table.id)
    page = school.fair(ada).text
    assert first.secret in page and 'value="hoola" selected' in page and format_deal(first.deal) in page
    [match] = parts.ratings.of(school.room.id).matches
    assert sum(match.end.totals) == 0 and match.end.game == "hoola"
    winner = match.end.people[match.end.totals.index(max(match.end.totals))][0]
    assert match.place_of(winner) == 1 and match.after[winner] > match.before[winner]


def upturned(table):
    """Cards of hands that all have seen, because they lie on the table or were taken from there."""
    view = table.rules.view(table.play.state, None)
    return {str(card) for card in (*view.discards, *(card for meld in view.melds for card in meld.cards))}


def test_a_match_without_an_end_is_never_rated_and_each_of_its_boards_stands_for_itself(app):
    school = school_of(app, match=0)
    assert not school.table.rated
    while not school.table.play.boards:
        play_out(school.parts, school.table.id, 15)
    [record] = school.table.play.boards
    assert record.secret in school.fair(school.students[0]).text
    play_out(school.parts, school.table.id, 30)
    assert school.parts.ratings.of(school.room.id).matches == ()


@pytest.mark.parametrize("seats", [2, 5])
def test_a_match_of_two_to_five_counts_for_all_of_them(app, seats):
    school = school_of(app, ("Ada", "Ben", "Cleo", "Dev", "Eve")[:seats], seats, match=1)
    play_out(school.parts, school.table.id)
    [match] = school.parts.ratings.of(school.room.id).matches
    assert len(match.end.places) == seats and set(match.after) == {student.id for student in school.students}


def test_no_other_table_gets_these_cards_so_nobody_waits_for_another_table(app):
    school = school_of(app, (*NAMES, "Eve", "Fay", "Gus", "Hal"), match=1)
    one, two = (school.parts.tables.get(table.id) for table in school.tables)
    assert one.rated and two.rated and one.play.deal != two.play.deal
    play_out(school.parts, one.id)
    record = school.parts.tables.get(one.id).play.boards[0]
    assert not may_meet(two, record, True)
    assert is_told(school.parts.tables.get(one.id), record, (two,), True)
    assert record.secret in school.fair(school.at(1)[0]).text
    log = school.flask("log", str(one.id))
    assert record.secret in log and format_deal(record.deal) in log
    assert not cards_in(school.look_in(2)) & (hidden(two) - upturned(two))
    school.teacher.post(f"/room/{school.slug}/class/table/2/look")
    assert cards_in(school.look_in(2)) & (hidden(two) - upturned(two))
    assert not school.parts.tables.get(two.id).rated and school.parts.ratings.of(school.room.id).matches
