"""Paper for a lesson, one page each: the teacher's sheet, the hand records of its boards, and a card for students.

All of it is drawn from the lesson's file and the rules. ``card_of`` is the one place that decides what a student card
tells: what the boards of its lesson need and nothing more, for the class is to find out the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from flask import Blueprint, abort, render_template
from markupsafe import Markup

from hool import game_words
from hool.lessons import SKILLS, Lesson, LessonBoard, Step, html
from hool.rules import hool, oh_hell
from hool.rules.cards import SUITS, Card, Deal, high_card_points
from hool.rules.game import Seat
from hool.rules.hool_options import DENOMINATIONS
from hool.rules.hool_score import bonus_lines
from hool.rules.hoola import Meld
from hool.rules.text import Bid, SeatRef, Text, say, say_count
from hool.web import paper_hoola, paper_oh_hell
from hool.web.access import Visitor, current_visitor, need_desk, shelf
from hool.web.show import COMPASS, LETTERS

pages = Blueprint("paper", __name__)

_TRUMPS = {
    "S": say("spades are trumps"),
    "H": say("hearts are trumps"),
    "D": say("diamonds are trumps"),
    "C": say("clubs are trumps"),
    "N": say("no trumps"),
}
# The teacher's sheet is one page: with more words than this its letters are smaller.
_ROOMY, _PLAIN = 3500, 4400


# -- the student card ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """What a contract earns if it is just made, and whether a bonus is in it."""

    points: int
    bonus: bool


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """HOOL's points on a card.

    columns: the denominations, those with the same points together. rows: for each level from 1 a cell for each
    column. games: the lowest bids with a bonus below the slams, and the points of that bonus. small, grand: bonus of
    the slams, 0 if there is none. trick, undertrick: points for one more and for one too few. doubles: what a double
    does, and a redouble; empty where nobody can double.
    """

    columns: tuple[tuple[str, ...], ...]
    rows: tuple[tuple[ScoreCell, ...], ...]
    games: tuple[Bid, ...]
    game: int
    small: int
    grand: int
    trick: int
    undertrick: int
    doubles: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class StudentCard:
    """What a card tells; whatever is false, 0 or empty is not on it.

    suits, ranks: of the biggest pack in use, highest rank first. lead: who leads first, "declarer" or "dealer" (the
    player on their left). levels: (level, tricks) of contracts. honours: (rank, points). all_points: in the pack.
    choosing: how a pair agrees on a contract, "open" or "pair". clues: for each player. steps: of the bidding.
    """

    suits: str
    ranks: tuple[int, ...]
    partners: bool
    trumps: bool
    lead: str
    dummy: bool
    levels: tuple[tuple[int, int], ...]
    score: ScoreTable | None
    honours: tuple[tuple[int, int], ...]
    all_points: int
    choosing: str
    clues: int
    kinds: tuple[str, ...]
    steps: int
    doubles: bool
    closing: bool
    passed_out: str


def card_of(played: Sequence[hool.Options]) -> StudentCard:
    """The card for boards played under these options, at least one. Where they differ, a card has what any of them
    needs, and numbers from the last of them that has a score."""
    pack = max((hool.PACKS[each.pack] for each in played), key=len)
    contracts = [each for each in played if each.trumps == "contract"]
    bidding = [each for each in contracts if each.contract == "bid"]
    choosing = [each.contract for each in contracts if each.contract in ("open", "pair")]
    scored = [each for each in contracts if each.score == "hool"]
    clues = [each for each in played if each.clues]
    kinds = {kind for each in clues for kind in each.clue_kinds}
    steps = max((each.bidding_steps for each in bidding), default=0)
    doubles = steps > 1 or any(each.given_doubled > 1 for each in contracts)
    # Whoever bids has met the points, even where no clue tells them.
    counts = "hcp" in kinds or bool(bidding)
    one_of_each = [Card(rank, pack[0].suit) for rank in range(14, 1, -1)]
    return StudentCard(
        suits="".join(suit for suit, _ in groupby(card.suit for card in pack)),
        ranks=tuple(card.rank for card in pack if card.suit == pack[0].suit),
        partners=any(each.partners for each in played),
        trumps=bool(contracts) or any(each.trumps != "N" for each in played),
        lead="declarer" if any(_has_declarer(each) for each in played) else "dealer",
        dummy=any(each.partners and each.dummy for each in played),
        levels=tuple((level, hool.tricks_needed(f"{level}C")) for level in range(1, 8)) if contracts else (),
        score=score_table(scored[-1], doubles) if scored else None,
        honours=tuple((c.rank, high_card_points([c])) for c in one_of_each if high_card_points([c])) if counts else (),
        all_points=high_card_points(pack),
        choosing=choosing[-1] if choosing else "",
        clues=max((each.clues for each in clues), default=0),
        kinds=tuple(kind for kind in hool.CLUE_KINDS if kind in kinds),
        steps=steps,
        doubles=doubles,
        closing=any(each.closing_double for each in bidding),
        passed_out=bidding[-1].passed_out if bidding else "",
    )


def _has_declarer(options: hool.Options) -> bool:
    return options.partners and (options.trumps == "contract" or options.dummy)


def score_table(options: hool.Options, doubles: bool) -> ScoreTable:
    """The points under these options, all of them asked from the rules."""

    def bonus(bid: str) -> int:
        return sum(line.points for line in bonus_lines(options, bid))

    def column(denomination: str) -> tuple[ScoreCell, ...]:
        bids = [f"{level}{denomination}" for level in range(1, 8)]
        return tuple(ScoreCell(hool.pays(options, bid)[0], bonus(bid) > 0) for bid in bids)

    columns = [(tuple(group), cells) for cells, group in groupby(DENOMINATIONS, column)]
    below_slams = [f"{level}{denomination}" for denomination in reversed(DENOMINATIONS) for level in range(1, 6)]
    games = [next(bids) for _, bids in groupby(filter(bonus, below_slams), lambda bid: bid[1:])]
    lines = [hool.explain_score(options, "1C", 0, times, hool.tricks_needed("1C"))[-2].text for times in (2, 4)]
    return ScoreTable(
        columns=tuple(names for names, _ in columns),
        rows=tuple(zip(*(cells for _, cells in columns), strict=True)),
        games=tuple(map(Bid, games)),
        game=bonus(games[0]) if games else 0,
        small=bonus("6C"),
        grand=bonus("7C"),
        trick=options.trick,
        undertrick=options.undertrick,
        doubles=tuple(lines) if doubles else (),
    )


# -- the boards ----------------------------------------------------------------------------------------------


def how_played(options: hool.Options) -> tuple[Text, ...]:
    """How a board is played, in a few short phrases."""
    return tuple(_how_played(options))


def _how_played(options: hool.Options) -> Iterator[Text]:
    if options.pack != "full":
        yield say_count("{count} card", "{count} cards", len(hool.PACKS[options.pack]))
    if not options.partners:
        yield say("everybody alone")
    elif not options.dummy:
        yield say("no dummy")
    if options.clues:
        yield say_count("{count} clue each", "{count} clues each", options.clues)
    if options.trumps != "contract":
        yield _TRUMPS[options.trumps]
    elif options.contract == "given":
        yield _given(options)
    elif options.contract == "bid":
        yield say_count("bidding in {count} step", "bidding in {count} steps", options.bidding_steps)
    elif options.contract == "open":
        yield say("a pair with open hands chooses the contract")
    else:
        yield say("a pair chooses the contract")
    if options.trumps == "contract" and options.score == "tricks":
        yield say("only tricks count")


def _given(options: hool.Options) -> Text:
    bid: Bid | Text = Bid(options.given_contract)
    if options.given_doubled > 1:
        bid = say("{bid} doubled", bid=bid) if options.given_doubled == 2 else say("{bid} redoubled", bid=bid)
    if options.given_declarer is None:
        return say("{bid}, declarer by points", bid=bid)
    return say("{bid} by {declarer}", bid=bid, declarer=SeatRef(options.given_declarer))


@dataclass(frozen=True, slots=True)
class BoardShow:
    """A board of a lesson on paper.

    options: of `game`. how: as `how_played`. points: high-card points of each hand; () in a small pack and in other
    games than HOOL, where nobody counts them. declarer: given, or named by the points; None if it is bid for or there
    is none. trumps: a suit or "N" where the board gives them, "" where they are found or chosen. turned: the card that
    makes them, or in Hoola begins the discards. stock: in Hoola what is left to draw, from the top; melds, discards
    (oldest first), turn: of a board that begins in the middle.
    """

    number: int
    title: str
    numbered: bool  # the title says which number it is
    step: Step
    game: str
    options: Any
    how: tuple[Text, ...]
    dealer: Seat
    declarer: Seat | None
    deal: Deal
    suits: str
    points: tuple[int, ...]
    trumps: str
    turned: Card | None
    stock: tuple[Card, ...] = ()
    melds: tuple[Meld, ...] = ()
    discards: tuple[Card, ...] = ()
    turn: Seat | None = None


def boards_of(lesson: Lesson) -> tuple[BoardShow, ...]:
    return tuple(_board(step) for step in lesson.boards)


def _board(step: Step) -> BoardShow:
    assert step.board is not None
    of_game = _OF_GAME[step.board.game](step.board)
    number = step.board.pbn.number
    return BoardShow(
        number=number,
        title=step.title,
        numbered=str(number) in step.title,
        step=step,
        game=step.board.game,
        options=step.board.options,
        dealer=step.board.pbn.dealer,
        **of_game,
    )


def _of_hool(board: LessonBoard) -> dict[str, Any]:
    options, deal = board.options, board.pbn.deal
    return {
        "how": how_played(options),
        "declarer": hool.start(board.board(), deal).declarer,
        "deal": deal,
        "suits": "".join(suit for suit, _ in groupby(card.suit for card in hool.PACKS[options.pack])),
        "points": tuple(map(high_card_points, deal.hands)) if options.pack == "full" else (),
        "trumps": "" if options.trumps == "contract" else options.trumps,
        "turned": None,
    }


_ALONE: dict[str, Any] = {"declarer": None, "suits": SUITS, "points": ()}  # where everybody plays alone


def _of_oh_hell(board: LessonBoard) -> dict[str, Any]:
    view = oh_hell.view(oh_hell.start(board.board(), board.pbn.deal), None)
    how = tuple(paper_oh_hell.how_played(board.options, view.size))
    return _ALONE | {"how": how, "deal": board.pbn.deal, "trumps": view.trumps, "turned": view.turned}


def _of_hoola(board: LessonBoard) -> dict[str, Any]:
    now = paper_hoola.lying(board)
    return _ALONE | {
        "how": tuple(paper_hoola.how_played(board.options)),
        "deal": now.deal,
        "trumps": "",
        "turned": now.deal.turned,
        "stock": now.deal.rest,
        "melds": now.melds,
        "discards": now.discards,
        "turn": now.turn,
    }


_OF_GAME = {"hool": _of_hool, "oh_hell": _of_oh_hell, "hoola": _of_hoola}
_CARDS: dict[str, Callable[[Sequence[Any]], Any]] = {
    "hool": card_of,
    "oh_hell": paper_oh_hell.card_of,
    "hoola": paper_hoola.card_of,
}


# -- pages ---------------------------------------------------------------------------------------------------


@pages.get("/room/<slug>/class/lessons/<name>/paper/teacher")
def teacher_sheet(slug: str, name: str) -> Any:
    return _print("paper_teacher.html", need_desk(slug), name)


@pages.get("/room/<slug>/class/lessons/<name>/paper/hands")
def hand_records(slug: str, name: str) -> Any:
    return _print("paper_hands.html", need_desk(slug), name)


@pages.get("/room/<slug>/class/lessons/<name>/paper/card")
def student_card(slug: str, name: str) -> Any:
    """For everybody who knows the room: it holds no board, and nothing that its lesson does not tell."""
    return _print("paper_card.html", current_visitor(slug), name)


@pages.get("/card")
def whole_card() -> str:
    """The card of the whole game."""
    return render_template("paper_card.html", room=None, lesson=None, card=card_of([hool.Options()]), back="/")


def _print(template: str, visitor: Visitor, name: str) -> Any:
    room = visitor.room
    entry = shelf().find(room.id, name)
    if entry is None:
        abort(404, say("This class has no lesson “{name}”. Perhaps it was renamed or deleted.", name=name))
    lesson = entry.lesson
    back = f"/room/{room.slug}/class/lessons/{name}" if visitor.desk else f"/room/{room.slug}"
    if lesson is None:
        # What is wrong may name cards: not for students to know.
        problems = entry.problems if visitor.desk else ()
        return render_template("paper_broken.html", entry=entry, problems=problems, back=back), 409
    boards = boards_of(lesson)
    ways = {board.how for board in boards}
    how = ways.pop() if len(ways) == 1 else ()
    return render_template(
        template,
        room=room,
        lesson=lesson,
        at_desk=visitor.desk is not None,
        back=back,
        boards=boards,
        games=game_words.GAMES,
        how=how,
        others=[step for step in lesson.steps if not step.board],
        skills=[SKILLS[skill] for skill in lesson.check],
        size=_size(lesson, boards if not how else ()),
        card=_CARDS[lesson.game]([board.options for board in boards]),
        markdown=lambda text: Markup(html(text)),
        letters=LETTERS,
        compass=[f"pp-{name}" for name in COMPASS],
    )


def _size(lesson: Lesson, told: Sequence[BoardShow]) -> str:
    """How big the letters of the teacher's sheet can be: "roomy", "plain" or "dense". told: the boards of which it is
    said how each is played."""
    texts = [
        *(lesson.new, lesson.goal, lesson.big_question, lesson.story, lesson.reflection),
        *(*lesson.look_for, *lesson.mistakes, *(text for pair in lesson.ask_back for text in pair)),
        *(text for _, text in lesson.ages),
        *(part.text for step in lesson.steps for part in step.parts if part.kind in ("teacher", "predict", "note")),
        *(step.title for step in lesson.steps),
        *(" · ".join(map(str, board.how)) for board in told),
    ]
    length = sum(len(text) + 30 for text in texts)  # each begins a line
    return "roomy" if length <= _ROOMY else "plain" if length <= _PLAIN else "dense"
