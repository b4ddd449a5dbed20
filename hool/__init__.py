"""HOOL Classroom: ``create_app`` wires store, tables, classroom, pages and sockets; and the ``flask`` commands."""

from __future__ import annotations

import logging
import os
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import Any

from flask import Flask, request
from flask_socketio import SocketIO

from hool import commands, i18n, quiet, web
from hool.analysis.analyst import Analyst
from hool.analysis.crew import Crew
from hool.classroom import Classroom
from hool.differences import Lineup
from hool.door import Door
from hool.live import Live
from hool.messages import Messages
from hool.pace import Pace
from hool.radar import Radar
from hool.ratings import Ratings
from hool.retention import Retention
from hool.rounds import Rounds
from hool.session import Sessions
from hool.shelf import Shelf
from hool.store import Store
from hool.tables import Tables
from hool.web.curtain import Curtains
from hool.web.show import Show
from hool.web.socket_guard import SocketGuard, own_origin

logger = logging.getLogger(__name__)

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Hool:
    """The parts of one app, under ``app.extensions["hool"]``."""

    store: Store
    tables: Tables
    analyst: Analyst
    crew: Crew
    classroom: Classroom
    shelf: Shelf
    sessions: Sessions
    messages: Messages
    show: Show
    live: Live
    socketio: SocketIO
    radar: Radar
    lineup: Lineup
    retention: Retention
    door: Door
    curtains: Curtains
    rounds: Rounds
    ratings: Ratings
    pace: Pace


def create_app(config: dict[str, Any] | None = None) -> Flask:
    """The app. ``config`` may hold:

    DATA (path of the SQLite file; its folder also keeps the server's secret), DATABASE_URL, REDIS_URL, SECRET_KEY,
    PROXY ("1"), OPEN_PASSWORD (who opens a room must know it), LESSONS (another folder of lessons), SOCKET_OPTIONS
    (for Socket.IO), and for tests CLOCK (seconds since 1970), LATER (``later(seconds, function)``), RNG (a
    ``random.Random``), ANALYST (an ``Analyst``) and CREW (workers for what takes long, as ``Crew``).
    A server may give OFFLOAD, see ``Store``.
    """
    app = _App(__name__, root_path=str(ROOT), static_folder=None)
    app.config.update(DATA=str(ROOT / "data" / "hool.sqlite"), MAX_CONTENT_LENGTH=2 * 1024 * 1024)
    app.config.update(SESSION_COOKIE_NAME="hool-flash", SESSION_COOKIE_HTTPONLY=True, SESSION_COOKIE_SAMESITE="Lax")
    app.config.update(config or {})
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    data = Path(app.config["DATA"]).absolute()
    data.parent.mkdir(parents=True, exist_ok=True)
    if not app.config.get("DATABASE_URL") and not data.exists():
        os.close(os.open(data, os.O_WRONLY | os.O_CREAT, 0o600))  # for other people on this computer it is no reading
    app.secret_key = app.config.get("SECRET_KEY") or _secret(data.parent / "secret")

    clock: Callable[[], float] = app.config.get("CLOCK") or time.time
    later = app.config.get("LATER") or _later
    store = Store(app.config.get("DATABASE_URL") or f"sqlite:///{data}", clock, app.config.get("OFFLOAD") or _here)
    # Whole boards wait for each other; robots that think have a deadline, and so a crew of their own.
    analyst = app.config.get("ANALYST") or Analyst(store, Crew(1).ask, clock)
    crew = app.config.get("CREW") or Crew(min(2, os.cpu_count() or 1))
    tables = Tables(store, clock, later, app.config.get("RNG") or SystemRandom())
    tables.think = crew.ask
    if analyst.off is not None:
        del tables.thinks["hool"]  # its expert solves deals
    classroom = Classroom(store, tables, clock, later, app.secret_key.encode())
    shelf = Shelf(store, Path(app.config.get("LESSONS") or ROOT / "lessons"))
    sessions = Sessions(store, tables, classroom, shelf, clock)
    i18n.init_app(app)
    messages = Messages(store, classroom)
    show = Show(app, classroom, sessions, messages)
    socketio = SocketIO(
        app,
        message_queue=app.config.get("REDIS_URL"),
        **{"async_mode": "threading", "async_handlers": False, "manage_session": False}
        | {"cors_allowed_origins": own_origin, "allow_upgrades": False}  # our pages begin with what they stay with
        | (app.config.get("SOCKET_OPTIONS") or {}),
    )
    if app.config.get("PROXY"):  # for pages and sockets alike, so around both
        from werkzeug.middleware.proxy_fix import ProxyFix

        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]
    curtains = Curtains(classroom, tables, sessions, show, clock)
    quiet.hush()
    pace = Pace(store, tables, classroom, clock, app.config.get("RNG") or SystemRandom())
    show.games_waiting = pace.waiting_for
    live = Live(app, socketio, classroom, tables, sessions, show, curtains, later, web.desk_of(app), pace)
    SocketGuard(socketio, live.watches, clock, later)
    radar = Radar(store, clock, later)
    rounds = Rounds(classroom, tables, sessions, later)
    live.on_refused, radar.on_many = radar.refused, live.room_changed
    retention = Retention(store, tables, classroom, sessions, messages, clock, later)
    lineup = Lineup()
    ratings = Ratings(store, tables, classroom)

    def forget(room_id: int, its_tables: Sequence[int]) -> None:
        live.room_deleted(room_id, its_tables)
        lineup.forget(its_tables)
        radar.forget(its_tables)
        rounds.forget(room_id)
        ratings.forget(room_id)
        pace.forget(room_id)

    retention.on_end = forget
    app.extensions["hool"] = Hool(
        store, tables, analyst, crew, classroom, shelf, sessions, messages, show, live, socketio, radar, lineup,
        retention, curtains=curtains, door=Door(classroom), rounds=rounds,
        ratings=ratings, pace=pace,
    )  # fmt: skip
    web.init_app(app)
    commands.init_app(app)
    return app


def _secret(file: Path) -> str:
    """The server's own secret, made once and kept beside the data, readable by its owner only."""
    if not file.exists():
        # Written whole before it has its name, so that neither a crash nor a second start finds half of it.
        draft = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as made:
            made.write(secrets.token_hex(32))
        draft.replace(file)
    secret = file.read_text().strip()
    if len(secret) < 32:
        raise RuntimeError(f"{file} should hold the server's secret and does not. Remove it to get a new one.")
    return secret


def _here(function: Callable[[], None]) -> None:
    function()


class _App(Flask):
    def log_exception(self, exc_info: Any) -> None:
        # The address as its route: a real one holds codes.
        route = request.url_rule.rule if request.url_rule else "an address that is none"
        self.logger.error("%s %s failed: %s", request.method, route, quiet.told(exc_info[1]))


def _later(seconds: float, function: Callable[[], None]) -> None:
    def run() -> None:
        try:
            function()
        except Exception as error:
            logger.error("what was put aside for later failed: %s", quiet.told(error))

    timer = threading.Timer(seconds, run)
    timer.daemon = True
    timer.start()
