"""What if: from a moment of a finished board the reader goes on in another way, by hand or with robots.

The board as it was played and what somebody tried on it are looked at alike, at any moment. What is done there goes on
in the reader's own unfinished try; anywhere else it begins a new one, so that nothing finished is lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Flask, abort, redirect, render_template, request

from hool import branches
from hool.branches import Branch, Branches
from hool.fold import BoardRecord, Table
from hool.refused import Refused
from hool.rules import hool
from hool.rules.game import IllegalAction, Seat
from hool.rules.text import Text, say
from hool.store import PersonRow
from hool.web import branch_show
from hool.web.access import Visitor, analyst, classroom, sessions, tables
from hool.web.branch_show import Try, try_of
from hool.web.entered import Budgets, plain, whole
from hool.web.replay import (
    Reader,
    Step,
    call_of,
    hool_only,
    must_be_told,
    pace_record_of,
    reader_of,
    record_of,
    seats_of,
)

pages = Blueprint("branch", __name__)

# What one person may try in a time; nobody's fingers are quicker.
_TAPS = Budgets(burst=40, steady=3.0)


@dataclass(frozen=True, slots=True)
class Place:
    """What is looked at. board_at: the address of the board's replay. here: of this page. owners: who the reader is."""

    reader: Reader
    table: Table
    record: BoardRecord
    branch: Branch
    board_at: str
    here: str
    owners: tuple[PersonRow, ...]

    @property
    def mine(self) -> bool:
        return any(each.id == self.branch.person for each in self.owners)

    @property
    def acts(self) -> tuple[branches.Done, ...]:
        return branches.acts_of(self.record, self.branch)

    @property
    def finished(self) -> bool:
        return branches.due(branches.state_after(self.record, self.acts)) is None


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What a replay shows of it at a step. due: whose turn it is there, None when nothing can follow."""

    due: Seat | None
    tries: tuple[Try, ...]


def install(app: Flask) -> None:
    app.jinja_env.globals.update(whatif=whatif)


def whatif(visitor: Visitor, table: Table, record: BoardRecord, step: Step) -> WhatIf:
    """For the replay of a HOOL board that this visitor may see."""
    acts = tuple((act.seat, act.text) for act in record.acts[: step.done])
    return WhatIf(branches.due(branches.state_after(record, acts)), _tries(visitor, table, record))


# -- who looks at what -----------------------------------------------------------------------------------------------


def _branches() -> Branches:
    return Branches(classroom().store)


def _owners(visitor: Visitor, table: Table) -> tuple[PersonRow, ...]:
    """As whom somebody tries things at a table, the first one for what is new; at home only as the student."""
    found = (visitor.student,) if table.at_home else (visitor.desk, visitor.student)
    return tuple(each for each in found if each is not None)


def _may_see(visitor: Visitor, table: Table, record: BoardRecord, branch: Branch) -> bool:
    """Own tries, and those of people with whom somebody has played this board; the teacher of a class sees all."""
    owners = {each.id for each in _owners(visitor, table)}
    if branch.person in owners or (visitor.desk is not None and not table.at_home):
        return True
    played = {person for seated in record.seats for person in seated.people}
    return branch.person in played and bool(owners & played)


def _board(slug: str, number: int, ordinal: int) -> Place:
    """The board as it was played at one of the class's tables."""
    reader = reader_of(slug)
    table, record = record_of(reader, number, ordinal)
    return _place(reader, table, record, branches.original(record, table.id))


def _home_board(slug: str, lesson: int, ordinal: int) -> Place:
    """The board as a student played it alone."""
    reader = reader_of(slug)
    if reader.visitor.student is None:
        abort(401, say("First tell us your name."))
    table = sessions().home_table(reader.visitor.student, lesson)
    if not 1 <= ordinal <= len(table.play.boards):
        abort(404, say("This board is not over yet, or was never dealt. Boards can be seen when they are finished."))
    record = table.play.boards[ordinal - 1]
    return _place(reader, table, record, branches.original(record, table.id))


def _pace_board(slug: str, game: int, ordinal: int) -> Place:
    """The board as it was played in a game at its players' own pace."""
    reader = reader_of(slug)
    table, record = pace_record_of(reader, game, ordinal)
    return _place(reader, table, record, branches.original(record, table.id))


def _try(slug: str, branch_id: int) -> Place:
    """What somebody tried. Answers 404 when it is not there, or not for this reader; 403 for cards still to come."""
    reader = reader_of(slug)
    visitor = reader.visitor
    branch = _branches().get(visitor.room.id, branch_id)
    table = tables().get(branch.table) if branch else None
    boards = table.play.boards if table else ()
    record = next((each for each in boards if branch and each.last_seq == branch.last_seq), None)
    if branch is None or table is None or record is None or not _may_see(visitor, table, record, branch):
        abort(404, say("This try is not there any more. Look for the board it began with."))
    if table.own_pace:
        must_be_told(reader, table, record)
    elif not table.at_home and not reader.may_open(record):
        abort(403, say("These cards may still come to your table. You can look when you have played them."))
    return _place(reader, table, record, branch)


def _place(reader: Reader, table: Table, record: BoardRecord, branch: Branch) -> Place:
    hool_only(record)
    room = f"/room/{reader.visitor.room.slug}"
    boards = f"{room}/home/{table.lesson}/boards" if table.at_home else f"{room}/boards/{table.number}"
    if table.own_pace:
        boards = f"{room}/games/{-table.number}/boards"
    here = f"{room}/what-if/{branch.id}" if branch.id else f"{boards}/{record.ordinal}/what-if"
    owners = _owners(reader.visitor, table)
    return Place(reader, table, record, branch, f"{boards}/{record.ordinal}", here, owners)


# -- pages -----------------------------------------------------------------------------------------------------------


@pages.get("/room/<slug>/boards/<int:number>/<int:ordinal>/what-if")
def board(slug: str, number: int, ordinal: int) -> Any:
    """A finished board after its first ``at`` acts, with what could be done there."""
    return _page(_board(slug, number, ordinal), whole(request.args.get("at")))


@pages.get("/room/<slug>/home/<int:lesson>/boards/<int:ordinal>/what-if")
def home_board(slug: str, lesson: int, ordinal: int) -> Any:
    return _page(_home_board(slug, lesson, ordinal), whole(request.args.get("at")))


@pages.get("/room/<slug>/games/<int:game>/boards/<int:ordinal>/what-if")
def pace_board(slug: str, game: int, ordinal: int) -> Any:
    return _page(_pace_board(slug, game, ordinal), whole(request.args.get("at")))


@pages.get("/room/<slug>/what-if/<int:branch>")
def tried(slug: str, branch: int) -> Any:
    """What somebody tried, after its first ``at`` acts, or as far as it has come."""
    return _page(_try(slug, branch), whole(request.args.get("at")))


@pages.post("/room/<slug>/boards/<int:number>/<int:ordinal>/what-if")
def act_on_board(slug: str, number: int, ordinal: int) -> Any:
    """After the first ``at`` acts ``do`` something: an act of the rules, ``robot`` or ``robots``. ``turn`` says in
    which state this was seen."""
    place = _board(slug, number, ordinal)
    return _act(place, request.form.get("turn"), request.form.get("at"), request.form.get("do"))


@pages.post("/room/<slug>/home/<int:lesson>/boards/<int:ordinal>/what-if")
def act_on_home_board(slug: str, lesson: int, ordinal: int) -> Any:
    place = _home_board(slug, lesson, ordinal)
    return _act(place, request.form.get("turn"), request.form.get("at"), request.form.get("do"))


@pages.post("/room/<slug>/games/<int:game>/boards/<int:ordinal>/what-if")
def act_on_pace_board(slug: str, game: int, ordinal: int) -> Any:
    place = _pace_board(slug, game, ordinal)
    return _act(place, request.form.get("turn"), request.form.get("at"), request.form.get("do"))


@pages.post("/room/<slug>/what-if/<int:branch>")
def act_on_try(slug: str, branch: int) -> Any:
    place = _try(slug, branch)
    return _act(place, request.form.get("turn"), request.form.get("at"), request.form.get("do"))


@pages.post("/room/<slug>/what-if/<int:branch>/drop")
def drop(slug: str, branch: int) -> Any:
    """Delete a try: whoever made it, or the teacher."""
    place = _try(slug, branch)
    if not place.mine and not place.reader.visitor.is_teacher:
        abort(403, say("Only who has tried this, or your teacher, can delete it."))
    _branches().drop(place.branch)
    return _to(f"{place.board_at}?at=9999#tries")


def _act(place: Place, seen: str | None, at: str | None, do: str | None) -> Any:
    """Do it, unless what was seen is not there any more."""
    turn, kept, word = whole(seen), whole(at), plain(do, 40)
    if turn != place.branch.turn or kept is None or kept > len(place.acts):
        # The second of two taps finds what the first one did, and that is its answer.
        again = turn is not None and turn < place.branch.turn
        return _page(place, None, None if again else say("This has moved on. Here is how it stands now."))
    try:
        whose = (place.reader.visitor.room.slug, place.owners[0].id)
        if not _TAPS.spend(whose, classroom().clock()):
            raise Refused(say("That was a lot at once. Wait a moment."))
        if word in ("robot", "robots"):
            now = branches.by_robots(place.record, place.branch, kept, 1 if word == "robot" else 999)
        else:
            now = branches.by_hand(place.record, place.branch, kept, word)
        kept_as = _keep(place, now) if now != place.branch else None
    except (IllegalAction, Refused) as refused:
        return _page(place, kept, refused.why, word)
    if kept_as is None:
        return _to(place.here)
    there = _place(place.reader, place.table, place.record, kept_as)
    if there.here == place.here and _is_part():
        return _page(there, None)
    return _to(f"{there.here}?cards=1" if "cards" in request.values else there.here)


def _keep(place: Place, now: Branch) -> Branch | None:
    """Go on in the reader's own unfinished try, or begin one; None if the try has changed meanwhile."""
    if place.branch.id and place.mine and not place.finished:
        return _branches().change(place.branch, now)
    return _branches().add(place.reader.visitor.room.id, place.owners[0].id, now)


def _to(address: str) -> Any:
    return redirect(address, 303)


def _is_part() -> bool:
    return request.headers.get("HX-Target") == "main#replay"


def _page(place: Place, at: int | None, said: Text | None = None, tapped: str = "") -> Any:
    """The page after the first `at` acts, None for all of them. said: the answer to what was `tapped` and refused."""
    record, acts = place.record, place.acts
    moments = branch_show.moments(record, place.branch)
    at = max((each for each in moments if at is None or each <= at), default=0)
    state = branches.state_after(record, acts[:at])
    seat = branches.due(state)
    step = branch_show.step_at(record, place.branch, at)
    was = branches.was_done(record, acts[:at])
    numbers = hool.phase(state) == "play" and _may_have_numbers(place)
    asked = numbers and analyst().off is None
    worth = branch_show.worth(analyst(), record, state, acts[:at]) if asked and "cards" in request.values else None
    if worth is not None and not worth.tricks and not worth.problem and "wait" in request.args and _is_part():
        return "", 204  # the page asks again
    call = call_of(place.reader)
    if not place.table.in_class:
        call["back"] = place.board_at.rpartition("/boards/")[0]
    return render_template(
        "_branch.html" if _is_part() else "branch.html",
        **call,
        table=place.table,
        record=record,
        branch=place.branch,
        mine=place.mine,
        owner=classroom().person(place.branch.person) if place.branch.id else None,
        seats=seats_of(record),
        step=step,
        at=at,
        end=len(acts),
        before=max((each for each in moments if each < at), default=None),
        after=min((each for each in moments if each > at), default=None),
        due=seat,
        hand=branches.hand_due(state),
        view=None if seat is None else hool.view(state, seat),
        asks=None if seat is None else branch_show.asks(state, seat),
        was=None if not was else branch_show.deed(was),
        gain=branch_show.gain(record, hool.result(state)),
        said=said,
        tapped=tapped,
        may_ask=asked,
        off=analyst().off if numbers else None,
        worth=worth,
        numbers="cards" in request.values,
        here=place.here,
        board_at=place.board_at,
        board_step=branch_show.board_step(record, place.branch, at),
        tries=_tries(place.reader.visitor, place.table, record),
        shared=place.reader.visitor.desk is None and not place.table.at_home,
        may_drop=place.branch.id and (place.mine or place.reader.visitor.is_teacher),
        waits=place.reader.own is not None and place.table.in_class,
    )


def _may_have_numbers(place: Place) -> bool:
    """Whether this reader may know what each card of this board would bring."""
    return place.record.board.options.partners and place.reader.analyses


# -- all that was tried ----------------------------------------------------------------------------------------------


def _tries(visitor: Visitor, table: Table, record: BoardRecord) -> tuple[Try, ...]:
    """The board as it was played, and what this reader may see of what was tried on it."""
    owners = {each.id for each in _owners(visitor, table)}
    found = [
        each for each in _branches().of(visitor.room.id, table.id, record) if _may_see(visitor, table, record, each)
    ]
    room = f"/room/{visitor.room.slug}"
    won = hool.view(record.state, None).tricks_won
    played = Try(branches.original(record, table.id), "", False, "", record.result.line, won, None)
    tried_ = (try_of(record, each, _name(each), each.person in owners, f"{room}/what-if/{each.id}") for each in found)
    return (played, *sorted(tried_, key=lambda each: (not each.mine, each.branch.id)))


def _name(branch: Branch) -> str:
    person = classroom().person(branch.person)
    return person.name if person is not None else ""
