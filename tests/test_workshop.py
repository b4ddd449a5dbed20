"""The lesson workshop through the browser's door: every way to make a lesson, what it says, and what it refuses."""

import io
import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hool import create_app
from hool.analysis.crew import Job
from hool.dealing import FIELDS, Conditions, Stretch, Tally, keeps, parse
from hool.lessons import Lesson, read
from hool.rules import hool
from hool.rules.cards import format_deal, parse_deal
from hool.rules.text import say
from hool.shelf import LONGEST, MOST_OWN
from hool.web import orders, workshop
from tests.people import Person, cards_in, open_class

LESSONS = Path(__file__).parent / "fixtures" / "workshop"  # what comes with the app of these tests
TRUMPS = (LESSONS / "040-trumps.md").read_text("utf-8")
ONE_SUIT = (LESSONS / "010-one-suit.md").read_text("utf-8")
DEAL = "AT4.9865.9.Q9873 J6.J2.AKQ8743.T4 K98532.AKT7..A52 Q7.Q43.JT652.KJ6"
OTHER = "T9865.A72.T765.T A42.KQJT9863.3.7 J3.54.KQJ94.A654 KQ7..A82.KQJ9832"


class Workshop:
    """A teacher and the lessons of their room."""

    def __init__(self, app, *students):
        self.teacher, self.slug, self.students = open_class(app, *students)
        self.parts = app.extensions["hool"]
        self.room = self.parts.store.room_by_slug(self.slug)
        self.at = f"/room/{self.slug}/class/lessons"

    @property
    def shelf(self):
        return self.parts.shelf

    def text(self, name):
        return self.shelf.find(self.room.id, name).text

    def own(self):
        return [entry.name for entry in self.shelf.own(self.room.id)]

    def post(self, path, form):
        answer = self.teacher.http.post(self.at + path, data=form, content_type="multipart/form-data")
        answer.request.input_stream.close()  # the test client leaves a large form open
        return answer

    def do(self, path, **form):
        """Press a button that leads to another page: that page's address and the sentence that is told there."""
        answer = self.post(path, form)
        assert answer.status_code == 303
        with self.teacher.http.session_transaction() as kept:
            told = kept.pop("_flashes", [("", "")])
        return answer.headers["Location"], told[-1][1]

    def press(self, name, do, text=TRUMPS, **form):
        """Press a button of the editor that changes the page."""
        data = {"text": text, "do": do, **form}
        answer = self.post(f"/{name}/edit", data)
        assert answer.status_code == 200, answer.status
        return Page(answer.get_data(as_text=True))

    def page(self, name):
        answer = self.teacher.http.get(f"{self.at}/{name}/edit")
        assert answer.status_code == 200
        return Page(answer.get_data(as_text=True))

    def preview(self, text, name="040-trumps-2"):
        answer = self.teacher.http.post(f"{self.at}/{name}/preview", data={"text": text})
        assert answer.status_code == 200
        return Page(answer.get_data(as_text=True))

    def load(self, data, filename="045-ours.md"):
        return self.do("/load", file=(io.BytesIO(data), filename))


class Page:
    """The editor, or the part of it that follows the typing."""

    def __init__(self, html):
        self.html = html

    def part(self, pattern):
        found = re.search(pattern, self.html, re.S)
        return found[1] if found else ""

    @property
    def text(self):
        return unescape(self.part(r"<textarea[^>]*>\n(.*?)</textarea>"))

    @property
    def told(self):
        return words(self.part(r'<p class="told.*?id="told".*?>(.*?)</p>'))

    @property
    def report(self):
        return [words(line) for line in re.findall(r"<li>(.*?)</li>", self.part(r'class="ws-report"(.*?)</div>'), re.S)]

    @property
    def mistakes(self):
        """(line of the button, its words)."""
        found = re.findall(r'class="ws-jump" id="jump-\d+" data-line="(\d+)">(.*?)</button>', self.html, re.S)
        return [(int(line), words(label)) for line, label in found]

    @property
    def seen(self):
        return words(self.part(r"<article(.*)</article>"))

    @property
    def found(self):
        return self.part(r'name="found" value="([^"]*)"')


def words(html):
    text = re.sub(r"<[^>]+>", " ", re.sub(r"^[^<]*>", "", html))
    return re.sub(r" (?=[.,:;?])", "", " ".join(unescape(text).split()))


@pytest.fixture
def app(tmp_path, clock):
    where = {"DATA": str(tmp_path / "hool.sqlite"), "LESSONS": str(LESSONS)}
    return create_app({"TESTING": True, "CLOCK": clock, "LATER": clock.later, **where})


@pytest.fixture
def shop(app):
    return Workshop(app)


@pytest.fixture
def ours(shop):
    """The shop with a lesson of its own, 040-trumps-2."""
    shop.do("/040-trumps/copy")
    return shop


# -- who may ----------------------------------------------------------------------------------------------------------


def test_only_the_teacher_of_the_room_may_work_here(app, ours):
    stranger = Person(app)
    student = Workshop(app, "Amina").students[0]
    other, _slug, _ = open_class(app)  # a teacher, but of another room
    doors = [
        ("get", "/040-trumps-2/edit"), ("get", "/040-trumps-2.md"), ("get", "/040-trumps.md"), ("post", "/new"),
        ("post", "/load"), ("post", "/040-trumps/copy"), ("post", "/040-trumps-2/delete"),
        ("post", "/040-trumps-2/edit"), ("post", "/040-trumps-2/preview"),
    ]  # fmt: skip
    before = {name: ours.text(name) for name in ours.own()}
    for who in (stranger, student, other):
        for method, path in doors:
            form = {"data": {"sure": "1", "do": "save", "text": "x"}} if method == "post" else {}
            answer = getattr(who.http, method)(ours.at + path, **form)
            assert answer.status_code == 403, path
            assert not cards_in(answer.get_data(as_text=True))
    assert {name: ours.text(name) for name in ours.own()} == before


def test_a_student_of_the_room_may_not_either(app):
    shop = Workshop(app, "Amina")
    assert shop.students[0].get(f"{shop.at}/040-trumps/edit").status_code == 403
    assert shop.students[0].post(f"{shop.at}/040-trumps/copy").status_code == 403


def test_a_lesson_of_another_room_is_not_there(app, ours):
    other = Workshop(app)
    for path in ("/040-trumps-2/edit", "/040-trumps-2.md"):
        answer = other.teacher.get(other.at + path)
        assert answer.status_code == 404
        assert "There is no lesson of this name in the room." in answer.get_data(as_text=True)
    assert other.own() == []


# -- copies, new ones, files ------------------------------------------------------------------------------------------


def test_a_copy_gets_a_free_name_and_a_title_of_its_own(shop):
    where, told = shop.do("/040-trumps/copy")
    assert where == f"{shop.at}/040-trumps-2/edit"
    assert told == "This copy is yours: the room keeps it as 040-trumps-2."
    assert shop.text("040-trumps-2") == TRUMPS.replace('title = "Trumps"', 'title = "Trumps (copy)"')
    assert shop.text("040-trumps") == TRUMPS
    shop.do("/040-trumps/copy")
    shop.do("/040-trumps-2/copy")
    assert shop.own() == ["040-trumps-2", "040-trumps-2-2", "040-trumps-3"]
    page = shop.page("040-trumps-2")
    assert page.text == shop.text("040-trumps-2")
    assert page.mistakes == []


def test_a_lesson_of_the_app_is_looked_at_and_never_changed(shop):
    page = shop.page("040-trumps")
    assert 'formaction="' + f'{shop.at}/040-trumps/copy"' in page.html and 'id="save"' not in page.html
    assert " readonly>" in page.html
    told = shop.press("040-trumps", "save", TRUMPS + "\nMore.").told
    assert told == "“040-trumps” comes with HOOL. Keep your copy under another name."
    assert shop.text("040-trumps") == TRUMPS


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Who leads?", "500-who-leads"),
        ("", "500-my-lesson"),
        ("Über Trümpfe", "500-uber-trumpfe"),
        ("三枚の切り札", "500-lesson"),
        ("a" * 500, "500-" + "a" * 51),
        ('Say "no" \\ <b>', "500-say-no-b"),
    ],
)
def test_a_new_lesson_has_no_mistakes(shop, title, name):
    where, _told = shop.do("/new", title=title)
    assert where == f"{shop.at}/{name}/edit"
    lesson = read(shop.text(name), name)
    assert isinstance(lesson, Lesson), lesson
    assert lesson.title == (title[:80] or "My lesson")
    assert len(lesson.boards) == 1 and [q.answers for q in lesson.boards[0].questions] == [("yes", "no")]
    assert shop.page(name).mistakes == []


def test_a_file_is_loaded_under_its_own_name(shop):
    where, told = shop.load(b"\xef\xbb\xbf" + TRUMPS.replace("\n", "\r\n").encode())
    assert where == f"{shop.at}/045-ours/edit"
    assert told == "045-ours.md is loaded and kept in the room as 045-ours."
    assert shop.text("045-ours") == TRUMPS
    where, _told = shop.load(TRUMPS.encode(), "my/040 Trumps.MD")
    assert where == f"{shop.at}/040-trumps-2/edit"


def test_a_broken_file_is_kept_and_shown_with_its_mistakes(shop):
    broken = TRUMPS.replace("AT4.9865.9.Q9873", "AT4.9865.9.Q987A", 1)
    shop.load(broken.encode())
    assert shop.page("045-ours").mistakes == [
        (52, "line 52 North and South both have C A ace of clubs.".replace("C ", ""))
    ]
    assert [entry.name for entry in shop.shelf.all(shop.room.id) if entry.problems] == ["045-ours"]
    assert shop.page("010-one-suit").mistakes == []


@pytest.mark.parametrize(
    ("data", "filename", "sentence"),
    [
        (b"", "045-ours.md", "This file is empty."),
        (b" \n ", "045-ours.md", "This file is empty."),
        (b"x", "", "Choose the file of a lesson first."),
        (TRUMPS.encode(), "045-ours.html", "its name ends in .md"),
        (TRUMPS.encode(), "lesson", "its name ends in .md"),
        (b"GIF89a\xff\xfe\x00", "045-ours.md", "This is not a text in UTF-8."),
        (TRUMPS.encode("utf-16"), "045-ours.md", "This is not a text in UTF-8."),
        (b"PK\x03\x04 zip", "045-ours.md", "This is not a text file."),
        (b"x" * (LONGEST + 1), "045-ours.md", f"This lesson is too long: {LONGEST} letters at most."),
        ("漢".encode() * (2 * LONGEST), "045-ours.md", f"This lesson is too long: {LONGEST} letters at most."),
    ],
)
def test_what_is_no_lesson_is_not_kept_and_the_sentence_says_why(shop, data, filename, sentence):
    where, told = shop.load(data, filename)
    assert sentence in told
    assert where == shop.at
    assert shop.own() == []


def test_a_file_that_is_far_too_big_is_refused_with_the_limit(shop):
    answer = shop.post("/load", {"file": (io.BytesIO(b"x" * 3_000_000), "a.md")})
    assert answer.status_code == 413
    assert f"This lesson is too long: {LONGEST} letters at most." in answer.get_data(as_text=True)


def test_a_room_keeps_so_many_lessons_and_says_so(shop):
    for number in range(MOST_OWN):
        shop.shelf.save(shop.room.id, f"x-{number}", "x")
    for path, form in (("/040-trumps/copy", {}), ("/new", {"title": "One more"})):
        where, told = shop.do(path, **form)
        assert (where, told) == (shop.at, f"The room has {MOST_OWN} lessons of its own. Delete one first.")
    assert shop.load(TRUMPS.encode())[1].startswith("The room has")
    assert len(shop.own()) == MOST_OWN


def test_a_refusal_comes_on_the_page_from_which_it_was_asked(shop):
    def location(referrer):
        headers = {"Referer": referrer} if referrer else {}
        return shop.teacher.http.post(f"{shop.at}/load", headers=headers).headers["Location"]

    assert location(f"http://localhost{shop.at}?x=1") == shop.at
    assert location(f"http://localhost{shop.at}/040-trumps/edit") == f"{shop.at}/040-trumps/edit"
    for odd in ("", "http://[", f"http://localhost/room/{shop.slug}/classroom"):
        assert location(odd) == shop.at


@pytest.mark.parametrize("name", ["040-trumps", "040-trumps-2"])
def test_a_lesson_is_downloaded_as_it_is_and_can_be_loaded_elsewhere(app, ours, name):
    answer = ours.teacher.http.get(f"{ours.at}/{name}.md")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}.md"'
    assert answer.headers["Content-Type"] == "text/markdown; charset=utf-8"
    assert answer.get_data(as_text=True) == ours.text(name)
    elsewhere = Workshop(app)
    elsewhere.load(answer.data, f"{name}.md")
    assert elsewhere.text(elsewhere.own()[0]) == ours.text(name)


def test_a_lesson_is_deleted_only_by_somebody_who_is_sure(ours):
    where, told = ours.do("/040-trumps-2/delete")
    assert told == "Tick the box first: the lesson would be gone for good."
    assert ours.own() == ["040-trumps-2"]
    where, told = ours.do("/040-trumps-2/delete", sure="1")
    assert (where, told) == (ours.at, "“Trumps (copy)” is deleted.")
    assert ours.own() == []
    assert ours.do("/040-trumps/delete", sure="1")[1] == "“040-trumps” comes with HOOL and stays."
    assert ours.teacher.post(f"{ours.at}/040-trumps-2/delete", sure="1").status_code == 404


# -- saving -----------------------------------------------------------------------------------------------------------


def save(shop, text, name="040-trumps-2", **form):
    return shop.do(f"/{name}/edit", do="save", text=text, **form)


def test_a_lesson_is_saved_as_it_was_written(ours):
    where, told = save(ours, TRUMPS.replace("\n", "\r\n"))
    assert (where, told) == (f"{ours.at}/040-trumps-2/edit", "Saved. The lesson is ready to play.")
    assert ours.text("040-trumps-2") == TRUMPS
    assert ours.page("040-trumps-2").text == TRUMPS


def test_a_lesson_is_saved_with_its_mistakes_too(ours):
    _where, told = save(ours, TRUMPS.replace("minutes = 60", "minutes = sixty", 1))
    assert told == "Saved with 1 mistake. When it is mended, the lesson can be played."
    _where, told = save(ours, TRUMPS.replace("rung = 4", "rung = 44").replace("> Note card", "> Not card"))
    assert told == "Saved with 3 mistakes. When they are mended, the lesson can be played."
    assert len(ours.page("040-trumps-2").mistakes) == 3
    assert len(ours.shelf.all(ours.room.id)) == len(ours.shelf.shipped()) + 1


def test_too_long_a_text_is_not_saved_and_not_lost_either(ours):
    long = TRUMPS + "x" * LONGEST
    page = ours.press("040-trumps-2", "save", long)
    assert page.told == f"This lesson is too long: {LONGEST} letters at most."
    assert page.text == long[: LONGEST + 1]
    assert "(copy)" in ours.text("040-trumps-2")


def test_what_was_saved_elsewhere_meanwhile_is_not_overwritten_unasked(ours, clock):
    seen = ours.page("040-trumps-2").part(r'id="seen" value="([^"]*)"')
    clock.advance(5)
    save(ours, TRUMPS + "\nFrom the tablet.\n")
    page = ours.press("040-trumps-2", "save", TRUMPS + "\nFrom the laptop.\n", seen=seen)
    assert page.told.startswith("This lesson was saved somewhere else since you opened it.")
    assert "From the laptop." in page.text and "From the tablet." in ours.text("040-trumps-2")
    again = page.part(r'id="seen" value="([^"]*)"')
    assert save(ours, page.text, seen=again)[1] == "Saved. The lesson is ready to play."
    assert "From the laptop." in ours.text("040-trumps-2")


@pytest.mark.parametrize("name", ["A", "Ours", "a" * 61, "a_b", "..", "-x", "é", "a b"])
def test_a_name_that_is_none_keeps_nothing(ours, name):
    answer = ours.teacher.http.post(f"{ours.at}/{name}/edit", data={"do": "save", "text": TRUMPS})
    assert answer.status_code == 404
    assert ours.own() == ["040-trumps-2"]


def test_saving_does_not_change_a_lesson_that_is_running(app):
    shop = Workshop(app, "Amina")
    shop.do("/040-trumps/copy")
    sessions = shop.parts.sessions
    sessions.open(shop.room.id, "040-trumps-2")
    save(shop, TRUMPS.replace("How can a two beat an ace?", "Why?"))
    assert sessions.current(shop.room.id).lesson.big_question == "How can a two beat an ace?"
    shop.do("/040-trumps-2/delete", sure="1")
    assert sessions.current(shop.room.id).lesson.title == "Trumps (copy)"


# -- the preview ------------------------------------------------------------------------------------------------------


def test_the_preview_shows_steps_boards_questions_and_notes(shop):
    page = shop.preview(
        TRUMPS.replace("How many tricks will North and South take?", "What will happen? [nothing | *much* <b>]")
        .replace("> Predict: More tricks than before, or fewer? By how many?", "> Predict after trick 3: Who? [seats]")
        .replace('reflection = "When', 'reflection = "[a](b) When')
    )
    assert page.mistakes == []
    assert "No mistakes: this lesson can be played." in words(page.html)
    for shown in (
        "Lesson 4 · 60 minutes Trumps",
        "The question on the wall How can a two beat an ace?",
        "Only you: notes on the lesson New A trump suit, given by the app",
        "Prediction, before the board What will happen? nothing *much* <b>",
        "Prediction, after trick 3 Who? North East South West",
        "North 6 points",
        "South 14 points",
        "West deals",
        "spades are trumps",
        "Note card, after the board The trick that trumps changed.",
        "Only you Write the result down; the next board has the same cards.",
        "At the end, for each student",
        "Then the check: trump winner, legal cards",
    ):
        assert shown in page.seen, shown
    hands = re.findall(r'class="deal4 cloth".*?class="mid4"', page.html, re.S)
    assert len(hands) == 4 and all(len(cards_in(hand)) == 52 for hand in hands)


def test_a_board_with_a_contract_says_who_declares(shop):
    board = TRUMPS.replace("[Options \"trumps = 'N'\"]", '[Declarer "S"]\n[Contract "3NTX"]', 1)
    assert re.search("3 .*no trumps ×2 by South", shop.preview(board).seen)


def test_mistakes_are_buttons_with_their_lines(shop):
    broken = TRUMPS.replace("minutes = 60", "minutes = 0.5").replace("> Note card: The trick", "> Notes: The trick")
    page = shop.preview(broken.replace("AT4.9865.9.Q9873 J6", "AT4.9865.9.Q987 J6", 1))
    assert [line for line, _ in page.mistakes] == [4, 52, 71]
    assert page.mistakes[0] == (4, "line 4 “minutes” must be a number.")
    assert page.mistakes[1] == (52, "line 52 North has 12 cards and should have 13: “AT4.9865.9.Q987”.")
    assert "3 mistakes" in page.html
    # What can be read is shown all the same, and what cannot is said.
    assert "This board has a mistake and cannot be drawn yet." in page.seen
    assert page.html.count('class="deal4 cloth"') == 3
    assert "How can a two beat an ace?" in page.seen


def test_a_slip_in_the_head_is_one_mistake_and_hides_nothing_else(shop):
    page = shop.preview(ONE_SUIT.replace('goal = "Everybody', "goal = Everybody"))
    assert [line for line, _ in page.mistakes] == [6]
    assert "One suit The question on the wall Can a small card ever beat a king?" in page.seen
    assert page.html.count('class="deal4 cloth"') == 8
    with_options = TRUMPS.replace('preset = "trumps"', 'preset = "trumps"\ndummy = true\nx = [').replace(
        "trumps = 'N'", ""
    )
    assert [line for line, _ in shop.preview(with_options).mistakes] == [41]


def test_a_text_that_is_no_lesson_at_all_has_mistakes_and_no_more(shop):
    assert [line for line, _ in shop.preview("").mistakes] == [1]
    assert shop.preview("just words").seen.endswith("just words")
    assert shop.preview("x" * (LONGEST + 1)).mistakes == [
        (1, f"line 1 This lesson is too long: {LONGEST} letters at most.")
    ]


def test_nothing_is_kept_by_looking(ours):
    before = ours.text("040-trumps-2")
    ours.preview("other")
    for button in ("preview", "deal", "add", "preset full", "preset", "", "nonsense"):
        ours.press("040-trumps-2", button, "other")
    assert ours.text("040-trumps-2") == before
    assert ours.own() == ["040-trumps-2"]


EVIL = '<script>alert(1)</script><img src=x onerror="x"> [x](javascript:alert(1))'


def test_html_in_a_lesson_is_shown_as_text(ours):
    bare = EVIL.replace('"', "'")
    evil = TRUMPS
    for found in ("You play the same cards", "Will anybody win", "Our smallest winner.", "Write the result down;"):
        evil = evil.replace(found, f"{EVIL} {found}")
    for field in ("title", "big_question", "story", "new", "goal", "reflection"):
        evil = evil.replace(f'{field} = "', f'{field} = "{bare} ', 1)
    evil = evil.replace("These cards without trumps", f"{EVIL} These").replace(
        "North and South take?", f"{EVIL}? [seats]"
    )
    evil = evil.replace('["Must I', f'["{bare} Must I').replace('"The first child', f'"{bare} The first child')
    evil = (
        evil.replace('"trump winner"', f'"{bare}"')
        .replace('[Claims "N', f'[{bare} "N')
        .replace("> Note card: Our", f"> {bare}: Our")
    )
    save(ours, evil)
    for page in (ours.preview(evil), ours.page("040-trumps-2"), ours.press("040-trumps-2", "preview", evil)):
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page.html
        shown = page.html.replace(page.part(r"(<textarea.*?</textarea>)"), "")
        assert "<script>alert" not in shown and "<img src=x" not in shown
        assert not re.search(r'(?:href|src)="javascript', shown)


def head(line):
    return TRUMPS.replace("+++", f"+++\n{line}", 1)


@pytest.mark.parametrize(
    "text",
    [
        head("x = " + "[" * 100_000),
        head("x = " + "{a=" * 50_000),
        head("x = " + "9" * 5000),
        head("x = [\n[[options]]\n[options.a]\n[title]\nrung = 0x" + "F" * 20_000),
        TRUMPS.replace("minutes = 60", "minutes = 0x" + "F" * 20_000),
        TRUMPS.replace('preset = "trumps"', "match = 0x" + "F" * 20_000),
        TRUMPS.replace("40 = [", "9" * 5000 + " = ["),
        "+++\n+++\n" + "![[" * 60_000,
        "+++\n+++\n" + "> " * 90_000,
        "+++\n+++\n" + "- " * 90_000,
        TRUMPS.replace("You play the same", "[" * 100_000),
        "\r".join(["+++", "minutes = 0", "+++"]),
    ],
)
def test_the_worst_file_stops_neither_the_server_nor_the_other_lessons(shop, text):
    where, told = shop.load(text.encode())
    assert where == f"{shop.at}/045-ours/edit", told
    page = shop.page("045-ours")
    found = shop.shelf.all(shop.room.id)
    if page.mistakes:
        assert [entry.name for entry in found if entry.problems] == ["045-ours"]
    assert [entry.title for entry in found if entry.lesson][:2] == ["One suit", "Trumps"]
    assert shop.preview(text).mistakes == page.mistakes
    assert shop.press("045-ours", "add", text, **typed(DEAL)).told
    assert shop.do("/045-ours/delete", sure="1")[0] == shop.at


PIECES = st.sampled_from(
    ["+++", "\n", "## ", "# ", "> ", "> Predict: ", "[seats]", "[", "]", "```pbn\n", "```", '[Deal "N:', DEAL, '"]\n',
     '[Board "1"]\n', "title = 'x'", "check = [1]", "phases = {40 = 1}", "ask_back = [[1]]", "options = 3", "---\n",
     "[options]\n", "preset = 'one suit'\n", "reflection = ''\n", "| a |\n|---|\n", "- ", "\t", "<b>", "\x0b", "é"]
)  # fmt: skip


@given(st.lists(PIECES | st.text(max_size=8), max_size=30).map("".join))
def test_no_text_breaks_the_reading(text):
    found = workshop.draft(text, "x")
    assert found.problems
    assert 0 <= found.end <= text.count("\n") + 1


@pytest.mark.parametrize(
    "head",
    ["ask_back = [1]", "ask_back = [['a']]", "phases = 5", "look_for = 'x'", "options = 'x'", "title = 5", "rung = -1",
     "ages = {8-10 = 5}", "check = 'winner'", "reflection = 7", "story = []", "dummy_predicts = 'yes'"],
)  # fmt: skip
def test_a_head_of_wrong_kinds_is_still_drawn(shop, head):
    field = head.split(" ")[0]
    lines = [line for line in TRUMPS.split("\n") if not line.startswith(f"{field} =")]
    assert shop.preview("\n".join([lines[0], head, *lines[1:]])).mistakes


# -- boards to add: in the text ---------------------------------------------------------------------------------------


def added(text, *boards):
    return workshop.with_boards(text, boards, workshop.draft(text, "x"))


def board(**more):
    return workshop.NewBoard(parse_deal(DEAL), **more)


@pytest.fixture
def asked(app):
    with app.test_request_context():
        yield


def test_new_boards_come_behind_the_last_one_and_before_what_closes(asked):
    text, line = added(TRUMPS, board(title="Hard"), board(dealer=2, contract="4S", declarer=2))
    assert text.split("\n")[line - 1] == "## Board 5: Hard"
    assert text.startswith(TRUMPS.partition("## Share")[0])
    assert text.endswith("## Share" + TRUMPS.partition("## Share")[2])
    assert (
        f'## Board 6\n\n```pbn\n[Board "6"]\n[Dealer "S"]\n[Deal "N:{DEAL}"]\n[Declarer "S"]\n[Contract "4S"]\n```\n'
        in text
    )
    lesson = read(text, "x")
    assert isinstance(lesson, Lesson)
    assert [step.board.pbn.number for step in lesson.boards] == [1, 2, 3, 4, 5, 6]
    assert [step.board.pbn.dealer for step in lesson.boards[4:]] == [0, 2]


def test_new_boards_come_last_where_nothing_closes(asked):
    open_end = TRUMPS.partition("## Share")[0].rstrip()
    text, line = added(open_end, board())
    assert text.startswith(open_end) and text.split("\n")[line - 1] == "## Board 5"
    assert isinstance(read(text, "x"), Lesson)


def test_a_first_board_comes_before_share(asked):
    text, _line = added("+++\n+++\n\nHello.\n\n## Share\n\nWhat?\n", board())
    assert re.findall(r"^## (.*)$", text, re.M) == ["Board 1", "Share"]
    text, _line = added("+++\n+++\n\n## Look\n\nHere.", board())
    assert re.findall(r"^## (.*)$", text, re.M) == ["Look", "Board 1"]
    assert added("", board())[1] == 1


def test_boards_with_mistakes_count_and_a_fence_inside_a_fence_does_not(asked):
    broken = TRUMPS.replace("AT4.9865.9.Q9873 J6", "AT4 J6", 1)
    assert "## Board 5\n" in added(broken, board())[0]
    quoted = TRUMPS.replace("You play the same", "````\n```pbn\n## no\n```\n````\n\nYou play the same", 1)
    assert "## Board 5\n" in added(quoted, board())[0]


def test_a_lesson_has_so_many_boards(asked):
    text, _ = added(TRUMPS, *[board()] * (workshop.MOST_BOARDS - 4))
    with pytest.raises(workshop.Unusable, match="This one has 60, and 1 more are too many"):
        added(text, board())
    assert isinstance(read(text, "x"), Lesson)


@pytest.mark.parametrize("preset", hool.PRESETS)
def test_a_preset_takes_the_place_of_the_other(preset):
    text = workshop.with_preset(TRUMPS, preset)
    assert text == TRUMPS.replace('preset = "trumps"', f'preset = "{preset}"')
    assert workshop.draft(text, "x").head["preset"] == preset


def test_a_preset_finds_its_place_in_any_head():
    none = TRUMPS.replace('\n[options]\npreset = "trumps"\n', "")
    assert workshop.draft(workshop.with_preset(none, "match"), "x").head["preset"] == "match"
    other = TRUMPS.replace('preset = "trumps"', "dummy = false")
    assert 'preset = "match"\ndummy = false' in workshop.with_preset(other, "match")
    with pytest.raises(workshop.Unusable, match="begins with its head"):
        workshop.with_preset("words", "match")


def test_every_preset_is_explained():
    assert workshop.PRESETS.keys() == hool.PRESETS.keys()


# -- boards to add: through the form ----------------------------------------------------------------------------------

FILE = "\n".join(
    f'[Board "{n}"]\n[Dealer "{dealer}"]\n[Deal "N:{deal}"]\n[Declarer "S"]\n[Contract "3NT"]\n[Result "9"]\n'
    for n, dealer, deal in ((7, "E", DEAL), (9, "W", OTHER))
)


def pbn(data, name="friday.pbn"):
    return {"way": "pbn", "pbn": (io.BytesIO(data.encode() if isinstance(data, str) else data), name)}


def test_boards_of_a_file_become_steps(ours):
    page = ours.press("040-trumps-2", "add", **pbn(FILE))
    assert page.told == "2 boards stand at the end of the boards. Save keeps them."
    lesson = read(page.text, "x")
    assert [step.title for step in lesson.steps][-3:] == ["Board 5", "Board 6", "Share"]
    assert [format_deal(step.board.pbn.deal) for step in lesson.boards[4:]] == [DEAL, OTHER]
    assert [step.board.pbn.dealer for step in lesson.boards[4:]] == [1, 3]
    assert all(step.board.options.contract == "bid" for step in lesson.boards[4:])
    kept = read(ours.press("040-trumps-2", "add", contracts="1", **pbn(FILE)).text, "x")
    assert [step.board.options.given_contract for step in kept.boards[4:]] == ["3NT", "3NT"]


def test_the_good_boards_of_a_bad_file_are_taken_and_the_others_named_by_line(ours):
    bad = FILE + f'\n[Board "10"]\n[Dealer "N"]\n[Deal "N:{DEAL.replace("AT4", "AT", 1)}"]\n'
    page = ours.press("040-trumps-2", "add", **pbn(bad))
    assert page.told == "2 boards stand at the end of the boards. Save keeps them."
    assert page.report == ["line 17 North has 12 cards and should have 13: “AT.9865.9.Q9873”."]
    assert len(read(page.text, "x").boards) == 6


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("", "This file is empty."),
        ("Hello.", "There are no deals in this file."),
        (b"\0\1\2\3" * 50, "This is not a text file."),
        (b"[" * 1_000_001, "This file is too large."),
        (f'[Board "1"]\n[Deal "N:{DEAL.replace("A", "B")}"]', "is not a rank"),
    ],
)
def test_a_file_without_a_board_adds_none_and_says_why(ours, data, sentence):
    page = ours.press("040-trumps-2", "add", **pbn(data))
    assert sentence in " ".join([page.told, *page.report])
    assert page.text == TRUMPS


def test_too_many_boards_are_too_many(ours):
    many = "\n\n".join(f'[Board "{n}"]\n[Dealer "N"]\n[Deal "N:{DEAL}"]' for n in range(1, 100))
    page = ours.press("040-trumps-2", "add", **pbn(many))
    assert page.told == "A lesson can have 60 boards. This one has 4, and 99 more are too many."
    assert page.text == TRUMPS
    assert ours.press("040-trumps-2", "add", way="pbn").told == "Choose a PBN or LIN file first."


def test_a_file_of_another_pack_is_refused(ours):
    page = ours.press("040-trumps-2", "add", ONE_SUIT, **pbn(FILE))
    assert "should have 3" in page.report[0]
    assert page.text == ONE_SUIT


def typed(deal, **more):
    fields = [f"hand {seat} {suit}" for seat in "NESW" for suit in "SHDC"]
    return dict(zip(fields, re.split(r"[. ]", deal), strict=True)) | {"way": "hands", **more}


def test_typed_hands_become_a_board(ours):
    three = typed(
        DEAL.replace("Q7.Q43.JT652.KJ6", "..."), board_title=" A  good\none ", contract="4S", declarer="2", dealer="1"
    )
    page = ours.press("040-trumps-2", "add", **three)
    assert page.told == "Board 5 stands at the end of the boards. Save keeps it."
    step = read(page.text, "x").boards[-1]
    assert step.title == "Board 5: A good one"
    assert format_deal(step.board.pbn.deal) == DEAL
    assert (step.board.pbn.dealer, step.board.options.given_contract, step.board.options.given_declarer) == (1, "4S", 2)
    assert 'name="hand N S" value=""' in page.html  # ready for the next


def test_hands_of_a_small_pack_are_typed_too(ours):
    page = ours.press("040-trumps-2", "add", ONE_SUIT, **typed(".A74.. .983.. ... .KJ5.."))
    assert page.told == "Board 9 stands at the end of the boards. Save keeps it."
    assert '[Deal "N:.A74.. .983.. .QT6.. .KJ5.."]' in page.text.rpartition('[Board "9"]')[2]
    refused = ours.press(
        "040-trumps-2", "add", ONE_SUIT, **typed(".A74.. .983.. .QT6.. .KJ5..", contract="1NT", declarer="0")
    )
    assert refused.told == "A contract needs all 52 cards; this lesson has fewer."


def test_every_mistake_in_typed_hands_is_told_and_what_was_typed_stays(ours):
    page = ours.press("040-trumps-2", "add", **typed(DEAL.replace("AT4.", "ATX.", 1).replace("J6.J2", "A6.J2", 1)))
    assert page.told == "Nothing was added yet. The list says why."
    assert page.report == [
        "North, spades: “X” is no card. Write A K Q J 10 and 9 to 2.",
        "North and East both have A ace of spades.",
        "North has 12 cards and should have 13.",
    ]
    assert page.text == TRUMPS
    assert 'name="hand N S" value="ATX"' in page.html


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"contract": "4S"}, "Declarer and contract belong together: give both or neither."),
        ({"declarer": "2"}, "Declarer and contract belong together: give both or neither."),
        ({"contract": "8S", "declarer": "2"}, "“8S” is no contract."),
        ({"dealer": "4"}, "There is no such seat."),
        ({"contract": "4S", "declarer": "9"}, "There is no such seat."),
    ],
)
def test_what_is_said_about_a_board_must_make_sense(ours, more, sentence):
    page = ours.press("040-trumps-2", "add", **typed(DEAL, **more))
    assert (page.told, page.text) == (sentence, TRUMPS)


WISH = {"wish N hcp": "20-21", "wish N shape": "any balanced", "wish S hearts": "5+", "way": "deal", "side": "add"}


def test_a_random_deal_is_shown_before_it_is_added(ours):
    conditions = parse({"N hcp": "20-21", "N shape": "balanced", "S hearts": "5+"})
    assert isinstance(conditions, Conditions)
    page = ours.press("040-trumps-2", "deal", **WISH)
    assert page.text == TRUMPS
    assert keeps(conditions, parse_deal(page.found))
    assert 'value="20-21"' in page.html and "Another one" in page.html and 'id="side-add" checked' in page.html
    other = ours.press("040-trumps-2", "deal", found=page.found, **WISH)
    assert other.found != page.found
    done = ours.press("040-trumps-2", "add", found=page.found, board_title="Strong", **WISH)
    assert done.told == "Board 5 stands at the end of the boards. Save keeps it."
    step = read(done.text, "x").boards[-1]
    assert (step.title, format_deal(step.board.pbn.deal)) == ("Board 5: Strong", page.found)
    assert done.found == "" and 'value="20-21"' in done.html


@pytest.mark.parametrize(
    ("wish", "told", "report"),
    [
        (
            {"wish N hcp": "20-37", "wish S hcp": "21-37"},
            "Nothing was added yet. The list says why.",
            ["North and South together would have at least 41 points; there are only 40."],
        ),
        (
            {"wish N hcp": "lots", "wish EW hcp": "9-1"},
            "Nothing was added yet. The list says why.",
            [
                "North, points: “lots” is not understood. Write 5, 5+ or 3-5.",
                "East and West, points: 9 is more than 1; write the smaller number first.",
            ],
        ),
    ],
)
def test_wishes_that_cannot_be_are_answered_in_words(ours, wish, told, report):
    page = ours.press("040-trumps-2", "deal", **wish)
    assert (page.told, page.report, page.found, page.text) == (told, report, "", TRUMPS)


def test_a_deal_that_is_not_found_in_time_is_said_too(ours, monkeypatch):
    late = say("No such deal was found in time.")
    job = Job("deal", None, 1.0, None)
    job.finish(Stretch((), Tally(), late))
    monkeypatch.setattr(orders, "HERE", 0.0)
    monkeypatch.setattr(ours.parts.analyst, "ask", lambda *_: job)
    assert ours.press("040-trumps-2", "deal", **{"wish N hcp": "35"}).told == "No such deal was found in time."


@pytest.mark.parametrize(
    "found", ["", "x", DEAL.replace("AT4", "AT5", 1), ONE_SUIT[:90], ".A74.. .983.. .QT6.. .KJ5.."]
)
def test_a_deal_that_was_tampered_with_is_not_added(ours, found):
    page = ours.press("040-trumps-2", "add", found=found, way="deal")
    assert (page.told, page.text) == ("Find a deal first; then it can be added.", TRUMPS)


def test_a_deal_found_for_a_small_pack_is_of_that_pack(ours):
    page = ours.press("040-trumps-2", "deal", ONE_SUIT, **{"wish N hcp": "10"})
    assert page.told == "Nothing was added yet. The list says why."
    page = ours.press("040-trumps-2", "deal", ONE_SUIT, **{"wish N hcp": "9"})
    assert page.found.startswith(".AKQ.. ")
    assert "wish N spades" not in page.html and "wish N hearts" in page.html


def test_a_preset_is_taken_from_the_help(ours):
    page = ours.press("040-trumps-2", "preset two clues", side="help")
    assert page.told == "The lesson has the rules “two clues” now. Save keeps them."
    assert 'preset = "two clues"' in page.text
    assert "one suit as in “One suit” Twelve hearts" in words(page.html)
    assert ours.press("040-trumps-2", "preset two clues", "no head").told.startswith("A lesson begins with its head")


@pytest.mark.parametrize("value", ["\0", "\ud800", "é" * 500, "<b>'\"", "9" * 400, "=", "-", "10", "{x}", "%(a)s"])
def test_no_field_breaks_the_page(ours, value):
    names = [f"wish {who} {kind}" for who, kind in FIELDS]
    names += [f"hand {seat} {suit}" for seat in "NESW" for suit in "SHDC"]
    names += ["found", "board_title", "dealer", "contract", "declarer", "contracts", "side", "way", "seen"]
    sent = value.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    # The way counts where something is added.
    ways = {"add": ("deal", "hands", "pbn", sent), "deal": (sent,), "preview": (sent,), f"preset {sent}": (sent,)}
    for do, way in ((do, way) for do, each in ways.items() for way in each):
        page = ours.press("040-trumps-2", do, **(dict.fromkeys(names, sent) | {"way": way}))
        assert page.text == TRUMPS
        assert "<b>'" not in page.html


def test_the_page_says_where_things_are(ours):
    """Links of the editor lead to pages that exist."""
    page = ours.page("040-trumps-2")
    links = {unquote(link) for link in re.findall(r'(?:href|action)="(/room[^"]*)"', page.html)}
    assert links == {
        ours.at,
        f"{ours.at}/040-trumps-2",
        f"{ours.at}/040-trumps-2.md",
        f"{ours.at}/040-trumps-2/edit",
        f"{ours.at}/040-trumps-2/delete",
    }
