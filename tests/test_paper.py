"""Paper for a lesson: who may print what, that it says what the lesson says, and that a card gives nothing away."""

import html
import re
from dataclasses import replace

import pytest

from hool.lessons import read_all
from hool.rules import hool
from hool.rules.cards import format_hand, high_card_points
from hool.rules.hool_options import PRESETS, Options
from hool.web import paper
from tests.people import Person, cards_in, open_class
from tests.test_imports import ROOT
from tests.test_shelf import GOOD

LESSONS = {lesson.name: lesson for lesson in read_all(ROOT / "lessons")[0]}
RUNGS = {lesson.rung: lesson for lesson in LESSONS.values() if lesson.rung}
BOTH = ("teacher", "hands")
SLIP = re.compile(r'<ul class="slip">(.*?)</ul>', re.S)
LINE = re.compile(r'href="#([SHDC])"/></svg>.*?</span>(.*?)</li>', re.S)


@pytest.fixture
def room(app):
    """A class: (teacher, slug, student)."""
    teacher, slug, (student,) = open_class(app, "Amina", start=False)
    return teacher, slug, student


def address(slug, name, what):
    return f"/room/{slug}/class/lessons/{name}/paper/{what}"


def words(answer):
    """What stands on a page, without its tags."""
    body = answer.get_data(as_text=True).partition("<body")[2].partition("</svg>")[2]
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", body)))


def own(app, slug, text, name="045-mine"):
    parts = app.extensions["hool"]
    parts.shelf.save(parts.store.room_by_slug(slug).id, name, text)
    return name


# Who may open what


@pytest.mark.parametrize("what", BOTH)
def test_what_tells_the_boards_is_the_teachers(app, room, what):
    teacher, slug, student = room
    url = address(slug, "060-a-promise", what)
    assert teacher.get(url).status_code == 200
    for other in (student, Person(app)):
        refused = other.get(url)
        assert refused.status_code == 403
        assert cards_in(refused.get_data(as_text=True)) == set()


def test_everybody_may_have_a_card_and_it_shows_no_board(app, room):
    teacher, slug, student = room
    for person in (teacher, student, Person(app)):
        for name in LESSONS:
            page = person.get(address(slug, name, "card"))
            assert page.status_code == 200
            assert cards_in(page.get_data(as_text=True)) == set()
        assert person.get("/card").status_code == 200


def test_only_the_teacher_is_led_to_the_other_papers(room):
    teacher, slug, student = room
    url = address(slug, "060-a-promise", "card")
    assert "paper/hands" in teacher.get(url).get_data(as_text=True)
    assert "paper/hands" not in student.get(url).get_data(as_text=True)


@pytest.mark.parametrize("what", [*BOTH, "card"])
def test_a_lesson_that_is_not_there_is_missed_by_name(room, what):
    teacher, slug, _ = room
    page = teacher.get(address(slug, "999-nothing", what))
    assert page.status_code == 404
    assert "no lesson “999-nothing”" in words(page)


def test_no_room_no_paper(client):
    assert client.get(address("no-such-room", "060-a-promise", "card")).status_code == 404


@pytest.mark.parametrize("what", [*BOTH, "card"])
def test_a_broken_lesson_tells_its_teacher_the_line(app, room, what):
    teacher, slug, student = room
    name = own(app, slug, GOOD.replace(".KJ5..", ".KA5.."))
    page = teacher.get(address(slug, name, what))
    assert page.status_code == 409
    assert "line 31" in words(page) and "ace of hearts" in words(page)
    if what == "card":
        page = student.get(address(slug, name, what))
        assert page.status_code == 409
        assert "has mistakes" in words(page)
        assert cards_in(page.get_data(as_text=True)) == set()


def test_html_in_a_lesson_is_shown_as_text(app, room):
    teacher, slug, _ = room
    text = GOOD.replace('"Mine"', '"<i>Mine</i>"').replace('"Joy."', '"<b>Joy</b>"')
    name = own(app, slug, text + "\n> Teacher: <script>x()</script>\n\n> Note card: <img src=x>\n")
    for what in (*BOTH, "card"):
        page = teacher.get(address(slug, name, what)).get_data(as_text=True)
        assert "&lt;i&gt;Mine&lt;/i&gt;" in page
        assert not re.search(r"<i>Mine|<b>Joy|<script>x|<img", page)
        if what == "teacher":
            assert "&lt;b&gt;Joy" in page and "&lt;script&gt;x()" in page and "&lt;img" in page


# The teacher's sheet


@pytest.mark.parametrize("name", LESSONS)
def test_the_sheet_has_all_that_a_teacher_needs(room, name):
    teacher, slug, _ = room
    lesson = LESSONS[name]
    said = words(teacher.get(address(slug, name, "teacher")))
    wanted = [lesson.title, lesson.new, lesson.goal, lesson.big_question, lesson.story, lesson.reflection_question.text]
    wanted += [*lesson.look_for, *lesson.mistakes, *(text for pair in lesson.ask_back for text in pair)]
    wanted += [text for _, text in lesson.ages]
    wanted += [step.title for step in lesson.steps]
    wanted += [text for step in lesson.steps for kind in ("teacher", "note") for text in step.of(kind)]
    wanted += [str(paper.SKILLS[skill]) for skill in lesson.check]
    missing = [text for text in wanted if re.sub(r"\s+|\*", " ", text).strip() not in re.sub(r"\*", " ", said)]
    assert missing == []
    page = teacher.get(address(slug, name, "teacher")).get_data(as_text=True)
    cells = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
    for minutes, plan in lesson.phases:
        assert f"of {minutes} {' '.join(map(str, plan))} " in cells


def test_a_longer_lesson_has_smaller_letters(app, room):
    teacher, slug, _ = room
    sizes = []
    for note in ("Short.", "Word " * 700, "Word " * 1000):
        name = own(app, slug, GOOD + f"\n> Teacher: {note}\n")
        page = teacher.get(address(slug, name, "teacher")).get_data(as_text=True)
        sizes.append(re.search(r'pp-teacher (\w+)"', page)[1])
    assert sizes == ["roomy", "plain", "dense"]


@pytest.mark.parametrize(
    "options, said",
    [
        (PRESETS["one suit"], "12 cards, everybody alone, no trumps"),
        (PRESETS["whist"], "no dummy, no trumps"),
        (PRESETS["dummy"], "no trumps"),
        (replace(PRESETS["promise"], given_declarer=2, given_contract="4H"), "4H by South"),
        (replace(PRESETS["promise"], given_doubled=2), "1NT doubled, declarer by points"),
        (PRESETS["minibridge"], "a pair with open hands chooses the contract"),
        (PRESETS["one clue"], "1 clue each, a pair chooses the contract"),
        (PRESETS["answer back"], "2 clues each, bidding in 2 steps"),
        (Options(score="tricks"), "2 clues each, bidding in 3 steps, only tricks count"),
    ],
)
def test_how_a_board_is_played_in_a_few_words(options, said):
    assert ", ".join(map(str, paper.how_played(options))) == said


# Hand records


@pytest.mark.parametrize("name", LESSONS)
def test_the_records_hold_every_card_of_every_board(room, name):
    teacher, slug, _ = room
    page = teacher.get(address(slug, name, "hands")).get_data(as_text=True)
    hands = []
    for slip in SLIP.findall(page):
        held = dict.fromkeys("SHDC", "")
        for suit, cards in LINE.findall(slip):
            held[suit] = "".join("T" if rank == "10" else rank for rank in re.findall(r"<b>(\w+)</b>", cards))
        hands.append(".".join(held.values()))
    boards = [step.board for step in LESSONS[name].boards]
    held = [board.state().hands if board.game == "hoola" else board.pbn.deal.hands for board in boards]
    assert hands == [format_hand(hand) for each in held for hand in each]


def test_a_record_names_dealer_contract_declarer_and_points(room):
    teacher, slug, _ = room
    said = words(teacher.get(address(slug, "060-a-promise", "hands")))
    fourth = said.partition("Board 4")[2]
    assert "West deals" in fourth and "4 hearts" in fourth and "declarer West" in fourth
    hands = LESSONS["060-a-promise"].boards[3].board.pbn.deal.hands
    assert [high_card_points(hand) for hand in hands] == [14, 23, 2, 1]
    assert re.search("North14 ?East23 ?South2 ?West1", fourth)


def test_trumps_are_named_where_they_are_given_and_nobody_counts_points_in_a_small_pack(room):
    teacher, slug, _ = room
    assert "trumps spades" in words(teacher.get(address(slug, "040-trumps", "hands")))
    small = teacher.get(address(slug, "010-one-suit", "hands"))
    assert "no trumps" in words(small) and "High-card points" not in small.get_data(as_text=True)


# The student card


def card_words(room, lesson):
    _, slug, student = room
    return words(student.get(address(slug, lesson.name, "card")))


@pytest.mark.parametrize(
    "first, pattern",
    [
        (2, "Follow suit"),
        (3, "Partners|play together"),
        (4, "trump"),
        (5, "[Dd]eclarer|[Dd]ummy"),
        (6, "Contract: level|Points paid|each trick"),
        (7, r"game promised|slam|\+\d"),
        (8, "their points|more points|[Cc]lue"),
        (9, "pattern longest|how many"),
        (10, "Suit order|Bidding|bids?:|pass"),
        (11, "[Dd]oubl"),
        (12, "Outbid"),
    ],
)
def test_a_card_tells_nothing_before_its_rung(room, first, pattern):
    for rung, lesson in RUNGS.items():
        said = card_words(room, lesson).replace(lesson.title, "").replace(lesson.big_question, "")
        found = re.search(pattern, said)
        # Trumps come on rung 4, and rung 5 has none on its boards.
        if rung < first:
            assert not found, (rung, found)
        elif (first, rung) != (4, 5):
            assert found, rung


def test_the_ranks_are_those_of_the_pack():
    assert paper.card_of([PRESETS["one suit"]]).ranks == tuple(range(14, 2, -1))
    assert paper.card_of([PRESETS["two suits"]]).suits == "SH"
    assert paper.card_of([PRESETS["one suit"], PRESETS["full"]]).ranks == tuple(range(14, 1, -1))


def test_the_points_of_the_cards_are_those_of_the_rules():
    card = paper.card_of([Options()])
    assert card.honours == ((14, 4), (13, 3), (12, 2), (11, 1))
    assert card.all_points == 40


def points(table):
    """Points by column and level."""
    rows = [[cell.points for cell in row] for row in table.rows]
    return {"".join(names): [row[i] for row in rows] for i, names in enumerate(table.columns)}


def test_the_score_table_has_what_a_contract_pays():
    table = paper.score_table(Options(), doubles=True)
    assert points(table) == {
        "CD": [10, 20, 30, 40, 150, 260, 470],
        "HS": [10, 20, 30, 140, 150, 260, 470],
        "NT": [10, 20, 130, 140, 150, 260, 470],
    }
    assert [bid.text for bid in table.games] == ["3NT", "4S", "4H", "5D", "5C"]
    assert (table.game, table.small, table.grand, table.trick, table.undertrick) == (100, 200, 400, 10, 20)
    assert [str(text) for text in table.doubles] == ["Doubled: all of it twice", "Redoubled: all of it four times"]
    assert [cell.bonus for cell in table.rows[3]] == [False, True, True]


def test_without_bonuses_all_suits_pay_the_same_and_none_is_named():
    table = paper.score_table(PRESETS["promise"], doubles=False)
    assert points(table) == {"CDHSNT": [10, 20, 30, 40, 50, 60, 70]}
    assert (table.games, table.game, table.small, table.grand, table.doubles) == ((), 0, 0, 0, ())


def test_other_options_other_points():
    changed = Options(trick=11, undertrick=33, game=70, small_slam=111, grand_slam=222, slam_adds_game=True)
    table = paper.score_table(changed, doubles=True)
    assert points(table)["NT"] == [11, 22, 103, 114, 125, 66 + 181, 77 + 292]
    assert (table.game, table.small, table.grand, table.trick, table.undertrick) == (70, 181, 292, 11, 33)


def test_a_lesson_with_its_own_points_prints_them(app, room):
    _, slug, student = room
    deal = LESSONS["060-a-promise"].boards[0].board.pbn.deal
    text = GOOD.replace('preset = "one suit"', 'preset = "full"\ntrick = 15\nundertrick = 35\ngame = 85')
    text = text.replace("N:.A74.. .983.. .QT6.. .KJ5..", "N:" + " ".join(map(format_hand, deal.hands)))
    said = words(student.get(address(slug, own(app, slug, text), "card")))
    assert "each trick from the 7th15" in said and "+85" in said
    assert re.search(r"each trick too few, to the others ?35", said)


def test_a_card_has_what_any_board_of_its_lesson_needs():
    card = paper.card_of([PRESETS["one suit"], PRESETS["trumps"], PRESETS["one clue"]])
    assert card.partners and card.trumps and card.clues == 1 and card.kinds == ("hcp",)
    assert card.choosing == "pair" and card.steps == 0 and not card.doubles
    assert paper.card_of([PRESETS["one suit"]]).score is None
    assert paper.card_of([replace(PRESETS["promise"], given_doubled=2)]).doubles


def test_a_card_says_what_becomes_of_four_passes(room):
    _, slug, student = room
    assert "All pass: new cards." in words(student.get("/card"))
    assert "All pass: nobody scores." in words(student.get(address(slug, "120-last-word", "card")))


def test_the_whole_game_has_every_kind_of_clue_and_all_three_steps(room):
    _, _, student = room
    said = words(student.get("/card"))
    card = paper.card_of([Options()])
    assert card.kinds == hool.CLUE_KINDS and card.steps == 3 and card.clues == 2
    for text in ("points", "pattern", "how many spades hearts diamonds clubs", "Outbid?", "may redouble", "level + 6"):
        assert text in said
