"""The digits of the clues: three cells wide, five high, so that two of them fit the smallest square.

They are drawn here, so that a drawing is the same on every machine, whatever fonts it has.
"""

from __future__ import annotations

from harness.lettering import read_alphabet

DIGIT_WIDTH = 3
DIGIT_HEIGHT = 5
ADVANCE = DIGIT_WIDTH + 1

DIGITS = read_alphabet(
    "0123456789",
    """
    ### .#. ### ### #.#
    #.# ##. ..# ..# #.#
    #.# .#. ### ### ###
    #.# .#. #.. ..# ..#
    ### ### ### ### ..#
    """,
    """
    ### ### ### ### ###
    #.. #.. ..# #.# #.#
    ### ### .#. ### ###
    ..# #.# .#. #.# ..#
    ### ### .#. ### ###
    """,
)
"""Each digit's rows from the top; `#` is drawn."""


def number_width(number: int) -> int:
    """How wide a number is, in the squares that digits are made of.

    >>> number_width(7), number_width(12)
    (3, 7)
    """
    return len(str(number)) * ADVANCE - 1
