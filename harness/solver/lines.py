"""Complete deduction for one line: a set of cells for every colour, held in Python integers.

A set of cells is an integer whose bit i stands for cell i, counted from the left (or top) of the line. `can[c]` is the
set of the cells that may have colour c; colour 0 is the background. Every step treats all cells of the line in one
operation, and the number of steps grows with the number of groups, never with the number of arrangements.

A *boundary* is a place between two cells; boundary i is left of cell i. For each j there is a set of boundaries that
the first j groups can fill the line up to (background behind them included). Two neighbours of different colours may
share a boundary; those of one colour have a background cell between them, so the second one cannot begin where the
first one ends. Then the groups are taken again, from the last one: *ends* are the cells behind which the line can be
filled with the groups further right. What both sides allow is possible. A blotted group, of any length, covers a cell
if it may start there or before it, if it may end there or behind it, and if all cells between may have its colour: its
two ends know nothing of each other.

Source: the idea in colour, to keep for each cell the colours that it may still have, is from "Solving colored Japanese
crosswords with the speed of light" (https://izaron.github.io/posts/japanese-crosswords).
"""

from __future__ import annotations

from collections.abc import Sequence

from harness.puzzle import BLOT, Clue, Puzzle

NumberedClue = tuple[tuple[int, int], ...]
"""The groups of a line, each as (length, number of its colour); colours count from 1, 0 is the background.

A length is 1 or more, or `harness.puzzle.BLOT`.
"""


def numbered_clues(puzzle: Puzzle, keys: str) -> tuple[NumberedClue, ...]:
    """Return the clues of all lines; `keys` are those of the colours by their numbers."""
    if not puzzle.in_colour:
        return tuple([numbered(clue) for clue in puzzle.rows + puzzle.columns])
    rows, columns = puzzle.sides
    return tuple(tuple((group.length, keys.index(group.key)) for group in clue) for clue in rows + columns)


def numbered(clue: Clue) -> NumberedClue:
    """Return a clue in black and white, black being colour 1."""
    return tuple([(length, 1) for length in clue])


def solve_line(length: int, clue: NumberedClue, can: Sequence[int]) -> list[int] | None:
    """Return for each colour the cells that have it in some arrangement; None if no arrangement fits.

    Arguments and errors as for `analyse_line`. Two red cells and a blue one in a line of four, which may touch; then
    two red groups, which may not:

    >>> [bin(cells) for cells in solve_line(4, ((2, 1), (1, 2)), [15, 15, 15])]
    ['0b1101', '0b111', '0b1100']
    >>> [bin(cells) for cells in solve_line(4, ((2, 1), (1, 1)), [15, 15, 15])]
    ['0b100', '0b1011', '0b0']
    >>> solve_line(2, ((1, 1), (1, 1)), [3, 3]) is None
    True
    """
    analysed = analyse_line(length, clue, can)
    return None if analysed is None else analysed[1]


def analyse_line(length: int, clue: NumberedClue, can: Sequence[int]) -> tuple[list[tuple[int, int]], list[int]] | None:
    """Find the places of each group, and the colours of each cell, in all arrangements of a line together.

    Args:
        can: for the background and each colour, the cells that may have it.

    Returns:
        For each group the sets of its first and of its last cells; and the new `can`. None if no arrangement fits.

    Raises:
        ValueError: a group shorter than 1 or of a colour beyond `can`, or a cell beyond the line.

    >>> [(bin(starts), bin(lasts)) for starts, lasts in analyse_line(4, ((BLOT, 1), (2, 1)), [15, 15])[0]]
    [('0b1', '0b1'), ('0b100', '0b1000')]
    """
    for size, colour in clue:
        if (size < 1 and size != BLOT) or not 0 < colour < len(can):
            raise ValueError(f"a group without length or without a known colour in {clue}")
    if max(can) >> length:
        raise ValueError(f"a cell beyond the {length} of the line")
    background = can[0]
    free = flood(1, background)  # the boundaries where the next group may begin, as far as the cells before it go
    reach, starts = [free], []
    beside = 0  # the colour of the group before; the first one has none
    for size, colour in clue:
        own = can[colour]
        fits = (free & background) << 1 if colour == beside else free
        if size == BLOT:
            fits &= own
            behind = (flood(fits, own) & own) << 1
        else:
            fits &= starts_of_runs(own, size)
            behind = fits << size
        if not fits:
            return None
        starts.append(fits)
        free = flood(behind, background)
        reach.append(free)
        beside = colour
    if not free >> length & 1:  # the boundary behind the last cell is not reached
        return None
    steps = _steps(background)
    ends = _flood_down(1 << (length - 1), steps)
    solved = [0] * len(can)
    solved[0] = free & ends
    places: list[tuple[int, int]] = []
    beside = 0
    for (size, colour), fits, before in zip(reversed(clue), reversed(starts), reversed(reach[:-1]), strict=True):
        lasts = (ends & background) >> 1 if colour == beside else ends
        if size == BLOT:
            own = can[colour]
            covered = flood(fits, own) & own
            covered &= _flood_down(lasts & covered, _steps(own))
            fits, lasts = fits & covered, lasts & covered
        else:
            fits &= lasts >> (size - 1)
            lasts = fits << (size - 1)
            covered = smear(fits, size)
        places.append((fits, lasts))
        solved[colour] |= covered
        ends = _flood_down(fits >> 1, steps)
        solved[0] |= before & ends  # background with so many groups left of it
        beside = colour
    solved[0] &= background
    return places[::-1], solved


def _steps(passable: int) -> list[int]:
    """The cells from which 1, 2, 4… steps to the left go over passable cells, for `_flood_down`."""
    steps: list[int] = []
    while passable:
        steps.append(passable)
        passable &= passable << (1 << len(steps) - 1)
    return steps


def _flood_down(seeds: int, steps: list[int]) -> int:
    """The seeds, and every cell reached from one by steps to the left, each step leaving a passable cell."""
    for power, passable in enumerate(steps):
        seeds |= (seeds & passable) >> (1 << power)
    return seeds


def several(can: Sequence[int]) -> int:
    """Return the set of the cells that may have several colours.

    >>> bin(several([0b011, 0b110]))
    '0b10'
    """
    once = more = 0
    for cells in can:
        more |= once & cells
        once |= cells
    return more


def flood(seeds: int, passable: int) -> int:
    """The seeds, and every cell reached from one by steps to the right, each step leaving a passable cell.

    The carry of one addition does it: in a stretch of passable cells it runs from the first seed to the cell behind
    the stretch, and what the addition changed is what was reached.

    >>> bin(flood(0b00010, 0b01110))
    '0b11110'
    """
    return ((passable + (seeds & passable)) ^ passable) | seeds


def starts_of_runs(cells: int, length: int) -> int:
    """Return the cells from which `length` cells in a row belong to the set.

    >>> bin(starts_of_runs(0b1110110, 2))
    '0b110010'
    """
    done = 1
    while done < length and cells:
        step = done if done < length - done else length - done
        cells &= cells >> step
        done += step
    return cells


def smear(starts: int, length: int) -> int:
    """Return the cells covered by groups of `length` at all these starts.

    >>> bin(smear(0b100001, 3))
    '0b11100111'
    """
    done = 1
    while done < length:
        step = done if done < length - done else length - done
        starts |= starts << step
        done += step
    return starts


def mirror(cells: int, length: int) -> int:
    """Return the set seen from the other end of the line.

    >>> bin(mirror(0b0011, 4))
    '0b1100'
    """
    return int(f"{cells:0{length}b}"[::-1], 2)


def members(cells: int) -> list[int]:
    """List the numbers of the cells in a set, in order.

    >>> members(0b10110)
    [1, 2, 4]
    """
    found: list[int] = []
    while cells:
        lowest = cells & -cells
        found.append(lowest.bit_length() - 1)
        cells ^= lowest
    return found


def line_text(length: int, can: Sequence[int], keys: str) -> str:
    """Draw a line with the keys of its colours, and `?` for cells that may have several.

    >>> line_text(4, [0b0110, 0b1011], ".#")
    '#?.#'
    """
    cells = ["?"] * length
    known = ~several(can)
    for key, own in zip(keys, can, strict=True):
        for cell in members(own & known):
            cells[cell] = key
    return "".join(cells)
