"""Games at their players' own pace: beginning one, deadlines, and that nothing is settled twice or forgotten."""

import random

import pytest

from hool.classroom import Classroom
from hool.pace import Pace, Plan, begun, is_over, stands
from hool.ratings import Ratings
from hool.refused import Refused
from hool.rules import hool, oh_hell
from hool.store import Store
from hool.tables import Tables

DAY = 86400
SHORT = oh_hell.PRESETS["short"]


class Server:
    """The parts of a server on a data file, without its pages."""

    def __init__(self, data, clock):
        self.store = Store(f"sqlite:///{data}", clock)
        self.tables = Tables(self.store, clock, clock.later, random.Random(7))
        self.classroom = Classroom(self.store, self.tables, clock, clock.later, b"secret")
        self.pace = Pace(self.store, self.tables, self.classroom, clock, random.Random(7))


class Games:
    """A class whose students may open games, none of them at a table of the class."""

    def __init__(self, parts, clock, *names):
        self.parts, self.clock = parts, clock
        self.school, self.pace, self.tables = parts.classroom, parts.pace, parts.tables
        self.room = self.school.open_room("Class 5b")[0].id
        self.school.change_settings(self.room, own_pace=True)
        self.people = [self.school.join(self.room, name)[0] for name in names]

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
def games(tmp_path, clock):
    return Games(Server(tmp_path / "hool.sqlite", clock), clock, "Amina", "Bo", "Chi", "Dee")


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
    for _ in range(9):
        table = games.begin(0, 1, 2, limit=60)
        dealers.add(table.seats[table.play.board.dealer].person)
        games.pace.remove(games.room, -table.number)
    assert dealers == {person.id for person in games.people[:3]}


def test_seats_are_taken_once_and_given_back(games):
    amina, bo, chi, dee = games.people
    table = games.pace.open(amina, Plan("hool", hool.Options(match=4), 4, 60, "bot"), [], anybody=True)
    assert [how for how, _ in games.pace.of(dee)] == ["open"] and games.pace.waiting_for(dee) == 0
    games.pace.join(bo, 1)
    games.pace.join(bo, 1)  # tapped twice
    games.pace.join(chi, 1)
    games.pace.leave(chi, 1)
    assert games.now(table).people == (amina.id, bo.id)
    with pytest.raises(Refused, match="opened"):
        games.pace.begin_with_robots(bo, 1)
    began = games.pace.begin_with_robots(amina, 1)
    assert began.playing and sorted(began.people) == [amina.id, bo.id] and not began.unaided
    with pytest.raises(Refused, match="begun"):
        games.pace.join(dee, 1)


def test_whoever_opened_a_game_calls_it_off_and_who_is_asked_says_no(games):
    amina, bo, chi, _ = games.people
    games.pace.open(amina, Plan("oh_hell", SHORT, 3, 60, "bot"), [bo.id, chi.id], anybody=False)
    games.pace.decline(bo, 1)
    assert games.pace.of(bo) == [] and games.pace.waiting_for(chi) == 1
    games.pace.leave(amina, 1)
    assert games.pace.of(amina) == games.pace.of(chi) == []
    with pytest.raises(Refused, match="not there any more"):
        games.pace.join(chi, 1)


NOT_POSSIBLE = (
    ({"limit": 59}, "one minute to one week"),
    ({"limit": 7 * DAY + 1}, "one minute to one week"),
    ({"game": "bridge"}, "cannot be played"),
    ({"seats": 11}, "cannot be played"),
    ({"seats": 8}, "3 to 7 can play, not 8"),
    ({"game": "hool", "options": hool.Options(match=0), "seats": 4}, "needs an end"),
    ({"seats": 3}, "4 students and 3 seats"),
)


def test_a_game_that_cannot_be_is_refused_with_its_reason(games):
    for changes, reason in NOT_POSSIBLE:
        plan = {"game": "oh_hell", "options": SHORT, "seats": 4, "limit": 60, "on_timeout": "bot"} | changes
        with pytest.raises(Refused, match=reason):
            games.pace.begin_for(games.room, [person.id for person in games.people], Plan(**plan))
    assert games.pace.games(games.room) == []


def test_nobody_fills_the_lists_of_the_others(games):
    amina, bo, *_ = games.people
    plan = Plan("oh_hell", SHORT, 3, 60, "bot")
    for _ in range(3):
        games.pace.open(amina, plan, [bo.id], anybody=False)
    with pytest.raises(Refused, match="still wait for players"):
        games.pace.open(amina, plan, [bo.id], anybody=False)
    for _ in range(9):
        games.begin(0, 1, 2)
    with pytest.raises(Refused, match="12 games"):
        games.pace.join(amina, 1) if games.pace.of(amina)[0][0] == "asked" else games.pace.open(amina, plan, [], True)
    games.school.change_settings(games.room, own_pace=False)
    with pytest.raises(Refused, match="teacher begins"):
        games.pace.open(bo, plan, [amina.id], anybody=False)


def jump(clock, seconds):
    """The clock is set forth or back, or the computer sleeps: what was put aside has still as long to wait."""
    clock.now += seconds
    clock._due = [(at + seconds, order, function) for at, order, function in clock._due]


def pass_time(clock, seconds):
    """So many seconds pass; of a long time most in a single step."""
    if seconds > 300:
        jump(clock, seconds - 200)
    clock.advance(min(seconds, 200 if seconds > 300 else seconds))


# -- deadlines ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [60, 3600, DAY, 7 * DAY])
def test_a_missed_deadline_ends_the_match_for_the_one_who_is_late(games, clock, limit):
    games.tables.watch_deadlines()
    table = games.begin(0, 1, 2, limit=limit)
    [first] = games.due(table)
    pass_time(clock, limit - 1)
    assert games.act(table, first).ok  # in the last second
    [late] = games.due(table)
    pass_time(clock, limit - 1)
    assert games.now(table).playing
    clock.advance(2)
    over = games.now(table)
    assert over.play.over.seats == (late,) and over.play.over.why == "late" and is_over(over)
    assert over.places[late] == 3 and sorted(over.places) == [1, 1, 3]
    assert games.act(table, first, "bid 1").say.message == "The match is over."
    pass_time(clock, 2 * limit)
    assert games.texts(table, "late") == [f"late {late}"]


def test_a_robot_plays_for_whoever_is_late_until_they_are_back(games, clock):
    games.tables.watch_deadlines()
    table = games.begin(0, 1, 2, limit=60, on_timeout="bot")
    [late] = games.due(table)
    person = table.seats[late].person
    clock.advance(61)
    assert games.now(table).seats[late].acts_alone and games.now(table).seats[late].person == person
    clock.advance(3)
    assert games.due(table) != [late] and not games.now(table).unaided  # the robot has bid; no match of people alone
    assert stands(games.now(table), person) == "wait"
    games.pace.back(games.school.person(person), 1)
    assert not games.now(table).seats[late].acts_alone
    assert [text for text in games.texts(table, "sit") if "robot standard for" in text] == [
        f"sit {late} robot standard for {person}"
    ]


def test_all_who_are_late_in_a_secret_bid_are_late_at_once(games, clock):
    games.tables.watch_deadlines()
    table = games.begin(options=oh_hell.PRESETS["secret"], limit=60)
    assert games.due(table) == [0, 1, 2, 3]
    clock.advance(30)
    games.act(table, 2)
    clock.advance(31)
    over = games.now(table)
    assert over.play.over.seats == (0, 1, 3) and over.places == (2, 2, 1, 2)


def test_partners_share_the_last_place_when_one_is_late(games, clock):
    games.tables.watch_deadlines()
    table = games.begin(game="hool", options=hool.Options(match=4), limit=3600)
    [late] = games.due(table)
    pass_time(clock, 3601)
    places = games.now(table).places
    assert places[late] == places[(late + 2) % 4] == 3 and places[(late + 1) % 4] == 1


def test_a_clock_that_is_set_back_or_forth_settles_each_deadline_once(games, clock):
    games.tables.watch_deadlines()
    table = games.begin(0, 1, 2, limit=3600, on_timeout="bot")
    clock.advance(300)
    jump(clock, -DAY)  # whoever has to move has a day more
    clock.advance(300)
    assert not stood_in(games, table)
    jump(clock, DAY + 7200)
    clock.advance(120)
    assert len(stood_in(games, table)) == 1
    jump(clock, -3600)  # the next player's hour began before that
    pass_time(clock, 3700)
    assert len(stood_in(games, table)) == 1
    jump(clock, 7200)
    clock.advance(61)
    assert len(stood_in(games, table)) == 2


def stood_in(games, table):
    return [text for text in games.texts(table, "sit") if "robot standard for" in text]


def test_ten_deadlines_that_passed_while_the_server_slept_are_settled_when_it_wakes(games, clock, tmp_path):
    tables = [games.begin(0, 1, 2, limit=60 * (1 + i), on_timeout=("bot", "forfeit")[i % 2]) for i in range(10)]
    clock._due.clear()  # the server stops
    clock.now += DAY
    other = again(games, tmp_path)
    other.tables.watch_deadlines()
    clock.advance(1)
    for i, table in enumerate(tables):
        assert len(games.texts(table, "late")) == i % 2
        assert len(stood_in(games, table)) == 1 - i % 2
    clock.advance(5)
    for table in tables[::2]:  # the robots have played on, and the next player has the whole time
        now = other.tables.get(table.id)
        assert len(now.play.acts) == 1 and now.playing


def again(games, tmp_path):
    """Another server on the same file."""
    return Server(tmp_path / "hool.sqlite", games.clock)


def test_two_servers_settle_the_same_deadline_once(games, clock, tmp_path):
    other = again(games, tmp_path)
    forfeit = games.begin(0, 1, 2, limit=60)
    bot = games.begin(0, 1, 2, limit=60, on_timeout="bot")
    games.tables.watch_deadlines()
    other.tables.watch_deadlines()
    clock.advance(70)
    assert len(games.texts(forfeit, "late")) == 1 and len(stood_in(games, bot)) == 1
    assert other.tables.get(bot.id) == games.now(bot)
    clock.advance(200)
    assert len(games.texts(forfeit, "late")) == 1


def test_robots_go_on_after_a_restart_although_nobody_is_connected(games, clock, tmp_path):
    table = games.begin(0, limit=DAY, seats=3)
    clock._due.clear()
    other = again(games, tmp_path)
    other.tables.watch_deadlines()
    clock.advance(30)
    now = other.tables.get(table.id)
    mine = now.seat_of(games.people[0].id)
    assert now.to_act() == {mine} or not now.playing


def test_what_is_not_asked_for_comes_by_itself_after_an_hour(games, clock):
    games.tables.watch_deadlines()
    table = games.begin(0, 1, 2, options=oh_hell.Options(max_cards=1, order="up_up"))
    while games.now(table).playing:
        games.act(table, games.due(table)[0])
    assert games.now(table).deals_at == clock() + 3600
    pass_time(clock, 3599)
    assert not games.now(table).playing
    clock.advance(2)
    assert games.now(table).playing and games.now(table).play.board.number == 2


# -- standing still, and the end ------------------------------------------------------------------------------------


def test_no_clock_runs_while_the_class_is_paused_or_the_room_closed(games, clock):
    games.tables.watch_deadlines()
    table = games.begin(0, 1, 2, limit=60)
    for stop, go_on in (
        (games.school.pause, games.school.resume),
        (games.school.close_room, games.school.reopen_room),
    ):
        clock.advance(50)
        stop(games.room)
        pass_time(clock, DAY)
        assert games.now(table).playing and games.act(table, games.due(table)[0]).code == "no"
        go_on(games.room)
        clock.advance(59)
        assert games.now(table).playing
        assert games.act(table, games.due(table)[0]).ok
    clock.advance(61)
    assert games.now(table).play.over.why == "late"


def test_a_game_that_begins_while_the_class_is_paused_waits_too(games, clock):
    games.tables.watch_deadlines()
    games.school.pause(games.room)
    table = games.begin(0, 1, 2, limit=60)
    pass_time(clock, DAY)
    assert games.now(table).paused and games.now(table).playing
    games.school.resume(games.room)
    clock.advance(61)
    assert games.now(table).play.over is not None


def test_after_the_last_day_nothing_is_settled(games, clock, tmp_path):
    table = games.begin(0, 1, 2, limit=7 * DAY)
    room = games.school.room(games.room)
    clock._due.clear()
    clock.now = room.ends_at + 8 * DAY
    other = again(games, tmp_path)
    other.tables.watch_deadlines()
    clock.advance(120)
    assert games.texts(table, "late") == []


def test_resigning_ends_the_match_for_all_and_only_here(games, clock):
    table = games.begin(0, 1, 2)
    [due] = games.due(table)
    other = (due + 1) % 3
    assert games.act(table, other, "resign").ok
    now = games.now(table)
    assert now.play.over.seats == (other,) and now.places[other] == 3 and is_over(now)
    assert games.act(table, due, "resign").code == "already"
    assert games.act(table, due, "next").say.message == "The match is over."
    games.school.start(games.room)
    in_class, seat = games.school.seat_of(games.people[0].id)
    refused = games.tables.act(in_class.id, games.people[0].id, in_class.turns[seat], "resign")
    assert "with your class" in refused.say.message


def test_nothing_is_taken_back_or_claimed_at_ones_own_pace(games, clock):
    table = games.begin(game="hool", options=hool.Options(match=4))
    assert "stays" in games.act(table, 0, "undo").say.message
    assert "every trick" in games.act(table, 0, "claim 3").say.message


def play_to_the_end(games, table, rng):
    for _ in range(4000):
        now = games.now(table)
        if is_over(now):
            return now
        if not now.playing:
            games.act(table, 0, "next")
            continue
        seat = min(now.to_act())
        legal = [str(c.action) for c in now.rules.view(now.play.state, seat).choices if c.why_not is None]
        assert games.act(table, seat, rng.choice(legal)).ok
    raise AssertionError("the match has no end")


@pytest.mark.parametrize(("game", "options"), [("oh_hell", SHORT), ("hool", hool.Options(match=1))])
def test_a_game_is_played_to_its_end_and_counts(games, game, options):
    games.school.change_settings(games.room, ratings="class")
    table = games.begin(game=game, options=options)
    over = play_to_the_end(games, table, random.Random(3))
    assert over.play.over is None and len(over.play.ended) == 1 and not over.play.ended[0].aided
    assert {how for person in games.people for how, _ in games.pace.of(person)} == {"over"}
    ratings = Ratings(games.parts.store, games.tables, games.school)
    assert len(ratings.of(games.room).matches) == 1


def test_who_is_taken_out_leaves_the_seat_to_a_robot(games):
    table = games.begin(0, 1, 2)
    seat = table.seat_of(games.people[1].id)
    forming = games.pace.open(games.people[1], Plan("oh_hell", SHORT, 3, 60, "bot"), [games.people[0].id], False)
    joined = games.pace.open(games.people[0], Plan("oh_hell", SHORT, 3, 60, "bot"), [games.people[1].id], False)
    games.pace.join(games.people[1], -joined.number)
    games.school.take_out(games.people[1].id)
    assert games.now(table).seats[seat].person is None and games.now(table).playing
    assert games.now(joined).people == (games.people[0].id,)
    assert forming.id not in {each.id for each in games.pace.games(games.room)}
    games.school.take_out(games.people[2].id)
    assert games.now(table).people == (games.people[0].id,)
    games.school.take_out(games.people[0].id)
    assert games.now(table).play.over.why == "stopped"  # robots do not play on among themselves


def test_the_bench_is_for_the_tables_of_the_class(games):
    table = games.begin(0, 1, 2)
    games.school.bench(games.people[0].id)
    seat = table.seat_of(games.people[0].id)
    assert games.now(table).seats[seat].person == games.people[0].id
    assert games.act(table, games.due(table)[0]).ok


def test_games_at_the_own_pace_are_none_of_the_classs_tables(games):
    table = games.begin()
    games.school.start(games.room)
    assert table.id not in {row.id for row in games.tables.rows(games.room, closed=True)}
    for person in games.people:
        assert games.school.seat_of(person.id)[0].id != table.id
