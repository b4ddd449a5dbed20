"""Networks that get in the way: websockets refused or swallowed, a computer that slept, a line that breaks."""

import pytest
from crooked import Network
from drive import Player, play
from playwright.sync_api import BrowserContext, Page, expect
from screens import DESK, PHONE, WALL

# What a browser grants, and takes back whenever the page is hidden.
LOCKS = """window.locks = []; navigator.wakeLock.request = async () => {
  locks.push({ released: false, release() { this.released = true; } });
  return locks.at(-1);
}"""
POLLS = "performance.getEntriesByType('resource').filter((each) => each.name.includes('transport=polling')).length"


@pytest.fixture
def network(live):
    made = Network(int(live.port))
    yield made
    made.close()


@pytest.fixture
def behind(network, new_context):
    """Open pages behind the crooked network: ``behind(path, size, like=context)`` with the cookies of another one."""

    def open_page(
        path: str, size: dict[str, int] = PHONE, like: BrowserContext | None = None, clock: bool = False
    ) -> Page:
        context = new_context(base_url=network.url, viewport=size, locale="en-GB", reduced_motion="reduce")
        context.set_default_timeout(15_000)
        if like is not None:  # cookies know no ports
            context.add_cookies(like.cookies())
        page = context.new_page()
        if clock:
            page.clock.install()
            page.add_init_script(LOCKS)
        page.goto(path)
        return page

    return open_page


def online(page: Page, seconds: float) -> None:
    expect(page.locator("#conn.ok")).to_be_attached(timeout=seconds * 1000)


def join(behind, slug: str, name: str, **more) -> Page:
    page = behind(f"/room/{slug}", **more)
    page.locator("[name=name]").first.fill(name)
    page.locator("[name=name]").first.press("Enter")
    page.wait_for_url(f"**/room/{slug}/play")
    return page


def test_where_websockets_do_not_get_through_polling_does(network, behind, classroom):
    """A filter refuses them; another lets them begin and swallows what comes; a third one never answers."""
    for mood, name in (("refuse", "Amina"), ("mute", "Bo"), ("hang", "Chi")):
        network.mood, tries = mood, network.websockets
        page = join(behind, classroom.slug, name)
        online(page, 9)
        assert network.websockets > tries, mood
        if name == "Amina":
            amina = page
    tries = network.websockets
    page.reload()
    online(page, 3)
    assert network.websockets == tries, "this tab knows by now"
    network.cut()
    expect(page.locator("#conn.trying")).to_be_attached()
    network.mood = "hang"
    online(page, 6)  # one second on a quiet computer
    assert network.websockets == tries, "nor does it lose time with one when the Wi-Fi is back"
    classroom.start()
    player = Player(amina, quick=True)
    play([player], lambda look: look["turn"] >= 1, seconds=30)
    assert amina.evaluate(POLLS) > 2


def test_a_line_that_breaks_or_slept(network, behind, classroom):
    slug = classroom.slug
    desk, wall = behind(f"/room/{slug}/class", DESK, classroom.laptop), behind(f"/room/{slug}/wall", WALL)
    amina = join(behind, slug, "Amina", clock=True)
    for page in (desk, wall, amina):
        online(page, 9)
    assert amina.evaluate(POLLS) == 0, "with a websocket nothing is asked for"

    # Ten minutes in a bag: the line is dead and nobody has said so. Meanwhile the class has begun.
    network.silence()
    classroom.start()
    amina.clock.fast_forward("10:00")
    expect(amina.locator("#stage[data-table]:not([data-table='0']) #shared")).to_be_visible(timeout=4000)
    online(amina, 4)  # half of that on a quiet computer

    # The screen stays awake while the board is played; hidden and back, it is asked for again.
    assert amina.evaluate("locks.map((lock) => lock.released)") == [False]
    amina.evaluate("locks[0].released = true; document.dispatchEvent(new Event('visibilitychange'))")
    amina.evaluate(
        "new Promise((done) => { const look = () => (locks.length === 2 ? done() : setTimeout(look, 30)); look(); })"
    )

    # The Wi-Fi is gone and comes back.
    network.cut()
    for page in (desk, wall, amina):
        expect(page.locator("#conn.trying")).to_be_attached()
    for page in (desk, wall):
        expect(page.locator("#lost")).to_be_visible()
    network.mend()
    for page in (desk, wall, amina):
        online(page, 9)
        expect(page.locator("#lost")).to_be_hidden()

    # "Not me": the way back shows no hand.
    expect(amina.locator("#c-hand .card, #pad")).not_to_have_count(0)
    amina.context.request.post("/leave", form={"room": slug})
    amina.goto("/")
    amina.go_back()
    expect(amina.locator("[name=name]").first).to_be_visible()
    assert amina.locator("#c-hand .card").count() == 0
