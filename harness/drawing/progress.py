"""Groups of a line that are found already, so that their numbers can be crossed out."""

from __future__ import annotations

from functools import lru_cache

from harness.puzzle import ColourClue
from harness.puzzle.palette import BACKGROUND, UNKNOWN
from harness.solver.colour_lines import find_places


@lru_cache(maxsize=20_000)
def found_groups(clue: ColourClue, cells: str) -> tuple[bool, ...]:
    """For each group of the clue whether it is found: it can lie in one place only, and all its cells are known.

    Args:
        clue: the groups of the line; for black and white every key is ``#``.
        cells: the line as text: keys of colours, ``.`` for the background, ``?`` for unknown.

    Returns:
        As many truth values as the clue has groups; none is true where no arrangement fits the cells.

    >>> from harness.puzzle import Group
    >>> found_groups((Group(1, "#"), Group(1, "#")), "??#.#")
    (True, True)
    >>> found_groups((Group(1, "#"), Group(1, "#")), "?.#.?")
    (False, False)
    """
    found: list[bool] = []
    for group, (starts, lasts) in zip(clue, _possible_places(clue, cells), strict=True):
        seen = cells[starts.bit_length() - 1 : lasts.bit_length()]
        found.append(starts.bit_count() == lasts.bit_count() == 1 and seen == group.key * len(seen))
    return tuple(found)


def _possible_places(clue: ColourClue, cells: str) -> list[tuple[int, int]]:
    """For each group the sets of its first and last cells in the arrangements that fit; none if no arrangement does."""
    keys = [BACKGROUND, *dict.fromkeys(group.key for group in clue)]
    can = [sum(1 << index for index, cell in enumerate(cells) if cell in (key, UNKNOWN)) for key in keys]
    numbered = tuple((group.length, keys.index(group.key)) for group in clue)
    return find_places(len(cells), numbered, can) or [(0, 0)] * len(clue)
