"""Messages from the teacher: whom they reach, what students see and may answer, and what the teacher sees of it."""

import pytest
from people import Person, Student, open_class

from hool import create_app, i18n
from hool.messages import ANSWERS, KEPT, LONGEST, NEWCOMERS, PHRASES, UNREAD
from hool.refused import Refused


@pytest.fixture
def parts(app):
    return app.extensions["hool"]


def room_of(parts, slug):
    return parts.store.room_by_slug(slug).id


def send(teacher, slug, to="all", **fields):
    """What the teacher is told after sending a message."""
    teacher.post(f"/room/{slug}/class/message", to=to, **fields)
    page = teacher.get(f"/room/{slug}/class/message").get_data(as_text=True)
    return page.partition('id="told"')[2].partition("</p>")[0]


def shown(student):
    """The message above a student's table as it was pushed last, as HTML; "" without one."""
    stage = student.html["stage"]
    return stage.partition('id="message"')[2].partition("</form>")[0] if 'name="answer"' in stage else ""


def reply(student, answer, key=None):
    key = key or shown(student).partition('name="message" value="')[2].partition('"')[0]
    return student.http.post(
        f"/room/{student.slug}/message", data={"message": key, "answer": answer}, headers={"Accept": "text/plain"}
    )


def sent_list(teacher, slug):
    page = teacher.get(f"/room/{slug}/class/message").get_data(as_text=True)
    return page.partition('id="messages"')[2].partition("</section>")[0]


def test_a_phrase_to_all_reaches_all_and_is_read_in_each_ones_language(app, monkeypatch):
    teacher, slug, (amina, bo) = open_class(app, "Amina", "Bo")
    assert "Sent to everybody: Take your time." in send(teacher, slug, phrase="time")
    for student in (amina, bo):
        assert "Take your time." in shown(student)
    # Another language, another word: the phrase is kept by its name.
    words = i18n.Catalogue("xx", {"Take your time.": ("Lass dir Zeit.",)}, lambda count: 0)
    monkeypatch.setitem(i18n._catalogues, "xx", words)
    amina.http.set_cookie("lang", "xx")
    assert "Lass dir Zeit." in amina.get(f"/room/{slug}/play").get_data(as_text=True)


def test_own_words_are_plain_text_and_one_line(app):
    teacher, slug, (amina,) = open_class(app, "Amina")
    send(teacher, slug, words="<b>Look</b>\nup,\u202e please & smile")
    assert "&lt;b&gt;Look&lt;/b&gt; up, please &amp; smile" in shown(amina)
    assert "<b>Look" not in shown(amina)
    assert "<b>Look" not in sent_list(teacher, slug)


def test_what_cannot_be_sent_gets_a_sentence_and_reaches_nobody(app, parts):
    teacher, slug, (amina,) = open_class(app, "Amina")
    parts.classroom.add_table(room_of(parts, slug))
    for fields, sentence in (
        ({"words": ""}, "Choose a sentence"),
        ({"words": " \u2800 \u200b"}, "Choose a sentence"),
        ({"words": "x" * (LONGEST + 1)}, "140 letters at most"),
        ({"phrase": "nonsense"}, "no such sentence"),
        ({"phrase": "time", "to": "table 77"}, "no such table"),
        ({"phrase": "time", "to": "table 2"}, "Nobody sits at table 2."),
        ({"phrase": "time", "to": "person 77"}, "not in the room any more"),
        ({"phrase": "time", "to": "person"}, "not in the room any more"),
        ({"phrase": "time", "to": ""}, "who is to read it"),
    ):
        assert sentence in send(teacher, slug, **{"to": "all"} | fields)
        assert shown(amina) == ""
    assert parts.messages.latest(room_of(parts, slug), 9) == ()


def test_a_message_to_a_table_is_for_those_who_sit_there_then(app, parts):
    teacher, slug, students = open_class(app, *"ABCDEFGH")
    first, second = parts.tables.tables(room_of(parts, slug))[:2]
    here = [s for s in students if first.seat_of(s.id) is not None]
    there = [s for s in students if s not in here]
    assert len(here) == len(there) == 4
    send(teacher, slug, "table 1", phrase="quiet")
    assert [bool(shown(s)) for s in students] == [s in here for s in students]
    # Two change places: the message stays with whom it was for.
    parts.classroom.move(here[0].id, second.id, second.seat_of(there[0].id))
    assert shown(here[0])
    assert not shown(there[0])
    assert f"Sent to {here[1].name}: Well played!" in send(teacher, slug, f"person {here[1].id}", phrase="played")
    assert "Well played!" in shown(here[1])
    assert "Well played!" not in "".join(shown(s) for s in students if s is not here[1])


def test_who_joins_later_sees_a_message_to_all_only_while_it_is_young(app, clock):
    teacher, slug, (_amina,) = open_class(app, "Amina")
    send(teacher, slug, phrase="front")
    clock.advance(NEWCOMERS - 1)
    assert "Come to the front" in shown(Student(app, slug, "Bo"))
    clock.advance(2)
    assert shown(Student(app, slug, "Cem")) == ""


def test_answers_are_taps_and_the_first_one_stands(app):
    teacher, slug, (amina, bo) = open_class(app, "Amina", "Bo")
    send(teacher, slug, phrase="time")
    key = shown(amina).partition('name="message" value="')[2].partition('"')[0]
    assert reply(amina, "you are silly").status_code == 409
    assert shown(amina)
    assert reply(amina, "thanks").get_data(as_text=True) == "Your teacher can read it now."
    assert shown(amina) == ""
    assert reply(amina, "moment", key).status_code == 200  # tapped on another device, too late
    assert reply(bo, "").status_code == 204
    page = sent_list(teacher, slug)
    assert "<bdi>Amina</bdi>: Thank you" in page
    assert "<bdi>Bo</bdi>: has read it" in page
    assert "One moment" not in page.partition("<ol>")[2]


def test_an_answer_may_follow_after_it_was_put_away(app):
    teacher, slug, (amina,) = open_class(app, "Amina")
    send(teacher, slug, phrase="time")
    key = shown(amina).partition('name="message" value="')[2].partition('"')[0]
    reply(amina, "")
    reply(amina, "ok", key)
    assert "<bdi>Amina</bdi>: OK" in sent_list(teacher, slug)


@pytest.mark.parametrize("answer", ["help", "come"])
def test_who_needs_the_teacher_has_a_hand_up(app, parts, answer):
    teacher, slug, (amina,) = open_class(app, "Amina")
    send(teacher, slug, phrase="time")
    assert "Your hand is up" in reply(amina, answer).get_data(as_text=True)
    assert [person for person, _ in parts.classroom.hands(room_of(parts, slug))] == [amina.id]
    assert 'data-hand="1"' in amina.html["stage"] + amina.html.get("mine", "")
    assert f'id="hand-{amina.id}"' in teacher.get(f"/room/{slug}/class/rows").get_data(as_text=True)


def test_the_newest_is_shown_and_the_older_one_after_it(app, clock):
    teacher, slug, (amina,) = open_class(app, "Amina")
    send(teacher, slug, phrase="front")
    clock.advance(30)
    send(teacher, slug, phrase="played")
    assert "Well played!" in shown(amina)
    reply(amina, "ok")
    assert "Come to the front" in shown(amina)


def test_nobody_can_answer_what_was_not_for_them(app):
    teacher, slug, (amina, bo) = open_class(app, "Amina", "Bo")
    send(teacher, slug, f"person {amina.id}", phrase="time")
    key = shown(amina).partition('name="message" value="')[2].partition('"')[0]
    for wrong in (key, "nonsense", key + "x"):
        assert reply(bo, "ok", wrong).status_code == 409
    assert "<bdi>Bo</bdi>" not in sent_list(teacher, slug)
    assert Person(app).post(f"/room/{slug}/message", message=key, answer="ok").status_code == 303  # to the door


def test_a_restart_keeps_messages_and_answers(app, parts, tmp_path, clock):
    teacher, slug, (amina, bo) = open_class(app, "Amina", "Bo")
    send(teacher, slug, words="Back to table two")
    reply(amina, "thanks")
    again = create_app({"TESTING": True, "DATA": str(tmp_path / "hool.sqlite"), "CLOCK": clock, "LATER": clock.later})
    kept = again.extensions["hool"].messages
    assert kept.unread(parts.classroom.person(amina.id)) is None
    assert kept.unread(parts.classroom.person(bo.id)).text == "Back to table two"
    assert kept.latest(room_of(parts, slug), 1)[0].answers == {amina.id: "thanks"}


def test_an_old_message_is_not_shown_and_goes_after_a_day(app, parts, clock):
    teacher, slug, (amina,) = open_class(app, "Amina")
    send(teacher, slug, phrase="front")
    reply(amina, "ok")
    send(teacher, slug, phrase="time")
    clock.advance(UNREAD + 1)
    assert parts.messages.unread(parts.classroom.person(amina.id)) is None
    clock.advance(KEPT)
    send(teacher, slug, phrase="played")
    rows = parts.store.work(room_of(parts, slug), "message", "answer")
    assert len(rows) == 1


def test_in_a_lessons_scene_and_in_the_lobby_it_stands_above_what_is_there(app, parts):
    teacher, slug, (amina,) = open_class(app, "Amina", start=False)
    send(teacher, slug, phrase="time")
    assert "Take your time." in shown(amina)
    parts.sessions.open(room_of(parts, slug), "010-one-suit")
    stage = amina.html["stage"]
    assert 'data-scene="question"' in stage
    assert "Take your time." in shown(amina)
    parts.classroom.close_room(room_of(parts, slug))
    assert 'name="answer"' not in amina.get(f"/room/{slug}/play").get_data(as_text=True)


def test_phrases_say_only_what_the_class_has_met(app, parts):
    teacher, slug, _students = open_class(app, "Amina", start=False)
    page = f"/room/{slug}/class/message"
    assert "Count the points once more." in teacher.get(page).get_data(as_text=True)
    room = room_of(parts, slug)
    parts.sessions.open(room, "010-one-suit")
    parts.sessions.go(room, "play")
    html = teacher.get(page).get_data(as_text=True)
    assert "Take your time." in html
    for word in ("points", "partner", "suit that was led"):
        assert word not in html.partition("phrases2")[2].partition("</div>")[0], word


def test_a_helper_sends_too_and_a_student_cannot(app, parts):
    _teacher, slug, (amina,) = open_class(app, "Amina")
    helper = parts.classroom.add_helper(room_of(parts, slug), "Ms Ito")
    _row, key = parts.door.come_back(room_of(parts, slug), parts.classroom.return_code(helper), "helper")
    browser = Person(app)
    browser.http.set_cookie(f"hool-h-{slug}", key)
    assert browser.post(f"/room/{slug}/class/message", to="all", phrase="time").status_code == 303
    assert "Take your time." in shown(amina)
    assert amina.post(f"/room/{slug}/class/message", to="all", phrase="quiet").status_code == 403


def test_the_teachers_page_is_pushed_an_answer(app, clock):
    teacher, slug, (amina,) = open_class(app, "Amina")
    teacher.connect("class", slug)
    send(teacher, slug, phrase="time")
    reply(amina, "moment")
    clock.advance(1)
    assert "<bdi>Amina</bdi>: One moment" in teacher.listen()["rows"]


def test_students_see_no_name_of_another_reader(app):
    teacher, slug, (amina, bo) = open_class(app, "Amina", "Bo", start=False)
    send(teacher, slug, phrase="time")
    amina.heard.clear()
    reply(bo, "help")
    assert "I need help" not in "".join(amina.html.get("stage", "").partition('id="stage"')[2])
    assert "Bo" not in shown(amina)


def test_every_phrase_and_answer_has_a_name_that_stays():
    assert {"your-turn", "time", "front", "played"} <= set(PHRASES)
    assert set(ANSWERS) == {"ok", "thanks", "moment", "help", "come"}


def test_sending_to_nobody(app, parts):
    teacher = Person(app)
    slug = teacher.post("/open", class_name="Class 5b").headers["Location"].split("/")[2]
    with pytest.raises(Refused, match="Nobody is here yet"):
        parts.messages.send(room_of(parts, slug), 1, "all", "time")
