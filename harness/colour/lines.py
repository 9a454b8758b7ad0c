"""What follows for one line in colour: complete deduction on a set of cells for every colour.

What is known of a cell is the set of colours that it may still have, its *mask*. A line keeps the masks turned round:
for each colour the set of cells that may have it, an integer whose bit i stands for cell i. `can[0]` are the cells
that may be background, `can[c]` those that may have colour c. A whole set of cells is treated in one operation, so the
cost grows with the number of groups, never with the number of arrangements.

A *boundary* is a place between two cells; boundary i is left of cell i. For each j there is a set of boundaries that
the first j groups can fill the line up to (background behind them included). Two neighbours of different colours may
share a boundary; those of one colour have a background cell between them, so the second one cannot begin where the
first one ends. The same from the right, on the mirrored line; what both allow is possible.

Source: the idea (masks of colours, the first groups from the left against the last ones from the right) is from
"Solving colored Japanese crosswords with the speed of light" (https://izaron.github.io/posts/japanese-crosswords).
"""

from __future__ import annotations

from collections.abc import Sequence

from harness.solver.lines import mirror

NumberedClue = tuple[tuple[int, int], ...]
"""The groups of a line, each as (length, number of its colour); colours count from 1, 0 is the background."""


def solve_colour_line(length: int, clue: NumberedClue, can: Sequence[int]) -> list[int] | None:
    """Everything that follows for a line: a cell keeps a colour exactly when some arrangement gives it that colour.

    Args:
        length: cells in the line.
        clue: its groups.
        can: for the background and each colour, the cells that may have it.

    Returns:
        `can` as it is known now; None if no arrangement fits.

    Raises:
        ValueError: a group shorter than 1 or of a colour beyond `can`, or a cell beyond the line.

    Two red cells and a blue one in a line of four, which may touch; then two red groups, which may not:

    >>> [bin(cells) for cells in solve_colour_line(4, ((2, 1), (1, 2)), [15, 15, 15])]
    ['0b1101', '0b111', '0b1100']
    >>> [bin(cells) for cells in solve_colour_line(4, ((2, 1), (1, 1)), [15, 15, 15])]
    ['0b100', '0b1011', '0b0']
    >>> solve_colour_line(2, ((1, 1), (1, 1)), [3, 3]) is None
    True
    """
    if any(group < 1 or not 0 < colour < len(can) for group, colour in clue):
        raise ValueError(f"a group without length or without a known colour in {clue}")
    if any(cells >> length for cells in can):
        raise ValueError(f"a cell beyond the {length} of the line")
    left_starts, left_reach = _from_left(clue, can)
    if not left_reach[-1] >> length & 1:
        return None
    used = {0, *(colour for _, colour in clue)}
    mirrored = [mirror(cells, length) if colour in used else 0 for colour, cells in enumerate(can)]
    right_starts, right_reach = _from_left(clue[::-1], mirrored)
    solved = [0] * len(can)
    for (group, colour), starts, mirrored_starts in zip(clue, left_starts, reversed(right_starts), strict=True):
        # mirrored, a start is the group's other end: group-1 cells further right
        solved[colour] |= _smear(starts & (mirror(mirrored_starts, length) >> (group - 1)), group)
    cells = (1 << length) - 1
    for reach, mirrored_reach in zip(left_reach, reversed(right_reach), strict=True):
        # background with j groups left of it: its left boundary is reached from the left, its right one from the right
        solved[0] |= can[0] & reach & mirror(mirrored_reach & cells, length)
    return solved


def _from_left(clue: NumberedClue, can: Sequence[int]) -> tuple[list[int], list[int]]:
    """What the cells to the left allow.

    Returns:
        For each group the set of its starts; and for j = 0…k the set of boundaries that the line can be filled up to
        with the first j groups, as many background cells as wanted behind them.
    """
    background = can[0]
    starts: list[int] = []
    reach = [_flood(1, background)]
    before = 0  # the colour of the group before; the first one has none
    for group, colour in clue:
        free = reach[-1]
        if colour == before:
            free = (free & background) << 1  # at least one background cell after the group before
        fits = free & _starts_of_runs(can[colour], group)
        starts.append(fits)
        before = colour
        reach.append(_flood(fits << group, background))
    return starts, reach


def _flood(boundaries: int, passable: int) -> int:
    """The boundaries, and all that are reached from one by stepping to the right over passable cells.

    In a stretch of passable cells the carry of one addition runs from the first boundary to the end of the stretch; the
    bits that the addition changed were reached.

    >>> bin(_flood(0b00010, 0b01110))
    '0b11110'
    """
    return ((passable + (boundaries & passable)) ^ passable) | boundaries


def _starts_of_runs(cells: int, length: int) -> int:
    """The cells from which `length` cells in a row belong to the set, by doubling.

    >>> bin(_starts_of_runs(0b1110110, 2))
    '0b110010'
    """
    done = 1
    while done < length and cells:
        step = min(done, length - done)
        cells &= cells >> step
        done += step
    return cells


def _smear(starts: int, length: int) -> int:
    """The cells covered by groups of `length` at all these starts.

    >>> bin(_smear(0b100001, 3))
    '0b11100111'
    """
    done = 1
    while done < length:
        step = min(done, length - done)
        starts |= starts << step
        done += step
    return starts
