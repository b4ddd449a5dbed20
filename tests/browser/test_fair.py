"""The check of the cards, worked out in the browser, against the server's own: all packs, with and without mistakes."""

import re
from dataclasses import replace
from random import Random

from past import past
from screens import DESK, PHONE

from hool.rules import hool, hoola, oh_hell, shuffle
from hool.rules.cards import format_deal
from hool.rules.oh_hell_options import PLAYERS
from hool.rules.turn import turn

OVERFLOW = "document.documentElement.scrollWidth - innerWidth"
# Fills the form as a finger would, and tells what came of it.
CHECK = """(boards) => {
  const form = document.getElementById("fair-check"), found = document.getElementById("fair-found");
  return boards.map((board) => {
    for (const [name, value] of Object.entries(board)) {
      form.elements[name].value = value;
      form.elements[name].dispatchEvent(new Event("change"));
    }
    form.requestSubmit();
    return { deal: found.dataset.deal, seal: found.querySelector(".sealline code")?.textContent,
      fits: found.querySelectorAll(".fits").length, not: found.querySelectorAll(".not").length };
  });
}"""


def random_board(rng):
    """A board of any game and pack as the form takes it, with its deal as a text."""
    secret = f"{rng.getrandbits(256):064x}"
    which = rng.random()
    if which < 0.2:
        seats = rng.choice(hoola.seats)
        options = hoola.Options(direction=rng.choice(["clockwise", "anticlockwise"]))
        board = replace(hoola.next_board(options, seats, ()), dealer=rng.randrange(seats))
        deal = hoola.deal(board, shuffle.rng(secret))
        form = {"game": "hoola", "pack": "pack52", "seats": seats, "dealer": board.dealer}
        form |= {"direction": options.direction}
    elif which < 0.4:
        pack, by = rng.choice(sorted(hool.PACKS)), rng.randrange(4)
        options = hool.Options(pack=pack, trumps="contract" if pack == "full" else "N")
        deal, _ = turn(hool.deal(hool.next_board(options, 4, ()), shuffle.rng(secret)), 0, by)
        form = {"game": "hool", "pack": pack, "turned": by}
    else:
        deck = rng.choice(sorted(oh_hell.PACKS))
        seats = rng.choice(PLAYERS[deck])
        most = len(oh_hell.PACKS[deck]) // seats
        options = oh_hell.Options(
            deck=deck,
            order="down",
            max_cards=rng.choice([most, rng.randint(1, most)]) if most <= 17 else rng.randint(1, 17),
            trump=rng.choice(["turn_up", "turn_up", "spades"]),
            no_stock=rng.choice(["dealer_last", "random_flip", "no_trump"]),
            joker_turned=rng.choice(["next", "no_trump"]) if deck == "five63" else "no_trump",
        )
        board = replace(oh_hell.next_board(options, seats, ()), dealer=rng.randrange(seats))
        deal = oh_hell.deal(board, shuffle.rng(secret))
        form = {"game": "oh_hell", "pack": deck, "seats": seats, "dealer": board.dealer, "size": len(deal.hands[0])}
        form |= {"trump": "turn_up" if options.trump == "turn_up" else "", "no_stock": options.no_stock}
        form |= {"joker": options.joker_turned}
    return {**form, "secret": secret, "seal": shuffle.commitment(secret), "deal": format_deal(deal)}


def jokers_on_top():
    """Hands of the 63 cards whose top card is the joker, with cards left, none left, and one turned before the deal."""
    rng, found = Random(5), []
    while len(found) < 6:
        board = random_board(rng)
        if (board["pack"] == "five63" and board["deal"].endswith(" turned X*")) or "| X*" in board["deal"]:
            found.append(board)
    return found


def test_a_device_checks_the_cards_of_any_board_without_the_server(open_page, live):
    page = open_page("/fair", PHONE)
    page.context.set_offline(True)
    rng = Random(11)
    boards = [random_board(rng) for _ in range(120)] + jokers_on_top()
    found = page.evaluate(CHECK, boards)
    for board, checked in zip(boards, found, strict=True):
        assert checked == {"deal": board["deal"], "seal": board["seal"], "fits": 2, "not": 0}, board
    assert {board["game"] for board in boards} == {"hool", "hoola", "oh_hell"}
    other = boards[0] | {"seal": boards[1]["seal"], "deal": boards[0]["deal"][1:] + boards[0]["deal"][0]}
    assert page.evaluate(CHECK, [other])[0]["not"] == 2, "another seal, and other cards"

    secret, said = page.get_by_label("Secret", exact=True), page.locator("#fair-found")
    for wrong, words in [("abc", "A secret has 64 signs. This one has 3."), ("xyz", "Its sign 1 is “x”.")]:
        secret.fill(wrong)
        page.get_by_role("button", name="Check").click()
        assert words in said.inner_text()
        assert secret.evaluate("(field) => field === document.activeElement && field.ariaInvalid === 'true'")
    assert page.evaluate(OVERFLOW) <= 0
    page.context.set_offline(False)

    # A finished match, from the replay of its first board.
    class_5b = past(live.data, boards=4, seed=12)
    ines = class_5b.enter(open_page("/", {"width": 320, "height": 568}))
    ines.goto(class_5b.board(1))
    ines.get_by_role("link", name="Check the cards").click()
    ines.locator("#fair-found .fits").nth(1).wait_for()
    assert [*map(str.strip, ines.locator("#fair-found .fits").all_inner_texts())] == [
        "The seal fits. This secret was fixed before play.", "The cards fit. Exactly these were on the table.",
    ]  # fmt: skip
    assert "South · Amina" in ines.locator("#fair-found .hands").inner_text()
    assert ines.evaluate(OVERFLOW) <= 0
    desk = open_page("/fair", DESK)
    assert re.search(r"Fisher\s+and\s+Yates", desk.locator("pre").text_content()) and desk.evaluate(OVERFLOW) <= 0
