"""Return cards: on paper, and what happens when one is used on another phone."""

import re
from html import unescape

import pytest

from tests.people import Person, cards_in, open_class


def page(answer):
    """What a page says, without its signs."""
    said = " ".join(unescape(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", answer.get_data(as_text=True))).split())
    return re.sub(r" (?=[,.?])", "", said)


@pytest.fixture
def school(app):
    teacher, slug, students = open_class(app, "Amina", "Bo", "Chi", "Dev")
    return teacher, f"/room/{slug}", students, app.extensions["hool"]


def code_of(parts, student):
    return parts.classroom.return_code(parts.classroom.person(student.id))


def test_every_student_has_a_card_with_all_that_is_needed_to_come_back(school):
    teacher, url, students, parts = school
    sheet = teacher.get(f"{url}/class/cards")
    html, shown = sheet.get_data(as_text=True), page(sheet)
    assert html.count('class="rt-card"') == html.count('class="segno"') == 4
    room = parts.classroom.room_by_slug(url.split("/")[2])
    for student in students:
        code = code_of(parts, student)
        assert f"{student.name} Your own code {code[:3]} {code[3:]}" in shown
        assert parts.door.whose_code(room.id, f" {code[:3].lower()} {code[3:].lower()}").id == student.id
    assert shown.count(f"go to localhost, type {room.code}") == 4
    assert f"/class/cards?person={students[0].id}" in teacher.get(
        f"{url}/class/people?person={students[0].id}"
    ).get_data(as_text=True)
    one = page(teacher.get(f"{url}/class/cards?person={students[1].id}"))
    assert "Bo" in one and "Amina" not in one


def test_real_names_are_on_the_cards_only_when_asked_for(school):
    teacher, url, students, parts = school
    parts.door.note_real_name(parts.classroom.person(students[0].id), "Amina Yilmaz")
    assert "Yilmaz" not in page(teacher.get(f"{url}/class/cards"))
    assert "Amina Yilmaz" in page(teacher.get(f"{url}/class/cards?real=1"))


def test_there_is_no_card_of_somebody_who_is_not_there(school):
    teacher, url, _students, _parts = school
    answer = teacher.get(f"{url}/class/cards?person=99999")
    assert answer.status_code == 404 and "not in the room any more" in page(answer)


def test_cards_are_for_the_teacher(school):
    _teacher, url, students, _parts = school
    assert students[0].get(f"{url}/class/cards").status_code == 403


def test_a_card_opens_the_seat_on_another_phone_in_the_middle_of_a_board(school):
    _teacher, url, students, parts = school
    amina = students[0]
    link = f"{url}/back/{code_of(parts, amina)}"
    phone = Person(parts.live.app)
    for _ in range(3):  # a preview looks at it as often as it likes
        answer = phone.get(link)
        assert answer.status_code == 200 and "You are Amina?" in page(answer)
        assert not phone.http.get_cookie(f"hool-s-{amina.slug}") and not cards_in(answer.get_data(as_text=True))
    assert phone.post(link).headers["Location"] == f"{url}/play"
    phone.connect("play", amina.slug)
    hand = cards_in(phone.listen()["stage"])
    assert hand and hand == cards_in(amina.html["stage"])
    assert phone.get(link).headers["Location"] == f"{url}/play", "used again, it leads to the table"
    assert [p.name for p in parts.classroom.students(1)] == ["Amina", "Bo", "Chi", "Dev"]
    assert amina.act("clue hcp")["code"] in ("done", "no"), "the first phone plays on"


def test_a_card_takes_over_a_phone_that_played_for_somebody_else(school):
    _teacher, url, students, parts = school
    amina, bo = students[:2]
    link = f"{url}/back/{code_of(parts, amina)}"
    assert "This device plays for Bo now. Then it plays for you instead." in page(bo.get(link))
    bo.post(link)
    assert ">Amina<" in bo.get(f"{url}/play").get_data(as_text=True)
    keys = bo.http.get_cookie(f"hool-s-{bo.slug}").value
    assert "." not in keys and parts.classroom.by_key(1, keys, "student").id == amina.id


def test_wrong_codes_in_links_are_counted(school):
    _teacher, url, _students, parts = school
    phone = Person(parts.live.app)
    phone.http.environ_base["REMOTE_ADDR"] = "10.0.0.9"
    answers = [phone.http.get(f"{url}/back/AAAAAA") for _ in range(61)]
    assert {a.status_code for a in answers} == {403}
    assert "not known in this room" in page(answers[0]) and "Too many wrong codes" in page(answers[60])
    assert "Too many wrong codes" in page(phone.http.post(f"{url}/back/AAAAAA"))


def test_a_link_never_opens_the_teachers_page(school):
    _teacher, url, _students, parts = school
    person = next(p for p in parts.store.people(1) if p.role == "teacher")
    helper = parts.classroom.add_helper(1, "Ms Help")
    for each in (person, helper):
        code = parts.classroom.return_code(each)
        phone = Person(parts.live.app)
        assert phone.post(f"{url}/back/{code}").status_code == 403
        assert not phone.http.get_cookie(f"hool-{each.role[0]}-{url.split('/')[2]}")


def test_new_codes_for_all_ask_first_and_void_every_card(school):
    teacher, url, students, parts = school
    old = [code_of(parts, s) for s in students]
    teacher.post(f"{url}/class/people/codes")
    assert [code_of(parts, s) for s in students] == old
    answer = teacher.http.post(f"{url}/class/people/codes", data={"sure": "1"}, follow_redirects=True)
    assert "4 new return codes. Print the cards anew." in page(answer)
    new = [code_of(parts, s) for s in students]
    assert not set(old) & set(new)
    phone = Person(parts.live.app)
    assert phone.post(f"{url}/back/{old[0]}").status_code == 403
    assert phone.post(f"{url}/back/{new[0]}").status_code == 303
    assert students[0].get(f"{url}/play").status_code == 200, "phones that came in first stay in"


def test_whoever_waited_at_the_door_and_finds_the_card_is_no_newcomer_any_more(school):
    teacher, url, students, parts = school
    teacher.post(f"{url}/class/room/door", approve="1")
    phone = Person(parts.live.app)
    phone.post(f"{url}/join", name="Amina, on a new phone"[:20])
    assert len(parts.classroom.newcomers(1)) == 1
    phone.post(f"{url}/back/{code_of(parts, students[0])}")
    assert parts.classroom.newcomers(1) == []
    assert phone.get(f"{url}/play").status_code == 200
