"""The next step from a partly known picture, or what is wrong with that picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from harness.puzzle import UNKNOWN, Grid, Puzzle, differing_cells
from harness.solver.budget import Budget, StoppedError, raise_if_spent
from harness.solver.human.agenda import Order
from harness.solver.human.findings import Hue, Place
from harness.solver.human.steps import Contradiction, DecidedCell, HumanSolver, Step, hues_of
from harness.solver.registry import solve_any
from harness.solver.result import Outcome


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
    step: Step | None = None
    wrong_cells: tuple[DecidedCell, ...] = ()
    contradiction: Contradiction | None = None


def find_hint(puzzle: Puzzle, state: Grid, budget: Budget | None = None, order: Order = Order.FIRST) -> Hint:
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

    >>> from harness.puzzle import Grid, Puzzle
    >>> stairs = Puzzle(((2,), (1,)), ((1,), (2,)))
    >>> find_hint(stairs, Grid(("##", "??"))).step.rule.value
    'full-line'
    >>> find_hint(stairs, Grid((".?", "??"))).wrong_cells[0].place
    Place(row=0, column=0)
    """
    if (state.width, state.height) != (puzzle.width, puzzle.height):
        raise ValueError(f"a state of {state.width}×{state.height} cells for {puzzle.width}×{puzzle.height}")
    try:
        return _find(puzzle, state, budget or Budget(), order)
    except StoppedError as stopped:
        return Hint(HintKind(stopped.reason.value))


def _find(puzzle: Puzzle, state: Grid, budget: Budget, order: Order) -> Hint:
    solver = HumanSolver(puzzle, state, budget, order)
    result = solve_any(puzzle, max_solutions=2, budget=budget)
    raise_if_spent(result.stopped)
    if result.outcome is Outcome.CONTRADICTION:
        return Hint(HintKind.NO_SOLUTION, contradiction=_first_contradiction(HumanSolver(puzzle, budget=budget)))
    hues = hues_of(puzzle)
    if result.unique:
        wrong = wrong_cells(state, result.solutions[0], hues)
        if wrong:
            return Hint(HintKind.WRONG_CELLS, wrong_cells=wrong)
        return _next(solver)
    if set("".join(state.rows)) - {UNKNOWN, *(hue.key for hue in hues)}:
        return Hint(HintKind.CONTRADICTION)  # a colour that does not occur in the puzzle
    with_these = solve_any(puzzle, max_solutions=1, budget=budget, given=state)
    raise_if_spent(with_these.stopped)
    if with_these.solutions:
        return _next(solver)
    # in black and white, only a line of the picture itself is named
    found = _first_contradiction(solver) if hues[0].in_colour else solver.next_line_step()
    return Hint(HintKind.CONTRADICTION, contradiction=found if isinstance(found, Contradiction) else None)


def _first_contradiction(solver: HumanSolver) -> Contradiction | None:
    """The line where looking at lines meets a contradiction, if it does."""
    while (found := solver.next_line_step()) is not None:
        if isinstance(found, Contradiction):
            return found
        solver.take(found)
    return None


def _next(solver: HumanSolver) -> Hint:
    if solver.solved:
        return Hint(HintKind.COMPLETE)
    step = solver.next_step()
    assert not isinstance(step, Contradiction), "the state agrees with a solution"
    return Hint(HintKind.STEP, step) if step is not None else Hint(HintKind.MULTIPLE)


def wrong_cells(state: Grid, solution: Grid, hues: Sequence[Hue]) -> tuple[DecidedCell, ...]:
    """The known cells that differ from the solution, with the solution's colours.

    >>> from harness.puzzle import Grid
    >>> wrong_cells(Grid(("#?", "?.")), Grid(("#.", "##")), (Hue("."), Hue("#", "black")))[0].place
    Place(row=1, column=1)
    """
    by_key = {hue.key: hue for hue in hues}
    return tuple(
        DecidedCell(Place(row, column), by_key[solution[row][column]])
        for row, column in differing_cells(state.rows, solution.rows)
        if state[row][column] != UNKNOWN
    )
