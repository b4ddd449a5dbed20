"""Serve one classroom: the listening socket, the address for the phones, and websockets that hold.

Everything that knows the server (gevent) is here and in `app.py`.
"""

import contextlib
import gc
import io
import itertools
import os
import re
import signal
import socket
import struct
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import gevent
import segno
import simple_websocket
from engineio.async_drivers.gevent import WebSocketWSGI
from flask import Flask
from flask_socketio import SocketIO
from gevent.lock import RLock
from gevent.pywsgi import Input, WSGIHandler, WSGIServer

from hool.addresses import neighbourhood
from hool.i18n import _, best_language, speaking
from hool.quiet import print_exception

PING = 10  # seconds between pings, and seconds a phone has to answer one

# For `create_app`, when gevent is to serve. One greenlet a socket handles its events in order, which is also
# what keeps a full room quick; a dead phone is noticed after 2 * PING at the latest.
SOCKET_OPTIONS = {
    "async_mode": "gevent",
    "async_handlers": False,
    "ping_interval": PING,
    "ping_timeout": PING,
    "max_http_buffer_size": 16_384,  # bytes; the longest thing a page sends is one action
}

FIRST_PORT, PORTS = 8000, 10


class _WholeSocket:
    """A socket whose `send` sends everything or breaks for good.

    simple-websocket calls `send` once and looks no further, so with a cooperative socket a phone that
    stops reading gets torn frames once its buffer is full. A lock keeps a pong from the reading greenlet
    out of the middle of a long frame.
    """

    def __init__(self, sock) -> None:
        self._sock = sock
        self._lock = RLock()
        self._broken = False
        self.recv, self.fileno = sock.recv, sock.fileno
        # A phone that lives answers a ping in this time, so reading and writing both wait no longer.
        sock.settimeout(2 * PING)

    def send(self, data: bytes) -> int:
        with self._lock:
            if self._broken:
                raise BrokenPipeError("this websocket broke before")
            try:
                self._sock.sendall(data)
            except OSError as error:
                self._broken = True
                raise BrokenPipeError(str(error)) from error
        return len(data)

    def close(self) -> None:
        """Hang up: Engine.IO answers the request that the websocket began as, and a browser would read that answer
        as a torn frame."""
        with contextlib.suppress(OSError):
            self._sock.shutdown(socket.SHUT_RDWR)
        self._sock.close()


def offload(function: Callable[[], None]) -> None:
    """Run what waits for the disk in a thread of its own, while all other greenlets go on."""
    gevent.get_hub().threadpool.apply(function)


class _Server(simple_websocket.Server):
    sock: Any

    def handshake(self) -> None:
        self.sock = _WholeSocket(self.sock)
        super().handshake()


class _WebSocket(WebSocketWSGI):
    """What Engine.IO opens for each websocket."""

    def __call__(self, environ, start_response):
        # A browser offers to have every message compressed. On a school's network that saves nothing
        # anybody notices, and costs a third more processor and 0.2 MB a phone.
        environ.pop("HTTP_SEC_WEBSOCKET_EXTENSIONS", None)
        most = SOCKET_OPTIONS["max_http_buffer_size"]  # also of a message that comes in many pieces
        self.ws = _Server(environ, max_message_size=most, **self.server_args)
        return self.app(self)

    def wait(self) -> str | None:
        """The next message; None, as at the end, for one that no client of Engine.IO sends."""
        message = super().wait()
        return message if isinstance(message, str) and re.match(r"[1235]|4[0-6]", message) else None


def send_whole(socketio: SocketIO) -> None:
    """Make the websockets of `socketio` (async_mode gevent) survive a reader that stops reading."""
    engine = socketio.server.eio  # type: ignore[attr-defined]
    engine._async = {**engine._async, "websocket": _WebSocket}


# -- requests that never end --------------------------------------------------------------------------------

# A line of requests may rest so long between two of them, their heads included; a body may take so long: seconds.
REST, BODY = 75, 120
MOST_HEAD = 32_768  # bytes of all headers
MOST_LINES = 2500  # connections from one address, unless it is this computer or a proxy on it


class _Body(Input):
    """The body of a request, which has to be there in time: whoever sends a byte a minute holds up nobody."""

    __slots__ = ("_until",)

    def _do_read(self, length=None, use_readline=False) -> bytes:
        if not hasattr(self, "_until"):
            self._until = time.monotonic() + BODY
        with gevent.Timeout(max(0.001, self._until - time.monotonic()), TimeoutError("the body is late")):
            return super()._do_read(length, use_readline)


class _Head:
    """What headers are read from: no more than fits into ``MOST_HEAD``."""

    def __init__(self, rfile) -> None:
        self._rfile, self._left = rfile, MOST_HEAD

    def readline(self, limit: int = -1) -> bytes:
        line = self._rfile.readline(limit)
        self._left -= len(line)
        if self._left < 0:
            raise ValueError("more headers than any browser sends")
        return line


class _Handler(WSGIHandler):
    wsgi_input: Any

    def read_requestline(self) -> str:
        with gevent.Timeout(REST, TimeoutError("no request")):
            return super().read_requestline()

    def read_request(self, raw_requestline: str) -> bool:
        with gevent.Timeout(REST, ValueError("the head is late")):
            whole = super().read_request(raw_requestline)
        if self.headers.get("transfer-encoding"):
            raise ValueError("no browser sends a form in pieces, and it has no end that could be checked")
        return whole

    def MessageClass(self, rfile, *args):
        return super().MessageClass(_Head(rfile), *args)

    def get_environ(self) -> dict[str, Any]:
        env = super().get_environ()
        if env["wsgi.input"] is self.wsgi_input:  # not so where a websocket takes the line over
            self.wsgi_input = env["wsgi.input"] = _Body(self.rfile, self.content_length, self.wsgi_input.socket)
        return env

    def log_error(self, msg, *args) -> None:
        """Say nothing of requests that are no HTTP: browsers try https first, and that is no error."""


class _HttpServer(WSGIServer):
    """Hangs up on an address that keeps very many lines open."""

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, handler_class=_Handler, **kwargs)
        self._lines: Counter[str] = Counter()

    def handle(self, sock, address) -> None:
        who = neighbourhood(address[0])
        if who and self._lines[who] >= MOST_LINES:
            sock.close()
            return
        self._lines[who] += 1
        try:
            super().handle(sock, address)
        finally:
            self._lines[who] -= 1
            if not self._lines[who]:
                del self._lines[who]


def allow_many_lines() -> None:
    """Let this process have as many open sockets as the system allows; many start programs with 1,024 or 256."""
    if os.name == "posix":
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        wanted = 65_536 if most == resource.RLIM_INFINITY else min(most, 65_536)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def listen(host: str = "0.0.0.0", port: int | None = None) -> socket.socket:
    """A socket that listens on `port`, or on the first free one of ten from 8000 on.

    Raises OSError when the port, or all ten, are taken or `host` is no address of this computer.
    """
    ports = [port] if port is not None else range(FIRST_PORT, FIRST_PORT + PORTS)
    for attempt in ports:
        sock = gevent.socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name == "posix":  # elsewhere it would let two servers share a port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Connections inherit it: a push is small, and must not wait for the next one.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            sock.bind((host, attempt))
            sock.listen(1024)
            return sock
        except OSError:
            sock.close()
            if attempt == ports[-1]:
                raise
    raise AssertionError("ports is never empty")


# More objects than a full pass of the collector left that are worth another one: a phone whose line breaks leaves two
# hundred behind that hold each other, and in a bad Wi-Fi a class has a thousand such lines in five minutes.
LITTER = 60_000


def keep_collector_calm() -> None:
    """Spare the tables the garbage collector's full passes, which stop everybody for up to a quarter second.

    What tables are made of are values without cycles, freed the moment nobody holds them. So what has lived for ten
    seconds is put out of the collector's sight; once an hour, and when very much has come, it may look at everything.
    """
    gc.set_threshold(5_000, 5, 50)
    left = put_aside(0, look=True)

    def every_ten_seconds() -> None:
        nonlocal left
        for tick in itertools.count(1):
            gevent.sleep(10)
            left = put_aside(left, look=tick % 360 == 0)

    gevent.spawn(every_ten_seconds)


def put_aside(left: int, look: bool) -> int:
    """Put all objects out of the collector's sight, after a full pass if ``look`` says so or it is worth it. ``left``:
    how many the last full pass left; so many has the latest one, which is the answer."""
    if look or gc.get_freeze_count() > left + max(LITTER, left // 3):
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        return gc.get_freeze_count()
    gc.freeze()
    return left


def lan_addresses() -> list[str]:
    """This computer's IPv4 addresses that other devices may reach, the one that routes first.

    Empty without a network. Nothing is sent to find out.
    """
    found = [address for address in (_routing_address(), *_interface_addresses()) if address]
    return list(dict.fromkeys(a for a in found if not a.startswith(("127.", "169.254."))))


def _routing_address() -> str:
    # 203.0.113.0/24 is reserved for examples; connecting a datagram socket only looks up the route.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("203.0.113.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def _interface_addresses() -> Iterator[str]:
    if sys.platform == "linux":
        import fcntl

        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            for _index, name in socket.if_nameindex():
                try:
                    answer = fcntl.ioctl(probe, 0x8915, struct.pack("256s", name.encode()))  # SIOCGIFADDR
                except OSError:
                    continue  # an interface without an address
                yield socket.inet_ntoa(answer[20:24])
    else:
        try:
            yield from socket.gethostbyname_ex(socket.gethostname())[2]
        except OSError:
            return


def announcement(host: str, port: int, data: str = "", colour: bool = False) -> str:
    """What the teacher reads in the terminal: the addresses, a QR code of the phones' one, how to stop."""
    everywhere, alone = host == "0.0.0.0", host.startswith("127.") or host == "localhost"
    addresses = lan_addresses() if everywhere else [] if alone else [host]
    here = f"http://{'localhost' if everywhere else host}:{port}"
    lines = ["", _("HOOL Classroom is open."), "", "  " + _("On this computer: %(address)s", address=here)]
    urls = [f"http://{address}:{port}" for address in addresses]
    if urls:
        lines.append("  " + _("On the phones: %(address)s", address=urls[0]))
    if urls[1:]:
        lines.append("  " + _("If that does not open, try: %(addresses)s", addresses="  ".join(urls[1:])))
    if urls:
        lines += ["", qr(urls[0] + "/", colour)]
        lines.append(_("Phones must be in the same network as this computer."))
    elif alone:
        lines += ["", _("Only this computer can open it, because HOST is %(host)s.", host=host)]
    else:
        lines += ["", _("This computer is in no network, so phones cannot reach it yet.")]
    if data:
        lines.append(_("Rooms and boards are kept in %(file)s.", file=data))
    lines += [_("Stop with Ctrl+C."), ""]
    return "\n".join(lines)


def qr(address: str, colour: bool = False) -> str:
    """A QR code for the terminal, two modules a line; `colour` makes it black on white in any theme."""
    out = io.StringIO()
    segno.make(address, micro=False).terminal(out=out, border=2, compact=True)
    if not colour:
        return out.getvalue()
    return "".join(f"\033[97;40m{line}\033[0m\n" for line in out.getvalue().splitlines())


def serve(app: Flask, host: str = "", port: str = "") -> int:
    """Serve `app` until Ctrl+C or SIGTERM; the exit code of the process.

    `host` and `port` are as typed by a person; empty means every interface, and the first free port.
    Sets `app.config["ADDRESS"]`, the address for the phones ("" without a network).
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without these letters is no reason to stop
    with speaking(best_language(os.environ.get("LANG", "").partition(".")[0])):
        host = host or "0.0.0.0"
        try:
            listener = listen(host, int(port) if port else None)
        except (ValueError, OverflowError):
            print(_("PORT must be a number from 0 to 65535, not %(port)s.", port=port), file=sys.stderr)
            return 1
        except OSError as error:
            tried = port or f"{FIRST_PORT}-{FIRST_PORT + PORTS - 1}"
            problem = _(
                "Cannot listen on %(host)s port %(port)s: %(why)s. Is HOOL running already? "
                "Another port is one word: make run PORT=8123",
                host=host,
                port=tried,
                why=error.strerror or str(error),
            )
            print(problem, file=sys.stderr)
            return 1
        bound = listener.getsockname()[1]
        address = next(iter(lan_addresses()), "") if host == "0.0.0.0" else host
        app.config["ADDRESS"] = f"http://{address}:{bound}" if address else ""
        send_whole(app.extensions["socketio"])
        # SERVER_NAME is set so that starting does not wait for a name server.
        server = _HttpServer(listener, app, log=None, environ={"SERVER_NAME": "localhost"})
        allow_many_lines()
        for stopping in (signal.SIGINT, signal.SIGTERM):
            gevent.signal_handler(stopping, server.stop)
        gevent.get_hub().print_exception = print_exception
        app.extensions["hool"].retention.keep()
        app.extensions["hool"].tables.watch_deadlines()
        server.start()
        keep_collector_calm()
        data = "" if app.config.get("DATABASE_URL") else str(app.config.get("DATA", ""))
        print(announcement(host, bound, data, sys.stdout.isatty()), flush=True)
    server.serve_forever()
    return 0
