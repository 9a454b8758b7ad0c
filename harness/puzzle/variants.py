"""The tree of variants: the cells tried, their colours, what followed, and the ends.

It is a flat tuple in the order of a walk, a variant before those that grow from it, black before white.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from harness.puzzle.palette import UNKNOWN
from harness.puzzle.puzzle import Grid, differing_cells


class VariantEnd(StrEnum):
    """Ways in which a variant ends."""

    FORK = "fork"
    """Line logic leaves cells open: the next cell is tried in both colours."""
    SOLUTION = "solution"
    DEAD_END = "dead-end"
    OPEN = "open"
    """The walk stopped before it came here."""


class Variant(NamedTuple):
    """A node of the tree.

    `path` are the colours of the cells supposed so far, True for black; `cell` the one supposed last, None at the root.
    Cells are (row, column), from 0; `grid` is None after a dead end and for an open variant; `followed` are the other
    cells that followed from it.
    """

    path: tuple[bool, ...]
    cell: tuple[int, int] | None
    end: VariantEnd
    grid: Grid | None
    followed: tuple[tuple[int, int], ...] = ()


Reached = Mapping[tuple[bool, ...], tuple[VariantEnd, Grid | None]]
"""For each path that was walked, its end and the known cells."""


def tree_of(reached: Reached, *, turned: bool = False) -> tuple[Variant, ...]:
    """Make the tree of the paths that were walked, each with all that lead to it; missing branches of a fork are open.

    The cell supposed is the topmost unknown one, then the leftmost; `turned`, the leftmost, then the topmost.

    >>> dot = {(): (VariantEnd.FORK, Grid(("??",))), (True,): (VariantEnd.SOLUTION, Grid(("#.",)))}
    >>> [(variant.path, variant.cell, variant.end.value, variant.followed) for variant in tree_of(dot)]
    [((), None, 'fork', ()), ((True,), (0, 0), 'solution', ((0, 1),)), ((False,), (0, 0), 'open', ())]
    """
    tree: list[Variant] = []
    ahead: list[tuple[tuple[bool, ...], Grid | None]] = [((), None)]
    while ahead:
        path, before = ahead.pop()
        end, grid = reached.get(path, (VariantEnd.OPEN, None))
        cell: tuple[int, int] | None = None
        followed: tuple[tuple[int, int], ...] = ()
        if before is not None:
            seen = before.turned() if turned else before
            first, second = divmod("".join(seen.rows).index(UNKNOWN), seen.width)
            cell = (second, first) if turned else (first, second)
            if grid is not None:
                followed = tuple(place for place in differing_cells(before.rows, grid.rows) if place != cell)
        tree.append(Variant(path, cell, end, grid, followed))
        if end is VariantEnd.FORK:
            ahead += [((*path, False), grid), ((*path, True), grid)]
    return tuple(tree)
