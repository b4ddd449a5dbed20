"""Worker processes for what takes long: double dummy, and robots that think.

`Crew.ask` never blocks: it hands work over and returns a `Job` to look at later. Each worker does one job at a time;
whoever takes too long is stopped with its process, and the next job gets a new one. Workers start with the first job
and leave when there was nothing to do for a while, so a class that never asks pays nothing.
"""

from __future__ import annotations

import contextlib
import logging
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any

logger = logging.getLogger(__name__)

GRACE = 1.0  # seconds that a worker may be late before it is stopped
START = 30.0  # seconds that a process may need to be ready
NO_SOLVER = "no solver: "  # how `why_not` begins where the solver is installed and does not start
IDLE = 300.0  # seconds without work after which a worker's process ends

# The package's own __init__ brings the web server, of which a worker has no use: it would double its memory.
_BOOT = (
    "import sys, types;"
    "package = types.ModuleType('hool'); package.__path__ = [sys.argv[1]]; sys.modules['hool'] = package;"
    "from hool.analysis.worker import main; main()"
)
PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(eq=False, slots=True)
class Job:
    """Work that was handed over. `done` is set once; `answer` is None if it failed or came too late."""

    kind: str
    data: Any
    seconds: float
    until: float | None  # monotonic time after which nobody wants the answer any more; None for never
    done: bool = False
    answer: Any = None
    why_not: str = ""  # in English, for the log
    _over: threading.Event = field(default_factory=threading.Event)

    def drop(self) -> None:
        """Nobody wants the answer any more: if it is not begun yet, it never will be."""
        self.until = float("-inf")

    def finish(self, answer: Any = None, why_not: str = "") -> None:
        self.answer, self.why_not, self.done = answer, why_not, True
        self._over.set()

    def wait(self, seconds: float) -> bool:
        """Whether it is done after at most so many seconds. Blocks: for commands and tests."""
        return self._over.wait(seconds)


def start_process() -> subprocess.Popen[bytes]:
    """A worker: says when it is ready, then reads pickled (kind, data, seconds) from its input and answers each with
    pickled (answer, why_not)."""
    return subprocess.Popen(
        [sys.executable, "-c", _BOOT, str(PACKAGE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=-1
    )


class Crew:
    """Some workers and the queue before them. Threads of its own wait for the processes."""

    def __init__(self, size: int = 1, start: Callable[[], subprocess.Popen[bytes]] = start_process) -> None:
        self.size = size
        self._start = start
        self._queue: SimpleQueue[Job] = SimpleQueue()
        self._lock = threading.Lock()
        self._at_work = 0  # threads, each with a process or about to start one
        self._open = 0  # jobs that are not finished

    def ask(self, kind: str, data: Any, seconds: float, within: float | None = None) -> Job:
        """Have a function of `worker.KINDS` called as `function(data, solver, seconds)`.

        seconds: how long it may take once it is begun; a worker that is more than `GRACE` late is stopped.
        within: if the answer is worth nothing after so many seconds from now; what is left of them is shared with the
        jobs that wait behind, and an answer that can no longer be in time is not begun.
        """
        job = Job(kind, data, seconds, None if within is None else monotonic() + within)
        self._queue.put(job)
        with self._lock:
            self._open += 1
            if self._at_work < min(self.size, self._open):
                self._at_work += 1
                threading.Thread(target=self._work, name="hool-crew", daemon=True).start()
        return job

    def _work(self) -> None:
        process: subprocess.Popen[bytes] | None = None
        while True:
            try:
                job = self._queue.get(timeout=IDLE)
            except Empty:
                with self._lock:
                    if not self._queue.empty():
                        continue
                    self._at_work -= 1
                if process is not None:
                    _stop(process)
                return
            process = self._do(job, process)
            with self._lock:
                self._open -= 1

    def _do(self, job: Job, process: subprocess.Popen[bytes] | None) -> subprocess.Popen[bytes] | None:
        """Finish a job in this process, or in a new one; the process that is there for the next job."""
        if job.until is not None and monotonic() >= job.until:
            job.finish(why_not="waited too long")
            return process
        try:
            if process is None or process.poll() is not None:
                process = self._start()
                _receive(process, START)
            job.finish(*_exchange(process, (job.kind, job.data, self._share(job))))
            return process
        except Exception as error:
            why_not = f"{type(error).__name__} {error}".strip()
            logger.warning("a worker did not finish %s: %s", job.kind, why_not)
            if process is not None:
                _stop(process)
            job.finish(why_not=why_not)
            return None

    def _share(self, job: Job) -> float:
        """The seconds that a job may take: those behind it in the queue want their share of what is left."""
        if job.until is None:
            return job.seconds
        left = max(0.0, job.until - monotonic())
        return min(job.seconds, left / (1 + self._queue.qsize() / self.size))


def _exchange(process: subprocess.Popen[bytes], message: tuple[str, Any, float]) -> tuple[Any, str]:
    """Ask and wait. Raises EOFError when the process had to be stopped or broke down."""
    assert process.stdin is not None
    pickle.dump(message, process.stdin)
    process.stdin.flush()
    return _receive(process, message[2] + GRACE)


def _receive(process: subprocess.Popen[bytes], seconds: float) -> tuple[Any, str]:
    """The next message. Pipes cannot be read with a time limit everywhere, but a process can be stopped, which ends
    the reading."""
    assert process.stdout is not None
    watch = threading.Timer(seconds, process.kill)
    watch.daemon = True
    watch.start()
    try:
        answer, why_not = pickle.load(process.stdout)
        return answer, why_not
    finally:
        watch.cancel()


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    with contextlib.suppress(OSError):
        process.communicate()
