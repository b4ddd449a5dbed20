"""Around a table of Hoola: how a board ends and what it costs, how to play, one device for several, robots' words."""

import re
from math import prod

from hool.fold import parse_prepared
from hool.rules import hoola
from hool.rules.cards import format_deal
from hool.web import hoola_result
from tests.hoola_play import dealt, do, made
from tests.people import open_class

NAMES = ("Amina", "Bo", "Chi", "Dev", "Eve")


def words(html):
    return " ".join(re.sub(r"<[^>]*>", " ", str(html)).split())


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

    def draw(self, macro, *more):
        """A macro of the page that shows how a board ended."""
        module = self.app.jinja_env.get_template("hoola/_result.html").module
        with self.app.app_context():
            return str(getattr(module, macro)(self.parts.show.table(self.table), *more))

    def pad(self, seat):
        return words(self.draw("result_pad", self.parts.show.mine(self.table, seat, self.at[seat].id)))


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
    assert why(do(made("7C 7D 7H 7S 2C", "KS", "KD"), "0 luck")) == ["player 1 has all four sevens. That wins at once."]
    stock = do(made("KC QC", "2C", "2H", "KD", stock=1), "0 draw", "0 discard KC")
    assert why(stock) == ["player 2 and player 3 have 2 points each. The turn of player 2 would come first."]
    assert why(do(made("KC QC", "2C", "3H", stock=1), "0 draw", "0 discard KC")) == [
        "player 2 has 2 points, the lowest hand."
    ]
