"""Memory as a limit: estimated before clauses are built, measured during the work, and named when it was reached."""

import mmap
from collections.abc import Callable
from itertools import chain, count, product, repeat
from unittest.mock import Mock

import pytest

from harness.advice.report import Finding, examine
from harness.advice.typos import suggest_corrections
from harness.puzzle import Grid, Puzzle
from harness.solver.budget import Budget, StoppedError, StopReason, process_bytes
from harness.solver.fast import Fast
from harness.solver.human.explain import Ending, HintKind, explain, find_hint
from tests.unit.harness.solver.test_budget import ticking
from tools.made import colour_noise, noise_puzzle

MB = 10**6


def growing(step_bytes: int) -> Callable[[], int]:
    """Return the memory of a process that takes more at each look."""
    return count(step_bytes, step_bytes).__next__


class TestBudget:
    def test_estimates_count_with_the_memory_taken(self) -> None:
        taken = Mock(return_value=100)
        budget = Budget(memory_bytes=50, taken_bytes=taken)
        for taken.return_value, left in ((100, 50), (120, 30)):  # it counts from the first look on
            budget.check_memory(left)
            with pytest.raises(StoppedError) as stopped:
                budget.check_memory(left + 1)
            assert stopped.value.reason is StopReason.MEMORY

    def test_a_check_looks_at_the_memory_now_and_then(self) -> None:
        clock, taken_bytes = Mock(return_value=0.0), Mock(return_value=0)
        budget = Budget(clock=clock, taken_bytes=taken_bytes)
        for now, looks in ((0.0, 0), (10.0, 2), (10.0, 2)):  # then what there was, and what there is
            clock.return_value = now
            for _ in range(1000):
                budget.check()
            assert taken_bytes.call_count == looks

    def test_a_part_has_the_memory_of_the_whole(self) -> None:
        taken = Mock(return_value=0)
        whole = Budget(memory_bytes=50, taken_bytes=taken)
        whole.part().check_memory(50)
        taken.return_value = 40
        part = whole.part(3)
        part.check_memory(10)
        with pytest.raises(StoppedError):
            part.check_memory(11)

    def test_the_memory_of_this_process(self) -> None:
        before = process_bytes()
        with mmap.mmap(-1, 32 * MB) as kept:  # pages of its own; a large object may come to lie in old ones
            kept.write(b"\1" * len(kept))
            if before:  # where the system tells it
                assert process_bytes() >= before + 8 * MB
            assert kept[-1] == 1


def test_clauses_that_would_not_fit_are_not_built() -> None:
    """The estimate ends it: the process has taken nothing yet. The cells that line logic knows are kept."""
    puzzles = noise_puzzle(60, 60, 0.5, 1), colour_noise(30, 2, 0.5, 1)
    for puzzle, fast in product(puzzles, (Fast(search_limit=0), Fast(with_kernel=False))):
        result = fast.solve(puzzle, max_solutions=3, budget=Budget(memory_bytes=MB, taken_bytes=lambda: 0))
        assert result.stopped is StopReason.MEMORY
        assert len(result.solutions) <= 2, "more than can be guessed"
        assert result.fixpoint == Fast().solve(puzzle).fixpoint


def test_explain_hint_and_examine_report_out_of_memory() -> None:
    def budget() -> Budget:
        return Budget(memory_bytes=10 * MB, clock=ticking(), taken_bytes=growing(MB))

    puzzle = noise_puzzle(15, 15, 0.5, 1)
    assert explain(puzzle, budget()).ending is Ending.MEMORY
    assert find_hint(puzzle, Grid.unknown(15, 15), budget()).kind is HintKind.MEMORY
    puzzle = noise_puzzle(60, 60, 0.5, 1)  # one that takes more than a moment
    advice = examine(puzzle, Budget(memory_bytes=4 * MB, clock=ticking(), taken_bytes=growing(MB)))
    assert (advice.finding, advice.result and advice.result.stopped) == (Finding.UNDECIDED, StopReason.MEMORY)


class TestSlipsOfThePen:
    """Every candidate is a tuple as long as the clue: in a long clue they are too many to try without asking."""

    def test_a_clue_far_too_long_for_its_line_is_no_slip(self) -> None:
        puzzle, should_stop = Puzzle(((1,) * 2_000, (1,)), ((1,), (1,), (1,))), Mock(return_value=False)
        assert suggest_corrections(puzzle, Budget(should_stop=should_stop)) == ()
        assert not should_stop.called, "there is nothing to look into"

    def test_sides_too_long_are_no_slip(self) -> None:
        assert suggest_corrections(Puzzle(((1,) * 3,), ((1,),) * 4001), Budget()) == ()

    def test_the_budget_is_asked_for_every_candidate(self) -> None:
        puzzle = Puzzle(((1,) * 101, *((),) * 3), ((1,), ()) * 100)  # a block too many
        should_stop = Mock(side_effect=chain(repeat(False, 700), repeat(True)))
        suggest_corrections(puzzle, Budget(should_stop=should_stop, clock=ticking()))
        assert 700 < should_stop.call_count < 900, "it continues, or it does not ask"
