"""Grids for the terminal: half blocks for people, quarter blocks where room is short, ``#.?`` for programs."""

from __future__ import annotations

from collections.abc import Iterable

from harness.puzzle import Grid

_HALVES = {
    ("#", "#"): "█", ("#", "."): "▀", (".", "#"): "▄", (".", "."): " ",
    ("?", "?"): "▒", ("#", "?"): "▛", ("?", "#"): "▙", (".", "?"): "░", ("?", "."): "░",
}  # fmt: skip

BLOCKS = "".join(sorted({*_HALVES.values(), "▀"}))
"""The signs that grids are drawn of on a terminal."""


QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""By which cells are black: 1 upper left, 2 upper right, 4 lower left, 8 lower right."""


def render_half_blocks(grid: Grid) -> str:
    """The grid, in black and white, with two rows to a text line: blocks are black cells, shades are cells not known.

    >>> print(render_half_blocks(Grid(("##", ".#"))))
    ▀█
    """
    rows = grid.rows if grid.height % 2 == 0 else (*grid.rows, "." * grid.width)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("".join(_HALVES[pair] for pair in zip(upper, lower, strict=True)) for upper, lower in pairs)


def render_quarter_blocks(grid: Grid) -> str:
    """The grid, in black and white, with two rows to a text line and two columns to a sign: twice as tall as it is.

    Raises:
        ValueError: a cell is unknown; no sign shows which one of four.

    >>> print(render_quarter_blocks(Grid(("##.", ".##"))))
    ▜▖
    """
    if grid.unknown_count:
        raise ValueError("cells are unknown")
    rows = [f"{row}." for row in (*grid.rows, "." * grid.width)]
    return "\n".join(
        "".join(
            QUARTERS[
                sum(1 << place for place, cell in enumerate(upper[at : at + 2] + lower[at : at + 2]) if cell == "#")
            ]
            for at in range(0, grid.width, 2)
        )
        for upper, lower in zip(rows[:-1:2], rows[1::2], strict=True)
    )


def render_grid(grid: Grid, *, for_terminal: bool) -> str:
    """Half blocks where a person looks, the plain text form otherwise."""
    return render_half_blocks(grid) if for_terminal else grid.to_text()


def render_difference(grid: Grid, cells: Iterable[tuple[int, int]]) -> str:
    """The grid as text, with these (row, column) cells marked: ``X`` where black, ``o`` where white.

    >>> print(render_difference(Grid(("##", ".#")), [(0, 1), (1, 0)]))
    #X
    o#
    """
    rows = [list(row) for row in grid.rows]
    for row, column in cells:
        rows[row][column] = "X" if rows[row][column] == "#" else "o"
    return "\n".join("".join(row) for row in rows)
