"""A finished board with its analysis, in a real browser with the real solver: it comes by itself, and leads on."""

import re

import pytest
from past import past
from playwright.sync_api import Page, expect
from screens import DESK, PHONE
from test_access import accessible

SMALL = {"width": 320, "height": 568}
# Worked out in the background; on a busy computer that takes a while.
SOON = 30_000


@pytest.fixture
def board(live):
    return past(live.data, boards=1, seed=4)


def step(page: Page) -> int:
    return int(re.match(r"step (\d+)", page.locator(".steps small").inner_text())[1]) - 1


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url


def test_a_board_is_worked_out_while_somebody_looks(open_page, board):
    page = board.enter(open_page("/", DESK))
    page.goto(board.board(1))
    expect(page.get_by_role("heading", name="What could have been made")).to_be_visible(timeout=SOON)
    expect(page.locator(".rp-makes")).to_contain_text("If everybody saw all cards and bid perfectly")
    expect(page.locator(".rp-makes td")).to_have_count(page.locator(".rp-makes tbody tr").count() * 5)
    expect(page.locator("#rp-wait")).to_have_count(0)
    page.locator("#go-play").click()
    expect(page.locator(".rp-chart")).to_be_visible()
    cards = page.locator(".plot a")
    expect(cards).to_have_count(52)
    first = step(page)
    the_chart_leads_to_its_cards(page, first)
    the_list_says_the_same(page)
    page.locator("#go-clues").click()
    expect(page.locator(".rp-told li")).to_have_count(3)
    expect(page.locator(".rp-told")).to_contain_text("8,100 million hands")


def the_chart_leads_to_its_cards(page: Page, first: int) -> None:
    costly = page.locator(".plot a:has(.gave)").first
    name = costly.get_attribute("aria-label")
    assert re.search(r"^Trick \d+, .+: gives .*away$", name)
    at = int(costly.get_attribute("id").removeprefix("c-"))
    costly.click()
    expect(page.locator(".steps small")).to_contain_text(f"step {at + 1} of")
    expect(page.locator("#verdict")).to_contain_text("away")
    expect(page.get_by_role("link", name=name)).to_have_attribute("aria-current", "step")
    # By keys: an arrow goes on to the next card, the tab key to the next one that cost.
    page.locator(f"#c-{at}").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".steps small")).to_contain_text(f"step {at + 2} of")
    stops = page.evaluate("[...document.querySelectorAll('.plot a:not([tabindex])')].map((link) => link.id)")
    page.locator(f"#{stops[0]}").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == stops[1]
    page.keyboard.press("Enter")
    expect(page.locator(f"#{stops[1]}")).to_have_attribute("aria-current", "step")
    assert page.evaluate("document.activeElement.id") == stops[1], "the focus stays where it was"


def the_list_says_the_same(page: Page) -> None:
    marks = page.locator(".plot a:has(.gave)")
    rows = page.locator(".rp-moments li a")
    ids = [each.removeprefix("c-") for each in marks.evaluate_all("(links) => links.map((link) => link.id)")]
    listed = [each.removeprefix("moment-") for each in rows.evaluate_all("(links) => links.map((link) => link.id)")]
    assert ids == listed and ids
    rows.last.click()
    expect(page.locator(".steps small")).to_contain_text(f"step {int(ids[-1]) + 1} of")
    expect(rows.last).to_have_attribute("aria-current", "step")


@pytest.mark.parametrize("size", [PHONE, SMALL, DESK], ids=["phone", "small phone", "desk"])
def test_everybody_can_use_it_on_every_screen(open_page, board, size):
    page = board.enter(open_page("/", size))
    page.goto(board.board(1))
    expect(page.get_by_role("heading", name="What could have been made")).to_be_visible(timeout=SOON)
    expect(page.locator("#rp-wait")).to_have_count(0, timeout=SOON)
    for jump in ("deal", "clues", "bids", "play", "result"):
        page.locator(f"#go-{jump}").click()
        expect(page.locator(f"#go-{jump}")).to_have_attribute("aria-current", "step")
        fits(page)
        accessible(page)


def test_an_answer_that_comes_late_never_takes_anybody_back(open_page, live):
    """The page asks for the analysis at one step, and the reader is at another one when it is answered."""
    board = past(live.data, seed=16)  # cards that the server does not know yet
    page = board.enter(open_page("/", DESK))
    late, held = board.board(1, 20), []
    page.route("**/*wait=1*", lambda route: held.append(route))
    with page.expect_request("**/*wait=1*"):
        page.goto(late)
    htmx = {"HX-Request": "true", "HX-Target": "main#replay"}
    answer = page.request.get(late, headers=htmx).text()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".steps small")).to_contain_text("step 24 of")
    held[0].fulfill(body=answer, content_type="text/html")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".steps small")).to_contain_text("step 25 of")


def test_without_scripts_the_page_is_looked_at_again(open_page, live):
    board = past(live.data, seed=17)
    page = board.enter(open_page("/", DESK, java_script_enabled=False))
    page.goto(board.board(1, 20))
    again = page.locator("#rp-wait").get_by_role("link", name="Look again")
    for _ in range(60):
        if not again.count():
            break
        again.click()
    expect(page.locator(".rp-chart")).to_be_visible()
    page.locator(".plot a").last.click()
    expect(page.locator(".steps b")).to_have_text("card 52 of 52")
