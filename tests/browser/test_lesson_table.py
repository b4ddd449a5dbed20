"""A lesson's table on phones: a question beside the hand, a note card, a board again, choosing a contract together."""

import re

import pytest
from drive import Player, cards_left, in_phase, play
from playwright.sync_api import Page, expect
from screens import PHONE

from tests.test_lesson_page import SMALL, STRONG, lesson_of

NAMES = ("Amina", "Bo", "Chi", "Dev")
SCREENS = ((360, 740), (320, 568), (360, 640), (740, 360), (1366, 768))
QUESTION = "> Predict: How many tricks will you take? [tricks]"

# Buttons of the pad, and cards of the own hand, that a finger could not hit: out of sight, covered, or too small.
MISSED = """() => {
  const out = [], least = innerWidth < 340 ? 38 : 44;
  for (const node of document.querySelectorAll("#pad button, #c-hand .card")) {
    const box = node.getBoundingClientRect(), card = node.classList.contains("card");
    const met = document.elementFromPoint(box.left + Math.min(12, box.width / 2), box.top + box.height / 2);
    if (!node.contains(met)) out.push(`covered: ${node.outerHTML.slice(0, 120)}`);
    else if (!card && (box.height < 43.5 || box.width < least - .5)) {
      out.push(`small: ${box.width} x ${box.height} ${node.outerHTML.slice(0, 120)}`);
    }
  }
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) out.push(`the page is ${wide} wide`);
  return out;
}"""


def begin(classroom, text: str) -> list[Player]:
    """Four students in a lesson with this text, at its first board."""
    players = [Player(classroom.student(name), quick=True) for name in NAMES]
    request, room = classroom.laptop.request, f"/room/{classroom.slug}/class"
    file = {"name": "045-ours.md", "mimeType": "text/markdown", "buffer": text.encode()}
    for path, data in (
        ("lessons/load", {"multipart": {"file": file}}),
        ("lessons/045-ours/start", {"form": {"length": "60", "pace": "free"}}),
        ("lesson/phase", {"form": {"phase": "play"}}),
    ):
        answer = request.post(f"{room}/{path}", **data)
        assert answer.ok, answer.text()
    for player in players:
        player.page.wait_for_selector("#shared")
    return players


def on_turn(players: list[Player]) -> Player:
    """Whoever may play a card now."""
    while not (able := [player for player in players if player.look()["cards"]]):
        players[0].page.wait_for_timeout(30)
    return able[0]


@pytest.fixture
def small(classroom) -> list[Player]:
    """At a board of three tricks with a question and a note card; another board follows."""
    words = f"{QUESTION}\n\n> Note card: Our oddest trick."
    return begin(classroom, lesson_of((words, SMALL), ("", SMALL)))


def test_a_board_from_its_question_to_the_same_board_again(small):
    first = on_turn(small)
    a_card_can_be_played_while_a_question_is_open(first)
    second, *others = (player for player in small if player is not first)
    one_tap_answers(second)
    for player in (first, *others):
        player.press("#pad [value='predict 0 1']")
        expect(player.page.locator("#asks")).to_have_count(0)
    play(small, in_phase("done"))
    what_was_expected_is_told(small)
    a_note_card_survives_what_others_do(small)
    a_board_is_played_again(small)


def a_card_can_be_played_while_a_question_is_open(player: Player) -> None:
    page = player.page
    expect(page.locator("#asks")).to_have_text("How many tricks will you take?")
    expect(page.locator("#aloud")).to_have_text(re.compile(r"[a-z]\. How many tricks will you take\?"))
    expect(page.locator("#c-hand")).to_be_in_viewport(ratio=1)
    page.locator("#c-hand .card").first.tap()
    expect(page.locator("#c-hand .card")).to_have_count(2)
    expect(page.locator("#asks")).to_be_visible()


def one_tap_answers(player: Player) -> None:
    page = player.page
    page.locator("#pad .answers").get_by_role("button", name="2").tap()
    expect(page.locator("#asks")).to_have_count(0)
    page.locator("#where button").tap()
    expect(page.locator("#papers")).to_contain_text("What you expect")
    page.keyboard.press("Escape")
    expect(page.locator("#papers")).to_be_hidden()


def what_was_expected_is_told(players: list[Player]) -> None:
    for player in players:
        expect(player.page.locator("#heard-0 li.own")).to_contain_text("You said")
        expect(player.page.locator("#heard-0 li")).to_have_count(4)


def a_note_card_survives_what_others_do(players: list[Player]) -> None:
    writer = next(player for player in players if player.page.locator("#noteform").is_visible())
    reader = next(player for player in players if player is not writer)
    field = writer.page.locator("#note-text")
    field.fill("The six beat the five")
    reader.page.locator("#again-this").tap()
    expect(writer.page.locator("#wish")).to_contain_text("wants to play board 1 again")
    expect(field).to_have_value("The six beat the five")
    expect(field).to_be_focused()
    writer.page.get_by_role("button", name="Write").tap()
    expect(writer.page.locator("#toast")).to_contain_text("Your note card is kept")
    for player in players:
        expect(player.page.locator("#notecard .written")).to_contain_text("The six beat the five")


def a_board_is_played_again(players: list[Player]) -> None:
    others = [player for player in players if player.page.locator("#again-too").count()]
    assert len(others) == 3
    for player in others:
        player.page.locator("#again-too").tap()
    for player in players:
        expect(player.page.locator("#where")).to_contain_text("Board 1")
        expect(player.page.locator("#c-hand .card")).to_have_count(3)


def test_the_hand_and_the_answers_are_in_reach_on_every_screen(classroom):
    """A question of fourteen answers when dummy opens, and then dummy's own one of every trick."""
    words = "> Predict when dummy opens: How many tricks will your side take in the end? [tricks]"
    text = lesson_of((words, STRONG), preset="dummy", rung=5, more="dummy_predicts = true")
    players = begin(classroom, text)
    lead = on_turn(players)
    lead.press(f"#{lead.look()['cards'][0]}")
    for player in players:
        expect(player.page.locator("#asks")).to_contain_text("in the end")
        in_reach(player.page)
        player.press("#pad [value='predict 0 7']")
    dummy = next(player for player in players if player.page.locator("#d-hand").count() and not player.look()["cards"])
    expect(dummy.page.locator("#asks")).to_have_text("Who wins trick 1?")
    in_reach(dummy.page)
    dummy.page.locator("#pad").get_by_role("button", name="We").tap()
    expect(dummy.page.locator("#expected")).to_contain_text("Trick 1, you say: we")
    play(players, cards_left(12))
    expect(dummy.page.locator("#asks")).to_have_text("Who wins trick 2?")


def in_reach(page: Page) -> None:
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(MISSED) == [], (width, height)
    page.set_viewport_size(PHONE)


def test_a_pair_chooses_its_contract_on_phones(classroom):
    players = begin(classroom, lesson_of(("", STRONG), preset="minibridge", rung=7))
    first = next(player for player in players if player.page.locator("#pad [data-act=propose]").count())
    second = next(player for player in players if player.page.locator(".openhand").count() and player is not first)
    for player in (first, second):
        expect(player.page.locator(".openhand .slip")).to_be_in_viewport(ratio=1)
        expect(player.page.locator("#c-hand")).to_be_in_viewport(ratio=1)
    in_reach(first.page)
    first.bid("3NT")
    expect(second.page.get_by_role("button", name="Agree to")).to_be_visible()
    in_reach(second.page)
    second.bid("6NT")
    first.page.get_by_role("button", name="Agree to").tap()
    for player in players:
        expect(player.page.locator(".promise .bidcard")).to_contain_text("6")
