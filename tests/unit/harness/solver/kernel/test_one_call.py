"""Solving in one call of the kernel: it answers as the walk through the stages does."""

import itertools
import random
from collections import Counter
from typing import Any
from unittest.mock import Mock

import pytest

from harness.errors import PuzzleError
from harness.puzzle import BLOT, Grid, Puzzle
from harness.solver import fast
from harness.solver.budget import Budget, StopReason
from harness.solver.fast import Fast
from harness.solver.kernel import PAUSED, Begun, begin, has_compiled_kernel
from harness.solver.search import Probe
from harness.solver.strategy import FRUITLESS_PROBES, Outcome
from tests.kernels import in_red
from tests.many_solutions import BY_TRIAL, rooks, switches
from tools.made import colour_noise, domino_puzzle, noise_puzzle

pytestmark = pytest.mark.skipif(not has_compiled_kernel(), reason="there is no compiled kernel")


def _puzzle(seed: int) -> Puzzle:
    rng = random.Random(seed)
    width, height = rng.randint(1, 12), rng.randint(1, 12)
    cells = "#." if seed % 2 else "##."
    puzzle = Grid(tuple("".join(rng.choice(cells) for _ in range(width)) for _ in range(height))).puzzle()
    if seed % 3:
        return puzzle
    rows = tuple(tuple(BLOT if rng.random() < 0.1 else length for length in clue) for clue in puzzle.rows)
    return Puzzle(rows, puzzle.columns)


def test_the_answer_is_that_of_the_stages(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work is the same, too, where the one call comes to an end."""
    kinds = Counter[str]()
    for seed in range(300):
        puzzle = _puzzle(seed)
        puzzle = in_red(puzzle) if seed % 5 == 0 else puzzle
        begun = fast_begin(puzzle)
        kinds["by lines" if "?" not in "".join(begun.fixpoint) else "by trial"] += 1
        for max_solutions in (1, 2, 5, None):
            with monkeypatch.context() as patch:
                patch.setattr(fast, "QUICK_CELLS", 0)
                in_stages = Fast().solve(puzzle, max_solutions=max_solutions)
            assert Fast().solve(puzzle, max_solutions=max_solutions) == in_stages
    assert min(kinds.values()) > 40, kinds


@pytest.mark.parametrize("looks", [3, 60, 2_000])
def test_a_search_to_be_repeated_makes_the_same_analyses_without_the_kernel(
    looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = Counter[Outcome]()
    for seed in range(60):
        puzzle = colour_noise(8, 3, 0.6, seed) if seed % 4 == 0 else noise_puzzle(9 + seed % 6, 11, 0.45, seed)
        for fruitless in (FRUITLESS_PROBES, 5):
            found = fast.solve_repeatably(puzzle, looks, Budget(), fruitless)
            with monkeypatch.context() as patch:
                patch.setattr(fast, "build_kernel", lambda *_: None)
                readable = fast.solve_repeatably(puzzle, looks, Budget(), fruitless)
            if found.stopped is StopReason.TIMEOUT:  # in the middle of a guess, or before it
                found, readable = found.replace(guesses=0), readable.replace(guesses=0)
            assert found == readable
            kinds[found.outcome] += 1
    assert len(kinds) == (2 if looks < 60 else 3), kinds


def fast_begin(puzzle: Puzzle, bound: int = 10**6) -> Begun:
    """The one call, for two solutions."""
    begun = begin(puzzle, 2, fast.SWEEP_CREDIT, fast.SWEEP_WORTH, bound, FRUITLESS_PROBES)
    assert begun is not None
    return Begun(*begun)


@pytest.mark.parametrize("bound", [0, 1, 30, 300])
@pytest.mark.parametrize("max_solutions", [2, 3, None])
def test_a_search_that_pauses_is_continued(
    bound: int, max_solutions: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzles = [rooks(4), switches(5), domino_puzzle(3), BY_TRIAL, *map(_puzzle, range(40))]
    expected = [Probe().solve(puzzle, max_solutions=None).solutions for puzzle in puzzles]
    paused = sum(fast_begin(puzzle, bound).code == PAUSED for puzzle in puzzles)
    assert paused >= (bound < 300) + 3 * (bound < 30)
    monkeypatch.setattr(fast, "GUESS_LIMIT", bound)
    for puzzle, solutions in zip(puzzles, expected, strict=True):
        found = Fast().solve(puzzle, max_solutions=max_solutions)
        wanted = len(solutions) if max_solutions is None else min(max_solutions, len(solutions))
        assert len(found.solutions) == len(set(found.solutions)) == wanted
        assert set(found.solutions) <= set(solutions)
        assert found.unique == (len(solutions) == 1)


def test_solutions_come_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "_MOST_SOLUTIONS", 7)
    monkeypatch.setattr(fast, "GUESS_LIMIT", 50)
    for most in (20, 120, None):
        found = Fast().solve(rooks(5), max_solutions=most)
        assert len(set(found.solutions)) == len(found.solutions) == (most or 120)
        assert found.complete == (most != 20)
    looks = itertools.count()
    stopped = Fast().solve(rooks(8), max_solutions=None, budget=Budget(should_stop=lambda: next(looks) > 200))
    assert stopped.stopped is StopReason.INTERRUPTED
    assert len(set(stopped.solutions)) == len(stopped.solutions) > 7


def test_the_goal_is_no_reason_to_take_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solution that the goal is has the puzzle's numbers; another goal is left to the check."""
    picture = Grid(("###", "#..", "###"))
    puzzle = picture.puzzle()
    checked: list[Puzzle] = []
    monkeypatch.setattr(Puzzle, "check", lambda self: checked.append(self))
    with_goal = Puzzle(puzzle.rows, puzzle.columns, goal=picture)
    assert Fast().solve(with_goal).solutions == (picture,)
    assert not checked
    assert Fast().solve(with_goal.replace(goal=Grid(("###", "..#", "###")))).solutions == (picture,)
    assert len(checked) == 1


def test_more_solutions_may_be_asked_for_than_the_kernel_counts() -> None:
    assert len(Fast().solve(rooks(3), max_solutions=10**18).solutions) == 6


def test_the_stages_are_not_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "_Walk", Mock(side_effect=AssertionError("the stages were entered")))
    assert Fast().solve(Puzzle(((3,), (1,), (3,)), ((1, 1), (3,), (1, 1)))).outcome is Outcome.UNIQUE
    assert Fast().solve(rooks(6), max_solutions=100).outcome is Outcome.MULTIPLE
    assert Fast().solve(BY_TRIAL).outcome is Outcome.CONTRADICTION
    with pytest.raises(AssertionError):
        Fast().solve(domino_puzzle(8))


@pytest.mark.parametrize(
    ("rows", "columns"), [(((3,),), ((1,), (1,))), (((0,),), ((),)), (((2,), ()), ((1,), ())), ((), ())]
)
def test_the_check_rejects_impossible_clues(rows: Any, columns: Any) -> None:
    puzzle = Puzzle(rows, columns)
    assert begin(puzzle, 2, 0, 0, 0, 0) is None or len(puzzle.rows) > 1, puzzle
    with pytest.raises(PuzzleError):
        Fast().solve(puzzle)
