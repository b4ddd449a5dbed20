"""The teacher's page: boards from a file, seats, tables, rewinding, coming back; and the wall that tells nothing."""

import re

from drive import NOBODY_BIDS, NORTH_TAKES_ALL, Player, in_phase, pbn, play, told
from ears import cards_on
from playwright.sync_api import Page, expect
from screens import LAPTOP

from tests.people import cards_in

SHORT = NORTH_TAKES_ALL.replace("AKQJ.AKQ", "AKQ.AKQ", 1)


def go(desk: Page, tab: str) -> None:
    desk.locator(f"#tab-{tab}").click()
    expect(desk.locator(f"#tab-{tab}")).to_have_attribute("aria-current", "page")


def send_file(desk: Page, name: str, data: bytes) -> None:
    go(desk, "boards")
    desk.locator("#pbn").set_input_files({"name": name, "mimeType": "text/plain", "buffer": data})
    desk.get_by_role("button", name="Load the file").click()


def seat_of(player: Player) -> tuple[int, str]:
    look = player.look()
    return look["table"], look["seat"]


def test_boards_from_a_good_file_are_in_force(desk):
    send_file(desk, "friday.pbn", pbn([NOBODY_BIDS] * 3))
    expect(told(desk)).to_have_text("3 boards are ready at every table. They come next.")
    expect(desk.locator(".inforce")).to_contain_text("3 boards from friday.pbn are in force")


def test_a_file_with_a_hand_of_twelve_cards_is_reported_with_its_line(desk):
    send_file(desk, "friday.pbn", pbn([NOBODY_BIDS, SHORT, NOBODY_BIDS]))
    problem = desk.locator(".report .problems li")
    expect(problem).to_have_count(1)
    expect(problem).to_contain_text(re.compile(r"line 7.*12 cards", re.DOTALL))
    expect(desk.locator(".report")).to_contain_text("2 boards are good. Nothing has been loaded yet.")
    expect(desk.locator(".inforce")).to_contain_text("Shuffled boards are in force")
    desk.get_by_role("button", name="Use the 2 good boards").click()
    expect(desk.locator(".inforce")).to_contain_text("2 boards from friday.pbn are in force")


def test_two_students_change_places_in_one_action(desk, classroom):
    players = [Player(classroom.student(name)) for name in ("Amina", "Bo", "Chi", "Dev", "Eve")]
    classroom.start()
    for player in players:
        expect(player.page.locator("#shared")).to_be_visible()
    places = [seat_of(player) for player in players]
    one = 0
    other = next(i for i, place in enumerate(places) if place[0] != places[one][0])
    go(desk, "seats")
    desk.locator("label.pick", has_text="Amina").click()
    name = ("Amina", "Bo", "Chi", "Dev", "Eve")[other]
    desk.get_by_role("button", name=f"Change places with {name}").click()
    expect(told(desk)).to_contain_text(f"{name} has the other place.")
    for player, (table, seat) in ((players[one], places[other]), (players[other], places[one])):
        expect(player.page.locator("#stage")).to_have_attribute("data-table", str(table))
        expect(player.page.locator("#stage")).to_have_attribute("data-you", seat)
        expect(player.page.locator("#c-hand .card")).to_have_count(13)
    assert [seat_of(p) for i, p in enumerate(players) if i not in (one, other)] == [
        place for i, place in enumerate(places) if i not in (one, other)
    ]


def test_tables_come_and_go(desk, classroom):
    classroom.student("Amina")
    go(desk, "seats")
    boxes = desk.locator(".tbox")
    expect(boxes).to_have_count(1)
    desk.get_by_role("button", name="Add a table").click()
    expect(boxes).to_have_count(2)
    desk.get_by_role("button", name="Remove table 2").click()
    expect(boxes).to_have_count(1)
    # A table with somebody at it is not removed by a slip of the hand.
    desk.get_by_role("button", name="Remove table 1").click()
    expect(desk.locator(".asks")).to_contain_text("1 student sits at table 1 and would wait for another seat.")
    desk.get_by_role("link", name="Keep it").click()
    expect(boxes).to_have_count(1)
    expect(desk.locator(".asks")).to_have_count(0)
    desk.get_by_role("button", name="Remove table 1").click()
    desk.locator(".asks").get_by_role("button", name="Remove table 1").click()
    expect(boxes).to_have_count(0)
    expect(desk.locator(".waitbox").first).to_contain_text("Amina")


def test_the_teacher_moves_boards_on_and_back(desk, classroom):
    """Next board for all, new cards, rewind; and the page, closed and opened, is what it was."""
    send_file(desk, "passes.pbn", pbn([NOBODY_BIDS] * 3))
    amina, bo = (Player(classroom.student(name)) for name in ("Amina", "Bo"))
    go(desk, "table")
    desk.get_by_role("button", name="Play without a lesson").click()
    play([amina, bo], in_phase("done"))
    expect(amina.page.get_by_role("heading", name="All four passed")).to_be_visible()

    desk.get_by_role("button", name="Next board for all").click()
    expect(told(desk)).to_have_text("The next board is dealt wherever the last one was over.")
    for player in (amina, bo):
        expect(player.page.locator("#where small")).to_have_text("board 2")
    expect(desk.get_by_role("button", name="Next board for all")).to_have_count(0)

    hand = amina.look()["hand"]
    desk.get_by_role("button", name="New cards").click()
    desk.locator("#newcards").get_by_role("button", name="New cards").click()
    expect(told(desk)).to_have_text("Table 1 has new cards.")
    same = "".join(f":has(#{card})" for card in hand)
    expect(amina.page.locator(f"#c-hand:not({same})")).to_be_visible()
    assert amina.look()["hand"] != hand

    # Amina, who deals, tells a clue, and the teacher takes it back.
    turn = amina.look()["turn"]
    play([amina], lambda look: look["turn"] > turn)
    expect(desk.locator("#h4-N .tag")).to_have_count(1)
    desk.get_by_role("button", name="Pause table").click()
    expect(told(desk)).to_have_text("Table 1 is paused.")
    desk.get_by_role("button", name="Rewind").click()
    desk.locator(".moments-list label.pick").nth(-1).click()
    desk.locator("#rewind").get_by_role("button", name="Rewind").click()
    expect(told(desk)).to_have_text("Table 1 is back at that moment.")
    expect(desk.locator(".board4 .tag")).to_have_count(0)
    expect(bo.page.locator("#shared .tag")).to_have_count(0)

    url, shown = desk.url, desk.locator("#open-table").inner_text()
    desk.goto("about:blank")
    desk.goto(url)
    expect(desk.locator("#open-table")).to_have_text(re.compile("."))
    assert desk.locator("#open-table").inner_text() == shown
    expect(bo.page.locator(".eyesup")).to_be_visible()


def test_a_second_device_opens_the_class_with_the_return_code(desk, classroom, open_page):
    go(desk, "room")
    desk.get_by_role("link", name="Show it").click()
    code = desk.locator("#return-code").inner_text()
    other = open_page("/", LAPTOP)
    other.get_by_text("I have a room already, on another device").click()
    other.locator("#t-code").fill(classroom.code())
    other.locator("#t-return").fill(code)
    other.get_by_role("button", name="To my class").click()
    expect(other).to_have_title(re.compile("Bridge club"))
    go(desk, "table")
    other.get_by_role("button", name="Eyes up").click()
    expect(desk.locator("#eyes")).to_contain_text("Play on")  # the first device is still let in, and sees it
    desk.get_by_role("button", name="Play on").click()
    expect(other.locator("#eyes")).to_contain_text("Eyes up")


def test_the_wall_has_nothing_to_press_and_nothing_to_hide(desk, classroom):
    amina = Player(classroom.student("Amina"))
    wall = classroom.wall()
    sent = []
    wall.on("websocket", lambda socket: socket.on("framereceived", lambda frame: sent.append(str(frame))))
    wall.reload()
    classroom.start()
    play([amina], lambda look: look["turn"] > 0 and not look["clues"])
    expect(wall.locator(".tile .doing")).to_contain_text("clue")
    expect(wall.locator("button, input, select, textarea, form")).to_have_count(0)
    # The only links fill the screen with the QR code and go back.
    assert {link.get_attribute("href") for link in wall.locator("a").all()} == {"#bigqr", "#qr-small"}
    assert "Amina" not in wall.content()
    assert cards_on(wall) == set()
    assert any('"wall"' in frame for frame in sent)
    assert cards_in("".join(sent)) == set()
