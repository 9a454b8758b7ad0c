"""Line solving in one call of the kernel: it answers as the walk through the stages does."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from harness.errors import PuzzleError
from harness.puzzle import BLOT, Grid, Puzzle
from harness.solver import fast
from harness.solver.budget import Budget, Stop
from harness.solver.fast import Fast
from harness.solver.kernel import has_compiled_kernel, solve_by_lines
from harness.solver.strategy import Outcome
from tests.many_solutions import rooks

pytestmark = pytest.mark.skipif(not has_compiled_kernel(), reason="there is no compiled kernel")


def _puzzle(seed: int) -> Puzzle:
    rng = random.Random(seed)
    width, height = rng.randint(1, 12), rng.randint(1, 12)
    puzzle = Grid(tuple("".join(rng.choice("##.") for _ in range(width)) for _ in range(height))).puzzle()
    if seed % 3:
        return puzzle
    rows = tuple(tuple(BLOT if rng.random() < 0.1 else length for length in clue) for clue in puzzle.rows)
    return Puzzle(rows, puzzle.columns)


def test_the_answer_is_that_of_the_stages(monkeypatch: pytest.MonkeyPatch) -> None:
    by_lines = 0
    for seed in range(150):
        puzzle = _puzzle(seed)
        by_lines += solve_by_lines(puzzle) is not None
        quick = Fast().solve(puzzle)
        with monkeypatch.context() as patch:
            patch.setattr(fast, "QUICK_CELLS", 0)
            assert Fast().solve(puzzle) == quick
    assert 20 < by_lines < 140


def test_the_stages_are_not_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(((3,), (1,), (3,)), ((1, 1), (3,), (1, 1)))

    def refuse(*_: object) -> None:
        raise AssertionError("a kernel was made")

    monkeypatch.setattr(fast, "build_kernel", refuse)
    assert Fast().solve(puzzle).outcome is Outcome.UNIQUE
    with pytest.raises(AssertionError):
        Fast().solve(rooks(2))


@pytest.mark.parametrize(
    ("rows", "columns"),
    [(((3,),), ((1,), (1,))), (((0,),), ((),)), (((2,), ()), ((1,), ())), ((), ()), (([1],), ((1,),))],
)
def test_the_check_rejects_impossible_clues(rows: Any, columns: Any) -> None:
    puzzle = Puzzle(rows, columns)
    assert solve_by_lines(puzzle) is None
    check: Callable[[], object] = puzzle.check
    try:
        check()
    except PuzzleError as error:
        with pytest.raises(PuzzleError, match=str(error)[:20]):
            Fast().solve(puzzle)


def test_a_spent_budget_is_noticed() -> None:
    result = Fast().solve(Puzzle(((1,),), ((1,),)), budget=Budget(should_stop=lambda: True))
    assert (result.stopped, result.solutions) == (Stop.INTERRUPTED, ())
