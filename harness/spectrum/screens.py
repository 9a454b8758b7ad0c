"""Spectrum screens as pictures for a crossword, one pixel a cell, and crosswords as screens.

A cell is black when its pixel *looks* black (specification, section 6): the darker of a square's ink
and paper counts as black; a square of one colour is judged against mid-grey. The Spectrum's colours
are numbered in the order of their brightness, so 0–3 are dark and 4–7 light; BRIGHT and FLASH
change nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from harness.errors import FormatError
from harness.puzzle import Grid
from harness.spectrum.reader import CELL_PITCH_PX, MAX_HEIGHT, MAX_WIDTH, ORIGIN_PX
from pyspectrum.machine.screens import SIZES as SIZES
from pyspectrum.machine.screens import FoundScreen, MediumError, screens_in, whole_screen
from pyspectrum.media_kinds import PLUS3DOS_SIGN as PLUS3DOS_SIGN
from pyspectrum.screen import (
    COLUMNS,
    DISPLAY_SIZE,
    HEIGHT_PX,
    SCREEN_SIZE,
    WIDTH_PX,
    Attribute,
    Screen,
    pixel_row_offset,
)

WHITE_INK_ON_BLACK, BLACK_INK_ON_WHITE = 7, 56
_THIRD_SIZE = DISPLAY_SIZE // 3
_FIRST_LIGHT_COLOUR = 4
_FEW_DRAWN = 3
"""Squares with something drawn in them, up to which a bitmap is blank."""
SCREEN_PX = WIDTH_PX, HEIGHT_PX
_SCREEN = {"most_width": WIDTH_PX, "most_height": HEIGHT_PX}
_GRID = {"most_width": MAX_WIDTH, "most_height": MAX_HEIGHT}


@dataclass(frozen=True)
class LoadedScreen:
    """A screen out of a file; `tape_bytes` is the block as Art Studio saved it: 2,048 or 6,912 bytes."""

    screen: Screen
    tape_bytes: bytes

    def at_corner(self, grid: Grid) -> LoadedScreen:
        """The screen with this part of it in the top left corner, where the Spectrum program looks for it."""
        if judge_picture(self.screen, grid.width, grid.height) == grid:
            return self
        data = build_picture_screen(grid)
        return LoadedScreen(Screen(data), data)


def read_screen(data: bytes, name: str) -> LoadedScreen:
    """A screen from the bytes of a file: a `.scr`, a cut of 6,144 or 2,048 bytes, or the first in a medium.

    A cut stands for black paper and white ink, as the Spectrum program has them when it loads one. Raises `FormatError`
    for anything else.
    """
    found = find_screens(data, name)
    if not found:
        fix = "a SCREEN$ has 6912 bytes, its cuts 6144 or 2048; convert takes other pictures"
        raise FormatError("{count} bytes are not a screen", fix, name, count=len(data))
    data = found[0].data
    whole = whole_screen(data)
    return LoadedScreen(Screen(whole), data if len(data) == _THIRD_SIZE else whole)


def find_screens(data: bytes, name: str) -> tuple[FoundScreen, ...]:
    """The screens in a file, of a tape, a disk, a snapshot or alone; none if it is nothing of the kind.

    Raises `FormatError` for a damaged medium, or one without a screen.
    """
    try:
        found = screens_in(data, name)
    except MediumError as error:
        what, reason = "a tape or snapshot that cannot be read: {reason}", str(error).removeprefix(f"{name}: ")
        raise FormatError(what, "" if ";" in reason else "name another", name, reason=reason) from None
    if found == () and not data.startswith(PLUS3DOS_SIGN):
        raise FormatError("there is no SCREEN$ in it", 'save it with SAVE "name" SCREEN$', name)
    return found or ()


def judge_picture(screen: Screen, width: int, height: int, left: int = 0, top: int = 0) -> Grid:
    """The picture of `width` × `height` cells from a place on, by default the top left corner, as the eye sees it."""
    return Grid(tuple(_judge_row(screen, y)[left : left + width] for y in range(top, top + height)))


def seen_picture(screen: Screen) -> Grid:
    """The whole screen as the eye sees it; of one with a blank bitmap, the squares whose colour is dark.

    If all its colours are dark, or all are light, those are black that are darker than the one along the edge.
    """
    picture = judge_picture(screen, WIDTH_PX, HEIGHT_PX)
    looks = [[_look(screen, row, column) for column in range(COLUMNS)] for row in range(HEIGHT_PX // 8)]
    plain = [look for row in looks for look in row if look is not None]
    if len(plain) < COLUMNS * (HEIGHT_PX // 8) - _FEW_DRAWN or len({*plain}) < 2:
        return picture
    first_light = _FIRST_LIGHT_COLOUR
    if not min(plain) < first_light <= max(plain):
        edge = [*looks[0], *looks[-1], *(row[0] for row in looks), *(row[-1] for row in looks)]
        ground = max((look for look in edge if look is not None), key=edge.count)
        first_light = ground if ground > min(plain) else ground + 1
    squares = [[None if look is None else ".#"[look < first_light] * 8 for look in row] for row in looks]
    rows = (
        "".join(square or drawn[8 * column : 8 * column + 8] for column, square in enumerate(squares[y // 8]))
        for y, drawn in enumerate(picture.rows)
    )
    return Grid(tuple(rows))


def _look(screen: Screen, row: int, column: int) -> int | None:
    """The colour of a square that has one; None if something is drawn in it."""
    shift = WIDTH_PX - 8 * column - 8
    lines = {screen.row_bits(y_px) >> shift & 0xFF for y_px in range(8 * row, 8 * row + 8)}
    square = screen.attribute(row, column)
    return square.paper if lines == {0} else square.ink if lines == {0xFF} else None


def build_picture_screen(grid: Grid) -> bytes:
    """A SCREEN$ with the picture at its top left corner, one pixel a cell, black ink on white paper.

    Raises `FormatError` if the grid does not fit.
    """
    if grid.width > WIDTH_PX or grid.height > HEIGHT_PX:
        what = "{width}×{height} cells do not fit the Spectrum's screen"
        fix = "it has {most_width}×{most_height} pixels"
        raise FormatError(what, fix, width=grid.width, height=grid.height, **_SCREEN)
    canvas = Canvas(BLACK_INK_ON_WHITE)
    for y, cells in enumerate(grid.rows):
        for x, cell in enumerate(cells):
            canvas.plot(x, y, cell == "#")
    return canvas.data


def build_grid_screen(grid: Grid) -> bytes:
    """A SCREEN$ as the program shows a finished crossword: the frame and the cells 4 pixels apart.

    Raises `FormatError` if the grid does not fit.
    """
    if grid.width > MAX_WIDTH or grid.height > MAX_HEIGHT:
        what = "{width}×{height} cells do not fit the Spectrum's screen"
        fix = "the grid view takes {most_width}×{most_height}"
        raise FormatError(what, fix, width=grid.width, height=grid.height, **_GRID)
    canvas = Canvas()
    width, height = CELL_PITCH_PX * grid.width + 3, CELL_PITCH_PX * grid.height + 3
    canvas.fill(ORIGIN_PX - 2, ORIGIN_PX - 2, width, height)
    canvas.fill(ORIGIN_PX - 1, ORIGIN_PX - 1, width - 2, height - 2, is_ink=False)
    for row, cells in enumerate(grid.rows):
        for column, cell in enumerate(cells):
            x_px, y_px = CELL_PITCH_PX * column + ORIGIN_PX, CELL_PITCH_PX * row + ORIGIN_PX
            canvas.fill(x_px, y_px, 3, 3, cell != "#")
            canvas.plot(x_px + 1, y_px + 1, cell == "?")
    return canvas.data


def grid_view(grid: Grid) -> Grid:
    """The picture that `build_grid_screen` makes, in black and white pixels."""
    return judge_picture(Screen(build_grid_screen(grid)), WIDTH_PX, HEIGHT_PX)


class Canvas:
    """A SCREEN$ in the making, all paper at first; `attribute` is that of every square."""

    def __init__(self, attribute: int = WHITE_INK_ON_BLACK) -> None:
        self._bytes = bytearray(DISPLAY_SIZE) + bytes([attribute]) * (SCREEN_SIZE - DISPLAY_SIZE)

    def plot(self, x_px: int, y_px: int, is_ink: bool = True) -> None:
        """Set or reset a pixel."""
        offset, bit = pixel_row_offset(y_px) + x_px // 8, 0x80 >> x_px % 8
        if is_ink:
            self._bytes[offset] |= bit
        else:
            self._bytes[offset] &= ~bit

    def fill(self, x_px: int, y_px: int, width_px: int, height_px: int, is_ink: bool = True) -> None:
        """Set or reset a rectangle."""
        for y in range(y_px, y_px + height_px):
            for x in range(x_px, x_px + width_px):
                self.plot(x, y, is_ink)

    def colour(self, row: int, column: int, attribute: int) -> None:
        """Give a square its colours."""
        self._bytes[DISPLAY_SIZE + COLUMNS * row + column] = attribute

    @property
    def data(self) -> bytes:
        """The 6,912 bytes."""
        return bytes(self._bytes)


def _judge_row(screen: Screen, y_px: int) -> str:
    bits = f"{screen.row_bits(y_px):0{WIDTH_PX}b}"
    signs = (_signs(screen.attribute(y_px // 8, column)) for column in range(WIDTH_PX // 8))
    return "".join(bits[8 * column : 8 * column + 8].translate(sign) for column, sign in enumerate(signs))


def _signs(square: Attribute) -> dict[int, str]:
    """The signs of a pixel of paper, 0, and of one of ink, 1."""
    ink, paper = square.ink, square.paper
    if ink == paper:
        return dict.fromkeys(b"01", "#" if ink < _FIRST_LIGHT_COLOUR else ".")
    return {ord("0"): "#" if paper < ink else ".", ord("1"): "#" if ink < paper else "."}
