"""The reference solver: what the Spectrum's answers, and those of every other strategy, are held against.

It is the probing search of `probing` on the plainest of boards, `propagate.Board`, whose lines are the plain sets of
`lines`: no kernel, no SAT solver, no cache. To read all of it: `lines`, `propagate`, `probing`, and this.

Source: the idea of probing from Jan Wolter's description of pbnsolve (https://webpbn.com/pbnsolve.html); the terms
LINE, BRANCH and MULT are picross-solver's (Pierre Dejoue).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.puzzle import Grid, Puzzle
from harness.solver.budget import Budget
from harness.solver.lines import members
from harness.solver.probing import Branch, ProbingWalk
from harness.solver.propagate import Board
from harness.solver.result import Result
from harness.solver.strategy import Search, Strategy


def solve(puzzle: Puzzle, max_solutions: int | None = 2, *, budget: Budget | None = None) -> Result:
    """Solve the puzzle with the reference strategy: find solutions, and prove that there are no others.

    Args:
        puzzle: as it passes `Puzzle.check`.
        max_solutions: stop after that many (None: find all). With 2, the default, the result tells whether the
            puzzle is unique; with 1 only where the search ended by itself.
        budget: what may be spent (None: no limit); what was found by then is in the result.

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
    return Probe().solve(puzzle, max_solutions=max_solutions, budget=budget)


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
        board.know(search.given)
        return _Walk(board, search).solutions()


class _Walk(ProbingWalk[Board, Grid]):
    """The probing walk in black and white."""

    def cells_to_probe(self, board: Board) -> list[tuple[int, int]]:
        """The unknown cells as (row, column), the ones most likely to be decided by a probe first.

        Cells near the edge of the picture come first: a wrong colour there soon meets groups that have nowhere to go,
        and the search stays in one corner instead of leaving half-decided places everywhere. Among cells at the same
        distance those with many known neighbours come first (the edge counts as known), then those in nearly known
        lines.
        """
        height, width = board.height, board.width
        everything = (1 << width) - 1
        known = [board.black[row] | board.white[row] for row in range(height)]
        left = [board.unknown(line).bit_count() for line in range(height + width)]
        weighted: list[tuple[int, int, int, int, int]] = []
        for row in range(height):
            self.budget.check()
            above = known[row - 1] if row else everything
            below = known[row + 1] if row + 1 < height else everything
            beside = known[row] << 1 | 1, known[row] >> 1 | 1 << (width - 1)
            for column in members(board.unknown(row)):
                from_edge = min(row, height - 1 - row, column, width - 1 - column)
                neighbours = sum(side >> column & 1 for side in (above, below, *beside))
                weighted.append((from_edge, -neighbours, left[row] + left[height + column], row, column))
        return [(row, column) for *_, row, column in sorted(weighted)]

    def weigh(self, branches: Sequence[Branch[Board]]) -> tuple[int, ...]:
        """The cells that the branches leave unknown: the branch that decides less counts first."""
        return tuple(sorted((branch.board.unknown_count for branch in branches), reverse=True))

    def stacked(self, branches: list[Branch[Board]]) -> list[Branch[Board]]:
        """Black is walked first."""
        return branches[::-1]
