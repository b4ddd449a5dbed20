"""Who may import whom: arrows point upwards only, the rules are plain Python, and only the web knows Flask."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# The parts of the package from the bottom up. A part may use itself and those below it; two parts on one floor do
# not know each other, except that the web and its sockets are one thing in two files.
FLOORS = [
    {"rules"},
    {"addresses", "formats", "robots", "notes", "quiet", "store", "refused", "brakes", "game_words", "lesson_hoola"},
    {"lessons", "checks", "dealing", "names"},
    {"analysis", "register", "fold"},
    {"tables", "shelf", "insight", "rotation", "fairness", "results_hoola"},
    {"classroom", "radar", "differences"},
    {"session", "branches", "door", "pace"},
    {"messages", "results", "rounds", "ratings"},
    {"result_gather", "result_words", "retention"},
    {"i18n"},
    {"web", "live", "serve", "commands"},
    {""},  # hool/__init__.py, which wires them
]
NEIGHBOURS = {("web", "live"), ("live", "web")}
WEB = {"i18n", "web", "live", "serve", "commands", ""}
WEB_LIBRARIES = {"flask", "flask_socketio", "gevent", "jinja2", "markupsafe", "socketio", "engineio", "werkzeug"}


def part_of(path: Path) -> str:
    """`rules` for hool/rules/cards.py, `tables` for hool/tables.py, "" for hool/__init__.py."""
    first = path.relative_to(ROOT / "hool").parts[0]
    return "" if first == "__init__.py" else first.removesuffix(".py")


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """The modules a file imports, with the line; `from hool import i18n` counts as hool.i18n."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: name the module in full"
            if node.module == "hool":
                yield from ((f"hool.{alias.name}", node.lineno) for alias in node.names)
            else:
                yield node.module or "", node.lineno


FILES = sorted((ROOT / "hool").rglob("*.py"))
FLOOR = {part: floor for floor, parts in enumerate(FLOORS) for part in parts}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_imports_only_from_below(path):
    part = part_of(path)
    assert part in FLOOR, f"say in {Path(__file__).name} on which floor {part} stands"
    for module, line in imports(path):
        top, _, rest = module.partition(".")
        if top == "hool":
            other = rest.split(".")[0]
            allowed = other == part or FLOOR[other] < FLOOR[part] or (part, other) in NEIGHBOURS
            assert allowed, f"{path}:{line}: {part or 'hool'} may not import {module}"
        elif part == "rules":
            assert top in sys.stdlib_module_names, f"{path}:{line}: the rules use only the standard library"
        elif top in WEB_LIBRARIES:
            assert part in WEB, f"{path}:{line}: only the web imports {top}"


def test_a_game_knows_no_other_part_of_the_app():
    """Nothing but the rules is loaded when the rules alone are asked for by path."""
    code = (
        "import sys, types;"
        "package = types.ModuleType('hool'); package.__path__ = ['hool']; sys.modules['hool'] = package;"
        "import hool.rules;"
        "print(*sorted(name for name in sys.modules if name.startswith('hool.')))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert all(name.startswith("hool.rules") for name in loaded.stdout.split())


def test_clocks_and_chance_are_not_in_the_rules():
    """Time never, and chance only in the shuffle's new secret; a deal is given its source."""
    for path in (ROOT / "hool" / "rules").glob("*.py"):
        used = {module.split(".")[0] for module, _ in imports(path)}
        assert not used & {"time", "datetime", "random", "threading", "asyncio", "os"}, path
        assert "secrets" not in used or path.name == "shuffle.py"
