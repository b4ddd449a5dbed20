"""All hands laid open at one table, and the teacher who chooses for a seat: who may see what, said from the rules."""

import re
from random import Random

import pytest
from people import Person, cards_in, open_class

from hool.rules.game import legal_actions


@pytest.fixture
def parts(app):
    return app.extensions["hool"]


def room_of(parts, slug):
    return parts.store.room_by_slug(slug).id


def told(teacher, slug, answer):
    """The sentence that an action of the teacher was answered with."""
    page = teacher.http.get(answer.headers["Location"], follow_redirects=True).get_data(as_text=True)
    return re.sub(r"<[^>]+>", " ", page.partition('id="told"')[2].partition("</p>")[0]).partition(">")[2].strip()


def names(cards):
    return set(map(str, cards))


def play_until(table_id, parts, phase, rng=None):
    """Legal acts of those who sit there until the board is in this phase."""
    rng = rng or Random(3)
    while True:
        table = parts.tables.get(table_id)
        if table.finished or table.rules.view(table.play.state, None).phase == phase:
            return table
        seat = min(table.to_act())
        actions = legal_actions(table.rules, table.play.state, seat)
        if phase == "play":  # somebody has to bid
            actions = [a for a in actions if str(a) == "bid 1NT"] or actions
        person = table.seats[seat].person
        assert parts.tables.act(table_id, person, table.turns[seat], str(rng.choice(actions))).code == "done"


@pytest.fixture
def two_tables(app, parts):
    """(teacher, slug, table, those who sit there by seat, a student at another table)."""
    teacher, slug, students = open_class(app, "Amina", "Bo", "Chi", "Dev", "Eve")
    room = room_of(parts, slug)
    parts.classroom.change_settings(room, deals="different")
    first, second = parts.tables.tables(room)[:2]
    eve = next(s for s in students if second.seat_of(s.id) is not None)
    for seat, student in enumerate(s for s in students if s is not eve):
        parts.classroom.move(student.id, first.id, seat)
    for table in (first, second):
        parts.tables.command(table.id, "redeal")
    here = {parts.classroom.seat_of(s.id)[1]: s for s in students if s is not eve}
    assert len(here) == 4
    return teacher, slug, parts.tables.get(first.id), here, eve


def heard(*people):
    """All that was sent to somebody since the last time, as text."""
    for person in people:
        person.listen()
    text = "".join("".join(person.heard) for person in people)
    for person in people:
        person.heard.clear()
    return text


def test_with_the_command_the_people_of_this_table_see_all_hands_and_nobody_else(two_tables, parts, clock):
    """In the clues, in the secret bids and in the play of one board."""
    teacher, slug, table, here, eve = two_tables
    wall = Person(teacher.app)
    wall.get(f"/room/{slug}/wall")
    wall.connect("wall", slug)
    hands = [names(hand) for hand in table.play.deal.hands]
    mine, seat_of_eve = parts.classroom.seat_of(eve.id)
    for phase in ("clues", "step 1", "play"):
        table = play_until(table.id, parts, phase)
        left = set().union(*hands) - {a.text[5:] for a in table.play.acts if a.text.startswith("play ")}
        clock.advance(1)
        heard(eve, wall, *here.values())
        # Before: whoever loads the page is sent the own hand.
        for seat, student in here.items():
            student.get(f"/room/{slug}/play")
            assert cards_in(heard(student)) <= hands[seat], (phase, seat)
        answer = teacher.post(f"/room/{slug}/class/table/{table.number}/hands", on="1")
        assert "All hands lie open at table 1" in told(teacher, slug, answer)
        clock.advance(1)
        for student in here.values():
            sent = heard(student)
            assert cards_in(sent) == left, phase
            assert "Your teacher laid all hands open." in sent
        eve.get(f"/room/{slug}/play")
        assert cards_in(heard(eve)) <= names(mine.play.deal.hands[seat_of_eve])
        wall.get(f"/room/{slug}/wall")
        assert cards_in(heard(wall)) == set()
        # Closed again, a page that is loaded has the own cards only.
        teacher.post(f"/room/{slug}/class/table/{table.number}/hands", on="0")
        heard(*here.values())
        for seat, student in here.items():
            student.get(f"/room/{slug}/play")
            assert cards_in(heard(student)) <= hands[seat], (phase, seat)


def test_whoever_leaves_the_table_sees_nothing_of_it_any_more(two_tables, parts, clock):
    teacher, slug, table, here, eve = two_tables
    teacher.post(f"/room/{slug}/class/table/{table.number}/hands", on="1")
    other, seat = parts.classroom.seat_of(eve.id)
    leaver, free = here[0], (seat + 1) % 4
    parts.classroom.move(leaver.id, other.id, free)
    clock.advance(1)
    leaver.listen()
    own = names(parts.tables.get(other.id).play.deal.hands[free])
    assert cards_in(leaver.views["stage"]) == own
    heard(leaver, here[1])
    # What happens at the first table is pushed to those who are still there.
    now = parts.tables.get(table.id)
    first = min(now.to_act())
    action = str(legal_actions(now.rules, now.play.state, first)[0])
    assert parts.tables.act_for(table.id, first, now.turns[first], action).code == "done"
    clock.advance(1)
    leaver.get(f"/room/{slug}/play")
    assert cards_in(heard(leaver)) == own
    assert len(cards_in(heard(here[1]))) == 52
    # And who comes to the table sees what lies open there.
    parts.classroom.move(eve.id, table.id, 0)
    assert len(cards_in(eve.html["stage"])) == 52


def test_it_ends_with_the_board_and_the_record_says_so(two_tables, parts, clock):
    teacher, slug, table, here, _eve = two_tables
    teacher.post(f"/room/{slug}/class/table/{table.number}/hands", on="1")
    play_until(table.id, parts, "never")
    done = parts.tables.get(table.id)
    assert done.finished
    assert [record.shown for record in done.play.boards] == [True]
    page = here[0].get(f"/room/{slug}/boards/{table.number}/1").get_data(as_text=True)
    assert "All hands lay open on this board." in page
    assert "hands open" in here[0].get(f"/room/{slug}/boards").get_data(as_text=True)
    answer = teacher.post(f"/room/{slug}/class/table/{table.number}/hands", on="1")
    assert "No board is being played at table 1." in told(teacher, slug, answer)
    parts.tables.command(table.id, "next")
    hands = parts.tables.get(table.id).play.deal.hands
    heard(*here.values())
    for seat, student in here.items():
        student.get(f"/room/{slug}/play")
        assert cards_in(heard(student)) == names(hands[seat])
    play_until(table.id, parts, "never")
    assert [record.shown for record in parts.tables.get(table.id).play.boards] == [True, False]
    assert "All hands lay open" not in here[0].get(f"/room/{slug}/boards/{table.number}/2").get_data(as_text=True)


def buttons(page):
    return re.findall(r'name="text" value="([^"]+)"', page)


def page_of(teacher, slug, number, seat):
    return teacher.get(f"/room/{slug}/class/table/{number}/choose/{seat}").get_data(as_text=True)


def test_the_sheet_offers_what_is_legal_and_nothing_else(two_tables, parts):
    teacher, slug, table, _here, _eve = two_tables
    seen = set()
    for phase, times in (("clues", 2), ("step 1", 1), ("step 2", 1), ("play", 9)):
        table = play_until(table.id, parts, phase, Random(6))
        for _ in range(times):
            seat = min(table.to_act())
            seen.add(table.rules.view(table.play.state, None).phase)
            legal = [str(a) for a in legal_actions(table.rules, table.play.state, seat)]
            assert sorted(buttons(page_of(teacher, slug, table.number, seat))) == sorted(legal)
            text = legal[-1]
            path = f"/room/{slug}/class/table/{table.number}/choose/{seat}"
            answer = teacher.post(path, turn=table.turns[seat], text=text)
            assert f"You chose for {parts.show.table(table).seats[seat].name}: " in told(teacher, slug, answer)
            table = parts.tables.get(table.id)
            assert (table.play.acts[-1].seat, table.play.acts[-1].text) == (seat, text)
    assert seen >= {"clues", "step 1", "step 2", "play"}


def test_a_student_reads_what_was_chosen_and_the_others_do_not(two_tables, parts):
    teacher, slug, table, here, _eve = two_tables
    table = play_until(table.id, parts, "step 1")
    heard(*here.values())
    path = f"/room/{slug}/class/table/{table.number}/choose/1"
    teacher.post(path, turn=table.turns[1], text="bid 3H")
    words = "Your teacher chose for you: "
    bid = '<b>3</b><svg class=\\"tok h\\"'
    sent = heard(here[1])
    assert words in sent and bid in sent.partition(words)[2][:200]
    assert words not in heard(here[0], here[2], here[3])
    # In the open: a card.
    table = play_until(table.id, parts, "play")
    seat = min(table.to_act())
    text = str(legal_actions(table.rules, table.play.state, seat)[0])
    teacher.post(f"/room/{slug}/class/table/{table.number}/choose/{seat}", turn=table.turns[seat], text=text)
    assert cards_in(here[seat].html["mine"].partition(words)[2].partition("</p>")[0]) == {text[5:]}
    # It is no news any more after everybody's next turn.
    for _ in range(4):
        table = parts.tables.get(table.id)
        seat_now = min(table.to_act())
        action = str(legal_actions(table.rules, table.play.state, seat_now)[0])
        at = here[seat_now]
        assert at.act(action)["ok"]
    assert words not in here[seat].get(f"/room/{slug}/play").get_data(as_text=True)


def test_what_cannot_be_chosen_gets_a_sentence_and_changes_nothing(two_tables, parts):
    teacher, slug, table, _here, _eve = two_tables
    dealer = table.play.board.dealer
    turn = table.turns[dealer]
    before = parts.store.events(table.id)
    for seat, fields, sentence in (
        (dealer, {"turn": turn, "text": "play AS"}, "cannot be chosen now"),
        (dealer, {"turn": turn, "text": "clue nonsense"}, "cannot be chosen now"),
        (dealer, {"turn": turn + 7, "text": "clue hcp"}, "The table has moved on"),
        ((dealer + 1) % 4, {"turn": table.turns[(dealer + 1) % 4], "text": "clue hcp"}, "The table has moved on"),
        (dealer, {"turn": turn, "text": ""}, "Choose something first"),
        (dealer, {"turn": "x", "text": "clue hcp"}, "Choose something first"),
        (9, {"turn": 0, "text": "clue hcp"}, "There is no such seat"),
    ):
        answer = teacher.post(f"/room/{slug}/class/table/{table.number}/choose/{seat}", **fields)
        assert sentence in told(teacher, slug, answer)
        assert parts.store.events(table.id) == before


def test_pressed_twice_it_is_done_once_and_while_paused_not_at_all(two_tables, parts):
    teacher, slug, table, _here, _eve = two_tables
    dealer = table.play.board.dealer
    path = f"/room/{slug}/class/table/{table.number}/choose/{dealer}"
    parts.tables.command(table.id, "pause")
    assert "paused" in told(teacher, slug, teacher.post(path, turn=table.turns[dealer], text="clue hcp"))
    assert "paused" in told(teacher, slug, teacher.get(path))
    parts.tables.command(table.id, "resume")
    assert "You chose for" in told(teacher, slug, teacher.post(path, turn=table.turns[dealer], text="clue hcp"))
    assert "has chosen already" in told(teacher, slug, teacher.post(path, turn=table.turns[dealer], text="clue hcp"))
    assert len(parts.tables.get(table.id).play.acts) == 1
    assert "has nothing to choose now" in told(teacher, slug, teacher.get(path))


def test_a_choice_of_the_teacher_is_no_robots_word(two_tables, parts):
    teacher, slug, table, here, _eve = two_tables
    parts.classroom.change_settings(room_of(parts, slug), reasons=True, robots="beginner")
    dealer = table.play.board.dealer
    teacher.post(f"/room/{slug}/class/table/1/choose/{dealer}", turn=table.turns[dealer], text="clue hcp")
    page = here[0].get(f"/room/{slug}/play").get_data(as_text=True)
    assert 'id="robotsays"' not in page and "What the robots say" not in page
    assert parts.show.table(parts.tables.get(table.id)).reasons == ()


def test_the_open_table_offers_it_beside_the_seat_that_is_to_act(two_tables, parts):
    teacher, slug, table, _here, _eve = two_tables
    dealer = table.play.board.dealer
    page = teacher.get(f"/room/{slug}/class?table={table.number}").get_data(as_text=True)
    assert re.findall(r"table/1/choose/(\d)", page) == [str(dealer)]
    assert "Lay all hands open" in page
    assert "message?to=table%201" in page
    teacher.post(f"/room/{slug}/class/table/1/hands", on="1")
    page = teacher.get(f"/room/{slug}/class?table={table.number}").get_data(as_text=True)
    assert "Close the hands" in page
    assert 'id="layopen"' not in page
