"""The SAT solver in a process of its own says what the one in this process says, and ends when the budget does."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from harness.puzzle import Grid
from harness.solver.budget import Budget, StoppedError, StopReason, process_bytes
from harness.solver.fast import Fast
from harness.solver.sat import remainder
from harness.solver.sat.remainder import SatProcess, SatSolver, can_start, has_solver, open_solver
from harness.solver.search import solve
from tests.many_solutions import rooks
from tests.strategies import COLOUR_PALETTE
from tests.unit.harness.solver.sat.pigeons import pigeons

pytestmark = pytest.mark.skipif(
    not can_start() or not has_solver(), reason="no processes as on Unix here, or no python-sat"
)


@pytest.fixture
def process() -> Iterator[SatProcess]:
    apart = SatProcess(Budget())
    yield apart
    apart.delete()


@pytest.fixture
def always_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remainder, "APART_BYTES", 0)


nothing = Mock(return_value=None)
"""A check that ends nothing."""


def test_it_answers_as_a_sat_solver_does(process: SatProcess) -> None:
    here = SatSolver()
    for clause in ([1, 2], [-1, -2], [2, 3], [-3]):
        here.add(clause)
        process.add(clause)
    assert process.is_solvable([], nothing)
    assert here.is_solvable([], nothing)
    assert process.model(3) == here.model(3) == [-1, 2, -3]
    assert not process.is_solvable([1], nothing)
    process.is_solvable([-1, 2, -3], nothing)
    process.add([1, -2, 3])
    assert not process.is_solvable([], nothing)


def test_a_limit_of_conflicts_may_tell_nothing(process: SatProcess) -> None:
    for clause in pigeons(8):
        process.add(clause)
    assert process.is_solvable([], nothing, 10) is None


@pytest.mark.usefixtures("always_apart")
def test_all_solutions_are_found_through_it(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = rooks(4)
    assert set(Fast(search_limit=0).solve(puzzle, max_solutions=None).solutions) == set(solve(puzzle, None).solutions)
    picture = Grid(("rg.", "gr.", "..r"))
    start = Mock(wraps=SatProcess)
    monkeypatch.setattr(remainder, "SatProcess", start)
    found = Fast(search_limit=0).solve(picture.puzzle(COLOUR_PALETTE), max_solutions=None).solutions
    assert picture in found
    assert start.called, "it was solved here"


def test_only_large_problems_are_worth_it() -> None:
    for needed_bytes, kind in ((remainder.APART_BYTES, SatSolver), (remainder.APART_BYTES + 1, SatProcess)):
        solver = open_solver(needed_bytes, Budget())
        assert isinstance(solver, kind)
        solver.delete()


def test_without_a_process_it_is_solved_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remainder, "SatProcess", Mock(side_effect=BlockingIOError(11, "no more processes")))
    solver = open_solver(remainder.APART_BYTES + 1, Budget())
    assert isinstance(solver, SatSolver)
    solver.delete()


@pytest.mark.parametrize("end", [StopReason.TIMEOUT, StopReason.INTERRUPTED, StopReason.MEMORY])
def test_it_ends_in_the_middle_of_its_work(end: StopReason) -> None:
    """Its work takes hours; the test would not end."""
    now, asked, taken = 0.0, False, 0
    budget = Budget(10, clock=lambda: now, should_stop=lambda: asked, memory_bytes=10**9, taken_bytes=lambda: taken)
    budget.check_memory()
    process = SatProcess(budget)
    for clause in pigeons(14):
        process.add(clause)
    looks = 0

    def check() -> None:
        nonlocal looks, now, asked, taken
        looks += 1
        if looks > 3:  # the SAT solver is at work by then
            now, asked, taken = (
                (11, False, 0) if end is StopReason.TIMEOUT else (0, end is StopReason.INTERRUPTED, 10**10)
            )
        budget.check()

    with pytest.raises(StoppedError) as stopped:
        process.is_solvable([], check)
    assert stopped.value.reason is end
    process.delete()
    assert not Path(f"/proc/{process.worker.pid}").exists()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems do not tell it")
def test_its_memory_counts(process: SatProcess) -> None:
    process.is_solvable([], nothing)
    assert process_bytes(process.worker.pid) > 5_000_000
    hungry = SatProcess(Budget(memory_bytes=1, taken_bytes=lambda: 0))  # it has more from its first moment on
    with pytest.raises(StoppedError) as stopped:
        hungry.is_solvable([], nothing)
    hungry.delete()
    assert stopped.value.reason is StopReason.MEMORY


def test_a_process_that_dies_has_no_memory_left(process: SatProcess) -> None:
    os.kill(process.worker.pid, signal.SIGKILL)
    for _ in range(2):  # whether that shows when something is sent, or when the answer is waited for
        with pytest.raises(StoppedError) as stopped:
            process.is_solvable([], nothing)
        assert stopped.value.reason is StopReason.MEMORY


def test_ctrl_c_is_not_for_it(process: SatProcess) -> None:
    """A terminal sends it to every process of a command, but one decides."""
    process.is_solvable([], nothing)  # it has started
    os.kill(process.worker.pid, signal.SIGINT)
    os.kill(process.worker.pid, signal.SIGTERM)
    process.add([1])
    assert process.is_solvable([], nothing)
    assert not signal.pthread_sigmask(signal.SIG_BLOCK, ()), "signals are still kept from this process"
