"""From nothing to a class that plays: a teacher opens a room, phones come in, the server may even restart."""

from playwright.sync_api import expect
from screens import PHONE


def test_a_teacher_opens_a_room_from_the_front_page(open_page):
    page = open_page("/")
    page.get_by_label("Name of your class").fill("Class 5b")
    page.get_by_role("button", name="Open a room").click()
    expect(page.get_by_role("heading", name="Class 5b is open")).to_be_visible()
    page.get_by_role("link", name="To the class").click()
    expect(page).to_have_title("Class 5b · HOOL Classroom")


def test_a_phone_joins_by_the_code_on_the_wall(classroom, open_page):
    code = classroom.code()
    phone = open_page("/", PHONE)
    phone.get_by_label("Room code").first.fill(code.lower())
    phone.get_by_role("button", name="Join", exact=True).tap()
    phone.get_by_label("Your first name").fill("Amina")
    phone.get_by_role("button", name="Go in").tap()
    expect(phone.locator("#stage")).to_be_visible()
    expect(phone.locator("#stage")).to_contain_text("Amina")


def test_the_class_plays_on_after_the_server_was_restarted(classroom, live):
    phone = classroom.student("Amina")
    classroom.start()
    clues = phone.locator("#pad label")
    expect(clues.first).to_be_visible()  # Amina sits North and deals, so hers is the first clue
    live.restart()
    clues.first.tap()
    phone.locator("#pad [type=submit]").tap()
    expect(phone.locator("#plate-N .tag")).to_be_visible()
    expect(phone.locator("#plate-E .tag")).to_be_visible()  # and the robots go on
