"""Values in the words that several commands have for them."""

from __future__ import annotations

from collections.abc import Iterable

from harness.errors import one_line
from harness.puzzle.palette import BACKGROUND, hex_rgb

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rich.table import Table

    from harness.puzzle import Puzzle


def title_of(puzzle: Puzzle) -> str:
    """Return a puzzle's name for people."""
    return one_line(puzzle.title) or "crossword"


def cells_to_json(cells: Iterable[tuple[int, int]]) -> list[dict[str, int]]:
    """Cells, which are (row, column) from 0, as the user counts them: from 1.

    >>> cells_to_json([(0, 4)])
    [{'row': 1, 'column': 5}]
    """
    return [{"row": row + 1, "column": column + 1} for row, column in cells]


def sides_to_json(puzzle: Puzzle) -> dict[str, object]:
    """Return the sides in cells, and how it is known which is which."""
    return {"width": puzzle.width, "height": puzzle.height, "rows_by": puzzle.rows_by.value}


def palette_to_json(puzzle: Puzzle) -> dict[str, object]:
    """Return a ``palette``, the colours of a picture's characters as ``#RRGGBB``; nothing in black and white."""
    rgb, cells = puzzle.palette.rgb, (BACKGROUND, *puzzle.palette.keys)
    return {"palette": {cell: hex_rgb(rgb(cell)) for cell in cells}} if puzzle.in_colour else {}


def keep_names_whole(table: Table) -> Table:
    """Make cells continue in the next line on a narrow terminal; Rich would cut them short."""
    for column in table.columns:
        column.overflow = "fold"
    return table
