"""The solutions that agree with a partly known picture: what a person finds only by trying cell after cell.

For where trying single cells yields nothing more. The fast solver's kernel and its SAT stage find them, because the
fact is wanted and not the way to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from harness.puzzle import Cell, Grid, Puzzle
from harness.solver.budget import Budget, StoppedError
from harness.solver.fast import Fast
from harness.solver.kernel.choose import CONTRADICTION, SOLVED, STABLE, build_kernel
from harness.solver.probing import FRUITLESS_PROBES
from harness.solver.propagate import Board
from harness.solver.sat.plain import Remainder, has_solver

MOST_COMPLETIONS = 20
"""Solutions looked for; where there are more, what all of them have in common stays open."""


@dataclass(frozen=True, slots=True)
class Completions:
    """Solutions that agree with what is known.

    Attributes:
        grids: up to `MOST_COMPLETIONS` of them.
        complete: whether there are no others.
        common: what is known, and the cells that all of them have in common if they are `complete`.
    """

    grids: tuple[Grid, ...]
    complete: bool
    common: Grid


def find_completions(puzzle: Puzzle, board: Board, budget: Budget) -> Completions:
    """Search for the solutions that agree with the board.

    Raises:
        StoppedError: the budget ran out.

    >>> two = Puzzle(((1,), (1,)), ((1,), (1,)))
    >>> board = Board.of(two)
    >>> len(find_completions(two, board, Budget()).grids)
    2
    >>> lines = board.put(0, 0, Cell.WHITE)
    >>> print(find_completions(two, board, Budget()).common)
    .#
    #.
    """
    grids = tuple(islice(_completions(puzzle, board, budget), MOST_COMPLETIONS + 1))
    complete = len(grids) <= MOST_COMPLETIONS
    common = _common(grids) if grids and complete else board.grid()
    return Completions(grids[:MOST_COMPLETIONS], complete, common)


def _completions(puzzle: Puzzle, board: Board, budget: Budget) -> Iterator[Grid]:
    known = board.grid()
    if not has_solver():  # the fast solver by itself starts from the empty picture
        search = Fast().solutions(puzzle, budget)
        yield from (grid for grid in search if known.is_part_of(grid))
        if search.stopped is not None:
            raise StoppedError(search.stopped)
        return
    kernel = build_kernel(puzzle)
    for row, cells in enumerate(known.rows):
        for column, cell in enumerate(cells):
            if cell != Cell.UNKNOWN:
                kernel.put(row, column, cell == Cell.BLACK)
    try:
        answer = kernel.propagate(budget.check)
        if answer == STABLE:
            answer = kernel.probe(-1, FRUITLESS_PROBES, budget.check)
            if answer == SOLVED:
                yield Grid(kernel.rows())
            elif answer != CONTRADICTION:
                yield from _remaining(Remainder(puzzle, kernel, budget), budget)
    finally:
        budget.line_calls += kernel.line_calls


def _remaining(rest: Remainder, budget: Budget) -> Iterator[Grid]:
    try:
        for rows in rest.solutions([], budget.check):
            yield Grid(rows)
    finally:
        rest.close()


def _common(grids: tuple[Grid, ...]) -> Grid:
    rows = []
    for same_row in zip(*(grid.rows for grid in grids), strict=True):
        cells = zip(*same_row, strict=True)
        rows.append("".join(found[0] if len(set(found)) == 1 else Cell.UNKNOWN for found in cells))
    return Grid(tuple(rows))
