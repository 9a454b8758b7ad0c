"""Reading the solving screen: screen memory → cells and marks.

The layout is the program's own (specification, section 5), in pixels from the top left corner:
cell (row r, column c), both from 0, is the 3×3 square at x 4c+6…4c+8, y 4r+6…4r+8. All ink is
unknown, the centre alone in paper is white, all paper is black. A row's mark is at x 0…1,
y 4r+7…4r+8, a column's at x 4c+7…4c+8, y 0…1: one pixel is passive, four are active, none is clear.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from harness.errors import ReaderError
from harness.puzzle import Axis, Grid, Line
from pyspectrum.screen import COLUMNS, WIDTH_PX, Screen

MAX_WIDTH = 62
MAX_HEIGHT = 42
CELL_PITCH_PX = 4
ORIGIN_PX = 6

_LINE_BYTES = 256
"""A line of pixels of each of the eight rows of text in a third of the screen lies in one piece."""
_THIRDS = (0, 0x800, 0x1000)
_PARITIES = ((6, 7, 0, 0, 1), (2, 3, 4, 1, 1))
"""Of the grid's even and odd rows: the pixel lines of a cell's top, middle and foot in their rows of text, and the rows
of text of the first cell's top (and middle) and foot."""
_CELL_SIGNS: dict[tuple[int, ...], str] = {
    (0b111, 0b111, 0b111): "?",
    (0b111, 0b101, 0b111): ".",
    (0b000, 0b000, 0b000): "#",
}
_SIGNS_OF_CENTRES = str.maketrans("ea0", "?.#")
"""The same by the middle pixel row of a sound cell, as a hexadecimal digit without its lowest bit."""


class Mark(Enum):
    """A line's mark: clear, waiting to be looked at, or being looked at."""

    CLEAR = (0b00, 0b00)
    PASSIVE = (0b10, 0b00)
    ACTIVE = (0b11, 0b11)


_MARKS = {mark.value: mark for mark in Mark}
_MARKS_BY_DIGITS = {(f"{upper}", f"{lower}"): mark for (upper, lower), mark in _MARKS.items()}


@dataclass(frozen=True)
class Reading:
    """Contents of the solving screen: the cells, and the marks from the top and from the left."""

    grid: Grid
    row_marks: tuple[Mark, ...]
    column_marks: tuple[Mark, ...]


def read_solving_screen(screen: Screen, width: int, height: int) -> Reading:
    """Read a finished drawing of a `width` × `height` crossword.

    Raises:
        ReaderError: anything that is not a legal cell or mark; it says where.
    """
    lines = _pixel_lines(screen, height)
    grid = _read_grid(screen, lines, width, height, strict=True)
    return Reading(grid, _read_row_marks(screen, lines, height), _read_column_marks(screen, width))


def glimpse_grid(screen: Screen, width: int, height: int) -> Grid:
    """The grid as it can be made out at any moment: what is half drawn counts as unknown."""
    return _read_grid(screen, _pixel_lines(screen, height), width, height, strict=False)


_Lines = tuple[bytes, bytes, bytes]


def _pixel_lines(screen: Screen, height: int) -> list[_Lines]:
    """Return the pixel rows of the cells' tops, middles and feet, each in one piece: of the even rows, and of the odd.

    So a few operations read all cells. Grid rows 2 apart are 8 pixels apart, which is a row of text.
    """
    data = screen.data
    lines = []
    for parity, (top, middle, foot, first, first_foot) in enumerate(_PARITIES):
        size = COLUMNS * ((height + 1 - parity) // 2)
        begins = ((top, COLUMNS * first), (middle, COLUMNS * first), (foot, COLUMNS * first_foot))
        upper, centre, lower = (
            b"".join([data[at + _LINE_BYTES * line : at + _LINE_BYTES * (line + 1)] for at in _THIRDS])[
                begin : begin + size
            ]
            for line, begin in begins
        )
        lines.append((upper, centre, lower))
    return lines


@lru_cache(maxsize=8)
def _cell_masks(width: int, rows: int) -> tuple[int, int, int]:
    """All pixels of the cells, the middle one of each row of three, and the right one, in that many pixel rows."""
    behind = WIDTH_PX - ORIGIN_PX - CELL_PITCH_PX * width
    masks = []
    for cell in "E42":
        row = int(cell * width, 16) << behind
        masks.append(int.from_bytes(row.to_bytes(COLUMNS, "big") * rows, "big"))
    pixels, middles, rights = masks
    return pixels, middles, rights


def _read_grid(screen: Screen, lines: list[_Lines], width: int, height: int, *, strict: bool) -> Grid:
    """Read all cells: four bits each, of which the lowest may be anything."""
    signs = [""] * height
    digits = 2 * COLUMNS
    for parity, parts in enumerate(lines):
        count = len(parts[0]) // COLUMNS
        pixels, middles, rights = _cell_masks(width, count)
        upper, centre, lower = (int.from_bytes(part, "big") & pixels for part in parts)
        unsound = (upper ^ lower) | (upper ^ 7 * (upper & rights)) | (upper ^ (centre | (upper & middles)))
        # a cell begins 6 pixels from the left: by 2 bits further to the right it is a digit of its own
        text = f"{centre >> 2:0{digits * count}x}".translate(_SIGNS_OF_CENTRES)
        signs[parity::2] = [text[at : at + width] for at in range(2, digits * count, digits)]
        for row in range(count) if unsound else ():
            if unsound >> WIDTH_PX * (count - 1 - row) & (1 << WIDTH_PX) - 1:
                rows = _pixel_rows(screen, height)  # somewhere there is no cell, or half of one: where?
                signs[2 * row + parity] = _read_row_by_cells(rows, 2 * row + parity, width, strict=strict)
    return Grid.of_sound(tuple(signs))


def _pixel_rows(screen: Screen, height: int) -> list[int]:
    """Return the pixel rows of a crossword, the top one of the screen first."""
    return [screen.row_bits(y_px) for y_px in range(ORIGIN_PX + CELL_PITCH_PX * height)]


def _read_row_by_cells(rows: list[int], row: int, width: int, *, strict: bool) -> str:
    top = CELL_PITCH_PX * row + ORIGIN_PX
    signs = []
    for column in range(width):
        left = CELL_PITCH_PX * column + ORIGIN_PX
        shift = WIDTH_PX - 3 - left
        square = tuple(rows[y] >> shift & 0b111 for y in range(top, top + 3))
        if strict and square not in _CELL_SIGNS:
            what = "row {row}, column {column} (pixels {x_px}, {y_px}) is not a cell of the crossword: {pixels}"
            x_px, y_px = f"{left}…{left + 2}", f"{top}…{top + 2}"
            pixels = "/".join(f"{bits:03b}" for bits in square)
            raise ReaderError(what, row=row + 1, column=column + 1, x_px=x_px, y_px=y_px, pixels=pixels)
        signs.append(_CELL_SIGNS.get(square, "?"))
    return "".join(signs)


def _read_row_marks(screen: Screen, lines: list[_Lines], height: int) -> tuple[Mark, ...]:
    marks = [Mark.CLEAR] * height
    try:
        for parity, (_, centre, lower) in enumerate(lines):
            pairs = zip(centre[::COLUMNS], lower[::COLUMNS], strict=True)
            marks[parity::2] = [_MARKS[upper >> 6, foot >> 6] for upper, foot in pairs]
    except KeyError:
        rows, tops = _pixel_rows(screen, height), range(CELL_PITCH_PX + 3, CELL_PITCH_PX * height + 7, CELL_PITCH_PX)
        return tuple(_read_mark(rows, 0, y, Line(Axis.ROW, row)) for row, y in enumerate(tops))
    return tuple(marks)


def _read_column_marks(screen: Screen, width: int) -> tuple[Mark, ...]:
    behind = WIDTH_PX - ORIGIN_PX - CELL_PITCH_PX * width + 1
    pixels = int("3" * width, 16)
    rows = [int.from_bytes(screen.data[line : line + COLUMNS], "big") for line in (0, _LINE_BYTES)]
    upper, lower = (f"{bits >> behind & pixels:0{width}x}" for bits in rows)
    try:
        return tuple([_MARKS_BY_DIGITS[pair] for pair in zip(upper, lower, strict=True)])
    except KeyError:
        lefts = range(CELL_PITCH_PX + 3, CELL_PITCH_PX * width + 7, CELL_PITCH_PX)
        return tuple(_read_mark(rows, x, 0, Line(Axis.COLUMN, column)) for column, x in enumerate(lefts))


def _read_mark(rows: list[int], x_px: int, y_px: int, line: Line) -> Mark:
    shift = WIDTH_PX - 2 - x_px
    square = (rows[y_px] >> shift & 0b11, rows[y_px + 1] >> shift & 0b11)
    mark = _MARKS.get(square)
    if mark is not None:
        return mark
    pixels = "/".join(f"{bits:02b}" for bits in square)
    what = "the mark of {line} (pixel {x_px}, {y_px}) is not a mark: {pixels}"
    raise ReaderError(what, line=line, x_px=x_px, y_px=y_px, pixels=pixels)
