"""Reading the solving screen: screen memory → cells and marks.

The layout is the program's own (specification, section 5), in pixels from the top left corner:
cell (row r, column c), both from 0, is the 3×3 square at x 4c+6…4c+8, y 4r+6…4r+8. All ink is
unknown, the centre alone in paper is white, all paper is black. A row's mark is at x 0…1,
y 4r+7…4r+8, a column's at x 4c+7…4c+8, y 0…1: one pixel is passive, four are active, none is clear.
"""

from __future__ import annotations

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
    rows = _pixel_rows(screen, height)
    grid = _read_grid(rows, width, height, strict=True)
    return Reading(grid, _read_row_marks(rows, height), _read_column_marks(rows, width))


def glimpse_grid(screen: Screen, width: int, height: int) -> Grid:
    """The grid as it can be made out at any moment: what is half drawn counts as unknown."""
    return _read_grid(_pixel_rows(screen, height), width, height, strict=False)


def _pixel_rows(screen: Screen, height: int) -> list[int]:
    """The pixel rows of a crossword, the top one of the screen first, as `Screen.row_bits` gives them."""
    data, number = screen.data, int.from_bytes
    offsets = _ROW_OFFSETS[: ORIGIN_PX + CELL_PITCH_PX * height]
    return [number(data[offset : offset + COLUMNS], "big") for offset in offsets]


def _read_grid(rows: list[int], width: int, height: int, *, strict: bool) -> Grid:
    """Read all cells, a row of them at a time: four bits each, of which the lowest may be anything."""
    behind = _SCREEN_WIDTH_PX - ORIGIN_PX - CELL_PITCH_PX * width
    ones = int("1" * width, 16)
    pixels, middles, rights = 0xE * ones, 0x4 * ones, 0x2 * ones
    signs = []
    for row in range(height):
        y = CELL_PITCH_PX * row + ORIGIN_PX
        upper, centre, lower = (rows[y] >> behind) & pixels, (rows[y + 1] >> behind) & pixels, rows[y + 2] >> behind
        if upper == lower & pixels == 7 * (upper & rights) == centre | (upper & middles):
            signs.append(f"{centre:0{width}x}".translate(_SIGNS_OF_CENTRES))
        else:  # somewhere there is no cell, or half of one: where?
            signs.append(_read_row_by_cells(rows, row, width, strict=strict))
    return Grid.of_sound(tuple(signs))


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


def _read_row_marks(rows: list[int], height: int) -> tuple[Mark, ...]:
    shift = _SCREEN_WIDTH_PX - 2
    tops = range(CELL_PITCH_PX + 3, CELL_PITCH_PX * height + 7, CELL_PITCH_PX)
    try:
        return tuple([_MARKS[rows[y] >> shift, rows[y + 1] >> shift] for y in tops])
    except KeyError:
        return tuple(_read_mark(rows, 0, y, f"row {row}") for row, y in enumerate(tops, start=1))


def _read_column_marks(rows: list[int], width: int) -> tuple[Mark, ...]:
    behind = _SCREEN_WIDTH_PX - ORIGIN_PX - CELL_PITCH_PX * width + 1
    pixels = int("3" * width, 16)
    upper, lower = (f"{bits >> behind & pixels:0{width}x}" for bits in rows[:2])
    try:
        return tuple([_MARKS_BY_DIGITS[pair] for pair in zip(upper, lower, strict=True)])
    except KeyError:
        lefts = range(CELL_PITCH_PX + 3, CELL_PITCH_PX * width + 7, CELL_PITCH_PX)
        return tuple(_read_mark(rows, x, 0, f"column {column}") for column, x in enumerate(lefts, start=1))


def _read_mark(rows: list[int], x_px: int, y_px: int, name: str) -> Mark:
    shift = _SCREEN_WIDTH_PX - 2 - x_px
    square = (rows[y_px] >> shift & 0b11, rows[y_px + 1] >> shift & 0b11)
    mark = _MARKS.get(square)
    if mark is not None:
        return mark
    pixels = "/".join(f"{bits:02b}" for bits in square)
    raise ReaderError(f"the mark of {name} (pixel {x_px}, {y_px}) is not a mark: {pixels}")
