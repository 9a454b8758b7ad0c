"""The kernel of the fast solver: line logic and probing on a stack of states, in any number of colours, in C.

A kernel holds what is known of one puzzle, and a stack of such states for the search to go back to: for every line and
every colour the set of the cells that may have it. Black and white is the case of one colour beside the background.
Its source is `c/kernel.c`, which is built when the project is installed where there is a C compiler; `_fast.pyi` says
what it offers. Without it, `build_kernel` returns None, and `harness.solver.propagate.Board` has to do.

*Probing* tries all colours of an unknown cell. One that leads to a contradiction is ruled out; what all the others
have in common holds in any case. If nothing follows for a while, it names a cell to branch on.

Source: probing from Jan Wolter's description of pbnsolve (https://webpbn.com/pbnsolve.html).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from harness.puzzle import Clue, Grid, Puzzle
from harness.puzzle.palette import BACKGROUND, UNKNOWN

try:
    from harness.solver.kernel import _fast as _compiled
except ImportError:  # no compiler where the project was installed
    _compiled = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from harness.solver.kernel._fast import Kernel as Kernel
else:
    Kernel = getattr(_compiled, "Kernel", None)

KERNEL_VARIABLE = "CROSSWORD_KERNEL"
"""The environment variable that leaves the kernel out, if it is `pure` when this module is loaded."""

VERSION = 11
"""The interface of the compiled kernel that is wanted; an older build left lying about is not used."""

STABLE = -1
"""`Kernel.propagate`: nothing more follows from single lines."""

SOLVED = -1
"""`Kernel.probe`: all cells are known."""
CONTRADICTION = -2
"""`Kernel.probe`: the state has no solution."""
PAUSED = -3
"""`Kernel.probe`: the limit of analyses was reached first."""
NAMED, SUPPOSED, STRANDED = -5, -6, -7
"""`Kernel.search`, where it has stops: probing named a cell to branch on, a cell was supposed, a contradiction."""

Check = Callable[[], None]
"""Asked now and then whether the search may continue; raises if not."""

Supposition = tuple[int, int, tuple[int, ...]]
"""A cell (row, column), and the colours that it is supposed to have one of."""


_has_kernel = _compiled is not None and _compiled.VERSION == VERSION and os.environ.get(KERNEL_VARIABLE) != "pure"


def has_compiled_kernel() -> bool:
    """Return True if the compiled kernel is there, and not left out."""
    return _has_kernel


def build_kernel(puzzle: Puzzle, given: Grid | None = None) -> Kernel | None:
    """A kernel for the puzzle, which must have passed its check, with all lines marked; None if it cannot be had.

    Its colours are those of `colour_keys`; it knows the known cells of `given`.

    >>> from harness.puzzle import Puzzle
    >>> kernel = build_kernel(Puzzle(((2,), (1,)), ((1,), (2,))))
    >>> (kernel.propagate() == STABLE, kernel.rows()) if kernel else (True, ("##", ".#"))
    (True, ('##', '.#'))
    """
    if not _has_kernel:
        return None
    keys = colour_keys(puzzle)
    kernel = _compiled.Kernel(keys, puzzle.rows, puzzle.columns)
    if given is not None:
        for row, cells in enumerate(given.rows):
            for column, cell in enumerate(cells):
                if cell != UNKNOWN:
                    kernel.put(row, column, keys.index(cell))
    return kernel


class Begun(NamedTuple):
    """What one call of the kernel has found out about a puzzle.

    Attributes:
        code: `SOLVED` if as many solutions as wanted were found, `CONTRADICTION` if these are all, `PAUSED` if there is
            more to be done.
        line: that no arrangement fits, or `STABLE`.
        fixpoint: what lines alone give, drawn as rows.
        solutions: those found, drawn as rows.
        credit: what the sweep may still spend, if that is what was paused.
    """

    kernel: Kernel
    code: int
    line: int
    fixpoint: tuple[str, ...]
    solutions: list[tuple[str, ...]]
    credit: int


BegunPlain = tuple[Kernel, int, int, tuple[str, ...], list[tuple[str, ...]], int]
"""A `Begun` whose parts have no names yet: most are asked no more than once."""


def begin(puzzle: Puzzle, most: int, credit: int, worth: int, bound: int, fruitless: int) -> BegunPlain | None:
    """Settle the lines, sweep and search in one call of the kernel: no more of Python runs than must.

    Args:
        most: solutions wanted.
        credit, worth: as for `Kernel.sweep`.
        bound: analyses after which the sweep pauses, and the search.
        fruitless: as for `Kernel.probe`.

    Returns:
        None if the puzzle's numbers cannot be a crossword, or if there is no kernel.
    """
    if not _has_kernel:
        return None
    try:
        kernel = _compiled.Kernel(colour_keys(puzzle), puzzle.rows, puzzle.columns)
    except (ValueError, TypeError):  # the puzzle's own check says what is wrong with it
        return None
    return kernel, *kernel.begin(most, credit, worth, bound, fruitless)


def read_plain(data: bytes) -> tuple[tuple[Clue, ...], tuple[Clue, ...], str, list[tuple[str, str]]] | None:
    """The contents of a `.non` file in black and white whose puzzle passes its check.

    Returns:
        The clues of the rows and of the columns; the goal, row by row, ``1`` for black, empty if there is none; and all
        other keys with their values. None if there is any doubt, or if there is no kernel.

    >>> read_plain(b"width 1\\nheight 1\\nrows\\n1\\ncolumns\\nx\\n") is None
    True
    """
    return _compiled.read_plain(data) if _has_kernel else None


def colour_keys(puzzle: Puzzle) -> str:
    """The keys of the kernel's colours by their numbers: the background, then those that occur in the palette's order.

    >>> from harness.puzzle import Puzzle
    >>> colour_keys(Puzzle(((1,),), ((1,),)))
    '.#'
    """
    return BACKGROUND + puzzle.used_keys
