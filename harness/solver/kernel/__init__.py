"""The kernel of the fast solver: line logic and probing on a stack of states, in any number of colours, in C.

A state holds for every line and every colour the set of the cells that may have it; black and white is the case of one
colour beside the background. The source is `c/`, built when the project is installed where there is a C
compiler; `_fast.pyi` documents it. Without it, `build_kernel` returns None, and `harness.solver.propagate.Board` has
to do.

*Probing* tries all colours of an unknown cell. One that leads to a contradiction is ruled out; what all the others
have in common holds in any case. If nothing follows for a while, it names a cell to branch on.

Source: probing from Jan Wolter's description of pbnsolve (https://webpbn.com/pbnsolve.html).
"""

from __future__ import annotations

import os
from collections.abc import Callable

from harness.puzzle import Clue, Grid, Puzzle
from harness.puzzle.palette import BACKGROUND, UNKNOWN
from harness.puzzle.value import Value

try:
    from harness.solver.kernel import _fast as _compiled
except ImportError:  # no compiler where the project was installed
    _compiled = None  # type: ignore[assignment]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harness.solver.kernel._fast import Kernel as Kernel
else:
    Kernel = getattr(_compiled, "Kernel", None)

KERNEL_VARIABLE = "CROSSWORD_KERNEL"
"""The environment variable that leaves the kernel out, if it is `pure` when this module is loaded."""

VERSION = 13
"""Interface wanted of the compiled kernel; a build with another one is not used."""

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
"""Called now and then; raises if the search may not continue."""

Supposition = tuple[int, int, tuple[int, ...]]
"""A cell (row, column), and the colours that it is supposed to have one of."""

_has_kernel = _compiled is not None and _compiled.VERSION == VERSION and os.environ.get(KERNEL_VARIABLE) != "pure"


def has_compiled_kernel() -> bool:
    """Return True if the compiled kernel is there, and not left out."""
    return _has_kernel


def stale_kernel() -> str | None:
    """Return how to rebuild the compiled kernel, if it was not made from the source beside it."""
    try:
        from harness.solver.kernel.c import sources_hash
    except ImportError:  # a wheel has no source
        return None
    if _compiled is None or getattr(_compiled, "SOURCES", None) == sources_hash():
        return None
    return "the compiled kernel was not made from today's source; rebuild: pip install --no-deps -e ."


def build_kernel(puzzle: Puzzle, given: Grid | None = None) -> Kernel | None:
    """Return a kernel for the puzzle, which has passed its check, with all lines marked; None without the C code.

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


class Begun(Value):
    """Result of one call of the kernel.

    Attributes:
        code: `SOLVED` if as many solutions as wanted were found, `CONTRADICTION` if these are all, else `PAUSED`.
        line: the line that no arrangement fits, or `STABLE`.
        fixpoint: the end of line logic, drawn as rows.
        solutions: drawn as rows.
        credit: what the sweep may still spend, if it was paused.
    """

    kernel: Kernel
    code: int
    line: int
    fixpoint: tuple[str, ...]
    solutions: list[tuple[str, ...]]
    credit: int


BegunPlain = tuple[Kernel, int, int, tuple[str, ...], list[tuple[str, ...]], int]
"""A `Begun` without names, which would take longer."""


def begin(puzzle: Puzzle, most: int, credit: int, worth: int, bound: int, fruitless: int) -> BegunPlain | None:
    """Settle the lines, sweep and search in one call of the kernel.

    Args:
        most: solutions wanted.
        credit, worth: as for `Kernel.sweep`.
        bound: analyses after which the sweep pauses, and the search.
        fruitless: as for `Kernel.probe`.

    Returns:
        None if there is no kernel, or if the clues cannot be a crossword; what is paused is not checked whole.
    """
    if not _has_kernel:
        return None
    try:
        kernel = _compiled.Kernel(colour_keys(puzzle), puzzle.rows, puzzle.columns)
        return kernel, *kernel.begin(most, credit, worth, bound, fruitless)
    except (ValueError, TypeError):  # the puzzle's own check says what is wrong with it
        return None


def read_plain(data: bytes) -> tuple[tuple[Clue, ...], tuple[Clue, ...], str, list[tuple[str, str]]] | None:
    """Read a `.non` file in black and white whose puzzle passes its check.

    Returns:
        The clues of the rows and of the columns; the goal, row by row, ``1`` for black, empty if there is none; and all
        other keys with their values. None if there is any doubt, or if there is no kernel.

    >>> read_plain(b"width 1\\nheight 1\\nrows\\n1\\ncolumns\\nx\\n") is None
    True
    """
    return _compiled.read_plain(data) if _has_kernel else None


def colour_keys(puzzle: Puzzle) -> str:
    """Return the keys of the kernel's colours by their numbers: the background, then those used, in palette order.

    >>> from harness.puzzle import Puzzle
    >>> colour_keys(Puzzle(((1,),), ((1,),)))
    '.#'
    """
    return BACKGROUND + puzzle.used_keys
