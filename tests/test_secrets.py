"""Nothing that a person may not know ever reaches their browser: not in a page, a push, or an answer.

The tests say themselves, from the rules, what each person may know; they do not ask the views.
"""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from hool.fold import fold
from hool.rules import hool
from hool.rules.cards import hand_order
from hool.rules.game import legal_actions
from hool.store import Event
from tests.people import cards_in, open_class

SECRET_STEPS = ("step 1", "step 2", "step 3", "closing")


def known_cards(table, seat):
    """The cards that this seat (None: anybody) may know, by the rules of the game.

    The own hand; all that was played; dummy after the opening lead; dummy's player also declarer's hand then (G20);
    all four hands once the board is over; a claimer's hand while the claim is open (G29).
    """
    now = table.play
    if now.state is None:
        return set()
    hands = [set(map(str, hand)) for hand in now.deal.hands]
    if table.finished:
        return set().union(*hands)
    played = {a.text.removeprefix("play ") for a in now.acts if a.text.startswith("play ")}
    known = set(played)
    if seat is not None:
        known |= hands[seat]
    view = hool.view(now.state, None)
    if played and view.declarer is not None:
        dummy = (view.declarer + 2) % 4
        known |= hands[dummy]
        if seat == dummy:
            known |= hands[view.declarer]
    if table.ask is not None and table.ask.kind == "claim":
        known |= hands[table.ask.seat]
    return known


@pytest.mark.parametrize("seed", range(3))
def test_in_dozens_of_boards_nobody_is_sent_a_card_they_may_not_know(app, clock, seed):
    """Four students at one table, one at another, the projector and a latecomer in the lobby; 8 boards each seed."""
    rng = Random(seed)
    parts = app.extensions["hool"]
    teacher, slug, students = open_class(app, "Amina", "Bo", "Chi", "Dev", "Eve")
    wall = type(teacher)(app)
    wall.get(f"/room/{slug}/wall")
    wall.connect("wall", slug)
    room = parts.store.room_by_slug(slug)
    parts.classroom.change_settings(room.id, deals="different")
    first, other = parts.tables.tables(room.id)[:2]
    eve = next(s for s in students if parts.classroom.seat_of(s.id)[0].id == other.id)
    # All of the first table's people but those who were moved for balance, then four of them.
    for seat, student in enumerate(s for s in students if s is not eve):
        parts.classroom.move(student.id, first.id, seat)
    parts.tables.command(other.id, "pause")
    at_table = {parts.classroom.seat_of(s.id)[1]: s for s in students if s is not eve}
    assert len(at_table) == 4
    everybody = {**at_table, "other": eve, "wall": wall}
    old = {key: set() for key in everybody}
    other_cards = set(map(str, parts.classroom.seat_of(eve.id)[0].play.deal.hands[parts.classroom.seat_of(eve.id)[1]]))
    for person in everybody.values():
        person.listen()
        person.heard.clear()

    def check():
        """Look at all that was sent since, right after the change that sent it."""
        table = parts.tables.get(first.id)
        for key, person in everybody.items():
            person.listen()
            may = known_cards(table, key if isinstance(key, int) else None)
            if key == "other":
                may = other_cards
            elif key == "wall":
                may = set()
            for text in person.heard:
                leaked = cards_in(text) - may - old[key]
                assert not leaked, f"seed {seed}: {key} was sent {leaked}: {text[:3000]}"
            person.heard.clear()
            old[key] = may  # a push for the state before may arrive after the next act
        return table

    for _board in range(8):
        if not parts.tables.get(first.id).playing:
            parts.tables.command(first.id, "next")
        old = {key: set() for key in everybody}
        table = check()
        while table.playing:
            seat = rng.choice(sorted(table.to_act()))
            person = at_table[seat]
            if rng.random() < 0.05:
                person.get(f"/room/{slug}/play")
            if rng.random() < 0.05:
                rng.choice(students).act(rng.choice(["play it", "bid 7NT", "clue hcp", "undo", "double", "claim 3"]))
                table = check()
                if table.ask is not None:
                    for voter in sorted(table.ask.waiting):
                        at_table[voter].act("refuse")
                    table = check()
                continue
            assert person.act(str(rng.choice(legal_actions(hool, table.play.state, seat))))["ok"]
            if rng.random() < 0.2:
                clock.advance(0.5)  # desk, wall and lobbies are redrawn
            table = check()
    assert len(parts.tables.get(first.id).play.boards) >= 8


def rendered(show, table, seat):
    """All that is rendered of a table for the person on a seat."""
    face = show.table(table)
    _, private, _ = show.private(face, show.mine(table, seat, table.seats[seat].person), table, before=None)
    return str(show.shared_html(table, face)) + private


def random_moments(app, boards, seed):
    """Tables in the middle of random boards, at every act."""
    rng = Random(seed)
    parts = app.extensions["hool"]
    _teacher, slug, _students = open_class(app, "Amina", "Bo", "Chi", "Dev")
    [table] = parts.tables.tables(parts.store.room_by_slug(slug).id)
    for _ in range(boards):
        deal = hool.deal(table.play.board, rng)
        now = replace(table, play=replace(table.play, deal=deal, state=hool.start(table.play.board, deal), acts=()))
        while now.playing:
            yield rng, now
            seat = rng.choice(sorted(now.to_act()))
            action = rng.choice(legal_actions(hool, now.play.state, seat))
            now = fold(now, Event(now.id, now.seq + 1, 0.0, str(seat), str(action)))


def test_swapping_two_cards_nobody_may_know_changes_nothing_on_the_page(app):
    """The stronger check: whatever the page is made of, it does not depend on a hidden card."""
    show = app.extensions["hool"].show
    checked = 0
    for rng, table in random_moments(app, boards=10, seed=5):
        if rng.random() < 0.6:
            continue
        seat = rng.randrange(4)
        known = known_cards(table, seat)
        unknown = [
            (owner, card) for owner in range(4) for card in table.play.deal.hands[owner] if str(card) not in known
        ]
        pairs = [(a, b) for a, b in combinations(unknown, 2) if a[0] != b[0]]
        if not pairs:
            continue
        (one, card), (two, other) = rng.choice(pairs)
        if any(clue_changes(table, owner, card, other) for owner in (one, two)):
            continue
        swapped = swap(table, card, other)
        if swapped is None:
            continue
        checked += 1
        assert rendered(show, table, seat) == rendered(show, swapped, seat), f"{card} and {other} for seat {seat}"
    assert checked > 30


def clue_changes(table, owner, card, other):
    """Swapping may change a clue that was told, or who declares by points; such swaps are not hidden from the table."""
    told = {a.text.removeprefix("clue ") for a in table.play.acts if a.seat == owner and a.text.startswith("clue ")}
    if "hcp" in told and max(card.rank, other.rank) > 10:
        return True
    return card.suit != other.suit and bool(told - {"hcp"})


def swap(table, card, other):
    """The same table, had the two cards been dealt the other way round; None if the acts so far would not be legal."""
    exchanged = {card: other, other: card}
    hands = tuple(hand_order(exchanged.get(c, c) for c in hand) for hand in table.play.deal.hands)
    deal = replace(table.play.deal, hands=hands)
    now = replace(table.play, deal=deal, state=hool.start(table.play.board, deal), acts=())
    made = replace(
        table, play=now, turns=tuple(t - sum(a.seat == i for a in table.play.acts) for i, t in enumerate(table.turns))
    )
    try:
        for act in table.play.acts:
            made = fold(made, Event(table.id, made.seq, 0.0, str(act.seat), act.text))
    except ValueError:
        return None
    return replace(made, seq=table.seq)


def test_another_ones_secret_bid_changes_nothing_on_the_page(app):
    show = app.extensions["hool"].show
    checked = 0
    for rng, table in random_moments(app, boards=40, seed=9):
        view = hool.view(table.play.state, None)
        if view.phase not in SECRET_STEPS or len(table.to_act()) < 2:
            continue
        seat = rng.choice(sorted(table.to_act()))
        actions = legal_actions(hool, table.play.state, seat)
        one, two = (
            fold(table, Event(table.id, table.seq + 1, 0.0, str(seat), str(a))) for a in rng.sample(list(actions), 2)
        )
        for other in range(4):
            if other != seat:
                checked += 1
                assert rendered(show, one, other) == rendered(show, two, other)
        assert str(show.shared_html(one)) == str(show.shared_html(two))
    assert checked > 100


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ('<button value="play AS">', {"AS"}),
        ('<span aria-label="10 of clubs">', {"TC"}),
        ('<li id="t-9H">', {"9H"}),
        (
            '<li><svg class="tok s"><use href="#S"/></svg><span class="vh">spades</span><b>K</b><b>10</b></li>',
            {"KS", "TS"},
        ),
        ('<use href="#S"/> 3NT by North, bid 4H, 12 tricks', set()),
    ],
)
def test_the_look_out_for_cards_sees_them_in_every_disguise(text, cards):
    assert cards_in(text) == cards
