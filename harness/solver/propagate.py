"""Line logic on a whole crossword: look at marked lines until none is left, as the Spectrum program does.

A `Board` holds what is known, by rows and by columns. `propagate` analyses the marked lines; a cell newly known marks
the line that crosses there. Its end, the *fixpoint*, does not depend on the order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Generic, Self, TypeVar

from harness.puzzle import Axis, Cell, Clue, Grid, Line, Picture, Puzzle
from harness.solver.budget import Budget
from harness.solver.lines import line_text, solve_line

ColourT = TypeVar("ColourT")
PictureT = TypeVar("PictureT", bound=Picture)


@lru_cache(4_000)
def _row(index: int) -> Line:
    return Line(Axis.ROW, index)


@lru_cache(4_000)
def _column(index: int) -> Line:
    return Line(Axis.COLUMN, index)


class BaseBoard(ABC, Generic[ColourT, PictureT]):
    """A crossword while it is being solved, whatever kind of colours its cells have; mutable.

    Lines are numbered as one sequence: 0…height-1 are the rows, height…height+width-1 the columns.
    """

    __slots__ = ("height", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height

    def length(self, line: int) -> int:
        """Cells in the line."""
        return self.width if line < self.height else self.height

    def line(self, line: int) -> Line:
        """The line by its name."""
        return _row(line) if line < self.height else _column(line - self.height)

    @abstractmethod
    def look(self, line: int) -> list[int] | None:
        """Learn what follows from a line alone.

        Returns:
            The crossing lines that learnt something thereby; None if no arrangement fits the line.
        """

    @abstractmethod
    def grid(self) -> PictureT:
        """Return the known cells as a picture."""

    # for trial

    @abstractmethod
    def copy(self) -> Self:
        """Another board that knows the same."""

    @abstractmethod
    def is_open(self, row: int, column: int) -> bool:
        """Return True if a cell may have several colours."""

    @abstractmethod
    def colours(self, row: int, column: int) -> Sequence[ColourT]:
        """The colours that a cell may have, in the order to try them."""

    @abstractmethod
    def name(self, colour: ColourT) -> str:
        """Return a colour's name for people."""

    @abstractmethod
    def put(self, row: int, column: int, colour: ColourT) -> tuple[int, int]:
        """Give an open cell one of its colours; return its two lines, to be marked."""

    @abstractmethod
    def know(self, given: Picture | None) -> None:
        """Know the known cells of a picture (None: nothing), whose lines are still to be looked at."""

    @abstractmethod
    def take(self, other: Self) -> None:
        """Know what another board knows."""

    @abstractmethod
    def take_common(self, others: Sequence[Self]) -> list[int]:
        """Learn what all the others know, each of which knows all that this one does.

        Returns:
            The lines that learnt something, to be marked, in order.
        """


class Board(BaseBoard[Cell, Grid]):
    """The state of a crossword while it is being solved; mutable.

    `black[n]` and `white[n]` are sets of cells of line n as in `lines`; each cell is kept in both of its lines.
    """

    __slots__ = ("black", "clues", "white")

    def __init__(self, width: int, height: int, clues: tuple[Clue, ...], black: list[int], white: list[int]) -> None:
        super().__init__(width, height)
        self.clues = clues
        self.black = black
        self.white = white

    @classmethod
    def of(cls, puzzle: Puzzle) -> Board:
        """A board on which nothing is known.

        Raises:
            PuzzleError: as `Puzzle.check`.
        """
        puzzle.check()
        lines = puzzle.width + puzzle.height
        return cls(puzzle.width, puzzle.height, puzzle.rows + puzzle.columns, [0] * lines, [0] * lines)

    def copy(self) -> Board:
        return Board(self.width, self.height, self.clues, self.black.copy(), self.white.copy())

    def look(self, line: int) -> list[int] | None:
        old_black, old_white = self.black[line], self.white[line]
        solved = solve_line(self.length(line), self.clues[line], old_black, old_white)
        if solved is None:
            return None
        self.black[line], self.white[line] = solved
        own, first_crossing = (line, self.height) if line < self.height else (line - self.height, 0)
        crossings: list[int] = []
        for known, new in ((self.black, solved[0] & ~old_black), (self.white, solved[1] & ~old_white)):
            while new:
                lowest = new & -new
                crossing = first_crossing + lowest.bit_length() - 1
                known[crossing] |= 1 << own
                crossings.append(crossing)
                new ^= lowest
        return crossings

    def is_open(self, row: int, column: int) -> bool:
        return not (self.black[row] | self.white[row]) >> column & 1

    def colours(self, row: int, column: int) -> tuple[Cell, ...]:
        if self.is_open(row, column):
            return Cell.BLACK, Cell.WHITE
        return (Cell.BLACK,) if self.black[row] >> column & 1 else (Cell.WHITE,)

    def name(self, colour: Cell) -> str:
        return "black" if colour is Cell.BLACK else "white"

    def put(self, row: int, column: int, colour: Cell) -> tuple[int, int]:
        known = self.black if colour is Cell.BLACK else self.white
        known[row] |= 1 << column
        known[self.height + column] |= 1 << row
        return row, self.height + column

    def know(self, given: Picture | None) -> None:
        for row, cells in enumerate(given.rows if given is not None else ()):
            for column, cell in enumerate(cells):
                if cell != Cell.UNKNOWN:
                    self.put(row, column, Cell(cell))

    def take(self, other: Board) -> None:
        self.black, self.white = other.black, other.white

    def take_common(self, others: Sequence[Board]) -> list[int]:
        one, other = others
        marked = set[int]()
        for own, first, second in ((self.black, one.black, other.black), (self.white, one.white, other.white)):
            for line, known in enumerate(own):
                if learnt := first[line] & second[line] & ~known:
                    own[line] |= learnt
                    marked.add(line)
        return sorted(marked)

    def unknown(self, line: int) -> int:
        """The set of a line's cells that are not known."""
        return ((1 << self.length(line)) - 1) & ~(self.black[line] | self.white[line])

    @property
    def unknown_count(self) -> int:
        """Number of unknown cells."""
        known = sum((self.black[row] | self.white[row]).bit_count() for row in range(self.height))
        return self.width * self.height - known

    def grid(self) -> Grid:
        return Grid(tuple(line_text(self.width, self.black[row], self.white[row]) for row in range(self.height)))


def propagate(
    board: BaseBoard[Any, Any],
    budget: Budget,
    marked: Iterable[int] | None = None,
    on_look: Callable[[int], bool | None] | None = None,
) -> Line | None:
    """Analyse the marked lines (None: all of them), and those marked thereby, until none is left.

    `on_look` is called with the number of each line once the board knows what follows from it; True ends the work.

    Returns:
        None, with the board at the fixpoint unless `on_look` ended it; or the line that no arrangement fits, with the
        board as it was then.

    Raises:
        StoppedError: the budget ran out before.

    >>> board = Board.of(Puzzle(((2,), (1,)), ((1,), (2,))))
    >>> propagate(board, Budget())
    >>> print(board.grid())
    ##
    .#
    """
    queue = deque(range(board.height + board.width) if marked is None else marked)
    waiting = set(queue)
    while queue:
        number = queue.popleft()
        waiting.discard(number)
        budget.spend_line_call()
        crossings = board.look(number)
        if crossings is None:
            return board.line(number)
        for crossing in crossings:
            if crossing not in waiting:
                waiting.add(crossing)
                queue.append(crossing)
        if on_look is not None and on_look(number):
            break
    return None
