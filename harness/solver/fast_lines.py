"""What follows for one line, in as few steps of Python as it goes: the pure kernel's share of `lines`.

The idea is that of `lines`, which is the one to read. Here a block size that comes twice is looked into once, and
all that is seen from the right is turned round at a time.
"""

from __future__ import annotations

from harness.puzzle import Clue


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
    """What follows in an empty line: the cells that a block covers both farthest left and farthest right."""
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

    What is seen from the right is collected in one number, two fields for each block, so that it is turned round in
    one go.

    Returns:
        The possible starts of each block; the cells that can be black; those that can be white. None if no
        arrangement fits.
    """
    cells = (1 << length) - 1
    behind = 1 << length
    not_black = cells & ~black | behind
    not_white = cells & ~white
    # where a block of each size may stand, if it is alone
    free = ((not_black + 1) ^ not_black) | 1 if not_black & 1 else 1
    alone: dict[int, int] = {}
    starts: list[int] = []
    gaps = [free >> 1]
    for size in clue:
        if size in alone:
            stands = alone[size]
        else:
            stands = _starts_of_runs(not_white, size) & (not_black >> size) & ~(black << 1)
            alone[size] = stands
        fits = free & stands
        if not fits:
            return None
        starts.append(fits)
        seeds = fits << (size + 1)
        free = ((not_black + (seeds & not_black)) ^ not_black) | seeds
        gaps.append(free >> 1)
    if not gaps[-1] & behind:
        return None
    # The same from the right, turned round.
    black = int(f"{black | behind:b}"[:0:-1] or "0", 2)
    white = int(f"{white | behind:b}"[:0:-1] or "0", 2)
    not_black = cells & ~black | behind
    not_white = cells & ~white
    alone.clear()
    free = ((not_black + 1) ^ not_black) | 1 if not_black & 1 else 1
    seen = free >> 1 & cells
    double = 2 * length
    for size in reversed(clue):
        if size in alone:
            stands = alone[size]
        else:
            stands = _starts_of_runs(not_white, size) & not_black >> size
            alone[size] = stands
        fits = free & stands
        seeds = fits << (size + 1)
        free = ((not_black + (seeds & not_black)) ^ not_black) | seeds
        seen = seen << double | fits << length | free >> 1 & cells
    # Field by field: turned round, the gaps behind the last block come first, then its starts, and so on.
    total = length * (2 * len(clue) + 1)
    seen = int(f"{seen | 1 << total:b}"[:0:-1], 2)
    can_be_black, can_be_white = 0, gaps[-1] & seen
    for block in range(len(clue) - 1, -1, -1):
        size = clue[block]
        seen >>= length
        # turned round, a start is the block's other end
        covered = starts[block] & (seen & cells) >> (size - 1)
        starts[block] = covered
        done = 1
        while done < size:
            step = done if done < size - done else size - done
            covered |= covered << step
            done += step
        can_be_black |= covered
        seen >>= length
        can_be_white |= gaps[block] & seen
    return starts, can_be_black, can_be_white & cells


def _starts_of_runs(cells: int, size: int) -> int:
    """The cells from which `size` cells in a row belong to the set."""
    done = 1
    while done < size:
        step = done if done < size - done else size - done
        cells &= cells >> step
        done += step
    return cells
