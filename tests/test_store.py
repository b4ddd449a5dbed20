"""The store keeps what was appended, in order, without gaps, and nothing of what was refused."""

import threading

import pytest

from hool.store import Conflict, Event, Row, Store


@pytest.fixture
def store(tmp_path, clock):
    return Store(f"sqlite:///{tmp_path / 'hool.sqlite'}", clock)


def make_room(store, code="ACE34"):
    return store.make_room(f"slug-{code}", code, "Class 5b", "{}", 2e9)


def event(table, seq, text):
    return Event(table, seq, 1.5, "0", text)


def test_a_table_begins_with_its_first_rows_and_grows_without_gaps(store):
    table = store.make_table(make_room(store).id, [Row("teacher", "open hool {}"), Row("teacher", "sit 0 person 7")])
    store.append([event(table.id, 3, "clue hcp"), event(table.id, 4, "clue hearts")])
    assert [str(e) for e in store.events(table.id)] == [
        "1 teacher open hool {}",
        "2 teacher sit 0 person 7",
        "3 0 clue hcp",
        "4 0 clue hearts",
    ]
    assert [e.seq for e in store.events(table.id, after=2)] == [3, 4]


def test_who_appends_to_an_outdated_log_is_told_and_writes_nothing(store):
    room = make_room(store)
    first, second = (store.make_table(room.id, [Row("teacher", "open hool {}")]) for _ in range(2))
    store.append([event(first.id, 2, "clue hcp")])
    with pytest.raises(Conflict):
        store.append([event(second.id, 2, "clue hcp"), event(first.id, 2, "clue pattern")])
    assert [e.text for e in store.events(first.id)] == ["open hool {}", "clue hcp"]
    assert len(store.events(second.id)) == 1, "all or nothing, also over two tables"


def test_a_robots_reason_is_kept_beside_its_act(store):
    table = store.make_table(make_room(store).id, [Row("teacher", "open hool {}")])
    store.append([Event(table.id, 2, 1.5, "0", "pass", '{"say":"Nothing to bid."}')])
    assert store.events(table.id)[1].note == '{"say":"Nothing to bid."}'


def test_table_numbers_fill_the_gaps_of_their_own_room_only(store):
    room, other = make_room(store), make_room(store, "PRX34")
    numbers = [store.make_table(r.id, [Row("teacher", "open hool {}")]).number for r in (room, room, other)]
    assert numbers == [1, 2, 1]
    store.close_table(store.tables(room.id)[0].id)
    assert [t.number for t in store.tables(room.id)] == [2]
    assert store.make_table(room.id, [Row("teacher", "open hool {}")]).number == 3, "old boards keep their table number"


def test_two_rooms_cannot_have_one_code(store):
    make_room(store)
    with pytest.raises(Conflict):
        store.make_room("another-slug", "ACE34", "Class 6a", "{}", 2e9)


def test_a_person_may_hold_keys_on_several_devices(store):
    room = make_room(store)
    person = store.add_person(room.id, "student", "Amina", "hash-of-phone")
    store.add_key(person.id, "hash-of-tablet")
    assert store.person_by_key("hash-of-phone") == store.person_by_key("hash-of-tablet") == person
    store.drop_keys(person.id)
    assert store.person_by_key("hash-of-tablet") is None


def test_what_is_committed_is_there_after_opening_the_file_again(store, tmp_path, clock):
    room = make_room(store)
    table = store.make_table(room.id, [Row("teacher", "open hool {}")])
    again = Store(f"sqlite:///{tmp_path / 'hool.sqlite'}", clock)
    assert again.room_by_code("ACE34") == room
    assert [e.text for e in again.events(table.id)] == ["open hool {}"]


def test_many_tables_share_one_commit_and_each_keeps_its_own_verdict(tmp_path, clock):
    """While one commit is on its way, those who come wait together; a conflict of one is nobody else's."""
    gate, entered = threading.Event(), threading.Event()
    commits = []

    def slow_disk(function):
        entered.set()
        gate.wait()
        commits.append(1)
        function()

    store = Store(f"sqlite:///{tmp_path / 'hool.sqlite'}", clock, slow_disk)
    ids = [store.make_table(make_room(store, f"ACE{n}{n}").id, [Row("teacher", "open hool {}")]).id for n in range(6)]
    answers = {}

    def append(table, seq):
        try:
            store.append([event(table, seq, "clue hcp")])
            answers[table] = "written"
        except Conflict:
            answers[table] = "conflict"

    threads = [threading.Thread(target=append, args=(ids[0], 2))]
    threads[0].start()
    entered.wait()
    threads += [threading.Thread(target=append, args=(table, 1 if table == ids[3] else 2)) for table in ids[1:]]
    for thread in threads[1:]:
        thread.start()
    while len(store._commits._waiting) < 5:
        pass
    gate.set()
    for thread in threads:
        thread.join()
    assert len(commits) == 2, "the first alone, the other five together"
    assert answers == {table: "conflict" if table == ids[3] else "written" for table in ids}
    assert [len(store.events(table)) for table in ids] == [2, 2, 2, 1, 2, 2]
