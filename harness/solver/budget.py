"""Limits of a search: time, memory, line analyses and the user's stop request.

A command makes one `Budget` from its options and Ctrl-C. A search calls `check`, or `spend_line_call` before every
analysis of a line; work that must not be cut short in the middle asks `is_spent` instead. A part of the work gets a
budget of its own by `part`.

Memory is guarded twice: `check_memory` estimates what is large before it is built, and `check` looks now and then at
what the process has taken since the budget was made.
"""

from __future__ import annotations

import copy
import mmap
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from types import NoneType

from harness.errors import check_kind


class StopReason(Enum):
    """Reasons to stop a search before its end."""

    LIMIT = "limit"
    """As many solutions as asked for were found."""
    TIMEOUT = "timeout"
    """Time, or the analyses that a part of the work is allowed, ran out."""
    LOOKS = "looks"
    """The analyses that the whole work is allowed ran out."""
    MEMORY = "memory"
    """Memory ran out, or would have."""
    INTERRUPTED = "interrupted"
    """The user stopped it."""


STOP_WORDS = {
    StopReason.TIMEOUT: "time ran out",
    StopReason.LOOKS: "looks ran out",
    StopReason.MEMORY: "memory ran out",
    StopReason.INTERRUPTED: "interrupted",
}
"""Words for what stopped a search."""

MEMORY_BYTES = 2_000_000_000
"""Default memory of the work."""

LIST_BYTES = 200_000_000
"""Default memory of a strategy's long lists (`enumerate`)."""

_MEMORY_SECONDS, _FIRST_LOOK_SECONDS = 0.1, 0.01
"""Time between two looks at the memory taken, which cost some microseconds, and before the first."""


class StoppedError(Exception):
    """The budget ran out, or the user stopped the search (`reason`). Never seen outside the solver."""

    def __init__(self, reason: StopReason = StopReason.TIMEOUT) -> None:
        super().__init__(reason)
        self.reason = reason


def raise_if_spent(stopped: StopReason | None) -> None:
    """Raise `StoppedError` unless the search finished, or found as many solutions as were wanted."""
    if stopped not in (None, StopReason.LIMIT):
        raise StoppedError(stopped)


class Budget:
    """Limits of a search; mutable, since `line_calls` counts the line analyses made on it.

    Args:
        seconds: of wall time, from now on (None: no limit).
        should_stop: asked at each check; True ends the search as the user's request.
        max_line_calls: analyses (None: no limit), the same on every machine; those of parts are not counted.
        looks: analyses, those of all parts included (None: no limit).
        memory_bytes: memory beyond what the process has when the work begins (None: `MEMORY_BYTES`).
        list_bytes: memory of a strategy's long lists (None: its default).
        clock: in seconds; for tests.
        taken_bytes: the memory that the process has taken; for tests.

    >>> import harness
    >>> budget = harness.Budget(max_line_calls=9)
    >>> harness.explain(harness.read("puzzles/car.txt"), budget).ending.value, budget.line_calls
    ('timeout', 9)
    """

    def __init__(
        self,
        seconds: float | None = None,
        *,
        should_stop: Callable[[], bool] | None = None,
        max_line_calls: int | None = None,
        looks: int | None = None,
        memory_bytes: int | None = None,
        list_bytes: int | None = None,
        clock: Callable[[], float] = time.monotonic,
        taken_bytes: Callable[[], int] | None = None,
    ) -> None:
        check_kind("seconds", seconds, float, int, NoneType)
        self.memory_bytes = MEMORY_BYTES if memory_bytes is None else memory_bytes
        self.list_bytes = list_bytes
        self.max_line_calls = max_line_calls
        self.line_calls = 0
        self.looks = looks
        self._part: Budget | None = None  # the last one, and the looks of those before
        self._parts_looks = 0
        self._clock = clock
        self._end = None if seconds is None else clock() + seconds
        self._should_stop = should_stop
        self._taken_bytes = taken_bytes or process_bytes
        self._memory_end: int | None = None
        self._next_look: float | None = None

    @property
    def left_seconds(self) -> float | None:
        """The time left, 0 at the least; None without a limit."""
        return None if self._end is None else max(0.0, self._end - self._clock())

    @property
    def all_looks(self) -> int:
        """The analyses so far, those of the parts included, if `looks` limits them."""
        return self.line_calls + self._parts_looks + (self._part.all_looks if self._part else 0)

    @property
    def reason_to_stop(self) -> StopReason | None:
        """The limit that was met, or the user's request; None if there is more to spend."""
        try:
            self.check()
        except StoppedError as stopped:
            return stopped.reason
        return None

    @property
    def is_spent(self) -> bool:
        """True if it is time to stop."""
        return self.reason_to_stop is not None

    def check(self) -> None:
        """Raise `StoppedError` if a limit was met, or the user wants to stop."""
        now = self._clock()
        if self._end is not None and now >= self._end:
            raise StoppedError(StopReason.TIMEOUT)
        if self.max_line_calls is not None and self.line_calls >= self.max_line_calls:
            raise StoppedError(StopReason.TIMEOUT)
        if self.looks is not None and self.all_looks >= self.looks:
            raise StoppedError(StopReason.LOOKS)
        if self._should_stop is not None and self._should_stop():
            raise StoppedError(StopReason.INTERRUPTED)
        if self._next_look is None:
            self._next_look = now + _FIRST_LOOK_SECONDS
        elif now >= self._next_look:
            self._next_look = now + _MEMORY_SECONDS
            self.check_memory()

    def check_memory(self, needed_bytes: int = 0) -> None:
        """Raise `StoppedError` if there is no memory for something so large."""
        if self._taken_bytes() + needed_bytes > self._begin_memory():
            raise StoppedError(StopReason.MEMORY)

    def _begin_memory(self) -> int:
        """Return the memory at which to stop, set at the first look, so that short work does not pay for it."""
        if self._memory_end is None:
            self._memory_end = self._taken_bytes() + self.memory_bytes
        return self._memory_end

    def spend_line_call(self) -> None:
        """Count one analysis, after a `check`."""
        self.check()
        self.line_calls += 1

    def part(
        self,
        seconds: float | None = None,
        *,
        share: float | None = None,
        max_line_calls: int | None = None,
        ends: bool = True,
    ) -> Budget:
        """Return a budget for a part of the work, which ends no later than this one and counts its own analyses.

        Args:
            seconds: of the time left, at most (None: all of it).
            share: of the time left, at most: 0 to 1 (None: all of it).
            max_line_calls: as for the whole.
            ends: False for no limit of time.

        >>> whole = Budget(looks=5)
        >>> whole.part().spend_line_call()
        >>> whole.part().looks
        4
        """
        left = self.left_seconds
        if left is not None and share is not None:
            left *= share
        limits = [limit for limit in (left, seconds) if limit is not None]
        self._begin_memory()
        part = copy.copy(self)  # the same clock, user and memory
        part.max_line_calls, part.line_calls = max_line_calls, 0
        if self.looks is not None:
            part.looks = max(0, self.looks - self.all_looks)
            self._parts_looks, self._part = self.all_looks - self.line_calls, part
            part._parts_looks, part._part = 0, None
        part._end = self._clock() + float(min(limits)) if limits and ends else None
        return part


def process_bytes(process: int | None = None) -> int:
    """Return the memory of this process, or of another one: now on Linux, the most so far on other Unix systems.

    Elsewhere, and for other processes there, it is 0, so that only estimates count.
    """
    with suppress(OSError, ValueError, IndexError):
        # every search asks once at least: a `Path` takes ten times as long
        file = os.open(f"/proc/{process or 'self'}/statm", os.O_RDONLY)
        try:
            return int(os.read(file, 100).split()[1]) * mmap.PAGESIZE
        finally:
            os.close(file)
    if sys.platform == "win32" or process is not None:
        return 0
    import resource  # only where there are no Windows

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
