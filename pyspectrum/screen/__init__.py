"""The display memory, fonts, pictures, films, and the beam."""

from pyspectrum.screen.fonts import UNREADABLE, rom_font
from pyspectrum.screen.picture import (
    BORDER_PX,
    BRIGHT_LEVEL,
    COLUMNS,
    HEIGHT_PX,
    NORMAL_LEVEL,
    PALETTE,
    ROWS,
    WIDTH_PX,
)
from pyspectrum.screen.screen import DISPLAY_SIZE, SCREEN_SIZE, Attribute, Screen, TextReader, pixel_row_offset

__all__ = [
    "BORDER_PX",
    "BRIGHT_LEVEL",
    "COLUMNS",
    "DISPLAY_SIZE",
    "HEIGHT_PX",
    "NORMAL_LEVEL",
    "PALETTE",
    "ROWS",
    "SCREEN_SIZE",
    "UNREADABLE",
    "WIDTH_PX",
    "Attribute",
    "Screen",
    "TextReader",
    "pixel_row_offset",
    "rom_font",
]
