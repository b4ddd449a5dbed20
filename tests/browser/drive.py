"""Quick players for the browser tests: they press what their own page offers, as a finger would, and nothing else."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from playwright.sync_api import Locator, Page
from screens import PHONE

# Everybody has ten points, and robots pass: a board that ends at once when the people pass too.
NOBODY_BIDS = "AT62.K73.Q85.J94 J94.AT62.K73.Q85 Q85.J94.AT62.K73 K73.Q85.J94.AT62"
# North and South take every trick, whatever is trumps and whoever leads.
NORTH_TAKES_ALL = "AKQJ.AKQ.AKQ.AKQ T98.JT9.JT98.JT9 765.876.765.8765 432.5432.432.432"

# What the page offers now. The order of `cards` is the order on the page.
LOOK = """() => {
  const one = (css) => document.querySelector(css), all = (css) => [...document.querySelectorAll(css)];
  const stage = one("#stage"), mine = one("#mine"), pad = one("#pad > .pad"), why = one("#why");
  const ids = (css) => all(css).map((node) => node.id);
  return {
    table: stage ? +stage.dataset.table : 0,
    seat: stage ? stage.dataset.you : "",
    phase: stage ? stage.dataset.phase : "",
    turn: mine ? +mine.dataset.turn : -1,
    online: Boolean(one("#conn.ok")),
    paused: Boolean(one(".eyesup")),
    why: why && !why.hidden ? why.innerText : "",
    step: pad ? pad.id.split("-").pop() : "",
    words: all("#pad button[name=act]").map((button) => button.value),
    clues: ids("#pad form[data-act=clue] label:not(.dead) input"),
    levels: ids("#pad label:not(.dead) > [name=level]"),
    proposes: Boolean(one("#pad [data-act=propose]")),
    expects: all("#pad button[value^=predict]").map((button) => button.value),
    floor: one("#pad [data-floor]") ? one("#pad [data-floor]").dataset.floor : "",
    cards: ids("#mine .cards.can button.card:not(.off)"),
    hand: ids("#c-hand .card"),
  };
}"""

# A press without waiting for the page to lie still; it must be where a finger would meet it.
QUICK_PRESS = """(css) => {
  const target = document.querySelector(css), box = target.getBoundingClientRect();
  const met = document.elementFromPoint(box.x + Math.min(box.width / 2, 12), box.y + box.height / 2);
  if (!target.contains(met)) throw new Error(`${css} is covered by ${met && met.outerHTML.slice(0, 200)}`);
  target.click();
}"""

TAP_IF_THERE = (
    "(css) => { const target = document.querySelector(css); if (target) target.click(); return Boolean(target); }"
)

# False when it was heard: then an answer is waited for, or the board is over.
GIVE_UP = """() => {
  const form = document.querySelector("form.claim");
  if (form) {
    form.querySelector("#q-0").click();
    form.querySelector("[type=submit]").click();
  }
  return Boolean(form);
}"""

DENOMINATIONS = ("C", "D", "H", "S", "NT")
Look = dict[str, Any]


def higher(floor: str) -> str:
    """The lowest bid above ``floor``: "1C" for "", "4C" for "3NT". 7NT has none and gives ""."""
    if not floor:
        return "1C"
    place = int(floor[0]) * 5 + DENOMINATIONS.index(floor[1:]) + 1
    return f"{place // 5}{DENOMINATIONS[place % 5]}" if place < 40 else ""


class Player:
    """Somebody at a page. ``plan`` says what they call: step ("step1", "step2", "step3", "redouble", "closing") to
    "pass", "double", "redouble", "bid 3NT", "higher", the lowest bid that is enough, or "wait"; else they pass.

    ``quick``: press at once and by script. Others use a real finger or mouse, which takes five times as long.
    """

    def __init__(self, page: Page, plan: dict[str, str] | None = None, quick: bool = False) -> None:
        self.page, self.plan, self.quick = page, plan or {}, quick
        self.says = True  # what they expect, when a lesson asks: the first answer
        self.touch = page.evaluate("navigator.maxTouchPoints") > 0
        self._done: tuple[int, int] = (0, -1)

    def look(self) -> Look:
        return self.page.evaluate(LOOK)

    def press(self, css: str) -> None:
        """Tap on a phone, click on a laptop; something that covers it makes this fail."""
        if self.quick:
            self.page.evaluate(QUICK_PRESS, css)
        elif self.touch:
            self.page.locator(css).tap()
        else:
            self.page.locator(css).click()

    def bid(self, text: str) -> None:
        """Compose a bid ("3NT") on the pad and confirm it."""
        self.press(f"label:has(#l-{text[0]})")
        self.press(f"label:has(#n-{text[1:]})")
        self.press("#pad [type=submit]")

    def move(self, look: Look | None = None) -> bool:
        """Decide what the page asks for, once for each turn; False if it asks for nothing now."""
        look = look or self.look()
        due = (look["table"], look["turn"])
        if look["paused"] or due == self._done or not self._decide(look):
            return False
        self._done = due
        return True

    def _decide(self, look: Look) -> bool:
        if "accept" in look["words"] and self.quick:
            # A mate's answer may have been enough meanwhile.
            return self.page.evaluate(TAP_IF_THERE, "#pad [value=accept]")
        if "accept" in look["words"]:
            self.press("#pad [value=accept]")
        elif look["expects"] and not self.says:
            return False
        elif look["expects"]:
            # Its moment may be over before the finger comes down.
            return self.page.evaluate(TAP_IF_THERE, f"#pad [value='{look['expects'][0]}']")
        elif look["clues"]:
            self.press(f"label:has(#{look['clues'][0]})")
            self.press("#pad [type=submit]")
        elif "agree" in look["words"]:
            self.press("#pad [value=agree]")
        elif look["proposes"]:
            self.bid(self.plan.get("propose", "1NT"))
        elif "pass" in look["words"]:
            return self._call(look)
        elif look["cards"]:
            self.press(f"#{look['cards'][0]}")
        else:
            return False
        return True

    def _call(self, look: Look) -> bool:
        wish = self.plan.get(look["step"], "pass")
        if wish == "wait":
            return False
        if wish == "higher":
            wish = f"bid {higher(look['floor'])}"
        if wish.startswith("bid ") and wish != "bid " and look["levels"]:
            self.bid(wish.removeprefix("bid "))
        else:
            self.press(f"#pad [value={wish if wish in look['words'] else 'pass'}]")
        return True


def told(desk: Page) -> Locator:
    """The sentence with which the teacher's last action was answered."""
    return desk.locator("#told")


def play(players: Sequence[Player], until: Callable[[Look], bool], seconds: float = 90) -> None:
    """Let the players move until every one of their pages looks as ``until`` says.

    Fails when that takes longer, telling what each page showed.
    """
    end, idle = time.monotonic() + seconds, 0
    while True:
        looks = [(player, player.look()) for player in players]
        if all(until(look) for _, look in looks):
            return
        if time.monotonic() > end:
            shown = [f"{look}\n{player.page.locator('#stage').inner_text()}" for player, look in looks]
            raise AssertionError("the players are stuck:\n" + "\n\n".join(shown))
        if sum(player.move(look) for player, look in looks):
            idle = 0
        else:
            idle = min(idle + 1, 4)
            players[0].page.wait_for_timeout(30 * idle)  # nobody can move: give the others' processors a moment


def in_phase(phase: str) -> Callable[[Look], bool]:
    """For ``play``: "lobby", "choose" (clues and bids), "play" or "done"."""
    return lambda look: look["phase"] == phase


def cards_left(count: int) -> Callable[[Look], bool]:
    """For ``play``: the own hand has at most so many cards left, in play."""
    return lambda look: look["phase"] == "play" and len(look["hand"]) <= count


def hands_at_rest(players: Sequence[Player]) -> list[list[str]]:
    """What each holds, once no card is on its way any more."""
    before: list[list[str]] = []
    while (now := [player.look()["hand"] for player in players]) != before:
        before = now
        players[0].page.wait_for_timeout(300)
    return before


def give_up(players: Sequence[Player]) -> None:
    """Who is to play a card gives up the tricks that are left, and the others agree: a board that ends soon."""
    end = time.monotonic() + 30
    # Nobody else may have a card on its way. Who has one, says nothing else before it is there.
    while not (able := [player for player in players if player.look()["cards"]]) or able[0].page.evaluate(GIVE_UP):
        assert time.monotonic() < end, [player.page.locator("#stage").inner_text() for player in players]
        players[0].page.wait_for_timeout(30)
    play(players, in_phase("done"))


def pbn(deals: Iterable[str], dealer: str = "N") -> bytes:
    """A PBN file with these deals, hands from North as in ``NOBODY_BIDS``."""
    boards = (f'[Board "{n}"]\n[Dealer "{dealer}"]\n[Deal "N:{deal}"]\n' for n, deal in enumerate(deals, 1))
    return "\n".join(boards).encode()


def load(classroom: Any, deals: Iterable[str], dealer: str = "N") -> None:
    """The teacher's next boards, from a PBN file."""
    file = {"name": "boards.pbn", "mimeType": "text/plain", "buffer": pbn(deals, dealer)}
    answer = classroom.laptop.request.post(f"/room/{classroom.slug}/class/boards", multipart={"pbn": file})
    assert answer.ok, answer.text()


def four(classroom: Any, plans: Sequence[dict[str, str]], size: dict[str, int] = PHONE) -> list[Player]:
    """Amina, Bo, Chi and Dev (N, S, E, W) at a table of people only: nobody waits for a robot.

    ``plans`` are theirs in this order; ``size`` is Amina's screen, the others have phones.
    """
    names = ("Amina", "Bo", "Chi", "Dev")
    screens = (size, PHONE, PHONE, PHONE)
    players = [
        Player(classroom.student(name, screen), plan, quick=True)
        for name, screen, plan in zip(names, screens, plans, strict=True)
    ]
    classroom.start()
    return players


def to_the_bids(amina: Player, others: Sequence[Player]) -> None:
    """All clues are told; then Amina, who deals, has her first bid before her."""
    for turn in (1, 2):
        play([amina], lambda look, turn=turn: look["turn"] >= turn)
        play(others, lambda look, turn=turn: look["turn"] >= turn)
    amina.page.wait_for_selector("#pad [data-act=bid]")
