"""What every test may use: an app on a fresh database file, and time that passes only when told to."""

import gc
import heapq
import itertools
import os
from collections.abc import Callable
from pathlib import Path
from types import CodeType

import pytest
from analysts import Pondering
from flask import Flask
from hypothesis import settings
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

from hool import create_app, store

# A first run under load takes seconds here and there, which is no failure. CI repeats the same examples, so
# that a change is judged by itself; on a desk every run looks at new ones.
settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

# Thousands of tests stay in memory to the end; looking for rubbish among them again and again took a sixth of the time.
gc.set_threshold(20_000, 10, 10)


def pytest_collection_finish():
    gc.collect()
    gc.freeze()


class Clock:
    """The injected clock and scheduler: `clock()` is seconds since 1970, `clock.later` puts work aside.

    `clock.advance(seconds)` lets time pass and runs what falls due, in order, including what that puts aside.
    """

    def __init__(self) -> None:
        self.now = 1_800_000_000.0
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()

    def __call__(self) -> float:
        return self.now

    def later(self, seconds: float, function: Callable[[], None]) -> None:
        heapq.heappush(self._due, (self.now + seconds, next(self._order), function))

    def advance(self, seconds: float) -> None:
        end = self.now + seconds
        while self._due and self._due[0][0] <= end:
            self.now, _, function = heapq.heappop(self._due)
            function()
        self.now = end


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(scope="session", autouse=True)
def addresses_are_compiled_once():
    """Every app of every test has the same addresses; that is most of what making one takes."""
    compiled: dict[tuple[object, ...], tuple[dict[str, object], dict[str, Callable], set[str]]] = {}
    compile_one = Rule.compile
    made = ("_parts", "_trace", "_converters")

    def once(rule):
        key = rule.rule, repr(rule.defaults), rule.is_leaf, rule.websocket, tuple(rule.map.converters.values())
        if key not in compiled:
            compile_one(rule)
            builders = {name: getattr(rule, name).__func__ for name in ("_build", "_build_unknown")}
            compiled[key] = {name: vars(rule)[name] for name in made}, builders, set(rule.arguments)
            return
        parts, builders, arguments = compiled[key]
        vars(rule).update(parts)
        vars(rule).update({name: function.__get__(rule, None) for name, function in builders.items()})
        rule.arguments |= arguments

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "compile", once)
        yield


@pytest.fixture(scope="session", autouse=True)
def nothing_waits_for_the_disk():
    """No test cuts the power of the computer: what is written is there for all who read, on the disk or not yet."""
    settings_of = store._sqlite_settings

    def fast(connection, record):
        settings_of(connection, record)
        connection.execute("PRAGMA synchronous=OFF")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "_sqlite_settings", fast)
        yield


class Compiled(FileSystemBytecodeCache):
    """Templates as Python: compiled once for all apps of all processes of a run, and read once by each process."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        super().__init__(str(folder))
        self._read: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._read.get((bucket.key, bucket.checksum))
        if bucket.code is None:
            super().load_bytecode(bucket)
            if bucket.code is not None:
                self._read[bucket.key, bucket.checksum] = bucket.code

    def dump_bytecode(self, bucket: Bucket) -> None:
        super().dump_bytecode(bucket)
        self._read[bucket.key, bucket.checksum] = bucket.code


@pytest.fixture(scope="session", autouse=True)
def compiled(tmp_path_factory):
    """Every app has it, unless it is given another."""
    of_run = tmp_path_factory.getbasetemp()
    cache = Compiled((of_run.parent if os.environ.get("PYTEST_XDIST_WORKER") else of_run) / "templates")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {"bytecode_cache": cache})
        yield cache


@pytest.fixture
def app(tmp_path, clock):
    """A whole app on its own database file; nothing in it waits unless `clock` is advanced, and nothing is analysed."""
    config = {"TESTING": True, "DATA": str(tmp_path / "hool.sqlite"), "CLOCK": clock, "LATER": clock.later}
    return create_app({**config, "ANALYST": Pondering()})


@pytest.fixture
def client(app):
    return app.test_client()
