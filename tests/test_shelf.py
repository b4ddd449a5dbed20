"""The shelf: lessons that come with the app, a room's own, and broken ones beside good ones."""

import pytest

from hool.shelf import MOST_OWN, Shelf, ShelfError
from hool.store import Store

GOOD = """+++
title = "Mine"
minutes = 40
new = "A trick."
goal = "All know."
big_question = "Why?"
story = "Once. Twice."
reflection = "Now?"
check = ["winner"]
look_for = ["Joy."]
mistakes = ["None."]
ask_back = [["Why?", "Why not?"]]

[phases]
40 = [4, 24, 9, 3]

[ages]
8-10 = "a"
11-14 = "b"
adults = "c"

[options]
preset = "one suit"
+++

## Board 1

```pbn
[Board "1"]
[Dealer "N"]
[Deal "N:.A74.. .983.. .QT6.. .KJ5.."]
```
"""


@pytest.fixture
def shelf(tmp_path, clock):
    (tmp_path / "010-mine.md").write_text(GOOD)
    (tmp_path / "020-broken.md").write_text(GOOD.replace(".KJ5..", ".KA5.."))
    (tmp_path / "README.md").write_text("no lesson")
    store = Store(f"sqlite:///{tmp_path / 'x.sqlite'}", clock)
    store.make_room("slug", "CODE", "5b", "{}", 1.0)
    return Shelf(store, tmp_path)


def test_a_broken_lesson_stands_beside_the_good_ones_with_its_line(shelf):
    good, broken = shelf.all(1)
    assert good.title == "Mine" and good.lesson.boards and not good.problems
    assert broken.lesson is None and broken.title == "020-broken"
    assert [str(p) for p in broken.problems] == ["020-broken.md:31: North and West both have AH."]


def test_a_room_keeps_its_own_lessons_and_only_those(shelf):
    kept = shelf.save(1, "015-ours", GOOD.replace("Mine", "Ours").replace("\n", "\r\n"))
    assert kept.own and kept.title == "Ours"
    assert [entry.name for entry in shelf.all(1)] == ["010-mine", "015-ours", "020-broken"]
    assert shelf.find(2, "015-ours") is None
    shelf.save(1, "015-ours", "nothing")
    assert shelf.find(1, "015-ours").problems
    shelf.drop(1, "015-ours")
    assert shelf.own(1) == ()


@pytest.mark.parametrize("name", ["", "Ours", "a", "../x", "a b", "x" * 61, "-a"])
def test_a_name_that_is_none_is_refused(shelf, name):
    with pytest.raises(ShelfError, match="small letters"):
        shelf.save(1, name, GOOD)


def test_lessons_of_the_app_are_not_overwritten_and_long_ones_not_kept(shelf):
    with pytest.raises(ShelfError, match="comes with HOOL"):
        shelf.save(1, "010-mine", GOOD)
    with pytest.raises(ShelfError, match="too long"):
        shelf.save(1, "015-ours", "x" * 200_001)
    for n in range(MOST_OWN):
        shelf.save(1, f"lesson-{n:03}", GOOD)
    with pytest.raises(ShelfError, match="Delete one first"):
        shelf.save(1, "one-more", GOOD)
    assert shelf.save(1, "lesson-000", GOOD)
    assert shelf.free_name(1, "lesson-000") == "lesson-000-2" and shelf.free_name(1, "new") == "new"
