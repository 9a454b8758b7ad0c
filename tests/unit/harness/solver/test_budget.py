"""The budget: what ends a search, what a part of one may spend, and that the clock is the caller's."""

import itertools
from collections.abc import Callable

import pytest

from harness.solver.budget import Budget, StopReason
from harness.solver.search import solve
from harness.solver.strategy import Outcome
from tests.many_solutions import rooks


def ticking() -> Callable[[], float]:
    """Return a clock on which a second passes at each look."""
    return itertools.count(0.0).__next__


@pytest.mark.parametrize(
    ("budget", "reason"),
    [
        (Budget(0), StopReason.TIMEOUT),
        (Budget(max_line_calls=0), StopReason.TIMEOUT),
        (Budget(should_stop=lambda: True), StopReason.INTERRUPTED),
        (Budget(0, should_stop=lambda: True), StopReason.TIMEOUT),
        (Budget(1000, should_stop=lambda: False, max_line_calls=1, clock=lambda: 0.0), None),
    ],
)
def test_reason_to_stop_names_the_limit_reached(budget: Budget, reason: StopReason | None) -> None:
    assert budget.reason_to_stop is reason
    assert budget.is_spent is (reason is not None)


def test_the_clock_is_looked_at_once_a_check() -> None:
    budget = Budget(3, clock=ticking())
    assert [budget.reason_to_stop for _ in range(4)] == [None, None, StopReason.TIMEOUT, StopReason.TIMEOUT]


def test_time_left_never_falls_below_nothing() -> None:
    budget = Budget(2, clock=ticking())
    assert [budget.left_seconds for _ in range(4)] == [1, 0, 0, 0]


class TestPart:
    @pytest.mark.parametrize(
        ("whole", "seconds", "share", "left"),
        [
            (None, None, None, None),
            (None, 3, None, 3),
            (None, None, 0.5, None),  # half of all the time there is
            (10, None, None, 10),
            (10, 3, None, 3),
            (10, 30, None, 10),
            (10, None, 0.5, 5),
            (10, 2, 0.5, 2),
            (0, 3, None, 0),
        ],
    )
    def test_it_ends_no_later(
        self, whole: float | None, seconds: float | None, share: float | None, left: float | None
    ) -> None:
        part = Budget(whole, clock=lambda: 100.0).part(seconds, share=share)
        assert part.left_seconds == left

    def test_it_counts_for_itself_and_hears_the_user(self) -> None:
        asked: list[bool] = []
        whole = Budget(should_stop=lambda: bool(asked), memory_bytes=5)
        part = whole.part()
        part.spend_line_call()
        assert (whole.line_calls, part.line_calls, part.memory_bytes) == (0, 1, 5)
        asked.append(True)
        assert part.reason_to_stop is StopReason.INTERRUPTED


@pytest.mark.parametrize("limit", [1, 10, 100])
def test_a_limit_of_analyses_is_kept_to_the_last_one(limit: int) -> None:
    result = solve(rooks(6), None, budget=Budget(max_line_calls=limit))
    assert (result.line_calls, result.stopped) == (limit, StopReason.TIMEOUT)
    assert result.outcome in (Outcome.TIMEOUT, Outcome.MULTIPLE)
