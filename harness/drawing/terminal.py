"""Pictures on a terminal, in their palette, with the clues beside them if there is room; plain text anywhere else.

Two rows share a text line, as half blocks. Black and white becomes quarter blocks where that is too wide. If two
colours are hard to tell apart, cells are drawn large enough for a letter, and these colours have their key on them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import pairwise

from harness.errors import one_line
from harness.puzzle import Grid, Groups, Puzzle, length_text
from harness.puzzle.palette import BACKGROUND, PLAIN, UNKNOWN, Palette, hex_rgb
from harness.puzzle.value import Value

_HALVES = {
    ("#", "#"): "█", ("#", "."): "▀", (".", "#"): "▄", (".", "."): " ",
    ("?", "?"): "▒", ("#", "?"): "▛", ("?", "#"): "▙", (".", "?"): "░", ("?", "."): "░",
}  # fmt: skip
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"  # by which cells are black: 1 upper left, 2 upper right, 4 lower left, 8 lower right
_SQUARE = 2  # columns that are about as wide as a text line is high
_WIDEST_TEXT = 120


def print_picture(picture: Grid, puzzle: Puzzle) -> None:
    """Print a puzzle's picture, with the clues if a terminal is wide enough, and a blank line behind it."""
    if not print_with_clues(picture, puzzle):
        print_grid(picture, puzzle.palette)
    print()


def print_grid(grid: Grid, palette: Palette = PLAIN) -> None:
    """Print a grid: in black and white on a terminal that is too narrow for a column a cell, two cells to a column."""
    if not palette.in_colour:
        in_blocks = render_quarter_blocks if _in_quarters(grid) else render_half_blocks
        print(in_blocks(grid) if _has_blocks() else grid)
        return
    from harness.drawing.colours import print_coloured

    if not print_coloured(grid, palette):
        print(grid)


def print_palette(puzzle: Puzzle) -> None:
    """List the colours of a puzzle's clues, a line each; of black and white there is nothing to say."""
    if puzzle.in_colour:
        palette = puzzle.palette
        print(f". {hex_rgb(palette.background)} {one_line(palette.background_name)}".rstrip())
        for key in puzzle.used_keys:
            print(f"{key} {hex_rgb(palette[key].rgb)} {one_line(palette[key].name)}".rstrip())


def tell_if_too_wide(*grids: Grid, as_printed: bool = True) -> None:
    """Say on the standard error, once, that the terminal has broken the lines of grids just printed, if it has.

    They are `as_printed` by `print_grid` in black and white, or each cell took a column.
    """
    widths = [(grid.width + 1) // 2 if as_printed and _in_quarters(grid) else grid.width for grid in grids]
    needed = max(widths, default=0)
    if _is_too_wide(needed):
        fix = "widen it, print to a file (> FILE), or draw one with solve --png FILE"
        print(f"note: the drawing is {needed} columns wide, the terminal {_terminal_columns()}; {fix}", file=sys.stderr)


def text_width() -> int | None:
    """Return the columns for text on a terminal, None elsewhere."""
    return min(_terminal_columns(), _WIDEST_TEXT) if sys.stdout.isatty() else None


def _in_quarters(grid: Grid) -> bool:
    """Return True if the grid is drawn with two cells to a column: it must be, and can be."""
    return _is_too_wide(grid.width) and _has_blocks() and _can_show(QUARTERS) and not grid.unknown_count


def _is_too_wide(columns: int) -> bool:
    return sys.stdout.isatty() and columns > _terminal_columns()


def _terminal_columns() -> int:
    import shutil  # where there is a terminal

    return shutil.get_terminal_size().columns


def _has_blocks() -> bool:
    """Return True if standard output is a terminal whose encoding has the blocks that grids are drawn of."""
    return sys.stdout.isatty() and _can_show("".join(_HALVES.values()))


def _can_show(signs: str) -> bool:
    try:
        signs.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


# -- black and white ----------------------------------------------------------------------------


def render_half_blocks(grid: Grid) -> str:
    """Draw a grid in black and white with two rows to a text line: blocks are black cells, shades are unknown cells.

    >>> print(render_half_blocks(Grid(("##", ".#"))))
    ▀█
    """
    rows = grid.rows if grid.height % 2 == 0 else (*grid.rows, "." * grid.width)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("".join(_HALVES[pair] for pair in zip(upper, lower, strict=True)) for upper, lower in pairs)


def render_quarter_blocks(grid: Grid) -> str:
    """Draw a grid in black and white with two rows to a text line and two columns to a sign: twice as tall as it is.

    No cell may be unknown: no sign shows which one of four.

    >>> print(render_quarter_blocks(Grid(("##.", ".##"))))
    ▜▖
    """
    rows = [f"{row}." for row in (*grid.rows, "." * grid.width)]

    def block(cells: str) -> str:
        return QUARTERS[sum(1 << place for place, cell in enumerate(cells) if cell == "#")]

    return "\n".join(
        "".join(block(upper[at : at + 2] + lower[at : at + 2]) for at in range(0, grid.width, 2))
        for upper, lower in zip(rows[:-1:2], rows[1::2], strict=True)
    )


def render_difference(grid: Grid, cells: Iterable[tuple[int, int]]) -> str:
    """Format a grid as text with these (row, column) cells marked: ``X`` if black, ``o`` if white.

    >>> print(render_difference(Grid(("##", ".#")), [(0, 1), (1, 0)]))
    #X
    o#
    """
    rows = [list(row) for row in grid.rows]
    for row, column in cells:
        rows[row][column] = "X" if rows[row][column] == "#" else "o"
    return "\n".join("".join(row) for row in rows)


# -- clues beside the picture -------------------------------------------------------------------


class Piece(Value):
    """A part of a text line: its text, the key of the colour behind it, and True if it is a cell of the picture."""

    text: str
    key: str = ""
    is_cell: bool = False


def print_with_clues(picture: Grid, puzzle: Puzzle) -> bool:
    """Print a puzzle's picture with the clues left of it and above; return False if a terminal is not wide enough."""
    if not _has_blocks():
        return False
    sheet = lay_out(picture, puzzle)
    if _is_too_wide(max(sum(len(piece.text) for piece in line) for line in sheet)):
        return False
    if not puzzle.in_colour:
        print("\n".join("".join(piece.text for piece in line).rstrip() for line in sheet))
        return True
    from harness.drawing.colours import print_sheet

    return print_sheet([[(piece.text, piece.key, piece.is_cell) for piece in line] for line in sheet], puzzle.palette)


def lay_out(picture: Grid, puzzle: Puzzle) -> list[list[Piece]]:
    """Lay out the text lines of a picture with its clues, all of one width.

    >>> for line in lay_out(Grid(("##", ".#")), Puzzle(((2,), (1,)), ((1,), (2,)))):
    ...     print("".join(piece.text for piece in line))
       1 2
    2 ████
    1   ██
    """
    rows, columns = ([_numbers(clue) for clue in side] for side in puzzle.sides)
    left = max(len(" ".join(number.text for number in clue)) for clue in rows)
    levels = [
        [clue[-level] if level <= len(clue) else Piece("") for clue in columns]
        for level in range(max(map(len, columns)), 0, -1)
    ]
    # no two numbers above the picture touch
    wide = max(len(one.text) + bool(before.text) for level in levels for before, one in pairwise([Piece(""), *level]))
    wide = max(wide, _SQUARE)
    sheet = [
        [Piece(" " * (left + 1)), *(Piece(number.text.rjust(wide), number.key) for number in level)] for level in levels
    ]
    for clue, cells in zip(rows, picture.rows, strict=True):
        line = [Piece(" " * (left + 1 - sum(len(number.text) + 1 for number in clue)))]
        for number in clue:
            line += [number, Piece(" ")]
        for cell in cells:
            sign = " " if cell == BACKGROUND else "▒" if cell == UNKNOWN else "█"
            line.append(Piece(sign * wide, cell, is_cell=True))
        sheet.append(line)
    return sheet


def _numbers(clue: Groups) -> list[Piece]:
    return [Piece(length_text(group.length), group.key) for group in clue] or [Piece("0")]


def milliseconds_text(milliseconds: float) -> str:
    """A time with as many digits as tell something."""
    return f"{milliseconds:,.0f} ms" if milliseconds >= 9.95 else f"{max(milliseconds, 0.1):.1f} ms"
