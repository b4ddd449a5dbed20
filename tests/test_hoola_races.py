"""Claims in a class, over the sockets that phones use: several at once, late ones, lost ones, and a teacher in between.

The four of hearts is discarded by seat 0; seat 1 can make a run with it, seat 2 a set, seat 3 another run.
"""

import threading

import pytest
from analysts import Pondering
from people import Person, open_class

from hool import create_app
from hool.rules import hoola
from hool.rules.cards import format_deal
from tests.hoola_play import dealt

HANDS = ("4H 9C JD", "2H 3H 8D QS KD", "4S 4D 2C", "5H 6H 2D")
CLAIMS = {1: "claim 2H 3H 4H", 2: "claim 4S 4H 4D", 3: "claim 4H 5H 6H"}


class School:
    """A table of four at which the first discard lies."""

    def __init__(self, app, limit=0, **options):
        self.app, self.parts = app, app.extensions["hool"]
        self.teacher, self.slug, students = open_class(app, "Ada", "Ben", "Cleo", "Dev", start=False)
        self.room = self.parts.store.room_by_slug(self.slug).id
        self.parts.classroom.play_game(self.room, "hoola", hoola.Options(**options), 4, limit=limit)
        (table,) = self.parts.tables.tables(self.room)
        self.id = table.id
        self.students = [next(s for s in students if s.id == who.person) for who in table.seats]
        self.deal()

    def deal(self):
        board = dealt(*HANDS, stock="KH")
        assert self.parts.tables.command(self.id, f"redeal 1 dealer 0 deal {format_deal(board.deal)}").ok
        self.do("draw", "discard 4H")

    def do(self, *texts, seat=0):
        for text in texts:
            assert self.students[seat].act(text)["code"] == "done", text

    @property
    def table(self):
        return self.parts.tables.get(self.id)

    def view(self, seat=None):
        return hoola.view(self.table.play.state, seat)

    def name(self, seat):
        return self.students[seat].name

    def at_once(self, *seats, phones=None):
        """All these say thank you in the same instant; by seat, what each is answered."""
        answers, go, turns = {}, threading.Barrier(len(seats)), self.table.turns
        phones = phones or self.students

        def claim(seat):
            go.wait()
            answers[seat] = phones[seat].emit("act", {"table": self.id, "turn": turns[seat], "text": CLAIMS[seat]})

        threads = [threading.Thread(target=claim, args=(seat,)) for seat in seats]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return answers

    def on(self, app, seat):
        """The phone of this student, at another server of the same school."""
        phone = Person(app)
        phone.http._cookies.update(self.students[seat].http._cookies)
        assert phone.connect("play", self.slug)["ok"]
        return phone


@pytest.fixture
def another(tmp_path, clock, compiled):
    """Makes another server on the same data file."""

    def make():
        config = {"TESTING": True, "DATA": str(tmp_path / "hool.sqlite"), "CLOCK": clock, "LATER": clock.later}
        app = create_app({**config, "ANALYST": Pondering()})
        app.jinja_env.bytecode_cache = compiled
        return app

    return make


@pytest.mark.parametrize("seats", [(2, 3), (3, 2, 1)])
def test_of_those_who_claim_at_once_the_first_has_it_and_the_others_hear_who_it_was(app, seats):
    school = School(app)
    answers = school.at_once(*seats)
    winner = school.view().claimed
    assert [answers[seat]["code"] for seat in seats].count("done") == 1 and answers[winner]["code"] == "done"
    for seat in set(seats) - {winner}:
        assert answers[seat]["text"] == f"Too late: {school.name(winner)} said thank you first."
    assert [act[1:3] for act in school.table.play.acts[2:]] == [(winner, CLAIMS[winner])], "and nothing else is logged"
    assert len(school.view().melds) == 1 and sum(school.view().counts) == 28 - 2


@pytest.mark.parametrize("seats", [(3, 2), (3, 2, 1)])
def test_by_turns_the_order_in_which_they_arrive_decides_nothing(app, seats):
    school = School(app, claim_policy="priority")
    answers = school.at_once(*seats)
    assert {answer["code"] for answer in answers.values()} == {"done"}
    for seat in {1, 2, 3} - set(seats):
        school.do("pass", seat=seat)
    assert school.view().claimed == min(seats)
    assert {act.seat for act in school.table.play.acts[2:]} == {1, 2, 3}, "the log has all answers, as they came"
    for seat, phone in enumerate(school.students):
        told = f"{school.name(min(seats))}</bdi> comes before you, and got the card."
        assert (told in "".join(phone.html.values())) == (seat in seats and seat != min(seats))


def test_a_slow_phone_hears_that_it_is_too_late_and_is_shown_how_the_table_stands(app, clock):
    school = School(app, claim_window_s=5)
    slow, turn = school.students[2], school.table.turns[2]
    clock.advance(5)
    late = slow.act(CLAIMS[2], turn)
    assert (late["code"], late["text"]) == ("no", "Too late: the time to say thank you is over.")
    school.do("draw", "discard QS", seat=1)
    slow.views.clear()
    for text, said in ((CLAIMS[2], "Too late: another card lies there now."), ("pass", "")):
        late = slow.act(text, turn)
        assert (late["code"], late["text"]) == ("already" if text == "pass" else "stale", said)
    assert "queen of spades" in slow.html["stage"] and not school.view().window.answered[2]


def test_a_claim_whose_answer_was_lost_is_answered_as_the_first_time(app):
    school = School(app)
    phone, turn = school.students[3], school.table.turns[3]
    sent = {"table": school.id, "turn": turn, "text": CLAIMS[3]}
    phone.socket.emit("act", sent)  # the line drops before the answer
    phone.socket.disconnect()
    assert school.view().claimed == 3
    phone.connect("play", school.slug)
    before = school.table
    for _ in range(2):
        assert phone.emit("act", sent)["code"] == "already"
    assert school.table == before and school.table.play.acts[-1].seat == 3
    assert "discard" in phone.html["stage"], "the turn goes on"


def test_a_claim_that_was_lost_on_the_way_is_tried_again_in_time(app):
    school = School(app)
    phone, turn = school.students[2], school.table.turns[2]
    phone.socket.disconnect()
    phone.connect("play", school.slug)
    assert phone.act(CLAIMS[2], turn)["code"] == "done"
    assert phone.act(CLAIMS[2], turn)["code"] == "already", "a double tap"
    assert len(school.view().melds) == 1


def test_two_servers_give_a_discard_once(app, another):
    school = School(app)
    second = another()
    phones = [*school.students[:3], school.on(second, 3)]
    for _ in range(3):
        answers = school.at_once(1, 2, 3, phones=phones)
        winner = school.view().claimed
        assert sorted(answer["code"] for answer in answers.values()) == ["done", "no", "no"]
        for seat in {1, 2, 3} - {winner}:
            assert answers[seat]["text"] == f"Too late: {school.name(winner)} said thank you first."
        theirs = second.extensions["hool"].tables.get(school.id)
        assert hoola.view(theirs.play.state, None) == school.view()
        school.deal()


def test_the_class_goes_on_after_a_restart_in_the_middle_of_the_answers(app, another, clock):
    school = School(app, claim_policy="priority", claim_window_s=10)
    school.do(CLAIMS[3], seat=3)
    clock._due.clear()  # the server is gone, and with it what it wanted to do later
    clock.advance(60)
    again = another()
    phone = school.on(again, 2)
    assert "Thank you for the" in phone.listen()["stage"]
    table = again.extensions["hool"].tables.get(school.id)
    answer = phone.emit("act", {"table": school.id, "turn": table.turns[2], "text": CLAIMS[2]})
    assert answer["code"] == "done", "who was asked before has a moment to answer"
    clock.advance(1)
    table = again.extensions["hool"].tables.get(school.id)
    assert hoola.view(table.play.state, None).claimed == 2
    assert [act.text for act in table.play.acts[2:]] == [CLAIMS[3], CLAIMS[2], "close"]


def test_a_claim_while_the_teacher_does_something_is_answered_and_nothing_is_lost(app, clock):
    school = School(app, claim_policy="priority", claim_window_s=5)
    parts, phone = school.parts, school.students[2]
    turn = school.table.turns[2]
    parts.classroom.pause(school.room)
    clock.advance(60)
    assert "paused" in phone.act(CLAIMS[2], turn)["text"]
    parts.classroom.resume(school.room)
    assert phone.act(CLAIMS[2], turn)["code"] == "done", "nobody has lost time"

    discarded = school.table.play.acts[-2].seq
    assert parts.tables.command(school.id, f"rewind {discarded}").ok
    assert not school.view().window.answered[2]
    assert phone.act("pass", turn + 1)["code"] == "already", "what was tapped before is no answer now"
    school.do(CLAIMS[2], seat=2)

    turn = school.table.turns[3]
    school.deal()
    late = school.students[3].act(CLAIMS[3], turn)
    assert not late["ok"] and not school.view().window.answered[3], "that was for other cards"
    school.do(CLAIMS[3], seat=3)

    parts.classroom.bench(phone.id)
    late = phone.emit("act", {"table": school.id, "turn": school.table.turns[2], "text": CLAIMS[2]})
    assert "not sitting" in late["text"]
    clock.advance(5)
    assert school.view().claimed in (2, 3), "who has the seat now, or the next who wanted it"


def test_the_seconds_for_a_thank_you_are_not_counted_in_minutes(app, clock):
    school = School(app, limit=120, claim_window_s=5)
    school.parts.tables.watch_deadlines()
    assert "left" not in school.parts.show.clock_html(school.parts.show.table(school.table))
    clock.advance(5)
    assert "2 minutes left" in school.parts.show.clock_html(school.parts.show.table(school.table))
    clock.advance(61)
    assert "under a minute left" in school.students[1].html["pace"]
    clock.advance(60)
    assert school.table.seats[1].acts_alone, "and who does not draw in time is late"
