"""One device for several students: a whole table on a tablet, a pair on a phone with two others, and a shared seat."""

import re
import time
from pathlib import Path

from drive import NORTH_TAKES_ALL, Player, cards_left, in_phase, load, play
from ears import Ears, Judge, cards_on
from playwright.sync_api import Page, expect
from screens import PHONE

from hool.store import Store
from tests.people import cards_in

TABLET = {"width": 768, "height": 1024}
SEATS = "NESW"

# What can be seen and stands out of the screen, or is too small for a finger.
UNFIT = """() => {
  const all = document.documentElement, width = all.clientWidth, out = [];
  if (all.scrollWidth > width) out.push(`the page is ${all.scrollWidth} wide`);
  for (const node of document.querySelectorAll("#bar button, #front button, #curtain *, #peek *")) {
    const box = node.getBoundingClientRect();
    if (!box.width || node.closest("svg, .vh")) continue;
    if (box.left < -1 || box.right > width + 1) out.push("outside: " + node.outerHTML.slice(0, 120));
    if (node.matches("button") && box.height < 44) out.push(`${box.height} px high: ` + node.outerHTML.slice(0, 120));
  }
  return out;
}"""


class Sharing(Player):
    """Those who use one device: each taps the own name and does what the page then asks for. ``plans`` are by seat."""

    def __init__(self, page: Page, plans: dict[str, dict[str, str]], judge: Judge | None = None) -> None:
        super().__init__(page, quick=True)
        self.plans, self.judge = plans, judge
        self._acted: tuple[object, ...] = ()

    @property
    def front(self) -> bool:
        return self.page.locator("#front").get_attribute("data-front") != "0"

    def move(self, look=None) -> bool:
        if self.page.locator("#curtain .go").count():
            self.look_around()
            self.press("#curtain .go")
            self.page.wait_for_selector("#front button")
            self.look_around()
            return True
        look = look or self.look()  # what `play` has judged, so that nothing is done beyond what it waits for
        due = (look["table"], look["seat"], look["turn"])
        self.plan = self.plans.get(look["seat"], {})
        if not self.front or due == self._acted or not self._decide(look):
            return False
        self._acted = due
        return True

    def look_around(self) -> None:
        """No card is in the page but those that whoever is before the curtain may know, or everybody."""
        if self.judge is None:
            return
        look, front, cards = self.look(), self.front, cards_on(self.page)
        may = allowed(self.judge, look["table"], None, look["seat"] if front else None)
        assert cards <= may, f"{look['seat'] if front else 'nobody'}: {cards - may}"


def allowed(judge: Judge, table: int, seq: int | None, seat: str | None) -> set[str]:
    """What may be seen by the rules: by this seat, or by everybody. Whoever claims lays the own hand open."""
    then = judge.table(table, seq)
    places = [SEATS.index(seat)] if seat is not None else range(4)
    may = set.intersection(*(judge.may_know(then, place) for place in places))
    claims = then.ask is not None and then.ask.kind == "claim"
    return may | {str(card) for card in then.play.deal.hands[then.ask.seat]} if claims else may


def leaks(judge: Judge, ears: Ears) -> list[tuple[int, str, set[str]]]:
    """What was sent to a shared device although its curtain hid it: each page says itself who stood before it."""
    found = []
    for table, seq, text in ears.heard:
        front = re.search(r'data-front="(\d+)"', text)
        seat = re.search(r'data-you="([NESW])"', text)
        if table and front and seat:
            may = allowed(judge, table, seq, seat[1] if front[1] != "0" else None)
            if cards := cards_in(text) - may:
                found.append((seq, text, cards))
    return found


def together(classroom, size: dict[str, int], *names: str) -> Page:
    """A device whose students come in together."""
    page = classroom.open_page(f"/room/{classroom.slug}", size)
    page.get_by_text("We share one device").click()
    for place, name in enumerate(names):
        page.locator(f"#name-{place}").fill(name)
    page.get_by_role("button", name="Go in together").click()
    page.wait_for_url(f"**/room/{classroom.slug}/play")
    expect(page.locator("#conn.ok")).to_be_attached()
    return page


def test_a_whole_table_on_one_tablet(classroom, live):
    load(classroom, [NORTH_TAKES_ALL])
    page = together(classroom, TABLET, "Amina", "Bo", "Chi", "Dev")
    ears, judge = Ears(page.context), Judge(live.data)
    page.reload()
    expect(page.locator("#where")).to_have_text("Bridge club")
    classroom.start()
    expect(page.locator("#padname")).to_have_text("Give the tablet to North")
    four = Sharing(page, {"N": {"step1": "bid 7NT"}}, judge)
    assert page.evaluate(UNFIT) == []
    the_curtain_is_kept(four)
    play([four], lambda look: look["step"] == "step1")
    play([four], in_phase("play"))
    play(
        [four], lambda look: look["phase"] == "play" and four.front and look["seat"] == "N" and len(look["hand"]) == 12
    )
    a_card_that_was_refused_is_forgotten(four)
    play(
        [four], lambda look: look["phase"] == "play" and four.front and look["seat"] == "N" and len(look["hand"]) == 11
    )
    declarer_claims(four)
    page.locator("#next-board").click()
    expect(page.locator("#padname")).to_contain_text("Give the tablet to")
    assert leaks(judge, ears) == []


def the_curtain_is_kept(four: Sharing) -> None:
    """One may look out of turn and put the hand down, without a line too; a screen that went dark is covered."""
    page = four.page
    page.locator("#peek").get_by_role("button", name="Bo").click()
    expect(page.locator("#c-hand button, #c-hand .card")).to_have_count(13)
    four.look_around()
    assert page.evaluate(UNFIT) == []
    page.context.set_offline(True)
    page.locator("#front button").click()
    assert cards_on(page) == set()
    page.context.set_offline(False)
    expect(page.locator("#conn.ok")).to_be_attached(timeout=10_000)
    expect(page.locator("#padname")).to_have_text("Give the tablet to North")
    assert cards_on(page) == set()
    page.locator("#curtain .go").click()
    expect(page.locator("#c-hand .card")).to_have_count(13)
    page.evaluate("""() => {
      Object.defineProperty(document, "hidden", { value: true, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
      delete document.hidden;
      document.dispatchEvent(new Event("visibilitychange"));
    }""")
    expect(page.locator("#padname")).to_have_text("Give the tablet to North")
    assert cards_on(page) == set()


def a_card_that_was_refused_is_forgotten(four: Sharing) -> None:
    """What was said to one of them, about the own cards, is not in the page when it is handed on."""
    page = four.page
    page.evaluate("document.querySelector('#d-hand button.card').click()")
    expect(page.locator("#why")).to_be_visible()
    page.locator("#front button").click()
    expect(page.locator("#why")).to_have_count(0)
    expect(page.locator("#aloud")).to_contain_text("Give the tablet to North")
    four.look_around()


def declarer_claims(four: Sharing) -> None:
    page = four.page
    page.locator("[data-opens=more]").click()
    page.get_by_role("button", name="About this board").click()
    page.get_by_text("Claim tricks, or give up").click()
    page.locator(".claim label").last.click()
    page.locator(".claim [type=submit]").click()
    expect(page.locator("#padname")).to_have_text("Give the tablet to East")
    play([four], in_phase("done"))
    expect(page.locator(".outcome h2:not(.matchend)")).to_have_text("Contract made")


def test_a_pair_on_one_phone_two_others_and_a_shared_seat(classroom, live):
    load(classroom, [NORTH_TAKES_ALL])
    page = together(classroom, PHONE, "Amina", "Bo")
    ears, judge = Ears(page.context), Judge(live.data)
    page.reload()
    emil, finn = (Player(classroom.student(name), quick=True) for name in ("Emil", "Finn"))
    classroom.start()
    pair = Sharing(page, {"N": {"step1": "bid 7NT"}}, judge)
    play([pair, emil, finn], in_phase("play"))
    play([pair, emil, finn], cards_left(12))
    assert page.evaluate(UNFIT) == []
    pair.look_around()
    two_share_a_seat(classroom, emil, [pair, finn], live.data)
    assert leaks(judge, ears) == []


def two_share_a_seat(classroom, emil: Player, others: list[Player], data: Path) -> None:
    """Both see the hand, and what the quicker one does stands for the other."""
    gus = Player(classroom.student("Gus"), quick=True)
    look = emil.look()
    store = Store(f"sqlite:///{data}", time.time)
    people = store.people(store.room_by_slug(classroom.slug).id)
    who = next(person.id for person in people if person.name == "Gus")
    to = {"who": str(who), "to": f"1.{SEATS.index(look['seat'])}"}
    assert classroom.laptop.request.post(f"/room/{classroom.slug}/class/share", form=to).ok
    expect(gus.page.locator("#stage")).to_have_attribute("data-you", look["seat"])
    assert gus.look()["hand"] == look["hand"]
    play([gus, *others], lambda _: len(gus.look()["hand"]) < len(look["hand"]))
    expect(emil.page.locator("#c-hand .card")).to_have_count(len(gus.look()["hand"]))
    assert emil.look()["turn"] == gus.look()["turn"]
