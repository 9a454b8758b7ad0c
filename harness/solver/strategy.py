"""The strategies: one interface, one kind of answer, one stream of steps to watch, and all of them by their names.

`Strategy.solve` returns a `Result`; `solutions` a `Search`, an iterator that hands over each solution as soon as it is
found and keeps none, so that a puzzle with millions of solutions takes no more memory than one with a single solution.
To see the work, give an `on_step`: it is called with every `Step`.

A new strategy derives from `Strategy` in a module of its own, writes `_walk`, and is entered in `STRATEGIES`.
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from itertools import chain, islice
from types import NoneType

from harness.errors import UsageError, check_kind
from harness.puzzle import Cell, Clue, Grid, Line, Puzzle, common_cells, differing_cells, sheet_svg
from harness.puzzle.palette import BACKGROUND
from harness.puzzle.value import Value
from harness.solver.budget import Budget, StoppedError, StopReason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

    from harness.solver.propagate import Board

FRUITLESS_PROBES = 50
"""Cells probed without success before one is branched on."""


class Outcome(Enum):
    """The possible outcomes of a search."""

    UNIQUE = "unique"
    """Exactly one solution: proved."""
    MULTIPLE = "multiple"
    """Two solutions at least were found."""
    CONTRADICTION = "contradiction"
    """No solution: proved."""
    LIMITED = "limited"
    """One solution was found, and the search stopped at `max_solutions` before it knew of another."""
    TIMEOUT = "timeout"
    LOOKS = "looks"
    MEMORY = "memory"
    INTERRUPTED = "interrupted"
    """That `StopReason` ended the search with fewer than two solutions found."""


class Difficulty(Enum):
    """Difficulty of a puzzle; the terms are picross-solver's (Pierre Dejoue)."""

    LINE = "line"
    """Looking at one line at a time is enough (for a contradiction too)."""
    BRANCH = "branch"
    """Cells must be tried."""
    MULT = "mult"
    """Several solutions."""


class Result(Value):
    """The pictures that a search found.

    Attributes:
        puzzle: whose they are.
        outcome: how it ended.
        solutions: the distinct solutions in the order in which they were found, `max_solutions` of them at most.
        complete: whether `solutions` are proved to be all.
        fixpoint: the cells known by line logic alone, at its end or when it was stopped.
        contradiction: the line that no arrangement fits, if line logic alone meets one.
        difficulty: None if the search stopped before it could tell.
        guesses: how often the search branched (probes that decide a cell are no guesses).
        line_calls: the number of line analyses.
        stopped: the reason for an early end; None exactly if it is `complete`.
    """

    puzzle: Puzzle
    outcome: Outcome
    solutions: tuple[Grid, ...]
    complete: bool
    fixpoint: Grid
    contradiction: Line | None = None
    difficulty: Difficulty | None = None
    guesses: int = 0
    line_calls: int = 0
    stopped: StopReason | None = None

    def _repr_svg_(self) -> str:
        """Draw for a notebook what all solutions have in common; without a solution what line logic found."""
        return sheet_svg(self.puzzle, common_cells(self.solutions) if self.solutions else self.fixpoint)

    @property
    def unique(self) -> bool | None:
        """True if there is exactly one solution; None if the search stopped before it could tell."""
        if self.outcome is Outcome.UNIQUE:
            return True
        return False if self.outcome in (Outcome.MULTIPLE, Outcome.CONTRADICTION) else None


def outcome_of(found: int, stopped: StopReason | None) -> Outcome:
    """The outcome of a search by the number of solutions that it found."""
    if found > 1:
        return Outcome.MULTIPLE
    if stopped is None:
        return Outcome.UNIQUE if found else Outcome.CONTRADICTION
    return Outcome.LIMITED if stopped is StopReason.LIMIT else Outcome(stopped.value)


def difficulty_of(outcome: Outcome, *, line_logic_suffices: bool) -> Difficulty | None:
    """Return the difficulty that belongs to an outcome; None if the search stopped before it could tell."""
    if outcome is Outcome.MULTIPLE:
        return Difficulty.MULT
    if outcome in (Outcome.UNIQUE, Outcome.CONTRADICTION):
        return Difficulty.LINE if line_logic_suffices else Difficulty.BRANCH
    return None


UNDECIDED = (Outcome.TIMEOUT, Outcome.LOOKS, Outcome.MEMORY, Outcome.INTERRUPTED)
OUTCOME_WORDS = {
    Outcome.UNIQUE: "one solution",
    Outcome.MULTIPLE: "several solutions",
    Outcome.CONTRADICTION: "no solution",
    Outcome.LIMITED: "one solution found, perhaps not the only one",
    **dict.fromkeys(UNDECIDED, "not decided"),
}
"""Words for outcomes."""


class StepKind(Enum):
    """Kinds of steps."""

    START = "start"
    """Nothing is known yet, or what is given. Always the first step."""
    LINE = "line"
    """A line was analysed, with or without a result."""
    STALLED = "stalled"
    """Line logic yields nothing more: trial begins. At most once."""
    TRIAL = "trial"
    """Something is supposed; what follows from it holds until a `BACK` or another `TRIAL` of the same depth."""
    DECIDED = "decided"
    """A trial has shown what some cells must be."""
    BACK = "back"
    """A contradiction: what was supposed is taken back, or nothing was and there is no solution."""
    SOLUTION = "solution"
    """The grid is a solution."""


class Step(Value):
    """One step of a search, to be shown.

    Attributes:
        kind: what happened.
        grid: what is known after the step, suppositions included.
        cells: the cells (row, column), from 0, that are known now and were not, or had another colour, in the step
            before; from top to bottom, left to right. Empty if the step told nothing, and when it goes back.
        line: the line just analysed, or None.
        note: the step in words, a clause without a full stop, with lines and cells from 1.
        depth: how many suppositions the grid stands on; 0 for certain knowledge.
    """

    kind: StepKind
    grid: Grid
    cells: tuple[tuple[int, int], ...] = ()
    line: Line | None = None
    note: str = ""
    depth: int = 0


OnStep = Callable[[Step], None]
"""Called with each step in the middle of the work; an exception ends the search."""


class Search(Iterator[Grid]):
    """A search under way: iterate over it for the solutions.

    `fixpoint` and `contradiction` are as in `Result`, set once line logic has finished; `given` are the cells known
    from the start. `guesses` counts the branchings so far, `found` the solutions handed over; they are proved to be all
    if it is `complete`, else `stopped` is the reason for its end.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        unknown: Grid,
        walk: Callable[[Search], Iterator[Grid]],
        budget: Budget,
        on_step: OnStep | None,
        given: Grid | None = None,
    ) -> None:
        self.puzzle, self.budget, self.given = puzzle, budget, given
        self.fixpoint = unknown if given is None else given
        self.contradiction: Line | None = None
        self.guesses = 0
        self.found = 0
        self.stopped: StopReason | None = None
        self.complete = False
        self._on_step = on_step
        self._shown = unknown
        # the walk begins when the first solution is asked for, where an empty budget is noticed
        self._solutions = chain.from_iterable(map(walk, [self]))
        if given is None:
            self.tell(StepKind.START, unknown, note="nothing is known yet")
        else:
            count = given.width * given.height - given.unknown_count
            self.tell(StepKind.START, given, note=f"{cells_text(count)} given")

    def __next__(self) -> Grid:
        if self.stopped is not None:
            raise StopIteration
        try:
            if not self.complete:
                self.budget.check()  # a walk may have several solutions ready
            solution = next(self._solutions)
        except StoppedError as stopped:
            self.stopped = stopped.reason
            raise StopIteration from None
        except StopIteration:
            self.complete = True
            raise
        self.found += 1
        return solution

    def collect(self, max_solutions: int | None) -> Result:
        """Search until `max_solutions`, 1 or more, are found (None: for all of them), and sum up."""
        check_max_solutions(max_solutions)
        return self.result(tuple(islice(self, max_solutions)))

    def result(self, solutions: tuple[Grid, ...] = ()) -> Result:
        """The result if the search goes no further, with these of its solutions."""
        stopped = None if self.complete else self.stopped or StopReason.LIMIT
        outcome = outcome_of(self.found, stopped)
        by_lines = self.contradiction is not None or self.fixpoint.unknown_count == 0
        return Result(
            self.puzzle,
            outcome,
            solutions=solutions,
            complete=self.complete,
            fixpoint=self.fixpoint,
            contradiction=self.contradiction,
            difficulty=difficulty_of(outcome, line_logic_suffices=by_lines),
            guesses=self.guesses,
            line_calls=self.budget.line_calls,
            stopped=stopped,
        )

    # for strategies

    @property
    def is_watched(self) -> bool:
        """True if there is an `on_step`; notes need not be written otherwise."""
        return self._on_step is not None

    def tell(self, kind: StepKind, grid: Grid, line: Line | None = None, note: str = "", depth: int = 0) -> None:
        """Call `on_step`, if there is one."""
        if self._on_step is None:
            return
        cells = () if kind is StepKind.BACK else _newly_known(self._shown, grid)
        self._shown = grid
        self._on_step(Step(kind, grid, cells, line, note, depth))

    def line_teller(self, board: Board, depth: int = 0) -> Callable[[int], None] | None:
        """Return the callback that reports each line `propagate` analyses on this board; None without an `on_step`."""
        if self._on_step is None:
            return None

        def tell_line(number: int) -> None:
            grid, line = board.grid(), board.line(number)
            count = len(_newly_known(self._shown, grid))
            self.tell(StepKind.LINE, grid, line, f"{line}: {cells_text(count)}", depth)

        return tell_line

    def settle(self, fixpoint: Grid, contradiction: Line | None, stalled: str = "line logic stalls here") -> bool:
        """Enter the end of line logic, and report it; return True if there may be solutions."""
        self.fixpoint, self.contradiction = fixpoint, contradiction
        if contradiction is not None:
            self.tell(StepKind.BACK, fixpoint, contradiction, f"no arrangement fits {contradiction}")
        elif self.is_watched and fixpoint.unknown_count:
            self.tell(StepKind.STALLED, fixpoint, note=f"{stalled}: cells are tried from now on")
        return contradiction is None

    def tell_supposed(self, grid: Grid, row: int, column: int, colour: str, depth: int) -> None:
        """Report that a cell is supposed to have a colour, here by its name."""
        self.tell(StepKind.TRIAL, grid, note=f"suppose {cell_text(row, column)} is {colour}", depth=depth)

    def solution(self, grid: Grid, depth: int = 0, *, is_last: bool = False) -> Grid:
        """Report a solution before it is handed over; after the last one, the search is complete even if stopped."""
        self.complete |= is_last
        self.tell(StepKind.SOLUTION, grid, note="a solution", depth=depth)
        return grid


class Strategy(ABC):
    """A way of solving crosswords, found by its name.

    >>> search = find_strategy("probe").solutions(Puzzle(((1,), (1,)), ((1,), (1,))))
    >>> sorted(grid.rows for grid in search), search.complete
    ([('#.', '.#'), ('.#', '#.')], True)
    """

    name: ClassVar[str]
    """Name that the user types."""

    def solve(
        self,
        puzzle: Puzzle,
        *,
        max_solutions: int | None = 2,
        budget: Budget | None = None,
        on_step: OnStep | None = None,
        given: Grid | None = None,
    ) -> Result:
        """Find solutions, and prove that there are no others.

        Args:
            puzzle: as it passes `Puzzle.check`.
            max_solutions: stop after that many (None: find all). With 2, the result tells whether the puzzle is unique;
                with 1 only if the search ended by itself.
            budget: limits, checked before every analysis of a line (None: no limit); the result has what was found
                before they end the search.
            on_step: called with every step.
            given: cells that are known from the start, in colours of the puzzle; only solutions that agree are found.

        Raises:
            PuzzleError: the puzzle's clues cannot be a crossword.
            TooLargeError: the puzzle is beyond this strategy.
            ValueError: `max_solutions` below 1, or `given` of another size or with another colour.
        """
        check_max_solutions(max_solutions)
        return self.solutions(puzzle, budget, on_step=on_step, given=given).collect(max_solutions)

    def solutions(
        self, puzzle: Puzzle, budget: Budget | None = None, *, on_step: OnStep | None = None, given: Grid | None = None
    ) -> Search:
        """The solutions one by one, each as soon as it is found; arguments and errors as in `solve`."""
        budget = budget or Budget()
        self.check(puzzle, budget)
        unknown = Grid.of_sound((Cell.UNKNOWN * puzzle.width,) * puzzle.height)
        if given is not None:
            given.check_fits(puzzle)
            if wrong := set("".join(given.rows)) - set(BACKGROUND + puzzle.used_keys + Cell.UNKNOWN):
                raise ValueError(f"a cell given as {min(wrong)!r}, which no clue has")
        return Search(puzzle, unknown, lambda search: self._walk(puzzle, search), budget, on_step, given)

    def check(self, puzzle: Puzzle, budget: Budget) -> None:
        """Check that this strategy takes the puzzle.

        Raises `PuzzleError` if the clues cannot be a crossword, `TooLargeError` if the puzzle is beyond this strategy,
        or takes more memory than the budget has.
        """
        puzzle.check()

    @abstractmethod
    def _walk(self, puzzle: Puzzle, search: Search) -> Iterator[Grid]:
        """Find the solutions that agree with `search.given`, each exactly once; `puzzle` has passed `check`.

        It sets the `fixpoint` (also when it is stopped before), the `contradiction` and the `guesses` of the search,
        calls the budget's `spend_line_call` for every line analysed, or `check` in other long loops, and the search's
        `tell` for what is worth seeing, `solution` for every one that it hands over.
        """


def check_max_solutions(max_solutions: int | None) -> None:
    """Raise a `ValueError` for less than one."""
    if max_solutions is not None and max_solutions < 1:
        raise ValueError(f"max_solutions is {max_solutions}; it must be 1 or more")


def cells_text(count: int) -> str:
    """A number of newly known cells in words."""
    return f"{count} cell{'' if count == 1 else 's'}" if count else "nothing new"


def cell_text(row: int, column: int) -> str:
    """A cell as the user counts it, from 1.

    >>> cell_text(0, 4)
    'row 1, column 5'
    """
    return f"row {row + 1}, column {column + 1}"


def _newly_known(before: Grid, after: Grid) -> tuple[tuple[int, int], ...]:
    changed = differing_cells(before.rows, after.rows)
    return tuple((row, column) for row, column in changed if after[row][column] != Cell.UNKNOWN)


class Known(Value):
    """A strategy that is not loaded yet: its module and class, and how it works; a call makes it."""

    place: str
    summary: str

    @property
    def name(self) -> str:
        """The name that the user types: that of the class."""
        return self.place.rpartition(":")[2].lower()

    def load(self) -> type[Strategy]:
        """Load its module, and return the class."""
        module, _, name = self.place.partition(":")
        kind: type[Strategy] = getattr(importlib.import_module(f"harness.solver.{module}"), name)
        return kind

    def __call__(self) -> Strategy:
        return self.load()()


STRATEGIES = (
    Known("fast:Fast", "line logic and probing on bit sets, then a short search, then a SAT solver on what is left"),
    Known("search:Probe", "line logic on bit sets, then both colours of a cell tried to see what they have in common"),
    Known(
        "recursion:Recursion",
        "memoized recursion over (block, start) for a line, then cells tried on copies of the grid",
    ),
    Known(
        "enumerate:Enumerate",
        "lists of all arrangements of every line, intersected and filtered; then the shortest list split",
    ),
    Known(
        "human.strategy:Human",
        "the rules by which a person finds cells, the easiest first, then trial; `explain` tells them in words",
    ),
)
"""Every strategy."""

DEFAULT = "fast"
"""The default strategy."""


def strategy_names() -> tuple[str, ...]:
    """Return the names that the user may choose from."""
    return tuple(strategy.name for strategy in STRATEGIES)


@cache
def find_strategy(name: str = DEFAULT) -> Strategy:
    """Return the strategy of that name, always the same one, because it holds nothing of a puzzle; or `UsageError`."""
    for strategy in STRATEGIES:
        if strategy.name == name:
            return strategy()
    raise UsageError(f"there is no strategy {name!r}; choose one of: {', '.join(strategy_names())}")


_WARMING: tuple[tuple[tuple[Clue, ...], tuple[Clue, ...]], ...] = (
    (((1,),), ((1,),)),
    (((1,), (1,)), ((1,), (1,))),
    (((1, 1),) * 40, ((40,), (40,), *((),) * 38)),
)
"""Clues of puzzles with one solution, two, and none: the last one as large as most of a user's."""


@cache
def load_strategy(name: str = DEFAULT) -> None:
    """Load a strategy, and solve some puzzles by it; `UsageError` if there is none of that name.

    After that, the first call for a user's puzzle takes no longer than the next ones: it finds memory, the code in the
    processor's caches, and Python's own code fitted to the types that it meets.
    """
    small = _WARMING[:2]
    for rows, columns in (*10 * small, *_WARMING[2:]) if name == DEFAULT else small:  # the others need no haste
        solve_any(Puzzle(rows, columns), strategy=name, budget=Budget())


def solve_any(
    puzzle: Puzzle,
    *,
    strategy: str = DEFAULT,
    max_solutions: int | None = 2,
    budget: Budget | None = None,
    on_step: OnStep | None = None,
    given: Grid | None = None,
) -> Result:
    """Solve a puzzle by the strategy of that name; other arguments and errors are those of `Strategy.solve`.

    Raises:
        UsageError: there is no such strategy.

    >>> import harness
    >>> result = harness.solve(harness.Puzzle([[1], [1]], [[1], [1]]))
    >>> result.outcome.value, [grid.rows for grid in result.solutions]
    ('multiple', [('#.', '.#'), ('.#', '#.')])
    """
    check_kind("puzzle", puzzle, Puzzle)
    check_kind("budget", budget, Budget, NoneType)
    check_kind("given", given, Grid, NoneType)
    check_kind("max_solutions", max_solutions, int, NoneType)
    solver = find_strategy(strategy)
    return solver.solve(puzzle, max_solutions=max_solutions, budget=budget, on_step=on_step, given=given)
