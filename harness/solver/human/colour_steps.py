"""The steps by which a crossword in colour can be solved, each with a reason that can be checked by hand.

In black and white the rules have names (`rules`); in colour a step says what was looked at, the easiest kind first: all
arrangements of one line; a line and one that crosses it; what lines rule out, line after line; what follows from trying
one cell. Where none of these tells anything, what all solutions have in common is the reason, and no more is claimed.
As in black and white, the next step depends on nothing but the picture so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from harness.puzzle import ColourGrid, ColourPuzzle, Line
from harness.puzzle.palette import UNKNOWN
from harness.solver.budget import Budget, raise_if_spent
from harness.solver.colour_board import ColourBoard
from harness.solver.colour_lines import solve_colour_line
from harness.solver.human.findings import Place
from harness.solver.lines import members
from harness.solver.propagate import propagate
from harness.solver.registry import solve_any

MOST_TRIALS = 200
"""Trials for one step: what they do not show in some tenths of a second, nobody would try on paper."""
MOST_SOLUTIONS = 20
"""Solutions compared to find what they have in common."""


class Reason(Enum):
    """Why a cell has its colour, the easiest first."""

    LINE = "line"
    """Every arrangement of one line that fits the known cells has it so."""
    CROSSING = "crossing"
    """Its row leaves it some colours, its column others, and one is among both."""
    ELIMINATION = "elimination"
    """Lines rule out colours, those that cross them rule out more, and so on, until one is left."""
    TRIAL = "trial"
    """With each other colour the same comes to a line for which no arrangement is left."""
    SOLUTIONS = "solutions"
    """All solutions that agree with the picture have it so; no shorter reason was found."""


@dataclass(frozen=True, slots=True)
class ColouredCell:
    """A cell of the picture and the key of the colour that a step gives it."""

    place: Place
    key: str


@dataclass(frozen=True, slots=True)
class ColourStep:
    """Cells decided, and why.

    Attributes:
        reason: the kind.
        cells: those that the step decides.
        lines: the line looked at; of a `CROSSING` the row and the column; of an `ELIMINATION` the last one. None of a
            `TRIAL` or of `SOLUTIONS`.
        refuted: of a `TRIAL`, each colour that was tried, by its key, and the line that was left without arrangement.
        solutions: how many were compared, for `SOLUTIONS`.
    """

    reason: Reason
    cells: tuple[ColouredCell, ...]
    lines: tuple[Line, ...] = ()
    refuted: tuple[tuple[str, Line], ...] = ()
    solutions: int = 0


class ColourSolver:
    """Solves a puzzle in colour step by step; mutable.

    `board` holds the known cells, and of the others nothing.

    Args:
        puzzle: as it passes `ColourPuzzle.check`.
        state: what is known at the start, in the colours that the clues have (default: nothing).
        budget: what may be spent (default: no limit).

    Raises:
        PuzzleError: the puzzle's numbers cannot be a crossword.

    >>> from harness.puzzle.palette import Colour, Palette
    >>> palette = Palette((Colour("r", (255, 0, 0)), Colour("b", (0, 0, 255))))
    >>> solver = ColourSolver(ColourGrid(("rrb", ".b.")).puzzle(palette))
    >>> step = solver.next_step()
    >>> step.reason.value, str(step.lines[0]), "".join(cell.key for cell in step.cells)
    ('line', 'row 1', 'rrb')
    """

    def __init__(self, puzzle: ColourPuzzle, state: ColourGrid | None = None, budget: Budget | None = None) -> None:
        self.board = ColourBoard.of(puzzle, ColourGrid)
        self.board.know(state)
        self._puzzle = puzzle
        self._budget = budget or Budget()

    @property
    def solved(self) -> bool:
        """Whether all cells are known (and no line is left to be found wrong if `next_step` is None)."""
        return not self.board.open_count

    def next_step(self) -> ColourStep | Line | None:
        """The next step; a line that no arrangement fits, if one is met; None if nothing more was found.

        Raises:
            StoppedError: the budget ran out.
        """
        looked = self._look()
        if isinstance(looked, Line):
            return looked
        if self.solved:
            return None
        step = self._line_step(looked) or self._crossing(looked)
        return step or self._further()

    def take(self, step: ColourStep) -> None:
        """Enter what the step decides."""
        for cell in step.cells:
            self.board.put(cell.place.row, cell.place.column, self.board.keys.index(cell.key))

    def _look(self) -> list[list[int]] | Line:
        """What each line alone tells, as sets of cells by colour; a line that no arrangement fits."""
        board = self.board
        looked = []
        for number, clue in enumerate(board.clues):
            self._budget.spend_line_call()
            told = solve_colour_line(board.length(number), clue, board.can[number])
            if told is None:
                return board.line(number)
            looked.append(told)
        return looked

    def _line_step(self, looked: Sequence[Sequence[int]]) -> ColourStep | None:
        """The line that decides the most cells."""
        steps = [
            ColourStep(Reason.LINE, self._decided(number, told), (self.board.line(number),))
            for number, told in enumerate(looked)
        ]
        best = max(steps, key=lambda step: len(step.cells))
        return best if best.cells else None

    def _crossing(self, looked: Sequence[Sequence[int]]) -> ColourStep | None:
        height = self.board.height
        for place in self._open_places():
            crossing = height + place.column
            both = [
                key
                for key, across, down in zip(self.board.keys, looked[place.row], looked[crossing], strict=True)
                if across >> place.column & 1 and down >> place.row & 1
            ]
            if len(both) == 1:
                lines = self.board.line(place.row), self.board.line(crossing)
                return ColourStep(Reason.CROSSING, (ColouredCell(place, both[0]),), lines)
        return None

    def _further(self) -> ColourStep | Line | None:
        """What takes more than a look at each line."""
        known = self.board.copy()
        found: list[ColourStep] = []

        def note(number: int) -> None:
            if not found and (cells := self._decided(number, known.can[number])):
                found.append(ColourStep(Reason.ELIMINATION, cells, (known.line(number),)))

        wrong = propagate(known, self._budget, on_look=note)
        if found or wrong is not None:
            return found[0] if found else wrong
        return self._trial(known) or self._common(known)

    def _trial(self, known: ColourBoard[ColourGrid]) -> ColourStep | None:
        """The first cell for which all colours but one come to a contradiction."""
        trials = 0
        for place in self._fewest_colours_first(known):
            colours = known.colours(place.row, place.column)
            trials += len(colours)
            if trials > MOST_TRIALS:
                return None
            refuted, left = [], []
            for colour in colours:
                supposed = known.copy()
                wrong = propagate(supposed, self._budget, supposed.put(place.row, place.column, colour))
                if wrong is None:
                    left.append(known.keys[colour])
                else:
                    refuted.append((known.keys[colour], wrong))
                if len(left) > 1:
                    break
            if len(left) == 1:
                return ColourStep(Reason.TRIAL, (ColouredCell(place, left[0]),), refuted=tuple(refuted))
        return None

    def _common(self, known: ColourBoard[ColourGrid]) -> ColourStep | None:
        """A cell that is the same in all solutions that agree with the picture."""
        result = solve_any(self._puzzle, max_solutions=MOST_SOLUTIONS + 1, budget=self._budget, given=self.board.grid())
        raise_if_spent(result.stopped)
        if not result.complete:
            return None
        for place in self._fewest_colours_first(known):
            keys = {solution.rows[place.row][place.column] for solution in result.solutions}
            if len(keys) == 1:
                return ColourStep(Reason.SOLUTIONS, (ColouredCell(place, keys.pop()),), solutions=len(result.solutions))
        return None

    def _fewest_colours_first(self, known: ColourBoard[ColourGrid]) -> list[Place]:
        """The open cells, by how many colours a board that knows more has left them."""
        return sorted(self._open_places(), key=lambda place: len(known.colours(place.row, place.column)))

    def _open_places(self) -> list[Place]:
        board = self.board
        return [Place(row, column) for row in range(board.height) for column in members(board.open_cells(row))]

    def _decided(self, number: int, told: Sequence[int]) -> tuple[ColouredCell, ...]:
        """The open cells of a line that may have one colour only by what is told of it."""
        board = self.board
        once = several = 0
        for cells in told:
            several |= once & cells
            once |= cells
        new = once & ~several & board.open_cells(number)
        return tuple(
            ColouredCell(
                Place(number, cell) if number < board.height else Place(cell, number - board.height),
                next(key for key, cells in zip(board.keys, told, strict=True) if cells >> cell & 1),
            )
            for cell in members(new)
        )


def known_in(state: ColourGrid) -> tuple[ColouredCell, ...]:
    """The known cells of a picture, row by row.

    >>> known_in(ColourGrid(("?r",)))
    (ColouredCell(place=Place(row=0, column=1), key='r'),)
    """
    return tuple(
        ColouredCell(Place(row, column), key)
        for row, cells in enumerate(state.rows)
        for column, key in enumerate(cells)
        if key != UNKNOWN
    )
