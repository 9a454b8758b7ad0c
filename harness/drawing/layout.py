"""Layout of a sheet: the crossword's squares, and its numbers at the left and on top.

Lengths are in *units* first, the squares that digits are made of (`DIGITS`); a drawing multiplies them by its scale.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from harness.lettering import read_alphabet
from harness.puzzle import Group, Groups, Puzzle, length_text
from harness.puzzle.palette import BACKGROUND, UNKNOWN, Rgb
from harness.solver.lines import analyse_line


@lru_cache(maxsize=20_000)
def found_groups(clue: Groups, cells: str) -> tuple[bool, ...]:
    """Tell for each group of the clue if it is found: it can lie in one place only, and all its cells are known.

    The cells are keys of colours (`#` in black and white), ``.`` for the background, ``?`` for unknown. No group is
    found if no arrangement fits them.

    >>> from harness.puzzle import Group
    >>> found_groups((Group(1, "#"), Group(1, "#")), "??#.#")
    (True, True)
    >>> found_groups((Group(1, "#"), Group(1, "#")), "?.#.?")
    (False, False)
    """
    keys = [BACKGROUND, *dict.fromkeys(group.key for group in clue)]
    can = [sum(1 << index for index, cell in enumerate(cells) if cell in (key, UNKNOWN)) for key in keys]
    analysed = analyse_line(len(cells), tuple((group.length, keys.index(group.key)) for group in clue), can)
    if analysed is None:
        return (False,) * len(clue)
    found: list[bool] = []
    for group, (starts, lasts) in zip(clue, analysed[0], strict=True):
        seen = cells[starts.bit_length() - 1 : lasts.bit_length()]
        found.append(starts.bit_count() == lasts.bit_count() == 1 and seen == group.key * len(seen))
    return tuple(found)


DIGIT_HEIGHT = 5
ADVANCE = 4  # the width of a digit, and a gap

DIGITS = read_alphabet(
    "0123456789?",
    """
    ### .#. ### ### #.# ### ### ### ### ### ###
    #.# ##. ..# ..# #.# #.. #.. ..# #.# #.# ..#
    #.# .#. ### ### ### ### ### .#. ### ### .##
    #.# .#. #.. ..# ..# ..# #.# .#. #.# ..# ...
    ### ### ### ### ..# ### ### .#. ### ### .#.
    """,
)
"""The rows of each digit, and of ``?``, from the top; `#` is drawn. A drawing needs no fonts of the machine."""


def number_width(number: int) -> int:
    """Return the width of a group's length, in the squares that digits are made of."""
    return len(length_text(number)) * ADVANCE - 1


RULE_EVERY = 5  # cells between two thick rules

MARGIN_UNITS = 3
MIN_CELL_UNITS = 9  # room for two digits and a gap


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
    """The measures of a puzzle's sheet, in units: the side of a cell, its rule included, and where the cells begin.

    >>> layout = Layout.of(Puzzle(((1,), (12, 1)), ((1,), (2,))))
    >>> layout.cell, layout.left, layout.top
    (9, 20, 11)
    """

    puzzle: Puzzle
    cell: int
    left: int
    top: int

    @classmethod
    def of(cls, puzzle: Puzzle) -> Layout:
        rows, columns = puzzle.sides
        numbers = [group.length for clue in (*rows, *columns) for group in clue]
        cell = max(MIN_CELL_UNITS, number_width(max(numbers, default=0)) + 2)  # a blotted one is no wider than a digit
        widths = [sum(number_width(group.length) + _GAP_UNITS for group in clue) or ADVANCE for clue in rows]
        top = max(len(clue) for clue in columns) * _LINE_UNITS
        return cls(puzzle, cell, MARGIN_UNITS + max(widths, default=0) + 1, MARGIN_UNITS + top + 1)

    @property
    def right(self) -> int:
        return self.left + self.puzzle.width * self.cell

    @property
    def bottom(self) -> int:
        return self.top + self.puzzle.height * self.cell

    @property
    def width(self) -> int:
        return self.right + MARGIN_UNITS

    @property
    def height(self) -> int:
        return self.bottom + MARGIN_UNITS

    def rules(self, *, thick: bool) -> list[tuple[int, int, int, int]]:
        """Return the ends x1, y1, x2 and y2 of each rule, the upright ones first."""
        columns, rows = (
            [index * self.cell for index in range(count + 1) if is_thick(index, count) is thick]
            for count in (self.puzzle.width, self.puzzle.height)
        )
        upright = [(self.left + x, self.top, self.left + x, self.bottom) for x in columns]
        return upright + [(self.left, self.top + y, self.right, self.top + y) for y in rows]

    def numbers(self, picture: Sequence[str]) -> list[Number]:
        """Return all numbers, those crossed out that the picture shows to be found; `picture[row]` are its cells."""
        rows, columns = self.puzzle.sides
        turned = ["".join(column) for column in zip(*picture, strict=True)]
        return [
            number
            for place, clues, lines in ((self._beside_row, rows, picture), (self._above_column, columns, turned))
            for index, (clue, cells) in enumerate(zip(clues, lines, strict=True))
            for number in place(index, clue, found_groups(clue, cells))
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
_GAP_UNITS = 3  # between two numbers of a row, more than between the digits of one


def is_thick(index: int, count: int) -> bool:
    """Return True if the rule before cell `index` of `count` is a thick one: every five cells, and at the edges."""
    return index % RULE_EVERY == 0 or index == count


def runs_of(picture: Sequence[str]) -> Iterator[tuple[str, int, int, int]]:
    """Yield the runs of equal cells: key, row, first column, and their number.

    >>> list(runs_of(["##."]))
    [('#', 0, 0, 2), ('.', 0, 2, 1)]
    """
    for row, cells in enumerate(picture):
        start = 0
        for key, run in groupby(cells):
            count = sum(1 for _ in run)
            yield key, row, start, count
            start += count


def pale(rgb: Rgb) -> Rgb:
    """Mix the colour with much white."""
    red, green, blue = ((level * 3 + 255 * 7) // 10 for level in rgb)
    return red, green, blue
