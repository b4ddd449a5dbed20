"""Boards in the formats of other programs: text in and out, checked by the rules."""
