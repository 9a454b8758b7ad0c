"""The values that everything else is about; all are immutable, and none knows a file, a solver or the Spectrum.

* `line`: a row or a column, its cells and its clue;
* `palette`: colours;
* `puzzle`: the clues at the sides of a crossword, and the picture that they describe.
"""

from harness.puzzle.line import (
    BLOT,
    MAX_SIDE,
    Axis,
    Cell,
    Clue,
    Group,
    Groups,
    Line,
    cells_needed,
    check_room,
    clue_of,
    clue_text,
    groups_of,
    least_length,
    length_text,
    tells_of,
)
from harness.puzzle.palette import BACKGROUND, BLACK, MAX_COLOURS, PLAIN, UNKNOWN, WHITE, Colour, Palette, Rgb
from harness.puzzle.puzzle import Grid, Puzzle, differing_cells

__all__ = [
    "BACKGROUND",
    "BLACK",
    "BLOT",
    "MAX_COLOURS",
    "MAX_SIDE",
    "PLAIN",
    "UNKNOWN",
    "WHITE",
    "Axis",
    "Cell",
    "Clue",
    "Colour",
    "Grid",
    "Group",
    "Groups",
    "Line",
    "Palette",
    "Puzzle",
    "Rgb",
    "cells_needed",
    "check_room",
    "clue_of",
    "clue_text",
    "differing_cells",
    "groups_of",
    "least_length",
    "length_text",
    "tells_of",
]
