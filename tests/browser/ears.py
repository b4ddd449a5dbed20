"""What a phone is sent, and whether its owner may know it."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, WebSocket

from hool.fold import Table, fold
from hool.rules import hool
from hool.store import Store
from tests.people import cards_in


class Ears:
    """Everything that comes over the websockets a browser opens from now on, each with the event it was sent after."""

    def __init__(self, phone: BrowserContext) -> None:
        self.heard: list[tuple[int, int, str]] = []  # table, seq, text
        self._last = (0, 0)
        for page in phone.pages:
            self._watch(page)
        phone.on("page", self._watch)

    def _watch(self, page: Page) -> None:
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, frame: str | bytes) -> None:
        text = frame if isinstance(frame, str) else frame.decode()
        packet = re.match(r"4\d+(\[.*)", text, re.DOTALL)
        if packet is None:
            return
        message: Any = json.loads(packet[1])
        if message[0] == "view":
            self._last = (message[1]["table"], message[1]["seq"])
            text = message[1]["html"]
        self.heard.append((*self._last, text))


def cards_on(page: Page) -> set[str]:
    """Every card that the page's source names; a browser writes out ``<use/>`` as two tags."""
    return cards_in(page.content().replace("></use>", "/>"))


class Judge:
    """Knows from the logs on disk who may know which card when."""

    def __init__(self, data: Path) -> None:
        self._store = Store(f"sqlite:///{data}", time.time)
        self._past: dict[int, list[Table]] = {}

    def table(self, table_id: int, seq: int | None = None) -> Table:
        """The table after its event ``seq``, or as it stands now."""
        past = self._past.setdefault(table_id, [Table(table_id, 0, 0)])
        if seq is None or seq >= len(past):
            for event in self._store.events(table_id, len(past) - 1):
                past.append(fold(past[-1], event))
        return past[-1 if seq is None else seq]

    def may_know(self, table: Table, seat: int) -> set[str]:
        """By the rules: the own hand, what was played, dummy after the opening lead, declarer's hand for dummy then,
        and everything once the board is over or before there is one."""
        if table.play.deal is None or table.finished:
            return {str(card) for card in hool.PACKS["full"]}
        hands = [set(map(str, hand)) for hand in table.play.deal.hands]
        played = {act.text.removeprefix("play ") for act in table.play.acts if act.text.startswith("play ")}
        view = hool.view(table.play.state, None)
        known = hands[seat] | played
        if played:
            known |= hands[view.dummy]
            if seat == view.dummy:
                known |= hands[view.declarer]
        return known

    def leaks(self, ears: Ears, seat: str) -> list[tuple[int, str, set[str]]]:
        """What was sent to somebody on this seat too early: (seq, text, cards)."""
        place = "NESW".index(seat)
        found = []
        for table, seq, text in ears.heard:
            if table and (cards := cards_in(text) - self.may_know(self.table(table, seq), place)):
                found.append((seq, text, cards))
        return found

    def leaks_on_page(self, page: Page, table: int, seat: str) -> set[str]:
        """The cards in the page's source that somebody on this seat may not know."""
        return cards_on(page) - self.may_know(self.table(table), "NESW".index(seat))
