"""Crosswords in colour by brute force, to compare with."""

import functools
import itertools

from harness.puzzle import Group, colour_clue_of
from harness.puzzle.colour import ColourGrid, ColourPuzzle


def brute_force(puzzle: ColourPuzzle) -> set[tuple[str, ...]]:
    """All solutions: rows that have their clues, and then the columns looked at."""
    signs = "." + puzzle.palette.keys

    @functools.cache
    def fillings(clue: tuple[Group, ...]) -> list[str]:
        every = map("".join, itertools.product(signs, repeat=puzzle.width))
        return [cells for cells in every if colour_clue_of(cells) == clue]

    return {
        rows
        for rows in itertools.product(*(fillings(clue) for clue in puzzle.rows))
        if tuple(map(colour_clue_of, ColourGrid(rows).columns())) == puzzle.columns
    }
