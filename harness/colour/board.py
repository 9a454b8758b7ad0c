"""What is known of a crossword in colour while it is being solved, and line logic on it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from harness.colour.lines import NumberedClue, solve_colour_line
from harness.colour.model import ColourClue, ColourGrid, ColourPuzzle
from harness.colour.palette import BACKGROUND, UNKNOWN
from harness.puzzle import Axis, Line
from harness.solver.propagate import Budget


class ColourBoard:
    """The colours that each cell may still have, by rows and by columns; mutable.

    Lines are numbered as one sequence: 0…height-1 are the rows, height…height+width-1 the columns. `can[n][c]` is the
    set of cells of line n that may have colour c, as in `lines`. Each cell is kept in both of its lines: a colour
    that one line rules out is ruled out in the other, that is, a cell's mask is the AND of what its row and its column
    say.
    """

    __slots__ = ("can", "clues", "height", "keys", "width")

    def __init__(
        self, width: int, height: int, keys: str, clues: tuple[NumberedClue, ...], can: list[list[int]]
    ) -> None:
        self.width = width
        self.height = height
        self.keys = keys
        self.clues = clues
        self.can = can

    @classmethod
    def of(cls, puzzle: ColourPuzzle) -> ColourBoard:
        """A board on which a cell may have the colours that occur in both of its lines, or none.

        Raises:
            PuzzleError: as `ColourPuzzle.check`.
        """
        puzzle.check()
        keys = puzzle.used_keys
        rows, columns = (_numbered(side, keys) for side in (puzzle.rows, puzzle.columns))
        can = [*_first_look(rows, columns, len(keys)), *_first_look(columns, rows, len(keys))]
        return cls(puzzle.width, puzzle.height, keys, rows + columns, can)

    def copy(self) -> ColourBoard:
        """Another board that knows the same."""
        return ColourBoard(self.width, self.height, self.keys, self.clues, [sets.copy() for sets in self.can])

    def length(self, line: int) -> int:
        """Cells in the line."""
        return self.width if line < self.height else self.height

    def line(self, line: int) -> Line:
        """The line by its name."""
        if line < self.height:
            return Line(Axis.ROW, line)
        return Line(Axis.COLUMN, line - self.height)

    def colours(self, row: int, column: int) -> list[int]:
        """The numbers of the colours that a cell may have, 0 for the background."""
        return [colour for colour, cells in enumerate(self.can[row]) if cells >> column & 1]

    def rule_out(self, row: int, column: int, colour: int) -> tuple[int, int]:
        """Take a colour from a cell's mask; returns its two lines, which are to be marked."""
        self.can[row][colour] &= ~(1 << column)
        self.can[self.height + column][colour] &= ~(1 << row)
        return row, self.height + column

    def put(self, row: int, column: int, colour: int) -> tuple[int, int]:
        """Give a cell its colour; returns its two lines, which are to be marked."""
        for other in self.colours(row, column):
            if other != colour:
                self.rule_out(row, column, other)
        return row, self.height + column

    def open_cells(self, row: int) -> int:
        """The set of a row's cells that may have several colours."""
        once = several = 0
        for cells in self.can[row]:
            several |= once & cells
            once |= cells
        return several

    @property
    def open_count(self) -> int:
        """How many cells may have several colours."""
        return sum(self.open_cells(row).bit_count() for row in range(self.height))

    @property
    def choices(self) -> int:
        """How many colours all cells may have together: the less, the more is known."""
        return sum(cells.bit_count() for row in range(self.height) for cells in self.can[row])

    def grid(self) -> ColourGrid:
        """What is known, as a picture: cells that may have several colours are unknown."""
        names = BACKGROUND + self.keys
        rows: list[str] = []
        for row in range(self.height):
            cells = [UNKNOWN] * self.width
            known = ~self.open_cells(row)
            for name, can in zip(names, self.can[row], strict=True):
                for column in members(can & known):
                    cells[column] = name
            rows.append("".join(cells))
        return ColourGrid(tuple(rows))


def propagate_colours(board: ColourBoard, budget: Budget, marked: Iterable[int] | None = None) -> Line | None:
    """Analyse the marked lines (None: all of them), and those marked thereby, until none is left.

    Returns:
        None, with the board at the fixpoint; or the line that no arrangement fits, with the board as it was then.

    Raises:
        StoppedError: the budget ran out before.

    >>> from harness.colour.palette import Colour, Palette
    >>> palette = Palette((Colour("r", (255, 0, 0)), Colour("k", (0, 0, 0))))
    >>> board = ColourBoard.of(ColourGrid(("rk", ".r")).puzzle(palette))
    >>> propagate_colours(board, Budget())
    >>> print(board.grid())
    rk
    .r
    """
    height, can = board.height, board.can
    queue = deque(range(len(can)) if marked is None else marked)
    waiting = set(queue)
    while queue:
        number = queue.popleft()
        waiting.discard(number)
        budget.spend_line_call()
        old = can[number]
        solved = solve_colour_line(board.length(number), board.clues[number], old)
        if solved is None:
            return board.line(number)
        can[number] = solved
        bit, first_crossing = (1 << number, height) if number < height else (1 << (number - height), 0)
        for colour, (before, now) in enumerate(zip(old, solved, strict=True)):
            if before == now:
                continue
            for cell in members(before & ~now):
                crossing = first_crossing + cell
                can[crossing][colour] &= ~bit
                if crossing not in waiting:
                    waiting.add(crossing)
                    queue.append(crossing)
    return None


def members(cells: int) -> list[int]:
    """The numbers of the cells in a set, in order.

    >>> members(0b10110)
    [1, 2, 4]
    """
    found: list[int] = []
    while cells:
        lowest = cells & -cells
        found.append(lowest.bit_length() - 1)
        cells ^= lowest
    return found


def _numbered(side: tuple[ColourClue, ...], keys: str) -> tuple[NumberedClue, ...]:
    return tuple(tuple((group.length, keys.index(group.key) + 1) for group in clue) for clue in side)


def _first_look(
    lines: tuple[NumberedClue, ...], crossing: tuple[NumberedClue, ...], colour_count: int
) -> list[list[int]]:
    """For each line what its cells may be: background, or a colour of its clue that the crossing line has too."""
    with_colour = [(1 << len(crossing)) - 1] + [0] * colour_count
    for index, clue in enumerate(crossing):
        for _, colour in clue:
            with_colour[colour] |= 1 << index
    looks: list[list[int]] = []
    for clue in lines:
        occurring = {0, *(colour for _, colour in clue)}
        looks.append([cells if colour in occurring else 0 for colour, cells in enumerate(with_colour)])
    return looks
