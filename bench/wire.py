"""The smallest Socket.IO client over a raw websocket: cheap enough never to be what a benchmark measures.

It speaks Engine.IO 4 and Socket.IO 5, text frames only. Reading is up to the caller, so that a test
can also be a phone that stops reading.
"""

import base64
import json
import os
import socket
import struct
from collections.abc import Iterator
from typing import Any


class Wire:
    """One connected client: `texts` yields the packets as they arrive, `recv` reads them."""

    def __init__(self, host: str, port: int, cookie: str = "", auth: object = None) -> None:
        self.sock = socket.create_connection((host, port), timeout=30)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._buffer = bytearray()
        self._acks = 0
        key = base64.b64encode(os.urandom(16)).decode()
        head = [
            "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1",
            f"Host: {host}:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            *([f"Cookie: {cookie}"] if cookie else []),
        ]
        self.sock.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self._buffer:
            self._fill()
        answer, _, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        if b" 101 " not in answer.split(b"\r\n")[0]:
            raise ConnectionError(answer.split(b"\r\n")[0].decode())
        self._buffer = bytearray(rest)
        self._expect("0")
        self.send("40" + (json.dumps(auth) if auth is not None else ""))
        self._expect("40")

    def emit(self, name: str, *args: object, ack: bool = False) -> int:
        """Send an event; with `ack`, return the number its answer will carry."""
        number = ""
        if ack:
            self._acks += 1
            number = str(self._acks)
        self.send(f"42{number}{json.dumps([name, *args])}")
        return self._acks

    def recv(self) -> Iterator[tuple[Any, ...]]:
        """("event", [name, *args]) and ("ack", number, [args]), pings answered, until the connection closes."""
        for text in self.texts():
            if text == "2":
                self.send("3")
            elif text[:2] == "42":
                yield "event", json.loads(text[text.index("[") :])
            elif text[:2] == "43":
                start = text.index("[")
                yield "ack", int(text[2:start]), json.loads(text[start:])

    def close(self) -> None:
        self.sock.close()

    def _expect(self, kind: str) -> None:
        text = next(self.texts())
        if not text.startswith(kind):
            raise ConnectionError(f"expected a packet {kind}, got {text[:200]!r}")

    def _fill(self) -> None:
        data = self.sock.recv(65_536)
        if not data:
            raise ConnectionError("closed")
        self._buffer += data

    def _need(self, size: int) -> None:
        while len(self._buffer) < size:
            self._fill()

    def texts(self) -> Iterator[str]:
        """Engine.IO packets as text, until the connection closes. Raises on a frame that is torn."""
        while True:
            try:
                self._need(2)
                head, length = self._buffer[0], self._buffer[1]
                at = 2
                if length == 126:
                    self._need(4)
                    length, at = struct.unpack_from("!H", self._buffer, 2)[0], 4
                elif length == 127:
                    self._need(10)
                    length, at = struct.unpack_from("!Q", self._buffer, 2)[0], 10
                self._need(at + length)
            except ConnectionError:
                return
            payload = bytes(self._buffer[at : at + length])
            del self._buffer[: at + length]
            if head == 0x81:
                yield payload.decode()
            elif head == 0x88:
                return
            else:
                raise ConnectionError(f"a frame that no server of ours sends: {head:#x}, {length} bytes")

    def send(self, text: str) -> None:
        """Send one Engine.IO packet."""
        data = text.encode()
        if len(data) < 126:
            head = struct.pack("!BB", 0x81, 0x80 | len(data))
        else:
            head = struct.pack("!BBH", 0x81, 0x80 | 126, len(data))
        # A mask of zeros is a mask: it saves the client the work, and the server cannot tell.
        self.sock.sendall(head + bytes(4) + data)
