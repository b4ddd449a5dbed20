"""Which language a page speaks, and the sentences in it.

English is the source: a sentence that no catalogue knows is shown as it stands in the code. A
catalogue is `translations/<language>.po`, an ordinary gettext file that any translator's editor
opens. It is read when the app starts, so there is nothing to compile and no second file to go stale.

Placeholders are `%(name)s` in pages and web code (as Jinja's own `{% trans %}` writes them) and
`{name}` in the sentences of the rules (`hool.rules.text`).
"""

import ast
import gettext as _gettext
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, g, has_request_context, request

from hool.rules.text import Text

SOURCE = "en"
COOKIE = "lang"
FOLDER = Path(__file__).resolve().parent.parent / "translations"


@dataclass(frozen=True, slots=True)
class Catalogue:
    """One language: `messages` maps an English sentence to its forms, `plural` picks one for a count."""

    language: str
    messages: dict[str, tuple[str, ...]]
    plural: Callable[[int], int]

    @property
    def name(self) -> str:
        """The language's name for itself, for a menu: "Deutsch"."""
        return self.messages.get("English", (self.language,))[0]


def _english_plural(count: int) -> int:
    return int(count != 1)


_catalogues: dict[str, Catalogue] = {}  # of the whole process: socket pushes speak outside any request
_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)


def read_catalogue(path: Path) -> Catalogue:
    """Read a `.po` file; its name without the suffix is the language's tag ("de", "pt-BR").

    Untranslated and fuzzy entries are left out, so English stands in for them. Raises ValueError
    with file and line for a line that is no gettext.
    """
    messages: dict[str, tuple[str, ...]] = {}
    header = ""
    for entry in _entries(path):
        one = entry.get("msgid", "")
        forms = tuple(text for key, text in sorted(entry.items()) if key.startswith("msgstr"))
        if not one and forms:
            header = forms[0]
        elif forms and all(forms):
            messages[one] = forms
    found = re.search(r"\bplural=([^;\n]+)", header)
    plural = _gettext.c2py(found[1]) if found else _english_plural
    return Catalogue(path.stem, messages, plural)


def _entries(path: Path) -> Iterator[dict[str, str]]:
    """The entries of a `.po` file as {"msgid": ..., "msgstr[0]": ...}, fuzzy and obsolete ones left out."""
    entry: dict[str, str] = {}
    fuzzy = False
    key = ""
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), 1):
        line = line.strip()
        if line.startswith(("msgid ", "#")) and any(key.startswith("msgstr") for key in entry):
            if not fuzzy or not entry["msgid"]:  # tools like to call the header fuzzy
                yield entry
            entry, fuzzy = {}, False
        if not line:
            fuzzy = fuzzy and bool(entry)  # an obsolete entry leaves nothing but its flag
        elif line.startswith("#"):
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
        else:
            found = re.fullmatch(r'(?:(msgid|msgid_plural|msgstr(?:\[\d\])?)\s+)?(".*")', line)
            if not found or not (found[1] or key):
                raise ValueError(f"{path}:{number}: not a line of a gettext catalogue: {line}")
            key = found[1] or key
            entry[key] = entry.get(key, "") + ast.literal_eval(found[2])
    if entry and not fuzzy:
        yield entry


@cache
def _read_all(folder: Path) -> dict[str, Catalogue]:
    return {path.stem: read_catalogue(path) for path in sorted(folder.glob("*.po"))}


def languages() -> dict[str, str]:
    """The languages pages can speak, English first: tag to the language's name for itself."""
    return {SOURCE: "English"} | {tag: catalogue.name for tag, catalogue in sorted(_catalogues.items())}


def language() -> str:
    """The language in force: what `speaking` set, else what this request's reader asked for.

    A reader asks by the cookie `lang` (the menu on the page), else by the browser's Accept-Language;
    outside of both it is English.
    """
    spoken = _spoken.get()
    if spoken:
        return spoken
    if not has_request_context():
        return SOURCE
    if "language" not in g:
        g.language = best_language(request.cookies.get(COOKIE, ""), request.accept_languages.values())
    return str(g.language)


def best_language(chosen: str, accepted: Any = ()) -> str:
    """The first of `chosen`, then of the tags in `accepted`, that there is; "de-AT" is content with "de"."""
    present = languages()
    for wish in (chosen, *accepted):
        tag = wish.replace("_", "-").lower()
        for candidate in (tag, tag.partition("-")[0]):
            for known in present:
                if candidate == known.lower():
                    return known
    return SOURCE


@contextmanager
def speaking(tag: str) -> Iterator[None]:
    """Speak one language inside the block: pushes are rendered once for each language in use."""
    token = _spoken.set(tag)
    try:
        yield
    finally:
        _spoken.reset(token)


def gettext(message: str) -> str:
    """The sentence in the language in force, placeholders left as they are."""
    catalogue = _catalogues.get(language())
    forms = catalogue.messages.get(message) if catalogue else None
    return forms[0] if forms else message


def ngettext(one: str, many: str, count: int) -> str:
    """The form for `count` in the language in force, placeholders left as they are."""
    catalogue = _catalogues.get(language())
    forms = catalogue.messages.get(one) if catalogue else None
    if catalogue and forms and len(forms) > 1:
        return forms[min(catalogue.plural(count), len(forms) - 1)]
    return one if count == 1 else many


def _(message: str, /, **params: object) -> str:
    """A sentence for web code: `_("Room %(name)s", name=room.name)`. Not escaped; templates do that."""
    return gettext(message) % params if params else gettext(message)


def translate(text: Text, show: Callable[[Any], Any] = str, frame: Callable[[str], str] = str) -> str:
    """A sentence of the rules in the language in force.

    `show` writes each parameter that is not itself a Text (a Card, a SeatRef, a Bid, a number).
    To draw them in a page pass `show` returning Markup and `frame=markupsafe.escape`: the sentence
    is then escaped, and so is each parameter that is plain text.
    """
    if text.count is None:
        message = gettext(text.message)
    else:
        message = ngettext(text.message, text.plural, text.count)
    params = {
        name: translate(value, show, frame) if isinstance(value, Text) else show(value) for name, value in text.params
    }
    return frame(message).format(**params) if params else frame(message)


def init_app(app: Flask, folder: Path = FOLDER) -> None:
    """Read the catalogues in `folder` and let the templates speak: `_`, `ngettext`, `{% trans %}`."""
    _catalogues.clear()
    _catalogues.update(_read_all(folder))
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.jinja_env.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]
    app.jinja_env.globals.update(language=language, languages=languages)
