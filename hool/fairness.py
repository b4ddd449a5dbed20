"""Provable fairness: which cards nobody may see yet, when the secret of a board is told, and what checks it.

How cards follow from a secret stands in ``rules/shuffle.py``. Before play all see its commitment; the secret itself is
told when the match is over. A rated match is nobody's to look into: neither the teacher's page nor a file or log shows
a hidden card of it earlier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from hool.fold import Act, BoardRecord, Table, parse_prepared
from hool.rules import GAMES, shuffle
from hool.rules.cards import Deal
from hool.rules.game import Board, play
from hool.rules.turn import turn
from hool.store import Event


class Cards(Protocol):
    """The cards of a board, finished or in play; a ``BoardRecord`` is one."""

    @property
    def game(self) -> str: ...
    @property
    def match(self) -> int: ...
    @property
    def board(self) -> Board: ...
    @property
    def deal(self) -> Deal: ...


class _OnTable(NamedTuple):
    game: str
    match: int
    board: Board
    deal: Deal


def cards_on(table: Table) -> Cards | None:
    """What has been dealt at this table last; None before the first board."""
    now = table.play
    return None if now.board is None or now.deal is None else _OnTable(table.game, now.match, now.board, now.deal)


# -- who may see what ------------------------------------------------------------------------------------------------


def may_meet(table: Table, cards: Cards, shared: bool) -> bool:
    """Whether ``table`` plays these cards now or may still be dealt them.

    shared: every table of the room is dealt the same numbered boards in the same order, so a table that has not come
    to this number, or to this match, may get these cards as well.
    """
    now = table.play
    if any(done.deal == cards.deal for done in now.boards):
        return False
    if table.playing and now.deal == cards.deal:
        return True
    # A lesson can go back to a board that was passed over.
    if any(each.deal == cards.deal for each in (table.set_of_boards if table.lesson else table.prepared[now.used :])):
        return True
    if not shared or table.game != cards.game:  # the tables of a class change games together, and for other cards
        return False
    if GAMES[cards.game].compared is None:  # each table has its own
        return False
    if GAMES[cards.game].number_counts:
        return len(table.seats) == cards.board.seats and cards.match >= now.match
    return cards.board.number > table.last_number


def guarded(tables: Iterable[Table], cards: Cards | None, shared: bool) -> tuple[Table, ...]:
    """Those of ``tables`` that play these cards in a rated match or may still be dealt them in one; ``shared`` as for
    ``may_meet``. While there is one, nobody but its players may see these hands, and they only their own."""
    if cards is None:
        return ()
    return tuple(each for each in tables if each.rated and may_meet(each, cards, shared))


def is_told(table: Table, record: BoardRecord, tables: Iterable[Table], shared: bool) -> bool:
    """Whether the secret of this finished board of ``table``, and with it every card that was not dealt, is told to
    those who may see the board: its match is over. tables: the class's, where the same cards may be played (``shared``
    as for ``may_meet``); as long as people there have that before them, what they would never see is not told."""
    if not match_is_over(table, record):
        return False
    if not table.in_class or not record.deal.rest:
        return True
    others = (each for each in tables if each.id != table.id and each.people)
    return not any(may_meet(each, record, shared) or _still_plays(each, record.deal) for each in others)


def match_is_over(table: Table, record: BoardRecord) -> bool:
    """Whether the match to which a finished board of this table belongs has ended."""
    if (record.game, record.match) != (table.game, table.play.match) or table.match_over:
        return True
    # Where a match has no end, each board stands for itself.
    return not record.rules.boards_in_match(record.board.options, record.board.seats)


def _still_plays(table: Table, deal: Deal) -> bool:
    return any(each.deal == deal and not match_is_over(table, each) for each in table.match_boards)


# -- logs ------------------------------------------------------------------------------------------------------------

_CALLS = ("bid", "pass", "double", "redouble")


def _hidden_calls(table: Table) -> frozenset[int]:
    """The acts of the board in play that not everybody may know yet, by their number in the log."""
    return _HIDDEN[table.game](table) if table.playing else frozenset()


def _secret_calls(table: Table) -> frozenset[int]:
    """All calls, until cards are played."""
    if table.rules.view(table.play.state, None).phase in ("play", "trumps"):
        return frozenset()
    return frozenset(act.seq for act in table.play.acts if act.text.partition(" ")[0] in _CALLS)


def _secret_answers(table: Table) -> frozenset[int]:
    """What was answered to discards, but for the claims that took one: the others would tell of hands."""
    now, found, waiting = table.play, set[int](), list[Act]()
    assert now.board is not None
    if now.board.options.claim_policy == "first":  # who does not take it says no, as all can see
        return frozenset()
    state = table.rules.start(now.board, now.deal)
    for act in now.acts:
        state = play(table.rules, state, act.seat, act.text)
        if act.text.partition(" ")[0] in ("claim", "pass"):
            waiting.append(act)
        if table.rules.phase(state) != "claim":
            found |= {each.seq for each in waiting if each.seat != state.claimed}
            waiting = []
    return frozenset(found) | {each.seq for each in waiting}


_HIDDEN = {"hool": _secret_calls, "oh_hell": _secret_calls, "hoola": _secret_answers}


def without_secrets(events: Sequence[Event], table: Table, tables: Iterable[Table], shared: bool) -> Iterator[Event]:
    """The log of ``table`` as people may read it now: of a rated match that is not over no card that was dealt, no
    secret, and no call that may still be hidden. tables: the class's; what they have before them in such a match is
    left out too, ``shared`` as for ``may_meet``. The log itself keeps everything.

    An event without its secret says ``board 3 dealer 2 sealed 9c0f...`` with the commitment, or ``sealed``.
    """
    running = table.rated and not table.match_over
    since = max((event.seq for event in events if event.text == "rated"), default=0) if running else None
    hidden = _hidden_calls(table) if running else frozenset()
    others = [each for each in tables if each.id != table.id and each.rated and not each.match_over]
    for event in events:
        verb, _, rest = event.text.partition(" ")
        if verb == "board":
            dealt = parse_prepared(rest.removeprefix("prepared ").removeprefix("again "))
            own = since is not None and event.seq > since
            if dealt.secret and (own or _before(others, dealt.deal, shared)):
                head = event.text.partition(" secret ")[0]
                event = replace(event, text=f"{head} sealed {shuffle.commitment(dealt.secret)}")
        elif event.seq in hidden:
            event = replace(event, text="sealed", note="")
        yield event


def _before(tables: Iterable[Table], deal: Deal, shared: bool) -> bool:
    """Whether one of these tables plays this deal, or may be dealt it as far as can be told from the deal alone."""
    return any(
        each.play.deal == deal
        or (shared and each.rules.compared is not None and not any(done.deal == deal for done in each.play.boards))
        for each in tables
    )


# -- what checks a board ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the cards of a board follow from its secret, in the words of ``rules/shuffle.py``.

    size: cards each; turned: by how many seats the hands were carried on; trump: "turn_up" where a card is turned up,
    and no_stock, joker what then is done without a card left and with the joker; "" where nothing is turned;
    direction: the way of the deal.
    """

    game: str
    pack: str
    seats: int
    dealer: int
    size: int
    turned: int = 0
    trump: str = ""
    no_stock: str = "dealer_last"
    joker: str = "no_trump"
    direction: str = "clockwise"


def recipe_of(record: BoardRecord) -> Recipe | None:
    """What leads from the secret of a finished board to its cards; None where nothing does: somebody chose them."""
    return _RECIPES[record.game](record) if record.secret else None


def _of_hool(record: BoardRecord) -> Recipe | None:
    by = _turned_by(record)
    size = len(record.deal.hands[0])
    return None if by is None else Recipe("hool", record.board.options.pack, 4, record.board.dealer, size, by)


def _of_oh_hell(record: BoardRecord) -> Recipe:
    board, options, size = record.board, record.board.options, len(record.deal.hands[0])
    trump = "turn_up" if options.trump == "turn_up" else ""
    more = (options.no_stock, options.joker_turned)
    return Recipe("oh_hell", options.deck, board.seats, board.dealer, size, 0, trump, *more)


def _of_hoola(record: BoardRecord) -> Recipe:
    board, size = record.board, len(record.deal.hands[0])
    return Recipe("hoola", "pack52", board.seats, board.dealer, size, direction=board.options.direction)


_RECIPES: dict[str, Callable[[BoardRecord], Recipe | None]] = {
    "hool": _of_hool,
    "oh_hell": _of_oh_hell,
    "hoola": _of_hoola,
}


def _turned_by(record: BoardRecord) -> int | None:
    """By how many seats a deal was carried on after it came from its secret; None if it never did."""
    first: Any = record.rules.deal(record.board, shuffle.rng(record.secret))
    return next((by for by in range(record.board.seats) if turn(first, 0, by)[0] == record.deal), None)
