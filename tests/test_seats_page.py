"""The teacher's hand over seats: the bench, seats that are shared, and tables that are locked."""

import pytest
from people import Student, open_class

from hool.refused import Refused


@pytest.fixture
def parts(app):
    return app.extensions["hool"]


class Room:
    def __init__(self, app, *names, start=True):
        self.app, self.parts = app, app.extensions["hool"]
        self.teacher, self.slug, self.students = open_class(app, *names, start=start)
        self.school, self.at = self.parts.classroom, f"/room/{self.slug}/class"
        self.id = self.school.room_by_slug(self.slug).id

    def press(self, path, **form):
        self.teacher.post(f"{self.at}/{path}", **form)
        return self.teacher.get(f"{self.at}/seats").get_data(as_text=True)

    def join(self, name):
        return Student(self.app, self.slug, name)

    def table(self, student):
        found = self.school.seat_of(student.id)
        return found and found[0].number

    def choosing(self):
        self.school.change_settings(self.id, seating="choose", change_tables=True)


@pytest.fixture
def room(app):
    return Room(app, *"ABCDE")


def test_the_bench_is_told_kindly_and_left_by_hand(room):
    amina = room.students[0]
    page = room.press("move", who=str(amina.id), to="bench")
    assert "has a rest on the bench" in page
    assert "You have a rest now. Watch the wall, your teacher gives you a seat." in amina.html["stage"]
    room.press("fill")
    assert room.table(amina) is None
    assert f'id="wait-{amina.id}"' not in room.teacher.get(f"{room.at}/rows").text
    room.press("move", who=str(amina.id), to="waiting")
    assert f'id="wait-{amina.id}"' in room.teacher.get(f"{room.at}/rows").text
    room.press("fill")
    assert room.table(amina) is not None


def test_sharing_and_changing_places_are_two_things(room):
    amina, bo, cem = room.students[:3]
    table, seat = room.school.seat_of(bo.id)
    to = f"{table.number}.{seat}"
    page = room.press("share", who=str(amina.id), to=to)
    assert "shares the seat of B. Both see the hand" in page and "Take apart" in page
    assert room.parts.tables.get(table.id).seats[seat].people == (bo.id, amina.id)
    assert "B keeps the seat. Waiting for one: A." in room.press("apart", to=to)
    assert room.table(amina) is None and room.table(bo) == table.number
    before = room.school.seat_of(cem.id)[0].number, room.school.seat_of(cem.id)[1]
    room.press("move", who=str(cem.id), to=to)
    assert (room.table(cem), room.school.seat_of(cem.id)[1]) == (table.number, seat)
    assert (room.table(bo), room.school.seat_of(bo.id)[1]) == before


def test_seats_that_do_not_exist_cannot_be_shared(room):
    for to in ("1.9", "9.0", "x", "", "1.x"):
        assert "There is no" in room.press("share", who=str(room.students[0].id), to=to), to


def test_a_robots_seat_is_not_shared(room):
    table = room.school.seat_of(room.students[4].id)[0]
    robot = next(seat for seat, who in enumerate(table.seats) if who.person is None)
    assert "A robot has this seat" in room.press("share", who=str(room.students[0].id), to=f"{table.number}.{robot}")


def test_a_locked_table_is_left_alone_by_all_but_the_teacher(room):
    room.choosing()
    amina, bo = room.students[0], room.students[4]
    one, two = room.table(amina), room.table(bo)
    assert one != two
    page = room.press(f"table/{two}/lock", on="1")
    assert f"Table {two} is locked" in page and "locked" in room.teacher.get(f"{room.at}/rows").text
    other = room.school.seat_of(bo.id)[0]
    with pytest.raises(Refused, match="locked the tables"):
        room.school.change_table(amina.id, other.id)
    with pytest.raises(Refused, match="locked the tables"):
        room.school.change_table(bo.id, room.school.seat_of(amina.id)[0].id)
    room.school.change_settings(room.id, seating="fill")
    late = [room.join(name) for name in "FGHI"]
    assert two not in [room.table(each) for each in late]
    free = next(seat for seat, who in enumerate(other.seats) if who.person is None)
    room.press("move", who=str(amina.id), to=f"{two}.{free}")
    assert room.table(amina) == two, "the teacher's own moves still work"


def test_with_all_tables_locked_who_comes_waits(room):
    assert "All tables are locked" in room.press("tables/lock", on="1")
    late = room.join("F")
    assert room.table(late) is None
    assert "Your teacher has locked the tables. You get a seat soon." in late.html["stage"]
    assert "All tables are locked. Unlock one" in room.press("fill")
    assert room.table(late) is None
    room.press("tables/lock", on="0")
    room.press("fill")
    assert room.table(late) is not None


def test_opening_one_table_leaves_the_others_locked(room):
    room.press("tables/lock", on="1")
    room.press("table/1/lock", on="0")
    settings = room.school.room(room.id).settings
    one, two = room.parts.tables.tables(room.id)
    assert (settings.locks(one.id), settings.locks(two.id)) == (False, True)


def test_a_lock_calls_off_moves_that_wait(room):
    room.choosing()
    amina = room.students[0]
    other = room.school.seat_of(room.students[4].id)[0]
    assert room.school.change_table(amina.id, other.id) is False, "a board is in play"
    room.press(f"table/{other.number}/lock", on="1")
    assert room.school.room(room.id).settings.moves == {}


def test_who_chooses_a_seat_is_not_offered_locked_tables(app):
    room = Room(app, "A", "B", start=False)
    room.choosing()
    room.school.unseat(room.students[1].id)
    bo = room.students[1]
    [table] = room.parts.tables.tables(room.id)
    assert "free-" in bo.html["stage"]
    room.press("table/1/lock", on="1")
    assert f'id="free-{table.id}"' not in bo.html["stage"]
    with pytest.raises(Refused, match="locked the tables"):
        room.school.sit(bo.id, table.id, 1)
    assert room.table(bo) is None


def test_balancing_at_the_start_keeps_those_together_who_share_a_seat(app):
    room = Room(app, *"ABCDEFG", start=False)
    last, first = room.students[3], room.students[2]
    room.school.share_seat(last.id, first.id)
    room.school.start(room.id)
    table, seat = room.school.seat_of(first.id)
    assert table.seats[seat].people == (first.id, last.id)
