"""Choice of the fast solver's kernel: the compiled one if there is one, else the one in Python; see `kernel`."""

from __future__ import annotations

import os

from harness.puzzle import BACKGROUND, AnyPuzzle, Clue, ColourPuzzle, Puzzle
from harness.solver.kernel.kernel import CONTRADICTION, PAUSED, SOLVED, STABLE, Check, Kernel

try:
    from harness.solver.kernel import _fast as _compiled
except ImportError:  # no compiler where the project was installed
    _compiled = None  # type: ignore[assignment]

__all__ = [
    "CONTRADICTION",
    "KERNEL_VARIABLE",
    "PAUSED",
    "SOLVED",
    "STABLE",
    "VERSION",
    "Check",
    "Kernel",
    "build_kernel",
    "colour_keys",
    "has_compiled_kernel",
    "is_compiled",
    "read_plain",
    "solve_by_lines",
]

KERNEL_VARIABLE = "CROSSWORD_KERNEL"
"""The environment variable that chooses a kernel, `pure` or `compiled`, when this module is loaded."""

_CHOSEN = os.environ.get(KERNEL_VARIABLE) or None

VERSION = 9
"""The interface of the compiled kernel that is wanted; an older build left lying about is not used."""


_solve_lines = _compiled.solve_lines if _compiled is not None and _compiled.VERSION == VERSION else None


def build_kernel(puzzle: AnyPuzzle, which: str | None = None) -> Kernel:
    """A kernel for the puzzle, which must have passed its check, with all lines marked.

    Args:
        puzzle: in black and white or in colour; the kernel's colours are those of `colour_keys`.
        which: `pure`, `compiled`, or None: what the environment says, else the compiled one where it can be had.

    Raises:
        ValueError: the compiled kernel is asked for and cannot be had.

    >>> from harness.puzzle import Puzzle
    >>> kernel = build_kernel(Puzzle(((2,), (1,)), ((1,), (2,))), "pure")
    >>> kernel.propagate() == STABLE, kernel.rows()
    (True, ('##', '.#'))
    """
    which = which or _CHOSEN
    if which != "pure" and has_compiled_kernel():
        assert _compiled is not None
        kernel: Kernel = _compiled.Kernel(colour_keys(puzzle), puzzle.rows, puzzle.columns)
        return kernel
    if which == "compiled":
        raise ValueError("there is no compiled kernel; install the project where there is a compiler")
    from harness.solver.kernel.pure_kernel import PureKernel  # needed by few

    return PureKernel(colour_keys(puzzle), puzzle.rows, puzzle.columns)


def solve_by_lines(puzzle: Puzzle, which: str | None = None) -> tuple[tuple[str, ...], int] | None:
    """Solve a puzzle by lines alone in one call of the compiled kernel: no more of Python runs than must.

    Returns:
        The rows of its solution, and the analyses that it took; None if lines do not do, or if the puzzle's numbers
        cannot be a crossword, or if there is no such kernel.

    >>> from harness.puzzle import Puzzle
    >>> solve_by_lines(Puzzle(((2,), (1,)), ((1,), (2,))), "pure") is None
    True
    """
    if _solve_lines is None or which == "pure" or (which is None and _CHOSEN == "pure"):
        return None
    try:
        return _solve_lines(puzzle.keys, puzzle.rows, puzzle.columns)
    except (ValueError, TypeError):  # the puzzle's own check says what is wrong with it
        return None


def read_plain(data: bytes) -> tuple[tuple[Clue, ...], tuple[Clue, ...], str, list[tuple[str, str]]] | None:
    """The contents of a `.non` file in black and white whose puzzle passes its check.

    Returns:
        The clues of the rows and of the columns; the goal, row by row, ``1`` for black, empty if there is none; and all
        other keys with their values. None if there is any doubt, or if there is no compiled kernel.

    >>> read_plain(b"width 1\\nheight 1\\nrows\\n1\\ncolumns\\nx\\n") is None
    True
    """
    if _compiled is None or _compiled.VERSION != VERSION or _CHOSEN == "pure":
        return None
    return _compiled.read_plain(data)


def colour_keys(puzzle: AnyPuzzle) -> str:
    """The keys of the kernel's colours by their numbers: the background, then those that occur in the palette's order.

    >>> from harness.puzzle import Puzzle
    >>> colour_keys(Puzzle(((1,),), ((1,),)))
    '.#'
    """
    if not isinstance(puzzle, ColourPuzzle):
        return puzzle.keys
    used = {group.key for clue in puzzle.rows + puzzle.columns for group in clue}
    return BACKGROUND + "".join(colour.key for colour in puzzle.palette.colours if colour.key in used)


def has_compiled_kernel() -> bool:
    """Return True if the compiled kernel is there."""
    return _compiled is not None and _compiled.VERSION == VERSION


def is_compiled(kernel: Kernel) -> bool:
    """Return True if this is the compiled kernel."""
    return _compiled is not None and isinstance(kernel, _compiled.Kernel)
