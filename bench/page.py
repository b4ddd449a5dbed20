"""How much a student's phone has to fetch: `make bench`, `python -m bench.page`.

What is measured, and the goals: bench/README.md. Nothing is asked of a clock, so the figures are the same everywhere.
"""

import gzip
import re
import tempfile
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from hool import create_app

PACKED = {"Accept-Encoding": "gzip"}
GOAL_KB, GOAL_REQUESTS, LATER_KB = 60, 6, 10


class _Linked(HTMLParser):
    """The addresses that a browser fetches by itself when it reads a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if (tag == "link" and given.get("rel") in ("stylesheet", "icon")) or (
            tag in ("script", "img") and "src" in given
        ):
            self.found.append(given.get("href") or given.get("src") or "")


@dataclass
class Reader:
    """A phone with an empty cache: fetches pages and what belongs to them, each file once."""

    http: Any

    def __post_init__(self) -> None:
        self.kept: set[str] = set()

    def fetch(self, address: str) -> tuple[int, str]:
        """Bytes on the wire without headers, and the text."""
        answer = self.http.get(address, headers=PACKED)
        assert answer.status_code == 200, (address, answer.status)
        packed = answer.headers.get("Content-Encoding") == "gzip"
        body = gzip.decompress(answer.data) if packed else answer.data
        return len(answer.data), body.decode("utf-8", "replace")

    def open(self, address: str) -> dict[str, int]:
        """Open a page: what was fetched, with its bytes."""
        size, page = self.fetch(address)
        got = {address: size}
        for each in _Linked(page).found:
            if each in self.kept:
                continue
            self.kept.add(each)
            got[each], text = self.fetch(each)
            if ".css" in each:
                # An English page needs the first font alone; the others are for letters with marks.
                for font in re.findall(r"url\((fonts/[^)]+)\)", text)[:1]:
                    if font not in self.kept:
                        self.kept.add(font)
                        got[font], _ = self.fetch(f"/static/{font}")
        return got


def student(app: Any) -> tuple[Any, str]:
    """A browser that holds a student's key at a table in play, and the address of the room."""
    teacher, http = app.test_client(), app.test_client()
    room = "/".join(teacher.post("/open", data={"class_name": "Bench"}).headers["Location"].split("/")[:3])
    http.post(f"{room}/join", data={"name": "Amina"})
    teacher.post(f"{room}/class/start")
    return http, room


def measure() -> list[tuple[str, dict[str, int]]]:
    """What is fetched at the door, by the first page at a table, and by the next views of it."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"TESTING": True, "DATA": str(Path(folder) / "hool.sqlite")})
        http, room = student(app)
        first = Reader(http)
        table = first.open(f"{room}/play")
        again = first.open(f"{room}/play")
        newcomer = Reader(app.test_client())
        door = newcomer.open(room)
        newcomer.http = http
        after = newcomer.open(f"{room}/play")
    return [
        ("the table, first page of all", table),
        ("the table again", again),
        ("the door, first page of all", door),
        ("the table after the door", after),
    ]


def main() -> None:
    print(f"A student's pages, packed; at most {GOAL_KB} KB and {GOAL_REQUESTS} requests, then {LATER_KB} KB a view")
    for name, got in measure():
        print(f"{sum(got.values()) / 1024:8.1f} KB {len(got):3} requests  {name}")
        for address, size in got.items():
            print(f"{size / 1024:14.1f} KB  {re.sub(r'/room/[^/]+', '/room/...', address.partition('?')[0])}")


if __name__ == "__main__":
    main()
