"""Pictures in colour on a terminal: half blocks in true colour; and what the palette's characters stand for."""

from __future__ import annotations

from rich.console import Console
from rich.style import Style
from rich.text import Text

from harness.errors import one_line
from harness.puzzle import Picture
from harness.puzzle.palette import UNKNOWN, Palette, Rgb, hex_rgb

_GREY: Rgb = (128, 128, 128)


def render_colour_blocks(grid: Picture, palette: Palette) -> Text:
    """The grid with two rows to a text line, in its own colours; a pair of cells of which one is unknown is shaded.

    >>> from harness.puzzle.colour import ColourGrid
    >>> from harness.puzzle.palette import Colour
    >>> text = render_colour_blocks(ColourGrid(("kk", ".k")), Palette((Colour("k", (0, 0, 0)),)))
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


def shows_colours(console: Console) -> bool:
    """Whether it is a terminal that has the blocks they are drawn of, and the user wants colours on it."""
    has_blocks = console.encoding.startswith("utf")
    return console.is_terminal and console.color_system is not None and not console.no_color and has_blocks


def print_colours(grid: Picture, palette: Palette) -> None:
    """In its colours where a terminal shows them, in the palette's characters otherwise."""
    console = Console()
    if shows_colours(console):
        console.print(render_colour_blocks(grid, palette), no_wrap=True, crop=False, overflow="ignore", soft_wrap=True)
    else:
        print(grid)


def palette_text(palette: Palette, keys: str) -> str:
    """What the keys stand for, a line each.

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
