"""Reading the solving screen: screen memory → cells and marks.

The layout is the program's own (specification, section 5), in pixels from the top left corner:
cell (row r, column c), both from 0, is the 3×3 square at x 4c+6…4c+8, y 4r+6…4r+8. All ink is
unknown, the centre alone in paper is white, all paper is black. A row's mark is at x 0…1,
y 4r+7…4r+8, a column's at x 4c+7…4c+8, y 0…1: one pixel is passive, four are active, none is clear.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from enum import Enum

from harness.errors import ReaderError
from harness.puzzle import Grid
from pyspectrum.screen import COLUMNS, HEIGHT_PX, Screen, pixel_row_offset

MAX_WIDTH = 62
MAX_HEIGHT = 42
CELL_PITCH_PX = 4
ORIGIN_PX = 6

_SCREEN_WIDTH_PX = 256
_ROW_OFFSETS = [pixel_row_offset(y_px) for y_px in range(HEIGHT_PX)]
_CELL_SIGNS: dict[tuple[int, ...], str] = {
    (0b111, 0b111, 0b111): "?",
    (0b111, 0b101, 0b111): ".",
    (0b000, 0b000, 0b000): "#",
}


_SIGNS_OF_DIGITS = {
    digits: sign
    for square, sign in _CELL_SIGNS.items()
    for digits in itertools.product(*((f"{2 * bits:x}", f"{2 * bits + 1:x}") for bits in square))
}
"""The same by hexadecimal digits: three pixels of a cell and the one behind them, which may be anything."""


class Mark(Enum):
    """A line's mark: clear, waiting to be looked at, or being looked at."""

    CLEAR = (0b00, 0b00)
    PASSIVE = (0b10, 0b00)
    ACTIVE = (0b11, 0b11)


_MARKS = {mark.value: mark for mark in Mark}


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
    rows = _pixel_rows(screen, height)
    grid = Grid(tuple(_read_row(rows, row, width, strict=True) for row in range(height)))
    row_marks = tuple(_read_mark(rows, 0, CELL_PITCH_PX * row + 7, f"row {row + 1}") for row in range(height))
    column_marks = tuple(
        _read_mark(rows, CELL_PITCH_PX * column + 7, 0, f"column {column + 1}") for column in range(width)
    )
    return Reading(grid, row_marks, column_marks)


def glimpse_grid(screen: Screen, width: int, height: int) -> Grid:
    """The grid as it can be made out at any moment: what is half drawn counts as unknown."""
    rows = _pixel_rows(screen, height)
    return Grid(tuple(_read_row(rows, row, width, strict=False) for row in range(height)))


def _pixel_rows(screen: Screen, height: int) -> list[int]:
    """The pixel rows of a crossword, the top one of the screen first, as `Screen.row_bits` gives them."""
    data, number = screen.data, int.from_bytes
    offsets = _ROW_OFFSETS[: ORIGIN_PX + CELL_PITCH_PX * height]
    return [number(data[offset : offset + COLUMNS], "big") for offset in offsets]


def _read_row(rows: list[int], row: int, width: int, *, strict: bool) -> str:
    top = CELL_PITCH_PX * row + ORIGIN_PX
    behind = _SCREEN_WIDTH_PX - ORIGIN_PX - CELL_PITCH_PX * width
    cells = (1 << CELL_PITCH_PX * width) - 1
    digits = [f"{bits >> behind & cells:0{width}x}" for bits in rows[top : top + 3]]
    try:
        return "".join([_SIGNS_OF_DIGITS[square] for square in zip(*digits, strict=True)])
    except KeyError:  # somewhere there is no cell, or half of one: where?
        return _read_row_by_cells(rows, row, width, strict=strict)


def _read_row_by_cells(rows: list[int], row: int, width: int, *, strict: bool) -> str:
    top = CELL_PITCH_PX * row + ORIGIN_PX
    signs = []
    for column in range(width):
        left = CELL_PITCH_PX * column + ORIGIN_PX
        shift = _SCREEN_WIDTH_PX - 3 - left
        square = tuple(rows[y] >> shift & 0b111 for y in range(top, top + 3))
        sign = _CELL_SIGNS.get(square)
        if sign is None:
            if strict:
                pixels = "/".join(f"{bits:03b}" for bits in square)
                raise ReaderError(
                    f"row {row + 1}, column {column + 1} (pixels {left}…{left + 2}, {top}…{top + 2}) "
                    f"is not a cell of the crossword: {pixels}"
                )
            sign = "?"
        signs.append(sign)
    return "".join(signs)


def _read_mark(rows: list[int], x_px: int, y_px: int, name: str) -> Mark:
    shift = _SCREEN_WIDTH_PX - 2 - x_px
    square = (rows[y_px] >> shift & 0b11, rows[y_px + 1] >> shift & 0b11)
    mark = _MARKS.get(square)
    if mark is not None:
        return mark
    pixels = "/".join(f"{bits:02b}" for bits in square)
    raise ReaderError(f"the mark of {name} (pixel {x_px}, {y_px}) is not a mark: {pixels}")
