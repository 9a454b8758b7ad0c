"""All solutions as bytes, and their number, in both kernels."""

from __future__ import annotations

import random
from itertools import islice
from math import factorial

import pytest

from harness.puzzle import Grid, Puzzle
from harness.solver import stream as streams
from harness.solver.budget import Budget
from harness.solver.kernel import build_kernel
from harness.solver.result import Stop
from harness.solver.search import Probe
from harness.solver.stream import SolutionStream, count_solutions
from tests.kernels import COMPILED, KERNELS
from tests.many_solutions import rooks, switches


def _random_puzzle(rng: random.Random) -> Puzzle:
    width, height = rng.randint(1, 7), rng.randint(1, 7)
    rows = tuple("".join(rng.choice("#..") for _ in range(width)) for _ in range(height))
    return Grid(rows).puzzle()


def _solutions(text: bytes) -> list[Grid]:
    return [Grid(tuple(part.split())) for part in text.decode().split("or\n")] if text else []


@KERNELS
def test_the_stream_gives_each_solution_once(kernel: str) -> None:
    for seed in range(20):
        puzzle = _random_puzzle(random.Random(seed))
        stream = SolutionStream(puzzle, Budget(), mark=b"or\n", kernel=kernel)
        found = _solutions(b"".join(stream.batches()))
        expected = Probe().solve(puzzle, max_solutions=None).solutions
        assert (set(found), len(found), stream.found) == (set(expected), len(expected), len(expected))
        assert (stream.complete, stream.stopped) == (True, None)
        count = count_solutions(puzzle, Budget(), kernel=kernel)
        assert (count.total, count.complete) == (len(expected), True)


@COMPILED
def test_both_kernels_walk_alike() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        puzzle = _random_puzzle(rng)
        pure, compiled = build_kernel(puzzle, "pure"), build_kernel(puzzle, "compiled")
        for _ in range(5):
            most, limit = rng.randint(1, 30), rng.choice((0, 5, 100))
            answer = pure.walk(".#", b"or", most, limit, None)
            assert compiled.walk(".#", b"or", most, limit, None) == answer
            assert compiled.path() == pure.path()
            assert compiled.line_calls == pure.line_calls


@KERNELS
@pytest.mark.parametrize("patience", [0, 3, 20])
def test_the_sat_solver_takes_the_branches_that_a_walk_leaves(
    kernel: str, patience: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pysolvers")
    monkeypatch.setattr(streams, "PATIENCE", patience)
    stream = SolutionStream(rooks(4), Budget(), mark=b"or\n", kernel=kernel)
    found = _solutions(b"".join(stream.batches()))
    assert (len(found), len(set(found)), stream.complete) == (24, 24, True)


@KERNELS
@pytest.mark.parametrize("limit", [1, 2, 23, 24, 25])
def test_a_limit_is_kept(kernel: str, limit: int) -> None:
    stream = SolutionStream(rooks(4), Budget(), mark=b"or\n", kernel=kernel)
    assert len(_solutions(b"".join(stream.batches(limit)))) == min(limit, 24)
    assert stream.complete == (limit >= 24)
    assert stream.stopped == (None if stream.complete else Stop.LIMIT)


@KERNELS
def test_solutions_before_a_stop_are_handed_over(kernel: str) -> None:
    looks = iter(range(60))
    stream = SolutionStream(
        rooks(9), Budget(should_stop=lambda: next(looks, None) is None), mark=b"or\n", kernel=kernel
    )
    found = _solutions(b"".join(stream.batches()))
    assert stream.stopped == Stop.INTERRUPTED
    assert len(found) == len(set(found)) == stream.found > 0


@KERNELS
@pytest.mark.parametrize(
    ("puzzle", "count"), [(switches(2), 2), (switches(3).turned(), 3), (switches(40), 40)], ids=["2", "3 down", "40"]
)
def test_independent_parts_are_multiplied(kernel: str, puzzle: Puzzle, count: int) -> None:
    counted = count_solutions(puzzle, Budget(), kernel=kernel)
    assert (counted.total, counted.parts, counted.complete) == (2**count, (2,) * count, True)


def test_a_count_that_is_stopped_is_no_more_than_there_are() -> None:
    looks = iter(range(50))
    count = count_solutions(rooks(9), Budget(should_stop=lambda: next(looks, None) is None))
    assert not count.complete
    assert count.stopped is Stop.INTERRUPTED
    assert 0 <= count.total < factorial(9)


@COMPILED
def test_a_walk_takes_few_analyses_for_each_solution() -> None:
    kernel = build_kernel(rooks(7), "compiled")
    _, count, text, raised = kernel.walk(".#", b"", 6000, 1000, None)
    assert (count, len(text), raised) == (factorial(7), factorial(7) * 56, None)
    assert kernel.line_calls < 9 * count


def test_memory_does_not_grow_with_the_solutions() -> None:
    stream = SolutionStream(rooks(12), Budget(), mark=b"or\n")
    assert max(map(len, islice(stream.batches(), 40))) <= 1_000_000
