"""Games at their players' own pace: beginning one, deadlines, and that nothing is settled twice or forgotten."""

import random

import pytest
from analysts import Pondering
from people import open_class

from hool import create_app
from hool.pace import Plan, begun, is_over, stands
from hool.refused import Refused
from hool.rules import hool, oh_hell

DAY = 86400
SHORT = oh_hell.PRESETS["short"]


class Games:
    """A class whose students may open games, none of them at a table of the class."""

    def __init__(self, app, clock, *names):
        self.app, self.clock = app, clock
        self.parts = app.extensions["hool"]
        self.teacher, self.slug, self.students = open_class(app, *names, start=False)
        self.room = self.parts.store.room_by_slug(self.slug).id
        self.school, self.pace, self.tables = self.parts.classroom, self.parts.pace, self.parts.tables
        self.school.change_settings(self.room, own_pace=True)
        self.people = [self.school.person(student.id) for student in self.students]

    def begin(self, *who, limit=DAY, on_timeout="forfeit", game="oh_hell", options=SHORT, seats=None):
        people = [self.people[i].id for i in who or range(len(self.people))]
        plan = Plan(game, options, seats or len(people), limit, on_timeout)
        return self.pace.begin_for(self.room, people, plan)

    def now(self, table):
        return self.tables.get(table.id)

    def act(self, table, seat, text=None):
        table = self.now(table)
        person = table.seats[seat].person
        view = table.rules.view(table.play.state, seat)
        legal = [str(choice.action) for choice in view.choices if choice.why_not is None]
        return self.tables.act(table.id, person, table.turns[seat], text or legal[0])

    def due(self, table):
        """The seats that are awaited."""
        return sorted(self.now(table).to_act())

    def texts(self, table, *verbs):
        return [e.text for e in self.parts.store.events(table.id) if e.text.split()[0] in verbs]


@pytest.fixture
def games(app, clock):
    return Games(app, clock, "Amina", "Bo", "Chi", "Dee")


def test_whoever_was_asked_takes_a_seat_and_the_last_one_begins_the_game(games):
    amina, bo, chi, dee = games.people
    plan = Plan("oh_hell", SHORT, 3, DAY, "forfeit")
    table = games.pace.open(amina, plan, [bo.id, chi.id], anybody=False)
    assert [how for how, _ in games.pace.of(bo)] == ["asked"] and games.pace.waiting_for(bo) == 1
    assert games.pace.of(dee) == []
    with pytest.raises(Refused, match="asked"):
        games.pace.join(dee, 1)
    games.pace.join(bo, 1)
    assert not begun(games.now(table)) and games.pace.of(bo)[0][0] == "forming"
    began = games.pace.join(chi, 1)
    assert began.playing and set(began.people) == {amina.id, bo.id, chi.id} and began.limit == DAY
    assert began.unaided
    with pytest.raises(Refused, match="begun"):
        games.pace.leave(bo, 1)


def test_the_first_dealer_is_drawn_by_lot(games):
    dealers = set()
    for _ in range(30):
        table = games.begin(0, 1, 2, limit=60)
        dealers.add(table.seats[table.play.board.dealer].person)
        games.pace.remove(games.room, -table.number)
    assert dealers == {person.id for person in games.people[:3]}
