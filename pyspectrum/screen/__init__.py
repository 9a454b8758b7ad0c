"""The Spectrum's screen: pixels, attributes, the text on it, and the picture in true colours.

The display file (6144 bytes at 16384) holds a bit a pixel, 32 bytes a pixel row, the rows in the order third, row in
the character, character row; the attribute file (768 bytes) a byte a square of 8 × 8: FLASH, BRIGHT, three bits PAPER,
three bits INK. Text is what the squares look like in a font, plain or inverse, whatever BASIC printed there.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyspectrum.core import Core
from pyspectrum.errors import ScreenError
from pyspectrum.memory import DF_SZ
from pyspectrum.screen.fonts import UNREADABLE, Font, FontLike, as_font, rom_font
from pyspectrum.screen.picture import (
    BORDER_PX,
    COLUMNS,
    HEIGHT_PX,
    NOTEBOOK_SCALE,
    PALETTE,
    ROWS,
    WIDTH_PX,
    add_border,
    draw_squares,
    enlarge,
    in_order,
    pixel_row_offset,
    png_bytes,
)

if TYPE_CHECKING:
    from PIL import Image

__all__ = [
    "BORDER_PX", "COLUMNS", "DISPLAY_SIZE", "HEIGHT_PX", "PALETTE", "ROWS", "SCREEN_SIZE", "UNREADABLE", "WIDTH_PX",
    "Attribute", "Screen", "TextReader", "pixel_row_offset", "rom_font",
]  # fmt: skip

DISPLAY_SIZE = 6144
SCREEN_SIZE = 6912
_THIRD_SIZE, _THIRD_ROWS = 2048, 8


@dataclass(frozen=True)
class Attribute:
    """The colours of a square: `ink` and `paper` 0–7."""

    ink: int
    paper: int
    bright: bool
    flash: bool

    @classmethod
    def from_byte(cls, byte: int) -> Attribute:
        return cls(byte & 7, byte >> 3 & 7, bool(byte & 0x40), bool(byte & 0x80))


@dataclass(frozen=True)
class Screen:
    """The 6,912 bytes of a screen at one moment. Places count from 0 at the top left."""

    data: bytes

    def __post_init__(self) -> None:
        if len(self.data) != SCREEN_SIZE:
            raise ScreenError(f"a screen has {SCREEN_SIZE} bytes, not {len(self.data)}")

    def row_bits(self, y_px: int) -> int:
        """Return the pixel row `y_px` as a number of 256 bits: x = 0 is the highest, ink is 1."""
        offset = pixel_row_offset(y_px)
        return int.from_bytes(self.data[offset : offset + COLUMNS], "big")

    def pixel(self, x_px: int, y_px: int) -> bool:
        """Return True if the pixel is set, that is, shows ink; ScreenError if there is none."""
        if not 0 <= x_px < WIDTH_PX:
            raise ScreenError(f"x = {x_px} is not on the screen; it goes from 0 to {WIDTH_PX - 1}")
        return bool(self.data[pixel_row_offset(y_px) + (x_px >> 3)] & 0x80 >> (x_px & 7))

    def attribute(self, row: int, column: int) -> Attribute:
        """Return the colours of a square; ScreenError if there is none."""
        if not (0 <= row < ROWS and 0 <= column < COLUMNS):
            raise ScreenError(f"row {row}, column {column} is not on the screen of {ROWS} by {COLUMNS} squares")
        return Attribute.from_byte(self.data[DISPLAY_SIZE + COLUMNS * row + column])

    def text_line(self, row: int, font: FontLike = None) -> str:
        """Return the characters of a text row, 32 in squares; `UNREADABLE` where a cell is no character of the font.

        `font` is a `Font` or 768 bytes, the ROM's by default; a blank has no pixel or all of them. ScreenError if there
        is no such row, or the font has another size.
        """
        font = as_font(font)
        read = font.readings.get
        return "".join([read(pattern, UNREADABLE) for pattern in self._patterns(row, font)])

    def text(self, font: FontLike = None) -> tuple[str, ...]:
        """Return the 24 text rows; see `text_line`."""
        return tuple(self.text_line(row, font) for row in range(ROWS))

    def inverse_cells(self, row: int, font: FontLike = None) -> tuple[bool, ...]:
        """Return, for each cell of a text row, True if it is a character of the font in inverse."""
        font = as_font(font)
        patterns = self._patterns(row, font)
        return tuple(pattern in font.readings and pattern not in font.plain for pattern in patterns)

    def _patterns(self, row: int, font: Font) -> list[bytes]:
        if not 0 <= row < ROWS:
            raise ScreenError(f"text row {row} is not on the screen; rows go from 0 to {ROWS - 1}")
        if not font.stands_on_squares:
            return font.patterns(self.bits, row)
        start = (row >> 3) * _THIRD_SIZE + (row & 7) * COLUMNS
        end = ((row >> 3) + 1) * _THIRD_SIZE
        return [self.data[offset:end:256] for offset in range(start, start + COLUMNS)]

    @property
    def bits(self) -> bytes:
        """Display file in the order of the picture: 32 bytes for each pixel row, the top one first."""
        return in_order(self.data)

    def palette_image(
        self, *, scale: int = 1, border: int | bytes | None = None, flash: bool = False, border_px: int = BORDER_PX
    ) -> Image.Image:
        """Return the picture of `image` in the palette of `screen.picture`, with so wide a border.

        `border` may be one colour for each square of the lines, as `screen.picture.add_border` takes them.
        """
        picture = draw_squares(self.bits, self.data[DISPLAY_SIZE:], flash=flash)
        return enlarge(picture if border is None else add_border(picture, border, border_px), scale)

    def image(self, *, scale: int = 1, border: int | None = None, flash: bool = False) -> Image.Image:
        """Return the screen as a television shows it, an RGB picture `scale` times 256 × 192 pixels.

        `border` is the border's colour, 0–7, for a frame of 32 px around; none without. With `flash`, flashing squares
        are in their other phase, ink and paper exchanged.
        """
        return enlarge(self.palette_image(border=border, flash=flash).convert("RGB"), scale)

    def _repr_png_(self) -> bytes:
        return png_bytes(self.palette_image(scale=NOTEBOOK_SCALE))


_MANY_BITS = 80
"""With that many pixel columns of squares different in a third it is quicker to read the whole third."""
_PIXEL_ROW = 256
"""A pixel row of each of the eight text rows in a third of the screen, in bytes."""
_PATTERNS_OF_THIRD = operator.itemgetter(*(slice(place, None, _PIXEL_ROW) for place in range(_PIXEL_ROW)))


class TextReader:
    """Reader of the text on a screen that changes little: it reads only the squares that changed."""

    def __init__(self, font: FontLike = None) -> None:
        self._read = as_font(font).readings.get
        self._seen = bytearray(DISPLAY_SIZE)
        self._bits = [0] * (ROWS // _THIRD_ROWS)  # of each third of `_seen`
        self._lines = [" " * COLUMNS] * ROWS
        self._text = tuple(self._lines)

    def read(self, memory: bytes | bytearray, at: int = 0) -> tuple[str, ...]:
        """Return the 24 text rows of the display file of 6,144 bytes that begins `at` this place in `memory`.

        It is the same tuple as before while few squares change and are read the same.
        """
        if not memory.startswith(self._seen, at):
            for third in range(len(self._bits)):
                start = third * _THIRD_SIZE
                part = memory[at + start : at + start + _THIRD_SIZE]
                if not self._seen.startswith(part, start):
                    self._seen[start : start + _THIRD_SIZE] = part
                    self._read_third(third, bytes(part))
            if not self._text:
                self._text = tuple(self._lines)
        return self._text

    def _read_third(self, third: int, part: bytes) -> None:
        """Read the squares that differ, found by their bits before and now; drop the text if it is no longer right."""
        bits = int.from_bytes(part, "little")
        changed, self._bits[third] = bits ^ self._bits[third], bits
        for pixel_rows in (4, 2, 1):  # any pixel row of a square
            changed |= changed >> 8 * _PIXEL_ROW * pixel_rows
        changed &= (1 << 8 * _PIXEL_ROW) - 1
        first, lines = third * _THIRD_ROWS, self._lines
        if changed.bit_count() > _MANY_BITS:
            text = "".join(map(self._read, _PATTERNS_OF_THIRD(part), itertools.repeat(UNREADABLE)))
            lines[first : first + _THIRD_ROWS] = [text[at : at + COLUMNS] for at in range(0, _PIXEL_ROW, COLUMNS)]
            self._text = ()
            return
        while changed:
            place = changed.bit_length() - 1 >> 3
            changed &= (1 << 8 * place) - 1
            row, column = divmod(place, COLUMNS)
            line, sign = lines[first + row], self._read(part[place::_PIXEL_ROW], UNREADABLE)
            if sign != line[column]:
                lines[first + row] = line[:column] + sign + line[column + 1 :]
                self._text = ()


_MOST_READERS = 8


def _reader_of(font: Font) -> Callable[[bytes | bytearray, int], tuple[str, ...]]:
    """Return `TextReader.read`, or its like for a font that does not stand on the squares."""
    if font.stands_on_squares:
        return TextReader(font).read
    lines_of = functools.lru_cache(maxsize=1)(lambda display: font.lines_of(in_order(display)))
    return lambda memory, at: lines_of(bytes(memory[at : at + DISPLAY_SIZE]))


class View:
    """View of a machine's text; it keeps one reader for each font."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._reader_of = functools.lru_cache(maxsize=_MOST_READERS)(_reader_of)
        self._last_font: FontLike = None
        self._lower_lines: tuple[str, ...] = ()
        self._lower_known: tuple[FontLike, int] = (None, 0)  # what `_lower_seen` was read for
        self._lower_seen = self._lower_squares = b""
        self._read = self._reader_of(as_font(None))

    def text_lines(self, font: FontLike = None) -> tuple[str, ...]:
        if font is not self._last_font:  # as a rule one font is asked for again and again
            self._read, self._last_font = self._reader_of(as_font(font)), font
        return self._read(*self._core.shown())

    def shows(self, text: str) -> Callable[[], bool]:
        """Return a condition to wait for: the text stands on one line of the screen."""
        seen: tuple[str, ...] = ()

        def shows() -> bool:
            nonlocal seen
            lines = self.text_lines()
            if lines is seen:  # nothing has changed
                return False
            seen = lines
            return any(text in line for line in lines)

        return shows

    def input_area(self, font: FontLike = None) -> tuple[str, ...]:
        rows = self._core.memory[DF_SZ]
        if rows > _THIRD_ROWS or not as_font(font).stands_on_squares:
            return self.text_lines(font)[max(0, ROWS - rows) :]
        memory, at = self._core.shown()
        begin, size = at + DISPLAY_SIZE - _THIRD_SIZE + COLUMNS * (_THIRD_ROWS - rows), COLUMNS * rows
        if self._lower_known != (font, rows) or not memory.startswith(self._lower_seen, begin):
            # the squares alone are read: what changes above them, such as a grid that is drawn, costs no reading
            self._lower_seen = seen = bytes(memory[begin : at + DISPLAY_SIZE])
            squares = b"".join([seen[row : row + size] for row in range(0, len(seen), _PIXEL_ROW)])
            if self._lower_known != (font, rows) or squares != self._lower_squares:
                read = as_font(font).readings.get
                text = "".join([read(squares[square::size], UNREADABLE) for square in range(size)])
                self._lower_lines = tuple([text[line : line + COLUMNS] for line in range(0, size, COLUMNS)])
                self._lower_known, self._lower_squares = (font, rows), squares
        return self._lower_lines
