"""The load: phones at many tables, in a process of its own, which `bench.speed` commands line by line.

Two crowds act in the same way, at `bench.bare` and at the product. There students join through the page,
a teacher loads prepared boards, and every act is one the rules allow: whole boards are played out
beforehand (`bench.boards`), so that nothing is worked out while the clock runs.
"""

from gevent import monkey

monkey.patch_all()

import http.client
import itertools
import json
import os
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import gevent
from gevent.event import Event
from gevent.socket import wait_read

from bench.boards import Played, played_boards
from bench.wire import Wire
from hool.rules.cards import format_deal

PACE = 2.0  # seconds between two actions at one table, as in a lively class
BOARDS = 40  # more than any table gets through while it is measured
TABLES_A_CLASS = 8


@dataclass
class Phone:
    """One student's socket. `answered` is set when the ack of the last act is there; `seen_at` is the last push."""

    wire: Wire
    answered: Event = field(default_factory=Event)
    refusals: list[str] = field(default_factory=list)
    seen_at: float = 0.0

    def read(self) -> None:
        for text in self.wire.texts():
            if text == "2":
                self.wire.send("3")
            elif text.startswith('42["view"'):
                self.seen_at = time.perf_counter()
            elif text.startswith("43"):
                if '"ok":false' in text:
                    self.refusals.append(text[:200])
                self.answered.set()

    def emit(self, name: str, *args: object) -> None:
        self.answered.clear()
        self.wire.emit(name, *args, ack=True)

    def ask(self, name: str, *args: object) -> None:
        """Emit and wait for the ack."""
        self.emit(name, *args)
        if not self.answered.wait(30):
            raise TimeoutError(f"no answer to {name} {args}")


@dataclass
class Table:
    """Four phones, and what they do next: (seat, event arguments), forever."""

    phones: list[Phone]
    acts: Iterator[tuple[int, tuple[object, ...]]]

    def act(self) -> float:
        """One action, answered. The moment it was sent."""
        seat, args = next(self.acts)
        sent = time.perf_counter()
        self.phones[seat].ask("act", *args)
        return sent


def phone_at(port: int, cookie: str = "") -> Phone:
    phone = Phone(Wire("127.0.0.1", port, cookie))
    gevent.spawn(phone.read)
    return phone


def bare_tables(port: int, count: int) -> list[Table]:
    """`count` tables of the yardstick."""
    tables = []
    for number in range(count):
        phones = [phone_at(port) for _ in range(4)]
        for seat, phone in enumerate(phones):
            phone.ask("watch", number, seat)
        tables.append(Table(phones, bare_acts(number)))
    return tables


def bare_acts(number: int) -> Iterator[tuple[int, tuple[object, ...]]]:
    for seat in itertools.cycle(range(4)):
        yield seat, (number, "x" * 180)


def hool_tables(port: int, count: int) -> list[Table]:
    """`count` tables of the product in classes of at most eight, every seat a student's, boards prepared."""
    boards = played_boards(BOARDS)
    tables: list[Table] = []
    while len(tables) < count:
        tables += _class(port, min(TABLES_A_CLASS, count - len(tables)), boards)
    return tables


def _class(port: int, count: int, boards: list[Played]) -> list[Table]:
    """A teacher opens a room, students join as their phones do, everybody is seated, the first board is dealt."""
    _, opened, teacher = request(port, "POST", "/open", {"class_name": "Bench"})
    room = re.match(r"/room/[^/]+", opened)[0]
    phones, cookies = [], []
    for number in range(4 * count):
        _, _, cookie = request(port, "POST", f"{room}/join", {"name": f"Student {number}"})
        phone = phone_at(port, cookie)
        phone.ask("watch", {"page": "play", "slug": room.rpartition("/")[2]})
        phones.append(phone)
        cookies.append(cookie)
    lines = [f"{b.board.number} dealer {b.board.dealer} deal {format_deal(b.deal)}" for b in boards]
    request(port, "POST", f"{room}/class/boards/use", {"boards": "\n".join(lines)}, teacher)
    request(port, "POST", f"{room}/class/start", {}, teacher)
    seated: dict[int, dict[int, Phone]] = {}
    for phone, cookie in zip(phones, cookies, strict=True):
        page, _, _ = request(port, "GET", f"{room}/play", cookie=cookie)
        table = int(re.search(r'data-table="(\d+)"', page)[1])
        seated.setdefault(table, {})["NESW".index(re.search(r'data-you="([NESW])"', page)[1])] = phone
    return [
        Table([seats[seat] for seat in range(4)], hool_acts(table, boards)) for table, seats in sorted(seated.items())
    ]


def hool_acts(table: int, boards: list[Played]) -> Iterator[tuple[int, tuple[object, ...]]]:
    """Every act of all the boards at one table, with its turn; between two boards all four press "next"."""
    turns = [0, 0, 0, 0]
    for played in boards:
        for seat, text in (*played.texts, *((seat, "next") for seat in range(4))):
            yield seat, ({"table": table, "turn": turns[seat], "text": text},)
            turns[seat] += 1


def request(
    port: int, method: str, path: str, form: dict[str, str] | None = None, cookie: str = ""
) -> tuple[str, str, str]:
    """One page as a browser asks for it: its text, where it leads, the cookies it set."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
    connection.request(method, path, urlencode(form or {}), headers)
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    if answer.status >= 400:
        raise RuntimeError(f"{method} {path}: {answer.status} {body[:300]}")
    cookies = [value.partition(";")[0] for name, value in answer.getheaders() if name == "Set-Cookie"]
    return body, answer.getheader("Location", ""), "; ".join(cookies)


def saturate(tables: list[Table], seconds: float) -> int:
    """Every table acts again as soon as it was answered. How many actions that were."""
    end = time.perf_counter() + seconds
    counts = [0] * len(tables)

    def drive(index: int) -> None:
        while time.perf_counter() < end:
            tables[index].act()
            counts[index] += 1

    gevent.joinall([gevent.spawn(drive, index) for index in range(len(tables))], raise_error=True)
    return sum(counts)


def pace(tables: list[Table], seconds: float) -> list[float]:
    """One action per table every PACE seconds: the delays in ms to the last push of each at its four phones."""
    delays: list[float] = []

    def drive(index: int) -> None:
        gevent.sleep(PACE * index / len(tables))
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            sent = tables[index].act()
            gevent.sleep(PACE - (time.perf_counter() - sent))
            seen = [phone.seen_at for phone in tables[index].phones]
            if min(seen) < sent:
                raise RuntimeError("an action reached only some of the four phones")
            delays.append(1000 * (max(seen) - sent))

    gevent.joinall([gevent.spawn(drive, index) for index in range(len(tables))], raise_error=True)
    return delays


def cpu_seconds(pid: int) -> float:
    """Processor time a process has used. From /proc where there is one, else from ps."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except FileNotFoundError:
        clock = os.popen(f"ps -o time= -p {pid}").read().strip()
        return sum(float(part) * 60**power for power, part in enumerate(reversed(clock.split(":"))))


def resident_mb(pid: int) -> float:
    return int(os.popen(f"ps -o rss= -p {pid}").read()) / 1024


def obey(command: str, seconds: float, tables: list[Table], pid: int) -> dict[str, object]:
    """Carry out one round; what it showed."""
    if command == "pace":
        return {"delays": pace(tables, seconds), "RSS MB": resident_mb(pid)}
    start, own, served = time.perf_counter(), time.process_time(), cpu_seconds(pid)
    actions = saturate(tables, seconds)
    elapsed = time.perf_counter() - start
    refusals = [text for table in tables for phone in table.phones for text in phone.refusals]
    if refusals:
        raise RuntimeError(f"{len(refusals)} acts were refused, so this measures nothing: {refusals[0]}")
    return {
        "actions/s": actions / elapsed,
        "CPU ms": 1000 * (cpu_seconds(pid) - served) / actions,
        "load CPU": (time.process_time() - own) / elapsed,
    }


def main() -> None:
    kind, port, count, pid = sys.argv[1], *map(int, sys.argv[2:5])
    tables = (bare_tables if kind == "bare" else hool_tables)(port, count)
    print("ready", flush=True)
    while True:
        wait_read(sys.stdin.fileno())  # not readline alone: meanwhile pings want an answer
        line = sys.stdin.readline()
        if not line:
            return
        command, seconds = line.split()
        print(json.dumps(obey(command, float(seconds), tables, pid)), flush=True)


if __name__ == "__main__":
    main()
