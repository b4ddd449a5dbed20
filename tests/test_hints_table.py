"""Hints, robots' sentences and levels of robots in the classroom: who gets them, and that nothing leaks."""

import re
from dataclasses import replace
from random import Random

import pytest
from people import Person, open_class

from hool.fold import Seated, fold
from hool.robots import ROBOTS
from hool.robots.hints import hint
from hool.rules import hool
from hool.rules.game import legal_actions, options_to_json
from hool.rules.hool import PRESETS
from hool.rules.text import say
from hool.store import Event
from hool.web.reasons import told_reasons
from hool.web.show import plainly
from tests.test_secrets import clue_changes, known_cards, swap

NOTE = '{"say":"I hold the ace and the king."}'
MOMENT = re.compile(r'data-hint="([^"]*)"')


class Class:
    """One table with Amina North and Bo South; robots are East and West."""

    def __init__(self, app, clock, *names):
        self.app, self.clock = app, clock
        self.parts = app.extensions["hool"]
        self.teacher, self.slug, self.students = open_class(app, *(names or ("Amina", "Bo")))
        self.room = self.parts.store.room_by_slug(self.slug).id

    @property
    def table(self):
        return self.parts.tables.tables(self.room)[0]

    def help(self, **form):
        answer = self.teacher.http.post(
            f"/room/{self.slug}/class/room/help", data={"robots": "standard", "hints": "", **form}
        )
        assert answer.status_code == 303

    def page(self, student):
        return student.http.get(f"/room/{self.slug}/play").get_data(as_text=True)

    def moment(self, student):
        found = MOMENT.search(self.page(student))
        return found[1] if found else ""

    def ask(self, student, step=0, moment=None, **more):
        moment = self.moment(student) if moment is None else moment
        form = {"moment": moment, "step": step, **more}
        answer = student.http.post(f"/room/{self.slug}/hint", data=form, headers={"Accept": "text/plain"})
        text = answer.get_data(as_text=True)
        said = re.search(r"<p>(.*?)</p>", text, re.S)
        return answer.status_code, re.sub(r"<[^>]+>", "", said[1] if said else text)


@pytest.fixture
def two(app, clock):
    return Class(app, clock)


# Hints


def test_there_are_no_hints_unless_the_teacher_allows_them(two):
    amina = two.students[0]
    assert two.moment(amina) == ""
    assert two.ask(amina, moment="1-0-clues-0") == (409, "Hints are switched off. Ask your teacher.")
    two.help(hints="question")
    assert two.moment(amina)


def test_a_hint_is_what_the_robot_makes_of_this_students_view(two):
    two.help(hints="card")
    amina, table = two.students[0], two.table
    moment = two.moment(amina)
    made = hint(hool.view(table.play.state, 0), "card", Random(f"{table.id} {moment}"))
    wanted = [made.question.text, made.question.how, made.reason, made.idea]
    for step, text in enumerate(wanted):
        code, said = two.ask(amina, step)
        assert code == 200 and said == plainly(text)


@pytest.mark.parametrize(("strength", "steps"), [("question", 2), ("reason", 3), ("card", 4)])
def test_a_hint_goes_no_further_than_the_teacher_allows(two, strength, steps):
    two.help(hints=strength)
    said = [two.ask(two.students[0], step)[1] for step in range(6)]
    assert len(set(said)) == steps
    assert any(each.startswith("A robot would") for each in said) == (strength == "card")


def test_only_the_one_whose_turn_it_is_sees_the_button_and_gets_a_hint(two):
    two.help(hints="card")
    amina, bo = two.students
    assert two.moment(amina) and not two.moment(bo)
    code, said = two.ask(bo, moment=two.moment(amina))
    assert code == 409 and said.startswith("The table has moved on")


def test_a_hint_goes_to_nobody_else_and_into_no_log(two):
    two.help(hints="card")
    amina, bo = two.students
    wall = Person(two.app)
    wall.connect("wall", two.slug)
    log = len(two.parts.store.events(two.table.id))
    for person in (amina, bo, wall):
        person.listen()
        person.heard.clear()
    assert "A robot would" in two.ask(amina, 3)[1]
    two.clock.advance(1)
    for person in (bo, wall, amina):
        person.listen()
        assert not any("robot would" in text for text in person.heard)
    assert len(two.parts.store.events(two.table.id)) == log


def test_a_hint_of_an_earlier_moment_is_not_given_any_more(two):
    two.help(hints="card")
    amina = two.students[0]
    old = two.moment(amina)
    assert amina.act("clue hcp")["ok"]
    assert two.ask(amina, moment=old)[0] == 409
    two.parts.tables.command(two.table.id, "redeal")
    assert two.moment(amina) and two.ask(amina, moment=old)[0] == 409


def test_others_secret_choices_do_not_take_a_hint_away(app, clock):
    four = Class(app, clock, "Amina", "Bo", "Chi", "Dev")
    four.help(hints="question")
    for _ in range(8):
        (seat,) = four.table.to_act()
        person = four.table.seats[seat].person
        action = legal_actions(hool, four.table.play.state, seat)[0]
        assert four.parts.tables.act(four.table.id, person, four.table.turns[seat], str(action)).ok
    amina, bo = four.students[:2]
    before = four.moment(amina)
    assert bo.act("pass")["ok"]
    assert before and four.moment(amina) == before


def test_there_is_no_hint_while_the_table_is_paused_or_the_room_closed(two):
    two.help(hints="card")
    amina = two.students[0]
    moment = two.moment(amina)
    two.parts.tables.command(two.table.id, "pause")
    assert two.ask(amina, moment=moment)[0] == 409
    two.parts.tables.command(two.table.id, "resume")
    assert two.ask(amina, moment=moment)[0] == 200
    two.parts.classroom.close_room(two.room)
    assert two.ask(amina, moment=moment)[0] == 409


@pytest.mark.parametrize("form", [{"step": "x"}, {"step": "-1"}, {"step": "99999999999"}, {"step": "2" * 5000}])
def test_nonsense_in_the_form_is_a_first_step_or_the_last(two, form):
    two.help(hints="card")
    assert two.ask(two.students[0], **form)[0] == 200


@pytest.mark.parametrize("moment", ["", "\0", "1", "x" * 5000, "1-0-clues-0; drop"])
def test_an_unknown_moment_has_no_hint(two, moment):
    two.help(hints="card")
    assert two.ask(two.students[0], moment=moment)[0] == 409


def test_strangers_and_teachers_get_no_hint(two, app):
    two.help(hints="card")
    for who in (app.test_client(), two.teacher.http):
        assert who.post(f"/room/{two.slug}/hint", data={"moment": "x"}).status_code in (303, 401)


def test_so_many_hints_a_minute_and_no_more(two):
    two.help(hints="question")
    codes = [two.ask(two.students[0], moment=two.moment(two.students[0]))[0] for _ in range(45)]
    assert codes[0] == 200 and codes[-1] == 409
    two.clock.advance(5)
    assert two.ask(two.students[0])[0] == 200


def test_the_teacher_sees_how_many_hints_a_table_looked_at(two):
    two.help(hints="card")
    desk = f"/room/{two.slug}/class?table=1"
    assert "hint" not in two.teacher.http.get(desk).get_data(as_text=True).split('id="open-h"')[1][:300]
    for step in (0, 1, 2, 0):
        two.ask(two.students[0], step)
    assert "2 hints" in two.teacher.http.get(desk).get_data(as_text=True)
    two.parts.tables.command(two.table.id, "redeal")
    assert two.parts.classroom.hints_used(two.table) == 0


def test_at_home_a_student_asks_at_the_own_table(two):
    two.help(hints="reason", robots="beginner")
    amina = two.students[0]
    session = two.parts.sessions.open(two.room, "010-one-suit")
    two.parts.sessions.go(two.room, "play")
    two.parts.sessions.end(two.room)
    page = amina.http.get(f"/room/{two.slug}/home/{session.id}").get_data(as_text=True)
    table = two.parts.sessions.home_table(two.parts.classroom.person(amina.id), session.id)
    assert {s.robot for s in table.seats} == {"", "beginner"}
    for _ in range(40):
        if 2 in table.to_act():
            break
        two.clock.advance(2)
        table = two.parts.tables.get(table.id)
        two.parts.tables.wake(table)
    page = amina.http.get(f"/room/{two.slug}/home/{session.id}").get_data(as_text=True)
    moment = MOMENT.search(page)[1]
    assert two.ask(amina, 2, moment, lesson=session.id)[0] == 200
    assert two.ask(amina, 2, moment, lesson=999)[0] == 409
    two.help(hints="reason", robots="standard")
    table = two.parts.sessions.home_table(two.parts.classroom.person(amina.id), session.id)
    assert {s.robot for s in table.seats} == {"", "standard"}


# What robots say


def noted(table, level="standard"):
    """The table with a robot's note on every act, folded anew."""
    now = replace(table.play, state=hool.start(table.play.board, table.play.deal), acts=())
    turns = tuple(0 for _ in table.turns)
    made = replace(table, play=now, turns=turns, seats=tuple(Seated(None, level) for _ in table.seats))
    made = replace(made, history=((table.play.first_seq, now),), seq=table.play.first_seq)
    for act in table.play.acts:
        made = fold(made, Event(table.id, made.seq + 1, 0.0, str(act.seat), act.text, NOTE))
    return made


def robot_moments(app, clock, boards, seed, options=None, level="standard"):
    """Moments of boards that robots play, as ``noted``."""
    two = Class(app, clock)
    rng = Random(seed)
    table = two.table
    if options is not None:
        two.parts.tables.commands(table.id, [f"options {options}", "fresh"])
        table = two.table
    robot = ROBOTS["hool"].get(level, ROBOTS["hool"]["standard"])
    for _ in range(boards):
        deal = hool.deal(table.play.board, rng)
        now = replace(table, play=replace(table.play, deal=deal, state=hool.start(table.play.board, deal), acts=()))
        now = noted(now, level)
        while now.playing:
            yield rng, now
            seat = rng.choice(sorted(now.to_act()))
            action, _ = robot(hool.view(now.play.state, seat), rng)
            if rng.random() < 0.2:
                action = rng.choice(legal_actions(hool, now.play.state, seat))
            now = fold(now, Event(now.id, now.seq + 1, 0.0, str(seat), str(action), NOTE))


@pytest.mark.parametrize("level", ["beginner", "standard", "expert"])
def test_what_robots_say_does_not_depend_on_cards_that_nobody_sees(app, clock, level):
    """Two cards that no viewer may know are exchanged: every robot says the same."""
    checked = spoken = 0
    for rng, table in robot_moments(app, clock, 6, 4, level=level):
        if rng.random() < 0.5:
            continue
        known = known_cards(table, None)
        hidden = [(o, c) for o in range(4) for c in table.play.deal.hands[o] if str(c) not in known]
        for _ in range(12 if hidden else 0):
            (one, card), (two, other) = rng.choice(hidden), rng.choice(hidden)
            if one == two or any(clue_changes(table, owner, card, other) for owner in (one, two)):
                continue
            swapped = swap(table, card, other)
            if swapped is not None:
                checked += 1
                said = told_reasons(table)
                spoken += len(said)
                assert said == told_reasons(noted(swapped, level))
                break
    assert checked > 40 and spoken > 40


def test_a_secret_bid_is_not_spoken_of_before_it_is_turned(app, clock):
    seen = 0
    for _, table in robot_moments(app, clock, 6, 8):
        view = hool.view(table.play.state, None)
        if view.phase == "step 1" and len(view.to_act) < 4:
            seen += 1
            said = {text.message for _, text in told_reasons(table)}
            assert not any("promise" in message or "together" in message.lower() for message in said)
            acts = [a for a in table.play.acts if a.text.startswith("clue ")]
            same = fold(table, Event(table.id, table.seq + 1, 0.0, str(min(view.to_act)), "pass", NOTE))
            if hool.view(same.play.state, None).phase == "step 1":
                assert told_reasons(same) == told_reasons(table)
            assert len(acts) == 8
    assert seen > 6


def test_the_robots_own_reason_is_never_on_the_page(app, clock):
    show = app.extensions["hool"].show
    for _, table in robot_moments(app, clock, 1, 2):
        assert "ace and the king" not in str(told_reasons(table))
        assert "ace and the king" not in str(show.shared_html(table))


@pytest.mark.parametrize("level", ["beginner", "standard"])
def test_robots_have_something_to_say_of_many_acts(app, clock, level):
    moments = [len(told_reasons(table)) for _, table in robot_moments(app, clock, 4, 3, level=level)]
    assert sum(map(bool, moments)) > len(moments) / 2


def test_what_robots_say_of_a_card_is_true_for_all_to_see(app, clock):
    heard = set()
    for level in ("beginner", "standard"):
        for _, table in robot_moments(app, clock, 4, 5, level=level):
            view = hool.view(table.play.state, None)
            for seat, text in told_reasons(table)[-1:]:
                last = table.play.acts[-1]
                if last.seat != seat or not last.text.startswith("play "):
                    continue
                heard.add(text.message)
                cards = view.trick or [((view.tricks[-1][0] + i) % 4, c) for i, c in enumerate(view.tricks[-1][1])]
                holder, card = cards[-1]
                before = [c for _, c in cards[:-1]]
                best = max(before, key=lambda c: (c.suit == view.trumps, c.suit == cards[0][1].suit, c.rank), default=0)
                leads = best and next(owner for owner, c in cards if c == best)
                if "already winning" in text.message:
                    assert (leads - holder) % 4 == 2
                if "have no {suit} left" in text.message:
                    assert card.suit != cards[0][1].suit
                if "wins the trick" in text.message:
                    assert view.tricks[-1].winner == holder
                if "my ace" in text.message:
                    assert card.rank == 14
    assert len(heard) > 9


def test_robots_say_nothing_unless_the_teacher_allows_it(two):
    two.parts.classroom.move(two.students[0].id, two.table.id, 1)  # a robot deals
    two.clock.advance(3)
    assert two.table.play.acts
    assert 'id="robotsays"' not in two.page(two.students[0])
    two.help(reasons="1")
    page = two.page(two.students[0])
    assert 'id="robotsays"' in page and "What the robots say" in page
    assert "I tell my points first because they say most about a hand." in page
    two.students[1].listen()
    assert "robotsays" in two.students[1].views["stage"]  # those who look on are shown it at once


@pytest.mark.parametrize(
    ("name", "later"),
    [
        ("whist", r"trump|declar|dummy|contract|promis|points?\b|clue|\bbid|\bpass|double"),
        ("trumps", r"declar|dummy|contract|promis|points?\b|clue|\bbid|\bpass|double"),
        ("minibridge", r"points?\b|clue|\bbid|\bpass|double"),
        ("one clue", r"pattern|\bbid|\bpass|double"),
    ],
)
def test_robots_speak_of_nothing_a_lesson_has_not_reached(app, clock, name, later):
    for level in ("beginner", "standard"):
        for _, table in robot_moments(app, clock, 2, 1, options_to_json(PRESETS[name]), level):
            for _, text in told_reasons(table):
                assert not re.search(later, str(text), re.IGNORECASE), str(text)


# Levels


def test_the_rooms_robots_sit_in_every_empty_seat_and_stand_in_for_the_absent(two):
    assert [s.robot for s in two.table.seats] == ["", "standard", "", "standard"]
    two.help(robots="beginner")
    assert [s.robot for s in two.table.seats] == ["", "beginner", "", "beginner"]
    other = two.parts.classroom.add_table(two.room)
    assert {s.robot for s in other.seats} == {"beginner"}
    two.parts.classroom.stand_in(two.room, two.table.id, 0)
    assert two.table.seats[0] == Seated(two.students[0].id, "beginner")
    two.parts.classroom.unseat(two.students[1].id)
    assert two.table.seats[2] == Seated(None, "beginner")


def test_one_seat_gets_another_robot_in_the_middle_of_a_board(two):
    at = f"/room/{two.slug}/class/table/1/level"
    two.students[0].act("clue hcp")
    assert two.teacher.http.post(at, data={"level": "1.expert"}).status_code == 303
    assert two.table.seats[1].robot == "expert" and two.table.seats[3].robot == "standard"
    assert two.parts.store.events(two.table.id)[-1].text == "sit 1 robot expert"
    two.clock.advance(6)  # it plays on, as the standard robot does where there is no solver
    assert any(act.seat == 1 for act in two.table.play.acts)
    two.help(robots="beginner")
    assert two.table.seats[1].robot == "beginner"


@pytest.mark.parametrize("level", ["0.expert", "1.wizard", "9.expert", "x.expert", "1", "", "1." + "x" * 3000])
def test_a_robot_that_does_not_exist_or_a_persons_seat_is_refused(two, level):
    before = two.table.seats
    answer = two.teacher.http.post(f"/room/{two.slug}/class/table/1/level", data={"level": level})
    assert answer.status_code == 303 and two.table.seats == before
    page = two.teacher.http.get(answer.headers["Location"], follow_redirects=True).get_data(as_text=True)
    assert re.search(r"There is no such|No robot plays|Choose a robot", page)


def test_where_there_is_no_solver_the_teacher_reads_how_an_expert_plays(two):
    two.parts.analyst.off = None
    page = two.teacher.http.get(f"/room/{two.slug}/class/room")
    assert "expert" in page.get_data(as_text=True) and "play as standard" not in page.get_data(as_text=True)
    two.parts.analyst.off = say("There is no solver on this computer.")
    page = two.teacher.http.get(f"/room/{two.slug}/class/room").get_data(as_text=True)
    assert "no solver on this computer. Until there is one, experts play HOOL as standard." in re.sub(r"\s+", " ", page)
    two.help(robots="expert")
    assert two.table.seats[1].robot == "expert"


@pytest.mark.parametrize("form", [{"robots": "wizard"}, {"hints": "all"}, {"robots": ""}])
def test_settings_that_do_not_exist_change_nothing(two, form):
    before = two.parts.classroom.room(two.room).settings
    two.teacher.http.post(f"/room/{two.slug}/class/room/help", data={"robots": "standard", "hints": "", **form})
    assert two.parts.classroom.room(two.room).settings == before


def test_the_level_is_a_word_on_the_teachers_page_and_not_on_the_students(two):
    two.help(robots="beginner")
    for path in ("?table=1", "/seats"):
        assert "beginner" in two.teacher.http.get(f"/room/{two.slug}/class{path}").get_data(as_text=True)
    for student in two.students:
        assert "beginner" not in two.page(student)
