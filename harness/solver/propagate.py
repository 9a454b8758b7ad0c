"""Line logic on a whole crossword: look at marked lines until none is left, as the Spectrum program does.

A `Board` holds what is known, by rows and by columns. `propagate` analyses the marked lines; a cell newly known marks
the line that crosses there. Where it ends does not depend on the order: that is the *fixpoint*.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable

from harness.puzzle import Axis, Cell, Clue, Grid, Line, Puzzle
from harness.solver.lines import line_text, solve_line
from harness.solver.result import Stop


class StoppedError(Exception):
    """The budget ran out; what was found so far is in the board. Never seen outside the solver.

    `reason` is the time limit or the user.
    """

    def __init__(self, reason: Stop = Stop.TIMEOUT) -> None:
        super().__init__(reason)
        self.reason = reason


class Budget:
    """What a search may spend: a limit in seconds of wall time (None: no limit), looked at before every line.

    `should_stop` is asked as often, and ends the search when it says so: the user's word. `line_calls` counts the
    analyses.
    """

    def __init__(
        self,
        seconds: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        should_stop: Callable[[], bool] | None = None,
    ) -> None:
        self._clock = clock
        self._end = None if seconds is None else self._clock() + seconds
        self._should_stop = should_stop
        self.line_calls = 0

    def check(self) -> None:
        """See whether there is anything left.

        Raises:
            StoppedError: the time is over, or the user wants to stop.
        """
        if self._end is not None and self._clock() >= self._end:
            raise StoppedError(Stop.TIMEOUT)
        if self._should_stop is not None and self._should_stop():
            raise StoppedError(Stop.INTERRUPTED)

    def spend_line_call(self) -> None:
        """Count one analysis.

        Raises:
            StoppedError: as `check`.
        """
        self.check()
        self.line_calls += 1


class BaseBoard(ABC):
    """A crossword while it is being solved, whatever is known of its cells.

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
        if line < self.height:
            return Line(Axis.ROW, line)
        return Line(Axis.COLUMN, line - self.height)

    @abstractmethod
    def look(self, line: int) -> list[int] | None:
        """Learn what follows from a line alone.

        Returns:
            The crossing lines that learnt something thereby; None if no arrangement fits the line.
        """


class Board(BaseBoard):
    """What is known of a crossword while it is being solved; mutable.

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
        """Another board that knows the same."""
        return Board(self.width, self.height, self.clues, self.black.copy(), self.white.copy())

    def look(self, line: int) -> list[int] | None:
        """Learn what follows from a line alone; see `BaseBoard.look`."""
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

    def put(self, row: int, column: int, cell: Cell) -> tuple[int, int]:
        """Make an unknown cell black or white; returns its two lines, which are to be marked."""
        known = self.black if cell is Cell.BLACK else self.white
        known[row] |= 1 << column
        known[self.height + column] |= 1 << row
        return row, self.height + column

    @property
    def unknown_count(self) -> int:
        """How many cells are not known."""
        known = sum((self.black[row] | self.white[row]).bit_count() for row in range(self.height))
        return self.width * self.height - known

    def grid(self) -> Grid:
        """What is known, as a picture."""
        return Grid(tuple(line_text(self.width, self.black[row], self.white[row]) for row in range(self.height)))


def propagate(
    board: BaseBoard,
    budget: Budget,
    marked: Iterable[int] | None = None,
    on_look: Callable[[int], None] | None = None,
) -> Line | None:
    """Analyse the marked lines (None: all of them), and those marked thereby, until none is left.

    `on_look` is told the number of each line once the board knows what follows from it.

    Returns:
        None, with the board at the fixpoint; or the line that no arrangement fits, with the board as it was then.

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
        if on_look is not None:
            on_look(number)
    return None
