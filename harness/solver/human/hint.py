"""The next step from a partly known picture, or what is wrong with that picture."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from harness.puzzle import Cell, Grid, Puzzle, differing_cells
from harness.solver.budget import Budget, StoppedError, raise_if_spent
from harness.solver.fast import Fast
from harness.solver.human.findings import Place
from harness.solver.human.steps import Contradiction, DecidedCell, HumanSolver, Step
from harness.solver.result import Outcome, Result


class HintKind(Enum):
    """What there is to say about a picture."""

    STEP = "step"
    """There is a next step."""
    COMPLETE = "complete"
    """All is done, and right."""
    WRONG_CELLS = "wrong-cells"
    """Cells differ from the only solution."""
    CONTRADICTION = "contradiction"
    """It agrees with none of several solutions."""
    NO_SOLUTION = "no-solution"
    """The puzzle itself has no solution."""
    MULTIPLE = "multiple"
    """Several solutions agree with it, and nothing more follows."""
    TIMEOUT = "timeout"
    """Time ran out."""
    MEMORY = "memory"
    """Memory ran out."""
    INTERRUPTED = "interrupted"
    """The user stopped it."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What there is to say about a picture.

    Attributes:
        kind: which of the following are there.
        step: the next one.
        wrong_cells: cells that are wrong, with their right colours, row by row.
        contradiction: a line for which no arrangement is left (of the picture; without a solution, of the puzzle).
    """

    kind: HintKind
    step: Step | None = None
    wrong_cells: tuple[DecidedCell, ...] = ()
    contradiction: Contradiction | None = None


def find_hint(puzzle: Puzzle, state: Grid, budget: Budget | None = None) -> Hint:
    """Look at a picture and find the next step.

    Args:
        puzzle: as it passes `Puzzle.check`.
        state: what somebody has found so far, right or wrong.
        budget: what may be spent (default: no limit).

    Raises:
        PuzzleError: the puzzle's numbers cannot be a crossword.
        ValueError: the state has another size than the puzzle.

    >>> stairs = Puzzle(((2,), (1,)), ((1,), (2,)))
    >>> find_hint(stairs, Grid(("##", "??"))).step.rule.value
    'full-line'
    >>> find_hint(stairs, Grid((".?", "??"))).wrong_cells[0].place
    Place(row=0, column=0)
    """
    budget = budget or Budget()
    solver = HumanSolver(puzzle, state, budget)
    try:
        result = Fast().solve(puzzle, budget=budget)
        raise_if_spent(result.stopped)
        return _wrong(puzzle, state, result, solver, budget) or _right(solver)
    except StoppedError as stopped:
        return Hint(HintKind(stopped.reason.value))


def _wrong(puzzle: Puzzle, state: Grid, result: Result, solver: HumanSolver, budget: Budget) -> Hint | None:
    if result.outcome is Outcome.CONTRADICTION:
        return Hint(HintKind.NO_SOLUTION, contradiction=_first_contradiction(HumanSolver(puzzle, budget=budget)))
    if result.unique:
        wrong = wrong_cells(state, result.solutions[0])
        return Hint(HintKind.WRONG_CELLS, wrong_cells=wrong) if wrong else None
    contradiction = _contradiction_of(solver)
    if contradiction is not None or not solver.find_completions().grids:
        return Hint(HintKind.CONTRADICTION, contradiction=contradiction)
    return None


def _contradiction_of(solver: HumanSolver) -> Contradiction | None:
    """A line that cannot be, if there is one at first sight."""
    found = solver.next_line_step()
    return found if isinstance(found, Contradiction) else None


def _first_contradiction(solver: HumanSolver) -> Contradiction | None:
    """The line where looking at lines meets a contradiction, if it does."""
    while (found := solver.next_line_step()) is not None:
        if isinstance(found, Contradiction):
            return found
        solver.take(found)
    return None


def _right(solver: HumanSolver) -> Hint:
    if solver.solved:
        return Hint(HintKind.COMPLETE)
    step = solver.next_step()
    assert not isinstance(step, Contradiction), "the state agrees with a solution"
    return Hint(HintKind.STEP, step) if step is not None else Hint(HintKind.MULTIPLE)


def wrong_cells(state: Grid, solution: Grid) -> tuple[DecidedCell, ...]:
    """The known cells that differ from the solution, with the solution's colours.

    >>> wrong_cells(Grid(("#?", "?.")), Grid(("#.", "##")))
    (DecidedCell(place=Place(row=1, column=1), cell=<Cell.BLACK: '#'>),)
    """
    return tuple(
        DecidedCell(Place(row, column), Cell(solution[row][column]))
        for row, column in differing_cells(state.rows, solution.rows)
        if state[row][column] != Cell.UNKNOWN
    )
