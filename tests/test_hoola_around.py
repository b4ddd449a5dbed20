"""Around a table of Hoola: how a board ends and what it costs, how to play, one device for several, robots' words."""

import re

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
        (line.seat, line.points, [str(step) for step in line.steps], line.cost, line.payer, line.score)
        for line in hoola_result.bill(hoola.view(state, None))
    ]


def why(state):
    return [str(text) for text in hoola_result.end_words(hoola.view(state, None))]


def test_each_step_of_a_payment_stands_in_the_bill():
    state = do(made("KD", "2C 3C", "8C", "KS 7S", melds="0 4S 5S 6S, 1 7C, 2 9C TC JC", drawn=True), "0 discard KD")
    assert lines(state) == [
        (0, 0, [], 0, 0, 15),
        (1, 5, ["place 1 of the losers: 1"], 1, 1, -1),
        (2, 8, ["place 2 of the losers: 2"], 2, 2, -2),
        (3, 20, ["place 3 of the losers: 3", "× 2 for a 7", "× 2 for no meld"], 12, 3, -12),
    ]
    assert why(state) == ["player 1 has no card left."]
