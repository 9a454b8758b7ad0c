"""Crosswords in colour: line logic, trial of cells where that stalls, and the proof that nothing was missed.

Built as the reference for black and white is (`harness.solver.search`): where no marked line is left and cells are
open, cells are *probed*. Each colour that a cell may have is tried; one that leads to a contradiction is ruled out,
and what all the others rule out is ruled out for good. Only when no probe tells anything more does the search branch,
on the cell whose colours leave the least open, and walk every branch to the end. The branches stand in an explicit
stack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from harness.colour.board import ColourBoard, members, propagate_colours
from harness.colour.model import ColourGrid, ColourPuzzle
from harness.puzzle import Line
from harness.solver.propagate import Budget, StoppedError
from harness.solver.result import Difficulty, Outcome, Stop, difficulty_of, outcome_of
from harness.solver.strategy import check_max_solutions

FRUITLESS_PROBES = 50
"""So many cells are probed in vain before one is branched on."""


@dataclass(frozen=True, slots=True)
class ColourResult:
    """What the search found; all as in `harness.solver.result.Result`, with pictures in colour.

    Attributes:
        outcome: how it ended.
        solutions: the distinct solutions in the order in which they were found.
        complete: whether `solutions` are proved to be all there are.
        fixpoint: what line logic alone gives.
        contradiction: the line that no arrangement fits, where line logic alone meets one.
        difficulty: None if the search stopped before it could tell.
        guesses: how often the search branched.
        line_calls: how many lines were analysed.
        stopped: what ended the search early; None exactly if it is `complete`.
    """

    outcome: Outcome
    solutions: tuple[ColourGrid, ...]
    complete: bool
    fixpoint: ColourGrid
    contradiction: Line | None
    difficulty: Difficulty | None
    guesses: int
    line_calls: int
    stopped: Stop | None

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution; None if the search stopped before it could tell."""
        if self.outcome is Outcome.UNIQUE:
            return True
        return False if self.outcome in (Outcome.MULTIPLE, Outcome.CONTRADICTION) else None


def solve_colour(
    puzzle: ColourPuzzle,
    max_solutions: int | None = 2,
    *,
    timeout_seconds: float | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> ColourResult:
    """Solve the puzzle: find solutions, and prove that there are no others.

    Args:
        puzzle: as it passes `ColourPuzzle.check`.
        max_solutions: stop after that many (None: find all). With 2, the default, the result tells whether the
            puzzle is unique; with 1 only where the search ended by itself.
        timeout_seconds: stop after that time (None: never); what was found so far is in the result.
        should_stop: is asked before every line looked at; True ends the search as the timeout does.

    Raises:
        PuzzleError: the puzzle's numbers cannot be a crossword.
        ValueError: `max_solutions` below 1.

    >>> from harness.colour.palette import Colour, Palette
    >>> palette = Palette((Colour("r", (255, 0, 0)), Colour("k", (0, 0, 0))))
    >>> solve_colour(ColourGrid(("rk", "kr")).puzzle(palette)).outcome
    <Outcome.UNIQUE: 'unique'>
    >>> solve_colour(ColourGrid(("r.", ".r")).puzzle(palette)).outcome
    <Outcome.MULTIPLE: 'multiple'>
    """
    check_max_solutions(max_solutions)
    search = ColourSearch(puzzle, Budget(timeout_seconds, should_stop=should_stop))
    solutions: list[ColourGrid] = []
    for solution in search:
        solutions.append(solution)
        if len(solutions) == max_solutions:
            break
    return search.result(tuple(solutions))


class ColourSearch(Iterator[ColourGrid]):
    """A search under way: iterate over it for the solutions, each handed over when found and not kept.

    Attributes:
        budget: what may be spent, and how many lines were analysed so far.
        fixpoint, contradiction: as in `ColourResult`; set once line logic is through.
        guesses: how often the search has branched so far.
        found: how many solutions were handed over.
        complete: whether these are proved to be all.
        stopped: the time limit or the user, once either has ended the search.

    Raises:
        PuzzleError: the puzzle's numbers cannot be a crossword.
    """

    def __init__(self, puzzle: ColourPuzzle, budget: Budget) -> None:
        self.budget = budget
        board = ColourBoard.of(puzzle)
        self.fixpoint = board.grid()
        self.contradiction: Line | None = None
        self.guesses = 0
        self.found = 0
        self.complete = False
        self.stopped: Stop | None = None
        self._walk = self._solutions(board)

    def __next__(self) -> ColourGrid:
        if self.stopped is not None:
            raise StopIteration
        try:
            solution = next(self._walk)
        except StoppedError as stopped:
            self.stopped = stopped.reason
            raise StopIteration from None
        except StopIteration:
            self.complete = True
            raise
        self.found += 1
        return solution

    def result(self, solutions: tuple[ColourGrid, ...] = ()) -> ColourResult:
        """The result as it stands, with these solutions in it: that of a search which goes no further."""
        stopped = None if self.complete else self.stopped or Stop.LIMIT
        outcome = outcome_of(self.found, stopped)
        by_lines = self.contradiction is not None or self.fixpoint.unknown_count == 0
        return ColourResult(
            outcome,
            solutions,
            self.complete,
            self.fixpoint,
            self.contradiction,
            difficulty_of(outcome, line_logic_suffices=by_lines),
            self.guesses,
            self.budget.line_calls,
            stopped,
        )

    def _solutions(self, board: ColourBoard) -> Iterator[ColourGrid]:
        """Walk until all branches are walked.

        Raises:
            StoppedError: the budget ran out.
        """
        try:
            self.contradiction = propagate_colours(board, self.budget)
        finally:
            self.fixpoint = board.grid()
        stack = [board] if self.contradiction is None else []
        while stack:
            board = stack.pop()
            branches = self._probe(board)
            if branches is None:
                continue
            if branches:
                self.guesses += 1
                stack.extend(branches)
                continue
            if not stack:
                self.complete = True  # nothing is left to be looked into: a search stopped here has seen all
            yield board.grid()

    def _probe(self, board: ColourBoard) -> list[ColourBoard] | None:
        """Decide by trial what can be decided; `board` learns it.

        Returns:
            None if the board contradicts itself; no boards if it is solved now; else the boards of the branches of
            the best cell, the one to be walked first last.
        """
        best: tuple[int, list[ColourBoard]] | None = None
        order = _probing_order(board)
        idle = position = 0  # cells probed since something was decided; the next one in the order
        while idle < min(len(order), FRUITLESS_PROBES):
            row, column = order[position]
            position = (position + 1) % len(order)
            idle += 1
            colours = board.colours(row, column)
            if len(colours) == 1:
                continue
            branches = self._branches(board, row, column, colours)
            if not branches:
                return None
            if self._take_common(board, branches):
                best, idle, position = None, 0, 0
                order = _probing_order(board)
                continue
            weight = max(branch.choices for branch in branches)
            if best is None or weight < best[0]:
                best = weight, sorted(branches, key=lambda branch: -branch.choices)
        return best[1] if best is not None else []

    def _branches(self, board: ColourBoard, row: int, column: int, colours: list[int]) -> list[ColourBoard]:
        """What follows from each of the colours that lead to no contradiction."""
        branches: list[ColourBoard] = []
        for colour in colours:
            branch = board.copy()
            if propagate_colours(branch, self.budget, branch.put(row, column, colour)) is None:
                branches.append(branch)
        return branches

    def _take_common(self, board: ColourBoard, branches: list[ColourBoard]) -> bool:
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
            propagate_colours(board, self.budget, marked)
        return bool(marked)


def _probing_order(board: ColourBoard) -> list[tuple[int, int]]:
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
