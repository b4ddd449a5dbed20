"""The teacher reaches into a table: messages and their answers, a choice for a seat, all hands laid open."""

from playwright.sync_api import Page, expect
from screens import PHONE

SMALL = {"width": 320, "height": 568}

# The message, and where the hand below it begins; the smallest side of a button in it.
ROOM = """() => {
  const box = (css) => document.querySelector(css).getBoundingClientRect();
  const sides = [...document.querySelectorAll("#message button")].map((button) => {
    const {width, height} = button.getBoundingClientRect();
    return Math.min(width, height);
  });
  return {message: box("#message form").bottom, hand: box("#c-hand").top, end: box("#c-hand").bottom,
          least: Math.min(...sides), screen: innerHeight, wide: document.documentElement.scrollWidth - innerWidth};
}"""
LONG = "Please think about what your partner may hold before you tell a fact, and what both your rivals learn from it."


def leaves_the_hand_in_sight(phone: Page) -> None:
    place = phone.evaluate(ROOM)
    assert place["message"] <= place["hand"] + 0.5, place
    assert place["end"] <= place["screen"] + 0.5, place
    assert place["least"] >= 44, place
    assert place["wide"] <= 0, place


def test_messages_a_choice_and_open_hands(desk, classroom):
    amina = classroom.student("Amina", PHONE)
    bo = classroom.student("Bo", SMALL, has_touch=True, is_mobile=True)
    phones = (amina, bo)
    classroom.start()
    for phone in phones:
        expect(phone.locator("#c-hand")).to_be_visible()
    desk.reload()

    # To everybody, with one tap.
    desk.locator(".deskbar").get_by_role("link", name="Message").click()
    box = desk.locator("#message-box")
    expect(box.get_by_label("To")).to_have_value("all")
    box.get_by_role("button", name="Take your time.").click()
    expect(desk.locator("#told")).to_have_text("Sent to everybody: Take your time.")
    expect(box).to_be_hidden()
    for phone in phones:
        expect(phone.locator("#message")).to_contain_text("Take your time.")
        expect(phone.locator("#aloud")).to_contain_text("Take your time.")
        leaves_the_hand_in_sight(phone)
    bo.get_by_role("button", name="Put away").tap()
    expect(bo.locator("#message form")).to_have_count(0)
    amina.get_by_role("button", name="I need help").tap()
    expect(amina.locator("#toast")).to_have_text("Your hand is up. Your teacher sees it.")
    expect(amina.locator("#raise")).to_have_attribute("aria-pressed", "true")

    # Back to her alone, from beside her hand; the list tells what became of the first one.
    hand = desk.locator(".hands li", has_text="Amina")
    hand.get_by_role("link", name="Message").click()
    expect(box.get_by_label("To").locator("option:checked")).to_contain_text("Amina")
    expect(box.locator("#messages")).to_contain_text("Amina: I need help")
    expect(box.locator("#messages")).to_contain_text("Bo: has read it")
    box.get_by_label("Or in your own words").fill(LONG)
    box.get_by_role("button", name="Send", exact=True).click()
    expect(amina.locator("#message")).to_contain_text(LONG)
    leaves_the_hand_in_sight(amina)
    expect(bo.locator("#message form")).to_have_count(0)
    amina.get_by_role("button", name="OK").tap()
    expect(amina.locator("#message form")).to_have_count(0)

    # A choice for Amina, who deals and so tells first.
    desk.get_by_role("link", name="Choose for Amina").click()
    desk.locator("#chooser").get_by_role("button").first.click()
    expect(desk.locator("#told")).to_contain_text("You chose for Amina: ")
    expect(desk.locator("#chooser")).to_have_count(0)
    expect(amina.locator("#notice")).to_contain_text("Your teacher chose for you: ")

    # All hands open: asked once more, then they lie behind the sentence of a phone that has no room for them.
    desk.get_by_role("button", name="Lay all hands open").first.click()
    desk.locator("#layopen").get_by_role("button", name="Lay all hands open").click()
    expect(desk.locator("#told")).to_contain_text("All hands lie open at table 1")
    for phone in phones:
        expect(phone.locator("#notice")).to_contain_text("Your teacher laid all hands open.")
        phone.get_by_role("button", name="Look at them").tap()
        expect(phone.locator("#facts .laidlist .slip")).to_have_count(4)
        expect(phone.locator("#facts .laidlist .slip").last).to_be_visible()
        phone.get_by_role("button", name="Back to the table").tap()
    desk.get_by_role("button", name="Close the hands").click()
    expect(amina.locator(".laidlist")).to_have_count(0)
