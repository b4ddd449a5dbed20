"""What is kept of people and in browsers: the one list of it.

The page for schools shows it, and tests compare it with what the store and the browsers really hold.
"""

from __future__ import annotations

from dataclasses import dataclass

from hool.rules.text import Text, say


@dataclass(frozen=True, slots=True)
class Kept:
    """Something that is kept. where: columns of the store, `table.column` or a whole `table`. who: who sees it."""

    what: Text
    why: Text
    who: Text
    where: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cookie:
    """A cookie, or what a browser keeps itself. name: with … for the room's own part. until: when it is gone."""

    name: str
    what: Text
    until: Text


_ALL_DESKS = say("The teacher and helpers.")
KEPT = (
    Kept(
        say("A first name, which may be made up"),
        say("So that a class knows who sits where."),
        say("The class at its tables, the teacher, helpers. The wall only if the teacher switches names on."),
        ("people.name", "people.role"),
    ),
    Kept(
        say("A real name, if the teacher writes one down"),
        say("So that the teacher knows who a made-up name is."),
        say("The teacher alone."),
        ("people.real_name",),
    ),
    Kept(
        say("When somebody came, was taken out, banned, or put on the bench"),
        say("So that the teacher can undo it."),
        _ALL_DESKS,
        ("people.made_at", "people.archived_at", "people.banned_at", "people.benched_at"),
    ),
    Kept(
        say(
            "Keys of devices, only as fingerprints (SHA-256) from which no key can be made; how often a return "
            "code was renewed"
        ),
        say("So that a device finds its seat again."),
        say("Nobody."),
        ("keys", "people.code_generation"),
    ),
    Kept(
        say("What happened at each table: who sat where or was asked to, deals, clues, bids, cards, when"),
        say("So that a board can be played, stopped, taken up again and looked at afterwards."),
        say(
            "Those who may know the cards: in play each the own hand, afterwards those who played the board. The "
            "teacher and helpers see all."
        ),
        ("tables", "events"),
    ),
    Kept(
        say(
            "What students write and answer: note cards, picked moments, looking back, checks, tries of “What if "
            "…?”, answers to the teacher's messages, which kinds of taps were refused, that a name was replaced, and "
            "who wants no place on the list of ratings"
        ),
        say("So that a class can talk about it, and the teacher sees what is still hard."),
        say(
            "The student and the teacher; helpers what stands on the class page. The table its own note card, a "
            "try those who played that board. The wall only what the teacher puts there."
        ),
        ("work",),
    ),
    Kept(
        say("Messages of the teacher"),
        say("So that whoever they are for can read them. They are deleted when a message is sent a day later."),
        say("Whoever they are for, the teacher, helpers."),
        ("work",),
    ),
    Kept(
        say("The room: its name, code, link, first and last day, settings"),
        say("So that the class finds it."),
        say("Name, code and link: everybody who has the link. The rest: the teacher and helpers."),
        ("rooms",),
    ),
    Kept(
        say("Lessons of the room's own, and those it has begun"),
        say("So that everybody plays the same lesson, at home too."),
        say("The class as it plays them, the teacher."),
        ("lessons", "sessions"),
    ),
    Kept(
        say("What can be made with a deal of cards, as it was worked out"),
        say(
            "So that it need not be worked out again. It is kept under the cards alone: it says nothing of a "
            "person or a room, and stays when rooms are deleted."
        ),
        say("Whoever looks at a board with these cards."),
        ("analyses",),
    ),
)

_WITH_ROOM = say("On the last day of the room, or with “I am not …” in the menu.")
COOKIES = (
    Cookie("hool-s-…", say("A student's key for one room: a random number that says nothing."), _WITH_ROOM),
    Cookie("hool-t-…", say("The teacher's key for one room."), say("On the last day of the room.")),
    Cookie("hool-h-…", say("A helper's key for one room."), say("On the last day of the room.")),
    Cookie("hool-ask-…", say("That this device asked the teacher to be let in."), say("After 15 minutes at most.")),
    Cookie("hool-door-…", say("That the code of the room was typed on this device."), say("After a day.")),
    Cookie(
        "hool-was-…",
        say("That somebody on this device left a seat, so that nobody sees a second hand of a running board."),
        say("After a day."),
    ),
    Cookie(
        "hool-flash",
        say("The sentence that answers the teacher's last press, until it has been shown."),
        say("When it has been shown, or the browser is closed."),
    ),
    Cookie("lang", say("The language that was chosen, if one was."), say("After a year.")),
    Cookie(
        "hool-theme, hool-deck, hool-tap, hool-sound, hool-motion",
        say("How the page looks on this device. No cookie: the browser keeps it and sends it to nobody."),
        say("When the browser's data are deleted."),
    ),
    Cookie(
        "hool-hand-…",
        say(
            "In Hoola, how a student has put the own cards in order. No cookie: the browser keeps it and sends it to"
            " nobody; on a device for several it keeps nothing."
        ),
        say("When the page is closed."),
    ),
)
