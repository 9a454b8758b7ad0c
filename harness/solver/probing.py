"""The probing search, for any kind of line: line logic, trial of cells where that stalls, all solutions.

When no marked line is left and cells are open, cells are *probed*: every colour that the cell may have is put on a copy
of the board, and its consequences are drawn. A colour that leads to a contradiction is ruled out; what all the others
have in common holds in any case. Only when no probe tells anything more does the search branch, on the cell whose
colours decide the most, and walk every branch to its end. The branches stand in an explicit stack, so depth is bounded
by memory alone.

A `ProbingWalk` for each kind of line says which cells and which branches come first: `search` has that of black and
white, the reference; `colour_search` that of colour.

Source: the idea of probing from Jan Wolter's description of pbnsolve (https://webpbn.com/pbnsolve.html).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from harness.solver.propagate import BaseBoard, propagate
from harness.solver.strategy import FRUITLESS_PROBES, PictureT, SearchOf, StepKind, cell_text

BoardT = TypeVar("BoardT", bound=BaseBoard[Any, Any])


class Branch(NamedTuple, Generic[BoardT]):
    """A board at its fixpoint, still to be looked into.

    Attributes:
        board: what is known.
        depth: how many suppositions it stands on.
        supposed: the last of them: a cell (row, column) and its colour; None if there is none.
    """

    board: BoardT
    depth: int = 0
    supposed: tuple[int, int, Any] | None = None


class ProbingWalk(ABC, Generic[BoardT, PictureT]):
    """The walk over the branches that line logic leaves open.

    Args:
        board: on which nothing is known.
        search: the search under way, which gets every finding.
    """

    def __init__(self, board: BoardT, search: SearchOf[PictureT]) -> None:
        self.root = board
        self.search = search
        self.budget = search.budget
        self.branch = Branch(board)
        self.stack: list[Branch[BoardT]] = []

    @abstractmethod
    def cells_to_probe(self, board: BoardT) -> list[tuple[int, int]]:
        """The open cells as (row, column), the ones most likely to be decided by a probe first."""

    @abstractmethod
    def weigh(self, branches: Sequence[Branch[BoardT]]) -> tuple[int, ...]:
        """Weigh how much a cell's branches leave open: the cell with the least is branched on."""

    @abstractmethod
    def stacked(self, branches: list[Branch[BoardT]]) -> list[Branch[BoardT]]:
        """The branches of a cell, given as its colours were tried, in the order in which they are stacked."""

    def solutions(self) -> Iterator[PictureT]:
        """Walk until all branches are walked.

        Raises:
            StoppedError: the budget ran out.
        """
        if not self.settle_lines():
            return
        self.stack.append(self.branch)
        while self.stack:
            self.branch = self.stack.pop()
            self._tell_supposed()
            branches = self._probe(self.branch.board)
            if branches is None:
                self.tell(StepKind.BACK, "a contradiction whatever the colour")
            elif branches:
                self.search.guesses += 1
                self.stack += self.stacked(branches)
            else:
                if not self.stack:
                    self.search.say_that_last_solution_follows()
                yield self.solution(self.branch.board.grid())

    def settle_lines(self) -> bool:
        """Line logic to the fixpoint; whether there may be solutions."""
        search, board = self.search, self.root
        try:
            search.contradiction = propagate(board, self.budget, on_look=search.line_teller(board))
        finally:
            search.fixpoint = board.grid()
        if search.contradiction is not None:
            note = f"no arrangement fits {search.contradiction}"
            search.tell(StepKind.BACK, search.fixpoint, search.contradiction, note)
        elif search.fixpoint.unknown_count:
            search.tell(StepKind.STALLED, search.fixpoint, note="line logic stalls here: cells are tried from now on")
        return search.contradiction is None

    def _probe(self, board: BoardT) -> list[Branch[BoardT]] | None:
        """Decide by trial what can be decided; `board` learns it.

        Returns:
            None if the board contradicts itself; no branches if it is solved now; else those of the best cell.
        """
        best: list[Branch[BoardT]] = []
        least: tuple[int, ...] = ()
        order = self.cells_to_probe(board)
        idle = position = 0  # cells probed since something was decided; the next one in the order
        while idle < min(len(order), FRUITLESS_PROBES):
            row, column = order[position]
            position = (position + 1) % len(order)
            idle += 1
            if not board.is_open(row, column):
                continue
            branches = self.try_colours(board, row, column)
            if not branches:
                return None
            if self._take_common(board, branches):
                self._tell_decided(board, row, column)
                best, idle, position = [], 0, 0
                order = self.cells_to_probe(board)
            else:
                weight = self.weigh(branches)
                if not best or weight < least:
                    best, least = branches, weight
        return best

    def try_colours(self, board: BoardT, row: int, column: int) -> list[Branch[BoardT]]:
        """Follow each of the cell's colours; return the branches without a contradiction."""
        branches: list[Branch[BoardT]] = []
        for colour in board.colours(row, column):
            tried = board.copy()
            if propagate(tried, self.budget, tried.put(row, column, colour)) is None:
                branches.append(Branch(tried, self.branch.depth + 1, (row, column, colour)))
        return branches

    def _take_common(self, board: BoardT, branches: Sequence[Branch[BoardT]]) -> bool:
        """Let the board learn what all of its branches know; whether there was anything."""
        if len(branches) == 1:
            board.take(branches[0].board)
            return True
        marked = board.take_common([branch.board for branch in branches])
        if marked:
            # no contradiction can arise: each of the branches stands, and knows all of this
            propagate(board, self.budget, marked)
        return bool(marked)

    def solution(self, solution: PictureT) -> PictureT:
        """Tell whoever watches of a solution, which is returned."""
        self.search.tell(StepKind.SOLUTION, solution, note="a solution", depth=self.branch.depth)
        return solution

    def tell(self, kind: StepKind, note: str) -> None:
        """Tell whoever watches of the branch being walked."""
        if self.search.is_watched:
            self.search.tell(kind, self.branch.board.grid(), note=note, depth=self.branch.depth)

    def _tell_supposed(self) -> None:
        if self.branch.supposed is not None and self.search.is_watched:
            row, column, colour = self.branch.supposed
            self.tell(StepKind.TRIAL, f"suppose {cell_text(row, column)} is {self.root.name(colour)}")

    def _tell_decided(self, board: BoardT, row: int, column: int) -> None:
        if self.search.is_watched:
            colours = " or ".join(board.name(colour) for colour in board.colours(row, column))
            self.tell(StepKind.DECIDED, f"{cell_text(row, column)} tried: it can be {colours}")
