"""What came of playing: what is counted for whom, what is said of it, who may see it, and how it looks on paper."""

import csv
import io
import json
import re
import time
from dataclasses import replace
from datetime import date
from random import Random

import pytest
from people import Person, Student, open_class

from hool.fold import Seated
from hool.register import hash_key
from hool.result_gather import gather
from hool.result_words import over_words, table_to_practise, table_went_well, to_practise, went_well
from hool.results import Only
from hool.robots import ROBOTS
from hool.web.access import cookie_name

ROBOT = ROBOTS["hool"]["standard"]
NAMES = ("Ada", "Bo", "Cem", "Dua")
# North and South take every trick, whatever is trumps and whoever leads.
NORTH_TAKES_ALL = "AKQJ.AKQ.AKQ.AKQ T98.JT9.JT98.JT9 765.876.765.8765 432.5432.432.432"
# Everybody has ten points.
EVEN = "AT62.K73.Q85.J94 J94.AT62.K73.Q85 Q85.J94.AT62.K73 K73.Q85.J94.AT62"


class Class:
    """A room with four at one table, and short words for what they do."""

    def __init__(self, app, *names):
        self.app, self.parts = app, app.extensions["hool"]
        self.tables, self.classroom, self.sessions = self.parts.tables, self.parts.classroom, self.parts.sessions
        self.teacher, self.slug, self.students = open_class(app, *(names or NAMES), start=False)
        self.room = self.parts.store.room_by_slug(self.slug).id
        self.chance = Random(7)

    @property
    def table(self):
        return self.tables.tables(self.room)[0]

    def at(self, seat):
        """The student on a seat, by the id."""
        return self.tables.get(self.table.id).seats[seat].person

    def name(self, seat):
        return self.classroom.person(self.at(seat)).name

    def deal(self, text, **options):
        extra = f" options {json.dumps(options)}" if options else ""
        self.tables.commands(self.table.id, ["unprepare", f"prepare 1 dealer 0{extra} deal {text}", "fresh"])

    def act(self, seat, text):
        table = self.tables.get(self.table.id)
        answer = self.tables.act(table.id, table.seats[seat].person, table.turns[seat], text)
        assert answer.ok, answer
        return answer

    def play_out(self, table_id=None, **choose):
        """Everybody plays the lowest card allowed, or says what ``choose`` has for the phase."""
        table_id = table_id or self.table.id
        while (table := self.tables.get(table_id)).playing:
            seat = min(table.to_act())
            view = table.rules.view(table.play.state, seat)
            action, _ = ROBOT(view, self.chance)
            if table.seats[seat].person is None or table.seats[seat].acts_alone:
                self.app.config["CLOCK"].advance(3)
            else:
                said = choose.get(view.phase.replace(" ", ""), {}).get(seat, str(action))
                answer = self.tables.act(table_id, table.seats[seat].person, table.turns[seat], said)
                assert answer.ok, answer
        return self.tables.get(table_id)

    def results(self, only=None, refused=None):
        return gather(self.sessions, self.room, only or Only(), refused)

    def of(self, name, **more):
        return next(each for each in self.results(**more).students if each.name == name)


@pytest.fixture
def school(app):
    return Class(app)


def words(texts):
    return [str(getattr(each, "seen", each)) for each in texts]


PASS = dict.fromkeys(range(4), "pass")


def slam(school, bid="7NT"):
    """North bids and takes everything; the others pass."""
    school.deal(NORTH_TAKES_ALL)
    return school.play_out(step1={**PASS, 0: f"bid {bid}"}, step2=PASS, step3=PASS)


def test_a_contract_is_declarers_and_each_role_has_its_own_count(school):
    school.classroom.start(school.room)
    table = slam(school, "3NT")
    record = table.play.boards[-1]
    assert record.state.contract == "3NT" and record.state.declarer == 0
    north, east, south = (school.of(school.name(seat)) for seat in (0, 1, 2))
    assert (len(north.tally.declared), north.tally.made, north.tally.short) == (1, 1, 0)
    assert north.sat[0].role == "declarer" and south.sat[0].role == "dummy" and east.sat[0].role == "defender"
    assert (len(east.tally.defended), east.tally.beaten, len(east.tally.declared)) == (1, 0, 0)
    assert "Made 1 of 1 contract as declarer." in words(went_well(north))
    assert north.sat[0].partners == (south.id,)
    over = north.sat[0].board.over
    assert over == north.sat[0].tricks - 9
    assert (
        str(over_words(over)) == f"{over} over" and str(over_words(-1)) == "one down" and str(over_words(0)) == "made"
    )


def test_a_contract_that_fails_is_said_to_the_teacher_with_its_number_and_to_the_student_as_a_next_step(school):
    school.classroom.start(school.room)
    school.deal(EVEN)
    school.play_out(step1={**PASS, 1: "bid 7S"}, step2=PASS, step3=PASS)
    east, south = school.of(school.name(1)), school.of(school.name(2))
    (advice,) = to_practise(east)
    assert str(advice.seen) == "1 of 1 contract as declarer was not made."
    assert not re.search(r"\d", str(advice.next))
    assert "Beat 1 contract as a defender." in words(went_well(south))
    assert to_practise(south) == ()
    assert school.results().levels == ((7, 0, 1),)


def test_clues_are_counted_by_kind_and_only_those_the_student_told(school):
    school.classroom.start(school.room)
    school.deal(EVEN, passed_out="score")
    table = school.tables.get(school.table.id)
    for seat, clue in zip((0, 1, 2, 3) * 2, ("hcp",) * 4 + ("spades", "hearts", "pattern", "clubs"), strict=True):
        if (seat, clue) == (2, "pattern"):
            turn = school.tables.get(table.id).turns[2]
            assert school.tables.act_for(table.id, 2, turn, "clue pattern").ok
        else:
            school.act(seat, f"clue {clue}")
    school.play_out(step1=PASS)
    assert school.of(school.name(0)).tally.clues == {"hcp": 1, "spades": 1}
    south = school.of(school.name(2))
    assert south.tally.clues == {"hcp": 1} and south.tally.chosen == 1 and south.tally.by_robot == 0
    assert "Told 1 true clue, of 1 kind." in words(went_well(south))
    assert "Told 2 true clues, of 2 kinds." in words(went_well(school.of(school.name(0))))


def test_a_bid_is_measured_by_the_clue_partner_gave(school):
    school.classroom.start(school.room)
    school.deal("AKQT62.K73.Q8.J9 J94.AT62.K73.Q85 873.QJ94.AT62.K7 5.85.J954.AT6432")
    for seat, clue in ((0, "hcp"), (1, "hcp"), (2, "spades"), (3, "hcp")):
        school.act(seat, f"clue {clue}")
    for seat, clue in ((0, "spades"), (1, "hearts"), (2, "hearts"), (3, "clubs")):
        school.act(seat, f"clue {clue}")
    # Six and three spades are nine; of South's hearts East knows nothing, and West has told none.
    school.play_out(step1={0: "bid 2S", 1: "bid 1C", 2: "bid 1H", 3: "pass"}, step2=PASS, step3=PASS)
    north, east, south = (school.of(school.name(seat)).tally for seat in (0, 1, 2))
    assert (north.bids, north.fits) == (1, 1)
    assert (east.bids, east.fits) == (1, 1)  # West told six clubs, East has three
    assert (south.bids, south.fits) == (0, 0)  # North told spades only


def test_a_robots_share_is_told_and_its_contracts_are_nobodys(school):
    school.classroom.start(school.room)
    slam(school)
    table, person = school.table, school.at(0)
    school.classroom.stand_in(school.room, table.id, 0)
    school.deal(NORTH_TAKES_ALL, passed_out="score")
    school.play_out(step1=PASS, step2=PASS, step3=PASS)
    student = school.results().student(person)
    assert (student.tally.boards, student.tally.by_robot) == (2, 1)
    assert len(student.tally.declared) == 1  # its own
    page = school.teacher.get(f"/room/{school.slug}/class/results/students/{person}").get_data(as_text=True)
    assert "A robot played 1 of 2 boards." in page


def test_a_shared_seat_counts_for_both(app):
    school = Class(app, *NAMES, "Eli")
    school.classroom.start(school.room)
    table, ada = school.table, school.at(0)
    eli = next(s.id for s in school.students if s.name == "Eli")
    where = school.classroom.seat_of(eli)
    if where is not None:
        school.classroom.unseat(eli)
    school.tables.arrange([(table.id, 0, Seated(ada, "", (eli,)))])
    slam(school)
    one, other = school.results().student(ada), school.results().student(eli)
    assert one.tally.made == other.tally.made == 1
    assert school.results().table(table.number).people[:2] == (ada, eli)


def test_a_board_that_all_passed_and_that_is_dealt_again_is_none(school):
    school.classroom.start(school.room)
    school.deal(EVEN)
    table = school.play_out(step1=PASS)
    assert len(table.play.boards) == 1 and school.results().boards == () and school.of("Ada").sat == ()


def test_open_hands_are_marked(school):
    school.classroom.start(school.room)
    school.deal(EVEN, passed_out="score")
    assert school.tables.command(school.table.id, "hands open").ok
    school.play_out(step1=PASS)
    student = school.of("Ada")
    assert student.tally.shown == 1
    page = school.teacher.get(f"/room/{school.slug}/class/results/students/{student.id}").get_data(as_text=True)
    assert "On 1 board all hands lay open." in page and "hands open" in page


# -- a lesson ---------------------------------------------------------------------------------------------------------


def answer_check(school, student, right, wrong):
    """Answer items of the check of lesson 1: so many right, then so many wrong."""
    person = school.classroom.person(student.id)
    for good in [True] * right + [False] * wrong:
        school.sessions.go_on(person, "010-one-suit", "next")
        state = school.sessions.check(person, "010-one-suit")
        given = list(state.item.right)
        if not good:
            other = next(o.value for o in state.item.parts[0].options if o.value not in state.item.right[0])
            given[0] = frozenset({other})
        assert school.sessions.answer_check(person, "010-one-suit", state.n, given)


@pytest.fixture
def lesson(school):
    school.sessions.open(school.room, "010-one-suit")
    school.sessions.go(school.room, "play")
    return school


def test_a_lesson_is_told_by_predictions_note_cards_looking_back_and_its_check(lesson, clock):
    ada, bo = lesson.students[:2]
    session = lesson.sessions.current(lesson.room)
    table, seat = lesson.classroom.seat_of(ada.id)
    asked = [each.key for each in lesson.sessions.questions(table, seat)]
    lesson.play_out()
    lesson.sessions.write_note(lesson.classroom.person(ada.id), "The six won")
    lesson.sessions.go(lesson.room, "reflect")
    lesson.sessions.reflect(lesson.classroom.person(ada.id), "When I had the last card")
    lesson.sessions.reflect(lesson.classroom.person(bo.id), "")
    answer_check(lesson, ada, 4, 1)
    answer_check(lesson, bo, 1, 2)
    one, two = lesson.of("Ada"), lesson.of("Bo")
    assert asked is not None and one.sat[0].board.session == session.id
    assert (one.notes[session.id], one.looked_back[session.id], two.looked_back[session.id]) == (1, 1, 0)
    (check,) = one.checks
    assert (check.right, check.answered, check.passed) == (4, 5, True) and check.mistakes
    assert (two.checks[0].right, two.checks[0].answered, two.checks[0].passed) == (1, 3, False)
    assert words(went_well(one))[0] == f"Passed the check of “{session.lesson.title}”."
    assert "Wrote 1 note card for the table." in words(went_well(one))
    assert f"Has not passed the check of “{session.lesson.title}” yet: 1 of 3 right." in words(to_practise(two))
    found = lesson.results()
    assert found.checks == ((session.lesson, 1, 2),)
    assert sum(count for *_, count in found.mistakes) >= 2
    assert lesson.results(Only(session.id)).student(ada.id).checks == one.checks
    assert lesson.results(Only(0)).student(ada.id).checks == () and lesson.results(Only(0)).boards == ()
    assert not lesson.results(Only(None, date(2000, 1, 1))).boards
    lesson.sessions.open(lesson.room, "010-one-suit")  # once more, and nobody has played yet
    assert lesson.of("Ada").checks[0].session == session.id


def test_what_was_expected_is_judged_by_what_came(app, clock):
    school = Class(app)
    school.sessions.open(school.room, "030-partners")
    school.sessions.go(school.room, "play")
    session = school.sessions.current(school.room)
    place, step = next(
        (place, step)
        for place, step in enumerate(session.lesson.boards)
        if any(question.kind == "tricks" and question.when == "start" for question in step.questions)
    )
    school.sessions.bring(school.room, place)
    key = next(i for i, q in enumerate(step.questions) if q.kind == "tricks" and q.when == "start")
    for seat, tricks in ((0, 7), (1, 6), (2, 13), (3, 0)):
        school.act(seat, f"predict {key} {tricks}")
    table = school.play_out()
    won = table.play.boards[-1].result.scores
    for seat, tricks in ((0, 7), (1, 6), (2, 13), (3, 0)):
        tally = school.of(school.name(seat)).tally
        assert (tally.predicted, tally.right) == (1, won[seat] == tricks)


def test_the_smallest_card_that_won_is_told_in_a_lesson_about_small_cards(lesson):
    lesson.play_out()
    record = lesson.table.play.boards[-1]
    best = {}
    for trick in record.state.tricks:
        card = trick.cards[(trick.winner - trick.leader) % 4]
        best[trick.winner] = min(card.rank, best.get(trick.winner, 99))
    for seat in range(4):
        smallest = lesson.of(lesson.name(seat)).tally.smallest
        assert (smallest.rank if smallest else None) == best.get(seat)
    assert sum(lesson.of(name).tally.tricks for name in NAMES) == 3  # everybody alone


def test_practice_at_home_is_counted_apart_and_missing_a_lesson_is_no_fault(lesson):
    lesson.play_out()
    lesson.sessions.end(lesson.room)
    eli = Student(lesson.app, lesson.slug, "Eli")
    session = lesson.sessions.last(lesson.room)
    ada = lesson.students[0]
    table = lesson.sessions.home_table(lesson.classroom.person(ada.id), session.id)
    lesson.play_out(table.id)
    student = lesson.of("Ada")
    assert (len(student.sat), len(student.home), student.missed) == (1, 1, ())
    assert "Played 1 board at home." in words(went_well(student))
    missed = lesson.results().student(eli.id)
    assert [each.name for each in missed.missed] == ["010-one-suit"] and went_well(missed) == ()
    assert words(to_practise(missed)) == [f"Was not there in “{session.lesson.title}”."]
    assert len(lesson.results().boards) == 1


def test_refused_taps_are_told_and_the_students_are_not_shamed(school):
    school.classroom.start(school.room)
    slam(school)
    ada = school.at(0)
    student = school.results(refused={ada: {"follow": 5, "turn": 1, "other": 9}}).student(ada)
    assert words(to_practise(student)) == ["Tried 5 times to play another suit than the one led."]
    assert "5" not in str(to_practise(student)[0].next)
    found = school.results(refused={ada: {"follow": 5}, school.at(1): {"follow": 1}})
    assert found.refused == (("follow", 6, 2),)


def test_a_table_is_told_of_whoever_sat_there(school):
    school.classroom.start(school.room)
    slam(school)
    found = school.results()
    (table,) = found.tables
    assert words(table_went_well(table, found)) == ["Made 1 of 1 contract.", "Played 1 board together."]
    assert table_to_practise(table, found) == () and set(table.people) == {s.id for s in school.students}


# -- pages ------------------------------------------------------------------------------------------------------------


def test_the_order_is_the_class_lists_until_the_teacher_asks_for_points(school):
    school.classroom.start(school.room)
    slam(school)
    at = f"/room/{school.slug}/class/results"

    def order(page):
        shown = page.split('id="students-h"')[1].split('id="tables-h"')[0]
        return list(re.findall(r"students/\d+[^>]*><bdi>(\w+)", shown))

    plain = school.teacher.get(at).get_data(as_text=True)
    assert order(plain) == list(NAMES) and "Points</th>" not in plain
    sorted_ = school.teacher.get(f"{at}?order=points").get_data(as_text=True)
    assert set(order(sorted_)[:2]) == {school.name(0), school.name(2)} and "as you asked" in sorted_
    for student in school.students:  # nobody else meets an order or a point
        page = student.get(f"/room/{school.slug}/results?order=points").get_data(as_text=True)
        assert "Points" not in page and "order" not in page.split("<main")[1]


def test_who_may_see_what(school):
    school.classroom.start(school.room)
    slam(school)
    ada = school.students[0]
    at = f"/room/{school.slug}/class/results"
    pages = ("", "/students/print", f"/students/{ada.id}", f"/students/{ada.id}/print", "/tables/1", "/tables/1/print",
             "/tables/print")  # fmt: skip
    files = ("/students.csv", "/boards.csv")
    stranger = Person(school.app)
    other, _, _ = open_class(school.app, "Zoe")
    for path in (*pages, *files):
        assert school.teacher.get(at + path).status_code == 200, path
        for nobody in (stranger, ada, other):
            assert nobody.get(at + path).status_code == 403, path
    own = ada.get(f"/room/{school.slug}/results").get_data(as_text=True)
    assert "My results" in own and "Only you and your teachers see this." in own
    assert "/class" not in own
    assert stranger.get(f"/room/{school.slug}/results").status_code == 303
    assert school.teacher.get(f"{at}/students/999999").status_code == 404
    assert school.teacher.get(f"{at}/tables/9").status_code == 404
    assert school.teacher.get(f"{at}?lesson=x&day=never&order=nothing").status_code == 200
    assert "<bdi>Bo</bdi>" not in re.sub(
        r"<td>.*?</td>", "", own
    )  # a partner's name stands in the list of boards alone


def test_real_names_are_for_the_teacher_and_in_the_file_only_when_ticked(school):
    school.classroom.start(school.room)
    slam(school)
    ada = school.students[0]
    school.parts.store.change_person(ada.id, real_name="Adelaide Q.")
    school.classroom._people.clear()
    at = f"/room/{school.slug}/class/results"
    assert "Adelaide" in school.teacher.get(at).get_data(as_text=True)
    assert "Adelaide" not in school.teacher.get(f"{at}/students.csv").get_data(as_text=True)
    assert "Adelaide" in school.teacher.get(f"{at}/students.csv?real=1").get_data(as_text=True)
    for page in (f"{at}/students/{ada.id}/print", f"{at}/students/print", f"{at}/tables/print", f"{at}/boards.csv"):
        assert "Adelaide" not in school.teacher.get(page).get_data(as_text=True)
    assert "Adelaide" not in ada.get(f"/room/{school.slug}/results").get_data(as_text=True)
    room, helper = school.classroom.room(school.room), Person(school.app)
    school.parts.store.add_key(school.classroom.add_helper(school.room, "Sam").id, hash_key("of-sam"))
    helper.http.set_cookie(cookie_name(room, "helper"), "of-sam")
    for path in ("", f"/students/{ada.id}", f"/students/{ada.id}/print"):
        page = helper.get(at + path)
        assert page.status_code == 200 and "Adelaide" not in page.get_data(as_text=True), path
    assert "students.csv" not in helper.get(at).get_data(as_text=True)
    assert helper.get(f"{at}/students.csv?real=1").status_code == 403


def read(answer):
    text = answer.get_data().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_the_files_say_what_the_pages_say(lesson):
    lesson.play_out()
    ada = lesson.students[0]
    lesson.sessions.go(lesson.room, "reflect")
    lesson.sessions.reflect(lesson.classroom.person(ada.id), "=1+1 is what I thought")
    lesson.sessions.end(lesson.room)
    lesson.classroom.start(lesson.room)
    slam(lesson, "6NT")
    at = f"/room/{lesson.slug}/class/results"
    rows = read(lesson.teacher.get(f"{at}/students.csv"))
    assert len(rows) == 8 and {row["name"] for row in rows} == set(NAMES)
    first, second = (row for row in rows if row["name"] == "Ada")
    assert (first["lesson_number"], first["boards"], first["looked_back"], second["lesson"]) == ("1", "1", "1", "")
    assert first["note"] == "" and "is what I thought" not in str(rows) and "minutes" not in first
    declarer = next(row for row in rows if row["declarer"] == "1")
    assert (declarer["contracts_made"], declarer["contracts_short"]) == ("1", "0")
    ticked = read(lesson.teacher.get(f"{at}/students.csv?words=1"))
    assert [r["looked_back_words"] for r in ticked if r["looked_back_words"]] == ["'=1+1 is what I thought"]
    boards = read(lesson.teacher.get(f"{at}/boards.csv"))
    assert [(b["contract"], b["declarer"], b["over"]) for b in boards] == [("", "", ""), ("6NT", "N", "1")]
    assert (boards[1]["tricks_ns"], boards[1]["points_ew"], boards[1]["hands_open"]) == ("13", "0", "no")
    (just,) = {row["lesson"] for row in read(lesson.teacher.get(f"{at}/students.csv?lesson=0"))}
    assert just == ""


def test_a_child_who_was_deleted_or_left_is_not_on_the_list_and_breaks_nothing(school):
    school.classroom.start(school.room)
    slam(school)
    ada = school.students[0]
    school.classroom.take_out(ada.id)
    at = f"/room/{school.slug}/class/results"
    page = school.teacher.get(at).get_data(as_text=True)
    assert f"students/{ada.id}" not in page
    for path in ("", "/tables/1", "/students/print", "/boards.csv"):
        assert school.teacher.get(at + path).status_code == 200
    assert school.teacher.get(f"{at}/students/{ada.id}").status_code == 404


def test_a_year_is_added_up_in_no_time(school):
    """Thirty students, eight tables, two hundred boards: as one board, often."""
    school.classroom.start(school.room)
    table = slam(school)
    boards = table.play.boards * 200
    tables = school.tables

    class Row:
        def __init__(self, number):
            self.number, self.id = number, number

    class Many:
        store = school.parts.store
        classroom = school.classroom

        class tables:
            rows = staticmethod(lambda room, closed: [Row(n) for n in range(1, 9)])

            @staticmethod
            def get(number, fresh=True):
                return replace(table, play=replace(table.play, boards=boards[:25]))

        all = staticmethod(lambda room: school.sessions.all(room))

    begun = time.perf_counter()
    found = gather(Many, school.room)
    facts = [went_well(student) + to_practise(student) for student in found.students]
    took = time.perf_counter() - begun
    assert len(found.boards) == 200 and all(facts) and tables
    assert took < 0.5, took
