"""Hoola as three players meet it on their phones: a hand is put in order, and a discard is claimed for a Hoola."""

import time
from random import Random

from axes import faults
from playwright.sync_api import Page, expect
from screens import PHONE
from test_table import STICKS_OUT
from test_tablet import together

from hool.fold import parse_prepared
from hool.rules.cards import format_deal
from hool.store import Store
from hool.tables import Tables
from tests.hoola_play import dealt

NAMES = ("Amina", "Bo", "Chi")
# Player 3 deals, and discards what was drawn. Player 1 draws the king of hearts and discards the four: with it player 3
# has a Hoola.
HANDS = ("4H 9C JD 9D 2S 6S QD", "8D QS KS TD 3D JC AD", "4S 4D 5C 6C 7C 8C KD")
ORDER = """() => [...document.querySelectorAll("#c-hand .row button")].map((card) => card.dataset.card).join(" ")"""
TARGETS = "#c-hand .row button, #pad button, .pile, .meld, .sorts button"
TOO_SMALL = """(targets) => [...document.querySelectorAll(targets)].filter((node) => node.checkVisibility())
  .map((node) => [node.id, node.offsetWidth, node.offsetHeight]).filter(([id, ...size]) => Math.min(...size) < 44)"""

# As soon as the pad is for drawing, a finger comes down on it that was on its way already.
TAP_AT_ONCE = """() => {
  const tap = () => {
    const draw = document.querySelector("#do-draw");
    if (!draw) return requestAnimationFrame(tap);
    draw.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
  };
  tap();
}"""


def phones(classroom, live) -> list[Page]:
    """Three phones at a table with these hands, by their seats."""
    pages = [classroom.student(name) for name in NAMES]
    answer = classroom.teacher.context.request.post(
        f"/room/{classroom.slug}/class/games",
        form={"game": "hoola", "preset": "own", "seats": "3", "claim_window_s": "10"},
    )
    assert answer.ok, answer.text()
    for page in pages:
        expect(page.locator("main.hl3")).to_be_visible()
    board = dealt(*HANDS, seats=3, stock="3H KH", turned="TS", dealer=2, claim_window_s=10)
    tables = Tables(Store(f"sqlite:///{live.data}", time.time), time.time, lambda seconds, function: None, Random(1))
    number = int(pages[0].locator("#stage").get_attribute("data-table"))
    prepared = parse_prepared(f"1 dealer 2 deal {format_deal(board.deal)}")
    assert tables.command(number, f"redeal {prepared}").ok
    for paused in ("1", "0"):  # so that the server looks at the log
        assert classroom.laptop.request.post(f"/room/{classroom.slug}/class/pause", form={"on": paused}).ok
    for page in pages:
        expect(page.locator("#top")).to_have_attribute("aria-label", "10 of spades")
    return sorted(pages, key=lambda page: page.locator("#stage").get_attribute("data-you"))


def fits(*pages: Page) -> None:
    for page in pages:
        assert page.evaluate(STICKS_OUT) == []
        assert page.evaluate(TOO_SMALL, TARGETS) == []


def pick(page: Page, *cards: str) -> None:
    for card in cards:
        page.locator(f"#c-{card}").tap()
        expect(page.locator(f"#c-{card}")).to_have_attribute("aria-pressed", "true")


def test_a_claim_that_becomes_a_hoola(classroom, live):
    first, second, third = phones(classroom, live)
    nobody_draws_by_a_tap_that_was_meant_for_no(first, second, third)
    the_hand_stands_as_its_player_wants_it(first)
    the_first_player_draws_and_discards(first)
    thank_you(first, second, third)
    cards_go_on_melds(first, third)
    everybody_reads_what_it_costs(first, second, third)


def nobody_draws_by_a_tap_that_was_meant_for_no(first: Page, second: Page, third: Page) -> None:
    """The time is over as soon as all others have said no; a card that is drawn stays drawn."""
    third.locator("#stock").tap()
    pick(third, "3H")
    third.get_by_role("button", name="Discard").tap()
    expect(first.get_by_role("button", name="No, thank you")).to_be_visible()
    first.evaluate(TAP_AT_ONCE)
    second.get_by_role("button", name="No, thank you").tap()
    expect(first.locator("#why")).to_contain_text("That has just changed.")
    expect(first.locator("#do-draw")).to_be_visible()


def the_hand_stands_as_its_player_wants_it(page: Page) -> None:
    expect(page.locator("#c-2S")).to_be_visible()
    fits(page)
    assert page.evaluate(ORDER) == "2S 6S 4H 9D JD QD 9C"
    page.get_by_role("button", name="By rank").tap()
    assert page.evaluate(ORDER) == "2S 4H 6S 9D 9C JD QD"
    pick(page, "9C", "9D")
    expect(page.locator("#pad")).to_contain_text("First draw a card.")
    fits(page)
    page.get_by_role("button", name="Put together").tap()
    assert page.evaluate(ORDER) == "9D 9C 2S 4H 6S JD QD"
    expect(page.locator("#c-hand .tied")).to_have_count(2)
    page.reload()
    expect(page.locator("#c-hand .tied")).to_have_count(2)
    assert page.evaluate(ORDER) == "9D 9C 2S 4H 6S JD QD"


def the_first_player_draws_and_discards(page: Page) -> None:
    page.locator("#stock").tap()
    expect(page.locator("#c-KH")).to_be_visible()
    expect(page.locator("#li-KH")).to_have_class("drawn")
    assert page.evaluate(ORDER) == "9D 9C 2S 4H 6S JD QD KH"
    fits(page)
    pick(page, "9C", "9D")
    expect(page.locator("#pad")).to_contain_text("A set needs three cards of a rank.")
    page.locator("#c-9C").tap()
    page.locator("#c-9D").tap()
    pick(page, "4H")
    fits(page)
    page.get_by_role("button", name="Discard").tap()


def thank_you(first: Page, second: Page, third: Page) -> None:
    """Both others are asked in the same place, and only the own phone says whether the card is of any use."""
    for page in (second, third):
        expect(page.locator("#padname")).to_contain_text("Thank you for the")
        expect(page.locator("#aloud")).to_contain_text("discarded the")
        expect(page.locator("#fuse")).to_be_visible()
    expect(first.locator("#pad")).to_contain_text("The others may say thank you for your")
    expect(second.locator("#pad")).to_contain_text("makes no meld with your cards")
    expect(second.locator("#pad button")).to_have_count(1)
    expect(third.locator("#pad button")).to_have_count(2)
    fits(first, second, third)
    second.get_by_role("button", name="No, thank you").tap()
    expect(second.locator("#pad")).to_contain_text("You said no. Now wait for the others.")
    third.get_by_role("button", name="Thank you:").tap()
    for page in (first, second):
        name = third.locator(".plate.turn .who").inner_text()
        expect(page.locator("#heard")).to_contain_text(f"{name} said thank you for the")
        expect(page.locator("#aloud")).to_contain_text(f"Waiting for {name}")
        expect(page.locator("#meld-1")).to_be_visible()


def cards_go_on_melds(first: Page, third: Page) -> None:
    """A meld with the keyboard, a card that does not go on it, and two at once on the meld that lights up."""
    for page, theme in ((third, "light"), (third, "dark"), (first, "light")):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        assert not faults(page, theme)
    third.get_by_role("button", name="Melds").tap()
    assert third.evaluate(ORDER) == "5C 6C 7C 8C KD"
    third.locator("#c-6C").focus()
    for key in ("Space", "ArrowRight", "Space"):
        third.keyboard.press(key)
    fits(third)
    third.keyboard.press("Enter")
    expect(third.locator("#meld-2")).to_be_visible()
    third.locator("#meld-1").tap()
    expect(third.locator("#why")).to_contain_text("First tap a card of your hand")
    pick(third, "KD")
    third.locator("#meld-2").tap()
    expect(third.locator("#why")).to_contain_text("This is a run: only the next card of the suit goes on it")
    third.locator("#c-KD").tap()
    pick(third, "5C", "8C")
    expect(third.locator(".meld.fits")).to_have_count(1)
    third.locator("#meld-2.fits").tap()
    expect(first.locator("#meld-2 .mc")).to_have_count(4)
    expect(third.locator("#c-hand .row button")).to_have_count(1)
    pick(third, "KD")
    third.keyboard.press("Enter")


def everybody_reads_what_it_costs(first: Page, second: Page, third: Page) -> None:
    for page in (first, second, third):
        expect(page.locator(".outcome")).to_contain_text("Hoola!")
        expect(page.locator(".bill > li")).to_have_count(3)
        assert page.evaluate("() => document.documentElement.scrollWidth") == 360
    expect(second.locator(".outcome")).to_contain_text("pays it")
    expect(third.locator("#result .ownline")).to_contain_text("You")


def test_the_order_of_a_hand_is_kept_for_its_owner_alone(classroom):
    """Two share a phone: what one has put together is not there for the other, nor kept on the device."""
    page = together(classroom, PHONE, "Amina", "Bo")
    answer = classroom.teacher.context.request.post(
        f"/room/{classroom.slug}/class/games", form={"game": "hoola", "preset": "own", "seats": "2"}
    )
    assert answer.ok, answer.text()
    expect(page.locator("main.hl2")).to_be_visible()
    for name, tied in (("Amina", 0), ("Bo", 0), ("Amina", 2)):
        page.locator("button[data-curtain]", has_text=name).first.tap()
        expect(page.locator("#front b")).to_have_text(name)
        expect(page.locator("#c-hand .tied")).to_have_count(tied)
        if name == "Amina" and not tied:
            for card in page.locator("#c-hand .row button").all()[:2]:
                card.tap()
            page.get_by_role("button", name="Put together").tap()
            expect(page.locator("#c-hand .tied")).to_have_count(2)
        fits(page)
        page.get_by_role("button", name="Hide my cards").tap()
        expect(page.locator("#c-hand")).to_have_count(0)
        assert page.evaluate("() => Object.keys(sessionStorage).filter((key) => key.startsWith('hool-hand'))") == []
