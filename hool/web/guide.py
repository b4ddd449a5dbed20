"""The guide for a teacher's first lesson, as a page to read and to print: docs/first-lesson.md."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from flask import Blueprint, current_app, render_template
from markdown_it import MarkdownIt
from markupsafe import Markup

pages = Blueprint("guide", __name__)

GUIDE = Path(__file__).resolve().parent.parent.parent / "docs" / "first-lesson.md"
_PICTURE = re.compile(r'src="\.\./static/([^"]+)"')


@cache
def _html() -> str:
    """The guide, with pictures named as the file names them."""
    return str(MarkdownIt("js-default", {"html": False}).render(GUIDE.read_text("utf-8")))


@pages.get("/first-lesson")
def first_lesson() -> str:
    static = current_app.jinja_env.globals["static"]
    text = _PICTURE.sub(lambda found: f'src="{static(found[1])}"', _html())  # type: ignore[operator]
    return render_template("guide.html", guide=Markup(text), room=None, lesson=None, back="/")
