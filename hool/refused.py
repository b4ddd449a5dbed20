"""The one exception that is an answer: a wish of somebody that cannot be granted."""

from __future__ import annotations

from hool.rules.text import Text


class Refused(Exception):
    """A wish that cannot be granted; ``why`` is the sentence for whoever wished it. Nothing was changed."""

    def __init__(self, why: Text) -> None:
        super().__init__(str(why))
        self.why = why
