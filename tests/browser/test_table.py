"""One table as its players meet it: reasons, double taps, lost lines, power cuts, keys, small and large screens."""

import re

from drive import NORTH_TAKES_ALL, Player, cards_left, four, in_phase, load, play, to_the_bids
from ears import Ears, Judge
from playwright.sync_api import Locator, Page, expect
from screens import LAPTOP, PHONE

from hool.store import Store

SCREENS = ((320, 640), (360, 740), (740, 360), (1366, 768))

# What can be seen and stands out of the screen at the left or right; on an upright phone a table needs no scrolling.
STICKS_OUT = """() => {
  const page = document.documentElement, width = page.clientWidth, out = [];
  const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  if (page.scrollWidth > width) out.push(`the page is ${page.scrollWidth} wide`);
  if (innerHeight === 740 && document.querySelector("#shared") && page.scrollHeight > 740) {
    out.push(`the page is ${page.scrollHeight} high`);
  }
  for (const node of document.querySelectorAll("#bar *, #stage *, dialog[open] *")) {
    if (node.closest("svg, .vh") || !seen(node)) continue;
    const box = node.getBoundingClientRect();
    if (box.width && box.height && (box.left < -1 || box.right > width + 1)) out.push(node.outerHTML.slice(0, 160));
  }
  return out;
}"""


def amina_declares(classroom, **more) -> Player:
    """Amina sits North with every trick in her hand, at a table with robots, and wants to bid 7NT."""
    load(classroom, [NORTH_TAKES_ALL])
    amina = Player(classroom.student("Amina", **more), {"step1": "bid 7NT"})
    classroom.start()
    return amina


def why(page: Page) -> Locator:
    return page.locator("#why")


def my_card(look) -> bool:
    return bool(look["cards"]) and look["cards"][0].startswith("c-")


def dummys_card(look) -> bool:
    return bool(look["cards"]) and look["cards"][0].startswith("d-")


def test_a_board_with_robots(classroom, live):
    """What a hand on a phone does on purpose and by accident, from the bids to a claim."""
    amina = amina_declares(classroom)
    page, ears, judge = amina.page, Ears(amina.page.context), Judge(live.data)
    page.reload()
    play([amina], lambda look: look["step"] == "step1")
    a_half_made_bid_and_the_focus_outlive_the_moves_of_others(page)
    play([amina], dummys_card)
    a_forbidden_card_says_why(amina)
    a_double_tap_plays_one_card(amina)
    a_card_can_be_taken_back(amina)
    assert judge.leaks_on_page(page, amina.look()["table"], "N") == set()
    play([amina], cards_left(12))
    play([amina], dummys_card)
    offline_and_back_shows_the_table_as_it_is(amina)
    page = of_two_tabs_the_newer_one_plays(amina)
    a_claim_ends_the_board(page)
    assert judge.leaks(ears, "N") == []


def a_half_made_bid_and_the_focus_outlive_the_moves_of_others(page: Page) -> None:
    level = page.locator("#l-7")
    page.locator("label:has(#l-7)").tap()
    level.focus()
    expect(page.locator(".mark.chosen")).to_have_count(3)
    expect(level).to_be_checked()
    expect(level).to_be_focused()
    expect(page.locator("#pad [type=submit]")).to_have_text("Choose a bid", use_inner_text=True)
    page.locator("label:has(#n-NT)").tap()
    expect(page.locator("#pad [type=submit]")).to_have_text(
        re.compile(r"^Bid\s*7\s*no trumps\s*in secret$"), use_inner_text=True
    )
    page.locator("#pad [type=submit]").tap()
    expect(page.locator("#pad .tell, #mine .score, #shared .role").first).to_be_visible()


def a_forbidden_card_says_why(amina: Player) -> None:
    page, before = amina.page, amina.look()
    forbidden = page.locator("#d-hand .card.off").first
    forbidden.tap(force=True)  # it calls itself disabled, and can be tapped all the same
    expect(why(page)).to_have_text(re.compile(r"^Follow suit|were led|must"))
    expect(forbidden).to_have_attribute("aria-describedby", "why")
    box = why(page).bounding_box()
    assert box["y"] + box["height"] <= page.locator("#c-hand").bounding_box()["y"]
    assert amina.look()["turn"] == before["turn"]


def a_double_tap_plays_one_card(amina: Player) -> None:
    page, before = amina.page, amina.look()
    page.locator(f"#{before['cards'][0]}").dblclick()
    expect(page.locator("#mine")).to_have_attribute("data-turn", str(before["turn"] + 1))
    play([amina], my_card)  # West has played by now, and the second tap did nothing
    assert page.locator("#d-hand .card").count() == 12
    assert amina.look()["turn"] == before["turn"] + 1
    expect(why(page)).to_be_hidden()


def a_card_can_be_taken_back(amina: Player) -> None:
    page, before = amina.page, amina.look()
    page.get_by_role("button", name="Take back").tap()
    expect(page.locator("#d-hand .card")).to_have_count(13)
    expect(page.locator("#ribbon")).to_contain_text("Play a card from dummy.")
    assert amina.look()["turn"] == before["turn"] + 1


def offline_and_back_shows_the_table_as_it_is(amina: Player) -> None:
    page, before = amina.page, amina.look()
    page.context.set_offline(True)
    expect(page.locator("#conn")).to_have_class("conn trying")
    expect(page.locator("#lost")).to_contain_text("No connection. Trying again. Your seat is kept.")
    page.locator(f"#{before['cards'][0]}").tap()
    expect(why(page)).to_contain_text("Your choice is sent as soon as it is back.")
    assert amina.look()["turn"] == before["turn"]
    page.context.set_offline(False)
    expect(page.locator("#conn")).to_have_class("conn ok", timeout=2_000)
    expect(page.locator("#mine")).to_have_attribute("data-turn", str(before["turn"] + 1), timeout=2_000)
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator(f"#{before['cards'][0]}")).to_have_count(0)
    expect(why(page)).to_be_hidden()


def of_two_tabs_the_newer_one_plays(amina: Player) -> Page:
    first = amina.page
    second = first.context.new_page()
    second.goto(first.url)
    expect(first.get_by_role("heading", name="You opened this page twice")).to_be_visible()
    expect(first.locator("#stage")).to_be_hidden()
    first.get_by_role("button", name="Play here instead").tap()
    expect(second.get_by_role("heading", name="You opened this page twice")).to_be_visible()
    expect(first.locator("#c-hand")).to_be_visible()
    second.close()
    return first


def a_claim_ends_the_board(page: Page) -> None:
    page.locator(".promise").tap()
    page.get_by_text("Claim tricks, or give up").tap()
    page.locator(".claim label").last.tap()
    page.get_by_role("button", name="Show my hand and claim").tap()
    expect(page.get_by_role("heading", name="Contract made")).to_be_visible()


def test_a_power_cut_in_the_middle_of_a_board(classroom, live):
    """What was answered is kept, what was tapped meanwhile is sent later, and the phones come back by themselves."""
    load(classroom, [NORTH_TAKES_ALL])
    amina, bo = Player(classroom.student("Amina"), {"step1": "bid 7NT"}), Player(classroom.student("Bo"))
    classroom.start()
    players, store = [amina, bo], Store(f"sqlite:///{live.data}", lambda: 0.0)
    play(players, lambda look: look["seat"] == "S" or dummys_card(look))
    table, turn = amina.look()["table"], amina.look()["turn"]

    def cut(deed) -> None:
        """The power fails, ``deed`` is done meanwhile, the power is back."""
        live.kill()
        log = store.events(table, 0)
        for player in players:
            expect(player.page.locator("#conn")).to_have_class("conn trying")
        deed()
        live.start()
        for player in players:
            expect(player.page.locator("#conn")).to_have_class("conn ok")
            expect(player.page.locator("#lost")).to_be_hidden()
        assert store.events(table, 0)[: len(log)] == log

    amina.press(f"#{amina.look()['cards'][0]}")
    expect(amina.page.locator("#mine")).to_have_attribute("data-turn", str(turn + 1))
    cut(lambda: None)
    assert [event.actor for event in store.events(table, 0) if event.text.startswith("play ")][1] == "0"

    # The robot plays on, too, and both phones show it.
    play([amina], my_card)
    expect(bo.page.locator("#c-hand .card")).to_have_count(12)
    hands = [player.look()["hand"] for player in players]
    card = amina.look()["cards"][0]
    cut(lambda: amina.press(f"#{card}"))
    expect(amina.page.locator(f"#{card}")).to_have_count(0)
    assert amina.look()["turn"] == turn + 2
    assert amina.look()["hand"] == [c for c in hands[0] if c != card]
    assert bo.look()["hand"] == hands[1]
    expect(bo.page.locator(f"#t-{card.removeprefix('c-')}")).to_be_visible()
    play(players, lambda look: look["seat"] == "S" or len(look["hand"]) < 12)


def tab_to(page: Page, css: str) -> None:
    for _ in range(60):
        if page.evaluate("(css) => document.activeElement.matches(css)", css):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {css}")


def test_a_clue_a_bid_a_card_and_a_take_back_by_keys_alone(classroom):
    amina, *others = four(classroom, [{}] * 4, LAPTOP)
    page, keys = amina.page, amina.page.keyboard
    expect(page.locator("#pad [data-act=clue]")).to_be_visible()
    tab_to(page, "[name=kind]")
    keys.press("ArrowRight")
    expect(page.locator("#k-pattern")).to_be_checked()
    tab_to(page, "#pad [type=submit]")
    keys.press("Enter")
    expect(page.locator("#plate-N .tag")).to_have_count(1)

    play(others, lambda look: look["turn"] == 1)
    to_the_bids(amina, others)
    tab_to(page, "[name=level]")
    for _ in range(3):
        keys.press("ArrowRight")
    tab_to(page, "[name=denom]")
    keys.press("ArrowRight")
    tab_to(page, "#pad [type=submit]")
    expect(page.locator(":focus")).to_have_text(re.compile(r"^Bid\s*4\s*diamonds"), use_inner_text=True)
    keys.press("Enter")
    expect(page.locator("#tell")).to_contain_text("You have chosen")

    play(others, in_phase("play"))
    play(others, lambda look: bool(amina.look()["cards"]))
    before = amina.look()
    tab_to(page, "#mine .can button.card")
    keys.press("End")
    last = page.locator(":focus").get_attribute("id")
    keys.press("Home")
    first = page.locator(":focus").get_attribute("id")
    assert first != last
    for _ in range(13):
        if page.locator(":focus").get_attribute("id") == before["cards"][0]:
            break
        keys.press("ArrowRight")
    keys.press("Enter")
    expect(page.locator(f"#{before['cards'][0]}")).to_have_count(0)
    assert amina.look()["turn"] == before["turn"] + 1
    expect(page.locator("#mine :focus")).to_have_count(1)  # the keyboard stays where the hand is

    # She takes it back, with the leave of an opponent.
    tab_to(page, "#mine [value=undo]")
    keys.press("Enter")
    opponent = others[1]
    expect(opponent.page.locator("#ask")).to_contain_text("Amina asks to take the last card back")
    opponent.press("#ask [value=accept]")
    expect(page.locator(f"#{before['cards'][0]}")).to_be_visible()
    expect(page.locator("#ribbon")).to_contain_text("Your turn.")


def fit(*pages: Page) -> None:
    """Nothing stands out of the screen, on any of the screens."""
    for page in pages:
        page.evaluate("document.getAnimations().forEach((each) => each.finish())")
        size = page.viewport_size
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(STICKS_OUT) == [], f"{page.url} at {width} x {height}"
        page.set_viewport_size(size)


def test_nothing_scrolls_sideways_on_any_screen(classroom, open_page):
    fit(open_page("/", PHONE), open_page(f"/room/{classroom.slug}", PHONE))
    plan = {"step1": "bid 1C", "step2": "wait"}
    players = four(classroom, [plan] * 4)
    north, south, east, west = (player.page for player in players)
    fit(north, west)
    north.locator("[data-opens=more]").click()
    fit(north)
    north.keyboard.press("Escape")
    play(players, lambda look: look["step"] in ("step1", "tell"))
    fit(south, east)
    play(players, lambda look: look["step"] in ("step2", "tell"))
    fit(north, south, east)
    plan["step2"] = "higher"
    play(players, cards_left(12))
    fit(north, south, east, west)  # declarer, dummy and both defenders
    declarer = next(player.page for player in players if player.page.get_by_text("Claim tricks, or give up").count())
    declarer.locator(".promise").click()
    fit(declarer)
    declarer.get_by_text("Claim tricks, or give up").click()
    declarer.locator("label:has(#q-0)").click()
    declarer.get_by_role("button", name="Give up the tricks that are left").click()
    expect(declarer.locator(".papers-open")).to_have_count(0)
    play(players, in_phase("done"))
    fit(north, east)
