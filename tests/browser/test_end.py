"""The end of a room in the browser: what is kept is read, a student forgotten, everything taken home, all deleted."""

import zipfile

from axes import faults
from playwright.sync_api import expect


def looked_through(page):
    """The page fits its screen, and axe finds nothing, by day and by night."""
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        assert not faults(page, theme)


def test_a_room_is_taken_home_and_deleted_while_a_class_looks_on(classroom, desk, live):
    amina, bo = classroom.student("Amina"), classroom.student("Bo")
    amina.locator("[data-opens=more]").click()
    with amina.context.expect_page() as opened:
        amina.get_by_role("link", name="What HOOL knows about you").click()
    children = opened.value
    expect(children.get_by_text("In Bridge club you are Amina.")).to_be_visible()
    looked_through(children)
    children.set_viewport_size({"width": 320, "height": 568})
    looked_through(children)
    children.get_by_role("link", name="For parents and schools").click()
    expect(children.get_by_role("heading", name="Text to copy")).to_be_visible()
    looked_through(children)
    children.close()

    desk.goto(f"/room/{classroom.slug}/class/people")
    desk.get_by_role("link", name="Change Bo").click()
    desk.get_by_text("Delete everything of this student").click()
    desk.get_by_role("button", name="Delete everything").click()
    assert desk.evaluate("document.activeElement.name") == "sure", "the tick is missing, and nothing was sent"
    desk.get_by_label("Yes, delete everything of Bo").check()
    desk.get_by_role("button", name="Delete everything").click()
    expect(desk.locator("#told")).to_contain_text("Bo is deleted.")
    expect(bo.get_by_role("heading", name="You are out of the room")).to_be_visible()
    expect(desk.locator(".roster")).not_to_contain_text("Bo")

    desk.get_by_role("link", name="Room", exact=True).click()
    with desk.expect_download() as taken:
        desk.get_by_role("link", name="Export everything").click()
    assert "people.csv" in zipfile.ZipFile(taken.value.path()).namelist()
    # In a browser of its own: that the page is not there any more is a complaint in its console.
    wall = desk.context.browser.new_context(base_url=live.url).new_page()
    wall.goto(f"/room/{classroom.slug}/wall")
    desk.get_by_label("To be sure, type the name of the class").fill("bridge club")
    desk.get_by_role("button", name="Delete this room now").click()
    expect(desk.get_by_role("heading", name="The room is deleted")).to_be_visible()
    expect(desk.get_by_text("1 name with its keys.")).to_be_visible()
    looked_through(desk)
    expect(amina.get_by_role("heading", name="This class is over")).to_be_visible()
    expect(wall.get_by_role("heading", name="This page is not here.")).to_be_visible()
    amina.get_by_role("link", name="To the front door").click()
    assert [c["name"] for c in amina.context.cookies() if c["name"].startswith("hool-s")] == []
