"""A puzzle's solution in steps with its difficulty, or the next step from a picture.

Three measures of difficulty, from the coarsest to the finest, depend on the rules that the solution takes:

* the class: `LINE`, `BRANCH` or `MULT`, as `Difficulty` has them;
* the level, a word: that of the hardest rule needed, however often;
* the score: the sum of the rules' costs, step by step; so it also grows with the size of the puzzle.

Source: the classes are picross-solver's (Pierre Dejoue); levels and costs are ours, a person's feeling put in numbers.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from types import NoneType
from typing import NamedTuple

from harness.errors import check_kind, choice_of
from harness.puzzle import Grid, Puzzle, differing_cells
from harness.puzzle.palette import UNKNOWN
from harness.solver.budget import Budget, StoppedError, raise_if_spent
from harness.solver.human.agenda import Order
from harness.solver.human.findings import Hue, Place
from harness.solver.human.rules import Rule
from harness.solver.human.steps import Contradiction, DecidedCell, HumanSolver, Step, hues_of
from harness.solver.human.trial import Completions
from harness.solver.strategy import Difficulty, Outcome, solve_any


class Level(Enum):
    """Words for difficulty, the easiest first."""

    EASY = "easy"
    MODERATE = "moderate"
    TRICKY = "tricky"
    HARD = "hard"
    VERY_HARD = "very-hard"
    EXTREME = "extreme"

    @property
    def title(self) -> str:
        """The word."""
        return self.value.replace("-", " ")


_LEVELS = ((2, Level.EASY), (4, Level.MODERATE), (6, Level.TRICKY), (10, Level.HARD), (25, Level.VERY_HARD))


class Rating(NamedTuple):
    """Rated difficulty of a puzzle.

    Attributes:
        difficulty: the class; None if the solution was not finished.
        score: the cost of all steps.
        level: the word; None without a step, and if the class is not `LINE` or `BRANCH`.
        counts: the number of steps of each rule that has any, the easiest rule first.
    """

    difficulty: Difficulty | None
    score: int
    level: Level | None
    counts: tuple[tuple[Rule, int], ...]


def level_of(rule: Rule) -> Level:
    """Return the level of a puzzle that needs this rule and none harder."""
    return next((level for most, level in _LEVELS if rule.effort <= most), Level.EXTREME)


def rate(rules: Iterable[Rule], difficulty: Difficulty | None) -> Rating:
    """Rate a solution by the rules of its steps."""
    used = Counter(rules)
    counts = tuple((rule, used[rule]) for rule in Rule if used[rule])
    score = sum(rule.effort * count for rule, count in counts)
    has_level = bool(counts) and difficulty in (Difficulty.LINE, Difficulty.BRANCH)
    return Rating(difficulty, score, level_of(counts[-1][0]) if has_level else None, counts)


class Ending(Enum):
    """The possible endings of a solution."""

    SOLVED = "solved"
    """All cells are known, and as every step was proved there is no other solution."""
    MULTIPLE = "multiple"
    """Several solutions; all their common cells are known."""
    CONTRADICTION = "contradiction"
    """No solution."""
    TIMEOUT = "timeout"
    MEMORY = "memory"
    INTERRUPTED = "interrupted"


class Explanation(NamedTuple):
    """A solution from the empty picture to its end.

    Attributes:
        steps: in order.
        ending: how it ended.
        grid: the known cells at the end.
        rating: its difficulty.
        contradiction: the line that no arrangement fits, if there was one.
        completions: the solutions that agree with `grid`, if they were searched for: the reason for open cells.
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
    only: Grid | None = None,
) -> Explanation:
    """Solve the puzzle as a person does.

    Args:
        puzzle: as it passes its check; in black and white or in colour.
        budget: limits (default: none); the steps found by then are kept.
        order: the order of the lines in which the same rule works.
        on_step: called with every step.
        only: the only solution, if it is known; otherwise it is searched for if single trials show nothing more.

    Raises:
        PuzzleError: the clues cannot be a crossword.
        FormatError: some are blotted.

    >>> import harness
    >>> explained = harness.explain(harness.Puzzle([[2], [1]], [[1], [2]]))
    >>> [step.rule.value for step in explained.steps], explained.ending.value, explained.rating.score
    (['full-line', 'full-line', 'completed-line'], 'solved', 3)
    """
    check_kind("puzzle", puzzle, Puzzle)
    check_kind("budget", budget, Budget, NoneType)
    solver = HumanSolver(puzzle, budget=budget, order=choice_of("order", order, Order))
    if only is not None:
        solver.completions = Completions((only,), True, only)
    steps: list[Step] = []
    contradiction: Contradiction | None = None
    try:
        while (found := solver.next_step()) is not None:
            if isinstance(found, Contradiction):
                contradiction = found
                break
            steps.append(found)
            if on_step is not None:
                on_step(found)
            solver.take(found)
        if contradiction is None and solver.solved:
            ending = Ending.SOLVED
        else:  # without a contradiction, all solutions were sought
            several = solver.completions is not None and bool(solver.completions.grids)
            ending = Ending.MULTIPLE if contradiction is None and several else Ending.CONTRADICTION
    except StoppedError as stopped:
        ending = Ending(stopped.reason.value)
    rating = rate((step.rule for step in steps), _difficulty(ending, steps, contradiction))
    return Explanation(tuple(steps), ending, solver.board.grid(), rating, contradiction, solver.completions)


def _difficulty(ending: Ending, steps: Sequence[Step], contradiction: Contradiction | None) -> Difficulty | None:
    if ending is Ending.MULTIPLE:
        return Difficulty.MULT
    if ending in (Ending.TIMEOUT, Ending.MEMORY, Ending.INTERRUPTED):
        return None
    tried = any(step.rule.effort >= Rule.TRIAL.effort for step in steps)
    only_trial_shows_it = ending is Ending.CONTRADICTION and contradiction is None
    return Difficulty.BRANCH if tried or only_trial_shows_it else Difficulty.LINE


class HintKind(Enum):
    """The possible answers about a picture."""

    STEP = "step"
    COMPLETE = "complete"
    """It is the only solution."""
    WRONG_CELLS = "wrong-cells"
    """Cells differ from the only solution."""
    CONTRADICTION = "contradiction"
    """It agrees with none of several solutions."""
    NO_SOLUTION = "no-solution"
    """The puzzle itself has no solution."""
    MULTIPLE = "multiple"
    """Several solutions agree with it, and nothing more follows."""
    TIMEOUT = "timeout"
    MEMORY = "memory"
    INTERRUPTED = "interrupted"


class Hint(NamedTuple):
    """A hint about a picture.

    Attributes:
        kind: the answer.
        step: the next one.
        wrong_cells: cells that are wrong, with their right colours, row by row.
        contradiction: a line for which no arrangement is left (of the picture; without a solution, of the puzzle).
    """

    kind: HintKind
    step: Step | None = None
    wrong_cells: tuple[DecidedCell, ...] = ()
    contradiction: Contradiction | None = None


def find_hint(puzzle: Puzzle, state: Grid, budget: Budget | None = None, order: Order = Order.FIRST) -> Hint:
    """Find the next step from a picture, which may be wrong; the other arguments and errors are those of `explain`.

    Raises:
        PuzzleError: the picture has another size than the puzzle.

    >>> import harness
    >>> stairs = harness.Puzzle([[2], [1]], [[1], [2]])
    >>> harness.hint(stairs, harness.Grid(["##", "??"])).step.rule.value
    'full-line'
    >>> harness.hint(stairs, harness.Grid([".?", "??"])).wrong_cells[0].place
    Place(row=0, column=0)
    """
    check_kind("puzzle", puzzle, Puzzle)
    check_kind("state", state, Grid)
    check_kind("budget", budget, Budget, NoneType)
    state.check_fits(puzzle)
    try:
        return _find(puzzle, state, budget or Budget(), choice_of("order", order, Order))
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
    """Follow the steps without trial to a contradiction, if there is one."""
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
    """List the known cells that differ from the solution, with the solution's colours."""
    by_key = {hue.key: hue for hue in hues}
    return tuple(
        DecidedCell(Place(row, column), by_key[solution[row][column]])
        for row, column in differing_cells(state.rows, solution.rows)
        if state[row][column] != UNKNOWN
    )
