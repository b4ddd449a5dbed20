"""Oh Hell on the phones: nothing hidden is sent to anybody, and every variant says what its players have to know."""

import re
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from hool.fold import Seated, fold
from hool.rules import hool, oh_hell
from hool.rules.cards import format_hand, parse_card, parse_hand
from hool.rules.game import Board, legal_actions
from hool.rules.oh_hell import PRESETS, Options
from hool.store import Event
from hool.web import oh_hell_show
from tests.knowledge import OhHell
from tests.people import cards_in, open_class
from tests.test_secrets import rendered
from tests.test_tablet import Tablet
from tests.test_views import twins

NAMES = ("Amina", "Bo", "Chi", "Dev", "Eve", "Fen", "Gil", "Hana")
HOOK = Options(max_cards=3, order="down")
TWO_PACKS = {"players": 6, "deck": "double104", "max_cards": 4, "order": "down"}


class Class:
    """Students who all sit at one table of Oh Hell, by their seats, with everything they were ever sent."""

    def __init__(self, app, options, seats=5):
        self.app, self.parts = app, app.extensions["hool"]
        self.teacher, self.slug, students = open_class(app, *NAMES[:seats], start=False)
        self.room = self.parts.store.room_by_slug(self.slug)
        self.parts.classroom.play_game(self.room.id, "oh_hell", options, seats)
        self.id = self.parts.classroom.seat_of(students[0].id)[0].id
        self.at = {self.parts.classroom.seat_of(each.id)[1]: each for each in students}
        assert len(self.at) == seats

    @property
    def table(self):
        return self.parts.tables.get(self.id)

    def view(self, seat=None):
        return oh_hell.view(self.table.play.state, seat)

    def act(self, seat, text):
        answer = self.at[seat].act(text)
        assert answer["ok"], (seat, text, answer)

    def bid(self, *bids):
        """The next bids, in turn or of the lowest seats that owe one."""
        for tricks in bids:
            self.act(min(self.table.to_act()), f"bid {tricks}")

    def play_on(self, rng, until=lambda table: False):
        while self.table.playing and not until(self.table):
            seat = rng.choice(sorted(self.table.to_act()))
            self.act(seat, str(rng.choice(legal_actions(oh_hell, self.table.play.state, seat))))

    def page(self, seat):
        return self.at[seat].get(f"/room/{self.slug}/play").get_data(as_text=True)

    def words(self, seat, part="stage"):
        """What stands on a page, as words: of the whole stage, or of the element with this id."""
        return words(self.page(seat).partition(f'id="{part}"')[2])


def lone_table(app, options, seats):
    """A table of Oh Hell whose seats are all held by one student: to look at what would be drawn for each of them."""
    _, slug, [amina] = open_class(app, "Amina", start=False)
    parts = app.extensions["hool"]
    parts.classroom.play_game(parts.store.room_by_slug(slug).id, "oh_hell", options, seats)
    table = parts.classroom.seat_of(amina.id)[0]
    return replace(table, seats=(Seated(amina.id, ""),) * seats)


def words(html):
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def dealt(table, options, hands, dealer=0, rest="", turned="", number=1):
    """The same table with these cards before it; a hand for each seat, dotted."""
    text = " ".join(hands) + (f" | {rest}" if rest else "") + (f" turned {turned}" if turned else "")
    return fold(
        replace(table, options=options),
        Event(table.id, table.seq + 1, 0.0, "table", f"board {number} dealer {dealer} deal {text}"),
    )


def after(table, *acts):
    for act in acts:
        seat, _, text = act.partition(" ")
        table = fold(table, Event(table.id, table.seq + 1, 0.0, seat, text))
    return table


def pack_without(*hands, turned="", pack="std52"):
    """The cards of a pack that these hands leave, the turned one first."""
    left = Counter(oh_hell.PACKS[pack]) - Counter(card for hand in hands for card in parse_hand(hand, 2))
    cards = list(left.elements())
    if turned:
        cards.remove(parse_card(turned))
        cards.insert(0, parse_card(turned))
    return " ".join(map(str, cards))


# -- secrets -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        Options(players=5, max_cards=4, order="down"),
        Options(players=5, max_cards=3, order="down", bidding="knock", trump="highest_bidder"),
        Options(players=5, max_cards=2, order="up", blind_ones=True, bidding="secret"),
    ],
    ids=["hook", "knock", "blind"],
)
def test_nobody_is_sent_a_card_they_may_not_know(app, clock, options):
    """Two hands with five phones, a wall and somebody in the lobby; every text that was sent is read."""
    rng = Random(3)
    group = Class(app, options)
    wall = type(group.teacher)(app)
    wall.get(f"/room/{group.slug}/wall")
    wall.connect("wall", group.slug)
    everybody = {**group.at, None: wall}

    def known(seat):
        """By the rules: what was turned up and played, and the hands this seat may see."""
        now = group.table.play
        shown = {str(now.state.turned)} | {str(card) for trick in now.state.tricks for card in trick.cards}
        shown |= {str(card) for card in now.state.trick}
        seen = OhHell.known_hands(now.state, (), seat)
        return shown | {str(card) for other in seen for card in now.deal.hands[other]}

    old = {key: set() for key in everybody}
    for person in group.at.values():
        person.listen()
        person.heard.clear()  # in the lobby they had tricks to solve
    for _hand in range(2):
        while True:
            for seat, person in everybody.items():
                person.listen()
                may = known(seat)
                for text in person.heard:
                    leaked = cards_in(text) - may - old[seat]
                    assert not leaked, f"{seat} was sent {leaked}: {text[:2000]}"
                person.heard.clear()
                old[seat] = may
            if not group.table.playing:
                break
            if rng.random() < 0.1:
                group.page(rng.choice(sorted(group.at)))
            seat = rng.choice(sorted(group.table.to_act()))
            group.act(seat, str(rng.choice(legal_actions(oh_hell, group.table.play.state, seat))))
        for seat in group.at:
            group.at[seat].act("next")
        clock.advance(1)
    assert len(group.table.play.boards) == 2


def test_no_page_depends_on_what_its_reader_may_not_know(app):
    """Hidden cards change places, secret bids become others: the pages stay as they are."""
    rng, show = Random(8), app.extensions["hool"].show
    table = lone_table(app, HOOK, 4)
    checked = 0
    for name, options in [*PRESETS.items(), ("blind", Options(max_cards=2, order="up", blind_ones=True))]:
        if options.deck != "std52":
            continue  # not for four
        last = oh_hell.boards_in_match(options, 4)
        for number in {1, last, rng.randrange(1, last + 1)}:
            board = Board(number, rng.randrange(4), 4, options)
            state = oh_hell.start(board, oh_hell.deal(board, rng))
            acts = []
            while oh_hell.to_act(state):
                if rng.random() < 0.12:
                    viewer = rng.randrange(4)
                    now = replace(table, options=options)
                    now = replace(now, play=replace(now.play, board=board, deal=state.deal, state=state, acts=()))
                    page = rendered(show, now, viewer)
                    for twin in twins(OhHell(options), rng, state, acts, viewer):
                        other = replace(now, play=replace(now.play, deal=twin.deal, state=twin))
                        assert rendered(show, other, viewer) == page, (name, viewer, acts)
                        checked += 1
                seat = rng.choice(sorted(oh_hell.to_act(state)))
                action = rng.choice(legal_actions(oh_hell, state, seat))
                acts.append((seat, action))
                state = oh_hell.apply(state, seat, action)
    assert checked > 60


# -- bids ----------------------------------------------------------------------------------------------------


def test_the_hook_strikes_out_one_number_and_says_why(app):
    group = Class(app, HOOK)
    dealer = group.view().dealer
    group.bid(1, 0, 1, 0)
    assert group.table.to_act() == {dealer}
    html = group.page(dealer)
    dead = re.findall(
        r'<label class="ct dead"><input type="radio" name="n" value="(\d)"[^>]*aria-describedby="hook"', html
    )
    assert dead == ["1"]
    assert "Not 1. 2 + 1 is 3: the bids may not add up to the tricks." in words(html)
    assert "2 bid of 3" in words(html)
    answer = group.at[dealer].act("bid 1")
    assert (answer["ok"], answer["text"]) == (False, "2 + 1 is 3: the bids may not add up to the tricks.")
    assert group.view().bids[dealer] is None
    group.act(dealer, "bid 3")
    assert "5 bid of 3: 2 over" in group.words(0, "shared")


def test_the_single_legal_number_is_said_and_not_offered(app):
    group = Class(app, Options(max_cards=1, order="up"), 4)
    group.bid(0, 0, 0)
    html = group.page(group.view().dealer)
    assert "Only 0 is left for you." in words(html) and "Not 1." in words(html)
    assert 'value="bid 0"' in html and 'type="radio" name="n"' not in html


def test_a_bid_says_before_what_it_brings(app):
    """By the table's own scoring, twice where a spade was turned up."""
    table, show = lone_table(app, HOOK, 4), app.extensions["hool"].show
    hands = ("A.K..", "Q.J..", "T.9..", "8.7..")
    for scoring, made in (("basic", "12 points"), ("progressive", "14 points"), ("negative", "no penalty points")):
        for double in (False, True):
            options = Options(max_cards=2, order="down", scoring=scoring, spades_double=double)
            now = dealt(table, options, hands, 3, pack_without(*hands, turned="2S"), "2S")
            page = words(rendered(show, now, 0))
            twice = {"12 points": "24 points", "14 points": "28 points"}.get(made, made) if double else made
            assert f"Exactly 2 made: {twice}" in page
            assert ("points × 2" in page) == double


def test_secret_bids_lie_face_down_until_all_are_in(app):
    group = Class(app, Options(max_cards=3, order="down", bidding="secret"))
    group.act(2, "bid 3")
    for seat in group.at:
        html = group.page(seat).partition('id="shared"')[2]
        assert html.partition('id="facts"')[0].count("bidcard down") == 1
        assert ("Only you see this." in html) == (seat == 2)
    assert "1 of 5 are in" in group.words(0, "shared")
    for seat in (0, 1, 3, 4):
        group.act(seat, "bid 0")
    assert group.view().bids == (0, 0, 3, 0, 0)
    assert "0 of 3" in group.words(0, "plate-3")[:40], "seat 3 has taken none of the three it bid"


def test_knock_bids_that_work_out_are_shown_and_made_again(app):
    group = Class(app, Options(max_cards=3, order="down", bidding="knock"), 3)
    for attempt in (2, 3, 4):
        group.bid(1, 1, 1)
        page = group.words(0)
        assert f"Try {attempt}. 1 + 1 + 1 is 3, the number of tricks, so everybody bids again." in page
        assert "before: 1" in page
    assert "Now everybody must bid another number than before." in page
    assert re.search(r"Not 1\. You bid 1 the last time", page)


def test_the_highest_bidder_chooses_trumps(app):
    group = Class(app, Options(max_cards=3, order="down", trump="highest_bidder", bidding="secret"), 3)
    assert "The highest bidder will choose." in group.words(0)
    group.bid(0, 2, 1)
    page = group.page(1)
    assert re.findall(r'name="trumps" value="(.)"', page) == ["S", "H", "D", "C"], "no trumps are not allowed here"
    assert f"{group.at[1].name} bid most and chooses trumps" in group.words(0)
    group.act(1, "trumps H")
    assert f"{group.at[1].name} bid most and chose hearts." in group.words(0, "facts")


# -- trumps and cards ----------------------------------------------------------------------------------------


def test_no_trumps_are_said_and_not_left_blank(app):
    show, table = app.extensions["hool"].show, lone_table(app, HOOK, 4)
    listed = Options(max_cards=2, order="down", trump="rotation", rotation=("N", "S"))
    for options in (Options(max_cards=2, order="down", trump="none"), listed):
        hands = ("A.K..", "Q.J..", "T.9..", "8.7..")
        html = rendered(show, dealt(table, options, hands, 0, pack_without(*hands)), 1)
        assert '<p class="stepname">no trumps</p>' in html
    assert "Trumps change by a list: now there are none." in words(html)


def test_a_blind_hand_is_held_up_for_the_others_and_played_unseen(app):
    group = Class(app, Options(max_cards=1, order="up", blind_ones=True), 4)
    hands = [str(hand[0]) for hand in group.table.play.deal.hands]
    group.bid(0, 0, 0)
    group.play_on(Random(0), lambda table: oh_hell.phase(table.play.state) == "play")
    seat = min(group.table.to_act())
    html = group.page(seat)
    assert cards_in(html) >= {hands[other] for other in range(4) if other != seat}
    assert hands[seat] not in cards_in(html) - {str(group.table.play.state.turned)}
    assert 'value="play"' in html and html.count('class="lbl">holds') == 3
    refused = group.at[seat].act(f"play {hands[seat]}")
    assert not refused["ok"], "nobody names a card they cannot see"
    group.act(seat, "play")
    assert hands[seat] in cards_in(group.page(seat))


def test_two_equal_cards_in_a_hand_are_two_buttons(app):
    options = Options(**TWO_PACKS)
    table, show = lone_table(app, options, 6), app.extensions["hool"].show
    hands = ("AA.KQ..", "K32..4.", "T98.7..", "654.3..", "..KK.QQ", "..32.32")
    rest = pack_without(*hands, turned="5H", pack="double104")
    now = dealt(table, options, hands, 5, rest, "5H")
    now = after(now, *(f"{seat} bid 0" for seat in range(5)), "5 bid 1")
    ids = re.findall(r' id="(c-[^"]+)"', rendered(show, now, 0))
    assert sorted(ids) == ["c-AS", "c-AS-2", "c-KH", "c-QH", "c-hand"]
    then = after(now, "0 play AS")
    html = rendered(show, then, 0)
    assert 'id="c-AS"' in html and 'id="c-AS-2"' not in html
    everything = re.findall(r' id="([^"]+)"', html)
    assert len(everything) == len(set(everything)), "no id twice on a page"


def test_a_hand_keeps_its_rows_whatever_the_pack():
    dealt_hand = parse_hand("A1211T.K13.Q2.J543.X", 2)
    rows = oh_hell_show.held_rows(dealt_hand, dealt_hand)
    assert [[format_hand(each.card for each in suit) for suit in row] for row in rows] == [
        ["A1211T...", ".K13.."],
        ["..Q2.", "...J543", "....X"],
    ]
    for gone in dealt_hand:
        left = tuple(card for card in dealt_hand if card != gone)
        for row, now in zip(rows, oh_hell_show.held_rows(left, dealt_hand), strict=True):
            assert [one for suit in now for one in suit] == [one for suit in row for one in suit if one.card != gone]


def test_a_trick_that_nobody_wins_and_one_that_counts_two_are_said(app):
    options = Options(**TWO_PACKS | {"max_cards": 2}, double_rule="cancel_ante", trump="spades")
    show, table = app.extensions["hool"].show, lone_table(app, options, 6)
    # Seat 0 leads: two equal threes of spades, and nobody else has one.
    hands = ("3.2..", "3.3..", "..32.", "..K3.", "...32", "...K3")
    now = dealt(table, options, hands, 5, pack_without(*hands, pack="double104"))
    now = after(now, *(f"{seat} bid 0" for seat in range(5)), "5 bid 1")
    now = after(now, "0 play 3S", "1 play 3S", "2 play 2D", "3 play 3D", "4 play 2C", "5 play 3C")
    page = rendered(show, now, 3)
    assert "nobody wins this trick. The next one counts 2." in words(page)
    assert "this trick counts 2" in words(page)
    assert page.count('class="card s off"') == 2, "the two that cancelled each other"
    assert "You lead again." in words(rendered(show, now, 0))
    then = after(now, "0 play 2H", "1 play 3H", "2 play 3D", "3 play KD", "4 play 3C", "5 play KC")
    assert "2 over" in words(rendered(show, then, 1))


def test_a_forbidden_card_has_its_reason(app):
    table, show = lone_table(app, HOOK, 4), app.extensions["hool"].show
    hands = ("A.K..", "Q.J..", "T.9..", ".87..")
    options = Options(max_cards=2, order="down", trump="none")
    now = after(dealt(table, options, hands, 3, pack_without(*hands)), "0 bid 0", "1 bid 0", "2 bid 0", "3 bid 0")
    html = rendered(show, after(now, "0 play KH"), 1)
    why = "Hearts were led and you still have a heart. Play the jack of hearts."
    assert re.search(rf'class="card s off" id="c-QS"[^>]*aria-disabled="true" title="{why}"', html)
    assert 'class="card h" id="c-JH"' in html and "Hearts were led." in words(html)


def test_a_card_can_be_taken_back_until_the_next_one_has_played(app):
    group = Class(app, HOOK, 4)
    group.play_on(Random(1), lambda table: oh_hell.phase(table.play.state) == "play")
    leader = min(group.table.to_act())
    group.act(leader, str(legal_actions(oh_hell, group.table.play.state, leader)[0]))
    assert "Take back" in group.words(leader)
    group.act(leader, "undo")
    other = min(group.table.ask.waiting)
    assert "asks to take the last card back" in group.words(other)
    group.act(other, "accept")
    assert group.table.to_act() == {leader} and not group.table.play.state.trick


# -- results -------------------------------------------------------------------------------------------------


def test_the_score_sheet_adds_up_and_says_what_is_to_come(app):
    group = Class(app, HOOK, 4)
    rng = Random(5)
    for _hand in range(2):
        group.play_on(rng)
        for seat in group.at:
            group.at[seat].act("next")
    table = group.table
    rows = oh_hell_show.sheet(table.match_boards)
    assert [row.size for row in rows] == [3, 2]
    for seat in range(4):
        assert rows[-1].cells[seat].total == sum(record.result.scores[seat] for record in table.match_boards)
    assert "Score sheet 2 of 3 hands" in group.words(0, "facts")
    assert "Cards in the hands to come: 1" in group.words(0, "facts")
    group.play_on(rng)
    page = group.words(0)
    assert "Score sheet 3 of 3 hands" in page and "Cards in the hands to come" not in page
    assert "place 1" in page and ("wins the match with" in page or "share the first place" in page)


def test_a_hand_ends_with_everybodys_bid_and_ones_own_points(app):
    options = Options(max_cards=1, order="up", scoring="negative", trump="spades", bidding="open")
    group, show = Class(app, options, 3), app.extensions["hool"].show
    hands = ("A...", "K...", "Q...")
    now = dealt(group.table, options, hands, 2, pack_without(*hands))
    now = after(now, "0 bid 1", "1 bid 1", "2 bid 0", "0 play AS", "1 play KS", "2 play QS")
    first, missed = (words(rendered(show, now, seat)) for seat in (0, 1))
    names = [group.at[seat].name for seat in range(3)]
    assert f"{names[0]} and {names[2]} share the first place, with 0 points each" in first
    assert "The fewest penalty points win." in first
    assert "You get 0 penalty points. You bid 1 and took 1. made: no penalty points" in first
    assert "You get 1 penalty point. You bid 1 and took 0. 1 off: 1 penalty point" in missed
    assert re.search(rf"2 {names[1]} 1 0 1 short 1", first), "bid, took, how far off, points"


def test_a_match_that_somebody_left_is_over_at_the_table(app):
    table, show = lone_table(app, HOOK, 3), app.extensions["hool"].show
    for event, said in (("1 resign", "Amina has given up."), ("table late 1", "Amina was late.")):
        html = rendered(show, after(table, event), 0)
        assert 'data-phase="done"' in html and said in words(html) and "The match is over." in words(html)
        assert 'value="bid 0"' not in html and 'name="n"' not in html


# -- what a table plays --------------------------------------------------------------------------------------


def test_how_to_play_and_the_table_itself_say_what_is_in_force(app):
    _, slug, [amina] = open_class(app, "Amina", start=False)
    parts = app.extensions["hool"]
    room = parts.store.room_by_slug(slug)
    for options in PRESETS.values():
        parts.classroom.play_game(room.id, "oh_hell", options, options.players)
        rules = words(amina.get(f"/room/{slug}/rules").get_data(as_text=True))
        assert ("may not bid the number" in rules) == (options.bidding == "hook")
        assert ("in secret" in rules) == (options.bidding in ("secret", "knock"))
        assert ("Spades are always trumps" in rules) == (options.trump == "spades")
        assert ("Two equal cards in a trick cancel each other" in rules) == (options.double_rule == "cancel_first")
        facts = words(amina.get(f"/room/{slug}/play").get_data(as_text=True).partition('id="facts"')[2])
        assert "Bids: " in facts and "Points: " in facts and "Trumps: " in facts


def test_a_page_that_is_open_goes_from_one_game_to_the_other_and_back(app):
    """With the style sheet that only this game has; the bar and the hand of the other are gone."""
    _, slug, [amina] = open_class(app, "Amina")
    parts = app.extensions["hool"]
    room = parts.store.room_by_slug(slug)
    assert "oh-hell.css" not in amina.get(f"/room/{slug}/play").get_data(as_text=True)
    parts.classroom.play_game(room.id, "oh_hell", HOOK, 4)
    stage = amina.html["stage"]
    assert "/static/oh-hell.css?v=" in stage and 'class="felt cloth ring ring4"' in stage
    assert re.search(r'data-you="[1-4]"', stage)
    parts.classroom.play_game(room.id, "hool", hool.Options(), 4)
    stage = amina.html["stage"]
    assert "oh-hell.css" not in stage and 'class="felt cloth"' in stage and re.search(r'data-you="[NESW]"', stage)


# -- lobby and curtain ---------------------------------------------------------------------------------------


def test_the_lobby_names_the_seats_of_the_game(app):
    group = Class(app, HOOK, 3)
    show = group.parts.show
    person = group.parts.classroom.person(group.at[2].id)
    found = group.parts.classroom.seat_of(person.id)
    html = words(
        show.app.jinja_env.get_template("_lobby.html").render(
            **show.lobby(person, group.parts.classroom.room(group.room.id), found)
        )
    )
    assert f"table {found[0].number}, seat 3" in html and "North" not in html
    assert all(name in html for name in NAMES[:3])


def test_behind_the_curtain_nobody_sees_the_own_blind_card(app):
    """In a blind hand each sees the others' cards, so the curtain falls between any two players of one tablet."""
    slug = open_class(app, start=False)[1]
    tablet = Tablet(app, slug, "Amina", "Bo", "Chi")
    parts = tablet.parts
    parts.classroom.play_game(
        tablet.room.id, "oh_hell", Options(players=3, max_cards=1, order="up", blind_ones=True), 3
    )
    tablet.load()
    table = parts.tables.tables(tablet.room.id)[0]
    hands = [str(hand[0]) for hand in table.play.deal.hands]
    turned = str(table.play.state.turned)
    assert not {*hands} & (cards_in(tablet.html) - {turned})
    first = min(table.to_act())
    assert f"Give the tablet to seat {first + 1}" in words(tablet.html)
    tablet.lift(tablet.who(first))
    seen = cards_in(tablet.html) - {turned}
    assert seen == {hand for seat, hand in enumerate(hands) if seat != first} - {turned}
    tap = {"table": table.id, "seat": str(first + 1), "turn": table.turns[first], "text": "bid 0"}
    assert tablet.emit("act", tap)["code"] == "done" and tablet.front is None
    assert not {*hands} & (cards_in(tablet.html) - {turned})
    # The result is for all who share the tablet, and one tap is for all of them.
    rng = Random(4)
    while (table := parts.tables.get(table.id)).playing:
        seat = min(table.to_act())
        text = str(rng.choice(legal_actions(oh_hell, table.play.state, seat)))
        assert parts.tables.act(table.id, table.seats[seat].person, table.turns[seat], text).code == "done"
    tablet.load()
    assert "Play another match" in words(tablet.html) and "You get" not in words(tablet.html)
    turn = parts.tables.get(table.id).turns[0]
    assert tablet.emit("act", {"table": table.id, "seat": "1", "turn": turn, "text": "next"})["ok"]
    assert parts.tables.get(table.id).playing and not parts.tables.get(table.id).play.results
