"""Hints for the student whose turn it is: asked for with a tap, worked out from the student's own view, shown to nobody
else and written down nowhere."""

from __future__ import annotations

from random import Random
from typing import Any

from flask import Blueprint, render_template, request

from hool.fold import SOUTH
from hool.refused import Refused
from hool.robots.hints import Hint, hint
from hool.rules.text import Text, say
from hool.web.access import classroom, need_student, sessions, tables
from hool.web.entered import plain, whole
from hool.web.show import hint_moment, plainly, show
from hool.web.student import may_send

pages = Blueprint("hint", __name__)


@pages.post("/room/<slug>/hint")
def ask(slug: str) -> Any:
    """The hint for ``moment`` as far as ``step`` (from 0): a question, how to answer it, a reason, a robot's idea. With
    ``lesson``, at the table where the student plays that lesson alone. 409 with a sentence if there is none."""
    visitor = need_student(slug)
    room, student = visitor.room, visitor.student
    assert student is not None
    lesson, step = whole(request.form.get("lesson")), whole(request.form.get("step")) or 0
    moment = plain(request.form.get("moment"), 60)
    try:
        may_send(slug)
        if not room.settings.hints:
            raise Refused(say("Hints are switched off. Ask your teacher."))
        if lesson is None and room.closed:
            raise Refused(say("This room is closed. Ask your teacher."))
        found = (
            (sessions().home_table(student, lesson), SOUTH) if lesson is not None else classroom().seat_of(student.id)
        )
        if found is None:
            raise Refused(say("You are not sitting at this table any more."))
        table, seat = tables().get(found[0].id), found[1]
        view = table.rules.view(table.play.state, seat) if table.play.state is not None else None
        if view is None or moment != hint_moment(table, seat, view) or not moment:
            raise Refused(say("The table has moved on. Here is how it stands now."))
    except Refused as refused:
        return plainly(refused.why), 409, {"Content-Type": "text/plain; charset=utf-8"}
    # The same moment has the same hint, however often it is asked for.
    parts = _parts(hint(view, room.settings.hints, Random(f"{table.id} {moment}")))
    step = min(step, len(parts) - 1)
    if not step:
        classroom().count_hint(table)
    following = (step + 1) % len(parts)
    return render_template(
        "hool/_hint.html",
        kind=parts[step][0],
        text=parts[step][1],
        next=following,
        then=parts[following][0],
        moment=moment,
        seats=show().table(table).seats,
    )


def _parts(made: Hint) -> list[tuple[str, Text]]:
    """What a hint says, in the order in which it says more and more."""
    parts = [("question", made.question.text), ("how", made.question.how)]
    parts += [("reason", made.reason)] if made.reason is not None else []
    return parts + ([("idea", made.idea)] if made.idea is not None else [])
