"""Oh Hell as five players meet it on their phones: a whole match of a hand with one card and one with two."""

from playwright.sync_api import Locator, Page, expect
from test_table import STICKS_OUT

NAMES = ("Amina", "Bo", "Chi", "Dev", "Eve")
# The cards that a phone offers, and those it strikes out.
OFFERS = """() => ({
  cards: [...document.querySelectorAll("#c-hand.can button.card:not(.off)")].map((each) => each.id),
  forbidden: [...document.querySelectorAll("#c-hand.can button.card.off")].map((each) => each.id),
})"""


class Table:
    """Five phones at one table, by their seats from 1."""

    def __init__(self, classroom) -> None:
        phones = [classroom.student(name) for name in NAMES]
        answer = classroom.teacher.context.request.post(
            f"/room/{classroom.slug}/class/games",
            form={"game": "oh_hell", "preset": "own", "seats": "5", "order": "up", "max_cards": "2"},
        )
        assert answer.ok, answer.text()
        for phone in phones:
            expect(phone.locator("main.ring5")).to_be_visible()
        self.phones = {int(phone.locator("#stage").get_attribute("data-you")): phone for phone in phones}
        assert sorted(self.phones) == [1, 2, 3, 4, 5]

    def from_dealers_left(self) -> list[Page]:
        seen = self.phones[1].locator(".plate:has(.dealer)").get_attribute("id")
        dealer = int(seen.removeprefix("plate-"))
        return [self.phones[(dealer + place) % 5 + 1] for place in range(5)]

    def fits(self, scrolls: bool = False) -> None:
        """Nothing stands out of a phone; while something is to be done, nothing is below its edge either."""
        for phone in self.phones.values():
            assert [each for each in phone.evaluate(STICKS_OUT) if not (scrolls and each.endswith("high"))] == []


def number(phone: Page, tricks: int) -> Locator:
    return phone.locator(f"label:has(#n-{tricks})")


def bid(phone: Page, tricks: int) -> None:
    number(phone, tricks).tap()
    phone.get_by_role("button", name=f"Bid {tricks} trick").tap()


def test_a_hand_of_one_card_and_one_of_two_with_five_phones(classroom):
    table = Table(classroom)
    the_single_number_is_said(table)
    play_out(table)
    everybody_reads_the_result_and_goes_on(table)
    the_dealer_meets_the_hook(table)
    play_out(table, looks=True)
    the_match_ends(table)


def the_single_number_is_said(table: Table) -> None:
    """One card, and nobody bids: so the dealer bids none either, and need not choose."""
    *others, dealer = table.from_dealers_left()
    table.fits()
    for at, phone in enumerate(others):
        expect(phone.locator("#padname")).to_have_text("How many tricks will you take?")
        bid(phone, 0)
        expect(dealer.locator("#shared .tells")).to_have_count(at + 1)
    expect(dealer.locator("#padname")).to_have_text("Only 0 is left for you.")
    expect(dealer.locator("#hook")).to_contain_text("Not 1.")
    expect(dealer.locator("#pad [name=n]")).to_have_count(0)
    table.fits()
    dealer.get_by_role("button", name="Bid 0 tricks").tap()
    for phone in table.phones.values():
        expect(phone.locator("#shared .sumup")).to_have_text("0 bid of 1: 1 under")


def the_dealer_meets_the_hook(table: Table) -> None:
    """Two cards, one trick bid: the dealer may not bid one. It is struck out, and sending it changes nothing."""
    first, *others, dealer = table.from_dealers_left()
    expect(first.locator("#where")).to_contain_text("Hand 2 of 2")
    bid(first, 1)
    expect(dealer.locator("#aloud")).to_contain_text("bids 1. 1 bid of 2.")
    for phone in others:
        expect(phone.locator("#padname")).to_have_text("How many tricks will you take?")
        bid(phone, 0)
    expect(dealer.locator("label.dead #n-1")).to_have_count(1)
    expect(dealer.locator("#hook")).to_contain_text("Not 1. 1 + 1 is 2: the bids may not add up to the tricks.")
    number(dealer, 1).tap()
    go = dealer.locator("#pad [type=submit]")
    expect(go).to_have_attribute("aria-disabled", "true")
    go.tap(force=True)
    expect(dealer.locator("#why")).to_contain_text("1 + 1 is 2: the bids may not add up to the tricks.")
    table.fits()
    # A number can be typed.
    dealer.keyboard.press("2")
    expect(dealer.locator("#n-2")).to_be_checked()
    expect(dealer.locator("#pad .says:visible")).to_contain_text("made: 12 points")
    dealer.keyboard.press("Enter")
    for phone in table.phones.values():
        expect(phone.locator("#shared .sumup")).to_have_text("3 bid of 2: 1 over")


def play_out(table: Table, looks: bool = False) -> None:
    """Each plays the first card that may be played, until the hand is over. ``looks``: at what else is to be seen."""
    loaded = False
    while not all(phone.locator("#stage[data-phase=done]").count() for phone in table.phones.values()):
        phone = next((each for each in table.phones.values() if each.locator("#c-hand.can").count()), None)
        if phone is None:
            table.phones[1].wait_for_timeout(20)
            continue
        offers = phone.evaluate(OFFERS)
        if not offers["cards"]:
            continue
        if looks and offers["forbidden"]:
            phone.locator(f"#{offers['forbidden'][0]}").tap(force=True)
            expect(phone.locator("#why")).to_contain_text("led and you still have")
        if looks and not loaded:
            loaded = True
            table.fits()
            phone.reload()  # a phone that slept comes back to the same moment
            expect(phone.locator("#c-hand.can")).to_be_visible()
        before = phone.locator("#mine").get_attribute("data-turn")
        phone.locator(f"#{offers['cards'][0]}").tap()
        expect(phone.locator(f"#mine[data-turn='{before}']")).to_have_count(0)


def everybody_reads_the_result_and_goes_on(table: Table) -> None:
    for phone in table.phones.values():
        expect(phone.locator(".outcome h2")).to_have_text("4 of 5 made their bids")
        expect(phone.locator("#result .ownline")).to_contain_text("You bid 0 and took")
        expect(phone.locator(".tocome")).to_have_text("Cards in the hands to come: 2")
    table.fits(scrolls=True)
    for phone in table.phones.values():
        phone.get_by_role("button", name="Next hand").tap()


def the_match_ends(table: Table) -> None:
    """All see the same sheet: two hands, whose points add up, and the places."""
    seen = set()
    for seat, phone in table.phones.items():
        expect(phone.locator(".matchend")).to_be_visible()
        sheet = phone.locator("#result .scoresheet")
        seen.add(sheet.inner_text())
        rows = sheet.locator("tbody tr:not(.places)")
        expect(rows).to_have_count(2)
        last, first = (rows.nth(at).locator(f"td.p{seat}") for at in range(2))
        points = int(last.locator("small").inner_text().split("+")[1])
        assert int(last.locator("b").inner_text()) == int(first.locator("b").inner_text()) + points
        expect(phone.get_by_role("button", name="Play another match")).to_be_visible()
    assert len(seen) == 1
    table.fits(scrolls=True)
