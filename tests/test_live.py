"""The sockets: who receives what, what is answered to whom, coming back, and messages nobody should send."""

import json
import re

import pytest

from tests.people import Person, Student, open_class


@pytest.fixture
def four(app):
    return open_class(app, "Amina", "Bo", "Chi", "Dev")


def table_of(app, slug):
    parts = app.extensions["hool"]
    return parts.tables.tables(parts.store.room_by_slug(slug).id)[0]


def by_seat(app, slug, students):
    table = table_of(app, slug)
    return [next(s for s in students if s.id == seated.person) for seated in table.seats]


def turn_in(view):
    return int(re.search(r'data-turn="(\d+)"', view)[1])


def test_an_act_reaches_all_four_phones_and_is_acknowledged(app, four):
    _teacher, slug, students = four
    seats = by_seat(app, slug, students)
    for student in students:
        student.listen()
    assert seats[0].act("clue hcp") == {"ok": True, "code": "done", "say": "", "text": ""}
    seq = table_of(app, slug).seq
    for student in students:
        got = [m["args"][0] for m in student.socket.get_received() if m["name"] == "view"]
        assert ("shared", seq) in [(v["what"], v["seq"]) for v in got]
    [clue] = table_of(app, slug).play.acts
    assert clue.text == "clue hcp"


def test_an_illegal_act_is_answered_with_the_rules_sentence(app, four):
    _teacher, slug, students = four
    answer = by_seat(app, slug, students)[1].act("clue hcp")
    assert not answer["ok"] and answer["code"] == "no"
    assert "Amina" in answer["text"], "the one whose turn it is is called by name"


def test_a_double_tap_is_already_done_and_brings_a_fresh_view(app, four):
    _teacher, slug, students = four
    first = by_seat(app, slug, students)[0]
    turn = table_of(app, slug).turns[0]
    first.act("clue hcp", turn)
    first.views.clear()
    assert first.act("clue hcp", turn)["code"] == "already"
    assert turn_in(first.listen()["stage"]) == turn + 1


@pytest.mark.parametrize(
    "data",
    [None, 7, "play AS", [], {}, {"table": "1", "turn": 0, "text": "pass"}, {"table": 1, "turn": "0", "text": "pass"},
     {"table": 1, "turn": 0, "text": 5}, {"table": 1, "turn": 0, "text": "x" * 5000}, {"table": True, "turn": False,
     "text": "pass"}, {"table": 10**30, "turn": 0, "text": "pass"}, {"table": 1, "turn": 0}],
)  # fmt: skip
def test_messages_of_the_wrong_shape_are_refused_and_change_nothing(app, four, data):
    _teacher, slug, students = four
    before = table_of(app, slug)
    answer = students[0].emit("act", data)
    assert answer["ok"] is False and answer["text"]
    assert table_of(app, slug) == before


@pytest.mark.parametrize(
    "data", [None, 7, [], {}, {"page": "play"}, {"page": "play", "slug": 5}, {"page": 1, "slug": "x"}]
)
def test_a_watch_of_the_wrong_shape_is_refused(app, data):
    stranger = Person(app)
    stranger.connect("wall", "no-such-room")
    assert stranger.emit("watch", data)["ok"] is False


def test_nobody_watches_a_page_without_its_key(app, four):
    teacher, slug, students = four
    stranger = Person(app)
    assert stranger.connect("play", slug)["code"] == "gone"
    assert students[0].emit("watch", {"page": "class", "slug": slug})["code"] == "gone"
    other, _other_slug, _ = open_class(app)
    assert other.connect("class", slug)["code"] == "gone"
    assert teacher.connect("class", slug)["ok"]
    for person in (stranger, other):
        person.listen()
        assert person.views == {}


def test_a_socket_that_watches_nothing_cannot_act(app, four):
    _teacher, slug, _students = four
    stranger = Person(app)
    stranger.connect("wall", slug)
    table = table_of(app, slug)
    answer = stranger.emit("act", {"table": table.id, "turn": 0, "text": "clue hcp"})
    assert not answer["ok"] and table_of(app, slug) == table


def test_a_table_of_another_room_cannot_be_acted_at(app, four):
    _teacher, _slug, students = four
    _other, other_slug, _ = open_class(app, "Eve")
    foreign = table_of(app, other_slug)
    answer = students[0].emit("act", {"table": foreign.id, "turn": 0, "text": "clue hcp"})
    assert not answer["ok"] and table_of(app, other_slug) == foreign


def test_the_lobby_becomes_the_table_when_the_first_board_is_dealt(app):
    _teacher, slug, [amina] = open_class(app, "Amina", start=False)
    assert 'data-phase="lobby"' in amina.listen()["stage"]
    parts = app.extensions["hool"]
    parts.classroom.start(parts.store.room_by_slug(slug).id)
    assert 'id="c-hand"' in amina.listen()["stage"]


def test_a_moved_student_gets_the_new_table_and_nothing_more_of_the_old_one(app):
    _teacher, slug, students = open_class(app, *"ABCDEFGH")
    parts = app.extensions["hool"]
    one, two = parts.tables.tables(parts.store.room_by_slug(slug).id)
    mover = next(s for s in students if s.id == one.seats[0].person)
    other = next(s for s in students if s.id == two.seats[0].person)
    parts.classroom.move(mover.id, two.id, 0)
    assert f'data-table="{two.id}"' in mover.listen()["stage"]
    assert f'data-table="{one.id}"' in other.listen()["stage"]
    mover.heard.clear()
    assert other.act("clue hcp")["ok"]
    mover.listen()
    heard = [json.loads(text)[0] for text in mover.heard]
    assert not [v for v in heard if v["table"] == one.id]


def test_who_is_taken_out_is_told_and_receives_no_more(app, four):
    _teacher, slug, students = four
    parts = app.extensions["hool"]
    gone, *_rest = by_seat(app, slug, students)
    gone.listen()
    parts.classroom.take_out(gone.id)
    messages = gone.socket.get_received()
    assert messages[-1]["name"] == "gone" and messages[-1]["args"][0] == {"reason": "out"}
    assert gone.emit("watch", {"page": "play", "slug": slug})["code"] == "gone"
    assert gone.emit("act", {"table": 1, "turn": 0, "text": "clue hcp"})["ok"] is False


def play_until_cards(app, slug, seats, declarer):
    """Clues, then ``declarer`` bids one club and all others pass; the first card is led."""
    table = table_of(app, slug)
    if not table.playing:
        assert app.extensions["hool"].tables.command(table.id, "next").ok
    while True:
        table = table_of(app, slug)
        view = table.rules.view(table.play.state, None)
        if view.phase == "play" and view.trick:
            return
        for seat in sorted(table.to_act()):
            legal = [str(c.action) for c in table.rules.view(table.play.state, seat).choices if not c.why_not]
            bid = "bid 1C" if seat == declarer and view.phase == "step 1" else "pass"
            assert seats[seat].act(bid if bid in legal else legal[0])["ok"]


def words(html):
    """The text of a fragment as it is read."""
    return re.sub(r"\s+", " ", re.sub(r"<svg.*?</svg>|<[^>]+>", " ", html)).replace("&nbsp;", " ")


def ends_of_the_string(html):
    return re.findall(r'<span class="sd (ns|ew)"><span class="if-we">', html)


@pytest.mark.parametrize("declarer, first", [(0, "ns"), (3, "ew")])
def test_each_sides_words_stand_at_its_end_of_the_string(app, four, declarer, first):
    _teacher, slug, students = four
    seats = by_seat(app, slug, students)
    play_until_cards(app, slug, seats, declarer)
    assert ends_of_the_string(seats[0].listen()["shared"])[0] == first
    seats[declarer].act("claim 13")
    for student in students:
        student.act("accept")
    assert ends_of_the_string(seats[0].listen()["shared"])[0] == first, "also when the board is over"


def test_a_claim_is_a_question_that_everybody_can_read(app, four):
    _teacher, slug, students = four
    seats = by_seat(app, slug, students)
    play_until_cards(app, slug, seats, 0)
    assert seats[0].act("claim 5")["ok"]
    question = words(seats[1].listen()["mine"])
    assert "Amina says: we take 5 of the last 13 tricks. Is that right?" in question
    assert "Yes, that is right" in question and "No, play on" in question
    assert "You claim 5 tricks. Waiting for" in words(seats[0].listen()["mine"])
    assert "Amina claims 5 tricks. Waiting for" in words(seats[2].listen()["mine"]), "partner looks on"
    assert seats[1].act("refuse")["ok"]
    assert "wants to play on" in words(seats[0].listen()["mine"])
    giver = seats[1].name
    assert seats[1].act("claim 0")["ok"]
    assert f"{giver} gives you all the tricks that are left." in words(seats[0].listen()["mine"])


def test_the_end_of_a_match_names_the_winners(app, four):
    _teacher, slug, students = four
    seats = by_seat(app, slug, students)
    for _board in range(4):
        assert "the match" not in words(seats[0].listen().get("shared", ""))
        play_until_cards(app, slug, seats, 0)
        seats[0].act("claim 13")
        for student in students:
            student.act("accept")
    pair = " and ".join(seats[seat].name for seat in (0, 2))
    assert f"{pair} win the match, 280 : 0" in words(seats[1].listen()["shared"])


def test_a_finished_trick_is_held_long_enough_to_be_seen(app, clock, four):
    _teacher, slug, students = four
    from hool.rules import hool
    from hool.rules.game import legal_actions

    seats = by_seat(app, slug, students)
    holds = []
    while len(holds) < 1:
        table = table_of(app, slug)
        if not table.playing:
            app.extensions["hool"].tables.command(table.id, "next")
            continue
        seat = min(table.to_act())
        legal = [str(a) for a in legal_actions(hool, table.play.state, seat)]
        wish = "bid 1C" if "bid 1C" in legal else "pass" if "pass" in legal else legal[0]
        for student in students:
            student.socket.get_received()
        seats[seat].act(wish)
        now = table_of(app, slug)
        views = [m["args"][0] for m in seats[0].socket.get_received() if m["name"] == "view"]
        if now.playing and len(hool.view(now.play.state, None).tricks) == 1:
            holds = [v["hold"] for v in views if v["what"] == "shared"]
    assert holds[0] >= 1000


def test_the_teacher_sees_rows_and_the_opened_table_and_the_wall_its_part(app, clock, four):
    teacher, slug, students = four
    table = table_of(app, slug)
    teacher.connect("class", slug, table=table.id)
    wall = Person(app)
    wall.connect("wall", slug)
    for person in (teacher, wall):
        person.listen()
        person.views.clear()
    by_seat(app, slug, students)[0].act("clue hcp")
    clock.advance(1)
    assert {"rows", "open"} <= set(teacher.listen())
    assert set(wall.listen()) == {"wall"}


def test_a_phone_that_was_away_shows_the_true_state_after_watching_again(app, clock, four):
    _teacher, slug, students = four
    seats = by_seat(app, slug, students)
    seats[3].socket.disconnect()
    seats[0].act("clue hcp")
    back = seats[3]
    back.connect("play", slug)
    assert back.listen()["stage"].count('class="tag"') == 1, "the clue that was told meanwhile"
    assert len(app.extensions["hool"].classroom.students(1)) == 4


def test_a_second_tab_is_the_same_person_in_the_same_seat(app, four):
    _teacher, slug, students = four
    tab = Person(app)
    tab.http = students[0].http
    assert tab.connect("play", slug)["ok"]
    assert 'id="c-hand"' in tab.listen()["stage"]
    people = [p for t in app.extensions["hool"].tables.tables(1) for p in t.people]
    assert sorted(people) == sorted(s.id for s in students)


def test_the_code_typed_again_leads_to_the_same_seat(app, four):
    _teacher, slug, students = four
    code = app.extensions["hool"].classroom.room(1).code
    first = students[0].http.post("/join", data={"code": f" {code.lower()} "})
    assert students[0].http.get(first.headers["Location"]).headers["Location"] == f"/room/{slug}/play"


def test_a_student_who_lost_the_key_comes_back_with_the_return_code(app, four):
    _teacher, slug, students = four
    parts = app.extensions["hool"]
    code = parts.classroom.return_code(parts.classroom.person(students[0].id))
    phone = Person(app)
    assert phone.post(f"/room/{slug}/return", return_code=code.lower()).headers["Location"] == f"/room/{slug}/play"
    phone.connect("play", slug)
    assert "Amina" in phone.listen()["stage"]
    assert len(parts.classroom.students(1)) == 4


def test_thirty_students_of_one_school_come_in_within_a_minute(app):
    _teacher, slug, _ = open_class(app, start=False)
    code = app.extensions["hool"].classroom.room(1).code
    for n in range(30):
        phone = Person(app)
        phone.post("/join", code="QQQQQ")
        assert phone.post("/join", code=code).status_code == 303
        assert phone.post(f"/room/{slug}/join", name=f"Kid {n}").status_code == 303
    assert len(app.extensions["hool"].classroom.students(1)) == 30


def test_somebody_guessing_codes_is_slowed_down(app, clock):
    phone = Person(app)
    answers = [phone.post("/join", code=f"AAA{a}{b}").status_code for a in "3467ACEF" for b in "3467ACEF"]
    assert answers[:60] == [404] * 60 and answers[60] == 429
    clock.advance(61)
    assert phone.post("/join", code="AAAAA").status_code == 404


@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://elsewhere.example"}])
def test_posts_from_other_sites_are_refused(app, headers):
    answer = app.test_client().post("/open", data={"class_name": "5b"}, headers=headers)
    assert answer.status_code == 403 and "another site" in answer.get_data(as_text=True)


def told_of_the_teacher(*students):
    return [[m["args"][0]["text"] for m in s.socket.get_received() if m["name"] == "teacher"] for s in students]


def test_phones_are_told_when_the_teachers_page_is_away_and_when_it_is_back(app, clock):
    teacher, slug, [amina, bo] = open_class(app, "Amina", "Bo")
    clock.advance(60)
    assert told_of_the_teacher(amina, bo) == [[], []]  # nobody has come to the class page yet
    teacher.connect("class", slug)
    clock.advance(1)
    teacher.socket.disconnect()
    clock.advance(15)
    teacher.connect("class", slug)  # the page was loaded anew
    clock.advance(30)
    assert told_of_the_teacher(amina, bo) == [[], []]
    teacher.socket.disconnect()
    clock.advance(22)
    away = ["Your teacher’s computer is away for a moment. Play on."]
    assert told_of_the_teacher(amina, bo) == [away, away]
    bo.connect("play", slug)
    assert told_of_the_teacher(amina, bo) == [[], away]
    teacher.connect("class", slug)
    clock.advance(1)
    assert told_of_the_teacher(amina, bo) == [["Your teacher’s computer is back."]] * 2
    app.extensions["hool"].classroom.pause(app.extensions["hool"].store.room_by_slug(slug).id)
    teacher.socket.disconnect()
    clock.advance(22)
    assert told_of_the_teacher(amina)[0] == ["Your teacher’s computer is away for a moment. Wait until it is back."]


def test_pages_allow_no_foreign_script_style_or_frame(app, four):
    teacher, slug, students = four
    for person, url in ((students[0], f"/room/{slug}/play"), (teacher, f"/room/{slug}/class"), (teacher, "/")):
        answer = person.http.get(url)
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'; script-src 'self';" in policy and "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        page = answer.get_data(as_text=True)
        assert not re.search(r"\son\w+=|<script>|style=\"|javascript:", page)
        assert not re.search(r"(?:src|href)=\"(?:https?:)?//", page)


def test_no_key_stands_in_any_page(app, four):
    teacher, slug, students = four
    cookies = {c.value for p in (teacher, *students) for c in p.http._cookies.values()}
    assert len(cookies) == 5
    for person in (teacher, *students):
        for url in (f"/room/{slug}/play", f"/room/{slug}/class", f"/room/{slug}/wall", "/", f"/room/{slug}/boards"):
            page = person.http.get(url, follow_redirects=True).get_data(as_text=True)
            assert not [c for c in cookies if c in page]
    parts = app.extensions["hool"]
    code = parts.classroom.return_code(next(p for p in parts.store.people(1) if p.role == "teacher"))
    for url in (f"/room/{slug}/play", f"/room/{slug}/wall", f"/room/{slug}/boards"):
        assert code not in students[0].http.get(url).get_data(as_text=True)


def test_a_student_is_kept_out_of_the_teachers_page_and_actions(app, four):
    _teacher, slug, students = four
    assert students[0].http.get(f"/room/{slug}/class").status_code == 403
    rules = [r for r in app.url_map.iter_rules() if r.rule.startswith("/room/<slug>/class") and "POST" in r.methods]
    assert len(rules) > 10
    for rule in rules:
        url = re.sub(r"<[^>]+>", "1", rule.rule.replace("<slug>", slug))
        assert students[0].http.post(url).status_code in (403, 404), rule.rule


def test_latecomers_are_told_when_the_room_is_closed(app, four):
    _teacher, slug, students = four
    parts = app.extensions["hool"]
    parts.classroom.close_room(1)
    assert students[0].socket.get_received()[-1]["args"][0] == {"reason": "closed"}
    late = Person(app)
    code = parts.classroom.room(1).code
    assert late.post("/join", code=code).status_code == 404
    answer = late.post(f"/room/{slug}/join", name="Late")
    assert answer.status_code == 400 and "closed" in answer.get_data(as_text=True)


def test_a_student_joins_late_and_is_put_somewhere_useful(app, four):
    _teacher, slug, _students = four
    late = Student(app, slug, "Eve")
    assert 'id="c-hand"' in late.listen()["stage"], "a table with robots, and a board at once"
