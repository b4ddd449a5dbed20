"""Replay: what each step shows and says, and who may look at which board."""

import json
import random
import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

from hool.fold import Play, Prepared, Seated, Table
from hool.formats import pbn
from hool.rules import hool
from hool.rules.cards import parse_deal
from hool.rules.game import Board, legal_actions, options_to_json
from hool.web import replay
from hool.web.access import cookie_name

HANDS = "AT5.AT5.76.AK876 KJ832.KQ82.AJ8.5 64.J973.KT543.QT Q97.64.Q92.J9432"
OTHER = "32.9854.8652.T53 KT74.QJT3.T.J872 A86.762.AQJ3.AQ9 QJ95.AK.K974.K64"


# Steps


def clues() -> list[tuple[int, str]]:
    return [(seat, f"clue {kind}") for kind in ("hcp", "spades") for seat in range(4)]


BIDS = [
    *((2, "bid 1NT"), (0, "bid 1NT"), (1, "pass"), (3, "pass")),
    *((1, "bid 2S"), (3, "double")),
    *((0, "pass"), (2, "pass")),
]


def steps_of(*acts: tuple[int, str], claim=None, reasons=None, options=None, deal=HANDS) -> tuple[replay.Step, ...]:
    return replay.steps(Board(1, 0, 4, options or hool.Options()), parse_deal(deal), acts, claim, reasons)


def said(step: replay.Step) -> list[str]:
    return [str(text) for text in step.said]


def test_a_board_begins_with_the_deal_and_goes_clue_by_clue():
    made = steps_of(*clues()[:2])
    assert [step.phase for step in made] == ["deal", "clues", "clues", "result"]
    assert [step.at for step in made] == [0, 1, 2, 3]
    assert said(made[0]) == ["North deals."]
    assert said(made[1]) == ["North tells everyone: 15 points."]
    assert made[1].view.clues[0] == (("hcp", 15),)
    assert made[0].hands == parse_deal(HANDS).hands, "all four hands are open"


@pytest.mark.parametrize(
    "kind, sentence",
    [("hcp", "15 points."), ("pattern", "the pattern: 5-3-3-2."), ("diamonds", "2 diamonds."), ("clubs", "5 clubs.")],
)
def test_every_kind_of_clue_has_its_sentence(kind, sentence):
    assert said(steps_of((0, f"clue {kind}"))[1])[0].endswith(sentence)


def test_secret_bids_are_one_step_in_which_they_are_turned():
    made = [step for step in steps_of(*clues(), *BIDS) if step.phase == "bids"]
    assert [step.asked for step in made] == ["step 1", "step 2", "step 3"]
    first, second, third = made
    assert first.view.calls[0] == ("bid 1NT", "pass", "bid 1NT", "pass")
    assert first.standing == (0, "1NT")
    assert said(first)[0] == "Step 1: all four bids are turned face up together."
    assert "North is declarer for now." in said(first)
    assert second.view.calls[1] == (None, "bid 2S", None, "double")
    assert second.standing == (1, "2S")
    assert said(third)[-1] == "East is declarer."


def test_a_redouble_says_who_answered():
    calls = [(0, "bid 1NT"), (1, "pass"), (2, "pass"), (3, "pass"), (1, "double"), (3, "pass"), (0, "redouble")]
    *_, answer, _ = steps_of(*clues(), *calls)
    assert (answer.asked, answer.actor, answer.view.doubled) == ("redouble", 0, 4)
    assert said(answer)[0] == "Doubled. The one who is doubled redoubles."


def test_cards_leave_hands_and_a_finished_trick_stays_until_the_next_lead():
    plays = [(2, "play 4S"), (1, "play 7S"), (0, "play TS"), (1, "play JS"), (1, "play 5C")]
    made = [step for step in steps_of(*clues(), *BIDS, *plays) if step.phase == "play"]
    assert [step.number for step in made] == [1, 1, 1, 1, 2]
    assert [len(step.trick) for step in made] == [1, 2, 3, 4, 1]
    assert [step.winner for step in made] == [None, None, None, 1, None]
    assert [len(hand) for hand in made[3].hands] == [12, 12, 12, 12]
    assert [str(step.hot) for step in made] == ["4S", "7S", "TS", "JS", "5C"]
    assert [said(step) for step in made] == [
        ["South leads 4S."],
        ["East plays 7S from dummy."],
        ["North plays TS."],
        ["East plays JS and wins the trick."],
        ["East leads 5C."],
    ]


def test_trumping_throwing_and_winning_have_their_sentences():
    rng = random.Random(3)
    heard = set()
    for _ in range(12):
        board = Board(1, rng.randrange(4), 4, hool.PRESETS["minibridge"])
        deal = hool.deal(board, rng)
        state, acts = hool.start(board, deal), []
        while hool.to_act(state):
            (seat,) = hool.to_act(state)
            action = rng.choice(legal_actions(hool, state, seat))
            acts.append((seat, str(action)))
            state = hool.apply(state, seat, action)
        made = replay.steps(board, deal, acts)
        assert [step.winner for step in made if step.winner is not None] == [each.winner for each in state.tricks]
        heard |= {text.message for step in made if step.phase == "play" for text in step.said}
    assert {text.message for text in replay._PLAYS.values()} <= heard
    assert {"{seat} wins the trick.", "Dummy wins the trick."} <= heard


def test_agreed_contracts_and_claims():
    made = steps_of(
        (0, "propose 2C"), (2, "propose 3C"), (0, "agree"), claim=(0, 9), options=hool.PRESETS["minibridge"]
    )
    assert [said(step)[0] for step in made[1:4]] == ["North proposes 2C.", "South proposes 3C.", "North agrees."]
    assert [step.standing for step in made[1:4]] == [(0, "2C"), (2, "3C"), (2, "3C")]
    assert said(made[-1])[0] == "North claims 9 of the tricks that are left. The other side agrees."
    assert made[-1].view.tricks_won == (9, 4, 0, 0)
    assert made[-1].hands == parse_deal(HANDS).hands, "beside the result all hands are whole again"


def test_a_robots_reason_stands_at_its_step():
    why = hool.say("I like hearts.")
    made = steps_of(*clues(), *BIDS, reasons={0: why, 8: why, 10: why})
    assert made[1].reasons == ((0, why),)
    assert made[2].reasons == ()
    assert made[9].reasons == ((2, why), (1, why)), "what was thought in secret is told when the bids are turned"


@pytest.mark.parametrize("preset", sorted(hool.PRESETS))
def test_every_lesson_stage_can_be_replayed(preset):
    rng = random.Random(preset)
    board = Board(1, 0, 4, hool.PRESETS[preset])
    deal = hool.deal(board, rng)
    state, acts = hool.start(board, deal), []
    while hool.to_act(state):
        seat = rng.choice(sorted(hool.to_act(state)))
        action = rng.choice(legal_actions(hool, state, seat)[:8])
        acts.append((seat, str(action)))
        state = hool.apply(state, seat, action)
    made = replay.steps(board, deal, acts)
    assert made[-1].phase == "result"
    assert all(step.said for step in made)
    played = [step for step in made if step.phase == "play"]
    assert len(played) == sum(map(len, deal.hands)) or not state.contract


# Who may look


def record(deal: str, ordinal: int) -> SimpleNamespace:
    board = SimpleNamespace(number=ordinal)
    return SimpleNamespace(deal=parse_deal(deal), ordinal=ordinal, board=board, game="hool", rules=hool)


def table(*finished: str, playing: str = "", prepared: tuple[str, ...] = (), used: int = 0) -> Table:
    """A table that has finished these deals, plays that one now, and has those put aside."""
    now = Play(boards=tuple(record(deal, ordinal) for ordinal, deal in enumerate(finished, 1)), used=used)
    if playing:
        deal = parse_deal(playing)
        now = replace(now, deal=deal, state=hool.start(Board(1, 0, 4, hool.Options()), deal))
    aside = tuple(Prepared(1, 0, parse_deal(deal)) for deal in prepared)
    last = len(finished) + bool(playing)
    return Table(1, 1, 1, seats=(Seated(),) * 4, prepared=aside, play=now, last_number=last)


FOREIGN = record(HANDS, 2)


@pytest.mark.parametrize(
    "own, shared, may",
    [
        (table(OTHER, HANDS), True, True),
        (table(OTHER, playing=HANDS), True, False),
        (table(OTHER, playing=HANDS), False, False),
        (table(OTHER, prepared=(OTHER, HANDS), used=1), False, False),
        (table(OTHER, HANDS, prepared=(OTHER, HANDS), used=2), False, True),
        (table(OTHER), True, False),
        (table(), True, False),
        (table(OTHER), False, True),
        (table(OTHER, OTHER, OTHER), True, True),
    ],
    ids=[
        "finished too", "playing it", "playing it, own deals", "prepared", "prepared and played", "same boards, slower",
        "same boards, none played", "different deals", "had other cards in its place",
    ],
)  # fmt: skip
def test_a_student_never_sees_cards_that_may_come_to_their_own_table(own, shared, may):
    assert replay.may_open(FOREIGN, set(), [own], shared) is may


def test_a_board_of_others_opens_when_every_table_is_past_it():
    """A friend at a slower table, or a second name of the same child, could tell."""
    done, slow = table(OTHER, HANDS), table(OTHER, playing=HANDS)
    assert replay.may_open(FOREIGN, set(), [done, done], True)
    assert not replay.may_open(FOREIGN, set(), [done, slow], True)


def test_cards_that_a_student_has_played_are_no_secret_to_them():
    assert replay.may_open(FOREIGN, {FOREIGN.deal}, [table(OTHER, playing=HANDS)], True)


def test_who_has_no_seat_may_get_a_table_that_begins_with_the_first_board():
    assert not replay.may_open(FOREIGN, set(), None, True)


# Pages


class Class:
    """A room with a teacher and two tables of students; boards are played by random legal acts."""

    def __init__(self, app, preset: str = "full") -> None:
        self.app, self.parts = app, app.extensions["hool"]
        room, _, self.teacher_key = self.parts.classroom.open_room("5b")
        options = json.loads(options_to_json(hool.PRESETS[preset]))
        self.parts.classroom.change_settings(room.id, options=options)
        self.slug, self.room_id = room.slug, room.id
        self.people = [self.parts.classroom.join(room.id, name) for name in ("Ines", "Bo", "Amina", "Li", "Tom")]

    @property
    def tables(self) -> list[Table]:
        return self.parts.tables.tables(self.room_id)

    def play(self, number: int, seed: int = 1, acts: int = 999) -> None:
        """Deal the next board at a table and play `acts` of its acts."""
        tables, rng = self.parts.tables, random.Random(seed)
        now = next(each for each in self.tables if each.number == number)
        if not now.playing:
            assert self.parts.classroom.next_board(self.room_id, now.id).ok
        for _ in range(acts):
            now = tables.get(now.id)
            if not now.playing:
                return
            seat = min(now.to_act())
            options = [str(action) for action in legal_actions(hool, now.play.state, seat)]
            text = rng.choice([each for each in options if each.startswith(("play", "clue"))] or options[:6])
            person = now.seats[seat].person
            if person is None:
                # A robot's seat: whoever sits there for the moment acts.
                person = self.people[0][0].id
                before = self.parts.classroom.seat_of(person)
                tables.arrange(
                    [(before[0].id, before[1], Seated(None, "standard")), (now.id, seat, Seated(person, ""))]
                )
                now = tables.get(now.id)
                assert tables.act(now.id, person, now.turns[seat], text).ok
                tables.arrange(
                    [(now.id, seat, Seated(None, "standard")), (before[0].id, before[1], Seated(person, ""))]
                )
            else:
                assert tables.act(now.id, person, now.turns[seat], text).ok

    def client(self, who: int | None = None, teacher: bool = False):
        client = self.app.test_client()
        room = self.parts.classroom.room(self.room_id)
        if who is not None:
            client.set_cookie(cookie_name(room, "student"), self.people[who][1])
        if teacher:
            client.set_cookie(cookie_name(room, "teacher"), self.teacher_key)
        return client

    def at(self, path: str = "") -> str:
        return f"/room/{self.slug}/boards{path}"


@pytest.fixture
def lesson(app):
    made = Class(app)
    made.play(1)
    return made


def test_every_step_is_a_page_of_its_own(lesson):
    client = lesson.client(0)
    seen = 0
    url = lesson.at("/1/1")
    while url:
        page = client.get(url)
        assert page.status_code == 200
        assert page.text.count('id="replay"') == 1
        found = re.search(r'id="step-next" href="([^"]+)"', page.text)
        url = found and found[1]
        seen += 1
    board = lesson.tables[0].play.boards[0]
    assert seen == len(replay.steps_of(board))
    assert client.get(lesson.at("/1/1?at=-5")).status_code == 200
    assert 'aria-current="step"' in client.get(lesson.at("/1/1?at=9999")).text
    assert client.get(lesson.at("/1/1?at=x")).status_code == 200


@pytest.mark.parametrize("preset", sorted(hool.PRESETS))
def test_every_lesson_stage_has_its_pages(app, preset):
    made = Class(app, preset)
    made.play(1, seed=2)
    client = made.client(0)
    for at in range(len(replay.steps_of(made.tables[0].play.boards[0]))):
        assert client.get(made.at(f"/1/1?at={at}")).status_code == 200
    assert client.get(made.at()).status_code == 200
    assert pbn.read(client.get(made.at(".pbn")).data).problems == ()


def test_a_board_that_all_passed_can_be_looked_at(app):
    made = Class(app)
    tables, number = made.parts.tables, 1
    made.play(number, acts=8)
    for _ in range(4):
        now = made.tables[0]
        seat = min(now.to_act())
        assert tables.act(now.id, now.seats[seat].person, now.turns[seat], "pass").ok
    page = made.client(0).get(made.at("/1/1?at=99")).text
    assert "All four passed" in page


def test_a_student_without_a_seat_sees_what_they_played_and_a_newcomer_nothing(lesson):
    """A second name of the same child, say, who would tell the first one what is to come."""
    lesson.parts.classroom.unseat(lesson.people[3][0].id)
    assert lesson.client(3).get(lesson.at("/1/1")).status_code == 200
    lesson.parts.classroom.change_settings(lesson.room_id, seating="hand")
    lesson.people.append(lesson.parts.classroom.join(lesson.room_id, "Newcomer"))
    newcomer = lesson.client(len(lesson.people) - 1)
    assert newcomer.get(lesson.at("/1/1")).status_code == 403
    assert newcomer.get(lesson.at("/1/1.pbn")).status_code == 403
    lesson.play(2)
    assert newcomer.get(lesson.at("/1/1")).status_code == 403, "a new table would begin with this board"


def test_htmx_gets_the_part_that_changes(lesson):
    part = (
        lesson.client(0).get(lesson.at("/1/1?at=12"), headers={"HX-Request": "true", "HX-Target": "main#replay"}).text
    )
    assert part.strip().startswith("<main")
    assert part.strip().endswith("</main>")
    whole = lesson.client(0).get(lesson.at("/1/1?at=12"), headers={"HX-Request": "true", "HX-Target": "body"}).text
    assert "<!doctype html>" in whole


def test_a_board_that_is_not_over_is_not_shown_to_anybody(lesson):
    lesson.play(1, acts=30)
    for client in (lesson.client(0), lesson.client(teacher=True)):
        for path in ("/1/2", "/1/2.pbn", "/1/99", "/9/1", "/1/0"):
            page = client.get(lesson.at(path))
            assert page.status_code == 404
            assert "Boards can be seen when they are finished." in page.text


def test_only_people_of_the_room_come_in(lesson):
    for path in ("", "/1/1", "/1/1.pbn", ".pbn", "/call"):
        assert lesson.client().get(lesson.at(path)).headers["Location"] == f"/room/{lesson.slug}"
    assert lesson.client(0).get("/room/nosuchroom/boards").status_code == 404


def test_another_table_waits_until_it_has_played_the_same_cards(lesson):
    number = next(each.number for each in lesson.tables if each.seat_of(lesson.people[4][0].id) is not None)
    slow = lesson.client(4)
    assert number == 2
    locked = slow.get(lesson.at("/1/1"))
    assert locked.status_code == 403
    assert "These cards may still come to your table." in locked.text
    assert slow.get(lesson.at("/1/1.pbn")).status_code == 403
    listed = slow.get(lesson.at()).text
    assert "/boards/1/1" not in listed
    assert "1 more board of other tables opens" in listed
    assert pbn.read(slow.get(lesson.at(".pbn")).data).boards == ()
    assert lesson.client(teacher=True).get(lesson.at("/1/1")).status_code == 200
    lesson.play(2, acts=40)
    assert slow.get(lesson.at("/1/1")).status_code == 403, "nor while they play it"
    lesson.play(2)
    assert slow.get(lesson.at("/1/1")).status_code == 200
    listed = slow.get(lesson.at()).text
    assert listed.index("/boards/2/1") < listed.index("/boards/1/1"), "the own table comes first"
    assert "2 tables" in listed


def test_boards_of_a_table_that_was_taken_away_stay(lesson):
    lesson.play(2)
    lesson.parts.classroom.remove_table(lesson.room_id, lesson.tables[1].id)
    assert lesson.client(teacher=True).get(lesson.at("/2/1")).status_code == 200


def test_the_download_is_the_board_that_was_played(lesson):
    answer = lesson.client(0).get(lesson.at("/1/1.pbn"))
    assert answer.headers["Content-Disposition"] == 'attachment; filename="5b-table-1-board-1.pbn"'
    report = pbn.read(answer.data)
    assert not report.problems
    (board,) = report.boards
    played = lesson.tables[0].play.boards[0]
    assert (board.deal, board.options) == (played.deal, played.board.options)
    assert board.acts == tuple((act.seat, act.text) for act in played.acts)
    assert (board.tag("North"), board.tag("Event"), board.tag("Table")) == ("Ines", "5b", "1")


def test_who_looks_back_is_told_when_the_own_table_goes_on(lesson):
    client = lesson.client(0)
    assert "plays the next board" not in client.get(lesson.at("/call")).text
    lesson.play(1, acts=1)
    assert "plays the next board" in client.get(lesson.at("/call")).text
    assert "plays the next board" in client.get(lesson.at("/1/1")).text
    assert 'id="call"' not in lesson.client(teacher=True).get(lesson.at("/1/1")).text
    assert "plays the next board" in client.get(lesson.at()).text, "also above the list"


def test_who_looks_back_sees_that_the_teacher_wants_all_eyes(lesson):
    client = lesson.client(0)
    lesson.parts.classroom.change_settings(lesson.room_id, paused=True)
    for path in ("/call", "/1/1", ""):
        assert "Eyes up" in client.get(lesson.at(path)).text, path
    assert "Eyes up" not in lesson.client(teacher=True).get(lesson.at("/1/1")).text


def test_an_empty_room_says_what_will_be_here(app):
    page = Class(app)
    assert "No board to look at yet" in page.client(0).get(page.at()).text
