"""The values that everything else is about; all are immutable, and none knows a file, a solver or the Spectrum.

* `line`: a row or a column, its cells and its clue;
* `puzzle`: the numbers at the sides of a crossword, and the picture in black and white that they describe;
* `palette`: colours; `colour`: the same as `puzzle`, in colour.

What is in colour or not alike is typed `AnyPuzzle` and `Picture`.
"""

from harness.puzzle.colour import (
    AnyPuzzle,
    ColourClue,
    ColourGrid,
    ColourPuzzle,
    Group,
    cells_needed,
    colour_clue_of,
    colour_clue_text,
)
from harness.puzzle.line import MAX_SIDE, Axis, Cell, Clue, Line, check_room, clue_of, clue_text
from harness.puzzle.palette import BACKGROUND, BLACK, MAX_COLOURS, UNKNOWN, WHITE, Colour, Palette, Rgb
from harness.puzzle.puzzle import Grid, Numbers, Picture, Puzzle

__all__ = [
    "BACKGROUND",
    "BLACK",
    "MAX_COLOURS",
    "MAX_SIDE",
    "UNKNOWN",
    "WHITE",
    "AnyPuzzle",
    "Axis",
    "Cell",
    "Clue",
    "Colour",
    "ColourClue",
    "ColourGrid",
    "ColourPuzzle",
    "Grid",
    "Group",
    "Line",
    "Numbers",
    "Palette",
    "Picture",
    "Puzzle",
    "Rgb",
    "cells_needed",
    "check_room",
    "clue_of",
    "clue_text",
    "colour_clue_of",
    "colour_clue_text",
]
