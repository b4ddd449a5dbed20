"""Ratings: which matches count, what they do to the players, and who sees them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hool.fold import MatchEnd, Over
from hool.ratings import START, rate
from hool.rules import GAMES
from hool.rules.game import legal_actions
from tests.people import Student, open_class


def end(people, places, at=0.0, aided=False, boards=3, sides=False, over=None):
    seats = tuple(each if isinstance(each, tuple) else (each,) for each in people)
    return MatchEnd("oh_hell", 1, seats, tuple(places), (0,) * len(seats), boards, at, aided, sides, over, rated=True)


def points(ends):
    return {person: standing.points for person, standing in rate(ends).standings.items()}


def test_who_finishes_before_the_others_gains_most():
    found = points([end((1, 2, 3), (1, 2, 3))])
    assert found[1] > found[2] > found[3]


def test_a_shared_place_makes_no_difference_between_those_who_share_it():
    found = points([end((1, 2, 3), (1, 1, 3))])
    assert found[1] == found[2] > found[3]


def test_beating_a_strong_player_brings_more_than_beating_a_new_one():
    strong = [end((9, 8), (1, 2), at=n) for n in range(8)]
    after = points([*strong, end((1, 9), (1, 2), at=10), end((2, 7), (1, 2), at=11)])
    assert after[1] > after[2]


def test_partners_win_together():
    found = points([end((1, 2, 3, 4), (1, 2, 1, 2), sides=True)])
    assert found[1] == found[3] > found[2] == found[4]


@pytest.mark.parametrize(
    "no_match",
    [
        end((1, 2, 3), (1, 2, 3), aided=True),
        end(((1,), (), (3,)), (1, 2, 3)),
        end(((1, 5), 2, 3), (1, 2, 3)),
        end((1, 2, 3), (1, 2, 3), boards=0, over=Over((2,), "resigned")),
    ],
    ids=["a robot or the teacher helped", "a robot's seat", "two on one seat", "nothing was finished"],
)
def test_what_is_no_match_of_people_does_not_count(no_match):
    assert points([no_match]) == {}


def test_a_match_somebody_has_left_counts():
    found = points([end((1, 2, 3), (3, 1, 2), boards=2, over=Over((0,), "late"))])
    assert found[2] > found[3] > found[1]


@given(st.permutations(range(6)))
def test_the_order_in_which_matches_are_found_does_not_matter(order):
    ends = [end((1 + n % 3, 4, 5), (1, 2, 3), at=n) for n in range(6)]
    assert points([ends[n] for n in order]) == points(ends)


def test_nobody_has_points_before_a_match_and_all_begin_alike():
    rated = rate([end((1, 2), (1, 2))]).matches[0]
    assert set(rated.before.values()) == {START}
    assert rate([]).standings == {}


# -- a room ----------------------------------------------------------------------------------------------


def play_out(parts, table_id):
    """All that is left of the match at this table, each student taking the first thing allowed."""
    tables = parts.tables
    while not (table := tables.get(table_id)).match_over:
        if not table.playing:
            tables.command(table_id, "next")
            continue
        seat = min(table.to_act())
        action = str(legal_actions(table.rules, table.play.state, seat)[0])
        assert tables.act(table_id, table.seats[seat].person, table.turns[seat], action).ok


@pytest.fixture
def school(app):
    """Three students who have played a short match of Oh Hell, without robots, in a room with a list of ratings."""
    teacher, slug, _ = open_class(app, start=False)
    ids = [Student(app, slug, name) for name in ("Ada", "Ben", "Cleo")]
    parts = app.extensions["hool"]
    room = parts.store.room_by_slug(slug)
    options = GAMES["oh_hell"].Options(order="up", max_cards=2)
    teacher.post(f"/room/{slug}/class/room/ratings", ratings="board")
    parts.classroom.play_game(room.id, "oh_hell", options, 3)
    (table,) = parts.tables.tables(room.id)
    play_out(parts, table.id)
    return teacher, slug, ids, parts, room.id, table.id


def names_on(page):
    return [name for name in ("Ada", "Ben", "Cleo") if f"<bdi>{name}</bdi>" in page.partition("list-h")[2]]


def test_a_match_of_students_alone_makes_ratings(school):
    _teacher, slug, (ada, *_), parts, room_id, _ = school
    assert len(parts.ratings.of(room_id).standings) == 3
    page = ada.get(f"/room/{slug}/ratings").text
    assert "Your rating" in page and names_on(page) == ["Ada", "Ben", "Cleo"]


def test_everybody_finds_their_own_line_on_the_list(school):
    _teacher, slug, (ada, *_), _, _, _ = school
    rows = re.findall(r'<tr(?: class="([^"]*)")?>', ada.get(f"/room/{slug}/ratings").text.partition("list-h")[2])
    hidden = re.findall(r"^\.([\w-]+) \{ display: none; \}$", ada.get("/static/app.css").text, re.M)
    own = [name for name in rows if name]
    assert len(own) == 1 and "me" in hidden, "one line is marked, and the style sheet hides marks of this kind"
    assert not set(own[0].split()) & set(hidden)


def test_whoever_takes_themselves_off_the_list_is_seen_by_the_teacher_alone(school):
    teacher, slug, (ada, ben, _), _, _, _ = school
    assert ada.post(f"/room/{slug}/ratings/hide", on="1").status_code == 303
    assert names_on(ben.get(f"/room/{slug}/ratings").text) == ["Ben", "Cleo"]
    assert names_on(ada.get(f"/room/{slug}/ratings").text) == ["Ben", "Cleo"]
    assert "Your rating" in ada.get(f"/room/{slug}/ratings").text
    assert names_on(teacher.get(f"/room/{slug}/ratings").text) == ["Ada", "Ben", "Cleo"]
    ada.post(f"/room/{slug}/ratings/hide", on="0")
    assert names_on(ben.get(f"/room/{slug}/ratings").text) == ["Ada", "Ben", "Cleo"]


def test_a_class_that_is_told_no_places_sees_names_and_each_their_own_points(school):
    teacher, slug, (ada, *_), parts, room_id, _ = school
    teacher.post(f"/room/{slug}/class/room/ratings", ratings="class")
    page = ada.get(f"/room/{slug}/ratings").text
    own, _, others = page.partition("list-h")
    points = {s.person: str(s.points) for s in parts.ratings.of(room_id).standings.values()}
    assert points[ada.id] in own
    assert not any(f">{each}<" in others for each in points.values()), "nobody's points stand on the list"


def test_without_ratings_there_is_no_page_for_students(school):
    teacher, slug, (ada, *_), _, _, _ = school
    teacher.post(f"/room/{slug}/class/room/ratings", ratings="")
    assert ada.get(f"/room/{slug}/ratings").status_code == 404
    assert "switched off" in teacher.get(f"/room/{slug}/ratings").text


def test_a_word_that_is_no_choice_changes_nothing(school):
    teacher, slug, _, parts, room_id, _ = school
    teacher.post(f"/room/{slug}/class/room/ratings", ratings="everybody")
    assert "Choose who sees the ratings" in teacher.get(f"/room/{slug}/class/room").text
    assert parts.classroom.room(room_id).settings.ratings == "board"


@pytest.mark.parametrize("help_", ["hands open", "look", "robot"])
def test_a_match_in_which_somebody_helped_is_not_rated(school, help_):
    *_, parts, room_id, table_id = school
    before = parts.ratings.of(room_id).standings
    parts.tables.command(table_id, "next")
    if help_ == "robot":
        parts.classroom.stand_in(room_id, table_id, 0)
        parts.classroom.take_seat_back(parts.tables.get(table_id).seats[0].person)
        parts.tables.command(table_id, "redeal")
        parts.classroom.stand_in(room_id, table_id, 0)
        parts.tables.command(table_id, "redeal")
        parts.classroom.take_seat_back(parts.tables.get(table_id).seats[0].person)
    else:
        parts.tables.command(table_id, help_)
    play_out(parts, table_id)
    assert parts.ratings.of(room_id).standings == before
