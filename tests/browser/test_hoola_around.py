"""Hoola around the table: one tablet for three whose curtain offers a discard to all of them, to the end of a board."""

import time
from random import Random

from playwright.sync_api import Page, expect
from screens import PHONE
from test_table import STICKS_OUT
from test_tablet import UNFIT, together

from hool.fold import parse_prepared
from hool.rules.cards import format_deal
from hool.store import Store
from hool.tables import Tables
from tests.hoola_play import dealt

# Player 1 deals, draws the king of hearts and discards the four of hearts. Player 3 has a Hoola with it.
HANDS = ("4H 9C JD 9D 2S 6S QD", "8D QS KS TD 3D JC AD", "4S 4D 5C 6C 7C 8C KD")
SCREENS = ((320, 568), (360, 740), (740, 360), (1366, 768))


def test_three_on_one_device_are_all_offered_a_discard(classroom, live):
    page = together(classroom, PHONE, "Amina", "Bo", "Chi")
    deal_hoola(classroom, live, page)
    comes_forward(page, "1")
    page.locator("#stock").tap()
    expect(page.locator("#c-KH")).to_be_visible()
    page.locator("#c-4H").tap()
    page.keyboard.press("Enter")
    offered(page)
    comes_forward(page, "3")
    assert page.evaluate(STICKS_OUT) == []
    page.get_by_role("button", name="Thank you:").tap()
    expect(page.locator("#meld-1")).to_be_visible()
    for card in ("5C", "6C", "7C"):
        page.locator(f"#c-{card}").tap()
    page.keyboard.press("Enter")
    expect(page.locator("#meld-2")).to_be_visible()
    page.locator("#c-8C").tap()
    page.locator("#meld-2.fits").tap()
    expect(page.locator("#c-8C")).to_have_count(0)
    page.locator("#c-KD").tap()
    page.keyboard.press("Enter")
    the_end_can_be_checked(page)


def deal_hoola(classroom, live, page: Page) -> None:
    answer = classroom.teacher.context.request.post(
        f"/room/{classroom.slug}/class/games",
        form={"game": "hoola", "preset": "own", "seats": "3", "claim_window_s": "10"},
    )
    assert answer.ok, answer.text()
    expect(page.locator("main.hl3")).to_be_visible()
    board = dealt(*HANDS, seats=3, stock="KH", turned="TS", claim_window_s=10)
    tables = Tables(Store(f"sqlite:///{live.data}", time.time), time.time, lambda seconds, function: None, Random(1))
    number = int(page.locator("#stage").get_attribute("data-table") or 0)
    prepared = parse_prepared(f"1 dealer 0 deal {format_deal(board.deal)}")
    assert tables.command(number, f"redeal {prepared}").ok
    for on in ("1", "0"):  # the server looks again at what another process has dealt
        answer = classroom.teacher.context.request.post(f"/room/{classroom.slug}/class/table/1/pause", form={"on": on})
        assert answer.ok, answer.text()
    expect(page.locator("#padname")).to_have_text("Give the tablet to seat 1")


def comes_forward(page: Page, seat: str) -> None:
    """Whoever sits there taps the own name."""
    name = page.locator(f"#plate-{seat} .who").inner_text()
    page.locator("#curtain button", has_text=name).tap()
    expect(page.locator("#front b")).to_have_text(name)
    expect(page.locator("#c-hand")).to_be_visible()


def offered(page: Page) -> None:
    """Both others, with the time that is left; nobody's hand, and nothing that sticks out."""
    expect(page.locator("#padname")).to_contain_text("Who says thank you for the")
    expect(page.locator("#curtain button")).to_have_count(2)
    expect(page.locator("#curtain #fuse")).to_be_visible()
    expect(page.locator("#c-hand")).to_have_count(0)
    assert page.evaluate(UNFIT) == []
    assert page.evaluate(STICKS_OUT) == []


def the_end_can_be_checked(page: Page) -> None:
    expect(page.locator(".outcome h2")).to_contain_text("Hoola!")
    expect(page.locator(".bill > li")).to_have_count(3)
    expect(page.locator(".bill .cost").last).to_contain_text("pays for all:")
    expect(page.locator("#next-board")).to_be_visible()
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        sideways = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert sideways == 0, (width, height)
