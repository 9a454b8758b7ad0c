"""The reference solver: line logic, trial of cells where that stalls, and the proof that nothing was missed.

Where no marked line is left and cells are unknown, cells are *probed*: each colour is tried and its consequences drawn.
A colour that leads to a contradiction leaves the other one; what both colours lead to holds as well. Only when no
probe tells anything more does the search branch, on the cell whose two colours both decide the most, and walk both
branches to the end. The branches stand in an explicit stack, so depth is bounded by memory alone.

Source: the idea of probing from Jan Wolter's description of pbnsolve (https://webpbn.com/pbnsolve.html); the terms
LINE, BRANCH and MULT are picross-solver's (Pierre Dejoue).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from harness.puzzle import Cell, Grid, Puzzle
from harness.solver.propagate import Board, Budget, propagate
from harness.solver.result import Difficulty, Outcome, Result, Stop
from harness.solver.strategy import Search, StepKind, Strategy, cell_text

__all__ = ["FRUITLESS_PROBES", "Difficulty", "Outcome", "Probe", "Result", "Stop", "solve"]

FRUITLESS_PROBES = 50
"""So many cells are probed in vain before one is branched on."""

_COLOURS = {Cell.BLACK: "black", Cell.WHITE: "white"}


def solve(puzzle: Puzzle, max_solutions: int | None = 2, *, timeout_seconds: float | None = None) -> Result:
    """Solve the puzzle with the reference strategy: find solutions, and prove that there are no others.

    Args:
        puzzle: as it passes `Puzzle.check`.
        max_solutions: stop after that many (None: find all). With 2, the default, the result tells whether the
            puzzle is unique; with 1 only where the search ended by itself.
        timeout_seconds: stop after that time (None: never); what was found so far is in the result.

    Raises:
        PuzzleError: the puzzle's numbers cannot be a crossword.
        ValueError: `max_solutions` below 1.

    >>> result = solve(Puzzle(((1,), (1,)), ((1,), (1,))))
    >>> result.outcome, len(result.solutions), result.unique
    (<Outcome.MULTIPLE: 'multiple'>, 2, False)
    >>> print(result.fixpoint)
    ??
    ??
    """
    return Probe().search(puzzle, Budget(timeout_seconds)).collect(max_solutions)


class Probe(Strategy):
    """The reference: line logic on bit sets, probing, and branching where no probe decides anything.

    Source: Jan Wolter's description of pbnsolve (https://webpbn.com/pbnsolve.html).

    >>> Probe().solve(Puzzle(((1,), (2,)), ((1,), (2,)))).outcome
    <Outcome.UNIQUE: 'unique'>
    """

    name = "probe"
    summary = "line logic on bit sets, then both colours of a cell tried to see what they have in common"

    def _walk(self, puzzle: Puzzle, search: Search) -> Iterator[Grid]:
        board = Board.of(puzzle)
        try:
            search.contradiction = propagate(board, search.budget, on_look=search.line_teller(board))
        finally:
            search.fixpoint = board.grid()
        if search.contradiction is not None:
            search.tell(
                StepKind.BACK, search.fixpoint, search.contradiction, f"no arrangement fits {search.contradiction}"
            )
            return
        yield from _Walk(board, search).solutions()


class _Branch(NamedTuple):
    """A board at its fixpoint, still to be looked into; `depth` suppositions, the last of which is `supposed`."""

    board: Board
    depth: int
    supposed: tuple[int, int, Cell] | None


class _Walk:
    """The walk over the branches that line logic leaves open."""

    def __init__(self, board: Board, search: Search) -> None:
        self._search = search
        self._budget = search.budget
        self._stack = [_Branch(board, 0, None)]
        self._depth = 0

    def solutions(self) -> Iterator[Grid]:
        """Walk until all branches are walked.

        Raises:
            StoppedError: the budget ran out.
        """
        search = self._search
        if search.is_watched and search.fixpoint.unknown_count:
            search.tell(StepKind.STALLED, search.fixpoint, note="line logic stalls here: cells are tried from now on")
        while self._stack:
            board, self._depth, supposed = self._stack.pop()
            if search.is_watched and supposed is not None:
                row, column, cell = supposed
                note = f"suppose {cell_text(row, column)} is {_COLOURS[cell]}"
                search.tell(StepKind.TRIAL, board.grid(), note=note, depth=self._depth)
            branches = self._probe(board)
            if branches is None:
                search.tell(StepKind.BACK, board.grid(), note="a contradiction either way", depth=self._depth)
                continue
            if not branches:
                solution = board.grid()
                if not self._stack:
                    search.say_that_last_solution_follows()
                search.tell(StepKind.SOLUTION, solution, note="a solution", depth=self._depth)
                yield solution
                continue
            search.guesses += 1
            self._stack.extend(branches)

    def _probe(self, board: Board) -> tuple[_Branch, _Branch] | tuple[()] | None:
        """Decide by trial what can be decided; `board` learns it.

        Returns:
            None if the board contradicts itself; no boards if it is solved now; else the boards of the two branches
            of the best cell, the one to be walked first last.
        """
        best: tuple[tuple[int, int], _Branch, _Branch] | None = None
        order = _probing_order(board)
        idle = 0  # cells probed since something was decided
        position = 0
        while idle < min(len(order), FRUITLESS_PROBES):
            row, column = order[position]
            position = (position + 1) % len(order)
            idle += 1
            if (board.black[row] | board.white[row]) >> column & 1:
                continue
            black = self._try(board, row, column, Cell.BLACK)
            white = self._try(board, row, column, Cell.WHITE)
            if black is None and white is None:
                return None
            if black is None or white is None:
                decided = black or white
                assert decided is not None
                board.black, board.white = decided.black, decided.white
                self._tell_decided(board, row, column, Cell.WHITE if black is None else Cell.BLACK)
            elif self._take_common(board, black, white):
                self._tell_decided(board, row, column, None)
            else:
                left = black.unknown_count, white.unknown_count
                weight = max(left), min(left)  # the branch that decides less counts first
                if best is None or weight < best[0]:
                    depth = self._depth + 1
                    best = (
                        weight,
                        _Branch(white, depth, (row, column, Cell.WHITE)),
                        _Branch(black, depth, (row, column, Cell.BLACK)),
                    )
                continue
            best, idle, position = None, 0, 0
            order = _probing_order(board)
        return best[1:] if best is not None else ()

    def _try(self, board: Board, row: int, column: int, cell: Cell) -> Board | None:
        """A copy of the board with what follows from the cell, or None if it leads to a contradiction."""
        branch = board.copy()
        return branch if propagate(branch, self._budget, branch.put(row, column, cell)) is None else None

    def _tell_decided(self, board: Board, row: int, column: int, cell: Cell | None) -> None:
        if self._search.is_watched:
            what = f"must be {_COLOURS[cell]}" if cell is not None else "has the same consequences in either colour"
            note = f"{cell_text(row, column)} {what}"
            self._search.tell(StepKind.DECIDED, board.grid(), note=note, depth=self._depth)

    def _take_common(self, board: Board, first: Board, second: Board) -> bool:
        """Let the board learn what both of its branches know; whether there was anything."""
        marked = set[int]()
        for own, one, other in ((board.black, first.black, second.black), (board.white, first.white, second.white)):
            for line, known in enumerate(own):
                if learnt := one[line] & other[line] & ~known:
                    own[line] |= learnt
                    marked.add(line)
        if marked:
            # no contradiction can arise: both branches stand, and each of them knows all of this
            propagate(board, self._budget, sorted(marked))
        return bool(marked)


def _probing_order(board: Board) -> list[tuple[int, int]]:
    """The unknown cells as (row, column), the ones most likely to be decided by a probe first.

    Cells near the edge of the picture come first: a wrong colour there soon meets groups that have nowhere to go, and
    the search stays in one corner instead of leaving half-decided places everywhere. Among cells at the same distance
    those with many known neighbours come first (the edge counts as known), then those in nearly known lines.
    """
    height, width = board.height, board.width
    everything = (1 << width) - 1
    known = [board.black[row] | board.white[row] for row in range(height)]
    left = [board.length(line) - (board.black[line] | board.white[line]).bit_count() for line in range(height + width)]
    weighted: list[tuple[int, int, int, int, int]] = []
    for row in range(height):
        above = known[row - 1] if row else everything
        below = known[row + 1] if row + 1 < height else everything
        beside = known[row] << 1 | 1, known[row] >> 1 | 1 << (width - 1)
        unknown = everything & ~known[row]
        while unknown:
            column = (unknown & -unknown).bit_length() - 1
            unknown &= unknown - 1
            from_edge = min(row, height - 1 - row, column, width - 1 - column)
            neighbours = sum(side >> column & 1 for side in (above, below, *beside))
            weighted.append((from_edge, -neighbours, left[row] + left[height + column], row, column))
    return [(row, column) for *_, row, column in sorted(weighted)]
