"""One device for several students: what it is sent while the curtain is down, whose page it shows, and who uses it."""

from random import Random

import pytest

from hool import create_app
from hool.rules import hool
from hool.rules.cards import parse_deal
from hool.rules.game import legal_actions
from hool.web.access import cookie_name
from tests.people import Person, Student, cards_in, open_class
from tests.test_secrets import known_cards


class Tablet(Person):
    """A device whose students came in together."""

    def __init__(self, app, slug, *names):
        super().__init__(app)
        self.parts, self.slug = app.extensions["hool"], slug
        self.joined = self.post(f"/room/{slug}/together", names=list(names))
        self.ids = {person.name: person.id for person in self.parts.classroom.students(self.room.id)}
        if self.joined.status_code == 303:
            self.load()

    @property
    def room(self):
        return self.parts.classroom.room_by_slug(self.slug)

    def load(self):
        if self.socket is not None:
            self.socket.disconnect()
        self.get(f"/room/{self.slug}/play")
        self.connect("play", self.slug)
        self.listen()

    @property
    def html(self):
        return self.listen()["stage"]

    def seat(self, name):
        """The table and seat of one of them, as they are now."""
        return self.parts.classroom.seat_of(self.ids[name])

    def who(self, seat):
        return next(name for name in self.ids if (found := self.seat(name)) and found[1] == seat)

    def lift(self, name):
        return self.emit("curtain", {"slug": self.slug, "person": self.ids.get(name, 0)})

    def act(self, name, text, turn=None):
        table, seat = self.seat(name)
        turn = table.turns[seat] if turn is None else turn
        return self.emit("act", {"table": table.id, "seat": "NESW"[seat], "turn": turn, "text": text})

    def play(self, name, text):
        """Come before the curtain and act."""
        assert self.lift(name)["ok"]
        answer = self.act(name, text)
        assert answer["ok"], answer
        return answer

    @property
    def front(self):
        """Who is before the curtain, as the page says."""
        number = int(self.html.partition('data-front="')[2].partition('"')[0])
        return next((name for name, person in self.ids.items() if person == number), None)


@pytest.fixture
def slug(app):
    return open_class(app, start=False)[1]


@pytest.fixture
def four(app, slug):
    """A whole table on one tablet, with a board in play; North deals."""
    tablet = Tablet(app, slug, "Amina", "Bo", "Chi", "Dev")
    tablet.parts.classroom.start(tablet.room.id)
    tablet.listen()
    return tablet


def any_act(rng, table, seat):
    return str(rng.choice(legal_actions(hool, table.play.state, seat)))


# -- secrets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", [("Amina", "Bo", "Chi", "Dev"), ("Amina", "Bo", "Chi"), ("Amina", "Bo")])
def test_nothing_of_another_hand_is_sent_to_the_device(app, clock, slug, names):
    """A board with every act, peeps, reloads and refused taps; robots and two phones have the other seats. After each
    step all that the device was sent since the last one names no card but those that its curtain may show."""
    rng = Random(len(names))
    tablet = Tablet(app, slug, *names)
    phones = [Student(app, slug, name) for name in ("Emil", "Finn")] if len(names) == 2 else []
    parts = tablet.parts
    parts.classroom.start(tablet.room.id)
    table_id = tablet.seat("Amina")[0].id
    tablet.listen()
    tablet.heard.clear()
    shown = set()

    def look():
        tablet.listen()
        table, front = parts.tables.get(table_id), tablet.front
        may = known_cards(table, tablet.seat(front)[1] if front else None)
        for text in tablet.heard:
            leaked = cards_in(text.replace("play AS", "")) - may  # an answer repeats what it refuses
            assert not leaked, f"{front} was shown {leaked}: {text[:2000]}"
        tablet.heard.clear()
        shown.add((front is not None, hool.view(table.play.state, None).phase))
        return table

    def disturb():
        if rng.random() < 0.15:
            tablet.lift(rng.choice(names))
            look()
        if rng.random() < 0.1:
            tablet.act(rng.choice(names), rng.choice(["play AS", "clue hcp", "bid 7NT", "undo", "claim 2"]))
            look()
        if rng.random() < 0.1:
            tablet.load()
            assert tablet.front is None
            look()

    table = look()
    while table.playing:
        clock.advance(2)
        look()
        disturb()
        table = look()
        waited_for, text = table.to_act(), None
        if table.ask is not None:
            waited_for, text = table.ask.waiting, "refuse"
        due = [name for name in names if tablet.seat(name)[1] in waited_for]
        for name in due[:1]:
            tablet.lift(name)
            assert tablet.front == name
            look()
            assert tablet.act(name, text or any_act(rng, table, tablet.seat(name)[1]))["ok"]
            table = look()
        for phone in phones:
            seat = parts.classroom.seat_of(phone.id)[1]
            if seat in (table.ask.waiting if table.ask else table.to_act()):
                assert phone.act("refuse" if table.ask else any_act(rng, table, seat))["ok"]
                table = look()
    assert {(False, "play"), (True, "play"), (False, "clues"), (True, "step 1"), (False, "done")} <= shown


def test_whoever_has_acted_sees_nothing_of_the_next_hand(four):
    four.lift("Amina")
    hand = {str(card) for card in four.seat("Amina")[0].play.deal.hands[0]}
    assert cards_in(four.html) == hand
    four.heard.clear()
    assert four.act("Amina", "clue hcp")["ok"]
    four.listen()
    assert four.front is None
    assert not any(cards_in(text) for text in four.heard)
    assert "Give the tablet to East" in four.html


# -- the curtain -----------------------------------------------------------------------------------------------------


def test_only_those_who_use_the_device_come_before_its_curtain(app, four):
    emil = Student(app, four.slug, "Emil")
    refused = four.emit("curtain", {"slug": four.slug, "person": emil.id})
    assert (refused["ok"], refused["text"]) == (False, "This player is not on this device.")
    assert four.front is None
    assert four.http.post(f"/room/{four.slug}/who", data={"person": emil.id}).status_code == 403
    # A phone of one student has no curtain, and cannot lift that of another device.
    assert not emil.emit("curtain", {"slug": four.slug, "person": four.ids["Amina"]})["ok"]
    assert four.front is None
    for nonsense in (
        None,
        "Amina",
        {},
        {"slug": four.slug},
        {"slug": four.slug, "person": True},
        {"slug": 3, "person": 1},
    ):
        assert not four.emit("curtain", nonsense)["ok"]


def test_who_is_not_before_the_curtain_does_not_act(four):
    table, _ = four.seat("Amina")
    assert four.act("Amina", "clue hcp")["text"] == "First tap whose turn it is: “I am …”."
    four.lift("Bo")
    assert four.act("Amina", "clue hcp")["text"] == "First tap whose turn it is: “I am …”."
    assert four.parts.tables.get(table.id).turns == (0, 0, 0, 0)
    four.play("Amina", "clue hcp")
    assert four.act("Amina", "clue spades", turn=0)["code"] == "already"  # an answer that was lost, asked for again
    assert four.parts.tables.get(table.id).turns == (1, 0, 0, 0)


def test_all_are_asked_one_after_another_from_the_dealer(four):
    asked = []
    for _ in range(8):
        name = four.html.partition("Give the tablet to ")[2].partition("<")[0]
        asked.append(name)
        table, seat = four.seat("Amina")
        seat = "NESW".index(name[0])
        four.play(four.who(seat), any_act(Random(1), four.parts.tables.get(table.id), seat))
    assert asked == ["North", "East", "South", "West"] * 2
    # West has told the last clue and is still there for the first bid; then the others, each of them.
    assert four.front == "Dev"
    four.act("Dev", "pass")
    for name, seat in (("North", "Amina"), ("East", "Chi"), ("South", "Bo")):
        assert f"Give the tablet to {name}" in four.html
        four.play(seat, "pass")
    assert four.seat("Amina")[0].finished


def to_the_play(tablet, declarer):
    """Clues and bids until the cards are played, one of the device declaring 7NT."""
    while True:
        table = tablet.parts.tables.get(tablet.seat(declarer)[0].id)
        view = hool.view(table.play.state, None)
        if view.phase == "play":
            return table
        for name in tablet.ids:
            seat = tablet.seat(name)[1]
            if seat in tablet.parts.tables.get(table.id).to_act():
                bids = view.phase == "step 1" and name == declarer
                legal = legal_actions(hool, table.play.state, seat)
                tablet.play(name, "bid 7NT" if bids else "pass" if view.phase != "clues" else str(legal[0]))
                break


def test_no_curtain_falls_between_two_acts_of_the_same_child(app, slug):
    four = Tablet(app, slug, "Amina", "Bo", "Chi", "Dev")
    all_tricks = parse_deal("AKQJ.AKQ.AKQ.AKQ T98.JT9.JT98.JT9 765.876.765.8765 432.5432.432.432")
    four.parts.classroom.load_deals(four.room.id, [(1, 0, all_tricks)])
    four.parts.classroom.start(four.room.id)
    to_the_play(four, "Amina")
    four.play("Chi", "play TS")
    assert "Give the tablet to North" in four.html  # dummy is South; declarer plays its cards
    four.play("Amina", "play 5S")
    assert four.front is None
    assert "Give the tablet to West" in four.html
    four.play("Dev", "play 2S")
    four.play("Amina", "play AS")  # she wins the trick and leads
    assert four.front == "Amina"
    assert "You won the trick, so you lead." in four.html
    four.act("Amina", "play AH")
    assert four.front is None


def test_the_curtain_stays_up_for_declarer_when_only_dummys_player_sits_there_too(app, slug):
    """Dummy's player may see declarer's hand, so there is nothing to hide between the two of a pair."""
    pair = Tablet(app, slug, "Amina", "Bo")
    emil, finn = Student(app, slug, "Emil"), Student(app, slug, "Finn")
    pair.parts.classroom.start(pair.room.id)
    pair.ids |= {"Emil": emil.id, "Finn": finn.id}
    people = {**dict.fromkeys(("Amina", "Bo"), pair), "Emil": emil, "Finn": finn}

    def move(seat, text=None):
        table = pair.parts.tables.get(table_id)
        name = pair.who(seat)
        text = text or any_act(Random(seat), table, seat)
        assert (pair.play(name, text) if people[name] is pair else people[name].act(text))["ok"]

    table_id = pair.seat("Amina")[0].id
    while (view := hool.view((table := pair.parts.tables.get(table_id)).play.state, None)).phase != "play":
        seat = min(table.to_act())
        move(seat, "bid 7NT" if view.phase == "step 1" and seat == 0 else None if view.phase == "clues" else "pass")
    move(1)
    pair.lift("Amina")
    assert pair.act("Amina", any_act(Random(0), pair.parts.tables.get(table_id), 0))["ok"]
    assert pair.front == "Amina"
    move(3)
    assert pair.front == "Amina"
    pair.lift("")
    assert pair.front is None


def test_everybody_may_look_at_the_own_hand_out_of_turn(four):
    four.lift("Dev")
    assert cards_in(four.html) == {str(card) for card in four.seat("Dev")[0].play.deal.hands[3]}
    assert "Waiting for" in four.html
    four.lift("")
    assert four.front is None
    assert not cards_in(four.html)


def test_after_a_reload_a_long_silence_or_a_restart_the_curtain_is_down(app, four, clock):
    four.lift("Amina")
    four.socket.disconnect()
    clock.advance(5)
    four.connect("play", four.slug)  # the line was lost for a moment: she still sits there
    assert four.front == "Amina"
    four.socket.disconnect()
    clock.advance(30)
    four.connect("play", four.slug)
    assert four.front is None
    four.lift("Amina")
    page = four.get(f"/room/{four.slug}/play").get_data(as_text=True)
    assert "Give the tablet to North" in page
    assert not cards_in(page)
    four.lift("Amina")
    again = create_app({**app.config})
    cookie = four.http.get_cookie(cookie_name(four.room, "student"))
    client = again.test_client()
    client.set_cookie(cookie.key, cookie.value)
    page = client.get(f"/room/{four.slug}/play").get_data(as_text=True)
    assert "Give the tablet to North" in page
    assert not cards_in(page)


def test_one_tap_is_for_all_who_share_the_device(app, clock, slug):
    pair = Tablet(app, slug, "Amina", "Bo")
    emil = Student(app, slug, "Emil")
    pair.parts.sessions.open(pair.room.id, "010-one-suit")  # boards of three tricks
    pair.parts.sessions.go(pair.room.id, "play")
    while (table := pair.seat("Amina")[0]).playing:
        clock.advance(2)
        for name in ("Amina", "Bo"):
            if pair.seat(name)[1] in pair.seat(name)[0].to_act():
                pair.play(name, any_act(Random(2), *pair.seat(name)))
        table, seat = pair.parts.classroom.seat_of(emil.id)
        if seat in table.to_act():
            emil.act(any_act(Random(2), table, seat))
    assert pair.front is None
    assert "Next board" in pair.html
    assert "of 3 are ready" not in pair.html
    assert pair.act("Bo", "next")["ok"]
    assert "2 of 3 are ready" in pair.html
    assert emil.act("next")["ok"]
    assert pair.seat("Amina")[0].playing


def test_a_claim_is_answered_by_each_opponent_alone(four):
    table = to_the_play(four, "Amina")
    four.play("Chi", any_act(Random(3), table, 1))
    four.lift("Amina")
    assert four.act("Amina", "claim 13")["ok"]
    assert "Give the tablet to East" in four.html
    four.play("Chi", "accept")
    assert "Give the tablet to West" in four.html
    assert four.parts.tables.get(table.id).playing
    four.play("Dev", "accept")
    assert four.parts.tables.get(table.id).finished
    assert "Next board" in four.html


# -- pages -----------------------------------------------------------------------------------------------------------


def test_pages_of_one_student_first_ask_who_of_them_it_is(four):
    for page in ("boards", "home", "check/010-one-suit", "boards/1/1"):
        answer = four.http.get(f"/room/{four.slug}/{page}")
        assert answer.headers["Location"] == f"/room/{four.slug}/who?to=/room/{four.slug}/{page}"
    asks = four.get(f"/room/{four.slug}/who?to=/room/{four.slug}/boards").get_data(as_text=True)
    assert all(f"I am <bdi>{name}</bdi>" in asks for name in four.ids)
    chosen = {"person": four.ids["Chi"], "to": f"/room/{four.slug}/boards"}
    assert four.post(f"/room/{four.slug}/who", **chosen).headers["Location"] == f"/room/{four.slug}/boards"
    assert four.http.get(f"/room/{four.slug}/boards").status_code == 200
    assert "Give the tablet to North" in four.get(f"/room/{four.slug}/play").get_data(as_text=True)
    for elsewhere in ("https://example.org/", "//example.org", "/room/other/boards", "\\\\example.org"):
        answer = four.post(f"/room/{four.slug}/who", person=four.ids["Chi"], to=elsewhere)
        assert answer.headers["Location"] == f"/room/{four.slug}/play"


def test_who_comes_to_the_tablet_hours_later_is_asked_who_it_is(four, clock):
    page = f"/room/{four.slug}/results"
    four.post(f"/room/{four.slug}/who", person=four.ids["Amina"], to=page)
    four.socket.disconnect()
    clock.advance(1200)  # she reads for long, and goes on
    assert four.http.get(page).status_code == 200
    clock.advance(1200)
    assert four.http.get(page).status_code == 200
    clock.advance(7200)
    assert four.http.get(page).headers["Location"] == f"/room/{four.slug}/who?to={page}"


def test_hints_and_names_are_for_the_one_before_the_curtain(four):
    parts, words = four.parts, {"Accept": "text/plain"}
    parts.classroom.change_settings(four.room.id, hints="card")
    four.lift("Amina")
    moment = four.html.partition('data-hint="')[2].partition('"')[0]
    four.lift("")
    asked = four.http.post(f"/room/{four.slug}/hint", data={"moment": moment, "step": "3"}, headers=words)
    assert asked.status_code == 303  # nobody is there whose hint it could be
    four.lift("Bo")
    assert four.post(f"/room/{four.slug}/hint", moment=moment).status_code == 409
    four.lift("Amina")
    assert four.post(f"/room/{four.slug}/hint", moment=moment).status_code == 200
    four.post(f"/room/{four.slug}/name", name="Ami")
    assert parts.classroom.person(four.ids["Amina"]).name == "Ami"


def test_return_codes_are_for_their_owners_eyes(four):
    codes = {name: four.parts.classroom.return_code(four.parts.classroom.person(i)) for name, i in four.ids.items()}
    down = four.get(f"/room/{four.slug}/players").get_data(as_text=True)
    assert not any(code in down for code in codes.values())
    four.lift("Bo")
    seen = four.get(f"/room/{four.slug}/players").get_data(as_text=True)
    assert [name for name, code in codes.items() if code in seen] == ["Bo"]
    assert not any(code in text for text in four.heard for name, code in codes.items() if name != "Bo")


def test_a_hand_goes_up_for_the_device(four):
    four.post(f"/room/{four.slug}/hand", up="1")
    assert 'data-hand="1"' in four.html
    four.lift("Bo")
    assert 'data-hand="1"' in four.html  # his page does not say that it was seen
    four.post(f"/room/{four.slug}/hand", up="")
    four.lift("")
    assert four.parts.classroom.hands(four.room.id) == []
    assert 'data-hand="0"' in four.html


def test_looking_back_is_for_each_alone(app, clock, slug):
    pair = Tablet(app, slug, "Amina", "Bo")
    parts, room = pair.parts, pair.room
    parts.sessions.open(room.id, "010-one-suit")
    assert "Talk about it with your table." in pair.html
    parts.sessions.go(room.id, "play")
    assert "Look at my hand:" in pair.html
    parts.sessions.go(room.id, "share")
    assert "Eyes on the wall" in pair.html
    parts.sessions.go(room.id, "reflect")
    assert "Who looks back now?" in pair.html
    pair.lift("Amina")
    question = parts.sessions.current(room.id).lesson.reflection_question
    pair.post(f"/room/{slug}/reflect", text="I counted the suits")
    assert "I counted the suits" in pair.html
    pair.lift("Bo")
    assert question.text in pair.html
    assert "I counted the suits" not in pair.html
    pair.lift("")
    assert "I counted the suits" not in pair.html
    session = parts.sessions.current(room.id)
    assert parts.sessions.reflection(session, pair.ids["Bo"]) is None
    assert parts.sessions.reflection(session, pair.ids["Amina"]) == "I counted the suits"


# -- who uses the device ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "seats"), [(("A", "B"), {0, 2}), (("A", "B", "C"), {0, 2, 1}), ("ABCD", {0, 1, 2, 3})]
)
def test_they_come_in_together_and_sit_at_one_table(app, slug, names, seats):
    tablet = Tablet(app, slug, *names)
    places = [tablet.seat(name) for name in names]
    assert len({table.id for table, _ in places}) == 1
    assert {seat for _, seat in places} == seats
    assert all(tablet.parts.classroom.here(person) for person in tablet.ids.values())


def test_a_pair_sits_down_with_somebody_who_is_alone_as_partners(app, slug):
    emil = Student(app, slug, "Emil")
    pair = Tablet(app, slug, "Amina", "Bo")
    assert pair.seat("Amina")[0].id == pair.parts.classroom.seat_of(emil.id)[0].id
    assert {pair.seat("Amina")[1], pair.seat("Bo")[1]} == {1, 3}


@pytest.mark.parametrize("names", [("Amina",), ("Amina", "", ""), ("Amina", "x" * 21), ("Amina", "Robot 1"), "ABCDE"])
def test_names_that_cannot_be_let_nobody_in(app, slug, names):
    tablet = Tablet(app, slug, *names)
    assert tablet.joined.status_code == 400
    assert tablet.ids == {}
    page = tablet.joined.get_data(as_text=True)
    assert 'value="A' in page  # what was typed is still there
    wrong = {"x" * 21: f"“{'x' * 20} …”: That name is too long", "Robot 1": "“Robot 1”: Only robots are called that"}
    assert len(names) != 2 or wrong[names[1]] in page  # and which of them it is


def test_a_banned_name_among_them_lets_nobody_in(app, slug):
    emil = Student(app, slug, "Emil")
    parts = app.extensions["hool"]
    parts.door.take_out(parts.classroom.room_by_slug(slug).id, emil.id, ban=True)
    tablet = Tablet(app, slug, "Amina", "Emil")
    assert tablet.joined.status_code == 400
    assert tablet.ids == {}


def test_those_who_share_a_device_are_not_parted_when_the_tables_are_balanced(app, slug):
    tablet = Tablet(app, slug, "Amina", "Bo", "Chi", "Dev")
    Student(app, slug, "Emil")
    tablet.parts.classroom.start(tablet.room.id)
    assert len({tablet.seat(name)[0].id for name in tablet.ids}) == 1


def test_one_more_and_one_fewer(app, slug):
    phone = Student(app, slug, "Amina")
    parts = app.extensions["hool"]
    room = parts.classroom.room_by_slug(slug)
    parts.classroom.start(room.id)
    sheet = phone.get(f"/room/{slug}/players").get_data(as_text=True)
    assert "One more player on this device" in sheet
    assert phone.post(f"/room/{slug}/players", name="Bo").headers["Location"] == f"/room/{slug}/play"
    bo = parts.classroom.students(room.id)[-1]
    # The device has shown a hand of the board in play, so the newcomer sits down when it is over.
    assert parts.classroom.seat_of(bo.id) is None
    table = parts.classroom.seat_of(phone.id)[0]
    page = phone.get(f"/room/{slug}/play").get_data(as_text=True)
    assert "from the next board on" in page
    parts.tables.command(table.id, "redeal")  # the board is taken away, and another begins
    while (now := parts.tables.get(table.id)).playing:
        parts.tables.act_for(
            table.id, min(now.to_act()), now.turns[min(now.to_act())], any_act(Random(5), now, min(now.to_act()))
        )
    assert parts.classroom.seat_of(bo.id)[0].id == table.id
    gone = phone.post(f"/room/{slug}/players/leave", person=phone.id)
    assert gone.headers["Location"] == f"/room/{slug}/play"
    alone = phone.get(f"/room/{slug}/play").get_data(as_text=True)
    assert "I am not Bo" in alone
    assert phone.http.post(f"/room/{slug}/players/leave", data={"person": phone.id}).status_code == 400
    code = parts.classroom.return_code(parts.classroom.person(phone.id))
    phone.post(f"/room/{slug}/players", return_code=code)
    both = phone.get(f"/room/{slug}/players").get_data(as_text=True)
    assert "Amina</bdi> leaves" in both
    assert "Bo</bdi> leaves" in both


def test_a_return_code_on_a_device_that_others_use_adds_their_owner(app, four):
    emil = Student(app, four.slug, "Emil")
    code = four.parts.classroom.return_code(four.parts.classroom.person(emil.id))
    full = four.http.post(f"/room/{four.slug}/players", data={"return_code": code}, headers={"Accept": "text/plain"})
    assert (full.status_code, full.get_data(as_text=True)) == (409, "Four players can share a device, no more.")
    assert four.http.post(f"/room/{four.slug}/return", data={"return_code": code}).status_code == 400
    phone = Student(app, four.slug, "Finn")
    phone.post(f"/room/{four.slug}/return", return_code=code)
    assert "Emil</bdi> leaves" in phone.get(f"/room/{four.slug}/players").get_data(as_text=True)


def test_newcomers_on_a_device_wait_for_the_teacher(app, slug):
    phone = Student(app, slug, "Amina")
    parts = app.extensions["hool"]
    room = parts.classroom.room_by_slug(slug)
    parts.classroom.change_settings(room.id, approve=True)
    phone.post(f"/room/{slug}/players", name="Bo")
    assert [p.name for p in parts.classroom.students(room.id)] == ["Amina"]
    assert "Bo</bdi> waits until your teacher says yes." in phone.get(f"/room/{slug}/players").get_data(as_text=True)
    phone.connect("play", slug)
    parts.door.let_in(room.id, parts.classroom.newcomers(room.id)[0].id)
    assert {"name": "gone", "args": [{"reason": "others"}], "namespace": "/"} in phone.socket.get_received()
    assert "Bo</bdi> leaves" in phone.get(f"/room/{slug}/players").get_data(as_text=True)


def test_those_who_were_let_in_one_by_one_sit_together(app, slug):
    parts = app.extensions["hool"]
    room = parts.classroom.room_by_slug(slug)
    Student(app, slug, "Amina")
    parts.classroom.change_settings(room.id, approve=True)
    tablet = Person(app)
    came = tablet.post(f"/room/{slug}/together", names=["Bo", "Chi"])
    assert came.headers["Location"] == f"/room/{slug}/waiting"
    assert "Bo" in tablet.get(f"/room/{slug}/waiting").get_data(as_text=True)
    bo, chi = parts.classroom.newcomers(room.id)
    parts.door.let_in(room.id, bo.id)
    parts.classroom.move(bo.id, parts.classroom.add_table(room.id).id, 0)
    parts.door.let_in(room.id, chi.id)
    assert parts.classroom.seat_of(bo.id)[0].id != parts.classroom.seat_of(chi.id)[0].id
    assert tablet.get(f"/room/{slug}/waiting").status_code == 303
    (table, one), (other, two) = parts.classroom.seat_of(bo.id), parts.classroom.seat_of(chi.id)
    assert table.id == other.id
    assert (one - two) % 4 == 2


def test_a_device_that_is_away_is_away_for_all_and_robots_play_until_it_is_back(app, four, clock):
    clock.advance(1)
    Student(app, four.slug, "Emil")  # somebody else of the class is there
    emil_table = four.parts.classroom.seat_of(four.parts.classroom.students(four.room.id)[-1].id)[0]
    four.parts.classroom.move(four.ids["Dev"], emil_table.id, 2)
    four.socket.disconnect()
    four.socket = None
    assert not any(four.parts.classroom.here(person) for person in four.ids.values())
    clock.advance(70)
    assert four.seat("Dev")[0].seats[2].acts_alone
    four.load()
    assert all(four.parts.classroom.here(person) for person in four.ids.values())
    assert not four.seat("Dev")[0].seats[2].acts_alone


def test_one_who_was_moved_to_another_table_comes_forward_there(app, four):
    emil = Student(app, four.slug, "Emil")
    other = four.parts.classroom.seat_of(emil.id)[0]
    four.parts.classroom.move(four.ids["Dev"], other.id, 2)
    assert "table 2, South" in four.html
    four.lift("Dev")
    table, seat = four.seat("Dev")
    assert cards_in(four.html) == {str(card) for card in table.play.deal.hands[seat]}
    assert f'data-table="{other.id}"' in four.html
    four.lift("")
    assert not cards_in(four.html)
    assert four.play("Amina", "clue hcp")["ok"]


def test_who_is_taken_out_leaves_the_others_on_the_device(four):
    four.parts.classroom.take_out(four.ids["Dev"])
    assert {"name": "gone", "args": [{"reason": "others"}], "namespace": "/"} in four.socket.get_received()
    four.load()
    assert "Dev" not in four.html.partition('id="peek"')[2].partition("</section>")[0]
    assert not four.lift("Dev")["ok"]
    assert four.lift("Amina")["ok"]


def test_one_of_them_may_have_a_phone_as_well(app, four):
    """What Amina does on her own phone is done; the tablet goes on to the next, and shows none of her cards."""
    phone = Person(app)
    code = four.parts.classroom.return_code(four.parts.classroom.person(four.ids["Amina"]))
    phone.post(f"/room/{four.slug}/return", return_code=code)
    phone.get(f"/room/{four.slug}/play")
    phone.connect("play", four.slug)
    table, seat = four.seat("Amina")
    assert cards_in(phone.listen()["stage"]) == {str(card) for card in table.play.deal.hands[seat]}
    four.heard.clear()
    assert phone.emit("act", {"table": table.id, "seat": "N", "turn": 0, "text": "clue hcp"})["ok"]
    assert "Give the tablet to East" in four.html
    assert not any(cards_in(text) for text in four.heard)
    four.play("Chi", any_act(Random(4), four.parts.tables.get(table.id), 1))
    chis = {str(card) for card in table.play.deal.hands[1]}
    phone.listen()
    assert not any(cards_in(text) & chis for text in phone.heard)
