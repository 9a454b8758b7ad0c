"""All solutions of a small crossword by brute force, in colour or not, with numbers blotted or not."""

import itertools
from functools import cache

from harness.puzzle import Groups, Puzzle, groups_of, tells_of


def all_solutions(puzzle: Puzzle) -> set[tuple[str, ...]]:
    """The pictures, as rows, whose rows fit their clues, and then whose columns do."""
    clues = list(puzzle.groups().values())

    @cache
    def fillings(clue: Groups) -> list[str]:
        every = map("".join, itertools.product(puzzle.keys, repeat=puzzle.width))
        return [cells for cells in every if fits(clue, cells)]

    @cache
    def fits(clue: Groups, cells: str) -> bool:
        return tells_of(clue, groups_of(cells))

    return {
        rows
        for rows in itertools.product(*map(fillings, clues[: puzzle.height]))
        if all(
            fits(clue, "".join(cells))
            for clue, cells in zip(clues[puzzle.height :], zip(*rows, strict=True), strict=True)
        )
    }
