"""The door in real browsers: a whole class at once, newcomers, a ban, a card used on another phone, and "not me"."""

import re
import urllib.error
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor

from drive import told
from playwright.sync_api import Page, expect
from screens import PHONE


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args):
        return None


def join_by_form(url: str, name: str) -> str:
    """Join with a form and nothing else: where the answer leads."""
    body = urllib.parse.urlencode({"name": name}).encode()
    try:
        urllib.request.build_opener(_Stay).open(f"{url}/join", body, timeout=20)
    except urllib.error.HTTPError as answer:
        return answer.headers["Location"]
    return ""


def fits(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_class_comes_in_and_only_those_whom_the_teacher_wants(classroom, desk, live):
    url, at = f"/room/{classroom.slug}", f"/room/{classroom.slug}/class"

    # Thirty from one address at the same moment, beside a real phone.
    amina = classroom.student("Amina")
    with ThreadPoolExecutor(10) as pool:
        led = pool.map(lambda i: join_by_form(live.url + url, f"Kid {i:02}"), range(29))
        assert set(led) == {f"{url}/play"}
    expect(desk.locator("#rows")).to_contain_text("1 here")
    expect(desk.locator("#rows")).to_contain_text("29 away")
    expect(amina.locator("#stage")).to_contain_text("1 of 30 are here")

    # From now on the teacher lets newcomers in.
    desk.goto(f"{at}/room")
    desk.locator("#door label", has_text="I let newcomers in").click()
    expect(told(desk)).to_contain_text("Saved.")
    zoe = classroom.open_page(url, PHONE)
    zoe.locator("[name=name]").fill("fuck")
    zoe.get_by_role("button", name="Go in").click()
    expect(zoe.get_by_text("As soon as your teacher says yes, you are in.")).to_be_visible()
    expect(zoe.get_by_text("We gave you the name")).to_be_visible()
    assert fits(zoe)
    newcomer = desk.locator(".newcomers li")
    expect(newcomer).to_have_count(1)
    name = newcomer.locator("bdi").inner_text()
    newcomer.get_by_role("button", name="Let in").dblclick()
    expect(told(desk)).to_have_text(f"{name} is in.")
    zoe.wait_for_url(f"**{url}/play?named=1")
    expect(zoe.locator(".greet")).to_contain_text(f"We gave you the name {name}.")
    expect(newcomer).to_have_count(0)

    # A ban reaches the phone at once, and it stays outside.
    desk.goto(f"{at}/people")
    desk.get_by_role("link", name=f"Change {name}").click()
    desk.get_by_label("Yes, ban").check()
    desk.get_by_role("button", name="Ban", exact=True).click()
    expect(told(desk)).to_contain_text(f"{name} is banned.")
    expect(zoe.get_by_role("heading", name="You are out of the room")).to_be_visible()
    zoe.goto(url)
    expect(zoe.get_by_text("Talk to your teacher")).to_be_visible()
    desk.get_by_role("button", name=f"Let back in {name}").click()
    expect(told(desk)).to_contain_text("is in again")
    zoe.goto(url)
    expect(zoe.locator("#stage")).to_be_visible()

    # A card on another phone, while the board runs; four pages for 31 cards, on either paper.
    classroom.start()
    cards = classroom.open_page(f"{at}/cards", context=desk.context)
    expect(cards.locator(".rt-card")).to_have_count(31)
    for size in ("A4", "Letter"):
        assert len(re.findall(rb"/Type\s*/Page\b", cards.pdf(format=size))) == 4
    card = cards.locator(".rt-card", has_text="Amina")
    code = "".join(card.locator(".rt-code").inner_text().split())
    phone = classroom.open_page(f"{url}/back/{code}", PHONE)
    expect(phone.get_by_role("heading", name="You are Amina?")).to_be_visible()
    assert fits(phone)
    phone.get_by_role("button", name="Go in").click()
    phone.wait_for_url(f"**{url}/play")
    hand = phone.locator("#c-hand .card")
    expect(hand).to_have_count(13)
    expect(amina.locator("#c-hand .card")).to_have_count(13)

    # "Not me": neither the page nor the way back shows the hand any more.
    phone.get_by_role("button", name="Menu").click()
    phone.get_by_text("I am not Amina").click()
    phone.get_by_role("button", name="Leave this seat").click()
    expect(phone.get_by_role("heading", name="Come in: Bridge club")).to_be_visible()
    phone.go_back()
    expect(phone.get_by_label("Your first name")).to_be_visible()
    expect(phone.locator(".card")).to_have_count(0)
    expect(amina.locator("#c-hand .card")).to_have_count(13)
