"""The lesson workshop: a teacher copies a lesson, breaks and mends it, adds boards, and takes it to another room."""

import re

import pytest
from playwright.sync_api import Page, expect
from screens import PHONE

from hool.lessons import Lesson, read
from hool.rules.cards import high_card_points, lengths

DESK = {"width": 1366, "height": 768}
TABLET = {"width": 820, "height": 1180}


@pytest.fixture
def shop(classroom) -> Page:
    """The teacher's page in a copy of lesson 040."""
    page = classroom.teacher
    page.set_viewport_size(DESK)
    page.goto(f"/room/{classroom.slug}/class/lessons/040-trumps/edit")
    expect(page.locator("#text")).not_to_be_editable()
    page.get_by_role("button", name="Copy and edit").click()
    expect(page.locator("#told")).to_have_text("This copy is yours: the room keeps it as 040-trumps-2.")
    return page


def text_of(page: Page) -> str:
    return page.locator("#text").input_value()


def mistakes(page: Page):
    return page.locator(".ws-mistakes .ws-jump")


def beside(page: Page, name: str) -> None:
    page.locator(".ws-sides label", has_text=name).click()


def selected(page: Page) -> str:
    return page.locator("#text").evaluate("text => text.value.slice(text.selectionStart, text.selectionEnd)")


def in_sight(page: Page) -> bool:
    """Whether the selected line of the text can be seen."""
    return page.locator("#text").evaluate("""text => {
        const at = text.value.slice(0, text.selectionStart).split("\\n").length - 1;
        const line = document.querySelectorAll("#lines div")[at];
        const below = line.offsetTop + line.offsetHeight;
        return line.offsetTop >= text.scrollTop && below <= text.scrollTop + text.clientHeight;
    }""")


def test_a_lesson_is_copied_broken_mended_filled_and_taken_to_another_room(shop, classroom, open_page, tmp_path):
    before = text_of(shop)
    boards = before.count("```pbn")
    last_deal = [line for line in before.split("\n") if line.startswith('[Deal "N:')][-1]
    number = before.split("\n").index(last_deal) + 1
    shop.locator("#pane-preview").evaluate("pane => pane.scrollTop = 300")

    # A card is lost: the mistake is named, marked, and one press away.
    shop.locator("#text").fill(before.replace(last_deal, last_deal.replace("N:", "N:X", 1)))
    expect(mistakes(shop)).to_have_count(1)
    expect(mistakes(shop)).to_contain_text(re.compile(rf"line {number}\s+“X” is not a rank"))
    expect(shop.locator("#lines .bad")).to_have_count(1)
    expect(shop.locator("#number")).to_have_text("1")
    expect(shop.locator("#state")).to_have_text(re.compile("Not saved yet"), use_inner_text=True)
    assert shop.locator("#pane-preview").evaluate("pane => pane.scrollTop") == 300
    shop.locator("#text").evaluate("text => text.scrollTop = 0")
    mistakes(shop).click()
    assert selected(shop) == last_deal.replace("N:", "N:X", 1)
    assert in_sight(shop)

    # Typed where the line is selected, as a person would.
    shop.keyboard.insert_text(last_deal)
    expect(shop.locator(".ws-mistakes")).to_have_text(re.compile("No mistakes: this lesson can be played."))
    expect(shop.locator("#state")).to_have_text(re.compile("Saved"), use_inner_text=True)
    assert text_of(shop) == before

    # A random deal: looked at, another one, added behind the last board.
    beside(shop, "Add a board")
    shop.get_by_label("North: points").fill("20-21")
    shop.get_by_label("North: shape").fill("any balanced")
    shop.get_by_label("South: hearts").fill("5+")
    shop.get_by_role("button", name="Find a deal").click()
    expect(shop.locator("#adding .deal4 .slip")).to_have_count(4)
    expect(shop.locator("#adding .hand4.n")).to_contain_text(re.compile("North 2[01] points"))
    first = shop.locator("[name=found]").input_value()
    shop.get_by_role("button", name="Another one").click()
    expect(shop.locator("[name=found]")).not_to_have_value(first)
    shop.get_by_label("Title").fill("A strong hand")
    shop.get_by_role("button", name="Add this board").click()
    expect(shop.locator("#told")).to_have_text(f"Board {boards + 1} stands at the end of the boards. Save keeps it.")
    assert selected(shop) == f"## Board {boards + 1}: A strong hand"
    assert in_sight(shop)
    shop.keyboard.press("Control+z")  # a button's change is undone like typing
    expect(shop.locator("#text")).to_have_value(before)
    shop.keyboard.press("Control+Shift+z")
    lesson = read(text_of(shop), "x")
    assert isinstance(lesson, Lesson)
    north, _, south, _ = lesson.boards[-1].board.pbn.deal.hands
    assert 20 <= high_card_points(north) <= 21 and lengths(south)[1] >= 5
    assert lesson.steps[-1].title == "Share"

    # Saved, downloaded, and loaded where nobody has seen it yet.
    shop.keyboard.press("Control+s")
    expect(shop.locator("#told")).to_have_text("Saved. The lesson is ready to play.")
    expect(shop.locator("#state")).to_have_text(re.compile("Saved"), use_inner_text=True)
    with shop.expect_download() as download:
        shop.locator("#download").click()
    assert download.value.suggested_filename == "040-trumps-2.md"
    file = tmp_path / "040-trumps-2.md"
    download.value.save_as(file)
    assert file.read_text("utf-8") == text_of(shop)

    other = open_page("/", DESK)
    slug = re.search(r"/room/([\w-]+)", other.context.request.post("/open", form={"class_name": "Elsewhere"}).url)[1]
    sent = {"name": file.name, "mimeType": "text/markdown", "buffer": file.read_bytes()}
    other.context.request.post(f"/room/{slug}/class/lessons/load", multipart={"file": sent})
    other.goto(f"/room/{slug}/class/lessons/040-trumps-2/edit")
    expect(other.locator("#text")).to_have_value(text_of(shop))
    expect(other.locator(".ws-mistakes")).to_have_text(re.compile("No mistakes"))


def test_what_is_not_saved_is_not_left_by_accident(shop):
    said = []
    shop.on("dialog", lambda dialog: said.append(dialog.type) or dialog.dismiss())
    shop.locator("#text").press("Control+End")
    shop.keyboard.type("\nMore.")
    shop.get_by_role("link", name="Lessons", exact=True).click(no_wait_after=True)
    shop.wait_for_timeout(0)
    expect(shop.locator("#state")).to_have_text(re.compile("Not saved yet"), use_inner_text=True)
    assert said == ["beforeunload"]
    # A download gives what is on the screen: it saves first.
    with shop.expect_download() as download:
        shop.locator("#download").click()
    assert download.value.path().read_text("utf-8").endswith("\nMore.")
    assert said == ["beforeunload"]


def test_hands_are_typed_and_the_fourth_is_filled_in(shop):
    beside(shop, "Add a board")
    shop.locator(".ws-ways label", has_text="Type the hands").click()
    for seat, hand in zip(("North", "East"), ("AT4.9865.9.Q9873", "J6.J2.AKQ8743.T4"), strict=True):
        shop.get_by_label(f"{seat}: cards in spades").evaluate(
            """(field, hand) => {
                const data = new DataTransfer();
                data.setData("text", hand);
                const how = {clipboardData: data, bubbles: true, cancelable: true};
                field.dispatchEvent(new ClipboardEvent("paste", how));
            }""",
            hand,
        )
        expect(shop.get_by_label(f"{seat}: cards in diamonds")).to_have_value(hand.split(".")[2])
    for suit, ranks in (("spades", "k98532"), ("hearts", "akt7"), ("clubs", "a5")):
        shop.get_by_label(f"South: cards in {suit}").fill(ranks)
    expect(shop.locator("[data-hand=S] .ws-count")).to_have_text("12 of 13")
    shop.get_by_label("South: cards in clubs").press("Enter")
    expect(shop.locator(".ws-report")).to_contain_text("South has 12 cards and should have 13.")
    shop.get_by_label("South: cards in clubs").fill("a52")
    expect(shop.locator("[data-hand=S] .ws-count")).to_have_text("13 of 13")
    expect(shop.get_by_label("West: cards in diamonds")).to_have_attribute("placeholder", "JT652")
    shop.get_by_role("button", name="Add this board").click()
    expect(shop.locator("#told")).to_contain_text("stands at the end of the boards")
    assert "K98532.AKT7..A52 Q7.Q43.JT652.KJ6" in text_of(shop)


def test_boards_come_from_a_file_with_its_faults_named(shop):
    deal = "AT4.9865.9.Q9873 J6.J2.AKQ8743.T4 K98532.AKT7..A52 Q7.Q43.JT652.KJ6"
    good = f'[Board "1"]\n[Dealer "N"]\n[Deal "N:{deal}"]\n'
    file = {"name": "a.pbn", "mimeType": "text/plain", "buffer": f"{good}\n{good.replace('AT4', 'A4', 1)}".encode()}
    boards = text_of(shop).count("```pbn")
    beside(shop, "Add a board")
    shop.locator(".ws-ways label", has_text="From a file").click()
    shop.locator("#pbn").set_input_files(file)
    shop.get_by_role("button", name="Add the boards").click()
    expect(shop.locator("#told")).to_contain_text(f"Board {boards + 1} stands at the end")
    expect(shop.locator(".ws-report")).to_contain_text(re.compile(r"line 7\s+North has 12 cards"))
    beside(shop, "Preview")
    expect(shop.locator("#live .deal4")).to_have_count(boards + 1)


def test_help_puts_things_into_the_text(shop):
    beside(shop, "Help")
    shop.locator(".ws-presets li", has_text="one suit").get_by_role("button").click()
    expect(shop.locator("#told")).to_have_text("The lesson has the rules “one suit” now. Save keeps them.")
    assert 'preset = "one suit"' in text_of(shop)
    beside(shop, "Preview")
    expect(mistakes(shop).first).to_be_visible()
    beside(shop, "Help")
    shop.locator("#text").press("Control+End")
    shop.get_by_role("button", name="Put it in > Teacher:").click()
    assert selected(shop) == "> Teacher: What only you read."
    assert text_of(shop).rstrip().endswith("\n\n> Teacher: What only you read.")


def test_all_of_it_works_without_a_script(classroom, open_page):
    page = open_page("/", DESK, java_script_enabled=False)
    page.context.add_cookies(classroom.laptop.cookies())
    page.goto(f"/room/{classroom.slug}/class/lessons/040-trumps/edit")
    page.get_by_role("button", name="Copy and edit").click()
    before = text_of(page)
    page.locator("#text").fill(before.replace("minutes = 60", "minutes = sixty"))
    page.locator(".ws-left").get_by_role("button", name="Preview").click()
    expect(mistakes(page)).to_contain_text("line 4")
    page.locator("#text").fill(before)
    beside(page, "Add a board")
    page.get_by_label("North: points").fill("20+")
    page.get_by_role("button", name="Find a deal").click()
    expect(page.locator("#adding .deal4")).to_be_visible()
    page.get_by_role("button", name="Add this board").click()
    expect(page.locator("#told")).to_contain_text("stands at the end of the boards")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#told")).to_have_text("Saved. The lesson is ready to play.")
    assert text_of(page).count("```pbn") == before.count("```pbn") + 1


@pytest.mark.parametrize("size", [DESK, TABLET, PHONE, {"width": 320, "height": 568}])
def test_it_fits_every_screen(shop, size):
    shop.set_viewport_size(size)
    for name in ("Preview", "Add a board", "Help"):
        beside(shop, name)
        assert shop.evaluate("document.documentElement.scrollWidth") <= size["width"], name
    columns = [shop.locator(each).bounding_box() for each in (".ws-left", ".ws-right")]
    if size is DESK:
        assert columns[0]["y"] == columns[1]["y"] and all(c["y"] + c["height"] <= size["height"] for c in columns)
    else:
        assert columns[1]["y"] >= columns[0]["y"] + columns[0]["height"]
