"""Solutions that are guessed: one by what lines believe of each other, and a second one near it.

Neither proves anything, but both are quick where a proof would take long, and two solutions are all that validation
asks for.
"""

from __future__ import annotations

from collections.abc import Sequence

from harness.solver.kernel.kernel import SOLVED, STABLE, Check, Kernel, Supposition

WAYS = ((0.02, 1, 0.0), (0.02, 2, 0.3), (0.02, 3, 0.1), (0.01, 2, 0.0))
"""Settings of `Kernel.guess`, tried in turn until there is a solution: share, sweeps and damping. Each begins anew,
which helps more often than more attempts of the one before it. The first is the quickest; beliefs that swing to and
fro need damping, as they do in pictures with much order.
"""

FIRST_ATTEMPTS, MORE = 4, 8
"""The attempts of each the first time, and by what they grow each time that there was no solution."""

REACH = 5
"""Distance up to which `Kernel.vary` changes cells. On noise of 25 to 60 cells a side, it found a second solution to
every guessed one with a reach of 3, and to all but a dozen of sixty with a reach of 1.
"""


def guess_solutions(
    kernel: Kernel, branch: Sequence[Supposition], asked: int, check: Check | None = None
) -> list[tuple[str, ...]]:
    """Two solutions, or one, or none, drawn as rows; the kernel's state stays as it is.

    Args:
        kernel: what is guessed agrees with its lowest state.
        branch: cells that are supposed besides.
        asked: how often there was none before: the more often, the more is tried.
        check: asked now and then; what it raises ends it.

    Two rooks on a board of two by two, if the kernel makes guesses at all:

    >>> from harness.puzzle import Puzzle
    >>> from harness.solver.kernel.choose import build_kernel
    >>> kernel = build_kernel(Puzzle(((1,), (1,)), ((1,), (1,))))
    >>> kernel.propagate() == STABLE
    True
    >>> sorted(guess_solutions(kernel, [], 0)) in ([], [("#.", ".#"), (".#", "#.")])
    True
    """
    kernel.push(True)
    try:
        for row, column, colours in branch:
            for colour, cells in enumerate(kernel.can(row)):
                if colour not in colours and cells >> column & 1:
                    kernel.rule_out(row, column, colour)
        if kernel.propagate(check) != STABLE:
            return []
        for way in WAYS:
            if found := _guess_one_way(kernel, FIRST_ATTEMPTS * MORE**asked, way, check):
                return found
        return []
    finally:
        kernel.pop()


def _guess_one_way(
    kernel: Kernel, attempts: int, way: tuple[float, int, float], check: Check | None
) -> list[tuple[str, ...]]:
    kernel.push()
    try:
        if kernel.guess(attempts, *way, check) != SOLVED:
            return []
        found = [kernel.rows()]
        if kernel.vary(REACH, check) == SOLVED:
            found.append(kernel.rows())
        return found
    finally:
        kernel.pop()
