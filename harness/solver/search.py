"""The reference solver: line logic, trial of cells where that stalls, and the proof that nothing was missed.

Where no marked line is left and cells are unknown, cells are *probed*: each colour is tried and its consequences drawn.
A colour that leads to a contradiction leaves the other one; what both colours lead to holds as well. Only when no
probe tells anything more does the search branch, on the cell whose two colours both decide the most, and walk both
branches to the end. The branches stand in an explicit stack, so depth is bounded by memory alone.

Source: the idea of probing from Jan Wolter's description of pbnsolve (https://webpbn.com/pbnsolve.html); the terms
LINE, BRANCH and MULT are picross-solver's (Pierre Dejoue).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from harness.puzzle import Cell, Grid, Line, Puzzle
from harness.solver.propagate import Board, Budget, StoppedError, propagate

FRUITLESS_PROBES = 50
"""So many cells are probed in vain before one is branched on."""


class Outcome(Enum):
    """How a search ended; no other ending exists."""

    UNIQUE = "unique"
    """Exactly one solution: proved."""
    MULTIPLE = "multiple"
    """Two solutions at least were found."""
    CONTRADICTION = "contradiction"
    """No solution: proved."""
    LIMITED = "limited"
    """One solution was found, and the search stopped at `max_solutions` before it knew of another."""
    TIMEOUT = "timeout"
    """The time was over with fewer than two solutions found."""


class Difficulty(Enum):
    """What it takes to solve a puzzle."""

    LINE = "line"
    """Looking at one line at a time is enough (for a contradiction too)."""
    BRANCH = "branch"
    """Cells must be tried."""
    MULT = "mult"
    """More than one solution."""


@dataclass(frozen=True, slots=True)
class Result:
    """What the search found.

    Attributes:
        outcome: how it ended.
        solutions: the distinct solutions in the order in which they were found, `max_solutions` of them at most.
        complete: whether `solutions` are proved to be all there are.
        fixpoint: what line logic alone gives: the partial grid on which a solver without trial stops. In case of
            `contradiction` what was known when the line was met; in case of a timeout within, what was known then.
        contradiction: the line that no arrangement fits, where line logic alone meets one.
        difficulty: None if the search stopped before it could tell.
        guesses: how many cells were branched on (probes that decide a cell are no guesses).
        line_calls: how many lines were analysed.
    """

    outcome: Outcome
    solutions: tuple[Grid, ...]
    complete: bool
    fixpoint: Grid
    contradiction: Line | None = None
    difficulty: Difficulty | None = None
    guesses: int = 0
    line_calls: int = 0

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution; None if the search stopped before it could tell."""
        if self.outcome is Outcome.UNIQUE:
            return True
        return False if self.outcome in (Outcome.MULTIPLE, Outcome.CONTRADICTION) else None


def solve(puzzle: Puzzle, max_solutions: int | None = 2, *, timeout_seconds: float | None = None) -> Result:
    """Solve the puzzle: find solutions, and prove that there are no others.

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
    if max_solutions is not None and max_solutions < 1:
        raise ValueError(f"max_solutions is {max_solutions}; it must be 1 or more")
    board = Board.of(puzzle)
    budget = Budget(timeout_seconds)
    try:
        contradiction = propagate(board, budget)
    except StoppedError:
        return Result(Outcome.TIMEOUT, (), False, board.grid(), line_calls=budget.line_calls)
    fixpoint = board.grid()
    if contradiction is not None:
        return Result(
            Outcome.CONTRADICTION, (), True, fixpoint, contradiction, Difficulty.LINE, line_calls=budget.line_calls
        )
    search = _Search(board, budget, max_solutions)
    stopped = False
    try:
        search.run()
    except StoppedError:
        stopped = True
    found = len(search.solutions)
    outcome = _outcome(found, search.complete, stopped)
    return Result(
        outcome,
        tuple(search.solutions),
        search.complete,
        fixpoint,
        difficulty=_difficulty(outcome, line_logic_suffices=fixpoint.unknown_count == 0),
        guesses=search.guesses,
        line_calls=budget.line_calls,
    )


def _outcome(found: int, complete: bool, stopped: bool) -> Outcome:
    if found > 1:
        return Outcome.MULTIPLE
    if complete:
        return Outcome.UNIQUE if found else Outcome.CONTRADICTION
    return Outcome.TIMEOUT if stopped else Outcome.LIMITED


def _difficulty(outcome: Outcome, line_logic_suffices: bool) -> Difficulty | None:
    if outcome is Outcome.MULTIPLE:
        return Difficulty.MULT
    if outcome in (Outcome.UNIQUE, Outcome.CONTRADICTION):
        return Difficulty.LINE if line_logic_suffices else Difficulty.BRANCH
    return None


class _Search:
    """The walk over the branches that line logic leaves open. `complete` is set when all were walked."""

    def __init__(self, board: Board, budget: Budget, max_solutions: int | None) -> None:
        self.solutions: list[Grid] = []
        self.complete = False
        self.guesses = 0
        self._budget = budget
        self._max_solutions = max_solutions
        self._stack = [board]  # boards at their fixpoint, still to be looked into

    def run(self) -> None:
        """Walk until all branches are walked or enough solutions found.

        Raises:
            StoppedError: the budget ran out; `solutions` holds what was found.
        """
        while self._stack:
            board = self._stack.pop()
            branches = self._probe(board)
            if branches is None:
                continue
            if not branches:
                self.solutions.append(board.grid())
                if len(self.solutions) == self._max_solutions:
                    self.complete = not self._stack
                    return
                continue
            self.guesses += 1
            self._stack.extend(branches)
        self.complete = True

    def _probe(self, board: Board) -> tuple[Board, Board] | tuple[()] | None:
        """Decide by trial what can be decided; `board` learns it.

        Returns:
            None if the board contradicts itself; no boards if it is solved now; else the boards of the two branches
            of the best cell, the one to be walked first last.
        """
        best: tuple[tuple[int, int], Board, Board] | None = None
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
            elif not self._take_common(board, black, white):
                left = black.unknown_count, white.unknown_count
                weight = max(left), min(left)  # the branch that decides less counts first
                if best is None or weight < best[0]:
                    best = weight, white, black
                continue
            best, idle, position = None, 0, 0
            order = _probing_order(board)
        return best[1:] if best is not None else ()

    def _try(self, board: Board, row: int, column: int, cell: Cell) -> Board | None:
        """A copy of the board with what follows from the cell, or None if it leads to a contradiction."""
        branch = board.copy()
        return branch if propagate(branch, self._budget, branch.put(row, column, cell)) is None else None

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
