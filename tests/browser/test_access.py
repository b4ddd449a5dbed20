"""Everybody can use it: axe finds nothing on any page, by day and by night, and fingers find what they aim at."""

import pytest
from axes import faults
from drive import NORTH_TAKES_ALL, Player, four, in_phase, load, play, to_the_bids
from playwright.sync_api import Page, expect
from screens import LAPTOP, PHONE

# The main buttons in sight that are smaller than a finger: at least 44 pixels in both directions.
SMALL_BUTTONS = """() => [...document.querySelectorAll(".btn.go, .btn.do, .btn.big, .kind, .lv, .dn, .barbtn, .inrib")]
  .filter((node) => node.checkVisibility() && !node.closest("svg"))
  .map((node) => [node, node.getBoundingClientRect()])
  .filter(([node, box]) => box.height < 44 - .5 || box.width < 40)
  .map(([node, box]) => `${node.className} "${node.innerText}" ${box.width} x ${box.height}`)"""

# The part of each card of a hand that no other card covers, narrowest first.
STRIPS = """(hand) => [...document.querySelectorAll(`${hand} .row`)].flatMap((row) => {
  const lefts = [...row.querySelectorAll(".card")].map((card) => card.getBoundingClientRect().left);
  return lefts.slice(1).map((left, i) => left - lefts[i]);
}).sort((a, b) => a - b)"""


def accessible(page: Page) -> None:
    """No violation that axe knows of, in both themes; animations are over, as colours in between have no contrast."""
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.evaluate("document.getAnimations().forEach((each) => each.finish())")
        assert not faults(page, theme)
    page.emulate_media(color_scheme="light")


def fingers_hit(page: Page) -> None:
    assert page.evaluate(SMALL_BUTTONS) == []


def test_the_doors_and_the_lobby(open_page, classroom):
    for path in ("/", f"/room/{classroom.slug}"):
        page = open_page(path, PHONE)
        accessible(page)
        fingers_hit(page)
    accessible(open_page("/", LAPTOP))
    lobby = classroom.student("Amina")
    accessible(lobby)
    fingers_hit(lobby)
    lobby.locator("[data-opens=more]").tap()
    accessible(lobby)


def test_a_board_from_the_first_clue_to_the_replay(classroom):
    load(classroom, [NORTH_TAKES_ALL])
    amina, *others = four(classroom, [{"step1": "bid 7NT"}, {}, {}, {}])
    page = amina.page

    def good() -> None:
        accessible(page)
        fingers_hit(page)

    expect(page.locator("#pad [data-act=clue]")).to_be_visible()
    good()
    assert page.evaluate(STRIPS, "#c-hand")[0] >= 24
    to_the_bids(amina, others)
    good()
    page.locator("label:has(#l-3)").tap()
    page.locator("label:has(#n-H)").tap()
    accessible(page)
    play([amina, *others], lambda look: look["seat"] != "N" or bool(look["cards"]))
    good()
    page.locator("#d-hand .card.off").first.tap(force=True)
    expect(page.locator("#why")).to_be_visible()
    accessible(page)
    for hand in ("#c-hand", "#d-hand"):
        assert page.evaluate(STRIPS, hand)[0] >= 24
    page.locator(".promise").tap()
    accessible(page)
    page.get_by_text("Claim tricks, or give up").tap()
    page.locator(".claim label").last.tap()
    accessible(page)
    page.get_by_role("button", name="Show my hand and claim").tap()
    play(others, in_phase("done"))
    expect(page.locator("#next-board")).to_be_visible()
    good()
    page.get_by_role("link", name="Look again").tap()
    expect(page.locator("#step-last")).to_be_visible()
    good()
    page.locator("#step-last").tap()
    expect(page.locator(".steps b")).to_have_text("the result")
    accessible(page)
    page.get_by_role("link", name="All boards").tap()
    page.wait_for_url("**/boards")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    accessible(page)


def test_the_teachers_page_and_the_wall(classroom):
    desk, wall = classroom.teacher, classroom.wall()
    student = Player(classroom.student("Amina"))
    student.page.locator("#raise").tap()
    expect(desk.locator(".hands")).to_contain_text("Amina")
    accessible(wall)
    classroom.start()
    play([student], lambda look: look["turn"] > 0)
    for tab in ("table", "seats", "boards", "people", "room"):
        desk.locator(f"#tab-{tab}").click()
        expect(desk.locator(f"#tab-{tab}")).to_have_attribute("aria-current", "page")
        accessible(desk)
    desk.locator("#tab-table").click()
    for popover in ("shift", "rewind", "codebox"):
        desk.locator(f"[popovertarget={popover}]").first.click()
        accessible(desk)
        desk.keyboard.press("Escape")
    desk.locator("#eyes").click()
    expect(student.page.locator(".eyesup")).to_be_visible()
    for page in (desk, wall, student.page):
        accessible(page)


def test_a_lesson_in_every_part_of_it(classroom):
    """The list, a lesson's notes, and what teacher, wall and student see while it runs."""
    desk, wall, at = classroom.teacher, classroom.wall(), f"/room/{classroom.slug}/class"
    student = classroom.student("Amina")
    for page in ("lessons", "lessons/050-dummy", "lessons/050-dummy/edit"):
        desk.goto(f"{at}/{page}")
        accessible(desk)
    desk.context.request.post(f"{at}/lessons/050-dummy/start", form={"length": "60", "pace": "free"})
    desk.goto(f"{at}/lesson")
    for part in ("question", "play", "share", "reflect"):
        if part != "question":
            desk.locator(f"#to-{part}").click()
        expect(desk.locator(".parts4 [aria-current=step]")).to_contain_text(part.title())
        expect(student.locator("#stage")).to_have_attribute("data-phase", "play" if part == "play" else "session")
        for page in (desk, wall, student):
            accessible(page)
    student.locator("#reflect-form .btn").first.tap()
    expect(student.locator("#check-q")).to_be_visible()
    accessible(student)


@pytest.mark.parametrize("theme", ("light", "dark"))
def test_a_switch_of_the_menu_is_stronger_than_the_device(classroom, theme):
    """Whoever chooses day or night has it, whatever the device says."""
    page = classroom.student("Amina", color_scheme={"light": "dark", "dark": "light"}[theme])
    page.locator("[data-opens=more]").tap()
    page.locator(f"label:has([data-pref=theme][value={theme}])").tap()
    page.keyboard.press("Escape")
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    assert not faults(page, "light")
