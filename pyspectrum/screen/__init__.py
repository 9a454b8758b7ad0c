"""The display memory, fonts, pictures, films, and the beam."""

from pyspectrum.screen.screen import (
    BORDER_PX,
    BRIGHT_LEVEL,
    COLUMNS,
    DISPLAY_SIZE,
    HEIGHT_PX,
    NORMAL_LEVEL,
    PALETTE,
    ROWS,
    SCREEN_SIZE,
    UNREADABLE,
    WIDTH_PX,
    Attribute,
    Screen,
    TextReader,
    pixel_row_offset,
    rom_font,
)

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
