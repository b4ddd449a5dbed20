"""Names as people type them: tidied, compared, made up, and those that no child should read on a wall.

Two text files beside this one hold the words: ``bad_names.txt`` (its head says how a line is read) and
``made_up_names.txt``.
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hool.refused import Refused
from hool.rules.text import say

NAME_LENGTH = 20
REAL_NAME_LENGTH = 60
JOINERS = "\u200c\u200d"
BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters, signs and accents that show nothing
MARKS = 4  # accents on one letter; a tower of them would cover what stands above it
# They choose among the shapes of the sign before them, and show nothing by themselves.
_SELECTORS = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
SOURCE = "en"
_BAD = Path(__file__).with_name("bad_names.txt")
_MADE_UP = Path(__file__).with_name("made_up_names.txt")

# Signs that are written for letters. A number at the end of a name is one ("Ana1"), unless it reads like a letter only.
_SIGNS = str.maketrans("@$€!|+¡", "aseiiti")
_DIGITS = str.maketrans("0134578", "oieastb")
# Letters that have no accent to take away, and what they look like.
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "ı": "i", "đ": "d", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ʼ": "'"})
# Cyrillic, Greek, Armenian letters and small capitals that look like Latin ones; and white letters in black shapes.
_ALIKE = dict(
    zip(
        "аеорсухкмтвніјѕԁԛԝαβεικνορτυχѡսօոհᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢƒɑɡ",
        "aeopcyxkmtbhijsdqwabeiknoptuxwuonhabcdefghijklmnoprstuvwyzfag",
        strict=True,
    )
) | {chr(first + i): chr(ord("a") + i) for first in (0x1F150, 0x1F170) for i in range(26)}


def clean_name(typed: str) -> str:
    """A name of 1 to 20 characters in any script, spaces tidied. Raises ``Refused`` with what is wrong."""
    name = tidy(typed)
    if not any(unicodedata.category(c)[0] in "LNS" for c in name):
        raise Refused(say("Write a name with at least one letter."))
    if len(name) > NAME_LENGTH:
        raise Refused(say("That name is too long: 20 letters at most."))
    if re.fullmatch(r"robot\d*", bare_name(name)):
        raise Refused(say("Only robots are called that. Choose another name."))
    return name


def clean_real_name(typed: str) -> str:
    """A real name for the teacher's list, "" for none. Raises ``Refused`` if it has more than 60 characters."""
    name = tidy(typed)
    if len(name) > REAL_NAME_LENGTH:
        raise Refused(say("The real name “{name}” is too long: 60 letters at most.", name=f"{name[:20]} …"))
    return name


def tidy(typed: str) -> str:
    """One line in any script, without what cannot be seen, hides or reorders text, and towers of accents."""
    text = unicodedata.normalize("NFC", typed)
    # Format characters are kept where a script needs them (joiners); what hides or reorders text, or is blank, goes.
    text = "".join(c for c in text if c in JOINERS or unicodedata.category(c)[0] != "C" or c.isspace())
    return " ".join(few_marks("".join(c for c in text if c not in BLANKS)).split())


def few_marks(text: str) -> str:
    """The text with at most ``MARKS`` accents on a letter."""
    kept, marks = "", 0
    for c in text:
        marks = marks + 1 if unicodedata.category(c) in ("Mn", "Me") else 0
        kept += c if marks <= MARKS else ""
    return kept


def fold_name(name: str) -> str:
    """Equal for names that look equal to a reader."""
    text = _SELECTORS.sub("", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(_as_latin(word) for word in "".join(c for c in text if c not in JOINERS).split())


def bare_name(name: str) -> str:
    """Equal for names that differ in capitals, accents, blanks and signs at most."""
    return "".join(c for c in _letters(name) if c.isalnum()) or fold_name(name)


# -- made-up names -------------------------------------------------------------------------------------------


@cache
def _made_up() -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """For each language its first and its second words."""
    found: dict[str, tuple[list[str], list[str]]] = {}
    for lang, line in _sections(_MADE_UP):
        which, _, words = line.partition(":")
        found.setdefault(lang, ([], []))[("first", "second").index(which)].extend(words.split())
    return {lang: (tuple(first), tuple(second)) for lang, (first, second) in found.items()}


def made_up_name(lang: str = SOURCE, taken: Callable[[str], bool] = lambda name: False) -> str:
    """A friendly name out of two plain words that nobody has yet (``taken``), as far as a few tries can tell."""
    first, second = _made_up().get(lang.partition("-")[0], _made_up()[SOURCE])
    for _ in range(40):
        name = f"{secrets.choice(first)} {secrets.choice(second)}"
        if not taken(name):
            break
    return name


def is_made_up(name: str) -> bool:
    """Whether a name is one that we offer, in any language, perhaps with a number."""
    words = fold_name(re.sub(r" \d+$", "", name)).split()
    return len(words) == 2 and any(
        words[0] in map(fold_name, first) and words[1] in map(fold_name, second)
        for first, second in _made_up().values()
    )


def every_made_up_name() -> Iterator[str]:
    for first, second in _made_up().values():
        yield from (f"{one} {other}" for one in first for other in second)


# -- names that are replaced ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Words:
    """The list, folded as names are. ``squeezed``: whole words of four letters or more without doubled letters."""

    whole: frozenset[str]
    squeezed: frozenset[str]
    begins: tuple[str, ...]
    parts: tuple[str, ...]
    allowed: tuple[str, ...]


@cache
def _bad() -> _Words:
    whole, begins, parts, allowed = set(), [], [], []
    for _section, line in _sections(_BAD):
        word = "".join(c for c in _letters(line) if c.isalnum())
        if line.startswith("+"):
            allowed.append(word)
        elif line.startswith("*"):
            parts.append(word)
        elif line.endswith("*"):
            begins.append(word)
        else:
            whole.add(word)
    squeezed = frozenset(map(_squeeze, filter(lambda word: len(word) > 3, whole)))
    return _Words(frozenset(whole), squeezed, tuple(begins), tuple(parts), tuple(allowed))


def _sections(path: Path) -> Iterator[tuple[str, str]]:
    """The lines of a word list with the name of the section in which they stand, without blanks and comments."""
    section = ""
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[] ")
        elif line.strip() and not line.startswith("#"):
            yield section, line.strip()


def is_bad(name: str) -> bool:
    """Whether a name has a word that no child should read. Wrong in both directions now and then: so names are
    replaced and not refused, and the teacher can give any name."""
    return any(_says_bad(words) for words in _readings(name))


def _readings(name: str) -> Iterator[list[str]]:
    """The words of a name, in each way in which its signs may be meant."""
    text = _letters(name)
    plain = re.split(r"[\W_]+", text)
    yield [word for word in (part.rstrip("0123456789") or part for part in plain) if word]
    if re.search(r"[^\w\s]|\d", text):
        text = re.sub(r"[12689]+(?![^\W_])", "", text.translate(_SIGNS))
        words = [word for word in re.split(r"[\W_]+", text) if re.search(r"[^\W\d_]", word)]
        yield [word.translate(_DIGITS) for word in words]
        yield [word.replace("1", "l").translate(_DIGITS) for word in words]


def _letters(name: str) -> str:
    """Small letters without accents, as ``_as_latin``."""
    text = "".join(c for c in unicodedata.normalize("NFKC", name).casefold() if c not in JOINERS).translate(_PLAIN)
    text = "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn")
    return _as_latin(unicodedata.normalize("NFC", text))


def _as_latin(text: str) -> str:
    """What looks like Latin letters is read as such where there are some, or nothing else."""
    alike = "".join(_ALIKE.get(c, c) for c in text)
    return alike if any("a" <= c <= "z" for c in text) or alike.isascii() else text


def _says_bad(words: list[str]) -> bool:
    bad = _bad()
    together = "".join(words)
    if any(_is_word(word) or _has_part(word) for word in words):
        return True
    # "Ana L." is a name and an initial, not a word in two pieces.
    initial = len(words) > 1 and len(words[-1]) == 1 and any(len(word) > 2 for word in words)
    if len(words) > 1 and not initial and (together in bad.whole or _is_word(together)):
        return True
    if len(words) > 1 and max(map(len, words)) <= 3 and _has_part(together):
        return True
    short = re.findall(r"(?:\b\w{1,2}\b ?){3,}", " ".join(words))  # letters with dots or blanks between them
    return any(_is_word(run) or _has_part(run) for run in ("".join(each.split()) for each in short))


def _is_word(word: str) -> bool:
    bad = _bad()
    if word in bad.allowed:
        return False
    if any(form in bad.whole or form.startswith(bad.begins) for form in _unstretched(word)):
        return True
    # Doubled by hand: "fuuk" is squeezed and compared with words that have no doubles; longer runs are no spelling.
    squeezed = _squeeze(word)
    stretched = re.search(r"(.)\1\1", word) is not None
    return len(squeezed) > 3 and squeezed in (bad.squeezed if stretched else bad.whole)


def _has_part(word: str) -> bool:
    bad = _bad()
    for form in {*_unstretched(word), _squeeze(word)}:
        for allowed in bad.allowed:
            form = form.replace(allowed, " ")
        if any(part in form for part in bad.parts):
            return True
    return False


def _unstretched(word: str) -> set[str]:
    """Also with runs of three and more equal letters as two, and as one."""
    return {word, re.sub(r"(.)\1{2,}", r"\1\1", word), re.sub(r"(.)\1{2,}", r"\1", word)}


def _squeeze(word: str) -> str:
    return re.sub(r"(.)\1+", r"\1", word)
