"""A class whose tables play boards of HOOL, then of other games, then HOOL again."""

import json
from random import Random

from hool.rules import hoola, oh_hell
from hool.rules.game import legal_actions, options_to_json
from hool.rules.hool import PRESETS
from hool.web.access import cookie_name

NAMES = ("Ada", "Bo", "Cem", "Dua", "Eli", "Fee", "Gil", "Han")
SMALL = PRESETS["one suit"]  # HOOL with three cards each
LIKELY = ("play", "clue", "bid 1", "claim", "meld", "lay", "knock")  # what brings a board to its end
SHORT = oh_hell.Options(max_cards=3, order="down")  # three hands: 3, 2 and 1 card


class Mixed:
    """Two tables of four, nobody with a page open; boards are played by random legal acts."""

    def __init__(self, app, names=NAMES, seed=1, hool=SMALL):
        self.app, self.parts, self.chance = app, app.extensions["hool"], Random(seed)
        self.tables, self.classroom = self.parts.tables, self.parts.classroom
        room, _, self.teacher_key = self.classroom.open_room("Class 5b")
        self.room, self.slug, self.hool = room.id, room.slug, hool
        self.classroom.change_settings(room.id, options=json.loads(options_to_json(hool)))
        self.people, self.keys = zip(*(self.classroom.join(room.id, name) for name in names), strict=True)
        self.classroom.start(room.id)

    def browser(self, student=None):
        """The browser of a student, by their place in the list of names, or of the teacher."""
        client, room = self.app.test_client(), self.classroom.room(self.room)
        if student is None:
            client.set_cookie(cookie_name(room, "teacher"), self.teacher_key)
        else:
            client.set_cookie(cookie_name(room, "student"), self.keys[student])
        return client

    @property
    def open_tables(self):
        return self.tables.tables(self.room)

    def change(self, game, options=None, seats=4, **more):
        usual = {"hool": self.hool, "oh_hell": SHORT, "hoola": hoola.Options()}
        self.classroom.play_game(self.room, game, options or usual[game], seats, **more)

    def play(self, boards=1, only=None):
        """So many boards to the end at every table, or at the one with this number."""
        for table in self.open_tables:
            for _ in range(boards if only in (None, table.number) else 0):
                self.finish(table.id)

    def begin(self, table_id):
        if not self.tables.get(table_id).playing:
            assert self.classroom.next_board(self.room, table_id).ok

    def finish(self, table_id, acts=999):
        """The board of a table to its end, or so many acts of it."""
        self.begin(table_id)
        for _ in range(acts):
            table = self.tables.get(table_id)
            if not table.playing:
                break
            seat = min(table.to_act())
            can = [str(action) for action in legal_actions(table.rules, table.play.state, seat)]
            can = [each for each in can if each.startswith(LIKELY)] or can
            self.do(table, seat, self.chance.choice(can))

    def do(self, table, seat, text):
        who = table.seats[seat]
        if who.acts_alone:  # a robot's seat
            assert self.classroom.clock is self.app.config["CLOCK"]
            self.app.config["CLOCK"].advance(3)
            return
        answer = self.tables.act(table.id, who.person, table.turns[seat], text)
        assert answer.ok, answer
