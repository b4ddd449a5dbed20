"""Paper in a real browser: one page each on A4 and Letter, no tools in print, nothing cut off, a button that works."""

import re

import drive
import pytest
from playwright.sync_api import expect
from screens import LAPTOP, PHONE

# The two longest, one without a contract, one with given contracts, one with the first bids, the whole game.
LESSONS = ("010-one-suit", "130-the-match", "030-partners", "060-a-promise", "100-secret-bids", "120-last-word")
# Pixels of the printed area: the sheet less its margins of 9 mm.
A4, LETTER = (725, 1054), (748, 988)

# What lies on what it should not, in a hand record.
OVERLAPS = """() => {
    const box = part => part.getBoundingClientRect();
    const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1
        || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
    const faults = [];
    for (const deal of document.querySelectorAll(".pp-deal")) {
        const boxes = [...deal.querySelectorAll(".slip, .pp-rose, .pp-points, .rc-tricks")].map(box);
        if (boxes.some((a, i) => boxes.some((b, j) => i < j && !apart(a, b)))) faults.push("overlap");
        for (const card of deal.querySelectorAll(".slip b"))
            if (box(card).right > box(deal).right + 1) faults.push("outside");
        for (const line of deal.querySelectorAll(".slip li"))
            if (box(line).height > 2 * box(line.querySelector(".tok")).height) faults.push("two lines");
    }
    return faults;
}"""


@pytest.fixture
def papers(classroom):
    """The addresses of all papers of the lessons above, and of the general card."""
    ours = [
        f"/room/{classroom.slug}/class/lessons/{n}/paper/{w}" for n in LESSONS for w in ("teacher", "hands", "card")
    ]
    return ["/card", *ours]


def test_each_paper_is_one_page(classroom, papers, request):
    if request.config.getoption("--headed"):
        pytest.skip("a browser with a window makes no PDF")
    for url in papers:
        classroom.teacher.goto(url)
        for size in ("A4", "Letter"):
            pages = len(re.findall(rb"/Type\s*/Page\b", classroom.teacher.pdf(format=size)))
            assert pages == 1, (url, size)


def test_print_has_no_tools_and_nothing_is_cut_off(classroom, papers):
    page = classroom.teacher
    page.emulate_media(media="print", color_scheme="dark")
    for width, height in (A4, LETTER):
        page.set_viewport_size({"width": width, "height": height})
        for url in papers:
            page.goto(url)
            expect(page.locator(".paperbar")).to_be_hidden()
            if url.endswith("card"):
                expect(page.locator(".studentcard")).to_have_count(2)
                expect(page.locator(".studentcard").nth(1)).to_be_visible()
            beyond = page.evaluate(
                """() => [...document.querySelectorAll("main :not(.vh, .vh *, symbol, symbol *)")].filter(each => {
                    const box = each.getBoundingClientRect();
                    return box.width && (box.left < -1 || box.right > innerWidth + 1);
                }).map(each => each.outerHTML.slice(0, 120))"""
            )
            assert beyond == [], url
            ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
            assert ground == "rgb(255, 255, 255)", "white, also in the dark"


def test_hands_do_not_run_into_each_other(classroom):
    page = classroom.teacher
    page.emulate_media(media="print")
    page.set_viewport_size({"width": A4[0], "height": A4[1]})
    for lesson in LESSONS:
        page.goto(f"/room/{classroom.slug}/class/lessons/{lesson}/paper/hands")
        faults = page.evaluate(OVERLAPS)
        assert faults == [], lesson


# A deal of all shapes, and suits as long as they come.
LONG = "AKQJT987.5432.2. 65432.AKQJT9.AK. .876.QJT987.AKQJ ..6543.T98765432"


def test_a_rooms_hand_records_are_ten_a_page(classroom, request):
    if request.config.getoption("--headed"):
        pytest.skip("a browser with a window makes no PDF")
    page = classroom.teacher
    url = f"/room/{classroom.slug}/class/boards/paper"
    deals = [drive.NOBODY_BIDS, LONG, *([drive.NOBODY_BIDS] * 10)]
    for count, size, pages in ((10, "A4", 1), (8, "Letter", 1), (11, "A4", 2)):
        drive.load(classroom, deals[:count])
        page.goto(f"{url}?coming=1")
        expect(page.locator(".pp-record")).to_have_count(count)
        # What could be made may not be known here: the sheet is printed with the most that can stand on it.
        page.evaluate(WITH_TRICKS)
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=size))) == pages, (count, size)
    page.emulate_media(media="print")
    for width, height in (A4, LETTER):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".rc-choice")).to_be_hidden()
        assert page.evaluate(OVERLAPS) == []
    page.emulate_media(media="screen")
    page.set_viewport_size({**PHONE, "width": 320})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


WITH_TRICKS = """() => document.querySelectorAll(".pp-record").forEach(each => {
  each.querySelectorAll(".rc-tricks, .rc-par").forEach(old => old.remove());
  const row = name => `<tr><th>${name}</th>${"<td>10</td>".repeat(5)}</tr>`;
  const heads = '<th><svg class="tok c"><use href="#C"/></svg></th>'.repeat(5);
  each.querySelector(".pp-deal").insertAdjacentHTML("beforeend", `<table class="rc-tricks">
    <thead><tr><td></td>${heads}</tr></thead><tbody>${["N", "S", "E", "W"].map(row).join("")}</tbody></table>`);
  each.insertAdjacentHTML("beforeend", '<p class="rc-par"><b>Par</b> 4S NS <span class="rc-sum">N–S 140</span></p>');
})"""


def test_the_button_prints(open_page):
    page = open_page("/card", LAPTOP)
    page.evaluate("window.print = () => { document.title = 'printed'; }")
    expect(page.locator(".studentcard:visible")).to_have_count(1)
    page.get_by_role("button", name="Print this page").click()
    expect(page).to_have_title("printed")
    page.get_by_role("link", name="Back").click()
    expect(page).to_have_url(re.compile(r"/$"))


def test_without_a_script_there_is_no_button_that_does_nothing(open_page):
    page = open_page("/card", LAPTOP, java_script_enabled=False)
    expect(page.get_by_role("heading", name="The whole game")).to_be_visible()
    expect(page.locator("#print")).to_be_hidden()


@pytest.mark.parametrize("width", [320, 360])
def test_a_phone_shows_paper_without_scrolling_sideways(classroom, papers, width):
    page = classroom.teacher
    page.set_viewport_size({**PHONE, "width": width})
    for url in papers:
        page.goto(url)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, url
