"""What every test may use: an app on a fresh database file, and time that passes only when told to."""

import heapq
import itertools
import os
from collections.abc import Callable

import pytest
from analysts import Pondering
from hypothesis import settings
from jinja2 import FileSystemBytecodeCache
from werkzeug.routing import Rule

from hool import create_app

# A first run under load takes seconds here and there, which is no failure. CI repeats the same examples, so
# that a change is judged by itself; on a desk every run looks at new ones.
settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")


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
    compiled: dict[tuple[str, str, bool], object] = {}
    compile_one = Rule._compile_builder

    def once(rule, append_unknown=True):
        key = rule.rule, repr(rule.defaults), append_unknown
        if key not in compiled:
            compiled[key] = compile_one(rule, append_unknown)
        return compiled[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", once)
        yield


@pytest.fixture(scope="session")
def compiled(tmp_path_factory):
    """The templates as Python: each is compiled once for all apps."""
    return FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))


@pytest.fixture
def app(tmp_path, clock, compiled):
    """A whole app on its own database file; nothing in it waits unless `clock` is advanced, and nothing is analysed."""
    config = {"TESTING": True, "DATA": str(tmp_path / "hool.sqlite"), "CLOCK": clock, "LATER": clock.later}
    app = create_app({**config, "ANALYST": Pondering()})
    app.jinja_env.bytecode_cache = compiled
    return app


@pytest.fixture
def client(app):
    return app.test_client()
