"""Fair turns at the tables with robots, new company, and seats that turn in a running class."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hool.rotation import ROBOT, Told, next_rounds, seating, told_by


def sizes_of(students):
    count = -(-students // 4)
    return [students // count + (i < students % count) for i in range(count)]


def play(blocks, rounds, sizes=None, boards=1, before=()):
    """Turn the seats so often; everything that was ever at a table, round by round."""
    sizes = sizes or sizes_of(sum(map(len, blocks)))
    played, found = list(before), []
    for _ in range(rounds):
        tables = seating(blocks, sizes, told_by(played))
        found.append(tables)
        played += [table for _board in range(boards) for table in tables]
    return found, told_by(played)


@settings(max_examples=60)
@given(st.integers(1, 40), st.integers(1, 9), st.integers(1, 4))
def test_turns_with_robots_differ_by_one_round_at_most_however_long_it_goes_on(students, rounds, boards):
    blocks = [((person,),) for person in range(1, students + 1)]
    tables, told = play(blocks, rounds, boards=boards)
    for table_round in tables:
        assert sorted(p for four in table_round for unit in four for p in unit) == list(range(1, students + 1))
        assert sorted(sum(map(bool, four)) for four in table_round) == sorted(sizes_of(students))
    had = [told.robots[person] for person in range(1, students + 1)]
    assert max(had) - min(had) <= boards
    if students % 4 == 0:
        assert max(had) == 0


@settings(max_examples=40)
@given(st.integers(2, 40), st.data())
def test_what_differs_by_more_comes_nearer(students, data):
    people = list(range(1, students + 1))
    told = Told()
    for person in people:
        told.played[person] = 9
        told.robots[person] = data.draw(st.integers(0, 9))
    blocks = [((person,),) for person in people]
    sizes = sizes_of(students)
    places = sum(size for size in sizes if size < 4)
    had = {person: told.robots[person] for person in people}
    for chosen in next_rounds(blocks, sizes, told, 4):
        now = {unit[0] for block in chosen for unit in block}
        assert len(now) == places
        others = [had[person] for person in people if person not in now]
        assert max((had[person] for person in now), default=0) <= min(others, default=99)
        for person in now:
            had[person] += 1


@settings(max_examples=40)
@given(st.lists(st.integers(1, 4), min_size=1, max_size=12), st.integers(1, 4))
def test_who_shares_a_device_stays_together_and_nobody_is_lost(widths, rounds):
    blocks, person = [], 0
    for width in widths:
        blocks.append(tuple((person + i + 1,) for i in range(width)))
        person += width
    tables, _told = play(blocks, rounds)
    for table_round in tables:
        assert sorted(p for four in table_round for unit in four for p in unit) == list(range(1, person + 1))
        at = {p: number for number, four in enumerate(table_round) for unit in four for p in unit}
        seat = {p: place for four in table_round for place, unit in enumerate(four) for p in unit}
        for block in blocks:
            assert len({at[unit[0]] for unit in block}) == 1
            if len(block) == 2:
                assert abs(seat[block[0][0]] - seat[block[1][0]]) == 2, "two on one device are partners"


def test_two_who_share_a_seat_turn_as_one():
    blocks = [((1, 2),), *(((person,),) for person in range(3, 8))]
    tables, told = play(blocks, 6)
    assert all((1, 2) in [unit for four in table_round for unit in four] for table_round in tables)
    assert told.robots[1] == told.robots[2]


@pytest.mark.parametrize("students", [8, 12, 16, 20, 28])
def test_company_is_new_as_far_as_it_can_be(students):
    blocks = [((person,),) for person in range(1, students + 1)]
    tables, told = play(blocks, 4)
    partners = Counter(
        frozenset((four[i], four[i + 2])) for table_round in tables for four in table_round for i in (0, 1)
    )
    assert max(partners.values()) == 1, "nobody has a partner twice in four rounds"
    met = [told.met[pair] for pair in combinations(range(1, students + 1), 2)]
    # Each meets 3 in a round, 12 times somebody in 4 rounds.
    fair = 12 / (students - 1)
    assert max(met) <= max(2, fair + 2)


def test_a_newcomer_does_not_have_all_the_turns_of_the_others():
    blocks = [((person,),) for person in range(1, 7)]
    _tables, told = play(blocks, 5)  # six are always with robots
    assert min(told.robots.values()) == 5
    blocks.append(((7,),))
    rounds = next_rounds(blocks, [4, 3], told, 4)
    turns = Counter(unit[0] for chosen in rounds for block in chosen for unit in block)
    assert max(turns.values()) - min(turns[person] for person in range(1, 8)) <= 1


def test_one_student_alone_sits_north_and_two_are_partners():
    assert seating([((5,),)], [1], Told()) == (((5,), ROBOT, ROBOT, ROBOT),)
    assert seating([((5,),), ((6,),)], [2], Told()) == (((5,), ROBOT, (6,), ROBOT),)
