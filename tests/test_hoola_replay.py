"""A finished board of Hoola step by step, and what it leaves in results, files and hand records."""

from random import Random

import pytest
from hoola_play import dealt
from mixed import Mixed

from hool.fold import Act, BoardRecord, Seated, Table, fold
from hool.formats import log
from hool.result_gather import gather
from hool.result_words import table_went_well, to_practise, went_well
from hool.results_hoola import ENDINGS, ending_of, rummy_of
from hool.rules import hoola
from hool.rules.cards import format_deal
from hool.rules.game import CLOCK, legal_actions, play
from hool.rules.text import say
from hool.store import Event
from hool.web import replay, replay_hoola

# The steps of a board. Seat 0, player 1, deals and plays first.


def steps(state, *acts, reasons=None):
    """The replay of a board that was dealt as `state`, from acts such as "0 draw"."""
    done = [act.partition(" ") for act in acts]
    pairs = [(CLOCK if seat == "clock" else int(seat), text) for seat, _, text in done]
    return replay_hoola.steps(state.board, state.deal, pairs, reasons)


def said(step):
    return [str(text) for text in step.said]


# Seats 2 and 3 can meld the four of hearts; seat 1 has nothing that goes together.
HANDS = ("4H 9C JD 7S 7D QC QS", "8C TD 2S KD", "4S 4D 2C", "5H 6H 2D")


def test_a_turn_is_told_act_by_act():
    made = steps(dealt(*HANDS, stock="QD"), "0 draw", "0 meld QS QD QC", "0 meld 7S", "0 lay 7D on 2", "0 discard 9C")
    assert [step.phase for step in made] == ["deal", *["play"] * 5, "result"]
    assert said(made[0]) == ["player 1 deals and plays first.", "KS is turned up.", "23 cards are left to draw."]
    assert [said(step) for step in made[1:6]] == [
        ["player 1 draws QD."],
        ["player 1 melds QS, QD, QC."],
        ["player 1 melds 7S.", "A 7 alone is a meld."],
        ["player 1 lays off 7D on meld 2."],
        ["player 1 discards 9C."],
    ]
    assert [step.number for step in made] == [0, 1, 1, 1, 1, 1, 1] and [s.opens for s in made[1:3]] == ["draw", ""]
    assert [(step.meld, " ".join(map(str, step.hot))) for step in made[:6]] == [
        (0, "KS"), (0, "QD"), (1, "QS QD QC"), (2, "7S"), (2, "7D"), (0, "9C"),
    ]  # fmt: skip
    assert [len(step.hands[0]) for step in made] == [7, 8, 5, 4, 3, 2, 2]
    assert [step.view.stock for step in made[:2]] == [23, 22]


TURN = ("0 draw", "0 discard 4H")


def test_who_says_thank_you_is_told_with_whom_it_passes_over_and_who_could_have():
    made = steps(dealt(*HANDS), *TURN, "1 pass", "3 claim 4H 5H 6H", "3 discard 2D")
    thanks = made[3]
    assert said(thanks) == [
        "player 4 says thank you for 4H and melds 4H, 5H, 6H.",
        "player 3 could have melded it too: 4S, 4H, 4D.",
        "No turn this time: player 2, player 3.",
    ]
    assert (thanks.actor, thanks.number, thanks.opens, thanks.done) == (3, 2, "claim", 4)
    assert said(made[4]) == ["player 4 discards 2D."] and made[4].number == 2


def test_where_all_may_answer_it_is_told_who_else_said_it():
    board = dealt(*HANDS, claim_policy="priority")
    made = steps(board, *TURN, "3 claim 4H 5H 6H", "2 claim 4S 4H 4D", "clock close")
    assert said(made[3]) == [
        "player 3 says thank you for 4H and melds 4S, 4H, 4D.",
        "Also said thank you, but come later in turn: player 4.",
        "No turn this time: player 2.",
    ]
    assert made[3].actor == 2 and made[3].done == 5


def test_nobody_wants_a_discard_is_a_step_only_if_somebody_could_have():
    made = steps(dealt(*HANDS, stock="KH 3C"), *TURN, "2 pass", "clock close", "1 draw", "1 discard KD", "2 pass",
                 "3 pass", "0 pass", "2 draw")  # fmt: skip
    assert said(made[3]) == [
        "Nobody says thank you for 4H.",
        "player 3 could have melded it, but said no: 4S, 4H, 4D.",
        "player 4 could have melded it, but did not say so in time: 4H, 5H, 6H.",
    ]
    assert (made[3].actor, made[3].opens, made[3].number, made[3].done) == (None, "", 1, 4)
    assert [said(step)[0] for step in made[4:7]] == [
        "player 2 draws 3C.", "player 2 discards KD.", f"player 3 draws {made[6].hot[0]}.",
    ]  # fmt: skip
    assert [step.done for step in made[4:7]] == [5, 6, 10] and [step.number for step in made[4:7]] == [2, 2, 3]


def test_whose_turn_it_is_could_not_have_had_what_he_takes():
    hands = ("4H 9C JD", "4S 4D 2C", "8C TD 2S", "5C 9H 2D")
    made = steps(dealt(*hands), *TURN, "clock close", "1 take 4S 4D 4H")
    assert [said(step)[0] for step in made[3:-1]] == ["player 2 takes 4H and melds 4S, 4H, 4D."]
    assert (made[3].opens, made[3].number) == ("take", 2)


def test_a_discard_taken_alone_is_told_until_it_has_its_meld():
    hands = ("4H 9C JD", "4S 4D 2C", "8C TD 2S", "5C 9H 2D")
    board = dealt(*hands, discard_first=False, thank_you="next_only")
    made = steps(board, *TURN, "1 take 4H", "1 meld 4H 4S 4D")
    assert [said(step)[0] for step in made[3:5]] == [
        "player 2 takes 4H, to meld it in this turn.", "player 2 melds 4S, 4H, 4D.",
    ]  # fmt: skip


def test_reasons_stand_with_their_act_and_a_no_only_where_it_was_a_choice():
    why = {2: say("It fits nothing."), 3: say("I wait."), 5: say("I hope.")}
    made = steps(dealt(*HANDS), *TURN, "1 pass", "2 pass", "clock close", "1 draw", reasons=why)
    assert made[3].reasons == ((2, why[3]),) and made[4].reasons == ((1, why[5]),)


@pytest.mark.parametrize(
    ("hands", "changes", "acts", "told", "line"),
    [
        (("AC AD AH 2C 2D 3C 4C",), {}, ["0 blast"], "player 1 calls a small blast: the hand counts only 14.", "Small"),
        (("KS KH KD KC QS QH 7C",), {"turned": "2S"}, ["0 blast"],
         "player 1 calls a large blast: the hand counts 83.", "Large"),
        (("7S 7H 7D 2C 3D 9H JS",), {"stock": "7C"}, ["0 draw", "0 luck"],
         "player 1 has all four sevens: big luck!", "Big luck"),
        (("2C 3C 4C 7D 9S 9H KD",), {"stock": "9D"},
         ["0 draw", "0 meld 2C 3C 4C", "0 meld 7D", "0 meld 9S 9H 9D", "0 discard KD"],
         "player 1 discards KD.", "Hoola!"),
    ],
)  # fmt: skip
def test_the_end_is_told_with_what_ended_it(hands, changes, acts, told, line):
    made = steps(dealt(*hands, **{"turned": "KS"} | changes), *acts)
    assert said(made[-2])[0] == told and said(made[-1])[0].startswith(line)
    assert (made[-1].phase, made[-1].winner, made[-1].done) == ("result", 0, len(acts))
    assert made[-1].view.payments and len(said(made[-1])) > 1


def random_play(seed, **more):
    """A board of any options to its end by legal acts, melds and claims first now and then: (last state, acts)."""
    chance = Random(seed)
    options = {
        name: chance.choice(list(hoola.Options.__dataclass_fields__[name].metadata["values"]))
        for name in ("ace", "single7", "must_discard", "discard_first", "stock_end", "knock_when", "thank_you")
    } | more
    if options["thank_you"] == "anyone":
        options["claim_policy"] = chance.choice(["first", "priority"])
    seats = chance.randrange(2, 6)
    state = dealt(seats=seats, dealer=chance.randrange(seats), **options)
    state = hoola.start(state.board, hoola.deal(state.board, chance))
    acts = []
    while waiting := hoola.to_act(state):
        seat = chance.choice(sorted(waiting))
        can = legal_actions(hoola, state, seat)
        best = [each for each in can if str(each).startswith(("claim", "take", "meld", "lay", "knock"))]
        action = chance.choice(best if best and chance.random() < 0.8 else can)
        acts.append((seat, str(action)))
        state = hoola.apply(state, seat, action)
    return state, acts


def record_of(state, acts, noted=(), fixed=0):
    """A finished board as a table keeps it, its players all people; `noted` acts were a robot's."""
    written = tuple(Act(i, seat, text, '{"say":"x"}' if i in noted else "", 0.0) for i, (seat, text) in enumerate(acts))
    seats = tuple(Seated(seat + 1, "") for seat in range(state.board.seats))
    result = hoola.result(state)
    return BoardRecord(1, 1, 9, state.board, state.deal, written, result, seats, state, game="hoola", fixed=fixed)


@pytest.mark.parametrize("seed", range(14))
def test_any_board_of_any_options_can_be_replayed_counted_and_read_again(seed):
    state, acts = random_play(seed)
    made = replay_hoola.steps(state.board, state.deal, acts)
    assert all(step.said for step in made) and made[-1].hands == state.hands
    done = [step.done for step in made]
    assert done == sorted(done) and done[-1] == len(acts)
    told = {step.done - 1 for step in made[1:-1]}
    assert {i for i, (_, text) in enumerate(acts) if text.split()[0] not in ("claim", "pass", "close")} <= told
    for step in made:
        there = [*step.view.discards, *(c for meld in step.view.melds for c in meld.cards)]
        there += [card for hand in step.hands for card in hand]
        assert len(there) == len(set(there)) == 52 - step.view.stock
        assert all(card in there for card in step.hot)
    opened = [step.number for step in made if step.opens]
    assert opened == list(range(1, made[-1].number + 1))
    # Counted without playing it again, and played again to compare.
    laid, thanks, again = [0] * state.board.seats, [0] * state.board.seats, hoola.start(state.board, state.deal)
    for seat, text in acts:
        before, again = again, play(hoola, again, seat, text)
        thanked = hoola.phase(before) == "claim" and len(again.melds) > len(before.melds)
        if len(again.melds) > len(before.melds):
            laid[again.melds[-1].owner] += 1
            thanks[again.melds[-1].owner] += thanked
    found = rummy_of(record_of(state, acts))
    assert [each.melds for each in found] == laid and [each.thanks for each in found] == thanks
    assert sum(each.laid_off for each in found) == sum(text.startswith("lay") for _, text in acts)
    assert sum(each.won for each in found) == 1 and sum(each.points for each in found) == 0
    assert {each.ending for each in found} == {ending_of(record_of(state, acts))} <= set(ENDINGS)
    # The log of the board alone leads to the same end.
    table = Table(0, 0, 0)
    for line in log.write(hoola, state.board, state.deal, acts).splitlines():
        number, actor, text = line.split(" ", 2)
        table = fold(table, Event(0, int(number), 0.0, actor, text))
    assert table.play.state == state and table.finished


def test_a_drawn_card_is_seen_when_it_comes_and_not_before():
    made = steps(dealt(*HANDS, stock="QD 3C"), "0 draw", "0 discard 9C", "clock close", "1 draw")
    for step in made[:1]:
        assert all("QD" not in " ".join(map(str, hand)) for hand in step.hands) and step.view.stock == 23
    assert "QD" in " ".join(map(str, made[1].hands[0])) and str(made[3].hot[0]) == "3C"


# What comes of it


def board(room, *hands, acts, **more):
    """At table 1 a board of these hands, seat 0 deals, played by the people who sit there."""
    table = room.open_tables[0]
    dealt_so = format_deal(dealt(*hands, **more).deal)
    room.tables.commands(table.id, ["unprepare", f"prepare 1 dealer 0 deal {dealt_so}", "fresh"])
    for act in acts:
        seat, _, text = act.partition(" ")
        assert room.tables.get(table.id).playing
        room.do(room.tables.get(table.id), int(seat), text)
    table = room.tables.get(table.id)
    assert table.finished
    return table


# Seat 2 claims the four of hearts and melds all it has: a Hoola, for which seat 0 pays.
GIVEN = ("4H 9C JD QC 2H 7C 7H", "8C TD 2S KD", "4S 4D 7S 9S 9H 9D KC", "5H 6H 2D")
CLAIMED = ["0 draw", "0 discard 4H", "2 claim 4S 4H 4D", "2 meld 9S 9H 9D", "2 meld 7S", "2 discard KC"]
# Seats 0 and 1 meld; then 1 knocks with three points, but 0 has two.
LOW = ("QS QH QD AH AD AC 2C", "KH KD KC JS JH JD 3C", "4C 8S TH 6D 9H TD 8H", "5C 8D TS 6S QC JC TC")
KNOCKED = [
    "0 draw", "0 meld QS QH QD", "0 meld AH AD AC", "0 discard 9C", "1 draw", "1 meld KH KD KC", "1 meld JS JH JD",
    "1 discard 9D", "2 draw", "2 discard 4S", "3 draw", "3 discard 4D", "0 draw", "0 discard 5D", "1 knock",
]  # fmt: skip


@pytest.fixture
def room(app):
    made = Mixed(app, names=("Ada", "Bo", "Cem", "Dua"))
    made.change("hoola", hoola.Options(claim_policy="priority"))
    return made


def of(room, seat):
    found = gather(room.parts.sessions, room.room)
    return found.student(room.open_tables[0].seats[seat].person), found


def test_what_players_did_is_counted_and_said(room):
    thanks = ["1 pass", "3 pass"]
    for _ in range(2):
        table = board(room, *GIVEN, turned="KS", acts=[*CLAIMED[:3], *thanks, *CLAIMED[3:]])
    assert table.play.boards[-1].result.scores[0] < 0 == table.play.boards[-1].result.scores[1]
    winner, found = of(room, 2)
    giver, _ = of(room, 0)
    other, _ = of(room, 3)
    assert [str(text) for text in went_well(winner)] == [
        "Won 2 of 2 boards of Hoola.",
        "Made a Hoola: all cards in one turn, 2 times.",
        "Said thank you for a discard and melded it: 2 times.",
        "Laid down 6 melds.",
        "Played 2 boards with the class.",
    ]
    assert to_practise(winner) == ()
    told = [str(each.seen) for each in to_practise(giver)]
    assert "Lost a board of Hoola with a 7 in the hand: 2 times." in told
    assert "Lost a board of Hoola without a meld, which costs double: 2 times." in told
    assert [str(text) for text in went_well(giver)] == ["Played 2 boards with the class."]
    assert to_practise(other) == (), "who never had a turn has nothing to learn from it"
    assert giver.tally.rummy[0].pays_for_all and not winner.tally.rummy[0].pays_for_all
    assert (giver.tally.tricks, giver.tally.declared, giver.tally.bid_on) == (0, (), ()), "what other games count"
    assert found.endings == (("hoola", 2),) and found.games == ("hoola",) and found.levels == found.sizes == ()
    at_table = found.table(1)
    assert [str(text) for text in table_went_well(at_table, found)][:3] == [
        "Made 2 Hoolas.",
        "Said thank you for a discard and melded it: 2 times.",
        "Laid down 6 melds.",
    ]


def test_what_a_robot_or_the_teacher_did_with_cards_is_nobodys():
    state = dealt(*GIVEN)
    acts = [(int(act[0]), act[2:]) for act in CLAIMED]
    for seat, text in acts:
        state = play(hoola, state, seat, text)
    assert [(each.melds, each.thanks) for each in rummy_of(record_of(state, acts))] == [(0, 0), (0, 0), (3, 1), (0, 0)]
    noted = rummy_of(record_of(state, acts, noted={2, 4}))
    assert (noted[2].melds, noted[2].thanks, noted[2].won) == (1, 0, True)
    begun = rummy_of(record_of(state, acts, fixed=2))
    assert (begun[2].melds, begun[2].thanks) == (3, 1), "also where the discard came with the board"


def test_a_knock_that_fails_is_something_to_learn_from(room):
    room.change("hoola", hoola.Options(thank_you="off"))
    table = board(room, *LOW, turned="KS", stock="9C 9D 4S 4D 5D", acts=KNOCKED)
    knocker, found = of(room, 1)
    (advice,) = to_practise(knocker)
    assert str(advice.seen) == "Knocked, but another hand was as low or lower: 1 time."
    assert found.endings == (("knock failed", 1),) and knocker.tally.rummy[0].pays_for_all
    last = replay_hoola.steps(table.play.board, table.play.deal, [(a.seat, a.text) for a in table.play.acts])[-1]
    assert said(last)[:2] == [
        "player 2 knocks, but player 1 wins 11.",
        "player 2 knocked with 3, but player 1 has only 2. So player 2 pays for all.",
    ]


def page(room, path, student=None):
    room.app.config["CLOCK"].now += 10  # nobody asks for so much at once
    answer = room.browser(student).get(f"/room/{room.slug}/{path}")
    assert answer.status_code == 200, path
    return answer.get_data(as_text=True)


def lucky(room, table_id):
    """The next board of a table, short: its dealer draws the fourth seven. Nearly all of the stock is left."""
    if not room.tables.get(table_id).playing:
        assert room.tables.command(table_id, "next").ok
    now = room.tables.get(table_id)
    number, dealer, seats = now.play.board.number, now.play.board.dealer, len(now.seats)
    hands = [""] * dealer + ["7S 7H 7D 2C 3D 9H JS"]
    deal = format_deal(dealt(*hands, stock="7C", seats=seats, dealer=dealer).deal)
    assert room.tables.command(table_id, f"redeal {number} dealer {dealer} deal {deal}").ok
    for text in ("draw", "luck"):
        room.do(room.tables.get(table_id), dealer, text)


def test_cards_that_nobody_drew_are_shown_when_the_match_is_over(room):
    room.change("hoola", hoola.Options(match=2))
    table = room.open_tables[0].id
    lucky(room, table)
    for student in (None, 0):
        for at in (0, 999):
            shown = page(room, f"boards/1/1?at={at}", student)
            assert "shown when the match is over" in shown and "Cards that nobody drew" not in shown
    assert "To draw:" not in page(room, "class/boards/paper?scores=1")
    lucky(room, table)
    stock = room.open_tables[0].play.boards[0].state.stock
    for student in (None, 0):
        shown = page(room, "boards/1/1?at=999", student)
        assert "Cards that nobody drew" in shown and "shown when the match is over" not in shown
        assert shown.partition("Cards that nobody drew")[2].count('class="rl-card"') == len(stock)
    paper = page(room, "class/boards/paper?scores=1")
    assert paper.count("To draw:") == 1 and paper.count("Big luck") == 2, "the same cards twice are one record"


def test_on_the_wall_a_board_is_gone_through_turn_by_turn(room):
    table = board(room, *GIVEN, turned="KS", acts=[*CLAIMED[:3], "1 pass", "3 pass", *CLAIMED[3:]])
    made, ends = replay.steps_of(table.play.boards[-1]), replay.stops(table.play.boards[-1])
    assert [said(made[at])[0] for at in ends] == [
        "player 1 deals and plays first.", "player 1 discards 4H.", "player 3 discards KC.",
    ]  # fmt: skip


def test_a_match_at_the_own_pace_is_its_players_until_it_is_over(room):
    table = room.tables.open(room.room, "hoola", hoola.Options(match=2, players=2), 2, own_pace=True)
    players = room.people[:2]
    room.tables.arrange([(table.id, seat, Seated(who.id, "")) for seat, who in enumerate(players)])
    address = f"games/{-table.number}/boards/1"
    lucky(room, table.id)
    assert "What each hand costs" in page(room, f"{address}?at=999", 0)
    assert room.browser(3).get(f"/room/{room.slug}/{address}").status_code == 403
    assert "Cards that nobody drew" not in page(room, f"{address}?at=999", 0)
    lucky(room, table.id)
    assert room.tables.get(table.id).match_over
    for student in (0, 3, None):
        assert "Cards that nobody drew" in page(room, f"{address}?at=999", student)
    own = page(room, "results", 0)
    assert f"/{address}" in own and "Played 2 boards in games beside the class." in own
    student = gather(room.parts.sessions, room.room).student(players[0].id)
    assert (student.tally.rummy, len(student.every.rummy)) == ((), 2)
