"""The server: a phone that stops reading, the addresses in the terminal, taken ports, a clean stop."""

import os
import queue
import re
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import gevent
import pytest
from flask import Flask
from flask_socketio import SocketIO, emit
from gevent.pywsgi import WSGIServer

from bench.wire import Wire
from hool import serve

ROOT = Path(__file__).resolve().parent.parent
PIECE = "♠" * 6000  # 18 KB on the wire
PIECES = 300


@pytest.fixture
def flooding():
    """A server that answers `flood` with 5 MB in order, and `whisper` at once. Yields its port."""
    app = Flask(__name__)
    socketio = SocketIO(app, **serve.SOCKET_OPTIONS)
    serve.send_whole(socketio)

    @socketio.on("flood")
    def flood():
        for number in range(PIECES):
            emit("piece", (number, PIECE))

    @socketio.on("whisper")
    def whisper():
        return "heard"

    ready: queue.Queue = queue.Queue()

    def run():
        listener = serve.listen("127.0.0.1", 0)
        server = WSGIServer(listener, app, log=None, environ={"SERVER_NAME": "localhost"})
        stop = gevent.get_hub().loop.async_()
        stop.start(lambda: gevent.spawn(server.stop))
        ready.put((listener.getsockname()[1], stop))
        server.serve_forever()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    port, stop = ready.get(timeout=10)
    yield port
    stop.send()
    thread.join(timeout=10)


def test_a_phone_that_stops_reading_gets_whole_frames_and_delays_nobody(flooding):
    stalled, lively = Wire("127.0.0.1", flooding), Wire("127.0.0.1", flooding)
    stalled.emit("flood")  # far more than the system buffers, and nobody reads it yet
    for _ in range(3):
        number = lively.emit("whisper", ack=True)
        assert next(lively.recv()) == ("ack", number, ["heard"])
    pieces = stalled.recv()
    for number in range(PIECES):
        assert next(pieces) == ("event", ["piece", number, PIECE])
    number = stalled.emit("whisper", ack=True)
    assert next(pieces) == ("ack", number, ["heard"])
    stalled.close()
    lively.close()


def test_a_broken_socket_stays_broken():
    left, right = gevent.socket.socketpair()
    whole = serve._WholeSocket(left)
    assert whole.send(b"abc") == 3
    right.close()
    with pytest.raises(BrokenPipeError):
        for _ in range(3):
            whole.send(b"x")
    with pytest.raises(BrokenPipeError, match="broke before"):
        whole.send(b"x")
    left.close()


def test_the_next_port_is_taken_when_the_first_is_busy(monkeypatch):
    busy = serve.listen("127.0.0.1", 0)
    monkeypatch.setattr(serve, "FIRST_PORT", busy.getsockname()[1])
    free = serve.listen("127.0.0.1")
    assert busy.getsockname()[1] < free.getsockname()[1] < busy.getsockname()[1] + serve.PORTS
    with pytest.raises(OSError):
        serve.listen("127.0.0.1", busy.getsockname()[1])
    busy.close()
    free.close()


def test_the_terminal_names_the_address_that_routes_and_the_others(monkeypatch):
    monkeypatch.setattr(serve, "_routing_address", lambda: "192.168.7.20")
    monkeypatch.setattr(serve, "_interface_addresses", lambda: iter(["127.0.0.1", "10.8.0.2", "192.168.7.20"]))
    text = serve.announcement("0.0.0.0", 8000, "data/hool.sqlite")
    assert "On this computer: http://localhost:8000" in text
    assert "On the phones: http://192.168.7.20:8000" in text
    assert "try: http://10.8.0.2:8000" in text
    assert "data/hool.sqlite" in text and "Ctrl+C" in text
    assert serve.qr("http://192.168.7.20:8000/") in text
    assert serve.qr("http://192.168.7.20:8000/", colour=True).startswith("\033[97;40m")


def test_without_a_network_the_terminal_says_so(monkeypatch):
    monkeypatch.setattr(serve, "_routing_address", lambda: "")
    monkeypatch.setattr(serve, "_interface_addresses", lambda: iter(["127.0.0.1", "169.254.3.4"]))
    assert "in no network" in serve.announcement("0.0.0.0", 8000)
    assert "On the phones" not in serve.announcement("0.0.0.0", 8000)


def test_for_this_computer_alone_there_is_no_code_to_scan():
    text = serve.announcement("127.0.0.1", 8000)
    assert "http://127.0.0.1:8000" in text and "Only this computer" in text
    assert "█" not in text


def start(tmp_path, **environment):
    """`python app.py` as `make run` starts it: no terminal, no standard input."""
    return subprocess.Popen(
        [sys.executable, "-W", "error", "app.py"],
        cwd=ROOT,
        env={**os.environ, "DATA": str(tmp_path / "hool.sqlite"), "LANG": "C.UTF-8", **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("stopping", [signal.SIGTERM, signal.SIGINT])
def test_the_app_starts_quietly_and_stops_cleanly(tmp_path, stopping):
    running = start(tmp_path, HOST="127.0.0.1", PORT="0")
    shown = ""
    while "Ctrl+C" not in shown:
        line = running.stdout.readline()
        assert line, running.communicate()
        shown += line
    port = int(re.search(r"On this computer: http://127\.0\.0\.1:(\d+)", shown)[1])
    phone = Wire("127.0.0.1", port)  # an open websocket does not hold it up
    running.send_signal(stopping)
    rest, errors = running.communicate(timeout=10)
    assert (running.returncode, rest.strip(), errors) == (0, "", "")
    phone.close()


def test_a_taken_port_is_a_sentence(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as busy:
        running = start(tmp_path, HOST="127.0.0.1", PORT=str(busy.getsockname()[1]))
        _, errors = running.communicate(timeout=20)
    assert running.returncode == 1
    assert "Is HOOL running already?" in errors and "Traceback" not in errors


def test_a_port_that_is_no_number_is_a_sentence(tmp_path):
    running = start(tmp_path, PORT="eighty")
    _, errors = running.communicate(timeout=20)
    assert (running.returncode, errors) == (1, "PORT must be a number from 0 to 65535, not eighty.\n")


BROKEN_LINES = """
import gc
from hool import serve

left = serve.put_aside(0, look=True)
for many, stays in ((serve.LITTER // 2, True), (serve.LITTER + left // 3, False)):
    litter = [[] for _ in range(many)]
    for each in litter:
        each.append(each)
    gc.freeze()
    del each, litter
    assert (serve.put_aside(left, look=False) == left) == stays, "a pass for little is not worth it"
    assert (gc.get_freeze_count() > left + many // 2) == stays
"""


def test_what_broken_lines_leave_behind_is_collected_soon():
    """Objects that hold each other and were put out of the collector's sight while they lived.

    In a process of its own: among thousands of tests the collector has more to look through.
    """
    tried = subprocess.run([sys.executable, "-c", BROKEN_LINES], cwd=ROOT, capture_output=True, text=True)
    assert tried.returncode == 0, tried.stderr
