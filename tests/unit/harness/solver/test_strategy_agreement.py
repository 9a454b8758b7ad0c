"""Every strategy against every other and against brute force: the same solutions, the same proofs."""

import itertools
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import assume, given, settings

from harness.formats import read_puzzle
from harness.puzzle import Grid, Puzzle
from harness.solver import solve
from harness.solver.strategy import Strategy
from tests.kernels import EVERY_KIND, KINDS
from tests.many_solutions import rooks, switches
from tests.marks import examples
from tests.strategies import clue_tables, grids
from tests.strategy_steps import proof

PUZZLES = Path(__file__).resolve().parents[4] / "puzzles"


def all_proofs(puzzle: Puzzle, max_solutions: int | None = None) -> list[dict[str, object]]:
    """The proofs of all strategies."""
    results = [kind().solve(puzzle, max_solutions=max_solutions) for kind in EVERY_KIND]
    return [{**proof(result), "stopped": result.stopped} for result in results]


def assert_agreement(puzzle: Puzzle) -> None:
    """All strategies must say the same of the puzzle."""
    first, *others = all_proofs(puzzle)
    for kind, other in zip(EVERY_KIND[1:], others, strict=True):
        assert other == first, f"{kind.__name__} and {EVERY_KIND[0].__name__} differ"


@given(grids(max_width=7, max_height=7))
@settings(deadline=None)
def test_puzzles_of_pictures(picture: Grid) -> None:
    puzzle = picture.clues()
    assume(len(solve(puzzle, 300).solutions) < 300)
    assert_agreement(puzzle)
    assert all(picture in found["solutions"] for found in all_proofs(puzzle))  # type: ignore[operator]


@given(clue_tables(max_side=5))
@settings(deadline=None, max_examples=examples(120))
def test_tables_of_clues_most_of_them_without_a_picture(puzzle: Puzzle) -> None:
    assume(sum(map(sum, puzzle.rows)) == sum(map(sum, puzzle.columns)))
    assert_agreement(puzzle)


@KINDS
@pytest.mark.parametrize(("width", "height"), [(4, 1), (1, 4), (3, 3), pytest.param(4, 3, marks=pytest.mark.slow)])
def test_brute_force(kind: type[Strategy], width: int, height: int) -> None:
    """All pictures of a size: for the clues of each, exactly the pictures that have them."""
    by_clues: dict[object, set[Grid]] = defaultdict(set)
    rows = ["".join(cells) for cells in itertools.product("#.", repeat=width)]
    for drawn in itertools.product(rows, repeat=height):
        clues = Grid(drawn).clues()
        by_clues[clues.rows, clues.columns].add(Grid(drawn))
    for pictures in by_clues.values():
        result = kind().solve(next(iter(pictures)).clues(), max_solutions=None)
        assert proof(result)["solutions"] == pictures
        assert result.complete


@KINDS
@pytest.mark.parametrize(("puzzle", "count"), [(rooks(4), 24), (switches(4), 16), (rooks(5), 120)])
def test_many_solutions(kind: type[Strategy], puzzle: Puzzle, count: int) -> None:
    result = kind().solve(puzzle, max_solutions=None)
    assert len(set(result.solutions)) == len(result.solutions) == count
    for solution in result.solutions:
        assert solution.clues().has_clues_of(puzzle)


@KINDS
@pytest.mark.parametrize("path", sorted(PUZZLES.glob("*.txt")), ids=lambda path: path.stem)
def test_the_sample_puzzles(kind: type[Strategy], path: Path) -> None:
    puzzle = read_puzzle(path)
    if kind.name == "enumerate" and puzzle.width * puzzle.height > 1000:
        pytest.skip("long lists; whether it takes or refuses such is tested with it")
    assert proof(kind().solve(puzzle, max_solutions=None)) == proof(solve(puzzle, None))


@KINDS
def test_winter_is_proved_unique(kind: type[Strategy]) -> None:
    result = kind().solve(read_puzzle(PUZZLES / "winter.txt"), max_solutions=None)
    assert (result.unique, result.complete, len(result.solutions)) == (True, True, 1)
    assert result.fixpoint.unknown_count == 218
