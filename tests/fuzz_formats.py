"""Spoilt files for both importers: `python -m tests.fuzz_formats --files 100000 [--seed 1]`.

Each file is a good one after some mutations. Reading it must end soon and raise nothing, and what was read must be the
same after it was written and read again, in PBN and in LIN. Prints how many there were and which took longest.
"""

import argparse
import random
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from hool.formats import files, lin, pbn
from hool.formats.boards import MAX_BOARDS, MAX_PROBLEMS, Call, FileBoard, Report
from hool.rules import hool

FIXTURES = Path(__file__).parent / "fixtures"
SECONDS = 2.0  # of processor time that no file may take
BACK = 8  # one file in so many is also written again
CODINGS = ("utf-8", "utf-8-sig", "iso-8859-1", "iso-8859-2", "cp1250", "utf-16", "utf-16-le", "utf-16-be")
WORDS = (
    *("[", "]", '"', "{", "}", ";", "%", "#", "##", "|", "||", "\\", "\n", "\n\n", "\r", "\0", "\x1a", " ", "\t"),
    *("-", "*", "+", "=", "!", "^I", "^S", "$7", "=1=", "AP", "S", "NT", "10", "0", "-1", "9" * 40, "é", "ł", "\ufeff"),
    *('[Deal "', '[Board "', '[Auction "N"]', '[Play "W"]', '[Note "1:', '[HoolVersion "1"]'),
    *("md|", "qx|", "mb|", "pc|", "mc|", "an|", "zh|", "zh|HoolVersion 1|", "pn|,,,,,,,|", "%7C", "https://x/?lin="),
)


def good_files() -> dict[str, list[bytes]]:
    """Files to begin from, by format."""
    own = pbn.read((FIXTURES / "hool.pbn").read_bytes()).boards
    return {
        "pbn": [
            *(path.read_bytes() for path in sorted(FIXTURES.glob("*.pbn"))),
            *(pbn.write([board]).encode() for board in own),
        ],
        "lin": [
            *(path.read_bytes() for path in sorted(FIXTURES.glob("*.lin"))),
            *(lin.write([board]).encode() for board in own),
        ],
    }


def spoilt(rng: random.Random, good: list[bytes]) -> bytes:
    """A file after one to eight mutations, each at a place of its own."""
    data = rng.choice(good)
    for _ in range(rng.randint(1, 8)):
        data = rng.choice(MUTATIONS)(rng, data, good)
    return data[:60_000]


def _flip(rng: random.Random, data: bytes, _good: list[bytes]) -> bytes:
    out = bytearray(data)
    for _ in range(rng.randint(1, 5)):
        if out:
            out[rng.randrange(len(out))] = rng.randrange(256)
    return bytes(out)


def _cut(rng: random.Random, data: bytes, _good: list[bytes]) -> bytes:
    start = rng.randrange(len(data) + 1)
    return data[:start] + data[start + rng.randint(1, 30) :]


def _truncate(rng: random.Random, data: bytes, _good: list[bytes]) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _insert(rng: random.Random, data: bytes, _good: list[bytes]) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(WORDS).encode() * rng.choice((1, 1, 1, 2, 40)) + data[at:]


def _parts(rng: random.Random, data: bytes) -> list[bytes]:
    """The file in lines, or in what stands between bars, or in words."""
    return re.split(rng.choice((rb"(?<=\n)", rb"(?<=\|)", rb"(?<=\s)")), data)


def _swap(rng: random.Random, data: bytes, _good: list[bytes]) -> bytes:
    parts = _parts(rng, data)
    one, other = rng.randrange(len(parts)), rng.randrange(len(parts))
    parts[one], parts[other] = parts[other], parts[one]
    return b"".join(parts)


def _double(rng: random.Random, data: bytes, _good: list[bytes]) -> bytes:
    parts = _parts(rng, data)
    at = rng.randrange(len(parts))
    parts[at] *= rng.choice((2, 2, 3, 300))
    return b"".join(parts)


def _drop(rng: random.Random, data: bytes, _good: list[bytes]) -> bytes:
    parts = _parts(rng, data)
    del parts[rng.randrange(len(parts))]
    return b"".join(parts)


def _splice(rng: random.Random, data: bytes, good: list[bytes]) -> bytes:
    other = rng.choice(good)
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]


def _recode(rng: random.Random, data: bytes, _good: list[bytes]) -> bytes:
    text = data.decode("utf-8", errors="replace")
    at = rng.randrange(len(text) + 1) if rng.random() < 0.3 else 0  # mixed within the file
    return text[:at].encode() + text[at:].encode(rng.choice(CODINGS), errors="replace")


def _case(rng: random.Random, data: bytes, _good: list[bytes]) -> bytes:
    return data.lower() if rng.random() < 0.5 else data.upper()


MUTATIONS = (_flip, _cut, _truncate, _insert, _insert, _swap, _swap, _double, _drop, _drop, _splice, _recode, _case)


@dataclass
class Outcome:
    """files, boards, problems: counted. slowest: (seconds, number of the file, its bytes), the five longest."""

    files: int = 0
    boards: int = 0
    problems: int = 0
    again: int = 0
    seconds: float = 0.0
    slowest: list[tuple[float, int, int]] = field(default_factory=list)

    def __str__(self) -> str:
        slow = ", ".join(f"{took * 1000:.0f} ms (file {number}, {size} bytes)" for took, number, size in self.slowest)
        return (
            f"{self.files} files, {self.boards} boards read, {self.problems} problems named, "
            f"{self.again} boards written and read again, {self.seconds:.0f} s\n  slowest: {slow}"
        )


def run(kind: str, count: int, seed: int) -> Outcome:
    """Reads `count` spoilt files of a format. Raises what reading them raises, naming the file."""
    good, found = good_files()[kind], Outcome()
    began = time.perf_counter()
    for number in range(count):
        rng = random.Random(f"{kind} {seed} {number}")
        data = spoilt(rng, good)
        acts, pack = rng.random() < 0.6, rng.choice((None, *hool.PACKS.values()))
        started = time.process_time()
        try:
            report = files.read(data, acts, pack)
            took = time.process_time() - started
            check(report)
            if acts and number % BACK == 0:
                found.again += back(report)
        except Exception as error:
            error.add_note(f"{kind} file {number} of seed {seed}: {data[:3000]!r}")
            raise
        assert took < SECONDS, f"{kind} file {number} of seed {seed} took {took:.1f} s"
        found.files, found.boards = found.files + 1, found.boards + len(report.boards)
        found.problems += len(report.problems)
        found.slowest = sorted([*found.slowest, (took, number, len(data))], reverse=True)[:5]
    found.seconds = time.perf_counter() - began
    return found


def check(report: Report) -> None:
    """What holds of every report: it is bounded, says something, and every sentence can be drawn."""
    assert len(report.boards) <= MAX_BOARDS and len(report.problems) <= MAX_PROBLEMS + 1
    assert report.boards or report.problems
    for problem in report.problems:
        assert str(problem) and len(str(problem)) < 1000


def back(report: Report) -> int:
    """Writes what was read and reads it again, in both formats; returns how many boards. All must be the same."""
    boards = list(_once(report.boards))
    if not boards:
        return 0
    for write, read in ((pbn.write, pbn.read), (lin.write, lin.read)):
        text = write(boards)
        told = read(text.encode())
        assert [str(problem) for problem in told.problems] == [], text
        for board, again in zip(boards, told.boards, strict=True):
            if read is lin.read:
                board, again = _plain(board), _plain(again)
            assert again == board, f"{board}\n{again}\n{text}"
    return len(boards)


def _plain(board: FileBoard) -> FileBoard:
    """A board without what LIN cannot say of a bridge auction: marks, bids out of order, what has bars in it."""
    calls = (Call(call.text.replace("^S", "Pass"), (), call.note.replace("|", " ")) for call in board.auction)
    return replace(board, auction=tuple(call for call in calls if call.text != "^I"))


def _once(boards: tuple[FileBoard, ...]) -> Iterator[FileBoard]:
    """Boards that no other repeats: of several tables only the first is read again."""
    seen = set()
    for board in boards[:20]:
        if (board.number, board.deal) not in seen:
            seen.add((board.number, board.deal))
            yield replace(board)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=100_000, help="of each format")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=("pbn", "lin"))
    wanted = parser.parse_args()
    for kind in (wanted.only,) if wanted.only else ("pbn", "lin"):
        print(f"{kind}: {run(kind, wanted.files, wanted.seed)}", flush=True)


if __name__ == "__main__":
    main()
