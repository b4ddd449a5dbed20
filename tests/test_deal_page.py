"""Boards to order: the teacher's page that finds them, shows them to nobody else, and hands them out."""

import re
from html import unescape
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

from hool import create_app, dealing
from hool.analysis.crew import Job
from hool.dealing import Conditions, keeps, parse
from hool.fold import parse_prepared
from hool.formats import pbn
from hool.rules.cards import FULL_PACK, format_deal, format_hand, high_card_points
from hool.rules.hool import PACKS
from hool.rules.text import say
from hool.web import orders
from hool.web.dealing import PRESETS
from tests.analysts import Pondering
from tests.people import open_class
from tests.test_dealing import any_conditions
from tests.test_dealing_goals import Same

LESSONS = Path(__file__).parent / "fixtures" / "workshop"
GOOD = Same((13,) * 5, (0,) * 5, (13,) * 5, (0,) * 5)  # North and South make everything


class Worker(Pondering):
    """An analyst whose worker does the next piece of work when it is told to."""

    def __init__(self, solver=GOOD, off=None):
        super().__init__(off)
        self.solver, self.jobs = solver, []

    def ask(self, kind, data, seconds):
        assert kind == "deal"
        self.jobs.append(Job(kind, data, seconds, None))
        return self.jobs[-1]

    def work(self, most=100):
        """A stretch that ends after so many deals."""
        wanted, count, tally, seed, pack = self.jobs[-1].data
        stretch = dealing.look_on(wanted, min(count, most), tally, Random(seed), lambda: 0.0, self.solver, pack)
        self.jobs[-1].finish(stretch)


@pytest.fixture
def worker():
    return Worker()


@pytest.fixture
def app(tmp_path, clock, worker):
    where = {"DATA": str(tmp_path / "hool.sqlite"), "LESSONS": str(LESSONS)}
    config = {"TESTING": True, "CLOCK": clock, "LATER": clock.later, "ANALYST": worker, "RNG": Random(8)}
    app = create_app(config | where)
    return app


class Class:
    """A teacher with one table, and the page of boards to order."""

    def __init__(self, app, *students):
        self.app = app
        self.teacher, self.slug, self.students = open_class(app, *students)
        self.parts = app.extensions["hool"]
        self.at = f"/room/{self.slug}/class"

    @property
    def room(self):
        return self.parts.classroom.room_by_slug(self.slug)

    @property
    def table(self):
        return self.parts.tables.tables(self.room.id)[0]

    @property
    def prepared(self):
        return [parse_prepared(text) for text in self.room.settings.prepared]

    @property
    def order(self):
        with self.app.app_context():
            return orders.searches().get((self.room.id, "class"))

    def see(self, path="/deals"):
        answer = self.teacher.http.get(self.at + path)
        assert answer.status_code == 200, answer.status
        return words(answer.get_data(as_text=True).partition('id="deals"')[2] or answer.get_data(as_text=True))

    def press(self, path="/deals", **form):
        """Press a button: what the page says then, problems or the sentence that is told."""
        answer = self.teacher.http.post(self.at + path, data=form)
        if answer.status_code == 200:
            return words(re.search(r'id="deals-report">(.*?)</div>', answer.get_data(as_text=True), re.S)[1])
        assert answer.status_code == 303, answer.status
        with self.teacher.http.session_transaction() as kept:
            told = kept.pop("_flashes", [("", "")])
        self.location = answer.headers["Location"]
        return told[-1][1]

    def find(self, preset="own", count="4", **form):
        return self.press(preset=preset, count=count, **form)


def words(html):
    text = re.sub(r"<[^>]+>", " ", html)
    return re.sub(r" (?=[.,:;?])", "", " ".join(unescape(text).split()))


@pytest.fixture
def school(app):
    return Class(app, "Amina", "Bo")


# -- who may ----------------------------------------------------------------------------------------------------------

DOORS = [
    *(("get", path) for path in ("/deals", "/deals/order", "/deals.pbn")),
    *(("post", f"/deals{what}") for what in ("", "/stop", "/more", "/another", "/clear", "/use", "/lesson")),
]


def test_every_door_is_in_the_list(app):
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint.startswith("dealing.")]
    found = {(rule.methods & {"GET", "POST"}).pop().lower() + rule.rule.removeprefix("/room/<slug>/class")
             for rule in rules}  # fmt: skip
    assert found == {method + path for method, path in DOORS}


def test_nobody_else_sees_or_changes_the_boards(school, app):
    school.find("any")
    before = list(school.order.deals)
    other, _slug, _ = open_class(app)
    for who in (school.students[0].http, app.test_client(), other.http):
        for method, path in DOORS:
            answer = who.open(school.at + path, method=method.upper(), data={"board": "0", "count": "4"})
            assert answer.status_code == 403, path
            assert not any(format_hand(hand) in answer.get_data(as_text=True) for hand in before[0].hands)
    assert school.order.deals == before


def test_students_hear_nothing_of_boards_that_were_not_dealt(school):
    school.find("any", "8")
    school.press("/deals/use")
    hands = {format_hand(hand) for deal in school.order.found for hand in deal.hands}
    for student in school.students:
        student.get(f"/room/{school.slug}/play")
        student.listen()
        heard = "\n".join(student.heard)
        assert len(heard) > 1000 and not any(hand in heard for hand in hands)


# -- from the wish to the tables --------------------------------------------------------------------------------------


def test_boards_are_found_shown_and_given_to_every_table(school):
    assert school.find("fits", "5") == "5 boards are found. Only you see them."
    page = school.see()
    assert "Both sides have a fit" in page and "Give these 5 boards to the tables" in page
    assert all(f"Another for board {number}" in page for number in range(1, 6))
    conditions = parse(dealing.fields(PRESETS["fits"].text))
    assert all(keeps(conditions, deal) for deal in school.order.found)
    assert school.press("/deals/use") == "5 boards are ready at every table. They come next."
    assert school.location == f"{school.at}/boards"
    waiting = school.prepared
    assert [(board.number, board.dealer) for board in waiting] == [(1, 0), (2, 1), (3, 2), (4, 3), (5, 0)]
    assert [board.deal for board in waiting] == school.order.found
    assert [board.deal for board in school.table.set_of_boards] == school.order.found
    assert "5 boards from your order are in force" in words(
        school.teacher.http.get(f"{school.at}/boards").get_data(as_text=True)
    )
    again = school.see()
    assert "The tables have these boards." in again and "to the tables" not in again
    assert school.press("/deals/clear") == "These boards are put away."
    assert school.order is None and "What shall the boards be like?" in school.see()


def test_one_dealer_and_boards_that_are_turned(school):
    school.find(count="6", dealer="2", turned="1", **{"wish NS hcp": "30+"})
    school.press("/deals/use")
    for place, board in enumerate(school.prepared):
        strong = [sum(high_card_points(board.deal.hands[seat]) for seat in (one, one + 2)) >= 30 for one in (0, 1)]
        assert (board.dealer, strong) == (2, [True, False] if place % 2 == 0 else [False, True])


def test_another_board_takes_the_place_of_one(school):
    school.find("balanced", "4")
    before = list(school.order.deals)
    assert school.press("/deals/another", board="2") == "4 boards are found. Only you see them."
    after = school.order.deals
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, True, False, True]
    assert school.press("/deals/another", board="9") == school.press("/deals/another") == "There is no such board."


def test_boards_can_be_downloaded(school):
    school.find("any", "32", dealer="3")
    answer = school.teacher.http.get(f"{school.at}/deals.pbn")
    assert "attachment" in answer.headers["Content-Disposition"]
    report = pbn.read(answer.data)
    assert not report.problems
    assert [board.deal for board in report.boards] == school.order.found
    assert {board.dealer for board in report.boards} == {3}


@pytest.mark.parametrize("path", ["/deals/use", "/deals/lesson"])
def test_without_boards_there_is_nothing_to_give(school, path):
    assert school.press(path) == "There are no boards yet. Look for some first."
    assert school.press("/deals/another", board="0") == "There is no search any more. Look for boards anew."
    answer = school.teacher.http.get(f"{school.at}/deals.pbn")
    assert answer.status_code == 303 and school.location == f"{school.at}/deals"


def test_every_preset_can_be_looked_for(school):
    assert len({str(preset.label) for preset in PRESETS.values()}) == len(PRESETS)
    page = school.teacher.http.get(f"{school.at}/deals").text
    for name, preset in PRESETS.items():
        assert dealing.contradictions(preset.wanted) == ()
        assert dealing.written(preset.wanted) == preset.text
        assert f'id="preset-{name.replace(" ", "-")}"' in page


# -- wishes that need a worker ----------------------------------------------------------------------------------------


def test_a_search_by_contracts_goes_on_while_the_page_looks(school, worker):
    assert school.find(count="3", **goal("NS", "makes", "4S")) == ""
    assert school.location == f"{school.at}/deals"
    html = school.teacher.http.get(f"{school.at}/deals/order").text
    assert 'hx-trigger="every 1s"' in html and "0 of 3 found" in words(html)
    assert len(worker.jobs) == 1, "one piece of work at a time, however often it is looked at"
    worker.work(2)
    assert "2 of 3 found · 2 deals looked at" in school.see("/deals/order")
    assert "Give" not in school.see("/deals/order")
    assert len(worker.jobs) == 2
    worker.work()
    html = school.teacher.http.get(f"{school.at}/deals/order").text
    assert "hx-trigger" not in html and "Give these 3 boards to the tables" in words(html)
    assert len(worker.jobs) == 2
    assert len(set(school.order.found)) == 3


def test_a_search_that_nobody_looks_at_asks_for_no_more_work(school, worker, clock):
    school.find(count="8", **goal("NS", "makes", "4S"))
    worker.work(1)
    clock.advance(600)
    assert len(worker.jobs) == 1


def test_a_search_can_be_stopped_and_gone_on_with(school, worker):
    school.find(count="3", **goal("NS", "makes", "slam"))
    worker.work(1)
    assert school.press("/deals/stop") == "You stopped the search."
    page = school.see()
    assert "Give this board to the tables" in page and "Look again" in page
    assert school.press("/deals/use") == "1 board is ready at every table. It comes next."
    school.press("/deals/more")
    worker.work()
    assert "3 boards" not in school.see() or len(school.order.found) == 3


def test_what_comes_after_the_stop_is_not_taken(school, worker):
    school.find(count="3", **goal("NS", "makes", "slam"))
    school.press("/deals/stop")
    worker.work()
    school.see()
    assert school.order.found == []


def test_a_long_search_by_cards_goes_to_the_worker_too(school, worker, monkeypatch):
    monkeypatch.setattr(orders, "HERE", 0.0)
    school.find(count="2", **{"wish NS hcp": "40", "wish N shape": "balanced"})
    assert "Looking for boards" in school.see() and len(worker.jobs) == 1
    worker.work(1)
    assert "1 of 2 found" in school.see() and len(worker.jobs) == 2
    worker.work()
    assert "Give these 2 boards" in school.see()
    assert [sum(map(high_card_points, deal.hands[::2])) for deal in school.order.found] == [40, 40]


def test_what_no_cards_can_be_is_told_by_the_worker(school, worker):
    school.find(count="2", **{f"wish {seat} shape": "4-3-3-3" if seat == "W" else "7-2-2-2" for seat in "NESW"})
    worker.work()
    assert "No such deal was found. The hardest is this:" in school.see()


def test_too_rare_a_wish_is_told(school, worker):
    school.find(count="2", **goal("EW", "makes", "6S"))
    worker.work()
    page = school.see()
    assert "Of 300 deals that met the rest, none met this: East and West can make 6" in page
    assert "Give" not in page and "Look again" in page


def test_a_worker_that_fails_is_told_after_some_tries(school, worker):
    school.find(count="2", **goal("NS", "makes", "6S"))
    for _ in range(orders.FAILURES):
        assert "Looking for boards" in school.see()
        worker.jobs[-1].finish(why_not="broken")
    assert "The search did not work on this computer." in school.see()
    assert len(worker.jobs) == orders.FAILURES


def test_a_new_search_takes_the_place_of_the_last(school, worker):
    school.find(count="2", **goal("NS", "makes", "6S"))
    school.find("any", "3")
    worker.work()
    assert len(school.order.found) == 3 and school.see().count("Another for board") == 3


def goal(who, verb, what, row=1):
    return {f"goal {row} who": who, f"goal {row} verb": verb, f"goal {row} what": what}


def test_rows_of_contracts_become_wishes(school, worker):
    school.find(
        **goal("N", "alone", "4H"), **goal("NS", "takes", "3NT", 2), **goal("", "makes", "4S", 3),
        **goal("EW", "not", "game", 4), **{"wish EW fit": "no"},
    )  # fmt: skip
    assert dealing.written(school.order.wanted) == "EW fit no; N alone 4H; NS takes 9 NT; EW not game"


# -- wishes that cannot be --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"count": "0"}, "How many boards: write a number from 1 to 32."),
        ({"count": "33"}, "How many boards: write a number from 1 to 32."),
        ({"count": "many"}, "How many boards: write a number from 1 to 32."),
        ({"dealer": "4"}, "There is no such seat."),
        ({"preset": "x"}, "Choose what the boards shall be like."),
        ({"wish N hcp": "lots"}, "This is not understood: North, points: “lots” is not understood."),
        ({"wish NS hcp": "30+", "wish EW hcp": "20+"}, "No deal can be like this:"),
        (goal("NS", "makes", "8S"), "“8S” is no contract."),
        (goal("XY", "makes", "4S"), "“XY makes 4S” is not understood."),
        (goal("NS", "makes", "4S") | goal("NS", "not", "3S", 2), "Both cannot be:"),
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(school, form, sentence):
    school.find("any", "2")
    before = school.order
    assert sentence in school.press(**({"preset": "own", "count": "4"} | form))
    assert school.order is before
    typed = next(iter(form.values()))
    answer = school.teacher.http.post(f"{school.at}/deals", data={"preset": "own", "count": "4"} | form)
    assert typed in answer.text, "what was typed is still there"


def test_without_a_solver_nothing_is_offered_that_needs_one(tmp_path, clock):
    off = Worker(off=say("There is no solver here."))
    app = create_app({"TESTING": True, "DATA": str(tmp_path / "x.sqlite"), "CLOCK": clock, "ANALYST": off})
    school = Class(app)
    page = school.see()
    assert "Balanced hands" in page and "There is no solver here." in page
    assert "A slam" not in page and "goal 1 who" not in school.teacher.http.get(f"{school.at}/deals").text
    assert school.find(**goal("NS", "makes", "4S")) == school.find("slam") == "There is no solver here."
    assert school.find("balanced").startswith("4 boards are found.")


def test_a_room_with_fewer_cards_has_boards_of_these(school):
    classroom, room = school.parts.classroom, school.room
    school.find("any", "2")
    small = {"pack": "two suits", "partners": False, "dummy": False, "trumps": "N"}
    classroom.change_settings(room.id, options=room.settings.options | small)
    assert school.press("/deals/use") == "The room plays with other cards now. Look for boards anew."
    page = school.teacher.http.get(f"{school.at}/deals").text
    assert "wish N hearts" in page and "wish N clubs" not in page and "wish NS hcp" not in page and "goal 1" not in page
    assert "Balanced" not in words(page)
    school.find(count="2", **{"wish N hcp": "12+"})
    cards = {card for hand in school.order.found[0].hands for card in hand}
    assert cards == set(PACKS["two suits"]) != set(FULL_PACK)


# -- wishes as a link, and into lessons -------------------------------------------------------------------------------


def test_wishes_can_be_kept_as_a_link(school, worker):
    school.find(count="3", **{"wish S shape": "5-4-x-x", "wish NS fit": "8+ major"}, **goal("NS", "takes", "4S"))
    html = school.teacher.http.get(f"{school.at}/deals").text
    link = unescape(re.search(r'href="[^"]*(/deals\?for=[^"]*)"', html)[1])
    school.press("/deals/clear")
    html = school.teacher.http.get(school.at + link).text
    assert 'value="5-4-x-x"' in html and 'value="8+ major"' in html and 'value="3"' in html
    ordering = html.partition('id="ordering"')[2].partition("</form>")[0]
    assert re.findall(r'<option value="([^"]+)" selected', ordering) == ["NS", "takes", "4S"]
    assert 'id="preset-own" checked' in html
    assert "“nonsense” is not understood." in school.see("/deals?for=nonsense&count=x")


@settings(max_examples=40)
@given(any_conditions())
def test_a_form_says_what_the_wishes_say(conditions):
    assert parse(orders.from_form(orders.to_form(conditions))) == conditions


def test_boards_go_into_a_lesson_of_the_rooms_own(school):
    school.parts.shelf.save(school.room.id, "045-ours", (LESSONS / "040-trumps.md").read_text("utf-8"))
    school.parts.shelf.save(school.room.id, "046-small", (LESSONS / "010-one-suit.md").read_text("utf-8"))
    school.find("any", "2")
    assert school.press("/deals/lesson", lesson="040-trumps") == "Choose a lesson of your own first."
    assert school.press("/deals/lesson") == "Choose a lesson of your own first."
    assert school.press("/deals/lesson", lesson="046-small") == "This lesson is played with other cards."
    told = school.press("/deals/lesson", lesson="045-ours")
    assert told == "2 boards stand at the end of “Trumps” now."
    assert school.location == f"{school.at}/lessons/045-ours/edit"
    entry = school.parts.shelf.find(school.room.id, "045-ours")
    assert not entry.problems
    assert all(format_deal(deal) in entry.text for deal in school.order.found)
    for _ in range(40):
        told = school.press("/deals/lesson", lesson="045-ours")
        if "too many" in told:
            break
    assert told.startswith("A lesson can have")


def test_while_a_lesson_is_open_boards_wait(school):
    school.find("any", "2")
    school.parts.sessions.open(school.room.id, "040-trumps")
    page = school.see()
    assert "The tables can have them when the lesson is over." in page and "boards to the tables" not in page
    assert "is open. End it first" in school.press("/deals/use")
    assert not any(board.deal in school.order.found for board in school.prepared)


# -- the lesson workshop ----------------------------------------------------------------------------------------------


class Editor:
    """A lesson of the room's own, open in the workshop."""

    def __init__(self, school):
        self.school = school
        self.text = (LESSONS / "040-trumps.md").read_text("utf-8")
        school.parts.shelf.save(school.room.id, "045-ours", self.text)

    def press(self, do, **form):
        url = f"{self.school.at}/lessons/045-ours/edit"
        answer = self.school.teacher.http.post(url, data={"text": self.text, "do": do, "way": "deal", **form})
        assert answer.status_code == 200
        return answer.text


def found_in(page):
    return re.findall(r'name="found" value="([^"]*)"', page)


def test_the_workshop_looks_for_contracts_too(school, worker):
    editor = Editor(school)
    wish = goal("NS", "makes", "3NT") | {"wish NS fit": "no"}
    page = editor.press("deal", **wish)
    assert 'id="look"' in page and 'id="stop"' in page and found_in(page) == []
    assert 'id="look"' in editor.press("look", **wish)
    worker.work()
    page = editor.press("look", **wish)
    (deal,) = found_in(page)
    assert 'id="look"' not in page and "Another one" in page
    page = editor.press("add", found=deal, **wish)
    assert ("Board 5 stands at the end of the boards." in page and deal.replace(" ", "&#32;")) or deal in page
    assert len(worker.jobs) == 1


def test_the_workshop_stops_and_says_what_is_too_rare(school, worker):
    editor = Editor(school)
    editor.press("deal", **goal("EW", "makes", "3NT"))
    assert "You stopped the search." in editor.press("stop")
    editor.press("deal", **goal("EW", "makes", "3NT"))
    worker.work()
    assert "none met this: East and West can make 3" in words(editor.press("look"))
    assert "Both cannot be:" in words(editor.press("deal", **goal("N", "makes", "3C"), **goal("NS", "not", "2C", 2)))
    with school.app.app_context():
        orders.searches().clear()
    assert "There is no search any more. Find a deal anew." in editor.press("look")


def test_only_so_many_searches_are_remembered(app, worker):
    with app.app_context():
        for room in range(orders.KEPT + 5):
            orders.keep(room, "class", orders.Search(Conditions(), 0, Random(room), worker.ask))
        assert len(orders.searches()) == orders.KEPT
        assert (0, "class") not in orders.searches() and (orders.KEPT + 4, "class") in orders.searches()
