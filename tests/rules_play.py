"""What the tests of the rules share: a deal to play, boards played at random, and options at random."""

import dataclasses
from random import Random

from hypothesis import strategies as st

from hool.rules import GAMES, hool, hoola, oh_hell
from hool.rules.cards import FULL_PACK, parse_deal
from hool.rules.game import Board, legal_actions, play
from hool.rules.hool import BIDS, CLUE_KINDS, PRESETS, Options

N, E, S, W = range(4)
SEATS = {"N": N, "E": E, "S": S, "W": W}

# North 14 points, East 9, South 10, West 7.
DEAL = parse_deal("AK72.QJ5.T94.A83 QT8.K9732.K7.Q65 J95.A4.AJ8.JT742 643.T86.Q6532.K9", FULL_PACK)

# Eleven calls at most: 4 + 2 + 2 in the three steps, 2 closing, 1 redouble; three proposals are fewer.
MOST_ACTS = 4 * 2 + 11 + 52


def start(options=None, dealer=N, number=1, deal=DEAL, **changes):
    """A board of DEAL with these options at its start."""
    return hool.start(Board(number, dealer, 4, options or Options(**changes)), deal)


def act(state, *acts):
    """The state after acts such as "N bid 4H", each through the checked door."""
    for text in acts:
        seat, _, action = text.partition(" ")
        state = play(hool, state, SEATS[seat], action)
    return state


def acting(state):
    """Whose turn it is, as letters from North: "NS"."""
    return "".join(letter for letter, seat in SEATS.items() if seat in hool.to_act(state))


def texts(state, seat):
    """What a seat may do now, as a set of texts."""
    return {str(action) for action in legal_actions(hool, state, seat)}


def why_not(state, seat, text):
    """The sentence that refuses a choice of a seat, None if the choice is legal."""
    (choice,) = (choice for choice in hool.choices(state, seat) if str(choice.action) == text)
    return None if choice.why_not is None else str(choice.why_not)


def game_of(options):
    return next(game for game in GAMES.values() if type(options) is game.Options)


def seats_of(options):
    """How many sit at a table with these options."""
    return getattr(options, "players", 4)


def most_acts(options):
    """In how many acts a board must end."""
    if game_of(options) is hool:
        return MOST_ACTS
    if game_of(options) is hoola:
        # A turn takes a card of the stock or, taking a discard, at least one of those in hands, so there are at most 51
        # of them: a card in, one out, and all others answer to it. And a card is laid down once.
        return 51 * (options.players + 1) + 52
    rounds = options.knock_limit + 1 if options.bidding == "knock" else 1
    return seats_of(options) * (rounds + oh_hell.largest_hand(options, seats_of(options))) + 1


def random_board(options, seed, number=None):
    """The states of a board played at random, and the acts between them: [(state, seat, action) ...], last state.

    Pass and double are as likely as a bid, else a bid of seven would end most biddings at once.
    """
    rng, game, seats = Random(seed), game_of(options), seats_of(options)
    last = 8 if game in (hool, hoola) else game.boards_in_match(options, seats)
    board = Board(number or rng.randrange(1, last + 1), rng.randrange(seats), seats, options)
    state = game.start(board, game.deal(board, rng))
    history = []
    while waiting := game.to_act(state):
        assert len(history) < most_acts(options)
        seat = rng.choice(sorted(waiting))
        actions = legal_actions(game, state, seat)
        action = rng.choice(actions[: rng.choice((2, 6, len(actions)))])
        history.append((state, seat, action))
        state = game.apply(state, seat, action)
    return history, state


@st.composite
def any_options(draw):
    """A preset of HOOL, or any combination of its options that is possible."""
    if draw(st.booleans()):
        return PRESETS[draw(st.sampled_from(sorted(PRESETS)))]
    values = {
        "dummy": draw(st.booleans()),
        "clues": draw(st.sampled_from((0, 1, 2))),
        "clue_kinds": tuple(draw(st.lists(st.sampled_from(CLUE_KINDS), min_size=2, unique=True))),
        "score": draw(st.sampled_from(("hool", "tricks"))),
        "closing_double": draw(st.booleans()),
        "slam_adds_game": draw(st.booleans()),
        "dummy_sees_declarer": draw(st.booleans()),
        "passed_out": draw(st.sampled_from(("redeal", "score"))),
        "first_dealer": draw(st.integers(0, 3)),
        "match": draw(st.sampled_from((4, 8, 12, 0))),
        "trick": draw(st.integers(0, 50)),
    }
    seat = st.none() | st.integers(0, 3)
    match draw(st.sampled_from(("bid", "given", "open", "pair", "trumps"))):
        case "bid":
            values["bidding_steps"] = draw(st.sampled_from((1, 2, 3)))
        case "trumps":
            values["trumps"] = draw(st.sampled_from("SHDCN"))
            values["pack"] = draw(st.sampled_from(("full", "one suit", "two suits")))
            values["partners"] = draw(st.booleans())
            if values["partners"]:
                values["given_declarer"] = draw(seat)
        case "given":
            values |= {"contract": "given", "given_contract": draw(st.sampled_from(BIDS))}
            values |= {"given_doubled": draw(st.sampled_from((1, 2, 4))), "given_declarer": draw(seat)}
        case agreed:
            values |= {"contract": agreed, "given_declarer": draw(seat)}
    return Options(**values)


@st.composite
def any_oh_hell(draw):
    """A preset of Oh Hell, or any combination of its options that is possible."""
    if draw(st.integers(0, 3)) == 0:
        return oh_hell.PRESETS[draw(st.sampled_from(sorted(oh_hell.PRESETS)))]
    fields = {field.name: field for field in dataclasses.fields(oh_hell.Options)}

    def one(name):
        return draw(st.sampled_from(sorted(fields[name].metadata["values"], key=str)))

    values = {
        name: one(name)
        for name in (
            "deck",
            "scoring",
            "bidding",
            "knock_change_from",
            "trump",
            "no_stock",
            "blind_ones",
            "first_dealer",
        )
    }
    values["knock_limit"] = draw(st.integers(1, 8))
    values["rotation"] = tuple(draw(st.lists(st.sampled_from("DCHSN"), min_size=1, max_size=6)))
    match values["trump"]:
        case "turn_up":
            values["spades_double"] = one("spades_double")
        case "highest_bidder":
            values["chooser_may_no_trump"] = one("chooser_may_no_trump")
    match values["deck"]:
        case "double104":
            values["double_rule"] = one("double_rule")
            values["ante_last"] = one("ante_last") if values["double_rule"] == "cancel_ante" else "first_copy"
        case "five63":
            values["joker_turned"] = one("joker_turned")
    values["players"] = draw(st.sampled_from(oh_hell.PLAYERS[values["deck"]]))
    # Short hands, for these are played in no time; and those that empty the pack.
    values["max_cards"] = draw(st.sampled_from((1, 2, 3, 4, 5, "keep_one", "all")))
    values["order"] = draw(st.sampled_from(("up_down", "up", "down", "up_up", "down_up")))
    return oh_hell.Options(**values)


@st.composite
def any_hoola(draw):
    """A preset of Hoola, or any combination of its options that is possible."""
    if draw(st.integers(0, 3)) == 0:
        return hoola.PRESETS[draw(st.sampled_from(sorted(hoola.PRESETS)))]
    values = {
        field.name: draw(st.sampled_from(tuple(field.metadata["values"])))
        for field in dataclasses.fields(hoola.Options)
    }
    if values["claim_policy"] == "priority":
        values["thank_you"] = "anyone"
    return hoola.Options(**values)


ANY_OPTIONS = st.one_of(any_options(), any_oh_hell(), any_hoola())
