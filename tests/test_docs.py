"""The READMEs name everything there is: options, a table's events, commands, targets, settings, packages."""

import ast
import re
from dataclasses import fields
from pathlib import Path

import pytest

from hool.rules import GAMES

ROOT = Path(__file__).resolve().parent.parent
FLASKS_OWN = {"run", "shell", "routes"}


def read(path):
    return (ROOT / path).read_text("utf-8")


def words_of_matches(path, subject):
    """The words that the `match subject:` statements of a module tell apart."""
    found = set()
    for node in ast.walk(ast.parse(read(path))):
        if isinstance(node, ast.Match) and isinstance(node.subject, ast.Name) and node.subject.id == subject:
            for case in node.cases:
                found |= {n.value.value for n in ast.walk(case.pattern) if isinstance(n, ast.MatchValue)}
    return {word for word in found if isinstance(word, str)}


def missing(names, text):
    """Which names do not stand in `text` as code of their own, such as `name` or `name 17`."""
    fences = re.findall(r"^```.*?^```", text, re.M | re.S)
    spans = [*fences, *re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))]
    return {name for name in names if not any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", s) for s in spans)}


@pytest.mark.parametrize("name", GAMES)
def test_every_option_stands_in_the_rules(name):
    assert missing({field.name for field in fields(GAMES[name].Options)}, read("hool/rules/README.md")) == set()


def test_every_event_and_every_word_at_the_door_is_explained():
    words = words_of_matches("hool/tables.py", "verb") | words_of_matches("hool/fold.py", "verb")
    assert {"open", "sit", "board", "rewind", "next", "undo", "claim"} <= words
    assert missing(words, read("hool/README.md")) == set()


def test_every_module_stands_on_the_map():
    modules = {path.name for path in (ROOT / "hool").glob("*.py")} - {"__init__.py"}
    assert missing(modules, read("hool/README.md")) == set()


def test_every_command_is_named(app):
    assert missing(set(app.cli.commands) - FLASKS_OWN, read("README.md")) == set()


def test_every_make_target_is_named():
    targets = re.findall(r"^([a-z]+):", read("Makefile"), re.M)
    assert "run" in targets
    assert missing({f"make {target}" for target in targets}, read("README.md")) == set()


def test_every_setting_is_named():
    tree = ast.parse(read("app.py"))
    # They are read as a tuple of names, and one by one from os.environ.
    read_at = [n.elts for n in ast.walk(tree) if isinstance(n, ast.Tuple)]
    read_at += [n.args for n in ast.walk(tree) if isinstance(n, ast.Call) and ast.unparse(n.func) == "os.environ.get"]
    settings = {n.value for nodes in read_at for n in nodes if isinstance(n, ast.Constant) and n.value}
    assert {"DATA", "PORT", "REDIS_URL"} <= settings
    assert missing(settings, read("README.md")) == set()
    assert {name for name in settings if not re.search(rf"\b{name}\b", ast.get_docstring(tree))} == set()


def test_every_package_has_its_reason_and_its_pin():
    lines = [line.strip() for line in read("requirements.txt").splitlines() if line.strip() and line[0] != "#"]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", line) for line in lines)
    readme = read("README.md")
    assert [line for line in lines if not re.search(rf"\b{re.escape(line.partition('==')[0])}\b", readme)] == []


@pytest.mark.parametrize("path", sorted(ROOT.glob("*.md")) + sorted(ROOT.glob("[a-z]*/**/*.md")), ids=str)
def test_links_lead_somewhere(path):
    for target in re.findall(r"\]\((?!https?:)([^)#\s]+)[^)]*\)", path.read_text("utf-8")):
        assert (path.parent / target).exists(), target
