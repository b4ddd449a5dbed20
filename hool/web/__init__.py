"""The pages, by whom they serve; and what is the same for all of them: headers, static files, errors."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, redirect, render_template, request
from werkzeug.exceptions import HTTPException, NotFound, TooManyRequests

from hool import i18n
from hool.live import Desk
from hool.refused import Refused
from hool.rules.text import Text, say
from hool.web import access, clock, guard, hoola_result, hoola_show, oh_hell_show, show, tablet
from hool.web.entered import WholeNumber

STATIC = Path(__file__).resolve().parent.parent.parent / "static"
COMPRESSIBLE = (".css", ".js", ".svg", ".txt")
# What a student's page needs comes in one piece of each kind: on a school's Wi-Fi every request is a wait.
BUNDLES = {
    "play.css": ("app.css", "lessons.css"),
    "play.js": ("vendor/socket.io-4.8.4.min.js", "line.js", "live.js"),
}
COMMENTS = {".css": re.compile(rb"/\*.*?\*/", re.S), ".js": re.compile(rb"(?m)^\s*//.*$|  // .*$")}


def init_app(app: Flask) -> None:
    from hool.web import (
        branch,
        cards,
        dealing,
        door,
        export,
        fair,
        files,
        games,
        guide,
        helpers,
        hint,
        join,
        lesson_desk,
        lessons,
        pace,
        pace_desk,
        paper,
        privacy,
        radar,
        ratings,
        records,
        replay,
        results,
        seats,
        steer,
        student,
        teacher,
        turning,
        wall,
        workshop,
    )

    app.jinja_env.globals.update(static=static_url, lang=i18n.SOURCE)
    show.install(app)
    clock.install(app)
    oh_hell_show.install(app)
    hoola_result.install(app)
    hoola_show.install(app)
    branch.install(app)
    privacy.install(app)
    app.url_map.converters["int"] = WholeNumber
    guard.init_app(app)
    app.context_processor(access.for_templates)
    app.register_error_handler(HTTPException, _error_page)
    app.register_error_handler(Refused, _refused_page)
    app.register_error_handler(KeyError, _gone_meanwhile)
    app.add_url_rule("/static/<path:name>", "static_file", _static_file)
    for module in (join, student, tablet, hint, lessons, teacher, wall, replay, files, branch, paper, records, results):
        app.register_blueprint(module.pages)
    for module in (guide, privacy, export, fair, door, helpers, pace, pace_desk):
        app.register_blueprint(module.pages)
    for module in (cards, seats, steer, lesson_desk, workshop, dealing, turning, radar, games, ratings):
        app.register_blueprint(module.pages)


def desk_of(app: Flask) -> Desk:
    """How ``live`` draws the teacher's page and the wall."""
    from hool.web import lesson_desk, pace_desk, steer, teacher, wall

    return Desk(
        teacher.rows_html, steer.messages_html, teacher.open_table_html, teacher.seats_html, lesson_desk.lesson_html,
        wall.wall_html, pace_desk.pace_html,
    )  # fmt: skip


# -- static files: named by their content, so that a phone fetches each only once ---------------------


@cache  # it keeps no exceptions, so that names that do not exist cannot fill the memory
def _static(name: str) -> tuple[bytes, bytes | None, str, str]:
    """A file as it is, packed, its kind and its mark. Raises ``FileNotFoundError`` unless that is its very name."""
    path = STATIC / name
    body = b"\n".join(map(_lean, BUNDLES.get(name, (name,))))
    packed = gzip.compress(body, 9, mtime=0) if path.suffix in COMPRESSIBLE else None
    kind = {".woff2": "font/woff2", ".js": "text/javascript"}.get(path.suffix) or mimetypes.guess_type(name)[0]
    return body, packed, kind or "application/octet-stream", hashlib.sha256(body).hexdigest()[:10]


def _lean(name: str) -> bytes:
    """A file of ours without comments and indentation, any other as it is. Raises ``FileNotFoundError``."""
    try:
        path = (STATIC / name).resolve()
        # One spelling for each file: x/../app.css is none.
        if path.relative_to(STATIC).as_posix() != name:
            raise FileNotFoundError(name)
        body = path.read_bytes()
    except (OSError, ValueError) as error:  # a folder, a name too long, a NUL in it, a place outside
        raise FileNotFoundError(name) from error
    if path.parent != STATIC or path.suffix not in COMMENTS:
        return body
    return re.sub(rb"\n\s*", b"\n", COMMENTS[path.suffix].sub(b"", body)).strip() + b"\n"


def static_url(name: str) -> str:
    """The address of a static file, with the mark of its content. Raises ``FileNotFoundError``."""
    return f"/static/{name}?v={_static(name)[3]}"


def _static_file(name: str) -> Response:
    try:
        body, packed, kind, mark = _static(name)
    except FileNotFoundError:
        abort(404, say("There is no such file."))
    zipped = packed is not None and "gzip" in request.headers.get("Accept-Encoding", "")
    response = Response(packed if zipped else body, content_type=kind)
    if kind.startswith("text/"):
        response.headers["Content-Type"] = f"{kind}; charset=utf-8"
    if packed is not None:
        response.headers["Vary"] = "Accept-Encoding"
    if zipped:
        response.headers["Content-Encoding"] = "gzip"
    # A font is named in the style sheet without its mark; it never changes under its name.
    lasting = request.args.get("v") == mark or name.startswith("fonts/")
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if lasting else "no-cache"
    response.set_etag(mark)
    response.make_conditional(request)
    return response


# -- errors --------------------------------------------------------------------------------------------------


def _error_page(error: HTTPException) -> Any:
    code = error.code or 500
    words = error.description if isinstance(error.description, Text) else None
    if code in (301, 302, 303, 307, 308):
        return error
    if code == 401 and (slug := (request.view_args or {}).get("slug")):
        way = tablet.way_in(slug)
        # A part of a page asks for itself: not it but the page as a whole is of no use any more.
        return ("", 204, {"HX-Redirect": way}) if "HX-Request" in request.headers else redirect(way, 303)
    common = {
        404: (say("This page is not here."), say("Check the address, or start again from the front door.")),
        403: (say("This door is locked for you."), say("Ask your teacher.")),
        405: (say("This page does not work like that."), say("Go back and try again.")),
        413: (say("That was too big."), say("A file of deals may have 1 MB at most.")),
        429: (say("Not so fast."), say("Wait a moment, then try again.")),
    }
    heading, sentence = common.get(code, (say("Something went wrong."), say("Go back and try again.")))
    if not isinstance(error, TooManyRequests):
        return _page(heading, words or sentence, code)
    later = {"Retry-After": str(error.retry_after or 60)}
    if request.headers.get("Accept", "").startswith("text/plain"):  # at a page, such a script would load its own again
        return show.plainly(words or sentence), 429, {**later, "Content-Type": "text/plain; charset=utf-8"}
    return *_page(heading, words or sentence, code), later


def _refused_page(error: Refused) -> Any:
    return _page(say("That did not work."), error.why, 400)


def _gone_meanwhile(error: KeyError) -> Any:
    """Something was not found any more: of a room that was deleted in this moment, or a fault of ours."""
    slug = (request.view_args or {}).get("slug")
    if slug is None or access.classroom().room_by_slug(slug) is not None:
        raise error
    return _error_page(NotFound(access.NO_ROOM))  # type: ignore[arg-type]


def _page(heading: Text, sentence: Text, code: int) -> tuple[str, int]:
    slug = (request.view_args or {}).get("slug", "")
    back = f"/room/{slug}" if slug and code != 404 else "/"
    page = render_template(
        "error.html", heading=show.plainly(heading), sentence=show.speak(sentence), back=back, code=code
    )
    return page, code
