"""How fast the product is beside a bare fan-out measured in the same run: `make bench`, `python -m bench.speed`.

What is measured, and how to read it: bench/README.md. `python -m bench.speed 8 30` measures other sizes.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SIZES = (8, 30, 100)
ROUNDS = 4
COLUMNS = ("actions/s", "CPU ms", "p50 ms", "p95 ms", "RSS MB")


@contextmanager
def server(kind: str) -> Iterator[tuple[int, int]]:
    """Start a server of this kind on a free port and a fresh file. Yields (process id, port)."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "app.py"] if kind == "hool" else [sys.executable, "-m", "bench.bare"]
        environment = {**os.environ, "HOST": "127.0.0.1", "PORT": "0", "DATA": f"{folder}/hool.sqlite", "LANG": "C"}
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            yield process.pid, _port(process)
        finally:
            process.terminate()
            process.communicate(timeout=20)


def _port(process: subprocess.Popen[str]) -> int:
    for line in process.stdout or ():
        digits = line.strip().rpartition(":")[2]
        if digits.isdigit():
            return int(digits)
    raise RuntimeError("the server did not start")


class Crowd:
    """A server with its phones, waiting to be told what to do."""

    def __init__(self, kind: str, tables: int, pid: int, port: int) -> None:
        command = [sys.executable, "-m", "bench.load", kind, str(port), str(tables), str(pid)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.rounds: dict[str, list[float]] = {}
        self._answer()

    def do(self, command: str) -> None:
        """One round; what it shows is kept in `rounds`."""
        assert self.process.stdin
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        for name, value in json.loads(self._answer()).items():
            self.rounds.setdefault(name, []).extend(value if isinstance(value, list) else [value])

    def figures(self) -> dict[str, float]:
        """The medians of the rounds, and the percentiles of all delays."""
        found = {name: statistics.median(values) for name, values in self.rounds.items()}
        delays = sorted(self.rounds["delays"])
        return found | {"p50 ms": delays[len(delays) // 2], "p95 ms": delays[int(len(delays) * 0.95)]}

    def close(self) -> None:
        self.process.communicate()

    def _answer(self) -> str:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("The load generator has stopped; what it said stands above.")
        return line


def measure(tables: int) -> dict[str, dict[str, float]]:
    """Both servers with `tables` tables each, measured by turns, so that a busy moment touches both."""
    with server("bare") as bare, server("hool") as hool:
        crowds = {"bare": Crowd("bare", tables, *bare), "hool": Crowd("hool", tables, *hool)}
        for command in ["saturate 1", "pace 4", *["saturate 3"] * ROUNDS, "pace 4"]:
            for crowd in crowds.values():
                crowd.do(command)
                if command == "saturate 1":  # only to warm up
                    crowd.rounds.clear()
        for crowd in crowds.values():
            crowd.close()
    return {name: crowd.figures() for name, crowd in crowds.items()}


def main(sizes: list[int]) -> None:
    print("The product (hool) beside a bare Flask-SocketIO fan-out (bare), by turns on this machine")
    print(f"{'tables':>6}  {'':8}" + "".join(f"{column:>11}" for column in COLUMNS))
    for tables in sizes:
        found = measure(tables)
        for name, row in found.items():
            figures = "".join(f"{row[column]:>11.{0 if column == 'actions/s' else 1}f}" for column in COLUMNS)
            print(f"{tables:>6}  {name:8}{figures}")
        ratios = "".join(f"{found['hool'][column] / found['bare'][column]:>10.2f}x" for column in COLUMNS)
        load = max(row["load CPU"] for row in found.values())
        print(f"{'':6}  {'ratio':8}{ratios}    (load generator: {load:.0%} of a core)", flush=True)


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or list(SIZES))
