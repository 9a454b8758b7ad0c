"""The values that everything else is about; all are immutable, and none knows a file, a solver or the Spectrum.

* `line`: a row or a column, its cells and its clue, in colour too;
* `puzzle`: the numbers at the sides of a crossword, and the picture in black and white that they describe;
* `palette`: colours; `colour`: the same as `puzzle`, in colour.

What is in colour or not alike is typed `AnyPuzzle` and `Picture`. Both kinds of puzzle answer the same questions, so
nobody need ask which kind it is: `groups`, `keys`, `used_keys`, `palette` (None in black and white), `name_of` a cell,
`with_clue`, `with_goal`, `redrawn`, `turned`, `black_and_white`, `check`.
"""

from harness.puzzle.colour import AnyPuzzle, ColourGrid, ColourPuzzle
from harness.puzzle.line import (
    MAX_SIDE,
    Axis,
    Cell,
    Clue,
    ColourClue,
    Group,
    Line,
    cells_needed,
    check_room,
    clue_of,
    clue_text,
    colour_clue_of,
    colour_clue_text,
)
from harness.puzzle.palette import BACKGROUND, BLACK, MAX_COLOURS, UNKNOWN, WHITE, Colour, Palette, Rgb
from harness.puzzle.puzzle import Grid, Numbers, Picture, Puzzle, differing_cells

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
    "differing_cells",
]
