"""Seats in real browsers: shared, on the bench, locked and turning; and a helper who comes in by a link."""

from drive import Player, told
from playwright.sync_api import Page, expect
from screens import LAPTOP


def fits(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def choose(desk: Page, name: str) -> None:
    desk.locator("label.pick", has_text=name).click()


def test_a_lesson_on_the_seats_page(classroom, desk):
    amina, bo, chi = (Player(classroom.student(name)) for name in ("Amina", "Bo", "Chi"))
    for name in ("Dev", "Eve"):
        assert classroom.new_device().request.post(f"/room/{classroom.slug}/join", form={"name": name}).ok
    classroom.start()
    desk.goto(f"/room/{classroom.slug}/class/seats")

    # On a taken seat two things can happen; the buttons say which one will.
    choose(desk, "Amina")
    expect(desk.get_by_role("button", name="Change places with Bo")).to_be_visible()
    expect(desk.get_by_role("button", name="Share the seat with Bo")).to_be_hidden()
    desk.locator(".seatmode label", has_text="share the seat").click()
    expect(desk.get_by_role("button", name="Change places with Bo")).to_be_hidden()
    desk.get_by_role("button", name="Share the seat with Bo").click()
    expect(told(desk)).to_contain_text("Amina shares the seat of Bo.")
    expect(amina.page.locator("#stage")).to_have_attribute("data-you", bo.look()["seat"])
    assert set(amina.look()["hand"]) == set(bo.look()["hand"])

    choose(desk, "Chi")
    expect(desk.get_by_role("button", name="Change places with Bo + Amina")).to_be_visible()
    desk.get_by_role("button", name="To the bench").click()
    expect(told(desk)).to_contain_text("Chi has a rest on the bench")
    expect(chi.page.get_by_text("You have a rest now.")).to_be_visible()
    expect(desk.locator(".waitbox.bench")).to_contain_text("Chi")

    desk.get_by_role("button", name="Lock all tables").click()
    expect(desk.locator(".tbox.locked")).to_have_count(2)
    desk.get_by_role("button", name="Unlock Table 1").click()
    expect(desk.locator(".tbox.locked")).to_have_count(1)
    desk.get_by_role("button", name="Unlock Table 2").click()
    expect(desk.locator(".tbox.locked")).to_have_count(0)

    # The turn waits for those in the middle of a board, unless the teacher does not want to wait.
    expect(desk.locator(".turnplan")).to_contain_text("Bo + Amina")
    desk.get_by_role("button", name="Turn the seats now").click()
    expect(told(desk)).to_contain_text("Tables that are ready wait.")
    expect(amina.page.get_by_text("Seats change when all tables are ready.")).to_be_visible()
    assert fits(amina.page)
    desk.locator(".turnwait").get_by_role("button", name="Turn at once").click()
    desk.locator("#turnnow").get_by_role("button", name="Turn at once").click()
    expect(told(desk)).to_contain_text("The seats have changed.")
    expect(amina.page.get_by_text("Seats change when all tables are ready.")).to_have_count(0)
    expect(amina.page.locator("#where small")).to_have_text("board 2")

    # A helper has all tables, and nothing that is the teacher's.
    desk.goto(f"/room/{classroom.slug}/class/room")
    desk.get_by_label("Name of the helper").fill("Ida")
    desk.get_by_role("button", name="Add a helper").click()
    link = desk.locator(".helperlink a").get_attribute("href")
    helper = classroom.open_page(link[link.index("/room/") :], LAPTOP)
    helper.get_by_role("button", name="Go in").click()
    expect(helper.get_by_text("You see every hand. They do not.")).to_be_visible()
    expect(helper.locator("#tab-room")).to_have_count(0)
    expect(helper.locator("#tab-seats")).to_be_visible()
    helper.close()
    desk.locator("#helpers").get_by_label("Yes, take out Ida").check()
    desk.locator("#helpers").get_by_role("button", name="Take out Ida").click()
    expect(told(desk)).to_have_text("Ida is no helper any more.")
    assert helper.context.request.get(f"/room/{classroom.slug}/class").status == 403

    for path in ("seats", "room", "boards"):
        desk.goto(f"/room/{classroom.slug}/class/{path}")
        for width, height in ((1366, 768), (360, 740), (320, 568)):
            desk.set_viewport_size({"width": width, "height": height})
            assert fits(desk), (path, width)
