"""What results say in plain words: what went well, and what could be practised next.

Every sentence is a fact that was counted. What went well is the same for everybody who reads it; what went wrong has
two forms: with its number for the teacher, and as a next step, without one, for the student and on paper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from hool.checks import MISTAKES, PLACES
from hool.lessons import SKILLS
from hool.results import Check, Results, Student, TableResults, Tally
from hool.results_hoola import Rummy
from hool.rules.text import Text, say, say_count


@dataclass(frozen=True, slots=True)
class Advice:
    """seen: what happened, for the teacher. next: what to do about it, in words for the student."""

    seen: Text
    next: Text


def over_words(over: int) -> Text:
    """How a contract ended: made, one over, one down."""
    if over == 0:
        return say("made")
    return say_count("one over", "{count} over", over) if over > 0 else say_count("one down", "{count} down", -over)


# -- what went well ---------------------------------------------------------------------------------------------------


def went_well(student: Student) -> tuple[Text, ...]:
    """Facts a student can be pleased with, the best first; () for somebody who has done nothing yet."""
    return tuple(_well(student))


def _well(student: Student) -> Iterator[Text]:
    tally = student.every
    yield from _passed(student.checks)
    if 2 * tally.made >= len(tally.declared) > 0:
        yield say_count(
            "Made {good} of {count} contract as declarer.", "Made {good} of {count} contracts as declarer.",
            len(tally.declared), good=tally.made,
        )  # fmt: skip
    elif tally.made:
        yield say_count("Made {count} contract as declarer.", "Made {count} contracts as declarer.", tally.made)
    yield from _bids(tally)
    yield from _hoola(tally)
    if tally.beaten:
        yield say_count("Beat {count} contract as a defender.", "Beat {count} contracts as a defender.", tally.beaten)
    if 2 * tally.right >= tally.predicted > 0:
        yield say_count(
            "Was right in {good} of {count} prediction.", "Was right in {good} of {count} predictions.",
            tally.predicted, good=tally.right,
        )  # fmt: skip
    elif tally.right:
        yield say_count("Was right in {count} prediction.", "Was right in {count} predictions.", tally.right)
    if tally.fits:
        yield say_count(
            "Bid a suit of eight cards or more in the two hands, known from a clue: {count} time.",
            "Bid a suit of eight cards or more in the two hands, known from a clue: {count} times.",
            tally.fits,
        )
    clues = tally.clues
    if clues:
        yield say_count(
            "Told {count} true clue, of {kinds}.", "Told {count} true clues, of {kinds}.", clues.total(),
            kinds=say_count("{count} kind", "{count} kinds", len(clues)),
        )  # fmt: skip
    if tally.tricks and not tally.declared and not tally.defended:
        yield say_count("Took {count} trick.", "Took {count} tricks.", tally.tricks)
    if tally.smallest is not None and tally.smallest.rank < 10:
        yield say("Won a trick with the {card}, a small card.", card=tally.smallest)
    notes, moments, back = student.notes.total(), student.moments.total(), student.looked_back.total()
    if notes:
        yield say_count("Wrote {count} note card for the table.", "Wrote {count} note cards for the table.", notes)
    if moments:
        yield say_count("Picked {count} moment to talk about.", "Picked {count} moments to talk about.", moments)
    if back:
        yield say_count("Looked back at the end of {count} lesson.", "Looked back at the end of {count} lessons.", back)
    if student.home:
        yield say_count("Played {count} board at home.", "Played {count} boards at home.", len(student.home))
    if student.own_pace:
        yield say_count(
            "Played {count} board in games beside the class.", "Played {count} boards in games beside the class.",
            len(student.own_pace),
        )  # fmt: skip
    boards = student.tally.boards
    if boards:
        yield say_count("Played {count} board with the class.", "Played {count} boards with the class.", boards)


def _bids(tally: Tally) -> Iterator[Text]:
    """Of Oh Hell: bids that were made."""
    if 2 * tally.exact >= len(tally.bid_on) > 0:
        yield say_count(
            "Made {good} of {count} bid exactly.", "Made {good} of {count} bids exactly.",
            len(tally.bid_on), good=tally.exact,
        )  # fmt: skip
    elif tally.exact:
        yield say_count("Made {count} bid exactly.", "Made {count} bids exactly.", tally.exact)
    if tally.best_bid > 1:
        yield say("Bid {bid} tricks and took exactly {bid}.", bid=tally.best_bid)
    if tally.none_taken:
        yield say_count(
            "Bid no trick and took none: {count} time.", "Bid no trick and took none: {count} times.", tally.none_taken
        )


def _hoola(tally: Tally) -> Iterator[Text]:
    """Of Hoola: boards that were won, and what was done for it."""
    played = tally.rummy
    if won := sum(each.won for each in played):
        yield say_count(
            "Won {good} of {count} board of Hoola.", "Won {good} of {count} boards of Hoola.", len(played), good=won
        )
    if hoolas := sum(each.hoola for each in played):
        yield say_count(
            "Made a Hoola: all cards in one turn, {count} time.",
            "Made a Hoola: all cards in one turn, {count} times.",
            hoolas,
        )
    if held := sum(each.held for each in played):
        yield say_count(
            "Knocked with the lowest hand: {count} time.", "Knocked with the lowest hand: {count} times.", held
        )
    yield from _thanks(played)
    if melds := sum(each.melds for each in played):
        yield say_count("Laid down {count} meld.", "Laid down {count} melds.", melds)
    if cards := sum(each.laid_off for each in played):
        yield say_count("Laid off {count} card on a meld.", "Laid off {count} cards on melds.", cards)


def _thanks(played: Iterable[Rummy]) -> Iterator[Text]:
    if thanks := sum(each.thanks for each in played):
        yield say_count(
            "Said thank you for a discard and melded it: {count} time.",
            "Said thank you for a discard and melded it: {count} times.",
            thanks,
        )


def _passed(checks: tuple[Check, ...]) -> Iterator[Text]:
    passed = [check for check in checks if check.passed]
    if len(passed) > 1:
        yield say_count("Passed the check of {count} lesson.", "Passed the checks of {count} lessons.", len(passed))
    elif passed and passed[0].right == PLACES:
        yield say("Passed the check of “{title}”, all five right.", title=passed[0].lesson.title)
    elif passed:
        yield say("Passed the check of “{title}”.", title=passed[0].lesson.title)


# -- what to practise -------------------------------------------------------------------------------------------------

# Taps that were refused, by kind: what was seen, and what to do about it.
_REFUSED: dict[str, tuple[Text, Text]] = {
    "follow": (
        say_count(
            "Tried once to play another suit than the one led.",
            "Tried {count} times to play another suit than the one led.",
            0,
        ),
        say("Before you choose a card, look which suit was led. If you have that suit, follow."),
    ),
    "turn": (
        say_count("Tried once to act out of turn.", "Tried {count} times to act out of turn.", 0),
        say("Look whose turn it is before you choose: it stands above your cards."),
    ),
    "hand": (
        say_count(
            "Tried once to play from the wrong one of the two hands.",
            "Tried {count} times to play from the wrong one of the two hands.",
            0,
        ),
        say("When you are declarer, look which of your two hands won the trick: that hand leads to the next."),
    ),
    "low": (
        say_count("Tried once to bid too low.", "Tried {count} times to bid too low.", 0),
        say("A new bid has to be higher than the one that stands: a higher level, or a higher suit."),
    ),
    "told": (
        say_count("Tried once to tell the same clue again.", "Tried {count} times to tell the same clue again.", 0),
        say("Choose another kind of clue the second time."),
    ),
}
_OFTEN = 2  # what happens to everybody once is not told, but for following suit


def to_practise(student: Student) -> tuple[Advice, ...]:
    """What did not work yet, what matters most first; () for nothing."""
    return tuple(_practise(student))


def _practise(student: Student) -> Iterator[Advice]:
    for kind, count in sorted(student.refused.items(), key=lambda each: -each[1]):
        yield from _refused(kind, count)
    for check in student.checks:
        if not check.passed and check.answered:
            yield Advice(
                say(
                    "Has not passed the check of “{title}” yet: {right} of {answered} right.",
                    title=check.lesson.title, right=check.right, answered=check.answered,
                ),
                say("Go on with the check of “{title}”. Four of five are enough.", title=check.lesson.title),
            )  # fmt: skip
    for skill, code in dict.fromkeys(each for check in student.checks for each in check.mistakes):
        yield Advice(mistake_words(skill, code), say("Look at this again: {question}", question=SKILLS[skill]))
    tally = student.every
    if tally.short:
        yield Advice(
            say_count(
                "{short} of {count} contract as declarer was not made.",
                "{short} of {count} contracts as declarer were not made.",
                len(tally.declared), short=tally.short,
            ),
            say("When you are declarer, count the tricks you are sure of before you play the first card."),
        )  # fmt: skip
    apart = tally.bids - tally.fits
    if apart:
        yield Advice(
            say_count(
                "Bid a suit of fewer than eight cards in the two hands, known from a clue: {count} time.",
                "Bid a suit of fewer than eight cards in the two hands, known from a clue: {count} times.",
                apart,
            ),
            say("Before you bid a suit, add your cards to those that partner told of. Eight are a good number."),
        )
    if tally.too_few >= _OFTEN:
        yield Advice(
            say_count(
                "Took fewer tricks than bid: {count} time.", "Took fewer tricks than bid: {count} times.", tally.too_few
            ),
            say("Before you bid in Oh Hell, count only the tricks you are sure of: aces and high trumps."),
        )
    if tally.too_many >= _OFTEN:
        yield Advice(
            say_count(
                "Took more tricks than bid: {count} time.", "Took more tricks than bid: {count} times.", tally.too_many
            ),
            say("When you have your tricks in Oh Hell, get rid of high cards in tricks that somebody else wins."),
        )
    yield from _practise_hoola(tally)
    for session in student.missed:
        title = session.lesson.title
        yield Advice(
            say("Was not there in “{title}”.", title=title),
            say("Your class has played “{title}”. You can play it alone, with robots.", title=title),
        )


def _practise_hoola(tally: Tally) -> Iterator[Advice]:
    played = tally.rummy
    if failed := sum(each.knocked and not each.won for each in played):
        yield Advice(
            say_count(
                "Knocked, but another hand was as low or lower: {count} time.",
                "Knocked, but another hand was as low or lower: {count} times.",
                failed,
            ),
            say("Before you knock in Hoola, look who has few cards left: that hand may count less than yours."),
        )
    if (bare := sum(each.bare and not each.won for each in played)) >= _OFTEN:
        yield Advice(
            say_count(
                "Lost a board of Hoola without a meld, which costs double: {count} time.",
                "Lost a board of Hoola without a meld, which costs double: {count} times.",
                bare,
            ),
            say("When the others have few cards left in Hoola, lay down a meld: without one you pay double."),
        )
    if (kept := sum(each.sevens > 0 and not each.won for each in played)) >= _OFTEN:
        yield Advice(
            say_count(
                "Lost a board of Hoola with a 7 in the hand: {count} time.",
                "Lost a board of Hoola with a 7 in the hand: {count} times.",
                kept,
            ),
            say("Do not keep a 7 to the end in Hoola: alone it is a meld, and in your hand it is dear."),
        )


def _refused(kind: str, count: int) -> Iterator[Advice]:
    if kind in _REFUSED and (count >= _OFTEN or (count and kind == "follow")):
        seen, following = _REFUSED[kind]
        yield Advice(replace(seen, params=(("count", count),), count=count), following)


def mistake_words(skill: str, code: str) -> Text:
    """A mistake in a check, in a sentence for the teacher."""
    if code in MISTAKES:
        return say("In the check: {mistake}", mistake=MISTAKES[code])
    return say("In the check, another mistake: {question}", question=SKILLS.get(skill, say("{skill}", skill=skill)))


def refused_words(kind: str, count: int) -> Text | None:
    """How often something was refused in the class; None for a kind without a sentence."""
    return next((advice.seen for advice in _refused(kind, count)), None)


# -- a table ----------------------------------------------------------------------------------------------------------


def table_went_well(table: TableResults, results: Results) -> tuple[Text, ...]:
    return tuple(_table_well(table, results))


def _table_well(table: TableResults, results: Results) -> Iterator[Text]:
    people = [student for student in results.students if student.id in table.people]
    passed = Counter(check.lesson.title for each in people for check in each.checks if check.passed)
    for title, count in sorted(passed.items()):
        yield say_count(
            "{count} student of this table passed the check of “{title}”.",
            "{count} students of this table passed the check of “{title}”.",
            count,
            title=title,
        )
    if table.made:
        yield say_count(
            "Made {good} of {count} contract.",
            "Made {good} of {count} contracts.",
            len(table.contracts),
            good=table.made,
        )
    if table.exact:
        yield say_count(
            "Made {good} of {count} bid exactly.",
            "Made {good} of {count} bids exactly.",
            len(table.bids),
            good=table.exact,
        )
    if hoolas := sum(each.hoola for each in table.rummy):
        yield say_count("Made {count} Hoola.", "Made {count} Hoolas.", hoolas)
    yield from _thanks(table.rummy)
    if melds := sum(each.melds for each in table.rummy):
        yield say_count("Laid down {count} meld.", "Laid down {count} melds.", melds)
    beaten = len(table.contracts) - table.made
    if beaten:
        yield say_count("The defenders beat {count} contract.", "The defenders beat {count} contracts.", beaten)
    if table.notes:
        yield say_count("Wrote {count} note card.", "Wrote {count} note cards.", table.notes)
    yield say_count("Played {count} board together.", "Played {count} boards together.", len(table.boards))


def table_to_practise(table: TableResults, results: Results) -> tuple[Advice, ...]:
    """What several at this table could practise: the advice that its students share, the most shared first."""
    shared: Counter[Text] = Counter()
    for student in results.students:
        if student.id in table.people:
            shared.update(dict.fromkeys((advice.next for advice in to_practise(student)), 1))
    return tuple(Advice(text, text) for text, count in shared.most_common() if count > 1)
