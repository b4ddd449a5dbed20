"""Games at their players' own pace in the browser: asked, joined, played; and a deadline that passed while the server
was down."""

import sqlite3

from axes import faults
from playwright.sync_api import expect
from screens import DESK

HOUR = 3600


SMALL = {"width": 320, "height": 568}


def fits(page, *sizes):
    """Nothing of the page is wider than these screens."""
    for size in (*sizes, page.viewport_size):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def looked_through(page, *sizes):
    """The page fits these screens, and axe finds nothing, by day and by night."""
    fits(page, *sizes)
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        assert not faults(page, theme)


def bid(page):
    """Bid as few tricks as the page allows."""
    page.locator("#pad .ct:not(.dead) input").first.check()
    page.locator("#pad button[type=submit]").click()


def while_the_server_is_down(live, seconds):
    """The server loses its power, and comes back after so many seconds: all it knows is that much older."""
    live.kill()
    with sqlite3.connect(live.data) as db:
        db.execute("UPDATE events SET at = at - ?", (seconds,))
    live.start()


def events(live, like):
    """What the logs of games at the own pace say."""
    query = "SELECT text FROM events JOIN tables ON table_id = tables.id WHERE number < 0 AND text LIKE ?"
    with sqlite3.connect(live.data) as db:
        return [text for (text,) in db.execute(query, (like,))]


def test_a_deadline_that_passed_while_the_server_was_down_is_settled_when_it_starts(classroom, desk, live):
    phones = {name: classroom.student(name) for name in ("Amina", "Bo", "Chi")}
    amina, bo, chi = phones.values()
    desk.goto(f"/room/{classroom.slug}/class/pace")
    desk.get_by_role("checkbox", name="Students may open games").check()
    expect(desk.locator("#told")).to_contain_text("Students may open games now.")

    # A student asks two others, who find it in their menu.
    amina.locator("[data-opens=more]").click()
    amina.locator("#more").get_by_role("link", name="Games at your own pace").click()
    amina.get_by_role("link", name="Open a game").click()
    boards = amina.get_by_label("How many boards?")
    expect(boards).to_be_hidden()  # that is for Hoola
    amina.get_by_role("radio", name="Hoola: Round the corner").check()
    expect(boards).to_be_visible()
    looked_through(amina, SMALL, DESK)
    amina.get_by_role("radio", name="Oh Hell: Short match").check()
    expect(boards).to_be_hidden()
    amina.get_by_label("How many players?").select_option("3")
    amina.get_by_role("checkbox", name="Bo").check()
    amina.get_by_role("checkbox", name="Chi").check()
    amina.get_by_label("How long may a move take?").select_option("1 hour")
    amina.get_by_role("radio", name="The match is over").check()
    amina.get_by_role("button", name="Open the game").click()
    expect(amina.get_by_role("heading", name="2 seats are still free")).to_be_visible()
    for phone in (bo, chi):
        expect(phone.locator("#turns b")).to_have_text("1")
        phone.locator("#stage").get_by_role("link", name="Games at your own pace").click()
        phone.get_by_role("button", name="Play with them").click()
        expect(phone.get_by_role("button", name="Play with them")).to_have_count(0)

    # The game is on; whose turn it is stands on everybody's list, and a move reaches the pages that have it open.
    for phone in phones.values():
        phone.goto(f"/room/{classroom.slug}/games")
        expect(phone.locator("#g-1 .meta")).to_contain_text("1 hour for each move")
    first = next(phone for phone in phones.values() if phone.get_by_role("heading", name="Your turn").count())
    looked_through(first, SMALL, DESK)
    for phone in phones.values():
        phone.goto(f"/room/{classroom.slug}/games/1")
        expect(phone.locator("#pace")).to_contain_text("minutes left")
    bid(first)
    awaited = first.get_by_text("Waiting for").first.inner_text()
    second = next(phone for name, phone in phones.items() if name in awaited)
    expect(second.locator("#pad .bidpad")).to_be_visible()
    fits(second, SMALL)

    # Beside it, one with robots that play on for whoever is late.
    desk.goto(f"/room/{classroom.slug}/class/pace")
    expect(desk.locator("#pace-1")).to_contain_text(name_of(phones, second))
    desk.get_by_text("Begin a game for some students").click()
    desk.get_by_role("checkbox", name="Amina").check()
    desk.get_by_role("radio", name="HOOL, 4 boards").check()
    desk.get_by_label("How long may a move take?").select_option("1 hour")
    looked_through(desk, {"width": 1920, "height": 1080})
    desk.get_by_role("button", name="Begin this game").click()
    expect(desk.locator("#pace-2 td").nth(1)).to_contain_text("Amina")

    while_the_server_is_down(live, HOUR)
    for phone in phones.values():
        # The line may have been looked for in vain a few times by now.
        expect(phone.locator("#stage")).to_contain_text(f"{name_of(phones, second)} was late.", timeout=20_000)
        expect(phone.locator("#stage")).to_contain_text("The match is over")
    expect(desk.locator("#pace-2")).to_contain_text("robot")
    [amina_was_late] = events(live, "sit % robot standard for %")

    amina.goto(f"/room/{classroom.slug}/games")
    expect(amina.locator("#g-1 h2")).to_contain_text("Over")
    expect(amina.locator("#g-2 h2")).to_have_text("A robot plays for you")
    amina.locator("#g-2").get_by_role("link", name="Take my seat back").click()
    expect(amina.locator("#plate-" + "NESW"[int(amina_was_late.split()[1])])).not_to_contain_text("a robot plays")

    # Giving up is asked once more, and the end is told.
    amina.locator("[data-opens=more]").click()
    amina.locator("#to-papers").click()
    amina.get_by_text("Give up this match").click()
    amina.get_by_role("button", name="Yes, give up").click()
    expect(amina.locator("#stage")).to_contain_text("Amina has given up.")
    looked_through(amina, SMALL)
    expect(desk.locator("#pace-2 td").nth(1)).to_have_text("over")

    for page in (desk, *phones.values()):
        page.goto("about:blank")
    live.restart()
    assert len(events(live, "late %")) == len(events(live, "sit % robot standard for %")) == 1, "each is settled once"


def name_of(phones, phone):
    return next(name for name, each in phones.items() if each is phone)
