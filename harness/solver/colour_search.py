"""Crosswords in colour: line logic, trial of cells where that stalls, and the proof that nothing was missed.

Built as the reference for black and white is (`harness.solver.search`): where no marked line is left and cells are
open, cells are *probed*. Each colour that a cell may have is tried; one that leads to a contradiction is ruled out,
and what all the others rule out is ruled out for good. Only when no probe tells anything more does the search branch,
on the cell whose colours leave the least open, and walk every branch to the end. The branches stand in an explicit
stack. `ColourProbe` goes on like that; `ColourFast` leaves what is open after a while to a SAT solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, NamedTuple

from harness.puzzle.colour import ColourGrid, ColourPuzzle
from harness.solver.colour_board import ColourBoard, members
from harness.solver.colour_sat import ColourRemainder
from harness.solver.propagate import propagate
from harness.solver.result import ResultOf
from harness.solver.sat import load_solver
from harness.solver.strategy import ColourStrategy, SearchOf, StepKind, cell_text

FRUITLESS_PROBES = 50
"""So many cells are probed in vain before one is branched on."""

SEARCH_LIMIT = 500
"""So many analyses may pass without a solution before the SAT solver takes over: some hundredths of a second."""

ColourResult = ResultOf[ColourGrid]
"""What was found of a crossword in colour."""


def solve_colour(
    puzzle: ColourPuzzle,
    max_solutions: int | None = 2,
    *,
    timeout_seconds: float | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> ColourResult:
    """Solve the puzzle with the fast strategy; arguments and errors as for `StrategyOf.solve`.

    >>> from harness.puzzle.palette import Colour, Palette
    >>> palette = Palette((Colour("r", (255, 0, 0)), Colour("k", (0, 0, 0))))
    >>> solve_colour(ColourGrid(("rk", "kr")).puzzle(palette)).outcome
    <Outcome.UNIQUE: 'unique'>
    >>> solve_colour(ColourGrid(("r.", ".r")).puzzle(palette)).outcome
    <Outcome.MULTIPLE: 'multiple'>
    """
    return ColourFast().solve(
        puzzle, max_solutions=max_solutions, timeout_seconds=timeout_seconds, should_stop=should_stop
    )


class ColourProbe(ColourStrategy):
    """The reference in colour: line logic, probing, and branching where no probe decides anything."""

    name = "probe"
    summary = "line logic on masks of colours, then all colours of a cell tried to see what they have in common"

    def _walk(self, puzzle: ColourPuzzle, search: SearchOf[ColourGrid]) -> Iterator[ColourGrid]:
        return _Walk(puzzle, search).solutions()


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
        self._limit = search_limit if self._solver is not None else None

    def _walk(self, puzzle: ColourPuzzle, search: SearchOf[ColourGrid]) -> Iterator[ColourGrid]:
        return _Walk(puzzle, search, self._solver, self._limit).solutions()


class _Branch(NamedTuple):
    """A board at its fixpoint, still to be looked into; `depth` suppositions, the last of which is `supposed`."""

    board: ColourBoard[ColourGrid]
    depth: int
    supposed: tuple[int, int, int] | None


class _End(Enum):
    """How probing can end without branches."""

    SOLVED = "solved"
    CONTRADICTION = "contradiction"
    PAUSED = "paused"


class _Walk:
    """The walk over the branches that line logic leaves open."""

    def __init__(
        self, puzzle: ColourPuzzle, search: SearchOf[ColourGrid], solver: Any = None, limit: int | None = None
    ) -> None:
        self._search = search
        self._budget = search.budget
        self._solver = solver
        self._limit = limit
        self._pause_at: int | None = None  # when so many lines are analysed
        self._root = ColourBoard.of(puzzle, ColourGrid)  # the board as it is before anything is supposed
        self._depth = 0

    def solutions(self) -> Iterator[ColourGrid]:
        """Walk until all branches are walked.

        Raises:
            StoppedError: the budget ran out.
        """
        if not self._settle_lines():
            return
        search = self._search
        stack = [_Branch(self._root, 0, None)]
        self._start_count()
        while stack:
            branch = stack.pop()
            board, self._depth = branch.board, branch.depth
            self._tell_supposed(branch)
            probed = self._probe(board)
            if probed is _End.CONTRADICTION:
                self._tell(StepKind.BACK, board, "a contradiction whatever the colour")
            elif probed is _End.PAUSED:
                self._tell(StepKind.DECIDED, board, "that is what trying single cells tells; a SAT solver takes over")
                yield from self._solve_rest([*stack, branch])
                return
            elif probed is _End.SOLVED:
                if not stack:
                    search.say_that_last_solution_follows()
                yield self._solution(board.grid())
                self._start_count()
            else:
                search.guesses += 1
                stack.extend(probed)

    def _settle_lines(self) -> bool:
        """Line logic to the fixpoint; whether there may be solutions."""
        search, board = self._search, self._root
        try:
            search.contradiction = propagate(board, self._budget, on_look=search.line_teller(board))
        finally:
            search.fixpoint = board.grid()
        if search.contradiction is not None:
            search.tell(
                StepKind.BACK, search.fixpoint, search.contradiction, f"no arrangement fits {search.contradiction}"
            )
            return False
        if search.fixpoint.unknown_count:
            search.tell(StepKind.STALLED, search.fixpoint, note="line logic stalls here: cells are tried from now on")
        return True

    def _start_count(self) -> None:
        """Give the search its time until the SAT solver takes over."""
        self._pause_at = None if self._limit is None else self._budget.line_calls + self._limit

    def _probe(self, board: ColourBoard[ColourGrid]) -> list[_Branch] | _End:
        """Decide by trial what can be decided; `board` learns it.

        Returns:
            How it ended, or the branches of the best cell, the one to be walked first last.
        """
        best: tuple[int, list[_Branch]] | None = None
        order = _probing_order(board)
        idle = position = 0  # cells probed since something was decided; the next one in the order
        while idle < min(len(order), FRUITLESS_PROBES):
            if self._pause_at is not None and self._budget.line_calls >= self._pause_at:
                return _End.PAUSED
            row, column = order[position]
            position = (position + 1) % len(order)
            idle += 1
            colours = board.colours(row, column)
            if len(colours) == 1:
                continue
            branches = self._branches(board, row, column, colours)
            if not branches:
                return _End.CONTRADICTION
            if self._take_common(board, [branch.board for branch in branches]):
                self._tell_decided(board, row, column)
                best, idle, position = None, 0, 0
                order = _probing_order(board)
                continue
            weight = max(branch.board.choices for branch in branches)
            if best is None or weight < best[0]:
                best = weight, sorted(branches, key=lambda branch: -branch.board.choices)
        return best[1] if best is not None else _End.SOLVED

    def _branches(self, board: ColourBoard[ColourGrid], row: int, column: int, colours: list[int]) -> list[_Branch]:
        """What follows from each of the colours that lead to no contradiction."""
        branches: list[_Branch] = []
        for colour in colours:
            branch = board.copy()
            if propagate(branch, self._budget, branch.put(row, column, colour)) is None:
                branches.append(_Branch(branch, self._depth + 1, (row, column, colour)))
        return branches

    def _take_common(self, board: ColourBoard[ColourGrid], branches: list[ColourBoard[ColourGrid]]) -> bool:
        """Let the board rule out what all of its branches do; whether there was anything."""
        if len(branches) == 1:
            board.can = branches[0].can
            return True
        marked: list[int] = []
        for line, own in enumerate(board.can):
            union = [0] * len(own)
            for branch in branches:
                union = [left | right for left, right in zip(union, branch.can[line], strict=True)]
            if union != own:
                board.can[line] = union
                marked.append(line)
        if marked:
            # no contradiction can arise: each of the branches stands, and knows all of this
            propagate(board, self._budget, marked)
        return bool(marked)

    def _solve_rest(self, branches: list[_Branch]) -> Iterator[ColourGrid]:
        """Leave all open branches to the SAT solver, the innermost first."""
        search = self._search
        rest = ColourRemainder(self._solver, self._root)
        try:
            for branch in reversed(branches):
                self._depth = branch.depth
                for solution in rest.solutions(branch.board, self._budget.check):
                    yield self._solution(solution)
                search.tell(StepKind.BACK, search.fixpoint, note="the SAT solver proves that there is no other here")
        finally:
            rest.close()

    def _solution(self, solution: ColourGrid) -> ColourGrid:
        self._search.tell(StepKind.SOLUTION, solution, note="a solution", depth=self._depth)
        return solution

    def _tell_supposed(self, branch: _Branch) -> None:
        if branch.supposed is not None and self._search.is_watched:
            row, column, colour = branch.supposed
            note = f"suppose {cell_text(row, column)} is {branch.board.names[colour]}"
            self._tell(StepKind.TRIAL, branch.board, note)

    def _tell_decided(self, board: ColourBoard[ColourGrid], row: int, column: int) -> None:
        if self._search.is_watched:
            colours = [board.names[colour] for colour in board.colours(row, column)]
            self._tell(StepKind.DECIDED, board, f"{cell_text(row, column)} tried: it can be {' or '.join(colours)}")

    def _tell(self, kind: StepKind, board: ColourBoard[ColourGrid], note: str) -> None:
        if self._search.is_watched:
            self._search.tell(kind, board.grid(), note=note, depth=self._depth)


def _probing_order(board: ColourBoard[ColourGrid]) -> list[tuple[int, int]]:
    """The open cells as (row, column), the ones most likely to be decided by a probe first.

    Near the edge a wrong colour soon meets groups that have nowhere to go; at the same distance, cells with few colours
    left come first (fewer to try, and more is known there), then those in nearly known lines.
    """
    opened = [members(board.open_cells(row)) for row in range(board.height)]
    in_columns = [0] * board.width
    for columns in opened:
        for column in columns:
            in_columns[column] += 1
    weighted: list[tuple[int, int, int, int, int]] = []
    for row, columns in enumerate(opened):
        for column in columns:
            from_edge = min(row, board.height - 1 - row, column, board.width - 1 - column)
            left = len(columns) + in_columns[column]
            weighted.append((from_edge, len(board.colours(row, column)), left, row, column))
    return [(row, column) for *_, row, column in sorted(weighted)]
