"""Helpers see every table and steer it, come in by a link of their own, and keep nothing when they are let go."""

import re

import pytest
from people import Person, open_class


@pytest.fixture
def parts(app):
    return app.extensions["hool"]


def with_helper(app, *names):
    """A class with a helper who has gone in: (teacher, slug, students, helper, the helper's link without its host)."""
    teacher, slug, students = open_class(app, *names)
    teacher.post(f"/room/{slug}/class/helpers", name="Ida")
    page = teacher.get(f"/room/{slug}/class/room?helper={helper_id(app, slug)}").get_data(as_text=True)
    link = re.search(rf"/room/{slug}/helper/\w{{10}}", page)[0]
    helper = Person(app)
    assert helper.post(link).headers["Location"] == f"/room/{slug}/class"
    return teacher, slug, students, helper, link


def helper_id(app, slug):
    school = app.extensions["hool"].classroom
    return school.helpers(school.room_by_slug(slug).id)[0].id


def test_the_code_of_a_helper_is_shown_only_when_it_is_asked_for(app, parts):
    teacher, slug, _students = open_class(app, "Amina")
    teacher.post(f"/room/{slug}/class/helpers", name="Ida")
    code = parts.classroom.return_code(parts.classroom.helpers(parts.classroom.room_by_slug(slug).id)[0])
    assert code not in teacher.get(f"/room/{slug}/class/room").get_data(as_text=True)
    shown = teacher.get(f"/room/{slug}/class/room?helper={helper_id(app, slug)}").get_data(as_text=True)
    assert code in shown
    assert teacher.get(f"/room/{slug}/class/helpers/{helper_id(app, slug)}/qr.svg").mimetype == "image/svg+xml"


def test_looking_at_the_link_uses_nothing_up(app, parts):
    _teacher, slug, _students, _helper, link = with_helper(app, "Amina")
    preview = Person(app)
    for _ in range(3):
        page = preview.get(link)
        assert page.status_code == 200 and "You are <bdi>Ida</bdi>?" in page.get_data(as_text=True)
    assert "Set-Cookie" not in preview.get(link).headers
    assert preview.get(f"/room/{slug}/class").status_code == 403


def test_guesses_at_links_are_counted(app, parts):
    _teacher, slug, _students, _helper, link = with_helper(app, "Amina")
    guesser = Person(app)
    said = [guesser.get(f"/room/{slug}/helper/AAAAAAAAAA") for _ in range(30)]
    assert {answer.status_code for answer in said} == {403}
    assert ["Too many wrong codes" in answer.get_data(as_text=True) for answer in said] == [False] * 20 + [True] * 10
    assert guesser.get(link).status_code == 200, "a prankster keeps nobody out"


def test_a_helper_sees_and_steers_every_table(app, parts):
    teacher, slug, [amina], helper, _link = with_helper(app, "Amina")
    at = f"/room/{slug}/class"
    page = helper.get(f"{at}?table=1").get_data(as_text=True)
    assert "You see every hand" in page
    helper.connect("class", slug, table=parts.classroom.seat_of(amina.id)[0].id)
    assert "You see every hand" in helper.listen()["open"]
    helper.post(f"{at}/table/1/pause", on="1")
    assert parts.classroom.seat_of(amina.id)[0].paused
    helper.post(f"{at}/table/1/pause", on="0")
    helper.post(f"{at}/move", who=str(amina.id), to="1.2")
    assert parts.classroom.seat_of(amina.id)[1] == 2
    helper.post(f"{at}/move", who=str(amina.id), to="bench")
    assert parts.classroom.person(amina.id).benched_at
    room = parts.classroom.room_by_slug(slug)
    teacher.post(f"{at}/lessons/{parts.sessions.next_lesson(room.id).name}/start")
    helper.post(f"{at}/lesson/phase", phase="play")
    assert parts.sessions.current(room.id).state.phase == "play"


def test_a_helper_is_not_offered_what_only_the_teacher_may_do(app, parts):
    teacher, slug, _students, helper, _link = with_helper(app, "Amina")
    at = f"/room/{slug}/class"
    ways = ("", "?table=1", "/seats", "/boards", "/lesson", "/rows")
    teachers = {f"{at}/people", f"{at}/room", f"{at}/lessons", f"{at}/deals", f"{at}/knocks", f"{at}/lesson/end"}
    teachers |= {f"{at}/boards/use", f"{at}/boards/shuffle", f"{at}/boards/turn"}

    def offered(html):
        return set(re.findall(r'(?:href|action|formaction)="([^"?#]*)', html))

    for opened in (False, True):
        if opened:
            name = parts.sessions.next_lesson(parts.classroom.room_by_slug(slug).id).name
            teacher.post(f"{at}/lessons/{name}/start", sure="1")
            teachers.add(f"{at}/lessons/{name}/edit")
            assert not offered(helper.get(f"{at}/lessons/{name}").get_data(as_text=True)) & teachers
        for way in ways:
            page = helper.get(at + way)
            assert page.status_code in (200, 303), way
            assert not offered(page.get_data(as_text=True)) & teachers, way
            assert not any(address.startswith((f"{at}/room/", f"{at}/people/")) for address in offered(page.text))
    # What is pushed is drawn for a helper too.
    helper.connect("class", slug, tab="lesson")
    assert not offered(helper.listen()["lesson"]) & teachers
    assert offered(teacher.get(f"{at}/lesson").get_data(as_text=True)) & teachers, "the teacher is offered it"


def test_what_is_the_teachers_is_refused(app, parts):
    _teacher, slug, _students, helper, _link = with_helper(app, "Amina")
    for path in ("room/close", "room/code", "people/1/out", "boards/shuffle", "boards/turn", "helpers", "knocks"):
        answer = helper.post(f"/room/{slug}/class/{path}", sure="1", name="Bea", by="1")
        assert answer.status_code == 403, path
        assert "Only the teacher can do that" in answer.get_data(as_text=True)
    room = parts.classroom.room_by_slug(slug)
    assert not room.closed and len(parts.classroom.helpers(room.id)) == 1


def test_a_new_link_ends_the_old_one_and_its_devices(app, parts):
    teacher, slug, _students, helper, link = with_helper(app, "Amina")
    helper.connect("class", slug)
    teacher.post(f"/room/{slug}/class/helpers/{helper_id(app, slug)}/code")
    assert helper.get(f"/room/{slug}/class").status_code == 403
    assert any(message["name"] == "gone" for message in helper.socket.get_received())
    assert helper.get(link).status_code == 403


def test_who_is_a_helper_no_more_has_nothing_left(app, parts):
    teacher, slug, _students, helper, link = with_helper(app, "Amina")
    ida = helper_id(app, slug)
    teacher.post(f"/room/{slug}/class/helpers/{ida}/out")
    assert helper.get(f"/room/{slug}/class/seats").status_code == 200, "not without being sure"
    teacher.post(f"/room/{slug}/class/helpers/{ida}/out", sure="1")
    assert helper.get(f"/room/{slug}/class").status_code == 403
    assert helper.get(link).status_code == 403
    assert parts.store.person(ida).name == ""


def test_when_the_teacher_drops_nobody_gets_the_rights(app, parts, clock):
    teacher, slug, [amina], helper, _link = with_helper(app, "Amina")
    teacher.connect("class", slug)
    teacher.socket.disconnect()
    clock.advance(3600)
    for somebody in (amina, helper):
        assert somebody.get(f"/room/{slug}/class/room").status_code == 403
    assert amina.get(f"/room/{slug}/class").status_code == 403
    assert teacher.get(f"/room/{slug}/class/room").status_code == 200
