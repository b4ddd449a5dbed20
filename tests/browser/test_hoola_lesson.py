"""The first lesson of Hoola: a teacher, two phones and two robots, from the shelf to the check."""

import re

from drive import TAP_IF_THERE, told
from playwright.sync_api import Page, expect
from screens import PHONE, WALL

QUESTION = "Is it better to keep what you collect, or to give it away?"
# What somebody does who melds what there is, draws, and discards: whatever of it the pad offers first.
WISHES = ("predict", "meld ", "draw", "lay ", "discard ")


def act(page: Page) -> bool:
    """One tap; False if nothing is due. A button may be there only for cards that are picked, and is pressed by script;
    its moment may be over before the finger comes down."""
    return any(page.evaluate(TAP_IF_THERE, f"#pad [value^='{wish}']") for wish in WISHES)


def play_out(pages: list[Page]) -> None:
    done = pages[0].locator("#result")
    for _ in range(400):
        if done.count():
            return
        if not sum(map(act, pages)):
            pages[0].wait_for_timeout(30)
    raise AssertionError(pages[0].locator("#stage").inner_text())


def test_a_class_meets_hoola_in_its_first_lesson(open_page):
    desk = open_page("/")
    desk.get_by_label("Name of your class").fill("Class 5b")
    desk.get_by_role("button", name="Open a room").click()
    desk.get_by_role("link", name="To the class").click()
    slug = re.search(r"/room/([\w-]+)/", desk.url)[1]
    wall = open_page(f"/room/{slug}/wall", WALL)
    code = "".join(wall.locator(".bigcode span").all_inner_texts())
    desk.locator("#tab-lesson").click()
    desk.get_by_role("link", name="All lessons").click()
    line = desk.locator("#lesson-230-sets-and-runs")
    expect(line).to_contain_text("Hoola")
    line.get_by_role("link", name=QUESTION).click()
    expect(desk.locator("#board-3")).to_contain_text("Discards, the last one on top:")
    desk.get_by_role("button", name="Start", exact=True).click()
    expect(told(desk)).to_contain_text("is open: everybody sees its question")

    phones = []
    for name in ("Amina", "Bo"):
        phone = open_page(f"/join/{code}", PHONE)
        phone.get_by_label("Your first name").fill(name)
        phone.get_by_role("button", name="Go in").tap()
        expect(phone.get_by_role("heading", name=QUESTION)).to_be_visible()
        phones.append(phone)
    amina, bo = phones

    desk.locator("#to-play").click()
    expect(amina.locator("#where")).to_contain_text("Three that belong", timeout=15_000)
    expect(amina.locator("#pad")).to_contain_text("Everybody has one meld.")
    amina.locator("#pad .answers").get_by_role("button", name="Amina").tap()
    expect(amina.locator("#pad")).to_contain_text("Draw a card")
    play_out(phones)
    expect(amina.locator("#result")).to_contain_text("Who will be out first?")
    writer = next(phone for phone in phones if phone.locator("#noteform").is_visible())
    writer.locator("#note-text").fill("A king finds no friends")
    writer.locator("#noteform .btn").tap()
    for phone in phones:
        expect(phone.locator("#notecard .written")).to_contain_text("A king finds no friends")
    expect(desk.locator("#lesson")).to_contain_text("A king finds no friends")

    # A board that begins in the middle: two melds lie there, and it is Amina's turn.
    desk.locator("#lboard-3").get_by_role("button", name="Go here").click()
    desk.locator("#bring-2").get_by_role("button", name="Go here").click()
    expect(told(desk)).to_contain_text("Everybody is at board 3.")
    for phone in phones:
        expect(phone.locator("#where")).to_contain_text("First your own")
        expect(phone.locator(".meld")).to_have_count(2)
    expect(amina.locator("#mine")).to_contain_text("Your turn")

    desk.locator("#to-share").click()
    expect(bo.get_by_role("heading", name="Eyes on the wall")).to_be_visible()
    desk.locator("#lesson .lcards li").get_by_role("button", name="To the wall").click()
    desk.locator("#wall-board").click()
    expect(wall.locator("main")).to_contain_text("A king finds no friends")
    desk.locator("#wall-last").click()
    expect(desk.locator("#lesson .stepwords")).to_be_visible()

    desk.locator("#to-reflect").click()
    bo.get_by_role("button", name="a seven").tap()
    expect(bo.locator("section#check")).to_contain_text("Which of these are melds?")
    expect(desk.locator("#lesson .counts")).to_contain_text("a seven")
    desk.locator("#to-end").click()
    desk.locator("#endbox").get_by_role("button", name="End the lesson").click()
    expect(told(desk)).to_contain_text("“Sets and runs” is over.")
    bo.goto(f"/room/{slug}/home")
    bo.get_by_role("link", name="Play with robots").tap()
    expect(bo.locator("#where")).to_contain_text("Three that belong")
