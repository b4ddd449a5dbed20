"""A student's page in a lesson: nothing before its rung, what is expected and what came of it, boards again, notes."""

import re
from html.parser import HTMLParser
from random import Random

import pytest
from people import Person, open_class

from hool.lessons import html
from hool.rules.game import legal_actions
from hool.web.replay import steps_of
from hool.web.show import title_of

NAMES = ("Ada", "Bo", "Cem", "Dua")
LADDER = (
    "010-one-suit", "020-two-suits", "030-partners", "040-trumps", "050-dummy", "060-a-promise", "070-the-jump",
    "080-one-true-clue", "090-two-true-clues", "100-secret-bids", "110-answer-back", "120-last-word", "130-the-match",
)  # fmt: skip
# The first rung that may speak of it, in our own words.
NEW = (
    (3, r"partner|\bsides?\b|North and South|N–S|E–W|\b(we|they):"),
    (4, r"trump|\[sign N\]"),
    (5, r"declarer|dummy"),
    (6, r"contract|promis|\bmade\b|\bdown\b|\bneed \d|needed|\bpays\b|\bscor"),
    (7, r"bonus|\bgame\b|slam|propos|\bagree"),
    (8, r"\bclues?\b|\bpoints?\b|\bHCP\b"),
    (9, r"pattern|second fact"),
    (10, r"\bbids?\b|bidding|\bpass(ed)?\b(?! it over)"),
    (11, r"double|\bstep \d of [23]\b"),
    (12, r"\bstep 3\b(?! of \d\d)|last word|PBN"),
    (13, r"\bmatch\b"),
)


class Reader(HTMLParser):
    """What somebody can read or hear of a page: its text, and the attributes that are spoken or shown."""

    SPOKEN = ("aria-label", "title", "alt", "placeholder", "value")

    def __init__(self, page):
        super().__init__()
        self.words = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in self.SPOKEN or name.startswith("data-"):
                self.words.append(value or "")
            if name == "href" and (value or "").startswith("#") and len(value) == 2:
                self.words.append(f"[sign {value[1]}]")

    def handle_data(self, data):
        self.words.append(data)


def read(page):
    return re.sub(r"\s+", " ", " | ".join(Reader(page).words))


class Class:
    """Four students at one table in a lesson, without sockets: quick. Acts are the first legal ones, or at random."""

    def __init__(self, app, lesson=LADDER[0], text="", names=NAMES):
        self.app = app
        self.parts = app.extensions["hool"]
        self.sessions, self.tables, self.show = self.parts.sessions, self.parts.tables, self.parts.show
        self.teacher, self.slug, _ = open_class(app, start=False)
        self.people = [Person(app) for _ in names]
        for person, name in zip(self.people, names, strict=True):
            person.post(f"/room/{self.slug}/join", name=name)
        self.room = self.parts.store.room_by_slug(self.slug).id
        if text:
            self.parts.shelf.save(self.room, lesson, text)
        self.sessions.open(self.room, lesson)
        self.sessions.go(self.room, "play")

    @property
    def lesson(self):
        return self.sessions.current(self.room).lesson

    @property
    def table(self):
        return self.tables.tables(self.room)[0]

    @property
    def view(self):
        return self.table.rules.view(self.table.play.state, None)

    def stage(self, seat):
        """What the person on a seat is sent."""
        return self.show.stage(self.parts.classroom.person(self.table.seats[seat].person)).html

    def browser(self, seat):
        name = self.parts.classroom.person(self.table.seats[seat].person).name
        return self.people[NAMES.index(name)]

    def act(self, seat, text):
        table = self.table
        return self.tables.act(table.id, table.seats[seat].person, table.turns[seat], text)

    def step(self, choose=min):
        table = self.table
        seat = min(table.to_act())
        text = choose([str(action) for action in legal_actions(table.rules, table.play.state, seat)])
        answer = self.act(seat, text)
        assert answer.ok, (text, answer)

    def play_until(self, moment, choose=min):
        while self.table.playing and not moment(self.view):
            self.step(choose)

    def play_out(self, choose=min):
        self.play_until(lambda view: False, choose)


def own_words(lesson):
    """All that a lesson's author wrote for students, as it reads on a page."""
    yield from (lesson.title, lesson.big_question, lesson.story)
    yield from (lesson.reflection_question.text, *lesson.reflection_question.answers)
    for step in lesson.steps:
        yield from (step.title, title_of(step))
        for text in (step.text, *(question.text for question in step.questions), *step.of("note")):
            yield read(html(text)).strip(" |")
        for question in step.questions:
            yield from question.answers


def without(words, lesson):
    for text in sorted(own_words(lesson), key=len, reverse=True):
        if len(text) > 3:
            words = words.replace(text, " ")
    return words


def too_early(words, rung):
    """Of what the page speaks although no lesson has come to it."""
    return [found[0] for first, pattern in NEW if rung < first for found in re.finditer(pattern, words, re.IGNORECASE)]


def whole_board(room, rng):
    """Play a board; what each of the four is sent whenever something new begins, as (when, page)."""
    seen = set()
    while True:
        view = room.view
        tricks = len(view.tricks)
        moment = (view.phase, bool(view.trick), tricks if tricks in (1, 5, 12) else 0, len(view.proposals))
        if moment not in seen:
            seen.add(moment)
            for seat in range(4):
                yield f"{moment} for seat {seat}", room.stage(seat)
        if not room.table.playing:
            return
        room.step(rng.choice)


# -- stages ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LADDER)
def test_nothing_of_a_later_lesson_is_on_a_page(app, name):
    room, rng = Class(app, name), Random(name)
    rung, student = room.lesson.rung, room.people[0]
    pages = [("play", student.get(f"/room/{room.slug}/play").text)]
    for board in range(2):
        room.sessions.bring(room.room, board)
        pages += whole_board(room, rng)
        ordinal = room.table.play.ordinal
        answers = [student.get(f"/room/{room.slug}/boards/1/{ordinal}?at={at}") for at in (0, 1, 9, 30, 99)]
        pages += [(f"replay of board {board}", answer.text) for answer in answers]
    pages += [(path, student.get(f"/room/{room.slug}/{path}").text) for path in ("boards", "rules")]
    lesson = room.lesson
    for phase in ("question", "share", "reflect"):
        room.sessions.go(room.room, phase)
        pages.append((phase, room.stage(0)))
    room.sessions.end(room.room)
    pages += [("afterwards", room.stage(0)), ("home", student.get(f"/room/{room.slug}/home").text)]
    for when, page in pages:
        assert too_early(without(read(page).replace(room.slug, ""), lesson), rung) == [], (when, read(page))


@pytest.mark.parametrize("name", LADDER[:-1])
def test_a_robots_reasons_speak_of_nothing_later(app, clock, name):
    room = Class(app, name, names=NAMES[:1])
    rung, rng = room.lesson.rung, Random(name)
    while room.table.playing:
        if any(not room.table.seats[seat].acts_alone for seat in room.table.to_act()):
            room.step(rng.choice)
        clock.advance(2)
    made = steps_of(room.table.play.boards[0])
    said = " ".join(f"{text}" for step in made for text in (*step.said, *(why for _, why in step.reasons)))
    assert len(said) > 100 and too_early(said, rung) == []


def test_a_lesson_of_the_ladder_speaks_of_nothing_later_itself(app):
    shelf = app.extensions["hool"].shelf
    for entry in shelf.shipped():
        if entry.lesson and entry.lesson.rung:
            said = " ".join(own_words(entry.lesson))
            # A promise is paid in points before hands are counted in them; plans and plays are made too.
            early = set(too_early(said, entry.lesson.rung)) - {"made"}
            early -= {"point", "points"} if entry.lesson.rung == 6 else set()
            assert not early, (entry.name, early)


# -- a lesson for these tests ----------------------------------------------------------------------------------------

HEAD = """+++
title = "Ours"
rung = {rung}
minutes = 40
new = "New."
goal = "Goal."
big_question = "Why?"
story = "A story."
reflection = "And you?"
check = []
look_for = ["This."]
mistakes = ["That."]
ask_back = [["What?", "Why?"]]
{more}

[phases]
40 = [4, 24, 9, 3]

[ages]
8-10 = "Young."
11-14 = "Middle."
adults = "Old."

[options]
preset = "{preset}"
+++

All have *three* cards.
"""
SMALL = "N:.A74.. .983.. .QT6.. .KJ5.."
# North and South take every trick, whatever is trumps.
STRONG = "N:AKQJ.AKQ.AKQ.AKQ T98.JT9.JT98.JT9 765.876.765.8765 432.5432.432.432"


def lesson_of(*steps, preset="one suit", rung=1, more=""):
    """A lesson with a board for each of `steps`: (what stands under the heading, the deal, further PBN tags)."""
    text = HEAD.format(rung=rung, preset=preset, more=more)
    for number, (words, deal, *tags) in enumerate(steps, 1):
        tags = "\n".join([f'[Board "{number}"]', '[Dealer "N"]', f'[Deal "{deal}"]', *tags])
        text += f"\n## Board {number}: Title {number}\n\n{words}\n\n```pbn\n{tags}\n```\n"
    return text


def room_with(app, *steps, **more):
    return Class(app, "045-ours", lesson_of(*steps, **more))


def pad(page):
    """What stands on the pad, up to the papers."""
    return page[page.index('<div id="pad"') : page.index('<aside class="papers"')]


def prose(page):
    """What is read on it, without the marks between its parts."""
    return re.sub(r"\s+(?=[.,:?])", "", re.sub(r"[\s|]+", " ", read(page)))


def result(room, seat):
    return prose(pad(room.stage(seat)))


# -- predictions -----------------------------------------------------------------------------------------------------

ASKED = "> Predict: How many tricks will you take? [tricks]\n\n> Predict after trick 1: Who wins the next? [seats]"


def test_a_question_is_one_tap_beside_a_hand_that_can_be_played(app):
    room = room_with(app, (ASKED, SMALL))
    first = min(room.table.to_act())
    page = room.stage(first)
    assert re.findall(r'value="(predict [^"]+)"', pad(page)) == ["predict 0 -", *(f"predict 0 {n}" for n in range(4))]
    assert "How many tricks will you take?" in pad(page)
    assert page.count('value="play ') == 3 and "Your turn." in page
    room.step()  # nobody has answered, and nothing waits for that
    assert room.act(3, "predict 0 2").ok
    assert "predict" not in pad(room.stage(3)) and "predict 0" in pad(room.stage(2))
    room.play_until(lambda view: view.tricks)
    assert "predict 0" not in room.stage(2), "its moment is over"
    # Seats are drawn by the names of those who sit there, oneself first.
    assert re.findall(r"predict 1 (\d)", pad(room.stage(2)))[-4:] == ["2", "3", "0", "1"]
    names = re.findall(r"<bdi class=\"who\"><span>(\w+)</span></bdi>", pad(room.stage(2)))
    assert names == [room.parts.classroom.person(room.table.seats[seat].person).name for seat in (2, 3, 0, 1)]


def test_what_a_board_says_stands_above_the_question_until_its_first_card(app):
    room = room_with(app, ("Four cards are one *trick*.\n\n" + ASKED, SMALL))
    last = (min(room.table.to_act()) - 1) % 4
    assert "Four cards are one trick. How many tricks will you take?" in prose(pad(room.stage(last)))
    room.step()
    left = prose(pad(room.stage(last)))
    assert "Four cards are one" not in left and "How many tricks will you take?" in left


def test_what_others_expect_is_secret_until_the_board_is_over_and_then_it_is_told_kindly(app):
    room = room_with(app, ("> Predict: Which card? [the very big one | a small one]\n\n" + ASKED, SMALL))
    room.act(0, "predict 0 0")
    room.act(0, "predict 1 2")
    room.act(2, "predict 1 1")
    own = room.stage(0)
    assert "What you expect" in own and "the very big one" in own
    for seat in (1, 2, 3):
        assert "the very big one" in pad(room.stage(seat)) and "What you expect" not in room.stage(1)
    room.act(1, "predict 0 -")
    assert "the very big one" not in room.stage(1)
    room.play_out()
    won = room.view.tricks_won
    assert won[0] == 1  # only the ace is sure, and the first legal card is the smallest
    assert "You said 2, it was 1." in result(room, 0)
    assert "You: the very big one" in result(room, 0)
    ada = room.parts.classroom.person(room.table.seats[0].person).name
    assert f"{ada} said 2, it was 1." in result(room, 1) and f"{ada}: the very big one" in result(room, 1)
    right = "and 1 it was." if won[2] == 1 else f"it was {won[2]}."
    assert right in result(room, 3)


def test_a_question_comes_before_a_choice_and_can_be_passed_over(app):
    asked = "> Predict: Who has the most points? [seats]"
    room = room_with(app, (asked, STRONG), preset="two clues", rung=9)
    assert 'data-act="clue"' not in pad(room.stage(0)) and "predict 0" in pad(room.stage(0))
    room.act(0, "predict 0 -")
    assert 'data-act="clue"' in pad(room.stage(0))
    assert room.act(0, "clue hcp").ok
    room.play_until(lambda view: view.phase == "agree")
    room.act(2, "predict 0 0")
    room.play_out()
    assert "Who has the most points?" in result(room, 1)


def test_what_comes_of_the_bids_cannot_be_foreseen_afterwards(app):
    asked = "> Predict after the clues: Who will be declarer? [seats]\n\n> Predict before the lead: Made? [yes | no]"
    room = room_with(app, (asked, STRONG), preset="secret bids", rung=10)
    room.play_until(lambda view: view.phase == "step 1")
    assert "Who will be declarer?" in pad(room.stage(0))
    for seat, text in enumerate(("bid 7NT", "pass", "pass", "pass")):
        assert room.act(seat, text).ok
    assert "Who will be declarer?" not in room.stage(1) and "Made?" in pad(room.stage(1))


def test_what_is_only_talked_about_is_a_line_before_the_first_card(app):
    room = room_with(app, ("> Predict: What could *you* do?\n\n> Predict after trick 1: And now?", SMALL))
    for seat in range(4):
        assert "Talk about it: What could you do?" in result(room, seat)
        assert "predict" not in room.stage(seat)
    room.step()
    assert "What could" not in pad(room.stage(3))
    room.play_until(lambda view: view.tricks)
    assert "And now?" in pad(room.stage(3))


def test_dummys_player_says_before_each_trick_who_will_win_it(app):
    room = room_with(app, ("", STRONG), preset="dummy", rung=5, more="dummy_predicts = true")
    declarer, dummy = room.view.declarer, room.view.dummy
    assert "Who wins trick" not in "".join(room.stage(seat) for seat in range(4))
    room.step()
    assert "Who wins trick 1?" in room.stage(dummy) and "Who wins trick" not in room.stage(declarer)
    assert [w for w in ("predict trick1 0", "predict trick1 1") if w in room.stage(dummy)] == [
        "predict trick1 0",
        "predict trick1 1",
    ]
    assert room.act(dummy, "predict trick1 0").ok
    assert "Trick 1, you say: we" in result(room, dummy)
    room.play_until(lambda view: len(view.tricks) == 1)
    room.act(dummy, "predict trick2 1")
    room.play_out()
    assert room.view.tricks_won[1] + room.view.tricks_won[3] == 0
    assert "You saw 1 of 2 tricks coming." in result(room, dummy)
    assert "saw 1 of 2 tricks coming." in result(room, declarer)


# -- a contract without bids -----------------------------------------------------------------------------------------


def cards_seen(page):
    """How many cards of others a page shows as slips."""
    return len(re.findall(r'<ul class="slip">', page))


@pytest.mark.parametrize("preset, both", [("minibridge", True), ("one clue", False)])
def test_a_pair_agrees_on_a_contract(app, preset, both):
    room = room_with(app, ("", STRONG), preset=preset, rung=8)
    room.play_until(lambda view: view.phase == "agree")
    first, second = room.view.declarer, (room.view.declarer + 2) % 4
    rivals = (first + 1) % 4, (first + 3) % 4
    for seat in (first, second):
        assert cards_seen(room.stage(seat)) == both
    for seat in rivals:
        assert cards_seen(room.stage(seat)) == 0 and "The other side chooses its contract" in pad(room.stage(seat))
    assert 'data-act="propose"' in pad(room.stage(first)) and 'value="agree"' not in pad(room.stage(first))
    assert "proposes a contract, then you answer" in result(room, second)
    assert room.act(first, "propose 3NT").ok
    assert 'value="agree"' in pad(room.stage(second)) and "You propose" in pad(room.stage(first))
    assert room.act(second, "propose 6NT").ok
    assert "the third one stands" in pad(room.stage(first))
    assert room.act(first, "agree").ok
    assert room.view.phase == "play" and room.view.contract == "6NT"


# -- the end of a board ----------------------------------------------------------------------------------------------


def test_points_are_added_up_only_where_there_is_a_match(app):
    plain = room_with(app, ("", STRONG, '[Declarer "N"]', '[Contract "1NT"]'), preset="promise", rung=6)
    plain.play_out()
    page = result(plain, 0)
    assert "What it pays" in page and "Points so far" not in page and "Match" not in page


def test_a_match_counts_each_board_as_it_went_the_first_time(app):
    boards = [("", STRONG, '[Declarer "N"]', f'[Contract "{n}NT"]') for n in (1, 3)]
    room = Class(app, "045-ours", lesson_of(*boards, preset="promise", rung=13).replace(
        'preset = "promise"', 'preset = "promise"\nmatch = 2'))  # fmt: skip
    room.play_out()
    assert "Match so far, 1 of 2 boards" in result(room, 0) and "70" in result(room, 0)
    for seat in range(4):
        room.act(seat, "again 1")
    room.play_out()
    assert "Match so far, 1 of 2 boards" in result(room, 0)


def test_the_same_cards_another_way_stand_side_by_side(app):
    boards = [("", STRONG, "[Options \"trumps = 'N'\"]"), ("", STRONG, "[Options \"trumps = 'S'\"]")]
    room = room_with(app, *boards, preset="trumps", rung=4)
    room.play_out()
    assert "The same cards" not in result(room, 0)
    for seat in range(4):
        assert room.act(seat, "next").ok
    room.play_out()
    assert re.search(r"The same cards another way.* no trumps 13 0 .*spades are trumps this time 13 0", result(room, 0))
    assert re.search(r"no trumps 0 13 .*this time 0 13", result(room, 1))


def test_a_promise_beside_a_bigger_one(app):
    boards = [("", STRONG, '[Declarer "N"]', f'[Contract "{n}NT"]') for n in (1, 3)]
    room = room_with(app, *boards, preset="promise", rung=6)
    room.play_out()
    for seat in range(4):
        room.act(seat, "next")
    room.play_out()
    assert re.search(r"1 \[sign N\] no trumps 13 0 6 over 70 for us .*this time 13 0 4 over 70 for us", result(room, 2))
    assert "70 for them" in result(room, 1)


def test_whoever_writes_the_note_card_finds_it_first(app):
    room = room_with(app, ("> Note card: Our oddest trick.\n\n> Predict: Who wins? [a king | an ace]", SMALL))
    for seat in range(4):
        room.act(seat, "predict 0 1")
    room.play_out()
    writer = room.sessions.roles(room.table).writer
    for seat in range(4):
        page = pad(room.stage(seat))
        assert (page.index('id="notecard"') < page.index('class="heard"')) == (seat == writer)


def test_one_of_the_four_writes_the_note_card_and_every_other_one_may(app):
    room = room_with(app, ("> Note card: Our oddest trick.", SMALL), ("", SMALL))
    room.play_out()
    roles = room.sessions.roles(room.table)
    name = room.parts.classroom.person(room.table.seats[roles.writer].person).name
    other = (roles.writer + 1) % 4
    assert "Our oddest trick." in pad(room.stage(other))
    assert "writes our note card this time" not in room.stage(roles.writer)
    assert f"{name} writes our note card this time. I write it" in result(room, other)
    for seat in range(4):
        assert f'data-post="/room/{room.slug}/note"' in pad(room.stage(seat)) and 'maxlength="140"' in room.stage(seat)
    assert "You explain this board at the wall." in result(room, roles.speaker)
    answer = room.browser(other).post(f"/room/{room.slug}/note", text="  <b>Six</b> wins ")
    assert answer.status_code in (204, 303)
    for seat in range(4):
        assert "<q>&lt;b&gt;Six&lt;/b&gt; wins</q>" in room.stage(seat) and "Change it" in room.stage(seat)
    for seat in range(4):
        room.act(seat, "next")
    room.play_out()
    assert "note-text" not in room.stage(0), "this board asks for no card"


def test_boards_are_played_again_by_one_wish_that_the_others_hear(app):
    room = room_with(app, ("", SMALL), ("", SMALL), ("", SMALL))
    for _ in range(2):
        room.play_out()
        for seat in range(4):
            room.act(seat, "next")
    room.play_out()
    values = re.findall(r'value="(again \d)"', room.stage(0))
    assert sorted(values) == ["again 1", "again 2", "again 3"] and "Title 2" in pad(room.stage(0))
    assert "You have played all boards of this lesson." in result(room, 0)
    room.parts.classroom.arrived(room.table.seats[1].person, "phone")  # others are here and are waited for
    assert room.act(0, "again 2").ok and room.table.finished
    name = room.parts.classroom.person(room.table.seats[0].person).name
    assert f"{name} wants to play board 2 again." in result(room, 1) and 'value="again 2"' in pad(room.stage(1))
    assert "You want to play board 2 again." in result(room, 0)
    assert 'value="next"' not in pad(room.stage(1)), "there is no next board"
    assert room.act(1, "again 2").ok and room.table.playing


def test_the_wish_of_one_can_be_outvoted_by_the_next_board(app):
    room = room_with(app, ("", SMALL), ("", SMALL))
    room.play_out()
    assert "Next board 2 of 2" in result(room, 0)
    room.parts.classroom.arrived(room.table.seats[1].person, "phone")
    room.act(0, "again 1")
    assert "Rather the next board" in result(room, 1)


def test_waiting_for_the_teacher_is_calm_and_offers_a_board_again(app):
    room = room_with(app, ("", SMALL), ("", SMALL))
    room.sessions.set_pace(room.room, "together")
    room.play_out()
    page = pad(room.stage(0))
    assert "Your teacher starts the next board for all tables." in page
    assert 'value="again 1"' in page and 'value="next"' not in page and "btn go" not in page


# -- what a lesson is called, and what lies under the cloth ----------------------------------------------------------


def test_the_board_is_named_and_its_text_is_in_the_papers(app):
    room = room_with(app, ("Look at the *ace* first.", SMALL), ("", SMALL))
    page = room.stage(0)
    assert "Board 1 of 2 · Title 1" in prose(page)
    papers = page[page.index('id="papers"') :]
    assert "Title 1" in papers and "Look at the <em>ace</em> first." in papers and "All have <em>three</em>" in papers
    assert "Look at the <em>ace</em> first." in pad(page)
    room.step()
    assert "Look at" not in pad(room.stage(0)), "a short text is on the pad until the first card"


def test_a_lessons_text_cannot_become_a_tag(app):
    words = "<script>alert(1)</script>\n\n> Predict: <b>Who</b>? [<i>a</i> | b]\n\n> Note card: <img src=x>"
    room = room_with(app, (words, SMALL))
    room.act(0, "predict 0 0")
    pages = [room.stage(seat) for seat in range(4)]
    room.play_out()
    for page in (*pages, room.stage(0), room.stage(1)):
        assert not re.search(r"<script>alert|<b>Who|<i>a<|<img src", page)


def test_under_eyes_up_nothing_can_be_reached(app):
    room = room_with(app, (ASKED, SMALL))
    room.parts.classroom.pause(room.room)
    page = room.stage(0)
    assert re.search(r'<div class="mine" id="mine"[^>]* inert>', page) and '<div id="pad" inert></div>' in page
    room.parts.classroom.resume(room.room)
    assert "inert" not in room.stage(0)


def test_how_to_play_grows_with_the_lessons(app):
    room = Class(app, "010-one-suit")
    first = room.people[0].get(f"/room/{room.slug}/rules").text
    assert "highest of the four cards" in first and "Partners" not in first
    room.sessions.open(room.room, "120-last-word")
    last = room.people[0].get(f"/room/{room.slug}/rules").text
    for title in ("Partners", "Follow suit", "Trumps", "Dummy", "Points in your hand", "Clues", "Bids", "Double"):
        assert f"<dt>{title}</dt>" in last
    assert Person(app).get(f"/room/{room.slug}/rules").status_code == 303


def test_alone_at_home_there_is_no_card_to_write_and_a_way_back(app):
    room = room_with(app, ("> Note card: Our oddest trick.", SMALL))
    room.play_out()
    person = room.parts.classroom.person(room.table.seats[0].person)
    session = room.sessions.current(room.room)
    room.sessions.end(room.room)
    table = room.sessions.home_table(person, session.id)
    clock = app.config["CLOCK"]
    while (table := room.tables.get(table.id)).playing:
        clock.advance(3)
        table = room.tables.get(table.id)
        if 2 in table.to_act():
            card = str(legal_actions(table.rules, table.play.state, 2)[0])
            assert room.tables.act(table.id, person.id, table.turns[2], card).ok
    page = room.show.home_stage(person, table).html
    assert "note-text" not in page and f'href="/room/{room.slug}/home"' in page
    assert re.search(r"before in class \d .*this time at home \d", prose(pad(page)))
