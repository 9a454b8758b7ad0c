"""The line that our program looks at, found from its variables and from what became known on its screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from harness.puzzle import UNKNOWN, Axis, Grid, Line, Puzzle
from pyspectrum.basic.variables import read_variables
from pyspectrum.errors import SpectrumError
from pyspectrum.machine import Spectrum


def line_at_hand(spectrum: Spectrum, puzzle: Puzzle, before: Grid, after: Grid) -> tuple[Line, int] | None:
    """The line that was analysed last, and how many of its cells became known; None if that is unknown.

    Args:
        before: the grid at an earlier analysis, `after` as it is now.
    """
    fresh = [
        (row, column)
        for row, (old, new) in enumerate(zip(before.rows, after.rows, strict=True))
        for column, (was, now) in enumerate(zip(old, new, strict=True))
        if was == UNKNOWN and now != UNKNOWN
    ]
    candidates = _lines_in_variables(spectrum, puzzle)
    if not candidates and fresh:
        rows, columns = {row for row, _ in fresh}, {column for _, column in fresh}
        if len(rows) == 1 or len(columns) == 1:
            candidates = [Line(Axis.ROW, rows.pop()) if len(rows) == 1 else Line(Axis.COLUMN, columns.pop())]
    if not candidates:
        return None
    counts = {
        line: sum((row if line.axis is Axis.ROW else column) == line.index for row, column in fresh)
        for line in candidates
    }
    return max(counts.items(), key=lambda found: found[1])


def waiting_lines(spectrum: Spectrum) -> int:
    """Count the lines that the program has marked to be looked at; 0 if it does not say."""
    return int(_variables(spectrum).get("neobrab", 0))


def _lines_in_variables(spectrum: Spectrum, puzzle: Puzzle) -> list[Line]:
    """The row and the column at hand whose numbers are those being analysed."""
    variables = _variables(spectrum)
    try:
        count, length = int(variables["datanline"]), int(variables["lenline"])
        clue = tuple(int(number) for number in variables["h()"][:count])
        places = {Axis.ROW: int(variables["y"]) - 1, Axis.COLUMN: int(variables["x"]) - 1}
    except (KeyError, TypeError, ValueError):
        return []
    lengths = {Axis.ROW: puzzle.width, Axis.COLUMN: puzzle.height}
    clues = {Axis.ROW: puzzle.rows, Axis.COLUMN: puzzle.columns}
    return [
        Line(axis, index)
        for axis, index in places.items()
        if length == lengths[axis] and 0 <= index < len(clues[axis]) and clues[axis][index] == clue
    ]


def _variables(spectrum: Spectrum) -> Mapping[str, Any]:
    try:
        return read_variables(spectrum.core.memory)
    except SpectrumError:
        return {}
