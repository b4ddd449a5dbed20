"""Boards to order in a browser: a search that is watched, its boards on the tables, and one in the workshop."""

import re

from playwright.sync_api import expect
from test_access import accessible, fingers_hit

from hool.formats import pbn
from hool.rules.cards import high_card_points, lengths, parse_deal

DESK = {"width": 1366, "height": 768}
TABLET = {"width": 820, "height": 1180}


def test_boards_are_ordered_by_contract_and_played(classroom):
    amina = classroom.student("Amina")
    page = classroom.teacher
    page.set_viewport_size(DESK)
    page.locator("#tab-boards").click()
    page.get_by_role("link", name="Order boards").click()
    expect(page.get_by_role("button", name="Find boards")).to_be_visible()
    accessible(page)
    fingers_hit(page)
    page.locator("label:has(#preset-own)").click()
    page.locator("#wish-NS-fit").fill("8+ major")
    rows = page.locator(".goals li")
    for place, choice in enumerate(("N–S", "can make", "4 spades")):
        rows.nth(0).locator("select").nth(place).select_option(choice)
    page.locator("#count").fill("2")
    accessible(page)
    page.get_by_role("button", name="Find boards").click()
    # The page asks by itself until both are there.
    give = page.get_by_role("button", name="Give these 2 boards to the tables")
    expect(give).to_be_visible(timeout=60_000)
    expect(page.locator("#order-wait")).to_have_count(0)
    expect(page.locator(".order-boards .deal4")).to_have_count(2)
    accessible(page)
    with page.expect_download() as download:
        page.locator("#order-pbn").click()
    boards = pbn.read(download.value.path().read_bytes()).boards
    assert all(max(lengths(board.deal.hands[0] + board.deal.hands[2])[:2]) >= 8 for board in boards)
    page.set_viewport_size(TABLET)
    accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    give.click()
    expect(page.locator("#told")).to_have_text("2 boards are ready at every table. They come next.")
    expect(page.locator(".inforce")).to_contain_text("2 boards from your order are in force")
    page.get_by_role("button", name="Play without a lesson").click()
    expect(amina.locator("#c-hand .card")).to_have_count(13)
    mine = amina.locator("#c-hand .card").evaluate_all("cards => cards.map((card) => card.id.split('-')[1])")
    assert set(mine) == set(map(str, boards[0].deal.hands[0]))


def test_what_a_search_brings_is_in_sight(classroom):
    """Found boards push the form down; asked for again from there, the new ones or the mistakes are what is seen."""
    page = classroom.teacher
    page.set_viewport_size(DESK)
    page.goto(f"/room/{classroom.slug}/class/deals")
    look = page.get_by_role("button", name="Find boards")
    look.click()
    expect(page.locator(".order-boards .deal4")).to_have_count(8)
    look.click()
    expect(page.get_by_role("button", name="Give these 8 boards to the tables")).to_be_in_viewport(ratio=1)
    page.locator("label:has(#preset-own)").click()
    page.locator("#wish-NS-fit").fill("large")
    look.click()
    expect(page.locator("#deals-report")).to_be_in_viewport(ratio=1)


def test_a_search_is_stopped(classroom):
    page = classroom.teacher
    page.set_viewport_size(DESK)
    page.goto(f"/room/{classroom.slug}/class/deals?for=NS makes 7NT; EW makes 7D; EW makes 6S&count=4")
    page.get_by_role("button", name="Find boards").click()
    expect(page.locator("#order-wait")).to_contain_text(re.compile(r"[1-9][0-9]* deals? looked at"), timeout=30_000)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#order-state")).to_have_text("You stopped the search.")
    expect(page.locator("#order-wait")).to_have_count(0)


def test_the_workshop_finds_a_deal_by_contract_while_somebody_writes(classroom):
    page = classroom.teacher
    page.set_viewport_size(DESK)
    page.goto(f"/room/{classroom.slug}/class/lessons/040-trumps/edit")
    page.get_by_role("button", name="Copy and edit").click()
    page.locator("label:has(#side-add)").click()
    page.locator("#wish-EW-hcp").fill("22+")
    row = page.locator("#adding .goals li").nth(0).locator("select")
    for place, choice in enumerate(("E–W", "can make", "3 no trumps")):
        row.nth(place).select_option(choice)
    page.get_by_role("button", name="Find a deal").click()
    expect(page.locator("#stop, #seeking .deal4").first).to_be_visible()
    before = page.locator("#text").input_value()
    page.locator("#text").press("ControlOrMeta+End")
    page.locator("#text").press_sequentially("more")
    expect(page.locator("#seeking .deal4 .slip")).to_have_count(4, timeout=60_000)
    assert page.locator("#text").input_value() == before + "more"
    accessible(page)
    _, east, _, west = parse_deal(page.locator("input[name=found]").input_value()).hands
    assert high_card_points(east + west) >= 22
    page.get_by_role("button", name="Add this board").click()
    expect(page.locator("#told")).to_contain_text("stands at the end of the boards.")
