"""All lines of a small length, for proofs by brute force."""

from collections import defaultdict

from harness.puzzle import Clue, clue_of
from harness.solver.lines import line_text


def pictures_by_clue(length: int) -> dict[Clue, list[int]]:
    """Every arrangement of every clue that fits the length, as sets of black cells."""
    found: dict[Clue, list[int]] = defaultdict(list)
    for black in range(1 << length):
        found[clue_of(line_text(length, black, (1 << length) - 1 & ~black))].append(black)
    return found
