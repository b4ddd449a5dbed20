"""What may be tried at tables of Oh Hell and in games at one's own pace, and bad luck there: nobody sees, acts or stays
where they may not."""

import pytest

from hool.pace import Plan
from hool.refused import Refused
from hool.rules import oh_hell
from hool.rules.game import legal_actions
from tests.people import Person, cards_in, open_class
from tests.test_oh_hell_page import HOOK, Class
from tests.test_pace import Games, Server
from tests.test_pace_pages import DAY, FORM, Room
from tests.test_tablet import Tablet

SHORT = oh_hell.PRESETS["short"]
ROBOTS = Plan("oh_hell", SHORT, 3, DAY, "forfeit")


@pytest.fixture
def games(tmp_path, clock):
    return Games(Server(tmp_path / "hool.sqlite", clock), clock, "Amina", "Bo", "Chi", "Dee")


# -- who plays -------------------------------------------------------------------------------------------------------


def test_a_game_is_begun_for_students_of_the_room_only(app, clock):
    """Whoever sits at a table is named there: numbers that are tried out must not tell names of other rooms."""
    _, _, [zoe] = open_class(app, "Zoe", start=False)
    room = Room(app, clock, "Amina", "Bo")
    teacher = next(person.id for person in room.parts.store.people(room.id) if person.role == "teacher")
    for person in (zoe.id, teacher, 999):
        page = f"/room/{room.slug}/class/pace"
        answer = room.teacher.post(page, people=[room.students[0].id, person], **FORM)
        assert answer.status_code in (303, 409)
        shown = room.teacher.get(page).get_data(as_text=True)
        assert "not in the room any more" in shown or "not in the room any more" in room.teacher.heard[-2]
        assert "Zoe" not in shown
    assert room.parts.pace.games(room.id) == []


# -- taps that come late -------------------------------------------------------------------------------------------


def test_a_bid_for_other_cards_is_no_bid_for_these(app):
    """The tap was on its way when the teacher began the game anew, or dealt other cards."""
    group = Class(app, HOOK)
    for change in (
        lambda: group.parts.classroom.play_game(group.room.id, "oh_hell", HOOK, 5),
        lambda: group.parts.classroom.redeal(group.room.id),
    ):
        seat = min(group.table.to_act())
        turn = group.table.turns[seat]
        before = group.table.play.deal
        change()
        assert group.table.play.deal != before
        seat = min(group.table.to_act()) if seat not in group.table.to_act() else seat
        answer = group.at[seat].act("bid 1", turn=turn)
        assert answer["code"] in ("already", "stale") and group.table.play.acts == (), answer


# -- one device for several ------------------------------------------------------------------------------------------


def test_a_game_that_is_open_on_a_shared_device_ends_with_its_reader(app):
    """Another one of the device comes before the curtain: the hand on the page is not theirs, nor the move."""
    _, slug, [zoe] = open_class(app, "Zoe", start=False)
    tablet, parts = Tablet(app, slug, "Amina", "Bo"), app.extensions["hool"]
    amina, bo = tablet.ids["Amina"], tablet.ids["Bo"]
    game = parts.pace.begin_for(tablet.room.id, [amina, bo, zoe.id], Plan("oh_hell", SHORT, 3, DAY, "bot"))
    at = f"/room/{slug}/games/1"
    tablet.post(f"/room/{slug}/who", person=amina, to=at)
    page = Person(app)
    page.http = tablet.http
    assert page.get(at).status_code == 200 and page.connect("pace", slug, lesson=1)["ok"]
    assert cards_in(page.listen()["stage"])
    tablet.post(f"/room/{slug}/who", person=bo, to=at)
    assert page.socket.get_received()[-1]["args"][0] == {"reason": "others"}, "it asks again who it is"
    table = parts.tables.get(game.id)
    seat = table.seat_of(amina)
    answer = page.emit("act", {"table": table.id, "seat": str(seat + 1), "turn": table.turns[seat], "text": "bid 0"})
    assert answer["code"] == "stale"
    for _ in range(3):
        table = parts.tables.get(game.id)
        first = min(table.to_act())
        bid = next(str(each) for each in legal_actions(oh_hell, table.play.state, first))
        assert parts.tables.act(table.id, table.seats[first].person, table.turns[first], bid).ok
    assert page.socket.get_received() == []


# -- floods ----------------------------------------------------------------------------------------------------------


def test_nobody_fills_the_list_of_the_room_with_games_that_are_given_up(games, monkeypatch):
    monkeypatch.setattr("hool.pace.MOST_KEPT", 5)
    monkeypatch.setattr("hool.pace.MOST_IN_ROOM", 7)
    amina, bo, *_ = games.people
    for person, least in ((amina, 5), (bo, 2)):
        for _ in range(least):
            game = games.pace.open(person, ROBOTS, [], False, robots=True)
            table = games.now(game)
            assert games.tables.act(game.id, person.id, table.turns[table.seat_of(person.id)], "resign").ok
        with pytest.raises(Refused, match="Your teacher can remove old ones"):
            games.pace.open(person, ROBOTS, [], False, robots=True)
    games.begin()
    games.pace.remove(games.room, 1)
    games.pace.remove(games.room, 2)
    games.pace.open(amina, ROBOTS, [], False, robots=True)


def test_a_move_in_a_game_beside_the_class_draws_no_page_of_the_class_anew(app, clock):
    """Forty such games must not keep redrawing everybody's page while the teacher looks at their list."""
    room = Room(app, clock, "Amina", "Bo", "Chi", "Dee")
    game = room.begin()
    room.teacher.connect("class", room.slug, tab="pace")
    clock.advance(1)
    for person in (room.teacher, *room.students):
        person.listen()
        person.heard.clear()
        person.views.clear()
    table = room.parts.tables.get(game.id)
    seat = min(table.to_act())
    bid = str(legal_actions(oh_hell, table.play.state, seat)[0])
    assert room.parts.tables.act(table.id, table.seats[seat].person, table.turns[seat], bid).ok
    clock.advance(1)
    assert set(room.teacher.listen()) == {"pace"}
    assert all(set(student.listen()) <= {"turns"} for student in room.students)
