"""A sheet: the crossword's squares, its numbers at the left and on top, and where each of them lies.

Lengths are in *units* first, the squares that digits are made of (`digits`); a drawing multiplies them by its scale.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from harness.drawing.digits import ADVANCE, DIGIT_HEIGHT, number_width
from harness.puzzle import Group, Groups, Puzzle
from harness.puzzle.palette import BACKGROUND, UNKNOWN, Palette
from harness.puzzle.value import Value
from harness.solver.lines import analyse_line


@lru_cache(maxsize=20_000)
def found_groups(clue: Groups, cells: str) -> tuple[bool, ...]:
    """For each group of the clue whether it is found: it can lie in one place only, and all its cells are known.

    Args:
        clue: the groups of the line; for black and white every key is ``#``.
        cells: the line as text: keys of colours, ``.`` for the background, ``?`` for unknown.

    Returns:
        As many truth values as the clue has groups; none is true where no arrangement fits the cells.

    >>> from harness.puzzle import Group
    >>> found_groups((Group(1, "#"), Group(1, "#")), "??#.#")
    (True, True)
    >>> found_groups((Group(1, "#"), Group(1, "#")), "?.#.?")
    (False, False)
    """
    found: list[bool] = []
    for group, (starts, lasts) in zip(clue, _possible_places(clue, cells), strict=True):
        seen = cells[starts.bit_length() - 1 : lasts.bit_length()]
        found.append(starts.bit_count() == lasts.bit_count() == 1 and seen == group.key * len(seen))
    return tuple(found)


def _possible_places(clue: Groups, cells: str) -> list[tuple[int, int]]:
    """For each group the sets of its first and last cells in the arrangements that fit; none if no arrangement does."""
    keys = [BACKGROUND, *dict.fromkeys(group.key for group in clue)]
    can = [sum(1 << index for index, cell in enumerate(cells) if cell in (key, UNKNOWN)) for key in keys]
    numbered = tuple((group.length, keys.index(group.key)) for group in clue)
    analysed = analyse_line(len(cells), numbered, can)
    return [(0, 0)] * len(clue) if analysed is None else analysed[0]


RULE_EVERY = 5
"""Cells between two thick rules."""

MARGIN_UNITS = 3
MIN_CELL_UNITS = 9
"""Room for two digits and a gap."""


class Sheet(Value):
    """The parts of a puzzle that a drawing needs, in colour or not: everything is a colour's key.

    Attributes:
        rows, columns: the clues.
        palette: what the keys look like.
        title: the puzzle's, may be empty.
        is_monochrome: numbers are written in black on white then, on a patch of their colour otherwise.
    """

    rows: tuple[Groups, ...]
    columns: tuple[Groups, ...]
    palette: Palette
    title: str = ""
    is_monochrome: bool = False

    @classmethod
    def of(cls, puzzle: Puzzle) -> Sheet:
        """The sheet of a puzzle.

        >>> from harness.puzzle import Puzzle
        >>> Sheet.of(Puzzle(((1,),), ((1,),))).rows
        ((Group(length=1, key='#'),),)
        """
        return cls(*puzzle.sides, puzzle.palette, puzzle.title, not puzzle.in_colour)

    @property
    def width(self) -> int:
        """Cells in a row."""
        return len(self.columns)

    @property
    def height(self) -> int:
        """Cells in a column."""
        return len(self.rows)

    def empty_picture(self) -> tuple[str, ...]:
        """The picture of which nothing is known."""
        return (UNKNOWN * self.width,) * self.height

    def layout(self) -> Layout:
        """Lay out the sheet."""
        return Layout.of(self)


@dataclass(frozen=True, slots=True)
class Number:
    """One number of a clue; the box is where it may be drawn, in units from the sheet's top left corner."""

    group: Group
    is_found: bool
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The measures of a sheet, in units.

    Attributes:
        sheet: whose measures they are.
        cell: the side of a cell, its rule included.
        left, top: where the cells begin, behind the numbers.

    >>> from harness.puzzle import Puzzle
    >>> layout = Sheet.of(Puzzle(((1,), (12, 1)), ((1,), (2,)))).layout()
    >>> layout.cell, layout.left, layout.top
    (9, 20, 11)
    """

    sheet: Sheet
    cell: int
    left: int
    top: int

    @classmethod
    def of(cls, sheet: Sheet) -> Layout:
        """Measure the sheet."""
        numbers = [group.length for clue in (*sheet.rows, *sheet.columns) for group in clue]
        cell = max(MIN_CELL_UNITS, number_width(max(numbers, default=0)) + 2)  # a blotted one is no wider than a digit
        left = max((_clue_width(clue) for clue in sheet.rows), default=0)
        top = max(len(clue) for clue in sheet.columns) * _LINE_UNITS
        return cls(sheet, cell, MARGIN_UNITS + left + 1, MARGIN_UNITS + top + 1)

    @property
    def width(self) -> int:
        """The whole sheet's."""
        return self.left + self.sheet.width * self.cell + MARGIN_UNITS

    @property
    def height(self) -> int:
        """The whole sheet's."""
        return self.top + self.sheet.height * self.cell + MARGIN_UNITS

    def numbers(self, picture: Sequence[str]) -> list[Number]:
        """All numbers, with those crossed out that the picture shows to be found; `picture[row]` are its cells."""
        return [
            number
            for is_row, clues, lines in (
                (True, self.sheet.rows, picture),
                (False, self.sheet.columns, ["".join(column) for column in zip(*picture, strict=True)]),
            )
            for index, (clue, cells) in enumerate(zip(clues, lines, strict=True))
            for number in (self._beside_row if is_row else self._above_column)(index, clue, found_groups(clue, cells))
        ]

    def _beside_row(self, row: int, clue: Groups, found: tuple[bool, ...]) -> list[Number]:
        x = self.left - 1
        y = self.top + row * self.cell + (self.cell - _LINE_UNITS) // 2
        numbers = []
        for group, is_found in zip(reversed(clue), reversed(found), strict=True):
            width = number_width(group.length) + _GAP_UNITS
            x -= width
            numbers.append(Number(group, is_found, x, y, width, _LINE_UNITS))
        return numbers

    def _above_column(self, column: int, clue: Groups, found: tuple[bool, ...]) -> list[Number]:
        x = self.left + column * self.cell
        first = self.top - 1 - len(clue) * _LINE_UNITS
        return [
            Number(group, is_found, x, first + index * _LINE_UNITS, self.cell, _LINE_UNITS)
            for index, (group, is_found) in enumerate(zip(clue, found, strict=True))
        ]


_LINE_UNITS = DIGIT_HEIGHT + 2
_GAP_UNITS = 3
"""Between two numbers of a row, more than between the digits of one."""


def _clue_width(clue: Groups) -> int:
    return sum(number_width(group.length) + _GAP_UNITS for group in clue) if clue else ADVANCE


def is_thick(index: int, count: int) -> bool:
    """Return True if the rule before cell `index` of `count` is a thick one: every five cells, and at the edges.

    >>> [index for index in range(8) if is_thick(index, 7)]
    [0, 5, 7]
    """
    return index % RULE_EVERY == 0 or index == count
