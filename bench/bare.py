"""The yardstick: a bare Flask-SocketIO fan-out with no rules, no store and no pages.

One event of 200 bytes is answered by an ack and four pushes of 1.5 KB, one to each socket of its table.
Same server, same Socket.IO settings as the product. `python -m bench.bare` prints its port.
"""

from gevent import monkey

monkey.patch_all()

import json
import sys

from flask import Flask
from flask_socketio import SocketIO, emit, join_room
from gevent.pywsgi import WSGIServer

from hool.serve import SOCKET_OPTIONS, listen

HAND = ["AS", "KS", "9S", "4S", "QH", "JH", "TH", "7D", "6D", "2D", "AC", "8C", "3C"]


def view(seat: int, number: int) -> dict[str, object]:
    """What a naive server sends to one phone: a JSON object of about 1.5 KB."""
    return {
        "seq": number,
        "seat": seat,
        "hand": HAND,
        "choices": [{"action": f"play {card}", "why": None} for card in HAND],
        "clues": [[["hcp", 11], ["hearts", 4]] for _ in range(4)],
        "tricks": [{"leader": n % 4, "cards": HAND[n : n + 4], "winner": 2} for n in range(13)],
        "contract": "4H",
        "names": ["Amina", "Benedikt", "Charlotte", "Dmitri"],
        "sentence": "It is North's turn. Follow suit if you can, else play any card you like.",
    }


def main() -> None:
    app = Flask(__name__)
    socketio = SocketIO(app, **SOCKET_OPTIONS)
    counts: dict[int, int] = {}

    @socketio.on("watch")
    def watch(table: int, seat: int) -> None:
        join_room(f"{table}/{seat}")

    @socketio.on("act")
    def act(table: int, filler: str) -> dict[str, bool]:
        counts[table] = counts.get(table, 0) + 1
        for seat in range(4):
            emit("view", view(seat, counts[table]), to=f"{table}/{seat}")
        return {"ok": True}

    listener = listen("127.0.0.1", 0)
    print(listener.getsockname()[1], flush=True)
    WSGIServer(listener, app, log=None, environ={"SERVER_NAME": "localhost"}).serve_forever()


if __name__ == "__main__":
    if "--size" in sys.argv:
        print(len(json.dumps(view(0, 1), separators=(",", ":"))))
    else:
        main()
