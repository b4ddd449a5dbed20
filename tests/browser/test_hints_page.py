"""A hint asked for with a finger, what robots say, and the switches on the teacher's page, in real browsers."""

from drive import Player, load, play
from playwright.sync_api import expect
from screens import PHONE
from test_access import accessible, fingers_hit

SMALL = {"width": 320, "height": 568}
# Spades are Amina's best suit, and nobody is short of points.
DEAL = "AKQ72.K73.Q8.J94 J9.AT62.K743.Q85 T85.J94.AT62.K73 643.Q85.J95.AT62"


def allow(classroom, **form):
    """What the teacher sets under Room, with a finger less."""
    data = {"robots": "standard", "hints": "", **form}
    answer = classroom.laptop.request.post(f"/room/{classroom.slug}/class/room/help", form=data)
    assert answer.ok


def flower(page):
    """The way to a hint: on the ribbon, or on the pad."""
    return page.locator("#stage [data-hint]:not(#hint *)")


def box(page):
    return page.locator("#hint")


def fits(page):
    """Nothing of the page has to be scrolled to."""
    return page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_a_hint_says_more_and_more_and_goes_with_the_act(classroom):
    """Clue, bid and card: a question first, then how, why and the robot's idea; nothing is left when all is decided."""
    amina = classroom.student("Amina")
    load(classroom, [DEAL])
    allow(classroom, hints="card", reasons="1")
    classroom.start()
    me = Player(amina, {"step1": "bid 3NT"})
    expect(flower(amina)).to_be_visible()
    expect(box(amina)).to_be_hidden()
    flower(amina).tap()
    expect(box(amina)).to_contain_text("How many points do you have?")
    expect(amina.locator("#aloud")).to_contain_text("How many points do you have?")
    for words in ("An ace is 4 points", "how strong you are", "A robot would tell the points."):
        box(amina).locator("#hint-more").tap()
        expect(box(amina)).to_contain_text(words)
    assert fits(amina)
    me.move()
    expect(box(amina)).to_be_hidden()
    play([me], lambda look: look["turn"] >= 2)
    amina.wait_for_selector("#pad [data-act=bid]")
    flower(amina).tap()
    expect(box(amina)).to_contain_text("?")
    me.press("label:has(#l-3)")  # a half-made choice takes no hint away, nor a hint the choice
    expect(box(amina)).to_be_visible()
    expect(amina.locator("#l-3")).to_be_checked()
    assert fits(amina)
    flower(amina).tap()
    expect(box(amina)).to_be_hidden()
    play([me], lambda look: look["phase"] == "play" and bool(look["cards"]))
    flower(amina).tap()
    for _ in range(3):
        before = box(amina).inner_text()
        box(amina).locator("#hint-more").tap()
        expect(box(amina)).not_to_have_text(before)
    expect(box(amina)).to_contain_text("A robot would play the")
    assert fits(amina)
    box(amina).get_by_role("button", name="Put the hint away").tap()
    expect(box(amina)).to_be_hidden()
    flower(amina).tap()
    expect(box(amina)).to_be_visible()
    me.move()
    expect(box(amina)).to_be_hidden()


def test_a_hint_is_one_students_and_no_longer_than_the_teacher_allows(classroom):
    amina, bo = classroom.student("Amina"), classroom.student("Bo")
    allow(classroom, hints="question")
    classroom.start()
    expect(flower(amina)).to_be_visible()
    expect(flower(bo)).to_have_count(0)
    flower(amina).tap()
    for words in ("How?", "Again", "How?"):  # the question again: there is no more
        expect(box(amina).locator("#hint-more")).to_have_text(words)
        box(amina).locator("#hint-more").tap()
    expect(box(bo)).to_be_hidden()
    allow(classroom)
    expect(flower(amina)).to_have_count(0)
    expect(box(amina)).to_be_hidden()


def test_hints_and_what_robots_say_push_no_card_off_a_phone(classroom):
    amina = classroom.student("Amina", PHONE)
    allow(classroom, hints="reason", reasons="1")
    classroom.start()
    me = Player(amina, {"step1": "bid 7NT"}, quick=True)  # nobody bids more, so she is declarer
    play([me], lambda look: look["phase"] == "play" and bool(look["cards"]) and len(look["hand"]) <= 12)
    assert fits(amina)
    flower(amina).tap()
    for size in (PHONE, SMALL):
        amina.set_viewport_size(size)
        expect(box(amina)).to_be_visible()
        assert fits(amina)
        hand = amina.locator("#c-hand").bounding_box()
        assert hand["y"] + hand["height"] <= size["height"] + 1
        hint = box(amina).bounding_box()
        assert hint["y"] + hint["height"] <= hand["y"] + 1


def test_the_teacher_sets_robots_and_hints_with_a_tap(classroom):
    amina = classroom.student("Amina")
    classroom.start()
    teacher = classroom.teacher
    teacher.goto(f"/room/{classroom.slug}/class/room")
    teacher.locator("#help label:has([value=question])").click()
    expect(teacher.locator("#told")).to_contain_text("Saved")
    expect(flower(amina)).to_be_visible()
    with teacher.expect_response("**/class/room/help"):  # a page that is left takes its request along
        teacher.locator("#help label:has([value=beginner])").click()
    teacher.goto(f"/room/{classroom.slug}/class?table=1")
    expect(teacher.locator("#h4-E .level")).to_have_text("beginner")
    teacher.get_by_role("button", name="Seats and robots").click()
    teacher.locator("#shift .levels3").first.get_by_role("button", name="expert").click()
    expect(teacher.locator("#told")).to_contain_text("expert")
    expect(teacher.locator("#h4-E .level")).to_have_text("expert")
    expect(teacher.locator("#h4-S .level")).to_have_text("beginner")


def test_hints_and_robots_words_are_for_ears_and_fingers(classroom):
    amina = classroom.student("Amina")
    allow(classroom, hints="card", reasons="1")
    classroom.start()
    me = Player(amina, {"step1": "bid 7NT"}, quick=True)  # nobody bids more, so she is declarer
    for reached in (
        lambda look: bool(look["clues"]),
        lambda look: look["turn"] >= 2 and look["words"] != [],
        lambda look: look["phase"] == "play" and bool(look["cards"]) and len(look["hand"]) <= 12,
    ):
        play([me], reached)
        flower(amina).tap()
        expect(box(amina)).to_be_visible()
        accessible(amina)
        fingers_hit(amina)
        flower(amina).evaluate("button => button.click()")  # on the ribbon, which the hint may cover
        expect(box(amina)).to_be_hidden()
        accessible(amina)
        me.move()
    classroom.teacher.goto(f"/room/{classroom.slug}/class/room")
    accessible(classroom.teacher)
    classroom.teacher.goto(f"/room/{classroom.slug}/class?table=1")
    classroom.teacher.get_by_role("button", name="Seats and robots").click()
    accessible(classroom.teacher)
