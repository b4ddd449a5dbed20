"""What students see of a lesson beside the table: the question, sharing, looking back, the check, lessons at home."""

import re
from html import unescape
from random import Random

import pytest
from people import Student, cards_in, open_class

from hool.fold import SOUTH
from hool.robots import ROBOTS

ONE_SUIT = "010-one-suit"
QUESTION = "Can a small card ever beat a king?"
WORDS = {"Accept": "text/plain"}
CHANCE = Random(3)


class Class:
    """A class with a lesson open. ``at(phase)`` leads it there."""

    def __init__(self, app, names, lesson=ONE_SUIT):
        self.app, self.parts = app, app.extensions["hool"]
        self.sessions, self.tables, self.classroom = self.parts.sessions, self.parts.tables, self.parts.classroom
        self.teacher, self.slug, self.students = open_class(app, *names, start=False)
        self.room = self.parts.store.room_by_slug(self.slug).id
        if lesson:
            self.sessions.open(self.room, lesson)

    def at(self, *phases):
        for phase in phases:
            self.sessions.go(self.room, phase)
        return self

    @property
    def session(self):
        return self.sessions.current(self.room)

    def seats(self):
        """The students by the number of their table."""
        found = {}
        for student in self.students:
            found.setdefault(self.classroom.seat_of(student.id)[0].number, []).append(student)
        return found

    def play_out(self, table_id):
        """A board to its end, everybody as the robots advise."""
        robot = ROBOTS["hool"]["standard"]
        while (table := self.tables.get(table_id)).playing:
            seat = min(table.to_act())
            action, _ = robot(table.rules.view(table.play.state, seat), CHANCE)
            if table.seats[seat].person is None:
                self.app.config["CLOCK"].advance(3)
            else:
                self.tables.act(table_id, table.seats[seat].person, table.turns[seat], str(action))


@pytest.fixture
def klass(app):
    """A class of three at one table."""
    return Class(app, ("Ada", "Bo", "Cem"))


@pytest.fixture
def two(app):
    """A class of five, at a table of three and one of two."""
    return Class(app, ("Ada", "Bo", "Cem", "Dua", "Eli"))


def says(student, url, **form):
    """What a page's script is answered: (status, sentence)."""
    answer = student.http.post(f"/room/{student.slug}/{url}", data=form, headers=WORDS)
    return answer.status_code, answer.get_data(as_text=True)


def stage(student):
    return unescape(student.html["stage"])


def scene(html):
    found = re.search(r'data-scene="([\w-]+)"', html)
    return found[1] if found else ""


# -- the question ----------------------------------------------------------------------------------------------------


def test_the_question_is_all_there_is_before_the_play(klass):
    for student in klass.students:
        page = stage(student)
        assert QUESTION in page and "In a card castle only hearts live" in page and "Talk about it" in page
        assert not cards_in(page)
        assert not re.search(r"<(input|textarea|button|a) ", page.partition('id="stage"')[2])


def test_a_late_student_sees_the_same_question_and_the_others_see_them_sit_down(two, app):
    mates = two.seats()[2]  # two of five sit here
    late = Student(app, two.slug, "Late")
    assert QUESTION in stage(late) and "Late" in stage(late)
    assert two.classroom.seat_of(late.id)[0].number == 2
    assert "Late" in stage(mates[0])


def test_students_without_seats_choose_one_while_the_question_stands(app):
    klass = Class(app, ("Ada", "Bo"), lesson=None)
    klass.classroom.change_settings(klass.room, seating="choose")
    for student in klass.students:
        klass.classroom.unseat(student.id)
    klass.sessions.open(klass.room, ONE_SUIT)
    first, second = klass.students[:2]
    table = klass.tables.tables(klass.room)[0]
    assert QUESTION in stage(first) and f'id="free-{table.id}"' in stage(first)
    second.post(f"/room/{klass.slug}/sit", table=table.id, seat=0)
    app.config["CLOCK"].advance(1)
    assert 'name="seat" value="0"' not in stage(first).partition(f'id="free-{table.id}"')[2].partition("</li>")[0]
    assert 'class="round"' in stage(second)


def test_eyes_up_reaches_pages_whose_tables_stand_still(klass):
    klass.classroom.pause(klass.room)
    assert "Eyes up" in stage(klass.students[0])
    klass.classroom.resume(klass.room)
    assert "Eyes up" not in stage(klass.students[0]) and QUESTION in stage(klass.students[0])


def test_a_hand_that_is_up_is_marked_while_the_question_stands(klass):
    student = klass.students[0]
    says(student, "hand", up="1")
    assert 'data-hand="1"' in stage(student)


# -- sharing ---------------------------------------------------------------------------------------------------------


def test_a_table_writes_its_card_and_only_this_table_sees_it(two):
    two.at("play", "share")
    one, other = two.seats()[1], two.seats()[2]
    assert "Eyes on the wall" in stage(one[0]) and not cards_in(stage(one[0]))
    assert says(one[0], "note", text="  The <b>seven</b>\n won ") == (204, "")
    assert "The &lt;b&gt;seven&lt;/b&gt; won" in one[1].html["stage"]
    assert "seven" not in stage(other[0])
    assert says(one[1], "note", text="Our seven won") == (204, "")
    assert "Our seven won" in stage(one[0])
    assert [card.text for card in two.sessions.cards(two.session)] == ["Our seven won"]


def test_an_empty_card_is_refused_in_a_sentence_and_changes_nothing(klass):
    klass.at("play")
    student = klass.students[0]
    says(student, "note", text="Ours")
    assert says(student, "note", text=" \u200b ") == (409, "Write a few words on the card.")
    assert [card.text for card in klass.sessions.cards(klass.session)] == ["Ours"]
    klass.at("reflect")
    assert says(student, "note", text="Late") == (409, "Note cards are for the time of playing and sharing.")
    page = student.post(f"/room/{klass.slug}/note", text="Late")
    assert page.status_code == 400 and "Note cards are for the time" in page.get_data(as_text=True)


def test_the_page_says_who_explains_at_the_wall(two):
    two.at("play", "share")
    table = two.classroom.seat_of(two.students[0].id)[0]
    speaker = table.seats[two.sessions.roles(table).speaker].person
    for student in two.students:
        if two.classroom.seat_of(student.id)[0].id == table.id:
            own = "You explain your board" in stage(student)
            assert own == (student.id == speaker)


def moment(two, student, table=1, ordinal=1, step=3, text=""):
    return says(student, "moment", table=table, ordinal=ordinal, step=step, text=text)


def test_a_moment_goes_to_the_teacher_and_not_to_the_wall(klass):
    klass.at("play")
    student = klass.seats()[1][0]
    klass.play_out(klass.classroom.seat_of(student.id)[0].id)
    page = student.get(f"/room/{klass.slug}/boards/1/1?at=3").get_data(as_text=True)
    assert "Send this moment to our teacher" in page and 'name="step" value="3"' in page
    assert moment(klass, student, text="Look!") == (200, "Your teacher has it. It is not on the wall.")
    (card,) = klass.sessions.cards(klass.session)
    assert (card.kind, card.table, card.ordinal, card.step, card.text) == ("moment", 1, 1, 3, "Look!")
    assert klass.session.state.wall.card == 0
    sent = student.post(f"/room/{klass.slug}/moment", table=1, ordinal=1, step=4)
    assert sent.status_code == 303
    assert "Your teacher has it." in student.get(sent.headers["Location"]).get_data(as_text=True)


def test_moments_are_of_the_own_tables_boards_in_the_lesson_that_is_on(two):
    two.at("play")
    one, other = two.seats()[1][0], two.seats()[2][0]
    two.play_out(two.classroom.seat_of(one.id)[0].id)
    two.play_out(two.classroom.seat_of(other.id)[0].id)
    assert moment(two, other) == (409, "Choose a moment of your own table.")
    assert "Send this moment to our teacher" not in other.get(f"/room/{two.slug}/boards/1/1").get_data(as_text=True)
    for odd in ({"step": 99}, {"ordinal": 7}, {"table": 9}, {"step": "x"}, {"ordinal": ""}):
        assert moment(two, one, **odd)[0] == 404, odd
    two.at("reflect")
    assert moment(two, one)[0] == 409
    assert "Send this moment to our teacher" not in one.get(f"/room/{two.slug}/boards/1/1").get_data(as_text=True)
    assert two.sessions.cards(two.session) == ()


def test_whoever_looks_at_a_board_is_called_when_the_lesson_goes_on(klass):
    klass.at("play")
    student = klass.students[0]
    call = f"/room/{klass.slug}/boards/call"
    assert "Your table plays" in student.get(call).get_data(as_text=True)
    klass.at("share")
    assert "btn go" not in student.get(call).get_data(as_text=True), "now moments are picked"
    klass.at("reflect")
    assert "Your class has a question for you." in student.get(call).get_data(as_text=True)


def test_nobody_sends_a_moment_of_cards_they_may_still_get(two):
    two.at("play")
    one, other = two.seats()[1][0], two.seats()[2][0]
    two.play_out(two.classroom.seat_of(one.id)[0].id)
    assert moment(two, other)[0] == 403, "their own table plays these cards now"


# -- looking back, and the check -------------------------------------------------------------------------------------


def test_the_reflection_question_is_answered_passed_over_or_changed(klass):
    klass.at("play", "reflect")
    one, two, three = klass.students[:3]
    assert scene(stage(one)) == "reflect" and "When did you know that you had won?" in stage(one)
    assert says(one, "reflect", answer="0") == (204, "")
    assert says(two, "reflect", text="  At the\tend ") == (204, "")
    assert says(three, "reflect", **{"pass": "1", "text": "half written"}) == (204, "")
    answers = klass.session.lesson.reflection_question.answers
    assert dict(klass.sessions.reflections(klass.session)) == {one.id: answers[0], two.id: "At the end"}
    assert scene(stage(one)) == scene(stage(two)) == scene(stage(three)) == "check-1"
    says(one, "reflect", text="Something else")
    assert dict(klass.sessions.reflections(klass.session))[one.id] == "Something else"
    assert "At the end" not in stage(one)


@pytest.mark.parametrize("form", [{}, {"text": "  "}, {"answer": "99"}, {"answer": "x"}, {"answer": "-1"}])
def test_an_answer_that_is_none_is_refused_in_a_sentence(klass, form):
    klass.at("play", "reflect")
    student = klass.students[0]
    status, sentence = says(student, "reflect", **form)
    assert status == 409 and len(sentence) > 20
    assert klass.sessions.reflection(klass.session, student.id) is None


def check_state(klass, student):
    return klass.sessions.check(klass.classroom.person(student.id), ONE_SUIT)


def answer(klass, student, right=True, **form):
    """Answer the item on the page, rightly or wrongly."""
    state = check_state(klass, student)
    given = {}
    for place, (part, good) in enumerate(zip(state.item.parts, state.item.right, strict=True)):
        wrong = next(option.value for option in part.options if option.value not in good)
        given[f"part{place}"] = sorted(good) if right else [wrong]
    return says(student, f"check/{ONE_SUIT}", **{"n": state.n, **given, **form})


def test_what_is_right_is_on_no_page_before_the_answer(klass):
    klass.at("play", "reflect")
    student = klass.students[0]
    says(student, "reflect", **{"pass": "1"})
    before = stage(student)
    assert "good" not in re.findall(r'class="([^"]*)"', before.partition('id="check"')[2])
    assert "is the highest of them here" not in before and 'class="sign"' not in before
    assert answer(klass, student) == (204, "")
    after = stage(student)
    assert scene(after) == "check-1-said" and "is the highest of them here" in after and "Yes." in after
    others = [stage(other) for other in klass.students[1:]]
    assert not any("check" in scene(other) for other in others)


def test_the_check_goes_on_to_five_and_tells_what_was_reached(klass):
    klass.at("play", "reflect")
    student = klass.students[0]
    says(student, "reflect", **{"pass": "1"})
    for number in range(1, 6):
        assert scene(stage(student)) == f"check-{number}"
        assert answer(klass, student, right=number != 2) == (204, "")
        assert scene(stage(student)) == f"check-{number}-said"
        assert says(student, f"check/{ONE_SUIT}", n=number, go="next") == (204, "")
    assert scene(stage(student)) == "check-done" and "Four of five: you have it." in stage(student)
    assert "play these boards again with robots" in stage(student)
    assert student.id in klass.sessions.passed(klass.room, ONE_SUIT)
    says(student, f"check/{ONE_SUIT}", n=5, go="again")
    assert scene(stage(student)) == "check-6"


def test_a_wrong_answer_can_be_practised_without_counting(klass):
    klass.at("play", "reflect")
    student = klass.students[0]
    says(student, "reflect", **{"pass": "1"})
    answer(klass, student, right=False)
    assert "Nearly." in stage(student)
    says(student, f"check/{ONE_SUIT}", n=1, go="another")
    assert "Practice" in stage(student)
    answer(klass, student)
    assert klass.sessions.answered(klass.room, ONE_SUIT) == {student.id: 1}


def test_an_item_is_answered_once_and_nonsense_is_named(klass):
    klass.at("play", "reflect")
    student = klass.students[0]
    says(student, "reflect", **{"pass": "1"})
    status, sentence = says(student, f"check/{ONE_SUIT}", n=1)
    assert status == 409 and "Tap the card." in sentence
    assert says(student, f"check/{ONE_SUIT}", n=1, part0="ZZ") == (409, "This was another question.")
    assert check_state(klass, student).answered is None
    answer(klass, student, right=False)
    state = check_state(klass, student)
    student.listen()
    student.views.clear()
    good = next(iter(state.item.right[0]))
    assert says(student, f"check/{ONE_SUIT}", n=1, part0=good) == (204, "")
    assert check_state(klass, student).answered.verdict.right is False
    assert scene(stage(student)) == "check-1-said", "a page that is behind is shown how things stand"


def test_there_is_no_check_before_the_class_looks_back(klass):
    student = klass.students[0]
    for phase in ("play", "share"):
        klass.at(phase)
        assert says(student, f"check/{ONE_SUIT}", n=1, part0="AS")[0] == 404
        assert student.get(f"/room/{klass.slug}/check/{ONE_SUIT}").status_code == 404
    assert student.get(f"/room/{klass.slug}/check/040-trumps").status_code == 404
    assert student.get(f"/room/{klass.slug}/check/..").status_code == 404
    assert klass.sessions.answered(klass.room, ONE_SUIT) == {}


def test_without_script_the_check_in_class_leads_back_to_the_page(klass):
    klass.at("play", "reflect")
    student = klass.students[0]
    assert student.post(f"/room/{klass.slug}/reflect", text="Soon").headers["Location"].endswith("/play")
    state = check_state(klass, student)
    form = {"n": state.n, "part0": sorted(state.item.right[0])}
    assert student.post(f"/room/{klass.slug}/check/{ONE_SUIT}", **form).headers["Location"].endswith("/play")
    assert "Yes." in student.get(f"/room/{klass.slug}/play").get_data(as_text=True)


# -- after the lesson ------------------------------------------------------------------------------------------------


def test_after_the_lesson_the_lobby_tells_what_was_reached_and_where_to_play_on(klass):
    klass.at("play", "reflect")
    student, other = klass.students[:2]
    says(student, "reflect", **{"pass": "1"})
    for number in range(1, 6):
        answer(klass, student)
        says(student, f"check/{ONE_SUIT}", n=number, go="next")
    number = klass.session.id
    klass.sessions.end(klass.room)
    assert "That was “One suit”." in stage(student).replace("<bdi>", "").replace("</bdi>", "")
    assert "The check: you have it." in stage(student) and "The check waits for you" in stage(other)
    assert f'href="/room/{klass.slug}/home/{number}"' in stage(student)
    assert 'data-home="1"' in stage(student), "the menu offers it too"


def test_a_closed_room_leads_home_from_every_door(klass):
    klass.at("play")
    student = klass.students[0]
    code = klass.classroom.room(klass.room).code
    klass.classroom.close_room(klass.room)  # in the middle of the lesson
    page = student.get(f"/room/{klass.slug}/play").get_data(as_text=True)
    assert f'href="/room/{klass.slug}/home"' in page
    assert student.get(f"/join/{code}").headers["Location"] == f"/room/{klass.slug}/home"
    assert f'href="/room/{klass.slug}/home"' in student.get("/").get_data(as_text=True)
    assert QUESTION in student.get(f"/room/{klass.slug}/home").get_data(as_text=True)
    stranger = klass.app.test_client()
    assert stranger.get(f"/join/{code}").status_code == 404
    assert stranger.get(f"/room/{klass.slug}/home").headers["Location"] == f"/room/{klass.slug}"


# -- at home ---------------------------------------------------------------------------------------------------------


def go_home(klass, student, session=None):
    """The student's socket on the page of a lesson at home; its table."""
    session = session or klass.sessions.last(klass.room)
    student.get(f"/room/{klass.slug}/home/{session.id}")
    assert student.connect("home", klass.slug, lesson=session.id)["ok"]
    return klass.sessions.home_table(klass.classroom.person(student.id), session.id)


def home_act(student, table, text):
    return student.emit("act", {"table": table.id, "seat": "S", "turn": table.turns[SOUTH], "text": text})


def test_lessons_at_home_begin_with_an_empty_page_that_says_what_will_come(klass):
    page = klass.students[0].get(f"/room/{klass.slug}/home").get_data(as_text=True)
    assert "Nothing to play at home yet" in page


def test_lessons_at_home_show_the_own_state(klass):
    klass.at("play", "reflect")
    klass.sessions.end(klass.room)
    student, other = klass.students[:2]
    klass.sessions.assign(klass.room, "040-trumps")
    page = student.get(f"/room/{klass.slug}/home").get_data(as_text=True)
    assert "How can a two beat an ace?" in page and QUESTION in page and "0 of 8 boards played at home" in page
    table = go_home(klass, student)
    klass.play_out(table.id)
    for number in range(1, 6):
        answer(klass, student)
        says(student, f"check/{ONE_SUIT}", n=number, go="next")
    page = student.get(f"/room/{klass.slug}/home").get_data(as_text=True)
    assert "1 of 8 boards played at home" in page and "Check: you have it" in page
    page = other.get(f"/room/{klass.slug}/home").get_data(as_text=True)
    assert "0 of 8 boards played at home" in page and "Check: you have it" not in page


def test_whoever_is_at_home_is_called_when_the_class_is_in_a_lesson(klass):
    klass.at("play")
    klass.sessions.end(klass.room)
    student, alone = klass.students[0], f"home/{klass.sessions.last(klass.room).id}"
    pages = [f"/room/{klass.slug}/{page}" for page in ("home", alone, f"check/{ONE_SUIT}", "home/call")]
    for page in pages:
        assert "Your class is in a lesson now." not in student.get(page).get_data(as_text=True)
    klass.sessions.open(klass.room, "020-two-suits")
    for page in pages:
        assert "Your class is in a lesson now." in student.get(page).get_data(as_text=True), page


def test_a_student_plays_alone_with_predictions_when_the_room_is_closed(klass):
    klass.at("play")
    klass.sessions.end(klass.room)
    klass.classroom.close_room(klass.room)
    student = klass.students[0]
    table = go_home(klass, student)
    view = student.listen()["stage"]
    own = {str(card) for card in table.play.deal.hands[SOUTH]}
    assert cards_in(view) & {str(c) for hand in table.play.deal.hands for c in hand} == own, "no robot's card"
    assert home_act(student, table, "predict 0 1")["ok"]
    klass.play_out(table.id)
    assert "Next board" in student.listen()["stage"]
    again = student.get(f"/room/{klass.slug}/home/{table.lesson}/boards/1?at=4")
    assert again.status_code == 200 and "at home" in again.get_data(as_text=True)
    assert "Send this moment to our teacher" not in again.get_data(as_text=True)


def test_any_board_begins_from_the_sheet(klass):
    klass.at("play")
    klass.sessions.end(klass.room)
    student = klass.students[0]
    table = go_home(klass, student)
    assert says(student, f"home/{table.lesson}/board", board="3") == (204, "")
    now = klass.tables.get(table.id)
    assert now.play.deal == klass.sessions.last(klass.room).lesson.boards[2].board.pbn.deal
    sheet = student.listen()["stage"]
    assert re.search(r'value="3" aria-current="step"', sheet)
    for odd in ("0", "99", "x", ""):
        assert says(student, f"home/{table.lesson}/board", board=odd) == (409, "This lesson has no such board."), odd
    assert klass.tables.get(table.id).seq == now.seq
    plain = student.post(f"/room/{klass.slug}/home/{table.lesson}/board", board="1")
    assert plain.headers["Location"].endswith(f"/home/{table.lesson}")


def test_nobody_sees_or_plays_anothers_table_at_home(klass):
    klass.at("play")
    klass.sessions.end(klass.room)
    owner, other = klass.students[:2]
    table = go_home(klass, owner)
    klass.play_out(table.id)
    mine = go_home(klass, other)
    assert mine.id != table.id
    assert not home_act(other, klass.tables.get(table.id), "next")["ok"]
    assert other.get(f"/room/{klass.slug}/home/{table.lesson}/boards/1").status_code == 404
    assert other.get(f"/room/{klass.slug}/boards/0/1").status_code == 404
    assert klass.teacher.get(f"/room/{klass.slug}/home/{table.lesson}/boards/1").status_code in (303, 404)


def test_a_lesson_that_is_not_for_home_is_refused(klass):
    klass.at("play")
    student = klass.students[0]
    for number in (klass.session.id, 999):
        page = student.get(f"/room/{klass.slug}/home/{number}")
        assert page.status_code == 400 and "not for home yet" in page.get_data(as_text=True)
        assert says(student, f"home/{number}/board", board="1")[0] == 409
    assert klass.students[0].get(f"/room/{klass.slug}/home/x").status_code == 404


def test_the_check_is_a_page_of_its_own_at_home(klass):
    klass.at("play", "reflect")
    klass.sessions.end(klass.room)
    student = klass.students[0]
    url = f"/room/{klass.slug}/check/{ONE_SUIT}"
    page = student.get(url).get_data(as_text=True)
    assert "Which card wins this trick?" in page and "is the highest of them here" not in page
    fault = student.post(url, n=1)
    assert fault.status_code == 409 and 'id="check-fault"' in fault.get_data(as_text=True)
    state = check_state(klass, student)
    sent = student.post(url, n=1, part0=sorted(state.item.right[0]))
    assert sent.headers["Location"] == url
    assert "Yes." in student.get(url).get_data(as_text=True)
    student.post(url, n=1, go="next")
    assert "2 of 5" in student.get(url).get_data(as_text=True)


def test_after_the_last_day_there_is_a_clear_page(klass, clock):
    klass.at("play", "reflect")
    klass.sessions.end(klass.room)
    student, session = klass.students[0], klass.sessions.last(klass.room)
    klass.classroom.end_on(klass.room, clock() + 60)
    clock.advance(61)
    for page in ("/home", f"/home/{session.id}", f"/check/{ONE_SUIT}", "/play", "/boards"):
        answer = student.get(f"/room/{klass.slug}{page}")
        assert answer.status_code == 404 and "everything in it was deleted" in answer.get_data(as_text=True), page


# -- another table ---------------------------------------------------------------------------------------------------


def test_a_student_changes_tables_between_boards_and_waits_within_one(two):
    two.at("play")
    two.classroom.change_settings(two.room, change_tables=True)
    mover = two.seats()[1][0]
    assert 'data-tables="1"' in stage(mover)
    sheet = mover.get(f"/room/{two.slug}/change-table").get_data(as_text=True)
    assert "Table 2" in sheet and "2 free seats" in sheet and not cards_in(sheet)
    assert says(mover, "change-table", table="2") == (204, "")
    assert "You go to table 2 when the board is over." in stage(mover)
    assert "You go to table 2" not in stage(two.seats()[1][1])
    assert says(mover, "change-table", table="1") == (204, ""), "called off"
    assert "You go to table 2" not in stage(mover)
    says(mover, "change-table", table="2")
    two.play_out(two.classroom.seat_of(two.seats()[2][0].id)[0].id)
    two.play_out(two.classroom.seat_of(mover.id)[0].id)
    assert two.classroom.seat_of(mover.id)[0].number == 2
    assert "You go to table 2" not in stage(mover)


def test_students_change_tables_only_where_the_teacher_lets_them(two):
    two.at("play")
    student = two.seats()[1][0]
    assert 'data-tables="0"' in stage(student)
    assert "Your teacher decides" in student.get(f"/room/{two.slug}/change-table").get_data(as_text=True)
    assert says(student, "change-table", table="2") == (409, "Your teacher decides who sits where.")
    two.classroom.change_settings(two.room, change_tables=True)
    for odd in ("9", "x", "", "0"):
        assert says(student, "change-table", table=odd) == (409, "There is no such table in this room."), odd
    says(student, "change-table", table="2")
    two.classroom.change_settings(two.room, change_tables=False)
    assert "You go to table 2" not in stage(student) and 'data-tables="0"' in stage(student)


def test_a_script_that_floods_the_teacher_is_told_to_wait(app, clock):
    _, slug, (student, other) = open_class(app, "Amina", "Bo")
    answers = [student.post(f"/room/{slug}/hand", up=str(n % 2)).status_code for n in range(60)]
    assert answers[:40] == [303] * 40 and set(answers[40:]) == {400}
    assert other.post(f"/room/{slug}/hand", up="1").status_code == 303
    clock.advance(1)
    assert student.post(f"/room/{slug}/hand", up="1").status_code == 303
