"""The teacher starts Oh Hell for the class, follows a hand, shows it on the wall, and goes back to HOOL."""

import re

from drive import told
from playwright.sync_api import Page, expect


def fits(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def pick(desk: Page, field: str, value: str) -> None:
    desk.locator(f'#play-oh-hell label:has([name="{field}"][value="{value}"])').click()


def test_oh_hell_and_back(classroom, desk):
    phone = classroom.student("Amina")
    desk.get_by_role("link", name="Games", exact=True).click()
    expect(desk.get_by_text("Your class plays HOOL.")).to_be_visible()
    own = desk.locator("#gm-own-oh-hell")
    expect(own).to_be_hidden()

    # Own rules lie open once they are wanted; what cannot be is refused, and nothing that was chosen is lost.
    pick(desk, "preset", "own")
    expect(own).to_be_visible()
    expect(desk.locator(".gm-knock_limit")).to_be_hidden()
    pick(desk, "bidding", "knock")
    expect(desk.locator(".gm-knock_limit")).to_be_visible()
    pick(desk, "double_rule", "cancel_first")
    desk.get_by_role("button", name="Play Oh Hell").click()
    expect(told(desk)).to_have_text("“Equal cards” and “Cards”: only two packs have equal cards.")
    expect(desk.locator("#gm-problem")).to_contain_text("Nothing has been changed.")
    expect(desk.locator('[name="bidding"][value="knock"]')).to_be_checked()
    assert fits(desk)

    pick(desk, "preset", "short")
    desk.locator("#play-oh-hell").get_by_label("Players at a table").select_option("5")
    desk.get_by_role("button", name="Play Oh Hell").click()
    expect(told(desk)).to_have_text("Oh Hell has begun at every table: 9 hands, 1 to 5 to 1 cards.")
    expect(phone.locator("#stage")).to_have_attribute("data-you", "1")

    # The teacher follows the hand, and chooses for the student; the robots do the rest.
    expect(desk.locator("#open-h")).to_contain_text("hand 1 of 9")
    expect(desk.locator(".oh-table tbody tr")).to_have_count(5)
    for _ in ("a bid", "the card"):
        desk.locator(".choosefor").click()
        desk.locator("#chooser button[name=text]").first.click()
        expect(told(desk)).to_contain_text("You chose for Amina: ")
    expect(desk.locator("#open-table")).to_contain_text("Hand 1 is over")
    expect(desk.locator(".oh-sheet tbody tr")).to_have_count(1)
    assert fits(desk)

    assert desk.context.request.post(
        f"/room/{classroom.slug}/class/room/wall", form={"names": "1", "tables": "1", "results": "1"}
    ).ok
    wall = classroom.wall()
    expect(wall.locator(".stand li")).to_have_count(5)
    expect(wall.locator(".stand")).to_contain_text("Amina")
    assert fits(wall)

    # What lies on the tables is not put away by a slip.
    desk.locator(".alert").get_by_role("button", name="Next hand").click()
    expect(desk.locator("#open-h")).to_contain_text("hand 2 of 9")
    desk.get_by_role("link", name="Games", exact=True).click()
    desk.locator("#play-hool").get_by_role("button", name="Play HOOL", exact=True).first.click()
    sheet = desk.locator("#sure-hool")
    expect(sheet).to_contain_text("Put away what is on the tables?")
    sheet.get_by_role("button", name="Play HOOL", exact=True).click()
    expect(told(desk)).to_have_text("HOOL has begun at every table.")
    expect(desk.locator("#open-h")).to_contain_text(re.compile("board 1"))
    expect(phone.get_by_role("heading", name="Choose a clue")).to_be_visible()


def test_hoola_on_the_desk_and_the_wall(classroom, desk):
    """Own rules that contradict each other, choices for a student, what is on the wall, and moments to go back to."""
    classroom.student("Amina")
    desk.get_by_role("link", name="Games", exact=True).click()
    form = desk.locator("#play-hoola")
    desk.locator(".jump").get_by_role("link", name="Hoola").click()
    form.locator('label:has([name="preset"][value="own"])').click()
    form.locator('label:has([name="claim_policy"][value="priority"])').click()
    form.locator('label:has([name="thank_you"][value="next_only"])').click()
    expect(form.locator(".gm-claim_window_s")).to_be_hidden()
    form.get_by_role("button", name="Play Hoola").click()
    expect(form.locator("#gm-problem")).to_contain_text("only the next player may have a discard")
    form.locator('label:has([name="preset"][value="seed"])').click()
    form.get_by_label("Players at a table").select_option("2")  # no wait for thank yous between two
    form.get_by_role("button", name="Play Hoola").click()
    expect(told(desk)).to_have_text("Hoola has begun at every table.")
    expect(desk.locator("#hl-1 .mc").first).to_be_visible()
    assert classroom.laptop.request.post(
        f"/room/{classroom.slug}/class/room/wall", form={"names": "1", "tables": "1", "results": "1"}
    ).ok
    wall = classroom.wall()
    expect(wall.locator(".racers tbody tr")).to_have_count(2)
    for act in ("draw", "discard"):
        desk.locator(".choosefor").click()
        desk.locator(f'#chooser button[value^="{act}"]').first.click()
        expect(told(desk)).to_contain_text("You chose for Amina: ")
    desk.locator(".tools").get_by_role("button", name="Rewind").click()
    expect(desk.locator("#rewind")).to_contain_text("Amina discarded")
    assert fits(desk)
    assert fits(wall)
