"""Collect the sentences to translate (`make messages`), or check that this was done (`--check`).

Writes `messages.pot` and brings every `<language>.po` beside it up to date, keeping what is
translated. A new language starts as a copy of `messages.pot` under its own name, such as `fr.po`.
Dates and line numbers are left out, so that the files change only when a sentence does.
"""

import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
KEYWORDS = DEFAULT_KEYWORDS | {"say": None, "say_count": (1, 2)}
HEADER = "# Sentences of HOOL Classroom. See translations/README.md."
IDLE = (
    '"Project-Id-Version: ',
    '"Report-Msgid-Bugs-To: ',
    '"POT-Creation-Date: ',
    '"PO-Revision-Date: ',
    '"Last-Translator: FULL NAME',
    '"Language-Team: LANGUAGE',
    '"Language-Team: de ',
    '"Generated-By: ',
)


def collect() -> Catalog:
    """Every marked sentence of hool/ and templates/, in the order of the files."""
    catalog = Catalog(header_comment=HEADER, charset="utf-8", fuzzy=False)
    with (ROOT / "babel.cfg").open() as config:
        methods, options = parse_mapping_cfg(config)
    found = extract_from_dir(ROOT, methods, options, KEYWORDS, comment_tags=("Translators:",))
    for path, _line, message, comments, _context in sorted(found, key=lambda row: (row[0], row[1])):
        catalog.add(message, locations=[(path, None)], auto_comments=comments)
    return catalog


def text(catalog: Catalog) -> str:
    """A catalogue as a file's text, without the header lines that say nothing or change every time."""
    out = io.BytesIO()
    write_po(out, catalog, width=100, include_lineno=False, ignore_obsolete=True)
    lines = out.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(IDLE))


def main(check: bool) -> int:
    template = collect()
    files = {HERE / "messages.pot": text(template)}
    for path in sorted(HERE.glob("*.po")):
        with path.open("rb") as file:
            catalog = read_po(file, locale=path.stem.replace("-", "_"))
        catalog.update(template, no_fuzzy_matching=True)
        files[path] = text(catalog)
        missing = sum(1 for message in catalog if message.id and not all(_forms(message)))
        if missing:
            print(f"{path.relative_to(ROOT)}: {missing} of {len(catalog)} sentences are not translated yet")
    stale = [path for path, new in files.items() if not path.exists() or path.read_text("utf-8") != new]
    if check and stale:
        names = ", ".join(str(path.relative_to(ROOT)) for path in stale)
        print(f"Not up to date: {names}. Run: make messages")
        return 1
    for path in stale:
        path.write_text(files[path], "utf-8")
    return 0


def _forms(message) -> tuple[str, ...]:
    return message.string if isinstance(message.string, tuple) else (message.string,)


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
