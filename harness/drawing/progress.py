"""Which groups of a line are found already, so that their numbers can be crossed out."""

from __future__ import annotations

from functools import lru_cache

from harness.colour.model import ColourClue
from harness.colour.palette import BACKGROUND, UNKNOWN


@lru_cache(maxsize=20_000)
def found_groups(clue: ColourClue, cells: str) -> tuple[bool, ...]:
    """For each group of the clue whether it is found: it can lie in one place only, and all its cells are known.

    Args:
        clue: the groups of the line; for black and white every key is ``#``.
        cells: the line as text: keys of colours, ``.`` for the background, ``?`` for unknown.

    Returns:
        As many truth values as the clue has groups; none is true where no arrangement fits the cells.

    >>> from harness.colour.model import Group
    >>> found_groups((Group(1, "#"), Group(1, "#")), "??#.#")
    (True, True)
    >>> found_groups((Group(1, "#"), Group(1, "#")), "?.#.?")
    (False, False)
    """
    if UNKNOWN not in cells:
        fits = all(len(one) == 1 for one in _possible_starts(clue, cells))
        return (fits,) * len(clue)
    return tuple(
        len(starts) == 1 and cells[starts[0] : starts[0] + group.length] == group.key * group.length
        for group, starts in zip(clue, _possible_starts(clue, cells), strict=True)
    )


def _possible_starts(clue: ColourClue, cells: str) -> list[list[int]]:
    """For each group where it starts in the arrangements that fit."""
    if not clue:
        return []
    length = len(cells)
    from_left = _starts_from_left(clue, cells)
    from_right = _starts_from_left(clue[::-1], cells[::-1])[::-1]
    possible = []
    for group, left, right in zip(clue, from_left, from_right, strict=True):
        last = length - group.length  # seen from the right, a start at s is one at last - s
        possible.append([start for start in range(last + 1) if left >> start & 1 and right >> (last - start) & 1])
    return possible


def _starts_from_left(clue: ColourClue, cells: str) -> list[int]:
    """For each group the set of its starts, as bits, that the cells left of its end allow."""
    may_be_empty = _cells_that_may_be(BACKGROUND, cells)
    free = _flood(1, may_be_empty)
    found: list[int] = []
    for number, group in enumerate(clue):
        runs = _cells_that_may_be(group.key, cells)
        for step in _doublings(group.length):
            runs &= runs >> step
        starts = runs & free
        found.append(starts)
        ends = starts << group.length
        if number + 1 < len(clue) and clue[number + 1].key == group.key:
            ends = (ends & may_be_empty) << 1
        free = _flood(ends, may_be_empty)
    return found


def _cells_that_may_be(key: str, cells: str) -> int:
    return sum(1 << index for index, cell in enumerate(cells) if cell in (key, UNKNOWN))


def _doublings(length: int) -> list[int]:
    """The shifts that make a run of `length` cells out of runs of one.

    >>> _doublings(6)
    [1, 2, 2]
    """
    steps, done = [], 1
    while done < length:
        steps.append(min(done, length - done))
        done += steps[-1]
    return steps


def _flood(seeds: int, passable: int) -> int:
    """The seeds, and all cells right of them that are reached by leaving passable cells; one carry does it."""
    return ((passable + (seeds & passable)) ^ passable) | seeds
