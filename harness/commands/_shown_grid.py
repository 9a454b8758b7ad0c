"""Grids on the standard output: as they fit on a terminal, and as plain text, a sign a cell, anywhere else."""

from __future__ import annotations

import sys

from harness.commands._common import can_show
from harness.drawing.terminal import BLOCKS, QUARTERS, render_grid, render_quarter_blocks
from harness.puzzle import Grid, Puzzle


def print_grid(grid: Grid) -> None:
    """Print a grid in black and white: on a terminal that is too narrow for a column a cell, two cells to a column."""
    print(render_quarter_blocks(grid) if _in_quarters(grid) else render_grid(grid, for_terminal=shows_blocks()))


def print_with_clues(picture: Grid, puzzle: Puzzle) -> bool:
    """Print a puzzle's picture with the clues left of it and above, where a terminal is wide enough for both.

    Returns:
        False if nothing was printed.
    """
    if not shows_blocks():
        return False
    from harness.drawing.beside import lay_out, print_coloured  # where there is a terminal

    sheet = lay_out(picture, puzzle)
    if _is_too_wide(max(sum(len(piece.text) for piece in line) for line in sheet)):
        return False
    if puzzle.in_colour:
        return print_coloured(sheet, puzzle.palette)
    print("\n".join("".join(piece.text for piece in line).rstrip() for line in sheet))
    return True


def tell_if_too_wide(*grids: Grid, as_printed: bool = True) -> None:
    """Say on the standard error, once, that the terminal has broken the lines of grids just printed, if it has.

    Args:
        as_printed: `print_grid` has printed them; otherwise each cell took a column.
    """
    needed = max((_columns(grid) if as_printed else grid.width for grid in grids), default=0)
    if _is_too_wide(needed):
        fix = "widen it, print to a file (> FILE), or draw one with solve --png FILE"
        print(f"note: the drawing is {needed} columns wide, the terminal {_terminal_columns()}; {fix}", file=sys.stderr)


def _columns(grid: Grid) -> int:
    """Return the columns that `print_grid` takes for a grid on this terminal."""
    return (grid.width + 1) // 2 if _in_quarters(grid) else grid.width


def _in_quarters(grid: Grid) -> bool:
    """Return True if the grid is drawn with two cells to a column: it must be, and can be."""
    if not _is_too_wide(grid.width):
        return False
    return shows_blocks() and can_show(sys.stdout, QUARTERS) and not grid.unknown_count


def _is_too_wide(columns: int) -> bool:
    return sys.stdout.isatty() and columns > _terminal_columns()


def _terminal_columns() -> int:
    import shutil  # where there is a terminal

    return shutil.get_terminal_size().columns


def shows_blocks() -> bool:
    """Return True if standard output is a terminal whose encoding has the blocks that grids are drawn of."""
    return sys.stdout.isatty() and can_show(sys.stdout, BLOCKS)
