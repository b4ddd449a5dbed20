"""The guard at every door: what browsers are told about a page, requests that others made, and how much one may ask.

Limits are far above what fingers, a class or a school behind one address do; they are there for programs. A visitor
whose key is good is counted alone, everybody else by address. Whoever sits at this computer, or comes through a proxy
of which the app was not told (PROXY), has no address of their own and is not counted by it.
"""

from __future__ import annotations

import gzip
import hmac
import math
import re
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, request
from flask.sessions import SecureCookieSessionInterface
from werkzeug.exceptions import TooManyRequests

from hool.addresses import neighbourhood
from hool.refused import Refused
from hool.register import hash_key
from hool.rules.text import say
from hool.web import access
from hool.web.entered import Budgets, plain

KB = 1024
LONGEST_FORM = 64 * KB  # bytes of a form on a student's page or at the front door; a note card has some hundreds
LONGEST_FILE = 2048 * KB  # of the class page, which takes files of boards and lessons
MOST_COOKIES = 16 * KB  # bytes; browsers send less

# For each: so many at once, and so many a second after that.
VISITOR_ASKS, VISITOR_SENDS = (240, 6.0), (180, 6.0)
STRANGERS_ASK, STRANGERS_SEND = (1500, 50.0), (600, 20.0)  # of one address: a school that comes at the same minute
# What counts for several: pages that go through whole boards, or through all boards or games of a room.
COSTS = {"replay": 2, "branch": 2, "pace": 2, "paper": 3, "records": 5, "files": 5, "results": 5, "export": 20}
ROOMS = (20, 1 / 180)  # opened from one address, the staff room of a school
PASSWORDS = (8, 1 / 20)  # wrong ones from one address

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",  # for browsers that do not know frame-ancestors
    # Other sites learn nothing, and yet forms say where they come from (with no-referrer their Origin would be null).
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class FlashCookie(SecureCookieSessionInterface):
    """What was said to the teacher, in a cookie that goes back the way it came."""

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


class Guard:
    """The counts of one app."""

    def __init__(self) -> None:
        self.budgets = {
            ("visitor", False): Budgets(*VISITOR_ASKS),
            ("visitor", True): Budgets(*VISITOR_SENDS),
            ("address", False): Budgets(*STRANGERS_ASK),
            ("address", True): Budgets(*STRANGERS_SEND),
        }
        self.rooms, self.passwords = Budgets(*ROOMS), Budgets(*PASSWORDS)


def init_app(app: Flask) -> None:
    """Watch over all requests of the app."""
    app.extensions["hool-guard"] = Guard()
    app.session_interface = FlashCookie()
    app.before_request(refuse_foreign_requests)
    app.before_request(_limit_size)
    app.before_request(_limit_rate)
    app.after_request(seal)


# -- what others made ----------------------------------------------------------------------------------------


def refuse_foreign_requests() -> None:
    """Unsafe requests must come from our own pages.

    Browsers say so in ``Sec-Fetch-Site``; older ones, and all of them without https, in ``Origin``; some very old ones
    only in ``Referer``. Requests that carry none of them are not from a browser and carry no cookie by themselves.
    """
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None:
        own = site in ("same-origin", "none")
    elif origin is not None:
        own = is_own(origin, request.host, request.is_secure)
    else:
        own = access.came_from().netloc in ("", request.host)
    if not own:
        abort(403, say("This request came from another site and was not carried out."))


def is_own(address: str, host: str, secure: bool) -> bool:
    """Whether an origin or address belongs to the site at ``host``; a page without https is a stranger to one with."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    schemes = ("https",) if secure else ("http", "https")  # a proxy may speak https without saying so
    return parts.scheme in schemes and parts.netloc == host


# -- how much ------------------------------------------------------------------------------------------------


def _limit_size() -> None:
    on_class_page = "/class/" in request.path
    request.max_content_length = LONGEST_FILE if on_class_page else LONGEST_FORM
    if len(request.headers.get("Cookie", "")) > MOST_COOKIES:
        abort(431, say("Your browser sends too many cookies for this address. Delete them, then come in again."))


def _limit_rate() -> None:
    if request.endpoint == "static_file":
        return
    guard, sends = _guard(), request.method not in ("GET", "HEAD", "OPTIONS")
    person = _known_person()
    kind, who = ("visitor", person) if person else ("address", neighbourhood(request.remote_addr))
    cost = COSTS.get(request.blueprint or "", 1)
    if who and not guard.budgets[kind, sends].spend(who, access.classroom().clock(), cost):
        wait(5)


def _known_person() -> int:
    """The id of whoever holds a good key of the room that is asked for; 0 for strangers."""
    slug = (request.view_args or {}).get("slug", "")
    for role in "tsh":
        key = request.cookies.get(f"hool-{role}-{slug}", "").partition(".")[0]  # the first of those who share a device
        person = access.classroom().store.person_by_key(hash_key(key)) if key and slug else None
        if person is not None:
            return person.id
    return 0


def wait(seconds: float) -> None:
    """Answer 429: come back in so many seconds."""
    seconds = math.ceil(seconds)
    raise TooManyRequests(
        say("That was a lot at once. Wait {n} seconds, then try again.", n=seconds),  # type: ignore[arg-type]
        retry_after=seconds,
    )


def may_open_room() -> None:
    """Whether this visitor may open a room now: knows the password, if there is one, and has not opened many.

    Raises ``Refused``, or answers 429.
    """
    who, now = neighbourhood(request.remote_addr), access.classroom().clock()
    password, guard = current_app.config.get("OPEN_PASSWORD"), _guard()
    if password:
        typed = plain(request.form.get("password"), 200)
        # Every try is paid for, and a right one gets its coin back; so many at once do not outrun the count.
        if not guard.passwords.spend(who, now):
            wait(20)
        if not hmac.compare_digest(typed.encode("utf-8", "replace"), str(password).encode()):
            raise Refused(say("This is not the password for opening rooms. Ask whoever runs this server."))
        guard.passwords.forget(who)
    if who and not guard.rooms.spend(who, now):
        raise TooManyRequests(
            say("Many rooms were opened from your address. You can open the next one in three minutes."),  # type: ignore[arg-type]
            retry_after=180,
        )


def _guard() -> Guard:
    return current_app.extensions["hool-guard"]


# -- what a page says about itself ---------------------------------------------------------------------------


def policy(host: str) -> str:
    """The content policy of every page: our own files, no script and no style in the page, nobody may frame it."""
    # Older Safaris do not count a websocket to the own host as 'self'.
    sockets = f" ws://{host} wss://{host}" if re.fullmatch(r"[\w.\-]+(:\d+)?|\[[\da-fA-F:]+\](:\d+)?", host) else ""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        f"connect-src 'self'{sockets}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )


def seal(response: Response) -> Response:
    """The headers of every answer, also of errors; and pages packed."""
    headers = response.headers
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("Content-Security-Policy", policy(request.host))
    if request.is_secure:
        headers.setdefault("Strict-Transport-Security", "max-age=31536000")
        cookies = headers.getlist("Set-Cookie")
        headers.setlist("Set-Cookie", [c if "; Secure" in c else f"{c}; Secure" for c in cookies])
    # Nearly everything shows one person's cards or one room's names: nothing between us and the phone may keep it.
    headers.setdefault("Cache-Control", "no-store")
    if response.mimetype == "text/html":
        _pack(response)
    return response


def _pack(response: Response) -> None:
    if (
        "gzip" not in request.headers.get("Accept-Encoding", "")
        or "Content-Encoding" in response.headers
        or response.direct_passthrough
    ):
        return
    body = response.get_data()
    if len(body) > 1000:
        response.set_data(gzip.compress(body, 5))
        response.headers["Content-Encoding"] = "gzip"
        response.headers.add("Vary", "Accept-Encoding")
