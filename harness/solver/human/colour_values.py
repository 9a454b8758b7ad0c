"""The steps of a solution in colour, as values; those in black and white are in `steps`."""

from __future__ import annotations

from dataclasses import dataclass

from harness.puzzle import ColourGrid, ColourPuzzle, Line
from harness.puzzle.palette import BACKGROUND
from harness.solver.human.findings import ColourBlock, Finding, Hue, Place
from harness.solver.human.rules import Rule


@dataclass(frozen=True, slots=True)
class ColouredCell:
    """A cell of the picture and the colour that a step gives it."""

    place: Place
    cell: Hue


@dataclass(frozen=True, slots=True)
class ColourLineStep:
    """A rule applied to one line in colour; as `LineStep`, with lines drawn in the colours' keys.

    `hues` are the colours by the numbers that findings have. For `Rule.CROSSING` the line is the row.
    """

    rule: Rule
    line: Line
    clue: tuple[ColourBlock, ...]
    before: str
    after: str
    findings: tuple[Finding, ...]
    cells: tuple[ColouredCell, ...]
    hues: tuple[Hue, ...]


@dataclass(frozen=True, slots=True)
class NamedLine:
    """A line with its clue."""

    line: Line
    clue: tuple[ColourBlock, ...]


@dataclass(frozen=True, slots=True)
class ColourPictureStep:
    """Cells decided by more than one line.

    Attributes:
        rule: `BOTH_LINES`, `ELIMINATION`, `TRIAL`, or `NESTED_TRIAL`.
        cells: those that the step decides.
        lines: of `BOTH_LINES` the row and the column; of an `ELIMINATION` the last line.
        refuted: of a `TRIAL`, each colour that was tried, and the line that was left without arrangement.
        solutions: how many were compared, for a `NESTED_TRIAL`.
    """

    rule: Rule
    cells: tuple[ColouredCell, ...]
    lines: tuple[NamedLine, ...] = ()
    refuted: tuple[tuple[Hue, NamedLine], ...] = ()
    solutions: int = 0


@dataclass(frozen=True, slots=True)
class ColourContradiction:
    """A line for which the known cells, drawn in `text`, leave no arrangement in the end: there is no solution."""

    line: Line
    clue: tuple[ColourBlock, ...]
    text: str


ColourStep = ColourLineStep | ColourPictureStep


def hues_of(puzzle: ColourPuzzle) -> tuple[Hue, ...]:
    """The colours that occur in the clues, the background first."""
    return Hue(BACKGROUND), *(Hue(key, puzzle.name_of(key)) for key in puzzle.used_keys)


def known_in(state: ColourGrid, puzzle: ColourPuzzle) -> tuple[ColouredCell, ...]:
    """The known cells of a picture, row by row; those of colours that do not occur in the puzzle are left out."""
    hues = {hue.key: hue for hue in hues_of(puzzle)}
    return tuple(
        ColouredCell(Place(row, column), hues[key])
        for row, cells in enumerate(state.rows)
        for column, key in enumerate(cells)
        if key in hues
    )
