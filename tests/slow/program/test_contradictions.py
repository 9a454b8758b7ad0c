"""Contradictory data whose sums agree are never called solved, whatever is answered at "Many variants"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from harness.puzzle import Grid, Puzzle
from harness.solver.search import solve
from harness.spectrum.build import build_tape
from harness.spectrum.play import OnBranch, PlayOutcome, play
from tests.slow.program.rig import BASIC, CLASSIC, TURBO, edition_on, program_on

MOST_CELLS = 5
ORDER_ALONE = Puzzle(((4,), (4,), (), (4,)), ((1, 2),) * 4)
"""Once the rows are known, each column has its groups in the other order, so that its sum is right."""


def contradictory_puzzles(seed: int) -> Iterator[Puzzle]:
    """Clues of rows and of columns that have as many cells and no solution: of two pictures, or reversed."""
    dice = random.Random(seed)
    while True:
        width, height = dice.randint(2, MOST_CELLS), dice.randint(1, MOST_CELLS)
        one, other = (random_grid(dice, width, height).puzzle() for _ in range(2))
        if dice.random() < 0.5:
            rows, columns = (tuple(clue[:: dice.choice((1, -1))] for clue in side) for side in (one.rows, one.columns))
            puzzle = Puzzle(rows, columns)
        else:
            puzzle = Puzzle(one.rows, other.columns)
        if sum(map(sum, puzzle.rows)) == sum(map(sum, puzzle.columns)) and not solve(puzzle, 1).solutions:
            yield puzzle


def random_grid(dice: random.Random, width: int, height: int) -> Grid:
    return Grid(tuple("".join(dice.choice("##.") for _ in range(width)) for _ in range(height)))


@pytest.mark.parametrize(("tape_name", "count"), [(TURBO, 500), (CLASSIC, 100), (BASIC, 20)])
def test_contradictory_data_are_never_called_solved(tape_name: str, count: int) -> None:
    tape, entry = build_tape(edition_on(tape_name)), program_on(tape_name).inject
    for puzzle in (ORDER_ALONE, *islice(contradictory_puzzles(seed=4), count - 1)):
        played = play(puzzle, tape, on_branch=OnBranch.ALL, entry=entry)
        assert (played.outcome, played.grids, played.complete) == (PlayOutcome.CONTRADICTION, (), True), puzzle
