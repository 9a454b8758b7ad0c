"""A whole solution, explained: the steps that a person takes, how it ends, and how hard it was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from harness.puzzle import Grid, Puzzle
from harness.solver.human.rating import Rating, rate
from harness.solver.human.steps import Contradiction, HumanSolver, Step, TrialStep
from harness.solver.propagate import Budget, StoppedError
from harness.solver.result import Difficulty, Stop


class Ending(Enum):
    """How a solution ends; no other ending exists."""

    SOLVED = "solved"
    """All cells are known, and as every step was proved there is no other solution."""
    MULTIPLE = "multiple"
    """Several solutions; what all of them have in common is known."""
    CONTRADICTION = "contradiction"
    """No solution."""
    TIMEOUT = "timeout"
    """The time was over."""
    INTERRUPTED = "interrupted"
    """The user stopped it."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A solution from the empty picture to its end.

    Attributes:
        steps: in order.
        ending: how it ended.
        grid: what is known at the end.
        rating: how hard it was.
        contradiction: the line that no arrangement fits, where one is met.
        one_solution: one of the solutions if there are several.
    """

    steps: tuple[Step, ...]
    ending: Ending
    grid: Grid
    rating: Rating
    contradiction: Contradiction | None = None
    one_solution: Grid | None = None


def explain(puzzle: Puzzle, budget: Budget | None = None) -> Explanation:
    """Solve the puzzle as a person does.

    Args:
        puzzle: as it passes `Puzzle.check`.
        budget: what may be spent (default: no limit); the steps until then are kept.

    Raises:
        PuzzleError: the puzzle's numbers cannot be a crossword.

    >>> explained = explain(Puzzle(((2,), (1,)), ((1,), (2,))))
    >>> [step.rule.value for step in explained.steps], explained.ending.value, explained.rating.score
    (['full-line', 'full-line', 'completed-line'], 'solved', 3)
    """
    solver = HumanSolver(puzzle, budget=budget)
    steps: list[Step] = []
    contradiction: Contradiction | None = None
    try:
        for found in _until_end(solver):
            if isinstance(found, Contradiction):
                contradiction = found
            else:
                steps.append(found)
        ending = _ending(solver, contradiction)
    except StoppedError as stopped:
        ending = Ending.INTERRUPTED if stopped.reason is Stop.INTERRUPTED else Ending.TIMEOUT
    several = solver.completions.grids if solver.completions and ending is Ending.MULTIPLE else ()
    rating = rate((step.rule for step in steps), _difficulty(ending, tuple(steps)))
    return Explanation(
        tuple(steps), ending, solver.board.grid(), rating, contradiction, several[0] if several else None
    )


def _until_end(solver: HumanSolver) -> Iterator[Step | Contradiction]:
    while (found := solver.next_step()) is not None:
        yield found
        if isinstance(found, Contradiction):
            return
        solver.take(found)


def _ending(solver: HumanSolver, contradiction: Contradiction | None) -> Ending:
    if contradiction is not None:
        return Ending.CONTRADICTION
    if solver.solved:
        return Ending.SOLVED
    assert solver.completions is not None
    return Ending.MULTIPLE if solver.completions.grids else Ending.CONTRADICTION


def _difficulty(ending: Ending, steps: tuple[Step, ...]) -> Difficulty | None:
    if ending is Ending.MULTIPLE:
        return Difficulty.MULT
    if ending in (Ending.TIMEOUT, Ending.INTERRUPTED):
        return None
    return Difficulty.BRANCH if any(isinstance(step, TrialStep) for step in steps) else Difficulty.LINE
