"""Turned deals: the class plays East–West today, and everybody keeps the seat. An action of the Boards tab."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response

from hool.refused import Refused
from hool.rules.text import Text, say, say_count
from hool.web import teacher
from hool.web.access import classroom
from hool.web.entered import whole
from hool.web.show import plainly

pages = Blueprint("turning", __name__)
pages.register_error_handler(Refused, teacher.refused)

# By so many seats clockwise: what is chosen, and what it means at the table.
TURNS: dict[int, tuple[Text, Text]] = {
    0: (say("Not turned"), say("Everybody gets the cards as they were dealt.")),
    1: (say("A quarter"), say("North’s cards go to East: East–West play what North–South would have.")),
    2: (say("Half"), say("North’s cards go to South, East’s to West: partners change hands.")),
    3: (say("Three quarters"), say("North’s cards go to West: East–West play what North–South would have.")),
}


@pages.app_template_global()
def deal_turns() -> dict[int, tuple[Text, Text]]:
    return TURNS


@pages.post(teacher.CLASS + "/boards/turn")
def turn_deals(slug: str) -> Response:
    """Turn the deals by so many seats ``by`` clockwise. Raises ``Refused`` while a lesson is open."""
    room = teacher.open_room(slug)
    teacher.without_lesson(room)
    teacher.for_hool(room, say("Turned cards are for HOOL."))
    by = whole(request.form.get("by"))
    if by not in TURNS:
        raise Refused(say("Choose how the deals are turned."))
    turned = classroom().turn_deals(room.id, by)
    since = say_count(
        "This holds for {count} loaded board that no table has begun, and for all that come later.",
        "This holds for {count} loaded boards that no table has begun, and for all that come later.",
        turned,
    )
    if not turned:
        since = say("This holds from the next board on that no table has begun.")
    words = f"{plainly(TURNS[by][1])} {plainly(since)}"
    return teacher.tell(words, f"{teacher.home_of(room)}/boards")
