"""Hoola and fairness: what the log of a rated match tells, when secrets are told, and which matches count."""

from dataclasses import replace

from people import cards_in
from test_fair import School, hidden

from hool.fairness import is_told, may_meet
from hool.fold import Prepared, parse_prepared
from hool.rules import GAMES, shuffle
from hool.rules.cards import format_deal
from tests.hoola_play import dealt

NAMES = ("Ada", "Ben", "Cleo", "Dev")
HANDS = ("4H 9C JD", "8C 8D QS KD", "4S 4D 2C", "5H 6H 2D")  # seat 0 discards the four of hearts; 2 and 3 want it
LUCK = {3: f"{3690:064x}", 5: f"{1390:064x}"}  # by how many play, a secret that gives the dealer all four sevens


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


def test_where_the_first_has_it_the_log_keeps_all_answers(app, clock):
    school = school_of(app)
    deal_the_race(school)
    act(school, 1, "pass")
    act(school, 3, "claim 4H 5H 6H")
    log = school.flask("log", str(school.table.id))
    assert " 1 pass" in log and " 3 claim 4H 5H 6H" in log and " deal " not in log.rpartition("board ")[2]
    act(school, 3, "discard 2D")
    clock.advance(5)
    assert school.table.play.acts[-1].text == "close" and school.table.rated, "the clock is nobody's help"


def lucky(school, at=None):
    """From now on the dealer of this table gets the four sevens of its secret, and has won a board with a word."""
    table = at or school.table
    secret = LUCK[len(table.seats)]

    def next_deal(of, board):
        deal = GAMES["hoola"].deal(board, shuffle.rng(secret))
        return Prepared(board.number, board.dealer, deal, secret=secret) if of.id == table.id else None

    school.parts.tables.next_deal = next_deal
    school.parts.tables.command(table.id, "fresh")
    return secret


def win(school, at=None):
    table = school.parts.tables.get((at or school.table).id)
    if not table.playing:
        school.parts.tables.command(table.id, "next")
        table = school.parts.tables.get(table.id)
    assert act(school, table.play.board.dealer, "luck", table).code == "done"


def test_the_secret_of_a_board_is_told_when_its_match_is_over_and_the_match_counts(app):
    school = school_of(app, NAMES[:3], 3)
    ada, parts, secret = school.students[0], school.parts, lucky(school)
    win(school)
    seal = shuffle.commitment(secret)
    assert seal in school.fair(ada).text and secret not in school.fair(ada).text
    assert seal in school.flask("log", str(school.table.id)) and secret not in school.flask("log", str(school.table.id))
    win(school)
    page, [record, _] = school.fair(ada).text, school.table.play.boards
    assert secret in page and 'value="hoola" selected' in page and format_deal(record.deal) in page
    [match] = parts.ratings.of(school.room.id).matches
    winner = match.end.people[record.board.dealer][0]
    assert match.end.game == "hoola" and sum(match.end.totals) == 0
    assert match.place_of(winner) == 1 and match.after[winner] > match.before[winner]


def test_a_match_without_an_end_is_never_rated_and_each_of_its_boards_stands_for_itself(app):
    school = school_of(app, NAMES[:3], 3, match=0)
    assert not school.table.rated
    secret = lucky(school)
    win(school)
    assert secret in school.fair(school.students[0]).text
    win(school)
    assert school.parts.ratings.of(school.room.id).matches == ()


def test_a_match_of_five_counts_for_all_of_them(app):
    school = school_of(app, (*NAMES, "Eve"), 5, match=1)
    lucky(school)
    win(school)
    [match] = school.parts.ratings.of(school.room.id).matches
    assert len(match.end.places) == 5 and set(match.after) == {student.id for student in school.students}


def upturned(table):
    """Cards that all have seen."""
    view = table.rules.view(table.play.state, None)
    return {str(card) for card in (*view.discards, *(card for meld in view.melds for card in meld.cards))}


def test_no_other_table_gets_these_cards_so_nobody_waits_for_another_table(app):
    school = school_of(app, (*NAMES, "Eve", "Fay"), 3, match=1)
    one, two = (school.parts.tables.get(table.id) for table in school.tables)
    assert one.rated and two.rated and one.play.deal != two.play.deal
    secret = lucky(school, one)
    win(school, one)
    record = school.parts.tables.get(one.id).play.boards[0]
    assert not may_meet(two, record, True)
    assert is_told(school.parts.tables.get(one.id), record, (two,), True)
    assert secret in school.fair(school.at(1)[0]).text
    log = school.flask("log", str(one.id))
    assert secret in log and format_deal(record.deal) in log
    assert not cards_in(school.look_in(2)) & (hidden(two) - upturned(two))
    school.teacher.post(f"/room/{school.slug}/class/table/2/look")
    assert cards_in(school.look_in(2)) & (hidden(two) - upturned(two))
    assert not school.parts.tables.get(two.id).rated and school.parts.ratings.of(school.room.id).matches
