"""What the tests of the rules share: a deal to play, boards played at random, and options at random."""

from random import Random

from hypothesis import strategies as st

from hool.rules import hool
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


def random_board(options, seed):
    """The states of a board played at random, and the acts between them: [(state, seat, action) ...], last state.

    Pass and double are as likely as a bid, else a bid of seven would end most biddings at once.
    """
    rng = Random(seed)
    board = Board(rng.randrange(1, 9), rng.randrange(4), 4, options)
    state = hool.start(board, hool.deal(board, rng))
    history = []
    while waiting := hool.to_act(state):
        assert len(history) <= MOST_ACTS
        seat = rng.choice(sorted(waiting))
        actions = legal_actions(hool, state, seat)
        action = rng.choice(actions[: rng.choice((2, 6, len(actions)))])
        history.append((state, seat, action))
        state = hool.apply(state, seat, action)
    return history, state


@st.composite
def any_options(draw):
    """A preset, or any combination of options that is possible."""
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
