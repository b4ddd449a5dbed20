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
        assert too_early(without(read(page), lesson), rung) == [], (when, read(page))


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
            early -= {"point", "points"} if entry.lesson.rung > 5 else set()
            assert not early, (entry.name, early)
