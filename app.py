"""The entry point: `python app.py` serves HOOL Classroom, `flask --app app` runs its commands.

Settings come from the environment, here and nowhere else:

DATA           the SQLite file of rooms and boards (data/hool.sqlite)
HOST, PORT     where to listen (0.0.0.0, and the first free port from 8000 on)
DATABASE_URL   another database instead of DATA, such as postgresql+psycopg://...
REDIS_URL      the message queue that several such processes share
SECRET_KEY     the server's secret, the same for several processes (else made once, kept beside DATA)
PROXY          1 when a proxy stands in front and sets X-Forwarded-For, -Proto and -Host
OPEN_PASSWORD  whoever opens a room must know it (else everybody may)
"""

if __name__ == "__main__":
    # One greenlet a phone needs a cooperative standard library. Only the server wants that, so it
    # happens here alone: commands and tests run on plain Python.
    from gevent import monkey

    monkey.patch_all()

import os
import sys
from typing import Any

from hool import create_app

config: dict[str, Any] = {
    name: os.environ[name]
    for name in ("DATA", "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "PROXY", "OPEN_PASSWORD")
    if os.environ.get(name)
}

if __name__ == "__main__":
    from hool.serve import SOCKET_OPTIONS, offload, serve

    app = create_app(config | {"SOCKET_OPTIONS": SOCKET_OPTIONS, "OFFLOAD": offload})
    sys.exit(serve(app, os.environ.get("HOST", ""), os.environ.get("PORT", "")))

app = create_app(config)
