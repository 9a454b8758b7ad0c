"""Examination of a puzzle: its findings, and the fixes."""

from __future__ import annotations

from enum import Enum
from types import NoneType

from harness.advice.repair import MAX_SOLUTIONS, Repair, find_repair
from harness.advice.typos import Suggestion, suggest_corrections
from harness.errors import PuzzleError, check_kind
from harness.puzzle import BLOT, Axis, Line, Puzzle, differing_cells, tells_of
from harness.puzzle.value import Value
from harness.solver.budget import Budget, StopReason
from harness.solver.shared import find_differing
from harness.solver.strategy import Outcome, Result, solve_any

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.solver.human.explain import Level

DEFAULT_SECONDS = 20.0
SOLVING_SHARE = 0.5
"""The part of the time left that may be spent on more solutions than two; the rest is for what would fix the puzzle."""

BY_THE_PICTURE = "by the picture"
"""The slip of every line whose clue is not that of the file's own picture."""

LEVEL_SECONDS = 3.0
"""The time for the difficulty before and after a repair."""


class Finding(Enum):
    """The possible findings about a puzzle."""

    UNIQUE = "unique"
    """It has exactly one solution."""
    MULTIPLE = "multiple"
    """It has several solutions."""
    CONTRADICTION = "contradiction"
    """The numbers fit and their sums agree, yet there is no solution."""
    TYPO = "typo"
    """The numbers cannot be a crossword: sums that disagree, a line that does not fit, a picture with other numbers."""
    UNDECIDED = "undecided"
    """Time or memory ran out, or the user interrupted."""


class Advice(Value):
    """Findings about a puzzle, and advice.

    Attributes:
        problem: why the numbers cannot be a crossword; empty unless `finding` is TYPO.
        result: the solver's; None if there was nothing to solve.
        differing: the cells (row, column), from 0, that are not the same in all solutions.
        undecided: cells that were not compared in time.
        compared_all: False if other cells may differ as well.
        repair: the smallest change found of the picture that leaves one solution; None if none was found or needed.
        repaired_from: the picture that `repair` changes: the file's, or the first solution.
        levels: the difficulty without the repair, as far as rules lead, and with it; None without one, or in no time.
        suggestions: slips of the pen that would explain impossible numbers.
        stopped: what ended the search, so that there may be more suggestions, or a repair; None if it finished.
    """

    finding: Finding
    puzzle: Puzzle
    problem: str = ""
    result: Result | None = None
    differing: tuple[tuple[int, int], ...] = ()
    undecided: tuple[tuple[int, int], ...] = ()
    compared_all: bool = True
    repair: Repair | None = None
    repaired_from: tuple[str, ...] = ()
    levels: tuple[Level | None, Level | None] | None = None
    suggestions: tuple[Suggestion, ...] = ()
    stopped: StopReason | None = None

    @property
    def contradiction(self) -> Line | None:
        """The line that no arrangement fits, if line logic alone meets one."""
        return self.result.contradiction if self.result is not None else None

    def fixed(self) -> Puzzle | None:
        """Return the puzzle with its fix; None if there is none, or more than one."""
        if self.repair is not None:
            drawn = self.puzzle.redrawn(self.repair.picture)
            return self.puzzle.replace(rows=drawn.rows, columns=drawn.columns, goal=drawn.goal)
        sure = [one for one in self.suggestions if one.outcome is Outcome.UNIQUE]
        if len(sure) != 1 and {one.slip for one in sure} != {BY_THE_PICTURE}:
            return None
        fixed = self.puzzle
        for one in sure:
            fixed = fixed.with_clue(one.line, one.now)
        return fixed


def examine(
    puzzle: Puzzle,
    budget: Budget | None = None,
    *,
    verdict_only: bool = False,
    tell: Callable[[Advice], None] | None = None,
) -> Advice:
    """Examine a puzzle, whose clues need not have been checked.

    Args:
        budget: what may be spent on everything together (None: `DEFAULT_SECONDS`); the findings by then are reported.
        verdict_only: look for no fix; of several solutions two are found, and the cells in which these differ.
        tell: called with the verdict, and then with the cells that differ, before what takes longer is looked for.

    >>> import harness
    >>> advice = harness.check(harness.Puzzle([[1], [1]], [[1], [1]]))
    >>> advice.finding.value, advice.differing, len(advice.repair.changes)
    ('multiple', ((0, 0), (0, 1), (1, 0), (1, 1)), 1)
    """
    check_kind("puzzle", puzzle, Puzzle)
    check_kind("budget", budget, Budget, NoneType)
    budget = budget or Budget(DEFAULT_SECONDS)
    verdict = _judge(puzzle, budget)
    if tell is not None:
        tell(verdict)
    if verdict_only or verdict.finding in (Finding.UNIQUE, Finding.UNDECIDED):
        return verdict
    if verdict.finding is Finding.MULTIPLE:
        return _examine_solutions(verdict, budget, tell)
    suggestions = _by_the_picture(puzzle, budget) if verdict.finding is Finding.TYPO else ()
    if not suggestions and puzzle.width and puzzle.height:
        suggestions = suggest_corrections(puzzle, budget)
    return verdict.replace(suggestions=suggestions, stopped=budget.reason_to_stop)


def _judge(puzzle: Puzzle, budget: Budget) -> Advice:
    try:
        puzzle.check()
    except PuzzleError as error:
        return Advice(Finding.TYPO, puzzle, str(error))
    result = solve_any(puzzle, max_solutions=2, budget=budget.part())
    if result.outcome is Outcome.MULTIPLE:
        differing = differing_cells(*(solution.rows for solution in result.solutions))
        return Advice(Finding.MULTIPLE, puzzle, result=result, differing=differing, compared_all=result.complete)
    decided = {Outcome.UNIQUE: Finding.UNIQUE, Outcome.CONTRADICTION: Finding.CONTRADICTION}
    return Advice(decided.get(result.outcome, Finding.UNDECIDED), puzzle, result=result, stopped=result.stopped)


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
    corrected = puzzle
    for line in wrong:
        corrected = corrected.with_clue(line, meant[line])
    outcome = solve_any(corrected, budget=budget.part(1.0)).outcome
    return tuple(Suggestion(line, given[line], meant[line], BY_THE_PICTURE, outcome) for line in wrong)


def _examine_solutions(verdict: Advice, budget: Budget, tell: Callable[[Advice], None] | None) -> Advice:
    puzzle, result = verdict.puzzle, verdict.result
    more = solve_any(puzzle, max_solutions=MAX_SOLUTIONS, budget=budget.part(share=SOLVING_SHARE))
    if result is None or more.outcome is Outcome.MULTIPLE:
        result = more
    first = puzzle.goal.rows if puzzle.goal is not None else result.solutions[0].rows
    others = [solution.rows for solution in result.solutions if solution.rows != first]
    differing = find_differing(puzzle, [first, *others], budget.part(share=SOLVING_SHARE))
    found = verdict.replace(
        result=result,
        differing=differing.cells,
        undecided=differing.undecided,
        compared_all=not differing.undecided,
        repaired_from=first,
    )
    if tell is not None:
        tell(found)
    repair = find_repair(puzzle, first, others, budget)
    return found.replace(
        repair=repair,
        levels=levels_of(puzzle, repair, budget.part(LEVEL_SECONDS)) if repair else None,
        stopped=budget.reason_to_stop if repair is None else None,
    )


def levels_of(puzzle: Puzzle, repair: Repair, budget: Budget) -> tuple[Level | None, Level | None] | None:
    """Return the levels of a puzzle, as far as rules lead, and of the repaired one; None if the budget ends."""
    from harness.solver.human.explain import explain, level_of  # the human rules take long to load

    levels: list[Level | None] = []
    for each in (puzzle, puzzle.redrawn(repair.picture)):
        rating = explain(each, budget).rating
        if rating.difficulty is None:
            return None
        levels.append(level_of(rating.counts[-1][0]) if rating.counts else None)
    return levels[0], levels[1]


# -- the usual form -----------------------------------------------------------------------------

SIDE_STEP = 5
"""A canonical crossword's sides are multiples of it, so that the thick rules end with the picture."""
FEW_COLOURS = 10
"""The most that a canonical crossword has besides the background; the rule says "few", the number is ours."""
_MOST_LINES = 8
"""Lines that a sentence names."""


class Form(Value):
    """The form of a crossword; for people it has sides divisible by 5, no line that is empty or full, and few colours.

    `uneven` has the sides that are no multiple of 5, each as its name and its cells; the groups of `full` lines fill
    them without a gap; the background is not among the `colours`.

    Source: izaron's rules for crosswords that are called canonical (https://habr.com/post/418069/).
    """

    uneven: tuple[tuple[str, int], ...]
    empty: tuple[Line, ...]
    full: tuple[Line, ...]
    colours: int = 1

    @property
    def is_canonical(self) -> bool:
        """True if it keeps all these rules."""
        return not (self.uneven or self.empty or self.full or self.colours > FEW_COLOURS)

    def __str__(self) -> str:
        if self.is_canonical:
            few = ", few colours" if self.colours > 1 else ""
            return f"canonical: sides divisible by 5, no empty or full line{few}"
        faults = [f"the {side} of {cells} is not divisible by {SIDE_STEP}" for side, cells in self.uneven]
        for kind, lines in (("empty", self.empty), ("full", self.full)):
            for axis in Axis:
                if numbers := [line.number for line in lines if line.axis is axis]:
                    faults.append(_named(axis, numbers, kind))
        if self.colours > FEW_COLOURS:
            faults.append(f"{self.colours} colours are more than {FEW_COLOURS}")
        return "not canonical: " + "; ".join(faults)


def form_of(puzzle: Puzzle) -> Form:
    """Look at the form of a puzzle, whose numbers need not have been checked.

    >>> from harness.puzzle import Puzzle
    >>> str(form_of(Puzzle(((2,), ()), ((1,), (1,)))))[:44]
    'not canonical: the width of 2 is not divisib'
    >>> form_of(Puzzle(((2,), ()), ((1,), (1,)))).empty
    (Line(axis=<Axis.ROW: 'row'>, index=1),)
    """
    groups = puzzle.groups()
    sides = {Axis.ROW: puzzle.width, Axis.COLUMN: puzzle.height}
    full = [
        line
        for line, clue in groups.items()
        if clue and BLOT not in clue and sum(group.length for group in clue) == sides[line.axis]
    ]
    uneven = tuple(side for side in (("width", puzzle.width), ("height", puzzle.height)) if side[1] % SIDE_STEP)
    empty = tuple(line for line, clue in groups.items() if not clue)
    return Form(uneven, empty, tuple(full), len(puzzle.used_keys))


def _named(axis: Axis, numbers: list[int], kind: str) -> str:
    """Name lines of one kind.

    >>> _named(Axis.ROW, [1], "empty"), _named(Axis.COLUMN, [1, 4], "full")
    ('row 1 is empty', 'columns 1, 4 are full')
    """
    if len(numbers) == 1:
        return f"{axis.value} {numbers[0]} is {kind}"
    more = f" and {len(numbers) - _MOST_LINES} more" if len(numbers) > _MOST_LINES else ""
    return f"{axis.value}s {', '.join(map(str, numbers[:_MOST_LINES]))}{more} are {kind}"
