"""The reference in colour: the probing search of `probing` on boards that know a mask of colours for each cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.puzzle import ColourGrid, ColourPuzzle
from harness.solver.colour_board import ColourBoard
from harness.solver.lines import members
from harness.solver.probing import Branch, ProbingWalk
from harness.solver.result import ResultOf
from harness.solver.strategy import ColourStrategy, SearchOf

_Branch = Branch[ColourBoard[ColourGrid]]

ColourResult = ResultOf[ColourGrid]
"""Result of a search in colour."""


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
        board = ColourBoard.of(puzzle, ColourGrid)
        board.know(search.given)
        return _Walk(board, search).solutions()


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
