"""Boards of all games at the same tables: their replays, lists, files and results, and who may look at which."""

import csv
import io
import re
from itertools import pairwise
from random import Random
from zipfile import ZipFile

import pytest
from analysts import Pondering
from mixed import SHORT, Mixed

from hool import create_app
from hool.fold import Seated
from hool.formats import lin, log, pbn
from hool.result_gather import gather
from hool.result_words import table_went_well, to_practise, went_well
from hool.rules import hool, hoola, oh_hell
from hool.rules.cards import parse_deal
from hool.rules.game import Board, legal_actions
from hool.web import replay_oh_hell
from hool.web.hoola_result import signed
from hool.web.replay import steps_of
from tests.conftest import Clock


def steps(options, deal, *acts, number=1, dealer=0):
    """The replay of a hand from acts such as "1 bid 0"."""
    deal = parse_deal(deal, copies=2)
    board = Board(number, dealer, len(deal.hands), options)
    return replay_oh_hell.steps(board, deal, [(int(text[0]), text[2:]) for text in acts])


def said(step):
    return [str(text) for text in step.said]


def rest(deal, pack=oh_hell.PACKS["std52"], first=""):
    """The text of a deal of these hands, with the undealt cards behind it; `first` is turned up."""
    left = [str(card) for card in pack]
    for hand in deal.split():
        for suit, ranks in zip("SHDC", hand.split("."), strict=True):
            for rank in ranks:
                left.remove(rank + suit)
    left.sort(key=lambda card: card != first)
    return f"{deal} | {' '.join(left)}"


TWO = oh_hell.Options(max_cards=2, order="down")
# Player 1 deals; hearts are turned up.
HAND = rest("AK... 32... .A.2. 4..3.", first="5H")


# The steps of a hand


def test_a_hand_is_told_bid_by_bid_and_card_by_card():
    acts = ["1 bid 0", "2 bid 2", "3 bid 0", "0 bid 1"]
    acts += ["1 play 3S", "2 play AH", "3 play 4S", "0 play KS", "2 play 2D", "3 play 3D", "0 play AS", "1 play 2S"]
    made = steps(TWO, HAND, *acts)
    assert [step.phase for step in made] == ["deal", *["bids"] * 4, *["play"] * 8, "result"]
    assert [step.done for step in made[:-1]] == list(range(13)) and made[-1].done == 12
    assert said(made[0]) == ["player 1 deals.", "Everybody gets 2 cards.", "5H was turned up."]
    assert said(made[1]) == ["player 2 bids no trick."] and said(made[2]) == ["player 3 bids 2 tricks."]
    assert said(made[4]) == [
        "player 1 bids 1 trick.",
        "0 was not allowed: 2 + 0 is 2, and the bids may not add up to the tricks.",
        "The bids add up to 3 of 2: 1 too many.",
    ]
    assert said(made[5]) == ["player 2 leads 3S."]
    assert said(made[6]) == ["player 3 has no spades and trumps with AH."]
    assert said(made[8]) == ["player 1 plays KS.", "player 3 wins the trick."]
    assert (made[8].winner, made[8].number, len(made[8].trick), made[9].number) == (2, 1, 4, 2)
    assert said(made[11]) == ["player 1 has no diamonds and throws AS."]
    assert said(made[12])[-1] == "player 4 wins the trick."
    assert [len(hand) for hand in made[12].hands] == [0, 0, 0, 0]
    assert made[-1].hands == made[0].hands, "beside the result all hands are whole again"


def test_the_number_the_dealer_may_not_bid_is_told_with_its_sum():
    made = steps(TWO, HAND, "1 bid 1", "2 bid 0", "3 bid 0", "0 bid 0")
    assert said(made[4]) == [
        "player 1 bids no trick.",
        "1 was not allowed: 1 + 1 is 2, and the bids may not add up to the tricks.",
        "The bids add up to 1 of 2: 1 too few.",
    ]
    made = steps(TWO, HAND, "1 bid 2", "2 bid 2", "3 bid 0", "0 bid 2")
    assert len(said(made[4])) == 2, "a sum that is too high already forbids nothing"


def test_secret_bids_are_one_step_and_a_try_that_works_out_another():
    knock = oh_hell.Options(max_cards=2, order="down", bidding="knock")
    first = ["0 bid 0", "3 bid 1", "1 bid 1", "2 bid 0"]
    made = steps(knock, HAND, *first, "0 bid 1", "1 bid 1", "2 bid 1", "3 bid 0")
    assert [(step.phase, step.done) for step in made] == [("deal", 0), ("bids", 4), ("bids", 8), ("result", 8)]
    assert said(made[1]) == [
        "All bids are turned face up together.",
        "They add up to the 2 tricks there are, so everybody bids again.",
    ]
    assert made[1].view.attempts == ((0, 1, 0, 1),) and made[1].view.bids == (None,) * 4
    assert said(made[2])[-1] == "The bids add up to 3 of 2: 1 too many."


def test_trumps_that_are_named_are_a_step():
    options = oh_hell.Options(max_cards=2, order="down", trump="highest_bidder")
    made = steps(options, rest("AK... 32... .A.2. 4..3."), "1 bid 0", "2 bid 1", "3 bid 0", "0 bid 2", "0 trumps S")
    assert made[5].phase == "trumps" and said(made[5]) == ["player 1 bid most and chose spades."]
    assert made[4].view.trumps == "" and made[5].view.trumps == "S"


def test_equal_cards_and_tricks_that_nobody_wins():
    options = oh_hell.Options(players=6, deck="double104", max_cards=2, order="down", double_rule="cancel_ante")
    deal = rest("A.A.. A.A.. K.K.. K.K.. Q.Q.. Q.Q..", oh_hell.PACKS["double104"], first="2C")
    bids = [f"{seat % 6} bid 2" for seat in range(1, 7)]
    plays = ["1 play AS", "2 play KS", "3 play KS", "4 play QS", "5 play QS", "0 play AS"]
    made = steps(options, deal, *bids, *plays, "1 play AH")
    third, last, lead = made[-6], made[-3], made[-2]
    assert said(third)[1] == "There are two KS now: neither of them can win."
    assert said(last)[-1] == "No card can win this trick. The next one counts 2."
    assert last.void and last.winner is None and (last.worth, lead.worth) == (1, 2)
    assert lead.actor == 1, "the same player leads again"
    assert [len(hand) for hand in third.hands] == [2, 1, 1, 1, 2, 2], "one of the equal cards has left its hand"


def test_a_card_nobody_has_looked_at_is_turned():
    options = oh_hell.Options(max_cards=1, order="down", blind_ones=True)
    deal = rest("A... 2... 3... .4..", first="5H")
    made = steps(options, deal, "1 bid 0", "2 bid 0", "3 bid 0", "0 bid 0", "1 play", "2 play", "3 play", "0 play")
    assert "Everybody sees the cards of all others, but not the own one." in said(made[0])
    assert said(made[7]) == ["player 4 turns the own card, 4H, and wins the trick."] or said(made[7]) == [
        "player 4 turns the own card: 4H."
    ]
    assert said(made[8])[-1] == "player 4 wins the trick."


@pytest.mark.parametrize("seed", range(12))
def test_any_hand_of_any_variant_can_be_replayed(seed):
    chance = Random(seed)
    name = chance.choice(sorted(oh_hell.PRESETS))
    options = oh_hell.PRESETS[name]
    board = Board(chance.randrange(1, 8), chance.randrange(options.players), options.players, options)
    deal, acts = oh_hell.deal(board, chance), []
    state = oh_hell.start(board, deal)
    while waiting := oh_hell.to_act(state):
        seat = chance.choice(sorted(waiting))
        action = chance.choice(legal_actions(oh_hell, state, seat))
        acts.append((seat, str(action)))
        state = oh_hell.apply(state, seat, action)
    made = replay_oh_hell.steps(board, deal, acts)
    cards = [step for step in made if step.phase == "play"]
    assert all(step.said for step in made) and len(cards) == sum(map(len, deal.hands))
    won = [step for step in cards if step.winner is not None or step.void]
    assert [(step.winner, step.worth) for step in won] == [(each.winner, each.worth) for each in state.tricks]
    for before, step in pairwise(cards):
        held = list(before.hands[step.actor])
        held.remove(step.hot)
        assert tuple(held) == step.hands[step.actor]


# The pages of a room that plays them all


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """A room after boards of HOOL, a match of Oh Hell, two boards of Hoola and HOOL again; nobody changes it."""
    data, clock = tmp_path_factory.mktemp("mixed") / "hool.sqlite", Clock()
    app = create_app({"TESTING": True, "DATA": str(data), "CLOCK": clock, "LATER": clock.later, "ANALYST": Pondering()})
    made = Mixed(app, hool=hool.Options())
    made.play(1)
    made.change("oh_hell")
    made.play(3)
    made.change("hoola")
    made.play(2)
    made.change("hool")
    made.play(1)
    return made


def fetch(client, room, path, **more):
    room.app.config["CLOCK"].now += 10  # nobody asks for so much at once
    return client.get(f"/room/{room.slug}/{path}", **more)


def get(client, room, path, status=200):
    answer = fetch(client, room, path)
    assert answer.status_code == status, (path, answer.status_code)
    return answer.get_data(as_text=True)


def test_every_page_of_boards_shows_each_board_by_its_game(room):
    teacher, ada = room.browser(), room.browser(0)
    for client in (teacher, ada):
        listed = get(client, room, "boards")
        assert listed.count("Oh Hell · ") == 3, "the same cards at two tables stand together"
        assert listed.count("Hoola · 7 cards each") == 4, "each table has its own"
        assert "3 cards each" in listed and "1 card each" in listed and "All these boards of HOOL" in listed
        for number in (1, 2):
            for ordinal, board in enumerate(room.open_tables[number - 1].play.boards, 1):
                other = board.game != "hool"
                for at in (len(steps_of(board)) // 2, 999):
                    page = get(client, room, f"boards/{number}/{ordinal}?at={at}")
                    assert ("What if" in page) is (not other and at < 999) and (".pbn" in page) is not other
                    assert bool(re.search(r"<h1>Hand \d", page)) is (board.game == "oh_hell")
                    assert ("cards to draw" in page or "1 card to draw" in page) is (board.game == "hoola")
                assert ("hand viewer" in page) is (client is teacher and not other)
                get(client, room, f"boards/{number}/{ordinal}/what-if?at=3", 404 if other else 200)
                for kind in ("pbn", "lin"):
                    text = get(client, room, f"boards/{number}/{ordinal}.{kind}", 404 if other else 200)
                    assert not other or "This is only for boards of HOOL." in text
        for kind, read in (("pbn", pbn.read), ("lin", lin.read)):
            report = read(fetch(client, room, f"boards.{kind}").data)
            assert len(report.boards) == 4 and not report.problems, "no board of another game is among them"
        assert client.post(f"/room/{room.slug}/boards/1/2/what-if", data={"at": "1", "do": "robot"}).status_code == 404


@pytest.mark.parametrize("ordinal", [2, 5])
def test_every_step_of_a_hand_is_a_page_of_its_own(room, ordinal):
    url, seen = f"boards/1/{ordinal}", 0
    while url:
        page = get(room.browser(0), room, url)
        assert page.count('id="replay"') == 1 and "{seat}" not in page
        found = re.search(r'id="step-next" href="/room/[^/]+/([^"]+)"', page)
        url, seen = found and found[1], seen + 1
    assert seen == len(steps_of(room.open_tables[0].play.boards[ordinal - 1]))
    htmx = {"HX-Request": "true", "HX-Target": "main#replay"}
    part = fetch(room.browser(0), room, f"boards/1/{ordinal}?at=4", headers=htmx)
    assert part.text.strip().startswith("<main") and part.text.strip().endswith("</main>")


def test_the_points_of_a_match_are_added_up_hand_by_hand(room):
    records = room.open_tables[0].play.boards[1:4]
    last = replay_oh_hell.scores(records[2], records[:2])
    assert [score.total for score in last] == [sum(each.result.scores[seat] for each in records) for seat in range(4)]
    page = get(room.browser(0), room, "boards/1/4?at=999")
    for score in last:
        assert f"<td>{score.bid}</td><td>{score.tricks}</td><td>{score.points}</td><td>{score.total}</td>" in page
    records = room.open_tables[0].play.boards[4:6]
    page = get(room.browser(0), room, "boards/1/6?at=999")
    for seat, (one, two) in enumerate(zip(*(each.result.scores for each in records), strict=True)):
        left = hoola.hand_value(hoola.Options(), records[1].state.hands[seat])
        assert f"<td>{left}</td><td>{signed(two)}</td><td>{signed(one + two)}</td>" in page


def test_cards_that_were_not_dealt_are_shown_when_the_match_is_over(app):
    room = Mixed(app)
    room.change("oh_hell")
    room.play(2)
    for client in (room.browser(), room.browser(0)):
        for at in (0, 999):
            page = get(client, room, f"boards/1/1?at={at}")
            assert "shown when the match is over" in page and "Cards that nobody was dealt" not in page
    room.play(1, only=1)
    assert "Cards that nobody was dealt" not in get(room.browser(0), room, "boards/1/3"), "the other table plays on"
    room.play(1, only=2)
    for client in (room.browser(), room.browser(0)):
        page = get(client, room, "boards/1/1?at=999")
        assert "Cards that nobody was dealt" in page and "shown when the match is over" not in page


def test_hands_of_another_table_open_when_the_own_one_has_played_them(app):
    room = Mixed(app)
    slow = next(place for place, who in enumerate(room.people) if room.open_tables[1].seat_of(who.id) is not None)
    room.change("oh_hell")
    room.play(1, only=1)
    get(room.browser(slow), room, "boards/1/1", 403)
    assert "1 more board of other tables opens" in get(room.browser(slow), room, "boards")
    room.play(1, only=2)
    get(room.browser(slow), room, "boards/1/1")
    room.play(1, only=1)
    get(room.browser(slow), room, "boards/1/2", 403)
    room.change("hool")
    get(room.browser(slow), room, "boards/1/2")  # with the game the cards have changed: it cannot come any more


def test_boards_that_only_one_table_has_played_are_no_secret_after_another_game(app):
    room = Mixed(app)
    slow = next(place for place, who in enumerate(room.people) if room.open_tables[1].seat_of(who.id) is not None)
    room.play(2, only=1)
    get(room.browser(slow), room, "boards/1/2", 403)
    room.change("oh_hell")
    room.change("hool")
    get(room.browser(slow), room, "boards/1/2")
    room.play(1, only=1)
    get(room.browser(slow), room, "boards/1/3", 403)


def test_after_a_lesson_in_another_game_no_cards_come_again(app):
    room = Mixed(app)
    room.play(2)
    for table in room.open_tables:
        room.tables.command(table.id, "game oh_hell {}")
    room.classroom.own_game(room.room)
    room.play(2)
    for table in room.open_tables:
        assert len({board.deal for board in table.play.boards}) == 4, [
            board.board.number for board in table.play.boards
        ]
    assert [b.deal for b in room.open_tables[0].play.boards] == [b.deal for b in room.open_tables[1].play.boards]


def test_who_has_played_a_hand_is_known_in_every_game(room):
    table = room.open_tables[0]
    seen = room.classroom.deals_seen(table.seats[0].person, room.room)
    assert {board.deal for board in table.play.boards} <= seen


# Results


# All four spades: the ace takes the one trick. Player 3 deals hand 3 of SHORT.
ONE_CARD = rest("2... A... 3... 4...", first="5H")


def one_hand(room, bids=("0", "1", "1", "0")):
    """At table 1 a hand of one card with these bids, by seat; player 4 leads, player 2 takes the trick."""
    table = room.open_tables[0]
    room.tables.commands(table.id, ["unprepare", f"prepare 3 dealer 2 deal {ONE_CARD}", "fresh"])
    for seat in (3, 0, 1, 2):
        room.do(room.tables.get(table.id), seat, f"bid {bids[seat]}")
    room.finish(table.id)
    return room.tables.get(table.id)


def of(room, table, seat):
    found = gather(room.parts.sessions, room.room)
    return found.student(table.seats[seat].person), found


def test_bids_made_are_counted_and_said(app):
    room = Mixed(app)
    room.change("oh_hell")
    for _ in range(2):
        table = one_hand(room)
    made, found = of(room, table, 1)
    short, _ = of(room, table, 2)
    none, _ = of(room, table, 3)
    assert [(s.tally.exact, s.tally.too_few, s.tally.too_many) for s in (made, short, none)] == [
        (2, 0, 0), (0, 2, 0), (2, 0, 0),
    ]  # fmt: skip
    assert (made.tally.declared, made.tally.tricks, made.tally.clues.total()) == ((), 0, 0), "what HOOL counts"
    assert [str(text) for text in went_well(made)] == [
        "Made 2 of 2 bids exactly.",
        "Played 2 boards with the class.",
    ]
    assert "Bid no trick and took none: 2 times." in map(str, went_well(none))
    (advice,) = to_practise(short)
    assert str(advice.seen) == "Took fewer tricks than bid: 2 times." and "aces and high trumps" in str(advice.next)
    assert found.sizes == ((1, 6, 8),) and found.levels == () and found.games == ("oh_hell",)
    at_table = found.table(1)
    assert (at_table.exact, len(at_table.bids), at_table.contracts) == (6, 8, ())
    assert "Made 6 of 8 bids exactly." in map(str, table_went_well(at_table, found))


def test_what_a_robot_has_bid_is_nobodys(app):
    room = Mixed(app, names=("Ada", "Bo", "Cem"))
    room.change("oh_hell")
    table = room.open_tables[0]
    robot = next(seat for seat, who in enumerate(table.seats) if who.person is None)
    room.play(1)
    found = gather(room.parts.sessions, room.room)
    assert len(found.table(1).bids) == 3 and found.boards[0].robots == frozenset({robot})


def test_pages_and_paper_of_results_show_all_games(room):
    teacher, ada = room.browser(), room.browser(0)
    person = room.people[0].id
    page = get(teacher, room, "class/results")
    assert "Bids made in Oh Hell" in page and "Contracts made" in page and "bids.csv" in page
    assert "How boards of Hoola ended" in page and "hoola.csv" in page
    for path in ("tables/1", "tables/2", f"students/{person}", "tables/1/print", f"students/{person}/print"):
        text = get(teacher, room, f"class/results/{path}")
        assert "Oh Hell" in text and re.search(r"bid \d, took \d|\d of 4 bids? made", text), path
        assert "Hoola" in text and re.search(r"(won|paid) (\d+ points?|nothing)|wins \d+\.", text), path
    for path in ("students/print", "tables/print"):
        text = get(teacher, room, f"class/results/{path}")
        assert text.count("Oh Hell") >= 2 and text.count("Hoola") >= 2
    own = get(ada, room, "results")
    assert "seat 1" in own and "/boards/1/2" in own and "with 2 cards" in own
    paper = get(teacher, room, "class/boards/paper?scores=1&names=1&coming=1")
    assert paper.count('class="pp-record"') == 2 and paper.count('class="pp-record rc-hand"') == 3 + 4
    bare = get(teacher, room, "class/boards/paper")
    for told in (r"\d bid, \d taken", r"\d+ in hand"):
        assert re.search(told, paper) and not re.search(told, bare)
    assert bare.count("To draw:") == 4, "where a match has no end, each board stands for itself"


def rows(client, room, name):
    text = fetch(client, room, f"class/results/{name}").get_data().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_files_for_spreadsheets_have_a_column_for_the_game(room):
    teacher = room.browser()
    boards = rows(teacher, room, "boards.csv")
    assert [row["game"] for row in boards[:7]] == ["hool", *["oh_hell"] * 3, *["hoola"] * 2, "hool"]
    hand, record = boards[1], room.open_tables[0].play.boards[1]
    assert (hand["contract"], hand["north"], hand["tricks_ns"], hand["claimed"]) == ("", "", "", "")
    assert (hand["dealer"], hand["cards"], hand["trumps"]) == ("1", "3", record.state.trumps)
    assert hand["bids"] == "; ".join(map(str, record.state.bids)) and hand["players"].count(";") == 3
    assert (boards[0]["bids"], boards[0]["players"], boards[0]["points"]) == ("", "", "")
    bids = rows(teacher, room, "bids.csv")
    assert len(bids) == 2 * 3 * 4 and {row["game"] for row in bids} == {"oh_hell"}
    assert [(int(row["bid"]), int(row["tricks"])) for row in bids[:4]] == list(
        zip(record.state.bids, record.state.won, strict=True)
    )
    assert [int(row["points"]) for row in bids[:4]] == list(record.result.scores)
    ada = [row for row in rows(teacher, room, "students.csv") if row["name"] == "Ada"]
    assert [(row["game"], row["boards"]) for row in ada] == [("hool", "2"), ("oh_hell", "3"), ("hoola", "2")]
    assert (ada[0]["bids"], ada[1]["declarer"], ada[1]["clues"]) == ("", "", "") and ada[1]["bids"] == "3"
    assert (ada[0]["note_cards"], ada[1]["note_cards"]) == ("0", ""), "told once, in the first row"
    last, own = boards[4], room.open_tables[0].play.boards[4]
    assert (last["dealer"], last["cards"]) == (str(own.board.dealer + 1), "7") and last["winner"] == str(
        own.state.winner + 1
    )
    assert (last["trumps"], last["bids"], last["tricks"], last["contract"]) == ("", "", "", "") and last["ending"]
    assert last["points"].replace("−", "-") == "; ".join(map(str, own.result.scores)) and boards[0]["ending"] == ""
    found = rows(teacher, room, "hoola.csv")
    assert len(found) == 2 * 2 * 4 and {row["game"] for row in found} == {"hoola"}
    assert [int(row["points"]) for row in found[:4]] == list(own.result.scores)
    assert [row["seat"] for row in found[:4] if row["won"] == "yes"] == [last["winner"]]
    hers = [row for row in found if row["name"] == "Ada"]
    for column, of_board in (("melds", "melds"), ("thank_yous", "thank_yous"), ("points", "points")):
        assert int(ada[2][column]) == sum(int(row[of_board]) for row in hers)
    assert (ada[2]["tricks"], ada[2]["bids"], ada[0]["melds"], ada[1]["boards_won"]) == ("", "", "", "")


def test_the_export_has_hands_that_play_again(room, tmp_path):
    packed = fetch(room.browser(), room, "class/export.zip").data
    file = ZipFile(io.BytesIO(packed))
    assert not pbn.read(file.read("boards.pbn")).problems
    for game, name in (("oh_hell", "boards-oh-hell.txt"), ("hoola", "boards-hoola.txt")):
        assert name in file.read("README.txt").decode()
        text = file.read(name).decode()
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        told = room.app.test_cli_runner().invoke(args=["replay", str(path)])
        assert told.exit_code == 0, told.output
        records = [each for table in room.open_tables for each in table.play.boards if each.game == game]
        assert told.output.splitlines() == [f"board {each.board.number}: {each.result.line}" for each in records]
        assert f"points {' '.join(map(str, records[0].result.scores))}" in text and "Ada" in text
        first = records[0]
        assert log.write(first.rules, first.board, first.deal, [(a.seat, a.text) for a in first.acts]) in text


def test_a_room_without_other_games_has_no_file_of_them(app):
    room = Mixed(app)
    room.play(1)
    packed = fetch(room.browser(), room, "class/export.zip").data
    assert not {"boards-oh-hell.txt", "boards-hoola.txt"} & set(ZipFile(io.BytesIO(packed)).namelist())
    page = get(room.browser(), room, "class/results")
    assert not any(word in page for word in ("Oh Hell", "Hoola", "Melds", "lesson and game"))


# At one's own pace


def test_a_game_at_the_own_pace_is_its_players(app):
    room = Mixed(app)
    table = room.tables.open(room.room, "oh_hell", SHORT, 3, own_pace=True)
    players = room.people[:3]
    room.tables.arrange([(table.id, seat, Seated(who.id, "")) for seat, who in enumerate(players)])
    assert room.tables.command(table.id, "next").ok
    room.finish(table.id)
    page = get(room.browser(0), room, f"games/{-table.number}/boards/1?at=99")
    assert f"game {-table.number}" in page and "Points of this hand" in page
    assert f'href="/room/{room.slug}/games/{-table.number}"' in page, "the way back"
    get(room.browser(), room, f"games/{-table.number}/boards/1")
    get(room.browser(5), room, f"games/{-table.number}/boards/1", 403)
    get(room.browser(0), room, f"games/{-table.number}/boards/2", 404)
    get(room.browser(0), room, "games/77/boards/1", 404)
    student, found = of(room, room.tables.get(table.id), 0)
    assert (student.sat, len(student.pace), found.boards) == ((), 1, ())
    assert "Played 1 board in games beside the class." in map(str, went_well(student))
    own = get(room.browser(0), room, "results")
    assert f"/games/{-table.number}/boards/1" in own
    assert "Boards at their own pace" in get(room.browser(), room, "class/results")
    (row,) = [row for row in rows(room.browser(), room, "students.csv") if row["name"] == players[0].name]
    assert (row["boards"], row["boards_own_pace"], row["bids"], row["game"]) == ("0", "1", "1", "oh_hell")
    file = ZipFile(io.BytesIO(fetch(room.browser(), room, "class/export.zip").data))
    assert f"logs/game-{-table.number}.txt" in file.namelist()
    assert f"game {-table.number}, match 1, hand 1" in file.read("boards-oh-hell.txt").decode()


def test_what_a_robot_has_played_on_for_somebody_late_is_not_praised(app):
    room = Mixed(app)
    table = room.tables.open(room.room, "oh_hell", SHORT, 3, own_pace=True)
    players = room.people[:3]
    room.tables.arrange([(table.id, seat, Seated(who.id, "")) for seat, who in enumerate(players)])
    assert room.tables.command(table.id, "next").ok
    room.tables.arrange([(table.id, 0, Seated(players[0].id))])
    room.finish(table.id)
    student, _ = of(room, room.tables.get(table.id), 0)
    assert len(student.pace) == 1 and student.own_pace == ()
    assert not any("beside the class" in str(each) for each in went_well(student))


def test_what_if_goes_on_from_a_board_at_the_own_pace(app):
    room = Mixed(app)
    table = room.tables.open(room.room, "hool", hool.PRESETS["one suit"], own_pace=True)
    room.tables.arrange([(table.id, seat, Seated(who.id, "")) for seat, who in enumerate(room.people[:4])])
    room.tables.command(table.id, "next")
    room.finish(table.id)
    at = f"games/{-table.number}/boards/1"
    page = get(room.browser(0), room, at)
    assert f"/{at}/what-if" in page and ".pbn" not in page
    get(room.browser(0), room, f"{at}/what-if?at=1")
    form = {"at": "1", "do": "robots", "turn": str(room.tables.get(table.id).play.boards[0].last_seq)}
    tried = room.browser(0).post(f"/room/{room.slug}/{at}/what-if", data=form)
    assert tried.status_code == 303
    path = tried.headers["Location"].partition(f"/room/{room.slug}/")[2]
    assert "what-if" in path and f"/{at}" in get(room.browser(1), room, path), (
        "who played here sees it, and the way back"
    )
    get(room.browser(5), room, path, 404)


# In a lesson


def test_a_moment_of_a_hand_goes_through_a_lesson_to_the_wall_and_into_results(app):
    room = Mixed(app, names=("Ada", "Bo", "Cem", "Dua"))
    sessions = room.parts.sessions
    room.play(1)
    sessions.open(room.room, "210-say-how-many")
    sessions.go(room.room, "play")
    room.play(1)
    table = room.open_tables[0]
    assert [board.game for board in table.play.boards] == ["hool", "oh_hell"]
    sessions.go(room.room, "share")
    place = next(i for i, who in enumerate(room.people) if who.id == table.seats[0].person)
    ada = room.browser(place)
    assert "Send this moment" in get(ada, room, "boards/1/2?at=4")
    sent = ada.post(f"/room/{room.slug}/moment", data={"table": "1", "ordinal": "2", "step": "4", "text": "Look!"})
    assert sent.status_code == 303
    (card,) = sessions.cards(sessions.current(room.room))
    sessions.show_card(room.room, card.id)
    record, teacher = table.play.boards[1], room.browser()
    for step in range(len(steps_of(record))):
        sessions.step_wall(room.room, step)
        wall = get(teacher, room, "wall")
        assert "wb-seats" in wall and wall.count('class="rh-hand') == 4
    sessions.end(room.room)
    assert room.open_tables[0].game == "hool"
    for path in ("class/results", "class/results/tables/1", "class/results/students/print"):
        assert "Say how many" in get(teacher, room, path), path
    lesson, *_ = (row for row in rows(teacher, room, "students.csv") if row["lesson"] == "Say how many")
    assert (lesson["game"], lesson["bids"], lesson["boards"]) == ("oh_hell", "1", "1")
