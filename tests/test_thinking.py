"""A robot that thinks in a worker: its thought counts if it comes in time and fits the moment."""

from random import Random

import pytest

from hool import notes
from hool.analysis.crew import Job
from hool.fold import Seated
from hool.robots import ROBOTS
from hool.rules import hool
from hool.rules.text import say
from hool.store import Store
from hool.tables import LOOK_AGAIN, THOUGHT, Tables

DEAL = "AKQ2.KQ2.AK2.432 543.543.9543.KQJ 876.876.876.8765 JT9.AJT9.QJT.AT9"


class Thinkers:
    """Workers that answer when the test wants."""

    def __init__(self):
        self.jobs = []

    def __call__(self, kind, data, seconds, within):
        assert kind == "think" and within <= 1
        self.jobs.append(Job(kind, data, seconds, None))
        return self.jobs[-1]


@pytest.fixture
def thinkers():
    return Thinkers()


@pytest.fixture
def table_id(tmp_path, clock, thinkers, request):
    """North is a person, the others think; North tells first."""
    store = Store(f"sqlite:///{tmp_path / 'hool.sqlite'}", clock)
    store.make_room("slug-1234", "ACE34", "5b", "{}", 2e9)
    tables = Tables(store, clock, clock.later, Random(7))
    tables.think = thinkers
    table = tables.open(1, "hool", hool.Options())
    tables.arrange([(table.id, 0, Seated(11, "")), *((table.id, seat, Seated(None, "expert")) for seat in (1, 2, 3))])
    tables.commands(table.id, [f"prepare 1 dealer 0 deal {DEAL}", "next"])
    request.cls.tables = tables
    return table.id


class TestThinking:
    tables: Tables

    def tell(self, table_id, text="clue hcp"):
        table = self.tables.get(table_id)
        assert self.tables.act(table_id, 11, table.turns[0], text).ok

    def acts(self, table_id):
        return [(act.seat, act.text) for act in self.tables.get(table_id).play.acts]

    def test_the_thought_is_what_it_does_and_says(self, table_id, thinkers, clock):
        self.tell(table_id)
        thinkers.jobs[0].finish(("clue pattern", say("I told my pattern.")))
        clock.advance(2)
        act = self.tables.get(table_id).play.acts[1]
        assert (act.seat, act.text, str(notes.load(act.note))) == (1, "clue pattern", "I told my pattern.")

    def test_it_thinks_while_people_look_and_knows_only_its_own_view(self, table_id, thinkers):
        self.tell(table_id)
        (view, _seed) = thinkers.jobs[0].data
        assert view.seat == 1 and view.hands[0] is None and view.hands[1] is not None

    def test_a_thought_that_comes_a_little_late_is_waited_for(self, table_id, thinkers, clock):
        self.tell(table_id)
        clock.advance(1.69)  # the longest pause before a clue
        assert len(self.acts(table_id)) == 1
        thinkers.jobs[0].finish(("clue pattern", say("I told my pattern.")))
        clock.advance(LOOK_AGAIN)
        assert self.acts(table_id)[1] == (1, "clue pattern")

    def test_nobody_waits_for_a_worker_that_hangs(self, table_id, thinkers, clock):
        """The standard robot acts instead, with its own reason."""
        self.tell(table_id)
        clock.advance(1.7 + THOUGHT)
        act = self.tables.get(table_id).play.acts[1]
        view, _seed = thinkers.jobs[0].data
        action, why = ROBOTS["hool"]["standard"](view, Random(0))
        assert (act.text, notes.load(act.note)) == (str(action), why)

    def test_a_worker_that_fails_or_wants_what_is_not_allowed_is_replaced(self, table_id, thinkers, clock, caplog):
        self.tell(table_id)
        thinkers.jobs[0].finish(why_not="broken")
        clock.advance(2)
        assert self.acts(table_id)[1][0] == 1
        thinkers.jobs[1].finish(("play AS", say("I like it.")))
        clock.advance(2)
        assert self.acts(table_id)[2][1].startswith("clue ")
        assert "wanted what is not allowed" in caplog.text and "AS" not in caplog.text

    def test_a_thought_about_another_moment_does_not_count(self, table_id, thinkers, clock):
        self.tell(table_id)
        first = self.tables.get(table_id).play.first_seq
        assert self.tables.command(table_id, f"rewind {first}").ok
        self.tell(table_id, "clue spades")
        thinkers.jobs[0].finish(("clue pattern", say("I thought of the time before.")))
        clock.advance(1.7)
        assert len(self.acts(table_id)) == 1
        thinkers.jobs[1].finish(("clue pattern", say("I thought of this moment.")))
        clock.advance(1.7)
        assert str(notes.load(self.tables.get(table_id).play.acts[1].note)) == "I thought of this moment."

    def test_who_calls_first_in_secret_does_not_disturb_the_others(self, table_id, thinkers, clock):
        """Three experts call in the same step; each does what it has thought of."""
        self.tell(table_id, "clue hcp")
        clock.advance(12)
        self.tell(table_id, "clue pattern")
        while not (step := [job for job in thinkers.jobs if job.data[0].phase == "step 1"]):
            clock.advance(LOOK_AGAIN)
        asked = len(thinkers.jobs)
        for job in step:
            job.finish(("pass", say("I have thought about it.")))
        clock.advance(3)
        calls = [act for act in self.tables.get(table_id).play.acts if act.text == "pass"]
        assert [str(notes.load(act.note)) for act in calls] == ["I have thought about it."] * 3
        assert len(thinkers.jobs) == asked

    def test_there_is_nothing_to_think_about_when_one_thing_is_allowed(self, table_id, thinkers, clock):
        for kind in ("hcp", "pattern"):
            self.tell(table_id, f"clue {kind}")
            clock.advance(12)
        self.tell(table_id, "bid 7NT")
        clock.advance(12)
        while not (table := self.tables.get(table_id)).finished:
            if 0 in table.to_act():
                view = table.rules.view(table.play.state, 0)
                self.tell(table_id, next(str(c.action) for c in view.choices if c.why_not is None))
            clock.advance(12)
        for job in thinkers.jobs:
            view, _seed = job.data
            assert sum(choice.why_not is None for choice in view.choices) > 1


def test_without_workers_an_expert_plays_as_the_standard_robot(tmp_path, clock):
    store = Store(f"sqlite:///{tmp_path / 'hool.sqlite'}", clock)
    store.make_room("slug-1234", "ACE34", "5b", "{}", 2e9)
    tables = Tables(store, clock, clock.later, Random(7))
    table = tables.open(1, "hool", hool.Options())
    tables.arrange([(table.id, seat, Seated(None, "expert")) for seat in range(4)])
    tables.commands(table.id, [f"prepare 1 dealer 0 deal {DEAL}", "next"])
    clock.advance(200)
    assert tables.get(table.id).finished
