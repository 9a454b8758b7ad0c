"""Complete deduction for one line in any number of colours, black and white being one, in few steps of Python.

It is the pure kernel's share, and does what the compiled kernel does in `c/short_line.h`. The idea is that of
`colour_lines`, which is the one to read; but the second half is not the mirror image of the first: *ends* are sets of
cells behind which the line can be filled with the groups further right, so that nothing is turned round.
"""

from __future__ import annotations

from collections.abc import Sequence

from harness.puzzle import BLOT
from harness.solver.lines import flood, smear, starts_of_runs

NumberedGroups = tuple[tuple[int, int], ...]
"""The groups of a line, each as (length or `BLOT`, number of its colour); colours count from 1, 0 is the background."""


def settle_groups(
    length: int, groups: NumberedGroups, can: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Analyse a line in any number of colours.

    Args:
        length: cells in the line.
        groups: its groups.
        can: for the background and each colour, the cells that may have it.

    Returns:
        The possible starts of each group; `can` as it is known now. None if no arrangement fits.

    Two red cells and a blue one in a line of four, which may touch; then a blot of red in a line whose second cell is
    not background:

    >>> starts, solved = settle_groups(4, ((2, 1), (1, 2)), (15, 15, 15))
    >>> [bin(cells) for cells in solved]
    ['0b1101', '0b111', '0b1100']
    >>> settle_groups(4, ((BLOT, 1),), (13, 15))
    ((3,), (13, 15))
    """
    background = can[0]
    now = flood(1, background)
    reach, starts = [now], []
    beside = 0
    for size, colour in groups:
        own = can[colour]
        fits = (now & background) << 1 if colour == beside else now
        beside = colour
        if size == BLOT:
            fits &= own
            now = (flood(fits, own) & own) << 1
        else:
            fits &= starts_of_runs(own, size)
            now = fits << size
        if not fits:
            return None
        starts.append(fits)
        now = flood(now, background)
        reach.append(now)
    if not now >> length & 1:
        return None
    solved = [0] * len(can)
    steps = _steps(background)
    ends = _flood_down(1 << (length - 1), steps)
    solved[0] = now & ends
    beside = 0
    for number in range(len(groups) - 1, -1, -1):
        size, colour = groups[number]
        last = (ends & background) >> 1 if colour == beside else ends
        beside = colour
        fits = starts[number]
        if size == BLOT:
            own = can[colour]
            covered = flood(fits, own) & own
            cells = covered & _flood_down(last & covered, _steps(own))
            fits &= cells
        else:
            fits &= last >> (size - 1)
            cells = smear(fits, size)
        starts[number] = fits
        solved[colour] |= cells
        ends = _flood_down(fits >> 1, steps)
        solved[0] |= reach[number] & ends
    solved[0] &= background
    return tuple(starts), tuple(solved)


def _steps(passable: int) -> list[int]:
    """From which cells 1, 2, 4… steps to the left go over passable cells, as far as that goes."""
    steps: list[int] = []
    step = 1
    while passable:
        steps.append(passable)
        passable &= passable << step
        step *= 2
    return steps


def _flood_down(seeds: int, steps: list[int]) -> int:
    """The seeds, and every cell reached from one by steps to the left, each step leaving a passable cell."""
    for power, passable in enumerate(steps):
        seeds |= (seeds & passable) >> (1 << power)
    return seeds
