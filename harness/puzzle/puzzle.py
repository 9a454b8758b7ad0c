"""A crossword: the numbers at its sides (`Puzzle`), the picture they describe (`Grid`); both are immutable values."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import Any, Self

from harness.errors import PuzzleError
from harness.puzzle.blots import cells_of_colours
from harness.puzzle.line import (
    BLOT,
    MAX_SIDE,
    Axis,
    Cell,
    Clue,
    ColourClue,
    Group,
    Line,
    check_room,
    clue_of,
    clue_text,
    least_length,
)
from harness.puzzle.numbers import Numbers
from harness.puzzle.palette import UNKNOWN
from harness.puzzle.value import Value

_KEYS = Cell.WHITE + Cell.BLACK


class Picture(Value):
    """The cells of a crossword, in colour or not: what `Grid` and `harness.puzzle.colour.ColourGrid` have in common.

    `picture[row][column]` is a character that stands for a colour, `.` for the background, `?` for a cell not known.

    Raises:
        PuzzleError: no cells, more than `MAX_SIDE` a side, or rows of unequal length.
    """

    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.rows or not self.rows[0]:
            raise PuzzleError("the picture has no cells", "draw at least one")
        width = len(self.rows[0])
        if len(self.rows) > MAX_SIDE or width > MAX_SIDE:
            what = "a picture of {width}×{height} cells is too large"
            raise PuzzleError(what, "keep each side to {most}", width=width, height=len(self.rows), most=MAX_SIDE)
        if set(map(len, self.rows)) == {width}:
            return
        for index, row in enumerate(self.rows):
            if len(row) != width:
                where = Line(Axis.ROW, index)
                what = "{count} cells, where row 1 has {width}"
                raise PuzzleError(what, "make all rows equally long", where, count=len(row), width=width)

    @classmethod
    def of_sound(cls, rows: tuple[str, ...]) -> Self:
        """The picture of these rows, which are not looked at: for a solver, which draws many and draws them well.

        >>> Grid.of_sound(("#.", ".#")) == Grid(("#.", ".#"))
        True
        """
        picture = object.__new__(cls)
        object.__setattr__(picture, "rows", rows)
        return picture

    @classmethod
    def unknown(cls, width: int, height: int) -> Self:
        """A picture of which nothing is known yet.

        >>> print(Grid.unknown(3, 2))
        ???
        ???
        """
        return cls((Cell.UNKNOWN * width,) * height)

    @property
    def width(self) -> int:
        """Cells in a row."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Cells in a column."""
        return len(self.rows)

    @property
    def unknown_count(self) -> int:
        """Number of unknown cells."""
        return "".join(self.rows).count(UNKNOWN)

    def __getitem__(self, row: int) -> str:
        return self.rows[row]

    def __str__(self) -> str:
        return self.to_text()

    def to_text(self) -> str:
        """The rows, one a line."""
        return "\n".join(self.rows)

    def columns(self) -> tuple[str, ...]:
        """The columns from left to right, each as a string from top to bottom."""
        return tuple("".join(column) for column in zip(*self.rows, strict=True))

    def is_part_of(self, whole: Picture) -> bool:
        """Return True if all cells known here are the same in another picture of the same size.

        >>> Grid(("#?",)).is_part_of(Grid(("#.",))), Grid(("#.",)).is_part_of(Grid(("#?",)))
        (True, False)
        """
        return all(self[row][column] == Cell.UNKNOWN for row, column in differing_cells(self.rows, whole.rows))

    def turned(self) -> Self:
        """The picture with rows and columns swapped (mirrored at its falling diagonal); its own inverse."""
        return type(self)(self.columns())


def differing_cells(one: Sequence[str], other: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """List the cells in which two pictures of one size differ, as (row, column) from 0, from top to bottom and left to
    right.

    Args:
        one, other: the pictures' rows.

    >>> differing_cells(["#.", ".."], ["#.", "#."])
    ((1, 0),)
    """
    return tuple(
        (row, column)
        for row, (cells, other_cells) in enumerate(zip(one, other, strict=True))
        if cells != other_cells
        for column, (cell, other_cell) in enumerate(zip(cells, other_cells, strict=True))
        if cell != other_cell
    )


class Grid(Picture):
    """A picture, whole or in part: `grid[row][column]` is a `Cell`, row 0 on top, column 0 at the left.

    `rows` are strings of `#` black, `.` white, `?` unknown, all of the same length.

    Raises:
        PuzzleError: no cells, more than `MAX_SIDE` a side, rows of unequal length, another character.

    >>> grid = Grid((".#", "##"))
    >>> grid[0][1] == Cell.BLACK, grid.width, grid.height
    (True, 2, 2)
    >>> grid.clues().columns
    ((1,), (2,))
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if not "".join(self.rows).strip("#.?"):
            return
        for index, row in enumerate(self.rows):
            if wrong := set(row) - set("#.?"):
                where = Line(Axis.ROW, index)
                what = "{sign!r} is not a cell"
                raise PuzzleError(what, "use # for black, . for white, ? for unknown", where, sign=min(wrong))

    @property
    def black_count(self) -> int:
        """Number of cells known to be black."""
        return sum(row.count("#") for row in self.rows)

    def clues(self, title: str = "", author: str = "", source: str = "") -> Puzzle:
        """The puzzle that has this picture as a solution (not always as the only one).

        Raises:
            PuzzleError: a cell is unknown.
        """
        for index, row in enumerate(self.rows):
            if "?" in row:
                fix = "a puzzle is made of a whole picture"
                raise PuzzleError("cell {cell} is unknown", fix, Line(Axis.ROW, index), cell=row.index("?") + 1)
        return Puzzle(
            tuple(clue_of(row) for row in self.rows),
            tuple(clue_of(column) for column in self.columns()),
            title=title,
            author=author,
            source=source,
            goal=self,
        ).as_passed()


class Puzzle(Numbers[Clue]):
    """The clues of a crossword, top row first and left column first, with its title and notes.

    The constructor takes any numbers, so that wrong puzzles can be carried to the Spectrum as well; `check` is what
    tells a puzzle from mere numbers. `BLOT` is the only one below 1 that it lets pass. `goal` is the picture that the
    author had in mind, where a file holds one. `notes` are further headers of a file, as (key, value) pairs in their
    order.

    >>> puzzle = Puzzle(((1,), (2,)), ((1,), (2,)), title="step")
    >>> puzzle.width, puzzle.height
    (2, 2)
    >>> puzzle.check()
    >>> Puzzle(((1, 1), (2,)), ((1,), (2,))).check()
    Traceback (most recent call last):
        ...
    harness.errors.PuzzleError: row 1: 1,1 needs 3 cells, the row has 2; shorten the groups or correct the width
    """

    title: str = ""
    author: str = ""
    source: str = ""
    copyright: str = ""
    license: str = ""
    notes: tuple[tuple[str, str], ...] = ()
    goal: Grid | None = None

    @property
    def palette(self) -> None:
        """None: black and white need none. A `ColourPuzzle` has one."""
        return

    @property
    def keys(self) -> str:
        """Characters of the cells, the background first."""
        return _KEYS

    @property
    def used_keys(self) -> str:
        """The character of a group's colour: that of black, even without a group."""
        return Cell.BLACK

    def name_of(self, cell: str) -> str:
        """Return the name of a cell's colour."""
        return "black" if cell == Cell.BLACK else "white"

    def groups(self) -> dict[Line, ColourClue]:
        """Every line's clue as groups of a colour, the rows from the top, then the columns from the left.

        >>> Puzzle(((2,),), ((1,), (1,))).groups()[Line(Axis.ROW, 0)]
        (Group(length=2, key='#'),)
        """
        return {line: _groups_of(clue) for line, clue, _ in self.lines()}

    def with_clue(self, line: Line, groups: ColourClue) -> Puzzle:
        """The puzzle with another clue for one line, and without a goal.

        >>> Puzzle(((1,),), ((1,),)).with_clue(Line(Axis.ROW, 0), ()).rows
        ((),)
        """
        rows, columns = self.clues_with(line, tuple(group.length for group in groups))
        return self.replace(rows=rows, columns=columns, goal=None)

    def with_goal(self, rows: Sequence[str]) -> Puzzle:
        """The puzzle with this picture, given as its rows, as its goal."""
        return self.replace(goal=Grid(tuple(rows)))

    def redrawn(self, rows: Sequence[str]) -> Puzzle:
        """The puzzle that another picture, given as its rows, makes.

        Raises:
            PuzzleError: as `Grid` and `Grid.clues`.
        """
        return Grid(tuple(rows)).clues()

    def black_and_white(self) -> Puzzle:
        """The puzzle itself, which has no colours to lose."""
        return self

    def turned(self) -> Puzzle:
        """The puzzle with rows and columns swapped; its own inverse."""
        goal = self.goal.turned() if self.goal is not None else None
        return self.replace(rows=self.columns, columns=self.rows, goal=goal)

    def has_clues_of(self, other: Numbers[Any]) -> bool:
        """Return True if both are in black and white with the same clues, whatever their titles and notes."""
        return isinstance(other, Puzzle) and self.rows == other.rows and self.columns == other.columns

    def _check(self) -> None:
        if self._is_sound():
            return
        self.check_sizes()
        blots = 0
        for line, clue, length in self.lines():
            blots += _check_clue(line, clue, length)
        if blots:
            self._check_possible_sums()
        elif (in_rows := sum(map(sum, self.rows))) != (in_columns := sum(map(sum, self.columns))):
            what = "the rows hold {rows} black cells, the columns {columns}"
            fix = "both must be the same: compare the numbers with their source"
            raise PuzzleError(what, fix, rows=in_rows, columns=in_columns)
        if self.goal is not None:
            self.check_drawn(self.goal.clues(), clue_text, _groups_of)

    def _is_sound(self) -> bool:
        """Return True if the check is passed at a glance. A puzzle that fails here may still pass."""

        def fit(clues: tuple[Clue, ...], length: int) -> bool:
            least = min(map(min, filter(None, clues)), default=1)
            return least >= 1 and max(map(add, map(sum, clues), map(len, clues))) <= length + 1

        width, height = len(self.columns), len(self.rows)
        return (
            0 < width <= MAX_SIDE
            and 0 < height <= MAX_SIDE
            and fit(self.rows, width)
            and fit(self.columns, height)
            and sum(map(sum, self.rows)) == sum(map(sum, self.columns))
            and (self.goal is None or self.goal.clues().has_clues_of(self))
        )

    def _check_possible_sums(self) -> None:
        rows = cells_of_colours((_groups_of(clue), self.width) for clue in self.rows)[Cell.BLACK]
        columns = cells_of_colours((_groups_of(clue), self.height) for clue in self.columns)[Cell.BLACK]
        if not rows.meets(columns):
            what = "the rows hold {rows} black cells, the columns {columns}"
            fix = "some number must be in both: compare the numbers with their source"
            raise PuzzleError(what, fix, rows=rows, columns=columns)


def _groups_of(clue: Clue) -> ColourClue:
    return tuple(Group(length, Cell.BLACK.value) for length in clue)


def _check_clue(line: Line, clue: Clue, length: int) -> int:
    """See that a clue fits its line; returns how many of its groups are blotted."""
    blots = 0
    for group in clue:
        if group < 1:
            if group != BLOT:
                fix = "write a lone - (or 0) for a line without groups" if group == 0 else "lengths are 1 or more"
                raise PuzzleError("a group of {group} in {clue}", fix, line, group=group, clue=clue_text(clue))
            blots += 1
    cells = sum(clue) + blots * (least_length(BLOT) - BLOT)
    check_room(line, clue_text(clue), cells + len(clue) - 1, length)
    return blots
