"""Random puzzles, many and larger ones: really with one solution, and of the wanted difficulty."""

import pytest

from harness.advice.generate import RandomOptions, random_puzzle
from harness.solver.human.explain import Level, explain
from harness.solver.strategy import Difficulty, solve_any
from tests.unit.harness.advice.test_generate import check_unique


@pytest.mark.parametrize(("density", "smooth"), [(0.5, 1), (0.3, 0), (0.7, 2)])
@pytest.mark.parametrize("colours", [2, 3, 6])
def test_one_solution_where_asked_for(density: float, smooth: int, colours: int) -> None:
    for seed in range(4):
        check_unique(RandomOptions(12, 9, colours, density, smooth, unique=True), seed)


@pytest.mark.parametrize("difficulty", Difficulty)
@pytest.mark.parametrize(("side", "colours"), [(10, 2), (15, 2), (8, 3)])
def test_the_class_is_the_one_wanted(difficulty: Difficulty, side: int, colours: int) -> None:
    options = RandomOptions(side, side, colours=colours, difficulty=difficulty.value)
    assert solve_any(random_puzzle(options, 3).puzzle).difficulty is difficulty


def test_the_word_is_that_of_the_rules() -> None:
    puzzle = random_puzzle(RandomOptions(8, 8, difficulty=Level.VERY_HARD.value), seed=1).puzzle
    assert explain(puzzle).rating.level is Level.VERY_HARD
