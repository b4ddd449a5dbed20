"""A table that plays one game after another: what stays, what begins anew, how a match ends, where cards come from."""

import threading
from random import Random

import pytest

from hool.fold import Over, Seated, Table, fold, parse_prepared
from hool.rules import GAMES, shuffle
from hool.rules.cards import format_deal
from hool.rules.game import legal_actions
from hool.store import Store
from hool.tables import Tables
from tests.people import open_class

SHORT = 'game oh_hell {"max_cards": 2, "order": "up", "seats": 3}'
PEOPLE = (11, 12, 13)


@pytest.fixture
def store(tmp_path, clock):
    store = Store(f"sqlite:///{tmp_path / 'hool.sqlite'}", clock)
    store.make_room("slug-1234", "ACE34", "5b", "{}", 2e9)
    return store


@pytest.fixture
def tables(store, clock):
    return Tables(store, clock, clock.later, Random(7))


def seated(tables, people=PEOPLE, own_pace=False, game=SHORT):
    table = tables.open(1, "hool", GAMES["hool"].Options(), own_pace=own_pace)
    tables.arrange([(table.id, seat, Seated(person, "")) for seat, person in enumerate(people)])
    assert tables.command(table.id, game).ok
    return table.id


def act(tables, table_id, seat, text):
    table = tables.get(table_id)
    return tables.act(table_id, table.seats[seat].person, table.turns[seat], text)


def finish_board(tables, table_id, rng):
    while (table := tables.get(table_id)).playing:
        seat = min(table.to_act())
        text = str(rng.choice(legal_actions(table.rules, table.play.state, seat)))
        assert act(tables, table_id, seat, text).ok


def played(tables, table_id, boards, seed=1):
    for _ in range(boards):
        assert tables.command(table_id, "next").ok
        finish_board(tables, table_id, Random(seed))


def folded(store, table_id):
    """The table as a server that starts anew finds it."""
    row = store.table(table_id)
    table = Table(row.id, row.room_id, row.number)
    for event in store.events(table_id):
        table = fold(table, event)
    return table


# -- another game ----------------------------------------------------------------------------------------


def test_a_table_keeps_its_people_and_its_finished_boards(tables, store):
    table_id = seated(tables)
    played(tables, table_id, 1)
    assert tables.command(table_id, "game hool").ok
    table = tables.get(table_id)
    assert [who.person for who in table.seats] == [11, 12, 13, None]
    assert table.game == "hool" and table.play.state is None
    assert [record.game for record in table.play.boards] == ["oh_hell"]
    assert folded(store, table_id).play.boards == table.play.boards


def test_seats_that_come_back_go_on_counting_their_taps(tables):
    table_id = seated(tables)
    played(tables, table_id, 1)
    before = tables.get(table_id).turns
    tables.command(table_id, "game hool")
    assert tables.get(table_id).turns[:3] == tuple(turn + 1 for turn in before[:3])
    assert tables.act(table_id, 11, before[0], "clue hcp").code == "already"


def test_nobody_is_left_without_a_seat_by_a_smaller_table(tables):
    table = tables.open(1, "hool", GAMES["hool"].Options())
    tables.arrange([(table.id, 3, Seated(14, ""))])
    answer = tables.command(table.id, SHORT)
    assert not answer.ok and "seat" in str(answer.say)
    assert tables.get(table.id).game == "hool"


@pytest.mark.parametrize(
    "text",
    [
        "game chess",
        "game",
        'game oh_hell {"seats": 2}',
        'game oh_hell {"seats": "four"}',
        "game oh_hell {",
        "game hool 7",
    ],
)
def test_a_game_that_there_is_not_changes_nothing(tables, text):
    table_id = seated(tables)
    before = tables.get(table_id)
    answer = tables.command(table_id, text)
    assert answer.code == "no" and answer.say is not None
    assert tables.get(table_id) == before


def test_options_that_cannot_be_say_which(tables):
    table_id = seated(tables)
    answer = tables.command(table_id, 'game oh_hell {"order": "classic_25", "seats": 7}')
    assert answer.code == "no" and len(str(answer.say)) > 20


def test_a_rewind_does_not_lead_back_into_another_game(tables):
    table_id = seated(tables)
    played(tables, table_id, 1)
    old = tables.get(table_id).play.boards[0].first_seq
    tables.command(table_id, "game hool")
    tables.command(table_id, "next")
    assert tables.command(table_id, f"rewind {old}").code == "no"


# -- matches ---------------------------------------------------------------------------------------------


def test_a_match_that_is_over_is_remembered_with_its_places(tables, store):
    table_id = seated(tables)
    played(tables, table_id, 2)
    table = tables.get(table_id)
    (end,) = table.play.ended
    assert table.match_over and end.people == ((11,), (12,), (13,)) and end.boards == 2 and not end.aided
    assert end.totals == tuple(sum(record.result.scores[seat] for record in table.play.boards) for seat in range(3))
    assert end.places == GAMES["oh_hell"].places(table.options, table.play.results)
    played(tables, table_id, 2)
    assert [each.match for each in folded(store, table_id).play.ended] == [1, 2]


def test_who_resigns_is_last_and_the_match_is_over(tables):
    table_id = seated(tables, own_pace=True)
    played(tables, table_id, 1)
    tables.command(table_id, "next")
    assert act(tables, table_id, 1, "resign").ok
    table = tables.get(table_id)
    assert table.play.over == Over((1,), "resigned") and table.match_over and not table.playing
    assert table.places[1] == 3 and sorted(table.places)[0] == 1
    assert str(act(tables, table_id, min(table.rules.to_act(table.play.state)), "bid 0").say) == "The match is over."
    assert act(tables, table_id, 1, "resign").code == "already"


def test_partners_lose_together_when_one_of_them_resigns(tables):
    table = tables.open(1, "hool", GAMES["hool"].Options(), own_pace=True)
    tables.arrange([(table.id, seat, Seated(person, "")) for seat, person in enumerate((11, 12, 13, 14))])
    tables.command(table.id, "next")
    assert act(tables, table.id, 2, "resign").ok
    assert tables.get(table.id).places == (3, 1, 3, 1)


def test_nobody_resigns_for_a_whole_class_table(tables):
    table_id = seated(tables)
    tables.command(table_id, "next")
    assert act(tables, table_id, 0, "resign").code == "no"


def test_a_match_at_ones_own_pace_that_was_left_stays_over(tables):
    table_id = seated(tables, own_pace=True)
    played(tables, table_id, 1)
    tables.command(table_id, "next")
    act(tables, table_id, 1, "resign")
    answer = act(tables, table_id, 0, "next")
    assert answer.code == "no" and str(answer.say) == "The match is over."


def test_after_a_match_was_left_another_one_begins_with_nothing(tables):
    table_id = seated(tables)
    played(tables, table_id, 1)
    tables.commands(table_id, ["next", "stop", "next"])
    table = tables.get(table_id)
    assert table.playing and table.play.over is None and table.play.results == () and table.play.board.number == 1


def test_a_change_of_players_takes_the_match_out_of_the_ratings(tables):
    table_id = seated(tables)
    played(tables, table_id, 1)
    assert tables.get(table_id).unaided
    tables.arrange([(table_id, 2, Seated(19, ""))])
    assert not tables.get(table_id).unaided


def test_a_card_taken_back_does_not_take_back_that_the_teacher_has_looked(tables):
    tables.rates = lambda table: True
    table_id = seated(tables)
    tables.command(table_id, "next")
    while tables.get(table_id).rules.phase(tables.get(table_id).play.state) == "bids":
        seat = min(tables.get(table_id).to_act())
        text = str(legal_actions(GAMES["oh_hell"], tables.get(table_id).play.state, seat)[0])
        assert act(tables, table_id, seat, text).ok
    leader = min(tables.get(table_id).to_act())
    card = str(legal_actions(GAMES["oh_hell"], tables.get(table_id).play.state, leader)[0])
    assert act(tables, table_id, leader, card).ok
    assert tables.get(table_id).rated
    tables.command(table_id, "look")
    assert act(tables, table_id, leader, "undo").ok
    assert act(tables, table_id, (leader + 1) % 3, "accept").ok
    table = tables.get(table_id)
    assert table.to_act() == {leader}, "the card is back in the hand"
    assert not table.rated


# -- where cards come from -------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "people"), [('game hool {"match": 8}', (11, 12, 13, 14)), (SHORT, PEOPLE)])
def test_the_cards_of_a_shuffled_board_follow_from_its_secret_in_the_log(tables, store, game, people):
    table_id = seated(tables, people, game=game)
    played(tables, table_id, 1)
    (record,) = folded(store, table_id).play.boards
    assert len(record.secret) == 64
    assert record.rules.deal(record.board, shuffle.rng(record.secret)) == record.deal


def test_every_board_has_a_secret_of_its_own(tables):
    table_id = seated(tables)
    played(tables, table_id, 2)
    secrets = [record.secret for record in tables.get(table_id).play.boards]
    assert len(set(secrets)) == 2


def test_a_board_with_its_secret_is_read_as_it_was_written(tables):
    table_id = seated(tables)
    tables.command(table_id, "next")
    deal = format_deal(tables.get(table_id).play.deal)
    for text in (
        f"1 dealer 2 secret {'5f' * 32} deal {deal}",
        f"1 dealer 2 secret {'5f' * 32} options {{}} deal {deal}",
    ):
        assert str(parse_prepared(text)) == text
    for text in (f"1 dealer 2 secret deal {deal}", f"1 dealer 2 sealed {'5f' * 32} deal {deal}"):
        with pytest.raises(ValueError, match="prepared"):
            parse_prepared(text)


# -- two servers -----------------------------------------------------------------------------------------


def test_two_servers_settle_a_deadline_once(tables, store, clock):
    table_id = seated(tables, own_pace=True)
    tables.commands(table_id, ["limit 60 forfeit", "next"])
    other = Tables(store, clock, lambda *_: None, Random(8))
    other.get(table_id)
    clock.now += 61
    settlers = [threading.Thread(target=each.settle, args=(table_id,)) for each in (tables, other) for _ in range(3)]
    for settler in settlers:
        settler.start()
    for settler in settlers:
        settler.join()
    assert sum(event.text.startswith("late") for event in store.events(table_id)) == 1
    assert tables.get(table_id).play.over == other.get(table_id).play.over


@pytest.mark.parametrize("length", [0, 8])
def test_how_long_a_match_of_hool_is_stays_as_the_class_has_chosen(app, length):
    """An option of the game is called as what the event of a new game says of matches."""
    parts = app.extensions["hool"]
    _teacher, slug, _students = open_class(app, "Amina", "Bo")
    room = parts.store.room_by_slug(slug)
    parts.classroom.play_game(room.id, "hool", GAMES["hool"].Options(match=length), 4)
    [table] = parts.tables.tables(room.id)
    assert table.match_length == length
