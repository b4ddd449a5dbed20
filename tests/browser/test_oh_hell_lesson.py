"""The first lesson of Oh Hell: a teacher, two phones and two robots, from the shelf to the check."""

import re

from drive import TAP_IF_THERE, Player, told
from playwright.sync_api import expect
from screens import PHONE, WALL

QUESTION = "Is it harder to win, or to know how much you will win?"


def act(player: Player) -> bool:
    """One tap of somebody who bids one trick and plays the first card that may be played; False if nothing is due."""
    look = player.look()
    if look["expects"]:
        return tap(player, f"#pad [value='{look['expects'][-1]}']")
    if any(word.startswith("bid ") for word in look["words"]):
        return tap(player, "#pad [value^='bid ']")
    if tap(player, "#pad label:not(.dead) > #n-1") or tap(player, "#pad label:not(.dead) > #n-0"):
        return tap(player, "#pad [type=submit]")
    return bool(look["cards"]) and tap(player, f"#{look['cards'][0]}")


def tap(player: Player, css: str) -> bool:
    """What is there is tapped; its moment may be over before the finger comes down."""
    return bool(player.page.evaluate(TAP_IF_THERE, css))


def play_out(players: list[Player]) -> None:
    done = players[0].page.locator("#result")
    for _ in range(400):
        if done.count():
            return
        if not sum(act(player) for player in players):
            players[0].page.wait_for_timeout(30)
    raise AssertionError(players[0].page.locator("#stage").inner_text())


def test_a_class_meets_oh_hell_in_its_first_lesson(open_page):
    desk = open_page("/")
    desk.get_by_label("Name of your class").fill("Class 5b")
    desk.get_by_role("button", name="Open a room").click()
    desk.get_by_role("link", name="To the class").click()
    slug = re.search(r"/room/([\w-]+)/", desk.url)[1]
    wall = open_page(f"/room/{slug}/wall", WALL)
    code = "".join(wall.locator(".bigcode span").all_inner_texts())
    desk.locator("#tab-lesson").click()
    desk.get_by_role("link", name="All lessons").click()
    line = desk.locator("#lesson-210-say-how-many")
    expect(line).to_contain_text("Oh Hell")
    line.get_by_role("link", name=QUESTION).click()
    expect(desk.locator("#board-1")).to_contain_text("seat 4 deals")
    desk.get_by_role("button", name="Start", exact=True).click()
    expect(told(desk)).to_contain_text("is open: everybody sees its question")

    players = []
    for name in ("Amina", "Bo"):
        phone = open_page(f"/join/{code}", PHONE)
        phone.get_by_label("Your first name").fill(name)
        phone.get_by_role("button", name="Go in").tap()
        expect(phone.get_by_role("heading", name=QUESTION)).to_be_visible()
        players.append(Player(phone, quick=True))
    expect(wall.get_by_role("heading", name=QUESTION)).to_be_visible()
    amina, bo = players

    desk.locator("#to-play").click()
    expect(amina.page.locator("#where")).to_contain_text("One card", timeout=15_000)
    expect(amina.page.locator("#pad")).to_contain_text("Exactly right is worth ten points.")
    expect(amina.page.locator("#pad")).to_contain_text("How many of you four will be exactly right?")
    expect(desk.locator("#lesson .lways")).to_contain_text("Board 1 of 5")
    play_out(players)
    expect(amina.page.locator("#result")).to_contain_text("How many of you four will be exactly right?")
    for player in players:
        player.press("#next-board")
    expect(amina.page.locator("#where")).to_contain_text("A king and a queen")
    play_out(players)
    for player in players:
        expect(player.page.locator("#result")).to_be_visible()
    writer = next(p for p in players if p.page.locator("#noteform").is_visible())
    writer.page.locator("#note-text").fill("Two for a king and a queen")
    writer.page.locator("#noteform .btn").tap()
    for player in players:
        expect(player.page.locator("#notecard .written")).to_contain_text("Two for a king and a queen")
    expect(desk.locator("#lesson")).to_contain_text("Two for a king and a queen")

    desk.locator("#lboard-4").get_by_role("button", name="Go here").click()
    desk.locator("#bring-3").get_by_role("button", name="Go here").click()
    expect(told(desk)).to_contain_text("Everybody is at board 4.")
    expect(bo.page.locator("#where")).to_contain_text("One for everybody")

    desk.locator("#to-share").click()
    expect(bo.page.get_by_role("heading", name="Eyes on the wall")).to_be_visible()
    desk.locator("#lesson .lcards li").get_by_role("button", name="To the wall").click()
    desk.locator("#wall-board").click()
    expect(wall.locator("main")).to_contain_text("Two for a king and a queen")
    desk.locator("#wall-last").click()
    expect(desk.locator("#lesson .stepwords")).to_be_visible()

    desk.locator("#to-reflect").click()
    bo.page.get_by_role("button", name="I took too few").tap()
    expect(bo.page.locator("section#check")).to_contain_text("How many points is that for each?")
    expect(desk.locator("#lesson .counts")).to_contain_text("I took too few")
    desk.locator("#to-end").click()
    desk.locator("#endbox").get_by_role("button", name="End the lesson").click()
    expect(told(desk)).to_contain_text("“Say how many” is over.")
    bo.page.goto(f"/room/{slug}/home")
    bo.page.get_by_role("link", name="Play with robots").tap()
    expect(bo.page.locator("#where")).to_contain_text("One card")
