"""Crosswords in colour by the probing search: `ColourProbe` to the end, `ColourFast` with a SAT solver for the rest.

Both are the search of `probing` on boards that know a mask of colours for each cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from harness.puzzle import ColourGrid, ColourPuzzle
from harness.solver.colour_board import ColourBoard
from harness.solver.colour_sat import ColourRemainder
from harness.solver.lines import members
from harness.solver.probing import Branch, ProbingWalk
from harness.solver.result import ResultOf
from harness.solver.sat import load_solver
from harness.solver.strategy import ColourStrategy, SearchOf, StepKind

SEARCH_LIMIT = 500
"""Analyses without a solution before the SAT solver takes over: some hundredths of a second."""

_Branch = Branch[ColourBoard[ColourGrid]]

ColourResult = ResultOf[ColourGrid]
"""What was found of a crossword in colour."""


class ColourProbe(ColourStrategy):
    """The reference in colour: line logic, probing, and branching where no probe decides anything.

    >>> from harness.puzzle.palette import Colour, Palette
    >>> palette = Palette((Colour("r", (255, 0, 0)), Colour("k", (0, 0, 0))))
    >>> ColourProbe().solve(ColourGrid(("rk", "kr")).puzzle(palette)).outcome
    <Outcome.UNIQUE: 'unique'>
    """

    name = "probe"
    summary = "line logic on masks of colours, then all colours of a cell tried to see what they have in common"

    def _walk(self, puzzle: ColourPuzzle, search: SearchOf[ColourGrid]) -> Iterator[ColourGrid]:
        return _Walk(ColourBoard.of(puzzle, ColourGrid), search).solutions()


class ColourFast(ColourStrategy):
    """Line logic, probing, search; then SAT on what is left."""

    name = "fast"
    summary = "line logic and probing on masks of colours, then a short search, then a SAT solver on what is left"

    def __init__(self, *, search_limit: int = SEARCH_LIMIT) -> None:
        """Get ready; the SAT solver's library is loaded here.

        Args:
            search_limit: analyses without a solution before the SAT solver takes over: 0 for at once.
        """
        self._solver = load_solver()
        self._limit = search_limit

    def _walk(self, puzzle: ColourPuzzle, search: SearchOf[ColourGrid]) -> Iterator[ColourGrid]:
        board = ColourBoard.of(puzzle, ColourGrid)
        if self._solver is None:
            return _Walk(board, search).solutions()
        return _ShortWalk(board, search, self._solver, self._limit).solutions()


class _Walk(ProbingWalk[ColourBoard[ColourGrid], ColourGrid]):
    """The probing walk in colour."""

    def cells_to_probe(self, board: ColourBoard[ColourGrid]) -> list[tuple[int, int]]:
        """The open cells as (row, column), the ones most likely to be decided by a probe first.

        Near the edge a wrong colour soon meets groups that have nowhere to go; at the same distance, cells with few
        colours left come first (fewer to try, and more is known there), then those in nearly known lines.
        """
        opened = [members(board.open_cells(row)) for row in range(board.height)]
        in_columns = [0] * board.width
        for columns in opened:
            for column in columns:
                in_columns[column] += 1
        weighted: list[tuple[int, int, int, int, int]] = []
        for row, columns in enumerate(opened):
            self.budget.check()
            for column in columns:
                from_edge = min(row, board.height - 1 - row, column, board.width - 1 - column)
                left = len(columns) + in_columns[column]
                weighted.append((from_edge, len(board.colours(row, column)), left, row, column))
        return [(row, column) for *_, row, column in sorted(weighted)]

    def weigh(self, branches: Sequence[_Branch]) -> tuple[int, ...]:
        """The choices that the worst of the branches leaves."""
        return (max(branch.board.choices for branch in branches),)

    def stacked(self, branches: list[_Branch]) -> list[_Branch]:
        """The branch that leaves the fewest choices is walked first."""
        return sorted(branches, key=lambda branch: -branch.board.choices)


class _PatienceError(Exception):
    """The search has gone on without a solution for long enough. Never leaves this module."""


class _ShortWalk(_Walk):
    """The walk that leaves all branches still open to a SAT solver once it has gone on for long.

    Args:
        board, search: as for `ProbingWalk`.
        solver: the class of the SAT solver.
        limit: analyses without a solution before it takes over.
    """

    def __init__(self, board: ColourBoard[ColourGrid], search: SearchOf[ColourGrid], solver: Any, limit: int) -> None:
        super().__init__(board, search)
        self._solver = solver
        self._limit = limit
        self._since = 0  # analyses when the last solution was found, or when the lines stalled

    def solutions(self) -> Iterator[ColourGrid]:
        try:
            yield from super().solutions()
        except _PatienceError:
            self.tell(StepKind.DECIDED, "trying single cells yields no more; a SAT solver takes over")
            yield from self._solve_rest([*self.stack, self.branch])

    def settle_lines(self) -> bool:
        may_have_solutions = super().settle_lines()
        self._since = self.budget.line_calls
        return may_have_solutions

    def try_colours(self, board: ColourBoard[ColourGrid], row: int, column: int) -> list[_Branch]:
        if self.budget.line_calls >= self._since + self._limit:
            raise _PatienceError
        return super().try_colours(board, row, column)

    def solution(self, solution: ColourGrid) -> ColourGrid:
        self._since = self.budget.line_calls
        return super().solution(solution)

    def _solve_rest(self, branches: list[_Branch]) -> Iterator[ColourGrid]:
        """The solutions in these branches, the innermost first."""
        search = self.search
        rest = ColourRemainder(self._solver, self.root, self.budget)
        try:
            for branch in reversed(branches):
                self.branch = branch
                for solution in rest.solutions(branch.board, self.budget.check):
                    yield self.solution(solution)
                search.tell(StepKind.BACK, search.fixpoint, note="the SAT solver proves that there is no other here")
        finally:
            rest.close()
