"""The values that everything else is about; all are immutable, and none knows a file, a solver or the Spectrum.

* `line`: a row or a column, its cells and its clue, in colour too;
* `blots`: numbers that nobody can read;
* `puzzle`: the numbers at the sides of a crossword, and the picture in black and white that they describe;
* `palette`: colours; `colour`: the same as `puzzle`, in colour.

The types `AnyPuzzle` and `Picture` are for both, in colour or not. Both kinds of puzzle answer the same questions, so
nobody need ask which kind it is: `groups`, `keys`, `used_keys`, `palette` (None in black and white), `name_of` a cell,
`with_clue`, `with_goal`, `redrawn`, `turned`, `black_and_white`, `check`.
"""

from harness.puzzle.blots import blotted_line, check_no_blots, has_blots, tells_of
from harness.puzzle.colour import AnyPuzzle, ColourGrid, ColourPuzzle
from harness.puzzle.line import (
    BLOT,
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
    least_length,
    length_text,
)
from harness.puzzle.numbers import Numbers
from harness.puzzle.palette import BACKGROUND, BLACK, MAX_COLOURS, UNKNOWN, WHITE, Colour, Palette, Rgb
from harness.puzzle.puzzle import Grid, Picture, Puzzle, differing_cells

__all__ = [
    "BACKGROUND",
    "BLACK",
    "BLOT",
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
    "blotted_line",
    "cells_needed",
    "check_no_blots",
    "check_room",
    "clue_of",
    "clue_text",
    "colour_clue_of",
    "colour_clue_text",
    "differing_cells",
    "has_blots",
    "least_length",
    "length_text",
    "tells_of",
]
