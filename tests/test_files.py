"""Boards in and out of a room: PBN and LIN, a link to a hand viewer, and hand records on paper."""

import random
import re
from html import unescape
from urllib.parse import unquote

import pytest

from hool.formats import lin, pbn
from hool.formats.boards import FileBoard
from hool.rules import hool
from hool.rules.cards import format_hand, parse_deal
from hool.rules.text import say
from hool.web.records import AT_ONCE
from tests.analysts import Knowing, Pondering
from tests.people import Person, cards_in
from tests.test_lin import DEAL as LIN_DEAL
from tests.test_pbn import SOLVED
from tests.test_replay import Class
from tests.test_replay_analysis import with_analyst
from tests.test_teacher import Desk, words

NAMES = ("Ines", "Bo", "Amina", "Li", "Tom")


@pytest.fixture
def lesson(app):
    """Both tables have played the same first board."""
    made = Class(app)
    made.parts.classroom.random_deals(made.room_id, same=True)
    made.play(1)
    made.play(2)
    return made


def solved(made: Class) -> None:
    with_analyst(made.app, Knowing(SOLVED))


def named(text: str) -> set[str]:
    """The students whose names stand in a text."""
    return {name for name in NAMES if re.search(rf"\b{name}\b", text)}


def paper(made: Class, query: str = ""):
    return made.client(teacher=True).get(f"/room/{made.slug}/class/boards/paper{query}").text


# Out


def test_the_same_board_comes_as_pbn_and_as_lin(lesson):
    client = lesson.client(0)
    answer = client.get(lesson.at("/1/1.lin"))
    assert answer.headers["Content-Disposition"] == 'attachment; filename="5b-table-1-board-1.lin"'
    (board,) = lin.read(answer.data).boards
    assert (board,) == pbn.read(client.get(lesson.at("/1/1.pbn")).data).boards
    assert board.acts == tuple((act.seat, act.text) for act in lesson.tables[0].play.boards[0].acts)
    assert (board.tag("North"), board.tag("Event"), board.tag("Table")) == ("Ines", "5b", "1")
    teacher = lesson.client(teacher=True)
    whole = lin.read(teacher.get(lesson.at(".lin")).data).boards
    assert [each.tag("Table") for each in whole] == ["1", "2"]
    assert lesson.client(0).get(lesson.at("/1/1.doc")).status_code == 404


def test_a_file_has_the_double_dummy_tricks_when_they_are_known(lesson):
    for kind, read in (("pbn", pbn.read), ("lin", lin.read)):
        assert read(lesson.client(0).get(lesson.at(f"/1/1.{kind}")).data).boards[0].double_dummy is None
    solved(lesson)
    for kind, read in (("pbn", pbn.read), ("lin", lin.read)):
        (board,) = read(lesson.client(0).get(lesson.at(f"/1/1.{kind}")).data).boards
        assert board.double_dummy == SOLVED
        assert re.fullmatch(r"(NS|EW) \d+;[1-7](C|D|H|S|NT)X?;[NESW]{1,2}", board.par)
    lesson.parts.classroom.change_settings(lesson.room_id, analysis=False)
    assert pbn.read(lesson.client(0).get(lesson.at("/1/1.pbn")).data).boards[0].double_dummy is None
    assert pbn.read(lesson.client(teacher=True).get(lesson.at("/1/1.pbn")).data).boards[0].double_dummy == SOLVED


def test_a_stage_without_contracts_tells_no_tricks_of_contracts(app):
    made = Class(app, "whist")
    made.play(1)
    solved(made)
    assert "Optimum" not in made.client(teacher=True).get(made.at("/1/1.pbn")).text
    assert 'class="rc-tricks"' not in paper(made)


# The link to a hand viewer


def links(page: str) -> list[str]:
    return [unescape(tag) for tag in re.findall(r"<a [^>]*bridgebase\.com[^>]*>", page)]


def test_the_teacher_has_a_link_to_a_hand_viewer_and_nobody_else(lesson):
    for path in ("", "/1/1"):
        (link,) = links(lesson.client(teacher=True).get(lesson.at(path)).text)
        assert 'rel="noreferrer noopener"' in link and 'target="_blank"' in link
        assert not named(unquote(link)) and "5b" not in unquote(link)
        assert links(lesson.client(0).get(lesson.at(path)).text) == []
    page = lesson.client(teacher=True).get(lesson.at("/1/1"))
    assert "Opens another web site, bridgebase.com. It gets the cards, not the names." in page.text
    assert "bridgebase" not in page.headers["Content-Security-Policy"], "it is a link, and nothing is loaded"


def test_a_small_pack_has_no_such_link(app):
    made = Class(app, "one suit")
    made.play(1)
    for path in ("", "/1/1"):
        assert "handviewer" not in made.client(teacher=True).get(made.at(path)).text


# Hand records


def test_hand_records_are_the_teachers(lesson):
    url = f"/room/{lesson.slug}/class/boards/paper"
    for client in (lesson.client(0), lesson.app.test_client()):
        answer = client.get(url)
        assert answer.status_code == 403
        assert cards_in(answer.text) == set()
    assert url in lesson.client(teacher=True).get(lesson.at()).text
    assert url not in lesson.client(0).get(lesson.at()).text


SLIP = re.compile(r'<ul class="slip">(.*?)</ul>', re.S)


def hands(page: str) -> list[str]:
    """The hands on paper, dotted."""
    found = []
    for slip in SLIP.findall(page):
        suits = [re.sub(r"<[^>]+>|–", "", re.sub(r'<span class="vh">.*?</span>', "", li)) for li in slip.split("</li>")]
        found.append(".".join(suit.replace("10", "T").strip() for suit in suits[:4]))
    return found


def test_a_record_has_the_deal_once_and_no_name_until_it_is_asked_for(lesson):
    page = paper(lesson)
    record = lesson.tables[0].play.boards[0]
    assert hands(page) == [format_hand(hand) for hand in record.deal.hands], "one deal, though two tables played it"
    assert "N deals" not in page and "North deals" in page
    assert not named(page)
    scores = paper(lesson, "?scores=1")
    assert scores.count("<li><b>Table") == 2
    assert not named(scores)
    assert named(paper(lesson, "?scores=1&names=1")) == set(NAMES)
    assert not named(paper(lesson, "?names=1")), "who sat there belongs to a result"


def test_a_record_says_what_could_be_made(lesson):
    assert "is being worked out" in paper(lesson)
    assert 'class="rc-tricks"' not in paper(lesson)
    solved(lesson)
    page = paper(lesson)
    assert "is being worked out" not in page
    table = page[page.index('class="rc-tricks"') :]
    rows = re.findall(r"<tr><th.*?</tr>", table[: table.index("</table>")], re.S)
    assert [list(map(int, re.findall(r"<td>(\d+)</td>", row))) for row in rows] == [
        list(SOLVED[seat]) for seat in (0, 2, 1, 3)
    ]
    assert re.search(r'class="rc-par"><b>Par</b>', page)


def test_a_page_full_of_new_deals_does_not_keep_the_solver_from_others(lesson):
    board, rng = lesson.tables[0].play.boards[0].board, random.Random(1)
    deals = [(number, 0, hool.deal(board, rng)) for number in range(1, 31)]
    lesson.parts.classroom.load_deals(lesson.room_id, deals, "friday.pbn")
    asked = with_analyst(lesson.app, Pondering()).asked
    page = paper(lesson, "?coming=1")
    assert len(asked) == AT_ONCE
    assert page.count('class="pp-record"') == 31
    assert len(hands(paper(lesson))) == 4, "boards to come are shown when they are asked for"


def test_what_took_too_long_is_said(lesson):
    with_analyst(lesson.app, Pondering(failed=True))
    assert "What could be made on 1 board took too long" in words(paper(lesson))


def test_without_a_solver_the_page_says_so(lesson):
    with_analyst(lesson.app, Pondering(off=say("There is no solver.")))
    assert "There is no solver." in paper(lesson)
    assert "is being worked out" not in paper(lesson)


def test_an_empty_room_has_nothing_to_print(app):
    assert "No board is finished yet." in paper(Class(app))


# In


def upload(room, data: bytes, name: str):
    head = f'--end\r\nContent-Disposition: form-data; name="pbn"; filename="{name}"\r\n\r\n'
    body = head.encode() + data + b"\r\n--end--\r\n"
    return room.teacher.http.post(room.at + "/boards", data=body, content_type="multipart/form-data; boundary=end")


@pytest.fixture
def four(app, clock):
    return Desk(app, clock, "Amina", "Bo", "Ines", "Ravi")


@pytest.mark.parametrize("name", ["friday.lin", "friday.pbn", "friday"])
def test_a_lin_file_is_known_by_what_stands_in_it(four, name):
    data = f"qx|o7|md|4{LIN_DEAL}|sv|o|pg||\nqx|o8|md|1{LIN_DEAL}|sv|o|pg||\n".encode()
    assert upload(four, data, name).status_code == 303
    assert f"2 boards from {name} are in force" in four.see("/boards")
    assert [(each.number, each.dealer) for each in four.table().prepared] == [(7, 1), (8, 2)]


def test_mistakes_in_a_lin_file_are_reported_by_line(four):
    data = f"md|1{LIN_DEAL}|\nmd|2{LIN_DEAL.replace('H64', 'H6')}|\n".encode()
    page = words(upload(four, data, "friday.lin").text)
    assert "line 2 South has 12 cards and should have 13" in page
    assert "1 board is good. Nothing has been loaded yet." in page


def test_a_thousand_boards(four):
    boards = [
        FileBoard(n, 0, parse_deal("AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"))
        for n in range(1, 1001)
    ]
    page = words(upload(four, pbn.write(boards).encode()[:1_000_000], "all.pbn").text)
    assert "The first 500 are taken." in page
    assert "500 boards are good. Nothing has been loaded yet." in page


def test_the_workshop_names_both_limits(four):
    body = b"--end\r\n" + b"x" * 3_000_000
    url = f"{four.at}/lessons/040-trumps-2/edit"
    answer = four.teacher.http.post(url, data=body, content_type="multipart/form-data; boundary=end")
    assert answer.status_code == 413
    assert "A file of boards may have 1 MB at most, and a lesson" in words(answer.text)


@pytest.mark.parametrize("name", ["big.pbn", "big.lin"])
def test_ten_megabytes_are_refused_with_the_limit(four, name):
    answer = upload(four, b"md|1SAK|" * 1_250_000, name)
    assert answer.status_code == 413
    assert "A file of deals may have 1 MB at most." in words(answer.text)
    assert "One megabyte is the most" in words(upload(four, b"md|1SAK|" * 150_000, name).text)
    assert Person(four.app).get("/").status_code == 200
