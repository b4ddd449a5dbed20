"""The replay with its analysis: what stands on the page, when, for whom, and in which words."""

import random
import re
from dataclasses import replace
from types import SimpleNamespace

import pytest
from analysts import Knowing, Pondering
from test_lesson_page import LADDER, too_early, without
from test_lesson_page import Class as LessonClass
from test_lesson_page import read as read_words
from test_replay import BIDS, HANDS, Class, clues
from test_replay import steps_of as steps_of_board

from hool import create_app
from hool.analysis.analyst import Analyst
from hool.analysis.crew import Crew
from hool.rules import game, hool
from hool.rules.cards import parse_card, parse_deal
from hool.rules.game import legal_actions
from hool.rules.text import say
from hool.web import analysis
from hool.web.replay import steps_of

WAIT = {"HX-Request": "true", "HX-Target": "main#replay"}
TABLE = [(7, 8, 9, 10, 6), (5, 5, 4, 3, 6), (7, 8, 9, 10, 6), (5, 5, 4, 2, 6)]


def with_analyst(app, analyst):
    app.extensions["hool"] = replace(app.extensions["hool"], analyst=analyst)
    return analyst


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


class Board(Class):
    """A class whose first table has played a board, and an analyst."""

    def __init__(self, app, analyst, preset: str = "full") -> None:
        super().__init__(app, preset)
        self.analyst = with_analyst(app, analyst)
        self.play(1)
        self.steps = steps_of(self.tables[0].play.boards[0])

    @property
    def record(self):
        return self.tables[0].play.boards[0]

    def first(self, phase: str) -> int:
        return next(step.at for step in self.steps if step.phase == phase)

    def page(self, at: int, who: int | None = 0, teacher: bool = False, **more) -> str:
        return self.client(who, teacher).get(self.at(f"/1/1?at={at}"), **more).text


def falling(app, preset: str = "full") -> Board:
    """Declarer's side can take 9 tricks; the second card gives one away, the fifth brings two."""
    return Board(app, Knowing(TABLE, (9, 9, 8, 8, 8, 10), [parse_card("9H")]), preset)


# While it is worked out


def test_the_page_stands_at_once_and_asks_again_every_second(app):
    made = Board(app, Pondering())
    page = made.page(made.first("play"))
    assert 'id="step-next"' in page and "Working out what was possible" in page
    asks = re.search(r'hx-get="([^"]+)" hx-trigger="every 1s"', page)[1].replace("&amp;", "&")
    assert made.analyst.asked == ["table", "trace"]
    client = made.client(0)
    assert client.get(asks, headers=WAIT).status_code == 204, "nothing to say yet"
    assert client.get(asks).status_code == 200, "a browser that opens this address sees the page"
    with_analyst(app, Knowing(TABLE, (9,)))
    answer = client.get(asks, headers=WAIT).text
    assert answer.strip().startswith("<main") and 'id="chart"' in answer and "every 1s" not in answer


@pytest.mark.parametrize(
    "analyst, why",
    [(Pondering(off=say("No solver here.")), "No solver here."), (Pondering(failed=True), "took too long")],
)
def test_the_page_says_why_there_is_nothing_to_wait_for(app, analyst, why):
    made = Board(app, analyst)
    for at in (0, made.first("play"), len(made.steps) - 1):
        page = made.page(at)
        assert why in page and "every 1s" not in page
    assert made.client(0).get(made.at("/1/1?at=9&wait=1"), headers=WAIT).status_code == 200


def test_clues_need_no_waiting(app):
    made = Board(app, Pondering())
    page = made.page(made.first("clues"))
    assert "What this clue told" in page and "rp-wait" not in page


# What it shows


def test_the_chart_has_a_link_to_every_card_and_names_those_that_cost(app):
    made = falling(app)
    first = made.first("play")
    page = made.page(first + 1)
    links = re.findall(r'<a id="c-(\d+)" class="\w+" href="([^"]+)" aria-label="([^"]+)"([^>]*)>', page)
    assert [int(at) for at, *_ in links] == list(range(first, first + 52))
    assert all(href == made.at(f"/1/1?at={at}") for at, href, *_ in links)
    costly = [(int(at) - first, name) for at, _, name, _ in links if "away" in name]
    assert [place for place, _ in costly] == [1, 4]
    assert re.fullmatch(r"Trick 1, .+, \w+ of \w+: gives a trick away", costly[0][1])
    assert "gives 2 tricks away" in costly[1][1]
    assert [int(at) - first for at, _, _, rest in links if "aria-current" in rest] == [1]
    stops = [int(at) - first for at, _, _, rest in links if "tabindex" not in rest]
    assert stops == [1, 4], "the tab key does not stop 52 times"
    assert made.client(0).get(links[-1][1]).status_code == 200


def test_the_card_that_cost_says_so_beside_its_sentence(app):
    made = falling(app)
    first = made.first("play")
    costly, good = made.page(first + 1), made.page(first + 2)
    assert "This card gave 1 trick away." in words(costly) and "would have kept it." in words(costly)
    assert re.search(r'class="verdict costly"', costly) and not re.search(r'class="verdict costly"', good)
    assert "No card was better." in good or "No other card was allowed." in good


def test_the_same_stands_in_a_list_with_links(app):
    made = falling(app)
    first = made.first("play")
    for at in (first, len(made.steps) - 1):
        page = made.page(at)
        assert "Cards that changed the result" in page
        assert re.findall(r'id="moment-(\d+)"', page) == [str(first + 1), str(first + 4)]


def test_a_board_on_which_nobody_gave_anything_away(app):
    made = Board(app, Knowing(TABLE, (9,)))
    assert "Nobody gave a trick away" in made.page(len(made.steps) - 1)


def test_the_moment_that_decided_is_one_link_away(app):
    made = Board(app, Pondering())
    down = "down" in str(made.record.result.line)
    with_analyst(app, Knowing(TABLE, (13, 0) if down else (0, 13)))
    page = made.page(len(made.steps) - 1)
    first = made.first("play")
    assert f"Until trick 1 the contract {'could be made' if down else 'was down'}." in words(page)
    assert f'id="flip-1" href="{made.at(f"/1/1?at={first}")}"' in page
    made = Board(app, Knowing(TABLE, (13, 0, 13)))
    page = made.page(made.first("play") + 30)
    assert "The answer changed 2 times." in words(page) or "The answer changed 3 times." in words(page)
    assert page.count('id="flip-') >= 2


def test_par_stands_beside_what_was_scored_and_the_table_merges_partners(app):
    made = Board(app, Knowing(TABLE, (9,)))
    for at in (0, len(made.steps) - 1):
        page = made.page(at)
        assert "If everybody saw all cards and bid perfectly: 4" in words(page)
        assert re.search(r"(You got|The other side got) \d+; par is 140( for you)?\.", words(page))
        assert '<th scope="row">N–S</th>' in page
        assert '<th scope="row">E–W</th>' not in page, "East takes one spade trick more than West"
        assert page.count('class="asplayed"') == 1
    teacher = words(made.page(0, None, teacher=True))
    assert re.search(r"Here: [NE]–[SW] \d+\. Par: N–S 140\.", teacher)


def test_a_passed_out_board_has_par_and_no_chart(app):
    made = Class(app)
    with_analyst(app, Knowing(TABLE))
    made.play(1, acts=8)
    for _ in range(4):
        now = made.tables[0]
        seat = min(now.to_act())
        assert made.parts.tables.act(now.id, now.seats[seat].person, now.turns[seat], "pass").ok
    page = made.client(0).get(made.at("/1/1?at=99")).text
    assert "par is 140" in words(page) and 'id="chart"' not in page


def test_clues_are_weighed_where_they_are_told_and_all_together_at_the_end(app):
    made = Board(app, Pondering())
    at = made.first("clues")
    page = words(made.page(at))
    assert "could think of 8,100 million hands for" in page
    assert len(re.findall(r"\d left", page)) == 3
    end = made.page(len(made.steps) - 1)
    assert "What the clues told" in end
    assert len(re.findall(r"<td>1 of |<td>\d of |<td>all", end)) == 24


def test_robots_reasons_stand_by_their_cards(app, clock):
    """Whatever the level: what the log has of a robot's reason is on the page of its step."""
    made = Class(app)
    with_analyst(app, Pondering())
    made.parts.classroom.change_settings(made.room_id, robots="beginner")
    second = made.tables[1]
    assert made.parts.classroom.next_board(made.room_id, second.id).ok
    made.people[:] = made.people[4:]
    while (now := made.tables[1]).playing:
        mine = [seat for seat in now.to_act() if not now.seats[seat].acts_alone]
        if mine:
            view = now.rules.view(now.play.state, mine[0])
            action = next(choice.action for choice in view.choices if choice.why_not is None)
            assert made.parts.tables.act(now.id, now.seats[mine[0]].person, now.turns[mine[0]], str(action)).ok
        clock.advance(2)
    record = made.tables[1].play.boards[0]
    client = made.client(0)
    for step in steps_of(record):
        page = client.get(made.at(f"/2/1?at={step.at}")).text
        assert page.count('class="thought"') == len(step.reasons)


def shown(acts: list[tuple[int, str]], claim: tuple[int, int] | None, reach: tuple[int, ...], at: int = -1):
    """The analysis of the board of test_replay.py after its clues and bids (2S doubled by East) and these acts."""
    made = steps_of_board(*clues(), *BIDS, *acts, claim=claim)
    board = game.Board(1, 0, 4, hool.Options())
    record = SimpleNamespace(board=board, deal=parse_deal(HANDS), fixed=0, claim=claim, result=made[-1].view.result)
    return analysis.analysis(Knowing(TABLE, reach), record, made, made[at].at, 1).tale


def test_a_claim_goes_on_in_the_chart_as_a_line_of_its_own():
    acts = [(2, "play 4S"), (1, "play 7S"), (0, "play TS"), (1, "play JS"), (1, "play 5C")]
    tale = shown(acts, (1, 9), (9, 9, 9, 9, 9, 9))
    chart = tale.chart
    assert [len(half.marks) for half in chart.halves] == [5, 0]
    assert [list(half.tricks) for half in chart.halves] == [[1, 2, 3, 4, 5, 6, 7], [8, 9, 10, 11, 12, 13]]
    assert chart.claimed.startswith("M5 ") and chart.claimed.endswith("H52")
    assert "V" in chart.claimed, "one more than perfect play"
    assert str(tale.claim) == "The claim cost North and South 1 trick."
    assert "West" not in str(tale.told) and chart.here is None


def test_the_line_steps_where_a_card_cost_and_is_coloured_for_whom_it_is_good():
    acts = [(2, "play 4S"), (1, "play 7S"), (0, "play TS"), (1, "play JS"), (1, "play 5C")]
    chart = shown(acts, (1, 7), (8, 7, 7, 9, 9, 9), at=-3).chart
    assert [count for count, _ in chart.labels] == [7, 8, 9]
    high, low = chart.labels[2][1], chart.labels[0][1]
    assert chart.goal == chart.labels[1][1] and high < chart.goal < low
    assert chart.path == f"M0 {chart.goal}V{chart.goal}H0.5V{low}H2.5V{high}H5"
    assert [(area.x, area.width, area.css) for area in chart.areas] == [(0.5, 2.0, "ns"), (2.5, 2.5, "ew")]
    assert chart.here == 3


# For whom


def test_the_teacher_may_keep_the_analysis_back(app):
    made = falling(app)
    made.parts.classroom.change_settings(made.room_id, analysis=False)
    signs = ("rp-chart", "rp-wait", "rp-makes", "rp-moments", "What this clue told", "What the clues told", "judged")
    for step in (0, made.first("clues"), made.first("play") + 1, len(made.steps) - 1):
        assert [sign for sign in signs if sign in made.page(step)] == []
    assert "rp-chart" in made.page(made.first("play"), None, teacher=True)


def test_the_switch_stands_on_the_room_page(app):
    made = Board(app, Pondering())
    teacher = made.client(teacher=True)
    page = teacher.get(f"/room/{made.slug}/class/room").text
    assert re.search(r'name="analysis" value="1" checked', page)
    form = {"robots": "standard", "hints": "", "reasons": "1"}
    assert teacher.post(f"/room/{made.slug}/class/room/help", data=form).status_code in (200, 303)
    assert made.parts.classroom.room(made.room_id).settings.analysis is False


def test_cards_that_may_still_come_are_not_analysed_for_anybody(app):
    made = Board(app, Pondering())
    made.analyst.asked.clear()
    assert made.client(4).get(made.at("/1/1")).status_code == 403
    assert made.analyst.asked == []


@pytest.mark.parametrize("preset", ["one suit", "two suits"])
def test_where_each_plays_alone_nothing_is_asked(app, preset):
    made = Board(app, Pondering(), preset)
    for at in (0, 5, 99):
        assert "rp-wait" not in made.page(at)
    assert made.analyst.asked == []


def test_a_given_contract_needs_no_table(app):
    made = Board(app, Pondering(), "promise")
    made.page(0)
    assert made.analyst.asked == ["trace"]


# In lessons


@pytest.mark.parametrize("name", LADDER)
def test_the_analysis_speaks_of_nothing_of_a_later_lesson(app, name):
    room, rng = LessonClass(app, name), random.Random(name)
    with_analyst(app, Knowing(TABLE, (8, 8, 7, 7, 9, 9, 11, 5), [parse_card("9H")]))
    student = room.people[0]
    room.play_out(rng.choice)
    record = room.table.play.boards[-1]
    for at in {0, 1, *range(2, len(steps_of(record)), 7), 99}:
        page = student.get(f"/room/{room.slug}/boards/1/{record.ordinal}?at={at}").text
        assert too_early(without(read_words(page), room.lesson), room.lesson.rung) == [], (at, read_words(page))
        if at == 99 and record.board.options.partners:
            assert 'id="chart"' in page


def test_a_board_played_at_home_is_analysed_there(app, clock):
    room = LessonClass(app, "040-trumps")
    room.sessions.end(room.room)
    analyst = with_analyst(app, Pondering())
    student, lesson = room.people[0], room.sessions.last(room.room).id
    person = room.parts.classroom.person(room.parts.classroom.students(room.room)[0].id)
    student.get(f"/room/{room.slug}/home/{lesson}")
    table = room.sessions.home_table(person, lesson)
    assert room.tables.command(table.id, "next", "table").ok or room.tables.get(table.id).playing
    while (now := room.tables.get(table.id)).playing:
        mine = [seat for seat in now.to_act() if not now.seats[seat].acts_alone]
        if mine:
            text = str(legal_actions(now.rules, now.play.state, mine[0])[0])
            assert room.tables.act(now.id, person.id, now.turns[mine[0]], text).ok
        clock.advance(2)
    at = f"/room/{room.slug}/home/{lesson}/boards/1?at=4"
    assert f'hx-get="{at}&amp;wait=1"' in student.get(at).text
    assert analyst.asked == ["trace"], "trumps are given"
    with_analyst(app, Knowing(TABLE, (8, 7, 9)))
    assert f'href="/room/{room.slug}/home/{lesson}/boards/1?at=9" aria-label="Trick' in student.get(at).text


def test_cards_that_came_with_a_board_are_not_judged(app):
    made = Class(app, "whist")
    with_analyst(app, Knowing(TABLE, (8, 7, 9)))
    began = "prepare 1 dealer 0 deal AT5.AT5.76.AK876 KJ832.KQ82.AJ8.5 64.J973.KT543.QT Q97.64.Q92.J9432 then 1 play KH"
    assert made.parts.tables.command(made.tables[0].id, began).ok
    made.play(1)
    record = made.tables[0].play.boards[0]
    steps, client = steps_of(record), made.client(0)
    assert (record.fixed, steps[1].phase) == (1, "play")
    first, second = (client.get(made.at(f"/1/1?at={at}")).text for at in (1, 2))
    assert "This card came with the board." in first and "gave" not in first.split('id="judged"')[1].split("</p>")[0]
    assert "This card gave 2 tricks away." in words(second)
    assert re.findall(r'id="moment-(\d+)"', second) == ["2"]


# With the real analyst


def test_a_real_board_is_worked_out_in_the_background_and_kept(tmp_path, clock):
    config = {"TESTING": True, "DATA": str(tmp_path / "hool.sqlite"), "CLOCK": clock, "LATER": clock.later}
    app = create_app(config)
    store = app.extensions["hool"].store
    analyst = Analyst(store, Crew().ask, clock)
    made = Board(app, analyst)
    end = len(made.steps) - 1
    assert "rp-wait" in made.page(end)
    for job in list(analyst._jobs.values()):
        assert job.wait(60)
    page = made.page(end)
    assert 'id="chart"' in page and "if everybody saw all cards" in page and "rp-wait" not in page
    with_analyst(app, Analyst(store, lambda *_: pytest.fail("asked again"), clock))
    assert made.page(end) == page
