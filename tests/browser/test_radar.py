"""Who needs the teacher: a student who keeps trying another suit, what the desk says of it, and what helps."""

import re

from drive import NORTH_TAKES_ALL, Player, load
from playwright.sync_api import expect


def test_a_student_who_keeps_trying_another_suit_is_seen_and_helped(desk, classroom):
    load(classroom, [NORTH_TAKES_ALL] * 2)
    player = Player(classroom.student("Amina"), {"step1": "bid 7NT"}, quick=True)
    classroom.start()
    page = player.page
    desk.goto(f"/room/{classroom.slug}/class?table=1")
    for _ in range(600):
        look = player.look()
        own = set(look["cards"]) & set(look["hand"])
        if own and len(look["hand"]) - len(own) >= 5:
            break  # she has to follow suit, and has not yet
        if not player.move(look):
            page.wait_for_timeout(30)
    forbidden = page.locator("#c-hand button.card.off")
    for i in range(5):
        forbidden.nth(i).tap(force=True)
        expect(page.locator("#why")).to_contain_text(re.compile("led"))
    row = desk.locator("#row-1")
    expect(row).to_have_class(re.compile("refused"))
    expect(row).to_contain_text(re.compile("[45] refused cards on this board"))
    expect(row).to_contain_text("Amina plays another suit than the one led")
    desk.locator(".alert").get_by_role("button", name="Look at the suit that was led.").click()
    expect(page.locator("#message")).to_contain_text("Look at the suit that was led.")
    assert "refused" not in page.content()
    # Each wait has its own time in the open table, by the server's clock.
    expect(desk.locator("#open-table .mark.turn [data-since]").first).to_be_visible()
    assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
