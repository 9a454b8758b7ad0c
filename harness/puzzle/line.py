"""A line of the crossword, a row or a column: its cells and its clue.

`row` and `column` count from 0 here, from 1 in everything a user reads (the Spectrum's prompts count from 1 too);
`Line.number` and `str(Line)` are where the two meet.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from harness.errors import PuzzleError

MAX_SIDE = 1000
"""The largest width or height of a `Puzzle`: far beyond any printed crossword, small enough for memory."""

Clue = tuple[int, ...]
"""The lengths of a line's black groups, left to right or top to bottom; empty for a line without any."""


class Cell(StrEnum):
    """What is known of one cell; the values are the characters of the picture's text form.

    >>> Cell.BLACK == "#"
    True
    """

    BLACK = "#"
    WHITE = "."
    UNKNOWN = "?"


class Axis(StrEnum):
    """The two directions of a line."""

    ROW = "row"
    COLUMN = "column"


@dataclass(frozen=True, slots=True, order=True)
class Line:
    """A row or a column of the crossword; `index` counts from 0.

    >>> str(Line(Axis.ROW, 2))
    'row 3'
    """

    axis: Axis
    index: int

    @property
    def number(self) -> int:
        """The line as the user counts it, from 1."""
        return self.index + 1

    def turned(self) -> Line:
        """The same line after rows and columns were swapped."""
        return Line(Axis.COLUMN if self.axis is Axis.ROW else Axis.ROW, self.index)

    def __str__(self) -> str:
        return f"{self.axis.value} {self.number}"


def clue_of(cells: str) -> Clue:
    """The lengths of the runs of `#` in a line without unknown cells.

    >>> clue_of("##.#...###")
    (2, 1, 3)
    """
    return tuple(len(run) for run in cells.split(".") if run)


def clue_text(clue: Clue) -> str:
    """A clue as a person reads it.

    >>> clue_text((3, 1)), clue_text(())
    ('3,1', '-')
    """
    return ",".join(map(str, clue)) or "-"


def check_room(line: Line, clue: str, needed: int, length: int) -> None:
    """See that a clue, given in words, fits its line.

    Raises:
        PuzzleError: it needs more cells than the line has.
    """
    if needed > length:
        side = "width" if line.axis is Axis.ROW else "height"
        raise PuzzleError(
            f"{clue} needs {needed} cells, the {line.axis.value} has {length}",
            f"shorten the groups or correct the {side}",
            line,
        )
