"""What is known of a crossword while it is being solved, as a mask of colours for each cell.

Black and white is the case of one colour. Line logic on the whole board is `harness.solver.propagate`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from harness.puzzle import Cell, Picture, Puzzle
from harness.puzzle.colour import ColourPuzzle
from harness.puzzle.palette import BACKGROUND, UNKNOWN
from harness.solver.colour_lines import NumberedClue, solve_colour_line
from harness.solver.propagate import BaseBoard

PictureT = TypeVar("PictureT", bound=Picture)


class ColourBoard(BaseBoard, Generic[PictureT]):
    """The colours that each cell may still have, by rows and by columns; mutable.

    `can[n][c]` is the set of cells of line n that may have colour c, as in `lines`; colour 0 is the background, and
    `keys` and `names` tell for each number what stands for it in pictures and what a person calls it. Each cell is kept
    in both of its lines: a colour that one line rules out is ruled out in the other, that is, a cell's mask is the AND
    of what its row and its column say.

    >>> from harness.puzzle.colour import ColourGrid
    >>> from harness.puzzle.palette import Colour, Palette
    >>> from harness.solver.propagate import Budget, propagate
    >>> palette = Palette((Colour("r", (255, 0, 0)), Colour("k", (0, 0, 0))))
    >>> board = ColourBoard.of(ColourGrid(("rk", ".r")).puzzle(palette), ColourGrid)
    >>> propagate(board, Budget())
    >>> print(board.grid())
    rk
    .r
    """

    __slots__ = ("_draw", "can", "clues", "keys", "names")

    def __init__(
        self,
        size: tuple[int, int],
        keys: str,
        names: tuple[str, ...],
        clues: tuple[NumberedClue, ...],
        can: list[list[int]],
        draw: Callable[[tuple[str, ...]], PictureT],
    ) -> None:
        super().__init__(*size)
        self.keys = keys
        self.names = names
        self.clues = clues
        self.can = can
        self._draw = draw

    @classmethod
    def of(cls, puzzle: Puzzle | ColourPuzzle, draw: Callable[[tuple[str, ...]], PictureT]) -> ColourBoard[PictureT]:
        """A board on which nothing is known.

        Args:
            puzzle: in colour, or in black and white, where `#` is the only colour.
            draw: makes the pictures that `grid` hands out, of rows of keys.

        Raises:
            PuzzleError: the numbers cannot be a crossword.
        """
        puzzle.check()
        if isinstance(puzzle, ColourPuzzle):
            keys = BACKGROUND + puzzle.used_keys
            names = tuple(puzzle.palette.name_of(key) for key in keys)
            clues = tuple(
                tuple((group.length, keys.index(group.key)) for group in clue) for _, clue, _ in puzzle.lines()
            )
        else:
            keys = Cell.WHITE + Cell.BLACK
            names = ("white", "black")
            clues = tuple(tuple((length, 1) for length in clue) for _, clue, _ in puzzle.lines())
        return cls.empty((puzzle.width, puzzle.height), keys, names, clues, draw)

    @classmethod
    def empty(
        cls,
        size: tuple[int, int],
        keys: str,
        names: tuple[str, ...],
        clues: tuple[NumberedClue, ...],
        draw: Callable[[tuple[str, ...]], PictureT],
    ) -> ColourBoard[PictureT]:
        """A board of that width and height on which nothing is known, for clues that may be wrong."""
        width, height = size
        can = [[(1 << length) - 1] * len(keys) for length in [width] * height + [height] * width]
        return cls(size, keys, names, clues, can, draw)

    def copy(self) -> ColourBoard[PictureT]:
        """Another board that knows the same."""
        can = [sets.copy() for sets in self.can]
        return ColourBoard((self.width, self.height), self.keys, self.names, self.clues, can, self._draw)

    def colours(self, row: int, column: int) -> list[int]:
        """The numbers of the colours that a cell may have, 0 for the background."""
        return [colour for colour, cells in enumerate(self.can[row]) if cells >> column & 1]

    def put(self, row: int, column: int, colour: int) -> tuple[int, int]:
        """Give a cell its colour; returns its two lines, which are to be marked."""
        crossing = self.height + column
        for other in self.colours(row, column):
            if other != colour:
                self.can[row][other] &= ~(1 << column)
                self.can[crossing][other] &= ~(1 << row)
        return row, crossing

    def look(self, line: int) -> list[int] | None:
        """Learn what follows from a line alone; see `BaseBoard.look`."""
        solved = solve_colour_line(self.length(line), self.clues[line], self.can[line])
        return None if solved is None else sorted(self.learn(line, solved))

    def learn(self, line: int, sets: Sequence[int]) -> set[int]:
        """Take over what is known of a line now; returns the crossing lines that learnt something thereby."""
        old, self.can[line] = self.can[line], list(sets)
        bit, first_crossing = (1 << line, self.height) if line < self.height else (1 << (line - self.height), 0)
        crossings: set[int] = set()
        for colour, (before, now) in enumerate(zip(old, sets, strict=True)):
            for cell in members(before & ~now):
                crossing = first_crossing + cell
                self.can[crossing][colour] &= ~bit
                crossings.add(crossing)
        return crossings

    def open_cells(self, line: int) -> int:
        """The set of a line's cells that may have several colours."""
        once = several = 0
        for cells in self.can[line]:
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

    def grid(self) -> PictureT:
        """What is known, as a picture: cells that may have several colours are unknown."""
        return self._draw(tuple(self.line_text(row) for row in range(self.height)))

    def line_text(self, line: int) -> str:
        """What is known of a line, as keys."""
        cells = [UNKNOWN] * self.length(line)
        known = ~self.open_cells(line)
        for name, can in zip(self.keys, self.can[line], strict=True):
            for cell in members(can & known):
                cells[cell] = name
        return "".join(cells)


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
