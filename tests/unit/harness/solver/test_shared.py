"""The cells that all solutions share, against all solutions listed."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.formats import read_puzzle
from harness.puzzle import Grid, Puzzle, differing_cells
from harness.solver import shared
from harness.solver.budget import Budget
from harness.solver.search import solve
from harness.solver.shared import find_differing
from harness.solver.strategy import solve_any
from tests.house import ROOT
from tests.marks import examples
from tests.strategies import colour_puzzles, grids

FACE = read_puzzle(ROOT / "tests" / "data" / "outlines" / "face15.txt")


def differing_by_all(puzzle_grids: list[Grid]) -> set[tuple[int, int]]:
    first, *others = puzzle_grids
    return {cell for other in others for cell in differing_cells(first.rows, other.rows)}


@settings(max_examples=examples(80))
@given(st.one_of(grids(6, 6).map(Grid.puzzle), colour_puzzles(5)))
def test_the_cells_that_differ_are_those_of_all_solutions(puzzle: Puzzle) -> None:
    every = list(solve(puzzle, None).solutions)
    assert puzzle.goal is not None
    found = find_differing(puzzle, [puzzle.goal.rows])
    assert (set(found.cells), found.undecided) == (differing_by_all(every), ())
    assert (found.nearest is None) == (len(every) == 1)
    assert found.nearest is None or Grid(found.nearest) in every


def test_the_nearest_solution_is_a_diagonal_turned() -> None:
    """The corner of the mouth may turn by itself; the solutions that a search comes upon differ in many more cells."""
    some = [solution.rows for solution in solve_any(FACE, max_solutions=20).solutions if solution != FACE.goal]
    assert FACE.goal is not None
    first = FACE.goal.rows
    found = find_differing(FACE, [first, *some]).nearest
    assert found is not None
    assert len(differing_cells(first, found)) == 4 < min(len(differing_cells(first, other)) for other in some)


@cache
def all_of_the_face() -> list[Grid]:
    return list(solve(FACE, None).solutions)


@pytest.mark.parametrize("with_sat", [True, False])
def test_a_sample_of_the_solutions_is_not_taken_for_all(with_sat: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not with_sat:
        monkeypatch.setattr(shared, "has_solver", lambda: False)
    some = [solution.rows for solution in solve_any(FACE, max_solutions=20).solutions]
    found = find_differing(FACE, some)
    every = all_of_the_face()
    assert len(every) == 870
    assert (set(found.cells), len(found.cells), found.undecided) == (differing_by_all(every), 116, ())


def test_out_of_time_the_cells_not_decided_are_named() -> None:
    some = [solution.rows for solution in solve_any(FACE, max_solutions=3).solutions]
    found = find_differing(FACE, some, Budget(0))
    assert set(found.cells) == differing_by_all(list(map(Grid, some)))
    assert len(found.cells) + len(found.undecided) == FACE.width * FACE.height
