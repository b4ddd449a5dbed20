"""Make the pictures of the README again: `PYTHONPATH=. .venv/bin/python tests/browser/pictures.py` writes docs/*.png,
and with `guide` behind it only those of the guide for a first lesson, static/guide/*.png.

Seven students play at two tables of a real server; at the first, the cards below are played until a moment that
shows much: declarer is to play, and most of her cards are not allowed.
"""

import re
import struct
import sys
import tempfile
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from browser import system_browser
from conftest import ROOT, Classroom, Live
from drive import Look, Player, load, play
from past import past
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from screens import DESK, PHONE

LIMIT = 200_000  # bytes of one picture

# In the order of arrival: North, South, East, West of the first table, then the second.
NAMES = ("Tomás", "Amina", "Ines", "Li", "Bo", "Chi", "Dev")
DEAL = "K852.QJ7.A64.863 QJ93.62.J95.A972 A7.AKT95.K83.QJ4 T64.843.QT72.KT5"
CLUES = {"N": ("hcp", "spades"), "E": ("hcp", "clubs"), "S": ("hearts", "hcp"), "W": ("pattern", "hcp")}
BIDS = {"N": {"step1": "bid 2H"}, "S": {"step1": "bid 4H"}}
CARDS = (
    *("5C", "3C", "AC", "4C", "9C", "QC", "KC", "6C", "2D", "AD", "5D", "3D"),
    *("QH", "2H", "5H", "3H", "JH", "6H", "9H", "4H", "2S", "9S"),
)


class Scripted(Player):
    """Tells the clues of its seat and plays the cards of the script, which all share; its turn may be dummy's."""

    script: ClassVar[list[str]] = []

    def _decide(self, look: Look) -> bool:
        if look["clues"]:
            self.press(f"label:has(#k-{CLUES[look['seat']][look['turn']]})")
            self.press("#pad [type=submit]")
            return True
        if look["cards"] and self.script:
            self.press(f"[value='play {self.script.pop(0)}']")
            return True
        return "pass" in look["words"] and super()._decide(look)


def picture(page: Page, name: str) -> None:
    """Take it, packed as tightly as PNG allows."""
    page.evaluate("document.fonts.ready")
    page.evaluate("document.getAnimations().forEach((each) => each.finish())")
    data = pack(page.screenshot())
    if len(data) > LIMIT:
        sys.exit(f"{name} would be {len(data)} bytes")
    path = ROOT / (f"docs/{name}" if "/" not in name else name)
    path.write_bytes(data)
    print(f"{path.relative_to(ROOT)}: {len(data)} bytes")


def pack(png: bytes) -> bytes:
    """The same picture, deflated with more patience than a browser has."""
    chunks, at = [], 8
    while at < len(png):
        length = struct.unpack_from(">I", png, at)[0]
        chunks.append((png[at + 4 : at + 8], png[at + 8 : at + 8 + length]))
        at += 12 + length
    pixels = zlib.decompress(b"".join(body for kind, body in chunks if kind == b"IDAT"))
    header = next(body for kind, body in chunks if kind == b"IHDR")
    made = [(b"IHDR", header), (b"IDAT", zlib.compress(pixels, 9)), (b"IEND", b"")]
    parts = (struct.pack(">I", len(b)) + k + b + struct.pack(">I", zlib.crc32(k + b)) for k, b in made)
    return png[:8] + b"".join(parts)


def a_class(browser: Browser, live: Live) -> Classroom:
    """A teacher at a laptop who has just opened a room."""

    def new_device(size: dict[str, int] = DESK) -> BrowserContext:
        phone = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2} if size == PHONE else {}
        return browser.new_context(base_url=live.url, viewport=size, locale="en-GB", **phone)

    def open_page(path: str = "/", size: dict[str, int] = DESK, context: BrowserContext | None = None) -> Page:
        page = (context or new_device(size)).new_page()
        page.goto(path)
        return page

    laptop = new_device()
    slug = re.search(r"/room/([\w-]+)", laptop.request.post("/open", form={"class_name": "Class 5b"}).url)[1]
    return Classroom(open_page, new_device, laptop, slug)


def take(browser: Browser, live: Live) -> None:
    classroom = a_class(browser, live)
    open_page, desk, slug = classroom.open_page, classroom.teacher, classroom.slug
    load(classroom, [DEAL] * 4)
    players = [Scripted(classroom.student(name), quick=True) for name in NAMES]
    classroom.start()
    for player in players:
        player.page.wait_for_selector("#shared")
        player.plan = BIDS.get(player.look()["seat"], {})
    first, second = players[:4], players[4:]
    Scripted.script = list(CARDS)
    play(first, lambda _: not Scripted.script)
    play(second, lambda look: look["step"] == "step1" or look["step"] == "tell")
    second[1].page.locator("#raise").tap()
    amina = first[1].page
    amina.wait_for_selector("#c-hand .card.off")
    picture(amina, "table.png")
    desk.goto(f"/room/{slug}/class?table=1")
    desk.wait_for_selector(".hands")
    picture(desk, "class.png")
    a_lesson(open_page, desk, slug, players)
    a_replay(open_page(), live)


def a_first_lesson(classroom: Classroom) -> None:
    """Lesson 1 with eleven students: the question on the wall, a phone and the teacher's page while they play."""
    open_page, desk, slug = classroom.open_page, classroom.teacher, classroom.slug
    players = [Player(classroom.student(name), quick=True) for name in (*NAMES, "Eva", "Farid", "Hana", "Kofi")]
    at = f"/room/{slug}/class"
    desk.context.request.post(f"{at}/lessons/010-one-suit/start", form={"length": "60", "pace": "free"})
    wall = open_page(f"/room/{slug}/wall", {"width": 1280, "height": 720})
    wall.wait_for_selector(".flowerclock")
    picture(wall, "static/guide/wall.png")
    desk.context.request.post(f"{at}/lesson/phase", form={"phase": "play"})
    phone = players[0].page
    phone.wait_for_selector("#pad button[value^=predict]")
    picture(phone, "static/guide/phone.png")
    for player in players[4:]:
        player.page.wait_for_selector("#shared[data-phase=play]")
    play(players[4:], lambda look: look["phase"] == "done")
    players[1].page.locator("#raise").tap()
    desk.goto(f"{at}/lesson")
    desk.wait_for_selector(".lways li")
    desk.wait_for_selector(".hands")
    desk.wait_for_selector("#conn.ok")
    picture(desk, "static/guide/desk.png")


def a_replay(page: Page, live: Live) -> None:
    """A board that changed its mind, at the card that did it first."""
    board = past(live.data, seed=8, slips=0.12)
    board.enter(page).goto(board.board(1, 999))
    page.wait_for_selector("#rp-wait", state="detached")
    page.locator("#flip-1").click()
    page.wait_for_selector("#flip-1[aria-current]")
    page.mouse.move(0, 0)
    picture(page, "replay.png")


def a_lesson(open_page: Callable[..., Page], desk: Page, slug: str, players: Sequence[Player]) -> None:
    """The same class in lesson 4: its question on the wall, and the teacher's page while they play."""
    at = f"/room/{slug}/class"
    desk.context.request.post(f"{at}/lessons/040-trumps/start", form={"length": "60", "pace": "free", "sure": "1"})
    wall = open_page(f"/room/{slug}/wall", {"width": 1280, "height": 720})
    wall.wait_for_selector(".flowerclock")
    picture(wall, "wall.png")
    desk.context.request.post(f"{at}/lesson/phase", form={"phase": "play"})
    for player in players:
        player.page.wait_for_selector("#shared[data-phase=play]")
    play([Player(player.page, quick=True) for player in players[:4]], lambda look: len(look["hand"]) <= 9)
    desk.goto(f"{at}/lesson")
    desk.wait_for_selector(".lways li")
    picture(desk, "lesson.png")


def main() -> None:
    (ROOT / "docs").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        live = Live(Path(folder) / "hool.sqlite", folder)
        browser = playwright.chromium.launch(executable_path=system_browser())
        try:
            a_first_lesson(a_class(browser, live))
            if "guide" not in sys.argv:
                take(browser, live)
        finally:
            browser.close()
            live.stop()


if __name__ == "__main__":
    main()
