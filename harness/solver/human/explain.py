"""A whole solution, explained: the steps that a person takes, how it ends, and how hard it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from harness.puzzle import Grid, Puzzle
from harness.solver.budget import Budget, StoppedError
from harness.solver.human.agenda import Order
from harness.solver.human.completions import Completions
from harness.solver.human.rating import Rating, rate
from harness.solver.human.rules import Rule
from harness.solver.human.steps import Contradiction, HumanSolver, Step
from harness.solver.result import Difficulty


class Ending(Enum):
    """The possible endings of a solution."""

    SOLVED = "solved"
    """All cells are known, and as every step was proved there is no other solution."""
    MULTIPLE = "multiple"
    """Several solutions; what all of them have in common is known."""
    CONTRADICTION = "contradiction"
    """No solution."""
    TIMEOUT = "timeout"
    """Time ran out."""
    MEMORY = "memory"
    """Memory ran out."""
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
        completions: the solutions that agree with `grid`, where they were sought: the reason for what is left open.
    """

    steps: tuple[Step, ...]
    ending: Ending
    grid: Grid
    rating: Rating
    contradiction: Contradiction | None = None
    completions: Completions | None = None


def explain(
    puzzle: Puzzle,
    budget: Budget | None = None,
    order: Order = Order.FIRST,
    on_step: Callable[[Step], None] | None = None,
) -> Explanation:
    """Solve the puzzle as a person does.

    Args:
        puzzle: as it passes its check; in black and white or in colour.
        budget: what may be spent (default: no limit); the steps found by then are kept.
        order: which of several lines comes first where a rule works.
        on_step: called with every step.

    Raises:
        PuzzleError: the puzzle's numbers cannot be a crossword.
        FormatError: some are blotted.

    >>> from harness.puzzle import Puzzle
    >>> explained = explain(Puzzle(((2,), (1,)), ((1,), (2,))))
    >>> [step.rule.value for step in explained.steps], explained.ending.value, explained.rating.score
    (['full-line', 'full-line', 'completed-line'], 'solved', 3)
    """
    solver = HumanSolver(puzzle, budget=budget, order=order)
    steps: list[Step] = []
    contradiction: Contradiction | None = None
    try:
        for found in _until_end(solver):
            if isinstance(found, Contradiction):
                contradiction = found
            else:
                steps.append(found)
                if on_step is not None:
                    on_step(found)
        ending = _ending(solver, contradiction)
    except StoppedError as stopped:
        ending = Ending(stopped.reason.value)
    rating = rate((step.rule for step in steps), _difficulty(ending, steps, contradiction))
    return Explanation(tuple(steps), ending, solver.board.grid(), rating, contradiction, solver.completions)


def _until_end(solver: HumanSolver) -> Iterator[Step | Contradiction]:
    """The steps, each taken, and the contradiction where one is met."""
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


def _difficulty(ending: Ending, steps: Sequence[Step], contradiction: Contradiction | None) -> Difficulty | None:
    if ending is Ending.MULTIPLE:
        return Difficulty.MULT
    if ending in (Ending.TIMEOUT, Ending.MEMORY, Ending.INTERRUPTED):
        return None
    tried = any(step.rule.effort >= Rule.TRIAL.effort for step in steps)
    only_trial_shows_it = ending is Ending.CONTRADICTION and contradiction is None
    return Difficulty.BRANCH if tried or only_trial_shows_it else Difficulty.LINE
