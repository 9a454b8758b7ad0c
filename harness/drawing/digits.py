"""The digits of the clues, and the sign of a blotted one: three cells wide, five high; two fit the smallest square.

They are drawn here, so that a drawing is the same on every machine, whatever fonts it has.
"""

from __future__ import annotations

from harness.lettering import read_alphabet
from harness.puzzle import length_text

DIGIT_WIDTH = 3
DIGIT_HEIGHT = 5
ADVANCE = DIGIT_WIDTH + 1

DIGITS = read_alphabet(
    "0123456789?",
    """
    ### .#. ### ### #.#
    #.# ##. ..# ..# #.#
    #.# .#. ### ### ###
    #.# .#. #.. ..# ..#
    ### ### ### ### ..#
    """,
    """
    ### ### ### ### ### ###
    #.. #.. ..# #.# #.# ..#
    ### ### .#. ### ### .##
    ..# #.# .#. #.# ..# ...
    ### ### .#. ### ### .#.
    """,
)
"""The rows of each digit, and of ``?``, from the top; `#` is drawn."""


def number_width(number: int) -> int:
    """Return the width of a group's length, in the squares that digits are made of.

    >>> number_width(7), number_width(12)
    (3, 7)
    """
    return len(length_text(number)) * ADVANCE - 1
