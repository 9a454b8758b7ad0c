"""A crossword in colour: its numbers and the picture they describe.

The same as `harness.puzzle.puzzle` is in black and white. In a line, two groups of the same colour have at
least one background cell between them, groups of different colours may touch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from harness.errors import PuzzleError
from harness.puzzle.blots import cells_of_colours
from harness.puzzle.line import (
    BLOT,
    MAX_SIDE,
    Axis,
    ColourClue,
    Group,
    Line,
    cells_needed,
    check_room,
    colour_clue_of,
    colour_clue_text,
)
from harness.puzzle.numbers import Numbers
from harness.puzzle.palette import BACKGROUND, BLACK, UNKNOWN, WHITE, Palette, Rgb
from harness.puzzle.puzzle import Grid, Picture, Puzzle


class ColourGrid(Picture):
    """A picture in colour, whole or in part: `grid[row][column]` is a key, `BACKGROUND` or `UNKNOWN`; row 0 on top.

    Raises:
        PuzzleError: no cells, more than `MAX_SIDE` a side, or rows of unequal length.

    >>> grid = ColourGrid(("rk", ".r"))
    >>> grid.columns(), grid.width, grid.height
    (('r.', 'kr'), 2, 2)
    """

    def recoloured(self, keys: dict[str, str]) -> ColourGrid:
        """The picture with other keys for its colours; those not in `keys` stay.

        >>> ColourGrid(("rk.",)).recoloured({"r": "k", "k": "r"}).rows
        ('kr.',)
        """
        table = str.maketrans(keys)
        return ColourGrid(tuple(row.translate(table) for row in self.rows))

    def puzzle(self, palette: Palette) -> ColourPuzzle:
        """The puzzle that has this picture as a solution (not always as the only one).

        Raises:
            PuzzleError: a cell is unknown, or has a colour that is not in the palette.
        """
        for index, row in enumerate(self.rows):
            if wrong := set(row) - set(palette.keys) - {BACKGROUND}:
                unknown = "cell {cell} is unknown"
                what = unknown if UNKNOWN in wrong else "cell {cell} is {sign!r}, which is not in the palette"
                fix, cell = "a puzzle is made of a whole picture in its colours", row.index(min(wrong)) + 1
                raise PuzzleError(what, fix, Line(Axis.ROW, index), cell=cell, sign=min(wrong))
        rows = tuple(colour_clue_of(row) for row in self.rows)
        columns = tuple(colour_clue_of(column) for column in self.columns())
        return ColourPuzzle(rows, columns, palette, goal=self)


class ColourPuzzle(Numbers[ColourClue]):
    """The numbers of a crossword in colour, top row first and left column first; see `harness.puzzle.Puzzle`.

    >>> from harness.puzzle.palette import Colour
    >>> palette = Palette((Colour("r", (255, 0, 0)), Colour("k", (0, 0, 0))))
    >>> puzzle = ColourGrid(("rk", ".r")).puzzle(palette)
    >>> puzzle.check()
    >>> [colour_clue_text(clue) for clue in puzzle.columns]
    ['1r', '1k,1r']
    """

    palette: Palette
    title: str = ""
    author: str = ""
    source: str = ""
    copyright: str = ""
    license: str = ""
    notes: tuple[tuple[str, str], ...] = ()
    goal: ColourGrid | None = None

    @property
    def keys(self) -> str:
        """Characters of the cells, the background first."""
        return BACKGROUND + self.palette.keys

    @property
    def used_keys(self) -> str:
        """The keys of the colours that occur in a clue, in the palette's order."""
        used = {group.key for _, clue, _ in self.lines() for group in clue}
        return "".join(key for key in self.palette.keys if key in used)

    def name_of(self, cell: str) -> str:
        """Return the name of a cell's colour, or its key if it has no name."""
        return self.palette.name_of(cell)

    def groups(self) -> dict[Line, ColourClue]:
        """Every line's clue, the rows from the top, then the columns from the left."""
        return {line: clue for line, clue, _ in self.lines()}

    def with_clue(self, line: Line, groups: ColourClue) -> ColourPuzzle:
        """The puzzle with another clue for one line, and without a goal."""
        rows, columns = self.clues_with(line, groups)
        return self.replace(rows=rows, columns=columns, goal=None)

    def with_goal(self, rows: Sequence[str]) -> ColourPuzzle:
        """The puzzle with this picture, given as its rows, as its goal."""
        return self.replace(goal=ColourGrid(tuple(rows)))

    def redrawn(self, rows: Sequence[str]) -> ColourPuzzle:
        """The puzzle that another picture in the same colours, given as its rows, makes.

        Raises:
            PuzzleError: as `ColourGrid` and `ColourGrid.puzzle`.
        """
        return ColourGrid(tuple(rows)).puzzle(self.palette)

    def has_clues_of(self, other: Numbers[Any]) -> bool:
        """Return True if both are in colour with the same clues in the same colours; titles and notes may differ."""
        return isinstance(other, ColourPuzzle) and _by_looks(self) == _by_looks(other)

    def turned(self) -> ColourPuzzle:
        """The puzzle with rows and columns swapped; its own inverse."""
        goal = self.goal.turned() if self.goal is not None else None
        return self.replace(rows=self.columns, columns=self.rows, goal=goal)

    def with_keys(self, keys: str) -> ColourPuzzle:
        """The same puzzle with other keys: those of `keys` for the palette's colours, in order.

        Raises:
            PuzzleError: as many different keys as colours are needed.

        >>> from harness.puzzle.palette import Colour
        >>> ColourGrid(("rk",)).puzzle(Palette((Colour("r", BLACK), Colour("k", BLACK)))).with_keys("ab").rows
        ((Group(length=1, key='a'), Group(length=1, key='b')),)
        """
        if len(keys) < len(self.palette.colours):
            fix = "at most {most} have a character here"
            raise PuzzleError("{count} colours", fix, count=len(self.palette.colours), most=len(keys))
        new = dict(zip(self.palette.keys, keys, strict=False))
        palette = self.palette.replace(colours=tuple(c.replace(key=new[c.key]) for c in self.palette.colours))

        def recoloured(clues: tuple[ColourClue, ...]) -> tuple[ColourClue, ...]:
            return tuple(tuple(Group(group.length, new.get(group.key, group.key)) for group in clue) for clue in clues)

        goal = self.goal.recoloured(new) if self.goal is not None else None
        return self.replace(rows=recoloured(self.rows), columns=recoloured(self.columns), palette=palette, goal=goal)

    def black_and_white(self) -> Puzzle:
        """The puzzle without its colours, which loses nothing where no more than one occurs.

        Raises:
            PuzzleError: several do.

        >>> from harness.puzzle.palette import Colour
        >>> ColourGrid(("r.r",)).puzzle(Palette((Colour("r", BLACK),))).black_and_white().rows
        ((1, 1),)
        """
        if len(self.used_keys) > 1:
            fix = "this works on puzzles in black and white; solve, check, convert and page take colours"
            raise PuzzleError("the puzzle has {count} colours", fix, count=len(self.used_keys))
        goal = None
        if self.goal is not None:
            goal = Grid(tuple("".join(c if c in ".?" else "#" for c in row) for row in self.goal.rows))
        rows = tuple(tuple(group.length for group in clue) for clue in self.rows)
        columns = tuple(tuple(group.length for group in clue) for clue in self.columns)
        about = (self.title, self.author, self.source, self.copyright, self.license, self.notes)
        return Puzzle(rows, columns, *about, goal=goal)

    @property
    def is_black_on_white(self) -> bool:
        """True if no other colours occur, so that `black_and_white` loses nothing at all."""
        looks = {self.palette[key].rgb for key in self.used_keys}
        return len(self.used_keys) <= 1 and looks <= {BLACK} and self.palette.background == WHITE

    def _check(self) -> None:
        if self._is_sound():
            return
        self.check_sizes()
        for line, clue, length in self.lines():
            self._check_clue(line, clue, length)
        in_rows = cells_of_colours((clue, self.width) for clue in self.rows)
        in_columns = cells_of_colours((clue, self.height) for clue in self.columns)
        for key in self.palette.keys:
            if not in_rows[key].meets(in_columns[key]):
                named = self.palette[key].name or key
                what = "the rows hold {rows} cells of the colour {name}, the columns {columns}"
                fix = "both must be the same: compare the numbers with their source"
                raise PuzzleError(what, fix, rows=in_rows[key], name=named, columns=in_columns[key])
        if self.goal is not None:
            self.check_drawn(self.goal.puzzle(self.palette), colour_clue_text, lambda clue: clue)

    def _is_sound(self) -> bool:
        """Return True if the check is passed at a glance. A puzzle that fails here may still pass."""
        if not (0 < self.width <= MAX_SIDE and 0 < self.height <= MAX_SIDE):
            return False
        counts: list[dict[str, int]] = []
        for clues, length in ((self.rows, self.width), (self.columns, self.height)):
            counted = dict.fromkeys(self.palette.keys, 0)
            for clue in clues:
                needed, beside = 0, ""
                for size, key in clue:
                    if size < 1 or key not in counted:
                        return False
                    counted[key] += size
                    needed += size + 1 if key == beside else size
                    beside = key
                if needed > length:
                    return False
            counts.append(counted)
        if counts[0] != counts[1]:
            return False
        drawn = None if self.goal is None else self.goal.puzzle(self.palette)
        return drawn is None or (drawn.rows, drawn.columns) == (self.rows, self.columns)

    def _check_clue(self, line: Line, clue: ColourClue, length: int) -> None:
        for group in clue:
            if group.length < 1 and group.length != BLOT:
                what = "a group of {length} in {clue}"
                raise PuzzleError(what, "lengths are 1 or more", line, length=group.length, clue=colour_clue_text(clue))
            if group.key not in self.palette:
                what = "no colour {key!r}"
                raise PuzzleError(what, "the palette has {keys!r}", line, key=group.key, keys=self.palette.keys)
        check_room(line, colour_clue_text(clue), cells_needed(clue), length)


AnyPuzzle = Puzzle | ColourPuzzle
"""A crossword, in colour or in black and white; `harness.puzzle` lists what can be asked of both."""


def _by_looks(puzzle: ColourPuzzle) -> tuple[object, object]:
    """The clues of the rows and of the columns with colours in place of keys."""
    looks: dict[str, Rgb] = {colour.key: colour.rgb for colour in puzzle.palette.colours}

    def seen(clues: tuple[ColourClue, ...]) -> object:
        return tuple(tuple((group.length, looks.get(group.key)) for group in clue) for clue in clues)

    return seen(puzzle.rows), seen(puzzle.columns)
