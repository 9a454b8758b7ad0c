"""Spectrum screens as pictures for a crossword, one pixel a cell, and crosswords as screens.

A cell is black when its pixel *looks* black (specification, section 6): the darker of a square's ink
and paper counts as black; a square of one colour is judged against mid-grey. The Spectrum's colours
are numbered in the order of their brightness, so 0–3 are dark and 4–7 light; BRIGHT and FLASH
change nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from harness.errors import FormatError, note
from harness.puzzle import Grid
from harness.spectrum.reader import CELL_PITCH_PX, MAX_HEIGHT, MAX_WIDTH, ORIGIN_PX
from pyspectrum.machine.screens import SIZES as SIZES
from pyspectrum.machine.screens import FoundScreen, MediumError, screens_in
from pyspectrum.media_kinds import PLUS3DOS_SIGN as PLUS3DOS_SIGN
from pyspectrum.screen import Screen, pixel_row_offset

BITMAP_SIZE = 6144
SCREEN_SIZE = BITMAP_SIZE + 768
"""The bitmap and its attributes, in bytes."""
THIRD_SIZE = 2048
SCREEN_WIDTH_PX, SCREEN_HEIGHT_PX = 256, 192

WHITE_INK_ON_BLACK = 7
BLACK_INK_ON_WHITE = 56
_FIRST_LIGHT_COLOUR = 4


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
    """A screen from the bytes of a file: a `.scr` of 6,912 bytes, a cut of 6,144 or 2,048, or the first in a medium.

    A cut without attributes stands for black paper and white ink, as the Spectrum program has them
    when it loads one.

    Raises:
        FormatError: the bytes are nothing of the kind.
    """
    found = find_screens(data, name)
    if not found:
        fix = "a SCREEN$ has 6912 bytes, its cuts 6144 or 2048; convert takes other pictures"
        raise FormatError("{count} bytes are not a screen", fix, name, count=len(data))
    data = found[0].data
    # what a third leaves open is background: white where the third's last pixel is, for whoever looks for the drawing
    rest = b"\xff" if len(data) == THIRD_SIZE and data[-1] & 1 else b"\0"
    attributes = data[BITMAP_SIZE:] or bytes([WHITE_INK_ON_BLACK]) * (SCREEN_SIZE - BITMAP_SIZE)
    whole = data[:BITMAP_SIZE].ljust(BITMAP_SIZE, rest) + attributes
    return LoadedScreen(Screen(whole), data if len(data) == THIRD_SIZE else whole)


def find_screens(data: bytes, name: str) -> tuple[FoundScreen, ...]:
    """The screens in a file, of a tape, a disk, a snapshot or alone; none if it is nothing of the kind.

    Raises:
        FormatError: a damaged medium, or one without a screen.
    """
    try:
        found = screens_in(data, name)
    except MediumError as error:
        what = str(error).removeprefix(f"{name}: ")
        raise FormatError(
            "a tape or snapshot that cannot be read: {reason}", "name another", name, reason=what
        ) from None
    if found == () and not data.startswith(PLUS3DOS_SIGN):
        raise FormatError("there is no SCREEN$ in it", 'save it with SAVE "name" SCREEN$', name)
    return found or ()


def judge_picture(screen: Screen, width: int, height: int, left: int = 0, top: int = 0) -> Grid:
    """The picture of `width` × `height` cells from a place on, by default the top left corner, as the eye sees it."""
    columns, rows = range(left, left + width), range(top, top + height)
    return Grid(tuple("".join(_judge(screen, x, y) for x in columns) for y in rows))


class Part(NamedTuple):
    """A part of a screen, in pixels; None where the drawing decides."""

    left: int | None = None
    top: int | None = None
    width: int | None = None
    height: int | None = None


def picture_box(screen: Screen, name: str) -> tuple[int, int, int, int]:
    """Return what is drawn on: (left, top, width, height) in pixels.

    Pixels that look like the one in the bottom right corner are background.

    Raises:
        FormatError: an empty screen.
    """
    background = _judge(screen, SCREEN_WIDTH_PX - 1, SCREEN_HEIGHT_PX - 1)
    picture = judge_picture(screen, SCREEN_WIDTH_PX, SCREEN_HEIGHT_PX).rows
    drawn = [row for row, cells in enumerate(picture) if cells.strip(background)]
    if not drawn:
        raise FormatError("the screen is empty", "draw something on it", name)
    left = min(len(picture[row]) - len(picture[row].lstrip(background)) for row in drawn)
    right = max(len(picture[row].rstrip(background)) for row in drawn)
    return left, drawn[0], right - left, drawn[-1] + 1 - drawn[0]


def drawn_part(screen: Screen, name: str, wanted: Part | None = None) -> Grid:
    """The drawing on a screen, or the part of it that is wanted; a note tells what is left out or moved.

    Raises:
        FormatError: an empty screen or part, one that reaches beyond the screen, or a drawing beyond 62×42 of which no
            size is given.
    """
    box, wanted = picture_box(screen, name), wanted or Part()
    left, top = (box[0] if wanted.left is None else wanted.left), (box[1] if wanted.top is None else wanted.top)
    width = wanted.width or max(1, box[0] + box[2] - left)
    height = wanted.height or max(1, box[1] + box[3] - top)
    if left + width > SCREEN_WIDTH_PX or top + height > SCREEN_HEIGHT_PX:
        what = "{width}×{height} cells from column {left}, row {top} of pixels reach beyond the screen"
        fix = "it has {most_width}×{most_height} pixels"
        raise FormatError(
            what,
            fix,
            name,
            width=width,
            height=height,
            left=left,
            top=top,
            most_width=SCREEN_WIDTH_PX,
            most_height=SCREEN_HEIGHT_PX,
        )
    if (width > MAX_WIDTH and not wanted.width) or (height > MAX_HEIGHT and not wanted.height):
        raise FormatError(
            "the drawing has {width}×{height} pixels, the program takes {most_width}×{most_height}",
            "make it smaller, or give --left, --top, --width and --height",
            name,
            width=width,
            height=height,
            most_width=MAX_WIDTH,
            most_height=MAX_HEIGHT,
        )
    grid = judge_picture(screen, width, height, left, top)
    background = _judge(screen, SCREEN_WIDTH_PX - 1, SCREEN_HEIGHT_PX - 1)
    if not "".join(grid.rows).strip(background):
        raise FormatError("this part of the screen is empty", "give another --left and --top", name)
    inside = left <= box[0] and top <= box[1] and left + width >= box[0] + box[2] and top + height >= box[1] + box[3]
    what = "cropped to {width}×{height} pixels from --left {left} --top {top}"
    if not inside:
        what = "the drawing has {all_width}×{all_height} pixels, cut to {width}×{height} from --left {left} --top {top}"
    if not inside or (left, top) != (0, 0):
        all_width, all_height = box[2:]
        note(
            FormatError(
                what,
                "--left, --top, --width and --height choose another part",
                name,
                width=width,
                height=height,
                left=left,
                top=top,
                all_width=all_width,
                all_height=all_height,
            )
        )
    return grid


def build_picture_screen(grid: Grid) -> bytes:
    """A SCREEN$ with the picture at its top left corner, one pixel a cell, black ink on white paper.

    Raises:
        FormatError: a grid that does not fit.
    """
    if grid.width > SCREEN_WIDTH_PX or grid.height > SCREEN_HEIGHT_PX:
        what = "{width}×{height} cells do not fit the Spectrum's screen"
        fix = "it has {most_width}×{most_height} pixels"
        raise FormatError(
            what, fix, width=grid.width, height=grid.height, most_width=SCREEN_WIDTH_PX, most_height=SCREEN_HEIGHT_PX
        )
    canvas = _Canvas(BLACK_INK_ON_WHITE)
    for y, cells in enumerate(grid.rows):
        for x, cell in enumerate(cells):
            canvas.set(x, y, cell == "#")
    return canvas.data


def build_grid_screen(grid: Grid) -> bytes:
    """A SCREEN$ as the program shows a finished crossword: the frame and the cells 4 pixels apart.

    Raises:
        FormatError: a grid that does not fit.
    """
    if grid.width > MAX_WIDTH or grid.height > MAX_HEIGHT:
        what = "{width}×{height} cells do not fit the Spectrum's screen"
        fix = "the grid view takes {most_width}×{most_height}"
        raise FormatError(what, fix, width=grid.width, height=grid.height, most_width=MAX_WIDTH, most_height=MAX_HEIGHT)
    canvas = _Canvas(WHITE_INK_ON_BLACK)
    left = top = ORIGIN_PX - 2
    right, bottom = CELL_PITCH_PX * grid.width + ORIGIN_PX, CELL_PITCH_PX * grid.height + ORIGIN_PX
    for x in range(left, right + 1):
        canvas.set(x, top, True)
        canvas.set(x, bottom, True)
    for y in range(top, bottom + 1):
        canvas.set(left, y, True)
        canvas.set(right, y, True)
    for row, cells in enumerate(grid.rows):
        for column, cell in enumerate(cells):
            for dy in range(3):
                for dx in range(3):
                    centre = dx == dy == 1
                    ink = cell == "?" or (cell == "." and not centre)
                    canvas.set(CELL_PITCH_PX * column + ORIGIN_PX + dx, CELL_PITCH_PX * row + ORIGIN_PX + dy, ink)
    return canvas.data


class _Canvas:
    """The bytes of a screen, pixel by pixel."""

    def __init__(self, attribute: int) -> None:
        self._bytes = bytearray(BITMAP_SIZE) + bytes([attribute]) * (SCREEN_SIZE - BITMAP_SIZE)

    def set(self, x_px: int, y_px: int, ink: bool) -> None:
        offset, bit = pixel_row_offset(y_px) + x_px // 8, 0x80 >> x_px % 8
        if ink:
            self._bytes[offset] |= bit
        else:
            self._bytes[offset] &= ~bit

    @property
    def data(self) -> bytes:
        return bytes(self._bytes)


def _judge(screen: Screen, x_px: int, y_px: int) -> str:
    square = screen.attribute(y_px // 8, x_px // 8)
    colour, other = (square.ink, square.paper) if screen.pixel(x_px, y_px) else (square.paper, square.ink)
    dark = colour < other if colour != other else colour < _FIRST_LIGHT_COLOUR
    return "#" if dark else "."
