"""The solutions that agree with a partly known picture: what a person finds only by trying cell after cell.

For where trying single cells yields nothing more. The fast solver's kernel and its SAT stage find them, because the
fact is wanted and not the way to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from harness.puzzle import UNKNOWN, Grid, Puzzle
from harness.solver.budget import Budget, raise_if_spent
from harness.solver.kernel import CONTRADICTION, SOLVED, STABLE, Kernel, build_kernel
from harness.solver.registry import solve_any
from harness.solver.sat.remainder import Remainder, has_solver
from harness.solver.strategy import FRUITLESS_PROBES

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


def find_completions(puzzle: Puzzle, known: Grid, budget: Budget) -> Completions:
    """Search for the solutions that agree with what is known.

    Raises:
        StoppedError: the budget ran out.

    >>> two = Puzzle(((1,), (1,)), ((1,), (1,)))
    >>> len(find_completions(two, Grid(("??", "??")), Budget()).grids)
    2
    >>> print(find_completions(two, Grid((".?", "??")), Budget()).common)
    .#
    #.
    """
    found: Sequence[Grid]
    kernel = build_kernel(puzzle) if has_solver() and not puzzle.in_colour else None
    if kernel is None:
        result = solve_any(puzzle, max_solutions=MOST_COMPLETIONS + 1, budget=budget, given=known)
        raise_if_spent(result.stopped)
        found = result.solutions
    else:
        found = list(islice(_completions(puzzle, kernel, known, budget), MOST_COMPLETIONS + 1))
    complete = len(found) <= MOST_COMPLETIONS
    common = known.replace(rows=_common([grid.rows for grid in found])) if found and complete else known
    return Completions(tuple(found[:MOST_COMPLETIONS]), complete, common)


def _completions(puzzle: Puzzle, kernel: Kernel, known: Grid, budget: Budget) -> Iterator[Grid]:
    """In black and white, with no search before the SAT solver."""
    for row, cells in enumerate(known.rows):
        for column, cell in enumerate(cells):
            if cell != UNKNOWN:
                kernel.put(row, column, puzzle.keys.index(cell))
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
