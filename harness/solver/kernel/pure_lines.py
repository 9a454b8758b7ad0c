"""Complete deduction for one line in few steps of Python: the pure kernel's share of `lines`.

In black and white the idea is that of `lines`, which is the one to read. Here a block size that comes twice is looked
into once, and all that is seen from the right is turned round at a time.

In colour, and where groups are of unknown length (*blots*), `settle_groups` does what the compiled kernel does in
`c/short_line.h`, which is about `colour_lines`: the second half of it is not the mirror image of the first.
*Ends* are sets of cells behind which the line can be filled with the groups further right, so that nothing is turned
round.
"""

from __future__ import annotations

from collections.abc import Sequence

from harness.puzzle import BLOT, Clue
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


def settle_line(length: int, clue: Clue, can: Sequence[int]) -> tuple[int, int] | None:
    """In black and white, `can` (the cells that can be white, those that can be black) as it is known now.

    >>> settle_line(5, (3,), (31, 31))
    (27, 31)
    """
    cells = (1 << length) - 1
    white, black = can
    found = what_follows(clue, length, cells & ~white, cells & ~black)
    if found is None:
        return None
    new_black, new_white = found
    return white & ~new_black, black & ~new_white


def what_follows(clue: Clue, length: int, black: int, white: int) -> tuple[int, int] | None:
    """The cells newly known to be black and white; None if no arrangement fits.

    >>> what_follows((3,), 5, 0b1, 0)
    (6, 24)
    """
    if not black and not white:
        return _overlap(clue, length)
    found = find_starts(length, clue, black, white)
    if found is None:
        return None
    _, can_be_black, can_be_white = found
    return can_be_black & ~can_be_white & ~black, can_be_white & ~can_be_black & ~white


def _overlap(clue: Clue, length: int) -> tuple[int, int]:
    """Return the cells of an empty line that a block covers both farthest left and farthest right."""
    if not clue:
        return 0, (1 << length) - 1
    slack = length - sum(clue) - len(clue) + 1
    black = start = 0
    for size in clue:
        if size > slack:
            black |= ((1 << (size - slack)) - 1) << (start + slack)
        start += size + 1
    return black, 0 if slack else ~black & ((1 << length) - 1)


def find_starts(length: int, clue: Clue, black: int, white: int) -> tuple[list[int], int, int] | None:
    """The analysis of `lines.solve_line`, with fewer steps.

    Returns:
        The possible starts of each block; the cells that can be black; those that can be white. None if no
        arrangement fits.
    """
    cells = (1 << length) - 1
    behind = 1 << length
    left = _from_left(clue, cells & ~black | behind, cells & ~white)
    if left is None or not left[1][-1] & behind:
        return None
    starts, gaps = left
    # the cell behind the line keeps the leading zeros, and goes when the rest is turned round
    black = int(f"{black | behind:b}"[:0:-1] or "0", 2)
    white = int(f"{white | behind:b}"[:0:-1] or "0", 2)
    right = _from_left(clue[::-1], cells & ~black | behind, cells & ~white)
    assert right is not None, "what fits from the left fits from the right"
    # The view from the right is turned round in one go: a field for the gaps behind the last block, then one
    # for its starts, one for the gaps before it, and so on, so that the gaps behind it are the lowest once turned.
    seen = right[1][0] & cells
    double = 2 * length
    for fits, gap in zip(right[0], right[1][1:], strict=True):
        seen = seen << double | fits << length | gap & cells
    seen = int(f"{seen | 1 << length * (2 * len(clue) + 1):b}"[:0:-1], 2)
    can_be_black, can_be_white = 0, gaps[-1] & seen
    for block in range(len(clue) - 1, -1, -1):
        size = clue[block]
        seen >>= length
        # turned round, a start is the block's other end
        starts[block] &= (seen & cells) >> (size - 1)
        can_be_black |= smear(starts[block], size)
        seen >>= length
        can_be_white |= gaps[block] & seen
    return starts, can_be_black, can_be_white & cells


def _from_left(clue: Clue, not_black: int, not_white: int) -> tuple[list[int], list[int]] | None:
    """Find the starts that the cells to the left allow, as `lines._from_left` has it; None if a block has nowhere to
    start.

    Args:
        clue: the blocks.
        not_black: the cells not known to be black, and the one behind the line.
        not_white: those not known to be white.
    """
    alone: dict[int, int] = {}  # where a block of each size may stand, if it is alone
    free = ((not_black + 1) ^ not_black) | 1 if not_black & 1 else 1
    starts: list[int] = []
    gaps = [free >> 1]
    for size in clue:
        if size in alone:
            stands = alone[size]
        else:
            stands = alone[size] = starts_of_runs(not_white, size) & not_black >> size
        fits = free & stands
        if not fits:
            return None
        starts.append(fits)
        seeds = fits << (size + 1)
        free = ((not_black + (seeds & not_black)) ^ not_black) | seeds
        gaps.append(free >> 1)
    return starts, gaps
