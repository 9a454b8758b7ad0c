"""The baselines of the solver's benchmark: slow and right."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings

from harness.puzzle import Grid, Puzzle
from harness.solver import solve
from tests.strategies import grids
from tools.bench.baselines import brute_force, row_by_row
from tools.made import noise_puzzle

Baseline = Callable[[Puzzle, float], list[Grid] | None]
BASELINES = pytest.mark.parametrize("baseline", [brute_force, row_by_row])


@BASELINES
@settings(max_examples=30, deadline=None)
@given(grid=grids(max_width=4, max_height=4))
def test_a_baseline_finds_what_the_reference_finds(baseline: Baseline, grid: Grid) -> None:
    puzzle = grid.clues()
    wanted = set(solve(puzzle, max_solutions=None).solutions)
    found = baseline(puzzle, 60)
    assert found is not None
    assert set(found) <= wanted
    assert len(found) == min(2, len(wanted))


@BASELINES
def test_a_baseline_gives_up_when_its_time_is_up(baseline: Baseline) -> None:
    assert baseline(noise_puzzle(12, 12, 0.5, 1), 0) is None
