"""A phone in a lesson beside the table: from the code to the first card, words that survive, the check, home."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from screens import PHONE

ONE_SUIT = "010-one-suit"
QUESTION = "Can a small card ever beat a king?"
SMALL = {"width": 320, "height": 568}


class Lesson:
    """What the teacher does, without the teacher's page."""

    def __init__(self, classroom) -> None:
        self.classroom, self.slug = classroom, classroom.slug

    def post(self, url: str, **form: str) -> None:
        answer = self.classroom.laptop.request.post(f"/room/{self.slug}/class/{url}", form=form)
        assert answer.ok, answer.text()

    def start(self) -> None:
        self.post(f"lessons/{ONE_SUIT}/start")

    def go(self, phase: str) -> None:
        self.post("lesson/phase", phase=phase)

    def end(self) -> None:
        self.post("lesson/end", sure="1")


@pytest.fixture
def lesson(classroom) -> Lesson:
    found = Lesson(classroom)
    found.start()
    return found


def no_sideways(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url


def taps(page: Page) -> Callable[[], int]:
    """Count what fingers do on this page from now on."""
    page.add_init_script(
        "addEventListener('pointerdown', () => sessionStorage.taps = +(sessionStorage.taps || 0) + 1, true)"
    )
    page.reload()
    return lambda: int(page.evaluate("+(sessionStorage.taps || 0)"))


def test_four_taps_lead_from_the_code_to_the_first_card(classroom, lesson, open_page):
    """The name, "Go in", and the card: the prediction may wait, and nothing needs to be read first."""
    lesson.go("play")
    phone = open_page(f"/join/{classroom.code()}", PHONE)
    count = taps(phone)
    phone.get_by_role("button", name="Make up a name for me").tap()
    phone.get_by_role("button", name="Go in").tap()
    card = phone.locator(".cards.can button.card:not(.off)").first
    expect(card).to_be_visible()
    assert len(re.findall(r"[.?!](\s|$)", phone.locator("#ribbon").inner_text())) <= 2
    card.tap()
    expect(phone.locator("#c-hand button.card, #c-hand .card")).to_have_count(2)
    assert count() <= 4


def test_whoever_comes_while_the_question_stands_needs_two_taps(classroom, lesson, open_page):
    phone = open_page(f"/join/{classroom.code()}", SMALL, has_touch=True)
    count = taps(phone)
    phone.get_by_role("button", name="Make up a name for me").tap()
    phone.get_by_role("button", name="Go in").tap()
    expect(phone.get_by_role("heading", name=QUESTION)).to_be_visible()
    assert count() == 2
    no_sideways(phone)
    lesson.go("play")
    expect(phone.locator("#shared")).to_be_visible()


def test_words_half_written_survive_what_others_do(classroom, lesson):
    one, two = classroom.student("Amina"), classroom.student("Bo", SMALL)
    lesson.go("play")
    expect(one.locator("#shared")).to_be_visible()
    lesson.go("share")
    field = one.locator("#note-text")
    field.click()
    field.press_sequentially("The seven ")
    two.locator("#note-text").fill("Bo was here")
    two.get_by_role("button", name="Hand it in").click()
    expect(one.locator("#note-now")).to_have_text("Bo was here")
    assert one.evaluate("document.activeElement.id") == "note-text"
    field.press_sequentially("won")
    expect(field).to_have_value("The seven won")
    field.press("Tab")
    one.keyboard.press("Enter")
    expect(two.locator("#note-now")).to_have_text("The seven won")
    expect(one.locator("#toast")).to_have_text("Your teacher has your card.")
    no_sideways(two)


def test_looking_back_and_the_check_without_leaving_the_page(classroom, lesson):
    phone = classroom.student("Amina", SMALL, has_touch=True)
    phone.evaluate("window.same = true")
    lesson.go("play")
    expect(phone.locator("#shared")).to_be_visible()
    lesson.go("reflect")
    expect(phone.get_by_role("heading", name="When did you know that you had won?")).to_be_visible()
    phone.locator(".picks button").first.tap()
    expect(phone.locator("#check-q")).to_be_visible()
    for _ in range(5):
        phone.locator("#check .tap").first.tap()
        phone.get_by_role("button", name="Check my answer").focus()
        phone.keyboard.press("Enter")
        expect(phone.locator("#check-said")).to_be_in_viewport()
        assert phone.evaluate("document.activeElement.id") == "check-said", "whoever listens hears the reason next"
        no_sideways(phone)
        phone.get_by_role("button", name="Next").tap()
        expect(phone.locator("#check-said")).to_have_count(0)
        assert phone.evaluate("scrollY") == 0
    expect(phone.locator(".ending h2")).to_be_visible()
    assert phone.evaluate("window.same")


def test_from_the_lobby_home_to_a_board_with_robots(classroom, lesson):
    phone = classroom.student("Amina")
    lesson.go("play")
    expect(phone.locator("#shared")).to_be_visible()
    lesson.end()
    expect(phone.get_by_role("heading", name="That was")).to_be_visible()
    phone.get_by_role("link", name="Play it again with robots").tap()
    expect(phone.locator("#conn.ok")).to_have_count(1)
    expect(phone.locator("#c-hand .card")).to_have_count(3)
    phone.get_by_role("button", name="Boards").tap()
    phone.locator("#boards button", has_text="Board 3").tap()
    expect(phone.locator("#boards")).not_to_be_visible()
    expect(phone.locator("#where")).to_contain_text("Board 3")
    card = phone.locator(".cards.can button.card:not(.off)").first
    card.tap()
    expect(phone.locator("#c-hand .card")).to_have_count(2)
    phone.get_by_role("button", name="Menu").tap()
    phone.get_by_role("link", name="All lessons at home").tap()
    expect(phone.get_by_role("heading", name=QUESTION)).to_be_visible()
    no_sideways(phone)
    phone.get_by_role("link", name="Take the check").tap()
    phone.locator("#check .tap").first.tap()
    phone.get_by_role("button", name="Check my answer").tap()
    expect(phone.locator("#check-said")).to_be_visible()


def test_another_table_in_two_taps_from_the_menu(classroom, lesson):
    phones = [classroom.student(name) for name in ("Amina", "Bo", "Chi", "Dev", "Eva")]
    lesson.go("play")
    phone = phones[0]
    expect(phone.locator("#shared")).to_be_visible()
    phone.get_by_role("button", name="Menu").tap()
    expect(phone.get_by_role("button", name="Change table")).not_to_be_visible()
    phone.locator("#more").get_by_role("button", name="Back").tap()
    lesson.post("room/class", name="Bridge club", match="0", next_by="students", change_tables="1")
    phone.get_by_role("button", name="Menu").tap()
    phone.get_by_role("button", name="Change table").tap()
    free = phone.locator("#sheet .othertables button:not([disabled])")
    expect(free).to_have_count(1)
    free.tap()
    expect(phone.locator("#moving")).to_contain_text("when the board is over")
    phone.get_by_role("button", name="Stay here").tap()
    expect(phone.locator("#moving p")).to_have_count(0)
