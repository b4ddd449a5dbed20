"""The replays of hands of Oh Hell and boards of Hoola and what came of all games, on phones and for ten at a table."""

import re
import time

from analysts import Pondering
from mixed import Mixed
from playwright.sync_api import Page, expect
from screens import DESK, PHONE
from test_access import accessible

from hool import create_app
from hool.rules import hool, oh_hell
from hool.web.access import cookie_name
from hool.web.replay import steps_of
from tests.conftest import Clock

SMALL = {"width": 320, "height": 568}
TEN = ("Ada", "Bo", "Wilhelmina-Charlotte", "Dua", "Eli", "Fee", "Gil", "Han", "Ines", "Joy")
TWO_PACKS = oh_hell.Options(players=10, deck="double104", max_cards=8, order="down", double_rule="cancel_ante")


def played(live, names=TEN[:4], options=None, seats=4, boards=3, game="oh_hell") -> Mixed:
    """A room on the running server's database: a board of HOOL, then boards of another game."""
    clock = Clock()
    clock.now = time.time() - 7200
    app = create_app({"DATA": str(live.data), "CLOCK": clock, "LATER": clock.later, "ANALYST": Pondering()})
    room = Mixed(app, names, hool=hool.Options())
    room.play(1)
    room.change(game, options, seats, fitted=True)
    room.play(boards)
    return room


def enter(page: Page, room: Mixed, role: str) -> Page:
    key = room.teacher_key if role == "teacher" else room.keys[0]
    name = cookie_name(room.classroom.room(room.room), role)
    page.context.add_cookies([{"name": name, "value": key, "url": page.url}])
    return page


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url


def test_a_hand_is_looked_at_again_card_by_card(live, open_page):
    room = played(live)
    page = enter(open_page("/", PHONE), room, "student")
    page.goto(f"/room/{room.slug}/boards")
    page.get_by_role("link", name=re.compile("Table 1.*", re.DOTALL)).nth(2).click()
    expect(page.get_by_role("heading", name=re.compile("Hand 1"))).to_be_visible()
    expect(page.locator("#verdict")).to_contain_text("deals.")
    page.evaluate("document.body.dataset.same = 'page'")
    for step in range(2, 18):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".steps small")).to_contain_text(f"step {step} of 18")
        if step in (5, 9, 17):
            fits(page)
    expect(page.locator(".rh-seats .card")).to_have_count(4)
    expect(page.locator(".rh-seats .won")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("table", name="Points of this hand")).to_be_visible()
    expect(page.get_by_role("heading", name="Cards that nobody was dealt")).to_be_visible()
    assert page.evaluate("document.body.dataset.same") == "page", "only a part of the page has changed"
    accessible(page)
    page.get_by_role("link", name="Trick 2", exact=False).first.click()
    expect(page.locator("#verdict")).to_contain_text("Trick 2")
    for size in (SMALL, {"width": 740, "height": 360}, DESK):
        page.set_viewport_size(size)
        fits(page)
    page.goto(f"/room/{room.slug}/results")
    expect(page.get_by_text("with 3 cards")).to_be_visible()
    accessible(page)
    fits(page)


def test_ten_players_and_two_packs_fit_a_phone_and_a_desk(live, open_page):
    room = played(live, TEN, TWO_PACKS, 10, boards=1)
    page = enter(open_page("/", DESK), room, "teacher")
    page.goto(f"/room/{room.slug}/boards/1/2?at=30")
    expect(page.locator(".rh-seats > li")).to_have_count(10)
    last = page.locator(".rh-seats > li").last.bounding_box()
    assert last["y"] + last["height"] <= DESK["height"], "all ten at once"
    page.set_viewport_size(SMALL)
    fits(page)
    page.goto(f"/room/{room.slug}/class/boards/paper?scores=1&names=1")
    expect(page.locator(".rc-hand tbody tr")).to_have_count(10)
    page.goto(f"/room/{room.slug}/class/results")
    expect(page.get_by_role("heading", name="Bids made in Oh Hell")).to_be_visible()
    fits(page)


def test_a_board_of_hoola_is_looked_at_again_turn_by_turn(live, open_page):
    room = played(live, TEN[:5], seats=5, boards=1, game="hoola")
    all_steps = len(steps_of(room.open_tables[0].play.boards[-1]))
    page = enter(open_page("/", PHONE), room, "student")
    page.goto(f"/room/{room.slug}/boards/1/2")
    expect(page.locator("#verdict")).to_contain_text("is turned up.")
    for step in range(2, 6):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".steps small")).to_have_text(f"step {step} of {all_steps}")
    page.get_by_role("link", name="Turn 2", exact=False).first.click()
    expect(page.locator(".steps b")).to_contain_text("turn 2 of")
    expect(page.locator(".rl-seats > .acts, #verdict:has-text('Nobody')")).to_have_count(1)
    page.get_by_role("link", name="Result", exact=True).click()
    expect(page.get_by_role("table", name="What each hand costs").locator("tbody tr")).to_have_count(5)
    accessible(page)
    for size in (SMALL, {"width": 740, "height": 360}, DESK):
        page.set_viewport_size(size)
        fits(page)
    last = page.locator(".rl-pile").bounding_box()
    assert last["y"] + last["height"] <= DESK["height"], "all five with their melds at once"
    page.goto(f"/room/{room.slug}/results")
    expect(page.get_by_text(re.compile(r"(won|paid) (\d+ point|nothing)"))).to_be_visible()
    fits(page)
