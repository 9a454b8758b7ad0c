"""Every strategy, kernel and stage on all pictures of small sizes, on the samples and on many random puzzles."""

import inspect
import itertools
import random
import sys
from collections import Counter, defaultdict
from operator import le, lt

import pytest

from harness.puzzle import BLOT, Puzzle, clue_of
from harness.solver.budget import Budget
from harness.solver.fast import Fast
from harness.solver.search import Probe
from harness.solver.strategy import STRATEGIES, Outcome
from tests.kernels import COMPILED, KINDS, POSES, Kind, Pose
from tests.many_solutions import rooks
from tests.strategy_steps import proof
from tests.unit.harness.solver.files import SAMPLES, read_clues
from tests.unit.harness.solver.test_strategies import check_solved, pictures_by_clues
from tools.agreement import KEYS, MOST_SIDE, compare_many, random_puzzle
from tools.made import domino_puzzle, noise_puzzle

OWN = (
    *(noise_puzzle(8, 8, 0.5, seed) for seed in (2, 17, 22)),
    noise_puzzle(20, 20, 0.5, 23, smooth=True),
    domino_puzzle(4),
)
"""Puzzles that need guesses; each strategy but the human one is the quickest on one of them or another."""


@KINDS
@pytest.mark.parametrize(("width", "height"), [(3, 3), (4, 3)])
def test_every_picture_of_a_size(kind: Kind, width: int, height: int) -> None:
    for puzzle, pictures in pictures_by_clues(width, height).items():
        check_solved(kind().solve(puzzle, max_solutions=None), pictures)


def test_every_picture_of_a_larger_size_by_the_reference() -> None:
    for puzzle, pictures in pictures_by_clues(5, 3).items():
        check_solved(Probe().solve(puzzle, max_solutions=None), pictures)


def test_every_table_of_clues_with_and_without_a_picture() -> None:
    """All clues for 3×3 whose sums agree: those without any picture are found out."""
    pictures = pictures_by_clues(3, 3)
    clues = sorted({clue_of("".join(cells)) for cells in itertools.product("#.", repeat=3)})
    impossible = 0
    for rows, columns in itertools.product(itertools.product(clues, repeat=3), repeat=2):
        if sum(map(sum, rows)) == sum(map(sum, columns)):
            puzzle = Puzzle(rows, columns)
            check_solved(Probe().solve(puzzle, max_solutions=None), pictures.get(puzzle, set()))
            impossible += puzzle not in pictures
    assert impossible > 1000


@KINDS
def test_the_samples_and_our_own(kind: Kind) -> None:
    assert len(SAMPLES) > 20
    for puzzle in (*map(read_clues, SAMPLES), *OWN):
        if kind().name != "enumerate" or puzzle.width * puzzle.height <= 1000:
            expected = proof(Probe().solve(puzzle, max_solutions=None))
            assert proof(kind().solve(puzzle, max_solutions=None)) == expected


@COMPILED
def test_each_strategy_has_a_puzzle_on_which_no_other_takes_fewer_steps() -> None:
    """Analyses of lines; the human strategy takes more of them than any, and fewer guesses."""
    analyses, guesses = defaultdict[str, list[int]](list), Counter[str]()
    for known, puzzle in itertools.product(STRATEGIES, OWN):
        budget = Budget()
        guesses[known.name] += known().solve(puzzle, max_solutions=None, budget=budget).guesses
        analyses[known.name].append(budget.line_calls)
    most = analyses.pop("human")
    for one, other in itertools.permutations(analyses, 2):
        assert any(map(le, analyses[one], analyses[other])), f"{one} is never as quick as {other}"
    assert all(all(map(lt, counts, most)) for counts in analyses.values())
    assert guesses["human"] < guesses["enumerate"] < guesses["recursion"]


@COMPILED
def test_noise_that_only_a_guess_solves() -> None:
    """No other stage finds a solution of it in minutes."""
    puzzle = noise_puzzle(95, 80, 0.5, 1)
    result = Fast().solve(puzzle)
    assert result.outcome is Outcome.MULTIPLE
    assert all(grid.puzzle().has_clues_of(puzzle) for grid in result.solutions)


@KINDS
@POSES
def test_a_deep_search_needs_no_deep_stack(kind: Kind, pose: Pose) -> None:
    puzzle = pose(rooks(24))
    limit = sys.getrecursionlimit()
    next(kind().solutions(pose(rooks(2))))  # imports go deep
    sys.setrecursionlimit(len(inspect.stack(0)) + 60)
    try:
        assert next(kind().solutions(puzzle)).unknown_count == 0
    finally:
        sys.setrecursionlimit(limit)


@pytest.mark.parametrize(("kind", "count"), [("plain", 200), ("colour", 100), ("blotted", 50)])
def test_all_agree_with_an_encoding_of_another_kind(kind: str, count: int, seed: int) -> None:
    counted = compare_many(random.Random(seed), kind, count)
    assert sum(counted.values()) == count
    assert all(counted[solutions] for solutions in (0, 1, 2))


def test_random_puzzles_are_of_all_sizes_and_colours() -> None:
    rng = random.Random(1)
    puzzles = [random_puzzle(rng, kind) for kind in ("plain", "colour", "blotted") for _ in range(25)]
    for puzzle in puzzles:
        puzzle.check()
    sides = [side for puzzle in puzzles for side in (puzzle.width, puzzle.height)]
    assert min(sides) == 1
    assert sum(side > 63 for side in sides) > 5
    assert MOST_SIDE >= max(sides) > 128
    assert {len(puzzle.used_keys) for puzzle in puzzles[25:50]} >= set(range(2, len(KEYS) + 1))
    assert any(BLOT in clue for puzzle in puzzles for clue in puzzle.rows)
