"""Hoola at its players' own pace: what can be begun, whose answer is waited for, deadlines, and the end."""

import random
from dataclasses import replace

import pytest
from people import cards_in
from test_pace import DAY, Games, Server, again, pass_time, play_to_the_end, stood_in
from test_pace_pages import Room

from hool.pace import Plan, is_over, stands
from hool.refused import Refused
from hool.rules import hoola
from hool.rules.cards import format_deal
from tests.hoola_play import dealt

HANDS = ("4H 9C JD", "8C 8D QS KD", "4S 4D 2C", "5H 6H 2D")  # seat 0 discards the four of hearts; 2 and 3 want it
FOR_ALL = hoola.Options(match=1, claim_policy="priority")
IN_TURN = hoola.Options(match=1, thank_you="off")
FORM = {"kind": "hoola seed", "seats": "3", "limit": "86400", "late": "bot", "who": "robots", "boards": "3"}


@pytest.fixture
def games(tmp_path, clock):
    return Games(Server(tmp_path / "hool.sqlite", clock), clock, "Amina", "Bo", "Chi", "Dee")


def race(games, limit=DAY, on_timeout="forfeit", **options):
    """A game in which seat 0 has discarded a card that two others want."""
    table = games.begin(game="hoola", options=replace(FOR_ALL, **options), limit=limit, on_timeout=on_timeout)
    deal = dealt(*HANDS, stock="KH").deal
    assert games.tables.command(table.id, f"redeal 1 dealer 0 deal {format_deal(deal)}").ok
    for text in ("draw", "discard 4H"):
        assert games.act(table, 0, text).ok
    return table


def view(games, table, seat=None):
    now = games.now(table)
    return hoola.view(now.play.state, seat)


def hows(games, table):
    now = games.now(table)
    return [stands(now, who.person) for who in now.seats]


def test_an_unanswered_discard_waits_for_all_who_have_not_answered(games):
    table = race(games)
    assert hows(games, table) == ["wait", "answer", "answer", "answer"]
    asked = games.school.person(games.now(table).seats[3].person)
    assert games.pace.waiting_for(asked) == 1
    games.act(table, 3, "claim 4H 5H 6H")
    assert hows(games, table) == ["wait", "answer", "answer", "wait"] and games.pace.waiting_for(asked) == 0
    games.act(table, 2, "pass")
    games.act(table, 1, "pass")
    assert view(games, table).claimed == 3 and hows(games, table) == ["wait", "wait", "wait", "turn"]


def test_where_nobody_says_thank_you_the_next_player_goes_on_at_once(games):
    table = race(games, thank_you="off", claim_policy="first")
    assert hows(games, table) == ["wait", "turn", "wait", "wait"]
    assert games.act(table, 1, "draw").ok


def test_who_says_nothing_for_as_long_as_a_move_may_take_says_no_and_is_not_late(games, clock):
    games.tables.watch_deadlines()
    table = race(games, limit=3600)
    pass_time(clock, 1800)
    games.act(table, 2, "pass")
    pass_time(clock, 1801)
    assert (view(games, table).phase, view(games, table).turn) == ("draw", 1)
    assert games.now(table).play.over is None and games.texts(table, "close") == ["close"]
    pass_time(clock, 3500)
    assert games.now(table).play.over is None, "the next player has the whole hour"
    pass_time(clock, 101)
    over = games.now(table)
    assert over.play.over.seats == (1,) and over.play.over.why == "late" and over.places == (1, 4, 1, 1)


@pytest.mark.parametrize("on_timeout", ["bot", "forfeit"])
def test_time_that_was_over_while_the_server_was_down_is_closed_once(games, clock, tmp_path, on_timeout):
    table = race(games, limit=60, on_timeout=on_timeout)
    games.act(table, 3, "claim 4H 5H 6H")
    clock._due.clear()  # the server stops
    clock.now += DAY
    servers = [again(games, tmp_path), again(games, tmp_path)]
    for server in servers:
        server.tables.watch_deadlines()
    clock.advance(5)
    assert games.texts(table, "close") == ["close"]
    now = games.now(table)
    assert now.playing and not any(who.acts_alone for who in now.seats)
    assert view(games, table).claimed == 3 and now.deadline(3) > clock() + 50, "the winner has the whole time"
    clock.advance(60)
    assert len(games.texts(table, "late")) + len(stood_in(games, table)) == 1


def test_a_robot_answers_and_plays_for_whoever_is_late_until_they_are_back(games, clock):
    games.tables.watch_deadlines()
    table = race(games, limit=60, on_timeout="bot")
    clock.advance(61)
    clock.advance(61)  # nobody has answered, and the next player does not draw
    assert games.now(table).seats[1].acts_alone and stands(games.now(table), games.now(table).seats[1].person) == "wait"
    clock.advance(8)
    assert any(act.seat == 1 for act in games.now(table).play.acts)
    person = games.school.person(games.now(table).seats[1].person)
    assert not games.pace.back(person, 1).seats[1].acts_alone


def test_no_time_runs_while_the_class_is_stopped(games, clock):
    games.tables.watch_deadlines()
    table = race(games, limit=60)
    clock.advance(50)
    games.school.pause(games.room)
    pass_time(clock, DAY)
    assert view(games, table).window.open and set(hows(games, table)) == {"wait"}
    assert "clock stands still" in str(games.act(table, 2, "claim 4S 4H 4D").say)
    games.school.resume(games.room)
    clock.advance(59)
    assert games.act(table, 2, "claim 4S 4H 4D").ok
    clock.advance(2)
    assert view(games, table).claimed == 2


def test_nobody_has_to_be_quick_and_a_match_has_an_end(games):
    people = [person.id for person in games.people]
    for changes, reason in (({"claim_policy": "first"}, "quickest"), ({"match": 0}, "needs an end")):
        with pytest.raises(Refused, match=reason):
            games.pace.begin_for(games.room, people, Plan("hoola", replace(FOR_ALL, **changes), 4, DAY, "bot"))
    with pytest.raises(Refused, match="cannot be played with 6"):
        games.pace.begin_for(games.room, people, Plan("hoola", FOR_ALL, 6, DAY, "bot"))


@pytest.mark.parametrize(("seats", "options"), [(2, FOR_ALL), (3, FOR_ALL), (4, replace(IN_TURN, match=2))])
def test_a_game_is_played_to_its_end_with_all_points_shared_out(games, seats, options):
    table = games.begin(*range(seats), game="hoola", options=options)
    over = play_to_the_end(games, table, random.Random(seats))
    assert len(over.play.boards) == options.match and sum(over.play.ended[0].totals) == 0
    assert over.play.ended[0].places == over.places and 1 in over.places
    assert {how for person in games.people[:seats] for how, _ in games.pace.of(person)} == {"over"}


def test_robots_keep_nobody_waiting_for_long(games, clock):
    games.tables.watch_deadlines()
    table = games.begin(0, game="hoola", options=FOR_ALL, seats=3, on_timeout="bot")
    seat, began = games.now(table).seat_of(games.people[0].id), clock()
    while not is_over(now := games.now(table)):
        if seat in now.to_act():
            assert games.act(table, seat).ok
        else:
            clock.advance(3)
    acts = now.play.acts
    assert {act.seat for act in acts} == {0, 1, 2}, "nobody has to wait for the clock"
    assert clock() - began < 6 * len(acts) and not now.play.ended[0].rated


def test_who_gives_up_while_others_are_asked_comes_last(games):
    table = race(games)
    games.act(table, 3, "claim 4H 5H 6H")
    assert games.act(table, 0, "resign").ok
    now = games.now(table)
    assert is_over(now) and now.places == (4, 1, 1, 1)
    late = games.act(table, 2, "claim 4S 4H 4D")
    assert (late.code, str(late.say)) == ("no", "The match is over.")


def test_the_same_players_play_once_more_whoever_asks_first(games):
    amina, bo, chi, dee = games.people
    table = games.begin(0, 1, 2, game="hoola", options=IN_TURN)
    with pytest.raises(Refused, match="not over yet"):
        games.pace.again(amina, 1)
    games.act(table, 0, "resign")
    with pytest.raises(Refused, match="You do not play"):
        games.pace.again(dee, 1)
    first = games.pace.again(amina, 1)
    assert games.pace.again(amina, 1).id == first.id, "tapped twice"
    assert [how for how, _ in games.pace.of(bo)] == ["over", "asked"]
    assert games.pace.again(bo, 1).id == first.id, "who wants the same takes the seat that is kept"
    began = games.pace.again(chi, 1)
    assert began.playing and set(began.people) == {amina.id, bo.id, chi.id} and began.unaided
    assert (began.game, began.options.match, began.options.thank_you, began.limit) == ("hoola", 1, "off", DAY)

    alone = games.begin(3, game="hoola", options=IN_TURN, seats=2, on_timeout="bot")
    games.act(alone, games.now(alone).seat_of(dee.id), "resign")
    once_more = games.pace.again(dee, -alone.number)
    assert once_more.playing and once_more.people == (dee.id,) and len(once_more.seats) == 2
    games.school.change_settings(games.room, own_pace=False)
    with pytest.raises(Refused, match="teacher begins"):
        games.pace.again(dee, -alone.number)


# -- pages -------------------------------------------------------------------------------------------------------------


def test_boards_and_thank_you_are_chosen_with_the_game_and_the_list_asks_yes_or_no(app, clock):
    room = Room(app, clock, "Amina", "Bo", "Chi", "Dee")
    amina, bo, chi, dee = room.students
    at = f"/room/{room.slug}/games"
    for changes, reason in MISTAKES:
        answer = amina.post(at, **(FORM | {"thanks": "all"} | changes))
        assert answer.status_code == 409 and reason in answer.get_data(as_text=True), changes
    new = amina.get(at + "/new").get_data(as_text=True)
    assert new.count('data-game="hoola"') == 2 and "2 to 5 players" in new and "Hoola: Hoola" not in new
    asked = FORM | {"thanks": "all", "seats": "4", "who": "asked"}
    assert amina.post(at, **asked, asked=[bo.id, chi.id, dee.id]).status_code == 303
    waiting = bo.get(at).get_data(as_text=True)
    assert "3 boards, thank you for all" in waiting and ">Hoola ·" in waiting
    for student in (bo, chi, dee):
        student.post(at + "/1/join")
    [table] = room.parts.pace.games(room.id)
    assert (table.options.match, table.options.claim_policy, table.options.players) == (3, "priority", 4)

    deal = dealt(*HANDS, stock="KH").deal
    assert room.parts.tables.command(table.id, f"redeal 1 dealer 0 deal {format_deal(deal)}").ok
    seated = [next(s for s in room.students if s.id == who.person) for who in table.seats]
    pages = [room.open(student, 1) for student in seated]
    for text in ("draw", "discard 4H"):
        assert room.act(pages[0], seated[0], table, text)["code"] == "done"
    listed = seated[1].get(at).get_data(as_text=True)
    assert "Do you want the" in listed and cards_in(listed) == {"4H"} and "Say yes or no" in listed
    assert "board 1 of 3" in listed and "24 hours left" in listed
    assert "Say yes or no" not in seated[0].get(at).get_data(as_text=True)
    assert "1 game waits for you" in seated[1].listen()["turns"]
    assert "asked about a discard" in room.teacher.get(f"/room/{room.slug}/class/pace").get_data(as_text=True)
    for seat, text in ((3, "claim 4H 5H 6H"), (2, "claim 4S 4H 4D"), (1, "pass")):
        assert room.act(pages[seat], seated[seat], table, text)["code"] == "done"
    assert "does not answer to a discard in this time says no" in pages[3].listen()["stage"]
    assert "comes before you, and got the card." in pages[3].views["stage"]
    assert "Your turn" in seated[2].get(at).get_data(as_text=True)

    assert room.act(pages[0], seated[0], table, "resign")["code"] == "done"
    listed = seated[1].get(at).get_data(as_text=True)
    assert "Over: place 1" in listed and "Play once more" in listed
    assert seated[1].post(at + "/1/again").status_code == 303
    assert "asks you to play" in seated[0].get(at).get_data(as_text=True)

    room.teacher.post(f"/room/{room.slug}/class/pace", **FORM | {"thanks": "off", "people": [dee.id], "boards": "1"})
    table = room.parts.pace.games(room.id)[-1]
    assert (table.options.thank_you, table.match_length) == ("off", 1)


MISTAKES = (
    ({"seats": "6"}, "from 2 to 5 can play, not 6"),
    ({"boards": "2"}, "Choose how many boards"),
    ({"boards": "many"}, "Choose how many boards"),
    ({"thanks": "quickest"}, "Choose who may say thank you."),
)
