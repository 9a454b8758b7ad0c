"""Puzzles with a known number of solutions: none, a few, or beyond all counting."""

from harness.puzzle import Puzzle

BY_TRIAL = Puzzle(((2, 1), (1,), (1, 1), (1, 1), (1,)), ((1,), (1, 1, 1), (1,), (1, 1), (2,)))
"""It has no solution, and only trial shows it."""


def rooks(size: int) -> Puzzle:
    """One black cell in every row and column: as many solutions as permutations."""
    return Puzzle(((1,),) * size, ((1,),) * size)


def switches(count: int) -> Puzzle:
    """Two rows of single cells, the columns in pairs: 2**count solutions.

    Each column of a pair has its black cell in one of the rows, and not both in the same, where they would touch.
    """
    return Puzzle(((1,) * count,) * 2, (((1,), (1,), ()) * count)[:-1])
