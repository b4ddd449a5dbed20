"""A whole lesson, the ninth: a teacher, the wall and two tables, from the big question to the check and its results."""

import re
from typing import Any

import pytest
from drive import Player, cards_left, give_up, hands_at_rest, in_phase, play
from playwright.sync_api import Page, expect
from screens import PHONE, WALL

from hool import create_app

LESSON = "090-two-true-clues"
QUESTION = "Which two facts describe a hand best, and which tell your rivals too much?"
NAMES = ("Amina", "Bo", "Chi", "Dev", "Eve", "Finn", "Gül", "Hua")
OURS, THEIRS = "Spades and points said it all", "We told them where to lead"


class Server:
    """The server's own sessions, read from its database as a second process would."""

    def __init__(self, live: Any, slug: str) -> None:
        parts = create_app({"DATA": str(live.data)}).extensions["hool"]
        self.sessions, self.classroom, self.tables = parts.sessions, parts.classroom, parts.tables
        self.room = parts.store.room_by_slug(slug).id

    def right_answer(self, name: str) -> tuple[int, list[set[str]]]:
        """What the check asks this student now: the item's number and what is right."""
        person = next(p for p in self.classroom.students(self.room) if p.name == name)
        self.sessions.go_on(person, LESSON, "next")
        state = self.sessions.check(person, LESSON)
        return state.n, [set(values) for values in state.item.right]


@pytest.fixture
def teacher(open_page) -> Page:
    """A teacher with an empty room, before the lessons."""
    page = open_page("/")
    page.get_by_label("Name of your class").fill("Class 5b")
    page.get_by_role("button", name="Open a room").click()
    page.get_by_role("link", name="To the class").click()
    page.locator("#tab-lesson").click()
    page.get_by_role("link", name="All lessons").click()
    return page


def test_a_whole_lesson_with_two_tables_and_the_wall(teacher, open_page, new_device, live):
    slug = re.search(r"/room/([\w-]+)/", teacher.url)[1]
    wall = open_page(f"/room/{slug}/wall", WALL)
    the_teacher_opens_it(teacher)
    expect(wall.get_by_role("heading", name=QUESTION)).to_be_visible()
    players = [join(open_page, new_device, slug, name) for name in NAMES]
    for player in players:
        expect(player.page.get_by_role("heading", name=QUESTION)).to_be_visible()
    expect(teacher.locator("#lesson .theysee")).to_contain_text(QUESTION)

    teacher.locator("#to-play").click()
    for player in players:
        expect(player.page.locator("#shared")).to_be_visible()
    assert not players[0].look()["levels"], "nobody bids before lesson 10"
    first, second = tables_of(players)
    they_say_what_they_expect(first)
    play(players, in_phase("play"), 60)
    give_up(second)
    play(first, cards_left(8), 60)
    give_up(first)
    they_write_a_card(first, OURS)
    they_write_a_card(second, THEIRS)
    assert OURS not in wall.locator("body").inner_text()
    expect(teacher.locator("#lesson")).to_contain_text(OURS)

    from_free_to_together(teacher, first, second)
    the_teacher_shows_the_cards(teacher, wall, players)
    they_look_back_and_do_the_check(teacher, wall, players, Server(live, slug))
    the_lesson_ends(teacher, wall, players[0])


def the_teacher_opens_it(teacher: Page) -> None:
    teacher.get_by_role("link", name=QUESTION).click()
    expect(teacher.locator("main")).to_contain_text("Patterns alone could mislead them")
    teacher.get_by_role("button", name="Start", exact=True).click()
    expect(teacher.locator("#told")).to_contain_text("is open: everybody sees its question")


def join(open_page, new_device, slug: str, name: str) -> Player:
    context = new_device(PHONE)
    assert context.request.post(f"/room/{slug}/join", form={"name": name}).ok
    phone = open_page(f"/room/{slug}/play", PHONE, context)
    expect(phone.locator("#conn")).to_have_class("conn ok")
    return Player(phone, {"propose": "2NT"}, quick=True)


def tables_of(players: list[Player]) -> list[list[Player]]:
    by_table: dict[int, list[Player]] = {}
    for player in players:
        by_table.setdefault(player.look()["table"], []).append(player)
    return [by_table[table] for table in sorted(by_table)]


def they_say_what_they_expect(mates: list[Player]) -> None:
    """One answers, one passes it over."""
    for player in mates:
        player.says = False
    play(mates, lambda look: bool(look["expects"]), 60)
    answer, skip = mates[0], mates[1]
    answer.press("#pad button[value^='predict 0 1']")
    skip.press("#pad button[value='predict 0 -']")
    for player in (answer, skip):
        expect(player.page.locator("#pad button[value^='predict 0']")).to_have_count(0)
    for player in mates:
        player.says = True


def they_write_a_card(mates: list[Player], text: str) -> None:
    writer = next((p for p in mates if p.page.locator("#noteform").is_visible()), mates[0])
    if not writer.page.locator("#noteform").is_visible():
        writer.page.locator("#note-mine summary").tap()
    writer.page.locator("#note-text").fill(text)
    writer.page.locator("#noteform .btn").tap()
    for player in mates:
        expect(player.page.locator("#notecard .written")).to_contain_text(text)


def from_free_to_together(teacher: Page, first: list[Player], second: list[Player]) -> None:
    """In the middle of a board of one table: nobody's board is cut, and the next one waits for the teacher."""
    for player in first:
        player.press("#next-board")
    play(first, cards_left(9), 60)
    before = hands_at_rest(first)
    teacher.locator("label", has_text="Together").click()
    expect(teacher.locator("#next-all")).to_be_visible()
    assert [player.look()["hand"] for player in first] == before
    give_up(first)
    for player in first:
        expect(player.page.locator("#pad")).to_contain_text("Your teacher starts the next board for all tables.")
        expect(player.page.locator("#next-board")).to_have_count(0)
    for player in second:  # one board behind: they may come up to the others
        player.press("#next-board")
    play(second, in_phase("play"), 60)
    give_up(second)
    teacher.locator("#next-all").click()
    for player in (*first, *second):
        expect(player.page.locator("#shared[data-phase=choose]")).to_be_visible()


def the_teacher_shows_the_cards(teacher: Page, wall: Page, players: list[Player]) -> None:
    teacher.locator("#to-share").click()
    for player in players:
        expect(player.page.get_by_role("heading", name="Eyes on the wall")).to_be_visible()
    cards = teacher.locator("#lesson .lcards li")
    expect(cards).to_have_count(2)
    assert OURS not in wall.locator("body").inner_text()
    cards.filter(has_text=OURS).get_by_role("button", name="To the wall").click()
    expect(wall.locator("blockquote")).to_contain_text(OURS)
    shown = wall.locator("main").inner_text()
    assert not [name for name in NAMES if re.search(rf"\b{name}\b", shown)], "cards are nameless"
    teacher.locator("#wall-board").click()
    expect(wall.locator(".slip").first).to_be_visible()
    teacher.locator("#wall-trick-on").click()
    expect(teacher.locator("#lesson .stepper")).to_contain_text("step")
    cards.filter(has_text=THEIRS).get_by_role("button", name="To the wall").click()
    expect(wall.locator("blockquote")).to_contain_text(THEIRS)


def they_look_back_and_do_the_check(teacher: Page, wall: Page, players: list[Player], server: Server) -> None:
    teacher.locator("#to-reflect").click()
    for player in players:
        expect(player.page.locator("#reflect-form")).to_be_visible()
    amina, bo = players[0], players[1]
    said = tell(amina)
    expect(teacher.locator("#lesson .counts")).to_contain_text(said)
    expect(wall.locator("main")).to_contain_text("Which clue do you regret?")
    for _ in range(5):
        answer(amina, server.right_answer("Amina"))
        amina.page.get_by_role("button", name=re.compile("^(Next|Show)")).first.tap()
    expect(amina.page.locator("#stage")).to_contain_text("Five of five: you have it.")
    expect(teacher.locator("#lesson .checked")).to_contain_text("Amina")
    tell(bo, "Skip")
    number, right = server.right_answer("Bo")
    answer(bo, (number, right), wrong=True)
    expect(bo.page.get_by_role("button", name="Try another like this")).to_be_visible()
    expect(teacher.locator("#lesson")).to_contain_text("What went wrong")


def tell(player: Player, what: str = "") -> str:
    """Tap an answer to the reflection question, the first one unless it is named; the words on it."""
    buttons = player.page.locator("#reflect-form").get_by_role("button")
    button = buttons.filter(has_text=what) if what else buttons.first
    words = button.inner_text()
    button.tap()
    expect(player.page.get_by_role("button", name="Check my answer")).to_be_visible()
    return words


def answer(player: Player, right: tuple[int, list[set[str]]], wrong: bool = False) -> None:
    """Tap the item's answer, with another one for its first part if it is to be wrong."""
    page = player.page
    expect(page.locator(f"#stage [name=n][value='{right[0]}']").first).to_be_attached()
    for place, values in enumerate(right[1]):
        inputs = page.locator(f"#stage [name=part{place}]")
        offered = [box.get_attribute("value") for box in inputs.all()]
        chosen = [value for value in offered if value not in values][:1] if wrong and not place else values
        for value in chosen:
            page.evaluate(
                "([name, value]) => [...document.getElementsByName(name)].find((box) => box.value === value).click()",
                [f"part{place}", value],
            )
    page.get_by_role("button", name="Check my answer").tap()


def the_lesson_ends(teacher: Page, wall: Page, amina: Player) -> None:
    teacher.locator("#to-end").click()
    teacher.get_by_role("button", name="End the lesson").click()
    expect(teacher.locator("#lesson")).to_contain_text("is over")
    expect(teacher.locator("#lesson")).to_contain_text("1 of 8 students passed the check")
    expect(wall.locator("body")).to_contain_text("home")
    page = amina.page
    page.get_by_role("link", name=re.compile("robots|home", re.I)).first.tap()
    page.wait_for_url("**/home/*")
    expect(page.locator("#shared")).to_be_visible()
    home = Player(page, {"propose": "1NT"}, quick=True)
    play([home], in_phase("done"), 120)
    expect(page.locator("#pad")).to_contain_text("in class")
