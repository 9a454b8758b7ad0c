"""Puzzles in black and white and in colour, treated alike."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from harness.puzzle import Axis, Grid, Line, Picture
from harness.puzzle.colour import AnyPuzzle, ColourClue, ColourGrid, ColourPuzzle, Group
from harness.puzzle.palette import BACKGROUND, Palette
from harness.solver.colour_search import solve_colour
from harness.solver.registry import find_strategy
from harness.solver.result import ResultOf

AnyResult = ResultOf[Picture]

BLACK_KEY = "#"


@dataclass(frozen=True, slots=True)
class Deadline:
    """When to stop: after a time (None: never), or when the user wants to."""

    seconds: float | None = None
    should_stop: Callable[[], bool] | None = None
    _start: float = field(default_factory=time.monotonic)

    @property
    def is_over(self) -> bool:
        """Whether it is time to stop."""
        return self.left_seconds() == 0 or (self.should_stop is not None and self.should_stop())

    def left_seconds(self, at_most: float | None = None) -> float | None:
        """How long is left; None: for ever."""
        if self.seconds is None:
            return at_most
        left = max(0.0, self._start + self.seconds - time.monotonic())
        return left if at_most is None else min(left, at_most)


NO_DEADLINE = Deadline()


def solve_any(
    puzzle: AnyPuzzle, max_solutions: int, deadline: Deadline = NO_DEADLINE, at_most_seconds: float | None = None
) -> AnyResult:
    """Solve a puzzle that passes its `check`, with the solver that is right for it.

    >>> from harness.puzzle import Puzzle
    >>> solve_any(Puzzle(((1,), (1,)), ((1,), (1,))), 2).outcome.value
    'multiple'
    """
    seconds, should_stop = deadline.left_seconds(at_most_seconds), deadline.should_stop
    if isinstance(puzzle, ColourPuzzle):
        return solve_colour(puzzle, max_solutions, timeout_seconds=seconds, should_stop=should_stop)
    return find_strategy().solve(puzzle, max_solutions=max_solutions, timeout_seconds=seconds, should_stop=should_stop)


def clue_groups(puzzle: AnyPuzzle) -> dict[Line, ColourClue]:
    """Every line's clue as groups; the key of black and white is `BLACK_KEY`."""
    if isinstance(puzzle, ColourPuzzle):
        return {line: clue for line, clue, _ in puzzle.lines()}
    return {line: tuple(Group(length, BLACK_KEY) for length in clue) for line, clue, _ in puzzle.lines()}


def with_clue(puzzle: AnyPuzzle, line: Line, clue: ColourClue) -> AnyPuzzle:
    """The puzzle with another clue for one line, and without a goal.

    >>> from harness.puzzle import Axis, Puzzle
    >>> with_clue(Puzzle(((1,),), ((1,),)), Line(Axis.ROW, 0), ()).rows
    ((),)
    """
    if isinstance(puzzle, ColourPuzzle):
        rows, columns = list(puzzle.rows), list(puzzle.columns)
        (rows if line.axis is Axis.ROW else columns)[line.index] = clue
        return replace(puzzle, rows=tuple(rows), columns=tuple(columns), goal=None)
    plain_rows, plain_columns = list(puzzle.rows), list(puzzle.columns)
    (plain_rows if line.axis is Axis.ROW else plain_columns)[line.index] = tuple(group.length for group in clue)
    return replace(puzzle, rows=tuple(plain_rows), columns=tuple(plain_columns), goal=None)


def palette_of(puzzle: AnyPuzzle) -> Palette | None:
    """The colours; None for black and white."""
    return puzzle.palette if isinstance(puzzle, ColourPuzzle) else None


def keys_of(palette: Palette | None) -> str:
    """What a cell can be: the background first.

    >>> keys_of(None)
    '.#'
    """
    return BACKGROUND + (palette.keys if palette is not None else BLACK_KEY)


def puzzle_of(picture: Sequence[str], palette: Palette | None) -> AnyPuzzle:
    """The puzzle that a picture gives; `picture[row]` are the row's cells."""
    rows = tuple(picture)
    return Grid(rows).clues() if palette is None else ColourGrid(rows).puzzle(palette)


def differing_cells(one: Sequence[str], other: Sequence[str]) -> list[tuple[int, int]]:
    """Where two pictures differ, as (row, column) from 0, from top to bottom and left to right.

    >>> differing_cells(["#.", ".."], ["#.", "#."])
    [(1, 0)]
    """
    return [
        (row, column)
        for row, (cells, others) in enumerate(zip(one, other, strict=True))
        for column, (cell, different) in enumerate(zip(cells, others, strict=True))
        if cell != different
    ]
