"""Lines to prove a line analysis with: all small ones, and random ones that are the same every time."""

import random
from collections import defaultdict

from harness.puzzle import Clue, clue_of
from harness.solver.lines import line_text


def pictures_by_clue(length: int) -> dict[Clue, list[int]]:
    """Every arrangement of every clue that fits the length, as sets of black cells."""
    found: dict[Clue, list[int]] = defaultdict(list)
    for black in range(1 << length):
        found[clue_of(line_text(length, black, (1 << length) - 1 & ~black))].append(black)
    return found


def random_line(dice: random.Random, length: int, density: float, hidden: float) -> tuple[str, Clue]:
    """A line of noise with its clue, partly known.

    Args:
        dice: where chance comes from.
        density: the share of black cells.
        hidden: the share of cells not known.
    """
    whole = "".join("#" if dice.random() < density else "." for _ in range(length))
    return "".join("?" if dice.random() < hidden else cell for cell in whole), clue_of(whole)
