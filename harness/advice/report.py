"""The examination of a puzzle: is it one, has it one solution, and if not, what would mend it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from harness.advice.repair import Repair, find_repair
from harness.advice.solving import (
    AnyResult,
    Deadline,
    clue_groups,
    differing_cells,
    palette_of,
    puzzle_of,
    solve_any,
    with_clue,
)
from harness.advice.typos import Suggestion, suggest_corrections
from harness.errors import PuzzleError
from harness.puzzle import Line
from harness.puzzle.colour import AnyPuzzle
from harness.solver.result import Outcome

DEFAULT_SECONDS = 20.0
MAX_SOLUTIONS = 20
"""So many solutions are compared to find the cells that differ."""
SOLVING_SHARE = 0.5
"""The part of the time that may be spent on finding solutions; the rest is for what would mend the puzzle."""


class Finding(Enum):
    """What is the matter with a puzzle; there is nothing else."""

    UNIQUE = "unique"
    """It has exactly one solution: nothing is the matter."""
    MULTIPLE = "multiple"
    """It has several solutions."""
    CONTRADICTION = "contradiction"
    """The numbers fit and their sums agree, yet there is no solution."""
    TYPO = "typo"
    """The numbers cannot be a crossword: sums that disagree, a line that does not fit, a picture with other numbers."""
    UNDECIDED = "undecided"
    """Time ran out, or the user did not want to wait."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What was found out about a puzzle.

    Attributes:
        finding: in one word.
        puzzle: the one examined.
        problem: why the numbers cannot be a crossword; empty unless `finding` is TYPO.
        result: the solver's; None where there was nothing to solve.
        differing: the cells (row, column), from 0, that are not the same in all solutions found.
        repair: the smallest change of the picture found that leaves one solution; None if none was found or needed.
        repaired_from: the picture that `repair` changes: the file's, or the first solution.
        suggestions: slips of the pen that would explain numbers that cannot be.
        stopped: whether there may be more suggestions, or a repair, for which there was no time.
    """

    finding: Finding
    puzzle: AnyPuzzle
    problem: str = ""
    result: AnyResult | None = None
    differing: tuple[tuple[int, int], ...] = ()
    repair: Repair | None = None
    repaired_from: tuple[str, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    stopped: bool = False

    @property
    def contradiction(self) -> Line | None:
        """The line that no arrangement fits, if line logic alone meets one."""
        return self.result.contradiction if self.result is not None else None


def examine(
    puzzle: AnyPuzzle,
    timeout_seconds: float | None = DEFAULT_SECONDS,
    should_stop: Callable[[], bool] | None = None,
) -> Advice:
    """Find out what is the matter with a puzzle, whose numbers need not have been checked.

    Args:
        timeout_seconds: for everything together; None: take all the time there is.
        should_stop: is asked often; True ends the examination with what is known by then.

    >>> from harness.puzzle import Puzzle
    >>> advice = examine(Puzzle(((1,), (1,)), ((1,), (1,))))
    >>> advice.finding.value, advice.differing, len(advice.repair.changes)
    ('multiple', ((0, 0), (0, 1), (1, 0), (1, 1)), 1)
    """
    deadline = Deadline(timeout_seconds, should_stop)
    try:
        puzzle.check()
    except PuzzleError as error:
        return _examine_wrong_numbers(puzzle, error, deadline)
    share = None if timeout_seconds is None else timeout_seconds * SOLVING_SHARE
    result = solve_any(puzzle, MAX_SOLUTIONS, deadline, share)
    if result.outcome is Outcome.UNIQUE:
        return Advice(Finding.UNIQUE, puzzle, result=result)
    if result.outcome is Outcome.MULTIPLE:
        return _examine_solutions(puzzle, result, deadline)
    if result.outcome is Outcome.CONTRADICTION:
        suggestions = suggest_corrections(puzzle, deadline)
        return Advice(Finding.CONTRADICTION, puzzle, result=result, suggestions=suggestions, stopped=deadline.is_over)
    return Advice(Finding.UNDECIDED, puzzle, result=result, stopped=True)


def _examine_wrong_numbers(puzzle: AnyPuzzle, error: PuzzleError, deadline: Deadline) -> Advice:
    suggestions = _by_the_picture(puzzle)
    if not suggestions and puzzle.width and puzzle.height:
        suggestions = suggest_corrections(puzzle, deadline)
    return Advice(Finding.TYPO, puzzle, str(error), suggestions=suggestions, stopped=deadline.is_over)


def _by_the_picture(puzzle: AnyPuzzle) -> tuple[Suggestion, ...]:
    """What the file's own picture says of the numbers, where it is of the same size."""
    goal = puzzle.goal
    if goal is None or (goal.width, goal.height) != (puzzle.width, puzzle.height):
        return ()
    try:
        drawn = puzzle_of(goal.rows, palette_of(puzzle))
    except PuzzleError:
        return ()
    given, meant = clue_groups(puzzle), clue_groups(drawn)
    wrong = [line for line in given if given[line] != meant[line]]
    mended: AnyPuzzle = puzzle
    for line in wrong:
        mended = with_clue(mended, line, meant[line])
    outcome = solve_any(mended, 2, at_most_seconds=1.0).outcome
    return tuple(Suggestion(line, given[line], meant[line], "by the picture", outcome) for line in wrong)


def _examine_solutions(puzzle: AnyPuzzle, result: AnyResult, deadline: Deadline) -> Advice:
    first = puzzle.goal.rows if puzzle.goal is not None else result.solutions[0].rows
    others = [solution.rows for solution in result.solutions if solution.rows != first]
    differing = sorted({cell for other in others for cell in differing_cells(first, other)})
    repair = find_repair(first, others, palette_of(puzzle), deadline)
    return Advice(
        Finding.MULTIPLE,
        puzzle,
        result=result,
        differing=tuple(differing),
        repair=repair,
        repaired_from=first,
        stopped=repair is None and deadline.is_over,
    )
