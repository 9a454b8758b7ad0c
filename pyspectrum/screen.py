"""The Spectrum's screen: pixels, attributes, the text on it, and the picture in true colours.

The display file (6144 bytes at 16384) holds a bit a pixel, 32 bytes a pixel row, the rows in the
order third, row within the character, character row; the attribute file (768 bytes) a byte a
square of 8 × 8: FLASH, BRIGHT, three bits PAPER, three bits INK.

`text` matches every square with the characters of a font, by default the ROM's at #3D00, plain and
inverse. It says nothing of what BASIC printed, only of what can be read there.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pyspectrum.core import ROM_PATH
from pyspectrum.errors import ScreenError

if TYPE_CHECKING:
    from PIL import Image

WIDTH_PX, HEIGHT_PX = 256, 192
COLUMNS, ROWS = 32, 24
DISPLAY_SIZE = 6144
SCREEN_SIZE = 6912
FONT_SIZE = 768  # 96 characters from blank to ©
BORDER_PX = 32
UNREADABLE = "\ufffd"  # stands for a square that no character of the font looks like

_FONT_ADDRESS = 0x3D00
_FONT_CHARACTERS = "".join(map(chr, range(0x20, 0x7F))).replace("`", "£").replace("^", "↑") + "©"
_THIRD_SIZE = 2048

# At normal brightness the ULA's colours reach about 84 % of the bright ones' level: #D7 for #FF.
# Source: "ZX Spectrum graphic modes", Wikipedia, from measurements of the video output.
NORMAL_LEVEL, BRIGHT_LEVEL = 0xD7, 0xFF


def _colour(index: int, level: int) -> tuple[int, int, int]:
    return (level * (index >> 1 & 1), level * (index >> 2 & 1), level * (index & 1))


# black, blue, red, magenta, green, cyan, yellow, white; then the same BRIGHT
PALETTE: tuple[tuple[int, int, int], ...] = tuple(
    _colour(index, level) for level in (NORMAL_LEVEL, BRIGHT_LEVEL) for index in range(8)
)


@dataclass(frozen=True)
class Attribute:
    """The colours of a square: `ink` and `paper` 0–7."""

    ink: int
    paper: int
    bright: bool
    flash: bool

    @classmethod
    def from_byte(cls, byte: int) -> Attribute:
        """The attribute in a byte of the attribute file.

        >>> Attribute.from_byte(0b01_111_000)
        Attribute(ink=0, paper=7, bright=True, flash=False)
        """
        return cls(byte & 7, byte >> 3 & 7, bool(byte & 0x40), bool(byte & 0x80))

    @property
    def ink_rgb(self) -> tuple[int, int, int]:
        """The ink's colour on a television."""
        return PALETTE[self.ink + 8 * self.bright]

    @property
    def paper_rgb(self) -> tuple[int, int, int]:
        """The paper's colour on a television."""
        return PALETTE[self.paper + 8 * self.bright]


@functools.cache
def rom_font() -> bytes:
    """The 768 bytes of the ROM's characters, from the blank to ©."""
    with Path(ROM_PATH).open("rb") as rom:
        rom.seek(_FONT_ADDRESS)
        return rom.read(FONT_SIZE)


@functools.lru_cache(maxsize=16)
def _glyphs(font: bytes) -> tuple[dict[bytes, str], dict[bytes, str]]:
    """What each pattern of eight bytes reads as; first plain and inverse together, then plain only."""
    if len(font) != FONT_SIZE:
        raise ScreenError(f"a font has {FONT_SIZE} bytes, not {len(font)}; take them from CHARS + 256 on")
    plain: dict[bytes, str] = {}
    for index, character in enumerate(_FONT_CHARACTERS):
        plain.setdefault(font[8 * index : 8 * index + 8], character)
    inverse = {bytes(byte ^ 0xFF for byte in pattern): character for pattern, character in plain.items()}
    return inverse | plain, plain


@functools.cache
def pixel_row_offset(y_px: int) -> int:
    """Where the pixel row `y_px` (0 on top) starts in the display file.

    >>> [pixel_row_offset(y) for y in (0, 1, 8, 64, 191)]
    [0, 256, 32, 2048, 6112]

    Raises:
        ScreenError: there is no such row.
    """
    if not 0 <= y_px < HEIGHT_PX:
        raise ScreenError(f"pixel row {y_px} is not on the screen; rows go from 0 to {HEIGHT_PX - 1}")
    return (y_px & 0xC0) << 5 | (y_px & 0x07) << 8 | (y_px & 0x38) << 2


@dataclass(frozen=True)
class Screen:
    """The 6,912 bytes of a screen at one moment. Places count from 0 at the top left."""

    data: bytes

    def __post_init__(self) -> None:
        if len(self.data) != SCREEN_SIZE:
            raise ScreenError(f"a screen has {SCREEN_SIZE} bytes, not {len(self.data)}")

    @classmethod
    def from_scr(cls, data: bytes, name: str = "<screen>") -> Screen:
        """The screen in the bytes of a `.scr` file.

        Raises:
            ScreenError: the file is not 6,912 bytes long.
        """
        if len(data) != SCREEN_SIZE:
            raise ScreenError(f"{name}: {len(data)} bytes are not a SCREEN$; it needs {SCREEN_SIZE}")
        return cls(bytes(data))

    def row_bits(self, y_px: int) -> int:
        """The pixel row `y_px` as a number of 256 bits: x = 0 is the highest, ink is 1.

        >>> hex(Screen(b"\\x80" + bytes(6911)).row_bits(0) >> 252)
        '0x8'
        """
        offset = pixel_row_offset(y_px)
        return int.from_bytes(self.data[offset : offset + COLUMNS], "big")

    def pixel(self, x_px: int, y_px: int) -> bool:
        """Whether the pixel is set, that is, shows ink.

        Raises:
            ScreenError: the place is not on the screen.
        """
        if not 0 <= x_px < WIDTH_PX:
            raise ScreenError(f"x = {x_px} is not on the screen; it goes from 0 to {WIDTH_PX - 1}")
        return bool(self.data[pixel_row_offset(y_px) + (x_px >> 3)] & 0x80 >> (x_px & 7))

    def attribute(self, row: int, column: int) -> Attribute:
        """The colours of a square.

        Raises:
            ScreenError: the place is not on the screen.
        """
        if not (0 <= row < ROWS and 0 <= column < COLUMNS):
            raise ScreenError(f"row {row}, column {column} is not on the screen of {ROWS} by {COLUMNS} squares")
        return Attribute.from_byte(self.data[DISPLAY_SIZE + COLUMNS * row + column])

    def text_line(self, row: int, font: bytes | None = None) -> str:
        """The 32 characters of a text row; `UNREADABLE` where a square is no character of the font.

        `font` is 768 bytes, the ROM's by default; a blank is what has no pixel or all of them.

        Raises:
            ScreenError: there is no such row, or the font has another size.
        """
        read = _glyphs(rom_font() if font is None else font)[0].get
        return "".join([read(pattern, UNREADABLE) for pattern in self._patterns(row)])

    def text(self, font: bytes | None = None) -> tuple[str, ...]:
        """The 24 text rows; see `text_line`.

        >>> len(Screen(bytes(6912)).text()), Screen(bytes(6912)).text()[0] == " " * 32
        (24, True)
        """
        return tuple(self.text_line(row, font) for row in range(ROWS))

    def inverse_cells(self, row: int, font: bytes | None = None) -> tuple[bool, ...]:
        """For each square of a text row, whether it is a character of the font in inverse."""
        read_any, plain = _glyphs(rom_font() if font is None else font)
        return tuple(pattern in read_any and pattern not in plain for pattern in self._patterns(row))

    def _patterns(self, row: int) -> list[bytes]:
        """The eight bytes of each square of a text row."""
        if not 0 <= row < ROWS:
            raise ScreenError(f"text row {row} is not on the screen; rows go from 0 to {ROWS - 1}")
        start = (row >> 3) * _THIRD_SIZE + (row & 7) * COLUMNS
        end = ((row >> 3) + 1) * _THIRD_SIZE
        data = self.data
        return [data[offset:end:256] for offset in range(start, start + COLUMNS)]

    def image(self, *, scale: int = 1, border: int | None = None, flash: bool = False) -> Image.Image:
        """The screen as a television shows it, an RGB picture `scale` times 256 × 192 pixels.

        Args:
            border: the border's colour, 0–7, for a frame of `BORDER_PX` around; none without.
            flash: show flashing squares in their other phase, ink and paper exchanged.

        Raises:
            ScreenError: a scale under 1 or a border that is no colour.
        """
        from PIL import Image

        if scale < 1:
            raise ScreenError(f"a picture cannot be scaled by {scale}; use 1 or more")
        if border is not None and not 0 <= border <= 7:
            raise ScreenError(f"{border} is not a border colour; use 0–7")
        squares = [Attribute.from_byte(byte) for byte in self.data[DISPLAY_SIZE:]]
        swapped = [flash and square.flash for square in squares]
        set_colours = [s.paper_rgb if swap else s.ink_rgb for s, swap in zip(squares, swapped, strict=True)]
        reset_colours = [s.ink_rgb if swap else s.paper_rgb for s, swap in zip(squares, swapped, strict=True)]
        pixels = b"".join(self.data[o : o + COLUMNS] for o in map(pixel_row_offset, range(HEIGHT_PX)))
        size = (WIDTH_PX, HEIGHT_PX)
        mask = Image.frombytes("1", size, pixels)
        picture = Image.composite(_field(set_colours).resize(size, 0), _field(reset_colours).resize(size, 0), mask)
        if border is not None:
            framed = Image.new("RGB", (WIDTH_PX + 2 * BORDER_PX, HEIGHT_PX + 2 * BORDER_PX), PALETTE[border])
            framed.paste(picture, (BORDER_PX, BORDER_PX))
            picture = framed
        return picture.resize((picture.width * scale, picture.height * scale), 0)


def _field(colours: list[tuple[int, int, int]]) -> Image.Image:
    """A picture with one pixel for each square."""
    from PIL import Image

    return Image.frombytes("RGB", (COLUMNS, ROWS), bytes(level for colour in colours for level in colour))
