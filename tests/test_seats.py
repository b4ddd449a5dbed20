"""Seats that are shared, the bench, a teacher who chooses for a seat or lays the hands open, and helpers."""

import sqlite3

import pytest
from people import Person, Student, open_class

from hool import create_app
from hool.fold import Seated, format_seated, parse_seated
from hool.refused import Refused


@pytest.fixture
def parts(app):
    return app.extensions["hool"]


def room_of(parts, slug):
    return parts.store.room_by_slug(slug).id


@pytest.mark.parametrize(
    "text", ["person 17", "person 17 and 23", "person 17 and 23 and 5", "robot expert", "robot standard for 17 and 23"]
)
def test_who_sits_reads_as_it_is_written(text):
    assert format_seated(parse_seated(text)) == text


@pytest.mark.parametrize("text", ["robot standard and 23", "person", "person 1 and x", ""])
def test_nobody_sits_as_nonsense(text):
    with pytest.raises(ValueError):
        parse_seated(text)


def test_two_who_share_a_seat_see_the_same_hand_and_the_quicker_one_acts(app, parts):
    _teacher, _slug, (amina, bo) = open_class(app, "Amina", "Bo")
    parts.classroom.share_seat(bo.id, amina.id)
    table, seat = parts.classroom.seat_of(bo.id)
    assert parts.classroom.seat_of(amina.id)[1] == seat
    assert table.seats[seat] == Seated(amina.id, "", (bo.id,))
    assert "Amina + Bo" in amina.html["shared"]
    assert bo.html["stage"].count('id="hand-') == amina.html["stage"].count('id="hand-')
    clue = next(str(c.action) for c in table.rules.choices(table.play.state, seat) if c.why_not is None)
    while seat not in parts.tables.get(table.id).to_act():
        app.config["CLOCK"].advance(2)
    turn = parts.tables.get(table.id).turns[seat]
    assert bo.act(clue, turn)["code"] == "done"
    assert amina.act(clue, turn)["code"] == "already"
    # One of them leaves: the seat is the other's.
    parts.classroom.unseat(amina.id)
    assert parts.tables.get(table.id).seats[seat] == Seated(bo.id, "")


def test_a_shared_seat_gets_a_robot_only_when_both_are_gone(app, parts, clock):
    _teacher, _slug, (amina, bo, _cem) = open_class(app, "Amina", "Bo", "Cem")
    parts.classroom.share_seat(bo.id, amina.id)
    table, seat = parts.classroom.seat_of(amina.id)
    amina.socket.disconnect()
    clock.advance(90)
    assert not parts.tables.get(table.id).seats[seat].acts_alone
    bo.socket.disconnect()
    clock.advance(90)
    assert parts.tables.get(table.id).seats[seat] == Seated(amina.id, "standard", (bo.id,))
    bo.connect("play", bo.slug)
    assert parts.tables.get(table.id).seats[seat] == Seated(amina.id, "", (bo.id,))


def test_who_is_on_the_bench_stays_there_until_seated_by_hand(app, parts):
    _teacher, slug, (amina, bo) = open_class(app, "Amina", "Bo")
    room = room_of(parts, slug)
    parts.classroom.bench(bo.id)
    assert parts.classroom.seat_of(bo.id) is None
    assert parts.classroom.waiting(room) == []
    parts.classroom.fill(room)
    parts.classroom.start(room)
    assert parts.classroom.seat_of(bo.id) is None
    table, _seat = parts.classroom.seat_of(amina.id)
    parts.classroom.move(bo.id, table.id, 1)
    assert parts.classroom.seat_of(bo.id)[1] == 1
    assert parts.classroom.person(bo.id).benched_at is None


def test_a_wish_to_change_tables_does_not_bring_anybody_back_from_the_bench(app, parts):
    _teacher, slug, students = open_class(app, *"ABCDE")
    room, school = room_of(parts, slug), parts.classroom
    school.change_settings(room, change_tables=True)
    goer = students[0]
    there = next(t for t in parts.tables.tables(room) if t.id != school.seat_of(goer.id)[0].id)
    assert not school.change_table(goer.id, there.id), "in the middle of a board"
    school.bench(goer.id)
    for table in parts.tables.tables(room):
        parts.tables.command(table.id, "away")
        parts.tables.command(table.id, "pause")
    assert school.seat_of(goer.id) is None
    assert school.person(goer.id).benched_at is not None


def test_the_teacher_chooses_for_a_seat_within_the_rules(app, parts):
    _teacher, _slug, (amina,) = open_class(app, "Amina")
    table, seat = parts.classroom.seat_of(amina.id)
    while seat not in parts.tables.get(table.id).to_act():
        app.config["CLOCK"].advance(2)
    turn = parts.tables.get(table.id).turns[seat]
    assert parts.tables.act_for(table.id, seat, turn, "play 2C").code == "no"
    assert parts.tables.act_for(table.id, seat, turn, "next").code == "no"
    assert parts.tables.act_for(table.id, seat, turn, "clue hcp").code == "done"
    assert parts.tables.act_for(table.id, seat, turn, "clue hcp").code == "already"
    assert [a.text for a in parts.tables.get(table.id).play.acts if a.seat == seat] == ["clue hcp"]


def test_hands_lie_open_until_the_next_board(app, parts):
    _teacher, _slug, (amina,) = open_class(app, "Amina")
    table, _seat = parts.classroom.seat_of(amina.id)
    assert parts.tables.command(table.id, "hands open").code == "done"
    assert parts.tables.command(table.id, "hands open").code == "already"
    assert parts.tables.get(table.id).hands_open
    parts.tables.command(table.id, "redeal")
    assert not parts.tables.get(table.id).hands_open


def test_a_helper_comes_in_with_a_code_and_sees_the_tables(app, parts):
    _teacher, slug, _students = open_class(app, "Amina")
    room = room_of(parts, slug)
    helper = parts.classroom.add_helper(room, "Ms Owl")
    code = parts.classroom.return_code(helper)
    person = Person(app)
    assert person.get(f"/room/{slug}/class").status_code == 403
    assert person.post(f"/room/{slug}/return", return_code=code).headers["Location"].endswith("/class")
    assert parts.classroom.helpers(room) == [helper]
    assert [p.name for p in parts.classroom.students(room)] == ["Amina"]
    parts.classroom.take_out(helper.id)
    assert person.get(f"/room/{slug}/class").status_code == 403


def test_nobody_shares_the_seat_of_somebody_without_one(app, parts):
    _teacher, _slug, (amina, bo) = open_class(app, "Amina", "Bo")
    other = Student(app, open_class(app)[1], "Zoe")
    parts.classroom.bench(bo.id)
    for whom in (bo.id, amina.id, other.id):
        with pytest.raises(Refused):
            parts.classroom.share_seat(amina.id, whom)


def test_a_data_file_of_an_earlier_version_gets_its_new_columns(tmp_path, clock):
    file = tmp_path / "old.sqlite"
    old = sqlite3.connect(file)
    old.execute(
        "CREATE TABLE people (id INTEGER PRIMARY KEY, room_id INTEGER NOT NULL, role VARCHAR(12) NOT NULL,"
        " name TEXT NOT NULL, code_generation INTEGER NOT NULL, made_at FLOAT NOT NULL, archived_at FLOAT)"
    )
    old.execute("INSERT INTO people VALUES (7, 1, 'student', 'Amina', 0, 1.0, NULL)")
    old.commit()
    old.close()
    for _start in range(2):
        app = create_app({"DATA": str(file), "CLOCK": clock, "LATER": clock.later})
        amina = app.extensions["hool"].store.person(7)
        assert (amina.name, amina.banned_at, amina.benched_at, amina.real_name) == ("Amina", None, None, "")
