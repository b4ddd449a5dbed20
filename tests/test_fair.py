"""Provable fairness: the seal before play, the secret after the match, and rated matches that nobody looks into."""

import re
from dataclasses import replace
from html import unescape
from io import BytesIO
from random import Random
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hool.fairness import Recipe, is_told, may_meet, recipe_of
from hool.fold import BoardRecord, Seated
from hool.rules import GAMES, hool, hoola, oh_hell, shuffle
from hool.rules.cards import format_deal
from hool.rules.game import legal_actions, options_from_json
from hool.rules.turn import turn
from hool.web.show import hint_moment
from tests.people import Student, cards_in, open_class

SECRET = re.compile(r"\b[0-9a-f]{64}\b")


def play_out(parts, table_id, acts=10**6):
    """So many acts of the match at this table, each student taking the first thing allowed."""
    for _ in range(acts):
        table = parts.tables.get(table_id)
        if table.match_over:
            return
        if not table.playing:
            parts.tables.command(table_id, "next")
            continue
        seat = min(table.to_act())
        action = str(legal_actions(table.rules, table.play.state, seat)[0])
        assert parts.tables.act(table_id, table.seats[seat].person, table.turns[seat], action).ok


class School:
    """Three students at a table that plays two hands of Oh Hell for ratings; three more at another with ``names``."""

    def __init__(self, app, names=("Ada", "Ben", "Cleo"), ratings="class", game="oh_hell", seats=3, **options):
        self.app, self.parts = app, app.extensions["hool"]
        self.teacher, self.slug, _ = open_class(app, start=False)
        self.students = [Student(app, self.slug, name) for name in names]
        self.room = self.parts.store.room_by_slug(self.slug)
        if ratings:
            self.teacher.post(f"/room/{self.slug}/class/room/ratings", ratings=ratings)
        usual = {"order": "up", "max_cards": 2} if game == "oh_hell" else {}
        self.parts.classroom.play_game(self.room.id, game, GAMES[game].Options(**(usual | options)), seats)
        self.tables = self.parts.tables.tables(self.room.id)

    @property
    def table(self):
        return self.parts.tables.get(self.tables[0].id)

    def at(self, number):
        """The students at table ``number``, by seat."""
        table = self.parts.tables.get(self.tables[number - 1].id)
        return [next(s for s in self.students if s.id == who.person) for who in table.seats]

    def look_in(self, number=1):
        return self.teacher.get(f"/room/{self.slug}/class?table={number}").text

    def flask(self, *args):
        with self.app.app_context():
            return self.app.test_cli_runner().invoke(args=args).output

    def fair(self, who, number=1, ordinal=1):
        return who.get(f"/room/{self.slug}/boards/{number}/{ordinal}/fair")


@pytest.fixture
def school(app):
    return School(app)


def hidden(table):
    """What lies in the hands, as texts of cards."""
    view = [table.rules.view(table.play.state, seat) for seat in range(len(table.seats))]
    return {str(card) for seat, own in enumerate(view) for card in own.hands[seat] or ()}


# -- what leads from a secret to the cards -------------------------------------------------------------------


class Made:
    """A finished board as far as the check looks at it."""

    def __init__(self, game, board, secret, by=0):
        self.game, self.board, self.secret, self.rules = game, board, secret, GAMES[game]
        self.deal = turn(self.rules.deal(board, shuffle.rng(secret)), 0, by)[0]


@given(st.integers(0, 2**256 - 1), st.integers(0, 3), st.sampled_from(sorted(hool.PACKS)))
def test_a_turned_board_says_by_how_many_seats(number, by, pack):
    board = hool.next_board(hool.Options(pack=pack, trumps="contract" if pack == "full" else "N"), 4, ())
    assert recipe_of(Made("hool", board, f"{number:064x}", by)) == Recipe(
        "hool", pack, 4, 0, len(hool.PACKS[pack]) // 4, by
    )


def test_cards_that_somebody_has_chosen_have_nothing_to_check():
    board = hool.next_board(hool.Options(), 4, ())
    made = Made("hool", board, "5f" * 32)
    other = Made("hool", board, "60" * 32)
    made.deal = other.deal
    assert recipe_of(made) is None, "a deal that does not follow from its secret"
    made.secret = ""
    assert recipe_of(made) is None


def test_a_hand_of_oh_hell_says_how_it_was_dealt():
    options = oh_hell.Options(deck="five63", joker_turned="next", max_cards=3, order="down", players=5)
    board = oh_hell.next_board(options, 5, ())
    assert recipe_of(Made("oh_hell", board, "ab" * 32)) == Recipe(
        "oh_hell", "five63", 5, 0, 3, 0, "turn_up", "dealer_last", "next"
    )


@given(st.integers(0, 2**256 - 1), st.sampled_from(hoola.seats), st.sampled_from(["clockwise", "anticlockwise"]))
def test_a_board_of_hoola_says_which_way_it_was_dealt(number, seats, direction):
    board = replace(hoola.next_board(hoola.Options(direction=direction), seats, ()), dealer=seats - 1)
    made = Made("hoola", board, f"{number:064x}")
    assert recipe_of(made) == Recipe("hoola", "pack52", seats, seats - 1, 7, direction=direction)
    made.secret = ""
    assert recipe_of(made) is None


def test_a_board_of_a_game_that_nobody_knows_is_not_taken_for_another():
    made = Made("hool", hool.next_board(hool.Options(), 4, ()), "5f" * 32)
    made.game = "rummy"
    with pytest.raises(KeyError):
        recipe_of(made)


# -- the seal and the secret ---------------------------------------------------------------------------------


def test_all_see_the_seal_before_play_and_the_secret_only_when_the_match_is_over(school):
    ada = school.students[0]
    seal = shuffle.commitment(school.table.play.secret)
    assert seal in school.parts.show.shared_html(school.table) or seal in ada.get(f"/room/{school.slug}/play").text
    first = school.table.play.secret
    while not school.table.play.boards:
        play_out(school.parts, school.table.id, 1)
    before = school.fair(ada).text
    assert seal in before and first not in before and "told when the match is over" in unescape(before)
    play_out(school.parts, school.table.id)
    page = school.fair(ada).text
    record = school.table.play.boards[0]
    assert record.secret == first and first in page and seal in page and format_deal(record.deal) in unescape(page)
    for person in school.students:
        person.listen()
        told = set(SECRET.findall("".join(text for text in person.heard if "fair" not in text[:200])))
        assert school.table.play.boards[1].secret not in told, "a secret stands on its own page only"


def test_without_a_room_the_check_is_there_for_everybody(client):
    page = client.get("/fair").text
    assert 'name="secret" value=""' in page and "Fisher and" in page


def test_strangers_get_no_secret_and_there_is_none_for_a_board_that_was_not_played(school, client):
    play_out(school.parts, school.table.id)
    assert client.get(f"/room/{school.slug}/boards/1/1/fair").status_code == 303
    assert school.fair(school.students[0], ordinal=9).status_code == 404


def test_tables_that_share_boards_do_not_tell_each_other(app):
    """A student of the slower table gets no secret, and whoever has played the hand not what nobody was dealt."""
    school = School(app, ("Ada", "Ben", "Cleo", "Dev", "Eve", "Fay"))
    fast, slow = (self.id for self in school.tables)
    assert school.parts.tables.get(fast).play.deal == school.parts.tables.get(slow).play.deal
    play_out(school.parts, fast)
    record = school.table.play.boards[0]
    assert school.fair(school.at(2)[0]).status_code == 403
    for reader in (school.at(1)[0], school.at(2)[0], school.teacher):
        assert record.secret not in school.fair(reader).text
    play_out(school.parts, slow)
    for reader in (school.at(1)[0], school.at(2)[0], school.teacher):
        assert record.secret in school.fair(reader).text


def test_a_board_without_a_match_stands_for_itself(app):
    school = School(app, ratings="")
    parts = school.parts
    parts.classroom.play_game(school.room.id, "hool", hool.Options(match=0), 4)
    table_id = school.tables[0].id
    table = parts.tables.get(table_id)
    assert table.match_length == 0
    record = replace(_any_record(school), game="hool", match=table.play.match, board=table.play.board)
    assert is_told(table, record, (), False)
    assert not is_told(table, replace(record, board=replace(record.board, options=hool.Options(match=4))), (), False)


def _any_record(school):
    play = school.table.play
    return BoardRecord(1, 1, 2, play.board, play.deal, (), None, school.table.seats, play.state)


def test_a_hand_of_an_earlier_match_does_not_come_again(school):
    """Numbers begin anew with each match of Oh Hell: by them alone a table would seem to be past a hand."""
    play_out(school.parts, school.table.id)
    record = replace(school.table.play.boards[0], match=9)
    other = replace(school.table, play=replace(school.table.play, boards=()))
    assert may_meet(other, record, True)
    assert not may_meet(replace(other, play=replace(other.play, match=10)), record, True)


# -- rated matches -------------------------------------------------------------------------------------------


def test_the_teacher_sees_no_hand_of_a_rated_match(school):
    secret = hidden(school.table)
    page = school.look_in()
    assert not cards_in(page) & secret and "this match counts for ratings" in page and "Choose for" not in page
    for url in (f"class/table/1/choose/{min(school.table.to_act())}", "boards/1/1", "boards.pbn"):
        assert not cards_in(school.teacher.get(f"/room/{school.slug}/{url}").text) & secret
    assert "Nobody sees the hands" in school.parts.show.shared_html(school.table)


@pytest.mark.parametrize("form", [("choose/0", {"text": "bid 0", "turn": "0"}), ("hands", {"on": "1"})])
def test_what_would_show_a_hand_of_a_rated_match_is_refused(school, form):
    where, data = form
    before = school.table.seq
    school.teacher.post(f"/room/{school.slug}/class/table/1/{where}", **data)
    assert "Press “Look at the hands” first" in unescape(school.look_in())
    assert school.table.seq == before


def test_a_look_ends_the_rating_and_the_table_is_told(school):
    ada = school.students[0]
    ada.listen()
    school.teacher.post(f"/room/{school.slug}/class/table/1/look")
    page = school.look_in()
    assert "does not count for ratings any more" in page and hidden(school.table) & cards_in(page)
    assert not school.table.rated
    assert "Your teacher looks at all hands" in str(ada.listen())
    assert "Your teacher can see all hands" in school.parts.show.shared_html(school.table)
    play_out(school.parts, school.table.id)
    assert not school.parts.ratings.of(school.room.id).matches


def test_there_are_no_hints_in_a_match_that_counts(app):
    school = School(app, ("Ada", "Ben", "Cleo", "Dev"), game="hool", seats=4)
    seat = min(school.table.to_act())
    assert not hint_moment(school.table, seat, hool.view(school.table.play.state, seat))
    school.teacher.post(f"/room/{school.slug}/class/table/1/look")
    assert hint_moment(school.table, seat, hool.view(school.table.play.state, seat))


def test_switching_ratings_off_opens_no_hand_and_on_makes_no_match_count(app):
    school = School(app)
    school.teacher.post(f"/room/{school.slug}/class/room/ratings", ratings="")
    assert school.table.rated and not cards_in(school.look_in()) & hidden(school.table)
    other = School(app, ("Dev", "Eve", "Fay"), ratings="")
    assert cards_in(other.look_in()) & hidden(other.table), "without ratings a teacher sees all hands"
    other.teacher.post(f"/room/{other.slug}/class/room/ratings", ratings="board")
    assert not other.table.rated
    play_out(other.parts, other.table.id)
    assert not other.parts.ratings.of(other.room.id).matches


def test_a_robot_that_waits_for_its_player_opens_no_hand(school):
    school.parts.classroom.stand_in(school.room.id, school.table.id, 0)
    assert school.table.rated and not cards_in(school.look_in()) & hidden(school.table)


def test_a_table_of_robots_does_not_show_the_cards_that_a_rated_table_has_before_it(app):
    school = School(app)
    robots = school.parts.classroom.add_table(school.room.id)
    school.parts.tables.command(robots.id, "next")
    robots = school.parts.tables.get(robots.id)
    assert robots.play.deal == school.table.play.deal and not robots.rated
    page = school.look_in(robots.number)
    assert not cards_in(page) & hidden(robots) and "other tables still have these cards" in page
    log = school.flask("log", str(robots.id))
    assert robots.play.secret not in log and " deal " not in log
    school.teacher.post(f"/room/{school.slug}/class/table/{robots.number}/look")
    assert cards_in(school.look_in(robots.number)) & hidden(robots)
    assert not school.table.rated, "the look was at the cards of the rated table"


DESK_PAGES = (
    "class?table=1", "class?table=2", "class/rows", "class/seats", "class/boards", "class/boards/paper?scores=1",
    "class/compare/1?with=2", "class/compare/2?with=1", "class/results", "boards", "boards.pbn", "boards.lin", "wall",
    "boards/1/1", "boards/2/1", "class/table/1/choose/0", "class/table/2/choose/1",
)  # fmt: skip


def test_no_page_of_the_desk_shows_what_is_hidden_in_rated_matches_of_hool(app):
    """Two tables play the same boards, one of them a board behind for a while. A secret call is hidden as a card is."""
    school = School(app, [f"Kid {n}" for n in range(8)], game="hool", seats=4)
    parts, rng = school.parts, Random(3)
    ids = [table.id for table in parts.tables.tables(school.room.id)]
    assert [parts.tables.get(each).rated for each in ids] == [True, True]
    for number, acts in ((0, 20), (0, 90), (1, 20)):
        for _ in range(acts):
            table = parts.tables.get(ids[number])
            if not table.playing:
                parts.tables.command(table.id, "next")
                break
            seat = rng.choice(sorted(table.to_act()))
            action = str(rng.choice(legal_actions(hool, table.play.state, seat)))
            assert parts.tables.act(table.id, table.seats[seat].person, table.turns[seat], action).ok
        found = [parts.tables.get(each) for each in ids]
        hands = {str(c) for table in found for hand in hool.view(table.play.state, None).hands for c in hand or ()}
        told = {act.text[5:] for table in found for act in table.play.acts if act.text.startswith("play ")}
        secret = set().union(*map(hidden, (table for table in found if table.playing))) - told - hands
        assert secret
        for url in DESK_PAGES:
            page = school.teacher.get(f"/room/{school.slug}/{url}").text
            assert not cards_in(page) & secret, url
            for table in (each for each in found if each.playing):
                assert format_deal(table.play.deal).split()[0] not in page, url
                assert table.play.secret not in page, url


def test_a_finished_board_is_no_way_to_the_hands_of_a_slower_rated_table(app):
    school = School(app, ("Ada", "Ben", "Cleo", "Dev", "Eve", "Fay"))
    play_out(school.parts, school.tables[0].id)
    assert school.teacher.get(f"/room/{school.slug}/boards/1/1").status_code == 403
    play_out(school.parts, school.tables[1].id)
    assert school.teacher.get(f"/room/{school.slug}/boards/1/1").status_code == 200


# -- logs ----------------------------------------------------------------------------------------------------


def exported(school):
    data = school.teacher.http.get(f"/room/{school.slug}/class/export.zip").data
    with ZipFile(BytesIO(data)) as file:
        return {name: file.read(name).decode("utf-8-sig") for name in file.namelist()}


def test_logs_of_a_rated_match_show_no_card_and_no_secret_before_it_is_over(school):
    play_out(school.parts, school.table.id, 4)
    now = school.table.play
    texts = [school.flask("log", str(school.table.id)), *exported(school).values()]
    for text in texts:
        assert now.secret not in text and " deal " not in text
    assert f"sealed {shuffle.commitment(now.secret)}" in texts[0]
    play_out(school.parts, school.table.id)
    for text in (school.flask("log", str(school.table.id)), exported(school)["logs/table-1.txt"]):
        assert now.secret in text and f" deal {format_deal(now.deal)}" in text


def test_secret_bids_stay_secret_in_the_log_until_all_are_in(app):
    school = School(app, bidding="secret")
    play_out(school.parts, school.table.id, 2)
    assert len(school.table.play.acts) == 2
    assert "bid" not in school.flask("log", str(school.table.id)).rpartition("board ")[2]
    play_out(school.parts, school.table.id, 1)
    assert school.flask("log", str(school.table.id)).count(" bid ") == 3


def test_a_log_that_is_sealed_says_so_when_it_is_to_be_folded(school, tmp_path):
    file = tmp_path / "table.log"
    file.write_text(school.flask("log", str(school.table.id)))
    assert "is sealed. Print the log again" in school.flask("replay", str(file))
    play_out(school.parts, school.table.id)
    file.write_text(school.flask("log", str(school.table.id)))
    assert "board 2" in school.flask("replay", str(file))


def test_the_teacher_sees_the_hands_in_lessons_and_the_table_says_so(app):
    teacher, slug, (amina, *_) = open_class(app, "Amina", "Bo")
    assert "Your teacher can see all hands." in amina.get(f"/room/{slug}/play").text
    assert cards_in(teacher.get(f"/room/{slug}/class?table=1").text)


def test_options_of_a_board_lead_to_its_own_hand_size():
    """A recipe needs no list of hand sizes: the number of cards each is in it."""
    options = options_from_json(oh_hell.Options, {"order": "up_down", "max_cards": 5})
    rng = Random(7)
    for number, size in enumerate(oh_hell.sizes(options, 4), 1):
        board = replace(oh_hell.next_board(options, 4, ()), number=number)
        assert recipe_of(Made("oh_hell", board, f"{rng.getrandbits(256):064x}")).size == size


def test_a_game_at_ones_own_pace_is_checked_when_its_match_is_over(school):
    parts = school.parts
    options = GAMES["oh_hell"].Options(order="up", max_cards=2)
    game = parts.tables.open(school.room.id, "oh_hell", options, seats=3, own_pace=True)
    people = [each.id for each in school.students]
    parts.tables.arrange([(game.id, seat, Seated(person, "")) for seat, person in enumerate(people)])
    parts.tables.command(game.id, "next")
    at = f"/room/{school.slug}/games/{-game.number}/boards/1/fair"
    assert parts.tables.get(game.id).rated and "Nobody sees the hands" in parts.show.shared_html(
        parts.tables.get(game.id)
    )
    while not parts.tables.get(game.id).play.boards:
        play_out(parts, game.id, 1)
    [record] = parts.tables.get(game.id).play.boards
    assert record.secret not in school.students[0].get(at).text
    play_out(parts, game.id)
    assert record.secret in school.students[0].get(at).text
