"""A crossword: its lines, the clues at its sides (`Puzzle`), the picture they describe (`Grid`); all immutable values.

`row` and `column` count from 0 here, from 1 in everything a user reads; `Line.number` and `str(Line)` are where the two
meet. Black and white is the palette `PLAIN` of one colour beside the background. In a line, two groups of the same
colour have at least one background cell between them, groups of different colours may touch.

A number may be *blotted*, that is illegible: written ``?``, it stands for a group of 1 cell or more, and has the length
`BLOT`. Blots make checks looser: sums become ranges, and a picture fits many clues. The name, and the sign, are
webpbn.com's; pbnsolve, pynogram and nonogrid solve such puzzles too.
"""

from __future__ import annotations

import itertools
import operator
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import chain
from operator import attrgetter

from harness.errors import FormatError, Phrase, PuzzleError, Translation, check_kind
from harness.puzzle.palette import BACKGROUND, BLACK, PLAIN, UNKNOWN, WHITE, Colour, Palette, Rgb, spare_rgb
from harness.puzzle.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, Self

MAX_SIDE = 4000
"""The largest width or height of a `Puzzle`: far beyond any printed crossword, small enough for memory."""

_MEND_CLUES = "give a list of whole numbers for each line, as in [[3], [1, 1]]"
_MEND_ROWS = "give a string for each row, as in ['.#', '##']"
_MEND_GOAL = "correct one of them, or leave the picture out"

BLOT = -1
"""The length of a *blotted* group, of 1 cell or more, written ``?``."""


class Group(int):
    """Cells of one colour side by side: an integer, their number or `BLOT`, that knows the colour's `key`.

    It equals a bare integer by its length, another group by length and colour.

    >>> Group(2, "r"), Group(2, "r") == 2, Group(2, "r") == Group(2, "k"), sum((Group(2, "r"), Group(3, "k")))
    (Group(length=2, key='r'), True, False, 5)
    """

    key: str
    length = int.real
    _known: ClassVar[dict[tuple[int, str], Group]] = {}

    def __new__(cls, length: int, key: str) -> Group:
        group = cls._known.get((length, key))
        if group is None:
            group = cls._known[length, key] = super().__new__(cls, length)
            group.key = key
        return group

    def __eq__(self, other: object) -> bool:
        return self is other or (self.length == other and getattr(other, "key", self.key) == self.key)

    __hash__ = int.__hash__
    __str__ = int.__repr__

    def __getnewargs__(self) -> tuple[int, str]:  # type: ignore[override]
        return self.length, self.key

    def __repr__(self) -> str:
        return f"Group(length={self.length}, key={self.key!r})"


Clue = tuple[int, ...]
"""The groups of a line, left to right or top to bottom; empty for a line without any.

A length is 1 or more, or `BLOT`. In black and white they are bare integers, in colour each is a `Group`.
"""

Groups = tuple[Group, ...]
"""A clue whose groups all know their colours."""


class Cell(StrEnum):
    """State of one cell; the values are the characters of the picture's text form."""

    BLACK = "#"
    WHITE = "."
    UNKNOWN = "?"


class Axis(StrEnum):
    ROW = "row"
    COLUMN = "column"


class RowsBy(StrEnum):
    """How a reader knew which side of a puzzle is the rows."""

    FILE = "file"
    """The file says so, or a format that its name or the user gives."""
    SIZES = "sizes"
    """Only one way fits the sizes in the file."""
    EITHER = "either"
    """Both sides have the same clues."""
    OPTION = "option"
    """The user has turned it."""
    ASSUMED = "assumed"
    FORMAT = "format"
    """A format says so that the content looks like; a reader's answer, never that of a `Puzzle` that has been read."""


class Line(Value):
    """A row or a column of the crossword; `index` counts from 0."""

    axis: Axis
    index: int

    @property
    def number(self) -> int:
        """The line as the user counts it, from 1."""
        return self.index + 1

    def __lt__(self, other: Line) -> bool:
        return (self.axis, self.index) < (other.axis, other.index)

    def turned(self) -> Line:
        """The same line after rows and columns were swapped."""
        return Line(Axis.COLUMN if self.axis is Axis.ROW else Axis.ROW, self.index)

    def in_words(self, words: Translation = str, /) -> str:
        return f"{words(self.axis.value)} {self.number}"

    def __str__(self) -> str:
        return self.in_words()


def clue_of(cells: str) -> Clue:
    """The lengths of the runs of `#` in a line without unknown cells.

    >>> clue_of("##.#...###")
    (2, 1, 3)
    """
    return tuple(map(len, filter(None, cells.split("."))))


def clue_text(clue: Clue, separator: str = ",") -> str:
    """Format a clue.

    >>> clue_text((3, 1)), clue_text((Group(3, "b"), Group(1, "d"))), clue_text(())
    ('3,1', '3b,1d', '-')
    """
    return separator.join(length_text(group) + getattr(group, "key", "") for group in clue) or "-"


def length_text(length: int) -> str:
    """Format a group's length: `?` for `BLOT`."""
    return "?" if length == BLOT else str(length)


def least_length(length: int) -> int:
    """Return the least number of cells of a group: 1 for `BLOT`."""
    return 1 if length == BLOT else length


def groups_of(cells: str) -> Groups:
    """The groups of a line without unknown cells.

    >>> groups_of("rr.rk")
    (Group(length=2, key='r'), Group(length=1, key='r'), Group(length=1, key='k'))
    """
    return tuple(Group(len(tuple(run)), key) for key, run in itertools.groupby(cells) if key != BACKGROUND)


def cells_needed(clue: Groups) -> int:
    """Return the length of the shortest line for the groups: their cells, and one between those of the same colour.

    >>> cells_needed((Group(2, "r"), Group(1, "r"), Group(1, "k")))
    5
    """
    gaps = sum([one.key == other.key for one, other in itertools.pairwise(clue)])
    return sum(map(least_length, clue)) + gaps


class Range(Value):
    """Bounds of a number of cells, both included."""

    least: int
    most: int

    def in_words(self, words: Translation = str, /) -> str:
        return str(self.least) if self.least == self.most else words("{least} to {most}").format_map(self.__dict__)

    def __str__(self) -> str:
        return self.in_words()

    def meets(self, other: Range) -> bool:
        """Return True if some number lies in both."""
        return self.least <= other.most and other.least <= self.most


def tells_of(clue: Groups, drawn: Groups) -> bool:
    """Return True if a clue fits a line drawn with these groups: the same, but for lengths that are blotted.

    >>> tells_of((Group(BLOT, "r"),), (Group(3, "r"),)), tells_of((Group(BLOT, "r"),), (Group(3, "k"),))
    (True, False)
    """
    return len(clue) == len(drawn) and all(
        group.key == other.key and group in (BLOT, other) for group, other in zip(clue, drawn, strict=True)
    )


def cells_of_colours(side: Iterable[tuple[Groups, int]]) -> dict[str, Range]:
    """Count the cells of each colour, by key, in the lines of one side, each with its clue, which fits, and its length.

    >>> str(cells_of_colours([((Group(BLOT, "r"), Group(2, "k")), 9)])["r"])
    '1 to 7'
    """
    least: defaultdict[str, int] = defaultdict(int)
    room: defaultdict[str, int] = defaultdict(int)  # what its blotted groups may have beyond one cell
    for clue, length in side:
        for group in clue:
            least[group.key] += group if group > 0 else 1
        if min(clue, default=1) < 0:
            for key in {group.key for group in clue if group < 0}:
                room[key] += length - cells_needed(clue)
    return defaultdict(lambda: Range(0, 0), {key: Range(count, count + room[key]) for key, count in least.items()})


class Grid(Value):
    """A picture, whole or in part: `grid[row][column]` is a colour's key, `.` for the background, `?` if not known.

    Row 0 is on top, column 0 at the left. In black and white the cells are those of `Cell`. The constructor takes any
    iterable of strings, and keeps a tuple.

    Raises:
        PuzzleError: no cells, more than `MAX_SIDE` a side, or rows of unequal length.

    >>> from harness import Grid
    >>> grid = Grid([".#", "##"])
    >>> grid[0][1], grid.width, grid.height, grid.columns()
    ('#', 2, 2, ('.#', '##'))
    >>> grid.puzzle().columns
    ((1,), (2,))
    """

    rows: tuple[str, ...]

    if TYPE_CHECKING:

        def __init__(self, rows: Iterable[str]) -> None: ...

    def __post_init__(self) -> None:
        if not (type(self.rows) is tuple and _STR.issuperset(map(type, self.rows))):
            self.__dict__["rows"] = _rows_of(self.rows)
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
    def of(cls, picture: Grid | Iterable[str]) -> Grid:
        """Return the picture of these rows, or the picture itself."""
        return picture if isinstance(picture, Grid) else cls(picture)

    @classmethod
    def of_sound(cls, rows: tuple[str, ...]) -> Self:
        """Return the picture of these rows without checking them, for a solver's many."""
        picture = object.__new__(cls)
        object.__setattr__(picture, "rows", rows)
        return picture

    @classmethod
    def unknown(cls, width: int, height: int) -> Self:
        """Return a picture without a known cell."""
        return cls((UNKNOWN * width,) * height)

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
        return "".join(self.rows).count(UNKNOWN)

    def __getitem__(self, row: int) -> str:
        return self.rows[row]

    def __str__(self) -> str:
        return self.to_text()

    def _repr_svg_(self) -> str:
        """Draw the cells for a notebook, without clues; keys say no colours, so that strong ones stand for them."""
        keys = sorted(set("".join(self.rows)) - {BACKGROUND, UNKNOWN, Cell.BLACK})
        palette = Palette((*PLAIN.colours, *map(Colour, keys, spare_rgb(())))) if keys else PLAIN
        empty = Puzzle(((),) * self.height, ((),) * self.width, palette)
        return sheet_svg(empty, self)

    def check_fits(self, puzzle: Puzzle) -> None:
        """Raise `PuzzleError` if the picture has not the puzzle's size."""
        if (self.width, self.height) != (puzzle.width, puzzle.height):
            size, wanted = f"{self.width}×{self.height}", f"{puzzle.width}×{puzzle.height}"
            what, fix = "a picture of {size} cells for a puzzle of {wanted}", "give one of the puzzle's size"
            raise PuzzleError(what, fix, size=size, wanted=wanted)

    def to_text(self) -> str:
        return "\n".join(self.rows)

    def columns(self) -> tuple[str, ...]:
        """The columns from left to right, each as a string from top to bottom."""
        return tuple("".join(column) for column in zip(*self.rows, strict=True))

    def is_part_of(self, whole: Grid) -> bool:
        """Return True if all cells known here are the same in another picture of the same size."""
        return all(self[row][column] == UNKNOWN for row, column in differing_cells(self.rows, whole.rows))

    def turned(self) -> Grid:
        """The picture with rows and columns swapped (mirrored at its falling diagonal); its own inverse."""
        return Grid(self.columns())

    def recoloured(self, keys: dict[str, str]) -> Grid:
        """The picture with other keys for its colours; those not in `keys` stay."""
        table = str.maketrans(keys)
        return Grid(tuple(row.translate(table) for row in self.rows))

    def puzzle(self, palette: Palette = PLAIN, title: str = "", author: str = "", source: str = "") -> Puzzle:
        """The puzzle that has this picture as a solution, perhaps among others.

        Raises `PuzzleError` if a cell is unknown, or has a colour that is not in the palette.
        """
        wrong = set("".join(self.rows)) - set(BACKGROUND + palette.keys)
        is_strange = not palette.in_colour and wrong not in (set(), {UNKNOWN})
        if is_strange:
            wrong.discard(UNKNOWN)
        for index, row in enumerate(self.rows if wrong else ()):
            if found := wrong.intersection(row):
                sign, where = min(found), Line(Axis.ROW, index)
                if is_strange:
                    what, fix = "{sign!r} is not a cell", "use # for black, . for white, ? for unknown"
                    raise PuzzleError(what, fix, where, sign=sign)
                unknown, strange = "cell {cell} is unknown", "cell {cell} is {sign!r}, which is not in the palette"
                fix = "a puzzle is made of a whole picture"
                if palette.in_colour:
                    fix = "a puzzle is made of a whole picture in its colours"
                what = unknown if UNKNOWN in found else strange
                raise PuzzleError(what, fix, where, cell=row.index(sign) + 1, sign=sign)
        clue = groups_of if palette.in_colour else clue_of
        rows, columns = tuple(map(clue, self.rows)), tuple(map(clue, self.columns()))
        about = {"title": title, "author": author, "source": source}
        return Puzzle.of_sound(rows, columns, palette=palette, goal=self, **about)


def common_cells(solutions: Sequence[Grid]) -> Grid:
    """Return the cells that have the same colour in all the solutions, one at least; the others are unknown."""
    rows = zip(*(grid.rows for grid in solutions), strict=True)
    cells = ((row[0] if len(set(row)) == 1 else UNKNOWN for row in zip(*same, strict=True)) for same in rows)
    return Grid(tuple(map("".join, cells)))


def differing_cells(one: Sequence[str], other: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """List the cells (row, column), from 0, in which two pictures of one size, given as their rows, differ, in order.

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


class Puzzle(Value):
    """The clues of a crossword, top row first and left column first, with its colours, title and notes.

    The constructor takes any clues, as iterables of whole numbers, and keeps tuples. It does not ask whether they fit,
    so that wrong puzzles can be carried to the Spectrum as well; `check` does. `goal` is the author's picture, if a
    file holds one. `notes` are further headers of a file, as (key, value) pairs in their order.

    >>> from harness import Puzzle
    >>> puzzle = Puzzle([[1], [2]], iter([[1], [2]]), title="step")
    >>> puzzle.rows, puzzle.width, puzzle.height, puzzle.in_colour
    (((1,), (2,)), 2, 2, False)
    >>> Puzzle([[1], "x"], [[1]])
    Traceback (most recent call last):
        ...
    harness.errors.PuzzleError: row 2: the clue is 'x'; give a list of whole numbers for each line, as in [[3], [1, 1]]
    >>> Puzzle(((1, 1), (2,)), ((1,), (2,))).check()
    Traceback (most recent call last):
        ...
    harness.errors.PuzzleError: row 1: 1,1 needs 3 cells, the row has 2; shorten the groups or correct the width
    """

    rows: tuple[Clue, ...]
    columns: tuple[Clue, ...]
    palette: Palette = PLAIN
    title: str = ""
    author: str = ""
    source: str = ""
    copyright: str = ""
    license: str = ""
    notes: tuple[tuple[str, str], ...] = ()
    goal: Grid | None = None
    _has_passed: ClassVar[bool] = False
    rows_by: ClassVar[RowsBy] = RowsBy.FILE
    """How its reader knew which side is the rows; no part of the value."""

    if TYPE_CHECKING:

        def __init__(
            self,
            rows: Iterable[Iterable[int]],
            columns: Iterable[Iterable[int]],
            palette: Palette = PLAIN,
            title: str = "",
            author: str = "",
            source: str = "",
            copyright: str = "",
            license: str = "",
            notes: tuple[tuple[str, str], ...] = (),
            goal: Grid | None = None,
        ) -> None: ...

    def __post_init__(self) -> None:
        rows, columns = self.rows, self.columns
        # readers give tuples, and many puzzles: two looks tell what takes no conversion
        if not (
            type(rows) is type(columns) is tuple
            and _TUPLE.issuperset(map(type, rows + columns))
            and _LENGTHS.issuperset(map(type, chain(*rows, *columns)))
        ):
            self.__dict__.update(rows=_clues_of(rows, Axis.ROW), columns=_clues_of(columns, Axis.COLUMN))
        if not _STR.issuperset(map(type, map(self.__dict__.__getitem__, ABOUT))):
            for name in ABOUT:
                check_kind(name, self.__dict__[name], str)

    def _repr_svg_(self) -> str:
        """Draw the sheet for a notebook, without the goal."""
        return sheet_svg(self)

    @property
    def width(self) -> int:
        """Cells in a row."""
        return len(self.columns)

    @property
    def height(self) -> int:
        """Cells in a column."""
        return len(self.rows)

    @property
    def in_colour(self) -> bool:
        """False in black and white, with clues of bare lengths."""
        return self.palette.in_colour

    @property
    def keys(self) -> str:
        """Characters of the cells, the background first."""
        return BACKGROUND + self.palette.keys

    @cached_property
    def used_keys(self) -> str:
        """The keys of the colours that occur in a clue, in the palette's order; in black and white always black."""
        if not self.in_colour:
            return Cell.BLACK
        used = set(map(_KEY_OF, chain(*self.rows, *self.columns)))
        return "".join(key for key in self.palette.keys if key in used)

    def name_of(self, cell: str) -> str:
        """Return the name of a cell's colour, or its key if it has no name."""
        return self.palette.name_of(cell)

    def lines(self) -> Iterable[tuple[Line, Clue, int]]:
        """Every line with its clue and its length in cells: the rows from the top, then the columns from the left."""
        for index, clue in enumerate(self.rows):
            yield Line(Axis.ROW, index), clue, self.width
        for index, clue in enumerate(self.columns):
            yield Line(Axis.COLUMN, index), clue, self.height

    def groups(self) -> dict[Line, Groups]:
        """Every line's clue as groups of a colour, in the order of `lines`."""
        rows, columns = self.sides
        return {line: clue for (line, _, _), clue in zip(self.lines(), rows + columns, strict=True)}

    @property
    def sides(self) -> tuple[tuple[Groups, ...], tuple[Groups, ...]]:
        """The rows and the columns, each clue as groups of a colour."""
        if self.in_colour:
            return self.rows, self.columns  # type: ignore[return-value]  # in colour they are groups
        return tuple(map(_with_keys, self.rows)), tuple(map(_with_keys, self.columns))

    @property
    def blotted_line(self) -> Line | None:
        """The first line with a blotted group, in the order of `lines`."""
        return next((line for line, clue, _ in self.lines() if BLOT in clue), None)

    @property
    def has_blots(self) -> bool:
        """True if any group is blotted. Checks are looser then: sums are ranges, and pictures fit many clues."""
        return any(BLOT in clue for clue in chain(self.rows, self.columns))

    def check_no_blots(self, who: Phrase | str, name: str = "") -> None:
        """Raise `FormatError`, with the file's name, if a group is blotted; `who` ("the solver") needs all numbers."""
        if (line := self.blotted_line) is not None:
            what = "a blotted number (?), and {who} needs all numbers"
            raise FormatError(what, "solve finds out what it may be", name, None, line, who=who)

    def with_clue(self, line: Line, groups: Groups) -> Puzzle:
        """The puzzle with another clue for one line, and without a goal."""
        rows, columns = list(self.rows), list(self.columns)
        clue: Clue = groups if self.in_colour else _lengths(groups)
        (rows if line.axis is Axis.ROW else columns)[line.index] = clue
        return self.replace(rows=tuple(rows), columns=tuple(columns), goal=None)

    def redrawn(self, rows: Sequence[str]) -> Puzzle:
        """The puzzle of another picture in the same colours, given as its rows; errors as `Grid` and `Grid.puzzle`."""
        return Grid(tuple(rows)).puzzle(self.palette)

    def turned(self) -> Puzzle:
        """The puzzle with rows and columns swapped; its own inverse."""
        goal = self.goal.turned() if self.goal is not None else None
        return self.replace(rows=self.columns, columns=self.rows, goal=goal)

    def has_clues_of(self, other: Puzzle) -> bool:
        """Return True if both have the same clues in the same colours; keys, titles and notes may differ."""
        if not self.in_colour or not other.in_colour:
            return (self.in_colour, self.rows, self.columns) == (other.in_colour, other.rows, other.columns)

        def seen(puzzle: Puzzle) -> list[list[tuple[int, Rgb | None]]]:
            looks: dict[str, Rgb] = {colour.key: colour.rgb for colour in puzzle.palette.colours}
            return [[(group.length, looks.get(group.key)) for group in groups] for groups in puzzle.groups().values()]

        return self.height == other.height and seen(self) == seen(other)

    def with_keys(self, keys: str) -> Puzzle:
        """The same puzzle with the first of `keys` for the palette's colours; raise `PuzzleError` for too few."""
        if len(keys) < len(self.palette.colours):
            fix = "at most {most} have a character here"
            raise PuzzleError("{count} colours", fix, count=len(self.palette.colours), most=len(keys))
        new = dict(zip(self.palette.keys, keys, strict=False))
        palette = self.palette.replace(colours=tuple(c.replace(key=new[c.key]) for c in self.palette.colours))
        rows, columns = (
            tuple(tuple(Group(g.length, new.get(g.key, g.key)) for g in clue) for clue in side) for side in self.sides
        )
        goal = self.goal.recoloured(new) if self.goal is not None else None
        return self.replace(rows=rows, columns=columns, palette=palette, goal=goal)

    def black_and_white(self) -> Puzzle:
        """The puzzle without its colours; raise `PuzzleError` if more than one occurs.

        >>> from harness.puzzle.palette import Colour
        >>> Grid(("r.r",)).puzzle(Palette((Colour("r", BLACK),))).black_and_white().rows
        ((1, 1),)
        """
        if self.palette is PLAIN:
            return self
        if len(self.used_keys) > 1:
            fix = "this works on puzzles in black and white; solve, check, convert and page take colours"
            raise PuzzleError("the puzzle has {count} colours", fix, count=len(self.used_keys))
        goal = None
        if self.goal is not None:
            goal = Grid(tuple("".join(c if c in ".?" else "#" for c in row) for row in self.goal.rows))
        rows, columns = tuple(map(_lengths, self.rows)), tuple(map(_lengths, self.columns))
        return self.replace(rows=rows, columns=columns, palette=PLAIN, goal=goal).with_rows_by(self.rows_by)

    @property
    def is_black_on_white(self) -> bool:
        """True if no other colours occur, so that `black_and_white` loses nothing at all."""
        looks = {self.palette[key].rgb for key in self.used_keys}
        return len(self.used_keys) <= 1 and looks <= {BLACK} and self.palette.background == WHITE

    def check(self) -> None:
        """Check, once, that the clues can be a crossword, without solving them: sizes, lines, sums of colours, goal.

        Raises `PuzzleError`, with the row or column if one is wrong.
        """
        if not self._has_passed:
            self._check()
            object.__setattr__(self, "_has_passed", True)

    @classmethod
    def of_sound(cls, rows: tuple[Clue, ...], columns: tuple[Clue, ...], **others: Any) -> Self:
        """Return the puzzle of clues that pass `check`, without looking at them; for a reader that has."""
        puzzle = object.__new__(cls)
        puzzle.__dict__.update(cls._defaults, rows=rows, columns=columns, _has_passed=True, **others)
        return puzzle

    def with_rows_by(self, rows_by: RowsBy) -> Self:
        """Note how the reader knew which side is the rows."""
        object.__setattr__(self, "rows_by", rows_by)
        return self

    def check_sizes(self) -> None:
        """Raise `PuzzleError` if there are too few lines, or too many."""
        for side, size in (("width", self.width), ("height", self.height)):
            if size < 1:
                least = "a crossword has at least one row and one column"
                raise PuzzleError("the {side} is 0", least, side=Phrase(side))
            if size > MAX_SIDE:
                fix = "keep each side to {most} cells"
                raise PuzzleError("the {side} is {size}", fix, side=Phrase(side), size=size, most=MAX_SIDE)

    def _check(self) -> None:
        self.check_sizes()
        in_colour, keys, has_blots = self.in_colour, self.palette.keys, False
        totals: list[object] = []
        for axis, clues, length in ((Axis.ROW, self.rows, self.width), (Axis.COLUMN, self.columns, self.height)):
            is_strange = in_colour and not set(keys).issuperset(map(_KEY_OF, chain(*clues)))
            for index, clue in enumerate(clues):
                # most clues are seen to be sound at a glance: a gap between any two groups makes them longest
                if is_strange or (clue and (min(clue) < 1 or sum(clue) + len(clue) > length + 1)):
                    self._check_clue(Line(axis, index), clue, length, keys)
                    has_blots = has_blots or BLOT in clue
            totals.append(_cells_of_keys(clues, keys) if in_colour else sum(map(sum, clues)))
        if has_blots or totals[0] != totals[1]:
            self._check_sums()
        if self.goal is not None:
            self._check_goal(self.redrawn(self.goal.rows))

    def _check_sums(self) -> None:
        in_rows = cells_of_colours((clue, self.width) for clue in self.sides[0])
        in_columns = cells_of_colours((clue, self.height) for clue in self.sides[1])
        for key in self.palette.keys:
            one, other = in_rows[key], in_columns[key]
            if not one.meets(other):
                fix = "both must be the same: compare the numbers with their source"
                if not self.in_colour and self.has_blots:
                    fix = "some number must be in both: compare the numbers with their source"
                what = "the rows hold {rows} black cells, the columns {columns}"
                if self.in_colour:
                    what = "the rows hold {rows} cells of the colour {name}, the columns {columns}"
                name = self.palette[key].name or key
                raise PuzzleError(what, fix, rows=one, columns=other, name=name)

    def _check_clue(self, line: Line, clue: Clue, length: int, keys: str) -> None:
        for group in clue:
            if group < 1 and group != BLOT:
                fix = "write a lone - (or 0) for a line without groups" if group == 0 else "lengths are 1 or more"
                raise PuzzleError("a group of {group} in {clue}", fix, line, group=int(group), clue=clue_text(clue))
            if isinstance(group, Group) and group.key not in keys:
                raise PuzzleError("no colour {key!r}", "the palette has {keys!r}", line, key=group.key, keys=keys)
        if (needed := cells_needed(_with_keys(clue))) > length:
            side, axis = "width" if line.axis is Axis.ROW else "height", line.axis.value
            what = "{clue} needs {needed} cells, the {axis} has {length}"
            facts = {"clue": clue_text(clue), "needed": needed, "length": length}
            fix = "shorten the groups or correct the {side}"
            raise PuzzleError(what, fix, line, axis=Phrase(axis), side=Phrase(side), **facts)

    def _check_goal(self, drawn: Puzzle) -> None:
        """Check that the clues fit `drawn`, the puzzle that the goal makes."""
        if (drawn.rows, drawn.columns) == (self.rows, self.columns):
            return
        if (drawn.width, drawn.height) != (self.width, self.height):
            drawn_size, size = f"{drawn.width}×{drawn.height}", f"{self.width}×{self.height}"
            what = "the picture has {drawn} cells, the clues are for {size}"
            raise PuzzleError(what, _MEND_GOAL, drawn=drawn_size, size=size)
        for (line, clue, _), (_, picture_clue, _) in zip(self.lines(), drawn.lines(), strict=True):
            if clue != picture_clue and not tells_of(_with_keys(clue), _with_keys(picture_clue)):
                what = "the clue is {clue}, the picture has {drawn}"
                raise PuzzleError(what, _MEND_GOAL, line, clue=clue_text(clue), drawn=clue_text(picture_clue))


def sheet_svg(puzzle: Puzzle, picture: Grid | None = None, **marks: Any) -> str:
    """Draw a sheet for a notebook, by the `draw` that the package hands on: the room that draws is above this one."""
    svg: str = sys.modules["harness"].draw(puzzle, picture, **marks)
    return svg


_TUPLE, _LENGTHS, _STR = frozenset({tuple}), frozenset({int, Group}), frozenset({str})
ABOUT = ("title", "author", "source", "copyright", "license")
_KEY_OF = attrgetter("key")


def _rows_of(rows: object) -> tuple[str, ...]:
    """Return a picture's rows, given as any iterable of strings."""
    if isinstance(rows, str) or not isinstance(rows, Iterable):
        raise PuzzleError("{given!r} is no list of rows", _MEND_ROWS, given=rows)
    rows = tuple(rows)
    if wrong := [row for row in rows if not isinstance(row, str)]:
        raise PuzzleError("{given!r} is no row", _MEND_ROWS, given=wrong[0])
    return tuple(map(str, rows))


def _clues_of(side: object, axis: Axis) -> tuple[Clue, ...]:
    """Return one side's clues, given as iterables of anything that is a whole number, as tuples."""
    if isinstance(side, str) or not isinstance(side, Iterable):
        raise PuzzleError("{given!r} is no list of clues", _MEND_CLUES, given=side)
    clues = []
    for index, clue in enumerate(side):
        try:
            clues.append(tuple(group if isinstance(group, Group) else operator.index(group) for group in clue))
        except TypeError:
            raise PuzzleError("the clue is {given!r}", _MEND_CLUES, Line(axis, index), given=clue) from None
    return tuple(clues)


def _cells_of_keys(clues: Iterable[Clue], keys: str) -> dict[str, int]:
    counts = dict.fromkeys(keys, 0)
    for group in chain(*clues):
        counts[group.key] += group  # type: ignore[attr-defined]  # in colour they are groups
    return counts


def _with_keys(clue: Clue) -> Groups:
    return tuple([group if isinstance(group, Group) else Group(group, Cell.BLACK.value) for group in clue])


def _lengths(clue: Clue) -> Clue:
    return tuple(map(int, clue))
