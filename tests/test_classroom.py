"""Rooms, codes, names, seats and presence: one person, one seat, always."""

from random import Random

import pytest

from hool.classroom import AWAY_ANYWAY, AWAY_WAITING, Classroom
from hool.names import clean_name
from hool.refused import Refused
from hool.register import ALPHABET, normal_code
from hool.rules import hool
from hool.rules.game import legal_actions
from hool.store import Store
from hool.tables import Tables

SECRET = b"s" * 32


@pytest.fixture
def store(tmp_path, clock):
    return Store(f"sqlite:///{tmp_path / 'hool.sqlite'}", clock)


@pytest.fixture
def classroom(store, clock):
    return Classroom(store, Tables(store, clock, clock.later, Random(3)), clock, clock.later, SECRET)


@pytest.fixture
def room(classroom):
    return classroom.open_room("Class 5b")[0]


def join(classroom, room, *names, here=True):
    made = []
    for name in names:
        person, _key = classroom.join(room.id, name)
        if here:
            classroom.arrived(person.id, f"socket {person.id}")
        made.append(person)
    return made


def seats(classroom, room):
    """Who sits where: {table number: [name or None, ...]}."""
    names = {p.id: p.name for p in classroom.students(room.id)}
    return {t.number: [names.get(s.person) for s in t.seats] for t in classroom.tables.tables(room.id)}


def everybody(classroom, room):
    return [name for table in seats(classroom, room).values() for name in table if name]


# -- rooms and codes -----------------------------------------------------------------------------------------


def test_the_join_code_is_short_and_forgives_case_spaces_and_dashes(classroom, room):
    assert len(room.code) == 5 and set(room.code) <= set(ALPHABET)
    typed = f" {room.code[:2].lower()} - {room.code[2:].lower()}"
    assert normal_code(typed) == room.code and classroom.room_by_code(typed) == room


@pytest.mark.parametrize("pair", ["0O", "1I", "1L", "5S", "2Z", "8B", "UV"])
def test_no_two_signs_of_the_alphabet_look_alike(pair):
    assert not set(pair) <= set(ALPHABET)


def test_a_renewed_code_replaces_the_old_one_and_people_stay(classroom, room):
    [amina] = join(classroom, room, "Amina")
    new = classroom.renew_code(room.id)
    assert classroom.room_by_code(room.code) is None and classroom.room_by_code(new.code).id == room.id
    assert classroom.seat_of(amina.id)


def test_a_closed_room_lets_nobody_in_and_can_be_opened_again(classroom, room):
    classroom.close_room(room.id)
    assert classroom.room_by_code(room.code) is None
    with pytest.raises(Refused, match="closed"):
        classroom.join(room.id, "Late")
    classroom.reopen_room(room.id)
    assert classroom.join(room.id, "Late")


def test_a_room_ends_on_its_end_date(classroom, room, clock):
    clock.advance(31 * 86400)
    assert classroom.room(room.id).closed


@pytest.mark.parametrize("name", ["", "   ", "x" * 41])
def test_a_room_needs_a_name(classroom, name):
    with pytest.raises(Refused, match="name"):
        classroom.open_room(name)


# -- names and keys ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Bo", "李", "आरव", "ليلى", "O'Neil-Ávila", "Zoë 2", "x" * 20, "🦊"])
def test_names_of_one_to_twenty_letters_in_any_script_are_fine(name):
    assert clean_name(f"  {name} ") == name


@pytest.mark.parametrize("name", ["", "  ", "x" * 21, "\u202e", "...", "\n\t"])
def test_other_names_are_refused_with_a_sentence(name):
    with pytest.raises(Refused) as refused:
        clean_name(name)
    assert str(refused.value).endswith(".")


def test_hidden_control_signs_are_taken_out_of_names():
    assert clean_name("Ami\u202ena\x00") == "Amina"


def test_equal_names_get_a_number(classroom, room):
    people = join(classroom, room, "Maya", "maya", "MAYA", "x" * 20, "x" * 20)
    assert [p.name for p in people] == ["Maya", "maya 2", "MAYA 3", "x" * 20, "x" * 18 + " 2"]


def test_a_name_can_be_changed_but_not_into_somebody_elses(classroom, room):
    maya, _bo = join(classroom, room, "Maya", "Bo")
    assert classroom.rename(maya.id, "Bo") == "Bo 2"
    assert classroom.rename(maya.id, "Bo 2") == "Bo 2"


def test_the_return_code_leads_to_the_same_person_on_another_device(classroom, room):
    [maya] = join(classroom, room, "Maya")
    code = classroom.return_code(maya)
    person = classroom.whose_code(room.id, code.lower())
    key = classroom.new_key(person)
    assert person.id == maya.id and classroom.by_key(room.id, key, "student").id == maya.id
    assert everybody(classroom, room) == ["Maya"], "never two seats for one person"


def test_a_renewed_return_code_makes_the_old_one_useless(classroom, room):
    [maya] = join(classroom, room, "Maya")
    old = classroom.return_code(maya)
    classroom.renew_return_code(maya.id)
    assert classroom.whose_code(room.id, old) is None
    assert classroom.whose_code(room.id, classroom.return_code(classroom.person(maya.id))).id == maya.id


def test_keys_open_their_own_room_and_role_only(classroom, room):
    _person, key = classroom.join(room.id, "Maya")
    other, _teacher, teacher_key = classroom.open_room("Class 6a")
    assert classroom.by_key(other.id, key, "student") is None
    assert classroom.by_key(room.id, key, "teacher") is None
    assert classroom.by_key(other.id, teacher_key, "student") is None
    assert classroom.by_key(room.id, "", "student") is None


def test_the_teacher_lets_somebody_without_a_key_come_back(classroom, room):
    [maya] = join(classroom, room, "Maya", here=False)
    assert classroom.same_name_away(room.id, " MAYA ").id == maya.id
    token = classroom.ask_to_return(room.id, maya.id)
    assert classroom.fetch_return(room.id, token) is None
    classroom.let_return(room.id, token, True)
    person, key = classroom.fetch_return(room.id, token)
    assert person.id == maya.id and classroom.by_key(room.id, key, "student").id == maya.id
    with pytest.raises(Refused):
        classroom.fetch_return(room.id, token)


def test_another_device_that_says_the_same_undoes_nothing(classroom, room, clock):
    [maya] = join(classroom, room, "Maya", here=False)
    own, other = (classroom.ask_to_return(room.id, maya.id) for _ in range(2))
    assert classroom.ask_to_return(room.id, maya.id, own) == own, "pressed twice"
    with pytest.raises(Refused, match="Others ask for this seat"):
        classroom.ask_to_return(room.id, maya.id)
    assert [w.token for w in classroom.returning(room.id)] == [own, other]
    classroom.let_return(room.id, own, True)
    assert classroom.returning(room.id) == [], "the other one has its answer"
    late = classroom.ask_to_return(room.id, maya.id)
    assert classroom.fetch_return(room.id, own)[0].id == maya.id
    with pytest.raises(Refused, match="did not let you in"):
        classroom.fetch_return(room.id, other)
    classroom.let_return(room.id, late, True)
    classroom.take_out(maya.id)
    with pytest.raises(Refused):
        classroom.fetch_return(room.id, late)


def test_nobody_comes_back_as_somebody_who_is_here_or_whom_the_teacher_refuses(classroom, room):
    [maya] = join(classroom, room, "Maya")
    assert classroom.same_name_away(room.id, "Maya") is None
    token = classroom.ask_to_return(room.id, maya.id)
    classroom.let_return(room.id, token, False)
    with pytest.raises(Refused):
        classroom.fetch_return(room.id, token)


def test_who_was_taken_out_loses_key_and_seat_and_may_join_again(classroom, room):
    person, key = classroom.join(room.id, "Maya")
    classroom.take_out(person.id)
    assert classroom.by_key(room.id, key, "student") is None
    assert everybody(classroom, room) == []
    assert classroom.join(room.id, "Maya")[0].name == "Maya"


# -- seats ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("students", range(1, 61))
def test_every_class_size_is_seated_fairly(classroom, room, students):
    assert sum(classroom.plan(students)) == students
    assert len(classroom.plan(students)) == -(-students // 4)
    assert max(classroom.plan(students)) - min(classroom.plan(students)) <= 1


@pytest.mark.parametrize(("students", "sizes"), [(1, [1]), (5, [3, 2]), (9, [3, 3, 3]), (30, [4] * 6 + [3] * 2)])
def test_starting_balances_the_tables(classroom, room, students, sizes):
    join(classroom, room, *(f"Kid {i}" for i in range(students)))
    classroom.start(room.id)
    filled = sorted((sum(n is not None for n in t) for t in seats(classroom, room).values()), reverse=True)
    assert filled == sizes
    assert sorted(everybody(classroom, room)) == sorted(f"Kid {i}" for i in range(students))
    assert all(t.playing for t in classroom.tables.tables(room.id) if t.people)


def test_a_latecomer_joins_the_loneliest_student_and_plays_at_once(classroom, room):
    join(classroom, room, *(f"Kid {i}" for i in range(5)))
    classroom.start(room.id)
    join(classroom, room, "Late")
    sizes = sorted(sum(n is not None for n in t) for t in seats(classroom, room).values())
    assert sizes == [3, 3]
    join(classroom, room, *(f"Late {i}" for i in range(3)))
    assert all(t.playing for t in classroom.tables.tables(room.id)), "a new table is dealt its board too"


def test_moving_onto_somebodys_seat_swaps_in_one_action(classroom, room):
    people = join(classroom, room, *(f"Kid {i}" for i in range(5)))
    classroom.start(room.id)
    first, last = people[0], people[4]
    table_of = {p.id: classroom.seat_of(p.id) for p in (first, last)}
    classroom.move(first.id, table_of[last.id][0].id, table_of[last.id][1])
    for one, other in ((first, last), (last, first)):
        table, seat = classroom.seat_of(one.id)
        assert (table.id, seat) == (table_of[other.id][0].id, table_of[other.id][1])
    assert len(everybody(classroom, room)) == 5


def test_students_choose_a_free_seat_and_the_slower_one_is_told(classroom, room):
    classroom.change_settings(room.id, seating="choose")
    table = classroom.add_table(room.id)
    amina, bo = join(classroom, room, "Amina", "Bo")
    classroom.sit(amina.id, table.id, 2)
    with pytest.raises(Refused, match="Amina was faster"):
        classroom.sit(bo.id, table.id, 2)
    classroom.sit(amina.id, table.id, 0)
    assert seats(classroom, room) == {1: ["Amina", None, None, None]}


def test_students_cannot_choose_when_the_teacher_seats(classroom, room):
    [amina] = join(classroom, room, "Amina")
    table = classroom.add_table(room.id)
    with pytest.raises(Refused, match="Your teacher decides"):
        classroom.sit(amina.id, table.id, 0)


def test_seated_by_hand_newcomers_wait(classroom, room):
    classroom.change_settings(room.id, seating="hand")
    [amina] = join(classroom, room, "Amina")
    assert [p.id for p in classroom.waiting(room.id)] == [amina.id]
    table = classroom.add_table(room.id)
    classroom.move(amina.id, table.id, 1)
    assert classroom.waiting(room.id) == []


def test_a_removed_table_sends_its_people_to_wait_and_keeps_its_boards(classroom, room):
    join(classroom, room, "Amina", "Bo")
    classroom.start(room.id)
    [table] = classroom.tables.tables(room.id)
    classroom.remove_table(room.id, table.id)
    assert [p.name for p in classroom.waiting(room.id)] == ["Amina", "Bo"]
    assert classroom.tables.get(table.id).play.board is not None


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_seats_that_do_not_exist_are_refused(classroom, room, seat):
    [amina] = join(classroom, room, "Amina")
    table = classroom.seat_of(amina.id)[0]
    with pytest.raises(Refused):
        classroom.move(amina.id, table.id, seat)


def test_tables_of_another_room_are_out_of_reach(classroom, room):
    [amina] = join(classroom, room, "Amina")
    other = classroom.open_room("Class 6a")[0]
    foreign = classroom.add_table(other.id)
    with pytest.raises(Refused):
        classroom.move(amina.id, foreign.id, 0)


# -- coming and going ----------------------------------------------------------------------------------------


def leave(classroom, person):
    classroom.left(person.id, f"socket {person.id}")


def robot_plays(classroom, person):
    table, seat = classroom.seat_of(person.id)
    return table.seats[seat].acts_alone


def test_a_robot_takes_over_after_20_seconds_if_the_table_waits_for_the_seat(classroom, room, clock):
    amina, bo = join(classroom, room, "Amina", "Bo")
    classroom.start(room.id)
    table, seat = classroom.seat_of(amina.id)
    assert table.to_act() == {seat}
    leave(classroom, amina)
    clock.advance(AWAY_WAITING - 1)
    assert not robot_plays(classroom, amina)
    clock.advance(2)
    assert robot_plays(classroom, amina) and not robot_plays(classroom, bo)


def test_a_robot_takes_over_after_a_minute_if_the_table_does_not_wait(classroom, room, clock):
    _amina, bo = join(classroom, room, "Amina", "Bo")
    classroom.start(room.id)
    table, seat = classroom.seat_of(bo.id)
    assert seat not in table.to_act()
    leave(classroom, bo)
    clock.advance(AWAY_ANYWAY - 1)
    assert not robot_plays(classroom, bo)
    clock.advance(2)
    assert robot_plays(classroom, bo)
    assert classroom.seat_of(bo.id)[1] == seat


def test_the_seat_is_given_back_in_the_moment_of_return(classroom, room, clock):
    amina, _bo = join(classroom, room, "Amina", "Bo")
    classroom.start(room.id)
    leave(classroom, amina)
    clock.advance(AWAY_ANYWAY + 5)
    classroom.arrived(amina.id, "new socket")
    assert not robot_plays(classroom, amina)


def test_one_of_two_tabs_closing_changes_nothing(classroom, room, clock):
    [amina] = join(classroom, room, "Amina")
    classroom.arrived(amina.id, "second tab")
    classroom.start(room.id)
    leave(classroom, amina)
    clock.advance(120)
    assert classroom.here(amina.id) and not robot_plays(classroom, amina)


def test_after_a_restart_seats_wait_and_robots_get_ready_again(classroom, store, room, clock):
    amina, bo = join(classroom, room, "Amina", "Bo")
    classroom.start(room.id)
    again = Classroom(store, Tables(store, clock, clock.later, Random(3)), clock, clock.later, SECRET)
    again.arrived(bo.id, "socket after the restart")
    assert again.seat_of(amina.id)[0].playing and not robot_plays(again, amina)
    clock.advance(AWAY_ANYWAY + 1)
    assert robot_plays(again, amina) and not robot_plays(again, bo)


def test_pausing_stops_every_table_and_new_ones_too(classroom, room):
    [amina, *_] = join(classroom, room, *(f"Kid {i}" for i in range(5)))
    classroom.start(room.id)
    classroom.pause(room.id)
    assert all(t.paused for t in classroom.tables.tables(room.id))
    assert classroom.add_table(room.id) and classroom.tables.tables(room.id)[-1].paused
    table, seat = classroom.seat_of(amina.id)
    assert not classroom.tables.act(table.id, amina.id, table.turns[seat], "clue hcp").ok
    classroom.resume(room.id)
    assert not any(t.paused for t in classroom.tables.tables(room.id))


# -- boards --------------------------------------------------------------------------------------------------


def finish_all(classroom, room, clock):
    for _ in range(400):
        busy = [t for t in classroom.tables.tables(room.id) if t.playing]
        if not busy:
            return
        for table in busy:
            for seat in sorted(table.to_act()):
                now = classroom.tables.get(table.id)
                if seat in now.to_act() and not now.seats[seat].acts_alone:
                    legal = legal_actions(hool, now.play.state, seat)
                    classroom.tables.act(now.id, now.seats[seat].person, now.turns[seat], str(legal[0]))
        clock.advance(3)
    pytest.fail("the tables are stuck")


def test_shuffled_boards_are_the_same_at_every_table_unless_the_teacher_wants_others(classroom, room, clock):
    join(classroom, room, *(f"Kid {i}" for i in range(8)))
    classroom.start(room.id)
    one, two = classroom.tables.tables(room.id)
    assert one.play.deal == two.play.deal
    classroom.random_deals(room.id, same=False)
    finish_all(classroom, room, clock)
    assert classroom.next_board(room.id).ok
    one, two = classroom.tables.tables(room.id)
    assert one.play.deal != two.play.deal and one.playing and two.playing


def test_the_next_board_waits_for_tables_that_still_play(classroom, room):
    join(classroom, room, "Amina")
    classroom.start(room.id)
    answer = classroom.next_board(room.id)
    assert answer.code == "no" and str(answer.say) == "Every table is still playing its board."


def test_settings_that_do_not_exist_are_refused(classroom, room):
    before = classroom.room(room.id)
    for change in ({"seating": "anyhow"}, {"options": {"clues": 9}}, {"options": {"speed": 1}}):
        with pytest.raises(Refused):
            classroom.change_settings(room.id, **change)
    assert classroom.room(room.id) == before


def test_options_count_from_the_next_board_on(classroom, room, clock):
    join(classroom, room, "Amina")
    classroom.start(room.id)
    classroom.change_settings(room.id, options={"closing_double": True})
    [table] = classroom.tables.tables(room.id)
    assert not table.play.board.options.closing_double
    finish_all(classroom, room, clock)
    classroom.next_board(room.id)
    [table] = classroom.tables.tables(room.id)
    assert table.play.board.options.closing_double
