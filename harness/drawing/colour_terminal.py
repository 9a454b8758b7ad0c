"""Pictures in colour on a terminal: half blocks in true colour; and what the palette's characters stand for.

If two colours are hard to tell apart, cells are drawn large enough for a letter, and these colours have their key on
them.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from rich.cells import set_cell_size
from rich.console import Console
from rich.style import Style
from rich.text import Text

from harness.errors import one_line
from harness.puzzle import Grid
from harness.puzzle.palette import BLACK, UNKNOWN, WHITE, Palette, Rgb, hex_rgb, is_dark

_GREY: Rgb = (128, 128, 128)
_CELL_COLUMNS = 2
"""Columns of a cell with a letter, which makes it about a square."""


def render_colour_blocks(grid: Grid, palette: Palette) -> Text:
    """The grid with two rows to a text line, in its own colours; a pair of cells of which one is unknown is shaded.

    >>> from harness.puzzle import Grid
    >>> from harness.puzzle.palette import Colour
    >>> text = render_colour_blocks(Grid(("kk", ".k")), Palette((Colour("k", (0, 0, 0)),)))
    >>> text.plain, [str(span.style) for span in text.spans]
    ('▀▀', ['#000000 on #ffffff', '#000000 on #000000'])
    """
    text = Text()
    for top in range(0, grid.height, 2):
        if top:
            text.append("\n")
        upper = grid[top]
        lower = grid[top + 1] if top + 1 < grid.height else None
        for column, cell in enumerate(upper):
            below = lower[column] if lower is not None else None
            sign = "▒" if UNKNOWN in (cell, below) else "▀"
            background = None if below is None else hex_rgb(_seen(below, palette)).lower()
            text.append(sign, Style(color=hex_rgb(_seen(cell, palette)).lower(), bgcolor=background))
    return text


def render_colours(grid: Grid, palette: Palette) -> Text:
    """The grid in its own colours, with letters on those that are hard to tell apart.

    >>> from harness.puzzle import Grid
    >>> from harness.puzzle.palette import Colour
    >>> reds = Palette((Colour("r", (255, 0, 0)), Colour("s", (230, 20, 20)), Colour("k", (0, 0, 0))))
    >>> render_colours(Grid(("rsk.", "??rr")), reds).plain.splitlines()
    ['r s     ', '▒▒▒▒r r ']
    """
    close = close_keys(palette)
    return render_lettered(grid, palette, close) if close else render_colour_blocks(grid, palette)


def render_lettered(grid: Grid, palette: Palette, lettered: Collection[str]) -> Text:
    """The grid with a row a text line, a cell two columns wide; cells of the keys in `lettered` show their key."""
    text = Text()
    for row in range(grid.height):
        if row:
            text.append("\n")
        for cell in grid[row]:
            rgb = _seen(cell, palette)
            if cell == UNKNOWN:
                text.append("▒▒", Style(color=hex_rgb(rgb).lower()))
                continue
            sign = set_cell_size(cell, _CELL_COLUMNS) if cell in lettered else " " * _CELL_COLUMNS
            text.append(sign, paint(cell, palette))
    return text


def paint(cell: str, palette: Palette) -> Style:
    """The colour of a cell behind a letter in black or white, whichever is easier to read."""
    rgb = _seen(cell, palette)
    return Style(color=hex_rgb(WHITE if is_dark(rgb) else BLACK).lower(), bgcolor=hex_rgb(rgb).lower())


@cache
def close_keys(palette: Palette) -> frozenset[str]:
    """Keep what a palette's comparison gives: each frame of a watched search asks for it."""
    return palette.close_keys


def shows_colours(console: Console) -> bool:
    """Return True if it is a terminal with the blocks that pictures are drawn of, and the user wants colours on it."""
    has_blocks = console.encoding.startswith("utf")
    return console.is_terminal and console.color_system is not None and not console.no_color and has_blocks


def print_colours(grid: Grid, palette: Palette) -> None:
    """In its colours where a terminal shows them, in the palette's characters otherwise."""
    console = Console()
    if shows_colours(console):
        console.print(render_colours(grid, palette), no_wrap=True, crop=False, overflow="ignore", soft_wrap=True)
    else:
        print(grid)


def palette_text(palette: Palette, keys: str) -> str:
    """List the colours of the keys, a line each.

    >>> from harness.puzzle.palette import Colour
    >>> print(palette_text(Palette((Colour("k", (0, 0, 0), "black"),)), "k"))
    . #FFFFFF white
    k #000000 black
    """
    lines = [f". {hex_rgb(palette.background)} {one_line(palette.background_name)}".rstrip()]
    lines += [f"{key} {hex_rgb(palette[key].rgb)} {one_line(palette[key].name)}".rstrip() for key in keys]
    return "\n".join(lines)


def _seen(cell: str, palette: Palette) -> Rgb:
    return _GREY if cell == UNKNOWN else palette.rgb(cell)
