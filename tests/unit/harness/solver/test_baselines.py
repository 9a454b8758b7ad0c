"""The plain searches of `race` and the benchmark: every solution once, and as many pictures tried as they count."""

from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.puzzle import Grid, Puzzle
from harness.solver.baselines import AllCells, AllRows, PrunedRows
from harness.solver.budget import Budget
from harness.solver.strategy import Outcome
from tests.brute_force import all_solutions
from tests.marks import examples
from tests.strategies import blotted, clue_tables, colour_puzzles, grids
from tests.unit.harness.solver.files import sample
from tests.unit.harness.solver.test_budget import ticking
from tests.unit.harness.solver.test_strategies import states

PLAIN = pytest.mark.parametrize("plain", [AllCells(), AllRows(), PrunedRows()], ids=lambda plain: plain.name)
PUZZLES = st.one_of(
    grids(3, 4).map(Grid.puzzle),
    colour_puzzles(2),
    clue_tables(3).filter(lambda table: sum(map(sum, table.rows)) == sum(map(sum, table.columns))),
    blotted(grids(3, 3).map(Grid.puzzle)),
)


@PLAIN
@given(data=st.data())
@settings(max_examples=examples(60))
def test_all_solutions_are_found_each_once(plain: AllCells | AllRows, data: st.DataObject) -> None:
    puzzle = data.draw(PUZZLES)
    state = data.draw(states(puzzle))
    result = plain.solve(puzzle, max_solutions=None, given=state)
    expected = [rows for rows in all_solutions(puzzle) if state is None or state.is_part_of(Grid(rows))]
    assert sorted(solution.rows for solution in result.solutions) == sorted(expected)
    assert result.complete


@given(puzzle=PUZZLES)
@settings(max_examples=examples(60))
def test_ways_are_counted_as_they_are_tried(puzzle: Puzzle) -> None:
    cells, rows, pruned = (plain.solve(puzzle, max_solutions=None) for plain in (AllCells(), AllRows(), PrunedRows()))
    assert cells.guesses == AllCells().count_ways(puzzle)
    assert pruned.solutions == rows.solutions
    assert rows.guesses == AllRows().count_ways(puzzle)


def test_the_car_s_ways_are_those_of_the_article() -> None:
    assert AllRows().count_ways(sample("car")) == 17_287_200
    assert AllCells().count_ways(sample("car")) == comb(80, 49)
    assert PrunedRows().solve(sample("car")).outcome is Outcome.UNIQUE


@PLAIN
def test_a_limit_ends_it(plain: AllCells | AllRows) -> None:
    result = plain.solve(sample("car"), budget=Budget(20, clock=ticking()))
    assert (result.outcome, result.complete) == (Outcome.TIMEOUT, False)
    assert 0 < result.guesses < 20
