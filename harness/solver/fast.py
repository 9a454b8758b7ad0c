"""The fast solver: line logic, probing, a short search, and a SAT solver where that would get long.

Each stage takes what the one before it has left:

1. Line logic to the fixpoint, on bit sets.
2. Probing: all colours of unknown cells are tried, cell after cell, and what follows from each is kept, for as long as
   that decides enough to be worth its time.
3. Search: a cell on which probing found nothing is branched on.
4. After a number of analyses without a solution, belief propagation guesses one, if the kernel can, and a second one is
   looked for near it: most puzzles with several solutions have some that differ in few cells.
5. The rest is one SAT problem; what is known already leaves it small. Branches that the search has closed stay closed.

All solutions are found, each once, and that there are no more is proved by either stage. Without `python-sat`, the
search continues instead. Without the compiled kernel, the readable line logic of `propagate` is followed by the SAT
problem at once, or by the reference's search without `python-sat`.

Source: probing from Jan Wolter's description of pbnsolve (https://webpbn.com/pbnsolve.html); that learning beats
search on some puzzles from his survey (https://webpbn.com/survey/dom.html).

Solutions that are guessed: one by what lines believe of each other, and a second one near it.

Neither proves anything, but both are quick where a proof would take long, and two solutions are all that validation
asks for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from harness.puzzle import UNKNOWN, Axis, Grid, Line, Puzzle
from harness.solver.budget import Budget
from harness.solver.kernel import (
    CONTRADICTION,
    PAUSED,
    SOLVED,
    STABLE,
    Check,
    Kernel,
    Supposition,
    build_kernel,
    colour_keys,
    solve_by_lines,
)
from harness.solver.result import Difficulty, Outcome, Result
from harness.solver.strategy import (
    FRUITLESS_PROBES,
    OnStep,
    Search,
    StepKind,
    Strategy,
    cell_text,
    check_max_solutions,
)

WAYS = ((0.02, 1, 0.0), (0.02, 2, 0.3), (0.02, 3, 0.1), (0.01, 2, 0.0))
"""Settings of `Kernel.guess`, tried in turn until there is a solution: share, sweeps and damping. Each begins anew,
which helps more often than more attempts of the one before it. The first is the quickest; beliefs that swing to and
fro need damping, as they do in pictures with much order.
"""

FIRST_ATTEMPTS, MORE = 4, 8
"""The attempts of each the first time, and by what they grow each time that there was no solution."""

REACH = 5
"""Distance up to which `Kernel.vary` changes cells. On noise of 25 to 60 cells a side, it found a second solution to
every guessed one with a reach of 3, and to all but a dozen of sixty with a reach of 1.
"""


def guess_solutions(
    kernel: Kernel, branch: Sequence[Supposition], asked: int, check: Check | None = None
) -> list[tuple[str, ...]]:
    """Two solutions, or one, or none, drawn as rows; the kernel's state stays as it is.

    Args:
        kernel: what is guessed agrees with its lowest state.
        branch: cells that are supposed besides.
        asked: how often there was none before: the more often, the more is tried.
        check: asked now and then; what it raises ends it.

    """
    kernel.push(True)
    try:
        for row, column, colours in branch:
            for colour, cells in enumerate(kernel.possible(row)):
                if colour not in colours and cells >> column & 1:
                    kernel.rule_out(row, column, colour)
        if kernel.propagate(check) != STABLE:
            return []
        for way in WAYS:
            if found := _guess_one_way(kernel, FIRST_ATTEMPTS * MORE**asked, way, check):
                return found
        return []
    finally:
        kernel.pop()


def _guess_one_way(
    kernel: Kernel, attempts: int, way: tuple[float, int, float], check: Check | None
) -> list[tuple[str, ...]]:
    kernel.push()
    try:
        if kernel.guess(attempts, *way, check) != SOLVED:
            return []
        found = [kernel.rows()]
        if kernel.vary(REACH, check) == SOLVED:
            found.append(kernel.rows())
        return found
    finally:
        kernel.pop()


SEARCH_LIMIT = 100_000
"""Analyses without a solution before the SAT solver takes over: some milliseconds."""

QUICK_CELLS = 40_000
"""Up to so many cells, line logic takes a millisecond or two, and the budget need not be asked meanwhile."""

GUESS_LIMIT = 5_000
"""Analyses without a solution before one is guessed. The search continues after that, up to the limit."""

SWEEP_CREDIT, SWEEP_WORTH = 20_000, 400
"""Budget of the kernel's probing before it branches: as many analyses as take a millisecond or two, and for
every cell decided as many more as take the time that its clauses would take the SAT solver.
"""


class Fast(Strategy):
    """Line logic, probing, search; then SAT on what is left.

    >>> Fast().solve(Puzzle(((1,), (2,)), ((1,), (2,)))).outcome
    <Outcome.UNIQUE: 'unique'>
    """

    name = "fast"
    summary = "line logic and probing on bit sets, then a short search, then a SAT solver on what is left"

    def __init__(self, *, with_kernel: bool = True, search_limit: int | None = None) -> None:
        """Get ready.

        Args:
            with_kernel: False to do without the compiled kernel, as where there is none.
            search_limit: analyses without a solution before the SAT solver takes over: 0 for at once, -1 for never.
                An explicit limit leaves out the sweep over all cells as well.
        """
        self.with_kernel = with_kernel
        self._limits = _Limits(SEARCH_LIMIT, SWEEP_CREDIT) if search_limit is None else _Limits(search_limit, 0)

    def solve(
        self,
        puzzle: Puzzle,
        *,
        max_solutions: int | None = 2,
        budget: Budget | None = None,
        on_step: OnStep | None = None,
        given: Grid | None = None,
    ) -> Result:
        """As in `Strategy.solve`; what lines solve in a moment is solved in one call, if nobody watches."""
        budget = budget or Budget()
        is_watched = on_step is not None or given is not None or budget.max_line_calls is not None
        is_quick = puzzle.goal is None and len(puzzle.rows) * len(puzzle.columns) <= QUICK_CELLS
        if is_quick and not puzzle.in_colour and self.with_kernel and not is_watched and not budget.is_spent:
            check_max_solutions(max_solutions)
            if found := solve_by_lines(puzzle):
                budget.line_calls += found[1]
                grid = Grid.of_sound(found[0])
                return Result(  # by place: naming them takes longer
                    Outcome.UNIQUE, (grid,), True, grid, None, Difficulty.LINE, 0, budget.line_calls
                )
        return super().solve(puzzle, max_solutions=max_solutions, budget=budget, on_step=on_step, given=given)

    def _walk(self, puzzle: Puzzle, search: Search) -> Iterator[Grid]:
        kernel = build_kernel(puzzle) if self.with_kernel else None
        if kernel is None:
            return _walk_readably(puzzle, search)
        if search.given is not None:
            _put_given(kernel, search.given, colour_keys(puzzle))
        return _Walk(puzzle, kernel, search, self._limits).solutions()


def _walk_readably(puzzle: Puzzle, search: Search) -> Iterator[Grid]:
    """All solutions without the kernel."""
    from harness.solver.propagate import Board  # for those without the kernel
    from harness.solver.sat.remainder import Remainder, has_solver
    from harness.solver.search import ProbingWalk

    board = Board.of(puzzle)
    board.know(search.given)
    walk = ProbingWalk(board, search, in_colour=puzzle.in_colour)
    if not has_solver():
        yield from walk.solutions()
    elif walk.settle_lines():
        if not board.open_count:
            search.say_that_last_solution_follows()
            search.tell(StepKind.SOLUTION, search.fixpoint, note="a solution")
            yield search.fixpoint
            return
        rest = Remainder(puzzle, board, search.budget)
        try:
            for rows in rest.solutions([], search.budget.check):
                solution = Grid.of_sound(rows)
                search.tell(StepKind.SOLUTION, solution, note="a solution", depth=1)
                yield solution
            search.tell(StepKind.BACK, search.fixpoint, note="the SAT solver proves that there is no other here")
        finally:
            rest.close()


def _put_given(kernel: Kernel, given: Grid, keys: str) -> None:
    for row, cells in enumerate(given.rows):
        for column, cell in enumerate(cells):
            if cell != UNKNOWN:
                kernel.put(row, column, keys.index(cell))


class _Limits(NamedTuple):
    """Analyses without a solution before the SAT solver takes over (-1: never), and the credit of the sweep then."""

    search: int
    credit: int


class _Supposed(NamedTuple):
    """A cell branched on; `others` are the colours that are still to be supposed, in this order."""

    row: int
    column: int
    colour: int
    others: tuple[int, ...]


class _Walk:
    """The walk through the stages."""

    def __init__(self, puzzle: Puzzle, kernel: Kernel, search: Search, limits: _Limits) -> None:
        self._puzzle = puzzle
        self._kernel = kernel
        self._search = search
        self._limits = limits
        self._path: list[_Supposed] = []
        self._counted = 0
        self._guessed: list[tuple[str, ...]] | None = None
        """The solutions that were guessed in the middle of the search; None before that."""

    def solutions(self) -> Iterator[Grid]:
        """All solutions."""
        if not self._settle_lines():
            return
        search, kernel = self._search, self._kernel
        if not kernel.unknown_count:
            yield self._solution(search.fixpoint, is_last=True)
            return
        search.tell(StepKind.STALLED, search.fixpoint, note="line logic stalls here: cells are tried from now on")
        if not self._sweep():
            return
        limit = self._limits.search
        left = min(limit, GUESS_LIMIT)
        while True:
            answer = PAUSED if left == 0 else kernel.probe(left, FRUITLESS_PROBES, search.budget.check)
            spent = self._count_calls()
            if answer == PAUSED:
                if self._guessed is None and not search.found:
                    self._guessed = self._guess([], 0)
                    for rows in self._guessed:
                        yield self._solution(Grid.of_sound(rows), supposed=1)
                    left = max(limit - GUESS_LIMIT, 0)
                    continue
                from harness.solver.sat import remainder  # needed by few puzzles

                if remainder.has_solver():
                    yield from self._solve_rest()
                    return
                limit = left = -1
                continue
            if answer == CONTRADICTION:
                self._tell(StepKind.BACK, "a contradiction whatever the colour")
            elif answer == SOLVED:
                rows = kernel.rows()
                if rows not in (self._guessed or ()):
                    is_last = not any(cell.others for cell in self._path)
                    yield self._solution(Grid.of_sound(rows), is_last=is_last)
                left = limit
            else:
                self._tell(StepKind.DECIDED, "trying single cells yields no more")
                self._branch(*divmod(answer, self._puzzle.width))
            if answer < 0 and not self._go_back():
                return
            if left > 0:
                left = max(left - spent, 0)

    def _settle_lines(self) -> bool:
        """Line logic to the fixpoint; whether anything is left to do."""
        search, kernel = self._search, self._kernel
        line = STABLE
        if search.is_watched:
            self._show_lines()
        try:
            search.budget.check()
            line = kernel.propagate(search.budget.check)
        finally:
            search.fixpoint = Grid.of_sound(kernel.rows())
            self._count_calls()
        if line == STABLE:
            return True
        height = self._puzzle.height
        search.contradiction = Line(Axis.ROW, line) if line < height else Line(Axis.COLUMN, line - height)
        search.tell(StepKind.BACK, search.fixpoint, search.contradiction, f"no arrangement fits {search.contradiction}")
        return False

    def _show_lines(self) -> None:
        """Line logic once more, told line by line; where it ends is where the kernel's ends."""
        from harness.solver.propagate import Board, propagate

        search = self._search
        board = Board.of(self._puzzle)
        board.know(search.given)
        counted = search.budget.line_calls
        try:
            propagate(board, search.budget, on_look=search.line_teller(board))
        finally:
            search.fixpoint = board.grid()
            search.budget.line_calls = counted

    def _sweep(self) -> bool:
        """Probe all cells for as long as it pays; whether anything is left to do."""
        if not self._limits.credit:
            return True
        try:
            answer = self._kernel.sweep(self._limits.credit, SWEEP_WORTH, self._search.budget.check)
        finally:
            self._count_calls()
        if answer == CONTRADICTION:
            self._tell(StepKind.BACK, "a contradiction whatever the colour")
        return answer != CONTRADICTION

    def _branch(self, row: int, column: int) -> None:
        """Suppose the first of a cell's colours, and leave the others for later: the background last."""
        can = self._kernel.possible(row)
        first, *others = (colour for colour in (*range(1, len(can)), 0) if can[colour] >> column & 1)
        self._search.guesses += 1
        self._suppose(_Supposed(row, column, first, tuple(others)))

    def _suppose(self, cell: _Supposed) -> None:
        kernel = self._kernel
        if cell.others:
            kernel.push()
        self._path.append(cell)
        kernel.put(cell.row, cell.column, cell.colour)
        kernel.propagate(self._search.budget.check)  # no contradiction: the probe has tried all colours
        if self._search.is_watched:
            name = self._puzzle.name_of(colour_keys(self._puzzle)[cell.colour])
            self._tell(StepKind.TRIAL, f"suppose {cell_text(cell.row, cell.column)} is {name}")

    def _go_back(self) -> bool:
        """To the next colour of the last cell that has one left; whether there is one."""
        path = self._path
        while path and not path[-1].others:
            path.pop()
        if not path:
            return False
        last = path.pop()
        self._kernel.pop()
        self._suppose(_Supposed(last.row, last.column, last.others[0], last.others[1:]))
        return True

    def _solve_rest(self) -> Iterator[Grid]:
        """Leave what is open to the SAT solver: all at once, or branch by branch, the innermost first."""
        from harness.solver.sat.remainder import Remainder  # needed by few puzzles

        search, path, kernel = self._search, self._path, self._kernel
        self._tell(StepKind.DECIDED, "trying single cells yields no more; a SAT solver takes over")
        base = next((position for position, cell in enumerate(path) if cell.others), len(path))
        for cell in path[base:]:
            if cell.others:
                kernel.pop()
        branches: list[list[Supposition]] = [[]]
        guessed = self._guessed or []
        if search.found > len(guessed):  # what the search has found lies in branches that are closed now
            within: list[Supposition] = [(cell.row, cell.column, (cell.colour,)) for cell in path[base:]]
            branches = [within]
            for position in range(len(within) - 1, -1, -1):
                if others := path[base + position].others:
                    row, column, _ = within[position]
                    branches.append([*within[:position], (row, column, others)])
        rest = Remainder(self._puzzle, kernel, search.budget)
        try:
            for rows in guessed:
                rest.leave_out(rows)
            for branch in branches:
                guess = None if guessed else partial(self._guess_again, branch)
                for rows in rest.solutions(branch, search.budget.check, guess):
                    yield self._solution(Grid.of_sound(rows), supposed=1)
                search.tell(StepKind.BACK, search.fixpoint, note="the SAT solver proves that there is no other here")
        finally:
            rest.close()

    def _guess_again(self, branch: list[Supposition], asked: int) -> list[tuple[str, ...]]:
        """`_guess`, but for what was tried in the middle of the search."""
        return self._guess(branch, asked) if branch or asked else []

    def _guess(self, branch: list[Supposition], asked: int) -> list[tuple[str, ...]]:
        """Solutions in this branch; the search stays where it is."""

        try:
            return guess_solutions(self._kernel, branch, asked, self._search.budget.check)
        finally:
            self._count_calls()

    def _solution(self, solution: Grid, *, is_last: bool = False, supposed: int = 0) -> Grid:
        """Tell a solution; `supposed` counts what it rests on beside the cells branched on: a guess, a SAT model."""
        if is_last:
            self._search.say_that_last_solution_follows()
        self._search.tell(StepKind.SOLUTION, solution, note="a solution", depth=len(self._path) + supposed)
        return solution

    def _count_calls(self) -> int:
        """Enter the kernel's analyses into the budget; returns how many are new."""
        new = self._kernel.line_calls - self._counted
        self._counted += new
        self._search.budget.line_calls += new
        return new

    def _tell(self, kind: StepKind, note: str) -> None:
        if self._search.is_watched:
            picture = Grid.of_sound(self._kernel.rows())
            self._search.tell(kind, picture, note=note, depth=len(self._path))
