"""The wall while a lesson runs: it follows without a reload, its clock goes by itself, and everything fits on it."""

import re
import time

import pytest
from drive import Player, in_phase, play
from playwright.sync_api import expect

from hool import ROOT
from hool.shelf import Shelf
from hool.store import Store

SCREENS = ({"width": 1920, "height": 1080}, {"width": 1366, "height": 768}, {"width": 1024, "height": 768})
NOTE = (
    "مرحبا 🎉 <b>we</b> led the smallest card, and the king had to wait. Would your table have kept the ten for later?"
)

# What leaves the screen, or is cut off by what it stands in. Cards let their large suit hang over the edge.
MISFITS = """() => {
  const seen = (node) => node.checkVisibility() && !node.closest(".vh, svg, .bigqr, .card");
  const wrong = [];
  for (const node of document.querySelectorAll("#wall-view *")) {
    if (!seen(node)) continue;
    const box = node.getBoundingClientRect(), name = `${node.tagName}.${node.className}`;
    if (box.width && (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1))
      wrong.push(`${name} leaves the screen: ${node.textContent.trim().slice(0, 60)}`);
    const higher = node.scrollHeight > node.clientHeight + 2, wider = node.scrollWidth > node.clientWidth + 2;
    if (getComputedStyle(node).overflow !== "visible" && (higher || wider))
      wrong.push(`${name} is cut off`);
  }
  return wrong;
}"""


def fits(wall):
    """Everything fits at every screen a projector may have."""
    for screen in SCREENS:
        wall.set_viewport_size(screen)
        assert wall.evaluate(MISFITS) == [], screen


class Lesson:
    """A lesson that the teacher runs by the page's own routes."""

    def __init__(self, classroom, name="010-one-suit", pace="free"):
        self.classroom = classroom
        self.post(f"lessons/{name}/start", length="60", pace=pace, sure="1")

    def post(self, path, **form):
        answer = self.classroom.laptop.request.post(f"/room/{self.classroom.slug}/class/{path}", form=form)
        assert answer.ok, answer.text()
        return answer.text()

    def go(self, phase):
        self.post("lesson/phase", phase=phase)

    def cards(self):
        """The numbers of the note cards that have come."""
        page = self.classroom.laptop.request.get(f"/room/{self.classroom.slug}/class/lesson").text()
        return re.findall(r"lesson/cards/(\d+)/wall", page)


@pytest.fixture
def shelf(live):
    """A shelf on the server's own database, to put lessons there that nobody would write."""
    return Shelf(Store(f"sqlite:///{live.data}", time.time), ROOT / "lessons")


def test_the_wall_follows_a_lesson_without_a_reload(classroom):
    amina = classroom.student("Amina")
    wall = classroom.wall()
    loads = []
    wall.on("load", lambda page: loads.append(page.url))
    lesson = Lesson(classroom)
    expect(wall.locator("h1")).to_have_text("Can a small card ever beat a king?")
    expect(wall.locator(".flowerclock")).to_contain_text("about 5 minutes")
    expect(wall.locator(".go-to")).to_contain_text("Go to")
    fits(wall)
    lesson.go("play")
    expect(wall.locator(".boardlist li")).to_have_count(8)
    expect(wall.locator(".boardlist li").first).to_contain_text("0 of 1 table")
    fits(wall)
    player = Player(amina, quick=True)
    amina.wait_for_selector("#mine")
    for button in amina.locator("#asked button[value$='-'], #mine [value^='predict'][value$='-']").all():
        button.click()
    play([player], in_phase("done"))
    expect(wall.locator(".boardlist li").first).to_contain_text("1 of 1 table")
    lesson.post("room/wall", code="1", names="1", tables="1", results="1")
    expect(wall.locator(".tile")).to_contain_text("Amina")
    fits(wall)
    lesson.post("room/wall", code="1")
    lesson.go("share")
    expect(wall.locator("h2")).to_have_text("Which of your note cards do you want to show?")
    fits(wall)
    answer = amina.context.request.post(f"/room/{classroom.slug}/note", form={"text": NOTE})
    assert answer.ok
    [card] = lesson.cards()
    expect(wall.locator("blockquote")).to_have_count(0)
    lesson.post(f"lesson/cards/{card}/wall")
    expect(wall.locator("blockquote")).to_contain_text("<b>we</b> led the smallest")
    expect(wall.locator("blockquote b")).to_have_count(0)
    assert wall.locator("blockquote").evaluate("node => getComputedStyle(node).direction") == "rtl"
    fits(wall)
    for step in range(15):
        page = lesson.post("lesson/wall", card=card, step=str(step))
        assert f"step {step} of" in page
        expect(wall.locator("#wall-board")).to_have_attribute("data-phase", re.compile("deal|play|result"))
        fits(wall)
        if "step 13 of 13" in page:
            break
    expect(wall.locator("#wall-board")).to_have_attribute("data-phase", "result")
    lesson.go("reflect")
    expect(wall.locator("h1")).to_have_text("When did you know that you had won?")
    expect(wall.locator(".tally")).to_contain_text("0 of 1 have answered")
    fits(wall)
    lesson.post("lesson/end", sure="1")
    expect(wall.locator("h1")).to_have_text("Thank you")
    expect(wall.locator(".go-to")).to_contain_text("Go to")
    fits(wall)
    assert loads == []


def test_the_clock_goes_by_itself(classroom):
    Lesson(classroom)
    wall = classroom.wall()
    # Without a line to the server, so that nothing but the page can move it.
    dead = "window.hoolLine = () => ({ socket: { on() {}, emit() {} }, check() {} });"
    wall.route("**/static/line.js*", lambda route: route.fulfill(body=dead, content_type="text/javascript"))
    wall.clock.install()
    wall.reload()
    petals = wall.locator(".petal:not(.shut)")
    expect(petals).to_have_count(10)
    expect(wall.locator(".flowerclock p:visible")).to_have_text("about 5 minutes")
    wall.clock.fast_forward(125_000)
    expect(petals).to_have_count(6)
    expect(wall.locator(".flowerclock p:visible")).to_have_text("about 3 minutes")
    wall.clock.fast_forward(600_000)
    expect(petals).to_have_count(0)
    expect(wall.locator(".flowerclock p:visible")).to_have_text("Take the time you need.")


def test_our_longest_lessons_fit_on_every_screen(classroom, shelf):
    wall = classroom.wall()
    ours = shelf.shipped()
    most = (
        lambda entry: len(entry.lesson.big_question),
        lambda entry: len(entry.lesson.story),
        lambda entry: len(entry.lesson.reflection),
        lambda entry: (len(entry.lesson.boards), max(len(step.title) for step in entry.lesson.boards)),
    )
    for entry in {entry.name: entry for entry in (max(ours, key=key) for key in most)}.values():
        lesson = Lesson(classroom, entry.name)
        expect(wall.locator("h1")).to_have_text(entry.lesson.big_question)
        fits(wall)
        lesson.go("play")
        expect(wall.locator(".boardlist")).to_be_visible()
        fits(wall)
        lesson.go("reflect")
        expect(wall.locator("h1")).to_have_text(entry.lesson.reflection_question.text)
        fits(wall)


@pytest.mark.parametrize(
    "question",
    [
        "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft?",
        "Why " + "and why not, as everybody in this class has asked already at least once today, " * 8 + "?",
        "W" * 300,
        "如果没有人能听到你的叫牌，你们怎样才能达成一致呢？" * 4,
        "لماذا يعد أي شخص بعشر لمات عندما تكون تسع مؤكدة؟ " * 4,
        "🎉" * 60,
    ],
    ids=["a long word", "a long question", "no word at all", "Chinese", "Arabic", "emoji"],
)
def test_any_question_fits_on_every_screen(classroom, shelf, question):
    store = shelf._store
    room = store.room_by_slug(classroom.slug)
    text = shelf.find(room.id, "010-one-suit").text
    story = "A mouse sits in a palace and nobody looks at it, for it is small and the palace is large. " * 6
    for field, said in (("big_question", question), ("story", story), ("reflection", question)):
        text = re.sub(rf"^{field} = .*$", lambda _, f=field, s=said: f'{f} = "{s.strip()}"', text, count=1, flags=re.M)
    assert shelf.save(room.id, "500-long", text).lesson is not None
    wall = classroom.wall()
    lesson = Lesson(classroom, "500-long")
    for phase in ("question", "play", "share", "reflect"):
        lesson.go(phase)
        expect(wall.locator("h1")).to_have_text(question.strip())
        expect(
            wall.locator(
                {"question": ".scene.question", "play": ".boardlist", "share": ".wallthink", "reflect": ".tally"}[phase]
            )
        ).to_be_visible()
        fits(wall)
