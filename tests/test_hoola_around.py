"""Around a table of Hoola: how a board ends and what it costs, how to play, one device for several, robots' words."""

import re
from math import prod
from random import Random

from hool.fold import Seated, parse_prepared
from hool.rules import hoola
from hool.rules.cards import format_deal
from hool.rules.game import Board, legal_actions
from hool.rules.hoola import Options
from hool.web import hoola_result
from hool.web.chosen import choice_words
from hool.web.reasons import told_reasons
from tests.hoola_play import dealt, do, made, scores
from tests.people import cards_in, open_class
from tests.test_tablet import Tablet

NAMES = ("Amina", "Bo", "Chi", "Dev", "Eve")


def words(html):
    return re.sub(r" ([.,:])", r"\1", " ".join(re.sub(r"<[^>]*>", " ", str(html)).split()))


class Table:
    """Students at one table of Hoola with cards that are known, by their seats."""

    def __init__(self, app, *hands, seats=4, stock="", turned="KS", **options):
        self.app, self.parts = app, app.extensions["hool"]
        board = dealt(*hands, seats=seats, stock=stock, turned=turned, **options)
        self.teacher, self.slug, students = open_class(app, *NAMES[:seats], start=False)
        self.room = self.parts.store.room_by_slug(self.slug)
        self.parts.classroom.play_game(self.room.id, "hoola", board.board.options, seats)
        self.id = self.parts.classroom.seat_of(students[0].id)[0].id
        self.at = {self.parts.classroom.seat_of(each.id)[1]: each for each in students}
        prepared = parse_prepared(f"1 dealer 0 deal {format_deal(board.deal)}")
        assert self.parts.tables.command(self.id, f"redeal {prepared}").ok

    @property
    def table(self):
        return self.parts.tables.get(self.id)

    def act(self, *acts):
        """Acts such as "0 draw"; "clock close" waits until the time for claims is over."""
        for act in acts:
            seat, _, text = act.partition(" ")
            if seat == "clock":
                self.parts.tables.clock.advance(10)
            else:
                answer = self.at[int(seat)].act(text)
                assert answer["ok"], (act, answer)

    def page(self, seat):
        """The words of the stage on the phone of this seat."""
        return words(self.at[seat].get(f"/room/{self.slug}/play").get_data(as_text=True).partition('id="stage"')[2])


# -- what a board costs, in words --------------------------------------------------------------------------------------


def lines(state):
    """The bill as plain text: seat, points in the hand, steps, cost, who pays, score."""
    return [
        (
            line.seat,
            line.points,
            [f"{step.number} {step.label}" for step in line.steps],
            line.cost,
            line.payer,
            line.score,
        )
        for line in hoola_result.bill(hoola.view(state, None))
    ]


def why(state):
    return [str(text) for text in hoola_result.end_words(hoola.view(state, None))]


def test_each_step_of_a_payment_stands_in_the_bill():
    state = do(made("KD", "2C 3C", "8C", "KS 7S", melds="0 4S 5S 6S, 1 7C, 2 9C TC JC", drawn=True), "0 discard KD")
    assert lines(state) == [
        (0, 0, [], 0, 0, 15),
        (1, 5, ["1 place 1"], 1, 1, -1),
        (2, 8, ["2 place 2"], 2, 2, -2),
        (3, 20, ["3 place 3", "2 a 7", "2 no meld"], 12, 3, -12),
    ]
    assert why(state) == ["player 1 has no card left."]


def test_equal_hands_share_the_higher_place_and_sevens_are_counted():
    state = do(
        made("KD", "5C", "8C", "8D", melds="0 4S 5S 6S, 1 9C TC JC, 2 2C 3C 4C, 3 2D 3D 4D", drawn=True), "0 discard KD"
    )
    assert [line[2:4] for line in lines(state)[1:]] == [
        (["1 place 1"], 1),
        (["3 place 3, shared"], 3),
        (["3 place 3, shared"], 3),
    ]
    state = do(made("KD", "7C 7D 7H", melds="0 4S 5S 6S, 1 2C 3C 4C", drawn=True), "0 discard KD")
    assert lines(state)[1][2:4] == (["1 place 1", "8 3 sevens"], 8)


def test_the_steps_of_a_payment_lead_to_what_is_paid_in_all_games():
    """A game with every reason to double: what the sentences say multiplied is what the rules take."""
    for options in ({}, {"seven_value": 14, "seven_doubles": False}, {"feeder": "any_out"}):
        state = made("4C 5C 6C KD", "7C 7D", "8C 8D 8H 8S 2C", "KS KH", drawn=True, **options)
        state = do(state, "0 meld 4C 5C 6C", "0 discard KD")
        view = hoola.view(state, None)
        assert view.ending == "hoola"
        for line in hoola_result.bill(view)[1:]:
            assert prod(step.number for step in line.steps) == line.cost
        assert sum(line.score for line in hoola_result.bill(view)) == 0
        fours = next(line for line in hoola_result.bill(view) if line.seat == 2)
        assert (fours.points, len(fours.void)) == (2, 4)


def test_whatever_was_played_the_sums_are_what_everybody_wins_and_pays():
    variants = ({}, {"feeder": "any_out", "claim_policy": "priority"}, {"failed_knock_rank": "last", "ace": "round"})
    for seed in range(9):
        rng, options = Random(seed), Options(**variants[seed % 3])
        board = Board(1, 0, 2 + seed % 4, options)
        state = hoola.start(board, hoola.deal(board, rng))
        while not state.ending:
            seat = rng.choice(sorted(hoola.to_act(state)))
            legal = legal_actions(hoola, state, seat)
            ends = [action for action in legal if str(action).startswith(("meld", "lay", "knock", "claim"))]
            state = hoola.apply(state, seat, rng.choice(ends or legal))
        bill = hoola_result.bill(hoola.view(state, None))
        assert [line.score for line in sorted(bill)] == list(scores(state))
        for line in bill[1:]:
            assert prod(step.number for step in line.steps) == line.cost
            assert line.score == -sum(each.cost for each in bill if each.payer == line.seat and each.steps)
        assert hoola_result.end_words(hoola.view(state, None))


def test_a_hoola_on_somebodys_discard_is_paid_by_that_player():
    state = made(
        "4C 5C 6C KD", "2S", "8C", "KS", discards="7H", discarder=1, melds="1 9C TC JC, 2 2D 3D 4D, 3 2H 3H 4H"
    )
    state = do(state, "0 take 7H", "0 meld 4C 5C 6C", "0 discard KD")
    assert why(state) == [
        "player 1 laid all cards in one turn, and had no meld before: everything counts twice.",
        "The card that helped came from player 2, so player 2 pays for all.",
    ]
    assert [(line[0], line[2][-1], line[3], line[4]) for line in lines(state)[1:]] == [
        (1, "2 Hoola", 2, 1),
        (2, "2 Hoola", 4, 1),
        (3, "2 Hoola", 6, 1),
    ]
    assert [line[5] for line in lines(state)] == [12, -12, 0, 0]
    view = hoola.view(state, None)
    assert [str(hoola_result.own_words(view, seat)[0]) for seat in range(3)] == [
        "You win 12 points.",
        "You pay 12 points to player 1.",
        "You pay nothing: player 2 pays for all.",
    ]


def test_a_knock_tells_who_was_lower():
    melds = "0 9C TC JC, 1 2D 3D 4D"
    won = do(made("AC 2C", "KS", "8C", melds=melds), "0 knock")
    assert why(won) == ["player 1 knocked with 3, the lowest hand."]
    lost = do(made("AC 4C", "2C", "KH", melds=melds), "0 knock")
    assert why(lost) == ["player 1 knocked with 5, but player 2 has only 2. So player 1 pays for all."]
    assert [(line[0], line[4], line[5]) for line in lines(lost)] == [(1, 1, 5), (0, 0, -5), (2, 0, 0)]
    equal = do(made("AC 2C", "3S", "KH", melds=melds), "0 knock")
    assert why(equal) == ["player 1 knocked with 3, but player 2 has 3 too. So player 1 pays for all."]
    last = do(made("AC 4C", "2C", "KH", melds=melds, failed_knock_rank="last"), "0 knock")
    assert lines(last)[1][2] == ["2 last place"]


def test_other_ends_say_what_won():
    assert why(do(made("AC AD AH 2C 2D 3C 4C", "KS", "KD"), "0 blast")) == [
        "The seven cards of player 1 count 14. That wins at once."
    ]
    luck = do(made("7C 7D 7H 7S 2C", "KS", "KD"), "0 luck")
    assert why(luck) == ["player 1 has all four sevens. That wins at once."]
    assert hoola_result.bill(hoola.view(luck, None))[0].void == (), "nothing of what wins is struck out"
    stock = do(made("KC QC", "2C", "2H", "KD", stock=1), "0 draw", "0 discard KC")
    assert why(stock) == ["player 2 and player 3 have 2 points each. The turn of player 2 would come first."]
    assert why(do(made("KC QC", "2C", "3H", stock=1), "0 draw", "0 discard KC")) == [
        "player 2 has 2 points, the lowest hand."
    ]


# -- the page --------------------------------------------------------------------------------------------------------

OUT = ("4C 5C 6C 9S 9H 9D KD", "7H 2C 2D 8S JD QD QC", "3S 3H 8C TC TS 5D KH", "AS AD 6H JH 4S 8D 8H")


def test_each_phone_says_what_the_board_brought_and_who_deals(app):
    table = Table(app, *OUT, stock="QS", match=2)
    table.act("0 draw", "0 meld 4C 5C 6C", "0 meld 9S 9H 9D", "0 discard KD", "clock close", "1 draw", "1 meld 7H")
    table.act("1 discard QD", "clock close", "2 draw", "2 discard KH", "clock close", "3 draw", "3 discard 8H")
    table.act("clock close", "0 draw", "0 discard QS", "clock close", "1 draw", "1 discard QC", "clock close")
    table.act("2 draw", "2 discard TS", "clock close", "3 draw", "3 discard 8D", "clock close")
    hand = {str(card) for card in table.table.play.state.hands[2]}
    assert hand.isdisjoint(cards_of_hoola(table.at[1].get(f"/room/{table.slug}/play").get_data(as_text=True)))
    table.act("0 knock")
    names = table.parts.show.table(table.table).names
    winner, loser = table.page(0), table.page(3)
    for page in (winner, loser):
        assert f"{names[0]} knocks and wins" in page and f"{names[0]} knocked with" in page
        assert "place 1: 1" in page and "× 2 no meld" in page and "1 of 2 boards" in page
    paid = -table.table.play.results[0].scores[3]
    assert f"You pay {paid} points to {names[0]}." in loser
    assert "You deal the next board, and play first." in winner
    assert f"{names[0]} deals the next board, and plays first." in loser
    assert hand <= cards_of_hoola(table.at[1].get(f"/room/{table.slug}/play").get_data(as_text=True))


def test_a_match_that_somebody_gives_up_ends_without_showing_a_hand(app):
    table = Table(app, *OUT)
    people = [table.at[seat].id for seat in range(4)]
    tables = table.parts.tables
    game = tables.open(table.room.id, "hoola", Options(match=3), own_pace=True)
    tables.arrange([(game.id, seat, Seated(person, "")) for seat, person in enumerate(people)])
    assert tables.command(game.id, "next").ok
    assert tables.act(game.id, people[1], 0, "resign").ok
    game = tables.get(game.id)
    person = table.parts.store.person(people[0])
    with app.app_context():
        html = table.parts.show.pace_stage(person, game).html
    page = words(html)
    gave_up = table.parts.store.person(people[1]).name
    assert f"{gave_up} has given up." in page and "The board that was on the table counts for nobody." in page
    assert "All my games" in page and "Next board" not in page
    assert not cards_of_hoola(html.partition('id="facts"')[0]) & {str(card) for card in game.play.state.hands[2]}


# -- one device for several --------------------------------------------------------------------------------------------

HANDS = ("4H 9C JD", "8C 8D QS KD", "4S 4D 2C", "5H 6H 2D")  # seat 0 discards the four of hearts; 2 and 3 can have it
VALUES = re.compile(r'(?:value|id|data-[a-z]+)=\\?"([^"\\]*)')


def cards_of_hoola(text):
    """Every card that a text names: as everywhere, and in the values of buttons, such as "claim 4S 4H 4D"."""
    return cards_in(text) | set(re.findall(r"\b[AKQJT2-9][SHDC]\b", " ".join(VALUES.findall(text))))


class Shared(Tablet):
    """Students who share a device at a table of Hoola with known cards; robots have the seats left over."""

    def __init__(self, app, *names, hands=HANDS, **options):
        _, slug, _ = open_class(app, start=False)
        super().__init__(app, slug, *names)
        board = dealt(*hands, stock="KH", **options)
        self.parts.classroom.play_game(self.room.id, "hoola", board.board.options, 4)
        self.parts.classroom.start(self.room.id)
        self.at_table = self.seat(names[0])[0].id
        order = dict(zip(names, (self.seat(name)[1] for name in names), strict=True))
        self.by_seat = {seat: name for name, seat in order.items()}
        assert self.parts.tables.command(self.at_table, f"redeal {self.prepared(board)}").ok
        self.listen()
        self.heard.clear()

    @staticmethod
    def prepared(board):
        return parse_prepared(f"1 dealer 0 deal {format_deal(board.deal)}")

    @property
    def table(self):
        return self.parts.tables.get(self.at_table)

    @property
    def view(self):
        return hoola.view(self.table.play.state, None)

    def act(self, name, text, turn=None):
        table, seat = self.seat(name)
        turn = table.turns[seat] if turn is None else turn
        return self.emit("act", {"table": table.id, "seat": str(seat + 1), "turn": turn, "text": text})

    def discards_the_four(self):
        """Seat 0 draws and discards: from now on it may be claimed, and the curtain is down."""
        self.play(self.by_seat[0], "draw")
        assert self.front == self.by_seat[0]
        assert self.act(self.by_seat[0], "discard 4H")["ok"]
        assert self.front is None


def offered(tablet):
    """Whom the curtain offers a discard."""
    return re.findall(r"I am <bdi>(\w+)", tablet.html.partition('id="curtain"')[2].partition("</section>")[0])


def test_a_discard_is_offered_to_all_who_share_the_device(app, clock):
    tablet = Shared(app, "Amina", "Bo", "Chi", "Dev")
    assert "Give the tablet to seat 1" in tablet.html
    tablet.discards_the_four()
    assert "Who says thank you for the" in tablet.html
    assert "Give the tablet to" not in tablet.html
    assert sorted(offered(tablet)) == sorted(tablet.by_seat[seat] for seat in (1, 2, 3))
    tablet.play(tablet.by_seat[2], "claim 4S 4H 4D")
    assert tablet.front == tablet.by_seat[2], "it is the turn of whoever has it"
    assert tablet.act(tablet.by_seat[2], "discard 2C")["ok"]
    assert tablet.front is None
    assert tablet.by_seat[2] not in offered(tablet)
    clock.advance(5)
    assert "Give the tablet to seat 4" in tablet.html


def test_whoever_comes_before_the_curtain_has_the_whole_time_once(app, clock):
    tablet = Shared(app, "Amina", "Bo", "Chi", "Dev")
    tablet.discards_the_four()
    first, second = tablet.by_seat[1], tablet.by_seat[2]
    clock.advance(4)
    tablet.lift(first)
    clock.advance(4)
    assert tablet.view.window.open
    assert tablet.act(first, "pass")["ok"]
    assert tablet.front is None
    clock.advance(4.5)
    assert tablet.view.window.open, "passing the tablet on takes its time"
    tablet.lift(second)
    clock.advance(4)
    tablet.lift("")
    tablet.lift(second)
    clock.advance(1)
    assert not tablet.view.window.open, "who comes back has had the time"
    assert [event.text for event in tablet.parts.store.events(tablet.at_table)].count("wait") == 3
    assert tablet.front is None, "who only came to look does not stand in another's way"
    assert "Give the tablet to seat 2" in tablet.html
    assert cards_of_hoola(tablet.html) == {"KS", "4H"}


def test_a_new_discard_ends_a_peep_so_that_all_can_have_it(app, clock):
    tablet = Shared(app, "Amina", "Bo", "Chi")
    while tablet.view.turn != 3 or tablet.view.phase == "claim":
        if tablet.view.phase == "claim":
            clock.advance(5)
        else:
            seat = tablet.view.turn
            tablet.play(tablet.by_seat[seat], "draw")
            tablet.act(tablet.by_seat[seat], f"discard {tablet.table.play.state.hands[seat][0]}")
    tablet.lift("Amina")
    while tablet.view.turn == 3 and not tablet.view.window.open:
        assert tablet.front == "Amina"
        clock.advance(0.5)
    assert tablet.view.window.open, "the robot has discarded"
    assert tablet.front is None
    assert sorted(offered(tablet)) == ["Amina", "Bo", "Chi"]


def test_by_turns_all_who_share_a_device_can_ask_and_their_order_decides_nothing(app, clock):
    tablet = Shared(app, "Amina", "Bo", "Chi", "Dev", claim_policy="priority")
    tablet.discards_the_four()
    tablet.play(tablet.by_seat[3], "claim 4H 5H 6H")
    assert tablet.front is None
    assert tablet.by_seat[3] not in offered(tablet)
    assert "5H" not in cards_of_hoola(tablet.html), "what was answered is not told"
    tablet.play(tablet.by_seat[2], "claim 4S 4H 4D")
    tablet.play(tablet.by_seat[1], "pass")
    assert (tablet.view.claimed, tablet.view.turn) == (2, 2)
    assert "Give the tablet to seat 3" in tablet.html


def test_a_robot_leaves_the_time_to_those_who_pass_a_tablet_round(app, clock):
    tablet = Shared(app, "Amina", "Bo", "Chi")
    tablet.discards_the_four()
    clock.advance(1.7)
    tablet.lift(tablet.by_seat[2])
    clock.advance(1.7)  # now the robot would have answered, if nobody had come
    assert not tablet.view.window.answered[3] and tablet.view.window.open
    assert tablet.act(tablet.by_seat[2], "claim 4S 4H 4D")["ok"]


def test_nothing_of_another_hand_is_sent_to_a_shared_device(app, clock):
    """A board by chance, with peeps and reloads; a robot has the fourth seat. Whatever was sent names the discards, the
    melds, and the hand of the one before the curtain."""
    tablet, rng = Shared(app, "Amina", "Bo", "Chi", claim_policy="priority"), Random(5)
    moments = set()

    def look():
        tablet.listen()
        table, front, now = tablet.table, tablet.front, tablet.view
        may = {str(card) for meld in now.melds for card in meld.cards} | set(map(str, now.discards))
        if front:
            may |= set(map(str, table.play.state.hands[tablet.seat(front)[1]]))
        if now.phase == "done":
            may = None
        for text in tablet.heard:
            leaked = cards_of_hoola(text) - may if may is not None else set()
            assert not leaked, f"{front} was shown {leaked}"
        tablet.heard.clear()
        moments.add((bool(front), now.phase))

    for _ in range(400):
        if not tablet.table.playing:
            break
        if rng.random() < 0.1:
            tablet.lift(rng.choice(list(tablet.ids)))
            look()
        if rng.random() < 0.05:
            tablet.load()
            look()
        due = [seat for seat in tablet.table.to_act() if seat in tablet.by_seat]
        if not due or (tablet.view.phase == "claim" and rng.random() < 0.5):
            clock.advance(2)
        else:
            seat = rng.choice(due)
            tablet.lift(tablet.by_seat[seat])
            look()
            legal = [str(action) for action in legal_actions(hoola, tablet.table.play.state, seat)]
            ends = [text for text in legal if text.startswith(("meld", "lay", "claim", "knock"))]
            assert tablet.act(tablet.by_seat[seat], rng.choice(ends or legal))["ok"]
        look()
    assert not tablet.table.playing
    assert {(False, "claim"), (True, "claim"), (True, "draw"), (True, "play"), (False, "done")} <= moments


# -- how to play, and what robots and teachers do ----------------------------------------------------------------------


def how_to_play(app, seats=4, own_pace=False, **options):
    with app.app_context():
        template = app.jinja_env.get_template("hoola/_rules.html")
        return words(template.render(options=Options(players=seats, **options), seats=seats, own_pace=own_pace))


def test_how_to_play_speaks_of_what_is_in_force(app):
    usual = how_to_play(app)
    assert "For 5 seconds after each discard anybody may say “thank you”" in usual
    assert "It is doubled for each 7 in the hand." in usual
    assert "14 points or fewer" in usual and "You stop when you like." in usual
    assert "Thank you" not in how_to_play(app, seats=2), "with two players there is nobody else to want it"
    assert "Thank you" not in how_to_play(app, thank_you="next_only")
    assert "seconds" not in how_to_play(app, own_pace=True)
    other = how_to_play(
        app,
        seven_value=14,
        seven_doubles=False,
        must_discard=False,
        feeder="never",
        direction="anticlockwise",
        small_max=15,
        match=1,
        claim_policy="priority",
    )
    for text in (
        "a 7 counts 14, a jack",
        "the player to the right",
        "15 points or fewer",
        "After 1 board the match is over.",
        "the one whose turn would come first gets it",
    ):
        assert text in other, text
    for text in ("for each 7 in the hand", "Keep one card", "pays for all"):
        assert text not in other, text


def test_a_choice_of_the_teacher_is_told_in_words():
    told = {
        "draw": "draw a card",
        "take 4S 4H 4D": "take the discard, for 4S, 4H, 4D",
        "claim 4S 4H 4D": "thank you, for 4S, 4H, 4D",
        "pass": "no, thank you",
        "meld 7S": "the meld 7S",
        "lay 8C on 2": "the 8C on meld 2",
        "discard KD": "discard the KD",
        "knock": "knock",
    }
    assert {text: str(choice_words("hoola", text)) for text in told} == told
    assert str(choice_words("hool", "pass")) == "pass"


def test_robots_say_nothing_of_answers_that_are_kept(app, clock):
    tablet = Shared(app, "Amina", "Bo", claim_policy="priority")
    said: dict[int, object] = {}  # by discard: what was said while it could be claimed
    for _ in range(60):
        if not tablet.table.playing:
            break
        told, now = told_reasons(tablet.table), tablet.view
        assert all(seat not in tablet.by_seat for seat, _ in told)
        if now.window.open:
            discard = max(act.seq for act in tablet.table.play.acts if act.text.startswith("discard"))
            assert said.setdefault(discard, told) == told
            clock.advance(1)
        elif now.turn not in tablet.by_seat:
            clock.advance(1)
        else:
            name, hand = tablet.by_seat[now.turn], tablet.table.play.state.hands[now.turn]
            tablet.lift(name)
            assert tablet.act(name, "draw" if now.phase == "draw" else f"discard {hand[0]}")["ok"]
    assert len(said) > 1 and any(said.values())
