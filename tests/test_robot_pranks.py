"""What a prankster, a power cut or too many fingers do to workers, searches and analysis: nobody else notices."""

import re
import subprocess
import sys
from queue import Queue
from random import Random

import pytest
from analysts import Pondering
from people import Person, cards_in, open_class

from hool import dealing
from hool.analysis.analyst import BRINGS, Analyst
from hool.analysis.crew import NO_SOLVER, Crew, Job
from hool.robots import ROBOTS
from hool.rules import hool
from hool.rules.cards import parse_deal
from hool.rules.game import legal_actions
from hool.rules.text import say
from hool.store import Store
from hool.web import orders
from hool.web.reasons import told_reasons
from tests.test_replay import Class
from tests.test_replay_analysis import with_analyst
from tests.test_secrets import known_cards

DEAL = parse_deal("AT5.AT5.76.AK876 KJ832.KQ82.AJ8.5 64.J973.KT543.QT Q97.64.Q92.J9432")


class Desk(Pondering):
    """Work that is asked for and never done, unless the test finishes it."""

    def __init__(self):
        super().__init__()
        self.jobs = []

    def ask(self, kind, data, seconds):
        self.jobs.append(Job(kind, data, seconds, None))
        return self.jobs[-1]


@pytest.fixture
def desk():
    return Desk()


@pytest.fixture
def store(tmp_path, clock):
    return Store(f"sqlite:///{tmp_path}/x.sqlite", clock)


# -- workers ----------------------------------------------------------------------------------------------------------


class Starts:
    """Workers that say they are ready and then only listen."""

    def __init__(self):
        self.begun: Queue[subprocess.Popen[bytes]] = Queue()

    def __call__(self):
        code = "import pickle, sys; pickle.dump(('ready', ''), sys.stdout.buffer); sys.stdout.flush();"
        listen = f"{code} sys.stdin.buffer.read()"
        worker = subprocess.Popen([sys.executable, "-c", listen], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.begun.put(worker)
        return worker


def test_a_second_worker_begins_while_the_first_one_is_busy():
    starts = Starts()
    crew = Crew(2, starts)
    jobs = [crew.ask("think", None, 30)]
    first = starts.begun.get(timeout=30)
    jobs.append(crew.ask("think", None, 30))
    second = starts.begun.get(timeout=30)
    for worker in (first, second):
        worker.kill()
    assert all(job.wait(30) and job.answer is None for job in jobs)


def test_a_worker_that_is_killed_in_the_middle_fails_its_job_and_the_next_one_is_done():
    starts = Starts()
    crew = Crew(1, lambda: starts() if starts.begun.empty() else subprocess.Popen(**REAL))
    late = crew.ask("table", DEAL.hands, 60)
    killed = starts.begun.get(timeout=30)
    starts.begun.put(killed)  # from here on the real workers
    killed.kill()
    assert late.wait(30) and late.answer is None
    then = crew.ask("table", DEAL.hands, 60)
    assert then.wait(60) and len(then.answer) == 4


REAL = {
    "args": [sys.executable, "-c", "from hool.analysis.worker import main; main()"],
    "stdin": subprocess.PIPE,
    "stdout": subprocess.PIPE,
}


def test_work_that_is_taken_back_is_not_begun():
    starts = Starts()
    crew = Crew(1, starts)
    busy, dropped = crew.ask("deal", None, 60), crew.ask("deal", None, 60)
    dropped.drop()
    starts.begun.get(timeout=30).kill()
    assert busy.wait(30) and dropped.wait(30)
    assert starts.begun.empty(), "no worker was begun for it"


# -- too many questions -----------------------------------------------------------------------------------------------


def test_who_asks_about_every_moment_of_a_board_does_not_keep_the_solver_from_others(desk, store, clock):
    analyst = Analyst(store, desk.ask, clock, lambda: True)
    lead = (hand := DEAL.hands[2])[0]
    for card in hand:
        for _ in range(3):
            assert analyst.brings(DEAL, "H", 2, (card,)) is None
    assert len(desk.jobs) == BRINGS
    assert analyst.table(DEAL) is None and desk.jobs[-1].kind == "table", "whole boards are asked for all the same"
    desk.jobs[0].finish({lead: 9})
    assert analyst.brings(DEAL, "H", 2, (lead,)) == {lead: 9}
    assert analyst.brings(DEAL, "H", 2, (hand[-1],)) is None
    assert len(desk.jobs) == BRINGS + 2, "when there is room again, the page's next question begins the work"


@pytest.mark.parametrize("press", [orders.Search.go_on, lambda search: search.another(0), None])
def test_however_often_a_search_is_begun_anew_one_piece_of_its_work_waits(app, desk, press):
    wanted = dealing.parse(dealing.fields("NS makes 4S"))
    chance = Random(1)
    search = orders.Search(wanted, 2, chance, desk.ask)
    with app.app_context():
        orders.keep(1, "class", search)
        for _ in range(20):
            if press:
                press(search)
            else:
                orders.keep(1, "class", orders.Search(wanted, 2, chance, desk.ask))
    assert len(desk.jobs) == 21
    assert [job.until is None for job in desk.jobs].count(True) == 1


def test_an_answer_that_cannot_be_kept_is_shown_all_the_same(desk, clock, caplog):
    class FullDisk:
        def analysis(self, _key):
            return None

        def keep_analysis(self, _key, _data):
            raise OSError("no space left on device")

    analyst = Analyst(FullDisk(), desk.ask, clock, lambda: True)
    table = tuple(tuple(range(seat, seat + 5)) for seat in range(4))
    assert analyst.table(DEAL) is None
    desk.jobs[0].finish(table)
    assert analyst.table(DEAL) == table == analyst.table(DEAL)
    assert "could not be kept" in caplog.text and len(desk.jobs) == 1


def test_a_solver_that_does_not_start_is_no_analysis_rather_than_a_late_one(desk, store, clock):
    """Such as a library that lacks another one: asking again each minute would not help."""
    analyst = Analyst(store, desk.ask, clock, lambda: True)
    assert analyst.table(DEAL) is None and analyst.off is None
    desk.jobs[0].finish(why_not=f"{NO_SOLVER}OSError('libgomp.so.1: cannot open shared object file')")
    assert analyst.table(DEAL) is None
    assert "does not start on this computer" in str(analyst.off) and not analyst.table_failed(DEAL)
    clock.now += 600
    assert analyst.trace(DEAL, "S", 0, DEAL.hands[0][:1]) is None and len(desk.jobs) == 1


def test_a_worker_whose_solver_does_not_start_says_so():
    broken = "from hool.analysis import dds, worker\ndef load(): raise dds.NoSolver('broken')\ndds.load = load\n"
    command = [sys.executable, "-c", f"{broken}worker.main()"]
    crew = Crew(1, lambda: subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE))
    job = crew.ask("table", DEAL.hands, 20)
    assert job.wait(30) and job.why_not == f"{NO_SOLVER}broken"


# -- what takes long in the server itself -----------------------------------------------------------------------------


def test_while_a_years_boards_become_a_file_taps_come_in_between(app, monkeypatch):
    """Somebody waits for one board at most, not for all of them."""
    turns = []
    monkeypatch.setattr("hool.web.files.sleep", turns.append)
    made = Class(app)
    made.parts.classroom.random_deals(made.room_id, same=True)
    for _ in range(2):
        made.play(1)
    answer = made.client(teacher=True).get(made.at(".pbn"))
    assert answer.text.count("[Deal ") == 2 and turns == [0, 0]


# -- without a solver -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["?at=20", "/what-if?at=20&cards=1"])
def test_without_a_solver_a_board_says_why_nothing_is_worked_out(app, path):
    made = Class(app)
    made.parts.classroom.random_deals(made.room_id, same=True)
    for number in (1, 2):
        made.play(number)
    with_analyst(app, Pondering(say("Nothing is worked out here.")))
    assert made.client(0).get(made.at(f"/1/1{path}")).text.count("Nothing is worked out here.") == 1
    made.parts.classroom.change_settings(made.room_id, analysis=False)
    assert "Nothing is worked out here." not in made.client(0).get(made.at(f"/1/1{path}")).text


# -- when the room is over --------------------------------------------------------------------------------------------


def test_after_the_rooms_end_nothing_can_be_looked_at_and_nothing_is_written(app, clock):
    made = Class(app)
    made.parts.classroom.random_deals(made.room_id, same=True)
    for number in (1, 2):
        made.play(number)
    client, board = made.client(0), made.tables[0].play.boards[0]
    clock.now += 400 * 86400
    answer = client.post(made.at("/1/1/what-if"), data={"turn": board.last_seq, "at": 3, "do": "robot"})
    assert answer.status_code == 404 and "everything in it was deleted" in answer.text
    assert client.get(made.at("/1/1")).status_code == 404
    assert made.parts.store.work(made.room_id, "branch") == []


# -- secrets ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["beginner", "expert"])
def test_with_hints_and_talking_robots_nobody_is_sent_a_card_they_may_not_know(app, clock, level):
    """Amina and Bo play with two robots and ask for every hint; the expert's own reasons name what it holds."""
    rng = Random(level)
    parts = app.extensions["hool"]

    def think(kind, data, seconds, _within):
        view, seed = data
        action, _why = ROBOTS["hool"]["standard"](view, Random(seed))
        job = Job(kind, data, seconds, None)
        held = [card for card in view.hands[view.seat] if f"play {card}" != str(action)]
        job.finish((str(action), say("I keep the {card}.", card=held[0]) if held else say("I keep nothing.")))
        return job

    parts.tables.think = think
    teacher, slug, students = open_class(app, "Amina", "Bo")
    wall = Person(app)
    wall.get(f"/room/{slug}/wall")
    wall.connect("wall", slug)
    form = {"robots": level, "hints": "card", "reasons": "1", "analysis": "1"}
    assert teacher.post(f"/room/{slug}/class/room/help", **form).status_code == 303
    [table] = parts.tables.tables(parts.store.room_by_slug(slug).id)
    seats = {parts.classroom.seat_of(each.id)[1]: each for each in students}
    hints = said = 0
    for _board in range(2):
        if not parts.tables.get(table.id).playing:
            parts.tables.command(table.id, "next")
        for person in (*students, wall):
            person.listen()
            person.heard.clear()
        old = {key: set() for key in (*seats, None)}
        while (now := parts.tables.get(table.id)).playing:
            for seat in sorted(now.to_act() & set(seats)):
                moment = re.search(r'data-hint="([^"]+)"', seats[seat].get(f"/room/{slug}/play").text)
                for step in range(4):
                    form = {"moment": moment[1], "step": step}
                    hints += seats[seat].post(f"/room/{slug}/hint", **form).status_code == 200
                seats[seat].act(str(rng.choice(legal_actions(hool, now.play.state, seat))))
                break
            else:
                clock.advance(0.5)
            now = parts.tables.get(table.id)
            said += bool(told_reasons(now))
            for seat, person in (*seats.items(), (None, wall)):
                person.listen()
                may = known_cards(now, seat) if seat is not None else set()
                for text in person.heard:
                    assert "I keep" not in text
                    leaked = cards_in(text) - may - old[seat]
                    assert not leaked, f"{seat} was sent {leaked}: {text[:2000]}"
                person.heard.clear()
                old[seat] = may
            clock.advance(3)  # fingers that no budget minds
    assert hints > 50 and said > 10
