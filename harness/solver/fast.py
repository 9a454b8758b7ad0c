"""The fast solver: line logic, probing, a short search, and a SAT solver where that would get long.

Each stage takes what the one before it has left:

1. Line logic to the fixpoint: bit sets, in a compiled kernel where there is one.
2. Probing: both colours of unknown cells are tried, and what follows from either is kept.
3. Search: a cell on which probing found nothing is branched on.
4. Where analyses have gone beyond a limit without a solution, belief propagation guesses one, if the kernel can.
5. The rest is one SAT problem; what is known already leaves it small. Branches that the search has closed stay closed.

All solutions are found, each once, and that there are no more is proved by either stage. Where `python-sat` is not
installed, the search goes on instead.

Source: probing from Jan Wolter's description of pbnsolve (https://webpbn.com/pbnsolve.html); that learning beats
search on some puzzles from his survey (https://webpbn.com/survey/dom.html).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from harness.puzzle import Grid, Puzzle
from harness.solver.fast_kernel import CONTRADICTION, PAUSED, SOLVED, STABLE, Kernel, PureKernel, build_kernel
from harness.solver.probing import FRUITLESS_PROBES
from harness.solver.propagate import Board, propagate
from harness.solver.sat import Assumption, Remainder, load_solver
from harness.solver.strategy import Search, StepKind, Strategy, cell_text

COMPILED_LIMIT, PURE_LIMIT = 50_000, 400
"""Analyses without a solution, by kernel, before the SAT solver takes over: each limit is some milliseconds."""

COMPILED_THOROUGH, PURE_THOROUGH = 1_000_000, 0
"""Analyses, by kernel, that may be spent then on probing every cell that is left: it spares the SAT solver more."""

GUESS_ATTEMPTS, GUESS_SHARES = (4, 8), (0.02, 0.005)
"""How `Kernel.guess` is asked. The attempts of the first time, and by what they grow each time; the share of the first
time, and of all later ones: large steps are quick, small ones likelier to lead to the end."""
GUESS_SWEEPS, GUESS_DAMPING = 5, 0.3
"""The same always: what solved the hardest puzzles soonest, most of the time."""


class Fast(Strategy):
    """Line logic, probing, search; then SAT on what is left.

    >>> Fast().solve(Puzzle(((1,), (2,)), ((1,), (2,)))).outcome
    <Outcome.UNIQUE: 'unique'>
    """

    name = "fast"
    summary = "line logic and probing on bit sets, then a short search, then a SAT solver on what is left"

    def __init__(self, *, kernel: str | None = None, search_limit: int | None = None) -> None:
        """Get ready.

        Args:
            kernel: `pure`, `compiled`, or None for the best there is.
            search_limit: analyses without a solution before the SAT solver takes over: 0 for at once, -1 for never,
                None for what suits the kernel. A limit of one's own leaves out the thorough probing as well.
        """
        self._kernel = kernel
        self._search_limit = search_limit

    def _walk(self, puzzle: Puzzle, search: Search) -> Iterator[Grid]:
        kernel = build_kernel(puzzle, self._kernel)
        is_pure = isinstance(kernel, PureKernel)
        limit, thorough = self._search_limit, 0
        if limit is None:
            limit = PURE_LIMIT if is_pure else COMPILED_LIMIT
            thorough = PURE_THOROUGH if is_pure else COMPILED_THOROUGH
        return _Walk(puzzle, kernel, search, _Limits(limit, thorough)).solutions()


class _Limits(NamedTuple):
    """Analyses without a solution before the SAT solver takes over (-1: never), and for thorough probing then."""

    search: int
    thorough: int


@dataclass(slots=True)
class _Supposed:
    """A cell branched on; `is_open` while its other colour is still to be supposed."""

    row: int
    column: int
    is_black: bool
    is_open: bool = True


class _Walk:
    """The walk through the stages."""

    def __init__(self, puzzle: Puzzle, kernel: Kernel, search: Search, limits: _Limits) -> None:
        self._puzzle = puzzle
        self._kernel = kernel
        self._search = search
        self._limits = limits
        self._path: list[_Supposed] = []
        self._counted = 0

    def solutions(self) -> Iterator[Grid]:
        """All solutions.

        Raises:
            StoppedError: the budget ran out.
        """
        if not self._settle_lines():
            return
        search, kernel = self._search, self._kernel
        if not search.fixpoint.unknown_count:
            yield self._solution(search.fixpoint, is_last=True)
            return
        search.tell(StepKind.STALLED, search.fixpoint, note="line logic stalls here: cells are tried from now on")
        limit = left = self._limits.search
        while True:
            answer = PAUSED if left == 0 else kernel.probe(left, FRUITLESS_PROBES, search.budget.check)
            spent = self._count_calls()
            if answer == PAUSED:
                solver = load_solver()
                if solver is not None:
                    yield from self._solve_rest(solver)
                    return
                limit = left = -1
                continue
            if answer == CONTRADICTION:
                self._tell(StepKind.BACK, "a contradiction either way")
            elif answer == SOLVED:
                yield self._solution(Grid(kernel.rows()), is_last=not any(cell.is_open for cell in self._path))
                left = limit
            else:
                self._tell(StepKind.DECIDED, "that is what trying single cells tells")
                row, column = divmod(answer, self._puzzle.width)
                search.guesses += 1
                kernel.push()
                self._suppose(_Supposed(row, column, is_black=True))
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
            search.fixpoint = Grid(kernel.rows())
            self._count_calls()
        if line == STABLE:
            return True
        search.contradiction = Board.of(self._puzzle).line(line)
        search.tell(StepKind.BACK, search.fixpoint, search.contradiction, f"no arrangement fits {search.contradiction}")
        return False

    def _show_lines(self) -> None:
        """Line logic once more, told line by line; where it ends is where the kernel's ends."""
        search = self._search
        board = Board.of(self._puzzle)
        counted = search.budget.line_calls
        try:
            propagate(board, search.budget, on_look=search.line_teller(board))
        finally:
            search.fixpoint = board.grid()
            search.budget.line_calls = counted

    def _suppose(self, cell: _Supposed) -> None:
        self._path.append(cell)
        self._kernel.put(cell.row, cell.column, cell.is_black)
        self._kernel.propagate(self._search.budget.check)  # no contradiction: the probe has tried both colours
        if self._search.is_watched:
            colour = "black" if cell.is_black else "white"
            self._tell(StepKind.TRIAL, f"suppose {cell_text(cell.row, cell.column)} is {colour}")

    def _go_back(self) -> bool:
        """To the other colour of the last cell that has one left; whether there is one."""
        path = self._path
        while path and not path[-1].is_open:
            path.pop()
        if not path:
            return False
        last = path.pop()
        self._kernel.pop()
        self._suppose(_Supposed(last.row, last.column, not last.is_black, is_open=False))
        return True

    def _solve_rest(self, solver: Any) -> Iterator[Grid]:
        """Leave what is open to the SAT solver: all at once, or branch by branch, the innermost first."""
        search, path, kernel = self._search, self._path, self._kernel
        self._tell(StepKind.DECIDED, "that is what trying single cells tells; a SAT solver takes over")
        base = next((position for position, cell in enumerate(path) if cell.is_open), len(path))
        for cell in path[base:]:
            if cell.is_open:
                kernel.pop()
        branches: list[list[Assumption]] = [[]]
        if search.found:  # what was found lies in branches that are closed now
            within = [(cell.row, cell.column, cell.is_black) for cell in path[base:]]
            branches = [within]
            for position in range(len(within) - 1, -1, -1):
                if path[base + position].is_open:
                    row, column, is_black = within[position]
                    branches.append([*within[:position], (row, column, not is_black)])
        answer = kernel.probe(self._limits.thorough, self._puzzle.width * self._puzzle.height, search.budget.check)
        self._count_calls()
        if answer == CONTRADICTION:
            self._tell(StepKind.BACK, "a contradiction either way")
            return
        rest = Remainder(solver, self._puzzle, kernel, search.budget)
        try:
            for branch in branches:
                for rows in rest.solutions(branch, search.budget.check, partial(self._guess, branch)):
                    yield self._solution(Grid(rows))
                search.tell(StepKind.BACK, search.fixpoint, note="the SAT solver proves that there is no other here")
        finally:
            rest.close()

    def _guess(self, branch: list[Assumption], asked: int) -> tuple[str, ...] | None:
        """A solution in this branch, if beliefs lead to one; the more often asked, the more they try."""
        kernel, check = self._kernel, self._search.budget.check
        kernel.push()
        try:
            for row, column, is_black in branch:
                if kernel.rows()[row][column] == "?":
                    kernel.put(row, column, is_black)
            if kernel.propagate(check) != STABLE:
                return None
            first, more = GUESS_ATTEMPTS
            share = GUESS_SHARES[min(asked, 1)]
            if kernel.guess(first * more**asked, share, GUESS_SWEEPS, GUESS_DAMPING, check) != SOLVED:
                return None
            return kernel.rows()
        finally:
            kernel.pop()
            self._count_calls()

    def _solution(self, solution: Grid, *, is_last: bool = False) -> Grid:
        if is_last:
            self._search.say_that_last_solution_follows()
        self._search.tell(StepKind.SOLUTION, solution, note="a solution", depth=len(self._path))
        return solution

    def _count_calls(self) -> int:
        """Enter the kernel's analyses into the budget; returns how many are new."""
        new = self._kernel.line_calls - self._counted
        self._counted += new
        self._search.budget.line_calls += new
        return new

    def _tell(self, kind: StepKind, note: str) -> None:
        if self._search.is_watched:
            self._search.tell(kind, Grid(self._kernel.rows()), note=note, depth=len(self._path))
