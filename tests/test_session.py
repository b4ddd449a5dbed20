"""A lesson in progress: phases, pace, late students, predictions, note cards, checks, going on at home, restarts."""

import json
from random import Random

import pytest
from people import Student, open_class

from hool import checks, create_app
from hool.lessons import SKILLS
from hool.refused import Refused
from hool.robots import ROBOTS

NAMES = ("Ada", "Bo", "Cem", "Dua", "Eli", "Fay", "Gus", "Hua")
ROBOT, CHANCE = ROBOTS["hool"]["standard"], Random(5)


class Lesson:
    """A class with a lesson open, and short words for what happens in it."""

    def __init__(self, app, names=NAMES, lesson="010-one-suit", **how):
        self.app = app
        self.parts = app.extensions["hool"]
        self.sessions, self.tables, self.classroom = self.parts.sessions, self.parts.tables, self.parts.classroom
        self.teacher, self.slug, self.students = open_class(app, *names, start=False)
        self.room = self.parts.store.room_by_slug(self.slug).id
        if lesson:
            self.sessions.open(self.room, lesson, **how)

    @property
    def now(self):
        return self.sessions.current(self.room)

    @property
    def all_tables(self):
        return self.tables.tables(self.room)

    def play_out(self, table_id):
        """Everybody at a table acts as the robots advise, until the board is over."""
        while (table := self.tables.get(table_id)).playing:
            seat = min(table.to_act())
            action, _ = ROBOT(table.rules.view(table.play.state, seat), CHANCE)
            person = table.seats[seat].person
            if person is None:
                self.app.config["CLOCK"].advance(3)
            else:
                answer = self.tables.act(table_id, person, table.turns[seat], str(action))
                assert answer.ok, answer
        return self.tables.get(table_id)

    def at(self, table_id):
        return self.sessions.place_of(self.tables.get(table_id))

    def act(self, student, text):
        table, seat = self.classroom.seat_of(student.id)
        return self.tables.act(table.id, student.id, table.turns[seat], text)

    def person(self, student):
        return self.classroom.person(student.id)


@pytest.fixture
def lesson(app):
    return Lesson(app)


def test_a_lesson_begins_with_its_question_and_nothing_can_be_played(lesson):
    assert lesson.now.state.phase == "question"
    assert all(table.paused and table.play.state is None for table in lesson.all_tables)
    for student in lesson.students:
        assert "Can a small card ever beat a king?" in student.html["stage"]
    lesson.sessions.go(lesson.room, "play")
    one, two = lesson.all_tables
    assert one.play.deal == two.play.deal == lesson.now.lesson.boards[0].board.pbn.deal
    assert one.options.pack == "one suit" and not one.paused
    for student in lesson.students:
        assert 'data-phase="play"' in student.html["stage"]


def test_tables_go_on_by_themselves_and_stop_behind_the_last_board(lesson):
    lesson.sessions.go(lesson.room, "play")
    one, two = (table.id for table in lesson.all_tables)
    for place in range(8):
        assert lesson.at(one) == place
        lesson.play_out(one)
        answers = [lesson.act(student, "next") for student in lesson.students if
                   lesson.classroom.seat_of(student.id)[0].id == one]  # fmt: skip
    assert str(answers[-1].say) == "You have played all boards of this lesson. You can play one again."
    assert lesson.at(two) == 0
    way = next(way for way in lesson.sessions.ways(lesson.now) if way.table.id == one)
    assert way.done == tuple(range(8)) and way.next == 8


def everybody(lesson, table_id, text):
    return [
        lesson.act(student, text)
        for student in lesson.students
        if lesson.classroom.seat_of(student.id)[0].id == table_id
    ]


def test_from_free_to_together_in_the_middle_of_a_board_and_back(lesson):
    lesson.sessions.go(lesson.room, "play")
    fast, slow = (table.id for table in lesson.all_tables)
    lesson.play_out(fast)
    everybody(lesson, fast, "next")
    assert (lesson.at(fast), lesson.at(slow)) == (1, 0)
    lesson.sessions.set_pace(lesson.room, "together")
    assert lesson.now.state.at == 1
    # Nobody's board is cut; the fast table waits at its end, the slow one may come up to it.
    assert lesson.tables.get(slow).playing and lesson.tables.get(fast).playing
    lesson.play_out(fast)
    assert str(everybody(lesson, fast, "next")[0].say) == "Your teacher starts the next board for all tables."
    lesson.play_out(slow)
    everybody(lesson, slow, "next")
    assert lesson.at(slow) == 1
    # One board further: who waits gets it now, who plays gets it when ready.
    lesson.sessions.next_board(lesson.room)
    assert (lesson.at(fast), lesson.at(slow)) == (2, 1)
    lesson.play_out(slow)
    everybody(lesson, slow, "next")
    assert lesson.at(slow) == 2
    lesson.play_out(fast)
    lesson.sessions.set_pace(lesson.room, "free")
    everybody(lesson, fast, "next")
    assert lesson.at(fast) == 3


def test_everybody_is_brought_to_a_board_forward_and_back(lesson):
    with pytest.raises(Refused, match="Play"):
        lesson.sessions.bring(lesson.room, 2)
    lesson.sessions.go(lesson.room, "play")
    lesson.sessions.set_pace(lesson.room, "together")
    lesson.sessions.bring(lesson.room, 4)
    one, two = (table.id for table in lesson.all_tables)
    assert (lesson.at(one), lesson.at(two)) == (4, 4)
    lesson.sessions.bring(lesson.room, 0, two)
    assert (lesson.at(one), lesson.at(two)) == (4, 0) and lesson.now.state.at == 4
    lesson.sessions.bring(lesson.room, 1)
    assert (lesson.at(one), lesson.at(two), lesson.now.state.at) == (1, 1, 1)
    with pytest.raises(Refused, match="no such board"):
        lesson.sessions.bring(lesson.room, 8)


def test_late_students_come_to_where_their_table_is(app):
    lesson = Lesson(app, NAMES[:3])
    lesson.sessions.go(lesson.room, "play")
    (table,) = lesson.all_tables
    lesson.sessions.bring(lesson.room, 2)
    late = Student(app, lesson.slug, "Zoe")
    found, _ = lesson.classroom.seat_of(late.id)
    assert found.id == table.id and lesson.at(table.id) == 2
    # The table is full now: the next one opens a new table, which begins where the class is together.
    lesson.sessions.set_pace(lesson.room, "together")
    later = Student(app, lesson.slug, "Yan")
    found, _ = lesson.classroom.seat_of(later.id)
    assert found.id != table.id and lesson.at(found.id) == 2
    assert 'data-phase="play"' in later.html["stage"]


def test_a_late_student_in_the_question_sees_the_question(lesson):
    late = Student(lesson.app, lesson.slug, "Zoe")
    assert "Can a small card ever beat a king?" in late.html["stage"]
    lesson.sessions.go(lesson.room, "share")
    assert Student(lesson.app, lesson.slug, "Yan").html["stage"].count('data-phase="session"') == 1


def test_phases_stop_the_tables_and_playing_goes_on_where_it_was(lesson):
    lesson.sessions.go(lesson.room, "play")
    one = lesson.all_tables[0].id
    lesson.play_out(one)
    everybody(lesson, one, "next")
    for phase in ("share", "reflect", "question"):
        lesson.sessions.go(lesson.room, phase)
        assert all(table.paused for table in lesson.all_tables)
        answer = lesson.act(lesson.students[0], "play AH")
        assert not answer.ok and "paused" in str(answer.say)
        # Eyes up on top of it and off again does not set them going.
        lesson.classroom.pause(lesson.room)
        lesson.classroom.resume(lesson.room)
        assert all(table.paused for table in lesson.all_tables)
    lesson.sessions.go(lesson.room, "play")
    assert lesson.at(one) == 1 and not lesson.tables.get(one).paused


def test_a_running_board_gives_way_to_the_lesson_and_the_room_gets_its_own_rules_back(app):
    lesson = Lesson(app, NAMES[:4], lesson=None)
    lesson.classroom.change_settings(lesson.room, options={"match": 8})
    lesson.classroom.start(lesson.room)
    table = lesson.all_tables[0]
    assert table.options.match == 8
    lesson.sessions.open(lesson.room, "010-one-suit")
    lesson.classroom.change_settings(lesson.room, options={"match": 12})  # from the end of the lesson on
    lesson.sessions.go(lesson.room, "play")
    assert lesson.tables.get(table.id).play.board.options.pack == "one suit"
    lesson.play_out(table.id)
    lesson.sessions.end(lesson.room)
    assert lesson.now is None and lesson.sessions.last(lesson.room).name == "010-one-suit"
    assert lesson.tables.get(table.id).options.match == 12
    assert 'data-phase="lobby"' in lesson.students[0].html["stage"]
    lesson.classroom.start(lesson.room)
    assert (
        'data-phase="play"' in lesson.students[0].html["stage"]
        or 'data-phase="done"' in lesson.students[0].html["stage"]
    )
    everybody(lesson, table.id, "next")
    assert lesson.tables.get(table.id).play.board.options.pack == "full"
    with pytest.raises(Refused, match="No lesson"):
        lesson.sessions.end(lesson.room)


def test_a_teacher_who_deals_anew_in_a_lesson_gets_the_same_cards(lesson):
    lesson.sessions.go(lesson.room, "play")
    table = lesson.all_tables[0]
    deal = table.play.deal
    seat = min(table.to_act())
    card = next(str(c.action) for c in table.rules.view(table.play.state, seat).choices if c.why_not is None)
    lesson.tables.act(table.id, table.seats[seat].person, table.turns[seat], card)
    assert lesson.classroom.redeal(lesson.room).ok
    again = lesson.tables.get(table.id)
    assert again.play.deal == deal and not again.play.acts and again.next_place == 1


def test_everything_is_still_there_after_a_restart(app, clock, tmp_path):
    lesson = Lesson(app)
    lesson.sessions.go(lesson.room, "play")
    one = lesson.all_tables[0].id
    lesson.play_out(one)
    lesson.sessions.write_note(lesson.person(lesson.students[0]), "Our oddest trick")
    lesson.sessions.set_pace(lesson.room, "together")
    again = create_app({"TESTING": True, "DATA": app.config["DATA"], "CLOCK": clock, "LATER": clock.later})
    sessions = again.extensions["hool"].sessions
    now = sessions.current(lesson.room)
    assert now == lesson.now and now.state.pace == "together"
    assert [card.text for card in sessions.cards(now)] == ["Our oddest trick"]
    assert sessions.place_of(again.extensions["hool"].tables.get(one)) == 0


def test_a_lesson_that_is_edited_while_it_runs_stays_as_it_was(lesson):
    shelf = lesson.parts.shelf
    text = shelf.find(lesson.room, "010-one-suit").text
    shelf.save(lesson.room, "015-ours", text)
    lesson.sessions.open(lesson.room, "015-ours")
    shelf.save(lesson.room, "015-ours", text.replace("One suit", "Two hats").replace("A74", "A7X"))
    assert lesson.now.lesson.title == "One suit"
    with pytest.raises(Refused, match="The first is in line"):
        lesson.sessions.open(lesson.room, "015-ours")
    with pytest.raises(Refused, match="There is no lesson"):
        lesson.sessions.open(lesson.room, "nothing")
    assert lesson.now.name == "015-ours"


# -- what students expect ---------------------------------------------------------------------------------------------


def asked(lesson, student):
    table, seat = lesson.classroom.seat_of(student.id)
    return [each.key for each in lesson.sessions.questions(table, seat)]


def test_predictions_are_asked_in_their_moment_and_answered_once(lesson):
    lesson.sessions.go(lesson.room, "play")
    student = lesson.students[0]
    table, seat = lesson.classroom.seat_of(student.id)
    step = lesson.sessions.step_of(table)
    assert step.questions[0].answers and asked(lesson, student) == ["0"]
    assert lesson.act(student, "predict 0 1").ok
    assert asked(lesson, student) == [] and lesson.act(student, "predict 0 1").code == "already"
    assert asked(lesson, lesson.students[1]) == ["0"]
    # What somebody expects is theirs until the board is over.
    others = [s for s in lesson.students[1:] if lesson.classroom.seat_of(s.id)[0].id == table.id]
    assert all(
        not lesson.parts.show.mine(lesson.tables.get(table.id), lesson.classroom.seat_of(o.id)[1], o.id).said
        for o in others
    )
    assert lesson.parts.show.table(lesson.tables.get(table.id)).said == ()
    over = lesson.play_out(table.id)
    assert lesson.act(lesson.students[1], "predict 0 1").code == "no"
    assert [tuple(said) for said in lesson.parts.show.table(over).said] == [(seat, "0", 1)]


def test_dummys_player_is_asked_before_each_trick(app):
    lesson = Lesson(app, NAMES[:4], "050-dummy")
    lesson.sessions.go(lesson.room, "play")
    table = lesson.all_tables[0]
    dummy = table.rules.view(table.play.state, None).dummy
    assert all(each.question for each in lesson.sessions.questions(table, dummy))  # the lead is not made
    player = next(s for s in lesson.students if lesson.classroom.seat_of(s.id)[1] == dummy)
    tricks = 0
    while (table := lesson.tables.get(table.id)).playing:
        number = len(table.rules.view(table.play.state, None).tricks) + 1
        if f"trick{number}" in asked(lesson, player):
            assert lesson.act(player, f"predict trick{number} 0").ok
            tricks += 1
            continue
        seat = min(table.to_act())
        action, _ = ROBOT(table.rules.view(table.play.state, seat), CHANCE)
        assert lesson.tables.act(table.id, table.seats[seat].person, table.turns[seat], str(action)).ok
    assert tricks == 13
    assert lesson.tables.get(table.id).play.boards[0].said[-1].key == "trick13"


# -- note cards -------------------------------------------------------------------------------------------------------


def test_note_cards_come_to_the_teacher_in_an_order_the_teacher_changes(lesson):
    people = [lesson.person(student) for student in lesson.students]
    with pytest.raises(Refused, match="playing and sharing"):
        lesson.sessions.write_note(people[0], "Too early")
    lesson.sessions.go(lesson.room, "play")
    one, two = (table.id for table in lesson.all_tables)
    first = next(p for p in people if lesson.classroom.seat_of(p.id)[0].id == one)
    other = next(p for p in people if lesson.classroom.seat_of(p.id)[0].id == two)
    mate = next(p for p in people if p != first and lesson.classroom.seat_of(p.id)[0].id == one)
    lesson.sessions.write_note(first, "  The six\nwon ‮ " + "!" * 200)
    lesson.sessions.write_note(other, "Ours")
    lesson.sessions.write_note(mate, "The six won")  # one card for each table and board
    assert [card.text for card in lesson.sessions.cards(lesson.now)] == ["The six won", "Ours"]
    with pytest.raises(Refused, match="few words"):
        lesson.sessions.write_note(first, " \n ")
    a, b = lesson.sessions.cards(lesson.now)
    lesson.sessions.order_card(lesson.room, b.id, up=True)
    assert [card.id for card in lesson.sessions.cards(lesson.now)] == [b.id, a.id]
    lesson.sessions.hide_card(lesson.room, b.id, True)
    assert [card.hidden for card in lesson.sessions.cards(lesson.now)] == [True, False]
    # The wall shows a card as the teacher saw it; what is written afterwards does not get there.
    lesson.sessions.show_card(lesson.room, a.id)
    lesson.sessions.write_note(first, "Something rude")
    assert lesson.now.state.wall.text == "The six won"
    lesson.sessions.hide_card(lesson.room, a.id, True)
    assert lesson.now.state.wall.card == 0
    with pytest.raises(Refused, match="not there"):
        lesson.sessions.show_card(lesson.room, 999)
    with pytest.raises(Refused, match="First put a card"):
        lesson.sessions.step_wall(lesson.room, 3)


def test_a_picked_moment_brings_its_board_to_the_wall(lesson):
    lesson.sessions.go(lesson.room, "play")
    one = lesson.all_tables[0]
    lesson.play_out(one.id)
    person = lesson.classroom.person(one.people[0])
    lesson.sessions.pick_moment(person, one.number, 1, 5, "Look!")
    (card,) = lesson.sessions.cards(lesson.now)
    assert (card.kind, card.step, card.ordinal, card.text) == ("moment", 5, 1, "Look!")
    with pytest.raises(Refused, match="not there"):
        lesson.sessions.pick_moment(person, one.number, 2, 5, "")
    lesson.sessions.show_card(lesson.room, card.id)
    assert lesson.now.state.wall.step == 5
    lesson.sessions.step_wall(lesson.room, 6)
    assert lesson.now.state.wall.step == 6
    for step in range(6, 17):
        lesson.sessions.pick_moment(person, one.number, 1, step, "")
    with pytest.raises(Refused, match="enough"):
        lesson.sessions.pick_moment(person, one.number, 1, 17, "")


# -- looking back and the check ---------------------------------------------------------------------------------------


def answer(lesson, student, right):
    person, name = lesson.person(student), lesson.sessions.all(lesson.room)[-1].name
    state = lesson.sessions.check(person, name)
    if state.answered is not None or state.item is None:
        lesson.sessions.go_on(person, name, "again" if state.finished else "next")
        state = lesson.sessions.check(person, name)
    given = state.item.right
    if not right:
        part = state.item.parts[0]
        given = (frozenset([next(o.value for o in part.options if {o.value} != given[0])]), *given[1:])
    assert lesson.sessions.answer_check(person, name, state.n, given)
    return lesson.sessions.check(person, name)


def test_four_of_five_pass_and_the_table_has_got_it_with_three_of_four(lesson):
    lesson.sessions.go(lesson.room, "play")
    lesson.sessions.go(lesson.room, "reflect")
    one = lesson.all_tables[0]
    mates = [student for student in lesson.students if lesson.classroom.seat_of(student.id)[0].id == one.id]
    for student in mates[:3]:
        for right in (True, True, False, True, True):
            state = answer(lesson, student, right)
        assert state.passed and state.finished
    for right in (False, True, False, True, True):
        state = answer(lesson, mates[3], right)
    assert state.finished and not state.passed
    assert lesson.sessions.passed(lesson.room, "010-one-suit") == {student.id for student in mates[:3]}
    assert [way.got_it for way in lesson.sessions.ways(lesson.now)] == [True, False]
    assert lesson.sessions.answered(lesson.room, "010-one-suit")[mates[3].id] == 5
    mistakes = lesson.sessions.mistakes(lesson.room, "010-one-suit")
    assert mistakes[0][0] == "winner" and mistakes[0][2] >= 1
    assert all(code == "" or code in checks.MISTAKES for _, code, _ in mistakes)
    for right in (True,) * 5:
        state = answer(lesson, mates[3], right)
    assert state.passed


def test_an_answer_counts_once_and_only_if_it_is_one(lesson):
    lesson.sessions.go(lesson.room, "reflect")
    person, name = lesson.person(lesson.students[0]), "010-one-suit"
    state = lesson.sessions.check(person, name)
    for given, why in (((), "another question"), ((frozenset(),), "tapped"), ((frozenset(["zz"]),), "another")):
        with pytest.raises(Refused, match=why):
            lesson.sessions.answer_check(person, name, 1, given)
    assert lesson.sessions.answer_check(person, name, 1, state.item.right)
    assert not lesson.sessions.answer_check(person, name, 1, state.item.right)
    assert not lesson.sessions.answer_check(person, name, 2, state.item.right)  # not asked yet
    assert lesson.sessions.check(person, name).places[0] == "right"
    lesson.classroom.random_deals(lesson.room, same=True)  # other boards do not change what is asked
    lesson.sessions.go_on(person, name, "next")
    asked = lesson.sessions.check(person, name).item
    lesson.classroom.random_deals(lesson.room, same=True)
    assert lesson.sessions.check(person, name).item == asked
    neighbour = lesson.sessions.check(lesson.person(lesson.students[1]), name)
    assert neighbour.item != state.item
    with pytest.raises(Refused, match="no check"):
        lesson.sessions.answer_check(person, "020-two-suits", 1, state.item.right)


def test_the_reflection_is_kept_and_may_be_passed_over(lesson):
    person = lesson.person(lesson.students[0])
    with pytest.raises(Refused, match="end of the lesson"):
        lesson.sessions.reflect(person, "Now")
    lesson.sessions.go(lesson.room, "reflect")
    assert lesson.sessions.reflection(lesson.now, person.id) is None
    lesson.sessions.reflect(person, "at the first trick")
    lesson.sessions.reflect(lesson.person(lesson.students[1]), "")
    assert lesson.sessions.reflection(lesson.now, lesson.students[1].id) == ""
    assert lesson.sessions.reflections(lesson.now) == ((person.id, "at the first trick"),)


def test_every_lesson_can_be_opened_and_has_a_check_that_can_be_answered(app):
    lesson = Lesson(app, NAMES[:1], lesson=None)
    for entry in lesson.parts.shelf.shipped():
        assert entry.lesson, entry.problems
        lesson.sessions.open(lesson.room, entry.name)
        lesson.sessions.go(lesson.room, "play")
        table = lesson.all_tables[0]
        assert lesson.at(table.id) == 0 and table.playing, entry.name
        assert set(entry.lesson.check) <= set(SKILLS)
        if entry.lesson.check:
            assert answer(lesson, lesson.students[0], True).places[0] == "right"
    assert len(lesson.sessions.reached(lesson.room)) == 0


# -- at home ----------------------------------------------------------------------------------------------------------


def test_a_finished_lesson_is_played_alone_with_the_first_result_beside(lesson, clock):
    lesson.sessions.go(lesson.room, "play")
    student = lesson.students[0]
    table, _ = lesson.classroom.seat_of(student.id)
    lesson.play_out(table.id)
    with pytest.raises(Refused, match="not for home yet"):
        lesson.sessions.home_table(lesson.person(student), lesson.now.id)
    session = lesson.now
    lesson.sessions.end(lesson.room)
    lesson.classroom.close_room(lesson.room)
    home = lesson.sessions.home_table(lesson.person(student), session.id)
    assert home.id == lesson.sessions.home_table(lesson.person(student), session.id).id
    assert home.at_home and home.play.deal == table.play.deal
    over = lesson.play_out(home.id)
    (first,) = lesson.sessions.before(over, student.id)
    assert first.record.deal == over.play.deal and not first.at_home and first.table == table.number
    lesson.sessions.home_board(lesson.person(student), session.id, 0)
    lesson.play_out(home.id)
    assert [each.at_home for each in lesson.sessions.before(lesson.tables.get(home.id), student.id)] == [False, True]
    with pytest.raises(Refused, match="no such board"):
        lesson.sessions.home_board(lesson.person(student), session.id, 99)
    clock.advance(31 * 86400)
    with pytest.raises(Refused, match="end date"):
        lesson.sessions.home_table(lesson.person(student), session.id)


def test_a_lesson_given_for_home_can_be_played_beside_the_class(lesson):
    given = lesson.sessions.assign(lesson.room, "020-two-suits")
    assert lesson.sessions.assign(lesson.room, "020-two-suits").id == given.id
    assert lesson.now.name == "010-one-suit"
    student = lesson.students[0]
    home = lesson.sessions.home_table(lesson.person(student), given.id)
    assert len(home.play.deal.hands[0]) == 6
    assert lesson.classroom.seat_of(student.id)[0].id != home.id
    assert [s.name for s in lesson.sessions.for_home(lesson.room)] == ["020-two-suits"]
    assert lesson.sessions.next_lesson(lesson.room).name == "010-one-suit"


def test_who_began_at_home_goes_on_there_after_the_lesson_in_class(lesson):
    student = lesson.person(lesson.students[0])
    given = lesson.sessions.assign(lesson.room, "020-two-suits")
    home = lesson.sessions.home_table(student, given.id)
    lesson.play_out(home.id)
    later = lesson.sessions.open(lesson.room, "020-two-suits")
    lesson.sessions.end(lesson.room)
    assert lesson.sessions.home_table(student, later.id).id == home.id
    assert lesson.sessions.home_done(student) == {later.id: {0}}


def test_at_home_a_page_of_its_own_plays_and_the_seat_in_class_is_not_taken(lesson):
    given = lesson.sessions.assign(lesson.room, "010-one-suit")
    lesson.sessions.go(lesson.room, "play")
    student = lesson.students[0]
    student.socket.disconnect()
    ack = student.connect("home", lesson.slug, lesson=given.id)
    assert ack["ok"] and not lesson.classroom.here(student.id)
    stage = student.html["stage"]
    home = lesson.sessions.home_table(lesson.person(student), given.id)
    assert f'data-table="{home.id}"' in stage
    class_table = lesson.classroom.seat_of(student.id)[0]
    refused = student.emit("act", {"table": class_table.id, "turn": 0, "text": "predict 0 1"})
    assert not refused["ok"]
    done = student.emit("act", {"table": home.id, "turn": home.turns[2], "text": "predict 0 1"})
    assert done["ok"]
    lesson.app.config["CLOCK"].advance(20)
    assert "stage" in student.html
    stranger = lesson.students[1]
    stranger.connect("home", lesson.slug, lesson=given.id)
    assert f'data-table="{home.id}"' not in stranger.html["stage"]
    gone = stranger.emit("watch", {"page": "home", "slug": lesson.slug, "lesson": 99})
    assert gone["code"] == "gone" and "not for home" in gone["text"]


# -- changing tables --------------------------------------------------------------------------------------------------


def test_students_change_tables_when_no_board_is_harmed(app):
    lesson = Lesson(app, NAMES[:6])
    lesson.sessions.go(lesson.room, "play")
    one, two = (table.id for table in lesson.all_tables)
    student = next(s for s in lesson.students if lesson.classroom.seat_of(s.id)[0].id == one)
    with pytest.raises(Refused, match="teacher decides"):
        lesson.classroom.change_table(student.id, two)
    lesson.classroom.change_settings(lesson.room, change_tables=True)
    # Both play the first board: its cards are known to the student, so the move waits for both.
    assert not lesson.classroom.change_table(student.id, two)
    lesson.play_out(one)
    assert lesson.classroom.seat_of(student.id)[0].id == one
    lesson.play_out(two)
    assert lesson.classroom.seat_of(student.id)[0].id == two
    assert len(lesson.tables.get(one).people) == 2 and len(lesson.tables.get(two).people) == 4
    assert lesson.classroom.room(lesson.room).settings.moves == {}
    back = next(s for s in lesson.students if s.id != student.id and lesson.classroom.seat_of(s.id)[0].id == one)
    with pytest.raises(Refused, match="full"):
        lesson.classroom.change_table(back.id, two)


def test_a_move_that_waits_can_be_called_off(app):
    lesson = Lesson(app, NAMES[:6])
    lesson.sessions.go(lesson.room, "play")
    lesson.classroom.change_settings(lesson.room, change_tables=True)
    one, two = (table.id for table in lesson.all_tables)
    student = next(s for s in lesson.students if lesson.classroom.seat_of(s.id)[0].id == one)
    lesson.classroom.change_table(student.id, two)
    assert lesson.classroom.change_table(student.id, one)
    lesson.play_out(one)
    lesson.play_out(two)
    assert lesson.classroom.seat_of(student.id)[0].id == one


def test_a_table_with_another_board_takes_somebody_in_at_once(app):
    lesson = Lesson(app, NAMES[:6])
    lesson.sessions.go(lesson.room, "play")
    lesson.classroom.change_settings(lesson.room, change_tables=True)
    one, two = (table.id for table in lesson.all_tables)
    lesson.play_out(two)
    everybody(lesson, two, "next")
    student = next(s for s in lesson.students if lesson.classroom.seat_of(s.id)[0].id == one)
    assert not lesson.classroom.change_table(student.id, two)  # in the middle of the own board
    lesson.play_out(one)
    assert lesson.classroom.seat_of(student.id)[0].id == two
    assert json.dumps(lesson.classroom.room(lesson.room).settings.moves) == "{}"
