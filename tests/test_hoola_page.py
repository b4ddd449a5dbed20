"""Hoola on the phones: nothing hidden is sent to anybody, and each page offers what the rules allow its reader."""

import re
from dataclasses import replace
from random import Random

import pytest

from hool.fold import Act, Seated
from hool.rules import hoola
from hool.rules.game import CLOCK, Board, legal_actions
from hool.rules.hoola import PRESETS, Options
from hool.web import hoola_show
from tests.hoola_play import cards, dealt, do, made, shows
from tests.knowledge import Hoola
from tests.people import RANKS, open_class
from tests.test_hoola_around import Table, words
from tests.test_secrets import rendered
from tests.test_views import twins

HANDS = (
    "4H 9C JD",
    "8C 8D QS KD",
    "4S 4D 2C",
    "5H 6H 2D",
)  # as in test_claims.py: seats 2 and 3 want the four of hearts
NAMED = re.compile(rf"\b({'|'.join(RANKS)}) of (spades|hearts|diamonds|clubs)")


def cards_named(html):
    """Every card that a stage or a push names, in words or as a code."""
    found = {RANKS[rank] + suit[0].upper() for rank, suit in NAMED.findall(html)}
    return found | set(re.findall(r"(?<![\w/.?=&;-])([AKQJT2-9][SHDC])(?![\w/.=])", html))


def offered(html):
    """The actions that a page has buttons for, in #pad."""
    pad = html.partition('<div id="pad"')[2].partition('<div id="deeds"')[0].partition('<aside class="papers"')[0]
    return re.findall(r'name="act" value="([^"]+)"', pad)


def lone_table(app, options, seats=4):
    """A table of Hoola whose seats are all held by one student: to look at what would be drawn for each of them."""
    _, slug, [amina] = open_class(app, "Amina", start=False)
    parts = app.extensions["hool"]
    parts.classroom.play_game(parts.store.room_by_slug(slug).id, "hoola", options, seats)
    table = parts.classroom.seat_of(amina.id)[0]
    return replace(table, seats=(Seated(amina.id, ""),) * seats)


def shown(table, state, acts=()):
    """The table with this moment before it, reached by these acts: [(seat, action) ...]."""
    if not state.deal.rest:  # put together by `made`
        state = replace(state, deal=replace(state.deal, rest=state.discards))
    log = tuple(Act(at, seat, str(action), "", 0.0) for at, (seat, action) in enumerate(acts))
    return replace(table, play=replace(table.play, board=state.board, deal=state.deal, state=state, acts=log))


# -- secrets -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["first", "priority"])
def test_nobody_is_sent_a_card_they_may_not_know(app, clock, policy):
    """A board with four phones and a wall; everything that was sent is read, claims and all."""
    rng = Random(5)
    group = Table(app, *HANDS, claim_policy=policy)
    wall = type(group.teacher)(app)
    wall.get(f"/room/{group.slug}/wall")
    wall.connect("wall", group.slug)
    everybody = {**group.at, None: wall}
    old = {key: set() for key in everybody}
    for person in everybody.values():
        person.listen()
        person.heard.clear()
    while True:
        state = group.table.play.state
        public = {str(card) for part in (state.discards, *(meld.cards for meld in state.melds)) for card in part}
        for seat, person in everybody.items():
            person.listen()
            seen = Hoola.known_hands(state, (), seat)
            may = public | {str(card) for other in seen for card in state.hands[other]}
            for text in person.heard:
                assert not (leaked := cards_named(text) - may - old[seat]), f"{seat} was sent {leaked}: {text[:3000]}"
            person.heard.clear()
            old[seat] = may | public
        if not group.table.playing:
            break
        choices = {s: legal_actions(hoola, state, s) for s in sorted(group.table.to_act())}
        melding = [(s, c) for s, each in choices.items() for c in each if str(c).split()[0] in ("claim", "meld", "lay")]
        seat, choice = rng.choice(melding or [(s, c) for s, each in choices.items() for c in each])
        group.act(f"{seat} {choice}")
        if rng.random() < 0.1:
            clock.advance(6)


def test_no_page_depends_on_what_its_reader_may_not_know(app):
    """Hidden cards change places, in hands and in the stock, and secret answers become others: the pages stay as they
    are, also in what they say of the last deeds."""
    rng, show = Random(8), app.extensions["hool"].show
    checked = secret = 0
    for options in (*PRESETS.values(), Options(claim_policy="priority"), Options(claim_policy="priority", players=3)):
        table = lone_table(app, options, options.players)
        for _ in range(2):
            state = hoola.start(board := Board(1, 0, options.players, options), hoola.deal(board, rng))
            acts = []
            while not state.ending:
                if rng.random() < 0.06 or (state.answers and any(state.answers)):
                    viewer = rng.randrange(options.players)
                    page = rendered(show, shown(table, state, acts), viewer)
                    said = Hoola.secret_calls(state, acts)
                    secret += said
                    # Which answers these are stands in no page: only whose they are.
                    hushed = [
                        *acts[: len(acts) - said],
                        *((s, a if s == viewer else "pass") for s, a in acts[-said:] if said),
                    ]
                    for twin in twins(Hoola(options), rng, state, acts, viewer):
                        assert rendered(show, shown(table, twin, hushed), viewer) == page, (viewer, acts)
                        checked += 1
                seat = rng.choice(sorted(hoola.to_act(state)))
                action = rng.choice(hoola.choices(state, seat) if seat == CLOCK else _legal(state, seat))
                action = getattr(action, "action", action)
                acts.append((seat, action))
                state = hoola.apply(state, seat, action)
    assert checked > 60 and secret > 20


def _legal(state, seat):
    return [choice for choice in hoola.choices(state, seat) if choice.why_not is None]


def test_whoever_may_end_the_board_with_a_word_reads_first_what_it_does(app):
    show, table = app.extensions["hool"].show, lone_table(app, Options(players=3), 3)

    def page(state, seat):
        return words(rendered(show, shown(table, state), seat))

    both = {"melds": "0 7C, 1 4S 4H 4D", "discards": "9C"}
    knocks = "Knock: all show their cards, and the lowest hand wins. Your cards count 6."
    state = made("4C 2D", "KD", "QD", **both)
    assert knocks in page(state, 0) and knocks not in page(state, 1)
    assert "and the lowest hand wins. Your cards" not in page(made("9D 4C", "KD", "QD", **both), 0)
    assert "Big luck: the board ends, and you win." in page(made("7S 7H 7D 7C 2D", "KD", "QD", discards="9C"), 0)


def test_who_could_claim_stands_on_no_other_page(app):
    """All but the one who discarded are asked the same, in the same place."""
    group = Table(app, *HANDS)
    group.act("0 draw", "0 discard 4H")
    pages = {seat: group.at[seat].get(f"/room/{group.slug}/play").get_data(as_text=True) for seat in group.at}
    assert offered(pages[0]) == []
    assert "The others may say thank you for your" in words(pages[0])
    assert offered(pages[1]) == ["pass"]
    assert "makes no meld with your cards." in words(pages[1])
    assert offered(pages[2]) == ["claim 4S 4H 4D", "pass"]
    assert offered(pages[3]) == ["claim 4H 5H 6H", "pass"]
    assert [page.count('id="thanks"') for page in pages.values()] == [0, 1, 1, 1]
    parts = {page.partition('<div class="shared"')[2].partition('<div class="mine"')[0] for page in pages.values()}
    assert len(parts) == 1
    assert parts.pop().count("thinking") == 3


# -- claims --------------------------------------------------------------------------------------------------


def test_the_time_that_is_left_comes_from_the_server(app, clock):
    group = Table(app, *HANDS, claim_window_s=8)
    group.act("0 draw", "0 discard 4H")
    assert 'data-left="8.0" data-of="8"' in group.at[1].html["mine"]
    clock.advance(3.25)
    assert 'data-left="4.8" data-of="8"' in group.at[1].get(f"/room/{group.slug}/play").get_data(as_text=True)
    clock.advance(4.75)
    assert "data-left" not in group.at[1].html["mine"]
    assert offered(group.at[1].html["mine"]) == ["draw"]


def test_a_claim_that_comes_too_late_is_told_kindly_and_changes_nothing(app):
    group = Table(app, *HANDS)
    group.act("0 draw", "0 discard 4H", "2 claim 4S 4H 4D")
    before = group.table.play.state
    late = group.at[3].act("claim 4H 5H 6H")
    assert (late["ok"], late["text"]) == (False, f"Too late: {group.at[2].name} said thank you first.")
    assert group.table.play.state == before
    assert f"{group.at[2].name} said thank you for the" in words(group.at[3].html["shared"])


def test_who_is_passed_over_hears_it_and_nobody_else_does(app):
    group = Table(app, *HANDS, claim_policy="priority")
    group.act("0 draw", "0 discard 4H", "3 claim 4H 5H 6H")
    assert "You said thank you. Now wait for the others." in words(group.at[3].html["mine"])
    again = group.at[3].get(f"/room/{group.slug}/play").get_data(as_text=True)
    assert "You said thank you. Now wait for the others." in words(again), "also after a reload"
    assert "has answered" in words(group.at[1].html["shared"])
    assert "said thank you" not in words(group.at[1].html["shared"])
    group.act("1 pass")
    assert "You said no. Now wait for the others." in words(group.at[1].html["mine"])
    group.act("2 claim 4S 4H 4D")
    told = f"{group.at[2].name} comes before you, and got the card."
    assert [told in words(group.at[seat].html["mine"]) for seat in range(4)] == [False, False, False, True]
    for seat in range(4):
        shared = words(group.at[seat].html["shared"])
        assert f"{group.at[2].name} said thank you for the" in shared
        assert f"{group.at[3].name} said thank you" not in shared, "of the other claim nothing is told"
    group.act("2 discard 2C")
    assert told not in words(group.at[3].html["mine"])


def test_what_was_done_is_told_when_all_may_know_it():
    acts = ["0 draw", "0 discard 4H", "3 claim 4H 5H 6H", "2 claim 4S 4H 4D"]
    state = do(dealt(*HANDS, claim_policy="priority"), *acts)
    table = lone(state, acts)
    assert [str(deed.said) for deed in hoola_show.deeds(table)] == [
        "player 1 drew a card.",
        "player 1 discarded the 4H.",
    ]
    acts += ["clock close", "2 discard 2C", "clock close", "3 draw"]
    deeds = hoola_show.deeds(lone(do(dealt(*HANDS, claim_policy="priority"), *acts), acts))
    assert [str(deed.said) for deed in deeds][2:] == [
        "player 3 said thank you for the 4H: 4S, 4H, 4D.",
        "player 3 discarded the 2C.",
        "player 4 drew a card.",
    ]
    assert [deed.meld for deed in deeds] == [0, 0, 1, 0, 0]
    assert hoola_show.fresh_cards(deeds[:4]) == {1: cards("4S 4H 4D")}, "while the discard may be claimed"
    assert hoola_show.fresh_cards(deeds) == {}


def lone(state, acts):
    """A table as `deeds` looks at it."""

    class Play:
        pass

    table = Play()
    table.playing, table.play = not state.ending, Play()
    table.play.state = state
    split = [act.partition(" ") for act in acts]
    table.play.acts = [Act(0, CLOCK if seat == "clock" else int(seat), text, "", 0.0) for seat, _, text in split]
    return table


# -- one's own turn ------------------------------------------------------------------------------------------


def test_a_page_offers_what_the_rules_allow_and_no_more(app):
    """At any moment of a few boards the buttons are the legal actions, each to be shown with the cards it needs."""
    rng, show, table = Random(2), app.extensions["hool"].show, lone_table(app, Options())
    for _ in range(4):
        state = hoola.start(board := Board(1, 0, 4, Options()), hoola.deal(board, rng))
        while not state.ending:
            if rng.random() < 0.25:
                seat = rng.randrange(4)
                legal = {str(each) for each in legal_actions(hoola, state, seat)}
                assert set(offered(rendered(show, shown(table, state), seat))) == legal
            seat = rng.choice(sorted(hoola.to_act(state) - {CLOCK}))
            melding = [c for c in _legal(state, seat) if str(c.action).split()[0] in ("claim", "take", "meld")]
            state = hoola.apply(state, seat, rng.choice(melding or _legal(state, seat)).action)


def test_several_cards_that_go_on_a_meld_one_after_another_are_offered_together():
    state = made("8C 9C 3C 7S 7H KD", "2S", "2H", melds="0 4C 5C 6C 7C, 1 7D", drawn=True)
    found = {
        (each.meld, frozenset(map(str, each.cards))): each.text for each in hoola_show.offers(shows(state, 0)).lays
    }
    assert found[1, frozenset({"8C"})] == "lay 8C on 1"
    assert found[1, frozenset({"8C", "9C"})] == "lay 8C on 1"
    assert (1, frozenset({"8C", "9C", "3C"})) in found
    assert found[2, frozenset({"7S", "7H"})] in ("lay 7S on 2", "lay 7H on 2"), "the lone 7 is named by its meld"
    assert (1, frozenset({"9C"})) not in found
    assert not any("KD" in named for _, named in found)


def test_cards_that_are_no_meld_say_why(app):
    table, show = lone_table(app, Options(), 3), app.extensions["hool"].show
    state = made("8C 8D 9D KH", "2S", "2H", drawn=True, turn=0)
    html = rendered(show, shown(table, state), 0)
    why = dict(re.findall(r'<p class="whynot" data-cards="([^"]+)" hidden>.*?<span>([^<]+)', html))
    assert why["8D 9D"] == "A run needs three cards in a row, or two if one of them is a 7."
    assert why["8D 8C"] == "A set needs three cards of a rank. Only sevens need fewer."
    assert 'value="discard KH"' in html


def test_a_discard_that_was_taken_is_owed_to_a_meld(app):
    """Where it need not be melded at once: nothing is discarded before, and the page says so."""
    table, show = lone_table(app, Options(discard_first=False), 3), app.extensions["hool"].show
    state = do(made("4C 4D 9S KH", "2S", "2H", discards="4H", discarder=2, discard_first=False), "0 take 4H")
    html = rendered(show, shown(table, state), 0)
    assert "Play the 4 4 of hearts in a new meld." in words(html)
    assert "First play the" in words(html) and "discard KH" not in html


@pytest.mark.parametrize(
    ("hand", "groups"),
    [
        ("4C 5C 6C 4D KS", ["4C 5C 6C"]),
        ("4C 5C 6C 4D 4H 4S KS", ["4C 5C 6C", "4S 4H 4D"]),  # not all four of them
        ("5C 6C 7C 8C 9D KS", ["5C 6C 7C 8C"]),  # and not a 7 alone and nothing else
        ("7C 7D KS", ["7D 7C"]),
        ("2C 9D KS", []),
    ],
)
def test_the_melds_of_a_hand_stand_together(hand, groups):
    assert sorted(" ".join(map(str, meld)) for meld in hoola_show.together("high_low", cards(hand))) == groups


def test_a_hand_stands_as_melds_are_written():
    assert hoola_show.in_hand(cards("KS AS TD 2D 7S")) == cards("AS 7S KS 2D TD")


def test_the_stock_is_a_button_for_all_and_the_server_says_whose_turn_it_is(app):
    group = Table(app, *HANDS)
    assert 'name="act" value="draw"' in group.at[2].html["shared"]
    answer = group.at[2].act("draw")
    assert (answer["ok"], answer["text"]) == (False, f"It is {group.at[0].name}'s turn.")
