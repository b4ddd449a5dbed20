"""The teacher runs a lesson from its tab, from an empty room to the end, while phones follow without a reload."""

from drive import Player, in_phase, play, told
from playwright.sync_api import Page, expect
from screens import DESK

SCREENS = (DESK, {"width": 820, "height": 1180}, {"width": 360, "height": 740}, {"width": 320, "height": 568})


def part(desk: Page, name: str) -> None:
    """Press one of the parts of the lesson."""
    desk.locator(f"#to-{name}").click()
    expect(desk.locator(".parts4 [aria-current=step]")).to_contain_text(name.title())


def texts(desk: Page) -> list[str]:
    return desk.locator("ol.lcards .notecard").all_inner_texts()


def test_lesson_1_is_picked_and_started_in_an_empty_room(desk, classroom):
    """A teacher who has never seen HOOL finds the list, starts, and who comes in later is part of it."""
    desk.get_by_role("link", name="To the lessons").click()
    desk.get_by_role("link", name="All lessons").click()
    expect(desk.get_by_role("heading", name="Thirteen questions")).to_be_visible()
    desk.get_by_role("link", name="Can a small card ever beat a king?").click()
    expect(desk.get_by_role("heading", name="Typical mistakes")).to_be_visible()
    desk.get_by_label("40 minutes", exact=True).check()
    desk.locator(".today").get_by_role("button", name="Start").click()
    expect(told(desk)).to_have_text("“One suit” is open: everybody sees its question.")
    expect(desk.locator(".theysee .big")).to_have_text("Can a small card ever beat a king?")
    amina = Player(classroom.student("Amina"), quick=True)
    expect(amina.page.locator(".bigq")).to_have_text("Can a small card ever beat a king?")
    expect(desk.locator("#row-1")).to_contain_text("Amina")
    part(desk, "play")
    expect(amina.page.locator("#c-hand .card")).to_have_count(3)
    bo = Player(classroom.student("Bo"), quick=True)
    expect(bo.page.locator("#c-hand .card").first).to_be_visible()  # on the seat where a robot has begun
    # How far the table is comes by itself.
    play([amina, bo], in_phase("done"))
    expect(desk.locator("#lway-1")).to_contain_text("Board 1 of 8 is over")
    expect(desk.locator("#lboard-1")).to_contain_text("1 of 1 done")


def test_note_cards_go_to_the_wall_in_the_teachers_order(desk, classroom):
    amina = Player(classroom.student("Amina"), quick=True)
    desk.locator("#tab-lesson").click()
    desk.locator(".today").get_by_role("button", name="Start").click()
    part(desk, "play")
    wall = classroom.wall()
    for board, text in ((1, "The five won"), (2, "We waited too long")):
        play([amina], in_phase("done"))
        answer = amina.page.context.request.post(f"/room/{classroom.slug}/note", form={"text": text})
        assert answer.ok
        expect(desk.locator(".lcards .notecard")).to_have_count(board)  # while they still play
        if board == 1:
            desk.locator("#lboard-2").get_by_role("button", name="Go here").click()
            desk.locator("#bring-1").get_by_role("button", name="Go here").click()
            expect(told(desk)).to_have_text("Everybody is at board 2.")
            expect(amina.page.locator("#where")).to_contain_text("2")
            expect(amina.page.locator("#c-hand .card")).to_have_count(3)
    part(desk, "share")
    expect(amina.page.get_by_role("heading", name="Eyes on the wall")).to_be_visible()
    assert texts(desk) == ["The five won", "We waited too long"]
    # The keyboard stays on the card that moves.
    up = desk.locator("ol.lcards li").nth(1).get_by_role("button", name="Up")
    mark = up.get_attribute("id")
    up.press("Enter")
    expect(desk.locator("ol.lcards .notecard").first).to_have_text("We waited too long")
    assert desk.evaluate("document.activeElement.id") == mark
    desk.locator("ol.lcards li").first.get_by_role("button", name="To the wall").click()
    expect(wall.locator("body")).to_contain_text("We waited too long")
    expect(wall.locator("body")).not_to_contain_text("Amina")
    # Its board is stepped, and only its own.
    desk.get_by_role("button", name="Show its board").click()
    expect(desk.locator(".stepper")).to_contain_text("step 0 of 13")
    desk.get_by_role("button", name="One trick on").click()
    expect(desk.locator(".stepper")).to_contain_text("step 4 of 13")
    expect(desk.locator(".stepwords")).to_contain_text("wins the trick")
    desk.get_by_role("button", name="One step back").click()
    expect(desk.locator(".stepper")).to_contain_text("step 3 of 13")
    desk.get_by_role("button", name="Take down").click()
    expect(desk.locator(".onwall")).to_have_count(0)
    expect(wall.locator("body")).not_to_contain_text("We waited too long")
    desk.locator("ol.lcards li").first.get_by_role("button", name="Put aside").click()
    expect(desk.locator("ol.lcards .notecard")).to_have_text(["The five won"])
    desk.get_by_role("button", name="Fetch back").click()
    expect(desk.locator("ol.lcards .notecard")).to_have_count(2)


def test_what_is_half_chosen_survives_what_others_do(desk, classroom):
    """A sheet that is open stays open with its choice while the class goes on and the page is drawn anew."""
    amina = Player(classroom.student("Amina"), quick=True)
    desk.locator("#tab-lesson").click()
    desk.locator(".today").get_by_role("button", name="Start").click()
    part(desk, "play")
    expect(amina.page.locator("#c-hand .card")).to_have_count(3)
    desk.locator("#lboard-3").get_by_role("button", name="Go here").click()
    desk.locator("#bring-2").get_by_label("Who goes there").select_option("1")
    play([amina], in_phase("done"))
    expect(desk.locator("#lway-1")).to_contain_text("is over")
    expect(desk.locator("#bring-2")).to_be_visible()
    expect(desk.locator("#bring-2").get_by_label("Who goes there")).to_have_value("1")
    desk.locator("#bring-2").get_by_role("button", name="Go here").click()
    expect(told(desk)).to_have_text("Table 1 is at board 3.")
    # The pace holds at once.
    desk.get_by_label("Together", exact=True).check()
    expect(told(desk)).to_have_text("All tables wait after this board, until you start the next one.")
    expect(desk.locator("#next-all")).to_contain_text("board 4")
    part(desk, "reflect")
    desk.locator("#to-end").click()
    desk.get_by_role("button", name="End the lesson").click()
    expect(desk.get_by_role("heading", name="“One suit” is over")).to_be_visible()
    expect(desk.locator(".today")).to_contain_text("Lesson 2, Two suits.")


def test_all_of_it_works_without_scripts(desk, classroom, open_page):
    classroom.student("Amina")
    state = desk.context.storage_state()
    plain = open_page(f"/room/{classroom.slug}/class/lesson", DESK, java_script_enabled=False, storage_state=state)
    plain.locator(".today").get_by_role("button", name="Start").click()
    for name in ("play", "share", "reflect", "play"):
        part(plain, name)
    plain.get_by_label("Together", exact=True).check()
    plain.get_by_role("button", name="Set").click()
    expect(told(plain)).to_have_text("All tables wait after this board, until you start the next one.")
    plain.locator("#lboard-2").get_by_role("button", name="Go here").click()
    plain.locator("#bring-1").get_by_role("button", name="Go here").click()
    expect(told(plain)).to_have_text("Everybody is at board 2.")
    plain.locator("#to-end").click()
    plain.get_by_role("button", name="End the lesson").click()
    expect(plain.get_by_role("heading", name="“One suit” is over")).to_be_visible()


def test_nothing_is_wider_than_the_screen(desk, classroom):
    classroom.student("Amina")
    at = f"/room/{classroom.slug}/class"
    post = desk.context.request.post

    def narrow(path: str) -> None:
        for screen in SCREENS:
            desk.set_viewport_size(screen)
            desk.goto(at + path)
            assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, screen)

    for path in ("/lessons", "/lessons/010-one-suit", "/lessons/120-last-word", "/lesson"):
        narrow(path)
    assert post(f"{at}/lessons/010-one-suit/start").ok
    for phase in ("question", "play", "share", "reflect"):
        assert post(f"{at}/lesson/phase", form={"phase": phase}).ok
        narrow("/lesson")
