"""A class that has played: boards that robots and two students finished before anybody looked, in no time at all."""

from __future__ import annotations

import itertools
import random
import time
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from hool import create_app
from hool.robots import ROBOTS
from hool.web.access import cookie_name

NAMES = ("Ines", "Amina")  # North and South; robots sit East and West


@dataclass
class Past:
    """A room with finished boards at its first table. cookies: the keys of the teacher and of Ines, by role."""

    slug: str
    cookies: dict[str, tuple[str, str]]
    results: list[str]

    def enter(self, page: Page, role: str = "student") -> Page:
        """Let this browser be Ines, or the teacher."""
        name, value = self.cookies[role]
        page.context.add_cookies([{"name": name, "value": value, "url": page.url}])
        return page

    def board(self, number: int, at: int = 0) -> str:
        return f"/room/{self.slug}/boards/1/{number}?at={at}"


def past(data: Path, boards: int = 1, seed: int = 5, slips: float = 0.3, robots: str = "standard") -> Past:
    """Play boards in the database of a server. seed: of cards and choices. slips: how often the students play any card
    instead of the one a robot would."""
    now, due, order = [time.time() - 3600], [], itertools.count()

    def later(seconds, function):
        due.append((now[0] + seconds, next(order), function))

    rng = random.Random(seed)
    config = {"DATA": str(data), "CLOCK": lambda: now[0], "LATER": later, "RNG": random.Random(seed)}
    parts = create_app(config).extensions["hool"]
    room, _, key = parts.classroom.open_room("Class 5b")
    parts.classroom.change_settings(room.id, robots=robots, seed=f"{seed:032x}")
    people = [parts.classroom.join(room.id, name) for name in NAMES]
    table = parts.tables.tables(room.id)[0].id
    for _ in range(boards):
        assert parts.classroom.next_board(room.id, table).ok
        while (playing := parts.tables.get(table)).playing:
            mine = [seat for seat in playing.to_act() if not playing.seats[seat].acts_alone]
            if not mine:
                due.sort()
                now[0], _, function = due.pop(0)
                function()
                continue
            view = playing.rules.view(playing.play.state, mine[0])
            action, _ = ROBOTS["hool"]["standard"](view, rng)
            if view.phase == "play" and rng.random() < slips:
                action = rng.choice([choice.action for choice in view.choices if choice.why_not is None])
            assert parts.tables.act(table, playing.seats[mine[0]].person, playing.turns[mine[0]], str(action)).ok
    room = parts.classroom.room(room.id)
    cookies = {"teacher": (cookie_name(room, "teacher"), key), "student": (cookie_name(room, "student"), people[0][1])}
    return Past(room.slug, cookies, [str(each.result.line) for each in parts.tables.get(table).play.boards])
