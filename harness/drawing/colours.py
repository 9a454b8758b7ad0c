"""Pictures on a terminal in their own colours, by Rich, which takes longer to load than a small puzzle to be solved."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from rich.cells import set_cell_size
from rich.console import Console
from rich.style import Style
from rich.text import Text

from harness.puzzle import Grid
from harness.puzzle.palette import BLACK, UNKNOWN, WHITE, Palette, Rgb, hex_rgb, is_dark

_GREY: Rgb = (128, 128, 128)
_LETTERED = 2  # columns of a cell with a letter on it


def print_coloured(grid: Grid, palette: Palette) -> bool:
    """Print a grid in its colours; return False if a terminal does not show them."""
    console = Console()
    if shows := shows_colours(console):
        _print_whole(console, render_colours(grid, palette))
    return shows


def print_sheet(sheet: Sequence[Sequence[tuple[str, str, bool]]], palette: Palette) -> bool:
    """Print the lines of a picture with its clues in their colours; return False if a terminal does not show them.

    A line is its pieces, each the parts of a `harness.drawing.terminal.Piece`.
    """
    console = Console()
    if not shows_colours(console):
        return False
    for line in sheet:
        text = Text()
        for shown, key, is_cell in line:
            if not key or key == UNKNOWN:
                text.append(shown)
            else:
                letter = _lettered(key, len(shown), palette.close_keys)
                text.append(letter if is_cell else shown, _paint(key, palette))
        _print_whole(console, text)
    return True


def render_colours(grid: Grid, palette: Palette) -> Text:
    """Draw a grid in its own colours, two rows to a text line; with letters if some colours are hard to tell apart.

    >>> from harness.puzzle.palette import Colour
    >>> text = render_colours(Grid(("kk", ".k")), Palette((Colour("k", (0, 0, 0)),)))
    >>> text.plain, [str(span.style) for span in text.spans]
    ('▀▀', ['#000000 on #ffffff', '#000000 on #000000'])
    >>> reds = Palette((Colour("r", (255, 0, 0)), Colour("s", (230, 20, 20)), Colour("k", (0, 0, 0))))
    >>> render_colours(Grid(("rsk.", "??rr")), reds).plain.splitlines()
    ['r s     ', '▒▒▒▒r r ']
    """
    text = Text()
    if close := palette.close_keys:
        for row, cells in enumerate(grid.rows):
            text.append("\n" if row else "")
            for cell in cells:
                if cell == UNKNOWN:
                    text.append("▒▒", Style(color=_hex(cell, palette)))
                else:
                    text.append(_lettered(cell, _LETTERED, close), _paint(cell, palette))
        return text
    for top in range(0, grid.height, 2):
        text.append("\n" if top else "")
        for cell, below in zip_longest(grid[top], grid[top + 1] if top + 1 < grid.height else ""):
            sign = "▒" if UNKNOWN in (cell, below) else "▀"
            background = None if below is None else _hex(below, palette)
            text.append(sign, Style(color=_hex(cell, palette), bgcolor=background))
    return text


def _lettered(cell: str, columns: int, close: frozenset[str]) -> str:
    """Return a cell's key if it is among the close ones, in the room of so many columns."""
    return set_cell_size(cell if cell in close else "", columns)


def _paint(cell: str, palette: Palette) -> Style:
    """Return the colour of a cell behind a letter in black or white, whichever is easier to read."""
    ink = WHITE if is_dark(palette.rgb(cell)) else BLACK
    return Style(color=hex_rgb(ink).lower(), bgcolor=_hex(cell, palette))


def _hex(cell: str, palette: Palette) -> str:
    return hex_rgb(_GREY if cell == UNKNOWN else palette.rgb(cell)).lower()


def shows_colours(console: Console) -> bool:
    """Return True if it is a terminal with the blocks that pictures are drawn of, and the user wants colours on it."""
    has_blocks = console.encoding.startswith("utf")
    return console.is_terminal and console.color_system is not None and not console.no_color and has_blocks


def _print_whole(console: Console, text: Text) -> None:
    console.print(text, no_wrap=True, crop=False, overflow="ignore", soft_wrap=True)
