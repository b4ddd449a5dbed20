"""What the teacher's page asks of a game in which everybody plays alone, by the game's name.

HOOL's own sentences stand in ``desk`` and ``stalls``. A game that is in neither place is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from hool.rules.game import Deal
from hool.rules.text import Text
from hool.web import desk_hoola, desk_oh_hell, hoola_result


@dataclass(frozen=True, slots=True)
class DeskGame:
    """``phase_words`` of a show, ``owes`` and ``sentence`` of a view as in ``stalls``, ``act_words`` of the acts of a
    board, ``look`` into it, ``sheet`` of the finished boards of a match, and the ``part`` of the open table that draws
    both."""

    phase_words: Callable[[Any], Text]
    owes: Callable[[Any], Text]
    sentence: Callable[[Any, Sequence[int]], Text]
    act_words: Callable[[Iterable[tuple[int, str]], Deal], Iterable[Text]]
    look: Callable[[Sequence[Any], Deal], Any]
    sheet: Callable[[Iterable[Any]], tuple[Any, ...]]
    part: str


ALONE: dict[str, DeskGame] = {
    "oh_hell": DeskGame(
        lambda show: desk_oh_hell.phase_words(show.view),
        desk_oh_hell.owes,
        desk_oh_hell.sentence,
        lambda acts, _deal: (desk_oh_hell.act_words(seat, text) for seat, text in acts),
        desk_oh_hell.hand_of,
        desk_oh_hell.sheet,
        "_class_table_oh_hell.html",
    ),
    "hoola": DeskGame(
        desk_hoola.phase_words,
        desk_hoola.owes,
        desk_hoola.sentence,
        desk_hoola.act_words,
        desk_hoola.look,
        hoola_result.sheet,
        "_class_table_hoola.html",
    ),
}
