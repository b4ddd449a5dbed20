"""Whole boards written down: tests/golden/*.log, a log with the actor's choices and the public view under each event.

Replaying the events must give the same text, so a rule or sentence that changes shows up as a difference to read. To
write the files anew after a wanted change: `python -m tests.test_golden`, then read what changed.
"""

import json
from pathlib import Path

import pytest

from hool.rules import GAMES
from hool.rules.cards import parse_deal
from hool.rules.game import CLOCK, Board, narrate, options_from_json, replay

FILES = sorted((Path(__file__).parent / "golden").glob("*.log"))


def read(text):
    """The game, board, deal and acts of a log; indented lines are what must come out again."""
    events = [line.split(" ", 2) for line in text.splitlines() if not line.startswith(" ")]
    assert [number for number, _, _ in events] == [str(number + 1) for number in range(len(events))]
    (_, _, opened), (_, _, dealt), *acts = events
    _, name, options = opened.split(" ", 2)
    game = GAMES[name]
    head, _, cards = dealt.partition(" deal ")
    _, number, _, dealer = head.split()
    deal = parse_deal(cards, copies=2)
    named = json.loads(options)
    assert named.pop("seats", 4) == len(deal.hands)
    board = Board(int(number), int(dealer), len(deal.hands), options_from_json(game.Options, named))
    return game, board, deal, [(CLOCK if actor == "clock" else int(actor), text) for _, actor, text in acts]


def written(path):
    return path.read_text("utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_replaying_gives_the_same_text(path):
    assert narrate(*read(written(path))) == written(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_log_is_a_whole_board(path):
    game, board, deal, acts = read(written(path))
    assert game.result(replay(game, board, deal, acts)) is not None


def test_every_preset_has_its_log():
    played = {read(written(path))[1].options for path in FILES}
    presets = {(name, preset): options for name, game in GAMES.items() for preset, options in game.PRESETS.items()}
    assert {name for name, options in presets.items() if options not in played} == set()


def test_the_logs_show_the_rare_things_too():
    text = "".join(map(written, FILES))
    phases = ("clues", "agree", "step 1", "step 2", "step 3", "redouble", "closing", "bids", "trumps", "play", "done")
    phases += ("draw", "claim")
    for phase in phases:
        assert f"    phase: {phase}\n" in text, phase
    for sentence in (
        "Equal bids: start at the dealer and go clockwise.",
        "double falls away",
        "made the third proposal",
        "redoubled.",
        "new cards are dealt.",
        "dummy still has a",
        "the bids may not add up to the tricks.",
        "Now everyone must bid another number.",
        "and chooses trumps. Of equal bids the first counts.",
        "is the dealer's last card.",
        "was turned up before, then shuffled in again.",
        "The joker was turned up, and then",
        "Nobody made the bid.",
        "    worth: 2\n",
        "    blind: True\n",
        "    doubled: True\n",
        "    ending: out\n",
        "    ending: hoola\n",
        "    ending: knock\n",
        "    ending: blast small\n",
        "    ending: blast large\n",
        "    ending: luck\n",
        "    ending: stock\n",
        " knocks, but ",
        ", paid by ",
        "another player may want the",
    ):
        assert sentence in text, sentence


if __name__ == "__main__":
    for path in FILES:
        path.write_text(narrate(*read(written(path))), "utf-8")
