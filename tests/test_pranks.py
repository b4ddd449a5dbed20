"""What a curious or mischievous student may try, and what an unlucky network does: nothing is seen, nobody is stuck."""

import threading
from random import Random

import pytest
from sqlalchemy.exc import OperationalError

from hool.classroom import COMING_BACK, Classroom
from hool.fold import Seated
from hool.refused import Refused
from hool.rules import hool
from hool.store import Store
from hool.tables import NEXT_WAIT, Tables
from tests.people import Person, cards_in, open_class

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


def join(classroom, room, *names):
    people = [classroom.join(room.id, name)[0] for name in names]
    for person in people:
        classroom.arrived(person.id, f"socket {person.id}")
    return people


def pass_out(tables, table):
    """Every clue and four passes: the shortest board there is."""
    while (now := tables.get(table.id)).playing:
        seat = min(now.to_act())
        legal = [str(c.action) for c in hool.choices(now.play.state, seat) if c.why_not is None]
        text = "pass" if "pass" in legal else legal[0]
        assert tables.act(now.id, now.seats[seat].person, now.turns[seat], text).ok


# -- seats ---------------------------------------------------------------------------------------------------------


def test_nobody_hops_from_seat_to_seat_to_see_four_hands(classroom, room):
    classroom.change_settings(room.id, seating="choose")
    table = classroom.add_table(room.id)
    [amina] = join(classroom, room, "Amina")
    classroom.sit(amina.id, table.id, 0)
    classroom.sit(amina.id, table.id, 1)
    classroom.start(room.id)
    with pytest.raises(Refused, match="The boards have begun"):
        classroom.sit(amina.id, table.id, 2)
    assert classroom.seat_of(amina.id)[1] == 1


def test_a_latecomer_who_chooses_a_seat_plays_at_once(classroom, room):
    classroom.change_settings(room.id, seating="choose")
    table = classroom.add_table(room.id)
    classroom.start(room.id)
    [amina] = join(classroom, room, "Amina")
    assert not classroom.tables.get(table.id).playing
    classroom.sit(amina.id, table.id, 0)
    assert classroom.tables.get(table.id).playing


def test_another_name_on_the_same_device_gets_no_seat_by_itself(classroom, room):
    join(classroom, room, "Amina")
    classroom.start(room.id)
    person, _key = classroom.join(room.id, "Not Amina", again=True)
    assert classroom.seat_of(person.id) is None
    assert [p.name for p in classroom.waiting(room.id)] == ["Not Amina"]


def test_leaving_and_joining_again_shows_no_second_hand(app):
    _teacher, slug, students = open_class(app, "Amina", "Bo")
    amina = students[0]
    amina.post("/leave", room=slug)
    amina.socket.disconnect()
    assert amina.post(f"/room/{slug}/join", name="Somebody else").status_code == 303
    amina.connect("play", slug)
    assert 'data-phase="lobby"' in amina.listen()["stage"]


def test_a_seat_given_away_in_the_same_moment_is_not_taken_twice(classroom, room):
    """A robot is about to take a seat that the teacher has just given to somebody else."""
    amina, bo = join(classroom, room, "Amina", "Bo")
    classroom.start(room.id)
    table, seat = classroom.seat_of(amina.id)
    outdated = table.seats
    classroom.move(amina.id, table.id, 3)
    tables = classroom.tables
    assert not tables.arrange([(table.id, seat, Seated(amina.id, "standard"))], "table", [outdated[seat]])
    people = [p for t in tables.tables(room.id) for p in t.people]
    assert sorted(people) == sorted([amina.id, bo.id])


def test_many_moves_and_returns_at_once_leave_one_seat_a_person(classroom, room):
    people = join(classroom, room, *(f"Kid {i}" for i in range(8)))
    classroom.start(room.id)
    tables = classroom.tables.tables(room.id)
    rng = Random(8)

    def teacher():
        for _ in range(15):
            classroom.move(rng.choice(people).id, rng.choice(tables).id, rng.randrange(4))

    def student(person):
        for n in range(8):
            found = classroom.seat_of(person.id)
            if found and n % 2:
                classroom._give_to_robot(found[0].id, found[1], found[0].seats[found[1]])
            classroom.take_seat_back(person.id)

    threads = [threading.Thread(target=teacher), *(threading.Thread(target=student, args=(p,)) for p in people[:4])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seated = [p for t in classroom.tables.tables(room.id) for p in t.people]
    assert len(seated) == len(set(seated)) == 8


@pytest.mark.parametrize("name", ["Robot 2", "robot", "ROBOT 17", "\u3164", "\u2800\u2800", "\u115f"])
def test_names_of_robots_and_names_that_show_nothing_are_refused(classroom, room, name):
    with pytest.raises(Refused):
        classroom.join(room.id, name)


def test_an_invisible_joiner_does_not_make_a_second_anna(classroom, room):
    assert [p.name for p in join(classroom, room, "Anna", "Anna\u200d")][1].endswith(" 2")


def test_a_room_does_not_take_endless_students(classroom, room):
    join(classroom, room, *(f"Kid {i}" for i in range(120)))
    with pytest.raises(Refused, match="full"):
        classroom.join(room.id, "One more")


# -- cards ---------------------------------------------------------------------------------------------------------


def lead_against_robots(app, *names):
    """A table where these people and robots have come to the opening lead of a person: (table, that person's seat)."""
    _teacher, slug, students = open_class(app, *names)
    parts = app.extensions["hool"]
    [table] = parts.tables.tables(parts.store.room_by_slug(slug).id)
    return parts, table, students


def test_an_opening_lead_is_not_taken_back_after_a_look_at_dummy(app, clock):
    """Two partners defend against two robots: nobody would stop them, so the rule does."""
    parts, table, students = lead_against_robots(app, "Amina", "Bo")
    for _ in range(40):
        now = parts.tables.get(table.id)
        if not now.playing:
            parts.tables.command(table.id, "next")
            continue
        for student in students:
            now = parts.tables.get(table.id)
            seat = now.seat_of(student.id)
            if now.playing and seat in now.to_act():
                legal = [str(c.action) for c in hool.choices(now.play.state, seat) if c.why_not is None]
                student.act("pass" if "pass" in legal else legal[0])
                now = parts.tables.get(table.id)
                if len([a for a in now.play.acts if a.text.startswith("play ")]) == 1:
                    answer = student.act("undo")
                    assert not answer["ok"] and "your lead stays" in answer["text"]
                    return
        clock.advance(1)
    pytest.fail("no student came to lead")


def test_a_refused_claim_is_not_tried_again_on_the_same_trick(app):
    _teacher, _slug, students = open_class(app, "Amina", "Bo", "Chi", "Dev")
    parts = app.extensions["hool"]
    [table] = parts.tables.tables(1)
    seats = {parts.classroom.seat_of(s.id)[1]: s for s in students}
    for seat in (0, 1, 2, 3) * 2:
        now = parts.tables.get(table.id)
        legal = [str(c.action) for c in hool.choices(now.play.state, seat) if c.why_not is None]
        assert seats[seat].act(legal[0])["ok"]
    for seat, text in ((0, "bid 7NT"), (1, "pass"), (2, "pass"), (3, "pass"), (1, "pass"), (3, "pass")):
        assert seats[seat].act(text)["ok"]
    now = parts.tables.get(table.id)
    seats[1].act(next(str(c.action) for c in hool.choices(now.play.state, 1) if c.why_not is None))
    assert seats[0].act("claim 13")["ok"]
    assert seats[1].act("refuse")["ok"]
    answer = seats[0].act("claim 12")
    assert answer["code"] == "no" and "Play a trick" in answer["text"]


def test_boards_seen_while_the_tables_differed_do_not_come_again_as_shared_ones(classroom, room):
    join(classroom, room, "Amina")
    classroom.start(room.id)
    before = classroom.room(room.id).settings.seed
    classroom.random_deals(room.id, same=False)
    classroom.random_deals(room.id, same=True)
    assert classroom.room(room.id).settings.seed != before


def test_a_rewind_brings_no_cards_that_have_been_seen(classroom, room):
    join(classroom, room, *"ABCD")
    classroom.start(room.id)
    [table] = classroom.tables.tables(room.id)
    deals = [table.play.deal]
    for _ in range(2):
        pass_out(classroom.tables, table)
        classroom.next_board(room.id)
        deals.append(classroom.tables.get(table.id).play.deal)
    first = classroom.tables.get(table.id).play.boards[0]
    assert classroom.tables.command(table.id, f"rewind {first.acts[0].seq}").ok
    pass_out(classroom.tables, table)
    classroom.next_board(room.id)
    assert classroom.tables.get(table.id).play.deal not in deals


def test_dealing_again_for_all_gives_all_tables_the_same_new_cards(classroom, room):
    join(classroom, room, *(f"Kid {i}" for i in range(8)))
    classroom.start(room.id)
    old = classroom.tables.tables(room.id)[0].play.deal
    assert classroom.redeal(room.id).ok
    one, two = classroom.tables.tables(room.id)
    assert one.play.deal == two.play.deal != old


# -- sockets -------------------------------------------------------------------------------------------------------


def test_a_page_that_says_it_is_gone_hears_no_more(app, clock):
    """The table it left goes on with the cards it is about to get."""
    _teacher, slug, students = open_class(app, *"ABCDEFGH")
    parts = app.extensions["hool"]
    one, two = parts.tables.tables(1)
    mover = next(s for s in students if s.id == one.seats[0].person)
    other = next(s for s in students if s.id == one.seats[1].person)
    mover.socket.emit("disconnect")
    parts.classroom.move(mover.id, two.id, 0)
    mover.connect("play", slug)
    mover.listen()
    mover.heard.clear()
    new = next(s for s in students if s.id == parts.tables.get(one.id).seats[0].person)
    new.act("clue hcp")
    other.act("clue hcp")
    mover.listen()
    assert not [t for t in mover.heard if f'"table": {one.id},' in t]


def test_a_page_that_turns_to_the_wall_is_not_here_for_ever(app, clock):
    _teacher, slug, students = open_class(app, "Amina", "Bo")
    parts = app.extensions["hool"]
    amina = students[0]
    amina.emit("watch", {"page": "wall", "slug": slug})
    assert not parts.classroom.here(amina.id)
    clock.advance(61)
    table, seat = parts.classroom.seat_of(amina.id)
    assert table.seats[seat].acts_alone


def test_what_was_meant_for_one_hand_is_not_done_for_another(app):
    _teacher, _slug, students = open_class(app, "Amina", "Bo", "Chi", "Dev")
    parts = app.extensions["hool"]
    [table] = parts.tables.tables(1)
    amina = next(s for s in students if s.id == table.seats[0].person)
    parts.classroom.move(amina.id, table.id, 2)
    turn = parts.tables.get(table.id).turns[2]
    answer = amina.emit("act", {"table": table.id, "seat": "N", "turn": turn, "text": "clue hcp"})
    assert answer["code"] == "stale" and parts.tables.get(table.id).play.acts == ()


def test_a_flood_from_one_socket_is_turned_away_and_ends(app, clock):
    _teacher, slug, students = open_class(app, "Amina")
    amina = students[0]
    answers = [amina.emit("watch", {"page": "play", "slug": slug})["code"] for _ in range(60)]
    assert answers[:30] == ["done"] * 30 and answers[-1] == "no"
    clock.advance(5)
    assert amina.emit("watch", {"page": "play", "slug": slug})["code"] == "done"


def test_a_new_return_code_ends_the_device_that_came_with_the_old_one(app):
    _teacher, slug, students = open_class(app, "Amina", "Bo", "Chi", "Dev")
    parts = app.extensions["hool"]
    amina = students[0]
    thief = Person(app)
    thief.post(f"/room/{slug}/return", return_code=parts.classroom.return_code(parts.classroom.person(amina.id)))
    thief.connect("play", slug)
    assert cards_in(thief.listen()["stage"])
    parts.classroom.renew_return_code(amina.id)
    assert thief.socket.get_received()[-1]["args"][0] == {"reason": "out"}
    assert thief.get(f"/room/{slug}/play").status_code == 303
    assert amina.get(f"/room/{slug}/play").status_code == 200, "the phone that came in first stays"
    assert amina.act("clue hcp")["code"] in ("done", "no")


def test_acts_after_the_end_of_a_room_are_refused(app, clock):
    _teacher, _slug, students = open_class(app, "Amina", "Bo", "Chi", "Dev")
    clock.advance(31 * 86400)
    parts = app.extensions["hool"]
    [table] = parts.tables.tables(1)
    amina = next(s for s in students if s.id == table.seats[0].person)
    assert "closed" in amina.act("clue hcp")["text"]
    with pytest.raises(Refused, match="end date"):
        parts.classroom.reopen_room(1)


# -- bad luck ------------------------------------------------------------------------------------------------------


def test_robots_do_not_finish_the_board_of_a_class_whose_network_is_gone(classroom, room, clock):
    people = join(classroom, room, *"ABCD")
    classroom.start(room.id)
    for person in people:
        classroom.left(person.id, f"socket {person.id}")
    clock.advance(600)
    [table] = classroom.tables.tables(room.id)
    assert table.play.acts == () and not any(s.acts_alone for s in table.seats)
    classroom.arrived(people[1].id, "back")
    clock.advance(COMING_BACK + 1)
    [table] = classroom.tables.tables(room.id)
    assert [s.acts_alone for s in table.seats] == [s.person != people[1].id for s in table.seats]


def test_a_disk_that_refuses_once_does_not_stop_a_robot_for_good(classroom, room, clock, monkeypatch):
    join(classroom, room, "Amina")
    classroom.start(room.id)
    [table] = classroom.tables.tables(room.id)
    amina = table.people[0]
    real, broken = classroom.store.append, [True]

    def append(events):
        if broken and events[0].actor in "123":
            broken.pop()
            raise OperationalError("insert", {}, Exception("disk full"))
        real(events)

    monkeypatch.setattr(classroom.store, "append", append)
    assert classroom.tables.act(table.id, amina, 0, "clue hcp").ok
    clock.advance(20)
    assert not broken
    assert len(classroom.tables.get(table.id).play.acts) == 4


def test_a_restart_does_not_lose_the_quarter_minute_for_the_next_board(classroom, store, room, clock):
    people = join(classroom, room, *"ABCD")
    classroom.start(room.id)
    [table] = classroom.tables.tables(room.id)
    pass_out(classroom.tables, table)
    now = classroom.tables.get(table.id)
    assert classroom.tables.act(table.id, now.seats[0].person, now.turns[0], "next").ok
    again = Classroom(store, Tables(store, clock, clock.later, Random(3)), clock, clock.later, SECRET)
    for person in people:
        again.arrived(person.id, f"new socket {person.id}")
    again.tables.wake(again.tables.get(table.id))
    clock.advance(NEXT_WAIT + 1)
    assert again.tables.get(table.id).playing


def test_when_the_teacher_starts_boards_a_waiting_press_starts_none(classroom, room, clock):
    join(classroom, room, *"ABCD")
    classroom.start(room.id)
    [table] = classroom.tables.tables(room.id)
    pass_out(classroom.tables, table)
    now = classroom.tables.get(table.id)
    classroom.tables.act(table.id, now.seats[0].person, now.turns[0], "next")
    classroom.change_settings(room.id, next_by="teacher")
    clock.advance(NEXT_WAIT + 5)
    assert not classroom.tables.get(table.id).playing


def test_new_tables_can_be_made_while_others_play(classroom, room):
    """Writers never find the file locked: each says at once that it is going to write."""
    stop = threading.Event()
    table = classroom.add_table(room.id)

    def robots():
        while not stop.is_set():
            classroom.tables.command(table.id, "pause")
            classroom.tables.command(table.id, "resume")

    busy = threading.Thread(target=robots)
    busy.start()
    try:
        for _ in range(25):
            classroom.add_table(room.id)
    finally:
        stop.set()
        busy.join()
    assert len(classroom.tables.tables(room.id)) == 26


def test_an_empty_secret_is_not_taken_for_one(tmp_path):
    from hool import create_app

    (tmp_path / "secret").write_text("")
    with pytest.raises(RuntimeError, match="secret"):
        create_app({"DATA": str(tmp_path / "hool.sqlite")})


# -- what the class is told ----------------------------------------------------------------------------------------


def test_who_looks_at_a_replay_keeps_the_seat_until_the_table_has_waited_long(app, clock):
    _teacher, slug, students = open_class(app, "Amina", "Bo", "Chi", "Dev")
    parts = app.extensions["hool"]
    [table] = parts.tables.tables(1)
    amina = next(s for s in students if s.id == table.seats[0].person)
    amina.socket.disconnect()
    for _ in range(10):
        amina.get(f"/room/{slug}/boards/call")
        clock.advance(4)
    seat = parts.show.table(parts.tables.get(table.id)).seats[0]
    assert seat.looking and seat.kind == "person", "forty seconds, and the table waits for her"
    for _ in range(10):
        amina.get(f"/room/{slug}/boards/call")
        clock.advance(4)
    assert parts.tables.get(table.id).seats[0].acts_alone


def test_a_seat_given_to_a_robot_comes_back_with_any_touch(app):
    _teacher, slug, students = open_class(app, "Amina", "Bo", "Chi", "Dev")
    parts = app.extensions["hool"]
    [table] = parts.tables.tables(1)
    bo = next(s for s in students if s.id == table.seats[1].person)
    for touch in (lambda: bo.act("clue hcp"), lambda: bo.emit("watch", {"page": "play", "slug": slug})):
        parts.classroom.stand_in(1, table.id, 1)
        assert parts.tables.get(table.id).seats[1].acts_alone
        touch()
        assert not parts.tables.get(table.id).seats[1].acts_alone


def test_everybody_hears_that_the_teacher_went_back(app):
    _teacher, _slug, students = open_class(app, "Amina", "Bo", "Chi", "Dev")
    parts = app.extensions["hool"]
    [table] = parts.tables.tables(1)
    seats = {parts.classroom.seat_of(s.id)[1]: s for s in students}
    seats[0].act("clue hcp")
    moment = parts.tables.get(table.id).play.first_seq
    assert parts.tables.command(table.id, f"rewind {moment}").ok
    assert str(parts.tables.get(table.id).notice) == "Your teacher went back to an earlier moment."
    seats[0].act("clue hcp")
    assert parts.tables.get(table.id).notice is None


def test_boards_from_a_file_are_a_match_of_their_own(classroom, room):
    join(classroom, room, *"ABCD")
    classroom.start(room.id)
    [table] = classroom.tables.tables(room.id)
    pass_out(classroom.tables, table)
    deal = classroom.tables.get(table.id).play.deal
    classroom.load_deals(room.id, [(7, 2, deal), (8, 3, deal)], "friday.pbn")
    lengths = []
    for _ in range(2):
        classroom.next_board(room.id)
        now = classroom.tables.get(table.id)
        lengths.append((now.match_length, len(now.play.results)))
        pass_out(classroom.tables, now)
    assert lengths == [(2, 0), (2, 1)], "the points begin anew with the file's first board"
    assert classroom.tables.get(table.id).match_over
    classroom.next_board(room.id)
    assert classroom.tables.get(table.id).match_length == 4


def test_a_closed_room_says_so_and_an_open_one_too(app):
    _teacher, slug, students = open_class(app, "Amina")
    parts = app.extensions["hool"]
    assert students[0].get(f"/room/{slug}/open").status_code == 204
    parts.classroom.close_room(1)
    assert students[0].get(f"/room/{slug}/open").status_code == 410
    parts.classroom.reopen_room(1)
    assert students[0].get(f"/room/{slug}/open").status_code == 204


def test_a_teacher_comes_back_to_a_closed_room_and_opens_it_again(app):
    _teacher, _slug, _students = open_class(app)
    parts = app.extensions["hool"]
    code = parts.classroom.return_code(parts.store.people(1)[0])
    parts.classroom.close_room(1)
    laptop = Person(app)
    answer = laptop.post("/teacher", code=parts.classroom.room(1).code, return_code=code)
    assert laptop.get(answer.headers["Location"]).status_code == 200
    assert laptop.post("/join", code=parts.classroom.room(1).code).status_code == 404, "students are not let in"
