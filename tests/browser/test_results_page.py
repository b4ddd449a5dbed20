"""Results where a teacher and a student meet them, and on paper: a page for each child, two pages for the guide."""

import re

from past import past
from screens import DESK, PHONE

OVERFLOW = "document.documentElement.scrollWidth - innerWidth"
PAGES = re.compile(rb"/Type\s*/Page\b")


def pages_on_paper(page, paper):
    return len(PAGES.findall(page.pdf(format=paper)))


def test_results_are_found_read_and_printed(open_page, live):
    class_5b = past(live.data, boards=3, seed=11)
    teacher = class_5b.enter(open_page("/", DESK), "teacher")
    teacher.goto(f"/room/{class_5b.slug}/class/boards")
    teacher.get_by_role("link", name="Results", exact=True).click()
    teacher.get_by_role("heading", name="The class").wait_for()
    assert teacher.evaluate(OVERFLOW) <= 0
    teacher.get_by_label("Lesson").select_option(label="Without a lesson")
    teacher.get_by_role("button", name="Show", exact=True).click()
    teacher.wait_for_url("**lesson=0**")
    with teacher.expect_download() as file:
        teacher.get_by_role("button", name="Students: one line for each lesson").click()
    assert file.value.suggested_filename == "class-5b-students.csv"
    assert len(file.value.path().read_bytes().splitlines()) == 3  # the names of the columns, and two students
    teacher.get_by_role("link", name="Ines").click()
    teacher.get_by_role("heading", name="Ines").wait_for()
    facts = teacher.locator(".rs-facts").first.inner_text()
    assert "Played 3 boards with the class." in facts
    teacher.get_by_role("link", name="A page to print").click()
    teacher.wait_for_selector(".rs-sheet")
    assert facts.split("\n")[0] in teacher.content()
    for paper in ("A4", "Letter"):
        assert pages_on_paper(teacher, paper) == 1
    teacher.goto(f"/room/{class_5b.slug}/class/results/students/print")
    assert pages_on_paper(teacher, "A4") == 2

    ines = class_5b.enter(open_page("/", {"width": 320, "height": 568}))
    ines.goto(f"/room/{class_5b.slug}/boards")
    ines.get_by_role("link", name="My results").click()
    ines.get_by_role("heading", name="What went well").wait_for()
    assert ines.evaluate(OVERFLOW) <= 0
    ines.locator(".rs-boards a").first.click()
    ines.wait_for_url(f"**/room/{class_5b.slug}/boards/1/1*")


def test_the_guide_for_a_first_lesson_has_two_pages(open_page):
    page = open_page("/")
    page.get_by_role("link", name="Your first lesson").click()
    page.get_by_role("heading", name="Your first lesson").wait_for()
    page.evaluate("Promise.all([...document.images].map((each) => each.decode()))")
    assert page.evaluate("[...document.images].filter((each) => each.naturalWidth).length") == 3
    for paper in ("A4", "Letter"):
        assert pages_on_paper(page, paper) == 2
    page.set_viewport_size(PHONE)
    assert page.evaluate(OVERFLOW) <= 0
