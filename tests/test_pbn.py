"""PBN in and out: what real files look like, what is refused and how, and nothing lost on the way."""

import random
import re
import time
import timeit
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hool.formats import pbn
from hool.formats.boards import MAX_PROBLEMS, FileBoard, played_board
from hool.formats.pbn_text import games, inherit
from hool.rules import hool
from hool.rules.cards import format_deal, parse_deal
from hool.rules.game import Board, legal_actions, play
from hool.rules.game import replay as fold
from hool.rules.hool_options import DENOMINATIONS

FIXTURES = Path(__file__).parent / "fixtures"
OWN = (FIXTURES / "hool.pbn").read_text(encoding="utf-8")
HANDS = "AT5.AT5.76.AK876 KJ832.KQ82.AJ8.5 64.J973.KT543.QT Q97.64.Q92.J9432"


def read(name: str) -> pbn.Report:
    return pbn.read((FIXTURES / name).read_bytes())


def lines(report: pbn.Report) -> list[str]:
    return [str(problem) for problem in report.problems]


def game(*tags: str, deal: str = HANDS) -> str:
    return "\n".join((f'[Deal "N:{deal}"]', *tags)) + "\n\n"


# What real files look like


def test_club_file_with_comments_notes_and_result_tables():
    report = read("club.pbn")
    assert not report.problems
    first, second = report.boards
    assert (first.number, first.dealer, first.contract, first.acts) == (1, 0, "", ())
    assert first.tag("OptimumScore") == "EW 420"
    assert (second.number, second.dealer, second.contract, second.declarer, second.tricks) == (2, 1, "3NT", 2, 9)
    assert second.acts == ((3, "play 5S"), (2, "play 3S"), (1, "play KS"), (2, "play AS"))
    assert second.tag("Event") == "Club evening", "# takes the value of the board before"
    assert format_deal(second.deal).startswith("32.9854.8652.T53 "), "East's hand stood first in the file"


def test_dialects_of_many_programs():
    report = read("dialects.pbn")
    assert not report.problems
    small, counted, passed, starred = report.boards
    assert (small.contract, small.declarer, small.tricks) == ("3NT", 0, 9)
    assert small.acts[3:5] == ((0, "play AS"), (0, "play AH")), "columns stay those of the opening leader"
    assert (counted.number, counted.dealer) == (2, 1), "without a number boards are counted, and that tells the dealer"
    assert "AQT32.QJ87.JT95." in format_deal(counted.deal), "10 is a ten, - is a void"
    assert (passed.number, passed.contract, passed.declarer) == (16, "Pass", None)
    assert (starred.contract, starred.doubled, starred.declarer, starred.tricks) == ("4D", 2, 2, 9)
    assert format_deal(starred.deal).split()[2] == "873.32.AJ98.9763", "the one hand that was left out"
    assert starred.tag("Annotator") == 'The "Fox"'


def test_several_tables_of_one_deal_are_one_board():
    report = read("two-tables.pbn")
    assert not report.problems
    assert [board.number for board in report.boards] == [7, 8]
    assert [board.tag("Event") for board in report.boards] == ["Team match"] * 2, "## is carried on"


SCRIBBLED = """% PBN 2.1
[Event
   "A"] [Site "B"][Board "12"] ; a comment [Board "99"]
  [Dealer "w"] [Vulnerable "Both"] {one [Board "98"]

still the same ; } [Date "2014-7-3"]
[Deal "e:kj832.kq82.aj8.5 64.j973.kt543.qt q97.64.q92.j9432 -"]
% an escape line, in the middle of a board
[Contract "3ntX"] [Declarer "^n"] [Result "EW 4 NS 9"]
[Auction "W"]
pass pass =1= 1N! $7
% and in a section
{ and a comment } x
all pass
[Note "1: not
[Note "1:not strong"]
[Note "2:never used"]
[Play "E"]
^L SK! =1= S4 s7 SA ; with a comment
D5 $9 ^RD4 - *
[Score "NS 550"]
"""


def test_everything_at_once():
    report = pbn.read(SCRIBBLED)
    assert lines(report) == ['line 15: This tag has no end and is left out: [Note "1: not']
    (board,) = report.boards
    assert (board.number, board.dealer, board.vulnerable, board.tag("Event")) == (12, 3, "All", "A")
    assert (board.contract, board.declarer, board.doubled, board.tricks) == ("3NT", 0, 2, 9)
    assert format_deal(board.deal) == HANDS, "East's hand stood first, North's was left out"
    texts = [call.text for call in board.auction]
    assert texts == ["Pass", "Pass", "1NT", "X", "Pass", "Pass", "Pass"]
    assert (board.auction[1].note, board.auction[2].marks) == ("not strong", (1, 7))
    assert board.acts == ((1, "play KS"), (0, "play 4S"), (3, "play 7S"), (0, "play AS"))
    assert board.tag("Score") == "NS 550"


def test_strict_out():
    """Export format: mandatory tags in order, then the others by name, then the sections; nothing dialect is left."""
    (board,) = pbn.read(SCRIBBLED).boards
    written = pbn.write([board]).splitlines()[3:]
    assert written == [
        '[Event "A"]', '[Site "B"]', '[Date "2014.07.03"]', '[Board "12"]',
        '[West "?"]', '[North "?"]', '[East "?"]', '[South "?"]', '[Dealer "W"]', '[Vulnerable "All"]',
        '[Deal "W:Q97.64.Q92.J9432 AT5.AT5.76.AK876 KJ832.KQ82.AJ8.5 64.J973.KT543.QT"]',
        '[Scoring "?"]', '[Declarer "N"]', '[Contract "3NTX"]', '[Result "9"]', '[Score "NS 550"]',
        '[Auction "W"]', "Pass Pass =1= 1NT $1 $7 X", "Pass Pass Pass", '[Note "1:not strong"]',
        '[Play "E"]', "SK S4 S7 SA",
    ]  # fmt: skip
    assert pbn.read("\n".join(written)).boards == (board,)


@pytest.mark.parametrize(
    "date, told",
    [("2014.07.??", "2014.07.??"), ("2014/7/3", "2014.07.03"), ("????.??.??", "????.??.??"), ("14:12", "?"), ("", "?")],
)
def test_dates_are_written_as_the_standard_wants_them(date, told):
    assert f'[Date "{told}"]' in pbn.write(pbn.read(f'[Date "{date}"]\n' + game()).boards)


@pytest.mark.parametrize(
    "told, meant",
    [("Love", "None"), ("-", "None"), ("none", "None"), ("NS", "NS"), ("ew", "EW"), ("Both", "All"), ("?", "None")],
)
def test_vulnerability_is_kept_though_hool_has_none(told, meant):
    assert pbn.read(game(f'[Vulnerable "{told}"]')).boards[0].vulnerable == meant


@pytest.mark.parametrize(
    "rows, ends",
    [
        ("1C Pass 1S Pass 4S AP", ("4S", 2, 1)),
        ("- - 1NT X XX AP", None),
        ("1NT X XX Pass Pass Pass", ("1NT", 0, 4)),
        ("Pass Pass Pass Pass", ("Pass", None, 1)),
        ("AP", ("Pass", None, 1)),
        ("1H ^S Pass 2C Pass Pass Pass", ("2C", 3, 1)),
        ("1H 1D ^I Pass Pass Pass", ("1D", 1, 1)),
        ("2H 3D *", ("", None, 1)),
        ("2H 3D +", ("", None, 1)),
        ("1NT =1= $200 !? pass p P", ("1NT", 0, 1)),
    ],
)
def test_an_auction_names_the_contract_where_no_tag_does(rows, ends):
    report = pbn.read(game('[Auction "N"]', rows, '[Dealer "N"]'))
    (board,) = report.boards
    if ends is None:
        assert lines(report) == [
            "line 2: The auction does not begin with the dealer. The deal of board 1 is taken without it."
        ]
        ends = ("", None, 1)
    assert (board.contract, board.declarer, board.doubled) == ends
    assert pbn.read(pbn.write([board])).boards == (board,)


def test_what_is_no_call_is_named():
    report = pbn.read(game('[Auction "N"]', "1C Pass", "Pass 8NT"))
    assert lines(report) == ["line 4: “8NT” is no call. The deal of board 1 is taken without it."]
    assert [call.text for board in report.boards for call in board.auction] == []


SOLVED = ((8, 6, 5, 8, 6), (4, 7, 7, 5, 4), (8, 6, 5, 8, 6), (4, 7, 7, 4, 4))  # N E S W, each C D H S NT
TABLE = [
    f"{seat} {name} {SOLVED['NESW'.index(seat)][DENOMINATIONS.index(name)]}"
    for seat in "NSEW"
    for name in ("NT", "S", "H", "D", "C")
]


@pytest.mark.parametrize(
    "tags, found",
    [
        (['[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]', *TABLE], SOLVED),
        (['[OptimumResultTable "Declarer;Denomination;Result"]', *sorted(TABLE)], SOLVED),
        (
            [
                '[OptimumResultTable "+Result\\2R;Declarer;Denomination\\2R"]',
                *(" ".join((row.split()[2], *row.split()[:2])) for row in TABLE),
            ],
            SOLVED,
        ),
        (
            [
                '[OptimumResultTable "Declarer;Denomination;Result"]',
                "NS C 8", "NS D 6", "NS H 5", "NS S 8", "NS NT 6", "EW C 4", "EW D 7", "EW H 7", "EW S 5", "EW NT 4",
            ],
            (SOLVED[0], SOLVED[1], SOLVED[0], SOLVED[1]),
        ),
        (['[DoubleDummyTricks "68568685684577444774"]'], SOLVED),
        (['[DoubleDummyTricks "********************"]'], None),
        (['[OptimumResultTable "Declarer;Denomination;Result"]', *TABLE[:10]], None),
        ([], None),
    ],
)  # fmt: skip
def test_double_dummy_tables_in_any_order(tags, found):
    report = pbn.read(game(*tags))
    assert not report.problems
    assert report.boards[0].double_dummy == found


def test_a_double_dummy_table_is_written_in_both_ways_and_par_as_our_own():
    board = replace(DOUBLED, double_dummy=SOLVED, par="NS 20;1C;NS")
    written = pbn.write([board]).splitlines()
    at = written.index(r'[OptimumResultTable "Declarer;Denomination\2R;Result\2R"]')
    rows = ["N  C  8", "N  D  6", "N  H  5", "N  S  8", "N NT  6", "E  C  4"]
    assert (written[at + 1 : at + 7], len(written[at + 1 :])) == (rows, 20)
    assert '[DoubleDummyTricks "68568685684577444774"]' in written
    assert '[HoolPar "NS 20;1C;NS"]' in written
    assert "OptimumScore" not in "".join(written)
    assert pbn.read("\n".join(written)).boards == (board,)


def test_a_row_that_is_no_result_is_named():
    report = pbn.read(game('[OptimumResultTable "Declarer;Denomination;Result"]', "N NT 14"))
    assert lines(report) == ["line 3: “N NT 14” is no double-dummy result. The deal of board 1 is taken without it."]


def test_words_that_belong_to_nothing_are_named():
    text = "Dear club,\nhere they are.\n" + game('[Result "9"]', "well played") + "\nBye\n" + game('[Board "2"]')
    report = pbn.read(text)
    assert lines(report) == [
        "line 1: “Dear” belongs to no tag and is left out.",
        "line 5: “well” belongs to no tag and is left out.",
        "line 8: “Bye” belongs to no tag and is left out.",
    ]
    assert [board.number for board in report.boards] == [1, 2]
    rows = game('[ScoreTable "A;B"]', "1 2", "3 4") + game('[Board "2"]', '[Auction "E"]', "1C", "", "AP")
    assert not pbn.read(rows).problems, "rows of a table of any program, and what an empty line has cut off"


@pytest.mark.parametrize("name", ["A" * 311, '"' * 200, "\\" * 300, "é" * 255])
def test_lines_are_long_on_the_way_in_and_255_at_most_on_the_way_out(name):
    board = replace(DOUBLED, tags=(("Event", name), ("North", name)))
    written = pbn.write([board])
    assert max(map(len, written.splitlines())) <= 255
    (back,) = pbn.read(written).boards
    assert name.startswith(back.tag("Event")) and len(back.tag("Event")) > 100
    (long,) = pbn.read('[Site "' + "x" * 900 + '"]\n' + game()).boards
    assert long.tag("Site") == "x" * 900


def test_private_lines_of_other_tools_are_skipped():
    report = pbn.read("%%!R 0123456789abcdef0123\n" + game("%%!R 12345678901234567890"))
    assert (len(report.boards), report.problems) == (1, ())


@pytest.mark.parametrize("coding, name", [("iso-8859-2", "Łódź"), ("cp1250", "Śląsk"), ("cp1252", "“Øre”")])
def test_letters_of_the_east_and_of_windows(coding, name):
    assert pbn.read(f'[Site "{name}"]\n{game()}'.encode(coding)).boards[0].tag("Site") == name


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "iso-8859-1", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r", "\r\r\n"])
def test_codings_and_line_ends(coding, ends):
    text = (FIXTURES / "club.pbn").read_text(encoding="utf-8").replace("\n", ends)
    report = pbn.read(text.encode(coding))
    assert not report.problems
    assert [board.tag("Site") for board in report.boards] == ["Nørrebro"] * 2
    assert report.boards == read("club.pbn").boards


def test_an_empty_line_after_every_line():
    text = (FIXTURES / "club.pbn").read_text(encoding="utf-8").replace("\n", "\n\n")
    assert pbn.read(text) == replace(read("club.pbn"), problems=())


def test_boards_without_an_empty_line_between_them():
    text = '[Event "A"]\n[Board "3"]\n' + game().strip() + '\n[Event "A"]\n[Board "4"]\n' + game()
    assert [board.number for board in pbn.read(text).boards] == [3, 4]


def test_inheritance_goes_by_the_standard():
    """PBN 2.1, 4.8: `#` is the nearest value before; `##` is said for all that follow, until it is said anew."""
    for told, meant in (
        (['"A"', '"#"', "", '"#"'], ["A", "A", "", "A"]),
        (['"##A"', '"#"', "", '"#"'], ["A", "A", "A", "A"]),
        (['"##A"', "", '"B"', "", '"#"'], ["A", "A", "B", "B", "B"]),
        (['"##A"', '"##"', "", '"##C"', ""], ["A", "", "", "C", "C"]),
        (['"#"', ""], ["", ""]),
    ):
        tags = [f"[Event {each}]\n" if each else "" for each in told]
        text = "".join(f'[Board "{number}"]\n{tag}{game()}' for number, tag in enumerate(tags, 1))
        assert [board.tag("Event") for board in pbn.read(text).boards] == meant, told


def test_a_tag_that_comes_again_is_ignored():
    (board,) = pbn.read('[Board "3"]\n[Event "A"]\n' + game('[Dealer "S"]', '[Dealer "N"]', '[Board "3"]')).boards
    assert (board.number, board.dealer) == (3, 2)


@pytest.mark.parametrize("number, dealer", [("1", 0), ("2", 1), ("3", 2), ("4", 3), ("17", 0), ("?", 0), ("A5", 0)])
def test_a_missing_dealer_follows_from_the_number(number, dealer):
    assert pbn.read(f'[Board "{number}"]\n[Dealer "?"]\n' + game()).boards[0].dealer == dealer


@pytest.mark.parametrize(
    "contract, told",
    [("3n", ("3NT", 1)), ("4 S", ("4S", 1)), ("4♥x", ("4H", 2)), ("5DXX", ("5D", 4)), ("2C**", ("2C", 4))],
)
def test_spellings_of_a_contract(contract, told):
    board = pbn.read(game(f'[Contract "{contract}"]', '[Declarer "E"]')).boards[0]
    assert (board.contract, board.doubled) == told


@pytest.mark.parametrize(
    "result, tricks",
    [("9", 9), ("^9", 9), ("EW 9", 9), ("NS 4 EW 9", 9), ("+1", 10), ("=", 9), ("-3", 6), ("+5", None), ("", None)],
)
def test_spellings_of_a_result(result, tricks):
    board = pbn.read(game('[Contract "3NT"]', '[Declarer "E"]', f'[Result "{result}"]')).boards[0]
    assert board.tricks == tricks


def test_small_packs_of_the_first_lessons():
    (board,) = pbn.read(game(deal=".A83.. .KT7.. .QJ4.. .965..")).boards
    assert board.board(hool.PRESETS["one suit"]).options.pack == "one suit"
    hool.start(board.board(hool.PRESETS["one suit"]), board.deal)


def test_contract_and_declarer_begin_the_board_with_the_opening_lead():
    (board,) = pbn.read(game('[Dealer "N"]', '[Contract "3NT"]', '[Declarer "N"]', '[Play "E"]', "S3 S4 S9 SA")).boards
    state = fold(hool, board.board(hool.PRESETS["two clues"]), board.deal, board.acts)
    view = hool.view(state, None)
    assert (view.phase, view.contract, view.declarer, view.tricks_won) == ("play", "3NT", 0, (1, 0, 0, 0))
    assert pbn.read(game('[Contract "3NT"]', '[Declarer "N"]', '[Play "E"]', "S3"), acts=False).boards[0].acts == ()


def test_a_room_takes_only_deals_of_its_own_pack():
    small, full = game(deal=".A83.. .KT7.. .QJ4.. .965.."), game('[Board "2"]')
    report = pbn.read(small + full, acts=False, pack=hool.PACKS["full"])
    assert lines(report) == ["line 1: North has 3 cards and should have 13: “.A83..”."]
    assert [board.number for board in report.boards] == [2]
    report = pbn.read(small + full, acts=False, pack=hool.PACKS["one suit"])
    assert lines(report) == ["line 3: North has 13 cards and should have 3: “AT5.AT5.76.AK876”."]
    assert [len(board.deal.hands[0]) for board in report.boards] == [3]


@pytest.mark.parametrize("preset, pack", [("one suit", "full"), ("two suits", "one suit"), ("full", "two suits")])
def test_a_board_of_our_own_with_another_pack_is_refused_too(preset, pack):
    text = pbn.write([played(preset, 1)])
    assert len(pbn.read(text, pack=hool.PACKS[hool.PRESETS[preset].pack]).boards) == 1
    report = pbn.read(text, pack=hool.PACKS[pack])
    assert not report.boards
    assert [problem.line for problem in report.problems] == [text[: text.index("[Deal ")].count("\n") + 1]


# What is refused, and how


def test_every_mistake_names_its_line_and_good_boards_are_offered():
    report = read("broken.pbn")
    assert lines(report) == [
        "line 5: North has 12 cards and should have 13: “AT5.AT5.76.AK87”.",
        "line 8: North and East both have AS.",
        "line 11: The deal has 3 hands, 4 are needed.",
        "line 14: The deal does not begin with the seat of its first hand, such as N: for North.",
        "line 17: “X” is not a rank, in the hand “AT5.AT5.76.AKXX6”.",
        "line 20: The cards of East are not told.",
        "line 23: “AT5.AT5.76AK876” is not a hand: it needs four suits with dots between them.",
        "line 26: The dealer of board 8 is none of N, E, S, W; the board's number decides.",
        "line 29: Board 9 has no deal.",
        "line 35: “8NT” is no contract. The deal of board 10 is taken without it.",
        "line 43: Spades were led and you still have a spade. Play one of these: AS, 8S, 6S. "
        "The deal of board 11 is taken without it.",
        "line 44: A comment begins here with { and never ends.",
    ]
    assert [board.number for board in report.boards] == [8, 10, 11, 12]
    assert report.boards[2].acts == ()


@pytest.mark.parametrize(
    "data, sentence",
    [
        (b"", "There are no deals in this file."),
        (b"Dear class,\nhere are no deals at all.\n", "There are no deals in this file."),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4, "This is not a text file. PBN and LIN files are plain text."),
        (b"PK\x03\x04" + bytes(500), "This is not a text file. PBN and LIN files are plain text."),
        (b'[Site "\n' * 200_000, "This file is too large. One megabyte is the most that can be read."),
    ],
)
def test_files_that_are_refused_as_a_whole(data, sentence):
    report = pbn.read(data)
    assert lines(report) == [sentence]
    assert report.boards == ()


def test_endless_problems_are_counted():
    report = pbn.read('[Event "x\n' * 120 + game())
    assert len(report.problems) == MAX_PROBLEMS + 1
    assert lines(report)[-1] == "And 70 more."


@pytest.mark.parametrize(
    "tags, boards, sentence",
    [
        (f'[Event "{"x" * 1001}"]\n', 1, "line 1: The value of Event is too long and is left out."),
        (f'[{"x" * 65} ""]\n', 1, f"line 1: This tag has no end and is left out: [{'x' * 59}"),
        ("".join(f'[T{i} ""]\n' for i in range(120)), 0, "line 101: No board has more than 100 tags."),
        ('[Event ""]\n\n' * 10_001, 0, "line 20001: This file holds 10001 results. The first 10000 are read."),
        (
            "".join(f'[Board "{i}"]\n{game()}' for i in range(1, 1001)),
            500,
            "line 1501: This file holds 1001 boards. The first 500 are taken.",
        ),
        (
            f'[Deal "##N:{HANDS}"]\n\n' + "".join(f'[Board "{i}"]\n\n' for i in range(1, 1000)),
            500,
            "line 1003: This file holds 999 boards. The first 500 are taken.",
        ),
    ],
    ids=["long value", "long name", "many tags", "many results", "a thousand boards", "a deal for many boards"],
)
def test_what_could_be_multiplied_is_bounded(tags, boards, sentence):
    report = pbn.read(tags + game())
    assert lines(report)[0].startswith(sentence)
    assert len(report.boards) == boards


def test_inherited_values_are_not_copied():
    tags = "".join(f'[T{i} "##x"]\n' for i in range(99))
    cut = list(inherit(games(tags + "\n" + '[Event ""]\n\n' * 200, pytest.fail)))
    assert [len(each.tags) for each in cut] == [100] * 200
    assert len({id(tag) for each in cut for tag in each.tags.values()}) == 99 * 2 + 200


# What stands at the start of a file, and what is repeated as often as it takes to fill it.
SHAPES = {
    "spaces after a name": ("[a", " "),
    "lines after a name": ("[a", "\n"),
    "white space of all kinds after a name": ("[a", "\t \v\xa0"),
    "spaces after a value": ('[a "x', " "),
    "spaces after a loose value": ("[a x", " "),
    "an endless name": ("[", "a"),
    "an endless value": ('[Deal "', "\\a"),
    "brackets": ("", "["),
    "lines of brackets": ("", "[\n"),
    "closing brackets": ("[a ", "]x"),
    "closing brackets and spaces": ("[a ", '" ]  x'),
    "tags without an end": ("", "[a b\n"),
    "names without an end": ("", "[\na\n"),
    "lines of braces": ("", "{\n"),
    "empty comments": ("", "{}"),
    "quotes": ("", '"\n'),
    "words": ("", "a "),
    "words and empty lines": ('[Deal ""]\n\n', "a\n\n"),
    "empty lines": ("", "\n"),
    "tags": ("", '[a "b"]\n'),
    "boards that inherit": ("".join(f'[T{i} "##x"]\n' for i in range(99)), '\n[Event "#"]\n'),
    "deals of many spaces": ("", f'[Deal "N:{" " * 900}"]\n\n'),
    "results of many spaces": ("", f'[Deal "N:{HANDS}"][Contract "3NT"][Result "NS{" " * 900}"]\n\n'),
}


@pytest.mark.parametrize("start, unit", SHAPES.values(), ids=SHAPES)
def test_reading_takes_no_more_than_its_share_for_a_larger_file(start, unit):
    """Four times the text takes about four times as long; 16 times would be its square.

    `timeit` keeps the garbage collector away, which would count what other tests have left.
    """
    before = None
    for size in (1_000, 4_000, 16_000, 64_000, 256_000):
        took = timeit.timeit(partial(pbn.read, (start + unit * size)[:size], False), number=1, timer=time.process_time)
        assert before is None or took < 10 * before + 0.2, f"{size} characters: {took} s, a quarter of them: {before} s"
        before = took


@pytest.mark.parametrize("digits", ["9" * 900, "9" * 5000, "-" * 900, "1;2;3", "1;2;3;4;5", "²;0;0;0"])
@pytest.mark.parametrize("acts", [True, False])
def test_endless_and_odd_numbers(digits, acts):
    text = pbn.write([DOUBLED])
    for name in ("Board", "Result", "HoolCarry", "HoolClaim", "HoolVersion"):
        pbn.read(re.sub(rf'\[{name} ".*"\]', "", text) + f'[{name} "{digits}"]\n', acts)
    pbn.read(text.replace('passed_out "score"', f"match {digits}"), acts)
    report = pbn.read(text.replace('[HoolVersion "1"]', f'[HoolVersion "1"]\n[HoolCarry "{digits}"]'), acts)
    assert len(report.problems) == 1
    assert [board.carry for board in report.boards] == [()]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_spoilt_file_of_our_own_raises_nothing(data):
    """Words of a good file left out, put twice or changed for others of the file."""
    words = re.findall(r"\S+|\s+", OWN)
    for _ in range(data.draw(st.integers(1, 6))):
        at, other = (data.draw(st.integers(0, len(words) - 1)) for _ in range(2))
        words[at] = data.draw(st.sampled_from(("", words[at] * 2, words[other], "0", "-1", "99", "E")))
    pbn.read("".join(words), pack=data.draw(st.sampled_from((None, *hool.PACKS.values()))))


@given(st.text(st.sampled_from('[]"{};%#\n\\ NDealBoard:.-AKQ1'), max_size=200) | st.text(max_size=80) | st.binary())
def test_nothing_that_stands_in_a_file_raises(data):
    pbn.read(data)


# There and back


def played(preset: str, seed: int, claims: bool = False, varied: bool = False) -> FileBoard:
    """A board of this preset, played by random legal choices; now and then it ends by a claim."""
    rng = random.Random(seed)
    options = replace(hool.PRESETS[preset], passed_out=rng.choice(("redeal", "score")))
    if varied:
        more = {"first_dealer": rng.randrange(4), "trick": rng.randrange(100), "game": rng.randrange(10_001)}
        if options.partners and (options.trumps != "contract" or options.contract != "bid"):
            more["given_declarer"] = rng.randrange(4)
        if options.contract == "given":
            more |= {"given_contract": rng.choice(hool.BIDS), "given_doubled": rng.choice((1, 2, 4))}
        if options.clues < 2:
            more["clue_kinds"] = tuple(rng.sample(hool.CLUE_KINDS, rng.randint(options.clues, 6)))
        options = replace(options, **more)
    board = Board(rng.randint(1, 99), rng.randrange(4), 4, options, (0, 10, 0, 10) if rng.random() < 0.2 else ())
    deal = hool.deal(board, rng)
    state, acts, claim = hool.start(board, deal), [], None
    stop = rng.randrange(70) if claims else 999
    while hool.to_act(state):
        view = hool.view(state, None)
        if len(acts) >= stop and view.phase == "play":
            left = len(deal.hands[0]) - len(view.tricks)
            seat = rng.choice([seat for seat in range(4) if seat != view.dummy])
            claim = seat, rng.randint(0, left) if options.partners else left
            break
        seat = rng.choice(sorted(hool.to_act(state)))
        actions = [str(action) for action in legal_actions(hool, state, seat)]
        # Low calls, so that passes, doubles and all three steps come about.
        text = rng.choice(actions[:6] if "play" not in actions[0] else actions)
        state = play(hool, state, seat, text)
        acts.append((seat, text))
    return played_board(board, deal, acts, ("Amina", "李", 'Bo "x"\\', ""), claim, [("Event", "Class 5b")])


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(hool.PRESETS)), st.integers(0, 10**6), st.booleans())
def test_board_to_pbn_to_board(preset, seed, claims):
    board = played(preset, seed, claims, varied=seed % 2 == 1)
    if seed % 3 == 0 and len(board.deal.hands[0]) == 13:
        board = replace(board, double_dummy=SOLVED, par="EW 30;1HX;E")
    report = pbn.read(pbn.write([board]).encode())
    assert not report.problems
    assert report.boards == (board,)
    assert report.boards[0].board().options == board.options
    assert set(board.tags) <= set(report.boards[0].tags)
    assert pbn.write(report.boards) == pbn.write([board])


def auction(*calls: tuple[int, str]) -> FileBoard:
    clues = [(seat, f"clue {kind}") for kind in ("hcp", "pattern") for seat in (1, 2, 3, 0)]
    board = Board(6, 1, 4, replace(hool.Options(), passed_out="score"))
    return played_board(board, parse_deal(HANDS), [*clues, *calls], ("Amina", "Bo", "", "Robot 4"))


PASSED_OUT = auction((0, "pass"), (1, "pass"), (2, "pass"), (3, "pass"))
DOUBLED = auction(
    (2, "bid 3NT"), (0, "pass"), (1, "pass"), (3, "bid 2C"), (1, "double"), (3, "pass"), (2, "redouble"), (3, "play 4C")
)


@pytest.mark.parametrize("board, contract", [(PASSED_OUT, ("Pass", None, 1)), (DOUBLED, ("3NT", 2, 4))])
def test_passed_out_and_redoubled(board, contract):
    assert (board.contract, board.declarer, board.doubled) == contract
    assert pbn.read(pbn.write([board])).boards == (board,)


def test_the_written_format_does_not_change():
    written = pbn.write([PASSED_OUT, DOUBLED, played("one suit", 1), played("two clues", 3), played("full", 5, True)])
    assert written == (FIXTURES / "hool.pbn").read_text(encoding="utf-8")
    assert all(len(line) <= 255 for line in written.splitlines())


def test_other_readers_find_the_mandatory_tags_in_order():
    names = [line[1:].split()[0] for line in pbn.write([DOUBLED]).splitlines() if line.startswith("[")]
    assert tuple(names[:15]) == pbn.MANDATORY
    assert names[15:] == ["HoolVersion", "Play", "HoolBidTable", "HoolClueTable", "HoolOptionTable"]


@pytest.mark.parametrize(
    "old, new, sentence",
    [
        ("1 E hcp 14", "1 E hcp 12", "The clue says 12, but the hand has 14."),
        ('[HoolVersion "1"]', '[HoolVersion "2"]', "This board was written by a newer HOOL Classroom"),
        ('passed_out "score"', 'passed_out "never"', "“passed_out” cannot be 'never'."),
        ('passed_out "score"', 'pased_out "score"', "There is no option “pased_out”."),
        ("2 W Pass", "2 N Pass", "The deal of board 6 is taken without it."),
        ("2 W Pass", "2 W", "The last row of HoolBidTable is too short."),
        ('[Contract "3NTXX"]', '[Contract "4NT"]', "The contract does not follow from the calls."),
    ],
)
def test_a_changed_file_is_noticed(old, new, sentence):
    text = pbn.write([DOUBLED])
    assert old in text
    assert sentence in "\n".join(lines(pbn.read(text.replace(old, new))))
