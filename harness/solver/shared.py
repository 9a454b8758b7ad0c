"""The cells that all solutions of a puzzle share, decided cell by cell.

For each cell that line logic leaves open and that no known solution shows differently, the SAT solver looks for a
solution in which it has another colour. The clauses are built once; without `python-sat`, each question is a search.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing, nullcontext, suppress
from functools import partial
from itertools import pairwise

from harness.puzzle import Grid, Puzzle, differing_cells, groups_of
from harness.puzzle.palette import UNKNOWN
from harness.puzzle.value import Value
from harness.solver.budget import Budget, StoppedError
from harness.solver.fast import settled
from harness.solver.sat.remainder import Remainder, has_solver
from harness.solver.strategy import solve_any

Cell = tuple[int, int]


class Differing(Value):
    """Cells (row, column), from 0, in order, that are not the same in all solutions, and those undecided in time.

    `nearest` is the solution found with the fewest cells different from the first one.
    """

    cells: tuple[Cell, ...]
    undecided: tuple[Cell, ...]
    nearest: tuple[str, ...] | None = None


def find_differing(puzzle: Puzzle, solutions: Sequence[Sequence[str]], budget: Budget | None = None) -> Differing:
    """Decide which cells all solutions of a puzzle, which has passed its check, share; one solution at least is given.

    >>> find_differing(Puzzle(((1,), (1,), ()), ((1,), (1,))), [("#.", ".#", "..")])
    Differing(cells=((0, 0), (0, 1), (1, 0), (1, 1)), undecided=(), nearest=('.#', '#.', '..'))
    """
    budget = budget or Budget()
    first, *others = (tuple(rows) for rows in solutions)
    others += _turned_diagonals(puzzle, first, budget)
    found = {cell for other in others for cell in differing_cells(first, other)}
    left: list[Cell] = [(row, column) for row, cells in enumerate(first) for column in range(len(cells))]
    with suppress(StoppedError):
        budget.check()
        state = settled(puzzle, budget)
        known = state.rows()
        left = [(row, column) for row, column in left if known[row][column] == UNKNOWN]
        with closing(Remainder(puzzle, state, budget)) if has_solver() else nullcontext() as rest:
            another = rest.another if rest is not None else partial(_search_another, puzzle, budget)
            while left:
                row, column = left[-1]
                if (row, column) not in found:
                    budget.check()
                    if other := another(row, column, first):
                        others.append(other)
                        found.update(differing_cells(first, other))
                left.pop()
    different = [other for other in others if other != first]
    nearest = min(different, key=lambda other: len(differing_cells(first, other)), default=None)
    return Differing(tuple(sorted(found)), tuple(cell for cell in left if cell not in found), nearest)


def _turned_diagonals(puzzle: Puzzle, picture: tuple[str, ...], budget: Budget) -> Iterator[tuple[str, ...]]:
    """Solutions that differ in four cells, two on a diagonal that turns: the commonest difference."""
    for row, (upper, lower) in enumerate(pairwise(picture)):
        if budget.is_spent:
            return
        for column in range(puzzle.width - 1):
            one, other = upper[column : column + 2], lower[column : column + 2]
            if one[0] == one[1] or one != other[::-1]:
                continue
            square = [(row + down, column + right) for down in (0, 1) for right in (0, 1)]
            changed = with_cells(picture, (((*cell, key) for cell, key in zip(square, other + one, strict=True))))
            if keeps_clues(picture, changed, square):
                yield changed


def with_cells(picture: Sequence[str], cells: Iterable[tuple[int, int, str]]) -> tuple[str, ...]:
    """Return the picture with other colours in these cells, each given as row, column and key."""
    rows = list(picture)
    for row, column, key in cells:
        rows[row] = rows[row][:column] + key + rows[row][column + 1 :]
    return tuple(rows)


def keeps_clues(picture: Sequence[str], other: Sequence[str], cells: Collection[Cell]) -> bool:
    """Return True if two pictures that differ in these cells alone have the same clues."""
    lines = [(picture[row], other[row]) for row in {row for row, _ in cells}]
    for column in {column for _, column in cells}:
        lines.append(("".join(row[column] for row in picture), "".join(row[column] for row in other)))
    return all(groups_of(before) == groups_of(after) for before, after in lines)


def _search_another(
    puzzle: Puzzle, budget: Budget, row: int, column: int, first: tuple[str, ...]
) -> tuple[str, ...] | None:
    """Search for another solution without a SAT solver."""
    for other in puzzle.keys.replace(first[row][column], ""):
        rows = [UNKNOWN * puzzle.width] * puzzle.height
        rows[row] = UNKNOWN * column + other + UNKNOWN * (puzzle.width - column - 1)
        result = solve_any(puzzle, max_solutions=1, budget=budget.part(), given=Grid(tuple(rows)))
        if result.solutions:
            return result.solutions[0].rows
        if result.stopped is not None:
            raise StoppedError(result.stopped)
    return None
