"""The front door: opening a room, typing a code, giving a name, coming back, leaving."""

from __future__ import annotations

import hmac
import io
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import segno
from flask import Blueprint, Response, abort, current_app, make_response, redirect, render_template, request

from hool import i18n
from hool.addresses import neighbourhood
from hool.door import STAY_OUTSIDE
from hool.names import clean_name, fold_name, made_up_name
from hool.refused import Refused
from hool.register import RETURN_LENGTHS, Room, normal_code
from hool.rules.text import Text, say
from hool.store import PersonRow
from hool.web.access import (
    came_from,
    classroom,
    cookie_name,
    current_visitor,
    door,
    give_key,
    keep_keys,
    known_device,
    remember_device,
    sessions,
    visitor_of,
)
from hool.web.curtain import MOST
from hool.web.entered import plain
from hool.web.guard import may_open_room
from hool.web.show import plainly

pages = Blueprint("join", __name__)


@pages.get("/")
def home() -> str:
    return _home()


def _home(problem: Text | None = None, code: str = "", field: str = "") -> str:
    mine = []
    for name in list(request.cookies)[:200]:
        found = re.fullmatch(r"hool-([ths])-([\w-]+)", name)
        room = classroom().room_by_slug(found[2]) if found else None
        if room is None:
            continue
        visitor = visitor_of(room)
        if found and found[1] == "t" and visitor.teacher:  # a closed room can be opened again, or taken home
            mine.append({"name": room.name, "url": f"/room/{room.slug}/class", "role": "teacher"})
        elif found and found[1] == "h" and visitor.helper and not room.closed:
            mine.append({"name": room.name, "url": f"/room/{room.slug}/class", "role": visitor.helper.name})
        elif found and found[1] == "s" and visitor.sharing and (not room.closed or _plays_at_home(room)):
            page = "home" if room.closed else "play"
            names = ", ".join(person.name for person in visitor.students)
            mine.append({"name": room.name, "url": f"/room/{room.slug}/{page}", "role": names})
    words, guarded = plainly(problem) if problem else "", bool(current_app.config.get("OPEN_PASSWORD"))
    return render_template("home.html", problem=words, code=code, field=field, rooms=mine, guarded=guarded)


def _plays_at_home(room: Room) -> bool:
    """Whether students of a closed room still have something to play alone."""
    return bool(sessions().for_home(room.id))


@pages.post("/open")
def open_room() -> Any:
    """A teacher opens a room and gets the key into this browser."""
    try:
        may_open_room()
    except Refused as refused:
        return _home(refused.why, field="password"), 403
    try:
        room, _teacher, key = classroom().open_room(plain(request.form.get("class_name"), 200))
    except Refused as refused:
        return _home(refused.why, field="class_name"), 400
    return give_key(make_response(redirect(f"/room/{room.slug}/opened", 303)), room, "teacher", key)


@pages.post("/join")
def type_code() -> Any:
    """The code from the wall leads to the room; a code that is not known says so and keeps what was typed."""
    return _to_room(plain(request.form.get("code"), 40))


@pages.get("/join/<code>")
def follow_code(code: str) -> Any:
    """The link in the QR code."""
    return _to_room(plain(code, 40))


def _to_room(typed: str) -> Any:
    room = classroom().room_by_code(typed, even_closed=True)
    if room is not None and not room.closed:
        response = make_response(redirect(f"/room/{room.slug}", 303))
        _keep(response, f"hool-door-{room.slug}", door().entry(room), 86400)
        return response
    if room is not None and visitor_of(room).sharing and _plays_at_home(room):
        return redirect(f"/room/{room.slug}/home", 303)
    problem, status = _wrong_code(typed)
    return _home(problem, typed, "code"), status


def _wrong_code(typed: str) -> tuple[Text, int]:
    """What to say, and with which status, to somebody who typed a code that no room has; it is counted."""
    if not normal_code(typed):
        return say("Type the code that is on the wall."), 400
    if (too_many := door().wrong_room_code(caller())) is not None:
        return too_many, 429
    return say("No class has the code “{code}” now. Look at the wall again.", code=typed), 404


@pages.get("/room/<slug>")
def room_link(slug: str) -> Any:
    """The permanent link: to the own seat, else to the name."""
    visitor = current_visitor(slug)
    if visitor.sharing:
        return redirect(f"/room/{slug}/play", 303)
    if visitor.desk is not None and request.args.get("as") != "student":
        return redirect(f"/room/{slug}/class", 303)
    if newcomers_here(visitor.room):
        return redirect(f"/room/{slug}/waiting", 303)
    return stopped(visitor.room, with_code=False) or join_page(visitor.room)


def stopped(room: Room, with_code: bool = True) -> tuple[str, int] | None:
    """The page for somebody who cannot come in now, whatever they write: they are to stay outside, or have not typed
    the code where it is asked for (``with_code``); else None."""
    if any(door().is_banned(room.id, key) for key in _student_keys(room)):
        return join_page(room, outside=plainly(STAY_OUTSIDE)), 200 if request.method == "GET" else 403
    if with_code and _asks_code(room):
        return join_page(room, say("Type the code that is on the wall.")), 403
    return None


def _asks_code(room: Room) -> bool:
    typed = request.cookies.get(f"hool-door-{room.slug}", "").encode("utf-8", "replace")
    return room.settings.code_asked and not hmac.compare_digest(typed, door().entry(room).encode())


def _student_keys(room: Room) -> list[str]:
    return request.cookies.get(cookie_name(room, "student"), "").split(".")[: 2 * MOST]


def newcomers_here(room: Room) -> list[PersonRow]:
    """Those on this device whom the teacher has not let in yet."""
    found = (classroom().by_key(room.id, key, "newcomer") for key in _student_keys(room))
    return [person for person in found if person is not None]


def forget_newcomers(room: Room) -> None:
    """Nobody on this device waits to be let in any more."""
    for person in newcomers_here(room):
        with suppress(Refused):  # let in, or turned away, in this moment
            classroom().turn_away(person.id)


def caller() -> str:
    """The address by which whoever asks is counted."""
    return neighbourhood(request.remote_addr)


def join_page(room: Room, problem: Text | None = None, name: str = "", **more: Any) -> str:
    taken = {fold_name(person.name) for person in classroom().store.people(room.id)}
    spun = [made_up_name(i18n.language(), lambda each: fold_name(each) in taken) for _ in range(12)]
    return render_template(
        "join.html",
        room=room,
        problem=plainly(problem) if problem else "",
        name=name or (spun[0] if room.settings.made_up else ""),
        spin_names=spun,
        asks_code=_asks_code(room),
        **({"same_name": None, "outside": "", "return_problem": "", "return_open": False} | more),
    )


@pages.post("/room/<slug>/join")
def give_name(slug: str) -> Any:
    """Join under a name. If somebody of that name is away, ask first whether it is the same child."""
    visitor = current_visitor(slug)
    if visitor.sharing:
        return redirect(f"/room/{slug}/play", 303)
    room, typed = visitor.room, plain(request.form.get("name"), 200)
    if newcomers_here(room):
        return redirect(f"/room/{slug}/waiting", 303)
    if (stop := stopped(room)) is not None:
        return stop
    try:
        away = classroom().same_name_away(room.id, typed)
        if away is not None and request.form.get("another") != "1" and not room.closed:
            return join_page(room, name=clean_name(typed), same_name=away)
        again = known_device(slug)
        came = door().join(room.id, typed, again, i18n.language(), caller())
    except Refused as refused:
        return join_page(room, refused.why, typed), 400
    return welcome(room, [came.person], came.key)


@pages.post("/room/<slug>/return")
def return_with_code(slug: str) -> Any:
    """Come back on another device with the personal return code; a teacher's or helper's leads to the class page."""
    room = current_visitor(slug).room
    typed = plain(request.form.get("return_code"), 40)
    role = next((role for role, length in RETURN_LENGTHS.items() if length == len(normal_code(typed))), "student")
    try:
        person, key = door().come_back(room.id, typed, role, caller())
    except Refused as refused:
        return join_page(room, return_problem=plainly(refused.why), return_open=True), 403
    forget_newcomers(room)
    return _let_in(room, person, key)


@pages.post("/teacher")
def teacher_returns() -> Any:
    """The teacher on another device: room code and teacher's return code."""
    code, typed = plain(request.form.get("code"), 40), plain(request.form.get("return_code"), 40)
    room = classroom().room_by_code(code, even_closed=True)
    if room is None:
        problem, status = _wrong_code(code)
        return _home(problem, field="teacher"), status
    try:
        person, key = door().come_back(room.id, typed, "teacher", caller())
    except Refused as refused:
        return _home(refused.why, field="teacher"), 403
    return _let_in(room, person, key)


def _let_in(room: Room, person: PersonRow, key: str) -> Response:
    page = "play" if person.role == "student" else "class"
    return give_key(make_response(redirect(f"/room/{room.slug}/{page}", 303)), room, person.role, key)


def welcome(room: Room, people: Sequence[PersonRow], keys: str) -> Response:
    """Where those go on who have just given their names: to the table, or to wait for the teacher. ``keys`` are theirs,
    with a dot between; nobody else's stay on this device."""
    if any(person.role == "newcomer" for person in people):
        response = make_response(redirect(f"/room/{room.slug}/waiting", 303))
    else:
        response = welcome_in(room, people)
    return keep_keys(response, room, "student", keys)


@pages.post("/room/<slug>/ask")
def ask_teacher(slug: str) -> Any:
    """ "That is me": the teacher is asked to let this device in as somebody who was here before."""
    room = current_visitor(slug).room
    if (stop := stopped(room, with_code=False)) is not None:
        return stop
    person = next((p for p in classroom().students(room.id) if str(p.id) == request.form.get("person", "")), None)
    if person is None or classroom().here(person.id):
        return join_page(room, say("That seat is taken. Join with your name.")), 400
    try:
        token = classroom().ask_to_return(room.id, person.id, request.cookies.get(f"hool-ask-{slug}", ""))
    except Refused as refused:
        return join_page(room, refused.why), 400
    response = make_response(redirect(f"/room/{slug}/waiting", 303))
    _keep(response, f"hool-ask-{slug}", token, 900)
    return response


def _keep(response: Response, name: str, value: str, seconds: int) -> None:
    response.set_cookie(name, value, max_age=seconds, httponly=True, samesite="Lax", secure=request.is_secure, path="/")


def welcome_in(room: Room, people: Sequence[PersonRow]) -> Response:
    """To the table, and there to what is to be said about a name that was replaced."""
    named = {person.id for person in people} & door().replaced(room.id)
    return make_response(redirect(f"/room/{room.slug}/play" + ("?named=1" if named else ""), 303))


@pages.get("/room/<slug>/waiting")
def waiting(slug: str) -> Any:
    """Waits for the teacher's answer, as a newcomer or as somebody who is back; the page asks again by itself."""
    visitor = current_visitor(slug)
    room = visitor.room
    if visitor.sharing:
        classroom().gather([person.id for person in visitor.students])
        return welcome_in(room, visitor.students)
    if (stop := stopped(room, with_code=False)) is not None:
        return stop
    waits = [] if room.closed else newcomers_here(room)
    if waits:
        named = [person for person in waits if person.id in door().replaced(room.id)]
        return render_template("waiting.html", room=room, newcomers=waits, named=named)
    if f"hool-ask-{slug}" not in request.cookies and _student_keys(room) != [""]:
        no = say("Your teacher did not let you in now. Talk to your teacher, or try again later.")
        page = make_response(join_page(room, None if room.closed else no), 403)
        page.delete_cookie(cookie_name(room, "student"), path="/")
        return page
    try:
        found = classroom().fetch_return(room.id, request.cookies.get(f"hool-ask-{slug}", ""))
    except Refused as refused:
        return join_page(room, refused.why), 403
    if found is None:
        return render_template("waiting.html", room=room, newcomers=[], named=[])
    response = _let_in(room, *found)
    response.delete_cookie(f"hool-ask-{slug}", path="/")
    return response


@pages.post("/leave")
def leave() -> Any:
    """ "Not me": this device forgets the student; the seat stays theirs, with a robot until they come back."""
    slug = request.form.get("room", "")
    room = classroom().room_by_slug(slug)
    if room is None:
        abort(404)
    response = make_response(redirect(f"/room/{slug}?as=student", 303))
    keep_keys(response, room, "student", "")
    response.headers["Clear-Site-Data"] = (
        '"cache"'  # nor does "back" show the hand; browsers do it where there is https
    )
    waited = newcomers_here(room)
    forget_newcomers(room)
    if not waited:
        remember_device(response, slug)
    return response


@pages.post("/language")
def choose_language() -> Any:
    tag = request.form.get("lang", "")
    back = came_from().path
    # Browsers read "//name" and "/\name" as another site.
    response = make_response(redirect(back if re.match(r"/(?![/\\])", back) else "/", 303))
    if tag in i18n.languages():
        response.set_cookie(i18n.COOKIE, tag, max_age=365 * 86400, samesite="Lax", path="/")
    return response


@pages.get("/room/<slug>/qr.svg")
def room_qr(slug: str) -> Response:
    """The room's join link as a QR code, black on white with its quiet zone."""
    room = current_visitor(slug).room
    code = segno.make(join_url(room), micro=False, error="m")
    out = io.BytesIO()
    code.save(out, kind="svg", border=4, dark="#000", light="#fff", omitsize=True)
    return Response(out.getvalue(), mimetype="image/svg+xml")


def join_url(room: Room) -> str:
    """The address a phone opens: the server's address in the network, and the code."""
    return f"{public_address()}/join/{room.code}"


def public_address() -> str:
    """Where phones reach this server. The teacher's own browser may call it localhost, which no phone can."""
    if request.host.partition(":")[0] in ("localhost", "127.0.0.1", "[::1]"):
        return current_app.config.get("ADDRESS") or request.host_url.rstrip("/")
    return request.host_url.rstrip("/")
