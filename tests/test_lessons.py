"""Lessons: the format, every mistake named by its line, and every claim of every board proved."""

import random
import re
from functools import cache, lru_cache
from pathlib import Path
from time import process_time

import pytest

from hool import lessons
from hool.analysis import dds
from hool.lessons import Claim, Lesson, Problems, Question
from hool.robots import ROBOTS
from hool.rules import GAMES, hool, oh_hell
from hool.rules.cards import parse_card, parse_deal
from hool.rules.game import CLOCK, legal_actions, replay
from tests.double_dummy import SUITS, Solver
from tests.exact_tricks import ways

ROOT = Path(__file__).parent.parent
FIXTURES = Path(__file__).parent / "fixtures" / "lessons"
FOLDER = ROOT / "lessons"
LESSONS, PROBLEMS = lessons.read_all(FOLDER)
BOARDS = [
    pytest.param(step, id=f"{lesson.name}-{step.board.pbn.number}") for lesson in LESSONS for step in lesson.boards
]
GOOD = (FIXTURES / "good.md").read_text("utf-8")


def read(text: str) -> Lesson:
    lesson = lessons.read(text, "test")
    assert isinstance(lesson, Lesson), [str(problem) for problem in lesson.items]
    return lesson


def problems(text: str) -> list[str]:
    found = lessons.read(text, "test")
    return [str(problem) for problem in found.items] if isinstance(found, Problems) else []


# The format


def test_a_lesson_is_read():
    lesson = read(GOOD)
    assert (lesson.name, lesson.title, lesson.rung, lesson.game, lesson.minutes) == ("test", "Trumps", 4, "hool", 60)
    assert lesson.phases == ((40, (4, 24, 9, 3)), (60, (5, 35, 15, 5)))
    assert dict(lesson.ages)["8-10"] == "Two boards are enough."
    assert lesson.ask_back == (("Is it good to trump now?", "Who wins the trick if you do not?"),)
    opening, step = lesson.steps
    assert (opening.title, opening.text) == ("", "What the class sees first.")
    assert step.title == "Board 1: A two with a crown"
    assert step.of("predict") == (
        "Who wins a trick with the smallest card? [seats]",
        "How many tricks will your side have at the end? [tricks]",
    )
    assert step.of("note") == ("Our smallest winner.",)
    assert step.board.options == hool.PRESETS["trumps"]
    assert step.board.claims == (Claim("N hcp 16", "has", (0,), ("hcp", "16")),)
    assert step.board.board().dealer == 0


def with_prediction(written: str) -> str:
    return GOOD.replace("> Predict after trick 6: How many tricks will your side have at the end? [tricks]", written)


def test_a_prediction_has_answers_to_tap_and_a_moment():
    step = read(GOOD).boards[0]
    assert step.questions == (
        Question("start", "Who wins a trick with the smallest card?", ("N", "E", "S", "W"), "seats"),
        Question("trick 6", "How many tricks will your side have at the end?", tuple(map(str, range(14))), "tricks"),
    )
    question = read(with_prediction("> predict  Before the LEAD: Who is\n> braver? [king|the\n> two | both ]")).boards[
        0
    ]
    assert question.questions[1] == Question("lead", "Who is\nbraver?", ("king", "the two", "both"), "words")
    for written, answers in (("[0-3]", ("0", "1", "2", "3")), ("[0-13]", tuple(map(str, range(14)))), ("", ())):
        (_, question) = read(with_prediction(f"> Predict: How many? {written}")).boards[0].questions
        assert question == Question("start", "How many?", answers, "words" if answers else "talk")


def test_brackets_that_are_no_answers():
    for text in ("Like [this](https://example.org)?", r"Who \[if anybody\] wins?", r"Who \[wins\]"):
        (_, question) = read(with_prediction(f"> Predict: {text}")).boards[0].questions
        assert question == Question("start", text)


def test_the_reflection_may_have_answers_to_tap():
    asked = read(GOOD).reflection_question
    assert asked.answers == ("early", "late", "when partner needs it")
    assert (asked.when, asked.text) == ("end", "When is the right moment to spend a trump?")
    plain = GOOD.replace(" [early | late | when partner needs it]", "")
    assert read(plain).reflection_question == Question("end", "When is the right moment to spend a trump?")


def test_a_question_about_tricks_offers_as_many_as_the_board_has():
    small = re.sub('N:[^"]*', "N:.AK3.. .QJ4.. .T95.. .876..", with_prediction("> Predict: How many? [tricks]"))
    small = small.replace('preset = "trumps"', 'preset = "one suit"').replace("trumps = 'S'", "")
    assert read(small.replace("N hcp 16", "N hcp 7")).boards[0].questions[1].answers == ("0", "1", "2", "3")


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("> Predict: Who? [3-0]", "[3-0]: the smaller number comes first."),
        ("> Predict: Who? [3-3]", "[3-3]: the smaller number comes first."),
        ("> Predict: Who? []", "[]: give two answers or more, with | between them."),
        ("> Predict: Who? [she]", "[she]: give two answers or more, with | between them."),
        ("> Predict: Who? [0-14]", "15 answers are too many; 14 is the most."),
        (f"> Predict: Who? [{'|'.join('abcdefghijklmno')}]", "15 answers are too many; 14 is the most."),
        ("> Predict: Who? [she | | he]", "[she | | he]: an answer is empty."),
        ("> Predict: Who? [she | he | she]", "[she | he | she]: “she” is there twice."),
        (f"> Predict: Who? [{'w' * 40} | {'x' * 41}]", f"“{'x' * 41}” is longer than 40 letters."),
        (
            "> Predict: Who [of us] wins? [a | b]",
            "Answers stand once, at the end of the question, like this: [yes | no].",
        ),
        ("> Predict: Who? [a | b", "Answers stand once, at the end of the question, like this: [yes | no]."),
        ("> Predict: [a | b]", "A question is missing here."),
        ("> Predict:", "A question is missing here."),
        ("> Predict after trick 13: Who?", "This board has 13 tricks: ask after trick 12 at the latest."),
        ("> Predict after trick 14: Who?", "This board has 13 tricks: ask after trick 12 at the latest."),
        ("> Predict after the clues: Who?", "There are no clues on this board."),
        ("> Predict when dummy opens: Who?", "This board has no dummy."),
        *(
            (
                f"> Predict {moment}: Who?",
                "A prediction may be asked after the clues, before the lead, when dummy opens, or after trick 3.",
            )
            for moment in ("after trick 0", "after the rain", "now", "after trick three")
        ),
    ],
)
def test_a_wrong_prediction_is_named(written, problem):
    assert problems(with_prediction(written)) == [f"test.md:34: {problem}"]


def test_a_prediction_without_a_board_is_named():
    text = GOOD + "\n## Share\n\n> Predict: Who will speak first? [seats]\n"
    assert problems(text) == ["test.md:50: A prediction belongs to a board, and this step has none."]


def test_a_wrong_reflection_is_named():
    for answers, problem in (("[yes]", "[yes]: give two"), ("[tricks]", "Only a prediction has the answers [tricks].")):
        (found,) = problems(GOOD.replace("[early | late | when partner needs it]", answers))
        assert found.startswith(f"test.md:9: {problem}")


def test_dummy_predicts_needs_a_dummy():
    text = GOOD.replace("look_for", "dummy_predicts = true\nlook_for")
    assert problems(text) == ["test.md:11: “dummy_predicts”: no board of this lesson has a dummy."]
    lesson = read(text.replace('preset = "trumps"', 'preset = "dummy"'))
    assert lesson.dummy_predicts and not read(GOOD).dummy_predicts
    assert read(lessons.write(lesson)) == lesson
    assert problems(text.replace("= true", '= "yes"')) == ["test.md:11: “dummy_predicts” must be true or false."]


PLAYED = GOOD.replace('preset = "trumps"', 'preset = "full"').replace(
    "[Options \"trumps = 'S'\"]", '[Declarer "S"]\n[Contract "4H"]\n[Play "W"]\nSK S2 SA SJ\n* S3 S4 *'
)


def test_cards_that_have_been_played_are_kept():
    acts = read(PLAYED).boards[0].board.pbn.acts
    assert acts == ((3, "play KS"), (2, "play 2S"), (1, "play AS"), (2, "play JS"), (1, "play 4S"))


def test_a_prediction_before_cards_that_have_been_played_is_named():
    assert problems(PLAYED.replace("after trick 6", "after trick 1")) == [
        "test.md:34: The cards in “Play” are past this moment."
    ]
    exactly = PLAYED.replace("\n* S3 S4 *", "").replace("after trick 6", "after trick 1")
    assert read(exactly).boards[0].questions[1].when == "trick 1"
    for moment in ("before the lead", "when dummy opens"):
        assert len(problems(exactly.replace("after trick 1", moment))) == 1


def test_cards_that_cannot_be_played_are_named():
    nothing = GOOD.replace("[Claims", '[Play "E"]\nSA SJ S5 ST\n[Claims')
    assert problems(nothing) == ["test.md:41: “Play” needs “Declarer” and “Contract”."]
    no_dummy = PLAYED.replace('preset = "full"', 'preset = "full"\ndummy = false')
    assert problems(no_dummy)[0].startswith("test.md:43: The cards in “Play” cannot be played here: ")


def test_boards_with_the_same_cards_know_each_other():
    step = GOOD[GOOD.index("## Board 1") :]
    again = step.replace('Board "1"', 'Board "2"').replace("trumps = 'S'", "trumps = 'H'")
    other = step.replace('Board "1"', 'Board "3"').replace("T32.AKQ7", "T42.AKQ7")
    other = other.replace("A9864", "A9863")
    lesson = read(GOOD + "\n" + again + "\n" + other)
    assert [lesson.same_cards(index) for index in range(3)] == [(1,), (0,), ()]


def test_what_the_teacher_reads_is_in_no_other_text():
    step = read(GOOD).steps[1]
    assert step.teacher == "East is short in hearts. Wait until somebody notices."
    assert "East" not in step.text + "".join(step.of("predict") + step.of("note"))


def test_every_mistake_is_named_by_its_line():
    broken = (FIXTURES / "broken.md").read_text("utf-8")
    assert problems(broken) == (FIXTURES / "broken.txt").read_text("utf-8").replace("broken.md", "test.md").splitlines()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "test.md:1: A lesson begins with its head between two lines +++."),
        (GOOD.replace("rung = 4", "rung = "), "test.md:3: The head is not TOML: Invalid value."),
        (GOOD[: GOOD.index("```pbn")], "test.md:1: A lesson has at least one board"),
        (GOOD.replace('preset = "trumps"', 'preset = "trump"'), "test.md:25: There is no preset “trump”."),
        (GOOD.replace("## Board 1: A two with a crown", "##"), "test.md:30: A step needs a title after ##."),
        (GOOD.replace("[Options", '[Contract "4H"]\n[Options'), "test.md:40: Declarer and contract belong together"),
        (GOOD.replace("trumps = 'S'", "trumps: 'S'"), "test.md:40: Options are written like this: trumps = 'H'"),
        (
            GOOD.replace("N hcp 16", "2C can beat 2S; 5H can win; S makes 4H;" * 6),
            "test.md:41: “Claims” is longer than",
        ),
        (GOOD + "\n```pbn\n" + 2 * '[Board "1"]\n\n' + "```\n", "test.md:48: This step has a board already."),
    ],
)
def test_a_mistake_has_its_sentence(text, problem):
    assert any(found.startswith(problem) for found in problems(text)), problems(text)


def test_a_small_pack_has_no_contract_and_no_foreign_card():
    small = re.sub('N:[^"]*', "N:.AK3.. .QJ4.. .T95.. .876..", GOOD.replace("trick 6", "trick 2"))
    small = small.replace('preset = "trumps"', 'preset = "one suit"').replace("trumps = 'S'", "")
    assert problems(small.replace("N hcp 16", "N makes 1H"))[0].endswith("a contract needs all 52 cards.")
    assert problems(small.replace("N hcp 16", "2H can win")) == ["test.md:41: “2H can win”: 2H is not in this pack."]
    assert problems(small.replace("N hcp 16", "N hcp 7")) == []


def test_line_ends_and_a_mark_at_the_start_make_no_difference():
    assert read("\ufeff" + GOOD.replace("\n", "\r\n")) == read(GOOD)


def test_a_written_lesson_reads_the_same():
    moments = "> Predict before the lead: Who?\n\n> Predict when dummy opens: How\n> many? [0-3]"
    dummy = with_prediction(moments).replace('preset = "trumps"', 'preset = "dummy"')
    for text in (GOOD, PLAYED, dummy, GOOD.replace("Everybody can", r"“Every\\body” \"can\"")):
        lesson = read(text)
        assert read(lessons.write(lesson)) == lesson


@pytest.mark.parametrize("seed", range(8))
def test_whatever_a_teacher_types_is_read_or_named(seed):
    """Half-changed lessons, as they come while somebody writes, raise nothing; those that can be read are written
    the same."""
    chance = random.Random(seed)
    bits = [
        "\n",
        "+++",
        "```",
        "```pbn\n",
        "> ",
        "> Teacher: ",
        "## ",
        "[",
        "]",
        '"',
        "'",
        "=",
        "|",
        "[a | b]",
        "Predict after trick 3:",
        "true",
        "\0",
        ";",
        "%",
        "#",
    ]
    for _ in range(50):
        text = chance.choice([GOOD, (FIXTURES / "broken.md").read_text("utf-8")])
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(text))
            text = text[:place] + chance.choice(bits) + text[place + chance.choice([0, 0, 1, 30]) :]
        lesson = lessons.read(text, "test")
        if isinstance(lesson, Lesson):
            assert read(lessons.write(lesson)) == lesson
        else:
            assert lesson.items


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("+++\n" + "a." * 9000 + "a = 1\n+++\n", "test.md:2: This line of the head is too long: 3000 letters at most."),
        (GOOD.replace("[phases]", "[phases]\n" + "\n".join(f"{n} = [1]" for n in range(100, 15000))), "test.md:"),
        (
            "+++\n" + "\n".join(f"a{n} = 1" for n in range(15000)) + "\n+++\n",
            "test.md:1: The field “title” is missing.",
        ),
        (
            GOOD.replace("trumps = 'S'", "a." * 5000 + "a = 1"),
            "test.md:40: The value of Options is too long and is left out.",
        ),
        (GOOD + "\n## a\n```pbn\n```\n" * 70, "test.md:285: A lesson has 60 boards at most."),
    ],
)
def test_a_file_made_to_be_slow_is_refused_soon(text, problem):
    began = process_time()
    found = problems(text)
    assert process_time() - began < 3  # it took minutes, or all memory
    assert any(each.startswith(problem) for each in found), found
    assert len(found) <= 100


def test_markdown_made_to_be_slow_is_shown_as_it_is_written():
    began = process_time()
    assert lessons.html("[" * 2400 + "\n\n" + "*fine*") == f"<p>{'[' * 2400}\n\n*fine*</p>"
    for text in ("[" * 5000 + "\n\n") * 35, ("[" * 100 + "\n\n") * 1800:
        lessons.html(text)
    assert process_time() - began < 3
    assert "<a href" in lessons.html("[ours](https://hool.example) " * 3)


def test_html_in_a_lesson_is_shown_and_not_obeyed():
    shown = lessons.html("<script>alert(1)</script> [x](javascript:alert(1)) *good*")
    assert "<script" not in shown and "href" not in shown and "<em>good</em>" in shown


def test_the_command_lists_lessons_and_names_problems(app, tmp_path):
    runner = app.test_cli_runner()
    (tmp_path / "010-good.md").write_text(GOOD, "utf-8")
    result = runner.invoke(args=["lessons", str(tmp_path)])
    assert (result.exit_code, result.output) == (0, "010-good: Trumps (rung 4, 60 minutes, 1 boards)\n")
    (tmp_path / "020-bad.md").write_text(GOOD.replace("rung = 4", "rung = 44"), "utf-8")
    result = runner.invoke(args=["lessons", str(tmp_path)])
    assert result.exit_code == 1
    assert f"{tmp_path}/020-bad.md:3: “rung” must be 0 to 13.\n" in result.output


# How to write one


def test_the_readme_explains_every_field_tag_claim_and_skill():
    readme = (FOLDER / "README.md").read_text("utf-8")
    written = set(re.findall(r"`([^`\n]+)`", readme))
    for name in [*lessons._FIELDS, *lessons.AGES, *lessons.SKILLS, *lessons.KINDS.values(), "Options", "Claims"]:
        assert {name, f"{name}:"} & written, name
    for kind in lessons._CLAIMS:
        assert kind == "has" or any(kind.removeprefix("card ") in text for text in written), kind


def test_the_example_in_the_readme_is_a_lesson():
    example = (FOLDER / "README.md").read_text("utf-8").split("````")[1].removeprefix("markdown\n")
    assert example == GOOD == lessons.write(read(GOOD))


# Our own lessons


def test_our_lessons_have_no_problems():
    assert [str(problem) for problem in PROBLEMS] == []


def test_the_ladder_has_thirteen_rungs_in_order():
    rungs = [lesson.rung for lesson in LESSONS if lesson.rung]
    assert rungs == list(range(1, 14))
    assert {skill for lesson in LESSONS for skill in lesson.check} == set(lessons.SKILLS)


def test_the_ladder_hides_what_is_not_taught_yet():
    """lessons 1-9 have no bidding, 1-7 no clues, 1-5 no contract; each step of the bidding has its lesson."""
    rung = {lesson.rung: [step.board.options for step in lesson.boards] for lesson in LESSONS if lesson.rung}
    assert all(options.trumps != "contract" and options.clues == 0 for n in range(1, 6) for options in rung[n])
    assert all(options.contract != "bid" for n in range(6, 10) for options in rung[n])
    assert [{options.clues for options in rung[n]} for n in range(6, 10)] == [{0}, {0}, {1}, {2}]
    assert [{options.bidding_steps for options in rung[n]} for n in range(10, 13)] == [{1}, {2}, {3}]


CHECKED = {
    1: ["winner"],
    2: ["legal cards"],
    3: ["winner", "next lead"],
    4: ["trump winner"],
    5: ["declarer and dummy", "sure winners"],
    6: ["level", "score"],
    7: ["game"],
    8: ["points"],
    9: ["shape"],
    10: ["higher bid", "tie"],
    11: ["second step"],
    12: ["auction", "score"],
    13: ["results"],
}


def test_each_rung_checks_what_is_new_on_it():
    assert {lesson.rung: list(lesson.check) for lesson in LESSONS if lesson.rung} == CHECKED


def test_the_rungs_explore_what_they_are_for():
    rung = {lesson.rung: lesson for lesson in LESSONS if lesson.rung}
    asked = {n: [step.questions for step in lesson.boards] for n, lesson in rung.items()}
    assert len(rung[1].boards) == 8 and all(questions[-1].kind == "tricks" for questions in asked[1])
    others = rung[4].same_cards(0)
    trumps = {rung[4].boards[place].board.options.trumps for place in (0, *others)}
    assert "N" in trumps and len(trumps) == 1 + len(others) >= 2, "with trumps and without"
    assert [lesson.rung for lesson in LESSONS if lesson.dummy_predicts] == [5]
    assert all(any(question.when == "dummy" for question in questions) for questions in asked[5])
    promised = [rung[6].boards[place].board.options.given_contract for place in (0, *rung[6].same_cards(0))]
    assert len(set(promised)) == 3, "three promises"
    for questions in (*asked[8], *asked[9]):
        assert any(question.when == "clues" for question in questions), "guess from the clues"
    assert len(rung[9].boards) > 4, "four boards and the riddle"
    assert len(rung[13].boards) == rung[13].options.match == 8


@pytest.mark.parametrize("lesson", [pytest.param(lesson, id=lesson.name) for lesson in LESSONS])
class TestOurLessons:
    def test_students_have_little_to_read(self, lesson):
        opening = lesson.steps[0]
        assert not opening.board and len(sentences(opening.text)) <= 3
        for step in lesson.boards:
            assert len(step.text) < 140, "short enough to stand beside the cards"
            assert len([question for question in step.questions if question.when == "start"]) <= 2
            for question in step.questions:
                assert len(question.text) <= 100 and len(sentences(question.text)) <= 2, question.text

    def test_most_questions_can_be_answered_by_a_tap(self, lesson):
        assert lesson.reflection_question.answers
        assert all(any(question.answers for question in step.questions) for step in lesson.boards)

    def test_it_is_written_the_way_we_write(self, lesson):
        assert lessons.write(lesson) == (FOLDER / f"{lesson.name}.md").read_text("utf-8")

    def test_it_has_everything_a_teacher_needs(self, lesson):
        assert {minutes for minutes, _ in lesson.phases} == {40, 60}
        assert len(lesson.look_for) >= 2 and len(lesson.mistakes) >= 2 and len(lesson.ask_back) >= 2
        assert len(re.findall(r"[.!?](?= |$)", lesson.story)) == 2, "a story of two sentences"
        assert lesson.big_question.endswith("?") and lesson.reflection_question.text.endswith("?")

    def test_it_has_boards_that_ask_something_and_say_why_they_are_there(self, lesson):
        assert len(lesson.boards) >= 4
        for step in lesson.boards:
            assert re.match(rf"Board {step.board.pbn.number}: ", step.title)
            assert step.of("predict") and step.teacher, step.title
            assert step.board.claims, step.title
        assert sum(len(step.of("note")) for step in lesson.steps) >= 2


def sentences(text: str) -> list[str]:
    return re.findall(r"[^.!?]*[.!?](?= |\n|$)", text)


# Every board is played to the end


def played_by_robots(board) -> list:
    """What everybody could see from the first action to the end, beginning where the given cards end."""
    rules = GAMES[board.game]
    state = replay(rules, board.board(), board.pbn.deal, board.pbn.acts)
    chance = random.Random(1)
    views = [rules.view(state, None)]
    while seats := rules.to_act(state):
        seat = max(seats)  # the clock, if it may act, when nobody else has to answer
        if seat == CLOCK:
            action = legal_actions(rules, state, seat)[0]
        else:
            action, _ = ROBOTS[board.game]["standard"](rules.view(state, seat), chance)
        assert action in legal_actions(rules, state, seat)
        state = rules.apply(state, seat, action)
        views.append(rules.view(state, None))
    return views


@pytest.mark.parametrize("step", BOARDS)
def test_robots_play_a_board_to_its_end_and_come_to_every_question(step):
    views = played_by_robots(step.board)
    assert [view.result for view in views[:-1]] == [None] * (len(views) - 1)
    assert views[-1].result is not None
    assert sum(getattr(views[-1], "tricks_won", ())) in (0, len(step.board.pbn.deal.hands[0]))
    for question in step.questions:
        now = [view for view in views if lessons.reached(question.when, view)]
        assert now[0].result is None, question.when


def test_cards_that_have_been_played_are_where_robots_go_on():
    views = played_by_robots(read(PLAYED).boards[0].board)
    assert len(views[0].trick) == 1 and len(views[0].tricks) == 1
    assert sum(views[-1].tricks_won) == 13


# Every claim is proved


@cache
def library() -> dds.Dds:
    return dds.load()


class Quick:
    """What `Solver` says of a full pack where partners play together, in a tenth of the time."""

    def __init__(self, deal, trumps: str, counted) -> None:
        self._deal, self._trumps, self._counted = deal, trumps, counted

    def reach(self, leader: int, tricks: int) -> bool:
        found = library().tricks(self._deal.hands, self._trumps, leader)
        return (found if leader in self._counted else 13 - found) >= tricks


def solver(board, trumps: str, counted, trying=None, no_ruff=None) -> Solver | Quick:
    """trumps: "S" ... "C", or "NT" or "N" for none. What one claim found serves the next."""
    if set(counted) in ({0, 2}, {1, 3}) and len(board.pbn.deal.hands[0]) == 13 and trying is None and no_ruff is None:
        return Quick(board.pbn.deal, trumps, counted)
    suit = SUITS.index(trumps) if trumps in SUITS else None
    return kept_solver(board.pbn.deal, suit, frozenset(counted), trying, no_ruff)


@lru_cache(maxsize=8)
def kept_solver(deal, *rules) -> Solver:
    return Solver(deal.hands, *rules)


def takes(board, seat: int, trumps: str, tricks: int, **others) -> bool:
    """Whether declarer's side takes at least so many, the lead coming from declarer's left."""
    return solver(board, trumps, (seat, (seat + 2) % 4), **others).reach((seat + 1) % 4, tricks)


def holds(board, claim: Claim) -> bool:
    if board.game == "oh_hell":
        return holds_in_oh_hell(board, claim)
    if board.game == "hoola":
        return True  # `lessons.read` has looked, and tests/test_hoola_lessons.py at how it looks
    seats = claim.seats
    match claim.kind, claim.values:
        case "has" | "is declarer", _:
            return True  # `lessons.read` has looked
        case "makes", (bid,):
            return all(takes(board, seat, bid[1:], hool.tricks_needed(bid)) for seat in seats)
        case "fails", (bid,):
            return not any(takes(board, seat, bid[1:], hool.tricks_needed(bid)) for seat in seats)
        case "takes" | "or more", (count, trumps):
            leaders = [(seat + 1) % 4 for seat in seats] if board.options.dummy else [leader_of(board)]
            together = (0, 2) if board.options.partners else (0,)
            side = {(seat + across) % 4 for seat in seats for across in together}
            one = solver(board, trumps or board.options.trumps, side)
            at_least = all(one.reach(leader, int(count)) for leader in leaders)
            return at_least and (
                claim.kind == "or more" or not any(one.reach(leader, int(count) + 1) for leader in leaders)
            )
        case "needs a ruff", (dummy, bid):
            trumps, needed = bid[1:], hool.tricks_needed(bid)
            without = takes(board, seats[0], trumps, needed, no_ruff="NESW".index(dummy))
            return takes(board, seats[0], trumps, needed) and not without
        case "is sure of", (count,):
            return solver(board, board.options.trumps, seats).reach(leader_of(board), int(count))
        case "can win" | "cannot win", (count,):
            together = solver(board, board.options.trumps, seats, trying=frozenset(range(4)))
            return together.reach(leader_of(board), int(count)) == (claim.kind == "can win")
        case "card can win", (winner,):
            return possible(board, parse_card(winner), None)
        case "can beat", (winner, loser):
            return possible(board, parse_card(winner), parse_card(loser))
        case "cannot beat", (winner, loser):
            return not possible(board, parse_card(winner), parse_card(loser))
    raise AssertionError(claim)


def holds_in_oh_hell(board, claim: Claim) -> bool:
    """Everybody against everybody: from the lead on, with the trumps of the board."""
    view = oh_hell.view(oh_hell.start(board.board(), board.pbn.deal), None)
    if claim.kind == "all can make":
        return tuple(map(int, claim.values)) in ways(board.pbn.deal.hands, view.leader, view.trumps)
    trying = None if claim.kind == "is sure of" else frozenset(range(4))
    able = solver(board, view.trumps, claim.seats, trying).reach(view.leader, int(claim.values[0]))
    return able != (claim.kind == "cannot win")


def leader_of(board) -> int:
    """Who leads to the first trick."""
    return hool.view(hool.start(board.board(), board.pbn.deal), None).leader


def possible(board, winner, loser) -> bool:
    """Whether `winner` wins a trick (with `loser` in it) in some play of the board.

    Twelve cards: every play is tried. More: plays at random, until one shows it.
    """
    start = hool.start(board.board(), board.pbn.deal)

    def shown(state) -> bool:
        cards = ((*trick.cards, trick.cards[(trick.winner - trick.leader) % 4]) for trick in state.tricks)
        return any(trick[4] == winner and (loser is None or loser in trick) for trick in cards)

    if len(board.pbn.deal.hands[0]) == 3:
        waiting = [start]
        while waiting:
            state = waiting.pop()
            if shown(state):
                return True
            for seat in hool.to_act(state):
                waiting += [hool.apply(state, seat, action) for action in legal_actions(hool, state, seat)]
        return False
    chance = random.Random(1)
    for _ in range(400):
        state = start
        while seats := hool.to_act(state):
            (seat,) = seats
            state = hool.apply(state, seat, chance.choice(legal_actions(hool, state, seat)))
        if shown(state):
            return True
    raise AssertionError(f"nothing shows {winner} over {loser}")


@pytest.mark.parametrize("step", BOARDS)
def test_a_board_shows_what_it_claims(step):
    for claim in step.board.claims:
        assert holds(step.board, claim), claim.text


# The solver itself


def test_the_library_finds_what_our_solver_finds():
    promised = [step.values[0] for step in BOARDS if step.values[0].board.game == "hool"]
    bids = [(step.board.pbn.deal, claim) for step in promised for claim in step.board.claims if claim.kind == "makes"]
    assert len(bids) > 20
    for deal, claim in bids[:3]:
        (bid,), counted = claim.values, {claim.seats[0], (claim.seats[0] + 2) % 4}
        ours = kept_solver(deal, SUITS.index(bid[1:]) if bid[1:] in SUITS else None, frozenset(counted))
        leader, needed = (claim.seats[0] + 1) % 4, hool.tricks_needed(bid)
        for tricks in (needed, needed + 2):
            assert Quick(deal, bid[1:], counted).reach(leader, tricks) == ours.reach(leader, tricks)


@pytest.mark.parametrize("seed", range(30))
def test_the_solver_finds_what_plain_search_finds(seed):
    chance = random.Random(seed)
    cards = chance.sample(hool.PACKS["full"], 12)
    hands = [cards[place::4] for place in range(4)]
    trumps = chance.choice([None, 0, 1])
    counted = frozenset(chance.choice([(0, 2), (1, 3), (0,)]))
    trying = chance.choice([counted, frozenset(range(4))])
    for leader in range(2):
        found = Solver(hands, trumps, counted, trying).tricks(leader)
        suit = "" if trumps is None else SUITS[trumps]
        assert found == plain(tuple(map(frozenset, hands)), leader, (), suit, counted, trying)


@cache
def plain(hands, leader, trick, trumps, counted, trying) -> int:
    """Tricks of the counted seats, by trying everything. trumps: a suit, or "" for none."""
    if len(trick) == 4:
        order = [(card.suit == trumps, card.suit == trick[0].suit, card.rank) for card in trick]
        winner = (leader + order.index(max(order))) % 4
        return (winner in counted) + plain(hands, winner, (), trumps, counted, trying)
    seat = (leader + len(trick)) % 4
    if not hands[seat]:
        return 0
    follow = [card for card in hands[seat] if trick and card.suit == trick[0].suit] or hands[seat]
    left = {card: (*hands[:seat], hands[seat] - {card}, *hands[seat + 1 :]) for card in follow}
    results = [plain(hands, leader, (*trick, card), trumps, counted, trying) for card, hands in left.items()]
    return (max if seat in trying else min)(results)


def test_a_hand_that_may_not_ruff_throws_something_else():
    """South has a losing diamond; North can trump it."""
    hands = parse_deal("5.2.. ..AK. 7..2. .3.Q.").hands
    assert Solver(hands, 0, frozenset({0, 2})).tricks(1) == 2
    assert Solver(hands, 0, frozenset({0, 2}), no_ruff=0).tricks(1) == 1
