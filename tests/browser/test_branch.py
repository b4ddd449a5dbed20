"""What if: from the replay of a finished board to another end, by finger, by keys and without scripts."""

import re

import pytest
from drive import NORTH_TAKES_ALL, Player, four, in_phase, load, play, to_the_bids
from playwright.sync_api import Page, expect
from screens import DESK, PHONE
from test_access import STRIPS, accessible

SMALL = {"width": 320, "height": 568}


@pytest.fixture
def claimed(classroom) -> Player:
    """North has claimed all tricks with the lead still on the table."""
    load(classroom, [NORTH_TAKES_ALL])
    amina, *others = four(classroom, [{"step1": "bid 7NT"}, {}, {}, {}])
    to_the_bids(amina, others)
    play([amina, *others], lambda look: look["seat"] != "N" or bool(look["cards"]))
    amina.page.locator(".promise").tap()
    amina.page.get_by_text("Claim tricks, or give up").tap()
    amina.page.locator(".claim label").last.tap()
    amina.page.get_by_role("button", name="Show my hand and claim").tap()
    play(others, in_phase("done"))
    return amina


def no_wider(page: Page) -> None:
    """Nothing has to be scrolled sideways."""
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_another_end_by_finger_and_by_keys(claimed, classroom):
    page = claimed.page
    page.get_by_role("link", name="Look again").tap()
    page.locator("#step-last").tap()
    expect(page.locator(".steps b")).to_have_text("the result")
    page.locator("#what-if").tap()
    page.wait_for_url("**/what-if?at=*")
    turn = page.locator("#br-turn")
    expect(turn).to_contain_text("dummy")
    accessible(page)
    assert page.evaluate(STRIPS, ".br-hand")[0] >= 24
    for size in (SMALL, PHONE):
        page.set_viewport_size(size)
        no_wider(page)

    # A forbidden card says why, and nothing has happened.
    page.locator(".br-hand .card.off").first.tap(force=True)
    expect(page.locator(".br-no")).to_contain_text("dummy still has")
    expect(page).to_have_url(re.compile("/boards/1/1/what-if"))
    page.locator(".br-hand .card:not(.off)").last.tap()
    page.wait_for_url("**/what-if/*")
    expect(page.locator(".br-tries .now")).to_contain_text("the rest is played")

    # By keys: the focus is at the sentence, the next stop is a card.
    page.locator(".br-hand .card:not(.off)").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".steps b")).to_have_text("card 3 of 52")
    expect(turn).to_be_focused()
    page.keyboard.press("Tab")
    assert "card" in page.evaluate("document.activeElement.className")

    page.locator("#do-robots").tap()
    expect(page.locator(".steps b")).to_have_text("the result")
    expect(turn).to_contain_text("as it was played")
    expect(page.locator(".br-tries li")).to_have_count(2)
    accessible(page)
    mine = page.url

    # Back in the middle, something else is a second try; the browser's way back leads to the first.
    for n in range(3):
        page.locator("#step-prev").tap()
        expect(page.locator(".steps b")).to_have_text(f"card {51 - n} of 52")
    page.locator("#step-first").tap()
    page.locator(".br-hand .card:not(.off)").first.tap()
    expect(page.locator(".br-tries li")).to_have_count(3)
    assert page.url != mine
    page.locator(".br-tries a", has_text="My try 1").tap()
    expect(page).to_have_url(mine)
    page.get_by_role("button", name="Delete this try").tap()
    page.wait_for_url("**/boards/1/1?at=*")
    expect(page.locator(".br-tries li")).to_have_count(2)
    accessible(page)

    desk = classroom.open_page(f"/room/{classroom.slug}/boards/1/1", DESK, context=classroom.laptop)
    desk.locator(".br-tries a", has_text="Amina, try 2").click()
    expect(desk.locator(".rp-talk")).to_contain_text("This is a try of Amina")
    accessible(desk)


def test_bids_one_after_the_other(claimed):
    page = claimed.page
    page.goto(re.sub("/play.*", "/boards/1/1/what-if?at=8", page.url))
    for number, bid in enumerate(("do-bid-1H", "do-pass", "do-bid-2NT", "do-pass"), 1):
        expect(page.locator(".rp-table .bids .bidcard")).to_have_count(number - 1)
        page.locator(f"#{bid}").tap()
    expect(page.locator("#verdict")).to_contain_text("Step 1")
    expect(page.locator("#br-turn")).to_contain_text("bids")
    page.locator("#do-bid-1C").tap(force=True)
    expect(page.locator(".br-no")).to_contain_text("is not higher than")
    accessible(page)
    for size in (SMALL, PHONE):
        page.set_viewport_size(size)
        no_wider(page)


def test_all_of_it_works_without_scripts(claimed, classroom):
    cookies = claimed.page.context.cookies()
    board = re.sub("/play.*", "/boards/1/1", claimed.page.url)
    plain = classroom.open_page("/", PHONE, java_script_enabled=False)
    plain.context.add_cookies(cookies)
    plain.goto(f"{board}?at=9")
    plain.locator("#what-if").tap()
    plain.locator("#do-robot").tap()
    plain.wait_for_url("**/what-if/*")
    plain.locator("#do-robots").tap()
    expect(plain.locator(".steps b")).to_have_text("the result")
    plain.locator("#step-prev").tap()
    plain.locator(".br-hand .card").first.tap()
    expect(plain.locator(".br-tries li")).to_have_count(3)
