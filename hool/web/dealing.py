"""Boards to order for the class's own tables: what they shall be like, the search, a preview, and handing them out.

What was found stays on the server, one search for each room; the teacher's page alone shows it. Tables get it the way
they get a file of boards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, current_app, redirect, render_template, request
from werkzeug.wrappers import Response

from hool import dealing
from hool.dealing import Conditions
from hool.formats import pbn
from hool.formats.boards import FileBoard
from hool.i18n import _
from hool.refused import Refused
from hool.register import Room
from hool.rules.cards import FULL_PACK, SUITS, Card, Deal, lengths
from hool.rules.game import Seat
from hool.rules.hool_options import BIDS
from hool.rules.text import Text, say, say_count
from hool.rules.turn import turn
from hool.web import orders, teacher, workshop
from hool.web.access import analyst, need_teacher, sessions, shelf
from hool.web.entered import plain, whole
from hool.web.orders import Search
from hool.web.show import plainly

pages = Blueprint("dealing", __name__)

CLASS = "/room/<slug>/class"
MOST = 32  # boards in one order
USUAL = 8
PAGE = "class"


class Preset(NamedTuple):
    """A usual order. ``text``: the conditions; ``label`` and ``about`` say it to the teacher."""

    text: str
    label: Text
    about: Text

    @property
    def wanted(self) -> Conditions:
        wanted = dealing.parse(dealing.fields(self.text))
        assert isinstance(wanted, Conditions), wanted
        return wanted

    def possible(self, pack: tuple[Card, ...]) -> bool:
        """Whether this can be looked for, with these cards and on this computer."""
        wanted = self.wanted
        return _can_be(self, pack) and not (wanted.goals and analyst().off)


@lru_cache(64)
def _can_be(preset: Preset, pack: tuple[Card, ...]) -> bool:
    """The page asks this for each usual order, and it is slow to find out."""
    return not dealing.contradictions(preset.wanted, pack)


PRESETS: dict[str, Preset] = {
    "any": Preset("", say("Any cards"), say("Shuffled, as they come.")),
    "major": Preset(
        "NS hcp 24-31; NS fit 8+ major; NS makes major game; NS not slam",
        say("A game in a major suit"),
        say("N–S can make 4 of hearts or spades."),
    ),
    "no trumps": Preset(
        "NS makes 3NT; NS not suit game",
        say("Only no trumps will do"),
        say("N–S can make 3NT, and no game in a suit."),
    ),
    "slam": Preset("NS hcp 28+; NS makes slam", say("A slam"), say("N–S can make 12 tricks.")),
    "parts": Preset(
        "NS hcp 17-23; NS not game; EW not game",
        say("Part-scores"),
        say("The points are shared, and nobody can make a game."),
    ),
    "balanced": Preset(
        "; ".join(f"{seat} shape balanced" for seat in dealing.SEATS),
        say("Balanced hands"),
        say("Every hand is 4-3-3-3, 4-4-3-2 or 5-3-3-2."),
    ),
    "fits": Preset("NS fit 8+; EW fit 8+", say("Both sides have a fit"), say("Eight cards or more of some suit.")),
    "no fit": Preset("NS fit no; EW fit no", say("Nobody has a fit"), say("No suit of eight cards on either side.")),
}
OWN = "own"


@dataclass(frozen=True, slots=True)
class Board:
    """A board of the preview. ``place`` counts from 0; ``deal`` is None while it is still to come."""

    place: int
    number: int
    dealer: Seat
    deal: Deal | None

    @property
    def shown(self) -> workshop.DealShow | None:
        return workshop.deal_show(self.deal, number=self.number, dealer=self.dealer) if self.deal else None


class Order(Search):
    """A search for boards, with what the form said. ``preset`` is a name of ``PRESETS`` or ``OWN``; ``dealer`` None for
    the next one each time; ``turned``: every second board is turned by one seat, so that both sides get the cards;
    ``given``: the tables have the boards."""

    def __init__(self, form: Mapping[str, str], wanted: Conditions, count: int, pack: tuple[Card, ...]) -> None:
        chance = current_app.config.get("RNG") or Random()
        super().__init__(wanted, count, chance, analyst().ask, pack)
        self.form = dict(form)
        self.preset = form["preset"]
        self.dealer = whole(form.get("dealer"))
        self.turned = form.get("turned") == "1"
        self.given = False

    @property
    def label(self) -> Text:
        return PRESETS[self.preset].label if self.preset in PRESETS else say("Your own wishes")

    @property
    def boards(self) -> list[Board]:
        return [self._board(place, deal) for place, deal in enumerate(self.deals)]

    def _board(self, place: int, deal: Deal | None) -> Board:
        if deal is not None and self.turned and place % 2:
            deal, _dealer = turn(deal, 0, 1)
        return Board(place, place + 1, place % 4 if self.dealer is None else self.dealer, deal)

    @property
    def ready(self) -> list[tuple[int, Seat, Deal]]:
        """Number, dealer and deal of the boards that were found."""
        return [(board.number, board.dealer, board.deal) for board in self.boards if board.deal is not None]


def _order_of(room: Room) -> Order | None:
    found = orders.searches().get((room.id, PAGE))
    return found if isinstance(found, Order) else None


def _need_order(room: Room) -> Order:
    """The room's order with some boards in it. Raises ``Refused``."""
    order = _order_of(room)
    if order is None or not order.found:
        raise Refused(say("There are no boards yet. Look for some first."))
    return order


def _at(room: Room) -> str:
    return f"{teacher.home_of(room)}/deals"


# -- pages ----------------------------------------------------------------------------------------------------------


@pages.get(CLASS + "/deals")
def page(slug: str) -> str:
    """The form and what was found. ``?for=NS hcp 25+; NS makes 4S`` puts these wishes into the form, ``&count=4`` so
    many boards."""
    room = need_teacher(slug).room
    order = _order_of(room)
    form = order.form if order else {}
    text = request.args.get("for")
    if text is not None:
        return _page(room, *_linked(plain(text, 2000), plain(request.args.get("count"), 10)))
    return _page(room, form)


def _linked(text: str, count: str) -> tuple[dict[str, str], list[Text]]:
    """The form that an address asks for, and what is not understood in it."""
    form = {"preset": OWN, "count": count}
    wanted = dealing.parse(dealing.fields(text))
    if isinstance(wanted, Conditions):
        return form | orders.to_form(wanted), []
    return form, list(wanted)


@pages.get(CLASS + "/deals/order")
def order_alone(slug: str) -> str:
    """What was found until now, alone: the page asks for it every second while a search goes on."""
    room = need_teacher(slug).room
    return render_template("_deals_order.html", **_parts(room), at=teacher.home_of(room))


def _parts(room: Room) -> dict[str, Any]:
    order = _order_of(room)
    if order is not None:
        order.look()
    own = [entry for entry in shelf().own(room.id) if not entry.problems]
    wishes = dealing.written(order.wanted) if order else ""
    link = urlencode({"for": wishes, "count": len(order.deals)}) if order else ""
    lesson = sessions().current(room.id)
    return {"order": order, "own_lessons": own, "wishes": wishes, "link": link, "lesson": lesson}


def _page(room: Room, form: Mapping[str, str], problems: list[Text] | None = None, why: Text | None = None) -> str:
    pack = teacher.pack_of(room)
    suits = "".join(suit for suit, count in zip(SUITS, lengths(pack), strict=True) if count)
    return teacher.tab_html(
        room,
        "deals",
        **_parts(room),
        form=form,
        problems=problems,
        why=why,
        suits=suits,
        full=len(pack) == len(FULL_PACK),
        deal_presets={key: preset for key, preset in PRESETS.items() if preset.possible(pack)},
        off=analyst().off,
        bids=BIDS,
        most=MOST,
        usual=USUAL,
    )


# -- actions --------------------------------------------------------------------------------------------------------


@pages.errorhandler(Refused)
def refused(error: Refused) -> Response:
    slug = (request.view_args or {}).get("slug", "")
    tab = "deals" if request.method == "POST" else "boards"  # the page itself is refused while another game is on
    return teacher.tell(plainly(error.why), f"/room/{slug}/class/{tab}", ok=False)


@pages.post(CLASS + "/deals")
def begin(slug: str) -> Response | str:
    """Begin a search; with what cannot be, the form is shown again and the last search stays."""
    room = teacher.open_room(slug)
    known = ("wish ", "goal ", "preset", "count", "dealer", "turned")
    form = {name: plain(value, 100) for name, value in request.form.items() if name.startswith(known)}
    count = whole(form.get("count"))
    if count is None or not 1 <= count <= MOST:
        return _page(room, form, [say("How many boards: write a number from 1 to {most}.", most=MOST)])
    if form.get("dealer") and whole(form["dealer"]) not in range(4):
        return _page(room, form, [say("There is no such seat.")])
    preset = form.setdefault("preset", OWN)
    if preset != OWN and preset not in PRESETS:
        return _page(room, form, [say("Choose what the boards shall be like.")])
    fields = orders.from_form(form) if preset == OWN else dealing.fields(PRESETS[preset].text)
    wanted = dealing.parse(fields)
    if not isinstance(wanted, Conditions):
        return _page(room, form, list(wanted), say("This is not understood:"))
    if wanted.goals and (off := analyst().off):
        return _page(room, form, [off])
    pack = teacher.pack_of(room)
    if cannot := dealing.contradictions(wanted, pack):
        return _page(room, form, list(cannot), say("No deal can be like this:"))
    order = Order(form, wanted, count, pack)
    orders.keep(room.id, PAGE, order)
    return _shown(room, order)


def _shown(room: Room, order: Order) -> Response:
    """To the page, with a sentence if the search has come to its end; else the page itself says how far it is."""
    if not order.over:
        return redirect(_at(room), 303)
    words = say_count(
        "{count} board is found. Only you see it.", "{count} boards are found. Only you see them.", len(order.found)
    )
    return teacher.tell(plainly(order.why or words), _at(room), ok=order.why is None)


def _running(slug: str) -> tuple[Room, Order]:
    """The room and its order. Raises ``Refused`` if there is none."""
    room = teacher.open_room(slug)
    order = _order_of(room)
    if order is None:
        raise Refused(say("There is no search any more. Look for boards anew."))
    return room, order


@pages.post(CLASS + "/deals/stop")
def stop(slug: str) -> Response:
    room, order = _running(slug)
    order.look()  # what a worker has found since the last look is not lost
    order.stop()
    return _shown(room, order)


@pages.post(CLASS + "/deals/more")
def more(slug: str) -> Response:
    """Look again for the boards that were not found."""
    room, order = _running(slug)
    order.go_on()
    return _shown(room, order)


@pages.post(CLASS + "/deals/another")
def another(slug: str) -> Response:
    """Look for another deal in the place of ``board``, which counts from 0."""
    room, order = _running(slug)
    place = whole(request.form.get("board"))
    if place is None or place >= len(order.deals):
        raise Refused(say("There is no such board."))
    order.another(place)
    return _shown(room, order)


@pages.post(CLASS + "/deals/clear")
def clear(slug: str) -> Response:
    room, _order = _running(slug)
    orders.searches().pop((room.id, PAGE), None)
    return teacher.tell(_("These boards are put away."), _at(room))


@pages.post(CLASS + "/deals/use")
def use(slug: str) -> Response:
    """Give the boards to all tables, as a file of boards would be."""
    room = teacher.open_room(slug)
    order = _need_order(room)
    if order.pack != teacher.pack_of(room):
        raise Refused(say("The room plays with other cards now. Look for boards anew."))
    answer = teacher.load_boards(room, order.ready, _("your order"))
    order.given = True
    return answer


@pages.get(CLASS + "/deals.pbn")
def download(slug: str) -> Response:
    room = need_teacher(slug).room
    text = pbn.write(FileBoard(number, dealer, deal) for number, dealer, deal in _need_order(room).ready)
    answer = current_app.response_class(text, content_type="application/x-pbn; charset=utf-8")
    answer.headers["Content-Disposition"] = 'attachment; filename="hool-boards.pbn"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@pages.post(CLASS + "/deals/lesson")
def into_lesson(slug: str) -> Response:
    """Put the boards at the end of a lesson of the room's own."""
    room = teacher.open_room(slug)
    order = _need_order(room)
    name = plain(request.form.get("lesson"), 60)
    entry = shelf().find(room.id, name)
    if entry is None or not entry.own:
        raise Refused(say("Choose a lesson of your own first."))
    found = workshop.draft(entry.text, name)
    if found.pack != order.pack:
        raise Refused(say("This lesson is played with other cards."))
    # Without a dealer of its own, a board goes on where the lesson's last one was.
    boards = [workshop.NewBoard(deal, dealer=order.dealer) for _number, _dealer, deal in order.ready]
    try:
        text, _line = workshop.with_boards(entry.text, boards, found)
        shelf().save(room.id, name, text)
    except (workshop.Unusable, workshop.ShelfError) as error:
        raise Refused(error.why) from error
    words = say_count(
        "{count} board stands at the end of “{title}” now.",
        "{count} boards stand at the end of “{title}” now.",
        len(boards),
        title=entry.title,
    )
    return teacher.tell(plainly(words), f"{teacher.home_of(room)}/lessons/{name}/edit")
