"""LIN in and out: files and links as they come, what is refused and how, and nothing of ours lost on the way."""

import random
import re
import timeit
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import process_time
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hool.formats import files, lin, pbn
from hool.formats.boards import MAX_BYTES, FileBoard
from hool.formats.links import VIEWER, viewer_link
from hool.rules import hool
from hool.rules.cards import format_deal, parse_deal
from tests.fuzz_formats import run
from tests.test_pbn import DOUBLED, HANDS, PASSED_OUT, SOLVED, lines, played

FIXTURES = Path(__file__).parent / "fixtures"
DEAL = "SQ97H64DQ92CJ9432,SAT5HAT5D76CAK876,SKJ832HKQ82DAJ8C5,S64HJ973DKT543CQT"  # South West North East


def read(name: str):
    return files.read((FIXTURES / name).read_bytes())


def one(text: str) -> FileBoard:
    report = lin.read(text)
    assert not report.problems, lines(report)
    (board,) = report.boards
    return board


# What real files look like


def test_a_match_of_two_rooms():
    report = read("match.lin")
    assert not report.problems
    five, six = report.boards
    assert (five.number, five.dealer, five.vulnerable) == (5, 0, "NS"), "3 is North, n is North-South"
    assert format_deal(five.deal).split()[1] == "AKJ742.Q.T52.AK2", "East holds what is left"
    assert (five.contract, five.declarer, five.doubled, five.tricks) == ("4S", 1, 1, 10)
    assert [five.tag(seat) for seat in ("South", "West", "North", "East")] == ["Ada", "Bo", "Cy", "Di"]
    assert (five.tag("Event"), five.tag("Room")) == ("Spring match", "Open")
    assert five.auction[1].note == "five spades, 11 to 15"
    assert five.auction[3] == replace(five.auction[3], text="2H", note="forcing")
    assert [text for _, text in five.acts[4:]] == ["play 4C", "play 3C", "play AC", "play TC"]
    assert (six.number, six.contract, six.declarer, six.dealer) == (6, "Pass", None, 1), "calls run together"
    assert "T" in format_deal(six.deal) and "10" not in format_deal(six.deal)


def test_the_closed_room_has_the_other_names():
    text = (FIXTURES / "match.lin").read_text()
    board = one(text[: text.index("qx|o5")] + text[text.index("qx|c5") : text.index("qx|o6")])
    assert [board.tag(seat) for seat in ("South", "West", "North", "East")] == ["Eve", "Flo", "Gus", "Hal"]
    assert (board.contract, board.declarer) == ("4H", 1), "small letters, and all pass"
    assert board.deal == read("match.lin").boards[0].deal


def test_a_link_to_a_viewer_and_boards_without_a_head():
    report = read("link.lin")
    assert not report.problems
    linked, numbered, turned = report.boards
    assert (linked.number, linked.dealer, linked.vulnerable) == (21, 2, "All")
    assert (linked.contract, linked.doubled, linked.declarer, linked.tricks) == ("1S", 2, 3, 7)
    assert linked.acts == ((0, "play QC"), (3, "play 4C"))
    assert (numbered.number, numbered.dealer) == (22, 3), "without a number boards are counted"
    assert (turned.number, turned.dealer) == (23, 2), "without a dealer the number tells"
    assert turned.deal == numbered.deal, "any hand may be the one that is left out"


@pytest.mark.parametrize(
    "text, same",
    [
        (f"md|1{DEAL}|sv|o|pg||", ""),
        (f"md|1{DEAL}|sv|o|pg|", ""),
        (f"\ufeffMD|1{DEAL.lower()}|SV|O|PG||", ""),
        (f"md|1\n{DEAL.replace(',', ',' + chr(10))}|\n\nsv|o|\r\npg||", ""),
        (f"md|1{DEAL},,|", ""),
        (f"md|1{DEAL.rsplit(',', 1)[0]}|", ""),
        (f"md|1{DEAL.rsplit(',', 1)[0]},|", ""),
        (f"md|1{DEAL.rsplit(',', 1)[0]},SHDC|", ""),
        (f"md|1{DEAL.replace('SAT5', 'S5A10')}|", ""),
        (f"xx|anything|md|1{DEAL}|3b|more|", ""),
    ],
)
def test_spellings_of_a_deal(text, same):
    board = one(text)
    assert (format_deal(board.deal), board.dealer) == (
        format_deal(parse_deal(" ".join(format_deal(one(f"md|1{DEAL}|").deal).split()))),
        2,
    )


@pytest.mark.parametrize("digit, dealer", [("1", 2), ("2", 3), ("3", 0), ("4", 1), ("", 0), ("0", 0)])
def test_the_dealer_is_a_digit(digit, dealer):
    assert one(f"md|{digit}{DEAL}|").dealer == dealer


@pytest.mark.parametrize(
    "calls, ends",
    [
        ("mb|1C|mb|p|mb|1S|mb|p|mb|p|mb|p|", ("1S", 0, 1)),
        ("mb|1c|mb|P|mb|1nt|mb|D|mb|R|mb|p|mb|p|mb|p|", ("1NT", 0, 4)),
        ("mb|1N!|an|12 to 14|mb|d!|mb|ap|", ("1NT", 2, 2)),
        ("mb|pppp|", ("Pass", None, 1)),
        ("mb|1CP1SPPP|", ("1S", 0, 1)),
        ("mb|1C|mb|p|mb|1S|", ("", None, 1)),
        ("", ("", None, 1)),
    ],
)
def test_the_contract_is_what_the_auction_ends_in(calls, ends):
    for acts in (True, False):
        (board,) = lin.read(f"md|1{DEAL}|{calls}", acts).boards
        assert (board.contract, board.declarer, board.doubled) == ends


def test_all_cards_tell_the_tricks_without_a_claim():
    whole = next(board for board in (played("match", seed) for seed in range(50)) if board.tricks not in (None, 0))
    text = re.sub(r"zh\|[^|]*\||mc\|\d+\|", "", lin.write([whole]))
    assert "mc|" not in text
    assert one(text).tricks == whole.tricks
    assert one(text.replace("pg||\n", "mc|2|\n")).tricks == 2


# What is refused, and how


@pytest.mark.parametrize(
    "text, problem",
    [
        (f"md|1{DEAL.replace('H64', 'H6')}|", "line 1: South has 12 cards and should have 13: “Q97.6.Q92.J9432”."),
        (f"md|1{DEAL.replace('H64', 'HA4')}|", "line 1: South and West both have AH."),
        (f"md|1{DEAL.replace('H64', 'H1')}|", "line 1: “1” is not a rank, in the hand “Q97.1.Q92.J9432”."),
        ("rh||\nmd|1north|", "line 2: “NORTH” is no hand: write the cards behind their suit, such as SAK3H52."),
        ("md|1SAK,,,|", "line 1: The cards of North are not told."),
        ("md|1S" + "A" * 900 + ",,,|", f"line 1: This is too long for a hand: “{'A' * 40}”."),
        (f"md|1{DEAL},SA|", "line 1: The deal has 5 hands, 4 are needed."),
        (
            f"md|1{DEAL}|\nmb|1C|mb|9N|",
            "line 2: “9N” is no call. The deal of board 1 is taken without it.",
        ),
        (
            f"md|1{DEAL}|\nmb|1C|mb|ap|\npc|SK|",
            "line 3: West cannot play KS: the card is not there. The deal of board 1 is taken without it.",
        ),
        (
            f"md|1{DEAL}|\nmb|1C|mb|ap|\npc|S1|",
            "line 3: “S1” is no card. The deal of board 1 is taken without it.",
        ),
        (f"md|1{DEAL}|\nDear class|sv|o|", "line 2: This is not understood: Dear class"),
        (f"md|1{DEAL}|\npg|mb|1C|mb|ap|", "line 2: This is not understood: 1C"),
        ("vg|A match|pn|a,b,c,d|", "There are no deals in this file."),
        ("md|1" + "S" * 50_000, "line 1: The cards of North are not told."),
    ],
)
def test_every_mistake_names_its_line(text, problem):
    assert lines(files.read(text.encode()))[0] == problem


@pytest.mark.parametrize(
    "data, sentence",
    [
        (b"qx|o1|" + bytes(500), "This is not a text file. PBN and LIN files are plain text."),
        (b"md|1" + b"SA" * MAX_BYTES * 5, "This file is too large. One megabyte is the most that can be read."),
    ],
)
def test_files_that_are_refused_as_a_whole(data, sentence):
    report = files.read(data)
    assert (lines(report), report.boards) == ([sentence], ())


def test_of_a_thousand_boards_the_first_are_taken():
    report = files.read(f"qx|o1|md|1{DEAL}|pg||\n".encode() * 3 + b"".join(
        f"qx|o{number}|md|1{DEAL}|pg||\n".encode() for number in range(2, 1001)
    ))  # fmt: skip
    assert len(report.boards) == 500
    assert lines(report) == ["line 503: This file holds 1000 boards. The first 500 are taken."]


@pytest.mark.parametrize(
    "text, is_lin",
    [
        (f"md|1{DEAL}|", True),
        (f"\n\n st||md|1{DEAL}|", True),
        ("https://www.example.org/tools/handviewer.html?bbo=y&lin=pn%7Ca%7Cmd%7C1S", True),
        ("vg|[Board]|", True),
        (f'[Event "md|1"]\n[Deal "N:{HANDS}"]', False),
        ("", False),
    ],
)
def test_a_file_is_known_by_what_stands_in_it(text, is_lin):
    assert lin.looks_like(text) == is_lin


SHAPES = {
    "bars": ("md|1", "|"),
    "pairs": ("", "pg||"),
    "keys": ("", "md|"),
    "boards": ("", "md|1S|"),
    "lines": ("md|", "\n"),
    "spaces": ("", " \n"),
    "junk": ("md||", "abc|"),
    "words without a bar": ("md||", "abc "),
    "calls": ("md|1|mb|", "1C"),
    "alerts": ("md|1|mb|1C|", "an|!|"),
    "cards": ("md|1|", "pc|SA|"),
    "cards in one": ("md|1|pc|", "SA"),
    "names": ("pn|", ","),
    "own": ("md|1|", "zh|HoolX y|"),
    "own cells": ("md|1|zh|HoolXTable ", '"a" ;'),
    "links": ("", "https://a?lin="),
    "links in a row": ("", "https://"),
    "coded": ("", "%7C"),
    "brackets": ("", "[ "),
    "alone": ("md|", "A"),
}


@pytest.mark.parametrize("start, unit", SHAPES.values(), ids=SHAPES)
def test_reading_takes_no_more_than_its_share_for_a_larger_file(start, unit):
    before = None
    for size in (4_000, 16_000, 64_000, 256_000):
        data = (start + unit * size)[:size].encode()
        took = timeit.timeit(partial(files.read, data, False), number=1, timer=process_time)
        assert before is None or took < 10 * before + 0.2, f"{size} characters: {took} s, a quarter of them: {before} s"
        before = took


@settings(max_examples=50, deadline=None)
@given(st.text(st.sampled_from("mdpcqxzhHSAK12, |!\n%7"), max_size=200) | st.text(max_size=80) | st.binary())
def test_nothing_that_stands_in_a_file_raises(data):
    lin.read(data)


@pytest.mark.parametrize("kind", ["pbn", "lin"])
def test_spoilt_files_are_read_soon_and_what_was_read_stays_the_same(kind):
    outcome = run(kind, 600, seed=20250301)
    assert outcome.files == 600
    assert min(outcome.boards, outcome.problems) > 400 and outcome.again > 10, outcome


# There and back


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(hool.PRESETS)), st.integers(0, 10**6), st.booleans())
def test_board_to_lin_to_board(preset, seed, claims):
    board = played(preset, seed, claims, varied=seed % 2 == 1)
    if seed % 3 == 0 and len(board.deal.hands[0]) == 13:
        board = replace(board, double_dummy=SOLVED, par="EW 30;1HX;E")
    names = [("North", random.Random(seed).choice(("Bo | 5%", "a,b", "%7C", "Zoë\n")).strip()), ("Site", "A|B, 100%")]
    board = replace(board, tags=(*names, *(pair for pair in board.tags if pair[0] != "North")))
    report = lin.read(lin.write([board]).encode())
    assert not report.problems
    assert report.boards == (board,)
    assert set(board.tags) <= set(report.boards[0].tags)
    assert lin.write(report.boards) == lin.write([board])
    assert pbn.read(pbn.write(report.boards)).boards == (board,)


def test_the_written_format_does_not_change():
    boards = [PASSED_OUT, DOUBLED, played("one suit", 1), played("two clues", 3), played("full", 5, True)]
    assert lin.write(boards) == (FIXTURES / "hool.lin").read_text(encoding="utf-8")


def test_one_line_a_board_and_a_made_up_auction_that_says_so():
    text = lin.write([DOUBLED])
    assert text.count("\n") == 1
    assert "nt|HOOL: clues N hcp 15 and pattern 5-3-3-2" in text
    assert "step 2: E X, W Pass. redouble: S XX. 3NT redoubled by South; the auction shown is made up.|" in text
    assert "|mb|p|mb|3N!|an|Made up: HOOL has no auction." in text
    stranger = one(re.sub(r"zh\|[^|]*\|", "", text))  # a reader who skips what is ours
    assert (stranger.contract, stranger.declarer, stranger.doubled) == ("3NT", 2, 4)
    assert [text for _, text in stranger.acts] == ["play 4C"]


def test_no_contract_no_auction():
    text = lin.write([played("trumps", 4)])
    assert "mb|" not in text and "pc|" not in text and "HoolPlayTable" in text


def test_bridge_files_pass_from_one_format_to_the_other():
    for name in ("match.lin", "link.lin", "club.pbn", "dialects.pbn"):
        boards = read(name).boards
        assert pbn.read(pbn.write(boards)).boards == boards
        for board, back in zip(boards, lin.read(lin.write(boards)).boards, strict=True):
            bare = [replace(call, marks=()) for call in board.auction]  # LIN knows no marks
            assert back == replace(board, auction=tuple(bare))


# The link to a viewer


def test_a_link_tells_the_cards_and_nobody_s_name():
    boards = [played(preset, seed) for preset in ("match", "two clues", "trumps", "promise") for seed in range(6)]
    for board in (*boards, DOUBLED, PASSED_OUT):
        link = viewer_link(replace(board, tags=(*board.tags, ("Event", "Class 5b"), ("Site", "School"))))
        assert re.fullmatch(re.escape(VIEWER) + r"[A-Za-z0-9%,._~-]+", link)
        assert len(link) < 2000
        told = unquote(link)
        assert "pn|South,West,North,East|" in told
        assert not re.search("Amina|Bo|李|Robot|Class 5b|School|HOOL:|zh", told.replace("Board", ""))
        seen = one(told.removeprefix(VIEWER))
        assert (seen.deal, seen.contract, seen.declarer) == (board.deal, board.contract, board.declarer)
        if board.contract:
            assert (seen.acts, seen.tricks) == (tuple(act for act in board.acts if "play " in act[1]), board.tricks)
