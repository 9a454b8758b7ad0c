"""The part of a puzzle that the fast solver leaves to the SAT solver, in black and white and in colour alike."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic

from harness.puzzle import ColourGrid, ColourPuzzle, Puzzle
from harness.solver.budget import Budget
from harness.solver.colour_board import ColourBoard
from harness.solver.kernel.kernel import Check, Kernel, Supposition
from harness.solver.sat.plain import Assumption, BranchT, Guess, Remainder, RemainderOf


class Rest(ABC, Generic[BranchT]):
    """The solutions of what is left in a kernel's state, one by one; that must stay as it is until they come."""

    def __init__(self, remainder: RemainderOf[BranchT]) -> None:
        self._remainder = remainder

    def solutions(self, branch: Sequence[Supposition], check: Check, guess: Guess | None) -> Iterator[tuple[str, ...]]:
        """The solutions with these cells, which no earlier call has given, drawn as rows.

        Args:
            branch: the cells.
            check: asked now and then; what it raises ends it.
            guess: asked for first solutions with these cells; None if there are some already.

        Raises:
            StoppedError: the budget ran out while the clauses were built, or has no memory for them.
        """
        return self._remainder.solutions(self._branch(branch), check, guess)

    def leave_out(self, rows: tuple[str, ...]) -> None:
        """Say of a solution that it is known already; the SAT solver begins where it is."""
        self._remainder.leave_out(rows)

    def close(self) -> None:
        """Give the SAT solver's memory back."""
        self._remainder.close()

    @abstractmethod
    def _branch(self, cells: Sequence[Supposition]) -> BranchT:
        """The cells as the SAT problem has them."""


class PlainRest(Rest[Iterable[Assumption]]):
    """In black and white."""

    def __init__(self, puzzle: Puzzle, kernel: Kernel, budget: Budget) -> None:
        super().__init__(Remainder(puzzle, kernel, budget))

    def _branch(self, cells: Sequence[Supposition]) -> Iterable[Assumption]:
        return [(row, column, colours == (1,)) for row, column, colours in cells]


class ColourRest(Rest[ColourBoard[ColourGrid]]):
    """In colour."""

    def __init__(self, puzzle: ColourPuzzle, kernel: Kernel, budget: Budget) -> None:
        from harness.solver.sat.colour import ColourRemainder  # not needed in black and white

        self._board = ColourBoard.of(puzzle, ColourGrid)
        self._board.can = [list(kernel.can(line)) for line in range(puzzle.height + puzzle.width)]
        super().__init__(ColourRemainder(self._board, budget))

    def _branch(self, cells: Sequence[Supposition]) -> ColourBoard[ColourGrid]:
        board = self._board.copy()
        for row, column, colours in cells:
            for colour in range(len(board.keys)):
                if colour not in colours:
                    board.can[row][colour] &= ~(1 << column)
        return board
