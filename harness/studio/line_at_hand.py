"""The line that our program looks at, found from its variables and from what became known on its screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from harness.puzzle import Axis, Grid, Line, Puzzle
from harness.puzzle.palette import UNKNOWN
from pyspectrum.basic.variables import Loop, read_variables
from pyspectrum.errors import SpectrumError
from pyspectrum.machine import Spectrum


def line_at_hand(spectrum: Spectrum, puzzle: Puzzle) -> list[Line]:
    """The row or the column that was analysed last, by the program's variables; both, if both may be.

    Empty if the program keeps it elsewhere, as the turbo edition does.
    """
    variables = _variables(spectrum, "datanline", "lenline", "h()", "x", "y")
    try:
        count, length = int(variables["datanline"]), int(variables["lenline"])
        clue = tuple(int(number) for number in variables["h()"][:count])
        places = {Axis.ROW: _number(variables["y"]) - 1, Axis.COLUMN: _number(variables["x"]) - 1}
    except (KeyError, TypeError, ValueError):
        return []
    lengths = {Axis.ROW: puzzle.width, Axis.COLUMN: puzzle.height}
    clues = {Axis.ROW: puzzle.rows, Axis.COLUMN: puzzle.columns}
    return [
        Line(axis, index)
        for axis, index in places.items()
        if length == lengths[axis] and 0 <= index < len(clues[axis]) and clues[axis][index] == clue
    ]


def what_came_of_it(candidates: list[Line], before: Grid, after: Grid) -> tuple[Line, int] | None:
    """Which line it was, and how many of its cells became known; None if that is not known.

    Args:
        candidates: the lines that it may have been; if there are none, the new cells tell it.
        before: the grid when the analysis ended, and `after` when the next one did: the program draws the cells in
            between.
    """
    fresh = [
        (row, column)
        for row, (old, new) in enumerate(zip(before.rows, after.rows, strict=True))
        for column, (was, now) in enumerate(zip(old, new, strict=True))
        if was == UNKNOWN and now != UNKNOWN
    ]
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
    """Count the lines that the program has marked for a look; 0 if it does not say."""
    return int(_variables(spectrum, "neobrab").get("neobrab", 0))


def _number(variable: Any) -> int:
    """Return a variable's value; FOR keeps more beside it."""
    return int(variable.value if isinstance(variable, Loop) else variable)


def _variables(spectrum: Spectrum, *names: str) -> Mapping[str, Any]:
    try:
        return read_variables(spectrum.core.memory, names)
    except SpectrumError:
        return {}
