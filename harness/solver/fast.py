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

A guess proves nothing, and neither does a solution near it, but both are quick where a proof would take long, and two
solutions are all that validation asks for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from harness.puzzle import Axis, Grid, Line, Puzzle
from harness.solver.budget import Budget
from harness.solver.kernel import (
    CONTRADICTION,
    PAUSED,
    SOLVED,
    STABLE,
    Kernel,
    Supposition,
    build_kernel,
    colour_keys,
    solve_by_lines,
)
from harness.solver.strategy import (
    FRUITLESS_PROBES,
    Difficulty,
    OnStep,
    Outcome,
    Result,
    Search,
    StepKind,
    Strategy,
    check_max_solutions,
)

if TYPE_CHECKING:
    from harness.solver.sat.encoding import State

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

    def __init__(self, *, with_kernel: bool = True, search_limit: int | None = None) -> None:
        """Get ready.

        Args:
            with_kernel: False to do without the compiled kernel, as where there is none.
            search_limit: analyses without a solution before the SAT solver takes over: 0 for at once, -1 for never.
                An explicit limit leaves out the sweep over all cells as well.
        """
        self.with_kernel = with_kernel
        self._search_limit = search_limit

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
        kernel = build_kernel(puzzle, search.given) if self.with_kernel else None
        if kernel is None:
            return _walk_readably(puzzle, search)
        return _Walk(puzzle, kernel, search, self._search_limit).solutions()


def settled(puzzle: Puzzle, budget: Budget) -> State:
    """Line logic alone: the state at its fixpoint, or where it met a contradiction.

    Raises:
        PuzzleError: the numbers cannot be a crossword.
        StoppedError: the budget ran out.

    >>> settled(Puzzle(((1,), (2,)), ((1,), (2,))), Budget()).rows()
    ('.#', '##')
    """
    if kernel := build_kernel(puzzle):
        kernel.propagate(budget.check)
        budget.line_calls += kernel.line_calls
        return kernel
    from harness.solver.propagate import Board, propagate  # for those without the kernel

    board = Board.of(puzzle)
    propagate(board, budget)
    return board


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
            yield search.solution(search.fixpoint, is_last=True)
            return
        with closing(Remainder(puzzle, board, search.budget)) as rest:
            for rows in rest.solutions([], search.budget.check):
                yield search.solution(Grid.of_sound(rows), 1)
            search.tell(StepKind.BACK, search.fixpoint, note="the SAT solver proves that there is no other here")


class _Supposed(NamedTuple):
    """A cell branched on; `others` are the colours that are still to be supposed, in this order."""

    row: int
    column: int
    colour: int
    others: tuple[int, ...]


class _Walk:
    """The walk through the stages."""

    def __init__(self, puzzle: Puzzle, kernel: Kernel, search: Search, search_limit: int | None) -> None:
        self._puzzle = puzzle
        self._kernel = kernel
        self._search = search
        self._search_limit = search_limit
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
            yield search.solution(search.fixpoint, is_last=True)
            return
        if not self._sweep():
            return
        limit = SEARCH_LIMIT if self._search_limit is None else self._search_limit
        left = min(limit, GUESS_LIMIT)
        while True:
            answer = PAUSED if left == 0 else kernel.probe(left, FRUITLESS_PROBES, search.budget.check)
            spent = self._count_calls()
            if answer == PAUSED:
                if self._guessed is None and not search.found:
                    self._guessed = self._guess([], 0)
                    for rows in self._guessed:
                        yield search.solution(Grid.of_sound(rows), len(self._path) + 1)
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
                    yield search.solution(Grid.of_sound(rows), len(self._path), is_last=is_last)
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
        height, wrong = self._puzzle.height, None
        if line != STABLE:
            wrong = Line(Axis.ROW, line) if line < height else Line(Axis.COLUMN, line - height)
        return search.settle(search.fixpoint, wrong)

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
        if self._search_limit is not None:
            return True
        try:
            answer = self._kernel.sweep(SWEEP_CREDIT, SWEEP_WORTH, self._search.budget.check)
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
            grid = Grid.of_sound(kernel.rows())
            self._search.tell_supposed(grid, cell.row, cell.column, name, len(self._path))

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
        from harness.solver.sat.remainder import Remainder, leave_branches  # needed by few puzzles

        search = self._search
        self._tell(StepKind.DECIDED, "trying single cells yields no more; a SAT solver takes over")
        branches = leave_branches(self._kernel, self._path)
        guessed = self._guessed = self._guessed or []
        if search.found <= len(guessed):  # else what the search has found lies in branches that are closed now
            branches = [[]]
        with closing(Remainder(self._puzzle, self._kernel, search.budget)) as rest:
            for rows in guessed:
                rest.leave_out(rows)
            for branch in branches:
                guess = None if guessed else partial(self._guess, branch)
                for rows in rest.solutions(branch, search.budget.check, guess):
                    yield search.solution(Grid.of_sound(rows), len(self._path) + 1)
                search.tell(StepKind.BACK, search.fixpoint, note="the SAT solver proves that there is no other here")

    def _guess(self, branch: Sequence[Supposition], asked: int) -> list[tuple[str, ...]]:
        """Two solutions in a branch, or one, or none, drawn as rows; the search stays where it is.

        Args:
            branch: cells that are supposed besides the kernel's lowest state, with which the solutions agree.
            asked: how often there was none before: the more often, the more is tried.
        """
        if not branch and not asked and self._guessed is not None:
            return []  # the search has tried that already
        kernel, check = self._kernel, self._search.budget.check
        kernel.push(True)
        try:
            for row, column, colours in branch:
                for colour, cells in enumerate(kernel.possible(row)):
                    if colour not in colours and cells >> column & 1:
                        kernel.rule_out(row, column, colour)
            if kernel.propagate(check) != STABLE:
                return []
            for way in WAYS:
                kernel.push()
                try:
                    if kernel.guess(FIRST_ATTEMPTS * MORE**asked, *way, check) == SOLVED:
                        guessed = kernel.rows()
                        return [guessed, kernel.rows()] if kernel.vary(REACH, check) == SOLVED else [guessed]
                finally:
                    kernel.pop()
            return []
        finally:
            kernel.pop()
            self._count_calls()

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
