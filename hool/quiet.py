"""What goes to the server's log when something fails: where and what kind, and not a word of what it failed on.

A message of an exception may quote what a child typed, a key or an address, and so may the libraries' own log. None of
that is written: no names, no codes, no keys, no notes, no addresses.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import traceback
from pathlib import Path
from types import TracebackType

FRAMES = 6  # how many calls of each exception are told, the innermost ones


def told(error: BaseException | None) -> str:
    """An exception as its kind and its places, and those that led to it; without its message."""
    parts, seen = [], set[int]()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
        places = " < ".join(
            f"{'/'.join(Path(each.filename).parts[-2:])}:{each.lineno} {each.name}" for each in reversed(frames)
        )
        parts.append(f"{type(error).__name__}{_reason(error)} at {places or 'no place'}")
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return ", because of ".join(parts)


def _reason(error: BaseException) -> str:
    """What a system or a database says by a number, which quotes nobody."""
    if isinstance(error, OSError) and error.errno is not None:
        return f" ({os.strerror(error.errno)})"
    name = (
        getattr(error, "sqlite_errorname", "") if isinstance(error, sqlite3.Error) else getattr(error, "sqlstate", "")
    )
    return f" ({name})" if isinstance(name, str) and name else ""


class _Quiet(logging.Filter):
    """For the loggers of libraries that put into words what a browser has sent."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info:
            record.msg = f"{record.name} failed: {told(record.exc_info[1])}"
        elif "accepted origin" in str(record.msg):
            record.msg = "a socket was asked for by the page of another site; behind a proxy, PROXY=1 may be missing"
        else:
            record.msg = "a socket was refused that is not known here, or not understood"
        record.args, record.exc_info, record.exc_text = (), None, None
        return True


_QUIET = _Quiet()


def hush() -> None:
    """Make the libraries' loggers quiet; ``flask run``, which is no server for a class, writes down no visits."""
    for name in ("engineio.server", "socketio.server"):
        logging.getLogger(name).addFilter(_QUIET)
    logging.getLogger("werkzeug").setLevel(logging.WARNING)


def print_exception(_context: object, _kind: type, error: BaseException | None, _trace: TracebackType | None) -> None:
    """What gevent does with an exception that nobody caught."""
    logging.getLogger(__name__).error("something failed beside a request: %s", told(error))
