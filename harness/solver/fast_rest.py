"""What the fast solver's search leaves to the SAT solver, in black and white and in colour alike."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from harness.puzzle import ColourGrid, ColourPuzzle, Puzzle
from harness.solver.budget import Budget
from harness.solver.colour_board import ColourBoard
from harness.solver.colour_sat import ColourRemainder
from harness.solver.kernel import Check, Kernel, Supposition
from harness.solver.sat import Guess, Remainder


class Rest(ABC):
    """The solutions of what is left in a kernel's state, one by one."""

    @abstractmethod
    def solutions(self, branch: Sequence[Supposition], check: Check, guess: Guess) -> Iterator[tuple[str, ...]]:
        """The solutions with these cells, which no earlier call has given, drawn as rows.

        Args:
            branch: the cells.
            check: asked now and then; what it raises ends it.
            guess: asked for a first solution with these cells.
        """

    @abstractmethod
    def close(self) -> None:
        """Give the SAT solver's memory back."""


class PlainRest(Rest):
    """In black and white.

    Raises:
        StoppedError: the budget ran out while the clauses were built, or has no memory for them.
    """

    def __init__(self, solver_class: Any, puzzle: Puzzle, kernel: Kernel, budget: Budget) -> None:
        self._rest = Remainder(solver_class, puzzle, kernel, budget)

    def solutions(self, branch: Sequence[Supposition], check: Check, guess: Guess) -> Iterator[tuple[str, ...]]:
        assumptions = [(row, column, colours == (1,)) for row, column, colours in branch]
        return self._rest.solutions(assumptions, check, guess)

    def close(self) -> None:
        self._rest.close()


class ColourRest(Rest):
    """In colour.

    Raises:
        StoppedError: the budget ran out while the clauses were built, or has no memory for them.
    """

    def __init__(self, solver_class: Any, puzzle: ColourPuzzle, kernel: Kernel, budget: Budget) -> None:
        self._board = ColourBoard.of(puzzle, ColourGrid)
        self._board.can = [list(kernel.can(line)) for line in range(puzzle.height + puzzle.width)]
        self._rest = ColourRemainder(solver_class, self._board, budget)

    def solutions(self, branch: Sequence[Supposition], check: Check, guess: Guess) -> Iterator[tuple[str, ...]]:
        board = self._board.copy()
        for row, column, colours in branch:
            for colour in range(len(board.keys)):
                if colour not in colours:
                    board.can[row][colour] &= ~(1 << column)
        return (grid.rows for grid in self._rest.solutions(board, check, guess))

    def close(self) -> None:
        self._rest.close()
