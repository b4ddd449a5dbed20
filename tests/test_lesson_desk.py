"""The teacher's lessons through the browser's door: the list, the notes, and a lesson run from its tab."""

import io
import re
from html import unescape
from random import Random

import pytest
from people import Student, cards_in, open_class

from hool import checks
from hool.lessons import SKILLS
from hool.robots import ROBOTS

ROBOT, CHANCE = ROBOTS["hool"]["standard"], Random(5)
ONE, TWO = "010-one-suit", "020-two-suits"
EIGHT = ("Ada", "Bo", "Cem", "Dua", "Eli", "Fay", "Gus", "Hua")


def words(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def marigold(html):
    """What stands on the marigold buttons of a page."""
    return [
        words(found) for found in re.findall(r'<(?:a|button)[^>]*class="btn[^"]*\bgo\b[^"]*".*?</(?:a|button)>', html)
    ]


class Class:
    """A class and its teacher's browser."""

    def __init__(self, app, *names):
        self.teacher, self.slug, self.students = open_class(app, *names, start=False)
        self.app, self.clock = app, app.config["CLOCK"]
        parts = app.extensions["hool"]
        self.school, self.tables, self.sessions = parts.classroom, parts.tables, parts.sessions
        self.shelf, self.store = parts.shelf, parts.store
        self.at = f"/room/{self.slug}/class"

    @property
    def room(self):
        return self.school.room_by_slug(self.slug)

    @property
    def now(self):
        return self.sessions.current(self.room.id)

    def table(self, number=1):
        return next(t for t in self.tables.tables(self.room.id) if t.number == number)

    def html(self, path="/lesson"):
        answer = self.teacher.http.get(self.at + path, follow_redirects=True)
        assert answer.status_code == 200, path
        return answer.get_data(as_text=True)

    def see(self, path="/lesson"):
        return words(self.html(path))

    def post(self, path, **form):
        answer = self.teacher.http.post(self.at + path, data=form, follow_redirects=True)
        assert answer.status_code == 200
        assert answer.history[0].status_code == 303
        return answer

    def do(self, path, **form):
        """Press a button: the sentence that answers."""
        page = self.post(path, **form).get_data(as_text=True)
        return words(re.search(r'<p class="told.*?id="told".*?>(.*?)</p>', page, re.S)[1])

    def start(self, name=ONE, phase="question", **form):
        self.do(f"/lessons/{name}/start", **form)
        if phase != "question":
            self.do("/lesson/phase", phase=phase)

    def play_out(self, number=1):
        while (table := self.table(number)).playing:
            seat = min(table.to_act())
            action, _ = ROBOT(table.rules.view(table.play.state, seat), CHANCE)
            person = table.seats[seat].person
            if person is None:
                self.clock.advance(3)
            else:
                answer = self.tables.act(table.id, person, table.turns[seat], str(action))
                assert answer.ok, answer

    def next(self, number=1):
        """Everybody at a table asks for the next board."""
        for seat, who in enumerate(self.table(number).seats):
            if who.person is not None:
                self.tables.act(self.table(number).id, who.person, self.table(number).turns[seat], "next")

    def person(self, index):
        return self.school.person(self.students[index].id)

    def pass_check(self, index, right=5):
        """A student answers the five items, the first of them right."""
        person, name = self.person(index), self.now.name
        for n in range(checks.PLACES):
            state = self.sessions.check(person, name)
            given = list(state.item.right)
            if n >= right:
                option = next(o.value for o in state.item.parts[0].options if o.value not in given[0])
                given[0] = frozenset({option})
            assert self.sessions.answer_check(person, name, state.n, given)
            self.sessions.go_on(person, name, "next")

    def load(self, name, text):
        self.shelf.save(self.room.id, name, text)


@pytest.fixture
def four(app):
    return Class(app, "Ada", "Bo", "Cem", "Dua")


@pytest.fixture
def eight(app):
    return Class(app, *EIGHT)


def text_of(app, name):
    return next(e.text for e in app.extensions["hool"].shelf.shipped() if e.name == name)


# -- who may ----------------------------------------------------------------------------------------------------------

PAGES = ["/lessons", f"/lessons/{ONE}", "/lesson"]
ACTIONS = [
    f"/lessons/{ONE}/start", f"/lessons/{ONE}/give", "/lesson/phase", "/lesson/pace", "/lesson/next", "/lesson/board",
    "/lesson/cards/1/up", "/lesson/cards/1/down", "/lesson/cards/1/aside", "/lesson/cards/1/fetch",
    "/lesson/cards/1/wall", "/lesson/wall", "/lesson/end",
]  # fmt: skip


def test_only_the_teacher_sees_lessons_and_runs_them(four, app):
    four.start()
    before = four.now
    other, _, _ = open_class(app)
    for who in (four.students[0].http, app.test_client(), other.http):
        for path in PAGES:
            assert who.get(four.at + path).status_code == 403, path
        for path in ACTIONS:
            assert who.post(four.at + path, data={"sure": "1", "phase": "play"}).status_code == 403, path
    assert four.now == before


def test_every_page_and_action_is_tried_above(app):
    tried = "\n".join(PAGES + ACTIONS)
    for rule in app.url_map.iter_rules():
        if rule.endpoint.startswith("lesson_desk."):
            path = rule.rule.removeprefix("/room/<slug>/class")
            pattern = re.sub(r"<any\((.*?)\):\w+>", lambda m: f"({m[1].replace(', ', '|')})", path)
            pattern = re.sub(r"<int:\w+>", "1", pattern).replace("<name>", ONE)
            assert re.search(f"^{pattern}$", tried, re.M), rule


# -- the list ---------------------------------------------------------------------------------------------------------


def test_thirteen_questions_in_their_order_and_the_first_is_next(four):
    page = four.html("/lessons")
    ladder = re.search(r'<ol class="ladder">(.*?)</ol>', page, re.S)[1]
    assert re.findall(r'<span class="rung".*?<b>(\d+)</b>', ladder) == [str(n) for n in range(1, 14)]
    assert marigold(page) == ["Start"]
    box = words(re.search(r'<section class="today.*?</section>', page, re.S)[0])
    assert "Next for Class 5b" in box and "Can a small card ever beat a king?" in box
    beside = words(page.split("Beside the ladder")[1])
    for title in ("One hour of HOOL", "For bridge players: all at once", "From HOOL to bridge"):
        assert title in beside


def test_a_broken_lesson_stands_there_with_its_lines_and_a_way_to_mend_it(four, app):
    text = text_of(app, "040-trumps")
    four.load("045-mine", text.replace("rung = 4", "rung = 99").replace("[phases]", "colour = 3\n[phases]"))
    four.load("046-good", text.replace('title = "Trumps"', 'title = "Our trumps"'))
    page = four.html("/lessons")
    own = words(page.split("Lessons of your own")[1])
    assert "2 mistakes keep this lesson from being used:" in own and "line 3: “rung” must be 0 to 13." in own
    assert "There is no field “colour”." in own
    assert f'href="{four.at}/lessons/045-mine/edit"' in page
    assert f'action="{four.at}/lessons/045-mine/start"' not in page
    assert "Our trumps." in own and f'action="{four.at}/lessons/046-good/start"' in page
    # The notes of a broken one say the same, and nothing can begin it.
    assert "line 3: “rung” must be 0 to 13." in four.see("/lessons/045-mine")
    assert "The first is in line 3: “rung” must be 0 to 13." in four.do("/lessons/045-mine/start")
    assert four.now is None


def test_the_list_says_what_was_reached_and_who_missed_it(eight):
    eight.start(phase="play")
    for number in (1, 2):
        eight.play_out(number)
    for index, student in enumerate(eight.students):
        if student.id in eight.table(1).people:
            eight.pass_check(index)
    Student(eight.app, eight.slug, "zoe")
    Student(eight.app, eight.slug, "Igor")
    eight.do("/lesson/end", sure="1")
    page = eight.html("/lessons")
    line = re.search(rf'<li class="done" id="lesson-{ONE}">.*?</li>', page, re.S)[0]
    assert 'href="#flower"' in line
    assert "1 of 2 tables passed the check, on " in words(line)
    assert "2 students missed it: Igor , zoe ." in words(line)
    assert f'<li class="now" id="lesson-{TWO}">' in page


def test_where_the_class_is_it_goes_on(four):
    four.start(phase="play")
    page = four.html("/lessons")
    assert marigold(page) == ["Go on"]
    assert "Open now" in words(page) and "You are at board 1 of 8." in words(page) and "You are here." in words(page)
    assert f'action="{four.at}/lessons/{ONE}/start"' not in page


def test_a_lesson_that_was_opened_by_mistake_is_not_done(four):
    four.start()
    four.do("/lesson/end", sure="1")
    assert f'<li class="now" id="lesson-{ONE}">' in four.html("/lessons")
    four.start(phase="play")
    four.do("/lesson/end", sure="1")
    assert f'<li class="done" id="lesson-{ONE}">' in four.html("/lessons")


def test_at_the_end_of_the_ladder_nothing_glows(four):
    for entry in four.shelf.shipped():
        if entry.lesson.rung:
            four.sessions.open(four.room.id, entry.name)
            four.sessions.go(four.room.id, "play")
    four.sessions.end(four.room.id)
    page = four.html("/lessons")
    assert "All questions of the ladder are done." in page and marigold(page) == []


# -- the notes --------------------------------------------------------------------------------------------------------


def test_the_notes_tell_all_that_stands_in_the_file(four, app):
    for entry in app.extensions["hool"].shelf.shipped():
        lesson, page = entry.lesson, four.html(f"/lessons/{entry.name}")
        seen = words(page)
        plain = [
            lesson.title, lesson.big_question, lesson.story, lesson.new, lesson.goal, *lesson.look_for,
            *lesson.mistakes, *(text for pair in lesson.ask_back for text in pair), *(text for _, text in lesson.ages),
            *(step.title for step in lesson.steps),
        ]  # fmt: skip
        for text in plain:
            assert " ".join(text.split()) in seen, (entry.name, text)
        for step in lesson.boards:
            place = page.index(f'id="board-{step.board.pbn.number}"')
            part = page[place : page.find('<section class="lstep', place + 1)]
            assert cards_in(part) >= {str(card) for hand in step.board.pbn.deal.hands for card in hand}
            for question in step.questions:
                for answer in question.answers if question.kind == "words" else ():
                    assert answer in words(part)
            first = re.sub(r"[*_`]", "", step.teacher).split("\n")[0]
            assert first in words(part), (entry.name, step.title)
        for skill in lesson.check:
            assert str(SKILLS[skill]) in seen
        assert marigold(page) == ["Start"]


def test_examples_of_the_check_change_and_show_the_right_answer(four):
    pages = [four.html(f"/lessons/{ONE}{query}") for query in ("", "?example=2", "?example=x")]
    one, two, nonsense = (page.split('id="check-skills"')[1].split('class="whyso"')[0] for page in pages)
    assert one == nonsense and cards_in(one) != cards_in(two)
    assert one.count('class="tap seat') == 4 and one.count(" good") == 1
    assert "?example=3#check-skills" in pages[1]


def test_a_lesson_that_is_not_there_is_not_found(four):
    assert four.teacher.http.get(f"{four.at}/lessons/no-such").status_code == 404
    assert four.do("/lessons/no-such/start") == "There is no lesson “no-such”."
    assert four.do("/lessons/no-such/give") == "There is no lesson “no-such”."


def test_the_pages_of_others_are_linked(four):
    page, listed = four.html(f"/lessons/{ONE}"), four.html("/lessons")
    path = f"{four.at}/lessons/{ONE}"
    for text in (page, listed):
        for link in (f'href="{path}.md"', f'href="{path}/paper/teacher"', f'href="{path}/paper/hands"',
                     f'href="{path}/paper/card"', f'action="{path}/copy"'):  # fmt: skip
            assert link in text, link
    for link in re.findall(rf'href="({path}[^"#?]*)"', page):
        assert four.teacher.http.get(link).status_code == 200, link
    loaded = four.teacher.http.post(
        f"{four.at}/lessons/load", data={re.search(r'id="lesson-file" name="(\w+)"', listed)[1]:
        (io.BytesIO(text_of(four.app, ONE).encode()), "077-ours.md")},
    )  # fmt: skip
    assert loaded.status_code == 303
    assert any(entry.name == "077-ours" for entry in four.shelf.own(four.room.id))


# -- starting ---------------------------------------------------------------------------------------------------------


def test_a_lesson_starts_in_an_empty_room_and_who_comes_sees_its_question(app):
    room = Class(app)
    assert "Nobody has joined yet." in room.see()
    assert room.do(f"/lessons/{ONE}/start") == "“One suit” is open: everybody sees its question."
    late = Student(app, room.slug, "Ada")
    assert "Can a small card ever beat a king?" in late.html["stage"]
    assert room.do("/lesson/phase", phase="play").startswith("Everybody plays.")
    assert room.table().playing
    later = Student(app, room.slug, "Bo")
    assert 'data-phase="play"' in later.html["stage"]


def test_how_long_and_how_is_chosen_and_remembered(four):
    four.start(length="40", pace="together")
    assert (four.now.state.length, four.now.state.pace) == (40, "together")
    page = four.html(f"/lessons/{TWO}")
    assert re.search(r'name="length" value="40" checked', page)
    assert re.search(r'name="pace" value="together" checked', page)
    four.do(f"/lessons/{TWO}/start", sure="1")
    assert (four.now.name, four.now.state.length, four.now.state.pace) == (TWO, 40, "together")


@pytest.mark.parametrize("wrong", [{"length": "50"}, {"length": "x" * 5000}, {"pace": "slow"}, {"length": "-1"}])
def test_a_lesson_of_another_kind_is_refused(four, wrong):
    told = four.do(f"/lessons/{ONE}/start", **wrong)
    if wrong["length" if "length" in wrong else "pace"] in ("50", "slow"):
        assert told == "A lesson takes 40 or 60 minutes, free or together."
        assert four.now is None
    else:
        assert four.now.state.length == 60


def test_what_would_be_lost_is_asked_about_first(four):
    four.do("/start")
    deal = four.table().play.deal
    answer = four.post(f"/lessons/{ONE}/start")
    assert "1 table is in the middle of a board, which would be put away. Tick the box" in words(answer.text)
    assert answer.request.path.endswith(f"/lessons/{ONE}") and 'name="sure"' in answer.text
    assert four.now is None and four.table().play.deal == deal
    four.start(sure="1", phase="play")
    assert four.table().play.deal == four.now.lesson.boards[0].board.pbn.deal
    assert "The lesson “One suit” is open and would end." in four.do(f"/lessons/{TWO}/start")
    assert four.now.name == ONE
    four.start(TWO, sure="1")
    assert four.now.name == TWO


def test_a_closed_room_starts_nothing(four):
    four.do("/room/close", sure="1")
    assert four.do(f"/lessons/{ONE}/start") == "The room is closed. Open it again first."
    assert four.now is None
    for path in ("/lessons", f"/lessons/{ONE}", "/lesson"):
        assert f"/lessons/{ONE}/start" not in four.html(path), path


def test_a_lesson_is_given_for_home(four):
    assert "is given for home" in four.do(f"/lessons/{TWO}/give")
    assert [each.name for each in four.sessions.for_home(four.room.id)] == [TWO]
    assert "Given for home." in four.see(f"/lessons/{TWO}")
    assert f'action="{four.at}/lessons/{TWO}/give"' not in four.html("/lessons")
    assert four.now is None


# -- phases and pace --------------------------------------------------------------------------------------------------


def test_each_part_shows_what_students_see_and_the_notes_for_it(four):
    lesson = next(e.lesson for e in four.shelf.shipped() if e.name == ONE)
    four.start(length="40")
    page = four.see()
    assert "Question 0:00 of 4 min" in page and lesson.story in page and lesson.goal in page
    for phase, parts, there in (
        ("play", "Play 0:00 of 24 min", [*lesson.look_for, *lesson.mistakes, lesson.boards[0].teacher]),
        ("share", "Share 0:00 of 9 min", ["Eyes on the wall", lesson.steps[-1].teacher]),
        ("reflect", "Reflect 0:00 of 3 min", [lesson.reflection_question.text, "five questions", lesson.goal]),
    ):
        four.do("/lesson/phase", phase=phase)
        page = four.see()
        assert parts in page
        for text in there:
            assert text in page, text
        seen = words(re.search(r'<section class="theysee.*?</section>', four.html(), re.S)[0])
        if phase != "play":
            for text in re.findall(r'class="bigq"[^>]*>(.*?)</h2>', four.students[0].html["stage"]):
                assert unescape(text) in seen
    four.clock.advance(75)
    assert "Reflect 1:15 of 3 min" in four.see()


def test_one_button_glows_and_it_is_what_comes_next(eight):
    eight.start()
    assert marigold(eight.html()) == ["Play 35 min"]
    eight.do("/lesson/phase", phase="play")
    assert marigold(eight.html()) == []  # they play
    eight.do("/pause", on="1")
    assert marigold(eight.html()) == ["Play on"]
    eight.do("/pause", on="0")
    eight.do("/lesson/pace", pace="together")
    assert marigold(eight.html()) == []
    for number in (1, 2):
        eight.play_out(number)
    assert marigold(eight.html()) == ["Next board for all: board 2"]
    eight.do("/lesson/next", at="0")
    eight.clock.advance(35 * 60)
    assert marigold(eight.html()) == ["Share 15 min"]  # the time for playing is over
    eight.do("/lesson/phase", phase="share")
    assert marigold(eight.html()) == ["Reflect 5 min"]
    eight.do("/lesson/phase", phase="reflect")
    assert marigold(eight.html()) == ["End"]
    eight.do("/lesson/end", sure="1")
    assert marigold(eight.html()) == ["Start"]
    # The full game, for those who want it, is never the next thing to press.
    assert marigold(eight.html("/room")) == [] and "Play without a lesson" in eight.see("/room")
    eight.start(TWO)
    assert marigold(eight.html("/room")) == []
    eight.do("/lesson/phase", phase="play")
    assert marigold(eight.html("/room")) == ["Eyes up"]


def test_back_and_forward(four):
    four.start(phase="play")
    four.do("/lesson/phase", phase="share")
    assert four.table().paused
    four.do("/lesson/phase", phase="play")
    assert not four.table().paused
    assert four.do("/lesson/phase", phase="question") == "Everybody sees the question. Boards in play wait."
    assert four.do("/lesson/phase", phase="tea") == "There is no such part of the lesson."
    assert four.now.state.phase == "question"


@pytest.mark.parametrize("path", [path for path in ACTIONS if path.startswith("/lesson/")])
def test_without_a_lesson_nothing_happens(four, path):
    assert four.do(path, phase="play", pace="free", board="0", sure="1", step="0") == "No lesson is open now."


def test_free_and_together(eight):
    eight.start(phase="play")
    assert (
        eight.do("/lesson/pace", pace="together") == "All tables wait after this board, until you start the next one."
    )
    eight.play_out(1)
    assert "1 of 2 tables ready." in eight.see()
    eight.next(1)
    assert eight.table(1).finished
    assert eight.do("/lesson/next") == "Board 2 for all. Who still plays comes after."
    assert eight.sessions.place_of(eight.table(1)) == 1 and eight.sessions.place_of(eight.table(2)) == 0
    assert eight.do("/lesson/pace", pace="free") == "Each table goes on to its next board by itself."
    assert "no such setting" in eight.do("/lesson/pace", pace="wild")
    eight.do("/lesson/pace", pace="together")
    for _ in range(6):
        eight.do("/lesson/next")
    assert eight.do("/lesson/next") == "That was the last board of this lesson."
    assert "Next board for all" not in eight.see()


def test_the_room_setting_does_not_hold_up_a_free_lesson(four):
    four.do("/room/class", name="Class 5b", match="4", next_by="teacher")
    four.start(phase="play")
    four.play_out()
    four.next()
    assert four.sessions.place_of(four.table()) == 1
    assert "In a lesson, its pace decides that." in four.see("/room")


# -- boards -----------------------------------------------------------------------------------------------------------


def test_the_strip_of_boards_and_the_tables(eight):
    eight.start(phase="play")
    eight.play_out(1)
    eight.next(1)
    page = eight.html()
    first, second = (words(re.search(rf'<li id="lboard-{n}".*?</li>', page, re.S)[0]) for n in (1, 2))
    assert first.startswith("Board 1: The ace 2 1 of 2 done") and "0 of 2 done" in second and " 1 0 of 2" in second
    row = words(re.search(r'<li id="lway-1".*?</li>', page, re.S)[0])
    assert "Board 2 of 8: " in row and "writes" in row and "explains" in row and "1 of 8 played" in row
    eight.pass_check(0)
    mates = {eight.school.person(p).name for p in eight.table(1).people}
    assert "1 of 4 passed" in eight.see() and eight.person(0).name in mates
    for index in (i for i, s in enumerate(eight.students) if i and s.name in mates):
        eight.pass_check(index)
    assert "4 of 4 passed" in eight.see()


def test_everybody_or_one_table_is_brought_to_a_board(eight):
    eight.start(phase="play")
    page = eight.html()
    assert page.count('action="' + eight.at + '/lesson/board"') == 8
    assert "would be put away" in eight.do("/lesson/board", board="2")
    assert eight.sessions.place_of(eight.table(1)) == 0
    assert eight.do("/lesson/board", board="2", sure="1") == "Everybody is at board 3."
    assert [eight.sessions.place_of(eight.table(n)) for n in (1, 2)] == [2, 2]
    assert eight.do("/lesson/board", board="0", table="2", sure="1") == "Table 2 is at board 1."
    assert [eight.sessions.place_of(eight.table(n)) for n in (1, 2)] == [2, 0]
    for wrong in ("8", "x", ""):
        assert eight.do("/lesson/board", board=wrong, sure="1") == "This lesson has no such board."
    assert eight.do("/lesson/board", board="1", table="9", sure="1") == "There is no table 9 in this room any more."
    eight.do("/lesson/phase", phase="share")
    assert "Boards are played in the part “Play”." in eight.do("/lesson/board", board="1", sure="1")
    assert [eight.sessions.place_of(eight.table(n)) for n in (1, 2)] == [2, 0]


# -- sharing ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def sharing(eight):
    """Two tables have finished board 1; three cards have come: 1 and 2 written, 3 a moment of table 1."""
    eight.start(phase="play")
    for number in (1, 2):
        eight.play_out(number)
    people = [eight.school.person(eight.table(n).people[0]) for n in (1, 2)]
    eight.sessions.write_note(people[0], "The five won")
    eight.sessions.write_note(people[1], "We waited too long")
    eight.sessions.pick_moment(people[0], 1, 1, 4, "Look at this trick")
    eight.writers = [person.name for person in people]
    eight.do("/lesson/phase", phase="share")
    eight.ids = [card.id for card in eight.sessions.cards(eight.now)]
    return eight


def listed(room):
    """The cards in the row, as their texts."""
    row = re.search(r'<ol class="lcards">(.*?)</ol>', room.html(), re.S)[1]
    return [words(text) for text in re.findall(r'<p class="notecard on-card">(.*?)</p>', row)]


def test_cards_come_with_table_board_and_writer(sharing):
    page = sharing.see()
    assert listed(sharing) == ["The five won", "We waited too long", "Look at this trick"]
    assert f"Table 1 · Board 1: The ace · {sharing.writers[0]}" in page
    assert f"Table 2 · Board 1: The ace · {sharing.writers[1]}" in page


def test_cards_are_put_in_order_and_aside(sharing):
    one, two, three = sharing.ids
    sharing.do(f"/lesson/cards/{three}/up")
    assert listed(sharing) == ["The five won", "Look at this trick", "We waited too long"]
    assert sharing.do(f"/lesson/cards/{three}/aside") == "Put aside. You can fetch it back below."
    assert listed(sharing) == ["The five won", "We waited too long"]
    sharing.do(f"/lesson/cards/{one}/down")  # past the one that is put aside
    assert listed(sharing) == ["We waited too long", "The five won"]
    sharing.do(f"/lesson/cards/{two}/up")
    assert listed(sharing) == ["We waited too long", "The five won"]
    sharing.do(f"/lesson/cards/{three}/fetch")
    assert sorted(listed(sharing)) == ["Look at this trick", "The five won", "We waited too long"]
    assert sharing.do("/lesson/cards/999/up") == "This card is not there any more."


def test_a_card_goes_to_the_wall_and_its_board_is_stepped(sharing):
    one = sharing.ids[0]
    assert sharing.do("/lesson/wall", step="1") == "First put a card on the wall."
    assert sharing.do(f"/lesson/cards/{one}/wall") == "The card is on the wall, without a name."
    assert sharing.now.state.wall.text == "The five won" and sharing.now.state.wall.step is None
    assert "Show its board" in sharing.see()
    assert sharing.do("/lesson/wall", card=one, step="0") == "The wall shows step 0 of 13."
    page = sharing.html()
    assert "step <b>0</b> of 13" in page and " deals." in words(page)
    assert re.search(r'value="1" id="wall-on"', page) and re.search(r'value="4" id="wall-trick-on"', page)
    sharing.do("/lesson/wall", card=one, step="4")
    page = sharing.html()
    assert re.search(r'value="8" id="wall-trick-on"', page) and re.search(r'value="0" id="wall-trick-back"', page)
    assert re.search(r'value="3" id="wall-back"', page) and re.search(r'value="13" id="wall-last"', page)
    assert "wins the trick" in words(page)
    for wrong in ("14", "x", "-1", ""):
        assert sharing.do("/lesson/wall", card=one, step=wrong) == "This board has no such step."
    assert sharing.do("/lesson/wall", card=sharing.ids[1], step="5").startswith("Another card is on the wall now.")
    assert sharing.now.state.wall.step == 4
    sharing.do("/lesson/wall", card=one, step="card")
    assert sharing.now.state.wall.step is None and sharing.now.state.wall.card == one
    sharing.do("/lesson/wall", card=one, step="off")
    assert sharing.now.state.wall.card == 0 and "On the wall" not in sharing.see()


def test_a_moment_comes_with_its_step(sharing):
    sharing.do(f"/lesson/cards/{sharing.ids[2]}/wall")
    assert sharing.now.state.wall.step == 4
    assert "step <b>4</b> of 13" in sharing.html()
    sharing.do(f"/lesson/cards/{sharing.ids[2]}/aside")
    assert sharing.now.state.wall.card == 0


def test_a_changed_card_says_so(sharing):
    sharing.do(f"/lesson/cards/{sharing.ids[0]}/wall")
    writer = sharing.school.person(sharing.table().people[0])
    sharing.sessions.write_note(writer, "The six won")
    page = sharing.see()
    assert "The five won" in page and "The table has changed its card." in page
    sharing.do(f"/lesson/cards/{sharing.ids[0]}/wall")
    assert sharing.now.state.wall.text == "The six won"


def test_a_board_that_a_table_still_has_to_play_brings_a_warning(eight):
    eight.start(phase="play")
    eight.play_out(1)
    eight.sessions.write_note(eight.school.person(eight.table(1).people[0]), "Done")
    eight.sessions.write_note(eight.school.person(eight.table(2).people[0]), "Still at it")
    eight.do("/lesson/phase", phase="share")
    done, still = (card.id for card in eight.sessions.cards(eight.now))
    eight.do(f"/lesson/cards/{done}/wall")
    assert "Table 2 has not played this board yet and would see its cards." in eight.see()
    eight.do(f"/lesson/cards/{still}/wall")
    assert "Its board is not over" in eight.see()
    assert eight.do("/lesson/wall", card=still, step="0") == "This board is not over, so that it cannot be shown."


def test_no_student_and_no_wall_is_told_who_wrote(sharing):
    sharing.do(f"/lesson/cards/{sharing.ids[0]}/wall")
    wall = sharing.app.test_client().get(f"/room/{sharing.slug}/wall").get_data(as_text=True)
    assert "The five won" in wall
    assert not any(re.search(rf"\b{name}\b", words(wall)) for name in EIGHT)


# -- looking back -----------------------------------------------------------------------------------------------------


def test_what_they_say_is_read_without_names_unless_wanted(four):
    four.start(phase="play")
    four.do("/lesson/phase", phase="reflect")
    assert "No answer yet." in four.see() or '<ul class="counts">' in four.html()
    four.sessions.reflect(four.person(0), "After the second trick")
    four.sessions.reflect(four.person(1), "")
    page = four.html()
    said = page[page.index("What they say") : page.index('id="whosaid"')]
    assert "After the second trick" in said and "Ada" not in said
    named = words(page[page.index('<div class="sheetbox" id="whosaid"') :])
    assert "Ada After the second trick" in named and "popover" in page


def test_tapped_answers_are_counted(four, app):
    text = re.sub(r'reflection = ".*?"', 'reflection = "When? [early | late]"', text_of(app, ONE))
    four.load("045-mine", text)
    four.start("045-mine", phase="play")
    four.do("/lesson/phase", phase="reflect")
    for index, answer in enumerate(("late", "late", "early")):
        four.sessions.reflect(four.person(index), answer)
    counts = re.search(r'<ul class="counts">(.*?)</ul>', four.html(), re.S)[1]
    assert words(counts) == "1 early 2 late"
    assert "When? Then" not in words(counts) and "When?" in four.see()


def test_the_check_shows_who_is_where_by_the_alphabet_and_what_went_wrong(app):
    room = Class(app, "zoe", "Bo", "Ada", "Cem")
    room.start(phase="play")
    room.do("/lesson/phase", phase="reflect")
    room.pass_check(0)
    room.pass_check(2)
    room.pass_check(1, right=2)
    seen = re.search(r'<dl class="checked">(.*?)</dl>', room.html(), re.S)[1]
    assert words(seen) == "Passed 2 Ada , zoe At it 1 Bo wants another five Not begun 1 Cem"
    slips = words(re.search(r'<ul class="slips">(.*?)</ul>', room.html(), re.S)[1])
    assert slips.startswith("1 ") and "Which card wins this trick?" in slips
    assert "Overlooked a higher card of the suit that was led." in slips or "Another mistake." in slips


# -- the end ----------------------------------------------------------------------------------------------------------


def test_the_end_tells_what_was_reached_who_missed_it_and_what_is_next(eight):
    eight.start(phase="play")
    eight.play_out(1)
    mates = eight.table(1).people
    for index, student in enumerate(eight.students):
        if student.id in mates[:3]:
            eight.pass_check(index)
    assert "confirm" in eight.do("/lesson/end")
    assert eight.now is not None
    assert eight.do("/lesson/end", sure="1") == "“One suit” is over. Everybody can play it again alone, with robots."
    page = eight.see()
    assert "1 of 1 table passed the check. 3 of 8 students passed the check." in page
    missed = sorted((s.name for s in eight.students if s.id not in mates), key=str.casefold)
    assert "4 students missed it: " + " , ".join(missed) in page
    assert "Given for home" in page and "Lesson 2, Two suits." in page
    assert "Play without a lesson" in page
    assert 'name="sure"' not in eight.html(), "the board that was cut off is lost already"
    # The list of tables says so too, and the header can start again.
    assert "The lesson is over" in eight.see("/rows") and "Play without a lesson" in eight.see("/seats")
    assert "first boards are dealt" in eight.do("/start")
    assert not eight.room.settings.resting
    # Also the table that was in the middle of a board of the lesson has other cards now.
    assert [len(eight.table(n).play.deal.hands[0]) for n in (1, 2)] == [13, 13]
    assert eight.table(1).playing and eight.table(2).playing


# -- the rest of the desk while a lesson is open ----------------------------------------------------------------------

DEAL = "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"


def test_other_boards_wait_until_the_lesson_is_over(four):
    four.start(phase="play")
    set_before = four.table().set_of_boards
    refused = "The lesson “One suit” is open. End it first, then other boards can come."
    file = (io.BytesIO(f'[Board "1"]\n[Dealer "N"]\n[Deal "{DEAL}"]\n'.encode()), "friday.pbn")
    sent = four.teacher.http.post(f"{four.at}/boards", data={"pbn": file}, follow_redirects=True)
    assert refused in words(sent.text)
    assert four.do("/boards/use", boards=f"1 dealer 0 deal {DEAL[2:]}") == refused
    for deals in ("same", "different"):
        assert four.do("/boards/shuffle", deals=deals) == refused
    assert four.table().set_of_boards == set_before
    page = four.html("/boards")
    assert "The lesson “One suit” is open: its 8 boards are played at every table." in words(page)
    assert 'id="pbn"' not in page and "/boards/shuffle" not in page
    four.do("/lesson/end", sure="1")
    assert 'id="pbn"' in four.html("/boards")
    assert "shuffled" in four.do("/boards/shuffle", deals="same")


def test_the_header_and_the_open_table_say_what_fits_a_lesson(four):
    four.start()
    assert "A lesson is open." in four.do("/start")
    page = four.html("?table=1")
    assert "The lesson keeps all tables still now." in page and "Next board" not in page and "/start" not in page
    assert four.do("/table/1/pause", on="0") == "The lesson keeps all tables still now. Press Play under Lesson."
    assert four.table().paused
    assert "Big question" in four.see("/rows") and "Waiting for the first board" not in four.see("/rows")
    four.do("/lesson/phase", phase="play")
    deal = four.table().play.deal
    page = four.see("?table=1")
    assert "Begin this board anew?" in page and "New cards" not in page
    assert four.do("/table/1/redeal") == "Table 1 begins its board anew."
    assert four.table().play.deal == deal
    assert four.do("/redeal") == "Every table that was playing begins its board anew."
    assert four.table().play.deal == deal
    four.do("/lesson/phase", phase="share")
    assert "Sharing" in four.see("/rows")
    four.do("/pause", on="1")
    assert four.do("/pause", on="0") == "The lesson goes on."
    assert four.table().paused


def test_the_next_board_of_a_lesson_is_the_lessons(eight):
    eight.start(phase="play")
    assert eight.do("/table/1/next") == "This board is still being played."
    assert eight.do("/next") == "Every table is still playing its board."
    eight.play_out(1)
    assert eight.do("/table/1/next") == "The next board is dealt at table 1."
    assert eight.sessions.place_of(eight.table(1)) == 1
    eight.play_out(1)
    assert eight.do("/next") == "The lesson's next board is dealt wherever the last one was over."
    assert [eight.sessions.place_of(eight.table(n)) for n in (1, 2)] == [2, 0]
    eight.do("/lesson/board", board="7", table="1", sure="1")
    eight.play_out(1)
    assert eight.do("/table/1/next") == "Table 1 has played all boards of this lesson."
    assert eight.do("/next") == "Every table that waits has played all boards of this lesson."
    assert eight.sessions.place_of(eight.table(1)) == 7
    eight.do("/lesson/pace", pace="together")
    eight.do("/lesson/phase", phase="share")
    assert "Go there first, under Lesson." in eight.do("/next")


def test_students_may_change_tables_if_the_teacher_says_so(four):
    assert not four.room.settings.change_tables
    four.do("/room/class", name="Class 5b", match="4", next_by="students", change_tables="1")
    assert four.room.settings.change_tables
    assert re.search(r'name="change_tables" value="1" checked', four.html("/room"))
    four.do("/room/class", name="Class 5b", match="4", next_by="students")
    assert not four.room.settings.change_tables


def test_everybody_alone_has_no_sides(four):
    four.start(phase="play")
    four.play_out()
    assert "N–S" not in four.see("/rows")


# -- what is pushed ---------------------------------------------------------------------------------------------------


def test_the_tab_is_pushed_to_the_teacher_who_looks_at_it(four):
    four.start()
    four.teacher.connect("class", four.slug, table=0, tab="lesson")
    assert 'id="lesson"' in four.teacher.listen()["lesson"] and "seats" not in four.teacher.views
    four.sessions.go(four.room.id, "play")
    four.clock.advance(1)
    assert 'id="lway-1"' in four.teacher.listen()["lesson"]
    four.play_out()
    four.sessions.write_note(four.person(0), "Our oddest trick")
    four.clock.advance(1)
    assert "Our oddest trick" in four.teacher.listen()["lesson"]
    # What was pushed is what the page shows.
    page = four.html()
    drawn = page[page.index('<section class="open lessonrun"') : page.index("</main>")]
    pushed, drawn = (re.sub(r"\d:\d\d", "", words(html)) for html in (four.teacher.views["lesson"], drawn))
    assert pushed == drawn
    four.teacher.emit("watch", {"page": "class", "slug": four.slug, "table": 0, "tab": "seats"})
    four.teacher.views.clear()
    four.clock.advance(1)
    four.sessions.set_pace(four.room.id, "together")
    four.clock.advance(1)
    assert set(four.teacher.listen()) == {"rows", "seats"}
