"""The guard at the sockets: from whose pages they come, how many there may be, and that what they say is ours to hear.

Sits where Socket.IO takes in what Engine.IO brings, below ``live``, which knows the messages of our pages. Whoever
breaks the protocol is hung up on without a word in the log: a line for each such message would fill it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask_socketio import SocketIO
from socketio import packet

from hool.addresses import neighbourhood
from hool.web.entered import Budgets
from hool.web.guard import is_own

SILENT = 20.0  # seconds a socket may stay without watching a page
MOST_SILENT, MOST = 1500, 6000  # sockets of one address: a whole school that comes back at the same moment
MESSAGES = (200, 30.0)  # of one socket: so many at once, and so many a second after that


def own_origin(origin: str | None, environ: dict[str, Any]) -> bool:
    """Whether a handshake comes from a page of ours; what a proxy forwards counts only with PROXY set."""
    secure = environ.get("wsgi.url_scheme") == "https"
    return origin is not None and is_own(origin, environ.get("HTTP_HOST", ""), secure)


class SocketGuard:
    """Who is connected, from where, and who of them has not yet said what for.

    ``watches`` tells whether a Socket.IO session looks at a page.
    """

    def __init__(
        self,
        socketio: SocketIO,
        watches: Callable[[str], bool],
        clock: Callable[[], float],
        later: Callable[[float, Callable[[], None]], object],
    ) -> None:
        self._server: Any = socketio.server  # type: ignore[attr-defined]
        self._watches, self._clock, self._later = watches, clock, later
        self._from: dict[str, str] = {}
        self._silent: dict[str, float] = {}
        self._sweeping = False
        self._messages = Budgets(*MESSAGES)
        for event, before in (("connect", self._connect), ("message", self._message), ("disconnect", self._disconnect)):
            inner = getattr(self._server, f"_handle_eio_{event}")
            outer = self._around(before, inner)
            setattr(self._server, f"_handle_eio_{event}", outer)
            self._server.eio.on(event, outer)

    @staticmethod
    def _around(before: Callable[..., bool], inner: Callable[..., Any]) -> Callable[..., Any]:
        return lambda eio_sid, *more: inner(eio_sid, *more) if before(eio_sid, *more) else False

    def _connect(self, eio_sid: str, environ: dict[str, Any]) -> bool:
        if environ.get("HTTP_SEC_FETCH_SITE") in ("cross-site", "same-site"):
            return False
        who = neighbourhood(environ.get("REMOTE_ADDR"))
        if who:
            same = [sid for sid, address in self._from.items() if address == who]
            if len(same) >= MOST or sum(sid in self._silent for sid in same) >= MOST_SILENT:
                return False
        self._from[eio_sid] = who
        self._silent[eio_sid] = self._clock()
        self._sweep_later()
        return True

    def _message(self, eio_sid: str, data: Any) -> bool:
        if self._messages.spend(eio_sid, self._clock()) and self._is_ours(eio_sid, data):
            return True
        self._hang_up(eio_sid)
        return False

    def _is_ours(self, eio_sid: str, data: Any) -> bool:
        """Our pages connect once, send events of one piece, and go. No binary parts, which the server would wait for
        and collect; and none of the events that Socket.IO itself makes of a connection."""
        if not isinstance(data, str):
            return False
        try:
            sent = packet.Packet(encoded_packet=data)
        except (ValueError, RecursionError, IndexError, TypeError, KeyError):
            return False
        if self._server.manager.sid_from_eio_sid(eio_sid, "/") is None:
            return sent.packet_type == packet.CONNECT
        if sent.packet_type == packet.EVENT:
            event = sent.data if isinstance(sent.data, list) else []
            known = self._server.handlers["/"].keys() - {"connect", "disconnect"}
            return len(event) in (1, 2) and isinstance(event[0], str) and event[0] in known
        return sent.packet_type == packet.DISCONNECT

    def _disconnect(self, eio_sid: str, *_reason: Any) -> bool:
        self._from.pop(eio_sid, None)
        self._silent.pop(eio_sid, None)
        self._messages.forget(eio_sid)
        return True

    def _sweep_later(self) -> None:
        if not self._sweeping:
            self._sweeping = True
            self._later(SILENT, self._sweep)

    def _sweep(self) -> None:
        """Hang up on those who have been silent for too long; look again later if others are."""
        self._sweeping = False
        now = self._clock()
        for eio_sid, since in list(self._silent.items()):
            sid = self._server.manager.sid_from_eio_sid(eio_sid, "/")
            if sid is not None and self._watches(sid):
                self._silent.pop(eio_sid, None)
            elif now - since >= SILENT - 0.5:
                self._hang_up(eio_sid)
        if self._silent:
            self._sweep_later()

    def _hang_up(self, eio_sid: str) -> None:
        sid = self._server.manager.sid_from_eio_sid(eio_sid, "/")
        if sid is not None:
            self._server.disconnect(sid)
        self._disconnect(eio_sid)
        self._server.eio.disconnect(eio_sid)
