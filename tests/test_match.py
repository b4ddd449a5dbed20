"""A whole match of robots: the teacher loads a file of boards, and three tables play all of it at once."""

import io
from random import Random

from hool.formats import pbn
from hool.rules import hool
from hool.rules.game import Board
from tests.people import open_class

BOARDS = 12


def match_file():
    """Boards 1 to 12 as a PBN file of deals only, as clubs publish them."""
    rng = Random(24)
    lines = ["% PBN 2.1", ""]
    for number in range(1, BOARDS + 1):
        dealer = (number - 1) % 4
        deal = hool.deal(Board(number, dealer, 4, hool.Options()), rng)
        hands = " ".join(
            ".".join("".join(str(c)[0] for c in hand if c.suit == suit) for suit in "SHDC") for hand in deal.hands
        )
        lines += [f'[Board "{number}"]', f'[Dealer "{"NESW"[dealer]}"]', f'[Deal "N:{hands}"]', ""]
    return "\n".join(lines).encode()


def test_twelve_boards_are_played_through_by_robots_at_three_tables_at_once(app, clock):
    teacher, slug, _ = open_class(app, start=False)
    parts = app.extensions["hool"]
    room = parts.store.room_by_slug(slug)
    for _ in range(3):
        parts.classroom.add_table(room.id)
    upload = {"pbn": (io.BytesIO(match_file()), "match.pbn")}
    answer = teacher.http.post(f"/room/{slug}/class/boards", data=upload, content_type="multipart/form-data")
    assert answer.status_code == 303
    for _ in range(BOARDS):
        parts.classroom.next_board(room.id)
        clock.advance(600)
    deals = [b.deal for b in pbn.read(match_file()).boards]
    for table in parts.tables.tables(room.id):
        assert [r.board.number for r in table.play.boards] == list(range(1, BOARDS + 1))
        assert [r.board.dealer for r in table.play.boards] == [n % 4 for n in range(BOARDS)]
        assert [r.deal for r in table.play.boards] == deals, "every table has the same boards"
        assert table.match_over
        played = [r for r in table.play.boards if any(a.text.startswith("play") for a in r.acts)]
        assert len(played) > BOARDS * 2 // 3, "the robots bid most boards"
        assert all(len([a for a in r.acts if a.text.startswith("play")]) == 52 for r in played)
        assert all(a.note for r in table.play.boards for a in r.acts), "every act has its reason"
