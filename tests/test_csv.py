"""Tables for spreadsheets: what a program reads back, and that it never finds a formula, wherever it splits."""

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hool.formats.csv import table

FORMULA = re.compile(r"^[\s\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠]")
LETTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
NASTY = st.text(st.one_of(LETTERS, st.sampled_from(list("=+-@\t\r\n,;|\"' ＝＋－＠\u200b\u00a0"))), max_size=12)


def read(data, **how):
    text = data.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline=""), **how))


def test_a_file_is_what_a_spreadsheet_expects():
    data = table(("name", "boards", "over"), [("Åsa, 5b", 3, -2), ('"Bo"', None, 0), ("two\nlines", 1.5, 1)])
    assert data.startswith(b"\xef\xbb\xbfname,boards,over\r\n") and data.endswith(b"\r\n")
    assert b'"\xc3\x85sa, 5b",3,-2\r\n' in data and b'"""Bo""",,0\r\n' in data
    assert read(data)[1:] == [["Åsa, 5b", "3", "-2"], ['"Bo"', "", "0"], ["two\nlines", "1.5", "1"]]


@pytest.mark.parametrize("begins", ["=", "+", "-", "@", "\t", "\r", "  =", "\t=", "\u00a0@", "\ufeff=", "＝", "\n-"])
def test_a_cell_that_would_be_a_formula_is_text(begins):
    (_, (cell,)) = read(table(("name",), [(f"{begins}HYPERLINK(1)",)]))
    assert cell.startswith("'") and cell.replace("'", "") == f"{begins}HYPERLINK(1)"


def test_numbers_stay_numbers_and_harmless_text_stays_as_it_is():
    rows = [(-20, "-20", "5-4-3-1", "Ana-Lucía", "a@b", "1+1", "'tis", "李")]
    assert read(table(tuple("abcdefgh"), rows))[1] == [
        "-20", "'-20", "5-4-3-1", "Ana-Lucía", "a@b", "1+1", "'tis", "李",
    ]  # fmt: skip


def test_a_file_split_at_another_sign_has_no_formula_either():
    """Where numbers have a comma, programs split at semicolons, whatever the quotes say."""
    data = table(("a", "b"), [("5b", "Bo;=1+1;Cem"), ("x|@SUM(1)", "y\t=2"), ("a,=3", "b\n+4")])
    for sign in ";|\t":
        for line in data.decode("utf-8-sig").split("\r\n"):
            assert not [cell for cell in line.split(sign) if FORMULA.match(cell.replace('"', ""))]


@given(st.lists(st.lists(NASTY, min_size=3, max_size=3), max_size=4))
def test_no_cell_begins_a_formula_and_nothing_is_lost(rows):
    back = read(table(("a", "b", "c"), rows))
    assert len(back) == len(rows) + 1
    for before, after in zip(rows, back[1:], strict=True):
        for text, cell in zip(before, after, strict=True):
            assert not FORMULA.match(cell) and cell[:1] not in ("\t", "\r")
            assert cell.replace("'", "") == text.replace("'", "")  # only apostrophes were added
            assert not any(FORMULA.match(part) for part in re.split("[;|\t,]", cell)[1:])
