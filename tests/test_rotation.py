"""Fair turns at the tables with robots, new company, and seats that turn in a running class."""

from collections import Counter
from itertools import combinations

import pytest
from analysts import Pondering
from hypothesis import given, settings
from hypothesis import strategies as st
from people import Person, Student, open_class

from hool import create_app
from hool.refused import Refused
from hool.rotation import ROBOT, Told, next_rounds, seating, told_by


def sizes_of(students):
    count = -(-students // 4)
    return [students // count + (i < students % count) for i in range(count)]


def play(blocks, rounds, sizes=None, boards=1, before=()):
    """Turn the seats so often; everything that was ever at a table, round by round."""
    sizes = sizes or sizes_of(sum(map(len, blocks)))
    played, found = list(before), []
    for _ in range(rounds):
        tables = seating(blocks, sizes, told_by(played))
        found.append(tables)
        played += [table for _board in range(boards) for table in tables]
    return found, told_by(played)


@settings(max_examples=60)
@given(st.integers(1, 40), st.integers(1, 9), st.integers(1, 4))
def test_turns_with_robots_differ_by_one_round_at_most_however_long_it_goes_on(students, rounds, boards):
    blocks = [((person,),) for person in range(1, students + 1)]
    tables, told = play(blocks, rounds, boards=boards)
    for table_round in tables:
        assert sorted(p for four in table_round for unit in four for p in unit) == list(range(1, students + 1))
        assert sorted(sum(map(bool, four)) for four in table_round) == sorted(sizes_of(students))
    had = [told.robots[person] for person in range(1, students + 1)]
    assert max(had) - min(had) <= boards
    if students % 4 == 0:
        assert max(had) == 0


@settings(max_examples=40)
@given(st.integers(2, 40), st.data())
def test_what_differs_by_more_comes_nearer(students, data):
    people = list(range(1, students + 1))
    told = Told()
    for person in people:
        told.played[person] = 9
        told.robots[person] = data.draw(st.integers(0, 9))
    blocks = [((person,),) for person in people]
    sizes = sizes_of(students)
    places = sum(size for size in sizes if size < 4)
    had = {person: told.robots[person] for person in people}
    for chosen in next_rounds(blocks, sizes, told, 4):
        now = {unit[0] for block in chosen for unit in block}
        assert len(now) == places
        others = [had[person] for person in people if person not in now]
        assert max((had[person] for person in now), default=0) <= min(others, default=99)
        for person in now:
            had[person] += 1


@settings(max_examples=40)
@given(st.lists(st.integers(1, 4), min_size=1, max_size=12), st.integers(1, 4))
def test_who_shares_a_device_stays_together_and_nobody_is_lost(widths, rounds):
    blocks, person = [], 0
    for width in widths:
        blocks.append(tuple((person + i + 1,) for i in range(width)))
        person += width
    tables, _told = play(blocks, rounds)
    for table_round in tables:
        assert sorted(p for four in table_round for unit in four for p in unit) == list(range(1, person + 1))
        at = {p: number for number, four in enumerate(table_round) for unit in four for p in unit}
        seat = {p: place for four in table_round for place, unit in enumerate(four) for p in unit}
        for block in blocks:
            assert len({at[unit[0]] for unit in block}) == 1
            if len(block) == 2:
                assert abs(seat[block[0][0]] - seat[block[1][0]]) == 2, "two on one device are partners"


def test_four_at_one_tablet_are_one_of_the_tables_of_four():
    tablet = tuple((person,) for person in range(1, 5))
    blocks = [tablet, *[((person,),) for person in range(5, 23)]]
    tables, _ = play(blocks, 4)
    for four_tables in tables:
        assert sorted(sum(map(bool, four)) for four in four_tables) == [3, 3, 4, 4, 4, 4]


def test_two_who_share_a_seat_turn_as_one():
    blocks = [((1, 2),), *(((person,),) for person in range(3, 8))]
    tables, told = play(blocks, 6)
    assert all((1, 2) in [unit for four in table_round for unit in four] for table_round in tables)
    assert told.robots[1] == told.robots[2]


@pytest.mark.parametrize("students", [8, 12, 16, 20, 28])
def test_company_is_new_as_far_as_it_can_be(students):
    blocks = [((person,),) for person in range(1, students + 1)]
    tables, told = play(blocks, 4)
    partners = Counter(
        frozenset((four[i], four[i + 2])) for table_round in tables for four in table_round for i in (0, 1)
    )
    assert max(partners.values()) == 1, "nobody has a partner twice in four rounds"
    met = [told.met[pair] for pair in combinations(range(1, students + 1), 2)]
    # Each meets 3 in a round, 12 times somebody in 4 rounds.
    fair = 12 / (students - 1)
    assert max(met) <= max(2, fair + 2)


def test_a_newcomer_does_not_have_all_the_turns_of_the_others():
    blocks = [((person,),) for person in range(1, 7)]
    _tables, told = play(blocks, 5)  # six are always with robots
    assert min(told.robots.values()) == 5
    blocks.append(((7,),))
    rounds = next_rounds(blocks, [4, 3], told, 4)
    turns = Counter(unit[0] for chosen in rounds for block in chosen for unit in block)
    assert max(turns.values()) - min(turns[person] for person in range(1, 8)) <= 1


def test_one_student_alone_sits_north_and_two_are_partners():
    assert seating([((5,),)], [1], Told()) == (((5,), ROBOT, ROBOT, ROBOT),)
    assert seating([((5,),), ((6,),)], [2], Told()) == (((5,), ROBOT, (6,), ROBOT),)


# -- in a running class ----------------------------------------------------------------------------------------------


@pytest.fixture
def parts(app):
    return app.extensions["hool"]


def room_id(parts, slug):
    return parts.classroom.room_by_slug(slug).id


def finish(parts, table_id):
    """Play the board at a table to its end, as anybody would who taps the first thing allowed."""
    board = parts.tables.get(table_id).play.ordinal
    while (table := parts.tables.get(table_id)).playing and table.play.ordinal == board:
        seat = min(table.to_act())
        action = next(str(c.action) for c in table.rules.choices(table.play.state, seat) if c.why_not is None)
        assert parts.tables.act_for(table_id, seat, table.turns[seat], action).ok


def company(parts, room):
    """By table number, who sits there: a set of people."""
    return {table.number: set(table.people) for table in parts.tables.tables(room) if table.people}


def unseen(parts, room):
    """Everybody's board in play is one of which they have held no hand before."""
    for table in parts.tables.tables(room):
        for person in table.people if table.playing else ():
            held = [
                (other.id, record.deal)
                for other in parts.tables.tables(room)
                for record in other.play.boards
                if any(person in seat.people for seat in record.seats)
            ]
            assert table.play.deal not in [deal for _table, deal in held]


def test_the_seats_turn_when_the_last_table_is_ready(app, parts, clock):
    teacher, slug, students = open_class(app, *"ABCDEFG")
    room, at = room_id(parts, slug), f"/room/{slug}/class"
    one, two = parts.tables.tables(room)
    before = company(parts, room)
    page = teacher.get(f"{at}/seats").get_data(as_text=True)
    mark = parts.rounds.plan(room).mark
    assert mark in page
    finish(parts, one.id)
    teacher.post(f"{at}/turn", go="turn", plan=mark)
    assert company(parts, room) == before, "table 2 is in the middle of a board"
    # Who has finished waits, and is told why; nobody begins another board.
    waiting = students[0]
    assert waiting.act("next")["say"] == "Seats change when all tables are ready."
    assert "Seats change" in waiting.html["stage"]
    assert "as soon as all tables are ready" in str(parts.classroom.next_board(room, one.id).say)
    seats = teacher.get(f"{at}/seats").get_data(as_text=True)
    assert "Turn at once" in seats and "Call it off" in seats
    finish(parts, two.id)
    assert company(parts, room) == before, "the last ones look at their result first"
    clock.advance(9)
    assert company(parts, room) != before
    assert parts.rounds.plan(room).had, "three of the seven had a robot"
    assert not parts.rounds.waits(room)
    for table in parts.tables.tables(room):
        assert table.playing and table.play.board.number == 2
    unseen(parts, room)
    assert all(student.html["stage"] for student in students)


def test_a_turn_that_waits_outlives_a_restart_and_can_be_called_off(app, parts, clock):
    teacher, slug, students = open_class(app, *"ABCDEFG")
    room, at = room_id(parts, slug), f"/room/{slug}/class"
    before = company(parts, room)
    for go in ("turn", "off", "turn"):
        teacher.post(f"{at}/turn", go=go, plan=parts.rounds.plan(room).mark)
        assert parts.rounds.waits(room) == (go == "turn")
    again = create_app({**app.config, "ANALYST": Pondering()}).extensions["hool"]
    again.classroom.arrived(students[0].id, "a socket")
    assert [each.table.number for each in again.rounds.waited_for(room)] == [1, 2]
    for table in again.tables.tables(room):
        finish(again, table.id)
    assert company(again, room) == before
    clock.advance(9)
    assert company(again, room) != before and not again.rounds.waits(room)
    unseen(again, room)


def test_turning_at_once_puts_boards_away_and_asks_first(app, parts):
    teacher, slug, _students = open_class(app, *"ABCDE")
    room, at = room_id(parts, slug), f"/room/{slug}/class"
    before, deals = company(parts, room), {table.play.deal for table in parts.tables.tables(room)}
    teacher.post(f"{at}/turn", go="turn", plan=parts.rounds.plan(room).mark)
    teacher.post(f"{at}/turn", go="now")
    assert company(parts, room) == before, "not without being sure"
    teacher.post(f"{at}/turn", go="now", sure="1")
    assert company(parts, room) != before
    for table in parts.tables.tables(room):
        assert table.playing and table.play.deal not in deals and not table.play.boards


def test_a_room_that_is_deleted_while_its_seats_are_about_to_turn_leaves_nothing_to_do(app, parts, clock):
    _teacher, slug, _students = open_class(app, *"ABCDE")
    room = room_id(parts, slug)
    parts.rounds.begin(room, parts.rounds.plan(room).mark)
    for table in parts.tables.tables(room):
        finish(parts, table.id)
    assert parts.rounds.waits(room)
    parts.retention.delete_room(parts.classroom.room(room), "Class 5b")
    clock.advance(90)
    assert parts.store.room(room) is None


def test_a_plan_that_is_not_the_one_that_was_shown_is_not_carried_out(app, parts):
    teacher, slug, _students = open_class(app, *"ABCDE")
    room = room_id(parts, slug)
    mark = parts.rounds.plan(room).mark
    Student(app, slug, "F")
    teacher.post(f"/room/{slug}/class/turn", go="turn", plan=mark)
    assert not parts.rounds.waits(room)
    assert "Somebody came or went" in teacher.get(f"/room/{slug}/class/seats").get_data(as_text=True)


def test_benched_locked_and_shared_seats_are_respected(app, parts, clock):
    _teacher, slug, students = open_class(app, *"ABCDEFGHIJKLM")
    room, school = room_id(parts, slug), parts.classroom
    benched, locked = students[0], parts.tables.tables(room)[1]
    school.bench(benched.id)
    school.lock_tables(room, True, locked.id)
    pair = [s for s in students if school.seat_of(s.id) and school.seat_of(s.id)[0].id != locked.id][:2]
    school.share_seat(pair[1].id, pair[0].id)
    stays = set(parts.tables.get(locked.id).people)
    for _round in range(3):
        parts.rounds.begin(room, parts.rounds.plan(room).mark)
        for table in parts.tables.tables(room):
            finish(parts, table.id)
        clock.advance(9)
        assert not parts.rounds.waits(room)
        assert set(parts.tables.get(locked.id).people) == stays
        assert school.seat_of(benched.id) is None
        assert school.seat_of(pair[0].id)[0].seats[school.seat_of(pair[0].id)[1]].people == (pair[0].id, pair[1].id)
        turned = {number: people for number, people in company(parts, room).items() if number != locked.number}
        assert sum(map(len, turned.values())) == 12 - len(stays)
        unseen(parts, room)


def test_who_comes_while_a_turn_waits_has_a_seat_and_who_goes_leaves_theirs(app, parts, clock):
    _teacher, slug, students = open_class(app, *"ABCDEFG")
    room = room_id(parts, slug)
    parts.rounds.begin(room, parts.rounds.plan(room).mark)
    late = [Student(app, slug, name) for name in ("H", "I")]
    parts.classroom.take_out(students[3].id)
    for table in parts.tables.tables(room):
        finish(parts, table.id)
    clock.advance(9)
    assert not parts.rounds.waits(room)
    people = [person for table in parts.tables.tables(room) for person in table.people]
    assert sorted(people) == sorted([s.id for s in [*students[:3], *students[4:], *late]])


def test_a_table_whose_people_are_all_gone_holds_nobody(app, parts, clock):
    _teacher, slug, _students = open_class(app, *"ABCDE")
    room = room_id(parts, slug)
    one, two = parts.tables.tables(room)
    parts.rounds.begin(room, parts.rounds.plan(room).mark)
    for student in _students:
        if parts.classroom.seat_of(student.id)[0].id == two.id:
            student.socket.disconnect()
    finish(parts, one.id)
    assert parts.rounds.waits(room)
    clock.advance(70)
    assert not parts.rounds.waits(room)


def test_in_a_lesson_all_tables_go_on_with_a_board_nobody_has_seen(app, parts, clock):
    teacher, slug, _students = open_class(app, *"ABCDE", start=False)
    room, at = room_id(parts, slug), f"/room/{slug}/class"
    teacher.post(f"{at}/lessons/{parts.sessions.next_lesson(room).name}/start")
    teacher.post(f"{at}/lesson/phase", phase="play")
    one, two = parts.tables.tables(room)
    finish(parts, one.id)
    parts.tables.command(one.id, "next")
    parts.rounds.begin(room, parts.rounds.plan(room).mark)
    finish(parts, two.id)
    assert parts.rounds.waits(room)
    with pytest.raises(Refused, match="Call that off first"):
        parts.sessions.bring(room, 2)
    finish(parts, one.id)
    clock.advance(9)
    assert not parts.rounds.waits(room)
    session = parts.sessions.current(room)
    for way in parts.sessions.ways(session):
        assert way.table.playing and way.at == 2, (
            "table 1 has played two boards, and one of its people may sit at 2 now"
        )
    unseen(parts, room)


def test_who_shares_a_device_stays_at_one_table_and_partners(app, parts, clock):
    _teacher, slug, _students = open_class(app, *"ABCDE")
    room = room_id(parts, slug)
    pair = Person(app)
    pair.post(f"/room/{slug}/together", names=["P", "Q"])
    pair.get(f"/room/{slug}/play")
    pair.connect("play", slug)
    people = {p.name: p.id for p in parts.classroom.students(room)}
    for _round in range(3):
        before = company(parts, room)
        parts.rounds.begin(room, parts.rounds.plan(room).mark)
        parts.rounds.now(room) if parts.rounds.waits(room) else None
        assert company(parts, room) != before
        (one, north), (two, south) = (parts.classroom.seat_of(people[name]) for name in "PQ")
        assert one.id == two.id and abs(north - south) == 2
        assert any("stage" in str(message["args"]) for message in pair.socket.get_received()), "the device is told"


def test_a_tablet_that_sleeps_while_the_seats_turn_is_that_of_the_same_students_still(app, parts, clock):
    _teacher, slug, _students = open_class(app, *"ABCDE")
    room = room_id(parts, slug)
    pair = Person(app)
    pair.post(f"/room/{slug}/together", names=["P", "Q"])
    pair.connect("play", slug)
    people = {p.name: p.id for p in parts.classroom.students(room)}
    awake = parts.rounds.plan(room)
    pair.socket.disconnect()
    assert parts.classroom.beside(people["P"]) == (people["Q"],)
    assert parts.rounds.plan(room).mark == awake.mark, "nothing is another plan for it"
    for _round in range(3):
        parts.rounds.begin(room, parts.rounds.plan(room).mark)
        parts.rounds.now(room) if parts.rounds.waits(room) else None
        (one, north), (two, south) = (parts.classroom.seat_of(people[name]) for name in "PQ")
        assert one.id == two.id and abs(north - south) == 2
    # Back on a device of his own, Q goes his own way.
    code = parts.classroom.return_code(parts.classroom.person(people["Q"]))
    phone = Person(app)
    phone.post(f"/room/{slug}/return", return_code=code)
    phone.connect("play", slug)
    assert parts.classroom.beside(people["P"]) == parts.classroom.beside(people["Q"]) == ()


def test_a_turn_that_changes_nothing_says_so(app, parts):
    teacher, slug, _students = open_class(app, "A")
    room = room_id(parts, slug)
    teacher.post(f"/room/{slug}/class/turn", go="turn", plan=parts.rounds.plan(room).mark)
    page = teacher.get(f"/room/{slug}/class/seats").get_data(as_text=True)
    assert "Everybody sits already as the plan has it." in page
    assert not parts.rounds.waits(room)
