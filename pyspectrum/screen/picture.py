"""Pictures of a screen: the Spectrum's sixteen colours, and a palette picture drawn of bits and attributes.

A picture is a Pillow image of mode ``P`` with `PALETTE`, so that a pixel is the colour's number: 0–7, and 8–15 for the
same BRIGHT. It is drawn and saved as a PNG in a quarter of the time of an RGB picture, and the file is a third smaller.
"""

from __future__ import annotations

import functools
import io
from typing import TYPE_CHECKING

from pyspectrum.errors import ScreenError

if TYPE_CHECKING:
    from PIL import Image

WIDTH_PX, HEIGHT_PX = 256, 192
COLUMNS, ROWS = 32, 24
DISPLAY_BYTES = WIDTH_PX * HEIGHT_PX // 8
BORDER_PX = 32
FULL_BORDER_PX = 48
"""The widest border, for a picture of 352 × 288 pixels: all that a television shows."""
NOTEBOOK_SCALE = 2
"""Pixels of a notebook for one of the screen."""

# At normal brightness the ULA's colours reach about 84 % of the bright ones' level: #D7 for #FF.
# Source: "ZX Spectrum graphic modes", Wikipedia, from measurements of the video output.
NORMAL_LEVEL, BRIGHT_LEVEL = 0xD7, 0xFF

# black, blue, red, magenta, green, cyan, yellow, white; then the same BRIGHT
PALETTE: tuple[tuple[int, int, int], ...] = tuple(
    (level * (index >> 1 & 1), level * (index >> 2 & 1), level * (index & 1))
    for level in (NORMAL_LEVEL, BRIGHT_LEVEL)
    for index in range(8)
)
_PALETTE_BYTES = bytes(level for colour in PALETTE for level in colour)

_INK = bytes(byte & 7 | byte >> 3 & 8 for byte in range(256))
_PAPER = bytes(byte >> 3 & 15 for byte in range(256))
_INK_SWAPPED = bytes((_PAPER if byte & 0x80 else _INK)[byte] for byte in range(256))
_PAPER_SWAPPED = bytes((_INK if byte & 0x80 else _PAPER)[byte] for byte in range(256))


@functools.cache
def pixel_row_offset(y_px: int) -> int:
    """Return the offset of the pixel row `y_px` (0 on top) in the display file; ScreenError if there is none.

    >>> [pixel_row_offset(y) for y in (0, 1, 8, 64, 191)]
    [0, 256, 32, 2048, 6112]
    """
    if not 0 <= y_px < HEIGHT_PX:
        raise ScreenError(f"pixel row {y_px} is not on the screen; rows go from 0 to {HEIGHT_PX - 1}")
    return (y_px & 0xC0) << 5 | (y_px & 0x07) << 8 | (y_px & 0x38) << 2


_ROW_OFFSETS = tuple(pixel_row_offset(y_px) for y_px in range(HEIGHT_PX))


def in_order(display: bytes) -> bytes:
    """Return a display file in the order of the picture: 32 bytes for each pixel row, the top one first."""
    return b"".join([display[o : o + COLUMNS] for o in _ROW_OFFSETS])


def draw_squares(bits: bytes, attributes: bytes, *, flash: bool = False) -> Image.Image:
    """Draw the picture of 256 × 192 pixels that bits and attributes make.

    `bits` are 32 bytes for each pixel row, the top row first, `attributes` 32 for each character row, or for each pixel
    row where the beam met others in each. With `flash`, ink and paper of flashing squares are exchanged.
    """
    from PIL import Image

    size = (WIDTH_PX, HEIGHT_PX)
    field = (COLUMNS, len(attributes) // COLUMNS)
    inks = attributes.translate(_INK_SWAPPED if flash else _INK)
    papers = attributes.translate(_PAPER_SWAPPED if flash else _PAPER)
    picture = Image.frombytes("P", field, papers).resize(size, Image.Resampling.NEAREST)
    picture.paste(
        Image.frombytes("P", field, inks).resize(size, Image.Resampling.NEAREST), mask=Image.frombytes("1", size, bits)
    )
    picture.putpalette(_PALETTE_BYTES)
    return picture


def flashes(frame: int) -> bool:
    """Return True if flashing squares show their other phase in this frame since power-on; every 16 they change."""
    return bool(frame // 16 & 1)


def border_width(border: bool | int) -> int:
    """Return the pixels of border: 0 for False, `BORDER_PX` for True, or the number itself, of whole squares."""
    if isinstance(border, bool):
        return BORDER_PX if border else 0
    if border % 8 or not 8 <= border <= FULL_BORDER_PX:
        raise ScreenError(f"a border cannot be {border} px wide; use 8, 16, 24, 32, 40 or 48, or True for 32")
    return border


def add_border(picture: Image.Image, border: int | bytes, border_px: int = BORDER_PX) -> Image.Image:
    """Return the picture with `border_px` of border on all sides.

    `border` is one colour, 0–7, or the colour of every square of eight pixels of all lines, the top line first (those
    behind the screen count too): 40 a line and 256 lines for a border of 32 px. ScreenError for other ones.
    """
    from PIL import Image

    width, height = WIDTH_PX + 2 * border_px, HEIGHT_PX + 2 * border_px
    size, columns = (width, height), width // 8
    if isinstance(border, int):
        if not 0 <= border <= 7:
            raise ScreenError(f"{border} is not a border colour; use 0–7")
        framed = Image.new("P", size, border)
    else:
        if len(border) != columns * height:
            raise ScreenError(f"a border has {columns * height} squares, not {len(border)}")
        framed = Image.frombytes("P", (columns, height), border).resize(size, Image.Resampling.NEAREST)
    framed.paste(picture, (border_px, border_px))
    framed.putpalette(_PALETTE_BYTES)
    return framed


def enlarge(picture: Image.Image, scale: int) -> Image.Image:
    """Return the picture with every pixel `scale` times as wide and as high; ScreenError for a scale under 1."""
    if scale < 1:
        raise ScreenError(f"a picture cannot be scaled by {scale}; use 1 or more")
    return picture if scale == 1 else picture.resize((picture.width * scale, picture.height * scale), 0)


def png_bytes(picture: Image.Image) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()
