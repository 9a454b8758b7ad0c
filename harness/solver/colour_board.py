"""The state of a crossword while it is being solved: a mask of colours for each cell.

Black and white is the case of one colour. Line logic on the whole board is `harness.solver.propagate`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from harness.puzzle import AnyPuzzle, Picture
from harness.puzzle.palette import BACKGROUND, UNKNOWN
from harness.solver.colour_lines import NumberedClue, numbered_clues, several, solve_colour_line
from harness.solver.lines import members
from harness.solver.propagate import BaseBoard, PictureT


class ColourBoard(BaseBoard[int, PictureT]):
    """The colours that each cell may still have, by rows and by columns; mutable.

    `can[n][c]` is the set of cells of line n that may have colour c, as in `lines`; colour 0 is the background, and
    `keys` and `names` tell for each number what stands for it in pictures and what a person calls it. Each cell is kept
    in both of its lines: a colour that one line rules out is ruled out in the other, that is, a cell's mask is the AND
    of what its row and its column say.

    >>> from harness.puzzle import ColourGrid
    >>> from harness.puzzle.palette import Colour, Palette
    >>> from harness.solver.budget import Budget
    >>> from harness.solver.propagate import propagate
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
    def of(cls, puzzle: AnyPuzzle, draw: Callable[[tuple[str, ...]], PictureT]) -> ColourBoard[PictureT]:
        """A board on which nothing is known.

        Args:
            puzzle: in colour, or in black and white, where `#` is the only colour.
            draw: makes the pictures that `grid` hands out, of rows of keys.

        Raises:
            PuzzleError: the numbers cannot be a crossword.
        """
        puzzle.check()
        keys = BACKGROUND + puzzle.used_keys
        names = tuple(puzzle.name_of(key) for key in keys)
        return cls.empty((puzzle.width, puzzle.height), keys, names, numbered_clues(puzzle, keys), draw)

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
        can = [sets.copy() for sets in self.can]
        return type(self)((self.width, self.height), self.keys, self.names, self.clues, can, self._draw)

    def is_open(self, row: int, column: int) -> bool:
        return len(self.colours(row, column)) > 1

    def colours(self, row: int, column: int) -> list[int]:
        return [colour for colour, cells in enumerate(self.can[row]) if cells >> column & 1]

    def name(self, colour: int) -> str:
        return self.names[colour]

    def put(self, row: int, column: int, colour: int) -> tuple[int, int]:
        crossing = self.height + column
        across, down = self.can[row], self.can[crossing]
        for other in range(len(across)):
            if other != colour:
                across[other] &= ~(1 << column)
                down[other] &= ~(1 << row)
        return row, crossing

    def know(self, given: Picture | None) -> None:
        for row, cells in enumerate(given.rows if given is not None else ()):
            for column, cell in enumerate(cells):
                if cell != UNKNOWN:
                    self.put(row, column, self.keys.index(cell))

    def take(self, other: ColourBoard[PictureT]) -> None:
        self.can = other.can

    def take_common(self, others: Sequence[ColourBoard[PictureT]]) -> list[int]:
        marked: list[int] = []
        for line, own in enumerate(self.can):
            union = [0] * len(own)
            for other in others:
                union = [left | right for left, right in zip(union, other.can[line], strict=True)]
            if union != own:
                self.can[line] = union
                marked.append(line)
        return marked

    def look(self, line: int) -> list[int] | None:
        solved = self.solve_line(line)
        return None if solved is None else sorted(self.learn(line, solved))

    def solve_line(self, line: int) -> Sequence[int] | None:
        """Everything that follows for a line: for each colour the cells that may have it; None if nothing fits."""
        return solve_colour_line(self.length(line), self.clues[line], self.can[line])

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
        return several(self.can[line])

    @property
    def open_count(self) -> int:
        """Number of cells that may have several colours."""
        return sum(self.open_cells(row).bit_count() for row in range(self.height))

    @property
    def choices(self) -> int:
        """Number of colours that all cells may have together: the fewer, the more is known."""
        return sum(cells.bit_count() for row in range(self.height) for cells in self.can[row])

    def grid(self) -> PictureT:
        return self._draw(tuple(self.line_text(row) for row in range(self.height)))

    def line_text(self, line: int) -> str:
        """Format the known cells of a line as keys."""
        cells = [UNKNOWN] * self.length(line)
        known = ~self.open_cells(line)
        for name, can in zip(self.keys, self.can[line], strict=True):
            for cell in members(can & known):
                cells[cell] = name
        return "".join(cells)
