"""The values of a crossword; all are immutable, and none knows a file, a solver or the Spectrum.

* `palette`: colours;
* `puzzle`: the lines of a crossword, the clues at its sides, and the picture that they describe;
* `variants`: the tree of guesses;
* `value`: their base class.
"""

from harness.puzzle.puzzle import (
    BLOT,
    MAX_SIDE,
    Axis,
    Cell,
    Clue,
    Grid,
    Group,
    Groups,
    Line,
    Puzzle,
    RowsBy,
    cells_needed,
    clue_of,
    clue_text,
    common_cells,
    differing_cells,
    groups_of,
    least_length,
    length_text,
    sheet_svg,
    tells_of,
)

__all__ = [
    "BLOT",
    "MAX_SIDE",
    "Axis",
    "Cell",
    "Clue",
    "Grid",
    "Group",
    "Groups",
    "Line",
    "Puzzle",
    "RowsBy",
    "cells_needed",
    "clue_of",
    "clue_text",
    "common_cells",
    "differing_cells",
    "groups_of",
    "least_length",
    "length_text",
    "sheet_svg",
    "tells_of",
]
