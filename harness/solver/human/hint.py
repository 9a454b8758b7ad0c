"""The next step from a partly known picture, or what is wrong with that picture."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from harness.puzzle import AnyPuzzle, Cell, ColourGrid, ColourPuzzle, Grid, Picture, Puzzle, differing_cells
from harness.solver.budget import Budget, StoppedError, raise_if_spent
from harness.solver.human.agenda import Order
from harness.solver.human.colour_steps import ColourSolver
from harness.solver.human.colour_values import ColouredCell, hues_of, known_in
from harness.solver.human.explain import AnyContradiction, AnyStep
from harness.solver.human.findings import Place
from harness.solver.human.steps import Contradiction, DecidedCell, HumanSolver
from harness.solver.registry import AnyResult, solve_any
from harness.solver.result import Outcome

AnyCell = DecidedCell | ColouredCell
"""A cell with its colour, in black and white or in colour."""


class HintKind(Enum):
    """The possible answers about a picture."""

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
    """A hint about a picture.

    Attributes:
        kind: which of the following are there.
        step: the next one.
        wrong_cells: cells that are wrong, with their right colours, row by row.
        contradiction: a line for which no arrangement is left (of the picture; without a solution, of the puzzle).
    """

    kind: HintKind
    step: AnyStep | None = None
    wrong_cells: tuple[AnyCell, ...] = ()
    contradiction: AnyContradiction | None = None


def find_hint(puzzle: AnyPuzzle, state: Picture, budget: Budget | None = None, order: Order = Order.FIRST) -> Hint:
    """Look at a picture and find the next step.

    Args:
        puzzle: as it passes its check; in black and white or in colour.
        state: what somebody has found so far, right or wrong.
        budget: what may be spent (default: no limit).
        order: which of several lines comes first where a rule works.

    Raises:
        PuzzleError: the puzzle's numbers cannot be a crossword.
        FormatError: some are blotted.
        ValueError: the state has another size than the puzzle.

    >>> stairs = Puzzle(((2,), (1,)), ((1,), (2,)))
    >>> find_hint(stairs, Grid(("##", "??"))).step.rule.value
    'full-line'
    >>> find_hint(stairs, Grid((".?", "??"))).wrong_cells[0].place
    Place(row=0, column=0)
    """
    if (state.width, state.height) != (puzzle.width, puzzle.height):
        raise ValueError(f"a state of {state.width}×{state.height} cells for {puzzle.width}×{puzzle.height}")
    budget = budget or Budget()
    try:
        if isinstance(puzzle, ColourPuzzle):
            return _find_in_colour(puzzle, ColourGrid(state.rows), budget, order)
        return _find(puzzle, Grid(state.rows), budget, order)
    except StoppedError as stopped:
        return Hint(HintKind(stopped.reason.value))


def _find(puzzle: Puzzle, state: Grid, budget: Budget, order: Order) -> Hint:
    solver = HumanSolver(puzzle, state, budget, order)
    result = _solved(puzzle, budget)
    if result.outcome is Outcome.CONTRADICTION:
        return Hint(HintKind.NO_SOLUTION, contradiction=_first_contradiction(HumanSolver(puzzle, budget=budget)))
    if result.unique:
        wrong = wrong_cells(state, Grid(result.solutions[0].rows))
        if wrong:
            return Hint(HintKind.WRONG_CELLS, wrong_cells=wrong)
    else:
        found = solver.next_line_step()
        contradiction = found if isinstance(found, Contradiction) else None
        if contradiction is not None or not solver.find_completions().grids:
            return Hint(HintKind.CONTRADICTION, contradiction=contradiction)
    return _next(solver)


def _solved(puzzle: AnyPuzzle, budget: Budget) -> AnyResult:
    result = solve_any(puzzle, max_solutions=2, budget=budget)
    raise_if_spent(result.stopped)
    return result


def _find_in_colour(puzzle: ColourPuzzle, state: ColourGrid, budget: Budget, order: Order) -> Hint:
    result = _solved(puzzle, budget)
    if result.outcome is Outcome.CONTRADICTION:
        return Hint(HintKind.NO_SOLUTION, contradiction=_first_contradiction(ColourSolver(puzzle, budget=budget)))
    if result.unique:
        solution = result.solutions[0].rows
        hues = {hue.key: hue for hue in hues_of(puzzle)}
        wrong = tuple(
            ColouredCell(Place(row, column), hues[solution[row][column]])
            for row, column in differing_cells(state.rows, solution)
            if state[row][column] != Cell.UNKNOWN
        )
        if wrong:
            return Hint(HintKind.WRONG_CELLS, wrong_cells=wrong)
        return _next(ColourSolver(puzzle, state, budget, order))
    if len(known_in(state, puzzle)) < puzzle.width * puzzle.height - state.unknown_count:
        return Hint(HintKind.CONTRADICTION)  # a colour that does not occur in the puzzle
    solver = ColourSolver(puzzle, state, budget, order)
    with_these = solve_any(puzzle, max_solutions=1, budget=budget, given=state)
    raise_if_spent(with_these.stopped)
    if not with_these.solutions:
        return Hint(HintKind.CONTRADICTION, contradiction=_first_contradiction(solver))
    return _next(solver)


def _first_contradiction(solver: Any) -> AnyContradiction | None:
    """The line where looking at lines, by either solver, meets a contradiction, if it does."""
    while (found := solver.next_line_step()) is not None:
        if isinstance(found, AnyContradiction):
            return found
        solver.take(found)
    return None


def _next(solver: HumanSolver | ColourSolver) -> Hint:
    if solver.solved:
        return Hint(HintKind.COMPLETE)
    step = solver.next_step()
    assert not isinstance(step, AnyContradiction), "the state agrees with a solution"
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
