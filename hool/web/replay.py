"""Finished boards: the list of a room's boards, and one board step by step.

`steps` is a pure function of what the record of a HOOL board holds; `replay_oh_hell` and `replay_hoola` have those of
their games. `may_open` is the one place that decides who may look.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

from flask import Blueprint, abort, render_template, request

from hool import game_words, notes
from hool.fairness import guarded, is_told, may_meet
from hool.fold import BoardRecord, Table
from hool.refused import Refused
from hool.register import Room
from hool.rules import hool
from hool.rules.cards import Card, hand_order, parse_card
from hool.rules.game import Board, Deal, Seat, play
from hool.rules.hool_bidding import standing_bid
from hool.rules.text import Bid, SeatRef, Text, say, say_count
from hool.web import replay_hoola, replay_oh_hell
from hool.web.access import Visitor, analyst, classroom, current_visitor, sessions, tables
from hool.web.analysis import analysis, clues_of
from hool.web.entered import plain, whole
from hool.web.show import SeatShow, show
from hool.web.student import answer

pages = Blueprint("replay", __name__)
pages.app_context_processor(lambda: {"board_title": board_title, "game_words": game_words.GAMES})

PHASES = ("deal", "clues", "bids", "play", "result")
_SUITS = {"S": say("spades"), "H": say("hearts"), "D": say("diamonds"), "C": say("clubs")}
_CLUES = {
    "spades": say_count("{seat} tells everyone: {count} spade.", "{seat} tells everyone: {count} spades.", 0),
    "hearts": say_count("{seat} tells everyone: {count} heart.", "{seat} tells everyone: {count} hearts.", 0),
    "diamonds": say_count("{seat} tells everyone: {count} diamond.", "{seat} tells everyone: {count} diamonds.", 0),
    "clubs": say_count("{seat} tells everyone: {count} club.", "{seat} tells everyone: {count} clubs.", 0),
    "hcp": say_count("{seat} tells everyone: {count} point.", "{seat} tells everyone: {count} points.", 0),
}
# What somebody did with a card: (how, from dummy, and it won the trick).
_PLAYS = {
    ("lead", False, False): say("{seat} leads {card}."),
    ("lead", True, False): say("{seat} leads {card} from dummy."),
    ("follow", False, False): say("{seat} plays {card}."),
    ("follow", True, False): say("{seat} plays {card} from dummy."),
    ("follow", False, True): say("{seat} plays {card} and wins the trick."),
    ("follow", True, True): say("{seat} plays {card} from dummy and wins the trick there."),
    ("trump", False, False): say("{seat} has no {suit} and trumps with {card}."),
    ("trump", True, False): say("Dummy has no {suit}: {seat} trumps with {card}."),
    ("trump", False, True): say("{seat} has no {suit}, trumps with {card} and wins the trick."),
    ("trump", True, True): say("Dummy has no {suit}: {seat} trumps with {card} and wins the trick there."),
    ("throw", False, False): say("{seat} has no {suit} and throws {card}."),
    ("throw", True, False): say("Dummy has no {suit}: {seat} throws {card}."),
}


@dataclass(frozen=True, slots=True)
class Step:
    """A finished HOOL board after some of its acts, all four hands open.

    at: 0 for the deal, then one step for every clue, every set of bids that is turned together, every card, and last
    the result. phase: one of PHASES. view: the public view. hands: what each seat still holds; all of them again
    beside the result.
    number: the trick on the table, from 1; 0 before the first lead. trick: its (seat, card) pairs in the order
    played; a complete trick stays until the next lead. winner: who won it. hot: the card just played.
    actor: who did this, None for bids that are turned together. asked: the name of the bidding step just turned.
    standing: whose bid stands, and the bid. said: sentences about this step, the first one the shortest.
    reasons: why robots did this, as (seat, sentence), if the record knows. done: how many acts were done by then.
    """

    at: int
    phase: str
    view: Any
    hands: tuple[tuple[Card, ...], ...]
    number: int = 0
    trick: tuple[tuple[Seat, Card], ...] = ()
    winner: Seat | None = None
    hot: Card | None = None
    actor: Seat | None = None
    asked: str = ""
    standing: tuple[Seat, str] | None = None
    said: tuple[Text, ...] = ()
    reasons: tuple[tuple[Seat, Text], ...] = ()
    done: int = 0


def steps(
    board: Board,
    deal: Deal,
    acts: Iterable[tuple[Seat, str]],
    claim: tuple[Seat, int] | None = None,
    reasons: Mapping[int, Text] | None = None,
) -> tuple[Step, ...]:
    """A finished HOOL board as the steps of its replay.

    claim: (seat, tricks) if that ended the board. reasons: a robot's reason by the place of its act in `acts`.
    Raises IllegalAction for acts that are not legal.
    """
    state = hool.start(board, deal)
    view = hool.view(state, None)
    made = [Step(0, "deal", view, deal.hands, said=(say("{seat} deals.", seat=SeatRef(board.dealer)), *view.standing))]
    thoughts: list[tuple[Seat, Text]] = []
    place = -1
    for place, (seat, text) in enumerate(acts):
        before, state = view, play(hool, state, seat, text)
        view = hool.view(state, None)
        verb, _, what = text.partition(" ")
        if reasons and place in reasons:
            thoughts.append((seat, reasons[place]))
        if verb not in ("clue", "play", "propose", "agree") and before.phase == view.phase:
            continue  # secret: a step of the replay is the moment when all calls are turned
        step = Step(len(made), "bids", view, made[-1].hands, actor=seat, reasons=tuple(thoughts), done=place + 1)
        thoughts.clear()
        if verb == "clue":
            kind, value = view.clues[seat][-1]
            said = (_clue(seat, kind, value), *(view.standing if view.phase != "clues" else ()))
            made.append(replace(step, phase="clues", said=said))
        elif verb == "play":
            made.append(_card(step, made[-1], before, seat, parse_card(what)))
        elif verb == "propose":
            proposed = say("{seat} proposes {bid}.", seat=SeatRef(seat), bid=Bid(what))
            said = (proposed, *(view.standing if view.contract else ()))
            made.append(replace(step, standing=(seat, what), said=said))
        elif verb == "agree":
            agreed = say("{seat} agrees.", seat=SeatRef(seat))
            made.append(replace(step, standing=made[-1].standing, said=(agreed, *view.standing)))
        else:
            standing = standing_bid(board.dealer, [each for each in state.steps if not each.waiting])
            said = (_turned(before.phase, text), *view.standing)
            alone = seat if before.phase == "redouble" else None
            made.append(replace(step, actor=alone, asked=before.steps[-1], standing=standing, said=said))
    if claim:
        view = hool.view(hool.claim(state, *claim), None)
    said = () if view.result is None else (view.result.line,)
    if claim:
        said = (_claimed(*claim), *said)
    made.append(Step(len(made), "result", view, deal.hands, said=said, done=place + 1))
    return tuple(made)


def _clue(seat: Seat, kind: str, value: int | str) -> Text:
    if kind == "pattern":
        return say("{seat} tells everyone the pattern: {pattern}.", seat=SeatRef(seat), pattern=value)
    return _filled(_CLUES[kind], int(value), seat=SeatRef(seat))


def _filled(text: Text, count: int | None = None, **params: object) -> Text:
    """A sentence said above without its parameters, now with them."""
    values = (("count", count), *params.items()) if count is not None else tuple(params.items())
    return replace(text, params=values, count=count)


def _turned(phase: str, text: str) -> Text:
    match phase, text:
        case "redouble", "pass":
            return say("Doubled. The one who is doubled passes.")
        case "redouble", _:
            return say("Doubled. The one who is doubled redoubles.")
        case "closing", _:
            return say("One last question: double or not? Both answers are turned face up.")
        case "step 1", _:
            return say("Step 1: all four bids are turned face up together.")
        case "step 2", _:
            return say("Step 2: the two opponents' answers are turned face up.")
    return say("Step 3: the last two answers are turned face up.")


def _claimed(seat: Seat, tricks: int) -> Text:
    return say_count(
        "{seat} claims {count} of the tricks that are left. The other side agrees.",
        "{seat} claims {count} of the tricks that are left. The other side agrees.",
        tricks,
        seat=SeatRef(seat),
    )


def _card(step: Step, last: Step, before: Any, seat: Seat, card: Card) -> Step:
    """`step` completed for a card that `seat` (for dummy: declarer) played when the board stood as in `before`."""
    view = step.view
    holder = (before.leader + len(before.trick)) % 4
    trick = (*before.trick, (holder, card))
    done = len(view.tricks) > len(before.tricks)
    winner = view.tricks[-1].winner if done else None
    hands = tuple(tuple(each for each in hand if each != card) for hand in last.hands)
    led = trick[0][1].suit
    if len(trick) == 1:
        how = "lead"
    elif card.suit == led:
        how = "follow"
    else:
        how = "trump" if card.suit == view.trumps else "throw"
    said = [_filled(_PLAYS[how, holder != seat, winner == holder], seat=SeatRef(seat), card=card, suit=_SUITS[led])]
    if winner is not None and winner != holder:
        said.append(
            say("Dummy wins the trick.")
            if winner == before.dummy
            else say("{seat} wins the trick.", seat=SeatRef(winner))
        )
    return replace(
        step,
        phase="play",
        hands=hands,
        number=len(before.tricks) + 1,
        trick=trick,
        winner=winner,
        hot=card,
        said=tuple(said),
    )


@lru_cache(maxsize=32)
def steps_of(record: BoardRecord) -> tuple[Any, ...]:
    """The steps of a finished board of any game as the log has it: `Step`, or that of the game's own module."""
    acts = [(act.seat, act.text) for act in record.acts]
    reasons = {place: notes.load(act.note) for place, act in enumerate(record.acts) if act.note}
    if record.game == "hool":
        return steps(record.board, record.deal, acts, record.claim, reasons)
    return _STEPS[record.game](record.board, record.deal, acts, reasons)


_STEPS: Mapping[str, Callable[..., tuple[Any, ...]]] = {
    "oh_hell": replay_oh_hell.steps,
    "hoola": replay_hoola.steps,
}


def stops(record: BoardRecord) -> tuple[int, ...]:
    """The steps at which a trick is complete, or where the game has none a turn."""
    made = steps_of(record)
    if record.game == "hoola":
        return tuple(step.at for step, after in pairwise(made) if after.opens or after.phase == "result")
    return tuple(step.at for step in made if step.winner is not None)


# -- who may look ----------------------------------------------------------------------------------------------------


def may_open(record: BoardRecord, played: Container[Deal], tables_ahead: Iterable[Table] | None, shared: bool) -> bool:
    """Whether a student may see this finished board: never cards that they, or a friend whom they could tell, may
    still have to play.

    played: the deals of the finished boards at which this student sat; they have seen these cards. Others they see
    once no table can meet them any more. tables_ahead: the open tables of the room, or None for a student without a
    seat in a room where a table to come would be dealt the same boards from the first one on.
    """
    if record.deal in played:
        return True
    return tables_ahead is not None and not any(may_meet(table, record, shared) for table in tables_ahead)


@dataclass(frozen=True, slots=True)
class Reader:
    """Who asks: the visitor, the table where they sit, the deals they have played, and the tables of `may_open`."""

    visitor: Visitor
    own: Table | None
    played: frozenset[Deal]
    ahead: tuple[Table, ...] | None

    def may_open(self, record: BoardRecord) -> bool:
        shared = classroom().may_be_shared(self.visitor.room, record)
        if self.visitor.desk is not None:
            return not guarded(self.ahead or (), record, shared)
        return may_open(record, self.played, self.ahead, shared)

    @property
    def analyses(self) -> bool:
        """Whether boards are shown to this reader with their analysis."""
        return self.visitor.desk is not None or self.visitor.room.settings.analysis

    def side(self, record: BoardRecord) -> int | None:
        """0 if this reader sat North or South on a HOOL board, 1 for East or West, None for onlookers."""
        me = self.visitor.student.id if self.visitor.student is not None else None
        return next((seat % 2 for seat, who in enumerate(record.seats) if me is not None and me in who.people), None)


def reader_of(slug: str) -> Reader:
    """Whoever asks; sends those who hold no key of the room to the join page."""
    visitor = current_visitor(slug)
    if not visitor.knows_room:
        abort(401, say("First tell us your name."))
    found = classroom().seat_of(visitor.student.id) if visitor.student else None
    own = tables().get(found[0].id) if found else None
    if visitor.desk is not None or visitor.student is None:
        return Reader(visitor, own, frozenset(), tuple(tables().tables(visitor.room.id)))
    me, settings = visitor.student.id, visitor.room.settings
    boards = [record for table in all_tables(visitor.room) for record in table.play.boards]
    played = frozenset(record.deal for record in boards if any(me in who.people for who in record.seats))
    # A new table begins with board 1, so who may be seated at one still has everything before them.
    same = settings.deals == "same" or bool(settings.prepared) or sessions().current(visitor.room.id) is not None
    new_table = own is None and same
    return Reader(visitor, own, played, None if new_table else tuple(tables().tables(visitor.room.id)))


def all_tables(room: Room) -> Iterator[Table]:
    """All tables the room ever had, by number: boards of a table that was taken away stay."""
    for row in sorted(tables().rows(room.id, closed=True), key=lambda row: row.number):
        yield tables().get(row.id)


_NO_BOARD = say("This board is not over yet, or was never dealt. Boards can be seen when they are finished.")


def record_of(reader: Reader, number: int, ordinal: int) -> tuple[Table, BoardRecord]:
    """A finished board of table `number`. Answers 404 if there is none, 403 if this reader may not see it yet."""
    rows = tables().rows(reader.visitor.room.id, closed=True)
    table = next((tables().get(row.id) for row in rows if row.number == number), None)
    if table is None or not 1 <= ordinal <= len(table.play.boards):
        abort(404, _NO_BOARD)
    record = table.play.boards[ordinal - 1]
    if not reader.may_open(record) and reader.visitor.desk is not None:
        abort(403, say("A match that counts for ratings still has these cards before it. Look when they are played."))
    if not reader.may_open(record):
        abort(403, say("These cards may still come to your table. You can look when you have played them."))
    return table, record


def pace_record_of(reader: Reader, number: int, ordinal: int) -> tuple[Table, BoardRecord]:
    """A finished board of game `number` at its players' own pace, for who plays or has played there and the teacher,
    and for all when its match is over. Answers 404 if there is none, 403 to who must wait for that."""
    rows = tables().store.pace_tables(reader.visitor.room.id, closed=True)
    table = next((tables().get(row.id) for row in rows if row.number == -number), None)
    if table is None or not 1 <= ordinal <= len(table.play.boards):
        abort(404, _NO_BOARD)
    record = table.play.boards[ordinal - 1]
    must_be_told(reader, table, record)
    return table, record


def must_be_told(reader: Reader, table: Table, record: BoardRecord) -> None:
    """Answers 403 to who may not see this finished board of a game at its players' own pace yet."""
    people = {*table.people, *(person for who in record.seats for person in who.people)}
    student = reader.visitor.student
    plays = student is not None and student.id in people
    if reader.visitor.desk is None and not plays and not is_told(table, record, (), False):
        abort(403, say("This match is not over yet. You can look when it is."))


def hool_only(record: BoardRecord) -> None:
    """Answers 404 for a board of another game than HOOL: there is no such page or file of it."""
    if record.game != "hool":
        abort(404, say("This is only for boards of HOOL."))


# -- the list --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Played:
    """One table's result on a deal. `own` is true for the reader's own table."""

    number: int
    record: BoardRecord
    seats: tuple[SeatShow, ...]
    own: bool


def seats_of(record: BoardRecord) -> tuple[SeatShow, ...]:
    return tuple(show().seat(seat, who, False, record.game) for seat, who in enumerate(record.seats))


def board_title(record: BoardRecord) -> Text:
    """What a board is called: by its number, in Oh Hell by its place in the match."""
    if record.rules.number_counts:
        return say("Hand {number}", number=record.board.number)
    return say("Board {number}", number=record.board.number)


def _by_deal(reader: Reader) -> tuple[list[list[Played]], int]:
    """The boards this reader may see, those with the same cards together, newest first; and how many are hidden."""
    groups: dict[tuple[Deal, Seat], list[Played]] = {}
    hidden = 0
    for table in all_tables(reader.visitor.room):
        for record in table.play.boards:
            if reader.may_open(record):
                own = reader.own is not None and reader.own.id == table.id
                played = Played(table.number, record, seats_of(record), own)
                groups.setdefault((record.deal, record.board.dealer), []).append(played)
            else:
                hidden += 1
    newest = sorted(groups.values(), key=lambda group: max(each.record.ordinal for each in group), reverse=True)
    return [sorted(group, key=lambda each: (not each.own, each.number)) for group in newest], hidden


@pages.get("/room/<slug>/boards")
def boards(slug: str) -> str:
    """All finished boards of the room that this reader may see."""
    reader = reader_of(slug)
    groups, hidden = _by_deal(reader)
    return render_template(
        "boards.html", **call_of(reader), groups=groups, hidden=hidden, own=reader.own, student=reader.visitor.student
    )


def _back(reader: Reader) -> str:
    page = "class" if reader.visitor.student is None else "play"
    return f"/room/{reader.visitor.room.slug}/{page}"


# -- one board -------------------------------------------------------------------------------------------------------


@pages.get("/room/<slug>/boards/<int:number>/<int:ordinal>")
def board(slug: str, number: int, ordinal: int) -> Any:
    """One finished board at step `at`; htmx gets the part that changes."""
    reader = reader_of(slug)
    table, record = record_of(reader, number, ordinal)
    around = [each for each in table.play.boards if abs(each.ordinal - ordinal) == 1 and reader.may_open(each)]
    moment = may_send(reader, table, record)
    return _board_page(reader, table, record, around, f"/room/{slug}/boards/{number}", moment=moment)


@pages.get("/room/<slug>/games/<int:game>/boards/<int:ordinal>")
def pace_board(slug: str, game: int, ordinal: int) -> Any:
    """One finished board of a game at its players' own pace."""
    reader = reader_of(slug)
    table, record = pace_record_of(reader, game, ordinal)
    around = [each for each in table.play.boards if abs(each.ordinal - ordinal) == 1]
    return _board_page(reader, table, record, around, f"/room/{slug}/games/{game}/boards")


@pages.get("/room/<slug>/home/<int:lesson>/boards/<int:ordinal>")
def home_board(slug: str, lesson: int, ordinal: int) -> Any:
    """One board that a student has played alone."""
    reader = reader_of(slug)
    student = reader.visitor.student
    if student is None:
        abort(401, say("First tell us your name."))
    table = sessions().home_table(student, lesson)
    if not 1 <= ordinal <= len(table.play.boards):
        abort(404, _NO_BOARD)
    record = table.play.boards[ordinal - 1]
    around = [each for each in table.play.boards if abs(each.ordinal - ordinal) == 1]
    return _board_page(reader, table, record, around, f"/room/{slug}/home/{lesson}/boards")


def may_send(reader: Reader, table: Table, record: BoardRecord) -> bool:
    """Whether a student can send a moment of this board to the teacher: one of their own table's, in the lesson that
    is played or shared now."""
    session = sessions().current(reader.visitor.room.id)
    now = session is not None and session.id == record.lesson and session.state.phase in ("play", "share")
    return now and reader.visitor.student is not None and reader.own is not None and reader.own.id == table.id


@pages.post("/room/<slug>/moment")
def send_moment(slug: str) -> Any:
    """A step of a board of the own table, with one line if they like."""
    reader = reader_of(slug)
    form = request.form
    number, ordinal, step = (whole(form.get(name)) for name in ("table", "ordinal", "step"))
    table, record = record_of(reader, number or 0, ordinal or 0)
    if step is None or step >= len(steps_of(record)):
        abort(404, say("This board has no such step."))

    def send() -> Text:
        if reader.visitor.student is None or reader.own is None or reader.own.id != table.id:
            raise Refused(say("Choose a moment of your own table."))
        if not may_send(reader, table, record):
            raise Refused(say("Moments are for boards of this lesson, while you play and share."))
        sessions().pick_moment(reader.visitor.student, table.number, record.ordinal, step, plain(form.get("text"), 400))
        return say("Your teacher has it. It is not on the wall.")

    return answer(slug, send, f"boards/{table.number}/{record.ordinal}?at={step}&sent=1")


def _board_page(
    reader: Reader,
    table: Table,
    record: BoardRecord,
    around: Sequence[BoardRecord],
    at_boards: str,
    moment: bool = False,
) -> Any:
    """A board at the step that the address asks for. around: the boards before and after it. at_boards: the address of
    such boards, without the number. moment: whether it can be sent to the teacher."""
    ordinal, made = record.ordinal, steps_of(record)
    at = min(max(request.args.get("at", 0, type=int), 0), len(made) - 1)
    shown = None
    if reader.analyses and record.game == "hool":
        shown = analysis(analyst(), record, made, at, reader.side(record))
    # A page that waits for the analysis asks every second, and is answered when there is something to say.
    if shown is not None and shown.waiting and "wait" in request.args and "HX-Request" in request.headers:
        return "", 204
    call = call_of(reader)
    if not table.in_class:
        call["back"] = at_boards.rpartition("/")[0]
    part = "_replay_step.html" if record.game == "hool" else f"{record.game}/_replay_step.html"
    return render_template(
        part if request.headers.get("HX-Target") == "main#replay" else "replay.html",
        **call,
        **_PAGES[record.game](reader, table, record, made, at),
        part=part,
        table=table,
        record=record,
        seats=seats_of(record),
        steps=made,
        step=made[at],
        visitor=reader.visitor,
        analysis=shown,
        final=made[-1].view,
        starts=_starts(made),
        before=next((each for each in around if each.ordinal < ordinal), None),
        after=next((each for each in around if each.ordinal > ordinal), None),
        at_boards=at_boards,
        here=f"{at_boards}/{ordinal}",
        waits=reader.own is not None and table.in_class,
        moment=moment,
        sent="sent" in request.args,
    )


def _hool_page(reader: Reader, table: Table, record: BoardRecord, made: Sequence[Step], at: int) -> dict[str, Any]:
    clues = clues_of(record, made) if reader.analyses and made[at].phase != "play" else []
    return {"clues": clues, "sum": _sum(record, made[-1].view)}


def _oh_hell_page(reader: Reader, table: Table, record: BoardRecord, made: Sequence[Any], at: int) -> dict[str, Any]:
    return {
        "scores": replay_oh_hell.scores(record, _before(table, record)),
        "rest": hand_order(record.deal.rest) if _told(reader, table, record) else None,
        "rules": game_words.in_force(record.game, record.board.options, record.board.seats),
    }


def _hoola_page(reader: Reader, table: Table, record: BoardRecord, made: Sequence[Any], at: int) -> dict[str, Any]:
    return {
        "totals": replay_hoola.totals(record, _before(table, record)),
        "rest": record.state.stock if _told(reader, table, record) else None,
        "rules": game_words.in_force(record.game, record.board.options, record.board.seats),
    }


_PAGES: Mapping[str, Callable[[Reader, Table, BoardRecord, Sequence[Any], int], dict[str, Any]]] = {
    "hool": _hool_page,
    "oh_hell": _oh_hell_page,
    "hoola": _hoola_page,
}


def _told(reader: Reader, table: Table, record: BoardRecord) -> bool:
    """Whether cards that nobody has held may be seen."""
    room = reader.visitor.room
    return is_told(table, record, tables().tables(room.id), classroom().may_be_shared(room, record))


def _before(table: Table, record: BoardRecord) -> list[BoardRecord]:
    """The finished boards of the same match before this one."""
    return [each for each in table.play.boards if each.match == record.match and each.ordinal < record.ordinal]


def _sum(record: BoardRecord, view: Any) -> tuple[hool.ScoreLine, ...]:
    """The score line by line; () where there is no contract or only tricks count."""
    options = record.board.options
    if not view.contract or options.score != "hool":
        return ()
    tricks = view.tricks_won[view.declarer] + view.tricks_won[(view.declarer + 2) % 4]
    return hool.explain_score(options, view.contract, view.declarer, view.doubled, tricks)


def _starts(made: Sequence[Any]) -> tuple[tuple[str, int], ...]:
    """The phases this board has, with the step each begins with."""
    found: dict[str, int] = {}
    for step in made:
        found.setdefault(step.phase, step.at)
    return tuple(found.items())


@pages.get("/room/<slug>/boards/call")
def call(slug: str) -> str:
    """A student's way back, kept up to date while they look at a board: their own table may have gone on."""
    reader = reader_of(slug)
    for student in reader.visitor.students:  # those who share a device are all here
        classroom().looks(student.id)
    return render_template("_replay_call.html", **call_of(reader))


def call_of(reader: Reader) -> dict[str, Any]:
    room, teacher = reader.visitor.room, reader.visitor.desk is not None
    now = sessions().current(room.id)
    phase = now.state.phase if now is not None else "play"
    playing = reader.own is not None and reader.own.playing and phase == "play"
    # A file of boards names all that the game has, so it is offered when all of it has been met.
    session = now or sessions().last(room.id)
    files = teacher or session is None or session.lesson.rung not in range(1, 12)
    paused = room.settings.paused and not teacher
    asked = phase in ("question", "reflect") and not teacher
    return {
        "room": room, "back": _back(reader), "playing": playing, "asked": asked, "paused": paused, "files": files,
        "teacher": teacher,
    }  # fmt: skip
