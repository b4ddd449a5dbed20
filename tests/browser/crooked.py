"""A network that misbehaves: a proxy between a browser and the server, which a test can spoil and mend."""

import socket
import threading
from contextlib import suppress

REFUSED = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Network:
    """Carries every connection to ``port`` on this computer, as ``mood`` says for those that begin from now on:

    "fair": as it is. "refuse": a websocket is answered 403, as by a filter. "hang": the wish for a websocket is
    swallowed, and nothing ever comes. "mute": a websocket opens, and then nothing comes through it either way.
    """

    def __init__(self, port: int) -> None:
        self.mood = "fair"
        self.websockets = 0  # tries so far
        self._port = port
        self._lines: list[tuple[socket.socket, threading.Event]] = []
        self._ear = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._ear.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def silence(self) -> None:
        """Lines that are open stay open, and nothing comes through them any more: as when a computer slept."""
        for _line, muted in self._lines:
            muted.set()

    def cut(self) -> None:
        """All lines break, and no new one is made, until ``mend``."""
        self.mood = "cut"
        for line, _muted in self._lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self.mood = "fair"

    def close(self) -> None:
        self.cut()
        self._ear.close()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self._ear.accept()
                threading.Thread(target=self._carry, args=(phone,), daemon=True).start()

    def _carry(self, phone: socket.socket) -> None:
        with suppress(OSError), phone, socket.create_connection(("127.0.0.1", self._port)) as server:
            muted = threading.Event()
            self._lines += [(phone, muted), (server, muted)]
            threading.Thread(target=self._back, args=(server, phone, muted), daemon=True).start()
            while self.mood != "cut" and (data := phone.recv(65536)):
                if b"Upgrade: websocket" in data:
                    self.websockets += 1
                    if self.mood == "refuse":
                        phone.sendall(REFUSED)
                        return
                    if self.mood == "hang":
                        muted.set()
                    elif self.mood == "mute":
                        server.sendall(data)
                        phone.recv(65536)  # the connect of Socket.IO, after the server has said hello: never carried
                        muted.set()
                        continue
                if not muted.is_set():
                    server.sendall(data)

    @staticmethod
    def _back(server: socket.socket, phone: socket.socket, muted: threading.Event) -> None:
        with suppress(OSError):
            while data := server.recv(65536):
                if not muted.is_set():
                    phone.sendall(data)
            phone.shutdown(socket.SHUT_RDWR)
