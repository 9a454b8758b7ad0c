"""SAT encoding of the open part of a crossword in colour; `harness.solver.sat` in colour.

A cell that may have two colours is a variable, one that may have more is a variable for each of them, exactly one of
which is true. The lines are clauses by `order_encoding`, with the starts that line logic has left to their groups.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from harness.puzzle import BLOT
from harness.puzzle.colour import ColourGrid
from harness.solver.budget import Budget
from harness.solver.colour_board import ColourBoard
from harness.solver.colour_lines import find_places
from harness.solver.lines import members
from harness.solver.sat.encoding import FALSE, TRUE, AddClause, Block, encode_line
from harness.solver.sat.plain import START_BYTES, RemainderOf, SatSolver

if TYPE_CHECKING:
    from harness.solver.sat.process import SatProcess

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


class ColourRemainder(RemainderOf[ColourBoard[ColourGrid]]):
    """The solutions of what a board at its fixpoint leaves open; a branch is a board that knows more than that one."""

    def __init__(self, board: ColourBoard[ColourGrid], budget: Budget) -> None:
        super().__init__(budget)
        self._board = board.copy()
        self._literals: Literals = {}
        self._variables = 0

    def _plan(self) -> tuple[int, Callable[[AddClause], None]]:
        places_of, needed_bytes = find_all_places(self._board, self._budget)

        def encode_into(add: AddClause) -> None:
            self._literals, self._variables = encode(self._board, places_of, add, self._budget)

        return needed_bytes, encode_into

    def _suppose(self, branch: ColourBoard[ColourGrid]) -> list[int]:
        return [
            -self._literals[row, column][colour]
            for row in range(branch.height if self._literals else 0)
            for colour, (could, can) in enumerate(zip(self._board.can[row], branch.can[row], strict=True))
            for column in members(could & ~can)
        ]

    def _literals_of(self, rows: tuple[str, ...]) -> list[int]:
        keys = self._board.keys
        literals = (colours[keys.index(rows[row][column])] for (row, column), colours in self._literals.items())
        return [literal for literal in literals if literal != TRUE]

    def _draw(self, solver: SatSolver | SatProcess) -> tuple[str, ...]:
        true = {TRUE, *solver.model(self._variables)}
        solution = self._board.copy()
        for (row, column), literals in self._literals.items():
            solution.put(row, column, next(colour for colour, literal in literals.items() if literal in true))
        return solution.grid().rows
