"""Random puzzles: as asked for, the same for the same seed, and really with one solution."""

import pytest

from harness.advice.generate import RandomOptions, random_puzzle
from harness.errors import UsageError
from harness.puzzle import Puzzle
from harness.puzzle.colour import ColourPuzzle
from harness.solver.registry import solve_any
from harness.solver.result import Outcome
from harness.solver.search import solve


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("density", "smooth"), [(0.5, 1), (0.3, 0), (0.7, 2), (0.0, 0), (1.0, 0)])
@pytest.mark.parametrize("colours", [2, 3, 6])
def test_one_solution_where_asked_for(seed: int, density: float, smooth: int, colours: int) -> None:
    options = RandomOptions(12, 9, colours, density, smooth, unique=True)
    made = random_puzzle(options, seed)
    made.puzzle.check()
    assert (made.puzzle.width, made.puzzle.height, made.outcome) == (12, 9, Outcome.UNIQUE)
    if isinstance(made.puzzle, Puzzle):
        plain = solve(made.puzzle)
        assert (plain.outcome, plain.solutions) == (Outcome.UNIQUE, (made.puzzle.goal,))
    else:
        coloured = solve_any(made.puzzle)
        assert (coloured.outcome, coloured.solutions) == (Outcome.UNIQUE, (made.puzzle.goal,))
        assert len(made.puzzle.used_keys) < colours


def test_the_seed_decides() -> None:
    options = RandomOptions(10, 10, 4)
    assert random_puzzle(options, 1) == random_puzzle(options, 1)
    assert random_puzzle(options, 1).puzzle != random_puzzle(options, 2).puzzle


def test_two_colours_are_black_on_white() -> None:
    assert isinstance(random_puzzle(RandomOptions(10, 10, 2), 1).puzzle, Puzzle)
    assert isinstance(random_puzzle(RandomOptions(10, 10, 3), 1).puzzle, ColourPuzzle)


def test_noise_is_not_mended_unless_asked_for() -> None:
    outcomes = {random_puzzle(RandomOptions(8, 8, 2, 0.3, 0), seed).outcome for seed in range(5)}
    assert Outcome.MULTIPLE in outcomes


@pytest.mark.parametrize("wrong", [{"width": 1001}, {"height": 0}, {"colours": 1}, {"density": 1.5}, {"smooth": -1}])
def test_refusals(wrong: dict[str, int]) -> None:
    with pytest.raises(UsageError, match="choose"):
        RandomOptions(**wrong)  # type: ignore[arg-type]
