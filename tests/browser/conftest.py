"""What browser tests share: one running server, phones and desks that look at it, a fresh class for each test.

The server is `python app.py` as a teacher runs it, one for all tests on a database of its own. It keeps
real time, only that robots pause for a shorter while; a test waits for what it wants to see, never for seconds.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest
from browser import system_browser
from playwright.sync_api import BrowserContext, Page
from screens import DESK, LAPTOP, PHONE, WALL

ROOT = Path(__file__).resolve().parents[2]
# What a browser says, and htmx, when a server is stopped while they ask it something.
LOST = ("net::", "Failed to fetch")
NO_OTHER_HOST = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"


class Live:
    """The running server. `restart()` stops and starts it on the same port and database; so do `kill()`, `start()`."""

    def __init__(self, data: Path, templates: str) -> None:
        self.data, self.templates = data, templates
        self.port = "0"
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "tests/browser/quick_server.py"],
            cwd=ROOT,
            env={
                **os.environ,
                **{"PYTHONPATH": str(ROOT), "DATA": str(self.data), "HOST": "127.0.0.1", "PORT": self.port},
                **{"LANG": "C.UTF-8", "TEMPLATES": self.templates},
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        )
        shown = ""
        while not (found := re.search(r"http://127\.0\.0\.1:(\d+)", shown)):
            line = self.process.stdout.readline()
            assert line, f"the server did not start: {shown}"
            shown += line
        self.port = found[1]
        while "Ctrl+C" not in shown:
            shown += self.process.stdout.readline()

    def stop(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=20)

    def kill(self) -> None:
        """As when the computer loses its power: nothing is told, nothing put away."""
        self.process.kill()
        self.process.communicate(timeout=20)

    def restart(self) -> None:
        self.stop()
        self.start()


@pytest.fixture(scope="session")
def live(tmp_path_factory, compiled):
    server = Live(tmp_path_factory.mktemp("data") / "hool.sqlite", compiled.directory)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args, browser_name):
    """The system's Chromium where there is one, else the build Playwright fetched. It knows no other host."""
    if browser_name != "chromium":
        return browser_type_launch_args
    more = {"args": [*browser_type_launch_args.get("args", []), NO_OTHER_HOST]}
    return {**browser_type_launch_args, **more, **({"executable_path": path} if (path := system_browser()) else {})}


@pytest.fixture
def complaints() -> list[str]:
    """What pages did or said that none may; the test fails if there is any."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def new_device(new_context, live, complaints) -> Callable[..., BrowserContext]:
    """A browser of its own, before it shows a page: `new_device(PHONE)`; more is passed to the context.

    Its pages may reach our server and nothing else.
    """

    def new_device(size: dict[str, int] = LAPTOP, **more) -> BrowserContext:
        touch = {"has_touch": True, "is_mobile": True} if size == PHONE else {}
        # Without motion: eight pages that glide are drawn by the processor, which here does everything else too.
        still = {"reduced_motion": "reduce"}
        context = new_context(base_url=live.url, viewport=size, locale="en-GB", **{**touch, **still, **more})
        context.set_default_timeout(15_000)
        # Only looked at: a route would hold up every request, and no page would have a cache.
        context.on(
            "request",
            lambda request: (
                complaints.append(f"reached outside: {request.url}")
                if request.url.startswith("http") and not request.url.startswith(f"{live.url}/")
                else None
            ),
        )
        return context

    return new_device


@pytest.fixture
def open_page(new_device, complaints) -> Callable[..., Page]:
    """Open pages in browsers of their own: `open_page("/join", PHONE)`, or in that of another: `context=page.context`.

    The test fails if a script or the content policy complained.
    """

    def open_page(
        path: str = "/", size: dict[str, int] = LAPTOP, context: BrowserContext | None = None, **more
    ) -> Page:
        page = (context or new_device(size, **more)).new_page()
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
        page.on(
            "console",
            lambda said: (
                complaints.append(f"{page.url}: {said.text}")
                if said.type == "error" and not any(lost in said.text for lost in LOST)
                else None
            ),
        )
        page.goto(path)
        return page

    return open_page


@dataclass
class Classroom:
    """A class of one test: the teacher's laptop, and students' phones that have joined.

    Each page that is open is drawn anew with every act of the class, and most tests look at a few: so the teacher's
    page is opened when it is asked for, and students do not type their names (test_start.py and test_class.py do).
    """

    open_page: Callable[..., Page]
    new_device: Callable[..., BrowserContext]
    laptop: BrowserContext
    slug: str

    @cached_property
    def teacher(self) -> Page:
        """The teacher's page."""
        return self.open_page(f"/room/{self.slug}/class", LAPTOP, self.laptop)

    def student(self, name: str, size: dict[str, int] = PHONE, **more) -> Page:
        """A phone that stands at its lobby or table."""
        phone = self.new_device(size, **more)
        answer = phone.request.post(f"/room/{self.slug}/join", form={"name": name})
        assert answer.url.endswith("/play"), answer.text()
        return self.open_page(f"/room/{self.slug}/play", size, phone)

    def code(self) -> str:
        """The room code, as it stands on the teacher's page."""
        return self.teacher.locator(".codebtn .num").inner_text()

    def wall(self) -> Page:
        return self.open_page(f"/room/{self.slug}/wall", WALL)

    def start(self) -> None:
        """The teacher starts the first boards."""
        answer = self.laptop.request.post(f"/room/{self.slug}/class/start")
        assert answer.ok, answer.text()


@pytest.fixture
def classroom(open_page, new_device) -> Classroom:
    """A teacher at a laptop who has just opened a room."""
    laptop = new_device(LAPTOP)
    answer = laptop.request.post("/open", form={"class_name": "Bridge club"})
    return Classroom(open_page, new_device, laptop, re.search(r"/room/([\w-]+)", answer.url)[1])


@pytest.fixture
def desk(classroom) -> Page:
    """The teacher's page on the screen of a usual laptop."""
    classroom.teacher.set_viewport_size(DESK)
    return classroom.teacher
