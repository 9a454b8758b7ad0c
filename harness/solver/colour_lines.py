"""Complete deduction for one line in colour, on a set of cells for every colour.

A cell's *mask* is the set of colours that it may still have: all that is known of it. A line keeps the masks turned
round: for each colour the set of cells that may have it, an integer whose bit i stands for cell i. `can[0]` are the
cells that may be background, `can[c]` those that may have colour c. A whole set of cells is treated in one operation,
so the cost grows with the number of groups, never with the number of arrangements.

A *boundary* is a place between two cells; boundary i is left of cell i. For each j there is a set of boundaries that
the first j groups can fill the line up to (background behind them included). Two neighbours of different colours may
share a boundary; those of one colour have a background cell between them, so the second one cannot begin where the
first one ends. The same from the right, on the mirrored line; what both allow is possible.

Source: the idea (masks of colours, the first groups from the left against the last ones from the right) is from
"Solving colored Japanese crosswords with the speed of light" (https://izaron.github.io/posts/japanese-crosswords).
"""

from __future__ import annotations

from collections.abc import Sequence

from harness.puzzle import BLOT, AnyPuzzle, least_length
from harness.solver.lines import between, flood, mirror, smear, starts_of_runs

NumberedClue = tuple[tuple[int, int], ...]
"""The groups of a line, each as (length, number of its colour); colours count from 1, 0 is the background.

A length is 1 or more, or `harness.puzzle.BLOT`.
"""


def numbered_clues(puzzle: AnyPuzzle, keys: str) -> tuple[NumberedClue, ...]:
    """The clues of all lines; `keys` are those of the colours by their numbers."""
    clues = puzzle.groups().values()
    return tuple(tuple((group.length, keys.index(group.key)) for group in clue) for clue in clues)


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
    both = _from_both_sides(length, clue, can)
    if both is None:
        return None
    places, background = both
    solved = [background] + [0] * (len(can) - 1)
    for (group, colour), (starts, lasts) in zip(clue, places, strict=True):
        if group == BLOT:
            solved[colour] |= between(starts, lasts, can[colour], length)
        else:
            solved[colour] |= smear(starts, group)
    return solved


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


def find_starts(length: int, clue: NumberedClue, can: Sequence[int]) -> list[int] | None:
    """For each group the set of cells where it starts in some arrangement; None if no arrangement fits.

    Arguments and errors as for `solve_colour_line`.

    >>> [bin(starts) for starts in find_starts(4, ((2, 1), (1, 2)), [15, 15, 15])]
    ['0b11', '0b1100']
    """
    places = find_places(length, clue, can)
    return None if places is None else [starts for starts, _ in places]


def find_places(length: int, clue: NumberedClue, can: Sequence[int]) -> list[tuple[int, int]] | None:
    """For each group the sets of its first and of its last cells in all arrangements together; None without any.

    Arguments and errors as for `solve_colour_line`.

    >>> [(bin(starts), bin(lasts)) for starts, lasts in find_places(4, ((BLOT, 1), (2, 1)), [15, 15])]
    [('0b1', '0b1'), ('0b100', '0b1000')]
    """
    both = _from_both_sides(length, clue, can)
    return None if both is None else both[0]


def _from_both_sides(length: int, clue: NumberedClue, can: Sequence[int]) -> tuple[list[tuple[int, int]], int] | None:
    """The first and last cells of each group, and the cells that are background, in all arrangements together."""
    if any(least_length(group) < 1 or not 0 < colour < len(can) for group, colour in clue):
        raise ValueError(f"a group without length or without a known colour in {clue}")
    if any(cells >> length for cells in can):
        raise ValueError(f"a cell beyond the {length} of the line")
    left_starts, left_reach = _from_left(clue, can)
    if not left_reach[-1] >> length & 1:
        return None
    used = {0, *(colour for _, colour in clue)}
    mirrored = [mirror(cells, length) if colour in used else 0 for colour, cells in enumerate(can)]
    right_starts, right_reach = _from_left(clue[::-1], mirrored)
    places: list[tuple[int, int]] = []
    for (group, colour), starts, mirrored_starts in zip(clue, left_starts, reversed(right_starts), strict=True):
        lasts = mirror(mirrored_starts, length)  # mirrored, a start is the group's other end
        if group == BLOT:
            covered = between(starts, lasts, can[colour], length)
            places.append((starts & covered, lasts & covered))
        else:
            common = starts & (lasts >> (group - 1))
            places.append((common, common << (group - 1)))
    background, cells = 0, (1 << length) - 1
    for reach, mirrored_reach in zip(left_reach, reversed(right_reach), strict=True):
        # background with j groups left of it: its left boundary is reached from the left, its right one from the right
        background |= can[0] & reach & mirror(mirrored_reach & cells, length)
    return places, background


def _from_left(clue: NumberedClue, can: Sequence[int]) -> tuple[list[int], list[int]]:
    """Find the starts that the cells to the left allow.

    Returns:
        For each group the set of its starts; and for j = 0…k the set of boundaries that the line can be filled up to
        with the first j groups, as many background cells as wanted behind them.
    """
    background = can[0]
    starts: list[int] = []
    reach = [flood(1, background)]
    before = 0  # the colour of the group before; the first one has none
    for group, colour in clue:
        free = reach[-1]
        if colour == before:
            free = (free & background) << 1  # at least one background cell after the group before
        if group == BLOT:
            fits = free & can[colour]
            behind = flood(fits << 1, can[colour])
        else:
            fits = free & starts_of_runs(can[colour], group)
            behind = fits << group
        starts.append(fits)
        before = colour
        reach.append(flood(behind, background))
    return starts, reach
