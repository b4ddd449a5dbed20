"""A whole lesson: a teacher and seven students at two tables, a board and the next, a lost page, eyes up, a replay."""

import re

import pytest
from drive import Player, cards_left, give_up, hands_at_rest, in_phase, play
from ears import Ears, Judge
from playwright.sync_api import BrowserContext, Page, expect
from screens import PHONE, WALL

from hool.formats import pbn

LAPTOP = {"width": 1366, "height": 768}
NAMES = ("Amina", "Bo", "Chi", "Dev", "Eve", "Finn", "Gül")
FINGERS = ("Amina", "Eve")
BUSY = {"step1": "bid 1C", "step2": "higher", "step3": "higher", "closing": "double", "redouble": "redouble"}


@pytest.fixture
def teacher(open_page) -> Page:
    """A teacher who has opened a room from the front page and stands at the class page."""
    page = open_page("/", LAPTOP)
    page.get_by_label("Name of your class").fill("Class 5b")
    page.get_by_role("button", name="Open a room").click()
    page.get_by_role("link", name="To the class").click()
    expect(page.locator("#tab-table")).to_be_visible()
    return page


def slug_of(teacher: Page) -> str:
    return re.search(r"/room/([\w-]+)/", teacher.url)[1]


def join(open_page, context: BrowserContext, slug: str, code: str, name: str) -> Player:
    """Two by the code on the wall and with a finger, the others at once."""
    if name not in FINGERS:
        assert context.request.post(f"/room/{slug}/join", form={"name": name}).ok
        phone = open_page(f"/room/{slug}/play", PHONE, context)
    else:
        phone = open_page("/", PHONE, context)
        phone.get_by_label("Room code").first.fill(code.lower())
        phone.get_by_role("button", name="Join", exact=True).tap()
        phone.get_by_label("Your first name").fill(name)
        phone.get_by_role("button", name="Go in").tap()
    expect(phone.get_by_role("heading", name=f"You are in, {name}.")).to_be_visible()
    return Player(phone, BUSY, quick=name not in FINGERS)


def places(players: list[Player]) -> list[tuple[int, str]]:
    return [(look["table"], look["seat"]) for look in (player.look() for player in players)]


def test_seven_students_at_two_tables_play_a_board_and_begin_the_next(teacher, open_page, new_device, live):
    slug = slug_of(teacher)
    wall = open_page(f"/room/{slug}/wall", WALL)
    code = "".join(wall.locator(".bigcode span").all_inner_texts())
    phones = [new_device(PHONE) for _ in NAMES]
    ears = [Ears(phone) for phone in phones]  # all that the phones are sent is written down
    players = [join(open_page, phone, slug, code, name) for phone, name in zip(phones, NAMES, strict=True)]
    expect(wall.locator(".here")).to_have_text("7 are here")
    wall.close()

    teacher.get_by_role("button", name="Play without a lesson").click()
    expect(teacher.locator("#told")).to_contain_text("The first boards are dealt.")
    for player in players:
        expect(player.page.locator("#shared")).to_be_visible()
    seats = places(players)
    tables = sorted({table for table, _ in seats})
    assert len(set(seats)) == 7
    assert sorted([table for table, _ in seats].count(table) for table in tables) == [3, 4]
    full = max(tables, key=[table for table, _ in seats].count)

    play(players, cards_left(10))
    a_page_is_closed_and_comes_back(players, full, open_page, teacher)
    eyes_up(players, teacher)
    judge = Judge(live.data)
    for player, (table, seat) in zip(players, seats, strict=True):
        assert judge.leaks_on_page(player.page, table, seat) == set()
    give_up([player for player, (table, _) in zip(players, seats, strict=True) if table == tables[1]])
    play(players, in_phase("done"))
    a_student_looks_again(next(player for player, (table, _) in zip(players, seats, strict=True) if table == tables[0]))

    the_students_start_the_next_board(players, full)
    bold = {table: player for player, (table, _) in zip(players, seats, strict=True)}
    for player in players:
        player.plan = {"step1": "bid 7NT", "redouble": "redouble"} if player in bold.values() else {"step2": "double"}
    play(players, cards_left(12))
    assert places(players) == seats

    for listener, (_, seat) in zip(ears, seats, strict=True):
        assert len(listener.heard) > 100
        assert judge.leaks(listener, seat) == []
    the_teacher_looks_again(teacher)
    the_boards_can_be_taken_along(teacher)


def a_page_is_closed_and_comes_back(players: list[Player], table: int, open_page, teacher: Page) -> None:
    mates = [player for player in players if player.look()["table"] == table]
    gone, mate = mates[0], mates[1]
    hands_at_rest(mates)
    before = gone.look()
    name = NAMES[players.index(gone)]
    plate = mate.page.locator(f"#plate-{before['seat']}")
    row = teacher.locator("#rows .ppl li", has_text=name)
    gone.page.close()
    expect(plate.locator(".mark")).to_contain_text("away")
    expect(row).to_have_class("away")
    gone.page = open_page(re.sub(r"^https?://[^/]+", "", mate.page.url), PHONE, context=gone.page.context)
    expect(gone.page.locator("#conn")).to_have_class("conn ok")
    after = gone.look()
    assert (after["table"], after["seat"], after["turn"]) == (before["table"], before["seat"], before["turn"])
    expect(plate.locator(".mark")).to_have_count(0)
    expect(row).to_have_count(1)
    expect(row).not_to_have_class("away")


def eyes_up(players: list[Player], teacher: Page) -> None:
    teacher.get_by_role("button", name="Eyes up").click()
    expect(teacher.locator("#told")).to_contain_text("Everybody is paused")
    for player in players:
        expect(player.page.get_by_role("heading", name="Eyes up")).to_be_visible()
    student = next(player for player in players if player.look()["cards"])
    before = student.look()
    card = student.page.locator(f"#{before['cards'][0]}")
    box = card.bounding_box()
    student.page.touchscreen.tap(box["x"] + 5, box["y"] + 5)  # the cloth lies over it
    card.dispatch_event("click")  # and a keyboard may reach it
    expect(student.page.locator("#aloud")).to_have_text(re.compile("The table is paused. Look at your teacher."))
    assert student.look()["hand"] == before["hand"]
    teacher.locator(".deskbar").get_by_role("button", name="Play on").click()
    for player in players:
        expect(player.page.locator(".eyesup")).to_have_count(0)


def the_students_start_the_next_board(players: list[Player], full: int) -> None:
    mates = [player for player in players if player.look()["table"] == full]
    mates[0].press("#next-board")
    expect(mates[0].page.locator("#next-wait")).to_contain_text("1 of 4 are ready")
    for player in players:
        if player is not mates[0]:
            player.press("#next-board")
    for player in players:
        expect(player.page.locator("#where small")).to_have_text("board 2")


def a_student_looks_again(student: Player) -> None:
    """One step a tap from the deal into the second trick; then to the result."""
    page = student.page
    page.get_by_role("link", name="Look again").tap()
    step = page.locator(".steps small")
    count = int(re.fullmatch(r"step 1 of (\d+)", step.inner_text())[1])
    assert count >= 1 + 8 + 2 + 52 + 1
    for n in range(2, 18):
        page.locator("#step-next").tap()
        expect(step).to_have_text(f"step {n} of {count}")
    page.get_by_role("link", name="To the end").tap()
    expect(step).to_have_text(f"step {count} of {count}")
    expect(page.locator(".steps b")).to_have_text("the result")
    expect(page.locator("#step-next")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("link", name="To the table").tap()
    expect(page.locator("#next-board")).to_be_visible()


def the_teacher_looks_again(teacher: Page) -> None:
    """By keys, at the first board of the first table."""
    teacher.get_by_role("link", name="Boards", exact=True).click()
    rows = teacher.locator(".results tbody tr")
    expect(rows).to_have_count(1)
    expect(rows.get_by_role("link")).to_have_count(2)
    rows.first.get_by_role("link").first.click()
    teacher.wait_for_url("**/boards/1/1")  # with its scripts: keys count from then on
    label = teacher.locator(".steps b")
    expect(label).to_have_text("the deal")
    for _ in range(8):
        teacher.keyboard.press("ArrowRight")
    expect(label).to_have_text("clue 8 of 8")
    teacher.get_by_role("link", name="To the end").click()
    expect(label).to_have_text("the result")
    teacher.keyboard.press("ArrowLeft")
    expect(label).to_have_text("card 52 of 52")


def the_boards_can_be_taken_along(teacher: Page) -> None:
    teacher.get_by_role("link", name="All boards").click()
    with teacher.expect_download() as download:
        teacher.get_by_role("link", name="Download as PBN").click()
    report = pbn.read(download.value.path().read_bytes())
    assert report.problems == ()
    assert sorted(board.number for board in report.boards) == [1, 1]
    played = [len([act for act in board.acts if act[1].startswith("play ")]) for board in report.boards]
    assert max(played) == 52, "the first table played to the end"
    assert min(played) >= 12, "the second gave up the tricks that were left"
