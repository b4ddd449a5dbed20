"""Lessons under bad luck and bad intent: a process that dies in the middle, two processes, old moments, odd texts."""

from time import process_time

import pytest
from people import Student
from test_lessons import PLAYED
from test_session import Lesson, everybody

from hool import create_app
from hool.refused import Refused
from hool.web import workshop


class CutOff(BaseException):
    """The power is gone."""


def another_process(app):
    config = {name: app.config[name] for name in ("DATA", "CLOCK", "LATER")}
    return create_app({"TESTING": True, **config}).extensions["hool"]


def cut_off_at(lesson, number, deed, *args):
    """Do it, and lose power before a table gets its commands for the `number`-th time."""
    real, count = lesson.tables.commands, 0

    def commands(*given, **named):
        nonlocal count
        count += 1
        if count == number:
            raise CutOff
        return real(*given, **named)

    lesson.tables.commands = commands
    with pytest.raises(CutOff):
        deed(*args)


@pytest.fixture
def lesson(app):
    found = Lesson(app)
    found.sessions.go(found.room, "play")
    return found


# -- cut off ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "at"), [(None, 1), (None, 2), ("020-two-suits", 1), ("020-two-suits", 4)])
def test_a_lesson_whose_opening_was_cut_off_can_be_played(app, before, at):
    lesson = Lesson(app, lesson=before)
    if before:
        lesson.sessions.go(lesson.room, "play")
    else:
        lesson.classroom.start(lesson.room)
    cut_off_at(lesson, at, lesson.sessions.open, lesson.room, "010-one-suit")
    again = another_process(app)
    now = again.sessions.current(lesson.room)
    if now.name == before:  # the old lesson was still open: open the new one once more
        now = again.sessions.open(lesson.room, "010-one-suit")
    again.sessions.go(lesson.room, "play")
    assert not again.classroom.room(lesson.room).settings.resting
    for table in again.tables.tables(lesson.room):
        assert (again.sessions.place_of(table), table.lesson, table.paused) == (0, now.id, False)


@pytest.mark.parametrize("at", [1, 2])
def test_a_lesson_whose_end_was_cut_off_is_still_open_and_can_go_on_or_end(lesson, app, at):
    cut_off_at(lesson, at, lesson.sessions.end, lesson.room)
    again = another_process(app)
    again.sessions.go(lesson.room, "share")
    again.sessions.go(lesson.room, "play")
    assert all(again.sessions.place_of(table) == 0 for table in again.tables.tables(lesson.room))
    again.sessions.end(lesson.room)
    assert again.sessions.current(lesson.room) is None
    assert all(table.paused and not table.lesson for table in again.tables.tables(lesson.room))


def test_play_pressed_twice_deals_nothing_anew_and_helps_a_table_that_was_left_behind(lesson):
    before = lesson.now.state.since
    one, two = lesson.all_tables
    lesson.tables.command(two.id, "pause")
    lesson.sessions.go(lesson.room, "play")
    assert lesson.now.state.since == before
    assert lesson.all_tables[0] == one and not lesson.all_tables[1].paused


def test_the_next_board_for_all_pressed_twice_is_one_board(app):
    lesson = Lesson(app, pace="together")
    lesson.sessions.go(lesson.room, "play")
    at = f"/room/{lesson.slug}/class"
    for table in lesson.all_tables:
        lesson.play_out(table.id)
    page = lesson.teacher.get(f"{at}/lesson").get_data(as_text=True)
    assert '<input type="hidden" name="at" value="0">' in page
    for _ in range(2):
        lesson.teacher.post(f"{at}/lesson/next", at="0")
    assert lesson.now.state.at == 1 and all(lesson.at(table.id) == 1 for table in lesson.all_tables)
    lesson.play_out(lesson.all_tables[0].id)
    for _ in range(2):
        lesson.teacher.post(f"{at}/next")  # the button beside the tables
    assert lesson.now.state.at == 2


# -- two processes ----------------------------------------------------------------------------------------------------


def test_two_lessons_opened_at_once_end_together(app, clock):
    lesson = Lesson(app, lesson=None)
    other = another_process(app)
    assert other.sessions.current(lesson.room) is None
    lesson.sessions.open(lesson.room, "010-one-suit")
    other.sessions.open(lesson.room, "020-two-suits")
    clock.advance(5)
    assert lesson.now.name == "020-two-suits"
    lesson.sessions.go(lesson.room, "play")
    assert all(table.lesson == lesson.now.id for table in lesson.all_tables)
    lesson.sessions.end(lesson.room)
    clock.advance(5)
    assert other.sessions.current(lesson.room) is None


def test_what_one_process_changes_another_does_not_change_back(app):
    lesson = Lesson(app)
    other = another_process(app)
    assert other.sessions.current(lesson.room).state.phase == "question"
    lesson.sessions.go(lesson.room, "play")
    other.sessions.set_pace(lesson.room, "together")
    state = another_process(app).sessions.current(lesson.room).state
    assert (state.phase, state.pace) == ("play", "together")


# -- boards -----------------------------------------------------------------------------------------------------------


def test_nobody_goes_back_into_the_boards_of_another_lesson(lesson):
    table = lesson.all_tables[0].id
    lesson.play_out(table)
    everybody(lesson, table, "next")
    lesson.play_out(table)
    then = lesson.tables.get(table).play.boards[0].acts[3].seq
    lesson.sessions.open(lesson.room, "020-two-suits")
    lesson.sessions.go(lesson.room, "play")
    answer = lesson.tables.command(table, f"rewind {then}")
    assert str(answer.say) == "There is no such moment to go back to."
    lesson.play_out(table)
    first = lesson.tables.get(table).play.boards[-1].first_seq
    everybody(lesson, table, "next")
    assert lesson.tables.command(table, f"rewind {first}").ok
    assert lesson.at(table) == 0 and lesson.tables.get(table).next_place == 1


def test_who_goes_back_to_the_deal_of_a_board_that_began_in_the_middle_finds_its_first_cards_played(app):
    lesson = Lesson(app, ("Ada", "Bo"), lesson=None)
    lesson.parts.shelf.save(lesson.room, "600-middle", PLAYED)
    lesson.sessions.open(lesson.room, "600-middle")
    lesson.sessions.go(lesson.room, "play")
    (table,) = lesson.all_tables
    first, given = table.play.first_seq, table.play.acts
    assert len(given) == 5
    for _ in range(2):
        assert lesson.tables.command(table.id, f"rewind {first}").ok
        assert lesson.tables.get(table.id).play.acts == given
        lesson.play_out(table.id)


def test_a_wish_for_a_board_ends_with_its_lesson(lesson, clock):
    table = lesson.all_tables[0].id
    for _ in range(2):
        lesson.play_out(table)
        everybody(lesson, table, "next")
    lesson.play_out(table)
    someone = next(each for each in lesson.students if lesson.classroom.seat_of(each.id)[0].id == table)
    assert lesson.act(someone, "again 2").ok
    lesson.sessions.end(lesson.room)
    lesson.classroom.pause(lesson.room)
    lesson.classroom.resume(lesson.room)
    clock.advance(30)
    assert lesson.tables.get(table).wish == 0 and not lesson.tables.get(table).playing


def test_nobody_alone_keeps_the_table_at_an_old_board(lesson, clock):
    table = lesson.all_tables[0].id
    for _ in range(2):
        lesson.play_out(table)
        everybody(lesson, table, "next")
    lesson.play_out(table)
    clown, *others = [each for each in lesson.students if lesson.classroom.seat_of(each.id)[0].id == table]
    assert lesson.act(clown, "again 1").ok
    assert lesson.act(others[0], "next").ok
    clock.advance(14)
    assert lesson.act(clown, "again 1").ok and lesson.tables.get(table).wish == 1
    clock.advance(2)
    assert lesson.at(table) == 3
    # Who asks for it with others, or while nobody wants to go on, gets it.
    lesson.play_out(table)
    assert lesson.act(clown, "again 1").ok
    assert lesson.act(others[0], "next").ok
    assert lesson.act(others[1], "again 1").ok
    clock.advance(16)
    assert lesson.at(table) == 0
    lesson.play_out(table)
    assert lesson.act(clown, "again 2").ok
    clock.advance(16)
    assert lesson.at(table) == 1


def test_a_card_that_is_taken_back_takes_nobodys_expectation_with_it(app):
    lesson = Lesson(app, ("Ada", "Bo", "Cem", "Dua"))
    lesson.sessions.go(lesson.room, "play")
    for student in lesson.students:
        assert lesson.act(student, "predict 0 2").ok
    (table,) = lesson.all_tables
    (seat,) = table.to_act()
    leader = next(each for each in lesson.students if lesson.classroom.seat_of(each.id)[1] == seat)
    card = next(str(c.action) for c in table.rules.view(table.play.state, seat).choices if c.why_not is None)
    assert lesson.act(leader, card).ok and lesson.act(leader, "undo").ok
    asker = lesson.tables.get(table.id).ask
    voter = next(each for each in lesson.students if lesson.classroom.seat_of(each.id)[1] in asker.waiting)
    assert lesson.act(voter, "accept").ok
    table = lesson.tables.get(table.id)
    assert not table.play.acts and len(table.play.said) == 4
    assert all(not lesson.sessions.questions(table, place) for place in range(4))
    assert lesson.act(leader, "predict 0 3").code == "already"


def test_a_board_played_again_and_begun_anew_leads_on_to_where_the_table_was(lesson):
    table = lesson.all_tables[0].id
    for _ in range(3):
        lesson.play_out(table)
        everybody(lesson, table, "next")
    lesson.play_out(table)
    everybody(lesson, table, "again 1")
    assert lesson.classroom.redeal(lesson.room, table).ok
    assert lesson.at(table) == 0 and lesson.tables.get(table).next_place == 4


def test_nobody_looks_at_a_board_that_their_table_passed_over_and_may_come_back_to(lesson):
    one, two = (table.id for table in lesson.all_tables)
    lesson.play_out(one)
    everybody(lesson, one, "next")
    lesson.play_out(one)
    lesson.sessions.bring(lesson.room, 2, two)
    lesson.play_out(two)
    student = next(each for each in lesson.students if lesson.classroom.seat_of(each.id)[0].id == two)
    address = f"/room/{lesson.slug}/boards/{lesson.tables.get(one).number}/2"
    assert student.get(address).status_code == 403
    lesson.sessions.end(lesson.room)
    assert student.get(address).status_code == 200


def test_whoever_waits_for_a_seat_sees_no_board_that_a_new_table_would_get(app):
    lesson = Lesson(app, ("Ada", "Bo"), lesson=None)
    lesson.classroom.change_settings(lesson.room, deals="different", seating="hand")
    lesson.sessions.open(lesson.room, "010-one-suit")
    lesson.sessions.go(lesson.room, "play")
    lesson.play_out(lesson.all_tables[0].id)
    zoe = Student(app, lesson.slug, "Zoe")
    assert lesson.classroom.seat_of(zoe.id) is None
    assert zoe.get(f"/room/{lesson.slug}/boards/1/1").status_code == 403


# -- what students write ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["\u3164", "\u200d\u200d", "\u2800 \u2800", "\u0301\u0301", "\u202e\u2067"])
def test_a_card_that_shows_nothing_is_refused(lesson, text):
    with pytest.raises(Refused, match="Write a few words"):
        lesson.sessions.write_note(lesson.person(lesson.students[0]), text)


def test_a_tower_of_accents_is_cut_and_real_writing_stays(lesson):
    ada = lesson.person(lesson.students[0])
    lesson.sessions.write_note(ada, "Z" + "\u0319\u0334" * 60 + " ok")
    assert len(lesson.sessions.cards(lesson.now)[0].text) == len("Z ok") + 4
    for text in ("Tiếng Việt", "שָׁלוֹם", "नमस्ते", "👩‍🚀 ♥", "!?"):
        lesson.sessions.write_note(ada, text)
        assert lesson.sessions.cards(lesson.now)[0].text == text


def test_nothing_is_written_in_a_closed_room(lesson):
    lesson.classroom.close_room(lesson.room)
    ada = lesson.students[0]
    with pytest.raises(Refused, match="closed"):
        lesson.sessions.write_note(lesson.person(ada), "Still here")
    assert lesson.sessions.cards(lesson.now) == ()
    lesson.classroom.reopen_room(lesson.room)
    lesson.sessions.write_note(lesson.person(ada), "Back again")
    lesson.sessions.go(lesson.room, "reflect")
    lesson.classroom.close_room(lesson.room)
    with pytest.raises(Refused, match="closed"):
        lesson.sessions.reflect(lesson.person(ada), "Late")


def test_a_file_of_empty_lines_is_copied_soon(app):
    began = process_time()
    with app.test_request_context():
        copied = workshop._copy_of("\n" * 100_000 + 'title = "A"')
    assert copied == "\n" * 100_000 + 'title = "A (copy)"'
    assert process_time() - began < 3
