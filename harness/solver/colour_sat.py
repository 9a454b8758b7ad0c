"""What is left of a crossword in colour as a SAT problem; `harness.solver.sat` in colour.

A cell that may have two colours is a variable, one that may have more is a variable for each of them, exactly one of
which is true. The lines are clauses by `order_encoding`, with the starts that line logic has left to their groups.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from harness.puzzle import BLOT
from harness.puzzle.colour import ColourGrid
from harness.solver.budget import Budget
from harness.solver.colour_board import ColourBoard
from harness.solver.colour_lines import find_places
from harness.solver.fast_kernel import Check
from harness.solver.lines import members
from harness.solver.order_encoding import FALSE, TRUE, AddClause, Block, encode_line
from harness.solver.sat import START_BYTES, Guess, SatSolver, conflicts_after, open_solver

if TYPE_CHECKING:
    from harness.solver.sat_process import SatProcess

Literals = dict[tuple[int, int], dict[int, int]]
"""For each cell (row, column) and each colour that it may have, the literal "has this colour"."""

Places = Mapping[int, Sequence[tuple[int, int]]]
"""For each open line, by its number, the sets of cells at which each of its groups may begin, and may end."""


def encode(board: ColourBoard[ColourGrid], places_of: Places, add: AddClause, budget: Budget) -> tuple[Literals, int]:
    """Hand over the clauses of what a board at its fixpoint leaves open, one by one.

    Returns:
        The literals of the cells, known ones included; and the number of the variables that stand for cells, which
        are the first ones.

    Raises:
        StoppedError: the budget ran out.
    """
    literals, cell_variables = _name_colours(board, add, budget)
    last = cell_variables
    for line, places in places_of.items():
        clue = board.clues[line]
        cells = [
            literals[(line, cell) if line < board.height else (cell, line - board.height)]
            for cell in range(board.length(line))
        ]
        painted = [[cell.get(colour, FALSE) for cell in cells] for colour in range(len(board.keys))]
        blocks: list[Block] = []
        before = 0
        for (size, colour), (starts, lasts) in zip(clue, places, strict=True):
            blocks.append(Block(size, starts, int(colour == before), painted[colour], lasts))
            before = colour
        last = encode_line(add, last, painted[0], blocks, budget.check)
    return literals, cell_variables


def find_all_places(board: ColourBoard[ColourGrid], budget: Budget) -> tuple[Places, int]:
    """The first and last cells that a board at its fixpoint leaves to the groups of its lines.

    Returns:
        The cells, and the memory that a problem of them takes, in bytes, about.

    Raises:
        StoppedError: the budget ran out, or would not last: there are more clauses than memory.
    """
    places_of: dict[int, list[tuple[int, int]]] = {}
    needed_bytes = 0
    for line, clue in enumerate(board.clues):
        budget.check()
        if not board.open_cells(line):
            continue
        places = find_places(board.length(line), clue, board.can[line])
        assert places is not None, "the board is at no fixpoint"
        places_of[line] = places
        for (size, _), (starts, lasts) in zip(clue, places, strict=True):
            needed_bytes += START_BYTES * (starts.bit_count() + (lasts.bit_count() if size == BLOT else 0))
        budget.check_memory(needed_bytes)
    return places_of, needed_bytes


def _name_colours(board: ColourBoard[ColourGrid], add: AddClause, budget: Budget) -> tuple[Literals, int]:
    literals: Literals = {}
    last = 0
    for row, column in itertools.product(range(board.height), range(board.width)):
        if column == 0:
            budget.check()
        colours = board.colours(row, column)
        if len(colours) == 1:
            literals[row, column] = {colours[0]: TRUE}
        elif len(colours) == 2:
            last += 1
            literals[row, column] = {colours[0]: last, colours[1]: -last}
        else:
            own = range(last + 1, last + 1 + len(colours))
            last += len(colours)
            literals[row, column] = dict(zip(colours, own, strict=True))
            add(list(own))
            for one, other in itertools.combinations(own, 2):
                add([-one, -other])
    return literals, last


class ColourRemainder:
    """The solutions of what a board at its fixpoint leaves open, one by one.

    The clauses are built when they are needed first.
    """

    def __init__(self, board: ColourBoard[ColourGrid], budget: Budget) -> None:
        self._board = board.copy()
        self._budget = budget
        self._solver: SatSolver | SatProcess | None = None
        self._literals: Literals = {}
        self._variables = 0
        self._is_built = False
        self._left_out: list[tuple[str, ...]] = []

    def close(self) -> None:
        """Give the SAT solver's memory back; there are no more solutions then."""
        self._is_built = True
        if self._solver is not None:
            self._solver.delete()
            self._solver = None

    def solutions(
        self, branch: ColourBoard[ColourGrid], check: Check, guess: Guess | None = None
    ) -> Iterator[ColourGrid]:
        """The solutions that a board, which knows more than the one encoded, allows and no earlier call has given.

        Args:
            branch: that board.
            check: asked now and then; what it raises ends the search.
            guess: as for `Remainder.solutions`.

        Raises:
            StoppedError: the budget ran out while the clauses were built, or has no memory for them.
        """
        asked = 0
        supposed: list[int] | None = None
        while True:
            guessed = guess(asked) if guess else ()
            for rows in guessed:
                yield ColourGrid(rows)
                self.leave_out(rows)
            if guessed:
                guess = None
            if supposed is None:
                self._build()
                supposed = self._suppose(branch)
            if self._solver is None:
                return
            answer = self._solver.is_solvable_within(conflicts_after(asked) if guess else None, supposed, check)
            asked += 1
            if answer is None:
                continue
            if not answer:
                return
            found = self._colours_in(self._solver.model(self._variables))
            guess = None
            solution = self._board.copy()
            for (row, column), colour in found.items():
                solution.put(row, column, colour)
            yield solution.grid()
            self._block(self._open_literals(found))

    def leave_out(self, rows: tuple[str, ...]) -> None:
        """As `Remainder.leave_out`."""
        if not self._is_built:
            self._left_out.append(rows)
        elif self._solver is not None:
            model = self._open_literals(self._colours_of(rows))
            self._solver.visit(model, self._budget.check)
            self._block(model)

    def _build(self) -> None:
        """See to it that there is a SAT solver with the clauses."""
        if self._is_built:
            return
        self._is_built = True
        places_of, needed_bytes = find_all_places(self._board, self._budget)
        self._solver = open_solver(needed_bytes, self._budget)
        try:
            self._literals, self._variables = encode(self._board, places_of, self._solver.add, self._budget)
            for rows in self._left_out:
                self.leave_out(rows)
        except BaseException:
            self.close()
            raise

    def _suppose(self, branch: ColourBoard[ColourGrid]) -> list[int]:
        """The literals of what a board knows more than the one encoded; none if there is no SAT solver."""
        return [
            -self._literals[row, column][colour]
            for row in range(branch.height if self._literals else 0)
            for colour, (could, can) in enumerate(zip(self._board.can[row], branch.can[row], strict=True))
            for column in members(could & ~can)
        ]

    def _block(self, model: list[int]) -> None:
        """No later solution has all of these literals."""
        if self._solver is None:
            return
        if model:
            self._solver.add([-literal for literal in model])
        else:
            self.close()  # all was known already

    def _open_literals(self, colours: dict[tuple[int, int], int]) -> list[int]:
        """What says of each cell that was not known that it has its colour."""
        literals = (self._literals[cell][colour] for cell, colour in colours.items())
        return [literal for literal in literals if literal != TRUE]

    def _colours_of(self, rows: tuple[str, ...]) -> dict[tuple[int, int], int]:
        """Each cell's colour in a solution drawn as rows."""
        return {(row, column): self._board.keys.index(rows[row][column]) for row, column in self._literals}

    def _colours_in(self, model: list[int]) -> dict[tuple[int, int], int]:
        """Each cell's colour in a model."""
        true = {TRUE, *model}
        return {
            cell: next(colour for colour, literal in literals.items() if literal in true)
            for cell, literals in self._literals.items()
        }
