"""Languages: the catalogue reader against Babel, who is spoken to how, and no sentence left unmarked."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from flask import Flask, render_template_string
from jinja2 import Environment
from markupsafe import Markup, escape

from hool import i18n
from hool.rules.text import Bid, SeatRef, say, say_count

ROOT = Path(__file__).resolve().parent.parent
# The template of all catalogues counts as one: it has every sentence and no translation.
CATALOGUES = sorted((ROOT / "translations").glob("*.po*"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))

CZECH = r"""# a comment
#, fuzzy
msgid ""
msgstr ""
"Language: cs\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\n"

#: hool/x.py
#, python-format
msgid "Hello %(name)s"
msgstr "Ahoj "
"%(name)s \"x\""

#, fuzzy
msgid "Unsure"
msgstr "Nejisto"

msgid "English"
msgstr "Čeština"

#, fuzzy
#~ msgid "Gone"
#~ msgstr "Pryč"

msgid "Untranslated"
msgstr ""

msgid "{count} trick"
msgid_plural "{count} tricks"
msgstr[0] "{count} zdvih"
msgstr[1] "{count} zdvihy"
msgstr[2] "{count} zdvihů"

msgid "{seat} bids {bid}"
msgstr "{bid}: {seat} & spol."
"""


@pytest.fixture
def czech(tmp_path):
    """An app that speaks English and Czech; afterwards the process speaks what it did before."""
    (tmp_path / "cs.po").write_text(CZECH, "utf-8")
    app = Flask(__name__)
    i18n.init_app(app, tmp_path)
    yield app
    i18n.init_app(Flask(__name__))


def test_reads_forms_and_leaves_out_what_is_unsure(tmp_path):
    (tmp_path / "cs.po").write_text(CZECH, "utf-8")
    catalogue = i18n.read_catalogue(tmp_path / "cs.po")
    assert catalogue.name == "Čeština"
    assert catalogue.messages["Hello %(name)s"] == ('Ahoj %(name)s "x"',)
    assert catalogue.messages["{count} trick"][1] == "{count} zdvihy"
    assert [catalogue.plural(n) for n in (1, 3, 5)] == [0, 1, 2]
    assert not {"Unsure", "Gone", "Untranslated", ""} & catalogue.messages.keys()


def test_a_broken_line_is_named(tmp_path):
    (tmp_path / "xx.po").write_text('msgid "a"\nmsgstr oops\n')
    with pytest.raises(ValueError, match=r"xx\.po:2: not a line"):
        i18n.read_catalogue(tmp_path / "xx.po")


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_reads_what_babel_reads(path):
    with path.open("rb") as file:
        theirs = read_po(file)
    expected = {}
    for message in theirs:
        forms = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.id and all(forms) and not message.fuzzy:
            expected[message.id[0] if message.pluralizable else message.id] = forms
    ours = i18n.read_catalogue(path)
    assert ours.messages == expected
    assert all(0 <= ours.plural(n) < theirs.num_plurals for n in range(200))


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_translations_keep_the_placeholders(path):
    def places(sentence):
        return set(re.findall(r"%\(\w+\)\w|\{\w+\}", sentence))

    with path.open("rb") as file:
        for message in read_po(file):
            ids = message.id if message.pluralizable else (message.id,)
            known = set().union(*map(places, ids))
            forms = message.string if message.pluralizable else (message.string,)
            for form in filter(None, forms if message.id else ()):
                assert places(form) <= known, message.id
                # A form for one may leave out the number; the last form, for many, may not.
                if form == forms[-1]:
                    assert places(form) == known, message.id


def test_the_reader_is_asked_by_cookie_then_by_browser(czech):
    with czech.test_request_context(headers={"Accept-Language": "fr, cs-CZ;q=0.8, en;q=0.5"}):
        assert i18n.language() == "cs"
    with czech.test_request_context(headers={"Accept-Language": "cs", "Cookie": "lang=en"}):
        assert i18n.language() == "en"
    with czech.test_request_context(headers={"Cookie": "lang=klingon"}):
        assert i18n.language() == "en"
    assert i18n.language() == "en"
    assert i18n.languages() == {"en": "English", "cs": "Čeština"}


def test_templates_and_rules_speak_the_language_in_force(czech):
    page = "{{ _('Hello %(name)s', name=who) }}|{% trans %}Untranslated{% endtrans %}"
    bids = say("{seat} bids {bid}", seat=SeatRef(0), bid=Bid("3NT"))
    with czech.app_context(), i18n.speaking("cs"):
        assert render_template_string(page, who="<b>") == 'Ahoj &lt;b&gt; "x"|Untranslated'
        assert i18n._("Hello %(name)s", name="Eva") == 'Ahoj Eva "x"'
        assert [i18n.translate(say_count("{count} trick", "{count} tricks", n)) for n in (1, 4, 5)] == [
            "1 zdvih",
            "4 zdvihy",
            "5 zdvihů",
        ]
        assert i18n.translate(bids) == "3NT: North & spol."
        drawn = i18n.translate(bids, lambda value: Markup(f"<i>{value}</i>"), escape)
        assert drawn == "<i>3NT</i>: <i>North</i> &amp; spol."
    assert i18n.translate(bids) == "North bids 3NT"
    assert i18n.translate(say("{inner}!", inner=say_count("{count} trick", "{count} tricks", 2))) == "2 tricks!"


# What may stand unmarked: the game's name, codes and letters for seats and suits, signs, numbers, addresses.
UNMARKED = re.compile(r"HOOL( Classroom)?|\b[A-Z0-9]{1,6}\b|&\w+;|\b[^\W\d_]\b|\?\w+=")
# Literal text that nobody reads: blocks that base.html puts inside a tag, and macros that compute a word.
SILENT = re.compile(r"block (html_attributes|body_class)|macro phase\b")
SPOKEN_ATTRIBUTES = {"title", "alt", "placeholder", "aria-label", "aria-description"}


class _Visible(HTMLParser):
    """Collects what a reader sees or hears: text outside of scripts, and the attributes that are spoken."""

    def __init__(self):
        super().__init__(convert_charrefs=False)
        self.found = []
        self.silent = 0

    def handle_starttag(self, tag, attrs):
        self.silent += tag in ("script", "style", "code", "kbd")
        self.found += [value for name, value in attrs if name in SPOKEN_ATTRIBUTES and value]

    def handle_endtag(self, tag):
        self.silent -= tag in ("script", "style", "code", "kbd")

    def handle_data(self, data):
        if not self.silent:
            self.found.append(data)


def unmarked(source):
    """The words of a template that no gettext call or trans block wraps."""
    literal, tag, ends = [], "", ""
    for _line, kind, value in Environment(extensions=["jinja2.ext.i18n"]).lex(source):
        if kind == "block_begin":
            tag = ""
        elif kind == "block_end":
            tag = tag.strip()
            if not ends and (tag.startswith("trans") or SILENT.match(tag)):
                ends = "end" + tag.split()[0]
            elif ends and tag.startswith(ends):
                ends = ""
        elif kind == "data":
            literal.append("" if ends else value)
        else:
            tag += value
    page = _Visible()
    page.feed("".join(literal))
    return [text.strip() for text in page.found if re.search(r"[^\W\d_]", UNMARKED.sub("", text))]


def test_unmarked_words_are_noticed():
    assert unmarked("<p title='{{ _('A') }}'>{% trans %}Fine{% endtrans %} <b>N</b> 3 × {{ x }} HOOL</p>") == []
    assert unmarked("<p>Plain words</p><a title='Go back'>&larr;</a>") == ["Plain words", "Go back"]
    assert unmarked("{% block body_class %}night{% endblock %}{% block body %}day{% endblock %}") == ["day"]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_every_visible_word_of_a_template_can_be_translated(path):
    assert unmarked(path.read_text("utf-8")) == []
