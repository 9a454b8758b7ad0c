"""What a search may spend, and who may end it: one value, made by whoever starts the work and handed down to all of it.

A command makes one `Budget` from its options and Ctrl-C. What a search needs of it is `check`, or `spend_line_call`
before every analysis of a line; work that must not be torn off in the middle asks `is_spent` instead. A part of the
work that may not take it all gets a budget of its own by `part`.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from harness.solver.result import Stop


class StoppedError(Exception):
    """The budget ran out; what was found so far is in the board. Never seen outside the solver.

    `reason` is the limit that was met, or the user.
    """

    def __init__(self, reason: Stop = Stop.TIMEOUT) -> None:
        super().__init__(reason)
        self.reason = reason


class Budget:
    """What a search may spend; mutable, for `line_calls` counts the analyses of lines made on it.

    Args:
        seconds: of wall time, from now on (None: no limit).
        should_stop: asked as often as the clock is looked at; True ends the search. The user's word.
        max_line_calls: analyses (None: no limit), a limit that is the same on every machine.
        memory_bytes: what a strategy that keeps long lists may take for them (None: what it thinks right).
        clock: in seconds; for tests.

    >>> budget = Budget(max_line_calls=1)
    >>> budget.spend_line_call()
    >>> budget.is_spent, budget.line_calls
    (True, 1)
    """

    def __init__(
        self,
        seconds: float | None = None,
        *,
        should_stop: Callable[[], bool] | None = None,
        max_line_calls: int | None = None,
        memory_bytes: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.memory_bytes = memory_bytes
        self.max_line_calls = max_line_calls
        self.line_calls = 0
        self._clock = clock
        self._end = None if seconds is None else clock() + seconds
        self._should_stop = should_stop

    @property
    def left_seconds(self) -> float | None:
        """The time left, 0 at the least; None without a limit."""
        return None if self._end is None else max(0.0, self._end - self._clock())

    @property
    def is_spent(self) -> bool:
        """Whether it is time to stop."""
        try:
            self.check()
        except StoppedError:
            return True
        return False

    def check(self) -> None:
        """See whether there is anything left.

        Raises:
            StoppedError: there is not, or the user wants to stop.
        """
        if self._end is not None and self._clock() >= self._end:
            raise StoppedError(Stop.TIMEOUT)
        if self.max_line_calls is not None and self.line_calls >= self.max_line_calls:
            raise StoppedError(Stop.TIMEOUT)
        if self._should_stop is not None and self._should_stop():
            raise StoppedError(Stop.INTERRUPTED)

    def spend_line_call(self) -> None:
        """Count one analysis.

        Raises:
            StoppedError: as `check`.
        """
        self.check()
        self.line_calls += 1

    def part(self, seconds: float | None = None, *, share: float | None = None) -> Budget:
        """A budget for a part of the work, which ends no later than this one and counts its analyses by itself.

        Args:
            seconds: of the time left, at most (None: all of it).
            share: of the time left, at most: 0 to 1 (None: all of it).

        >>> Budget(10, clock=lambda: 0).part(3).left_seconds
        3.0
        >>> Budget(10, clock=lambda: 0).part(share=0.5).left_seconds
        5.0
        """
        left = self.left_seconds
        if left is not None and share is not None:
            left *= share
        limits = [limit for limit in (left, seconds) if limit is not None]
        return Budget(
            float(min(limits)) if limits else None,
            should_stop=self._should_stop,
            memory_bytes=self.memory_bytes,
            clock=self._clock,
        )
