"""Grids on the standard output: as they fit on a terminal, and as plain text, a sign a cell, anywhere else."""

from __future__ import annotations

import sys

from harness.console.plain_signs import can_show
from harness.drawing.terminal import BLOCKS, QUARTERS, render_grid, render_quarter_blocks
from harness.puzzle import Picture


def print_grid(grid: Picture) -> None:
    """Print a grid in black and white: on a terminal that is too narrow for a column a cell, two cells to a column."""
    print(render_quarter_blocks(grid) if _in_quarters(grid) else render_grid(grid, for_terminal=shows_blocks()))


def tell_if_too_wide(*grids: Picture, as_printed: bool = True) -> None:
    """Say on the standard error, once, that the terminal has broken the lines of grids just printed, if it has.

    Args:
        as_printed: `print_grid` has printed them; otherwise each cell took a column.
    """
    needed = max((_columns(grid) if as_printed else grid.width for grid in grids), default=0)
    if _is_too_wide(needed):
        mend = "widen it, print to a file (> FILE), or draw one with solve --png FILE"
        print(
            f"note: the drawing is {needed} columns wide, the terminal {_terminal_columns()}; {mend}", file=sys.stderr
        )


def _columns(grid: Picture) -> int:
    """What `print_grid` takes for a grid on this terminal."""
    return (grid.width + 1) // 2 if _in_quarters(grid) else grid.width


def _in_quarters(grid: Picture) -> bool:
    """Whether it is drawn with two cells to a column: it must be, and can be."""
    if not _is_too_wide(grid.width):
        return False
    return shows_blocks() and can_show(sys.stdout, QUARTERS) and not grid.unknown_count


def _is_too_wide(columns: int) -> bool:
    return sys.stdout.isatty() and columns > _terminal_columns()


def _terminal_columns() -> int:
    import shutil  # where there is a terminal

    return shutil.get_terminal_size().columns


def shows_blocks() -> bool:
    """Whether a person looks at the standard output, and its encoding has the blocks that grids are drawn of."""
    return sys.stdout.isatty() and can_show(sys.stdout, BLOCKS)
