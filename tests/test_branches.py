"""What if: branches of finished boards. The board stays as it was, whatever is tried; robots finish from everywhere."""

import json
import random
import re
from dataclasses import replace

import pytest
from analysts import Pondering
from test_lesson_page import LADDER, read, too_early, without
from test_lesson_page import Class as LessonClass
from test_replay import Class

from hool import branches
from hool.branches import Branches, Move
from hool.fold import Act, BoardRecord, Seated
from hool.refused import Refused
from hool.rules import hool
from hool.rules.cards import parse_card, parse_deal
from hool.rules.game import Board, IllegalAction, legal_actions, play, replay
from hool.rules.tricks import winning_place
from hool.store import Store
from hool.web.branch_show import moments as moments_of
from hool.web.branch_show import step_at
from hool.web.replay import steps_of

HANDS = "AT5.AT5.76.AK876 KJ832.KQ82.AJ8.5 64.J973.KT543.QT Q97.64.Q92.J9432"
CLUES = [(seat, f"clue {kind}") for kind in ("hcp", "spades") for seat in range(4)]
# The calls of a step were made in an order of their own.
BIDS = [
    *((2, "bid 1NT"), (0, "bid 1NT"), (1, "pass"), (3, "pass")),
    *((3, "double"), (1, "bid 2S")),
    *((0, "pass"), (2, "pass")),
]
PLAYS = [(2, "play 4S"), (1, "play 7S"), (0, "play TS"), (1, "play JS"), (1, "play 5C")]


def record_of(acts, options=None, deal=HANDS, claim=None) -> BoardRecord:
    """A finished board of table 5, which ended with event 99 of its log."""
    board, dealt = Board(1, 0, 4, options or hool.Options()), parse_deal(deal)
    state = replay(hool, board, dealt, acts)
    state = hool.claim(state, *claim) if claim else state
    done = tuple(Act(10 + i, seat, text, "", 0.0) for i, (seat, text) in enumerate(acts))
    result = hool.result(state)
    assert result is not None
    return BoardRecord(1, 9, 99, board, dealt, done, result, (Seated(),) * 4, state, claim)


CLAIMED = record_of([*CLUES, *BIDS, *PLAYS], claim=(1, 5))


def at_random(preset: str, seed: object) -> BoardRecord:
    """A board played by random legal acts, bids not too high."""
    rng = random.Random(f"{preset} {seed}")
    board = Board(2, rng.randrange(4), 4, hool.PRESETS[preset])
    deal = hool.deal(board, rng)
    state, acts = hool.start(board, deal), []
    while hool.to_act(state):
        seat = rng.choice(sorted(hool.to_act(state)))
        acts.append((seat, str(rng.choice(legal_actions(hool, state, seat)[:13]))))
        state = play(hool, state, *acts[-1])
    done = tuple(Act(10 + i, seat, text, "", 0.0) for i, (seat, text) in enumerate(acts))
    return BoardRecord(1, 9, 99, board, deal, done, hool.result(state), (Seated(),) * 4, state)


def state_of(record, branch):
    return branches.state_after(record, branches.acts_of(record, branch))


# -- going on --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", sorted(hool.PRESETS))
def test_robots_finish_every_board_from_every_moment(preset):
    record = at_random(preset, 1)
    as_played = branches.original(record, 5)
    moments = range(len(record.acts))
    for kept in {0, len(record.acts) - 1, *random.Random(preset).sample(moments, 6)}:
        tried = branches.by_robots(record, as_played, kept, 999)
        assert hool.result(state_of(record, tried)) is not None
        assert branches.acts_of(record, tried)[:kept] == tuple((act.seat, act.text) for act in record.acts[:kept])
        assert tried.start == kept
        assert all(move.note for move in tried.moves), "every robot says why"


def test_the_same_moment_is_followed_by_the_same_acts_of_robots():
    record = at_random("full", 2)
    as_played = branches.original(record, 5)
    at_once = branches.by_robots(record, as_played, 8, 999)
    singly = as_played
    for kept in range(8, 8 + len(at_once.moves)):
        singly = branches.by_robots(record, singly, kept, 1)
    assert singly == at_once == branches.by_robots(record, as_played, 8, 999)


def test_one_goes_on_by_hand_and_steps_back():
    as_played = branches.original(CLAIMED, 5)
    lead = branches.by_hand(CLAIMED, as_played, 16, "play JH")
    assert (lead.start, lead.moves) == (16, (Move(2, "play JH"),))
    second = branches.by_hand(CLAIMED, lead, 17, "play 6H")
    assert second.moves[-1] == Move(1, "play 6H"), "declarer plays dummy's card"
    again = branches.by_hand(CLAIMED, second, 17, "play 4H")
    assert [move.text for move in again.moves] == ["play JH", "play 4H"]
    earlier = branches.by_hand(CLAIMED, second, 8, "pass")
    assert (earlier.start, earlier.moves) == (8, (Move(0, "pass"),)), "back behind where it began"


@pytest.mark.parametrize(
    ("kept", "text", "why"),
    [
        (16, "play AS", "not possible now"),
        (17, "play 6H", "Spades were led and dummy still has a spade"),
        (12, "bid 1D", "1D is not higher than 1NT"),
        (8, "double", "no bid yet"),
        (4, "clue hcp", "already told your points"),
        (0, "robot please", "not possible now"),
        (0, "", "not possible now"),
    ],
)
def test_what_the_rules_refuse_is_refused_with_their_reason(kept, text, why):
    with pytest.raises(IllegalAction) as refused:
        branches.by_hand(CLAIMED, branches.original(CLAIMED, 5), kept, text)
    assert why in str(refused.value.why)


def test_nothing_follows_a_board_that_is_over():
    record = at_random("one suit", 3)
    as_played = branches.original(record, 5)
    with pytest.raises(IllegalAction):
        branches.by_hand(record, as_played, len(record.acts), "play AH")
    assert branches.by_robots(record, as_played, len(record.acts), 999) == as_played


def test_after_a_claim_the_rest_can_be_played():
    as_played = branches.original(CLAIMED, 5)
    tried = branches.by_robots(CLAIMED, as_played, len(CLAIMED.acts), 999)
    assert len(state_of(CLAIMED, tried).tricks) == 13
    found = branches.difference(CLAIMED, branches.acts_of(CLAIMED, tried))
    assert (found.phase, found.trick, found.then) == ("play", 2, "")


def test_where_all_cards_are_open_bids_are_made_one_after_the_other_from_the_dealer():
    acts = tuple(CLUES)
    for seat in (0, 1, 2, 3):
        assert branches.due(branches.state_after(CLAIMED, acts)) == seat
        acts = (*acts, (seat, "pass" if seat else "bid 1NT"))
    assert branches.due(branches.state_after(CLAIMED, acts)) == 1, "step 2 asks the opponents"


# -- what is different -----------------------------------------------------------------------------------------------


def differs(*acts):
    return branches.difference(CLAIMED, (*CLUES, *acts))


def test_the_order_of_secret_bids_makes_no_difference():
    assert differs(*sorted(BIDS[:4]), *BIDS[4:]) is None
    assert differs(*sorted(BIDS[:4])[:2]) is None, "nor that some are missing still"


def test_the_first_different_act_is_found():
    assert differs((0, "bid 1NT"), (1, "pass"), (2, "pass"))[2:] == (2, "pass", "bid 1NT")
    assert differs(*BIDS, (2, "play 6S")) == ("play", 1, 2, "play 6S", "play 4S")
    other = differs(*BIDS, *PLAYS[:1], (1, "play 9S"))
    assert other == ("play", 1, 3, "play 9S", "play 7S"), "dummy's card is dummy's, whoever plays it"
    clues = [*CLUES[:5], (1, "clue hearts")]
    assert branches.difference(CLAIMED, tuple(clues)) == ("clues", 0, 1, "clue hearts", "clue spades")


def test_one_is_told_what_was_done_until_something_differs():
    done = (*CLUES, *BIDS)
    assert branches.was_done(CLAIMED, done) == "play 4S"
    assert branches.was_done(CLAIMED, (*CLUES, (0, "bid 1NT"))) == "pass", "East's, though South called before"
    assert branches.was_done(CLAIMED, (*done, (2, "play 6S"))) == ""
    assert branches.was_done(CLAIMED, (*done, *PLAYS)) == "", "it was claimed there"


@pytest.mark.parametrize("preset", ["full", "match", "minibridge", "one suit"])
def test_every_moment_of_a_branch_can_be_looked_at(preset):
    record = at_random(preset, 4)
    for kept in (0, 9, len(record.acts) // 2):
        tried = branches.by_robots(record, branches.original(record, 5), min(kept, len(record.acts)), 999)
        moments = moments_of(record, tried)
        assert moments[0] == 0 and moments[-1] == len(branches.acts_of(record, tried))
        for at in moments:
            step = step_at(record, tried, at)
            assert step.done == at
            assert (
                sum(map(len, step.hands)) + 4 * len(step.view.tricks) + len(step.view.trick)
                == sum(map(len, record.deal.hands))
                or step.phase == "result"
            )


def test_bids_of_a_step_that_is_not_complete_are_open_here():
    tried = branches.by_hand(CLAIMED, branches.original(CLAIMED, 5), 8, "bid 3NT")
    step = step_at(CLAIMED, tried, 9)
    assert (step.phase, step.asked, step.view.calls) == ("bids", "step 1", (("bid 3NT", None, None, None),))


# -- what is kept ----------------------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path, clock):
    store = Store(f"sqlite:///{tmp_path}/x.sqlite", clock)
    room = store.make_room("slug", "CODE", "5b", "{}", clock() + 1e6)
    person = store.add_person(room.id, "student", "Ines", "hash").id
    return Branches(store), room.id, person


def test_tries_are_kept_counted_and_deleted(kept):
    found, room, person = kept
    first = found.add(room, person, branches.by_hand(CLAIMED, branches.original(CLAIMED, 5), 16, "play JH"))
    again = found.add(room, person, branches.by_hand(CLAIMED, branches.original(CLAIMED, 5), 16, "play JH"))
    assert first == again == found.get(room, first.id), "a second tap makes no second try"
    other = found.add(room, person, branches.by_robots(CLAIMED, first, 17, 2))
    assert [each.number for each in found.of(room, 5, CLAIMED)] == [1, 2]
    found.drop(first)
    assert found.of(room, 5, CLAIMED) == [other]
    assert found.get(room, first.id) is None
    assert found.get(room + 1, other.id) is None, "not in another room"


def test_of_two_devices_the_second_one_changes_nothing(kept):
    found, room, person = kept
    first = found.add(room, person, branches.by_hand(CLAIMED, branches.original(CLAIMED, 5), 16, "play JH"))
    one = found.change(first, branches.by_hand(CLAIMED, first, 17, "play 4H"))
    assert one.turn == 1
    assert found.change(first, branches.by_hand(CLAIMED, first, 17, "play 6H")) is None
    assert found.get(room, first.id) == one


def test_somebody_has_twenty_tries_on_a_board(kept):
    found, room, person = kept
    for bid in hool.BIDS[: branches.MOST]:
        found.add(room, person, branches.by_hand(CLAIMED, branches.original(CLAIMED, 5), 8, f"bid {bid}"))
    with pytest.raises(Refused) as refused:
        found.add(room, person, branches.by_hand(CLAIMED, branches.original(CLAIMED, 5), 8, "bid 7NT"))
    assert "20 tries" in str(refused.value.why)
    found.drop(found.of(room, 5, CLAIMED)[3])
    found.add(room, person, branches.by_hand(CLAIMED, branches.original(CLAIMED, 5), 8, "bid 7NT"))


# -- pages -----------------------------------------------------------------------------------------------------------


class Reader:
    """Somebody with a browser who tries things on a board."""

    def __init__(self, room, url, **who):
        self.client = room.client(**who) if hasattr(room, "client") else who["http"]
        self.at = url
        self.page = ""

    def get(self, url):
        answer = self.client.get(url, follow_redirects=True)
        self.at, self.page, self.status = answer.request.path, answer.get_data(as_text=True), answer.status_code
        return self.page

    def field(self, name):
        return re.search(rf'name="{name}" value="([^"]*)"', self.page)[1]

    def do(self, word, **other):
        form = {"turn": self.field("turn"), "at": self.field("at"), "do": word} | other
        answer = self.client.post(self.at, data=form, follow_redirects=True)
        self.at, self.page, self.status = answer.request.path, answer.get_data(as_text=True), answer.status_code
        return self.page

    @property
    def choices(self):
        """What may be done here, but robots."""
        found = re.findall(r'<button [^>]*?value="([^"]+)"[^>]*>', self.page)
        refused = re.findall(r'<button [^>]*?value="([^"]+)"[^>]*aria-disabled', self.page)
        return [each for each in found if each not in refused and not each.startswith("robot")]


@pytest.fixture
def lesson(app):
    made = Class(app)
    made.play(1)
    return made


def log_of(room):
    return [str(event) for table in room.tables for event in room.parts.store.events(table.id)]


def test_from_the_replay_to_another_end_and_the_board_is_as_it_was(lesson):
    before, record = log_of(lesson), lesson.tables[0].play.boards[0]
    me = Reader(lesson, "", who=0)
    for step in range(30, 60):
        page = me.get(lesson.at(f"/1/1?at={step}"))
        page = me.get(re.search(r'id="what-if" href="([^"]+)"', page)[1])
        others = [each for each in me.choices if each != record.acts[int(me.field("at"))].text]
        if others:  # a card that has to be played is no choice
            break
    assert "the board stays as it was" in page and "As it was played: " in page
    page = me.do(others[0])
    assert "/what-if/" in me.at
    assert "Not finished yet." in page and "instead of" in page
    page = me.do("robots")
    assert "as it was played" in page and "My try 1" in page
    assert 'name="do"' not in page, "nothing follows the end"
    assert log_of(lesson) == before
    assert lesson.tables[0].play.boards[0] == record
    replayed = me.get(lesson.at("/1/1"))
    assert "My try 1" in replayed and "instead of" in replayed


def test_every_step_of_a_replay_leads_on_but_a_finished_end(lesson):
    me = Reader(lesson, "", who=0)
    made = steps_of(lesson.tables[0].play.boards[0])
    for step in (made[0], made[3], made[9], made[20], made[-3]):
        page = me.get(lesson.at(f"/1/1?at={step.at}"))
        assert f'what-if?at={step.done}"' in page
    assert 'id="what-if"' not in me.get(lesson.at(f"/1/1?at={made[-1].at}"))


def test_a_try_goes_on_and_a_finished_one_stays(lesson):
    me = Reader(lesson, "", who=0)
    me.get(lesson.at("/1/1/what-if?at=20"))
    me.do("robot")
    mine = me.at
    me.do(me.choices[0])
    me.do("robots")
    assert me.at == mine, "as long as it is not finished it is the same try"
    me.get(f"{mine}?at=21")
    me.do(me.choices[-1])
    assert me.at != mine, "from then on something else is a new one"
    assert "My try 1" in me.page and "My try 2" in me.page
    assert "Not finished yet." not in me.get(mine).split('class="now"')[1].split("</li>")[0]


def test_a_refused_card_is_answered_with_the_reason_and_nothing_changes(lesson):
    me = Reader(lesson, "", who=0)
    me.get(lesson.at("/1/1/what-if?at=30"))
    for word, why in (("play 2X", "not possible now"), ("", "not possible now"), ("é" * 500, "not possible now")):
        assert why in me.do(word)
    assert me.at.endswith("/boards/1/1/what-if")
    record = lesson.tables[0].play.boards[0]
    assert Branches(lesson.parts.store).of(lesson.room_id, lesson.tables[0].id, record) == []


def test_a_forbidden_card_can_be_tapped_and_says_why(lesson):
    me, record = Reader(lesson, "", who=0), lesson.tables[0].play.boards[0]
    for at in range(20, len(record.acts)):
        page = me.get(lesson.at(f"/1/1/what-if?at={at}"))
        card = re.search(r'<button class="card . off"[^>]*value="(play ..)"[^>]*aria-label="[^:"]+: ([^"]+)"', page)
        if card:
            break
    assert card[2].split(".")[0] in me.do(card[1])
    assert "asked" in re.search(rf'<button class="([^"]*)" name="do" value="{card[1]}"', me.page)[1]


def test_a_double_tap_is_one_act(lesson):
    me = Reader(lesson, "", who=0)
    me.get(lesson.at("/1/1/what-if?at=20"))
    form = {"turn": me.field("turn"), "at": "20", "do": me.choices[0]}
    answers = [me.client.post(lesson.at("/1/1/what-if"), data=form) for _ in range(2)]
    assert len({answer.location for answer in answers}) == 1
    me.get(answers[0].location)
    form = {"turn": me.field("turn"), "at": me.field("at"), "do": me.choices[0]}
    for _ in range(3):
        last = me.client.post(me.at, data=form, follow_redirects=True)
        assert last.status_code == 200
    (tried,) = Branches(lesson.parts.store).of(lesson.room_id, lesson.tables[0].id, lesson.tables[0].play.boards[0])
    assert len(tried.moves) == 2


def test_what_was_never_there_is_answered_with_how_it_stands(lesson):
    me, record = Reader(lesson, "", who=0), lesson.tables[0].play.boards[0]
    for field, value in (
        *(("turn", each) for each in ("x", "99999", "", "²")),
        *(("at", each) for each in ("99", "-1", "")),
    ):
        me.get(lesson.at("/1/1/what-if?at=20"))
        assert "This has moved on" in me.do(me.choices[0], **{field: value}), (field, value)
        assert me.status == 200
    assert not Branches(lesson.parts.store).of(lesson.room_id, lesson.tables[0].id, record)


def test_a_board_that_was_rewound_takes_its_tries_with_it(lesson):
    me = Reader(lesson, "", who=0)
    me.get(lesson.at("/1/1/what-if?at=20"))
    me.do("robot")
    mine, table = me.at, lesson.tables[0]
    moment = table.play.boards[0].acts[30].seq
    assert lesson.parts.tables.command(table.id, f"rewind {moment}").ok
    lesson.play(1, seed=8)
    me.get(mine)
    assert me.status == 404 and "This try is not there any more." in me.page
    assert "My try" not in me.get(lesson.at("/1/1"))


def test_robots_have_nothing_to_do_at_the_end(lesson):
    me, record = Reader(lesson, "", who=0), lesson.tables[0].play.boards[0]
    url, end = lesson.at("/1/1/what-if"), str(len(record.acts))
    answer = me.client.post(url, data={"turn": str(record.last_seq), "at": end, "do": "robots"})
    assert answer.location == url
    assert not Branches(lesson.parts.store).of(lesson.room_id, lesson.tables[0].id, record)


# -- who may -----------------------------------------------------------------------------------------------------------


def test_a_table_sees_its_own_tries_and_the_teacher_all(lesson):
    me, mate, teacher = (Reader(lesson, "", **who) for who in ({"who": 0}, {"who": 1}, {"teacher": True}))
    me.get(lesson.at("/1/1/what-if?at=20"))
    me.do("robots")
    mine = me.at
    for other in (mate, teacher):
        assert "Ines, try 1" in other.get(lesson.at("/1/1"))
        assert "This is a try of Ines" in other.get(f"{mine}?at=20")
        before = other.get(mine)
        other.get(f"{mine}?at=24")
        other.do(other.choices[-1])
        assert other.at != mine and "My try 1" in other.page, "what others do there is a try of their own"
        assert "Ines, try 1" in before
    assert mate.client.post(f"{mine}/drop").status_code == 403
    assert "Only who has tried this" in mate.client.post(f"{mine}/drop").text
    assert teacher.client.post(f"{mine}/drop").status_code == 303
    me.get(mine)
    assert me.status == 404


def test_a_table_that_may_still_meet_the_cards_sees_nothing_of_it(lesson):
    """Tom sits at the second table, which has not played this board yet."""
    me, slow = Reader(lesson, "", who=0), Reader(lesson, "", who=4)
    me.get(lesson.at("/1/1/what-if?at=20"))
    me.do("robots")
    mine = me.at
    for path in (lesson.at("/1/1/what-if"), lesson.at("/1/1/what-if?at=3")):
        slow.get(path)
        assert slow.status == 403 and "may still come to your table" in slow.page
    slow.get(mine)
    assert slow.status == 404
    for url in (lesson.at("/1/1/what-if"), mine, f"{mine}/drop"):
        assert slow.client.post(url, data={"turn": "0", "at": "0", "do": "robots"}).status_code in (403, 404)
    lesson.play(2)
    slow.get(lesson.at("/1/1/what-if?at=20"))
    assert slow.status == 200 and "Ines, try" not in slow.page
    slow.get(mine)
    assert slow.status == 404, "what another table tried is theirs"


def test_strangers_and_other_rooms_stay_outside(lesson, app):
    me = Reader(lesson, "", who=0)
    me.get(lesson.at("/1/1/what-if?at=20"))
    me.do("robots")
    mine, other = me.at, Class(app)
    outside = [lesson.client(), other.client(0), other.client(teacher=True)]
    for client in outside:
        for url in (lesson.at("/1/1/what-if"), mine):
            assert client.get(url).location == f"/room/{lesson.slug}"
            assert client.post(url, data={"turn": "0", "at": "0", "do": "robots"}).location == f"/room/{lesson.slug}"
        assert client.post(f"{mine}/drop").location == f"/room/{lesson.slug}"
    number = mine.rpartition("/")[2]
    assert other.client(0).get(f"/room/{other.slug}/what-if/{number}").status_code == 404
    assert other.client(teacher=True).get(f"/room/{other.slug}/what-if/{number}").status_code == 404
    me.get(mine)
    assert me.status == 200


def test_tries_go_with_their_person(lesson):
    me, teacher = Reader(lesson, "", who=0), Reader(lesson, "", teacher=True)
    me.get(lesson.at("/1/1/what-if?at=20"))
    me.do("robots")
    assert "Ines, try 1" in teacher.get(lesson.at("/1/1"))
    lesson.parts.classroom.take_out(lesson.people[0][0].id)
    assert "try 1" not in teacher.get(lesson.at("/1/1"))
    teacher.get(me.at)
    assert teacher.status == 404


def test_an_own_try_is_deleted_by_its_button(lesson):
    me = Reader(lesson, "", who=0)
    me.get(lesson.at("/1/1/what-if?at=20"))
    assert "Delete this try" not in me.page
    me.do("robot")
    address = re.search(r'action="([^"]+/drop)"', me.page)[1]
    answer = me.client.post(address)
    assert answer.location.startswith(lesson.at("/1/1?"))
    assert "try 1" not in me.get(answer.location)


def test_whoever_taps_without_end_is_asked_to_wait(lesson):
    me = Reader(lesson, "", who=0)
    me.get(lesson.at("/1/1/what-if?at=20"))
    answers = [me.client.post(lesson.at("/1/1/what-if"), data={"turn": me.field("turn"), "at": "20", "do": "x"})
               for _ in range(60)]  # fmt: skip
    assert "That was a lot at once." in answers[-1].text


def test_htmx_gets_the_part_that_changes(lesson):
    me = Reader(lesson, "", who=0)
    me.get(lesson.at("/1/1/what-if?at=20"))
    me.do("robot")
    part = {"HX-Request": "true", "HX-Target": "main#replay"}
    form = {"turn": me.field("turn"), "at": me.field("at"), "do": "robot"}
    for answer in (me.client.get(me.at, headers=part), me.client.post(me.at, data=form, headers=part)):
        assert answer.status_code == 200
        assert answer.text.strip().startswith("<main") and answer.text.strip().endswith("</main>")


def with_analyst(app, analyst):
    app.extensions["hool"] = replace(app.extensions["hool"], analyst=analyst)
    return analyst


class Telling(Pondering):
    """Knows that every card brings as many tricks as its rank says."""

    def brings(self, deal, trumps, leader, cards):
        hands, trick = [list(hand) for hand in deal.hands], []
        for card in cards:
            hands[(leader + len(trick)) % 4].remove(card)
            trick.append(card)
            if len(trick) == 4:
                leader, trick = (leader + winning_place(trick, trumps)) % 4, []
        due = hands[(leader + len(trick)) % 4]
        return {card: card.rank % 14 for card in [c for c in due if trick and c.suit == trick[0].suit] or due}


def test_what_each_card_would_bring_is_told_when_it_is_asked_for(lesson):
    me = Reader(lesson, "", who=0)
    me.get(lesson.at("/1/1/what-if?at=20"))
    analyst = with_analyst(lesson.app, Telling())
    page = me.get(lesson.at("/1/1/what-if?at=20"))
    assert 'class="takes' not in page and "What would each card bring?" in page
    page = me.get(lesson.at("/1/1/what-if?at=20&cards=1"))
    shown = re.findall(r'value="play (.)."[^>]*aria-label="[^"]*, (\d+) tricks?"', page)
    assert shown and all(str(parse_card(f"{rank}S").rank % 14) == tricks for rank, tricks in shown)
    assert page.count('class="takes most"') >= 1
    assert 'class="takes' in me.do(me.choices[0], cards="1"), "it stays asked for"
    assert "brings" not in analyst.asked
    lesson.parts.classroom.change_settings(lesson.room_id, analysis=False)
    assert "What would each card bring?" not in me.get(lesson.at("/1/1/what-if?at=20&cards=1"))
    assert 'class="takes' not in me.page
    teacher = Reader(lesson, "", teacher=True)
    assert "What would each card bring?" in teacher.get(lesson.at("/1/1/what-if?at=20"))


def test_nobody_waits_for_what_takes_long_to_work_out(lesson):
    me, part = Reader(lesson, "", who=0), {"HX-Request": "true", "HX-Target": "main#replay"}
    url = lesson.at("/1/1/what-if?at=20&cards=1")
    with_analyst(lesson.app, Pondering())
    page = me.get(url)
    assert "Working out what each card would bring" in page and me.choices
    assert me.client.get(f"{url}&wait=1", headers=part).status_code == 204
    with_analyst(lesson.app, Pondering(failed=True))
    assert "took too long" in me.client.get(f"{url}&wait=1", headers=part).text
    with_analyst(lesson.app, Pondering(off=hool.say("There is none.")))
    assert "What would each card bring?" not in me.get(url)


# -- boards of lessons, and at home ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LADDER)
def test_a_lesson_tries_in_the_words_it_knows(app, name):
    room, rng = LessonClass(app, name), random.Random(name)
    room.sessions.bring(room.room, 0)
    room.play_out(rng.choice)
    record = room.table.play.boards[-1]
    me = Reader(room, "", http=room.people[0].http)
    board = f"/room/{room.slug}/boards/1/{record.ordinal}"
    pages = [me.get(f"{board}/what-if?at={at}") for at in (0, 4, 8, 12, len(record.acts) - 2)]
    assert me.status == 200
    pages.append(me.do("nonsense"))
    pages.append(me.do("robots"))
    for at in (0, 9, 13):
        me.get(f"{board}/what-if?at={at}")
        if me.choices:  # the smallest boards are over by then
            pages += [me.do(me.choices[-1]), me.do("robot"), me.do("robots")]
    pages.append(me.get(board))
    assert "My try" in pages[-1]
    for page in pages:
        words = without(read(page), room.lesson)
        assert too_early(words, room.lesson.rung) == [], words


def test_a_board_at_home_is_tried_by_whoever_played_it(app):
    room = LessonClass(app, "010-one-suit", names=("Ada", "Bo"))
    room.sessions.end(room.room)
    given = room.sessions.assign(room.room, "010-one-suit")
    ada = room.parts.classroom.students(room.room)[0]
    table = room.sessions.home_table(ada, given.id)
    tables, rng = room.tables, random.Random(1)
    while tables.get(table.id).playing:
        now = tables.get(table.id)
        if 2 in now.to_act():
            text = str(rng.choice(legal_actions(hool, now.play.state, 2)))
            assert tables.act(now.id, ada.id, now.turns[2], text).ok
        else:
            app.config["CLOCK"].advance(2)
    before = room.parts.store.events(table.id)
    me = Reader(room, "", http=room.people[0].http)
    board = f"/room/{room.slug}/home/{given.id}/boards/1"
    link = re.search(r'id="what-if" href="([^"]+)"', me.get(f"{board}?at=2"))[1]
    me.get(link)
    assert f'href="/room/{room.slug}/home/{given.id}"' in me.page, "the way back"
    me.do("robots")
    assert me.status == 200 and "My try 1" in me.page
    assert "My try 1" in me.get(board)
    assert room.parts.store.events(table.id) == before
    mine = Branches(room.parts.store).of(room.room, table.id, tables.get(table.id).play.boards[0])[0]
    for other in (room.people[1].http, room.teacher.http):
        assert other.get(f"/room/{room.slug}/what-if/{mine.id}").status_code == 404


def test_the_board_keeps_what_was_learned_from_json(kept):
    """What is written is what is read, reasons of robots and all."""
    found, room, person = kept
    tried = found.add(room, person, branches.by_robots(CLAIMED, branches.original(CLAIMED, 5), 16, 999))
    (row,) = found.store.work(room, branches.KIND)
    assert set(json.loads(row.data)) == {"start", "moves", "turn"}
    assert found.get(room, tried.id) == tried
