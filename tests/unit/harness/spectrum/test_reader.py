"""Reading the 4-pixel grid and the marks off screen memory."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.errors import ReaderError
from harness.puzzle import Grid
from harness.spectrum.reader import Mark, glimpse_grid, read_solving_screen
from pyspectrum.screen import Screen, pixel_row_offset
from tests.marks import examples
from tests.strategies import grids


class Canvas:
    """A screen drawn pixel by pixel, straight from the specification's table."""

    def __init__(self) -> None:
        self.data = bytearray(6912)

    def ink(self, x: int, y: int, on: bool = True) -> None:
        offset = pixel_row_offset(y) + x // 8
        bit = 0x80 >> x % 8
        self.data[offset] = self.data[offset] | bit if on else self.data[offset] & ~bit

    def cell(self, row: int, column: int, sign: str) -> None:
        for dy in range(3):
            for dx in range(3):
                centre = dx == dy == 1
                self.ink(4 * column + 6 + dx, 4 * row + 6 + dy, sign == "?" or (sign == "." and not centre))

    def grid(self, grid: Grid) -> None:
        for x in range(4, 4 * grid.width + 7):
            self.ink(x, 4)
            self.ink(x, 4 * grid.height + 6)
        for row, signs in enumerate(grid.rows):
            for column, sign in enumerate(signs):
                self.cell(row, column, sign)

    @property
    def screen(self) -> Screen:
        return Screen(bytes(self.data))


@settings(max_examples=examples(50))
@given(grids(62, 42, "#.?"), st.data())
def test_the_drawn_grid_is_read(grid: Grid, data: st.DataObject) -> None:
    canvas = Canvas()
    canvas.grid(grid)
    row_marks = data.draw(st.lists(st.sampled_from(Mark), min_size=grid.height, max_size=grid.height))
    column_marks = data.draw(st.lists(st.sampled_from(Mark), min_size=grid.width, max_size=grid.width))
    pixels = {Mark.CLEAR: (), Mark.PASSIVE: ((0, 0),), Mark.ACTIVE: ((0, 0), (0, 1), (1, 0), (1, 1))}
    for row, mark in enumerate(row_marks):
        for dx, dy in pixels[mark]:
            canvas.ink(dx, 4 * row + 7 + dy)
    for column, mark in enumerate(column_marks):
        for dx, dy in pixels[mark]:
            canvas.ink(4 * column + 7 + dx, dy)
    reading = read_solving_screen(canvas.screen, grid.width, grid.height)
    assert reading.grid == grid
    assert reading.row_marks == tuple(row_marks)
    assert reading.column_marks == tuple(column_marks)
    assert glimpse_grid(canvas.screen, grid.width, grid.height) == grid


def test_a_half_drawn_cell_is_an_error_that_says_where() -> None:
    canvas = Canvas()
    canvas.grid(Grid(("???", "???")))
    canvas.ink(4 * 2 + 6, 4 * 1 + 6, on=False)
    with pytest.raises(ReaderError, match=r"row 2, column 3 \(pixels 14…16, 10…12\).*011/111/111"):
        read_solving_screen(canvas.screen, 3, 2)
    assert glimpse_grid(canvas.screen, 3, 2) == Grid(("???", "???"))


@pytest.mark.parametrize(("x", "y", "where"), [(1, 7, r"row 1 \(pixel 0, 7\)"), (11, 1, r"column 2 \(pixel 11, 0\)")])
def test_an_impossible_mark_is_an_error_that_says_where(x: int, y: int, where: str) -> None:
    canvas = Canvas()
    canvas.grid(Grid(("???", "???")))
    canvas.ink(x, y)
    with pytest.raises(ReaderError, match=where):
        read_solving_screen(canvas.screen, 3, 2)
