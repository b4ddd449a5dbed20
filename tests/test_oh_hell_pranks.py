"""What may be tried at tables of Oh Hell and in games at one's own pace, and bad luck there: nobody sees, acts or stays
where they may not."""

import json
import random
from dataclasses import replace

import pytest

from hool.fold import Seated, Table, fold
from hool.pace import Plan
from hool.refused import Refused
from hool.rules import GAMES, oh_hell
from hool.rules.game import legal_actions
from hool.rules.oh_hell import Options
from tests.knowledge import OhHell
from tests.people import Person, cards_in, open_class
from tests.test_oh_hell_page import HOOK, Class
from tests.test_pace import Games, Server
from tests.test_pace_pages import DAY, FORM, Room
from tests.test_tablet import Tablet
from tests.test_views import twins

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
    for person in (zoe.id, 999):
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


# -- two servers on one file -----------------------------------------------------------------------------------------


def test_two_servers_that_begin_the_same_game_deal_once(games, clock, tmp_path, monkeypatch):
    """Both have looked before either wrote, and the lot has left everybody where they sat."""
    amina, bo, *_ = games.people
    table = games.pace.open(amina, Plan("oh_hell", SHORT, 3, DAY, "bot"), [bo.id], False)
    other = Server(tmp_path / "hool.sqlite", clock)
    for pace in (games.pace, other.pace):
        monkeypatch.setattr(pace._rng, "randrange", lambda seats: 0)
    forming = other.tables.get(table.id)
    games.pace.begin_with_robots(amina, 1)
    monkeypatch.setattr(other.pace, "_forming", lambda room, number: forming)
    with pytest.raises(Refused, match="Look again"):
        other.pace.begin_with_robots(amina, 1)
    assert len(games.texts(table, "board")) == 1
    assert other.tables.get(table.id) == games.now(table)


OTHERS = (
    ("hool", {}, 4),
    ("hool", {"match": 4}, 4),
    ("oh_hell", {"max_cards": 2, "order": "down"}, 3),
    ("oh_hell", {"max_cards": 2, "order": "up", "blind_ones": True, "bidding": "knock", "trump": "highest_bidder"}, 7),
    ("oh_hell", {"max_cards": 2, "order": "down", "bidding": "secret", "deck": "double104"}, 10),
    ("hoola", {"claim_policy": "priority"}, 5),
    ("hoola", {"match": 1, "must_discard": False, "knock_when": "before_discard"}, 3),
)
COMMANDS = (
    *("limit 60 bot", "limit 60 forfeit", "limit 0", "look", "pause", "resume", "resume", "hands open", "hands closed"),
    *("redeal", "next", "next", "next", "fresh", "stop", "away", "unprepare", "deal 0", "invite 3 anybody", "onto 1"),
)
WISHES = ("undo", "claim 1", "accept", "refuse", "cancel", "next", "again 1", "resign", "bid 1", "predict 0 1", "pass")


@pytest.mark.parametrize("seed", range(3))
def test_whatever_happens_at_a_table_its_log_tells_all_of_it(tmp_path, clock, seed):
    """Games change in the middle of boards, seats vanish, clocks jump, two servers write: what each of them remembers
    is what a server finds that begins with the log."""
    rng = random.Random(seed)
    servers = [Server(tmp_path / "hool.sqlite", clock) for _ in range(2)]
    for server in servers:
        server.tables.rates = lambda table: True
        server.tables.present = lambda person: True
    first = servers[0]
    room = first.classroom.open_room("Class 5b")[0].id
    own = first.tables.open(room, "hool", GAMES["hool"].Options(), own_pace=seed % 2 == 0).id
    for step in range(120):
        tables = rng.choice(servers).tables
        table = tables.get(own, fresh=rng.random() < 0.7)
        seat = rng.choice(sorted(table.to_act()) or range(len(table.seats)))
        what = rng.random()
        if what < 0.5 and table.play.state is not None:
            legal = [str(action) for action in legal_actions(table.rules, table.play.state, seat)]
            text = rng.choice(legal if legal and rng.random() < 0.85 else WISHES)
            if table.seats[seat].people:
                tables.act(own, table.seats[seat].people[-1], table.turns[seat], text)
                tables.act_for(own, seat, table.turns[seat], text)
        elif what < 0.62:
            who = (Seated(10 + seat, ""), Seated(10 + seat, "standard"), Seated(10 + seat, "", (30 + seat,)), Seated())
            tables.arrange([(own, seat, rng.choice(who))])
        elif what < 0.7:
            clock.advance(rng.choice([1, 10, 61, -100, 3600]))
        elif what < 0.78:
            game, options, seats = rng.choice(OTHERS)
            tables.arrange([(own, place, Seated()) for place in range(len(tables.get(own).seats))])
            tables.command(own, f"game {game} {json.dumps({**options, 'seats': seats})}")
            tables.arrange([(own, place, Seated(10 + place, "")) for place in range(seats)])
        else:
            rewind = f"rewind {rng.choice(table.moments or (1,))}"
            tables.command(own, rng.choice((*COMMANDS, rewind, rewind)))
        if step % 20 == 19:
            folded = Table(own, room, table.number)
            for event in first.store.events(own):
                folded = fold(folded, event, keep_all=True)
            for server in servers:
                assert replace(server.tables.get(own), history=()) == replace(folded, history=())
    assert folded.seq > 60


def test_a_seat_that_is_not_there_any_more_is_given_to_nobody(games):
    table = games.tables.open(games.room, "oh_hell", SHORT, 7)
    games.tables.command(table.id, 'game oh_hell {"seats": 3, "players": 3}')
    assert not games.tables.arrange([(table.id, 0, Seated(1, "")), (table.id, 6, Seated(2, ""))])
    assert games.tables.act_for(table.id, 6, 0, "bid 1").code == "stale"
    assert games.now(table).people == ()


def test_a_room_that_is_deleted_is_forgotten_in_the_middle_of_its_games(app, clock):
    """Deadlines run, robots are about to play, pages are open: nothing of it fails or is kept."""
    room = Room(app, clock, "Amina", "Bo", "Chi", "Dee")
    parts = room.parts
    games = [room.begin(limit=60, on_timeout=late) for late in ("bot", "forfeit")]
    games.append(room.begin(room.students[0], limit=60, on_timeout="bot"))
    parts.classroom.play_game(room.id, "oh_hell", replace(SHORT, players=4), 4, limit=60)
    pages = [room.open(room.students[0], number) for number in (1, 2, 3)]
    room.teacher.connect("class", room.slug, tab="pace")
    clock.advance(59)
    parts.retention.delete_room(parts.classroom.room(room.id), "Class 5b")
    assert all(page.socket.get_received()[-1]["args"][0] == {"reason": "deleted"} for page in pages)
    clock.advance(600)
    for game in games:
        parts.tables.settle(game.id)
        assert pages[0].emit("act", {"table": game.id, "seat": "1", "turn": 0, "text": "bid 0"})["code"] == "stale"
    left = (parts.pace._known, parts.tables._cache, parts.tables._armed, parts.tables._came, parts.tables._waking)
    assert not any(left) and not parts.live._clocks


# -- lessons between two games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("lesson", ["010-one-suit", "210-say-how-many"])
def test_after_a_lesson_all_sit_at_one_table_again(app, lesson):
    """Seven at a table with no more seats than players; a lesson has four at a table, of whatever game it is."""
    parts = app.extensions["hool"]
    room = parts.classroom.open_room("Class 5b")[0].id
    people = [parts.classroom.join(room, name)[0] for name in "ABCDEFG"]
    parts.classroom.play_game(room, "oh_hell", replace(SHORT, players=7), 7, fitted=True)
    parts.sessions.open(room, lesson)
    assert [len(each.people) for each in parts.tables.tables(room)] == [4, 3]
    parts.sessions.end(room)
    [table] = [each for each in parts.tables.tables(room) if each.people]
    assert (len(table.seats), sorted(table.people)) == (7, sorted(person.id for person in people))


# -- secrets of a rated match ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        Options(max_cards=1, order="up", blind_ones=True, bidding="secret"),
        Options(max_cards="all", order="down", no_stock="random_flip", bidding="knock"),
    ],
    ids=["blind", "all dealt"],
)
def test_no_page_of_a_rated_match_depends_on_what_its_reader_may_not_know(app, clock, options):
    """In memory hidden cards change places and secret bids become others, at the class's table or in a game beside it:
    every page of its players, of others, of the desk and of the wall stays as it was."""
    rng = random.Random(6)
    room = Room(app, clock, "Amina", "Bo", "Chi", "Dee", "Eve")
    parts, at = room.parts, f"/room/{room.slug}"
    parts.classroom.change_settings(room.id, ratings="board")
    parts.classroom.bench(room.students[4].id)
    parts.classroom.play_game(room.id, "oh_hell", options, 4)
    beside = room.begin(*room.students[:4], seats=4, options=options).id
    in_class = parts.classroom.seat_of(room.students[0].id)[0].id
    desk = [
        f"{at}/class",
        f"{at}/class?table=1",
        f"{at}/class/pace",
        f"{at}/wall",
        f"{at}/class/boards",
        f"{at}/boards",
    ]
    own = [f"{at}/play", f"{at}/games", f"{at}/games/1", f"{at}/ratings"]
    others = ((None, room.teacher, desk), (None, room.students[4], [f"{at}/play", f"{at}/wall", f"{at}/games/1"]))
    checked, seen = 0, 0
    for table_id in (in_class, beside):
        for step in range(7):
            table = parts.tables.get(table_id)
            if not table.playing:
                break
            assert table.rated
            seat = rng.choice(sorted(table.to_act()))
            person = table.seats[seat].person
            if step in (1, 3, 6):
                player = next(student for student in room.students if student.id == person)
                for viewer, reader, pages in (*others, (seat, player, own)):
                    for url in rng.sample(pages, 1 + (reader is room.teacher)):
                        shown = reader.http.get(url).get_data(as_text=True)
                        for twin in rng.sample(list(hidden_otherwise(table, rng, viewer)), 1):
                            parts.tables._cache[table_id] = twin
                            assert reader.http.get(url).get_data(as_text=True) == shown, (url, viewer, step)
                            checked += 1
                            clock.advance(0.5)
                        parts.tables._cache[table_id] = table
                url = f"{at}/play" if table.in_class else f"{at}/games/1"
                shown, view = player.http.get(url).get_data(as_text=True), oh_hell.view(table.play.state, seat)
                for twin in hidden_otherwise(table, rng, (seat + 1) % 4):
                    if oh_hell.view(twin.play.state, seat) != view:
                        parts.tables._cache[table_id] = twin
                        assert player.http.get(url).get_data(as_text=True) != shown, "they do see their own cards"
                        parts.tables._cache[table_id] = table
                        seen += 1
                        break
            text = str(rng.choice(legal_actions(oh_hell, table.play.state, seat)))
            assert parts.tables.act(table_id, person, table.turns[seat], text).ok
    assert checked > 10 and seen > 0


def hidden_otherwise(table, rng, viewer):
    """The same table with cards or bids that this viewer cannot know."""
    state, acts = table.play.state, []
    now = oh_hell.start(table.play.board, table.play.deal)
    for act in table.play.acts:
        choice = next(c.action for c in oh_hell.choices(now, act.seat) if str(c.action) == act.text)
        acts.append((act.seat, choice))
        now = oh_hell.apply(now, act.seat, choice)
    face_down = OhHell.secret_calls(state, acts)
    for twin in twins(OhHell(table.options), rng, state, acts, viewer):
        said = list(table.play.acts)
        for place in range(len(said) - face_down, len(said)):
            said[place] = said[place]._replace(text=f"bid {twin.bids[said[place].seat]}")
        yield replace(table, play=replace(table.play, deal=twin.deal, state=twin, acts=tuple(said)))
