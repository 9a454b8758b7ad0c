"""Spectrum screens as pictures for a crossword, one pixel a cell, and crosswords as screens.

A cell is black when its pixel *looks* black (specification, section 6): the darker of a square's ink
and paper counts as black; a square of one colour is judged against mid-grey. The Spectrum's colours
are numbered in the order of their brightness, so 0–3 are dark and 4–7 light; BRIGHT and FLASH
change nothing.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from harness.errors import FormatError
from harness.puzzle import Grid
from harness.spectrum.reader import CELL_PITCH_PX, MAX_HEIGHT, MAX_WIDTH, ORIGIN_PX
from pyspectrum.errors import TapeError
from pyspectrum.screen import Screen, pixel_row_offset
from pyspectrum.tape import FileType, parse_tap

BITMAP_SIZE = 6144
SCREEN_SIZE = BITMAP_SIZE + 768
"""The bitmap and its attributes, in bytes."""
THIRD_SIZE = 2048
PLUS3DOS_SIGNATURE = b"PLUS3DOS\x1a"
PLUS3DOS_HEADER_SIZE = 128
SCREEN_WIDTH_PX, SCREEN_HEIGHT_PX = 256, 192

WHITE_INK_ON_BLACK = 7
BLACK_INK_ON_WHITE = 56
_FIRST_LIGHT_COLOUR = 4


@dataclass(frozen=True)
class LoadedScreen:
    """A screen out of a file; `tape_bytes` is the block as Art Studio saved it: 2,048 or 6,912 bytes."""

    screen: Screen
    tape_bytes: bytes


def read_screen(data: bytes, name: str) -> LoadedScreen:
    """A screen from the bytes of a file: 6,912, a cut of 6,144 or 2,048, with +3DOS header, or on a ``.tap``.

    A cut without attributes stands for black paper and white ink, as the Spectrum program has them
    when it loads one.

    Raises:
        FormatError: the bytes are nothing of the kind.
    """
    if data.startswith(PLUS3DOS_SIGNATURE):
        data = data[PLUS3DOS_HEADER_SIZE:]
    elif len(data) not in (SCREEN_SIZE, BITMAP_SIZE, THIRD_SIZE):
        data = _screen_on_tape(data, name)
    if len(data) not in (SCREEN_SIZE, BITMAP_SIZE, THIRD_SIZE):
        fix = "a SCREEN$ has 6912 bytes, its cuts 6144 or 2048; convert takes other pictures"
        raise FormatError("{count} bytes are not a screen", fix, name, count=len(data))
    # what a third leaves open is background: white where the third's last pixel is, for whoever looks for the drawing
    rest = b"\xff" if len(data) == THIRD_SIZE and data[-1] & 1 else b"\0"
    attributes = data[BITMAP_SIZE:] or bytes([WHITE_INK_ON_BLACK]) * (SCREEN_SIZE - BITMAP_SIZE)
    whole = data[:BITMAP_SIZE].ljust(BITMAP_SIZE, rest) + attributes
    return LoadedScreen(Screen(whole), data if len(data) == THIRD_SIZE else whole)


def judge_picture(screen: Screen, width: int, height: int) -> Grid:
    """The picture of `width` × `height` cells at the top left corner, as the eye sees it."""
    return Grid(tuple("".join(_judge(screen, x, y) for x in range(width)) for y in range(height)))


def picture_size(screen: Screen, name: str) -> tuple[int, int]:
    """Return how far the drawing reaches from the top left corner: (width, height) in pixels.

    Pixels that look like the one in the bottom right corner are background.

    Raises:
        FormatError: an empty screen, or a drawing beyond 62×42.
    """
    background = _judge(screen, SCREEN_WIDTH_PX - 1, SCREEN_HEIGHT_PX - 1)
    picture = judge_picture(screen, SCREEN_WIDTH_PX, SCREEN_HEIGHT_PX).rows
    drawn = [row for row, cells in enumerate(picture) if cells.strip(background)]
    if not drawn:
        raise FormatError("the screen is empty", "draw in its top left corner, or give --width and --height", name)
    width, height = max(len(picture[row].rstrip(background)) for row in drawn), drawn[-1] + 1
    if width > MAX_WIDTH or height > MAX_HEIGHT:
        raise FormatError(
            "the drawing reaches {width}×{height} pixels from the top left corner, the program takes "
            "{most_width}×{most_height}",
            "move it, or give --width and --height",
            name,
            width=width,
            height=height,
            most_width=MAX_WIDTH,
            most_height=MAX_HEIGHT,
        )
    return width, height


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


def _screen_on_tape(data: bytes, name: str) -> bytes:
    """The first block on a ``.tap`` that a CODE header announces and that has the size of a screen."""
    try:
        blocks = parse_tap(data, name).blocks
    except TapeError:
        return data
    for header_block, block in itertools.pairwise(blocks):
        header = header_block.header
        if (
            header
            and header.file_type is FileType.CODE
            and len(block.payload) in (SCREEN_SIZE, BITMAP_SIZE, THIRD_SIZE)
        ):
            return block.payload
    raise FormatError("there is no SCREEN$ on this tape", 'save it with SAVE "name" SCREEN$', name)
