"""Examination of a puzzle: its findings, and the fixes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from harness.advice.repair import Repair, find_repair
from harness.advice.typos import Suggestion, suggest_corrections
from harness.errors import PuzzleError
from harness.puzzle import Line, Puzzle, differing_cells, tells_of
from harness.solver.budget import Budget, StoppedError
from harness.solver.registry import solve_any
from harness.solver.result import Outcome, Result, Stop

DEFAULT_SECONDS = 20.0
MAX_SOLUTIONS = 20
"""Solutions compared, at most, to find the cells that differ."""
SOLVING_SHARE = 0.5
"""The part of the time left that may be spent on more solutions than two; the rest is for what would fix the puzzle."""


class Finding(Enum):
    """The possible findings about a puzzle."""

    UNIQUE = "unique"
    """It has exactly one solution: nothing is the matter."""
    MULTIPLE = "multiple"
    """It has several solutions."""
    CONTRADICTION = "contradiction"
    """The numbers fit and their sums agree, yet there is no solution."""
    TYPO = "typo"
    """The numbers cannot be a crossword: sums that disagree, a line that does not fit, a picture with other numbers."""
    UNDECIDED = "undecided"
    """Time or memory ran out, or the user interrupted."""


@dataclass(frozen=True, slots=True)
class Advice:
    """Findings about a puzzle, and advice.

    Attributes:
        finding: in one word.
        puzzle: the one examined.
        problem: why the numbers cannot be a crossword; empty unless `finding` is TYPO.
        result: the solver's; None where there was nothing to solve.
        differing: the cells (row, column), from 0, that are not the same in all solutions found.
        repair: the smallest change of the picture found that leaves one solution; None if none was found or needed.
        repaired_from: the picture that `repair` changes: the file's, or the first solution.
        suggestions: slips of the pen that would explain numbers that cannot be.
        stopped: what ended the search, so that there may be more suggestions, or a repair; None where it was finished.
    """

    finding: Finding
    puzzle: Puzzle
    problem: str = ""
    result: Result | None = None
    differing: tuple[tuple[int, int], ...] = ()
    repair: Repair | None = None
    repaired_from: tuple[str, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    stopped: Stop | None = None

    @property
    def contradiction(self) -> Line | None:
        """The line that no arrangement fits, if line logic alone meets one."""
        return self.result.contradiction if self.result is not None else None


def examine(puzzle: Puzzle, budget: Budget | None = None) -> Advice:
    """Examine a puzzle, whose clues need not have been checked.

    Args:
        puzzle: any.
        budget: what may be spent on everything together (None: `DEFAULT_SECONDS`); the findings by then are reported.

    >>> from harness.puzzle import Puzzle
    >>> advice = examine(Puzzle(((1,), (1,)), ((1,), (1,))))
    >>> advice.finding.value, advice.differing, len(advice.repair.changes)
    ('multiple', ((0, 0), (0, 1), (1, 0), (1, 1)), 1)
    """
    budget = budget or Budget(DEFAULT_SECONDS)
    try:
        puzzle.check()
    except PuzzleError as error:
        return _examine_wrong_numbers(puzzle, error, budget)
    result = solve_any(puzzle, max_solutions=2, budget=budget.part())
    if result.outcome is Outcome.MULTIPLE:
        more = solve_any(puzzle, max_solutions=MAX_SOLUTIONS, budget=budget.part(share=SOLVING_SHARE))
        result = more if more.outcome is Outcome.MULTIPLE else result
    if result.outcome is Outcome.UNIQUE:
        return Advice(Finding.UNIQUE, puzzle, result=result)
    if result.outcome is Outcome.MULTIPLE:
        return _examine_solutions(puzzle, result, budget)
    if result.outcome is Outcome.CONTRADICTION:
        suggestions = suggest_corrections(puzzle, budget)
        return Advice(Finding.CONTRADICTION, puzzle, result=result, suggestions=suggestions, stopped=_end_of(budget))
    return Advice(Finding.UNDECIDED, puzzle, result=result, stopped=result.stopped)


def _examine_wrong_numbers(puzzle: Puzzle, error: PuzzleError, budget: Budget) -> Advice:
    suggestions = _by_the_picture(puzzle, budget)
    if not suggestions and puzzle.width and puzzle.height:
        suggestions = suggest_corrections(puzzle, budget)
    return Advice(Finding.TYPO, puzzle, str(error), suggestions=suggestions, stopped=_end_of(budget))


def _by_the_picture(puzzle: Puzzle, budget: Budget) -> tuple[Suggestion, ...]:
    """Compare the clues with the file's own picture, if it has the same size."""
    goal = puzzle.goal
    if goal is None or (goal.width, goal.height) != (puzzle.width, puzzle.height):
        return ()
    try:
        drawn = puzzle.redrawn(goal.rows)
    except PuzzleError:
        return ()
    given, meant = puzzle.groups(), drawn.groups()
    wrong = [line for line in given if not tells_of(given[line], meant[line])]
    corrected: Puzzle = puzzle
    for line in wrong:
        corrected = corrected.with_clue(line, meant[line])
    outcome = solve_any(corrected, budget=budget.part(1.0)).outcome
    return tuple(Suggestion(line, given[line], meant[line], "by the picture", outcome) for line in wrong)


def _examine_solutions(puzzle: Puzzle, result: Result, budget: Budget) -> Advice:
    first = puzzle.goal.rows if puzzle.goal is not None else result.solutions[0].rows
    others = [solution.rows for solution in result.solutions if solution.rows != first]
    differing = sorted({cell for other in others for cell in differing_cells(first, other)})
    repair = find_repair(puzzle, first, others, budget)
    return Advice(
        Finding.MULTIPLE,
        puzzle,
        result=result,
        differing=tuple(differing),
        repair=repair,
        repaired_from=first,
        stopped=_end_of(budget) if repair is None else None,
    )


def _end_of(budget: Budget) -> Stop | None:
    """Return the limit that has ended the work, if one has."""
    try:
        budget.check()
    except StoppedError as stopped:
        return stopped.reason
    return None
