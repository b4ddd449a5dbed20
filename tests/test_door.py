"""At the door of a room: who comes in, who waits, who stays outside, under which name, and what stops a swarm."""

import json
import re
from html import unescape

import pytest

from hool import create_app
from hool.door import CROWD, MOST_WAITING
from hool.refused import Refused
from hool.rules.text import say
from tests.people import Person, open_class


@pytest.fixture
def parts(app):
    return app.extensions["hool"]


class School:
    """A class with its teacher: ``do`` presses a button of the class page and gives the sentence that answers."""

    def __init__(self, app, *names, start=False):
        self.app, self.parts = app, app.extensions["hool"]
        self.teacher, self.slug, self.students = open_class(app, *names, start=start)
        self.door, self.room_id = self.parts.door, self.parts.store.room_by_slug(self.slug).id
        self.url = f"/room/{self.slug}"

    @property
    def settings(self):
        return self.parts.classroom.room(self.room_id).settings

    def do(self, path, **form):
        answer = self.teacher.http.post(f"{self.url}/class{path}", data=form, follow_redirects=True)
        told = re.search(r'<p class="told.*?id="told".*?>(.*?)</p>', answer.get_data(as_text=True), re.S)
        return words(told[1])

    def see(self, path=""):
        return self.teacher.http.get(f"{self.url}/class{path}", follow_redirects=True).get_data(as_text=True)

    def come(self, name, address="10.0.0.7", **more):
        """Somebody with an own browser joins: (the browser, the answer)."""
        person = Person(self.app)
        person.http.environ_base["REMOTE_ADDR"] = address
        return person, person.post(f"{self.url}/join", name=name, **more)

    def names(self):
        return [p.name for p in self.parts.classroom.students(self.room_id)]

    def waiting(self):
        return [p.name for p in self.parts.classroom.newcomers(self.room_id)]

    def id_of(self, name):
        return next(p.id for p in self.parts.store.everybody(self.room_id) if p.name == name)


def words(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def page(answer):
    return words(answer.get_data(as_text=True))


@pytest.fixture
def school(app):
    return School(app, "Amina", "Bo")


@pytest.fixture
def guarded(school):
    """The teacher lets newcomers in."""
    assert school.do("/room/door", approve="1") == "Saved. Who is in stays in."
    return school


# -- newcomers --------------------------------------------------------------------------------------------------------


def test_a_newcomer_waits_until_the_teacher_says_yes_and_then_goes_on_alone(guarded):
    cem, answer = guarded.come("Cem")
    assert answer.headers["Location"] == f"{guarded.url}/waiting"
    waits = cem.get(f"{guarded.url}/waiting")
    assert "As soon as your teacher says yes" in page(waits) and 'http-equiv="refresh"' in waits.get_data(as_text=True)
    assert guarded.names() == ["Amina", "Bo"] and guarded.waiting() == ["Cem"]
    for url in ("/play", "", "/class"):
        assert cem.get(guarded.url + url).status_code in (303, 403), "a newcomer sees nothing of the room"
    assert cem.connect("play", guarded.slug)["code"] == "gone"
    assert "Cem" in guarded.see("/rows") and "1 wants to come in" in words(guarded.see("/rows"))
    assert guarded.do(f"/newcomers/{guarded.id_of('Cem')}", answer="yes") == "Cem is in."
    assert cem.get(f"{guarded.url}/waiting").headers["Location"] == f"{guarded.url}/play"
    assert cem.get(f"{guarded.url}/play").status_code == 200
    assert guarded.parts.classroom.seat_of(guarded.id_of("Cem")) is not None


def test_who_has_a_seat_is_never_asked(guarded):
    amina = guarded.students[0]
    guarded.do("/room/lock", on="1")
    amina.socket.disconnect()
    assert amina.get(guarded.url).headers["Location"] == f"{guarded.url}/play"
    assert amina.get(f"{guarded.url}/play").status_code == 200
    phone = Person(guarded.app)
    code = guarded.parts.classroom.return_code(guarded.parts.classroom.person(amina.id))
    assert phone.post(f"{guarded.url}/return", return_code=code).headers["Location"] == f"{guarded.url}/play"
    assert guarded.waiting() == []
    _dev, answer = guarded.come("Dev")
    assert answer.status_code == 400 and "has locked the room" in page(answer)


def test_who_is_not_let_in_now_is_told_and_leaves_nothing_behind(guarded):
    cem, _ = guarded.come("Cem Unwanted")
    assert "was not let in" in guarded.do(f"/newcomers/{guarded.id_of('Cem Unwanted')}", answer="no")
    answer = cem.get(f"{guarded.url}/waiting")
    assert answer.status_code == 403 and "Your teacher did not let you in now" in page(answer)
    everybody = guarded.parts.store.everybody(guarded.room_id)
    assert [p.name for p in everybody] == ["", "Amina", "Bo"], (
        "not even an empty row: asking again and again fills nothing"
    )
    assert cem.post(f"{guarded.url}/join", name="Cem").headers["Location"] == f"{guarded.url}/waiting"
    assert guarded.waiting() == ["Cem"]
    assert "does not wait any more" in guarded.do("/newcomers/99999", answer="yes")


def test_everybody_who_waits_comes_in_with_one_press_the_oldest_first(guarded, clock):
    for name in ("Cem", "Dev", "Eli"):
        guarded.come(name)
        clock.advance(3)
    rows = guarded.see("/rows")
    assert rows.index("Cem") < rows.index("Dev") < rows.index("Eli")
    assert guarded.do("/newcomers", answer="yes") == "3 newcomers are in."
    assert guarded.names() == ["Amina", "Bo", "Cem", "Dev", "Eli"] and guarded.waiting() == []


def test_one_who_leaves_while_all_are_let_in_keeps_nobody_out(guarded, monkeypatch):
    for name in ("Cem", "Dev", "Eli"):
        guarded.come(name)
    let_in, dev = guarded.door.let_in, guarded.id_of("Dev")

    def let_in_while_dev_leaves(room_id, person_id):
        if guarded.parts.classroom.person(dev) is not None:
            guarded.parts.classroom.turn_away(dev)
        let_in(room_id, person_id)

    monkeypatch.setattr(guarded.door, "let_in", let_in_while_dev_leaves)
    assert guarded.do("/newcomers", answer="yes") == "2 newcomers are in."
    assert guarded.names() == ["Amina", "Bo", "Cem", "Eli"]


def test_a_newcomer_who_leaves_in_the_moment_of_the_yes_is_not_told_of_a_fault(guarded, monkeypatch):
    cem, _ = guarded.come("Cem")

    def too_late(person_id):
        raise Refused(say("Nobody is waiting with that request any more."))

    monkeypatch.setattr(guarded.parts.classroom, "turn_away", too_late)
    assert cem.post("/leave", room=guarded.slug).status_code == 303


def test_a_restart_forgets_nobody_who_waits(guarded, app):
    cem, _ = guarded.come("Cem")
    key = cem.http.get_cookie(f"hool-s-{guarded.slug}").value
    again = create_app(
        {k: app.config[k] for k in ("TESTING", "DATA", "CLOCK", "LATER")} | {"ANALYST": guarded.parts.analyst}
    )
    door, [waits] = again.extensions["hool"].door, again.extensions["hool"].classroom.newcomers(guarded.room_id)
    phone = again.test_client()
    phone.set_cookie(f"hool-s-{guarded.slug}", key)
    assert phone.get(f"{guarded.url}/waiting").status_code == 200
    door.let_in(guarded.room_id, waits.id)
    assert phone.get(f"{guarded.url}/play").status_code == 200


def test_a_device_that_has_shown_a_hand_gets_no_seat_by_waiting_at_the_door(app):
    school = School(app, "Amina", "Bo", start=True)
    school.do("/room/door", approve="1")
    amina = school.students[0]
    amina.post("/leave", room=school.slug)
    amina.post(f"{school.url}/join", name="Somebody else")
    school.do("/newcomers", answer="yes")
    assert school.parts.classroom.seat_of(school.id_of("Somebody else")) is None


def test_a_newcomer_who_wants_another_name_asks_anew_and_only_once(guarded):
    cem, _ = guarded.come("Cen")
    assert cem.post(f"{guarded.url}/join", name="Cem").headers["Location"] == f"{guarded.url}/waiting", "it waits"
    assert guarded.waiting() == ["Cen"]
    cem.post("/leave", room=guarded.slug)
    cem.post(f"{guarded.url}/join", name="Cem")
    assert guarded.waiting() == ["Cem"]


# -- out, and back in -------------------------------------------------------------------------------------------------


def test_who_was_taken_out_joins_with_a_new_name_or_is_let_back_in_with_everything(app):
    school = School(app, "Amina", "Bo", "Chi", "Dev", start=True)
    amina = school.students[0]
    school.do(f"/people/{amina.id}/name", name="Amira")
    place = school.parts.classroom.seat_of(amina.id)
    code = school.parts.classroom.return_code(school.parts.classroom.person(amina.id))
    assert "Amira was taken out" in school.do(f"/people/{amina.id}/out", sure="1")
    phone = Person(app)
    assert phone.post(f"{school.url}/return", return_code=code).status_code == 403
    assert "Amira" in words(re.search(r'class="panel outside".*?</section>', school.see("/people"), re.S)[0])
    assert "on the old seat" in school.do(f"/people/{amina.id}/back")
    table, seat = school.parts.classroom.seat_of(amina.id)
    assert (table.id, seat) == (place[0].id, place[1]) and "Amira" in school.names()
    assert phone.post(f"{school.url}/return", return_code=code).headers["Location"] == f"{school.url}/play"
    assert "not among those" in school.do(f"/people/{amina.id}/back")


def test_a_seat_that_was_given_away_stays_with_its_new_owner(app):
    school = School(app, "Amina", "Bo", "Chi", "Dev", start=True)
    amina = school.students[0]
    table, seat = school.parts.classroom.seat_of(amina.id)
    school.do(f"/people/{amina.id}/out", sure="1")
    school.come("Eli")
    assert school.parts.classroom.seat_of(school.id_of("Eli"))[1] == seat
    _other, answer = school.come("amina")
    assert answer.status_code == 303, "the name is free, too"
    assert "waits for a seat" in school.do(f"/people/{amina.id}/back")
    assert school.parts.tables.get(table.id).seats[seat].person == school.id_of("Eli")
    assert sorted(school.names()) == ["Amina 2", "Bo", "Chi", "Dev", "Eli", "amina"]


def test_a_banned_device_and_name_stay_outside_and_are_told_kindly(school):
    amina = school.students[0]
    code = school.parts.classroom.return_code(school.parts.classroom.person(amina.id))
    assert "Tick the box first" in school.do(f"/people/{amina.id}/ban")
    said = school.do(f"/people/{amina.id}/ban", sure="1")
    assert "A cleared phone looks like a new one" in said and school.settings.approve
    for answer in (
        amina.get(school.url),
        amina.post(f"{school.url}/join", name="Somebody new"),
        amina.post(f"{school.url}/ask", person=str(school.students[1].id)),
        amina.get(f"{school.url}/waiting"),
        amina.get(f"{school.url}/back/{code}"),
    ):
        assert answer.status_code in (200, 403) and "Talk to your teacher" in page(answer), answer.request.path
    assert school.waiting() == [] and school.names() == ["Bo"]
    for name in ("Amina", " AMINA", "Am ina", "Àmina", "Amina 2"):
        _phone, answer = school.come(name)
        assert answer.status_code == 400 and "This name cannot come in now" in page(answer), name
    cleared, _ = school.come("Aminata")
    assert school.waiting() == ["Aminata"], "a cleared phone looks new, and waits"
    assert "Talk to your teacher" in page(cleared.post(f"{school.url}/return", return_code=code))
    assert "banned" in school.see("/people")
    school.do(f"/people/{amina.id}/back")
    assert amina.get(f"{school.url}/play").status_code == 200, "the device is known again"


def test_a_ban_is_not_lifted_by_leaving_nor_by_the_code_of_a_friend(school):
    amina, bo = school.students
    code = school.parts.classroom.return_code(school.parts.classroom.person(bo.id))
    school.do(f"/people/{amina.id}/ban", sure="1")
    amina.post("/leave", room=school.slug)
    assert "Talk to your teacher" in page(amina.get(school.url))
    assert amina.post(f"{school.url}/return", return_code=code).status_code == 303, "the phone is Bo's as well"
    amina.post("/leave", room=school.slug)
    assert "Talk to your teacher" in page(amina.post(f"{school.url}/join", name="Somebody new"))
    school.do(f"/people/{amina.id}/back")
    assert amina.get(f"{school.url}/play").status_code == 200


# -- names ------------------------------------------------------------------------------------------------------------


def test_a_bad_name_is_replaced_kindly_and_the_word_goes_nowhere(school, caplog):
    school.do("/room/wall", names="1", code="1", tables="1")
    wall = Person(school.app)
    wall.connect("wall", school.slug)
    kid, answer = school.come("Sh1thead")
    assert answer.headers["Location"] == f"{school.url}/play?named=1"
    [name] = set(school.names()) - {"Amina", "Bo"}
    told = page(kid.get(answer.headers["Location"]))
    assert f"We gave you the name {name}. You can choose another one in the menu." in told
    assert "We gave you" not in page(kid.get(f"{school.url}/play")), "said once"
    teacher = school.see("/people")
    assert teacher.count("The name that was typed was replaced.") == 2, "a sign and its words, at one student"
    wall.get(f"{school.url}/wall")
    for person in (*school.students, wall):
        person.listen()
    everything = (
        " ".join(t for p in (*school.students, wall) for t in p.heard) + teacher + school.see("/rows") + caplog.text
    )
    assert name in everything and not re.search("sh1t|shit", everything, re.I)
    assert "Sh1t" not in json.dumps([[p.name, p.real_name] for p in school.parts.store.everybody(school.room_id)])


def test_renaming_oneself_is_no_way_around_and_the_teacher_may_give_any_name(school):
    amina = school.students[0]
    asks = {"Accept": "text/plain"}
    answer = amina.http.post(f"{school.url}/name", data={"name": "f.u.c.k"}, headers=asks)
    name = school.names()[0]
    assert answer.status_code == 200 and f"We gave you the name {name}" in page(answer)
    assert len(name.split()) == 2
    assert amina.http.post(f"{school.url}/name", data={"name": "Amira"}, headers=asks).status_code == 204
    assert school.names()[0] == "Amira" and "was replaced" not in school.see("/people")
    amina.http.post(f"{school.url}/name", data={"name": "f.u.c.k"}, headers=asks)
    assert "is now called Dick." in school.do(f"/people/{amina.id}/name", name="Dick")
    assert "was replaced" not in school.see("/people")


def test_only_made_up_names_where_the_teacher_wants_it(school):
    school.do("/room/door", made_up="1")
    phone = Person(school.app)
    offered = phone.get(school.url).get_data(as_text=True)
    first = re.search(r'name="name" value="([^"]+)"', offered)[1]
    assert len(first.split()) == 2 and "Your made-up name" in offered
    assert phone.post(f"{school.url}/join", name=first).headers["Location"] == f"{school.url}/play"
    cem, answer = school.come("Cem")
    assert "Here everybody has a made-up name" in page(cem.get(answer.headers["Location"]))
    assert first in school.names() and "Cem" not in school.names()
    bo = school.students[1]
    bo.post(f"{school.url}/name", name="Bo")
    assert "Bo" in school.names(), "names that are there stay"
    bo.post(f"{school.url}/name", name="Boris")
    assert not {"Bo", "Boris"} & set(school.names())


def test_real_names_are_for_the_teacher_alone(school, caplog):
    """In nothing that a student, a helper or the wall was ever sent, nor in a log."""
    caplog.set_level("DEBUG")
    amina, bo = school.students
    assert (
        school.do("/people/real", list="Amina = Amina Yılmaz-Öztürk\n\nBo\tBoris Quandt\n") == "2 real names are noted."
    )
    assert "Noted: Bo is Boris Quandel." in school.do(f"/people/{bo.id}/real", real_name=" Boris  Quandel ")
    helper, wall, guest = Person(school.app), Person(school.app), Person(school.app)
    row = school.parts.classroom.add_helper(school.room_id, "Ms Help")
    helper.post(f"{school.url}/return", return_code=school.parts.classroom.return_code(row))
    school.parts.classroom.start(school.room_id)
    helper.connect("class", school.slug)
    school.do("/room/wall", names="1", code="1", tables="1", results="1")
    wall.connect("wall", school.slug)
    for person in (helper, wall, guest, amina, bo):
        for url in (
            "",
            "/play",
            "/wall",
            "/boards",
            "/waiting",
            "/class",
            "/class/people",
            "/class/rows",
            "/class/seats",
        ):
            person.get(school.url + url)
        person.get(f"{school.url}/class/cards")
        person.get(f"{school.url}/class/cards?real=1")
        if person.socket:
            person.listen()
    amina.act("clue hcp")
    school.do(f"/people/{amina.id}/name", name="Amira")
    for person in (helper, wall, amina, bo):
        person.listen()
    heard = " ".join(t for p in (helper, wall, guest, amina, bo) for t in p.heard) + caplog.text
    assert "Amira" in heard, "they were sent what they may know"
    assert not re.search("Y(ı|\\\\u0131)lmaz|Quand", heard)
    assert "Amina Yılmaz-Öztürk" in school.see("/people") and "Boris Quandel" in school.see(f"/people?person={bo.id}")
    assert "Yılmaz" not in school.see("/rows")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Amina = A\nBo Boris", "Line 2, “Bo Boris”: write it as Name = Real name. Nothing was changed."),
        ("Amina = A\n\nZed = Z", "Line 3: nobody in the class is called “Zed”. Nothing was changed."),
        ("Amina = " + "x" * 61, "The real name “xxxxxxxxxxxxxxxxxxxx …” is too long: 60 letters at most."),
        ("  \n", "Write or paste at least one line: Name = Real name."),
    ],
)
def test_a_list_with_a_mistake_changes_nothing_and_says_where(school, text, said):
    assert school.do("/people/real", list=text) == said
    assert [p.real_name for p in school.parts.classroom.students(school.room_id)] == ["", ""]


# -- swarms -----------------------------------------------------------------------------------------------------------


def test_a_school_of_forty_behind_one_address_comes_in_within_a_minute_with_typing_errors(app, clock):
    school = School(app)
    code = school.parts.classroom.room(school.room_id).code
    for i in range(40):
        phone = Person(app)
        phone.http.environ_base["REMOTE_ADDR"] = "10.0.0.7"
        if i % 3 == 0:
            assert phone.post("/join", code="AAAAA").status_code == 404
        assert phone.post("/join", code=code.lower()).headers["Location"] == school.url
        if i % 5 == 0:
            assert phone.post(f"{school.url}/join", name=" ").status_code == 400
        assert phone.post(f"{school.url}/join", name=f"Kid {i}").headers["Location"] == f"{school.url}/play"
        clock.advance(1)
    assert len(school.names()) == 40 and school.waiting() == [] and not school.settings.approve
    assert "held back" not in school.see("/rows")


def test_a_swarm_is_stopped_and_the_teacher_sees_it_and_ends_it(app, clock):
    school = School(app, "Amina")
    amina = school.students[0]
    school.parts.classroom.change_settings(school.room_id, seating="hand")
    for i in range(CROWD - 1 + MOST_WAITING - 1):
        school.door.join(school.room_id, f"Bot {i}", who=f"10.0.{i % 9}.1")
    assert len(school.names()) == CROWD
    assert school.come("Bot", "10.0.0.1")[1].headers["Location"] == f"{school.url}/waiting"
    assert len(school.waiting()) == MOST_WAITING
    for seconds in (2, 4, 8, 16, 32, 60, 60):
        _bot, answer = school.come("Bot", "10.0.0.1")
        assert answer.status_code == 400 and f"Wait {seconds} seconds, then try again." in page(answer)
        _bot, answer = school.come("Bot", "10.0.0.1")
        assert f"Wait {seconds} seconds" in page(answer), "no longer, however often one asks meanwhile"
        clock.advance(seconds)
    rows = words(school.see("/rows"))
    assert "14 tries to come in were held back in the last minutes." in rows and "60 want to come in" in rows
    assert "Very many came at once. Since then newcomers wait for you." in rows
    assert "Take out 44 who never opened a page" in rows, "Amina did"
    assert amina.get(f"{school.url}/play").status_code == 200
    assert school.do("/newcomers", answer="no") == "60 newcomers were not let in."
    school.come("Zoë", "10.0.0.1")
    assert school.waiting() == ["Zoë"], "whoever is at the same address need not wait any longer"
    assert "were taken out" in school.do("/newcomers/strays")
    assert school.names() == ["Amina"]
    school.do("/newcomers", answer="yes")
    assert school.names() == ["Amina", "Zoë"]
    clock.advance(301)
    assert "held back" not in school.see("/rows")
    school.do("/room/door")
    _late, answer = school.come("Late")
    assert answer.headers["Location"] == f"{school.url}/play" and "Very many" not in school.see("/rows")


def test_many_who_say_that_they_were_here_before_get_one_answer(school):
    amina, bo = school.students
    amina.socket.disconnect()
    bo.socket.disconnect()
    for student in (amina, amina, amina, bo, bo, bo):
        Person(school.app).post(f"{school.url}/ask", person=str(student.id))
    assert school.see().count("says: I was here before") == 4
    assert school.do("/knocks", answer="none") == "4 devices were not let in."
    assert "I was here before" not in school.see("/rows")


def test_a_right_room_code_works_where_somebody_types_wrong_ones_without_end(app, clock):
    school = School(app)
    said = []
    for i in range(70):
        prankster = Person(app)
        prankster.http.environ_base["REMOTE_ADDR"] = "10.0.0.7"
        said.append(prankster.post("/join", code=f"AAA{i:02}"))
    assert [answer.status_code for answer in said].index(429) == 60
    assert "Wait 2 seconds, then try again." in page(said[60])
    pupil = Person(app)
    pupil.http.environ_base["REMOTE_ADDR"] = "10.0.0.7"
    code = school.parts.classroom.room(school.room_id).code
    assert pupil.post("/join", code=code).headers["Location"] == school.url
    clock.advance(61)
    assert pupil.post("/join", code="AAAAA").status_code == 404


def test_guessing_return_codes_is_slow_and_typing_them_is_not(school, clock):
    door, room = school.door, school.room_id
    code = school.parts.classroom.return_code(school.parts.classroom.person(school.students[0].id))

    def guess(who):
        with pytest.raises(Refused) as refused:
            door.whose_code(room, "AAAAAA", who=who)
        return str(refused.value)

    for _ in range(40):
        assert "not known in this room" in guess("school")
    assert door.whose_code(room, code.lower(), who="school").id == school.students[0].id, "a class may mistype"
    for _ in range(20):
        guess("school")
    assert "Wait 2 seconds" in guess("school") and "Wait 2 seconds" in guess("school")
    with pytest.raises(Refused):
        door.whose_code(room, code, who="school")
    assert door.whose_code(room, code, who="home").id == school.students[0].id
    clock.advance(61)
    assert door.whose_code(room, code, who="school")
    for _ in range(5):
        for who in range(60):
            guess(f"net {who}")
    assert "Too many wrong codes" in guess("net 99"), "so many to one room, from wherever they come"
    assert "tries to come in were held back" in words(school.see("/rows"))


def test_a_teachers_code_is_guarded_more_than_a_students(school):
    for _ in range(20):
        with pytest.raises(Refused, match="not known"):
            school.door.whose_code(school.room_id, "AAAAAAAA", "teacher", "x")
    with pytest.raises(Refused, match="Too many"):
        school.door.whose_code(school.room_id, "AAAAAAAA", "teacher", "x")


def test_a_prankster_in_the_school_does_not_keep_the_teacher_out(school):
    teacher = next(p for p in school.parts.store.people(school.room_id) if p.role == "teacher")
    for _ in range(200):
        with pytest.raises(Refused):
            school.door.whose_code(school.room_id, "AAAAAAAA", "teacher", "school")
    code = school.parts.classroom.return_code(teacher)
    assert school.door.whose_code(school.room_id, code, "teacher", "school") == teacher


def test_after_a_new_room_code_the_old_one_and_the_link_let_nobody_in(school):
    old = school.parts.classroom.room(school.room_id).code
    insider = Person(school.app)
    insider.post("/join", code=old)
    assert "newcomers need this code" in school.do("/room/code")
    assert insider.post("/join", code=old).status_code == 404
    answer = insider.post(f"{school.url}/join", name="Stranger")
    assert answer.status_code == 403 and "Type the code that is on the wall." in page(answer)
    assert 'name="code"' in insider.get(school.url).get_data(as_text=True)
    assert insider.post(f"{school.url}/together", names="Stranger").status_code == 403
    insider.post("/join", code=school.parts.classroom.room(school.room_id).code)
    assert insider.post(f"{school.url}/join", name="Cem").status_code == 303
    assert school.students[0].get(f"{school.url}/play").status_code == 200
    school.do("/room/door")
    assert school.come("Dev")[1].status_code == 303, "the teacher can let the link be enough again"


# -- waiting inside, coming back --------------------------------------------------------------------------------------


def test_a_class_waits_inside_before_the_teacher_is_ready_and_finds_its_place_by_code_and_name(app):
    school = School(app, "Amina")
    amina = school.students[0]
    assert 'data-phase="lobby"' in amina.html["stage"]
    amina.socket.disconnect()
    phone = Person(app)
    phone.post("/join", code=school.parts.classroom.room(school.room_id).code)
    assert "Somebody called Amina was here before" in page(phone.post(f"{school.url}/join", name="amina"))
    phone.post(f"{school.url}/ask", person=str(amina.id))
    [knock] = school.parts.classroom.returning(school.room_id)
    school.do("/knocks", token=knock.token, answer="yes")
    assert phone.get(f"{school.url}/waiting").headers["Location"] == f"{school.url}/play"
    assert school.names() == ["Amina"]


def test_not_me_forgets_the_student_on_this_device(app):
    school = School(app, "Amina", "Bo", start=True)
    amina = school.students[0]
    answer = amina.post("/leave", room=school.slug)
    assert answer.headers["Clear-Site-Data"] == '"cache"'
    assert amina.http.get_cookie(f"hool-s-{school.slug}") is None
    for url in ("/play", "/boards", "/rules"):
        assert amina.get(school.url + url).status_code == 303
    assert "Amina" not in amina.get("/").get_data(as_text=True)
    assert amina.http.get(f"{school.url}?as=student").headers["Cache-Control"] == "no-store"


def test_those_who_share_a_device_pass_the_same_door(guarded):
    tablet = Person(guarded.app)
    answer = tablet.http.post(f"{guarded.url}/together", data={"names": ["Cem", "sh1t"]})
    assert answer.headers["Location"] == f"{guarded.url}/waiting"
    assert len(guarded.waiting()) == 2 and "sh1t" not in guarded.waiting()
    assert "We gave you the name" in page(tablet.get(f"{guarded.url}/waiting"))
    guarded.do("/newcomers", answer="yes")
    assert tablet.get(f"{guarded.url}/waiting").status_code == 303
    assert "Cem" in guarded.names()
