"""Shrinking of a failing puzzle while it still fails: lines are dropped, groups shortened, cells made white.

If the puzzle has a picture, its goal or a solution, the picture is shrunk, and every candidate is the puzzle of a
picture again. If it has none, its clues are shrunk, those of rows and columns alike, so that the sums stay equal.

The result is smallest in this sense: without any row, column or black cell of the picture, or any cell of a row's group
and a column's, it no longer fails.

Source: A. Zeller, R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE Transactions on Software
Engineering 28 (2002), the algorithm ddmin.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import product
from typing import TypeVar

from harness.errors import PuzzleError
from harness.puzzle import Clue, Grid, Puzzle
from harness.regress.outcome import key_of
from harness.solver.budget import Budget
from harness.solver.fast import Fast

T = TypeVar("T")


def minimise(items: Sequence[T], holds: Callable[[list[T]], bool], least: int = 0) -> list[T]:
    """Return a part of `items`, in their order, for which `holds` is true and from which no item can be left out.

    At the least, so many items stay; `holds` is taken to be true of all together.

    >>> minimise(range(100), lambda part: {13, 77} <= set(part))
    [13, 77]
    """
    kept = list(items)
    pieces = 2
    while len(kept) > least:
        size = max(1, len(kept) // pieces)
        for start in range(0, len(kept), size):
            rest = kept[:start] + kept[start + size :]
            if len(rest) >= least and holds(rest):
                kept, pieces = rest, max(2, pieces - 1)
                break
        else:
            if size == 1:
                break
            pieces = min(len(kept), 2 * pieces)
    return kept


PICTURE_SECONDS = 10
"""Time limit for finding a picture if the file holds none."""
Fails = Callable[[Puzzle], bool]


class _EnoughError(Exception):
    """No time is left; never leaves this module."""


class Shrinker:
    """A predicate, how often it was `asked`, its answers, and the `best`, which is the smallest puzzle that fails."""

    def __init__(
        self,
        puzzle: Puzzle,
        fails: Fails,
        *,
        on_smaller: Callable[[Puzzle], None] = lambda _: None,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """Take a puzzle of which `fails` is true, or `holds_at_all` finds out."""
        self.best, self._goal = puzzle.replace(goal=None), puzzle.goal
        self._fails, self._on_smaller, self._should_stop = fails, on_smaller, should_stop
        self.asked = 0
        self._answers: dict[str, bool] = {}

    def holds_at_all(self) -> bool:
        """Return True if the puzzle itself fails; False also if there was no time to see."""
        try:
            return self._ask(self.best)
        except _EnoughError:
            return False

    def shrink(self) -> Puzzle:
        """Return the smallest puzzle found, when `should_stop` says so at the latest."""
        with suppress(_EnoughError):
            if (grid := self._picture()) is not None:
                self._shrink_picture([*grid.rows])
            else:
                while any(map(self._take_valid, _smaller(self.best))):
                    pass
        return self.best

    def _ask(self, puzzle: Puzzle) -> bool:
        key = key_of(puzzle)
        if key not in self._answers:
            if self._should_stop():
                raise _EnoughError
            self.asked += 1
            self._answers[key] = self._fails(puzzle)
        return self._answers[key]

    def _take(self, puzzle: Puzzle) -> bool:
        """Return True if the puzzle still fails, and keep it as the best so far."""
        if not self._ask(puzzle):
            return False
        if size_of(puzzle) < size_of(self.best):
            self._on_smaller(puzzle)
        self.best = puzzle
        return True

    def _picture(self) -> Grid | None:
        if self._goal is not None:
            return self._goal
        try:
            found = Fast().solve(self.best, max_solutions=1, budget=Budget(PICTURE_SECONDS)).solutions
        except PuzzleError:
            return None
        return found[0] if found else None

    def _shrink_picture(self, rows: Sequence[str]) -> None:
        before: Sequence[str] = ()
        while rows != before:
            before = rows
            rows = minimise(rows, self._fails_as_picture, least=1)
            rows = _turned(minimise(_turned(rows), lambda kept: self._fails_as_picture(_turned(kept)), least=1))
            rows = self._drop_black(rows, [*_groups(rows)])
            rows = self._drop_black(rows, [[place] for group in _groups(rows) for place in group])

    def _fails_as_picture(self, rows: Sequence[str]) -> bool:
        return self._take(Grid(tuple(rows)).puzzle(title=self.best.title))

    def _drop_black(self, rows: Sequence[str], pieces: Sequence[Sequence[tuple[int, int]]]) -> list[str]:
        def drawn(kept: Sequence[Sequence[tuple[int, int]]]) -> list[str]:
            black = {place for piece in kept for place in piece}
            return ["".join(".#"[(y, x) in black] for x in range(len(rows[0]))) for y in range(len(rows))]

        return drawn(minimise(pieces, lambda kept: self._fails_as_picture(drawn(kept))))

    def _take_valid(self, puzzle: Puzzle) -> bool:
        try:
            puzzle.check()
        except PuzzleError:
            return False
        return self._take(puzzle)


def size_of(puzzle: Puzzle) -> tuple[int, int]:
    """Return the measures that a smaller puzzle has less of: cells, then black cells."""
    return puzzle.width * puzzle.height, sum(map(sum, puzzle.rows))


def _turned(rows: Sequence[str]) -> list[str]:
    return ["".join(column) for column in zip(*rows, strict=True)]


def _groups(rows: Sequence[str]) -> Iterator[list[tuple[int, int]]]:
    """Yield the places of each row's groups, as (row, column)."""
    for y, row in enumerate(rows):
        for group in re.finditer("#+", row):
            yield [(y, x) for x in range(*group.span())]


def _smaller(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield puzzles that are a step smaller by their numbers, the larger steps first; not all pass their check."""
    for turned in (False, True):
        one = puzzle.turned() if turned else puzzle
        for index, clue in enumerate(one.rows):
            if one.height > 1:
                rows = one.rows[:index] + one.rows[index + 1 :]
                for from_right in (False, True):
                    columns = _taken_from(one.columns, sum(clue), from_right)
                    dropped = one.replace(rows=rows, columns=columns)
                    yield dropped.turned() if turned else dropped
    for (row, at), (column, below) in product(_places(puzzle.rows), _places(puzzle.columns)):
        most = min(puzzle.rows[row][at], puzzle.columns[column][below])
        for cells in dict.fromkeys((most, most // 2, 1)):
            if cells:
                rows = _shortened(puzzle.rows, row, at, cells)
                yield puzzle.replace(rows=rows, columns=_shortened(puzzle.columns, column, below, cells))


def _places(clues: Sequence[Clue]) -> list[tuple[int, int]]:
    return [(index, at) for index, clue in enumerate(clues) for at in range(len(clue))]


def _shortened(clues: tuple[Clue, ...], index: int, at: int, cells: int) -> tuple[Clue, ...]:
    clue = clues[index]
    group = (clue[at] - cells,) if clue[at] > cells else ()
    return (*clues[:index], (*clue[:at], *group, *clue[at + 1 :]), *clues[index + 1 :])


def _taken_from(clues: tuple[Clue, ...], cells: int, from_right: bool) -> tuple[Clue, ...]:
    """Take so many cells from the clues, one from each in turn."""
    order = range(len(clues) - 1, -1, -1) if from_right else range(len(clues))
    while cells:
        for index in order:
            if cells and clues[index]:
                clues = _shortened(clues, index, len(clues[index]) - 1, 1)
                cells -= 1
    return clues
