"""The solutions that agree with a partly known picture: what a person finds only by trying cell after cell.

For where trying single cells yields nothing more. The fast solver's kernel and its SAT stage find them, because the
fact is wanted and not the way to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic

from harness.puzzle import UNKNOWN, Cell, Grid, Puzzle
from harness.solver.budget import Budget, StoppedError
from harness.solver.fast import Fast
from harness.solver.kernel.choose import CONTRADICTION, SOLVED, STABLE, build_kernel
from harness.solver.propagate import Board, PictureT
from harness.solver.sat.remainder import Remainder, has_solver
from harness.solver.strategy import FRUITLESS_PROBES

MOST_COMPLETIONS = 20
"""Solutions looked for; where there are more, what all of them have in common stays open."""


@dataclass(frozen=True, slots=True)
class Completions(Generic[PictureT]):
    """Solutions that agree with what is known.

    Attributes:
        grids: up to `MOST_COMPLETIONS` of them.
        complete: whether there are no others.
        common: what is known, and the cells that all of them have in common if they are `complete`.
    """

    grids: tuple[PictureT, ...]
    complete: bool
    common: PictureT

    @classmethod
    def of(
        cls, found: Sequence[PictureT], known: PictureT, draw: Callable[[tuple[str, ...]], PictureT]
    ) -> Completions[PictureT]:
        """From up to one solution more than `MOST_COMPLETIONS`, and what is known; `draw` makes a picture of rows."""
        complete = len(found) <= MOST_COMPLETIONS
        common = draw(_common([grid.rows for grid in found])) if found and complete else known
        return cls(tuple(found[:MOST_COMPLETIONS]), complete, common)


def find_completions(puzzle: Puzzle, board: Board, budget: Budget) -> Completions[Grid]:
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
    found = list(islice(_completions(puzzle, board, budget), MOST_COMPLETIONS + 1))
    return Completions.of(found, board.grid(), Grid)


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


def _common(pictures: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The cells that pictures, given as their rows, have in common; the others are unknown."""
    return tuple(
        "".join(cells[0] if len(set(cells)) == 1 else UNKNOWN for cells in zip(*same_row, strict=True))
        for same_row in zip(*pictures, strict=True)
    )
