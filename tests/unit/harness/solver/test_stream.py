"""All solutions as bytes, and their number."""

import random
from math import factorial

import pytest

from harness.puzzle import Grid, Puzzle
from harness.solver import stream as streams
from harness.solver.budget import Budget, StopReason
from harness.solver.kernel import CONTRADICTION, SOLVED
from harness.solver.search import Probe
from harness.solver.stream import SolutionStream, count_solutions
from tests.kernels import COMPILED, WITH_KERNEL_OR_NOT, kernel_of
from tests.many_solutions import rooks, switches
from tools.made import noise_puzzle

MANY = [noise_puzzle(1 + seed % 7, 1 + seed // 3, 0.33, seed) for seed in range(20)]
FEW = rooks(4), *MANY[5:15]


def _solutions(text: bytes) -> list[Grid]:
    return [Grid(tuple(part.split())) for part in text.decode().split("or\n")] if text else []


def check_stream(puzzle: Puzzle) -> None:
    """Hold the stream and the count against the reference."""
    stream = SolutionStream(puzzle, Budget(), mark=b"or\n")
    found = _solutions(b"".join(stream.batches()))
    expected = Probe().solve(puzzle, max_solutions=None).solutions
    assert (set(found), len(found), stream.found) == (set(expected), len(expected), len(expected))
    assert (stream.complete, stream.stopped) == (True, None)
    count = count_solutions(puzzle, Budget())
    assert (count.total, count.complete) == (len(expected), True)


def test_the_stream_gives_each_solution_once() -> None:
    for puzzle in MANY:
        check_stream(puzzle)


@pytest.mark.parametrize("patience", [0, 3, 20])
def test_the_sat_solver_takes_the_branches_that_a_walk_leaves(patience: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pysolvers", reason="python-sat is not installed: pip install python-sat")
    monkeypatch.setattr(streams, "PATIENCE", patience)
    for puzzle in FEW:
        check_stream(puzzle)


@pytest.mark.parametrize("without_sat", [False, True])
def test_the_stream_without_the_kernel(without_sat: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "build_kernel", lambda _: None)
    monkeypatch.setattr("harness.solver.fast.build_kernel", lambda *_: None)
    if without_sat:
        monkeypatch.setattr("harness.solver.sat.remainder.has_solver", lambda: False)
    for puzzle in FEW:
        check_stream(puzzle)
    test_a_limit_is_kept(5)


@COMPILED
def test_a_walk_goes_through_the_solutions_in_batches_of_any_size() -> None:
    rng = random.Random(1)
    for puzzle in MANY:
        kernel, found, code = kernel_of(puzzle), list[Grid](), SOLVED
        while code != CONTRADICTION:
            code, count, text, raised = kernel.walk(".#", b"or\n", rng.randint(1, 30), rng.choice((0, 5, 100)), None)
            batch = _solutions(text)
            assert (len(batch), raised) == (count, None)
            found += batch
        expected = Probe().solve(puzzle, max_solutions=None).solutions
        assert (set(found), len(found)) == (set(expected), len(expected))


@pytest.mark.parametrize("limit", [1, 2, 23, pytest.param(24, marks=COMPILED), 25])
def test_a_limit_is_kept(limit: int) -> None:
    stream = SolutionStream(rooks(4), Budget(), mark=b"or\n")
    assert len(_solutions(b"".join(stream.batches(limit)))) == min(limit, 24)
    assert stream.complete == (limit >= 24)
    assert stream.stopped == (None if stream.complete else StopReason.LIMIT)


def test_solutions_before_a_stop_are_handed_over() -> None:
    looks = iter(range(200))
    stream = SolutionStream(rooks(9), Budget(should_stop=lambda: next(looks, None) is None), mark=b"or\n")
    found = _solutions(b"".join(stream.batches()))
    assert stream.stopped == StopReason.INTERRUPTED
    assert len(found) == len(set(found)) == stream.found > 0


@WITH_KERNEL_OR_NOT
@pytest.mark.parametrize(
    ("puzzle", "count"), [(switches(2), 2), (switches(3).turned(), 3), (switches(40), 40)], ids=["2", "3 down", "40"]
)
def test_independent_parts_are_multiplied(
    puzzle: Puzzle, count: int, with_kernel: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not with_kernel:
        for module in ("stream", "fast"):
            monkeypatch.setattr(f"harness.solver.{module}.build_kernel", lambda puzzle, given=None: None)
    counted = count_solutions(puzzle, Budget())
    assert (counted.total, counted.parts, counted.complete) == (2**count, (2,) * count, True)


def test_a_count_that_is_stopped_is_no_more_than_there_are() -> None:
    looks = iter(range(50))
    count = count_solutions(rooks(9), Budget(should_stop=lambda: next(looks, None) is None))
    assert not count.complete
    assert count.stopped is StopReason.INTERRUPTED
    assert 0 <= count.total < factorial(9)


@COMPILED
def test_a_walk_takes_few_analyses_for_each_solution() -> None:
    kernel = kernel_of(rooks(7))
    _, count, text, raised = kernel.walk(".#", b"", 6000, 1000, None)
    assert (count, len(text), raised) == (factorial(7), factorial(7) * 56, None)
    assert kernel.line_calls < 9 * count
