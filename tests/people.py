"""A class in a test: a teacher, students with their sockets, and everything the server ever sent to each of them."""

import json
import re


class Person:
    """Somebody with a browser: an HTTP client and a socket. ``heard`` is all that was sent to them, as text."""

    def __init__(self, app):
        self.app = app
        self.http = app.test_client()
        self.socket = None
        self.heard: list[str] = []
        self.views: dict[str, str] = {}

    def get(self, url):
        answer = self.http.get(url)
        self.heard.append(answer.get_data(as_text=True))
        return answer

    def post(self, url, **form):
        answer = self.http.post(url, data=form)
        self.heard.append(answer.get_data(as_text=True))
        return answer

    def connect(self, page, slug, **more):
        socketio = self.app.extensions["hool"].socketio
        self.socket = socketio.test_client(self.app, flask_test_client=self.http)
        return self.emit("watch", {"page": page, "slug": slug, **more})

    def emit(self, event, data):
        answer = self.socket.emit(event, data, callback=True)
        self.heard.append(json.dumps(answer))
        return answer

    def listen(self):
        """Take in what was pushed since; the newest html of each part is kept in ``views``."""
        for message in self.socket.get_received():
            self.heard.append(json.dumps(message["args"], ensure_ascii=False))
            if message["name"] == "view":
                view = message["args"][0]
                self.views[view["what"]] = view["html"]
        return self.views


class Student(Person):
    def __init__(self, app, slug, name):
        super().__init__(app)
        self.slug, self.name = slug, name
        self.post(f"/room/{slug}/join", name=name)
        self.connect("play", slug)
        parts = app.extensions["hool"]
        self.id = next(
            p.id for p in reversed(parts.classroom.students(parts.store.room_by_slug(slug).id)) if p.name == name
        )

    @property
    def html(self):
        self.listen()
        return self.views

    def act(self, text, turn=None):
        parts = self.app.extensions["hool"]
        table, seat = parts.classroom.seat_of(self.id)
        turn = table.turns[seat] if turn is None else turn
        return self.emit("act", {"table": table.id, "turn": turn, "text": text})


def open_class(app, *names, start=True):
    """A room with students who have joined and connected: (teacher, slug, students)."""
    teacher = Person(app)
    url = teacher.post("/open", class_name="Class 5b").headers["Location"]
    slug = url.split("/")[2]
    students = [Student(app, slug, name) for name in names]
    parts = app.extensions["hool"]
    if start:
        parts.classroom.start(parts.store.room_by_slug(slug).id)
    return teacher, slug, students


RANKS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "10": "T"} | {str(n): str(n) for n in range(2, 10)}
NAMED = re.compile(r"\b(ace|king|queen|jack|10|[2-9]) of (spades|hearts|diamonds|clubs)")
# A bid such as 4H looks like a card; as an action or an element's id it is one only after these words.
CODED = re.compile(r"(?:play |id=\\?\"[a-z]+-)([AKQJT2-9][SHDC])\b")
SLIP_LINE = re.compile(r'href=\\?"#([SHDC])\\?"/></svg><span class=\\?"vh\\?">[^<]*</span>((?:<b>[^<]+</b>)+)')


def cards_in(text):
    """Every card that a text sent to a browser names in any way: in words, as a code, or in a hand written by suits."""
    found = {RANKS[rank] + suit[0].upper() for rank, suit in NAMED.findall(text)}
    found |= set(CODED.findall(text))
    for suit, ranks in SLIP_LINE.findall(text):
        found |= {("T" if r == "10" else r) + suit for r in re.findall(r"<b>([^<]+)</b>", ranks)}
    return found
